"""How few boards there really are, and where each of them stands in an array.

For a fixed board only two things matter about a card: its rank, and whether it is of the one suit
that can make a flush. So cards are counted in two coarser ways:

- by *rank*: a board is five ranks, a flop three, a pair of cards two;
- by *sort*: a rank together with "of the suit" or "of another suit", 26 sorts; a pair of cards
  is two sorts, and a board or flop is the set of ranks that it has in the suit and the ranks of
  its other cards.

A multiset of ranks a >= b >= c … has the number C(a + n - 1, n) + … + C(c, 1).
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.jit import kernel, lean

Ints = NDArray[np.int64]

PAIRS: Final = 91
FLOPS: Final = 455
BOARDS: Final = 6188
"""Five of one rank are among them and stay empty."""
SORTS: Final = 26
SORT_PAIRS: Final = 351
SUITED_FLOPS: Final = 2483
SUITED_BOARDS: Final = 36_608
REAL_FLOPS: Final = 1755
HOLES: Final = 1326


class Sorts(NamedTuple):
    """The pairs of sorts."""

    first: Ints
    second: Ints
    ranks: Ints
    """The pair of ranks beneath each."""
    off: Ints
    """How many of its cards are of each rank and off the suit."""
    members: Ints
    """The up to four pairs of sorts of each pair of ranks; 0 behind the second for none."""


@cache
def sorts() -> Sorts:
    """All pairs of sorts; sort 13 + r is the rank r in the suit."""
    first = np.array([a for a in range(SORTS) for _ in range(a + 1)])
    second = np.array([b for a in range(SORTS) for b in range(a + 1)])
    high, low = np.maximum(first % 13, second % 13), np.minimum(first % 13, second % 13)
    off = np.array([(first == rank) * 1 + (second == rank) for rank in range(13)])
    ranks = high * (high + 1) // 2 + low
    members = np.zeros((PAIRS, 4), np.int64)
    for pair in range(PAIRS):
        found = np.flatnonzero(ranks == pair)
        members[pair, : len(found)] = found
    return Sorts(first, second, ranks, off, members)


@cache
def suited_flops() -> Ints:
    """Where the flops begin that have these ranks, one to three bits, in the suit."""
    starts, at = np.full(1 << 13, -1), 0
    for size, others in (1, PAIRS), (2, 13), (3, 1):
        for ranks in combinations(range(13), size):
            starts[sum(1 << rank for rank in ranks)] = at
            at += others
    return starts


class SuitedBoards(NamedTuple):
    """The boards with three or more of a suit: their ranks in it and the others, -1 for none."""

    suited: Ints
    other: Ints
    another: Ints
    ranks: Ints
    """The board of ranks beneath each."""


@cache
def suited_boards() -> SuitedBoards:
    """All of them, grouped by their ranks in the suit."""
    rows = [
        (sum(1 << rank for rank in ranks), *(*others[::-1], -1, -1)[:2])
        for size in (3, 4, 5)
        for ranks in combinations(range(13), size)
        for others in combinations_with_replacement(range(13), 5 - size)
    ]
    suited, other, another = (np.array(column) for column in zip(*rows, strict=True))
    return SuitedBoards(suited, other, another, _rank_boards(suited, other, another))


@kernel
def _rank_boards(suited: Ints, other: Ints, another: Ints) -> Ints:
    found, held = np.zeros(len(suited), np.int64), np.zeros(13, np.int64)
    for board in range(len(suited)):
        for rank in range(13):
            held[rank] = (suited[board] >> rank) & 1
        for rank in (other[board], another[board]):
            if rank >= 0:
                held[rank] += 1
        found[board] = board_at(held)
    return found


@cache
def sort_starts() -> Ints:
    """Where the suited boards begin that have these ranks in a suit."""
    starts = np.zeros(1 << 13, np.int64)
    suited = suited_boards().suited
    starts[suited[::-1]] = np.arange(len(suited))[::-1]
    return starts


class RealFlops(NamedTuple):
    """One flop for each of the classes that suits may be swapped in, and how many it stands for."""

    cards: Ints
    weights: Ints


@cache
def real_flops() -> RealFlops:
    """The 1,755 flops that differ when suits have no names."""
    rows: list[tuple[tuple[int, int, int], int]] = []
    for c, b, a in combinations(range(13), 3):
        rows += [((4 * a, 4 * b, 4 * c), 4), ((4 * a, 4 * b + 1, 4 * c + 2), 24)]
        rows += [
            ((4 * a + x, 4 * b + y, 4 * c + z), 12) for x, y, z in ((1, 0, 0), (0, 1, 0), (0, 0, 1))
        ]
    for pair in range(13):
        rows += [
            ((4 * pair, 4 * pair + 1, 4 * other + suit), 12)
            for other in range(13)
            if other != pair
            for suit in (0, 2)
        ]
        rows.append(((4 * pair, 4 * pair + 1, 4 * pair + 2), 4))
    return RealFlops(np.array([cards for cards, _ in rows]), np.array([many for _, many in rows]))


@kernel
def pair_at(a: int, b: int) -> int:
    """The number of two ranks, of two sorts, or of two different cards less the lower one's gap."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


@kernel
def hole_at(a: int, b: int) -> int:
    """The number of two different cards."""
    return a * (a - 1) // 2 + b if a > b else b * (b - 1) // 2 + a


@kernel
def rank_flops() -> list[tuple[int, int, int]]:
    """The ranks of every flop in the order of `flop_at`, the highest first."""
    return [(a, b, c) for a in range(13) for b in range(a + 1) for c in range(b + 1)]


@kernel
def flop_at(a: int, b: int, c: int) -> int:
    """The number of three ranks in any order."""
    if a < b:
        a, b = b, a
    if b < c:
        b, c = c, b
    if a < b:
        a, b = b, a
    return (a + 2) * (a + 1) * a // 6 + (b + 1) * b // 2 + c


@lean
def board_at(counts: Ints) -> int:
    """The number of five ranks from how many there are of each."""
    number, left = 0, 5
    for rank in range(12, -1, -1):
        for _ in range(counts[rank]):
            choose = 1
            for at in range(left):
                choose = choose * (rank + left - 1 - at) // (at + 1)
            number += choose
            left -= 1
    return number
