"""Lines of the ledger as people read them, with whose chips moved."""

from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from croupier.core.felt import HOUSE
from croupier.room import ledger
from croupier.server.books import schema
from croupier.server.live.room import Room


class PostingLine(Struct):
    """A line of the ledger."""

    no: int
    id: str
    at: float
    src: str
    dst: str
    amount: int
    why: str


class LedgerLine(PostingLine):
    """A line of the ledger, with whose chips moved."""

    table: str
    hand: int
    names: tuple[str, str]
    reversed: bool


def moved_by(player: str) -> Any:
    """On one of the player's accounts, or on a seat of a hand they played."""
    c, p = schema.postings.c, schema.played.c
    own = ledger.own(player)
    seat = sa.literal(ledger.head(ledger.TABLE)) + p.place + ":" + sa.cast(p.seat, sa.Text) + ":%"
    there = sa.and_(p.place == c.place, p.hand == c.hand, p.player == player)
    moved = sa.or_(c.src.like(seat), c.dst.like(seat))
    played = sa.select(p.hand).where(there, moved).exists()
    return sa.or_(c.src.in_(own), c.dst.in_(own), played)


Seats = dict[tuple[str, int, int], str]
"""Who played, by place, hand and seat."""


async def lines(room: Room, query: Any) -> list[LedgerLine]:
    """The lines that a query finds."""
    rows = list(await room.store.rows(query))
    seats, gone = await _players(room, rows), await _undone(room, rows)
    return [
        LedgerLine(
            row.no,
            row.id,
            row.at,
            row.src,
            row.dst,
            row.amount,
            row.why,
            row.place,
            row.hand,
            (_name(room, row, row.src, seats), _name(room, row, row.dst, seats)),
            row.id in gone,
        )
        for row in rows
    ]


async def _players(room: Room, rows: list[Any]) -> Seats:
    """Who played the hands of these lines; the hand in play is not kept yet."""
    p, hands = schema.played.c, {(row.place, row.hand) for row in rows if row.hand}
    places = {place for place, _ in hands}
    query = sa.select(p.place, p.hand, p.seat, p.player).where(
        p.place.in_(places), p.hand.in_({hand for _, hand in hands})
    )
    kept = {(r.place, r.hand, r.seat): r.player for r in await room.store.rows(query)}
    playing = {
        (place, runner.table.deals, seat): player
        for place, runner in room.runners.items()
        if place in places
        for player, seat in runner.record.owners.items()
    }
    return playing | kept


async def _undone(room: Room, rows: list[Any]) -> set[str]:
    """The ids of those lines that were corrected by others."""
    why, marks = schema.postings.c.why, {f"correction of {row.id}": row.id for row in rows}
    found = await room.store.rows(sa.select(why).where(why.in_(marks)))
    return {marks[row.why] for row in found}


def _name(room: Room, row: Any, account: str, seats: Seats) -> str:
    """Whose an account was; nobody's if it is the house's."""
    where = ledger.parse(account)
    if where.personal:
        return room.people.name_of(where.owner)
    if not where.at(row.place) or where.seat == HOUSE:
        return ""
    if found := seats.get((row.place, row.hand, where.seat), ""):
        return room.people.name_of(found)
    runner = room.runners.get(row.place)
    sitter = runner.table.sitters.get(where.seat) if runner and not row.hand else None
    return sitter.name if sitter else ""
