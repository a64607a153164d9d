"""One's own things: account, history, limits, over REST."""

import asyncio
from copy import deepcopy
from typing import Annotated, Any, Literal

import sqlalchemy as sa
from litestar import get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import UNSET, Meta, Struct, UnsetType

from croupier.core import catalogue, journals, prices
from croupier.core.asks import Decision, Refused, spoken
from croupier.core.cards import Card
from croupier.core.felt import HOUSE, Event, Seat, Spot
from croupier.core.hand import Hand
from croupier.core.phrases import Amount
from croupier.histories.glance import Glance, glance
from croupier.room import ledger
from croupier.room.terms import SeatingTerms
from croupier.server.api.common import Call, language_of, own_hand, person_of, room_of
from croupier.server.api.lines import PostingLine
from croupier.server.books import schema
from croupier.server.books.store import Batch
from croupier.server.live import sight, wire
from croupier.server.live.room import Room
from croupier.server.live.runner import Runner
from croupier.server.people.directory import Person
from croupier.server.people.limits import LIMITS, Limits
from croupier.server.refusals import No, Refusal

Count = Annotated[int, QueryParameter(ge=1, le=500)]
Result = Literal["", "won", "lost", "void"]
LARGE = 100_000
"""Bytes of a journal that is not read again for a list: a hand of thousands of players."""
Chosen = Annotated[int, Meta(ge=0, le=10**12)] | UnsetType


class Me(Struct):
    """Oneself."""

    player: str
    name: str
    roles: list[str]
    balance: int
    tables: dict[str, int]
    limits: Limits
    notice: str


class HandLine(Struct):
    """A hand that one has played."""

    table: str
    hand: int
    game: str
    at: float
    seat: int
    net: int
    void: bool
    cards: Glance
    """Those that one saw, one's own first; none of a hand too large to be read for a list."""


class SeatName(Struct):
    """Who was dealt into a seat."""

    seat: int
    name: str
    bot: bool


class HandStory(Struct):
    """A hand as one saw it."""

    table: str
    hand: int
    game: str
    rules: dict[str, Any]
    seat: int
    chips: list[tuple[Spot, int]]
    events: list[Event]
    void: bool
    names: list[SeatName]
    readings: list[wire.ReadingWire]
    """As they were at the end."""


class Thought(Struct):
    """An answer that somebody thinks of."""

    act: str
    cards: tuple[Card, ...] = ()


class Considered(Struct):
    """What the cards would then be, or why it is not allowed."""

    readings: list[wire.ReadingWire]
    refusal: Refusal | None


class Account(Struct):
    """What an account holds now."""

    balance: int


class Wanted(Struct):
    """Limits to be changed; those left out stay."""

    deposit_day: Chosen = UNSET
    loss_day: Chosen = UNSET
    session_minutes: Chosen = UNSET
    reality_minutes: Chosen = UNSET


class Ban(Struct):
    """How long one wants to be kept out."""

    days: Annotated[int, Meta(ge=1, le=3650)]


class Until(Struct):
    """When a ban ends."""

    until: float


@get("/api/me")
async def me(request: Call) -> Me:
    """Oneself."""
    room, person = room_of(request), person_of(request)
    return Me(
        person.player,
        person.name,
        sorted(person.roles),
        room.books.balance(person.player),
        room.seats(person.player),
        person.limits.at(room.clock.now()),
        room.settings.worded_notice(language_of(request)),
    )


@get("/api/me/hands")
async def my_hands(
    request: Call,
    before: FromQuery[float] = 0,
    count: Count = 50,
    table: FromQuery[str] = "",
    game: FromQuery[str] = "",
    result: FromQuery[Result] = "",
    since: FromQuery[float] = 0,
) -> list[HandLine]:
    """One's own hands, newest first."""
    room, person = room_of(request), person_of(request)
    query = played(person.player, before, table, game, result, since)
    query = query.add_columns(schema.hands.c.journal)
    rows = await room.store.rows(query.limit(count))
    return await asyncio.to_thread(lambda: [line(row) for row in rows])


