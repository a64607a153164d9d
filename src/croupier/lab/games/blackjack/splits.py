"""Pairs: what a split is worth, and how its hands are played by their own cards."""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from croupier.games.blackjack import Rules
from croupier.lab.games.blackjack.hands import Acts, dealer_ends, may_double
from croupier.lab.kernels.twentyone import (
    ACE,
    ALL_BETS,
    FIRST_BET,
    PEEKED_SPLIT,
    RANKS,
    RETURNED,
    TEN,
    Flags,
    Floats,
    Ints,
    hands,
    values,
)

# Pairs.


class Group(NamedTuple):
    """Some hands of a split box that have the same chances."""

    extra: int
    """Matching cards that were split beyond the first two."""
    others: int
    """Cards of other hands that are known not to match."""
    unmatched: bool
    """Whether this hand's own second card does not match either."""


def split_groups(most: int, shoe: Ints, rank: int) -> dict[Group, float]:
    """How many hands of each group a split makes on average; the shoe is without the pair.

    Every second card either matches, and while there is room makes one more hand, or fills a hand.
    """
    groups: dict[Group, float] = {}
    same, size = int(shoe[rank]), int(shoe.sum())
    open_boxes = {(2, 0): 1.0}  # Hands, and how many of them are filled by unmatched cards.
    while open_boxes:
        (box, filled), chance = open_boxes.popitem()
        if box == most:
            _add(groups, Group(box - 2, filled, unmatched=False), chance * (most - filled))
            if filled:
                _add(groups, Group(box - 2, filled - 1, unmatched=True), chance * filled)
        elif filled == box:
            _add(groups, Group(box - 2, box - 1, unmatched=True), chance * box)
        else:
            left, matching = size - (box - 2) - filled, same - (box - 2)
            for nxt, many in ((box + 1, filled), matching), ((box, filled + 1), left - matching):
                if many > 0:
                    open_boxes[nxt] = open_boxes.get(nxt, 0.0) + chance * many / left
    return groups


def _add(groups: dict[Group, float], group: Group, hands_of: float) -> None:
    groups[group] = groups.get(group, 0.0) + hands_of


class Splitter:
    """What splitting pairs against one upcard is worth; the shoe is beside the upcard.

    How the dealer ends does not depend on how hands are played, so it is counted once.
    """

    def __init__(self, rules: Rules, up: int, shoe: Ints, most: int, *, first: bool = True) -> None:
        self.rules, self.up, self.shoe = rules, up, shoe
        self.most = most
        """Hands that a pair may become."""
        self.first = first
        """Whether the first stake of the box lies on the pair."""
        self.ends: dict[tuple[int, int, int], Floats] = {}

    def possible(self, rank: int) -> bool:
        """Whether the shoe has such a pair."""
        return bool(self.shoe[rank] >= 2)

    def left(self, rank: int) -> Ints:
        """The shoe without the pair."""
        left = self.shoe.copy()
        left[rank] -= 2
        return left

    def dealer(self, rank: int, group: Group) -> Floats:
        """How the dealer ends beside the hands of a group."""
        key = rank, group.extra, group.others
        if key not in self.ends:
            shoe = grown(self.left(rank), rank, group)
            self.ends[key] = dealer_ends(self.rules, self.up, shoe, rank, group.others, own(rank))
        return self.ends[key]

    def values(
        self, rank: int, group: Group, taken: int, acts: Acts, *, best: bool = False
    ) -> Floats:
        """What each hand is worth that grows from a split card."""
        every, shoe = hands(), grown(self.left(rank), rank, group)
        return values(
            self.up, shoe, rank, group.others, taken, own(rank), every.counts, every.totals,
            every.longer, self.dealer(rank, group), acts, best,
        )  # fmt: skip

    def own_acts(self, rank: int) -> tuple[Acts, Flags]:
        """The best acts of a hand that grows from a split card, by its own cards alone."""
        acts = np.zeros(len(hands().counts), np.int8)
        taken = of_split(self.rules, first=self.first)
        found = self.values(rank, ALONE, taken, acts, best=True)
        better = found[:, 2] > np.maximum(found[:, 0], found[:, 1])
        return acts, may_double(self.rules, split=True) & better

    def worth(self, rank: int, acts: Acts, doubles: Flags) -> float:
        """The value of all hands that a pair becomes, without what a peek has found before."""
        most = 2 if rank == ACE and not self.rules.resplit_aces else self.most
        left = self.left(rank)
        return sum(
            many * self._group(left, rank, group, acts, doubles)
            for group, many in split_groups(most, left, rank).items()
        )

    def _group(self, left: Ints, rank: int, group: Group, acts: Acts, doubles: Flags) -> float:
        """The value of one hand of a group."""
        shoe = grown(left, rank, group)
        return sum(
            share * first_draw(rank, group, shoe, self.values(rank, group, taken, acts), doubles)
            for taken, share in split_taken(self.rules, group, first=self.first)
        )


