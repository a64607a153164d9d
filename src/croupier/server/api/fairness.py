"""Proofs of the shuffle over REST: one's own, the public's, and what became of every pledge."""

import asyncio
from typing import Annotated, Any

import sqlalchemy as sa
from litestar import get
from litestar.params import FromPath, FromQuery, QueryParameter
from msgspec import Struct

from croupier.core import catalogue, journals, pledges, proofs
from croupier.core.felt import HOUSE, Seat
from croupier.core.pledges import Envelope
from croupier.core.proofs import Proof
from croupier.server.api.common import Call, own_hand, person_of, reader_of, room_of
from croupier.server.books import pledging, schema
from croupier.server.live.room import Room
from croupier.server.refusals import No

Count = Annotated[int, QueryParameter(ge=1, le=500)]


class PledgeLine(Struct):
    """A pledge that has ended."""

    no: int
    hand: int
    last: int
    """The last hand that was dealt from it; 0: none."""
    at: float
    outcome: int
    contributed: int
    missing: int
    pledge: str
    prev: str
    record: str
    why: str


class Counts(Struct):
    """What became of the pledges of a table."""

    table: str
    fairness: str
    pledged: int
    contributed: int
    """With the reveal of at least one player."""
    missing: int
    """In which a contributor's reveal is missing."""
    void: int
    abandoned: int


@get("/api/fair")
async def counts(request: Call) -> list[Counts]:
    """What became of the pledges of each table."""
    room, reader, c = room_of(request), reader_of(request), schema.pledges.c
    dealt = c.outcome != pledges.ABANDONED
    query = sa.select(
        c.place,
        sa.func.count(),
        *(
            sa.func.coalesce(sa.func.sum(sa.case((which, 1), else_=0)), 0)
            for which in (
                sa.and_(dealt, c.contributed > 0),
                sa.and_(dealt, c.missing > 0),
                c.outcome == pledges.VOID,
                c.outcome == pledges.ABANDONED,
            )
        ),
    ).group_by(c.place)
    found = {row[0]: [int(n) for n in row[1:]] for row in await room.store.rows(query)}
    return [
        Counts(name, runner.pledger.fairness, *found.get(name, [0] * 5))
        for name, runner in room.runners.items()
        if room.hosting.admits(name, reader)
    ]


@get("/api/tables/{house:str}/{table:str}/fair")
async def records(
    request: Call,
    house: FromPath[str],
    table: FromPath[str],
    before: FromQuery[int] = 0,
    count: Count = 100,
) -> list[PledgeLine]:
    """The pledges of a table that have ended, newest first; each names the record before it."""
    room, c = room_of(request), schema.pledges.c
    room.hosting.check(f"{house}/{table}", reader_of(request))
    columns = [c[name] for name in PledgeLine.__struct_fields__]
    query = sa.select(*columns).where(c.place == f"{house}/{table}")
    query = query.where(c.no < before) if before else query
    rows = await room.store.rows(query.order_by(c.no.desc()).limit(count))
    return [PledgeLine(*row) for row in rows]


@get("/api/tables/{house:str}/{table:str}/fair/{hand:int}")
async def public_proof(
    request: Call, house: FromPath[str], table: FromPath[str], hand: FromPath[int]
) -> Proof:
    """The proof of a finished hand, as far as the public has seen it."""
    room, place, h = room_of(request), f"{house}/{table}", schema.hands.c
    room.hosting.check(place, reader_of(request))
    row = await room.store.row(sa.select(schema.hands).where(h.place == place, h.no == hand))
    return await proven(room, place, hand, row, HOUSE)


@get("/api/me/hands/{house:str}/{table:str}/{hand:int}/fair")
async def my_proof(
    request: Call, house: FromPath[str], table: FromPath[str], hand: FromPath[int]
) -> Proof:
    """The proof of one of one's own hands, as far as one's seat has seen it."""
    room, person, place = room_of(request), person_of(request), f"{house}/{table}"
    row, seat = await own_hand(room, person, place, hand)
    return await proven(room, place, hand, row, seat)


async def proven(room: Room, place: str, hand: int, row: Any, seat: Seat) -> Proof:
    """The proof of a finished hand for a seat."""
    runner = room.runners.get(place)
    book = runner.table.pledging.book if runner else None
    envelope = await pledging.envelope(room.store, place, hand, book)
    over = row is not None or (envelope is not None and envelope.outcome is not None)
    if envelope is None or not over or (row is None and hand != envelope.subject.hand):
        why = "this hand was not pledged, or it is not over"
        raise No("not_found", why)
    return await asyncio.to_thread(_made, envelope, hand, row.journal if row else b"", seat)


def _made(envelope: Envelope, number: int, journal: bytes, seat: Seat) -> Proof:
    hand = journals.read(journal) if journal else None
    secret = getattr(catalogue.game(envelope.subject.game), "SECRET", True)
    return proofs.proof(envelope, number, hand, seat, secret=secret)


HANDLERS = [counts, records, public_proof, my_proof]
