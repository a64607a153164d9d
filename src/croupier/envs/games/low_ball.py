"""Low Ball as a learning environment: the draw has a slot for each choice of cards."""

from typing import Final

from croupier.envs.menu import Spread

VERSION: Final = 0
SPREAD: Final = Spread(
    acts=(
        ("fold", "decline", "muck", "stand pat", "random"),
        ("check", "call", "show", "straddle", "cut"),
        ("ask cut",),
    ),
    bets=("bet", "raise"),
    cards=(("draw", 5, 1, 5),),
    asks=("LB-02", "LB-03", "LB-04", "LB-23", "LB-25"),
)
