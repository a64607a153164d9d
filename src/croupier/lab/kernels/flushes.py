"""Boards of sorts: what a flush changes in the counts of `dealers`.

Holders without a flush meet the dealers that they meet by ranks, less those who make a flush; those
with one beat all but the full houses, the fours and better flushes.
"""

from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.boards import PAIRS, SORT_PAIRS, SORTS, Ints, SuitedBoards, pair_at
from croupier.lab.kernels.evaluator import Values
from croupier.lab.kernels.jit import kernel, lean, step, wide
from croupier.ranks import high

Bytes = NDArray[np.uint8]
Lanes = NDArray[np.int32]

FULL_HOUSE: Final = high.LEAST["full_house"]
STRAIGHT_FLUSH: Final = high.LEAST["straight_flush"]
_DEALERS: Final = comb(45, 2)
_EQUAL: Final = 10
_UNQUALIFIED: Final = 20
"""The bits of packed counts from which on equal and unqualified dealers stand."""
LANES: Final = 32
"""The numbers of a row: one for each sort, the sum, and some for the processor's sake."""
FULL: Final = PAIRS + 1
"""The row of flushes that beat a full house, behind those of 0 to all pairs."""
_COUNT: Final = (1 << 10) - 1


class RankBoards(NamedTuple):
    """What is known of the boards by rank, by board and pair."""

    packed: Ints
    values: Values
    order: Bytes
    """The pairs, the lowest first."""
    start: Bytes
    """How many pairs are lower than this one; `FULL` for a full house or better,"""
    end: Bytes
    """and how many are not higher."""
    low: Ints
    """By board: how many pairs do not qualify."""


@lean
def tier_of(value: int, least: Ints) -> int:
    """The best row of a pay table that a value reaches."""
    tier = len(least) - 1
    while value < least[tier]:
        tier -= 1
    return tier


@lean
def sort_up(numbers: Ints, size: int) -> None:
    """Sort the first numbers by Shell's method: Numba takes ten seconds to compile its own sort."""
    for gap in (132, 57, 23, 10, 4, 1):
        for start in range(gap, size):
            number, at = numbers[start], start
            while at >= gap and numbers[at - gap] > number:
                numbers[at] = numbers[at - gap]
                at -= gap
            numbers[at] = number


@kernel
def pack_counts(worse: int, equal: int, unqualified: int, tier: int) -> int:
    """Four small numbers in one, never 0."""
    return worse | (equal << _EQUAL) | (unqualified << _UNQUALIFIED) | (tier << 30) | (1 << 34)


@kernel
def sort_counts(
    qualified: int,
    least: Ints,
    every: SuitedBoards,
    boards: RankBoards,
    of_suit: Values,
    first: Ints,
    second: Ints,
    packed: Ints,
) -> None:
    """As the boards of ranks, less the dealers who make a flush; those are ordered once a suit.

    Three of a suit on the board leave every flush to two cards of it, of which there is one each:
    then how flushes meet each other is known for all boards with these three.
    """
    order, values = np.zeros(SORT_PAIRS, np.int64), np.zeros(SORT_PAIRS, np.int64)
    is_flush, met = np.zeros(SORT_PAIRS, np.bool_), np.zeros(SORT_PAIRS, np.int64)
    many, held = np.zeros(SORTS, np.int64), np.zeros(13, np.int64)
    passed, full = np.zeros(SORTS + 1, np.int64), np.zeros(14, np.int64)
    joined = np.zeros(PAIRS * LANES, np.int32)
    gone = np.zeros((FULL + 1) * LANES, np.int32)
    plain = np.zeros(SORT_PAIRS, np.int64)
    flushes, known = 0, -1
    suited, other, another, ranks = every
    for board in range(len(suited)):
        bits, x, y = suited[board], other[board], another[board]
        for rank in range(13):
            many[rank], many[13 + rank] = 3, 1 - ((bits >> rank) & 1)
            held[rank] = (bits >> rank) & 1
        for rank in (x, y):
            if rank >= 0:
                many[rank] -= 1
                held[rank] += 1
        if bits != known:
            flushes = _flushes(bits, of_suit, first, second, order, values, is_flush)
            _allow(bits, first, second, is_flush, plain)
        if bits != known or y < 0:
            known = bits
            _join_flushes(many, flushes, order, values, first, second, joined, gone)
            _meet_flushes(least, many, flushes, order, values, first, second, passed, met)
        at, row = ranks[board], packed[board]
        _add_up(boards.order[at], joined, gone)
        low = LANES * boards.low[at]
        _plain_holders(
            boards.packed[at], boards.start[at], boards.end[at], low, gone, plain, row
        )  # fmt: skip
        _full_houses(held, boards.values[at], boards.order[at], first, second, full)
        _flush_holders(
            qualified, boards.packed[at], boards.values[at], flushes, order, values, met,
            first, second, low, gone, full, row,
        )  # fmt: skip
        if y >= 0 and x == y:
            row[pair_at(x, y)] = 0  # One card of it is left.