ALONE: Final = Group(0, 0, unmatched=False)
"""A split hand of whose fellows nothing is known."""


def peeked(rules: Rules, up: int, left: Ints) -> float:
    """How likely the dealer has a blackjack that ends the round before the box plays."""
    completes = TEN if up == ACE else ACE if up == TEN else -1
    if rules.hole_card == "none" or completes < 0:
        return 0.0
    return float(left[completes] / left.sum())


def of_split(rules: Rules, *, first: bool) -> int:
    """What a dealer's blackjack takes of a split hand, with the first stake of its box or not."""
    if rules.hole_card == "peek":
        return PEEKED_SPLIT
    if rules.dealer_blackjack_takes == "all_bets":
        return ALL_BETS
    return FIRST_BET if first else RETURNED


def split_taken(rules: Rules, group: Group, *, first: bool) -> tuple[tuple[int, float], ...]:
    """What a dealer's blackjack takes of the hands of a group, and of which part of them.

    Hands are filled in their order. So the first hand of the box, which has the first stake, is
    one of those that are filled by a card that does not match, if there is any.
    """
    bets_differ = rules.hole_card == "none" and rules.dealer_blackjack_takes != "all_bets"
    if not (bets_differ and first):
        return ((of_split(rules, first=False), 1.0),)
    if group.unmatched:
        part = 1 / (group.others + 1)
    else:
        part = 0.0 if group.others else 1 / (group.extra + 2)
    return (FIRST_BET, part), (RETURNED, 1 - part)


@cache
def own(rank: int) -> Flags:
    """The hands that can grow from one card of this rank; a split ace gets one card (BJ-21)."""
    every = hands()
    return (every.counts[:, rank] > 0) & ((every.sizes <= 2) | (rank != ACE))


def grown(left: Ints, rank: int, group: Group) -> Ints:
    """The shoe beside hands that are counted with their own first card."""
    shoe = left.copy()
    shoe[rank] += 1 - group.extra
    return shoe


def first_draw(rank: int, group: Group, shoe: Ints, found: Floats, doubled: Flags) -> float:
    """The second card of a split hand, and how the hand is then played."""
    every = hands()
    one = every.numbers[tuple(int(r == rank) for r in range(RANKS))]
    left = shoe - every.counts[one]
    size, same = int(left.sum()), int(left[rank])
    total = weight = 0.0
    for second in range(RANKS):
        if second == rank and group.unmatched:
            continue
        chance = left[second] / size
        for n in range(group.others):
            chance *= (size - 1 - n - (same - (second == rank))) / (size - 1 - n)
        more = every.longer[one, second]
        if rank == ACE:
            value = found[more, 0]  # BJ-21: one card and no more.
        else:
            value = found[more, 2] if doubled[more] else found[more, 3]
        total, weight = total + chance * value, weight + chance
    return float(total / weight)
