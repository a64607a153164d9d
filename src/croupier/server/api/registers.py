"""What the staff looks up: postings, people, one player, incidents that are closed."""

from typing import Annotated, Any

import sqlalchemy as sa
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Struct

from croupier.core.felt import HOUSE
from croupier.room import ledger
from croupier.server.api.cashier import Client, client
from croupier.server.api.entry import Call, person_of, room_of
from croupier.server.api.floor import name_of
from croupier.server.api.mine import PostingLine
from croupier.server.books import schema
from croupier.server.books.store import Batch
from croupier.server.books.texts import Reason
from croupier.server.live.room import Room
from croupier.server.people.directory import Person
from croupier.server.refusals import No

Count = Annotated[int, QueryParameter(ge=1, le=500)]
MOST: int = 100


class LedgerLine(PostingLine):
    """A line of the ledger, with whose chips moved."""

    table: str
    hand: int
    names: tuple[str, str]
    reversed: bool


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


class AtTable(Struct):
    """What somebody has on a table."""

    table: str
    seat: int
    stack: int


class OneClient(Struct):
    """A player at the cashier's window."""

    client: Client
    tables: list[AtTable]
    postings: list[LedgerLine]


class Closing(Struct):
    """How an incident ended."""

    text: Reason


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
    query = query.where(_of(player)) if player else query
    return await _lines(room, query)


def _of(player: str) -> Any:
    """On one of his accounts, or on a seat of a hand that he played."""
    c, p = schema.postings.c, schema.played.c
    own = ledger.own(player)
    seat = sa.literal(ledger.head(ledger.TABLE)) + p.place + ":" + sa.cast(p.seat, sa.Text) + ":%"
    there = sa.and_(p.place == c.place, p.hand == c.hand, p.player == player)
    moved = sa.or_(c.src.like(seat), c.dst.like(seat))
    played = sa.select(p.hand).where(there, moved).exists()
    return sa.or_(c.src.in_(own), c.dst.in_(own), played)


async def _lines(room: Room, query: Any) -> list[LedgerLine]:
    rows = list(await room.store.rows(query))
    p, c = schema.played.c, schema.postings.c
    hands = {(row.place, row.hand) for row in rows if row.hand}
    query = sa.select(p.place, p.hand, p.seat, p.player).where(
        p.place.in_({place for place, _ in hands}), p.hand.in_({hand for _, hand in hands})
    )
    seats = {(r.place, r.hand, r.seat): r.player for r in await room.store.rows(query)}
    marks = [f"correction of {row.id}" for row in rows]
    undone = await room.store.rows(sa.select(c.why).where(c.why.in_(marks)))
    gone = {row.why for row in undone}

    for place in {place for place, _ in hands}:  # The hand in play is not kept yet.
        runner = room.runners[place]
        now = {
            (place, runner.table.deals, seat): player
            for player, seat in runner.record.owners.items()
        }
        seats = now | seats

    def name(row: Any, account: str) -> str:
        where = ledger.parse(account)
        if where.personal:
            return name_of(room, where.owner)
        if not where.at(row.place) or where.seat == HOUSE:
            return ""
        sitter = room.runners[row.place].table.sitters.get(where.seat)
        found = seats.get((row.place, row.hand, where.seat), "")
        return name_of(room, found) if found else sitter.name if sitter and not row.hand else ""

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
            (name(row, row.src), name(row, row.dst)),
            f"correction of {row.id}" in gone,
        )
        for row in rows
    ]


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


@get("/api/cashier/players/{player:str}")
async def one_client(request: Call, player: FromPath[str]) -> OneClient:
    """One player: account, tables and the last postings."""
    room = room_of(request)
    person = room.people.person(player)
    c, own = schema.postings.c, str(ledger.player(player))
    query = sa.select(schema.postings).where(sa.or_(c.src == own, c.dst == own))
    tables = [
        AtTable(name, seat, room.runners[name].table.chips.get((seat, "stack"), 0))
        for name, seat in room.seats(player).items()
    ]
    return OneClient(
        client(room, person), tables, await _lines(room, query.order_by(c.no.desc()).limit(20))
    )


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
    return {row.seat: name_of(room, row.player) for row in await room.store.rows(query)}


async def closed(room: Room) -> dict[int, dict[str, Any]]:
    """The incidents that are closed: when, by whom, how."""
    rows = await room.store.rows(sa.select(schema.closings))
    return {
        row.incident: {"at": row.at, "by": name_of(room, row.by), "text": row.text} for row in rows
    }


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
    return [ChatLine(r.no, r.at, r.place, r.player, name_of(room, r.player), r.text) for r in rows]


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
            sorted(name_of(room, other) for other in room.sessions.sharing(one.player)),
        )
        for one in sorted(found, key=lambda one: one.name.casefold())[:MOST]
    ]


HANDLERS = [postings, accounts, one_client, close_incident, chats, exclusions]
