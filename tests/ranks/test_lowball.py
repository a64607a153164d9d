"""Ace-to-five lowball with the joker."""

from collections import Counter
from itertools import combinations, pairwise
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import RegularLowHand

from croupier.core.cards import BACK, JOKER, PACK, PACK_WITH_JOKER, Card, cards, text
from croupier.ranks.lowball import is_seven_or_better, name, value

# From best to worst; no pair beats a pair, and cards compare from the highest down.
BEST_TO_WORST = """
    5432A 6432A 6532A 6543A 65432 7432A 7542A 7654A 8432A 8765A 9432A T432A J432A Q432A K432A KQJT9
    AA432 AA543 AAKQJ 22543 KK432 KKQJT 22AA3 33AA2 KKQQJ AAA32 222A3 KKKQJ AAA22 222AA KKKQQ
    AAAA2 2222A KKKKQ
"""
LADDER = BEST_TO_WORST.split()


def of(ranks: str) -> tuple[Card, ...]:
    """A hand of such ranks in suits that make it no flush and no card twice."""
    return cards("".join(rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True)))


def worth(line: str) -> int:
    return value(cards(line))


@pytest.mark.clause("LB-05")
def test_every_rung_of_the_ladder_beats_the_next() -> None:
    for upper, lower in pairwise(LADDER):
        assert value(of(upper)) > value(of(lower)), f"{upper} must beat {lower}"


@pytest.mark.clause("LB-05")
def test_straights_and_flushes_do_not_count() -> None:
    assert worth("5s 4s 3s 2s As") == worth("5s 4d 3c 2h As") == max(map(value, map(of, LADDER)))


@pytest.mark.clause("LB-06")
@pytest.mark.parametrize(
    ("with_joker", "as_card"),
    [
        ("6s 5d 3h As Jk", "6s 5d 3h As 2c"),  # The rulebook's own example.
        ("5s 4d 3h 2s Jk", "5s 4d 3h 2s Ac"),
        ("As 2d 3h 4s Jk", "As 2d 3h 4s 5c"),
        ("Ks Kd 3h 2s Jk", "Ks Kd 3h 2s Ac"),  # A pair stays a pair.
        ("As Ad 3h 2s Jk", "As Ad 3h 2s 4c"),
        ("As Ad Ah Ac Jk", "As Ad Ah Ac 2c"),
        ("Ks Kd Kh Kc Jk", "Ks Kd Kh Kc Ac"),
    ],
)
def test_the_joker_is_the_lowest_card_not_in_the_hand(with_joker: str, as_card: str) -> None:
    assert worth(with_joker) == worth(as_card)


@given(st.lists(st.sampled_from(PACK), min_size=4, max_size=4, unique=True))
@settings(deadline=None)
@pytest.mark.clause("LB-06")
def test_no_card_is_better_than_the_joker(four: list[Card]) -> None:
    assert value([*four, JOKER]) == max(value([*four, card]) for card in PACK if card not in four)


# C(53, 5) hands by their highest card, the ace low. Without the joker C(h, 4) sets of ranks have
# h ranks below their highest, in 4**5 suits: 1,024, 5,120, 15,360 ... as published. With it, four
# ranks and 4**4 suits become a hand of that highest card in C(h, 3) ways, and 5 for the wheel.
NO_PAIR = {
    "five": 2_304,
    "six": 7_680,
    "seven": 20_480,
    "eight": 44_800,
    "nine": 86_016,
    "ten": 150_528,
    "jack": 245_760,
    "queen": 380_160,
    "king": 563_200,
}
# 1,098,240 + 82,368 with the joker; 123,552 + 2,808; 54,912 + 2,496; 3,744; 624 + 13.
PAIRED = {"pair": 1_180_608, "two": 126_360, "three": 57_408, "full": 3_744, "four": 637}


@pytest.mark.clause("LB-05", "LB-06")
def test_all_hands_of_the_53_cards() -> None:
    values = Counter(map(value, combinations(PACK_WITH_JOKER, 5)))
    assert values.total() == comb(53, 5) == 2_869_685
    found: Counter[str] = Counter()
    for one, count in values.items():
        first = name(one).replace("-", " ").split()[0]
        found["five" if first == "wheel" else first] += count
    assert found == NO_PAIR | PAIRED
    assert len(values) == 6_175  # As many as there are sets of five ranks: no joker adds one.
    assert sum(count for one, count in values.items() if is_seven_or_better(one)) == 30_464


def test_the_counts_stand_to_reason() -> None:
    below = dict(zip(NO_PAIR, range(4, 13), strict=True))
    for highest, count in NO_PAIR.items():
        ways = comb(below[highest], 3) + (highest == "five")
        assert count == comb(below[highest], 4) * 4**5 + ways * 4**4


@pytest.mark.clause("LB-05")
def test_pokerkit_ranks_the_same() -> None:
    random = Random(5)
    hands = [random.sample(PACK, 5) for _ in range(2_000)]
    theirs = [RegularLowHand(text(hand).replace(" ", "")) for hand in hands]
    for (mine, yours), (mine2, yours2) in pairwise(zip(map(value, hands), theirs, strict=True)):
        assert (mine > mine2, mine == mine2) == (yours > yours2, yours == yours2)


@pytest.mark.clause("LB-08")
def test_seven_or_better() -> None:
    assert is_seven_or_better(worth("7s 6d 5h 4c 3s"))
    assert is_seven_or_better(worth("7s 4d 3h 2c Jk"))
    assert is_seven_or_better(worth("5s 4d 3h 2c As"))
    assert not is_seven_or_better(worth("8s 4d 3h 2c As"))
    assert not is_seven_or_better(worth("As Ad 4h 3c 2s"))


@given(
    st.lists(st.sampled_from(PACK_WITH_JOKER), min_size=5, max_size=5, unique=True),
    st.randoms(),
    st.permutations(range(4)),
)
@settings(deadline=None)
def test_neither_order_nor_the_names_of_suits_matter(
    hand: list[Card], random: Random, suits: list[int]
) -> None:
    other = [card if card == JOKER else Card(card & ~3 | suits[card & 3]) for card in hand]
    random.shuffle(other)
    assert value(other) == value(hand)


@pytest.mark.parametrize(
    ("ranks", "english", "french"),
    [
        ("5432A", "wheel", "roue"),
        ("7542A", "seven-five", "sept-cinq"),
        ("KQ43A", "king-queen", "roi-dame"),
        ("22543", "pair of twos", "paire de deux"),
        ("AA543", "pair of aces", "paire d'as"),
        ("33AA2", "two pair, threes and aces", "double paire, trois et as"),
        ("66632", "three of a kind, sixes", "brelan de six"),
        ("QQQ33", "full house, queens over threes", "full aux dames par les trois"),
        ("TTTT2", "four of a kind, tens", "carré de dix"),
    ],
)
def test_names(ranks: str, english: str, french: str) -> None:
    assert name(value(of(ranks))) == english
    assert name(value(of(ranks)), "fr") == french
    with pytest.raises(ValueError, match="en or fr"):
        name(value(of(ranks)), "xx")


@pytest.mark.parametrize(
    "hand",
    [
        cards("As 2d 3h 4c"),
        cards("As 2d 3h 4c 5c 6c"),
        (*cards("As 2d 3h 4c"), BACK),
        (*cards("As 2d 3h"), JOKER, JOKER),
        (*cards("As 2d"), JOKER, JOKER, JOKER),
        cards("As As As As As"),
    ],
)
def test_what_is_no_lowball_hand_is_refused(hand: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="five known cards, at most one of them the joker"):
        value(hand)
