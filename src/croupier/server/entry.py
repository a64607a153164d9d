"""Coming in: guests, accounts, passwords and sessions, over REST."""

from typing import Annotated, Any

import sqlalchemy as sa
from litestar import Request, Response, delete, get, post
from litestar.connection import ASGIConnection
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from croupier.french import LANGUAGES
from croupier.server import schema
from croupier.server.people import ROLES, Person, fingerprint
from croupier.server.refusals import No
from croupier.server.room import LINK, Room
from croupier.server.store import Batch

Call = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]
Text = Annotated[str, Meta(max_length=200)]


class Guest(Struct):
    """Who comes in for a while."""

    nickname: Text


class Credentials(Struct):
    """A name and its password."""

    name: Text
    password: Text


class Link(Struct):
    """The code of the staff link."""

    code: Text


class Entered(Struct):
    """A new session."""

    token: str
    player: str
    name: str
    roles: list[str]
    balance: int
    notice: str


class SessionLine(Struct):
    """One of somebody's sessions."""

    id: str
    opened_at: float
    current: bool


def room_of(request: Connection) -> Room:
    """The room that the application serves."""
    found: Room = request.app.state.room
    return found


def language_of(request: Connection) -> str:
    """The language that a reader wants most of those the room speaks (Accept-Language)."""
    wanted: dict[str, float] = {}
    for part in request.headers.get("Accept-Language", "").split(","):
        name, _, weight = part.partition(";q=")
        wanted.setdefault(name.strip().lower()[:2], _weight(weight))
    return max(LANGUAGES, key=lambda language: wanted.get(language, 0.0))


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0


def token_of(request: Connection) -> str:
    """The bearer token of a call."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token:
        raise No("no_session", "a token is needed: Authorization: Bearer TOKEN")
    return token


def person_of(request: Connection, *roles: str) -> Person:
    """Who calls; he must have one of the roles, if any are named."""
    person, _ = room_of(request).person(token_of(request))
    if roles and not person.roles & {*roles, "admin"}:
        why = "this takes the role of {ROLES}"
        raise No("forbidden", why, ROLES=" or ".join(roles))
    return person


async def entered(request: Call, person: Person, batch: Batch) -> Response[Entered]:
    """Open a session in a batch, write it, and tell the token."""
    room = room_of(request)
    token = room.people.open(batch, person.player, room.clock.now())
    await room.store.commit(batch)
    balance = room.books.balance(person.player)
    notice = room.settings.worded_notice(language_of(request))
    body = Entered(token, person.player, person.name, sorted(person.roles), balance, notice)
    return Response(body, status_code=201)


def _let_in(request: Call) -> None:
    """A newcomer, if his address has not brought too many."""
    room_of(request).door.enter(request.client.host if request.client else "")


@post("/api/guests")
async def guest(request: Call, data: JSONBody[Guest]) -> Response[Entered]:
    """Come in with a nickname; the demo house gives play chips."""
    room = room_of(request)
    if not room.settings.demo:
        raise No("forbidden", "guests are not let in here: make an account")
    _let_in(request)
    batch = Batch()
    person = await room.people.new(batch, data.nickname, "guest", room.clock.now())
    if room.settings.demo_chips:
        room.issue(batch, person.player, room.settings.demo_chips, "play chips", by="room")
    return await entered(request, person, batch)


@post("/api/accounts")
async def account(request: Call, data: JSONBody[Credentials]) -> Response[Entered]:
    """Make an account of one's own."""
    room = room_of(request)
    if not room.settings.registration:
        raise No("forbidden", "accounts are made by the staff here")
    _let_in(request)
    secret = await room.people.hashed(data.password)
    batch = Batch()
    person = await room.people.new(batch, data.name, "account", room.clock.now(), secret=secret)
    if room.settings.demo and room.settings.demo_chips:
        room.issue(batch, person.player, room.settings.demo_chips, "play chips", by="room")
    return await entered(request, person, batch)


@post("/api/sessions")
async def log_in(request: Call, data: JSONBody[Credentials]) -> Response[Entered]:
    """A new session by name and password."""
    room = room_of(request)
    person = await room.people.by_password(data.name, data.password)
    return await entered(request, person, Batch())


@post("/api/sessions/link")
async def staff_link(request: Call, data: JSONBody[Link]) -> Response[Entered]:
    """The one-time link of the first start makes its user the admin."""
    room = room_of(request)
    async with room.lock(LINK):
        row = await room.store.row(sa.select(schema.facts).where(schema.facts.c.name == LINK))
        if row is None or row.value != fingerprint(data.code):
            raise No("no_session", "this link is not valid, or was used already")
        batch, now = Batch(), room.clock.now()
        batch.add(schema.facts, name=LINK, value="used")
        roles = " ".join(ROLES)
        person = await room.people.new(batch, _free_name(room), "account", now, roles=roles)
        batch.add(schema.duties, **room.duty(person, "staff link", "", "first start", {}))
        room.link = ""
        return await entered(request, person, batch)


def _free_name(room: Room) -> str:
    names = ("admin", *(f"admin {number}" for number in range(2, 1000)))
    return next(name for name in names if name not in room.people.keys)


@get("/api/sessions")
async def sessions(request: Call) -> list[SessionLine]:
    """One's own sessions."""
    room, person = room_of(request), person_of(request)
    mine = fingerprint(token_of(request))
    return [SessionLine(s.id, s.opened_at, s.id == mine) for s in room.people.of(person.player)]


@delete("/api/sessions/{key:str}")
async def log_out(request: Call, key: FromPath[str]) -> None:
    """End one of one's own sessions."""
    room, person = room_of(request), person_of(request)
    found = fingerprint(token_of(request)) if key == "current" else key
    if found not in {session.id for session in room.people.of(person.player)}:
        raise No("not_found", "you have no such session")
    batch = Batch()
    room.revoke(batch, found)
    await room.store.commit(batch)


HANDLERS = [guest, account, log_in, staff_link, sessions, log_out]
