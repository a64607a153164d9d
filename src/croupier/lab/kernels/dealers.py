"""The dealers whom the holder of two cards meets on a board, counted for all holders at once.

There are 990 pairs that a dealer may hold against two cards and a board. How many of those are
worse, equal and unqualified: sort what the pairs are worth, sweep upwards, and keep how many pairs
were passed in all and how many with each sort of card. Pairs that share a card with the holder are
taken off again by inclusion and exclusion.

That is done for the 6,175 boards of ranks and, where three or more cards are of one suit, for the
36,608 boards of sorts.
"""

from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.boards import (
    BOARDS,
    PAIRS,
    SORT_PAIRS,
    SORTS,
    Ints,
    board_at,
    rank_board_of,
    sorts,
    suited_boards,
)
from croupier.lab.kernels.evaluator import slot_of, tables
from croupier.lab.kernels.jit import kernel, wide
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


@lru_cache(1)
def counts(qualified: int) -> Counts:
    """The showdown of every holder on every board against a dealer who qualifies from a value."""
    least = np.array(TIERS)
    ranks, values, order = _rank_counts(qualified, least, *tables(7)[:3])
    pairs = sorts()
    packed = _sort_counts(
        qualified, least, *suited_boards(), ranks, values, order, tables(7).suited,
        pairs.first, pairs.second, pairs.members,
    )  # fmt: skip
    return Counts(ranks, packed)


@cache
def tier_table() -> Bytes:
    """The tier of a value by its bits above the sixteenth: category and first rank."""
    table = np.zeros(1 << 8, np.uint8)
    for top in range(1 << 8):
        table[top] = sum(least >> 16 <= top for least in TIERS) - 1
    return table


@kernel
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
def tier_of(value: int, least: Ints) -> int:
    """The best row of a pay table that a value reaches."""
    tier = len(least) - 1
    while value < least[tier]:
        tier -= 1
    return tier


@kernel
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
def _rank_counts(
    qualified: int, least: Ints, keys: Ints, moves: NDArray[np.uint16], slots: Values
) -> tuple[Ints, Values, Bytes]:
    packed = np.zeros((BOARDS, PAIRS), np.int64)
    values = np.zeros((BOARDS, PAIRS), np.int32)
    order = np.zeros((BOARDS, PAIRS), np.uint8)
    held = np.zeros(13, np.int64)
    for e in range(13):
        for d in range(e, 13):
            for c in range(d, 13):
                for b in range(c, 13):
                    for a in range(b, 13):
                        if a == e:
                            continue
                        held[:] = 0
                        for rank in (a, b, c, d, e):
                            held[rank] += 1
                        at = board_at(held)
                        base = 0
                        for rank in (a, b, c, d, e):
                            base += keys[4 * rank] & ~wide(0xFFFF)
                        _rank_board(
                            qualified, least, held, base, keys, moves, slots,
                            packed[at], values[at], order[at],
                        )  # fmt: skip
    return packed, values, order


@kernel
def _rank_board(
    qualified: int,
    least: Ints,
    held: Ints,
    base: int,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    packed: Ints,
    values: Values,
    order: Bytes,
) -> None:
    """One board of ranks: what all pairs are worth, in which order, and whom they meet."""
    ways = np.zeros(PAIRS, np.int64)
    firsts = np.zeros(PAIRS, np.int64)
    seconds = np.zeros(PAIRS, np.int64)
    sortable = np.empty(PAIRS, np.int64)
    for a in range(13):
        for b in range(a + 1):
            pair = a * (a + 1) // 2 + b
            firsts[pair], seconds[pair] = a, b
            left, right = 4 - held[a], 4 - held[b]
            ways[pair] = left * right if a != b else left * (left - 1) // 2
            if ways[pair]:
                key = base + (keys[4 * a] & ~wide(0xFFFF)) + (keys[4 * b] & ~wide(0xFFFF))
                values[pair] = slots[slot_of(key, moves)]
            sortable[pair] = (wide(values[pair]) << 8) | pair
    sort_up(sortable, PAIRS)
    passed = 0
    with_card = np.zeros(13, np.int64)
    low_all, low_card = -1, np.zeros(13, np.int64)
    start = 0
    for at in range(PAIRS):
        order[at] = sortable[at] & 255
    while start < PAIRS:
        value = sortable[start] >> 8
        if low_all < 0 and value >= qualified:
            low_all, low_card[:] = passed, with_card
        end = start
        before = passed
        card_before = with_card.copy()
        while end < PAIRS and sortable[end] >> 8 == value:
            pair = sortable[end] & 255
            if ways[pair]:
                a, b = firsts[pair], seconds[pair]
                passed += ways[pair]
                if a == b:
                    with_card[a] += 3 - held[a]
                else:
                    with_card[a] += 4 - held[b]
                    with_card[b] += 4 - held[a]
            end += 1
        for at in range(start, end):
            pair = sortable[at] & 255
            if ways[pair]:
                a, b = firsts[pair], seconds[pair]
                worse = before - card_before[a] - card_before[b]
                up_to = passed - with_card[a] - with_card[b] + 1
                packed[pair] = pack_counts(worse, up_to - worse, 0, tier_of(value, least))
        start = end
    if low_all < 0:
        low_all, low_card[:] = passed, with_card
    for pair in range(PAIRS):
        if packed[pair]:
            a, b = firsts[pair], seconds[pair]
            low = low_all - low_card[a] - low_card[b] + (values[pair] < qualified)
            packed[pair] |= low << 20


