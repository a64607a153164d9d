"""Faults on purpose: each breaks one thing of the room, and a rehearsal must find it.

A law that cannot fail proves nothing. `croupier sim --plant NAME` plays with one of them,
`croupier sim --plants` with all.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from msgspec import Struct

from croupier.room import commands
from croupier.room.record import Record
from croupier.room.table import Table
from croupier.server import clock
from croupier.server.books import batch as writing
from croupier.server.books import chain, holds, schema
from croupier.server.books import fence as fencing
from croupier.server.books.batch import Batch
from croupier.server.books.fence import Fence
from croupier.server.books.leases import Leases
from croupier.server.books.writer import Writer
from croupier.server.clock import Clock
from croupier.server.live import entries, recovery, sight
from croupier.server.live.errands import Step
from croupier.server.live.funds import Funds
from croupier.server.live.mirror import Mirror
from croupier.server.live.nodes import Nodes
from croupier.server.live.relay import Relay
from croupier.server.live.runner import Runner
from croupier.server.live.telling import Telling


class Plant(Struct, frozen=True):
    """One thing that is broken."""

    name: str
    what: str
    seen: tuple[str, ...]
    """By which oracles it should be seen."""
    where: Any
    attribute: str
    instead: Any


async def _nothing(*_: Any, **__: Any) -> None:
    """Nothing is done."""


def _still(*_: Any, **__: Any) -> None:
    """Nothing is done."""


async def _told_first(self: Runner) -> None:
    now = self.room.clock.now()
    step, before = Step(Batch(), self.record.seq + 1), self.record.point
    try:
        self._fill(step, now)
        self._publish(step)
        await self._write(step.batch)
    except Exception as error:  # noqa: BLE001
        self.record = self.record.back(before)
        await self._undo(step, error)  # type: ignore[arg-type]


async def _unfenced(self: Fence, link: Any, group: list[Batch]) -> Any:
    for row in (row for one in group for row in one.rows.get(schema.acts, ())):
        row["epoch"] = self.epochs.get(fencing.unit(row["place"]), 0)
    return await fencing.head(link)


async def _no(*_: Any) -> bool:
    return False


async def _yes(*_: Any) -> bool:
    return True


_check = Runner._check


def _taken_twice(self: Runner, errand: Any, batch: Batch) -> None:
    known, self.ids = self.ids, type(self.ids)()
    try:
        _check(self, errand, batch)
    finally:
        self.ids = known


async def _clocks_run_on(room: Any, found: Runner) -> None:
    found.begin_at = room.clock.now() + room.settings.pause_seconds * room.clock.speed


async def _twice(link: Any, settled: Any) -> None:
    await _settle(link, settled)
    for (_, account), _left in sorted(settled.items()):
        query = "UPDATE accounts SET held = max(0, held - 100) WHERE name = $1"
        await link.exec_driver_sql(query, (account,))


_settle = holds.settle
_view = sight.view


def _open_cards(table: Table, seat: int) -> Any:
    return _view(table, next(iter(sorted(table.sitters)), seat))


def _first_seat(self: Runner, player: str) -> int:
    return min(self.record.owners.values(), default=0) if player else 0


_missed = Telling._missed


def _one_skipped(self: Telling, player: str, since: int) -> Any:
    return _missed(self, player, since + 1 if since else 0)


async def _none_freed(*_: Any) -> list[str]:
    return []


def _by_the_wall(self: Clock) -> float:
    return clock.time() * self.speed


def _one_ahead(batch: Batch, record: Record) -> None:
    _keep(batch, record)
    batch.rows[schema.tables][-1]["acts"] += 1


_keep = entries.keep
_hold = Fence.hold


async def _old_head(self: Fence, link: Any, group: list[Batch]) -> Any:
    head = await _hold(self, link, group)
    known = getattr(self, "known", None) or head
    self.known = known  # type: ignore[attr-defined]
    return known


def _unlinked(_: Any, __: Any, rows: Any) -> Any:
    return {
        table: [row | {"link": None, "chain": None} for row in new]
        if table in chain.TABLES
        else new
        for table, new in rows.items()
    }


_journal = entries.journal


def _forgetful(batch: Batch, record: Record, command: Any, *rest: Any) -> None:
    if not isinstance(command, commands.Tick):
        _journal(batch, record, command, *rest)


async def _in_two(self: Runner, batch: Batch) -> None:
    if self.owner or not batch.rows:
        await _write(self, batch)
        return
    first = Batch()
    first.rows = {k: v for k, v in batch.rows.items() if k is schema.acts}
    await self.room.store.commit(first)
    batch.rows = {k: v for k, v in batch.rows.items() if k is not schema.acts}
    await _write(self, batch)


_write = Runner._write


async def _kept_in_memory(self: Runner) -> None:
    now = self.room.clock.now()
    step = Step(Batch(), self.record.seq + 1)
    try:
        self._fill(step, now)
        await self._write(step.batch)
    except Exception as error:  # noqa: BLE001
        self._read_again = _nothing  # type: ignore[method-assign]
        await self._undo(step, error)  # type: ignore[arg-type]
    else:
        self._publish(step)


async def _ids_kept(self: Runner, step: Step, error: Any) -> None:
    step.taken = []
    await _undo(self, step, error)


_undo = Runner._undo


def _without_hello(self: Relay, frame: Any, node: Any) -> None:
    self._hello, said = b"", self._hello
    _pass(self, frame, node)
    self._hello = said or frame


_pass = Relay._pass


def _forgotten(self: Writer, group: list[Batch]) -> None:
    if not any(one.rows.get(schema.acts) for one in group):
        _again(self, group)


_again = Writer._again
_tell = Telling.tell


def _told_twice(self: Telling, first: int, items: Any, now: float) -> None:
    _tell(self, first, items, now)
    _tell(self, first, items, now)


async def _only_up(link: Any, changes: Any) -> None:
    await _change(link, {account: change for account, change in changes.items() if change > 0})


_change = writing._change


def _nothing_promised(*_: Any) -> int:
    return 0


async def _before_the_end(self: Nodes, runner: Runner, to: str = "") -> None:
    epoch = self.fence.epochs.get(runner.name, 0)
    if epoch:
        await self.leases.give(runner.name, epoch, to)
        await asyncio.sleep(1)
        self.fence.epochs.pop(runner.name, None)


PLANTS: Final = (
    Plant(
        "news-first",
        "news are told before they are written",
        ("told", "news", "gap"),
        Runner,
        "_turn",
        _told_first,
    ),
    Plant(
        "no-fence",
        "a node writes whatever it had",
        ("epoch", "time", "told", "owner", "books", "refused", "log"),
        Fence,
        "hold",
        _unfenced,
    ),
    Plant(
        "lost-is-failed",
        "a commit without an answer counts as failed",
        ("refused", "log", "told"),
        Writer,
        "_was_committed",
        _no,
    ),
    Plant(
        "lost-is-done",
        "a commit without an answer counts as done",
        ("told", "news", "books", "hole"),
        Writer,
        "_was_committed",
        _yes,
    ),
    Plant(
        "ids-forgotten",
        "whoever takes a table over forgets what was asked before",
        ("twice",),
        recovery,
        "_remember",
        _nothing,
    ),
    Plant(
        "taken-twice", "the same action is taken twice", ("twice",), Runner, "_check", _taken_twice
    ),
    Plant(
        "clocks-run-on",
        "clocks do not begin anew after a takeover",
        ("clock",),
        recovery,
        "_go_on",
        _clocks_run_on,
    ),
    Plant(
        "old-balance",
        "a node does not hear what others have booked",
        ("balance",),
        Mirror,
        "_accounts",
        _nothing,
    ),
    Plant(
        "hold-kept",
        "what was set aside stays so after a refusal",
        ("hold",),
        Funds,
        "give_back",
        _nothing,
    ),
    Plant(
        "hold-after",
        "what was set aside stays so after the buy-in",
        ("hold",),
        Fence,
        "settle",
        _still,
    ),
    Plant(
        "hold-twice",
        "what was set aside is released twice",
        ("held", "log"),
        holds,
        "settle",
        _twice,
    ),
    Plant(
        "open-cards", "a view shows another seat's cards", ("cards",), sight, "view", _open_cards
    ),
    Plant(
        "other-seat",
        "news are told as another seat sees them",
        ("cards", "news"),
        Runner,
        "hand_seat",
        _first_seat,
    ),
    Plant(
        "gap",
        "whoever comes back misses one piece of news",
        ("gap",),
        Telling,
        "_missed",
        _one_skipped,
    ),
    Plant(
        "none-freed", "nobody declares dead nodes gone", ("alive",), Leases, "sweep", _none_freed
    ),
    Plant(
        "wall-clock",
        "clocks follow the wall",
        ("time", "books", "alive"),
        Clock,
        "now",
        _by_the_wall,
    ),
    Plant(
        "kept-ahead",
        "a table is kept as if one more act were in it",
        ("log", "books", "hole", "told"),
        entries,
        "keep",
        _one_ahead,
    ),
    Plant(
        "old-head",
        "the chain goes on from what the node remembers",
        ("books", "log", "alive"),
        Fence,
        "hold",
        _old_head,
    ),
    Plant("unlinked", "lines stand outside the chain", ("books",), chain, "linked", _unlinked),
    Plant(
        "forgetful",
        "the journal forgets that time has acted",
        ("hole", "books", "log"),
        entries,
        "journal",
        _forgetful,
    ),
    Plant(
        "in-two",
        "acts and postings are two transactions",
        ("books", "log", "held", "told"),
        Runner,
        "_write",
        _in_two,
    ),
    Plant(
        "no-way-back",
        "a table keeps what could not be written",
        ("hole", "news", "books", "told", "log", "gap"),
        Runner,
        "_turn",
        _kept_in_memory,
    ),
    Plant(
        "ids-kept",
        "what could not be written counts as taken",
        ("told",),
        Runner,
        "_undo",
        _ids_kept,
    ),
    Plant(
        "no-hello",
        "a relay does not say who is there",
        ("people", "alive", "answer"),
        Relay,
        "_pass",
        _without_hello,
    ),
    Plant(
        "strangers",
        "a node does not hear who came in elsewhere",
        ("people", "alive", "answer"),
        Mirror,
        "_sessions",
        _nothing,
    ),
    Plant(
        "time-back",
        "a node's time may be before the journal's",
        ("time",),
        Clock,
        "not_before",
        _still,
    ),
    Plant(
        "forgotten",
        "what waits is forgotten when the database goes away",
        ("answer", "alive"),
        Writer,
        "_again",
        _forgotten,
    ),
    Plant("told-twice", "news are told twice", ("gap",), Telling, "tell", _told_twice),
    Plant(
        "only-up",
        "running balances never go down",
        ("books", "hold", "held"),
        writing,
        "_change",
        _only_up,
    ),
    Plant(
        "nothing-promised",
        "a table forgets what is set aside for a top-up",
        ("hold",),
        Nodes,
        "_promised",
        _nothing_promised,
    ),
)


def named(name: str) -> Plant | None:
    """A plant by its name."""
    return next((plant for plant in PLANTS if plant.name == name), None)


@contextmanager
def planted(plant: Plant | None) -> Iterator[None]:
    """Play with something broken."""
    if plant is None:
        yield
        return
    before: Callable[..., Any] = getattr(plant.where, plant.attribute)
    setattr(plant.where, plant.attribute, plant.instead)
    try:
        yield
    finally:
        setattr(plant.where, plant.attribute, before)
