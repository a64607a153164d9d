"""Hands that were not split: what each is worth against an upcard."""

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.games.blackjack import Rules
from croupier.lab.kernels.twentyone import (
    ALL_BETS,
    FIRST_BET,
    PEEKED,
    Flags,
    Floats,
    Ints,
    all_dealer_ends,
    dealers,
    hands,
    two_cards,
    values,
)

Acts = NDArray[np.int8]
IMPOSSIBLE: Final = -9.0
"""Stands for the value of what cannot be done: less than any loss."""


def taken_of_one(rules: Rules) -> int:
    """What a dealer's blackjack takes of a hand that was not split (BJ-27)."""
    if rules.hole_card == "peek":
        return PEEKED
    return ALL_BETS if rules.dealer_blackjack_takes == "all_bets" else FIRST_BET


def dealer_ends(
    rules: Rules, up: int, shoe: Ints, match: int, others: int, wanted: Flags
) -> Floats:
    """How the dealer ends against each of the hands that are wanted."""
    table = dealers(rules.dealer_hits_soft_17)
    return all_dealer_ends(up, shoe, match, others, wanted, hands().counts, *table)


def hand_values(
    rules: Rules, up: int, shoe: Ints, dealer: Floats, acts: Acts, *, best: bool
) -> Floats:
    """What each hand is worth: stood, hit and doubled, and as it is played."""
    every = hands()
    return values(
        up, shoe, 0, 0, taken_of_one(rules), every.sizes >= 2, every.counts, every.totals,
        every.longer, dealer, acts, best,
    )  # fmt: skip


@lru_cache(16)
def may_double(rules: Rules, *, split: bool) -> Flags:
    """The hands that may be doubled (BJ-16, BJ-17, BJ-23)."""
    every = hands()
    two = every.sizes == 2
    if split and not rules.double_after_split:
        return np.zeros(len(two), np.bool_)
    if rules.double_totals == "any":
        return np.asarray(two & (every.totals < 21))
    soft = np.bool_(rules.double_soft_9_10_11) | ~every.soft
    listed = np.isin(every.hard, rules.double_totals)
    return np.asarray(two & listed & (every.totals != 21) & soft)


def two_card_weights(shoe: Ints) -> Floats:
    """How likely each hand of two cards is."""
    every, size = hands(), int(shoe.sum())
    weights = np.zeros(len(every.counts))
    for at in np.flatnonzero(every.sizes == 2):
        weights[at] = two_cards(shoe, every.counts[at], size)
    return weights
