"""The rules of a house game that the lab prices, as the fields of a form.

It needs no kernels: the room asks it in its own process.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, cast

from msgspec import Struct, inspect

from croupier.core import catalogue
from croupier.core.prices import HIGHEST, PayTable, Price, plain, price
from croupier.ranks.pays import FirstBet
from croupier.ranks.pays import SideBet as PokerBet

SideBet = PokerBet | FirstBet
FLOOR: Final = "croupier.lab.forms"
MAIN: Final = "main"
STEPS: Final = tuple(Fraction(step) for step in ("1/20", "1/10", "1/4", "1/2")) + tuple(
    Fraction(step * 10**digits) for digits in range(len(str(HIGHEST))) for step in (1, 2, 5)
)
BEFORE, BEHIND = 2, 5
"""How many steps of a curve lie before the smaller and behind the larger of sheet and setting."""


class Sides(Struct, frozen=True):
    """A rule that lists side bets, some of them ready under a name (HU-04)."""

    field: str
    ready: Mapping[str, SideBet]
    offered: Callable[[Any], Sequence[SideBet]]

    def bets(self, rules: Any) -> dict[str, SideBet]:
        """The side bets that come ready and those that the house offers, by name."""
        return {**self.ready, **{bet.name: bet for bet in self.offered(rules)}}


class Form(Struct, frozen=True):
    """What of a game's rules the odds desk shows."""

    priced: Mapping[str, str] = {}
    """The fields with a part in the price, in the order of the form, and the bet that they price; a
    field without one is drawn as no curve."""
    free: tuple[str, ...] = ()
    """Rules that are in force and change no price under the best play."""
    left_out: tuple[str, ...] = ()
    """Rules that may change the price a little and that the lab does not count."""
    choices: Mapping[str, tuple[Any, ...]] = {}
    """What a field takes, where its type does not say it."""
    sides: Sides | None = None
    exact: bool = True
    """Whether values at the table are counted."""


NONE: Final = Form()


def of(game: str) -> Form | None:
    """The form of a game; none where the lab values no options."""
    found = catalogue.face(game, FLOOR, "form")
    return cast("Form", found.FORM) if found else None


def games() -> list[str]:
    """The games with a form."""
    return [name for name in catalogue.names() if catalogue.place(name, FLOOR, "form")]


class Field(Struct):
    """A rule that may be changed."""

    key: str
    kind: str
    """`prices`, `price`, `flag`, `choice` or `several`."""
    bet: str
    value: Any
    choices: list[Any] = []
    """What a choice takes; of a pay table the hands that it may price, the best first."""
    needs: str = ""
    """The field that must name this one, or it is not in force."""


def fields(game: str, rules: Any) -> list[Field]:
    """The form of a sheet; the table of a side bet is a field of its own."""
    form, written = _form(game), opened(game, rules)
    priced = [
        Field(key, _kind(form, rules, key), bet, written[key], _choices(form, rules, key))
        for key, bet in form.priced.items()
    ]
    needs = form.sides.field if form.sides else ""
    sides = [
        Field(name, "prices", f"side {name}", written[name], _hands(bet.pays), needs)
        for name, bet in side_bets(game, rules).items()
    ]
    return priced + sides


def bet_of(game: str, rules: Any, key: str) -> str:
    """The bet that a field prices; nothing if there is no such field."""
    return f"side {key}" if key in side_bets(game, rules) else _form(game).priced.get(key, "")


def side_bets(game: str, rules: Any) -> dict[str, SideBet]:
    """The side bets that have a table of their own, by name."""
    sides = _form(game).sides
    return sides.bets(rules) if sides else {}


def opened(game: str, rules: Any) -> dict[str, Any]:
    """Plain rules as the form has them: side bets by name, each with its table as a field."""
    written: dict[str, Any] = plain(rules)
    sides = _form(game).sides
    if sides is None:
        return written
    written[sides.field] = [bet.name for bet in sides.offered(rules)]
    return written | {name: plain(bet.pays) for name, bet in sides.bets(rules).items()}


