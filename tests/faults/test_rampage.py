"""F24, as long as you say: nodes, rails and PostgreSQL killed again and again at random instants.

`TESTS_KILLS=200 pytest -m slow -s tests/faults/test_rampage.py` kills so many of each, and
`TESTS_SECONDS=900` ends each of the three after that time with what there is.
"""

import asyncio
import os
import sys
from contextlib import suppress
from time import monotonic

import psutil
import pytest

from faults.engine import engine
from faults.house import TABLES, house, rails_of, seen
from server.opening import run, until

pytestmark = pytest.mark.slow
KILLS = int(os.environ.get("TESTS_KILLS", "6"))
SECONDS = float(os.environ.get("TESTS_SECONDS", "36000"))
AUDITED = 25
"""How many kills there are between two audits."""


def told(what: str, times: list[float], found) -> None:
    """The times, and how much was played meanwhile."""
    times = sorted(times)
    share = [f"{times[min(len(times) - 1, int(len(times) * at))]:.2f}" for at in (0.5, 0.9, 1)]
    load = os.getloadavg()[0]
    sys.stdout.write(
        f"{what}: {len(times)} killed, back after p50 {share[0]}, p90 {share[1]}, max {share[2]} s;"
        f" {len(found.told)} answers, load {load:.1f}\n"
    )
    sys.stdout.flush()


async def pit(found, _, at: int) -> float:
    """Kill the node that runs a table; another has been started for it."""
    await found.start()
    place = TABLES[at % 2]
    was = await found.owner(place)
    process = found.nodes.pop(was).process
    process.kill()
    seconds = await seen(found, place, was)
    await process.wait()
    return seconds


async def rail(found, _, at: int) -> float:
    """Kill a process that holds lines, and wait until it is there again."""
    node = [*found.nodes.values()][at % len(found.nodes)]
    for one in rails_of(node):
        with suppress(psutil.NoSuchProcess):
            one.kill()
    began = monotonic()
    await until(lambda: [one for one in rails_of(node) if one.is_running()])
    await found.more(1)
    return monotonic() - began


async def postgresql(found, books, _: int) -> float:
    """Kill PostgreSQL, start it a moment later, and wait until somebody is answered again."""
    await books.kill()
    await asyncio.sleep(found.rng.uniform(0, 0.5))
    await books.start()
    began = monotonic()
    await found.more(1)
    return monotonic() - began


@pytest.mark.parametrize("kill", [pit, rail, postgresql], ids=lambda kill: kill.__name__)
def test_f24_killed_again_and_again_nothing_is_lost(kill):
    environ = {"CROUPIER_RAILS": "1"} if kill is rail else {}

    async def play():
        times, ends = [], monotonic() + SECONDS
        async with engine() as books, house(books.uri, 2, seed=KILLS, **environ) as found:
            for at in range(KILLS):
                if monotonic() > ends:
                    break
                await asyncio.sleep(found.rng.uniform(0, 1))
                times.append(await kill(found, books, at))
                if at % AUDITED == AUDITED - 1:
                    told(kill.__name__, times, found)
                    assert await found.audit() == []
            told(kill.__name__, times, found)
            assert await found.audit() == []

    run(play(), 120 + 60 * KILLS)
