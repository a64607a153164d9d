"""The `.hand` text: one hand of any game, readable aloud, writable by hand, replayed by the rules.

docs/hand-format.md has the grammar. A text with a deck is a whole hand: its answers are put to the
rules again, and whatever else it tells must follow. A text without is a story as one seat saw it.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from croupier import houses
from croupier.core import catalogue, prices
from croupier.core.cards import BadCards
from croupier.core.cards import cards as cards_of
from croupier.core.cards import text as faces
from croupier.core.catalogue import Game, UnknownGame
from croupier.core.felt import Deal, Seat, Spot
from croupier.histories.lines import cents, event_of, line, money, spot_of, spot_text
from croupier.histories.story import About, BadHistory, Story

TITLE: Final = "croupier hand 1"
ONCE: Final = frozenset(
    {"game", "rules", "house", "table", "hand", "at", "currency", "seats"}
    | {"chips", "carry", "button", "seen", "deck", "lots"}
)
"""The fields that a text may have, once each; `seat N` has one for every seat."""
_BOT: Final = " (bot)"
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


# Writing.


def write(story: Story) -> str:
    """A story as text."""
    return "\n".join((*_head(story), "", *_body(story), ""))


def _body(story: Story) -> list[str]:
    answers = story.answers
    return [line(event, answer=at in answers) for at, event in enumerate(story.events)]


def _head(story: Story) -> Iterator[str]:
    about = story.about
    yield TITLE
    yield f"game: {catalogue.name(story.game)}"
    if rules := rules_text(story.rules):
        yield f"rules: {rules}"
    known = {"house": about.house, "table": about.table, "hand": about.number, "at": about.at}
    for key, value in {**known, "currency": about.currency, "seats": about.seats}.items():
        if value:
            yield f"{key}: {plain(str(value))}"
    for seat, stack in _stacks(story.chips):
        bot = _BOT if seat in about.bots else ""
        yield f"seat {seat}: {_called(about, seat)}{bot}, {money(stack)}"
    others = [(s, n) for s, n in story.chips.items() if s[1] != "stack" and n]
    if others:
        yield "chips: " + ", ".join(f"{spot_text(spot)} {money(n)}" for spot, n in others)
    if story.carry != story.game.Carry():
        yield f"carry: {json.dumps(prices.plain(story.carry))}"
    yield f"seen: {seen_text(story.seen)}"
    if story.deal is not None:
        yield f"deck: {faces(story.deal.cards)}".rstrip()
        if story.deal.lots:
            yield f"lots: {' '.join(map(str, story.deal.lots))}"
    elif story.lots:
        yield "lots: " + " ".join(f"{at}={lot}" for at, lot in story.lots.items())


def _stacks(chips: Mapping[Spot, int]) -> list[tuple[Seat, int]]:
    return sorted((spot[0], amount) for spot, amount in chips.items() if spot[1] == "stack")


def _called(about: About, seat: Seat) -> str:
    name = plain(about.name(seat))
    while name.endswith(_BOT):
        name = name.removesuffix(_BOT)
    return name


def plain(text: str) -> str:
    """A text without anything that could end its line."""
    return _CONTROL.sub(" ", text).strip()


def seen_text(seat: Seat | None) -> str:
    """Whose eyes."""
    return "all" if seat is None else f"seat {seat}" if seat else "public"


@lru_cache(256)
def rules_text(rules: Any) -> str:
    """What differs from the game's defaults, as a sheet writes it, on one line."""
    return ", ".join(f"{key} = {_toml(value)}" for key, value in houses.written(rules).items())


