"""Pairs: what a split is worth, and how its hands are played by their own cards."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.blackjack import Rules
from croupier.lab.games.blackjack.totals import IMPOSSIBLE, Acts, dealer_ends, may_double
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


def split_pairs(
    rules: Rules, up: int, shoe: Ints, by_total: Acts, total_doubled: Flags
) -> tuple[Floats, NDArray[np.int8], Flags]:
    """The value of splitting each pair and how its hands are played, by total and by cards."""
    size = len(by_total)
    worth = np.full((2, RANKS), IMPOSSIBLE)
    acts = np.zeros((2, RANKS, size), np.int8)
    doubles = np.zeros((2, RANKS, size), np.bool_)
    acts[0], doubles[0] = by_total, total_doubled & may_double(rules, split=True)
    for rank in range(RANKS):
        if shoe[rank] >= 2:
            left = shoe.copy()
            left[rank] -= 2
            acts[1, rank], doubles[1, rank] = own_acts(rules, up, left, rank)
            worth[:, rank] = split_worth(rules, up, left, rank, acts[:, rank], doubles[:, rank])
    return worth, acts, doubles


def split_worth(
    rules: Rules, up: int, left: Ints, rank: int, acts: NDArray[np.int8], doubles: Flags
) -> Floats:
    """The value of a split for each way of play; the shoe is without the pair."""
    most = 2 if rank == ACE and not rules.resplit_aces else rules.max_hands_per_box
    total = np.full(2, _first_hand(rules, up, left))
    for group, many in split_groups(most, left, rank).items():
        total += many * _group(rules, up, left, rank, group, acts, doubles)
    return total


def _first_hand(rules: Rules, up: int, left: Ints) -> float:
    """What a dealer's blackjack takes of the box as a whole, beside its hands."""
    if rules.hole_card == "none":
        return 0.0
    completes = TEN if up == ACE else ACE if up == TEN else -1
    return 0.0 if completes < 0 else -float(left[completes] / left.sum())


def split_taken(rules: Rules, many: int) -> tuple[tuple[int, float], ...]:
    """What a dealer's blackjack takes of `many` split hands, and of which part of them."""
    if rules.hole_card == "peek":
        return ((PEEKED_SPLIT, 1.0),)
    if rules.dealer_blackjack_takes == "all_bets":
        return ((ALL_BETS, 1.0),)
    return (FIRST_BET, 1 / many), (RETURNED, 1 - 1 / many)  # One hand has the first stake.


def own(rank: int) -> Flags:
    """The hands that can grow from one card of this rank; a split ace gets one card (BJ-21)."""
    every = hands()
    return (every.counts[:, rank] > 0) & ((every.sizes <= 2) | (rank != ACE))


def grown(left: Ints, rank: int, group: Group) -> Ints:
    """The shoe beside hands that are counted with their own first card."""
    shoe = left.copy()
    shoe[rank] += 1 - group.extra
    return shoe


def own_acts(rules: Rules, up: int, left: Ints, rank: int) -> tuple[Acts, Flags]:
    """The best acts of a hand that grows from a split card, by its own cards alone."""
    every, group = hands(), Group(0, 0, unmatched=False)
    shoe, wanted = grown(left, rank, group), own(rank)
    dealer = dealer_ends(rules, up, shoe, rank, 0, wanted)
    acts = np.zeros(len(every.counts), np.int8)
    found = values(
        up, shoe, rank, 0, split_taken(rules, 2)[0][0], wanted, every.counts, every.totals,
        every.longer, dealer, acts, True,
    )  # fmt: skip
    better = found[:, 2] > np.maximum(found[:, 0], found[:, 1])
    return acts, may_double(rules, split=True) & better


def _group(
    rules: Rules,
    up: int,
    left: Ints,
    rank: int,
    group: Group,
    acts: NDArray[np.int8],
    doubles: Flags,
) -> Floats:
    """The value of one hand of a group, for each way of play."""
    every, shoe, wanted = hands(), grown(left, rank, group), own(rank)
    dealer = dealer_ends(rules, up, shoe, rank, group.others, wanted)
    worth = np.zeros(2)
    for play in range(2):
        for taken, share in split_taken(rules, 2 + group.extra):
            found = values(
                up, shoe, rank, group.others, taken, wanted, every.counts, every.totals,
                every.longer, dealer, acts[play], False,
            )  # fmt: skip
            worth[play] += share * first_draw(rank, group, shoe, found, doubles[play])
    return worth


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
