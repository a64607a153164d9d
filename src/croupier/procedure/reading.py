"""What hands that lie open are called, and how they stand to each other."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from croupier.core.cards import BACK, Card
from croupier.core.catalogue import Reading
from croupier.core.felt import BOARD, Spot, View
from croupier.ranks import high


def high_hand(five: Sequence[Card], language: str) -> Reading:
    """The best five cards of a high hand."""
    value = high.value(five)
    return Reading(high.name(value, language), tuple(five), high.least(value), high.made(five))


def against_dealer(view: View, spots: Sequence[Spot], language: str) -> dict[Spot, Reading]:
    """Each of these hands with the common board, from the first five cards on."""
    sevens = {spot: (*view.cards.get(spot, ()), *view.cards.get(BOARD, ())) for spot in spots}
    known = {spot: held for spot, held in sevens.items() if len(held) >= 5 and BACK not in held}
    readings = {spot: high_hand(high.best(held), language) for spot, held in known.items()}
    return placed(readings, {spot: high.value(held) for spot, held in known.items()})


def placed(readings: Mapping[Spot, Reading], worth: Mapping[Spot, int]) -> dict[Spot, Reading]:
    """The same readings with their places: hands of greater worth come first."""
    best = sorted((worth[spot] for spot in readings), reverse=True)
    if len(best) < 2:
        return dict(readings)
    return {
        spot: replace(reading, place=best.index(worth[spot]) + 1)
        for spot, reading in readings.items()
    }
