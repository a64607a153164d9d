"""What players are told of clocks: a time bank that runs, and why somebody is away."""

import json

import pytest

from server.opening import opened, run

HOLDEM = "casino-club/holdem-2-4"
CLUB = {"houses": ["casino-club"], "bots": 2, "bot_seconds": 0.02}


async def news(table, holds):
    """The first news for which this holds; nobody answers what is asked meanwhile."""
    while True:
        told = [json.loads(frame) for frame in table.client.received]
        found = [one for one in told if one["type"] == "news" and holds(one)]
        if found:
            return found[0]
        await table.news(0.05)


@pytest.mark.clause("TH-64")
def test_a_time_bank_that_runs_is_told_and_so_is_why_one_is_away(database):
    async def play():
        async with opened(database, **CLUB, speed=60.0) as room:
            ada = await room.guest("Ada", listen=True)
            table = await ada.join(HOLDEM)
            seat = await table.sit(100_00)

            def clock(one, field):
                return seat in (one["ask"] or {}).get(field, ())

            asked = (await news(table, lambda one: clock(one, "asked")))["ask"]
            assert (asked["banks"], asked["reserve"]) == ([], 1.0)
            lent = await news(table, lambda one: clock(one, "banks"))
            assert lent["events"] == []
            assert 0 < lent["ask"]["seconds"] <= 1.0
            kept = await news(table, lambda one: any(e.get("timed_out") for e in one["events"]))
            assert [e["seat"] for e in kept["events"] if e.get("away")] == [seat]

    run(play())
