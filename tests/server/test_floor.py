"""The floor over REST and the socket: players who call, tables at a glance, registers, reports."""

import pytest

from server.opening import opened, run, until
from server.test_staff import CASINO, FRENCH, LIVE, WHY, bet, fill, refusal, rule, team

TABLES = {"houses": ["french-casino"], "bots": 0, "speed": 1.0}


async def seated(room, where, *names, buy_in=100_00):
    people = [await room.guest(name) for name in names]
    tables = [await person.join(where) for person in people]
    for table in tables:
        await table.sit(buy_in)
    return people, tables


def line(told, table):
    return next(one for one in told["tables"] if one["table"] == table)


def test_a_player_calls_the_floor_and_is_answered(database):
    async def play():
        async with opened(database, **LIVE) as room:
            _, inspector = await team(room)
            (ada,), _ = await seated(room, CASINO, "Ada")
            stranger = await room.guest("Bob")
            await stranger.join(CASINO)
            with refusal("not_seated"):
                await stranger.act("floor", CASINO, text="let me in")
            with refusal("malformed"):
                await ada.act("floor", CASINO, text="x" * 201)
            await ada.act("floor", CASINO, text="  my bonus   was not paid ")
            with refusal("too_fast"):
                await ada.act("floor", CASINO, text="hello?")
            with refusal("doubled"):
                await ada.act("floor", CASINO, text="my bonus was not paid")
            (call,) = line(await inspector.call("GET", "/api/staff/floor"), CASINO)["calls"]
            assert (call["name"], call["seat"], call["text"]) == ("Ada", 1, "my bonus was not paid")
            look = await inspector.call("GET", f"/api/staff/tables/{CASINO}")
            assert look["calls"] == [call]
            where = f"/api/staff/calls/{call['call']}"
            with refusal("forbidden"):
                await ada.call("POST", where, {"text": "it was"})
            await inspector.call("POST", where, {"text": "it is paid now"})
            with refusal("not_found"):
                await inspector.call("POST", where, {"text": "again"})
            told = await until(lambda: [n for n in ada.notices if n.get("kind") == "floor"])
            assert (told[0]["text"], told[0]["table"]) == ("Jeanne answers: it is paid now", CASINO)
            floor = await inspector.call("GET", "/api/staff/floor")
            assert line(floor, CASINO)["calls"] == []
            lines = await inspector.call("GET", f"/api/staff/journal?table={CASINO}")
            said = [(one["name"], one["act"], one["why"], one["player"]) for one in lines]
            assert said == [
                ("Jeanne", "answer", "it is paid now", "Ada"),
                ("Ada", "call", "my bonus was not paid", ""),
            ]
            only = await inspector.call("GET", f"/api/staff/journal?by={ada.player}&act=call")
            assert [one["name"] for one in only] == ["Ada"]

    run(play())


@pytest.mark.clause("HE-10", "TH-02")
def test_a_ruling_names_a_card_without_seeing_it(database):
    async def play():
        async with opened(database, **TABLES) as room:
            _, inspector = await team(room)
            people, _ = await seated(room, FRENCH, "Ada", "Bob")
            runner = room.room.runners[FRENCH]
            await until(lambda: runner.table.hand and runner.table.hand.felt.cards)
            look = await inspector.call("GET", f"/api/staff/tables/{FRENCH}")
            hand = runner.table.hand
            first, second = (o for o in look["rulings"] if o["act"] == "replace card")
            assert {first["spot"][0], second["spot"][0]} == {*hand.felt.seats}
            assert [first["low"], first["high"]] == [2, 2]  # Its first card was the deal's.
            assert look["effects"][first["clause"]].endswith("(HE-10)")
            assert look["versions"] == ["limit", "pot_limit", "no_limit"]
            told = [e for e in look["staged"]["events"] if e["type"] == "cards"]
            assert {card for event in told for card in event["cards"]} == {53}
            assert set(look["staged"]["names"].values()) == {"Ada", "Bob"}
            seat = next(s for s in hand.felt.seats if not hand.asked(s))
            fields = {"ruling": "replace card", "spot": [seat, "hole"]}
            card = hand.felt.cards[seat, "hole"][1]
            with refusal("not_allowed"):
                await rule(inspector, FRENCH, "rule", **fields, amount=3)
            await rule(inspector, FRENCH, "rule", **fields, amount=2)
            assert card not in hand.felt.cards[seat, "hole"]
            lines = await inspector.call("GET", "/api/staff/journal")
            assert "cards" not in lines[0]["body"]
            look = await inspector.call("GET", f"/api/staff/tables/{FRENCH}")
            assert "replace card" not in {option["act"] for option in look["rulings"]}
            await inspector.call("POST", f"/api/staff/tables/{FRENCH}", {"act": "pause", **WHY})
            floor = line(await inspector.call("GET", "/api/staff/floor"), FRENCH)
            assert (floor["paused_by"], floor["paused_why"]) == ("Jeanne", WHY["why"])
            told = {"act": "pause", "why": "a spilt drink"}
            await inspector.call("POST", f"/api/staff/tables/{FRENCH}", told)
            again = line(await inspector.call("GET", "/api/staff/floor"), FRENCH)
            assert again["paused_why"] == "a spilt drink", "the reason may follow the pause"
            assert again["paused_since"] == floor["paused_since"]
            assert (floor["phase"], floor["board"], floor["chips"]) == ("decision", 0, 200_00)
            assert people[0].player in {s["player"] for s in look["sitters"]}

    run(play())


