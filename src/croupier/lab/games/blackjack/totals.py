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

from croupier.lab.games.blackjack.hands import (
    IMPOSSIBLE,
    Acts,
    hand_values,
    may_double,
    two_card_weights,
)
from croupier.lab.games.blackjack.splits import Splitter, peeked
from croupier.lab.kernels.twentyone import BLACKJACK, RANKS, Flags, Floats, Ints, hands, reached

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


class Table:
    """One upcard, and all that the best chart against it is made from."""

    def __init__(self, splitter: Splitter, dealer: Floats) -> None:
        self.splitter, self.dealer = splitter, dealer
        self.rules, self.up, self.shoe = splitter.rules, splitter.up, splitter.shoe
        self.two = two_card_weights(self.shoe)
        self.given_up = -0.5 - dealer[:, BLACKJACK] / 2
        """What a surrender is worth."""

    def chart(self, by_cards: Acts) -> Chart:
        """The best chart, from the best acts of the very cards."""
        acts = self._followed(by_cards)
        for _ in range(ROUNDS):
            chart = self._firsts(acts)
            better = self._improved(chart)
            if (better == acts).all():
                break
            acts = better
        return chart

    def _followed(self, by_cards: Acts) -> Acts:
        """For each total what most of its hands do at their best, by what it gains."""
        found = self._values(by_cards)
        gains = self._gains(self.two, by_cards, found)
        acts = np.zeros(len(by_cards), np.int8)
        for cell in cells():
            acts[cell] = gains[cell].sum() > 0
        return acts

    def _values(self, acts: Acts) -> Floats:
        return hand_values(self.rules, self.up, self.shoe, self.dealer, acts, best=False)

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
        gains, allowed = (found[:, 2] - found[:, 3]) * self.two, may_double(self.rules, split=False)
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
        return self.splitter.worth(rank, acts, doubles) - lost

    def _improved(self, chart: Chart) -> Acts:
        """The same with each cell's better act, for the hands that come there."""
        acts, found = chart.acts, chart.values
        played = np.where(chart.doubles, found[:, 2], found[:, 3])
        best = np.where(chart.surrenders, np.maximum(played, self.given_up), played)
        parted = [rank for rank in range(RANKS) if chart.splits[rank] > best[pairs()[rank]]]
        start = np.where(chart.doubles | chart.surrenders, 0.0, self.two)
        start[pairs()[parted]] = 0.0
        for cell in cells():
            gains = self._gains(start, acts, self._values(acts))[cell].sum()
            other = acts.copy()
            other[cell] = 1 - acts[cell]
            gain = gains if other[cell][0] else -gains
            if self._better(chart, acts, other, gain, start, cell, parted):
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
