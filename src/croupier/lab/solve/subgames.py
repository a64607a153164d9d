"""The end of a hand of hold'em between two players, solved with whole ranges.

Player 0 is out of position and acts first. The board has three to five cards; where cards are still
to come, every one of them is dealt in the tree, or a sample.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels import evaluator
from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.odds import Unanswerable
from croupier.lab.solve import walking
from croupier.lab.solve.walking import AVERAGE, BEST, DEAL, DECIDE, FOLD, SHOW, TRAIN

MOST_BYTES: Final = 2_500_000_000
"""What regrets and averages of a tree may take."""
Hand = tuple[int, ...]


class Bets(NamedTuple):
    """What may be bet: parts of the pot, and all-in; or units of a limit game."""

    sizes: tuple[float, ...] = (0.5, 1.0)
    """Of a first bet; a raise has the last of them only."""
    raises: int = 2
    """Bets and raises on a street; all-in comes beside them."""
    unit: int = 0
    """In a limit game the bet of the street."""
    check_raise: bool = True
    """Whether a player who has checked may raise."""

    def tos(self, pot: int, stack: int, stands: int, owed: int, made: int) -> set[int]:
        """What a bet or raise may be to."""
        if self.unit:
            return {min(stack, stands + self.unit)} if made <= self.raises else set()
        sizes = () if made >= self.raises else self.sizes if not made else self.sizes[-1:]
        least = max(owed, 1)
        return {min(stack, stands + max(least, round(s * (pot + 2 * stands)))) for s in sizes} | {
            stack
        }


class Spot(NamedTuple):
    """Where a hand stands at the beginning of a street."""

    board: Hand
    pot: int
    stack: int
    """What both may still bet."""
    bets: Bets = Bets()
    line: tuple[int, ...] = ()
    """What was done on this street: what each act brought its player to, -1 for a check."""
    runouts: int = 0
    """How many cards are dealt where one comes; 0 is all."""
    blinds: tuple[int, int] = (0, 0)
    """What lies before both when the street begins; the larger counts as a bet."""


class Grown(NamedTuple):
    """A tree as arrays, and its boards."""

    nodes: Ints
    kids: Ints
    cards: Ints
    boards: list[Hand]
    depth: int
    size: int
    """Acts of all nodes: as many rows of hands are kept, twice."""


class Tree:
    """Grows the tree of a spot."""

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.nodes: list[tuple[int, ...]] = []
        self.kids: list[int] = []
        self.cards: list[int] = []
        self.boards: dict[Hand, int] = {}
        self.depth = self.size = 0

    def grown(self) -> Grown:
        """The whole tree."""
        blinds = self.spot.blinds
        self._decide(self.spot.board, blinds, 0, int(any(blinds)), False, self.spot.line, 0)
        nodes, kids = np.array(self.nodes, np.int64), np.array(self.kids, np.int64)
        cards, boards = np.array(self.cards, np.int64), list(self.boards)
        return Grown(nodes, kids, cards, boards, self.depth + 1, self.size)

    def _node(self, *row: int) -> int:
        self.nodes.append(row)
        return len(self.nodes) - 1

    def _children(self, kids: Sequence[int], cards: Sequence[int]) -> int:
        self.kids += kids
        self.cards += cards
        return len(self.kids) - len(kids)

    def _decide(
        self, board: Hand, put: tuple[int, int], player: int, made: int, opened: bool,
        line: tuple[int, ...] | None, depth: int,
    ) -> int:  # fmt: skip
        spot, stands, owed = self.spot, put[1 - player], put[1 - player] - put[player]
        at, even, self.depth = self._node(), (stands, stands), max(self.depth, depth)
        checked = opened and player == 0 and owed > 0 and not put[0]
        closed = checked and not spot.bets.check_raise
        tos = set() if closed else spot.bets.tos(spot.pot, spot.stack, stands, owed, made)
        done = line[0] if line else None
        if done is not None and done > stands:
            tos.add(min(done, spot.stack))
        acts = [(-1, even), *((to, _put(put, player, to)) for to in sorted(tos) if to > stands)]
        found = [self._node(FOLD, player, 0, 0, *put, 0, 0)] if owed else []
        for to, after in acts if stands < spot.stack else acts[:1]:
            rest = line[1:] if line and to in (done, min(done or 0, spot.stack)) else None
            if to < 0 and opened:
                found.append(self._street(board, even, depth + 1))
            else:
                more = made + (to > 0)
                found.append(self._decide(board, after, 1 - player, more, True, rest, depth + 1))
        first = self._children(found, [-1] * len(found))
        self.nodes[at] = (DECIDE, player, first, len(found), *put, int(owed > 0), self.size)
        self.size += len(found)
        return at

    def _street(self, board: Hand, put: tuple[int, int], depth: int) -> int:
        """The betting of a street is over."""
        self.depth = max(self.depth, depth)
        if len(board) == 5:
            at = self.boards.setdefault(tuple(sorted(board)), len(self.boards))
            return self._node(SHOW, 0, 0, 0, *put, at, 0)
        node, kids, drawn = self._node(), [], self._drawn(board)
        for card in drawn:
            after = (*board, card)
            if put[0] == self.spot.stack:
                kids.append(self._street(after, put, depth + 1))
            else:
                kids.append(self._decide(after, put, 0, 0, False, None, depth + 1))
        self.nodes[node] = (DEAL, 0, self._children(kids, drawn), len(kids), *put, 0, 0)
        return node

    def _drawn(self, board: Hand) -> list[int]:
        left = [card for card in range(52) if card not in board]
        some = self.spot.runouts
        return left if not some or some >= len(left) else left[:: -(-len(left) // some)]


def _put(put: tuple[int, int], player: int, to: int) -> tuple[int, int]:
    return (to, put[1]) if player == 0 else (put[0], to)


class Subgame:
    """A spot with two ranges, and what has been learnt about it."""

    def __init__(
        self, spot: Spot, ranges: Sequence[Mapping[Hand, float]], passive: int = -1,
        callers: Mapping[Hand, float] | None = None, *, led: bool = False,
    ) -> None:  # fmt: skip
        """Beside the range of the player `passive` there may be hands of callers, who only check
        and call; where they have `led`, they have done what was done on this street before.
        """
        self.spot, self.tree, self.passive = spot, Tree(spot).grown(), passive
        free, every = set(range(52)) - set(spot.board), [*ranges, callers or {}]
        held = {tuple(sorted(hand)) for some in every for hand, w in some.items() if w > 0}
        self.hands = [
            hand for hand in combinations(range(52), 2) if hand in held and free >= {*hand}
        ]
        if not self.hands:
            raise Unanswerable("the ranges are empty: the board takes every hand of them")
        self.a, self.b = (np.array(side, np.int64) for side in zip(*self.hands, strict=True))
        *self.ranges, self.callers = (self._weights(some) for some in every)
        size = self.tree.size * len(self.hands)
        if 8 * size > MOST_BYTES:
            raise Unanswerable(
                f"the tree needs {8 * size / 1e9:.1f} GB: name narrower ranges or fewer bet sizes"
            )
        self.regrets, self.totals = np.zeros(size, np.float32), np.zeros(size, np.float32)
        self.order, self.values = self._sorted()
        self.done = 0
        for many in range(len(spot.line) if led else 0):
            self._lead(self.at(spot.line[:many]), self.at(spot.line[: many + 1]))
        self._room()

    def _weights(self, some: Mapping[Hand, float]) -> Floats:
        named = {tuple(sorted(hand)): float(weight) for hand, weight in some.items()}
        return np.array([named.get(hand, 0.0) for hand in self.hands])

    def _lead(self, node: int, child: int) -> None:
        """Let callers go from a node to this child."""
        first, many = (int(self.tree.nodes[node, c]) for c in (2, 3))
        self.tree.nodes[node, walking.DOES] = list(self.tree.kids[first : first + many]).index(
            child
        )

    def _room(self) -> None:
        depth, hands = self.tree.depth + 2, len(self.hands)
        acts = int(self.tree.nodes[self.tree.nodes[:, 0] == DECIDE, 3].max())
        self.reach, self.worth = np.zeros((depth, 3, hands)), np.zeros((depth, hands))
        self.everybody = np.zeros(hands)
        self.gains = np.zeros((depth, acts, hands))
        self.chances, self.by_card = np.zeros((depth, acts, hands)), np.zeros(52)
        nodes = self.tree.nodes
        nodes[:, walking.START] *= hands
        left = 52 - len(self.spot.board)
        drawn = self.spot.runouts and len(Tree(self.spot)._drawn(self.spot.board))  # noqa: SLF001
        self.scale = (left / drawn if drawn else 1.0) / (left - 4)

    def _sorted(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The hands of each board from the worst to the best, with their values."""
        boards = self.tree.boards
        values = np.zeros((len(boards), len(self.hands)), np.int64)
        pairs = np.array(self.hands, np.uint8)
        for at, board in enumerate(boards):
            cards = np.concatenate([pairs, np.tile(np.array(board, np.uint8), (len(pairs), 1))], 1)
            values[at] = evaluator.evaluate(np.ascontiguousarray(cards))
        return np.argsort(values, axis=1, kind="stable"), values

    def _walk(self, me: int, mode: int, time: int = 0) -> Floats:
        self.reach[0] = (*self.ranges, self.callers)
        tree = self.tree
        walking.walk(
            0, 0, me, mode, time, self.scale, float(self.spot.pot), tree.nodes, tree.kids,
            tree.cards, self.a, self.b, self.order, self.values, self.regrets, self.totals,
            self.reach, self.worth, self.gains, self.chances, self.by_card,
            self.passive, self.everybody,
        )  # fmt: skip
        found: Floats = self.worth[0].copy()
        return found

    def learn(self, rounds: int) -> None:
        """Some rounds more."""
        for _ in range(rounds):
            self.done += 1
            for me in 0, 1:
                self._walk(me, TRAIN, self.done)

    def meetings(self, me: int) -> Floats:
        """How much of the other's range each hand of a player can meet."""
        out, others = np.zeros(len(self.hands)), self.ranges[1 - me]
        both = others + self.callers if self.passive == 1 - me else others
        walking.facing(both, self.a, self.b, self.by_card, out)
        return out

    def exploitability(self) -> float:
        """What both could gain by their best answers, on average, in parts of the pot."""
        whole = float(self.ranges[0] @ self.meetings(0))
        gains = sum(
            float(self.ranges[me] @ (self._walk(me, BEST) - self._walk(me, AVERAGE)))
            for me in (0, 1)
        )
        return gains / whole / 2 / self.spot.pot

    def value(self, me: int) -> Floats:
        """What each hand of a player has in the end on average, its part of the pot included."""
        met = self.meetings(me)
        found = self._walk(me, AVERAGE)
        half = self.spot.pot / 2
        return np.where(met > 1e-12, found / np.where(met > 1e-12, met, 1), 0.0) + half

    def at(self, line: Sequence[int]) -> int:
        """The node behind some acts of the first street, as in `Spot.line`."""
        node, tree = 0, self.tree
        for to in line:
            first, many, player = (int(tree.nodes[node, c]) for c in (2, 3, 1))
            kids = [int(kid) for kid in tree.kids[first : first + many]]
            calls = 1 if tree.nodes[kids[0], 0] == FOLD else 0
            want = min(to, self.spot.stack)
            same = [k for k in kids[calls + 1 :] if tree.nodes[k, walking.PUT + player] == want]
            node = same[0] if to >= 0 and same else kids[calls]
        return node

    def strategy(self, node: int) -> Floats:
        """The chance of each act (rows) with each hand (columns) at a node."""
        many, start = int(self.tree.nodes[node, 3]), int(self.tree.nodes[node, walking.START])
        hands = len(self.hands)
        rows = self.totals[start : start + many * hands].reshape(many, hands).astype(float)
        whole = rows.sum(axis=0)
        return np.where(whole > 0, rows / np.where(whole > 0, whole, 1), 1 / many)

    def acts(self, node: int) -> list[int]:
        """What each act of a node brings its player to: -2 is a fold, -1 a check or call."""
        first, many, player = (int(self.tree.nodes[node, c]) for c in (2, 3, 1))
        found = []
        for kid in self.tree.kids[first : first + many]:
            row = self.tree.nodes[kid]
            raised = row[walking.PUT + player] > row[walking.PUT + 1 - player]
            found.append(-2 if row[0] == FOLD else int(row[4 + player]) if raised else -1)
        return found

    def lines(self) -> list[tuple[list[int], int]]:
        """Every decision of the street that begins, with the acts that lead to it."""
        found: list[tuple[list[int], int]] = []
        waiting: list[tuple[list[int], int]] = [([], 0)]
        while waiting:
            line, node = waiting.pop(0)
            found.append((line, node))
            first, many = (int(self.tree.nodes[node, c]) for c in (2, 3))
            for act, kid in zip(self.acts(node), self.tree.kids[first : first + many], strict=True):
                if self.tree.nodes[kid, 0] == DECIDE:
                    waiting.append(([*line, act], int(kid)))
        return found
