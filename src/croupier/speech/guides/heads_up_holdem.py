"""The guide to Heads-Up Hold'em."""

from croupier.games.heads_up_holdem import STREETS, Rules, most_antes
from croupier.speech.guides import Guide, Step
from croupier.speech.guides.common import poker
from croupier.speech.plates import Line, Voice


def guide(rules: Rules, say: Voice) -> Guide:
    """Ante and Odds, and one Raise: the sooner, the bigger."""
    goal = say("Beat the dealer: the best five of seven cards count on both sides.")
    return Guide(goal, _course(rules, say), (poker(say),), _steps(rules, say))


def _course(rules: Rules, say: Voice) -> tuple[Line, ...]:
    back = "The Ante goes back when the dealer does not qualify."
    if not rules.ante_push_first:
        back = "The Ante goes back when the dealer does not qualify and has no better hand."
    before, flop, river = (most_antes(rules, street) for street in STREETS)
    return (
        say.line("Place an Ante; Odds of the same amount goes down with it.", "HU-03, HU-19"),
        say.line("You and the dealer get two cards; only you see yours.", "HU-05"),
        say.line("Raise once: {before} Antes at most before the flop, {flop} after it, {river} "
                 "after the river.", "HU-06, HU-08, HU-10, HU-11",
                 before=before, flop=flop, river=river),
        say.line("The Raise goes to the better hand, whether or not the dealer qualifies.",
                 "HU-25, HU-26"),
        say.line(back, "HU-17"),
    )  # fmt: skip


def _steps(rules: Rules, say: Voice) -> tuple[Step, ...]:
    side = "Choose a chip and press the Ante; Odds goes down with it. Side bets are bets apart."
    end = "Each bet has its own result."
    if rules.dealer_qualifies == "pair":
        end = "The dealer qualifies with a pair or better. Each bet has its own result."
    if not rules.side_bets:
        side = "Choose a chip and press the Ante; Odds goes down with it."
    return (
        Step(say(side), "ante", asked=("bet",)),
        Step(say("Your two cards; the dealer's stay closed until the end."), "hole", lies="hole"),
        Step(say("Check is free. A Raise is made once, and it is dearest before the flop."),
             asked=("check",)),
        Step(say("The board is yours and the dealer's: the best five of seven count."),
             "board", lies="board"),
        Step(say("The last moment: Raise one Ante to see the dealer's cards, or fold."),
             asked=("fold",)),
        Step(say(end), "dealer", over=True),
    )  # fmt: skip
