"""The best play of a pair that is split once, by a player who looks at everything.

The second hand is played knowing every card of the first. What it is then worth is part of what
the first hand decides about, for to draw a card there is to see one more. How one hand ends does
not depend on how the other is played, only on what was seen, so the values of the two add up.

Acts that cost a tenth of a stake and more are not tried: no sight of other cards is worth that.
"""

from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from croupier.games.blackjack import Rules
from croupier.lab.games.blackjack.hands import (
    Acts,
    Ends,
    charlies,
    later_doubles,
    may_double,
    sight,
)
from croupier.lab.games.blackjack.solving import Choice, choices, solve, table_of, value
from croupier.lab.games.blackjack.splits import Splitter, of_split, peeked, single
from croupier.lab.kernels.growing import followed
from croupier.lab.kernels.twentyone import (
    ACE,
    BLACKJACK,
    HIT,
    RANKS,
    STAND,
    Flags,
    Floats,
    Ints,
    busted,
    hands,
    stood,
    values,
    won,
)
from croupier.lab.odds import Tick

FIRST, SECOND = 0.1, 0.15
"""What an act may cost by the own cards alone and still be tried, in either hand."""


class Memory(Struct, frozen=True):
    """What it gains to look at everything, with one split."""

    edge: float
    """With everything seen."""
    by_pairs: float
    """By the own cards and the upcard alone (CDP)."""


class Split:
    """One pair against one upcard, split once; the shoe is beside upcard and pair."""

    def __init__(self, rules: Rules, up: int, shoe: Floats, rank: int) -> None:
        self.rules, self.up, self.shoe, self.rank = rules, up, shoe, rank
        self.one = single(rank)
        self.takens = of_split(rules, first=True), of_split(rules, first=False)
        self.doubles = may_double(rules, split=True)
        self.wins = charlies(rules)
        self.later = later_doubles(rules, split=True)
        plain = self._values(shoe + _one(rank), sight(True).met_from(self.one), self.takens[0])
        self.tried = plain[:, 1] - plain[:, 0]
        self.acts = self.wanting(SECOND)
        self.met = self.met_by(self.acts)
        self.beside = lru_cache(None)(self._beside)

    def wanting(self, margin: float) -> Acts:
        """A card to every hand that may want one."""
        wants = (self.tried > -margin) & sight(True).open_hands
        return np.where(wants, HIT, STAND).astype(np.int8)

    def met_by(self, acts: Acts) -> Ints:
        """The hands that are met with these acts."""
        every = hands()
        return followed(np.array([self.one]), acts, every.sizes, every.longer)

    def _values(
        self, shoe: Floats, which: Ints, taken: int, open_hands: Flags | None = None
    ) -> Floats:
        """The best values of hands that grow from the split card, from a shoe with that card."""
        every = hands()
        wanted = sight(True).open_hands if open_hands is None else open_hands
        return values(
            self.up, shoe, 0, 0, taken, which, every.counts, every.totals, every.longer,
            self.wins, self.later, wanted, Ends(self.rules, self.up, shoe).beside(which),
            np.zeros(len(every.counts), np.int8), True,
        )  # fmt: skip

    def _beside(self, gone: tuple[int, ...]) -> Floats:
        """What the second hand is worth by its second card when these cards are gone."""
        shoe = self.shoe + _one(self.rank) - np.array(gone)
        found = self._values(shoe, self.met, self.takens[1], self.acts == HIT)
        at = hands().longer[self.one]
        best = np.maximum(found[at, 0], found[at, 1])
        return np.asarray(np.where(self.doubles[at], np.maximum(best, found[at, 2]), best))

    def worth(self) -> float:
        """The value of both hands, second cards dealt at once or on turn (BJ-18)."""
        if self.rules.split_second_card_timing == "on_turn":
            return First(self, None).worth()
        size = self.shoe.sum()
        return sum(
            float(many / size) * First(self, card).worth()
            for card, many in enumerate(self.shoe)
            if many > 0
        )


