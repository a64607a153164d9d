"""The store: one writer that commits in groups, and readers beside it.

Whoever writes hands a `Batch` over and waits. The writer takes all that are waiting, writes them in
one transaction and tells everybody at once: one flush to the disk serves them all. SQLite by
default (WAL, synchronous FULL), PostgreSQL by its URL, with the same code.
"""

import asyncio
import contextlib
import fcntl
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import IO, Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from croupier.felt import Fault
from croupier.room.ledger import Account
from croupier.server import schema
from croupier.server.metrics import COMMIT_SECONDS, GROUP, POSTINGS
from croupier.server.refusals import No

MOST: Final = 400
"""Batches in one transaction: more would make the first wait for the last."""
HEAD: Final = "0002"
ROOM_LOCK: Final = 0x63726F75
LOCK_SECONDS: Final = 3.0
DATA_EXCEPTION: Final = "22"
"""The class of PostgreSQL's errors about values."""
UNFIT: Final = "a number is too large, or a text has signs that nothing here has"


class BadStore(ValueError):
    """A database that cannot be used, and why."""


class Batch:
    """What is to be written, all of it or nothing."""

    __slots__ = ("balances", "done", "rows", "updates")

    def __init__(self) -> None:
        self.rows: dict[sa.Table, list[dict[str, Any]]] = {}
        self.balances: dict[Account, int] = {}
        self.updates: list[sa.Executable] = []
        self.done: asyncio.Future[None] | None = None

    def add(self, table: sa.Table, **row: Any) -> None:
        """One new row."""
        self.rows.setdefault(table, []).append(row)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to write."""
        return not (self.rows or self.updates or self.balances)


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

    def __init__(self, url: str) -> None:
        self.url = address(url)
        self.sqlite = self.url.startswith("sqlite")
        self.path = self.url.partition(":///")[2] if self.sqlite else ""
        self.engine: AsyncEngine = self._engine()
        self.failed: asyncio.Future[None] | None = None
        self._waiting: deque[Batch] = deque()
        self._called = asyncio.Event()
        self._closing = False
        self._writer: asyncio.Task[None] | None = None
        self._lock: IO[str] | AsyncConnection | None = None
        self._pinned: AsyncConnection | None = None

    def _engine(self) -> AsyncEngine:
        if not self.sqlite:
            return create_async_engine(self.url, pool_size=4, json_serializer=None)
        if self.path:
            Path(self.path).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(self.url, connect_args={"timeout": 30})
        sa.event.listen(engine.sync_engine, "connect", _tune)
        return engine

    async def open(self, *, write: bool = True) -> None:
        """Make the room's own, bring up to date, and begin to write."""
        try:
            if write:
                await self._make_ours()
            await self._migrate()
        except (OSError, sa.exc.DBAPIError) as error:
            await self._let_go()
            cause = getattr(error, "orig", None) or error
            raise BadStore(f"the database cannot be opened: {cause}") from None
        if write:
            self.failed = asyncio.get_running_loop().create_future()
            self._writer = asyncio.create_task(self._write_groups(), name="writer")

    async def _make_ours(self) -> None:
        """Two rooms on one database would deal the same chips twice."""
        if self.sqlite:
            lock = Path(f"{self.path}.lock").open("w")  # noqa: ASYNC230, SIM115 - held until the end.
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                lock.close()
                raise BadStore(f"{self.path} is in use by another room") from None
            self._lock = lock
            return
        held = await self.engine.connect()
        for wait in (*[LOCK_SECONDS / 10] * 10, 0):  # A killed room's lock goes a moment later.
            query = sa.select(sa.func.pg_try_advisory_lock(ROOM_LOCK))
            ours = (await held.execute(query)).scalar()
            await held.commit()
            if ours:
                self._lock = held
                return
            await asyncio.sleep(wait)
        await held.close()
        raise BadStore("the database is in use by another room")

    async def _migrate(self) -> None:
        async with self.engine.begin() as link:
            if await link.run_sync(_revision) != HEAD:
                await link.run_sync(_upgrade)

    # Writing.

    async def commit(self, batch: Batch) -> None:
        """Return when it is durable."""
        if batch.empty:
            return
        if self._closing or self._writer is None:
            raise Fault("the store is closed")
        batch.done = asyncio.get_running_loop().create_future()
        self._waiting.append(batch)
        self._called.set()
        await batch.done

    async def _write_groups(self) -> None:
        async with self.engine.connect() as link:
            while not (self._closing and not self._waiting):
                await self._called.wait()
                self._called.clear()
                while self._waiting:
                    few = min(MOST, len(self._waiting))
                    await self._group(link, [self._waiting.popleft() for _ in range(few)])

    async def _group(self, link: AsyncConnection, group: list[Batch]) -> None:
        began = perf_counter()
        try:
            await _write(link, group)
            await link.commit()
        except IntegrityError as error:
            await link.rollback()
            await self._one_by_one(link, group, error)
            return
        except BaseException as error:
            self._fail(group, error)
            raise
        for batch in group:
            _tell(batch, None)
        GROUP.observe(len(group))
        POSTINGS.inc(sum(len(batch.rows.get(schema.postings, ())) for batch in group))
        COMMIT_SECONDS.observe(perf_counter() - began)

    async def _one_by_one(
        self, link: AsyncConnection, group: list[Batch], error: IntegrityError
    ) -> None:
        """One of them would do something twice: only that one fails."""
        if len(group) == 1:
            _tell(group[0], error)
            return
        for batch in group:
            await self._group(link, [batch])

    def _fail(self, group: Iterable[Batch], error: BaseException) -> None:
        """Books that cannot be written stop the room: nobody may hear what is not in them."""
        for batch in (*group, *self._waiting):
            _tell(batch, error)
        if self.failed is not None and not self.failed.done():
            self.failed.set_exception(error)

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
        self._called.set()
        if self._writer is not None:
            await asyncio.gather(self._writer, return_exceptions=True)
        await self._let_go()

    async def _let_go(self) -> None:
        if isinstance(self._lock, AsyncConnection):
            await self._lock.close()
        elif self._lock is not None:
            self._lock.close()
        self._lock = None
        await self.engine.dispose()


