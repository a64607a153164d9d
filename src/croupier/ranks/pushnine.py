"""Push Nine: three cards, and nine is the best count (PN-31 .. PN-35).

A value holds the class above its lowest four bits and in them what decides within the class:
the rank of three of a kind, the top of a straight, nothing for three faces, or the points.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from croupier.core.cards import RANK, Card
from croupier.ranks.sets import refuse
from croupier.ranks.words import say

POINTS: Final = 0
THREE_FACES: Final = 1
STRAIGHT: Final = 2
THREE_OF_A_KIND: Final = 3

_ALLOWED: Final = "a Push Nine hand is three known cards, no joker"
_ACE, _KING, _JACK, _TWO, _THREE = 12, 11, 9, 0, 1


def value(cards: Sequence[Card]) -> int:
    """The value of three cards; the bigger is the better hand and equal values push."""
    try:
        low, middle, high = sorted([RANK[card] for card in cards])
    except (IndexError, ValueError):
        refuse(cards, _ALLOWED)
    return _of_ranks(low, middle, high)


@cache
def _of_ranks(low: int, middle: int, high: int) -> int:
    if low == high:
        return THREE_OF_A_KIND << 4 | high  # PN-32
    if (low, middle, high) == (_TWO, _THREE, _ACE):
        return STRAIGHT << 4 | _THREE  # PN-33: 3-2-A is the lowest straight.
    if (middle, high) == (low + 1, low + 2):
        return STRAIGHT << 4 | high
    if low >= _JACK and high <= _KING:
        return THREE_FACES << 4  # PN-34: all of them tie.
    return POINTS << 4 | sum(map(_count, (low, middle, high))) % 10  # PN-35


def _count(rank: int) -> int:
    """Ace 1, two to nine their pips, ten and faces nothing."""
    return 1 if rank == _ACE else rank + 2 if rank < 8 else 0


def category(value: int) -> int:
    """0 for points to 3 for three of a kind (PN-31)."""
    return value >> 4


def is_eight_or_better(value: int) -> bool:
    """PN-26: eight or nine points, three faces, a straight or three of a kind."""
    return value >= 8


_NAMES: Final = {
    "en": {
        "no_point": "0 points",
        "one_point": "1 point",
        "points": "{number} points",
        "three_faces": "three faces",
        "straight": "straight, {0.to}",
        "three_of_a_kind": "three {0.many}",
    },
    "fr": {
        "no_point": "0 point",
        "one_point": "1 point",
        "points": "{number} points",
        "three_faces": "trois figures",
        "straight": "suite {0.to}",
        "three_of_a_kind": "brelan {0.of}",
    },
}
_CLASSES: Final = ("points", "three_faces", "straight", "three_of_a_kind")
_FEW: Final = {0: "no_point", 1: "one_point"}


def name(value: int, language: str = "en") -> str:
    """The hand as a person says it: "9 points", "three faces", "straight, ace high"."""
    within = value & 15
    if category(value) == POINTS:
        return say(_NAMES, language, _FEW.get(within, "points"), number=within)
    return say(_NAMES, language, _CLASSES[category(value)], (within,))
