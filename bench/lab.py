"""How fast the lab answers: `python bench/lab.py`.

Kernels are compiled and tables filled before the clock starts. Evaluators rank the same random
hands in one run: ours in arrays, the peers call by call by their public functions (as in
bench/evaluators.py), so the ratio says what an array saves, not who has the better table. The
other answers are timed whole, from the rules to the result, in processor seconds of one core,
beside the most that they may take.
"""

import sys
from collections.abc import Callable
from math import comb
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from subprocess import DEVNULL, run
from time import process_time
from typing import Any

import numpy as np

import evaluators
from croupier.core import prices
from croupier.games import blackjack as bj
from croupier.games import casino_holdem as ch
from croupier.games import heads_up_holdem as hu
from croupier.lab import ranges, simulation
from croupier.lab.games import blackjack, casino_holdem, double_hand, heads_up_holdem
from croupier.lab.kernels import dealers, equity, evaluator
from timing import Entry, race, show, show_missing, titled

PEERS = ("phevaluator", "eval7", "pkrbot")
HANDS = 2_000_000
SIMULATED = 2_000_000
SEVENS = comb(52, 7)
MEGABYTES = 1 << 10  # Of kilobytes, in which Linux counts.


def main() -> None:
    rank_hands()
    rate = SEVENS / best_of(lambda: double_hand.count_plain(*evaluator.tables(7)))
    print(f"\nevery 7 cards of a pack in turn: {rate:,.0f} hands a second (at least 600,000,000)")
    print(f"\n{'answer':44}{'seconds':>10}{'at most':>10}")
    for name, work, most in ANSWERS:
        print(f"{name:44}{best_of(work):10.3f}{most:10.1f}")
    print(f"\n{'simulation':44}{'a second':>14}{'at least':>14}")
    for game, house in ("blackjack", bj.Rules()), ("casino-holdem", ch.Rules()):
        print(f"{game:44}{simulated(game, house):14,.0f}{5_000_000:14,}")
    print(f"{'heads-up-holdem':44}{simulated('heads-up-holdem', hu.Rules()):14,.0f}")
    most = getrusage(RUSAGE_SELF).ru_maxrss / MEGABYTES
    print(f"\nmost memory of all this: {most:,.0f} MB (at most 500)")
    print(f"`croupier equity holdem AhKh QsQd`: {from_the_shell():.2f} s (at most 0.8)")


def rank_hands() -> None:
    random = np.random.default_rng(8439)
    hands = np.concatenate([some_hands(random, HANDS // 100) for _ in range(100)])
    values, tables = np.empty(HANDS, np.int32), evaluator.tables(7)
    peers, missing = evaluators.installed(evaluators.random_hands(7))
    wanted = {name: ranker for name, ranker in peers.items() if name in PEERS}
    batch = Entry("croupier lab, arrays", lambda: work(hands, tables, values), HANDS)
    checked = Entry("croupier lab, arrays, checked", lambda: evaluator.evaluate(hands), HANDS)
    show(
        f"7 cards: {HANDS:,} random hands in arrays, peers call by call",
        race([batch, checked, *evaluators.entries(wanted)], clock=process_time),
        titled("croupier lab, arrays"),
    )
    show_missing([name for name in missing if name in PEERS])


def some_hands(random: np.random.Generator, many: int) -> Any:
    return np.argsort(random.random((many, 52), np.float32), axis=1)[:, :7].astype(np.uint8)


def work(hands: Any, tables: Any, values: Any) -> None:
    keys, moves, slots, suited = tables
    evaluator.evaluate_seven(hands, keys, moves, slots, suited, values)


def best_of(work: Callable[[], Any], rounds: int = 3) -> float:
    """The best processor time, after one round that compiles and fills what is kept."""
    work()
    times = []
    for _ in range(rounds):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def fresh(module: Any, house: Any) -> None:
    """An answer without anything kept of the last."""
    dealers.forget()
    kept = casino_holdem.solve, casino_holdem.solve_call
    for one in (*kept, heads_up_holdem.solve_raises, heads_up_holdem.tally_raises):
        one.cache_clear()
    module.odds(house)


def every_strategy() -> None:
    blackjack.solve_hands.cache_clear()
    solved = blackjack.solve(bj.Rules())
    for play in blackjack.PLAYS:
        blackjack.value(bj.Rules(), solved, play)


def preflop() -> None:
    equity.exact("holdem", [ranges.holdem("AhKh"), ranges.holdem("QsQd")])


def against_any() -> None:
    equity.exact("holdem", [ranges.holdem("AhKh"), ranges.holdem("random")])


def from_the_shell() -> float:
    """Processor seconds of the whole command."""
    words = [sys.executable, "-m", "croupier", "equity", "holdem", "AhKh", "QsQd"]

    def spent() -> float:
        before = getrusage(RUSAGE_CHILDREN)
        run(words, check=True, stdout=DEVNULL)  # noqa: S603 - this package's own command.
        after = getrusage(RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(spent() for _ in range(4))


def simulated(game: str, house: Any) -> float:
    """Hands a second of one core."""
    job = simulation.Job(game, prices.plain(house), {}, 1, SIMULATED)
    return SIMULATED / best_of(lambda: simulation.added(simulation.alone(job)))


ANSWERS: list[tuple[str, Callable[[], Any], float]] = [
    ("Casino Hold'em, exact edge", lambda: fresh(casino_holdem, ch.Rules()), 0.5),
    ("Heads-Up Hold'em, exact edge", lambda: fresh(heads_up_holdem, hu.Rules()), 0.8),
    ("blackjack, six packs, three strategies", every_strategy, 1.0),
    ("AhKh v QsQd before the flop, exact", preflop, 0.1),
    ("AhKh v any hand before the flop, exact", against_any, 2.0),
]

if __name__ == "__main__":
    main()
