"""The solver's page: solutions as plain data, within what one question may cost.

How much is solved follows from the size of the question alone, never from the clock: the same
question has the same answer on a busy machine.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from croupier.core.cards import distinct, text
from croupier.lab import ranges
from croupier.lab.odds import Unanswerable
from croupier.lab.solve import pushfold
from croupier.lab.solve.subgames import Bets, Spot, Subgame, Tree

BUDGET: Final = 4 * 10**8
"""Chances of an act with a hand that are learnt for one answer: some ten seconds of one core."""
MOST_ROUNDS: Final = 600
LEAST_ROUNDS: Final = 60
"""With fewer a solution says little: such a tree is refused."""
MOST_SIZES: Final = 4
MOST_RAISES: Final = 3
MOST_CHIPS: Final = 10**9
MOST_PART: Final = 10
PUSHES: Final = 1_600
"""Rounds of push or fold between two; among more, fewer."""


def pushes(stacks: Sequence[float], prizes: Sequence[float]) -> dict[str, Any]:
    """Who pushes and who calls, by seat and starting hand; stacks in the order of acting."""
    if not all(0 <= prize <= MOST_CHIPS for prize in prizes) or len(prizes) > len(stacks):
        raise Unanswerable("name at most one prize for each player, none below 0")
    many = len(stacks)
    chart = pushfold.solve(stacks, prizes, PUSHES // max(1, many - 1))
    names = [pushfold.name(at) for at in range(169)]

    def by_hand(row: Any) -> dict[str, float]:
        return {name: round(float(share), 4) for name, share in zip(names, row, strict=True)}

    pairs = [(p, c) for p in range(many - 1) for c in range(p + 1, many)]
    return {
        "stacks": list(chart.stacks),
        "prizes": list(chart.prizes),
        "values": list(chart.values),
        "exploitability": chart.exploitability,
        "push": [{"seat": p, "hands": by_hand(row)} for p, row in enumerate(chart.push)],
        "call": [{"seat": c, "pusher": p, "hands": by_hand(chart.call[p, c])} for p, c in pairs],
    }


def subgame(
    board: str, held: Sequence[str], pot: int, stack: int, sizes: Sequence[float], raises: int
) -> dict[str, Any]:
    """The end of a hand from the turn or the river on, with whole ranges."""
    spot = _spot(board, pot, stack, sizes, raises)
    gone = frozenset(spot.board)
    some = [{h: float(w) for h, w in ranges.holdem(one, gone).items()} for one in held]
    rounds = _rounds(spot, len({*some[0], *some[1]}))
    game = Subgame(spot, some)
    if not game.ranges[0] @ game.meetings(0) > 0:
        raise Unanswerable("the ranges never meet: each hand of one needs a card of the other")
    game.learn(rounds)
    return _told(game)


def _spot(board: str, pot: int, stack: int, sizes: Sequence[float], raises: int) -> Spot:
    cards = tuple(int(card) for card in distinct(board))
    if len(cards) not in (4, 5) or max(cards) > 51:
        raise Unanswerable(
            "name the four cards of a turn or the five of a river;"
            " flops take too long here: use croupier solve flop"
        )
    if not 1 <= pot <= MOST_CHIPS or not 1 <= stack <= MOST_CHIPS:
        raise Unanswerable(f"pot and stack are 1 to {MOST_CHIPS:,}")
    if not 1 <= len(sizes) <= MOST_SIZES or not all(0 < part <= MOST_PART for part in sizes):
        raise Unanswerable(
            f"name 1 to {MOST_SIZES} bet sizes, parts of the pot above 0 and up to {MOST_PART}"
        )
    if not 0 <= raises <= MOST_RAISES:
        raise Unanswerable(f"a street has 0 to {MOST_RAISES} bets and raises beside all-in")
    return Spot(cards, pot, stack, Bets(tuple(sorted(sizes)), raises))


def _rounds(spot: Spot, hands: int) -> int:
    """As many as the budget allows."""
    dear = Tree(spot).grown().size * max(hands, 1)
    rounds = BUDGET // dear
    if rounds < LEAST_ROUNDS:
        raise Unanswerable(
            f"this tree is {LEAST_ROUNDS * dear / BUDGET:.1f} times what the desk solves: name"
            " narrower ranges, fewer bet sizes or raises, or use croupier solve"
        )
    return min(rounds, MOST_ROUNDS)


def _told(game: Subgame) -> dict[str, Any]:
    values = [game.value(me) for me in (0, 1)]
    weights = [game.ranges[me] * game.meetings(me) for me in (0, 1)]
    return {
        "board": text(game.spot.board),
        "pot": game.spot.pot,
        "stack": game.spot.stack,
        "rounds": game.done,
        "exploitability": game.exploitability(),
        "hands": [text(hand[::-1]).replace(" ", "") for hand in game.hands],
        "weights": [np.round(game.ranges[me], 4).tolist() for me in (0, 1)],
        "values": [np.round(row, 3).tolist() for row in values],
        "means": [float(v @ w / w.sum()) for v, w in zip(values, weights, strict=True)],
        "decisions": [
            {
                "line": line,
                "player": int(game.tree.nodes[node, 1]),
                "acts": game.acts(node),
                "chances": np.round(game.strategy(node), 3).tolist(),
            }
            for line, node in game.lines()
        ],
    }
