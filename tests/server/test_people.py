"""People: names, passwords, their own limits, history."""

import asyncio

import pytest
from argon2 import Type, extract_parameters

from croupier.client import Client, No
from croupier.server import refusals
from croupier.server.books.schema import people
from croupier.server.people import buckets, passwords, throttle
from croupier.server.people.limits import DAY, Limits
from server.opening import opened, run, until

CASINO = "live-casino/casino-holdem"
LIVE = {"houses": ["live-casino"], "speed": 30.0}


def refusal(name: str):
    return pytest.raises(No, match=f"^{name}")


def test_names_and_passwords(database):
    async def play():
        async with opened(database, **LIVE) as room:
            ada = await room.guest("Ada")
            for bad in ("A", "x" * 30, "a:b", "a\u0007b", "  "):
                with refusal("malformed"):
                    await room.guest(bad)
            with refusal("taken: aDA is somebody else's name; aDA 2 is free"):
                await room.guest("aDA")
            body = {"name": "Grace Hopper", "password": "a long password"}
            made = await ada.call("POST", "/api/accounts", body)
            assert made["balance"] == 10_000_00
            again = Client(room.address)
            room.clients.append(again)
            await again.log_in("grace  hopper", "a long password")
            assert again.player == made["player"]
            for wrong in ("another password", ""):
                with refusal("no_session"):
                    await again.log_in("Grace Hopper", wrong)
            with refusal("no_session"):
                await again.log_in("Nobody", "a long password")
            for _ in range(3):
                with refusal("no_session"):
                    await again.log_in("Grace Hopper", "a guess of mine")
            with refusal("too_fast"):
                await again.log_in("Grace Hopper", "a long password")
            with refusal("malformed"):
                await ada.call("POST", "/api/accounts", {"name": "Bob", "password": "short"})
            row = await room.room.store.row(people_named("Grace Hopper"))
            assert row.secret.startswith("$argon2id$")
            assert "long" not in row.secret

    def people_named(name):
        return people.select().where(people.c.name == name)

    run(play())


def test_a_password_is_dear_to_guess_and_an_unknown_name_is_as_dear(true_passwords):
    kept = extract_parameters(run(passwords.Vault().kept("a long password")))
    assert (kept.type, kept.time_cost, kept.memory_cost) == (Type.ID, 3, 64 * 1024)
    assert extract_parameters(passwords.NOBODY) == kept


def test_the_name_of_a_guest_who_has_gone_is_free_again(database):
    async def play():
        async with opened(database, **LIVE) as room:
            people = room.room.people

            def long_ago(*some):
                for one in some:
                    people.seen[one.player] = room.room.clock.now() - 13 * 3600

            ada, bob, cyd = [await room.guest(name) for name in ("Ada", "Bob", "Cyd")]
            await ada.call("POST", "/api/accounts", {"name": "Dan", "password": "a long password"})
            for name in ("Ada", "bob", "Cyd", "Dan"):
                with refusal("taken"):
                    await room.guest(name)
            await bob.connect()
            table = await cyd.join(CASINO)
            await table.sit(100_00)
            cyd.hang_up()
            await until(lambda: cyd.player not in room.room.connections)
            long_ago(ada, bob, cyd)
            for name in ("Bob", "Cyd", "Dan"):
                with refusal("taken"):
                    await room.guest(name)
            news = await asyncio.gather(*map(room.guest, ["ADA", "ada"]), return_exceptions=True)
            assert sorted(type(one).__name__ for one in news) == ["Client", "No"]
            new = next(one for one in news if isinstance(one, Client))
            assert (await new.call("GET", "/api/me"))["name"].casefold() == "ada"
            old = await ada.call("GET", "/api/me")
            assert old["name"].casefold() == "ada 2"
            assert old["balance"] == 10_000_00
            return ada.token, new.player

    token, player = run(play())

    async def again():
        async with opened(database, **LIVE) as room:
            back = Client(room.address, token)
            room.clients.append(back)
            assert (await back.call("GET", "/api/me"))["name"].casefold() == "ada 2"
            assert room.room.people.keys["ada"] == player
            with refusal("taken"):
                await room.guest("Ada")

    run(again())


def test_a_house_without_guests(database):
    async def play():
        async with opened(database, **LIVE, demo=False, registration=False) as room:
            with refusal("forbidden"):
                await room.guest("Ada")
            client = Client(room.address)
            room.clients.append(client)
            body = {"name": "Ada", "password": "a long password"}
            with refusal("forbidden"):
                await client.call("POST", "/api/accounts", body)

    run(play())


def test_a_limit_tightens_at_once_and_loosens_after_a_day():
    limits = Limits()
    limits.change("loss_day", 100, 0)
    assert limits.loss_day == 100
    limits.change("loss_day", 50, 10)
    assert limits.loss_day == 50
    limits.change("loss_day", 200, 20)
    assert limits.at(20 + DAY - 1).loss_day == 50
    assert limits.at(20 + DAY).loss_day == 200
    limits.change("loss_day", 0, 30 + DAY)
    assert limits.at(31 + DAY).loss_day == 200
    limits.change("loss_day", 10, 32 + DAY)
    assert limits.at(40 + 2 * DAY).loss_day == 10, "a tighter one ends the wait for a looser one"