@lean
def _allow(bits: int, first: Ints, second: Ints, is_flush: NDArray[np.bool_], plain: Ints) -> None:
    """All bits for the pairs of sorts that can be held without a flush, none for others."""
    for pair in range(SORT_PAIRS):
        a, b = first[pair], second[pair]
        on_board = ((bits << 13) >> a) & 1 or ((bits << 13) >> b) & 1
        plain[pair] = 0 if on_board or is_flush[pair] or (a == b and a >= 13) else -1


@step
def _join(pair: int, many: Ints, first: Ints, second: Ints, at: int, some: Ints | Lanes) -> None:
    """Count a pair of sorts: in all, which is the last number, and with a card of each sort."""
    a, b = first[pair], second[pair]
    if a == b:
        some[at + SORTS] += many[a] * (many[a] - 1) // 2
        some[at + a] += many[a] - 1
    else:
        some[at + SORTS] += many[a] * many[b]
        some[at + a] += many[b]
        some[at + b] += many[a]


@lean
def _join_flushes(
    many: Ints, flushes: int, order: Ints, values: Ints,
    first: Ints, second: Ints, joined: Lanes, gone: Lanes,
) -> None:  # fmt: skip
    """The flushes by their pair of ranks; and at `FULL` those that beat a full house."""
    joined[:] = 0
    gone[FULL * LANES :] = 0
    for at in range(flushes):
        pair = order[at]
        a, b = first[pair], second[pair]
        ranks = pair_at(a - 13 if a >= 13 else a, b - 13 if b >= 13 else b)
        _join(pair, many, first, second, ranks * LANES, joined)
        if values[at] >= STRAIGHT_FLUSH:
            _join(pair, many, first, second, FULL * LANES, gone)


@lean
def _add_up(order: Bytes, joined: Lanes, gone: Lanes) -> None:
    """How many flushes are among the lowest pairs of ranks, for each number of pairs."""
    for at in range(PAIRS):
        ranks = LANES * wide(order[at])
        for lane in range(LANES):
            gone[LANES * at + LANES + lane] = gone[LANES * at + lane] + joined[ranks + lane]


@step
def _plain_holders(
    rank_packed: Ints, start: Bytes, end: Bytes, low: int, gone: Lanes, plain: Ints, packed: Ints
) -> None:
    """Holders without a flush: whom they meet by ranks, less the dealers who make a flush.

    Such a holder shares no pair with those dealers, only cards.
    """
    ranks = 0
    for a in range(13):
        for b in range(a + 1):
            mine, before, after = rank_packed[ranks], LANES * start[ranks], LANES * end[ranks]
            every = mine - _less(gone, before, after, low, SORTS)
            off_a = _less(gone, before, after, low, a)
            off_b = _less(gone, before, after, low, b)
            in_a = _less(gone, before, after, low, 13 + a)
            in_b = _less(gone, before, after, low, 13 + b)
            mask = -1 if mine else 0
            pair, mixed = (a + 13) * (a + 14) // 2 + b, (b + 13) * (b + 14) // 2 + a
            packed[ranks] = (every + off_a + off_b) & plain[ranks] & mask
            packed[pair] = (every + in_a + off_b) & plain[pair] & mask
            packed[mixed] = (every + in_b + off_a) & plain[mixed] & mask
            packed[pair + 13] = (every + in_a + in_b) & plain[pair + 13] & mask
            ranks += 1


