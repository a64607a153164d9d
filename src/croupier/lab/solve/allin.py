"""What each starting hand wins against each other over every board: exact, 169 by 169.

Of all boards only those are dealt that differ by more than the names of suits. On a board the hands
lie sorted, and running counts by class and card say how many of each class a hand beats.
"""

from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels import evaluator
from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.jit import kernel, wide
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.solve.buckets import five, preflop, seven

FILE: Final = Path(__file__).with_name("allin.npz")
CLASSES: Final = 169


@kernel
def _images(cards: Ints, swaps: NDArray[np.int64]) -> int:
    """How many boards are the same but for suits, if this is the first of them; else 0."""
    own = wide(0)
    for card in cards:
        own |= wide(1) << card
    same = 0
    for swap in swaps:
        image = wide(0)
        for card in cards:
            image |= wide(1) << ((card & ~3) | swap[card & 3])
        if image < own:
            return 0
        same += image == own
    return len(swaps) // same


@kernel
def _meet(
    order: Ints, values: Ints, a: Ints, b: Ints, classes: Ints, weight: int,
    below: NDArray[np.int32], by_card: NDArray[np.int32], won: NDArray[np.int64],
) -> None:  # fmt: skip
    """Add how many of each class every hand beats on a board; hands are sorted from the worst."""
    below[:] = 0
    by_card[:] = 0
    at, many = 0, order.size
    while at < many:
        first = at
        while at < many and values[order[at]] == values[order[first]]:
            hand = order[at]
            row, one, two = won[classes[hand]], by_card[a[hand]], by_card[b[hand]]
            for other in range(CLASSES):
                row[other] += weight * (below[other] - one[other] - two[other])
            at += 1
        for again in range(first, at):
            hand = order[again]
            below[classes[hand]] += 1
            by_card[a[hand], classes[hand]] += 1
            by_card[b[hand], classes[hand]] += 1


@kernel
def _boards(
    swaps: NDArray[np.int64], keys: Ints, moves: NDArray[np.uint16], slots: NDArray[np.int32],
    suited: NDArray[np.int32], won: NDArray[np.int64],
) -> int:  # fmt: skip
    cards, board = np.empty(7, np.int64), np.empty(5, np.int64)
    a, b = np.empty(1081, np.int64), np.empty(1081, np.int64)
    classes, values = np.empty(1081, np.int64), np.empty(1081, np.int64)
    below, by_card = np.zeros(CLASSES, np.int32), np.zeros((52, CLASSES), np.int32)
    dealt = 0
    for c0 in range(48):
        for c1 in range(c0 + 1, 49):
            for c2 in range(c1 + 1, 50):
                for c3 in range(c2 + 1, 51):
                    for c4 in range(c3 + 1, 52):
                        board[0], board[1], board[2], board[3], board[4] = c0, c1, c2, c3, c4
                        weight = _images(board, swaps)
                        if not weight:
                            continue
                        dealt += weight
                        cards[:5] = board
                        base, n = five(cards, keys), 0
                        for one in range(51):
                            if one in board:
                                continue
                            for two in range(one + 1, 52):
                                if two in board:
                                    continue
                                cards[5], cards[6] = one, two
                                a[n], b[n], classes[n] = one, two, preflop(one, two)
                                values[n] = seven(base, cards, keys, moves, slots, suited)
                                n += 1
                        order = np.argsort(values)
                        _meet(order, values, a, b, classes, weight, below, by_card, won)
    return dealt


def counted() -> Floats:
    """The equity of each class (rows) against each other (columns), by counting."""
    swaps = np.array(list(permutations(range(4))), np.int64)
    won = np.zeros((CLASSES, CLASSES), np.int64)
    boards = _boards(swaps, *evaluator.tables(7), won)
    meetings = pairs() * (boards * 1081 * 990 / (1326 * 1225))
    return 0.5 + (won - won.T) / (2 * meetings)


@cache
def pairs() -> Floats:
    """In how many ways two hands of each class can be dealt beside each other."""
    found = np.zeros((CLASSES, CLASSES))
    hands = [(x, y) for x in range(52) for y in range(x + 1, 52)]
    classes = np.array([preflop(x, y) for x, y in hands])
    masks = np.array([(1 << x) | (1 << y) for x, y in hands])
    for at, mask in enumerate(masks):
        np.add.at(found[classes[at]], classes[(masks & mask) == 0], 1)
    return found


@cache
def equities() -> Floats:
    """The counted table, as it is shipped."""
    with np.load(FILE) as kept:
        found: Floats = kept["equities"].astype(float)
    return found
