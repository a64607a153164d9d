"""The count of blackjack."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.core.cards import BACK, JOKER, PACK, Card, card, cards
from croupier.ranks.twentyone import hard, is_blackjack, is_bust, is_soft, name, total, value

some_cards = st.lists(st.sampled_from(PACK), min_size=1, max_size=12)


@pytest.mark.clause("BJ-02")
def test_what_each_card_counts() -> None:
    counts = [value(card(f"{rank}s")) for rank in "A23456789TJQK"]
    assert counts == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


@pytest.mark.parametrize(
    ("hand", "count", "soft"),
    [
        ("As 6d", 17, True),
        ("As 6d Kc", 17, False),
        ("As Ad", 12, True),
        ("As Ad Ah Ac", 14, True),
        ("As Ad 9h", 21, True),
        ("As Ad Th", 12, False),
        ("As Kd", 21, True),
        ("Ks Qd", 20, False),
        ("Ks Qd As", 21, False),
        ("Ks Qd 3s", 23, False),
        ("As As As", 13, True),  # Of several packs.
        ("As 8d 2c", 21, True),
    ],
)
@pytest.mark.clause("BJ-02", "BJ-10")
def test_one_ace_is_eleven_unless_that_is_over(hand: str, count: int, soft: bool) -> None:
    assert total(cards(hand)) == count
    assert is_soft(cards(hand)) == soft
    assert hard(cards(hand)) == count - 10 * soft


@given(some_cards)
@pytest.mark.clause("BJ-02")
def test_the_total_is_the_best_of_all_ways_to_count(hand: list[Card]) -> None:
    ways = [(1, 11) if value(one) == 1 else (value(one),) for one in hand]
    sums = {sum(way) for way in product(*ways)}
    assert total(hand) == max((one for one in sums if one <= 21), default=min(sums))
    assert is_bust(hand) == (min(sums) > 21)


@given(some_cards, st.randoms(), st.permutations(range(4)))
@pytest.mark.clause("BJ-02")
def test_neither_order_nor_suits_matter(hand: list[Card], random: Random, suits: list[int]) -> None:
    other = [Card(one & ~3 | suits[one & 3]) for one in hand]
    random.shuffle(other)
    assert (total(other), is_soft(other)) == (total(hand), is_soft(hand))


def test_a_blackjack_has_two_cards() -> None:
    assert is_blackjack(cards("As Kd"))
    assert is_blackjack(cards("Td Ac"))
    assert not is_blackjack(cards("As 9d"))
    assert not is_blackjack(cards("As 5d 5c"))
    assert not is_blackjack(cards("Ks Qd As"))


@pytest.mark.parametrize(
    ("hand", "english", "french"),
    [
        ("As Kd", "blackjack", "blackjack"),
        ("As 6d", "soft 17", "17 souple"),
        ("Ts 7d", "17", "17"),
        ("7s 7d 7c", "21", "21"),
        ("Ts Kd 3c", "23, bust", "23, sauté"),
    ],
)
def test_names(hand: str, english: str, french: str) -> None:
    assert name(cards(hand)) == english
    assert name(cards(hand), "fr") == french
    with pytest.raises(ValueError, match="en or fr"):
        name(cards(hand), "xx")


def test_after_a_split_it_is_no_blackjack() -> None:
    assert name(cards("As Kd"), split=True) == "soft 21"


@pytest.mark.parametrize("last", [BACK, JOKER])
def test_only_known_cards_are_counted(last: Card) -> None:
    for count in (total, hard, is_soft, is_bust):
        with pytest.raises(ValueError, match="known cards, no joker"):
            count((card("As"), last))
    with pytest.raises(ValueError, match="known cards, no joker"):
        value(last)
