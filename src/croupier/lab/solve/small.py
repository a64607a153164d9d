"""Small games that are known by heart: Kuhn's, and Leduc hold'em (Southey et al. 2005).

Each player holds one card, so that a public history has one strategy for every card. Solved by CFR+
(Tammelin 2014); acts are written f, c and r: fold, check or call, bet or raise.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from croupier.lab.kernels.twentyone import Floats

TRAIN, AVERAGE, BEST = "train", "average", "best"


class Game(NamedTuple):
    """Cards, an ante of one, and rounds with a bet of their own; a card is shown between."""

    title: str
    ranks: str
    copies: int
    bets: tuple[int, ...]
    raises: int
    known: float
    """What the first player gains, in antes, as published."""

    @property
    def cards(self) -> int:
        """How many cards there are; a card's rank is its number by the copies."""
        return len(self.ranks) * self.copies


KUHN: Final = Game("Kuhn poker", "JQK", 1, (1,), 1, -1 / 18)
LEDUC: Final = Game("Leduc hold'em", "JQK", 2, (2, 4), 2, -0.085606)
GAMES: Final = {"kuhn": KUHN, "leduc": LEDUC}
NO_CARD: Final = -1


class Point(NamedTuple):
    """A public state."""

    key: str
    line: str
    """The acts of this round."""
    put: tuple[int, int]
    round: int
    board: int


class Solver:
    """Regrets and averages by public history, a column for each card."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.nodes: dict[str, tuple[Floats, Floats]] = {}
        self.beside = 1.0 - np.eye(game.cards)
        boards = range(NO_CARD, game.cards)
        self.free = {board: self._free(board) for board in boards}
        self.wins = {board: self._wins(board) for board in boards}

    def _free(self, board: int) -> Floats:
        """Which cards can meet beside the board."""
        found = self.beside.copy()
        if board >= 0:
            found[board, :] = found[:, board] = 0
        return found

    def _wins(self, board: int) -> Floats:
        ranks = np.arange(self.game.cards) // self.game.copies
        paired = ranks == (board // self.game.copies if board >= 0 else -1)
        worth = ranks + 10 * paired
        found: Floats = np.sign(worth[:, None] - worth[None, :]) * self.free[board]
        return found

    def acts(self, at: Point) -> str:
        """What may be done."""
        owed, more = at.put[0] != at.put[1], at.line.count("r") < self.game.raises
        return ("f" if owed else "") + "c" + ("r" if more else "")

    def strategy(self, at: Point, mode: str) -> Floats:
        """The chance of each act (rows) with each card."""
        many = len(self.acts(at))
        if at.key not in self.nodes:
            size = many, self.game.cards
            self.nodes[at.key] = np.zeros(size), np.zeros(size)
        rows = np.maximum(self.nodes[at.key][mode != TRAIN], 0)
        whole = rows.sum(axis=0)
        return np.where(whole > 0, rows / np.where(whole > 0, whole, 1), 1 / many)

    def value(
        self, at: Point, me: int, mine: Floats, theirs: Floats, mode: str, time: int
    ) -> Floats:
        """What a player gains with each card, weighted by how often the other comes here."""
        player, sigma = len(at.line) % 2, self.strategy(at, mode)
        found = []
        for act, chances in zip(self.acts(at), sigma, strict=True):
            ours = mine * chances if player == me else mine
            others = theirs if player == me else theirs * chances
            found.append(self._after(at, act, me, ours, others, mode, time))
        values = np.array(found)
        mean: Floats = (sigma * values if player == me else values).sum(axis=0)
        if player != me:
            return mean
        if mode == BEST:
            return np.max(values, axis=0)  # type: ignore[no-any-return]
        if mode == TRAIN:
            regrets, totals = self.nodes[at.key]
            np.maximum(regrets + values - mean, 0, out=regrets)
            totals += time * mine * sigma
        return mean

    def _after(
        self, at: Point, act: str, me: int, mine: Floats, theirs: Floats, mode: str, time: int
    ) -> Floats:
        player, game = len(at.line) % 2, self.game
        if act == "f":
            lost = at.put[player] * (-1 if player == me else 1)
            return (self.free[at.board] @ theirs) * lost
        to = max(at.put) + (game.bets[at.round] if act == "r" else 0)
        put = (to, at.put[1]) if player == 0 else (at.put[0], to)
        line = at.line + act
        if act == "r" or len(line) < 2:
            return self.value(Point(at.key + act, line, put, at.round, at.board), me, mine, theirs,
                              mode, time)  # fmt: skip
        if at.round + 1 == len(game.bets):
            return (self.wins[at.board] @ theirs) * to
        total = np.zeros(game.cards)
        for board in range(game.cards):
            here = np.arange(game.cards) != board
            after = Point(f"{at.key}{act}/{board}/", "", put, at.round + 1, board)
            total += here * self.value(after, me, mine * here, theirs * here, mode, time)
        return total / (game.cards - 2)

    def _whole(self, me: int, mode: str, time: int = 0) -> float:
        even = np.ones(self.game.cards)
        found = self.value(Point("", "", (1, 1), 0, NO_CARD), me, even, even, mode, time)
        return float(found.sum()) / (self.game.cards * (self.game.cards - 1))

    def learn(self, rounds: int, tick: Callable[[int, int], None] = lambda *_: None) -> None:
        """Some rounds of CFR+."""
        for time in range(1, rounds + 1):
            for me in 0, 1:
                self._whole(me, TRAIN, time)
            tick(time, rounds)

    @property
    def worth(self) -> float:
        """What the first player gains, in antes."""
        return self._whole(0, AVERAGE)

    @property
    def exploitability(self) -> float:
        """What both gain by their best answers, on average, in antes."""
        return sum(self._whole(me, BEST) for me in (0, 1)) / 2

    def policy(self) -> dict[str, dict[str, list[float]]]:
        """By public history and rank of the card held: the chance of each act."""
        found: dict[str, dict[str, list[float]]] = {}
        for key, (_, totals) in self.nodes.items():
            whole = totals.sum(axis=0)
            rows = np.where(whole > 0, totals / np.where(whole > 0, whole, 1), 1 / len(totals))
            shown = "/".join(self._rank(part) for part in key.split("/"))
            held = {rank: at * self.game.copies for at, rank in enumerate(self.game.ranks)}
            board = [int(part) for part in key.split("/") if part.isdigit()]
            cards = {r: c + (c in board and self.game.copies > 1) for r, c in held.items()}
            found[shown] = {rank: rows[:, card].tolist() for rank, card in cards.items()}
        return found

    def _rank(self, part: str) -> str:
        return self.game.ranks[int(part) // self.game.copies] if part.isdigit() else part
