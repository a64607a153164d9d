"""Standings: a cross table of matches, with intervals, and when enough has been played."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from math import sqrt
from statistics import NormalDist
from typing import Final

from msgspec import Struct

import croupier
from croupier.lab import crews
from croupier.lab.league.matches import BLOCK, Match, Tally, played
from croupier.lab.odds import Unanswerable

LOOKS: Final = 10
"""How often a match that may stop early is looked at."""
FEW: Final = 20
"""Sets from which on a slope says something."""
EVEN: Final = 20.0
"""A match whose interval lies within this many thousandths of nothing has no winner."""

Blocks = Callable[[Callable[[int], tuple[Tally, ...]], range], Iterator[tuple[Tally, ...]]]
"""Does the work: a function of a block's number, and the numbers."""
Progress = Callable[[int, int], None]


class Result(Struct, frozen=True):
    """What an entrant gained in a match, in thousandths of the least bet a hand."""

    mean: float
    error: float
    """One standard error."""
    low: float
    high: float
    """Where the true mean lies with 95 % confidence, however often it was looked at."""
    raw_mean: float
    """Without taking the luck of the board away."""
    raw_error: float
    faults: int


class Pairing(Struct, frozen=True):
    """One match and how it ended."""

    entrants: tuple[str, ...]
    sets: int
    results: tuple[Result, ...]


class Table(Struct, frozen=True):
    """The answer of `croupier league`: whoever has it can play the same hands again."""

    version: str
    game: str
    rules: object
    stack: int
    seed: int
    wanted: int
    """Sets of a match that does not stop early."""
    early: bool
    matches: tuple[Pairing, ...]


def result(tally: Tally, confidence: float) -> Result:
    """Mean and interval of a tally."""
    sets, free = max(tally.sets, 1), tally.sets - (2 if tally.shift_squares else 1)
    part = _part(tally)
    mean = (tally.total - part * tally.shift) / sets
    shifted = part * part * tally.shift_squares - 2 * part * tally.shift_gains
    error = _error(sets, mean * sets, tally.squares + shifted, free)
    wide = quantile(confidence, free) * error
    raw = _error(sets, tally.raw, tally.raw_squares, sets - 1)
    return Result(mean, error, mean - wide, mean + wide, tally.raw / sets, raw, tally.faults)


def _part(tally: Tally) -> float:
    """How much of the shift is best taken away: the slope of the gains by it."""
    spread = tally.shift_squares - tally.shift**2 / max(tally.sets, 1)
    if tally.sets < FEW or spread <= 0:
        return -1.0 if tally.shift_squares else 0.0
    return (tally.shift_gains - tally.shift * tally.total / tally.sets) / spread


def _error(sets: int, total: float, squares: float, free: int) -> float:
    if free < 1:
        return float("inf")
    return sqrt(max(squares - total * total / sets, 0.0) / free / sets)


def quantile(confidence: float, free: int) -> float:
    """Half the width of a t-interval in standard errors (Cornish and Fisher's expansion)."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    n = max(free, 1)
    first = (z**3 + z) / (4 * n)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n * n)
    return z + first + second


def confidence(early: bool) -> float:
    """Of one look: if every look may end the match, they share the doubt (Bonferroni)."""
    return 1 - 0.05 / LOOKS if early else 0.95


def settled(found: Result) -> bool:
    """Whether it is clear who wins, or that nobody does by much."""
    return found.low > 0 or found.high < 0 or (found.low > -EVEN and found.high < EVEN)


def contested(match: Match, sets: int, blocks: Blocks, tick: Progress, *, early: bool) -> Pairing:
    """Play a match to its end, or until it is settled."""
    many = -(-sets // BLOCK)
    ends = sorted({-(-many * look // LOOKS) for look in range(1, LOOKS + 1)}) if early else [many]
    total, begun = tuple(Tally() for _ in match.entrants), 0
    results: tuple[Result, ...] = ()
    for end in ends:
        for block in blocks(partial(played, match), range(begun, end)):
            total = tuple(one.plus(two) for one, two in zip(total, block, strict=True))
            tick(total[0].sets, many * BLOCK)
        begun = end
        results = tuple(result(tally, confidence(early)) for tally in total)
        if early and all(map(settled, results)):
            break
    return Pairing(match.entrants, total[0].sets, results)


def paired(match: Match, *, together: bool) -> list[Match]:
    """The matches of a league: everybody against everybody, or all at one table."""
    if len(match.entrants) < 2:
        raise Unanswerable("a league needs two bots or more: --bots strong,fish")
    if together or len(match.entrants) == 2:
        return [match]
    return [
        Match(match.game, match.rules, pair, match.stack, match.seed)
        for pair in combinations(match.entrants, 2)
    ]


def league(
    match: Match, sets: int, blocks: Blocks, tick: Progress, *, together: bool, early: bool
) -> Table:
    """Play every match."""
    matches = [
        contested(one, sets, blocks, tick, early=early) for one in paired(match, together=together)
    ]
    return Table(
        croupier.__version__, match.game, match.rules, match.stack, match.seed, sets, early,
        tuple(matches),
    )  # fmt: skip


def crew(workers: int, dask: str | None) -> Blocks:
    """Who plays the blocks."""
    if dask:
        return lambda work, numbers: crews.cluster(work, numbers, dask)
    return lambda work, numbers: crews.processes(work, numbers, workers)


def cell(table: Table, row: str, column: str) -> Result | None:
    """What the entrant of a row gained from that of a column."""
    for pairing in table.matches:
        if row != column and row in pairing.entrants and column in pairing.entrants:
            return pairing.results[pairing.entrants.index(row)]
    return None


def entrants(table: Table) -> list[str]:
    """Everybody, in the order they were named."""
    return list(dict.fromkeys(name for pairing in table.matches for name in pairing.entrants))


def said(found: Result | None) -> str:
    """A result as people write it: mean and half the interval."""
    return f"{found.mean:+.0f} ± {found.high - found.mean:.0f}" if found else "·"


def rows(table: Table) -> list[list[str]]:
    """The cross table: a row for each entrant, what it gained from each other."""
    named = entrants(table)
    return [[row, *(said(cell(table, row, column)) for column in named)] for row in named]
