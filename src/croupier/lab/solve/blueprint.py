"""The blueprint: how to play hold'em between two players, learnt from random deals.

External-sampling MCCFR (Lanctot et al. 2009) on the trees of `trees` and the buckets of `buckets`,
with linear weights; an all-in is worth what the hands win on average from there. In limit the other
player is any of `characters`; everybody errs now and then on purpose, so that answers to rare acts
are learnt too. What is kept is the average strategy up to the turn; rivers are searched at the
table.
"""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels import evaluator
from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.chance import card_beside, mixed
from croupier.lab.kernels.evaluator import Keys, Moves, Values
from croupier.lab.kernels.jit import kernel, wide
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.solve import allin, buckets, trees
from croupier.lab.solve.buckets import Bounds
from croupier.lab.solve.characters import EQUAL, ERRS, Marks, liked, picked, taught
from croupier.lab.solve.trees import FOLD, SHOW, Tree

FILE: Final = Path(__file__).with_name("blueprint.npz")
DEALS: Final = 1000
"""Deals to one board: to sort all hands of a board into buckets costs more than to play many."""
BOARDS: Final = 15
"""Between two looks at the clock; until `STEADY` of them old ones lose weight each time."""
STEADY: Final = 800
PLACES: Final[Ints] = np.zeros((52, 52), np.int64)
"""The number of each two cards among `buckets.HANDS`."""
for _at, (_a, _b) in enumerate(buckets.HANDS):
    PLACES[_a, _b] = PLACES[_b, _a] = _at
Singles = NDArray[np.float32]

GROWERS: Final[dict[str, Callable[[], Tree]]] = {
    "no limit 100": lambda: trees.no_limit(200),
    "no limit 40": lambda: trees.no_limit(80),
    "no limit 18": lambda: trees.no_limit(36),
    "limit": lambda: trees.limit(200),
}
"""The games it is learnt for: stacks in big blinds."""


class Lesson(NamedTuple):
    """A tree with what has been learnt on it so far."""

    nodes: Ints
    kids: Ints
    starts: Ints
    """Where the numbers of a node begin: as many for each bucket as it has acts."""
    regrets: Singles
    totals: Singles


def lesson(tree: Tree) -> Lesson:
    """Nothing learnt yet."""
    starts = np.zeros(len(tree.nodes), np.int64)
    size = 0
    for at, node in enumerate(tree.nodes):
        if node[0] >= 0:
            starts[at] = size
            size += int(node[3]) * buckets.MANY[node[0]]
    return Lesson(*tree, starts, np.zeros(size, np.float32), np.zeros(size, np.float32))


@kernel
def _walk(
    at: int, me: int, kind: int, held: Ints, won: Floats, nodes: Ints, kids: Ints, starts: Ints,
    regrets: Singles, totals: Singles, likes: Marks, state: NDArray[np.uint64],
) -> float:  # fmt: skip
    """What the learner `me` gains from a node on; its acts are all tried, the other's drawn."""
    street, player, first, many = nodes[at, 0], nodes[at, 1], nodes[at, 2], nodes[at, 3]
    if street == FOLD:
        return float(-nodes[at, 4 + me]) if player == me else float(nodes[at, 5 - me])
    if street == SHOW:
        gained = float(won[player] * nodes[at, 4])
        return gained if me == 0 else -gained
    base = starts[at] + held[player, street] * many
    whole = 0.0
    for n in range(many):
        whole += max(regrets[base + n], 0.0)
    if player == me:
        values, mean = np.empty(many), 0.0
        for n in range(many):
            values[n] = _walk(
                kids[first + n], me, kind, held, won, nodes, kids, starts, regrets, totals, likes,
                state,
            )  # fmt: skip
            mean += values[n] * (max(regrets[base + n], 0.0) / whole if whole > 0 else 1.0 / many)
        for n in range(many):
            regrets[base + n] += np.float32(values[n] - mean)
        return mean
    drawn, pick = _drawn(state), many - 1
    if kind != EQUAL:
        calls = 1 if nodes[kids[first], 0] == FOLD else 0
        pick = picked(kind, likes[street, held[player, street]] > 0, calls, many, drawn)
    upto = 0.0
    for n in range(many if kind == EQUAL else 0):
        chance = max(regrets[base + n], 0.0) / whole if whole > 0 else 1.0 / many
        totals[base + n] += np.float32(chance)
        upto += chance * (1 - ERRS) + ERRS / many
        if drawn < upto:
            pick, drawn = n, 2.0
    return _walk(
        kids[first + pick], me, kind, held, won, nodes, kids, starts, regrets, totals, likes, state
    )


