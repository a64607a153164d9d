"""The guide to Hold'em."""

from croupier.procedure.flop import Rules
from croupier.speech.guides import Guide, Step, flop
from croupier.speech.plates import Voice


def guide(rules: Rules, say: Voice) -> Guide:
    """Two cards each, and the best five of seven."""
    goal = say("Win the pot: with the best five cards at the end, or because all others fold.")
    own = say("These two cards are yours; nobody else sees them.")
    board = say("The board is everybody's. Any five of these and your two make your hand.")
    play = say.line("At the end the best five of your two cards and the board win.",
                    "HE-04, TH-49")  # fmt: skip
    return flop.guide(
        rules, say, goal, Step(own, "hole", lies="hole"), Step(board, "board", lies="board"), play
    )
