"""Double Hand Poker: back, front, and the joker."""

from collections import Counter
from itertools import combinations, pairwise
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.core.cards import BACK, JOKER, PACK, PACK_WITH_JOKER, RANK, Card, cards, text
from croupier.ranks import high
from croupier.ranks.doublehand import FIVE_ACES, category, five, fouled, kind, name, two

COMPLETED = (high.STRAIGHT, high.FLUSH, high.STRAIGHT_FLUSH)


# From best to worst, each beats the next.
LADDER = """
    AsAdAhAcJk AsKsQsJsTs KsQsJsTs9s 5s4s3s2sAs AsAdAhJk2c KsKdKhKcJk KsKdKhAcJk QsQdQhKcKd
    AsJk9s4s3s AsQs9s4s3s AsKdQhJcTs KsQdJhTc9s 6s5d4h3c2s 5s4d3h2cAs AsAdJk3c2s KsKdKhAcQs
    AsJk3c3d2s KsKdQhQcJk KsKdQhQc2s AsJk7c3d2s KsKdJk3c2s AsKdQhJc9s 8s6d5h3c2s
"""


def worth(line: str) -> int:
    return five(cards(line))


@pytest.mark.clause("DH-02")
def test_backs_in_order() -> None:
    for upper, lower in pairwise(LADDER.split()):
        assert worth(upper) > worth(lower), f"{upper} must beat {lower}"


@given(st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True))
@settings(deadline=None)
@pytest.mark.clause("DH-02")
def test_without_the_joker_hands_rank_as_traditional_poker_hands(hand: list[Card]) -> None:
    assert five(hand) == high.value(hand)


@pytest.mark.clause("DH-02")
def test_fronts_pair_then_high_card_then_second_card() -> None:
    ladder = ["AsAd", "KsKd", "2s2d", "AsKd", "As2d", "KsQd", "Ks2d", "3s2d"]
    assert all(two(cards(one)) > two(cards(other)) for one, other in pairwise(ladder))
    assert two(cards("As Kd")) == two(cards("Kh Ac"))


@pytest.mark.clause("DH-02")
def test_the_wheel_is_the_lowest_straight_or_by_option_the_second_highest() -> None:
    wheel, king, ace = cards("5s4d3h2cAs"), cards("KsQdJhTc9s"), cards("AsKdQhJcTs")
    assert five(wheel) < worth("6s5d4h3c2s")
    assert five(king) < five(wheel, wheel_second=True) < five(ace)
    suited = cards("5s4s3s2sAs"), cards("KsQsJsTs9s"), cards("AsKsQsJsTs")
    assert five(suited[0]) < worth("6s5s4s3s2s")
    assert five(suited[1]) < five(suited[0], wheel_second=True) < five(suited[2])
    assert name(five(wheel, wheel_second=True)) == "straight, five high"
    for hand in (king, ace, *suited[1:]):
        assert five(hand, wheel_second=True) == five(hand)


@pytest.mark.clause("DH-04")
@pytest.mark.parametrize(
    ("with_joker", "as_cards"),
    [
        ("Ks Kd 7h 3c Jk", "Ks Kd 7h 3c As"),  # Otherwise an ace ...
        ("As Kd 7h 3c Jk", "As Kd 7h 3c Ad"),
        ("As Ad 7h 3c Jk", "As Ad 7h 3c Ac"),  # ... with a pair of aces three aces.
        ("Ks Kd 7h 7c Jk", "Ks Kd 7h 7c As"),
        ("Ks Kd Kh 7c Jk", "Ks Kd Kh 7c As"),  # It never makes a fourth king.
        ("Ks Kd Kh Ac Jk", "Ks Kd Kh Ac As"),
        ("9s 8d 7h 6c Jk", "9s 8d 7h 6c Ts"),  # The highest straight.
        ("9s 8d 6h 5c Jk", "9s 8d 6h 5c 7s"),
        ("4s 3d 2h Ac Jk", "4s 3d 2h Ac 5s"),
        ("5s 4d 3h 2c Jk", "5s 4d 3h 2c 6s"),
        ("Ks Qd Jh Tc Jk", "Ks Qd Jh Tc As"),
        ("As Ks 7s 3s Jk", "As Ks Qs 7s 3s"),  # The highest of the suit not in the hand.
        ("Ks 9s 7s 3s Jk", "As Ks 9s 7s 3s"),
        ("9s 8s 7s 5s Jk", "9s 8s 7s 6s 5s"),  # A straight flush before a flush.
        ("As Ks Qs Js Jk", "As Ks Qs Js Ts"),
        ("5s 4s 3s 2s Jk", "6s 5s 4s 3s 2s"),
    ],
)
def test_what_the_joker_becomes(with_joker: str, as_cards: str) -> None:
    assert worth(with_joker) == high.value(cards(as_cards))


