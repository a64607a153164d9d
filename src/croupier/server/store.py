"""The store: one writer that commits in groups, and readers beside it.

Whoever writes hands a `Batch` over and waits. The writer takes all that are waiting, writes them in
one transaction and tells everybody at once: one flush to the disk serves them all. SQLite by
default (WAL, synchronous FULL), PostgreSQL by its URL, with the same code.

A batch that cannot be written is refused, and only that one. When PostgreSQL goes away, batches
wait for it a while and are then refused as `busy`; the writer finds it again by itself. It writes
through the connection that holds the room's lock and no other: a room without it cannot write.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import monotonic, perf_counter
from typing import IO, Any, Final

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from croupier.felt import Fault
from croupier.server import chain, faults, schema, seals
from croupier.server.batch import Batch, write
from croupier.server.chain import Head
from croupier.server.metrics import COMMIT_SECONDS, GROUP, POSTINGS
from croupier.server.possession import (
    BadStore,
    check_epoch,
    check_ours,
    check_there,
    hold_file,
    hold_server,
    take_epoch,
)
from croupier.server.refusals import No
from croupier.server.seals import BadKey, Seal

CHAIN: Final = "chain"
MOST: Final = 400
"""Batches in one transaction: more would make the first wait for the last."""
PATIENCE_SECONDS: Final = 5.0
"""How long a batch waits for a database that went away."""
AWAY_SECONDS: Final = 600.0
"""How long the room waits for it."""
RETRY_SECONDS: Final = 0.2

__all__ = ["BadStore", "Batch", "Store", "address", "encoded"]

log = structlog.get_logger()


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

    def __init__(self, url: str, key: str = "", key_file: str = "") -> None:
        self.url = address(url)
        self.sqlite = self.url.startswith("sqlite")
        self.path = self.url.partition(":///")[2] if self.sqlite else ""
        self.key, self.key_file = key, seals.path(self.path, key_file)
        self.head, self.epoch = Head(), 0
        self.engine = self._engine(write=True)
        self.seal: Seal
        self.failed: asyncio.Future[None] | None = None
        self.here = asyncio.Event()
        """Whether the database can be written to."""
        self.here.set()
        self.outages = 0
        self.stalls: list[Callable[[], None]] = []
        """What is done when the database has been away for long: who waits is refused."""
        self._away_since: float | None = None
        self._waiting: deque[Batch] = deque()
        self._called = asyncio.Event()
        self._closing = False
        self._writer: asyncio.Task[None] | None = None
        self._lock: IO[bytes] | None = None
        self._link: AsyncConnection | None = None
        """The writer's own, which on PostgreSQL holds the lock."""
        self._pinned: AsyncConnection | None = None

    def _engine(self, *, write: bool) -> AsyncEngine:
        if not self.sqlite:
            read_only = {"default_transaction_read_only": "on"}
            return create_async_engine(
                self.url,
                pool_size=4,
                pool_pre_ping=True,
                hide_parameters=True,
                connect_args={} if write else {"server_settings": read_only},
            )
        if not write:
            where = f"sqlite+aiosqlite:///file:{self.path}?mode=ro&uri=true"
            return create_async_engine(where, hide_parameters=True)
        engine = create_async_engine(self.url, connect_args={"timeout": 30}, hide_parameters=True)
        sa.event.listen(engine.sync_engine, "connect", _tune)
        return engine

    async def open(self, *, write: bool = True) -> None:
        """Make the room's own, bring up to date, and begin to write; or only read."""
        if self._writer is not None:
            return
        if self.sqlite and write:
            self._lock = hold_file(self.path)
        if not write:
            check_there(self.path)
            self.engine = self._engine(write=False)
        try:
            if write and not self.sqlite:
                self._link = await hold_server(self.engine)
            await self._make_ready(write=write)
            if write and self.sqlite:
                self._link = await self.engine.connect()
        except (OSError, sa.exc.DBAPIError) as error:
            await self._let_go()
            cause = getattr(error, "orig", None) or error
            raise BadStore(f"the database cannot be opened: {cause}") from None
        except (BadStore, BadKey) as error:
            await self._let_go()
            raise BadStore(str(error)) from None
        if write:
            self.failed = asyncio.get_running_loop().create_future()
            self._writer = asyncio.create_task(self._write_groups(), name="writer")

    async def _make_ready(self, *, write: bool) -> None:
        """Schema, key, epoch and chain."""
        where = self.path or "this database"
        async with self.engine.begin() as link:
            if not await link.run_sync(check_ours, where, write=write):
                await link.run_sync(_upgrade)
            known = await self._chained(link)
            self.seal = self._seal(new=write and not known)
            self.engine.sync_engine.dialect.seal = self.seal  # type: ignore[attr-defined]
            if not write:
                return
            self.epoch = await take_epoch(link)
            self.head = await chain.head(link) if known else await chain.adopt(link, self.seal)
            if not known:
                await link.execute(sa.insert(schema.facts).values(name=CHAIN, value="begun"))

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
        """Return when it is durable."""
        if batch.empty:
            return
        try:
            self._check(batch)
        except BaseException as error:
            batch.end(error)
            raise
        batch.done = asyncio.get_running_loop().create_future()
        self._waiting.append(batch)
        self._called.set()
        await batch.done

    def _check(self, batch: Batch) -> None:
        if self._closing or self._writer is None:
            raise Fault("the store is closed")
        if self.stalled:
            raise faults.away()
        batch.check()

    async def _write_groups(self) -> None:
        group: list[Batch] = []
        try:
            while not (self._closing and not self._waiting):
                if self._link is None:
                    await self._find_again()
                await self._called.wait()
                self._called.clear()
                while self._waiting and self._link is not None:
                    group = self._next_group()
                    await self._group(self._link, group)
        except BaseException as error:
            self._fail(group, error)
            raise

    def _next_group(self) -> list[Batch]:
        """All that wait, up to one that is written by itself."""
        group = [self._waiting.popleft()]
        while (
            self._waiting and len(group) < MOST and not (group[0].alone or self._waiting[0].alone)
        ):
            group.append(self._waiting.popleft())
        return group

    async def _group(self, link: AsyncConnection, group: list[Batch]) -> None:
        began, number = perf_counter(), ""
        head = Head(self.head.link, self.head.chain)
        try:
            await check_epoch(link, self.epoch)
            await write(link, group, self.seal, head)
            number = await self._number(link)
            await link.commit()
        except Exception as error:  # noqa: BLE001 - looked at one by one.
            if not await self._in_spite(link, group, number, error):
                return
        self.head = head
        for batch in group:
            batch.end()
        GROUP.observe(len(group))
        POSTINGS.inc(sum(len(batch.rows.get(schema.postings, ())) for batch in group))
        COMMIT_SECONDS.observe(perf_counter() - began)

    async def _in_spite(
        self, link: AsyncConnection, group: list[Batch], number: str, error: BaseException
    ) -> bool:
        """Whether a group is written although its transaction failed; else it is seen to."""
        refused = faults.refusal(error)
        if refused is not None:
            await link.rollback()
            self._refuse(group, refused)
            return False
        if self.sqlite or not faults.lost(error):
            raise error
        with contextlib.suppress(Exception):
            await link.invalidate()
        self._link = None
        if number:  # It was about to be committed: only the database knows whether it was.
            await self._find_again()
            if await self._was_committed(number):
                return True
        self._again(group)
        return False

    def _refuse(self, group: list[Batch], refused: No) -> None:
        """One of them cannot be written: each is tried by itself, and only that one fails."""
        if len(group) == 1:
            group[0].end(refused)
            return
        for batch in group:
            batch.alone = True
        self._again(group)

    def _again(self, group: list[Batch]) -> None:
        self._waiting.extendleft(reversed(group))
        self._called.set()

    def _fail(self, group: Iterable[Batch], error: BaseException) -> None:
        """Books that cannot be written stop the room: nobody may hear what is not in them."""
        for batch in (*group, *self._waiting):
            batch.end(error)
        self._waiting.clear()
        if self.failed is not None and not self.failed.done():
            self.failed.set_exception(error)

    # A database that goes away, and comes back.

    @property
    def stalled(self) -> bool:
        """Whether it has been away for longer than anybody waits."""
        since = self._away_since
        return since is not None and monotonic() - since > PATIENCE_SECONDS

    async def _find_again(self) -> None:
        """A new connection with the lock; until then batches wait, and are refused in time."""
        self._away_since, self.outages = monotonic(), self.outages + 1
        self.here.clear()
        log.warning("the database went away")
        while self._link is None:
            if self._closing or monotonic() - self._away_since > AWAY_SECONDS:
                raise BadStore("the database went away and did not come back")
            if self.stalled:
                self._refuse_waiting()
            try:
                await self._hold_again()
            except Exception as error:
                if not faults.lost(error):
                    raise
            if self._link is None:
                await asyncio.sleep(RETRY_SECONDS)
        log.info("the database is back", away_seconds=round(monotonic() - self._away_since, 1))
        self._away_since = None
        self.here.set()

    async def _hold_again(self) -> None:
        """The lock, unless somebody else has it; and never another room's books."""
        async with self.engine.connect() as link:
            await check_epoch(link, self.epoch)
        with contextlib.suppress(BadStore):  # What we have lost may still hold it.
            self._link = await hold_server(self.engine)

    def _refuse_waiting(self) -> None:
        waiting, self._waiting = self._waiting, deque()
        for batch in waiting:
            batch.end(faults.away())
        for stall in self.stalls:
            stall()

    async def _number(self, link: AsyncConnection) -> str:
        """By what PostgreSQL knows a transaction, also when the answer to its commit is lost."""
        if self.sqlite:
            return ""
        return str((await link.exec_driver_sql("SELECT pg_current_xact_id()::text")).scalar())

    async def _was_committed(self, number: str) -> bool:
        query = sa.text("SELECT pg_xact_status(CAST(CAST(:number AS text) AS xid8))")
        for _ in range(round(AWAY_SECONDS / RETRY_SECONDS)):
            with contextlib.suppress(No):  # It went away again.
                status = (await self.row(query.bindparams(number=number)))[0]
                if status != "in progress":
                    return str(status) == "committed"
            await asyncio.sleep(RETRY_SECONDS)
        raise BadStore("the database does not say what became of the last commit")

    # Reading.

    async def rows(self, query: sa.Executable) -> Sequence[Any]:
        """All rows of a query."""
        with _findable():
            if self._pinned is not None:
                return (await self._pinned.execute(query)).all()
            async with self.engine.connect() as link:
                return (await link.execute(query)).all()

    async def row(self, query: sa.Executable) -> Any:
        """The first row of a query."""
        with _findable():
            if self._pinned is not None:
                return (await self._pinned.execute(query)).first()
            async with self.engine.connect() as link:
                return (await link.execute(query)).first()

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
        self._closing = True
        self.here.set()
        self._called.set()
        if self._writer is not None:
            await asyncio.gather(self._writer, return_exceptions=True)
        await self._let_go()

    async def _let_go(self) -> None:
        """SQLite's own locks would fall with the file, so that is closed last."""
        if self._link is not None:
            with contextlib.suppress(Exception):
                await self._link.close()
        await self.engine.dispose()
        if self._lock is not None:
            self._lock.close()
        self._lock = self._link = None


@contextlib.contextmanager
def _findable() -> Iterator[None]:
    """Who looks for what no column could hold is told so; it is no fault of the store."""
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
