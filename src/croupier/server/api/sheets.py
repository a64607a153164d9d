"""The sheets of the tables: every rule in a form, every version, tables opened and closed."""

import asyncio
from typing import Annotated, Any, Final, Literal

from litestar import MediaType, Response, get, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct, inspect
from msgspec.structs import replace

from croupier import houses
from croupier.houses import BadSheet, House, TableSheet, faults, printing
from croupier.server.api.common import Call, language_of, person_of, room_of
from croupier.server.books import schema, sheets
from croupier.server.books.store import Batch
from croupier.server.books.texts import Reason
from croupier.server.live.room import Room
from croupier.server.people.directory import Person
from croupier.server.refusals import No
from croupier.speech import french, saying
from croupier.speech.plates import Line

LONGEST: Final = 200_000
"""Characters of a house sheet."""


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


class HouseSheets(Struct):
    """A house and its tables."""

    house: str
    title: str
    currency: str
    tables: list[SheetLine]


class RuleField(Struct):
    """A rule as a form has it."""

    key: str
    kind: str
    """`flag`, `choice`, `number`, `money`, `text` or `toml`."""
    value: Any
    usual: Any
    allowed: str
    choices: list[Any]
    lines: tuple[Line, ...]
    in_force: bool


class VersionLine(Struct):
    """One version of a sheet: who wrote it, when and why, and what it changed."""

    version: int
    at: float
    by: str
    why: str
    source: str
    hands: int
    changes: list[tuple[str, str, str]]


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
        )
        for house in room.houses.values()
    ]


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
    near, rows = _house(room, house), await sheets.history(room.store, name)
    found = sheets.readable({str(row.version): row for row in rows})
    if not found:
        raise No("no_table", "there is no table {TABLE}: GET /api/lobby lists them", TABLE=name)
    sheet = found[max(found, key=int)]
    said = await asyncio.to_thread(saying.lines, near, sheet, language)
    dealt = await sheets.dealt(room.store, name)
    versions = [_version(room, row, found, dealt.get(row.version, 0)) for row in rows]
    return SheetForm(
        name, near.currency, printing.table(sheet), _fields(near, sheet, said), versions
    )


def _house(room: Room, name: str) -> House:
    if name not in room.houses:
        why = "there is no house {HOUSE}: the houses are {HOUSES}"
        raise No("not_found", why, HOUSE=name, HOUSES=", ".join(room.houses))
    return room.houses[name]


def _fields(house: House, sheet: TableSheet, said: dict[str, saying.Said]) -> list[RuleField]:
    kind, own = type(sheet.rules), houses.whole(sheet.rules)
    usual = houses.whole(kind())
    return [
        RuleField(
            field.name,
            _kind(field.type),
            _shown(own[field.name]),
            _shown(usual[field.name]),
            faults.words(field.type, house.money),
            _choices(field.type),
            (told := said.get(field.name, saying.Said((), in_force=False))).lines,
            told.in_force,
        )
        for field in faults.fields_of(kind)
    ]


def _shown(value: Any) -> Any:
    """A value as a form writes it."""
    plain = isinstance(value, bool | int | str) or value is None
    return value if plain else printing.value(value)


def _bare(kind: inspect.Type) -> inspect.Type:
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def _kind(kind: inspect.Type) -> str:
    if faults.is_money(kind):
        return "money"
    kinds = {
        inspect.BoolType: "flag",
        inspect.LiteralType: "choice",
        inspect.IntType: "number",
        inspect.StrType: "text",
    }
    return kinds.get(type(_bare(kind)), "toml")


def _choices(kind: inspect.Type) -> list[Any]:
    bare = _bare(kind)
    return list(bare.values) if isinstance(bare, inspect.LiteralType) else []


def _version(room: Room, row: Any, found: dict[str, TableSheet], hands: int) -> VersionLine:
    one, before = found.get(str(row.version)), found.get(str(row.version - 1))
    changes = _changes(before, one) if one and before else []
    by = room.people.name_of(row.by) or row.by
    return VersionLine(row.version, row.at, by, row.why, row.source, hands, changes)


def _changes(old: TableSheet, new: TableSheet) -> list[tuple[str, str, str]]:
    """What is not as it was: the key, what was written, what is written."""
    was, now = ({**printing.table(one), **houses.whole(one.rules)} for one in (old, new))
    return [
        (key, printing.value(was.get(key)), printing.value(now[key]))
        for key in now
        if was.get(key) != now[key]
    ]


# Changing.


