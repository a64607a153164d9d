"""How the benchmarks measure and print: everybody in turn, and the best round of each counts.

Turns are interleaved so that a noisy minute of the machine hits everybody alike. The garbage
collector stays on, as it is in real use.
"""

import gc
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter
from typing import Any, NamedTuple

ROUNDS = 7
ROUND_SECONDS = 0.1
Clock = Callable[[], float]


class Entry(NamedTuple):
    """One contestant: `work` does `units` units of what is measured."""

    name: str
    work: Callable[[], Any]
    units: int = 1
    note: str = ""


class Result(NamedTuple):
    """What a contestant reached in its best round."""

    name: str
    per_second: float
    note: str


def race(
    entries: Sequence[Entry], rounds: int = ROUNDS, clock: Clock = perf_counter
) -> list[Result]:
    """The best rate of each, fastest first; by processor time where the clock counts that."""
    repeats = [enough(entry) for entry in entries]
    best = [float("inf")] * len(entries)
    for _ in range(rounds):
        for at, entry in enumerate(entries):
            best[at] = min(best[at], seconds(entry, repeats[at], clock) / repeats[at])
    results = [
        Result(entry.name, entry.units / time, entry.note)
        for entry, time in zip(entries, best, strict=True)
    ]
    return sorted(results, key=lambda result: -result.per_second)


def enough(entry: Entry) -> int:
    """How often the work is repeated to fill a round; its first run warms it up."""
    entry.work()
    return 1 + int(ROUND_SECONDS / seconds(entry, 1))


def seconds(entry: Entry, repeats: int, clock: Clock = perf_counter) -> float:
    gc.collect()
    work, start = entry.work, clock()
    for _ in range(repeats):
        work()
    return clock() - start


def show(title: str, results: Sequence[Result], ours: str) -> None:
    """A table of rates; the ratio is to ours, or to the fastest if ours is not there."""
    named = {result.name: result.per_second for result in results}
    unit = named.get(ours, results[0].per_second if results else 1)
    print(f"\n{title}")
    print(f"{'':34}{'per second':>14}{'microseconds':>14}{'ratio':>9}")
    for name, rate, note in results:
        line = f"{name:34}{rate:14,.0f}{1e6 / rate:14.2f}{rate / unit:8.3f}x  {note}"
        print(line.rstrip())


def show_missing(names: Sequence[str]) -> None:
    """Nobody should take a short table for a won race."""
    if names:
        print(f"\nNot installed, so not measured: {', '.join(names)}")


def titled(package: str) -> str:
    """A package with its version."""
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return package
