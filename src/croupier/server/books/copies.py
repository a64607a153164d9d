"""Copies of a SQLite database: whole at one instant, while the room is open; and back again."""

import os
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from croupier.server.books import schema
from croupier.server.books.possession import BadStore, hold_file, is_rooms
from croupier.server.books.store import Batch, Store

RESTORED: Final = "restored"


def copy(source: str, target: str) -> None:
    """SQLite's own online copy: a reader like any other, so nothing stops for it."""
    if not source:
        raise BadStore("only SQLite is copied here: for PostgreSQL use pg_dump")
    if not Path(source).is_file():
        raise BadStore(f"there is no database {source}")
    if not is_rooms(source):
        raise BadStore(f"{source} is not the database of a room")
    if Path(target).exists():
        raise BadStore(f"{target} exists already")
    part = f"{target}.part"
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    with closing(_reading(source)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")
    with Path(part).open("rb") as written:
        os.fsync(written.fileno())
    Path(part).rename(target)


def put_back(source: str, target: str) -> str:
    """The copy takes the database's place; what was there is kept beside it, under the name that is
    returned. Nothing is touched before the copy has been looked at.
    """
    if not target:
        raise BadStore("only SQLite is put back here: for PostgreSQL use pg_restore")
    check(source)
    there = Path(target).exists()
    held = hold_file(target) if there else None
    try:
        part = f"{target}.part"
        Path(part).unlink(missing_ok=True)
        copy(source, part)
        _mark(part)
        aside = _aside(target) if there else ""
        for end in ("", "-wal", "-shm") if there else ():
            if Path(target + end).exists():
                Path(target + end).rename(aside + end)
        Path(part).rename(target)
    finally:
        if held is not None:
            held.close()
    return aside


def _mark(part: str) -> None:
    """A room that opens a copy must know: what was pledged in it may have been dealt since."""
    with closing(sqlite3.connect(part)) as link:
        link.execute(f"INSERT OR REPLACE INTO facts (name, value) VALUES ('{RESTORED}', 'yes')")  # noqa: S608
        link.commit()


async def restored(store: Store) -> bool:
    """Whether the books are a copy that was put back and not opened since."""
    facts = schema.facts.c
    row = await store.row(sa.select(facts.value).where(facts.name == RESTORED))
    return row is not None and row.value == "yes"


async def settled(store: Store) -> None:
    """The room has seen to all that a copy must not do again."""
    if await restored(store):
        batch = Batch()
        batch.add(schema.facts, name=RESTORED, value="seen")
        await store.commit(batch)


def check(source: str) -> None:
    """Whether a copy is whole, and the database of a room."""
    if not Path(source).is_file():
        raise BadStore(f"there is no copy {source}")
    try:
        with closing(_reading(source)) as link:
            damage = link.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise BadStore(f"{source} is not an SQLite database: {error}") from None
    if damage != "ok":
        raise BadStore(f"{source} is damaged: {damage}")
    if not is_rooms(source):
        raise BadStore(f"{source} is not the database of a room")


def _reading(source: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{Path(source).absolute().as_uri()}?mode=ro", uri=True)


def _aside(target: str) -> str:
    """A name that nothing has yet."""
    names = (f"{target}.before{f'-{number}' if number else ''}" for number in count())
    return next(name for name in names if not Path(name).exists())
