"""Limit plates: the limits, pay tables and rules of a table in words, from its rules object.

One file for each game, named like the game. The terminal prints a plate, the room shows it at the
table (CH-34).
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final, Protocol, cast

from msgspec import Struct

from croupier import french
from croupier.houses import House, Table
from croupier.ranks import high
from croupier.rules import PayTable, half_buy_in

Money = Callable[[int], str]

CLASSES: Final = [key for key in high.LEAST if not key.startswith("pair_of")]
"""The classes of hands, best first."""


class Line(Struct, frozen=True):
    """One rule or limit, and the clause that makes it."""

    text: str
    clause: str
    label: str = ""


class Prices(Struct, frozen=True):
    """A pay table as a person reads it."""

    title: str
    clause: str
    rows: tuple[tuple[str, str], ...]


class Plate(Struct, frozen=True):
    """All that a player wants to know before he bets."""

    limits: tuple[Line, ...]
    prices: tuple[Prices, ...]
    rules: tuple[Line, ...]


def plate(house: House, table: Table, language: str = "en") -> Plate:
    """The plate of a table."""
    module = import_module(f"{__name__}.{table.game.__name__.rpartition('.')[2]}")
    found = cast("Plate", module.plate(table.rules, house.money))
    return _in_french(found) if language == "fr" else found


class CardRoom(Protocol):
    """What the games between players have in common."""

    @property
    def chip(self) -> int:
        """The smallest chip."""

    @property
    def min_buy_in(self) -> int:
        """The least buy-in."""

    @property
    def allow_short_rebuy(self) -> bool:
        """Whether there is one for half of it (CR-20)."""

    @property
    def table_language(self) -> str:
        """What is spoken at the table (CR-36)."""


def card_room(rules: CardRoom, money: Money) -> Iterator[Line]:
    """The lines of every card-room game that only some houses have."""
    if rules.allow_short_rebuy:
        half = money(half_buy_in(rules.min_buy_in, rules.chip))
        yield Line(f"Once in a session, out of chips, you may buy in again for {half}.", "CR-20")
    if rules.table_language == "en":
        yield ENGLISH


ENGLISH: Final = Line("Only English is spoken at the table during a hand.", "CR-36")


def _in_french(found: Plate) -> Plate:
    return Plate(
        limits=tuple(map(_line, found.limits)),
        prices=tuple(map(_table, found.prices)),
        rules=tuple(map(_line, found.rules)),
    )


def _line(line: Line) -> Line:
    text = french.figure(line.text) or french.say(line.text, "fr")
    return Line(text, line.clause, french.say(line.label, "fr"))


def _table(table: Prices) -> Prices:
    rows = tuple((french.say(hand, "fr"), french.price(pays)) for hand, pays in table.rows)
    return Prices(french.say(table.title, "fr"), table.clause, rows)


def span(low: int, high: int, money: Money) -> str:
    """Two limits in words."""
    return f"{money(low)} to {money(high)}"


def prices(title: str, clause: str, table: PayTable) -> Prices:
    """The rows of a pay table, best hand first."""
    keys = list(table.rows)
    if table.kind == "high":
        names = [_covered(key, keys[at - 1] if at else "") for at, key in enumerate(keys)]
    else:
        names = [key.replace("_", " ") for key in keys]
    return Prices(title, clause, tuple(zip(names, map(str, table.rows.values()), strict=True)))


def _covered(key: str, above: str) -> str:
    """The hands that a row pays: from its own up to the best below the row above it."""
    low = key.replace("_", " ")
    if not above:
        return low if key == CLASSES[0] else f"{low} or better"
    below = [name for name in CLASSES if high.LEAST[name] < high.LEAST[above]]
    top = below[0].replace("_", " ")
    if key == below[0] or high.LEAST[key] > high.LEAST[below[0]]:
        return low
    return f"{top} or less" if key == CLASSES[-1] else f"{low} to {top}"
