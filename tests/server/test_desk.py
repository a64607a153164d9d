"""The odds desk and the coach of the room: the lab's answers, and none that others may not have."""

import asyncio
from contextlib import suppress
from fractions import Fraction
from importlib.resources import files
from multiprocessing import active_children

import pytest

from croupier.client import No
from croupier.lab import form
from server.opening import opened, run, until
from server.test_staff import bet

CASINO = "live-casino/casino-holdem"
LIVE = {"houses": ["live-casino"], "speed": 1.0}
BONUS_HANDS = {
    "bonus_pays.royal_flush": 4,
    "bonus_pays.straight_flush": 36,
    "bonus_pays.four_of_a_kind": 624,
    "bonus_pays.full_house": 3_744,
    "bonus_pays.flush": 5_108,
    "bonus_pays.pair_of_aces": 273_144,
    "lose": 2_316_300,
}


@pytest.fixture
def brisk(tmp_path):
    """The live casino, where bets are taken for few seconds and there is much time to decide."""
    text = (files("croupier.houses") / "live-casino.toml").read_text("utf-8")
    for told, wanted in ("betting_seconds = 15", 5), ("decision_seconds = 15", 60):
        assert told in text
        text = text.replace(told, f"{told.split()[0]} = {wanted}")
    sheet = tmp_path / "live-casino.toml"
    sheet.write_text(text, "utf-8")
    return {"houses": [str(sheet)], "speed": 2.0}


def refusal(name: str):
    return pytest.raises(No, match=f"^{name}")


def test_the_desk_prices_a_sheet_and_what_is_changed_in_it(file):
    async def play():
        async with opened(file, **LIVE) as room:
            ada = await room.guest("Ada")
            desk = await ada.call("GET", "/api/odds")
            assert desk["coach"]
            assert {one["game"] for one in desk["games"]} == {
                "blackjack",
                "casino-holdem",
                "heads-up-holdem",
            }
            asked = {"game": "casino-holdem", "table": CASINO, "rules": {}}
            sheet = await ada.call("POST", "/api/odds", asked)
            assert sheet["house_edge_exact"] == "1363917077/63213204600"
            assert sheet["exact"]
            main, bonus = sheet["bets"]
            assert sum(Fraction(row["chance_exact"]) for row in main["rows"]) == 1
            assert -sum(Fraction(row["part_exact"]) for row in main["rows"]) == Fraction(
                sheet["house_edge_exact"]
            )
            assert {row["name"]: row["count"] for row in bonus["rows"]} == BONUS_HANDS
            kinder = await ada.call("POST", "/api/odds", asked | {"rules": {"call_pays": "3 to 2"}})
            assert kinder["house_edge"] < sheet["house_edge"]
            with refusal("not_allowed"):
                await ada.call("POST", "/api/odds", asked | {"rules": {"ante_pays": {"flush": 2}}})
            with refusal("not_allowed"):
                await ada.call("POST", "/api/odds", asked | {"rules": {"no_such_rule": 1}})
            with refusal("no_table"):
                await ada.call("POST", "/api/odds", asked | {"table": "ritz/roulette"})
            with refusal("not_found"):
                await ada.call("POST", "/api/odds", asked | {"game": "low-ball"})

    run(play())


def test_a_house_may_allow_no_advice(file):
    async def play():
        async with opened(file, **LIVE, coach=False) as room:
            ada = await room.guest("Ada")
            assert not (await ada.call("GET", "/api/odds"))["coach"]
            for path in f"/api/coach/{CASINO}", f"/api/coach/{CASINO}/1":
                with refusal("not_allowed"):
                    await ada.call("GET", path)

    run(play())


def test_the_coach_values_ones_own_options_and_nobody_elses(file, brisk):
    async def play():
        async with opened(file, **brisk) as room:
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            table = await ada.join(CASINO)
            await table.sit(100_00)
            async for ask in table.asks():
                if ask.open:
                    assert await ada.call("GET", f"/api/coach/{CASINO}") == {
                        "values": [],
                        "unit": "",
                        "exact": False,
                    }
                    with suppress(No):  # The window may close meanwhile; another opens.
                        await table.decide(ask, "bet", 10_00, (table.seat, "ante"))
                else:
                    break
            told = await ada.call("GET", f"/api/coach/{CASINO}")
            values = {one["act"]: one["value"] for one in told["values"]}
            assert values["fold"] == -10
            assert -30 <= values["call"] <= 200
            assert told["unit"] == "€"
            assert told["exact"]
            assert (await bob.call("GET", f"/api/coach/{CASINO}"))["values"] == []
            with refusal("no_table"):
                await ada.call("GET", "/api/coach/ritz/roulette")

    run(play())


