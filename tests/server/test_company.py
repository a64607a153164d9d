"""People among people: tastes, notes, friends, mutes, feelings, and the leaderboard."""

import json

import pytest

from croupier.client import No
from croupier.server.people.tastes import AVATARS
from server.opening import opened, run, until

NO_LIMIT = "french-casino/no-limit"
HOUSES = {"houses": ["french-casino", "casino-club"], "speed": 50.0}
CHOSEN = {"avatar": "owl", "felt": "wine", "presets": [33, 75], "top_up": "half", "post": False}


async def seated(room, *names):
    """Everybody at one table, playing by the clock."""
    found = {}
    for name in names:
        client = await room.guest(name, listen=True)
        await (await client.join(NO_LIMIT)).sit(buy_in=100_00)
        found[name] = client
    return found


def heard(client, kind):
    told = (json.loads(one) for one in client.received)
    return [one for one in told if one["type"] == kind]


def test_tastes_stay_with_the_account(database):
    async def play():
        async with opened(database, **HOUSES) as room:
            ada = await room.guest("Ada")
            first = await ada.call("GET", "/api/me/tastes")
            assert first == {}, "what is left out is as the house has it"
            assert await ada.call("PUT", "/api/me/tastes", CHOSEN) == CHOSEN
            token = ada.token
            for wrong in {"avatar": "photo"}, {"presets": [1]}, {"presets": [50] * 9}:
                with pytest.raises(No, match="malformed"):
                    await ada.call("PUT", "/api/me/tastes", wrong)
        async with opened(database, **HOUSES) as room:
            again = room.client()
            again.token = token
            assert await again.call("GET", "/api/me/tastes") == CHOSEN

    run(play())


def test_the_others_see_a_face(database):
    async def play():
        async with opened(database, **HOUSES) as room:
            people = await seated(room, "Ada", "Bob")
            ada, bob = people.values()
            await ada.call("PUT", "/api/me/tastes", {"avatar": AVATARS[1]})
            faces = await bob.call("GET", f"/api/tables/{NO_LIMIT}/faces")
            assert faces == {ada.player: AVATARS[1]}

    run(play())


def test_what_one_keeps_about_others_is_for_ones_own_eyes(database):
    async def play():
        async with opened(database, **HOUSES) as room:
            people = await seated(room, "Ada", "Bob")
            ada, bob = people.values()
            about = {"player": bob.player, "note": "bluffs the river", "friend": True}
            told = await ada.call("PUT", "/api/me/acquaintances", about)
            assert told["tables"] == [NO_LIMIT], "a friend can be followed to a table"
            assert await bob.call("GET", "/api/me/acquaintances") == []
            muted = {"player": bob.player, "muted": True}
            told = await ada.call("PUT", "/api/me/acquaintances", muted)
            assert (told["note"], told["tables"]) == ("", [])
            [kept] = await ada.call("GET", "/api/me/acquaintances")
            assert kept == told
            await ada.call("PUT", "/api/me/acquaintances", {"player": bob.player})
            assert await ada.call("GET", "/api/me/acquaintances") == []
            with pytest.raises(No, match="other players"):
                await ada.call("PUT", "/api/me/acquaintances", muted | {"player": ada.player})
            with pytest.raises(No, match="not_found"):
                await ada.call("PUT", "/api/me/acquaintances", muted | {"player": "nobody"})
            with pytest.raises(No, match="malformed"):
                await ada.call("PUT", "/api/me/acquaintances", about | {"note": "x" * 401})

    run(play())


def test_bots_can_be_noted_too(database):
    async def play():
        async with opened(database, **HOUSES | {"bots": 3}) as room:
            ada = await room.guest("Ada")
            runner = room.room.runners[NO_LIMIT]
            await until(lambda: runner.table.sitters)
            bot = next(iter(runner.table.sitters.values()))
            told = await ada.call(
                "PUT", "/api/me/acquaintances", {"player": bot.player, "note": "a bot"}
            )
            assert told["name"] == bot.name

    run(play())


def test_a_feeling_is_shown_at_the_seat(database):
    async def play():
        async with opened(database, **HOUSES) as room:
            people = await seated(room, "Ada", "Bob")
            ada, bob = people.values()
            await ada.act("emote", NO_LIMIT, emote="nice hand")
            [shown] = await until(lambda: heard(bob, "emote"))
            seat = room.room.runners[NO_LIMIT].table.seat_of(ada.player)
            assert (shown["player"], shown["seat"]) == (ada.player, seat)
            assert shown["emote"] == "nice hand"
            with pytest.raises(No, match="malformed"):
                await ada.act("emote", NO_LIMIT, emote="a picture of mine")
            watcher = await room.guest("Cyd")
            await watcher.join(NO_LIMIT)
            with pytest.raises(No, match="not_seated"):
                await watcher.act("emote", NO_LIMIT, emote="thanks")
            for _ in range(20):
                try:
                    await ada.act("emote", NO_LIMIT, emote="laugh")
                except No as no:
                    assert no.name == "too_fast"
                    break
            else:
                raise AssertionError("nobody laughs without end")

    run(play())


def test_the_leaderboard_keeps_people_bots_and_moneys_apart(database):
    async def play():
        async with opened(database, **HOUSES | {"bots": 2}) as room:
            people = await seated(room, "Ada", "Bob")
            ada, bob = people.values()
            table = room.room.runners[NO_LIMIT].table
            await until(lambda: table.hands >= 3)
            [board] = await ada.call("GET", "/api/leaderboard?period=day&game=holdem")
            assert board["currency"] == room.room.houses["french-casino"].currency
            names = [line["name"] for line in board["lines"]]
            assert sorted(names) == ["Ada", "Bob"]
            nets = [line["net"] for line in board["lines"]]
            assert nets == sorted(nets, reverse=True)
            assert [line["place"] for line in board["lines"]] == [1, 2]
            assert board["mine"]["name"] == "Ada"
            robots = await ada.call("GET", "/api/leaderboard?period=day&game=holdem&who=bots")
            assert robots
            found = {line["name"] for one in robots for line in one["lines"]}
            assert found.isdisjoint(names)
            assert await ada.call("GET", "/api/leaderboard?game=blackjack") == []
            await bob.call("PUT", "/api/me/tastes", {"listed": False})
            [board] = await ada.call("GET", "/api/leaderboard")
            assert [line["name"] for line in board["lines"]] == ["Ada"]
            [board] = await bob.call("GET", "/api/leaderboard")
            assert (board["mine"]["name"], board["mine"]["place"]) == ("Bob", 0)

    run(play())


def test_the_wish_to_sit_out_at_the_blind_is_told_to_its_player(database):
    async def play():
        async with opened(database, **HOUSES) as room:
            [ada] = (await seated(room, "Ada")).values()
            await ada.act("sit_out", NO_LIMIT, when="blind")
            assert (await ada.join(NO_LIMIT)).about["you"]["out_at_blind"]
            await ada.act("sit_out", NO_LIMIT, when="never")
            assert not (await ada.join(NO_LIMIT)).about["you"]["out_at_blind"]

    run(play())