@kernel
def _drawn(state: NDArray[np.uint64]) -> float:
    state[0] += np.uint64(1)
    return float(mixed(wide(state[1]), wide(state[0])) >> np.uint64(11)) * 2.0**-53


@kernel
def _deals(
    seed: int, number: int, sorted_: NDArray[np.int16], board: Ints, equities: Floats, places: Ints,
    keys: Keys, moves: Moves, slots: Values, suited: Values, held: NDArray[np.int64], won: Floats,
) -> None:  # fmt: skip
    """Hands for both players on one board: their buckets on each street, and what the first wins
    of each chip if no more is bet from there on: on average, on the river 1, 0 or -1.
    """
    cards, shown, taken = np.empty(4, np.int64), board.copy(), wide(0)
    for card in board:
        taken |= wide(1) << card
    for n in range(len(won)):
        gone, counter = taken, (number + n) << 6
        for at in range(4):
            cards[at], counter = card_beside(seed, counter, gone)
            gone |= wide(1) << cards[at]
        one, two = places[cards[0], cards[1]], places[cards[2], cards[3]]
        for street in range(4):
            held[n, 0, street], held[n, 1, street] = sorted_[street, one], sorted_[street, two]
        won[n, 0] = 2 * equities[sorted_[0, one], sorted_[0, two]] - 1
        shown[:] = board
        won[n, 3] = _ahead(shown, cards, keys, moves, slots, suited)
        _on_average(shown, cards, n, keys, moves, slots, suited, won[n])


@kernel
def _on_average(
    shown: Ints, cards: Ints, turn: int, keys: Keys, moves: Moves, slots: Values, suited: Values,
    won: Floats,
) -> None:  # fmt: skip
    """What an all-in wins on the turn, over all rivers; and on the flop, over some boards: every
    card as the turn with one as the river, in every deal another.
    """
    left, many, sums = np.empty(52, np.int64), 0, np.zeros(2)
    for card in range(52):
        if not (_among(card, shown[:3]) or _among(card, cards)):
            left[many] = card
            many += 1
    first, rivers = shown[3], 0
    for at in range(many):
        if left[at] != first:
            shown[3], shown[4] = first, left[at]
            sums[0] += _ahead(shown, cards, keys, moves, slots, suited)
            rivers += 1
        shown[3], shown[4] = left[at], left[(at + 1 + turn % (many - 1)) % many]
        sums[1] += _ahead(shown, cards, keys, moves, slots, suited)
    won[2], won[1] = sums[0] / rivers, sums[1] / many


@kernel
def _among(card: int, cards: Ints) -> bool:
    found = False
    for one in cards:
        found = found or one == card
    return found


@kernel
def _ahead(
    board: Ints, cards: Ints, keys: Keys, moves: Moves, slots: Values, suited: Values
) -> float:
    """1 if the first of two hands wins on five cards, -1 if the second does."""
    seven = np.empty(7, np.int64)
    seven[:5] = board
    base = buckets.five(seven, keys)
    seven[5], seven[6] = cards[0], cards[1]
    ours = buckets.seven(base, seven, keys, moves, slots, suited)
    seven[5], seven[6] = cards[2], cards[3]
    theirs = buckets.seven(base, seven, keys, moves, slots, suited)
    return 1.0 if ours > theirs else -1.0 if ours < theirs else 0.0


@kernel
def _learn(
    held: NDArray[np.int64], won: Floats, nodes: Ints, kids: Ints, starts: Ints,
    regrets: Singles, totals: Singles, likes: Marks, shares: Floats, state: NDArray[np.uint64],
) -> None:  # fmt: skip
    for n in range(len(won)):
        for me in range(2):
            drawn, kind = _drawn(state), 0
            while kind + 1 < len(shares) and drawn >= shares[kind]:
                drawn -= shares[kind]
                kind += 1
            _walk(0, me, kind, held[n], won[n], nodes, kids, starts, regrets, totals, likes, state)


