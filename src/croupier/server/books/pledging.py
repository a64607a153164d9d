"""Pledges as the books have them: where a hand's is found, and what the audit proves of them."""

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa

from croupier.core import pledges, proofs
from croupier.core.hand import Hand
from croupier.core.pledges import NOTHING, Envelope
from croupier.room.pledging import Book
from croupier.server.books import schema
from croupier.server.books.store import Store

CHUNK = 200


class Report(Protocol):
    """What an audit writes into."""

    pledges: int
    wrong: list[str]


async def envelope(store: Store, place: str, hand: int, book: Book | None) -> Envelope | None:
    """The pledge that a hand was dealt from: one that has ended, or the shoe in play."""
    c = schema.pledges.c
    dealt = c.place == place, c.hand <= hand, c.last >= hand
    row = await store.row(sa.select(c.envelope).where(*dealt).order_by(c.no.desc()).limit(1))
    if row is not None:
        return msgspec.json.decode(row.envelope, type=Envelope)
    standing = book.standing if book else None
    if standing is None or not standing.subject.hand <= hand <= standing.last:
        return None
    return standing


# The audit.


async def check(store: Store, report: Report, books: Mapping[str, Book]) -> None:
    """Every pledge is what its secret makes, and names the record of the one before it."""
    before: dict[str, tuple[int, str]] = {}
    async for row in _ended(store):
        report.pledges += 1
        no, record = before.get(row.place, (0, NOTHING.hex()))
        faults = [*_faults(row, msgspec.json.decode(row.envelope, type=Envelope))]
        if (row.no, row.prev) != (no + 1, record):
            faults.append("does not follow from the one before")
        report.wrong += [f"{row.place} pledge {row.no}: {fault}" for fault in faults]
        before[row.place] = row.no, row.record
    for place, book in books.items():
        no, record = before.get(place, (0, NOTHING.hex()))
        standing = book.standing
        if (book.count - (standing is not None), book.prev.hex()) != (no, record):
            report.wrong.append(f"{place}: its pledges do not go on from pledge {no}")
        if standing is not None and (fault := _reveals_fault(standing)):
            report.wrong.append(f"{place} pledge {standing.no}: {fault}")


def _faults(row: Any, found: Envelope) -> Iterator[str]:
    """What a line says that its envelope does not."""
    said = row.no, row.hand, row.last, row.outcome, row.contributed, row.missing, row.pledge
    is_so = found.no, found.subject.hand, found.last, found.outcome, len(found.reveals)
    if said != (*is_so, len(found.missing), found.digest.hex()) or found.subject.table != row.place:
        yield "its line is not what the envelope holds"
    if (row.prev, row.record) != (found.prev.hex(), found.record.hex()):
        yield "its record is another"
    yield from filter(None, [_reveals_fault(found)])


def _reveals_fault(found: Envelope) -> str:
    """Whether every reveal fits its commitment and the joint chance is of them all."""
    reveals, subject = dict(found.reveals), found.subject
    for one in found.entropy:
        given = reveals.get(one.seat)
        made = given and pledges.commitment(subject.table, subject.hand, one.player, given)
        if made and made != one.commitment:
            return f"seat {one.seat} revealed something else than it had committed to"
    made = pledges.joint(found.digest, reveals) if found.last else NOTHING
    return "" if made == found.joint else "its joint chance is another"


async def wrong_deal(store: Store, books: Mapping[str, Book], row: Any, hand: Hand) -> list[str]:
    """Whether a hand was dealt from another deck than its pledge and the reveals lead to."""
    found = await envelope(store, row.place, row.no, books.get(row.place))
    if found is None:
        return [f"{row.place} hand {row.no}: it has neither a seed nor a pledge"]
    if found.deal(row.no, proofs.shoe_gone(found, hand)) == hand.opening.deal:
        return []
    return [f"{row.place} hand {row.no}: its pledge deals another deck"]


async def _ended(store: Store) -> AsyncIterator[Any]:
    """All pledges that have ended, a few at a time."""
    c = schema.pledges.c
    last: tuple[str, int] = ("", 0)
    while True:
        query = sa.select(schema.pledges).where(sa.tuple_(c.place, c.no) > sa.tuple_(*last))
        rows = await store.rows(query.order_by(c.place, c.no).limit(CHUNK))
        for row in rows:
            yield row
        if not rows:
            return
        last = rows[-1].place, rows[-1].no
