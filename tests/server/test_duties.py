"""Duties apart: one duty each, nobody on their own account, sums of a day, a true second person."""

import asyncio

import pytest

from croupier.client import No
from croupier.server import refusals
from croupier.server.books.store import Batch
from croupier.server.people import duties
from server.opening import opened, run
from server.test_staff import CASINO, LIVE, WHY, bet, refusal, rule, seated_with_a_bet

ACCEPT = {"accept": True, "why": "seen it too"}


def test_roles_exclude_each_other():
    assert duties.allowed(["cashier"], staff_play=False) == {"cashier"}
    for some in (["cashier", "inspector"], ["cashier", "player"], ["king"], []):
        with pytest.raises(refusals.No, match=r"exclude|roles are"):
            duties.allowed(some, staff_play=False)
    assert duties.allowed(["cashier", "player"], staff_play=True) == {"cashier", "player"}
    with pytest.raises(refusals.No, match="exclude each other"):
        duties.allowed(["cashier", "inspector", "player"], staff_play=True)


def test_roles_of_the_first_version_are_parted(database):
    """0.1 gave the first admin every role, and an inspector might play."""

    async def old():
        async with opened(database, **LIVE) as room:
            admin = await room.admin()
            jeanne = await room.member(admin, "Jeanne", ["inspector"])
            batch = Batch()
            had = {
                admin.player: {"admin", "cashier", "inspector", "player", "screen"},
                jeanne.player: {"inspector", "player"},
            }
            for player, roles in had.items():
                person = room.room.people.known[player]
                person.roles = roles
                room.room.people.change(batch, person)
            await room.room.store.commit(batch)
            return admin.player, jeanne.player

    async def new():
        async with opened(database, **LIVE) as room:
            people = room.room.people.known
            assert [sorted(people[player].roles) for player in players] == [
                ["admin"],
                ["inspector"],
            ]
            lines = await room.room.store.rows(duties.schema.duties.select())
            assert [line.why for line in lines].count("duties apart") == 2

    players = run(old())
    run(new())


def test_a_cashier_does_not_serve_themselves(database):
    async def play():
        async with opened(database, **LIVE, staff_play=True) as room:
            admin = await room.admin()
            carla = await room.member(admin, "Carla", ["cashier", "player"])
            denis = await room.member(admin, "Denis", ["cashier"])
            cash = {"id": "1", "player": carla.player, "amount": 100_00, **WHY}
            for call in "issue", "redeem":
                with refusal("forbidden: staff can't act on their own"):
                    await carla.call("POST", f"/api/cashier/{call}", cash)
            with refusal("forbidden: staff can't act on their own"):
                await carla.call(
                    "POST", "/api/cashier/orphans", {"id": "1", **WHY, "player": carla.player}
                )
            large = cash | {"amount": 9_000_00}
            number = (await denis.call("POST", "/api/cashier/issue", large))["request"]
            with refusal("forbidden: staff can't act on their own"):
                await carla.call("POST", f"/api/staff/requests/{number}", ACCEPT)
            assert room.room.books.balance(carla.player) == 0

    run(play())


def test_many_small_sums_are_one_large_sum(database):
    async def play():
        limits = {"second_person_above": 500_00, "second_person_above_day": 1_200_00}
        async with opened(database, **LIVE, **limits) as room:
            admin = await room.admin()
            carla = await room.member(admin, "Carla", ["cashier"])
            denis = await room.member(admin, "Denis", ["cashier"])
            ada, bob, cyd = [await room.guest(name) for name in ("Ada", "Bob", "Cyd")]

            def cash(key, who, amount):
                return {"id": key, "player": who.player, "amount": amount, **WHY}

            at_once = await asyncio.gather(
                *(
                    carla.call("POST", "/api/cashier/issue", cash(f"a{n}", ada, 200_00))
                    for n in range(5)
                )
            )
            assert sum("balance" in done for done in at_once) == 2, "400.00 of at most 500.00"
            other = await denis.call("POST", "/api/cashier/issue", cash("b", ada, 200_00))
            assert other["name"] == "second_person", "another cashier does not begin anew"
            await carla.call("POST", "/api/cashier/issue", cash("c", bob, 500_00))
            done = await carla.call("POST", "/api/cashier/issue", cash("d", cyd, 400_00))
            assert done["name"] == "second_person", "the cashier's own day"
            answer = f"/api/staff/requests/{done['request']}"
            assert await denis.call("POST", answer, ACCEPT) == {"balance": 10_400_00}
            small = await carla.call("POST", "/api/cashier/issue", cash("e", cyd, 300_00))
            assert "balance" in small, "what two have seen does not count"
            assert (await room.books()).wrong == []

    run(play())


def test_the_second_person_is_no_puppet(database):
    async def play():
        async with opened(database, **LIVE, staff_play=True, second_person_above=100_00) as room:
            admin = await room.admin()
            carla = await room.member(admin, "Carla", ["cashier"])
            boss = await room.member(admin, "Boss", ["admin"])
            puppet = await room.member(boss, "Puppet", ["cashier"])
            ada = await room.guest("Ada")
            cash = {"id": "1", "player": ada.player, "amount": 900_00, **WHY}
            with refusal("forbidden: this needs the role of cashier"):
                await boss.call("POST", "/api/cashier/issue", cash)
            with refusal("forbidden: staff can't act on their own"):
                body = {"roles": ["cashier"], **WHY}
                await boss.call("PUT", f"/api/staff/accounts/{boss.player}", body)
            # An admin made both the account and, as another admin arranges it, is a cashier now.
            await admin.call(
                "PUT", f"/api/staff/accounts/{boss.player}", {"roles": ["cashier"], **WHY}
            )
            number = (await boss.call("POST", "/api/cashier/issue", cash))["request"]
            for one in (boss, puppet):
                with refusal("second_person"):
                    await one.call("POST", f"/api/staff/requests/{number}", ACCEPT)
            await carla.call("POST", f"/api/staff/requests/{number}", ACCEPT)

    run(play())


