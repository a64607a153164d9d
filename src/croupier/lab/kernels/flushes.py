"""Boards of sorts: what a flush changes in the counts of `dealers`.

Holders without a flush meet the dealers that they meet by ranks, less those who make a flush; those
with one beat all but the full houses, the fours and better flushes.
"""

from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.boards import PAIRS, SORT_PAIRS, SORTS, Ints, pair_at, rank_board_of
from croupier.lab.kernels.evaluator import Values
from croupier.lab.kernels.jit import kernel, lean, wide
from croupier.ranks import high

Bytes = NDArray[np.uint8]

FULL_HOUSE: Final = high.LEAST["full_house"]
STRAIGHT_FLUSH: Final = high.LEAST["straight_flush"]
_DEALERS: Final = comb(45, 2)


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
    return worse | (equal << 10) | (unqualified << 20) | (tier << 30) | (1 << 34)


@kernel
def sort_counts(
    qualified: int,
    least: Ints,
    suited: Ints,
    other: Ints,
    another: Ints,
    rank_packed: Ints,
    rank_values: Values,
    rank_order: Bytes,
    of_suit: Values,
    first: Ints,
    second: Ints,
    members: Ints,
    packed: Ints,
) -> None:
    """As the boards of ranks, less the dealers who make a flush; those are ordered once a suit."""
    order, values = np.zeros(SORT_PAIRS, np.int64), np.zeros(SORT_PAIRS, np.int64)
    is_flush = np.zeros(SORT_PAIRS, np.bool_)
    flush, plain = np.zeros((PAIRS, 4), np.int64), np.zeros((PAIRS, 4), np.int64)
    many = np.zeros(SORTS, np.int64)
    gone, low = np.zeros(SORTS + 1, np.int64), np.zeros(SORTS + 1, np.int64)
    top = np.zeros(SORTS + 1, np.int64)
    held = np.zeros(13, np.int64)
    flushes, known = 0, -1
    for board in range(len(suited)):
        bits = suited[board]
        if bits != known:
            known = bits
            flushes = _flushes(bits, of_suit, first, second, order, values, is_flush)
            _told_apart(bits, members, first, second, is_flush, flush, plain)
        for rank in range(13):
            many[rank], many[13 + rank] = 3, 1 - ((bits >> rank) & 1)
        for rank in (other[board], another[board]):
            if rank >= 0:
                many[rank] -= 1
        at = rank_board_of(bits, other[board], another[board], held)
        top[:], best = 0, flushes
        while best > 0 and values[best - 1] >= STRAIGHT_FLUSH:
            best -= 1
            _join(order[best], many, first, second, top)
        _plain_holders(
            qualified, many, rank_packed[at], rank_values[at], rank_order[at],
            flush, plain, first, second, gone, low, top, packed[board],
        )  # fmt: skip
        _flush_holders(
            qualified, least, many, held, rank_packed[at], rank_values[at], rank_order[at],
            flushes, order, values, first, second, gone, low, packed[board],
        )  # fmt: skip
        if another[board] >= 0 and other[board] == another[board]:
            packed[board, pair_at(other[board], another[board])] = 0  # One card of it is left.


@lean
def _told_apart(
    bits: int,
    members: Ints,
    first: Ints,
    second: Ints,
    is_flush: NDArray[np.bool_],
    flush: Ints,
    plain: Ints,
) -> None:
    """The pairs of sorts of each pair of ranks that make a flush, and the others; -1 ends them."""
    flush[:], plain[:] = -1, -1
    for ranks in range(PAIRS):
        flushes, others = 0, 0
        for n in range(4):
            pair = members[ranks, n]
            if pair < 0:
                break
            a, b = first[pair], second[pair]
            if is_flush[pair]:
                flush[ranks, flushes] = pair
                flushes += 1
            elif not ((bits << 13) >> a) & 1 and not ((bits << 13) >> b) & 1 and (a < 13 or a != b):
                plain[ranks, others] = pair
                others += 1


@lean
def _join(pair: int, many: Ints, first: Ints, second: Ints, some: Ints) -> None:
    """Count a pair of sorts: in all, which is the last number, and with a card of each sort."""
    a, b = first[pair], second[pair]
    if a == b:
        some[SORTS] += many[a] * (many[a] - 1) // 2
        some[a] += many[a] - 1
    else:
        some[SORTS] += many[a] * many[b]
        some[a] += many[b]
        some[b] += many[a]


