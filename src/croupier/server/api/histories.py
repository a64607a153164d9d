"""Hands as text, over REST: saved one by one or together, read from a file, and their figures.

A person's texts hold what their own seat saw and no more; only the text of an incident holds
everything, for the staff, of a hand that is over.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import Annotated, Any, Literal
from zipfile import ZIP_DEFLATED, ZipFile

import sqlalchemy as sa
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from croupier import histories
from croupier.core import catalogue, journals, prices
from croupier.core.felt import HOUSE, Seat, View
from croupier.core.hand import Opening
from croupier.histories import About, BadHistory, Contest, Story, told
from croupier.histories.figures import Figures, facts, figures, priced, table_of
from croupier.lab import form
from croupier.room import ledger
from croupier.room.terms import SeatingTerms
from croupier.server.api import mine
from croupier.server.api.common import Call, own_hand, person_of, room_of
from croupier.server.api.mine import HandStory, Result, SeatName
from croupier.server.books import events, schema
from croupier.server.live import laboratory, sight
from croupier.server.live.room import Room
from croupier.server.refusals import No

Form = Literal["hand", "phh", "ohh", "stars"]
MOST_SAVED = 1000
"""Hands in one archive, the newest."""
MOST_COUNTED = 2000
"""Hands that figures are made of, the newest."""
MOST_LEVELS = 60
"""Levels of a tournament, those after the printed ones counted."""
MOST_READ = 50
"""Hands that are read from one file."""
LONGEST_LINE = 4000
SOON = 5.0
"""Seconds that figures wait for the lab's prices; without them they are told as they are."""


class Dropped(Struct):
    """A file that somebody wants to see again."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    text: Annotated[str, Meta(min_length=1, max_length=60_000)]


class Saved(Struct):
    """A hand on its way into a file."""

    place: str
    hand: int
    seat: Seat | None
    at: float
    journal: bytes
    names: list[SeatName]
    contest: Any = None
    """The row of the tournament that it was played in."""


async def with_contests(room: Room, found: Sequence[Saved]) -> Sequence[Saved]:
    """Hands with the tournaments that they were played in."""
    t = schema.tournaments.c
    names = {ledger.tournament_of(one.place) for one in found}
    rows = await room.store.rows(sa.select(schema.tournaments).where(t.name.in_(sorted(names))))
    known = {row.name: row for row in rows}
    for one in found:
        one.contest = known.get(ledger.tournament_of(one.place))
    return found


def contest(row: Any, opening: Opening) -> Contest:
    """A tournament as texts tell of it; the level is the one that the hand was dealt by."""
    sheet, big = events.sheet_of(row), getattr(opening.rules, "big_blind", 0)
    stakes = (sheet.level(at) for at in range(MOST_LEVELS))
    played = [level.big for level in stakes if not level.is_break]
    return contest_at(row, played.index(big) + 1 if big in played else 1)


def contest_at(row: Any, level: int) -> Contest:
    """A tournament as texts tell of it, at a level."""
    sheet = events.sheet_of(row)
    return Contest(
        row.name,
        sheet.title or row.name,
        sheet.buy_in,
        sheet.fee,
        sheet.bounty,
        sheet.stack,
        level,
        sheet.kind == "sit-and-go",
        utc(row.starts_at or row.at),
        sheet.level(0).minutes,
        sheet.rebuys > 0,
        sheet.re_entries > 0,
    )


def utc(at: float) -> str:
    """A moment as texts write it."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def about(room: Room, saved: Saved, opening: Opening) -> About:
    """What is known of a hand beyond the felt; its table may have gone since."""
    house, _, table = saved.place.partition("/")
    return About(
        names={line.seat: line.name for line in saved.names},
        bots=frozenset(line.seat for line in saved.names if line.bot),
        house=house,
        table=table,
        number=saved.hand,
        at=utc(saved.at),
        currency=room.houses[house].currency if house in room.houses else "",
        seats=SeatingTerms.of(opening.game, opening.rules).seats,
        contest=contest(saved.contest, opening) if saved.contest else None,
    )


def stories(room: Room, found: Sequence[Saved]) -> list[Story]:
    """Hands as their own seats saw them; work for a thread of its own."""
    read = ((one, journals.read(one.journal)) for one in found)
    return [told(hand, one.seat, about(room, one, hand.opening)) for one, hand in read]


