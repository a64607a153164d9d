"""Whole houses: a sheet as a file prints it, saved, founded and changed; and their tournaments."""

from typing import Annotated, Any, Literal

from litestar import MediaType, Response, get, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from croupier import houses
from croupier.core import catalogue
from croupier.houses import BadSheet, House, printing, stakes
from croupier.houses.tournaments import Sheet
from croupier.server.api import forms
from croupier.server.api.common import Call, language_of, person_of, room_of
from croupier.server.api.forms import LONGEST, Change, RuleField, VersionLine, house_of
from croupier.server.books import schema, sheets
from croupier.server.books.store import Batch
from croupier.server.books.texts import Reason
from croupier.server.live.room import Room
from croupier.server.people.directory import Person
from croupier.server.refusals import No
from croupier.speech import french


class WholeSheet(Struct):
    """A house sheet as a file prints it."""

    text: Annotated[str, Meta(max_length=LONGEST)]
    why: Reason
    preview: bool = False


@get("/api/staff/houses/{house:str}", media_type=MediaType.TEXT)
async def export(request: Call, house: FromPath[str]) -> Response[str]:
    """The sheet of a house as TOML: its tables as they stand, ready to be a file."""
    room = room_of(request)
    text = printing.toml(await _stands(room, house_of(room, house)))
    named = {"Content-Disposition": f'attachment; filename="{house}.toml"'}
    return Response(text, headers=named, media_type="application/toml; charset=utf-8")


async def _stands(room: Room, house: House) -> House:
    """A house with its tables as they stand."""
    newest = sheets.readable(await sheets.newest(room.store))
    tables = {
        sheet.name: sheet
        for name, sheet in newest.items()
        if name.partition("/")[0] == house.name and name in room.runners and not sheet.host
    }
    return replace(house, tables=tables)


@put("/api/staff/houses/{house:str}", status_code=200)
async def upload(request: Call, house: FromPath[str], data: JSONBody[WholeSheet]) -> dict[str, Any]:
    """Take a whole sheet: a house is founded, or its title, tables and tournaments change. New
    tables open, others change; those that it does not name stay, and so do tournaments.
    """
    room, by = room_of(request), person_of(request)
    near = room.houses.get(house)
    try:
        wanted = houses.read(data.text, f"{house}.toml", house)
    except BadSheet as error:
        raise forms.malformed(error, request) from None
    events = near.tournaments | wanted.tournaments if near else wanted.tournaments
    head = replace(wanted, tournaments=events)
    opens, changes = await _differences(room, wanted)
    told = {
        "founds": near is None,
        "head": forms.changes(_head(near), _head(head)),
        "opens": list(opens),
        "changes": {name: found for name, (_, found) in changes.items()},
    }
    if data.preview:
        return {"done": False, **told}
    if near is None or told["head"]:
        act = "house change" if near else "house found"
        batch = _duty(room, by, act, house, data.why, changes=told["head"])
        await room.estate.take(head, by=by.player, why=data.why, batch=batch)
    given: dict[str, Any] = {"by": by.player, "why": data.why}
    for name, sheet in opens.items():
        batch = _duty(room, by, "table open", name, data.why)
        await room.floor.open_table(house, sheet, **given, batch=batch)
    for name, (sheet, found) in changes.items():
        batch = _duty(room, by, "table change", name, data.why, changes=found)
        await room.floor.change_table(name, sheet, **given, batch=batch)
    return {"done": True, **told}


def _head(house: House | None) -> dict[str, Any]:
    """What a house says beside its tables: of each tournament what is not usual."""
    if house is None:
        return {}
    head = {name: getattr(house, name) for name in ("title", "about", "currency", "fairness")}
    events = {f"tournaments.{key}": _event(one) for key, one in house.tournaments.items()}
    return {key: value for key, value in (head | events).items() if value}


def _event(sheet: Sheet | None) -> dict[str, Any]:
    return houses.written_event(sheet) if sheet else {}


def _duty(room: Room, by: Person, act: str, name: str, why: str, **body: Any) -> Batch:
    """The line of the staff's journal, to be written with the act."""
    batch = Batch()
    batch.add(schema.duties, **room.duty(by, act, name, why, body))
    return batch


