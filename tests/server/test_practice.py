"""Practice tables: under any rules of the desk, and never a chip of the room."""

import pytest

from croupier.client import No
from croupier.server.live import practice
from server.opening import opened, run, until

BLACKJACK = "casino-du-liban/blackjack"
SHEET = {"game": "blackjack", "table": BLACKJACK, "rules": {"blackjack_pays": "2 to 1"}}
LIBAN = {"houses": ["casino-du-liban"], "speed": 20.0, "bots": 2}


async def opens(client, **changes):
    return (await client.call("POST", "/api/practice", SHEET | changes))["table"]


def test_it_is_dealt_under_the_rules_of_the_desk_and_leaves_no_trace(file):
    async def play():
        async with opened(file, **LIBAN) as room:
            ada = await room.guest("Ada")
            before = (await ada.call("GET", "/api/me"))["balance"]
            name = await opens(ada)
            table = await ada.join(name)
            assert table.about["rules"]["blackjack_pays"] == 2
            assert table.seat
            runner = room.room.practice.runners[name]
            await until(lambda: runner.table.hands >= 2)
            assert (await ada.call("GET", "/api/me"))["balance"] == before
            assert (await ada.call("GET", "/api/me/hands")) == []
            lobby = await ada.call("GET", "/api/lobby")
            assert all(house["name"] != practice.HOUSE for house in lobby["houses"])
            books = await room.books()
            assert books.wrong == []
            await table.leave()
            await until(lambda: room.room.practice.look() or not room.room.practice.runners)
            assert (await ada.call("GET", "/api/me"))["balance"] == before

    run(play())


def test_nobody_but_its_owner_finds_it(file):
    async def play():
        async with opened(file, **LIBAN) as room:
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            name = await opens(ada)
            with pytest.raises(No, match="no_table"):
                await (await bob.join(BLACKJACK)).client.act("sit", name, buy_in=100_00)
            with pytest.raises(No, match="no_table"):
                await bob.call("GET", f"/api/tables/{name}")
            with pytest.raises(No, match="no_table"):
                await bob.call("GET", f"/api/coach/{name}")
            assert (await ada.call("GET", f"/api/coach/{name}"))["values"] == []

    run(play())


def test_one_person_has_one_and_a_room_has_few(file, monkeypatch):
    async def play():
        async with opened(file, **LIBAN) as room:
            monkeypatch.setattr(practice, "MOST", 1)
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            first, second = await opens(ada), await opens(ada)
            assert [*room.room.practice.runners] == [second] != [first]
            with pytest.raises(No, match="every practice table is taken"):
                await opens(bob)
            for _ in range(4):
                await opens(ada)
            with pytest.raises(No, match="too_fast"):
                await opens(ada)

    run(play())


def test_rules_that_no_house_deals_are_refused_with_the_reason(file):
    async def play():
        async with opened(file, **LIBAN) as room:
            ada = await room.guest("Ada")
            with pytest.raises(No, match="decks"):
                await opens(ada, rules={"decks": 9})
            with pytest.raises(No, match="the desk does not change table_boxes"):
                await opens(ada, rules={"table_boxes": 1})
            with pytest.raises(No, match="not_found"):
                await opens(ada, game="roulette")
            await ada.call("POST", "/api/me/exclusion", {"days": 30})
            with pytest.raises(No):
                await opens(ada)

    run(play())


def test_an_owner_who_looks_away_ends_it(file, monkeypatch):
    async def play():
        async with opened(file, **LIBAN) as room:
            monkeypatch.setattr(practice, "AWAY_SECONDS", 0)
            ada = await room.guest("Ada")
            await ada.join(await opens(ada))
            room.room.practice.look()
            assert room.room.practice.runners
            await ada.close()
            await until(lambda: room.room.practice.look() or not room.room.practice.runners)

    run(play())


def test_the_equity_page_is_answered_with_classes(file):
    async def play():
        async with opened(file, **LIBAN) as room:
            ada = await room.guest("Ada")
            asked = {"game": "holdem", "hands": ["AhAd", "KK, QQ"], "board": "2c 7d 9h 4s"}
            told = await ada.call("POST", "/api/odds/equity", asked)
            assert told["exact"]
            assert told["cells"][0] == []
            assert [cell["name"] for cell in told["cells"][1]] == ["KK", "QQ"]
            assert sum(one["equity"] for one in told["players"]) == pytest.approx(1)
            assert told["players"][0]["equity"] > 0.9
            with pytest.raises(No, match="AhAd"):
                await ada.call("POST", "/api/odds/equity", asked | {"hands": ["AhAd", "AhKd"]})
            low = {"game": "omaha8", "hands": ["AsAh2s3h", "KsKhQsQh"], "board": "4c 5d Th"}
            half = await ada.call("POST", "/api/odds/equity", low)
            assert half["players"][0]["equity"] > 0.5

    run(play())
