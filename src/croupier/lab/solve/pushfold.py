"""Push or fold: all-in or nothing before the flop, with exact equities; among more than two players
for prize money by the Independent Chip Model.

Blinds are half a big blind and one. It is learnt by fictitious play. Among more than two players a
push is called by one player at most, the first to want it: that leaves out pots of three, which are
rare and which exact equities of two do not price.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from croupier.core.cards import RANKS
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.odds import Unanswerable
from croupier.lab.solve.allin import CLASSES, equities, pairs
from croupier.room.tournament import icm

ROUNDS: Final = 4_000
MOST_DEPTH: Final = 25
MOST_PLAYERS: Final = 6


class Chart(NamedTuple):
    """A solved game of push or fold."""

    stacks: tuple[float, ...]
    """In big blinds, in the order of acting; the last two have the blinds."""
    prizes: tuple[float, ...]
    push: Floats
    """By seat and class: how often it goes all-in when all have folded to it."""
    call: Floats
    """By pusher, caller and class."""
    values: tuple[float, ...]
    """What each seat gains: big blinds, or prize money in parts of all of it."""
    exploitability: float
    """What one player gains at most by another way to play, on average of the seats."""


def name(at: int) -> str:
    """A class as people write it."""
    row, column = divmod(at, 13)
    high, low = max(row, column), min(row, column)
    return RANKS[high] + RANKS[low] + ("" if row == column else "s" if row > column else "o")


@cache
def often() -> Floats:
    """How likely each two classes are to meet."""
    found: Floats = pairs() / pairs().sum()
    return found


class Game:
    """What every end of a hand is worth to everybody."""

    def __init__(self, stacks: Sequence[float], prizes: Sequence[float] = ()) -> None:
        if not 2 <= len(stacks) <= MOST_PLAYERS or not all(0 < s <= 100 for s in stacks):
            raise Unanswerable(f"2 to {MOST_PLAYERS} stacks of at most 100 big blinds can push")
        self.stacks, self.prizes, self.many = tuple(stacks), tuple(prizes), len(stacks)
        self.blinds = [0.0] * (self.many - 2) + [min(0.5, stacks[-2]), min(1.0, stacks[-1])]
        self.before = self._worth(self.stacks)

    def _worth(self, stacks: Sequence[float]) -> Floats:
        """In chips, or in prize money by the model of Malmuth and Harville."""
        if not self.prizes:
            return np.array(stacks)
        exact = icm.worth([Fraction(s) for s in stacks], [Fraction(p) for p in self.prizes])
        return np.array([float(value) for value in exact])

    def _moved(self, gains: dict[int, float]) -> Floats:
        after = [s - b for s, b in zip(self.stacks, self.blinds, strict=True)]
        for seat, amount in gains.items():
            after[seat] += amount
        return self._worth(after) - self.before

    def stolen(self, pusher: int) -> Floats:
        """All fold to a push, or to the big blind."""
        return self._moved({pusher: sum(self.blinds)})

    def met(self, pusher: int, caller: int) -> tuple[Floats, Floats]:
        """The pusher wins, and the caller does."""
        risk = min(self.stacks[pusher], self.stacks[caller])
        dead = sum(self.blinds) - self.blinds[pusher] - self.blinds[caller]
        won = {winner: risk + self.blinds[winner] + dead for winner in (pusher, caller)}
        lost = {loser: self.blinds[loser] - risk for loser in (pusher, caller)}
        return (
            self._moved({pusher: won[pusher], caller: lost[caller]}),
            self._moved({caller: won[caller], pusher: lost[pusher]}),
        )


class Learner:
    """Fictitious play: everybody answers best to what the others did so far on average."""

    def __init__(self, game: Game) -> None:
        self.game, self.many = game, game.many
        self.weights = pairs().sum(axis=1) / pairs().sum()
        self.given = pairs() / pairs().sum(axis=1, keepdims=True)
        """How likely a class is (columns) beside another (rows)."""
        self.push = np.full((self.many - 1, CLASSES), 0.5)
        self.call = np.full((self.many - 1, self.many, CLASSES), 0.5)
        self.ends = {
            (p, c): game.met(p, c) for p in range(self.many - 1) for c in range(p + 1, self.many)
        }
        self.steals = [game.stolen(p) for p in range(self.many)]

    def pushing(self, pusher: int, who: int) -> Floats:
        """What a push with each class brings `who`, by what the others call with."""
        found, free = np.zeros(CLASSES), np.ones(CLASSES)
        for caller in range(pusher + 1, self.many):
            calls = self.given * self.call[pusher, caller][None, :]
            often = calls.sum(axis=1)
            shares = (calls * equities()).sum(axis=1)
            won, lost = (end[who] for end in self.ends[pusher, caller])
            found += free * (shares * won + (often - shares) * lost)
            free = free * (1 - often)
        found += free * self.steals[pusher][who]
        return found

    def calling(self, pusher: int, caller: int) -> tuple[Floats, Floats]:
        """What a call with each class brings, and what a fold does."""
        meets = self.given * self.push[pusher][None, :]
        often = np.maximum(meets.sum(axis=1), 1e-12)
        share = (meets * equities()).sum(axis=1) / often
        won, lost = self.ends[pusher, caller][1][caller], self.ends[pusher, caller][0][caller]
        folds = np.full(CLASSES, self.steals[pusher][caller])
        for later in range(caller + 1, self.many):
            rate = float(self.weights @ self.call[pusher, later])
            ends = self.ends[pusher, later]
            even = (ends[0][caller] + ends[1][caller]) / 2
            folds = folds + rate * (even - self.steals[pusher][caller])
        return share * won + (1 - share) * lost, folds

    def passed(self, seat: int) -> float:
        """What a seat has when it folds and the pots behind it are played."""
        found, free = 0.0, 1.0
        for pusher in range(seat + 1, self.many - 1):
            rate = float(self.weights @ self.push[pusher])
            worth = float((self.weights * self.push[pusher]) @ self.pushing(pusher, seat))
            found += free * worth
            free *= 1 - rate
        return found + free * float(self.steals[-1][seat])

    def learn(self, rounds: int) -> None:
        """Some rounds, with less and less weight to each."""
        for turn in range(1, rounds + 1):
            step = 2.0 / (turn + 2)
            pushes = [self.pushing(p, p) > self.passed(p) for p in range(self.many - 1)]
            for pusher, caller in self.ends:
                calls, folds = self.calling(pusher, caller)
                self.call[pusher, caller] += step * ((calls > folds) - self.call[pusher, caller])
            for pusher, best in enumerate(pushes):
                self.push[pusher] += step * (best - self.push[pusher])

    def gap(self) -> float:
        """What pushers and callers gain together by their best answers, for each seat."""
        total, reach = 0.0, 1.0
        for pusher in range(self.many - 1):
            pushing, passed = self.pushing(pusher, pusher), self.passed(pusher)
            now = self.push[pusher] * pushing + (1 - self.push[pusher]) * passed
            total += reach * float(self.weights @ (np.maximum(pushing, passed) - now))
            free, meets = reach, self.given * self.push[pusher][None, :]
            for caller in range(pusher + 1, self.many):
                calls, folds = self.calling(pusher, caller)
                mixed = self.call[pusher, caller]
                gain = np.maximum(calls, folds) - mixed * calls - (1 - mixed) * folds
                total += free * float((self.weights * meets.sum(axis=1)) @ gain)
                free *= 1 - float(self.weights @ mixed)
            reach *= 1 - float(self.weights @ self.push[pusher])
        return total / self.many

    def values(self) -> tuple[float, ...]:
        """What each seat gains."""
        found, free = np.zeros(self.many), 1.0
        for pusher in range(self.many - 1):
            part = self.weights * self.push[pusher]
            found += free * np.array([part @ self.pushing(pusher, s) for s in range(self.many)])
            free *= 1 - part.sum()
        return tuple(float(v) for v in found + free * self.steals[-1])


def solve(stacks: Sequence[float], prizes: Sequence[float] = (), rounds: int = ROUNDS) -> Chart:
    """The chart of a table."""
    game = Game(stacks, prizes)
    learner = Learner(game)
    learner.learn(rounds)
    return Chart(
        game.stacks, game.prizes, learner.push, learner.call, learner.values(), learner.gap()
    )
