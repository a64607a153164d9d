"""Responsible play holds, and play chips are not the cashier's chips."""

import asyncio

import pytest

from croupier.client import Client
from croupier.server.books.possession import BadStore
from croupier.server.books.store import Store
from croupier.server.live.room import Room
from croupier.server.settings import Settings
from server.opening import opened, run
from server.test_people import CASINO, LIVE, refusal
from server.test_staff import WHY

CLUB = [f"casino-club/holdem-{name}" for name in ("2-4", "3-6")]


def test_chips_that_are_promised_count_against_the_loss_limit(database):
    async def play():
        async with opened(database, houses=["casino-club"]) as room:
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            await ada.call("PUT", "/api/me/limits", {"loss_day": 350_00})
            for name in CLUB:
                mine, other = await ada.join(name), await bob.join(name)
                await mine.sit(100_00)
                await other.sit(100_00)
                while room.room.runners[name].table.hand is None:
                    await asyncio.sleep(0.02)
            await ada.act("top_up", CLUB[0], amount=100_00)
            with refusal("limit: your 24-hour loss limit leaves 50.00"):
                await ada.act("top_up", CLUB[1], amount=100_00)
            await ada.act("top_up", CLUB[0], amount=60_00)  # In place of the hundred.
            await ada.act("top_up", CLUB[1], amount=90_00)

    run(play())


def test_a_time_limit_holds_over_new_lines_and_restarts(database):
    fast = LIVE | {"speed": 60.0, "break_minutes": 30}

    async def first():
        async with opened(database, **fast) as room:
            ada = await room.guest("Ada")
            await ada.call("PUT", "/api/me/limits", {"session_minutes": 1})
            table = await ada.join(CASINO)
            await table.sit(100_00)
            while not table.seats[table.seat]["away"]:
                await table.news(2)
            await table.leave()
            await ada.close()
            while ada.player in room.room.connections:
                await asyncio.sleep(0.02)
            await asyncio.sleep(1.5)
            again = Client(room.address, ada.token)
            room.clients.append(again)
            with refusal("limit: you have reached your limit of 1 minute"):
                await (await again.join(CASINO)).sit(100_00)
            return ada.token

    async def second():
        async with opened(database, **fast) as room:
            ada = Client(room.address, token)
            room.clients.append(ada)
            with refusal("limit: you have reached your limit of 1 minute"):
                await (await ada.join(CASINO)).sit(100_00)
            ada.hang_up()
            while room.room.sockets:
                await asyncio.sleep(0.02)
            room.room.clock.not_before(room.room.clock.now() + 31 * 60)
            ada = Client(room.address, token)
            room.clients.append(ada)
            await (await ada.join(CASINO)).sit(100_00)

    token = run(first())
    run(second())


def test_an_exclusion_holds_for_the_device_and_the_staff_finds_it(database):
    async def play():
        async with opened(database, **LIVE) as room:
            admin = await room.admin()
            jeanne = await room.member(admin, "Jeanne", ["inspector"])
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            other = await ada.http.post("/api/guests", json={"nickname": "Ada at home"})
            home = Client(room.address, other.json()["token"])
            room.clients.append(home)
            await ada.call("POST", "/api/me/exclusion", {"days": 30})
            with refusal("limit"):
                await (await ada.join(CASINO)).sit(100_00)
            with refusal("limit: somebody has excluded themselves from play on this device"):
                await (await home.join(CASINO)).sit(100_00)
            answer = await ada.http.post("/api/guests", json={"nickname": "Nobody at all"})
            assert (answer.status_code, answer.json()["name"]) == (422, "limit")
            await (await bob.join(CASINO)).sit(100_00)
            (line,) = await jeanne.call("GET", "/api/staff/exclusions?name=ad")
            assert (line["name"], line["devices"], line["sharing"]) == ("Ada", 1, ["Ada at home"])
            assert line["until"] > room.room.clock.now() + 29 * 86400

    run(play())


def test_a_demo_house_has_no_cage(database):
    async def play():
        async with opened(database, **LIVE, cage_in_demo=False) as room:
            carla = await room.member(await room.admin(), "Carla", ["cashier"])
            ada = await room.guest("Ada")
            cash = {"id": "1", "player": ada.player, "amount": 100_00, **WHY}
            for call in "issue", "redeem":
                with refusal("forbidden: this is a demo house"):
                    await carla.call("POST", f"/api/cashier/{call}", cash)

    run(play())

    with pytest.raises(BadStore, match="this database holds play chips: set demo = true"):
        run(tried(database, demo=False))


def test_a_room_with_a_cage_has_no_faucet(database):
    async def play():
        async with opened(database, **LIVE, demo=False, cage_in_demo=False) as room:
            carla = await room.member(await room.admin(), "Carla", ["cashier"])
            body = {"name": "Ada Byron", "password": "a long password"}
            ada = Client(room.address)
            room.clients.append(ada)
            ada._entered(await ada.call("POST", "/api/accounts", body))
            assert ada.balance == 0
            with refusal("forbidden: chips are bought from the cashier"):
                await ada.call("POST", "/api/me/chips", {})
            cash = {"id": "1", "player": ada.player, "amount": 100_00, **WHY}
            assert await carla.call("POST", "/api/cashier/issue", cash) == {"balance": 100_00}

    run(play())

    with pytest.raises(BadStore, match="this database holds chips of a cashier"):
        run(tried(database))


async def tried(database, **choices):
    """Open a room that does not open: the next may try at once."""
    try:
        await Room(Settings(database=database, **choices)).open()
    finally:
        next_one = Store(database)
        await next_one.open()
        await next_one.close()
