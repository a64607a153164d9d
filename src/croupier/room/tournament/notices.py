"""What everybody is told of a tournament."""

from typing import Literal

from msgspec import Struct

from croupier.core.felt import Seat

What = Literal[
    "entered",
    "withdrew",
    "started",
    "level",
    "break",
    "moved",
    "offer",
    "rebuy",
    "add on",
    "out",
    "bounty",
    "prizes",
    "hand for hand",
    "final table",
    "talk",
    "deal",
    "over",
    "cancelled",
    "penalty",
    "no show",
    "color up",
    "awarded",
]


class Notice(Struct, frozen=True, omit_defaults=True):
    """One thing that has happened."""

    what: What
    player: str = ""
    table: int = 0
    seat: Seat = 0
    amount: int = 0
    place: int = 0
    why: str = ""
