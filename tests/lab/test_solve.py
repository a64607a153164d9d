"""Solvers, held to known values, to brute force and to OpenSpiel's own measure."""

import json
import subprocess
import sys
from itertools import combinations, product
from random import Random

import numpy as np
import pytest

from croupier.core.cards import cards
from croupier.lab.kernels import equity, evaluator
from croupier.lab.kernels.runouts import SHARES
from croupier.lab.odds import Unanswerable
from croupier.lab.solve import (
    allin,
    blueprint,
    buckets,
    characters,
    pushfold,
    small,
    trees,
    walking,
)
from croupier.lab.solve.characters import picked
from croupier.lab.solve.rounds import BettingRound, Classes
from croupier.lab.solve.subgames import Bets, Spot, Subgame
from croupier.lab.strong import ranges
from croupier.lab.strong.ranges import NUMBER
from croupier.ranks import high

HANDS = list(combinations(range(52), 2))
ANY = dict.fromkeys(HANDS, 1.0)


def board_of(text):
    return tuple(int(card) for card in cards(text))


def numbers(text):
    return tuple(sorted(board_of(text)))


# Small games.


def test_kuhn_has_its_known_value():
    solver = small.Solver(small.KUHN)
    solver.learn(400)
    assert solver.worth == pytest.approx(-1 / 18, abs=1e-4)
    assert solver.exploitability < 1e-3


def test_a_policy_that_always_calls_is_worth_exploiting():
    assert small.Solver(small.KUHN).exploitability > 0.1


