"""The betting round, all-ins and the pots, clause by clause, in whole hands."""

import pytest
from msgspec.structs import replace

from croupier.core.asks import Decision, Option
from croupier.core.felt import BOARD, DROP, LEVY, MUCK, POT, Cards, Chips, Deal, Felt
from croupier.procedure import betting
from croupier.procedure.betting import Limits
from croupier.procedure.blinds import Standing
from croupier.procedure.pots import divided
from flops import (
    CHIP,
    CLUB,
    FLOP,
    NO_LIMIT,
    POT_LIMIT,
    RIVER,
    TURN,
    awards,
    even,
    go,
    moved,
    net,
    offers,
    passive,
    posted,
    pots,
    refusal,
    rule,
    seated,
    shown,
    spoken,
    table,
    turn,
    uncalled,
)

# Turns and choices.


@pytest.mark.clause("TH-26", "TH-27", "CR-16", "HE-08")
def test_the_first_round_begins_left_of_the_big_blind_with_fold_call_or_raise():
    hand = table(NO_LIMIT, even(5))
    assert turn(hand) == 4
    assert offers(hand) == {"fold": 0, "call": 4, "raise": (8, 200)}
    go(hand, "4 raise 12")
    assert turn(hand) == 5
    assert offers(hand) == {"fold": 0, "call": 12, "raise": (20, 200)}


@pytest.mark.clause("TH-27")
def test_a_call_matches_the_highest_bet_and_a_fold_ends_the_hand_for_a_player():
    hand = go(table(NO_LIMIT, even(4)), "4 raise 12, 1 call, 2 fold")
    assert moved(hand, "call") == [((1, "stack"), (1, "bet"), 12)]
    folds = [e for e in hand.events if type(e) is Cards and e.why == "fold"]
    assert [(e.src, e.dst, e.eyes) for e in folds] == [((2, "hole"), MUCK, 1 << 2)]
    passive(hand)
    assert 2 not in shown(hand)
    assert net(hand)[2] == -2


@pytest.mark.clause("TH-30")
@pytest.mark.parametrize(("act", "cost"), [("fold", 2), ("call", 4), ("raise 12", 12)])
def test_the_small_blind_folds_completes_or_raises(act, cost):
    hand = go(table(NO_LIMIT, even(3)), "1 call")
    assert turn(hand) == 2
    assert offers(hand) == {"fold": 0, "call": 2, "raise": (8, 200)}
    go(hand, f"2 {act}")
    assert 200 - hand.felt.chips[2, "stack"] / CHIP == cost


@pytest.mark.clause("TH-31")
def test_the_big_blind_folds_completes_or_raises_after_a_raise():
    hand = go(table(NO_LIMIT, even(3)), "1 raise 12, 2 fold")
    assert turn(hand) == 3
    assert offers(hand) == {"fold": 0, "call": 8, "raise": (20, 200)}
    go(hand, "3 fold")
    assert net(hand) == {1: 6, 2: -2, 3: -4}


@pytest.mark.clause("TH-32", "CR-05", "HE-07")
def test_the_big_blind_may_check_which_ends_the_round():
    hand = go(table(NO_LIMIT, even(3)), "1 call, 2 call")
    assert offers(hand) == {"check": 0, "fold": 0, "raise": (8, 200)}
    go(hand, "3 check")
    assert len(hand.felt.cards[BOARD]) == 3


@pytest.mark.clause("TH-33", "CR-05")
def test_a_raise_of_the_big_blind_asks_everybody_again():
    hand = go(table(NO_LIMIT, even(3)), "1 call, 2 call, 3 raise 12")
    go(hand, "1 call, 2 fold")
    assert len(hand.felt.cards[BOARD]) == 3
    assert hand.felt.chips[POT] == 28 * CHIP


@pytest.mark.clause("TH-37", "TH-38", "CR-17", "HE-08", "CR-42")
def test_later_rounds_begin_left_of_the_button_with_check_bet_or_fold():
    hand = go(table(NO_LIMIT, even(4)), "4 call, 1 call, 2 fold, 3 check")
    assert turn(hand) == 3
    assert offers(hand) == {"check": 0, "fold": 0, "bet": (4, 196)}
    go(hand, "3 check")
    assert offers(hand) == {"check": 0, "fold": 0, "bet": (4, 196)}
    go(hand, "4 bet 10")
    assert turn(hand) == 1
    assert offers(hand) == {"fold": 0, "call": 10, "raise": (20, 196)}


@pytest.mark.clause("TH-37", "CR-42")
def test_one_may_fold_where_a_check_is_possible():
    hand = passive(table(NO_LIMIT, even(3)), until=3)
    go(hand, "2 fold")
    assert turn(hand) == 3
    assert (2, "hole") not in hand.felt.cards


