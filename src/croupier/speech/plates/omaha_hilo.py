"""The limit plate of Omaha Hi-Lo, eight or better."""

from croupier.procedure.flop import Rules
from croupier.speech.plates import Plate, Voice, flop


def plate(rules: Rules, say: Voice) -> Plate:
    """The plate of a flop game with four cards each and a low hand."""
    hand = say.section(
        "The hand",
        say.line("Four cards each, face down, and a common board of five.", "OM-01"),
        say.line("Use exactly two of your cards and three of the board.", "OM-02"),
        say.line("The best high and the best low hand take half the pot each.", "OM-04"),
        say.line("High and low may use different cards.", "OM-05"),
        say.line("The board alone does not play.", "OM-07"),
    )
    low = say.section(
        "The low hand",
        say.line("There is a low only with three cards of eight or lower on the board.", "OM-06"),
        say.line("A low is five different ranks of eight or lower; 5-4-3-2-A is the best.",
                 "OM-06, OM-20"),
        say.line("Aces are low; straights and flushes do not count.", "OM-06"),
        say.line("Without a low the high hand takes the whole pot.", "OM-04"),
    )  # fmt: skip
    return flop.plate(rules, say, hand, low, hilo=True)