def answer(text: str | bytes, name: str, kind: str = "text/plain") -> Response[bytes]:
    """A file to be saved."""
    data = text.encode() if isinstance(text, str) else text
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=f"{kind}; charset=utf-8", headers=headers)


def one_text(form: Form, story: Story, name: str) -> Response[bytes]:
    """One hand as a file; what the format cannot say is refused by name."""
    written = histories.FORMATS[form]
    try:
        return answer(written.write(story), name + written.suffixes[-1])
    except histories.Unsayable as reason:
        raise No("not_allowed", "{reason}: save it as .hand", reason=str(reason)) from None


@get("/api/me/hands/{house:str}/{table:str}/{hand:int}/text")
async def my_text(
    request: Call,
    house: FromPath[str],
    table: FromPath[str],
    hand: FromPath[int],
    form: FromQuery[Form] = "hand",
) -> Response[bytes]:
    """One of one's own hands as text, as one's seat saw it."""
    room, person = room_of(request), person_of(request)
    place = f"{house}/{table}"
    row, seat = await own_hand(room, person, place, hand)
    names = await mine.names(room, place, hand)
    saved = Saved(place, hand, seat, row.at, row.journal, names)
    found = await with_contests(room, [saved])
    (story,) = await asyncio.to_thread(stories, room, found)
    return one_text(form, story, f"{house}-{table}-{hand}")


async def own(
    room: Room,
    player: str,
    most: int,
    *,
    before: float,
    table: str,
    game: str,
    result: Result,
    since: float,
) -> list[Saved]:
    """The newest of one's own hands that a filter shows, `most` of them, oldest first."""
    query = mine.played(player, before, table, game, result, since)
    columns = schema.hands.c.journal
    return oldest_first(await room.store.rows(query.add_columns(columns).limit(most)))


def oldest_first(rows: Sequence[Any]) -> list[Saved]:
    """Hands that were found newest first, on their way into a file."""
    return [Saved(r.place, r.hand, r.seat, r.at, r.journal, []) for r in reversed(rows)]


@get("/api/me/hands.zip")
async def my_archive(
    request: Call,
    form: FromQuery[Form] = "hand",
    before: FromQuery[float] = 0,
    table: FromQuery[str] = "",
    game: FromQuery[str] = "",
    result: FromQuery[Result] = "",
    since: FromQuery[float] = 0,
) -> Response[bytes]:
    """One's own hands that a filter shows, as text, a file to each table."""
    room, person = room_of(request), person_of(request)
    wanted = {"before": before, "table": table, "game": game, "result": result, "since": since}
    found = await own(room, person.player, MOST_SAVED, **wanted)  # type: ignore[arg-type]
    return await packed(room, form, found)


async def packed(room: Room, form: Form, found: Sequence[Saved]) -> Response[bytes]:
    """Hands as an archive to be saved."""
    for one in found:
        one.names = await mine.names(room, one.place, one.hand)
    await with_contests(room, found)
    data = await asyncio.to_thread(lambda: archive(form, stories(room, found)))
    return answer(data, f"hands-{form}.zip", "application/zip")


def archive(form: Form, found: Sequence[Story]) -> bytes:
    """A file to each table, and what the format could not say."""
    packed, left_out = BytesIO(), Counter[str]()
    tables = sorted({(story.about.house, story.about.table) for story in found})
    with ZipFile(packed, "w", ZIP_DEFLATED) as file:
        for place in tables:
            of_table = [s for s in found if (s.about.house, s.about.table) == place]
            done = histories.export(form, of_table)
            left_out += done.left_out
            if done.written:
                file.writestr("-".join(place) + histories.FORMATS[form].suffixes[0], done.text)
        if left_out:
            lines = [f"{count}: {reason}\n" for reason, count in left_out.most_common()]
            file.writestr("left-out.txt", "".join(lines))
    return packed.getvalue()


@post("/api/me/hands/read", status_code=200)
async def read_hands(request: Call, data: JSONBody[Dropped]) -> list[HandStory]:
    """The hands of a file, to be replayed on the page; nothing is kept."""
    person_of(request)
    if max(map(len, data.text.splitlines()), default=0) > LONGEST_LINE:
        raise No("not_allowed", "a line of the file is too long")
    try:
        return await asyncio.to_thread(_read, data)
    except BadHistory as fault:
        raise No(
            "not_allowed", "the file cannot be replayed: {reason}", reason=str(fault)
        ) from None


