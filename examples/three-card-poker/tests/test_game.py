"""Three Card Poker clause by clause."""

from fractions import Fraction
from itertools import combinations

import pytest

import three_card_poker as game
from croupier.core.asks import Decision, Refused
from croupier.core.cards import PACK, cards
from croupier.core.prices import convert
from deals import STACK, bet, dealt
from three_card_poker import PLAY, Rules, hands


def played(text: str, ante: int = 10_00, pair_plus: int = 0, rules: Rules | None = None) -> int:
    """What one player gains who plays."""
    hand = dealt(text, rules)
    bet(hand, ante, pair_plus)
    hand.expire()
    hand.decide(1, Decision(PLAY, ante, (1, "play")))
    assert hand.over
    return hand.felt.chips[1, "stack"] - STACK


@pytest.mark.clause("TC-14")
def test_hands_are_counted_as_the_books_count_them():
    counted = dict.fromkeys(hands.CLASSES, 0)
    for three in combinations(PACK, 3):
        counted[hands.CLASSES[hands.value(three) >> 20]] += 1
    assert list(counted.values()) == [16440, 3744, 1096, 720, 52, 48]


@pytest.mark.clause("TC-14")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c3c4c", "AsAhAd"),
        ("2s2h2d", "AsKdQc"),
        ("2c3d4h", "As9sKs"),
        ("2c5c3c", "AsAhKd"),
        ("2c2d3h", "AsKdJc"),
        ("2c3d4h", "Ac2h3s"),
        ("3c3d2h", "2c2dAh"),
        ("AcAdKh", "AcAdQh"),
        ("Qc6d4h", "Qc6d3h"),
    ],
)
def test_which_hand_is_better(better, worse):
    assert hands.value(cards(better)) > hands.value(cards(worse))


@pytest.mark.clause("TC-10", "TC-09")
def test_a_dealer_below_a_queen_pays_the_ante_and_gives_the_play_back():
    assert played("2cJc 3dTd 5h4h") == 10_00


@pytest.mark.clause("TC-11")
@pytest.mark.parametrize(
    ("text", "gained"),
    [("KcQc 3dTd 5h4h", 20_00), ("2cQc 3dTd 5h4h", -20_00), ("QdQc 3dTd 4s4h", 0)],
)
def test_the_better_hand_wins_ante_and_play(text, gained):
    text = text.replace("3dTd", "3dTd" if gained else "3d3h")
    assert played(text) == gained


@pytest.mark.clause("TC-12")
def test_a_beaten_straight_still_has_its_bonus():
    assert played("2cKc 3d9c 4h5c") == 20_00 + 10_00  # A flush does not beat a straight.
    assert played("2c7c 3d8d 4h9h") == -20_00 + 10_00


@pytest.mark.clause("TC-12", "TC-13")
def test_a_straight_flush_is_paid_three_times():
    assert played("2cQd 3c9h 4c5s", 10_00, 5_00) == 20_00 + 50_00 + 200_00


@pytest.mark.clause("TC-13")
def test_pair_plus_is_paid_whoever_wins_and_lost_without_a_pair():
    assert played("2cAd 2d9h 4cAs", 10_00, 5_00) == -20_00 + 5_00
    assert played("KcQd 2d9h 4c5s", 10_00, 5_00) == 20_00 - 5_00


@pytest.mark.clause("TC-04", "TC-05")
def test_pair_plus_goes_with_its_ante():
    hand = dealt("2cQd 3c9h 4c5s")
    with pytest.raises(Refused, match="Pair Plus needs an Ante"):
        hand.decide(1, Decision("bet", 5_00, (1, "pair_plus")))
    bet(hand, 10_00, 5_00)
    hand.decide(1, Decision("withdraw", spot=(1, "ante")))
    assert hand.felt.chips[1, "stack"] == STACK
    hand.expire()
    assert hand.over


@pytest.mark.clause("TC-07")
def test_no_answer_is_a_fold_and_loses_both_bets():
    hand = dealt("2cQd 3c9h 4c5s")
    bet(hand, 10_00, 5_00)
    hand.expire()
    assert [option.act for option in hand.asked(1)] == ["fold", "play"]
    hand.expire()
    assert hand.over
    assert hand.felt.chips[1, "stack"] == STACK - 15_00


@pytest.mark.clause("TC-03", "TC-08")
def test_the_stack_keeps_the_play():
    hand = dealt("2cQd 3c9h 4c5s", stack=15_00)
    assert hand.asked(1)[0].high == 7_00
    bet(hand, 7_00)
    assert [option.act for option in hand.asked(1)] == ["bet", "withdraw"]
    short = dealt("2cQd 3c9h 4c5s", stack=9_00)
    assert not short.asked(1)


@pytest.mark.clause("TC-06")
def test_only_the_owner_sees_the_cards_before_the_end():
    hand = dealt("2c3c4c 5d6d7d 8h9hTh", seats=2)
    bet(hand, 10_00, seat=1)
    bet(hand, 10_00, seat=2)
    hand.expire()
    assert hand.view(1).cards[1, "hole"] == cards("2c5d8h")
    assert set(hand.view(1).cards[2, "hole"]) == {53}
    assert set(hand.view(1).cards[0, "dealer"]) == {53}


@pytest.mark.clause("TC-01", "TC-02")
def test_seven_positions_and_a_fresh_pack():
    assert list(game.SEATS) == [1, 2, 3, 4, 5, 6, 7]
    assert game.pack(Rules()) == PACK


@pytest.mark.clause("TC-15")
def test_parts_of_a_cent_are_the_houses():
    rules = convert({"chip": 1, "ante_min": 1, "ante_bonus_pays": {"straight": "3 to 2"}}, Rules)
    assert played("2c7c 3d8d 4h9h", 11, rules=rules) == -22 + int(11 * Fraction(3, 2))


@pytest.mark.clause("TC-16")
def test_a_malfunction_gives_every_bet_back():
    hand = dealt("2cQd 3c9h 4c5s")
    bet(hand, 10_00, 5_00)
    hand.expire()
    hand.rule(Decision("void", by="floor", why="power cut"))
    assert hand.over
    assert hand.felt.chips[1, "stack"] == STACK


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"ante_min": 500, "ante_max": 400}, "ante_max must not be below ante_min"),
        ({"pair_plus_max": 150}, "below pair_plus_min"),
        ({"ante_max": 550_50}, "whole chips"),
        ({"pair_plus_pays": {"full_house": 3}}, "'full_house' is not a hand"),
        ({"ante_bonus_pays": {"straight": 5, "straight_flush": 1}}, "must not pay less"),
    ],
)
def test_a_house_cannot_choose_what_nobody_could_deal(wrong, why):
    with pytest.raises(ValueError, match=why):
        convert(wrong, Rules)