def openspiel_exploitability(policy):
    """What OpenSpiel finds for a policy of ours, whose keys are the acts with the board between."""
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python import policy as policies  # noqa: PLC0415
    from open_spiel.python.algorithms import exploitability  # noqa: PLC0415

    game = pyspiel.load_game("leduc_poker")
    table = policies.TabularPolicy(game)
    for state in table.states:
        walk, key, dealt = game.new_initial_state(), "", 0
        for act in state.history():
            if walk.is_chance_node():
                dealt += 1
                key += f"/{'JQK'[act // 2]}/" if dealt == 3 else ""
            else:
                key += "fcr"[act]
            walk.apply_action(act)
        me = state.current_player()
        row = table.policy_for_key(state.information_state_string(me))
        row[:] = 0
        chances = policy[key]["JQK"[state.history()[me] // 2]]
        for act, chance in zip(sorted(state.legal_actions()), chances, strict=True):
            row[act] = chance
    return exploitability.exploitability(game, table)


def test_leduc_comes_near_its_known_value():
    solver = small.Solver(small.LEDUC)
    solver.learn(60)
    assert solver.worth == pytest.approx(-0.085606, abs=2e-3)
    assert solver.exploitability < 0.04


@pytest.mark.slow
def test_leduc_is_solved_by_openspiels_measure_too():
    solver = small.Solver(small.LEDUC)
    solver.learn(1_000)
    assert solver.worth == pytest.approx(-0.085606, abs=1e-4)
    assert solver.exploitability < 1e-3
    assert openspiel_exploitability(solver.policy()) == pytest.approx(solver.exploitability)


# Push or fold.


@pytest.mark.parametrize(
    ("one", "two"), [("As Ah", "Ks Kh"), ("Ah Kh", "Qs Qd"), ("7s 2d", "9h 8h")]
)
def test_equities_of_starting_hands_are_exact(one, two):
    """A class against a class is the mean of its ways to be dealt, each over every board."""
    first, second = (buckets.preflop(*numbers(hand)) for hand in (one, two))
    mine = numbers(one)
    total = many = 0
    for hand in HANDS:
        if buckets.preflop(*hand) == second and not set(hand) & set(mine):
            found, boards = equity.over_boards("holdem", [mine, hand], (), ())
            total += found[0, 2] / (equity.SHARES * boards)
            many += 1
    assert allin.equities()[first, second] == pytest.approx(total / many, abs=1e-6)


@pytest.mark.slow
def test_the_shipped_equities_are_those_that_are_counted():
    assert np.abs(allin.counted() - allin.equities()).max() < 1e-6


def test_push_or_fold_at_ten_big_blinds():
    chart = pushfold.solve([10, 10])
    often = allin.pairs().sum(axis=1) / allin.pairs().sum()
    assert chart.exploitability < 5e-5
    assert float(often @ chart.push[0]) == pytest.approx(0.583, abs=0.002)
    assert float(often @ chart.call[0, 1]) == pytest.approx(0.374, abs=0.002)
    assert sum(chart.values) == pytest.approx(0)


def test_deeper_stacks_push_less():
    often = allin.pairs().sum(axis=1) / allin.pairs().sum()
    rates = [float(often @ pushfold.solve([d, d], rounds=300).push[0]) for d in (2, 8, 25)]
    assert rates == sorted(rates, reverse=True)


def test_prizes_make_players_careful():
    """On the bubble the same stacks push and call with less than for chips."""
    often = allin.pairs().sum(axis=1) / allin.pairs().sum()
    chips = pushfold.solve([8, 8, 8], rounds=300)
    bubble = pushfold.solve([8, 8, 8], (50, 50), rounds=300)
    assert often @ bubble.call[1, 2] < often @ chips.call[1, 2]
    assert sum(bubble.values) == pytest.approx(0, abs=1e-9)


def test_too_many_cannot_push():
    with pytest.raises(Unanswerable, match="2 to 6 stacks"):
        pushfold.solve([10] * 7)


# The end of a hand.


@pytest.mark.parametrize("seed", range(5))
def test_showdowns_of_ranges_are_those_of_hands(seed):
    """The kernel with its running sums against every pair of hands."""
    chance = Random(seed)
    board = tuple(chance.sample(range(52), 5))
    some = {hand: chance.random() for hand in chance.sample(HANDS, 60)}
    game = Subgame(Spot(board, 100, 100), [some, some])
    reach = game.ranges[1]
    won, met = np.zeros(len(game.hands)), np.zeros(len(game.hands))
    walking.showdown(reach, game.order[0], game.values[0], game.a, game.b, game.by_card, won)
    walking.facing(reach, game.a, game.b, game.by_card, met)
    worth = [high.value([*hand, *board]) for hand in game.hands]
    for at, hand in enumerate(game.hands):
        free = [n for n, other in enumerate(game.hands) if not set(hand) & set(other)]
        expected = sum(reach[n] * np.sign(worth[at] - worth[n]) for n in free)
        assert won[at] == pytest.approx(expected)
        assert met[at] == pytest.approx(sum(reach[n] for n in free))


def test_a_river_is_solved_to_a_thousandth_of_the_pot():
    game = Subgame(Spot(board_of("Ks 9d 4c 7h 2s"), 100, 300), [ANY, ANY])
    game.learn(200)
    assert len(game.hands) == 1081
    assert game.exploitability() < 0.001
    weights = [game.ranges[me] * game.meetings(me) for me in (0, 1)]
    ends = [float(game.value(me) @ weights[me] / weights[me].sum()) for me in (0, 1)]
    assert sum(ends) == pytest.approx(100, abs=0.01)


def test_the_nuts_bet_and_a_bluff_catcher_sees_the_price():
    """Nuts or air against a hand that beats air only: for a pot-sized all-in the bettor bluffs
    once for two bets of value, and the other calls half the time (a game known in closed form).
    """
    board = board_of("Ks Kd 7c 7h 2s")
    nuts, air, catcher = numbers("Kh Kc"), numbers("4d 3d"), numbers("Ac Ad")
    polar = {nuts: 1.0, air: 1.0}
    game = Subgame(Spot(board, 100, 100, Bets((1.0,), 1)), [polar, {catcher: 1.0}])
    game.learn(3_000)
    root = game.strategy(0)
    shove = game.acts(0).index(100)
    assert root[shove, game.hands.index(nuts)] > 0.98
    assert root[shove, game.hands.index(air)] == pytest.approx(0.5, abs=0.03)
    calls = game.strategy(game.at([100]))[1, game.hands.index(catcher)]
    assert calls == pytest.approx(0.5, abs=0.05)


def test_a_turn_is_solved_with_every_river():
    top = {numbers(h): 1.0 for h in ("As Ah", "Ks Qs", "7h 6h", "9c 9h", "Jd Td", "8c 8h")}
    game = Subgame(Spot(board_of("Kd 9s 5h 2c"), 100, 200, Bets((1.0,), 1)), [top, top])
    first = game.exploitability()
    game.learn(150)
    assert game.exploitability() < min(0.005, first / 10)


def test_a_tree_that_is_too_large_is_refused():
    with pytest.raises(Unanswerable, match="narrower ranges or fewer bet sizes"):
        Subgame(Spot(board_of("Kd 9s 5h"), 100, 1000, Bets((1.0,), 1)), [ANY, ANY])


def test_acts_that_were_made_are_in_the_tree():
    line = (37, 95)
    spot = Spot(board_of("Ks 9d 4c 7h 2s"), 100, 300, line=line)
    game = Subgame(spot, [ANY, ANY])
    node = game.at(line)
    assert tuple(game.tree.nodes[node, 4:6]) == (37, 95)
    assert game.acts(node)[:2] == [-2, -1]


# The blueprint.


def test_hands_fall_into_buckets_by_what_they_win():
    known = blueprint.load("limit").bounds
    board = board_of("Ah Kd 7c")
    every = buckets.of_board(board, known)
    named = [numbers(h) for h in ("As Ad", "Kc Qs", "7s 6s", "3d 2s")]
    found = every[[NUMBER[hand] for hand in named]]
    assert list(found) == sorted(found, reverse=True)
    assert len(set(found.tolist())) >= 3


def test_what_every_hand_wins_is_what_it_wins_alone():
    board = board_of("Ah Kd 7c 2s")
    mean, spread = buckets.features(board)
    held = numbers("Qs Js")
    counts, boards = equity.over_boards("holdem", (held, numbers("9c 9d")), board, ())
    one = np.zeros(len(buckets.HANDS))
    one[NUMBER[numbers("9c 9d")]] = 1.0
    alone = float(counts[0, 2]) / (SHARES * boards)
    assert ranges.strength(board, one)[NUMBER[held]] == pytest.approx(alone)
    assert 0.4 < mean[NUMBER[held]] < 0.6
    assert spread[NUMBER[held]] > 0
    assert (mean[buckets.taken(board)] == 0).all()


def test_characters_do_what_they_are_named_for():
    """What is drawn while learning is as likely as the ranges think."""
    for kind in range(1, 6):
        for stays, calls, more in product((False, True), (0, 1), (1, 2, 4)):
            many = calls + more
            drawn = [picked(kind, stays, calls, many, (n + 0.5) / 5000) for n in range(5000)]
            marks = np.array([stays], np.uint8)
            for at in range(many):
                often = characters.likely(kind, marks, calls, many, at)[0]
                assert drawn.count(at) / 5000 == pytest.approx(often, abs=0.01)


def test_the_choosy_like_a_quarter_of_starting_hands():
    starting = characters.liked()[0][buckets.starting()]
    assert 0.2 < starting.mean() <= 0.25
    assert starting[NUMBER[48, 49]]
    assert not starting[NUMBER[0, 21]]


def test_callers_are_bet_for_value_and_never_bluffed():
    """Against callers alone every hand that is ahead of most of them bets, none that is behind."""
    board = board_of("Ks 9d 4c 7h 2s")
    free = [hand for hand in combinations(range(52), 2) if not {*hand} & {*board}]
    every, none = dict.fromkeys(free, 1.0), dict.fromkeys(free, 1e-9)
    game = Subgame(Spot(board, 100, 1000, Bets(unit=50, raises=1)), [every, none], 1, every)
    game.learn(60)
    bets = game.strategy(0)[1]
    ahead = buckets.on_river(board)[1][[NUMBER[hand] for hand in game.hands]]
    assert bets[ahead > 0.55].min() > 0.9
    assert bets[ahead < 0.45].max() < 0.1
    assert game.exploitability() < 0.002


def test_whoever_has_led_and_stays_is_not_bluffed():
    """Callers that bet small and give nothing up: good hands raise, bad ones do not."""
    board = board_of("Ks 9d 4c 7h 2s")
    free = [hand for hand in combinations(range(52), 2) if not {*hand} & {*board}]
    every, none = dict.fromkeys(free, 1.0), dict.fromkeys(free, 1e-6)
    game = Subgame(Spot(board, 100, 300, line=(8,)), [none, every], 0, every, led=True)
    game.learn(60)
    node = game.at((8,))
    assert game.acts(node)[:2] == [-2, -1]
    raises = game.strategy(node)[2:].sum(axis=0)
    ahead = buckets.on_river(board)[1][[NUMBER[hand] for hand in game.hands]]
    assert raises[ahead > 0.6].min() > 0.9
    assert raises[ahead < 0.4].max() < 0.1


@pytest.mark.parametrize(("part", "found"), [(0.05, 0), (0.15, 0), (0.3, 1), (0.5, 1), (0.9, 2)])
def test_a_bet_is_taken_for_the_nearest_that_the_tree_knows(part, found):
    """A small one for a check; then sizes of half a pot and a pot."""
    assert ranges.nearest([0.0, 0.5, 1.0, 20.0], part) == found


@pytest.mark.parametrize("name", list(blueprint.GROWERS))
def test_the_blueprint_has_a_strategy_for_every_node(name):
    plan = blueprint.load(name)
    for at in np.flatnonzero((plan.tree.nodes[:, 0] >= 0) & (plan.tree.nodes[:, 0] < 3)):
        mixed = plan.strategy(int(at))
        assert mixed.shape[0] == plan.tree.nodes[at, 3]
        assert mixed.sum(axis=0) == pytest.approx(1)
    rags, aces = buckets.preflop(0, 21), buckets.preflop(48, 49)
    assert plan.strategy(0)[0, aces] < 0.02
    raises = plan.strategy(0)[2:].sum(axis=0)
    assert raises[aces] > raises[rags]


def test_a_tree_moves_chips_as_the_table_does():
    tree = trees.no_limit(200)
    nodes = tree.nodes
    assert (nodes[:, 4:6] <= 200).all()
    shown = nodes[nodes[:, 0] == trees.SHOW]
    assert (shown[:, 4] == shown[:, 5]).all()


def test_an_all_in_is_worth_what_both_hands_win_on_average():
    """While learning, chance after the last bet is counted: all rivers, or some boards of a flop
    that are in the end all of them.
    """
    board, holes = board_of("Ah Kd 7c 2s 9h"), (numbers("Qs Js"), numbers("9c 9d"))
    shown, held = np.array(board), np.array([*holes[0], *holes[1]])
    rows = np.zeros((44, 4))
    for turn, row in enumerate(rows):
        shown[:] = board
        blueprint._on_average(shown, held, turn, *evaluator.tables(7), row)
    for street in 1, 2:
        counts, boards = equity.over_boards("holdem", holes, board[: street + 2], ())
        exact = 2 * float(counts[0, 2]) / (SHARES * boards) - 1
        assert rows[:, street].mean() == pytest.approx(exact)
    assert rows[:, 2].std() == pytest.approx(0)


@pytest.mark.slow
def test_learning_goes_on_from_nothing():
    _, deals, known, lessons = next(blueprint.learn(["no limit 18"], 1e9))
    packed = blueprint.packed(known, lessons, deals)
    assert deals == blueprint.BOARDS * blueprint.DEALS
    assert packed["no limit 18"].dtype == np.uint8


# Commands.


def command(*words):
    done = [sys.executable, "-m", "croupier", "solve", *words]
    return subprocess.run(done, capture_output=True, text=True, check=False)


def test_solutions_are_printed_drawn_and_told(tmp_path):
    page = tmp_path / "river.html"
    asked = ("river", "Ks 9d 4c 7h 2s", "--oop", "QQ+, AKs", "--ip", "TT-99, KQs", "--rounds", "50")
    done = command(*asked, "--json", "--html", str(page))
    told = json.loads(done.stdout)
    assert told["exploitability"] < 0.05
    assert set(told["values"][0]) >= {"AhAd"}
    assert "Exploitability" in page.read_text("utf-8")
    chart = command("pushfold", "--stacks", "10")
    assert "Exploitability: 0.0" in chart.stdout
    wrong = command("river", "Ks 9d")
    assert wrong.returncode == 2
    assert "name 5 cards" in wrong.stderr


def half_street(rounds):
    """The clairvoyance game of von Neumann: nuts or nothing against a bluff catcher."""
    weights = np.array([0.5, 0.0, 0.5]), np.array([0.0, 1.0, 0.0])
    order = np.arange(3)
    wins = np.sign(order[:, None] - order[None, :]).astype(float)
    game = BettingRound(Classes(weights, wins), 100, 100, Bets(sizes=(1.0,), raises=1), ())
    game.learn(rounds)
    return game


def test_a_round_of_classes_is_solved_as_it_is_known():
    game = half_street(600)
    assert game.acts(0) == [-1, 100]
    bluffs, bets = game.strategy(0)[1, [0, 2]]
    assert bets > 0.99
    assert bluffs == pytest.approx(0.5, abs=0.03)  # A bet of the pot bluffs once for two bets.
    calls = game.strategy(game.node((100,)))[1, 1]
    assert calls == pytest.approx(0.5, abs=0.03)
    assert game.exploitability() < 0.01
    assert game.exploitability() < half_street(5).exploitability()


def test_a_player_who_has_checked_may_not_raise_where_the_house_says_so():
    for allowed in (True, False):
        bets = Bets(raises=3, unit=4, check_raise=allowed)
        classes = Classes((np.ones(1), np.ones(1)), np.zeros((1, 1)))
        game = BettingRound(classes, 8, 40, bets, ())
        assert game.acts(game.node((-1, 4))) == ([-2, -1, 8] if allowed else [-2, -1])
        assert game.acts(game.node((4,))) == [-2, -1, 8]


def test_a_round_with_blinds_begins_with_what_lies_there():
    classes = Classes((np.ones(1), np.ones(1)), np.zeros((1, 1)))
    game = BettingRound(classes, 1, 40, Bets(raises=3, unit=4), (), (2, 4))
    assert game.acts(0) == [-2, -1, 8]
    assert game.acts(game.node((-1,))) == [-1, 8]  # The big blind has its option.
    assert game.acts(game.node((8, 12, 16))) == [-2, -1]


def test_the_best_class_never_folds_where_it_should_not_have_come():
    order = np.arange(5)
    wins = np.sign(order[:, None] - order[None, :]).astype(float)
    even = np.full(5, 0.2)
    bets = Bets(raises=3, unit=4, check_raise=False)
    game = BettingRound(Classes((even, even), wins), 8, 40, bets, ())
    game.learn()
    assert game.strategy(0)[0, 4] < 0.05  # It bets: a check could not be followed by a raise.
    assert game.strategy(game.node((-1, 4)))[0, 4] < 0.01
