"""The limit plate of Hold'em."""

from croupier.procedure.flop import Rules
from croupier.speech.plates import Plate, Voice, flop


def plate(rules: Rules, say: Voice) -> Plate:
    """The plate of a flop game with two cards each."""
    hand = say.section(
        "The hand",
        say.line("Two cards each, face down, and a common board of five.", "HE-01, TH-22"),
        say.line("Use any five of your two cards and the board.", "HE-04, TH-49"),
        say.line("You may play the board: all five of it and none of your own.", "HE-05, TH-52"),
    )
    return flop.plate(rules, say, hand)
