"""Who follows a tournament, and what they are told of it."""

from typing import TYPE_CHECKING, Final, Literal

from croupier.core import catalogue
from croupier.houses import stakes
from croupier.houses.tournaments import Level
from croupier.room.tournament import prizes, staffing
from croupier.room.tournament.entrants import Entrant
from croupier.room.tournament.notices import Notice
from croupier.room.tournament.tournament import TALK_SECONDS
from croupier.server.live import wire
from croupier.server.live.bulletins import (
    EntrantWire,
    EventTable,
    LevelWire,
    NoticeLine,
    TalkWire,
    TournamentLine,
    TournamentNews,
    TournamentWire,
)
from croupier.server.live.telling import Watcher
from croupier.speech import french

if TYPE_CHECKING:
    from croupier.server.live.director import Director

EVERY_SECONDS: Final = 1.0
"""How often the whole is told at most."""


class Announcing:
    """The followers of one tournament."""

    def __init__(self, director: "Director") -> None:
        self.director = director
        self.followers: dict[Watcher, None] = {}
        self._told_at = 0.0
        self._owed = False

    def follow(self, follower: Watcher) -> None:
        """From now on, beginning with the whole."""
        self.followers[follower] = None
        follower.send(wire.text(self.whole(follower.language, follower.player)))

    def part(self, follower: Watcher) -> None:
        """No more."""
        self.followers.pop(follower, None)

    # Telling.

    def heard(self, notices: list[Notice]) -> None:
        """What has happened, at once; the whole will follow."""
        self._owed = True
        if notices and self.followers:
            lines = [self.notice(notice) for notice in notices]
            text = wire.text(TournamentNews(self.director.name, lines))
            for follower in list(self.followers):
                follower.send(text)

    def notice(self, notice: Notice) -> NoticeLine:
        """One thing that has happened, with names."""
        return NoticeLine(
            notice.what,
            notice.player,
            self.director.room.people.name_of(notice.player) if notice.player else "",
            self.table(notice.table),
            notice.seat,
            notice.amount,
            notice.place,
            notice.why,
        )

    def due(self) -> float | None:
        """When the whole is owed."""
        every = EVERY_SECONDS * self.director.room.clock.speed
        return self._told_at + every if self._owed and self.followers else None

    def tell(self) -> None:
        """The whole, if something has changed and it is time again."""
        now, due = self.director.room.clock.now(), self.due()
        if due is None or now < due:
            return
        self._owed, self._told_at = False, now
        for follower in list(self.followers):
            follower.send(wire.text(self.whole(follower.language, follower.player)))

    # The whole.

    def table(self, number: int) -> str:
        """A table's name."""
        return f"{self.director.name}-{number}" if number else ""

    def line(self, language: str, player: str) -> TournamentLine:
        """A tournament in one line."""
        director, event = self.director, self.director.event
        sheet, clock = event.sheet, director.room.clock
        game, waits = stakes.game_of(sheet), event.state == "open" and director.starts_at
        return TournamentLine(
            tournament=director.name,
            title=french.say(sheet.title, language),
            house=french.say(director.house.title, language),
            currency=director.house.currency,
            game=catalogue.name(game),
            game_title=french.say(game.TITLE, language),
            kind=sheet.kind,
            state=event.state,
            registering=event.registering,
            starts_in=max(0.0, clock.wait(director.starts_at)) if waits else None,
            price=sheet.buy_in + sheet.fee + sheet.bounty,
            buy_in=sheet.buy_in,
            fee=sheet.fee,
            bounty=sheet.bounty,
            guarantee=sheet.guarantee,
            stack=sheet.stack,
            seats=sheet.seats,
            entrants=len(event.entrants),
            entrants_min=sheet.entrants_min,
            entrants_max=sheet.entrants_max,
            bots=director.stable.wanted,
            left=len(event.alive()),
            pool=sum(event.prizes) or max(event.pool, sheet.guarantee),
            level=event.clock.at,
            mine=self._mine(event.entrants.get(player)),
        )

    @staticmethod
    def _mine(entrant: Entrant | None) -> Literal["", "in", "out"]:
        if entrant is None:
            return ""
        return "out" if entrant.out else "in"

    def whole(self, language: str, player: str) -> TournamentWire:
        """All that anybody may know of it."""
        event, clock = self.director.event, self.director.room.clock
        sheet, now = event.sheet, clock.now()
        line = self.line(language, player)
        return TournamentWire(
            line=line,
            levels=[self._level(level) for level in sheet.structure],
            current=self._level(event.level),
            at=event.clock.at,
            level_left=event.clock.remaining(now) / clock.speed,
            running=event.clock.since is not None,
            on_break=event.state == "running" and event.on_break,
            hand_for_hand=bool(event.floor.round),
            final=event.floor.final,
            prizes=event.prizes or prizes.of(sheet, line.pool, max(event.standings.entries, 1)),
            fixed=bool(event.prizes),
            entries=event.standings.entries,
            late_until=sheet.late_until,
            re_entries=sheet.re_entries,
            rebuys=sheet.rebuys,
            rebuy_price=sheet.rebuy_cost + sheet.rebuy_fee,
            rebuy_chips=sheet.rebuy_stack,
            rebuy_at_most=sheet.rebuy_at_most,
            add_on=sheet.add_on,
            adding=event.adding,
            deal=sheet.deal,
            entrants=[self._entrant(one, now) for one in self._ranked()],
            tables=self._tables(),
            talk=self._talk(now),
        )

    def _level(self, level: Level) -> LevelWire:
        found = stakes.of(
            stakes.game_of(self.director.event.sheet), self.director.event.sheet, level
        )
        blinds = found.get("small_blind", 0), found.get("big_blind", 0), found.get("ante", 0)
        return LevelWire(*blinds, level.minutes, level.is_break)

    def _ranked(self) -> list[Entrant]:
        """The leaders first, then those who are out, the last of them first."""
        entrants = self.director.event.entrants.values()
        out = {p: -i for i, group in enumerate(self.director.event.standings.outs) for p in group}
        return sorted(
            entrants, key=lambda e: (e.out, e.place, out.get(e.player, 0), -e.stack, e.number)
        )

    def _entrant(self, one: Entrant, now: float) -> EntrantWire:
        number, seat = self.director.event.floor.where(one.player)
        speed = self.director.room.clock.speed
        return EntrantWire(
            one.player,
            one.name,
            one.bot,
            one.stack,
            self.table(number),
            seat,
            one.place,
            one.prize,
            one.bounties,
            one.out,
            one.entries,
            one.rebuys,
            one.added,
            one.penalty,
            staffing.levels_missed(self.director.event, one),
            max(0.0, one.offer_until - now) / speed,
        )

    def _tables(self) -> list[EventTable]:
        event = self.director.event
        return [
            EventTable(self.table(n), n, len(seats), event.held(n), n in event.floor.playing)
            for n, seats in sorted(event.floor.tables.items())
        ]

    def _talk(self, now: float) -> TalkWire | None:
        event = self.director.event
        if not event.talk_until:
            return None
        seconds = TALK_SECONDS if event.floor.playing else max(0.0, event.talk_until - now)
        left = seconds / self.director.room.clock.speed
        shares = event.standings.shares()
        return TalkWire(left, shares, sorted(event.agreed), not event.floor.playing)
