"""A database belongs to one room at a time, and only a room's database is opened at all.

A lock keeps a second room out. Where a lock can be lost (a cut connection, another name of the same
file), the epoch still stands: each room that opens the books takes the next one, and every commit
says in its own transaction which one it belongs to.
"""

import asyncio
import contextlib
import fcntl
import os
import sqlite3
from pathlib import Path
from typing import IO, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.core.felt import Fault
from croupier.server.books import schema

VERSIONS: Final = Path(__file__).parent / "migrations" / "versions"
HEAD: Final = max(file.stem[:4] for file in VERSIONS.glob("[0-9]*.py"))
"""The newest step of the schema."""
ROOM_LOCK: Final = 0x63726F75
READY_LOCK: Final = ROOM_LOCK + 1
LOCK_SECONDS: Final = 3.0
EPOCH: Final = "epoch"
SHARED: Final = "shared epoch"


class BadStore(ValueError):
    """A database that cannot be used, and why."""


class TakenOver(Fault):
    """Another room has opened these books."""


def hold_file(path: str) -> IO[bytes]:
    """Hold a SQLite file by its inode, whatever it is called; make it for its owner alone."""
    kept = sorted(Path(path).parent.glob(f"{Path(path).name}.before*"))
    if not Path(path).exists() and kept:
        raise BadStore(
            f"there is no database {path}, but {kept[-1]} lies beside it: put it back with "
            f"`croupier restore`, or move it away to begin with empty books"
        )
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    os.fchmod(handle, 0o600)
    held = os.fdopen(handle, "rb+", buffering=0)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise BadStore(f"{path} is in use by another room") from None
    if not is_rooms(path, new=True):
        held.close()
        raise BadStore(f"{path} is not the database of a room")
    return held


def is_rooms(path: str, *, new: bool = False) -> bool:
    """Whether a file is the SQLite database of a room, or may become that of a new one; looking
    changes nothing.
    """
    try:
        with contextlib.closing(sqlite3.connect(path)) as link:
            found = {name for (name,) in link.execute("SELECT name FROM sqlite_master")}
    except sqlite3.DatabaseError:
        return False
    return (new and not found) or {"alembic_version", "postings"} <= found


def check_there(path: str) -> None:
    """Whoever only reads makes no file."""
    if path and not Path(path).is_file():
        raise BadStore(f"there is no database {path}")


async def hold_server(engine: AsyncEngine, *, shared: bool = False) -> AsyncConnection:
    """Hold a PostgreSQL database by a lock of its own, or together with other nodes."""
    lock = sa.func.pg_try_advisory_lock_shared if shared else sa.func.pg_try_advisory_lock
    held = await engine.connect()
    try:
        for wait in (*[LOCK_SECONDS / 10] * 10, 0):  # A killed room's lock goes a moment later.
            ours = (await held.execute(sa.select(lock(ROOM_LOCK)))).scalar()
            await held.commit()
            if ours:
                return held
            await asyncio.sleep(wait)
        raise BadStore("the database is in use by another room")
    except BaseException:
        await held.close()
        raise


def check_ours(link: sa.Connection, where: str, *, write: bool) -> bool:
    """Whether the schema is new enough; a foreign database is refused, and so is a newer one."""
    tables = sa.inspect(link).get_table_names()
    if "alembic_version" not in tables or (tables and "postings" not in tables):
        if tables or not write:
            raise BadStore(f"{where} is not the database of a room")
        return False
    found = str(link.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() or "")
    if found > HEAD:
        raise BadStore(f"{where} was written by a newer version of croupier")
    if found != HEAD and not write:
        raise BadStore(f"{where} is of an older version: open it once with `croupier serve`")
    return found == HEAD


async def one_by_one(link: AsyncConnection) -> None:
    """Nodes that start together make the books ready one after the other."""
    await link.execute(sa.select(sa.func.pg_advisory_xact_lock(READY_LOCK)))


async def share_epoch(link: AsyncConnection) -> int:
    """The epoch of all nodes; the first one after a room that was alone takes it. Nodes that open
    at the same moment share it too, though none of them is there yet.
    """
    facts = schema.facts
    found = await link.execute(sa.select(facts).where(facts.c.name.in_((EPOCH, SHARED))))
    known = {row.name: row.value for row in found.all()}
    if EPOCH in known and known[EPOCH] == known.get(SHARED):
        return int(known[EPOCH])
    epoch = await take_epoch(link)
    await link.execute(sa.delete(facts).where(facts.c.name == SHARED))
    await link.execute(sa.insert(facts).values(name=SHARED, value=str(epoch)))
    return epoch


async def take_epoch(link: AsyncConnection) -> int:
    """The next epoch is ours."""
    facts = schema.facts
    row = (await link.execute(sa.select(facts.c.value).where(facts.c.name == EPOCH))).first()
    if row is None:
        await link.execute(sa.insert(facts).values(name=EPOCH, value="1"))
        return 1
    epoch = int(row.value) + 1
    await link.execute(sa.update(facts).where(facts.c.name == EPOCH).values(value=str(epoch)))
    return epoch


async def check_epoch(link: AsyncConnection, epoch: int) -> None:
    """Within a commit: whether the books are still ours. A room that takes them over waits."""
    query = sa.select(schema.facts.c.value).where(schema.facts.c.name == EPOCH)
    row = (await link.execute(query.with_for_update(read=True))).first()
    if row is None or int(row.value) != epoch:
        raise TakenOver("another room has opened these books: this one writes no more")
