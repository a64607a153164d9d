"""The shoe: cut cards, removed cards, any composition, and what counting cards gains."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import factorial

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.core import catalogue, prices
from croupier.games.blackjack import Rules
from croupier.lab import simulation
from croupier.lab.games import blackjack
from croupier.lab.games.blackjack import (
    counting,
    memory,
    pricing,
    rounds,
    shoes,
    sides,
    spreading,
)
from croupier.lab.odds import Unanswerable

SHEET, ONE = Rules(), Rules(decks=1)
STRANGE = [
    {"decks": 2, "hole_card": "peek", "double_totals": "any", "surrender": "early",
     "charlie_cards": 6, "double_cards": "any", "hit_split_aces": True},
    {"decks": 1, "dealer_blackjack_takes": "original_bets_only", "double_after_split": False,
     "double_cards": "three", "charlie_cards": 5, "surrender": "early"},
]  # fmt: skip
EVERY = [{}, *STRANGE]
NAMED = ["sheet", "peek", "no hole card"]


def test_taking_out_any_card_at_random_changes_nothing():
    full = blackjack.full_shoe(ONE)
    assert float(full @ np.array(shoes.effects(ONE))) == pytest.approx(0, abs=1e-12)
    # P. Griffin, The Theory of Blackjack: one pack, more doubles than this sheet allows.
    griffin = (-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.00, -0.18, -0.51)
    assert np.abs(100 * np.array(shoes.effects(ONE)) - griffin).max() < 0.07


@pytest.mark.clause("BJ-37")
@pytest.mark.parametrize(
    ("rules", "simulated", "error"),
    # Another program: 3,000,000,000 and 500,000,000 rounds to the sheet's cut card, one box.
    [
        pytest.param(SHEET, 0.0057235, 0.0000203, id="six packs"),
        pytest.param(ONE, 0.0020137, 0.0000452, id="one pack", marks=pytest.mark.slow),
    ],
)
def test_a_cut_card_costs_what_billions_of_rounds_say(rules, simulated, error):
    cut = blackjack.to_the_cut(rules)
    assert cut.fresh == pytest.approx(-blackjack.value(rules, blackjack.solve(rules), "total"))
    assert cut.error < error
    assert abs(cut.edge - simulated) < 3 * (error + cut.error)
    assert blackjack.odds(rules).variants == {
        f"to the cut card behind {cut.cards} cards, one box": cut.edge,
        pricing.SHUFFLER: cut.fresh,
    }
    assert abs(cut.dealt - cut.edge) < 3 * cut.dealt_error


def _to_a_cut(order, cut):
    """The gains of rounds from the top of a pack to a cut card, and of one from its other end.

    A round deals one card, or two if the first is low; it gains what its cards show.
    """
    at, gains = 0, []
    while at < cut:
        used = 1 + (order[at] < 3)
        gains.append(order[at] ** 2 - 7 * order[at + used - 1])
        at += used
    other = order[::-1]
    return gains, other[0] ** 2 - 7 * other[other[0] < 3]


@pytest.mark.parametrize("cut", [1, 3, 4])
def test_rounds_to_a_cut_card_gain_what_as_many_from_the_other_end_do(cut):
    dealt = [_to_a_cut(order, cut) for order in permutations(range(7))]
    fresh = sum(gains[0] for gains, _ in dealt) / len(dealt)
    together = sum(sum(gains) for gains, _ in dealt)
    assert together == sum(len(gains) * other for gains, other in dealt)
    if cut > 1:
        assert together != pytest.approx(fresh * sum(len(gains) for gains, _ in dealt), rel=1e-6)


def test_more_shoes_are_dealt_where_somebody_wants_a_closer_figure():
    few, many = (shoes.to_the_cut(ONE, shoes=some) for some in (2_000, 20_000))
    assert many.error < few.error / 2
    told = []
    shoes.to_the_cut(ONE, shoes=60_000, tick=lambda *at: told.append(at))
    assert told == [(50_000, 60_000), (60_000, 60_000)]
    for wrong in (-1, 10**9):
        with pytest.raises(Unanswerable, match="deal 1 to 5,000,000"):
            shoes.to_the_cut(ONE, shoes=wrong)


def test_without_a_cut_card_only_the_fresh_shoe_is_priced():
    odds = blackjack.odds(Rules(decks=1, shuffle_every_round=True))
    assert not odds.variants
    assert "freshly shuffled" in odds.edge_text


def _second_rounds(cards, line):
    """The chance of each order of a pack before a second round from a continuous shuffler.

    A round deals cards until a low one, as hands that draw do: how long it takes is up to them.
    """
    found, deal = Counter(), tuple(permutations(range(cards)))
    for order in deal:
        used = next((at for at, card in enumerate(order) if card < 2), cards) + 1
        used = min(used, cards - line)
        waiting, machine = order[used : used + line], order[:used] + order[used + line :]
        for rest in permutations(machine):
            found[waiting + rest] += Fraction(1, len(deal) * factorial(len(machine)))
    return found


@pytest.mark.parametrize("line", [0, 1, 2, 3])
def test_every_order_is_as_likely_before_a_second_round_from_a_continuous_shuffler(line):
    assert set(_second_rounds(5, line).values()) == {Fraction(1, factorial(5))}


@pytest.mark.parametrize("line", [0, 7, 26])
def test_a_continuous_shuffler_keeps_its_line_and_all_its_cards(line):
    cards, found = rounds.pile(ONE), []
    for first in (0, 1):
        dealt = shoes.shuffled(ONE, line, 400, first=first)
        found.append(dealt)
        assert (np.sort(dealt.pile) == np.sort(cards)).all()
    assert (found[0].gains != found[1].gains).any()


@pytest.mark.slow
@pytest.mark.parametrize("line", [0, 10, 26])
def test_a_continuous_shuffler_costs_what_a_fresh_shoe_does(line):
    gains = shoes.shuffled(ONE, line, 20_000_000).gains
    fresh = -blackjack.value(ONE, blackjack.solve(ONE), "total")
    assert abs(gains.mean() + fresh) < 4 * gains.std() / np.sqrt(len(gains))


def test_a_shoe_is_dealt_as_the_rules_deal_it():
    dealt = shoes.deal(SHEET, 234, 7, 2_000)
    rounds, _, gains, cards = dealt.by_shoe.T
    assert ((cards >= 234) & (cards < 234 + 80)).all()
    assert 8 < rounds.mean() < 13
    error = 1.2 / np.sqrt(rounds.sum())
    assert abs(gains.sum() / rounds.sum() + 0.0057) < 4 * error
    assert dealt.by_count[:, 0].sum() == 7 * rounds.sum()


def test_more_boxes_use_the_shoe_up_in_fewer_rounds():
    alone, full = (shoes.to_the_cut(SHEET, boxes, 20_000) for boxes in (1, 7))
    assert full.rounds < alone.rounds / 4
    assert full.edge < alone.edge
    with pytest.raises(Unanswerable, match="BJ-35"):
        shoes.to_the_cut(SHEET, 8)


# Named shoes.


def test_an_infinite_shoe_does_not_know_its_cards():
    odds = blackjack.odds(SHEET, blackjack.shoe("infinite", SHEET))
    assert float(odds.bets["insurance"]) == pytest.approx(1 / 13)
    edges = [float(edge) for name, edge in odds.bets.items() if name.startswith("by ")]
    assert edges == pytest.approx([edges[0]] * 3, abs=1e-9)
    assert odds.house_edge_float == pytest.approx(0.0064392, abs=1e-6)


def test_an_answer_says_of_which_shoe_it_is():
    told = {
        written: blackjack.odds(Rules(), blackjack.shoe(written, Rules())).edge_of
        for written in ("infinite", "without 5,5,A")
    }
    assert told == {
        "infinite": "from an infinite shoe",
        "without 5,5,A": "from a shoe with A: 23, 2: 24, 3: 24, 4: 24, 5: 22, 6: 24, 7: 24, "
        "8: 24, 9: 24, 10: 96",
    }
    with pytest.raises(Unanswerable, match="to its cut card"):
        blackjack.odds(Rules(), blackjack.shoe("3", Rules()), boxes=7)


def test_a_shoe_may_be_written_in_several_ways():
    six = blackjack.shoe("6", SHEET)
    assert six == blackjack.shoe("24,24,24,24,24,24,24,24,24,96", ONE)
    assert six == tuple(blackjack.full_shoe(SHEET))
    gone = blackjack.shoe("without 5, 5 A T", ONE)
    assert gone == (3, 4, 4, 4, 2, 4, 4, 4, 4, 15)
    for wrong in ("a lot", "1,2,3", "without 11", "without 5 5 5 5 5", "0"):
        with pytest.raises(Unanswerable):
            blackjack.shoe(wrong, ONE)


def test_every_five_out_of_a_pack_is_worth_three_per_cent():
    without = blackjack.odds(ONE, blackjack.shoe("without 5 5 5 5", ONE)).house_edge_float
    assert -0.033 < without < -0.029  # E. Thorp's fives: about 3.3 % with the best play.


# Results, counted.


@pytest.mark.parametrize("options", EVERY, ids=NAMED)
def test_the_results_have_the_mean_of_the_analysis(options):
    rules = Rules(**options)
    solved = blackjack.solve(rules)
    for play in blackjack.PLAYS:
        found = spreading.counted(rules, solved, play)
        assert sum(found.spread.chances.values()) == pytest.approx(1, abs=1e-12)
        exact = blackjack.value(rules, solved, play)
        assert float(found.spread.mean) == pytest.approx(exact, abs=1e-12)


def test_the_results_of_the_sheet_come_as_often_as_they_are_dealt():
    dealt_as_counted({}, 200_000)


@pytest.mark.slow
@pytest.mark.parametrize("options", EVERY, ids=NAMED)
def test_the_results_come_as_often_as_they_are_dealt_a_million_times(options):
    dealt_as_counted(options, 1_000_000)


def dealt_as_counted(options, hands):
    rules = Rules(**options)
    found = spreading.counted(rules, blackjack.solve(rules), "total")
    job = simulation.Job("blackjack", prices.plain(rules), {}, seed=11, hands=hands)
    block = simulation.added(simulation.alone(job))
    seen = simulation.report("blackjack", block, simulation.unit_of(job), 1, 1)
    for net in {*found.spread.chances, *seen.chances}:
        chance = float(found.spread.chances.get(net, 0.0))
        error = np.sqrt(chance * (1 - chance) / hands)
        assert abs(seen.chances.get(net, 0.0) - chance) < 5 * error + 5 / hands, net
    assert seen.average_bet == pytest.approx(found.average_bet, abs=2 / hands**0.5)
    assert seen.std_dev == pytest.approx(found.spread.std_dev, abs=4 / hands**0.5)


# Bets on first cards.


def test_side_bets_cost_what_is_published():
    # https://wizardofodds.com/games/blackjack/side-bets/: Perfect Pairs 25-12-6, six and eight
    # packs; 21+3 by its table of 100-40-30-10-5, eight packs.
    edges = {
        (bet.name, decks): -sides.side_spread(bet, decks).mean
        for bet in sides.sides(Rules(side_bets=("perfect_pairs", "plus_three"))).values()
        for decks in (6, 8)
    }
    assert edges["perfect_pairs", 6] == Fraction(19, 311)
    assert round(100 * float(edges["perfect_pairs", 8]), 2) == 4.10
    assert round(100 * float(edges["plus_three", 8]), 2) == 3.70


def test_a_house_writes_its_own_side_bet():
    own = {"name": "twenties", "evaluation": "total", "pays": {"suited_20": 9, "total_20": 3}}
    rules = prices.convert({"side_bets": [own], "decks": 2}, catalogue.game("blackjack").Rules)
    odds = blackjack.odds(rules)
    assert odds.bets["side twenties"] == blackjack.edge(rules, "side twenties")
    assert sum(line.part for line in odds.lines["side twenties"]) == -odds.bets["side twenties"]
    wrong = {**own, "evaluation": "pair"}
    with pytest.raises(ValueError, match="pays must price"):
        prices.convert({"side_bets": [wrong]}, catalogue.game("blackjack").Rules)


# Counting cards.


def test_at_a_true_count_the_shoe_has_it():
    for true in (-3, 0, 4):
        shoe = counting.shoe_at(SHEET, true)
        running = -float(shoe @ np.array(counting.HI_LO))
        assert running / (shoe.sum() / 52) == pytest.approx(true)
    assert shoe.sum() == 312 - 234 / 2


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"tags": (1.0, 2.0)}, "ten tags"),
        ({"boxes": 9}, "BJ-35"),
        ({"spread": (5.0, 1.0)}, "smaller to a larger"),
        ({"bankroll": 0.0}, "above 0"),
    ],
)
def test_what_cannot_be_counted_is_refused(options, why):
    with pytest.raises(Unanswerable, match=why):
        counting.count(SHEET, **options)
    with pytest.raises(Unanswerable, match="BJ-37"):
        counting.count(Rules(shuffle_every_round=True))


@pytest.mark.slow
def test_index_numbers_are_those_of_the_books():
    # D. Schlesinger, Blackjack Attack: the "Illustrious 18" for Hi-Lo, six packs, S17.
    rules = Rules(hole_card="peek", double_totals="any", resplit_aces=False)
    found = counting.count(rules, spread=(1.0, 12.0), bankroll=1000.0)
    indices = {(one.hand, one.up): one.true for one in found.indices}
    books = {
        ("15", "10"): 4, ("10,10", "5"): 5, ("10,10", "6"): 4, ("10", "10"): 4, ("12", "3"): 2,
        ("12", "2"): 3, ("11", "A"): 1, ("9", "2"): 1, ("10", "A"): 4, ("9", "7"): 3,
        ("16", "9"): 5, ("13", "2"): -1, ("12", "4"): 0, ("12", "5"): -2, ("12", "6"): -1,
        ("13", "3"): -2,
    }  # fmt: skip
    for cell, true in books.items():
        assert abs(indices[cell] - true) < 1, cell
    assert abs(found.insurance - 3) < 0.2
    assert 0.96 < found.correlation < 0.98
    curve = [one.best for one in found.counts]
    assert curve == sorted(curve)
    assert all(one.best >= one.chart for one in found.counts)
    assert sum(one.often for one in found.counts) == pytest.approx(1)
    assert found.n0 == pytest.approx((found.std_dev / found.gain) ** 2)
    assert 0 < found.ruin < 1


# One split with everything seen.


@pytest.mark.parametrize(
    ("up", "rank", "seen"),
    # The exact optimum of another program: one pack, one split, second cards dealt at once.
    [
        pytest.param(1, 2, -0.1064, id="3,3 v 2"),
        pytest.param(2, 2, -0.0225, id="3,3 v 3", marks=pytest.mark.slow),
        pytest.param(5, 1, 0.2698, id="2,2 v 6", marks=pytest.mark.slow),
    ],
)
def test_a_split_is_worth_more_to_a_player_who_looks_at_both_hands(up, rank, seen):
    rules = Rules(decks=1, max_hands_per_box=2)
    shoe = blackjack.full_shoe(rules)
    alone = blackjack.choices(rules, blackjack.solve(rules), up, "pairs")[rank, rank].split
    worth = memory.split_worth(rules, shoe, up, rank)
    assert worth == pytest.approx(seen, abs=0.00006)
    assert worth > alone + 0.004


@pytest.mark.slow
def test_memory_gains_what_another_program_found():
    rules = Rules(decks=1)
    for timing, gain in ("immediate", 0.00001258), ("on_turn", 0.00000770):
        found = memory.with_memory(replace(rules, split_second_card_timing=timing))
        assert found.by_pairs - found.edge == pytest.approx(gain, abs=1e-8)
