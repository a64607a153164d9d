import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import reduce
from textwrap import dedent

import numpy as np
import pytest

from croupier import lab
from croupier.core import catalogue, prices
from croupier.lab import players, simulation
from croupier.lab.games import blackjack, casino_holdem, heads_up_holdem
from croupier.lab.odds import Unanswerable
from croupier.ranks.pays import HighPays

EXACT = {
    "casino-holdem": lambda house: -casino_holdem.odds(house).house_edge_float,
    "heads-up-holdem": lambda house: -heads_up_holdem.odds(house).house_edge_float,
    "blackjack": lambda house: blackjack.value(house, blackjack.solve(house), "total"),
}


def job(game, hands, seed=1, options=None, **changes):
    house = catalogue.game(game).Rules(**changes)
    return simulation.Job(game, prices.plain(house), options or {}, seed, hands)


def reported(work, unit=None):
    block = simulation.added(simulation.alone(work))
    return simulation.report(work.game, block, unit or simulation.unit_of(work), 1000, 100)


@pytest.mark.parametrize("game", EXACT)
def test_a_kernel_agrees_with_the_exact_value(game):
    work = job(game, 1_000_000)
    found = reported(work)
    assert abs(found.mean - EXACT[game](catalogue.game(game).Rules())) < 4 * found.error
    assert sum(found.chances.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("game", "changes"),
    [
        ("casino-holdem", {"call_antes": 3, "dealer_qualifies": "pair_of_aces"}),
        (
            "heads-up-holdem",
            {"raise_before_flop": 4, "raise_on_flop": 3, "dealer_qualifies": "pair_of_fours"},
        ),
    ],
)
def test_other_sizes_and_qualifiers_are_dealt_as_they_are_priced(game, changes):
    rules = catalogue.game(game).Rules(**changes)
    exact = EXACT[game](rules)
    kernel = reported(job(game, 400_000, **changes))
    assert abs(kernel.mean - exact) < 4 * kernel.error
    work = job(game, 1500, seed=7, **changes)
    block = simulation.added(players.blocks(work))
    found = simulation.report(game, block, players.unit_of(work), 1000, 100)
    assert abs(found.mean - exact) < 4 * found.error
    assert set(found.chances) <= set(reported(job(game, 3_000_000, **changes)).chances)


@pytest.mark.parametrize(
    ("game", "hands"), [("casino-holdem", 3000), ("heads-up-holdem", 2000), ("blackjack", 4000)]
)
def test_real_hands_agree_with_the_kernel_and_the_exact_value(game, hands):
    work = job(game, hands, seed=7)
    block = simulation.added(players.blocks(work))
    found = simulation.report(game, block, players.unit_of(work), 1000, 100)
    kernel = reported(job(game, 400_000))
    assert found.hands == hands
    assert abs(found.mean - EXACT[game](catalogue.game(game).Rules())) < 4 * found.error
    assert found.average_bet == pytest.approx(kernel.average_bet, rel=0.05)
    assert found.std_dev == pytest.approx(kernel.std_dev, rel=0.35)
    # Every result of a real hand that is common in the kernel comes up, and no impossible one.
    assert {net for net, chance in kernel.chances.items() if chance > 0.01} <= set(found.chances)
    assert set(found.chances) <= set(reported(job(game, 3_000_000)).chances)


LATE = {"decks": 1, "surrender": "late", "hole_card": "peek", "double_totals": "any"}


EARLY = {
    "decks": 2, "surrender": "early", "hole_card": "peek", "double_totals": "any",
    "charlie_cards": 5, "double_cards": "any", "hit_split_aces": True,
}  # fmt: skip
NO_HOLE_CARD = {
    "decks": 1, "surrender": "early", "dealer_blackjack_takes": "original_bets_only",
    "charlie_cards": 6, "double_cards": "three", "double_after_split": False,
}  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "play"),
    [(LATE, "total"), (LATE, "cards"), (LATE, "pairs"), (EARLY, "total"), (NO_HOLE_CARD, "pairs")],
    ids=["total", "cards", "pairs", "early", "no hole card"],
)
def test_house_choices_are_dealt_as_they_are_valued(rules, play):
    house = catalogue.game("blackjack").Rules(**rules)
    exact = blackjack.value(house, blackjack.solve(house), play)
    found = reported(job("blackjack", 1_000_000, options={"play": play}, **rules))
    assert abs(found.mean - exact) < 4 * found.error
    work = job("blackjack", 2_000, seed=3, options={"play": play}, **rules)
    block = simulation.added(players.blocks(work))
    real = simulation.report("blackjack", block, players.unit_of(work), 1000, 100)
    assert abs(real.mean - exact) < 4 * real.error
    assert real.chances[Fraction(-1, 2)] == pytest.approx(found.chances[Fraction(-1, 2)], abs=0.03)


@pytest.mark.parametrize("game", ["holdem", "omaha-hilo", "double-hand", "push-nine", "low-ball"])
def test_every_other_game_is_played_through_its_rules_too(game):
    work = job(game, 12)
    block = simulation.added(players.blocks(work))
    assert block.hands == 12
    assert block.staked > 0


