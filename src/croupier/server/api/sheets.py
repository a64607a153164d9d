"""The sheets of the tables: every rule in a form, every version, tables opened and closed."""

import asyncio
from typing import Annotated, Any, Literal

from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from croupier import houses
from croupier.core import catalogue
from croupier.houses import BadSheet, House, TableSheet, printing
from croupier.server.api import forms
from croupier.server.api.common import Call, language_of, person_of, room_of
from croupier.server.api.forms import LONGEST, Change, RuleField, VersionLine
from croupier.server.books import schema, sheets
from croupier.server.books.store import Batch
from croupier.server.books.texts import Reason
from croupier.server.live.room import Room
from croupier.server.people.directory import Person
from croupier.server.refusals import No
from croupier.speech import french, saying


class SheetLine(Struct):
    """A table on the plan of the floor."""

    table: str
    title: str
    game: str
    state: str
    """`open`, `closing` or `closed`; a table whose session is closed stands as `open`."""
    session: bool
    version: int
    newest: int
    """Another than `version`: it comes when nobody sits by the old rules any more."""
    people: int
    bots: int
    chips: int
    hours: houses.Hours | None
    pace: str
    host: str = ""


class EventLine(Struct):
    """A tournament that a house announces."""

    event: str
    title: str
    game: str
    starts: str
    """As the sheet says; a sit-and-go has none."""
    entrants: int
    """Of the one that is open."""
    running: int
    """How many are being played."""


class HouseSheets(Struct):
    """A house, its tables and its tournaments."""

    house: str
    title: str
    currency: str
    tables: list[SheetLine]
    events: list[EventLine]


class SheetForm(Struct):
    """The whole sheet of a table."""

    table: str
    currency: str
    run: dict[str, Any]
    fields: list[RuleField]
    versions: list[VersionLine]


@get("/api/staff/sheets")
async def plan(request: Call) -> list[HouseSheets]:
    """All tables that stand, and those that were closed."""
    room, language = room_of(request), language_of(request)
    newest = sheets.readable(await sheets.newest(room.store))
    states = await sheets.states(room.store)
    return [
        HouseSheets(
            house.name,
            house.title,
            house.currency,
            [
                _line(room, name, newest[name], row.state, language)
                for name, row in states.items()
                if name in newest and name.partition("/")[0] == house.name
            ],
            [_event(room, house, key, language) for key in house.tournaments],
        )
        for house in room.houses.values()
    ]


def _event(room: Room, house: House, key: str, language: str) -> EventLine:
    sheet, name = house.tournaments[key], f"{house.name}/{key}"
    title, game = sheet.title, catalogue.game(sheet.game).TITLE
    open_ = room.tournaments.opened(name)
    running = [d for d in room.tournaments.directors.values() if d.event_name == name]
    return EventLine(
        name,
        french.say(title, language),
        french.say(game, language),
        sheet.starts,
        len(open_.event.entrants) if open_ else 0,
        sum(one.event.state == "running" for one in running),
    )


def _line(room: Room, name: str, sheet: TableSheet, state: str, language: str) -> SheetLine:
    runner = room.runners.get(name)
    sitters = list(runner.table.sitters.values()) if runner else []
    lying = runner.record.lying().items() if runner else ()
    return SheetLine(
        name,
        french.say(sheet.title, language),
        french.say(sheet.game.TITLE, language),
        state,
        runner is not None and not runner.table.closed,
        runner.table.version if runner else sheet.version,
        sheet.version,
        sum(not one.bot for one in sitters),
        sum(one.bot for one in sitters),
        sum(amount for account, amount in lying if not account.of_house),
        sheet.hours,
        sheet.pace,
        sheet.host,
    )


