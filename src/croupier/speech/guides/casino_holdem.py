"""The guide to Live Casino Hold'em."""

from croupier.games.casino_holdem import Rules
from croupier.speech.guides import Guide, Step
from croupier.speech.guides.common import poker
from croupier.speech.plates import Line, Voice


def guide(rules: Rules, say: Voice) -> Guide:
    """An Ante, five cards, and CALL or FOLD."""
    goal = say("Beat the dealer: the best five of seven cards count on both sides.")
    return Guide(goal, _course(rules, say), (poker(say),), _steps(rules, say))


def _qualifies(rules: Rules, say: Voice) -> str:
    if rules.dealer_qualifies == "high_card":
        return say("The better hand wins Ante and Call; equal hands push.")
    least = say(f"a {rules.dealer_qualifies.replace('_', ' ')}")
    text = "With less than {hand} the dealer does not play: the Ante is paid, the Call goes back."
    return say(text, hand=least)


def _course(rules: Rules, say: Voice) -> tuple[Line, ...]:
    called = "CALL for twice the Ante, or FOLD; each player decides alone."
    if rules.call_antes != 2:
        called = "CALL for {antes} {antes|Ante|Antes}, or FOLD; each player decides alone."
    return (
        say.line("Place an Ante and, if you like, a Bonus with it.", "CH-05, CH-06"),
        say.line("Two cards for all players and three for both sides are laid open.",
                 "CH-04, CH-09"),
        say.line(called, "CH-11, CH-14", antes=rules.call_antes),
        say.line("Turn, river and the dealer's cards follow.", "CH-19"),
        Line(_qualifies(rules, say), "CH-21, CH-22, CH-23"),
    )  # fmt: skip


def _steps(rules: Rules, say: Voice) -> tuple[Step, ...]:
    called = "CALL puts twice the Ante down and goes on; FOLD gives up Ante and Bonus."
    if rules.call_antes != 2:
        called = (
            "CALL puts {antes} {antes|Ante|Antes} down and goes on; FOLD gives up Ante and Bonus."
        )
    return (
        Step(say("Choose a chip and press the Ante. The Bonus beside it is a bet of its own."),
             "ante", asked=("bet",)),
        Step(say("Your two cards, shared by all players; with the three above they make five."),
             "player", lies="player"),
        Step(say(called, antes=rules.call_antes), asked=("call",)),
        Step(_qualifies(rules, say), "dealer", over=True),
    )  # fmt: skip
