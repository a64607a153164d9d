"""The chain: every posting, act, hand, duty, pledge and sheet is linked to the one before it.

A link is made under the house's key (`seals`), so a line cannot be changed, added, moved or taken
out by somebody who has the database alone. Taking away the newest lines of all tables together is
what the chain cannot show; its head, noted elsewhere, does.
"""

import heapq
from collections.abc import AsyncIterator, Callable
from functools import cache
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from croupier.server.books import schema
from croupier.server.books.seals import NAME_BYTES, BadKey, Seal, Sealed

TABLES: Final = (
    schema.postings, schema.acts, schema.hands, schema.duties, schema.pledges, schema.sheets,
)  # fmt: skip
KEYED_BY_PLACE: Final = (schema.acts, schema.hands, schema.pledges, schema.sheets)
CHUNK: Final = 2000


class Head:
    """How long the chain is, and its last link."""

    def __init__(self, link: int = 0, chain: bytes = b"") -> None:
        self.link, self.chain = link, chain

    def __str__(self) -> str:
        return f"{self.link}:{self.chain.hex()}"

    def add(self, seal: Seal, table: sa.Table, row: dict[str, Any]) -> dict[str, Any]:
        """The row with its link; the head moves on."""
        self.chain = seal.link(self.chain, line(table, row))
        self.link += 1
        return {**row, "link": self.link, "chain": self.chain}


@cache
def columns(table: sa.Table) -> dict[str, Callable[[Any], Any]]:
    """What of a row is linked, as the database gives it back; its own numbers are not."""
    given = () if table in KEYED_BY_PLACE else ("no",)
    return {
        str(column.name): bytes if isinstance(column.type, Sealed) else column.type.python_type
        for column in table.c
        if column.name not in ("link", "chain", *given)
    }


def line(table: sa.Table, row: dict[str, Any]) -> bytes:
    """A row as it is linked; a column that it was written without is no part of it."""
    found = [kind(row[n]) for n, kind in columns(table).items() if row[n] is not None]
    return msgspec.msgpack.encode([str(table.name), *found])


def raw(table: sa.Table, *, linked: bool) -> sa.Select[Any]:
    """Rows as they are stored, sealed columns still sealed."""
    names = (*columns(table), "link", "chain")
    query = sa.select(*[_as_stored(table.c[name]).label(name) for name in names])
    return query.where(table.c.link.is_not(None) if linked else table.c.link.is_(None))


def _as_stored(column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    return sa.type_coerce(column, sa.LargeBinary) if isinstance(column.type, Sealed) else column


async def head(link: Any) -> Head:
    """The head of the chain as it is stored."""
    found = Head()
    for table in TABLES:
        query = sa.select(table.c.link, table.c.chain).where(table.c.link.is_not(None))
        row = (await link.execute(query.order_by(table.c.link.desc()).limit(1))).first()
        if row is not None and row.link > found.link:
            found = Head(row.link, bytes(row.chain))
    return found


async def wrong(store: Any, seal: Seal, anchor: str = "") -> tuple[Head, list[str]]:
    """The head, and every break of the chain: changed, missing and unlinked lines, by name."""
    found, faults = Head(), []
    async for table, row in _merged(store):
        if row["link"] != found.link + 1:
            faults.append(_gap(found.link, row["link"]))
        chain = bytes(row["chain"])
        try:
            good = seal.link(found.chain, line(table, row), chain[:NAME_BYTES]) == chain
        except BadKey:
            good = False
        if not good and row["link"] == found.link + 1:
            faults.append(f"{table.name}: line {row['link']} of the chain was changed")
        found = Head(row["link"], chain)
        if anchor.startswith(f"{found.link}:") and anchor != str(found):
            faults.append(f"the chain at {found.link} is not the head that was noted")
    if anchor and int(anchor.partition(":")[0]) > found.link:
        faults.append(f"the chain ends at {found.link}, before the head that was noted")
    for table in TABLES:
        rows = await store.rows(raw(table, linked=False).limit(1))
        faults += [f"{table.name}: lines stand outside the chain"] if rows else []
    return found, faults


def _gap(before: int, after: int) -> str:
    if after <= before:
        return f"line {after} of the chain stands twice"
    if after == before + 2:
        return f"line {before + 1} of the chain is missing"
    return f"lines {before + 1} to {after - 1} of the chain are missing"


async def _merged(store: Any) -> AsyncIterator[tuple[sa.Table, dict[str, Any]]]:
    """All linked rows, in the order of the chain."""
    sources = [_rows(store, table) for table in TABLES]
    heap: list[tuple[int, int, dict[str, Any]]] = []
    for at, source in enumerate(sources):
        await _next(heap, at, source)
    while heap:
        _, at, row = heapq.heappop(heap)
        yield TABLES[at], row
        await _next(heap, at, sources[at])


async def _next(heap: list[Any], at: int, source: AsyncIterator[dict[str, Any]]) -> None:
    row = await anext(source, None)
    if row is not None:
        heapq.heappush(heap, (row["link"], at, row))


async def _rows(store: Any, table: sa.Table) -> AsyncIterator[dict[str, Any]]:
    last = 0
    while rows := await store.rows(
        raw(table, linked=True).where(table.c.link > last).order_by(table.c.link).limit(CHUNK)
    ):
        for row in rows:
            yield dict(row._mapping)  # noqa: SLF001 - the name that SQLAlchemy gives it.
        last = rows[-1].link


async def adopt(link: Any, seal: Seal) -> Head:
    """Link what was written before there was a chain, once."""
    found = Head()
    for table in TABLES:
        keys = list(table.primary_key)
        named = [key.label(f"key {key.name}") for key in keys]
        query = raw(table, linked=False).add_columns(*named).order_by(*keys)
        for row in (await link.execute(query)).all():
            linked = found.add(seal, table, dict(row._mapping))  # noqa: SLF001 - as above.
            where = [key == linked[f"key {key.name}"] for key in keys]
            new = {"link": linked["link"], "chain": linked["chain"]}
            await link.execute(sa.update(table).where(*where).values(**new))
    return found


def linked(
    seal: Seal, head: Head, rows: dict[sa.Table, list[dict[str, Any]]]
) -> dict[sa.Table, list[dict[str, Any]]]:
    """The rows of a commit with their links; the head moves on."""
    return {
        table: [head.add(seal, table, row) for row in new] if table in TABLES else new
        for table, new in rows.items()
    }
