"""The limit plate of Omaha."""

from croupier.procedure.flop import Rules
from croupier.speech.plates import Plate, Voice, flop


def plate(rules: Rules, say: Voice) -> Plate:
    """The plate of a flop game with four cards each."""
    hand = say.section(
        "The hand",
        say.line("Four cards each, face down, and a common board of five.", "OM-01"),
        say.line("Use exactly two of your cards and three of the board.", "OM-02"),
        say.line("The board alone does not play.", "OM-07"),
    )
    return flop.plate(rules, say, hand)
