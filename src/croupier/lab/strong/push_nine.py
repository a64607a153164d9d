"""A strong player of Push Nine: between two its betting round is solved, hands sorted by value."""

from collections import Counter
from functools import cache
from itertools import combinations
from random import Random
from typing import Final

import numpy as np

from croupier.bots import Seen
from croupier.bots.betting import opponents
from croupier.bots.regular import push_nine
from croupier.core.asks import Decision
from croupier.core.cards import PACK
from croupier.lab.solve.rounds import Classes
from croupier.lab.solve.subgames import Bets
from croupier.lab.strong import reading, rounds
from croupier.ranks import pushnine

BETS: Final = Bets(sizes=(1.0,))
"""The pot, and all-in."""


def choose(sight: Seen, chance: Random) -> Decision:
    """Solve the round between two; agreements, and pots of more, are a regular's."""
    story = reading.read(sight)
    if not sight.offered("fold") or len(opponents(sight)) != 1 or len(story.seats) != 2:
        return push_nine.choose(sight, chance)
    at = values().index(pushnine.value(sight.view.cards[sight.seat, "hole"]))
    return rounds.between_two(sight, story.acts, classes(), at, BETS, chance)


@cache
def counted() -> Counter[int]:
    """How many of all hands have each value."""
    return Counter(pushnine.value(hand) for hand in combinations(PACK, 3))


@cache
def values() -> list[int]:
    """Every value, the worst first."""
    return sorted(counted())


@cache
def classes() -> Classes:
    """A class for each value; which cards the other hand takes is left out, equal values push."""
    often = np.array([counted()[value] for value in values()], float)
    often /= often.sum()
    order = np.arange(len(often))
    return Classes((often, often), np.sign(order[:, None] - order[None, :]).astype(float))
