"""What one reader sees of a table: views, asks, readings and events, each redacted by the felt.

A reader looks through a *seat of the hand*: the one he was dealt into, else 0, the public. Who sits
down in a seat later never inherits what its last owner saw.
"""

from collections.abc import Iterable
from operator import itemgetter
from typing import Any, Final

from croupier.core.asks import Decision
from croupier.core.catalogue import Game
from croupier.core.felt import BANK, HOUSE, Cards, Chips, Said, Seat, View, redact
from croupier.core.hand import Hand
from croupier.core.imagine import InOrder, imagine
from croupier.room import news
from croupier.room.table import Table
from croupier.server.live.wire import AskWire, Language, ReadingWire, Totals, ViewWire

LANGUAGES: Final[tuple[Language, ...]] = ("en", "fr")


def redacted(item: news.News, seat: Seat) -> Any:
    """One piece of news as a seat may know it."""
    return redact(item, seat) if isinstance(item, Chips | Cards | Said) else item


def view(table: Table, seat: Seat) -> ViewWire:
    """The felt: of the hand in play, or as the last one left it."""
    hand = table.hand or table.newest
    seen = hand.view(seat) if hand else View({}, {}, 0)
    chips = seen.chips if table.hand else {s: a for s, a in table.chips.items() if a}
    if table.crowd:
        chips = {s: a for s, a in chips.items() if s[0] in (HOUSE, seat) and s != BANK}
    return ViewWire(list(chips.items()), list(seen.cards.items()), seen.deck)


def ask(table: Table, seat: Seat, now: float, speed: float = 1.0) -> AskWire | None:
    """The question that stands: one's own options in full, of the others only who is asked."""
    hand = table.hand
    if hand is None or hand.ask is None:
        return None
    question = hand.ask
    if table.crowd:
        asked = [seat] if seat in question.options else []
        clocks = {s: at for s in (HOUSE, seat) if (at := table.deadlines.get(s))}
        clocks = clocks or {HOUSE: table.next_deadline() or now}
    else:
        asked, clocks = list(question.options), table.deadlines
    left = {s: round(max(0.0, at - now) / speed, 2) for s, at in clocks.items()}
    sitter = table.sitters.get(seat)
    return AskWire(
        table.asks,
        question.clause,
        question.open,
        asked,
        hand.asked(seat) if seat else (),
        left.get(seat, left.get(HOUSE, min(left.values(), default=0.0))),
        list(left.items()),
        sitter.reserve_seconds / speed if sitter else 0,
        len(question.options),
    )


def readings(table: Table, seat: Seat) -> list[ReadingWire]:
    """What the cards that a seat sees are worth."""
    hand = table.hand or table.newest
    return read(table.game, hand.view(seat)) if hand else []


def read(game: Game, seen: View) -> list[ReadingWire]:
    """What the cards of a view are worth, in every language."""
    found = {language: game.read(seen, language) for language in LANGUAGES}
    return [
        ReadingWire(
            spot, reading.cards, {lang: found[lang][spot].name for lang in found}, reading.kind
        )
        for spot, reading in found[LANGUAGES[0]].items()
    ]


def considered(hand: Hand, seat: Seat, decision: Decision) -> list[ReadingWire]:
    """What a seat's own cards would be if it decided so; `Refused` if it may not.

    It is tried on a hand that the seat cannot tell from its own, of which only its own cards are
    followed, and only until anything else happens: no hidden card is ever looked at.
    """
    trial = imagine(hand.opening, hand.feed(seat), InOrder())
    seen, since = trial.view(seat), len(trial.events)
    trial.decide(seat, decision)
    for event in trial.events[since + 1 :]:
        if not isinstance(event, Cards) or event.src[0] != seat:
            break
        seen.take(redact(event, seat))
    return [found for found in read(hand.opening.game, seen) if found.spot[0] == seat]


def totals(table: Table) -> Totals | None:
    """A crowd in numbers."""
    hand = table.hand
    if not table.crowd or hand is None:
        return None
    chips: dict[str, int] = {}
    players: set[Seat] = set()
    for (seat, word), amount in hand.felt.chips.items():
        if seat and amount and word != "stack":
            chips[word] = chips.get(word, 0) + amount
            players.add(seat)
    waiting = 0 if hand.ask is None or hand.ask.open else len(hand.ask.options)
    return Totals(len(players), waiting, list(chips.items()))


# A crowd: the house's events, one's own, and totals.


def owner(item: news.News) -> Seat:
    """Whose a piece of news is at a crowd table; the house's is everybody's."""
    if isinstance(item, Chips | Cards):
        return item.src[0] or item.dst[0]
    if isinstance(item, Said | news.Seated | news.Freed):
        return item.seat
    return HOUSE


class Crowd:
    """News sorted by whom they concern, so that each of thousands is told his own at once."""

    def __init__(self, items: Iterable[news.News]) -> None:
        self.house: list[tuple[int, news.News]] = []
        self.own: dict[Seat, list[tuple[int, news.News]]] = {}
        self._shares: dict[int, dict[Seat, list[Any]]] = {}
        self.count = 0
        self.add(items)

    def add(self, items: Iterable[news.News]) -> None:
        """Sort what came after."""
        for at, item in enumerate(items, self.count):
            seat = owner(item)
            (self.own.setdefault(seat, []) if seat else self.house).append((at, item))
            if isinstance(item, news.HandBegins | news.Over):
                self._shares[at] = _shares(item)
            self.count = at + 1

    def told(self, seat: Seat) -> list[news.News]:
        """What one of the crowd is told: the house's news and his own, in their order."""
        own = self.own.get(seat) if seat else None
        items = sorted([*self.house, *own], key=itemgetter(0)) if own else self.house
        if not self._shares:
            return [item for _, item in items]
        return [self._part(at, item, seat) for at, item in items]

    def _part(self, at: int, item: news.News, seat: Seat) -> news.News:
        shares = self._shares.get(at)
        if shares is None:
            return item
        mine = shares.get(seat, []) if seat else []
        if isinstance(item, news.HandBegins):
            return news.HandBegins(item.hand, [*shares.get(HOUSE, []), *mine], item.deck)
        return news.Over(item.hand, item.void, mine) if isinstance(item, news.Over) else item


def _shares(item: news.HandBegins | news.Over) -> dict[Seat, list[Any]]:
    """Of what names everybody, each seat's part; the house's bank is not shown to a crowd."""
    found: dict[Seat, list[Any]] = {}
    if isinstance(item, news.Over):
        return {pair[0]: [pair] for pair in item.net}
    for spot, amount in item.chips:
        if spot != BANK:
            found.setdefault(spot[0], []).append((spot, amount))
    return found


def dealt_in(hand: Hand) -> list[Seat]:
    """The seats that took part: chips or cards of theirs have moved."""
    seats: set[Seat] = set()
    for event in hand.events:
        if isinstance(event, Chips | Cards):
            seats |= {event.src[0], event.dst[0]}
    return sorted(seats - {HOUSE})