def line(row: Any) -> HandLine:
    """A hand at a glance, as its seat saw it."""
    cards = _seen(journals.read(row.journal), row.seat) if len(row.journal) < LARGE else []
    net, void = row.net, bool(row.void)
    return HandLine(row.place, row.hand, row.game, row.at, row.seat, net, void, cards)


def _seen(told: Hand, seat: Seat) -> Glance:
    """The cards of a hand that one has seen, at a glance."""
    return glance(feed(told, seat), seat, told.opening.game.LAYOUT)


def feed(told: Hand, seat: Seat) -> list[Event]:
    """The events of a hand as one's own seat was told them."""
    audience = SeatingTerms.of(told.opening.game, told.opening.rules).audience
    return [sight.redacted(event, seat) for event in audience.story(told.events).told(seat)]


def played(
    player: str, before: float, table: str, game: str, result: Result, since: float
) -> sa.Select[Any]:
    """Which of a player's hands a filter shows, newest first."""
    p, h = schema.played.c, schema.hands.c
    join = sa.and_(h.place == p.place, h.no == p.hand)
    query = sa.select(p.place, p.hand, h.game, p.at, p.seat, p.net, h.void).select_from(
        schema.played.join(schema.hands, join)
    )
    query = query.where(p.player == player)
    query = query.where(p.at < before) if before else query
    query = query.where(p.at >= since) if since else query
    query = query.where(p.place == table) if table else query
    query = query.where(h.game == game) if game else query
    ended = {"won": p.net > 0, "lost": p.net < 0, "void": h.void == 1}
    query = query.where(ended[result]) if result else query
    return query.order_by(p.at.desc())


def seen_by(
    player: str, tables: sa.ColumnElement[bool], before: float = 0, game: str = ""
) -> sa.Select[Any]:
    """The hands of some tables, newest first, each with the seat of one player, if any; the hands
    of others are seen as anybody at the table saw them.
    """
    h, p = schema.hands.c, schema.played.c
    own = sa.and_(p.place == h.place, p.hand == h.no, p.player == player)
    query = sa.select(
        h.place,
        h.no.label("hand"),
        h.game,
        h.at,
        sa.func.coalesce(p.seat, HOUSE).label("seat"),
        sa.func.coalesce(p.net, 0).label("net"),
        h.void,
        h.journal,
    ).select_from(schema.hands.outerjoin(schema.played, own))
    query = query.where(tables)
    query = query.where(h.at < before) if before else query
    query = query.where(h.game == game) if game else query
    return query.order_by(h.at.desc())


@get("/api/me/hands/{house:str}/{table:str}/{hand:int}")
async def my_hand(
    request: Call, house: FromPath[str], table: FromPath[str], hand: FromPath[int]
) -> HandStory:
    """One hand, as one's own seat saw it."""
    room, person = room_of(request), person_of(request)
    place = f"{house}/{table}"
    row, seat = await own_hand(room, person, place, hand)
    return await story(room, row, place, hand, seat)


async def story(room: Room, row: Any, place: str, hand: int, seat: Seat) -> HandStory:
    """A hand as a seat saw it; 0 is the public."""
    told = journals.read(row.journal)
    opening = told.opening
    audience = SeatingTerms.of(opening.game, opening.rules).audience
    seated = {line.seat: line for line in await names(room, place, hand)}
    return HandStory(
        place,
        hand,
        catalogue.name(opening.game),
        prices.plain(opening.rules),
        seat,
        list(audience.chips(opening.chips, seat, opening.game.LAYOUT).items()),
        feed(told, seat),
        bool(row.void),
        [seated[one] for one in audience.seats(seated, seat)],
        sight.readings(told, seat),
    )


async def names(room: Room, place: str, hand: int) -> list[SeatName]:
    """Who was dealt into the seats of a hand."""
    p = schema.played.c
    query = sa.select(p.seat, p.player).where(p.place == place, p.hand == hand).order_by(p.seat)
    return [
        SeatName(row.seat, room.people.name_of(row.player), row.player not in room.people.known)
        for row in await room.store.rows(query)
    ]