@pytest.mark.clause("CR-42", "TH-38")
def test_what_is_out_of_turn_or_not_open_is_refused_and_changes_nothing():
    hand = table(NO_LIMIT, even(3))
    assert "not your turn" in refusal(hand, 2, "call")
    assert "bet to call" in refusal(hand, 1, "check")
    assert "there is already a bet: call or raise" in refusal(hand, 1, "bet", 8)
    refusal(hand, 1, "raise", 7)
    refusal(hand, 1, "raise", 201)
    passive(hand, until=3)
    assert "nothing to call" in refusal(hand, 2, "call")
    refusal(hand, 2, "raise", 8)
    refusal(hand, 2, "bet", 3)


@pytest.mark.clause("TH-39")
def test_a_round_ends_when_all_have_checked():
    hand = go(passive(table(NO_LIMIT, even(3)), until=3), "2 check, 3 check")
    assert len(hand.felt.cards[BOARD]) == 3
    go(hand, "1 check")
    assert len(hand.felt.cards[BOARD]) == 4


@pytest.mark.clause("TH-39", "CR-16")
def test_a_round_ends_when_the_last_raise_is_called_by_all_still_in():
    hand = passive(table(NO_LIMIT, {1: 200, 2: 200, 3: 200, 4: 34}), until=3)
    go(hand, "2 bet 10, 3 raise 20, 4 allin, 1 fold, 2 call")
    assert len(hand.felt.cards[BOARD]) == 3  # Seat 3 faces 10 more.
    go(hand, "3 call")
    assert len(hand.felt.cards[BOARD]) == 4


@pytest.mark.clause("TH-64", "CR-37")
def test_no_answer_in_time_is_a_check_or_else_a_fold():
    hand = table(NO_LIMIT, even(3))
    hand.expire()
    go(hand, "2 call")
    hand.expire()
    assert spoken(hand)[-3:] == [(1, "fold"), (2, "call"), (3, "check")]
    assert hand.ask.clock == "decision_seconds"
    assert len(hand.felt.cards[BOARD]) == 3


@pytest.mark.clause("TH-36", "TH-43", "TH-60")
def test_the_last_player_in_takes_the_pot_without_showing():
    hand = go(passive(table(NO_LIMIT, even(3)), until=4), "2 bet 50, 3 fold, 1 fold")
    assert hand.over
    assert not shown(hand)
    assert uncalled(hand) == {2: 50}
    assert net(hand) == {1: -4, 2: 8, 3: -4}
    assert len(hand.felt.cards[BOARD]) == 4


# The size of bets and raises.


@pytest.mark.clause("TH-28")
def test_a_raise_is_at_least_the_last_full_raise():
    hand = go(table(NO_LIMIT, even(4)), "4 raise 10")
    assert offers(hand)["raise"] == (16, 200)  # By 6, as the last one.
    go(hand, "1 raise 30")
    assert offers(hand)["raise"] == (50, 200)
    refusal(hand, 2, "raise", 49)


@pytest.mark.clause("TH-28")
def test_the_first_raise_is_at_least_one_big_blind():
    assert offers(table(NO_LIMIT, even(3)))["raise"] == (8, 200)
    three = replace(NO_LIMIT, big_blind=3_00)
    assert offers(table(three, even(3)))["raise"] == (6, 200)


@pytest.mark.clause("TH-28")
def test_a_house_may_ask_for_at_least_twice_the_bet():
    double = replace(NO_LIMIT, min_raise_rule="double_bet")
    hand = go(table(double, even(4)), "4 raise 10")
    assert offers(hand)["raise"] == (20, 200)
    go(hand, "1 raise 30")
    assert offers(hand)["raise"] == (60, 200)


@pytest.mark.clause("TH-28", "TH-44")
def test_where_a_raise_is_twice_the_bet_less_than_that_does_not_reopen():
    double = replace(NO_LIMIT, min_raise_rule="double_bet")
    hand = passive(table(double, {1: 400, 2: 400, 3: 400, 4: 114}), until=3)
    go(hand, "2 bet 20, 3 raise 60, 4 allin, 1 call")  # 110: less than twice 60.
    assert offers(hand)["raise"] == (220, 396)  # Seat 2 faces 90, more than 60.
    go(hand, "2 call")
    assert offers(hand) == {"fold": 0, "call": 50}


@pytest.mark.clause("TH-29", "TH-42")
def test_in_no_limit_the_whole_stack_may_be_raised_at_any_time():
    hand = go(table(NO_LIMIT, even(3)), "1 raise 200")
    assert offers(hand) == {"fold": 0, "call": 198}
    go(hand, "2 call, 3 fold")
    assert hand.over
    assert moved(hand, "uncalled") == []


@pytest.mark.clause("TH-29", "TH-42")
def test_in_pot_limit_a_raise_is_at_most_the_pot_after_the_call():
    hand = table(POT_LIMIT, even(3))
    assert offers(hand)["raise"] == (8, 14)  # Call 4, pot 10, raise 10.
    go(hand, "1 raise 14")
    assert offers(hand)["raise"] == (24, 46)  # Call 12, pot 32, raise 32.
    go(hand, "2 call")
    assert offers(hand)["raise"] == (24, 56)  # Call 10, pot 42, raise 42.
    go(hand, "3 call")
    assert offers(hand)["bet"] == (4, 42)
    refusal(hand, 2, "bet", 43)
    go(hand, "2 bet 42")
    assert offers(hand)["raise"] == (84, 168)  # Three times the bet and the pot before it.


