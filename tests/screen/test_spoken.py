"""A table of a running room line by line: sat down at, played, refused and left by lines alone."""

import asyncio
import io

import pytest

pytest.importorskip("textual")

from rich.console import Console

from croupier.cli.screen.spoken import Spoken
from croupier.cli.screen.visit import Visit
from croupier.client import Client
from server.opening import opened, run, until

HOUSE = {"speed": 4.0, "bots": 2}


def spoken(tmp_path, table, then, language="en"):
    """Play `then` with the lines of a visitor and what has been told so far."""

    async def evening():
        house = {"houses": [table.partition("/")[0]]}
        async with opened(str(tmp_path / "room.db"), **HOUSE, **house) as room:
            client = Client(room.address, contribute=False, language=language)
            client.http.timeout = None
            await client.guest("Ada")
            place = Visit(client, await client.join(table), language)
            out = io.StringIO()
            screen = Console(file=out, highlight=False, soft_wrap=True)
            one = Spoken(place, screen, waits=True)
            told = asyncio.create_task(one.run())
            await then(one, out.getvalue)
            one.heard("q")
            await until(told.done)
            assert "account holds" in told.result() or "when the hand" in told.result()
            assert (await room.books()).wrong == []

    run(evening())


def test_a_hand_is_played_by_lines(tmp_path):
    async def then(one, told):
        await until(lambda: "sit 100 sits you down" in told())
        one.heard("sit 1")
        one.heard("sit")
        await until(lambda: one.place.table.seat)
        one.heard("say good evening")
        for _ in range(40):
            await until(lambda: one.question or "Result" in told())
            if "Result" in told():
                break
            one.heard("nonsense")
            one.heard("?")
            acts = {option.act for option in one.question.options}
            one.heard("check" if "check" in acts else "call" if "call" in acts else "fold")
            put = one.put
            await until(lambda put=put: one.put != put or "Result" in told())
        said = told()
        assert "“nonsense” is not possible here" in said
        assert "Ada: good evening" in said
        assert "At any time" in said
        assert "[f]old" in said

    spoken(tmp_path, "casino-club/holdem-2-4", then)


def test_bets_are_written_with_the_name_of_their_spot(tmp_path):
    async def then(one, told):
        one.heard("sit")
        await until(lambda: one.question and one.question.open)
        one.heard("ante 5")
        await until(lambda: one.place.table.view.chips.get((one.place.table.seat, "ante")))
        one.heard("")
        await until(lambda: one.question and not one.question.open)
        one.heard("fold")
        one.heard("y")
        await until(lambda: "Result" in told())

    spoken(tmp_path, "live-casino/casino-holdem", then)
