"""Tournaments in a real room: entered, played to the payout, killed in the middle, found again."""

import asyncio
from contextlib import suppress
from random import Random

from croupier.client import Client, No
from server.opening import FAST, opened, run, until

HOUSE = """
title = "Test house"
currency = "$"

[tables.holdem]
game = "holdem"

[tournaments.quick]
game = "holdem"
title = "Quick"
buy_in = 10
fee = 1
stack = 300
seats = 3
entrants_min = {least}
entrants_max = {most}
bots = {bots}
bots_after_seconds = 0
levels = [[25, 50, 0, 1], [50, 100, 100, 1], [100, 200, 200, 1], [200, 400, 400, 1]]
{more}

[tournaments.quick.rules]
decision_seconds = 10
"""


def house(tmp_path, least=3, most=3, bots=2, more=""):
    path = tmp_path / "test-house.toml"
    path.write_text(HOUSE.format(least=least, most=most, bots=bots, more=more))
    return str(path)


QUICK = FAST | {"bots": 4, "bots_alone": True, "speed": 20.0}


def event(room):
    """The director of the newest tournament, started or not."""
    return list(room.tournaments.directors.values())[-1]


async def play(client: Client, name: str, rng: Random) -> None:
    """Boldly, wherever the draw has put us, until the tournament is over."""
    while True:
        told = client.tournaments.get(name)
        if told and told["line"]["state"] in ("over", "cancelled"):
            return
        mine = [one for one in (told or {}).get("entrants", ()) if one["player"] == client.player]
        if mine and mine[0]["table"]:
            await bold(client, mine[0]["table"], rng)
        await asyncio.sleep(0.01)


async def bold(client: Client, name: str, rng: Random) -> None:
    with suppress(No):
        table = client.tables.get(name) or await client.join(name)
        if table.ask is not None and table.ask.options:
            options = [o for o in table.ask.options if o.act not in ("fold",)] or table.ask.options
            option = rng.choice(options)
            amount = option.high if option.act == "raise" else option.low
            await table.decide(table.ask, option.act, amount, option.spot)


def test_a_sit_and_go_is_played_with_bots_to_the_payout(database, tmp_path):
    async def evening():
        async with opened(database, **(QUICK | {"houses": [house(tmp_path)]})) as room:
            me = await room.guest("Ada")
            name = event(room.room).name
            before = me.balance
            await me.follow(name)
            done = await me.enter(name)
            assert done["balance"] == before - 11_00
            await play(me, name, Random(1))
            told = me.tournaments[name]
            places = sorted(one["place"] for one in told["entrants"])
            assert places == [1, 2, 3]
            assert told["prizes"] == [19_00 + 1_00, 10_00]
            assert sum(one["prize"] for one in told["entrants"]) == 30_00
            mine = next(one for one in told["entrants"] if one["player"] == me.player)
            await until(lambda: me.balance == before - 11_00 + mine["prize"])
            tables = room.room.tournaments.of(name).usher
            await until(lambda: not any(tables.sitting().values()))
            report = await room.books()
            assert (report.wrong, report.tournaments) == ([], 2)
            assert event(room.room).name.endswith(".2"), "the next is announced"

    run(evening())
