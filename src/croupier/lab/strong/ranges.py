"""Which hands two players hold, by what they have done: Bayes with the blueprint's strategy."""

from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.solve import blueprint, buckets
from croupier.lab.solve.blueprint import Blueprint
from croupier.lab.solve.trees import FOLD
from croupier.lab.strong.reading import Act, Story

HANDS: Final[Ints] = np.array(list(combinations(range(52), 2)), np.int64)
NUMBER: Final = {(int(a), int(b)): at for at, (a, b) in enumerate(HANDS)}
ANYHOW: Final = 0.2
"""How often a player is thought to act without looking: no hand is ever ruled out."""


class Followed(NamedTuple):
    """Where the acts of a hand have led in the blueprint's tree; no node: it knows them not."""

    plan: Blueprint
    node: int | None
    ranges: tuple[Floats, Floats]
    """Of the player with the button and of the other, when the street began."""
    now: tuple[Floats, Floats]
    """The same, with what was done on this street."""


@lru_cache(32)
def of_board(board: tuple[int, ...], name: str) -> NDArray[np.int16]:
    """The bucket of every hand on a board."""
    return buckets.of_hands(HANDS, board, blueprint.load(name).bounds)


def follow(story: Story, name: str) -> Followed:
    """Walk the tree along the acts of a hand between two players."""
    plan = blueprint.load(name)
    node: int | None = 0
    ranges = np.ones(len(HANDS)), np.ones(len(HANDS))
    begun, street = (ranges[0].copy(), ranges[1].copy()), 0
    for act in story.acts:
        if act.street != street:
            street, begun = act.street, (ranges[0].copy(), ranges[1].copy())
        player = 0 if act.seat == story.first else 1
        if node is None or plan.tree.nodes[node, 0] != act.street or act.street > 2:
            node = None
            continue
        at = chosen(plan, node, act)
        held = of_board(story.board[: (0, 3, 4, 5)[act.street]], name)
        ranges[player][:] *= likely(plan, node, at, held)
        node = plan.tree.children(node)[at]
    if story.street != street:
        begun = ranges
    gone = np.isin(HANDS, story.board).any(axis=1)
    for some in (*begun, *ranges):
        some[gone] = 0.0
    known = node is not None and plan.tree.nodes[node, 0] == story.street
    return Followed(plan, node if known else None, begun, ranges)


def likely(plan: Blueprint, node: int, at: int, held: NDArray[np.int16]) -> Floats:
    """How often each hand does this at a node."""
    table = plan.strategy(node)[at]
    even = 1 / int(plan.tree.nodes[node, 3])
    found: Floats = (1 - ANYHOW) * np.where(held < 0, 0.0, table[held]) + ANYHOW * even
    return found


def chosen(plan: Blueprint, node: int, act: Act) -> int:
    """The act of the tree that comes nearest to what was done."""
    folds = _folds(plan, node)
    if act.what == "fold":
        return 0
    if act.what in ("check", "call"):
        return int(folds)
    sizes = parts(plan, node)
    if not sizes:
        return int(folds)
    call = act.stands - act.own
    part = (act.to - act.stands) / max(act.pot + call, 1)
    return int(folds) + 1 + nearest(sizes, part)


def _folds(plan: Blueprint, node: int) -> bool:
    return bool(plan.tree.nodes[plan.tree.children(node)[0], 0] == FOLD)


def parts(plan: Blueprint, node: int) -> list[float]:
    """The raises of a node in parts of the pot after a call."""
    nodes, player = plan.tree.nodes, int(plan.tree.nodes[node, 1])
    stands = int(nodes[node, 4 + 1 - player])
    kids = plan.tree.children(node)[_folds(plan, node) + 1 :]
    return [(int(nodes[kid, 4 + player]) - stands) / (2 * stands) for kid in kids]


def nearest(sizes: list[float], part: float) -> int:
    """Which of two neighbouring sizes stands for one between them: the likelier by the
    pseudo-harmonic mapping (Ganzfried and Sandholm 2013).
    """
    above = next((at for at, size in enumerate(sizes) if size >= part), len(sizes) - 1)
    if above == 0 or sizes[above] <= part:
        return above
    low, high = sizes[above - 1], sizes[above]
    chance = (high - part) * (1 + low) / ((high - low) * (1 + part))
    return above - 1 if chance > 0.5 else above
