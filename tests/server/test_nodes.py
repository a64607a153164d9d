"""Several nodes on a real PostgreSQL: whoever is asked, the right one answers."""

import asyncio
import importlib
from contextlib import asynccontextmanager
from itertools import cycle

import pytest

from croupier.client import Client, Gone, No
from croupier.server.live import forwarding
from server.opening import Opened, opened, run, until
from server.test_houses import founded
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


ALSO = (
    "test_staff.test_a_void_is_previewed_done_and_shown",
    "test_staff.test_large_sums_take_two_different_persons",
    "test_care.test_chips_that_are_promised_count_against_the_loss_limit",
    "test_care.test_an_exclusion_holds_for_the_device_and_the_staff_finds_it",
)
"""Tests of a room that is alone, which look at it from without."""


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

    run(play())


@pytest.mark.parametrize("name", ALSO)
def test_two_nodes_do_what_one_room_does(shared, name, monkeypatch):
    """Each person comes to another node than the last."""
    module, _, test = name.partition(".")
    found = importlib.import_module(f"server.{module}")
    monkeypatch.setattr(found, "opened", balanced)
    getattr(found, test)(shared)


def test_a_table_of_a_house_that_was_founded_at_the_desk_moves_like_any_other(shared):
    async def play():
        async with balanced(shared) as both:
            await founded(both.desk)
            await move((both.desk, both.pit), "back-room/quiet", both.pit)
            assert both.pit.room.runners["back-room/quiet"].house.title == "Back room"

    run(play())


def test_what_nobody_runs_now_is_refused_in_the_readers_language(shared, monkeypatch):
    async def play():
        async with opened(shared, join=True, **LIVE) as one:
            ada = await one.guest("Ada")
            ada.language = "fr"
            monkeypatch.setattr(forwarding, "PATIENCE", 0)
            monkeypatch.setattr(one.room.nodes, "owner", lambda _: None)
            with pytest.raises(No, match="la table change de serveur") as refused:
                await ada.call("GET", f"/api/tables/{CASINO}")
            assert refused.value.name == "busy"

    run(play())


BLACKJACK, HEADS_UP = "casino-du-liban/blackjack", "casino-du-liban/heads-up-holdem"


def test_two_nodes_cannot_spend_one_balance_twice(shared):
    async def play():
        async with cluster(shared, houses=["casino-du-liban"]) as nodes:
            await move(nodes, BLACKJACK, nodes[0])
            await move(nodes, HEADS_UP, nodes[1])
            ada = await nodes[0].guest("Ada")
            again = Client(nodes[1].address, ada.token, contribute=False)
            nodes[1].clients.append(again)
            tables = [await ada.join(BLACKJACK), await again.join(HEADS_UP)]
            found = await asyncio.gather(
                *(table.sit(6_000_00) for table in tables), return_exceptions=True
            )
            assert [no.name for no in found if isinstance(no, No)] == ["no_funds"]
            me = await ada.call("GET", "/api/me")
            assert (len(me["tables"]), me["balance"]) == (1, 4_000_00)
            assert (await nodes[0].books()).wrong == []

    run(play())


def test_the_lobby_lists_every_table_wherever_it_is_asked(shared):
    async def play():
        async with cluster(shared, houses=["casino-du-liban"]) as nodes:
            await move(nodes, HEADS_UP, nodes[1])
            for node in nodes:
                found = await (await node.guest(f"n{node.room.nodes.desk:d}")).call(
                    "GET", "/api/lobby"
                )
                names = {line["table"] for line in found["houses"][0]["tables"]}
                assert names == {BLACKJACK, HEADS_UP}

    run(play())


def test_people_at_different_nodes_talk_and_see_each_other(shared):
    async def play():
        async with balanced(shared) as both:
            ada, bob = [await both.guest(name, listen=True) for name in ("Ada", "Bob")]
            tables = [await one.join(CASINO) for one in (ada, bob)]
            for table in tables:
                await table.sit(100_00)
            await ada.act("chat", CASINO, text="good luck")
            await until(lambda: any(n.get("text") == "good luck" for n in bob.notices))
            runner = both.pit.room.runners[CASINO]
            assert runner.telling.here(ada.player)
            await ada.close()
            await until(lambda: not runner.telling.here(ada.player))

    run(play())


def test_a_locked_account_is_out_everywhere(shared):
    async def play():
        async with balanced(shared) as both:
            admin = await both.admin()
            inspector = await both.member(admin, "Jeanne", ["inspector"])
            ada = await both.guest("Ada")
            table = await ada.join(CASINO)
            await table.sit(100_00)
            body = {"locked": True, "why": "test"}
            await inspector.call("POST", f"/api/staff/players/{ada.player}/lock", body)
            await until(lambda: not both.pit.room.runners[CASINO].table.seat_of(ada.player))
            for address in both.desk.address, both.pit.address:
                late = Client(address, ada.token)
                both.clients.append(late)
                with pytest.raises(No):
                    await late.call("GET", "/api/me")
            await until(lambda: ada.player not in both.pit.room.connections)

    run(play())


def test_a_private_table_is_the_desks(shared):
    async def play():
        async with balanced(shared, houses=["french-casino"]) as both:
            ada, bob = [await both.guest(name) for name in ("Ada", "Bob")]
            wish = {"table": "french-casino/no-limit", "stakes": "small", "seats": 4}
            told = await ada.call("POST", "/api/private", wish)
            await bob.call("POST", "/api/codes", {"code": told["code"]})
            for one in ada, bob:
                await (await one.join(told["table"])).sit(100_00)
            assert both.desk.room.runners[told["table"]].table.seat_of(bob.player)

    run(play())


