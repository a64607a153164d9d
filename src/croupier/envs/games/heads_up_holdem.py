"""Heads-Up Hold'em as a learning environment: check, fold or Raise; Ante and Odds are placed."""

from typing import Final

from croupier.envs.menu import Spread

VERSION: Final = 0
BETS: Final = {"ante": 1}
SPREAD: Final = Spread(
    acts=(("fold", "check"),),
    stakes={"raise": (1, 2, 3)},
    asks=("HU-06", "HU-08", "HU-10"),
    streets=(0, 3, 5, 7),
    unit="ante_min",
)
