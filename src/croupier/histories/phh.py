"""PHH, the poker hand history format of the University of Toronto: written and read.

Specification: phh.readthedocs.io (0.0.2). A file is TOML; with several hands each is a table `[1]`,
`[2]`, … Players are listed in dealing order; between two the arrays of blinds and antes stand small
blind first, although the big blind is `p1`. A negative blind is a post, as PokerKit writes it.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from croupier import houses
from croupier.core import prices
from croupier.core.cards import FACES, BadCards, Card
from croupier.core.cards import cards as cards_of
from croupier.core.felt import Seat
from croupier.histories.course import Course, Step, course, variant
from croupier.histories.handtext import rules_of, rules_text
from croupier.histories.script import Act, Script
from croupier.histories.story import BadHistory, Story, Unsayable
from croupier.procedure import flop

VARIANTS: Final = {
    ("holdem", "no_limit"): "NT",
    ("holdem", "limit"): "FT",
    ("omaha", "pot_limit"): "PO",
    ("omaha-hilo", "limit"): "FO/8",
}
GAMES: Final = {code: named for named, code in VARIANTS.items()}
FORMAT: Final = "PHH"
CURRENCIES: Final = {"€": "EUR", "$": "USD", "£": "GBP"}
_ACTS: Final = {"fold": "f", "check": "cc", "call": "cc", "bet": "cbr", "raise": "cbr"}


# Writing.


def write(story: Story) -> str:
    """A story as one PHH hand."""
    return "".join(f"{key} = {_toml(value)}\n" for key, value in _fields(story).items())


def joined(texts: list[str]) -> str:
    """Several hands in one file."""
    return "\n".join(f"[{number}]\n{text}" for number, text in enumerate(texts, 1))


def _fields(story: Story) -> dict[str, Any]:
    hand = course(story, FORMAT)
    if variant(story) not in VARIANTS:
        raise Unsayable(f"{FORMAT} has no {story.game.TITLE} with {story.rules.limit}")
    money = _Money(story)
    fields = _game(story, hand, money)
    places = {seat: f"p{n}" for n, seat in enumerate(hand.order, 1)}
    fields["starting_stacks"] = [money(story.chips[seat, "stack"]) for seat in hand.order]
    fields["actions"] = [*_dealt(hand, places), *_actions(hand, places, money)]
    return fields | _known(story, hand, money)


def _game(story: Story, hand: Course, money: "_Money") -> dict[str, Any]:
    """The game and what goes in before the deal, as due and not as paid: a short stack caps it."""
    rules = story.rules
    antes, blinds = dict.fromkeys(hand.order, 0), dict.fromkeys(hand.order, 0)
    if rules.ante and rules.ante_from == "each":
        antes = dict.fromkeys(hand.order, rules.ante)
    for step in hand.of("post"):
        if step.what in ("ante", "dead") and step.seat not in antes:
            raise Unsayable(f"{FORMAT} has no money of a player without cards")
        if step.what == "dead":
            antes[step.seat] += rules.small_blind
        elif step.what != "ante":
            blinds[step.seat] = _due(story, hand, step)
        elif rules.ante_from == "big_blind":
            antes[step.seat] += rules.ante
    if not any(antes.values()) and not any(blinds.values()):
        raise Unsayable(f"{FORMAT} has no hand without a blind or an ante")
    order = hand.order if len(hand.order) > 2 else hand.order[::-1]
    fixed = {"min_bet": money(rules.big_blind)}
    if rules.limit == "limit":
        fixed = {"small_bet": money(rules.big_blind), "big_bet": money(2 * rules.big_blind)}
    return {
        "variant": VARIANTS[variant(story)],
        "ante_trimming_status": False,
        "antes": [money(antes[seat]) for seat in order],
        "blinds_or_straddles": [money(blinds[seat]) for seat in order],
        **fixed,
    }


def _due(story: Story, hand: Course, step: Step) -> int:
    """Live money beyond the first two places is a post, but for a straddle."""
    rules, first = story.rules, hand.order[:2]
    if len(hand.order) == 2 and step.what == "small blind" and step.seat != hand.order[1]:
        raise Unsayable(f"{FORMAT} gives the button the small blind between two")
    named = {"small blind": rules.small_blind, "button blind": rules.button_blind}
    due: int = named.get(step.what, rules.big_blind)
    if step.what == "option":
        return 2 * due
    return due if step.what in ("small blind", "big blind") and step.seat in first else -due


def _dealt(hand: Course, places: Mapping[Seat, str]) -> Iterator[str]:
    for seat in hand.order:
        yield f"d dh {places[seat]} {_faces(hand.holes[seat])}"


def _actions(hand: Course, places: Mapping[Seat, str], money: "_Money") -> Iterator[str]:
    for step in hand.steps:
        if step.kind == "board":
            yield f"d db {_faces(step.cards)}"
        elif step.kind == "act":
            to = f" {_toml(money(step.to))}" if step.what in ("bet", "raise") else ""
            yield f"{places[step.seat]} {_ACTS[step.what]}{to}"
        elif step.kind == "show":
            yield f"{places[step.seat]} sm {_faces(step.cards)}"
        elif step.kind == "muck":
            yield f"{places[step.seat]} sm"
    if hand.of("muck") and not hand.of("show"):
        raise Unsayable(f"{FORMAT} has no showdown at which all others muck")


def _known(story: Story, hand: Course, money: "_Money") -> dict[str, Any]:
    """The optional fields, and our own, which begin with an underscore."""
    about, order = story.about, hand.order
    won = dict.fromkeys(order, 0)
    for step in hand.of("win"):
        won[step.seat] += step.amount
    left = _left(story, hand)
    fields: dict[str, Any] = {
        "venue": f"Croupier, {about.house}" if about.house else "Croupier",
        "time_zone": "UTC" if about.at else "",
        "hand": about.number,
        "seats": order,
        "seat_count": about.seats or story.rules.max_seats,
        "table": about.table,
        "players": [about.name(seat) for seat in order],
        "finishing_stacks": [money(left[seat]) for seat in order],
        "winnings": [money(won[seat]) for seat in order],
        "currency": CURRENCIES.get(about.currency, ""),
        "currency_symbol": about.currency if len(about.currency) == 1 else "",
        "_croupier": 1,
        "_rules": rules_text(story.rules),
        "_rake": money(hand.rake),
    }
    if story.carry.blinds.places.button:
        fields["_carry"] = json.dumps(prices.plain(story.carry))
    if about.at:
        day, _, time = about.at.partition("T")
        fields |= dict(zip(("year", "month", "day"), map(int, day.split("-")), strict=True))
        fields["time"] = _Bare(time.rstrip("Z"))
    return {key: value for key, value in fields.items() if value not in ("", 0) or key[0] == "_"}


def _left(story: Story, hand: Course) -> dict[Seat, int]:
    """What everybody has in the end."""
    stacks = {seat: story.chips[seat, "stack"] for seat in hand.order}
    for step in hand.steps:
        if step.kind in ("win", "uncalled"):
            stacks[step.seat] += step.amount
        elif step.kind in ("post", "act") and step.seat in stacks:
            stacks[step.seat] -= step.amount
    return stacks


class _Bare(str):
    """A TOML value that needs no quotes: a time."""

    __slots__ = ()


class _Money:
    """Whole numbers at a table of whole chips, else two decimals throughout."""

    def __init__(self, story: Story) -> None:
        stacks = [amount for spot, amount in story.chips.items() if spot[1] == "stack"]
        self.whole = not story.rules.chip % 100 and not any(n % 100 for n in stacks)

    def __call__(self, amount: int) -> int | Decimal:
        return amount // 100 if self.whole else (Decimal(amount) / 100).quantize(Decimal("0.01"))


def _faces(cards: Sequence[Card]) -> str:
    return "".join(FACES[card] for card in cards)


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, _Bare | Decimal) or type(value) is int:
        return str(value)
    return json.dumps(value, ensure_ascii=False)


# Reading.


def read_all(text: str) -> list[Story]:
    """The hands of a `.phh` or `.phhs` text."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise BadHistory(f"not TOML: {error}") from None
    tables = [data] if "variant" in data else list(data.values())
    if not tables or not all(isinstance(table, dict) for table in tables):
        raise BadHistory("a PHH file has a hand at its top, or one in each table")
    return [read(table) for table in tables]


