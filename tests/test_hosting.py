"""What a house lets hosts choose: every choice stands, and keeps the ratios of its table."""

from fractions import Fraction
from typing import get_args

import pytest

from croupier import houses
from croupier.core import catalogue
from croupier.houses import Pace, hosting
from croupier.houses.hosting import FACTORS, PREFIX, Choice
from croupier.room.terms import SeatingTerms

SHEETS = {f"{h.name}/{s.name}": (h, s) for h in houses.houses() for s in h.tables.values()}


def made(name, **chosen):
    return hosting.sheet(SHEETS[name][1], Choice(name, **chosen), f"{PREFIX}1", "Ada", "g1")


@pytest.mark.parametrize("name", SHEETS)
def test_every_choice_that_is_offered_stands(name):
    house, sheet = SHEETS[name]
    offer = hosting.offer(house, sheet)
    least, most, usual = offer.seats
    assert least <= usual <= most
    for line in offer.stakes:
        for pace in get_args(Pace):
            own = made(name, stakes=line.stakes, seats=most, pace=pace, bots=1, level="regular")
            assert (own.game, own.host, own.access) == (sheet.game, "g1", "code")
            stake = getattr(sheet.rules, "stake", 0)  # A guest's rules may name none.
            assert getattr(own.rules, "stake", 0) == stake * FACTORS[line.stakes]
            assert SeatingTerms.of(own.game, own.rules).seats == most


@pytest.mark.parametrize("name", SHEETS)
def test_all_amounts_keep_their_ratios(name):
    sheet = SHEETS[name][1]
    once = houses.scaled(sheet.rules, Fraction(5))
    assert houses.scaled(once, Fraction(1, 5)) == sheet.rules
    terms, five = (SeatingTerms.of(sheet.game, r) for r in (sheet.rules, once))
    assert five.chip == 5 * terms.chip
    assert five.min_buy_in in (1, 5 * terms.min_buy_in)


def test_every_game_of_the_house_can_be_hosted():
    games = {catalogue.name(sheet.game) for _, sheet in SHEETS.values()}
    assert {hosting.offer(*one).game for one in SHEETS.values()} == games


def test_friends_at_a_bank_see_each_other():
    own = made("live-casino/casino-holdem")
    assert not SeatingTerms.of(own.game, own.rules).audience.crowd


def test_clocks_run_as_the_host_chooses_and_never_too_fast():
    def seconds(pace):
        return made("french-casino/no-limit", pace=pace).rules.decision_seconds

    assert seconds("calm") == 2 * seconds("usual") > seconds("fast") >= hosting.LEAST_SECONDS


@pytest.mark.parametrize("seats", [1, 11, 99])
def test_seats_that_the_game_does_not_have_are_refused(seats):
    with pytest.raises(ValueError, match="max_seats"):
        made("french-casino/no-limit", seats=seats)


def test_stakes_that_are_no_whole_cents_are_not_offered():
    with pytest.raises(ValueError, match="whole number of cents"):
        houses.scaled(SHEETS["french-casino/no-limit"][1].rules, Fraction(1, 3))