def test_a_ban_is_never_shortened():
    limits = Limits()
    until = limits.exclude(30, 0)
    assert limits.exclude(1, 10) == until
    assert limits.exclude(60, 10) > until


def test_own_limits_are_kept(database):
    async def play():
        async with opened(database, **LIVE) as room:
            ada = await room.guest("Ada")
            table = await ada.join(CASINO)
            with refusal("malformed"):
                await ada.call("PUT", "/api/me/limits", {"loss_day": -5})
            await ada.call("PUT", "/api/me/limits", {"loss_day": 150_00})
            with refusal("limit"):
                await table.sit(150_01)
            await table.sit(100_00)
            with refusal("limit"):
                await ada.act("top_up", CASINO, amount=51_00)
            limits = await ada.call("PUT", "/api/me/limits", {"loss_day": 0})
            assert limits["loss_day"] == 150_00
            assert limits["pending"]["loss_day"]["value"] == 0
            await ada.call("PUT", "/api/me/limits", {"deposit_day": 10_000_00})
            with refusal("not_allowed"):
                await ada.call("POST", "/api/me/chips", {})
            until = await ada.call("POST", "/api/me/exclusion", {"days": 7})
            assert until["until"] > 0
            while not table.seats[table.seat]["away"]:
                await table.news(2)
            with refusal("limit"):
                await ada.act("sit_in", CASINO)

    run(play())


def test_hanging_up_does_not_get_around_a_limit(database, monkeypatch):
    club = "casino-club/holdem-2-4", "casino-club/holdem-3-6"

    async def play():
        async with opened(database, houses=["casino-club"]) as room:
            ada = await room.guest("Ada")
            again = Client(room.address, ada.token)
            room.clients.append(again)
            await ada.call("PUT", "/api/me/limits", {"loss_day": 150_00})
            await ada.join(club[0])
            table = await again.join(club[1])
            write, writing, gone = room.room.store.commit, asyncio.Event(), asyncio.Event()

            async def slowly(batch):
                writing.set()
                await gone.wait()
                await write(batch)

            monkeypatch.setattr(room.room.store, "commit", slowly)
            first = asyncio.create_task(ada.act("sit", club[0], buy_in=100_00, post=True))
            await writing.wait()
            ada.hang_up()
            second = asyncio.create_task(table.sit(100_00))
            await until(lambda: len(room.room.connections[ada.player]) == 1)
            await asyncio.wait([second], timeout=0.5)  # It is answered now, or after the first.
            gone.set()
            with refusal("limit"):
                await second
            await asyncio.gather(first, return_exceptions=True)
            assert room.room.books.balance(ada.player) == 9_900_00

    run(play())


def test_the_time_limit_and_the_reality_check(database):
    async def play():
        async with opened(database, **LIVE | {"speed": 600.0}) as room:
            ada = await room.guest("Ada")
            await ada.call("PUT", "/api/me/limits", {"session_minutes": 5, "reality_minutes": 1})
            table = await ada.join(CASINO)
            await table.sit(100_00)
            await until(lambda: {"reality", "limit"} <= {n.get("kind") for n in ada.notices})
            while not table.seats[table.seat]["away"]:
                await table.news(2)
            with refusal("limit"):
                await ada.act("sit_in", CASINO)

    run(play())


def test_history_shows_only_ones_own(database):
    async def play():
        async with opened(database, **LIVE, bots=2, bots_alone=True, bot_seconds=0.0) as room:
            ada = await room.guest("Ada")
            await until(lambda: room.room.runners[CASINO].table.hands)
            assert await ada.call("GET", "/api/me/hands") == []
            with refusal("not_found"):
                await ada.call("GET", f"/api/me/hands/{CASINO}/1")
            with refusal("malformed"):
                await ada.call("GET", "/api/me/hands?count=9999")

    run(play())


def test_an_address_brings_so_many_newcomers_and_no_more(database):
    async def play():
        async with opened(database, **LIVE, newcomers_an_hour=3) as room:
            ada = await room.guest("Ada")
            await room.guest("Bob")
            body = {"name": "Grace Hopper", "password": "a long password"}
            await ada.call("POST", "/api/accounts", body)
            for late in room.guest("Cyd"), ada.call("POST", "/api/accounts", body):
                with refusal("too_fast: too many people have come in from this address"):
                    await late
            answer = await ada.http.post(
                "/api/guests", json={"nickname": "Cyd"}, headers={"Accept-Language": "fr"}
            )
            assert answer.status_code == 429
            assert answer.json()["sentence"].startswith("trop de personnes")
            assert (await ada.call("GET", "/api/me"))["name"] == "Ada", "who is in stays in"

    run(play())


def test_newcomers_are_counted_by_household_and_forgotten_in_time(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(buckets, "monotonic", lambda: now)
    door = throttle.Door(2)
    for host in "2001:db8::1", "2001:db8::2", "192.0.2.1", "2001:db8:0:1::1", "pipe":
        door.enter(host)
    with refusal_here():
        door.enter("2001:db8::3")
    now += 1800
    door.enter("2001:db8::3")
    monkeypatch.setattr(buckets, "MOST_KEYS", 4)
    now += 3600
    door.enter("192.0.2.9")
    assert len(door.buckets.kept) == 1


def refusal_here():
    return pytest.raises(refusals.No, match="too many people have come in")
