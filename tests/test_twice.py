"""Running it twice, and showing a card of one's own: what the house may allow (decisions)."""

from random import Random

import pytest
from msgspec.structs import replace

import laws
from croupier.core.asks import Decision, Refused
from croupier.core.cards import BACK, distinct, text
from croupier.core.felt import BOARD, MUCK, SECOND, Cards, Said
from croupier.games import holdem, omaha_hilo
from croupier.procedure.flop.twice import boards
from flops import CHIP, NO_LIMIT, POT_LIMIT, awards, even, go, net, shown, table, turn

FREE = replace(NO_LIMIT, levy_percent=0)
TWICE = replace(FREE, run_it_twice=True)
SHOWING = replace(FREE, show_seconds=5)
ACES, KINGS, QUEENS = "As Ad", "Ks Kd", "Qs Qd"


def all_in(hand):
    """Everybody puts in everything before the flop."""
    while not hand.over and len(hand.ask.options) == 1:
        go(hand, f"{turn(hand)} allin")
    return hand


def agree(hand, *but):
    for seat in list(hand.ask.options):
        hand.decide(seat, Decision("run once" if seat in but else "run twice"))
    return hand


def second(hand):
    return text(boards(hand.felt.cards)[1])


def stacked(rules, stacks, hole, top, game=holdem):
    """A hand whose cards after the deal come in this order, burned ones too."""
    hand = table(rules, stacks, hole, game=game)
    opened = hand.opening
    first = len(stacks) * game.FAMILY.hole
    head, tail = opened.deal.cards[:first], distinct(top)
    rest = [c for c in opened.deal.cards if c not in {*head, *tail}]
    deal = replace(opened.deal, cards=(*head, *tail, *rest))
    return type(hand)(game, rules, opened.chips, deal, opened.carry)


# Burned: 2h; flop 2c 7d 9h; burned 3h; turn 3s; burned 4h; river 4c. Then 5h 6h 8h burned, and
# Kh 5d 6s Td Jc as a second board.
TOP = "2h 2c7d9c 3h 3s 4h 4c 5h6h8h Kh5d6sTdJc"


def test_who_is_all_in_may_agree_on_two_boards():
    hand = all_in(stacked(TWICE, even(2), {1: KINGS, 2: ACES}, TOP))
    assert hand.ask.clause == "CR-43"
    assert {o.act for o in hand.asked(1)} == {"run once", "run twice"}
    agree(hand)
    assert shown(hand) == [2, 1]
    assert text(hand.felt.cards[BOARD]) == "2c 7d 9c 3s 4c"
    assert text(hand.felt.cards[SECOND]) == "Kh 5d 6s Td Jc" == second(hand)
    assert awards(hand) == {"pot": {2: 200, 1: 200}}
    assert net(hand) == {1: 0, 2: 0}
    laws.replay_is_the_same(hand)


def test_one_who_does_not_agree_decides_for_all_and_is_not_asked_again():
    hand = agree(all_in(stacked(TWICE, even(2), {1: KINGS, 2: ACES}, TOP)), 1)
    assert hand.over
    assert SECOND not in hand.felt.cards
    assert net(hand) == {1: -200, 2: 200}


def test_time_out_is_one_board():
    hand = all_in(stacked(TWICE, even(2), {1: KINGS, 2: ACES}, TOP))
    hand.decide(1, Decision("run twice"))
    hand.expire(2)
    assert hand.over
    assert SECOND not in hand.felt.cards


def test_a_house_that_says_nothing_runs_it_once():
    assert not FREE.run_it_twice
    assert all_in(stacked(FREE, even(2), {1: KINGS, 2: ACES}, TOP)).over


def test_cards_that_lie_already_are_shared():
    hand = stacked(TWICE, even(2), {1: KINGS, 2: ACES}, "2h 2c7d9c 3h 3s 4h 4c 5h6h KhJc")
    go(hand, "1 call, 2 check, 2 check")  # Heads-up the button has the small blind.
    go(hand, "1 allin, 2 allin")
    agree(hand)
    assert text(hand.felt.cards[SECOND]) == "Kh Jc"
    assert second(hand) == "2c 7d 9c Kh Jc"
    assert awards(hand) == {"pot": {2: 200, 1: 200}}


def test_both_boards_are_named_and_outlined():
    hand = agree(all_in(stacked(TWICE, even(2), {1: KINGS, 2: ACES}, TOP)))
    read = holdem.read(TWICE, hand.view(0), "en")[1, "hole"]
    assert read.name == "pair of kings · three of a kind, kings"
    assert {*distinct("KsKdKhJc9c")} <= {*read.cards}


def test_each_pot_is_halved_and_the_odd_chip_goes_with_the_first_board():
    stacks = {1: 51, 2: 151, 3: 151}
    hole = {1: ACES, 2: KINGS, 3: QUEENS}
    hand = agree(all_in(stacked(TWICE, stacks, hole, TOP)))
    # Main pot 153: aces take 77 on the first board, kings 76 on the second. Side pot 200: kings.
    assert awards(hand) == {"pot": {1: 77, 2: 76}, "side 1": {2: 200}}
    laws.chips_are_kept(hand)