@pytest.mark.clause("TH-29", "TH-42")
def test_in_pot_limit_a_short_stack_goes_all_in_and_a_long_one_may_not():
    hand = table(POT_LIMIT, {1: 200, 2: 10, 3: 200})
    assert "raise 800 to 1400" in refusal(hand, 1, "raise", 200)
    go(hand, "1 raise 14")
    assert offers(hand) == {"fold": 0, "call": 8}


@pytest.mark.clause("TH-29", "CR-21", "TH-37")
@pytest.mark.parametrize(("name", "lower"), [("holdem-3-6", 3), ("holdem-15-30", 15)])
def test_in_limit_bets_are_the_lower_limit_then_the_upper(name, lower):
    hand = table(CLUB[name], even(4, 500))
    for to in (2, 3, 4):
        assert offers(hand)["raise"] == to * lower
        refusal(hand, turn(hand), "raise", to * lower + 1)
        go(hand, f"{turn(hand)} raise")
    passive(hand, until=3)
    for street, unit in ((FLOP, lower), (TURN, 2 * lower), (RIVER, 2 * lower)):
        assert offers(hand)["bet"] == unit
        go(hand, "2 bet")
        assert offers(hand)["raise"] == 2 * unit
        refusal(hand, 3, "raise", 2 * unit - 1)
        passive(hand, until=3 + street)
    assert hand.over


@pytest.mark.clause("CR-21")
def test_the_clubs_no_limit_game_bets_from_ten_up_to_the_stack():
    hand = table(CLUB["holdem-no-limit"], even(3, 300))
    assert posted(hand) == [(2, "small blind", 5), (3, "big blind", 10)]
    assert offers(hand)["raise"] == (20, 300)
    assert offers(passive(hand, until=3))["bet"] == (10, 290)


@pytest.mark.clause("CR-22", "TH-29")
def test_a_limit_round_has_one_bet_and_three_raises():
    hand = table(CLUB["holdem-3-6"], even(4))
    go(hand, "4 raise, 1 raise, 2 raise")  # 6, 9, 12: the big blind was the bet.
    assert "raise" not in offers(hand)
    assert "CR-22" in refusal(hand, 3, "raise", 15)
    passive(hand, until=3)
    go(hand, "2 bet, 3 raise, 4 raise, 1 raise")
    assert hand.felt.chips[1, "bet"] == 12 * CHIP
    assert offers(hand) == {"fold": 0, "call": 9}


@pytest.mark.clause("CR-22", "TH-29")
@pytest.mark.parametrize("most", [4, 5])
def test_a_house_may_allow_more_raises(most):
    hand = table(replace(CLUB["holdem-3-6"], max_raises=most), even(4))
    for _ in range(most):
        go(hand, f"{turn(hand)} raise")
    assert "raise" not in offers(hand)


@pytest.mark.clause("CR-22", "TH-29")
def test_a_house_may_leave_the_raises_unlimited():
    hand = table(replace(CLUB["holdem-3-6"], max_raises=0), even(4))
    for _ in range(20):
        go(hand, f"{turn(hand)} raise")
    assert offers(hand)["raise"] == 66


@pytest.mark.clause("CR-22", "TH-29")
def test_between_two_players_the_raises_are_not_counted():
    hand = table(CLUB["holdem-3-6"], even(2))
    for _ in range(10):
        go(hand, f"{turn(hand)} raise")
    assert offers(hand)["raise"] == 36


@pytest.mark.clause("CR-22", "TH-29")
def test_a_fold_before_the_last_raise_lifts_the_cap_and_one_after_it_does_not():
    lifted = go(table(CLUB["holdem-3-6"], even(3)), "1 raise, 2 raise, 3 fold, 1 raise, 2 raise")
    assert offers(lifted)["raise"] == 18
    capped = go(table(CLUB["holdem-3-6"], even(3)), "1 raise, 2 raise, 3 raise, 1 fold")
    assert offers(capped) == {"fold": 0, "call": 3}


@pytest.mark.clause("CR-22")
def test_an_all_in_hand_counts_among_the_two_that_remain():
    hand = table(CLUB["holdem-3-6"], {1: 200, 2: 200, 3: 3})  # The big blind is all-in.
    go(hand, "1 raise, 2 raise, 1 raise")
    assert "raise" not in offers(hand)


@pytest.mark.clause("CR-22")
def test_no_limit_has_no_cap():
    hand = table(NO_LIMIT, even(3, 2000))
    for _ in range(12):
        seat = turn(hand)
        go(hand, f"{seat} raise {offers(hand)['raise'][0]}")
    assert "raise" in offers(hand)


# Short all-ins.


@pytest.mark.clause("TH-44", "CR-31")
def test_an_all_in_for_less_than_the_call_is_a_call():
    hand = go(table(NO_LIMIT, {1: 200, 2: 15, 3: 200}), "1 raise 40")
    assert offers(hand) == {"fold": 0, "call": 13}
    go(hand, "2 call, 3 fold")
    assert uncalled(hand) == {1: 25}


