"""What the lab knows of blackjack."""

from croupier.lab.games.blackjack.counting import count
from croupier.lab.games.blackjack.playing import UNVALUED, decision, option_value, stakes
from croupier.lab.games.blackjack.pricing import cases, edge, odds
from croupier.lab.games.blackjack.rounds import dealer, tables
from croupier.lab.games.blackjack.shoes import named as shoe
from croupier.lab.games.blackjack.shoes import to_the_cut
from croupier.lab.games.blackjack.showing import CARDS, charts, strategy
from croupier.lab.games.blackjack.solving import (
    PLAYS,
    choices,
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
    "count",
    "dealer",
    "decision",
    "edge",
    "full_shoe",
    "insurance_edge",
    "number",
    "odds",
    "option_value",
    "shoe",
    "solve",
    "solve_hands",
    "split_groups",
    "stakes",
    "strategy",
    "tables",
    "to_the_cut",
    "value",
]
