"""The PostgreSQL of a rehearsal: what nodes rely on holds there as it does in a real one.

The tests of `tests/server/test_leases.py` are run again with the twin in place of the database.
"""

import asyncio
import inspect
from random import Random
from types import SimpleNamespace

import pytest

from croupier.rehearsal.database import Server
from croupier.rehearsal.loop import VirtualLoop
from croupier.rehearsal.stage import _Hours
from croupier.rehearsal.wires import Cable, Engine
from croupier.server import clock
from croupier.server.books.balances import Books
from croupier.server.live.funds import Funds
from croupier.server.refusals import No
from server import test_leases

STORIES = {
    name: test
    for name, test in vars(test_leases).items()
    if name.startswith("test_") and "shared" in inspect.signature(test).parameters
}


@pytest.fixture
def twin(monkeypatch, tmp_path):
    loop = VirtualLoop(Random(1))
    cable = Cable(Server(loop, Random(2)), Random(3), 0.001)
    made = lambda _, **how: Engine(cable, how)  # noqa: E731
    monkeypatch.setattr("croupier.server.outside.create_async_engine", made)
    monkeypatch.setattr(test_leases, "run", loop.run_until_complete)
    monkeypatch.setattr(clock, "hours", _Hours(loop))
    monkeypatch.setenv("CROUPIER_KEY_FILE", str(tmp_path / "room.key"))
    return "postgresql://twin"


@pytest.mark.parametrize("story", STORIES)
def test_the_twin_does_as_postgresql_does(story, twin):
    test = STORIES[story]
    with pytest.MonkeyPatch.context() as patch:
        given = {"shared": twin, "monkeypatch": patch}
        test(**{name: given[name] for name in inspect.signature(test).parameters})


def test_chips_that_may_be_set_aside_are_released_when_the_answer_was_lost(twin):
    """The line ended by a fault of the room, and the chips stayed aside (found by seed 1)."""
    fates = ["after"]

    async def play():
        async with test_leases.node(twin) as one:
            await one.take()
            await test_leases.with_chips(one, 500)
            room = SimpleNamespace(
                nodes=SimpleNamespace(fence=one.fence),
                store=one.store,
                books=Books(),
                care=SimpleNamespace(loss_limit=lambda _: None),
                stopping=asyncio.Event(),
                lock=lambda _: asyncio.Lock(),
            )
            table = SimpleNamespace(seat_of=lambda _: 0)
            board = SimpleNamespace(ended=False)
            runner = SimpleNamespace(name=test_leases.TABLE, table=table, board=board)
            one.store.writer.engine.cable.fate = lambda: fates.pop() if fates else ""
            with pytest.raises(No) as no:
                await Funds(room).set_aside(runner, "x", 100, anew=False)
            assert no.value.name == "busy"
            await asyncio.sleep(5)
            assert await test_leases.account(one) == (500, 0)

    test_leases.run(play())
