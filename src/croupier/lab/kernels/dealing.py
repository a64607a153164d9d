"""Rounds by the million: kernels that deal, decide and settle the house games.

Each writes the net result of every round and what was staked, in parts of the first bet. A round is
given by the seed and its number alone (`chance`), so it does not matter who deals which.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.boards import Ints, board_at, hole_at, pair_at
from croupier.lab.kernels.chance import DRAWS, card_beside
from croupier.lab.kernels.evaluator import Hands
from croupier.lab.kernels.jit import kernel, lean, wide

Nets = NDArray[np.int64]
"""In parts of the first bet; 32 bits are too few for a fine or a high price."""

BATCH: Final = 128
"""Rounds that go through each step together."""


@kernel
def flop_number(a: int, b: int, c: int) -> int:
    """The number of three different cards in any order."""
    if a < b:
        a, b = b, a
    if b < c:
        b, c = c, b
    if a < b:
        a, b = b, a
    return a * (a - 1) * (a - 2) // 6 + b * (b - 1) // 2 + c


@kernel
def deal_rounds(
    seed: int,
    first: int,
    rounds: int,
    flops: NDArray[np.int32],
    swaps: NDArray[np.uint8],
    mine: Hands,
    others: Hands,
    real: Ints,
    holes: Ints,
) -> None:
    """Some rounds of two hands and a board, and where each holding stands in a strategy.

    What is done with them goes through all of them step by step: while one waits for a far table,
    the next is already asked for. That is twice as fast as round by round.
    """
    cards = np.zeros(9, np.int64)
    for n in range(rounds):
        counter, taken = (first + n) * DRAWS, 0
        for at in range(9):
            cards[at], counter = card_beside(seed, counter, taken)
            taken |= 1 << cards[at]
        mine[n, 0], mine[n, 1] = cards[0], cards[1]
        others[n, 0], others[n, 1] = cards[2], cards[3]
        for at in range(5):
            mine[n, 2 + at] = others[n, 2 + at] = cards[4 + at]
    for n in range(rounds):
        x, y, z = wide(mine[n, 2]), wide(mine[n, 3]), wide(mine[n, 4])
        where = flops[flop_number(x, y, z)]
        swap = swaps[where & 31]
        real[n] = where >> 5
        holes[n] = hole_at(wide(swap[mine[n, 0]]), wide(swap[mine[n, 1]]))


@lean
def counted(
    a: int,
    b: int,
    board: Ints,
    held: Ints,
    rank_packed: Ints,
    sort_packed: Ints,
    sort_starts: Ints,
) -> int:
    """Whom two cards meet on a board, from the counts of `dealers`."""
    suit = -1
    for candidate in range(4):
        many = 0
        for card in board:
            many += card & 3 == candidate
        if many >= 3:
            suit = candidate
    if suit < 0:
        held[:] = 0
        for card in board:
            held[card >> 2] += 1
        return int(rank_packed[board_at(held), pair_at(a >> 2, b >> 2)])
    bits, other, another = 0, -1, -1
    for card in board:
        if card & 3 == suit:
            bits |= 1 << (card >> 2)
        elif other < 0:
            other = card >> 2
        else:
            another = card >> 2
    at = sort_starts[bits]
    if another >= 0:  # In the order of combinations_with_replacement.
        low, high = min(other, another), max(other, another)
        at += low * 13 - low * (low - 1) // 2 + high - low
    elif other >= 0:
        at += other
    first = (a >> 2) + (13 if a & 3 == suit else 0)
    second = (b >> 2) + (13 if b & 3 == suit else 0)
    return int(sort_packed[at, pair_at(first, second)])


@kernel
def met(
    a: int,
    b: int,
    fixed: Ints,
    deck: Ints,
    rank_packed: Ints,
    sort_packed: Ints,
    sort_starts: Ints,
) -> tuple[int, int, int]:
    """How many hands are worse and equal on every board that begins so, and how many boards."""
    missing, size = 5 - len(fixed), len(deck)
    board, held = np.zeros(5, np.int64), np.zeros(13, np.int64)
    board[: len(fixed)] = fixed
    at = np.arange(missing)
    worse = equal = boards = 0
    while True:
        for n in range(missing):
            board[len(fixed) + n] = deck[at[n]]
        packed = counted(a, b, board, held, rank_packed, sort_packed, sort_starts)
        worse += packed & 1023
        equal += (packed >> 10) & 1023
        boards += 1
        wheel = missing - 1
        while wheel >= 0 and at[wheel] == size - missing + wheel:
            wheel -= 1
        if wheel < 0:
            return worse, equal, boards
        at[wheel] += 1
        for n in range(wheel + 1, missing):
            at[n] = at[n - 1] + 1
