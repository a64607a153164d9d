"""How the results of a round are spread, counted.

Each hand's end comes with each end of the dealer with a counted chance. Of a split box every hand
is counted so, beside the cards that are known not to match; how its hands go together is joined by
the dealer's end, as if beyond it they did not know each other. So the mean and the average bet are
those of the analysis to the last digit; the deviation leaves out how the hands of one box hang
together beyond that (docs/lab.md).
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import NamedTuple

import numpy as np

from croupier.games.blackjack import Rules
from croupier.lab.games.blackjack.hands import charlies, taken_of_one
from croupier.lab.games.blackjack.solving import Choice, Solved, Upcard, choices, number
from croupier.lab.games.blackjack.splits import Group, of_split, split_boxes
from croupier.lab.kernels.growing import OVER, WON, results
from croupier.lab.kernels.twentyone import (
    ALL_BETS,
    BLACKJACK,
    BUST,
    FIRST_BET,
    PEEKED,
    PEEKED_SPLIT,
    RANKS,
    Floats,
    hands,
)
from croupier.lab.odds import Spread

Nets = dict[Fraction, float]
HALF, ONE = Fraction(1, 2), Fraction(1)
NET, ENDS = 9, 7
"""A split box gains from -8 to 8 stakes; a dealer ends in seven ways."""


class Counted(NamedTuple):
    """All results of a round, and what is staked on average."""

    spread: Spread
    average_bet: float


def counted(rules: Rules, solved: Solved, play: str) -> Counted:
    """A round of one box played in one way."""
    nets: Nets = {}
    staked, size = 0.0, float(solved.shoe.sum())
    for up in range(RANKS):
        share = float(solved.shoe[up]) / size
        part, every = solved.ways[play][up], choices(rules, solved, up, play)
        for some, bet in _parts(rules, part, every):
            staked += share * bet
            for net, chance in some.items():
                nets[net] = nets.get(net, 0.0) + share * chance
        part.table.splitter.ends.clear()
    return Counted(Spread({net: nets[net] for net in sorted(nets) if nets[net] > 0}), staked)


def _parts(
    rules: Rules, part: Upcard, every: dict[tuple[int, int], Choice]
) -> Iterator[tuple[Nets, float]]:
    """Results and stakes against an upcard, by what is done with two cards."""
    start, doubled = (np.zeros(len(hands().counts)) for _ in range(2))
    for two, choice in every.items():
        at = number(two)
        if choice.act == "blackjack":
            yield _natural(rules, choice.weight, float(part.table.natural[at]))
        elif choice.act == "surrender":
            yield _given_up(rules, choice.weight, float(part.table.natural[at]))
        elif choice.act == "split":
            yield _split(rules, part, two[0], choice.weight)
        else:
            (doubled if choice.act == "double" else start)[at] = choice.weight
    for chances, twice in (start, False), (doubled, True):
        yield _unsplit(rules, part, chances, twice=twice)


def _natural(rules: Rules, weight: float, natural: float) -> tuple[Nets, float]:
    paid = Fraction(rules.blackjack_pays)
    return {paid: weight * (1 - natural), Fraction(0): weight * natural}, weight


def _given_up(rules: Rules, weight: float, natural: float) -> tuple[Nets, float]:
    lost = 0.0 if rules.surrender == "early" else natural
    return {-HALF: weight * (1 - lost), -ONE: weight * lost}, weight


def _unsplit(rules: Rules, part: Upcard, start: Floats, *, twice: bool) -> tuple[Nets, float]:
    every, table = hands(), part.table
    found = results(
        table.shoe, 0, 0, start, (start > 0) & twice, part.acts, every.counts, every.totals,
        every.longer, charlies(rules), table.dealer,
    )  # fmt: skip
    gains = _by_end(found, taken_of_one(rules)).sum(0)
    nets = {Fraction(net - 2): float(chance) for net, chance in enumerate(gains) if chance > 0}
    return nets, _stakes(found, peek=False) - (_looked(found) if rules.hole_card == "peek" else 0)


def _looked(found: Floats) -> float:
    """Second stakes that a dealer's blackjack was too early for."""
    return float(found[1, :, BLACKJACK].sum())


def _stakes(found: Floats, *, peek: bool) -> float:
    """What is staked on a hand; of a split one nothing where the dealer had looked."""
    before = found[..., :BLACKJACK] if peek else found
    return float(before[0].sum() + 2 * before[1].sum())


def _by_end(found: Floats, taken: int) -> Floats:
    """By the dealer's end, how likely a hand gains -2 to 2 stakes."""
    return np.asarray(np.einsum("sme,smen->en", found, _nets(taken)))


@cache
def _nets(taken: int) -> Floats:
    """1 where a hand of some stakes that ends so gains that much against such a dealer."""
    which = np.zeros((2, 8, ENDS, 5))
    for staked, mine, end in np.ndindex(2, 8, ENDS):
        which[staked, mine, end, _net(staked + 1, mine, end, taken) + 2] = 1.0
    return which


def _net(stake: int, mine: int, end: int, taken: int) -> int:
    """What a hand gains that ends so against a dealer who ends so."""
    if end == BLACKJACK and taken in (PEEKED, PEEKED_SPLIT):
        return -1 if taken == PEEKED else 0
    if mine in (OVER, WON):
        return stake if mine == WON else -stake
    if end == BLACKJACK:
        return -stake if taken == ALL_BETS else -1 if taken == FIRST_BET else 0
    if end == BUST or mine > end + 1:
        return stake
    return 0 if mine == end + 1 else -stake


# Split boxes.


def _split(rules: Rules, part: Upcard, rank: int, weight: float) -> tuple[Nets, float]:
    """All boxes that a pair may become."""
    splitter = part.table.splitter
    left, most, peek = splitter.left(rank), splitter.room(rank), rules.hole_card == "peek"
    ways = part.split_acts[rank], part.split_doubles[rank]
    hand = lru_cache(partial(splitter.results, rank, acts=ways[0], doubles=ways[1]))
    total, staked = np.zeros(2 * NET - 1), 0.0
    for box, chance in split_boxes(most, float(left[rank]), float(left.sum())).items():
        groups = box.groups(most)
        total += chance * _box(rules, hand, groups)
        for group, many in groups.items():
            staked += chance * many * _stakes(hand(group), peek=peek)
    if peek:
        staked += float(part.table.natural[number((rank, rank))])
    nets = {Fraction(n - NET + 1): weight * float(p) for n, p in enumerate(total) if p > 0}
    return nets, weight * staked


def _box(rules: Rules, hand: Callable[[Group], Floats], groups: dict[Group, int]) -> Floats:
    """The results of a box, its hands joined by the dealer's end.

    The first stake is on one of the hands that were filled first (BJ-27).
    """
    every = [group for group, many in groups.items() for _ in range(many)]
    gains = [_by_end(hand(group), of_split(rules, first=not at)) for at, group in enumerate(every)]
    total = np.zeros(2 * NET - 1)
    for end in range(ENDS):
        chance = float(gains[0][end].sum())
        joined = np.zeros(2 * NET - 1)
        if end == BLACKJACK and rules.hole_card == "peek":
            joined[NET - 2] = chance
        elif chance > 0:
            joined[NET - 1] = chance
            for one in gains:
                joined = np.convolve(joined, one[end] / one[end].sum())[2:-2]
        total += joined
    return total