def _board(number: int, seed: int, known: Bounds, held: NDArray[np.int64], won: Floats) -> None:
    """Deal a board, and hands of both players to it."""
    board = tuple(Random(f"{seed}/{number}").sample(range(52), 5))
    by_street = np.array([buckets.of_board(board[:n], known) for n in (0, 3, 4, 5)])
    _deals(
        seed, number * len(won), by_street, np.array(board, np.int64), allin.equities(), PLACES,
        *evaluator.tables(7), held, won,
    )  # fmt: skip


def learn(
    names: list[str], seconds: float, seed: int = 1
) -> Iterator[tuple[float, int, Bounds, dict[str, Lesson]]]:
    """Learn for this many CPU seconds; tells now and then how far it has come. Some games alone are
    learnt with the buckets of the others.
    """
    known = buckets.bounds() if {*names} == {*GROWERS} else load(names[0]).bounds
    lessons = {name: lesson(GROWERS[name]()) for name in names}
    held, won = np.empty((DEALS, 2, 4), np.int64), np.empty((DEALS, 4))
    state = np.array([0, seed + 7], np.uint64)
    chunk = 0
    while (spent := process_time()) < seconds:
        for number in range(chunk * BOARDS, (chunk + 1) * BOARDS):
            _board(number, seed, known, held, won)
            for name, one in lessons.items():
                _learn(held, won, *one, liked(), np.array(taught(name)), state)
        chunk += 1
        if chunk < STEADY:
            older = np.float32(chunk / (chunk + 1))
            for one in lessons.values():
                one.regrets[:] *= older
                one.totals[:] *= older
        yield spent, chunk * BOARDS * DEALS, known, lessons


def packed(known: Bounds, lessons: dict[str, Lesson], deals: int) -> dict[str, NDArray[Any]]:
    """What is shipped: bounds, and for each game the chances of each act in 255ths."""
    kept: dict[str, NDArray[Any]] = {
        "means": known.means.astype(np.float32),
        "spreads": known.spreads.astype(np.float32),
        "deals": np.array(deals),
    }
    for name, one in lessons.items():
        kept[name] = np.concatenate(
            [
                _chances(one.totals[start : start + many * buckets.MANY[street]], many)
                for (street, _, _, many, *_), start in zip(one.nodes, one.starts, strict=True)
                if 0 <= street < 3
            ]
        )
    return kept


def _chances(totals: Singles, many: int) -> NDArray[np.uint8]:
    rows = totals.reshape(-1, many).astype(float)
    whole = rows.sum(axis=1, keepdims=True)
    rows = np.where(whole > 0, rows / np.where(whole > 0, whole, 1), 1 / many)
    return np.round(rows * 255).astype(np.uint8).ravel()


class Blueprint(NamedTuple):
    """A tree with a strategy for each bucket, up to the turn."""

    tree: Tree
    bounds: Bounds
    starts: Ints
    chances: NDArray[np.uint8]

    def strategy(self, at: int) -> Floats:
        """The chance of each act (rows) in each bucket (columns) at a node."""
        street, many = int(self.tree.nodes[at, 0]), int(self.tree.nodes[at, 3])
        size, start = buckets.MANY[street], self.starts[at]
        rows = self.chances[start : start + size * many].reshape(size, many).astype(float)
        found: Floats = (rows / rows.sum(axis=1, keepdims=True)).T
        return found


@cache
def load(name: str) -> Blueprint:
    """What was learnt for a game."""
    with np.load(FILE) as kept:
        known = Bounds(kept["means"].astype(float), kept["spreads"].astype(float))
        chances = kept[name]
    tree, size = GROWERS[name](), 0
    starts = np.full(len(tree.nodes), -1, np.int64)
    for at, node in enumerate(tree.nodes):
        if 0 <= node[0] < 3:
            starts[at] = size
            size += int(node[3]) * buckets.MANY[node[0]]
    return Blueprint(tree, known, starts, chances)


def write(file: Path, known: Bounds, lessons: dict[str, Lesson], deals: int) -> None:
    """Keep what was learnt, and what is shipped of all other games."""
    with np.load(FILE) as shipped:
        kept = {name: shipped[name] for name in shipped if name in GROWERS}
    np.savez_compressed(file, **kept | packed(known, lessons, deals))