@pytest.mark.clause("TH-44", "TH-67", "CR-31")
def test_in_no_limit_a_short_raise_is_answered_but_does_not_reopen():
    hand = passive(table(NO_LIMIT, {1: 200, 2: 200, 3: 34, 4: 200}), until=3)
    go(hand, "2 bet 20, 3 allin")
    assert offers(hand) == {"fold": 0, "call": 30, "raise": (50, 196)}  # Seat 4 has not acted.
    go(hand, "4 call, 1 fold")
    assert offers(hand) == {"fold": 0, "call": 10}
    assert "you can't raise now" in refusal(hand, 2, "raise", 60)


@pytest.mark.clause("TH-67", "CR-31")
def test_in_no_limit_short_raises_add_up_for_the_player_concerned():
    stacks = {1: 400, 2: 204, 3: 36, 4: 48, 5: 400}
    hand = passive(table(NO_LIMIT, stacks), until=3)
    go(hand, "2 bet 20, 3 allin, 4 allin, 5 call, 1 fold")
    assert offers(hand) == {"fold": 0, "call": 24, "raise": (64, 200)}
    go(hand, "2 raise 64")
    assert offers(hand) == {"fold": 0, "call": 20, "raise": (84, 396)}  # A full raise: it is open.


@pytest.mark.clause("TH-67", "TH-28")
def test_a_short_all_in_leaves_the_size_of_the_last_raise():
    hand = passive(table(NO_LIMIT, {1: 900, 2: 900, 3: 144}), until=3)
    go(hand, "2 bet 100, 3 allin")
    assert offers(hand)["raise"] == (240, 896)


@pytest.mark.clause("TH-67")
def test_an_opening_all_in_below_the_big_blind_is_called_at_its_amount():
    hand = passive(table(NO_LIMIT, {1: 200, 2: 7, 3: 200}), until=3)
    go(hand, "2 allin")
    assert offers(hand) == {"fold": 0, "call": 3, "raise": (7, 196)}
    go(hand, "3 call")
    assert offers(hand) == {"fold": 0, "call": 3, "raise": (7, 196)}


@pytest.mark.clause("TH-67")
def test_a_check_before_a_short_opening_all_in_may_not_be_made_good_by_a_raise():
    hand = passive(table(NO_LIMIT, {1: 200, 2: 200, 3: 7}), until=3)
    go(hand, "2 check, 3 allin, 1 call")
    assert offers(hand) == {"fold": 0, "call": 3}


@pytest.mark.clause("CR-31", "TH-67", "TH-44")
@pytest.mark.parametrize(
    ("all_in", "raise_to", "reopens"), [(9, 20, False), (10, 30, True), (15, 35, True)]
)
def test_in_limit_half_a_bet_counts_as_a_bet(all_in, raise_to, reopens):
    hand = passive(table(CLUB["holdem-10-20"], {1: 300, 2: 300, 3: 10 + all_in}), until=4)
    go(hand, "2 check, 3 allin")
    assert offers(hand) == {"fold": 0, "call": all_in, "raise": raise_to}
    go(hand, "1 call")
    assert ("raise" in offers(hand)) is reopens
    if reopens:
        assert offers(hand)["raise"] == raise_to


@pytest.mark.clause("CR-31", "TH-67")
def test_in_limit_a_short_raise_may_be_completed_by_who_has_not_acted():
    hand = passive(table(CLUB["holdem-10-20"], {1: 300, 2: 300, 3: 35, 4: 300}), until=4)
    go(hand, "2 bet, 3 allin")  # 25: five more than the bet.
    assert offers(hand) == {"fold": 0, "call": 25, "raise": 40}
    called = go(hand.fork(), "4 call, 1 call")
    assert offers(called) == {"fold": 0, "call": 5}
    go(hand, "4 raise, 1 call")  # Completed: a full raise,
    assert offers(hand) == {"fold": 0, "call": 20, "raise": 60}  # so it is open again.


@pytest.mark.clause("CR-31", "CR-22")
def test_in_limit_a_completed_bet_and_a_half_bet_count_for_the_cap():
    stacks = {1: 300, 2: 300, 3: 35, 4: 300, 5: 300}
    hand = passive(table(CLUB["holdem-10-20"], stacks), until=4)
    go(hand, "2 bet, 3 allin, 4 raise, 5 raise, 1 raise")  # 20, 25, 40, 60, 80.
    assert offers(hand) == {"fold": 0, "call": 60}
    stacks[3] = 40
    hand = passive(table(CLUB["holdem-10-20"], stacks), until=4)
    go(hand, "2 bet, 3 allin, 4 raise, 5 raise")  # 20, 30, 50, 70.
    assert offers(hand) == {"fold": 0, "call": 70}


@pytest.mark.clause("CR-31", "TH-67")
def test_in_limit_a_stack_that_reaches_the_full_bet_completes_it_and_no_more():
    stacks = {1: 300, 2: 300, 3: 39, 4: 48, 5: 57}
    hand = passive(table(CLUB["holdem-10-20"], stacks), until=4)
    go(hand, "2 bet, 3 allin, 4 allin")  # 20, 29, 38: each adds 9, so none is a raise.
    assert offers(hand) == {"fold": 0, "call": 38, "raise": 40}  # Despite a stack of 47.
    go(hand, "5 raise, 1 call")
    assert offers(hand) == {"fold": 0, "call": 20, "raise": 60}


