"""Omaha and Omaha hi-lo, clause by clause; kill pots have their own file. Amounts are in chips."""

import pytest
from msgspec.structs import replace

import laws
from croupier.core.cards import cards, distinct
from croupier.core.felt import BOARD, DROP, MUCK, Cards, Deal, Felt
from croupier.games import omaha, omaha_hilo
from croupier.procedure.flop.showdown import Worth, pay_pot
from flops import (
    CHIP,
    CLUB,
    awards,
    even,
    go,
    net,
    offers,
    passive,
    pots,
    refusal,
    rule,
    shown,
    table,
    turn,
    uncalled,
)

HIGH = replace(CLUB["omaha-3-6"], kill="none")
HILO = replace(CLUB["omaha-hilo-3-6"], kill="none")


def high(hole, board, seats=3, rules=HIGH, stacks=None):
    return table(rules, stacks or even(seats), hole, board, 1, omaha)


def hilo(hole, board, seats=3, rules=HILO, stacks=None):
    return table(rules, stacks or even(seats), hole, board, 1, omaha_hilo)


def winners(hand):
    """Who took what of the main pot in a hand that nobody raised; the button folds."""
    go(hand, "1 fold, 2 call, 3 check")
    return awards(passive(hand))["pot"]


# Omaha.


@pytest.mark.clause("OM-01")
def test_everybody_gets_four_down_cards_one_at_a_time():
    hand = high({}, "")
    dealt = [e for e in hand.events if type(e) is Cards]
    assert [(e.dst[0], len(e.cards), e.eyes) for e in dealt] == [
        (seat, 1, 1 << seat) for seat in (2, 3, 1) * 4
    ]


@pytest.mark.clause("OM-02")
@pytest.mark.parametrize(
    ("two", "three", "board", "winner"),
    [
        # One spade with four on the board is no flush; two with three are.
        ("As Kd Qd Jc", "8c Kh Jd 3d", "9s 7s 4s 2s 8h", 3),
        ("As 3s Qd Jc", "8c 8d Jd 3d", "9s 7s 4s 2d 8h", 2),
        # Four of a kind in the hand are a pair of it.
        ("Ac Ad Ah As", "Kc Qd 2h 7d", "Ks Qs 5d 8c 9h", 3),
        # Four to a straight on the board and one of their own make none.
        ("Tc 2c 2d 3h", "Ac Ah 4d 7c", "6s 7d 8h 9s Kc", 3),
        # Three of a kind on the board with a pair are a full house, with one of the fourth four.
        ("Kh 2c 3d 5s", "Ac Ah 4d 6c", "Kc Kd Ks 8h 7d", 2),
    ],
)
def test_exactly_two_of_his_own_and_three_of_the_board_play(two, three, board, winner):
    assert winners(high({2: two, 3: three}, board)).keys() == {winner}


@pytest.mark.clause("OM-02", "CR-33")
def test_the_hand_is_read_with_two_and_three():
    hand = high({2: "As Kd Qd Jc", 3: "8c Kh Jd 3d"}, "9s 7s 4s 2s 8h")
    winners(hand)
    for seat in (2, 3):
        best = omaha.read(hand.opening.rules, hand.view(0), "en")[seat, "hole"].cards
        assert len({*best} & {*hand.felt.cards[BOARD]}) == 3
        assert len({*best} & {*hand.felt.cards[seat, "hole"]}) == 2


@pytest.mark.clause("OM-03", "OM-07", "CR-21")
def test_the_betting_rounds_are_those_of_holdem():
    hand = high({}, "", 4)
    assert turn(hand) == 4
    for street, unit, act in ((3, 6, "raise"), (4, 3, "bet"), (5, 6, "bet"), (6, 6, "bet")):
        assert offers(hand)[act] == unit
        go(hand, f"{turn(hand)} {act}")
        refusal(hand, turn(hand), "raise", 2 * unit + 1)
        passive(hand, until=street)
    assert hand.over
    burns = [e for e in hand.events if type(e) is Cards and e.why == "burn"]
    assert [(e.dst, e.eyes) for e in burns] == [(MUCK, 0)] * 3


@pytest.mark.clause("OM-07", "HE-06")
def test_the_board_cannot_be_played():
    hand = high({2: "2h 2d 3d 3h", 3: "4h 4d 5d 5h"}, "Tc Jd Qh Ks Ac")
    assert winners(hand).keys() == {3}  # A pair of fives; no straight for anybody.


