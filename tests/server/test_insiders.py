"""Somebody who has the database alone sees no card to come, and changes nothing unseen."""

import asyncio
import base64
import hashlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine
from typer.testing import CliRunner

from croupier.cli import app
from croupier.core.felt import Fault
from croupier.server.books import audit as proof
from croupier.server.books import copies, schema, seals
from croupier.server.books.possession import BadStore, TakenOver
from croupier.server.books.store import Batch, Store, address
from server.opening import opened, run

PLAY = {"houses": ["live-casino", "casino-du-liban", "casino-club"], "bots": 3, "bots_alone": True}
PLAY |= {"speed": 200.0, "bot_seconds": 0.0}
TABLE = "casino-club/holdem-2-4"


def played(database: str, hands: int = 4) -> str:
    """A room in which bots have played; the end of its chain."""

    async def play() -> str:
        async with opened(database, **PLAY) as room:
            if room.room.link:
                chef = await room.member(await room.admin(), "Marc", ["chef"])
                for act in ("pause", "resume"):
                    body = {"act": act, "why": "tea", "id": act}
                    await chef.call("POST", f"/api/staff/tables/{TABLE}", body)
            runners = [room.room.runners[name] for name in (TABLE, "casino-du-liban/blackjack")]
            while any(runner.table.hands < hands for runner in runners):
                await asyncio.sleep(0.02)
        return str(room.room.store.head)

    return run(play())


def audited(database: str, anchor: str = "") -> proof.Report:
    async def look() -> proof.Report:
        store = Store(database)
        await store.open(write=False)
        try:
            return await proof.audit(store, PLAY["houses"], anchor)
        finally:
            await store.close()

    return run(look())


def change(database: str, *statements: sa.Executable) -> None:
    """What an insider writes."""

    async def write() -> None:
        engine = create_async_engine(address(database))
        async with engine.begin() as link:
            for statement in statements:
                await link.execute(statement)
        await engine.dispose()

    run(write())


def mint() -> list[sa.Executable]:
    row = {"at": 1.0, "amount": 99_900_000, "why": "issue: x", "place": "", "hand": 0}
    made = sa.insert(schema.postings).values(id="made", src="cage", dst="player:x", **row)
    return [made, sa.insert(schema.accounts).values(name="player:x", balance=99_900_000)]


def another_deck(database: str) -> list[sa.Executable]:
    """The journal of one hand in the place of another's, its digest with it."""

    async def look() -> list:
        store = Store(database)
        await store.open(write=False)
        rows = await store.rows(sa.select(schema.hands).where(schema.hands.c.place == TABLE))
        await store.close()
        return list(rows)

    first, second, *_ = run(look())
    changed = sa.text("UPDATE hands SET journal = :j WHERE place = :p AND no = :n")
    return [changed.bindparams(j=bytes(second.journal), p=TABLE, n=first.no)]


h, a = schema.hands.c, schema.acts.c
TAMPERINGS = {
    "chips minted": (lambda _: mint(), "postings: lines stand outside the chain"),
    "seeds replaced": (
        lambda _: [sa.text("UPDATE hands SET seed = :s").bindparams(s=b"\2" * 32)],
        "its seed deals another deck",
    ),
    "a deck rewritten": (another_deck, "deals another deck"),
    "the staff's journal erased": (lambda _: [sa.delete(schema.duties)], "missing"),
    "a hand erased": (
        lambda _: [sa.delete(schema.hands).where(h.place == TABLE, h.no == 2)],
        "missing",
    ),
    "acts erased": (
        lambda _: [sa.delete(schema.acts).where(a.place == TABLE, a.no < 10)],
        "missing",
    ),
    "an amount changed": (
        lambda _: [sa.text("UPDATE postings SET amount = amount + 100 WHERE no = 3")],
        "was changed",
    ),
    "a reason changed": (lambda _: [sa.text("UPDATE duties SET why = 'x'")], "was changed"),
}


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_every_tampering_is_named(tmp_path, monkeypatch, tampering):
    database = str(tmp_path / "room.db")
    played(database)
    assert audited(database).wrong == []
    make, named = TAMPERINGS[tampering]
    change(database, *make(database))
    wrong = audited(database).wrong
    assert any(named in line for line in wrong), wrong


