"""What each option is worth right now, in a hand of a game whose options the lab values.

A value is what the seat gains on average from before its bets to the end of the hand, in the
smallest unit of money, if it takes the option and plays its best from there on. So the loss of an
Ante by a fold counts as a loss. In blackjack it is counted for the hand in turn alone.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from croupier import lab
from croupier.core import catalogue
from croupier.core.asks import CLOCK, Decision, Option
from croupier.core.felt import Seat, View
from croupier.core.hand import Hand
from croupier.lab.odds import Number

Worth = dict[tuple[str, str, int], Number]
"""By act, word of the spot and amount."""
Valued = Callable[[Any, View, Seat, Option, int], Number | None]
"""What an option gains: rules, view, seat, option and amount."""


def value_of_options(hand: Hand, seat: Seat) -> Worth:
    """The value of every option that the seat has now; nothing where the lab knows none.

    Only what the seat may see is looked at. Of a slider the values of both ends are told: what
    lies between is in proportion.
    """
    options, played = hand.asked(seat), lab.known(catalogue.name(hand.opening.game))
    valued: Valued | None = getattr(played, "option_value", None)
    if valued is None or not options or hand.ask is None or hand.ask.open:
        return {}
    if hand.ask.clause in getattr(played, "UNVALUED", ()):
        return {}
    view, rules = hand.view(seat), hand.opening.rules
    worth: Worth = {}
    for option in options:
        for amount in sorted({option.low, option.high}):
            found = valued(rules, view, seat, option, amount)
            if found is not None:
                worth[option.act, option.spot[1], amount] = found
    return worth


def best(worth: Worth) -> tuple[str, str, int] | None:
    """The option with the highest value; of equal ones the first."""
    return max(worth, key=worth.__getitem__, default=None)


class Judged(NamedTuple):
    """A decision that was made, beside the best one."""

    decision: Decision
    value: Number
    best: tuple[str, str, int]
    best_value: Number

    @property
    def cost(self) -> Number:
        """What the choice cost on average."""
        return self.best_value - self.value

    @property
    def late(self) -> bool:
        """Whether the clock decided."""
        return self.decision.by == CLOCK


def review(hand: Hand, seat: Seat) -> list[Judged]:
    """Every decision of a seat in a hand, valued with what the seat could see at that moment."""
    found = []
    for again, (who, decision) in Hand.walk(hand.journal):
        if who == seat:
            worth = value_of_options(again, seat)
            value, most = chosen(worth, decision), best(worth)
            if value is not None and most is not None:
                found.append(Judged(decision, value, most, worth[most]))
    return found


def chosen(worth: Mapping[tuple[str, str, int], Number], decision: Decision) -> Number | None:
    """The value of a decision: between the ends of a slider it is in proportion."""
    same = {
        amount: value
        for (act, word, amount), value in worth.items()
        if act == decision.act and word == decision.spot[1]
    }
    if not same:
        return None
    low, high_ = min(same), max(same)
    if low == high_:
        return same[low]
    share = Fraction(decision.amount - low, high_ - low)
    return same[low] + (same[high_] - same[low]) * (
        share if isinstance(same[low], Fraction) else float(share)
    )
