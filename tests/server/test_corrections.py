"""Corrections: any line that can be put right is reversed by another, and the books stay proven."""

import asyncio

import pytest

from croupier.client import No
from croupier.server.api import corrections
from croupier.server.books.schema import postings
from server.opening import opened, run, until
from server.test_staff import FRENCH, WHY, refusal, rule, team

CALM = {"houses": ["french-casino"], "pause_seconds": 60.0}


async def line(room, why: str, place: str = FRENCH) -> str:
    """The id of the newest posting of a kind."""
    c = postings.c
    query = postings.select().where(c.place == place, c.why.startswith(why)).order_by(c.no.desc())
    return (await room.room.store.row(query)).id


async def reverse(client, key: str, *ids: str, **fields):
    body = {"id": key, "postings": list(ids), **WHY, **fields}
    return await client.call("POST", "/api/staff/corrections", body)


async def stands(room, table, stack: int, player, balance: int) -> None:
    """Felt, books and account, and what the player sees of them."""
    runner = room.room.runners[FRENCH]
    assert runner.table.chips.get((runner.table.seat_of(player.player), "stack"), 0) == stack
    assert room.room.books.balance(player.player) == balance
    assert player.balance == balance
    while table.seat and table.seats[table.seat]["stack"] != stack:
        await table.news(1)
    assert (await room.books()).wrong == []


def test_a_buy_in_a_recave_and_a_departure_are_reversed(database):
    async def play():
        async with opened(database, **CALM) as room:
            _, inspector = await team(room)
            ada = await room.guest("Ada")
            table = await ada.join(FRENCH)
            await table.sit(100_00)
            await ada.act("top_up", FRENCH, amount=50_00)
            recave = await line(room, "recave")
            seen = await reverse(inspector, "1", recave, preview=True)
            assert [(move["amount"], seen["done"]) for move in seen["moves"]] == [(50_00, False)]
            await stands(room, table, 150_00, ada, 9_850_00)
            await reverse(inspector, "1", recave)
            await stands(room, table, 100_00, ada, 9_900_00)
            notices = [n["text"] for n in ada.notices if n.get("kind") == "staff"]
            assert notices == [f"Jeanne: correction: {WHY['why']}"]
            assert (await ada.call("GET", "/api/me/postings"))[0][
                "why"
            ] == f"correction of {recave}"
            lines = await inspector.call("GET", "/api/staff/journal")
            assert (lines[0]["act"], lines[0]["why"]) == ("correction", WHY["why"])
            with refusal("doubled"):
                await reverse(inspector, "2", recave)
            await reverse(inspector, "3", await line(room, "correction"))
            await stands(room, table, 150_00, ada, 9_850_00)
            await reverse(inspector, "4", recave)
            await reverse(inspector, "5", await line(room, "buy in"))
            await stands(room, table, 0, ada, 10_000_00)
            await ada.act("top_up", FRENCH, amount=80_00)
            await table.leave()
            with refusal("not_allowed: the chips are in the player's account already"):
                await reverse(inspector, "6", await line(room, "leave"))
            await table.sit(90_00)
            await reverse(inspector, "7", await line(room, "leave"))
            await stands(room, table, 170_00, ada, 9_830_00)

    run(play())


