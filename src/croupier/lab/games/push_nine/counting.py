"""How often the best hand of Push Nine is tied, counted for any number of players.

It is not tied if one player has a value and all others less. For each value, think of the hands of
all players as a power of the sum of hands allowed; which cards it uses says how many deals it is.
Points are the same for tens and faces, so hands are summed by points (`kernels.pushes`), and hands
that are more than their points (straights, three of a kind, three faces) are taken off: those
without tens and faces at once, those with them by inclusion and exclusion, for they need their
ranks.
Straights and three of a kind are so few that the other hands can be any.

`scripts/make-counts pushes` writes what is kept beside this file.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, perm, prod
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from croupier.core.cards import Card
from croupier.lab.kernels import pushes
from croupier.lab.kernels.boards import Ints
from croupier.ranks import pushnine

COUNTED: Final = Path(__file__).with_name("counted.json")
MOST: Final = 9
FACES: Final = pushnine.THREE_FACES << 4
LEVELS: Final = (*range(10), FACES)
"""Values that are counted by points."""
TEN: Final = 8
ACE: Final = 12
RANKED: Final = (*range(TEN, ACE), 6, 7, ACE)
"""Tens, jacks, queens and kings, then eights, nines and aces."""

Ways = dict[tuple[int, ...], int]
"""Numbers of ways by how many cards of some ranks or sorts they use."""


@cache
def counted() -> dict[int, Fraction]:
    """The chance of a push by the number of players, as `counted.json` has it."""
    found = msgspec.json.decode(COUNTED.read_bytes(), type=dict[int, str])
    return {players: Fraction(chance) for players, chance in found.items()}


def chances(most: int, tell: Callable[[str], object] = str) -> dict[int, Fraction]:
    """The chance that the best hand is tied when all show, for 2 to `most` players."""
    untied = Counter[int]()
    for level in LEVELS:
        untied.update(_by_points(level, most))
        tell(f"best hand {pushnine.name(level)}")
    for level in _specials():
        untied.update(_special(level, most))
    tell("straights and three of a kind")
    return {n: 1 - Fraction(untied[n], perm(52, 3 * n)) for n in range(2, most + 1)}


def _value(ranks: tuple[int, ...]) -> int:
    return pushnine.value([Card(4 * rank + at) for at, rank in enumerate(ranks)])


def _orders(ranks: tuple[int, ...]) -> int:
    return factorial(3) // prod(factorial(ranks.count(rank)) for rank in set(ranks))


# By points.


def _by_points(level: int, most: int) -> dict[int, int]:
    """Deals, cards in order, in which one player has this value and all others less."""
    plain, ranked = _plain(level, most), _ranked(level, most)
    return {
        players: sum(
            comb(players, some)
            * (_met(ranked[some][0], plain[rest][1]) + _met(ranked[some][1], plain[rest][0]))
            for some in range(players + 1)
            for rest in (players - some,)
        )
        for players in range(2, most + 1)
    }


def _met(ranked: Ways, plain: Ways) -> int:
    """Deals of hands by rank beside hands by points: eights, nines and aces are in both."""
    return sum(
        ways
        * sum(
            more * perm(4, e + eights) * perm(4, n + nines) * perm(4, a + aces) * perm(16 - t, tens)
            for (aces, eights, nines, tens), more in plain.items()
        )
        for (t, e, n, a), ways in ranked.items()
    )


def _plain(level: int, most: int) -> list[tuple[Ways, Ways]]:
    """For each number of hands: ways with none of the level, and with one, all others lower."""
    sorts, lower = _sorts(level)
    codes, cards = _spelled()
    ways = np.zeros((pushes.STATES, 2 * len(pushes.PRIMES)), np.int64)
    ways[0, : len(pushes.PRIMES)] = 1
    found = []
    for hands in range(most + 1):
        if hands:
            ways = pushes.add_hand(hands, sorts, lower, codes, cards, ways)
        some = pushes.gathered(hands, cards, ways)
        found.append((_whole(some[..., :3]), _whole(some[..., 3:])))
    return found


def _sorts(level: int) -> tuple[Ints, int]:
    """Hands by points, those below the level first, and how many these are."""
    rows: list[list[tuple[int, int, int]]] = [[], []]
    for hand in combinations_with_replacement(range(10), 3):
        points = sum(hand) % 10
        pips = [pip for pip in hand if pip]
        at = [(pip + 11) % 13 for pip in pips]  # The ace is 12, a two 0.
        if (len(at) == 3 and _value(tuple(at)) >= FACES) or points > level:
            continue
        state = sum(5 ** (pip - 1) for pip in pips)
        bits = sum(16 ** (pip - 1) for pip in pips)
        rows[points == level].append((state, bits, _orders(hand)))
    return np.array(rows[0] + rows[1], np.int64).reshape(-1, 3), len(rows[0])


@cache
def _spelled() -> tuple[Ints, Ints]:
    return pushes.spelled()


def _whole(found: Ints) -> Ways:
    """The numbers of which these are the remainders."""
    every = prod(pushes.PRIMES)
    parts = [every // prime * pow(every // prime, -1, prime) for prime in pushes.PRIMES]
    return {
        place: sum(rest * part for rest, part in zip(found[place].tolist(), parts, strict=True))
        % every
        for place in map(tuple, np.argwhere(found.any(axis=-1)).tolist())
    }


def _ranked(level: int, most: int) -> list[tuple[Ways, Ways]]:
    """Hands with tens or faces that are more than their points, taken off; and one that counts."""
    off, own = [], []
    for ranks in combinations_with_replacement(range(13), 3):
        high = _value(ranks)
        if high < FACES or not set(ranks) & set(range(TEN, ACE)):
            continue
        points = sum((rank + 2) % 13 for rank in ranks if rank < TEN or rank == ACE) % 10
        hand = tuple(ranks.count(rank) for rank in RANKED), _orders(ranks)
        if points < level:
            off.append((hand[0], -hand[1]))
        if level in (high, points):
            own.append((hand[0], hand[1] if high == level else -hand[1]))
    none: Ways = {(0,) * 7: 1}
    one: Ways = {}
    found = []
    for _ in range(most + 1):
        found.append((_collected(none), _collected(one)))
        none, one = _dealt((none, off)), _dealt((one, off), (none, own))
    return found


def _dealt(*more: tuple[Ways, list[tuple[tuple[int, ...], int]]]) -> Ways:
    """One hand more, while there are four cards of each rank."""
    found: Ways = {}
    for before, hands in more:
        for (used, ways), (hand, orders) in product(before.items(), hands):
            both = tuple(a + b for a, b in zip(used, hand, strict=True))
            if max(both) <= 4:
                found[both] = found.get(both, 0) + ways * orders
    return found


def _collected(ways: Ways) -> Ways:
    """By how many tens and faces are used, their cards chosen, and eights, nines and aces."""
    found: Ways = {}
    for used, many in ways.items():
        place = (sum(used[:4]), *used[4:])
        found[place] = found.get(place, 0) + many * prod(perm(4, tens) for tens in used[:4])
    return found


# Straights and three of a kind.


def _specials() -> list[int]:
    values = {_value(ranks) for ranks in combinations_with_replacement(range(13), 3)}
    return sorted(value for value in values if value > FACES)


def _special(level: int, most: int) -> dict[int, int]:
    """Deals, cards in order, in which one player has this value and all others less."""
    threes = combinations_with_replacement(range(13), 3)
    hands = [ranks for ranks in threes if _value(ranks) >= level]
    ways: Ways = {(0,) * 15: 1}  # Cards of each rank, hands, hands that count.
    for at, ranks in enumerate(hands):
        later = {rank for more in hands[at + 1 :] for rank in more}
        ways = _some(ways, ranks, level, most)
        ways = _settled(ways, set(ranks) - later)
    return {
        players: sum(
            comb(players, used[13]) * many * perm(52 - 3 * used[13], 3 * (players - used[13]))
            for used, many in ways.items()
            if used[14] and used[13] <= players
        )
        for players in range(2, most + 1)
    }


def _some(ways: Ways, ranks: tuple[int, ...], level: int, most: int) -> Ways:
    """Some hands of these ranks more: all taken off, or all but one, which counts."""
    found: Ways = {}
    for used, many in ways.items():
        for some in range(min(4, most - used[13]) + 1):
            after = [count + some * ranks.count(rank) for rank, count in enumerate(used[:13])]
            if max(after) > 4:
                break
            chosen = many * comb(used[13] + some, some) * (-_orders(ranks)) ** some
            place = (*after, used[13] + some, used[14])
            found[place] = found.get(place, 0) + chosen
            if some and _value(ranks) == level and not used[14]:
                place = (*after, used[13] + some, 1)
                found[place] = found.get(place, 0) - some * chosen
    return found


def _settled(ways: Ways, done: set[int]) -> Ways:
    """The cards of ranks that no later hand has are chosen, and forgotten."""
    found: Ways = {}
    for used, many in ways.items():
        place = tuple(0 if rank in done else count for rank, count in enumerate(used))
        found[place] = found.get(place, 0) + many * prod(perm(4, used[rank]) for rank in done)
    return found