@pytest.mark.clause("OM-07", "CR-28", "CR-41", "HE-12")
def test_the_rules_of_holdem_hold():
    hand = high({2: "As Ah 5c 5d", 3: "Kc Kd 8c 8d", 1: "Qc Qd 9c 9d"}, "2c 7h Ts Jh 3s")
    passive(hand, until=5)
    go(hand, "2 check, 3 bet, 1 call")
    rule(hand, "dead hand", (2, "hole"))
    assert shown(hand) == [3, 1]
    assert awards(hand) == {"pot": {3: 20}}  # 9 + 12 less 1.


# High and low.


@pytest.mark.clause("OM-04", "OM-05", "OM-06")
@pytest.mark.parametrize(
    ("two", "three", "board", "parts"),
    [
        # High to the kings, low to A-2: 6 less 1 is 5, the odd chip to high.
        ("Kc Kd 9h 9d", "As 2d Qh Jc", "3d 7c 8s Kh Jh", {2: 3, 3: 2}),
        # Nobody has a low: the high hand takes all.
        ("Kc Kd 9h 9d", "Ts Tc Qh Jc", "3d 7c 8s Kh Jh", {2: 5}),
        # Two low cards on the board: no low is possible.
        ("Kc Kd 9h 9d", "As 2d Qh 4c", "3d 7c 9s Kh Jh", {2: 5}),
        # A pair among the board's low cards leaves two ranks: no low.
        ("Kc Kd 9h 9d", "As 2d Qh Jc", "7d 7c 8s Kh Jh", {2: 5}),
        # One player may win both ways with different cards.
        ("Kc Kd As 2d", "Ts Tc Qh Jc", "3d 7c 8s Kh Jh", {2: 5}),
        # The wheel is the best low, and a straight for high.
        ("Ac 2c 9h 9d", "4d 6d Kc Kd", "3d 4c 5s Kh Jh", {2: 5}),
        # Straights and flushes do not spoil a low: 8-7-6-5-4 beats nothing lower.
        ("4d 5d Kc Qc", "2c Ac Th 9h", "6d 7d 8d Kh Jh", {2: 3, 3: 2}),
    ],
)
def test_the_pot_is_divided_between_the_best_high_and_the_best_low(two, three, board, parts):
    assert winners(hilo({2: two, 3: three}, board)) == parts


@pytest.mark.clause("OM-06")
@pytest.mark.parametrize(
    ("better", "worse"),
    [("As 2s", "As 3s"), ("2s 3s", "2s 6s"), ("As 4s", "2s 4s"), ("As 2s", "3s 4s")],
)
def test_the_lowest_highest_card_wins_the_low(better, worse):
    """On a board of 5, 7, 8 and two face cards."""
    worse = worse.replace("s", "h")
    hole = {2: f"{better} Qd Jd", 3: f"{worse} Qh Jc", 1: "Kc Kh Td Th"}
    hand = hilo(hole, "5c 7d 8c Ks Qc")
    passive(hand)
    assert awards(hand)["pot"] == {1: 4, 2: 4}


@pytest.mark.clause("OM-20")
@pytest.mark.parametrize(
    ("hole", "board", "low"),
    [
        ("As 2d Qh Jc", "2c 7h 8s Kh Qc", False),  # A-2-2-7-8: four ranks.
        ("As 2d 3h Jc", "2c 7h 8s Kh Qc", True),  # The three stands in.
        ("As Ad Qh Jc", "2c 7h 8s Kh Qc", False),
        ("As 9d Qh Jc", "2c 7h 8s Kh Qc", False),
        ("As 2d Qh Jc", "Ac 2c 8s Kh 7c", False),
        ("As 3d Qh Jc", "Ac 2c 8s 4h 7c", True),
    ],
)
def test_for_low_each_rank_counts_once(hole, board, low):
    value = omaha_hilo.FAMILY.low(distinct(hole), distinct(board))
    assert bool(value) is low


@pytest.mark.clause("CR-32", "OM-04")
def test_each_half_may_be_shared_into_quarters():
    hole = {1: "Ah 2h Kd Qc", 2: "As 2s 9d 9c", 3: "Ks Kc 5h 6d"}
    hand = go(hilo(hole, "3d 7c 8s Kh Jh"), "1 raise, 2 call, 3 call")
    passive(hand)
    assert pots(hand) == {"pot": 17}  # 18 less 1: high 9, low 8.
    assert awards(hand) == {"pot": {3: 9, 2: 4, 1: 4}}


