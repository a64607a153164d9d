"""Hold'em in both houses, clause by clause: the OPTION, the board, the house's part, the showdown,
the floor. Blinds and betting are tested beside it. Amounts are in chips, a chip is 100 cents.
"""

from itertools import pairwise
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

import laws
from croupier import houses
from croupier.core import fair, prices
from croupier.core.asks import Decision, Refused
from croupier.core.cards import PACK, distinct, text
from croupier.core.felt import BOARD, DROP, LEVY, MUCK, POT, Cards, Chips, Deal, Fault, Said
from croupier.core.hand import Hand
from croupier.games import holdem
from croupier.procedure.blinds import Standing
from croupier.procedure.flop import fees
from croupier.ranks import high
from croupier.speech import plates
from flops import (
    CHIP,
    CLUB,
    DRY,
    FRENCH,
    LIMIT,
    NO_LIMIT,
    POT_LIMIT,
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
    ruled,
    seated,
    shown,
    spoken,
    table,
    turn,
    uncalled,
)

ACES, KINGS, QUEENS = "As Ah", "Ks Kh", "Qs Qh"
OPEN = replace(NO_LIMIT, option_allowed=True)

# The OPTION.


@pytest.mark.clause("TH-20", "TH-72")
def test_the_third_player_is_offered_an_option_of_two_big_blinds_before_the_deal():
    hand = table(OPEN, even(5))
    assert turn(hand) == 4
    assert [(o.act, o.low) for o in hand.asked(4)] == [("decline", 0), ("option", 8 * CHIP)]
    assert hand.ask.clock == "option_seconds"
    assert hand.felt.cards == {}
    go(hand, "4 option")
    assert posted(hand)[-1] == (4, "option", 8)
    assert len(hand.felt.cards) == 5


@pytest.mark.clause("TH-20")
@pytest.mark.parametrize("house", [*FRENCH.values(), *CLUB.values()])
def test_no_house_allows_it_unless_its_sheet_says_so(house):
    assert not house.option_allowed


@pytest.mark.clause("TH-20", "TH-26", "TH-32", "TH-72")
def test_with_an_option_the_next_player_speaks_first_and_the_option_last():
    hand = go(table(OPEN, even(5)), "4 option")
    assert turn(hand) == 5
    assert offers(hand) == {"fold": 0, "call": 8, "raise": (16, 200)}
    go(hand, "5 call, 1 call, 2 call")
    assert offers(hand) == {"fold": 0, "call": 4, "raise": (16, 200)}  # The big blind calls.
    go(hand, "3 call")
    assert turn(hand) == 4
    assert offers(hand) == {"check": 0, "fold": 0, "raise": (16, 200)}
    go(hand, "4 check")
    assert len(hand.felt.cards[BOARD]) == 3


@pytest.mark.clause("TH-72")
def test_after_the_flop_the_least_bet_is_the_big_blind_again():
    hand = passive(go(table(OPEN, even(4)), "4 option"), until=3)
    assert offers(hand)["bet"] == (4, 192)


@pytest.mark.clause("TH-72")
def test_in_limit_the_option_is_the_first_raise():
    hand = go(table(replace(LIMIT, option_allowed=True), even(5)), "4 option")
    assert offers(hand) == {"fold": 0, "call": 8, "raise": 12}
    go(hand, "5 raise, 1 raise")  # 12 and 16: the third raise.
    assert "raise" not in offers(hand)
    passive(hand, until=3)
    assert offers(hand)["bet"] == 4


@pytest.mark.clause("TH-72")
def test_in_pot_limit_the_option_counts_as_a_blind():
    hand = go(table(replace(POT_LIMIT, option_allowed=True), even(5)), "4 option")
    assert offers(hand)["raise"] == (16, 30)  # Call 8, pot 22, raise 22.


@pytest.mark.clause("TH-72")
def test_no_answer_in_time_is_no_option():
    hand = table(OPEN, even(5))
    hand.expire()
    assert spoken(hand)[-1] == (4, "decline")
    assert turn(hand) == 4
    assert offers(hand)["call"] == 4


@pytest.mark.clause("TH-72", "TH-20")
def test_it_is_offered_only_to_a_stack_that_covers_it_and_with_three_players():
    assert "decline" not in offers(table(OPEN, {1: 200, 2: 200, 3: 200, 4: 7}))
    assert offers(table(OPEN, {1: 200, 2: 200, 3: 200, 4: 8}))["option"] == 8
    assert "decline" not in offers(table(OPEN, even(2)))
    three = table(OPEN, even(3))
    assert turn(three) == 1  # The button.
    go(three, "1 option")
    assert turn(three) == 2


@pytest.mark.clause("TH-72")
def test_an_option_with_the_last_chips_is_all_in():
    hole = {4: ACES, 1: KINGS}
    hand = go(table(OPEN, {1: 200, 2: 200, 3: 200, 4: 8}, hole), "4 option, 1 call, 2 fold, 3 fold")
    assert hand.over
    assert net(hand) == {1: -8, 2: -2, 3: -4, 4: 14}


@pytest.mark.clause("TH-72", "TH-28")
def test_there_is_no_further_straddle_and_the_first_raise_doubles_the_option():
    hand = go(table(OPEN, even(5)), "4 option")
    assert "option" not in offers(hand)
    refusal(hand, 5, "raise", 15)
    go(hand, "5 raise 16")
    assert offers(hand)["raise"] == (24, 200)


@pytest.mark.clause("TH-20", "TH-65")
def test_a_poster_who_takes_the_option_adds_what_is_missing():
    carry = seated(even(5), 1, {4: Standing(new=True, post=True)})
    hand = go(table(OPEN, even(5), carry=carry), "4 option")
    assert [p for p in posted(hand) if p[0] == 4] == [(4, "post", 4), (4, "option", 4)]


