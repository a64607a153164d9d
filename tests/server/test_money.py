"""Money and play over real sockets: every chip is booked, once, before anybody hears of it."""

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from croupier.client import Client, No
from croupier.room.ledger import Posting
from croupier.server.books import schema
from croupier.server.books.balances import Books
from croupier.server.books.store import Batch, Store
from server.opening import opened, run

CASINO = "live-casino/casino-holdem"
LIVE = {"houses": ["live-casino"], "speed": 30.0}


async def bet(table, amount: int = 10_00):
    """Wait for a window and bet."""
    async for ask in table.asks():
        if ask.open:
            return ask, await table.decide(ask, "bet", amount, (table.seat, "ante"))
    raise AssertionError("the line was lost")


async def round_of(table):
    """One round with a call."""
    await bet(table)
    async for ask in table.asks():
        if not ask.open:
            await table.decide(ask, ask.options[-1].act)
            return


async def hand_over(table, number: int) -> None:
    while table.hand == number and not any(event["type"] == "over" for event in table.events):
        await table.news(5)


def refusal(name: str):
    return pytest.raises(No, match=f"^{name}")


def test_a_guest_plays_and_leaves_with_what_is_left(database):
    async def play():
        async with opened(database, **LIVE) as room:
            ada = await room.guest("Ada")
            table = await ada.join(CASINO)
            assert await table.sit(100_00) == 1
            assert ada.balance == 10_000_00 - 100_00
            await round_of(table)
            number = table.hand
            await hand_over(table, number)
            await table.leave()
            while table.seat:
                await table.news(5)
            hands = await ada.call("GET", "/api/me/hands")
            assert [hand["hand"] for hand in hands] == [number]
            me = await ada.call("GET", "/api/me")
            assert me["balance"] == 10_000_00 + hands[0]["net"]
            story = await ada.call("GET", f"/api/me/hands/{CASINO}/{number}")
            assert story["seat"] == 1
            lines = await ada.call("GET", "/api/me/postings")
            assert [line["why"] for line in lines] == ["leave", "buy in", "play chips (room)"]
            report = await room.books()
            assert report.wrong == []
            assert report.hands >= 1
            assert report.chips == 10_000_00

    run(play())


def test_an_action_is_taken_once_and_in_its_time_only(database):
    async def play():
        async with opened(database, **LIVE) as room:
            ada = await room.guest("Ada")
            table = await ada.join(CASINO)
            with refusal("not_seated"):
                await ada.act("decide", CASINO, hand=1, seq=1, act="bet")
            await table.sit(100_00)
            ask, _ = await bet(table)
            same = {"hand": ask.hand, "seq": ask.seq, "act": "bet", "spot": [1, "ante"]}
            await ada.act("decide", CASINO, id="one", amount=20_00, **same)
            with refusal("doubled"):
                await ada.act("decide", CASINO, id="one", amount=50_00, **same)
            assert table.view.chips[1, "ante"] == 20_00
            with refusal("not_allowed") as refused:
                await ada.act("decide", CASINO, amount=50, **same)
            assert refused.value.clause == "CH-05"
            assert refused.value.allowed[0].low == 1_00
            assert "€1" in refused.value.sentence
            with refusal("stale"):
                await ada.act("decide", CASINO, amount=20_00, **(same | {"hand": ask.hand + 1}))
            while table.ask is None or table.ask.open:
                await table.news()
            with refusal("late"):
                await ada.act("decide", CASINO, amount=20_00, **same)
            await table.decide(table.ask, "fold")
            report = await room.books()
            assert report.wrong == []

    run(play())


def test_a_seat_without_a_question_is_not_asked(database):
    async def play():
        async with opened(database, **LIVE) as room:
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            table, other = await ada.join(CASINO), await bob.join(CASINO)
            await table.sit(100_00)
            await other.sit(100_00)
            while True:
                ask, _ = await bet(table)
                while table.ask is None or table.ask.open:
                    await table.news()
                if other.ask and other.ask.hand == ask.hand and not other.ask.open:
                    break
            with refusal("not_asked") as refused:
                await other.decide(other.ask, "call")
            assert refused.value.clause == "CH-11"

    run(play())


