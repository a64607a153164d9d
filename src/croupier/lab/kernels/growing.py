"""How hands of blackjack grow card by card: which are met, how likely, and how they end."""

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.jit import kernel, lean
from croupier.lab.kernels.twentyone import (
    DOUBLE,
    HIT,
    RANKS,
    STAND,
    Flags,
    Floats,
    Ints,
    drawn_chance,
)


@kernel
def followed(first: Ints, acts: NDArray[np.int8], sizes: Ints, longer: Ints) -> Ints:
    """The hands that are met from some on when the acts are followed; two cards may be doubled."""
    met = np.zeros(len(sizes), np.bool_)
    met[first] = True
    for at in range(len(sizes) - 1, -1, -1):
        if met[at] and (sizes[at] <= 2 or acts[at] != STAND):
            for rank in range(RANKS):
                if longer[at, rank] >= 0:
                    met[longer[at, rank]] = True
    return np.flatnonzero(met)


@kernel
def reached(
    shoe: Floats, start: Floats, counts: Ints, longer: Ints, acts: NDArray[np.int8]
) -> Floats:
    """How likely each hand is when play starts with these and the acts are followed."""
    chances = start.copy()
    left = np.zeros(RANKS)
    for at in range(len(counts) - 1, -1, -1):
        if chances[at] == 0.0 or acts[at] != HIT:
            continue
        left[:] = shoe - counts[at]
        size = left.sum()
        for rank in range(RANKS):
            more = longer[at, rank]
            if more >= 0:
                chances[more] += chances[at] * left[rank] / size
    return chances


LOW, OVER, WON = 0, 6, 7
"""What a hand may end with, besides 17 to 21, which are 1 to 5."""


@kernel
def results(
    shoe: Floats,
    match: int,
    others: int,
    start: Floats,
    doubles: Flags,
    acts: NDArray[np.int8],
    counts: Ints,
    totals: Ints,
    longer: Ints,
    wins: Flags,
    dealer: Floats,
) -> Floats:
    """How likely each end of a hand comes with each end of the dealer, by stakes on it less one.

    A bust that a card makes is what is left of the dealer's ends before it.
    """
    found = np.zeros((2, 8, 7))
    chances, left = start.copy(), np.zeros(RANKS)
    for at in range(len(counts) - 1, -1, -1):
        if chances[at] == 0.0:
            continue
        staked = 1 if doubles[at] or acts[at] == DOUBLE else 0
        if wins[at] or (not staked and acts[at] == STAND):
            end = WON if wins[at] else max(totals[at] - 16, LOW)
            found[0, end] += chances[at] * dealer[at]
            continue
        left[:] = shoe - counts[at]
        size = left.sum()
        found[staked, OVER] += chances[at] * dealer[at]
        for rank in range(RANKS):
            more = longer[at, rank]
            if more < 0 or left[rank] <= 0:
                continue
            chance = chances[at] * drawn_chance(left, size, match, others, rank)
            found[staked, OVER] -= chance * dealer[more]
            if staked:
                end = WON if wins[more] else max(totals[more] - 16, LOW)
                found[1, end] += chance * dealer[more]
            else:
                chances[more] += chance
    return found


@lean
def two_cards(shoe: Floats, counts: Ints, size: float) -> float:
    """How likely a hand of two cards is."""
    chance = 2.0
    for rank in range(RANKS):
        if counts[rank] == 1:
            chance *= shoe[rank]
        elif counts[rank] == 2:
            chance *= shoe[rank] * (shoe[rank] - 1) / 2
    return chance / (size * (size - 1))


@kernel
def second_cards(
    rank: int, shoe: Floats, others: int, unmatched_too: bool, one: int, counts: Ints, longer: Ints
) -> Floats:
    """How likely each hand of two is that grows from a split card, beside `others` that differ."""
    chances = np.zeros(len(counts))
    left = shoe - counts[one]
    size, total = left.sum(), 0.0
    for second in range(RANKS):
        if (second == rank and unmatched_too) or left[second] <= 0:
            continue
        chance = drawn_chance(left, size, rank, others, second)
        chances[longer[one, second]] = chance
        total += chance
    return chances / total


@kernel
def two_card_chances(shoe: Floats, twos: Ints, counts: Ints) -> Floats:
    """How likely each of the hands of two cards is."""
    chances, size = np.zeros(len(counts)), shoe.sum()
    for at in twos:
        chances[at] = max(two_cards(shoe, counts[at], size), 0.0)
    return chances