def test_a_bonus_is_collected_as_the_lab_says():
    house = catalogue.game("casino-holdem").Rules()
    exact = -2 * float(casino_holdem.odds(house).bets["ante_and_bonus"])
    found = reported(job("casino-holdem", 1_000_000, options={"bonus": 1}))
    assert abs(found.mean - exact) < 4 * found.error


def test_workers_do_not_change_the_result():
    work = job("blackjack", 250_000, seed=5)
    alone = simulation.added(simulation.alone(work))
    assert simulation.added(simulation.threads(work, 3)) == alone
    assert simulation.added(simulation.alone(job("blackjack", 250_000, seed=6))) != alone


def test_blocks_in_a_row_add_up_in_any_grouping():
    blocks = [
        simulation.Block(3, {-1: 2, 1: 1}, 3, 0, 2, 2, 1, 0),
        simulation.Block(2, {-1: 2}, 2, 2, 2, 2, 1, 1),
        simulation.Block(3, {-1: 1, 1: 2}, 3, 1, 0, 1, 1, 0),
    ]
    whole = reduce(simulation.together, blocks)
    other = simulation.together(blocks[0], simulation.together(blocks[1], blocks[2]))
    assert whole == other
    assert whole.longest == 5  # Two at the end, two in between, one at the beginning.


def test_losing_runs_and_ruined_sittings_are_counted():
    nets = np.array([-1, -1, 1, -1, -1, -1, 1, -1], np.int32)
    assert simulation._digest(nets, 4, 2) == (2, 1, 3, 2)
    assert simulation._digest(nets, 8, 4) == (2, 1, 3, 1)
    assert simulation._digest(np.full(5, -1, np.int32), 5, 6) == (5, 5, 5, 0)


def test_what_is_interrupted_keeps_what_is_finished():
    work = job("blackjack", 300_000)

    def interrupted():
        yield simulation.play_block(work, 0)
        raise KeyboardInterrupt

    assert simulation.added(interrupted()).hands == 100_000


def test_a_game_without_a_kernel_is_refused():
    with pytest.raises(Unanswerable, match="no kernel"):
        simulation.unit_of(job("holdem", 10))


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_gives_the_same_result():
    pytest.importorskip("distributed")
    script = dedent(
        """
        import os, signal, sys, threading, time
        from distributed import LocalCluster
        from croupier.core import catalogue, prices
        from croupier.lab import simulation

        if __name__ == "__main__":
            house = prices.plain(catalogue.game("blackjack").Rules())
            job = simulation.Job("blackjack", house, {}, 5, 6_000_000)
            with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
                pids = [worker.pid for worker in cluster.workers.values()]
                killed = []
                def blocks():
                    address = cluster.scheduler_address
                    for number, block in enumerate(simulation.cluster(job, address)):
                        if number == 3:
                            os.kill(pids[0], signal.SIGKILL)
                            killed.append(pids[0])
                        yield block
                shared = simulation.added(blocks())
            assert killed
            assert shared == simulation.added(simulation.alone(job))
            print("same", shared.hands)
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=False
    )
    assert "same 6000000" in done.stdout, done.stderr


def taken_by_the_house(table):
    """What the house keeps of a hand, and what it leaves on the layout for the next one."""
    chips = table.last.felt.chips
    kept = sum(many for (seat, word), many in chips.items() if word in ("bank", "drop"))
    left = sum(many for spot, many in chips.items() if spot[0] == 0) - kept
    return kept, left


@pytest.mark.parametrize("game", catalogue.names())
def test_what_the_seats_gain_is_what_the_house_does_not_take(game):
    """Blinds and antes are part of the result: a hand that posts them has cost them."""
    table, left = players.Sitting(job(game, 1, seed=5)), 0
    for number in range(40):
        nets, _ = table.play(number)
        kept, now = taken_by_the_house(table)
        assert sum(nets.values()) == -kept - (now - left), f"hand {number}"
        left = now


def test_equal_players_gain_nothing_but_what_the_house_takes():
    work = job("low-ball", 600, seed=2)
    found = simulation.report(
        "low-ball", simulation.added(players.blocks(work)), players.unit_of(work), 1000, 100
    )
    assert found.mean - 3 * found.error < 0


FINE = {
    "casino-holdem": {
        "ante_pays": HighPays({"royal_flush": 1_000_000, "high_card": "99997/99999"})
    },
    "heads-up-holdem": {"odds_pays": HighPays({"royal_flush": 500, "flush": "1333333/1000000"})},
    "blackjack": {"blackjack_pays": prices.price("1333333/1000000")},
}


@pytest.mark.parametrize("game", FINE)
def test_results_are_exact_at_any_price(game):
    """Results in parts of a bet may be beyond 32 bits, and far apart."""
    work = job(game, 300_000, **FINE[game])
    found = reported(work)
    spreads = lab.of(game).odds(catalogue.game(game).Rules(**FINE[game])).spreads
    assert sum(found.chances.values()) == pytest.approx(1)
    assert set(found.chances) <= set(next(iter(spreads.values())).chances)


def test_results_are_counted_whatever_lies_between_them():
    nets = np.random.default_rng(1).integers(-(1 << 60), 1 << 60, 5_000)
    nets = np.concatenate([nets, nets[:1000], np.arange(-3, 3)])
    found, many = simulation._counted(nets)
    assert dict(zip(found.tolist(), many.tolist(), strict=True)) == Counter(nets.tolist())