def read(fields: Mapping[str, Any]) -> Story:
    """The story of one hand's fields."""
    try:
        return _script(fields).story()
    except (BadCards, LookupError, TypeError, ArithmeticError) as error:
        raise BadHistory(f"not a PHH hand: {error!r}") from None


def _script(fields: Mapping[str, Any]) -> Script:
    code = fields["variant"]
    if code not in GAMES:
        raise BadHistory(f"the variant {code!r} is not dealt here: {', '.join(GAMES)} are")
    stacks = [_cents(n) for n in fields["starting_stacks"]]
    blinds, antes = ([_cents(n) for n in fields[key]] for key in ("blinds_or_straddles", "antes"))
    if len({len(stacks), len(blinds), len(antes)}) > 1:
        raise BadHistory("stacks, blinds and antes are of different numbers of players")
    if len(stacks) == 2:
        blinds, antes = blinds[::-1], antes[::-1]
    game, limit = GAMES[code]
    unit = _cents(fields["small_bet" if limit == "limit" else "min_bet"])
    script = Script(game=game, limit=limit, unit=unit, stacks=stacks, blinds=blinds, antes=antes)
    if "_rules" in fields:
        script.rules = rules_of(game, fields["_rules"])
    if "_carry" in fields:
        script.carry = prices.convert(json.loads(fields["_carry"]), flop.Carry)
    for action in fields["actions"]:
        _act(script, action.partition("#")[0].split())
    _describe(script, fields)
    return script


