"""What the lab knows of Casino Hold'em."""

from croupier.lab.games.casino_holdem.playing import decision, option_value, stakes
from croupier.lab.games.casino_holdem.rounds import dealer
from croupier.lab.games.casino_holdem.showing import CARDS, charts, strategy
from croupier.lab.games.casino_holdem.solving import calls, cases, edge, odds, solve, solve_call

__all__ = [
    "CARDS",
    "calls",
    "cases",
    "charts",
    "dealer",
    "decision",
    "edge",
    "odds",
    "option_value",
    "solve",
    "solve_call",
    "stakes",
    "strategy",
]
