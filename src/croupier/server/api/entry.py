"""Coming in: guests, accounts, passwords, second factors, one-time links, over REST."""

from typing import Any

import sqlalchemy as sa
from litestar import Response, post
from litestar.params import JSONBody
from msgspec import Struct

from croupier.server.api.common import Call, Text, host_of, language_of, room_of
from croupier.server.books import schema
from croupier.server.books.store import Batch
from croupier.server.live.room import LINK
from croupier.server.people import browser, links, passwords
from croupier.server.people.directory import Person
from croupier.server.people.sessions import HOUR, fingerprint
from croupier.server.refusals import No


class Guest(Struct):
    """Who comes in for a while."""

    nickname: Text


class Credentials(Struct):
    """A name and its password."""

    name: Text
    password: Text


class Proof(Struct):
    """The second step: a code, or a passkey's answer."""

    ticket: Text
    code: Text = ""
    passkey: Any = None


class Link(Struct):
    """The code of the staff link."""

    code: Text


class NewPassword(Struct):
    """The code of a link, and the password that is chosen with it."""

    code: Text
    password: Text


class Entered(Struct):
    """A new session; a browser has the token in a cookie instead."""

    token: str
    player: str
    name: str
    roles: list[str]
    balance: int
    notice: str
    lacks: list[str]
    """What a member of the staff must set before they serve: `password`, `factor`."""
    guest: bool
    """Whether name and chips are this session's alone: there is no password yet."""


class Half(Struct):
    """The password was right; a second factor is asked for."""

    name: str
    sentence: str
    ticket: str
    kinds: list[str]
    passkey: Any


async def entered(request: Call, person: Person, batch: Batch) -> Response[Entered]:
    """Open a session in a batch, write it, and send the token."""
    room = room_of(request)
    notice = room.settings.worded_notice(language_of(request))
    answer: Response[Entered] = Response(None, status_code=201)  # type: ignore[arg-type]
    device = browser.remember(request, answer)
    agent = request.headers.get("User-Agent", "")
    token = await room.sessions.begin(batch, person, device, agent)
    if browser.is_page(request):
        browser.sign_in(request, answer, token, int(room.settings.session_hours * HOUR))
        token = ""
    answer.content = Entered(
        token,
        person.player,
        person.name,
        sorted(person.roles),
        room.books.balance(person.player),
        notice,
        room.lacks(person),
        person.kind == "guest",
    )
    return answer


def _let_in(request: Call) -> None:
    """A newcomer, if neither the address nor the device speaks against it."""
    room = room_of(request)
    room.door.enter(host_of(request))
    room.care.check_device(browser.device(request))


@post("/api/guests")
async def guest(request: Call, data: JSONBody[Guest]) -> Response[Entered]:
    """Come in with a nickname; the demo house gives play chips."""
    room = room_of(request)
    if not room.settings.demo:
        raise No("forbidden", "guests can't come in here: make an account")
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
    passwords.check(data.password, data.name)
    _let_in(request)
    secret = await room.vault.kept(data.password)
    batch = Batch()
    person = await room.people.new(batch, data.name, "account", room.clock.now(), secret=secret)
    if room.settings.demo and room.settings.demo_chips:
        room.issue(batch, person.player, room.settings.demo_chips, "play chips", by="room")
    return await entered(request, person, batch)


@post("/api/sessions")
async def log_in(request: Call, data: JSONBody[Credentials]) -> Response[Any]:
    """A new session by name and password, or the first half of it."""
    room = room_of(request)
    person = room.people.named(data.name)
    device = browser.device(request)
    known = device if person and room.sessions.knows(device, person.player) else ""
    account_ = person.player if person else fingerprint(data.name)
    room.tries.take(account_, host_of(request), known)
    right = await room.vault.fits(person.secret if person else "", data.password, known=bool(known))
    if person is None or not person.secret or not right:
        raise No("no_session", "the name or the password is wrong")
    room.tries.right(account_, known)
    if not room.factors.of(person.player):
        return await entered(request, person, Batch())
    site = browser.site(request, room.settings)
    challenge, passkey = room.factors.ask(person.player, site)
    ticket = room.tickets.give(person.player, "sign in", challenge)
    kinds: list[str] = sorted({one.kind for one in room.factors.of(person.player)})
    said = No("second_factor", "show your second factor").said(language_of(request))
    return Response(Half(said.name, said.sentence, ticket, kinds, passkey), status_code=202)


@post("/api/sessions/factor")
async def second_step(request: Call, data: JSONBody[Proof]) -> Response[Entered]:
    """The second half: a code of the app, a code on paper, or a passkey."""
    room = room_of(request)
    ticket = room.tickets.look(data.ticket, "sign in")
    person = room.people.person(ticket.player)
    room.tries.code(person.player)
    if data.passkey is not None:
        site = browser.site(request, room.settings)
        room.tickets.end(data.ticket)  # A challenge is good once.
        await room.factors.passkey(person.player, ticket.secret, data.passkey, site)
    else:
        await room.factors.code(person.player, data.code)
    room.tickets.end(data.ticket)
    room.tries.codes.forget(person.player)
    return await entered(request, person, Batch())


@post("/api/sessions/link")
async def staff_link(request: Call, data: JSONBody[Link]) -> Response[Entered]:
    """The one-time link of the machine makes its user an admin."""
    room = room_of(request)
    async with room.lock(LINK):
        row = await room.store.row(sa.select(schema.facts).where(schema.facts.c.name == LINK))
        if row is None or row.value != fingerprint(data.code):
            raise No("no_session", "this link is not valid, or was used already")
        batch, now = Batch(), room.clock.now()
        batch.add(schema.facts, name=LINK, value="used")
        name = "admin" if room.people.named("admin") is None else room.people.free("admin")
        person = await room.people.new(batch, name, "account", now, roles="admin", house=True)
        batch.add(schema.duties, **room.duty(person, "staff link", "", "made on the machine", {}))
        room.link = ""
        return await entered(request, person, batch)


@post("/api/sessions/reset", status_code=200)
async def reset(request: Call, data: JSONBody[NewPassword]) -> dict[str, str]:
    """A new password by a one-time link; every session ends, and one signs in with it."""
    person = await links.used(room_of(request), data.code, data.password)
    return {"name": person.name}


HANDLERS = [guest, account, log_in, second_step, staff_link, reset]
