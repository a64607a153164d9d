"""Copies of a SQLite database: whole at one instant, while the room is open; and back again."""

import fcntl
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from croupier.server.store import BadStore


def copy(source: str, target: str) -> None:
    """SQLite's own online copy: a reader like any other, so nothing stops for it."""
    if not source:
        raise BadStore("only SQLite is copied here: for PostgreSQL use pg_dump")
    if not Path(source).is_file():
        raise BadStore(f"there is no database {source}")
    if Path(target).exists():
        raise BadStore(f"{target} exists already")
    part = f"{target}.part"
    reading = sqlite3.connect(f"file:{source}?mode=ro", uri=True)
    with closing(reading) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")
    with Path(part).open("rb") as written:
        os.fsync(written.fileno())
    Path(part).rename(target)


def put_back(source: str, target: str) -> None:
    """The copy takes the database's place; what was there is kept beside it."""
    if not target:
        raise BadStore("only SQLite is put back here: for PostgreSQL use pg_restore")
    if not Path(source).is_file():
        raise BadStore(f"there is no copy {source}")
    with Path(f"{target}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadStore(f"{target} is in use: close the room first") from None
        for end in "", "-wal", "-shm":
            if Path(target + end).exists():
                Path(target + end).rename(f"{target}.before{end}")
        copy(source, target)
