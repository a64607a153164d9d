"""The rulebook's list of options against the rules of the games: nothing is forgotten.

`vectors/options.json` has every option that the clauses name, with its default and what is allowed.
"""

import json
from pathlib import Path

import pytest
from msgspec import inspect

from croupier import houses
from croupier.core.catalogue import game as named
from croupier.houses import faults

LISTED = json.loads((Path(__file__).parent / "vectors" / "options.json").read_text("utf-8"))
TABLES = {
    "blackjack": ("casino-du-liban", "blackjack"),
    "heads-up-holdem": ("casino-du-liban", "heads-up-holdem"),
    "casino-holdem": ("live-casino", "casino-holdem"),
    "texas-holdem": ("french-casino", "no-limit"),
    "cardroom-general": ("casino-club", "holdem-4-8"),
    "holdem-omaha": ("casino-club", "omaha-3-6"),
    "push-nine": ("casino-club", "push-nine"),
    "double-hand-poker": ("casino-club", "double-hand"),
    "lowball": ("casino-club", "low-ball"),
}
"""The table that each part of the rulebook describes."""

RENAMED = {
    "cave_min": ("min_buy_in",),
    "cave_max": ("max_buy_in",),
    "version": ("limit",),
    "limit_raises_per_round": ("max_raises",),
    "chip_unit": ("chip",),
    "rake_percent": ("levy_percent",),
    "rake_caps": ("levy_caps",),
    "rake_rounding": ("levy_rounding",),
    "new_player_entry": ("new_player",),
    "new_player_posts_big_blind": ("new_player",),
    "new_player_wait_entry": ("new_player",),
    "blinds_count": ("small_blind", "button_blind"),  # 0 and an amount: one blind and three.
    "lowball_blinds": ("small_blind", "button_blind"),
    "collection_2_4_three_or_less": ("drop_three_or_less",),
    "hand_fee_cents": ("hand_fee",),
}
"""Options that the rules call otherwise."""
ELSEWHERE = {
    "omaha_variant": "two games: omaha and omaha-hilo",
    "house_way": "one value only",
    "helpline": "the room's notice, a setting of the server",
    "provably_fair": "how the room shuffles and publishes, not how a hand is played",
    "deck_change_after_hands": "every hand is dealt from a fresh shuffle",
}
"""Options that are no field of a game's rules, and why."""

OWN_WORDS = {
    "2x_small_blind": 4_00,
    "by_table": 2_00,
    "none": 0,
    "unlimited": 0,
    "cave_max": "max_buy_in",
    "ante": 0,  # The least bet: 0 is the ante.
    "by_limit": 0,
}
"""How the rules write a default that the list has in words."""

ROWS = [
    pytest.param(part, row, id=f"{part}:{row['option']}")
    for part, rows in LISTED.items()
    for row in rows
]


def table_of(part):
    house, table = TABLES[part]
    return houses.house(house).tables[table]


def kind_of(rules, field):
    return next(one.type for one in inspect.type_info(type(rules)).fields if one.name == field)


@pytest.mark.parametrize(("part", "row"), ROWS)
def test_every_option_of_the_rulebook_is_a_field_of_the_rules_or_said_to_be_elsewhere(part, row):
    rules, option = table_of(part).rules, row["option"]
    if option in ELSEWHERE:
        assert option not in rules.__struct_fields__
        return
    for field in RENAMED.get(option, (option,)):
        assert field in rules.__struct_fields__
        kind = kind_of(rules, field)
        if isinstance(kind, inspect.LiteralType) and option == field:
            allowed = {word.strip() for word in row["allowed"].split(",")}
            allowed = {word if word != "cave_max" else "max_buy_in" for word in allowed}
            assert allowed <= {str(value) for value in kind.values}


@pytest.mark.parametrize(
    ("part", "row"), [row for row in ROWS if row.values[1]["option"] not in {*ELSEWHERE, *RENAMED}]
)
def test_its_default_is_the_rulebooks(part, row):
    rules, field, text = table_of(part).rules, row["option"], row["default"]
    kind, value = kind_of(rules, row["option"]), getattr(table_of(part).rules, row["option"])
    if text in OWN_WORDS and not isinstance(kind, inspect.LiteralType):
        assert value == OWN_WORDS[text]
    elif isinstance(kind, inspect.LiteralType):
        assert str(value) in (text, str(OWN_WORDS.get(text)))
    elif faults.is_money(kind):
        assert value == round(float(text) * 100)
    elif text[0] == "[":
        assert [str(one) for one in value] == [one for one in text[1:-1].split(",") if one]
    else:
        assert str(value).lower() == text, field


def test_the_list_names_no_game_that_is_not_dealt():
    for part in LISTED:
        table = table_of(part)
        assert named(table.game.__name__.rpartition(".")[2].replace("_", "-")) is table.game
