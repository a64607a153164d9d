from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from croupier.games.blackjack import Rules
from croupier.lab.games import blackjack
from croupier.lab.kernels import twentyone

SHEET = Rules()
AMERICAN = Rules(hole_card="peek", double_totals="any", resplit_aces=False)
SINGLE = Rules(
    decks=1, hole_card="peek", double_totals="any", resplit_aces=False, double_after_split=False
)


def dealer_by_hand(shoe, cards):
    """A dealer who stands on all 17s, card by card, in fractions."""
    hard = sum(rank + 1 for rank in cards)
    soft = 0 in cards and hard <= 11
    total = hard + 10 * soft
    if total > 21:
        return {twentyone.BUST: Fraction(1)}
    if total >= 17:
        natural = total == 21 and len(cards) == 2
        return {twentyone.BLACKJACK if natural else total - 17: Fraction(1)}
    ends, left = {}, sum(shoe)
    for rank, many in enumerate(shoe):
        if many:
            rest = (*shoe[:rank], many - 1, *shoe[rank + 1 :])
            for end, chance in dealer_cached(rest, tuple(sorted((*cards, rank)))).items():
                ends[end] = ends.get(end, 0) + Fraction(many, left) * chance
    return ends


@cache
def dealer_cached(shoe, cards):
    return dealer_by_hand(shoe, cards)


@pytest.mark.parametrize("up", [0, 5, 9])
def test_the_dealer_ends_as_card_by_card(up):
    shoe = blackjack.full_shoe(Rules(decks=1))
    shoe[up] -= 1
    every = twentyone.hands()
    hand = blackjack.number([9, 6])
    wanted = np.arange(len(every.counts)) == hand
    found = twentyone.all_dealer_ends(
        up, shoe, 0, 0, wanted, every.counts, *twentyone.dealers(False)
    )[hand]
    left = tuple((shoe - every.counts[hand]).tolist())
    truth = dealer_by_hand(left, (up,))
    assert found.tolist() == pytest.approx([float(truth.get(end, 0)) for end in range(7)])


def test_six_packs_cost_what_is_published():
    # https://wizardofodds.com/games/blackjack/calculator/: six packs, dealer stands on soft 17,
    # doubles on any two cards and after splits, split to four, one card to aces, peek: 0.40 %.
    solved = blackjack.solve(AMERICAN)
    assert 0.0040 < -blackjack.value(AMERICAN, solved, "total") < 0.0041
    by_cards, by_total = (-blackjack.value(AMERICAN, solved, play) for play in ("cards", "total"))
    assert by_cards < by_total < by_cards + 0.0001


def test_a_single_pack_played_by_cards_favours_the_player_as_published():
    # P. Griffin, The Theory of Blackjack: the single-pack game is about even; stand on soft 17,
    # no double after a split: +0.04 % for the best play of the very cards.
    solved = blackjack.solve(SINGLE)
    assert 0.0003 < blackjack.value(SINGLE, solved, "cards") < 0.0005


def test_no_hole_card_changes_the_chart_as_books_say():
    charts = {chart.title: chart for chart in blackjack.strategy(SHEET).charts}
    pairs = dict(zip(charts["Pairs"].rows, charts["Pairs"].cells, strict=True))
    texts = {row: "".join(cell.text for cell in cells) for row, cells in pairs.items()}
    assert texts["A,A"] == "PPPPPPPPPH"  # European: aces are not split against an ace,
    assert texts["8,8"] == "PPPPPPPPHH"  # nor eights against a ten or an ace.
    hard = dict(zip(charts["Hard totals"].rows, charts["Hard totals"].cells, strict=True))
    assert "".join(cell.text for cell in hard["16"]) == "SSSSSHHHHH"
    assert "".join(cell.text for cell in hard["11"]) == "DDDDDDDDHH"


@pytest.mark.slow
def test_house_options_move_the_edge_the_right_way():
    def edge(**options):
        rules = Rules(**{"decks": 1, "double_totals": "any", **options})
        return -blackjack.value(rules, blackjack.solve(rules), "total")

    base = edge()
    assert edge(dealer_hits_soft_17=True) > base
    assert edge(dealer_blackjack_takes="original_bets_only") < base


def test_insurance_by_its_fraction():
    assert blackjack.insurance_edge(SHEET) == Fraction(23, 311)  # 7.395 % with six packs.


@pytest.mark.parametrize("most", [2, 3, 4])
def test_split_hands_are_as_many_as_a_simulation_deals(most):
    shoe = blackjack.full_shoe(Rules(decks=1))
    shoe[7] -= 2
    groups = blackjack.split_groups(most, shoe, 7)
    random = np.random.default_rng(most)
    ranks = np.repeat(np.arange(10), shoe)
    total, deals = 0, 20_000
    for _ in range(deals):
        hands = filled = 0
        hands = 2
        for rank in random.permutation(ranks)[:12]:
            if rank == 7 and hands < most:
                hands += 1
            else:
                filled += 1
            if filled == hands:
                break
        total += hands
    assert sum(groups.values()) == pytest.approx(total / deals, abs=0.01)


def test_hands_grow_from_hands():
    every = twentyone.hands()
    assert all(a >= b for a, b in pairwise(every.hard.tolist()))
    at, rank = blackjack.number([0, 5]), 9
    assert every.totals[at] == 17
    assert every.soft[at]
    assert every.totals[every.longer[at, rank]] == 17
    assert every.longer[blackjack.number([9, 5]), 9] == -1