@lean
def _plain_holders(
    qualified: int,
    many: Ints,
    rank_packed: Ints,
    rank_values: Values,
    rank_order: Bytes,
    flush: Ints,
    plain: Ints,
    first: Ints,
    second: Ints,
    gone: Ints,
    low: Ints,
    top: Ints,
    packed: Ints,
) -> None:
    """Holders without a flush: whom they meet by ranks, less the dealers who make a flush.

    Those are counted upwards by their ranks, in `gone`; `low` holds those who would not qualify by
    their ranks, `top` the straight flushes, which alone beat a full house. A holder without a flush
    shares no pair with them, only cards.
    """
    gone[:], low[:] = 0, 0
    start = 0
    while start < PAIRS and not rank_packed[rank_order[start]]:
        start += 1
    for at in range(start, PAIRS):
        ranks = wide(rank_order[at])
        if rank_values[ranks] >= qualified:
            break
        for n in range(4):
            if flush[ranks, n] < 0:
                break
            _join(flush[ranks, n], many, first, second, low)
    while start < PAIRS:
        value = rank_values[rank_order[start]]
        end, some = start, False
        beaten = gone if value < FULL_HOUSE else top
        while end < PAIRS and rank_values[rank_order[end]] == value:
            ranks = wide(rank_order[end])
            mine = rank_packed[ranks]
            for n in range(4):
                pair = plain[ranks, n]
                if pair < 0:
                    break
                a, b = first[pair], second[pair]
                below = beaten[SORTS] - beaten[a] - beaten[b]
                packed[pair] = mine - below - ((low[SORTS] - low[a] - low[b]) << 20)
            some |= flush[ranks, 0] >= 0
            end += 1
        if some:
            _equal_flushes(start, end, many, rank_order, flush, plain, first, second, gone, packed)
        start = end


@lean
def _equal_flushes(
    start: int,
    end: int,
    many: Ints,
    rank_order: Bytes,
    flush: Ints,
    plain: Ints,
    first: Ints,
    second: Ints,
    gone: Ints,
    packed: Ints,
) -> None:
    """Take off the dealers of equal ranks who make a flush: those counted now, not before."""
    for sign in (1, -1):
        for at in range(start, end):
            ranks = wide(rank_order[at])
            for n in range(4):
                pair = plain[ranks, n]
                if pair < 0:
                    break
                some = gone[SORTS] - gone[first[pair]] - gone[second[pair]]
                packed[pair] += (sign * some) << 10
        if sign > 0:
            for at in range(start, end):
                ranks = wide(rank_order[at])
                for n in range(4):
                    if flush[ranks, n] < 0:
                        break
                    _join(flush[ranks, n], many, first, second, gone)


@kernel
def _flush_holders(
    qualified: int,
    least: Ints,
    many: Ints,
    held: Ints,
    rank_packed: Ints,
    rank_values: Values,
    rank_order: Bytes,
    flushes: int,
    order: Ints,
    values: Ints,
    first: Ints,
    second: Ints,
    gone: Ints,
    low: Ints,
    packed: Ints,
) -> None:
    """Holders of a flush beat all dealers but the full houses, the fours and better flushes.

    No seven cards have a flush and a full house: by ranks alone a flush is below both.
    """
    full, all_full = _full_houses(held, rank_values, rank_order)
    passed = np.zeros(SORTS + 1, np.int64)
    start = 0
    while start < flushes:
        value = values[start]
        tier, full_beats = tier_of(value, least), value < FULL_HOUSE
        end = start
        while end < flushes and values[end] == value:
            pair = order[end]
            packed[pair] = passed[SORTS] - passed[first[pair]] - passed[second[pair]]
            end += 1
        for at in range(start, end):
            _join(order[at], many, first, second, passed)
        for at in range(start, end):
            pair = order[at]
            a, b = first[pair], second[pair]
            x, y = a % 13, b % 13
            ranks = pair_at(x, y)
            below = packed[pair]
            equal = passed[SORTS] - passed[a] - passed[b] + 1 - below
            others = gone[SORTS] - gone[a] - gone[b] + 1
            worse = _DEALERS - others + below
            if full_beats:
                worse -= all_full - full[x] - full[y]
            own = 1 if rank_values[ranks] < qualified else 0
            low_flushes = low[SORTS] - low[a] - low[b] + own
            unqualified = ((rank_packed[ranks] >> 20) & 1023) - low_flushes
            packed[pair] = pack_counts(worse, equal, unqualified, tier)
        start = end


@kernel
def _full_houses(held: Ints, rank_values: Values, rank_order: Bytes) -> tuple[Ints, int]:
    """How many pairs make a full house or better by their ranks: with a card of each, and all."""
    found, every = np.zeros(13, np.int64), 0
    for at in range(PAIRS - 1, -1, -1):
        ranks = wide(rank_order[at])
        if rank_values[ranks] < FULL_HOUSE:
            break
        a = 0
        while (a + 1) * (a + 2) // 2 <= ranks:
            a += 1
        b = ranks - a * (a + 1) // 2
        if a == b:
            every += (4 - held[a]) * (3 - held[a]) // 2
            found[a] += 3 - held[a]
        else:
            every += (4 - held[a]) * (4 - held[b])
            found[a] += 4 - held[b]
            found[b] += 4 - held[a]
    return found, every


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