# Cards and board.


@pytest.mark.clause("TH-13")
def test_the_pack_has_52_cards_and_is_fresh_for_every_hand():
    assert sorted(holdem.pack(NO_LIMIT)) == [*PACK]
    first = passive(table(NO_LIMIT, even(3)))
    seeds = [bytes([n]) * 32 for n in range(2)]
    deals = [fair.next_deal(seed, holdem, NO_LIMIT, first) for seed in seeds]
    assert all(sorted(deal.cards) == [*PACK] for deal in deals)
    assert deals[0].cards != deals[1].cards


def board_events(hand):
    moves = [e for e in hand.events if type(e) is Cards and e.dst in (MUCK, BOARD)]
    return [(e.why, len(e.cards), e.eyes) for e in moves if e.why != "fold"]


@pytest.mark.clause("TH-35", "TH-40", "HE-02", "HE-03")
def test_one_card_is_burned_before_flop_turn_and_river():
    hand = table(NO_LIMIT, even(3), board="2c 3c 4c 5c 6c")
    rounds = [passive(hand.fork(), until=count) for count in (3, 4, 5)]
    assert [text(one.felt.cards[BOARD]) for one in rounds] == [
        "2c 3c 4c",
        "2c 3c 4c 5c",
        "2c 3c 4c 5c 6c",
    ]
    for one in rounds:
        assert one.ask.options  # A round of betting follows each.
    passive(hand)
    assert board_events(hand) == [
        ("burn", 1, 0),
        ("deal", 3, -1),
        ("burn", 1, 0),
        ("deal", 1, -1),
        ("burn", 1, 0),
        ("deal", 1, -1),
    ]
    at = (7, 8, 9, 11, 13)  # Six down cards, a burn, the flop, a burn, the turn, a burn, the river.
    assert hand.felt.cards[BOARD] == [hand.opening.deal.cards[n] for n in at]


@pytest.mark.clause("HE-03")
def test_a_house_may_deal_without_burning():
    hand = passive(table(replace(CLUB["holdem-4-8"], burn_cards=False), even(3)))
    assert [why for why, *_ in board_events(hand)] == ["deal"] * 3
    assert hand.felt.cards[BOARD] == [*hand.opening.deal.cards[6:11]]


@pytest.mark.clause("HE-11")
def test_the_board_cannot_come_before_the_betting_is_complete():
    """So there is nothing to take back, and no ruling for it is needed or admitted."""
    hand = go(table(CLUB["holdem-4-8"], even(3)), "1 call, 2 raise, 3 call")
    assert BOARD not in hand.felt.cards
    assert not {"flop", "turn", "river"} & ruled(hand)
    go(hand, "1 call")
    assert len(hand.felt.cards[BOARD]) == 3
    go(hand, "2 bet, 3 call")
    assert len(hand.felt.cards[BOARD]) == 3


@pytest.mark.clause("HE-04", "TH-49", "TH-50", "TH-51", "TH-41", "HE-09", "CR-33")
@pytest.mark.parametrize(
    ("two", "three", "board", "wins"),
    [
        ("As Kd", "Qh Qd", "Ah 7c 2d 9s 3c", {2}),  # Two of the player's own, one, none: any five.
        ("As 2d", "Ks Kd", "Ah Ac 7c 9s 3c", {2}),
        ("3s 4d", "2s Td", "5h 6c 7c Ks Ac", {2}),
        ("Ah 2d", "Kh Qd", "3s 4d 5c Kd 9h", {2}),  # A-2-3-4-5.
        ("As Kd", "Ac Qd", "Ah 7c 2d 9s 3c", {2}),  # The kicker.
        ("As 6d", "Ac 5d", "Ah Kc Qd 9s 3c", {2, 3}),  # The board's kickers play for both.
        ("Ks 2d", "Kc 2h", "Kh Kd 7c 9s 3c", {2, 3}),
        ("2h 3h", "2d 3s", "Ah Kh 7h 9s 4c", {2}),
        ("2h 3h", "Kd Ks", "4h 5h 6h Kh Kc", {2}),  # A straight flush over four kings.
        ("Ah 2c", "Ac 2h", "As Kd 7c 9s 3d", {2, 3}),  # Suits never rank.
    ],
)
def test_the_best_five_of_seven_wins(two, three, board, wins):
    hand = go(table(NO_LIMIT, even(3), {2: two, 3: three}, board), "1 fold, 2 call, 3 check")
    passive(hand)
    assert awards(hand)["pot"].keys() == wins


@pytest.mark.clause("CR-33")
def test_every_hand_is_read_as_it_lies():
    hand = go(table(NO_LIMIT, even(3), {2: ACES, 3: KINGS}), "1 fold, 2 call, 3 check")
    passive(hand, until=5)
    read = holdem.read(hand.opening.rules, hand.view(2), "en")
    assert [*read] == [(2, "hole")]  # Their own, before the showdown.
    passive(hand)
    read = holdem.read(hand.opening.rules, hand.view(0), "en")
    assert read[2, "hole"].name == high.name(high.value(distinct(f"{ACES} {DRY}")))
    assert {*distinct(ACES)} <= {*read[2, "hole"].cards}


@pytest.mark.clause("HE-05", "TH-52", "HE-06")
def test_the_board_may_be_played_and_needs_no_word():
    hand = go(
        table(CLUB["holdem-4-8"], even(3), {2: "2h 3d", 3: "4h 5d"}, "Tc Jd Qh Ks Ac"), "1 fold"
    )
    passive(go(hand, "2 call, 3 check"))
    assert awards(hand) == {"pot": {2: 4, 3: 3}}  # 8 less 1, the odd chip left of the button.


