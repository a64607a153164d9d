"""Cards as text and as numbers, and packs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.core import cards as pasteboard
from croupier.core.cards import (
    BACK,
    FACES,
    JOKER,
    PACK,
    PACK_WITH_JOKER,
    RANK,
    SUIT,
    BadCards,
    card,
    cards,
    decks,
    distinct,
    symbol,
    symbols,
    text,
)


def test_a_card_is_four_times_its_rank_and_its_suit():
    assert (card("2c"), card("2d"), card("3c"), card("As")) == (0, 1, 4, 51)
    assert (JOKER, BACK) == (52, 53)
    assert [RANK[one] for one in cards("2s Tc Ah")] == [0, 8, 12]
    assert [SUIT[one] for one in cards("Ac Ad Ah As")] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("written", "face"),
    [
        ("As", "As"),
        ("as", "As"),
        ("AS", "As"),
        ("Td", "Td"),
        ("td", "Td"),
        ("10h", "Th"),
        ("10H", "Th"),
        ("A♠", "As"),
        ("10♦", "Td"),
        ("k♥", "Kh"),
        ("7♣", "7c"),
        ("Jk", "Jk"),
        ("jk", "Jk"),
        ("JK", "Jk"),
        ("??", "??"),
    ],
)
def test_a_card_may_be_written_in_many_ways(written, face):
    assert FACES[card(written)] == face


@pytest.mark.parametrize(
    "nonsense",
    ["", "A", "s", "1s", "11s", "As ", " As", "AsK", "Ax", "sA", "?", "joker", "100h", "♠A"],
)
def test_nonsense_is_no_card_and_the_message_says_what_is(nonsense):
    with pytest.raises(
        BadCards, match="is not a card: write a rank of 23456789TJQKA and a suit of"
    ):
        card(nonsense)


@pytest.mark.parametrize("written", ["As Td 9h", "AsTd9h", "as,10d,9♥", " A♠10♦ 9h ", "As, Td, 9h"])
def test_cards_are_written_with_or_without_spaces(written):
    assert text(cards(written)) == "As Td 9h"


def test_no_text_is_no_cards():
    assert cards("") == cards("  ") == ()


@pytest.mark.parametrize("written", ["As T", "AsT", "As 1h", "10", "AsTd9"])
def test_half_a_card_is_refused(written):
    with pytest.raises(BadCards):
        cards(written)


def test_cards_may_be_there_twice_unless_they_must_not():
    assert cards("As As") == (51, 51)
    assert distinct("As Ks") == cards("As Ks")
    with pytest.raises(BadCards, match="As appears twice"):
        distinct("As Ks A♠")


def test_cards_are_drawn_with_symbols():
    assert symbols(cards("As Td 9h 2c Jk ??")) == "A♠ 10♦ 9♥ 2♣ ★ ??"


@given(st.lists(st.sampled_from(range(54))))
def test_what_is_written_is_read_again(some):
    assert list(cards(text(some))) == some


@given(st.lists(st.sampled_from(PACK)))
def test_what_is_drawn_is_read_again(some):
    assert list(cards(symbols(some))) == some
    assert [card(symbol(one)) for one in some] == some


def test_a_pack_has_each_card_once():
    assert len(set(PACK)) == len(PACK) == 52
    assert JOKER not in PACK
    assert {*PACK, JOKER} == set(PACK_WITH_JOKER)
    assert len(PACK_WITH_JOKER) == 53


def test_a_shoe_is_so_many_packs():
    shoe = decks(6)
    assert len(shoe) == 312
    assert all(shoe.count(one) == 6 for one in PACK)


def test_faces_are_all_different():
    assert len(set(FACES)) == len(FACES) == 54
    assert pasteboard.text(PACK[:3]) == "2c 2d 2h"
