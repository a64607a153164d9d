"""Omaha hi-lo split, eight or better: the best high and the best low hand share the pot.

Source: the Casino Club's rules, clauses OM-01 to OM-20 with CR and HE.
"""

from typing import Final

from msgspec.structs import replace

from croupier.core.asks import Play
from croupier.core.cards import PACK, Card
from croupier.core.catalogue import Reading
from croupier.core.felt import Felt, Spot, View
from croupier.procedure import flop
from croupier.procedure.flop import COMPANY, LOTS, MOST_SEATS, WHY_NOT, Carry, Family, Rules
from croupier.ranks import low8, omaha

__all__ = [
    "COMPANY",
    "LAYOUT",
    "LOTS",
    "SEATS",
    "TITLE",
    "WHY_NOT",
    "Carry",
    "Rules",
    "pack",
    "play",
    "read",
]

TITLE: Final = "Omaha Hi-Lo, eight or better"
LAYOUT: Final = replace(flop.LAYOUT, plan="four cards", place=5)
SEATS: Final = range(2, MOST_SEATS + 1)
FAMILY: Final = Family(4, omaha.value, low8.omaha_value)


def pack(rules: Rules) -> tuple[Card, ...]:  # noqa: ARG001
    """One pack of 52."""
    return PACK


def play(rules: Rules, felt: Felt, carry: Carry) -> Play[Carry]:
    """One hand: high and low may use different cards (OM-04, OM-05)."""
    return flop.play_hand(rules, felt, carry, FAMILY)


def read(rules: Rules, view: View, language: str) -> dict[Spot, Reading]:  # noqa: ARG001
    """The high hand of each that lies open, and its low where it has one (OM-04, OM-06)."""
    return flop.readings(view, language, FAMILY.hole, omaha.best, low8.omaha_best)
