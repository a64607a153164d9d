"""Tables that players open for themselves: what a house lets them choose, and the sheet of it.

Each begins as a table of the house. The host may scale all its amounts together, fees and buy-ins
too, which keeps every ratio that the rules ask for; take fewer or more seats; let the clocks run
faster or slower; and have bots or none. The rules' own validation has the last word.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier import houses
from croupier.core import catalogue, prices
from croupier.houses import House, Level, Pace, TableSheet

Stakes = Literal["micro", "small", "house", "double", "big"]
FACTORS: Final[dict[Stakes, Fraction]] = {
    "micro": Fraction(1, 10),
    "small": Fraction(1, 2),
    "house": Fraction(1),
    "double": Fraction(2),
    "big": Fraction(5),
}
CLOCKS: Final[dict[Pace, Fraction]] = {
    "calm": Fraction(2),
    "usual": Fraction(1),
    "fast": Fraction(1, 2),
}
LEAST_SECONDS: Final = 5
STANDING: Final = ("show_seconds", "award_pause_seconds", "time_bank_seconds")
"""Seconds in which nobody is asked anything."""
SEATS: Final = ("max_seats", "player_positions", "max_players")
"""What the number of seats is called in the rules of the games; 0 is as many as the game has."""
AROUND: Final = 7
"""Seats at a table of a game that sets no number: seven sit around one, and see each other."""
PREFIX: Final = "private-"
"""How the names of such tables begin; no table of a house is called so."""


class Choice(Struct, frozen=True):
    """What a host wants."""

    table: str
    """The table of the house that it begins as."""
    stakes: Stakes = "house"
    seats: int = 0
    """0: as many as that table has."""
    pace: Pace = "usual"
    bots: int = 0
    level: Level | None = None


class StakeLine(Struct, frozen=True):
    """Stakes that may be chosen."""

    stakes: Stakes
    amounts: tuple[int, ...]
    """The blinds; else the least bet."""


class Offer(Struct, frozen=True):
    """A table of a house as hosts may have it."""

    table: str
    title: str
    house: str
    currency: str
    game: str
    stakes: list[StakeLine]
    seats: tuple[int, int, int]
    """The fewest, the most, and as many as the table has."""


def offer(house: House, sheet: TableSheet) -> Offer:
    """What may be chosen at a table of a house."""
    of_house = f"{house.name}/{sheet.name}", sheet.title, house.title, house.currency
    usual = _seats(sheet)
    seats = [number for number in _numbers(sheet) if _stands(sheet, number)] or [usual]
    game, range_ = catalogue.name(sheet.game), (min(seats), max(seats), usual)
    return Offer(*of_house, game, list(_stakes(sheet)), range_)


def _stakes(sheet: TableSheet) -> Iterator[StakeLine]:
    for stakes, factor in FACTORS.items():
        try:
            rules = houses.scaled(sheet.rules, factor)
        except ValueError:
            continue
        blinds = [getattr(rules, name, 0) for name in ("small_blind", "big_blind")]
        least = [getattr(rules, "stake", 0)]  # A guest's rules may name none.
        yield StakeLine(stakes, tuple(filter(None, blinds if any(blinds) else least)))


def _field(sheet: TableSheet) -> str:
    return next((name for name in SEATS if hasattr(sheet.rules, name)), "")


def _seats(sheet: TableSheet) -> int:
    """How many seats the table of the house has, as far as people see each other there."""
    field = _field(sheet)
    return (getattr(sheet.rules, field) if field else sheet.game.SEATS.stop - 1) or AROUND


def _numbers(sheet: TableSheet) -> range:
    """How many seats might be chosen."""
    if not _field(sheet):
        return range(0)
    return range(sheet.game.SEATS.start, min(sheet.game.SEATS.stop, max(AROUND, _seats(sheet)) + 1))


def _stands(sheet: TableSheet, seats: int) -> bool:
    try:
        houses.varied(sheet.rules, {_field(sheet): seats})
    except ValueError:
        return False
    return True


def sheet(pattern: TableSheet, choice: Choice, name: str, called: str, host: str) -> TableSheet:
    """The sheet of a host's table; `ValueError` says what cannot be."""
    changes = _clocks(pattern.rules, CLOCKS[choice.pace])
    if field := _field(pattern):
        changes[field] = choice.seats or _seats(pattern)
    rules = houses.varied(houses.scaled(pattern.rules, FACTORS[choice.stakes]), changes)
    title = pattern.title if choice.stakes == "house" else pattern.game.TITLE
    own = {"level": choice.level, "bots": choice.bots, "pace": choice.pace}
    return replace(
        pattern, name=name, title=title, rules=rules, called=called, host=host, access="code", **own
    )


def _clocks(rules: Any, factor: Fraction) -> dict[str, Any]:
    """The seconds that players have, longer or shorter."""
    found: dict[str, Any] = {
        name: value
        for name, value in prices.plain(rules).items()
        if name.endswith("_seconds") and name not in STANDING and value
    }
    return {name: max(LEAST_SECONDS, int(value * factor)) for name, value in found.items()}
