"""The audit: proves the books from the ledger and the journals alone.

1. The sum of all accounts is nothing.
2. No personal account is below zero, and each running balance is the sum of its lines.
3. The felt of every table, rebuilt from its journal, holds what the books say, and so do the
   chips that are consigned there.
4. Every hand replays to the very postings that were written for it, and its deck is the one that
   its seed deals, or its pledge with what the contributors revealed.
5. Every pledge of a table names the record of the one before it, and is what its secret makes.
6. Every tournament replays to the very postings that were written for it; its chips are at its
   tables, on their way, or were never made; no line changes them into money.
7. The chain over postings, acts, hands, duties, pledges and sheets is whole, and goes on from
   a head that was noted before.
"""

from collections.abc import AsyncIterator
from typing import Any

import sqlalchemy as sa
from msgspec import Struct, field

from croupier import houses
from croupier.core import fair, journals
from croupier.core.asks import Refused
from croupier.core.felt import Chips, Fault
from croupier.core.hand import Hand
from croupier.room import ledger
from croupier.room.ledger import Posting
from croupier.room.pledging import Book
from croupier.room.record import Record
from croupier.server.books import chain, events, pledging, records, schema, sheets
from croupier.server.books.balances import flows, sums
from croupier.server.books.seals import BadKey
from croupier.server.books.store import Store

CHUNK = 200


class Report(Struct):
    """What the audit looked at, and what is wrong."""

    postings: int = 0
    accounts: int = 0
    tables: int = 0
    hands: int = 0
    chips: int = 0
    """All that the cage has given out and not taken back."""
    pledges: int = 0
    tournaments: int = 0
    head: str = ""
    """The end of the chain, to be noted outside."""
    wrong: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether the books are proven."""
        return not self.wrong


async def audit(store: Store, house_names: list[str] | None = None, anchor: str = "") -> Report:
    """Look at everything; an anchor is the head of the chain as it was noted before."""
    report = Report()
    async with store.at_one_instant():
        await _balances(store, report)
        await _chain(store, report, anchor)
        try:
            standing = await _felts(store, report, house_names or houses.names())
            await pledging.check(store, report, standing)
            await _hands(store, report, standing)
            await _events(store, report)
        except BadKey as error:
            report.wrong.append(str(error))
    return report


async def _chain(store: Store, report: Report, anchor: str) -> None:
    head, wrong = await chain.wrong(store, store.seal, anchor)
    report.head = str(head)
    report.wrong += wrong


async def _balances(store: Store, report: Report) -> None:
    count = await store.row(sa.select(sa.func.count()).select_from(schema.postings))
    report.postings = int(count[0])
    found = sums(await flows(store))
    report.accounts, report.chips = len(found), -found.get(ledger.CAGE, 0)
    if sum(found.values()):
        report.wrong.append(f"the sum of all accounts is {sum(found.values())}, not 0")
    personal = {str(account): n for account, n in found.items() if account.personal}
    report.wrong += [f"{name} is below zero" for name, amount in personal.items() if amount < 0]
    cached = {row.name: row.balance for row in await store.rows(sa.select(schema.accounts))}
    report.wrong += [
        f"{name}: running balance {cached.get(name, 0)}, lines {personal.get(name, 0)}"
        for name in cached.keys() | personal.keys()
        if cached.get(name, 0) != personal.get(name, 0)
    ]


async def _felts(store: Store, report: Report, house_names: list[str]) -> dict[str, Book]:
    """Every table by its journal; what it has pledged."""
    found = {
        f"{house.name}/{sheet.name}": sheet
        for house in map(houses.house, house_names)
        for sheet in house.tables.values()
    }
    found |= sheets.readable(await sheets.newest(store))
    held = await store.rows(sa.select(schema.tournaments))
    event_sheets = {row.name: events.sheet_of(row) for row in held}
    kept = {row.name for row in await store.rows(sa.select(schema.tables.c.name))}
    begun = {row.place for row in await store.rows(sa.select(schema.acts.c.place).distinct())}
    standing: dict[str, Book] = {}
    for name in sorted((kept | begun) - event_sheets.keys()):
        if event := event_sheets.get(ledger.tournament_of(name)):
            found[name] = events.table_sheet(event, name)
        if name not in found:
            report.wrong.append(f"{name}: there is no such table in the house sheets")
            continue
        report.tables += 1
        record = await records.kept_record(store, found[name], name)
        report.wrong += await _felt(store, record)
        standing[name] = record.table.pledging.book
    return standing


async def _events(store: Store, report: Report) -> None:
    for row in await store.rows(sa.select(schema.tournaments).order_by(schema.tournaments.c.at)):
        report.tournaments += 1
        report.wrong += await events.wrong(store, row)
    mixed = [line for line in await flows(store) if line.mixes]
    report.wrong += [f"{line.src} to {line.dst}: chips became money" for line in mixed]


async def _felt(store: Store, found: Record) -> list[str]:
    name = found.table.name
    try:
        records.replay(found, await records.acts_since(store, found))
    except (Fault, Refused) as error:  # Not in its own words: a hand may be in play.
        return [f"{name}: the journal does not replay: {type(error).__name__}"]
    wrong = records.differences(found, await records.table_sums(store, name))
    lines = [f"{name}: {account}: felt {f}, books {b}" for account, (f, b) in wrong.items()]
    consigned = found.table.consigned
    if consigned != (booked := await records.consigned(store, name)):
        lines.append(f"{name}: consigned {consigned}, books {booked}")
    return lines


async def _hands(store: Store, report: Report, standing: dict[str, Book]) -> None:
    before: dict[str, Hand] = {}
    async for row in _finished(store):
        report.hands += 1
        c = schema.postings.c
        query = sa.select(c.src, c.dst, c.amount, c.why)
        query = query.where(c.place == row.place, c.hand == row.no).order_by(c.no)
        booked = [Posting(*line) for line in await store.rows(query)]
        try:
            hand = journals.read(row.journal)
        except journals.BadJournal as error:
            report.wrong.append(f"{row.place} hand {row.no}: {error}")
            continue
        if not row.seed:
            report.wrong += await pledging.wrong_deal(store, standing, row, hand)
        elif not _dealt(row.seed, hand, before.get(row.place)):
            report.wrong.append(f"{row.place} hand {row.no}: its seed deals another deck")
        before[row.place] = hand
        told = [ledger.posting(row.place, event) for event in hand.events if type(event) is Chips]
        if told != booked:
            report.wrong.append(f"{row.place} hand {row.no}: replays to other postings")


def _dealt(seed: bytes, hand: Hand, last: Hand | None) -> bool:
    """Whether the deck follows from the seed, and from what the last hand left of a shoe."""
    given = hand.opening
    shoes = (None,) if last is None else (last, None)  # A session begins with a fresh one.
    return any(fair.next_deal(seed, given.game, given.rules, shoe) == given.deal for shoe in shoes)


async def _finished(store: Store) -> AsyncIterator[Any]:
    """All finished hands, a few at a time."""
    h = schema.hands.c
    last: tuple[str, int] = ("", 0)
    while True:
        query = sa.select(schema.hands).where(sa.tuple_(h.place, h.no) > sa.tuple_(*last))
        rows = await store.rows(query.order_by(h.place, h.no).limit(CHUNK))
        for row in rows:
            yield row
        if not rows:
            return
        last = rows[-1].place, rows[-1].no
