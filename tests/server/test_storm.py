"""Whatever is sent, in whatever order, by however many lines: no fault, and exact books."""

import asyncio
import json
import re
from contextlib import suppress
from random import Random

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from croupier.client import Client
from croupier.server.live import lines
from croupier.server.people.duties import DUTIES
from server.opening import opened, run

HOUSES = {"houses": ["live-casino", "casino-club", "casino-du-liban", "french-casino"]}
WILD = {"bots": 2, "bot_seconds": 0.01, "pause_seconds": 0.01, "speed": 40.0}
TABLES = [
    "live-casino/casino-holdem",
    "casino-du-liban/heads-up-holdem",
    "casino-du-liban/blackjack",
    "french-casino/no-limit",
    "casino-club/push-nine",
]
ODD = [0, -1, 1, 7, 100_00, 5_000_00, 2**31, 2**63 - 1, 2**63, 10**30, 1.5, True, None, "x"]
TEXTS = [
    "",
    "a",
    "a",
    "b",
    "c" * 65,
    "nul\0",
    "\u202e",
    "'; DROP TABLE postings; --",
    "♠" * 300,
    {},
]
ACTS = ["bet", "call", "fold", "check", "raise", "deal", "hit", "stand", "share", "decline", "no"]
KINDS = ["sit", "leave", "top_up", "sit_out", "sit_in", "wait", "unwait", "change_seat", "claim"]


def message(rng: Random, known: dict) -> object:
    """Something a client might send, or should not."""
    table = rng.choice([*TABLES, *TABLES, "no/where", "", "a/b/c", None, 5])
    action = rng.choice([str(rng.random())] * 9 + TEXTS)
    if rng.random() < 0.3:
        kind = rng.choice([*KINDS, "join", "part", "chat", "ping", "hello", "fly", None])
        fields = ("buy_in", "amount", "seat", "post", "since", "text", "version", "hand")
        some = {name: rng.choice(ODD + TEXTS) for name in fields}
        return {"type": kind, "table": table, "id": action, **some}
    ask, hand, view = known.get(table, (None, 0, 0)) if isinstance(table, str) else (None, 0, 0)
    if ask and ask.get("options") and rng.random() < 0.7:
        option = rng.choice(ask["options"])
        low, high = option.get("low", 0), option.get("high", 0)
        cards = option.get("cards", [])
        return {
            "type": "decide",
            "table": table,
            "id": action,
            "hand": hand + rng.choice([0] * 9 + [-1, 1]),
            "seq": ask["seq"] + rng.choice([0] * 9 + [-1, 1]),
            "act": rng.choice([option["act"]] * 5 + ACTS),
            "amount": rng.choice([0, low, low, high, high + 1, low - 1, rng.choice(ODD)]),
            "spot": rng.choice([option.get("spot", [0, ""]), [0, ""], [99, "x"], [2**70, ""], "x"]),
            "cards": rng.choice([cards[:low], cards[:1] * 2, [99], [-1], [53], "x"]),
        }
    kind = rng.choice(KINDS)
    money = rng.choice([100_00, 100_00, 200_00, 5_00, view])
    return {"type": kind, "table": table, "id": action, "buy_in": money, "amount": money, "seat": 0}


async def shout(address: str, token: str, rng: Random, until: float) -> int:
    """One line that sends without waiting for answers, comes back when it is closed."""
    sent, known = 0, {}
    clock = asyncio.get_running_loop().time
    while clock() < until:
        with suppress(ConnectionClosed, OSError, TimeoutError):
            async with connect(f"{address.replace('http', 'ws')}/ws", max_size=None) as line:
                await line.send(json.dumps({"type": "hello", "version": 1, "token": token}))
                for table in TABLES:
                    await line.send(json.dumps({"type": "join", "table": table}))
                listening = asyncio.create_task(listen(line, known))
                while clock() < until and rng.random() < 0.995:
                    await line.send(json.dumps(message(rng, known)))
                    if rng.random() < 0.02:
                        await line.send(rng.choice(["[]", "{", "null", b"\xff\x00", "9" * 5000]))
                    sent += 1
                    await asyncio.sleep(0.002)
                listening.cancel()
    return sent


async def listen(line, known: dict) -> None:
    async for frame in line:
        told = json.loads(frame)
        if told["type"] in ("news", "table"):
            known[told["table"]] = (told["ask"], told["hand"], told["seq"])


EACH = {200, 400, 403, 404}
"""What must have been answered at least once, however busy the machine is."""


