"""Several writers on one PostgreSQL: what is not a node's own it does not write, and no balance is
spent twice.
"""

import asyncio
import hashlib
import json
from contextlib import asynccontextmanager, suppress

import msgspec
import pytest
import sqlalchemy as sa

from croupier.room import commands, ledger
from croupier.room.ledger import CAGE
from croupier.room.state import State
from croupier.room.tournament import commands as tournament
from croupier.server.books import chain, holds, leases, schema
from croupier.server.books import fence as fencing
from croupier.server.books import store as books
from croupier.server.books.balances import Books
from croupier.server.books.fence import DESK, Fence, Lost
from croupier.server.books.leases import Gone, Lease, Leases, Node, falls_to
from croupier.server.books.possession import BadStore
from croupier.server.books.store import Batch, Store
from croupier.server.refusals import No
from server.opening import run

TABLE = "house/table"
X = ledger.player("x")


@pytest.fixture
def shared(request, tmp_path):
    """A PostgreSQL with the schema of today."""
    from server.conftest import _address  # noqa: PLC0415 - its own fixture needs a parameter.

    request.param = "postgres"
    with _address(request, tmp_path, "ready") as found:
        yield found


class One:
    """A node's books, without a room around them."""

    def __init__(self, store: Store, owns: Leases, fence: Fence) -> None:
        self.store, self.leases, self.fence = store, owns, fence
        self.lost: list[set[str]] = []

    async def take(self, place: str = TABLE) -> int:
        epoch = await self.leases.take(place)
        if epoch:
            self.fence.epochs[place] = epoch
        return epoch

    async def give(self, to: str = "") -> None:
        await self.leases.give(TABLE, self.fence.epochs[TABLE], to)

    async def last(self) -> int:
        c = schema.acts.c
        found = await self.store.row(sa.select(sa.func.max(c.no)).where(c.place == TABLE))
        return found[0] or 0

    async def act(self, no: int = 0, place: str = TABLE) -> None:
        batch = Batch()
        no = no or await self.last() + 1
        row = {"place": place, "no": no, "at": 1.0, "player": "", "action": "", "command": b"{}"}
        batch.add(schema.acts, **row)
        await self.store.commit(batch)


@asynccontextmanager
async def node(database: str, role: str = "both"):
    lost: list[set[str]] = []
    fence = Fence("", lost.append)
    owns = Leases(Store(database).engine, leases.new_name())
    fence.node = owns.node
    store = Store(database, fence=fence)
    await store.open()
    await owns.join("127.0.0.1:1", role, "test")
    await owns.know([TABLE, DESK])
    one = One(store, owns, fence)
    one.lost = lost
    try:
        yield one
    finally:
        await store.close()
        await owns.hang_up()
        await owns.engine.dispose()


async def acts(store: Store) -> list[tuple[int, int]]:
    query = sa.text("SELECT no, epoch FROM acts WHERE place = :place ORDER BY no")
    return [(row.no, row.epoch) for row in await store.rows(query.bindparams(place=TABLE))]


# The fence.


def test_a_stale_owner_writes_nothing(shared):
    async def play():
        async with node(shared) as a, node(shared) as b:
            assert await a.take() == 1
            assert await b.take() == 0, "it is not free"
            await a.act()
            await a.give()
            assert await b.take() == 3
            with pytest.raises(Lost):
                await a.act()
            assert a.lost == [{TABLE}]
            await b.act()
            assert await acts(b.store) == [(1, 1), (2, 3)]
            seal = b.store.seal
            assert (await chain.wrong(b.store, seal))[1] == [], "one chain, whoever writes"

    run(play())


def test_without_the_fence_a_stale_owner_would_have_written(shared, monkeypatch):
    """The plant: what the test above must catch."""

    async def unfenced(_self, link, _group):
        return await fencing.head(link)

    monkeypatch.setattr(Fence, "hold", unfenced)

    async def play():
        async with node(shared) as a, node(shared) as b:
            await a.take()
            await a.give()
            await b.take()
            await a.act()
            assert await b.last() == 1

    run(play())


