"""Practice tables: a table of one's own with bots, under rules that its owner tries out.

Nothing of it is in the books: its chips are made when its owner sits down and are gone when they
leave, so no rule, however generous, can move a chip of the room. Nobody but the owner finds it.
"""

import asyncio
from typing import TYPE_CHECKING, Any, Final

import msgspec

from croupier.core import fair
from croupier.core.catalogue import Game
from croupier.houses import House, Level, TableSheet
from croupier.room import commands
from croupier.room.record import Record
from croupier.room.table import Table
from croupier.server import chance
from croupier.server.live.runner import Runner
from croupier.server.people.directory import Person
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.room import Room

HOUSE: Final = "practice"
MOST: Final = 40
"""Practice tables in a room; one person has one."""
AWAY_SECONDS: Final = 90
"""A table that its owner does not look at for so long is ended."""


class Practice:
    """The practice tables of a room, by name."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.runners: dict[str, Runner] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._seen: dict[str, float] = {}

    def of(self, name: str, player: str) -> Runner | None:
        """A practice table, for its owner alone."""
        found = self.runners.get(name)
        return found if found is not None and player and found.owner == player else None

    async def open(
        self, person: Person, near: House, game: Game, rules: Any, title: str,
        level: Level | None = None,
    ) -> Runner:  # fmt: skip
        """A table with these rules, its owner seated; an earlier one of theirs is ended."""
        for runner in [one for one in self.runners.values() if one.owner == person.player]:
            self.end(runner)
        if len(self.runners) >= MOST:
            raise No("busy", "every practice table is taken: try again in a few minutes")
        sheet = TableSheet(chance.hexed(6), title, game, rules, level=level)
        tables = {sheet.name: sheet}
        house = msgspec.structs.replace(near, name=HOUSE, title="Practice", tables=tables)
        table = Table(f"{HOUSE}/{sheet.name}", game, rules)
        runner = Runner(self.room, house, sheet, Record(table), person.player)
        self.runners[runner.name], self._seen[runner.name] = runner, self.room.clock.now()
        self._tasks[runner.name] = asyncio.create_task(self._run(runner), name=runner.name)
        await self._seat(runner, person)
        return runner

    async def _seat(self, runner: Runner, person: Person) -> None:
        seed, brings = chance.octets(fair.SEED_BYTES), runner.minder.stack()
        sits = commands.Sit(person.player, person.name, brings, seed, 0, post=True)
        try:
            await runner.ask(sits, player=person.player)
        except No:
            self.end(runner)
            raise

    async def _run(self, runner: Runner) -> None:
        """A practice table that fails is ended; the room goes on."""
        try:
            runner.bell.set()
            await runner.run()
        finally:
            self.end(runner)

    def end(self, runner: Runner) -> None:
        """It was never there."""
        self.runners.pop(runner.name, None)
        self._seen.pop(runner.name, None)
        if (task := self._tasks.pop(runner.name, None)) is not None:
            task.cancel()

    def close(self) -> None:
        """End them all."""
        for runner in list(self.runners.values()):
            self.end(runner)

    def look(self) -> None:
        """End the tables whose owners have left, or look no more."""
        now = self.room.clock.now()
        for runner in list(self.runners.values()):
            if runner.telling.watchers:
                self._seen[runner.name] = now
            gone = now - self._seen[runner.name] > AWAY_SECONDS * self.room.clock.speed
            if gone or not runner.table.seat_of(runner.owner):
                self.end(runner)
