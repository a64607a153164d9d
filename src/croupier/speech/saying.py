"""What each rule of a table says on its plate: the lines that change when the rule does."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, inspect
from msgspec.structs import replace

from croupier import houses
from croupier.core import prices
from croupier.core.prices import PayTable, Price
from croupier.houses import House, TableSheet, faults
from croupier.speech.plates import Line, Plate, plate


class Said(Struct, frozen=True):
    """What a rule says, or what it would say if it were in force."""

    lines: tuple[Line, ...]
    in_force: bool = True


def lines(house: House, sheet: TableSheet, language: str) -> dict[str, Said]:
    """The lines of the plate by the rules that make them."""
    now = _all(plate(house, sheet, language))
    found = dict[str, Said]()
    for field in faults.fields_of(type(sheet.rules)):
        for rules in _others(sheet.rules, field):
            other = _all(plate(house, replace(sheet, rules=rules), language))
            if changed := tuple(line for line in now if line not in other):
                found[field.name] = Said(changed)
                break
            if new := tuple(line for line in other if line not in now):
                found[field.name] = Said(new, in_force=False)
    return found


def _all(found: Plate) -> list[Line]:
    tables = [Line(_rows(one), one.clause, one.title) for one in found.prices]
    return [*found.limits, *tables, *found.rules]


def _rows(table: Any) -> str:
    return " · ".join(f"{row.name} {row.pays}" for row in table.rows)


def _others(rules: Any, field: inspect.Field) -> Iterator[Any]:
    """The rules with this one set otherwise, as far as they stand."""
    for value in _values(getattr(rules, field.name), field.type):
        try:
            yield houses.varied(rules, {field.name: value})
        except ValueError:
            continue


def _values(value: Any, kind: inspect.Type) -> Iterator[Any]:
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.LiteralType):
        yield from (one for one in kind.values if one != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, 2 * value, value - 1, value // 2, value + 100, 0)
    elif isinstance(value, PayTable):
        yield from ({row: None} for row in value.rows)
    elif isinstance(value, Price):
        yield from map(prices.plain, (Price(value + 1), Price(value + 2)))
