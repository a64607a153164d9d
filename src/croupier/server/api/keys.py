"""One's own keys: password, second factors and sessions, over REST."""

from typing import Any

from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from croupier.server.api.common import Call, Text, host_of, person_of, room_of, token_of
from croupier.server.books.store import Batch
from croupier.server.live.room import Room
from croupier.server.people import browser, factors, passwords
from croupier.server.people.directory import Person
from croupier.server.people.sessions import fingerprint
from croupier.server.refusals import No


class SessionLine(Struct):
    """One of somebody's sessions."""

    id: str
    opened_at: float
    ends_at: float
    agent: str
    current: bool


class FactorLine(Struct):
    """One of somebody's second factors."""

    id: str
    kind: str
    name: str
    added_at: float


class Keys(Struct):
    """How somebody comes in."""

    password: bool
    factors: list[FactorLine]
    codes: int
    """Recovery codes that are left."""
    lacks: list[str]
    passkeys: bool
    """Whether the room's address can have passkeys: they need a name, and TLS or localhost."""


class Change(Struct):
    """A new password; the old one, if there is one."""

    new: Text
    old: Text = ""


class Sure(Struct):
    """The password once more, for what weakens an account."""

    password: Text = ""


class Begun(Struct):
    """Something that is ended with its ticket."""

    ticket: str
    secret: str = ""
    uri: str = ""
    picture: str = ""
    options: Any = None


class AppShows(Struct):
    """What the app shows."""

    ticket: Text
    code: Text
    name: Text = ""


class PasskeyMade(Struct):
    """What the browser made."""

    ticket: Text
    passkey: Any
    name: Text = ""


class Added(Struct):
    """A new factor; with the first one come recovery codes, shown once."""

    codes: list[str]


@get("/api/me/keys")
async def my_keys(request: Call) -> Keys:
    """How one comes in."""
    room, person = room_of(request), person_of(request)
    held = room.factors.of(person.player)
    lines = [FactorLine(one.id, one.kind, one.name, one.added_at) for one in held]
    codes = len(room.factors.of(person.player, "code"))
    site = browser.site(request, room.settings)
    good = site.host == "localhost" or (site.origin.startswith("https") and _has_name(site.host))
    return Keys(bool(person.secret), lines, codes, room.lacks(person), good)


def _has_name(host: str) -> bool:
    return ":" not in host and not host.replace(".", "").isdigit()


@put("/api/me/password")
async def change_password(request: Call, data: JSONBody[Change]) -> dict[str, bool]:
    """A new password: every other session ends. A guest has an account from then on, with the same
    name, chips and hands.
    """
    room, person = room_of(request), person_of(request)
    if person.kind == "guest" and not room.settings.registration:
        raise No("forbidden", "accounts are made by the staff here")
    await _sure(request, room, person, data.old)
    passwords.check(data.new, person.name)
    secret, batch = await room.vault.kept(data.new, known=True), Batch()
    if person.kind == "guest":
        room.people.change(batch, person, kind="account")
    await room.new_password(batch, person, secret, but=fingerprint(token_of(request)))
    return {"done": True}


async def _sure(request: Call, room: Room, person: Person, password: str) -> None:
    """The owner, not somebody who found the screen open."""
    if not person.secret:
        return
    device = browser.device(request)
    known = device if room.sessions.knows(device, person.player) else ""
    room.tries.take(person.player, host_of(request), known)
    if not await room.vault.fits(person.secret, password, known=True):
        raise No("forbidden", "this is not your password")
    room.tries.right(person.player, known)


# Second factors.


@post("/api/me/factors/app", status_code=200)
async def begin_app(request: Call, data: JSONBody[Sure]) -> Begun:
    """A secret for an app, and its picture to be scanned."""
    room, person = await _begin(request, data)
    new = factors.drawn(person)
    ticket = room.tickets.give(person.player, "app", new.secret.encode())
    return Begun(ticket, new.secret, new.uri, new.picture)


@post("/api/me/factors/app/confirm", status_code=201)
async def add_app(request: Call, data: JSONBody[AppShows]) -> Added:
    """The app shows the right code: it is a second factor now."""
    room, person = room_of(request), person_of(request)
    ticket = room.tickets.look(data.ticket, "app", person.player)
    room.tries.code(person.player)
    new = factors.app(person, ticket.secret.decode(), data.code, data.name, room.clock.now())
    room.tickets.end(data.ticket)
    return await _added(room, person, new)


