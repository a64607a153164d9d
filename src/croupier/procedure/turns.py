"""Whose turn it is: seats in order around the table."""

from collections.abc import Sequence

from croupier.core.felt import Felt, Seat


def clockwise(seats: Sequence[Seat], behind: Seat) -> list[Seat]:
    """The seats in turn from the left of one, which comes last itself; it may be empty by now."""
    return [s for s in seats if s > behind] + [s for s in seats if s <= behind]


def from_left(order: Sequence[Seat], seat: Seat) -> list[Seat]:
    """An order of turns begun at the left of one of its seats."""
    at = order.index(seat) + 1
    return [*order[at:], *order[:at]]


def live(felt: Felt, order: Sequence[Seat]) -> list[Seat]:
    """The seats that still hold cards."""
    cards = felt.cards
    return [seat for seat in order if (seat, "hole") in cards]
