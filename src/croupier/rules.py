"""The kinds of values that house rules are made of, and how they are read and written.

A game's `Rules` is a frozen struct of these. Amounts are whole numbers of the smallest unit
(cents); a house sheet writes them in its currency.
"""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from croupier.ranks import high

MONEY: Final = {"money": True}
Money = Annotated[int, Meta(gt=0, extra=MONEY)]
MoneyOrNone = Annotated[int, Meta(ge=0, extra=MONEY)]

Rounding = Literal["down_to_cent", "up_to_cent", "down_to_chip"]
"""What becomes of a win that cannot be paid exactly (BJ-38, HU-30)."""


class Price(Fraction):
    """So much to 1: `20`, `1.5`, `3 to 2`, `3:2`."""

    def __str__(self) -> str:
        return f"{self.numerator} to {self.denominator}"


def price(value: object) -> Price:
    """A price from what a sheet or a person writes."""
    try:
        if isinstance(value, str):
            left, _, right = value.replace("to", ":").replace("/", ":").partition(":")
            found = Fraction(Decimal(left.strip())) / Fraction(Decimal((right or "1").strip()))
        elif isinstance(value, int | float | Decimal | Fraction) and not isinstance(value, bool):
            found = Fraction(str(value))
        else:
            raise TypeError
    except (TypeError, ValueError, ZeroDivisionError, InvalidOperation) as error:
        raise ValueError(f"{value!r} is no price: write 20, 1.5 or 3 to 2") from error
    if found < 0:
        raise ValueError(f"{value!r} is no price: it must not be below 0")
    return Price(found)


class PayTable:
    """Prices by the least hand that earns them: below the last row a bet loses."""

    __slots__ = ("_least", "rows")

    def __init__(self, rows: Mapping[str, object]) -> None:
        for key in rows:
            if key not in high.LEAST:
                raise ValueError(f"{key!r} is no hand: write one of {', '.join(high.LEAST)}")
        ranked = sorted(rows, key=high.LEAST.__getitem__, reverse=True)
        self.rows: Final = {key: price(rows[key]) for key in ranked}
        self._least: Final = tuple((high.LEAST[key], self.rows[key]) for key in ranked)
        if not rows:
            raise ValueError("a pay table needs at least one row")
        prices = list(self.rows.values())
        if prices != sorted(prices, reverse=True):
            raise ValueError("a better hand must not pay less than a worse one")

    def price(self, value: int) -> Price | None:
        """What a hand of this value wins; nothing where the bet loses."""
        return next((price for least, price in self._least if value >= least), None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PayTable) and self.rows == other.rows

    def __hash__(self) -> int:
        return hash(self._least)

    def __repr__(self) -> str:
        return f"PayTable({ {key: str(price) for key, price in self.rows.items()} })"


def read(kind: type, value: object) -> Any:
    """Decode what msgspec does not know."""
    if kind is Price:
        return price(value)
    if kind is PayTable and isinstance(value, Mapping):
        return PayTable(value)
    raise ValueError(f"{value!r} is no {kind.__name__}")


def write(value: object) -> Any:
    """Encode what msgspec does not know."""
    if isinstance(value, PayTable):
        return {key: write(price) for key, price in value.rows.items()}
    if isinstance(value, Price):
        return value.numerator if value.denominator == 1 else str(value)
    raise NotImplementedError(f"no text for {value!r}")


def convert(value: object, kind: Any) -> Any:
    """Validated rules (or a carry) from plain data."""
    return msgspec.convert(value, kind, dec_hook=read)


def plain(value: object) -> Any:
    """Plain data from rules (or a carry)."""
    return msgspec.to_builtins(value, enc_hook=write)