# Blinds below the blind, and the end of the betting.


@pytest.mark.clause("TH-21", "TH-66", "CR-40")
def test_a_short_blind_leaves_the_call_and_the_raise_as_they_are():
    hand = table(NO_LIMIT, {1: 200, 2: 200, 3: 3})
    assert posted(hand) == [(2, "small blind", 2), (3, "big blind", 3)]
    assert offers(hand) == {"fold": 0, "call": 4, "raise": (8, 200)}


@pytest.mark.clause("TH-66", "CR-40", "CR-41")
def test_a_short_small_blind_contests_only_what_he_matched():
    hole = {1: "Kd Kh", 2: "As Ah", 3: "Qd Qh"}
    hand = passive(table(NO_LIMIT, {1: 200, 2: 1, 3: 200}, hole))
    assert awards(hand) == {"pot": {2: 3}, "side 1": {1: 6}}
    assert net(hand) == {1: 2, 2: 2, 3: -4}


@pytest.mark.clause("TH-66")
def test_the_only_player_with_chips_need_only_match_the_largest_all_in():
    hand = table(NO_LIMIT, {1: 200, 2: 1, 3: 3})
    assert offers(hand) == {"fold": 0, "call": 3}
    go(hand, "1 call")
    assert hand.over
    heads_up = table(NO_LIMIT, {1: 200, 2: 3})  # The button has posted 2.
    assert offers(heads_up) == {"fold": 0, "call": 1}
    go(heads_up, "1 call")
    assert heads_up.over


@pytest.mark.clause("TH-66", "CR-41")
def test_what_is_posted_beyond_the_only_all_in_goes_back():
    hole = {1: "7c 2d", 2: "As Ah"}
    hand = table(NO_LIMIT, {1: 1, 2: 200}, hole, "Kd Kh 9s 8s 3c")  # The button is all-in for 1.
    assert hand.over
    assert uncalled(hand) == {2: 3}
    assert net(hand) == {1: -1, 2: 1}


@pytest.mark.clause("TH-66", "CR-40")
def test_both_blinds_all_in_leave_nothing_to_decide():
    hand = table(NO_LIMIT, {1: 2, 2: 3}, {1: "As Ah", 2: "7c 2d"}, "Kd Kh 9s 8s 3c")
    assert hand.over
    assert uncalled(hand) == {2: 1}
    assert net(hand) == {1: 2, 2: -2}


@pytest.mark.clause("TH-68", "CR-43", "TH-40")
def test_when_all_are_all_in_the_board_is_dealt_without_betting():
    hand = go(table(NO_LIMIT, {1: 50, 2: 80, 3: 200}), "1 allin, 2 allin")
    assert offers(hand) == {"fold": 0, "call": 76}
    go(hand, "3 call")
    assert hand.over
    burned_and_dealt = [
        (e.why, e.dst, len(e.cards))
        for e in hand.events
        if type(e) is Cards and e.dst in (MUCK, BOARD)
    ]
    one, three = ("deal", BOARD, 1), ("deal", BOARD, 3)
    burn = ("burn", MUCK, 1)
    assert burned_and_dealt == [burn, three, burn, one, burn, one]


@pytest.mark.clause("TH-68")
def test_all_in_hands_stay_down_until_the_abattage_unless_the_house_shows_them():
    for face_up in (False, True):
        rules = replace(NO_LIMIT, all_in_hands_face_up=face_up)
        hand = go(table(rules, even(2)), "1 allin, 2 call")
        cards = [e for e in hand.events if type(e) is Cards]
        flop = next(at for at, e in enumerate(cards) if e.dst == BOARD)
        shows = [at for at, e in enumerate(cards) if e.why == "show"]
        assert len(shows) == 2
        assert (max(shows) < flop) is face_up


@pytest.mark.clause("CR-43")
@pytest.mark.parametrize("name", CLUB)
def test_the_club_shows_all_in_hands_before_the_rest_of_the_board(name):
    assert CLUB[name].all_in_hands_face_up
    assert CLUB[name].auto_show_at_showdown


@pytest.mark.clause("CR-43", "TH-68")
def test_the_last_player_with_chips_first_answers_the_bet_that_is_open_to_him():
    hand = passive(table(NO_LIMIT, {1: 30, 2: 200, 3: 200}), until=3)
    go(hand, "2 check, 3 check, 1 allin, 2 fold")
    assert offers(hand) == {"fold": 0, "call": 26}
    go(hand, "3 call")
    assert hand.over


@pytest.mark.clause("TH-68")
def test_two_with_chips_bet_on_beside_an_all_in():
    hand = passive(go(table(NO_LIMIT, {1: 20, 2: 200, 3: 200}), "1 allin, 2 call, 3 call"), until=3)
    assert turn(hand) == 2
    go(hand, "2 bet 40, 3 call")
    assert {spot[1]: a / CHIP for spot, a in hand.felt.chips.items() if not spot[0] and a} == {
        "pot": 60,
        "side 1": 80,
    }


