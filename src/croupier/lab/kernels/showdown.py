"""Two cards against two unseen ones over every board, without going through every deal.

What two cards and a flop are worth is the sum of the counts in `dealers` over boards of ranks, plus
for each suit of the flop the difference that flushes make. Both sums are exact integers.
"""

from typing import Final, NamedTuple

import numpy as np

from croupier.lab.kernels.boards import (
    BOARDS,
    FLOPS,
    HOLES,
    PAIRS,
    SORT_PAIRS,
    SUITED_FLOPS,
    Ints,
    SuitedBoards,
    board_at,
    flop_at,
    hole_at,
    pair_at,
    rank_board_of,
    rank_flops,
    real_flops,
    sorts,
    suited_boards,
    suited_flops,
)
from croupier.lab.kernels.dealers import DEALERS, Counts, form_of
from croupier.lab.kernels.jit import kernel

RUNOUTS: Final = 1081
"""Turns and rivers after two cards and a flop."""
DEALS: Final = 22_100 * 1176 * RUNOUTS * DEALERS
"""Flops, holes, turns with rivers, dealers: all that can happen."""

FIELD_BITS: Final = 12
"""At most 3,240 holdings share a board of sorts: 4 suits, 81 choices of other suits, 10 flops."""
FIELDS: Final = 5


class Sums(NamedTuple):
    """What forms of the counts add up to, by flop and pair of ranks, and what flushes change."""

    ranks: Ints
    sorts: Ints


def sums(found: Counts, forms: Ints, raise_at_river: int = 0, fold: int = 0) -> Sums:
    """The sums of linear forms of the counts over all turns and rivers.

    A form has for each tier the weights of worse, equal, unqualified and all dealers. If a last
    decision is taken at the river, one more sum holds the better of `fold` and the first form
    with `raise_at_river` times the second.
    """
    ranks = _sum_ranks(found.ranks, forms, raise_at_river, fold)
    suited = _sum_sorts(found, forms, raise_at_river, fold)
    return Sums(ranks, suited)


def _sum_sorts(found: Counts, forms: Ints, raise_at_river: int, fold: int) -> Ints:
    sort_pairs = sorts()
    return _scatter(
        *found, suited_boards(), suited_flops(), sort_pairs.ranks, sort_pairs.off,
        forms, raise_at_river, fold,
    )  # fmt: skip


def of_holdings(total: Sums) -> Ints:
    """The sums for every flop of `real_flops` and two cards, by `hole_at`; 0 where cards clash."""
    return _gather(total.ranks, total.sorts, real_flops().cards, suited_flops())


# Summing up forms.


@kernel
def _forms(packed: int, forms: Ints, raise_at_river: int, fold: int, out: Ints) -> None:
    """All forms of one holder on one board; nothing where it cannot be held."""
    if not packed:
        out[:] = 0
        return
    for at in range(len(forms)):
        out[at] = form_of(packed, forms[at])
    if raise_at_river:
        out[-1] = max(out[0] + raise_at_river * out[1], fold)