@pytest.mark.clause("TH-53", "CR-32")
@pytest.mark.parametrize(
    ("button", "script", "parts"),
    [
        (1, "1 fold, 2 call, 3 check", {2: 4, 3: 3}),
        (2, "2 call, 3 call, 1 fold", {3: 6, 2: 5}),
        (3, "3 call, 1 fold, 2 check", {2: 5, 3: 4}),
    ],
)
def test_the_odd_chip_goes_to_the_first_left_of_the_button_who_is_last(button, script, parts):
    hole = {2: "2h 3d", 3: "4h 5d", 1: "6h 7d"}
    hand = table(CLUB["holdem-4-8"], even(3), hole, "Tc Jd Qh Ks Ac", button)
    passive(go(hand, script))
    assert awards(hand) == {"pot": parts}


@pytest.mark.clause("TH-53", "TH-56", "CR-32")
def test_each_pot_is_divided_by_itself_after_its_levy():
    hole = {1: "6h 7d", 2: "2h 3d", 3: "4h 5d"}
    hand = table(NO_LIMIT, {1: 25, 2: 100, 3: 100}, hole, "Tc Jd Qh Ks Ac")
    go(hand, "1 allin, 2 call, 3 call, 2 bet 20, 3 call")
    passive(hand)
    assert pots(hand) == {"pot": 75, "side 1": 40}
    assert awards(hand) == {"pot": {2: 24, 3: 24, 1: 24}, "side 1": {2: 20, 3: 19}}
    assert hand.felt.chips[LEVY] == (3 + 1) * CHIP


# What the house takes.


@pytest.mark.clause("TH-54", "TH-55", "TH-56")
def test_the_levy_is_four_per_cent_of_each_pot_rounded_down_to_the_chip():
    for pot, levy in ((24, 0), (25, 1), (49, 1), (50, 2), (99, 3), (100, 4), (2600, 104)):
        assert fees.levies(NO_LIMIT, [pot * CHIP], flop=True) == [levy * CHIP]
    assert fees.levies(NO_LIMIT, [99 * CHIP, 99 * CHIP], flop=True) == [3 * CHIP, 3 * CHIP]


@pytest.mark.clause("TH-55")
def test_a_house_sets_its_rate():
    for rate, levy in ((0, 0), (1, 1), (10, 10)):
        assert fees.levies(replace(NO_LIMIT, levy_percent=rate), [100_00], flop=True) == [
            levy * 100
        ]
    with pytest.raises(msgspec.ValidationError, match="levy_percent"):
        prices.convert({"levy_percent": 11}, holdem.Rules)


@pytest.mark.clause("TH-55", "TH-70")
@pytest.mark.parametrize(
    ("cave", "cap"),
    [(499, None), (500, 75), (999, 149), (1000, 100), (4999, 499), (5000, 250), (10_000, 300),
     (49_999, 1499), (50_000, 500)],
)  # fmt: skip
def test_from_a_cave_of_500_the_levy_of_a_hand_is_capped(cave, cap):
    house = replace(NO_LIMIT, min_buy_in=cave * CHIP, max_buy_in=0)
    assert fees.levy_cap(house) == (cap * CHIP if cap else None)
    assert fees.levy_cap(replace(house, levy_capped=False)) is None


@pytest.mark.clause("TH-70")
def test_the_cap_is_used_up_from_the_main_pot_on():
    house = replace(NO_LIMIT, min_buy_in=500_00, max_buy_in=0)
    assert fees.levies(house, [1500_00, 1000_00, 500_00], flop=True) == [60_00, 15_00, 0]
    hole = {1: ACES, 2: KINGS, 3: QUEENS}
    hand = go(table(house, {1: 500, 2: 1000, 3: 1000}, hole), "1 allin, 2 allin, 3 call")
    assert [(src[1], amount) for src, _, amount in moved(hand, "levy")] == [
        ("pot", 60),
        ("side 1", 15),
    ]
    assert awards(hand) == {"side 1": {2: 985}, "pot": {1: 1440}}


@pytest.mark.clause("TH-56")
def test_a_hand_without_a_flop_is_levied_unless_the_house_says_otherwise():
    for excused in (False, True):
        house = replace(NO_LIMIT, no_flop_no_drop=excused)
        hand = go(table(house, even(3)), "1 raise 40, 2 raise 100, 3 fold, 1 fold")
        assert uncalled(hand) == {2: 60}
        assert hand.felt.chips.get(LEVY, 0) == (0 if excused else 3 * CHIP)  # 4 % of 84.


@pytest.mark.clause("TH-54")
def test_the_winner_gets_the_pot_less_the_levy_and_the_club_levies_nothing():
    hand = go(table(NO_LIMIT, even(3)), "1 raise 60, 2 call, 3 fold, 2 bet 20, 1 fold")
    assert moved(hand, "levy") == [(POT, LEVY, 4)]  # 124.
    assert awards(hand) == {"pot": {2: 120}}
    assert {house.levy_percent for house in CLUB.values()} == {0}
    assert {house.levy_percent for house in FRENCH.values()} == {4}


@pytest.mark.clause("CR-23", "CR-29")
@pytest.mark.parametrize(("seats", "fee"), [(2, 1), (3, 1), (4, 2), (5, 3), (9, 3)])
def test_the_drop_by_players_dealt_in_is_taken_when_the_flop_is_dealt(seats, fee):
    hand = passive(table(CLUB["holdem-4-8"], even(seats)), until=3)
    assert hand.felt.chips[DROP] == fee * CHIP
    order = [getattr(e, "why", "") for e in hand.events]
    assert order.index("gather") < order.index("drop") < order.index("burn")
    passive(hand)
    assert hand.felt.chips[DROP] == fee * CHIP


