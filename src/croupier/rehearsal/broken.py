"""What stands in the place of something of the room when it is broken on purpose (`plants`)."""

import asyncio
from typing import Any

from croupier.room import commands
from croupier.room.record import Record
from croupier.room.table import Table
from croupier.server import clock
from croupier.server.books import batch as writing
from croupier.server.books import chain, holds, schema
from croupier.server.books import fence as fencing
from croupier.server.books.batch import Batch
from croupier.server.books.fence import Fence
from croupier.server.books.writer import Writer
from croupier.server.clock import Clock
from croupier.server.live import entries, sight
from croupier.server.live.errands import Step
from croupier.server.live.nodes import Nodes
from croupier.server.live.relay import Relay
from croupier.server.live.runner import Runner
from croupier.server.live.telling import Telling


async def nothing(*_: Any, **__: Any) -> None:
    """Nothing is done."""


def still(*_: Any, **__: Any) -> None:
    """Nothing is done."""


async def told_first(self: Runner) -> None:
    now = self.room.clock.now()
    step, before = Step(Batch(), self.record.seq + 1), self.record.point
    try:
        self._fill(step, now)
        self._publish(step)
        await self._write(step.batch)
    except Exception as error:  # noqa: BLE001
        self.record = self.record.back(before)
        await self._undo(step, error)  # type: ignore[arg-type]


async def unfenced(self: Fence, link: Any, group: list[Batch]) -> Any:
    for row in (row for one in group for row in one.rows.get(schema.acts, ())):
        row["epoch"] = self.epochs.get(fencing.unit(row["place"]), 0)
    return await fencing.head(link)


async def no(*_: Any) -> bool:
    return False


async def yes(*_: Any) -> bool:
    return True


_check = Runner._check


def taken_twice(self: Runner, errand: Any, batch: Batch) -> None:
    known, self.ids = self.ids, type(self.ids)()
    try:
        _check(self, errand, batch)
    finally:
        self.ids = known


async def clocks_run_on(room: Any, found: Runner) -> None:
    found.begin_at = room.clock.now() + room.settings.pause_seconds * room.clock.speed


async def twice(link: Any, settled: Any) -> None:
    await _settle(link, settled)
    for (_, account), _left in sorted(settled.items()):
        query = "UPDATE accounts SET held = max(0, held - 100) WHERE name = $1"
        await link.exec_driver_sql(query, (account,))


_settle = holds.settle
_view = sight.view


def open_cards(table: Table, seat: int) -> Any:
    return _view(table, next(iter(sorted(table.sitters)), seat))


def first_seat(self: Runner, player: str) -> int:
    return min(self.record.owners.values(), default=0) if player else 0


_missed = Telling._missed


def one_skipped(self: Telling, player: str, since: int) -> Any:
    return _missed(self, player, since + 1 if since else 0)


async def none_freed(*_: Any) -> list[str]:
    return []


def by_the_wall(self: Clock) -> float:
    return clock.time() * self.speed


def one_ahead(batch: Batch, record: Record) -> None:
    _keep(batch, record)
    batch.rows[schema.tables][-1]["acts"] += 1


_keep = entries.keep
_hold = Fence.hold


async def old_head(self: Fence, link: Any, group: list[Batch]) -> Any:
    head = await _hold(self, link, group)
    known = getattr(self, "known", None) or head
    self.known = known  # type: ignore[attr-defined]
    return known


def unlinked(_: Any, __: Any, rows: Any) -> Any:
    return {
        table: [row | {"link": None, "chain": None} for row in new]
        if table in chain.TABLES
        else new
        for table, new in rows.items()
    }


_journal = entries.journal


def forgetful(batch: Batch, record: Record, command: Any, *rest: Any) -> None:
    if not isinstance(command, commands.Tick):
        _journal(batch, record, command, *rest)


async def in_two(self: Runner, batch: Batch) -> None:
    if self.owner or not batch.rows:
        await _write(self, batch)
        return
    first = Batch()
    first.rows = {k: v for k, v in batch.rows.items() if k is schema.acts}
    await self.room.store.commit(first)
    batch.rows = {k: v for k, v in batch.rows.items() if k is not schema.acts}
    await _write(self, batch)


_write = Runner._write


async def kept_in_memory(self: Runner) -> None:
    now = self.room.clock.now()
    step = Step(Batch(), self.record.seq + 1)
    try:
        self._fill(step, now)
        await self._write(step.batch)
    except Exception as error:  # noqa: BLE001
        self._read_again = nothing  # type: ignore[method-assign]
        await self._undo(step, error)  # type: ignore[arg-type]
    else:
        self._publish(step)


async def ids_kept(self: Runner, step: Step, error: Any) -> None:
    step.taken = []
    await _undo(self, step, error)


_undo = Runner._undo


def without_hello(self: Relay, frame: Any, node: Any) -> None:
    self._hello, said = b"", self._hello
    _pass(self, frame, node)
    self._hello = said or frame


_pass = Relay._pass


def forgotten(self: Writer, group: list[Batch]) -> None:
    if not any(one.rows.get(schema.acts) for one in group):
        _again(self, group)


_again = Writer._again
_tell = Telling.tell


def told_twice(self: Telling, first: int, items: Any, now: float) -> None:
    _tell(self, first, items, now)
    _tell(self, first, items, now)


async def only_up(link: Any, changes: Any) -> None:
    await _change(link, {account: change for account, change in changes.items() if change > 0})


_change = writing._change


def nothing_promised(*_: Any) -> int:
    return 0


async def before_the_end(self: Nodes, runner: Runner, to: str = "") -> None:
    epoch = self.fence.epochs.get(runner.name, 0)
    if epoch:
        await self.leases.give(runner.name, epoch, to)
        await asyncio.sleep(1)
        self.fence.epochs.pop(runner.name, None)
