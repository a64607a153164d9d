"""Private tables: a player opens one, whoever has its code may come, and its host runs it.

Such a table is like any other in the books. Its host may pause it between hands, put a player out
and close it; they see no card that they would not see anyway, and move no chip. A host who has gone
is followed by whoever has sat there longest; a table that nobody is at closes by itself.
"""

from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa
from msgspec import Struct, field

from croupier.core import catalogue
from croupier.core.phrases import Phrase
from croupier.houses import House, TableSheet, hosting
from croupier.houses.hosting import PREFIX, Choice
from croupier.room import commands
from croupier.server import chance
from croupier.server.books import schema, sheets
from croupier.server.books.store import Batch, encoded
from croupier.server.live.board import ROOM
from croupier.server.live.errands import Errand, Step, unheard
from croupier.server.live.runner import Runner
from croupier.server.people import codes, duties
from croupier.server.people.buckets import HOUR, Buckets
from croupier.server.people.clubs import RANKS
from croupier.server.people.directory import Person
from croupier.server.people.notices import Notice
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.room import Room

OWN: Final = 3
"""Private tables that one person may host at once."""
OPENINGS: Final = 8
"""Tables that one person may open, at once and each hour."""
EMPTY_SECONDS: Final = 5 * 60
"""A table where nobody sits and that nobody looks at for so long is closed."""
IDLE_SECONDS: Final = 30 * 60
"""So is one where nobody sits, though somebody looks."""
HOST_SECONDS: Final = 2 * 60
"""A host who neither sits nor looks for so long is followed by another."""
PAUSE_SECONDS: Final = 15 * 60
"""A host's pause ends by itself: everybody else's chips lie on the table."""


class Hosted(Struct):
    """A private table that stands in the room."""

    place: str
    code: str
    host: str
    club: str
    """Whose members may come without the code; nothing: nobody's."""
    seated_at: float
    """When anybody but bots was last seen to sit there."""
    seen_at: float
    """When anybody was last seen to sit there, or to look."""
    host_at: float
    """When its host was."""
    admitted: set[str] = field(default_factory=set)
    out: set[str] = field(default_factory=set)
    pausing: dict[str, Any] | None = None
    """The journal's line of a pause that waits for the hand in play to end."""


