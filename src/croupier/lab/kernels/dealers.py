"""The dealers whom the holder of two cards meets on a board, counted for all holders at once.

There are 990 pairs that a dealer may hold against two cards and a board. How many of those are
worse, equal and unqualified: sort what the pairs are worth, sweep upwards, and keep how many pairs
were passed in all and how many with each sort of card. Pairs that share a card with the holder are
taken off again by inclusion and exclusion.

That is done for the 6,175 boards of ranks and, where three or more cards are of one suit, for the
36,608 boards of sorts.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.boards import (
    BOARDS,
    PAIRS,
    SORT_PAIRS,
    SUITED_BOARDS,
    Ints,
    board_at,
    pair_at,
    sorts,
    suited_boards,
)
from croupier.lab.kernels.evaluator import slot_of, tables
from croupier.lab.kernels.flushes import (
    FULL,
    FULL_HOUSE,
    RankBoards,
    pack_counts,
    sort_counts,
    sort_up,
    tier_of,
)
from croupier.lab.kernels.jit import kernel, lean, step, wide
from croupier.ranks import high

Bytes = NDArray[np.uint8]
Values = NDArray[np.int32]

DEALERS: Final = 990
"""Pairs that a dealer may hold against two cards and a board of five."""
TIERS: Final = tuple(sorted(high.LEAST.values()))
"""The least value of every row that a pay table may have, lowest first."""
TIER_NAMES: Final = tuple(sorted(high.LEAST, key=high.LEAST.__getitem__))

WORSE, EQUAL, UNQUALIFIED, ALL = 0, 1, 2, 3


class Counts(NamedTuple):
    """Worse, equal and unqualified dealers and the holder's tier, packed; 0 cannot be held."""

    ranks: Ints
    """By board and pair of ranks."""
    sorts: Ints
    """By board and pair of sorts."""


_kept: dict[int, Counts] = {}


def counts(qualified: int) -> Counts:
    """The showdown of every holder on every board against a dealer who qualifies from a value.

    The last one is kept, and let go before the next is counted: each takes a hundred megabytes.
    """
    if qualified not in _kept:
        forget()
        _kept[qualified] = _counted(qualified)
    return _kept[qualified]


def forget() -> None:
    """Keep no counts."""
    _kept.clear()


def _counted(qualified: int) -> Counts:
    least = np.array(TIERS)
    boards = RankBoards(*_rank_counts(qualified, least, *tables(7)[:3]))
    pairs = sorts()
    packed = np.zeros((SUITED_BOARDS, SORT_PAIRS), np.int64)  # NumPy asks for huge pages.
    sort_counts(
        qualified, least, suited_boards(), boards, tables(7).suited,
        pairs.first, pairs.second, packed,
    )  # fmt: skip
    return Counts(boards.packed, packed)


@cache
def tier_table() -> Bytes:
    """The tier of a value by its bits above the sixteenth: category and first rank."""
    table = np.zeros(1 << 8, np.uint8)
    for top in range(1 << 8):
        table[top] = sum(least >> 16 <= top for least in TIERS) - 1
    return table


@lean
def form_of(packed: int, form: Ints) -> int:
    """A linear form of one holder's counts on one board."""
    weights = form[(packed >> 30) & 15]
    return int(
        weights[WORSE] * (packed & 1023)
        + weights[EQUAL] * ((packed >> 10) & 1023)
        + weights[UNQUALIFIED] * ((packed >> 20) & 1023)
        + weights[ALL] * DEALERS
    )


