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
    SUITED_BOARDS,
    Ints,
    board_at,
    sorts,
    suited_boards,
)
from croupier.lab.kernels.evaluator import slot_of, tables
from croupier.lab.kernels.flushes import pack_counts, sort_counts, sort_up, tier_of
from croupier.lab.kernels.jit import kernel, lean, wide
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
    packed = np.zeros((SUITED_BOARDS, SORT_PAIRS), np.int64)  # NumPy asks for huge pages.
    sort_counts(
        qualified, least, *suited_boards(), ranks, values, order, tables(7).suited,
        pairs.first, pairs.second, pairs.members, packed,
    )  # fmt: skip
    return Counts(ranks, packed)


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
