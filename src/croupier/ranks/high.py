"""High poker hands: the best five of five, six or seven cards (CH-35 .. CH-45, TH-41, HE-09).

A value is one integer, and the better hand has the bigger one. Its bits above the twentieth are
the category, 0 for a high card to 8 for a straight flush; below it stand the ranks that decide
between equals, four bits each: the combination first, then the kickers (CH-31, CH-32).

    value = sum of the cards' keys, one look at the suits, one look into a table

The tables fill themselves: a set of ranks is worked out when it first comes up. Seven cards have
short keys of their own: Python adds numbers below 2**30 twice as fast as bigger ones.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import Final

from croupier.core.cards import RANK, SUIT, Card
from croupier.ranks.sets import FIVE_SUITED, KEY, SUITED, counts, pack, refuse, straight, unpack
from croupier.ranks.words import say

HIGH_CARD: Final = 0
PAIR: Final = 1
TWO_PAIR: Final = 2
THREE_OF_A_KIND: Final = 3
STRAIGHT: Final = 4
FLUSH: Final = 5
FULL_HOUSE: Final = 6
FOUR_OF_A_KIND: Final = 7
STRAIGHT_FLUSH: Final = 8

_FOUR, _FIVE, _ACE = 2, 3, 12

# For pay tables: a value of at least LEAST["flush"] is a flush or better.
LEAST: Final = {
    "royal_flush": pack(STRAIGHT_FLUSH, [_ACE]),
    "straight_flush": pack(STRAIGHT_FLUSH, []),
    "four_of_a_kind": pack(FOUR_OF_A_KIND, []),
    "full_house": pack(FULL_HOUSE, []),
    "flush": pack(FLUSH, []),
    "straight": pack(STRAIGHT, []),
    "three_of_a_kind": pack(THREE_OF_A_KIND, []),
    "two_pair": pack(TWO_PAIR, []),
    "pair_of_aces": pack(PAIR, [_ACE]),
    "pair_of_fours": pack(PAIR, [_FOUR]),
    "pair": pack(PAIR, []),
    "high_card": pack(HIGH_CARD, []),
}

_ALLOWED: Final = "a high hand is the best of five, six or seven different cards, no joker"


# No two sets of seven ranks have the same sum of these, as K. Shackleton found for SpecialK.
_RANK_KEYS: Final = 0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181
_SUIT_KEYS: Final = 0, 1, 13, 18
_SUIT_BITS: Final = 7
_SUIT_MASK: Final = (1 << _SUIT_BITS) - 1
_SHORT: Final = tuple(
    _RANK_KEYS[rank] << _SUIT_BITS | _SUIT_KEYS[suit] for rank, suit in zip(RANK, SUIT, strict=True)
)


def _perhaps_suited() -> bytes:
    """Which sums of seven suits may hold five of one: all that do, and one in thirty others."""
    found = bytearray(1 << _SUIT_BITS)
    for many in product(range(8), repeat=4):
        if sum(many) == 7 and max(many) >= 5:
            found[sum(n * key for n, key in zip(many, _SUIT_KEYS, strict=True))] = 1
    return bytes(found)


_PERHAPS_SUITED: Final = _perhaps_suited()
_OF_SEVEN: Final[dict[int, int]] = {}
"""What a sum of seven ranks is worth, when no five cards are of one suit."""


def value(cards: Sequence[Card]) -> int:
    """The value of the best five of five, six or seven cards; the bigger is the better hand."""
    if len(cards) != 7:
        return _value(cards)
    try:
        a, b, c, d, e, f, g = cards
        key = _SHORT[a] + _SHORT[b] + _SHORT[c] + _SHORT[d] + _SHORT[e] + _SHORT[f] + _SHORT[g]
        return _value(cards) if _PERHAPS_SUITED[key & _SUIT_MASK] else _OF_SEVEN[key >> _SUIT_BITS]
    except KeyError:
        worth = _OF_SEVEN[key >> _SUIT_BITS] = _value(cards)
        return worth
    except IndexError:
        refuse(cards, _ALLOWED)


def _value(cards: Sequence[Card]) -> int:
    """The same by longer keys, which count suits."""
    try:
        key = sum(map(KEY.__getitem__, cards), FIVE_SUITED)
        return _flush(cards, key & SUITED) if key & SUITED else unsuited(key >> 16)
    except (IndexError, ValueError):
        refuse(cards, _ALLOWED)


@cache
def unsuited(ranks: int) -> int:
    """The best five of a sum of ranks, five to seven of them, when no five are of one suit."""
    found = counts(ranks)
    if not 5 <= sum(count for count, _ in found) <= 7:
        raise ValueError("not five to seven cards")
    top = straight(sum(1 << rank for _, rank in found))
    return max(_grouped(found), pack(STRAIGHT, [top]) if top else 0)  # CH-41


def _grouped(found: list[tuple[int, int]]) -> int:
    """What counts of ranks are worth, straights and flushes apart."""
    (most, first), *others = found
    below = sorted((rank for _, rank in others), reverse=True)
    second = max((rank for count, rank in others if count > 1), default=None)
    if most == 4:
        return pack(FOUR_OF_A_KIND, [first, below[0]])  # CH-38
    if most == 3 and second is not None:
        return pack(FULL_HOUSE, [first, second])  # CH-39; of two threes the lower is the pair.
    if most == 3:
        return pack(THREE_OF_A_KIND, [first, *below[:2]])  # CH-42
    if second is not None:
        kicker = max(rank for rank in below if rank != second)  # It may be of a third pair.
        return pack(TWO_PAIR, [first, second, kicker])  # CH-43
    if most == 2:
        return pack(PAIR, [first, *below[:3]])  # CH-44
    return pack(HIGH_CARD, [first, *below[:4]])  # CH-45


def _flush(cards: Sequence[Card], suited: int) -> int:
    """The best five of one suit. Of seven cards two are left: too few for a full house as well."""
    suit = suited.bit_length() - 1 >> 2
    if len(cards) > 7:
        raise ValueError("more than seven cards")
    return of_one_suit(sum({1 << RANK[card] for card in cards if SUIT[card] == suit}))


@cache
def of_one_suit(bits: int) -> int:
    """The best five of a set of ranks, a bit each, that are all of one suit."""
    if bits.bit_count() < 5:
        raise ValueError("not five different cards")
    if top := straight(bits):  # CH-36, CH-37
        return pack(STRAIGHT_FLUSH, [top])
    return pack(FLUSH, [rank for rank in range(12, -1, -1) if bits >> rank & 1][:5])  # CH-40


def category(value: int) -> int:
    """0 for a high card to 8 for a straight flush."""
    return value >> 20


def best(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that make the hand, in reading order; of equal cards the earlier ones."""
    goal = value(cards)
    return in_order(next(five for five in combinations(cards, 5) if value(five) == goal))


