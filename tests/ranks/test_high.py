"""High hands: the order of the rule sheets, the published counts, and two other evaluators."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phevaluator import evaluate_cards
from pokerkit import StandardHighHand

from croupier.core.cards import BACK, JOKER, PACK, Card, cards, text
from croupier.ranks import high
from croupier.ranks.high import LEAST, best, category, kind, name, value

# From best to worst, each line beats the next; all the sheets agree (CH-36 .. CH-45, TH-41).
LADDER = """
    As Ks Qs Js Ts
    Kh Qh Jh Th 9h
    5d 4d 3d 2d Ad
    Ac Ad Ah As 2c
    Kc Kd Kh Ks Ac
    Kc Kd Kh Ks Qc
    2c 2d 2h 2s Ac
    As Ah Ad 2c 2d
    Ks Kh Kd Ac Ad
    Ks Kh Kd Qc Qd
    2s 2h 2d Ac Ad
    As Qs 9s 6s 3s
    As Qs 9s 6s 2s
    As Qs 9s 5s 4s
    Qh Jh Th 9h 7h
    Th 9h 8h 7h 5h
    As Kd Qh Jc Ts
    Kd Qh Jc Ts 9d
    6d 5d 4c 3c 2h
    5d 4d 3c 2c Ah
    Ks Kd Kh Ac 2c
    Qs Qd Qh Ac Kc
    Qs Qd Qh Ac Jc
    Qs Qd Qh Tc 9c
    As Ad 3c 3d 2c
    Ks Kd Qc Qd 2c
    Ks Kd Jc Jd Ac
    Ks Kd Jc Jd Tc
    3s 3d 2c 2d Ac
    As Ad 4c 3d 2c
    Ks Kd Ac Qd Jc
    Ks Kd Ac Qd Tc
    Ks Kd Ac Jd Tc
    2s 2d Ac Kd Qc
    As Kd Qc Jd 9c
    As Kd Qc Jd 8c
    As Kd Qc 8d 7c
    Kd Qc Jd 9c 8c
    7s 5d 4c 3d 2c
