"""Ace-to-five lowball: the lowest five cards win, with the joker as a low card (LB-05, LB-06).

Aces are low; straights and flushes do not count. A value is a ceiling less the height of the hand:
its pairs and threes first, then its ranks from the highest down, the ace as the lowest.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from croupier.core.cards import Card
from croupier.ranks.sets import JOKER_RANK, KEY_WITH_JOKER, counts, pack, refuse, unpack
from croupier.ranks.words import say

_CEILING: Final = 1 << 24
_ALLOWED: Final = "a lowball hand is five known cards, at most one of them the joker"

# How high a hand stands by how many it has of its ranks; what is not here is no hand.
_HEIGHTS: Final = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 4,
    (4, 1): 5,
}
_CLASSES: Final = ("low", "pair", "two_pair", "three", "full_house", "four")


def value(cards: Sequence[Card]) -> int:
    """The value of five cards; the bigger is the lower hand, which wins."""
    key = 0
    try:
        for card in cards:
            key += KEY_WITH_JOKER[card]
        return _of_ranks(key >> 16)
    except (IndexError, KeyError):
        refuse(cards, _ALLOWED)


@cache
def _of_ranks(ranks: int) -> int:
    found = sorted(_as_low(counts(ranks)), reverse=True)
    height = _HEIGHTS[tuple(count for count, _ in found)]
    return _CEILING - pack(height, [rank for _, rank in found])


def _as_low(found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The counts with the ace as rank 0, and the joker as the lowest rank not there (LB-06)."""
    low = [(count, (rank + 1) % 13) for count, rank in found if rank != JOKER_RANK]
    if (1, JOKER_RANK) in found:
        low.append((1, min(set(range(13)) - {rank for _, rank in low})))
    return low


def is_seven_or_better(value: int) -> bool:
    """LB-08: no pair and no card above the seven."""
    return value > _CEILING - pack(0, [7])  # Counted from the ace as 0, an eight is 7.


_NAMES: Final = {
    "en": {
        "wheel": "wheel",
        "low": "{0.one}-{1.one}",
        "pair": "pair {0.of}",
        "two_pair": "two pair, {0.many} and {1.many}",
        "three": "three of a kind, {0.many}",
        "full_house": "full house, {0.many} over {1.many}",
        "four": "four of a kind, {0.many}",
    },
    "fr": {
        "wheel": "roue",
        "low": "{0.one}-{1.one}",
        "pair": "paire {0.of}",
        "two_pair": "double paire, {0.many} et {1.many}",
        "three": "brelan {0.of}",
        "full_house": "full aux {0.many} par les {1.many}",
        "four": "carré {0.of}",
    },
}


def name(value: int, language: str = "en") -> str:
    """The hand as lowball players say it: "seven-five", "wheel", "pair of twos"."""
    height = _CEILING - value
    ranks = [(rank - 1) % 13 for rank in unpack(height)]
    wheel = height == pack(0, [4, 3, 2, 1, 0])
    return say(_NAMES, language, "wheel" if wheel else _CLASSES[height >> 20], ranks)
