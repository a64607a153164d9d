"""Kill the room at any instant: no chip is lost, no hand, and nothing that anybody was told."""

import asyncio
import os
import random
import signal
import sys
from contextlib import suppress
from copy import deepcopy
from pathlib import Path

import pytest
import sqlalchemy as sa

from croupier.client import Client, Gone, No
from croupier.server.books import audit as proof
from croupier.server.books import schema
from croupier.server.books.store import Store
from server.opening import run, until

CROUPIER = Path(sys.executable).with_name("croupier")
RUSH = {
    "CROUPIER_NEWCOMERS_AN_HOUR": "0",
    "CROUPIER_BOTS_ALONE": "true",
    "CROUPIER_BOTS": "4",
    "CROUPIER_BOT_SECONDS": "0.02",
    "CROUPIER_PAUSE_SECONDS": "0.02",
    "CROUPIER_SPEED": "20",
    "CROUPIER_LOG_LEVEL": "error",
}


class Process:
    """A room in a process of its own."""

    def __init__(self, database: str, **environ: str) -> None:
        self.database, self.environ = database, environ

    async def start(self) -> str:
        self.process = await asyncio.create_subprocess_exec(
            str(CROUPIER), "serve", "--database", self.database,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "CROUPIER_PORT": "0", **self.environ},
        )  # fmt: skip
        line = (await self.process.stdout.readline()).decode()
        assert "http://" in line, "the room did not open"
        return line.split()[-1].rstrip("/")

    async def end(self, how=signal.SIGKILL) -> int:
        self.process.send_signal(how)
        return await self.process.wait()


async def books(database: str) -> proof.Report:
    store = Store(database)
    await store.open(write=False)
    try:
        return await proof.audit(store)
    finally:
        await store.close()


async def taken(database: str) -> set[str]:
    store = Store(database)
    try:
        return {row[0] for row in await store.rows(sa.select(schema.acts.c.action))}
    finally:
        await store.close()


async def player(client: Client, table: str, told: set[str], rng: random.Random) -> None:
    """Plays at random until the line breaks; notes every action that was answered."""
    with suppress(Gone, OSError):
        found = await client.join(table)
        if not found.seat:
            with suppress(No):
                await found.sit(max(found.about["terms"]["min_buy_in"], 100_00))
        async for ask in found.asks():
            option = rng.choice(ask.options)
            cards = option.cards[: option.low]
            with suppress(No):
                amount = 0 if cards else option.low
                done = await found.decide(ask, option.act, amount, option.spot, cards)
                told.add(done["id"])


async def killed_again_and_again(database: str, times: int, seed: int) -> proof.Report:
    rng, told = random.Random(seed), set()
    room = Process(database, **RUSH)
    tokens: list[str] = []
    tables = ["live-casino/casino-holdem", "casino-club/holdem-2-4", "casino-du-liban/blackjack"]
    for _ in range(times):
        address = await room.start()
        clients = [Client(address, token) for token in tokens]
        while len(clients) < len(tables):
            clients.append(await Client(address).guest(f"guest {len(clients)}"))
        tokens = [client.token for client in clients]
        plays = [
            asyncio.create_task(player(client, table, told, rng))
            for client, table in zip(clients, tables, strict=True)
        ]
        if not told:  # Later the room may be killed before anybody has done anything.
            await until(lambda: told)
        await asyncio.sleep(rng.uniform(0.1, 1.5))
        await room.end()
        await asyncio.gather(*plays)
        for client in clients:
            await client.close()
        report = await books(database)
        assert report.wrong == []
        assert told <= await taken(database), "somebody was told what is not in the books"
    await room.start()
    assert await room.end(signal.SIGTERM) == 0
    assert told, "nobody played"
    return await books(database)


def test_a_room_that_is_killed_loses_no_chip(database):
    report = run(killed_again_and_again(database, times=2, seed=1))
    assert report.wrong == []
    assert report.hands > 0


@pytest.mark.slow
def test_a_room_that_is_killed_fifty_times_loses_no_chip(database):
    report = run(killed_again_and_again(database, times=50, seed=2), 3600)
    assert report.wrong == []
    assert report.hands > 50


async def the_same_hand_goes_on(database: str):
    calm = {**RUSH, "CROUPIER_SPEED": "1", "CROUPIER_BOTS_ALONE": "false"}
    room = Process(database, **calm)
    client = await Client(await room.start()).guest("Ada")
    table = await client.join("casino-club/holdem-2-4")
    await table.sit(100_00)
    asks = table.asks()
    ask = await anext(asks)
    before = table.hand, deepcopy(table.view), ask.options, table.seq
    await room.end()
    again = Client(await room.start(), client.token)
    found = await again.join("casino-club/holdem-2-4", since=table.seq)
    await found.news(0.2)
    seat = table.seat
    whole = await again.call("GET", "/api/tables/casino-club/holdem-2-4")
    await again.close()
    await client.close()
    third = Client(again.address, client.token)
    fresh = await third.join("casino-club/holdem-2-4")
    after = fresh.hand, deepcopy(fresh.view), fresh.ask.options, fresh.about["you"]["seat"]
    left = fresh.ask.seconds
    done = await fresh.decide(fresh.ask, fresh.ask.options[0].act)
    await third.close()
    await room.end()
    return before, after, seat, left, whole, done


def test_after_a_crash_the_same_hand_goes_on_with_the_same_cards(database):
    before, after, seat, left, whole, done = run(the_same_hand_goes_on(database))
    assert after[:3] == before[:3]
    assert before[1].cards[seat, "hole"]
    assert after[3] == seat
    assert left > 20, "the clock begins anew"
    assert done["type"] == "done"
    assert [cards for spot, cards in whole["view"]["cards"] if spot == [seat, "hole"]] == [[53, 53]]
    assert run(books(database)).wrong == []
