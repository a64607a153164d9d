"""Figures of one's own hands, worked out by hand and by another way."""

from statistics import mean, stdev

import pytest

from croupier.core.asks import Decision
from croupier.histories import told
from croupier.histories.figures import ENOUGH, Facts, facts, figures, line, table_of
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


@pytest.mark.parametrize("name", ["blackjack", "low-ball", "push-nine"])
def test_other_games_have_results_alone(name):
    found = figures([Facts(game=name, table="x/y", at="", net=7)])
    assert found.total.vpip is None
    assert found.total.net == 7
