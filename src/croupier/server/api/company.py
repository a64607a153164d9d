"""People among people: faces, tastes, what one keeps about others, and the leaderboard."""

from typing import Annotated, Any

from litestar import get, put
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from croupier.core import catalogue
from croupier.server.api.boards import Board, standings
from croupier.server.api.common import Call, person_of, room_of
from croupier.server.books.leaders import Period, Who
from croupier.server.books.store import Batch
from croupier.server.live.room import Room
from croupier.server.people import acquaintances
from croupier.server.people.acquaintances import Kept
from croupier.server.people.directory import Person
from croupier.server.people.names import seen
from croupier.server.people.tastes import Tastes
from croupier.server.refusals import No


class Acquaintance(Struct):
    """Somebody one keeps something about, and where they sit now."""

    player: str
    name: str
    avatar: str
    note: str
    friend: bool
    muted: bool
    tables: list[str]


class About(Kept, kw_only=True):
    """What is to be kept about whom."""

    player: Annotated[str, Meta(max_length=120)]


@get("/api/me/tastes")
async def my_tastes(request: Call) -> Tastes:
    """What one has chosen."""
    return room_of(request).tastes.of.get(person_of(request).player, Tastes())


@put("/api/me/tastes", status_code=200)
async def choose(request: Call, data: JSONBody[Tastes]) -> Tastes:
    """Choose anew; what is left out is as the house has it."""
    room, person = room_of(request), person_of(request)
    batch = Batch()
    room.tastes.choose(batch, person.player, data)
    await room.store.commit(batch)
    return data


@get("/api/tables/{house:str}/{table:str}/faces")
async def faces(request: Call, house: FromPath[str], table: FromPath[str]) -> dict[str, str]:
    """The faces that the players at a table have chosen; nobody is picked out of a crowd."""
    room, person = room_of(request), person_of(request)
    runner = room.runner(f"{house}/{table}", person.player)
    seats = runner.table.sitters
    shown = runner.table.audience.seats(seats, runner.table.seat_of(person.player))
    players = [seats[seat].player for seat in shown]
    return {player: face for player in players if (face := room.tastes.avatar(player))}


# What one keeps about others.


@get("/api/me/acquaintances")
async def my_acquaintances(request: Call) -> list[Acquaintance]:
    """Notes, friends and mutes of one's own."""
    room, person = room_of(request), person_of(request)
    kept = await acquaintances.of(room.store, person.player)
    return [_acquaintance(room, person, other, about) for other, about in sorted(kept.items())]


def _acquaintance(room: Room, person: Person, other: str, kept: Kept) -> Acquaintance:
    name, face = room.people.name_of(other), room.tastes.avatar(other)
    seats = sorted(room.seats(other)) if kept.friend else []
    tables = [name for name in seats if room.hosting.admits(name, person.player)]
    return Acquaintance(other, name, face, kept.note, kept.friend, kept.muted, tables)


@put("/api/me/acquaintances", status_code=200)
async def keep(request: Call, data: JSONBody[About]) -> Acquaintance:
    """Keep a note, a friend or a mute; nobody else is told."""
    room, person = room_of(request), person_of(request)
    if data.player not in room.people.known and not room.seats(data.player):
        raise No("not_found", "there is nobody called {PLAYER}", PLAYER=data.player)
    kept = Kept(seen(data.note), data.friend, data.muted)
    async with room.lock(f"acquaintances {person.player}"):
        await acquaintances.keep(room.store, person.player, data.player, kept)
    return _acquaintance(room, person, data.player, kept)


# The leaderboard.


@get("/api/leaderboard")
async def leaderboard(
    request: Call,
    period: FromQuery[Period] = "week",
    game: FromQuery[str] = "",
    who: FromQuery[Who] = "people",
) -> list[Board]:
    """Who has won most, in each money; players who do not want to be named are not."""
    room, person = room_of(request), person_of(request)
    moneys = {
        name: runner.house.currency
        for name, runner in room.runners.items()
        if game in ("", catalogue.name(runner.table.game)) and not runner.sheet.access
    }
    return await standings(room, person, period, who, moneys)


HANDLERS: list[Any] = [my_tastes, choose, faces, my_acquaintances, keep, leaderboard]