def test_nobody_rules_at_their_own_table(database):
    async def play():
        async with opened(database, **LIVE | {"speed": 1.0}, staff_play=True) as room:
            admin = await room.admin()
            jeanne = await room.member(admin, "Jeanne", ["inspector", "player"])
            marc = await room.member(admin, "Marc", ["inspector"])
            carla = await room.member(admin, "Carla", ["cashier"])
            cash = {"id": "1", "player": jeanne.player, "amount": 200_00, **WHY}
            await carla.call("POST", "/api/cashier/issue", cash)
            table = await jeanne.join(CASINO)
            await table.sit(100_00)
            await bet(table)
            for more in ({"preview": True}, {}):
                with refusal("forbidden: staff can't act on their own"):
                    await rule(jeanne, CASINO, "rule", ruling="void", **more)
            await rule(marc, CASINO, "rule", ruling="void")
            rows = await marc.call("GET", f"/api/staff/postings?player={jeanne.player}")
            line = next(row["id"] for row in rows if row["why"] == "buy in")
            with refusal("forbidden: staff can't act on their own"):
                await jeanne.call(
                    "POST", "/api/staff/corrections", {"id": "c", "postings": [line], **WHY}
                )
            with refusal("forbidden: staff can't act on their own"):
                body = {"player": jeanne.player, "minutes": 0, **WHY}
                await jeanne.call("POST", "/api/staff/mute", body)

    run(play())


def test_staff_may_not_play_unless_the_house_says_so(database):
    async def play():
        async with opened(database, **LIVE) as room:
            admin = await room.admin()
            with refusal("malformed: these roles exclude each other"):
                body = {"name": "Carla", "roles": ["cashier", "player"]}
                await admin.call("POST", "/api/staff/accounts", body)
            jeanne = await room.member(admin, "Jeanne", ["inspector"])
            table = await jeanne.join(CASINO)
            with refusal("forbidden: only players can act at a table"):
                await table.sit(100_00)

    run(play())


def test_a_player_who_gets_a_duty_can_still_leave(database):
    async def play():
        async with opened(database, **LIVE) as room:
            admin = await room.admin()
            body = {"name": "Ada Byron", "password": "a long password"}
            made = await admin.call("POST", "/api/accounts", body)
            ada = await room.guest("Somebody")
            await ada.log_in("Ada Byron", "a long password")
            table = await ada.join(CASINO)
            await table.sit(100_00)
            roles = {"roles": ["chef"], **WHY}
            await admin.call("PUT", f"/api/staff/accounts/{made['player']}", roles)
            with refusal("forbidden"):
                await ada.act("top_up", CASINO, amount=10_00)
            await table.leave()
            while room.room.books.balance(made["player"]) != 10_000_00:
                await asyncio.sleep(0.02)

    run(play())


def test_the_chef_runs_the_game_and_the_inspector_pays(database):
    async def play():
        async with opened(database, **LIVE | {"speed": 1.0}) as room:
            admin = await room.admin()
            marc = await room.member(admin, "Marc", ["chef"])
            ada, _ = await seated_with_a_bet(room)
            await rule(marc, CASINO, "pause")
            await rule(marc, CASINO, "resume")
            with refusal("forbidden: this needs the role of inspector"):
                await rule(marc, CASINO, "adjust_stack", player=ada.player, amount=5_00)
            with refusal("forbidden: this needs the role of inspector"):
                await rule(marc, CASINO, "close", emergency=True)

    run(play())


def test_rulings_of_a_day_add_up(database):
    async def play():
        async with opened(
            database, houses=["french-casino"], second_person_above_ruling=10_00
        ) as room:
            admin = await room.admin()
            jeanne = await room.member(admin, "Jeanne", ["inspector"])
            ada = await room.guest("Ada")
            where = "french-casino/no-limit"
            table = await ada.join(where)
            await table.sit(100_00)
            done = [
                await rule(jeanne, where, "adjust_stack", player=ada.player, amount=4_00)
                for _ in range(3)
            ]
            assert [one["done"] for one in done] == [True, True, False]

    run(play())


def test_the_last_admin_stays(database):
    async def play():
        async with opened(database, **LIVE) as room:
            admin = await room.admin()
            other = await room.member(admin, "Boss", ["admin"])
            for one in (admin, other):
                with refusal("forbidden: staff can't act on their own"):
                    body = {"roles": ["player"], **WHY}
                    await one.call("PUT", f"/api/staff/accounts/{one.player}", body)
            body = {"roles": ["player"], **WHY}
            both = await asyncio.gather(
                admin.call("PUT", f"/api/staff/accounts/{other.player}", body),
                other.call("PUT", f"/api/staff/accounts/{admin.player}", body),
                return_exceptions=True,
            )
            assert sorted(type(one).__name__ for one in both) == ["No", "dict"]
            assert any("admin" in p.roles for p in room.room.people.known.values())
            assert any(isinstance(one, No) for one in both)

    run(play())
