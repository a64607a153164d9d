"""House sheets: named sets of tables with their rules, in TOML beside this file.

A sheet writes amounts in its currency (`ante_min = 1`, `fee = 0.25`); the rules hold them as whole
numbers of the smallest unit. What a sheet does not say is the default of the game's rules.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct, inspect

from croupier.core import catalogue, prices
from croupier.core.catalogue import Game
from croupier.core.prices import PayTable
from croupier.houses import faults, stakes, tournaments
from croupier.houses.tournaments import Sheet

CENTS: Final = 100
MOST: Final = 10**15
"""More than any house has."""


class BadSheet(ValueError):
    """A sheet, a key or a value that cannot stand; the message says where and what is allowed."""

    def __init__(self, why: str, where: str = "", file: str = "") -> None:
        super().__init__(": ".join(filter(None, (file, where, why))))
        self.why, self.where = why, where


Fairness = Literal["off", "offer", "require"]
"""Whether hands are pledged so that players can check the shuffle."""
Level = Literal["beginner", "regular", "strong"]
"""How well the bots of a table play."""
Pace = Literal["calm", "usual", "fast"]
"""How fast a table is dealt."""
Bots = Annotated[int, Meta(ge=0, le=9)]


Time = Annotated[str, Meta(pattern=r"^([01]\d|2[0-3]):[0-5]\d$", description='a time as "14:00"')]


class Hours(Struct, frozen=True, forbid_unknown_fields=True):
    """When the sessions of a table begin and end each day, by the room's own time."""

    opens: Time
    last_hands: Time
    """When the last hands are announced (TH-57)."""

    def __post_init__(self) -> None:
        if self.opens == self.last_hands:
            raise ValueError("hours: opens and last_hands must differ")


class TableSheet(Struct, frozen=True):
    """One table of a house: a game and its rules."""

    name: str
    title: str
    game: Game
    rules: Any
    called: str = ""
    """The table's own name, where it has one besides its title."""
    level: Level | None = None
    """How well its bots play; nothing: as the room has it."""
    bots: Bots | None = None
    """How many sit there; nothing: as the room has it."""
    pace: Pace = "usual"
    hours: Hours | None = None
    """Nothing: its sessions are opened and closed by hand."""
    host: str = ""
    """Who has opened it for their own company; a table of the house has nobody."""
    access: str = ""
    """What opens a table that is not everybody's."""
    version: int = 0
    """Which one of its sheets this is, in the books of a room."""


class House(Struct, frozen=True):
    """A house and its tables."""

    name: str
    title: str
    currency: str
    about: str
    tables: dict[str, TableSheet]
    fairness: Fairness | None = None
    """Nothing: as the room has it."""
    tournaments: dict[str, Sheet] = {}

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
            raise ValueError(f"{text!r} is not an amount: write 10 or 7.50") from None


BARE: Final = House("", "", "", "", {})
"""A house without a currency: it writes `7.50`."""

_TITLE: Final = "the name of the house in quotes"
_SIGN: Final = r"^[^\d\s.,+-]{1,5}$"
_CURRENCY: Final = 'a sign of one to five characters, such as "$"'
NAME: Final = r"^[\w-]{1,40}$"
_TABLES: Final = "one table at least, [tables.NAME], its name in letters, digits and hyphens"


class WrittenTable(Struct, forbid_unknown_fields=True):
    """A table as it stands in the TOML."""

    game: str
    title: str = ""
    called: Annotated[str, Meta(max_length=24)] = ""
    level: Level | None = None
    bots: Bots | None = None
    pace: Pace = "usual"
    hours: Hours | None = None
    rules: dict[str, Any] = {}


class WrittenHouse(Struct, forbid_unknown_fields=True):
    """A house as it stands in the TOML."""

    title: Annotated[str, Meta(min_length=1, description=_TITLE)]
    currency: Annotated[str, Meta(pattern=_SIGN, description=_CURRENCY)]
    tables: Annotated[
        dict[Annotated[str, Meta(pattern=NAME)], Any], Meta(min_length=1, description=_TABLES)
    ]
    about: str = ""
    fairness: Fairness | None = None
    tournaments: dict[Annotated[str, Meta(pattern=NAME)], dict[str, Any]] = {}


def names() -> list[str]:
    """The names of the built-in houses, those of guests last."""
    return list(_sheets())


@cache
def _sheets() -> dict[str, Traversable]:
    """The sheets by the names of their houses; a house of our own cannot be replaced."""
    own = (file for file in files(__name__).iterdir() if file.name.endswith(".toml"))
    found: dict[str, Traversable] = {}
    for file in (*sorted(own, key=lambda file: file.name), *catalogue.papers("houses")):
        found.setdefault(file.name.removesuffix(".toml"), file)
    return found


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
    return read(_sheets()[named].read_text("utf-8"), f"{named}.toml", named)


def houses() -> Iterator[House]:
    """All built-in houses."""
    return map(house, names())


