"""Who looks at a table, and what each of them is told."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

from msgspec.structs import replace

from croupier.core import catalogue
from croupier.core.felt import HOUSE, Cards, Seat
from croupier.core.hand import Hand
from croupier.core.pledges import Contributor
from croupier.core.prices import plain
from croupier.room import news
from croupier.room.audience import Audience, Story, Whole
from croupier.room.news import News
from croupier.server.live import sight, wire
from croupier.server.live.crier import Crier
from croupier.server.live.frames import Reader
from croupier.server.live.pieces import Own, Pieces
from croupier.speech import french
from croupier.speech.plates import Plate, plate

if TYPE_CHECKING:
    from croupier.server.live.runner import Runner


class Watcher(Reader, Protocol):
    """Somebody who looks on."""

    def tell(self, pieces: Pieces, own: Own) -> None:
        """Give a message to be sent of which most is the same for many."""

    def close(self, code: int) -> None:
        """End this connection when the rest is sent."""

    def fail(self, error: Exception) -> None:
        """End this connection: a message to it could not be made, by our own fault."""


class Telling:
    """The watchers of one table."""

    def __init__(self, runner: "Runner") -> None:
        self.runner = runner
        self.watchers: dict[Watcher, None] = {}
        self.by_player: dict[str, list[Watcher]] = {}
        self.crier = Crier(self)
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
        watcher.send(wire.text(missed) if missed else self.whole(watcher.player, watcher.language))
        self._tell_pledge(watcher, {})
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

    def all(self, text: bytes) -> None:
        """The same to everybody."""
        for watcher in self.watchers:
            watcher.send(text)

    # Pledges.

    def pledge(self) -> None:
        """Tell what is pledged for the next hand."""
        texts: dict[tuple[Contributor, ...], bytes] = {}
        for watcher in self.watchers:
            self._tell_pledge(watcher, texts)

    def _tell_pledge(self, watcher: Watcher, texts: dict[tuple[Contributor, ...], bytes]) -> None:
        """What is pledged for the next hand, if it is; in a crowd each is told their own part, and
        most have none: their message is made once.
        """
        pledging = self.runner.table.pledging
        if pledging.waiting is None:
            return
        crowd = self.audience.crowd
        listed = tuple(pledging.listed(watcher.player) if crowd else pledging.waiting.entropy)
        if listed not in texts:
            seconds = self._seconds_to_deal()
            told = sight.pledge(self.runner.name, pledging.waiting, seconds, listed)
            texts[listed] = wire.text(told)
        watcher.send(texts[listed])

    def _seconds_to_deal(self) -> float:
        runner = self.runner
        return (
            max(0.0, runner.room.clock.wait(runner.begin_at)) if runner.table.may_begin() else 0.0
        )

    # The whole view.

    def whole(self, player: str, language: str) -> bytes:
        """All that a reader may know now, as it is sent."""
        if self.audience.crowd:
            return self.crier.whole(player, language)
        return wire.text(self.snapshot(player, language))

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
            seats=self.seats(player),
            waiting=self.waiting(now, speed),
            you=self.you(player),
            view=sight.view(table, seat),
            ask=sight.ask(table, seat, now, speed),
            readings=self._read(seat),
            totals=self.counted(),
            events=[self.told(item, seat) for item in self.so_far().told(seat)],
            private=bool(runner.sheet.access),
        )

    def so_far(self) -> Story:
        """The hand in play, or the last, from its beginning: latecomers miss nothing."""
        table = self.runner.table
        hand = table.hand or table.newest
        if hand is None:
            return self.audience.story([])
        self._look_at(hand)
        story = self._story
        if not story.count:
            story.add([news.begins(table, hand)])
        story.add(hand.events[story.count - 1 :])
        if table.hand is None and story.count == len(hand.events) + 1:
            story.add([news.over(table.deals, hand)])
        return story

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

    def you(self, player: str) -> wire.You:
        """What a reader has here."""
        table, books = self.runner.table, self.runner.room.books
        kept, seat = table.consigned.get(player, 0), table.seat_of(player)
        spared = seat > 0 and table.sitters[seat].out_at_blind
        return wire.You(seat, books.balance(player), kept, spared)

    def seats(self, player: str) -> list[wire.SeatWire]:
        """Who sits here, as far as a reader is told."""
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

    def waiting(self, now: float, speed: float) -> list[wire.WaitingWire]:
        """The waiting list, with seconds left."""
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
        return self.news(since + 1, events, self.runner.hand_seat(player))

    def told(self, item: News, seat: Seat) -> Any:
        """One piece of news as a seat is told it; a waiting list with seconds left."""
        if isinstance(item, news.Queue):
            now, speed = self.runner.room.clock.now(), self.runner.room.clock.speed
            return wire.QueueWire(self.waiting(now, speed))
        return sight.redacted(item, seat)

    # News.

    def tell(self, first: int, items: list[News], now: float) -> None:
        """What has happened, to each as they may know it; another sheet is told as a whole."""
        if self.runner.table.version != self._version:
            self._version = self.runner.table.version
            for watcher in self.watchers:
                watcher.send(self.whole(watcher.player, watcher.language))
            return
        if not self.watchers:
            return
        story = self.audience.story(items)
        if isinstance(story, Whole):
            self._tell_all(first, story, items)
            return
        gone = _gone(items)
        players = self.by_player if story.common else {*self._players(story.own), *gone}
        self.crier.tell(first, story, players, gone)
        self.crier.totals(now)

    def _tell_all(self, first: int, story: Whole, items: list[News]) -> None:
        gone, texts = _gone(items), dict[tuple[Seat, Seat], bytes]()
        for player in list(self.by_player):
            through = self.runner.hand_seat(player)
            seats = through, gone.get(player) or through or self.runner.table.seat_of(player)
            for watcher in self.by_player.get(player, ()):
                try:
                    if seats not in texts:
                        texts[seats] = wire.text(self._part(first, story, *seats))
                    watcher.send(texts[seats])
                except Exception as error:  # noqa: BLE001 - one client may fail, never the room.
                    watcher.fail(error)

    def _part(self, first: int, story: Story, through: Seat, seat: Seat) -> wire.News:
        """The news of a seat, as they look to somebody who was dealt into another, or into none."""
        events = [self.told(item, through) for item in story.told(seat)]
        return self.news(first, events, through)

    def news(
        self,
        first: int,
        events: list[Any],
        seat: Seat,
        totals: wire.Totals | None = None,
        *,
        asks: bool = True,
    ) -> wire.News:
        """What has happened, as a message to a seat."""
        table, clock, seq = self.runner.table, self.runner.room.clock, self.runner.record.seq
        ask = sight.ask(table, seat, clock.now(), clock.speed) if asks else None
        read = self._read(seat)
        return wire.News(self.runner.name, table.deals, first, seq, events, ask, read, totals)

    def _players(self, seats: Iterable[Seat]) -> list[str]:
        """Who of the watchers sits in these seats."""
        sitters = self.runner.table.sitters
        return [sitters[seat].player for seat in seats if seat in sitters]

    def counted(self) -> wire.Totals | None:
        """The crowd in numbers, counted once for all who ask before anything else happens."""
        if self._counted[0] != self.runner.record.seq:
            self._counted = self.runner.record.seq, sight.totals(self.runner.table)
        return self._counted[1]


def _gone(items: list[News]) -> dict[str, Seat]:
    """Who has just left, and from where: they are told of it."""
    return {item.player: item.seat for item in items if isinstance(item, news.Freed)}
