"""Private tables, over REST: what may be chosen, opening one, coming in, and the host's acts."""

from typing import Annotated, Any, Literal

from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from croupier.houses import Level, Pace, hosting
from croupier.houses.hosting import Choice, Offer, Stakes
from croupier.server.api.common import Call, host_of, language_of, person_of, room_of
from croupier.server.live.hosting import OWN, Hosted
from croupier.server.live.room import Room
from croupier.server.people import codes
from croupier.server.people.directory import Person
from croupier.server.refusals import No
from croupier.speech import french


class Form(Struct):
    """What a host may choose."""

    offers: list[Offer]
    bots: int
    """The most bots at a table."""
    own: int
    """How many tables one may host at once."""


class Wish(Struct):
    """A table that somebody wants to open."""

    table: Annotated[str, Meta(max_length=120)]
    stakes: Stakes = "house"
    seats: Annotated[int, Meta(ge=0, le=100)] = 0
    pace: Pace = "usual"
    bots: Annotated[int, Meta(ge=0, le=9)] = 0
    level: Level | None = None
    club: Annotated[str, Meta(max_length=40)] = ""


class Brought(Struct):
    """A code that somebody brings."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]


class Door(Struct):
    """What a code opens: a table, or the way into a club."""

    table: str = ""
    club: str = ""
    """The name of the club; one joins it with the same code."""


class Company(Struct):
    """Somebody who was put out of a table."""

    player: str
    name: str


class PrivateWire(Struct):
    """A private table, for those who may come to it."""

    table: str
    code: str
    host: str
    host_name: str
    yours: bool
    """Whether one may run it: as its host, or as a steward of its club."""
    club: str
    club_name: str
    pausing: bool
    """Whether it stands still when the hand in play is over."""
    closing: bool
    out: list[Company]


Act = Literal["pause", "resume", "remove", "readmit", "renew", "close"]


class HostAct(Struct):
    """Something that a host does."""

    act: Act
    player: Annotated[str, Meta(max_length=120)] = ""


@get("/api/private")
async def form(request: Call) -> Form:
    """What a host may choose, by the tables of the houses."""
    room, language = room_of(request), language_of(request)
    offers = [
        hosting.offer(house, sheet)
        for house in room.houses.values()
        for sheet in room.estate.patterns(house.name).values()
    ]
    said = [_said(one, language) for one in offers]
    return Form(said if room.settings.private_tables else [], room.settings.bots, OWN)


def _said(offer: Offer, language: str) -> Offer:
    title, house = french.say(offer.title, language), french.say(offer.house, language)
    return replace(offer, title=title, house=house)


@post("/api/private")
async def open_table(request: Call, data: JSONBody[Wish]) -> PrivateWire:
    """Open a table of one's own."""
    room, person = room_of(request), person_of(request)
    named, _, table = data.table.partition("/")
    house = room.houses.get(named)
    pattern = room.estate.patterns(named).get(table) if house else None
    if house is None or pattern is None:
        raise No("no_table", "there is no table {TABLE}", TABLE=data.table)
    if data.club:
        room.clubs.club(data.club, person.player)
    bots = min(data.bots, room.settings.bots)
    choice = Choice(data.table, data.stakes, data.seats, data.pace, bots, data.level)
    one = await room.hosting.open(person, house, pattern, choice, data.club)
    return _wire(room, one, person)


@post("/api/codes", status_code=200)
async def bring(request: Call, data: JSONBody[Brought]) -> Door:
    """What a code opens; whoever brings a table's code may come to it from now on."""
    room, person = room_of(request), person_of(request)
    room.guesses.take(person.player, host_of(request))
    code = codes.plain(data.code)
    club, one = room.clubs.behind(code), await room.hosting.enter(code, person.player)
    if one is None and club is None:
        raise No("not_found", "no table and no club has this code: has it been changed?")
    room.guesses.right(person.player)
    return Door(one.place if one else "", club.name if club else "")


@get("/api/tables/{house:str}/{table:str}/host")
async def private_table(request: Call, house: FromPath[str], table: FromPath[str]) -> PrivateWire:
    """A private table: its code, and who hosts it."""
    room, person = room_of(request), person_of(request)
    return _wire(room, room.hosting.one(f"{house}/{table}", person.player), person)


@post("/api/tables/{house:str}/{table:str}/host", status_code=200)
async def host_act(
    request: Call, house: FromPath[str], table: FromPath[str], data: JSONBody[HostAct]
) -> PrivateWire:
    """What its host does: nothing that moves a chip, and nothing that shows a card."""
    room, person = room_of(request), person_of(request)
    desk = room.hosting
    one = desk.one(f"{house}/{table}", person.player)
    if data.act == "remove":
        await desk.remove(one, person, data.player)
    elif data.act == "readmit":
        await desk.readmit(one, person, data.player)
    else:
        acts = {
            "pause": desk.pause,
            "resume": desk.resume,
            "renew": desk.renew,
            "close": desk.close,
        }
        await acts[data.act](one, person)
    return _wire(room, one, person)


def _wire(room: Room, one: Hosted, person: Person) -> PrivateWire:
    club, runner = room.clubs.known.get(one.club), room.runners.get(one.place)
    name = room.people.name_of
    return PrivateWire(
        one.place,
        one.code,
        one.host,
        name(one.host),
        room.hosting.yours(one, person.player),
        one.club,
        club.name if club else "",
        one.pausing is not None,
        runner is None or runner.board.closing is not None,
        [Company(player, name(player)) for player in sorted(one.out, key=name)],
    )


HANDLERS: list[Any] = [form, open_table, bring, private_table, host_act]
