"""One betting round between two players whose hands are sorted into classes: Push Nine, and Low
Ball after the draw. It is solved by CFR+ (Tammelin 2014) on the betting tree of a river.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from croupier.lab.kernels.twentyone import Floats
from croupier.lab.solve.subgames import Bets, Spot, Tree
from croupier.lab.solve.walking import FOLD, PUT, SHOW

BOARD: Final = (0, 1, 2, 3, 4)
"""A river has five cards; which they are, no class asks."""
ROUNDS: Final = 200
SELDOM: Final = 0.005
"""How often a class must come to a node for its average there to mean anything."""


@dataclass(frozen=True, eq=False)
class Classes:
    """How likely each class is for each player, and what a class wins less what it loses."""

    weights: tuple[Floats, Floats]
    wins: Floats
    """By the class of one player (rows) and of the other."""


class BettingRound:
    """A round with a pot and what both may still bet; player 0 acts first."""

    def __init__(
        self, classes: Classes, pot: int, stack: int, bets: Bets, line: tuple[int, ...],
        blinds: tuple[int, int] = (0, 0),
    ) -> None:  # fmt: skip
        self.classes, self.pot, self.stack = classes, pot, stack
        self.tree = Tree(Spot(BOARD, pot, stack, bets, line, blinds=blinds)).grown()
        shape = self.tree.size, len(classes.wins)
        self.regrets, self.totals = np.zeros(shape), np.zeros(shape)
        self.done = 0

    def learn(self, rounds: int = ROUNDS) -> None:
        """Some rounds more."""
        for _ in range(rounds):
            self.done += 1
            for me in 0, 1:
                self._walk(0, me, self.classes.weights[0], self.classes.weights[1], "learn")

    def exploitability(self) -> float:
        """What both could gain by their best answers, on average, in parts of the pot."""
        ones, twos = self.classes.weights
        gains = [float(own @ self._walk(0, me, ones, twos, "best")) for me, own in
                 enumerate((ones, twos))]  # fmt: skip
        return sum(gains) / float(ones.sum() * twos.sum()) / 2 / self.pot

    def _mixed(self, source: Floats, row: int, many: int) -> Floats:
        rows = source[row : row + many]
        whole = rows.sum(axis=0)
        return np.where(whole > 0, rows / np.where(whole > 0, whole, 1), 1 / many)

    def _walk(self, at: int, me: int, ones: Floats, twos: Floats, how: str) -> Floats:
        """What each class of a player gains against the other's reach."""
        kind, player, first, many = (int(x) for x in self.tree.nodes[at, :4])
        mine, theirs = (ones, twos) if me == 0 else (twos, ones)
        if kind == FOLD:
            loser = 1 if player == me else -1
            lost = self.pot / 2 + float(self.tree.nodes[at, PUT + player])
            return np.full(len(mine), -loser * lost * theirs.sum())
        if kind == SHOW:
            return (self.pot / 2 + float(self.tree.nodes[at, PUT])) * (self.classes.wins @ theirs)
        row = int(self.tree.nodes[at, -1])
        chances = self._mixed(self.regrets if how == "learn" else self.totals, row, many)
        found = []
        for act, kid in zip(chances, self.tree.kids[first : first + many], strict=True):
            first_goes, last_goes = (act, 1.0) if player == 0 else (1.0, act)
            found.append(self._walk(int(kid), me, ones * first_goes, twos * last_goes, how))
        gains = np.array(found)
        if player != me:
            return gains.sum(axis=0)  # type: ignore[no-any-return]
        if how == "best":
            return gains.max(axis=0)  # type: ignore[no-any-return]
        mean = (chances * gains).sum(axis=0)
        if how == "learn":
            rows = slice(row, row + many)
            self.regrets[rows] = np.maximum(self.regrets[rows] + gains - mean, 0)
            self.totals[rows] += self.done * chances * mine
        return mean  # type: ignore[no-any-return]

    def node(self, line: tuple[int, ...]) -> int:
        """The node behind some acts: what each brought its player to, -1 for a check or call."""
        at = 0
        for done in line:
            to = min(done, self.stack)
            at = dict(zip(self.acts(at), self._kids(at), strict=True)).get(to, at)
        return at

    def _kids(self, at: int) -> list[int]:
        first, many = (int(x) for x in self.tree.nodes[at, 2:4])
        return [int(kid) for kid in self.tree.kids[first : first + many]]

    def acts(self, at: int) -> list[int]:
        """What each act of a node brings its player to: -2 is a fold, -1 a check or call."""
        player, found = int(self.tree.nodes[at, 1]), []
        for kid in self._kids(at):
            row = self.tree.nodes[kid]
            own, other = int(row[PUT + player]), int(row[PUT + 1 - player])
            found.append(-2 if row[0] == FOLD else own if own > other else -1)
        return found

    def strategy(self, at: int) -> Floats:
        """The chance of each act (rows) with each class (columns): the average, and for a class
        that hardly ever comes here what it learnt to do last.
        """
        player, many, row = (int(self.tree.nodes[at, column]) for column in (1, 3, -1))
        came = self.totals[row : row + many].sum(axis=0)
        most = self.classes.weights[player] * self.done * (self.done + 1) / 2
        average, last = (self._mixed(some, row, many) for some in (self.totals, self.regrets))
        return np.where(came > SELDOM * most, average, last)
