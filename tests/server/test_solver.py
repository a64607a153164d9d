"""The solver's page: what it answers, and what it refuses before it has cost anything."""

import pytest

from croupier.client import No
from croupier.lab import solutions
from croupier.lab.odds import Unanswerable
from server.opening import opened, run

LIBAN = {"houses": ["casino-du-liban"], "speed": 1.0}
RIVER = {"board": "Ks 9d 4c 7h 2s", "ranges": ["QQ+, AKs, 76s", "22+, AJo+"], "pot": 100}


def test_a_river_and_a_chart_are_solved_over_rest(file):
    async def play():
        async with opened(file, **LIBAN) as room:
            ada = await room.guest("Ada")
            told = await ada.call("POST", "/api/odds/subgame", RIVER | {"stack": 300})
            assert told["exploitability"] < 0.001
            assert sum(told["means"]) == pytest.approx(100, abs=0.01)
            first = told["decisions"][0]
            assert (first["line"], first["player"], first["acts"]) == ([], 0, [-1, 50, 100, 300])
            kings = told["hands"].index("KhKd")
            for one in told["decisions"]:
                assert sum(row[kings] for row in one["chances"]) == pytest.approx(1, abs=0.01)
            assert told["values"][0][kings] > 100
            chart = await ada.call("POST", "/api/odds/pushfold", {"stacks": [10, 10]})
            assert chart["push"][0]["hands"]["AA"] == 1
            assert chart["call"][0]["hands"]["72o"] < 0.01
            assert chart["exploitability"] < 0.0001
            for bad, why in (
                ({"board": "Ks 9d 4c", "stack": 300}, "flop"),
                ({"stack": 0}, "stack"),
                ({"stack": 300, "sizes": [-1]}, "bet sizes"),
                ({"stack": 300, "ranges": ["AhAd", "AhAc"]}, "never meet"),
            ):
                with pytest.raises(No, match=why):
                    await ada.call("POST", "/api/odds/subgame", RIVER | bad)
            with pytest.raises(No, match="big blinds"):
                await ada.call("POST", "/api/odds/pushfold", {"stacks": [10, 0]})

    run(play())


def test_what_costs_too_much_is_refused_with_what_would_help():
    with pytest.raises(Unanswerable, match="narrower ranges, fewer bet sizes"):
        solutions.subgame("Ks 9d 4c 7h", ["random", "random"], 100, 300, [0.5, 1.0], 2)


def test_prizes_are_for_players():
    with pytest.raises(Unanswerable, match="one prize for each player"):
        solutions.pushes([5, 5], [50, 30, 20])
    tight = solutions.pushes([5, 5, 5], [1, 1, 0])
    loose = solutions.pushes([5, 5, 5], [])
    assert sum(tight["push"][0]["hands"].values()) < sum(loose["push"][0]["hands"].values())