@kernel
def _sort_counts(
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
) -> Ints:
    """As the boards of ranks, with the flushes put in between; those are ordered once a suit."""
    packed = np.zeros((len(suited), SORT_PAIRS), np.int64)
    flush_order = np.zeros(SORT_PAIRS, np.int64)
    flush_values = np.zeros(SORT_PAIRS, np.int64)
    is_flush = np.zeros(SORT_PAIRS, np.bool_)
    ways = np.zeros(SORT_PAIRS, np.int64)
    group = np.zeros(SORT_PAIRS, np.int64)
    many = np.zeros(SORTS, np.int64)
    with_card, low_card = np.zeros(SORTS, np.int64), np.zeros(SORTS, np.int64)
    held = np.zeros(13, np.int64)
    flushes, known = 0, -1
    for board in range(len(suited)):
        bits = suited[board]
        if bits != known:
            known = bits
            flushes = _flushes(bits, of_suit, first, second, flush_order, flush_values, is_flush)
        for rank in range(13):
            many[rank], many[13 + rank] = 3, 1 - ((bits >> rank) & 1)
        for rank in (other[board], another[board]):
            if rank >= 0:
                many[rank] -= 1
        for pair in range(SORT_PAIRS):
            a, b = first[pair], second[pair]
            ways[pair] = many[a] * many[b] if a != b else many[a] * (many[a] - 1) // 2
        at = rank_board_of(bits, other[board], another[board], held)
        _sort_board(
            qualified, least, many, ways, rank_packed[at], rank_values[at], rank_order[at],
            flushes, flush_order, flush_values, is_flush, first, second, members,
            group, with_card, low_card, packed[board],
        )  # fmt: skip
    return packed


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


@kernel
def _sort_board(
    qualified: int,
    least: Ints,
    many: Ints,
    ways: Ints,
    rank_packed: Ints,
    rank_values: Values,
    rank_order: Bytes,
    flushes: int,
    flush_order: Ints,
    flush_values: Ints,
    is_flush: NDArray[np.bool_],
    first: Ints,
    second: Ints,
    members: Ints,
    group: Ints,
    with_card: Ints,
    low_card: Ints,
    packed: Ints,
) -> None:
    """One board of sorts: two sorted lists are merged, ranks and flushes."""
    with_card[:] = 0
    passed, low_all = 0, -1
    at, flush_at = 0, 0
    while at < PAIRS and not rank_packed[rank_order[at]]:
        at += 1
    while at < PAIRS or flush_at < flushes:
        size = 0
        if flush_at < flushes and (
            at == PAIRS or flush_values[flush_at] < rank_values[rank_order[at]]
        ):
            value = flush_values[flush_at]
            tier = tier_of(value, least)
            while flush_at < flushes and flush_values[flush_at] == value:
                group[size] = flush_order[flush_at]
                size += ways[flush_order[flush_at]] > 0
                flush_at += 1
        else:
            value = wide(rank_values[rank_order[at]])
            tier = (rank_packed[rank_order[at]] >> 30) & 15
            while at < PAIRS and rank_values[rank_order[at]] == value:
                ranks = wide(rank_order[at])
                for n in range(4):
                    pair = members[ranks, n]
                    if pair >= 0 and ways[pair] > 0 and not is_flush[pair]:
                        group[size] = pair
                        size += 1
                at += 1
        if low_all < 0 and value >= qualified:
            low_all = passed
            low_card[:] = with_card
        start = passed
        for one in range(size):
            pair = group[one]
            packed[pair] = passed - with_card[first[pair]] - with_card[second[pair]]
            start += ways[pair]
        for one in range(size):
            a, b = first[group[one]], second[group[one]]
            with_card[a] += many[b]
            with_card[b] += many[a]
            if a == b:
                with_card[a] -= many[a] + 1
        passed = start
        for one in range(size):
            pair = group[one]
            worse = packed[pair]
            equal = passed - with_card[first[pair]] - with_card[second[pair]] + 1 - worse
            own = 1 if value < qualified else 0  # The holder's pair is among the low ones itself.
            packed[pair] = pack_counts(worse, equal, own, tier)
    if low_all < 0:
        low_all = passed
        low_card[:] = with_card
    for pair in range(SORT_PAIRS):
        if packed[pair]:
            packed[pair] += (low_all - low_card[first[pair]] - low_card[second[pair]]) << 20
