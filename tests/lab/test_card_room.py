from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from random import Random

import numpy as np
import pytest

from croupier.core.cards import cards
from croupier.games.double_hand import Rules
from croupier.games.double_hand.houseway import house_way
from croupier.lab.games import double_hand, low_ball, push_nine
from croupier.lab.games.double_hand.counting import count, sampled
from croupier.lab.games.push_nine import counting
from croupier.ranks import lowball, pushnine
from croupier.ranks.doublehand import category, five, fouled, two


def test_push_nine_hands():
    spread = push_nine.spread()
    assert sum(spread.values()) == 1
    assert spread["three aces"] == Fraction(4, 22_100)
    assert spread["three faces"] == Fraction(6 * 6 * 4, 22_100)


def test_the_push_of_two_is_every_pair_of_hands():
    hands = np.array(list(combinations(range(52), 3)))
    values = np.array([pushnine.value(hand) for hand in hands.tolist()])
    bits = (np.int64(1) << hands).sum(axis=1)
    tied = 0
    for ranks in combinations_with_replacement(
        range(13), 3
    ):  # The suits of one hand are no matter.
        mine = [4 * rank + suit for suit, rank in enumerate(ranks)]
        ways = prod(comb(4, ranks.count(rank)) for rank in set(ranks))
        apart = (bits & sum(1 << card for card in mine)) == 0
        tied += ways * int((values[apart] == pushnine.value(mine)).sum())
    assert counting.counted()[2] == Fraction(tied, 22_100 * 18_424)


def test_pushes_are_counted_as_they_were_written_down():
    assert counting.chances(2) == {2: counting.counted()[2]}


@pytest.mark.slow
def test_pushes_of_all_tables_are_counted_as_they_were_written_down():
    assert counting.chances(counting.MOST) == counting.counted()


def test_dealt_hands_push_as_often_as_was_counted():
    deals, random = 100_000, np.random.default_rng(4)
    cards = np.argsort(random.random((deals, 52), np.float32), axis=1)[:, :27] >> 2
    low, middle, high = np.moveaxis(np.sort(cards.reshape(deals, 9, 3), axis=2), 2, 0)
    value = {
        three: pushnine._of_ranks(*three) for three in combinations_with_replacement(range(13), 3)
    }
    table = np.zeros((13, 13, 13), np.int64)
    for three, worth in value.items():
        table[three] = worth
    values = table[low, middle, high]
    for players, chance in counting.counted().items():
        shown = values[:, :players]
        tied = ((shown == shown.max(axis=1, keepdims=True)).sum(axis=1) > 1).mean()
        assert tied == pytest.approx(float(chance), abs=4 * (chance * (1 - chance) / deals) ** 0.5)


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


def settings_of(hand):
    """The front and back of the house way, then of each setting; a foul is the lowest of all."""
    for front in (house_way(hand), *combinations(hand, 2)):
        back = [card for card in hand if card not in front]
        yield (0, 0) if fouled(front, back) else (two(front), five(back))


@pytest.mark.parametrize(
    "written",
    [
        "4s4h4d4c 5s5h5d5c JsJhJdJc AsAhAdAc",
        pytest.param("4s4h4d4c 5s5h5d5c JsJhJdJc AsAhAdAc Jk", marks=pytest.mark.slow),
    ],
    ids=["16 cards", "the joker too"],
)
def test_a_short_pack_is_counted_as_every_pair_of_its_hands(written):
    pack = sorted(cards(written))
    left_over = len(pack) - 7
    hands = list(combinations(pack, 7))
    bits = np.array([sum(1 << pack.index(card) for card in hand) for hand in hands])
    left = np.array([[at for at in range(len(pack)) if not own >> at & 1] for own in bits.tolist()])
    apart = (1 << left[:, list(combinations(range(left_over), 7))]).sum(axis=2)
    others = np.argsort(bits)[np.searchsorted(bits, apart, sorter=np.argsort(bits))]
    ways = np.array([list(settings_of(hand)) for hand in hands])
    rival = ways[others, 0]

    def gains(beats):
        """What each way to set a hand gains against all others."""
        return np.array(
            [
                sum(beats(way[:, None, end], rival[:, :, end]).sum(axis=1) for end in (0, 1))
                - others.shape[1]
                for way in np.moveaxis(ways, 1, 0)
            ]
        )

    own = ways[:, 0, None]
    found = count([13 * (card & 3) + (card >> 2) if card < 52 else 52 for card in pack])
    assert found.pairs == others.size
    assert found.wins == (own > rival).all(axis=2).sum()
    assert found.house == gains(np.greater)[0].sum()
    assert found.best == gains(np.greater).max(axis=0).sum()
    assert found.dealer == gains(np.greater_equal).max(axis=0).sum()


def test_some_duels_agree_with_those_written_down():
    for rank, some in sampled(100_000, seed=5).items():
        found = double_hand.counted(rank == "second_highest")
        lost, known = -some.house / some.pairs, -found.house / found.pairs
        assert lost == pytest.approx(known, abs=4 * (some.error + found.error))
        error = (found.wins / found.pairs / some.pairs) ** 0.5
        assert some.wins / some.pairs == pytest.approx(found.wins / found.pairs, abs=6 * error)


@pytest.mark.slow
@pytest.mark.parametrize("second", [False, True], ids=["lowest", "second highest"])
def test_the_whole_pack_is_counted_as_it_was_written_down(second):
    """Ten minutes of an idle core each, and 1.8 GB."""
    found = count(second=second)
    assert found == double_hand.counted(second)
    assert found.pairs == comb(53, 7) * comb(46, 7)
    assert found.house < found.best < 0 < -found.house < found.dealer


def test_the_player_dealer_gains_by_copies_and_the_fee_is_exact():
    odds = double_hand.odds(Rules())
    assert odds.house_edge == odds.bets["fee, by the least wager"] == Fraction(1, 10)
    assert "fee, by the least wager" not in odds.errors
    lost = odds.bets["player, without fee"]
    assert odds.spreads["a wager"].mean == -lost
    # 20,000,000 duels of another program: 1.2749 % with a standard error of 0.0171 %.
    assert float(lost) == pytest.approx(0.012749, abs=3 * 0.000171)
    assert 1.96 * odds.errors.get("player, without fee", 0) <= 0.00005
    assert odds.bets["player-dealer, with fee"] == Fraction(1, 10) - lost
    assert any("6 wagers of 6.5" in note for note in odds.notes)


def test_where_copies_push_neither_side_gains():
    odds = double_hand.odds(Rules(copies="push"))
    assert odds.spreads["a wager"].mean == 0
    assert odds.bets["player, with fee"] == odds.bets["player-dealer, with fee"] == Fraction(1, 10)


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


def test_push_nine_says_that_it_is_exact():
    odds = push_nine.odds()
    assert odds.exact
    assert not odds.errors
    assert odds.frequencies["push with 9 players"] == float(counting.counted()[9])
