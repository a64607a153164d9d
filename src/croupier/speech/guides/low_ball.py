"""The guide to Low Ball."""

from collections.abc import Sequence
from typing import Final

from croupier.core.cards import Card
from croupier.games.low_ball import Rules
from croupier.ranks import lowball
from croupier.speech.guides import Guide, Ladder, Step, ladder
from croupier.speech.guides.common import betting, pot
from croupier.speech.plates import Line, Voice

HANDS: Final = (
    "5s 4h 3d 2c Ah",
    "6d 4c 3h 2s Ad",
    "7h 5s 4d 3c Ac",
    "8c 6h 5d 4s 2h",
    "Tc 9d 6h 3s 2c",
    "Kd 8s 5h 3c Ah",
    "2d 2h 7c 5s 4d",
)


def guide(rules: Rules, say: Voice) -> Guide:
    """Five cards, one draw, and the lowest hand."""
    goal = say("The lowest hand wins the pot; 5-4-3-2-A is the best there is.")
    return Guide(goal, _course(say), (_hands(rules, say),), _steps(rules, say))


def _course(say: Voice) -> tuple[Line, ...]:
    return (
        say.line("Blinds are posted and everybody gets five cards face down.", "LB-01, LB-37"),
        say.line("Call, raise or fold, from the left of the big blind.", "LB-02"),
        say.line("Draw once, any number of cards, or stand pat.", "LB-03, LB-15"),
        say.line("A last round follows the draw, from the left of the button.", "LB-04"),
        say.line("The lowest hand wins; 5-4-3-2-A is the best.", "LB-05"),
    )


def _hands(rules: Rules, say: Voice) -> Ladder:
    def named(five: Sequence[Card]) -> str:
        return lowball.name(lowball.value(five), say.language)

    note = say("Aces are low; straights and flushes do not count.")
    if rules.joker_in_use:
        note += " " + say("The joker is the lowest card that you do not hold.")
    return ladder(say("Ranking of hands"), HANDS, lowball.value, named, note)


def _steps(rules: Rules, say: Voice) -> tuple[Step, ...]:
    check = "Check passes for free. After the draw, a seven or better must bet or may lose by it."
    if rules.sevens_rule == "off":
        check = "Nothing to pay. Check passes for free; a Bet makes the others pay to go on."
    straddle = "A straddle is a bet before the cards are out, to speak last. Decline it for now."
    call, _ = betting(say)
    return (
        Step(say("Your five cards. Low ones are good, pairs are bad; aces are the lowest."),
             "hole", lies="hole"),
        *([Step(say(straddle), asked=("straddle",))] if rules.may_straddle else []),
        call,
        Step(say("Press the cards to be rid of, then Draw. Stand pat keeps all five."),
             "hole", asked=("draw",)),
        Step(say(check), asked=("check",)),
        pot(say),
    )  # fmt: skip
