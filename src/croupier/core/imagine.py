"""Imagining: a whole hand that one seat cannot tell from the real one.

Bots search in such hands, and the law of secrecy compares the real hand with them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any, Final, Protocol

from msgspec.structs import replace

from croupier.core.asks import decided
from croupier.core.cards import BACK, Card
from croupier.core.catalogue import Game
from croupier.core.felt import (
    ALL,
    DECK,
    HOUSE,
    MUCK,
    Cards,
    Chips,
    Event,
    Fault,
    Lots,
    Said,
    Spot,
    shuffled,
)
from croupier.core.hand import Hand, Opening
from croupier.core.words import OF_A_CARD, Cause


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


TRIES: Final = 60
"""Decks that are tried: where hidden cards have decided something, most of some are wrong."""


def imagine(opening: Opening, feed: Sequence[Event], chance: Shuffler, tries: int = TRIES) -> Hand:
    """A hand with the same feed for its seat; the cards it has not shown are drawn at random.

    Of the opening only public facts are used: the cards of its deal as an unordered heap, and the
    lots that are drawn. Dice and shuffles that are still to come fall anew. Cards that contradict
    the feed (a dealer who has looked has no blackjack) are drawn again.
    """
    known, gone = _seen(opening, feed)
    fault = Fault("no hidden cards lead to the feed")
    for turn in range(tries):
        cards = _filled(known, opening.deal.cards, chance, Fraction(turn, tries))
        try:
            return _followed(opening, feed, cards, gone, chance)
        except Fault as error:
            fault = error
    raise fault


def _followed(
    opening: Opening,
    feed: Sequence[Event],
    cards: tuple[Card, ...],
    gone: Collection[Card],
    chance: Shuffler,
) -> Hand:
    """The hand that a deck leads to, if it has this feed."""
    deal = replace(opening.deal, cards=cards)
    hand = Hand(opening.game, opening.rules, opening.chips, deal, opening.carry)
    passed = _agreed(hand, feed, 0)
    while passed < len(feed):
        said = feed[passed]
        if type(said) is not Said or hand.over:
            raise Fault(f"the feed does not follow from its opening: {said}")
        answer(hand, said, feed, gone)
        passed = _agreed(hand, feed, passed)
    drawn = hand.felt.lots.drawn
    lots = tuple(
        lot if at in drawn else chance.randrange(bound)
        for at, (lot, bound) in enumerate(zip(opening.deal.lots, opening.game.LOTS, strict=True))
    )
    hand.felt.lots = Lots(lots, drawn)
    hand.opening = replace(hand.opening, deal=replace(deal, lots=lots))
    return hand


def _agreed(hand: Hand, feed: Sequence[Event], passed: int) -> int:
    """How many events a hand has; the new ones must be those of the feed but for hidden faces."""
    for event, told in zip_longest(hand.events[passed:], feed[passed : len(hand.events)]):
        if told is None or _public(event) != _public(told):
            raise Fault(f"the feed does not follow from its opening: {event}")
    return len(hand.events)


def _public(event: Event) -> Event | tuple[Event, int]:
    """An event without its faces."""
    if isinstance(event, Chips):
        return event
    return replace(event, cards=(), eyes=ALL), len(event.cards)


def _seen(opening: Opening, feed: Sequence[Event]) -> tuple[dict[int, Card], set[Card]]:
    """Which places of the deck a feed has shown, and the seen cards that have left face down."""
    gone: set[Card] = set()
    size, lots, by_lot = len(opening.deal.cards), opening.deal.lots, _by_lot(opening.game)
    while True:
        try:
            return _Lie(size, lots, by_lot, gone).follow(feed), gone
        except _Gone as left:
            gone.add(left.card)


def _by_lot(game: Game) -> Mapping[Cause, int]:
    found: Mapping[Cause, int] = getattr(game, "BY_LOT", {})
    return found


def _filled(
    known: Mapping[int, Card], cards: Sequence[Card], chance: Shuffler, cut: Fraction
) -> tuple[Card, ...]:
    """A deck with the known faces in their places, and the others as chance has it, cut so that
    even where chance changes nothing each try has another order.
    """
    unseen = sorted(cards)
    for card in known.values():
        unseen.remove(card)
    chance.shuffle(unseen)
    at = int(cut * len(unseen))
    unseen = unseen[at:] + unseen[:at]
    return tuple(known[at] if at in known else unseen.pop() for at in range(len(cards)))


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


class _Lie:
    """Which place of the deck lies where, and the faces that a feed has shown of them.

    `gone` are seen cards that are known to have left face down; `_Gone` names one more.
    """

    def __init__(
        self,
        size: int,
        lots: Any,
        by_lot: Mapping[Cause, int],
        gone: Collection[Card] = (),
    ) -> None:
        self.known: dict[int, Card] = {}
        self.deck = list(reversed(range(size)))
        self.lying: dict[Spot, list[int]] = {DECK: self.deck}
        self.lots, self.row = lots, 0
        self.by_lot, self.gone = by_lot, gone
        self.named: list[int] = []
        """The places of cards that a ruling has just named."""
        self.piles = {DECK}
        """Where cards are taken from the top: the deck, and what was shuffled."""

    def follow(self, feed: Sequence[Event]) -> dict[int, Card]:
        """Go through a whole feed; returns the faces of the places that it has shown."""
        for event, following in zip_longest(feed, feed[1:]):
            if type(event) is Said:
                self._hear(event)
            elif type(event) is Cards:
                self._carry(_turned(event, following))
        return self.known

    def _hear(self, said: Said) -> None:
        """A cut, the row of a shuffle, or a ruling that names cards where they lie."""
        if said.seat == HOUSE or said.what not in OF_A_CARD:
            self.named = []
        if said.seat != HOUSE:
            return
        if said.what == "cut":
            self.deck[:] = self.deck[-said.amount :] + self.deck[: -said.amount]
        elif said.what == "shuffle":
            self.row = said.amount
        elif said.cards and said.spot in self.lying:
            lie = self.lying[said.spot]
            by_place = [lie[said.amount - 1]] if said.amount else None
            self.named = by_place or self._found(lie, said.cards)
            self._learn(self.named, said.cards[: len(self.named)])

    def _carry(self, event: Cards) -> None:
        lie, places = self.lying[event.src], self._moved(event)
        self._learn(places, event.cards)
        if event.src != DECK:
            self.lying[event.src] = [place for place in lie if place not in places]
        self.lying.setdefault(event.dst, []).extend(places)
        if event.why == "shuffle":
            self.piles.add(event.dst)

    def _moved(self, event: Cards) -> list[int]:
        """Cards go from the top of the deck or of a pile, into the order of a shuffle, the last of
        a hand, as a ruling or a lot has just named them, or by their faces.
        """
        lie, count = self.lying[event.src], len(event.cards)
        if event.src == DECK:
            return [lie.pop() for _ in range(count)]
        if event.src in self.piles:
            return lie[:count]
        if event.why == "shuffle":
            return shuffled(lie, self.lots[self.row :])
        if event.why == "missing card":
            return lie[-count:]
        named = self.named or self._picked(event)
        if event.src != event.dst and len(named) == count and set(named) <= set(lie):
            return named
        return self._found(lie, event.cards)

    def _picked(self, event: Cards) -> list[int]:
        """The card that a lot picks, where the game says so; it leaves the muck again at once."""
        if event.why in self.by_lot:
            return [self.lying[event.src][self.lots[self.by_lot[event.why]]]]
        return self.lying[MUCK][-1:] if event.why == "burn" and event.src == MUCK else []

    def _learn(self, places: Iterable[int], faces: Iterable[Card]) -> None:
        """Remember the faces of places; another face than before: the old one has left unseen."""
        for place, face in zip(places, faces, strict=True):
            before = self.known.get(place, face)
            if face not in (BACK, before) and before not in self.gone:
                raise _Gone(before)
            if face != BACK:
                self.known[place] = face

    def _found(self, lie: list[int], cards: Sequence[Card]) -> list[int]:
        """Known faces lie where they were seen; of the others any will do, so the first are
        taken.
        """
        if len(cards) == len(lie) and set(cards) == {BACK}:
            return list(lie)
        known, taken = self.known, list[int]()
        for card in cards:
            free = [place for place in lie if place not in taken]
            same = [place for place in free if card != BACK and known.get(place) == card]
            left = [place for place in free if card == BACK and known.get(place) in self.gone]
            taken.append((same or left or [p for p in free if p not in known] or free)[0])
        return taken


def _turned(event: Cards, following: Event | None) -> Cards:
    """An exposed card that is laid down and turned over: it is the card that has left the hand."""
    if event.why != "exposed card" or type(following) is not Cards or following.src != event.dst:
        return event
    return replace(event, cards=following.cards[-len(event.cards) :])


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
    hand._apply(said.seat, replace(decided(said), cards=cards))  # noqa: SLF001 - Legal where it was said, so here.
