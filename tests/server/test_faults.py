"""Several nodes as real processes, and what can befall them: an auditor that reads the database
alone, and people who remember what they were told.
"""

import asyncio
import os
import random
import signal
import sys
from contextlib import asynccontextmanager, suppress
from time import monotonic

import pytest
import sqlalchemy as sa

from croupier.client import Client, Gone, No
from croupier.server.books.store import Store
from server.opening import run, until
from server.test_commits import server
from server.test_crash import RUSH, Process, books, taken
from server.test_leases import shared

__all__ = ["server", "shared"]

pytestmark = pytest.mark.slow  # Real processes by the clock: a machine with other work is no judge.

NODE = RUSH | {
    "CROUPIER_JOIN": "true",
    "CROUPIER_HOUSES": "live-casino,casino-du-liban",
    "CROUPIER_SPEED": "4",
    "CROUPIER_BOTS": "2",
    "CROUPIER_DRAIN_SECONDS": "2",
    "CROUPIER_CONNECTIONS_FROM_ADDRESS": "0",
    "CROUPIER_CALLS_A_SECOND": "0",
}
TABLES = ("live-casino/casino-holdem", "casino-du-liban/blackjack")
KILLED_SECONDS = 1.5
FROZEN_SECONDS = 8.0
SLOW = float(os.environ.get("TESTS_SLOWER", "3"))
"""How much slower than an idle machine the one is that the tests share with others."""


class House:
    """Some nodes on one database, and people at their tables."""

    def __init__(self, database: str, seed: int = 1) -> None:
        self.database, self.rng = database, random.Random(seed)
        self.nodes: dict[str, Process] = {}
        self.told: set[str] = set()
        self.over = False
        self._people: list[asyncio.Task[None]] = []
        self.store = Store(database)

    async def start(self) -> str:
        process = Process(self.database, **NODE)
        address = await process.start()
        self.nodes[address] = process
        return address

    async def end(self, address: str, how=signal.SIGKILL) -> int:
        return await self.nodes.pop(address).end(how)

    async def rows(self, query: str, **values):
        return await self.store.rows(sa.text(query).bindparams(**values))

    async def owner(self, place: str) -> str:
        """The address of the node that runs a place; nothing if nobody does."""
        found = await self.rows(
            "SELECT n.address FROM leases l JOIN nodes n USING (node)"
            " WHERE l.place = :place AND NOT n.gone",
            place=place,
        )
        return f"http://{found[0].address}" if found else ""

    async def move(self, place: str, address: str) -> None:
        """Let a place move to a node."""
        async with self.store.engine.begin() as link:
            where = {"place": place, "address": address.removeprefix("http://")}
            query = (
                "UPDATE leases SET wanted = (SELECT node FROM nodes WHERE address = :address"
                " AND NOT gone) WHERE place = :place"
            )
            await link.execute(sa.text(query), where)

        async def there() -> bool:
            return await self.owner(place) == address

        await until(there)

    # People.

    def comes(self, name: str, table: str) -> None:
        self._people.append(asyncio.create_task(self._plays(name, table)))

    async def _plays(self, name: str, table: str) -> None:
        """Plays at random, dials again when the line breaks, and remembers every answer."""
        token = ""
        while not self.over:
            with suppress(Gone, OSError, No, KeyError, asyncio.TimeoutError):
                address = self.rng.choice([*self.nodes])
                async with asyncio.timeout(20):
                    client = Client(address, token, contribute=False)
                    try:
                        if not token:
                            token = (await client.guest(name)).token
                        await self._at(await client.join(table))
                    finally:
                        await client.close()
            await asyncio.sleep(0.05)

    async def _at(self, table) -> None:
        if not table.seat:
            await table.sit(max(table.about["terms"]["min_buy_in"], 100_00))
        async for ask in table.asks():
            option = self.rng.choice(ask.options)
            cards = option.cards[: option.low]
            amount = 0 if cards else option.low
            with suppress(No):
                done = await table.decide(ask, option.act, amount, option.spot, cards)
                self.told.add(done["id"])
            if self.over:
                return

    async def leave(self) -> None:
        self.over = True
        for task in self._people:
            task.cancel()
        await asyncio.gather(*self._people, return_exceptions=True)

    async def more(self, count: int = 3) -> None:
        """Wait until people have been answered some more."""
        had = len(self.told)
        await until(lambda: len(self.told) >= had + count)

    # The auditor, who reads the database alone.

    async def audit(self) -> list[str]:
        report = await books(self.database)
        wrong = list(report.wrong)
        if lost := self.told - await taken(self.database):
            wrong.append(f"told and not in the books: {len(lost)}")
        for name, query in LAWS.items():
            if rows := await self.rows(query):
                wrong.append(f"{name}: {rows[:3]}")
        return wrong


