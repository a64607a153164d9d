"""Who may sit opposite: somebody who plays as well as oneself, or a character of the textbooks.

Loose characters stay with any hand, choosy ones with the better part of them; passive ones call,
aggressive ones raise whenever they may; the stubborn raise on with whatever they liked before the
flop. Whoever learns against all of them together makes thin bets where callers are likely and keeps
out of the way of rocks, and gives little to an equal: it is a best answer to a belief, not to one
opponent.
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.jit import kernel
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.solve.allin import equities, pairs
from croupier.lab.solve.buckets import CUTS, MANY, RIVERS, SPREADS

EQUAL, CALLER, CAREFUL, RAISER, ROCK, STUBBORN = range(6)
LIMIT: Final = (0.60, 0.16, 0.08, 0.06, 0.10, 0.0)
NO_LIMIT: Final = (0.80, 0.0, 0.0, 0.0, 0.0, 0.20)
"""How likely each is before anything was done."""
PASSIVE: Final = (CALLER, CAREFUL)
CHOOSY: Final = (CAREFUL, ROCK, STUBBORN)
LIKED: Final = (0.25, 0.45)
"""The part of all hands that the choosy like before the flop and after it."""
ERRS: Final = 0.06
"""How often anybody takes any act at all."""
Marks = NDArray[np.uint8]


def met(plan: str) -> tuple[float, ...]:
    """How likely each is to whoever reads hands.

    There are no callers in no limit: one who sees a caller in one of six players bets fifty pots
    with any pair, and whoever has it beaten calls.
    """
    return LIMIT if plan == "limit" else NO_LIMIT


def taught(plan: str) -> tuple[float, ...]:
    """How likely each is to whoever learns. In no limit that is an equal: one who learns against
    characters stops raising, and then a raise tells of nobody but a maniac.
    """
    return LIMIT if plan == "limit" else (1.0,) + (0.0,) * (len(LIMIT) - 1)


@cache
def liked() -> Marks:
    """Whether the choosy like a bucket, by street."""
    found = np.zeros((4, max(MANY)), np.uint8)
    found[0] = _starting()
    means = np.array((0.0, *CUTS)) >= 1 - LIKED[1]
    found[1:3, : MANY[1]] = np.repeat(means, SPREADS)
    found[3, :RIVERS] = np.arange(RIVERS) / RIVERS >= 1 - LIKED[1]
    return found


def _starting() -> NDArray[np.bool_]:
    """The starting hands that win most against any hand, until they are enough of all."""
    met = pairs()
    wins = (equities() * met).sum(axis=1) / met.sum(axis=1)
    best = np.argsort(-wins)
    often = met.sum(axis=1)[best] / met.sum()
    found = np.zeros(len(wins), np.bool_)
    found[best[np.cumsum(often) <= LIKED[0]]] = True
    return found


@kernel
def picked(kind: int, stays: bool, calls: int, many: int, drawn: float) -> int:
    """The act of a character: of `many`, of which `calls` is a check or call; fold is before it."""
    if drawn < ERRS:
        return int(drawn / ERRS * many)
    if kind in CHOOSY and not stays:
        return 0
    if kind in (CALLER, CAREFUL) or many == calls + 1:
        return calls
    return calls + 1 + int((drawn - ERRS) / (1 - ERRS) * (many - calls - 1))


def likely(kind: int, stays: Marks, calls: int, many: int, at: int) -> Floats:
    """How often a character does this with each hand."""
    raises = many - calls - 1
    passive = kind in PASSIVE or not raises
    on = float(at == calls) if passive else float(at > calls) / raises
    off = float(at == 0) if kind in CHOOSY else on
    found: Floats = (1 - ERRS) * np.where(stays > 0, on, off) + ERRS / many
    return found
