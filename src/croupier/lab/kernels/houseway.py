"""The house way of Double Hand Poker, compiled."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.evaluator import run, worth, worth_of_suit
from croupier.lab.kernels.jit import kernel, lean


@kernel
def of_suit(bits: int, mark: int) -> int:
    """The ranks of the suit whose mark is set."""
    while mark > 8:
        mark >>= 4
        bits >>= 13
    return bits & 8191


@cache
def wild_runs() -> NDArray[np.uint8]:
    """The top of the best straight that a set of ranks makes with one more rank, 0 for none."""
    return _wild()


@kernel
def _wild() -> NDArray[np.uint8]:
    table = np.zeros(1 << 13, np.uint8)
    for bits in range(1 << 13):
        best = 0
        for rank in range(13):
            best = max(best, run(bits | (1 << rank)))
        table[bits] = best
    return table


# Setting.


@kernel
def rank_of(card: int) -> int:
    """The joker counts as an ace."""
    return 12 if card == 52 else card >> 2


@kernel
def front_value(a: int, b: int) -> int:
    """The value of a front, on the scale of `ranks.doublehand.two`."""
    x, y = rank_of(a), rank_of(b)
    if x == y:
        return (1 << 20) | (x << 16)
    return (max(x, y) << 16) | (min(x, y) << 12)


@lean
def back_value(cards: Ints, skip: int, also: int, second: bool, counts: Ints) -> int:
    """The value of all but two of seven cards, as `ranks.doublehand.five` has it."""
    counts[:] = 0
    bits, suit, joker, flush, many = 0, -1, False, True, 0
    for at in range(len(cards)):
        if at in (skip, also):
            continue
        if cards[at] == 52:
            joker = True
            continue
        rank = cards[at] >> 2
        many += 1
        counts[rank] += 1
        bits |= 1 << rank
        if suit >= 0 and cards[at] & 3 != suit:
            flush = False
        suit = cards[at] & 3
    if not joker:
        return placed(worth_of_suit(bits) if flush else worth(counts), second)
    if counts[12] == 4:
        return (9 << 20) | (12 << 16)
    best = 0
    distinct = 0
    for rank in range(13):
        distinct += counts[rank] > 0
    for rank in range(13):
        new = counts[rank] == 0 and distinct == 4
        completes = new and (flush or run(bits | (1 << rank)) > 0)
        if rank == 12 or completes:
            counts[rank] += 1
            value = worth_of_suit(bits | (1 << rank)) if flush and new else worth(counts)
            counts[rank] -= 1
            best = max(best, placed(value, second))
    return best


@kernel
def placed(value: int, second: bool) -> int:
    """The wheel may be the second highest straight (DH-02)."""
    if second and value >> 20 in (4, 8) and (value >> 16) & 15 == 3:
        return ((value >> 20) << 20) | (11 << 16) | (1 << 12)
    return value


@kernel
def house_way(cards: Ints, counts: Ints) -> tuple[int, int]:
    """Which two of seven cards the house puts in front, as `houseway` lists it (DH-25).

    The cards fall from the highest; a joker stands first and is used last among the aces.
    """
    joker = cards[0] == 52
    many = np.zeros(13, np.int64)
    for card in cards:
        many[rank_of(card)] += 1
    ranks, sizes, groups = np.zeros(7, np.int64), np.zeros(7, np.int64), 0
    for size in range(5, 0, -1):
        for rank in range(12, -1, -1):
            if many[rank] == size:
                ranks[groups], sizes[groups] = rank, size
                groups += 1
    most, more = sizes[0], sizes[1]
    if most == 5:
        own = 1 if more == 2 and ranks[1] == 11 else 0
        return two_of(cards, ranks[own], joker)
    if most == 4:
        if more > 1:
            return two_of(cards, ranks[1], joker)
        if ranks[0] <= 4 or (ranks[0] < 9 and ranks[1] == 12):
            return one_of(cards, ranks[1], joker), one_of(cards, ranks[2], joker)
        return split_four(cards, ranks[0], counts)
    if most == 3 and more > 1:
        return two_of(cards, ranks[0] if more == 3 else ranks[1], joker)
    if most == 2 and more == 2:
        if sizes[2] == 2:
            return two_of(cards, ranks[0], joker)
        split = ranks[2] != 12
        if ranks[0] <= 4:
            split = False
        elif ranks[0] >= 9 and ranks[1] >= 4:
            split = True
        if split:
            return two_of(cards, ranks[1], joker)
        return one_of(cards, ranks[2], joker), one_of(cards, ranks[3], joker)
    if can_be_completed(cards):
        return completed(cards, counts)
    if most == 3 and ranks[0] == 12:
        return one_of(cards, ranks[0], joker), one_of(cards, ranks[1], joker)
    return one_of(cards, ranks[1], joker), one_of(cards, ranks[2], joker)


@lean
def one_of(cards: Ints, rank: int, joker: bool) -> int:
    """Where a card of a rank stands; the joker only if there is no other ace."""
    for at in range(7):
        if rank_of(cards[at]) == rank and cards[at] != 52:
            return at
    return 0 if joker else -1


@lean
def two_of(cards: Ints, rank: int, joker: bool) -> tuple[int, int]:
    """Where two cards of a rank stand."""
    first = one_of(cards, rank, joker)
    for at in range(7):
        if at != first and rank_of(cards[at]) == rank and cards[at] != 52:
            return first, at
    return first, 0


@lean
def split_four(cards: Ints, rank: int, counts: Ints) -> tuple[int, int]:
    """Two and two; the joker goes where the back is best."""
    best, x, y = -1, -1, -1
    for a in range(7):
        for b in range(a + 1, 7):
            if rank_of(cards[a]) == rank and rank_of(cards[b]) == rank:
                value = back_value(cards, a, b, False, counts)
                if value > best:
                    best, x, y = value, a, b
    return x, y


@lean
def can_be_completed(cards: Ints) -> bool:
    """Whether five of the cards make a straight or a flush, with the joker as any card."""
    bits, suits, joker = 0, 0, cards[0] == 52
    for card in cards:
        if card < 52:
            bits |= 1 << (card >> 2)
            suits += 1 << (4 * (card & 3))
    for suit in range(4):
        if (suits >> (4 * suit)) & 15 >= 5 - joker:
            return True
    around = (bits << 1) | (bits >> 12)
    for low in range(10):
        held = 0
        for rank in range(low, low + 5):
            held += (around >> rank) & 1
        if held >= 5 - joker:
            return True
    return False


@lean
def completed(cards: Ints, counts: Ints) -> tuple[int, int]:
    """Of all straights and flushes the one with the highest front, then the highest back."""
    over, under, x, y = -1, -1, -1, -1
    for a in range(7):
        for b in range(a + 1, 7):
            front = front_value(cards[a], cards[b])
            if front < over:
                continue
            back = back_value(cards, a, b, False, counts)
            kind = back >> 20
            if (kind in (4, 5, 8)) and (front > over or back > under):
                over, under, x, y = front, back, a, b
    return x, y
