"""Games between players as PettingZoo environments: each agent is asked in turn."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from croupier.core.felt import Seat
from croupier.envs.table import Observation, Table

ILLEGAL_REWARD = -1.0


def env(game: str, **arguments: Any) -> Any:
    """The environment as learners take it: an illegal slot ends the episode."""
    return OrderEnforcingWrapper(
        TerminateIllegalWrapper(raw_env(game, **arguments), ILLEGAL_REWARD)
    )


def agent(seat: Seat) -> str:
    """The agent of a seat."""
    return f"seat_{seat}"


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 - PettingZoo's own word.
    """A table of a game, with the arguments of `Table`; `state` allows `state()`."""

    def __init__(
        self,
        game: str,
        *,
        state: bool = False,
        render_mode: str | None = None,
        **arguments: Any,
    ) -> None:
        super().__init__()
        self.table = table = Table(game, **arguments)
        self.metadata = {
            "name": f"croupier_{game}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode, self.shows_state = render_mode, state
        self.possible_agents = [agent(seat) for seat in self.table.seats]
        self.seat_of = dict(zip(self.possible_agents, self.table.seats, strict=True))
        self.agent_of = dict(zip(self.table.seats, self.possible_agents, strict=True))
        self._sees = {a: self.table.observation_space() for a in self.possible_agents}
        self._acts = {a: self.table.action_space() for a in self.possible_agents}
        if state:
            self.state_space = spaces.Box(0, 1, (table.players + 1, 53), np.float32)
        self.chance = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object for the same agent."""
        return self._sees[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object for the same agent."""
        return self._acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """A new episode; without a seed chance goes on from the last."""
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {a: {} for a in self.agents}
        self.agent_selection = self.agents[0]
        self.paid = False
        """Whether the last step ended a hand."""
        self.table.sit_down(self.chance)
        self._go_on()

    def step(self, action: Any) -> None:
        """The slot of the agent whose turn it is."""
        acting = self.agent_selection
        if self.terminations[acting] or self.truncations[acting]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[acting] = 0.0
        if self.paid:
            self._clear_rewards()
            self.paid = False
        self.table.answer(action)
        self._go_on()
        if self.paid:  # Between the ends of hands nobody gains, and nobody leaves.
            self._accumulate_rewards()
            self._deads_step_first()

    def _go_on(self) -> None:
        """Settle hands that are over and deal on, until somebody is asked or the game ends."""
        table = self.table
        while not table.seat:
            self.paid = True
            for seat, worth in table.settle().items():
                if self.agent_of[seat] in self.rewards:
                    self.rewards[self.agent_of[seat]] += worth
            if not table.goes_on():
                self.terminations = dict.fromkeys(self.agents, True)
                return
            table.deal(self.chance)
            self._send_home()
        self.agent_selection = self.agent_of[table.seat]

    def _send_home(self) -> None:
        """Agents without chips have no more to do."""
        here = {self.agent_of[seat] for seat in self.table.in_play()}
        for gone in self.agents:
            if gone not in here:
                self.terminations[gone] = True

    def observe(self, agent: str) -> Observation:
        """What an agent sees; its mask is all zeros when it is not asked."""
        return self.table.observe(self.seat_of[agent])

    def state(self) -> Any:
        """Every card, for a critic that may know them: a row for each seat, the last is the house.

        Only with `state=True`: no player sees it.
        """
        if not self.shows_state:
            raise ValueError("state() shows hidden cards: make the environment with state=True")
        rows = np.zeros((self.table.players + 1, 53), np.float32)
        for (seat, _), lie in self.table.hand.felt.cards.items():
            rows[seat - 1, lie] = 1
        return rows

    def render(self) -> str:
        """The table as the public sees it."""
        return str(self.table.hand.view(0))

    def close(self) -> None:
        """Nothing is held open."""
