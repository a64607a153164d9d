"""A second person: what one member of the staff asked for and another confirms, over REST."""

from typing import Any

import msgspec
import sqlalchemy as sa
from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from croupier.server.api import cashier, corrections, staff
from croupier.server.api.cashier import Cash
from croupier.server.api.common import Call, person_of, room_of
from croupier.server.api.staff import Act
from croupier.server.books import schema
from croupier.server.books.store import Batch
from croupier.server.books.texts import Reason
from croupier.server.live.room import Room, decoded
from croupier.server.people import duties
from croupier.server.people.directory import Person
from croupier.server.refusals import No


class Verdict(Struct):
    """What the second person says."""

    accept: bool
    why: Reason


@get("/api/staff/requests")
async def requests(request: Call) -> list[dict[str, Any]]:
    """Acts that wait for a second person."""
    room = room_of(request)
    c = schema.requests.c
    rows = await room.store.rows(sa.select(schema.requests).where(c.state == "open").order_by(c.no))
    return [
        {
            "request": r.no,
            "what": r.what,
            "by": r.by,
            "name": room.people.name_of(r.by),
            "at": r.at,
            "body": (body := decoded(r.body)),
            "player": room.people.name_of(body.get("player", "")),
        }
        for r in rows
    ]


@post("/api/staff/requests/{number:int}", status_code=200)
async def second(request: Call, number: FromPath[int], data: JSONBody[Verdict]) -> dict[str, Any]:
    """Accept or decline what another person asked for."""
    room = room_of(request)
    by = person_of(request)
    async with room.lock("requests"):
        row = await room.store.row(sa.select(schema.requests).where(schema.requests.c.no == number))
        if row is None or row.state != "open":
            raise No("not_found", "no request with this number is waiting")
        duties.second(room, by, row)
        done = await _second(room, by, row) if data.accept else {"done": False}
        await _settle(room, by, row, data)
    return done


async def _second(room: Room, by: Person, row: Any) -> dict[str, Any]:
    body = decoded(row.body)
    if row.what == "act":
        runner, hand = room.runner(body.pop("table")), body.pop("hand", 0)
        if body["act"] == "rule" and (runner.table.hand is None or runner.table.deals != hand):
            raise No("stale", "hand {hand} is over: correct what it has paid", hand=hand)
        data = msgspec.convert(body, Act)
        staff.may_act(by, runner, data)
        return await staff.act(room, by, runner, data, asked_by=row.by)
    if row.what in ("correction", "cash correction"):
        return await corrections.confirmed(room, by, body, asked_by=row.by)
    duties.not_own(by, body["player"])
    return await cashier.cash(room, by, row.what, msgspec.convert(body, Cash), asked_by=row.by)


async def _settle(room: Room, by: Person, row: Any, data: Verdict) -> None:
    batch = Batch()
    state = "accepted" if data.accept else "declined"
    batch.updates.append(
        sa.update(schema.requests).where(schema.requests.c.no == row.no).values(state=state)
    )
    body = {"request": row.no, "what": row.what, "asked_by": row.by}
    batch.add(schema.duties, **room.duty(by, f"request {state}", "", data.why, body))
    await room.store.commit(batch)


HANDLERS = [requests, second]
