from fractions import Fraction
from random import Random
from weakref import ref

import numpy as np
import pytest

from croupier.core.cards import cards
from croupier.core.prices import Price
from croupier.games import blackjack as bj
from croupier.games import casino_holdem as ch
from croupier.games import heads_up_holdem as hu
from croupier.lab.games import blackjack, casino_holdem, heads_up_holdem
from croupier.lab.kernels import boards, dealers, holdings, showdown
from croupier.lab.odds import Unanswerable
from croupier.ranks.pays import HighPays
from lab import oracles

STANDARD = ch.Rules()
ODD = ch.Rules(
    dealer_qualifies="pair",
    high_card_wins_when_dealer_not_qualified=False,
    ante_pays=HighPays({"straight_flush": 40, "flush": "7 to 2", "straight": 2, "high_card": 1}),
    call_pays=Price(3, 2),
)
DEAR = ch.Rules(dealer_qualifies="pair_of_aces", call_antes=3)


def holding(seed):
    random = Random(seed)
    five = random.sample(range(52), 5)
    return five[:2], five[2:]


def test_there_are_as_many_boards_as_there_should_be():
    assert len(boards.real_flops().cards) == boards.REAL_FLOPS
    assert boards.real_flops().weights.sum() == 22_100
    assert len(boards.suited_boards().suited) == boards.SUITED_BOARDS
    assert (holdings.held().sum(1) == 1176).all()
    # 286 flops of three ranks in the suit, 78 x 13 of two, 13 x 91 of one
    assert (boards.suited_flops() >= 0).sum() == 286 + 78 + 13


@pytest.mark.parametrize("rules", [STANDARD, ODD, DEAR], ids=["standard", "odd", "dear"])
@pytest.mark.parametrize("seed", range(3))
def test_a_call_is_worth_what_brute_force_counts(rules, seed):
    hole, flop = holding(seed)
    solved = casino_holdem.solve(rules)
    found = Fraction(int(solved.call[holdings.real(flop, hole)]), solved.unit)
    assert found == oracles.call_value(rules, hole, flop)


def test_casino_holdem_costs_what_is_published():
    odds = casino_holdem.odds(STANDARD)
    # https://wizardofodds.com/games/casino-hold-em/: 2.16 % with 100/20/10/3/2/1, element of risk
    # 0.82 %, raise 82 % of hands; the bonus of 100/50/40/30/20/7 costs 6.26 %.
    assert odds.house_edge == Fraction(1363917077, 63213204600)
    assert round(100 * odds.house_edge_float, 2) == 2.16
    assert round(100 * odds.element_of_risk, 2) == 0.82
    assert round(odds.frequencies["call"], 2) == 0.82
    assert round(100 * float(odds.bets["bonus"]), 2) == 6.26
    assert odds.exact


def test_the_distributions_are_whole_and_have_the_mean_of_the_decisions():
    odds, solved = casino_holdem.odds(STANDARD), casino_holdem.solve(STANDARD)
    fold = -showdown.RUNOUTS * dealers.DEALERS * solved.unit
    best = (solved.call.clip(min=fold) * solved.held).sum(1) @ boards.real_flops().weights
    assert odds.spreads["ante"].mean == Fraction(int(best), showdown.DEALS * solved.unit)
    for spread in odds.spreads.values():
        assert sum(spread.chances.values()) == 1
    # Pair of aces or better in five cards, from the classes that every book counts.
    pays = {7: 84_480 + 123_552 + 54_912 + 10_200, 20: 5_108, 30: 3_744, 40: 624, 50: 36, 100: 4}
    bonus = odds.spreads["bonus"].chances
    assert {n: bonus[Fraction(n)] * 2_598_960 for n in pays} == pays


def test_a_bonus_that_must_be_called_is_called():
    plain = casino_holdem.calls(STANDARD)
    forced = casino_holdem.calls(STANDARD, bonus=True)
    assert (forced | plain == forced).all()
    at = holdings.real(cards("Ah Ad Kc"), cards("3s 2d"))  # Aces on the flop win the Bonus.
    assert forced[at]
    assert not plain[at]


def test_the_fold_list_of_a_flop_names_the_hands():
    strategy = casino_holdem.strategy(STANDARD, cards("Kd 8c 3h"))
    assert "72o" in strategy.lines[1]
    assert "K2o" not in strategy.lines[1]
    costs = {thumb.rule: thumb.cost for thumb in strategy.thumbs}
    assert all(cost > 0 for cost in costs.values())
    shares = dict(zip(holdings.start_names(), sum(strategy.charts[0].cells, ()), strict=True))
    assert shares["AA"].value == 0 < shares["72o"].value


def test_prices_too_fine_to_count_are_refused():
    rows = {"flush": "3000001/999983", "straight": "2000001/999979", "high_card": "1000001/999961"}
    table = HighPays(rows)
    with pytest.raises(Unanswerable, match="rounder"):
        casino_holdem.odds(ch.Rules(ante_pays=table))


BOLD = hu.Rules(dealer_qualifies="pair_of_fours", raise_before_flop=4, raise_on_flop=3)
HOUSES = [hu.Rules(), hu.Rules(ante_push_first=False, odds_pays_on_tie=True), BOLD]


