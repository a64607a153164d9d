"""Casino Hold'em at a real table, as the lab plays it."""

from fractions import Fraction
from typing import Any

from croupier.core.asks import Decision, Option
from croupier.core.felt import BOARD, HOUSE, Seat, View
from croupier.core.hand import Hand
from croupier.games.casino_holdem import Rules
from croupier.lab.games.casino_holdem.solving import calls, solve
from croupier.lab.kernels import holdings
from croupier.lab.kernels.dealers import DEALERS
from croupier.lab.kernels.showdown import RUNOUTS
from croupier.ranks import high


def stakes(bonus: int = 0) -> dict[str, int]:
    """An Ante, and a Bonus of its size if one is wanted."""
    return {"ante": 1, "bonus": 1} if bonus else {"ante": 1}


def option_value(rules: Rules, view: View, seat: Seat, option: Option, _: int) -> Fraction:
    """What CALL or FOLD gains on average."""
    ante, bonus = (view.chips.get((seat, word), 0) for word in ("ante", "bonus"))
    if option.act == "fold":
        return Fraction(-ante - bonus)
    hole, flop = view.cards[HOUSE, "player"], view.cards[BOARD]
    solved = solve(rules)
    call = Fraction(int(solved.call[holdings.real(flop, hole)]), RUNOUTS * DEALERS * solved.unit)
    price = rules.bonus_pays.price(high.value((*hole, *flop)))
    return call * ante + bonus * (Fraction(-1) if price is None else Fraction(price))


def decision(hand: Hand, _: Seat, options: dict[str, Any]) -> Decision:
    """CALL where it gains more than the Ante's loss."""
    felt = hand.felt
    at = holdings.real(felt.cards[BOARD], felt.cards[HOUSE, "player"])
    called = calls(hand.opening.rules, bonus=bool(options.get("bonus")))
    return Decision("call" if called[at] else "fold")
