"""The staff at the tables: acts and rulings, incidents, the journal, over REST."""

from typing import Annotated, Any, Final

import sqlalchemy as sa
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct, to_builtins
from msgspec.structs import asdict

from croupier.core import prices
from croupier.core.asks import Decision, spoken
from croupier.core.felt import NOWHERE, Spot
from croupier.core.phrases import Phrase
from croupier.room import commands, ledger, news
from croupier.room.acts import Command
from croupier.room.ledger import Posting
from croupier.server.api import floor
from croupier.server.api.common import (
    Answer,
    Call,
    ask_second,
    language_of,
    person_of,
    preview_journalled,
    room_of,
)
from croupier.server.api.papers import shift_of
from croupier.server.books import reports, schema
from croupier.server.books.store import Batch
from croupier.server.books.texts import Reason
from croupier.server.live.errands import Outcome, seed
from croupier.server.live.room import Room, decoded
from croupier.server.live.runner import Runner
from croupier.server.people import duties
from croupier.server.people.directory import Person
from croupier.server.people.notices import Notice

Count = Annotated[int, QueryParameter(ge=1, le=1000)]


class Act(Struct):
    """An act at a table."""

    act: duties.TableAct
    why: Reason
    preview: bool = False
    id: Annotated[str, Meta(max_length=64)] = ""
    ruling: str = "void"
    amount: Annotated[int, Meta(ge=-(10**12), le=10**12)] = 0
    """Chips; in a ruling which pot, from 0, or which card of the spot, from 1: never its face."""
    spot: Spot = NOWHERE
    player: str = ""
    seat: Annotated[int, Meta(ge=0, le=10_000)] = 0
    emergency: bool = False
    version: str = ""
    count: Annotated[int, Meta(ge=0, le=100)] | None = None
    """Of last hands; nothing: as many as the house has."""


LARGE: Final = ("rule", "adjust_stack")
"""Acts that take two persons when they move much."""


def _command(act: Act, by: str, runner: Runner) -> Command:
    """The command of an act: what was sent, and what the room itself puts in."""
    ruling = Decision(spoken(act.ruling), act.amount, act.spot, by=by, why=act.why)
    rules = prices.plain(runner.sheet.rules)
    known = {"by": by, "seed": seed(), "ruling": ruling, "rules": rules}
    return commands.made(act.act, asdict(act) | known)


@post("/api/staff/tables/{house:str}/{table:str}", status_code=200)
async def act_at_table(
    request: Call, house: FromPath[str], table: FromPath[str], data: JSONBody[Act]
) -> Answer:
    """An act at a table, or a preview of what it would move."""
    room, by = room_of(request), person_of(request)
    runner = room.runner(f"{house}/{table}")
    may_act(by, runner, data)
    if data.act == "pause" and runner.table.paused_since is not None:
        return Response(await _explained(room, by, runner, data))
    if data.preview:
        await preview_journalled(room, by, runner.name, data.why, data)
    seen = await runner.ask(_command(data, by.name, runner), preview=True)
    if data.preview:
        return Response({"moves": _lines(seen.moves), "done": False, "cut": seen.cut})
    moved = _size(runner, data, seen) if data.act in LARGE else 0
    before = await duties.alone(room, LARGE, by=by.player) if moved else 0
    if moved and before + moved > room.settings.second_person_above_ruling:
        body = {"table": runner.name, "hand": runner.table.deals, **to_builtins(data)}
        if data.act == "rule" and runner.table.paused_since is None:
            # Nothing moves until it is confirmed.
            await act(room, by, runner, Act("pause", data.why))
        return await ask_second(room, by, "act", body)
    return Response(await act(room, by, runner, data, moved=moved))


async def _explained(room: Room, by: Person, runner: Runner, data: Act) -> dict[str, Any]:
    """A table is paused at once; why is written down when there is time."""
    batch = Batch()
    batch.add(schema.duties, **room.duty(by, "pause", runner.name, data.why, to_builtins(data)))
    await room.store.commit(batch)
    return {"moves": [], "done": True}


def may_act(by: Person, runner: Runner, data: Act) -> None:
    """Refuse an act that is another's duty, or on one's own seat or hand."""
    duties.must(by, duties.TABLE_ACTS[data.act])
    duties.not_at(by, runner)
    duties.not_own(by, data.player)


