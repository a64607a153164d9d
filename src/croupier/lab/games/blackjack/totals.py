"""The best chart of one act for each total: hit or stand, double, surrender and split together.

To hit or stand on a total is for the hands that come there: those that were surrendered, doubled
or split do not. So the chart is improved in turns: what is done with two cards, then what is done
with each total, until nothing changes. No hand of a total becomes another of it by a card, so
what a change of one cell gains is exactly the sum over its hands of what each gains, times how
likely it is reached; the hands of split pairs follow the same chart, and where a cell is close
they are counted too.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from croupier.games.blackjack import Rules
from croupier.lab.games.blackjack.hands import (
    IMPOSSIBLE,
    Acts,
    Ends,
    hand_values,
    later_doubles,
    may_double,
    sight,
    two_card_weights,
)
from croupier.lab.games.blackjack.splits import Splitter, peeked
from croupier.lab.kernels.growing import reached
from croupier.lab.kernels.twentyone import BLACKJACK, DOUBLE, HIT, RANKS, Flags, Floats, Ints, hands

CLOSE: Final = 0.02
"""What an act gains of a stake, below which the hands of split pairs may decide."""
ROUNDS: Final = 6


class Chart(NamedTuple):
    """One act for each total, and what is done with two cards."""

    acts: Acts
    doubles: Flags
    surrenders: Flags
    values: Floats
    splits: Floats


@cache
def cells() -> list[Flags]:
    """The hands of each total, hard and soft, of two cards or more."""
    every = hands()
    many = every.sizes >= 2
    found = [many & (every.totals == total) & ~every.soft for total in range(4, 21)]
    found += [many & (every.totals == total) & every.soft for total in range(12, 21)]
    return [cell for cell in found if cell.any()]


@cache
def pairs() -> Ints:
    """The numbers of the pairs, by rank."""
    every = hands()
    return np.array(
        [every.numbers[tuple(2 * (r == rank) for r in range(RANKS))] for rank in range(RANKS)]
    )


def given_up(rules: Rules, natural: Floats) -> Floats:
    """What a surrender is worth: late, a dealer's blackjack still takes all (BJ-08)."""
    return -0.5 - natural / 2 * (rules.surrender != "early")


def of_split_hands(rules: Rules, acts: Acts) -> Acts:
    """A chart's acts for split hands: where those are not doubled they draw (BJ-23)."""
    if rules.double_after_split or rules.double_cards == "two":
        return acts
    return np.where(acts == DOUBLE, HIT, acts).astype(np.int8)


