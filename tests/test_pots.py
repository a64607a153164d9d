"""The pots by themselves: what counts as pot, who may win it, and how chips are divided."""

import pytest

from croupier.core.felt import DROP, POT, Deal, Felt
from croupier.procedure.pots import (
    Pot,
    Pots,
    best,
    join_pots,
    pot_size,
    put_up,
    share,
    take_drop,
    unclaimed,
)

SIDE = (0, "side 1")


def laid(chips):
    return Felt(chips, Deal(()))


def left(felt):
    return {spot: amount for spot, amount in felt.chips.items() if amount}


@pytest.mark.clause("TH-29")
def test_the_pot_of_pot_limit_is_every_pot_and_every_bet_of_the_round():
    assert pot_size({POT: 1, SIDE: 2, (3, "bet"): 4, (4, "ante"): 8}) == 15
    assert pot_size({DROP: 1, (3, "stack"): 2, (0, "bank"): 4}) == 0


@pytest.mark.clause("CR-40")
@pytest.mark.parametrize(("has", "put"), [(0, 0), (2, 2), (4, 4), (9, 4)])
def test_whoever_has_less_than_a_blind_puts_in_what_there_is(has, put):
    felt = laid({(3, "stack"): has} if has else {})
    put_up(felt, 3, (3, "bet"), 4, "big blind")
    assert felt.chips.get((3, "bet"), 0) == put


@pytest.mark.clause("CR-29")
@pytest.mark.parametrize(("main", "drop"), [(0, 0), (2, 2), (3, 3), (9, 3)])
def test_a_drop_is_cut_to_the_main_pot_and_touches_no_side_pot(main, drop):
    felt = laid({POT: main, SIDE: 50} if main else {SIDE: 50})
    take_drop(felt, 3)
    assert felt.chips.get(DROP, 0) == drop
    assert felt.chips[SIDE] == 50


@pytest.mark.clause("TH-45")
def test_a_pot_is_won_by_a_player_whose_chips_are_in_it():
    felt = laid({POT: 6, SIDE: 4})
    pots = Pots([Pot(POT, {1, 2, 3}, closed=True), Pot(SIDE, {2, 3})])
    assert join_pots(felt, [1, 2, 3, 4], pots) == [(POT, [1, 2, 3]), (SIDE, [2, 3])]
    assert left(felt) == {POT: 6, SIDE: 4}


@pytest.mark.clause("TH-45")
@pytest.mark.parametrize("has", [{SIDE: 4}, {}])
def test_pots_with_the_same_players_are_one_pot_though_nothing_lie_in_the_second(has):
    felt = laid({POT: 6, **has})
    pots = Pots([Pot(POT, {1, 2, 3}, closed=True), Pot(SIDE, {2, 3})])
    assert join_pots(felt, [2, 3], pots) == [(POT, [2, 3])]
    assert left(felt) == {POT: 6 + sum(has.values())}


def test_hands_without_a_value_are_alike_and_worth_least():
    assert best([1, 2], {}) == [1, 2]
    assert best([1, 2, 3], {2: 1}) == [2]
    assert best([], {}) == []


def test_nothing_is_shared_of_an_empty_pot():
    felt = laid({(1, "stack"): 5})
    share(felt, POT, [1, 2], 1)
    assert felt.chips == {(1, "stack"): 5}


def test_chips_without_a_claimant_go_to_everybody_left_and_odd_ones_from_the_button():
    assert unclaimed(8, [1, 2, 3], 2, 1) == {3: 3, 1: 3, 2: 2}
    assert unclaimed(0, [1, 2, 3], 2, 1) == {}
    assert unclaimed(8, [], 2, 1) == {}
