"""What each option is worth right now, in a hand of a house game.

A value is what the seat gains on average from before its bets to the end of the hand, in the
smallest unit of money, if it takes the option and plays its best from there on. So the loss of an
Ante by a fold counts as a loss. In blackjack it is counted for the hand in turn alone.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.core import catalogue
from croupier.core.asks import CLOCK, Decision, Option
from croupier.core.felt import BOARD, HOUSE, Seat, View
from croupier.core.hand import Hand
from croupier.games.heads_up_holdem import position, position_of
from croupier.lab.games import blackjack, casino_holdem, heads_up_holdem
from croupier.lab.kernels import dealers, dealing, holdings
from croupier.lab.kernels.dealers import DEALERS, form_of
from croupier.lab.kernels.showdown import RUNOUTS
from croupier.lab.kernels.twentyone import TEN
from croupier.lab.odds import Number
from croupier.ranks import high, twentyone

Worth = dict[tuple[str, str, int], Number]
"""By act, word of the spot and amount."""


def value_of_options(hand: Hand, seat: Seat) -> Worth:
    """The value of every option that the seat has now; nothing where the lab knows none.

    Only what the seat may see is looked at. Of a slider the values of both ends are told: what
    lies between is in proportion.
    """
    valued = _VALUED.get(catalogue.name(hand.opening.game))
    options = hand.asked(seat)
    if valued is None or not options or hand.ask is None or hand.ask.open:
        return {}
    if hand.ask.clause in BACKERS:
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


BACKERS: Final = ("BJ-32", "BJ-33")
"""What a back-bettor adds to another's hand is not valued."""


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


def chosen(worth: Worth, decision: Decision) -> Number | None:
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


Valued = Callable[[Any, View, Seat, Option, int], Number | None]


def _casino_holdem(rules: Any, view: View, seat: Seat, option: Option, _: int) -> Number | None:
    ante, bonus = (view.chips.get((seat, word), 0) for word in ("ante", "bonus"))
    if option.act == "fold":
        return Fraction(-ante - bonus)
    hole, flop = view.cards[HOUSE, "player"], view.cards[BOARD]
    solved = casino_holdem.solve(rules)
    call = Fraction(int(solved.call[holdings.real(flop, hole)]), RUNOUTS * DEALERS * solved.unit)
    price = rules.bonus_pays.price(high.value((*hole, *flop)))
    return call * ante + bonus * (Fraction(-1) if price is None else Fraction(price))


def _heads_up(rules: Any, view: View, seat: Seat, option: Option, amount: int) -> Number | None:
    mine = position(seat, position_of(option.spot).number)
    ante = view.chips.get(mine.ante, 0)
    if option.act == "fold":
        return Fraction(-2 * ante)
    hole, board = view.cards[mine.hole], view.cards.get(BOARD, ())
    times = Fraction(amount, ante) if option.act == "raise" else None
    return ante * heads_up_value(rules, hole, board, times)


def heads_up_value(
    rules: Any, hole: tuple[int, ...], board: tuple[int, ...], times: Fraction | None
) -> Fraction:
    """What a Raise of so many Antes gains now, or a check."""
    solved = heads_up_holdem.solve(rules)
    unit = solved.unit
    if len(board) == 5:
        bets, raised = _river_forms(rules, hole, board, unit)
        return Fraction(bets, DEALERS * unit) + (times or 0) * Fraction(raised, DEALERS * unit)
    if len(board) == 3:
        at, every = holdings.real(board, hole), RUNOUTS * DEALERS * unit
        check, most = int(solved.check_flop[at]), int(solved.raise_flop[at])
        bets, size = int(solved.bets_flop[at]), heads_up_holdem.FLOP
    else:
        start = int(holdings.starts()[holdings.hole_number(hole)])
        ways = int(holdings.by_start(solved.held.astype(np.int64))[start])
        every = ways * RUNOUTS * DEALERS * unit
        check, most = int(solved.check_preflop[start]), int(solved.raise_preflop[start])
        bets, size = int(solved.bets_preflop[start]), heads_up_holdem.PREFLOP
    if times is None:
        return Fraction(check, every)
    return Fraction(bets, every) + times * Fraction(most - bets, size * every)


def _river_forms(
    rules: Any, hole: tuple[int, ...], board: tuple[int, ...], unit: int
) -> tuple[int, int]:
    counts, forms = dealers.counts(high.LEAST["pair"]), heads_up_holdem.forms_of(rules, unit)
    packed = dealing.counted(
        hole[0], hole[1], np.array(board), np.zeros(13, np.int64), *counts,
        heads_up_holdem.sort_starts(),
    )  # fmt: skip
    return int(form_of(packed, forms[0])), int(form_of(packed, forms[1]))


def _blackjack(rules: Any, view: View, seat: Seat, option: Option, amount: int) -> Number | None:
    up = view.cards[HOUSE, "dealer"][0]
    if option.act in ("insure", "decline"):
        return _insured(rules, view, amount if option.act == "insure" else 0)
    word = option.spot[1]
    cards = view.cards.get((HOUSE, word))
    if cards is None:
        return None
    box = word.partition(".")[0]
    hands = [spot for spot in view.cards if spot[1].partition(".")[0] == box]
    others = [c for spot, lie in view.cards.items() if spot != (HOUSE, word) for c in _faces(lie)]
    stake = view.chips.get((seat, word), 0)
    worth = blackjack.now(rules, _rank(up), _ranks(cards), _ranks(others), split=len(hands) > 1)
    value = worth.get(option.act)
    if value is None:
        return None
    if option.act == "double" and amount < stake:  # For less: where all bets are lost alike.
        alike = rules.hole_card == "none" and rules.dealer_blackjack_takes == "all_bets"
        return value / 2 * (stake + amount) if alike else None
    return value * stake


def _insured(rules: Any, view: View, amount: int) -> Fraction:
    seen = _ranks(c for lie in view.cards.values() for c in _faces(lie))
    shoe = blackjack.full_shoe(rules)
    for rank in seen:
        shoe[rank] -= 1
    return amount * (3 * Fraction(int(shoe[TEN]), int(shoe.sum())) - 1)


def _faces(cards: Any) -> list[int]:
    return [card for card in cards if card < 52]


def _rank(card: int) -> int:
    return twentyone.value(card) - 1  # type: ignore[arg-type]


def _ranks(cards: Any) -> list[int]:
    return [_rank(card) for card in cards]


_VALUED: Final[dict[str, Valued]] = {
    "casino-holdem": _casino_holdem,
    "heads-up-holdem": _heads_up,
    "blackjack": _blackjack,
}
