"""Empty books for a rehearsal: the schema of today, and what only PostgreSQL has, in SQLite."""

import sqlite3
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.pool import StaticPool

from croupier.server.books.store import _upgrade

CLOCK: Final = "DEFAULT (clock_timestamp())"
NODES: Final = (
    f"""CREATE TABLE nodes (node text PRIMARY KEY, address text, roles text, version text,
  bell bigint, began double {CLOCK}, until double, gone boolean NOT NULL DEFAULT false,
  draining boolean NOT NULL DEFAULT false, rules integer NOT NULL DEFAULT 0)""",
    f"""CREATE TABLE leases (place text PRIMARY KEY, node text NOT NULL DEFAULT '',
  epoch bigint NOT NULL DEFAULT 0, free_since double {CLOCK}, wanted text NOT NULL DEFAULT '',
  rules integer NOT NULL DEFAULT 0)""",
    f"""CREATE TABLE handovers (place text, epoch bigint, node text, at double {CLOCK}, why text,
  PRIMARY KEY (place, epoch))""",
    "ALTER TABLE acts ADD COLUMN epoch bigint",
    """ALTER TABLE accounts ADD COLUMN held bigint NOT NULL DEFAULT 0
  CONSTRAINT no_negative_account_free CHECK (held >= 0 AND balance >= held)""",
    """CREATE TABLE holds (place text, account text, amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (place, account))""",
    f"""CREATE TABLE board (no integer PRIMARY KEY AUTOINCREMENT, at double {CLOCK}, kind text,
  key text)""",
)
"""Migrations 0011 to 0013."""


def connected(functions: dict[str, tuple[int, Callable[..., Any]]]) -> sa.Engine:
    """A SQLite in memory that knows these functions."""
    link = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    for name, (count, function) in functions.items():
        link.create_function(name, count, function)
    made = sa.create_engine("sqlite://", creator=lambda: link, poolclass=StaticPool)
    made.connect().close()  # From now on nobody's wish about new connections is asked for.
    return made


@cache
def image() -> bytes:
    """The schema as SQLite keeps it."""
    engine = connected({"clock_timestamp": (0, lambda: 0.0), "croupier_node": (0, lambda: "")})
    with engine.connect() as link:
        _upgrade(link)
        if link.in_transaction():
            link.commit()
        for step in (*NODES, *_triggers()):
            link.exec_driver_sql(step)
        raw: Any = link.connection.driver_connection
        return bytes(raw.serialize())


def _triggers() -> list[str]:
    """Whatever a node changes is posted for the others."""
    watched = import_module("croupier.server.books.migrations.versions.0012_holds").WATCHED
    found = [
        _posts(table, act, f"{row}.{key}")
        for table, key in watched.items()
        for act, row in (("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD"))
    ]
    locked = " AND NEW.name LIKE 'locked:%'"
    return found + [_posts("facts", act, "NEW.name", locked) for act in ("INSERT", "UPDATE")]


def _posts(table: str, act: str, key: str, only: str = "") -> str:
    when = f"AFTER {act} ON {table} WHEN croupier_node() <> ''{only}"
    posted = f"INSERT INTO board (kind, key) VALUES ('{table}', {key})"  # noqa: S608
    return f"CREATE TRIGGER {table}_{act} {when} BEGIN {posted}; END"
