"""Hands and ranges against each other, for the equity page: the whole, and hand by hand.

The equities are those of `croupier.lab.equities`; here is only how much may be asked for at once.
"""

from collections.abc import Sequence
from typing import Any, Final

from croupier.core.cards import RANKS, distinct, text
from croupier.lab import ranges
from croupier.lab.equities import equities
from croupier.lab.kernels import equity
from croupier.lab.odds import Unanswerable

Hand = tuple[int, ...]

COUNTED: Final = 2 * 10**8
"""Hands that are ranked to count every deal; more, and some deals are sampled."""
SAMPLES: Final = 400_000
"""Deals of a whole question that is sampled."""
CELL_SAMPLES: Final = 6_000
"""Deals for one class of hands of a range."""
MOST_CELLS: Final = 169


def matchup(game: str, hands: Sequence[str], board: str, dead: str) -> dict[str, Any]:
    """The part of all pots that each wins; of a range also what each class of its hands wins."""
    if game not in equity.HOLE:
        raise Unanswerable(f"there is no equity of {game!r}: it is {', '.join(equity.HOLE)}")
    whole = _fare(game, hands, board, dead, SAMPLES)
    # Players with the same range win the same of each of its classes.
    cells = {hand: _cells(game, hands, hands.index(hand), board, dead) for hand in set(hands)}
    return {**whole, "cells": [cells[hand] for hand in hands]}


def _fare(game: str, hands: Sequence[str], board: str, dead: str, samples: int) -> dict[str, Any]:
    lies = frozenset(distinct(board)) | frozenset(distinct(dead))
    some = [_read(game, hand, lies) for hand in hands]
    dear = equity.work(game, some, tuple(distinct(board)), tuple(distinct(dead))) > COUNTED
    return equities(game, hands, board, dead, samples=samples if dear else None).data()


def _read(game: str, written: str, gone: frozenset[int]) -> Any:
    return (ranges.holdem if equity.HOLE[game] == 2 else ranges.omaha)(written, gone)


def _cells(game: str, hands: Sequence[str], at: int, board: str, dead: str) -> list[dict[str, Any]]:
    """What each class of a range wins, in the order of the chart; nothing of a single hand."""
    gone = frozenset(distinct(board)) | frozenset(distinct(dead))
    classes = _classes(game, hands[at], gone)
    if not 1 < len(classes) <= MOST_CELLS:
        return []
    found = []
    for name, written in classes.items():
        against = [*hands[:at], written, *hands[at + 1 :]]
        one = _fare(game, against, board, dead, CELL_SAMPLES)["players"][at]
        error = one["standard_error"]
        found.append({"name": name, "equity": one["equity"], "standard_error": error})
    return found


def _classes(game: str, written: str, gone: frozenset[int]) -> dict[str, str]:
    """The hands of a range by their class, each written out with its weight."""
    if equity.HOLE[game] != 2:
        words = [word.strip() for word in written.replace(";", ",").split(",") if word.strip()]
        return {word: word for word in words}
    found: dict[str, list[str]] = {}
    read = _read(game, written, gone)
    weights = read if isinstance(read, dict) else dict.fromkeys(read, 1)
    for hand, often in weights.items():
        weight = "" if often == 1 else f":{float(often):.6f}"
        found.setdefault(class_of(hand), []).append(text(hand).replace(" ", "") + weight)
    return {name: ",".join(some) for name, some in found.items()}


def class_of(hand: Hand) -> str:
    """`AKs`, `AKo` or `QQ`: the cell of the chart that two cards lie in."""
    (high, one), (low, other) = sorted((divmod(card, 4) for card in hand), reverse=True)
    kind = "" if high == low else "s" if one == other else "o"
    return RANKS[high] + RANKS[low] + kind
