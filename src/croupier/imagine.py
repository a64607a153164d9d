"""Imagining: a whole hand that one seat cannot tell from the real one.

Bots search in such hands, and the law of secrecy compares the real hand with them.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec.structs import replace

from croupier.cards import BACK, Card
from croupier.felt import DECK, HOUSE, Cards, Event, Fault, Said, Spot
from croupier.play import Decision, Hand, Opening


class Shuffler(Protocol):
    """Where the chance of an imagined deal comes from: `random.Random` will do."""

    def shuffle(self, x: list[Any], /) -> None:
        """Put a list into a random order, in place."""


def imagine(opening: Opening, feed: Sequence[Event], chance: Shuffler) -> Hand:
    """A hand with the same feed for its seat; the cards it has not shown are drawn at random.

    Of the opening only public facts are used: the cards of its deal count as an unordered lot.
    """
    known = known_places(feed, len(opening.deal.cards))
    unseen = list(opening.deal.cards)
    for card in known.values():
        unseen.remove(card)
    chance.shuffle(unseen)
    cards = tuple(
        known[place] if place in known else unseen.pop() for place in range(len(opening.deal.cards))
    )
    start = replace(opening, deal=replace(opening.deal, cards=cards))
    hand = Hand(start.game, start.rules, start.chips, start.deal, start.carry)
    while len(hand.events) < len(feed):
        said = feed[len(hand.events)]
        if type(said) is not Said:
            raise Fault(f"the feed does not follow from its opening: {said}")
        answer(hand, said, set(known.values()))
    return hand


def known_places(feed: Sequence[Event], size: int) -> dict[int, Card]:
    """Which places of the deck the feed has shown, and their faces."""
    known: dict[int, Card] = {}
    lying: dict[Spot, list[int]] = {}
    deck = list(reversed(range(size)))
    for event in feed:
        if type(event) is Said and event.what == "cut" and event.seat == HOUSE:
            deck = deck[-event.amount :] + deck[: -event.amount]
        if type(event) is not Cards:
            continue
        if event.src == DECK:
            places = [deck.pop() for _ in event.cards]
        else:
            places = _places(lying[event.src], event.cards, known)
        known.update(
            (place, face) for place, face in zip(places, event.cards, strict=True) if face != BACK
        )
        if event.src != DECK:
            lying[event.src] = [place for place in lying[event.src] if place not in places]
        lying.setdefault(event.dst, []).extend(places)
    return known


def _places(lie: list[int], cards: Sequence[Card], known: dict[int, Card]) -> list[int]:
    """Known faces lie where they were seen; of the others any will do, so the first are taken."""
    taken: list[int] = []
    for card in cards:
        free = [place for place in lie if place not in taken]
        same = [place for place in free if card != BACK and known.get(place) == card]
        taken.append((same or [p for p in free if p not in known] or free)[0])
    return taken


def answer(hand: Hand, said: Said, seen: set[Card]) -> None:
    """Give an imagined hand the answer that its feed tells; hidden cards are the first unseen."""
    cards = said.cards
    if BACK in cards:
        option = next(o for o in hand.asked(said.seat) if o.act == said.what)
        unseen = [card for card in option.cards if card not in seen] or list(option.cards)
        cards = tuple(unseen[: len(cards)])
    decision = Decision(said.what, said.amount, said.spot, cards, said.by, said.why)
    hand.take(said.seat, decision)
