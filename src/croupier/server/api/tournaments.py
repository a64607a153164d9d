"""Tournaments over REST: what is announced and played, and what the staff does in one."""

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct, to_builtins
from msgspec.structs import asdict

from croupier.core.asks import Refused
from croupier.room.tournament import commands
from croupier.server.api.common import (
    Answer,
    Call,
    language_of,
    person_of,
    preview_journalled,
    room_of,
)
from croupier.server.books import events
from croupier.server.books.texts import Reason
from croupier.server.live.bulletins import TournamentLine, TournamentWire
from croupier.server.live.director import Director
from croupier.server.live.errands import seed
from croupier.server.live.room import Room
from croupier.server.people import duties
from croupier.server.people.directory import Person
from croupier.server.refusals import No


@get("/api/tournaments")
async def announced(request: Call) -> list[TournamentLine]:
    """All tournaments that can be entered or looked at, those that can be entered first."""
    room, language = room_of(request), language_of(request)
    player = _reader(request)
    found = sorted(room.tournaments.directors.values(), key=_order)
    return [director.announcing.line(language, player) for director in found]


def _order(director: Director) -> tuple[bool, int]:
    """Those that can be entered first, as the sheet of the house has them."""
    events = list(director.house.tournaments)
    key = director.event_name.partition("/")[2]
    return not director.event.registering, events.index(key) if key in events else len(events)


@get("/api/tournaments/{house:str}/{name:str}")
async def one(request: Call, house: FromPath[str], name: FromPath[str]) -> TournamentWire:
    """All about one, also when it is long over."""
    director = await room_of(request).tournaments.recalled(f"{house}/{name}")
    return director.announcing.whole(language_of(request), _reader(request))


def _reader(request: Call) -> str:
    """Who reads, or nothing for a stranger."""
    try:
        return person_of(request).player
    except No:
        return ""


# The staff.


class EventAct(Struct):
    """An act of the staff in a tournament."""

    act: duties.EventAct
    why: Reason
    preview: bool = False
    id: Annotated[str, Meta(max_length=64)] = ""
    player: str = ""
    table: Annotated[int, Meta(ge=0, le=10_000)] = 0
    seat: Annotated[int, Meta(ge=0, le=10)] = 0
    level: Annotated[int, Meta(ge=0, le=200)] = 0
    """The place in the levels, from 0 on, breaks counted."""
    hands: Annotated[int, Meta(ge=0, le=100)] = 0
    levels: Annotated[int, Meta(ge=0, le=20)] = 0
    """Of a penalty, that of now among them."""
    place: Annotated[int, Meta(ge=0, le=10_000)] = 0
    seconds: Annotated[float, Meta(ge=0, le=24 * 3600)] = 0


@post("/api/staff/tournaments/{house:str}/{name:str}", status_code=200)
async def act_in_tournament(
    request: Call, house: FromPath[str], name: FromPath[str], data: JSONBody[EventAct]
) -> Answer:
    """An act in a tournament, or a preview of what it would lead to."""
    room, by = room_of(request), person_of(request)
    director = room.tournaments.of(f"{house}/{name}")
    duties.must(by, duties.EVENT_ACTS[data.act])
    duties.not_own(by, data.player, *director.event.entrants)
    command = _command(data, by.name)
    if data.preview:
        await preview_journalled(room, by, director.name, data.why, data)
        return Response(await _preview(room, director, command))
    return Response(await _act(room, by, director, command, data))


def _command(data: EventAct, by: str) -> commands.Command:
    kind = commands.KINDS[data.act]
    known = asdict(data) | {"by": by, "seed": seed()}
    return kind(**{name: known[name] for name in kind.__struct_fields__ if name in known})


async def _preview(room: Room, director: Director, command: commands.Command) -> dict[str, Any]:
    """Done to a tournament that is thrown away, read from the books."""
    found = await events.record(room.store, director.name, director.event.sheet)
    try:
        done = found.do(command, room.clock.now())
    except Refused as refused:
        raise No.to(refused, director.house.money) from None
    notices = [to_builtins(director.announcing.notice(notice)) for notice in done.notices]
    return {"moves": to_builtins(done.moves), "notices": notices, "done": False}


async def _act(
    room: Room, by: Person, director: Director, command: commands.Command, data: EventAct
) -> dict[str, Any]:
    duty = room.duty(by, data.act, director.name, data.why, to_builtins(data))
    await director.ask(command, by.player, data.id, duty)
    return {"moves": [], "notices": [], "done": True}


HANDLERS = [announced, one, act_in_tournament]
