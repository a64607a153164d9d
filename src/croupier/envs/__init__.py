"""Learning environments: every game as PettingZoo or Gymnasium takes it, found by an id.

Games between players are AEC environments (`croupier/holdem-v0`) and, for one seat against the
house's bots, Gymnasium ones (`croupier/HoldemVersus-v0`); games against the house are Gymnasium
environments (`croupier/Blackjack-v0`). Import this package and the ids are there. A version goes up
whenever the meaning of any slot, number or reward changes.
"""

from functools import partial
from typing import Any, Final

from croupier.core import catalogue
from croupier.extras import need

need("rl", "gymnasium", "pettingzoo", "numpy", "numba")

import gymnasium
import pettingzoo

from croupier.envs import aec, table

HOUSE: Final = "croupier"
VERSUS_PLAYERS: Final = 2
SEATED: Final = "croupier.envs.seat:Seated"
BATCHES: Final = "croupier.envs.batches"


def learned() -> list[str]:
    """The games with an environment."""
    return [name for name in catalogue.names() if catalogue.place(name, table.FLOOR, "env")]


def between_players(game: str) -> bool:
    """Whether a game needs more than one player."""
    return catalogue.game(game).SEATS.start > 1


def identity(game: str, *, versus: bool = False, alone: bool = False) -> str:
    """The id of a game's environment."""
    version = table.face(game).VERSION
    if between_players(game) and not (versus or alone):
        return f"{HOUSE}/{game}-v{version}"
    camel = "".join(word.capitalize() for word in game.split("-"))
    return f"{HOUSE}/{camel}{'Versus' if versus else ''}-v{version}"


def _batch(game: str, **arguments: Any) -> Any:
    """The vectorised environment of a game."""
    module = catalogue.face(game, BATCHES, "batch")
    if module is None:
        raise LookupError(f"{game} has no vectorised environment")
    return module.make(**arguments)


def _register(game: str) -> None:
    """The ids of a game; a game with kernels has a vectorised environment too."""
    batch: Any = _batch if catalogue.place(game, BATCHES, "batch") else None
    told: dict[str, Any] = {"game": game}
    if between_players(game):
        pettingzoo.register("aec", identity(game), partial(aec.env, game))
        bots = {"players": VERSUS_PLAYERS, "stacks": 100}
        gymnasium.register(identity(game, versus=True), SEATED, kwargs=told | bots)
        if batch:
            gymnasium.register(identity(game, alone=True), vector_entry_point=batch, kwargs=told)
    else:
        gymnasium.register(identity(game), SEATED, vector_entry_point=batch, kwargs=told)


for _game in learned():
    _register(_game)