def test_others_of_the_group_are_written_when_one_is_turned_away(shared):
    async def play():
        async with node(shared) as a, node(shared) as b:
            await a.leases.know(["house/other"])
            await a.take()
            await a.take("house/other")
            await a.give()
            await b.take()
            done = await asyncio.gather(a.act(1), a.act(1, "house/other"), return_exceptions=True)
            assert [type(one) for one in done] == [Lost, type(None)]

    run(play())


def test_two_writers_that_take_from_each_other_leave_no_hole(shared):
    async def write(one: One, done: list[int]):
        while len(done) < 60:
            if TABLE not in one.fence.epochs and not await one.take():
                await asyncio.sleep(0.001)
                continue
            try:
                await one.act()
            except (Lost, No):  # Also `doubled`: the other wrote this number first.
                one.fence.epochs.pop(TABLE, None)
            else:
                done.append(1)
                if len(done) % 5 == 0:
                    await one.give()  # And write once more, as a stale owner would.

    async def play():
        async with node(shared) as a, node(shared) as b:
            done: list[int] = []
            await asyncio.gather(write(a, done), write(b, done))
            found = await acts(a.store)
            assert [no for no, _ in found] == [*range(1, len(done) + 1)]
            assert [epoch for _, epoch in found] == sorted(epoch for _, epoch in found)
            assert len({epoch for _, epoch in found}) > 3, "it has changed hands"
            query = sa.text("SELECT epoch, node FROM handovers WHERE place = :place")
            noted = {r.epoch for r in await a.store.rows(query.bindparams(place=TABLE))}
            assert {epoch for _, epoch in found} <= noted
            assert (await chain.wrong(a.store, a.store.seal))[1] == []

    run(play())


def test_a_room_that_is_alone_and_nodes_never_share_a_database(shared):
    async def play():
        async with node(shared):
            with pytest.raises(BadStore, match="in use by another room"):
                await Store(shared).open()
        alone = Store(shared)
        await alone.open()
        with pytest.raises(BadStore, match="in use by another room"):
            async with node(shared):
                pass
        await alone.close()

    run(play())


def test_nodes_need_postgresql(tmp_path):
    with pytest.raises(BadStore, match="postgresql"):
        Store(str(tmp_path / "room.db"), fence=Fence("n1", lambda _: None))


# Who is there.


def test_a_node_that_falls_silent_is_gone_for_good(shared, monkeypatch):
    monkeypatch.setattr(leases, "TTL", 1.5)

    async def play():
        async with node(shared) as a, node(shared) as b:
            await a.take()
            for one in a, b:
                await one.leases.renew()
            assert await b.leases.sweep() == []
            for _ in range(8):
                await asyncio.sleep(0.3)
                await b.leases.renew()
            assert not a.leases.fresh
            assert await b.leases.sweep() == [TABLE]
            with pytest.raises(Gone):
                await a.leases.renew()
            for place in TABLE, "":
                with pytest.raises(Lost):
                    await a.act(1, place)
            assert await b.take()
            await b.act()

    run(play())


def test_a_dead_process_is_noticed_by_its_bell(shared):
    """Long before its lease is past: the kernel closes its connection."""

    async def play():
        async with node(shared) as a, node(shared) as b:
            await a.take()
            await a.leases.hang_up()
            clock = asyncio.get_running_loop().time
            began = clock()
            while not await b.leases.sweep():
                await asyncio.sleep(0.05)
                assert clock() - began < leases.TTL - 1
            assert clock() - began < 1.5

    run(play())


def test_whoever_comes_back_first_declares_nobody_gone_for_a_failover(shared, monkeypatch):
    """All connections end at once and nobody could renew; the server that answers now may have been
    up for long.
    """
    monkeypatch.setattr(leases, "TTL", 1.5)

    async def play():
        async with node(shared) as a, node(shared) as b:
            await a.take()
            for one in a, b:
                await one.leases.renew()
                await one.leases.hang_up()
            await asyncio.sleep(1.8)
            await b.leases.renew()
            assert await b.leases.sweep() == []
            await a.leases.renew()
            await a.act()
            await b.leases.hang_up()
            for _ in range(6):  # Who does not come back is gone all the same.
                await asyncio.sleep(0.3)
                await b.leases.renew()
            assert await b.leases.sweep() == [TABLE]

    run(play())


