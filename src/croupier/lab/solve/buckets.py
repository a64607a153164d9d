"""Buckets: hands of hold'em that are played alike, by what they win on average and how widely.

Before the flop there are 169. On the turn a hand is met with every river and every other hand, on
the flop with some boards, the same ones whenever it is asked about. Bounds of the buckets are
quantiles. All hands of a board are sorted at once: that costs little more than one of them.
"""

from functools import cache
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels import evaluator
from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.evaluator import FIVE_SUITED, SUITED, Keys, Moves, Values, slot_of
from croupier.lab.kernels.jit import kernel, wide
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.solve.walking import facing, showdown

CUTS: Final = (
    0.08, 0.16, 0.24, 0.32, 0.40, 0.47, 0.54, 0.60, 0.66, 0.72,
    0.77, 0.82, 0.86, 0.895, 0.925, 0.95, 0.97, 0.985, 0.994,
)  # fmt: skip
"""Shares of all hands that win less: finer where the money goes in."""
MEANS: Final = len(CUTS) + 1
SPREADS: Final = 3
RIVERS: Final = 50
MANY: Final = (169, MEANS * SPREADS, MEANS * SPREADS, RIVERS)
"""Buckets by street."""
RUNOUTS: Final = 120
"""Boards that a flop is met with."""
HANDS: Final[Ints] = np.array(list(combinations(range(52), 2)), np.int64)
"""Every two cards, lower first."""
TURN: Final = 4
SIDES: Final = HANDS[:, 0].copy(), HANDS[:, 1].copy()
EVERY: Final[Floats] = np.ones(len(HANDS))
"""A range of every hand."""


class Bounds(NamedTuple):
    """Where the buckets of flop and turn begin: by mean, and within a mean by spread."""

    means: Floats
    spreads: Floats


@kernel
def seven(base: int, cards: Ints, keys: Keys, moves: Moves, slots: Values, suited: Values) -> int:
    """The value of seven cards, of which the sum of the first five keys is known."""
    key = base + keys[cards[5]] + keys[cards[6]]
    if not key & SUITED:
        return wide(slots[slot_of(key, moves)])
    mark, suit, bits = key & SUITED, 0, 0
    while mark > 8:
        mark >>= 4
        suit += 1
    for card in cards:
        if card & 3 == suit:
            bits |= 1 << (card >> 2)
    return wide(suited[bits])


@kernel
def five(cards: Ints, keys: Keys) -> int:
    """The sum of the keys of a board."""
    key = wide(FIVE_SUITED)
    for card in cards[:5]:
        key += keys[card]
    return key


@kernel
def preflop(a: int, b: int) -> int:
    """The place of two cards in the chart of 169: suited above the diagonal of pairs."""
    high, low = max(a >> 2, b >> 2), min(a >> 2, b >> 2)
    return high * 13 + low if a & 3 == b & 3 else low * 13 + high


@kernel
def shares(
    board: Ints, a: Ints, b: Ints, reach: Floats, keys: Keys, moves: Moves, slots: Values,
    suited: Values, worth: Ints, met: Floats, found: Floats,
) -> None:  # fmt: skip
    """What each hand is worth on five cards, how much of a range it meets, and what part it wins
    against it; hands that the board takes have no worth (-1).
    """
    cards, by_card, live = np.empty(7, np.int64), np.empty(52), np.zeros(a.size)
    cards[:5] = board
    base, taken = five(cards, keys), wide(0)
    for at in range(5):
        taken |= wide(1) << cards[at]
    for hand in range(a.size):
        worth[hand] = -1
        if not ((taken >> a[hand]) | (taken >> b[hand])) & 1:
            cards[5], cards[6] = a[hand], b[hand]
            worth[hand] = seven(base, cards, keys, moves, slots, suited)
            live[hand] = reach[hand]
    order = np.argsort(worth)
    order = order[np.searchsorted(worth[order], 0) :]
    facing(live, a, b, by_card, met)
    showdown(live, order, worth, a, b, by_card, found)
    for hand in order:
        found[hand] = 0.5 + found[hand] / (2 * met[hand]) if met[hand] > 0 else 0.5