class First:
    """The first hand, beside a second card of the other that lies open or is yet to come."""

    def __init__(self, split: Split, other: int | None) -> None:
        self.split, self.other = split, other
        self.shoe = split.shoe - (0 if other is None else _one(other))
        self.acts = split.wanting(FIRST)
        which = split.met_by(self.acts)
        own = self.shoe + _one(split.rank)
        self.dealer = Ends(split.rules, split.up, own).beside(which)
        self.best = lru_cache(None)(self._best)

    def worth(self) -> float:
        """What the two hands are worth when the first gets its second card."""
        size = self.shoe.sum()
        every = hands()
        return sum(
            float(many / size) * self.best(int(every.longer[self.split.one, card]))
            for card, many in enumerate(self.shoe)
            if many > 0
        )

    def _best(self, at: int) -> float:
        """The best of standing, drawing and doubling, the other hand's worth with it."""
        split, every = self.split, hands()
        other = self._other(every.counts[at])
        natural = float(self.dealer[at, BLACKJACK])
        if split.wins[at]:
            return float(won(1, split.takens[0], natural)) + other
        stand = float(stood(every.totals[at], 1, split.takens[0], self.dealer[at])) + other
        found = [stand]
        if self.acts[at] == HIT:
            found.append(self._drawn(at, 1))
        if split.doubles[at] and (every.sizes[at] == 2 or self.acts[at] == HIT):
            found.append(self._drawn(at, 2))
        return max(found)

    def _drawn(self, at: int, stake: int) -> float:
        """One more card: the hand goes on, or is doubled and done."""
        split, every = self.split, hands()
        counts = every.counts[at]
        left = self.shoe + _one(split.rank) - counts
        size, total = left.sum(), 0.0
        for card in range(RANKS):
            if left[card] <= 0:
                continue
            more = int(every.longer[at, card])
            if more < 0:
                natural = self._natural(left - _one(card))
                gain = float(busted(stake, split.takens[0], natural))
                gain += self._other(counts + _one(card))
            elif stake == 1:
                gain = self.best(more)
            elif split.wins[more]:
                natural = float(self.dealer[more, BLACKJACK])
                gain = float(won(2, split.takens[0], natural)) + self._other(every.counts[more])
            else:
                ends = self.dealer[more]
                gain = float(stood(every.totals[more], 2, split.takens[0], ends))
                gain += self._other(every.counts[more])
            total += float(left[card] / size) * gain
        return total

    def _natural(self, left: Floats) -> float:
        return peeked(replace(self.split.rules, hole_card="peek"), self.split.up, left)

    def _other(self, counts: Floats | Ints) -> float:
        """What the other hand is worth when this one holds these cards."""
        drawn = counts - _one(self.split.rank)
        worth = self.split.beside(tuple(int(many) for many in drawn))
        if self.other is not None:
            return float(worth[self.other])
        left = self.shoe - drawn
        return float(worth @ left / left.sum())


def _one(rank: int) -> Floats:
    return np.asarray(np.eye(RANKS)[rank])


def with_memory(rules: Rules, tick: Tick | None = None) -> Memory:
    """The price of one split with everything seen, beside that of own cards alone."""
    once = replace(rules, max_hands_per_box=2)
    solved = solve(once)
    edge = by_pairs = -value(once, solved, "pairs")
    size = float(solved.shoe.sum())
    for up in range(RANKS):
        every = choices(once, solved, up, "pairs")
        for rank in range(RANKS):
            choice = every.get((rank, rank))
            if choice and choice.split is not None and choice.split > choice.value - FIRST:
                worth = max(split_worth(once, solved.shoe, up, rank), _unsplit(choice))
                part = float(solved.shoe[up]) / size * choice.weight
                edge -= part * max(worth - choice.value, 0.0)
            if tick:
                tick(up * RANKS + rank + 1, RANKS * RANKS)
    return Memory(edge, by_pairs)


def _unsplit(choice: Choice) -> float:
    acts = ("stand", "hit", "double", "surrender")
    return max(float(worth) for act in acts if (worth := getattr(choice, act)) is not None)


def split_worth(rules: Rules, full: Floats, up: int, rank: int) -> float:
    """The value of a split with everything seen; one card to each ace leaves nothing to decide."""
    splitter: Splitter = table_of(rules, full, up).splitter
    left = splitter.left(rank)
    lost = peeked(rules, up, left)
    if rank == ACE and not rules.hit_split_aces:
        return splitter.worth(rank, *splitter.own_acts(rank)) - lost
    return Split(rules, up, left, rank).worth() - lost
