"""Bets against the house: within limits, exactly paid."""

from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.core.asks import Ask, Decision, Option
from croupier.core.cards import PACK
from croupier.core.felt import BANK, Chips, Deal, Felt
from croupier.core.prices import price
from croupier.procedure.banking import (
    bet_options,
    lose,
    push,
    put,
    side_bets,
    stake,
    win,
    winnings,
)

ANTE, STACK = (1, "ante"), (1, "stack")
PRICES = st.fractions(0, 200, max_denominator=40)
AMOUNTS = st.integers(0, 10**7)
CHIPS = st.sampled_from([1, 25, 100, 500])


def felt(has=1000, lies=0):
    return Felt({STACK: has, ANTE: lies}, Deal(PACK))


@pytest.mark.parametrize(
    ("bet", "to_one", "won"),
    [
        (1000, 1, 1000),
        (1000, "1.5", 1500),
        (500, "3 to 2", 750),
        (100, "6:5", 120),
        (1000, 100, 100_000),
        (1000, 0, 0),
        (0, 7, 0),
    ],
)
@pytest.mark.parametrize("rounding", ["down_to_cent", "up_to_cent"])
def test_a_price_that_can_be_paid_is_paid_exactly(bet, to_one, won, rounding):
    assert winnings(bet, price(to_one), rounding, 100) == won


@pytest.mark.parametrize(
    ("rounding", "won"), [("down_to_cent", 52), ("up_to_cent", 53), ("down_to_chip", 50)]
)
def test_what_cannot_be_paid_exactly_is_rounded_as_the_house_says(rounding, won):
    assert winnings(35, price("3 to 2"), rounding, 25) == won


@given(bet=AMOUNTS, to_one=PRICES, chip=CHIPS)
def test_rounding_is_never_off_by_a_whole_unit(bet, to_one, chip):
    exact = bet * to_one
    assert winnings(bet, to_one, "down_to_cent", chip) == floor(exact)
    assert winnings(bet, to_one, "up_to_cent", chip) == ceil(exact)
    assert winnings(bet, to_one, "down_to_chip", chip) == floor(exact / chip) * chip


@given(bet=AMOUNTS, to_one=PRICES, chip=CHIPS)
def test_winnings_are_whole_numbers_and_never_negative(bet, to_one, chip):
    for rounding in "down_to_cent", "up_to_cent", "down_to_chip":
        won = winnings(bet, to_one, rounding, chip)
        assert type(won) is int
        assert won >= 0


def test_put_raises_and_lowers_to_an_amount():
    lie = felt()
    put(lie, ANTE, 300)
    put(lie, ANTE, 500)
    put(lie, ANTE, 200)
    assert (stake(lie, 1, "ante"), stake(lie, 1, "stack")) == (200, 800)
    assert [(e.amount, e.why) for e in lie.events] == [
        (300, "bet"),
        (200, "bet"),
        (300, "withdraw"),
    ]


def test_put_the_same_again_moves_nothing():
    lie = felt()
    put(lie, ANTE, 300)
    put(lie, ANTE, 300)
    assert len(lie.events) == 1


def test_put_nothing_withdraws_the_bet():
    lie = felt(700, 300)
    put(lie, ANTE, 0)
    assert (stake(lie, 1, "ante"), stake(lie, 1, "stack")) == (0, 1000)
    put(lie, ANTE, 0)
    assert len(lie.events) == 1


def test_a_win_pays_the_bet_and_gives_it_back():
    lie = felt(700, 300)
    win(lie, ANTE, Fraction(3, 2), "down_to_cent", 100)
    assert (lie.chips[STACK], lie.chips[ANTE], lie.chips[BANK]) == (1450, 0, -450)
    assert [event.why for event in lie.events] == ["win", "back"]


def test_a_push_gives_the_bet_back():
    lie = felt(700, 300)
    push(lie, ANTE)
    assert lie.events == [Chips(ANTE, STACK, 300, "back")]


def test_a_loss_goes_to_the_bank():
    lie = felt(700, 300)
    lose(lie, ANTE)
    assert lie.events == [Chips(ANTE, BANK, 300, "lose")]


def test_where_no_bet_lies_nothing_is_settled():
    lie = felt()
    win(lie, ANTE, Fraction(7), "down_to_cent", 100)
    push(lie, ANTE)
    lose(lie, ANTE)
    assert lie.events == []
    assert stake(lie, 9, "ante") == 0