@step
def _less(gone: Lanes, before: int, after: int, low: int, sort: int) -> int:
    """Flushes that are lower by ranks, equal, and would not qualify, packed as the counts are."""
    lower, up_to = wide(gone[before + sort]), wide(gone[after + sort])
    return lower + ((up_to - lower) << _EQUAL) + (wide(gone[low + sort]) << _UNQUALIFIED)


@lean
def _meet_flushes(
    least: Ints, many: Ints, flushes: int, order: Ints, values: Ints,
    first: Ints, second: Ints, passed: Ints, met: Ints,
) -> None:  # fmt: skip
    """Whom each flush meets if nobody has a full house or four of a kind, in the flushes' order."""
    passed[:] = 0
    start = 0
    while start < flushes:
        value, end = values[start], start
        while end < flushes and values[end] == value:
            pair = order[end]
            met[end] = passed[SORTS] - passed[first[pair]] - passed[second[pair]]
            end += 1
        for at in range(start, end):
            _join(order[at], many, first, second, 0, passed)
        tier = tier_of(value, least)
        for at in range(start, end):
            pair = order[at]
            equal = passed[SORTS] - passed[first[pair]] - passed[second[pair]] + 1 - met[at]
            met[at] = pack_counts(met[at], equal, 0, tier)
        start = end
    for at in range(flushes):
        pair = order[at]
        others = passed[SORTS] - passed[first[pair]] - passed[second[pair]] + 1
        met[at] += _DEALERS - others


@step
def _flush_holders(
    qualified: int,
    rank_packed: Ints,
    rank_values: Values,
    flushes: int,
    order: Ints,
    values: Ints,
    met: Ints,
    first: Ints,
    second: Ints,
    low: int,
    gone: Lanes,
    full: Ints,
    packed: Ints,
) -> None:
    """Holders of a flush beat all dealers but the full houses, the fours and better flushes.

    No seven cards have a flush and a full house: by ranks alone a flush is below both.
    """
    for at in range(flushes):
        pair = order[at]
        a, b = first[pair], second[pair]
        x, y = a - 13 if a >= 13 else a, b - 13 if b >= 13 else b
        ranks = pair_at(x, y)
        beaten = full[13] - full[x] - full[y] if values[at] < FULL_HOUSE else 0
        own = 1 if rank_values[ranks] < qualified else 0
        lower = own + gone[low + SORTS] - gone[low + a] - gone[low + b]
        unqualified = ((rank_packed[ranks] >> _UNQUALIFIED) & _COUNT) - lower
        packed[pair] = met[at] - beaten + (unqualified << _UNQUALIFIED)


@lean
def _full_houses(
    held: Ints, rank_values: Values, rank_order: Bytes, first: Ints, second: Ints, full: Ints
) -> None:
    """How many pairs make a full house or better by their ranks: with a card of each, and all."""
    full[:] = 0
    for at in range(PAIRS - 1, -1, -1):
        ranks = wide(rank_order[at])
        if rank_values[ranks] < FULL_HOUSE:
            break
        a, b = first[ranks], second[ranks]  # Sorts below 13 are ranks, off the suit.
        if a == b:
            full[13] += (4 - held[a]) * (3 - held[a]) // 2
            full[a] += 3 - held[a]
        else:
            full[13] += (4 - held[a]) * (4 - held[b])
            full[a] += 4 - held[b]
            full[b] += 4 - held[a]


@kernel
def _flushes(
    bits: int,
    of_suit: Values,
    first: Ints,
    second: Ints,
    order: Ints,
    values: Ints,
    is_flush: NDArray[np.bool_],
) -> int:
    """The pairs that make a flush with these ranks of the suit, the lowest first."""
    found = 0
    sortable = np.empty(SORT_PAIRS, np.int64)
    for pair in range(SORT_PAIRS):
        a, b = first[pair], second[pair]
        mine = bits
        clash = False
        if a >= 13:
            clash |= (mine >> (a - 13)) & 1 == 1
            mine |= 1 << (a - 13)
        if b >= 13:
            clash |= (mine >> (b - 13)) & 1 == 1
            mine |= 1 << (b - 13)
        value = wide(of_suit[mine])
        is_flush[pair] = value > 0 and not clash
        if is_flush[pair]:
            sortable[found] = (value << 9) | pair
            found += 1
    sort_up(sortable, found)
    for at in range(found):
        order[at], values[at] = sortable[at] & 511, sortable[at] >> 9
    return found
