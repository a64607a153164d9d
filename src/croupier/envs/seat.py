"""One seat as a Gymnasium environment: against the house, or against the house's bots."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from croupier import bots
from croupier.bots import Bot
from croupier.core.felt import Seat
from croupier.envs.menu import Mask
from croupier.envs.table import Observation, Stacks, Table

ME = 1


class Seated(gymnasium.Env[Observation, Any]):
    """A player in seat 1; whoever else is there is a bot.

    A hand in which nobody asks the player is an episode too: its one step sees the result, so
    the mean of the rewards is the exact price of the game.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's own.

    def __init__(
        self,
        game: str,
        *,
        players: int = 1,
        stacks: Stacks = 1000,
        opponents: dict[Seat, Bot] | None = None,
        render_mode: str | None = None,
        **arguments: Any,
    ) -> None:
        self.table = Table(game, players=players, stacks=stacks, **arguments)
        self.render_mode = render_mode
        self.action_space = self.table.action_space()
        self.observation_space = self.table.observation_space()
        self.usual, self.opponents = bots.bot(self.table.game), opponents or {}
        self.chance = Random(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new table."""
        super().reset(seed=seed, options=options)
        self.chance = Random(int(self.np_random.integers(2**62)))
        self.table.sit_down(self.np_random)
        self._others_play()
        return self._observe(), {"illegal": False}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take a slot; one that is not legal is answered as the clock would."""
        table, legal, reward, ended = self.table, True, 0.0, False
        if table.seat:
            legal = table.answer(action)
            self._others_play()
        if not table.seat:
            reward = table.settle()[ME]
            ended = not table.goes_on() or ME not in table.in_play()
            if not ended:
                table.deal(self.np_random)
                self._others_play()
        return self._observe(), float(reward), ended, False, {"illegal": not legal}

    def _others_play(self) -> None:
        """Everybody else, until the player is asked or the hand is over."""
        table = self.table
        while table.seat not in (0, ME):
            seat, hand = table.seat, table.hand
            player = self.opponents.get(seat, self.usual)
            table.decide(player(bots.seen(hand, seat), self.chance))

    def _observe(self) -> Observation:
        return self.table.observe(ME) | {"action_mask": self._mask()}

    def _mask(self) -> Mask:
        """The legal slots; a round without a question has one step, which any slot takes."""
        table = self.table
        return table.menu.mask(table.slots if table.seat else (0,))

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal slots, by the name that maskable learners know (sb3-contrib)."""
        return self._mask().view(np.bool_)

    def render(self) -> str:
        """The table as the player sees it."""
        return str(self.table.hand.view(ME))
