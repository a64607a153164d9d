"""The guide to Double Hand Poker."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from croupier.core.cards import Card
from croupier.games.double_hand import Rules
from croupier.ranks import doublehand
from croupier.speech.guides import Guide, Ladder, Step, ladder
from croupier.speech.guides.common import HIGH
from croupier.speech.plates import Line, Voice

FRONTS: Final = ("As Ad", "Kh Kc", "Ac Kd", "Qs 9h", "Jc Td")


def guide(rules: Rules, say: Voice) -> Guide:
    """Seven cards, two hands, and one player who banks."""
    goal = say("Make two hands of seven cards; both must beat those of the player-dealer.")
    return Guide(goal, _course(rules, say), (_backs(rules, say), _fronts(say)), _steps(rules, say))


def _course(rules: Rules, say: Voice) -> tuple[Line, ...]:
    copy = "A copy pushes." if rules.copies == "push" else "The player-dealer wins copies."
    return (
        say.line("One player is the player-dealer; the others play against that hand alone.",
                 "DH-01, DH-07"),
        say.line("Put a wager down; a fee of {fee} goes with it.", "DH-17, DH-21",
                 fee=say.money(rules.fee)),
        say.line("Set two of your cards in front, five in the back.", "DH-23"),
        say.line("Win with both hands and your wager is paid even money.", "DH-01, DH-27"),
        say.line("Win one hand of the two and the wager goes back.", "DH-27"),
        say.line(copy, "DH-26"),
    )  # fmt: skip


def _backs(rules: Rules, say: Voice) -> Ladder:
    worth = partial(doublehand.five, wheel_second=rules.wheel_second)

    def kind(five: Sequence[Card]) -> str:
        return doublehand.kind(worth(five), say.language)

    note = say("The joker is an ace, or completes a straight or a flush.")
    return ladder(say("The back: five cards"), ("As Ah Ad Ac Jk", *HIGH), worth, kind, note)


def _fronts(say: Voice) -> Ladder:
    def named(two: Sequence[Card]) -> str:
        return doublehand.name(doublehand.two(two), say.language)

    note = say("The front may not outrank the back.")
    return ladder(say("The front: two cards"), FRONTS, doublehand.two, named, note)


def _steps(rules: Rules, say: Voice) -> tuple[Step, ...]:
    tie = "Front against front, back against back. Copies go to the player-dealer."
    if rules.copies == "push":
        tie = "Front against front, back against back. Win one of the two and the wager goes back."
    return (
        Step(say("The bank is offered to you: you would play against everybody. Pass for now."),
             asked=("bank",)),
        Step(say("Choose a chip and put a wager down before the betting closes."),
             "wager", asked=("bet",)),
        Step(say("Two cards go in front, five in the back, and the back must be the better hand. "
                 "House way sets them for you."), "hole", asked=("set",)),
        Step(say(tie), over=True, at="front"),
    )  # fmt: skip
