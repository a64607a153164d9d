"""Pairs that are split: how many hands they become, and what those are worth."""

from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np

from croupier.games.blackjack import Rules
from croupier.lab.games.blackjack.hands import (
    Acts,
    Ends,
    charlies,
    later_doubles,
    may_double,
    sight,
)
from croupier.lab.kernels.growing import followed, results, second_cards
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


class Group(NamedTuple):
    """Some hands of a split box that have the same chances."""

    extra: int
    """Matching cards that were split beyond the first two."""
    others: int
    """Cards of other hands that are known not to match."""
    unmatched: bool
    """Whether this hand's own second card does not match either."""


class Box(NamedTuple):
    """How a split box may end up."""

    hands: int
    filled: int
    """Hands whose second card does not match and came while a match would have been split."""

    def groups(self, most: int) -> dict[Group, int]:
        """How many of its hands are of each group."""
        extra = self.hands - 2
        some = {Group(extra, self.filled - 1, unmatched=True): self.filled} if self.filled else {}
        if self.hands == most and self.filled < most:
            some[Group(extra, self.filled, unmatched=False)] = most - self.filled
        return some


@lru_cache(256)
def split_boxes(most: int, same: float, size: float) -> dict[Box, float]:
    """How likely each box is that a split makes, when `same` of the cards left match.

    Every second card either matches, and while there is room makes one more hand, or fills a hand.
    """
    ends: dict[Box, float] = {}
    open_boxes = {Box(2, 0): 1.0}
    while open_boxes:
        box, chance = open_boxes.popitem()
        if box.hands in (most, box.filled):
            ends[box] = ends.get(box, 0.0) + chance
            continue
        more, filled = Box(box.hands + 1, box.filled), Box(box.hands, box.filled + 1)
        left, matching = size - (box.hands - 2) - box.filled, same - (box.hands - 2)
        for nxt, many in (more, matching), (filled, left - matching):
            if many > 0:
                open_boxes[nxt] = open_boxes.get(nxt, 0.0) + chance * many / left
    return ends


def split_groups(most: int, shoe: Floats, rank: int) -> dict[Group, float]:
    """How many hands of each group a split makes on average; the shoe is without the pair."""
    groups: dict[Group, float] = {}
    for box, chance in split_boxes(most, float(shoe[rank]), float(shoe.sum())).items():
        for group, many in box.groups(most).items():
            groups[group] = groups.get(group, 0.0) + chance * many
    return groups


