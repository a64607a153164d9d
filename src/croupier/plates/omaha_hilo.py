"""The limit plate of Omaha Hi-Lo, eight or better."""

from croupier.flop import Rules
from croupier.plates import Line, Money, Plate, flop

HAND = Line(
    "Two of four and three of the board, for high and for low (eight or better).", "OM-04, OM-05"
)


def plate(rules: Rules, money: Money) -> Plate:
    """The plate of a flop game."""
    return flop.plate(rules, money, HAND, hilo=True)
