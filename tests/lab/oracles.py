"""The slow and plain way, to hold the fast one against."""

from fractions import Fraction
from itertools import combinations

import numpy as np

from croupier.games import casino_holdem, heads_up_holdem
from croupier.lab.kernels.evaluator import evaluate
from croupier.ranks import high


def showdowns(hole, flop):
    """For every turn and river: the holder's value and those of all 990 dealers."""
    free = [card for card in range(52) if card not in (*hole, *flop)]
    for turn, river in combinations(free, 2):
        board = [*flop, turn, river]
        dealers = list(combinations([card for card in free if card not in board], 2))
        hands = np.array([[*two, *board] for two in dealers], np.uint8)
        mine = evaluate(np.array([[*hole, *board]], np.uint8))[0]
        yield int(mine), evaluate(hands)


def call_value(rules: casino_holdem.Rules, hole, flop) -> Fraction:
    """The sum of what a CALL wins over all turns, rivers and dealers (CH-21 to CH-26)."""
    total = Fraction(0)
    for mine, dealers in showdowns(hole, flop):
        ante = rules.ante_pays.price(mine)
        no_game = dealers < high.LEAST[rules.dealer_qualifies]
        unpaid = mine < high.LEAST["pair"] and not rules.high_card_wins_when_dealer_not_qualified
        total += int(no_game.sum()) * (0 if unpaid else ante)
        total += int((~no_game & (dealers < mine)).sum()) * (
            ante + rules.call_antes * rules.call_pays
        )
        total -= (1 + rules.call_antes) * int((~no_game & (dealers > mine)).sum())
    return total


def raise_and_check(
    rules: heads_up_holdem.Rules, hole, flop, side=lambda _: 0, lost=0
) -> tuple[Fraction, Fraction]:
    """The sums of what the largest Raise on the flop wins, and of a check with the best river.

    Side bets win by the value of the hand, and a fold loses them.
    """
    raised = checked = Fraction(0)
    for mine, dealers in showdowns(hole, flop):
        worse, better = dealers < mine, dealers > mine
        plays = dealers >= high.LEAST[rules.dealer_qualifies]
        ante = int((worse & plays).sum()) - int((better & plays).sum())
        if not rules.ante_push_first:
            ante -= int((better & ~plays).sum())
        win, beaten = rules.odds_pays.price(mine), rules.bad_beat_pays.price(mine)
        odds = int(worse.sum()) * (win or 0)
        odds += int(better.sum()) * (-1 if beaten is None else beaten)
        if rules.odds_pays_on_tie:
            odds += int((dealers == mine).sum()) * (win or 0)
        one = int(worse.sum()) - int(better.sum())
        odds += 990 * side(mine)
        raised += ante + odds + rules.raise_on_flop * one
        checked += max(ante + odds + one, Fraction(-(2 + lost) * 990))
    return raised, checked
