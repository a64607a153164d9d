"""Some 150 bad values in house sheets: each refusal names file, key and what to write instead."""

import re
from decimal import Decimal

import msgspec
import pytest

from croupier import houses
from croupier.core import catalogue, prices
from croupier.houses import BadSheet

PROGRAM = re.compile(
    r"Expected|`|\bint\b|\bstr\b|decimal\b|object|PayTable|Literal|enum|None|Decimal\(|Traceback|"
    r"\barray\b|\bfield\b|\$\."
)
"""Words of a program that no writer of a sheet should have to read."""

WRONG: dict[str, dict[str, list[str]]] = {
    "blackjack": {
        "table_min": ["2.5", "0", "-5", "nan", "inf", "-inf", "true", '"5"', "[5]", "1e400",
                      "0.001", "600", "{}"],
        "table_max": ["1", "0", "10.5", "nan"],
        "chip": ["0", "-1", "nan", "0.005"],
        "minimum_applies_to": ['"box"', "1", "true", '""'],
        "table_boxes": ["0", "8", "2.5", '"seven"', "nan", "true"],
        "max_bettors_per_box": ["0", "4", "nan"],
        "decks": ["9", "0", "-1", '"six"', "6.5", "nan"],
        "cut_card_fraction": ["nan", "inf", "-inf", "0.2", "0.95", "1", '"half"', "true", "[0.5]"],
        "shuffle_every_round": ["1", '"yes"', "nan"],
        "hole_card": ['"one"', "false"],
        "blackjack_pays": ["0", "-1", '"0 to 1"', '"1e400"', "1e400", "nan", "inf", '"a lot"',
                           "true", '"3 to 0"', "[3, 2]", '"1 to 99999999"',
                           '"1e999999999"', "2000000"],
        "double_totals": ['"all"', "9", "[8, 9]", "[]", '["nine"]', "[9, 9, 10, 11]", "true",
                          "nan"],
        "betting_seconds": ["4", "121", "20.5", '"20"', "nan", "-1"],
        "insurance_seconds": ["61"],
        "max_hands_per_box": ["1", "5"],
        "timeout_action": ['"hit"'],
        "fraction_rounding": ['"up"', "2"],
    },
    "double-hand": {
        "hand_fee": ["0.60", "0.10", "-0.25", "nan", '"0.25"', "0.255"],
        "table_min": ["2.5", "200"],
        "consecutive_hands_as_dealer": ["0", "6", "1.5"],
        "bank_coverage": ['"full"'],
        "setting_seconds": ["14", "181"],
    },
    "heads-up-holdem": {
        "odds_pays": ["5", "true", "[]", "{}", "{ flsh = 2 }", '{ flush = "x" }',
                      "{ flush = 1, straight = 2 }", "{ pocket_pair = 3 }", "{ flush = nan }",
                      "{ flush = 1e400 }"],
        "bad_beat_pays": ["5", "{ pocket_aces = 2 }"],
        "side_bets": ['["luck"]', "5", '["trips_plus", "trips_plus"]', '[{ name = "x" }]',
                      '[{ name = "X Y", evaluation = "pocket", pays = { pocket_pair = 1 } }]',
                      '[{ name = "x", evaluation = "hand", pays = { pocket_pair = 1 } }]',
                      '[{ name = "x", evaluation = "final", pays = { pocket_pair = 1 } }]',
                      '[{ name = "x", evaluation = "pocket", pays = 5 }]'],
        "ante_min": ["300", "7.5"],
        "player_positions": ["0", "6"],
    },
    "casino-holdem": {
        "max_players": ["-1", "1001", "1.5"],
        "ante_pays": ["{ flush = 2 }", "3", '"none"'],
        "call_pays": ["0", "nan"],
        "dealer_qualifies": ['"pair_of_kings"'],
    },
    "holdem": {
        "small_blind": ["5", "1.5", "nan"],
        "levy_percent": ["11", "-1", "4.5", '"4"'],
        "levy_caps": ["5", "[500]", "[[500]]", '[["a", 5]]', "[[500, 101]]",
                      "[[1000, 5], [500, 3]]", "[[nan, 3]]"],
        "button_blind": ["5", "0.5"],
        "ante": ["nan", "0.5", "-1"],
        "kill_pot_size": ["5"],
        "limit": ['"spread"', "1"],
        "kill": ['"full"', '"double"'],
        "table_minimum": ["3"],
        "max_buy_in": ["20", "-1"],
        "max_seats": ["1", "11"],
        "max_absence_minutes": ["4", "121"],
        "last_hands_count": ["2"],
    },
    "low-ball": {
        "bet_limit": ["2", "4.5"],
        "after_draw_multiplier": ["3", "1.5"],
        "button_max_draw": ["3"],
        "max_buy_in": ["10"],
        "sevens_rule_live": ['"on"'],
    },
    "push-nine": {
        "ante": ["0", "1.5"],
        "max_bet": ["0.5"],
        "collection_from_button": ["10.01", "-1", "nan"],
        "betting_round_buy_in": ['"amount"'],
        "max_pushes": ["0", "6"],
    },
}  # fmt: skip
ELSEWHERE = {  # A value that is wrong because of another: the other may be named.
    "table_min": "table_max", "ante_min": "ante_max", "small_blind": "big_blind|table_minimum",
    "button_blind": "small_blind|big_blind",
    "table_minimum": "small_blind", "betting_round_buy_in": "betting_round_amount",
}  # fmt: skip