class Table:
    """One upcard, and all that the best chart against it is made from."""

    def __init__(self, splitter: Splitter) -> None:
        self.splitter = splitter
        self.rules, self.up, self.shoe = splitter.rules, splitter.up, splitter.shoe
        self.seen = sight(splitter.usual)
        self.dealer = Ends(self.rules, self.up, self.shoe).beside(self.seen.whole)
        self.two = two_card_weights(self.shoe)
        self.natural = self.dealer[:, BLACKJACK]
        """By hand, how likely the dealer completes a blackjack."""
        self.given_up = given_up(self.rules, self.natural)
        self.cells = [cell for cell in cells() if self.seen.open_hands[cell].any()]

    def best(self) -> tuple[Acts, Floats]:
        """The best acts of the very cards, and what hands are worth with them."""
        acts = np.zeros(len(self.two), np.int8)
        return acts, self._values(acts, best=True)

    def chart(self, by_cards: Acts) -> Chart:
        """The best chart, from the best acts of the very cards."""
        acts = self._followed(by_cards)
        for _ in range(ROUNDS):
            chart = self._firsts(self._with_later(acts))
            acts = self._improved(chart)
            if (acts == chart.acts).all():
                break
        return chart

    def _with_later(self, acts: Acts) -> Acts:
        """The same with totals of three cards and more that are doubled, for those that come."""
        allowed, every = later_doubles(self.rules, split=False), hands()
        if not allowed.any():
            return acts
        acts = np.where(acts == DOUBLE, HIT, acts).astype(np.int8)
        for cell in reversed(self.cells):
            some = cell & allowed
            found = self._values(acts)
            often = reached(self.shoe, self.two, every.counts, every.longer, acts)
            if ((found[:, 2] - found[:, 3]) * often)[some].sum() > 0:
                acts[some] = DOUBLE
        return acts

    def _followed(self, by_cards: Acts) -> Acts:
        """For each total what most of its hands do at their best, by what it gains."""
        found = self._values(by_cards)
        gains = self._gains(self.two, by_cards, found)
        acts = np.zeros(len(by_cards), np.int8)
        for cell in self.cells:
            acts[cell] = gains[cell].sum() > 0
        return acts

    def _values(self, acts: Acts, *, best: bool = False) -> Floats:
        return hand_values(self.rules, self.up, self.shoe, self.seen, self.dealer, acts, best=best)

    def _gains(self, start: Floats, acts: Acts, found: Floats) -> Floats:
        """What it gains to hit a hand instead of standing, times how likely it is reached."""
        every = hands()
        often = reached(self.shoe, start, every.counts, every.longer, acts)
        return (found[:, 1] - found[:, 0]) * often

    def _firsts(self, acts: Acts) -> Chart:
        """What is done with two cards when the acts follow."""
        found = self._values(acts)
        doubles = self._doubles(found)
        played = np.where(doubles, found[:, 2], found[:, 3])
        surrenders = self._surrenders(played)
        split_doubles = doubles & may_double(self.rules, split=True)
        splits = np.array([self.split(rank, acts, split_doubles) for rank in range(RANKS)])
        return Chart(acts, doubles, surrenders, found, splits)

    def _doubles(self, found: Floats) -> Flags:
        """The totals that are doubled, by the weight of their two-card hands."""
        gains = (found[:, 2] - found[:, 3]) * self.two
        allowed = may_double(self.rules, split=False) & (hands().sizes == 2)
        doubled = np.zeros(len(gains), np.bool_)
        for cell in cells():
            some = cell & allowed
            if some.any() and gains[some].sum() > 0:
                doubled |= some
        return doubled

    def _surrenders(self, played: Floats) -> Flags:
        """The totals that are surrendered; a pair has a row of its own."""
        given = np.zeros(len(played), np.bool_)
        if self.rules.surrender == "none":
            return given
        gains = (self.given_up - played) * self.two
        for cell in cells():
            some = cell & (self.two > 0)
            some[pairs()] = False
            if some.any() and gains[some].sum() > 0:
                given |= some
        given[pairs()] = gains[pairs()] > 0
        return given

    def split(self, rank: int, acts: Acts, doubles: Flags) -> float:
        """What splitting a pair is worth."""
        if not self.splitter.possible(rank):
            return IMPOSSIBLE
        lost = peeked(self.rules, self.up, self.splitter.left(rank))
        return self.splitter.worth(rank, of_split_hands(self.rules, acts), doubles) - lost

    def _improved(self, chart: Chart) -> Acts:
        """The same with each cell's better act, for the hands that come there."""
        acts, found = chart.acts, chart.values
        played = np.where(chart.doubles, found[:, 2], found[:, 3])
        best = np.where(chart.surrenders, np.maximum(played, self.given_up), played)
        parted = [rank for rank in range(RANKS) if chart.splits[rank] > best[pairs()[rank]]]
        start = np.where(chart.doubles | chart.surrenders, 0.0, self.two)
        start[pairs()[parted]] = 0.0
        for cell in self.cells:
            free = cell & (acts != DOUBLE)
            if not free.any():
                continue
            gains = self._gains(start, acts, self._values(acts))[free].sum()
            other = acts.copy()
            other[free] = 1 - acts[free]
            gain = gains if other[free][0] else -gains
            if self._better(chart, acts, other, gain, start, free, parted):
                acts = other
        return acts

    def _better(
        self,
        chart: Chart,
        acts: Acts,
        other: Acts,
        gain: float,
        start: Floats,
        cell: Flags,
        parted: list[int],
    ) -> bool:
        """Whether the other act of a cell is better, for hands of split pairs too."""
        every = hands()
        often = reached(self.shoe, start, every.counts, every.longer, acts)[cell].sum()
        if abs(gain) > CLOSE * often > 0:
            return gain > 0
        doubles = chart.doubles & may_double(self.rules, split=True)
        for rank in parted:
            new, old = (self.split(rank, way, doubles) for way in (other, acts))
            gain += float(self.two[pairs()[rank]]) * (new - old)
        return gain > 1e-15
