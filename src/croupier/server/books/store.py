"""The store: one writer that commits in groups, and readers beside it.

Whoever writes hands a `Batch` over and waits. The writer takes all that are waiting, writes them in
one transaction and tells everybody at once: one flush to the disk serves them all. SQLite by
default (WAL, synchronous FULL), PostgreSQL by its URL, with the same code.
"""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.room.parts import Part
from croupier.server.books import chain, faults, schema, seals
from croupier.server.books import fence as fencing
from croupier.server.books.batch import Batch
from croupier.server.books.chain import Head
from croupier.server.books.fence import Fence
from croupier.server.books.possession import (
    BadStore,
    check_ours,
    check_there,
    hold_file,
    hold_server,
    one_by_one,
    share_epoch,
    take_epoch,
)
from croupier.server.books.seals import BadKey, Seal
from croupier.server.books.writer import Writer
from croupier.server.outside import WORLD, Outside

__all__ = ["BadStore", "Batch", "Store", "address", "encoded"]

CHAIN: Final = "chain"
CONNECT_SECONDS: Final = 4.0
STATEMENT_SECONDS: Final = 10.0
"""How long the writer waits for PostgreSQL: it may be cut off, though the connection stands."""
IDLE_SECONDS: Final = 4.0
"""How long PostgreSQL waits for a writer within a transaction: one that is frozen or cut off just
then must not hold up all others until somebody notices."""
READ_SECONDS: Final = 60.0
KEEP_ALIVE: Final = {
    "TCP_KEEPIDLE": 2,
    "TCP_KEEPINTVL": 1,
    "TCP_KEEPCNT": 3,
    "TCP_USER_TIMEOUT": 4000,
}
"""A machine that is out of reach is noticed in about five seconds, however long a commit takes."""


def address(url: str) -> str:
    """The URL with the driver that we use; a bare path is a SQLite file."""
    if "://" not in url:
        return f"sqlite+aiosqlite:///{url}"
    scheme, rest = url.split("://", 1)
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
    drivers |= {"postgres": "postgresql+asyncpg"}
    if scheme.split("+")[0] not in drivers:
        raise BadStore(f"{scheme}: no such database; allowed: a path, sqlite:///, postgresql://")
    return f"{drivers.get(scheme, scheme)}://{rest}"


