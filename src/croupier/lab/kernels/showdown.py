"""Two cards against two unseen ones over every board, without going through every deal.

What two cards and a flop are worth is the sum of the counts in `dealers` over boards of ranks, plus
for each suit of the flop the difference that flushes make. Both sums are exact integers.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

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
    rank_flops,
    real_flops,
    sorts,
    suited_boards,
    suited_flops,
)
from croupier.lab.kernels.dealers import ALL, DEALERS, EQUAL, UNQUALIFIED, WORSE, Counts
from croupier.lab.kernels.jit import kernel, lean, step

RUNOUTS: Final = 1081
"""Turns and rivers after two cards and a flop."""
DEALS: Final = 22_100 * 1176 * RUNOUTS * DEALERS
"""Flops, holes, turns with rivers, dealers: all that can happen."""

LEAST: Final = -(1 << 63)
"""No sum is less."""


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
    read, floors = lines(forms), [LEAST] * len(forms)
    if raise_at_river:
        read = np.concatenate([read, lines((forms[0] + raise_at_river * forms[1])[None])])
        floors.append(fold)
    table = np.zeros((len(read), BOARDS, PAIRS), np.int64)
    suited = np.zeros((len(read), SUITED_FLOPS, SORT_PAIRS), np.int64)
    for line, floor, plain, total in zip(read, floors, table, suited, strict=True):
        _put_table(found.ranks, line, floor, plain)
        _scatter(
            found.sorts, suited_boards(), suited_flops(), sorts().ranks, line, floor, plain, total
        )
    return Sums(_sum_ranks(table, *runouts()), suited)


def of_holdings(total: Sums) -> Ints:
    """The sums for every flop of `real_flops` and two cards, by `hole_at`; 0 where cards clash."""
    found = np.zeros((len(total.ranks), REAL_FLOPS, HOLES), np.int64)
    _gather(total.ranks, total.sorts, real_flops().cards, suited_flops(), seen_pairs(), found)
    return found


# Summing up forms.


def lines(forms: Ints) -> Ints:
    """Forms as kernels read them: by tier one after another, all dealers counted at once."""
    found: Ints = forms * np.array([1, 1, 1, DEALERS])
    return found.reshape(len(forms), -1)


@step
def value_of(packed: int, line: Ints, floor: int) -> int:
    """What one holder's counts are worth, at least the floor; nothing if they cannot be."""
    at = (packed >> 28) & 60
    value = (
        line[at + WORSE] * (packed & 1023)
        + line[at + EQUAL] * ((packed >> 10) & 1023)
        + line[at + UNQUALIFIED] * ((packed >> 20) & 1023)
        + line[at + ALL]
    )
    return max(value, floor) if packed else 0


@lean
def _put_table(packed: Ints, line: Ints, floor: int, table: Ints) -> None:
    for board in range(len(packed)):
        for pair in range(PAIRS):
            table[board, pair] = value_of(packed[board, pair], line, floor)


class Runouts(NamedTuple):
    """What flops of ranks become."""

    boards: Ints
    """The boards after every turn and river by rank."""
    ways: NDArray[np.uint8]
    """How many turns and rivers lead there when a pair of ranks is held."""


@cache
def runouts() -> Runouts:
    """By flop of ranks, and by ranks of turn and river."""
    return Runouts(*_runouts())


@kernel
def _runouts() -> tuple[Ints, NDArray[np.uint8]]:
    boards = np.zeros((FLOPS, PAIRS), np.int64)
    ways = np.zeros((FLOPS, PAIRS, PAIRS), np.uint8)
    held = np.zeros(13, np.int64)
    for flop, (a, b, c) in enumerate(rank_flops()):
        for t in range(13):
            for r in range(t + 1):
                held[:] = 0
                for rank in (a, b, c, t, r):
                    held[rank] += 1
                if held.max() > 4:
                    continue  # No way leads to the empty board 0.
                boards[flop, pair_at(t, r)] = board_at(held)
                held[t] -= 1
                held[r] -= 1
                _ways(t, r, held, ways[flop, pair_at(t, r)])
    return boards, ways


@lean
def _ways(t: int, r: int, held: Ints, ways: NDArray[np.uint8]) -> None:
    """The choices of a turn and a river by rank beside a flop and each pair."""
    for x in range(13):
        for y in range(x + 1):
            held[x] += 1
            held[y] += 1
            left, right = max(4 - held[t], 0), max(4 - held[r], 0)
            ways[pair_at(x, y)] = left * right if t != r else left * (left - 1) // 2
            held[x] -= 1
            held[y] -= 1


@kernel
def _sum_ranks(table: Ints, boards: Ints, ways: NDArray[np.uint8]) -> Ints:
    """Over all turns and rivers by rank, with as many ways as there are cards left."""
    total = np.zeros((len(table), FLOPS, PAIRS), np.int64)
    for flop in range(FLOPS):
        for n in range(PAIRS):
            board = boards[flop, n]
            for at in range(len(table)):
                for pair in range(PAIRS):
                    total[at, flop, pair] += ways[flop, n, pair] * table[at, board, pair]
    return total


# The flops inside a board of sorts: three of the suit, two with another card, one with two others.
# What boards with the same cards of the suit have in common is added up before it is spread.


@lean
def add(times: int, what: Ints, into: Ints) -> None:
    """Add 1, 2, 3 or 9 times, each written out, for processors multiply slowly."""
    if times == 1:
        for pair in range(SORT_PAIRS):
            into[pair] += what[pair]
    elif times == 2:
        for pair in range(SORT_PAIRS):
            into[pair] += 2 * what[pair]
    elif times == 3:
        for pair in range(SORT_PAIRS):
            into[pair] += 3 * what[pair]
    else:
        for pair in range(SORT_PAIRS):
            into[pair] += 9 * what[pair]


