"""Clubs, over REST: founding and joining, members, standings, and the hands of their tables."""

import asyncio
from typing import Annotated, Any

import sqlalchemy as sa
from litestar import Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from croupier.server.api import histories, lobby, mine
from croupier.server.api.boards import Board, standings
from croupier.server.api.common import Call, host_of, language_of, person_of, room_of
from croupier.server.api.histories import MOST_SAVED, Form
from croupier.server.api.lobby import TableLine
from croupier.server.api.mine import Count, HandLine, HandStory
from croupier.server.books import schema
from croupier.server.books.leaders import Period, Who
from croupier.server.live.room import Room
from croupier.server.people import codes, names
from croupier.server.people.clubs import RANKS, Club, Role
from croupier.server.people.directory import Person
from croupier.server.refusals import No

Code = Annotated[str, Meta(min_length=1, max_length=40)]


class Name(Struct):
    """What a club is to be called."""

    name: Annotated[str, Meta(max_length=80)]


class Brought(Struct):
    """The code that somebody brings."""

    code: Code


class Appointment(Struct):
    """What a member is from now on; `out` puts them out."""

    role: Role


class MemberLine(Struct):
    """Somebody in a club."""

    player: str
    name: str
    avatar: str
    role: Role
    since: float
    here: bool
    """Whether they are in the room now."""


class ClubLine(Struct):
    """A club that one is in."""

    club: str
    name: str
    role: Role
    members: int


class ClubWire(ClubLine):
    """A club as one of its members sees it."""

    since: float
    code: str
    """The invitation, for those who may invite; else nothing."""
    people: list[MemberLine]
    tables: list[TableLine]


@get("/api/clubs")
async def my_clubs(request: Call) -> list[ClubLine]:
    """The clubs that one is in."""
    return _mine(room_of(request), person_of(request))


def _mine(room: Room, person: Person) -> list[ClubLine]:
    return [
        ClubLine(club.id, club.name, club.members[person.player].role, len(club.inside))
        for club in room.clubs.of(person.player)
    ]


@post("/api/clubs")
async def found(request: Call, data: JSONBody[Name]) -> ClubWire:
    """Found a club."""
    room, person = room_of(request), person_of(request)
    _may_play(person)
    club = await room.clubs.found(data.name, person, room.clock.now(), _reserved(room))
    return _wire(request, club)


def _reserved(room: Room) -> frozenset[str]:
    """Names that only the houses bear."""
    houses = room.houses.values()
    return frozenset(names.bare(title) for h in houses for title in (h.name, h.title))


@post("/api/clubs/join", status_code=200)
async def join(request: Call, data: JSONBody[Brought]) -> ClubWire:
    """Join the club whose code one brings."""
    room, person = room_of(request), person_of(request)
    _may_play(person)
    room.guesses.take(person.player, host_of(request))
    club = await room.clubs.join(codes.plain(data.code), person.player, room.clock.now())
    room.guesses.right(person.player)
    return _wire(request, club)


@get("/api/clubs/{club:str}")
async def one_club(request: Call, club: FromPath[str]) -> ClubWire:
    """A club that one is in."""
    room, person = room_of(request), person_of(request)
    return _wire(request, room.clubs.club(club, person.player))


def _may_play(person: Person) -> None:
    if "player" not in person.roles:
        raise No("forbidden", "clubs are for players")


def _wire(request: Call, club: Club) -> ClubWire:
    room, person = room_of(request), person_of(request)
    language = language_of(request)
    rank = club.rank(person.player)
    invites = rank >= RANKS["steward"]
    lines = [
        MemberLine(
            player,
            room.people.name_of(player),
            room.tastes.avatar(player),
            one.role,
            one.since,
            player in room.connections,
        )
        for player, one in club.members.items()
        if invites or one.role != "out"
    ]
    lines.sort(key=lambda line: -RANKS[line.role])
    return ClubWire(
        club.id,
        club.name,
        club.members[person.player].role,
        len(club.inside),
        club.since,
        club.code if invites else "",
        lines,
        [lobby.line(room.runners[place], language) for place in room.hosting.of_club(club.id)],
    )


@put("/api/clubs/{club:str}/members/{player:str}", status_code=200)
async def appoint(
    request: Call, club: FromPath[str], player: FromPath[str], data: JSONBody[Appointment]
) -> ClubWire:
    """Make a member a steward, the founder or a plain member again, or put them out."""
    room, person = room_of(request), person_of(request)
    body = {"player": player, "role": data.role}
    duty = room.duty(person, "club", club, "", body)
    after = await room.clubs.appoint(club, person.player, player, data.role, duty)
    return _wire(request, after)


