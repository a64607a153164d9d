"""What the lab knows of blackjack."""

from croupier.lab.games.blackjack.playing import UNVALUED, decision, option_value, stakes
from croupier.lab.games.blackjack.pricing import odds
from croupier.lab.games.blackjack.rounds import dealer, tables
from croupier.lab.games.blackjack.showing import CARDS, charts, strategy
from croupier.lab.games.blackjack.solving import (
    PLAYS,
    cases,
    choices,
    edge,
    full_shoe,
    insurance_edge,
    number,
    solve,
    solve_hands,
    value,
)
from croupier.lab.games.blackjack.splits import split_groups

__all__ = [
    "CARDS",
    "PLAYS",
    "UNVALUED",
    "cases",
    "charts",
    "choices",
    "dealer",
    "decision",
    "edge",
    "full_shoe",
    "insurance_edge",
    "number",
    "odds",
    "option_value",
    "solve",
    "solve_hands",
    "split_groups",
    "stakes",
    "strategy",
    "tables",
    "value",
]