@pytest.mark.clause("CR-24", "CR-25", "CR-29")
@pytest.mark.parametrize(
    ("name", "fee"),
    [("holdem-2-4", 1), ("holdem-3-6", 1), ("holdem-4-8", 1), ("holdem-6-12", 1),
     ("holdem-10-20", 3), ("holdem-15-30", 3), ("holdem-no-limit", 3)],
)  # fmt: skip
def test_a_hand_that_ends_before_the_flop_pays_a_dollar_or_in_starred_games_all(name, fee):
    hand = go(table(CLUB[name], even(6, 400)), "4 fold, 5 fold, 6 fold, 1 fold, 2 fold")
    assert moved(hand, "drop") == [(POT, DROP, fee)]
    small = CLUB[name].small_blind / CHIP
    assert net(hand)[3] == small - fee


@pytest.mark.clause("CR-24")
def test_without_a_flop_the_drop_is_never_more_than_the_fee():
    house = replace(CLUB["holdem-4-8"], no_flop_drop=3_00)
    assert [fees.collection(house, n, flop=False) for n in (2, 4, 5)] == [100, 200, 300]


@pytest.mark.clause("CR-29")
def test_a_drop_larger_than_the_main_pot_is_cut_to_it_and_side_pots_stay_whole():
    house = replace(CLUB["holdem-3-6"], drop_five_or_more=9_00)
    stacks = {1: 200, 2: 1, 3: 200, 4: 200, 5: 200}
    hand = table(house, stacks, {2: ACES, 3: KINGS})
    go(hand, "4 call, 5 fold, 1 fold, 3 check")
    assert moved(hand, "drop") == [(POT, DROP, 3)]  # One each of three.
    assert hand.felt.chips[0, "side 1"] == 4 * CHIP


@pytest.mark.clause("CR-29", "CR-11")
def test_dead_money_is_part_of_the_main_pot_from_which_the_drop_comes():
    missed = {5: Standing(missed_small=True, missed_big=True, post=True)}
    hand = table(CLUB["holdem-3-6"], even(5), carry=seated(even(5), 1, missed))
    go(hand, "4 fold, 5 fold, 1 fold, 2 fold")
    assert uncalled(hand) == {}  # The post of 3 matches the big blind.
    assert moved(hand, "drop") == [(POT, DROP, 1)]
    assert net(hand) == {1: 0, 2: -1, 3: 4, 4: 0, 5: -4}


# The showdown.


@pytest.mark.clause("TH-69", "HE-12", "TH-48")
def test_the_last_to_bet_shows_first_then_clockwise_and_all_show():
    hand = passive(table(NO_LIMIT, even(4)), until=5)
    go(hand, "2 check, 3 bet 10, 4 call, 1 call, 2 call")
    assert shown(hand) == [3, 4, 1, 2]
    hand = passive(table(NO_LIMIT, even(4)), until=5)
    go(hand, "2 bet 10, 3 call, 4 raise 30, 1 fold, 2 call, 3 call")
    assert shown(hand) == [4, 2, 3]


@pytest.mark.clause("TH-69", "HE-12")
def test_without_a_bet_in_the_last_round_the_first_left_of_the_button_shows_first():
    hand = passive(table(NO_LIMIT, even(4)), until=4)
    go(hand, "2 fold, 3 bet 10, 4 raise 20, 1 fold, 3 call, 3 check, 4 check")
    assert shown(hand) == [3, 4]


@pytest.mark.clause("TH-69")
def test_the_last_side_pot_is_paid_first():
    hole = {1: ACES, 2: KINGS, 3: QUEENS, 4: "8c 8d"}
    hand = table(NO_LIMIT, {1: 20, 2: 50, 3: 100, 4: 100}, hole)
    go(hand, "4 call, 1 allin, 2 allin, 3 allin, 4 call")
    assert [*awards(hand)] == ["side 2", "side 1", "pot"]


MUCK_LOSERS = replace(NO_LIMIT, muck_losing_hands=True)


@pytest.mark.clause("TH-48", "TH-69")
def test_a_house_may_let_beaten_hands_stay_closed():
    hole = {2: QUEENS, 3: ACES, 1: KINGS}
    hand = passive(table(MUCK_LOSERS, even(3), hole))
    assert shown(hand) == [2, 3]  # Queens show first, aces beat them, kings stay closed.
    assert awards(hand) == {"pot": {3: 12}}
    closed = [e for e in hand.events if type(e) is Cards and e.why == "muck"]
    assert [(e.src, e.eyes) for e in closed] == [((1, "hole"), 1 << 1)]


@pytest.mark.clause("TH-69")
def test_an_all_in_hand_and_a_hand_that_wins_some_pot_are_always_shown():
    hole = {2: ACES, 3: QUEENS, 1: KINGS, 4: "8c 8d"}
    hand = table(MUCK_LOSERS, {1: 200, 2: 20, 3: 200, 4: 20}, hole)
    go(hand, "4 allin, 1 call, 2 call, 3 call, 3 bet 10, 1 call")
    passive(hand)
    assert {*shown(hand)} == {1, 2, 3, 4}  # 3 first in the last round; 1 beats it; 2, 4 all-in.


@pytest.mark.clause("TH-69")
def test_a_tie_is_not_beaten():
    hand = passive(table(MUCK_LOSERS, even(3), {2: "As Kd", 3: "Ac Kh", 1: "3d 8d"}))
    assert {2, 3} <= {*shown(hand)}
    assert 1 not in shown(hand)


