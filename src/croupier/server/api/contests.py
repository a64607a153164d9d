"""What is left of a tournament, over REST: its hands, and its summary once it is over."""

import asyncio
from typing import Any, Literal

import sqlalchemy as sa
from litestar import Response, get
from litestar.params import FromPath, FromQuery

from croupier.histories import Unsayable
from croupier.histories.summaries import WRITERS, Finish, Summary
from croupier.houses import stakes
from croupier.room.tournament.record import Record
from croupier.server.api import histories, mine
from croupier.server.api.common import Call, person_of, room_of
from croupier.server.api.histories import MOST_SAVED, Form
from croupier.server.api.mine import Count, HandLine, HandStory
from croupier.server.books import events, schema
from croupier.server.live.room import Room
from croupier.server.refusals import No

SummaryForm = Literal["ots", "stars"]


@get("/api/tournaments/{house:str}/{name:str}/hands")
async def tournament_hands(
    request: Call,
    house: FromPath[str],
    name: FromPath[str],
    before: FromQuery[float] = 0,
    count: Count = 50,
) -> list[HandLine]:
    """The hands of a tournament, newest first: one's own as one's seat saw them, the others as
    anybody at the table did.
    """
    room, person = room_of(request), person_of(request)
    query = await _hands(room, f"{house}/{name}", person.player, before)
    rows = await room.store.rows(query.limit(count))
    return await asyncio.to_thread(lambda: [mine.line(row) for row in rows])


@get("/api/tournaments/{house:str}/{name:str}/hands.zip")
async def tournament_archive(
    request: Call, house: FromPath[str], name: FromPath[str], form: FromQuery[Form] = "hand"
) -> Response[bytes]:
    """The newest of them as text, a file to each table."""
    room, person = room_of(request), person_of(request)
    query = await _hands(room, f"{house}/{name}", person.player)
    rows = await room.store.rows(query.limit(MOST_SAVED))
    return await histories.packed(room, form, histories.oldest_first(rows))


@get("/api/tournaments/{house:str}/{name:str}/hands/{number:int}/{hand:int}")
async def tournament_hand(
    request: Call,
    house: FromPath[str],
    name: FromPath[str],
    number: FromPath[int],
    hand: FromPath[int],
) -> HandStory:
    """One of them, at the table of this number, to be seen again."""
    room, person = room_of(request), person_of(request)
    h, place = schema.hands.c, f"{house}/{name}-{number}"
    query = await _hands(room, f"{house}/{name}", person.player)
    row = await room.store.row(query.where(h.place == place, h.no == hand))
    if row is None:
        raise No("not_found", "the tournament has not had this hand, or it is not over")
    return await mine.story(room, row, place, hand, row.seat)


async def _hands(room: Room, name: str, player: str, before: float = 0) -> sa.Select[Any]:
    """The hands of a tournament's tables, as one player saw them."""
    await room.tournaments.row(name)
    tables = schema.hands.c.place.startswith(f"{name}-", autoescape=True)
    return mine.seen_by(player, tables, before)


@get("/api/tournaments/{house:str}/{name:str}/summary")
async def tournament_summary(
    request: Call, house: FromPath[str], name: FromPath[str], form: FromQuery[SummaryForm] = "ots"
) -> Response[bytes]:
    """How a tournament that is over has ended, as a file for a tracker."""
    room, person = room_of(request), person_of(request)
    row = await room.tournaments.row(f"{house}/{name}")
    if row.state != "over":
        raise No("not_allowed", "the summary is written when the tournament is over")
    record, writer = await events.record(room.store, row.name, events.sheet_of(row)), WRITERS[form]
    told = _summary(room, row, record, person.player)
    try:
        return histories.answer(writer.write(told), f"{house}-{name}{writer.suffix}")
    except Unsayable:
        why = "PokerStars has no summary of this game: save it as .ots"
        raise No("not_allowed", why) from None


def _summary(room: Room, row: Any, record: Record, player: str) -> Summary:
    event, house = record.event, row.event.partition("/")[0]
    sheet, reader = event.sheet, event.entrants.get(player)
    ranked = sorted(event.entrants.values(), key=lambda one: (one.place, one.number))
    return Summary(
        contest=histories.contest_at(row, 1),
        game=sheet.game,
        limit=getattr(stakes.rules(stakes.game_of(sheet), sheet, sheet.level(0)), "limit", ""),
        currency=room.houses[house].currency if house in room.houses else "",
        ended_at=histories.utc(record.at),
        pool=sum(one.prize for one in ranked),
        added=event.till.overlay,
        entries=event.standings.entries,
        rebuy_cost=sheet.rebuy_cost + sheet.rebuy_fee if sheet.rebuys else 0,
        add_on_cost=sheet.add_on.price if sheet.add_on else 0,
        finishes=tuple(
            Finish(one.name, one.place, one.prize, one.bounties, one.rebuys, int(one.added))
            for one in ranked
        ),
        seen=reader.name if reader else "",
    )


HANDLERS: list[Any] = [
    tournament_hands,
    tournament_archive,
    tournament_hand,
    tournament_summary,
]