@pytest.mark.clause("TH-08")
def test_a_name_is_taken_off_the_waiting_list(database):
    async def play():
        async with opened(database, **TABLES, auto_call=False) as room:
            _, inspector = await team(room)
            ada = await room.guest("Ada")
            await ada.join(FRENCH)
            await fill(room, FRENCH)
            await ada.act("wait", FRENCH)
            assert line(await inspector.call("GET", "/api/staff/floor"), FRENCH)["next"] == "Ada"
            await rule(inspector, FRENCH, "unwait", player=ada.player)
            assert room.room.runners[FRENCH].table.queue == []
            with refusal("not_allowed"):
                await rule(inspector, FRENCH, "unwait", player=ada.player)

    run(play())


def test_postings_are_found_and_an_incident_is_closed(database):
    async def play():
        async with opened(database, **LIVE) as room:
            admin, inspector = await team(room)
            (ada,), (table,) = await seated(room, CASINO, "Ada")
            await bet(table)
            async for ask in table.asks():
                if not ask.open:
                    await table.decide(ask, "fold")
                    break
            hands = await until(lambda: ada.call("GET", "/api/me/hands?result=lost"))
            assert await ada.call("GET", "/api/me/hands?result=won") == []
            assert await ada.call("GET", "/api/me/hands?game=blackjack") == []
            assert await ada.call("GET", f"/api/me/hands?since={hands[0]['at'] + 1}") == []
            number = hands[0]["hand"]
            await rule(inspector, CASINO, "pause")
            while room.room.runners[CASINO].table.hand:
                await rule(inspector, CASINO, "rule", ruling="void")
            asked = f"/api/staff/postings?table={CASINO}&hand={number}"
            lines = await inspector.call("GET", asked)
            lost = next(one for one in lines if one["dst"].endswith("0:bank"))
            assert (lost["names"], lost["reversed"], lost["hand"]) == (["Ada", ""], False, number)
            mine = await inspector.call("GET", f"/api/staff/postings?player={ada.player}")
            assert lost["id"] in {one["id"] for one in mine}
            nobody = await inspector.call("GET", f"/api/staff/postings?player={inspector.player}")
            assert nobody == []
            body = {"id": "c1", "postings": [lost["id"]], **WHY}
            await inspector.call("POST", "/api/staff/corrections", body)
            after = await inspector.call("GET", asked)
            assert next(one for one in after if one["id"] == lost["id"])["reversed"]
            body = {"table": CASINO, "hand": number, "text": "a fold by mistake"}
            filed = (await inspector.call("POST", "/api/staff/incidents", body))["incident"]
            one = await inspector.call("GET", f"/api/staff/incidents/{filed}")
            assert (one["names"], one["closed"], one["name"]) == ({"1": "Ada"}, None, "Jeanne")
            end = f"/api/staff/incidents/{filed}/close"
            await inspector.call("POST", end, {"text": "the stake went back"})
            with refusal("doubled"):
                await inspector.call("POST", end, {"text": "the stake went back"})
            (shown,) = await inspector.call("GET", "/api/staff/incidents")
            assert shown["closed"]["text"] == "the stake went back"
            carla = await room.member(admin, "Carla", ["cashier"])
            client = await carla.call("GET", f"/api/cashier/players/{ada.player}")
            assert client["client"]["balance"] == 9_900_00
            assert client["tables"] == [{"table": CASINO, "seat": 1, "stack": 100_00}]
            assert [one["amount"] for one in client["postings"]] == [100_00, 10_000_00]
            people = await inspector.call("GET", "/api/staff/accounts?name=e")
            assert people[0]["name"] == "Jeanne"
            with refusal("forbidden"):
                await ada.call("GET", "/api/staff/accounts")

    run(play())


def test_a_time_that_no_calendar_has_is_refused(database):
    async def play():
        async with opened(database, **LIVE) as room:
            admin = await room.admin()
            auditor = await room.member(admin, "Jeanne", ["auditor"])
            for name in ("report", "report.csv", "report.pdf", "journal.csv", "journal.pdf"):
                with refusal("malformed"):
                    await auditor.call("GET", f"/api/staff/{name}?since=0.8&until=2.79e16")

    run(play())


def test_the_shift_sums_to_nothing(database):
    async def play():
        async with opened(database, houses=["french-casino"], speed=600.0) as room:
            _, inspector = await team(room)
            (ada, bob), (one, _) = await seated(room, FRENCH, "Ada", "Bob")
            await ada.act("sit_out", FRENCH)
            while one.seat:
                await one.news(5)
            await ada.act("claim", FRENCH)
            await rule(inspector, FRENCH, "pause")
            if room.room.runners[FRENCH].table.hand:
                await rule(inspector, FRENCH, "rule", ruling="void")
            await rule(inspector, FRENCH, "adjust_stack", player=bob.player, amount=5_00)
            told = await inspector.call("GET", "/api/staff/report")
            held = {one["name"]: one["held"] for one in told["balance"]}
            assert sum(held.values()) == 0
            assert sum(one["change"] for one in told["balance"]) == 0
            found = room.room.runners[FRENCH].table
            stack = found.chips[found.seat_of(bob.player), "stack"]
            assert (held["tables"], held["bank"]) == (stack, -5_00)
            table = told["tables"][0]
            assert (table["bought_in"], table["cashed_out"]) == (200_00, 205_00 - stack)
            house = table["win"] + table["drop"] + table["levy"] + table["fees"]
            assert table["bought_in"] - table["cashed_out"] == house + table["on_table"]
            floor = line(await inspector.call("GET", "/api/staff/floor"), FRENCH)
            assert floor["house"] == -5_00
            later = await inspector.call("GET", f"/api/staff/report?since={told['until'] + 1}")
            assert all(one["change"] == 0 for one in later["balance"])

    run(play())
