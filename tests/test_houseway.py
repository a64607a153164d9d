"""The house way, line by line (DH-25)."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import worked
from croupier.core.cards import JOKER, PACK_WITH_JOKER, RANKS, cards, distinct, text
from croupier.games.double_hand.houseway import can_be_completed, house_way
from croupier.ranks import high
from croupier.ranks.doublehand import category, five, fouled, two

COMPLETED = high.STRAIGHT, high.FLUSH, high.STRAIGHT_FLUSH
EXAMPLES = worked.examples("double-hand-poker")
SEVENS = st.lists(st.sampled_from(PACK_WITH_JOKER), min_size=7, max_size=7, unique=True)


def rank(card):
    return 12 if card == JOKER else card >> 2


def ranks(some):
    return sorted((rank(card) for card in some), reverse=True)


def rest(seven, front):
    return [card for card in seven if card not in front]


def front(seven):
    return text(house_way(distinct(seven)))


# Each line with the hands at its edges: the seven cards, the front.
LINES = {
    "1 five aces with kings": ("Ah Ad Ac As Jk Kh Kd", "Kh Kd"),
    "1 five aces with another pair": ("Ah Ad Ac As Jk Qh Qd", "As Ah"),
    "1 five aces with nothing": ("Ah Ad Ac As Jk 9h 8d", "As Ah"),
    "2 four with a pair": ("5h 5d 5c 5s 3h 3d Kc", "3h 3d"),
    "2 four with three of a kind": ("9h 9d 9c 9s Ah Ad Ac", "Ah Ad"),
    "2 four with a pair of aces by the joker": ("Kh Kd Kc Ks Ah Jk 2c", "Ah Jk"),
    "2 high four with a small pair": ("Kh Kd Kc Ks 2h 2d Qc", "2h 2d"),
    "2 four twos": ("2h 2d 2c 2s Kh 6d 4c", "Kh 6d"),
    "2 four sixes": ("6h 6d 6c 6s Kh 7d 4c", "Kh 7d"),
    "2 four sevens without an ace": ("7h 7d 7c 7s Kh 6d 4c", "7s 7h"),
    "2 four sevens with an ace": ("7h 7d 7c 7s Ah 6d 4c", "Ah 6d"),
    "2 four tens without an ace": ("Th Td Tc Ts Kh 6d 4c", "Ts Th"),
    "2 four tens with an ace": ("Th Td Tc Ts Ah 6d 4c", "Ah 6d"),
    "2 four tens with the joker": ("Th Td Tc Ts Jk 6d 4c", "Jk 6d"),
    "2 four jacks with an ace": ("Jh Jd Jc Js Ah 6d 4c", "Js Jh"),
    "2 four aces": ("Ah Ad Ac As Kh 6d 4c", "As Ah"),
    "2 four aces by the joker": ("Ah Ad Ac Jk Kh 6d 4c", "Ah Ad"),
    "2 before a straight": ("9h 9d 9c 9s 8h 7d 6c", "9s 9h"),
    "3 three and a pair": ("9h 9d 9c 6h 6d Ks 4c", "6h 6d"),
    "3 three and two pairs": ("9h 9d 9c 6h 6d 4s 4c", "6h 6d"),
    "3 low three and two high pairs": ("2h 2d 2c Kh Kd Qs Qc", "Kh Kd"),
    "3 three and a pair of aces by the joker": ("9h 9d 9c Ah Jk Ks 4c", "Ah Jk"),
    "3 three aces by the joker and a pair": ("Ah Ad Jk 6h 6d Ks 4c", "6h 6d"),
    "3 before a flush": ("9h 9d 9c Kh Kd 4h 3h", "Kh Kd"),
    "4 two threes": ("9h 9d 9c 6h 6d 6s Kc", "9h 9d"),
    "4 two threes, aces by the joker": ("Ah Ad Jk 6h 6d 6s Kc", "Ah Ad"),
    "5 three pair": ("Qh Qd 8s 8c 3d 3h Kc", "Qh Qd"),
    "5 three pair, aces by the joker": ("Ah Jk 8s 8c 3d 3h Kc", "Ah Jk"),
    "6 a straight, the high cards in front": ("As Kd 8c 7d 6h 5s 4c", "As Kd"),
    "6 a straight, its lower end": ("Ts 9d 8c 7d 6h 5s 2c", "Ts 2c"),
    "6 a straight of six, the top in front": ("Ks 9d 8c 7d 6h 5s 4c", "Ks 9d"),
    "6 the wheel, with a king in front": ("As Kd Jc 5d 4h 3s 2c", "Kd Jc"),
    "6 a flush of six, the highest in front": ("As Ks 9s 7s 5s 3s 2c", "As 2c"),
    "6 a flush of seven": ("As Ks Qs 9s 7s 5s 3s", "As Ks"),
    "6 a pair with a straight": ("8s 8c 7d 6h 5s 4c Kd", "Kd 8s"),
    "6 a pair in front of a straight": ("8s 8c 9d 7h 6s 5c 4d", "9d 8s"),
    "6 a pair in front of a flush": ("Ac Ad Ks 9s 7s 5s 3s", "Ad Ac"),
    "6 three of a kind with a straight": ("As Ad Ac Kh Qs Jc Td", "As Ad"),
    "6 three of a kind with a flush": ("9s 9d 9c Ks 7s 5s 3s", "9d 9c"),
    "6 straight flush broken for the front": ("As Ks 9s 8s 7s 6s 5s", "As Ks"),
    "6 a straight by the joker": ("Jk 9d 8c 7d 6h 3s 2c", "3s 2c"),
    "6 a straight by the joker or a better front": ("Jk Td 9c 8d 7h 6s 2c", "Jk 2c"),
    "6 a flush by the joker": ("Jk Ks 9s 7s 4s Qd 2c", "Qd 2c"),
    "6 a flush by an ace of the joker's suit": ("Jk As 9s 7s 4s Qd 2c", "Qd 2c"),
    "6 the joker in front, as an ace": ("Jk Ks 9s 7s 4s 3s 2c", "Jk 2c"),
    "7 three aces": ("Ah Ad As Kc 9d 5h 3c", "As Kc"),
    "7 three aces by the joker": ("Ah Ad Jk Kc 9d 5h 3c", "Ah Kc"),
    "7 three kings": ("Kh Kd Ks Ac 9d 5h 3c", "Ac 9d"),
    "7 three twos": ("2h 2d 2s Kc 9d 5h 7c", "Kc 9d"),
    "7 three kings and the joker": ("Kh Kd Ks Jk 9d 5h 3c", "Jk 9d"),
    "8a aces and twos": ("Ah Ad 2s 2c Kd 9h 5c", "2s 2c"),
    "8a aces by the joker and kings": ("Ah Jk Ks Kc 9d 7h 5c", "Ks Kc"),
    "8b sixes and fives, with an ace": ("6h 6d 5s 5c Ad 9h Qc", "Ad Qc"),
    "8b sixes and fours, without an ace": ("6h 6d 4s 4c Kd Jh 3c", "Kd Jh"),
    "8b threes and twos": ("3h 3d 2s 2c Kd Jh 9c", "Kd Jh"),
    "8c kings and sevens, with an ace": ("Kh Kd 7s 7c Ad 5h 3c", "7s 7c"),
    "8c jacks and sixes, with an ace": ("Jh Jd 6s 6c Ad 9h 3c", "6s 6c"),
    "8d jacks and fives, with an ace": ("Jh Jd 5s 5c Ad 9h 3c", "Ad 9h"),
    "8d jacks and fives, without an ace": ("Jh Jd 5s 5c Qd 9h 3c", "5s 5c"),
    "8d tens and sixes, with an ace": ("Th Td 6s 6c Ad 9h 3c", "Ad 9h"),
    "8d tens and nines, without an ace": ("Th Td 9s 9c Kd 5h 3c", "9s 9c"),
    "8d nines and fours, with an ace": ("9h 9d 4s 4c Ad Jh 3c", "Ad Jh"),
    "8d nines and fours, without an ace": ("9h 9d 4s 4c Kd Jh 3c", "4s 4c"),
    "8d sevens and twos, with the joker": ("7h 7d 2s 2c Jk Jh 4c", "Jk Jh"),
    "8 two pair before a straight": ("9h 9d 8s 8c 7d 6h 5c", "8s 8c"),
    "8 two pair before a flush": ("Kh Kd 7h 7c Qh 5h 3h", "7h 7c"),
    "8 two pair before a straight by the joker": ("9h 9d 8s 8c 7d 6h Jk", "Jk 7d"),
    "9 one pair": ("9h 9d As Kc 7d 5h 3c", "As Kc"),
    "9 a pair of aces": ("Ah Ad Ks Jc 7d 5h 3c", "Ks Jc"),
    "9 a pair of aces by the joker": ("Ah Jk Ks 9c 7d 5h 3c", "Ks 9c"),
    "9 a pair of twos": ("2h 2d As Kc 7d 9h Jc", "As Kc"),
    "10 no pair": ("Ah Kd Js 9c 7d 5h 3c", "Kd Js"),
    "10 no pair, with the joker": ("Jk Kd Ts 8c 6d 4h 2c", "Kd Ts"),
}


@pytest.mark.clause("DH-25")
@pytest.mark.parametrize(("seven", "wanted"), LINES.values(), ids=LINES)
def test_a_line_of_the_house_way(seven, wanted):
    found = distinct(front(seven))
    assert ranks(found) == ranks(cards(wanted))
    assert fouled(found, rest(distinct(seven), found)) is None
    back = five(rest(distinct(seven), found))
    assert back == five(rest(distinct(seven), cards(wanted)))


@pytest.mark.clause("DH-25")
@pytest.mark.parametrize(
    ("seven", "wanted"),
    [
        pytest.param(" ".join(seven), " ".join(expect["front"]), id=f"{example['id']}-{at}")
        for example in EXAMPLES
        if example["id"] in ("DH-EX-22", "DH-EX-23")
        for at, (seven, expect) in enumerate(
            zip(example["given"], example["expect"], strict=True), 1
        )
    ],
)
def test_worked_example(seven, wanted):
    assert ranks(distinct(front(seven))) == ranks(cards(wanted))


@pytest.mark.clause("DH-25")
def test_of_four_aces_with_the_joker_the_best_back_is_kept():
    seven = distinct("As Ad Ac Jk Ks 9s 4s")
    found = house_way(seven)
    assert ranks(found) == [12, 12]
    assert category(five(rest(seven, found))) == high.FLUSH


@pytest.mark.clause("DH-25")
def test_of_equal_fronts_the_highest_back_decides():
    seven = distinct("As Jk Kd 5h 4c 3d 2s")  # The joker makes six high, the ace only five high.
    assert text(house_way(seven)) == "As Kd"
    seven = distinct("Ks Kd Qs Js Ts 9s 2c")  # Behind Ks-2 it were a mere straight.
    assert text(house_way(seven)) == "Kd 2c"


@given(SEVENS, st.randoms(use_true_random=False))
@settings(deadline=None)
@pytest.mark.clause("DH-25")
def test_the_order_of_the_cards_does_not_matter(seven, chance):
    found = house_way(seven)
    chance.shuffle(seven)
    assert house_way(seven) == found


# A second reading of the clause, slow and in other words.


def reference(seven, *, wheel_second=False):
    """The ranks of the front, and the line that gives it."""
    count = Counter(map(rank, seven))
    fives, fours, threes, pairs, singles = (
        sorted((r for r, n in count.items() if n == times), reverse=True)
        for times in (5, 4, 3, 2, 1)
    )
    six, seven_, ten, jack, king, ace = (RANKS.index(name) for name in "67TJKA")
    if fives:
        return [king] * 2 if pairs == [king] else [ace] * 2, "1"
    if fours:
        beside = threes or pairs
        together = fours[0] <= six or (seven_ <= fours[0] <= ten and ace in singles)
        return beside[:1] * 2 or (singles[:2] if together else fours * 2), "2"
    if threes and pairs:
        return pairs[:1] * 2, "3"
    if len(threes) == 2:
        return threes[:1] * 2, "4"
    if len(pairs) == 3:
        return pairs[:1] * 2, "5"
    if len(pairs) < 2:
        divisions = [
            (two(some), five(rest(seven, some), wheel_second=wheel_second), some)
            for some in combinations(seven, 2)
        ]
        good = [one for one in divisions if category(one[1]) in COMPLETED]
        if good:
            return ranks(max(good)[2]), "6"
    if threes:
        return [ace, singles[0]] if threes == [ace] else singles[:2], "7"
    if len(pairs) == 2:
        higher, lower = pairs
        if higher == ace:
            keep = False
        elif higher <= six:
            keep = True
        elif jack <= higher <= king and lower >= six:
            keep = False
        else:
            keep = ace in singles
        return singles[:2] if keep else [lower] * 2, "8"
    return (singles[:2], "9") if pairs else (singles[1:3], "10")


def check(seven, *, wheel_second=False):
    """The line that applied; a foul or another front than the second reading's is an error."""
    found = house_way(seven)
    assert fouled(found, rest(seven, found)) is None, text(seven)
    wanted, line = reference(seven, wheel_second=wheel_second)
    assert ranks(found) == wanted, f"{text(seven)}: line {line}"
    if line == "6":
        best = max(
            five(rest(seven, some), wheel_second=wheel_second)
            for some in combinations(seven, 2)
            if two(some) == two(found)
        )
        assert five(rest(seven, found), wheel_second=wheel_second) == best, text(seven)
    return line


@pytest.mark.clause("DH-25")
def test_thousands_of_hands_follow_the_lines_and_none_is_fouled():
    chance = Random(25)
    lines = Counter()
    for at in range(20_000):
        pack = list(PACK_WITH_JOKER)
        if at % 2:  # Few ranks make many pairs, threes and fours.
            kept = chance.sample(range(13), chance.randint(2, 6))
            pack = [card for card in pack if card == JOKER or card >> 2 in kept]
        lines[check(chance.sample(pack, 7), wheel_second=at % 3 == 0)] += 1
    assert set(lines) == set(map(str, range(1, 11)))


@pytest.mark.slow
@pytest.mark.clause("DH-25")
def test_no_hand_of_a_million_is_fouled():
    chance = Random(1)
    for _ in range(1_000_000):
        seven = chance.sample(PACK_WITH_JOKER, 7)
        found = house_way(seven)
        back = rest(seven, found)
        assert len(back) == 5
        assert fouled(found, back) is None, text(seven)


@given(SEVENS)
@settings(deadline=None)
@pytest.mark.clause("DH-25")
def test_whether_a_straight_or_flush_is_possible(seven):
    possible = any(category(five(some)) in COMPLETED for some in combinations(seven, 5))
    assert can_be_completed(seven) == possible
