"""`croupier serve`, `admin`, `audit`, `backup` and `restore`."""

import asyncio
import gc
import logging
import signal
import socket
import sys
from typing import Any, Final

from croupier.extras import need

need("room", "structlog", "uvicorn")

import structlog
import uvicorn

from croupier.cli import Mistake
from croupier.server import settings as setup
from croupier.server.app import served
from croupier.server.books import seals
from croupier.server.books.copies import copy, put_back
from croupier.server.books.possession import BadStore
from croupier.server.books.store import Store
from croupier.server.live import recovery
from croupier.server.live.doorman import Threshold, guarded
from croupier.server.live.room import Room
from croupier.server.people import links
from croupier.server.settings import BadSettings, Settings

HEAD_DIGITS: Final = 40
LEVELS: Final = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def serve(config: str, **given: Any) -> None:
    """Open the room and keep it open until it is told to stop."""
    try:
        chosen = setup.read(config, **given)
        if chosen.rails and chosen.tls_cert:
            raise BadSettings("rails: a proxy must speak TLS for them; leave out tls_cert, tls_key")
        logs(chosen)
        with asyncio.Runner(loop_factory=_loop()) as runner:
            runner.run(_serve(chosen))
    except (BadSettings, BadStore) as error:
        raise Mistake(str(error)) from None


def _loop() -> Any:
    import uvloop  # noqa: PLC0415 - only a server needs it.

    return uvloop.new_event_loop


def logs(chosen: Settings) -> None:
    """One line of JSON for each thing, on the standard error stream."""
    if chosen.log_level not in LEVELS:
        raise BadSettings(f"log_level: allowed are {', '.join(LEVELS)}")
    render = structlog.processors.JSONRenderer() if chosen.log_json else _plain()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[chosen.log_level]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(level=logging.WARNING)


def _plain() -> Any:
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())


async def _serve(chosen: Settings) -> None:
    room = Room(chosen)
    bound = _bound(chosen)
    await room.store.open()  # Here a refusal is a sentence; within the server it would be a fault.
    await recovery.one_money(room)
    if room.nodes is not None:
        room.nodes.address = chosen.node_address or _shown(*bound.getsockname()[:2])
    config = uvicorn.Config(
        served(room),
        http=guarded(room.doorman),
        ws=Threshold,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # The lines see to it themselves.
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
        backlog=4096,
        proxy_headers=bool(chosen.trusted_proxies),
        forwarded_allow_ips=chosen.trusted_proxies,
        server_header=False,
        ssl_certfile=chosen.tls_cert or None,
        ssl_keyfile=chosen.tls_key or None,
    )
    server = Server(config)
    server.room, room.leaving = room, server.leave
    server.where = bound.getsockname()[:2]
    await server.serve(sockets=[bound])
    if room.store.head.link:
        sys.stdout.write(f"The chain ends at {room.store.head}\n")
    if not server.started or room.failed is not None:
        raise BadStore(str(room.failed or "the room did not open: see the log"))


def _bound(chosen: Settings) -> socket.socket:
    found = socket.socket(socket.AF_INET6 if ":" in chosen.host else socket.AF_INET)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((chosen.host, chosen.port))
    except OSError as error:
        raise BadSettings(f"{chosen.host}:{chosen.port} cannot be used: {error.strerror}") from None
    return found


def address(chosen: Settings, host: str, port: int) -> str:
    """Where people find the room."""
    if chosen.address:
        return chosen.address.rstrip("/")
    return f"{'https' if chosen.tls_cert else 'http'}://{_shown(host, port)}"