def test_what_cannot_be_reversed_now_is_refused_with_what_can_be_done(database):
    async def play():
        async with opened(database, **CALM) as room:
            _, inspector = await team(room)
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            table, other = await ada.join(FRENCH), await bob.join(FRENCH)
            await rule(inspector, FRENCH, "pause")
            await table.sit(100_00)
            bought = await line(room, "buy in")
            await other.sit(100_00)
            take = {"player": ada.player, "amount": -40_00}
            await rule(inspector, FRENCH, "adjust_stack", **take)
            with refusal("not_allowed: .*holds €60 now.*adjust the stack"):
                await reverse(inspector, "1", bought)
            both = [bought, await line(room, "adjust")]
            await reverse(inspector, "1", *both)
            await stands(room, table, 0, ada, 10_000_00)
            await rule(inspector, FRENCH, "move_player", player=bob.player, seat=free(room))
            with refusal("not_allowed: .*move the player back"):
                await reverse(inspector, "2", await line(room, "move"))
            with refusal("not_found"):
                await reverse(inspector, "3", "no such line")
            with refusal("malformed"):
                await reverse(inspector, "3")
            with refusal("forbidden"):
                await reverse(ada, "3", bought)
            await ada.act("top_up", FRENCH, amount=100_00)
            await rule(inspector, FRENCH, "resume")
            await until(lambda: room.room.runners[FRENCH].table.hand)
            with refusal("not_allowed: a hand is in play"):
                await reverse(inspector, "4", await line(room, "recave"))
            assert (await room.books()).wrong == []

    def free(room):
        return room.room.runners[FRENCH].table.vacant()[0]

    run(play())


def test_consigned_chips_are_given_back_or_kept_again(database):
    async def play():
        async with opened(database, **CALM, speed=600.0) as room:
            _, inspector = await team(room)
            ada = await room.guest("Ada")
            table = await ada.join(FRENCH)
            await table.sit(100_00)
            await ada.act("sit_out", FRENCH)
            while table.seat:
                await table.news(5)
            runner = room.room.runners[FRENCH]
            assert runner.table.consigned == {ada.player: 100_00}
            await reverse(inspector, "1", await line(room, "consign"))
            assert runner.table.consigned == {}
            await stands(room, table, 0, ada, 10_000_00)
            await reverse(inspector, "2", await line(room, "correction"))
            assert runner.table.consigned == {ada.player: 100_00}
            await ada.act("claim", FRENCH)
            with refusal("no_funds|not_allowed"):
                await reverse(inspector, "3", await line(room, "consign"))
            await reverse(inspector, "4", await line(room, "claim"))
            assert runner.table.consigned == {ada.player: 100_00}
            await stands(room, table, 0, ada, 9_900_00)
            await rule(inspector, FRENCH, "close", emergency=True)
            with refusal("not_allowed: .*by the cashier"):
                await reverse(inspector, "5", await line(room, "orphan"))

    run(play())


def test_the_cashier_corrects_his_own_lines(database):
    async def play():
        async with opened(database, **CALM, second_person_above=500_00) as room:
            admin, inspector = await team(room)
            carla = await room.member(admin, "Carla", ["cashier"])
            denis = await room.member(admin, "Denis", ["cashier"])
            ada = await room.guest("Ada")
            table = await ada.join(FRENCH)
            cash = {"id": "1", "player": ada.player, "amount": 300_00, **WHY}
            await carla.call("POST", "/api/cashier/issue", cash)
            issued = await line(room, "issue", "")
            with refusal("forbidden"):
                await reverse(inspector, "1", issued)
            seen = await reverse(carla, "1", issued, preview=True)
            assert seen["moves"][0]["dst"] == "cage"
            assert ada.balance == 10_300_00
            twice = await asyncio.gather(
                reverse(carla, "1", issued), reverse(carla, "2", issued), return_exceptions=True
            )
            assert [type(answer) for answer in twice] == [dict, No]
            await stands(room, table, 0, ada, 10_000_00)
            chips = await line(room, "play chips", "")
            asked = await reverse(carla, "3", chips)
            assert asked["name"] == "second_person"
            verdict = {"accept": True, "why": "given twice"}
            with refusal("forbidden"):
                await inspector.call("POST", f"/api/staff/requests/{asked['request']}", verdict)
            await denis.call("POST", f"/api/staff/requests/{asked['request']}", verdict)
            await stands(room, table, 0, ada, 0)
            asked = await reverse(carla, "4", await line(room, "correction", ""))
            await denis.call("POST", f"/api/staff/requests/{asked['request']}", verdict)
            await table.sit(100_00)
            assert (await room.books()).wrong == []

    run(play())