def _toml(value: Any) -> str:
    """A value in TOML, on one line."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{key} = {_toml(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value) if isinstance(value, Decimal) else json.dumps(value)


# Reading.


class Head(Struct):
    """The fields of a text."""

    fields: dict[str, str]
    seats: dict[Seat, tuple[str, int]]


def read_all(text: str) -> list[Story]:
    """Every hand of a text."""
    starts = [found.start() for found in re.finditer(rf"^{TITLE}\s*$", text, re.MULTILINE)]
    if not starts or text[: starts[0]].strip("\ufeff \r\n"):
        raise BadHistory(f"a .hand text begins with the line {TITLE!r}")
    ends = [*starts[1:], len(text)]
    return [read(text[start:end]) for start, end in zip(starts, ends, strict=True)]


def read(text: str) -> Story:
    """The story of one text; what a field or a line cannot mean is refused by its name."""
    rows = list(map(str.strip, text.splitlines()))
    if rows[:1] != [TITLE]:
        raise BadHistory(f"a .hand text begins with the line {TITLE!r}")
    blank = rows.index("") if "" in rows else len(rows)
    told = [row for row in rows[blank:] if row and row[0] != "#"]
    try:
        return _story(_read_head(rows[1:blank]), told)
    except BadHistory:
        raise
    except (BadCards, UnknownGame, houses.BadSheet, msgspec.ValidationError) as error:
        raise BadHistory(str(error)) from None
    except (ArithmeticError, ValueError) as error:
        raise BadHistory(f"a field of the text cannot be read: {error}") from None


def _read_head(rows: Iterable[str]) -> Head:
    """The fields, which end with the first blank line."""
    fields: dict[str, str] = {}
    seats: dict[Seat, tuple[str, int]] = {}
    for row in rows:
        key, colon, value = row.partition(":")
        if key[:5] == "seat " and key[5:].isdecimal() and ", " in value:
            name, _, stack = value.rpartition(", ")
            seats[int(key[5:])] = name.strip(), cents(stack)
        elif key in ONCE and key not in fields and colon:
            fields[key] = value.strip()
        elif row[0] != "#":
            raise BadHistory(f"{row!r} is not a field, or stands twice: see docs/hand-format.md")
    return Head(fields, seats)


def _story(head: Head, told: list[str]) -> Story:
    fields = head.fields
    game = catalogue.game(fields.get("game", ""))
    rules = rules_of(fields["game"], fields.get("rules", ""))
    seen, deal, lots = _seen_of(fields.get("seen", "all")), None, {}
    if "deck" in fields:
        seen = None
        deal = Deal(cards_of(fields["deck"]), tuple(map(int, fields.get("lots", "").split())))
    elif seen is None:
        raise BadHistory("a text that has seen all needs its deck; else it says seen: seat N")
    else:
        lots = _lots_of(fields.get("lots", ""))
    return Story(
        game=game,
        rules=rules,
        chips=_chips_of(head),
        carry=_carry_of(game, fields),
        events=list(map(event_of, told)),
        answers=frozenset([at for at, row in enumerate(told) if row[0] == ">"]),
        seen=seen,
        deal=deal,
        lots=lots,
        about=_about(head),
    )


@lru_cache(256)
def rules_of(game: str, text: str) -> Any:
    """Rules from their line."""
    try:
        written = tomllib.loads(f"rules = {{ {text} }}", parse_float=Decimal)["rules"]
    except tomllib.TOMLDecodeError as error:
        raise BadHistory(f"rules: write key = value, key = value: {error}") from None
    return houses.rules(catalogue.game(game), written, file="rules")


def _lots_of(text: str) -> dict[int, int]:
    """The lots that were drawn, with their places; without places they are the first ones."""
    pairs = [word.rpartition("=") for word in text.split()]
    return {int(at) if at else n: int(lot) for n, (at, _, lot) in enumerate(pairs)}


def _seen_of(text: str) -> Seat | None:
    if text in ("all", "public"):
        return None if text == "all" else 0
    if not text.startswith("seat ") or not text[5:].isdecimal():
        raise BadHistory(f"seen: {text!r} is neither all, public nor seat N")
    return int(text[5:])


def _chips_of(head: Head) -> dict[Spot, int]:
    chips: dict[Spot, int] = {(seat, "stack"): n for seat, (_, n) in sorted(head.seats.items())}
    for part in filter(None, head.fields.get("chips", "").split(", ")):
        spot, _, amount = part.rpartition(" ")
        chips[spot_of(spot)] = cents(amount)
    return chips


def _carry_of(game: Game, fields: Mapping[str, str]) -> Any:
    """What stayed on the table; `button` alone is a short way to say who has it."""
    if "carry" in fields:
        return prices.convert(json.loads(fields["carry"]), game.Carry)
    if "button" not in fields:
        return game.Carry()
    places = [name for name in ("drawn", "button") if name in game.Carry.__struct_fields__]
    if not places:
        raise BadHistory(f"button: {catalogue.name(game)} has none")
    return game.Carry(**{places[0]: int(fields["button"])})


def _about(head: Head) -> About:
    fields = head.fields
    bots = [seat for seat, (name, _) in head.seats.items() if name.endswith(_BOT)]
    return About(
        names={seat: name.removesuffix(_BOT) for seat, (name, _) in head.seats.items()},
        bots=frozenset(bots),
        house=fields.get("house", ""),
        table=fields.get("table", ""),
        number=int(fields.get("hand", "0")),
        at=fields.get("at", ""),
        currency=fields.get("currency", ""),
        seats=int(fields.get("seats", "0")),
    )
