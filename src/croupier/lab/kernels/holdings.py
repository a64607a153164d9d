"""Two cards of one's own with a flop: which go together, and the 169 starting hands behind them."""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.core.cards import RANKS
from croupier.lab.kernels.boards import HOLES, Ints, hole_at, real_flops
from croupier.lab.kernels.dealers import tier_table
from croupier.lab.kernels.evaluator import evaluate
from croupier.lab.kernels.jit import kernel, wide

Flags = NDArray[np.bool_]
Wide = NDArray[np.object_]
"""Whole numbers of any size."""

STARTS = 169
HALF = 32
"""Bits of half a number."""


@cache
def held() -> NDArray[np.bool_]:
    """Which two cards can be held with each flop."""
    possible = np.ones((len(real_flops().cards), HOLES), np.bool_)
    for at, flop in enumerate(real_flops().cards.tolist()):
        clash = [hole_at(card, other) for card in flop for other in range(52) if other != card]
        possible[at, clash] = False
    return possible


@cache
def holes() -> NDArray[np.uint8]:
    """The two cards of each number of `hole_at`."""
    return np.array([(a, b) for a in range(52) for b in range(a)], np.uint8)


@cache
def starts() -> Ints:
    """The starting hand of each hole: 13 x 13 cells from aces down, suited above the diagonal."""
    cards = holes().astype(np.int64)
    high, low = 12 - (cards[:, 0] >> 2), 12 - (cards[:, 1] >> 2)
    suited = (cards[:, 0] & 3) == (cards[:, 1] & 3)
    return np.where(suited, high * 13 + low, low * 13 + high)


@cache
def start_names() -> tuple[str, ...]:
    """The 169 starting hands as players write them: AA, AKs, AKo."""
    names = []
    for row in range(13):
        for column in range(13):
            high, low = RANKS[12 - min(row, column)], RANKS[12 - max(row, column)]
            kind = "" if row == column else "s" if row < column else "o"
            names.append(high + low + kind)
    return tuple(names)


@cache
def first_fives() -> NDArray[np.int32]:
    """The value of every holding's first five cards."""
    cards = real_flops().cards.astype(np.uint8)
    fives = np.empty((len(cards), HOLES, 5), np.uint8)
    fives[:, :, :2], fives[:, :, 2:] = holes(), cards[:, None]
    fives[~held()] = (0, 5, 10, 15, 20)  # Any hand: it is never looked at.
    return evaluate(fives.reshape(-1, 5)).reshape(len(cards), HOLES)


@cache
def first_tiers() -> NDArray[np.uint8]:
    """The tier of every holding's first five cards."""
    found: NDArray[np.uint8] = tier_table()[first_fives() >> 16]
    return found


def by_start(values: Ints) -> Wide:
    """Sums over all flops and the holes of each starting hand; what cannot be held counts not.

    The sums may be too large for 64 bits, so the upper halves are summed apart.
    """
    upper, lower = (_by_hole(values, held(), real_flops().weights, half) for half in (0, 1))
    found = np.zeros(STARTS, object)
    both = zip(starts().tolist(), upper.tolist(), lower.tolist(), strict=True)
    for start, high, low in both:
        found[start] += (high << HALF) + low
    return found


@kernel
def _by_hole(values: Ints, held: Flags, weights: Ints, lower: int) -> Ints:
    """The upper or lower halves of the values, summed over the flops by weight."""
    total, shift = np.zeros(HOLES, np.int64), 0 if lower else HALF
    mask = wide((1 << HALF) - 1) if lower else wide(-1)
    for weight in (4, 12, 24):
        some = np.zeros(HOLES, np.int64)
        for flop in range(len(values)):
            if weights[flop] == weight:
                for hole in range(HOLES):
                    some[hole] += (values[flop, hole] >> shift) & mask if held[flop, hole] else 0
        for hole in range(HOLES):
            total[hole] += weight * some[hole]
    return total


class Flops(NamedTuple):
    """How any three cards become one of `real_flops` when suits are swapped."""

    where: NDArray[np.int32]
    """By number of the flop: the real flop in the bits above the fifth, below them the swap."""
    swaps: NDArray[np.uint8]
    """What each card becomes by each of the 24 swaps."""


@cache
def flops() -> Flops:
    """The way from every flop to its real one."""
    orders = list(permutations(range(4)))
    cards = np.arange(52)
    swaps = np.array([cards & ~3 | np.array(order)[cards & 3] for order in orders])
    where = np.zeros(22_100, np.int32)
    for at, order in enumerate(orders):
        back = orders.index(tuple(order.index(suit) for suit in range(4)))
        a, b, c = np.sort(swaps[at][real_flops().cards], axis=1)[:, ::-1].T
        number = a * (a - 1) * (a - 2) // 6 + b * (b - 1) // 2 + c
        where[number] = np.arange(len(number)) << 5 | back
    return Flops(where, swaps.astype(np.uint8))


def real(flop: Sequence[int], hole: Sequence[int]) -> tuple[int, int]:
    """The real flop and the hole that three and two cards stand for."""
    a, b, c = sorted(flop, reverse=True)
    found = flops()
    where = int(found.where[a * (a - 1) * (a - 2) // 6 + b * (b - 1) // 2 + c])
    one, two = (int(found.swaps[where & 31][card]) for card in hole)
    return where >> 5, int(hole_at(one, two))


def hole_number(hole: Sequence[int]) -> int:
    """The number of two cards."""
    return int(hole_at(hole[0], hole[1]))
