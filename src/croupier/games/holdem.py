"""Hold'em between players: limit, pot limit and no limit, in two houses.

Sources: the French casino's leaflet, clauses TH-01 to TH-74; the Casino Club's rules, CR and HE.
"""

from collections.abc import Sequence
from typing import Final

from croupier.core.asks import Play
from croupier.core.cards import PACK, Card
from croupier.core.catalogue import Reading
from croupier.core.felt import Felt, Spot, View
from croupier.procedure import flop
from croupier.procedure.flop import COMPANY, LAYOUT, LOTS, MOST_SEATS, WHY_NOT, Carry, Family, Rules
from croupier.ranks import high

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

TITLE: Final = "Hold'em"
SEATS: Final = range(2, MOST_SEATS + 1)


def best(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """Any five of the two down cards and the board (HE-04, TH-49)."""
    return high.value([*hole, *board])


FAMILY: Final = Family(2, best)


def pack(rules: Rules) -> tuple[Card, ...]:  # noqa: ARG001
    """One pack of 52 (TH-13)."""
    return PACK


def play(rules: Rules, felt: Felt, carry: Carry) -> Play[Carry]:
    """One hand: two down cards each (HE-01, TH-22)."""
    return flop.play_hand(rules, felt, carry, FAMILY)


def read(rules: Rules, view: View, language: str) -> dict[Spot, Reading]:  # noqa: ARG001
    """The best five of each hand that lies open, from the flop on."""
    return flop.readings(
        view, language, FAMILY.hole, lambda hole, board: high.best([*hole, *board])
    )
