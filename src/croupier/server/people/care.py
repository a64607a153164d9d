"""Responsible play: one's own limits, the time of a stay, reality checks, exclusion."""

import contextlib
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from croupier.core.phrases import Amount, Phrase
from croupier.room import commands, ledger
from croupier.room.ledger import CAGE
from croupier.room.table import Table
from croupier.server.books import holds, schema
from croupier.server.books.store import Batch
from croupier.server.people import limits
from croupier.server.people.directory import Person
from croupier.server.people.notices import Notice
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.room import Room

TABLES: Final = tuple(f"{ledger.head(kind)}%" for kind in (ledger.TABLE, *ledger.POOLS))
"""Where chips are played for: tables, and the pools of tournaments."""


class Care:
    """What the room watches over for its players."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.reminded: dict[str, float] = {}

    # Before chips go on a table.

    async def check_play(
        self, player: str, amount: int, device: str = "", besides: Table | None = None
    ) -> None:
        """One's own limits; what is promised to tables counts as brought."""
        room = self.room
        person = room.people.known.get(player)
        if person is None:
            return
        now = room.clock.now()
        own = person.limits.at(now)
        if own.excluded_until > now:
            raise No("limit", "you have excluded yourself from play")
        self.check_device(device)
        if own.session_minutes and self.minutes(person) >= own.session_minutes:
            why = "you have reached your limit of {number} {number|minute|minutes}"
            raise No("limit", why, number=own.session_minutes)
        if own.loss_day and amount:
            brought = await self.flow(player, now - limits.DAY, *TABLES)
            at_risk = brought + room.funds.pending(player, besides)
            if at_risk + amount > own.loss_day:
                why = "your 24-hour loss limit leaves {amount} to bring to a table"
                raise No("limit", why, amount=Amount(max(0, own.loss_day - at_risk)))

    def loss_limit(self, player: str) -> holds.Limit | None:
        """What a player may lose in 24 hours, to be counted where it is spent."""
        person, now = self.room.people.known.get(player), self.room.clock.now()
        most = person.limits.at(now).loss_day if person else 0
        return holds.Limit(now - limits.DAY, TABLES, most) if most else None

    async def check_deposit(self, player: str, amount: int) -> None:
        """One's own limit of chips from the cage in 24 hours."""
        person = self.room.people.known.get(player)
        now = self.room.clock.now()
        most = person.limits.at(now).deposit_day if person else 0
        if most and -await self.flow(player, now - limits.DAY, str(CAGE)) + amount > most:
            why = "the player's own deposit limit is {amount} in 24 hours"
            raise No("limit", why, amount=Amount(most))

    async def flow(self, player: str, since: float, *others: str) -> int:
        """What went from an account to such accounts, less what came back."""
        c, account = schema.postings.c, str(ledger.player(player))
        to, back_from = (sa.or_(*(side.like(other) for other in others)) for side in (c.dst, c.src))
        out = sa.select(sa.func.coalesce(sa.func.sum(c.amount), 0)).where(
            c.src == account, to, c.at >= since
        )
        back = sa.select(sa.func.coalesce(sa.func.sum(c.amount), 0)).where(
            c.dst == account, back_from, c.at >= since
        )
        row = await self.room.store.row(sa.select(out.scalar_subquery(), back.scalar_subquery()))
        return int(row[0] - row[1]) if row else 0

    # Exclusion.

    def check_device(self, device: str) -> None:
        """Nobody plays on a device on which somebody has excluded themselves."""
        if device and self.excluded(device):
            raise No("limit", "somebody has excluded themselves from play on this device")

    def excluded(self, device: str) -> bool:
        """Whether one of those who came in with a device is excluded."""
        room, now = self.room, self.room.clock.now()
        users = (room.people.known.get(player) for player in room.sessions.devices.get(device, ()))
        return any(person and person.limits.excluded_until > now for person in users)

    # The time of a stay.

    def arrive(self, person: Person) -> None:
        """A stay begins, or goes on if the break was short: a new line or a restart end none."""
        now = self.room.clock.now()
        if now - person.stay_seen >= self.room.settings.break_minutes * 60:
            person.stay_began = now
            self.reminded.pop(person.player, None)
        person.stay_seen = now

    def minutes(self, person: Person) -> float:
        """How long somebody's stay has lasted."""
        return (self.room.clock.now() - person.stay_began) / 60 if person.stay_began else 0.0

    async def look(self) -> None:
        """Who is here now: their stay goes on, is written down, and may be over."""
        room, batch = self.room, Batch()
        here = {socket.player for socket in room.sockets if socket.player}
        seated = {who for runner in room.runners.values() for _, who in runner.human_seats()}
        for player in here | seated:
            person = room.people.known.get(player)
            if person is not None:
                self.arrive(person)
                if person.limits.session_minutes:
                    room.people.change(batch, person)
        await room.store.commit(batch)
        for player in here:
            await self._remind(room.people.known[player])

    async def _remind(self, person: Person) -> None:
        room, now, player = self.room, self.room.clock.now(), person.player
        own = person.limits.at(now)
        every = own.reality_minutes or room.settings.reality_minutes
        began = person.stay_began
        if every and now - self.reminded.get(player, began) >= every * 60:
            self.reminded[player] = now
            lost = await self.flow(player, began, *TABLES)
            room.to(player, Notice("reality", _reality((now - began) / 60, lost)))
        if own.session_minutes and (now - began) / 60 >= own.session_minutes:
            await self.rest(player)

    async def rest(self, player: str) -> None:
        """The player's own time limit is over: they sit out and keep their chips."""
        room = self.room
        for name in room.seats(player):
            runner = room.runners[name]
            seat = runner.table.seat_of(player)
            if seat and runner.table.sitters[seat].away_since is None:
                with contextlib.suppress(No):
                    await runner.ask(commands.SitOut(player), player=player)
                over = Phrase("You have reached your own time limit.")
                room.to(player, Notice("limit", over, name))


def _reality(minutes: float, brought: int) -> Phrase:
    """How long somebody has played, and with what result."""
    more, less = (
        "brought {amount} more to the tables than you took back",
        "taken back {amount} more from the tables than you brought",
    )
    result = Phrase(more if brought > 0 else less, {"amount": Amount(abs(brought))})
    said = {"number": round(minutes), "result": result}
    return Phrase("You have played for {number} {number|minute|minutes} and have {result}.", said)