BY_HAND = replace(CLUB["holdem-4-8"], auto_show_at_showdown=False)
FOUR_TO_A_ROYAL = "Tc Jd Qh Ks Ac"


@pytest.mark.clause("HE-06", "HE-05")
def test_who_throws_his_cards_away_gives_up_the_pot_even_with_the_board_to_play():
    hand = table(BY_HAND, even(3), {2: "2h 3d", 3: "4h 5d", 1: "6h 7d"}, FOUR_TO_A_ROYAL)
    passive(hand, until=5)
    go(hand, "2 check, 3 check, 1 check")
    assert turn(hand) == 2
    assert hand.ask.clause == "HE-06"
    assert [(o.act, o.note) for o in hand.asked(2)] == [("show", ""), ("muck", "would win")]
    go(hand, "2 muck, 3 show, 1 show")
    assert awards(hand) == {"pot": {3: 6, 1: 5}}
    assert 2 not in shown(hand)


@pytest.mark.clause("HE-06")
def test_the_warning_stands_only_where_the_hand_would_win():
    hand = table(BY_HAND, even(3), {2: KINGS, 3: ACES, 1: QUEENS})
    passive(hand, until=5)
    go(hand, "2 check, 3 check, 1 check")
    go(hand, "2 show")
    assert [o.note for o in hand.asked(3)] == ["", "would win"]
    hand.expire()  # No answer in time: the hand is shown.
    assert [o.note for o in hand.asked(1)] == ["", ""]
    go(hand, "1 muck")
    assert shown(hand) == [2, 3]
    assert awards(hand) == {"pot": {3: 11}}


@pytest.mark.clause("HE-06", "TH-36")
def test_when_all_others_have_mucked_the_last_holder_need_not_show():
    hand = table(BY_HAND, even(2))
    passive(hand, until=5)
    go(hand, "2 check, 1 check, 2 muck")
    assert hand.over
    assert awards(hand).keys() == {"pot"}
    assert shown(hand) == []


@pytest.mark.clause("HE-06")
def test_with_showing_by_hand_no_chip_is_lost_whoever_mucks():
    for seed in range(60):
        for hand in laws.evening(holdem, BY_HAND, seed):
            laws.finish(hand, Random(seed))
            laws.check_hand(hand)


@pytest.mark.clause("HE-06")
def test_with_showing_by_hand_nothing_leaks():
    hand = passive(table(BY_HAND, even(3), {2: KINGS, 3: ACES, 1: QUEENS}), until=5)
    go(hand, "2 check, 3 check, 1 check")
    for seed in range(20):
        laws.nothing_leaks(hand, Random(seed))


# The floor.


@pytest.mark.clause("CR-26", "TH-63")
@pytest.mark.parametrize("house", [NO_LIMIT, CLUB["holdem-4-8"]])
def test_a_misdeal_returns_the_bets_and_is_dealt_again_with_the_same_button(house):
    hand = go(table(house, even(4)), "4 call")
    rule(hand, "misdeal")
    assert hand.over
    assert net(hand) == dict.fromkeys((1, 2, 3, 4), 0)
    assert hand.carry == hand.opening.carry
    again = table(house, even(4), carry=hand.carry)
    assert [e.seat for e in again.events if type(e) is Said and e.what == "button"] == [1]


@pytest.mark.clause("CR-26", "TH-63")
def test_a_misdeal_is_ruled_only_before_two_players_have_acted():
    hand = table(NO_LIMIT, even(4))
    assert "misdeal" in ruled(hand)
    go(hand, "4 call")
    assert "misdeal" in ruled(hand)
    go(hand, "1 fold")
    with pytest.raises(Refused, match="two players have acted: the hand plays on"):
        rule(hand, "misdeal")
    passive(hand, until=3)
    assert "misdeal" not in ruled(hand)  # Nor in a later round.


@pytest.mark.clause("CR-26", "CR-39")
def test_a_misdeal_in_the_first_hand_of_a_game_keeps_the_button_that_was_drawn():
    chips = {(seat, "stack"): 200_00 for seat in (1, 2, 3)}
    deals = [
        fair.arranged("", PACK, lots) for lots in ((0, 11, 0, *range(17)), (11, 0, 0, *range(17)))
    ]
    first = rule(Hand(holdem, NO_LIMIT, chips, deals[0]), "misdeal")
    again = Hand(holdem, NO_LIMIT, chips, deals[1], first.carry)
    buttons = [
        [e.seat for e in one.events if type(e) is Said and e.what == "button"]
        for one in (first, again)
    ]
    assert buttons == [[2], [2]]


@pytest.mark.clause("CR-27")
def test_a_fouled_deck_voids_the_hand_at_any_time():
    hand = passive(table(CLUB["holdem-4-8"], even(4)), until=4)
    go(hand, "2 bet, 3 raise")
    rule(hand, "fouled deck")
    assert hand.over
    assert net(hand) == dict.fromkeys((1, 2, 3, 4), 0)
    assert not hand.felt.chips.get(DROP)
    assert hand.carry == hand.opening.carry


@pytest.mark.clause("CR-27")
def test_a_deck_with_a_card_twice_is_refused_before_the_deal():
    chips = {(seat, "stack"): 200_00 for seat in (1, 2, 3)}
    fouled = Deal((PACK[0], *PACK[:51]))
    with pytest.raises((Fault, Refused, ValueError)):
        Hand(holdem, NO_LIMIT, chips, fouled, seated((1, 2, 3), 1))


