"""The state of a box for arrays, and the count of its hands: `ranks.twentyone` by ranks."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.envs.batch import Ints
from croupier.envs.chance import Bits, rank_of
from croupier.lab.kernels.jit import step as kernel

UNITS: Final = 1000
"""First bets that the player sits down with."""

# Bytes of a table: cards by rank left in the shoe, of four hands, of the dealer; the cards drawn.
SHOE, HANDS, DEALER, DRAWN, MOST_DRAWN = 0, 13, 65, 78, 48
BYTES: Final = DRAWN + MOST_DRAWN
# Numbers of a table.
LEFT, PHASE, MANY, AT, UP, HOLE, NATURAL = 0, 1, 2, 3, 4, 5, 6
INSURED, SURRENDERED, NET, STACK, COUNT = 7, 8, 9, 10, 11
STAKE, FIRST, SECOND, CARDS, BUST, SUM = 12, 16, 20, 24, 28, 32
DEALERS: Final = 4
"""The dealer's count stands behind those of the four hands."""
NUMBERS: Final = SUM + 5
# Phases.
INSURING, PLAYING, OVER, SEEN = 0, 1, 2, 3
# Rules.
DECKS, BET, PEEK, SOFT_17, COMPLETES, ORIGINAL, PAYS, INSURES, AUTO_21 = range(9)
LATE, HALF_BACK, TOTALS, SOFT_DOUBLES, AFTER_SPLIT, MOST_HANDS, ACES, SAME_RANK, ON_TURN = range(
    9, 18
)
# Slots.
STAND, HIT, SPLIT, GIVE_UP, DOUBLE, INSURE = range(6)
ACE, TEN = 12, 8
"""Ranks: the ace is the highest, from TEN on all count ten but the ace."""

Bytes = NDArray[np.uint8]
Row = NDArray[np.int32]


@kernel
def worth(rank: int) -> int:
    """What a rank counts, an ace 1."""
    return 1 if rank == ACE else min(rank + 2, 10)


@kernel
def draw(cards: Bytes, row: Row, rules: Ints, bits: Bits, n: int) -> int:
    """The rank of the next card of the shoe."""
    rank = rank_of(bits, n, cards, 4 * rules[DECKS])
    cards[SHOE + rank] -= 1
    row[LEFT] -= 1
    if row[COUNT] < MOST_DRAWN:
        cards[DRAWN + row[COUNT]] = rank
    row[COUNT] += 1
    return rank


@kernel
def take(cards: Bytes, row: Row, hand: int, rank: int) -> None:
    """A card comes to a hand, or to the dealer."""
    cards[HANDS + 13 * hand + rank] += 1
    row[SUM + hand] += worth(rank)
    if hand == DEALERS:
        return
    if row[CARDS + hand] == 0:
        row[FIRST + hand] = rank
    else:
        row[SECOND + hand] = rank
    row[CARDS + hand] += 1


@kernel
def soft(cards: Bytes, row: Row, hand: int) -> bool:
    """Whether an ace counts 11."""
    return row[SUM + hand] <= 11 and cards[HANDS + 13 * hand + ACE] > 0


@kernel
def total(cards: Bytes, row: Row, hand: int) -> int:
    """The best count."""
    return row[SUM + hand] + 10 if soft(cards, row, hand) else row[SUM + hand]


@kernel
def blackjack(one: int, other: int) -> bool:
    """Whether two ranks are a blackjack."""
    return worth(one) + worth(other) == 11 and max(one, other) == ACE


@kernel
def split_ace(row: Row) -> bool:
    """A split ace gets one card only (BJ-21)."""
    return row[MANY] > 1 and row[FIRST + row[AT]] == ACE
