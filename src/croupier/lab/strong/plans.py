"""A plan: what a player of hold'em would do with every hand it may hold, from what is public."""

from random import Random
from typing import Final, NamedTuple

import numpy as np

from croupier.bots import Seen
from croupier.core.asks import Decision
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.strong.ranges import NUMBER

LEAST: Final = 0.02
RARE: Final = 0.15
"""Acts that are taken less often than this, or than this part of the likeliest, are not taken."""


class Plan(NamedTuple):
    """What may be done, and how often each hand (columns) does it."""

    acts: list[Decision]
    chances: Floats

    def kept(self) -> "Plan":
        """The same without what is done rarely."""
        least = np.maximum(LEAST, RARE * self.chances.max(axis=0))
        rows = np.where(self.chances < least, 0.0, self.chances)
        return Plan(self.acts, rows / rows.sum(axis=0))

    def drawn(self, sight: Seen, chance: Random) -> Decision:
        """An act by its chance with the hand that the seat holds."""
        a, b = sorted(int(card) for card in sight.view.cards[sight.seat, "hole"])
        return chance.choices(self.acts, self.chances[:, NUMBER[a, b]].tolist())[0]

    def often(self, done: Decision) -> Floats:
        """How often each hand does this."""
        same = [at for at, act in enumerate(self.acts) if act == done]
        found: Floats = self.chances[same].sum(axis=0)
        return found