def test_a_free_table_falls_to_one_node_and_few_move_when_one_comes():
    def there(name: str, **more) -> Node:
        given = {"address": "", "roles": "both", "draining": False, "version": "", "seconds": 1.0}
        given["rules"] = 0
        return Node(name, **(given | more))

    places = [Lease(f"h/{n}", "", 0, "", 0, 0.0) for n in range(300)]
    three = [there(name) for name in ("a", "b", "c")]
    before = {one.place: falls_to(one, three) for one in places}
    counts = [list(before.values()).count(name) for name in ("a", "b", "c")]
    assert min(counts) > 60
    four = [*three, there("d"), there("r", roles="rail"), there("e", draining=True)]
    after = {one.place: falls_to(one, four) for one in places}
    assert {after[place] for place in after if after[place] != before[place]} == {"d"}
    assert falls_to(Lease("h/1", "", 0, "b", 0, 0.0), four) == "b", "it is meant for b"
    indoors = [there("r", roles="rail"), there("l", roles="lab")]
    assert falls_to(places[0], indoors) == ""
    assert falls_to(places[0], [*indoors, there("p", roles="pit")]) == "p"
    newer = Lease("h/1", "", 0, "", 1, 0.0)
    assert falls_to(newer, [*three, there("n", rules=1)]) == "n", "never to older code"


def test_nodes_that_open_at_the_same_moment_share_the_books(shared):
    """The second took them from the first, which had not joined yet and so ended at its commit."""

    async def play():
        stores = [Store(shared, fence=Fence(leases.new_name(), lambda _: None)) for _ in range(3)]
        await asyncio.gather(*(store.open() for store in stores))
        assert len({store.writer.epoch for store in stores}) == 1
        for store in stores:
            await store.close()
        alone = Store(shared)
        await alone.open()
        await alone.close()
        again = Store(shared, fence=Fence(leases.new_name(), lambda _: None))
        await again.open()
        assert again.writer.epoch > alone.writer.epoch > stores[0].writer.epoch
        await again.close()

    run(play())


def test_a_table_never_goes_to_older_code(shared, monkeypatch):
    async def play():
        async with node(shared) as old, node(shared) as new:
            assert await old.take() == 1
            await old.give()
            monkeypatch.setattr(leases, "RULES", leases.RULES + 1)
            assert await new.take() == 3
            await new.give()
            monkeypatch.undo()
            assert await old.take() == 0, "it was run by code that knows more"
            known, _ = await old.leases.all()
            assert known[TABLE].rules == leases.RULES + 1

    run(play())


