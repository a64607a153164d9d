"""What a crowd is told: the house's news are encoded once, and each reader's own put in between.

The bytes are those that `wire.text` would make for each of them.
"""

from bisect import bisect
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec
from msgspec import Struct

from croupier.core.felt import ALL, HOUSE, Cards, Said, Seat
from croupier.room.audience import Sorted
from croupier.room.news import News
from croupier.server.live import sight, wire
from croupier.server.live.pieces import Own, Pieces

if TYPE_CHECKING:
    from croupier.server.live.telling import Telling, Watcher

TOTALS_SECONDS: Final = 2.0
MANY: Final = 5000
MANY_SECONDS: Final = 5.0
"""How often a crowd is told its totals: every two seconds, among more than MANY every five."""
SLICE: Final = 500
SLICE_SECONDS: Final = 0.1
"""Readers who are told the totals at once: nobody's answer waits behind thousands of writes."""

_encode: Final = msgspec.json.Encoder().encode


class About(Struct):
    """What is the reader's own in the whole view of a crowd's table, as `TableWire` has it."""

    seats: list[wire.SeatWire]
    waiting: list[wire.WaitingWire]
    you: wire.You
    view: wire.ViewWire
    ask: wire.AskWire | None

    @property
    def text(self) -> bytes:
        """The fields without the braces."""
        return _encode(self)[1:-1]


NOBODY: Final = About([], [], wire.You(0, 0), wire.ViewWire([], [], 0), None)


class Events:
    """A story as pieces: the house's events in order, and where each reader's own go."""

    def __init__(self, telling: "Telling", story: Sorted, first: int) -> None:
        self._telling, self._story, self._first = telling, story, first
        """After which common part the events begin."""
        same = [(at, item) for at, item in story.shared if _same_for_all(item)]
        self._partial = [(at, item) for at, item in story.shared if not _same_for_all(item)]
        self._places = [at for at, _ in same]
        texts = [self._text(item, HOUSE) for _, item in same]
        self.house = [*texts[:1], *(b"," + text for text in texts[1:])]

    def own(self, seat: Seat, through: Seat) -> Own:
        """What is told to the reader in a seat alone, seen through a seat of the hand."""
        items = self._story.part(seat)
        if self._partial:
            items = sorted([*items, *self._partial], key=lambda one: one[0])
        if not self._places:
            text = b",".join([self._text(item, through) for _, item in items])
            return [(self._first, text)] if text else []
        return [self._placed(at, self._text(item, through)) for at, item in items]

    def _placed(self, at: int, text: bytes) -> tuple[int, bytes]:
        before = bisect(self._places, at)
        return self._first + before, b"," + text if before else text + b","

    def _text(self, item: News, through: Seat) -> bytes:
        return _encode(self._telling.told(item, through))


def _same_for_all(item: News) -> bool:
    return not isinstance(item, Cards | Said) or item.eyes in (ALL, 0)


class Questions:
    """The question that stands, as pieces: the same for all who are not asked."""

    def __init__(self, telling: "Telling") -> None:
        self._table, clock = telling.runner.table, telling.runner.room.clock
        self._when = clock.now(), clock.speed
        hand = self._table.hand
        self._asked: Any = hand.ask.options if hand is not None and hand.ask is not None else None
        self._idle: dict[float | None, bytes] = {}

    def of(self, seat: Seat) -> bytes:
        """The question as a seat sees it."""
        table = self._table
        if self._asked is None:
            return b"null"
        if seat and (seat in self._asked or seat in table.deadlines):
            return self._text(seat)
        sitter = table.sitters.get(seat)
        reserve = sitter.reserve_seconds if sitter else None
        if reserve not in self._idle:
            self._idle[reserve] = self._text(seat)
        return self._idle[reserve]

    def _text(self, seat: Seat) -> bytes:
        return _encode(sight.ask(self._table, seat, *self._when))


