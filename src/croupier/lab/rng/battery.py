"""All tests over the deals of one maker, and the judgement.

A test of bits gives a chance for each sequence: those must be spread evenly (SP 800-22, 4.2.2), so
each test ends in one chance. A good maker has a chance below 1 in 1,000 now and then, and one below
1 in 1,000,000 never: that fails.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec
import numpy as np
from msgspec import Struct

from croupier.lab.odds import Unanswerable
from croupier.lab.rng import bits, dealing, draws
from croupier.lab.rng.chances import of_counts
from croupier.lab.rng.draws import Draws

FAILS: Final = 1e-6
DOUBTFUL: Final = 1e-3
DEALS: Final = 20_000
LEAST_DEALS, MOST_DEALS = 5_500, 1_000_000
"""Fewer have no eight sequences of bits; more take hours and gigabytes."""
BINS: Final = 10

Progress = Callable[[str, int, int], None]


class Result(Struct, frozen=True):
    """One test: how likely it would come out at least as far off, if the maker is fair."""

    test: str
    of: str
    """What was tested: `bits of orders` or `deals`."""
    chance: float
    sequences: int
    passed: int
    """How many sequences have a chance above 1 in 100."""

    @property
    def verdict(self) -> str:
        """`passes`, `doubtful` or `fails`."""
        return (
            "fails" if self.chance < FAILS else "doubtful" if self.chance < DOUBTFUL else "passes"
        )


class Judged(Struct, frozen=True):
    """A maker and its results."""

    maker: str
    deals: int
    results: tuple[Result, ...]

    @property
    def fails(self) -> tuple[str, ...]:
        """The tests that it fails."""
        return tuple(one.test for one in self.results if one.verdict == "fails")

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        rows = [msgspec.to_builtins(one) | {"verdict": one.verdict} for one in self.results]
        return {"maker": self.maker, "deals": self.deals, "fails": self.fails, "results": rows}


def check(deals: int) -> None:
    """Refuse what cannot be tested."""
    if not LEAST_DEALS <= deals <= MOST_DEALS:
        raise Unanswerable(
            f"{deals:,} deals: the battery takes {LEAST_DEALS:,} to {MOST_DEALS:,} of them"
        )


def judged(some: Draws, progress: Progress | None = None) -> Judged:
    """Put deals to every test."""
    rows = _sequences(some)
    results: list[Result] = []
    every = len(bits.TESTS) + len(dealing.TESTS)
    for test, of_bits in bits.TESTS.items():
        chances = of_bits(rows)
        passed = sum(chance >= 0.01 for chance in chances)
        results.append(Result(test, "bits of orders", together(chances), len(chances), passed))
        _tell(progress, some.name, len(results), every)
    for test, of_deals in dealing.TESTS.items():
        chance = of_deals(some)
        results.append(Result(test, "deals", chance, 1, int(chance >= 0.01)))
        _tell(progress, some.name, len(results), every)
    return Judged(some.name, len(some.orders), tuple(results))


def _tell(progress: Progress | None, name: str, done: int, every: int) -> None:
    if progress:
        progress(name, done, every)


def together(chances: list[float]) -> float:
    """The chance of several: that they are spread evenly, or of the least where they are few."""
    if len(chances) < BINS:
        return min(1.0, min(chances) * len(chances))
    bins = np.minimum((np.array(chances) * BINS).astype(np.int64), BINS - 1)
    even = of_counts(np.bincount(bins, minlength=BINS), len(chances) / BINS)
    return min(1.0, 2 * min(even, min(chances) * len(chances)))


def _sequences(some: Draws) -> bits.Bits:
    every = draws.bits(some.orders)
    many = len(every) // bits.LENGTH
    return every[: many * bits.LENGTH].reshape(many, bits.LENGTH)
