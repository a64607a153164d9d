"""Double Hand Poker: the five-card back and the two-card front, with the joker (DH-02, DH-04).

Both have values on the scale of `high`, with five aces as a ninth category on top. A front is a
pair or two ranks with nothing behind them, so it compares with a back as DH-23 asks: class, then
the ranks in order, and a front that only equals the beginning of the back does not outrank it.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from croupier.core.cards import JOKER, RANK, Card
from croupier.core.phrases import Phrase
from croupier.ranks import high
from croupier.ranks.sets import (
    FIVE_SUITED,
    JOKER_RANK,
    KEY_WITH_JOKER,
    SUITED,
    counts,
    pack,
    refuse,
    straight,
    sum_of,
    unpack,
)
from croupier.ranks.words import say

FIVE_ACES: Final = 9

_ACE, _KING, _FIVE = 12, 11, 3
_RUNS: Final = (high.STRAIGHT, high.STRAIGHT_FLUSH)

_BACK: Final = "the back is five known cards, at most one of them the joker"
_FRONT: Final = "the front is two known cards, at most one of them the joker"


def five(cards: Sequence[Card], *, wheel_second: bool = False) -> int:
    """The value of the back.

    5-4-3-2-A is the lowest straight; with `wheel_second` it is the second highest, as a straight
    flush too (DH-02, option wheel_straight).
    """
    key = FIVE_SUITED
    try:
        for card in cards:
            key += KEY_WITH_JOKER[card]
        return _of_five(key >> 16, key & SUITED != 0, wheel_second)
    except (IndexError, ValueError):
        refuse(cards, _BACK)


@cache
def _of_five(ranks: int, suited: bool, wheel_second: bool) -> int:
    held = [rank for count, rank in counts(ranks) for _ in range(count)]
    twice = held.count(JOKER_RANK) > 1 or (suited and len(set(held)) < 5)
    if len(held) != 5 or twice:
        raise ValueError("not five cards of one pack")
    return max(_natural(five, suited, wheel_second) for five in _readings(held, suited))


def _readings(held: list[int], suited: bool) -> Iterator[list[int]]:
    """DH-04: a joker is an ace, or any card that completes a straight or a flush."""
    if JOKER_RANK not in held:
        yield held
        return
    natural = [rank for rank in held if rank != JOKER_RANK]
    for joker in range(13):
        five = [*natural, joker]
        completes = len(set(five)) == 5 and (suited or straight(_bits(five)))
        if joker == _ACE or completes:
            yield five


def _natural(five: list[int], suited: bool, wheel_second: bool) -> int:
    """The value of five ranks without a joker, of which as many as five may be aces."""
    if five.count(_ACE) == 5:
        return pack(FIVE_ACES, [_ACE])
    flush = suited and len(set(five)) == 5
    value = high.of_one_suit(_bits(five)) if flush else high.unsuited(sum_of(five))
    if wheel_second and _is_lowest_wheel(value):
        return pack(high.category(value), [_KING, 1])  # Above king high, below ace high.
    return value


def _bits(ranks: Sequence[int]) -> int:
    return sum(1 << rank for rank in set(ranks))


def _is_lowest_wheel(value: int) -> bool:
    return high.category(value) in _RUNS and unpack(value)[0] == _FIVE


def two(cards: Sequence[Card]) -> int:
    """The value of the front: a pair, or the higher and the lower card; the joker is an ace."""
    try:
        lower, higher = sorted(_ACE if card == JOKER else RANK[card] for card in cards)
    except (IndexError, ValueError):
        refuse(cards, _FRONT)
    if cards[0] == cards[1]:
        refuse(cards, _FRONT)
    return pack(high.PAIR, [higher]) if lower == higher else pack(high.HIGH_CARD, [higher, lower])


def fouled(front: Sequence[Card], back: Sequence[Card]) -> Phrase | None:
    """Why this setting is fouled, or None if it stands: the front may not outrank the back."""
    over, under = two(front), five(back)
    if over <= under:
        return None
    named = {"front": name(over), "back": name(under)}
    return Phrase("the front ({front}) outranks the back ({back})", named)


_NAMES: Final = {
    "en": {"five_aces": "five aces", "front": "{0.one}-{1.one}"},
    "fr": {"five_aces": "cinq as", "front": "{0.one}-{1.one}"},
}


def category(value: int) -> int:
    """0 for a high card to 8 for a straight flush, 9 for five aces."""
    return value >> 20


def kind(value: int, language: str = "en") -> str:
    """The class alone; five aces are a class of their own."""
    if category(value) == FIVE_ACES:
        return say(_NAMES, language, "five_aces")
    return high.kind(value, language)


def name(value: int, language: str = "en") -> str:
    """A back or a front as a person says it: "five aces", "pair of kings", "ace-queen"."""
    ranks = unpack(value)
    if category(value) == FIVE_ACES:
        return say(_NAMES, language, "five_aces")
    if category(value) == high.HIGH_CARD and ranks[2] == 0:  # A back has five ranks, none equal.
        return say(_NAMES, language, "front", ranks)
    if category(value) in _RUNS and ranks[1]:  # The wheel as second highest.
        return high.name(pack(category(value), [_FIVE]), language)
    return high.name(value, language)
