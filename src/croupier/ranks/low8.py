"""The low half of a hi-lo pot: five different ranks of eight or lower, aces low (OM-06, OM-20).

A set of ranks is eight bits, the ace the lowest. Read as a number, the set with the lower highest
card is the smaller, so a value is 256 less that number; 0 is no low at all. Straights and flushes
do not count against a low: 5-4-3-2-A, the wheel, is best.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from croupier.core.cards import RANK, Card
from croupier.ranks import omaha
from croupier.ranks.sets import refuse
from croupier.ranks.words import say

NO_LOW: Final = 0
WHEEL: Final = 256 - 0b11111

_BIT: Final = tuple(1 << (rank + 1) % 13 & 255 for rank in RANK)

_PLAIN: Final = "a low is made of five, six or seven known cards, no joker"
_OMAHA: Final = "Omaha takes four hole cards and three to five of the board, all known, no joker"


def value(cards: Sequence[Card]) -> int:
    """The value of the best low in five to seven cards; 0 if none qualifies."""
    if not 5 <= len(cards) <= 7:
        refuse(cards, _PLAIN)
    return _lowest(_bits(cards, _PLAIN))


def omaha_value(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """The same with exactly two of four hole cards and three of the board (OM-02, OM-05)."""
    if len(hole) != 4 or not 3 <= len(board) <= 5:
        refuse((*hole, *board), _OMAHA)
    return _lowest_of_both(_bits(hole, _OMAHA), _bits(board, _OMAHA))


def _bits(cards: Sequence[Card], allowed: str) -> int:
    bits = 0
    try:
        for card in cards:
            bits |= _BIT[card]
    except IndexError:
        refuse(cards, allowed)
    return bits


@cache
def _lowest(bits: int) -> int:
    return max((256 - sum(five) for five in combinations(_split(bits), 5)), default=NO_LOW)


@cache
def _lowest_of_both(hole: int, board: int) -> int:
    """OM-20: two ranks of the hole and three other ranks of the board."""
    pairs = [sum(two) for two in combinations(_split(hole), 2)]
    threes = [sum(three) for three in combinations(_split(board), 3)]
    lows = (256 - (pair | three) for pair in pairs for three in threes if not pair & three)
    return max(lows, default=NO_LOW)


def _split(bits: int) -> list[int]:
    return [1 << at for at in range(8) if bits >> at & 1]


def best(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards of the low, highest first as it is read; nothing if none qualifies."""
    return _making(value(cards), combinations(cards, 5))


def omaha_best(hole: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
    """The two hole cards and three board cards of the low, highest first."""
    return _making(omaha_value(hole, board), omaha.hands(hole, board))


def _making(goal: int, hands: Iterable[tuple[Card, ...]]) -> tuple[Card, ...]:
    if goal == NO_LOW:
        return ()
    five = next(five for five in hands if value(five) == goal)
    return tuple(sorted(five, key=lambda card: _BIT[card], reverse=True))


_NAMES: Final = {
    "en": {"none": "no low", "wheel": "wheel", "low": "{0.one}-{1.one} low"},
    "fr": {"none": "pas de bas", "wheel": "roue", "low": "bas {0.one}-{1.one}"},
}


def name(value: int, language: str = "en") -> str:
    """The low by its two highest cards: "seven-five low", "wheel", "no low"."""
    if value == NO_LOW:
        return say(_NAMES, language, "none")
    bits = 256 - value
    top = bits.bit_length() - 1
    second = (bits ^ 1 << top).bit_length() - 1
    # The bit of a rank stands one above the rank itself, for the ace is below the two.
    return say(_NAMES, language, "wheel" if value == WHEEL else "low", (top - 1, second - 1))
