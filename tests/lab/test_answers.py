"""The odds desk's answers: they agree with `odds`, and what has no price has none."""

from fractions import Fraction
from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

from croupier import lab
from croupier.core import catalogue, prices
from croupier.core.prices import Price
from croupier.lab import answers, form
from croupier.lab.games import blackjack
from croupier.lab.odds import signed

HEADS_UP = {"side_bets": ("trips_plus", "pocket_bonus"), "side_bets_live_after_fold": False}


@pytest.mark.parametrize(
    ("game", "changes"),
    [("casino-holdem", {"call_pays": Price(3, 2)}), ("heads-up-holdem", HEADS_UP)],
)
def test_parts_of_every_bet_sum_to_its_exact_edge(game, changes):
    house = replace(catalogue.game(game).Rules(), **changes)
    written = msgspec.json.encode(prices.plain(house))
    told = answers.answer(game, written)
    assert told["house_edge_exact"] == told["bets"][0]["edge_exact"]
    for bet in told["bets"]:
        rows = bet["rows"]
        assert bet["exact"]
        assert sum(Fraction(row["chance_exact"]) for row in rows) == 1
        assert -sum(Fraction(row["part_exact"]) for row in rows) == Fraction(bet["edge_exact"])
        assert sum(row["count"] for row in rows) == bet["cases"]
        assert answers.edge(game, written, bet["name"])["edge_exact"] == bet["edge_exact"]


def test_blackjack_is_calculated_and_says_which_shoe_it_means():
    house = catalogue.game("blackjack").Rules()
    told = answers.answer("blackjack", msgspec.json.encode(prices.plain(house)))
    main, insurance = told["bets"]
    assert not main["exact"]
    assert main["rounds"] == 0
    assert "freshly shuffled" in told["edge_of"]
    cut, shuffler = told["variants"]
    assert "cut card" in cut["of"]
    assert cut["edge"] > told["house_edge"]
    assert "continuous shuffler" in shuffler["of"]
    assert (shuffler["edge"], shuffler["error"]) == (told["house_edge"], 0)
    assert -sum(row["part"] for row in main["rows"]) == pytest.approx(main["edge"], abs=1e-12)
    assert insurance["edge_exact"] == "23/311"


@pytest.mark.clause("BJ-18")
def test_tens_are_never_split_so_the_rule_on_equal_tens_has_no_price():
    base = catalogue.game("blackjack").Rules()
    for hole, decks in product(("none", "peek"), (1, 8)):
        house = replace(base, hole_card=hole, decks=decks)
        solved = lab.of("blackjack").solve(house)
        for play, up in product(blackjack.PLAYS, range(10)):
            assert blackjack.choices(house, solved, up, play)[9, 9].act != "split"


def test_a_curve_holds_sheet_and_setting():
    sheet = catalogue.game("casino-holdem").Rules()
    now = replace(sheet, call_pays=Price(6, 5))
    values = [
        prices.price(value) for value in form.around("casino-holdem", "call_pays", sheet, now)
    ]
    assert values == sorted(values)
    assert {Price(1), Price(6, 5)} <= set(values)
    assert form.around("casino-holdem", "dealer_qualifies", sheet, now) == [
        "high_card",
        "pair",
        "pair_of_aces",
        "pair_of_fours",
    ]


def test_the_table_of_a_side_bet_is_a_field_of_its_own():
    sheet = catalogue.game("heads-up-holdem").Rules(side_bets=("trips_plus",))
    assert (
        prices.convert(
            form.closed("heads-up-holdem", sheet, form.opened("heads-up-holdem", sheet)),
            type(sheet),
        )
        == sheet
    )
    fields = {field.key: field for field in form.fields("heads-up-holdem", sheet)}
    assert fields["trips_plus"].bet == "side trips_plus"
    assert fields["pocket_bonus"].value["pocket_aces"] == 30
    assert fields["side_bets"].value == ["trips_plus"]
    now = prices.convert(form.put("heads-up-holdem", sheet, "trips_plus.flush", 6), type(sheet))
    (bet,) = now.side_bets
    assert (bet.name, bet.evaluation, bet.pays.rows["flush"]) == ("trips_plus", "final", 6)
    chance = next(line for line in lines_of(sheet) if line.name == "flush").chance
    edges = [lab.of("heads-up-holdem").edge(one, "side trips_plus") for one in (sheet, now)]
    assert edges[1] - edges[0] == chance


def lines_of(house):
    return lab.of("heads-up-holdem").odds(house).lines["side trips_plus"]


@pytest.mark.parametrize(
    ("net", "told"),
    [
        (Fraction(1_000_001), "+1,000,001"),
        (Fraction(7, 3), "+2.33333"),
        (Fraction(-3), "-3"),
        (Fraction(0), "0"),
    ],
)
def test_results_are_told_apart(net, told):
    assert signed(net) == told
