"""Buckets: hands of hold'em that are played alike, by what they win on average and how widely.

Before the flop there are 169. On flop and turn a hand is met with random boards and hands, the same
ones whenever it is asked about; on the river with all hands. Bounds of the buckets are quantiles.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels import evaluator
from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.chance import card_beside, mixed
from croupier.lab.kernels.evaluator import FIVE_SUITED, SUITED, Keys, Moves, Values, slot_of
from croupier.lab.kernels.jit import kernel, wide
from croupier.lab.kernels.twentyone import Floats

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
BOARDS: Final = 48
MEETINGS: Final = 20
_HALF, _LOW, _PACK = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(52)


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
def on_river(
    a: int, b: int, board: Ints, keys: Keys, moves: Moves, slots: Values, suited: Values
) -> float:
    """What two cards win against any two others on five."""
    cards = np.empty(7, np.int64)
    cards[:5] = board[:5]
    cards[5], cards[6] = a, b
    base = five(cards, keys)
    mine = seven(base, cards, keys, moves, slots, suited)
    taken = (wide(1) << a) | (wide(1) << b)
    for card in board[:5]:
        taken |= wide(1) << card
    won = 0
    for one in range(51):
        if not (taken >> one) & 1:
            cards[5] = one
            for other in range(one + 1, 52):
                if not (taken >> other) & 1:
                    cards[6] = other
                    worth = seven(base, cards, keys, moves, slots, suited)
                    won += 2 * (mine > worth) + (mine == worth)
    return won / 1980


@kernel
def before_river(
    a: int, b: int, board: Ints, keys: Keys, moves: Moves, slots: Values, suited: Values
) -> tuple[float, float]:
    """What two cards win on average over boards to come, and the mean square of it.

    The draws depend only on the cards that are asked about.
    """
    seed, taken = wide(1), wide(0)
    taken |= (wide(1) << a) | (wide(1) << b)
    for card in board:
        taken |= wide(1) << card
    seed = wide(mixed(taken & 0xFFFFFFFF, taken >> 32) >> np.uint64(2))
    cards = np.empty(7, np.int64)
    known, counter = len(board), 0
    cards[:known] = board
    total = squares = 0.0
    for _ in range(BOARDS):
        gone = taken
        for at in range(known, 5):
            cards[at], counter = card_beside(seed, counter, gone)
            gone |= wide(1) << cards[at]
        cards[5], cards[6] = a, b
        base = five(cards, keys)
        mine, won = seven(base, cards, keys, moves, slots, suited), 0
        for _ in range(MEETINGS):
            while True:  # Two cards from one draw: this loop is what a bucket costs.
                drawn = mixed(seed, counter)
                counter += 1
                one = wide(((drawn >> _HALF) * _PACK) >> _HALF)
                other = wide(((drawn & _LOW) * _PACK) >> _HALF)
                if one != other and not ((gone >> one) | (gone >> other)) & 1:
                    break
            cards[5], cards[6] = one, other
            worth = seven(base, cards, keys, moves, slots, suited)
            won += 2 * (mine > worth) + (mine == worth)
        share = won / (2 * MEETINGS)
        total += share
        squares += share * share
    return total / BOARDS, squares / BOARDS


@kernel
def bucket(
    a: int, b: int, board: Ints, means: Floats, spreads: Floats,
    keys: Keys, moves: Moves, slots: Values, suited: Values,
) -> int:  # fmt: skip
    """The bucket of two cards on a board of none, three, four or five cards."""
    known = len(board)
    if known == 0:
        return preflop(a, b)
    if known == 5:
        share = on_river(a, b, board, keys, moves, slots, suited)
        return min(RIVERS - 1, int(share * RIVERS))
    mean, square = before_river(a, b, board, keys, moves, slots, suited)
    at = 0
    for bound in means[known - 3]:
        at += mean >= bound
    wide_ = 0
    for bound in spreads[known - 3, at]:
        wide_ += square - mean * mean >= bound
    return at * SPREADS + wide_


@kernel
def _features(
    count: int, known: int, seed: int, keys: Keys, moves: Moves, slots: Values, suited: Values,
    found: Floats,
) -> None:  # fmt: skip
    cards = np.empty(6, np.int64)
    for n in range(count):
        counter, taken = n << 8, wide(0)
        for at in range(known + 2):
            cards[at], counter = card_beside(seed, counter, taken)
            taken |= wide(1) << cards[at]
        mean, square = before_river(
            cards[0], cards[1], cards[2 : known + 2], keys, moves, slots, suited
        )
        found[n, 0], found[n, 1] = mean, square - mean * mean


def bounds(count: int = 60_000, seed: int = 1) -> Bounds:
    """Quantiles of what random hands win on random flops and turns."""
    means = np.empty((2, MEANS - 1))
    spreads = np.empty((2, MEANS, SPREADS - 1))
    for street in range(2):
        found = np.empty((count, 2))
        _features(count, street + 3, seed, *evaluator.tables(7), found)
        means[street] = np.quantile(found[:, 0], CUTS)
        at = np.searchsorted(means[street], found[:, 0], "right")
        for mean in range(MEANS):
            some = found[at == mean, 1]
            spreads[street, mean] = np.quantile(some, np.arange(1, SPREADS) / SPREADS)
    return Bounds(means, spreads)


@kernel
def _every(
    hands: Ints, board: Ints, means: Floats, spreads: Floats,
    keys: Keys, moves: Moves, slots: Values, suited: Values, found: NDArray[np.int16],
) -> None:  # fmt: skip
    for n in range(len(hands)):
        found[n] = bucket(
            hands[n, 0], hands[n, 1], board, means, spreads, keys, moves, slots, suited
        )


def of_hands(hands: Ints, board: tuple[int, ...], known: Bounds) -> NDArray[np.int16]:
    """The bucket of each of many hands; those that need a card of the board are in none (-1)."""
    found = np.full(len(hands), -1, np.int16)
    free = ~np.isin(hands, board).any(axis=1)
    some = np.empty(int(free.sum()), np.int16)
    fixed = np.array(board, np.int64)
    _every(hands[free], fixed, known.means, known.spreads, *evaluator.tables(7), some)
    found[free] = some
    return found
