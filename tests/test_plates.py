"""The plates say the whole sheet: whatever a house may choose is told, in both languages.

The walk takes every field of every game's rules, each value of a choice and another value of a
number, and asks that the plate changes with it. What it cannot change is listed with its reason.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from croupier import houses
from croupier.core import catalogue, prices
from croupier.core.catalogue import Game
from croupier.core.phrases import Phrase
from croupier.houses import House, TableSheet
from croupier.speech import french, plates

HOUSE = houses.house("casino-club")
GAMES = {catalogue.name(game): game for game in catalogue.games()}

EXEMPT: dict[tuple[str, str], str] = {
    ("holdem", "kill_scoop_multiple"): "only a pot with a low is scooped",
    ("holdem", "kill_trigger_hilo"): "there is no low",
    ("omaha", "kill_trigger_hilo"): "there is no low",
    ("omaha-hilo", "kill_trigger_high"): "hi-lo has its own",
    ("omaha-hilo", "kill_pot_size"): "it goes with the trigger of high-only games",
    ("omaha", "kill_scoop_multiple"): "only a pot with a low is scooped",
}
"""Fields that a plate does not show, and why."""

READY = "the first that come ready"
"""Stands for the side bets of whichever game has the field."""
WHERE: dict[str, dict[str, Any]] = {
    "side_bet_min": {"side_bets": READY},
    "side_bet_max": {"side_bets": READY},
    "side_bets_live_after_fold": {"side_bets": ["trips_plus"]},
    "betting_round_amount": {"betting_round_buy_in": "amount", "betting_round_amount": 2_00},
    "sevens_rule_tournament": {"tournament": True},
    "straddle_tournament": {"tournament": True},
    "drop_five_or_more": {"lowball_collection": "by_players", "drop_five_or_more": 3_00},
    "drop_four": {"lowball_collection": "by_players", "drop_five_or_more": 3_00},
    "drop_three_or_less": {"lowball_collection": "by_players", "drop_five_or_more": 3_00},
    "no_flop_drop": {"drop_five_or_more": 3_00, "drop_four": 2_00, "drop_three_or_less": 1_00},
    "levy_capped": {"levy_percent": 4, "min_buy_in": 500_00},
    "no_flop_no_drop": {"levy_percent": 4},
    "max_raises": {"limit": "limit"},
    "kill": {"limit": "limit"},
    "kill_scoop_multiple": {"limit": "limit", "kill": "full"},
    "option_seconds": {"option_allowed": True},
    "table_minimum": {"table_minimum": 4_00},
    "ante_from": {"ante": 1_00},
    "levy_rounding": {"levy_percent": 4},
    "levy_caps": {"levy_percent": 4, "min_buy_in": 500_00},
    "kill_trigger_high": {"limit": "limit", "kill": "full"},
    "kill_pot_size": {
        "limit": "limit",
        "kill": "full",
        "kill_trigger_high": "pot_size",
        "kill_pot_size": 50_00,
    },
    "kill_trigger_hilo": {"limit": "limit", "kill": "full"},
    "killer_acts_last": {"limit": "limit", "kill": "full"},
    "new_player_in_kill_pot": {"limit": "limit", "kill": "full"},
    "recave_up_to": {"max_buy_in": 500_00},
    "muck_losing_hands": {"auto_show_at_showdown": True},
}
"""The house in which a field has a meaning, where the default house is not one."""


def base(game: Game, field: str) -> dict[str, Any]:
    """A house in which the field has a meaning, as plain data."""
    known = {f.name for f in fields(game)}
    wanted = {
        key: [next(iter(game.READY))] if value is READY else value
        for key, value in WHERE.get(field, {}).items()
        if key in known
    }
    return prices.plain(prices.convert(prices.plain(game.Rules()) | wanted, game.Rules))


@cache
def fields(game: Game) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(game.Rules)
    assert isinstance(info, inspect.StructType)
    return info.fields


OTHERS: dict[str, list[Any]] = {
    "double_totals": [[10, 11], "any"],
    "cut_card_fraction": ["0.5"],
    "levy_caps": [[], [[500_00, 5]]],
    "side_bets": [
        ["trips_plus"],
        [{"name": "own", "evaluation": "pocket", "pays": {"pocket_pair": 10}}],
        ["plus_three"],
        ["perfect_pairs"],
        [{"name": "own", "evaluation": "total", "pays": {"suited_20": 9, "total_20": 4}}],
        [{"name": "own", "evaluation": "pair", "pays": {"pair": 9}}],
    ],
}  # fmt: skip
"""Other values of fields that are neither a choice, a number, a price nor a pay table."""


def others(field: inspect.Field, value: Any) -> Iterator[Any]:
    """Other values to try: every one of a choice, a few of a number or a table."""
    kind = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
    if field.name in OTHERS:
        yield from OTHERS[field.name]
    elif isinstance(kind, inspect.LiteralType):
        yield from (one for one in kind.values if one != value)
    elif isinstance(kind, inspect.BoolType):
        yield not value
    elif isinstance(kind, inspect.IntType):
        yield from (bound for bound in (kind.ge, kind.le) if bound is not None)
        yield from (value + 1, value - 1, 2 * value, value // 2, 1_00, 2_00, 2 * value + 1000_00)
    elif isinstance(value, dict):
        yield {key: price for key, price in value.items() if key != "flush"}
        yield {**value, "royal_flush": 1000}
    else:
        yield from ("6 to 5", 2)


def variants(game: Game, field: inspect.Field) -> Iterator[tuple[Any, Any]]:
    """The rules with another value of a field: each choice, and at least one number."""
    plain = base(game, field.name)
    found = 0
    for value in others(field, plain[field.name]):
        changed = plain | {field.name: value} | together(game, plain, field.name, value)
        try:
            other = prices.convert(changed, game.Rules)
        except (msgspec.ValidationError, ValueError):
            continue
        if other != prices.convert(plain, game.Rules):
            found += 1
            yield value, other
    assert found, f"no other legal value of {field.name}"


def together(game: Game, plain: dict[str, Any], field: str, value: Any) -> dict[str, Any]:
    """What must change along with a field, lest no house could have it."""
    if field == "table_minimum":
        return {"small_blind": value // 2, "big_blind": value}
    if field == "kill_trigger_high":
        return {"kill_pot_size": 50_00 if value == "pot_size" else 0}
    if field == "betting_round_buy_in":
        return {"betting_round_amount": 2_00 if value == "amount" else 0}
    return {}


def said(game: Game, chosen: Any, language: str, house: House = HOUSE) -> str:
    """Everything a plate says, without the clauses."""
    plate = plates.plate(house, TableSheet("t", "T", game, chosen), language)
    words = [f"{line.label} {line.text}" for line in plate.limits]
    words += [f"{one.title} {row.name} {row.pays}" for one in plate.prices for row in one.rows]
    words += [
        f"{section.title} {[line.text for line in section.lines]}" for section in plate.sections
    ]
    return "\n".join(words)


CASES = [(name, field.name) for name, game in GAMES.items() for field in fields(game)]


@pytest.mark.parametrize(("name", "field"), CASES)
def test_the_plate_changes_with_every_choice(name: str, field: str) -> None:
    game = GAMES[name]
    chosen = next(one for one in fields(game) if one.name == field)
    plain = prices.convert(base(game, field), game.Rules)
    every = list(variants(game, chosen))
    for language in french.LANGUAGES:
        before = said(game, plain, language)
        silent = [value for value, other in every if said(game, other, language) == before]
        if (name, field) in EXEMPT:
            assert len(silent) == len(every), "the plate says it: take it off the list"
        elif isinstance(chosen.type, inspect.LiteralType | inspect.BoolType):
            assert silent == [], language
        else:  # A number may mean the same as the default: `min_bet = 1` where the ante is 1.
            assert len(silent) < len(every), language


def test_what_a_plate_leaves_out_is_a_field_and_has_a_reason() -> None:
    assert set(EXEMPT) <= set(CASES)
    assert all(EXEMPT.values())


# Both languages, and clauses.


TOGETHER: list[tuple[str, dict[str, Any]]] = [
    ("blackjack", {"surrender": "late", "hole_card": "peek"}),
    ("holdem", {"levy_percent": 4, "min_buy_in": 500_00}),
    ("holdem", {"levy_percent": 4, "min_buy_in": 500_00, "no_flop_no_drop": True}),
]
"""Choices that a plate says in one line."""


def every_plate() -> Iterator[tuple[str, House, TableSheet]]:
    for house in houses.houses():
        for table in house.tables.values():
            yield f"{house.name}/{table.name}", house, table
    for name, chosen in TOGETHER:
        game = GAMES[name]
        other = prices.convert(prices.plain(game.Rules()) | chosen, game.Rules)
        yield f"{name} {chosen}", HOUSE, TableSheet("t", "T", game, other)
    for name, game in GAMES.items():
        for field in fields(game):
            for value, other in variants(game, field):
                yield f"{name} {field.name}={value}", HOUSE, TableSheet("t", "T", game, other)


def test_every_sentence_of_every_plate_has_its_french(monkeypatch: pytest.MonkeyPatch) -> None:
    missed: set[str] = set()
    look_up = french.template

    def noting(english: str) -> str | None:
        found = look_up(english)
        if found is None and not re.fullmatch(r"(\{\w+\})?|Own", english):
            missed.add(english)
        return found

    monkeypatch.setattr(french, "template", noting)
    for _, house, table in every_plate():
        plates.plate(house, table, "fr")
    assert missed == set()


def test_no_phrase_of_the_plates_is_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()
    say = french.said

    def noting(phrase: Phrase, *others: Any) -> str:
        used.add(phrase.template)
        return say(phrase, *others)

    monkeypatch.setattr(french, "said", noting)
    for _, house, table in every_plate():
        plates.plate(house, table)
    sections = tomllib.loads((files("croupier.speech") / "french.toml").read_text("utf-8"))[
        "plates"
    ]
    phrases = {
        en: fr for part in sections.values() if isinstance(part, dict) for en, fr in part.items()
    }
    assert set(phrases) - used == set()


def test_both_languages_have_the_same_lines_and_clauses() -> None:
    for name, house, table in every_plate():
        english, said_so = (plates.plate(house, table, language) for language in ("en", "fr"))
        for one, other in (
            (english.limits, said_so.limits),
            (english.rules, said_so.rules),
            (english.prices, said_so.prices),
        ):
            assert [line.clause for line in one] == [line.clause for line in other], name
        assert all(line.clause and line.text for line in (*english.limits, *english.rules)), name


def test_a_plate_says_nothing_twice() -> None:
    for name, house, table in every_plate():
        for language in french.LANGUAGES:
            lines = [line.text for line in plates.plate(house, table, language).rules]
            assert len(lines) == len(set(lines)), name


def in_words(name: str, language: str = "en", **chosen: Any) -> str:
    game = GAMES[name]
    return said(game, prices.convert(prices.plain(game.Rules()) | chosen, game.Rules), language)


WRONG_ONCE = [
    (
        "BJ-39",
        "blackjack",
        {"timeout_action": "basic_strategy"},
        "played by basic strategy",
        "the hand stands.",
    ),
    ("BJ-32", "blackjack", {"backer_double": "compulsory"}, "must double", "or decline"),
    ("BJ-38", "blackjack", {"fraction_rounding": "down_to_chip"}, "3 to 2 on $5 wins $7.", "cent"),
    (
        "BJ-29",
        "blackjack",
        {"minimum_applies_to": "box_total"},
        "below the minimum is not dealt",
        "",
    ),
    ("BJ-17", "blackjack", {}, "A-8 counts as 9 here and A-9 as 10.", ""),
    ("BJ-17", "blackjack", {"double_totals": [10, 11]}, "A-9 counts as 10 here.", "A-8"),
    (
        "BJ-08",
        "blackjack",
        {"auto_stand_on_21": False},
        "At 21 you may still draw.",
        "stands by itself",
    ),
    (
        "CH-15",
        "casino-holdem",
        {"call_cover_at_ante": "require"},
        "only if your stack covers",
        "warned",
    ),
    ("HU-30", "heads-up-holdem", {"fraction_rounding": "down_to_chip"}, "on $5 wins $7.", "cent"),
]


@pytest.mark.parametrize(("clause", "game", "chosen", "there", "gone"), WRONG_ONCE)
def test_the_plate_is_true_under_options(
    clause: str, game: str, chosen: dict[str, Any], there: str, gone: str
) -> None:
    text = in_words(game, **chosen)
    assert there in text, clause
    assert not gone or gone not in text


SHEETS = [
    ("blackjack", "inspector decides who owns", "busy table", "The maximum is for first stakes",
     "from the dealer's left to right", "before any further card", "inspector's decision is final"),
    ("heads-up-holdem", "One pack of 52", "Bad Beat", "touch neither cards nor chips",
     "inspector's decision is final"),
    ("casino-holdem", "One pack of 52", "Ranking of hands", "kickers", "Malfunction voids all pays",
     "paid at the end of the round"),
    ("double-hand", "from seat 1", "1, 8 and 15, empty seats too", "not altered", "53 cards",
     "no interest in the result"),
    ("holdem", "Ranking of hands", "kickers", "play the board", "Missed blinds", "New players",
     "draws for the button", "Change seats", "register of orphans", "waiting list",
     "last 3 hands", "recave"),
    ("push-nine", "The house deals", "showed last cuts", "Table stakes", "dead hand", "Fouled deck",
     "dealt face up"),
    ("low-ball", "Exposed before the draw", "misdeal", "Miscall", "Protect your hand"),
]  # fmt: skip


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet[0])
def test_the_plate_says_what_the_sheet_says(sheet: tuple[str, ...]) -> None:
    game, *words = sheet
    text = in_words(game)
    assert [word for word in words if word not in text] == []


def test_omaha_says_who_kills_and_when_there_is_a_low() -> None:
    tables = HOUSE.tables
    high = said(GAMES["omaha"], tables["omaha-3-6"].rules, "en")
    both = said(GAMES["omaha-hilo"], tables["omaha-hilo-3-6"].rules, "en")
    assert "Win two pots in a row" in high
    assert "Scoop a pot of $30 or more" in both
    assert "three cards of eight or lower on the board" in both
    assert "the odd chip goes to the high hand" in both


def test_the_french_casino_says_its_own_procedure() -> None:
    house = houses.house("french-casino")
    text = said(GAMES["holdem"], house.tables["no-limit"].rules, "fr", house)
    for words in "un trèfle par joueur", "On ne change pas de place.", "registre des orphelins", \
            "09-74-75-13-13", "Les 3 derniers coups", "liste d'attente":  # fmt: skip
        assert words in text


def test_french_by_ear() -> None:
    heads_up, live = in_words("heads-up-holdem", "fr"), in_words("casino-holdem", "fr")
    assert "Le Raise va à la meilleure main, que le croupier soit qualifié ou non." in heads_up
    assert "les Odds sont payés à partir d'une quinte" in heads_up
    assert "Le croupier est qualifié à partir d'une paire de quatre." in live


def test_a_limit_in_brief_is_money_of_its_reader():
    house = houses.house("casino-club")
    found = plates.plate(house, house.tables["holdem-2-4"], "fr")
    brief = {line.key: line.brief for line in found.limits}
    assert brief["blinds"] == "1\u202f$/2\u202f$"
