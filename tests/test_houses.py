"""House sheets: what stands in them, and how a bad one is refused."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import houses
from croupier.core import catalogue
from croupier.houses import BadSheet, House, cents

HEAD = 'title = "My House"\ncurrency = "$"\n'
TABLE = HEAD + '[tables.one]\ngame = "casino-holdem"\n'
RULES = TABLE + "[tables.one.rules]\n"
HOUSE = House("my", "My House", "€", "", {})


def rules(text):
    return houses.read(RULES + text, "my.toml", "my").tables["one"].rules


def why(text):
    with pytest.raises(BadSheet) as bad:
        houses.read(text, "my.toml", "my")
    return str(bad.value)


@pytest.mark.parametrize("name", houses.names())
def test_every_built_in_sheet_loads(name):
    house = houses.house(name)
    assert house.name == name
    assert house.title
    assert house.currency
    assert house.about
    assert house.tables
    for key, table in house.tables.items():
        assert table.name == key
        assert table.title
        assert isinstance(table.rules, table.game.Rules)


def test_houses_are_found_by_the_game_they_deal():
    for house in houses.houses():
        for table in house.tables.values():
            assert house.name in houses.dealing(catalogue.name(table.game))
    assert houses.dealing("chess") == []


def test_what_a_sheet_does_not_say_is_the_default():
    table = houses.read(TABLE, "my.toml", "my").tables["one"]
    assert table.rules == table.game.Rules()
    assert table.title == table.game.TITLE


def test_a_sheet_writes_amounts_in_its_currency_and_the_rules_hold_cents():
    found = rules("chip = 0.25\nante_min = 7.50\nante_max = 100")
    assert (found.chip, found.ante_min, found.ante_max) == (25, 750, 100_00)


def test_a_sheet_writes_prices_as_people_do():
    found = rules('call_pays = 1.5\nbonus_pays = { flush = "3 to 2", pair = 1 }')
    assert str(found.call_pays) == "3 to 2"
    assert str(found.bonus_pays.rows["flush"]) == "3 to 2"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ante_mn = 5", "rules: unknown key 'ante_mn': did you mean ante_min\\? allowed are "),
        ("luck = 5", "rules: unknown key 'luck': allowed are chip, ante_min, "),
        (
            "ante_min = -1",
            "rules.ante_min: .* is not allowed: write an amount above 0, such as",
        ),
        (
            "ante_min = 0",
            "rules.ante_min: .* is not allowed: write an amount above 0, such as",
        ),
        ("ante_min = true", "rules.ante_min: True is not an amount: write 10 or 7.50"),
        ('ante_min = "10"', "rules.ante_min: '10' is not an amount: write 10 or 7.50"),
        ("ante_min = [1]", r"rules.ante_min: \[1\] is not an amount: write 10 or 7.50"),
        (
            "ante_min = 0.005",
            "rules.ante_min: 0.005 is not a whole number of cents: write two decimals",
        ),
        ("ante_min = nan", "rules.ante_min: "),
        ("betting_seconds = 4", "rules.betting_seconds: .*a whole number from 5 to 60"),
        ("betting_seconds = 5.5", "rules.betting_seconds: .*a whole number from 5 to 60"),
        ("max_players = 1001", "rules.max_players: .*a whole number from 0 to 1000"),
        (
            'call_cover_at_ante = "no"',
            'rules.call_cover_at_ante: \'no\' is not allowed: write "off", "require" or "warn"',
        ),
        ("deal_without_bets = 1", "rules.deal_without_bets: 1 is not allowed: write true or false"),
        ("ante_max = 0.5", r"rules.ante_max: must not be below ante_min \(CH-05\)"),
        ("ante_min = 1.5", r"rules.ante_min: must be whole chips of 1 \(CH-47\)"),
        ("ante_pays = 3", "rules.ante_pays: 3 is not a pay table: write hands with their prices"),
        ("ante_pays = { flush = 2 }", "rules.ante_pays: must price every hand: give high_card"),
        (
            "ante_pays = { flsh = 2 }",
            "rules.ante_pays: 'flsh' is not a hand: write one of royal_flush",
        ),
        ("ante_pays = { flush = 1, pair = 2 }", "rules.ante_pays: a better hand must not pay less"),
        ("ante_pays = {}", "rules.ante_pays: a pay table needs at least one row"),
        (
            'call_pays = "much"',
            "rules.call_pays: 'much' is not a price: write 20, 1.5 or \"3 to 2\"",
        ),
        (
            "call_pays = -1",
            "rules.call_pays: -1 is not a price: it must be above 0 and at most",
        ),
        ("bonus_pays = { flush = inf }", "rules.bonus_pays: .* is not a price"),
    ],
)
def test_a_bad_rule_is_refused_with_file_key_and_what_is_allowed(line, said):
    assert re.match(f"my.toml: tables.one.{said}", why(RULES + line))


@pytest.mark.parametrize(
    ("line", "key"), [("ante_min = inf", "ante_min"), ('call_pays = "inf"', "call_pays")]
)
def test_an_endless_amount_or_price_is_refused_like_any_other(line, key):
    assert why(RULES + line).startswith(f"my.toml: tables.one.rules.{key}: ")


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("=", "my.toml: not TOML: "),
        ("", "my.toml: title: is missing"),
        (HEAD, "my.toml: tables: is missing"),
        ("title = 3", "my.toml: title: 3 is not allowed: write the name of the house in quotes"),
        (HEAD + "tables = 3", "my.toml: tables: 3 is not allowed: write one table at least"),
        (
            HEAD + "tabels = {}",
            "my.toml: unknown key 'tabels': did you mean tables? allowed are title",
        ),
        (HEAD + "[tables.one]", "my.toml: tables.one.game: is missing"),
        (
            TABLE + "seats = 9",
            "my.toml: tables.one: unknown key 'seats': allowed are game, title, called, level, ",
        ),
        (TABLE + "rules = 3", "my.toml: tables.one.rules: 3 is not allowed: write a table"),
    ],
)
def test_a_bad_sheet_is_refused_with_file_and_key(sheet, said):
    assert why(sheet).startswith(said)


def test_a_table_that_is_none_is_refused_by_its_name():
    assert why(HEAD + "[tables]\none = 3").startswith("my.toml: tables.one: 3 is not allowed: ")


def test_an_unknown_game_is_refused_with_those_that_are_known():
    said = why(HEAD + '[tables.one]\ngame = "chess"')
    assert said.startswith("my.toml: tables.one.game: there is no game 'chess': the games are ")
    assert "casino-holdem" in said


def test_an_unknown_house_is_refused_with_those_that_are_known():
    with pytest.raises(
        BadSheet, match=r"there is no house 'nowhere': the houses are .*live-casino"
    ):
        houses.house("nowhere")


def test_a_house_of_your_own_is_read_by_its_path(tmp_path):
    path = tmp_path / "corner.toml"
    path.write_text(RULES + "ante_min = 2", "utf-8")
    house = houses.house(str(path))
    assert (house.name, house.title) == ("corner", "My House")
    assert house.tables["one"].rules.ante_min == 200


def test_a_bad_sheet_of_your_own_is_refused_with_its_path(tmp_path):
    path = tmp_path / "corner.toml"
    path.write_text(RULES + "luck = 1", "utf-8")
    with pytest.raises(
        BadSheet, match=f"{re.escape(str(path))}: tables.one.rules: unknown key 'luck'"
    ):
        houses.house(str(path))


@pytest.mark.parametrize("content", [None, b"\xff\xfe"], ids=["missing", "not text"])
def test_a_sheet_that_cannot_be_read_is_refused(tmp_path, content):
    path = tmp_path / "gone.toml"
    if content:
        path.write_bytes(content)
    with pytest.raises(BadSheet, match=r"gone.toml: cannot be read"):
        houses.house(str(path))


# Money.


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        (0, "€0"),
        (1000, "€10"),
        (750, "€7.50"),
        (5, "€0.05"),
        (-300, "-€3"),
        (123456789, "€1,234,567.89"),
    ],
)
def test_a_house_writes_money_in_its_currency(amount, written):
    assert HOUSE.money(amount) == written
    assert HOUSE.cents(written) == amount


@pytest.mark.parametrize(
    ("written", "amount"),
    [("10", 1000), ("7.5", 750), (" €7.50 ", 750), ("1,000", 100_000), (".5", 50)],
)
def test_people_write_money_in_many_ways(written, amount):
    assert HOUSE.cents(written) == amount


@pytest.mark.parametrize("nonsense", ["", "x", "€", "1.005", "inf", "nan", "10 chips", "1 000 x"])
def test_nonsense_is_no_money(nonsense):
    with pytest.raises(
        ValueError, match=re.escape(f"{nonsense!r} is not an amount: write 10 or 7.50")
    ):
        HOUSE.cents(nonsense)


@given(st.integers(-(10**15), 10**15))
def test_money_that_is_written_is_read_again(amount):
    assert HOUSE.cents(HOUSE.money(amount)) == amount


def test_an_amount_is_no_binary_fraction():
    with pytest.raises(ValueError, match="is not an amount"):
        cents(7.5)


def test_money_too_long_to_print_is_refused():
    with pytest.raises(ValueError, match="is not an amount"):
        HOUSE.cents("1e5000")
