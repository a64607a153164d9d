"""The room under load, over real sockets: `python bench/room.py crowd|turns|tables|books|start`.

The load is open-loop: when an action is sent does not depend on how fast earlier ones were
answered. Server and load share this machine.
"""

import argparse
import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import urllib.request
from contextlib import closing, suppress
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from time import perf_counter, sleep, thread_time
from typing import Any, Self

import httpx

from croupier import houses
from croupier.core.asks import Decision
from croupier.room import commands
from croupier.room.ledger import Posting
from croupier.room.record import Record
from croupier.room.table import Table
from croupier.server.books import audit as proof
from croupier.server.books.balances import Books
from croupier.server.books.store import Batch, Store
from croupier.server.live import room as live
from croupier.server.live.errands import Errand, Step, unheard
from croupier.server.live.pieces import Own, Pieces
from croupier.server.live.runner import Runner
from croupier.server.settings import Settings

CASINO = "live-casino/casino-holdem"
CROUPIER = Path(sys.executable).with_name("croupier")
QUIET = {
    "CROUPIER_LOG_LEVEL": "warning",
    "CROUPIER_NEWCOMERS_AN_HOUR": "0",
    "CROUPIER_CALLS_A_SECOND": "0",
    "CROUPIER_CONNECTIONS_FROM_ADDRESS": "0",
}


class Room:
    """A room in its own process."""

    def __init__(self, folder: str, database: str = "", rails: int = 0, **environ: str) -> None:
        self.database, self.rails = database or f"{folder}/room.db", rails
        self.environ = {f"CROUPIER_{name.upper()}": value for name, value in environ.items()}

    async def __aenter__(self) -> Self:
        self.process = await asyncio.create_subprocess_exec(
            str(CROUPIER), "serve", "--port", "0", "--database", self.database,
            *(["--rails", str(self.rails)] if self.rails else []),
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **QUIET, **self.environ},
        )  # fmt: skip
        out: Any = self.process.stdout
        line = (await out.readline()).decode()
        self.address = line.split()[-1].rstrip("/")
        self.port = int(self.address.rpartition(":")[2])
        return self

    async def __aexit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGTERM)
        errors: Any = self.process.stderr
        self.log = (await errors.read()).decode()
        await self.process.wait()

    def processes(self) -> list[int]:
        """The room's own process, and those that it has started."""
        own = self.process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *map(int, children)]

    async def audit(self, houses: list[str] | None = None) -> proof.Report:
        store = Store(self.database)
        await store.open(write=False)
        try:
            return await proof.audit(store, houses)
        finally:
            await store.close()


def quantiles(values: list[float]) -> str:
    values = sorted(values)

    def at(share: float) -> float:
        return 1000 * values[min(len(values) - 1, int(share * len(values)))]

    return f"p50 {at(0.5):.0f} ms, p90 {at(0.9):.0f} ms, p99 {at(0.99):.0f} ms, max {at(1):.0f} ms"


async def guests(address: str, count: int) -> list[str]:
    gate = asyncio.Semaphore(40)
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        nobodys = DefaultCookiePolicy(allowed_domains=[])  # Each comes on a device of their own.
        http.cookies.jar.set_policy(nobodys)

        async def one(number: int) -> str:
            async with gate:
                answer = await http.post("/api/guests", json={"nickname": f"Guest {number}"})
                return str(answer.json()["token"])

        return list(await asyncio.gather(*map(one, range(count))))


def generator(folder: str) -> str:
    """The load, compiled: in Python it would take the core that it measures."""
    target = f"{folder}/crowd"
    source = Path(__file__).with_name("crowd.c")
    subprocess.run(["cc", "-O2", "-o", target, str(source)], check=True)  # noqa: S603, S607
    return target


async def crowd(players: int, rounds: int, rails: int, database: str) -> None:
    """One Casino Hold'em table with thousands of players: bets in the window, decisions at once."""
    with tempfile.TemporaryDirectory() as folder:
        load = generator(folder)
        choices = {"houses": "live-casino", "bots": "0", "pause_seconds": "2"}
        async with Room(folder, database, rails, **choices) as room:
            tokens = Path(folder, "tokens")
            tokens.write_text("\n".join(await guests(room.address, players)))  # noqa: ASYNC240
            print(f"load {os.getloadavg()[0]:.1f}")
            watched = ",".join(map(str, room.processes()))
            asked = load, str(room.port), str(tokens), str(rounds), "500", watched
            run = await asyncio.create_subprocess_exec(*asked, stdout=asyncio.subprocess.PIPE)
            out = (await run.communicate())[0].decode()
            report_crowd(dict(line.split() for line in out.splitlines()), players)
        found = await room.audit(["live-casino"])
        print(f"audit: {found.postings} postings, {found.hands} hands, wrong: {found.wrong}")
        print(f"errors in the log: {room.log.count(chr(10))}")


