from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest

from croupier.core.cards import cards
from croupier.games.double_hand import Rules
from croupier.games.double_hand.houseway import house_way
from croupier.lab.games import double_hand, low_ball, push_nine
from croupier.ranks import lowball, pushnine
from croupier.ranks.doublehand import category, five, two


def test_push_nine_hands_and_the_push_of_two_by_brute_force():
    spread = push_nine.spread()
    assert sum(spread.values()) == 1
    assert spread["three aces"] == Fraction(4, 22_100)
    assert spread["three faces"] == Fraction(6 * 6 * 4, 22_100)
    # Two hands from a short count: every pair of disjoint hands by value.
    hands = list(combinations(range(52), 3))
    values = np.array([pushnine.value(hand) for hand in hands])
    bits = np.array([sum(1 << card for card in hand) for hand in hands])
    tied = apart = 0
    for at in range(0, 22_100, 17):
        free = (bits & bits[at]) == 0
        apart += int(free.sum())
        tied += int((free & (values == values[at])).sum())
    exact = push_nine.push_chance(2)[2]
    assert float(exact) == pytest.approx(tied / apart, abs=0.004)


def test_more_players_push_more_often_and_a_sample_agrees_with_three():
    chances = [push_nine.push_chance(players)[0] for players in (2, 3, 4)]
    assert chances == sorted(chances)
    sampled = push_nine._sampled(3, 200_000, 1, push_nine._values()) / 200_000
    assert sampled == pytest.approx(chances[1], abs=0.004)


def test_seven_cards_with_the_joker_are_spread_as_published():
    # B. Alspach, 7-Card Poker Hands with Joker (2003), people.math.sfu.ca/~alspach/comp40
    counts = {name: share * double_hand.HANDS for name, share in double_hand.spread().items()}
    assert counts["straight flush"] + counts["royal flush"] == 210_964
    published = {
        "five aces": 1_128,
        "four of a kind": 307_472,
        "full house": 4_188_528,
        "flush": 6_172_088,
        "straight": 11_236_028,
        "three of a kind": 7_470_676,
        "two pair": 35_553_816,
        "pair": 64_221_960,
        "high card": 24_780_420,
    }
    assert {name: counts[name] for name in published} == published


def test_the_kernel_sets_the_house_way_and_ranks_as_the_ranks_do():
    random, counts = Random(8), np.zeros(13, np.int64)
    for _ in range(2_000):
        hand = sorted(random.sample(range(53), 7), reverse=True)
        front = house_way(hand)
        back = [card for card in hand if card not in front]
        a, b = double_hand.house_way(np.array(hand), counts)
        assert double_hand.front_value(hand[a], hand[b]) == two(front)
        assert double_hand.back_value(np.array(hand), a, b, False, counts) == five(back)


def test_the_wheel_may_be_second():
    counts, seven = (
        np.zeros(13, np.int64),
        np.array(sorted(cards("Ks Kd Ah 2c 3d 4s 5h"), reverse=True)),
    )
    kings = [at for at, card in enumerate(seven.tolist()) if card >> 2 == 11]
    for second in (False, True):
        back = [card for card in seven.tolist() if card >> 2 != 11]
        found = double_hand.back_value(seven, *kings, second, counts)
        assert found == five(back, wheel_second=second)
        assert category(found) == 4


def test_settings_of_seven_cards_know_the_best_and_the_house_way():
    found = double_hand.settings(Rules(), cards("Jk As Kd 9h 9c 4d 2s"), deals=5_000)
    assert set(found[0].front) == set(cards("9h 9c"))
    assert found[0].house_way
    assert sum(setting.house_way for setting in found) == 1


def test_the_player_dealer_gains_by_copies(monkeypatch):
    monkeypatch.setattr(double_hand, "SAMPLE", 200_000)
    odds = double_hand.odds(Rules())
    # Copies go to the player-dealer. The figure is our own, a guard against change.
    error = odds.errors["player, without fee"]
    assert odds.bets["player, without fee"] == pytest.approx(0.0132, abs=4 * error)
    assert error < 0.002
    # The fee is exact; only the duel was sampled.
    assert odds.house_edge == odds.bets["fee, by the least wager"] == Fraction(1, 10)
    assert "fee, by the least wager" not in odds.errors


def test_pat_hands_with_the_joker():
    spread = low_ball.spread(True)
    assert sum(spread.values()) == 1
    # A wheel without the joker, or with it in place of one of five ranks.
    assert spread["five high (wheel)"] * 2_869_685 == 4**5 + 5 * 4**4
    plain = low_ball.spread(False)
    assert plain["pair"] == Fraction(1_098_240, 2_598_960)
    assert plain["five high (wheel)"] == Fraction(1_024, 2_598_960)


def test_low_ball_heights_order_as_the_ranks_do():
    random, counts = Random(2), np.zeros(13, np.int64)
    hands = [random.sample(range(53), 5) for _ in range(3_000)]
    heights = [low_ball.height(np.array(hand), counts) for hand in hands]
    values = [lowball.value(hand) for hand in hands]
    order = sorted(range(3_000), key=heights.__getitem__)
    for a, b in pairwise(order):
        assert (heights[a] == heights[b]) == (values[a] == values[b])
        assert values[a] >= values[b]


def test_the_best_draw_breaks_the_pair():
    best = low_ball.draws(cards("2h 4s 7d Kc Kd"), samples=5_000)[0]
    assert set(best.keep) == set(cards("2h 4s 7d"))


def test_push_nine_says_what_is_sampled():
    odds = push_nine.odds()
    assert not odds.exact
    assert set(odds.errors) == {f"push with {players} players" for players in range(4, 10)}
    assert all(0 < error < 0.0005 for error in odds.errors.values())
