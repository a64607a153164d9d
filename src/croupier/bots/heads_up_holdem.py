"""A Heads-Up Hold'em player: raises early with pairs and high cards, late with what has paired."""

from random import Random

from croupier.bots import Seen, passive, within
from croupier.core.asks import Decision
from croupier.core.cards import RANK, SUIT
from croupier.core.felt import BOARD
from croupier.games.heads_up_holdem import Position, position_of
from croupier.ranks import high

TEN, KING, ACE = 8, 11, 12


def choose(sight: Seen, chance: Random) -> Decision:
    """Bet in the window; raise when ahead of a random hand, fold only what beats nothing."""
    bet, raising = sight.offered("bet"), sight.offered("raise")
    if bet:
        return within(bet, bet.low * chance.randint(1, 5))
    if raising and good(sight, position_of(raising.spot)):
        return within(raising, raising.high)
    return passive(sight, chance)


def good(sight: Seen, position: Position) -> bool:
    """Whether the hand of a position is worth a raise on this street."""
    hole, board = sight.view.cards[position.hole], sight.view.cards.get(BOARD, ())
    low, top = sorted(RANK[card] for card in hole)
    if not board:
        suited = SUIT[hole[0]] == SUIT[hole[1]]
        return top in (low, ACE) or (top == KING and (suited or low >= 3)) or low >= TEN
    value = high.value([*hole, *board])
    if len(board) == 3:
        return (
            value >= high.LEAST["pair"] and high.value([*hole, *board]) > 0 and pairs(hole, board)
        )
    return value > high.value(board) or top >= KING


def pairs(hole: tuple[int, ...], board: tuple[int, ...]) -> bool:
    """Whether an own card has paired, or the two are a pair."""
    ranks = {RANK[card] for card in board}
    return RANK[hole[0]] == RANK[hole[1]] or any(RANK[card] in ranks for card in hole)
