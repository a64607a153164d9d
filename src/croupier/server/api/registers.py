"""What the staff looks up: postings, people, one player, incidents that are closed."""

from typing import Annotated

import sqlalchemy as sa
from litestar import get
from litestar.params import FromQuery, QueryParameter
from msgspec import Struct

from croupier.server.api.common import Call, room_of
from croupier.server.api.lines import LedgerLine, lines, moved_by
from croupier.server.books import schema
from croupier.server.live.room import Room
from croupier.server.people.directory import Person

Count = Annotated[int, QueryParameter(ge=1, le=500)]
MOST: int = 100


class PersonLine(Struct):
    """Somebody the room knows."""

    player: str
    name: str
    kind: str
    roles: list[str]
    since: float
    muted_until: float
    sessions: int
    here: bool


class ChatLine(Struct):
    """Something that was said at a table."""

    no: int
    at: float
    table: str
    player: str
    name: str
    text: str


class Excluded(Struct):
    """Somebody who has excluded themselves, and who else uses their devices."""

    player: str
    name: str
    until: float
    devices: int
    sharing: list[str]


@get("/api/staff/postings")
async def postings(
    request: Call,
    table: FromQuery[str] = "",
    hand: FromQuery[int] = 0,
    player: FromQuery[str] = "",
    before: FromQuery[int] = 0,
    count: Count = 100,
) -> list[LedgerLine]:
    """Lines of the ledger by table, hand or player, newest first."""
    room = room_of(request)
    c = schema.postings.c
    query = sa.select(schema.postings).order_by(c.no.desc()).limit(count)
    query = query.where(c.place == table) if table else query
    query = query.where(c.hand == hand) if hand else query
    query = query.where(c.no < before) if before else query
    query = query.where(moved_by(player)) if player else query
    return await lines(room, query)


@get("/api/staff/accounts")
async def accounts(request: Call, name: FromQuery[str] = "") -> list[PersonLine]:
    """People by a part of their name, members of the staff first."""
    room = room_of(request)
    part = name.casefold()
    found = [p for p in room.people.known.values() if part in p.name.casefold()]
    found.sort(key=lambda p: (p.roles == {"player"}, p.name.casefold()))
    return [_person(room, person) for person in found[:MOST]]


def _person(room: Room, person: Person) -> PersonLine:
    return PersonLine(
        person.player,
        person.name,
        person.kind,
        sorted(person.roles),
        person.since,
        person.muted_until if person.muted_until > room.clock.now() else 0,
        len(room.sessions.of(person.player)),
        person.player in room.connections,
    )


@get("/api/staff/chats")
async def chats(
    request: Call,
    table: FromQuery[str] = "",
    player: FromQuery[str] = "",
    before: FromQuery[int] = 0,
    count: Count = 100,
) -> list[ChatLine]:
    """What was said, by table or player, newest first."""
    room, c = room_of(request), schema.chats.c
    query = sa.select(schema.chats).order_by(c.no.desc()).limit(count)
    query = query.where(c.place == table) if table else query
    query = query.where(c.player == player) if player else query
    query = query.where(c.no < before) if before else query
    rows = await room.store.rows(query)
    return [
        ChatLine(r.no, r.at, r.place, r.player, room.people.name_of(r.player), r.text) for r in rows
    ]


@get("/api/staff/exclusions")
async def exclusions(request: Call, name: FromQuery[str] = "") -> list[Excluded]:
    """Those who have excluded themselves, by a part of their name."""
    room, part = room_of(request), name.casefold()
    now, devices = room.clock.now(), room.sessions.devices.values()
    found = [
        person
        for person in room.people.known.values()
        if person.limits.excluded_until > now and part in person.name.casefold()
    ]
    return [
        Excluded(
            one.player,
            one.name,
            one.limits.excluded_until,
            sum(one.player in users for users in devices),
            sorted(room.people.name_of(other) for other in room.sessions.sharing(one.player)),
        )
        for one in sorted(found, key=lambda one: one.name.casefold())[:MOST]
    ]


HANDLERS = [postings, accounts, chats, exclusions]
