"""How many steps a second a learner gets: `python bench/learning.py`.

A step is one decision with its observation and its legal actions. Hold'em no limit, six seats of
100 big blinds, and heads-up limit; blackjack, one box; always a random legal action. Ours by the
rules (PettingZoo, Gymnasium) and by kernels, thousands of tables at once; the peers are optional:
`pip install rlcard open_spiel`. Seconds are of the processor, so that a busy machine counts less.
"""

from collections.abc import Callable
from importlib import import_module
from time import process_time
from typing import Any

import numpy as np

from croupier import envs  # noqa: F401 - It registers the ids.
from croupier.envs import aec, seat
from croupier.envs.batches import blackjack, holdem

SEED = 8439
SECONDS = 1.0
ROUNDS = 3
TABLES = 1024

Steps = Callable[[], int]
"""Plays for a while and says how many steps that were."""


def main() -> None:
    compete("No-limit hold'em, six seats", "rules, PettingZoo", NO_LIMIT)
    compete("Limit hold'em, two seats", "rules, PettingZoo", LIMIT)
    compete("Blackjack, one box", "rules, Gymnasium", BLACKJACK)


def compete(title: str, ours: str, players: dict[str, Callable[[], Steps]]) -> None:
    """The best of some rounds each, in turn, and what the kernels are worth against each."""
    ready = {}
    for name, made in players.items():
        try:
            ready[name] = made()
        except ImportError:
            print(f"{name} is not installed")
    rates = dict.fromkeys(ready, 0.0)
    for _ in range(ROUNDS):
        for name, steps in ready.items():
            rates[name] = max(rates[name], rate(steps))
    print(f"\n{title}\n{'':28}{'steps a second':>16}{'kernels are':>14}{'rules are':>12}")
    for name, found in sorted(rates.items(), key=lambda item: -item[1]):
        kernels, rules = rates["kernels"] / found, rates[ours] / found
        print(f"{name:28}{found:16,.0f}{kernels:13,.1f}x{rules:11,.2f}x")


def rate(steps: Steps) -> float:
    start, done = process_time(), 0
    while process_time() - start < SECONDS:
        done += steps()
    return done / (process_time() - start)


def by_kernels(make: Any, **arguments: Any) -> Callable[[], Steps]:
    """Our vectorised environment; choosing actions is not counted to it, nor to anybody."""

    def made() -> Steps:
        env, chance = make(TABLES, copy=False, **arguments), np.random.default_rng(SEED)
        seen, _ = env.reset(seed=SEED)
        luck = chance.random((64, TABLES, env.dealer.slots), np.float32)
        turn = 0

        def steps() -> int:
            nonlocal seen, turn
            turn = (turn + 1) % len(luck)
            seen, *_ = env.step((luck[turn] * seen["action_mask"]).argmax(1))
            return TABLES

        return steps

    return made


def by_rules(game: str, **arguments: Any) -> Callable[[], Steps]:
    """Our PettingZoo environment, a hand at a time."""

    def made() -> Steps:
        env, chance = aec.raw_env(game, **arguments), np.random.default_rng(SEED)
        env.reset(seed=SEED)

        def steps() -> int:
            env.reset()
            done = 0
            while True:
                seen, _, ended, _, _ = env.last()
                if ended:
                    return done
                legal = seen["action_mask"].nonzero()[0]
                env.step(legal[int(chance.random() * len(legal))])
                done += 1

        return steps

    return made


def one_box() -> Steps:
    """Our Gymnasium environment, a round at a time."""
    env, chance = seat.Seated("blackjack"), np.random.default_rng(SEED)
    env.reset(seed=SEED)

    def steps() -> int:
        seen, _ = env.reset()
        done, ended = 0, False
        while not ended:
            legal = seen["action_mask"].nonzero()[0]
            seen, _, ended, _, _ = env.step(legal[int(chance.random() * len(legal))])
            done += 1
        return done

    return steps


def by_openspiel(game: str) -> Callable[[], Steps]:
    """OpenSpiel: its tensor and its legal actions at every decision."""

    def made() -> Steps:
        played = import_module("pyspiel").load_game(game)
        chance = np.random.default_rng(SEED)

        def steps() -> int:
            state, done = played.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
                    continue
                state.observation_tensor()
                legal = state.legal_actions()
                state.apply_action(legal[int(chance.random() * len(legal))])
                done += 1
            return done

        return steps

    return made


def by_rlcard(game: str, **config: Any) -> Callable[[], Steps]:
    """RLCard: its state at every decision."""

    def made() -> Steps:
        env = import_module("rlcard").make(game, config={"seed": SEED, **config})
        chance = np.random.default_rng(SEED)

        def steps() -> int:
            state, _ = env.reset()
            done = 0
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(chance.random() * len(legal))])
                done += 1
            return done

        return steps

    return made


ACPC = (
    "universal_poker(betting={betting},numPlayers={players},numRounds=4,blind={blind},"
    "firstPlayer={first},numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,{more})"
)
SIX = ACPC.format(
    betting="nolimit",
    players=6,
    blind="2 4 0 0 0 0",
    first="3 1 1 1",
    more="stack=400 400 400 400 400 400,bettingAbstraction=fcpa",
)
TWO = ACPC.format(
    betting="limit",
    players=2,
    blind="4 2",
    first="2 1 1 1",
    more="raiseSize=4 4 8 8,maxRaises=3 4 4 4",
)
NO_LIMIT = {
    "kernels": by_kernels(holdem.make),
    "rules, PettingZoo": by_rules("holdem"),
    "OpenSpiel": by_openspiel(SIX),
    "RLCard": by_rlcard("no-limit-holdem", game_num_players=6),
}
LIMIT = {
    "kernels": by_kernels(holdem.make, players=2, rules={"limit": "limit"}),
    "rules, PettingZoo": by_rules("holdem", players=2, rules={"limit": "limit"}),
    "OpenSpiel": by_openspiel(TWO),
    "RLCard": by_rlcard("limit-holdem"),
}
BLACKJACK = {
    "kernels": by_kernels(blackjack.make),
    "rules, Gymnasium": one_box,
    "OpenSpiel": by_openspiel("blackjack"),
    "RLCard": by_rlcard("blackjack"),
}

if __name__ == "__main__":
    main()
