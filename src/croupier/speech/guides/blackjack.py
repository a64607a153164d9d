"""The guide to Blackjack."""

from collections.abc import Sequence
from typing import Final

from croupier.core.cards import Card
from croupier.games.blackjack import Rules
from croupier.ranks import twentyone
from croupier.speech.guides import Guide, Ladder, Step, ladder
from croupier.speech.plates import Line, Voice

HANDS: Final = ("As Kd", "7c 7d 7h", "Qh Jc", "9d 8s", "Ac 5h", "9c Kh 6s")


def guide(rules: Rules, say: Voice) -> Guide:
    """A stake, two cards, and as near to 21 as can be."""
    goal = say("Come nearer to 21 than the dealer without going over.")
    return Guide(goal, _course(rules, say), (_counts(say),), _steps(rules, say))


def _course(rules: Rules, say: Voice) -> tuple[Line, ...]:
    draws = "The dealer draws to 16 and stands on every 17."
    if rules.dealer_hits_soft_17:
        draws = "The dealer draws to 16 and on soft 17, and stands on hard 17 and above."
    return (
        say.line("Put a stake on a box before the betting closes.", "BJ-03"),
        say.line("Your box gets two cards; the dealer shows one.", "BJ-04"),
        say.line("Draw as often as you like, or stand; over 21 loses at once.", "BJ-08, BJ-14"),
        say.line(draws, "BJ-09, BJ-10"),
        say.line("The higher count is paid 1 to 1; equal counts give the stake back.",
                 "BJ-11, BJ-12, BJ-13"),
        say.line("A blackjack is paid {price}.", "BJ-05", price=say.price(rules.blackjack_pays)),
    )  # fmt: skip


def _counts(say: Voice) -> Ladder:
    def worth(hand: Sequence[Card]) -> int:
        if twentyone.is_bust(hand):
            return 0
        return twentyone.total(hand) + twentyone.is_blackjack(hand)

    def named(hand: Sequence[Card]) -> str:
        return twentyone.name(hand, say.language)

    note = say("Court cards count 10, an ace 1 or 11, the others their number.")
    return ladder(say("What hands count"), HANDS, worth, named, note)


def _steps(rules: Rules, say: Voice) -> tuple[Step, ...]:
    double = "Double puts down one more stake for exactly one more card."
    split = "Two cards of equal value: Split makes two hands of them, each with its own stake."
    if rules.split_tens_same_rank_only:
        split = "Two cards of equal rank: Split makes two hands of them, each with its own stake."
    insure = (
        "The dealer shows an ace. Insurance pays 2 to 1 on a blackjack; in the long run it costs."
    )
    return (
        Step(say("Choose a chip and press a box: your stake. It can change till the time is up."),
             "box", asked=("bet",)),
        Step(say("The dealer's card: the higher it is, the more your own count must be."),
             "dealer", lies="dealer"),
        Step(say(insure), "dealer", asked=("insure",)),
        Step(say("Your count stands with your cards. Card takes one more; Stand keeps them."),
             "box", asked=("hit",)),
        Step(say(double), "box", asked=("double",)),
        Step(say(split), "box", asked=("split",)),
        Step(say("The dealer drew last. What each box won or lost stands in the bar."),
             "dealer", over=True),
    )  # fmt: skip
