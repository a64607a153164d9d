"""What befalls a rehearsal: kills, frosts, cuts, restarts, moves and clocks that are set."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from croupier.rehearsal.loop import State
from croupier.rehearsal.node import Node

if TYPE_CHECKING:
    from croupier.rehearsal.stage import Stage

TABLES = ("rehearsal/holdem", "rehearsal/blackjack", "rehearsal/casino-holdem")


class Weather:
    """Each kind comes by itself, as often as the plan says."""

    def __init__(self, stage: "Stage", chance: Random) -> None:
        self.stage, self.chance = stage, chance

    async def befall(self, kind: str) -> None:
        """One kind, until all is calm."""
        does: Callable[[], Any] = getattr(self, f"_{kind.replace(' ', '_')}")
        while True:
            await asyncio.sleep(self.chance.expovariate(1 / self.stage.plan.faults[kind]))
            if self.stage.calm:
                return
            await does()

    def _one(self) -> Node | None:
        up = [
            node
            for one in self.stage.addresses
            if (node := self.stage.net.nodes.get(one)) and node.up
        ]
        return self.chance.choice(up) if up else None

    async def _kill(self) -> None:
        node = self._one()
        if node is not None:
            self.stage.count("kill")
            self.stage.note(f"kill {node.address}")
            node.kill()
            self.stage.loop.call_later(self.chance.uniform(0.3, 6), self.stage.start, node.address)

    async def _freeze(self) -> None:
        self._still("frozen", [0.5, 3.0, self.chance.uniform(5.8, 7.5), 9.0, 14.0])

    async def _sleep(self) -> None:
        """A machine is paused with all its clocks: when it wakes it counts on what it had."""
        self._still("asleep", [1.0, self.chance.uniform(5.8, 7.5), 10.0])

    def _still(self, state: State, how_long: list[float]) -> None:
        node, seconds = self._one(), self.chance.choice(how_long)
        if node is None or node.process.state != "runs":
            return
        self.stage.count(state)
        self.stage.note(f"{node.address} is {state} for {seconds:.1f}")
        node.process.state, node.process.asleep_since = state, self.stage.loop.now
        self.stage.loop.call_later(seconds, self._thaw, node)

    def _thaw(self, node: Node) -> None:
        state, loop = node.process.state, self.stage.loop
        if state in ("frozen", "asleep"):
            self.stage.note(f"{node.address} goes on")
        if state == "frozen":
            loop.thaw(node.process)
        elif state == "asleep":
            loop.wake(node.process, loop.now - node.process.asleep_since)

    async def _cable(self) -> None:
        cable = self.stage.cables[self.chance.choice(self.stage.addresses)]
        self.stage.count("cable")
        cut = self.chance.choice(["both", "up", "down"])
        self.stage.note(f"database cut off: {cut}")
        cable.break_off(cut)  # type: ignore[arg-type]
        await asyncio.sleep(self.chance.choice([0.3, 3.0, 7.0, 12.0]))
        cable.mend()

    async def _cut(self) -> None:
        ends = [*self.stage.addresses, *(person.address for person in self.stage.people)]
        one, other = self.chance.choice(self.stage.addresses), self.chance.choice(ends)
        if one == other:
            return
        ways = [(one, other), (other, one)]
        ways = ways if self.chance.random() < 0.5 else [self.chance.choice(ways)]
        self.stage.count("cut")
        self.stage.note(f"cut {ways}")
        for way in ways:
            self.stage.net.cut(way)
        await asyncio.sleep(self.chance.choice([0.3, 3.0, 9.0]))
        for way in ways:
            self.stage.net.mend(way)

    async def _restart(self) -> None:
        self.stage.count("restart")
        self.stage.note("database stops")
        self.stage.server.stop()
        await asyncio.sleep(self.chance.choice([0.2, 2.0, 7.0]))
        self.stage.server.start()
        self.stage.note("database starts")

    async def _full(self) -> None:
        """The connection of a node's renewals falls, perhaps others, and it gets no other: it is
        declared gone, and writes on.
        """
        cable = self.stage.cables[self.chance.choice(self.stage.addresses)]
        self.stage.count("full")
        cable.full = True
        for backend in [wire.backend for wire in cable.wires if wire.backend is not None]:
            if backend.bells or self.chance.random() < 0.2:
                backend.end()
        await asyncio.sleep(self.chance.choice([0.3, 2.0, 5.0, 9.0]))
        cable.full = False

    async def _drain(self) -> None:
        node = self._one()
        if node is not None and len(self.stage.addresses) > 1:
            self.stage.count("drain")
            self.stage.note(f"drain {node.address}")
            self.stage.loop.inside(node.process, node.leave)

    async def _move(self) -> None:
        node = self._one()
        if node is None or node.room.nodes is None:
            return
        place = self.chance.choice(TABLES)
        self.stage.count("move")
        self.stage.note(f"move {place} to {node.address}")
        query = "UPDATE leases SET wanted = ? WHERE place = ? AND node <> ''"
        self.stage.server.link.exec_driver_sql(query, (node.room.nodes.node, place))

    async def _hour(self) -> None:
        node = self._one()
        if node is not None:
            self.stage.count("hour")
            node.process.step += self.chance.choice([-3600.0, 3600.0, -5.0, 5.0])
            self.stage.steps[node.address] = node.process.step

    async def _hang_up(self) -> None:
        person = self.chance.choice(self.stage.people)
        if person.line is not None:
            self.stage.count("hang up")
            person._hang_up()

    def mend_all(self) -> None:
        """Everything is whole again."""
        if not self.stage.server.up:
            self.stage.server.start()
        for cable in self.stage.cables.values():
            cable.full = False
            cable.mend()
        for way in list(self.stage.net.cuts):
            self.stage.net.mend(way)
        for address in self.stage.addresses:
            if (node := self.stage.net.nodes.get(address)) is not None:
                self._thaw(node)
