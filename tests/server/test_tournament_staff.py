"""The staff in a tournament: clock, moves, who is put out, money back; seen before it is done."""

import pytest

from croupier.client import No
from server.opening import opened, run, until
from server.test_tournaments import QUICK, event, house

WHY = {"why": "as the inspector decided"}


async def act(client, name, word, **fields):
    return await client.call(
        "POST", f"/api/staff/tournaments/{name}", {"act": word, **WHY, **fields}
    )


def started(file, tmp_path, then, players=2, **fields):
    """Play `then` in a room in which people have entered a tournament that runs."""

    async def evening():
        sheet = house(tmp_path, least=players, most=players, bots=0, **fields)
        async with opened(file, **(QUICK | {"houses": [sheet], "bots": 0})) as room:
            admin = await room.admin()
            inspector = await room.member(admin, "Jeanne", ["inspector"])
            chef = await room.member(admin, "Paul", ["chef"])
            director = event(room.room)
            people = [await room.guest(name) for name in ("Ada", "Bob", "Cleo", "Dan")[:players]]
            before = {one.player: one.balance for one in people}
            for one in people:
                await one.enter(director.name)
            await until(lambda: director.event.state == "running")
            await then(room, director, people, before, chef, inspector)
            assert (await room.books()).wrong == []

    run(evening())


def test_a_cancelled_tournament_gives_everything_back_after_a_look_at_it(file, tmp_path):
    async def then(room, director, people, before, chef, inspector):
        with pytest.raises(No, match=r"^forbidden"):
            await act(chef, director.name, "cancel")
        seen = await act(inspector, director.name, "cancel", preview=True)
        assert seen["done"] is False
        assert {move["amount"] for move in seen["moves"]} >= {10_00}
        assert director.event.state == "running"
        await act(inspector, director.name, "cancel")
        assert director.event.state == "cancelled"
        for one in people:
            await until(lambda one=one: one.balance == before[one.player])

    started(file, tmp_path, then)


def test_the_clock_stands_and_runs_and_is_set(file, tmp_path):
    async def then(room, director, people, before, chef, inspector):
        await act(chef, director.name, "pause_clock")
        assert director.event.clock.since is None
        tables = director.usher.runners
        await until(lambda: all(one.table.hand is None for one in tables.values()))
        dealt = {number: one.table.deals for number, one in tables.items()}
        await act(chef, director.name, "set_clock", level=2, seconds=60)
        assert {number: one.table.deals for number, one in tables.items()} == dealt
        await act(chef, director.name, "resume_clock")
        assert director.event.clock.since is not None
        assert director.event.level == director.event.sheet.level(2)

    started(file, tmp_path, then)


def test_who_is_put_out_has_the_last_place_and_the_others_play_on(file, tmp_path):
    async def then(room, director, people, before, chef, inspector):
        bob = people[1].player
        await act(inspector, director.name, "disqualify", player=bob)
        await until(lambda: director.event.entrants[bob].place == 3)
        assert director.event.state == "running"
        with pytest.raises(No):
            await act(inspector, director.name, "disqualify", player="nobody")

    started(file, tmp_path, then, players=3)


def test_a_chef_breaks_a_table_and_its_players_sit_at_the_other(file, tmp_path):
    async def then(room, director, people, before, chef, inspector):
        await act(chef, director.name, "pause_clock")
        with pytest.raises(No):
            await act(chef, director.name, "break_table", table=9)
        number = max(director.event.floor.tables)
        with pytest.raises(No):  # Four people do not fit at the other table of three.
            await act(chef, director.name, "break_table", table=number)
        one = next(iter(director.event.floor.tables[number].values()))
        away = min(director.event.floor.tables)
        free = next(s for s in (1, 2, 3) if s not in director.event.floor.tables[away])
        await act(chef, director.name, "move_player", player=one, table=away, seat=free)
        await until(lambda: one in director.usher.sitting()[away].values())

    started(file, tmp_path, then, players=4)


def test_a_penalised_player_is_dealt_in_and_folded_until_it_is_lifted(file, tmp_path):
    async def then(room, director, people, before, chef, inspector):
        ada, tables = people[0].player, director.usher.runners

        def benched():
            return {
                s.player for r in tables.values() for s in r.table.sitters.values() if s.benched
            }

        seen = await act(chef, director.name, "penalise", player=ada, hands=9, preview=True)
        assert [(one["what"], one["amount"]) for one in seen["notices"]] == [("penalty", 9)]
        assert not director.event.entrants[ada].penalty
        await act(chef, director.name, "penalise", player=ada, hands=90)
        await until(lambda: benched() == {ada})
        await act(chef, director.name, "penalise", player=ada, hands=0)
        await until(lambda: not benched())
        with pytest.raises(No):
            await act(chef, director.name, "penalise", player=ada, hands=101)

    started(file, tmp_path, then, players=3, stack=30_000, levels="[[25, 50, 0, 120]]")


def test_a_place_is_given_after_a_look_at_it_and_the_others_play_for_the_rest(file, tmp_path):
    async def then(room, director, people, before, chef, inspector):
        ada, bob = (one.player for one in people[:2])
        await act(chef, director.name, "pause_clock")
        tables = director.usher.runners
        await until(lambda: all(one.table.hand is None for one in tables.values()))
        await until(lambda: not director.event.floor.playing)
        with pytest.raises(No, match=r"^forbidden"):
            await act(chef, director.name, "award", player=ada, place=1)
        with pytest.raises(No, match="of the places 1 to 3"):
            await act(inspector, director.name, "award", player=ada, place=2)
        seen = await act(inspector, director.name, "award", player=ada, place=1, preview=True)
        assert [(m["dst"], m["amount"]) for m in seen["moves"]] == [(f"player:{ada}", 20_00)]
        assert [one["what"] for one in seen["notices"]] == ["awarded"]
        await act(inspector, director.name, "award", player=ada, place=1)
        await until(lambda: people[0].balance == before[ada] - 11_00 + 20_00)
        assert director.event.state == "running"
        await act(inspector, director.name, "award", player=bob, place=2)
        assert director.event.state == "over"
        places = {p: e.place for p, e in director.event.entrants.items()}
        assert (places[ada], places[bob], sorted(places.values())) == (1, 2, [1, 2, 3])
        await until(lambda: not any(director.usher.sitting().values()))

    started(file, tmp_path, then, players=3)


def test_no_shows_are_paid_back_by_the_chef(file, tmp_path):
    async def then(room, director, people, before, chef, inspector):
        await until(lambda: all(one.shown for one in director.event.alive()))
        with pytest.raises(No, match="everybody has come"):
            await act(chef, director.name, "remove_no_shows")

    started(file, tmp_path, then, players=3, more="late_levels = 2")
