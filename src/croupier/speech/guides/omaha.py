"""The guide to Omaha."""

from croupier.procedure.flop import Rules
from croupier.speech.guides import Guide, Step, flop
from croupier.speech.plates import Voice


def guide(rules: Rules, say: Voice) -> Guide:
    """Four cards each, of which exactly two play."""
    goal = say("Win the pot: with the best five cards at the end, or because all others fold.")
    own = say("These four cards are yours. At the end exactly two of them play.")
    board = say("Exactly three of the board go with exactly two of yours: no more, no fewer.")
    play = say.line("At the end two of your four cards and three of the board make your hand.",
                    "OM-02")  # fmt: skip
    return flop.guide(
        rules, say, goal, Step(own, "hole", lies="hole"), Step(board, "board", lies="board"), play
    )
