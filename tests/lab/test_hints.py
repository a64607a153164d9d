from fractions import Fraction

import pytest

from croupier.core import fair
from croupier.core.asks import Decision
from croupier.core.cards import cards
from croupier.core.hand import Hand
from croupier.games import blackjack, casino_holdem, heads_up_holdem
from croupier.lab import hints
from lab import oracles


def sit(game, top, bets, **options):
    house = game.Rules(**options)
    hand = Hand(game, house, {(1, "stack"): 10_000_00}, fair.arranged(top, game.pack(house)))
    for word, amount in bets.items():
        hand.decide(1, Decision("bet", amount, (1, word)))
    hand.expire()
    return hand


def test_call_and_fold_are_worth_what_brute_force_says():
    # P1, D1, P2, D2, flop
    hand = sit(casino_holdem, "Ah 2c 9d 3c Kd 8c 3h", {"ante": 10_00, "bonus": 5_00})
    worth = hints.value_of_options(hand, 1)
    call = oracles.call_value(casino_holdem.Rules(), cards("Ah 9d"), cards("Kd 8c 3h"))
    assert worth["fold", "", 0] == -15_00
    assert worth["call", "call", 20_00] == call * 10_00 / (1081 * 990) - 5_00
    assert hints.best(worth) == ("call", "call", 20_00)


def test_the_hints_of_heads_up_follow_the_hand_to_the_river():
    hand = sit(heads_up_holdem, "7h 2c 2d 3c Kd 8c 3h Qs Js", {"ante": 10_00})
    before = hints.value_of_options(hand, 1)
    assert hints.best(before) == ("check", "", 0)
    assert set(before) == {("check", "", 0), ("raise", "raise", 10_00), ("raise", "raise", 30_00)}
    hand.decide(1, Decision("check"))
    flop = hints.value_of_options(hand, 1)
    raised, checked = oracles.raise_and_check(
        heads_up_holdem.Rules(), cards("7h 2d"), cards("Kd 8c 3h")
    )
    assert flop["check", "", 0] == checked * 10_00 / (1081 * 990)
    assert flop["raise", "raise", 20_00] == raised * 10_00 / (1081 * 990)
    hand.decide(1, Decision("check"))
    river = hints.value_of_options(hand, 1)
    assert hints.best(river) == ("fold", "", 0)
    assert river["fold", "", 0] == -20_00
    assert isinstance(river["raise", "raise", 10_00], Fraction)


def test_a_side_bet_that_a_fold_loses_is_part_of_what_a_fold_costs():
    bets = {"ante": 10_00, "side trips_plus": 5_00, "side pocket_bonus": 5_00}
    options = {"side_bets": ("trips_plus", "pocket_bonus"), "side_bets_live_after_fold": False}
    hand = sit(heads_up_holdem, "7h 2c 7d 3c Kd 8c 3h Qs Js", bets, **options)
    hand.decide(1, Decision("check"))
    flop, trips = hints.value_of_options(hand, 1), heads_up_holdem.READY["trips_plus"].pays

    def side(mine):
        """Half an Ante on Trips Plus; the pocket pair wins 5 to 1 on another half."""
        price = trips.price(mine)
        return Fraction(-1 if price is None else price, 2) + Fraction(5, 2)

    raised, checked = oracles.raise_and_check(
        heads_up_holdem.Rules(), cards("7h 7d"), cards("Kd 8c 3h"), side, lost=1
    )
    assert flop["check", "", 0] == checked * 10_00 / (1081 * 990)
    assert flop["raise", "raise", 20_00] == raised * 10_00 / (1081 * 990)
    hand.decide(1, Decision("check"))
    river = hints.value_of_options(hand, 1)
    assert river["fold", "", 0] == -30_00
    assert river["raise", "raise", 10_00] > -30_00 + 20_00


def test_blackjack_hints_know_the_chart_and_what_lies_open():
    hand = sit(blackjack, "6c Td 5h", {"box 1": 10_00})
    worth = {act: value for (act, _, _), value in hints.value_of_options(hand, 1).items()}
    assert (
        worth["hit"] > worth["double"]
    )  # Eleven is not doubled against a ten without a hole card.
    assert worth["stand"] < worth["hit"]
    split = sit(blackjack, "8c 6d 8h", {"box 1": 10_00})
    assert hints.best(hints.value_of_options(split, 1))[0] == "split"


def test_insurance_is_worth_what_the_tens_left_say():
    hand = sit(blackjack, "Tc Ad Th", {"box 1": 10_00})
    worth = hints.value_of_options(hand, 1)
    insured = next(value for (act, _, amount), value in worth.items() if amount == 5_00)
    assert insured == 5_00 * (3 * Fraction(94, 309) - 1)
    assert worth["decline", "", 0] == 0


def test_where_the_lab_knows_nothing_it_says_nothing():
    house = casino_holdem.Rules()
    hand = Hand(
        casino_holdem, house, {(1, "stack"): 100_00}, fair.arranged("", casino_holdem.pack(house))
    )
    assert hints.value_of_options(hand, 1) == {}
    assert hints.value_of_options(hand, 2) == {}
    assert hints.best({}) is None


def test_a_hint_does_not_look_at_cards_that_the_seat_cannot_see():
    one = sit(casino_holdem, "Ah 2c 9d 3c Kd 8c 3h", {"ante": 10_00})
    two = sit(casino_holdem, "Ah Kc 9d Ks Kd 8c 3h", {"ante": 10_00})
    assert hints.value_of_options(one, 1) == hints.value_of_options(two, 1)


@pytest.mark.parametrize("timing", ["immediate", "on_turn"])
def test_split_hands_have_hints(timing):
    hand = sit(blackjack, "8c 6d 8h 3c 4d", {"box 1": 10_00}, split_second_card_timing=timing)
    hand.decide(1, Decision("split", 10_00, (1, "box 1")))
    worth = {act: value for (act, _, _), value in hints.value_of_options(hand, 1).items()}
    assert worth["double"] > worth["hit"] > worth["stand"]
