"""The odds desk and the coach of the room: the lab's answers, and none that others may not have."""

import pytest

from croupier.client import No
from server.opening import opened, run

CASINO = "live-casino/casino-holdem"
LIVE = {"houses": ["live-casino"], "speed": 1.0}


def refusal(name: str):
    return pytest.raises(No, match=f"^{name}")


def test_the_desk_prices_a_sheet_and_what_is_changed_in_it(database):
    async def play():
        async with opened(database, **LIVE) as room:
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
            assert sum(row["chance"] for row in sheet["rows"]) <= 1
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


def test_the_coach_values_ones_own_options_and_nobody_elses(database):
    async def play():
        async with opened(database, **LIVE) as room:
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            table = await ada.join(CASINO)
            await table.sit(100_00)
            async for ask in table.asks():
                if ask.open:
                    assert await ada.call("GET", f"/api/coach/{CASINO}") == {
                        "values": [],
                        "unit": "",
                    }
                    await table.decide(ask, "bet", 10_00, (table.seat, "ante"))
                else:
                    break
            told = await ada.call("GET", f"/api/coach/{CASINO}")
            values = {one["act"]: one["value"] for one in told["values"]}
            assert values["fold"] == -10
            assert -30 <= values["call"] <= 200
            assert told["unit"] == "€"
            assert (await bob.call("GET", f"/api/coach/{CASINO}"))["values"] == []
            with refusal("no_table"):
                await ada.call("GET", "/api/coach/ritz/roulette")

    run(play())