@kernel
def runouts_of(a: int, b: int, c: int, boards: Ints, ways: Ints) -> int:
    """The boards of ranks that a flop becomes, and how many turns and rivers there are for each
    when a pair of ranks is held; returns how many boards.
    """
    found, held = 0, np.zeros(13, np.int64)
    for t in range(13):
        for r in range(t + 1):
            held[:] = 0
            for rank in (a, b, c, t, r):
                held[rank] += 1
            if held.max() > 4:
                continue
            boards[found] = board_at(held)
            held[t] -= 1
            held[r] -= 1
            for x in range(13):
                for y in range(x + 1):
                    held[x] += 1
                    held[y] += 1
                    left, right = max(4 - held[t], 0), max(4 - held[r], 0)
                    both = left * right if t != r else left * (left - 1) // 2
                    ways[found, x * (x + 1) // 2 + y] = both
                    held[x] -= 1
                    held[y] -= 1
            found += 1
    return found


@kernel
def _sum_ranks(packed: Ints, forms: Ints, raise_at_river: int, fold: int) -> Ints:
    """Over all turns and rivers by rank, with as many ways as there are cards left."""
    size = len(forms) + (1 if raise_at_river else 0)
    total = np.zeros((size, FLOPS, PAIRS), np.int64)
    table = np.zeros((BOARDS, PAIRS, size), np.int64)
    for board in range(BOARDS):
        for pair in range(PAIRS):
            _forms(packed[board, pair], forms, raise_at_river, fold, table[board, pair])
    boards, ways = np.zeros(PAIRS, np.int64), np.zeros((PAIRS, PAIRS), np.int64)
    for flop, (a, b, c) in enumerate(rank_flops()):
        for n in range(runouts_of(a, b, c, boards, ways)):
            board = boards[n]
            for pair in range(PAIRS):
                for at in range(size):
                    total[at, flop, pair] += ways[n, pair] * table[board, pair, at]
    return total


@kernel
def row_ways(kind: int, turn: int, river: int, on_flop: int, off: Ints, ways: Ints) -> None:
    """How many cards off the suit can be turn and river, for every pair of sorts that is held."""
    if kind == 0:
        ways[:] = 1
    elif kind == 1:
        for pair in range(SORT_PAIRS):
            ways[pair] = 3 - on_flop - off[turn, pair]
    elif turn != river:
        for pair in range(SORT_PAIRS):
            ways[pair] = (3 - off[turn, pair]) * (3 - off[river, pair])
    else:
        for pair in range(SORT_PAIRS):
            ways[pair] = (3 - off[turn, pair]) * (2 - off[turn, pair]) // 2


@kernel
def rows_of(
    bits: int, other: int, another: int, flops: Ints, row: Ints, kind: Ints, turn: Ints, on: Ints
) -> int:
    """The flops inside a board of sorts: where they stand, and what is left for turn and river.

    Kind 0: both are of the suit; 1: one is off it, of the rank `turn`, of which `on` the flop has
    one already; 2: both are off it.
    """
    ranks = np.empty(5, np.int64)
    size = 0
    for rank in range(13):
        if (bits >> rank) & 1:
            ranks[size] = rank
            size += 1
    found = 0
    for three in range(1, 1 << size):
        part, chosen = 0, 0
        for at in range(size):
            if (three >> at) & 1:
                part |= 1 << ranks[at]
                chosen += 1
        if chosen > 3 or size - chosen > 2:
            continue
        if chosen == 3:
            row[found], on[found] = flops[part], 0
            kind[found], turn[found] = 5 - size, other
            found += 1
        elif chosen == 2 and size == 4:
            row[found], kind[found] = flops[part] + other, 0
            found += 1
        elif chosen == 2:
            row[found], kind[found] = flops[part] + other, 1
            turn[found], on[found] = another, 1 if other == another else 0
            found += 1
            if other != another:
                row[found], kind[found], turn[found], on[found] = flops[part] + another, 1, other, 0
                found += 1
        elif chosen == 1:
            row[found], kind[found] = flops[part] + pair_at(other, another), 0
            found += 1
    return found


@kernel
def _scatter(
    rank_packed: Ints,
    packed: Ints,
    every: SuitedBoards,
    flops: Ints,
    pair_ranks: Ints,
    off: Ints,
    forms: Ints,
    raise_at_river: int,
    fold: int,
) -> Ints:
    """What flushes change, for every flop inside every board of sorts."""
    size = len(forms) + (1 if raise_at_river else 0)
    total = np.zeros((size, SUITED_FLOPS, SORT_PAIRS), np.int64)
    change = np.zeros((size, SORT_PAIRS), np.int64)
    plain = np.zeros((PAIRS, size), np.int64)
    one = np.zeros(size, np.int64)
    ways = np.zeros(SORT_PAIRS, np.int64)
    row, kind = np.zeros(16, np.int64), np.zeros(16, np.int64)
    turn, on = np.zeros(16, np.int64), np.zeros(16, np.int64)
    held = np.zeros(13, np.int64)
    suited, other, another = every
    for board in range(len(suited)):
        bits, x, y = suited[board], other[board], another[board]
        ranks = rank_packed[rank_board_of(bits, x, y, held)]
        for pair in range(PAIRS):
            _forms(ranks[pair], forms, raise_at_river, fold, plain[pair])
        for pair in range(SORT_PAIRS):
            mine = packed[board, pair]
            _forms(mine, forms, raise_at_river, fold, one)
            for at in range(size):
                change[at, pair] = one[at] - plain[pair_ranks[pair], at] if mine else 0
        for n in range(rows_of(bits, x, y, flops, row, kind, turn, on)):
            row_ways(kind[n], turn[n], y, on[n], off, ways)
            for at in range(size):
                into, what = total[at, row[n]], change[at]
                for pair in range(SORT_PAIRS):
                    into[pair] += ways[pair] * what[pair]
    return total


# From sums to holdings, and back.


@kernel
def sort_flop_at(flop: Ints, suit: int, flops: Ints) -> int:
    """Where a flop stands as seen from a suit; -1 if it has no card of it."""
    bits, other, another = 0, -1, -1
    for card in flop:
        if card & 3 == suit:
            bits |= 1 << (card >> 2)
        elif other < 0:
            other = card >> 2
        else:
            another = card >> 2
    if not bits:
        return -1
    beside = 0 if other < 0 else other if another < 0 else pair_at(other, another)
    return int(flops[bits]) + beside


@kernel
def sort_of(card: int, suit: int) -> int:
    """A card as seen from a suit."""
    return (card >> 2) + (13 if card & 3 == suit else 0)


@kernel
def _gather(ranks: Ints, suited: Ints, cards: Ints, flops: Ints) -> Ints:
    size = len(ranks)
    total = np.zeros((size, len(cards), HOLES), np.int64)
    rows = np.zeros(4, np.int64)
    for n in range(len(cards)):
        x, y, z = cards[n]
        flop = flop_at(x >> 2, y >> 2, z >> 2)
        for suit in range(4):
            rows[suit] = sort_flop_at(cards[n], suit, flops)
        for a in range(1, 52):
            if a in (x, y, z):
                continue
            for b in range(a):
                if b in (x, y, z):
                    continue
                hole, pair = hole_at(a, b), pair_at(a >> 2, b >> 2)
                for at in range(size):
                    total[at, n, hole] = ranks[at, flop, pair]
                for suit in range(4):
                    if rows[suit] >= 0:
                        sort_pair = pair_at(sort_of(a, suit), sort_of(b, suit))
                        for at in range(size):
                            total[at, n, hole] += suited[at, rows[suit], sort_pair]
    return total
