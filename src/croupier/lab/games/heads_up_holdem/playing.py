"""Heads-Up Hold'em at a real table, as the lab plays it."""

from fractions import Fraction
from typing import Any

import numpy as np

from croupier.core.asks import Decision, Option
from croupier.core.cards import Card
from croupier.core.felt import BOARD, Seat, View
from croupier.core.hand import Hand
from croupier.games.heads_up_holdem import Rules, listed, position, position_of, side
from croupier.lab.games.heads_up_holdem.solving import (
    LOST,
    Beside,
    forms_of,
    qualified,
    solve,
    unit_of,
    won,
)
from croupier.lab.kernels import dealers, dealing, holdings
from croupier.lab.kernels.boards import sort_starts
from croupier.lab.kernels.dealers import DEALERS, form_of
from croupier.lab.kernels.showdown import RUNOUTS
from croupier.ranks.pays import pocket

Held = tuple[Card, ...]


def stakes() -> dict[str, int]:
    """An Ante; the Odds goes down with it."""
    return {"ante": 1}


def option_value(rules: Rules, view: View, seat: Seat, option: Option, amount: int) -> Fraction:
    """What a fold, a check or a Raise gains on average; side bets count where a fold loses them."""
    mine = position(seat, position_of(option.spot).number)
    ante = view.chips.get(mine.ante, 0)
    bets = ((bet, view.chips.get(side(mine, bet), 0)) for bet in listed(rules))
    down = tuple((bet, Fraction(stake, ante)) for bet, stake in bets if stake)
    beside = () if rules.side_bets_live_after_fold else down
    if option.act == "fold":
        return -ante * (LOST + sum((stake for _, stake in beside), start=Fraction(0)))
    hole, board = view.cards[mine.hole], view.cards.get(BOARD, ())
    times = Fraction(amount, ante) if option.act == "raise" else None
    return ante * worth(rules, hole, board, times, beside)


def worth(
    rules: Rules, hole: Held, board: Held, times: Fraction | None, beside: Beside = ()
) -> Fraction:
    """What a Raise of `times` Antes gains now, or a check."""
    if len(board) == 5:
        return _at_river(rules, hole, board, times or Fraction(0), beside)
    solved = solve(rules, beside)
    unit = solved.unit
    if len(board) == 3:
        at, every = holdings.real(board, hole), RUNOUTS * DEALERS * unit
        check, most = int(solved.check_flop[at]), int(solved.raise_flop[at])
        bets, size = int(solved.bets_flop[at]), rules.raise_on_flop
    else:
        start = int(holdings.starts()[holdings.hole_number(hole)])
        ways = int(holdings.by_start(solved.held.astype(np.int64))[start])
        every = ways * RUNOUTS * DEALERS * unit
        check, most = int(solved.check_preflop[start]), int(solved.raise_preflop[start])
        bets, size = int(solved.bets_preflop[start]), rules.raise_before_flop
    if times is None:
        return Fraction(check, every)
    return Fraction(bets, every) + times * Fraction(most - bets, size * every)


def _at_river(rules: Rules, hole: Held, board: Held, times: Fraction, beside: Beside) -> Fraction:
    unit = unit_of(rules, beside)
    counts, forms = dealers.counts(qualified(rules)), forms_of(rules, unit, beside)
    packed = dealing.counted(
        hole[0], hole[1], np.array(board), np.zeros(13, np.int64), *counts, sort_starts()
    )
    bets, raised = int(form_of(packed, forms[0])), int(form_of(packed, forms[1]))
    two = ((bet, stake) for bet, stake in beside if bet.evaluation == "pocket")
    sure = won((stake, bet.pays.price(pocket(hole))) for bet, stake in two)
    return sure + (bets + times * raised) / Fraction(DEALERS * unit)


def decision(hand: Hand, seat: Seat, _: dict[str, Any]) -> Decision:
    """The largest Raise where it gains more than waiting."""
    rules, view, offered = hand.opening.rules, hand.view(seat), hand.asked(seat)
    hole, board = view.cards[seat, "hole"], view.cards.get(BOARD, ())
    solved, raised = solve(rules), offered[-1]
    if len(board) == 5:
        gains = {one.act: option_value(rules, view, seat, one, one.low) for one in offered}
        yes = "raise" in gains and gains["raise"] > gains["fold"]
        return Decision("raise", raised.low, raised.spot) if yes else Decision(offered[0].act)
    if board:
        at = holdings.real(board, hole)
        yes = bool(solved.raise_flop[at] > solved.check_flop[at])
    else:
        yes = bool(solved.raises_preflop[holdings.starts()[holdings.hole_number(hole)]])
    return Decision("raise", raised.high, raised.spot) if yes else Decision(offered[0].act)
