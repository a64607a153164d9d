"""What every counter of the house needs: who calls and whether they may, and what two share."""

import hmac
from typing import Annotated, Any

import sqlalchemy as sa
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler
from msgspec import Meta

from croupier.server.books import schema
from croupier.server.books.store import Batch, encoded
from croupier.server.live.room import PREVIEWS_A_MINUTE, Room
from croupier.server.people import browser, duties
from croupier.server.people.browser import Connection
from croupier.server.people.directory import Person
from croupier.server.refusals import No

Call = Request[Any, Any, Any]
Answer = Response[dict[str, Any]]
Text = Annotated[str, Meta(max_length=200)]


# Who calls.


def room_of(request: Connection) -> Room:
    """The room that the application serves."""
    found: Room = request.app.state.room
    return found


def language_of(request: Connection) -> str:
    """The language that a reader wants most of those the room speaks."""
    return browser.language(request.headers.get("Accept-Language", ""))


def bearer(request: Connection) -> str:
    """The token that a call names itself."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token if kind.lower() == "bearer" else ""


def token_of(request: Connection) -> str:
    """The token of a call, named or in the browser's cookie."""
    token = bearer(request) or browser.token(request)
    if not token:
        raise No("no_session", "a token is needed: Authorization: Bearer TOKEN")
    return token


def person_of(request: Connection) -> Person:
    """Who calls; what they may do is in `duties.ACCESS`."""
    return room_of(request).person(token_of(request))[0]


def reader_of(request: Connection) -> str:
    """Who reads what is everybody's: a player, or nobody whom the room knows."""
    try:
        return person_of(request).player
    except No:
        return ""


def machine(request: Connection) -> bool:
    """Whether a machine calls that the operator has given a token."""
    wanted = room_of(request).settings.metrics_token
    return bool(wanted) and hmac.compare_digest(wanted.encode(), bearer(request).encode())


def host_of(request: Connection) -> str:
    """The address of a caller."""
    return request.client.host if request.client else ""


def guard(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Who may make this call: the one place where it is decided."""
    scope: Any = connection.scope
    method = "WS" if scope["type"] == "websocket" else scope["method"]
    if method not in browser.SAFE:
        browser.ours(connection, room_of(connection).settings)
    may = duties.ACCESS[f"{method} {scope['path_template']}"]
    if may == duties.PUBLIC or ("a token for machines" in may and machine(connection)):
        return
    person = person_of(connection)
    if may == duties.SIGNED_IN:
        return
    if not person.roles & may:
        raise No("forbidden", "this needs the role of {ROLES}", ROLES=duties.named(may))
    if person.roles & {*duties.DUTIES} and room_of(connection).lacks(person):
        raise No("second_factor", "set your password and a second factor first: see your account")


# What the staff asks for.


async def ask_second(room: Room, by: Person, what: str, body: Any) -> Answer:
    """Put an act aside until a second person confirms it."""
    batch = Batch()
    batch.add(
        schema.requests,
        at=room.clock.now(),
        by=by.player,
        what=what,
        body=encoded(body),
        state="open",
    )
    why = str(body.get("why", ""))
    batch.add(schema.duties, **room.duty(by, f"{what} requested", "", why, body))
    async with room.lock("requests"):
        await room.store.commit(batch)
        row = await room.store.row(sa.select(sa.func.max(schema.requests.c.no)))
    sentence = "a second, different member of the staff must confirm this"
    said = {"name": "second_person", "sentence": sentence, "request": row[0], "done": False}
    return Response(said, status_code=202)


async def preview_journalled(room: Room, by: Person, place: str, why: str, body: Any) -> None:
    """Write down that somebody looks at what an act would do; `No` if it is too often."""
    if not room.previews.take(by.player):
        raise No(
            "too_fast",
            "at most {number} {number|preview|previews} a minute",
            number=PREVIEWS_A_MINUTE,
        )
    batch = Batch()
    batch.add(schema.duties, **room.duty(by, "preview", place, why, body))
    await room.store.commit(batch)


async def not_twice(room: Room, *keys: str) -> None:
    """What was posted under these ids is not posted again."""
    c = schema.postings.c
    if await room.store.row(sa.select(c.no).where(c.id.in_(keys)).limit(1)) is not None:
        raise No("doubled", "this was done already")


# Hands.


async def own_hand(room: Room, person: Person, place: str, hand: int) -> tuple[Any, int]:
    """A finished hand that one has played oneself, and in which seat."""
    p, h = schema.played.c, schema.hands.c
    mine = await room.store.row(
        sa.select(p.seat).where(p.place == place, p.hand == hand, p.player == person.player)
    )
    row = await room.store.row(sa.select(schema.hands).where(h.place == place, h.no == hand))
    if mine is None or row is None:
        raise No("not_found", "you have not played this hand, or it is not over")
    return row, int(mine.seat)