@contextlib.contextmanager
def _findable() -> Iterator[None]:
    """Who looks for what no column could hold is told so; it is no fault of the store."""
    try:
        yield
    except (OverflowError, UnicodeEncodeError):
        raise No("malformed", UNFIT) from None
    except sa.exc.DBAPIError as error:
        if str(getattr(error.orig, "sqlstate", "")).startswith(DATA_EXCEPTION):
            raise No("malformed", UNFIT) from None
        raise


def _tune(link: Any, _: Any) -> None:
    cursor = link.cursor()
    for pragma in "journal_mode = WAL", "synchronous = FULL", "busy_timeout = 30000":
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _tell(batch: Batch, error: BaseException | None) -> None:
    if batch.done is None or batch.done.done():
        return
    if error is None:
        batch.done.set_result(None)
    else:
        batch.done.set_exception(error)


async def _write(link: AsyncConnection, group: list[Batch]) -> None:
    rows: dict[sa.Table, list[dict[str, Any]]] = {}
    balances: dict[str, int] = {}
    for batch in group:
        for table, new in batch.rows.items():
            rows.setdefault(table, []).extend(new)
        balances.update({str(account): n for account, n in batch.balances.items()})
    if balances:
        items = sorted(balances.items())
        rows[schema.accounts] = [{"name": name, "balance": amount} for name, amount in items]
    for table, new in rows.items():
        await _insert(link, table, new)
    for batch in group:
        for update in batch.updates:
            await link.execute(update)


async def _insert(link: AsyncConnection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
    """Many rows as the driver takes them: thousands of bets must not pay for a query builder."""
    names = tuple(rows[0])
    query = _insertion(table, names, link.dialect.name)
    values = [tuple(row.values()) for row in rows]
    await link.exec_driver_sql(query, values if len(values) > 1 else values[0])


@cache
def _insertion(table: sa.Table, names: tuple[str, ...], dialect: str) -> str:
    marks = ["?"] * len(names)
    if dialect == "postgresql":
        marks = [f"${number}" for number in range(1, len(names) + 1)]
    listed = ", ".join(f'"{name}"' for name in names)
    query = f"INSERT INTO {table.name} ({listed}) VALUES ({', '.join(marks)})"  # noqa: S608
    if table not in _KEYS:
        return query
    changes = ", ".join(f'"{name}" = excluded."{name}"' for name in names if name != _KEYS[table])
    return f"{query} ON CONFLICT ({_KEYS[table]}) DO UPDATE SET {changes}"


_KEYS: Final = {schema.accounts: "name", schema.tables: "name", schema.facts: "name"}
"""Tables in which a new row takes the place of the one with the same key."""


def _revision(link: sa.Connection) -> str:
    if not sa.inspect(link).has_table("alembic_version"):
        return ""
    return str(link.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() or "")


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
