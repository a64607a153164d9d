"""Learn blackjack from nothing but cards and results: `python examples/learn_blackjack.py`.

A table of values, one for each situation and slot, learned by playing thousands of boxes at once.
Now and then another slot is tried, the oftener the less its value is known (Thompson 1933); from
there on the box plays as well as it knows, and the result of the round goes to the mean of all that
was done since. What was found while it still played badly is forgotten by and by. Nothing is told
about the rules: the environment gives ranks of cards, a mask and a reward in first bets.

It needs `pip install 'croupier[rl]'`, one core and no graphics card.
"""

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

import croupier
from croupier.envs.batch import Batch
from croupier.envs.batches import blackjack
from croupier.envs.batches.blackjack.hands import DOUBLE, INSURE, SPLIT

BOXES = 4096
SLOTS = 6
LONGEST = 24
"""Decisions of a round that are remembered."""
COUNTS = np.array([*range(2, 10), 10, 10, 10, 10, 1], np.float32)
"""What each rank counts, the ace last."""
VALUES = np.array([*range(1, 9), 9, 9, 9, 9, 0])
"""The ten values of cards, the ace first."""
SPREAD = 1.2
"""About how far results lie from their mean, in first bets."""
FORGETS = (1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4)
"""After these parts of all rounds, what was found before counts less."""
FADED = 0.1
SITUATIONS = 10 * 32 * 2 * 2 * 2

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def situations(seen: dict[str, Any]) -> Ints:
    """The upcard, the count, soft or not, a pair or not, and whether there are other hands."""
    x, mask = seen["observation"], seen["action_mask"]
    mine, dealers = x[:, :13], x[:, 13:26]
    hard = mine @ COUNTS
    soft = (mine[:, 12] > 0) & (hard <= 11)
    up = VALUES[dealers.argmax(1)]
    doubles = mask[:, DOUBLE] + 0
    pair = mask[:, SPLIT] + 0
    insuring = mask[:, INSURE] > 0
    count = np.where(insuring, 0, np.minimum(hard + 10 * soft, 31)).astype(np.int64)
    found: Ints = (((up * 32 + count) * 2 + soft) * 2 + doubles) * 2 + pair
    return found


def best(values: Floats, at: Ints, mask: Any) -> Ints:
    """The slot of the highest value among the legal ones."""
    found: Ints = np.where(mask > 0, values[at], -np.inf).argmax(1)
    return found


class Learner:
    """The values of all situations, and what each box has done since it last tried something."""

    def __init__(self, seed: int) -> None:
        self.sums = np.zeros((SITUATIONS, SLOTS))
        self.tries = np.zeros((SITUATIONS, SLOTS))
        self.chance = np.random.default_rng(seed)
        self.done = np.zeros((BOXES, LONGEST), np.int64)
        self.long = np.zeros(BOXES, np.int64)

    @property
    def values(self) -> Floats:
        """The mean results; what was never tried looks good."""
        return np.where(self.tries > 0, self.sums / np.maximum(self.tries, 1), 1.0)

    def learn(self, env: Batch, rounds: int, explores: float = 0.3) -> None:
        """Play rounds, trying something new in a part of all decisions."""
        seen, _ = env.reset(seed=int(self.chance.integers(2**31)))
        values, left, rows = self.values, rounds, np.arange(BOXES)
        forgets = [rounds - part * rounds for part in FORGETS]
        while left > 0:
            at, mask = situations(seen), seen["action_mask"]
            tries = self.chance.random(BOXES) < explores
            unsure = SPREAD / np.sqrt(self.tries[at] + 1)
            tried = values[at] + unsure * self.chance.standard_normal(mask.shape)
            luck = np.where(mask > 0, tried, -np.inf).argmax(1)
            slots = np.where(tries, luck, best(values, at, mask))
            self.long[tries] = 0
            self.done[rows, self.long] = at * SLOTS + slots
            self.long = np.minimum(self.long + 1, LONGEST - 1)
            seen, rewards, ended, _, _ = env.step(slots)
            self._reward(np.flatnonzero(ended), rewards)
            left -= int(ended.sum())
            if forgets and left < forgets[0]:
                forgets.pop(0)
                self.sums *= FADED
                self.tries *= FADED
            values = self.values

    def _reward(self, over: Ints, rewards: Floats) -> None:
        """The result of a round goes to all that was done in it since the last try."""
        inside = np.arange(LONGEST) < self.long[over, None]
        cells = self.done[over][inside]
        np.add.at(self.sums.reshape(-1), cells, np.repeat(rewards[over], inside.sum(1)))
        np.add.at(self.tries.reshape(-1), cells, 1)
        self.long[over] = 0


def measured(env: Batch, values: Floats, rounds: int, seed: int) -> tuple[float, float]:
    """What a round costs by these values, and its standard error."""
    seen, _ = env.reset(seed=seed)
    won = squares = 0.0
    done = 0
    while done < rounds:
        slots = best(values, situations(seen), seen["action_mask"])
        seen, rewards, ended, _, _ = env.step(slots)
        won, squares = won + rewards[ended].sum(), squares + (rewards[ended] ** 2).sum()
        done += int(ended.sum())
    mean = won / done
    return -float(mean), float(((squares / done - mean**2) / done) ** 0.5)


def run(rounds: int, test_rounds: int, seed: int = 1) -> tuple[float, float]:
    """Learn, and say what the learned play costs."""
    env, learner = blackjack.make(BOXES, copy=False), Learner(seed)
    learner.learn(env, rounds)
    return measured(env, learner.values, test_rounds, seed + 1)


def main() -> None:
    """Learn blackjack and compare with the exact edge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=50_000_000)
    parser.add_argument("--test-rounds", type=int, default=20_000_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    cost, error = run(chosen.rounds, chosen.test_rounds, chosen.seed)
    exact = croupier.edge("blackjack").house_edge_float or 0.0
    print(f"learned from {chosen.rounds:,} rounds: costs {cost:.3%} ± {error:.3%} of the bet")
    print(f"the best chart by the lab: {exact:.3%}; the learner gives away {cost - exact:.3%}")


if __name__ == "__main__":
    main()