def test_tampering_is_named_on_both_databases(database):
    played(database)
    report = audited(database)
    assert report.wrong == []
    change(database, *mint())
    assert any("outside the chain" in line for line in audited(database).wrong)


def test_a_whole_tail_cut_off_is_seen_from_a_head_noted_outside(tmp_path):
    database = str(tmp_path / "room.db")
    first = played(database)
    copies.copy(database, f"{database}.old")
    second = played(database, 8)
    assert audited(database, first).wrong == []
    assert audited(database, second).wrong == []
    wrong = audited_copy(f"{database}.old", f"{database}.key", second)
    assert any("before the head that was noted" in line for line in wrong)
    forged = first[:-1] + ("0" if first[-1] != "0" else "1")
    assert any("is not the head that was noted" in line for line in audited(database, forged).wrong)


def audited_copy(database: str, key: str, anchor: str) -> list[str]:
    async def look() -> proof.Report:
        store = Store(database, key_file=key)
        await store.open(write=False)
        try:
            return await proof.audit(store, PLAY["houses"], anchor)
        finally:
            await store.close()

    return run(look()).wrong


@pytest.mark.parametrize("fairness", ["off", "offer"])
def test_no_seed_and_no_deck_lies_open_in_the_database(tmp_path, fairness):
    database = str(tmp_path / "room.db")

    async def play() -> list[bytes]:
        async with opened(database, **PLAY, fairness=fairness) as room:
            runner = room.room.runners[TABLE]
            seeds = set()
            while len(seeds) < 3:
                standing = runner.table.pledging.book.standing
                seeds |= {runner.record.seed, standing.master if standing else b""}
                seeds.discard(b"")
                await asyncio.sleep(0.01)
            return [*seeds, runner.table.newest.opening.deal.cards]

    *seeds, deck = run(play())
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir() if "key" not in file.name)
    assert b"acts" in stored
    for seed in seeds:
        assert seed not in stored
        assert base64.b64encode(seed).rstrip(b"=") not in stored
    assert ",".join(map(str, deck)).encode() not in stored


def test_files_are_for_their_owner_alone(tmp_path, monkeypatch):
    os.umask(0o022)
    database = str(tmp_path / "room.db")
    played(database, 1)
    copies.copy(database, f"{database}.copy")
    modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert set(modes.values()) == {0o600}, modes


def test_a_new_key_seals_and_the_old_lines_stay_readable(tmp_path):
    database = str(tmp_path / "room.db")
    played(database)
    printed = CliRunner().invoke(app, ["key", "--database", database])
    assert printed.exit_code == 0, printed.output
    played(database, 8)
    assert audited(database).wrong == []
    Path(f"{database}.key").write_text("00" * 32)
    assert any("changed" in line for line in audited(database).wrong)


def test_books_without_their_key_do_not_open(tmp_path):
    database = str(tmp_path / "room.db")
    played(database, 1)
    Path(f"{database}.key").rename(tmp_path / "elsewhere")
    with pytest.raises(BadStore, match="key file"):
        run(Store(database).open())
    with pytest.raises(BadStore, match="key file"):
        audited(database)


def test_the_audit_changes_nothing_and_refuses_a_foreign_file(tmp_path):
    foreign = tmp_path / "other.db"
    with sqlite3.connect(foreign) as link:
        link.execute("CREATE TABLE songs (title TEXT)")
    link.close()
    before = hashlib.sha256(foreign.read_bytes()).hexdigest()
    for command in ("audit", "serve"):
        call = [sys.executable, "-m", "croupier", command, "--database", str(foreign)]
        printed = subprocess.run(call, capture_output=True, text=True, check=False)
        assert printed.returncode == 2
        assert "is not the database of a room" in printed.stderr
        assert "Traceback" not in printed.stderr
    assert hashlib.sha256(foreign.read_bytes()).hexdigest() == before


