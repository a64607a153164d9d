"""Omaha: the best five with exactly two of four hole cards and three of the board (OM-02).

Without a flush only ranks matter. The ranks of a board have a table of what each two ranks make
with three of them, worked out when that board first comes up; then a hand is six looks into it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from croupier.core.cards import RANK, SUIT, Card
from croupier.ranks import high
from croupier.ranks.sets import ALL_SUITS, KEY, SUITED, counts, refuse, sum_of

name = high.name
kind = high.kind
category = high.category

_ALLOWED: Final = "Omaha takes four hole cards and three to five of the board, all known, no joker"

# A sum that begins here has the top bit of a suit's counter set when three are of that suit.
_THREE_SUITED: Final = 5 * ALL_SUITS


def value(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """The value of the best two of the hole cards with three of the board, on the scale of high."""
    key = _THREE_SUITED
    try:
        for card in board:
            key += KEY[card]
        d, c, b, a = sorted([RANK[card] for card in hole])
        two = _table(key >> 16)
    except (IndexError, ValueError):
        refuse((*hole, *board), _ALLOWED)
    plain = max(two[a][b], two[a][c], two[a][d], two[b][c], two[b][d], two[c][d])
    return max(plain, _flush(hole, board, key & SUITED)) if key & SUITED else plain


@cache
def _table(board: int) -> tuple[tuple[int, ...], ...]:
    """What two ranks, the higher first, make with the best three of a board, flushes apart."""
    held = [rank for count, rank in counts(board) for _ in range(count)]
    if not 3 <= len(held) <= 5:
        raise ValueError("not three to five cards")
    threes = {sum_of(three) for three in combinations(held, 3)}
    return tuple(
        tuple(0 if _is_fifth(held, a, b) else _best_of(threes, a, b) for b in range(a + 1))
        for a in range(13)
    )


def _is_fifth(held: list[int], a: int, b: int) -> bool:
    """Whether two such cards would be the fifth of a rank: nobody can hold them."""
    return a == b and held.count(a) > 2


def _best_of(threes: Iterable[int], a: int, b: int) -> int:
    two = sum_of((a, b))
    return max(high.unsuited(two + three) for three in threes)


def _flush(hole: Sequence[Card], board: Sequence[Card], suited: int) -> int:
    """The best flush in the suit of three board cards, 0 if fewer than two hole cards have it."""
    suit = suited.bit_length() - 1 >> 2
    pairs = _suited(hole, suit, 2)
    if not pairs:
        return 0
    threes = _suited(board, suit, 3)
    return max([high.of_one_suit(pair | three) for pair in pairs for three in threes])


def _suited(cards: Sequence[Card], suit: int, size: int) -> list[int]:
    bits = [1 << RANK[card] for card in cards if SUIT[card] == suit]
    return [sum(some) for some in combinations(bits, size)]


def best(hole: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that make the hand, in reading order."""
    goal = value(hole, board)
    return high.in_order(next(five for five in hands(hole, board) if high.value(five) == goal))


def hands(hole: Sequence[Card], board: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every five cards that a player may show: two of their own, then three of the board."""
    for two in combinations(hole, 2):
        for three in combinations(board, 3):
            yield two + three
