"""What is wrong in a house sheet: the key, why, and what to write instead."""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from difflib import get_close_matches
from typing import Any, Final

from msgspec import inspect

from croupier.core import prices
from croupier.core.prices import Price

Money = Callable[[int], str]

_OWN: Final = re.compile(r"Expected|Invalid|Object|Array|Integer|Str|Decimal|Number|Can't")
"""How the messages of the library begin; all others are ours and stand."""
_MISSING: Final = re.compile(r"Object missing required field `(\w+)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.+)`")
_STEP: Final = re.compile(r"\.?([^.\[\]]+)|\[(\d+|\.\.\.)\]")


def fault(error: Exception, kind: type, data: Any, money: Money) -> tuple[str, str]:
    """The key that is wrong, and why; `data` is what was written, `kind` what it should be."""
    why, _, path = str(error).partition(" - at `")
    key = path.rpartition("$")[2].rstrip("`").strip(".")  # Also "- at `key` in `$.tables`".
    fields = {field.encode_name: field.type for field in fields_of(kind)}
    if not key:
        named, _, rest = why.partition(" ")
        if named.rstrip(":") in fields:  # A rule of ours that begins with its key.
            return named.rstrip(":"), rest
    if missing := _MISSING.match(why):
        return _below(key, missing[1]), "is missing: write it"
    if unknown := _UNKNOWN.match(why):
        return key, _unknown(unknown[1], list(fields) if not key else [])
    if not _OWN.match(why):
        return key, why
    found = fields.get(key) or fields.get(re.split(r"[.\[]", key)[0])
    allowed = words(found, money) if found else "a table: [tables.NAME]"
    return key, f"{_written(_at(data, key))} is not allowed: write {allowed}"


def _unknown(named: str, known: Sequence[str]) -> str:
    keys = ", ".join(known)
    if near := get_close_matches(named, known, 1):
        return f"unknown key {named!r}: did you mean {near[0]}? allowed are {keys}"
    return f"unknown key {named!r}: allowed are {keys}" if known else f"unknown key {named!r}"


def _below(key: str, field: str) -> str:
    return f"{key}.{field}" if key else field


def _at(data: Any, key: str) -> Any:
    """The value that was written under a key."""
    for name, index in _STEP.findall(key):
        if isinstance(data, Mapping):
            data = data.get(name)
        elif isinstance(data, Sequence) and index.isdigit() and int(index) < len(data):
            data = data[int(index)]
    return data


def _written(value: Any) -> str:
    """A value as a sheet writes it, cut where it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"[:60]
    text = str(value) if isinstance(value, int | Decimal) else repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def words(kind: inspect.Type, money: Money) -> str:
    """The values that a field takes."""
    if isinstance(kind, inspect.Metadata):
        told = (kind.extra_json_schema or {}).get("description")
        return told or (_amounts(kind.type, money) if is_money(kind) else words(kind.type, money))
    if isinstance(kind, inspect.LiteralType):
        named = [f'"{value}"' if isinstance(value, str) else str(value) for value in kind.values]
        return " or ".join(filter(None, (", ".join(named[:-1]), named[-1])))
    if isinstance(kind, inspect.IntType):
        return _numbers(kind)
    if isinstance(kind, inspect.CustomType):
        return prices.PRICES if kind.cls is Price else prices.PAY_TABLES
    return {
        inspect.BoolType: "true or false",
        inspect.StrType: "a text in quotes",
        inspect.DictType: "a table",
    }.get(type(kind), "another value")


def _amounts(kind: inspect.Type, money: Money) -> str:
    if isinstance(kind, inspect.IntType) and kind.le is not None:
        return f"an amount from {money(kind.ge or 0)} to {money(kind.le)}"
    least = "0 or more" if isinstance(kind, inspect.IntType) and kind.ge == 0 else "above 0"
    return f"an amount {least}, such as 10 or 7.50"


def _numbers(kind: inspect.IntType) -> str:
    if kind.ge is not None and kind.le is not None:
        return f"a whole number from {kind.ge} to {kind.le}"
    return "a whole number"


def fields_of(kind: type) -> tuple[inspect.Field, ...]:
    """The fields of a struct."""
    info = inspect.type_info(kind)
    return info.fields if isinstance(info, inspect.StructType) else ()


def is_money(kind: inspect.Type) -> bool:
    """Whether a field holds an amount of money."""
    return isinstance(kind, inspect.Metadata) and kind.extra == prices.MONEY
