"""The walk through a subgame with whole ranges: Discounted CFR (Brown and Sandholm 2019), best
responses and values, in one kernel.

Hands are numbered; a range is a weight for each. At a node each player's *reach* is a weight for
each hand: how often it comes here. Regrets and totals lie act by act, each a row of hands.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.jit import kernel
from croupier.lab.kernels.twentyone import Floats

DECIDE, FOLD, SHOW, DEAL = 0, 1, 2, 3
PUT, BOARD, START = 4, 6, 7
"""Columns of a node behind kind, player, first child and children; the chips are in two."""
DOES: Final = BOARD
"""Of a decision: which of its children callers take."""
TRAIN, AVERAGE, BEST = 0, 1, 2
CALLS: Final = 2
"""Beside the reach of both players: of that part of one that only checks and calls."""
ALPHA: Final = 1.5
BETA: Final = 0.5
GAMMA: Final = 3.0

Singles = NDArray[np.float32]
Cube = NDArray[np.float64]


@kernel
def showdown(
    reach: Floats, order: Ints, values: Ints, a: Ints, b: Ints, by_card: Floats, out: Floats
) -> None:
    """What each hand wins less what it loses against a range: two passes over the sorted hands,
    with running sums for the cards that both would need.
    """
    many = order.size
    for turn in range(2):
        by_card[:] = 0.0
        whole, at = 0.0, 0
        while at < many:
            first = at
            value = values[order[at] if turn == 0 else order[many - 1 - at]]
            while at < many:
                hand = order[at] if turn == 0 else order[many - 1 - at]
                if values[hand] != value:
                    break
                beaten = whole - by_card[a[hand]] - by_card[b[hand]]
                if turn == 0:
                    out[hand] = beaten
                else:
                    out[hand] -= beaten
                at += 1
            for again in range(first, at):
                hand = order[again] if turn == 0 else order[many - 1 - again]
                weight = reach[hand]
                if weight != 0.0:
                    whole += weight
                    by_card[a[hand]] += weight
                    by_card[b[hand]] += weight


@kernel
def facing(reach: Floats, a: Ints, b: Ints, by_card: Floats, out: Floats) -> None:
    """How much of a range each hand can meet."""
    by_card[:] = 0.0
    whole = 0.0
    for hand in range(reach.size):
        weight = reach[hand]
        whole += weight
        by_card[a[hand]] += weight
        by_card[b[hand]] += weight
    for hand in range(reach.size):
        out[hand] = whole - by_card[a[hand]] - by_card[b[hand]] + reach[hand]


@kernel
def mixed(source: Singles, start: int, many: int, hands: int, chances: Cube) -> None:
    """The chance of each act for each hand: in proportion to what speaks for it."""
    for hand in range(hands):
        whole = 0.0
        for act in range(many):
            whole += max(source[start + act * hands + hand], 0.0)
        for act in range(many):
            part = max(source[start + act * hands + hand], 0.0)
            chances[act, hand] = part / whole if whole > 0 else 1.0 / many


@kernel
def ended(
    kind: int, lost: float, board: int, theirs: Floats, a: Ints, b: Ints, order: Ints,
    values: Ints, by_card: Floats, out: Floats,
) -> None:  # fmt: skip
    """A fold or a showdown for this many chips."""
    if kind == FOLD:
        facing(theirs, a, b, by_card, out)
    else:
        showdown(theirs, order[board], values[board], a, b, by_card, out)
    for hand in range(out.size):
        out[hand] *= lost


@kernel
def walk(
    at: int, depth: int, me: int, mode: int, time: int, scale: float, pot: float,
    nodes: Ints, kids: Ints, cards: Ints, a: Ints, b: Ints, order: Ints, values: Ints,
    regrets: Singles, totals: Singles, reach: Cube, worth: Cube, gains: Cube, chances: Cube,
    by_card: Floats, passive: int, everybody: Floats,
) -> None:  # fmt: skip
    """What each hand of a player gains from a node on, into `worth[depth]`; learns in `TRAIN`.

    `reach[depth, player]` says how often each hand comes here, `scale` the chance of one card.
    Part of the player `passive` (-1: of nobody) only checks and calls; it comes by
    `reach[depth, CALLS]`.
    """
    hands = a.size
    kind, player, first, many = nodes[at, 0], nodes[at, 1], nodes[at, 2], nodes[at, 3]
    mine, theirs, out = reach[depth, me], reach[depth, 1 - me], worth[depth]
    if kind in (FOLD, SHOW):
        won = pot / 2 + nodes[at, PUT + 1 - me]
        if kind == FOLD and player == me:
            won = -(pot / 2 + nodes[at, PUT + me])
        everybody[:] = theirs
        if passive == 1 - me:
            everybody += reach[depth, CALLS]
        ended(kind, won, nodes[at, BOARD], everybody, a, b, order, values, by_card, out)
        return
    stays = passive >= 0 and kind == DECIDE and player == passive
    calls = nodes[at, DOES]
    if kind == DEAL:
        out[:] = 0.0
    else:
        mixed(regrets if mode == TRAIN else totals, nodes[at, START], many, hands, chances[depth])
    for n in range(many):
        card = cards[first + n]
        for hand in range(hands):
            ours, others = mine[hand], theirs[hand]
            if kind == DEAL:
                if a[hand] == card or b[hand] == card:
                    ours = others = 0.0
            elif player == me:
                ours *= chances[depth, n, hand]
            else:
                others *= chances[depth, n, hand]
            reach[depth + 1, me, hand], reach[depth + 1, 1 - me, hand] = ours, others
        if passive >= 0:
            for hand in range(hands):
                gone = kind == DEAL and (a[hand] == card or b[hand] == card)
                stop = gone or (stays and n != calls)
                reach[depth + 1, CALLS, hand] = 0.0 if stop else reach[depth, CALLS, hand]
        walk(
            kids[first + n], depth + 1, me, mode, time, scale, pot, nodes, kids, cards, a, b,
            order, values, regrets, totals, reach, worth, gains, chances, by_card, passive,
            everybody,
        )  # fmt: skip
        below = worth[depth + 1]
        for hand in range(hands):
            if kind == DEAL:
                if a[hand] != card and b[hand] != card:
                    out[hand] += below[hand] * scale
            elif player != me:
                out[hand] = below[hand] + (out[hand] if n else 0.0)
            elif mode == BEST:
                out[hand] = max(below[hand], out[hand]) if n else below[hand]
            else:
                gains[depth, n, hand] = below[hand]
                part = below[hand] * chances[depth, n, hand]
                out[hand] = part + (out[hand] if n else 0.0)
    if kind == DECIDE and mode == TRAIN and player == me:
        rise, fade = time**ALPHA / (time**ALPHA + 1), (time / (time + 1)) ** GAMMA
        for act in range(many):
            row = nodes[at, START] + act * hands
            for hand in range(hands):
                old = regrets[row + hand]
                old *= rise if old > 0 else BETA
                regrets[row + hand] = old + gains[depth, act, hand] - out[hand]
                part = mine[hand] * chances[depth, act, hand]
                totals[row + hand] = totals[row + hand] * fade + part
