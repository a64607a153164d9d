"""How to play Heads-Up Hold'em, as charts and sentences."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.core.cards import text
from croupier.games.heads_up_holdem import Rules
from croupier.lab.charts import Cell, Chart, Strategy, Thumb, square
from croupier.lab.games.heads_up_holdem.solving import (
    BY_FLOP,
    BY_RIVER,
    LOST,
    RIVER,
    Solved,
    fields,
    forms_of,
    qualified,
    solve,
)
from croupier.lab.kernels import dealers, holdings, showdown
from croupier.lab.kernels.boards import Ints, real_flops
from croupier.lab.kernels.dealers import DEALERS, TIER_NAMES
from croupier.lab.kernels.showdown import DEALS
from croupier.ranks import high

CARDS: Final = 3
"""A question about the strategy may name a flop."""


def strategy(rules: Rules, flop: Sequence[int] = ()) -> Strategy:
    """The chart before the flop, and rules of thumb for flop and river with their cost."""
    solved = solve(rules)
    facts = _on_flop(rules, solved, flop) if flop else _facts(solved, _gains(solved))
    return Strategy("heads-up-holdem", charts(rules), _thumbs(rules, solved), facts)


def _gains(solved: Solved) -> NDArray[np.float64]:
    """What a Raise before the flop gains against a check, by starting hand."""
    ways = holdings.by_start(solved.held.astype(np.int64)) * showdown.RUNOUTS * DEALERS
    gains = (solved.raise_preflop - solved.check_preflop) / ways / solved.unit
    return np.array(gains, np.float64)


def charts(rules: Rules) -> tuple[Chart, ...]:
    """The chart before the flop."""
    gains = _gains(solve(rules))
    cells = [
        Cell(
            "R" if gain > 0 else "c",
            "raise" if gain > 0 else "check",
            float(gain),
            f"{name}: raising {rules.raise_before_flop} gains {gain:+.4f} against checking",
        )
        for name, gain in zip(holdings.start_names(), gains.tolist(), strict=True)
    ]
    return (square(f"Before the flop: Raise {rules.raise_before_flop} (R) or check (c)", cells),)


def _facts(solved: Solved, gains: NDArray[np.float64]) -> tuple[str, ...]:
    names = np.array(holdings.start_names())
    close = names[np.argsort(np.abs(gains))[:5]].tolist()
    raised = int(solved.raises_preflop.sum())
    return (
        f"{raised} of 169 starting hands are raised before the flop.",
        f"The closest decisions: {', '.join(close)}.",
        "Name a flop to see what is raised on it: croupier strategy heads-up-holdem --cards Kd8c3h",
    )


def _on_flop(rules: Rules, solved: Solved, flop: Sequence[int]) -> tuple[str, ...]:
    free = [card for card in range(51, -1, -1) if card not in flop]
    raised: dict[str, int] = {}
    every: dict[str, int] = {}
    for a, b in combinations(free, 2):
        at = holdings.real(flop, (a, b))
        start = int(holdings.starts()[at[1]])
        if solved.raises_preflop[start]:
            continue
        name = holdings.start_names()[start]
        every[name] = every.get(name, 0) + 1
        raised[name] = raised.get(name, 0) + bool(solved.raise_flop[at] > solved.check_flop[at])
    words = [
        name if raised[name] == many else f"{name} ({raised[name]} of {many})"
        for name, many in every.items()
        if raised[name]
    ]
    return (
        f"On {text(flop)} raise {rules.raise_on_flop} with, of the hands that checked:",
        ", ".join(words),
    )


def _thumbs(rules: Rules, solved: Solved) -> tuple[Thumb, ...]:
    """Simple rules for one decision while the others are at their best, and what they cost."""
    river = {
        f"on the river: raise with {name.replace('_', ' ')} or better, else fold": _river_cost(
            rules, solved, tier
        )
        for tier, name in enumerate(TIER_NAMES)
        if name in ("high_card", "pair", "pair_of_fours", "two_pair")
    }
    costs = {**_flop_costs(solved), **river}
    return tuple(Thumb(rule, cost) for rule, cost in sorted(costs.items(), key=lambda one: one[1]))


def _river_cost(rules: Rules, solved: Solved, least: int) -> float:
    """What it costs to raise at the river by the class of the hand alone."""
    forms = forms_of(rules, solved.unit)
    simple = (forms[0] + RIVER * forms[1])[None].copy()
    simple[0, :least] = (0, 0, 0, -LOST * solved.unit)
    counts = dealers.counts(qualified(rules))
    check = showdown.of_holdings(showdown.sums(counts, simple))[0]
    return _cost(solved, np.where(fields(solved) == BY_RIVER, solved.check_flop - check, 0))


def _flop_costs(solved: Solved) -> dict[str, float]:
    """What it costs to raise on the flop by the class of the first five cards alone."""
    fives = holdings.first_fives()
    waits = (fields(solved) == BY_FLOP) | (fields(solved) == BY_RIVER)
    best = np.maximum(solved.raise_flop, solved.check_flop)
    rules_ = {
        "on the flop: raise with a pair or better": fives >= high.LEAST["pair"],
        "on the flop: raise with two pair or better": fives >= high.LEAST["two_pair"],
        "on the flop: never raise": np.zeros(fives.shape, np.bool_),
    }
    costs = {}
    for rule, raised in rules_.items():
        worth = np.where(raised, solved.raise_flop, solved.check_flop)
        costs[rule] = _cost(solved, np.where(waits, best - worth, 0))
    return costs


def _cost(solved: Solved, lost: Ints) -> float:
    weights = real_flops().weights
    return float(lost.sum(1, dtype=np.float64) @ weights / solved.unit / DEALS)
