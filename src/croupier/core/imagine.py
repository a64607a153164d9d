"""Imagining: a whole hand that one seat cannot tell from the real one.

Bots search in such hands, and the law of secrecy compares the real hand with them.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import zip_longest
from typing import Any, Final, Protocol, overload

from msgspec.structs import replace

from croupier.core.asks import Decision
from croupier.core.cards import BACK, Card
from croupier.core.felt import DECK, HOUSE, MUCK, Cards, Event, Fault, Said, Spot
from croupier.core.hand import Hand, Journal, Opening
from croupier.core.stub import STUB, shuffled
from croupier.core.words import OF_A_CARD

TAKEN_BACK: Final = 1
"""Where, among the lots of Low Ball, the one lies that says which of six cards goes back."""


class Shuffler(Protocol):
    """Where the chance of an imagined deal comes from: `random.Random` will do."""

    def shuffle(self, x: list[Any], /) -> None:
        """Put a list into a random order, in place."""

    def randrange(self, n: int, /) -> int:
        """A number below n."""


class InOrder:
    """No chance at all: what is hidden lies in order. Any deal that fits will do, and hands that
    a seat cannot tell apart give the same one.
    """

    def shuffle(self, x: list[Any], /) -> None:
        """Leave it as it is."""

    def randrange(self, n: int, /) -> int:  # noqa: ARG002
        """The first."""
        return 0


class _Lots(Sequence[int]):
    """The lots of a hand, noting which are drawn."""

    def __init__(self, lots: Sequence[int], drawn: set[int], first: int = 0) -> None:
        self.lots, self.drawn, self.first = lots, drawn, first

    def __len__(self) -> int:
        return len(self.lots) - self.first

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[int]: ...
    def __getitem__(self, at: int | slice) -> int | Sequence[int]:
        if isinstance(at, slice):
            places = range(len(self.lots))[self.first :][at]
            if places.stop == len(self.lots):
                return _Lots(self.lots, self.drawn, places.start)
            return [self[place - self.first] for place in places]
        lot = self.lots[self.first + at]
        self.drawn.add(self.first + at)
        return lot


def drawn_lots(hand: Hand) -> set[int]:
    """Which of a hand's lots have been drawn so far."""
    drawn: set[int] = set()
    start = hand.opening
    if start.deal.lots:
        deal = replace(start.deal, lots=_Lots(start.deal.lots, drawn))
        Hand.replay(Journal(replace(start, deal=deal), tuple(hand.answers)))
    return drawn


def imagine(opening: Opening, feed: Sequence[Event], chance: Shuffler) -> Hand:
    """A hand with the same feed for its seat; the cards it has not shown are drawn at random.

    Of the opening only public facts are used: the cards of its deal as an unordered heap, and the
    lots that are drawn. Dice and shuffles that are still to come fall anew.
    """
    gone: set[Card] = set()
    known = None
    while known is None:
        try:
            known = known_places(feed, len(opening.deal.cards), opening.deal.lots, gone)
        except _Gone as left:
            gone.add(left.card)
    unseen = sorted(opening.deal.cards)
    for card in known.values():
        unseen.remove(card)
    chance.shuffle(unseen)
    cards = tuple(
        known[place] if place in known else unseen.pop() for place in range(len(opening.deal.cards))
    )
    drawn: set[int] = set()
    lots = _Lots(opening.deal.lots, drawn)
    deal = replace(opening.deal, cards=cards, lots=lots)
    hand = Hand(opening.game, opening.rules, opening.chips, deal, opening.carry)
    while len(hand.events) < len(feed):
        said = feed[len(hand.events)]
        if type(said) is not Said:
            raise Fault(f"the feed does not follow from its opening: {said}")
        answer(hand, said, feed, gone)
    hand.felt.lots = tuple(
        lot if at in drawn else chance.randrange(bound)
        for at, (lot, bound) in enumerate(zip(opening.deal.lots, opening.game.LOTS, strict=True))
    )
    hand.opening = replace(hand.opening, deal=replace(deal, lots=hand.felt.lots))
    return hand


def shown(feed: Sequence[Event]) -> set[Card]:
    """The faces that a feed has shown so far, where they lie or by a ruling."""
    faces: set[Card] = set()
    for event in feed:
        if type(event) is Cards or (type(event) is Said and event.seat == HOUSE):
            faces.update(event.cards)
    return faces


class _Gone(Exception):
    """A card that all have seen was among those that left its hand face down: it lies there no
    more, as the feed shows later.
    """

    def __init__(self, card: Card) -> None:
        self.card = card


