"""A hand at a glance: the cards one would call one's own, and those of the house."""

from random import Random

import pytest

import laws
from croupier.core import catalogue
from croupier.core.asks import Decision
from croupier.core.cards import BACK, cards
from croupier.core.catalogue import Layout
from croupier.core.felt import BOARD, DECK, MUCK, Cards, Chips
from croupier.histories.glance import glance
from croupier.histories.story import told
from histories.flophands import ABOUT, call_down, table

HOLE = 1, "hole"
DRAW = Layout(seat_cards=("hole", "discard"))
BOXES = Layout(seat_chips=("stack", "box"), house_cards=("dealer", "box"))


def test_ones_own_cards_come_first_then_the_board():
    hand = call_down(table({}))
    own, board = glance(told(hand, 2, ABOUT).events, 2, hand.opening.game.LAYOUT)
    assert own == ((2, "hole"), [*hand.view(2).cards.get((2, "hole"), own[1])])
    assert (board[0], len(board[1])) == (BOARD, 5)


def test_folded_cards_are_still_ones_own():
    hand = table({})
    before = list(hand.view(3).cards[3, "hole"])
    hand.decide(3, Decision("fold"))
    assert glance(hand.feed(3), 3, hand.opening.game.LAYOUT) == [((3, "hole"), before)]
    assert glance(hand.feed(4), 3, hand.opening.game.LAYOUT) == []


def test_cards_that_were_thrown_away_are_left_out():
    feed = [
        Cards(DECK, HOLE, cards("2c 3c 4c 5c Kd"), "deal"),
        Cards(HOLE, (1, "discard"), cards("Kd"), "discard"),
        Cards(DECK, HOLE, cards("7h"), "draw"),
        Cards(HOLE, MUCK, (BACK,) * 5, "muck"),
    ]
    assert glance(feed, 1, DRAW) == [(HOLE, list(cards("2c 3c 4c 5c 7h")))]


def test_only_boxes_with_a_bet_of_ones_own_are_told():
    feed = [
        Chips((1, "stack"), (1, "box 2"), 500, "bet"),
        Cards(DECK, (0, "box 1"), cards("2c 3c"), "deal"),
        Cards(DECK, (0, "box 2"), cards("8c 8d"), "deal"),
        Cards(DECK, (0, "dealer"), cards("Ah"), "deal"),
        Cards((0, "box 2"), (0, "box 2.1"), cards("8d"), "split"),
    ]
    found = {spot[1]: faces for spot, faces in glance(feed, 1, BOXES)}
    assert found == {
        "box 2": list(cards("8c")),
        "box 2.1": list(cards("8d")),
        "dealer": list(cards("Ah")),
    }


@pytest.mark.parametrize("name", catalogue.names())
def test_a_glance_shows_nothing_that_the_seat_has_not_seen(name):
    game, rng = catalogue.game(name), Random(7)
    for hand in laws.evening(game, game.Rules(), 11):
        laws.finish(hand, rng)
        for seat in hand.felt.seats:
            feed = hand.feed(seat)
            seen = {card for event in feed if type(event) is Cards for card in event.cards}
            shown = [card for _, faces in glance(feed, seat, game.LAYOUT) for card in faces]
            assert set(shown) <= seen - {BACK}