def _act(script: Script, words: Sequence[str]) -> None:
    """One action of the list."""
    match words:
        case []:
            return
        case ["d", "dh", player, cards]:
            at = _player(player)
            script.holes[at] = script.holes.get(at, ()) + cards_of(cards)
        case ["d", "db", cards]:
            script.board += cards_of(cards)
        case [player, "f"]:
            script.acts.append(Act(_player(player), "fold"))
        case [player, "cc"]:
            script.acts.append(Act(_player(player), "call"))
        case [player, "cbr", amount]:
            script.acts.append(Act(_player(player), "raise", _cents(Decimal(amount))))
        case [player, "sm"]:
            script.shows.setdefault(_player(player), ())
        case [player, "sm", cards]:
            at = _player(player)
            script.shows[at] = script.holes.get(at, ()) if cards == "-" else cards_of(cards)
        case _:
            raise BadHistory(f"the action {' '.join(words)!r} is none of a flop game")


def _player(word: str) -> int:
    if not word.startswith("p") or not word[1:].isdecimal():
        raise BadHistory(f"{word!r} is no player: p1, p2, …")
    return int(word[1:]) - 1


def _cents(amount: object) -> int:
    try:
        return houses.cents(amount)
    except ValueError as error:
        raise BadHistory(str(error)) from None


def _describe(script: Script, fields: Mapping[str, Any]) -> None:
    """Names, seats, and what the file says of the end."""
    count = len(script.stacks)
    script.names = list(fields.get("players", []))[:count]
    script.seats = list(fields.get("seats", []))[:count]
    script.number = fields.get("hand", 0) if isinstance(fields.get("hand", 0), int) else 0
    script.table = str(fields.get("table", ""))
    script.house = str(fields.get("venue", "")).removeprefix("Croupier, ")
    script.currency = str(fields.get("currency_symbol", ""))
    script.rake = _cents(fields.get("_rake", 0))
    ends = fields.get("finishing_stacks", [])
    script.ends = [_cents(n) for n in ends] if len(ends) == count else []
    if {"year", "month", "day", "time"} <= fields.keys():
        day = "-".join(f"{int(fields[key]):02}" for key in ("year", "month", "day"))
        script.at = f"{day}T{fields['time']}Z" if fields.get("time_zone", "UTC") == "UTC" else ""
