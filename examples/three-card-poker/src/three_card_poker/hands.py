"""What three cards are worth (TC-14): the better hand has the bigger value."""

from collections.abc import Sequence
from typing import ClassVar, Final

from croupier.core.cards import RANK, SUIT, Card
from croupier.core.prices import Hands, PayTable
from croupier.ranks.sets import pack, unpack
from croupier.ranks.words import say

HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH = range(6)
CLASSES: Final = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
LEAST: Final = {name: pack(category, []) for category, name in enumerate(CLASSES)}
"""A value of at least LEAST["flush"] is a flush or better."""
TOPS: Final = {"jack_high": 9, "queen_high": 10, "king_high": 11}
WHEEL: Final = [12, 1, 0]
_BEST: Final = 1 << 24


class ThreePays(PayTable):
    """Prices of three-card hands."""

    KINDS: ClassVar = {
        "three": Hands(
            {name: range(LEAST[name], _BEST) for name in CLASSES}, tuple(reversed(CLASSES))
        )
    }
    __slots__ = ()


def value(three: Sequence[Card]) -> int:
    """The value of three different cards."""
    ranks = sorted((RANK[card] for card in three), reverse=True)
    flush = len({SUIT[card] for card in three}) == 1
    if ranks[0] == ranks[2]:
        return pack(THREE_OF_A_KIND, ranks[:1])
    if ranks[1] in (ranks[0], ranks[2]):
        kicker = ranks[2] if ranks[0] == ranks[1] else ranks[0]
        return pack(PAIR, [ranks[1], kicker])
    if ranks == WHEEL or ranks[0] - ranks[2] == 2:
        top = ranks[1] if ranks == WHEEL else ranks[0]
        return pack(STRAIGHT_FLUSH if flush else STRAIGHT, [top])
    return pack(FLUSH if flush else HIGH_CARD, ranks)


def high(*ranks: int) -> int:
    """The value of high cards, the first the highest; fewer are the least of their kind."""
    return pack(HIGH_CARD, ranks)


_NAMES: Final = {
    "en": {
        "high_card": "{0.to}",
        "pair": "pair {0.of}",
        "flush": "flush, {0.to}",
        "straight": "straight, {0.to}",
        "three_of_a_kind": "three {0.many}",
        "straight_flush": "straight flush, {0.to}",
    },
    "fr": {
        "high_card": "hauteur {0.one}",
        "pair": "paire {0.of}",
        "flush": "couleur {0.to}",
        "straight": "quinte {0.to}",
        "three_of_a_kind": "brelan {0.of}",
        "straight_flush": "quinte flush {0.to}",
    },
}


def name(worth: int, language: str = "en") -> str:
    """A hand as a person says it."""
    return say(_NAMES, language, CLASSES[worth >> 20], unpack(worth))
