"""House sheets: named sets of tables with their rules, in TOML beside this file.

A sheet writes amounts in its currency (`ante_min = 1`, `fee = 0.25`); the rules hold them as whole
numbers of the smallest unit. What a sheet does not say is the default of the game's rules.
"""

import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct, inspect

from croupier import games, rules
from croupier.play import Game

CENTS: Final = 100
MOST: Final = 10**15
"""More than any house has."""


class BadSheet(ValueError):
    """A sheet, a key or a value that cannot stand; the message says where and what is allowed."""


class Table(Struct, frozen=True):
    """One table of a house: a game and its rules."""

    name: str
    title: str
    game: Game
    rules: Any


class House(Struct, frozen=True):
    """A house and its tables."""

    name: str
    title: str
    currency: str
    about: str
    tables: dict[str, Table]

    def money(self, amount: int) -> str:
        """An amount as this house writes it: `€10`, `€7.50`, `-€3`."""
        whole, cents = divmod(abs(amount), CENTS)
        sign = "-" if amount < 0 else ""
        return f"{sign}{self.currency}{whole:,}" + (f".{cents:02}" if cents else "")

    def cents(self, text: str) -> int:
        """An amount that a person wrote, in the smallest unit."""
        try:
            return cents(Decimal(text.replace(self.currency, "").replace(",", "").strip()))
        except (ArithmeticError, ValueError):
            raise ValueError(f"{text!r} is no amount: write 10 or 7.50") from None


class TableSheet(Struct, forbid_unknown_fields=True):
    """A table as it stands in the TOML."""

    game: str
    title: str = ""
    rules: dict[str, Any] = {}


class HouseSheet(Struct, forbid_unknown_fields=True):
    """A house as it stands in the TOML."""

    title: str
    currency: str
    tables: dict[str, Any]
    about: str = ""


def names() -> list[str]:
    """The names of the built-in houses."""
    sheets = (file.name for file in files(__name__).iterdir())
    return sorted(name.removesuffix(".toml") for name in sheets if name.endswith(".toml"))


def house(named: str) -> House:
    """A built-in house by its name, or a house of your own by the path of its sheet."""
    if named in names():
        return _built_in(named)
    path = Path(named)
    if path.suffix == ".toml":
        try:
            return read(path.read_text("utf-8"), str(path), path.stem)
        except (OSError, UnicodeDecodeError) as error:
            raise BadSheet(f"{named}: cannot be read: {error}") from None
    raise BadSheet(f"there is no house {named!r}: the houses are {', '.join(names())}")


@cache
def _built_in(named: str) -> House:
    text = (files(__name__) / f"{named}.toml").read_text("utf-8")
    return read(text, f"{named}.toml", named)


def houses() -> Iterator[House]:
    """All built-in houses."""
    return map(house, names())


def dealing(game: str) -> list[str]:
    """The names of the built-in houses that deal this game."""
    return [
        found.name
        for found in houses()
        if any(games.name(table.game) == game for table in found.tables.values())
    ]


def read(text: str, file: str, name: str) -> House:
    """A house from the text of its sheet."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise BadSheet(f"{file}: not TOML: {error}") from None
    sheet: HouseSheet = _checked(data, HouseSheet, file, "")
    tables = {key: _table(key, table, file) for key, table in sheet.tables.items()}
    return House(name, sheet.title, sheet.currency, sheet.about, tables)


def _table(key: str, data: object, file: str) -> Table:
    at = f"tables.{key}"
    sheet: TableSheet = _checked(data, TableSheet, file, at)
    try:
        game = games.game(sheet.game)
    except games.UnknownGame as error:
        raise BadSheet(f"{file}: {at}.game: {error}") from None
    found = _checked(_in_cents(sheet.rules, game.Rules, file, at), game.Rules, file, f"{at}.rules")
    return Table(key, sheet.title or game.TITLE, game, found)


def _in_cents(written: Mapping[str, Any], kind: type, file: str, at: str) -> dict[str, Any]:
    """The rules as written, amounts of money in the smallest unit."""
    found = dict(written)
    for field in _fields(kind):
        if field.name in written:
            try:
                found[field.name] = _cents_within(written[field.name], field.type)
            except ValueError as error:
                raise BadSheet(f"{file}: {at}.rules.{field.name}: {error}") from None
    return found


def _cents_within(value: Any, kind: inspect.Type) -> Any:
    """A value with its amounts in the smallest unit, those of a list of lists too (TH-55)."""
    if _is_money(kind):
        return cents(value)
    if isinstance(value, list) and isinstance(kind, inspect.VarTupleType):
        return [_cents_within(one, kind.item_type) for one in value]
    if isinstance(value, list) and isinstance(kind, inspect.StructType) and kind.array_like:
        types = [field.type for field in kind.fields]
        return [*map(_cents_within, value, types), *value[len(types) :]]
    return value


def cents(value: object) -> int:
    """Whole cents of an amount in the house's currency."""
    if not isinstance(value, int | Decimal) or isinstance(value, bool):
        raise ValueError(f"{value!r} is no amount: write 10 or 7.50")  # noqa: TRY004
    if not Decimal(value).is_finite() or abs(Decimal(value)) >= MOST:
        raise ValueError(f"{value} is no amount that a house could hold")
    amount = Decimal(value) * CENTS
    if amount != int(amount):
        raise ValueError(f"{value} is no whole number of cents: write two decimals at most")
    return int(amount)


def _checked(data: object, kind: type, file: str, at: str) -> Any:
    """A validated struct; the error names the file, the key and what is allowed."""
    try:
        return rules.convert(data, kind)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `$")
        key = path.rstrip("`").strip(".")
        where = "".join(f"{part}: " for part in (file, ".".join(filter(None, (at, key)))) if part)
        raise BadSheet(where + _explained(why, key, kind)) from None


def _explained(why: str, key: str, kind: type) -> str:
    """What is wrong and what is allowed."""
    fields = {field.encode_name: field for field in _fields(kind)}
    if "unknown field" in why:
        unknown = why.split("`")[1]
        near = get_close_matches(unknown, fields, 1)
        meant = f"did you mean {near[0]}? " if near else ""
        return f"unknown key {unknown!r}: {meant}allowed are {', '.join(fields)}"
    allowed = _allowed(fields[key].type) if key in fields else ""
    return f"{why}; allowed: {allowed}" if allowed else why


def _allowed(kind: inspect.Type) -> str:
    """The values that a field takes, in words."""
    if _is_money(kind):
        return "an amount above 0 in the house's currency"
    if isinstance(kind, inspect.LiteralType):
        return ", ".join(map(str, kind.values))
    if isinstance(kind, inspect.BoolType):
        return "true, false"
    if isinstance(kind, inspect.IntType) and kind.ge is not None and kind.le is not None:
        return f"a whole number from {kind.ge} to {kind.le}"
    return ""


def _fields(kind: type) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(kind)
    return info.fields if isinstance(info, inspect.StructType) else ()


def _is_money(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.Metadata) and kind.extra == rules.MONEY
