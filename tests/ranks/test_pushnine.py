"""Push Nine: classes, ties and every hand there is."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.core.cards import BACK, JOKER, PACK, Card, cards
from croupier.ranks.pushnine import (
    POINTS,
    STRAIGHT,
    THREE_FACES,
    THREE_OF_A_KIND,
    category,
    is_eight_or_better,
    name,
    value,
)


def of(ranks: str) -> int:
    return value(cards("".join(rank + suit for rank, suit in zip(ranks, "cdh", strict=True))))


@pytest.mark.clause("PN-31")
def test_classes_from_highest() -> None:
    ladder = ["222", "32A", "JJQ", "9KT", "8KT", "7KT", "6KT", "5KT", "4KT", "3KT", "2KT"]
    ladder += ["AJT", "TTJ"]
    assert all(of(one) > of(two) for one, two in pairwise(ladder))
    # Pairs and flushes have no value of their own.
    assert of("884") == of("KTT") == value(cards("Ks 8s 2s")) == 0


@pytest.mark.clause("PN-32")
def test_three_of_a_kind_from_aces_down() -> None:
    assert all(of(one * 3) > of(two * 3) for one, two in pairwise("AKQJT98765432"))
    assert of("222") > of("AKQ")


@pytest.mark.clause("PN-33")
def test_straights_from_ace_king_queen_to_three_two_ace() -> None:
    ladder = ["AKQ", "KQJ", "QJT", "JT9", "T98", "987", "876", "765", "654", "543", "432", "32A"]
    assert all(of(one) > of(two) for one, two in pairwise(ladder))
    assert all(category(of(one)) == STRAIGHT for one in ladder)
    assert category(of("2AK")) == POINTS  # No wrap-around.
    assert value(cards("Ks Qs Js")) == value(cards("Kd Qh Jc"))


@pytest.mark.clause("PN-34")
def test_three_faces_all_tie() -> None:
    faces = ["KKQ", "KKJ", "QQK", "QQJ", "JJK", "JJQ"]
    assert len({of(one) for one in faces}) == 1
    assert of("32A") > of("KKQ") > of("9KT")
    assert category(of("KKT")) == POINTS  # Tens are no faces,
    assert category(of("AKK")) == POINTS  # nor are aces.
    assert category(of("KKK")) == THREE_OF_A_KIND


@pytest.mark.clause("PN-35")
def test_points_of_the_printed_examples() -> None:
    shown = {"AK9": 0, "739": 9, "KT8": 8, "556": 6, "889": 5}
    assert {hand: of(hand) for hand in shown} == shown
    assert of("739") == of("9KT") == of("A8K")  # No high card breaks a tie.


@pytest.mark.clause("PN-26")
def test_eight_or_better() -> None:
    assert all(is_eight_or_better(of(hand)) for hand in ["KT8", "739", "KKQ", "32A", "222"])
    assert not any(is_eight_or_better(of(hand)) for hand in ["KT7", "AK9", "556", "AKK"])


# How many of the 22,100 hands have a sum ending in 0 .. 9 (sixteen cards count nothing, four each
# of the others), less the 52 threes of a kind, 12 * 64 straights and 6 * 24 three faces by theirs.
SUMS = (2_384, 2_212, 2_164, 2_212, 2_164, 2_212, 2_164, 2_212, 2_164, 2_212)
BETTER = (288, 132, 68, 4, 68, 68, 68, 68, 68, 132)
EVERY = (2_096, 2_080, 2_096, 2_208, 2_096, 2_144, 2_096, 2_144, 2_096, 2_080)


@pytest.mark.clause("PN-31", "PN-32", "PN-33", "PN-34", "PN-35")
def test_every_hand() -> None:
    assert tuple(a - b for a, b in zip(SUMS, BETTER, strict=True)) == EVERY
    values = Counter(map(value, combinations(PACK, 3)))
    assert values.total() == sum(SUMS) == 22_100
    assert tuple(values[points] for points in range(10)) == EVERY
    assert {one: count for one, count in values.items() if one > 9} == {
        **{THREE_OF_A_KIND << 4 | rank: 4 for rank in range(13)},
        **{STRAIGHT << 4 | top: 64 for top in range(1, 13)},
        THREE_FACES << 4: 144,
    }


@given(
    st.lists(st.sampled_from(PACK), min_size=3, max_size=3, unique=True),
    st.randoms(),
    st.permutations(range(4)),
)
@pytest.mark.clause("PN-31")
def test_neither_order_nor_suits_matter(hand: list[Card], random: Random, suits: list[int]) -> None:
    other = [Card(card & ~3 | suits[card & 3]) for card in hand]
    random.shuffle(other)
    assert value(other) == value(hand)


@pytest.mark.parametrize(
    ("ranks", "english", "french"),
    [
        ("739", "9 points", "9 points"),
        ("KTA", "1 point", "1 point"),
        ("AK9", "0 points", "0 point"),
        ("KKQ", "three faces", "trois figures"),
        ("AKQ", "straight, ace high", "suite à l'as"),
        ("32A", "straight, three high", "suite au trois"),
        ("666", "three sixes", "brelan de six"),
        ("AAA", "three aces", "brelan d'as"),
    ],
)
def test_names(ranks: str, english: str, french: str) -> None:
    assert name(of(ranks)) == english
    assert name(of(ranks), "fr") == french
    with pytest.raises(ValueError, match="en or fr"):
        name(of(ranks), "xx")


@pytest.mark.parametrize(
    "hand",
    [cards("As 2d"), cards("As 2d 3h 4c"), (*cards("As 2d"), BACK), (*cards("As 2d"), JOKER)],
)
def test_what_is_no_push_nine_hand_is_refused(hand: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="three known cards, no joker"):
        value(hand)
