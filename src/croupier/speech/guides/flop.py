"""What the guides of hold'em, Omaha and Omaha hi-lo share."""

from croupier.procedure.flop import Rules
from croupier.speech.guides import Guide, Ladder, Step
from croupier.speech.guides.common import betting, poker, pot
from croupier.speech.plates import Line, Voice


def guide(
    rules: Rules, say: Voice, goal: str, own: Step, board: Step, play: Line, *low: Ladder
) -> Guide:
    """A flop game: what differs is the goal, the cards and how they play."""
    return Guide(
        goal, (*_course(rules, say), play), (poker(say), *low), _steps(rules, say, own, board)
    )


def _course(rules: Rules, say: Voice) -> tuple[Line, ...]:
    posts = "Two players post the blinds, {small} and {big}; then the cards come, face down."
    if not rules.small_blind:
        posts = "One player posts the blind of {big}; then the cards come, face down."
    small, big = say.money(rules.small_blind), say.money(rules.big_blind)
    return (
        say.line(posts, "TH-16, CR-04", small=small, big=big),
        say.line("A first round of betting; then three cards are laid on the board.",
                 "TH-26, TH-35, HE-01"),
        say.line("Two more cards follow one by one, each with a round of betting.",
                 "TH-40, HE-02, HE-03"),
        say.line("With no bet, check or bet; facing one, fold, call or raise.", "CR-42, TH-38"),
    )  # fmt: skip


def _steps(rules: Rules, say: Voice, own: Step, board: Step) -> tuple[Step, ...]:
    option = say(
        "An OPTION is a bet before the cards, for the right to speak last. Decline it for now."
    )
    first = (Step(option, asked=("option",)),) if rules.option_allowed else ()
    return (*first, own, *betting(say), board, pot(say))