def test_a_curve_goes_through_the_sheet_and_is_linear_for_a_bonus(file):
    async def play():
        async with opened(file, **LIVE) as room:
            ada = await room.guest("Ada")
            asked = {"game": "casino-holdem", "table": CASINO, "rules": {}}
            field = {"field": "bonus_pays.flush", "bet": "bonus"}
            points = (await ada.call("POST", "/api/odds/curve", asked | field))["points"]
            edges = {point["at"]: Fraction(point["edge_exact"]) for point in points}
            assert edges[20] == Fraction(5809, 92820)
            assert edges[20] - edges[25] == 5 * Fraction(5108, 2_598_960)
            assert 10 in edges
            assert all(at <= 30 for at in edges)  # A flush may not pay more than a full house.
            with refusal("not_allowed"):
                await ada.call("POST", "/api/odds/curve", asked | {"field": "chip"})

    run(play())


def test_a_desk_that_asks_anew_does_not_wait_for_what_it_asked_before(file):
    async def play():
        async with opened(file, **LIVE) as room:
            ada = await room.guest("Ada")
            asked = {"game": "casino-holdem", "table": CASINO, "desk": "d1"}
            first, second, third = (
                asyncio.create_task(ada.call("POST", "/api/odds", asked | {"rules": changed}))
                for changed in ({"call_pays": 2}, {"call_pays": 3}, {"call_pays": 4})
            )
            assert (await third)["house_edge"] < (await first)["house_edge"]
            with refusal("stale"):
                await second

    run(play())


def test_the_desk_deals_a_decision_of_each_game(file):
    async def play():
        async with opened(file, **LIVE) as room:
            ada = await room.guest("Ada")
            for game in form.games():
                spot = await ada.call("POST", "/api/odds/spot", {"game": game})
                assert len(spot["options"]) >= 2
                shown = [card for _, cards in spot["cards"] for card in cards]
                assert len(shown) >= 3
                fold = [one["value"] for one in spot["options"] if one["act"] == "fold"]
                assert all(value in (-1, -2) for value in fold)

    run(play())


@pytest.mark.parametrize("act", ["fold", "call"])
def test_the_coach_says_after_the_hand_what_the_choice_cost(file, brisk, act):
    async def play():
        async with opened(file, **brisk) as room:
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            table = await ada.join(CASINO)
            await table.sit(100_00)
            await bet(table)
            async for ask in table.asks():
                if not ask.open:
                    break
            told = await ada.call("GET", f"/api/coach/{CASINO}")
            worth = {one["act"]: one["value"] for one in told["values"]}
            hand = ask.hand
            with refusal("not_found"):  # It is not over.
                await ada.call("GET", f"/api/coach/{CASINO}/{hand}")
            await table.decide(ask, act, 20_00 if act == "call" else 0)
            await until(lambda: ada.call("GET", "/api/me/hands"))
            review = await ada.call("GET", f"/api/coach/{CASINO}/{hand}")
            (one,) = review["decisions"]
            assert (one["act"], one["value"]) == (act, worth[act])
            assert one["best"]["value"] == max(worth.values())
            assert review["cost"] == one["cost"]
            assert one["cost"] == pytest.approx(max(worth.values()) - worth[act])
            assert review["unit"] == "€"
            assert review["exact"]
            with refusal("not_found"):
                await bob.call("GET", f"/api/coach/{CASINO}/{hand}")

    run(play())


def test_a_lab_that_dies_starts_again(file):
    async def play():
        async with opened(file, **LIVE) as room:
            ada = await room.guest("Ada")
            asked = {"game": "casino-holdem", "table": CASINO, "rules": {"call_pays": 2}}
            before = await ada.call("POST", "/api/odds", asked)
            for worker in active_children():
                worker.kill()
            with refusal("busy"):
                await ada.call("POST", "/api/odds", asked | {"rules": {"call_pays": 3}})
            after = await ada.call("POST", "/api/odds", asked | {"rules": {"call_pays": 3}})
            assert after["house_edge"] < before["house_edge"]

    run(play())