@pytest.mark.clause("CR-28")
def test_a_dead_hand_is_out_and_its_chips_stay_in_the_pot():
    hand = table(CLUB["holdem-4-8"], even(3), {2: ACES, 3: KINGS, 1: QUEENS})
    go(hand, "1 raise, 2 raise")
    rule(hand, "dead hand", (2, "hole"))  # The last raiser.
    assert offers(hand)["call"] == 8  # The bet of 12 stands.
    go(hand, "3 call, 1 call")
    passive(hand)
    assert awards(hand) == {"pot": {3: 35}}
    assert net(hand)[2] == -12
    assert 2 not in shown(hand)


@pytest.mark.clause("CR-28")
def test_the_player_to_act_may_be_ruled_dead_before_his_first_act():
    hand = table(CLUB["holdem-4-8"], even(4))
    rule(hand, "dead hand", (4, "hole"))
    assert turn(hand) == 1
    rule(hand, "dead hand", (3, "hole"))  # The big blind: the blind stays.
    go(hand, "1 call, 2 call")
    assert hand.felt.chips[POT] == 12 * CHIP - 2 * CHIP


@pytest.mark.clause("CR-28", "TH-43")
def test_the_last_hand_that_is_not_dead_takes_the_pot():
    hand = go(table(CLUB["holdem-4-8"], even(3)), "1 raise, 2 fold")
    rule(hand, "dead hand", (1, "hole"))
    assert hand.over
    assert uncalled(hand) == {}
    assert net(hand) == {1: -8, 2: -2, 3: 9}  # 14 less 1.


@pytest.mark.clause("HE-10")
def test_an_exposed_card_is_replaced_by_the_top_card_for_its_owner_alone():
    hand = table(CLUB["holdem-4-8"], even(4), {3: "As Ah"})
    top = hand.felt.deck[-1]
    rule(hand, "replace card", (3, "hole"), "Ah")
    assert sorted(hand.felt.cards[3, "hole"]) == sorted((*distinct("As"), top))
    assert hand.felt.cards[MUCK] == [*distinct("Ah")]
    new = [e for e in hand.events if type(e) is Cards and e.why == "replace card"][-1]
    assert (new.dst, new.eyes) == ((3, "hole"), 1 << 3)
    passive(hand)
    assert hand.over


@pytest.mark.clause("HE-10")
def test_the_exposed_card_becomes_the_burn_card():
    hand = table(CLUB["holdem-4-8"], even(4), {3: "As Ah"})
    rule(hand, "replace card", (3, "hole"), "Ah")
    next_up = hand.felt.deck[-3:][::-1]
    passive(hand, until=3)
    assert hand.felt.cards[BOARD] == next_up
    assert hand.felt.cards[MUCK] == [*distinct("Ah")]


@pytest.mark.clause("HE-10")
def test_an_exposed_first_or_second_card_of_the_deal_is_a_misdeal():
    hand = table(CLUB["holdem-4-8"], even(4))
    places = {o.spot[0]: (o.low, o.high) for o in hand.rulings if o.act == "replace card"}
    assert places == {2: (2, 2), 3: (2, 2), 4: (1, 2), 1: (1, 2)}  # Dealt from the button's left.
    assert "misdeal" in ruled(hand)
    for seat in (2, 3):
        with pytest.raises(Refused, match="replace card 1 is not allowed"):
            rule(hand, "replace card", (seat, "hole"), amount=1)


@pytest.mark.clause("HE-10")
def test_two_exposed_cards_are_a_misdeal():
    hand = table(CLUB["holdem-4-8"], even(4))
    rule(hand, "replace card", (4, "hole"), amount=1)
    with pytest.raises(Refused, match="otherwise it is a misdeal"):
        rule(hand, "replace card", (1, "hole"), amount=2)
    rule(hand, "misdeal")
    assert net(hand) == dict.fromkeys((1, 2, 3, 4), 0)


@pytest.mark.clause("HE-10", "CR-26")
@pytest.mark.parametrize("until", [3, 4, 5])
def test_a_card_of_the_deal_is_not_replaced_when_the_hand_has_gone_on(until):
    hand = go(table(CLUB["holdem-4-8"], even(4)), "4 call")
    assert "replace card" in ruled(hand)
    go(hand, "1 call")
    assert "replace card" not in ruled(hand)
    assert "replace card" not in ruled(passive(hand, until=until))


WRONG = [
    ("dead hand", (0, "board"), "", 0),
    ("dead hand", (9, "hole"), "", 0),
    ("replace card", (4, "hole"), "", 0),
    ("replace card", (4, "hole"), "", 3),
    ("replace card", (4, "hole"), "", -1),
    ("replace card", (4, "hole"), "As", 0),
    ("replace card", (4, "hole"), "As", 1),
    ("replace card", (4, "hole"), "2d", 1),
    ("replace card", (9, "hole"), "", 1),
]


@pytest.mark.clause("CR-28", "HE-10")
@pytest.mark.parametrize(("act", "spot", "cards", "amount"), WRONG)
def test_a_ruling_that_names_no_hand_or_place_is_refused_and_changes_nothing(
    act, spot, cards, amount
):
    hand = table(CLUB["holdem-4-8"], even(4), {4: "As Ah"})
    before = len(hand.events), hand.ask, {s: [*lie] for s, lie in hand.felt.cards.items()}
    ruling = Decision(act, amount, spot, distinct(cards), by="floor", why="mistyped")
    try:
        hand.rule(ruling)
    except Refused:
        pass
    except Fault as fault:
        raise AssertionError(f"the hand broke: {fault}") from fault
    else:
        raise AssertionError("accepted")
    assert (len(hand.events), hand.ask, hand.felt.cards) == before