CASES = [(g, k, v) for g, keys in WRONG.items() for k, values in keys.items() for v in values]


def refusal(sheet: str) -> str:
    with pytest.raises(BadSheet) as bad:
        houses.read(sheet, "my.toml", "my")
    return str(bad.value)


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 150


@pytest.mark.parametrize(("game", "key", "value"), CASES)
def test_a_bad_value_is_refused_by_file_and_key_with_what_is_allowed(
    game: str, key: str, value: str
) -> None:
    sheet = f'title = "H"\ncurrency = "$"\n[tables.one]\ngame = "{game}"\n[tables.one.rules]\n'
    said = refusal(f"{sheet}{key} = {value}\n")
    keys = "|".join(filter(None, (key, ELSEWHERE.get(key))))
    assert re.match(rf"my\.toml: tables\.one\.rules\.({keys})[.:\[]", said), said
    assert re.search(r"write |must |\(\w\w-\d\d|allowed are", said), said
    assert not PROGRAM.search(said), said
    assert len(said) < 400, said


SHEETS = [
    ('currency = "$"', "title"),
    ('title = "H"\ncurrency = ""\n[tables.a]\ngame = "holdem"', "currency"),
    ('title = "H"\ncurrency = "5"\n[tables.a]\ngame = "holdem"', "currency"),
    ('title = "H"\ncurrency = "pounds"\n[tables.a]\ngame = "holdem"', "currency"),
    ('title = "H"\ncurrency = 3\n[tables.a]\ngame = "holdem"', "currency"),
    ('title = ""\ncurrency = "$"\n[tables.a]\ngame = "holdem"', "title"),
    ('title = "H"\ncurrency = "$"', "tables"),
    ('title = "H"\ncurrency = "$"\ntables = {}', "tables"),
    ('title = "H"\ncurrency = "$"\n[tables]\none = 3', "tables.one"),
    ('title = "H"\ncurrency = "$"\n[tables."a/b"]\ngame = "holdem"', "tables"),
    ('title = "H"\ncurrency = "$"\n[tables.a]\ngame = 3', "tables.a.game"),
    ('title = "H"\ncurrency = "$"\n[tables.a]\ngame = "whist"', "tables.a.game"),
    ('title = "H"\ncurrency = "$"\n[tables.a]\ngame = "holdem"\ntitle = 3', "tables.a.title"),
    ('title = "H"\ncurrency = "$"\n[tables.a]\ngame = "holdem"\nrules = []', "tables.a.rules"),
]


@pytest.mark.parametrize(("sheet", "key"), SHEETS)
def test_a_bad_sheet_is_refused_by_its_key(sheet: str, key: str) -> None:
    said = refusal(sheet)
    assert said.startswith(f"my.toml: {key}"), said
    assert not PROGRAM.search(said), said


