"""The PostgreSQL of a rehearsal: what nodes rely on holds there as it does in a real one.

The tests of `tests/server/test_leases.py` are run again with the twin in place of the database.
"""

import inspect
from random import Random

import pytest

from croupier.rehearsal.database import Server
from croupier.rehearsal.loop import VirtualLoop
from croupier.rehearsal.wires import Cable, Engine
from server import test_leases

STORIES = {
    name: test
    for name, test in vars(test_leases).items()
    if name.startswith("test_") and [*inspect.signature(test).parameters] == ["shared"]
}


@pytest.fixture
def twin(monkeypatch):
    loop = VirtualLoop(Random(1))
    cable = Cable(Server(loop, Random(2)), Random(3), 0.001)
    monkeypatch.setattr(
        "croupier.server.outside.create_async_engine", lambda _, **how: Engine(cable, how)
    )
    monkeypatch.setattr(test_leases, "run", loop.run_until_complete)
    monkeypatch.setenv("CROUPIER_KEY", "5a" * 32)
    return "postgresql://twin"


@pytest.mark.parametrize("story", STORIES)
def test_the_twin_does_as_postgresql_does(story, twin):
    STORIES[story](twin)
