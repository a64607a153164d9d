"""What a stack is worth in prizes: the Malmuth-Harville model, and the deals made by it.

The chance to come first is one's share of the chips; the next place is played for in the same way
among the rest.
"""

from collections.abc import Sequence
from fractions import Fraction
from heapq import nsmallest
from math import log
from random import Random
from typing import Final

Rational = int | Fraction
MOST_EXACT: Final = 15
"""With more players than this there are too many orders of finish to go through."""
FINISHES: Final = 100_000
"""How many finishes are drawn for more players."""


def worth(stacks: Sequence[Rational], prizes: Sequence[Rational]) -> list[Fraction]:
    """What each stack is worth, exactly. Stacks of nothing share the places behind the others."""
    alive = [i for i, stack in enumerate(stacks) if stack > 0]
    if len(alive) > MOST_EXACT:
        raise ValueError(f"more than {MOST_EXACT} players are not counted exactly")
    paid = [*prizes, *[0] * (len(stacks) - len(prizes))]
    values = iter(_by_places([stacks[i] for i in alive], paid[: len(alive)]))
    rest = Fraction(sum(paid[len(alive) : len(stacks)]), max(1, len(stacks) - len(alive)))
    return [next(values) if stack > 0 else rest for stack in stacks]


def estimated(
    stacks: Sequence[Rational], prizes: Sequence[Rational], chance: Random, finishes: int = FINISHES
) -> list[float]:
    """What each stack is worth, from finishes that are drawn: for more players than can be counted.

    A race in which everybody arrives after an exponential time, at the rate of their chips, ends in
    each order as often as the model says.
    """
    alive = [i for i, stack in enumerate(stacks) if stack > 0]
    paid = [*prizes, *[0] * (len(stacks) - len(prizes))]
    values = [0.0] * len(stacks)
    slowness = [-1 / float(stacks[i]) for i in alive]
    places = [float(prize) for prize in paid[: len(alive)] if prize]
    for _ in range(finishes):
        times = [log(1 - chance.random()) * slow for slow in slowness]
        first = nsmallest(len(places), range(len(alive)), key=times.__getitem__)
        for i, prize in zip(first, places, strict=True):
            values[alive[i]] += prize
    rest = sum(paid[len(alive) : len(stacks)]) / max(1, len(stacks) - len(alive))
    return [v / finishes if s > 0 else float(rest) for v, s in zip(values, stacks, strict=True)]


def _by_places(stacks: Sequence[Rational], prizes: Sequence[Rational]) -> list[Fraction]:
    """Over all sets of players who have the first places, in the order of their size."""
    n, total = len(stacks), sum(stacks)
    chances: dict[int, Fraction] = {0: Fraction(1)}
    values = [Fraction(0)] * n
    for place in range(sum(prize > 0 for prize in prizes)):
        after: dict[int, Fraction] = {}
        for taken, chance in chances.items():
            left = total - sum(stacks[i] for i in range(n) if taken >> i & 1)
            for i in range(n):
                if not taken >> i & 1:
                    part = chance * Fraction(stacks[i], left)
                    values[i] += part * prizes[place]
                    after[taken | 1 << i] = after.get(taken | 1 << i, Fraction(0)) + part
        chances = after
    return values


def icm_deal(stacks: Sequence[int], prizes: Sequence[int], unit: int) -> list[int]:
    """The prizes that are left, divided by what the stacks are worth, in whole units."""
    return whole(worth(stacks, prizes), sum(prizes[: len(stacks)]), unit)


def chip_chop(stacks: Sequence[int], prizes: Sequence[int], unit: int) -> list[int]:
    """Everybody has the last prize that is left; the rest is divided by chips."""
    prizes = prizes[: len(stacks)]
    least = min(prizes) if len(prizes) == len(stacks) else 0
    rest, total = sum(prizes) - least * len(stacks), sum(stacks)
    return whole([Fraction(least) + Fraction(rest * s, total) for s in stacks], sum(prizes), unit)


def whole(shares: Sequence[Fraction], total: int, unit: int) -> list[int]:
    """Shares in whole units, each a unit from the truth at most; cents left over to the largest."""
    found = [int(share // unit) * unit for share in shares]
    units, cents = divmod(total - sum(found), unit)
    for i in sorted(range(len(shares)), key=lambda i: -(shares[i] % unit))[:units]:
        found[i] += unit
    found[max(range(len(found)), key=lambda i: shares[i])] += cents
    return found