@kernel
def futures(
    known: Ints, boards: Ints, a: Ints, b: Ints, reach: Floats,
    keys: Keys, moves: Moves, slots: Values, suited: Values, means: Floats, squares: Floats,
) -> None:  # fmt: skip
    """What each hand wins on average over boards to come, and the mean square of it."""
    many, board = np.zeros(a.size), np.empty(5, np.int64)
    worth, met, found = np.empty(a.size, np.int64), np.empty(a.size), np.empty(a.size)
    board[: known.size] = known
    means[:] = squares[:] = 0.0
    for at in range(len(boards)):
        board[known.size :] = boards[at]
        shares(board, a, b, reach, keys, moves, slots, suited, worth, met, found)
        for hand in range(a.size):
            if worth[hand] >= 0:
                many[hand] += met[hand]
                means[hand] += met[hand] * found[hand]
                squares[hand] += met[hand] * found[hand] ** 2
    for hand in range(a.size):
        if many[hand] > 0:
            means[hand] /= many[hand]
            squares[hand] /= many[hand]


def to_come(board: tuple[int, ...]) -> Ints:
    """The boards that complete one: every river of a turn, some of a flop, which the flop names."""
    left = [card for card in range(52) if card not in board]
    if len(board) == TURN:
        return np.array(left, np.int64)[:, None]
    drawn = Random(str(sorted(board)))
    return np.array([drawn.sample(left, 5 - len(board)) for _ in range(RUNOUTS)], np.int64)


def features(board: tuple[int, ...], reach: Floats = EVERY) -> tuple[Floats, Floats]:
    """Mean and spread of what every hand wins on a flop or turn against a range; the board's own
    hands have 0.
    """
    means, squares = np.empty(len(HANDS)), np.empty(len(HANDS))
    known = np.array(board, np.int64)
    a, b = SIDES
    futures(known, to_come(board), a, b, reach, *evaluator.tables(7), means, squares)
    return means, squares - means**2


def on_river(board: tuple[int, ...], reach: Floats = EVERY) -> tuple[Ints, Floats]:
    """What every hand is worth on five cards, and what part it wins; -1 where the board is held."""
    worth, met, found = np.empty(len(HANDS), np.int64), np.empty(len(HANDS)), np.zeros(len(HANDS))
    a, b = SIDES
    shares(np.array(board, np.int64), a, b, reach, *evaluator.tables(7), worth, met, found)
    return worth, found


def bounds(boards: int = 300, seed: int = 1) -> Bounds:
    """Quantiles of what all hands win on random flops and turns."""
    drawn = Random(seed)
    means = np.empty((2, MEANS - 1))
    spreads = np.empty((2, MEANS, SPREADS - 1))
    for street in range(2):
        some = [_met(tuple(drawn.sample(range(52), 3 + street))) for _ in range(boards)]
        mean, spread = np.concatenate(some, axis=1)
        means[street] = np.quantile(mean, CUTS)
        at = np.searchsorted(means[street], mean, "right")
        for one in range(MEANS):
            spreads[street, one] = np.quantile(spread[at == one], np.arange(1, SPREADS) / SPREADS)
    return Bounds(means, spreads)


def _met(board: tuple[int, ...]) -> Floats:
    return np.array(features(board))[:, ~taken(board)]


def taken(board: tuple[int, ...]) -> NDArray[np.bool_]:
    """Which hands need a card of the board."""
    return np.asarray(np.isin(HANDS, board).any(axis=1))


@cache
def starting() -> NDArray[np.int16]:
    """The class of every hand before the flop."""
    return np.array([preflop(int(a), int(b)) for a, b in HANDS], np.int16)


def of_board(board: tuple[int, ...], known: Bounds) -> NDArray[np.int16]:
    """The bucket of every hand; those that need a card of the board are in none (-1)."""
    if not board:
        return starting()
    if len(board) == TURN + 1:
        found = np.minimum(RIVERS - 1, on_river(board)[1] * RIVERS).astype(np.int16)
    else:
        street, (mean, spread) = len(board) - 3, features(board)
        at = np.searchsorted(known.means[street], mean, "right")
        wide_ = (spread[:, None] >= known.spreads[street][at]).sum(axis=1)
        found = (at * SPREADS + wide_).astype(np.int16)
    found[taken(board)] = -1
    return found