def shapes() -> str:
    """The commands of tables and tournaments and what is kept of a table, without their words."""
    kinds = commands.AnyCommand, tournament.AnyCommand, State
    told = json.dumps([plain(msgspec.json.schema(kind)) for kind in kinds], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def plain(found):
    if isinstance(found, dict):
        return {key: plain(one) for key, one in found.items() if key != "description"}
    return [plain(one) for one in found] if isinstance(found, list) else found


def test_the_number_of_rules_is_raised_with_what_journals_hold():
    """Code of yesterday must not go on with a journal that it cannot read."""
    assert shapes() == leases.SHAPES, "raise RULES, and write these shapes beside it"


# Money.


async def with_chips(one: One, amount: int) -> Books:
    books, batch = Books(), Batch()
    books.post(batch, ledger.line(CAGE, X, amount, "test"), "issue:1", 1.0, "", 0)
    await one.store.commit(batch)
    return books


def aside(one: One, place: str, amount: int, limit=None, *, anew=False):
    engine = one.store.engine
    return holds.set_aside(engine, one.fence, holds.Wanted(place, str(X), amount, anew), limit)


async def account(one: One) -> tuple[int, int]:
    row = await one.store.row(sa.text("SELECT balance, held FROM accounts WHERE name = 'player:x'"))
    return row.balance, row.held


def test_a_smaller_promise_frees_nothing_before_the_table_has_given_it(shared):
    """It did: what the table would still bring could be spent elsewhere meanwhile."""

    async def play():
        async with node(shared) as one:
            await one.take()
            await with_chips(one, 100_00)
            await aside(one, TABLE, 50_00)
            await aside(one, TABLE, 1_00, anew=True)
            assert await account(one) == (100_00, 50_00)
            await aside(one, TABLE, 80_00, anew=True)
            assert await account(one) == (100_00, 80_00)
            with pytest.raises(No, match="the account holds"):
                await aside(one, TABLE, 101_00, anew=True)

    run(play())


def test_two_nodes_cannot_spend_one_balance_twice(shared):
    async def play():
        async with node(shared) as a, node(shared) as b:
            await with_chips(a, 100)
            await a.take()
            await a.leases.know(["house/other"])
            await b.take("house/other")
            asked = [(a, TABLE), (b, "house/other")] * 4
            found = await asyncio.gather(
                *(aside(one, place, 60) for one, place in asked), return_exceptions=True
            )
            assert [no.name for no in found if isinstance(no, No)] == ["no_funds"] * 7
            assert await account(a) == (100, 60)

    run(play())


def test_a_buy_in_settles_its_hold_and_a_refusal_gives_it_back(shared):
    async def play():
        async with node(shared) as a:
            books = await with_chips(a, 100)
            await a.take()
            await aside(a, TABLE, 60)
            batch = Batch()
            line = ledger.line(X, ledger.parse(f"table:{TABLE}:stack:1"), 60, "buy in")
            books.post(batch, line, f"{TABLE}#1", 1.0, TABLE, 0)
            batch.settled[TABLE, str(X)] = 0
            await a.store.commit(batch)
            assert await account(a) == (40, 0)
            await aside(a, TABLE, 30)
            with pytest.raises(No, match="below zero"):  # The cashier's at the same time.
                other = Batch()
                books.post(other, ledger.line(X, CAGE, 20, "redeem"), "redeem:1", 1.0, "", 0)
                await a.store.commit(other)
            refused = Batch()
            refused.settled[TABLE, str(X)] = 0
            await a.store.commit(refused)
            assert await account(a) == (40, 0)

    run(play())


def test_a_stale_owner_sets_nothing_aside(shared):
    async def play():
        async with node(shared) as a, node(shared) as b:
            await with_chips(a, 100)
            await a.take()
            await a.give()
            await b.take()
            with pytest.raises(Lost):
                await aside(a, TABLE, 60)
            assert await account(a) == (100, 0)

    run(play())


def test_own_limits_hold_over_all_nodes(shared):
    async def play():
        async with node(shared) as a, node(shared) as b:
            await with_chips(a, 1000)
            await a.take()
            await a.leases.know(["house/other"])
            await b.take("house/other")
            limit = holds.Limit(0.0, ("table:%",), 100)
            asked = (a, TABLE), (b, "house/other")
            found = await asyncio.gather(
                *(aside(one, place, 60, limit) for one, place in asked), return_exceptions=True
            )
            assert [no.name for no in found if isinstance(no, No)] == ["limit"]
            assert await account(a) == (1000, 60)

    run(play())


def test_nodes_that_start_together_share_the_books(shared):
    """Before any of them has joined: each took the next epoch, and all but the last had to stop."""

    async def play():
        stores = [Store(shared, fence=Fence(f"n{at}", lambda _: None)) for at in range(3)]
        for store in stores:
            await store.open()
        epochs = {store.writer.epoch for store in stores}
        for store in stores:
            await store.close()
        return epochs

    assert len(run(play())) == 1


def test_what_a_gone_node_took_at_its_last_moment_is_freed(shared):
    """It may take a table while others declare it gone: they saw the leases before."""

    async def play():
        async with node(shared) as a, node(shared) as b:
            await a.take()
            async with b.store.engine.begin() as link:
                query = sa.text("UPDATE nodes SET gone = true WHERE node = :node")
                await link.execute(query.bindparams(node=a.fence.node))
            assert await b.leases.sweep() == [TABLE]
            assert await b.take()

    run(play())


def test_whoever_stands_still_within_a_commit_holds_nobody_up(shared, monkeypatch):
    monkeypatch.setattr(books, "IDLE_SECONDS", 0.5)

    async def play():
        async with node(shared) as a, node(shared) as b:
            await b.leases.know(["house/other"])
            await b.take("house/other")
            link = await a.store.writer.engine.connect()
            await fencing.head(link)  # And is frozen, or cut off.
            async with asyncio.timeout(8):
                await b.act(1, "house/other")
            for end in link.invalidate, link.close:
                with suppress(sa.exc.DBAPIError):
                    await end()

    run(play())
