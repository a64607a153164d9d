"""Who plays in a tournament, who is out, and in which place."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct


class Bank(Struct, frozen=True):
    """What a player has left of their time bank, and the number of the level that last refilled
    it.
    """

    seconds: float
    level: int


class Entrant(Struct):
    """A player and their entry; one who enters again has a new entry under the same name."""

    player: str
    name: str
    number: int
    """In the order in which they entered."""
    bot: bool = False
    entries: int = 1
    rebuys: int = 0
    added: bool = False
    """Has had the add-on."""
    stack: int = 0
    """At the end of the last hand, with what is on its way."""
    shown: bool = False
    """Has been there since the start; bots always are."""
    penalty: int = 0
    """How many hands they still have to miss."""
    penalty_until: int = 0
    """The number of the level that they may play again; 0: no such penalty."""
    bank: Bank | None = None
    """What they took along from their last table; nothing: a whole time bank."""
    offer_until: float = 0
    """Until when chips may be bought again; 0 is no offer."""
    proposed_at: int = -1
    """The place in the levels at which they last proposed a deal."""
    out: bool = False
    place: int = 0
    prize: int = 0
    bounties: int = 0


class Bust(Struct, frozen=True):
    """A player without chips, what they began their last hand with, and who took it."""

    player: str
    before: int
    takers: tuple[str, ...] = ()


class Group(Struct):
    """Players who lost their chips at once: in one hand, or in one round of hand-for-hand."""

    busts: list[Bust] = []


def ranked(busts: Sequence[Bust], how: Literal["by_stack", "share"]) -> list[list[Bust]]:
    """Those who are out at once, the lowest place first: a player who began the hand with more
    comes before one who began it with less; equal stacks share a place.
    """
    if how == "share":
        return [list(busts)] if busts else []
    levels = sorted({bust.before for bust in busts})
    return [[bust for bust in busts if bust.before == level] for level in levels]
