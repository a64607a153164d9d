"""The guide to Omaha Hi-Lo."""

from collections.abc import Sequence
from typing import Final

from croupier.core.cards import Card
from croupier.procedure.flop import Rules
from croupier.ranks import low8
from croupier.speech.guides import Guide, Ladder, Step, flop, ladder
from croupier.speech.plates import Voice

LOWS: Final = (
    "5s 4h 3d 2c Ah",
    "6d 4c 3h 2s Ad",
    "7h 5s 4d 3c Ac",
    "8c 6h 4s 3d 2h",
    "8d 7c 6s 5h 4d",
)


def guide(rules: Rules, say: Voice) -> Guide:
    """Four cards each, and a pot in two halves."""
    goal = say("Win half the pot with the highest hand, half with the lowest, or both.")
    own = say("These four cards are yours. Two of them play for the high, two for the low.")
    board = say("Three cards of eight or lower on the board, and there can be a low.")
    play = say.line("Two of your four cards and three of the board, for each half anew.",
                    "OM-02, OM-05")  # fmt: skip
    return flop.guide(
        rules, say, goal, Step(own, "hole", lies="hole"), Step(board, "board", lies="board"), play,
        _low(say),
    )  # fmt: skip


def _low(say: Voice) -> Ladder:
    def named(five: Sequence[Card]) -> str:
        return low8.name(low8.value(five), say.language)

    note = say("Five different ranks of eight or lower; the lower highest card is better.")
    return ladder(say("The low hand"), LOWS, low8.value, named, note)
