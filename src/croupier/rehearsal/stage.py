"""The stage of a rehearsal: nodes, database, network and people, what befalls them, and its end."""

import asyncio
import gc
import hashlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import Context
from pathlib import Path
from random import Random
from typing import Any, Final

import structlog

from croupier.core.felt import Fault
from croupier.rehearsal.auditor import Auditor
from croupier.rehearsal.database import WALL, Server
from croupier.rehearsal.loop import WHERE, Stuck, VirtualLoop
from croupier.rehearsal.network import Network
from croupier.rehearsal.node import Node
from croupier.rehearsal.people import Person
from croupier.rehearsal.plan import Plan, Played, Wrong, planned
from croupier.rehearsal.weather import TABLES, Weather
from croupier.rehearsal.wires import Cable, Engine
from croupier.room import ledger
from croupier.server import chance as entropy
from croupier.server import clock
from croupier.server.books.store import Store
from croupier.server.outside import Outside
from croupier.server.refusals import No
from croupier.server.settings import Settings

SHEET: Final = Path(__file__).parent / "rehearsal.toml"
KEY: Final = "5a" * 32
CALM: Final = 20.0
"""Seconds without faults at the end of each rehearsal, in which all must go on."""
LATEST: Final = 40
NEVER: Final = ("fault", "hand void", "line failed", "refunded", "table failed")
"""What no node ever says, whatever happens around it."""
NAMES: Final = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"]


