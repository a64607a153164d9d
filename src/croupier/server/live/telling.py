"""Who looks at a table, and what each of them is told."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, Protocol

from croupier.core import catalogue
from croupier.core.felt import HOUSE, Cards, Seat
from croupier.core.hand import Hand
from croupier.core.prices import plain
from croupier.room import news
from croupier.room.news import News
from croupier.server.live import sight, wire
from croupier.server.live.wire import FromServer
from croupier.speech import french
from croupier.speech.plates import Plate, plate

if TYPE_CHECKING:
    from croupier.server.live.runner import Runner

TOTALS_SECONDS: Final = 2.0


class Watcher(Protocol):
    """Somebody who looks on."""

    @property
    def player(self) -> str:
        """Who, or nothing for a stranger."""

    @property
    def language(self) -> str:
        """What he reads."""

    def send(self, text: str) -> None:
        """Give a message to be sent."""

    def fail(self, error: Exception) -> None:
        """End this connection: a message to it could not be made, by our own fault."""


class Telling:
    """The watchers of one table."""

    def __init__(self, runner: "Runner") -> None:
        self.runner = runner
        self.watchers: dict[Watcher, None] = {}
        self.by_player: dict[str, list[Watcher]] = {}
        self.totals_at = 0.0
        self.totals_due = False
        self._readings: list[wire.ReadingWire] = []
        self._sorted: Hand | None = None
        self._story = sight.Crowd([])
        self._plates: dict[str, Plate] = {}

    def plate(self, language: str) -> Plate:
        """The plate in a language, made once."""
        if language not in self._plates:
            self._plates[language] = plate(self.runner.house, self.runner.sheet, language)
        return self._plates[language]

    # Coming and going.

    def join(self, watcher: Watcher, since: int) -> None:
        """Let somebody look: the whole view, or what he has missed."""
        was_here = self.here(watcher.player)
        if watcher not in self.watchers:
            self.watchers[watcher] = None
            self.by_player.setdefault(watcher.player, []).append(watcher)
        missed = self._missed(watcher.player, since)
        watcher.send(wire.text(missed or self.snapshot(watcher.player, watcher.language)))
        if not was_here:
            self.presence(watcher.player)
        self.runner.bell.set()

    def part(self, watcher: Watcher) -> None:
        """He looks no more; his seat stays his own."""
        if self.watchers.pop(watcher, watcher) is not None:
            return
        self.by_player[watcher.player].remove(watcher)
        if not self.by_player[watcher.player]:
            del self.by_player[watcher.player]
            self.presence(watcher.player)

    def here(self, player: str) -> bool:
        """Whether a player looks at the table."""
        return player in self.by_player

    def presence(self, player: str) -> None:
        """Tell that a seat's connection was lost, or is back."""
        seat = self.runner.table.seat_of(player) if player else HOUSE
        if seat and not self.runner.table.crowd:
            text = wire.text(wire.Presence(self.runner.name, seat, self.here(player)))
            self.all(text)

    def all(self, text: str) -> None:
        """The same to everybody."""
        for watcher in self.watchers:
            watcher.send(text)

    # The whole view.

    def snapshot(self, player: str, language: str = "en") -> wire.TableWire:
        """All that a reader may know now."""
        runner, table = self.runner, self.runner.table
        now, speed = runner.room.clock.now(), runner.room.clock.speed
        seat, posted = runner.hand_seat(player), news.posted(table)
        return wire.TableWire(
            table=runner.name,
            title=french.say(runner.sheet.title, language),
            house=runner.house.title,
            currency=runner.house.currency,
            game=catalogue.name(table.game),
            seq=runner.record.seq,
            hand=table.deals,
            in_play=table.hand is not None,
            open=posted.open,
            paused=posted.paused,
            crowd=table.crowd,
            last_hands=posted.last_hands,
            version=posted.version,
            rules=plain(table.rules),
            layout=table.game.LAYOUT,
            plate=self.plate(language),
            terms=table.terms,
            seats=self._seats(player),
            waiting=self._waiting(now, speed),
            you=wire.You(table.seat_of(player), runner.room.books.balance(player)),
            view=sight.view(table, seat),
            ask=sight.ask(table, seat, now, speed),
            readings=sight.readings(table, seat),
            totals=sight.totals(table),
            events=self._so_far(seat),
        )

    def _so_far(self, seat: Seat) -> list[Any]:
        """The hand in play, or the last, from its beginning: who comes late misses nothing."""
        table = self.runner.table
        hand = table.hand or table.newest
        if hand is None:
            return []
        if table.crowd:
            items = self._common(hand).told(seat)
        else:
            ended = [] if table.hand else [news.over(table.deals, hand)]
            items = [news.begins(table.deals, hand), *hand.events, *ended]
        return [self.told(item, seat) for item in items]

    def _common(self, hand: Hand) -> sight.Crowd:
        """The hand of a crowd, sorted once for all who come."""
        table = self.runner.table
        if self._sorted is not hand:
            self._sorted, self._story = hand, sight.Crowd([news.begins(table.deals, hand)])
        self._story.add(hand.events[self._story.count - 1 :])
        if table.hand is None and self._story.count == len(hand.events) + 1:
            self._story.add([news.over(table.deals, hand)])
        return self._story

    def _seats(self, player: str) -> list[wire.SeatWire]:
        table = self.runner.table
        own = table.seat_of(player) if player else 0
        wanted = ([own] if own else []) if table.crowd else sorted(table.sitters)
        return [self._seat(news.seated(table, seat, table.sitters[seat])) for seat in wanted]

    def _seat(self, seat: news.Seated) -> wire.SeatWire:
        return wire.SeatWire(
            seat.seat,
            seat.player,
            seat.name,
            seat.bot,
            seat.away,
            seat.bot or self.here(seat.player),
            seat.stack,
            seat.leaving,
            seat.top_up,
        )

    def _waiting(self, now: float, speed: float) -> list[wire.WaitingWire]:
        return [
            wire.WaitingWire(e.player, e.name, e.seat, max(0.0, e.until - now) / speed)
            for e in self.runner.table.queue
        ]

    def _missed(self, player: str, since: int) -> wire.News | None:
        log = self.runner.record.log
        if not since or since > self.runner.record.seq or (log and log[0][0] > since + 1):
            return None
        if not log and since != self.runner.record.seq:
            return None
        entries = [entry for entry in log if entry[0] > since]
        events = self._caught_up(player, entries)
        message = self._news(since + 1, events, self.runner.hand_seat(player))
        message.readings = sight.readings(self.runner.table, self.runner.hand_seat(player))
        return message

    def _caught_up(
        self, player: str, entries: list[tuple[int, News, dict[str, Seat]]]
    ) -> list[Any]:
        """Old news, each through the seat that the reader had then."""
        if not self.runner.table.crowd:
            return [self.told(item, owners.get(player, HOUSE)) for _, item, owners in entries]
        found: list[Any] = []
        for _, item, owners in entries:
            seat = owners.get(player, HOUSE)
            found += [self.told(part, seat) for part in sight.Crowd([item]).told(seat)]
        return found

    def told(self, item: News, seat: Seat) -> Any:
        """One piece of news as a seat is told it."""
        return self._worded(sight.redacted(item, seat))

    def _worded(self, item: Any) -> Any:
        """A waiting list is told like the snapshot's: with seconds left."""
        if isinstance(item, news.Queue):
            now, speed = self.runner.room.clock.now(), self.runner.room.clock.speed
            return wire.QueueWire(self._waiting(now, speed))
        return item

    # News.

    def tell(self, first: int, items: list[News], now: float) -> None:
        """What has happened, to each as he may know it."""
        if not self.watchers:
            return
        if self.runner.table.crowd:
            self._tell_crowd(first, items, now)
            return
        texts: dict[Seat, str] = {}
        for watcher in list(self.watchers):
            seat = self.runner.hand_seat(watcher.player)
            try:
                if seat not in texts:
                    texts[seat] = wire.text(self._told_to(first, items, seat))
                watcher.send(texts[seat])
            except Exception as error:  # noqa: BLE001 - one client may fail, never the room.
                watcher.fail(error)

    def _told_to(self, first: int, items: list[News], seat: Seat) -> wire.News:
        message = self._news(first, [self.told(item, seat) for item in items], seat)
        message.readings = sight.readings(self.runner.table, seat)
        return message

    def _news(self, first: int, events: list[Any], seat: Seat) -> wire.News:
        table, clock = self.runner.table, self.runner.room.clock
        ask = sight.ask(table, seat, clock.now(), clock.speed)
        return wire.News(
            self.runner.name, table.deals, first, self.runner.record.seq, events, ask, []
        )

    def _tell_crowd(self, first: int, items: list[News], now: float) -> None:
        """To thousands: the house's news and one's own; who has none hears only totals."""
        table = self.runner.table
        if any(isinstance(item, Cards | news.HandBegins) for item in items):
            self._readings = sight.readings(table, HOUSE)
        crowd = sight.Crowd(items)
        totals = sight.totals(table) if crowd.house else None
        gone = {item.player: item.seat for item in items if isinstance(item, news.Freed)}
        some = {**dict.fromkeys(self._players(crowd.own)), **gone}
        for player in list(self.by_player if crowd.house else some):
            through = self.runner.hand_seat(player)
            seat = gone.get(player) or through or table.seat_of(player)
            try:
                events = [self.told(item, through) for item in crowd.told(seat)]
                message = self._news(first, events, seat)
                message.readings, message.totals = self._readings, totals
                self.to(player, message)
            except Exception as error:  # noqa: BLE001 - one client may fail, never the room.
                for watcher in self.by_player.get(player, ()):
                    watcher.fail(error)
        self.totals_due = totals is None
        self.totals(now)

    def _players(self, seats: Iterable[Seat]) -> list[str]:
        """Who of the watchers sits in these seats."""
        sitters = self.runner.table.sitters
        return [sitters[seat].player for seat in seats if seat in sitters]

    def due(self) -> float | None:
        """When totals are owed."""
        return self.totals_at if self.totals_due and self.watchers else None

    def totals(self, now: float) -> None:
        """The crowd in numbers, every other second."""
        if not self.totals_due or now < self.totals_at:
            return
        self.totals_due = False
        self.totals_at = now + TOTALS_SECONDS * self.runner.room.clock.speed
        totals = sight.totals(self.runner.table)
        if totals is not None:
            self.all(wire.text(wire.TotalsWire(self.runner.name, totals)))

    def to(self, player: str, message: FromServer) -> None:
        """To one player, wherever he looks."""
        text = wire.text(message)
        for watcher in self.by_player.get(player, ()):
            watcher.send(text)
