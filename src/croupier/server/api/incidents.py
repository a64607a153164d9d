"""Incidents: what the staff writes down about a hand, and how it ended."""

from typing import Annotated, Any

import sqlalchemy as sa
from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct, to_builtins

from croupier.core import journals
from croupier.server.api.common import Call, person_of, room_of
from croupier.server.books import schema
from croupier.server.books.store import Batch
from croupier.server.books.texts import Reason
from croupier.server.live.room import Room, decoded
from croupier.server.refusals import No

Count = Annotated[int, QueryParameter(ge=1, le=1000)]


class Incident(Struct):
    """Something to be remembered."""

    table: str
    hand: Annotated[int, Meta(ge=0)]
    text: Annotated[str, Meta(min_length=3, max_length=4000)]


@post("/api/staff/incidents", status_code=201)
async def incident(request: Call, data: JSONBody[Incident]) -> dict[str, int]:
    """File an incident; the replay of the hand belongs to it."""
    room, by = room_of(request), person_of(request)
    runner = room.runner(data.table)
    if not 0 < data.hand <= runner.table.deals:
        why = "hands 1 to {number} were dealt at this table"
        raise No("not_found", why, number=runner.table.deals)
    batch = Batch()
    batch.add(
        schema.incidents,
        at=room.clock.now(),
        by=by.player,
        place=data.table,
        hand=data.hand,
        text=data.text,
        journal=await _journal(room, data.table, data.hand),
    )
    batch.add(schema.duties, **room.duty(by, "incident", data.table, data.text, data))
    async with room.lock("incidents"):
        await room.store.commit(batch)
        row = await room.store.row(sa.select(sa.func.max(schema.incidents.c.no)))
    return {"incident": row[0]}


async def _journal(room: Room, place: str, hand: int) -> bytes:
    """Of a hand that is over; while it is in play nobody may look."""
    h = schema.hands.c
    row = await room.store.row(sa.select(h.journal).where(h.place == place, h.no == hand))
    return bytes(row.journal) if row else b""


@get("/api/staff/incidents")
async def incidents(request: Call, count: Count = 100) -> list[dict[str, Any]]:
    """The incidents, newest first."""
    room = room_of(request)
    c = schema.incidents.c
    query = sa.select(c.no, c.at, c.by, c.place, c.hand, c.text).order_by(c.no.desc()).limit(count)
    names = ("incident", "at", "by", "table", "hand", "text")
    ended = await closed(room)
    return [
        {
            **dict(zip(names, row, strict=True)),
            "name": room.people.name_of(row.by),
            "closed": ended.get(row.no),
        }
        for row in await room.store.rows(query)
    ]


@get("/api/staff/incidents/{number:int}")
async def one_incident(request: Call, number: FromPath[int]) -> dict[str, Any]:
    """An incident with the whole replay of its hand."""
    room = room_of(request)
    row = await room.store.row(sa.select(schema.incidents).where(schema.incidents.c.no == number))
    if row is None:
        raise No("not_found", "there is no such incident")
    journal = bytes(row.journal) or await _journal(room, row.place, row.hand)
    events = to_builtins(journals.read(journal).events) if journal else []
    return {
        "incident": row.no,
        "at": row.at,
        "by": row.by,
        "table": row.place,
        "hand": row.hand,
        "text": row.text,
        "journal": decoded(journal) if journal else None,
        "events": events,
        "name": room.people.name_of(row.by),
        "names": await names(room, row.place, row.hand),
        "closed": (await closed(room)).get(row.no),
    }


class Closing(Struct):
    """How an incident ended."""

    text: Reason


@post("/api/staff/incidents/{number:int}/close", status_code=200)
async def close_incident(
    request: Call, number: FromPath[int], data: JSONBody[Closing]
) -> dict[str, bool]:
    """An incident has come to its end."""
    room, by = room_of(request), person_of(request)
    i = schema.incidents.c
    async with room.lock("incidents"):
        row = await room.store.row(sa.select(i.place).where(i.no == number))
        if row is None:
            raise No("not_found", "there is no such incident")
        if number in await closed(room):
            raise No("doubled", "this incident is closed already")
        batch = Batch()
        batch.add(
            schema.closings,
            incident=number,
            at=room.clock.now(),
            by=by.player,
            text=data.text,
        )
        body = {"incident": number}
        batch.add(schema.duties, **room.duty(by, "incident closed", row.place, data.text, body))
        await room.store.commit(batch)
    return {"done": True}


async def names(room: Room, place: str, hand: int) -> dict[int, str]:
    """Who played a hand in which seat."""
    p = schema.played.c
    query = sa.select(p.seat, p.player).where(p.place == place, p.hand == hand)
    return {row.seat: room.people.name_of(row.player) for row in await room.store.rows(query)}


async def closed(room: Room) -> dict[int, dict[str, Any]]:
    """The incidents that are closed: when, by whom, how."""
    rows = await room.store.rows(sa.select(schema.closings))
    return {
        row.incident: {"at": row.at, "by": room.people.name_of(row.by), "text": row.text}
        for row in rows
    }


HANDLERS = [incident, incidents, one_incident, close_incident]
