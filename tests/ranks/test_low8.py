"""The low half of a hi-lo pot."""

from itertools import combinations, pairwise
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.core.cards import BACK, JOKER, PACK, RANK, Card, cards, text
from croupier.ranks.low8 import NO_LOW, WHEEL, best, name, value

hands = st.integers(5, 7).flatmap(
    lambda size: st.lists(st.sampled_from(PACK), min_size=size, max_size=size, unique=True)
)


LADDER = "5432A 6432A 6532A 65432 7432A 7543A 7654A 76543 8432A 8765A 87654"


def of(ranks: str) -> tuple[Card, ...]:
    return cards("".join(rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True)))


def by_hand(hand: list[Card]) -> list[int] | None:
    """The lowest five different ranks, the ace 1, from the highest down; None above an eight."""
    ranks = sorted({1 if RANK[card] == 12 else RANK[card] + 2 for card in hand})[:5]
    return ranks[::-1] if len(ranks) == 5 and ranks[4] <= 8 else None


@given(hands, hands)
@settings(deadline=None, max_examples=300)
@pytest.mark.clause("OM-06")
def test_the_lowest_highest_card_wins(one: list[Card], two: list[Card]) -> None:
    first, second = by_hand(one), by_hand(two)
    assert (value(one) == NO_LOW) == (first is None)
    if first and second:
        assert (value(one) > value(two)) == (first < second)
        assert (value(one) == value(two)) == (first == second)


@pytest.mark.clause("OM-06")
def test_the_ladder_of_lows() -> None:
    values = [value(of(ranks)) for ranks in LADDER.split()]
    assert all(one > two for one, two in pairwise(values))
    assert values[0] == WHEEL


@pytest.mark.clause("OM-06")
def test_straights_and_flushes_do_not_count_against_a_low() -> None:
    assert value(cards("5s 4s 3s 2s As")) == value(cards("5s 4d 3c 2h As")) == WHEEL


def test_all_five_card_lows() -> None:
    """Five of eight ranks, each of four suits; 5-high 1, 6-high 5, 7-high 15, 8-high 35 sets."""
    values = [value(hand) for hand in combinations(PACK[:28] + PACK[48:], 5)]
    qualified = [one for one in values if one]
    assert len(qualified) == comb(8, 5) * 4**5 == 57_344
    assert qualified.count(WHEEL) == 1_024
    assert len(set(qualified)) == 56


@given(hands)
@settings(deadline=None)
def test_the_best_five_are_of_the_hand_and_make_its_value(hand: list[Card]) -> None:
    five = best(hand)
    assert bool(five) == bool(value(hand))
    if five:
        assert set(five) <= set(hand)
        assert value(five) == value(hand)


def test_best_reads_from_the_highest_down() -> None:
    assert text(best(cards("As Kd 7h 2c 5s 4d 4h"))) == "7h 5s 4d 2c As"
    assert best(cards("As Kd 7h 2c 9s 4d 4h")) == ()


@pytest.mark.parametrize(
    ("hand", "english", "french"),
    [
        ("5s 4d 3h 2c As", "wheel", "roue"),
        ("7s 5d 4h 2c As", "seven-five low", "bas sept-cinq"),
        ("8s 7d 6h 5c 4s", "eight-seven low", "bas huit-sept"),
        ("9s 7d 6h 5c 4s", "no low", "pas de bas"),
    ],
)
def test_names(hand: str, english: str, french: str) -> None:
    assert name(value(cards(hand))) == english
    assert name(value(cards(hand)), "fr") == french
    with pytest.raises(ValueError, match="en or fr"):
        name(value(cards(hand)), "xx")


@pytest.mark.parametrize("last", [BACK, JOKER])
def test_only_known_cards_make_a_low(last: Card) -> None:
    with pytest.raises(ValueError, match="five, six or seven known cards"):
        value((*cards("As 2d 3h 4c"), last))
    with pytest.raises(ValueError, match="five, six or seven known cards"):
        value(cards("As 2d 3h 4c"))
