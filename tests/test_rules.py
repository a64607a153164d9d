"""Prices, pay tables, and rules as plain data."""

import json
from decimal import Decimal
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import houses
from croupier.core import catalogue, prices
from croupier.core.cards import cards
from croupier.core.prices import Price, price
from croupier.ranks import high
from croupier.ranks.pays import HighPays

PRICES = st.fractions(0, 1000, max_denominator=prices.HIGHEST).map(Price)


@pytest.mark.parametrize(
    ("written", "to_one"),
    [
        (20, 20),
        (0, 0),
        (1.5, Fraction(3, 2)),
        (Decimal("1.5"), Fraction(3, 2)),
        ("1.5", Fraction(3, 2)),
        ("20", 20),
        ("3 to 2", Fraction(3, 2)),
        ("3to2", Fraction(3, 2)),
        ("3:2", Fraction(3, 2)),
        ("3/2", Fraction(3, 2)),
        (" 6 : 5 ", Fraction(6, 5)),
        ("1 to 3", Fraction(1, 3)),
        (Fraction(1, 3), Fraction(1, 3)),
        (Decimal("0.95"), Fraction(19, 20)),
        (0.1, Fraction(1, 10)),
    ],
)
def test_a_price_is_so_much_to_one(written, to_one):
    assert price(written) == to_one
    assert type(price(written)) is Price


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "x",
        "to",
        "3 to 0",
        "3:2:1",
        "nan",
        True,
        None,
        [1],
        {},
        float("nan"),
        float("inf"),
    ],
)
def test_nonsense_is_no_price_and_the_message_says_what_is(nonsense):
    with pytest.raises(ValueError, match=r"is not a price: write 20, 1\.5 or \"3 to 2\""):
        price(nonsense)


@pytest.mark.parametrize("nonsense", ["inf", "-inf", "3 to inf", "Infinity"])
def test_an_endless_price_is_no_price(nonsense):
    with pytest.raises(ValueError, match=r"is not a price: write 20, 1\.5 or \"3 to 2\""):
        price(nonsense)


@pytest.mark.parametrize("half", ["3 to", "3:", "3/"])
def test_half_a_price_is_no_price(half):
    with pytest.raises(ValueError, match="is not a price"):
        price(half)


@pytest.mark.parametrize("negative", [-1, "-3 to 2", Decimal("-0.5")])
def test_a_price_is_not_below_nothing(negative):
    with pytest.raises(ValueError, match="must be above 0"):
        price(negative)


def test_a_price_is_written_as_the_felt_prints_it():
    assert [str(price(one)) for one in (20, "1.5", "6:5")] == ["20 to 1", "3 to 2", "6 to 5"]


@given(PRICES)
def test_a_price_that_is_written_is_read_again(one):
    assert price(str(one)) == one
    assert price(prices.write(one)) == one


@given(PRICES)
def test_a_price_is_a_price_already(one):
    assert price(one) == one


# Pay tables.


def test_a_table_pays_by_the_least_hand_that_earns_a_row():
    table = HighPays({"pair_of_aces": 7, "flush": 20, "royal_flush": "100 to 1"})
    paid = {
        "As Ks Qs Js Ts": 100,
        "Ks Qs Js Ts 9s": 20,
        "Ks Qs Js Ts 2s": 20,
        "5h 4s 3s 2s As": 7,
        "Ah As Kd 5c 2d": 7,
        "Kh Ks Ad 5c 2d": None,
        "2h 3s 4d 5c 7d": None,
    }
    assert {hand: table.price(high.value(cards(hand))) for hand in paid} == paid


def test_the_rows_stand_in_order_of_the_hands():
    table = HighPays({"high_card": 1, "royal_flush": 100, "flush": 2})
    assert list(table.rows) == ["royal_flush", "flush", "high_card"]


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ({}, "at least one row"),
        ({"flsh": 2}, "'flsh' is not a hand: write one of royal_flush, straight_flush"),
        ({"flush": "x"}, "'x' is not a price"),
        ({"flush": -1}, "must be above 0"),
        ({"flush": 1, "straight": 2}, "a better hand must not pay less than a worse one"),
    ],
)
def test_a_bad_pay_table_is_refused(rows, why):
    with pytest.raises(ValueError, match=why):
        HighPays(rows)


def test_a_price_may_be_nothing_and_equal_for_several_hands():
    table = HighPays({"flush": 1, "straight": 1, "pair": 0})
    assert table.price(high.LEAST["pair"]) == 0
    assert table.price(high.LEAST["high_card"]) is None


def test_tables_with_the_same_rows_are_equal_in_whatever_order_they_were_written():
    one, same = HighPays({"flush": 2, "pair": 1}), HighPays({"pair": "1", "flush": "2 to 1"})
    assert one == same
    assert hash(one) == hash(same)
    assert one != HighPays({"flush": 3, "pair": 1})
    assert one != {"flush": 2, "pair": 1}
    assert repr(one) == "PayTable({'flush': '2 to 1', 'pair': '1 to 1'})"


def test_a_table_is_made_from_the_rows_of_another():
    one = HighPays({"flush": "3 to 2", "pair": 1})
    assert HighPays(one.rows) == one
    assert HighPays({**one.rows, "flush": 3}) == HighPays({"flush": 3, "pair": 1})


# Plain data.


def survive(written):
    plain = prices.plain(written)
    assert prices.convert(plain, type(written)) == written
    assert prices.convert(json.loads(json.dumps(plain)), type(written)) == written
    assert prices.plain(prices.convert(plain, type(written))) == plain


@pytest.mark.parametrize("name", catalogue.names())
def test_the_rules_and_the_carry_of_a_new_game_survive_as_plain_data_and_as_json(name):
    game = catalogue.game(name)
    survive(game.Rules())
    survive(game.Carry())


@pytest.mark.parametrize("name", houses.names())
def test_the_rules_of_every_table_survive_as_plain_data_and_as_json(name):
    for table in houses.house(name).tables.values():
        survive(table.rules)


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pays: HighPays = HighPays({"pair": 1})
    price: Price = Price(1)
    amount: prices.Money = 100
    fee: prices.MoneyOrNone = 0
    rounding: prices.Rounding = "down_to_cent"


@given(
    st.builds(
        Sheet, price=PRICES.filter(bool), pays=PRICES.map(lambda one: HighPays({"pair": one + 1}))
    )
)
def test_any_price_survives_as_plain_data(sheet):
    assert prices.convert(json.loads(json.dumps(prices.plain(sheet))), Sheet) == sheet


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("pays", 3),
        ("pays", {"pair": "x"}),
        ("price", "x"),
        ("amount", 0),
        ("amount", 1.5),
        ("fee", -1),
        ("rounding", "up"),
        ("luck", 1),
    ],
)
def test_what_rules_do_not_take_is_refused_with_its_key(key, value):
    with pytest.raises(msgspec.ValidationError, match=key):
        prices.convert({key: value}, Sheet)


def test_a_fee_may_be_nothing_but_an_amount_may_not():
    assert prices.convert({"fee": 0}, Sheet).fee == 0


def test_what_has_no_text_is_not_written():
    with pytest.raises(NotImplementedError):
        prices.plain(object())
    with pytest.raises(ValueError, match="is not a Fraction"):
        prices.read(Fraction, 1)
