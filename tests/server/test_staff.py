"""The staff over REST: rulings with preview, two persons, corrections, sessions, reports."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from croupier.client import No
from croupier.server.books.reports import KINDS
from croupier.server.books.schema import postings
from croupier.server.live.room import PREVIEWS_A_MINUTE
from server.opening import opened, run, until

CASINO = "live-casino/casino-holdem"
FRENCH = "french-casino/no-limit"
HOLDEM = "casino-club/holdem-2-4"
LIVE = {"houses": ["live-casino"], "speed": 30.0}
WHY = {"why": "as the inspector decided"}


def refusal(name: str):
    return pytest.raises(No, match=f"^{name}")


async def rule(client, table, act, **fields):
    return await client.call("POST", f"/api/staff/tables/{table}", {"act": act, **WHY, **fields})


async def bet(table, amount=10_00):
    async for ask in table.asks():
        if ask.open:
            with suppress(No):  # The window may close meanwhile; another opens.
                return await table.decide(ask, "bet", amount, (table.seat, "ante"))
    raise AssertionError("the line was lost")


async def seated_with_a_bet(room):
    ada = await room.guest("Ada")
    table = await ada.join(CASINO)
    await table.sit(100_00)
    await bet(table)
    return ada, table


async def team(room):
    admin = await room.admin()
    inspector = await room.member(admin, "Jeanne", ["inspector"])
    return admin, inspector


def test_a_void_is_previewed_done_and_shown(database):
    async def play():
        async with opened(database, **LIVE) as room:
            admin, inspector = await team(room)
            ada, table = await seated_with_a_bet(room)
            await rule(inspector, CASINO, "pause")
            seen = await rule(inspector, CASINO, "rule", ruling="void", preview=True)
            back = {"src": "table:live-casino/casino-holdem:1:ante", "amount": 10_00}
            assert back.items() <= seen["moves"][0].items()
            assert seen["done"] is False
            assert table.view.chips[1, "ante"] == 10_00
            done = await rule(inspector, CASINO, "rule", ruling="void")
            assert (done["moves"], done["done"]) == (seen["moves"], True)
            while not any(event["type"] == "over" for event in table.events):
                await table.news(2)
            said = next(e for e in table.events if e["type"] == "said" and e["what"] == "void")
            assert (said["by"], said["why"]) == ("Jeanne", WHY["why"])
            assert table.view.chips[1, "stack"] == 100_00
            with refusal("forbidden"):
                await rule(ada, CASINO, "pause")
            lines = await inspector.call("GET", "/api/staff/journal")
            assert lines[0]["act"] == "rule"
            assert (await room.books()).wrong == []
            assert admin.roles == ["admin"]

    run(play())


def test_a_pause_stops_the_clocks(database):
    async def play():
        async with opened(database, **LIVE | {"speed": 10.0}) as room:
            _, inspector = await team(room)
            ada = await room.guest("Ada")
            table = await ada.join(CASINO)
            await table.sit(100_00)
            async for ask in table.asks():
                if ask.open:
                    break
            await rule(inspector, CASINO, "pause")
            with refusal("paused"):
                await table.decide(ask, "bet", 10_00, (1, "ante"))
            await asyncio.sleep(2)  # The window, of a second and a half, would be over.
            assert table.hand == ask.hand
            await rule(inspector, CASINO, "resume")
            await table.decide(ask, "bet", 10_00, (1, "ante"))
            acts = [event["act"] for event in table.events if event["type"] == "act"]
            assert acts == ["pause", "resume"]

    run(play())


def test_large_sums_take_two_different_persons(database):
    async def play():
        async with opened(database, **LIVE, second_person_above=500_00) as room:
            admin, _ = await team(room)
            one = await room.member(admin, "Carla", ["cashier"])
            two = await room.member(admin, "Denis", ["cashier"])
            ada = await room.guest("Ada")
            body = {"id": "1", "player": ada.player, "amount": 400_00, "why": "bought at the cage"}
            assert await one.call("POST", "/api/cashier/issue", body) == {"balance": 10_400_00}
            with refusal("doubled"):
                await one.call("POST", "/api/cashier/issue", body)
            large = body | {"id": "2", "amount": 600_00}
            asked = await one.call("POST", "/api/cashier/issue", large)
            assert asked["name"] == "second_person"
            number = asked["request"]
            assert [r["request"] for r in await two.call("GET", "/api/staff/requests")] == [number]
            verdict = {"accept": True, "why": "counted twice"}
            with refusal("second_person"):
                await one.call("POST", f"/api/staff/requests/{number}", verdict)
            done = await two.call("POST", f"/api/staff/requests/{number}", verdict)
            assert done == {"balance": 11_000_00}
            with refusal("not_found"):
                await two.call("POST", f"/api/staff/requests/{number}", verdict)
            out = body | {"id": "3", "amount": 100_00}
            assert await one.call("POST", "/api/cashier/redeem", out) == {"balance": 10_900_00}
            huge = large | {"id": "4", "amount": 99_000_00}
            number = (await one.call("POST", "/api/cashier/redeem", huge))["request"]
            with refusal("no_funds"):
                await two.call("POST", f"/api/staff/requests/{number}", verdict)
            report = await one.call("GET", "/api/staff/report")
            cage = report["cage"]
            assert (cage["issued"], cage["redeemed"]) == (11_000_00, 100_00)
            assert (cage["people"]["issued"], cage["bots"]["issued"]) == (11_000_00, 0)
            assert (await room.books()).wrong == []

    run(play())


def test_a_large_void_takes_two_persons(database):
    async def play():
        async with opened(
            database, **LIVE | {"speed": 1.0}, second_person_above_ruling=5_00
        ) as room:
            admin, inspector = await team(room)
            chef = await room.member(admin, "Marc", ["chef"])
            _, table = await seated_with_a_bet(room)
            asked = await rule(inspector, CASINO, "rule", ruling="void")
            assert asked["done"] is False
            assert table.view.chips[1, "ante"] == 10_00
            verdict = {"accept": True, "why": "seen it too"}
            done = await chef.call("POST", f"/api/staff/requests/{asked['request']}", verdict)
            assert done["done"] is True

    run(play())


@pytest.mark.clause("CR-35")
def test_what_a_second_person_confirms_is_that_hand_and_no_other(database):
    async def play():
        async with opened(database, **LIVE, second_person_above_ruling=5_00) as room:
            admin, inspector = await team(room)
            chef = await room.member(admin, "Marc", ["chef"])
            await seated_with_a_bet(room)
            asked = await rule(inspector, CASINO, "rule", ruling="void")
            runner = room.room.runners[CASINO].table
            number = runner.deals
            assert runner.paused_since is not None, "nothing moves until it is confirmed"
            await rule(inspector, CASINO, "resume")
            await until(lambda: runner.deals > number)
            verdict = {"accept": True, "why": "seen it too"}
            with refusal("stale"):
                await chef.call("POST", f"/api/staff/requests/{asked['request']}", verdict)

    run(play())


def test_a_payout_is_corrected_by_reversing_postings(database):
    async def play():
        async with opened(database, **LIVE) as room:
            _, inspector = await team(room)
            ada, table = await seated_with_a_bet(room)
            async for ask in table.asks():
                if not ask.open:
                    await table.decide(ask, "fold")
                    break
            number = table.hand
            await until(lambda: ada.call("GET", "/api/me/hands"))
            await rule(inspector, CASINO, "pause")
            while room.room.runners[CASINO].table.hand:
                await rule(inspector, CASINO, "rule", ruling="void")
            runner = room.room.runners[CASINO]
            rows = await room.room.store.rows(desk_postings(CASINO, number))
            lost = next(row.id for row in rows if row.dst.endswith("0:bank"))
            body = {"id": "c1", "postings": [lost], **WHY}
            seen = await inspector.call("POST", "/api/staff/corrections", body | {"preview": True})
            assert [move["amount"] for move in seen["moves"]] == [10_00]
            assert runner.table.chips[1, "stack"] == 90_00
            await inspector.call("POST", "/api/staff/corrections", body)
            assert runner.table.chips[1, "stack"] == 100_00
            with refusal("doubled"):
                await inspector.call("POST", "/api/staff/corrections", body | {"id": "c2"})
            filed = await inspector.call(
                "POST", "/api/staff/incidents", {"table": CASINO, "hand": number, "text": "a fold"}
            )
            one = await inspector.call("GET", f"/api/staff/incidents/{filed['incident']}")
            assert one["journal"]["game"] == "casino-holdem"
            assert any(event["type"] == "cards" for event in one["events"])
            assert (await room.books()).wrong == []

    def desk_postings(place, hand):
        return postings.select().where(postings.c.place == place, postings.c.hand == hand)

    run(play())


async def fill(room, name):
    """Guests take every seat that is free; returns them."""
    guests = []
    while room.room.runners[name].table.vacant():
        guests.append(await room.guest(f"Filler {len(guests)}"))
        await (await guests[-1].join(name)).sit(100_00)
    return guests


def test_seats_and_the_session(database):
    async def play():
        async with opened(database, houses=["french-casino"], auto_call=False) as room:
            _, inspector = await team(room)
            people = [await room.guest(f"Guest {n}") for n in range(3)]
            tables = [await person.join(FRENCH) for person in people]
            for table in tables[:2]:
                await table.sit(100_00)
            seats = [table.seat for table in tables[:2]]
            free = next(seat for seat in range(1, 11) if seat not in seats)
            with refusal("not_allowed"):
                await people[2].act("wait", FRENCH)  # While seats are free.
            fillers = await fill(room, FRENCH)
            await people[2].act("wait", FRENCH)
            with refusal("not_allowed"):
                await people[2].act("wait", FRENCH)
            for filler in fillers:
                await filler.act("leave", FRENCH)
            await rule(inspector, FRENCH, "call_next")
            called = await until(
                lambda: [notice for notice in people[2].notices if notice["type"] == "called"]
            )
            assert await tables[2].sit(100_00) == called[0]["seat"]
            with refusal("not_allowed"):
                await people[0].act("change_seat", FRENCH, seat=free)
            hand = room.room.runners[FRENCH].table.hand
            if hand:
                await rule(inspector, FRENCH, "pause")
                await rule(inspector, FRENCH, "rule", ruling="void")
            with refusal("not_allowed"):
                await rule(inspector, FRENCH, "open", version="limit")
            await rule(inspector, FRENCH, "adjust_stack", player=people[0].player, amount=5_00)
            with refusal("not_allowed"):
                await rule(inspector, FRENCH, "close")
            await rule(inspector, FRENCH, "close", emergency=True)
            assert people[0].balance == 10_005_00
            await rule(inspector, FRENCH, "open", version="limit")
            state = await inspector.call("GET", f"/api/staff/tables/{FRENCH}")
            assert state["state"]["version"] == "limit"
            assert state["state"]["rules"]["limit"] == "limit"
            report = await inspector.call("GET", "/api/staff/report")
            assert report["totals"]["bought_in"] == 1100_00
            assert report["totals"]["cashed_out"] == 1105_00
            assert report["totals"]["win"] == -5_00
            assert (await room.books()).wrong == []

    run(play())


def test_absence_consignment_and_orphans(database):
    async def play():
        async with opened(database, houses=["french-casino"], speed=600.0) as room:
            admin, inspector = await team(room)
            cashier = await room.member(admin, "Carla", ["cashier"])
            ada = await room.guest("Ada")
            table = await ada.join(FRENCH)
            await table.sit(100_00)
            await ada.act("sit_out", FRENCH)
            while table.seat:
                await table.news(5)
            assert table.events[-1] | {"why": "consign", "amount": 100_00} == table.events[-1]
            await ada.act("claim", FRENCH)
            assert ada.balance == 10_000_00
            await table.sit(100_00)
            await ada.act("sit_out", FRENCH)
            while table.seat:
                await table.news(5)
            await rule(inspector, FRENCH, "close", emergency=True)
            with refusal("not_allowed"):
                await ada.act("claim", FRENCH)
            found = await cashier.call("GET", "/api/cashier/players?name=ada")
            assert found[0]["orphans"] == 100_00
            paid = await cashier.call(
                "POST", "/api/cashier/orphans", {"id": "o1", "player": ada.player, **WHY}
            )
            assert paid == {"balance": 10_000_00}
            assert (await room.books()).wrong == []

    run(play())


def test_muted_players_are_not_heard(database):
    async def play():
        async with opened(database, **LIVE) as room:
            _, inspector = await team(room)
            ada = await room.guest("Ada")
            await ada.join(CASINO)
            await ada.act("chat", CASINO, text="hello")
            body = {"player": ada.player, "minutes": 100_000, **WHY}
            await inspector.call("POST", "/api/staff/mute", body)
            with refusal("muted"):
                await ada.act("chat", CASINO, text="hello?")
            await inspector.call("POST", "/api/staff/mute", body | {"minutes": 0})
            await ada.act("chat", CASINO, text="hello!")

    run(play())


def test_the_staff_link_is_good_once(database):
    async def play():
        async with opened(database, **LIVE) as room:
            code = room.room.link
            admin = await room.admin()
            with refusal("no_session"):
                await admin.call("POST", "/api/sessions/link", {"code": code})
            with refusal("malformed"):
                await admin.call(
                    "POST",
                    "/api/staff/accounts",
                    {"name": "x y", "roles": ["king"]},
                )
            member = await room.member(admin, "Jeanne", ["inspector"])
            await admin.call(
                "PUT", f"/api/staff/accounts/{member.player}", {"roles": ["player"], **WHY}
            )
            with refusal("forbidden"):
                await rule(member, CASINO, "pause")
            await admin.call("DELETE", f"/api/staff/accounts/{member.player}/sessions")
            with refusal("no_session"):
                await member.call("GET", "/api/me")

    run(play())


def test_people_before_bots(database):
    async def play():
        async with opened(
            database, houses=["casino-du-liban"], bots=9, bot_seconds=0.02, speed=30.0
        ) as room:
            name = "casino-du-liban/heads-up-holdem"
            people = [await room.guest(f"Guest {n}") for n in range(3)]
            tables = [await person.join(name) for person in people]
            for table in tables[:2]:
                await table.sit(100_00)
            await people[2].act("wait", name)
            assert len(tables[0].seats) == 5
            while not any(notice["type"] == "called" for notice in people[2].notices):
                for table in tables[:2]:
                    if table.ask and table.ask.options and not table.ask.open:
                        await table.decide(table.ask, table.ask.options[0].act)
                await tables[2].news(1)
            await tables[2].sit(100_00)
            bots = sum(seat["bot"] for seat in tables[2].seats.values())
            assert bots in (1, 2)  # Between hands one leaves the last seat to the next person.

    run(play())


@pytest.mark.clause("TH-61")
def test_the_notice_on_responsible_play_is_always_told(database):
    async def play():
        async with opened(database, **LIVE) as room:
            ada = await room.guest("Ada")
            notice = (await ada.call("GET", "/api/me"))["notice"]
            assert "debt and addiction" in notice
            assert "09-74-75-13-13" in notice

    run(play())


def test_dead_hand_replaced_card_and_misdeal_are_ruled_at_a_live_table(database):
    where = "french-casino/no-limit"
    choices = {"houses": ["french-casino"], "bots": 0, "speed": 1.0}

    async def play():
        async with opened(database, **choices) as room:
            _, inspector = await team(room)
            people = [await room.guest(name) for name in ("Ada", "Bob", "Cyd")]
            tables = [await one.join(where) for one in people]
            seats = [await one.sit(100_00) for one in tables]
            runner = room.room.runners[where]
            await until(lambda: runner.table.hand and runner.table.hand.felt.cards)
            hand = runner.table.hand
            seen = await inspector.call("GET", f"/api/staff/tables/{where}")
            options = {option["act"]: option for option in seen["rulings"]}
            assert {"void", "dead hand", "replace card", "misdeal"} <= {*options}
            waiting = next(seat for seat in seats if not hand.asked(seat))
            exposed = hand.felt.cards[waiting, "hole"][1]
            spot = [waiting, "hole"]
            with refusal("not_allowed"):
                await rule(inspector, where, "rule", ruling="dead hand", spot=[99, "hole"])
            await rule(inspector, where, "rule", ruling="replace card", spot=spot, amount=2)
            assert exposed not in hand.felt.cards[waiting, "hole"]
            preview = await rule(inspector, where, "rule", ruling="misdeal", preview=True)
            assert sum(move["amount"] for move in preview["moves"]) == 6_00
            assert not preview["done"]
            await rule(inspector, where, "rule", ruling="misdeal")
            assert hand.over
            assert hand.felt.chips[waiting, "stack"] == 100_00
            await until(
                lambda: runner.table.hand not in (None, hand) and runner.table.hand.felt.cards
            )
            again = runner.table.hand
            silent = next(
                s for s in seats if (s, "hole") in again.felt.cards and not again.asked(s)
            )
            await rule(inspector, where, "rule", ruling="dead hand", spot=[silent, "hole"])
            assert (silent, "hole") not in again.felt.cards
            assert (await room.books()).wrong == []

    run(play())


async def answered(client, **fields):
    """What a call says, done or refused."""
    try:
        return await rule(client, HOLDEM, "rule", **fields)
    except No as no:
        return no.name, no.sentence, no.allowed


@pytest.mark.clause("HE-10")
def test_a_preview_of_a_guessed_card_tells_nothing(database):
    """53 guesses a seat once told an inspector every hand (`cards` was looked up in it)."""
    choices = {"houses": ["casino-club"], "bots": 0, "speed": 1.0}

    async def play():
        async with opened(database, **choices) as room:
            _, inspector = await team(room)
            people = [await room.guest(name) for name in ("Ada", "Bob", "Cyd", "Dan")]
            for one in people:
                await (await one.join(HOLDEM)).sit(100_00)
            runner = room.room.runners[HOLDEM]
            while runner.table.hand is None or not runner.table.hand.felt.cards:
                await asyncio.sleep(0.05)
            room.room.previews.most = 0  # As many as one likes: there is nothing to find.
            for seat in runner.table.hand.felt.seats:
                guess = {"ruling": "replace card", "spot": [seat, "hole"], "preview": True}
                told = [
                    await answered(inspector, **guess, cards=[card])
                    for card in (*runner.table.hand.felt.cards[seat, "hole"], *range(0, 53, 13))
                ]
                assert {str(one) for one in told} == {str(told[0])}
            assert not any(event.by for event in runner.table.hand.events if hasattr(event, "by"))

    run(play())


def test_previews_leave_a_trace_and_come_in_some_number_a_minute(database):
    async def play():
        async with opened(database, **LIVE) as room:
            admin, inspector = await team(room)
            room.room.previews.each_second = 0.0  # However long the calls take here.
            for _ in range(PREVIEWS_A_MINUTE):
                seen = await rule(inspector, CASINO, "pause", preview=True)
                assert seen == {"moves": [], "done": False, "cut": False}
            with refusal("too_fast: at most 20 previews a minute"):
                await rule(inspector, CASINO, "pause", preview=True)
            lines = await inspector.call("GET", "/api/staff/journal?act=preview&count=100")
            assert len(lines) == PREVIEWS_A_MINUTE
            assert {(line["name"], line["table"], line["body"]["act"]) for line in lines} == {
                ("Jeanne", CASINO, "pause")
            }
            assert (await rule(inspector, CASINO, "pause"))["done"]  # An act is no preview,
            other = await room.member(admin, "Paul", ["inspector"])  # and each has their own.
            await rule(other, CASINO, "resume", preview=True)

    run(play())


@pytest.mark.parametrize("tongue", ["en", "fr"])
def test_every_kind_of_account_of_a_shift_has_its_words(tongue):
    words = Path(__file__).parents[2] / f"web/src/lib/words.{tongue}.ts"
    text = words.read_text("utf-8")
    assert [kind for kind, _ in KINDS if f'"pile {kind}":' not in text] == []