@pytest.mark.parametrize("rules", HOUSES, ids=["sheet", "options", "bold"])
@pytest.mark.parametrize("seed", [4, 5])
def test_heads_up_decisions_are_worth_what_brute_force_counts(rules, seed):
    hole, flop = holding(seed)
    solved = heads_up_holdem.solve(rules)
    at = holdings.real(flop, hole)
    raised, checked = oracles.raise_and_check(rules, hole, flop)
    assert Fraction(int(solved.raise_flop[at]), solved.unit) == raised
    assert Fraction(int(solved.check_flop[at]), solved.unit) == checked


def test_heads_up_adds_up_and_its_side_bets_cost_what_is_published():
    rules = hu.Rules(side_bets=("trips_plus", "pocket_bonus"))
    odds, solved = heads_up_holdem.odds(rules), heads_up_holdem.solve(rules)
    # The edges that HU-04 prints for the tables of Galaxy Gaming.
    assert odds.bets["side trips_plus"] == Fraction(223175, 6689228)
    assert odds.bets["side pocket_bonus"] == Fraction(10, 221)
    best = sum(
        max(x, y)
        for x, y in zip(solved.check_preflop.tolist(), solved.raise_preflop.tolist(), strict=True)
    )
    assert odds.house_edge == -Fraction(best, showdown.DEALS * solved.unit)
    often = odds.frequencies
    decided = [often[key] for key in ("raise preflop", "raise flop", "raise river", "fold")]
    assert sum(decided) == pytest.approx(1)
    assert odds.average_bet == pytest.approx(2 + 3 * decided[0] + 2 * decided[1] + decided[2])


def test_side_bets_that_a_fold_loses_are_played_for():
    """An own count by another program: 8.079 % of the Ante, 3.336 % of it by the side bet."""
    names = ("trips_plus", "pocket_bonus")
    rules = hu.Rules(side_bets=names, side_bets_live_after_fold=False)
    odds = heads_up_holdem.odds(rules)
    assert float(odds.bets["side trips_plus"]) == pytest.approx(0.03336, abs=5e-6)
    assert float(odds.bets["ante, odds and side trips_plus"]) == pytest.approx(0.08079, abs=5e-6)
    plain = heads_up_holdem.odds(hu.Rules(side_bets=names))
    assert odds.house_edge == plain.house_edge
    for bet in hu.listed(rules):
        solved = heads_up_holdem.solve(rules, ((bet, Fraction(1)),))
        best = sum(np.maximum(solved.check_preflop, solved.raise_preflop).tolist())
        together = odds.bets[f"ante, odds and side {bet.name}"]
        assert together == -Fraction(best, showdown.DEALS * solved.unit)
        assert together > odds.house_edge + plain.bets[f"side {bet.name}"]
        lines = odds.lines[f"side {bet.name}"]
        assert -sum(line.part for line in lines) == odds.bets[f"side {bet.name}"]


def test_nobody_gains_by_checking_aces():
    solved = heads_up_holdem.solve(hu.Rules())
    raised = dict(zip(holdings.start_names(), solved.raises_preflop.tolist(), strict=True))
    assert raised["AA"]
    assert raised["A2o"]
    assert not raised["72o"]
    # A check with a raise of one at the river is never worse than a raise of one at once.
    one = solved.bets_flop + (solved.raise_flop - solved.bets_flop) // 2
    assert (solved.check_flop >= one)[solved.held].all()


def test_sums_beyond_64_bits_are_exact():
    dear = HighPays({"flush": 1_000_000, "straight": "100003/100000", "high_card": 1})
    odds = casino_holdem.odds(ch.Rules(ante_pays=dear))
    assert casino_holdem.edge(ch.Rules(ante_pays=dear), "main") == odds.house_edge
    rules = hu.Rules(odds_pays=HighPays({"flush": 1_000_000, "straight": "100003/100000"}))
    assert heads_up_holdem.edge(rules, "main") == heads_up_holdem.odds(rules).house_edge


@pytest.mark.parametrize("module", [casino_holdem, heads_up_holdem, blackjack])
def test_the_note_about_rounding_is_true(module):
    rules = {casino_holdem: ch, heads_up_holdem: hu, blackjack: bj}[module].Rules
    to_cents, to_chips = (
        [note for note in module.odds(rules(fraction_rounding=way)).notes if "rounded" in note]
        for way in ("down_to_cent", "down_to_chip")
    )
    assert "less than" in to_cents[0]
    assert "less than" not in to_chips[0]
    assert "chips of 1" in to_chips[0]


def test_insurance_is_priced_where_it_is_offered():
    assert "insurance" in blackjack.odds(bj.Rules()).bets
    odds = blackjack.odds(bj.Rules(insurance=False))
    assert all("insurance" not in some for some in (odds.bets, odds.spreads, odds.lines))


def test_the_counts_of_one_dealer_are_let_go_before_those_of_another_are_made(monkeypatch):
    """Both at once would take 200 megabytes."""
    first = ref(dealers.counts(dealers.TIERS[1]).sorts)
    assert first() is not None
    monkeypatch.setattr(dealers, "_counted", lambda _: first())
    assert dealers.counts(dealers.TIERS[2]) is None
    dealers.forget()
