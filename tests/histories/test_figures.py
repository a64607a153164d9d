"""Figures of one's own hands, worked out by hand and by another way."""

from statistics import mean, stdev

import pytest

from croupier.core import catalogue, fair
from croupier.core.asks import Decision
from croupier.core.hand import Hand
from croupier.histories import told
from croupier.histories.figures import ENOUGH, Facts, facts, figures, line, priced, table_of
from histories.flophands import ABOUT, call_down, table


def one(net: int, **more) -> Facts:
    return Facts(game="holdem", table="a/b", at="", net=net, **more)


def test_a_hand_that_is_called_down_counts_as_played_and_shown():
    hand = call_down(table({}))
    facts_of = {seat: facts(told(hand, seat, ABOUT)) for seat in range(1, 7)}
    assert [facts_of[s].position for s in range(1, 7)] == [
        "small blind",
        "big blind",
        "early",
        "early",
        "cutoff",
        "button",
    ]
    assert all(f.showdown and not f.raised for f in facts_of.values())
    assert [f.voluntary for f in facts_of.values()] == [True, False, True, True, True, True]
    assert sum(f.net for f in facts_of.values()) == 0
    assert {s for s, f in facts_of.items() if f.won} == {
        s for s, f in facts_of.items() if f.net > 0
    }


def test_a_raise_and_a_fold():
    hand = table({})
    hand.decide(3, Decision("raise", 12_00))
    for seat in (4, 5, 6, 1, 2):
        hand.decide(seat, Decision("fold"))
    raiser, folder = (facts(told(hand, seat, ABOUT)) for seat in (3, 4))
    assert (raiser.voluntary, raiser.raised, raiser.bets, raiser.showdown) == (True, True, 1, False)
    assert (folder.voluntary, folder.net) == (False, 0)
    assert raiser.net == 6_00


def test_lines_add_up():
    hands = [one(100, big_blind=200, calls=1), one(-300, big_blind=200, bets=3, voluntary=True)]
    found = line(hands * 15)
    assert (found.hands, found.net, found.per_hundred) == (30, -3000, -10_000)
    assert found.plus_minus == round(100 * 1.96 * stdev([100, -300] * 15) / 30**0.5)
    assert found.big_blinds == 100 * mean([0.5, -1.5])
    assert (found.vpip, found.pfr, found.aggression, found.won_at_showdown) == (
        50.0,
        0.0,
        3.0,
        None,
    )
    assert line([]).hands == 0


def test_a_rate_is_told_only_of_enough_hands():
    few = line([one(-500, big_blind=200)] * (ENOUGH - 1))
    assert (few.per_hundred, few.plus_minus, few.big_blinds, few.vpip) == (None, None, None, 0.0)
    assert line([one(-500)] * ENOUGH).per_hundred == -50_000


def test_kinds_are_told_apart_and_the_curve_ends_where_the_sum_is():
    hands = [one(1)] * 450 + [Facts(game="blackjack", table="c/d", at="", net=-5)]
    found = figures(hands)
    assert [(name, row.hands) for name, row in found.games.items()] == [
        ("holdem", 450),
        ("blackjack", 1),
    ]
    assert found.positions == {}
    assert found.curve[-1] == (451, 445)
    assert len(found.curve) <= 227


def test_the_table_is_safe_for_a_spreadsheet():
    text = table_of(figures([Facts(game='=cmd("x")', table='a,"b', at="", net=3)]))
    rows = text.splitlines()
    assert rows[0].startswith("by,name,hands,net,")
    assert rows[1].startswith("all,,1,3,,,")
    assert rows[2].startswith('game,"\'=cmd(""x"")"')
    assert rows[3].startswith('table,"a,""b"')
    assert len({row.count(",") for row in rows[:2]}) == 1


def house_hand(name: str, *bets: tuple[str, int]):
    game = catalogue.game(name)
    rules = game.Rules(side_bets=("trips_plus",)) if name == "heads-up-holdem" else game.Rules()
    deal = fair.deal(bytes(32), game.pack(rules), game.LOTS)
    hand = Hand(game, rules, {(1, "stack"): 500_00, (2, "stack"): 500_00}, deal)
    for word, amount in bets:
        act = Decision("bet", amount, (1, word)) if amount else Decision("withdraw", 0, (1, word))
        hand.decide(1, act)
    while hand.ask is not None:
        hand.expire()
    return game, facts(told(hand, 1, ABOUT))


@pytest.mark.parametrize(
    ("name", "bets", "staked", "expected"),
    [
        ("casino-holdem", [("ante", 10_00), ("bonus", 5_00)], {"ante": 10_00, "bonus": 5_00}, -50),
        ("casino-holdem", [("ante", 10_00), ("ante", 20_00)], {"ante": 20_00}, -40),
        ("blackjack", [("box 1", 10_00), ("box 4", 20_00)], {"box": 30_00}, -60),
        ("blackjack", [("box 1", 10_00), ("box 1", 0)], {}, 0),
        ("heads-up-holdem", [("ante", 10_00)], {"ante": 10_00, "odds": 10_00}, -20),
    ],
)
def test_bets_against_a_bank_have_their_price(name, bets, staked, expected):
    game, one = house_hand(name, *bets)
    assert one.stakes == staked
    assert one.expected is None
    edges = {"main": 0.02, "bonus": 0.06}
    assert priced(one, game.LAYOUT, edges).expected == pytest.approx(expected)


def test_an_expectation_is_told_where_every_hand_has_one():
    hands = [one(100, expected=-20.0), one(-300, expected=-40.4)]
    assert line(hands).expected == -60
    assert line([*hands, one(5)]).expected is None
    found = figures([*hands, Facts(game="blackjack", table="c/d", at="", net=7, expected=-3.0)])
    assert (found.total.expected, found.games["blackjack"].expected) == (-63, -3)
    assert "expected" in table_of(found).splitlines()[0]


@pytest.mark.parametrize("name", ["blackjack", "low-ball", "push-nine"])
def test_other_games_have_results_alone(name):
    found = figures([Facts(game=name, table="x/y", at="", net=7)])
    assert found.total.vpip is None
    assert found.total.net == 7
