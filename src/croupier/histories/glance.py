"""A hand at a glance: the cards that one seat had, and those of the house that concern it."""

from collections.abc import Iterable

from croupier.core.cards import BACK, Card
from croupier.core.catalogue import Layout
from croupier.core.felt import HOUSE, MUCK, Cards, Chips, Event, Seat, Spot

Glance = list[tuple[Spot, list[Card]]]
GIVEN_UP = frozenset({"fold", "muck", "dead hand"})
"""Why cards leave that one would still call one's own."""


def glance(feed: Iterable[Event], seat: Seat, layout: Layout) -> Glance:
    """The faces that lay open to a seat: its own, then from its side of the felt to the dealer's.

    Cards that were given up stay where they lay, cards that were thrown away are left out, and of
    the places that seats bet on only those with a bet of this seat are told.
    """
    lie: dict[Spot, list[Card]] = {}
    wagers: set[str] = set()
    for event in feed:
        if type(event) is Cards:
            _carry(lie, event)
        elif type(event) is Chips:
            wagers.update(word for owner, word in (event.src, event.dst) if owner == seat)
    places = [(seat, word) for word in layout.seat_cards]
    places += [(HOUSE, word) for word in reversed(layout.house_cards)]
    bet_on = {word for word in layout.seat_chips if word in layout.house_cards}
    found = [
        (spot, [card for card in lie[spot] if card != BACK])
        for place in places
        for spot in sorted(lie)
        if (spot[0], _base(spot)) == place
        and (_base(spot) not in bet_on or spot[1].partition(".")[0] in wagers)
    ]
    return [(spot, faces) for spot, faces in found if faces]


def _base(spot: Spot) -> str:
    return spot[1].partition(" ")[0]


def _carry(lie: dict[Spot, list[Card]], event: Cards) -> None:
    if event.dst == MUCK or event.why in GIVEN_UP:
        return
    if event.src == event.dst:
        lie[event.dst] = list(event.cards)
        return
    left = lie.get(event.src, [])
    for card in event.cards:
        face = card if card in left else BACK
        if face in left:
            left.remove(face)
    if event.why != "discard":
        lie.setdefault(event.dst, []).extend(event.cards)
