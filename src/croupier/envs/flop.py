"""What flop games share as learning environments."""

from typing import Final

from croupier.core.felt import Seat
from croupier.envs.menu import Spread
from croupier.procedure.flop import Carry

SPREAD: Final = Spread(
    acts=(
        ("fold", "decline", "muck", "run once"),
        ("check", "call", "show", "option", "kill next", "run twice"),
    ),
    bets=("bet", "raise"),
    asks=("CR-16", "TH-20", "HE-06", "TH-36", "CR-43", "OM-15"),
    streets=(0, 3, 4, 5),
)


def begun(button: Seat) -> Carry:
    """A new game in which this seat has drawn the button."""
    return Carry(drawn=button)