def test_a_bad_copy_is_refused_before_anything_is_touched(tmp_path):
    database, bad = str(tmp_path / "room.db"), tmp_path / "bad.db"
    head = played(database, 1)
    bad.write_bytes(b"not a database at all" * 100)
    with pytest.raises(BadStore, match="not an SQLite database"):
        copies.put_back(str(bad), database)
    assert audited(database, head).wrong == []
    copies.copy(database, f"{database}.copy")
    asides = [copies.put_back(f"{database}.copy", database) for _ in range(2)]
    assert asides == [f"{database}.before", f"{database}.before-1"]
    assert audited(database, head).wrong == []


def test_no_empty_room_is_opened_where_books_were(tmp_path):
    database = str(tmp_path / "room.db")
    played(database, 1)
    Path(database).rename(f"{database}.before")
    with pytest.raises(BadStore, match="lies beside it"):
        run(Store(database).open())
    assert not Path(database).exists()


def test_another_name_of_the_same_file_is_the_same_books(tmp_path):
    async def twice() -> None:
        one = Store(str(tmp_path / "room.db"))
        await one.open()
        (tmp_path / "link.db").symlink_to(tmp_path / "room.db")
        os.link(tmp_path / "room.db", tmp_path / "hard.db")
        for name in ("link.db", "hard.db", "room.db"):
            with pytest.raises(BadStore, match="in use by another room"):
                await Store(str(tmp_path / name), key_file=str(one.key_file)).open()
        await one.close()

    run(twice())


def test_a_room_whose_books_were_taken_over_writes_no_more(postgres, tmp_path, monkeypatch):
    """A firewall or an operator ends the connection that holds the lock."""
    monkeypatch.setenv("CROUPIER_KEY_FILE", str(tmp_path / "room.key"))
    postgres.psql("CREATE DATABASE taken_over")
    url = postgres.get_uri("taken_over")

    async def cut() -> None:
        first, second = Store(url), Store(url)
        await first.open()
        idle = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
        await first.rows(sa.text(idle))
        await second.open()
        batch = Batch()
        batch.add(schema.facts, name="x", value="of the first")
        with pytest.raises(TakenOver):
            await first.commit(batch)
        batch = Batch()
        batch.add(schema.facts, name="x", value="of the second")
        await second.commit(batch)
        kept = sa.select(schema.facts.c.value).where(schema.facts.c.name == "x")
        assert (await second.row(kept)).value == "of the second"
        first.failed.exception()
        for store in (first, second):
            await store.close()

    run(cut())


def test_a_seal_that_was_changed_does_not_open():
    seal = seals.Seal([b"k" * 32])
    closed = seal.close(b"{}")
    assert seal.open(closed) == b"{}"
    assert seal.open(b"{}") == b"{}"
    with pytest.raises(seals.BadKey):
        seal.open(closed[:-1] + bytes([closed[-1] ^ 1]))


def test_every_commit_says_whose_the_books_are(database):
    """The lock may hold and the line be good: the epoch of the books alone decides."""

    async def overtaken() -> None:
        store = Store(database)
        await store.open()
        change = sa.update(schema.facts).where(schema.facts.c.name == "epoch").values(value="99")
        engine = create_async_engine(address(database))
        async with engine.begin() as link:
            await link.execute(change)
        await engine.dispose()
        batch = Batch()
        batch.add(schema.facts, name="x", value="too late")
        with pytest.raises(TakenOver):
            await store.commit(batch)
        store.failed.exception()
        batch = Batch()
        batch.add(schema.facts, name="y", value="a table's last turn")
        with pytest.raises(Fault, match="closed"):  # Nobody writes any more: it waits for nothing.
            await asyncio.wait_for(store.commit(batch), 5)
        kept = sa.select(schema.facts.c.value).where(schema.facts.c.name == "x")
        assert await store.row(kept) is None
        await store.close()

    run(overtaken())
