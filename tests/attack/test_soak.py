"""Hundreds of hostile lines for a long time: the room stays small, whole and polite."""

import asyncio
import json
import os
import re
import signal
import sys
from collections import Counter
from contextlib import suppress
from itertools import cycle, islice
from random import Random
from types import SimpleNamespace

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from attack.test_one_client import CROWD, frame, hang_up, silent_line
from attack.watch import rss
from croupier.client import Client
from server.opening import run

MOST_BYTES = 400_000_000
TABLES = [CROWD, "casino-club/push-nine", "casino-club/holdem-2-4"]
SOAK = int(os.environ.get("ATTACK_SOAK_SECONDS", "300"))
PACE = float(os.environ.get("ATTACK_PACE", "1"))
"""Hostile acts come this many times slower: a whole hour beside other work, which may make the room
wait for its turn. What it must keep even then is its memory and its books."""
ROOM = {
    "HOUSES": "live-casino,casino-club",
    "PORT": "0",
    "NEWCOMERS_AN_HOUR": "0",
    "CONNECTIONS_FROM_ADDRESS": "1000",  # All of them come from here; the rest is as it comes.
    "CALLS_A_SECOND": "0",
    "LOG_LEVEL": "warning",
}


async def said(line, kind: str, **fields: object) -> None:
    await line.send(json.dumps({"type": kind, **fields}))


async def drink(line) -> None:
    """Read whatever comes."""
    with suppress(WebSocketException):
        async for _ in line:
            pass


async def hello(address: str, token: str, language: str):
    line = await connect(f"{address.replace('http', 'ws')}/ws", max_size=None)
    await said(line, "hello", version=1, token=token, language=language)
    return line


async def silent(about: SimpleNamespace) -> None:
    """Asks for everything and reads nothing."""
    _, writer = await silent_line(about.address)
    try:
        for table in TABLES:
            writer.write(frame(json.dumps({"type": "join", "table": table}).encode()))
        while not writer.transport.is_closing():
            writer.write(frame(json.dumps({"type": "ping", "id": "x" * 60}).encode()) * 20)
            about.count["silent"] += 20
            await about.pause()
    finally:
        await hang_up(writer)


async def flood(about: SimpleNamespace) -> None:
    """Pings, long and broken messages as fast as they go."""
    line = await hello(about.address, "", about.rng.choice(["en", "fr"]))
    reader = asyncio.create_task(drink(line))
    try:
        while True:
            for _ in range(10):
                await said(line, about.rng.choice(["ping", " / " * 3000, "join"]), id="x" * 9000)
                await line.send("[" * 9000)
            about.count["flood"] += 20
            await about.pause()
    finally:
        reader.cancel()
        await line.close()


async def chat(about: SimpleNamespace) -> None:
    """One person of many lines who talks without an end, and sits and leaves between."""
    line = await hello(about.address, about.rng.choice(about.tokens), "fr")
    reader = asyncio.create_task(drink(line))
    try:
        for table in TABLES:
            await said(line, "join", table=table)
        while True:
            table, number = about.rng.choice(TABLES), str(about.rng.random())
            await said(line, "chat", table=table, id=number, text="♠ {hello} " * 15)
            await said(line, "sit", table=table, id=number + "s", buy_in=100_00, seat=20_000)
            await said(line, "sit", table=table, id=number + "t", buy_in=100_00)
            await said(line, "leave", table=table, id=number + "l")
            about.count["chat"] += 4
            await about.pause()
    finally:
        reader.cancel()
        await line.close()


async def half(about: SimpleNamespace) -> None:
    """Half a request, and nothing more."""
    host, port = about.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 5000)
        about.count["half"] += 1
        await reader.read()
    finally:
        await hang_up(writer)


async def again(about: SimpleNamespace) -> None:
    """In and out."""
    line = await hello(about.address, about.rng.choice([*about.tokens, ""]), "en")
    await said(line, "join", table=about.rng.choice(TABLES))
    await about.pause()
    line.transport.abort()
    about.count["again"] += 1


async def hostile(kind, about: SimpleNamespace, until: float) -> None:
    """One place in the crowd; when its line is cut, it comes again."""
    with suppress(TimeoutError):
        async with asyncio.timeout_at(until):
            while True:
                with suppress(WebSocketException, OSError, EOFError):
                    await kind(about)
                await about.pause()


async def soak(address: str, pid: int, lines: int, seconds: float) -> tuple[Counter[str], int]:
    rng, people, tokens = Random(lines), [], []
    for number in range(max(2, lines // 25)):
        people.append(await Client(address).guest(f"Guest {number}"))
        tokens.append(people[-1].token)
        await people[-1].close()
    count: Counter[str] = Counter()
    about = SimpleNamespace(address=address, tokens=tokens, rng=rng, count=count)
    about.pause = lambda: asyncio.sleep(rng.uniform(0.2, 1.0) * PACE)
    until = asyncio.get_running_loop().time() + seconds
    kinds = islice(cycle([silent, flood, chat, half, again]), lines)
    crowd = [asyncio.create_task(hostile(kind, about, until)) for kind in kinds]
    most = 0
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        while not all(task.done() for task in crowd):
            most = max(most, rss(pid))
            told = (await http.get("/api/health", headers={"Connection": "close"})).json()
            count["health" if told["ok"] else "stalled"] += 1
            assert told["ok"] or PACE > 1, told
            await asyncio.sleep(1)
    await asyncio.gather(*crowd)
    return count, most


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Cut anywhere.
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize(
    ("lines", "seconds"), [(30, 4), pytest.param(500, SOAK, marks=pytest.mark.slow)]
)
def test_hostile_lines_for_a_long_time(tmp_path, lines, seconds):
    database = str(tmp_path / "room.db")
    environ = {**os.environ, **{f"CROUPIER_{name}": value for name, value in ROOM.items()}}
    environ["CROUPIER_DATABASE"] = database
    command = [sys.executable, "-m", "croupier"]

    async def play() -> None:
        with (tmp_path / "log").open("wb") as log:
            room = await asyncio.create_subprocess_exec(
                *command, "serve", env=environ, stdout=asyncio.subprocess.PIPE, stderr=log
            )
            try:
                said = re.search(rb"http://[\d.:]+", await room.stdout.readline())
                assert said, (tmp_path / "log").read_text("utf-8")
                count, most = await soak(said[0].decode(), room.pid, lines, seconds)
            finally:
                with suppress(ProcessLookupError):
                    room.send_signal(signal.SIGTERM)
                await room.communicate()
        print(f"{most / 1e6:.0f} MB at most, {dict(count)}")  # noqa: T201
        assert room.returncode == 0
        assert most < MOST_BYTES, f"{most:,}"
        assert min(count[kind] for kind in ("silent", "flood", "chat", "half", "again")) > 0
        audit = await asyncio.create_subprocess_exec(*command, "audit", env=environ)
        assert await audit.wait() == 0

    run(play(), seconds + 600)
    logged = (tmp_path / "log").read_text("utf-8")
    assert "Traceback" not in logged, logged[-3000:]
    assert "fault" not in logged, logged[-3000:]
