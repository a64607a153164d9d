"""Which hands two players hold, by what they have done: Bayes with the blueprint's strategy, and
with the characters that the other may be.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.twentyone import Floats
from croupier.lab.solve import allin, blueprint, buckets, characters
from croupier.lab.solve.blueprint import Blueprint
from croupier.lab.solve.characters import EQUAL, STUBBORN, liked
from croupier.lab.solve.trees import FOLD
from croupier.lab.strong.reading import Act, Story

HANDS: Final = buckets.HANDS
NUMBER: Final = {(int(a), int(b)): at for at, (a, b) in enumerate(HANDS)}
ANYHOW: Final = 0.1
"""How often an equal is thought to act without looking: no hand is ever ruled out."""


class Followed(NamedTuple):
    """Where the acts of a hand have led in the blueprint's tree; no node: it knows them not.

    Ranges have a row of all hands for each character that a player may be.
    """

    plan: Blueprint
    node: int | None
    begun: tuple[Floats, Floats]
    """Of the player with the button and of the other, when the street began."""
    now: tuple[Floats, Floats]
    """The same, with what was done on this street."""


@lru_cache(64)
def of_board(board: tuple[int, ...], name: str) -> NDArray[np.int16]:
    """The bucket of every hand on a board."""
    return buckets.of_board(board, blueprint.load(name).bounds)


def follow(story: Story, name: str) -> Followed:
    """Walk the tree along the acts of a hand between two players."""
    plan, street = blueprint.load(name), 0
    node: int | None = 0
    now = _anybody(story.board, name), _anybody(story.board, name)
    begun = now[0].copy(), now[1].copy()
    told: dict[int, Floats] = {}
    for act in story.acts:
        if act.street != street:
            street, begun, told = act.street, (now[0].copy(), now[1].copy()), {}
        player = 0 if act.seat == story.first else 1
        if node is not None and plan.tree.nodes[node, 0] > act.street and act.what == "call":
            continue  # What was bet is so little that the tree has a check for it.
        if node is None or plan.tree.nodes[node, 0] != act.street or act.street > 2:
            node = None
            continue
        if not beyond(plan, node, act):
            held = of_board(story.board[: (0, 3, 4, 5)[act.street]], name)
            at = chosen(plan, node, act)
            told[player] = likely(plan, node, at, held, act.what in ("bet", "raise"))
            node = plan.tree.children(node)[at]
        now[player][:] *= told.get(player, 1.0)
    begun = begun if story.street == street else now
    known = node is not None and plan.tree.nodes[node, 0] == story.street
    return Followed(plan, node if known else None, begun, now)


def _anybody(board: tuple[int, ...], name: str) -> Floats:
    """Every hand that the board leaves, of everybody who may sit there."""
    return np.array(characters.met(name))[:, None] * ~buckets.taken(board)


def beyond(plan: Blueprint, node: int, act: Act) -> bool:
    """Whether this is one more raise than the tree has: a limit table lets two raise on. Whoever
    raises again says again what the last raise said.
    """
    return act.what in ("bet", "raise") and not parts(plan, node)


def likely(plan: Blueprint, node: int, at: int, held: NDArray[np.int16], raised: bool) -> Floats:
    """How often each hand of each character does this at a node. A bet so small that the tree takes
    it for a check is made by no equal who looks.
    """
    street, many, calls = *(int(plan.tree.nodes[node, n]) for n in (0, 3)), int(folds(plan, node))
    likes, done = liked(), min(max(at, calls + raised), many - 1)
    stays = [likes[street][held]] * STUBBORN + [likes[0][buckets.starting()]]
    rows = [characters.likely(kind, stays[kind], calls, many, done) for kind in range(len(stays))]
    looks = (1 - ANYHOW) * (at == done)
    rows[EQUAL] = looks * np.where(held < 0, 0.0, plan.strategy(node)[at][held]) + ANYHOW / many
    return np.array(rows)


def chosen(plan: Blueprint, node: int, act: Act) -> int:
    """The act of the tree that comes nearest to what was done; little more than nothing is a check
    or call.
    """
    owed = folds(plan, node)
    if act.what == "fold":
        return 0
    if act.what in ("check", "call"):
        return int(owed)
    sizes = parts(plan, node)
    if not sizes:
        return int(owed)
    call = act.stands - act.own
    part = (act.to - act.stands) / max(act.pot + call, 1)
    return int(owed) + nearest([0.0, *sizes], part)


def folds(plan: Blueprint, node: int) -> bool:
    """Whether there is a bet to fold to."""
    return bool(plan.tree.nodes[plan.tree.children(node)[0], 0] == FOLD)


def parts(plan: Blueprint, node: int) -> list[float]:
    """The raises of a node in parts of the pot after a call."""
    nodes, player = plan.tree.nodes, int(plan.tree.nodes[node, 1])
    stands = int(nodes[node, 4 + 1 - player])
    kids = plan.tree.children(node)[folds(plan, node) + 1 :]
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


def strength(board: tuple[int, ...], weights: Floats) -> Floats:
    """What part of the pot every hand wins against a range, on average."""
    if len(board) == 5:
        return buckets.on_river(board, weights)[1]
    if board:
        return buckets.features(board, weights)[0]
    classes = buckets.starting()
    each = np.bincount(classes, weights) / np.bincount(classes)
    met = allin.pairs() * each
    found: Floats = ((allin.equities() * met).sum(axis=1) / met.sum(axis=1))[classes]
    return found