def test_issuing_and_rulings_have_limits_of_their_own(database):
    async def play():
        choices = {"second_person_above": 10**9, "second_person_above_ruling": 5_00}
        async with opened(database, **CALM, **choices) as room:
            admin, inspector = await team(room)
            ada = await room.guest("Ada")
            table = await ada.join(FRENCH)
            cash = {"id": "1", "player": ada.player, "amount": 6_000_00, **WHY}
            carla = await room.member(admin, "Carla", ["cashier"])
            done = await carla.call("POST", "/api/cashier/issue", cash)
            assert done == {"balance": 16_000_00}
            await table.sit(100_00)
            asked = await reverse(inspector, "1", await line(room, "buy in"))
            assert asked["name"] == "second_person"
            more = {"player": ada.player, "amount": 6_00}
            asked = await rule(inspector, FRENCH, "adjust_stack", **more)
            assert asked["name"] == "second_person"
            small = await rule(inspector, FRENCH, "adjust_stack", **more | {"amount": 4_00})
            assert small["done"]

    run(play())


@pytest.mark.parametrize("name", ["second_person_above", "second_person_above_ruling"])
def test_each_limit_is_set_and_refused_by_its_name(name):
    from croupier.server import settings  # noqa: PLC0415

    assert getattr(settings.read("", {f"CROUPIER_{name.upper()}": "7"}), name) == 7
    with pytest.raises(settings.BadSettings, match=f"{name}: Expected `int` >= 0"):
        settings.read("", {f"CROUPIER_{name.upper()}": "-1"})


CLUB = "casino-club/holdem-2-4"


async def showdown(room, inspector, names):
    """A hand that is checked down, and the table paused behind it."""
    people = [await room.guest(name) for name in names]
    tables = [await one.join(CLUB) for one in people]
    runner = room.room.runners[CLUB]
    await rule(inspector, CLUB, "pause")  # Until all sit.
    for table in tables:
        await table.sit(40_00)
    runner.begin_at = 0
    await rule(inspector, CLUB, "resume")
    while not runner.record.last_hand:
        for table in tables:
            if (ask := table.ask) and ask.options:
                act = "check" if ask.option("check") else "call"
                await table.decide(ask, act, ask.option(act).low)
        await asyncio.sleep(0.01)
    return people, runner


@pytest.mark.clause("CR-29", "CR-35")
def test_a_drop_that_was_taken_wrongly_goes_to_who_won_the_pot(database):
    async def play():
        async with opened(database, houses=["casino-club"], pause_seconds=60.0) as room:
            _, inspector = await team(room)
            people, runner = await showdown(room, inspector, ["Ada", "Bob", "Cyd"])
            before = dict(runner.table.chips)
            drop = await line(room, "drop", CLUB)
            seen = await reverse(inspector, "1", drop, preview=True)
            taken = before[0, "drop"]
            assert sum(move["amount"] for move in seen["moves"]) == taken > 0
            assert runner.table.chips == before
            await reverse(inspector, "1", drop)
            after = runner.table.chips
            assert after.get((0, "drop"), 0) == after.get((0, "pot"), 0) == 0
            gains = {s: after[s, "stack"] - before[s, "stack"] for s in runner.table.sitters}
            won = {s for s in gains if before[s, "stack"] > 38_00}
            assert sum(gains.values()) == taken
            assert {s for s in gains if gains[s]} == won

            def told():
                heard = [p for p in people if any(n.get("kind") == "staff" for n in p.notices)]
                return {runner.table.seat_of(p.player) for p in heard}

            await until(lambda: len(told()) >= len(won))
            assert told() == won
            with refusal("doubled"):
                await reverse(inspector, "2", drop)
            await reverse(inspector, "3", await line(room, "correction", CLUB))
            assert (await room.books()).wrong == []

    run(play())


def test_what_goes_back_to_several_winners_is_in_the_proportion_of_their_parts():
    assert corrections._parts(1_00, [11_00]) == [1_00]
    assert corrections._parts(1_00, [4_00, 4_00, 3_00]) == [37, 36, 27]
    assert corrections._parts(1_00, []) == []
