"""Following the cards of a hand from the deck to where they are seen, as a proof needs it.

A card of the deck has a *place*. What is dealt comes from the top, so its place is certain; when
some of several hidden cards leave a spot, nobody else can tell which: until one is shown, they are
a heap of places of which each may be any. Cards that were shuffled in secret have no place, since
that would tell who had held them.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise, zip_longest

from croupier.core.cards import BACK, Card
from croupier.core.catalogue import Game
from croupier.core.felt import DECK, HOUSE, MUCK, Cards, Event, Said, Seat, Spot
from croupier.core.hand import Hand
from croupier.core.words import OF_A_CARD

Heap = set[int]
"""The places that a card may have; cards that cannot be told apart share one. Empty: none."""


def lots_aloud(hand: Hand) -> dict[int, int]:
    """The lots that were drawn, all but those that shuffle discards: their order is a secret."""
    lots, drawn = hand.opening.deal.lots, {*hand.felt.lots.drawn}
    for said, moved in pairwise(hand.events):
        if type(said) is Said and type(moved) is Cards and moved.why == "shuffle":
            drawn -= {*range(said.amount, said.amount + len(moved.cards))}
    return {at: lots[at] for at in sorted(drawn)}


def shown_places(hand: Hand, seat: Seat) -> dict[int, Card]:
    """The places of a hand's deck whose cards a seat has seen, as they truly lay."""
    start = hand.opening
    trail = Trail(start.game, lots_aloud(hand), dict(enumerate(start.deal.cards)))
    trail.follow(hand.events, hand.feed(seat), len(start.deal.cards))
    return trail.shown


def told_places(
    game: Game,
    size: int,
    lots: Mapping[int, int],
    feed: Sequence[Event],
    opened: Mapping[int, Card],
) -> dict[int, Card]:
    """The places of a deck of this size whose cards a feed has shown. Where the feed leaves open
    which of several hidden cards it was, the `opened` places say so.
    """
    trail = Trail(game, lots, dict(opened))
    trail.follow(feed, feed, size)
    return trail.shown


