"""A house sheet as a file: what is not the default of the rules, amounts in its currency."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from msgspec import json
from msgspec.structs import asdict

from croupier import houses
from croupier.core import catalogue
from croupier.houses import House, TableSheet


def toml(house: House) -> str:
    """The sheet of a house and its tables; what `houses.read` makes of it is the same again."""
    head = {"title": house.title, "currency": house.currency, "about": house.about}
    lines = [*_lines(head | {"fairness": house.fairness})]
    for name, sheet in house.tables.items():
        run, rules = table(sheet), houses.written(sheet.rules)
        lines += ["", f"[tables.{_key(name)}]", *_lines(run)]
        lines += ["", f"[tables.{_key(name)}.rules]", *_lines(rules)] if rules else []
    for name, event in house.tournaments.items():
        lines += ["", f"[tournaments.{_key(name)}]", *_lines(houses.written_event(event))]
    return "\n".join(lines) + "\n"


def table(sheet: TableSheet) -> dict[str, Any]:
    """How a table is run, without its rules."""
    pace = None if sheet.pace == "usual" else sheet.pace
    hours = asdict(sheet.hours) if sheet.hours else None
    own = {"called": sheet.called, "level": sheet.level, "bots": sheet.bots, "pace": pace}
    return {"game": catalogue.name(sheet.game), "title": sheet.title, **own, "hours": hours}


def _lines(data: Mapping[str, Any]) -> list[str]:
    said = {key: value for key, value in data.items() if value not in (None, "")}
    return [f"{_key(key)} = {value(one)}" for key, one in said.items()]


def _key(name: str) -> str:
    bare = name.replace("-", "").replace("_", "")
    return name if bare.isascii() and bare.isalnum() else json.encode(name).decode()


def value(found: Any) -> str:
    """A value as a sheet writes it."""
    if isinstance(found, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {value(v)}" for k, v in found.items()) + " }"
    if isinstance(found, list | tuple):
        return "[" + ", ".join(map(value, found)) + "]"
    if isinstance(found, bool):
        return str(found).lower()
    return str(found) if isinstance(found, int | Decimal) else json.encode(found).decode()
