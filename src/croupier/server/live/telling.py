"""Who looks at a table, and what each of them is told."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, Protocol

from msgspec.structs import replace

from croupier.core import catalogue
from croupier.core.felt import HOUSE, Cards, Seat
from croupier.core.hand import Hand
from croupier.core.prices import plain
from croupier.room import news
from croupier.room.audience import Audience, Story
from croupier.room.news import News
from croupier.server.live import sight, wire
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
        """The reader's language."""

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
        self._hand: Hand | None = None
        """The hand of which the story is told and the cards were read."""
        self._story: Story = self.audience.story([])
        self._readings: dict[Seat, tuple[int, list[wire.ReadingWire]]] = {}
        """By seat, and after how many events they were read."""
        self._plates: dict[str, Plate] = {}
        self._counted: tuple[int, wire.Totals | None] = -1, None
        """The crowd in numbers, and after which news they were counted."""
        self._posted = runner.sheet
        """The sheet of the plates, by the rules that are played."""
        self._version = runner.table.version

    @property
    def audience(self) -> Audience:
        """Who is told of whom."""
        return self.runner.table.audience

    def plate(self, language: str) -> Plate:
        """The plate in a language, made once, and anew when the rules or the sheet change."""
        runner, rules = self.runner, self.runner.table.rules
        posted = self._posted
        if rules is not posted.rules or runner.sheet.version != posted.version:
            self._posted, self._plates = replace(runner.sheet, rules=rules), {}
        if language not in self._plates:
            self._plates[language] = plate(runner.house, self._posted, language)
        return self._plates[language]

    # Coming and going.

    def join(self, watcher: Watcher, since: int) -> None:
        """Let somebody watch: the whole view, or what they have missed."""
        was_here = self.here(watcher.player)
        if watcher not in self.watchers:
            self.watchers[watcher] = None
            self.by_player.setdefault(watcher.player, []).append(watcher)
        missed = self._missed(watcher.player, since)
        watcher.send(wire.text(missed or self.snapshot(watcher.player, watcher.language)))
        self._tell_pledge(watcher)
        if not was_here:
            self.presence(watcher.player)
        self.runner.bell.set()

    def part(self, watcher: Watcher) -> None:
        """Stop watching; the player keeps their seat."""
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
        for shown in self.audience.seats([seat] if seat else [], HOUSE):
            self.all(wire.text(wire.Presence(self.runner.name, shown, self.here(player))))

    def all(self, text: str) -> None:
        """The same to everybody."""
        for watcher in self.watchers:
            watcher.send(text)

    # Pledges.

    def pledge(self) -> None:
        """Tell what is pledged for the next hand."""
        for watcher in self.watchers:
            self._tell_pledge(watcher)

    def _tell_pledge(self, watcher: Watcher) -> None:
        """What is pledged for the next hand, if it is; in a crowd each is told their own part."""
        table, clock = self.runner.table, self.runner.room.clock
        waiting = table.pledging.waiting
        if waiting is None:
            return
        seconds = max(0.0, clock.wait(self.runner.begin_at)) if table.may_begin() else 0.0
        whose = watcher.player if self.audience.crowd else None
        watcher.send(wire.text(sight.pledge(table, waiting, seconds, whose)))

    # The whole view.

    def snapshot(self, player: str, language: str = "en") -> wire.TableWire:
        """All that a reader may know now."""
        runner, table = self.runner, self.runner.table
        now, speed = runner.room.clock.now(), runner.room.clock.speed
        seat, posted = runner.hand_seat(player), news.posted(table)
        return wire.TableWire(
            table=runner.name,
            title=french.say(runner.sheet.title, language),
            house=french.say(runner.house.title, language),
            currency=runner.house.currency,
            game=catalogue.name(table.game),
            seq=runner.record.seq,
            hand=table.deals,
            in_play=table.hand is not None,
            open=posted.open,
            paused=posted.paused,
            crowd=table.audience.crowd,
            last_hands=posted.last_hands,
            version=posted.version,
            pace=posted.pace,
            level=posted.level,
            house_level=runner.minder.house_level,
            rules=plain(table.rules),
            layout=table.game.LAYOUT,
            plate=self.plate(language),
            terms=table.terms,
            seats=self._seats(player),
            waiting=self._waiting(now, speed),
            you=self._you(player),
            view=sight.view(table, seat),
            ask=sight.ask(table, seat, now, speed),
            readings=self._read(seat),
            totals=self._totals(),
            events=self._so_far(seat),
        )

    def _so_far(self, seat: Seat) -> list[Any]:
        """The hand in play, or the last, from its beginning: latecomers miss nothing."""
        table = self.runner.table
        hand = table.hand or table.newest
        if hand is None:
            return []
        self._look_at(hand)
        story = self._story
        if not story.count:
            story.add([news.begins(table, hand)])
        story.add(hand.events[story.count - 1 :])
        if table.hand is None and story.count == len(hand.events) + 1:
            story.add([news.over(table.deals, hand)])
        return [self.told(item, seat) for item in story.told(seat)]

    def _look_at(self, hand: Hand) -> None:
        """Of another hand another story is told, and the cards are read anew."""
        if self._hand is not hand:
            self._hand, self._story = hand, self.audience.story([])
            self._readings.clear()

    def _read(self, seat: Seat) -> list[wire.ReadingWire]:
        """What the cards are worth that a seat sees; read again only when cards have moved."""
        table, eyes = self.runner.table, self.audience.eyes(seat)
        hand = table.hand or table.newest
        if hand is None:
            return []
        self._look_at(hand)
        since, found = self._readings.get(eyes, (0, []))
        if any(type(event) is Cards for event in hand.events[since:]):
            found = sight.readings(hand, eyes)
        self._readings[eyes] = len(hand.events), found
        return found

    def _you(self, player: str) -> wire.You:
        table, books = self.runner.table, self.runner.room.books
        kept, seat = table.consigned.get(player, 0), table.seat_of(player)
        spared = seat > 0 and table.sitters[seat].out_at_blind
        return wire.You(seat, books.balance(player), kept, spared)

    def _seats(self, player: str) -> list[wire.SeatWire]:
        table = self.runner.table
        wanted = sorted(self.audience.seats(table.sitters, table.seat_of(player)))
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
            seat.timed_out,
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
        events: list[Any] = []
        for number, item, owners in log:
            if number > since:  # Each through the seat that the reader had then.
                seat = owners.get(player, HOUSE)
                events += [self.told(part, seat) for part in self.audience.story([item]).told(seat)]
        return self._news(since + 1, events, self.runner.hand_seat(player))

    def told(self, item: News, seat: Seat) -> Any:
        """One piece of news as a seat is told it; a waiting list with seconds left."""
        if isinstance(item, news.Queue):
            now, speed = self.runner.room.clock.now(), self.runner.room.clock.speed
            return wire.QueueWire(self._waiting(now, speed))
        return sight.redacted(item, seat)

    # News.

    def tell(self, first: int, items: list[News], now: float) -> None:
        """What has happened, to each as they may know it; another sheet is told as a whole."""
        if self.runner.table.version != self._version:
            self._version = self.runner.table.version
            for watcher in self.watchers:
                watcher.send(wire.text(self.snapshot(watcher.player, watcher.language)))
            return
        if not self.watchers:
            return
        story, texts = self.audience.story(items), dict[tuple[Seat, Seat], str]()
        gone = {item.player: item.seat for item in items if isinstance(item, news.Freed)}
        totals = self._totals() if story.common else None
        for player in list(self.by_player if story.common else {*self._players(story.own), *gone}):
            through = self.runner.hand_seat(player)
            seats = through, gone.get(player) or through or self.runner.table.seat_of(player)
            for watcher in self.by_player.get(player, ()):
                try:
                    if seats not in texts:
                        texts[seats] = wire.text(self._part(first, story, *seats, totals))
                    watcher.send(texts[seats])
                except Exception as error:  # noqa: BLE001 - one client may fail, never the room.
                    watcher.fail(error)
        self.totals_due = not story.common
        self.totals(now)

    def _part(
        self, first: int, story: Story, through: Seat, seat: Seat, totals: wire.Totals | None
    ) -> wire.News:
        """The news of a seat, as they look to somebody who was dealt into another, or into none."""
        events = [self.told(item, through) for item in story.told(seat)]
        return self._news(first, events, through, totals)

    def _news(
        self, first: int, events: list[Any], seat: Seat, totals: wire.Totals | None = None
    ) -> wire.News:
        table, clock, seq = self.runner.table, self.runner.room.clock, self.runner.record.seq
        ask, read = sight.ask(table, seat, clock.now(), clock.speed), self._read(seat)
        return wire.News(self.runner.name, table.deals, first, seq, events, ask, read, totals)

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
        totals = self._totals()
        if totals is not None:
            self.all(wire.text(wire.TotalsWire(self.runner.name, totals)))

    def _totals(self) -> wire.Totals | None:
        """The crowd in numbers, counted once for all who ask before anything else happens."""
        if self._counted[0] != self.runner.record.seq:
            self._counted = self.runner.record.seq, sight.totals(self.runner.table)
        return self._counted[1]
