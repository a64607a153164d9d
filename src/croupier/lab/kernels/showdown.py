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
    REAL_FLOPS,
    SORT_PAIRS,
    SORTS,
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
    size = len(forms) + (1 if raise_at_river else 0)
    table = np.zeros((size, BOARDS, PAIRS), np.int64)
    _put_table(found.ranks, forms, raise_at_river, fold, table)
    suited = np.zeros((size, SUITED_FLOPS, SORT_PAIRS), np.int64)
    _scatter(
        found.sorts, suited_boards(), suited_flops(), sorts().ranks,
        forms, raise_at_river, fold, table, suited,
    )  # fmt: skip
    return Sums(_sum_ranks(table), suited)


def of_holdings(total: Sums) -> Ints:
    """The sums for every flop of `real_flops` and two cards, by `hole_at`; 0 where cards clash."""
    found = np.zeros((len(total.ranks), REAL_FLOPS, HOLES), np.int64)
    _gather(total.ranks, total.sorts, real_flops().cards, suited_flops(), found)
    return found


# Summing up forms.


@kernel
def _put_forms(packed: Ints, forms: Ints, raise_at_river: int, fold: int, out: Ints) -> None:
    """All forms of every holder on one board; nothing for those that cannot be held."""
    for pair in range(len(packed)):
        mine = packed[pair]
        for at in range(len(out)):
            out[at, pair] = 0
        if mine:
            for at in range(len(forms)):
                out[at, pair] = form_of(mine, forms[at])
            if raise_at_river:
                out[-1, pair] = max(out[0, pair] + raise_at_river * out[1, pair], fold)


@kernel
def _put_table(packed: Ints, forms: Ints, raise_at_river: int, fold: int, table: Ints) -> None:
    for board in range(len(packed)):
        _put_forms(packed[board], forms, raise_at_river, fold, table[:, board])


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
def _sum_ranks(table: Ints) -> Ints:
    """Over all turns and rivers by rank, with as many ways as there are cards left."""
    total = np.zeros((len(table), FLOPS, PAIRS), np.int64)
    boards, ways = np.zeros(PAIRS, np.int64), np.zeros((PAIRS, PAIRS), np.int64)
    for flop, (a, b, c) in enumerate(rank_flops()):
        for n in range(runouts_of(a, b, c, boards, ways)):
            board = boards[n]
            for at in range(len(table)):
                for pair in range(PAIRS):
                    total[at, flop, pair] += ways[n, pair] * table[at, board, pair]
    return total


@kernel
def add_row(kind: int, turn: int, river: int, on_flop: int, what: Ints, into: Ints) -> None:
    """Add what a flop has for every pair of sorts, times the cards that can be turn and river.

    Of a rank off the suit there are three, less those on the flop and in the holder's hand: so one
    number serves all pairs but those with a card of such a rank.
    """
    if kind == 0:
        _add(1, what, into)
    elif kind == 1:
        _add(3 - on_flop, what, into)
        _add_with(turn, -1, -1, what, into)
    elif turn != river:
        _add(9, what, into)
        _add_with(turn, -3, -3, what, into)
        _add_with(river, -3, -3, what, into)
        both = pair_at(turn, river)
        into[both] += what[both]
    else:
        _add(3, what, into)
        _add_with(turn, -2, -1, what, into)


@kernel
def _add(times: int, what: Ints, into: Ints) -> None:
    for pair in range(SORT_PAIRS):
        into[pair] += times * what[pair]


@kernel
def _add_with(rank: int, times: int, again: int, what: Ints, into: Ints) -> None:
    """For the pairs with a card of the rank off the suit; again for the pair of two such cards."""
    for sort in range(SORTS):
        pair = pair_at(rank, sort)
        into[pair] += times * what[pair]
    pair = pair_at(rank, rank)
    into[pair] += again * what[pair]


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
    packed: Ints,
    every: SuitedBoards,
    flops: Ints,
    pair_ranks: Ints,
    forms: Ints,
    raise_at_river: int,
    fold: int,
    table: Ints,
    total: Ints,
) -> None:
    """What flushes change, for every flop inside every board of sorts."""
    change = np.zeros((len(table), SORT_PAIRS), np.int64)
    row, kind = np.zeros(16, np.int64), np.zeros(16, np.int64)
    turn, on = np.zeros(16, np.int64), np.zeros(16, np.int64)
    held = np.zeros(13, np.int64)
    suited, other, another = every
    for board in range(len(suited)):
        bits, x, y = suited[board], other[board], another[board]
        ranks = rank_board_of(bits, x, y, held)
        _put_forms(packed[board], forms, raise_at_river, fold, change)
        for at in range(len(table)):
            plain = table[at, ranks]
            for pair in range(SORT_PAIRS):
                if packed[board, pair]:
                    change[at, pair] -= plain[pair_ranks[pair]]
        for n in range(rows_of(bits, x, y, flops, row, kind, turn, on)):
            for at in range(len(table)):
                add_row(kind[n], turn[n], y, on[n], change[at], total[at, row[n]])


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
def _gather(ranks: Ints, suited: Ints, cards: Ints, flops: Ints, total: Ints) -> None:
    size = len(ranks)
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