class Crier:
    """Tells the watchers of one crowd."""

    def __init__(self, telling: "Telling") -> None:
        self.telling, self.runner = telling, telling.runner
        self.totals_at = 0.0
        self.totals_due = False
        self._slices: list[list[Watcher]] = []
        self._totals = b""
        self._wholes: dict[str, tuple[Any, Pieces, Events]] = {}
        """The whole view by language, and of what it was made."""

    # News.

    def tell(
        self, first: int, story: Sorted, players: Iterable[str], gone: dict[str, Seat]
    ) -> None:
        """What has happened, to each of these players as they may know it."""
        telling, runner = self.telling, self.runner
        totals = telling.counted() if story.common else None
        common = wire.text(telling.news(first, [], HOUSE, totals, asks=False))
        head, mark, tail = common.partition(b'],"ask":null')
        events, questions = Events(telling, story, 0), Questions(telling)
        pieces = Pieces([head, *events.house, mark[:-4], tail])
        last = len(pieces.parts) - 2
        for player in list(players):
            through = runner.hand_seat(player)
            seat = gone.get(player) or through or runner.table.seat_of(player)
            for watcher in telling.by_player.get(player, ()):
                try:
                    own = events.own(seat, through)
                    own.append((last, questions.of(through)))
                    watcher.tell(pieces, own)
                except Exception as error:  # noqa: BLE001 - one client may fail, never the room.
                    watcher.fail(error)
        if story.common:
            self._slices.clear()  # The totals were among the news.
        self.totals_due = not story.common

    # Totals.

    def due(self) -> float | None:
        """When totals are owed."""
        owed = self._slices or (self.totals_due and self.telling.watchers)
        return self.totals_at if owed else None

    def totals(self, now: float) -> None:
        """The crowd in numbers, from time to time, to some of the readers after the others."""
        if now < self.totals_at:
            return
        speed, watchers = self.runner.room.clock.speed, list(self.telling.watchers)
        if not self._slices and self.totals_due:
            self.totals_due, found = False, self.telling.counted()
            if found is None:
                return
            self._totals = wire.text(wire.TotalsWire(self.runner.name, found))
            self._slices = [watchers[at : at + SLICE] for at in range(0, len(watchers), SLICE)]
        if self._slices:
            for watcher in self._slices.pop():
                watcher.send(self._totals)
        every = MANY_SECONDS if len(watchers) > MANY else TOTALS_SECONDS
        self.totals_at = now + (SLICE_SECONDS if self._slices else every) * speed

    # The whole view.

    def whole(self, player: str, language: str) -> bytes:
        """All that a reader may know now."""
        telling, table = self.telling, self.runner.table
        now, speed = self.runner.room.clock.now(), self.runner.room.clock.speed
        pieces, events = self._common(language)
        through = self.runner.hand_seat(player)
        about = About(
            telling.seats(player),
            telling.waiting(now, speed),
            telling.you(player),
            sight.view(table, through),
            sight.ask(table, through, now, speed),
        )
        return pieces.spliced([(0, about.text), *events.own(through, through)])

    def _common(self, language: str) -> tuple[Pieces, Events]:
        """What everybody is shown, made once until something happens."""
        telling, runner = self.telling, self.runner
        story = cast("Sorted", telling.so_far())
        made_of = runner.record.seq, story, story.count, runner.sheet, telling.plate(language)
        known = self._wholes.get(language)
        if known is not None and known[0] == made_of:
            return known[1:]
        events = Events(telling, story, 1)
        empty = msgspec.structs.replace(
            telling.snapshot("", language), events=[], **msgspec.structs.asdict(NOBODY)
        )
        head, _, rest = wire.text(empty).partition(NOBODY.text)
        middle, mark, tail = rest.partition(b'"events":[')
        pieces = Pieces([head, middle + mark, *events.house, tail])
        self._wholes[language] = made_of, pieces, events
        return pieces, events