def closed(game: str, rules: Any, written: dict[str, Any]) -> dict[str, Any]:
    """Plain rules as a sheet has them, from those of the form."""
    sides = _form(game).sides
    if sides is None:
        return written
    bets = sides.bets(rules)
    left = {key: value for key, value in written.items() if key not in bets}
    listed = [_side(sides.ready, bets, written, name) for name in written[sides.field]]
    return {**left, sides.field: listed}


def _side(
    ready: Mapping[str, SideBet], bets: dict[str, SideBet], written: dict[str, Any], name: Any
) -> Any:
    """A ready bet by its name alone, any other whole."""
    if not isinstance(name, str) or name not in bets:
        return name
    if name in ready and plain(ready[name].pays) == written[name]:
        return name
    return {"name": name, "evaluation": bets[name].evaluation, "pays": written[name]}


def in_force(game: str, rules: Any) -> dict[str, dict[str, Any]]:
    """Rules that change no price, and rules that the lab leaves out."""
    written, form = plain(rules), _form(game)
    return {
        name: {key: written[key] for key in keys}
        for name, keys in (("free", form.free), ("left_out", form.left_out))
    }


def _form(game: str) -> Form:
    return of(game) or NONE


def _value(game: str, rules: Any, key: str) -> Any:
    sides = side_bets(game, rules)
    return sides[key].pays if key in sides else getattr(rules, key)


def _kind(form: Form, rules: Any, key: str) -> str:
    value = getattr(rules, key)
    if isinstance(value, PayTable):
        return "prices"
    if isinstance(value, Price):
        return "price"
    if isinstance(value, bool):
        return "flag"
    return "several" if form.sides and key == form.sides.field else "choice"


def _hands(table: PayTable) -> list[str]:
    """The hands that a pay table may price, the best first."""
    classes = table.hands.spans
    return sorted(classes, key=lambda name: (-classes[name].start, len(classes[name])))


def _choices(form: Form, rules: Any, key: str) -> list[Any]:
    value = getattr(rules, key)
    if isinstance(value, PayTable):
        return list(_hands(value))
    if key in form.choices:
        return list(form.choices[key])
    if form.sides and key == form.sides.field:
        return list(form.sides.bets(rules))
    return [False, True] if isinstance(value, bool) else _allowed(rules, key)


def _allowed(rules: Any, key: str) -> list[Any]:
    """What the type of a field allows."""
    kind = next(field.type for field in inspect.type_info(type(rules)).fields if field.name == key)  # type: ignore[attr-defined]
    if isinstance(kind, inspect.LiteralType):
        return list(kind.values)
    if isinstance(kind, inspect.IntType) and kind.ge is not None and kind.le is not None:
        return list(range(kind.ge, kind.le + 1))
    return []


def around(game: str, key: str, sheet: Any, now: Any) -> list[Any]:
    """The values at which a curve of this field is drawn, those of sheet and setting among them."""
    head, _, row = key.partition(".")
    values = _value(game, sheet, head), _value(game, now, head)
    if not row and not isinstance(values[1], Price):
        return [] if isinstance(values[1], PayTable) else _choices(_form(game), now, head)
    tables = [value.rows for value in values if isinstance(value, PayTable)]
    prices = [price(rows[row]) for rows in tables if row in rows] if row else [*map(price, values)]
    if not prices:
        return []
    low, high = min(prices), max(prices)
    step = next((step for step in reversed(STEPS) if step <= high / 4), STEPS[0])
    first = max(low // step - BEFORE, 0)
    marks = {(first + n) * step for n in range(int((high - low) / step) + BEFORE + BEHIND + 1)}
    return [plain(Price(mark)) for mark in sorted(marks | {Fraction(one) for one in prices})]


def put(game: str, rules: Any, key: str, value: Any) -> dict[str, Any]:
    """Plain rules with one field, or one row of a pay table, set otherwise."""
    written, (head, _, row) = opened(game, rules), key.partition(".")
    return closed(game, rules, {**written, head: {**written[head], row: value} if row else value})
