"""People as the staff sees to them: who is muted, accounts, roles, links, over REST."""

from typing import Annotated, Any

from litestar import delete, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from croupier.core.phrases import Phrase
from croupier.server.api.common import Call, Text, person_of, room_of
from croupier.server.books import schema
from croupier.server.books.store import Batch
from croupier.server.books.texts import Reason
from croupier.server.live.room import Room
from croupier.server.people import duties, links
from croupier.server.people.directory import Person
from croupier.server.people.notices import Notice
from croupier.server.refusals import No


class Mute(Struct):
    """Who is silent, and how long."""

    player: str
    minutes: Annotated[int, Meta(ge=0, le=525_600)]
    why: Reason


class NewAccount(Struct):
    """An account made by the admin; its owner chooses the password by a link."""

    name: Text
    roles: list[str]


class Roles(Struct):
    """New roles of somebody."""

    roles: list[str]
    why: Reason


class Lost(Struct):
    """Somebody has lost the password, or the second factor too."""

    why: Reason
    factors: bool = False


class Made(Struct):
    """An account and the code of its link: `#reset=CODE`, good once and for a day."""

    player: str
    code: str


@post("/api/staff/mute", status_code=200)
async def mute(request: Call, data: JSONBody[Mute]) -> dict[str, float]:
    """Nobody hears a muted player; 0 minutes lift it."""
    room, by = room_of(request), person_of(request)
    duties.not_own(by, data.player)
    person = room.people.person(data.player)
    until = room.clock.now() + 60 * data.minutes if data.minutes else 0
    await _change(room, by, person, "mute", data.why, data, muted_until=until)
    said = {"number": data.minutes, "WHY": data.why}
    muted = Phrase("muted for {number} {number|minute|minutes}: {WHY}", said)
    room.to(person.player, Notice("staff", muted))
    return {"until": person.muted_until}


@post("/api/staff/accounts", status_code=201)
async def new_account(request: Call, data: JSONBody[NewAccount]) -> Made:
    """An account with a role, and the link by which its owner chooses a password."""
    room, by = room_of(request), person_of(request)
    roles = duties.allowed(data.roles, staff_play=room.settings.staff_play)
    batch, now = Batch(), room.clock.now()
    listed = " ".join(sorted(roles))
    person = await room.people.new(
        batch, data.name, "account", now, house=True, roles=listed, made_by=by.player
    )
    code = links.made(room, batch, person, by)
    body = {"player": person.player, "name": person.name, "roles": sorted(roles)}
    batch.add(schema.duties, **room.duty(by, "account", "", "new account", body))
    await room.store.commit(batch)
    return Made(person.player, code)


@put("/api/staff/accounts/{player:str}")
async def set_roles(request: Call, player: FromPath[str], data: JSONBody[Roles]) -> dict[str, Any]:
    """Another role for somebody; the room is never left without an admin."""
    room, by = room_of(request), person_of(request)
    duties.not_own(by, player)
    person = room.people.person(player)
    roles = duties.allowed(data.roles, staff_play=room.settings.staff_play)
    if person.kind == "guest" and roles != {"player"}:
        raise No("not_allowed", "a guest has no duties: make an account")
    if "admin" not in roles:
        last_admin(room, person)
    body, new = {"player": player, "roles": sorted(roles)}, {"roles": roles, "made_by": by.player}
    await _change(room, by, person, "roles", data.why, body, **new)
    return {"player": player, "roles": sorted(person.roles)}


def last_admin(room: Room, person: Person) -> None:
    """Refuse to take the role from the last admin."""
    others = [p for p in room.people.known.values() if "admin" in p.roles and p is not person]
    if "admin" in person.roles and not others:
        raise No("forbidden", "a room needs an admin: appoint another one first")


@post("/api/staff/accounts/{player:str}/link", status_code=201)
async def reset_link(request: Call, player: FromPath[str], data: JSONBody[Lost]) -> Made:
    """A one-time link to a new password; on demand the second factors are forgotten."""
    room, by = room_of(request), person_of(request)
    duties.not_own(by, player)
    person = room.people.person(player)
    if person.kind == "guest":
        raise No("not_allowed", "a guest has no password")
    batch = Batch()
    code = links.made(room, batch, person, by)
    if data.factors:
        room.factors.drop(batch, room.factors.of(player, "app", "passkey", "code"))
    body = {"player": player, "factors": data.factors}
    batch.add(schema.duties, **room.duty(by, "reset link", "", data.why, body))
    await room.store.commit(batch)
    return Made(player, code)


@delete("/api/staff/accounts/{player:str}/sessions")
async def revoke_all(request: Call, player: FromPath[str]) -> None:
    """All sessions of somebody are ended."""
    room, by = room_of(request), person_of(request)
    duties.not_own(by, player)
    batch = Batch()
    for session in room.sessions.of(room.people.person(player).player):
        room.end_session(batch, session.id)
    batch.add(schema.duties, **room.duty(by, "revoke", "", "sessions revoked", {"player": player}))
    await room.store.commit(batch)


async def _change(
    room: Room, by: Person, person: Person, what: str, why: str, body: Any, **new: object
) -> None:
    batch = Batch()
    room.people.change(batch, person, **new)
    batch.add(schema.duties, **room.duty(by, what, "", why, body))
    await room.store.commit(batch)


HANDLERS = [mute, new_account, set_roles, reset_link, revoke_all]