@get("/api/staff/sheets/{house:str}/{table:str}")
async def one_sheet(request: Call, house: FromPath[str], table: FromPath[str]) -> SheetForm:
    """Every rule of a table with its clause, and every version of its sheet."""
    room, name, language = room_of(request), f"{house}/{table}", language_of(request)
    near, rows = forms.house_of(room, house), await sheets.history(room.store, name)
    found = sheets.readable({str(row.version): row for row in rows})
    if not found:
        raise No("no_table", "there is no table {TABLE}: GET /api/lobby lists them", TABLE=name)
    sheet = found[max(found, key=int)]
    said = await asyncio.to_thread(saying.lines, near, sheet, language)
    dealt = await sheets.dealt(room.store, name)
    versions = [_version(room, row, found, dealt.get(row.version, 0)) for row in rows]
    own, usual = houses.whole(sheet.rules), houses.whole(type(sheet.rules)())
    shown = forms.fields(type(sheet.rules), own, usual, near, language, said)
    return SheetForm(name, near.currency, printing.table(sheet), shown, versions)


def _version(room: Room, row: Any, found: dict[str, TableSheet], hands: int) -> VersionLine:
    one, before = found.get(str(row.version)), found.get(str(row.version - 1))
    changed = _changes(before, one) if one and before else []
    return forms.version_line(room, row, changed, hands)


def _changes(old: TableSheet, new: TableSheet) -> list[Change]:
    return forms.changes(forms.of_table(old), forms.of_table(new))


# Changing.


class SheetAct(Struct):
    """A table is opened, its sheet changed, or it is closed."""

    act: Literal["open", "change", "close"]
    why: Reason
    text: Annotated[str, Meta(max_length=LONGEST)] = ""
    """The table as a house's file prints it: keys, then `[rules]`; nothing: as it stands."""
    version: int = 0
    """The version that was looked at: another's change since then is not overwritten; 0: any."""
    preview: bool = False


@post("/api/staff/sheets/{house:str}/{table:str}", status_code=200)
async def act_on_sheet(
    request: Call, house: FromPath[str], table: FromPath[str], data: JSONBody[SheetAct]
) -> dict[str, Any]:
    """Open, change or close a table, or see what that would do; what is wrong is named."""
    room, by, name = room_of(request), person_of(request), f"{house}/{table}"
    near = forms.house_of(room, house)
    if data.act == "close":
        return await _close(room, by, name, data)
    last = await sheets.last(room.store, name)
    sheet = _written(request, near, table, data.text) if data.text else _stands(name, last)
    if last is not None:
        kept = sheets.read(last)
        sheet = replace(sheet, host=kept.host, access=kept.access)
    changes = _changes(sheets.read(last), sheet) if last is not None else []
    if data.preview:
        return {"done": False, "changes": changes}
    batch = _duty(room, by, data.act, name, data.why, changes=changes)
    given: dict[str, Any] = {"by": by.player, "why": data.why, "batch": batch}
    if data.act == "open":
        sheet = (await room.floor.open_table(house, sheet, **given)).board.newest
    else:
        sheet = await room.floor.change_table(name, sheet, **given, since=data.version)
    return {"done": True, "version": sheet.version, "changes": changes}


def _stands(name: str, last: Any) -> TableSheet:
    if last is None:
        raise No("no_table", "there is no table {TABLE}: GET /api/lobby lists them", TABLE=name)
    return sheets.read(last)


def _written(request: Call, house: House, table: str, text: str) -> TableSheet:
    """A table from its text, by the code that reads files; what is wrong is named."""
    try:
        return houses.read_table(text, table, house)
    except BadSheet as error:
        raise forms.malformed(error, request) from None


async def _close(room: Room, by: Person, name: str, data: SheetAct) -> dict[str, Any]:
    runner = room.runner(name)
    stacks = [
        {"player": s.player, "name": s.name, "amount": runner.table.purse.stack(seat)}
        for seat, s in runner.table.sitters.items()
        if not s.bot
    ]
    if data.preview:
        return {"done": False, "stacks": stacks, "hand": runner.table.hand is not None}
    batch = _duty(room, by, "close", name, data.why, stacks=stacks)
    await room.floor.close_table(name, by=by.player, why=data.why, batch=batch)
    return {"done": True, "stacks": stacks}


def _duty(room: Room, by: Person, act: str, name: str, why: str, **body: Any) -> Batch:
    """The line of the staff's journal, to be written with the act."""
    batch = Batch()
    batch.add(schema.duties, **room.duty(by, f"table {act}", name, why, body))
    return batch


HANDLERS = [plan, one_sheet, act_on_sheet]
