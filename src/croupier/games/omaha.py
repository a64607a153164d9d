"""Omaha, high only: four down cards, of which exactly two play.

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
from croupier.ranks import omaha

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

TITLE: Final = "Omaha"
LAYOUT: Final = replace(flop.LAYOUT, plan="four cards", place=5)
SEATS: Final = range(2, MOST_SEATS + 1)
FAMILY: Final = Family(4, omaha.value)


def pack(rules: Rules) -> tuple[Card, ...]:  # noqa: ARG001
    """One pack of 52."""
    return PACK


def play(rules: Rules, felt: Felt, carry: Carry) -> Play[Carry]:
    """One hand: four down cards each, of which exactly two play (OM-01, OM-02)."""
    return flop.play_hand(rules, felt, carry, FAMILY)


def read(rules: Rules, view: View, language: str) -> dict[Spot, Reading]:  # noqa: ARG001
    """The best hand of each that lies open, from the flop on."""
    return flop.readings(view, language, FAMILY.hole, omaha.best)