class Hosting:
    """All private tables of a room."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.known: dict[str, Hosted] = {}
        self.openings = Buckets(OPENINGS, OPENINGS / HOUR)

    async def load(self) -> None:
        """Those that stand."""
        h, f, store, now = schema.hosted.c, schema.floor.c, self.room.store, self.room.clock.now()
        stands = sa.and_(f.name == h.place, f.state.in_(sheets.STANDING))
        rows = await store.rows(sa.select(schema.hosted).join(schema.floor, stands))
        self.known = {r.place: Hosted(r.place, r.code, r.host, r.club, now, now, now) for r in rows}
        for row in await store.rows(sa.select(schema.admitted)):
            if (one := self.known.get(row.place)) is not None:
                (one.out if row.out else one.admitted).add(row.player)

    # Who may come.

    def admits(self, place: str, player: str) -> bool:
        """Whether somebody may see a table: anybody, unless it is private."""
        if not place.partition("/")[2].startswith(PREFIX):
            return True
        one, runner = self.known.get(place), self.room.runners.get(place)
        if one is None or runner is None or not player:
            return False
        if runner.table.seat_of(player) or player in runner.record.owners:
            return True  # Whoever is put out plays the hand to its end.
        if player in one.out:
            return False
        return player in one.admitted or self.room.clubs.has(one.club, player) or self._duty(player)

    def _duty(self, player: str) -> bool:
        """The staff at the tables watches over private ones too."""
        person = self.room.people.known.get(player)
        return person is not None and bool(person.roles & duties.LOOK_TABLES)

    def check(self, place: str, player: str) -> None:
        """Refuse somebody who may not see a table, as if there were none."""
        if not self.admits(place, player):
            raise No(
                "no_table", "there is no table {TABLE}: GET /api/lobby lists them", TABLE=place
            )

    def one(self, place: str, player: str) -> Hosted:
        """A private table, for those who may see it."""
        self.check(place, player)
        if place not in self.known:
            raise No("not_found", "this table belongs to the house: nobody hosts it")
        return self.known[place]

    async def enter(self, code: str, player: str) -> Hosted | None:
        """Let somebody in who brings a code; nothing if no table has it."""
        one = next((one for one in self.known.values() if one.code == code), None)
        if one is None:
            return None
        if player in one.out:
            raise No("forbidden", "the host has put you out of this table")
        if player not in one.admitted:
            batch = Batch()
            self._admit(batch, one, player)
            await self.room.store.commit(batch)
        return one

    def _admit(self, batch: Batch, one: Hosted, player: str, *, out: bool = False) -> None:
        a = schema.admitted
        was = sa.delete(a).where(a.c.place == one.place, a.c.player == player)
        row = {"place": one.place, "player": player, "out": int(out)}
        batch.updates += [was, sa.insert(a).values(**row)]
        one.admitted.discard(player)
        one.out.discard(player)
        (one.out if out else one.admitted).add(player)

    # Opening.

    async def open(
        self, person: Person, house: House, pattern: TableSheet, choice: Choice, club: str
    ) -> Hosted:
        """A table of one's own."""
        room = self.room
        self._check_flood(person)
        await room.care.check_play(person.player, 0)
        key = PREFIX + chance.hexed(6)
        try:
            sheet = hosting.sheet(pattern, choice, key, person.name, person.player)
        except ValueError as error:
            raise No("not_allowed", "{WHY}", WHY=str(error)) from None
        batch, place, now = Batch(), f"{house.name}/{key}", room.clock.now()
        code = codes.new({one.code for one in self.known.values()})
        one = Hosted(place, code, person.player, club, now, now, now)
        game, currency = catalogue.name(sheet.game), house.currency
        row = {"place": place, "code": code, "host": person.player, "club": club}
        batch.add(schema.hosted, **row, game=game, currency=currency, opened_at=now)
        self._admit(batch, one, person.player)
        why = "a table for friends"
        batch.add(schema.duties, **self._line(person.player, "open", place, why, {}))
        await room.floor.open_table(house.name, sheet, by=person.name, why=why, batch=batch)
        self.known[place] = one
        return one

    def _check_flood(self, person: Person) -> None:
        most, own = self.room.settings.private_tables, self.hosts(person.player)
        if "player" not in person.roles:
            raise No("forbidden", "only players can act at a table")
        if not most:
            raise No("not_allowed", "this room has no private tables")
        if len(own) >= OWN:
            why = "you host {number} {number|table|tables} already: close one first"
            raise No("limit", why, number=len(own))
        if len(self.known) >= most:
            raise No("busy", "every private table is taken: try again in a few minutes")
        if not self.openings.take(person.player):
            raise No("too_fast", "you open tables too fast: wait a moment")

    def hosts(self, player: str) -> list[Hosted]:
        """The tables that somebody hosts."""
        return [one for one in self.known.values() if one.host == player]

    def of_club(self, club: str) -> list[str]:
        """The tables of a club that stand."""
        return [p for p, one in self.known.items() if one.club == club and p in self.room.runners]

    # What a host does.

    def yours(self, one: Hosted, player: str) -> bool:
        """Whether somebody may run a table: its host, or a steward of its club."""
        club = self.room.clubs.known.get(one.club)
        return one.host == player or (club is not None and club.rank(player) >= RANKS["steward"])

    def _runs(self, one: Hosted, person: Person) -> Runner:
        if not self.yours(one, person.player):
            raise No("forbidden", "only the host of the table can do this")
        return self.room.runners[one.place]

    def _line(
        self, by: str, act: str, place: str, why: str, body: dict[str, Any]
    ) -> dict[str, Any]:
        """A line of the journal; `host` says that it was no member of the staff."""
        line = {"at": self.room.clock.now(), "by": by, "act": act, "place": place, "why": why}
        return {**line, "body": encoded(body | {"host": True})}

    async def pause(self, one: Hosted, person: Person) -> None:
        """Stand still from the end of the hand in play: nobody thinks longer for it."""
        runner = self._runs(one, person)
        if runner.table.paused_since is not None:
            raise No("paused", "the table is paused already")
        one.pausing = self._line(person.player, "pause", one.place, "the host's pause", {})
        if runner.table.hand is None:
            self._stand_still(one, runner)

    def _stand_still(self, one: Hosted, runner: Runner) -> None:
        duty, one.pausing = one.pausing, None
        command = commands.Pause(self.room.people.name_of(one.host), "the host's pause")
        runner.put(Errand(command, "", "", unheard, self.room.clock.now(), duty=duty))

    async def resume(self, one: Hosted, person: Person) -> None:
        """Go on, unless it was the staff who let the table stand still."""
        runner = self._runs(one, person)
        if one.pausing is not None:
            one.pausing = None
            return
        if not await self._paused_by_host(one.place):
            raise No("forbidden", "the staff has paused this table")
        await self._resume(runner, person.player, person.name)

    async def _resume(self, runner: Runner, by: str, name: str) -> None:
        why = "the host's pause is over"
        duty = self._line(by, "resume", runner.name, why, {})
        await runner.ask(commands.Resume(name, why), duty=duty)

    async def _paused_by_host(self, place: str) -> bool:
        d = schema.duties.c
        query = sa.select(d.body).where(d.place == place, d.act == "pause").order_by(d.no.desc())
        async with self.room.runners[place].calm:  # What the table shows is in the books then.
            row = await self.room.store.row(query.limit(1))
        return row is not None and b'"host":true' in row.body

    async def remove(self, one: Hosted, person: Person, player: str) -> None:
        """Put somebody out, after the hand and with their chips; the code is another then."""
        runner, room = self._runs(one, person), self.room
        if player == one.host:
            raise No("not_allowed", "the host stays: close the table, or leave it")
        seat = runner.table.seat_of(player)
        if player not in room.people.known or not (seat or self.admits(one.place, player)):
            raise No("not_found", "there is nobody called {PLAYER}", PLAYER=player)
        batch, why = Batch(), "put out by the host"
        self._admit(batch, one, player, out=True)
        self._new_code(batch, one)
        line = self._line(person.player, "remove", one.place, why, {"player": player})
        batch.add(schema.duties, **line)
        await room.store.commit(batch)
        if any(entry.player == player for entry in runner.table.queue):
            await runner.ask(commands.Unwait(player), player=player)
        if seat:
            await runner.ask(commands.Remove(person.name, why, player))
        room.to(
            player, Notice("staff", Phrase("The host has put you out of the table."), one.place)
        )
        self.heard(runner)

    async def readmit(self, one: Hosted, person: Person, player: str) -> None:
        """Let somebody come again who was put out."""
        self._runs(one, person)
        batch = Batch()
        if player not in one.out:
            raise No("not_found", "there is nobody called {PLAYER}", PLAYER=player)
        self._admit(batch, one, player)
        line = self._line(person.player, "readmit", one.place, "", {"player": player})
        batch.add(schema.duties, **line)
        await self.room.store.commit(batch)

    async def renew(self, one: Hosted, person: Person) -> None:
        """Another code; whoever came in with the old one stays."""
        self._runs(one, person)
        batch = Batch()
        self._new_code(batch, one)
        await self.room.store.commit(batch)

    def _new_code(self, batch: Batch, one: Hosted) -> None:
        one.code = codes.new({other.code for other in self.known.values()})
        self._change(batch, one, code=one.code)

    @staticmethod
    def _change(batch: Batch, one: Hosted, **new: str) -> None:
        h = schema.hosted
        batch.updates.append(sa.update(h).where(h.c.place == one.place).values(**new))

    async def close(self, one: Hosted, person: Person) -> None:
        """No more hands after this one; everybody gets their chips."""
        runner = self._runs(one, person)
        if runner.table.paused_since is not None and await self._paused_by_host(one.place):
            await self._resume(runner, person.player, person.name)
        await self._close(one, person.player, person.name, "closed by the host")

    async def _close(self, one: Hosted, by: str, name: str, why: str) -> None:
        batch = Batch()
        batch.add(schema.duties, **self._line(by, "close", one.place, why, {}))
        await self.room.floor.close_table(one.place, by=name, why=why, batch=batch)

    # What happens by itself.

    def heard(self, runner: Runner, step: Step | None = None) -> None:
        """After the news of a table: a pause that waited, and eyes that may not look any more."""
        one = self.known.get(runner.name)
        if one is None:
            return
        if one.pausing is not None and runner.table.hand is None and step is not None:
            self._stand_still(one, runner)
        for watcher in list(runner.telling.watchers):
            if not self.admits(one.place, watcher.player):
                runner.telling.part(watcher)

    async def look(self) -> None:
        """Now and then: who has gone, and what follows."""
        for one in list(self.known.values()):
            runner = self.room.runners.get(one.place)
            if runner is None:
                del self.known[one.place]
            elif runner.board.closing is None:
                self.heard(runner)
                await self._look_at(one, runner)

    async def _look_at(self, one: Hosted, runner: Runner) -> None:
        now, speed = self.room.clock.now(), self.room.clock.speed
        people = [player for _, player in runner.human_seats()]
        if people:
            one.seated_at = now
        if people or runner.telling.watchers:
            one.seen_at = now
        if one.host in people or runner.telling.here(one.host):
            one.host_at = now
        still = runner.table.paused_since
        if still is not None and now - still > PAUSE_SECONDS * speed:
            if await self._paused_by_host(one.place):
                await self._resume(runner, ROOM, ROOM)
        elif (
            now - one.seen_at > EMPTY_SECONDS * speed or now - one.seated_at > IDLE_SECONDS * speed
        ):
            await self._close(one, ROOM, ROOM, "nobody was at the table any more")
        elif people and now - one.host_at > HOST_SECONDS * speed:
            await self._follow(one, people[0], now)

    async def _follow(self, one: Hosted, heir: str, now: float) -> None:
        """Whoever has sat there longest is the host from now on."""
        batch = Batch()
        self._change(batch, one, host=heir)
        why = "the host has gone"
        batch.add(schema.duties, **self._line(ROOM, "host", one.place, why, {"player": heir}))
        await self.room.store.commit(batch)
        one.host, one.host_at = heir, now
        self.room.to(heir, Notice("staff", Phrase("You host this table now."), one.place))
