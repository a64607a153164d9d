"""Tournaments in a real room: entered, played to the payout, killed in the middle, found again."""

import asyncio
from contextlib import suppress
from random import Random
from types import SimpleNamespace

import pytest
import sqlalchemy as sa

from croupier import houses
from croupier.client import Client, Gone, No
from croupier.room import ledger
from croupier.server.books import audit, events, schema
from croupier.server.books.balances import Books
from croupier.server.books.store import Batch, Store
from croupier.server.live.ushering import Usher
from room.test_tournament import unheard_of
from server.opening import FAST, opened, run, until
from server.test_crash import RUSH, Process

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
stack = {stack}
seats = 3
entrants_min = {least}
entrants_max = {most}
bots = {bots}
bots_after_seconds = 0
levels = {levels}
{more}

[tournaments.quick.rules]
decision_seconds = {seconds}
"""


LEVELS = "[[25, 50, 0, 1], [50, 100, 100, 1], [100, 200, 200, 1], [200, 400, 400, 1]]"


def house(tmp_path, *, more="", **fields):
    path = tmp_path / "test-house.toml"
    usual = {"least": 3, "most": 3, "bots": 2, "stack": 300, "levels": LEVELS, "seconds": 10}
    path.write_text(HOUSE.format(**(usual | fields), more=more))
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
        table = client.tables.get(name)
        table = table if table and table.about else await client.join(name)
        if table.ask is not None and table.ask.options:
            options = [o for o in table.ask.options if o.act != "fold"] or table.ask.options
            option = rng.choice(options)
            amount = option.high if option.act == "raise" else option.low
            await table.decide(table.ask, option.act, amount, option.spot)


def test_a_sit_and_go_is_played_with_bots_to_the_payout(file, tmp_path):
    async def evening():
        async with opened(file, **(QUICK | {"houses": [house(tmp_path)]})) as room:
            me = await room.guest("Ada")
            name = event(room.room).name
            before = me.balance
            await me.follow(name)
            done = await me.enter(name)
            assert done["balance"] == before - 11_00
            await play(me, name, Random(1))
            told = me.tournaments[name]
            places = sorted(one["place"] for one in told["entrants"])
            assert places in ([1, 2, 3], [1, 2, 2]), "equal stacks out in one hand share a place"
            assert told["prizes"] == [19_00 + 1_00, 10_00]
            assert sum(one["prize"] for one in told["entrants"]) == 30_00
            mine = next(one for one in told["entrants"] if one["player"] == me.player)
            await until(lambda: me.balance == before - 11_00 + mine["prize"])
            tables = room.room.tournaments.of(name).usher
            await until(lambda: not any(tables.sitting().values()))
            report = await room.books()
            assert (report.wrong, report.tournaments) == ([], 2)
            assert event(room.room).name.endswith(".2"), "the next is announced"
            await check_what_is_left(room.room, me, name, told)

    run(evening())


async def check_what_is_left(room, me: Client, name: str, told: dict) -> None:
    """Its page, hands and summaries, also when its director has gone."""
    room.tournaments.directors.pop(name).usher.close()
    heard: list[str] = []
    me.follower = lambda message: heard.append(str(message["type"]))
    await me._say({"type": "part", "table": f"{name}-1"})
    await me._say({"type": "ping", "id": "after"})
    await until(lambda: "pong" in heard)
    assert "refused" not in heard, "a table that has broken up is left without a word"
    recalled = await me.call("GET", f"/api/tournaments/{name}")
    assert [(one["name"], one["place"]) for one in recalled["entrants"]] == [
        (one["name"], one["place"]) for one in told["entrants"]
    ]
    me.tournaments.pop(name)
    await me.follow(name)
    await until(lambda: me.tournaments.get(name, {}).get("entrants") == recalled["entrants"])
    hands = await me.call("GET", f"/api/tournaments/{name}/hands?count=500")
    assert {one["seat"] > 0 for one in hands} >= {True}
    first = hands[-1]
    path = f"/api/tournaments/{name}/hands/{first['table'].rpartition('-')[2]}/{first['hand']}"
    assert (await me.call("GET", path))["seat"] == first["seat"]
    with pytest.raises(No, match="has not had this hand"):
        await me.call("GET", f"/api/tournaments/{name}/hands/1/999")
    said = (await me.call("GET", f"/api/tournaments/{name}/summary"))["ots"]
    assert (said["player_count"], said["prize_pool"], said["hero_player_name"]) == (3, 30.0, "Ada")
    text = await me.text(f"/api/tournaments/{name}/summary?form=stars")
    assert "3 players\nTotal Prize Pool: $30.00 USD" in text
    with pytest.raises(No, match="when the tournament is over"):
        await me.call("GET", f"/api/tournaments/{event(room).name}/summary")


CLUB = [key for key, sheet in houses.house("casino-club").tournaments.items() if not sheet.starts]


@pytest.mark.slow
@pytest.mark.parametrize("key", CLUB)
def test_every_sit_and_go_of_the_club_is_played_to_its_payout(file, key):
    async def evening():
        async with opened(file, **(QUICK | {"houses": ["casino-club"], "speed": 60.0})) as room:
            me = await room.guest("Ada")
            name = f"casino-club/{key}.1"
            await me.follow(name)
            await me.enter(name)
            await play(me, name, Random(1))
            told = me.tournaments[name]
            assert sum(one["prize"] for one in told["entrants"]) == 6 * 10_00
            assert (await room.books()).wrong == []

    run(evening(), seconds=900)


async def books(database: str, sheet: str) -> tuple[audit.Report, dict[str, str]]:
    """The proof, and the states of all tournaments."""
    store = Store(database)
    await store.open(write=False)
    try:
        rows = await store.rows(sa.select(schema.tournaments))
        return await audit.audit(store, [sheet]), {row.name: row.state for row in rows}
    finally:
        await store.close()


async def killed(database: str, sheet: str, times: int, seed: int) -> None:
    """A room killed at any moment goes on where its books are, until a tournament is over."""
    rng, name, token, left = Random(seed), "test-house/quick.1", "", times
    room = Process(database, **RUSH, CROUPIER_HOUSES=sheet)
    while True:
        address = await room.start()
        me = (
            Client(address, token, contribute=False)
            if token
            else await Client(address).guest("Ada")
        )
        token = me.token
        with suppress(Gone, No):
            await me.follow(name)
            await me.enter(name)
        end = asyncio.create_task(go_on(me, name, rng))
        if left:
            await asyncio.wait([end], timeout=rng.uniform(0.1, 1.5))
        else:
            await until(end.done)
        left = max(0, left - 1)
        await room.end()
        end.cancel()  # It may wait for news that nobody sends any more.
        await asyncio.gather(end, return_exceptions=True)
        await me.close()
        report, states = await books(database, sheet)
        assert report.wrong == []
        if states[name] == "over":
            return


async def go_on(client: Client, name: str, rng: Random) -> None:
    with suppress(Gone, OSError):
        await play(client, name, rng)


def test_a_tournament_outlives_a_room_that_is_killed(file, tmp_path):
    sheet = house(tmp_path, least=7, most=7, bots=6)
    run(killed(file, sheet, times=2, seed=1), seconds=600)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_tournaments_outlive_fifty_kills(database, tmp_path, seed):
    sheet = house(tmp_path, least=20, most=20, bots=19, more="rebuys = 1\nlate_levels = 2")
    run(killed(database, sheet, times=5, seed=seed), seconds=1800)


def test_chips_on_their_way_between_two_tables_are_counted(file):
    name, lines = "test-house/quick.1", Books()

    async def moved():
        store, batch = Store(file), Batch()
        await store.open()
        seat, way = ledger.spot(f"{name}-1", 1, "stack"), ledger.transit(name, "ada")
        moves = [(ledger.pool("mint", name), way), (way, seat), (seat, way)]
        for at, (src, dst) in enumerate(moves):
            lines.post(batch, ledger.line(src, dst, 300, "moved"), f"{name}#{at}", 1.0, name, 0)
        await store.commit(batch)
        held = await events._held(store, name)
        await store.close()
        assert held[way] == 300
        assert sum(held.values()) == 0

    run(moved())


def test_a_director_hears_of_all_hands_that_began_before_one_is_over():
    """A table was broken over a hand in play: who lost everything in it was never out."""
    stage = unheard_of()
    director = SimpleNamespace(event=stage.event, room=None)

    async def do(command):
        stage.do(command, 2)

    async def heard():
        director.do = do
        usher = Usher(director)
        usher.runners = {
            number: SimpleNamespace(table=table, calm=asyncio.Lock())
            for number, table in stage.tables.items()
        }
        await usher.hear()

    run(heard())
    assert stage.event.floor.playing == {3}
    assert sorted(stage.event.floor.tables) == [1, 2, 3]