def report_crowd(found: dict[str, str], players: int) -> None:
    for what in "bets", "decisions":
        times = ", ".join(f"p{p} {found.get(f'{what}_p{p}')} ms" for p in (50, 90, 99, 100))
        print(f"{found[what]} {what} answered: {times}")
    came = ", ".join(f"{step} {found[f'{step}_seconds']} s" for step in ("hello", "join", "sit"))
    print(f"not answered {found['open']}, refused {found['refused']}, lost {found['lost']}; {came}")
    each, early = found["cpu_each"], found["cpu_before_settlement"]
    print(f"CPU of the room for a decision: {early} us, with the settlement {each} us")
    line = (float(found["rss_hello"]) - float(found["rss_before"])) / players
    print(f"memory of a line {line:.1f} kB; room {float(found['rss_end']) / 1000:.0f} MB", end="; ")
    print(f"CPU of the load {found['own_cpu']} s; load {os.getloadavg()[0]:.1f}")


class Reader:
    """Somebody at the table: what they are told is put together and thrown away."""

    def __init__(self, player: str) -> None:
        self.player, self.language = player, "en"

    def send(self, text: bytes) -> None:
        """A whole message."""

    def tell(self, pieces: Pieces, own: Own) -> None:
        """Pieces, as a rail puts them together."""
        pieces.spliced(own)


def seated(folder: str, players: int) -> Runner:
    """A Casino Hold'em table whose players have bet and are asked, without a line or a database."""
    house = houses.house("live-casino")
    sheet = house.tables["casino-holdem"]
    record = Record(Table(CASINO, sheet.game, sheet.rules))
    for number in range(1, players + 1):
        record.do(commands.Sit(f"p{number}", f"P {number}", 100_00, bytes(32)), 1.0)
    record.do(commands.Begin(bytes(32)), 1.0)
    for number in range(1, players + 1):
        bet = Decision("bet", 10_00, (number, "ante"))
        record.do(commands.Decide(f"p{number}", bet), 1.0)
    record.do(commands.Tick(), record.table.next_deadline() or 0.0)
    room = live.Room(Settings(database=f"{folder}/{players}.db", houses=["live-casino"]))
    room.clock.not_before(record.table.next_deadline() or 0.0)
    found = Runner(room, house, sheet, record)
    for number in range(1, players + 1):
        reader: Any = Reader(f"p{number}")
        found.telling.watchers[reader] = None
        found.telling.by_player[reader.player] = [reader]
    return found


def decide(runner: Runner, numbers: range) -> float:
    """CPU seconds of one turn in which these players decide: rules, books and news."""
    table, now = runner.table, runner.room.clock.now()
    began = thread_time()
    step = Step(Batch(), runner.record.seq + 1)
    for number in numbers:
        command = commands.Decide(f"p{number}", Decision("fold"))
        errand = Errand(command, f"p{number}", str(number), unheard, now, table.deals, table.asks)
        runner._errand(errand, step, now)  # noqa: SLF001 - without a database.
    runner._publish(step)  # noqa: SLF001
    return thread_time() - began


def turns() -> None:
    """What a decision costs the table itself, among few and among many."""
    with tempfile.TemporaryDirectory() as folder:
        found = {count: seated(folder, count) for count in (500, 2000, 5000, 10_000)}
        costs: dict[int, list[float]] = {count: [] for count in found}
        for turn in range(9):
            for count, runner in found.items():
                part = range(turn * 50 + 1, turn * 50 + 51)
                costs[count].append(decide(runner, part) / len(part))
        few = min(costs[500])
        for count, each in costs.items():
            best = min(each)
            print(
                f"{count} players: {1e6 * best:.0f} us a decision, {best / few:.2f} of the cost",
                end="",
            )
            print(f" among 500; load {os.getloadavg()[0]:.1f}")


def sheet(tables: int) -> str:
    """A house with several six-handed tables."""
    text = 'title = "Hundred Tables"\ncurrency = "€"\n'
    for number in range(tables):
        text += f'\n[tables.t{number}]\ngame = "holdem"\ntitle = "Table {number}"\n'
        text += f"[tables.t{number}.rules]\nmax_seats = 8\n"
    return text


