"""Thousands of tables at once, as a vectorised Gymnasium environment on kernels."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from croupier.envs.chance import Bits, sown
from croupier.envs.sight import FAR
from croupier.envs.table import Stacks

Ints = NDArray[np.int64]
Rows = NDArray[np.float32]
Masks = NDArray[np.int8]
Refusal = Callable[[Any], bool]


class NotCompiled(ValueError):
    """Rules that no kernel deals: the environment of the rules themselves does."""


def refuse(game: str, rules: Any, not_done: Mapping[str, Refusal]) -> None:
    """Refuse, by its name, the first rule that a kernel does not know."""
    for name, chosen in not_done.items():
        if chosen(rules):
            value = getattr(rules, name)
            raise NotCompiled(
                f"{game}: the vectorised environment does not deal {name} = {value!r}; "
                "the others deal every rule"
            )


def stack_bounds(stacks: Stacks, players: int, unit: int) -> list[int]:
    """The least and the most that each seat brings."""
    if isinstance(stacks, int):
        return [stacks * unit, stacks * unit] * players
    if len(stacks) == players != 2 or isinstance(stacks, list):
        return [many * unit for each in stacks for many in (each, each)]
    return [stacks[0] * unit, stacks[1] * unit] * players


class Round(NamedTuple):
    """What one step gives, a row for each table."""

    x: Rows
    masks: Masks
    rewards: NDArray[np.float64]
    ended: Masks
    illegal: Masks
    seated: Masks
    """Whose turn it is."""
    results: Rows
    """What each seat has won, where a hand has ended."""
    last_x: Rows
    """The last numbers of a hand that has ended."""


class Dealer(Protocol):
    """The kernels of a game under some rules, with the state of all its tables."""

    players: int
    size: int
    slots: int
    bits: Bits

    def begin(self, which: Masks, x: Rows, masks: Masks) -> None:
        """Deal to some tables, and show all."""

    def play(self, actions: Ints, again: bool, step: Round) -> None:
        """One answer at each table."""


class Batch(VectorEnv[Any, Any, Any]):
    """Tables side by side; each step answers at every one of them.

    A hand that ends is dealt anew in the same step; or with `autoreset_mode="NextStep"` in the
    next. `infos["results"]` has what each seat won, `infos["seat"]` whose turn it is. Hands end
    by their rules and are never cut short, so nothing is learned from the numbers after the end:
    only with `final_obs` are they in `infos["final_obs"]`. Without `copy` a step writes over the
    arrays of the step before the last, which is enough for an observation and the next.
    """

    def __init__(
        self,
        dealer: Dealer,
        num_envs: int,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        copy: bool = True,
        final_obs: bool = False,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        if mode is AutoresetMode.DISABLED:
            raise ValueError('autoreset_mode must be "SameStep" or "NextStep"')
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.num_envs, self.dealer, self.again = num_envs, dealer, mode is AutoresetMode.SAME_STEP
        self.final_obs = final_obs and self.again
        self.single_action_space = spaces.Discrete(dealer.slots)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, FAR, (dealer.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (dealer.slots,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.sheets = [] if copy else [self._sheet(), self._sheet()]

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal to every table, or with `reset_mask` in the options to some."""
        first = seed if isinstance(seed, int) or seed is None else seed[0]
        super().reset(seed=first, options=options)
        chosen = (options or {}).get("reset_mask")
        which = np.ones(self.num_envs, np.int8) if chosen is None else np.asarray(chosen, np.int8)
        if seed is not None or not self.dealer.bits.any():
            sown(self.dealer.bits, int(self.np_random.integers(2**62)))
        sheet = self._sheet()
        self.dealer.begin(which, sheet.x, sheet.masks)
        return {"observation": sheet.x, "action_mask": sheet.masks}, {}

    def _sheet(self) -> Round:
        """Paper for one step."""
        many, dealer = self.num_envs, self.dealer
        ended, illegal, seated = np.zeros((3, many), np.int8)
        return Round(
            np.empty((many, dealer.size), np.float32),
            np.empty((many, dealer.slots), np.int8),
            np.zeros(many),
            ended,
            illegal,
            seated,
            np.zeros((many, dealer.players), np.float32),
            np.empty((many if self.final_obs else 0, dealer.size), np.float32),
        )

    def _next(self) -> Round:
        """A fresh sheet, or the older of two wiped clean."""
        if not self.sheets:
            return self._sheet()
        self.sheets.reverse()
        sheet = self.sheets[0]
        for part in (sheet.rewards, sheet.ended, sheet.illegal, sheet.results):
            part[:] = 0
        return sheet

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """A slot for each table; one that is not legal is answered as the clock would."""
        step = self._next()
        self.dealer.play(np.asarray(actions, np.int64), self.again, step)
        ended, illegal = step.ended.view(np.bool_), step.illegal.view(np.bool_)
        infos: dict[str, Any] = {"illegal": illegal, "seat": step.seated, "results": step.results}
        if len(step.last_x):
            infos |= {"final_obs": {"observation": step.last_x}, "_final_obs": ended}
        seen = {"observation": step.x, "action_mask": step.masks}
        return seen, step.rewards, ended, np.zeros(self.num_envs, np.bool_), infos
