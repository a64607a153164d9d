"""The count of blackjack: as near to twenty-one as can be (BJ-02).

Cards may come from several packs, so one card may be there twice.
"""

from collections.abc import Sequence
from typing import Final

from croupier.core.cards import RANK, Card
from croupier.ranks.sets import refuse
from croupier.ranks.words import say

_ALLOWED: Final = "twenty-one is counted with known cards, no joker"
_ACE: Final = 1 << 16
_COUNT: Final = tuple(_ACE + 1 if rank == 12 else min(rank + 2, 10) for rank in RANK)
"""What a card counts; the bits above count aces."""


def value(card: Card) -> int:
    """What one card counts: two to nine their pips, ten and faces 10, an ace 1."""
    return _sum((card,)) % _ACE


def hard(cards: Sequence[Card]) -> int:
    """The count with every ace as 1."""
    return _sum(cards) % _ACE


def total(cards: Sequence[Card]) -> int:
    """The best count: one ace as 11 if that does not go over 21, every other ace as 1."""
    count = _sum(cards)
    if count < _ACE:
        return count
    count %= _ACE
    return count + 10 if count <= 11 else count


def is_soft(cards: Sequence[Card]) -> bool:
    """Whether an ace counts 11."""
    count = _sum(cards)
    return count >= _ACE and count % _ACE <= 11


def _sum(cards: Sequence[Card]) -> int:
    try:
        return sum(map(_COUNT.__getitem__, cards))
    except IndexError:
        refuse(cards, _ALLOWED)


def is_blackjack(cards: Sequence[Card]) -> bool:
    """Twenty-one with two cards; whether they come of a split only the game can tell."""
    return len(cards) == 2 and total(cards) == 21


def is_bust(cards: Sequence[Card]) -> bool:
    """Over twenty-one."""
    return hard(cards) > 21


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
    return say(_NAMES, language, kind(cards, split=split), number=total(cards))


def kind(cards: Sequence[Card], *, split: bool = False) -> str:
    """What kind of hand it is: bust, blackjack, soft or hard."""
    if is_bust(cards):
        return "bust"
    if is_blackjack(cards) and not split:
        return "blackjack"
    return "soft" if is_soft(cards) else "hard"