METRICS = "a token for machines"


async def tables(count: int, seconds: float) -> None:
    """Six bots at each of many tables."""
    with tempfile.TemporaryDirectory() as folder:
        house = Path(folder, "hundred.toml")
        house.write_text(sheet(count), "utf-8")  # noqa: ASYNC240
        async with Room(
            folder,
            houses=str(house),
            bots="6",
            bots_alone="true",
            bot_seconds="1.2",
            metrics_token=METRICS,
        ) as room:
            await asyncio.sleep(seconds)
            async with httpx.AsyncClient() as http:
                head = {"Authorization": f"Bearer {METRICS}"}
                found = (await http.get(f"{room.address}/metrics", headers=head)).text
        print_metrics(found, seconds)
        report = await room.audit([str(house)])
        print(f"audit: {report.postings} postings, {report.hands} hands, wrong: {report.wrong}")
        print(f"from a hand to the next: {quantiles(pauses(room.database))}")
        print(f"lines of warning or error in the log: {room.log.count(chr(10))}")


PAUSES = """
SELECT (SELECT min(acts.at) FROM acts WHERE acts.place = hands.place AND acts.at > hands.at + 2)
    - hands.at FROM hands
"""
"""From the end of a hand to the next deal: the pledge is made in the first half of the pause."""


def pauses(database: str) -> list[float]:
    with closing(sqlite3.connect(database)) as books:
        return [pause for (pause,) in books.execute(PAUSES) if pause is not None]


def print_metrics(text: str, seconds: float) -> None:
    def number(name: str) -> float:
        return sum(
            float(v) for v in re.findall(rf"^{name}(?:{{[^}}]*}})? ([\d.e+]+)$", text, re.MULTILINE)
        )

    decisions = number("croupier_commands_total")
    commits = number("croupier_commit_seconds_count")
    print(f"{number('croupier_hands_total'):.0f} hands, {decisions:.0f} commands, ", end="")
    print(f"{decisions / seconds:.0f} a second; faults {number('croupier_faults_total'):.0f}")
    mean = number("croupier_commit_seconds_sum") / max(1, commits)
    print(f"{commits:.0f} commits, {1000 * mean:.1f} ms each on average")
    late = re.findall(r'croupier_deadline_late_seconds_bucket{le="([^"]+)"} ([\d.]+)', text)
    print("deadlines kept within:", ", ".join(f"{le} s: {float(n):.0f}" for le, n in late))


async def books(seconds: float, writers: int) -> None:
    """Durable postings a second: each writer waits for its own before the next."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        store = Store(f"{folder}/room.db")
        await store.open()
        count, stop, ledger = 0, perf_counter() + seconds, Books()

        async def write(number: int) -> None:
            nonlocal count
            turn = 0
            while perf_counter() < stop:
                turn += 1
                batch = Batch()
                for part in range(3):
                    line = Posting(f"table:t{number}:1:stack", "table:t:1:bet", 5, "bet")
                    ledger.post(batch, line, f"{number}#{turn}.{part}", 1.0, "t", 1)
                await store.commit(batch)
                count += 3

        await asyncio.gather(*map(write, range(writers)))
        print(f"{count / seconds:,.0f} durable postings a second, {writers} writers, 3 a batch")
        await store.close()


def start() -> None:
    """From the command to the first page."""
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(4):
            began = perf_counter()
            process = subprocess.Popen(  # noqa: S603
                [CROUPIER, "serve", "--port", "8765", "--database", f"{folder}/room.db"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            while True:
                with suppress(OSError):
                    urllib.request.urlopen("http://127.0.0.1:8765/").read()
                    break
                sleep(0.01)
            print(f"{'new' if not turn else 'old'} database: {perf_counter() - began:.2f} s")
            process.terminate()
            process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["crowd", "turns", "tables", "books", "start"])
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rails", type=int, default=0)
    parser.add_argument("--database", default="", help="of the crowd; else a new SQLite file")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--writers", type=int, default=100)
    given = parser.parse_args()
    if given.what == "crowd":
        asyncio.run(crowd(given.players, given.rounds, given.rails, given.database))
    elif given.what == "turns":
        turns()
    elif given.what == "tables":
        asyncio.run(tables(given.tables, given.seconds))
    elif given.what == "books":
        asyncio.run(books(min(given.seconds, 10), given.writers))
    else:
        start()


if __name__ == "__main__":
    main()