def test_where_no_bet_has_ever_lain_nothing_is_settled_and_all_of_a_bet_is_new():
    lie = Felt({STACK: 1000}, Deal(PACK))
    assert [option.act for option in bet_options(lie, ANTE, 100, 500, 100, "X-01")] == ["bet"]
    win(lie, ANTE, Fraction(7), "down_to_cent", 100)
    push(lie, ANTE)
    lose(lie, ANTE)
    assert lie.events == []
    put(lie, ANTE, 300)
    assert lie.events == [Chips(STACK, ANTE, 300, "bet")]


# Side bets: two spots of one seat, one of another.


def insured():
    """Seat 1 may insure boxes 1 and 2, seat 2 box 1; each once, or decline."""
    spots = {1: [(1, "insurance 1"), (1, "insurance 2")], 2: [(2, "insurance 1")]}
    lie = Felt({(1, "stack"): 1000, (2, "stack"): 1000}, Deal(PACK))

    def offer(seat):
        left = [spot for spot in spots[seat] if not lie.chips.get(spot)]
        each = [Option("decline", spot=spot) for spot in left]
        bets = [Option("insure", 1, 500, spot=spot) for spot in left]
        return (Option("decline"), *(each if len(each) > 1 else ()), *bets) if bets else ()

    asking = side_bets(lie, offer, "BJ-25", "insurance_seconds")
    return lie, asking, next(asking)


def test_side_bets_are_asked_of_all_at_once_and_stand():
    lie, asking, question = insured()
    assert (question.clause, question.clock, [*question.options]) == (
        "BJ-25",
        "insurance_seconds",
        [1, 2],
    )
    question = asking.send((1, Decision("insure", 200, (1, "insurance 2"))))
    assert lie.chips == {
        (1, "stack"): 800,
        (2, "stack"): 1000,
        (1, "insurance 2"): 200,
    }
    assert [o.spot for o in question.options[1][1:]] == [(1, "insurance 1")]
    question = asking.send((2, Decision("decline")))
    assert [*question.options] == [1]


def test_what_is_declined_by_its_spot_is_not_offered_again():
    lie, asking, _ = insured()
    question: Ask = asking.send((1, Decision("decline", spot=(1, "insurance 1"))))
    assert [(o.act, o.spot[1]) for o in question.options[1][1:]] == [
        ("decline", "insurance 2"),
        ("insure", "insurance 2"),
    ]
    question = asking.send((1, Decision("insure", 100, (1, "insurance 2"))))
    assert [*question.options] == [2], "nothing is left but to decline"
    with pytest.raises(StopIteration):
        asking.send((2, Decision("decline")))
    assert [event.why for event in lie.events] == ["insure"]


def test_to_decline_without_a_spot_declines_all():
    lie, asking, _ = insured()
    question = asking.send((1, Decision("decline")))
    assert [*question.options] == [2]
    assert lie.events == []


def options(has, lies=0, low=100, high=500, chip=100):
    return bet_options(felt(has, lies), ANTE, low, high, chip, "X-01")


def test_a_bet_is_offered_within_the_limits_and_the_stack():
    assert options(1000) == (Option("bet", 100, 500, 100, ANTE, clause="X-01"),)
    assert options(350)[0].high == 300
    assert options(100)[0].high == 100
    assert options(99) == ()


def test_a_bet_that_lies_may_be_changed_or_withdrawn():
    bet, withdraw = options(50, 300)
    assert (bet.low, bet.high) == (100, 300)
    assert withdraw == Option("withdraw", spot=ANTE, clause="X-01")


def test_a_bet_that_the_limits_no_longer_allow_may_only_be_withdrawn():
    assert [option.act for option in options(0, 300, high=50)] == ["withdraw"]


@given(has=AMOUNTS, lies=st.integers(0, 10) | AMOUNTS, high=st.integers(1, 999), chip=CHIPS)
def test_what_is_offered_can_be_paid_in_whole_chips(has, lies, high, chip):
    for option in options(has, lies, chip, high * chip, chip):
        assert option.low <= option.high <= max(has + lies, 0)
        assert option.high % chip == option.low % chip == 0
        lie = felt(has, lies)
        put(lie, ANTE, option.high)
        assert lie.chips[STACK] >= 0