@pytest.mark.clause("DH-04")
def test_the_joker_completes_the_wheel_where_it_is_second_highest() -> None:
    joker = cards("5s 4d 3h 2c Jk")
    assert five(joker, wheel_second=True) == five(cards("5s 4d 3h 2c As"), wheel_second=True)
    assert five(joker, wheel_second=True) > five(joker)


@pytest.mark.clause("DH-02", "DH-04")
def test_five_aces_are_the_best_hand() -> None:
    aces = worth("As Ad Ah Ac Jk")
    assert category(aces) == FIVE_ACES
    assert aces > worth("As Ks Qs Js Ts")
    assert (name(aces), kind(aces, "fr")) == ("five aces", "cinq as")


@pytest.mark.clause("DH-04")
def test_in_the_front_the_joker_is_an_ace() -> None:
    assert two(cards("Jk Kd")) == two(cards("Ac Kd"))
    assert two(cards("Jk Ad")) == two(cards("Ac Ad"))


def by_substitution(four: list[Card]) -> int:
    """The best hand of all that DH-04 lets the joker be, tried one by one."""
    if all(RANK[card] == 12 for card in four):
        return FIVE_ACES << 20 | 12 << 16
    tried = {card: high.value([*four, card]) for card in PACK if card not in four}
    legal = (
        one for card, one in tried.items() if RANK[card] == 12 or high.category(one) in COMPLETED
    )
    return max(legal)


@pytest.mark.clause("DH-04")
def test_the_joker_is_the_best_card_that_it_may_be() -> None:
    random = Random(4)
    low, suited = PACK[:24], PACK[3::4]
    for pack in (PACK, low, suited, PACK[36:]):
        for _ in range(400):
            four = random.sample(pack, 4)
            assert five([*four, JOKER]) == by_substitution(four), text(four)


# All C(53, 5) hands. Without the joker the 2,598,960 of the pack; with it four others:
# AAA and any: 4 * 48, other quads 12; AA and a pair 6 * 12 * 6, a three and an ace 12 * 4 * 4;
# 41 sets of four ranks complete a straight (ten windows of five, adjacent ones share one): in one
# suit 41 * 4, else 41 * 252; other fours of a suit 4 * 715 - 164; AA and two others 6 * 66 * 16,
# a three without an ace 12 * 4 * 44; a pair, an ace and another 72 * 4 * 44, two pairs 66 * 36;
# a pair and two others 72 * 55 * 16, an ace and three others 220 * 256 less 8 * 252 + 880.
BACKS = {
    FIVE_ACES: 1,
    high.STRAIGHT_FLUSH: 40 + 164,
    high.FOUR_OF_A_KIND: 624 + 192 + 12,
    high.FULL_HOUSE: 3_744 + 432 + 192,
    high.FLUSH: 5_108 + 2_696,
    high.STRAIGHT: 10_200 + 10_332,
    high.THREE_OF_A_KIND: 54_912 + 6_336 + 2_112,
    high.TWO_PAIR: 123_552 + 12_672 + 2_376,
    high.PAIR: 1_098_240 + 63_360 + 53_424,
    high.HIGH_CARD: 1_302_540 + 116_424,
}


@pytest.mark.clause("DH-02", "DH-04")
def test_all_backs_of_the_53_cards_by_category() -> None:
    assert sum(BACKS.values()) == comb(53, 5)
    found: Counter[int] = Counter()
    for one, count in Counter(map(five, combinations(PACK_WITH_JOKER, 5))).items():
        found[category(one)] += count
    assert found == BACKS


