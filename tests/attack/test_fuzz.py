"""The room's own words against it, in both languages, on both databases, by every role."""

import asyncio
import json
import os
import re
from collections import Counter
from contextlib import suppress
from typing import Any, get_args

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

from attack.grammar import Known, Writer
from attack.watch import watched
from croupier.server.live import lines
from croupier.server.people.duties import DUTIES
from croupier.server.refusals import Name
from server.opening import Opened, opened, run

HOUSES = {"houses": ["live-casino", "casino-club", "casino-du-liban", "french-casino"]}
WILD = {"bots": 2, "bot_seconds": 0.01, "pause_seconds": 0.01, "speed": 40.0}
TABLES = [
    "live-casino/casino-holdem",
    "casino-du-liban/heads-up-holdem",
    "casino-du-liban/blackjack",
    "casino-club/push-nine",
    "french-casino/no-limit",
    "casino-club/omaha-3-6",
]
QUARRY = TABLES[-2:]
"""Where the staff does its worst; the others stay open, so that there is play."""
STAFF = [role for role in DUTIES if role != "admin"]
DEAR = ("/api/odds", "/api/coach")  # The lab has its own tests.
BURST = 40
LINES = 8
NAMES = {*get_args(Name)}
GROWTH = 200_000_000


class Count:
    """How many calls are still to be made, and what came back."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.told: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.ended = 0
        """Lines that the room ended: a message was too large."""
        self.summary = ""

    def take(self) -> bool:
        self.left -= 1
        return self.left >= 0


class Shouter:
    """Somebody who sends bursts and reads all that comes; after a message too large, anew."""

    def __init__(self, address: str, token: str, language: str, writer: Writer) -> None:
        self.address = f"{address.replace('http', 'ws')}/ws"
        self.hello = {"type": "hello", "version": 1, "token": token, "language": language}
        self.writer, self.number = writer, 0

    async def shout(self, messages: int, count: Count) -> None:
        while self.number < messages // BURST:
            async with connect(self.address, max_size=None) as line:
                await self._begin(line)
                if not await self._bursts(line, messages // BURST, count):
                    await line.send("x" * (lines.LARGEST + 1))
                await ended(line, count)

    async def _begin(self, line: Any) -> None:
        await line.send(json.dumps(self.hello))
        for table in self.writer.tables:
            await line.send(json.dumps({"type": "join", "table": table}))
            name = f"seat {self.hello['language']} {self.number}"
            sit = {"type": "sit", "table": table, "id": name, "buy_in": 100_00}
            await line.send(json.dumps(sit))

    async def _bursts(self, line: Any, until: int, count: Count) -> bool:
        """Whether one of them was too large for the room, which hears nothing after it."""
        known: Known = {}
        while self.number < until:
            self.number += 1
            for _ in range(BURST):
                said = self.writer.message(known)
                await line.send(said)
                if len(said) > lines.LARGEST:
                    return True
            last = f"after {self.number}"  # Answered when all before it were answered there.
            await line.send(
                json.dumps({"type": "unwait", "table": self.writer.table(), "id": last})
            )
            await listen(line, known, last, count)
        return False


async def ended(line: Any, count: Count) -> None:
    """The room ends a line that said too much, and says why."""
    with pytest.raises(ConnectionClosedError):
        async for frame in line:
            count.told[json.loads(frame)["type"]] += 1
    assert line.close_code == 1009, line.close_code
    count.ended += 1


async def listen(line: Any, known: Known, until: str, count: Count) -> None:
    async for frame in line:
        told = json.loads(frame)
        count.told[told["type"]] += 1
        if told["type"] == "refused":
            assert told["name"] in NAMES, told
            assert len(told["sentence"]) < 3000, told["sentence"][:3000]
        if told["type"] in ("news", "table"):
            known.pop(told["table"], None)
            if told["ask"] and told["ask"]["options"]:
                known[told["table"]] = (told["ask"], told["hand"])
        if told.get("id") == until:
            return
    raise AssertionError(f"the room closed a line: {line.close_code}")


class Caller:
    """Calls every path by every role with bodies of its own schema."""

    def __init__(self, room: Opened, writer: Writer, count: Count) -> None:
        self.room, self.writer, self.count = room, writer, count
        self.rng = writer.rng
        self.tokens: dict[str, str] = {}
        self.schema: dict[str, Any] = {}

    async def enter(self) -> None:
        admin = await self.room.admin()
        # The room makes it once: `croupier serve` before it opens.
        self.schema = await admin.call("GET", "/api/schema/openapi.json")
        self.tokens = {"nobody": "", "admin": admin.token}
        self.tokens["player"] = (await self.room.guest("Caller")).token
        for role in STAFF:
            self.tokens[role] = (await self.room.member(admin, f"Member {role}", [role])).token
        self.writer.names += [*self.room.room.people.known, *STAFF, "player", "void", "misdeal"]
        self.writer.names += ["replace card", "exposed card", "dead hand", "award pot"]

    async def run(self) -> None:
        async with httpx.AsyncClient(base_url=self.room.address, timeout=300) as http:
            parts = self.schema["components"]["schemas"]
            operations = [
                (path, method, found)
                for path, methods in self.schema["paths"].items()
                for method, found in methods.items()
                if not path.startswith(DEAR)
            ]
            while self.count.left > 0:
                await self._call(http, *self.rng.choice(operations), parts)

    async def _call(self, http: Any, path: str, method: str, found: Any, parts: Any) -> None:
        role = self.rng.choice(sorted(self.tokens))
        keeps = role == "admin" and ("accounts/" in path or "sessions" in path)
        if keeps or "exclusion" in path or not self.count.take():
            return
        where = self._where(path)
        head = {"Accept-Language": self.rng.choice(["fr", "en"])}
        if self.tokens[role]:
            head["Authorization"] = f"Bearer {self.tokens[role]}"
        answer = await http.request(
            method,
            where,
            content=self._content(found, parts),
            params=self._query(found),
            headers=head | {"Content-Type": "application/json"},
        )
        self.count.statuses[answer.status_code] += 1
        asked = (role, method, where, answer.request.content[:2000], answer.text)
        assert answer.status_code < 500, asked
        if answer.status_code >= 400:
            assert len(answer.text) < 6000, asked
        if answer.status_code == 401 and role in ("player", *STAFF):
            with suppress(Exception):  # It ended its own session: the next comes in.
                guest = await self.room.guest(f"Caller {self.count.left}")
                self.tokens["player"] = guest.token

    def _where(self, path: str) -> str:
        house, _, table = self.rng.choice(QUARRY if "staff" in path else TABLES).partition("/")
        known = {"house": house, "table": table}

        def filled(hole: re.Match[str]) -> str:
            name = hole[0].strip("{}").partition(":")[0]
            rubbish = self.rng.choice(["0", "-5", "9" * 30, "%00", "%ff", "é", "..%2f", "a" * 3000])
            right = known.get(name) or self.rng.choice(["1", "2", *self.writer.names])
            return rubbish if self.rng.random() < 0.1 else right

        return re.sub(r"\{.*?\}", filled, path)

    def _content(self, found: Any, parts: Any) -> bytes | None:
        if "requestBody" not in found:
            return None
        schema = next(iter(found["requestBody"]["content"].values()))["schema"]
        written = json.dumps(self.writer.body(schema, parts)).encode()
        broken = [b"[" * 100_000, b"\xff", b"", b'{"a":' * 20_000]
        return self.rng.choice(broken) if self.rng.random() < 0.02 else written

    def _query(self, found: Any) -> dict[str, str]:
        named = [one["name"] for one in found.get("parameters", []) if one["in"] == "query"]
        values = ["1", "-1", "0", "9" * 40, "1e9", "nan", "", "x", "é\0", *self.writer.names]
        return {name: self.rng.choice(values) for name in named if self.rng.random() < 0.6}


async def attack(database: str, messages: int, seed: int) -> Count:
    async with opened(database, **HOUSES, **WILD) as room:
        count, calls = Count(0), Count(messages // 8)
        people = [await room.guest(f"Guest {number}") for number in range(3)]
        tokens = [one.token for one in people]
        for one in people:
            await one.close()
        lines = [(token, tongue) for token in tokens for tongue in ("en", "fr")]
        lines += [("", "en"), ("", "fr")]
        assert len(lines) == LINES
        share = messages // LINES
        caller = Caller(room, Writer(seed, TABLES, []), calls)
        await caller.enter()
        with watched() as watch:
            await asyncio.gather(
                *(caller.run() for _ in range(3)),
                *(
                    Shouter(room.address, *who, Writer(seed + at, TABLES, [])).shout(share, count)
                    for at, who in enumerate(lines, 1)
                ),
            )
        watch.check()
        assert watch.rss < GROWTH, f"memory grew by {watch.rss:,}"
        assert room.room.failed is None
        assert not room.room.stopping.is_set()
        assert (await room.books()).wrong == []
        hands = sum(runner.table.deals for runner in room.room.runners.values())
        assert hands > 5, "nobody played under the fire"
        count.summary = f"slowest {watch.slowest:.3f} s, grew {watch.rss:,}, {hands} hands"
        count.statuses = calls.statuses
        return count


SLOW = pytest.mark.slow
MILLION = int(os.environ.get("ATTACK_MESSAGES", "1000000"))


@pytest.mark.parametrize("messages", [1_500, pytest.param(MILLION, marks=SLOW)])
def test_the_rooms_own_words_do_it_no_harm(database, messages, monkeypatch, capfd):
    monkeypatch.setattr(lines, "RATE", 10**9)
    monkeypatch.setattr(lines, "BURST", 10**9)
    count = run(attack(database, messages, seed=messages), 2 * 3600)
    logged = "".join(capfd.readouterr())
    assert "Traceback" not in logged, logged[-3000:]
    assert "fault" not in logged, logged[-3000:]
    assert count.told["refused"] > messages // 3, count.told
    assert count.told["done"] > 5, count.told
    assert count.ended >= LINES, "each line says too much at last"
    assert {200, 400, 401, 403, 404, 422} <= {*count.statuses}, count.statuses
    print(count.summary, count.told, count.statuses)  # noqa: T201
