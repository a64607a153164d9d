"""Tests of deals as such: cards and places, what follows what, cuts, dice and lots."""

from collections.abc import Callable
from itertools import permutations
from math import comb, exp, factorial, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.lab.rng.chances import of_counts, of_normal, of_squares
from croupier.lab.rng.draws import DICE, LOTS, PLACES, Draws, Numbers
from croupier.ranks import high

Test = Callable[[Draws], float]
Cards = NDArray[np.integer[Any]]

FIVES: Final = {
    "straight flush": 40,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "high card": 1_302_540,
}
"""How many of the 2,598,960 hands of five cards are of each class."""


def places(draws: Draws) -> float:
    """Every card lies at every place as often as at any other."""
    counts = np.zeros((PLACES, PLACES), np.int64)
    for place in range(PLACES):
        counts[place] = np.bincount(draws.orders[:, place], minlength=PLACES)
    # Rows and columns have fixed sums, which leaves (52 - 1)**2 free counts.
    return of_counts(counts, len(draws.orders) / PLACES, (PLACES - 1) ** 2, (PLACES - 1) / PLACES)


def first_two(draws: Draws) -> float:
    """Any two cards lie on top."""
    return _pairs(draws.orders[:, 0], draws.orders[:, 1])


def last_two(draws: Draws) -> float:
    """Any two cards lie at the bottom."""
    return _pairs(draws.orders[:, -1], draws.orders[:, -2])


def _pairs(one: Cards, other: Cards) -> float:
    counts = _table(one, other, PLACES)
    different = counts[~np.eye(PLACES, dtype=bool)]
    return of_counts(different, len(one) / (PLACES * (PLACES - 1)))


def _table(one: Cards, other: Cards, size: int) -> Numbers:
    both = np.bincount(one.astype(np.int64) * size + other, minlength=size * size)
    return both.reshape(size, size)


def next_deal(draws: Draws) -> float:
    """The card on top says nothing about the card on top of the next deal."""
    top = draws.orders[:, 0]
    counts = _table(top[:-1], top[1:], PLACES)
    return of_counts(counts, (len(top) - 1) / PLACES**2)


def five_orders(draws: Draws) -> float:
    """Five cards at the top, and five in the middle, lie in any order."""
    numbers = {order: at for at, order in enumerate(permutations(range(5)))}
    some = np.concatenate([draws.orders[:, :5], draws.orders[:, 24:29]])
    found = [numbers[tuple(row)] for row in some.argsort(1).tolist()]
    return of_counts(np.bincount(found, minlength=len(numbers)), len(found) / len(numbers))


def descents(draws: Draws) -> float:
    """As many cards lie above a lower one as should: packs that were riffled too little differ."""
    orders = draws.orders.astype(np.int64)
    mean = float((orders[:, 1:] < orders[:, :-1]).sum(1).mean())
    return of_normal((mean - (PLACES - 1) / 2) / sqrt((PLACES + 1) / 12 / len(orders)))


def unmoved(draws: Draws) -> float:
    """Cards stay in their places as often as they should: one in a deal on average."""
    stayed = np.minimum((draws.orders == np.arange(PLACES)).sum(1), 4)
    chances = [exp(-1) / factorial(many) for many in range(4)]
    expected = np.array([*chances, 1 - sum(chances)]) * len(stayed)
    return of_counts(np.bincount(stayed, minlength=5), expected)


def poker_hands(draws: Draws) -> float:
    """The first five cards are as good as five cards are; the rare classes count as one."""
    classes = [high.category(high.value(row)) for row in draws.orders[:, :5].tolist()]
    counts = np.bincount(classes, minlength=9)[::-1]
    many = np.array(list(FIVES.values()))
    rare = many / comb(52, 5) * len(classes) < 5
    expected = many / comb(52, 5) * len(classes)
    seen = [counts[rare].sum(), *counts[~rare]] if rare.any() else list(counts)
    wanted = [expected[rare].sum(), *expected[~rare]] if rare.any() else list(expected)
    return of_counts(seen, wanted)


def repeated(draws: Draws) -> float:
    """No order comes twice: of 52! orders it never should."""
    return 1.0 if len(np.unique(draws.orders, axis=0)) == len(draws.orders) else 0.0


def cuts(draws: Draws) -> float:
    """Every place is cut at as often as any other."""
    counts = np.bincount(draws.cuts, minlength=PLACES)[1:]
    return of_counts(counts, len(draws.cuts) / (PLACES - 1))


def dice(draws: Draws) -> float:
    """All throws of three dice are equally likely."""
    throws = draws.dice @ np.array([36, 6, 1])
    return of_counts(np.bincount(throws, minlength=216), len(throws) / 6 ** len(DICE))


def next_throw(draws: Draws) -> float:
    """A throw says nothing about the next one."""
    every = draws.dice.reshape(-1)
    return of_counts(_table(every[:-1], every[1:], 6), (every.size - 1) / 36)


def lots(draws: Draws) -> float:
    """Numbers below every bound are equally likely."""
    squares, freedom = 0.0, 0
    for at, bound in enumerate(LOTS):
        expected = len(draws.lots) / bound
        counts = np.bincount(draws.lots[:, at], minlength=bound)
        squares += float(((counts - expected) ** 2).sum() / expected)
        freedom += bound - 1
    return of_squares(squares, freedom)


TESTS: Final[dict[str, Test]] = {
    "cards and places": places,
    "first two cards": first_two,
    "last two cards": last_two,
    "this deal and the next": next_deal,
    "orders of five": five_orders,
    "descents": descents,
    "cards that stay": unmoved,
    "poker hands": poker_hands,
    "no order twice": repeated,
    "cuts": cuts,
    "dice": dice,
    "this throw and the next": next_throw,
    "lots": lots,
}