def dealing(game: str) -> list[str]:
    """The names of the built-in houses that deal this game."""
    return [
        found.name
        for found in houses()
        if any(catalogue.name(table.game) == game for table in found.tables.values())
    ]


def sheet(
    house: House, game: Game, named: str | None = None, limit: str | None = None
) -> TableSheet:
    """The table of a house that deals this game, of this limit; if none is named, the first."""
    name = catalogue.name(game)
    tables = {key: one for key, one in house.tables.items() if one.game is game}
    if not tables:
        deal = ", ".join(dealing(name)) or "no house"
        raise BadSheet(f"{house.name} does not deal {name}: {deal} does")
    if limit is not None:
        version = limit.replace("-", "_")
        tables = {
            key: one for key, one in tables.items() if getattr(one.rules, "limit", "") == version
        }
        if not tables:
            raise BadSheet(f"{house.name} has no {limit} table of {name}")
    if named is not None and named not in tables:
        raise BadSheet(f"{house.name} has no {name} table {named!r}: it has {', '.join(tables)}")
    return tables[named or next(iter(tables))]


def read(text: str, file: str, name: str) -> House:
    """A house from the text of its sheet."""
    sheet: WrittenHouse = _checked(_toml(text, file), WrittenHouse, BARE, file, "")
    house = House(name, sheet.title, sheet.currency, sheet.about, {}, sheet.fairness)
    tables = {key: table(key, one, house, file) for key, one in sheet.tables.items()}
    events = {key: event(key, one, house, file) for key, one in sheet.tournaments.items()}
    return msgspec.structs.replace(house, tables=tables, tournaments=events)


def _toml(text: str, file: str = "") -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, ValueError) as error:
        raise BadSheet(f"not TOML: {error}", file=file) from None


def event(key: str, data: dict[str, Any], house: House, file: str) -> Sheet:
    """One tournament as a sheet writes it, amounts in the house's currency."""
    at = f"tournaments.{key}"
    in_cents = _in_cents(tournaments.spelled_out(data), Sheet, file, at)
    sheet: Sheet = _checked(in_cents, Sheet, house, file, at, data)
    try:
        game = stakes.game_of(sheet)
    except (catalogue.UnknownGame, ValueError) as error:
        raise BadSheet(str(error), f"{at}.game", file) from None
    plain = prices.plain(rules(game, sheet.rules, house, file, f"{at}.rules"))
    own = {name: plain[name] for name in sheet.rules}
    sheet = msgspec.structs.replace(sheet, rules=own, title=sheet.title or game.TITLE)
    try:
        stakes.check(game, sheet)
    except ValueError as error:
        key, _, why = str(error).partition(": ")
        raise BadSheet(why, f"{at}.{key}", file) from None
    return sheet


def table(key: str, data: object, house: House, file: str) -> TableSheet:
    """One table as a sheet writes it, amounts in the house's currency."""
    at = f"tables.{key}"
    sheet: WrittenTable = _checked(data, WrittenTable, house, file, at)
    try:
        game = catalogue.game(sheet.game)
    except catalogue.UnknownGame as error:
        raise BadSheet(str(error), f"{at}.game", file) from None
    found = rules(game, sheet.rules, house, file, f"{at}.rules")
    run = {name: getattr(sheet, name) for name in ("called", "level", "bots", "pace", "hours")}
    return TableSheet(key, sheet.title or game.TITLE, game, found, **run)


def rules(
    game: Game, written: Mapping[str, Any], house: House = BARE, file: str = "", at: str = ""
) -> Any:
    """The rules of a game as a sheet writes them, amounts in the house's currency."""
    in_cents = _in_cents(written, game.Rules, file, at)
    return _checked(in_cents, game.Rules, house, file, at, written)


def read_table(text: str, key: str, house: House) -> TableSheet:
    """One table of a house from its text: what a file has under `[tables.KEY]`."""
    try:
        return table(key, _toml(text), house, "")
    except BadSheet as error:
        raise BadSheet(error.why, error.where.removeprefix(f"tables.{key}").strip(".")) from None


def read_event(text: str, key: str, house: House) -> Sheet:
    """One tournament of a house from its text: what a file has under `[tournaments.KEY]`."""
    try:
        return event(key, _toml(text), house, "")
    except BadSheet as error:
        where = error.where.removeprefix(f"tournaments.{key}").strip(".")
        raise BadSheet(error.why, where) from None


def whole(rules: Any) -> dict[str, Any]:
    """All rules as a sheet would write them."""
    own = prices.plain(rules)
    fields = faults.fields_of(type(rules))
    return {field.name: _within(own[field.name], field.type, _in_currency) for field in fields}


def whole_event(sheet: Sheet) -> dict[str, Any]:
    """A tournament as a sheet would write all of it: breaks by name, amounts in the currency."""
    found = whole(sheet)
    types = {field.name: field.type for field in faults.fields_of(stakes.game_of(sheet).Rules)}
    own = {key: _within(value, types[key], _in_currency) for key, value in sheet.rules.items()}
    levels = found["levels"]
    if not isinstance(levels, str):
        levels = [one if one[1] else [tournaments.PAUSE, one[3]] for one in levels]
    return found | {"levels": levels, "rules": own}


