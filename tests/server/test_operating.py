"""Operating a room: settings, copies, faults, what cannot go on, shutting down."""

import asyncio
from pathlib import Path

import pytest

from croupier.client import No
from croupier.core.felt import Fault
from croupier.games import casino_holdem
from croupier.houses import BadSheet
from croupier.server import settings
from croupier.server.books.copies import copy, put_back
from croupier.server.books.store import BadStore, Store
from croupier.server.live.room import Room
from croupier.server.settings import BadSettings, Settings
from server.opening import opened, run, until
from server.test_crash import books

CASINO = "live-casino/casino-holdem"
HOLDEM = "casino-club/holdem-2-4"
LIVE = {"houses": ["live-casino"], "speed": 30.0}
CLUB = {"houses": ["casino-club"], "bots": 3, "bot_seconds": 0.02}


def test_settings_come_from_the_file_then_the_environment_then_the_command(tmp_path):
    file = tmp_path / "room.toml"
    file.write_text('port = 1\nbots = 2\nhouse_bots = true\nhost = "a"\n')
    environ = {"CROUPIER_PORT": "2", "CROUPIER_DEMO": "false", "CROUPIER_HOUSES": "a,b", "X": "1"}
    found = settings.read(str(file), environ, host="c", database=None)
    assert (found.port, found.bots, found.host, found.demo) == (2, 2, "c", False)
    assert found.houses == ["a", "b"]


@pytest.mark.parametrize(
    ("environ", "why"),
    [
        ({"CROUPIER_PROT": "1"}, "unknown setting 'prot': did you mean port"),
        ({"CROUPIER_PORT": "many"}, "port: Expected `int`"),
        ({"CROUPIER_SPEED": "0"}, "speed: Expected `float` > 0"),
    ],
)
def test_a_bad_setting_is_named(environ, why):
    with pytest.raises(BadSettings, match=why):
        settings.read("", environ)


def test_a_bad_file_is_named(tmp_path):
    with pytest.raises(BadSettings, match=r"no\.toml: cannot be read"):
        settings.read(str(tmp_path / "no.toml"), {})
    (tmp_path / "bad.toml").write_text("port = ")
    with pytest.raises(BadSettings, match="not TOML"):
        settings.read(str(tmp_path / "bad.toml"), {})


def test_a_bad_sheet_is_named_before_the_room_opens(tmp_path):
    """Within the server it would be a fault, with forty lines of a traceback."""
    sheet = tmp_path / "house.toml"
    sheet.write_text("title = 'House'\nlimits = 3\n", "utf-8")
    with pytest.raises(BadSheet, match="unknown key 'limits'"):
        Room(Settings(database=str(tmp_path / "room.db"), houses=[str(sheet)]))


def test_a_bad_database_is_named(tmp_path):
    async def open_it(url):
        store = Store(url)
        try:
            await store.open()
        finally:
            await store.engine.dispose()

    with pytest.raises(BadStore, match="no such database"):
        Store("mysql://x")
    (tmp_path / "text.db").write_text("this is no database, whatever its name says" * 100)
    with pytest.raises(BadStore, match="not the database of a room"):
        run(open_it(str(tmp_path / "text.db")))


def test_a_copy_is_made_while_the_room_is_open_and_put_back(tmp_path):
    """Of SQLite only: PostgreSQL has its own tools for it (docs/operating.md)."""
    database, target = str(tmp_path / "room.db"), str(tmp_path / "copy.db")

    async def play():
        async with opened(database, **CLUB, bots_alone=True) as room:
            ada = await room.guest("Ada")
            await until(lambda: any(runner.table.hands for runner in room.room.runners.values()))
            await asyncio.to_thread(copy, database, target)
            with pytest.raises(BadStore, match="in use"):
                put_back(target, database)
            later = await room.guest("Later")
            assert later.player
            return ada.token

    token = run(play())
    with pytest.raises(BadStore, match="exists already"):
        copy(database, target)
    put_back(target, database)
    assert Path(f"{database}.before").is_file()

    async def again():
        async with opened(database, **CLUB) as room:
            ada = await room.guest("Ada 2")
            ada.token = token
            assert (await ada.call("GET", "/api/me"))["name"] == "Ada"
            assert (await room.books()).wrong == []
            await room.guest("Later")

    run(again())


