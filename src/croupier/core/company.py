"""What a game says about the company at its table.

What a game carries between hands names seats, and the people in them change: they sit down, move,
stay away and leave. Each game declares in its `COMPANY` what then becomes of its carry, so that a
right or a debt goes with the player and nothing of it is left in a chair.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from croupier.core.felt import Felt, Seat, Spot


class Presence(Struct, frozen=True, gc=False):
    """How a seat is taken when a hand is about to be dealt."""

    new: bool = False
    """Taken since the last deal."""
    away: bool = False
    post: bool = False
    """Would post to be dealt in, rather than wait (CR-08, CR-11)."""


def as_it_was(carry: Any, *_: Any) -> Any:
    """A change of company that the carry does not feel."""
    return carry


def anew(carry: Any) -> Any:
    """A new game, to which nothing of the old one passes."""
    return type(carry)()


class Company(Struct, frozen=True):
    """What becomes of a carry; made from nothing it is that of a game that keeps nothing."""

    gathered: Callable[[Any, Mapping[Seat, Presence]], Any] = as_it_was
    """Before a deal: who sits where, who is new, who is away."""
    moved: Callable[[Any, Seat, Seat], Any] = as_it_was
    """A player goes from one seat to another."""
    left: Callable[[Any, Seat, int], Any] = as_it_was
    """A seat is given up; its player has left this much in the pot."""
    stopped: Callable[[Any], Any] = anew
    """The game stops for want of players and will begin with a draw for the button (TH-73)."""
    due: Callable[[Any, Any, Seat], int] = lambda *_: 0
    """By the rules, what a player who leaves owes to the next pot (OM-14)."""
    claims: Callable[[Any], set[Seat]] = lambda _: set()
    """Who is dealt in whether here or away, with chips or without (PN-46, PN-49)."""
    carried: Callable[[Any], dict[Spot, int]] = lambda _: {}
    """The chips that stay on the layout between hands."""
    shares: Callable[[Any, Any, Sequence[Seat]], dict[Seat, int]] = lambda *_: {}
    """By the rules, whose these chips are if no hand follows and only these seats are taken."""
    mark: Callable[[Any], Seat] = lambda _: 0
    """The seat of the last big blind, or of the button in a game without blinds: whoever is next
    from there pays next."""
    counts_absent: bool = False
    """Whether a hand must know of those who are away or have no chips: the blinds go by them."""
    for_a_pot: bool = False
    """Whether the players play each other for a pot: a seat is then kept for a player whose
    connection is lost (TH-10, CR-44); where they play against a bank it is given up."""
    next_blind: Callable[[Any, Any, Sequence[Seat], Sequence[Seat]], Seat] = lambda *_: 0
    """By the rules, who of those ready to play has the next big blind; 0: none, or a draw tells."""
    undecided: Callable[[Felt, Seat], bool] = lambda *_: False
    """Whether a seat has yet to decide about its cards, and must not talk of them (HU-28)."""
