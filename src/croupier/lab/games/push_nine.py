"""Push Nine in numbers: how hands are spread, and how often the best of them is a tie."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.core.cards import Card
from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.chance import DRAWS, card_beside
from croupier.lab.kernels.jit import kernel
from croupier.lab.odds import Odds
from croupier.ranks import pushnine

DEALS: Final = 22_100
SAMPLE: Final = 1_000_000
EXACT_PLAYERS: Final = 3
PLAYERS: Final = range(2, 10)


@cache
def threes() -> list[tuple[tuple[int, int, int], int, int]]:
    """Every three ranks: the ranks, their value, and how many hands have them."""
    found = []
    for ranks in combinations_with_replacement(range(13), 3):
        ways = prod(comb(4, ranks.count(rank)) for rank in set(ranks))
        cards = [Card(4 * rank + at) for at, rank in enumerate(ranks)]
        found.append((ranks, pushnine.value(cards), ways))
    return found


def spread() -> dict[str, Fraction]:
    """How likely each hand is, the best first."""
    counts: dict[int, int] = {}
    for _, value, ways in threes():
        counts[value] = counts.get(value, 0) + ways
    return {pushnine.name(v): Fraction(counts[v], DEALS) for v in sorted(counts, reverse=True)}


def push_chance(players: int) -> tuple[float, float, Fraction | None]:
    """How often the best hand is tied when all show: the chance, its error, and exactly."""
    if players <= EXACT_PLAYERS:
        exact = _exact(players)
        return float(exact), 0.0, exact
    chance = _sampled(players, SAMPLE, 9, _values()) / SAMPLE
    return chance, sqrt(chance * (1 - chance) / SAMPLE), None


def _exact(players: int) -> Fraction:
    """Every deal by ranks, the cards that others hold taken off."""
    ranks = np.array([three[0] for three in threes()])
    values = np.array([three[1] for three in threes()])
    tied, every = _count(players, ranks, values)
    return Fraction(int(tied), int(every))


@kernel
def ways_beside(ranks: Ints, left: Ints) -> int:
    """How many hands of these ranks the cards left allow."""
    a, b, c = ranks[0], ranks[1], ranks[2]
    if a == b and b == c:
        return int(left[a] * (left[a] - 1) * (left[a] - 2) // 6)
    if a == b:
        return int(left[a] * (left[a] - 1) // 2 * left[c])
    if b == c:
        return int(left[b] * (left[b] - 1) // 2 * left[a])
    return int(left[a] * left[b] * left[c])


@kernel
def _count(players: int, ranks: Ints, values: Ints) -> tuple[int, int]:
    """Deals in which the best is tied, and all deals, for two or three players."""
    left = np.full(13, 4)
    tied = every = 0
    for x in range(len(ranks)):
        first = ways_beside(ranks[x], left)
        for rank in ranks[x]:
            left[rank] -= 1
        for y in range(len(ranks)):
            second = ways_beside(ranks[y], left)
            if second <= 0:
                continue
            best, two = max(values[x], values[y]), values[x] == values[y]
            if players == 2:
                every += first * second
                tied += first * second if two else 0
                continue
            for rank in ranks[y]:
                left[rank] -= 1
            for z in range(len(ranks)):
                third = ways_beside(ranks[z], left)
                if third > 0:
                    every += first * second * third
                    if values[z] == best or (two and values[z] < best):
                        tied += first * second * third
            for rank in ranks[y]:
                left[rank] += 1
        for rank in ranks[x]:
            left[rank] += 1
    return tied, every


@cache
def _values() -> NDArray[np.int64]:
    """The value of any three ranks."""
    table = np.zeros((13, 13, 13), np.int64)
    for ranks, value, _ in threes():
        for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
            table[ranks[a], ranks[b], ranks[c]] = value
    return table


@kernel
def _sampled(players: int, deals: int, seed: int, values: NDArray[np.int64]) -> int:
    tied = 0
    hand = np.zeros(3, np.int64)
    for n in range(deals):
        counter, taken, best, many = n * DRAWS, 0, -1, 0
        for _ in range(players):
            for at in range(3):
                hand[at], counter = card_beside(seed, counter, taken)
                taken |= 1 << hand[at]
            value = values[hand[0] >> 2, hand[1] >> 2, hand[2] >> 2]
            if value > best:
                best, many = value, 1
            elif value == best:
                many += 1
        tied += many > 1
    return tied


def odds(rules: Any = None) -> Odds:  # noqa: ARG001 - no rule of the house changes a chance.
    """The hands and the chance of a push; the house takes a collection and has no edge."""
    pushes = {players: push_chance(players) for players in PLAYERS}
    hands = spread()
    return Odds(
        game="push-nine",
        house_edge=None,
        house_edge_float=None,
        average_bet=None,
        std_dev=None,
        frequencies={
            **{name: float(share) for name, share in hands.items()},
            **{f"push with {n} players": chance for n, (chance, _, _) in pushes.items()},
        },
        bets={},
        spreads={},
        errors={f"push with {n} players": e for n, (_, e, _) in pushes.items() if e},
        exact=False,
        method="all hands by ranks; ties of two and three players over every deal, of more sampled",
        notes=(
            "players play each other: there is no house edge, only the collection (PN-36)",
            "a push is counted as if nobody folded; hands and two or three players are exact",
            f"four players and more: {SAMPLE:,} deals, with a standard error below 0.0005",
        ),
        details={
            "hands_exact": {name: str(share) for name, share in hands.items()},
            "pushes": {
                str(n): {"chance": c, "standard_error": e, "exact": str(x) if x else None}
                for n, (c, e, x) in pushes.items()
            },
        },
    )
