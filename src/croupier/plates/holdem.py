"""The limit plate of Hold'em."""

from croupier.flop import Rules
from croupier.plates import Line, Money, Plate, flop

HAND = Line("Best five of your two cards and the board of five.", "HE-04, TH-49")


def plate(rules: Rules, money: Money) -> Plate:
    """The plate of a flop game."""
    return flop.plate(rules, money, HAND)
