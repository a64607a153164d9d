"""The count of blackjack: as near to twenty-one as can be (BJ-02).

Cards may come from several packs, so one card may be there twice.
"""

from collections.abc import Sequence
from typing import Final

from croupier.cards import RANK, Card
from croupier.ranks.sets import refuse
from croupier.ranks.words import say

_ALLOWED: Final = "twenty-one is counted with known cards, no joker"
_COUNT: Final = tuple(1 if rank == 12 else min(rank + 2, 10) for rank in RANK)


def value(card: Card) -> int:
    """What one card counts: two to nine their pips, ten and faces 10, an ace 1."""
    return hard((card,))


def hard(cards: Sequence[Card]) -> int:
    """The count with every ace as 1."""
    try:
        return sum([_COUNT[card] for card in cards])
    except IndexError:
        refuse(cards, _ALLOWED)


def total(cards: Sequence[Card]) -> int:
    """The best count: one ace as 11 if that does not go over 21, every other ace as 1."""
    count = hard(cards)
    return count + 10 if count <= 11 and _has_ace(cards) else count


def is_soft(cards: Sequence[Card]) -> bool:
    """Whether an ace counts 11."""
    return hard(cards) <= 11 and _has_ace(cards)


def is_blackjack(cards: Sequence[Card]) -> bool:
    """Twenty-one with two cards; whether they come of a split only the game can tell."""
    return len(cards) == 2 and total(cards) == 21


def is_bust(cards: Sequence[Card]) -> bool:
    """Over twenty-one."""
    return hard(cards) > 21


def _has_ace(cards: Sequence[Card]) -> bool:
    return any(card >= 48 for card in cards)


_NAMES: Final = {
    "en": {
        "blackjack": "blackjack",
        "soft": "soft {number}",
        "hard": "{number}",
        "bust": "{number}, bust",
    },
    "fr": {
        "blackjack": "blackjack",
        "soft": "{number} souple",
        "hard": "{number}",
        "bust": "{number}, sauté",
    },
}


def name(cards: Sequence[Card], language: str = "en", *, split: bool = False) -> str:
    """The count as a dealer says it: "soft 17", "23, bust", "blackjack" unless of a split."""
    return say(_NAMES, language, _class(cards, split=split), number=total(cards))


def _class(cards: Sequence[Card], *, split: bool) -> str:
    if is_bust(cards):
        return "bust"
    if is_blackjack(cards) and not split:
        return "blackjack"
    return "soft" if is_soft(cards) else "hard"
