"""The exact price: the figures that the field publishes, and a count without any classes."""

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from croupier import lab
from croupier.core import catalogue
from croupier.core.cards import PACK
from croupier.core.prices import plain
from croupier.lab import answers, form, hints, players, simulation
from deals import bet, dealt
from three_card_poker import PLAY, Rules, hands, qualified
from three_card_poker import lab as mine
from three_card_poker.hands import ThreePays

GAME = "three-card-poker"
PAIR_PLUS = {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 4, "pair": 1}


def test_the_house_finds_what_it_knows():
    assert lab.of(GAME) is mine
    assert GAME in lab.priced()
    assert GAME in lab.strategies()
    assert GAME in form.games()


def test_the_price_of_ante_and_play():
    odds = mine.odds(Rules())
    assert odds.house_edge == Fraction(686689, 20358520)  # 3.3730 %
    assert odds.house_edge_float == pytest.approx(0.033730, abs=5e-7)
    assert odds.frequencies["fold"] == pytest.approx(0.325792, abs=1e-6)
    assert sum(odds.spreads["ante and play"].chances.values()) == 1
    assert mine.edge(Rules(), "main") == odds.house_edge
    assert sum(line.part for line in odds.lines["ante and play"]) == -odds.house_edge


@pytest.mark.parametrize(("flush", "edge"), [(3, 0.072760), (4, 0.023167)])
def test_the_price_of_pair_plus(flush, edge):
    rules = replace(Rules(), pair_plus_pays=ThreePays({**PAIR_PLUS, "flush": flush}))
    assert float(mine.edge(rules, "pair_plus")) == pytest.approx(edge, abs=5e-7)


def test_queen_six_four_is_the_line():
    least = min(one.value for one in mine.played(Rules()))
    assert least == hands.high(10, 4, 2)
    every = mine.classes("queen_high").values()
    assert all((one.value >= least) == (mine.gain(Rules(), one) > -1) for one in every)
    assert mine.strategy(Rules()).lines[0].startswith("PLAY Q-6-4 or better")


def test_all_deals_are_there():
    every = mine.classes("queen_high").values()
    assert len(every) == 1755
    assert sum(one.many for one in every) * mine.DEALERS == 407_170_400


@pytest.mark.parametrize("seed", range(6))
def test_a_class_meets_the_dealers_that_a_plain_count_meets(seed):
    chance = Random(seed)
    held = chance.sample(PACK, 3)
    rest = [card for card in PACK if card not in held]
    unqualified = worse = equal = 0
    value = hands.value(held)
    for a, one in enumerate(rest):
        for b, two in enumerate(rest[:a]):
            for three in rest[:b]:
                other = hands.value((one, two, three))
                if not qualified(Rules(), other):
                    unqualified += 1
                else:
                    worse += other < value
                    equal += other == value
    found = mine._class(Rules(), held)
    assert (found.value, found.unqualified, found.worse, found.equal) == (
        value, unqualified, worse, equal,
    )  # fmt: skip


def test_the_kernel_and_the_rules_deal_the_same_game():
    job = simulation.Job(GAME, plain(Rules()), {}, seed=5, hands=400_000)
    dealt = simulation.report(GAME, simulation.added(simulation.alone(job)), 1, 1000, 100)
    assert abs(dealt.mean + 0.033730) < 4 * dealt.error
    few = simulation.Job(GAME, plain(Rules()), {}, seed=5, hands=300)
    through = simulation.added(players.blocks(few))
    unit = players.unit_of(few)
    seen = simulation.report(GAME, through, unit, 1000, 100)
    assert abs(seen.mean + 0.033730) < 4 * seen.error
    assert {net for net, chance in seen.chances.items() if chance} <= {-2, -1, 0, 1, 2, 3, 5, 6, 7}


def test_the_desk_and_the_coach_answer():
    rules = b"{}"
    answer = answers.answer(GAME, rules)
    assert [bet["name"] for bet in answer["bets"]] == ["main", "pair_plus"]
    assert answer["bets"][0]["cases"] == 407_170_400
    assert answer["bets"][1]["cases"] == 22_100
    spot = answers.spot(GAME, rules, b"seed")
    assert {one["act"] for one in spot["options"]} == {"fold", "play"}
    fields = [field.key for field in form.fields(GAME, Rules())]
    assert fields == ["ante_bonus_pays", "pair_plus_pays", "dealer_qualifies"]


def test_a_fold_is_worth_its_bets():
    hand = dealt("QcKd 6d2h 4c5s")
    bet(hand, 10_00, 5_00)
    hand.expire()
    worth = hints.value_of_options(hand, 1)
    assert worth["fold", "", 0] == -15_00
    assert worth[PLAY, "play", 10_00] > -15_00
    assert catalogue.name(hand.opening.game) == GAME
