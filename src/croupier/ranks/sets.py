"""Ranks as sums: what the rankings of five and more cards share.

Every card has a key, and the sum of the keys of some cards tells all that matters about them.
The low sixteen bits count the cards of each suit, four bits a suit. Above them the ranks stand in
base five, one digit a rank, which counts them: four of a rank are the most there can be, so no
digit runs over. A sum does not know the order of its cards; nor does a ranking.

The joker is the fourteenth rank and counts in every suit.
"""

from collections.abc import Iterable
from typing import Final, NoReturn

from croupier.core.cards import FACES, JOKER, RANK, SUIT

ALL_SUITS: Final = 0x1111
JOKER_RANK: Final = JOKER >> 2

KEY: Final = tuple(5**rank << 16 | 1 << 4 * suit for rank, suit in zip(RANK, SUIT, strict=True))
KEY_WITH_JOKER: Final = (*KEY, 5**JOKER_RANK << 16 | ALL_SUITS)

# A sum that begins here has the top bit of a suit's counter set when five are of that suit.
FIVE_SUITED: Final = 3 * ALL_SUITS
SUITED: Final = 8 * ALL_SUITS


def sum_of(ranks: Iterable[int]) -> int:
    """The sum of some ranks, without suits."""
    return sum(5**rank for rank in ranks)


def counts(ranks: int) -> list[tuple[int, int]]:
    """How many there are of which rank, from a sum without its suits: most first, then highest."""
    found = []
    rank = 0
    while ranks:
        ranks, count = divmod(ranks, 5)
        if count:
            found.append((count, rank))
        rank += 1
    return sorted(found, reverse=True)


def pack(category: int, ranks: Iterable[int]) -> int:
    """A category and at most five ranks below it, four bits each, the first weighs most."""
    value, shift = category << 20, 16
    for rank in ranks:
        value |= rank << shift
        shift -= 4
    return value


def unpack(value: int) -> tuple[int, ...]:
    """The five ranks below a category."""
    return tuple(value >> shift & 15 for shift in (16, 12, 8, 4, 0))


def straight(bits: int) -> int:
    """The top rank of the best straight in a set of rank bits, or 0; no straight tops at the two.

    CH-35: the ace is also below the two, so a wheel tops at the five, and nothing wraps around.
    """
    run = wide = bits << 1 | bits >> 12
    for shift in (1, 2, 3, 4):
        run &= wide << shift
    return max(run.bit_length() - 2, 0)


def refuse(cards: Iterable[int], allowed: str) -> NoReturn:
    """Say which cards a ranking cannot take, and what it takes."""
    shown = " ".join(FACES[card] if 0 <= card < len(FACES) else str(card) for card in cards)
    raise ValueError(f"{shown or 'no cards'}: {allowed}")
