"""Hands that were not split: what each is worth against an upcard."""

from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.blackjack import Rules
from croupier.lab.kernels.growing import followed, two_card_chances
from croupier.lab.kernels.twentyone import (
    ALL_BETS,
    FIRST_BET,
    HIT,
    PEEKED,
    STAND,
    Flags,
    Floats,
    Ints,
    all_dealer_ends,
    dealers,
    hands,
    values,
)

Acts = NDArray[np.int8]
IMPOSSIBLE: Final = -9.0
"""Stands for the value of what cannot be done: less than any loss."""
MOST_CARDS: Final = {"two": 2, "three": 3, "any": 21}


def taken_of_one(rules: Rules) -> int:
    """What a dealer's blackjack takes of a hand that was not split (BJ-27)."""
    if rules.hole_card == "peek":
        return PEEKED
    return ALL_BETS if rules.dealer_blackjack_takes == "all_bets" else FIRST_BET


class Ends:
    """How the dealer ends beside each hand, counted when it is first asked for."""

    def __init__(
        self, rules: Rules, up: int, shoe: Floats, match: int = 0, others: int = 0
    ) -> None:
        self.asked = up, shoe, match, others
        self.tree = dealers(rules.dealer_hits_soft_17)
        self.table = np.zeros((len(hands().counts), 7))
        self.known = np.zeros(len(self.table), np.bool_)

    def beside(self, which: Ints) -> Floats:
        """The table, filled for these hands."""
        new = which[~self.known[which]]
        if len(new):
            up, shoe, match, others = self.asked
            counts = hands().counts
            all_dealer_ends(up, shoe, match, others, new, self.table, counts, *self.tree)
            self.known[new] = True
        return self.table


class Range(NamedTuple):
    """Which hands are looked at."""

    acts: Acts
    """A card to every hand that could want one."""
    whole: Ints
    """Every hand of two cards or more that is met so."""

    def met_from(self, one: int) -> Ints:
        """The hands that grow from one."""
        return _met(self.acts.tobytes(), (one,))

    @property
    def open_hands(self) -> Flags:
        """The hands that could want a card."""
        return np.asarray(self.acts == HIT)


@lru_cache(64)
def _met(acts: bytes, first: tuple[int, ...]) -> Ints:
    every = hands()
    return followed(np.array(first), np.frombuffer(acts, np.int8), every.sizes, every.longer)


@cache
def sight(usual: bool) -> Range:
    """In a shoe of whole packs no hand above hard 16 or soft 18 wants a card; else any may."""
    every = hands()
    most = np.where(every.soft, 18, 16) if usual else 20
    acts = np.where(every.totals <= most, HIT, STAND).astype(np.int8)
    twos = tuple(np.flatnonzero(every.sizes == 2).tolist())
    return Range(acts, _met(acts.tobytes(), twos))


def hand_values(
    rules: Rules, up: int, shoe: Floats, seen: Range, dealer: Floats, acts: Acts, *, best: bool
) -> Floats:
    """What each hand is worth: stood, hit and doubled, and as it is played."""
    every = hands()
    return values(
        up, shoe, 0, 0, taken_of_one(rules), seen.whole, every.counts, every.totals, every.longer,
        charlies(rules), later_doubles(rules, split=False), seen.open_hands, dealer, acts, best,
    )  # fmt: skip


@lru_cache(16)
def may_double(rules: Rules, *, split: bool) -> Flags:
    """The hands that may be doubled (BJ-16, BJ-17, BJ-23)."""
    every = hands()
    some = (every.sizes >= 2) & (every.sizes <= MOST_CARDS[rules.double_cards])
    some &= ~charlies(rules)
    if split and not rules.double_after_split:
        return np.zeros(len(some), np.bool_)
    if rules.double_totals == "any":
        return np.asarray(some & (every.totals < 21))
    soft = np.bool_(rules.double_soft_9_10_11) | ~every.soft
    listed = np.isin(every.hard, rules.double_totals)
    return np.asarray(some & listed & (every.totals != 21) & soft)


@lru_cache(16)
def later_doubles(rules: Rules, *, split: bool) -> Flags:
    """The hands of three cards and more among them."""
    return may_double(rules, split=split) & (hands().sizes > 2)


@lru_cache(16)
def charlies(rules: Rules) -> Flags:
    """The hands that win by the number of their cards."""
    least = rules.charlie_cards or len(hands().counts)
    return np.asarray(hands().sizes >= least)


def two_card_weights(shoe: Floats) -> Floats:
    """How likely each hand of two cards is."""
    every = hands()
    return two_card_chances(shoe, np.flatnonzero(every.sizes == 2), every.counts)
