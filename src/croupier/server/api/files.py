"""The player's file, and what the staff does from it: notes, locks; and a notice to all tables."""

from typing import Any, Final

import sqlalchemy as sa
from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from croupier.core.phrases import Phrase
from croupier.room import commands
from croupier.server.api.common import Call, person_of, room_of
from croupier.server.books import schema
from croupier.server.books.store import Batch
from croupier.server.books.texts import Reason
from croupier.server.live.room import Room
from croupier.server.people import duties
from croupier.server.people.directory import Person
from croupier.server.people.limits import Limits
from croupier.server.people.notices import Notice
from croupier.server.refusals import No

NOTE: Final = "note"
MOST: Final = 100


class ResultLine(Struct):
    """What somebody's hands at one table came to, in the money of its house."""

    table: str
    currency: str
    hands: int
    net: int
    last_at: float


class SessionLine(Struct):
    """A way in that is open."""

    opened_at: float
    agent: str


class NoteLine(Struct):
    """What the staff wrote about somebody."""

    at: float
    name: str
    text: str


class File(Struct):
    """All that the staff keeps about one player."""

    player: str
    name: str
    kind: str
    since: float
    balance: int
    locked: str
    """Why the account is locked; empty if it is not."""
    limits: Limits
    results: list[ResultLine]
    sessions: list[SessionLine]
    notes: list[NoteLine]


class Written(Struct):
    """A note, or a notice."""

    text: Reason


class Lock(Struct):
    """An account is locked, or open again."""

    locked: bool
    why: Reason


@get("/api/staff/players/{player:str}")
async def file(request: Call, player: FromPath[str]) -> File:
    """A player's results, limits, sessions and notes."""
    room = room_of(request)
    person = room.people.person(player)
    return File(
        person.player,
        person.name,
        person.kind,
        person.since,
        room.books.balance(player),
        room.locks.why.get(player, ""),
        person.limits.at(room.clock.now()),
        await _results(room, player),
        [SessionLine(one.opened_at, one.agent) for one in room.sessions.of(player)],
        await _notes(room, player),
    )


async def _results(room: Room, player: str) -> list[ResultLine]:
    p = schema.played.c
    query = sa.select(p.place, sa.func.count(), sa.func.sum(p.net), sa.func.max(p.at))
    rows = await room.store.rows(query.where(p.player == player).group_by(p.place))
    moneys = {house.name: house.currency for house in room.houses.values()}
    found = [
        ResultLine(place, moneys.get(place.partition("/")[0], ""), int(hands), int(net), last)
        for place, hands, net, last in rows
    ]
    return sorted(found, key=lambda line: line.last_at, reverse=True)


async def _notes(room: Room, player: str) -> list[NoteLine]:
    d = schema.duties.c
    query = sa.select(d.at, d.by, d.why).where(d.act == NOTE, d.place == player)
    rows = await room.store.rows(query.order_by(d.no.desc()).limit(MOST))
    return [NoteLine(row.at, room.people.name_of(row.by), row.why) for row in rows]


@post("/api/staff/players/{player:str}/notes", status_code=201)
async def note(request: Call, player: FromPath[str], data: JSONBody[Written]) -> dict[str, bool]:
    """A note for the colleagues; its player never sees it."""
    room, by = room_of(request), person_of(request)
    duties.not_own(by, player)
    person, batch = room.people.person(player), Batch()
    duty = room.duty(by, NOTE, person.player, data.text, {"player": player})
    batch.add(schema.duties, **duty)
    await room.store.commit(batch)
    return {"done": True}


@post("/api/staff/players/{player:str}/lock", status_code=200)
async def lock(request: Call, player: FromPath[str], data: JSONBody[Lock]) -> dict[str, bool]:
    """Nobody comes in by a locked account: its sessions end, and its seats are given up."""
    room, by = room_of(request), person_of(request)
    duties.not_own(by, player)
    person = room.people.person(player)
    if person.roles - {"player"}:
        raise No("forbidden", "a member of the staff has a duty: take it away first")
    await _turn_key(room, by, person, data)
    if data.locked:
        for name in room.seats(player):
            await room.runner(name).ask(commands.Leave(player), player=player)
    return {"locked": data.locked}


async def _turn_key(room: Room, by: Person, person: Person, data: Lock) -> None:
    batch, body = Batch(), {"player": person.player}
    act = "lock" if data.locked else "unlock"
    batch.add(schema.duties, **room.duty(by, act, "", data.why, body))
    room.locks.turn(batch, person.player, data.why if data.locked else "")
    if data.locked:
        for session in room.sessions.of(person.player):
            room.end_session(batch, session.id)
    await room.store.commit(batch)


@post("/api/staff/notice", status_code=200)
async def notice(request: Call, data: JSONBody[Written]) -> dict[str, Any]:
    """A line to everybody in the room, at every table and in the lobby."""
    room, by = room_of(request), person_of(request)
    batch = Batch()
    batch.add(schema.duties, **room.duty(by, "notice", "", data.text, {}))
    await room.store.commit(batch)
    said = {"BY": by.name, "TEXT": data.text}
    room.all(Notice("notice", Phrase("{BY}: {TEXT}", said)))
    return {"told": len(room.sockets)}


HANDLERS = [file, note, lock, notice]
