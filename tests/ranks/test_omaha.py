"""Omaha, high and eight-or-better low, against PokerKit, phevaluator and plain enumeration."""

from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phevaluator import evaluate_omaha_cards
from pokerkit import OmahaEightOrBetterLowHand, OmahaHoldemHand

from croupier.core.cards import BACK, JOKER, PACK, Card, cards, text
from croupier.ranks import high, low8, omaha

Deal = tuple[tuple[Card, ...], tuple[Card, ...]]

deals = st.integers(7, 9).flatmap(
    lambda size: st.lists(st.sampled_from(PACK), min_size=size, max_size=size, unique=True)
)


def random_deals(count: int, board: int, pack: tuple[Card, ...] = PACK) -> list[Deal]:
    random = Random(board)
    some = (tuple(random.sample(pack, 4 + board)) for _ in range(count))
    return [(one[:4], one[4:]) for one in some]


def joined(some: tuple[Card, ...]) -> str:
    return text(some).replace(" ", "")


@pytest.mark.parametrize(
    ("hole", "board", "said"),
    [
        ("As 2d 3d 4d", "Ks Qs Js 9s 2c", "pair of twos"),  # One spade is no flush.
        ("As 2s 3d 4d", "Ks Qs Js 9s 2c", "flush, ace high"),
        ("As Ks 2s 3d", "Qh Jh Th 9h 8h", "straight, ace high"),  # No straight flush of the board.
        ("As Ad Ah Ac", "Ks Kd 7h 5c 2s", "two pair, aces and kings"),  # Two aces at most.
        ("2c 3c 4d 5d", "As Ad Ah Kc Ks", "three of a kind, aces"),  # The board may not play.
        ("2c 2d 7h 9s", "2h 2s Kd Kc Ks", "four of a kind, twos"),
        ("Kd 9s 8s 2c", "Kh Kc 9h 9d 4s", "full house, kings over nines"),
        ("7s 6s Ad Ac", "5s 4s 3s Ah As", "straight flush, seven high"),
    ],
)
@pytest.mark.clause("OM-02")
def test_exactly_two_and_three(hole: str, board: str, said: str) -> None:
    worth = omaha.value(cards(hole), cards(board))
    assert omaha.name(worth) == said


@given(deals)
@settings(deadline=None)
@pytest.mark.clause("OM-02")
def test_the_value_is_the_best_of_every_two_and_three(deal: list[Card]) -> None:
    hole, board = deal[:4], deal[4:]
    hands = [(*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)]
    assert omaha.value(hole, board) == max(map(high.value, hands))
    assert low8.omaha_value(hole, board) == max(map(low8.value, hands))


SUITED = tuple(card for card in PACK if card & 3 < 2)  # Two suits: flushes are common.
PAIRED = PACK[28:]  # Six ranks: full houses and quads are.


@pytest.mark.parametrize("pack", [PACK, SUITED, PAIRED])
@pytest.mark.clause("OM-02")
def test_phevaluator_ranks_the_same(pack: tuple[Card, ...]) -> None:
    hands = random_deals(15_000, 5, pack)
    seen = sorted({(omaha.value(*one), evaluate_omaha_cards(*one[1], *one[0])) for one in hands})
    assert all(one[0] < two[0] and one[1] > two[1] for one, two in pairwise(seen))


@pytest.mark.parametrize("board", [3, 4, 5])
@pytest.mark.clause("OM-02")
def test_pokerkit_ranks_the_same(board: int) -> None:
    hands = random_deals(400, board)
    theirs = [OmahaHoldemHand.from_game(joined(hole), joined(board)) for hole, board in hands]
    ours = [omaha.value(*deal) for deal in hands]
    for (mine, yours), (mine2, yours2) in pairwise(zip(ours, theirs, strict=True)):
        assert (mine > mine2, mine == mine2) == (yours > yours2, yours == yours2)


LOW_PACK = PACK[:32] + PACK[48:]  # No tens and faces: lows are common.


