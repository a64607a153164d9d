"""Push Nine as a learning environment."""

from typing import Final

from croupier.core.felt import Seat
from croupier.envs.menu import Spread
from croupier.games.push_nine import Carry

VERSION: Final = 0
SPREAD: Final = Spread(
    acts=(
        ("fold", "decline", "muck", "random", "keep", "pass"),
        ("check", "call", "show", "buy in", "share", "split", "cut", "replace card"),
    ),
    bets=("bet", "raise"),
    stakes={"stake": (1, 0)},
    others=("partner", "backing", "cow"),
    asks=("PN-37", "PN-51", "PN-23", "PN-48", "PN-29", "PN-19", "PN-12", "PN-15"),
    unit="ante",
)


def begun(button: Seat) -> Carry:
    """A game in which this seat has the button."""
    return Carry(button=button)
