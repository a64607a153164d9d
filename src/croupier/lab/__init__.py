"""The lab: exact odds, strategies, equities and simulation, from the rules that deal.

A game that the lab can price has a module of its name in `games`, whose `odds` takes its `Rules`.
NumPy and Numba are imported with those modules only: what needs no kernel does not wait for them.
"""

from importlib import import_module
from types import ModuleType
from typing import Final

from croupier.extras import need
from croupier.lab.odds import Unanswerable

need("lab", "numpy", "numba")

GAMES: Final = (
    "casino-holdem",
    "heads-up-holdem",
    "blackjack",
    "push-nine",
    "double-hand",
    "low-ball",
)
"""The games with an answer to `odds`."""

STRATEGIES: Final = tuple(game for game in GAMES if game != "push-nine")
"""The games with an answer to `strategy`."""


def of(game: str) -> ModuleType:
    """The lab's module of a game."""
    if game not in GAMES:
        raise Unanswerable(f"the lab has no edge for {game}: it has {', '.join(GAMES)}")
    return import_module(f"{__name__}.games.{game.replace('-', '_')}")
