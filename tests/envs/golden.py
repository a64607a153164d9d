"""Golden episodes: a line for each seed, with a digest of all that an environment gave.

`PYTHONPATH=tests .venv/bin/python -m envs.golden` writes them anew. A changed line is a new version
of the id, unless NumPy has changed its streams.
"""

from hashlib import blake2b
from pathlib import Path
from random import Random

import gymnasium
import numpy as np
import pettingzoo

from croupier import bots, envs

FOLDER = Path(__file__).parents[1] / "golden" / "envs"
EPISODES = 100


def ids() -> dict[str, list[str]]:
    """Every id by the interface that makes it."""
    games = envs.learned()
    pots = [game for game in games if envs.between_players(game)]
    return {
        "aec": [envs.identity(game) for game in pots],
        "gymnasium": [envs.identity(game, versus=game in pots) for game in games],
    }


def path(named: str) -> Path:
    return FOLDER / f"{named.partition('/')[2]}.txt"


def lines(kind: str, named: str) -> list[str]:
    """The episodes of an id."""
    episode = aec_episode if kind == "aec" else gym_episode
    env = made(kind, named)
    return [f"{seed} {episode(env, seed)}" for seed in range(EPISODES)]


def made(kind: str, named: str):
    """An environment; whoever sits there besides the player lets time answer."""
    if kind == "aec":
        return pettingzoo.make("aec", named).unwrapped
    env = gymnasium.make(named).unwrapped
    env.usual = bots.passive
    return env


def slot(rng: Random, mask: np.ndarray) -> int:
    return rng.choice(np.flatnonzero(mask).tolist())


def aec_episode(env, seed: int) -> str:
    digest, rng, steps, won = blake2b(digest_size=6), Random(seed), 0, {}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        digest.update(
            agent.encode() + seen["observation"].tobytes() + seen["action_mask"].tobytes()
        )
        won[agent] = won.get(agent, 0) + reward
        env.step(None if ended or cut else slot(rng, seen["action_mask"]))
        steps += not ended
    return f"{steps} {' '.join(f'{won[a]:g}' for a in sorted(won))} {digest.hexdigest()}"


def gym_episode(env, seed: int) -> str:
    digest, rng, steps, won, ended = blake2b(digest_size=6), Random(seed), 0, 0.0, False
    seen, _ = env.reset(seed=seed)
    while not ended:
        digest.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        seen, reward, ended, _, _ = env.step(slot(rng, seen["action_mask"]))
        steps, won = steps + 1, won + reward
    digest.update(seen["observation"].tobytes())
    return f"{steps} {won:g} {digest.hexdigest()}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for kind, names in ids().items():
        for named in names:
            path(named).write_text("\n".join(lines(kind, named)) + "\n")