class Trail:
    """Which places lie where, and what was shown of them."""

    def __init__(self, game: Game, lots: Mapping[int, int], faces: dict[int, Card]) -> None:
        self.faces = faces
        """The cards of places, as far as they are known."""
        self.shown: dict[int, Card] = {}
        self.lots, self.by_lot = lots, getattr(game, "BY_LOT", {})
        self.deck: list[int] = []
        self.lying: dict[Spot, list[Heap]] = {}
        self.piles: set[Spot] = set()
        """What was shuffled, from which cards are taken from the top."""
        self.named: list[Heap] = []
        """The cards that a ruling has just named."""

    def follow(self, feed: Sequence[Event], watched: Sequence[Event], size: int) -> None:
        """Go through a whole feed, of which the watcher may have seen fewer faces."""
        self.deck = list(reversed(range(size)))
        rows = zip(feed, feed[1:], watched, watched[1:], strict=False)
        last = zip_longest(feed[-1:], [], watched[-1:], [])
        for event, after, seen, seen_after in (*rows, *last):
            if type(event) is Said and type(seen) is Said:
                self._hear(event, seen)
            elif type(event) is Cards and type(seen) is Cards:
                self._carry(_turned(event, after), _turned(seen, seen_after).cards)

    def _hear(self, said: Said, seen: Said) -> None:
        """A cut, or a ruling that names cards where they lie."""
        if said.seat == HOUSE or said.what not in OF_A_CARD:
            self.named = []
        if said.seat == HOUSE and said.what == "cut":
            self.deck[:] = self.deck[-said.amount :] + self.deck[: -said.amount]
        elif said.seat == HOUSE and said.cards and said.spot in self.lying:
            lie = self.lying[said.spot]
            at = [said.amount - 1] if said.amount else self._picked(lie, said.cards)
            self._show(said.spot, at, said.cards, seen.cards)
            self.named = [lie[one] for one in at]

    def _carry(self, event: Cards, seen: Sequence[Card]) -> None:
        """Cards go from spot to spot, or are shown where they lie."""
        if event.src == DECK:
            self.lying.setdefault(event.dst, [])
            first = len(self.lying[event.dst])
            self.lying[event.dst] += [{self.deck.pop()} for _ in event.cards]
            self._show(event.dst, range(first, first + len(event.cards)), event.cards, seen)
            return
        lie = self.lying[event.src]
        at = self._moved(event, lie)
        self._show(event.src, at, event.cards, seen)
        if event.src != event.dst:
            gone = [lie[one] for one in at]
            self.lying[event.src] = [heap for one, heap in enumerate(lie) if one not in at]
            secret = event.why == "shuffle"
            self.lying.setdefault(event.dst, []).extend([set() for _ in gone] if secret else gone)
            self.piles |= {event.dst} if secret else set()

    def _moved(self, event: Cards, lie: list[Heap]) -> Sequence[int]:
        """Which of the cards of a spot an event moves."""
        count = len(event.cards)
        if event.src in self.piles:
            return range(count)
        if event.why in ("shuffle", "missing card"):
            return range(len(lie) - count, len(lie))
        if event.why in self.by_lot:
            return [self.lots[self.by_lot[event.why]]]
        if event.why == "burn" and event.src == MUCK:
            return [len(lie) - 1]
        named = [at for at, heap in enumerate(lie) if any(heap is one for one in self.named)]
        if event.src != event.dst and len(named) == count:
            return named
        return self._picked(lie, event.cards)

    def _picked(self, lie: list[Heap], cards: Sequence[Card]) -> list[int]:
        """Cards are found by their faces; of the hidden ones any may be meant."""
        found: dict[int, int] = {}
        for number, card in enumerate(cards):
            if card != BACK:
                free = [at for at in range(len(lie)) if at not in found.values()]
                found[number] = min(free, key=lambda at: self._unlikely(lie[at], card))
        free = [at for at in range(len(lie)) if at not in found.values()]
        hidden = [number for number in range(len(cards)) if number not in found]
        if len(hidden) < len(free) and hidden:
            self._mix(lie, free)
        found |= dict(zip(hidden, free, strict=False))
        return [found[number] for number in range(len(cards))]

    def _unlikely(self, heap: Heap, card: Card) -> tuple[bool, int]:
        """How little a heap looks like holding a card: those that do first, the smallest first."""
        return all(self.faces.get(place) != card for place in heap), len(heap)

    def _mix(self, lie: list[Heap], free: Sequence[int]) -> None:
        """Some of these leave, nobody knows which: each may now be any of them."""
        heaps = {id(lie[at]): lie[at] for at in free}.values()
        mixed: Heap = set().union(*heaps)
        for spot in self.lying.values():
            for at, heap in enumerate(spot):
                if any(heap is one for one in heaps) and heap:
                    spot[at] = mixed

    def _show(
        self, spot: Spot, at: Sequence[int], cards: Sequence[Card], seen: Sequence[Card]
    ) -> None:
        """Faces are shown: of a heap the card that it is leaves it."""
        lie = self.lying[spot]
        for one, card, face in zip(at, cards, seen, strict=True):
            if card == BACK or not lie[one]:
                continue
            heap = lie[one]
            fits = sorted(place for place in heap if self.faces.get(place, card) == card)
            place = min(fits or heap, key=lambda n: (n not in self.faces, n))
            heap.discard(place)
            lie[one] = {place}
            self.faces.setdefault(place, card)
            if face != BACK:
                self.shown[place] = card


def _turned(event: Cards, following: Event | None) -> Cards:
    """An exposed card that is laid down and turned over: it is the card that has left the hand."""
    if event.why != "exposed card" or type(following) is not Cards or following.src != event.dst:
        return event
    faces = following.cards[-len(event.cards) :]
    return Cards(event.src, event.dst, faces, event.why, event.eyes)