"""
RUNGS = [cards(line) for line in LADDER.strip().splitlines()]

hands = st.integers(5, 7).flatmap(
    lambda size: st.lists(st.sampled_from(PACK), min_size=size, max_size=size, unique=True)
)


def worth(line: str) -> int:
    return value(cards(line))


def random_hands(count: int, size: int) -> list[list[Card]]:
    random = Random(size)
    return [random.sample(PACK, size) for _ in range(count)]


@pytest.mark.clause(*(f"CH-{number}" for number in range(36, 46)), "TH-41", "HE-09")
def test_every_rung_of_the_ladder_beats_the_next() -> None:
    for upper, lower in pairwise(RUNGS):
        assert value(upper) > value(lower), f"{text(upper)} must beat {text(lower)}"


@pytest.mark.clause("CH-31", "TH-50")
def test_the_highest_card_of_equal_combinations_decides() -> None:
    assert worth("Ks Kd Kh 2c 3d") > worth("Qs Qd Qh Ac Kd")
    # The sheet's own example: both are also consecutive, hence straight flushes.
    assert worth("Qs Js Ts 9s 8s") > worth("Th 9h 8h 7h 6h")
    assert category(worth("Qs Js Ts 9s 8s")) == high.STRAIGHT_FLUSH


@pytest.mark.clause("CH-32", "TH-51")
def test_kickers_decide_in_order_up_to_five_cards_and_no_sixth() -> None:
    assert worth("Ks Kd 9c 5h 3d Ah 2c") > worth("Ks Kd 9c 5h 3d Qh 2c")
    assert worth("Ks Kd Ac 9h 3d 2h") > worth("Ks Kd Ac 8h 7d 6h")
    assert worth("Ks Kd Ac 9h 8d 4c 3c") == worth("Ks Kd Ac 9h 8d 5c 2c")


@pytest.mark.clause("TH-51")
def test_a_higher_card_on_the_board_plays_for_everybody() -> None:
    board = "Ah Kd 9c 7s 2d"
    assert worth(f"Kc 4h {board}") == worth(f"Ks 3h {board}")


@pytest.mark.clause("CH-35", "HU-13", "HE-09")
def test_the_ace_is_low_in_the_wheel_only_and_nothing_wraps() -> None:
    assert category(worth("5d 4d 3c 2c Ah")) == high.STRAIGHT
    assert worth("5d 4d 3c 2c Ah") < worth("6d 5d 4c 3c 2h")
    for wrapped in ("4d 3d 2c Ac Kh", "3d 2d Ac Kc Qh", "2d Ad Kc Qc Jh"):
        assert category(worth(wrapped)) == high.HIGH_CARD


@pytest.mark.clause("CH-38")
def test_equal_quads_on_the_board_go_to_the_kicker() -> None:
    board = "7s 7d 7h 7c 4d"
    assert worth(f"Ac 2h {board}") > worth(f"Kc Kh {board}")
    assert worth(f"3c 2h {board}") == worth(f"3d 3h {board}")


@pytest.mark.clause("CH-39")
def test_full_houses_compare_the_three_and_then_the_pair() -> None:
    assert worth("3s 3d 3h Ac Ad") < worth("4s 4d 4h 2c 2d")
    assert worth("4s 4d 4h 3c 3d") > worth("4s 4d 4h 2c 2d")
    # Two threes: the lower gives the pair.
    assert name(worth("9s 9d 9h 5c 5d 5h Ac")) == "full house, nines over fives"


@pytest.mark.clause("CH-43")
def test_of_three_pairs_the_two_highest_count_and_the_third_may_kick() -> None:
    assert worth("As Ad Ks Kd Qs Qd 2c") == worth("Ah Ac Kh Kc Qc 3d 2s")


@pytest.mark.clause("CH-41", "TH-41", "HE-09")
def test_no_two_sets_of_seven_ranks_have_one_short_key() -> None:
    sets = [r for r in combinations_with_replacement(range(13), 7) if max(map(r.count, r)) <= 4]
    assert len({sum(high._RANK_KEYS[rank] for rank in ranks) for ranks in sets}) == len(sets)
    assert max(sum(high._SHORT[4 * rank + 3] for rank in ranks) for ranks in sets) < 1 << 30


def test_suits_never_rank() -> None:
    assert worth("9c 8d 7h 6s 5c") == worth("9d 8h 7s 6c 5d")
    assert len({worth(f"A{suit} K{suit} Q{suit} J{suit} T{suit}") for suit in "cdhs"}) == 1
    assert len({worth(f"A{suit} J{suit} 8{suit} 6{suit} 3{suit}") for suit in "cdhs"}) == 1


@pytest.mark.clause("HE-04", "HU-13")
def test_any_five_of_seven() -> None:
    assert name(worth("2c 3d As Ks Qs Js Ts")) == "royal flush"  # The board plays.
    assert name(worth("As 3d 2c Ks Qs Js Ts")) == "royal flush"  # One of the hand.
    assert name(worth("As Ks 2c 3d Qs Js Ts")) == "royal flush"  # Both of the hand.
    assert name(worth("9s 9d 9h 9c Ks Qs Js")) == "four of a kind, nines"


@given(hands)
@settings(deadline=None)
@pytest.mark.clause("HE-04", "HU-13")
def test_the_value_is_that_of_the_best_five(hand: list[Card]) -> None:
    assert value(hand) == max(value(five) for five in combinations(hand, 5))


# All C(52, 5) hands: en.wikipedia.org/wiki/Poker_probability.
FIVE_CARDS = {
    high.STRAIGHT_FLUSH: 40,
    high.FOUR_OF_A_KIND: 624,
    high.FULL_HOUSE: 3_744,
    high.FLUSH: 5_108,
    high.STRAIGHT: 10_200,
    high.THREE_OF_A_KIND: 54_912,
    high.TWO_PAIR: 123_552,
    high.PAIR: 1_098_240,
    high.HIGH_CARD: 1_302_540,
}


@pytest.mark.clause(*(f"CH-{number}" for number in range(36, 46)), "TH-41")
def test_all_five_card_hands_by_category() -> None:
    values = Counter(map(value, combinations(PACK, 5)))
    assert by_category(values) == FIVE_CARDS
    assert values.total() == comb(52, 5) == 2_598_960
    assert len(values) == 7_462  # So many hands are different in rank.
    assert values[LEAST["royal_flush"]] == 4


# All C(52, 7) hands, same source.
SEVEN_CARDS = {
    high.STRAIGHT_FLUSH: 41_584,
    high.FOUR_OF_A_KIND: 224_848,
    high.FULL_HOUSE: 3_473_184,
    high.FLUSH: 4_047_644,
    high.STRAIGHT: 6_180_020,
    high.THREE_OF_A_KIND: 6_461_620,
    high.TWO_PAIR: 31_433_400,
    high.PAIR: 58_627_800,
    high.HIGH_CARD: 23_294_460,
}


@pytest.mark.slow
@pytest.mark.clause("HU-13")
def test_all_seven_card_hands_by_category() -> None:
    values = Counter(map(value, combinations(PACK, 7)))
    assert by_category(values) == SEVEN_CARDS
    assert len(values) == 4_824


def by_category(values: Counter[int]) -> Counter[int]:
    found: Counter[int] = Counter()
    for one, count in values.items():
        found[category(one)] += count
    return found


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.clause("HE-09")
def test_phevaluator_ranks_the_same(size: int) -> None:
    seen = {(value(hand), evaluate_cards(*hand)) for hand in random_hands(30_000, size)}
    ours = sorted(seen)  # There 1 is best. One rank for each value, and in the opposite order.
    assert all(one[0] < two[0] and one[1] > two[1] for one, two in pairwise(ours))


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.clause("HE-09")
def test_pokerkit_ranks_the_same(size: int) -> None:
    hands = random_hands(600, size)
    theirs = [StandardHighHand.from_game(text(hand).replace(" ", "")) for hand in hands]
    for (mine, yours), (mine2, yours2) in pairwise(zip(map(value, hands), theirs, strict=True)):
        assert (mine > mine2, mine == mine2) == (yours > yours2, yours == yours2)


@given(hands, st.randoms(), st.permutations(range(4)))
@settings(deadline=None)
def test_neither_order_nor_the_names_of_suits_matter(
    hand: list[Card], random: Random, suits: list[int]
) -> None:
    other = [Card(card & ~3 | suits[card & 3]) for card in hand]
    random.shuffle(other)
    assert value(other) == value(hand)


@given(hands)
@settings(deadline=None)
def test_the_best_five_are_of_the_hand_and_make_its_value(hand: list[Card]) -> None:
    five = best(hand)
    assert len(set(five)) == 5
    assert set(five) <= set(hand)
    assert value(five) == value(hand)


@pytest.mark.parametrize(
    ("hand", "read"),
    [
        ("2c 6d Kh 6s 9d Kc Ks", "Kh Kc Ks 6d 6s"),
        ("4s 3c 9d 4d Ah Tc Jd", "4s 4d Ah Jd Tc"),
        ("2s Ah 3d 5c 9s 4d Kd", "5c 4d 3d 2s Ah"),
        ("Ts Qs As Js Ks 2d 3d", "As Ks Qs Js Ts"),
        ("2h Ah 9h 7h 4h 9c 9d", "Ah 9h 7h 4h 2h"),
        ("5c 5d 9c 9d 2s Qd Jh", "9c 9d 5c 5d Qd"),
    ],
)
def test_the_best_five_are_in_reading_order(hand: str, read: str) -> None:
    assert text(best(cards(hand))) == read


@pytest.mark.parametrize(
    ("hand", "english", "french"),
    [
        ("As Ks Qs Js Ts", "royal flush", "quinte flush royale"),
        ("9s 8s 7s 6s 5s", "straight flush, nine high", "quinte flush au neuf"),
        ("Ks Kd Kh Kc 2s", "four of a kind, kings", "carré de rois"),
        ("As Ad Ah Ac 2s", "four of a kind, aces", "carré d'as"),
        ("Ks Kd Kh 6c 6s", "full house, kings over sixes", "full aux rois par les six"),
        ("As Ad Ah Jc Js", "full house, aces over jacks", "full aux as par les valets"),
        ("Qs 9s 7s 4s 2s", "flush, queen high", "couleur à la dame"),
        ("As Kd Qh Jc Ts", "straight, ace high", "quinte à l'as"),
        ("5s 4d 3h 2c As", "straight, five high", "quinte au cinq"),
        ("Qs Qd Qh 4c 2s", "three of a kind, queens", "brelan de dames"),
        ("As Ad Th Tc 2s", "two pair, aces and tens", "double paire, as et dix"),
        ("4s 4d Ah 9c 2s", "pair of fours", "paire de quatre"),
        ("6s 6d Ah 9c 2s", "pair of sixes", "paire de six"),
        ("As Kd 9h 7c 2s", "ace high", "carte haute, as"),
    ],
)
def test_names_as_a_person_says_them(hand: str, english: str, french: str) -> None:
    assert name(worth(hand)) == name(worth(hand), "en") == english
    assert name(worth(hand), "fr") == french


@pytest.mark.clause("TH-41", "CH-36")
def test_kinds_in_the_order_of_the_french_decree() -> None:
    shown = ["AsKsQsJsTs", "9s8s7s6s5s", "2s2d2h2cAs", "2s2d2hAcAs", "As9s7s4s2s"]
    shown += ["9s8d7h6c5s", "2s2d2hAcKs", "3s3d2h2cAs", "2s2dAhKcQs", "As9d7h4c2s"]
    values = [worth(hand) for hand in shown]
    assert values == sorted(values, reverse=True)
    assert [kind(one, "fr") for one in values] == [
        *("quinte flush royale", "quinte flush", "carré", "full", "couleur"),
        *("quinte", "brelan", "double paire", "paire", "carte haute"),
    ]
    assert [kind(one) for one in values] == [
        *("royal flush", "straight flush", "four of a kind", "full house", "flush"),
        *("straight", "three of a kind", "two pair", "pair", "high card"),
    ]


@pytest.mark.parametrize(
    ("key", "least", "below"),
    [
        ("royal_flush", "AsKsQsJsTs", "KsQsJsTs9s"),
        ("straight_flush", "5s4s3s2sAs", "AsAdAhAcKs"),
        ("four_of_a_kind", "2s2d2h2c3s", "AsAdAhKcKs"),
        ("full_house", "2s2d2h3c3s", "AsKsQsJs9s"),
        ("flush", "7s5s4s3s2s", "AsKdQsJsTs"),
        ("straight", "5s4s3s2sAd", "AsAdAhKcQs"),
        ("three_of_a_kind", "2s2d2h4c3s", "AsAdKhKcQs"),
        ("two_pair", "3s3d2h2c4s", "AsAdKhQcJs"),
        ("pair_of_aces", "AsAd4h3c2s", "KsKdAhQcJs"),
        ("pair_of_fours", "4s4d5h3c2s", "3s3dAhKcQs"),
        ("pair", "2s2d5h4c3s", "AsKdQhJc9s"),
    ],
)
def test_the_least_of_each_class(key: str, least: str, below: str) -> None:
    assert worth(below) < LEAST[key] <= worth(least)


def test_every_hand_is_a_high_card_or_better() -> None:
    assert LEAST["high_card"] <= worth("7s5d4h3c2s")
    assert list(LEAST.values()) == sorted(LEAST.values(), reverse=True)


@pytest.mark.parametrize(
    "hand",
    [
        cards("As Ks Qs Js"),
        cards("As Kd Qs Js 9d 8d 7d 6d"),
        cards("As Ks Qs Js 9s 8s 7s 6s"),
        (*cards("As Ks Qs Js"), BACK),
        (*cards("As Kd Qs Js 2d 2c"), JOKER),
        cards("As As As As As"),
        cards("As As Ks Qs 9s"),
        (),
    ],
)
def test_what_is_no_high_hand_is_refused(hand: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="best of five, six or seven different cards, no joker"):
        value(hand)


def test_an_unknown_language_is_refused_with_what_is_allowed() -> None:
    with pytest.raises(ValueError, match="'de': the language is en or fr"):
        name(0, "de")
    with pytest.raises(ValueError, match="'': the language is en or fr"):
        kind(0, "")
