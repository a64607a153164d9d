"""A simple player of hold'em and Omaha: counts its chances on random boards."""

from collections.abc import Sequence
from random import Random

from croupier.bots import Seen, passive
from croupier.bots.betting import bet, opponents
from croupier.core.asks import Decision
from croupier.core.cards import PACK, Card
from croupier.core.felt import BOARD
from croupier.procedure.flop import Family

BOARDS, DEALS = 10, 4
"""As many boards, and deals to each: a board that was never seen before is dear in Omaha."""


def choose(sight: Seen, chance: Random) -> Decision:
    """Bet by equity; decline options, show at the showdown, run it twice if the others like."""
    if sight.offered("run twice"):
        return Decision("run twice")
    if not sight.offered("fold"):
        return passive(sight, chance)
    rivals = len(opponents(sight))
    return bet(sight, equity(sight, rivals, chance), rivals, chance)


def equity(sight: Seen, rivals: int, chance: Random, boards: int = BOARDS) -> float:
    """The share of the pot that random hands and boards would leave us."""
    family: Family = sight.game.FAMILY  # type: ignore[attr-defined]
    hole = sight.view.cards[sight.seat, "hole"]
    board = sight.view.cards.get(BOARD, ())
    unseen = [card for card in PACK if card not in hole and card not in board]
    won = 0.0
    for _ in range(boards):
        full = (*board, *chance.sample(unseen, 5 - len(board)))
        left = [card for card in unseen if card not in full]
        for _ in range(DEALS):
            others = chance.sample(left, rivals * family.hole)
            hands = [others[at : at + family.hole] for at in range(0, len(others), family.hole)]
            won += share(family, hole, hands, full)
    return won / (boards * DEALS)


def share(
    family: Family, hole: Sequence[Card], hands: list[list[Card]], board: Sequence[Card]
) -> float:
    """What part of one pot a hand would take."""
    highs = [family.high(held, board) for held in (hole, *hands)]
    high = (highs[0] == max(highs)) / highs.count(max(highs))
    if family.low is None:
        return high
    lows = [family.low(held, board) for held in (hole, *hands)]
    if not max(lows):
        return high
    return (high + (lows[0] == max(lows)) / lows.count(max(lows))) / 2
