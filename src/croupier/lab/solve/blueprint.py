"""The blueprint: how to play hold'em between two players, learnt from random deals.

External-sampling MCCFR (Lanctot et al. 2009) on the trees of `trees` and the buckets of `buckets`,
with linear weights. The other player errs now and then on purpose, so that answers to rare acts are
learnt too. What is kept is the average strategy up to the turn; rivers are searched at the table.
"""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
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
from croupier.lab.solve import buckets, trees
from croupier.lab.solve.buckets import Bounds
from croupier.lab.solve.trees import FOLD, SHOW, Tree

FILE: Final = Path(__file__).with_name("blueprint.npz")
ERRS: Final = 0.06
"""How often the other player takes any act at all."""
CHUNK: Final = 10_000
"""Deals between two looks at the clock; until `STEADY` chunks old ones lose weight each time."""
STEADY: Final = 400
PASSES: Final = 4
"""How often a deal is played: to sort it into buckets costs more than to play it."""
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
    at: int, me: int, held: Ints, won: float, nodes: Ints, kids: Ints, starts: Ints,
    regrets: Singles, totals: Singles, state: NDArray[np.uint64],
) -> float:  # fmt: skip
    """What the learner `me` gains from a node on; its acts are all tried, the other's drawn."""
    street, player, first, many = nodes[at, 0], nodes[at, 1], nodes[at, 2], nodes[at, 3]
    if street == FOLD:
        return float(-nodes[at, 4 + me]) if player == me else float(nodes[at, 5 - me])
    if street == SHOW:
        return float(won * nodes[at, 4]) if me == 0 else float(-won * nodes[at, 4])
    base = starts[at] + held[player, street] * many
    whole = 0.0
    for n in range(many):
        whole += max(regrets[base + n], 0.0)
    if player == me:
        values, mean = np.empty(many), 0.0
        for n in range(many):
            values[n] = _walk(
                kids[first + n], me, held, won, nodes, kids, starts, regrets, totals, state
            )
            mean += values[n] * (max(regrets[base + n], 0.0) / whole if whole > 0 else 1.0 / many)
        for n in range(many):
            regrets[base + n] += np.float32(values[n] - mean)
        return mean
    state[0] += np.uint64(1)
    drawn = float(mixed(wide(state[1]), wide(state[0])) >> np.uint64(11)) * 2.0**-53
    pick, upto = many - 1, 0.0
    for n in range(many):
        chance = max(regrets[base + n], 0.0) / whole if whole > 0 else 1.0 / many
        totals[base + n] += np.float32(chance)
        upto += chance * (1 - ERRS) + ERRS / many
        if drawn < upto:
            pick, drawn = n, 2.0
    return _walk(kids[first + pick], me, held, won, nodes, kids, starts, regrets, totals, state)


@kernel
def _deal(
    seed: int, number: int, means: Floats, spreads: Floats,
    keys: Keys, moves: Moves, slots: Values, suited: Values, held: Ints,
) -> float:  # fmt: skip
    """Nine cards: the buckets of both players on each street; 1, 0 or -1 for the first winning."""
    cards, taken, counter = np.empty(9, np.int64), wide(0), number << 8
    for at in range(9):
        cards[at], counter = card_beside(seed, counter, taken)
        taken |= wide(1) << cards[at]
    hand, worth = np.empty(7, np.int64), np.empty(2, np.int64)
    hand[:5] = cards[4:]
    base = buckets.five(hand, keys)
    for player in range(2):
        a, b = cards[2 * player], cards[2 * player + 1]
        for street in range(4):
            known = street + 2 if street else 0
            held[player, street] = buckets.bucket(
                a, b, cards[4 : 4 + known], means, spreads, keys, moves, slots, suited
            )
        hand[5], hand[6] = a, b
        worth[player] = buckets.seven(base, hand, keys, moves, slots, suited)
    return float(np.sign(worth[0] - worth[1]))


@kernel
def _deals(
    seed: int, number: int, count: int, means: Floats, spreads: Floats,
    keys: Keys, moves: Moves, slots: Values, suited: Values, held: NDArray[np.int64],
    won: Floats,
) -> None:  # fmt: skip
    for n in range(count):
        won[n] = _deal(seed, number + n, means, spreads, keys, moves, slots, suited, held[n])


@kernel
def _learn(
    held: NDArray[np.int64], won: Floats, nodes: Ints, kids: Ints, starts: Ints,
    regrets: Singles, totals: Singles, state: NDArray[np.uint64],
) -> None:  # fmt: skip
    for n in range(len(won)):
        for me in range(2):
            _walk(0, me, held[n], won[n], nodes, kids, starts, regrets, totals, state)


def learn(
    names: list[str], seconds: float, seed: int = 1
) -> Iterator[tuple[float, int, Bounds, dict[str, Lesson]]]:
    """Learn for this many CPU seconds; tells now and then how far it has come."""
    known = buckets.bounds()
    lessons = {name: lesson(GROWERS[name]()) for name in names}
    held, won = np.empty((CHUNK, 2, 4), np.int64), np.empty(CHUNK)
    state = np.array([0, seed + 7], np.uint64)
    chunk = 0
    while (spent := process_time()) < seconds:
        _deals(
            seed, chunk * CHUNK, CHUNK, known.means, known.spreads, *evaluator.tables(7), held, won
        )
        for one in lessons.values():
            for _ in range(PASSES):
                _learn(held, won, *one, state)
            if chunk < STEADY:
                older = np.float32((chunk + 1) / (chunk + 2))
                one.regrets[:] *= older
                one.totals[:] *= older
        chunk += 1
        yield spent, chunk * CHUNK, known, lessons


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
    """Keep what was learnt."""
    np.savez_compressed(file, **packed(known, lessons, deals))  # type: ignore[arg-type]