@put("/api/clubs/{club:str}", status_code=200)
async def rename(request: Call, club: FromPath[str], data: JSONBody[Name]) -> ClubWire:
    """Give a club that one has founded another name."""
    room, person = room_of(request), person_of(request)
    duty = room.duty(person, "club", club, "", {"name": data.name})
    after = await room.clubs.rename(club, person.player, data.name, _reserved(room), duty)
    return _wire(request, after)


@delete("/api/clubs/{club:str}", status_code=200)
async def dissolve(request: Call, club: FromPath[str]) -> list[ClubLine]:
    """Dissolve a club that one has founded; the clubs that are left."""
    room, person = room_of(request), person_of(request)
    duty = room.duty(person, "club", club, "", {"dissolved": True})
    await room.clubs.dissolve(club, person.player, duty)
    return _mine(room, person)


@delete("/api/clubs/{club:str}/me", status_code=200)
async def leave(request: Call, club: FromPath[str]) -> list[ClubLine]:
    """Leave a club; the clubs that are left."""
    room, person = room_of(request), person_of(request)
    await room.clubs.leave(club, person.player)
    return _mine(room, person)


@post("/api/clubs/{club:str}/code", status_code=200)
async def renew(request: Call, club: FromPath[str]) -> ClubWire:
    """Another invitation; the old one is void."""
    room, person = room_of(request), person_of(request)
    return _wire(request, await room.clubs.renew(club, person.player))


# What was played at its tables.


@get("/api/clubs/{club:str}/standings")
async def club_standings(
    request: Call,
    club: FromPath[str],
    period: FromQuery[Period] = "month",
    game: FromQuery[str] = "",
    who: FromQuery[Who] = "people",
) -> list[Board]:
    """Who has won most at the club's tables, in each money."""
    room, person = room_of(request), person_of(request)
    room.clubs.club(club, person.player)
    h = schema.hosted.c
    query = sa.select(h.place, h.currency).where(h.club == club)
    query = query.where(h.game == game) if game else query
    moneys = {row.place: row.currency for row in await room.store.rows(query)}
    return await standings(room, person, period, who, moneys)


@get("/api/clubs/{club:str}/hands")
async def club_hands(
    request: Call,
    club: FromPath[str],
    before: FromQuery[float] = 0,
    count: Count = 50,
    game: FromQuery[str] = "",
) -> list[HandLine]:
    """The hands of the club's tables, newest first: one's own as one's seat saw them, the others
    as anybody at the table did.
    """
    room, person = room_of(request), person_of(request)
    room.clubs.club(club, person.player)
    rows = await room.store.rows(_hands(club, person.player, before, game).limit(count))
    return await asyncio.to_thread(lambda: [mine.line(row) for row in rows])


@get("/api/clubs/{club:str}/hands.zip")
async def club_archive(
    request: Call,
    club: FromPath[str],
    form: FromQuery[Form] = "hand",
    before: FromQuery[float] = 0,
    game: FromQuery[str] = "",
) -> Response[bytes]:
    """All these hands as text, a file to each table."""
    room, person = room_of(request), person_of(request)
    room.clubs.club(club, person.player)
    rows = await room.store.rows(_hands(club, person.player, before, game).limit(MOST_SAVED))
    return await histories.packed(room, form, histories.oldest_first(rows))


@get("/api/clubs/{club:str}/hands/{house:str}/{table:str}/{hand:int}")
async def club_hand(
    request: Call,
    club: FromPath[str],
    house: FromPath[str],
    table: FromPath[str],
    hand: FromPath[int],
) -> HandStory:
    """One of them, to be seen again."""
    room, person = room_of(request), person_of(request)
    room.clubs.club(club, person.player)
    h, place = schema.hands.c, f"{house}/{table}"
    query = _hands(club, person.player).where(h.place == place, h.no == hand)
    row = await room.store.row(query)
    if row is None:
        raise No("not_found", "the club has not played this hand, or it is not over")
    return await mine.story(room, row, place, hand, row.seat)


def _hands(club: str, player: str, before: float = 0, game: str = "") -> sa.Select[Any]:
    """The hands of a club's tables, as one player saw them."""
    t = schema.hosted.c
    tables = schema.hands.c.place.in_(sa.select(t.place).where(t.club == club))
    return mine.seen_by(player, tables, before, game)


HANDLERS: list[Any] = [
    my_clubs,
    found,
    join,
    one_club,
    rename,
    dissolve,
    appoint,
    leave,
    renew,
    club_standings,
    club_hands,
    club_archive,
    club_hand,
]