@pytest.mark.clause("CR-35")
def test_a_ruling_needs_a_name_and_a_reason():
    hand = table(NO_LIMIT, even(3))
    for ruling in (Decision("void"), Decision("misdeal", by="floor"), Decision("void", why="so")):
        with pytest.raises(Refused, match="a name and a reason"):
            hand.rule(ruling)


@pytest.mark.clause("CR-35")
def test_the_management_may_void_a_hand_at_any_time():
    hand = go(passive(table(NO_LIMIT, even(3)), until=4), "2 bet 50, 3 raise 120")
    rule(hand, "void")
    assert hand.over
    assert net(hand) == {1: 0, 2: 0, 3: 0}
    assert hand.carry == hand.opening.carry


PAUSE = replace(NO_LIMIT, award_pause_seconds=10, levy_percent=0)


def paused(stacks=None, script="1 fold, 2 call, 3 check", house=PAUSE):
    hole = {1: QUEENS, 2: ACES, 3: KINGS}
    hand = go(table(house, stacks or even(3), hole), script)
    while hand.ask.options:
        go(hand, f"{turn(hand)} check")
    return hand


@pytest.mark.clause("CR-35")
def test_in_the_pause_before_the_pots_are_paid_one_may_be_awarded_to_another():
    hand = paused()
    assert (hand.ask.clause, hand.ask.clock) == ("CR-35", "award_pause_seconds")
    assert not moved(hand, "win")
    rule(hand, "award pot", (3, "stack"))
    hand.expire()
    assert awards(hand) == {"pot": {3: 8}}


@pytest.mark.clause("CR-35")
def test_a_pot_is_awarded_by_its_number():
    hand = paused({1: 20, 2: 200, 3: 200}, "1 allin, 2 call, 3 call, 2 bet 30, 3 call")
    rule(hand, "award pot", (3, "stack"), amount=1)
    hand.expire()
    assert awards(hand) == {"side 1": {3: 60}, "pot": {2: 60}}


@pytest.mark.clause("CR-35", "CR-28")
def test_a_hand_may_still_be_ruled_dead_in_the_pause():
    hand = paused()
    rule(hand, "dead hand", (2, "hole"))
    with pytest.raises(Refused, match="it is the last one and takes the pot"):
        rule(hand, "dead hand", (3, "hole"))
    hand.expire()
    assert awards(hand) == {"pot": {3: 8}}


@pytest.mark.clause("CR-35")
def test_the_pause_ends_by_itself_and_pays_the_best_hand():
    hand = paused()
    hand.expire()
    assert awards(hand) == {"pot": {2: 8}}


@pytest.mark.clause("CR-35")
@pytest.mark.parametrize(
    ("spot", "amount"), [((9, "stack"), 0), ((0, "stack"), 0), ((3, "stack"), 5)]
)
def test_a_pot_is_not_awarded_to_nobody_nor_by_a_number_that_there_is_not(spot, amount):
    hand = paused()
    with pytest.raises(Refused):
        rule(hand, "award pot", spot, amount=amount)


@pytest.mark.clause("CR-27")
def test_a_deck_found_fouled_at_the_showdown_voids_the_hand():
    hand = paused()
    rule(hand, "fouled deck")
    assert net(hand) == {1: 0, 2: 0, 3: 0}


# Sheets and plates.


@pytest.mark.clause("TH-04", "TH-05")
@pytest.mark.parametrize(
    ("name", "version", "raises"),
    [("no-limit", "no limit", "all you have"), ("pot-limit", "pot limit", "the pot"),
     ("limit", "limit", "exactly the limit")],
)  # fmt: skip
def test_the_french_plate_shows_version_blinds_cave_raises_and_levy(name, version, raises):
    house = houses.house("french-casino")
    plate = plates.plate(house, house.tables[name])
    limits = {line.label: line.text for line in plate.limits}
    assert limits["Version"] == version
    assert limits["Blinds"] == "€2 and €4"
    assert limits["Buy-in"] == "€50 to €200"
    assert limits["Levy"].startswith("4% of each pot")
    assert any(raises in line.text for line in plate.rules)


@pytest.mark.clause("TH-05", "TH-70")
def test_the_plate_shows_cap_and_option():
    house = houses.house("french-casino")
    rich = replace(OPEN, min_buy_in=500_00, max_buy_in=0)
    plate = plates.plate(house, replace(house.tables["no-limit"], rules=rich))
    limits = {line.label: line.text for line in plate.limits}
    assert limits["Levy"] == "4% of each pot, at most €75 a hand"
    assert limits["OPTION"] == "€8"
    assert limits["Buy-in"] == "from €500"


TABLE_OF_GAMES = [  # Limits, blinds, fees with 5 or more, 4, 3 or fewer, without a flop; buy-in.
    ("omaha-3-6", 3, 1, (3, 2, 1), 1, 30),
    ("omaha-hilo-3-6", 3, 1, (3, 2, 1), 1, 30),
    ("holdem-2-4", 2, 1, (2, 1, 1), 1, 20),
    ("holdem-3-6", 3, 1, (3, 2, 1), 1, 30),
    ("holdem-4-8", 4, 2, (3, 2, 1), 1, 40),
    ("holdem-6-12", 6, 3, (3, 2, 1), 1, 60),
    ("holdem-10-20", 10, 5, (3, 2, 1), 3, 100),
    ("holdem-15-30", 15, 10, (3, 2, 1), 3, 150),
    ("holdem-no-limit", 10, 5, (3, 2, 1), 3, 100),
]


