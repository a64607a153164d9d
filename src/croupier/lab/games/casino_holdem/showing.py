"""How to play Casino Hold'em, as charts and sentences."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np

from croupier.core.cards import FACES, text
from croupier.games.casino_holdem import Rules
from croupier.lab.charts import Cell, Chart, Strategy, Thumb, square
from croupier.lab.games.casino_holdem.solving import Holdings, Solved, calls, solve
from croupier.lab.kernels.boards import hole_at, real_flops
from croupier.lab.kernels.dealers import DEALERS
from croupier.lab.kernels.holdings import (
    by_start,
    first_fives,
    holes,
    real,
    start_names,
    starts,
)
from croupier.lab.kernels.showdown import DEALS, RUNOUTS
from croupier.ranks import high

CARDS: Final = 3
"""A question about the strategy may name a flop."""


def strategy(rules: Rules, flop: Sequence[int] = ()) -> Strategy:
    """The fold list: how often each starting hand is folded; with a flop, which hands."""
    solved = solve(rules)
    folds = solved.held & ~calls(rules)
    facts = _fold_list(folds, flop) if flop else _fold_facts(folds, solved.held)
    return Strategy("casino-holdem", charts(rules), _thumbs(solved), facts)


def charts(rules: Rules) -> tuple[Chart, ...]:
    """How often each starting hand is folded."""
    solved = solve(rules)
    folds = solved.held & ~calls(rules)
    cells = [
        Cell(f"{share:.0%}" if share else "·", "heat", share, f"{name}: folded {share:.2%}")
        for name, share in zip(start_names(), _shares(folds, solved.held), strict=True)
    ]
    key = "A dot is never folded; 0% is folded on less than one flop in 200."
    return (square("How often a starting hand is folded on the flop", cells, key),)


def _shares(some: Holdings, held_: Holdings) -> list[float]:
    parts = by_start(some.astype(np.int64)) / by_start(held_.astype(np.int64))
    found: list[float] = parts.tolist()
    return found


def _fold_facts(folds: Holdings, held_: Holdings) -> tuple[str, ...]:
    shares = dict(zip(start_names(), _shares(folds, held_), strict=True))
    never = [name for name, share in shares.items() if not share]
    most = sorted(shares, key=lambda name: -shares[name])[:5]
    return (
        f"Never folded: {', '.join(never)}.",
        f"Folded most: {', '.join(f'{name} ({shares[name]:.1%})' for name in most)}.",
        "Name a flop to see the fold list for it: croupier strategy casino-holdem --cards Kd8c3h",
    )


def _fold_list(folds: Holdings, flop: Sequence[int]) -> tuple[str, ...]:
    """The starting hands that are folded on a flop; a suit is named where it matters."""
    found: dict[str, list[str]] = {}
    free = [card for card in range(51, -1, -1) if card not in flop]
    every: dict[str, int] = {}
    for a, b in combinations(free, 2):
        name = start_names()[int(starts()[hole_at(a, b)])]
        every[name] = every.get(name, 0) + 1
        if folds[real(flop, (a, b))]:
            found.setdefault(name, []).append(FACES[a] + FACES[b])
    words = [
        name if len(some) == every[name] else f"{name} ({' '.join(some)})"
        for name, some in sorted(found.items(), key=lambda item: start_names().index(item[0]))
    ]
    share = sum(map(len, found.values())) / len(list(combinations(free, 2)))
    return f"On {text(flop)} fold {share:.1%} of all hands:", ", ".join(words) or "none"


def _thumbs(solved: Solved) -> tuple[Thumb, ...]:
    """Simple rules and what they cost, by the Ante."""
    fold = -RUNOUTS * DEALERS * solved.unit
    best = np.maximum(solved.call, fold)
    worth = {}
    for rule, called in _simple_rules().items():
        lost = np.where(solved.held, best - np.where(called, solved.call, fold), 0)
        by_flop = lost.sum(1, dtype=np.float64)
        worth[rule] = float(by_flop @ real_flops().weights / solved.unit / DEALS)
    return tuple(Thumb(rule, cost) for rule, cost in sorted(worth.items(), key=lambda one: one[1]))


def _simple_rules() -> dict[str, Holdings]:
    """What a person can remember."""
    cards, flops_ = holes().astype(np.int64) >> 2, real_flops().cards >> 2
    paired = first_fives() >= high.LEAST["pair"]
    over = [(cards[None, :, at] > flops_.max(1)[:, None]) for at in (0, 1)]
    above_low = cards[None, :, 0] > flops_.min(1)[:, None]
    big = cards[:, 0] >= 10
    return {
        "always call": np.ones(paired.shape, np.bool_),
        "fold without a pair": paired,
        "fold without a pair, unless the higher card is a queen or better": paired | big[None],
        "fold without a pair when no card is above the flop": paired | over[0] | over[1],
        "fold without a pair when both cards are below the whole flop": paired | above_low,
    }
