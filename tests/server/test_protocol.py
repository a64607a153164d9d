"""The protocol over a real socket: hello, joining, coming back, and what is no message."""

import asyncio
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from croupier.client import Client, No
from server.opening import opened, run, until

CASINO = "live-casino/casino-holdem"
HOLDEM = "casino-club/holdem-2-4"
LIVE = {"houses": ["live-casino"], "speed": 30.0}
CLUB = {"houses": ["casino-club"], "bots": 3, "bot_seconds": 0.02}


async def talk(address, *frames, count=1):
    """Say frames on a fresh line; the first answers, and the code it was closed with."""
    found = []
    async with connect(address.replace("http", "ws") + "/ws") as line:
        try:
            for frame in frames:
                await line.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))
            for _ in range(count):
                async with asyncio.timeout(2):
                    found.append(json.loads(await line.recv()))
            async with asyncio.timeout(0.3):
                await line.recv()
        except (ConnectionClosed, TimeoutError):
            pass
        return found, line.close_code


HELLO = {"type": "hello", "version": 1}


def test_the_first_word_is_hello(database):
    async def play():
        async with opened(database, **LIVE) as room:
            for frame, name, code in [
                ({"type": "hello", "version": 2}, "wrong_version", 4400),
                ({"type": "hello", "version": 1, "token": "x"}, "no_session", 4401),
                ({"type": "join", "table": CASINO}, "malformed", 4400),
                ("not json", "malformed", 4400),
                (b"\xff\xfe", "malformed", 4400),
            ]:
                found, closed = await talk(room.address, frame)
                assert (found[0]["name"], closed) == (name, code)
            found, _ = await talk(room.address, HELLO)
            assert found[0]["type"] == "welcome"

    run(play())


def test_bad_messages_are_refused_and_nothing_is_lost(database):
    async def play():
        async with opened(database, **LIVE) as room:
            ada = await room.guest("Ada")
            hello = HELLO | {"token": ada.token}
            bad = [
                "[]",
                '{"type": "fly"}',
                {"type": "sit", "table": CASINO, "id": "a"},
                {"type": "sit", "table": CASINO, "id": "a", "buy_in": "many"},
                {"type": "sit", "table": CASINO, "id": "", "buy_in": 5},
                {"type": "join", "table": "no/where"},
                {"type": "chat", "table": CASINO, "id": "c", "text": "x" * 300},
                {"type": "ping", "id": "x" * 20_000},
                hello,
            ]
            found, _ = await talk(room.address, hello, *bad, count=len(bad) + 1)
            names = [answer["name"] for answer in found[1:]]
            assert names == [*["malformed"] * 5, "no_table", "malformed", "malformed", "malformed"]
            assert found[3]["id"] == "a"
            assert (await room.books()).wrong == []

    run(play())


def test_who_sends_too_much_is_slowed_down(database):
    async def play():
        async with opened(database, **LIVE) as room:
            pings = [{"type": "ping", "id": str(n)} for n in range(100)]
            found, _ = await talk(room.address, HELLO, *pings, count=101)
            refused = [answer for answer in found if answer["type"] == "refused"]
            assert refused
            assert {answer["name"] for answer in refused} == {"too_fast"}

    run(play())


def test_who_does_not_wait_for_answers_is_slowed_down(database):
    async def play():
        async with opened(database, **LIVE) as room:
            ada = await room.guest("Ada")
            hello = {**HELLO, "token": ada.token}
            sit = {"type": "sit", "table": CASINO, "buy_in": 100_00}
            sits = [{**sit, "id": str(n)} for n in range(50)]
            found, _ = await talk(room.address, hello, *sits, count=51)
            slow = [one["sentence"] for one in found if one.get("name") == "too_fast"]
            assert {*slow} == {"wait for the answers to your last messages"}
            assert len(slow) < 50 - 30

    run(play())


def test_joining_gives_the_whole_view(database):
    async def play():
        async with opened(database, **CLUB) as room:
            ada = await room.guest("Ada")
            table = await ada.join(HOLDEM)
            await table.sit(100_00)
            await anext(table.asks())
            again = await ada.join(HOLDEM)
            about = again.about
            assert about["you"]["seat"] == table.seat
            assert about["layout"]["seat_cards"] == ["hole"]
            assert about["plate"]["limits"]
            assert about["terms"]["seats"] == 9
            assert about["ask"]["options"]
            assert about["ask"]["seconds"] > 10
            assert [entry["bot"] for entry in about["seats"]].count(True) == 3
            whole = {tuple(spot): cards for spot, cards in about["view"]["cards"]}
            assert 53 not in whole[again.seat, "hole"]
            assert all(
                set(c) == {53} for s, c in whole.items() if s[1] == "hole" and s[0] != again.seat
            )

    run(play())


def test_nobody_is_shown_what_is_not_yet_in_the_books(database, monkeypatch):
    async def play():
        async with opened(database, **CLUB) as room:
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            table = await ada.join(HOLDEM)
            written, writing = asyncio.Event(), asyncio.Event()
            commit = room.room.store.commit

            async def slow(batch):
                writing.set()
                await written.wait()
                await commit(batch)

            monkeypatch.setattr(room.room.store, "commit", slow)
            sitting = asyncio.create_task(table.sit(100_00))
            await writing.wait()
            looks = [
                asyncio.create_task(bob.join(HOLDEM)),
                asyncio.create_task(bob.call("GET", f"/api/tables/{HOLDEM}")),
            ]
            done, _ = await asyncio.wait(looks, timeout=0.3)
            assert not done
            written.set()
            await sitting
            for told in (await looks[0]).about, await looks[1]:
                assert ada.player in [seat["player"] for seat in told["seats"]]

    run(play())


