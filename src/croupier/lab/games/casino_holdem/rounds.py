"""Rounds of Casino Hold'em by the million."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.games.casino_holdem import Rules
from croupier.lab.games.casino_holdem.solving import (
    NO_BONUS,
    ante_prices,
    calls,
    unit_of,
    unqualified_prices,
)
from croupier.lab.kernels import dealers
from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.dealers import TIERS
from croupier.lab.kernels.dealing import BATCH, Nets, deal_rounds
from croupier.lab.kernels.evaluator import Values, evaluate_seven, evaluate_some, tables
from croupier.lab.kernels.holdings import flops
from croupier.lab.kernels.jit import kernel
from croupier.lab.odds import parts
from croupier.lab.simulation import Play
from croupier.ranks import high


def dealer(rules: Rules, bonus: int = 0) -> tuple[Play, int]:
    """A kernel that deals rounds at their best, and the parts of an Ante that it counts in.

    `bonus` 1 lays a Bonus of the Ante's size beside it.
    """
    paid = [rules.bonus_pays.price(least) for least in TIERS]
    prices = [NO_BONUS if price is None else Fraction(price) for price in paid]
    unit = parts((Fraction(1, unit_of(rules)), *prices)) if bonus else unit_of(rules)
    fixed = (
        bonus,
        calls(rules, bonus=bool(bonus)),
        *flops(),
        dealers.tier_table(),
        high.LEAST[rules.dealer_qualifies],
        _in_units(ante_prices(rules), unit),
        _in_units(unqualified_prices(rules), unit),
        rules.call_antes,
        int(rules.call_pays * unit),
        _in_units(prices if bonus else [NO_BONUS] * len(TIERS), unit),
        unit,
        *tables(7),
        *tables(5)[:3],
    )

    def deal(seed: int, first: int, nets: Nets, bets: Nets) -> None:
        deal_out(seed, first, *fixed, nets, bets)

    return deal, unit


def _in_units(prices: list[Fraction], unit: int) -> Ints:
    return np.array([int(price * unit) for price in prices])


@kernel
def deal_out(
    seed: int,
    first: int,
    bonus_stake: int,
    calls: NDArray[np.bool_],
    flops: NDArray[np.int32],
    swaps: NDArray[np.uint8],
    tiers: NDArray[np.uint8],
    qualified: int,
    ante_prices: Ints,
    unqualified_prices: Ints,
    antes: int,
    call_price: int,
    bonus_prices: Ints,
    unit: int,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    suited: Values,
    five_keys: Ints,
    five_moves: NDArray[np.uint16],
    five_slots: Values,
    nets: Nets,
    bets: Nets,
) -> None:
    """Rounds of Casino Hold'em; a Bonus price below 0 is a lost Bonus."""
    mine, others = np.zeros((BATCH, 7), np.uint8), np.zeros((BATCH, 7), np.uint8)
    real, holes = np.zeros(BATCH, np.int64), np.zeros(BATCH, np.int64)
    value, other = np.zeros(BATCH, np.int32), np.zeros(BATCH, np.int32)
    five, called = np.zeros(BATCH, np.int32), np.zeros(BATCH, np.bool_)
    stake = unit * (1 + bonus_stake)
    for start in range(0, len(nets), BATCH):
        size = min(BATCH, len(nets) - start)
        deal_rounds(seed, first + start, size, flops, swaps, mine, others, real, holes)
        evaluate_seven(mine, keys, moves, slots, suited, value)
        evaluate_seven(others, keys, moves, slots, suited, other)
        if bonus_stake:
            evaluate_some(mine[:, :5], five_keys, five_moves, five_slots, suited, five)
        for n in range(size):
            called[n] = calls[real[n], holes[n]]
        for n in range(size):
            tier = tiers[value[n] >> 16]
            net = -(1 + antes) * unit if value[n] < other[n] else 0
            if value[n] > other[n]:
                net = ante_prices[tier] + antes * call_price
            if other[n] < qualified:
                net = unqualified_prices[tier]
            if bonus_stake:
                net += bonus_prices[tiers[five[n] >> 16]]
            nets[start + n] = net if called[n] else -stake
            bets[start + n] = stake + antes * unit if called[n] else stake