@lean
def _add_with(rank: int, times: int, again: int, what: Ints, into: Ints) -> None:
    """For the pairs with a card of the rank off the suit; again for the pair of two such cards."""
    start = rank * (rank + 1) // 2
    for pair in range(start, start + rank + 1):
        into[pair] += times * what[pair]
    into[start + rank] += again * what[start + rank]
    for sort in range(rank + 1, SORTS):
        pair = sort * (sort + 1) // 2 + rank
        into[pair] += times * what[pair]


@lean
def add_with_one(rank: int, on_flop: int, what: Ints, into: Ints) -> None:
    """Add times the cards of a rank off the suit that can still come.

    There are three, less those on the flop and in the holder's hand: so one number serves all pairs
    but those with a card of such a rank.
    """
    add(3 - on_flop, what, into)
    _add_with(rank, -1, -1, what, into)


@lean
def add_with_two(turn: int, river: int, what: Ints, into: Ints) -> None:
    """Add times the choices of two cards off the suit of these ranks."""
    if turn != river:
        add(9, what, into)
        _add_with(turn, -3, -3, what, into)
        _add_with(river, -3, -3, what, into)
        both = pair_at(turn, river)
        into[both] += what[both]
    else:
        add(3, what, into)
        _add_with(turn, -2, -1, what, into)


@lean
def parts_of(bits: int, size: int, parts: Ints) -> int:
    """The sets of `size` of these ranks; returns how many."""
    found, part = 0, bits
    while part:
        many = 0
        for rank in range(13):
            many += (part >> rank) & 1
        if many == size:
            parts[found] = part
            found += 1
        part = (part - 1) & bits
    return found


@kernel
def _scatter(
    packed: Ints,
    every: SuitedBoards,
    flops: Ints,
    pair_ranks: Ints,
    line: Ints,
    floor: int,
    table: Ints,
    total: Ints,
) -> None:
    """What flushes change, for every flop inside every board of sorts."""
    change, three = np.zeros(SORT_PAIRS, np.int64), np.zeros(SORT_PAIRS, np.int64)
    two = np.zeros((13, SORT_PAIRS), np.int64)
    parts, singles = np.zeros(10, np.int64), np.zeros(5, np.int64)
    suited, other, another, ranks = every
    known = -1
    for board in range(len(suited)):
        bits, x, y = suited[board], other[board], another[board]
        if bits != known:
            known = bits
            parts_of(bits, 1, singles)
        _put_change(packed[board], table[ranks[board]], pair_ranks, line, floor, change)
        _scatter_board(x, y, change, three, two)
        if y >= 0:
            for n in range(3):
                add(1, change, total[flops[singles[n]] + pair_at(x, y)])
        if board + 1 == len(suited) or suited[board + 1] != bits:
            _scatter_parts(bits, flops, parts, three, two, total)


@step
def _put_change(
    packed: Ints, plain: Ints, pair_ranks: Ints, line: Ints, floor: int, change: Ints
) -> None:
    """What a board of sorts is worth to each holder beyond its ranks."""
    for pair in range(SORT_PAIRS):
        mine = packed[pair]
        worth = value_of(mine, line, floor) - plain[pair_ranks[pair]]
        change[pair] = worth if mine else 0


@lean
def _scatter_board(x: int, y: int, change: Ints, three: Ints, two: Ints) -> None:
    """Add a board to the flops with three and with two of the suit."""
    if x < 0:
        add(1, change, three)
    elif y < 0:
        add_with_one(x, 0, change, three)
        add(1, change, two[x])
    else:
        add_with_two(x, y, change, three)
        add_with_one(y, 1 if x == y else 0, change, two[x])
        if x != y:
            add_with_one(x, 0, change, two[y])


@lean
def _scatter_parts(
    bits: int, flops: Ints, parts: Ints, three: Ints, two: Ints, total: Ints
) -> None:
    """Spread what boards with these ranks in the suit have added up."""
    for n in range(parts_of(bits, 3, parts)):
        add(1, three, total[flops[parts[n]]])
    for n in range(parts_of(bits, 2, parts)):
        for beside in range(13):
            add(1, two[beside], total[flops[parts[n]] + beside])
    three[:], two[:] = 0, 0


# From sums to holdings, and back.


@lean
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


@cache
def seen_pairs() -> Ints:
    """Each hole as a pair of sorts, as seen from each suit, and in the last row as one of ranks."""
    first = np.array([a for a in range(52) for _ in range(a)])
    second = np.array([b for a in range(52) for b in range(a)])
    rows = [
        [pair_at(sort_of(a, suit), sort_of(b, suit)) for a, b in zip(first, second, strict=True)]
        for suit in range(4)
    ]
    ranks = [pair_at(a >> 2, b >> 2) for a, b in zip(first, second, strict=True)]
    return np.array([*rows, ranks], np.int64)


@kernel
def _gather(ranks: Ints, suited: Ints, cards: Ints, flops: Ints, pairs: Ints, total: Ints) -> None:
    for n in range(len(cards)):
        x, y, z = cards[n]
        flop = flop_at(x >> 2, y >> 2, z >> 2)
        for at in range(len(ranks)):
            _look_up(ranks[at, flop], pairs[4], total[at, n])
            for suit in range(4):
                row = sort_flop_at(cards[n], suit, flops)
                if row >= 0:
                    _look_up(suited[at, row], pairs[suit], total[at, n])
            for card in (x, y, z):
                for other in range(52):
                    if other != card:
                        total[at, n, hole_at(card, other)] = 0


@lean
def _look_up(what: Ints, pairs: Ints, into: Ints) -> None:
    for hole in range(HOLES):
        into[hole] += what[pairs[hole]]