def test_what_was_missed_comes_by_its_number(database):
    async def play():
        async with opened(database, **CLUB) as room:
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            table = await ada.join(HOLDEM)
            await table.sit(100_00)
            await anext(table.asks())
            seq, view = table.seq, table.view
            other = await bob.join(HOLDEM)
            await bob.act("chat", HOLDEM, text="good luck")
            await other.sit(100_00)
            again = Client(room.address, ada.token)
            again.received = []
            room.clients.append(again)
            back = await again.join(HOLDEM, since=seq)
            news = json.loads(again.received[1])
            assert news["type"] == "news"
            assert news["first"] == seq + 1
            assert [event["type"] for event in news["events"]] == ["seat"]
            assert back.ask.options == table.ask.options
            assert view.cards[table.seat, "hole"]
            assert [notice["text"] for notice in ada.notices if notice["type"] == "chat"] == [
                "good luck"
            ]

    run(play())


def test_the_view_of_a_client_is_the_fold_of_its_news(database):
    async def play():
        async with opened(database, **CLUB | {"bot_seconds": 0.0}) as room:
            ada = await room.guest("Ada")
            table = await ada.join(HOLDEM)
            await table.sit(100_00)
            asks = table.asks()
            for _ in range(12):
                ask = await anext(asks)
                seen = room.room.runners[HOLDEM].table.hand.view(table.seat)
                assert (table.view.chips, table.view.cards, table.view.deck) == (
                    seen.chips,
                    seen.cards,
                    seen.deck,
                )
                await table.decide(ask, ask.options[-2 if len(ask.options) > 2 else -1].act)

    run(play())


@pytest.mark.clause("HU-28")
def test_nobody_talks_over_a_hand_that_he_has_not_decided(database):
    name = "casino-du-liban/heads-up-holdem"

    async def play():
        async with opened(database, houses=["casino-du-liban"], speed=10.0) as room:
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            table, other = await ada.join(name), await bob.join(name)
            assert table.about["terms"]["chat_during_hand"] is False
            await table.sit(100_00)
            await ada.act("chat", name, text="good luck")
            async for ask in table.asks():
                if ask.open:
                    await ada.act("chat", name, text="before the cards")
                    await table.decide(ask, "bet", 5_00, (table.seat, "ante"))
                else:
                    break
            with pytest.raises(No, match="not_allowed: decide first") as refused:
                await ada.act("chat", name, text="I hold aces")
            assert refused.value.clause == "HU-28"
            await bob.act("chat", name, text="I only watch")
            await table.decide(ask, "check")
            async for ask in table.asks():
                with pytest.raises(No, match="not_allowed: decide first"):
                    await ada.act("chat", name, text="a check decides nothing")
                await table.decide(ask, "raise", ask.option("raise").low)
                break
            await ada.act("chat", name, text="raised")
            said = [n["text"] for n in bob.notices if n["type"] == "chat"]
            assert said == ["good luck", "before the cards", "I only watch", "raised"]
            assert other.seat == 0

    run(play())


def test_a_lost_line_keeps_the_seat_and_is_told(database):
    async def play():
        async with opened(database, **CLUB) as room:
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            table, other = await ada.join(HOLDEM), await bob.join(HOLDEM)
            seat = await table.sit(100_00)
            ada.hang_up()
            await until(lambda: any(n["type"] == "presence" and not n["here"] for n in bob.notices))
            assert other.seats[seat]["player"] == ada.player
            again = Client(room.address, ada.token)
            room.clients.append(again)
            await again.connect()
            assert again.welcome["tables"] == {HOLDEM: seat}

    run(play())


def test_a_revoked_session_ends_the_line(database):
    async def play():
        async with opened(database, **LIVE) as room:
            ada = await room.guest("Ada")
            table = await ada.join(CASINO)
            assert [s["current"] for s in await ada.call("GET", "/api/sessions")] == [True]
            await ada.call("DELETE", "/api/sessions/current")
            while not table.lost:
                await table.news(2)
            with pytest.raises(No, match="no_session"):
                await ada.call("GET", "/api/me")

    run(play())


METRICS = "a token for machines"


def test_the_lobby_health_metrics_and_pages(database):
    async def play():
        async with opened(database, **LIVE, metrics_token=METRICS) as room:
            ada = await room.guest("Ada")
            lobby = await ada.call("GET", "/api/lobby")
            assert lobby["houses"][0]["tables"][0]["table"] == CASINO
            assert (await ada.call("GET", "/api/health"))["ok"] is True
            machine = {"Authorization": f"Bearer {METRICS}"}
            for path, told in ("/metrics", "croupier_postings_total"), ("/status", "Live Casino"):
                assert told in (await ada.http.get(path, headers=machine)).text
            assert (await ada.http.get("/")).status_code == 200
            schema = await ada.call("GET", "/api/schema/openapi.json")
            assert "/api/staff/report" in schema["paths"]
            assert (await ada.call("GET", f"/api/tables/{CASINO}"))["you"]["seat"] == 0
            with pytest.raises(No, match="no_table"):
                await ada.call("GET", "/api/tables/live-casino/nothing")
            with pytest.raises(No, match="malformed"):
                await ada.call("POST", "/api/guests", {"nick": "x"})

    run(play())