def _size(runner: Runner, data: Act, seen: Outcome) -> int:
    """How much a ruling gives back, or gives to one, or an adjustment moves."""
    if data.act == "rule" and data.ruling == "award pot":
        stack = str(ledger.spot(runner.name, data.spot[0], "stack"))
        return sum(move.amount for move in seen.moves if move.dst == stack)
    if data.act == "rule" and data.ruling not in ("void", "misdeal", "fouled deck"):
        return 0
    return sum(move.amount for move in seen.moves)


async def act(room: Room, by: Person, runner: Runner, data: Act, **more: Any) -> dict[str, Any]:
    """Do it, with its line in the journal of the staff and what else belongs there."""
    duty = room.duty(by, data.act, runner.name, data.why, to_builtins(data) | more)
    command = _command(data, by.name, runner)
    done = await runner.ask(command, player=by.player, action=data.id, duty=duty)
    if data.player:
        said = {"BY": by.name, "act": data.act.replace("_", " "), "WHY": data.why}
        room.to(data.player, Notice("staff", Phrase("{BY}: {act}: {WHY}", said), runner.name))
    return {"moves": _lines(done.moves), "done": True}


def _lines(moves: list[Posting]) -> list[dict[str, Any]]:
    return [to_builtins(move) for move in moves]


@get("/api/staff/tables/{house:str}/{table:str}")
async def look_at_table(
    request: Call, house: FromPath[str], table: FromPath[str]
) -> dict[str, Any]:
    """What the staff needs to know of a table; no card that the public does not see."""
    room = room_of(request)
    runner = room.runner(f"{house}/{table}")
    calls = [call for call in await floor.open_calls(room) if call.table == runner.name]
    async with runner.calm:
        return _looked(room, runner, calls, language_of(request))


def _looked(
    room: Room, runner: Runner, calls: list[floor.CallLine], language: str
) -> dict[str, Any]:
    found, now, state = runner.table, room.clock.now(), runner.telling.snapshot("")
    return {
        "state": to_builtins(state),
        "sitters": [to_builtins(news.seated(found, s, who)) for s, who in found.sitters.items()],
        "waiting": to_builtins(state.waiting),
        "overdue": [who.player for s, who in found.sitters.items() if found.overdue(s, now)],
        "consigned": [_kept(room, player, held) for player, held in found.consigned.items()],
        "orphans": [
            _kept(room, entry.player, entry.amount)
            for entry in found.orphans
            if room.books.held(ledger.orphans(entry.player))
        ],
        "calls": to_builtins(calls),
        **floor.about(room, runner, language),
    }


def _kept(room: Room, player: str, amount: int) -> dict[str, Any]:
    """Chips that are kept for somebody (TH-11, TH-12)."""
    return {"player": player, "name": room.people.name_of(player), "amount": amount}


# The journal, reports.


@get("/api/staff/journal")
async def journal(
    request: Call,
    table: FromQuery[str] = "",
    by: FromQuery[str] = "",
    act: FromQuery[str] = "",
    before: FromQuery[int] = 0,
    count: Count = 100,
) -> list[dict[str, Any]]:
    """What the staff did, newest first."""
    room = room_of(request)
    c = schema.duties.c
    query = sa.select(schema.duties).order_by(c.no.desc()).limit(count)
    query = query.where(c.place == table) if table else query
    query = query.where(c.no < before) if before else query
    query = query.where(c.by == by) if by else query
    query = query.where(c.act == act) if act else query
    return [
        {
            "no": row.no,
            "at": row.at,
            "by": row.by,
            "name": room.people.name_of(row.by),
            "act": row.act,
            "table": row.place,
            "why": row.why,
            "body": (body := decoded(row.body)),
            "player": room.people.name_of(body.get("player") or body.get("asked_by") or ""),
        }
        for row in await room.store.rows(query)
    ]


@get("/api/staff/report")
async def report(
    request: Call, since: FromQuery[float] = 0, until: FromQuery[float] = 0
) -> reports.Shift:
    """A shift in numbers, from the ledger."""
    return await shift_of(room_of(request), since, until)


HANDLERS = [act_at_table, look_at_table, journal, report]