def known_places(
    feed: Sequence[Event], size: int, lots: Sequence[int] = (), gone: Collection[Card] = ()
) -> dict[int, Card]:
    """Which places of the deck the feed has shown, and their faces.

    `gone` are seen cards that are known to have left face down; `_Gone` names one more.
    """
    known: dict[int, Card] = {}
    deck = list(reversed(range(size)))
    lying: dict[Spot, list[int]] = {DECK: deck}
    row, named = lots, list[int]()
    for event, following in zip_longest(feed, feed[1:]):
        if type(event) is Said and (event.seat == HOUSE or event.what not in OF_A_CARD):
            named = []
        if type(event) is Said and event.seat == HOUSE:
            if event.what == "cut":
                deck[:] = deck[-event.amount :] + deck[: -event.amount]
            elif event.what == "shuffle":
                row = lots[event.amount :]
            elif event.cards and event.spot in lying:  # A ruling names cards that lie there.
                lie = lying[event.spot]
                by_place = [lie[event.amount - 1]] if event.amount else None
                named = by_place or _places(lie, event.cards, known, gone)
                _learn(known, zip(named, event.cards, strict=True), gone)
        if type(event) is Cards:
            told, by_lot = _turned(event, following), _by_lot(event, lying, lots)
            _follow(told, lying, known, row, named or by_lot, gone)
    return known


def _turned(event: Cards, following: Event | None) -> Cards:
    """An exposed card that is laid down and turned over: it is the card that has left the hand."""
    if event.why != "exposed card" or type(following) is not Cards or following.src != event.dst:
        return event
    return replace(event, cards=following.cards[-len(event.cards) :])


def _by_lot(event: Cards, lying: dict[Spot, list[int]], lots: Sequence[int]) -> list[int]:
    """Which of six cards goes back says a lot; it leaves the muck again at once (LB-30)."""
    if event.why == "misdeal":
        return [lying[event.src][lots[TAKEN_BACK]]]
    return lying[MUCK][-1:] if event.why == "burn" and event.src == MUCK else []


def _follow(
    event: Cards,
    lying: dict[Spot, list[int]],
    known: dict[int, Card],
    row: Sequence[int],
    named: list[int],
    gone: Collection[Card],
) -> None:
    """Cards go from the top of the deck or of a stub, into the order of a shuffle, the last of a
    hand, as a ruling or a lot has just named them, or by their faces.
    """
    lie, count = lying[event.src], len(event.cards)
    if event.src == DECK:
        places = [lie.pop() for _ in range(count)]
    elif event.src == STUB:
        places = lie[:count]
    elif event.why == "shuffle":
        places = shuffled(lie, row)
    elif event.why == "missing card":
        places = lie[-count:]
    elif event.src != event.dst and len(named) == count and set(named) <= set(lie):
        places = named
    else:
        places = _places(lie, event.cards, known, gone)
    _learn(known, zip(places, event.cards, strict=True), gone)
    if event.src != DECK:
        lying[event.src] = [place for place in lie if place not in places]
    lying.setdefault(event.dst, []).extend(places)


def _learn(
    known: dict[int, Card], shown: Iterable[tuple[int, Card]], gone: Collection[Card]
) -> None:
    """Remember the faces of places; another face than before: the old one has left face down."""
    for place, face in shown:
        before = known.get(place, face)
        if face not in (BACK, before) and before not in gone:
            raise _Gone(before)
        if face != BACK:
            known[place] = face


def _places(
    lie: list[int], cards: Sequence[Card], known: dict[int, Card], gone: Collection[Card]
) -> list[int]:
    """Known faces lie where they were seen; of the others any will do, so the first are taken."""
    if len(cards) == len(lie) and set(cards) == {BACK}:
        return list(lie)
    taken: list[int] = []
    for card in cards:
        free = [place for place in lie if place not in taken]
        same = [place for place in free if card != BACK and known.get(place) == card]
        left = [place for place in free if card == BACK and known.get(place) in gone]
        taken.append((same or left or [p for p in free if p not in known] or free)[0])
    return taken


def answer(hand: Hand, said: Said, feed: Sequence[Event], gone: Collection[Card]) -> None:
    """Give an imagined hand the answer that its feed tells; hidden cards are those that are known
    to have gone, then the first unseen.
    """
    cards = said.cards
    if BACK in cards:
        seen = shown(feed[: len(hand.events)])
        option = next(o for o in hand.asked(said.seat) if o.act == said.what)
        hidden_first = sorted(
            option.cards, key=lambda card: (card in seen and card not in gone, card not in gone)
        )
        cards = tuple(hidden_first[: len(cards)])
    decision = Decision(said.what, said.amount, said.spot, cards, said.by, said.why)
    hand.take(said.seat, decision)
