"""What the guides of several games share."""

from collections.abc import Sequence
from typing import Final

from croupier.core.cards import Card
from croupier.ranks import high
from croupier.speech.guides import Ladder, Step, ladder
from croupier.speech.plates import Voice

HIGH: Final = (
    "As Ks Qs Js Ts",
    "9h 8h 7h 6h 5h",
    "Qs Qh Qd Qc 4s",
    "Kh Ks Kd 6c 6s",
    "Ad Jd 8d 6d 3d",
    "Tc 9h 8s 7d 6c",
    "7s 7h 7d Kc 2s",
    "Jh Jc 4s 4d Ac",
    "As Ad Th 7c 5d",
    "Kc Jd 9s 6h 3c",
)
"""A hand of each class of high poker, the best first."""


def poker(say: Voice) -> Ladder:
    """The ranking of high poker hands."""

    def kind(five: Sequence[Card]) -> str:
        return high.kind(high.value(five), say.language)

    note = say("Between equal hands the higher cards decide. Suits never rank.")
    return ladder(say("Ranking of hands"), HIGH, high.value, kind, note)


def betting(say: Voice) -> tuple[Step, ...]:
    """The answers of a betting round."""
    return (
        Step(
            say("There is a bet. Call matches it, Raise makes it dearer, Fold gives the hand up."),
            asked=("call",),
        ),
        Step(
            say("Nothing to pay. Check passes for free; a Bet makes the others pay to go on."),
            asked=("check",),
        ),
    )


def pot(say: Voice) -> Step:
    """The end of a hand for a pot."""
    text = say("The hand is over: the bar says who took the pot, and with which cards.")
    return Step(text, over=True, at="pot")
