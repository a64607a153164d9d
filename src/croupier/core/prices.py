"""The kinds of values that house rules are made of, and how they are read and written.

A game's `Rules` is a frozen struct of these. Amounts are whole numbers of the smallest unit
(cents); a house sheet writes them in its currency.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec
from msgspec import Meta, Struct

MONEY: Final = {"money": True}
Money = Annotated[int, Meta(gt=0, extra=MONEY)]
MoneyOrNone = Annotated[int, Meta(ge=0, extra=MONEY)]

Rounding = Literal["down_to_cent", "up_to_cent", "down_to_chip"]
"""What becomes of a win that cannot be paid exactly (BJ-38, HU-30)."""


def half_buy_in(least: int, chip: int) -> int:
    """Half of a least buy-in, up to whole chips: a short rebuy (CR-20)."""
    return -(-least // (2 * chip)) * chip


class Price(Fraction):
    """What a bet of 1 wins: `20`, `1.5`, `3 to 2`, `3:2`."""

    def __str__(self) -> str:
        return f"{self.numerator} to {self.denominator}"


def check_chips(rules: Any, names: Iterable[str], clause: str) -> None:
    """Refuse an amount of the rules that is not in whole chips."""
    for name in names:
        if getattr(rules, name) % rules.chip:
            chip = f"{rules.chip / 100:.2f}".removesuffix(".00")
            raise ValueError(f"{name} must be whole chips of {chip} ({clause})")


PRICES: Final = '20, 1.5 or "3 to 2"'
PAY_TABLES: Final = "hands with their prices, such as { flush = 2, straight = 1 }"
HIGHEST: Final = 1_000_000
"""No bet wins more times its stake, and none less than one part in as many."""
LONGEST: Final = 40
"""As many characters has a number of a price at most."""


def price(value: object) -> Price:
    """A price from what a sheet or a person writes."""
    try:
        if isinstance(value, Fraction):
            found = Fraction(value)
        elif isinstance(value, str):
            left, to, right = value.replace("to", ":").replace("/", ":").partition(":")
            found = _number(left.strip()) / _number(right.strip() if to else "1")
        elif isinstance(value, int | float | Decimal) and not isinstance(value, bool):
            found = _number(str(value))
        else:
            raise TypeError
    except (TypeError, ValueError, ArithmeticError) as error:
        shown = value if isinstance(value, int | Decimal) else repr(value)
        raise ValueError(f"{shown} is not a price: write {PRICES}") from error
    if not 0 <= found <= HIGHEST:
        raise ValueError(f"{value} is not a price: it must be above 0 and at most {HIGHEST:,} to 1")
    if found.denominator > HIGHEST:
        raise ValueError(f"{value} is not a price: it must not be finer than 1 part in {HIGHEST:,}")
    return Price(found)


def _number(text: str) -> Fraction:
    """A number of a price; a long one or a great exponent is not even worked out."""
    written = Decimal(text[: LONGEST + 1])
    far = not written.is_finite() or abs(written.adjusted()) > 2 * len(str(HIGHEST))
    if far or len(text) > LONGEST:
        raise ValueError(text)
    return Fraction(written)


class Hands(Struct, frozen=True):
    """The classes of one kind of hand: each is a span of values."""

    spans: Mapping[str, range]
    ladder: tuple[str, ...] = ()
    """Where each class also holds every better hand: the classes, the best first."""


class PayTable:
    """Prices by class of hand: the narrowest row that a hand is in pays it, in none it loses.

    A kind of table says which hands it can price (`KINDS`); where they are of several kinds no
    class is of two, so the rows say which kind is meant.
    """

    KINDS: ClassVar[Mapping[str, Hands]] = {}
    __slots__ = ("_spans", "kind", "rows")

    def __init__(self, rows: Mapping[str, object]) -> None:
        kinds = self.KINDS
        self.kind: Final = max(kinds, key=lambda kind: len(kinds[kind].spans.keys() & rows.keys()))
        classes = self.hands.spans
        for key in rows:
            if key not in classes:
                raise ValueError(f"{key!r} is not a hand: write one of {', '.join(classes)}")
        if not rows:
            raise ValueError(f"a pay table needs at least one row: write {PAY_TABLES}")
        ranked = sorted(rows, key=lambda key: (len(classes[key]), -classes[key].start))
        self.rows: Final = {key: price(rows[key]) for key in ranked}
        for narrow, wide in combinations(ranked, 2):
            if classes[narrow].start in classes[wide] and self.rows[narrow] < self.rows[wide]:
                raise ValueError("a better hand must not pay less than a worse one")
        self._spans: Final = tuple(
            (classes[key].start, classes[key].stop, self.rows[key]) for key in ranked
        )

    @property
    def hands(self) -> Hands:
        """The hands that it could price."""
        return self.KINDS[self.kind]

    def price(self, value: int) -> Price | None:
        """What a hand of this value wins; nothing where the bet loses."""
        return next((pays for low, stop, pays in self._spans if low <= value < stop), None)

    def row(self, value: int) -> str:
        """The row that pays a hand of this value; empty where the bet loses."""
        spans = zip(self.rows, self._spans, strict=True)
        return next((key for key, (low, stop, _) in spans if low <= value < stop), "")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PayTable) and self.rows == other.rows

    def __hash__(self) -> int:
        return hash(self._spans)

    def __repr__(self) -> str:
        return f"PayTable({ {key: str(price) for key, price in self.rows.items()} })"


def read(kind: type, value: object) -> Any:
    """Decode what msgspec does not know."""
    if kind is Price:
        found = price(value)
        if not found:  # Only in a pay table: a hand that gets its bet back.
            raise ValueError(f"{value} is not a price: it must be above 0")
        return found
    if issubclass(kind, PayTable):
        if isinstance(value, Mapping):
            return kind(value)
        raise ValueError(f"{value!r} is not a pay table: write {PAY_TABLES}")
    raise ValueError(f"{value!r} is not a {kind.__name__}")


def write(value: object) -> Any:
    """Encode what msgspec does not know."""
    if isinstance(value, PayTable):
        return {key: write(price) for key, price in value.rows.items()}
    if isinstance(value, Price):
        return value.numerator if value.denominator == 1 else str(value)
    raise NotImplementedError(f"no text for {value!r}")


def convert(value: object, kind: Any) -> Any:
    """Validated rules (or a carry) from plain data."""
    return msgspec.convert(value, kind, dec_hook=read, str_keys=True)


def plain(value: object) -> Any:
    """Plain data from rules (or a carry)."""
    return msgspec.to_builtins(value, enc_hook=write)
