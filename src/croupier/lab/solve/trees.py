"""Betting trees of hold'em between two players, as arrays that kernels walk.

Player 0 has the button and the small blind: first to act before the flop, last after it. Amounts
are in small blinds of half a big blind, and what a player has put in counts from the first blind.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from croupier.lab.kernels.boards import Ints

FOLD: Final = -1
SHOW: Final = -2
STREET, PLAYER, FIRST, MANY, PUT = 0, 1, 2, 3, 4
"""Columns of a node; the chips of both players are in the last two."""

Raises = Callable[[int, int, int, int], list[int]]
"""What a raise may be to: street, what stands, what is owed, raises so far."""


class Tree(NamedTuple):
    """Nodes with street or FOLD or SHOW, player (of a showdown: the street of the last bets), first
    child, children, and the chips of both.
    """

    nodes: Ints
    kids: Ints

    def children(self, at: int) -> list[int]:
        """The nodes behind a node, in the order of its acts: fold, call or check, raises."""
        first, many = self.nodes[at, FIRST], self.nodes[at, MANY]
        return [int(kid) for kid in self.kids[first : first + many]]


def grown(stack: int, raises: Raises) -> Tree:
    """The tree of all acts of two stacks of this size."""
    nodes: list[tuple[int, ...]] = []
    kids: list[int] = []

    def end(kind: int, who: int, put: tuple[int, int]) -> int:
        nodes.append((kind, who, 0, 0, *put))
        return len(nodes) - 1

    def grow(street: int, put: tuple[int, int], player: int, made: int, opened: bool) -> int:
        at, stands, owed = len(nodes), put[1 - player], put[1 - player] - put[player]
        nodes.append(())
        found = [end(FOLD, player, put)] if owed else []
        even = (stands, stands)
        if not opened:
            found.append(grow(street, even, 1 - player, made, True))
        elif street == 3 or stands == stack:
            found.append(end(SHOW, street, even))
        else:
            found.append(grow(street + 1, even, 1, 0, False))
        for to in raises(street, stands, owed, made) if stands < stack else ():
            put_in = (to, put[1]) if player == 0 else (put[0], to)
            found.append(grow(street, put_in, 1 - player, made + 1, True))
        nodes[at] = (street, player, len(kids), len(found), *put)
        kids.extend(found)
        return at

    grow(0, (1, 2), 0, 0, False)
    return Tree(np.array(nodes, np.int64), np.array(kids, np.int64))


def no_limit(stack: int) -> Tree:
    """Half the pot and the pot as a first bet, the pot as a raise, and all-in at any time; rivers
    are searched at the table and need less here.
    """
    cap = 3, 2, 2, 1

    def raises(street: int, stands: int, owed: int, made: int) -> list[int]:
        parts = () if made >= cap[street] else (0.5, 1.0) if not made else (1.0,)
        pot, least = 2 * stands, max(owed, 2)
        tos = {min(stack, stands + max(least, round(part * pot))) for part in parts}
        return sorted(tos | {stack})

    return grown(stack, raises)


def limit(stack: int) -> Tree:
    """The lower limit on two streets, the upper on two; four bets, on the river two."""
    cap = 4, 4, 4, 2

    def raises(street: int, stands: int, _: int, made: int) -> list[int]:
        unit = 2 if street < 2 else 4
        bets = made + (street == 0)  # The big blind is the first bet.
        return [min(stack, stands + unit)] if bets < cap[street] else []

    return grown(stack, raises)