@post("/api/tables/{house:str}/{table:str}/consider", status_code=200)
async def consider(
    request: Call, house: FromPath[str], table: FromPath[str], data: JSONBody[Thought]
) -> Considered:
    """What one's own cards would be called after a decision; nothing is done."""
    room, person = room_of(request), person_of(request)
    runner = room.runner(f"{house}/{table}", person.player)
    async with runner.calm:
        return _considered(runner, person, data, language_of(request))


def _considered(runner: Runner, person: Person, data: Thought, language: str) -> Considered:
    hand, seat = runner.table.hand, runner.hand_seat(person.player)
    if not seat:
        raise No("not_seated", "you were not dealt into this hand")
    if hand is None or not hand.asked(seat):
        raise No("not_asked", "you have nothing to decide now")
    try:
        decision = Decision(spoken(data.act), cards=data.cards)
        return Considered(sight.considered(hand, seat, decision), None)
    except Refused as refused:
        no = No.to(refused, runner.house.money)
        return Considered([], no.said(language))


@get("/api/me/postings")
async def my_postings(
    request: Call, before: FromQuery[int] = 0, count: Count = 100
) -> list[PostingLine]:
    """One's own lines of the ledger, newest first."""
    room, person = room_of(request), person_of(request)
    c = schema.postings.c
    mine = ledger.own(person.player)
    query = sa.select(schema.postings).where(sa.or_(c.src.in_(mine), c.dst.in_(mine)))
    query = query.where(c.no < before) if before else query
    rows = await room.store.rows(query.order_by(c.no.desc()).limit(count))
    return [PostingLine(r.no, r.id, r.at, r.src, r.dst, r.amount, r.why) for r in rows]


@post("/api/me/chips", status_code=200)
async def more_chips(request: Call) -> Account:
    """New play chips in the demo house, up to what it gives."""
    room, person = room_of(request), person_of(request)
    if not room.settings.demo:
        raise No("forbidden", "chips are bought from the cashier")
    async with room.lock(person.player):
        held = room.books.coming(ledger.player(person.player)) + _on_tables(room, person.player)
        missing = room.settings.demo_chips - held
        if missing <= 0:
            raise No(
                "not_allowed",
                "you have {amount}: new chips are given only below the starting amount",
                amount=Amount(held),
            )
        await room.care.check_deposit(person.player, missing)
        batch = Batch()
        room.issue(batch, person.player, missing, "play chips", by="room")
        await room.store.commit(batch)
    return Account(room.books.balance(person.player))


def _on_tables(room: Room, player: str) -> int:
    return sum(
        room.runners[name].table.chips.get((seat, "stack"), 0)
        for name, seat in room.seats(player).items()
    )


@get("/api/me/limits")
async def my_limits(request: Call) -> Limits:
    """One's own limits."""
    return person_of(request).limits.at(room_of(request).clock.now())


@put("/api/me/limits")
async def set_limits(request: Call, data: JSONBody[Wanted]) -> Limits:
    """Tighter at once, looser after 24 hours."""
    room, person = room_of(request), person_of(request)
    limits, batch = deepcopy(person.limits), Batch()
    for name in LIMITS:
        value = getattr(data, name)
        if value is not UNSET:
            limits.change(name, value, room.clock.now())
    room.people.change(batch, person, limits=limits)
    await room.store.commit(batch)
    return person.limits


@post("/api/me/exclusion", status_code=200)
async def exclude(request: Call, data: JSONBody[Ban]) -> Until:
    """No play until then; nobody can take it back."""
    room, person = room_of(request), person_of(request)
    limits, batch = deepcopy(person.limits), Batch()
    until = limits.exclude(data.days, room.clock.now())
    room.people.change(batch, person, limits=limits)
    await room.store.commit(batch)
    await room.care.rest(person.player)
    return Until(until)


HANDLERS = [
    me,
    my_hands,
    my_hand,
    consider,
    my_postings,
    more_chips,
    my_limits,
    set_limits,
    exclude,
]