def test_amounts_are_named_in_the_house_currency() -> None:
    sheet = 'title = "H"\ncurrency = "€"\n[tables.one]\ngame = "push-nine"\n[tables.one.rules]\n'
    assert refusal(f"{sheet}collection_from_button = 11") == (
        "my.toml: tables.one.rules.collection_from_button: "
        "11 is not allowed: write an amount from €0 to €10"
    )
    sheet = sheet.replace("push-nine", "double-hand")
    assert "hand_fee: 0.60 is not allowed: write 0.25 to 0.50, or 0" in refusal(
        f"{sheet}hand_fee = 0.60"
    )
    assert "table_min: must be whole chips of 1 (DH-18)" in refusal(f"{sheet}table_min = 5.5")


def test_the_order_of_double_totals_does_not_matter() -> None:
    blackjack = catalogue.game("blackjack").Rules
    assert prices.convert({"double_totals": [11, 10, 9]}, blackjack) == blackjack()
    assert blackjack(double_totals=(11, 10)).double_totals == (10, 11)


def test_nan_is_refused_by_the_rules_themselves() -> None:
    with pytest.raises(ValueError, match=r"0\.3 to 0\.9"):
        catalogue.game("blackjack").Rules(cut_card_fraction=Decimal("nan"))
    with pytest.raises(msgspec.ValidationError, match=r"0\.3 to 0\.9"):
        prices.convert({"cut_card_fraction": "NaN"}, catalogue.game("blackjack").Rules)


EVENT = 'title = "House"\ncurrency = "$"\n[tables.t]\ngame = "holdem"\n[tournaments.night]\n'
EVENTS = {
    'game = "chess"': "game",
    'game = "blackjack"': "game: blackjack is not played as a tournament",
    'game = "holdem"\nbuyin = 5': "unknown key 'buyin': did you mean buy_in?",
    'game = "holdem"\nbuy_in = "ten"': "buy_in",
    'game = "holdem"\nlevels = "fast"': "levels",
    'game = "holdem"\nlevels = [["break", 5], [25, 50, 0, 5]]': "levels: must begin with blinds",
    'game = "holdem"\nlevels = [[50, 100, 0, 5], [25, 50, 0, 5]]': "levels: must not fall",
    'game = "holdem"\nlevels = [[25, 50, 75, 5]]': "ante",
    'game = "holdem"\nkind = "scheduled"': "starts",
    'game = "holdem"\nkind = "scheduled"\nstarts = "at nine"': "starts",
    'game = "holdem"\nentrants_min = 9\nentrants_max = 6': "entrants_max",
    'game = "holdem"\nbots = 6\nentrants_max = 6': "bots",
    'game = "holdem"\npayouts = [20, 80]': "payouts: must not rise",
    'game = "holdem"\n[tournaments.night.rules]\nkill = "half"': "rules",
    'game = "holdem"\n[tournaments.night.rules]\nlevy_percent = 5': "rules.levy_percent",
}


@pytest.mark.parametrize(("text", "why"), EVENTS.items())
def test_a_bad_tournament_is_refused_by_its_key(text: str, why: str) -> None:
    with pytest.raises(BadSheet) as refused:
        houses.read(EVENT + text, "house.toml", "house")
    said = str(refused.value)
    assert said.startswith("house.toml: tournaments.night")
    assert why in said
    assert not PROGRAM.search(said)


def test_a_tournament_is_read_in_chips_and_in_money() -> None:
    text = (
        EVENT
        + """game = "holdem"
buy_in = 7.50
stack = 2000
levels = [[25, 50, 0, 5], ["break", 3], [50, 100, 100, 5]]
add_on = { price = 5, chips = 1000, at_break = 1 }
[tournaments.night.rules]
limit = "pot_limit"
"""
    )
    sheet = houses.read(text, "house.toml", "house").tournaments["night"]
    assert (sheet.buy_in, sheet.stack, sheet.title) == (7_50, 2000_00, "Hold'em")
    assert [level.is_break for level in sheet.structure] == [False, True, False]
    assert (sheet.structure[2].ante, sheet.add_on.chips) == (100_00, 1000_00)
    assert sheet.rules == {"limit": "pot_limit"}
