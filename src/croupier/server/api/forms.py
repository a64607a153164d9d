"""Sheets as forms: every key with what it says, what is allowed, and who changed it when."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, inspect

from croupier import houses
from croupier.houses import BadSheet, House, TableSheet, faults, printing
from croupier.server.api.common import Call, language_of
from croupier.server.live.room import Room
from croupier.server.refusals import No
from croupier.speech import rules, saying
from croupier.speech.plates import Line

LONGEST: Final = 200_000
"""Characters of a house sheet."""
Change = tuple[str, str, str]
"""A key, what was written, what is written."""


class Choice(Struct):
    """A value that may be chosen, and how it is called."""

    value: Any
    name: str


class RuleField(Struct):
    """A rule as a form has it."""

    key: str
    name: str
    kind: str
    """`flag`, `choice`, `number`, `money`, `text` or `toml`."""
    value: Any
    usual: Any
    allowed: str
    choices: list[Choice]
    lines: tuple[Line, ...] = ()
    in_force: bool = True


class VersionLine(Struct):
    """One version of a sheet: who wrote it, when and why, and what it changed."""

    version: int
    at: float
    by: str
    why: str
    source: str
    hands: int
    changes: list[Change]


def house_of(room: Room, name: str) -> House:
    """A house of the room by its name."""
    if name not in room.houses:
        why = "there is no house {HOUSE}: the houses are {HOUSES}"
        raise No("not_found", why, HOUSE=name, HOUSES=", ".join(room.houses))
    return room.houses[name]


def malformed(error: BadSheet, request: Call) -> No:
    """What is wrong in a sheet: the key, and why, in the reader's language."""
    why = rules.why(error.why, language_of(request))
    return No("malformed", "{WHY}", WHY=": ".join(filter(None, (error.where, why))))


def fields(
    kind: type,
    own: Mapping[str, Any],
    usual: Mapping[str, Any],
    house: House,
    language: str,
    said: Mapping[str, saying.Said] | None = None,
) -> list[RuleField]:
    """A field for each key of a sheet, with the lines of the plate that it makes."""
    found = []
    for field in faults.fields_of(kind):
        key, form = field.name, _kind(field.type)
        told = (said or {}).get(key, saying.Said((), in_force=said is None))
        found.append(
            RuleField(
                key,
                rules.name(key, language),
                form,
                _shown(own[key], form),
                _shown(usual.get(key), form),
                _allowed(field.type, house, language),
                [Choice(one, rules.value(one, language)) for one in _choices(field.type)],
                told.lines,
                told.in_force,
            )
        )
    return found


def _allowed(kind: inspect.Type, house: House, language: str) -> str:
    """What may be written; of a free text there is nothing to say."""
    free = isinstance(kind, inspect.StrType)
    return "" if free else rules.why(faults.words(kind, house.money), language)


def _shown(value: Any, form: str) -> Any:
    """A value as a form writes it."""
    plain = isinstance(value, bool | int) or (isinstance(value, str) and form != "toml")
    return value if plain or value is None else printing.value(value)


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


def version_line(room: Room, row: Any, changes: list[Change], hands: int = 0) -> VersionLine:
    """One version of a sheet."""
    by = room.people.name_of(row.by) or row.by
    return VersionLine(row.version, row.at, by, row.why, row.source, hands, changes)


def of_table(sheet: TableSheet) -> dict[str, Any]:
    """All that a table's sheet says."""
    return {**printing.table(sheet), **houses.whole(sheet.rules)}


def changes(was: Mapping[str, Any], now: Mapping[str, Any]) -> list[Change]:
    """What is not as it was."""
    return [
        (key, printing.value(was.get(key)), printing.value(now[key]))
        for key in now
        if was.get(key) != now[key]
    ]