def test_wrong_passwords_and_newcomers_count_over_all_nodes(shared):
    """Whoever is asked passes the call to the desk, and with it the address that it came from."""

    async def play():
        async with balanced(shared, newcomers_an_hour=3) as both:
            refused = 0
            for number in range(5):
                try:
                    await both.guest(f"Guest {number}")
                except No as no:
                    assert no.name == "too_fast"
                    refused += 1
            assert refused == 2
            names = []
            for _ in range(8):
                with pytest.raises(No) as no:
                    await both.client().log_in("Nobody at all", "not the password")
                names.append(no.value.name)
            assert "too_fast" not in names[:5]
            assert names[5:] == ["too_fast"] * 3

    run(play())


def test_a_pit_lets_other_nodes_in_and_nobody_else(shared):
    async def play():
        async with (
            opened(shared, join=True, role="pit", **LIVE) as pit,
            opened(shared, join=True, role="rail", **LIVE) as rail,
        ):
            await until(lambda: runs(rail, CASINO) == pit.room.nodes.node)
            stranger = pit.client()
            stranger.language = "fr"
            with pytest.raises(No, match="on entre par un autre serveur") as refused:
                await stranger.guest("Ada")
            assert refused.value.name == "forbidden"
            with pytest.raises(Gone):
                await pit.client().connect()
            assert (await pit.client().call("GET", "/api/health"))["ok"]
            ada = await rail.guest("Ada")
            table = await ada.join(CASINO)
            await table.sit(100_00)
            assert pit.room.runners[CASINO].table.seat_of(ada.player)

    run(play())


def test_a_lab_answers_about_odds_for_all(shared, monkeypatch):
    passed, sent = [], forwarding.Forward._sent

    async def noted(self, node, *request):
        passed.append(node.roles)
        return await sent(self, node, *request)

    async def play():
        async with cluster(shared) as nodes, opened(shared, join=True, role="lab", **LIVE) as lab:
            ada = await nodes[1].guest("Ada")
            monkeypatch.setattr(forwarding.Forward, "_sent", noted)
            for one in nodes:
                await until(lambda one=one: runs(one, "lab") == lab.room.nodes.node)
            assert await ada.call("GET", "/api/odds")
            assert passed == ["lab"]
        assert not lab.room.nodes.fence.epochs

    run(play())


def test_tournaments_have_one_director(shared):
    async def play():
        async with cluster(shared, houses=["casino-club"]) as (desk, pit):
            ada = await pit.guest("Ada")
            found = await ada.call("GET", "/api/tournaments")
            assert len(found) == len(desk.room.tournaments.directors) == 6
            assert not pit.room.tournaments.directors
            name = next(one["tournament"] for one in found if one["kind"] != "scheduled")
            await ada.enter(name)
            assert ada.player in desk.room.tournaments.of(name).event.entrants

    run(play())


def test_a_table_moves_and_the_hand_goes_on(shared):
    """In the middle of a hand: it is not over in the time that it is given."""

    async def play():
        async with cluster(shared, speed=1.0) as nodes:
            desk, pit = nodes
            await move(nodes, CASINO, pit)
            ada = await desk.guest("Ada")
            table = await ada.join(CASINO)
            await table.sit(1_000_00)
            async for ask in table.asks():
                if ask.open:
                    await table.decide(ask, "bet", 10_00, (table.seat, "ante"))
                    break
            hand, chips = table.hand, dict(pit.room.runners[CASINO].table.chips)
            await move(nodes, CASINO, desk)
            runner = desk.room.runners[CASINO]
            assert (runner.table.deals, dict(runner.table.chips)) == (hand, chips)
            again = Client(pit.address, ada.token, contribute=False)
            pit.clients.append(again)
            table = await again.join(CASINO)
            assert (table.hand, table.seat) == (hand, 1)
            assert (await desk.books()).wrong == []

    run(play())


def test_a_table_that_was_taken_and_not_opened_is_given_back(shared, monkeypatch):
    """The database went away in between: the table was nobody's for ever."""

    async def play():
        async with cluster(shared) as nodes:
            desk, pit = nodes
            await move(nodes, CASINO, pit)
            opened_, failed = pit.room.nodes._open, []

            async def fails(place):
                if not failed:
                    failed.append(place)
                    pit.room.nodes.leases.give, give = lost, pit.room.nodes.leases.give
                    pit.room.nodes.fence.epochs.pop(place)
                    asyncio.get_running_loop().call_later(
                        0.3, setattr, pit.room.nodes.leases, "give", give
                    )
                    raise OSError("planted")
                await opened_(place)

            async def lost(*_):
                raise OSError("planted")

            monkeypatch.setattr(pit.room.nodes, "_open", fails)
            await move(nodes, CASINO, desk)
            await nodes[0].room.nodes.leases.want(CASINO, pit.room.nodes.node)
            await until(lambda: failed)
            await until(lambda: CASINO in {*pit.room.runners, *desk.room.runners})
            await until(lambda: runs(desk, CASINO) and CASINO in owning(nodes))
            ada = await desk.guest("Ada")
            await (await ada.join(CASINO)).sit(100_00)

    def owning(nodes) -> set[str]:
        return {place for one in nodes for place in one.room.nodes.fence.epochs}

    run(play())
