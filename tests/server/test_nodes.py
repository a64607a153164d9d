"""Several nodes on a real PostgreSQL: whoever is asked, the right one answers."""

import importlib
from contextlib import asynccontextmanager
from itertools import cycle

import pytest

from croupier.client import Client
from server.opening import Opened, opened, run, until
from server.test_leases import shared

__all__ = ["shared"]

LIVE = {"houses": ["live-casino"], "speed": 30.0}
CASINO = "live-casino/casino-holdem"


@asynccontextmanager
async def cluster(database, count: int = 2, **choices):
    """So many nodes; every table has an owner."""
    async with opened(database, join=True, **(LIVE | choices)) as first:
        if count == 1:
            yield [first]
            return
        async with cluster(database, count - 1, **choices) as others:
            yield [first, *others]


def runs(one, place: str) -> str:
    """Who runs a table, as a node knows it."""
    owner = one.room.nodes.owner(place)
    return owner.node if owner else ""


async def move(nodes, place: str, to) -> None:
    """Let a table move, and wait until everybody knows."""
    name = to.room.nodes.node
    if runs(nodes[0], place) != name:
        await nodes[0].room.nodes.leases.want(place, name)
    await until(lambda: place in to.room.nodes.fence.epochs and place in to.room.runners)
    await until(lambda: all(runs(one, place) == name for one in nodes))


class Balanced(Opened):
    """Two nodes behind a balancer without stickiness: the desk, and one that has the tables."""

    def __init__(self, desk: Opened, pit: Opened) -> None:
        super().__init__(desk.room, desk.address)
        self.desk, self.pit = desk, pit
        self._next = cycle([pit, desk])

    def client(self) -> Client:
        return next(self._next).client()


@asynccontextmanager
async def balanced(database, **choices):
    async with cluster(database, **choices) as (desk, pit):
        assert (desk.room.nodes.desk, pit.room.nodes.desk) == (True, False)
        for place in [*desk.room.nodes.fence.epochs]:
            if place != "desk":
                await move((desk, pit), place, pit)
        yield Balanced(desk, pit)


ALSO = {
    "test_staff": ("test_a_void_is_previewed_done_and_shown",),
    "test_private": (),
}


def test_a_person_plays_at_a_table_that_another_node_runs(shared):
    async def comes(here: Opened, desk: Opened, pit: Opened) -> None:
        ada = await here.guest("Ada" if here is pit else "Bob", listen=True)
        table = await ada.join(CASINO)
        await table.sit(1_000_00)
        assert ada.balance == 9_000_00
        assert pit.room.runners[CASINO].table.seat_of(ada.player)
        await until(lambda: desk.room.runners[CASINO].table.seat_of(ada.player))
        me = await ada.call("GET", "/api/me")
        assert (me["tables"], me["balance"]) == ({CASINO: table.seat}, 9_000_00)

    async def play():
        async with balanced(shared) as both:
            await comes(both.desk, both.desk, both.pit)
            await comes(both.pit, both.desk, both.pit)
            assert (await both.books()).wrong == []

    run(play(), 60)


@pytest.mark.parametrize("name", [f"{m}.{n}" for m, names in ALSO.items() for n in names])
def test_two_nodes_do_what_one_room_does(shared, name, monkeypatch):
    """Tests of a room that is alone, each person at another node than the last."""
    module, _, test = name.partition(".")
    found = importlib.import_module(f"server.{module}")
    monkeypatch.setattr(found, "opened", balanced)
    getattr(found, test)(shared)