def test_hi_lo_halves_each_board_again():
    rules = replace(POT_LIMIT, run_it_twice=True, levy_percent=0, limit="no_limit")
    hole = {1: "As 2s Ks Kd", 2: "Qs Qd Jd Td"}
    top = "2h 3c4d8c 5s 9h 6h 9d 5h6d7h QhJc9s2d2c"
    hand = agree(all_in(stacked(rules, even(2, 101), hole, top, omaha_hilo)))
    # 202: 101 on each board. First: low to seat 1 (50), high by the kings too. Second: no low.
    assert awards(hand) == {"pot": {1: 101, 2: 101}}
    assert laws.chips_are_kept(hand) is None


def test_the_last_player_with_chips_is_asked_too():
    hand = stacked(TWICE, {1: 100, 2: 250}, {1: KINGS, 2: ACES}, TOP)
    go(hand, "1 allin, 2 call")
    assert {*hand.ask.options} == {1, 2}
    agree(hand)
    assert net(hand) == {1: 0, 2: 0}


def test_no_offer_when_the_pack_is_too_short():
    rules = replace(TWICE, max_seats=10)
    hand = all_in(table(rules, even(10), game=omaha_hilo))
    assert hand.over
    assert SECOND not in hand.felt.cards


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", [holdem, omaha_hilo])
def test_the_laws_hold_with_two_boards_and_shown_cards(game, seed):
    rules = replace(TWICE, show_seconds=3, muck_losing_hands=seed % 2 > 0)
    rng = Random(seed)
    for hand in laws.evening(game, rules, seed, 4):
        while not hand.over:
            asked = {o.act for options in hand.ask.options.values() for o in options}
            if asked & {"run twice", "show"}:
                laws.offers_are_sound(hand)
                laws.nothing_leaks(hand, rng)
                laws.answers_commute(hand, rng)
                laws.void_returns_every_chip(hand)
            if "run twice" in asked:
                agree(hand, *([] if rng.random() < 0.8 else [next(iter(hand.ask.options))]))
            elif "raise" in asked and rng.random() < 0.4:
                go(hand, f"{turn(hand)} allin")
            else:
                laws.answer(hand, rng)
        laws.chips_are_kept(hand)
        laws.cards_are_kept(hand)
        laws.replay_is_the_same(hand)
        laws.nothing_leaks(hand, rng)
        laws.view_is_the_fold_of_the_feed(hand)
        laws.every_view_can_be_read(hand, rng)


# Showing cards of one's own.


def won_unseen(rules=SHOWING):
    """Seat 3 raises, everybody folds."""
    return go(table(rules, even(3), {1: ACES, 2: KINGS, 3: QUEENS}), "1 raise 12, 2 fold, 3 fold")


@pytest.mark.clause("TH-36")
def test_the_winner_need_not_show():
    hand = won_unseen()
    assert (hand.ask.clause, hand.ask.clock, {*hand.ask.options}) == ("TH-36", "show_seconds", {1})
    assert awards(hand) == {"pot": {1: 10}}, "the pot is paid before the question"
    hand.expire(1)
    assert hand.over
    assert not shown(hand)


def test_a_card_that_is_shown_is_for_all_to_see():
    hand = won_unseen()
    hand.decide(1, Decision("show", cards=distinct("Ad")))
    assert hand.over
    assert hand.view(0).cards[1, "hole"] == distinct("Ad")
    public = [e for e in hand.feed(0) if type(e) is Cards and (1, "hole") in (e.src, e.dst)]
    assert [e.cards for e in public[-2:]] == [(BACK,), distinct("Ad")]
    assert (public[-2].dst, public[-1].why) == (MUCK, "show")
    assert [e.cards for e in hand.feed(2) if type(e) is Said and e.what == "show"] == [
        distinct("Ad")
    ]
    laws.replay_is_the_same(hand)
    laws.nothing_leaks(hand, Random(1))


def test_all_cards_or_another_players():
    hand = won_unseen()
    with pytest.raises(Refused):
        hand.decide(1, Decision("show", cards=distinct("Ks")))
    with pytest.raises(Refused):
        hand.decide(2, Decision("show", cards=distinct("Ks")))
    hand.decide(1, Decision("show", cards=distinct(ACES)))
    assert {*hand.view(0).cards[1, "hole"]} == {*distinct(ACES)}
    assert hand.felt.chips[1, "stack"] == 206 * CHIP


def test_hands_that_were_shown_are_not_asked_about():
    hand = go(table(SHOWING, even(2), {1: ACES, 2: KINGS}), "1 allin, 2 allin")
    assert hand.over


def test_a_house_that_says_nothing_asks_nobody():
    assert won_unseen(FREE).over
