"""Heads-Up Hold'em at a real table, as the lab plays it."""

from fractions import Fraction
from typing import Any

import numpy as np

from croupier.core.asks import Decision, Option
from croupier.core.cards import Card
from croupier.core.felt import BOARD, Seat, View
from croupier.core.hand import Hand
from croupier.games.heads_up_holdem import Rules, position, position_of
from croupier.lab.games.heads_up_holdem.solving import FLOP, PREFLOP, forms_of, solve
from croupier.lab.kernels import dealers, dealing, holdings
from croupier.lab.kernels.boards import sort_starts
from croupier.lab.kernels.dealers import DEALERS, form_of
from croupier.lab.kernels.showdown import RUNOUTS
from croupier.ranks import high

Held = tuple[Card, ...]


def stakes() -> dict[str, int]:
    """An Ante; the Odds goes down with it."""
    return {"ante": 1}


def option_value(rules: Rules, view: View, seat: Seat, option: Option, amount: int) -> Fraction:
    """What a fold, a check or a Raise gains on average."""
    mine = position(seat, position_of(option.spot).number)
    ante = view.chips.get(mine.ante, 0)
    if option.act == "fold":
        return Fraction(-2 * ante)
    hole, board = view.cards[mine.hole], view.cards.get(BOARD, ())
    times = Fraction(amount, ante) if option.act == "raise" else None
    return ante * worth(rules, hole, board, times)


def worth(rules: Rules, hole: Held, board: Held, times: Fraction | None) -> Fraction:
    """What a Raise of `times` Antes gains now, or a check."""
    solved = solve(rules)
    unit = solved.unit
    if len(board) == 5:
        bets, raised = _river_forms(rules, hole, board, unit)
        return Fraction(bets, DEALERS * unit) + (times or 0) * Fraction(raised, DEALERS * unit)
    if len(board) == 3:
        at, every = holdings.real(board, hole), RUNOUTS * DEALERS * unit
        check, most = int(solved.check_flop[at]), int(solved.raise_flop[at])
        bets, size = int(solved.bets_flop[at]), FLOP
    else:
        start = int(holdings.starts()[holdings.hole_number(hole)])
        ways = int(holdings.by_start(solved.held.astype(np.int64))[start])
        every = ways * RUNOUTS * DEALERS * unit
        check, most = int(solved.check_preflop[start]), int(solved.raise_preflop[start])
        bets, size = int(solved.bets_preflop[start]), PREFLOP
    if times is None:
        return Fraction(check, every)
    return Fraction(bets, every) + times * Fraction(most - bets, size * every)


def _river_forms(rules: Rules, hole: Held, board: Held, unit: int) -> tuple[int, int]:
    counts, forms = dealers.counts(high.LEAST["pair"]), forms_of(rules, unit)
    packed = dealing.counted(
        hole[0], hole[1], np.array(board), np.zeros(13, np.int64), *counts, sort_starts()
    )
    return int(form_of(packed, forms[0])), int(form_of(packed, forms[1]))


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