class _Hours(clock.Hours):
    """Each process has a clock of its own, which may be set and may go wrong."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def time(self) -> float:
        where = WHERE.get()
        return WALL + self._loop.now + (where.step if where else 0.0)

    def monotonic(self) -> float:
        where = WHERE.get()
        if where is None:
            return self._loop.now
        return (self._loop.now - where.began - where.slept) * where.rate + 1000.0

    def awake(self) -> float:
        return self.monotonic()


@contextmanager
def _virtual(
    loop: VirtualLoop, seed: int, said: Callable[[dict[str, Any]], None]
) -> Iterator[None]:
    before = clock.hours, entropy.source
    clock.hours, entropy.source = _Hours(loop), Random(f"entropy {seed}").randbytes
    asyncio.set_event_loop(loop)
    logs = structlog.get_config()

    def hear(_: Any, level: str, event: Any) -> Any:
        said({**event, "level": level})
        raise structlog.DropEvent

    structlog.configure(
        processors=[hear], wrapper_class=structlog.BoundLogger, cache_logger_on_first_use=False
    )
    gc.disable()  # When something is found to be garbage must not be part of what happens.
    try:
        yield
    finally:
        clock.hours, entropy.source = before
        asyncio.set_event_loop(None)
        structlog.configure(**logs)
        gc.enable()


def rehearse(seed: int, *, nodes: int = 0, seconds: float = 90.0) -> Played:
    """One evening."""
    plan = planned(seed, nodes, seconds)
    loop = VirtualLoop(Random(f"loop {seed}"))
    loop.set_exception_handler(lambda *_: None)
    stages: list[Stage] = []
    with _virtual(loop, seed, lambda event: stages[0].logged(event)):  # noqa: PLW0108
        stages.append(stage := Stage(loop, seed, plan))
        try:
            loop.run_until_complete(loop.create_task(stage.evening(), context=Context()))
        except Stuck as stuck:
            stage.wrong("alive", str(stuck))
        except Enough:
            pass
        found = stage.played()
        stage.clear_out()
        return found


class Enough(Exception):
    """Something is wrong: the rest would not tell more."""


class Stage:
    """Everything that there is at a rehearsal."""

    def __init__(self, loop: VirtualLoop, seed: int, plan: Plan) -> None:
        self.loop, self.seed, self.plan = loop, seed, plan
        self.chance = Random(f"faults {seed}")
        self.server = Server(loop, Random(f"server {seed}"))
        self.net = Network(loop, Random(f"net {seed}"), plan.slow)
        self.houses = [str(SHEET)]
        self.auditor = Auditor(self)
        self.weather = Weather(self, self.chance)
        self.server.heard.append(self.auditor.committed)
        self.over = self.calm = False
        self.people = [
            Person(self, name, self._wanted(Random(f"{name} {seed}")), Random(f"{seed} {name}"))
            for name in NAMES[: plan.people]
        ]
        self.found = Played(seed, plan)
        self.addresses = [f"n{at}:80" for at in range(plan.nodes)]
        self._lines: deque[str] = deque(maxlen=LATEST)
        self._hash = hashlib.sha256()
        self.cables = {
            one: Cable(self.server, Random(f"cable {one} {seed}"), plan.database_slow)
            for one in self.addresses
        }
        self.steps: dict[str, float] = {}
        """By how much the clock of each machine was set: it stays so when a node is started."""
        self._kept: list[Any] = []
        """What has ended is not thrown away before the end: that would be noticed."""
        self._fates = Random(f"fates {seed}")

    def _wanted(self, chance: Random) -> list[str]:
        return chance.sample(TABLES, chance.choice([1, 1, 2, 3]))

    def clear_out(self) -> None:
        """Whatever still waits is called off, also in processes that stood still or had ended."""
        self.over = True
        self.server.stop()
        for node in self._kept:
            node.process.state, node.process.held = "runs", []
        for _ in range(5):
            tasks = asyncio.all_tasks(self.loop)
            for task in tasks:
                task.cancel()
            if tasks:
                with suppress(Stuck):
                    self.loop.run_until_complete(asyncio.wait(tasks, timeout=20))
        self.loop.close()

    # Noting.

    def note(self, what: str) -> None:
        """A line for whoever reads how it came to a fault."""
        self._lines.append(f"{self.loop.now:9.3f}  {what}")
        self.trace("note", what.encode())

    def logged(self, event: dict[str, Any]) -> None:
        """A line of a node's log; some must never be."""
        where, what = WHERE.get(), event.pop("event")
        named = ", ".join(f"{k} {v}" for k, v in event.items() if k != "level")
        self.note(f"{where.name if where else ''} [{event['level']}] {what}: {named}")
        if what in NEVER:
            self.wrong("log", f"{what}: {named}")

    def trace(self, who: str, what: bytes) -> None:
        """All that is heard and done, at its time."""
        self._hash.update(f"{self.loop.now:.9f} {who} ".encode() + what)

    def wrong(self, oracle: str, why: str) -> None:
        """Something must not be."""
        self.note(f"WRONG {oracle}: {why}")
        self.found.wrong.append(Wrong(oracle, why, self.loop.now))
        if len(self.found.wrong) == 1:
            self.found.latest = list(self._lines)

    def entered(self, person: Person) -> None:
        """Somebody has come in."""
        self.note(f"{person.name} is {person.player}")

    def played(self) -> Played:
        """How it was."""
        found = self.found
        count = self.auditor.rows
        found.hands = count("SELECT count(*) FROM hands")[0][0]
        found.acts = count("SELECT count(*) FROM acts")[0][0]
        found.commits, found.virtual = self.server.commits, self.loop.now
        found.steps, found.trace = self.loop.steps, self._hash.hexdigest()[:16]
        found.answered = sum(a.done for p in self.people for a in p.acts.values())
        return found

    # Nodes.

    def settings(self) -> Settings:
        """Of every node."""
        return Settings(
            database="postgresql://rehearsal",
            key=KEY,
            houses=self.houses,
            join=True,
            bots=self.plan.bots,
            pause_seconds=1.0,
            bot_seconds=0.5,
            drain_seconds=3.0,
            demo_chips=600_00,
            newcomers_an_hour=0,
            calls_a_second=0,
            connections_from_address=0,
            private_tables=0,
        )

    def start(self, address: str) -> None:
        """A node, or one in its place."""
        cable = self.cables[address]
        cable.wires.clear()
        cable.fate = self._fate
        node = Node(self.net, cable, address, self.settings())
        node.process.rate = 1 + self._fates.uniform(-2e-4, 2e-4)
        node.process.step = self.steps.get(address, 0.0)
        node.ended = lambda error: self._ended(node, error)
        self._kept.append(node)
        node.start()

    def _ended(self, node: Node, error: BaseException | None) -> None:
        self.note(f"{node.address} ended: {error!r}")
        if node.opened and not isinstance(error, Fault | No | None):  # No: of half a desk.
            self.wrong("ended", f"{node.address} ended by {error!r}")
        self.loop.call_later(self.chance.uniform(0.5, 3), self.start, node.address)

    def _fate(self) -> str:
        if self.calm:
            return ""
        dice = self._fates.random()
        if dice < self.plan.before:
            self.count("commit failed")
            return "before"
        if dice > 1 - self.plan.after:
            self.count("answer lost")
            return "after"
        return ""

    def count(self, what: str) -> None:
        """One more of what befalls."""
        self.found.faults[what] = self.found.faults.get(what, 0) + 1
        self.note(what)

    def reader(self) -> Store:
        """Books that are read at once."""
        cable = Cable(self.server, Random(0), 1e-9)

        class Quick(Outside):
            def engine(self, url: str, **how: Any) -> Any:  # noqa: ARG002
                return Engine(cable, how)

        return Store("postgresql://rehearsal", KEY, outside=Quick())

    def promised(self) -> dict[tuple[str, str], int]:
        """What tables will bring for people, by table and account."""
        found = {}
        for place in TABLES:
            runner = self._runner(place)
            for _, sitter in sorted(runner.table.sitters.items()) if runner else ():
                if sitter.top_up and not sitter.bot:
                    found[place, str(ledger.player(sitter.player))] = sitter.top_up
        return found

    # The evening.

    async def evening(self) -> None:
        """Open, play among faults, then in calm, then prove the books."""
        for address in self.addresses:
            self.start(address)
        await asyncio.sleep(2)
        tasks = [asyncio.create_task(person.evening()) for person in self.people]
        tasks += [asyncio.create_task(self.weather.befall(kind)) for kind in self.plan.faults]
        await self._until(self.plan.seconds)
        self.calm = True
        self.weather.mend_all()
        self.note("calm")
        await self._until(self.plan.seconds + CALM)
        self._alive()
        await self._close(tasks)
        await self.auditor.end()

    async def _until(self, at: float) -> None:
        while self.loop.now < at:
            await asyncio.sleep(1)
            self.auditor.laws()
            if self.found.wrong:
                raise Enough

    async def _close(self, tasks: list[asyncio.Task[None]]) -> None:
        self.over = True
        await asyncio.sleep(4)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for person in self.people:
            await person.look_once_more()

    def _alive(self) -> None:
        """When nothing fails any more, people are let in and answered, and tables go on."""
        for person in self.people:
            if person.line is None and self.loop.now - person.left_at > 10:
                self.wrong("alive", f"{person.name} is not let in after {CALM} s of calm")
            for key, act in person.acts.items():
                open_ = not act.done and not act.refused and act.times < 4
                if open_ and self.loop.now - act.sent_at > CALM - 5:
                    self.wrong("answer", f"{key} was never answered: {act.frame}")
        for place in TABLES:
            runner = self._runner(place)
            if runner is None:
                self.wrong("alive", f"nobody runs {place}")
            elif (late := self._late(runner)) > 8:
                self.wrong("alive", f"{place} stands still since {late:.1f} s")

    def _late(self, runner: Any) -> float:
        """For how long a table has had something to do and has not done it."""
        due = runner.table.next_due()
        return runner.room.clock.now() - due if due is not None else 0.0

    def _runner(self, place: str) -> Any:
        """Of whoever owns a table by the books."""
        owned = self.auditor.rows("SELECT epoch FROM leases WHERE place = ?", place)
        for address in self.addresses:
            node = self.net.nodes.get(address)
            nodes = node.room.nodes if node and node.up else None
            epochs = nodes.fence.epochs if nodes is not None else {}
            if node is not None and owned and epochs.get(place) == owned[0][0]:
                return node.room.runners.get(place)
        return None
