"""The room under load, over real sockets: `python bench/room.py crowd|tables|books|start`.

The load is open-loop: when an action is sent does not depend on how fast earlier ones were
answered. Server and load share this machine.
"""

import argparse
import asyncio
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import urllib.request
from contextlib import closing, suppress
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, Self

import httpx

from croupier.room.ledger import Posting
from croupier.server.books import audit as proof
from croupier.server.books.balances import Books
from croupier.server.books.store import Batch, Store

CASINO = "live-casino/casino-holdem"
CROUPIER = Path(sys.executable).with_name("croupier")
QUIET = {
    "CROUPIER_LOG_LEVEL": "warning",
    "CROUPIER_NEWCOMERS_AN_HOUR": "0",
    "CROUPIER_CALLS_A_SECOND": "0",
    "CROUPIER_CONNECTIONS_FROM_ADDRESS": "0",
}


class Line(asyncio.Protocol):
    """A WebSocket client that does no more than it must."""

    def __init__(self, number: int, token: str) -> None:
        self.number, self.token, self.buffer = number, token, bytearray()
        self.ready = asyncio.get_running_loop().create_future()
        self.ask: dict[str, Any] | None = None
        self.hand, self.seat, self.next_id, self.upgraded = 0, 0, 0, False
        self.sent: dict[str, float] = {}
        self.latencies: list[float] = []
        self.refused: list[str] = []
        self.asked: dict[tuple[int, int], Any] = {}
        self.lost = False
        self.joined = asyncio.get_running_loop().create_future()
        self.seated = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.transport.write(
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.lost = True

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.upgraded:
            at = self.buffer.find(b"\r\n\r\n")
            if at < 0:
                return
            del self.buffer[: at + 4]
            self.upgraded = True
            self.say({"type": "hello", "version": 1, "token": self.token})
        while (frame := self._frame()) is not None:
            self.heard(frame)

    def _frame(self) -> bytes | None:
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        size, at = buffer[1] & 127, 2
        if size == 126:
            size, at = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, at = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < at + size:
            return None
        kind, frame = buffer[0] & 15, bytes(buffer[at : at + size])
        del buffer[: at + size]
        if kind == 9:
            self.transport.write(bytes([0x8A, 128 | size]) + b"\0\0\0\0" + frame)
        return frame if kind == 1 else b""

    def say(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode()
        size = len(data)
        head = bytes([129, 128 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + data)

    def act(self, kind: str, **fields: Any) -> None:
        self.next_id += 1
        name = f"{self.number}-{self.next_id}"
        self.sent[name] = perf_counter()
        self.say({"type": kind, "table": CASINO, "id": name, **fields})

    def heard(self, frame: bytes) -> None:
        if frame.startswith((b'{"type":"done"', b'{"type":"refused"')):
            self._answered(json.loads(frame))
        elif frame.startswith(b'{"type":"welcome"'):
            self.ready.set_result(None)
        elif frame.startswith((b'{"type":"news"', b'{"type":"table"')):
            self._news(frame)

    def _answered(self, message: dict[str, Any]) -> None:
        began = self.sent.pop(message["id"])
        self.latencies.append(perf_counter() - began)
        if message["type"] == "refused":
            self.refused.append(message["name"])
        if message.get("seat"):
            self.seat = message["seat"]
        if not self.seated.done():
            self.seated.set_result(None)

    def _news(self, frame: bytes) -> None:
        message = json.loads(frame)
        self.hand, self.ask = message["hand"], message["ask"]
        if not self.joined.done():
            self.joined.set_result(None)
        ask = self.ask
        if ask and ask["options"]:
            key = self.hand, ask["seq"]
            if key not in self.asked:
                self.asked[key] = ask
                self.on_ask(ask)

    def on_ask(self, ask: dict[str, Any]) -> None:
        """Bet somewhere in the window; decide in a burst of half a second."""
        if not self.seat:
            return
        loop = asyncio.get_running_loop()
        wait = random.uniform(0.5, ask["seconds"] - 3) if ask["open"] else random.uniform(0, 0.5)
        loop.call_later(wait, self._decide, ask, self.hand)

    def _decide(self, ask: dict[str, Any], hand: int) -> None:
        option = ask["options"][0] if ask["open"] else ask["options"][-1]
        fields = {"act": option["act"], "amount": option.get("low", 0)}
        self.act("decide", hand=hand, seq=ask["seq"], spot=option.get("spot", [0, ""]), **fields)


class Room:
    """A room in its own process."""

    def __init__(self, folder: str, **environ: str) -> None:
        self.database = f"{folder}/room.db"
        self.environ = {f"CROUPIER_{name.upper()}": value for name, value in environ.items()}

    async def __aenter__(self) -> Self:
        self.process = await asyncio.create_subprocess_exec(
            str(CROUPIER), "serve", "--port", "0", "--database", self.database,
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

        async def one(number: int) -> str:
            async with gate:
                answer = await http.post("/api/guests", json={"nickname": f"Guest {number}"})
                return str(answer.json()["token"])

        return list(await asyncio.gather(*map(one, range(count))))


async def crowd(players: int, rounds: int) -> None:
    """One Casino Hold'em table with thousands of players: bets in the window, decisions at once."""
    with tempfile.TemporaryDirectory() as folder:
        async with Room(folder, houses="live-casino", bots="0", pause_seconds="2") as room:
            began = perf_counter()
            lines = await seated(room, players)
            print(f"{players} players came in and sat down in {perf_counter() - began:.1f} s")
            for line in lines:
                line.latencies.clear()
            first = max(line.hand for line in lines)
            while min(line.hand for line in lines) < first + rounds + 1:  # noqa: ASYNC110
                await asyncio.sleep(0.2)
            report_crowd(lines)
            for line in lines:
                line.transport.close()
        found = await room.audit(["live-casino"])
        print(f"audit: {found.postings} postings, {found.hands} hands, wrong: {found.wrong}")
        print(f"errors in the log: {room.log.count(chr(10))}")


async def seated(room: Room, players: int) -> list[Line]:
    loop = asyncio.get_running_loop()
    lines = []
    for number, token in enumerate(await guests(room.address, players)):
        made = lambda number=number, token=token: Line(number, token)  # noqa: E731
        _, line = await loop.create_connection(made, "127.0.0.1", room.port)
        lines.append(line)
    await asyncio.gather(*(line.ready for line in lines))
    for line in lines:
        line.say({"type": "join", "table": CASINO})
    await asyncio.gather(*(line.joined for line in lines))
    for line in lines:
        line.act("sit", buy_in=100_00)
    await asyncio.gather(*(line.seated for line in lines))
    return lines


def report_crowd(lines: list[Line]) -> None:
    latencies = [value for line in lines for value in line.latencies]
    refused = [name for line in lines for name in line.refused]
    waiting = sum(len(line.sent) for line in lines)
    lost = sum(line.lost for line in lines)
    print(f"{len(latencies)} decisions answered: {quantiles(latencies)}")
    print(f"not answered {waiting}, refused {len(refused)} {set(refused) or ''}, lost {lost}")


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
    parser.add_argument("what", choices=["crowd", "tables", "books", "start"])
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--writers", type=int, default=100)
    given = parser.parse_args()
    if given.what == "crowd":
        asyncio.run(crowd(given.players, given.rounds))
    elif given.what == "tables":
        asyncio.run(tables(given.tables, given.seconds))
    elif given.what == "books":
        asyncio.run(books(min(given.seconds, 10), given.writers))
    else:
        start()


if __name__ == "__main__":
    main()