async def _differences(room: Room, wanted: House) -> tuple[dict[str, Any], dict[str, Any]]:
    """The tables that a sheet would open, and those that it would change."""
    newest = sheets.readable(await sheets.newest(room.store))
    opens, changes = dict[str, Any](), dict[str, Any]()
    for key, sheet in wanted.tables.items():
        name = f"{wanted.name}/{key}"
        if name not in room.runners:
            opens[name] = sheet
        elif found := forms.changes(*map(forms.of_table, (newest[name], sheet))):
            if newest[name].game is not sheet.game:
                raise No("not_allowed", "a table keeps its game: open another for a new one")
            changes[name] = sheet, found
    return opens, changes


# The tournaments of a house.


class EventForm(Struct):
    """The whole sheet of a tournament that a house announces."""

    event: str
    currency: str
    fields: list[RuleField]
    versions: list[VersionLine]
    entrants: int
    """Of the one that is open, which is played as it was announced."""


class EventAct(Struct):
    """A tournament is announced, its sheet changed, or it is held no more."""

    act: Literal["add", "change", "remove"]
    why: Reason
    text: Annotated[str, Meta(max_length=LONGEST)] = ""
    """The tournament as a house's file prints it."""
    version: int = 0
    """The version of the house that was looked at; 0: any."""
    preview: bool = False


@get("/api/staff/events/{house:str}/{event:str}")
async def one_event(request: Call, house: FromPath[str], event: FromPath[str]) -> EventForm:
    """Every key of a tournament's sheet, and the versions that changed it."""
    room, language = room_of(request), language_of(request)
    near, sheet = house_of(room, house), _known(room, house, event)
    usual = houses.whole(Sheet(game=sheet.game))
    shown = forms.fields(Sheet, houses.whole_event(sheet), usual, near, language)
    games = [game for game in catalogue.games() if stakes.fits(game)]
    named = {catalogue.name(game): french.say(game.TITLE, language) for game in games}
    shown[0] = replace(
        shown[0], kind="choice", choices=[forms.Choice(*one) for one in named.items()]
    )
    rows = await sheets.history(room.store, house)
    pairs = zip(rows, [*map(sheets.head, rows[1:]), None], strict=True)
    versions = [
        forms.version_line(room, row, changed)
        for at, (row, before) in enumerate(pairs)
        if (changed := _changed(sheets.head(row), before, event)) or at == 0
    ]
    open_ = room.tournaments.opened(f"{house}/{event}")
    entrants = len(open_.event.entrants) if open_ else 0
    return EventForm(f"{house}/{event}", near.currency, shown, versions, entrants)


def _changed(now: sheets.Head, before: sheets.Head | None, event: str) -> list[Change]:
    was = before.tournaments.get(event) if before else None
    return forms.changes(_event(was), _event(now.tournaments.get(event)))


def _known(room: Room, house: str, event: str) -> Sheet:
    found = house_of(room, house).tournaments.get(event)
    if found is None:
        raise No("not_found", "the house announces no tournament {NAME}", NAME=f"{house}/{event}")
    return found


@post("/api/staff/events/{house:str}/{event:str}", status_code=200)
async def act_on_event(
    request: Call, house: FromPath[str], event: FromPath[str], data: JSONBody[EventAct]
) -> dict[str, Any]:
    """Announce a tournament, change its sheet or hold it no more, or see what that would do."""
    room, by, name = room_of(request), person_of(request), f"{house}/{event}"
    near = house_of(room, house)
    if data.act == "add" and event in near.tournaments:
        raise No("taken", "the house announces a tournament {NAME} already", NAME=name)
    old = None if data.act == "add" else _known(room, house, event)
    sheet = None if data.act == "remove" else _written(request, near, event, data.text)
    changes = forms.changes(_event(old), _event(sheet))
    open_ = room.tournaments.opened(name)
    entrants = len(open_.event.entrants) if open_ else 0
    if data.preview:
        return {"done": False, "changes": changes, "entrants": entrants}
    if sheet == old:
        raise No("not_allowed", "nothing would change: the sheet says so already")
    batch = _duty(room, by, f"event {data.act}", name, data.why, changes=changes)
    given: dict[str, Any] = {"by": by.player, "why": data.why, "since": data.version}
    await room.estate.set_event(house, event, sheet, **given, batch=batch)
    return {"done": True, "changes": changes, "entrants": entrants}


def _written(request: Call, house: House, event: str, text: str) -> Sheet:
    try:
        return houses.read_event(text, event, house)
    except BadSheet as error:
        raise forms.malformed(error, request) from None


HANDLERS = [export, upload, one_event, act_on_event]
