"""What is to be written, all of it or nothing, and how it is written."""

import asyncio
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.room.ledger import Account
from croupier.server.books import chain, holds, schema, texts
from croupier.server.books.chain import Head
from croupier.server.books.seals import Seal, Sealed

Rows = dict[sa.Table, list[dict[str, Any]]]


class Batch:
    """What is to be written, all of it or nothing."""

    __slots__ = ("__weakref__", "alone", "changes", "done", "rows", "settled", "then", "updates")

    def __init__(self) -> None:
        self.rows: Rows = {}
        self.changes: dict[Account, int] = {}
        """What it adds to personal accounts, or takes from them."""
        self.settled: dict[tuple[str, str], int] = {}
        """What stays set aside for a table, by place and account: of a node beside others."""
        self.updates: list[sa.Executable] = []
        self.then: list[Callable[[bool], None]] = []
        """What memory does when it is known whether this is written: it follows the commit."""
        self.done: asyncio.Future[None] | None = None
        self.alone = False
        """Whether it is written in a transaction of its own."""

    def add(self, table: sa.Table, **row: Any) -> None:
        """One new row."""
        self.rows.setdefault(table, []).append(row)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to write."""
        return not (self.rows or self.updates or self.changes or self.settled)

    def unless_written(self, undo: Callable[[], object]) -> None:
        """What memory takes back if this is not written."""

        def follow(written: bool) -> None:
            if not written:
                undo()

        self.then.append(follow)

    def check(self) -> None:
        """Refuse text that cannot be stored, wherever it comes from."""
        texts.check(value for new in self.rows.values() for row in new for value in row.values())
        for update in self.updates:
            if isinstance(update, sa.Update):
                texts.check(update.compile().params.values())

    def end(self, error: BaseException | None = None) -> None:
        """It is written, or it is not, and why not; told once."""
        followers, self.then = self.then, []
        for follow in followers:
            follow(error is None)
        if self.done is None or self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


async def write(link: AsyncConnection, group: Iterable[Batch], seal: Seal, head: Head) -> None:
    """All rows, changes and updates of a group, sealed and linked; the head moves on."""
    rows: Rows = {}
    changes: dict[Account, int] = {}
    settled: dict[tuple[str, str], int] = {}
    for batch in group:
        settled |= batch.settled
        for table, new in batch.rows.items():
            rows.setdefault(table, []).extend(new)
        for account, change in batch.changes.items():
            changes[account] = changes.get(account, 0) + change
    if settled:
        await holds.settle(link, settled)
    await _change(link, changes)
    for table, new in chain.linked(seal, head, _closed(seal, rows)).items():
        await _insert(link, table, new)
    for batch in group:
        for update in batch.updates:
            await link.execute(update)


def _closed(seal: Seal, rows: Rows) -> Rows:
    """The rows with what tells cards sealed."""
    return {
        table: [row | {c: seal.close(row[c]) for c in _sealed(table)} for row in new]
        for table, new in rows.items()
    }


@cache
def _sealed(table: sa.Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.c if isinstance(column.type, Sealed))


async def _change(link: AsyncConnection, changes: dict[Account, int]) -> None:
    """Running balances go up and down by differences; a constraint keeps them above nothing."""
    named = sorted((str(account), change) for account, change in changes.items())
    if more := [pair for pair in named if pair[1] > 0]:
        await _many(link, _UP, more)
    if less := [pair for pair in named if pair[1] <= 0]:
        await _many(link, _THERE, [(name,) for name, _ in less])
        await _many(link, _DOWN, [(change, name) for name, change in less])


_UP: Final = (
    "INSERT INTO accounts (name, balance) VALUES (?, ?) "
    "ON CONFLICT (name) DO UPDATE SET balance = accounts.balance + excluded.balance"
)
_THERE: Final = "INSERT INTO accounts (name, balance) VALUES (?, 0) ON CONFLICT (name) DO NOTHING"
_DOWN: Final = "UPDATE accounts SET balance = balance + ? WHERE name = ?"


async def _insert(link: AsyncConnection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
    """Many rows as the driver takes them: thousands of bets must not pay for a query builder."""
    await _many(link, _insertion(table, tuple(rows[0])), [tuple(row.values()) for row in rows])


async def _many(link: AsyncConnection, query: str, values: list[tuple[Any, ...]]) -> None:
    query = _marked(query, link.dialect.name)
    await link.exec_driver_sql(query, values if len(values) > 1 else values[0])


@cache
def _marked(query: str, dialect: str) -> str:
    """A statement with the marks of the driver."""
    if dialect != "postgresql":
        return query
    first, *rest = query.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))


@cache
def _insertion(table: sa.Table, names: tuple[str, ...]) -> str:
    listed, marks = ", ".join(f'"{name}"' for name in names), ", ".join("?" * len(names))
    query = f"INSERT INTO {table.name} ({listed}) VALUES ({marks})"  # noqa: S608
    if table not in _KEYS:
        return query
    changes = ", ".join(f'"{name}" = excluded."{name}"' for name in names if name != _KEYS[table])
    return f"{query} ON CONFLICT ({_KEYS[table]}) DO UPDATE SET {changes}"


_KEYS: Final = {
    schema.tables: "name",
    schema.facts: "name",
    schema.tastes: "player",
    schema.tournaments: "name",
    schema.floor: "name",
}
"""Tables in which a new row takes the place of the one with the same key."""