def _read(data: Dropped) -> list[HandStory]:
    """Texts of whole hands are put to the rules, stories are shown as they were told."""
    found = histories.read(data.text, histories.format_of(data.name))[:MOST_READ]
    return [_shown(story) for story in found]


def _shown(story: Story) -> HandStory:
    if story.deal is not None:
        story = told(histories.replayed(story), None, story.about)
    view = View({s: a for s, a in story.chips.items() if a}, {}, 0)
    for event in story.events:
        view.take(event)
    names, bots = story.about.names, story.about.bots
    return HandStory(
        story.about.table,
        story.about.number,
        catalogue.name(story.game),
        prices.plain(story.rules),
        story.seen or HOUSE,
        list(story.chips.items()),
        list(story.events),
        False,
        [SeatName(seat, name, seat in bots) for seat, name in names.items()],
        sight.read(story.game, story.rules, view),
    )


async def _figures(request: Call, table: str, game: str, since: float, before: float) -> Figures:
    room, person = room_of(request), person_of(request)
    wanted = {"before": before, "table": table, "game": game, "result": "", "since": since}
    found = await own(room, person.player, MOST_COUNTED, **wanted)  # type: ignore[arg-type]
    # Chips of tournaments are not money: they are counted only where one asks for such a table.
    found = [one for one in await with_contests(room, found) if table or one.contest is None]
    hands = await asyncio.to_thread(stories, room, found)
    edges = {bank: await _edges(*bank) for bank in {*map(_bank, hands)} if bank}
    known = [edges[bank] if (bank := _bank(story)) else {} for story in hands]
    counted = [facts(story, one.place) for story, one in zip(hands, found, strict=True)]
    return figures(
        [
            priced(one, story.game.LAYOUT, costs) if costs else one
            for story, one, costs in zip(hands, counted, known, strict=True)
        ]
    )


def _bank(story: Story) -> tuple[str, bytes] | None:
    """A game and its rules as the lab is asked about them; nothing where it prices no bets."""
    name = catalogue.name(story.game)
    return (name, laboratory.written(story.rules)) if name in form.games() else None


async def _edges(game: str, rules: bytes) -> dict[str, float]:
    """What each bet of a house game costs, if the lab knows it or finds it soon."""
    solved = await laboratory.of_room().soon("answer", game, rules, seconds=SOON)
    return {bet["name"]: bet["edge"] for bet in solved["bets"]} if solved else {}


@get("/api/me/figures")
async def my_figures(
    request: Call,
    table: FromQuery[str] = "",
    game: FromQuery[str] = "",
    since: FromQuery[float] = 0,
    before: FromQuery[float] = 0,
) -> Figures:
    """How one has fared: results with their interval, and how one plays."""
    return await _figures(request, table, game, since, before)


@get("/api/me/figures.csv")
async def my_figures_table(
    request: Call,
    table: FromQuery[str] = "",
    game: FromQuery[str] = "",
    since: FromQuery[float] = 0,
    before: FromQuery[float] = 0,
) -> Response[bytes]:
    """The same figures for a spreadsheet."""
    found = await _figures(request, table, game, since, before)
    return answer(table_of(found), "figures.csv", "text/csv")


@get("/api/staff/incidents/{number:int}/text")
async def incident_text(
    request: Call, number: FromPath[int], form: FromQuery[Form] = "hand"
) -> Response[bytes]:
    """The whole hand of an incident as text, once it is over."""
    room = room_of(request)
    i, h = schema.incidents.c, schema.hands.c
    row = await room.store.row(sa.select(i.place, i.hand).where(i.no == number))
    if row is None:
        raise No("not_found", "there is no such incident")
    ended = await room.store.row(
        sa.select(h.journal, h.at).where(h.place == row.place, h.no == row.hand)
    )
    if ended is None:
        raise No("not_found", "the hand of this incident is not over")
    names = await mine.names(room, row.place, row.hand)
    saved = Saved(row.place, row.hand, None, ended.at, ended.journal, names)
    found = await with_contests(room, [saved])
    (story,) = await asyncio.to_thread(stories, room, found)
    return one_text(form, story, f"incident-{number}")


HANDLERS: list[Any] = [
    my_text,
    my_archive,
    read_hands,
    my_figures,
    my_figures_table,
    incident_text,
]
