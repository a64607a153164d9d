"""The lab: exact odds, strategies, equities and simulation, from the rules that deal.

What the lab knows of a game is a module of the game's name in `games`; a guest brings `lab` beside
its rules. It holds `odds(rules)`, and as much as it can of

- `strategy(rules, cards)`, and `CARDS`, how many cards such a question may name
- for the odds desk `edge(rules, bet)`, `charts(rules)` and `cases(rules, bet)`, the deals counted
- for the coach `option_value(rules, view, seat, option, amount)`, and `UNVALUED`, clauses of asks
  that it does not judge
- for what counting cards gains `count(rules, **options)`; and `shoe(written, rules)`, a shoe as
  people write it, where `odds` and `strategy` take another than a full one
- for simulation `dealer(rules, **options)`; and through the rules `stakes(**options)`, how many
  first bets lie where, the first one first, and `decision(hand, seat, options)`

NumPy and Numba are imported with those modules only: what needs no lab does not pay for it. What
the odds desk shows of a game's rules needs neither: that is its `form`.
"""

from types import ModuleType
from typing import Final

from croupier.core import catalogue
from croupier.extras import need
from croupier.lab.odds import Unanswerable

need("lab", "numpy", "numba")

FLOOR: Final = "croupier.lab.games"


def priced() -> list[str]:
    """The games with an answer to `odds`."""
    return [name for name in catalogue.names() if catalogue.place(name, FLOOR, "lab")]


def strategies() -> list[str]:
    """The games with an answer to `strategy`."""
    return [name for name in priced() if hasattr(of(name), "strategy")]


def known(game: str) -> ModuleType | None:
    """What the lab knows of a game, if anything."""
    return catalogue.face(game, FLOOR, "lab")


def of(game: str) -> ModuleType:
    """What the lab knows of a game."""
    found = known(game)
    if found is None:
        raise Unanswerable(f"the lab has no edge for {game}: it has {', '.join(priced())}")
    return found
