"""What each act is worth at a table, from all that is known at that moment."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from croupier.games.blackjack import Rules
from croupier.lab.games.blackjack.hands import (
    Ends,
    charlies,
    later_doubles,
    may_double,
    taken_of_one,
)
from croupier.lab.games.blackjack.solving import full_shoe
from croupier.lab.games.blackjack.splits import Splitter, of_split
from croupier.lab.games.blackjack.totals import given_up
from croupier.lab.kernels.twentyone import (
    BLACKJACK,
    FIRST_BET,
    PEEKED,
    RANKS,
    Floats,
    hands,
    values,
)


class Spot(NamedTuple):
    """A hand in turn, by ranks."""

    up: int
    mine: Sequence[int]
    others: Sequence[int]
    """All other cards that lie open, the upcard too."""
    hands: int = 1
    """Hands on the box."""
    first: bool = True
    """Whether the hand is the first of its box."""


class Worth(NamedTuple):
    """What each act gains, by the stake of the hand."""

    acts: dict[str, float]
    first_lost: float
    """What a dealer's blackjack takes on average of the first stake alone, a double apart."""

    def doubled(self, share: float) -> float:
        """A double by a part of the stake."""
        return (self.acts["double"] + self.first_lost) / 2 * (1 + share) - self.first_lost


def now(rules: Rules, spot: Spot, *, looked: bool = True) -> Worth:
    """What each act is worth with what is known.

    Cards of earlier rounds count as unseen: the shoe is a full one without what lies open. A
    dealer who has looked has no blackjack; before that a surrender may be declined.
    """
    shoe = full_shoe(rules)
    for rank in spot.others:
        shoe[rank] -= 1
    every, counts = hands(), np.bincount(spot.mine, minlength=RANKS)
    at = every.numbers[tuple(counts.tolist())]
    which = np.flatnonzero((every.counts >= counts).all(1))
    split = spot.hands > 1
    taken = of_split(rules, first=spot.first) if split else taken_of_one(rules)
    dealer = Ends(rules, spot.up, shoe).beside(which)
    found = values(
        spot.up, shoe, 0, 0, taken, which, every.counts, every.totals, every.longer,
        charlies(rules), later_doubles(rules, split=split), every.totals < 21, dealer,
        np.zeros(len(every.counts), np.int8), True,
    )  # fmt: skip
    natural = float(dealer[at, BLACKJACK])
    acts = dict(zip(("stand", "hit", "double"), found[at].tolist()[:3], strict=True))
    acts["surrender"] = float(given_up(rules, dealer[at, BLACKJACK]))
    if not looked:
        return Worth({**acts, "decline": _played_on(rules, spot, shoe, acts, natural)}, 0.0)
    if taken == PEEKED:
        acts = {act: (worth + natural) / (1 - natural) for act, worth in acts.items()}
    if len(spot.mine) == 2 and spot.mine[0] == spot.mine[1]:
        acts["split"] = _split(rules, spot, shoe)
    if rules.hole_card == "peek":  # Of split hands nothing was counted where it has a blackjack.
        known = set() if taken == PEEKED else {"stand", "hit", "double"}
        acts |= {act: acts[act] / (1 - natural) for act in (known | {"split"}) & acts.keys()}
        acts["surrender"] = -0.5
    return Worth(acts, natural if taken == FIRST_BET else 0.0)


def _played_on(
    rules: Rules, spot: Spot, shoe: Floats, acts: dict[str, float], natural: float
) -> float:
    """What the best play is worth that is not a surrender, the dealer's blackjack counted."""
    at = hands().numbers[tuple(np.bincount(spot.mine, minlength=RANKS).tolist())]
    worth = [acts["stand"], acts["hit"]]
    if may_double(rules, split=False)[at]:
        worth.append(acts["double"])
    if spot.mine[0] == spot.mine[1]:
        worth.append(_split(rules, spot, shoe) - natural)
    return max(worth)


def _split(rules: Rules, spot: Spot, shoe: Floats) -> float:
    """What splitting is worth with the room that is left on the box."""
    room = rules.max_hands_per_box - (spot.hands - 1)
    splitter, rank = Splitter(rules, spot.up, shoe, room, first=spot.first), spot.mine[0]
    return splitter.worth(rank, *splitter.own_acts(rank))