# The pots.


@pytest.mark.clause("TH-34", "TH-40")
def test_bets_are_gathered_into_the_pot_at_the_end_of_each_round():
    hand = go(table(NO_LIMIT, even(3)), "1 raise 10, 2 call")
    assert POT not in hand.felt.chips
    assert hand.felt.chips[1, "bet"] == 10 * CHIP
    go(hand, "3 call")
    assert hand.felt.chips[POT] == 30 * CHIP
    assert not any(a for spot, a in hand.felt.chips.items() if spot[1] == "bet")
    go(hand, "2 bet 20, 3 call, 1 fold")
    assert hand.felt.chips[POT] == 70 * CHIP


ACES, KINGS, QUEENS, TENS = "As Ah", "Ks Kh", "Qs Qh", "Th Td"


@pytest.mark.clause("TH-45", "TH-46", "CR-30")
def test_the_all_in_player_wins_the_main_pot_and_the_second_best_the_side_pot():
    hand = table(NO_LIMIT, {1: 50, 2: 200, 3: 200}, {1: ACES, 2: QUEENS, 3: KINGS})
    go(hand, "1 allin, 2 call, 3 call")
    go(hand, "2 bet 30, 3 call")
    passive(hand)
    assert pots(hand) == {"pot": 150, "side 1": 60}
    assert awards(hand) == {"pot": {1: 144}, "side 1": {3: 58}}


@pytest.mark.clause("TH-47", "CR-30")
def test_the_best_hand_that_may_win_all_pots_wins_them_all():
    hand = table(NO_LIMIT, {1: 50, 2: 200, 3: 200}, {1: QUEENS, 2: ACES, 3: KINGS})
    go(hand, "1 allin, 2 call, 3 call")
    go(hand, "2 bet 30, 3 call")
    passive(hand)
    assert awards(hand) == {"pot": {2: 144}, "side 1": {2: 58}}


@pytest.mark.clause("TH-45", "CR-30")
def test_each_level_of_all_in_makes_a_pot_and_folded_chips_belong_by_level():
    stacks = {1: 20, 2: 50, 3: 90, 4: 200, 5: 200}
    hole = {1: ACES, 2: KINGS, 3: QUEENS, 4: "6c 6d", 5: TENS}
    hand = table(NO_LIMIT, stacks, hole, button=5)
    go(hand, "3 call, 4 raise 40, 5 call, 1 allin, 2 allin, 3 allin, 4 fold, 5 call")
    # Levels 20, 50, 90; seat 4 left 40: 20 in the main pot and 20 in the first side pot.
    assert hand.over
    assert pots(hand) == {"pot": 100, "side 1": 110, "side 2": 80}
    assert awards(hand) == {"pot": {1: 96}, "side 1": {2: 106}, "side 2": {3: 77}}


@pytest.mark.clause("TH-45")
def test_pots_of_several_rounds_follow_the_levels():
    stacks = {1: 20, 2: 60, 3: 200, 4: 200}
    hole = {1: ACES, 2: KINGS, 3: QUEENS, 4: "6c 6d"}
    hand = go(table(NO_LIMIT, stacks, hole, button=4), "3 call, 4 call, 1 allin, 2 call, 3 call")
    go(hand, "4 call, 2 allin, 3 call, 4 call")  # The flop: 40 each in the first side pot.
    go(hand, "3 bet 10, 4 call, 3 check, 4 check")
    assert pots(hand) == {"pot": 80, "side 1": 120, "side 2": 20}
    assert awards(hand) == {"pot": {1: 77}, "side 1": {2: 116}, "side 2": {3: 20}}


@pytest.mark.clause("TH-71", "TH-56")
def test_a_side_pot_with_one_claimant_is_levied_and_paid_at_the_end():
    hand = table(NO_LIMIT, {1: 20, 2: 200, 3: 200}, {1: ACES, 2: KINGS, 3: QUEENS})
    go(hand, "1 allin, 2 call, 3 call, 2 bet 50, 3 call, 2 bet 60, 3 fold")
    assert uncalled(hand) == {2: 60}
    assert pots(hand) == {"pot": 60, "side 1": 100}
    assert [amount for _, _, amount in moved(hand, "levy")] == [2, 4]
    assert awards(hand) == {"pot": {1: 58}, "side 1": {2: 96}}
    assert shown(hand) == [2, 1]  # Still shown for the main pot.


@pytest.mark.clause("TH-45")
def test_pots_with_the_same_claimants_are_one_pot():
    """The short all-in hand is ruled dead, so nothing parts the two pots any more."""
    rules = replace(NO_LIMIT, levy_percent=0)
    hand = table(rules, {1: 20, 2: 200, 3: 200}, {1: ACES, 2: KINGS, 3: QUEENS})
    go(hand, "1 allin, 2 call, 3 call, 2 bet 50, 3 call")
    rule(hand, "dead hand", (1, "hole"))
    passive(hand)
    assert moved(hand, "merge") == [((0, "side 1"), POT, 100)]
    assert awards(hand) == {"pot": {2: 160}}


