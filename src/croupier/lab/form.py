"""The rules of a house game that the lab prices, as the fields of a form.

It needs no kernels: the room asks it in its own process.
"""

from fractions import Fraction
from typing import Any, Final

from msgspec import Struct, inspect

from croupier.core.prices import HANDS, HIGHEST, PayTable, Price, SideBet, plain, price
from croupier.games import heads_up_holdem

MAIN: Final = "main"
PRICED: Final = {
    "casino-holdem": {
        "ante_pays": MAIN,
        "bonus_pays": "bonus",
        "call_pays": MAIN,
        "dealer_qualifies": MAIN,
        "high_card_wins_when_dealer_not_qualified": MAIN,
    },
    "heads-up-holdem": {
        "odds_pays": MAIN,
        "bad_beat_pays": MAIN,
        "odds_pays_on_tie": MAIN,
        "ante_push_first": MAIN,
        "side_bets": "",
        "side_bets_live_after_fold": "",
    },
    "blackjack": {
        "blackjack_pays": MAIN,
        "decks": MAIN,
        "dealer_hits_soft_17": MAIN,
        "hole_card": MAIN,
        "dealer_blackjack_takes": MAIN,
        "double_totals": MAIN,
        "double_soft_9_10_11": MAIN,
        "double_after_split": MAIN,
        "max_hands_per_box": MAIN,
        "resplit_aces": MAIN,
        "surrender": MAIN,
    },
}
"""The fields with a part in the price, in the order of the form, and the bet that they price; a
field without one is drawn as no curve."""
FREE: Final = {
    "casino-holdem": ("burn_before_turn_and_river",),
    "heads-up-holdem": ("raise_granularity",),
    "blackjack": ("split_tens_same_rank_only", "double_for_less"),
}
"""Rules that are in force and change no price under the best play: unseen cards are as good burnt
as left; the largest Raise is best; tens are never split, and no double is better for less."""
LEFT_OUT: Final = {
    "casino-holdem": ("fraction_rounding",),
    "heads-up-holdem": ("fraction_rounding",),
    "blackjack": ("cut_card_fraction", "shuffle_every_round", "fraction_rounding"),
}
"""Rules that may change the price a little and that the lab does not count."""
CHOICES: Final[dict[str, tuple[Any, ...]]] = {"double_totals": ([9, 10, 11], [10, 11], "any")}
STEPS: Final = tuple(Fraction(step) for step in ("1/20", "1/10", "1/4", "1/2")) + tuple(
    Fraction(step * 10**digits) for digits in range(len(str(HIGHEST))) for step in (1, 2, 5)
)
BEFORE, BEHIND = 2, 5
"""How many steps of a curve lie before the smaller and behind the larger of sheet and setting."""


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
    written = opened(rules)
    priced = [
        Field(key, _kind(rules, key), bet, written[key], _choices(rules, key))
        for key, bet in PRICED[game].items()
    ]
    sides = [
        Field(name, "prices", f"side {name}", written[name], _choices(rules, name), "side_bets")
        for name in side_bets(rules)
    ]
    return priced + sides


def bet_of(game: str, rules: Any, key: str) -> str:
    """The bet that a field prices; nothing if there is no such field."""
    return f"side {key}" if key in side_bets(rules) else PRICED[game].get(key, "")


def side_bets(rules: Any) -> dict[str, SideBet]:
    """The side bets that come ready and those that the house offers, by name (HU-04)."""
    if not isinstance(rules, heads_up_holdem.Rules):
        return {}
    return {
        **heads_up_holdem.READY,
        **{bet.name: bet for bet in heads_up_holdem.listed(rules)},
    }


def opened(rules: Any) -> dict[str, Any]:
    """Plain rules as the form has them: side bets by name, each with its table as a field."""
    written, sides = plain(rules), side_bets(rules)
    if sides:
        written["side_bets"] = [bet.name for bet in heads_up_holdem.listed(rules)]
    return {**written, **{name: plain(bet.pays) for name, bet in sides.items()}}


def closed(rules: Any, written: dict[str, Any]) -> dict[str, Any]:
    """Plain rules as a sheet has them, from those of the form."""
    sides = side_bets(rules)
    if not sides:
        return written
    left = {key: value for key, value in written.items() if key not in sides}
    return {**left, "side_bets": [_side(sides, written, name) for name in written["side_bets"]]}


def _side(sides: dict[str, SideBet], written: dict[str, Any], name: Any) -> Any:
    """A ready bet by its name alone, any other whole."""
    ready = heads_up_holdem.READY.get(name) if isinstance(name, str) else None
    if (
        not isinstance(name, str)
        or name not in sides
        or (ready and plain(ready.pays) == written[name])
    ):
        return name
    return {"name": name, "evaluation": sides[name].evaluation, "pays": written[name]}


def in_force(game: str, rules: Any) -> dict[str, dict[str, Any]]:
    """Rules that change no price, and rules that the lab leaves out."""
    written = plain(rules)
    return {
        name: {key: written[key] for key in keys[game]}
        for name, keys in (("free", FREE), ("left_out", LEFT_OUT))
    }


def _value(rules: Any, key: str) -> Any:
    sides = side_bets(rules)
    return sides[key].pays if key in sides else getattr(rules, key)


def _kind(rules: Any, key: str) -> str:
    value = _value(rules, key)
    if isinstance(value, PayTable):
        return "prices"
    if isinstance(value, Price):
        return "price"
    if isinstance(value, bool):
        return "flag"
    return "several" if key == "side_bets" else "choice"


def _choices(rules: Any, key: str) -> list[Any]:
    value = _value(rules, key)
    if isinstance(value, PayTable):
        classes = HANDS[value.kind]
        return sorted(classes, key=lambda name: (-classes[name].start, len(classes[name])))
    listed = {**CHOICES, "side_bets": tuple(side_bets(rules))}
    if key in listed:
        return list(listed[key])
    if isinstance(value, bool):
        return [False, True]
    kind = next(field.type for field in inspect.type_info(type(rules)).fields if field.name == key)  # type: ignore[attr-defined]
    if isinstance(kind, inspect.LiteralType):
        return list(kind.values)
    if isinstance(kind, inspect.IntType) and kind.ge is not None and kind.le is not None:
        return list(range(kind.ge, kind.le + 1))
    return []


def around(key: str, sheet: Any, now: Any) -> list[Any]:
    """The values at which a curve of this field is drawn, those of sheet and setting among them."""
    head, _, row = key.partition(".")
    values = _value(sheet, head), _value(now, head)
    if not row and not isinstance(values[1], Price):
        return [] if isinstance(values[1], PayTable) else _choices(now, head)
    tables = [value.rows for value in values if isinstance(value, PayTable)]
    prices = [price(rows[row]) for rows in tables if row in rows] if row else [*map(price, values)]
    if not prices:
        return []
    low, high = min(prices), max(prices)
    step = next((step for step in reversed(STEPS) if step <= high / 4), STEPS[0])
    first = max(low // step - BEFORE, 0)
    marks = {(first + n) * step for n in range(int((high - low) / step) + BEFORE + BEHIND + 1)}
    return [plain(Price(mark)) for mark in sorted(marks | {Fraction(one) for one in prices})]


def put(rules: Any, key: str, value: Any) -> dict[str, Any]:
    """Plain rules with one field, or one row of a pay table, set otherwise."""
    written, (head, _, row) = opened(rules), key.partition(".")
    return closed(rules, {**written, head: {**written[head], row: value} if row else value})
