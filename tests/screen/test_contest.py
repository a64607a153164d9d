"""A tournament from a terminal: chips bought again, a deal made, by keys and by lines."""

import asyncio
import io
from types import SimpleNamespace

import pytest

pytest.importorskip("textual")

from rich.console import Console

from croupier.cli.screen.app import TableApp
from croupier.cli.screen.contest import Contest
from croupier.cli.screen.spoken import Spoken
from croupier.cli.screen.visit import Visit
from croupier.client import Client
from croupier.core.asks import Option
from croupier.server.live import ushering
from screen.eyes import seen
from server.opening import opened, run, until
from server.test_tournaments import QUICK, event, house


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    """The first hand is dealt without a pause for finding one's seat."""
    monkeypatch.setattr(ushering, "SEATING_SECONDS", 0.05)


LONG = "[[25, 50, 0, 60], [50, 100, 0, 60]]"
REBUYS = "rebuys = 1\nlate_levels = 1\nrebuy_at_most = 300\nrebuy_fee = 1"


def visiting(tmp_path, then, language="en", **fields):
    """Play `then` with a visitor at the table that they have drawn."""

    async def visit():
        sheet = house(tmp_path, least=2, most=2, bots=1, levels=LONG, seconds=60, **fields)
        async with opened(str(tmp_path / "room.db"), **(QUICK | {"houses": [sheet]})) as room:
            name = event(room.room).name
            client = Client(room.address, contribute=False, language=language)
            client.http.timeout = None
            await client.guest("Ada")
            contest = Contest(client, name, language)
            await contest.come(client)
            await until(lambda: contest.path)
            await then(Visit(client, await client.join(contest.path), language, contest), contest)
            assert (await room.books()).wrong == []

    run(visit())


async def folded(app: TableApp, pilot) -> None:
    """Give the hand up, if one is asked."""
    keys = {c.does.act: c.key for c in app.choices if isinstance(c.does, Option)}
    if key := keys.get("check") or keys.get("fold"):
        await pilot.press(key)
    await pilot.pause(0.05)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_chips_are_bought_with_few_left_by_a_key(tmp_path, language):
    async def then(place, contest):
        app = TableApp(place)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda: "Buy chips" in seen(app) or "Racheter" in seen(app))
            assert "Level 1" in seen(app) or "Niveau 1" in seen(app)
            await pilot.press("*")
            await until(lambda: contest.mine["rebuys"] == 1)
            await until(lambda: "Buy chips" not in seen(app))

    visiting(tmp_path, then, language, more=REBUYS)


def test_a_deal_is_proposed_and_made_by_keys(tmp_path):
    async def then(place, contest):
        app = TableApp(place)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda: "Propose a deal" in seen(app))
            await pilot.press("%")
            await until(lambda: contest.told["talk"])
            while not (contest.told["talk"] or {}).get("open"):
                await folded(app, pilot)
            await until(lambda: "A deal is proposed: your share is" in seen(app))
            await pilot.press("a")
            await until(lambda: contest.ended)
            await until(lambda: contest.mine["prize"])

    visiting(tmp_path, then, more="payouts = [60, 40]")


def by_lines(tmp_path, then, **fields):
    """Play `then` by lines from a pipe: it gets the tournament, what was told, and a mouth."""

    async def spoken(place, contest):
        out = io.StringIO()
        one = Spoken(place, Console(file=out, highlight=False, soft_wrap=True), waits=True)
        told = asyncio.create_task(one.run())
        await then(contest, out.getvalue, one)
        one.heard("q")
        await until(told.done)
        return told.result()

    visiting(tmp_path, spoken, **fields)


def test_chips_are_bought_by_lines(tmp_path):
    async def then(contest, told, one):
        await until(lambda: "* Buy chips" in told())
        one.heard("buy")
        await until(lambda: contest.mine["rebuys"] == 1)

    by_lines(tmp_path, then, more=REBUYS)


def test_a_deal_is_proposed_and_made_by_lines(tmp_path):
    """An answer to it was read only at the next question of a hand: too late."""

    async def then(contest, told, one):
        await until(lambda: "% Propose a deal" in told())
        one.heard("propose")
        await until(lambda: contest.told["talk"])
        while not (contest.told["talk"] or {}).get("open"):
            if one.question is not None:
                acts = {option.act for option in one.question.options}
                one.heard("check" if "check" in acts else "fold")
            await asyncio.sleep(0.05)
        await until(lambda: "your share is" in told())
        share = contest.told["talk"]["shares"][contest.client.player]
        one.heard("agree")
        await until(lambda: contest.ended and contest.mine["place"])
        assert contest.mine["prize"] == share
        await until(lambda: "You finished in place" in told())

    by_lines(tmp_path, then, more="payouts = [60, 40]")


ME = {"player": "p", "out": False, "offer": 0, "stack": 900_00, "rebuys": 0, "added": False}
LINE = {"state": "running", "registering": True, "left": 3, "house": "", "currency": "$"}
TOLD = {
    "talk": None,
    "final": True,
    "fixed": True,
    "deal": "icm",
    "adding": False,
    "rebuys": 1,
    "rebuy_at_most": 0,
}


@pytest.mark.parametrize(
    ("mine", "told", "keys"),
    [
        ({}, {}, ["%"]),
        ({}, {"fixed": False}, []),
        ({"offer": 9.0, "stack": 0}, {}, ["b", "n"]),
        ({}, {"talk": {"open": True}}, ["a", "n"]),
        ({}, {"talk": {"open": False}}, []),
        ({}, {"adding": True}, ["+", "%"]),
        ({}, {"rebuy_at_most": 900_00, "final": False}, ["*"]),
        ({"rebuys": 1}, {"rebuy_at_most": 900_00, "final": False}, []),
        ({"out": True}, {}, []),
    ],
)
def test_what_a_tournament_offers_now(mine, told, keys):
    whole = TOLD | told | {"line": LINE, "entrants": [ME | mine]}
    contest = Contest(SimpleNamespace(tournaments={"t": whole}, player="p"), "t", "en")
    assert [wish.key for wish in contest.wishes()] == keys


@pytest.mark.parametrize(
    ("mine", "talk", "asks"),
    [
        ({}, None, False),
        ({"offer": 9.0}, None, True),
        ({}, {"open": True, "agreed": []}, True),
        ({}, {"open": True, "agreed": ["p"]}, False),
        ({}, {"open": False, "agreed": []}, False),
        ({"out": True}, {"open": True, "agreed": []}, False),
    ],
)
def test_when_a_tournament_waits_for_an_answer(mine, talk, asks):
    whole = TOLD | {"talk": talk, "line": LINE, "entrants": [ME | mine]}
    contest = Contest(SimpleNamespace(tournaments={"t": whole}, player="p"), "t", "en")
    assert contest.asks is asks
