"""Several nodes as real processes, people who remember what they were told, and an auditor who
reads the database alone.
"""

import asyncio
import os
import random
import signal
import socket
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic

import psutil
import sqlalchemy as sa

from croupier.client import Client, Gone, No
from croupier.server.books.store import Store
from faults.cuts import Cut
from faults.engine import SOCKET, Engine
from server.opening import until
from server.test_crash import RUSH, Process, books, taken

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
PLANTED = Path(__file__).with_name("planted")
KILLED_SECONDS = 1.5
FROZEN_SECONDS = 8.0
SLOW = float(os.environ.get("TESTS_SLOWER", "3"))
"""How much slower than an idle machine the one is that the tests share with others."""
LOST = (Gone, OSError, No, KeyError, TimeoutError)
NOTHING_SAID = ("doubled", "stale", "late")
"""Refusals of what may have been taken the first time, or was answered by the clock."""


class House:
    """Some nodes on one database, and people at their tables."""

    def __init__(self, database: str, seed: int = 1) -> None:
        self.database, self.rng = database, random.Random(seed)
        self.nodes: dict[str, Process] = {}
        self.told: set[str] = set()
        self.refused: set[str] = set()
        self.wrong: list[str] = []
        self.seqs: dict[str, int] = {}
        self.doors: set[str] = set()
        """Where people come in, if not anywhere."""
        self.over = False
        self._people: list[asyncio.Task[None]] = []
        self.store = Store(database)

    async def start(self, plant: str = "", database: str = "", **environ: str) -> str:
        """One more node; a plant is a fault that is put into its code."""
        planted = {"TESTS_PLANT": plant, "PYTHONPATH": str(PLANTED)} if plant else {}
        process = Process(database or self.database, **(NODE | planted | environ))
        address = await process.start()
        self.nodes[address] = process
        return address

    async def end(self, address: str, how=signal.SIGKILL) -> int:
        return await self.nodes.pop(address).end(how)

    async def replace(self, plant: str = "", **environ: str) -> None:
        """Start another for each that has ended: a machine with far too much work may let the lease
        of a healthy node run out.
        """
        for address in [*self.nodes]:
            if self.nodes[address].process.returncode is not None:
                del self.nodes[address]
                await self.start(plant, **environ)

    async def rows(self, query: str, **values):
        return await self.store.rows(sa.text(query).bindparams(**values))

    async def owner(self, place: str) -> str:
        """The address of the node that runs a place; nothing if nobody does."""
        with suppress(Exception):
            found = await self.rows(
                "SELECT n.address FROM leases l JOIN nodes n USING (node)"
                " WHERE l.place = :place AND NOT n.gone",
                place=place,
            )
            return f"http://{found[0].address}" if found else ""
        return ""

    async def owned(self, *places: str) -> None:
        """Wait until somebody runs each of them."""
        for place in places or (*TABLES, "desk"):
            await until(lambda place=place: self.owner(place))

    async def handovers(self) -> int:
        return (await self.rows("SELECT count(*) FROM handovers"))[0][0]

    async def gone(self) -> int:
        return (await self.rows("SELECT count(*) FROM nodes WHERE gone"))[0][0]

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
            with suppress(*LOST, IndexError):
                address = self.rng.choice([*(self.doors or self.nodes)])
                async with asyncio.timeout(20):
                    client = Client(address, token, contribute=False)
                    try:
                        if not token:
                            token = (await client.guest(name)).token
                        await self._at(client, table)
                    finally:
                        await client.close()
            await asyncio.sleep(0.05)

    async def _at(self, client: Client, place: str) -> None:
        known = self.seqs.get(place, 0)
        table = await client.join(place)
        if table.seq < known:
            self.wrong.append(f"{place} went back from {known} to {table.seq}")
        if not table.seat:
            await table.sit(max(table.about["terms"]["min_buy_in"], 100_00))
        async for ask in table.asks():
            option = self.rng.choice(ask.options)
            cards = option.cards[: option.low]
            amount = 0 if cards else option.low
            try:
                done = await table.decide(ask, option.act, amount, option.spot, cards)
            except No as no:
                if no.name not in NOTHING_SAID:
                    self.refused.add(no.body["id"])
            else:
                self.told.add(done["id"])
                self.seqs[place] = max(self.seqs.get(place, 0), done["seq"])
            if self.over:
                return

    async def leave(self) -> None:
        self.over = True
        for task in self._people:
            task.cancel()
        await asyncio.gather(*self._people, return_exceptions=True)

    async def close(self) -> None:
        """Everybody leaves, and every node ends."""
        await self.leave()
        for address in [*self.nodes]:
            with suppress(ProcessLookupError):
                self.nodes[address].process.send_signal(signal.SIGCONT)
                await self.end(address)
        await self.store.close()

    async def more(self, count: int = 3) -> None:
        """Wait until people have been answered some more."""
        had = len(self.told)
        await until(lambda: len(self.told) >= had + count)

    # The auditor, who reads the database alone.

    async def audit(self, laws: dict[str, str] | None = None) -> list[str]:
        told, refused = {*self.told}, {*self.refused}  # As of now: people play on meanwhile.
        report = await books(self.database)
        wrong = [*self.wrong, *report.wrong]
        written = await taken(self.database)
        if lost := told - written:
            wrong.append(f"told and not in the books: {len(lost)}")
        if kept := refused & written:
            wrong.append(f"refused and in the books: {len(kept)}")
        for name, query in (LAWS if laws is None else laws).items():
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
    "A12 no incident or call was numbered twice": (
        "SELECT no FROM incidents GROUP BY no HAVING count(*) > 1"
    ),
}


