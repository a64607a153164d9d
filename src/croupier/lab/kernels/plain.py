"""Hands of Hold'em over every board in plain NumPy, for few of them.

That answers a question from the shell before compiled kernels would be loaded. First every board
is taken by its ranks alone, with as many ways as there are cards for it. Then the boards on which
somebody can have five of a suit are put right: they are few, and none is there for two suits.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.ranks import high
from croupier.ranks.sets import sum_of

Hand = tuple[int, ...]
Ints = NDArray[np.int64]

MOST: Final = 60_000
"""Sets of ranks to be valued here: for more, to load the kernels is quicker."""
RANK_KEYS: Final = np.array(
    [0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415], np.int64
)
"""No two sets of as many ranks, five at most, have one sum, as K. Shackleton found for SpecialK."""
FIVES: Final = 5 ** np.arange(13)
CHOICES: Final = np.array([[comb(left, many) for many in range(6)] for left in range(5)])


def is_quicker(hands: int, missing: int) -> bool:
    """Whether `hands` are ranked on every board before a kernel would be loaded."""
    return hands * max(comb(12 + missing, missing), 100) <= MOST


def over_boards(hands: Sequence[Hand], board: Hand, deck: Sequence[int], shares: int) -> Ints:
    """Wins, ties and shares of each hand over every board, of `shares` in a pot."""
    held = [(*hand, *board) for hand in hands]
    missing, cards = 5 - len(board), np.array(deck, np.int64)
    boards, ways = _rank_boards(cards, missing)
    sums = RANK_KEYS[boards].sum(1)
    worth = [_worth(boards, sums, one) for one in held]
    counts = _shared([one[sums] for one in worth], ways, shares)
    for suit in range(4):
        for ranks, bits in _suited_boards(held, cards, missing, suit):
            plain = [one[ranks] for one in worth]
            suited = [_suited()[bits | _bits(one, suit)] for one in held]
            real = [np.maximum(*both) for both in zip(plain, suited, strict=True)]
            each = np.ones_like(ranks)
            counts += _shared(real, each, shares) - _shared(plain, each, shares)
    return counts


def _rank_boards(deck: Ints, missing: int) -> tuple[Ints, Ints]:
    """The ranks that the missing cards can have, and in how many ways."""
    rows = list(combinations_with_replacement(range(13), missing))
    boards = np.array(rows, np.int64).reshape(len(rows), missing)
    left = np.bincount(deck >> 2, minlength=13)
    ways = CHOICES[left, (boards[:, :, None] == np.arange(13)).sum(1)].prod(1)
    return boards[ways > 0], ways[ways > 0]


def _shared(values: list[Ints], ways: Ints, shares: int) -> Ints:
    """Wins, ties and shares of each player, from what they hold on each board."""
    shown = np.array(values) == np.maximum.reduce(values)
    winners = shown.sum(0)
    alone, parts = winners == 1, shares // winners * ways
    return np.array(
        [
            (ways[there & alone].sum(), ways[there & ~alone].sum(), parts[there].sum())
            for there in shown
        ]
    )


def _suited_boards(
    held: Sequence[Hand], deck: Ints, missing: int, suit: int
) -> Iterator[tuple[Ints, Ints]]:
    """The boards that can make a flush of a suit: sums of ranks, and the ranks in the suit."""
    own, others = deck[deck & 3 == suit], deck[deck & 3 != suit]
    most = max(sum(card & 3 == suit for card in cards) for cards in held)
    for many in range(max(5 - most, 0), missing + 1):
        in_suit, off = _choices(own >> 2, many), _choices(others >> 2, missing - many)
        bits = (1 << in_suit).sum(1)
        ranks = RANK_KEYS[in_suit].sum(1)[:, None] + RANK_KEYS[off].sum(1)
        yield ranks.ravel(), np.repeat(bits, len(off))


def _choices(ranks: Ints, size: int) -> Ints:
    places = list(combinations(range(len(ranks)), size))
    return ranks[np.array(places, np.int64).reshape(len(places), size)]


def _worth(boards: Ints, sums: Ints, held: Hand) -> Ints:
    """What some cards are worth by rank with each of the boards, by the sum of the board's keys."""
    found = np.zeros(int(sums.max()) + 1, np.int64)
    keys = FIVES[boards].sum(1) + sum_of(card >> 2 for card in held)
    found[sums] = [high.unsuited(key) for key in keys.tolist()]
    return found


def _bits(cards: Hand, suit: int) -> int:
    return sum(1 << (card >> 2) for card in cards if card & 3 == suit)


@cache
def _suited() -> Ints:
    """The value of each set of ranks of one suit; 0 if there are fewer than five."""
    some = (high.of_one_suit(bits) if bits.bit_count() >= 5 else 0 for bits in range(1 << 13))
    return np.fromiter(some, np.int64, 1 << 13)