async def call(address: str, tokens: list[str], rng: Random, until: float) -> dict[int, int]:
    """Calls of every path with every kind of body, by everybody; how often each status came."""
    found: dict[int, int] = {}
    async with httpx.AsyncClient(base_url=address, timeout=30) as http:
        paths = (await http.get("/api/schema/openapi.json")).json()["paths"]
        known = await names(http, tokens)
        while asyncio.get_running_loop().time() < until or not {*found} >= EACH:
            path = rng.choice(list(paths))
            method = rng.choice(list(paths[path]))
            if "sessions" in path or path == "/api/odds" or "exclusion" in path:
                continue  # Others' lines are not to be cut, and the lab has its own tests.
            where = re.sub(r"\{.*?\}", lambda _: rng.choice(known), path)
            query = {name: rng.choice([*ODD, *TEXTS[:-1]]) for name in ("before", "count", "table")}
            head = {"Authorization": f"Bearer {rng.choice(tokens)}"}
            body = None if method == "get" else thing(rng, known)
            answer = await http.request(method, where, json=body, headers=head, params=query)
            found[answer.status_code] = found.get(answer.status_code, 0) + 1
            assert answer.status_code != 500, (method, where, query, body, answer.text)
    return found


async def names(http, tokens: list[str]) -> list[str]:
    """Players, postings, numbers and rubbish, for paths and bodies."""
    head = {"Authorization": f"Bearer {tokens[-1]}"}
    lobby = (await http.get("/api/cashier/players", headers=head)).json()
    mine = [
        line["id"]
        for token in tokens
        for line in (
            await http.get("/api/me/postings", headers={"Authorization": f"Bearer {token}"})
        ).json()
    ]
    rubbish = ["0", "1", "2", "-5", "99999999999999999999", "%00", "é", "live-casino", "no"]
    houses = [part for table in TABLES for part in table.split("/")]
    return [person["player"] for person in lobby] + mine + rubbish + houses


def thing(rng: Random, known: list[str]) -> object:
    """A body with the fields that calls have, right and wrong."""
    if rng.random() < 0.1:
        return rng.choice([None, [], "x", 5, [{}], {"id": {"id": []}}])
    acts = ["pause", "resume", "rule", "call_next", "remove", "consign", "adjust_stack", "fly"]
    reason = rng.choice(["as the storm decided"] * 6 + TEXTS)
    fields = {
        "id": str(rng.random()),
        "act": rng.choice(acts),
        "why": reason,
        "text": reason,
        "ruling": rng.choice(["void", "misdeal", "dead hand", "replace card", "award pot", "x"]),
        "player": rng.choice(known),
        "amount": rng.choice([100, 100_00, -100_00, *ODD]),
        "postings": rng.choice([[rng.choice(known)], [], known[:3], 5]),
        "preview": rng.random() < 0.3,
        "table": rng.choice([*TABLES, "x"]),
        "hand": rng.choice([1, 2, *ODD]),
        "accept": rng.random() < 0.5,
        "minutes": 0,
        "seat": rng.choice([1, 2, *ODD]),
        "spot": rng.choice([[1, "hole"], [0, "pot"], [1, "stack"], "x", [2**70, ""]]),
        "cards": rng.choice([[], [1], [999], ["x"]]),
        "nickname": rng.choice([f"guest {rng.random():.6f}", *TEXTS]),
        "name": rng.choice([f"name {rng.random():.6f}", *TEXTS]),
        "password": "x",
        "roles": ["player"],
        "loss_day": rng.choice([0, *ODD]),
    }
    for name in rng.sample(sorted(fields), rng.choice([0, 0, 0, 1, 2])):
        fields[name] = rng.choice(ODD + TEXTS)
    return fields


async def storm(database: str, seconds: float, seed: int) -> tuple[int, dict[int, int]]:
    rng = Random(seed)
    async with opened(database, **HOUSES, **WILD) as room:
        admin = await room.admin()
        people = [await room.guest(f"Guest {number}") for number in range(4)]
        tokens = [one.token for one in people]
        duties = sorted(DUTIES, key=lambda role: role == "cashier")  # The last looks people up.
        staff = [await room.member(admin, f"Member {role}", [role]) for role in duties]
        until = asyncio.get_running_loop().time() + seconds
        lines = [shout(room.address, token, rng, until) for token in tokens for _ in range(2)]
        calls = call(room.address, [*tokens, *(one.token for one in staff)], rng, until)
        *sent, statuses = await asyncio.gather(*lines, calls)
        assert room.room.failed is None
        assert (await room.books()).wrong == []
        calm = Client(room.address, tokens[0])
        room.clients.append(calm)
        await calm.connect()
        hands = sum(runner.table.deals for runner in room.room.runners.values())
        assert hands > 5, "nobody played in the storm"
        return sum(sent), statuses


@pytest.mark.parametrize("seconds", [5, pytest.param(120, marks=pytest.mark.slow)])
def test_nothing_that_is_sent_makes_a_fault(database, seconds, monkeypatch, capfd):
    monkeypatch.setattr(lines, "RATE", 200)
    sent, statuses = run(storm(database, seconds, seed=seconds))
    logged = "".join(capfd.readouterr())
    assert "Traceback" not in logged, logged[-3000:]
    assert "fault" not in logged, logged[-3000:]
    assert sent > 100
    assert {*statuses} >= EACH, statuses