def test_nobody_brings_what_he_has_not(database):
    async def play():
        async with opened(database, **LIVE) as room:
            ada = await room.guest("Ada")
            table = await ada.join(CASINO)
            with refusal("no_funds"):
                await table.sit(10_000_01)
            with refusal("not_allowed"):
                await table.sit(-5)
            await table.sit(9_000_00)
            with refusal("no_funds"):
                await ada.act("top_up", CASINO, amount=1_000_01)
            both = await asyncio.gather(
                ada.act("top_up", CASINO, amount=600_00),
                ada.act("sit", CASINO, buy_in=600_00),
                return_exceptions=True,
            )
            assert sum(isinstance(answer, No) for answer in both) == 1
            assert (await room.books()).wrong == []

    run(play())


def test_who_gets_up_between_hands_is_told(database):
    async def play():
        async with opened(database, **LIVE, pause_seconds=60.0) as room:
            admin, ada = await room.admin(), await room.guest("Ada")
            inspector = await room.member(admin, "Jeanne", ["inspector"])
            pause = {"act": "pause", "why": "no hand begins", "id": "one"}
            await inspector.call("POST", f"/api/staff/tables/{CASINO}", pause)
            table = await ada.join(CASINO)
            await table.sit(100_00)
            await table.leave()
            assert table.seat == 0
            assert ada.balance == 10_000_00

    run(play())


def test_a_stranger_looks_and_cannot_act(database):
    async def play():
        async with opened(database, **LIVE) as room:
            stranger = Client(room.address)
            room.clients.append(stranger)
            table = await stranger.join(CASINO)
            you = table.about["you"]
            assert (you["seat"], you["balance"], you["consigned"]) == (0, 0, 0)
            with refusal("forbidden"):
                await table.sit(100_00)

    run(play())


def test_a_posting_is_written_at_most_once(database):
    async def write():
        store = Store(database)
        await store.open()
        books, twice = Books(), [Batch(), Batch(), Batch()]
        for batch, key in zip(twice, ["a", "b", "a"], strict=True):
            books.post(batch, Posting("cage", "player:x", 5, "test"), key, 1.0, "", 0)
        done = await asyncio.gather(*map(store.commit, twice), return_exceptions=True)
        assert [getattr(found, "name", None) for found in done] == [None, None, "doubled"]
        rows = await store.rows(schema.postings.select())
        await store.close()
        return [row.id for row in rows]

    assert run(write()) == ["a", "b"]


def test_two_rooms_never_share_a_database(database):
    async def both():
        one, two = Store(database), Store(database)
        await one.open()
        with pytest.raises(ValueError, match="in use by another room"):
            await two.open()
        await one.close()
        await two.engine.dispose()

    run(both())


OF_NODES = {"nodes", "leases", "handovers", "holds", "board", "acts.epoch", "accounts.held"}
"""What only PostgreSQL has, and only nodes speak of, in words of their own."""


def ours(what, name, kind, *_) -> bool:
    """Whether the schema speaks of it."""
    return (f"{what.table.name}.{name}" if kind == "column" else name) not in OF_NODES


def test_the_migrations_make_the_schema(database):
    """Whole numbers of SQLite have 64 bits under either name: there types are not compared."""

    async def compare():
        store = Store(database)
        await store.open()
        choices = {"compare_type": not store.sqlite, "include_object": ours}
        async with store.engine.connect() as link:
            found = await link.run_sync(
                lambda sync: compare_metadata(
                    MigrationContext.configure(sync, opts=choices), schema.metadata
                )
            )
        await store.close()
        return found

    assert run(compare()) == []