def written_event(sheet: Sheet) -> dict[str, Any]:
    """A tournament as a sheet would write it: only what is not usual."""
    usual = whole(Sheet(game=sheet.game))
    found = whole_event(sheet).items()
    return {"game": sheet.game} | {key: value for key, value in found if value != usual[key]}


def written(rules: Any) -> dict[str, Any]:
    """Rules as a sheet would write them: only what is not the game's default."""
    usual = whole(type(rules)())
    return {name: value for name, value in whole(rules).items() if value != usual[name]}


def _in_currency(amount: int) -> int | Decimal:
    """An amount of the smallest unit as a sheet writes it."""
    return Decimal(amount) / CENTS if amount % CENTS else amount // CENTS


def _in_cents(written: Mapping[str, Any], kind: type, file: str, at: str) -> dict[str, Any]:
    """The rules as written, amounts of money in the smallest unit."""
    found = dict(written)
    for field in faults.fields_of(kind):
        if field.name in written:
            try:
                found[field.name] = _within(written[field.name], field.type, cents)
            except ValueError as error:
                raise BadSheet(str(error), f"{at}.{field.name}", file) from None
    return found


def _within(value: Any, kind: inspect.Type, change: Callable[[Any], Any]) -> Any:
    """A value with its amounts of money changed, those of a list of lists too (TH-55)."""
    if faults.is_money(kind):
        return change(value)
    if isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        return _within(value, _meant(value, kind), change)
    if isinstance(value, Mapping) and isinstance(kind, inspect.StructType):
        named = {field.name: field.type for field in kind.fields if field.name in value}
        own = {name: _within(value[name], type_, change) for name, type_ in named.items()}
        return {**value, **own}
    if isinstance(value, list | tuple) and isinstance(kind, inspect.VarTupleType):
        return [_within(one, kind.item_type, change) for one in value]
    if isinstance(value, list | tuple) and isinstance(kind, inspect.StructType) and kind.array_like:
        types = [field.type for field in kind.fields]
        changed = [_within(one, kind, change) for one, kind in zip(value, types, strict=False)]
        return [*changed, *value[len(types) :]]
    return value


def _meant(value: Any, kind: inspect.UnionType) -> inspect.Type:
    """Which of several forms a list or a table has."""
    wanted = inspect.VarTupleType if isinstance(value, list | tuple) else inspect.StructType
    return next((one for one in kind.types if isinstance(one, wanted)), inspect.AnyType())


def varied(rules: Any, changes: Mapping[str, Any]) -> Any:
    """The rules with some fields set otherwise, amounts in the smallest unit. Of a pay table the
    rows that are named change, and a row set to None is gone.
    """
    if not changes:
        return rules
    data: dict[str, Any] = prices.plain(rules)
    for key, value in changes.items():
        inner = data.get(key)
        if isinstance(value, Mapping) and isinstance(inner, dict):
            data[key] = {row: pays for row, pays in {**inner, **value}.items() if pays is not None}
        else:
            data[key] = prices.plain(value) if isinstance(value, PayTable) else value
    return _checked(data, type(rules), BARE, "", "")


def scaled(rules: Any, factor: Fraction) -> Any:
    """The rules with all amounts of money times this; `ValueError` if they cannot be so."""
    data: dict[str, Any] = prices.plain(rules)
    for field in faults.fields_of(type(rules)):
        data[field.name] = _within(data[field.name], field.type, lambda sum_: _times(sum_, factor))
    return _checked(data, type(rules), BARE, "", "")


def _times(amount: Any, factor: Fraction) -> Any:
    if not isinstance(amount, int):
        return amount
    found = amount * factor
    if found.denominator != 1:
        raise BadSheet(f"{amount} times {factor} is not a whole number of cents")
    return int(found)


def cents(value: object) -> int:
    """Whole cents of an amount in the house's currency."""
    if not isinstance(value, int | Decimal) or isinstance(value, bool):
        raise ValueError(f"{value!r} is not an amount: write 10 or 7.50")  # noqa: TRY004
    if not Decimal(value).is_finite():
        raise ValueError(f"{value} is not an amount: write 10 or 7.50")
    if abs(Decimal(value)) >= MOST:
        raise ValueError(f"{Decimal(value):.3g} is more than a house could hold: write 10 or 7.50")
    amount = Decimal(value) * CENTS
    if amount != int(amount):
        raise ValueError(f"{value} is not a whole number of cents: write two decimals at most")
    return int(amount)


def _checked(
    data: object, kind: type, house: House, file: str, at: str, written: object = None
) -> Any:
    """A validated struct; the error names the file, the key and what is allowed.

    `written` is the sheet's own form of the data, where amounts are not in cents.
    """
    try:
        return prices.convert(data, kind)
    except msgspec.ValidationError as error:
        key, why = faults.fault(error, kind, written or data, house.money)
        where = ".".join(filter(None, (at, key)))
        raise BadSheet(why, where, file) from None
