"""The guide to Push Nine."""

from collections.abc import Sequence
from typing import Final

from croupier.core.cards import Card
from croupier.games.push_nine.rules import Rules
from croupier.ranks import pushnine
from croupier.speech.guides import Guide, Ladder, Step, ladder
from croupier.speech.guides.common import betting, pot
from croupier.speech.plates import Line, Voice

HANDS: Final = (
    "As Ah Ad",
    "2c 2d 2h",
    "Ac Kd Qs",
    "3h 2s Ac",
    "Ks Kh Jd",
    "9d Tc Qh",
    "7s Ad Kc",
    "6c 4h Js",
)


def guide(rules: Rules, say: Voice) -> Guide:
    """Three cards, one round of betting, and a tie that pushes the pot."""
    goal = say(
        "Win the pot with three cards: three alike, a straight, three faces, or up to nine points."
    )
    return Guide(goal, _course(rules, say), (_hands(say),), _steps(rules, say))


def _course(rules: Rules, say: Voice) -> tuple[Line, ...]:
    tie = "A tie pushes the main pot into another hand; the tied pay nothing."
    if rules.max_pushes == 1:
        tie = "A tie for the best hand is divided at once."
    return (
        say.line("Everybody antes and is dealt three cards face down, the button last.",
                 "PN-04, PN-05"),
        say.line("One round of betting: check or bet, then fold, call or raise.", "PN-06, PN-37"),
        say.line("The best hand takes the pot and the button.", "PN-04, PN-45"),
        say.line(tie, "PN-16, PN-20"),
    )  # fmt: skip


def _hands(say: Voice) -> Ladder:
    def named(three: Sequence[Card]) -> str:
        return pushnine.name(pushnine.value(three), say.language)

    note = say("Points are the last digit of the sum: aces count 1, tens and faces nothing.")
    return ladder(say("Ranking of hands"), HANDS, pushnine.value, named, note)


def _steps(rules: Rules, say: Voice) -> tuple[Step, ...]:
    push = (
        "The best hands tied, so the pot is pushed into another hand. Buy in to play for it, or "
        "decline: it costs nothing to wait."
    )
    steps = (
        Step(say("Your three cards. Their points stand beside them; of points nine is the most."),
             "hole", lies="hole"),
        *betting(say),
        Step(say(push), "pot", asked=("buy in", "cow", "partner", "backing")),
        pot(say),
    )  # fmt: skip
    return steps if rules.max_pushes > 1 else tuple(s for s in steps if "buy in" not in s.asked)
