"""The usher of a tournament: brings its tables to what its floor wishes, and hears from them.

A player leaves one table and arrives at the next in two steps, each in the books before the next is
made. Whatever a crash leaves undone is seen from the books and done: chips on their way that the
tournament does not know of, and hands that it has not heard of.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa
import structlog

from croupier.core import journals
from croupier.core.felt import Seat
from croupier.core.hand import Hand
from croupier.room.record import Record
from croupier.room.table import Table
from croupier.room.tournament import chairs, dealing
from croupier.room.tournament import commands as acts
from croupier.room.tournament.floor import differences
from croupier.room.tournament.tournament import Tournament
from croupier.server.books import events, schema
from croupier.server.live import recovery
from croupier.server.live.errands import seed
from croupier.server.live.runner import Runner
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.director import Director

SEATING_SECONDS: Final = 4.0
"""From the draw for seats to the first deal."""

log = structlog.get_logger()


class Usher:
    """The tables of one tournament, by number."""

    def __init__(self, director: "Director") -> None:
        self.director, self.room = director, director.room
        self.runners: dict[int, Runner] = {}
        self.granted: set[int] = set()
        """The tables that may deal."""

    @property
    def event(self) -> Tournament:
        """The tournament as all commands have left it."""
        return self.director.event

    @property
    def name(self) -> str:
        """As the books call it."""
        return self.event.name

    def due(self) -> float | None:
        """When somebody who is to leave a table can: the last hand has been looked at."""
        now, unseated = self.room.clock.now(), {number for _, number in self._leaving()}
        later = [runner.begin_at for n, runner in self.runners.items() if n in unseated]
        return min((at for at in later if at > now), default=None)

    # What the tables tell.

    async def hear(self) -> None:
        """What has happened at the tables since; until all is settled none deals again."""
        self.granted.clear()
        for number, runner in list(self.runners.items()):
            async with runner.calm:  # All that it shows then is in the books.
                begun = dealing.begun(self.event, {number: runner.table})
            for told in begun:
                await self.director.do(told)
        for number, runner in list(self.runners.items()):
            async with runner.calm:
                over = await self._over(number, runner.table)
            if over is not None:
                await self.director.do(over)

    async def _over(self, number: int, table: Table) -> acts.Command | None:
        if not dealing.over(self.event, number, table):
            return None
        return dealing.hand_over(seed(), number, table, table.newest or await self._written(table))

    async def _written(self, table: Table) -> Hand | None:
        """The last hand of a table, from the books."""
        c = schema.hands.c
        query = sa.select(c.journal).where(c.place == table.name, c.no == table.deals)
        row = await self.room.store.row(query)
        return journals.read(row.journal) if row else None

    async def look_around(self) -> None:
        """Who has come since: they are no no-shows."""
        for player in [one for one in self.event.unseen() if one in self.room.connections]:
            await self.director.do(acts.Shown(player))

    # Bringing the tables to what the floor wishes.

    def sitting(self) -> dict[int, dict[Seat, str]]:
        """Who really sits where."""
        return {
            number: {seat: sitter.player for seat, sitter in runner.table.sitters.items()}
            for number, runner in self.runners.items()
        }

    def _leaving(self) -> list[tuple[str, int]]:
        return differences(self.event.floor.tables, self.sitting())[0]

    def _coming(self) -> Iterator[tuple[str, int, Seat]]:
        """Who is to come to a seat, or is to get more chips there."""
        floor, sitting = self.event.floor, self.sitting()
        seats = {who: (n, s) for n, chairs in sitting.items() for s, who in chairs.items()}
        for player in self.event.transit:
            number, seat = floor.where(player)
            free = number in sitting and sitting[number].get(seat, player) == player
            if free and seats.get(player, (number, seat)) == (number, seat):
                yield player, number, seat

    async def seat(self) -> None:
        """Open tables, move players between those that are idle, bring chips, close tables."""
        await self._exchange()
        for number in self.event.floor.tables:
            if number not in self.runners:
                self._open(number)
        for player, number in self._leaving():
            await self._take_away(player, number)
        for player, number, seat in list(self._coming()):
            await self._bring(player, number, seat)
        tables = {number: runner.table for number, runner in self.runners.items()}
        for number, command in chairs.benches(self.event, tables):
            await self._at(number, command)
        for number in [n for n in self.runners if n not in self.event.floor.tables]:
            if self.director.live and not self.runners[number].table.sitters:
                self._close(number)

    def _open(self, number: int) -> None:
        name = f"{self.name}-{number}"
        sheet = events.table_sheet(self.event.sheet, name)
        table = Table(name, sheet.game, sheet.rules)
        runner = Runner(self.room, self.director.house, sheet, Record(table))
        runner.begin_at = self.room.clock.now() + SEATING_SECONDS * self.room.clock.speed
        self.add(number, runner)

    def add(self, number: int, runner: Runner) -> None:
        """A table that is there from now on."""
        self.runners[number], runner.director = runner, self.director
        self.room.floor.let_run(runner)

    def _close(self, number: int) -> None:
        self.granted.discard(number)
        self.room.floor.end(self.runners.pop(number))

    def close(self) -> None:
        """Nobody looks any more."""
        for number in list(self.runners):
            self._close(number)

    def _idle(self, number: int) -> bool:
        """Whether no hand is in play, and the last has been looked at."""
        runner = self.runners[number]
        return runner.table.hand is None and runner.begin_at <= self.room.clock.now()

    async def _take_away(self, player: str, number: int) -> None:
        table = self.runners[number].table
        if self._idle(number) and (seat := table.seat_of(player)):
            amount, bank = table.purse.stack(seat), chairs.bank(table, player)
            if await self._at(number, chairs.Depart(player)):
                await self.director.do(acts.Departed(player, amount, bank))

    async def _bring(self, player: str, number: int, seat: Seat) -> None:
        table = self.runners[number].table
        if table.hand is not None:
            return
        if await self._at(number, chairs.arrival(self.event, table, player, seat)):
            await self.director.do(acts.Arrived(player))
            self._note(number, player)

    def _note(self, number: int, player: str) -> None:
        """Who has no connection is dealt in all the same, and nobody waits for them long."""
        entrant = self.event.entrants[player]
        if not entrant.bot and player not in self.room.connections:
            self.runners[number].note(player, here=False)

    async def _at(self, number: int, command: Any) -> bool:
        """Something done at a table; whether it was."""
        try:
            await self.runners[number].ask(command)
        except No as no:
            log.info("refused", tournament=self.name, table=number, why=no.name)
            return False
        return True

    # Dealing.

    async def let_deal(self) -> None:
        """Tables whose players are all there may deal, by the level of now."""
        sitting = self.sitting()
        for number, runner in self.runners.items():
            table = runner.table
            locked = dealing.locked(table)
            there = sitting[number] == self.event.floor.tables.get(number) or locked
            if table.hand is not None or self.event.held(number) or not there:
                continue
            if not locked:
                await self._post_level(number, runner)
            if self.event.held(number):
                continue  # Chips are still to be exchanged.
            self.granted.add(number)
            runner.bell.set()

    async def _post_level(self, number: int, runner: Runner) -> None:
        if level := chairs.new_level(self.event, runner.table):
            await self._at(number, level)
        if dealing.to_color(self.event, number, runner.table):
            await self.director.do(acts.ColorUp(seed(), number))
            await self._exchange()

    async def _exchange(self) -> None:
        """Larger chips for small ones, as the tournament has decided."""
        for number, stacks in list(self.event.exchanges.items()):
            if number in self.runners and await self._at(number, chairs.Exchange(stacks)):
                await self.director.do(acts.Exchanged(number))

    def grants(self, runner: Runner) -> bool:
        """Whether a table may deal now."""
        number = int(runner.name.rpartition("-")[2])
        return number in self.granted and self.runners.get(number) is runner

    # After a restart.

    async def find_again(self, seconds: float) -> None:
        """The tables as their journals tell them, and what was on its way when the room fell."""
        for name in await events.places(self.room.store, self.name):
            sheet = events.table_sheet(self.event.sheet, name)
            runner = await recovery.runner(self.room, self.director.house, sheet, name)
            number = int(name.rpartition("-")[2])
            if runner.table.sitters or number in self.event.floor.tables:
                self.add(number, runner)
                for _, player in runner.human_seats():
                    runner.note(player, here=False)
        if self.event.state == "running" and seconds > 0:
            await self.director.do(acts.Restart(seconds))
        await self._see_to_chips()

    async def _see_to_chips(self) -> None:
        """A step that only a table has written is told to the tournament now."""
        held = await events.on_way(self.room.store, self.name)
        for command in dealing.chips_to_tell(self.event, held):
            await self.director.do(command)
