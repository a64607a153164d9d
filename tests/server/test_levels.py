"""Bots of a higher level: they think in processes of their own, and the room never waits."""

from concurrent.futures import Future

import pytest

from croupier import houses
from croupier.core import catalogue
from croupier.server.live import thinking
from server.opening import opened, run, until

CLUB = {"houses": ["casino-club"], "bots": 3, "bots_alone": True, "speed": 10.0}
HOUSE = """
title = "Mine"
currency = "$"
[tables.holdem]
game = "holdem"
level = "{level}"
"""


@pytest.fixture
def answered(monkeypatch):
    """Every decision that came back from a process."""
    found, think = [], thinking.think

    def counted(sight, level, seed, done):
        thought = think(sight, level, seed, done)
        if thought is not None:
            thought.add_done_callback(lambda one: found.append(one.exception() or one.result()))
        return thought

    monkeypatch.setattr(thinking, "think", counted)
    yield found
    thinking.stop()


@pytest.mark.parametrize("level", ["regular", pytest.param("strong", marks=pytest.mark.slow)])
def test_bots_of_a_level_play_hands_to_their_end(tmp_path, answered, level):
    async def play():
        async with opened(str(tmp_path / "room.db"), **CLUB, bot_level=level) as room:
            runner = next(r for name, r in room.room.runners.items() if "holdem" in name)
            assert runner.minder.level == level
            await until(lambda: runner.table.hands >= 2 and len(answered) >= 3)
            assert (await room.books()).wrong == []

    run(play())
    assert [one for one in answered if isinstance(one, BaseException)] == []


@pytest.mark.slow
@pytest.mark.parametrize("level", ["beginner", "regular", "strong"])
def test_every_game_of_a_room_is_played_at_a_level(tmp_path, answered, level):
    """A table of each of the nine games; whoever thinks, thinks elsewhere and in time."""
    sheet, games = tmp_path / "mine.toml", catalogue.names()
    tables = "".join(f'[tables.{name}]\ngame = "{name}"\n' for name in games)
    sheet.write_text(f'title = "Mine"\ncurrency = "$"\n{tables}', "utf-8")
    house = CLUB | {"houses": [str(sheet)]}

    async def play():
        async with opened(str(tmp_path / "room.db"), **house, bot_level=level) as room:
            tables = [runner.table for runner in room.room.runners.values()]
            assert {catalogue.name(table.game) for table in tables} == {*games}
            assert {runner.minder.level for runner in room.room.runners.values()} == {level}
            await until(lambda: all(table.hands >= 2 for table in tables))
            assert (await room.books()).wrong == []

    run(play(), 240)
    assert [one for one in answered if isinstance(one, BaseException)] == []
    assert bool(answered) == (level != "beginner")


def test_a_bot_whose_process_is_lost_answers_as_a_beginner(tmp_path, monkeypatch):
    def lost(*_):
        dead = Future()
        dead.set_exception(RuntimeError("gone"))
        return dead

    monkeypatch.setattr(thinking, "think", lost)

    async def play():
        async with opened(str(tmp_path / "room.db"), **CLUB, bot_level="strong") as room:
            runner = next(r for name, r in room.room.runners.items() if "holdem" in name)
            await until(lambda: runner.table.hands >= 2)

    run(play())


def test_a_bot_that_thinks_for_ever_is_not_awaited(tmp_path, monkeypatch):
    monkeypatch.setattr(thinking, "think", lambda *_: Future())

    async def play():
        async with opened(str(tmp_path / "room.db"), **CLUB, bot_level="strong") as room:
            runner = next(r for name, r in room.room.runners.items() if "holdem" in name)
            await until(lambda: runner.table.hands >= 1)

    run(play())


def test_a_sheet_says_how_well_its_bots_play(tmp_path):
    sheet = tmp_path / "mine.toml"
    sheet.write_text(HOUSE.format(level="strong"), "utf-8")
    assert houses.house(str(sheet)).tables["holdem"].level == "strong"
    sheet.write_text(HOUSE.format(level="godlike"), "utf-8")
    with pytest.raises(houses.BadSheet, match="level"):
        houses.house(str(sheet))