@pytest.mark.clause("DH-02")
def test_all_fronts() -> None:
    fronts = Counter(category(two(pair)) for pair in combinations(PACK_WITH_JOKER, 2))
    assert fronts == {high.PAIR: 13 * 6 + 4, high.HIGH_CARD: comb(53, 2) - 82}


@pytest.mark.clause("DH-23")
@pytest.mark.parametrize(
    ("front", "back"),
    [
        ("Ks Kd", "As Ad 4h 3c 2s"),
        ("Ks Kd", "Kh Kc 4h 3c 2s"),  # A pair at least as high.
        ("As Ad", "3h 3c 2h 2c 4s"),  # Or two pair or better.
        ("As Kd", "2h 2c 5h 4c 3s"),
        ("As Kd", "Ah Kc 4h 3c 2s"),  # Not lower.
        ("As 2d", "Ah 9c 4h 3c 6s"),
        ("Jk 2d", "Ah 9c 4h 3c 6s"),
    ],
)
def test_a_front_that_does_not_outrank_the_back_stands(front: str, back: str) -> None:
    assert fouled(cards(front), cards(back)) is None


@pytest.mark.clause("DH-23")
@pytest.mark.parametrize(
    ("front", "back", "why"),
    [
        ("Ks Kd", "4s 4d Ah 9c 2s", "the front (pair of kings) outranks the back (pair of fours)"),
        ("2s 2d", "As Kd Qh 9c 3s", "the front (pair of twos) outranks the back (ace high)"),
        ("As 2d", "Ks Qd Jh 9c 3s", "the front (ace-two) outranks the back (king high)"),
        ("As Kd", "Ah Qd Jh 9c 3s", "the front (ace-king) outranks the back (ace high)"),
        ("Jk As", "Kh Kd Jh 9c 3s", "the front (pair of aces) outranks the back (pair of kings)"),
    ],
)
def test_a_fouled_setting_says_why(front: str, back: str, why: str) -> None:
    assert str(fouled(cards(front), cards(back))) == why


@given(
    st.lists(st.sampled_from(PACK_WITH_JOKER), min_size=5, max_size=5, unique=True),
    st.randoms(),
    st.permutations(range(4)),
    st.booleans(),
)
@settings(deadline=None)
def test_neither_order_nor_the_names_of_suits_matter(
    hand: list[Card], random: Random, suits: list[int], wheel_second: bool
) -> None:
    other = [card if card == JOKER else Card(card & ~3 | suits[card & 3]) for card in hand]
    random.shuffle(other)
    assert five(other, wheel_second=wheel_second) == five(hand, wheel_second=wheel_second)


@pytest.mark.parametrize(
    ("value", "english", "french"),
    [
        (two(cards("Jk Qd")), "ace-queen", "as-dame"),
        (two(cards("3s 2d")), "three-two", "trois-deux"),
        (two(cards("6s 6d")), "pair of sixes", "paire de six"),
        (worth("8s 6d 5h 3c 2s"), "eight high", "carte haute, huit"),
        (worth("As Ad Ah Ac Jk"), "five aces", "cinq as"),
        (worth("As Ks Qs Js Jk"), "royal flush", "quinte flush royale"),
        (five(cards("5s4s3s2sAs"), wheel_second=True), "straight flush, five high", None),
    ],
)
def test_names(value: int, english: str, french: str | None) -> None:
    assert name(value) == english
    if french:
        assert name(value, "fr") == french
    with pytest.raises(ValueError, match="en or fr"):
        name(value, "xx")


@pytest.mark.parametrize(
    "hand",
    [
        cards("As 2d 3h 4c"),
        cards("As 2d 3h 4c 6c 8c"),
        (*cards("As 2d 3h 4c"), BACK),
        (*cards("As 2d 3h"), JOKER, JOKER),
        cards("As As Ks Qs 9s"),
    ],
)
def test_what_is_no_back_is_refused(hand: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="the back is five known cards"):
        five(hand)


@pytest.mark.parametrize("hand", [cards("As"), cards("As 2d 3h"), (Card(3), BACK), (JOKER, JOKER)])
def test_what_is_no_front_is_refused(hand: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="the front is two known cards"):
        two(hand)