LAWS = {
    "A3 held is the sum of its holds": (
        "SELECT a.name, a.held, h.amount FROM accounts a LEFT JOIN"
        " (SELECT account, sum(amount) AS amount FROM holds GROUP BY account) h"
        " ON h.account = a.name WHERE a.held <> coalesce(h.amount, 0)"
    ),
    "A6 acts are numbered without a hole": (
        "SELECT place, count(*), max(no) FROM acts GROUP BY place HAVING count(*) <> max(no)"
    ),
    "A7 along the journal epochs never fall": (
        "SELECT place, no FROM (SELECT place, no, epoch,"
        " lag(epoch) OVER (PARTITION BY place ORDER BY no) AS before FROM acts) a"
        " WHERE epoch < before"
    ),
    "A7 every act was written by an owner": (
        "SELECT a.place, a.no FROM acts a LEFT JOIN handovers h ON h.epoch = a.epoch AND"
        " h.place IN (a.place, 'desk') WHERE h.epoch IS NULL"
    ),
    "A8 an action is taken once": (
        "SELECT place, player, action FROM acts WHERE action <> ''"
        " GROUP BY place, player, action HAVING count(*) > 1"
    ),
    "A9 time never runs back": (
        "SELECT place, no FROM (SELECT place, no, at,"
        " lag(at) OVER (PARTITION BY place ORDER BY no) AS before FROM acts) a WHERE at < before"
    ),
}


@asynccontextmanager
async def house(database: str, count: int = 2, seed: int = 1):
    found = House(database, seed)
    try:
        for _ in range(count):
            address = await found.start()
        await found.move(TABLES[0], address)
        for number in range(4):
            found.comes(f"guest {number}", TABLES[number % 2])
        await found.more()
        yield found
    finally:
        await found.leave()
        for address in [*found.nodes]:
            with suppress(ProcessLookupError):
                found.nodes[address].process.send_signal(signal.SIGCONT)
                await found.end(address)
        await found.store.close()


async def taken_over(found: House, place: str, was: str) -> float:
    """How long it takes until a person at another node sees the table again."""
    began = monotonic()
    while True:
        address = next(one for one in found.nodes if one != was)
        with suppress(Gone, OSError, No, KeyError, TimeoutError):
            async with asyncio.timeout(5), Client(address) as client:
                if await found.owner(place) not in ("", was):
                    await client.join(place)
                    return monotonic() - began
        await asyncio.sleep(0.02)


async def kill(found: House, place: str) -> float:
    """Kill the node that runs a place, and start another."""
    was = await found.owner(place)
    process = found.nodes.pop(was).process
    process.kill()
    seconds = await taken_over(found, place, was)
    await process.wait()
    await found.start()
    await found.more()
    return seconds


@pytest.mark.parametrize("place", ["live-casino/casino-holdem", "desk"])
def test_a_killed_node_is_taken_over_and_nothing_is_lost(shared, place):
    async def play():
        async with house(shared) as found:
            table = place if place != "desk" else TABLES[1]
            if place == "desk":
                await until(lambda: found.owner("desk"))
            was = await found.owner(place)
            process = found.nodes.pop(was).process
            process.kill()
            seconds = await taken_over(found, table, was) if place != "desk" else 0.0
            await until(lambda: found.owner(place))
            await process.wait()
            await found.more()
            assert seconds < KILLED_SECONDS * SLOW
            assert await found.audit() == []

    run(play())


def test_a_frozen_node_is_taken_over_and_writes_nothing_when_it_wakes(shared):
    async def play():
        async with house(shared) as found:
            place = TABLES[0]
            was = await found.owner(place)
            frozen = found.nodes.pop(was).process
            frozen.send_signal(signal.SIGSTOP)
            seconds = await taken_over(found, place, was)
            await found.more()
            frozen.send_signal(signal.SIGCONT)
            assert await frozen.wait() != 0, "it was declared gone: it ends"
            await found.more()
            assert seconds < FROZEN_SECONDS * SLOW
            assert await found.audit() == []

    run(play())


def test_a_node_that_is_told_to_stop_hands_over_what_it_has(shared):
    async def play():
        async with house(shared) as found:
            was = await found.owner(TABLES[0])
            assert await found.end(was, signal.SIGTERM) == 0
            for place in (*TABLES, "desk"):
                await until(lambda place=place: found.owner(place))
            await found.more()
            assert await found.audit() == []

    run(play())


def test_cut_connections_to_the_database_lose_nothing(shared):
    async def play():
        async with house(shared) as found:
            for _ in range(3):
                await found.rows(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
                await found.more()
            assert len(found.nodes) == 2
            assert all(one.process.returncode is None for one in found.nodes.values())
            assert await found.audit() == []

    run(play())


def test_a_restart_of_the_database_ends_no_node(server):
    async def play():
        async with house(server.get_uri("room")) as found:
            await asyncio.to_thread(server.stop)
            await asyncio.sleep(3)
            await asyncio.to_thread(server.ensure_postgres_running)
            await found.more()
            assert all(one.process.returncode is None for one in found.nodes.values())
            why = await found.rows("SELECT count(*) FROM nodes WHERE gone")
            assert why[0][0] == 0, "nobody was declared gone for it"
            assert await found.audit() == []

    run(play())


def test_nodes_that_are_killed_again_and_again_lose_nothing(shared):
    """So many kills; the times until a person sees the table again are printed."""
    times = int(os.environ.get("TESTS_KILLS", "20"))

    async def play():
        async with house(shared, 3) as found:
            seconds = [await kill(found, TABLES[at % 2]) for at in range(times)]
            sys.stdout.write(f"taken over in {sorted(round(one, 2) for one in seconds)}\n")
            assert await found.audit() == []

    run(play(), 40 * times)
