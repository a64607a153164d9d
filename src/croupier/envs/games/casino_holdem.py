"""Live Casino Hold'em as a learning environment: call or fold, the Ante is placed."""

from typing import Final

from croupier.envs.menu import Spread

VERSION: Final = 0
BETS: Final = {"ante": 1}
SPREAD: Final = Spread(
    acts=(("fold",), ("call",)),
    asks=("CH-11",),
    streets=(3, 7),
    unit="ante_min",
    mine="player",
)
