"""The house way of Double Hand Poker: how the house sets seven cards for a player (DH-25).

It is a list of ten lines, and the first that fits the cards applies. The joker counts as an ace;
only in line 6 it completes a straight or a flush. No hand is ever fouled by it. Where 5-4-3-2-A
ranks among the straights (DH-02) makes no difference: backs behind equal fronts share their ranks.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from croupier.core.cards import JOKER, RANK, SUIT, Card
from croupier.ranks import high
from croupier.ranks.doublehand import category, five, two
from croupier.ranks.sets import straight

Front = tuple[Card, Card]

_SIX, _JACK, _KING, _ACE = 4, 9, 11, 12
_RANK: Final = (*RANK, _ACE)
_COMPLETED: Final = (high.STRAIGHT, high.FLUSH, high.STRAIGHT_FLUSH)

Group = list[Card]
"""Cards of one rank; a joker stands behind the aces."""


def house_way(cards: Sequence[Card]) -> Front:
    """The two cards that the house puts in front, whatever the order of the seven."""
    groups = _grouped(cards)
    most, more = len(groups[0]), len(groups[1])
    if most >= 4:  # Lines 1 and 2.
        return _five_aces(groups) if most == 5 else _four_of_a_kind(groups)
    if most == 3 and more > 1:  # Line 3: the higher pair; line 4: of the higher three.
        return _pair(groups[0] if more == 3 else groups[1])
    if most == more == 2:  # Line 5: three pair; line 8: two pair.
        return _pair(groups[0]) if len(groups[2]) == 2 else _two_pair(groups)
    if can_be_completed(cards):  # Line 6.
        return _completed(cards)
    if most == 3 and _rank(groups[0]) == _ACE:  # Line 7: three aces.
        return groups[0][0], groups[1][0]
    return groups[1][0], groups[2][0]  # Line 7: another three; 9: a pair; 10: no pair.


def _grouped(cards: Sequence[Card]) -> list[Group]:
    """The cards by rank: the most of a rank first, then the highest."""
    ranks: dict[int, Group] = {}
    for card in sorted(cards, reverse=True):
        if card != JOKER:
            ranks.setdefault(card >> 2, []).append(card)
    if JOKER in cards:
        ranks.setdefault(_ACE, []).append(JOKER)
    return [ranks[rank] for rank in sorted(ranks, key=lambda r: (len(ranks[r]), r), reverse=True)]


def _five_aces(groups: list[Group]) -> Front:
    """Line 1: a pair of kings, else two aces."""
    kings = len(groups[1]) == 2 and _rank(groups[1]) == _KING
    return _pair(groups[1] if kings else groups[0])


def _four_of_a_kind(groups: list[Group]) -> Front:
    """Line 2: a pair beside the four; else kept or split by their rank."""
    four, *others = groups
    rank, highest = _rank(four), _rank(others[0])
    if len(others[0]) > 1:
        return _pair(others[0])
    if rank <= _SIX or (rank < _JACK and highest == _ACE):
        return others[0][0], others[1][0]
    return _split(four, [other[0] for other in others])


def _split(four: Group, others: Group) -> Front:
    """Two and two. Aces are not all alike if one is the joker: the best back is kept."""

    def back(front: Sequence[Card]) -> int:
        return five([*(card for card in four if card not in front), *others])

    return _pair(max(combinations(four, 2), key=back))


def _two_pair(groups: list[Group]) -> Front:
    """Line 8: split, or both pairs in the back."""
    higher, lower, *others = groups
    if _rank(higher) <= _SIX:  # (b)
        split = False
    elif _rank(higher) >= _JACK and _rank(lower) >= _SIX:  # (c)
        split = True
    else:  # (d), and (a): beside a pair of aces there is no single one.
        split = _rank(others[0]) != _ACE
    return _pair(lower) if split else (others[0][0], others[1][0])


def _completed(cards: Sequence[Card]) -> Front:
    """Line 6: of all straights and flushes the one with the highest front, then highest back."""
    best, chosen = (-1, -1), None
    for front in combinations(sorted(cards, reverse=True), 2):
        over = two(front)
        if over < best[0]:
            continue
        under = five([card for card in cards if card not in front])
        if category(under) in _COMPLETED and (over, under) > best:
            best, chosen = (over, under), front
    if chosen is None:
        raise ValueError("neither a straight nor a flush")
    return _pair(chosen)


def can_be_completed(cards: Sequence[Card]) -> bool:
    """Whether five of the cards make a straight or a flush, with the joker as any card."""
    bits, suits, joker = 0, [0, 0, 0, 0], 0
    for card in cards:
        if card == JOKER:
            joker = 1
        else:
            bits |= 1 << (card >> 2)
            suits[SUIT[card]] += 1
    return max(suits) + joker >= 5 or _runs(bits, joker)


@cache
def _runs(bits: int, joker: int) -> bool:
    """Whether a set of ranks has a straight, one rank missing if there is a joker."""
    added = range(13) if joker else ()
    return straight(bits) > 0 or any(straight(bits | 1 << rank) for rank in added)


def _pair(cards: Sequence[Card]) -> Front:
    first, second, *_ = cards
    return first, second


def _rank(group: Group) -> int:
    return _RANK[group[0]]