@pytest.mark.clause("CR-32")
@pytest.mark.parametrize(
    ("pot", "highs", "lows", "parts"),
    [
        (7, [2], [3], {2: 4, 3: 3}),
        (7, [2, 3], [2, 3], {2: 4, 3: 3}),  # The same players: shared as one.
        (7, [2, 3], [3], {2: 2, 3: 5}),  # 4 to high, 2 each; 3 to low.
        (9, [2, 3, 1], [1], {2: 2, 3: 2, 1: 5}),
        (1, [2], [3], {2: 1}),
        (11, [2, 1], [3, 1], {2: 3, 3: 3, 1: 5}),
    ],
)
def test_odd_chips_of_halves_and_quarters(pot, highs, lows, parts):
    felt = Felt({(0, "pot"): pot * CHIP}, Deal(()))
    values = Worth({seat: 1 + (seat in highs) for seat in (2, 3, 1)}, dict.fromkeys(lows, 1))
    took = pay_pot(felt, (0, "pot"), [2, 3, 1], [values], CHIP)
    paid = {spot[0]: amount / CHIP for spot, amount in felt.chips.items() if spot[0] and amount}
    assert paid == parts
    assert took == {*highs, *lows}


@pytest.mark.clause("CR-29", "OM-04")
def test_the_drop_comes_off_before_the_halves_are_made():
    hand = hilo({2: "Kc Kd 9h 9d", 3: "As 2d Qh Jc"}, "3d 7c 8s Kh Jh", 5)
    go(hand, "4 fold, 5 fold, 1 fold, 2 call, 3 check")
    passive(hand)
    assert hand.felt.chips[DROP] == 3 * CHIP
    assert awards(hand) == {"pot": {2: 2, 3: 1}}  # 6 less 3.


@pytest.mark.clause("CR-30", "CR-32", "OM-04")
def test_main_pot_and_side_pots_are_divided_separately():
    hole = {1: "As 2d Qh Jc", 2: "Kc Kd 9h 9d", 3: "Ah 4d Qs Jd"}
    hand = hilo(hole, "3d 7c 8s Kh Jh", stacks={1: 6, 2: 200, 3: 200})
    go(hand, "1 raise, 2 call, 3 call, 2 bet, 3 call")
    passive(hand)
    # The best low is all-in: in the side pot the second best low takes the low half.
    assert pots(hand) == {"pot": 17, "side 1": 6}
    assert awards(hand) == {"side 1": {2: 3, 3: 3}, "pot": {2: 9, 1: 8}}


@pytest.mark.clause("OM-04", "TH-36")
def test_when_all_others_fold_the_last_takes_high_and_low():
    hand = go(hilo({}, ""), "1 raise, 2 fold, 3 fold")
    assert uncalled(hand) == {1: 3}
    assert net(hand) == {1: 3, 2: -1, 3: -3}
    assert not shown(hand)


@pytest.mark.clause("OM-04", "TH-48")
def test_a_hand_that_is_best_for_low_is_not_mucked_as_beaten():
    rules = replace(HILO, muck_losing_hands=True)
    hole = {2: "Kc Kd 9h 9d", 3: "As 2d Qh Jc", 1: "Qd Qs Tc Td"}
    hand = passive(hilo(hole, "3d 7c 8s Kh Jh", rules=rules))
    assert shown(hand) == [2, 3]


@pytest.mark.clause("OM-05", "CR-33")
def test_both_hands_are_read_aloud():
    hand = hilo({2: "Kc Kd As 2d", 3: "Ts Tc Qh Jc"}, "3d 7c 8s Kh Jh")
    winners(hand)
    found = omaha_hilo.read(hand.opening.rules, hand.view(0), "en")
    high, low = found[2, "hole"], found[2, "hole"].low
    assert (high.names, high.place) == ("three of a kind, kings / eight-seven low", 1)
    assert sorted(low.cards) == sorted(cards("As 2d 3d 7c 8s"))
    assert (low.place, found[3, "hole"].low, found[3, "hole"].place) == (0, None, 2)


@pytest.mark.clause("OM-06", "CR-33")
def test_of_two_lows_of_one_name_it_is_told_which_is_better():
    hand = hilo({2: "Ac 2d Ks Kd", 3: "Ad 3c Qh Jc"}, "6d 7c 5s Kh Jh")
    winners(hand)
    found = omaha_hilo.read(hand.opening.rules, hand.view(0), "en")
    lows = {seat: found[seat, "hole"].low for seat in (2, 3)}
    assert {seat: (low.name, low.place) for seat, low in lows.items()} == {
        2: ("seven-six low", 1),
        3: ("seven-six low", 2),
    }


@pytest.mark.parametrize(
    "rules", [HIGH, CLUB["omaha-3-6"], replace(CLUB["omaha-3-6"], kill="half")]
)
def test_omaha_keeps_the_laws_with_every_kill(rules):
    for seed in range(15):
        laws.check_evening(omaha, rules, seed, hands=4)


@pytest.mark.parametrize("kill", ["none", "half", "full"])
def test_hilo_keeps_the_laws_with_every_kill(kill):
    rules = replace(HILO, kill=kill)
    for seed in range(15):
        laws.check_evening(omaha_hilo, rules, seed, hands=4)
