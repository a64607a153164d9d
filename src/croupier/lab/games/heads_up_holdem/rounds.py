"""Rounds of Heads-Up Hold'em by the million."""

import numpy as np
from numpy.typing import NDArray

from croupier.games.heads_up_holdem import Rules
from croupier.lab.games.heads_up_holdem.solving import (
    LOST,
    RIVER,
    fields,
    forms_of,
    line,
    outcomes,
    qualified,
    solve,
)
from croupier.lab.kernels import dealers, holdings
from croupier.lab.kernels.boards import Ints, sort_starts
from croupier.lab.kernels.dealers import DEALERS, TIERS, form_of
from croupier.lab.kernels.dealing import BATCH, Nets, counted, deal_rounds
from croupier.lab.kernels.evaluator import Values, evaluate_seven, tables
from croupier.lab.kernels.jit import kernel, wide
from croupier.lab.simulation import Play


def dealer(rules: Rules) -> tuple[Play, int]:
    """A kernel that deals rounds at their best, and the parts of an Ante that it counts in."""
    solved = solve(rules)
    unit = solved.unit
    counts = dealers.counts(qualified(rules))
    fixed = (
        fields(solved),
        *holdings.flops(),
        dealers.tier_table(),
        qualified(rules),
        np.array([0, rules.raise_before_flop, rules.raise_on_flop, RIVER]),
        _settled(rules, unit),
        forms_of(rules, unit),
        -LOST * DEALERS * unit,
        unit,
        *counts,
        sort_starts(),
        *tables(7),
    )

    def deal(seed: int, first: int, nets: Nets, bets: Nets) -> None:
        deal_out(seed, first, *fixed, nets, bets)

    return deal, unit


def _settled(rules: Rules, unit: int) -> Ints:
    """Ante and Odds by tier, whether the dealer is unqualified, and win, tie or loss."""
    found = np.zeros((len(TIERS), 2, 3), np.int64)
    for tier in range(len(TIERS)):
        nets = [int(outcome.bets * unit) for outcome in outcomes(rules, tier)]
        if tier >= line(rules):
            win, low_win, tie, lose = nets
            found[tier] = [[win, tie, lose], [low_win, tie, lose]]
        else:
            win, tie, low_lose, lose = nets
            found[tier] = [[win, tie, lose], [win, tie, low_lose]]
    return found


@kernel
def deal_out(
    seed: int,
    first: int,
    fields: NDArray[np.uint8],
    flops: NDArray[np.int32],
    swaps: NDArray[np.uint8],
    tiers: NDArray[np.uint8],
    qualified: int,
    sizes: Ints,
    settled: Ints,
    forms: Ints,
    fold: int,
    unit: int,
    rank_packed: Ints,
    sort_packed: Ints,
    sort_starts: Ints,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    suited: Values,
    nets: Nets,
    bets: Nets,
) -> None:
    """Rounds of Heads-Up Hold'em; `settled` has Ante and Odds by tier and outcome."""
    mine, others = np.zeros((BATCH, 7), np.uint8), np.zeros((BATCH, 7), np.uint8)
    real, holes = np.zeros(BATCH, np.int64), np.zeros(BATCH, np.int64)
    value, other = np.zeros(BATCH, np.int32), np.zeros(BATCH, np.int32)
    field, packed = np.zeros(BATCH, np.int64), np.zeros(BATCH, np.int64)
    held, board = np.zeros(13, np.int64), np.zeros(5, np.int64)
    for start in range(0, len(nets), BATCH):
        size = min(BATCH, len(nets) - start)
        deal_rounds(seed, first + start, size, flops, swaps, mine, others, real, holes)
        evaluate_seven(mine, keys, moves, slots, suited, value)
        evaluate_seven(others, keys, moves, slots, suited, other)
        for n in range(size):
            field[n] = fields[real[n], holes[n]]
        for n in range(size):
            if field[n] == 3:
                board[:] = mine[n, 2:]
                a, b = wide(mine[n, 0]), wide(mine[n, 1])
                packed[n] = counted(a, b, board, held, rank_packed, sort_packed, sort_starts)
        for n in range(size):
            if field[n] == 3:
                worth = form_of(packed[n], forms[0]) + sizes[3] * form_of(packed[n], forms[1])
                if worth <= fold:
                    nets[start + n], bets[start + n] = -2 * unit, 2 * unit
                    continue
            tier, low = tiers[value[n] >> 16], 1 if other[n] < qualified else 0
            outcome = 0 if value[n] > other[n] else 1 if value[n] == other[n] else 2
            raised = sizes[field[n]]
            nets[start + n] = settled[tier, low, outcome] + raised * (1 - outcome) * unit
            bets[start + n] = (2 + raised) * unit