class Splitter:
    """What splitting pairs against one upcard is worth; the shoe is beside the upcard.

    How the dealer ends does not depend on how hands are played, so it is counted once.
    """

    def __init__(
        self,
        rules: Rules,
        up: int,
        shoe: Floats,
        most: int,
        *,
        first: bool = True,
        usual: bool = True,
    ) -> None:
        self.rules, self.up, self.shoe = rules, up, shoe
        self.most = most
        """Hands that a pair may become."""
        self.first = first
        """Whether the first stake of the box lies on the pair."""
        self.usual = usual
        """Whether no hand above hard 16 or soft 18 could want a card."""
        self.ends: dict[tuple[int, int, int], Ends] = {}
        self.worths: dict[tuple[int, bytes, bytes, bytes], float] = {}

    def possible(self, rank: int) -> bool:
        """Whether the shoe has such a pair."""
        return bool(self.shoe[rank] >= 2)

    def room(self, rank: int) -> int:
        """Hands that a pair of this rank may become (BJ-20, BJ-21)."""
        return 2 if rank == ACE and not self.rules.resplit_aces else self.most

    def left(self, rank: int) -> Floats:
        """The shoe without the pair."""
        left = self.shoe.copy()
        left[rank] -= 2
        return left

    def dealer(self, rank: int, group: Group, which: Ints) -> Floats:
        """How the dealer ends beside some hands of a group."""
        key = rank, group.extra, group.others
        if key not in self.ends:
            shoe = grown(self.left(rank), rank, group)
            self.ends[key] = Ends(self.rules, self.up, shoe, rank, group.others)
        return self.ends[key].beside(which)

    def which(self, rank: int, acts: Acts, *, best: bool) -> Ints:
        """The hands that grow from a split card."""
        every, one = hands(), single(rank)
        if best:
            return sight(self.usual).met_from(one)
        return followed(np.array([one]), acts, every.sizes, every.longer)

    def values(
        self, rank: int, group: Group, taken: int, acts: Acts, *, best: bool = False
    ) -> Floats:
        """What each hand is worth that grows from a split card."""
        every, shoe = hands(), grown(self.left(rank), rank, group)
        if rank == ACE and not self.rules.hit_split_aces:  # BJ-21: one card and no more.
            best, acts = False, np.zeros_like(acts)
        which = self.which(rank, acts, best=best)
        return values(
            self.up, shoe, rank, group.others, taken, which, every.counts, every.totals,
            every.longer, charlies(self.rules), later_doubles(self.rules, split=True),
            sight(self.usual).open_hands, self.dealer(rank, group, which), acts, best,
        )  # fmt: skip

    def own_acts(self, rank: int) -> tuple[Acts, Flags]:
        """The best acts of a hand that grows from a split card, by its own cards alone."""
        acts = np.zeros(len(hands().counts), np.int8)
        taken = of_split(self.rules, first=self.first)
        found = self.values(rank, ALONE, taken, acts, best=True)
        better = found[:, 2] > np.maximum(found[:, 0], found[:, 1])
        return acts, may_double(self.rules, split=True) & better & (hands().sizes == 2)

    def worth(self, rank: int, acts: Acts, doubles: Flags) -> float:
        """The value of all hands that a pair becomes, without what a peek has found before."""
        met = self.which(rank, acts, best=False)
        key = rank, met.tobytes(), acts[met].tobytes(), doubles[met].tobytes()
        if key not in self.worths:
            left = self.left(rank)
            self.worths[key] = sum(
                many * self._group(left, rank, group, acts, doubles)
                for group, many in split_groups(self.room(rank), left, rank).items()
            )
        return self.worths[key]

    def _group(self, left: Floats, rank: int, group: Group, acts: Acts, doubles: Flags) -> float:
        """The value of one hand of a group."""
        seconds = self.seconds(left, rank, group)
        at = np.flatnonzero(seconds)
        total = 0.0
        for taken, share in split_taken(self.rules, group, first=self.first):
            if share:
                found = self.values(rank, group, taken, acts)
                total += share * float(seconds[at] @ self._played(rank, found, doubles)[at])
        return total

    def _played(self, rank: int, found: Floats, doubles: Flags) -> Floats:
        if rank == ACE and not self.rules.hit_split_aces:
            return np.asarray(found[:, 0])
        return np.where(doubles, found[:, 2], found[:, 3])

    def seconds(self, left: Floats, rank: int, group: Group) -> Floats:
        """How likely each second card of a hand of a group is."""
        every, shoe = hands(), grown(left, rank, group)
        return second_cards(
            rank, shoe, group.others, group.unmatched, single(rank), every.counts, every.longer
        )

    def results(self, rank: int, group: Group, acts: Acts, doubles: Flags) -> Floats:
        """How a hand of a group ends with each end of the dealer."""
        every, left = hands(), self.left(rank)
        if rank == ACE and not self.rules.hit_split_aces:
            acts, doubles = np.zeros_like(acts), np.zeros_like(doubles)
        return results(
            grown(left, rank, group), rank, group.others, self.seconds(left, rank, group),
            doubles, acts, every.counts, every.totals, every.longer, charlies(self.rules),
            self.dealer(rank, group, self.which(rank, acts, best=False)),
        )  # fmt: skip


ALONE: Final = Group(0, 0, unmatched=False)
"""A split hand of whose fellows nothing is known."""


def peeked(rules: Rules, up: int, left: Floats) -> float:
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
def single(rank: int) -> int:
    """The number of a hand of one card."""
    return hands().numbers[tuple(int(r == rank) for r in range(RANKS))]


def grown(left: Floats, rank: int, group: Group) -> Floats:
    """The shoe beside hands that are counted with their own first card."""
    shoe = left.copy()
    shoe[rank] += 1 - group.extra
    return shoe