def test_a_fault_of_ours_voids_the_hand_and_tells_nothing_of_it(database, monkeypatch):
    async def play():
        async with opened(database, **LIVE) as room:
            ada = await room.guest("Ada", listen=True)
            table = await ada.join(CASINO)
            await table.sit(100_00)
            async for ask in table.asks():
                if ask.open:
                    await table.decide(ask, "bet", 10_00, (1, "ante"))
                    break
            while table.ask is None or table.ask.open:
                await table.news(2)

            def broken(*_):
                raise Fault("the dealer holds As Kd")

            monkeypatch.setattr(casino_holdem, "settle_main", broken)
            with pytest.raises(No, match="your action was not taken"):
                await table.decide(table.ask, "call")
            monkeypatch.undo()
            while not any(event["type"] == "over" for event in table.events):
                await table.news(2)
            over = next(event for event in table.events if event["type"] == "over")
            assert over["void"] is True
            assert table.view.chips[1, "stack"] == 100_00
            assert not any("As Kd" in frame for frame in ada.received)
            told = [e for e in table.events if e["type"] == "said" and e["what"] == "call"]
            assert told == []
            assert (await room.books()).wrong == []

    run(play())


def test_a_hand_that_cannot_go_on_is_void_and_refunded(database, monkeypatch):
    """As if a new version of the rules came in the middle of a hand."""

    async def first():
        async with opened(database, **LIVE | {"speed": 1.0}) as room:
            ada = await room.guest("Ada")
            table = await ada.join(CASINO)
            await table.sit(100_00)
            async for ask in table.asks():
                if ask.open:
                    await table.decide(ask, "bet", 10_00, (1, "ante"))
                    break
            return ada

    ada = run(first())

    def broken(*_):
        raise Fault("other rules")

    monkeypatch.setattr(casino_holdem, "put", broken)

    async def second():
        async with opened(database, **LIVE) as room:
            monkeypatch.undo()
            found = await room.guest("Bob")
            found.token = ada.token
            me = await found.call("GET", "/api/me")
            assert (me["balance"], me["tables"]) == (10_000_00, {})
            assert (await room.books()).wrong == []
            table = await found.join(CASINO)
            await table.sit(50_00)

    run(second())

    async def third():
        async with opened(database, **LIVE) as room:
            assert room.room.runners[CASINO].table.sitters[1].player == ada.player
            assert (await room.books()).wrong == []

    run(third())


def test_the_audit_finds_what_is_wrong(database):
    async def play():
        async with opened(database, **CLUB, bots_alone=True) as room:
            await until(lambda: room.room.runners[HOLDEM].table.hands >= 2)

    async def change(sql):
        store = Store(database)
        async with store.engine.begin() as link:
            await link.exec_driver_sql(sql)
        await store.engine.dispose()

    run(play())
    for wrong, right, why in [
        ("accounts SET balance = balance + 1", "accounts SET balance = balance - 1", "running"),
        ("postings SET amount = amount + 1", "postings SET amount = amount - 1", "other postings"),
        ("postings SET dst = 'x' || dst", "postings SET dst = substr(dst, 2)", "felt"),
    ]:
        run(change(f"UPDATE {wrong}"))
        assert any(why in line for line in run(books(database)).wrong), why
        run(change(f"UPDATE {right}"))
        assert run(books(database)).wrong == []


def test_chips_of_a_parked_hand_wait_for_their_players(database):
    async def first():
        async with opened(database, **CLUB) as room:
            ada = await room.guest("Ada")
            table = await ada.join(HOLDEM)
            await table.sit(100_00)
            await anext(table.asks())
            return ada, table.seat, table.hand

    ada, seat, hand = run(first())

    async def second():
        async with opened(database, **CLUB) as room:
            found = room.room.runners[HOLDEM].table
            assert found.sitters[seat].player == ada.player
            assert (found.deals, found.hand is not None) == (hand, True)
            assert (await room.books()).wrong == []

    run(second())