@pytest.mark.clause("OM-06", "OM-20")
def test_pokerkit_finds_the_same_lows() -> None:
    deals = random_deals(300, 5) + random_deals(900, 5, LOW_PACK)
    found = []
    for hole, board in deals:
        yours = OmahaEightOrBetterLowHand.from_game_or_none(joined(hole), joined(board))
        mine = low8.omaha_value(hole, board)
        assert (mine == low8.NO_LOW) == (yours is None)
        if yours is not None:
            found.append((mine, yours))
    assert len(found) > 400
    for (mine, yours), (mine2, yours2) in pairwise(found):
        assert (mine > mine2, mine == mine2) == (yours > yours2, yours == yours2)


@pytest.mark.clause("OM-05")
def test_one_selection_for_high_and_another_for_low() -> None:
    hole, board = cards("Ks Kd As 2d"), cards("Kh 8s 7c 4d Qs")
    assert text(omaha.best(hole, board)) == "Ks Kd Kh Qs 8s"
    assert text(low8.omaha_best(hole, board)) == "8s 7c 4d 2d As"
    wheel = cards("As 2d 9h Td"), cards("3c 4h 5s Kd Qd")
    assert set(omaha.best(*wheel)) == set(low8.omaha_best(*wheel))  # Or the same one.


@pytest.mark.clause("OM-06")
def test_no_low_without_three_different_low_ranks_on_the_board() -> None:
    hole = cards("As 2d 3h 4c")
    assert low8.omaha_value(hole, cards("5s 6d 9h Tc Jc")) == low8.NO_LOW
    assert low8.omaha_value(hole, cards("5s 5d 6h Tc Jc")) == low8.NO_LOW
    assert low8.omaha_value(hole, cards("5s 6d 8h Tc Jc")) != low8.NO_LOW


@pytest.mark.clause("OM-20")
def test_a_counterfeited_low() -> None:
    board = cards("2s 7d 8h Kc Qc")
    assert low8.omaha_value(cards("As 2d Kh Ks"), board) == low8.NO_LOW
    assert low8.name(low8.omaha_value(cards("As 2d 3h Ks"), board)) == "eight-seven low"
    assert set(low8.omaha_best(cards("As 2d 3h Ks"), board)) == set(cards("As 3h 2s 7d 8h"))


@given(deals)
@settings(deadline=None)
def test_the_best_five_use_two_and_three_and_make_the_value(deal: list[Card]) -> None:
    hole, board = deal[:4], deal[4:]
    five = omaha.best(hole, board)
    assert (len(set(five) & set(hole)), len(set(five) & set(board))) == (2, 3)
    assert high.value(five) == omaha.value(hole, board)
    low = low8.omaha_best(hole, board)
    if low:
        assert (len(set(low) & set(hole)), len(set(low) & set(board))) == (2, 3)
        assert low8.value(low) == low8.omaha_value(hole, board)


@given(deals, st.randoms(), st.permutations(range(4)))
@settings(deadline=None)
def test_neither_order_nor_the_names_of_suits_matter(
    deal: list[Card], random: Random, suits: list[int]
) -> None:
    other = [Card(card & ~3 | suits[card & 3]) for card in deal]
    hole, board = other[:4], other[4:]
    random.shuffle(hole)
    random.shuffle(board)
    assert omaha.value(hole, board) == omaha.value(deal[:4], deal[4:])
    assert low8.omaha_value(hole, board) == low8.omaha_value(deal[:4], deal[4:])


HOLE, BOARD = cards("As Kd Qs Js"), cards("2c 3c 4d 5h 9s")


@pytest.mark.parametrize(
    ("hole", "board"),
    [
        (HOLE[:3], BOARD),
        ((*HOLE, BOARD[0]), BOARD[1:]),
        (HOLE, BOARD[:2]),
        (HOLE, (*BOARD, Card(40))),
        ((*HOLE[:3], BACK), BOARD),
        (HOLE, (*BOARD[:4], BACK)),
        ((*HOLE[:3], JOKER), BOARD),
        (HOLE, (*BOARD[:4], JOKER)),
    ],
)
def test_what_is_no_omaha_hand_is_refused(hole: tuple[Card, ...], board: tuple[Card, ...]) -> None:
    for rank in (omaha.value, low8.omaha_value):
        with pytest.raises(ValueError, match="four hole cards and three to five of the board"):
            rank(hole, board)