def _shown(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class Server(uvicorn.Server):
    """Uvicorn, which lets hands end before it goes, and stops when the room cannot go on."""

    room: Room
    where: tuple[str, int]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open, and say where."""
        await super().startup(sockets)
        if not self.started:
            return
        gc.collect()
        gc.freeze()  # What is loaded now stays; collecting it again and again costs time.
        gc.set_threshold(100_000, 20, 50)  # A crowd's burst must not wait for a collection.
        where = address(self.room.settings, *self.where)
        sys.stdout.write(f"The room is open: {where}/\n")
        if self.room.link:
            sys.stdout.write(f"Staff, once: {where}/#staff={self.room.link}\n")
        sys.stdout.flush()
        self._watch = asyncio.create_task(self._until_stopped())

    async def _until_stopped(self) -> None:
        await self.room.stopping.wait()
        self.should_exit = True

    def handle_exit(self, sig: int, frame: Any) -> None:
        """The first signal lets hands in play end; the second does not wait."""
        if self.room.draining or sig not in (signal.SIGINT, signal.SIGTERM):
            super().handle_exit(sig, frame)
            return
        asyncio.get_event_loop().call_soon(self.leave)

    def leave(self) -> None:
        """Let hands in play end, and go."""
        self.room.draining = True
        self._drain = asyncio.get_event_loop().create_task(self._drained())

    async def _drained(self) -> None:
        await self.room.drain()
        self.should_exit = True


def admin(config: str, **given: Any) -> None:
    """A new link that makes its user an admin, when no admin can sign in any more."""
    try:
        chosen = setup.read(config, **given)
        code = asyncio.run(links.to_admin(Store(chosen.database)))
    except (BadSettings, BadStore) as error:
        raise Mistake(str(error)) from None
    where = address(chosen, chosen.host, chosen.port)
    sys.stdout.write(f"A new admin, once: {where}/#staff={code}\n")


def audit(config: str, anchor: str, *, head: bool, **given: Any) -> None:
    """Prove the books; what is wrong is listed, and the exit code is 1."""
    from croupier.server.books import audit as proof  # noqa: PLC0415 - only this command needs it.

    async def look() -> proof.Report:
        await store.open(write=False)
        try:
            return await proof.audit(store, chosen.houses, anchor)
        finally:
            await store.close()

    try:
        _check_head(anchor)
        chosen = setup.read(config, **given)
        store = Store(chosen.database, chosen.key, chosen.key_file)
        report = asyncio.run(look())
    except (BadSettings, BadStore) as error:
        raise Mistake(str(error)) from None
    sys.stdout.write(
        f"{report.postings} postings, {report.accounts} accounts, {report.tables} tables, "
        f"{report.hands} hands replayed, {report.chips} given out by the cage\n"
    )
    if head:
        sys.stdout.write(f"The chain ends at {report.head}\n")
    for line in report.wrong:
        sys.stdout.write(f"WRONG {line}\n")
    sys.stdout.write("The books are proven.\n" if report.good else "The books are wrong.\n")
    sys.exit(0 if report.good else 1)


def _check_head(text: str) -> None:
    number, _, chain = text.partition(":")
    if text and not (number.isdigit() and len(chain) == HEAD_DIGITS):
        raise BadSettings("a head is a number, a colon and 40 digits, as `audit --head` prints it")


def new_key(config: str, **given: Any) -> None:
    """Add a key to the key file: from the next start on it seals."""
    try:
        chosen = setup.read(config, **given)
        where = seals.path(Store(chosen.database).path, chosen.key_file)
        seals.add(where)
    except (BadSettings, BadStore, seals.BadKey, OSError) as error:
        raise Mistake(str(error)) from None
    sys.stdout.write(f"{where} has a new key; keep a copy of the file apart from the database\n")


def backup(config: str, target: str, **given: Any) -> None:
    """A copy of the SQLite database, made while the room is open."""
    try:
        store = Store(setup.read(config, **given).database)
        copy(store.path if store.sqlite else "", target)
    except (BadSettings, BadStore, OSError) as error:
        raise Mistake(str(error)) from None
    sys.stdout.write(f"{target} is a whole copy\n")


def restore(config: str, source: str, **given: Any) -> None:
    """Put a copy in the place of the database, while the room is closed."""
    try:
        store = Store(setup.read(config, **given).database)
        aside = put_back(source, store.path if store.sqlite else "")
    except (BadSettings, BadStore, OSError) as error:
        raise Mistake(str(error)) from None
    kept = f"; what was there is kept as {aside}" if aside else ""
    sys.stdout.write(f"{store.path} is as it was in {source}{kept}. Prove it: `croupier audit`\n")