@kernel
def _rank_counts(
    qualified: int, least: Ints, keys: Ints, moves: NDArray[np.uint16], slots: Values
) -> tuple[Ints, Values, Bytes, Bytes, Bytes, Ints]:
    packed = np.zeros((BOARDS, PAIRS), np.int64)
    values = np.zeros((BOARDS, PAIRS), np.int32)
    order = np.zeros((BOARDS, PAIRS), np.uint8)
    starts, ends = order.copy(), order.copy()
    low = np.zeros(BOARDS, np.int64)
    first, second = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    for a in range(13):
        for b in range(a + 1):
            first[pair_at(a, b)], second[pair_at(a, b)] = a, b
    held, passed = np.zeros(13, np.int64), np.zeros(14, np.int64)
    sortable = np.empty(PAIRS, np.int64)
    for e in range(13):
        for d in range(e, 13):
            for c in range(d, 13):
                for b in range(c, 13):
                    for a in range(b, 13):
                        if a == e:
                            continue
                        held[:] = 0
                        base = 0
                        for rank in (a, b, c, d, e):
                            held[rank] += 1
                            base += keys[4 * rank] & ~wide(0xFFFF)
                        at = board_at(held)
                        _put_values(
                            held, base, keys, moves, slots, first, second, values[at], sortable
                        )
                        sort_up(sortable, PAIRS)
                        low[at] = _sweep(
                            qualified, least, held, sortable, first, second, passed,
                            packed[at], order[at], starts[at], ends[at],
                        )  # fmt: skip
    return packed, values, order, starts, ends, low


@lean
def _put_values(
    held: Ints,
    base: int,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    first: Ints,
    second: Ints,
    values: Values,
    sortable: Ints,
) -> None:
    """What all pairs are worth on one board; those that nobody can hold, nothing."""
    for pair in range(PAIRS):
        a, b = first[pair], second[pair]
        if _ways(a, b, held):
            key = base + (keys[4 * a] & ~wide(0xFFFF)) + (keys[4 * b] & ~wide(0xFFFF))
            values[pair] = slots[slot_of(key, moves)]
        sortable[pair] = (wide(values[pair]) << 8) | pair


@step
def _ways(a: int, b: int, held: Ints) -> int:
    """How many pairs of these ranks are left beside a board."""
    left = 4 - held[a]
    return int(left * (4 - held[b]) if a != b else left * (left - 1) // 2)


@lean
def _sweep(
    qualified: int,
    least: Ints,
    held: Ints,
    sortable: Ints,
    first: Ints,
    second: Ints,
    passed: Ints,
    packed: Ints,
    order: Bytes,
    starts: Bytes,
    ends: Bytes,
) -> int:
    """Whom all pairs meet on one board, and how many pairs do not qualify.

    `passed` counts pairs with each rank, and last all.
    """
    passed[:] = 0
    start = 0
    while start < PAIRS:
        value, end = sortable[start] >> 8, start
        while end < PAIRS and sortable[end] >> 8 == value:
            pair = sortable[end] & 255
            order[end] = pair
            packed[pair] = _beside(passed, first[pair], second[pair])
            end += 1
        for at in range(start, end):
            pair = sortable[at] & 255
            _join(first[pair], second[pair], held, passed)
        for at in range(start, end):
            pair = sortable[at] & 255
            worse = packed[pair]
            equal = _beside(passed, first[pair], second[pair]) + 1 - worse
            packed[pair] = pack_counts(worse, equal, 0, tier_of(value, least))
            starts[pair] = start if value < FULL_HOUSE else FULL
            ends[pair] = end if value < FULL_HOUSE else FULL
        start = end
    return _put_unqualified(qualified, held, sortable, first, second, passed, packed)


@step
def _beside(passed: Ints, a: int, b: int) -> int:
    """The pairs that share no card with the holder of two ranks; a pair of both is taken twice."""
    return int(passed[13] - passed[a] - passed[b])


@step
def _join(a: int, b: int, held: Ints, passed: Ints) -> None:
    ways = _ways(a, b, held)
    passed[13] += ways
    if ways and a == b:
        passed[a] += 3 - held[a]
    elif ways:
        passed[a] += 4 - held[b]
        passed[b] += 4 - held[a]


@lean
def _put_unqualified(
    qualified: int,
    held: Ints,
    sortable: Ints,
    first: Ints,
    second: Ints,
    passed: Ints,
    packed: Ints,
) -> int:
    """Add the dealers who do not qualify; who cannot be held has no counts at all."""
    passed[:] = 0
    low = 0
    while low < PAIRS and sortable[low] >> 8 < qualified:
        pair = sortable[low] & 255
        _join(first[pair], second[pair], held, passed)
        low += 1
    for at in range(PAIRS):
        pair = sortable[at] & 255
        a, b = first[pair], second[pair]
        packed[pair] += (_beside(passed, a, b) + (1 if at < low else 0)) << 20
        if not _ways(a, b, held):
            packed[pair] = 0
    return low
