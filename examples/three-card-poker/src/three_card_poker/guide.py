"""The guide to Three Card Poker: goal, course and ranking, and what the first hands are told."""

from collections.abc import Sequence
from typing import Final

from croupier.core.cards import Card
from croupier.speech.guides import Guide, Ladder, Step, ladder
from croupier.speech.plates import Line, Voice
from three_card_poker import Rules, hands

HANDS: Final = ("Qh Jh Th", "7s 7d 7c", "9c 8s 7h", "Ad 9d 4d", "Js Jc 5h", "Qc 8h 3s")


def guide(rules: Rules, say: Voice) -> Guide:
    """An Ante, three cards, and PLAY or FOLD."""
    goal = say("Beat the dealer's three cards with yours.")
    return Guide(goal, _course(rules, say), (_ranking(say),), _steps(rules, say))


def _course(rules: Rules, say: Voice) -> tuple[Line, ...]:
    least = say(f"a {rules.dealer_qualifies.replace('_', ' ')}")
    return (
        say.line("Place an Ante and, if you like, a Pair Plus with it.", "TC-03, TC-04"),
        say.line("You and the dealer get three cards; only you see yours.", "TC-06"),
        say.line("PLAY for one Ante, or FOLD; all players decide at once.", "TC-07"),
        say.line("The dealer qualifies with {hand} or better.", "TC-09", hand=least),
        say.line("If not, the Ante is paid and the Play goes back.", "TC-10"),
        say.line("The better hand wins Ante and Play; equal hands push.", "TC-11"),
    )


def _ranking(say: Voice) -> Ladder:
    def named(three: Sequence[Card]) -> str:
        return hands.name(hands.value(three), say.language)

    note = say("An ace is high, or low in 3-2-A. Suits never rank.")
    return ladder(say("Ranking of hands"), HANDS, hands.value, named, note)


def _steps(rules: Rules, say: Voice) -> tuple[Step, ...]:
    least = say(f"a {rules.dealer_qualifies.replace('_', ' ')}")
    return (
        Step(say("Choose a chip and press the Ante. Pair Plus is a bet on your cards alone."),
             "ante", asked=("bet",)),
        Step(say("Your three cards. A straight beats a flush here."), "hole", lies="hole"),
        Step(say("PLAY puts one more Ante down; FOLD gives up what lies there."),
             asked=("play",)),
        Step(say("Without {hand} the dealer does not play: the Ante is paid.", hand=least),
             "dealer", over=True),
    )  # fmt: skip
