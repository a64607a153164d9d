"""Limit plates: the limits, pay tables and rules of a table in words, from its rules object.

One file for each game, named like the game; a guest has `plate` beside its rules. The terminal
prints a plate, the room shows it at the table (CH-34). A `Voice` says each line in the reader's
language: the sentence is looked up in french.toml, figures and amounts are filled in.
"""

from typing import cast

from msgspec import Struct

from croupier.core import catalogue
from croupier.core.phrases import Phrase
from croupier.core.prices import PayTable, Price
from croupier.houses import House, TableSheet
from croupier.speech import french


class NoPlate(LookupError):
    """A game without a plate."""


class Line(Struct, frozen=True):
    """One rule or limit, and the clause that makes it."""

    text: str
    clause: str
    label: str = ""
    key: str = ""
    """The label by which a client knows the line in every language: `buy_in`."""
    brief: str = ""
    """The text where there is little room: `$2/$4`."""


class Row(Struct, frozen=True):
    """What some hands are paid."""

    name: str
    pays: str
    hands: tuple[str, ...] = ()
    """The kinds of readings that it pays."""


class Prices(Struct, frozen=True):
    """A pay table as a person reads it."""

    title: str
    clause: str
    rows: tuple[Row, ...]


class Section(Struct, frozen=True):
    """Rules under one heading."""

    title: str
    lines: tuple[Line, ...]


class Plate(Struct, frozen=True):
    """All that a player wants to know before they bet."""

    limits: tuple[Line, ...]
    prices: tuple[Prices, ...]
    sections: tuple[Section, ...]

    @property
    def rules(self) -> tuple[Line, ...]:
        """The rules of all sections, one after the other."""
        return tuple(line for section in self.sections for line in section.lines)


class Voice:
    """Says a plate in one language and in the money of one house."""

    def __init__(self, house: House, language: str) -> None:
        self.house = house
        self.language = language

    def __call__(self, template: str, **values: str | int) -> str:
        """A sentence, its holes filled; a text in a hole is said before."""
        return french.said(Phrase(template, values), self.language, self.house.money)

    def line(self, template: str, clause: str, label: str = "", **values: str | int) -> Line:
        """One line of a plate."""
        return self.limit(label, self(template, **values), clause)

    def limit(self, label: str, text: str, clause: str, brief: str = "") -> Line:
        """A limit whose text is said already."""
        return Line(text, clause, self(label), label.lower().replace(" ", "_"), brief)

    def between(self, label: str, low: int, most: int, clause: str) -> Line:
        """A limit from one amount to another."""
        brief = f"{self.money(low)}\u2013{self.money(most)}"
        return self.limit(label, self.span(low, most), clause, brief)

    def section(self, title: str, *lines: Line | None) -> Section:
        """Lines under a heading; a line that does not apply is left out."""
        return Section(self(title), tuple(line for line in lines if line))

    def money(self, amount: int) -> str:
        """An amount in the house's currency."""
        written = self.house.money(amount)
        return (self.language == "fr" and french.figure(written)) or written

    def span(self, low: int, most: int) -> str:
        """Two limits in words."""
        return self("{low} to {high}", low=self.money(low), high=self.money(most))

    def price(self, pays: Price) -> str:
        """What a bet pays: `3 to 2`."""
        return self("{pays} to {stake}", pays=pays.numerator, stake=pays.denominator)

    def seconds(self, number: int, clause: str, label: str) -> Line:
        """How long there is for something."""
        return self.line("{number} {number|second|seconds}", clause, label, number=number)

    def prices(self, title: str, clause: str, table: PayTable) -> Prices:
        """The rows of a pay table, best hand first."""
        names = [self._row(table, at) for at in range(len(table.rows))]
        pays = map(self.price, table.rows.values())
        hands = (_paid(table, key) for key in table.rows)
        return Prices(self(title), clause, tuple(map(Row, names, pays, hands)))

    def _row(self, table: PayTable, at: int) -> str:
        """The hands that a row pays: from its own up to the best below the row above it."""
        keys, spans, ladder = list(table.rows), table.hands.spans, table.hands.ladder
        key, low = keys[at], self(keys[at].replace("_", " "))
        if not ladder:
            return low
        if not at:
            return low if key == ladder[0] else self("{hand} or better", hand=low)
        below = [name for name in ladder if spans[name].start < spans[keys[at - 1]].start]
        top = self(below[0].replace("_", " "))
        if key == below[0] or spans[key].start > spans[below[0]].start:
            return low
        if key == ladder[-1]:
            return self("{hand} or less", hand=top)
        return self("{low} to {high}", low=low, high=top)


def _paid(table: PayTable, key: str) -> tuple[str, ...]:
    """The kinds of hands that a row pays."""
    spans = table.hands.spans.items()
    return tuple(hand for hand, span in spans if table.row(span.start) == key)


def plate(house: House, table: TableSheet, language: str = "en") -> Plate:
    """The plate of a table."""
    named = catalogue.name(table.game)
    module = catalogue.face(named, __name__, "plate")
    if module is None:
        raise NoPlate(f"{named} has no plate: write plate(rules, say) in {__name__}, or beside it")
    return cast("Plate", module.plate(table.rules, Voice(house, language)))