@asynccontextmanager
async def house(database: str, count: int = 2, seed: int = 1, plant: str = "", **environ: str):
    """So many nodes that have come to rest, and four people who play."""
    found = House(database, seed)
    try:
        await asyncio.gather(*(found.start(plant, **environ) for _ in range(count)))
        await found.owned()
        await found.replace(plant, **environ)
        await found.move(TABLES[0], [*found.nodes][-1])
        for number in range(4):
            found.comes(f"guest {number}", TABLES[number % 2])
        await found.more()
        yield found
    finally:
        await found.close()


@asynccontextmanager
async def cut_off(engine: Engine, folder: Path):
    """The address of a database behind a line that can be cut, and the line."""
    cut = Cut()
    await cut.to_socket(str(folder / SOCKET), f"{engine.socket}/{SOCKET}")
    try:
        yield engine.uri.replace(engine.socket, str(folder)), cut
    finally:
        await cut.close()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


def rails_of(process: Process) -> list[psutil.Process]:
    """The processes that hold lines for a node."""
    found = []
    for one in psutil.Process(process.process.pid).children():
        with suppress(psutil.NoSuchProcess):  # One that was killed is a zombie for a moment.
            if "croupier.server.live.rail" in one.cmdline():
                found.append(one)
    return found


async def joined(address: str, place: str, token: str = "", seconds: float = 40):
    """Somebody who dials until they are at a table, as people do: it may be on its way."""
    async with asyncio.timeout(seconds):
        while True:
            client = Client(address, token, contribute=False)
            try:
                if not token:
                    token = (await client.guest("Ada")).token
                return client, await client.join(place)
            except (Gone, OSError, No, KeyError):
                await client.close()
                await asyncio.sleep(0.05)


async def seen(found: House, place: str, was: str) -> float:
    """How long it takes until a person at another node sees the table again."""
    began = monotonic()
    while True:
        address = next(one for one in found.nodes if one != was)
        with suppress(*LOST):
            async with asyncio.timeout(5), Client(address) as client:
                if await found.owner(place) not in ("", was):
                    await client.join(place)
                    return monotonic() - began
        await asyncio.sleep(0.02)
