"""The limit plate of Omaha."""

from croupier.flop import Rules
from croupier.plates import Line, Money, Plate, flop

HAND = Line("Exactly two of your four cards and three of the board.", "OM-02")


def plate(rules: Rules, money: Money) -> Plate:
    """The plate of a flop game."""
    return flop.plate(rules, money, HAND)
