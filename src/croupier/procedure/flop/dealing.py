"""The board of a flop game, street by street."""

from typing import Final

from croupier.core.felt import BOARD, MUCK, Cards, Felt
from croupier.procedure.flop.rules import Rules

STREETS: Final = (3, 1, 1)
"""How many cards flop, turn and river have."""


def deal_board(rules: Rules, felt: Felt, up: int) -> None:
    """Burn one, then the board cards (HE-02, HE-03, TH-35, TH-40)."""
    if rules.burn_cards and not (up == 3 and exposed(felt)):
        felt.deal(MUCK, why="burn")
    felt.deal(BOARD, up, up=True)


def exposed(felt: Felt) -> bool:
    """Whether an exposed card was replaced: it is the first burn card (HE-10)."""
    if MUCK not in felt.cards:
        return False
    return any(type(e) is Cards and e.why == "replace card" for e in felt.events)