@pytest.mark.clause("CR-41", "TH-43")
def test_what_nobody_has_matched_goes_back_before_pots_and_drop():
    hand = go(table(CLUB["holdem-no-limit"], even(6, 300)), "4 raise 80, 5 call, 6 raise 200")
    go(hand, "1 fold, 2 fold, 3 fold, 4 fold, 5 fold")
    assert uncalled(hand) == {6: 120}  # Over the second largest, a folded one.
    chips = [(e.why, e.amount // CHIP) for e in hand.events if type(e) is Chips]
    assert [c for c in chips if c[0] in ("uncalled", "drop", "win")] == [
        ("uncalled", 120),
        ("drop", 3),
        ("win", 252),
    ]


@pytest.mark.clause("CR-41")
def test_a_big_blind_to_whom_all_fold_gets_back_what_exceeds_the_small_blind():
    hand = go(table(CLUB["holdem-4-8"], even(5)), "4 fold, 5 fold, 1 fold, 2 fold")
    assert uncalled(hand) == {3: 2}
    assert net(hand) == {1: 0, 2: -2, 3: 1, 4: 0, 5: 0}


@pytest.mark.clause("CR-41", "CR-11")
def test_a_dead_post_is_no_bet_that_could_be_uncalled():
    carry = seated(even(5), 1, {5: Standing(missed_small=True, post=True)})
    hand = table(CLUB["holdem-3-6"], even(5), carry=carry)
    assert posted(hand)[-1] == (5, "dead", 1)
    assert offers(go(hand, "4 fold"))["call"] == 3  # No live bet.
    go(hand, "5 fold, 1 fold, 2 fold")
    assert uncalled(hand) == {3: 2}
    assert net(hand) == {1: 0, 2: -1, 3: 1, 4: 0, 5: -1}  # Pot 3, less a drop of 1.


@pytest.mark.clause("TH-53", "CR-32")
@pytest.mark.parametrize(
    ("amount", "count", "parts"),
    [(10, 2, [5, 5]), (11, 2, [6, 5]), (11, 3, [4, 4, 3]), (10, 3, [4, 3, 3]), (1, 3, [1, 0, 0])],
)
def test_odd_chips_go_one_each_in_order(amount, count, parts):
    assert divided(amount * CHIP, count, CHIP) == [part * CHIP for part in parts]


@pytest.mark.clause("TH-53", "CR-32")
def test_what_is_less_than_a_chip_goes_with_the_first_odd_chip():
    assert divided(10_50, 2, CHIP) == [5_50, 5_00]
    assert divided(10_50, 2, 50) == [5_50, 5_00]
    assert divided(10_50, 3, 50) == [3_50, 3_50, 3_50]


@pytest.mark.clause("TH-02", "CR-19")
def test_only_what_lay_on_the_table_at_the_deal_plays():
    hand = go(table(NO_LIMIT, {1: 50, 2: 200, 3: 200}), "1 allin, 2 raise 200, 3 fold")
    assert uncalled(hand) == {2: 150}
    assert min(net(hand).values()) >= -50
    assert DROP not in hand.felt.chips
    assert LEVY in hand.felt.chips


# The round by itself, with chips of one.


def laid(stacks, bets=()):
    """A felt with these stacks and bets, two cards before everybody."""
    chips = {(seat, "stack"): has for seat, has in stacks.items()}
    felt = Felt(
        chips | {(seat, "bet"): bet for seat, bet in dict(bets).items()}, Deal((*range(52),))
    )
    felt.deal_around([(seat, "hole") for seat in stacks], 2)
    return felt


def opened(stacks, limits, bets=(), **more):
    felt = laid(stacks, bets)
    return felt, betting.open_round(felt, [*stacks], limits, **more)


def acts(felt, state):
    return [(option.act, option.low) for option in betting.offer(felt, state)]


FREE, FOURS = Limits("no_limit", 1), Limits("limit", 4, raises=3)


@pytest.mark.clause("CR-42")
def test_a_bet_of_one_chip_is_a_bet():
    felt, state = opened({1: 9, 2: 9, 3: 9}, FREE, {3: 1}, high=1)
    assert (state.made, state.step, state.last) == (1, 1, 0)
    assert acts(felt, state) == [("fold", 0), ("call", 1), ("raise", 2)]
    betting.answer(felt, state, Decision("raise", 2))
    assert (state.high, state.made, state.last) == (2, 2, 1)
    assert felt.chips[1, "bet"] == 2


@pytest.mark.clause("TH-66")
def test_the_last_player_with_chips_is_asked_for_a_single_chip_too():
    felt, state = opened({1: 9, 2: 0}, FREE, {1: 1, 2: 2}, high=4)
    assert acts(felt, state) == [("fold", 0), ("call", 1)]
    felt, state = opened({1: 9, 2: 0, 3: 0}, FREE, {2: 1}, high=4)
    assert acts(felt, state) == [("fold", 0), ("call", 1)], "seats without a bet are in for nothing"
    for bets in ({1: 2, 2: 2}, {}):
        felt, state = opened({1: 9, 2: 0}, FREE, bets, high=4)
        assert betting.offer(felt, state) == ()


@pytest.mark.clause("LB-25")
def test_a_round_passes_over_the_straddler_until_all_others_have_acted():
    felt, state = opened(even(4, 99), FOURS, {2: 8}, high=8, waits=2)
    assert state.queue == [1, 3, 4, 2]
    betting.answer(felt, state, Decision("raise", 12))
    assert state.queue == [3, 4, 2]
    betting.answer(felt, state, Decision("raise", 16))
    assert state.queue == [4, 2, 1], "seat 1 has acted, and comes after the straddler"


def test_a_folded_hand_goes_to_the_muck_or_stays_with_its_player():
    for folded, spot in (("", MUCK), ("folded", (1, "folded"))):
        felt, state = opened(even(3, 9), FREE, folded=folded)
        betting.answer(felt, state, Decision("fold"))
        assert len(felt.cards[spot]) == 2
        assert (state.players, state.able, state.queue) == ([2, 3], [2, 3], [2, 3])


@pytest.mark.clause("LB-07")
@pytest.mark.parametrize("check_raise", [True, False])
def test_a_check_is_raised_only_where_the_house_allows_it(check_raise):
    felt, state = opened(even(3, 99), Limits("limit", 4, check_raise=check_raise))
    betting.answer(felt, state, Decision("check"))
    betting.answer(felt, state, Decision("bet", 4))
    betting.answer(felt, state, Decision("call", 4))
    assert (("raise", 8) in acts(felt, state)) is check_raise


@pytest.mark.clause("PN-06")
@pytest.mark.parametrize("any_time", [True, False])
def test_two_players_left_lift_a_cap_that_was_reached_where_the_house_says_so(any_time):
    limits = Limits("limit", 4, raises=1, uncap_any_time=any_time)
    felt, state = opened(even(3, 99), limits)
    for decision in (Decision("bet", 4), Decision("raise", 8), Decision("fold")):
        betting.answer(felt, state, decision)
    assert (("raise", 12) in acts(felt, state)) is any_time


@pytest.mark.clause("PN-07")
def test_the_most_of_a_house_bounds_the_bet_and_the_raise_over_it():
    felt, state = opened(even(3, 99), Limits("no_limit", 2, most=10))
    assert betting.offer(felt, state)[-1] == Option("bet", 2, 10)
    betting.answer(felt, state, Decision("bet", 4))
    assert betting.offer(felt, state)[-1] == Option("raise", 8, 14)
    betting.answer(felt, state, Decision("raise", 14))
    assert betting.offer(felt, state)[-1] == Option("raise", 24, 24)


@pytest.mark.parametrize(
    ("unit", "stack", "step"), [(10, 20, 5), (10, 21, 1), (12, 22, 5), (10, 10, 1)]
)
def test_a_bet_goes_by_whole_chips_where_the_stack_does(unit, stack, step):
    felt, state = opened(even(2, stack), Limits("no_limit", unit, chip=5))
    assert betting.offer(felt, state)[-1] == Option("bet", unit, stack, step)


@pytest.mark.clause("CR-27", "CR-28")
def test_the_floor_may_rule_any_hand_dead_or_the_deck_fouled():
    _, state = opened(even(2, 9), FREE)
    dead = [Option("dead hand", spot=(seat, "hole"), clause="CR-28") for seat in (1, 2)]
    assert [*betting.always(state)] == [*dead, Option("fouled deck", clause="CR-27")]


@pytest.mark.clause("CR-28")
def test_a_hand_that_was_ruled_dead_has_no_turn_any_more():
    felt, state = opened(even(4, 9), FREE)
    betting.heed(felt, state, Decision("dead hand", spot=(2, "hole")))
    assert state.players == state.able == state.queue == [1, 3, 4]
    assert len(felt.cards[MUCK]) == 2
    assert felt.events[-1].why == "dead hand"
    before = dict(felt.cards)
    betting.heed(felt, state, Decision("dead hand", spot=(2, "hole")))
    assert felt.cards == before


@pytest.mark.clause("CR-26", "CR-27")
@pytest.mark.parametrize("act", ["misdeal", "fouled deck"])
def test_a_misdeal_and_a_fouled_deck_end_the_deal(act):
    with pytest.raises(betting.Redeal, match=f"^{act}$"):
        betting.obey(laid(even(2)), act, (0, ""), ())


@pytest.mark.clause("HE-10")
def test_one_exposed_card_is_replaced_and_no_other():
    felt = laid(even(2))
    first, second = felt.cards[1, "hole"]
    betting.obey(felt, "replace card", (1, "hole"), (51,))
    assert felt.cards[1, "hole"] == [first, second]
    betting.obey(felt, "replace card", (1, "hole"), (first, second))
    assert felt.cards[MUCK] == [first]
    assert felt.cards[1, "hole"][0] == second
    assert len(felt.cards[1, "hole"]) == 2
    assert {event.why for event in felt.events[-2:]} == {"replace card"}
