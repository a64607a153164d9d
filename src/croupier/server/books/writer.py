"""The writer: takes all batches that wait, writes them in one transaction and tells everybody.

A batch that cannot be written is refused, and only that one. When PostgreSQL goes away, batches
wait for it a while and are then refused as `busy`; the writer finds it again by itself. It writes
through the connection that holds the room's lock and no other: a room without it cannot write.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.core.felt import Fault
from croupier.server import chance
from croupier.server.books import faults, schema
from croupier.server.books.batch import Batch, write
from croupier.server.books.chain import Head
from croupier.server.books.fence import HEAD, Fence, Lost, note, noted, places
from croupier.server.books.possession import BadStore, check_epoch, hold_server
from croupier.server.books.seals import Seal
from croupier.server.clock import monotonic
from croupier.server.metrics import COMMIT_SECONDS, GROUP, POSTINGS
from croupier.server.refusals import No

MOST: Final = 400
"""Batches in one transaction: more would make the first wait for the last."""
PATIENCE_SECONDS: Final = 5.0
"""How long a batch waits for a database that went away."""
AWAY_SECONDS: Final = 600.0
"""How long the room waits for it."""
RETRY_SECONDS: Final = 0.2
BEAT_SECONDS: Final = 3.0
MARK: Final = "last commit:"
"""How the facts begin that name the last commit of each writer."""

log = structlog.get_logger()


class Writer:
    """One task, one connection, one order."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine, self.sqlite = engine, engine.dialect.name == "sqlite"
        self.link: AsyncConnection | None = None
        """On PostgreSQL it holds the lock."""
        self.seal: Seal
        self.head, self.epoch = Head(), 0
        self.fence: Fence | None = None
        """Of a node beside others: what it may write."""
        self.failed: asyncio.Future[None] | None = None
        self.here = asyncio.Event()
        """Whether the database can be written to."""
        self.here.set()
        self.outages = 0
        self.stalls: list[Callable[[], None]] = []
        """What is done when the database has been away for long: all that waits is refused."""
        self._away_since: float | None = None
        self._writing_since: float | None = None
        self._waiting: deque[Batch] = deque()
        self._called = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    @property
    def begun(self) -> bool:
        """Whether it writes."""
        return self._task is not None

    async def begin(self, seal: Seal) -> None:
        """From now on."""
        self.seal = seal
        self.link = self.link or await self.engine.connect()
        self.failed = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._write_groups(), name="writer")

    async def close(self) -> None:
        """Write what is waiting."""
        self._closing = True
        self.here.set()
        self._called.set()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def let_go(self) -> None:
        """Of the connection, and of the lock with it."""
        if self.link is not None:
            with contextlib.suppress(Exception):
                await self.link.close()
        self.link = None

    async def commit(self, batch: Batch) -> None:
        """Return when it is durable."""
        if batch.empty:
            return
        if self.fence is not None:
            self.fence.settle(batch)
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
        if self._closing or self._task is None or self._task.done():
            raise Fault("the store is closed")
        if self.stalled:
            raise faults.away()
        batch.check()

    async def _write_groups(self) -> None:
        group: list[Batch] = []
        try:
            while not (self._closing and not self._waiting):
                if self.link is None:
                    await self._find_again()
                await self._rest()
                while self._waiting and self.link is not None:
                    group = self._next_group()
                    await self._group(self.link, group)
        except BaseException as error:
            self._fail(group, error)
            raise

    async def _rest(self) -> None:
        """Until there is something to write; PostgreSQL is asked now and then whether it is there,
        for a connection that was cut silently looks like one that is idle.
        """
        while not (self._waiting or self._closing):
            self._called.clear()
            try:
                async with asyncio.timeout(None if self.sqlite else BEAT_SECONDS):
                    await self._called.wait()
            except TimeoutError:
                if self.link is not None:
                    await self._group(self.link, [])
                if self.link is None:
                    return

    def _next_group(self) -> list[Batch]:
        """All that wait, up to one that is written by itself."""
        group = [self._waiting.popleft()]
        while (
            self._waiting and len(group) < MOST and not (group[0].alone or self._waiting[0].alone)
        ):
            group.append(self._waiting.popleft())
        return group

    async def _group(self, link: AsyncConnection, group: list[Batch]) -> None:
        began, mark = monotonic(), ""
        self._writing_since = self._writing_since or monotonic()
        head = Head(self.head.link, self.head.chain)
        try:
            await check_epoch(link, self.epoch)
            if self.fence is not None and group:
                head = await self.fence.hold(link, group)
            await write(link, group, self.seal, head)
            mark = await self._mark(link, head) if group else ""
            await link.commit()
        except Exception as error:  # noqa: BLE001 - looked at one by one.
            if not await self._in_spite(link, group, mark, error):
                return
        self.head, self._writing_since = head, None
        for batch in group:
            batch.end()
        if group:
            GROUP.observe(len(group))
            POSTINGS.inc(sum(len(batch.rows.get(schema.postings, ())) for batch in group))
            COMMIT_SECONDS.observe(monotonic() - began)

    async def _in_spite(
        self, link: AsyncConnection, group: list[Batch], mark: str, error: BaseException
    ) -> bool:
        """Whether a group is written although its transaction failed; else it is seen to."""
        if isinstance(error, Lost):
            await link.rollback()
            self._lose(group, error)
            return False
        refused = faults.refusal(error)
        if refused is not None:
            await link.rollback()
            self._refuse(group, refused)
            self._writing_since = None
            return False
        if self.sqlite or not faults.lost(error):
            raise error
        for end in link.invalidate, link.close:
            with contextlib.suppress(Exception):
                await end()
        self.link = None
        if mark:  # It was about to be committed: only the database knows whether it was.
            await self._find_again()
            if await self._was_committed(mark):
                return True
        self._again(group)
        return False

    def _lose(self, group: list[Batch], lost: Lost) -> None:
        """What is another node's now is not written; the rest of the group is tried again."""
        self._writing_since = None
        if self.fence is not None:
            self.fence.lost(lost.places)
        gone = [batch for batch in group if lost.all or places(batch) & lost.places]
        for batch in gone:
            batch.end(lost)
        self._again([batch for batch in group if batch not in gone])

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

    def _fail(self, group: Iterable[Batch], error: BaseException) -> None:
        """Books that cannot be written stop the room: nobody may hear what is not in them."""
        for batch in (*group, *self._waiting):
            batch.end(error)
        self._waiting.clear()
        if self.failed is not None and not self.failed.done():
            self.failed.set_exception(error)

    # A database that goes away, and comes back.

    @property
    def waiting_seconds(self) -> float:
        """How long the books have waited for the commit that is being written, or for PostgreSQL
        to come back.
        """
        since = self._writing_since or self._away_since
        return 0.0 if since is None else monotonic() - since

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
        while self.link is None:
            if self._closing or monotonic() - self._away_since > AWAY_SECONDS:
                raise BadStore("the database went away and did not come back")
            if self.stalled:
                self._refuse_waiting()
            try:
                await self._hold_again()
            except Exception as error:
                if not faults.lost(error):
                    raise
            if self.link is None:
                await asyncio.sleep(RETRY_SECONDS)
        log.info("the database is back", away_seconds=round(monotonic() - self._away_since, 1))
        self._away_since = None
        self.here.set()

    async def _hold_again(self) -> None:
        """The lock, unless somebody else has it; and never another room's books."""
        async with self.engine.connect() as link:
            await check_epoch(link, self.epoch)
        with contextlib.suppress(BadStore):  # What we have lost may still hold it.
            self.link = await hold_server(self.engine, shared=self.fence is not None)

    def _refuse_waiting(self) -> None:
        waiting, self._waiting, self._writing_since = self._waiting, deque(), None
        for batch in waiting:
            batch.end(faults.away())
        for stall in self.stalls:
            stall()

    async def _mark(self, link: AsyncConnection, head: Head) -> str:
        """By what a commit is known, also when its answer is lost. PostgreSQL's own number of it
        would not do: after a crash another transaction may get the same.
        """
        if self.sqlite:
            return ""
        mark = chance.hexed(8)
        await note(link, {self._own: mark} | ({HEAD: str(head)} if self.fence else {}))
        return mark

    @property
    def _own(self) -> str:
        """Where its marks are noted."""
        return f"{MARK}{self.fence.node if self.fence else ''}"

    async def _was_committed(self, mark: str) -> bool:
        for _ in range(round(AWAY_SECONDS / RETRY_SECONDS)):
            try:
                async with self.engine.connect() as link:
                    await link.execution_options(isolation_level="AUTOCOMMIT")
                    return await noted(link, self._own) == mark
            except Exception as error:
                if not faults.lost(error):
                    raise
            await asyncio.sleep(RETRY_SECONDS)
        raise BadStore("the database does not say what became of the last commit")