def in_order(five: Sequence[Card]) -> tuple[Card, ...]:
    """Five cards as a person reads them: the combination, then the kickers; 5-4-3-2-A ends low."""
    worth = value(five)
    wheel = category(worth) in (STRAIGHT, STRAIGHT_FLUSH) and unpack(worth)[0] == _FIVE
    ranks = [-1 if wheel and RANK[card] == _ACE else RANK[card] for card in five]
    order = sorted(range(5), key=lambda at: (ranks.count(ranks[at]), ranks[at]), reverse=True)
    return tuple(five[at] for at in order)


_NAMED: Final = (1, 2, 4, 3, 5, 5, 5, 4, 5)


def made(five: Sequence[Card]) -> tuple[Card, ...]:
    """Those of five cards that the name of the hand speaks of: without the kickers."""
    return in_order(five)[: _NAMED[category(value(five))]]


_CLASSES: Final = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)

_KINDS: Final = {
    "en": {kind: kind.replace("_", " ") for kind in (*_CLASSES, "royal_flush")},
    "fr": {
        "royal_flush": "quinte flush royale",
        "straight_flush": "quinte flush",
        "four_of_a_kind": "carré",
        "full_house": "full",
        "flush": "couleur",
        "straight": "quinte",
        "three_of_a_kind": "brelan",
        "two_pair": "double paire",
        "pair": "paire",
        "high_card": "carte haute",
    },
}

_NAMES: Final = {
    "en": {
        "royal_flush": "royal flush",
        "straight_flush": "straight flush, {0.to}",
        "four_of_a_kind": "four of a kind, {0.many}",
        "full_house": "full house, {0.many} over {1.many}",
        "flush": "flush, {0.to}",
        "straight": "straight, {0.to}",
        "three_of_a_kind": "three of a kind, {0.many}",
        "two_pair": "two pair, {0.many} and {1.many}",
        "pair": "pair {0.of}",
        "high_card": "{0.to}",
    },
    "fr": {
        "royal_flush": "quinte flush royale",
        "straight_flush": "quinte flush {0.to}",
        "four_of_a_kind": "carré {0.of}",
        "full_house": "full aux {0.many} par les {1.many}",
        "flush": "couleur {0.to}",
        "straight": "quinte {0.to}",
        "three_of_a_kind": "brelan {0.of}",
        "two_pair": "double paire, {0.many} et {1.many}",
        "pair": "paire {0.of}",
        "high_card": "carte haute, {0.one}",
    },
}


def kind(value: int, language: str = "en") -> str:
    """The class alone: "full house"; the royal flush is a class of its own (CH-36)."""
    return say(_KINDS, language, _class(value))


def least(value: int) -> str:
    """The best of the hands named in pay tables that it reaches: `pair_of_aces`."""
    return next(name for name, at in LEAST.items() if value >= at)


def name(value: int, language: str = "en") -> str:
    """The hand as a person says it: "full house, kings over sixes"."""
    return say(_NAMES, language, _class(value), unpack(value))


def _class(value: int) -> str:
    return "royal_flush" if value >= LEAST["royal_flush"] else _CLASSES[category(value)]