@pytest.mark.clause("CR-38", "CR-21", "CR-23", "CR-24", "CR-25", "CR-20", "CR-34")
@pytest.mark.parametrize(("name", "big", "small", "fees", "no_flop", "buy_in"), TABLE_OF_GAMES)
def test_the_table_of_games_is_published_as_printed(name, big, small, fees, no_flop, buy_in):
    house = houses.house("casino-club")
    plate = plates.plate(house, house.tables[name])
    limits = {line.label: line.text for line in plate.limits}
    assert limits["Blinds"] == f"${small} and ${big}"
    assert limits["Buy-in"] == f"from ${buy_in}"
    assert limits["Collection"].startswith(" / ".join(f"${fee}" for fee in fees))
    assert limits[""] == ("always in full" if no_flop == 3 else "$1 without a flop")
    assert limits["Seats"] == "2 to 9"
    if name == "holdem-no-limit":
        assert limits["Version"] == "no limit"
        assert "Bets" not in limits
    else:
        assert limits["Bets"] == f"${big}, then ${2 * big}; a bet and 3 raises"
    assert {*CLUB} == {row[0] for row in TABLE_OF_GAMES}


@pytest.mark.clause("TH-04", "TH-05")
@pytest.mark.parametrize("house", ["french-casino", "casino-club"])
def test_every_line_of_a_plate_cites_its_clause(house):
    found = houses.house(house)
    for one in found.tables.values():
        if one.game.__name__.rpartition(".")[2] in ("holdem", "omaha", "omaha_hilo"):
            plate = plates.plate(found, one)
            assert all(line.clause and line.text for line in (*plate.limits, *plate.rules))


ALLOWED = [
    ("TH-28", "min_raise_rule", ["last_raise", "double_bet"], ["pot"]),
    ("TH-15", "button_rule", ["forward_moving", "dead_button", "simple"], ["fixed"]),
    ("TH-72", "option_seconds", [2, 5, 15], [1, 16]),
    ("TH-64", "decision_seconds", [10, 30, 120], [9, 121]),
    ("TH-64", "time_bank_seconds", [0, 60, 300], [-1, 301]),
    ("TH-55", "levy_percent", [0, 4, 10], [-1, 11]),
    ("TH-04", "limit", ["limit", "pot_limit", "no_limit"], ["spread"]),
    ("CR-22", "max_raises", [0, 3, 5], [-1, 10]),
    ("CR-34", "max_seats", [2, 9, 10], [1, 11]),
    ("OM-11", "kill_scoop_multiple", [1, 5, 20], [0, 21]),
    ("OM-08", "kill", ["none"], ["double"]),
    ("TH-59", "missed_blinds_rule", ["post_or_wait", "wait_only"], ["forgive"]),
    ("HE-03", "burn_cards", [True, False], [1]),
]


@pytest.mark.parametrize(
    ("key", "good", "bad"),
    [pytest.param(*row[1:], id=row[1], marks=pytest.mark.clause(row[0])) for row in ALLOWED],
)
def test_a_house_may_choose_what_the_clause_allows_and_no_more(key, good, bad):
    for value in good:
        assert getattr(prices.convert({key: value}, holdem.Rules), key) == value
    for value in bad:
        with pytest.raises(msgspec.ValidationError, match=key):
            prices.convert({key: value}, holdem.Rules)


@pytest.mark.clause("CR-01", "TH-60")
def test_the_house_has_no_hand_and_no_interest_in_the_result():
    hand = passive(table(CLUB["holdem-4-8"], even(4)))
    dealt = {e.dst for e in hand.events if type(e) is Cards and e.why == "deal"}
    assert (0, "hole") not in dealt
    to_house = {e.why for e in hand.events if type(e) is Chips and e.dst in (DROP, LEVY)}
    assert to_house == {"drop"}  # By the number of players, whoever wins.
    assert sum(net(hand).values()) == -2


@pytest.mark.clause("CR-02", "TH-15")
def test_hand_after_hand_the_button_goes_round_the_table():
    carry, buttons = seated(even(4), 1), []
    for seed in range(6):
        chips = {(seat, "stack"): 200_00 for seat in (1, 2, 3, 4)}
        hand = Hand(
            holdem, NO_LIMIT, chips, fair.deal(bytes([seed]) * 32, PACK, holdem.LOTS), carry
        )
        passive(hand)
        carry = hand.carry
        buttons.append(carry.blinds.places.button)
    assert buttons == [1, 2, 3, 4, 1, 2]
    assert all(a != b for a, b in pairwise(buttons))


# Odd stacks.


def test_stacks_that_are_no_whole_chips_go_all_in_to_the_cent():
    hand = table(NO_LIMIT, {1: 33.33, 2: 200, 3: 200}, {1: ACES, 2: KINGS, 3: QUEENS})
    assert offers(hand)["raise"] == (8, 33.33)
    go(hand, "1 allin, 2 call, 3 fold")
    assert awards(hand) == {"pot": {1: 68.66}}
    laws.check_hand(hand)


def test_three_different_all_ins_with_folds_before_and_after():
    stacks = {1: 15, 2: 33, 3: 71, 4: 200, 5: 200, 6: 9}
    hole = {1: "7c 7h", 2: "8c 8h", 3: "Tc Th", 4: KINGS, 5: QUEENS, 6: ACES}
    hand = table(NO_LIMIT, stacks, hole, "2d 3d 5s 6s Jd", button=3)
    go(hand, "6 allin, 1 allin, 2 allin, 3 fold, 4 call, 5 raise 80, 4 call")
    go(hand, "4 check, 5 bet 40, 4 fold")
    assert hand.over
    assert uncalled(hand) == {5: 40}
    assert pots(hand) == {"pot": 45, "side 1": 24, "side 2": 54, "side 3": 94}
    assert awards(hand) == {
        "side 3": {5: 91},
        "side 2": {5: 52},
        "side 1": {5: 24},
        "pot": {6: 44},
    }
    laws.check_hand(hand)
