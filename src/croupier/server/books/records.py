"""Records of tables as the store has them: what was kept, and the journal since."""

from typing import Any

import msgspec
import sqlalchemy as sa
import structlog

from croupier.core import journals
from croupier.core.felt import Fault
from croupier.core.hand import Hand
from croupier.houses import TableSheet
from croupier.room import ledger, record
from croupier.room.acts import Command
from croupier.room.commands import AnyCommand
from croupier.room.ledger import Account, Posting
from croupier.room.record import Mark, Record
from croupier.room.table import Table
from croupier.server.books import schema
from croupier.server.books.balances import flows, sums, touching
from croupier.server.books.store import Store

log = structlog.get_logger()


async def present(store: Store, sheet: TableSheet, name: str) -> Record:
    """A table as the books have it now, proven against them."""
    found = await kept_record(store, sheet, name)
    await go_on(store, found, await acts_since(store, found))
    return found


async def kept_record(store: Store, sheet: TableSheet, name: str) -> Record:
    """The table as it was last kept, or a new one."""
    row = await store.row(sa.select(schema.tables).where(schema.tables.c.name == name))
    if row is None:
        table = Table(name, sheet.game, sheet.rules)
        table.version = sheet.version
        return Record(table)
    last = await _last_hand(store, name, row.last_hand) if hasattr(sheet.game, "shoe") else None
    mark = Mark(row.acts, row.postings, row.seq, row.last_hand)
    return record.read(name, sheet.game, row.state, mark, last)


async def _last_hand(store: Store, name: str, no: int) -> Hand | None:
    c = schema.hands.c
    row = await store.row(sa.select(c.journal).where(c.place == name, c.no == no))
    try:
        return journals.read(row.journal) if row else None
    except journals.BadJournal:
        log.warning("shoe lost", table=name, hand=no)
        return None


async def acts_since(store: Store, found: Record) -> list[Any]:
    """The journal behind what was kept."""
    c = schema.acts.c
    new = c.place == found.table.name, c.no > found.kept.mark.acts
    return list(await store.rows(sa.select(schema.acts).where(*new).order_by(c.no)))


def command(row: Any) -> Command:
    """A command as it was written."""
    return msgspec.json.decode(row.command, type=AnyCommand)  # type: ignore[no-any-return]


def replay(found: Record, rows: list[Any]) -> list[Posting]:
    """The journal again: nothing is written, nobody is told; the lines that it leads to."""
    return [line for row in rows for line in found.do(command(row), row.at).moves]


async def go_on(store: Store, found: Record, rows: list[Any]) -> None:
    """The journal again, which must lead to the very lines that the books have since the table was
    kept. All the lines before are the audit's to prove: they are as many as there were evenings.
    """
    booked = await lines_since(store, found)
    made = [(line.src, line.dst, line.amount) for line in replay(found, rows)]
    if booked is None:
        await agree(store, found)
    elif booked != made:
        many = len(booked), len(made)
        raise Fault(f"{found.table.name}: the lines since it was kept are other ones: {many}")


async def lines_since(store: Store, found: Record) -> list[tuple[str, str, int]] | None:
    """The lines of a table since it was kept; nothing if the books do not have the last before."""
    c, name, last = schema.postings.c, found.table.name, found.kept.mark.postings
    row = await store.row(sa.select(c.no).where(c.id == f"{name}#{last}")) if last else None
    if last and row is None:
        return None
    # In two parts that an index finds: of the hands since, and of the table itself.
    new = c.hand > found.table.deals, (c.hand == 0) & (c.no > (row.no if row else 0))
    query = sa.select(c.src, c.dst, c.amount).where(c.place == name, sa.or_(*new))
    return [(src, dst, amount) for src, dst, amount in await store.rows(query.order_by(c.no))]


async def agree(store: Store, found: Record) -> None:
    """The felt must be what the books say."""
    wrong = differences(found, await table_sums(store, found.table.name))
    if wrong:
        raise Fault(f"{found.table.name}: the felt is not the books: {wrong}")


def differences(found: Record, booked: dict[Account, int]) -> dict[str, tuple[int, int]]:
    """Accounts of a table whose chips are not what the books say: felt, books."""
    felt = found.lying()
    return {
        str(account): (felt.get(account, 0), booked.get(account, 0))
        for account in felt.keys() | booked.keys()
        if felt.get(account, 0) != booked.get(account, 0)
    }


async def table_sums(store: Store, name: str) -> dict[Account, int]:
    """What the books say lies on a table."""
    found = sums(await flows(store, touching(ledger.head(ledger.TABLE, name))))
    return {account: n for account, n in found.items() if n and account.at(name)}


async def consigned(store: Store, name: str) -> dict[str, int]:
    """What the books say is kept in players' names for a table (TH-11)."""
    ours = schema.postings.c.place == name
    found = sums(await flows(store, ours, touching(ledger.head("consigned"))))
    return {a.owner: n for a, n in found.items() if n and a.kind == "consigned"}
