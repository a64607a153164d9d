"""What the lab knows of Heads-Up Hold'em."""

from croupier.lab.games.heads_up_holdem.playing import decision, option_value, stakes
from croupier.lab.games.heads_up_holdem.pricing import cases, edge, odds
from croupier.lab.games.heads_up_holdem.rounds import dealer
from croupier.lab.games.heads_up_holdem.showing import CARDS, charts, strategy
from croupier.lab.games.heads_up_holdem.solving import solve, solve_raises, tally_raises

__all__ = [
    "CARDS",
    "cases",
    "charts",
    "dealer",
    "decision",
    "edge",
    "odds",
    "option_value",
    "solve",
    "solve_raises",
    "stakes",
    "strategy",
    "tally_raises",
]