@post("/api/me/factors/passkey", status_code=200)
async def begin_passkey(request: Call, data: JSONBody[Sure]) -> Begun:
    """What the browser needs to make a passkey."""
    room, person = await _begin(request, data)
    challenge, options = room.factors.offer(person, browser.site(request, room.settings))
    return Begun(room.tickets.give(person.player, "passkey", challenge), options=options)


@post("/api/me/factors/passkey/confirm", status_code=201)
async def add_passkey(request: Call, data: JSONBody[PasskeyMade]) -> Added:
    """The passkey is a second factor now."""
    room, person = room_of(request), person_of(request)
    ticket = room.tickets.look(data.ticket, "passkey", person.player)
    room.tickets.end(data.ticket)
    site, now = browser.site(request, room.settings), room.clock.now()
    new = factors.made(person, ticket.secret, data.passkey, site, data.name, now)
    return await _added(room, person, new)


async def _begin(request: Call, data: Sure) -> tuple[Room, Person]:
    room, person = room_of(request), person_of(request)
    if not person.secret:
        raise No("not_allowed", "set a password first")
    await _sure(request, room, person, data.password)
    room.factors.room_for(person.player)
    return room, person


async def _added(room: Room, person: Person, new: factors.Factor) -> Added:
    codes: list[str] = []
    kept: list[factors.Factor] = []
    if not room.factors.of(person.player, "code"):
        codes, kept = factors.paper(person, room.clock.now())
    await room.factors.add(Batch(), [new, *kept])
    return Added(codes)


@post("/api/me/factors/{key:str}/remove", status_code=200)
async def remove_factor(request: Call, key: FromPath[str], data: JSONBody[Sure]) -> dict[str, bool]:
    """One factor less; with the last go the codes."""
    room, person = room_of(request), person_of(request)
    await _sure(request, room, person, data.password)
    mine = room.factors.of(person.player)
    gone = [one for one in mine if one.id == key]
    if not gone:
        raise No("not_found", "you have no such second factor")
    batch = Batch()
    if len(mine) == 1:
        gone += room.factors.of(person.player, "code")
    room.factors.drop(batch, gone)
    await room.store.commit(batch)
    return {"done": True}


@post("/api/me/codes", status_code=201)
async def new_codes(request: Call, data: JSONBody[Sure]) -> Added:
    """New recovery codes in place of the old ones."""
    room, person = room_of(request), person_of(request)
    await _sure(request, room, person, data.password)
    if not room.factors.of(person.player):
        raise No("not_allowed", "set up a second factor first")
    batch = Batch()
    room.factors.drop(batch, room.factors.of(person.player, "code"))
    codes, kept = factors.paper(person, room.clock.now())
    await room.factors.add(batch, kept)
    return Added(codes)


# Sessions.


@get("/api/sessions")
async def sessions(request: Call) -> list[SessionLine]:
    """One's own sessions."""
    room, person = room_of(request), person_of(request)
    mine, held = fingerprint(token_of(request)), room.sessions
    return [
        SessionLine(one.id, one.opened_at, held.ends_at(one), one.agent, one.id == mine)
        for one in held.of(person.player)
    ]


@delete("/api/sessions/{key:str}", status_code=204)
async def log_out(request: Call, key: FromPath[str]) -> Response[None]:
    """End one of one's own sessions: by its id, `current`, or all `others`."""
    room, person = room_of(request), person_of(request)
    mine = fingerprint(token_of(request))
    own = [one.id for one in room.sessions.of(person.player)]
    found = (
        [k for k in own if k != mine] if key == "others" else [mine if key == "current" else key]
    )
    if not {*found} <= {*own}:
        raise No("not_found", "you have no such session")
    batch = Batch()
    for one in found:
        room.end_session(batch, one)
    await room.store.commit(batch)
    answer = Response(None, status_code=204)
    if mine in found:
        browser.sign_out(request, answer)
    return answer


HANDLERS = [
    my_keys,
    change_password,
    begin_app,
    add_app,
    begin_passkey,
    add_passkey,
    remove_factor,
    new_codes,
    sessions,
    log_out,
]