class SheetAct(Struct):
    """A table is opened, its sheet changed, or it is closed."""

    act: Literal["open", "change", "close"]
    why: Reason
    text: Annotated[str, Meta(max_length=LONGEST)] = ""
    """The table as a house's file prints it: keys, then `[rules]`; nothing: as it stands."""
    preview: bool = False


@post("/api/staff/sheets/{house:str}/{table:str}", status_code=200)
async def act_on_sheet(
    request: Call, house: FromPath[str], table: FromPath[str], data: JSONBody[SheetAct]
) -> dict[str, Any]:
    """Open, change or close a table, or see what that would do; what is wrong is named."""
    room, by, name = room_of(request), person_of(request), f"{house}/{table}"
    near = _house(room, house)
    if data.act == "close":
        return await _close(room, by, name, data)
    last = await sheets.last(room.store, name)
    sheet = _written(near, table, data.text) if data.text else _stands(name, last)
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
        sheet = await room.floor.change_table(name, sheet, **given)
    return {"done": True, "version": sheet.version, "changes": changes}


def _stands(name: str, last: Any) -> TableSheet:
    if last is None:
        raise No("no_table", "there is no table {TABLE}: GET /api/lobby lists them", TABLE=name)
    return sheets.read(last)


def _written(house: House, table: str, text: str) -> TableSheet:
    """A table from its text, by the code that reads files; what is wrong is named."""
    try:
        return houses.read_table(text, table, house)
    except BadSheet as error:
        raise No("malformed", "{WHY}", WHY=str(error)) from None


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


# A whole house.


class WholeSheet(Struct):
    """A house sheet as a file prints it."""

    text: Annotated[str, Meta(max_length=LONGEST)]
    why: Reason
    preview: bool = False


@get("/api/staff/houses/{house:str}", media_type=MediaType.TEXT)
async def export(request: Call, house: FromPath[str]) -> Response[str]:
    """The sheet of a house as TOML: its tables as they stand, ready to be a file."""
    room = room_of(request)
    near = _house(room, house)
    newest = sheets.readable(await sheets.newest(room.store))
    tables = {
        sheet.name: sheet
        for name, sheet in newest.items()
        if name.partition("/")[0] == house and name in room.runners and not sheet.host
    }
    text = printing.toml(replace(near, tables=tables))
    named = {"Content-Disposition": f'attachment; filename="{house}.toml"'}
    return Response(text, headers=named, media_type="application/toml; charset=utf-8")


@put("/api/staff/houses/{house:str}", status_code=200)
async def upload(request: Call, house: FromPath[str], data: JSONBody[WholeSheet]) -> dict[str, Any]:
    """Take a whole sheet: new tables open, others change; those it does not name stay."""
    room, by = room_of(request), person_of(request)
    near = _house(room, house)
    try:
        wanted = houses.read(data.text, f"{house}.toml", house)
    except BadSheet as error:
        raise No("malformed", "{WHY}", WHY=str(error)) from None
    if wanted.currency != near.currency:
        raise No("not_allowed", "a house keeps its currency: open another for a new one")
    opens, changes = await _differences(room, wanted)
    told = {"opens": list(opens), "changes": {name: found for name, (_, found) in changes.items()}}
    if data.preview:
        return {"done": False, **told}
    given: dict[str, Any] = {"by": by.player, "why": data.why}
    for name, sheet in opens.items():
        batch = _duty(room, by, "open", name, data.why)
        await room.floor.open_table(house, sheet, **given, batch=batch)
    for name, (sheet, found) in changes.items():
        batch = _duty(room, by, "change", name, data.why, changes=found)
        await room.floor.change_table(name, sheet, **given, batch=batch)
    return {"done": True, **told}


def _duty(room: Room, by: Person, act: str, name: str, why: str, **body: Any) -> Batch:
    """The line of the staff's journal, to be written with the act."""
    batch = Batch()
    batch.add(schema.duties, **room.duty(by, f"table {act}", name, why, body))
    return batch


async def _differences(room: Room, wanted: House) -> tuple[dict[str, Any], dict[str, Any]]:
    """The tables that a sheet would open, and those that it would change."""
    newest = sheets.readable(await sheets.newest(room.store))
    opens, changes = dict[str, Any](), dict[str, Any]()
    for key, sheet in wanted.tables.items():
        name = f"{wanted.name}/{key}"
        if name not in room.runners:
            opens[name] = sheet
        elif found := _changes(newest[name], sheet):
            if newest[name].game is not sheet.game:
                raise No("not_allowed", "a table keeps its game: open another for a new one")
            changes[name] = sheet, found
    return opens, changes


HANDLERS = [plan, one_sheet, act_on_sheet, export, upload]
