"""Rules with some of their fields set otherwise: `--set ante_pays.flush=3`."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from typing import Any

import msgspec

from croupier import houses
from croupier.core import prices
from croupier.houses import faults
from croupier.lab import form
from croupier.lab.odds import Unanswerable

ROWS_GONE = "none"


def changed(game: str, current: Any, settings: Sequence[str]) -> Any:
    """The rules with each `key=value` in place; money in the house's currency."""
    if not settings:
        return current
    data = form.opened(game, current)
    for setting in settings:
        _set(data, type(current), setting)
        _check_offered(game, current, data, setting)
    try:
        return prices.convert(form.closed(game, current, data), type(current))
    except msgspec.ValidationError as error:
        key, why = faults.fault(error, type(current), data, houses.BARE.money)
        raise Unanswerable(f"--set {key or ' '.join(settings)}: {why}") from None


def _set(data: dict[str, Any], kind: type, setting: str) -> None:
    path, equals, text = (part.strip() for part in setting.partition("="))
    if not equals or not path or not text:
        raise Unanswerable(f"--set {setting!r}: write key=value, such as ante_pays.flush=3")
    key, *inner = path.split(".")
    fields = {field.encode_name: field for field in faults.fields_of(kind)}
    if key not in data:
        raise Unanswerable(f"--set {path}: unknown key {key!r}: {_near(key, list(data))}")
    if not inner:
        money = key in fields and faults.is_money(fields[key].type)
        data[key] = _cents(path, text) if money else _value(text)
    elif len(inner) > 1 or not isinstance(data[key], dict):
        raise Unanswerable(f"--set {path}: {key} has no part {'.'.join(inner)!r}")
    elif text == ROWS_GONE:
        if data[key].pop(inner[0], None) is None:
            raise Unanswerable(f"--set {path}: {_near(inner[0], list(data[key]))}")
    else:
        data[key][inner[0]] = _value(text)


def _check_offered(game: str, current: Any, data: dict[str, Any], setting: str) -> None:
    """A table of a side bet that nobody can play would change nothing."""
    name = setting.partition("=")[0].partition(".")[0].strip()
    sides = (form.of(game) or form.NONE).sides
    if sides and name in sides.bets(current) and name not in data[sides.field]:
        why = f"{name} is not offered: set {sides.field}=[{name}] first"
        raise Unanswerable(f"--set {setting}: {why}")


def _near(key: str, known: list[str]) -> str:
    near = get_close_matches(key, known, 1)
    meant = f"did you mean {near[0]}? " if near else ""
    return f"{meant}allowed are {', '.join(known)}"


def _value(text: str) -> Any:
    """A number, true, false, a list, or else a word."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        pass
    if text.startswith("[") and text.endswith("]"):
        return [_value(part.strip()) for part in text[1:-1].split(",") if part.strip()]
    return text


def _cents(path: str, text: str) -> int:
    try:
        return houses.cents(Decimal(text))
    except (InvalidOperation, ValueError):
        raise Unanswerable(f"--set {path}: {text!r} is not an amount: write 10 or 7.50") from None