class Store:
    """The room's database."""

    failed = Part[asyncio.Future[None] | None]("writer")
    head = Part[Head]("writer")
    here = Part[asyncio.Event]("writer")
    outages = Part[int]("writer")
    stalled = Part[bool]("writer")
    waiting_seconds = Part[float]("writer")
    stalls = Part[list[Callable[[], None]]]("writer")

    def __init__(
        self,
        url: str,
        key: str = "",
        key_file: str = "",
        fence: Fence | None = None,
        outside: Outside = WORLD,
    ) -> None:
        self.url, self._outside = address(url), outside
        self.sqlite = self.url.startswith("sqlite")
        self.path = self.url.partition(":///")[2] if self.sqlite else ""
        self.key, self.key_file = key, seals.path(self.path, key_file)
        self.engine = self._engine(write=True)
        self.seal: Seal
        self.writer = Writer(
            self.engine if self.sqlite else self._hurried(fence.node if fence else "")
        )
        self.writer.fence = fence
        if fence is not None and self.sqlite:
            raise BadStore("nodes share a PostgreSQL: name it, postgresql://…")
        self._lock: IO[bytes] | None = None
        self._pinned: AsyncConnection | None = None

    def _engine(self, *, write: bool) -> AsyncEngine:
        if not self.sqlite:
            read_only = {"default_transaction_read_only": "on"}
            return self._outside.engine(
                self.url,
                pool_size=4,
                pool_pre_ping=True,
                hide_parameters=True,
                connect_args={} if write else {"server_settings": read_only},
            )
        if not write:
            where = f"sqlite+aiosqlite:///file:{self.path}?mode=ro&uri=true"
            return self._outside.engine(where, hide_parameters=True)
        engine = self._outside.engine(self.url, connect_args={"timeout": 30}, hide_parameters=True)
        sa.event.listen(engine.sync_engine, "connect", _tune)
        return engine

    def _hurried(self, node: str) -> AsyncEngine:
        """PostgreSQL for the writer: what does not answer in time counts as gone."""
        patience: dict[str, Any] = {
            "timeout": CONNECT_SECONDS,
            "command_timeout": STATEMENT_SECONDS,
        }
        patience["server_settings"] = {
            "idle_in_transaction_session_timeout": str(round(IDLE_SECONDS * 1000)),
            "croupier.node": node,  # What a node writes is posted for the others.
        }
        engine = self._outside.engine(
            self.url, pool_pre_ping=True, hide_parameters=True, connect_args=patience
        )
        sa.event.listen(engine.sync_engine, "connect", _keep_alive)
        return engine

    async def open(self, *, write: bool = True) -> None:
        """Make the room's own, bring up to date, and begin to write; or only read."""
        if self.writer.begun:
            return
        if self.sqlite and write:
            self._lock = hold_file(self.path)
        if not write:
            check_there(self.path)
            self.engine = self._engine(write=False)
        try:
            if write and not self.sqlite:
                self.writer.link = await hold_server(
                    self.writer.engine, shared=self.writer.fence is not None
                )
            await self._make_ready(write=write)
            if write:
                await self.writer.begin(self.seal)
        except (OSError, sa.exc.DBAPIError) as error:
            await self._let_go()
            cause = getattr(error, "orig", None) or error
            raise BadStore(f"the database cannot be opened: {cause}") from None
        except (BadStore, BadKey) as error:
            await self._let_go()
            raise BadStore(str(error)) from None

    async def _make_ready(self, *, write: bool) -> None:
        """Schema, key, epoch and chain."""
        where = self.path or "this database"
        fenced = write and self.writer.fence is not None
        async with self.engine.begin() as link:
            if fenced:
                await one_by_one(link)
            if not await link.run_sync(check_ours, where, write=write):
                await link.run_sync(_upgrade)
            known = await self._chained(link)
            self.seal = self._seal(new=write and not known)
            for engine in self.engine, self.writer.engine:
                engine.sync_engine.dialect.seal = self.seal  # type: ignore[attr-defined]
            if not write:
                return
            self.writer.epoch = await (share_epoch(link) if fenced else take_epoch(link))
            if fenced:
                await fencing.head(link)  # Nobody adds to the chain while we look for its end.
            found = await chain.head(link) if known else await chain.adopt(link, self.seal)
            self.writer.head = found
            if not known:
                await link.execute(sa.insert(schema.facts).values(name=CHAIN, value="begun"))
            if fenced:
                await fencing.note(link, {fencing.HEAD: str(found)})

    async def _chained(self, link: AsyncConnection) -> bool:
        query = sa.select(schema.facts.c.value).where(schema.facts.c.name == CHAIN)
        return (await link.execute(query)).first() is not None

    def _seal(self, *, new: bool) -> Seal:
        """The house's key; new books get one of their own."""
        if self.key:
            return seals.of(self.key)
        if new and not self.key_file.exists():
            seals.add(self.key_file)
        return seals.read(self.key_file)

    # Writing.

    async def commit(self, batch: Batch) -> None:
        """Return when it is durable; `No` if it cannot be written."""
        await self.writer.commit(batch)

    # Reading.

    async def rows(self, query: sa.Executable) -> Sequence[Any]:
        """All rows of a query."""
        async with self._reading() as link:
            return (await link.execute(query)).all()

    async def row(self, query: sa.Executable) -> Any:
        """The first row of a query."""
        async with self._reading() as link:
            return (await link.execute(query)).first()

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        """Nobody waits for ever for an answer that a cut network has swallowed."""
        with _findable():
            if self._pinned is not None:
                yield self._pinned
                return
            async with asyncio.timeout(None if self.sqlite else READ_SECONDS):
                async with self.engine.connect() as link:
                    yield link

    @contextlib.asynccontextmanager
    async def at_one_instant(self) -> AsyncIterator[None]:
        """Everything that is read is of one instant, whatever is written meanwhile."""
        level = "AUTOCOMMIT" if self.sqlite else "REPEATABLE READ"
        async with self.engine.connect() as link:
            self._pinned = await link.execution_options(isolation_level=level)
            try:
                if self.sqlite:
                    await link.exec_driver_sql("BEGIN")
                yield
            finally:
                self._pinned = None
                if self.sqlite:
                    await link.exec_driver_sql("ROLLBACK")

    async def close(self) -> None:
        """Write what is waiting, and let go."""
        await self.writer.close()
        await self._let_go()

    async def _let_go(self) -> None:
        """SQLite's own locks would fall with the file, so that is closed last."""
        await self.writer.let_go()
        await self.writer.engine.dispose()
        await self.engine.dispose()
        if self._lock is not None:
            self._lock.close()
        self._lock = None


@contextlib.contextmanager
def _findable() -> Iterator[None]:
    """Looking for what no column could hold is refused; the store is not at fault."""
    try:
        yield
    except Exception as error:
        refused = faults.refusal(error)
        if refused is None and faults.lost(error):
            refused = faults.away()
        if refused is None:
            raise
        raise refused from None


def _tune(link: Any, _: Any) -> None:
    cursor = link.cursor()
    for pragma in "journal_mode = WAL", "synchronous = FULL", "busy_timeout = 30000":
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _keep_alive(link: Any, _: Any) -> None:
    """By the kernel's own means, which tell a slow database from one that is out of reach."""
    line = link.driver_connection._transport.get_extra_info("socket")  # noqa: SLF001
    if line is not None and line.family != socket.AF_UNIX:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in KEEP_ALIVE.items():
            if hasattr(socket, option):
                line.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


def _upgrade(link: sa.Connection) -> None:
    # Imported here because a database that is up to date does not need it.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = link
    command.upgrade(config, "head")


def encoded(value: object) -> bytes:
    """JSON for a column."""
    return msgspec.json.encode(value)
