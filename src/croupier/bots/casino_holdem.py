"""A Casino Hold'em player: a small Ante, and a call with a pair, an ace or king, or a draw."""

from random import Random

from croupier.bots import Seen, passive, within
from croupier.core.asks import Decision
from croupier.core.cards import RANK, SUIT
from croupier.core.felt import BOARD
from croupier.ranks import high

KING = 11


def choose(sight: Seen, chance: Random) -> Decision:
    """Bet in the window; call unless the hand is hopeless."""
    bet = sight.offered("bet")
    if bet:
        return within(bet, bet.low * chance.randint(1, 10))
    if sight.offered("call") and hopeful(sight):
        return Decision("call")
    return passive(sight, chance)


def hopeful(sight: Seen) -> bool:
    """A pair or better, a king or ace, four of a suit, or two cards above the board."""
    player, board = sight.view.cards[0, "player"], sight.view.cards[BOARD]
    five = (*player, *board)
    if high.value(five) >= high.LEAST["pair"] or max(RANK[card] for card in player) >= KING:
        return True
    suited = max([SUIT[card] for card in five].count(suit) for suit in range(4)) >= 4
    return suited or min(RANK[c] for c in player) > max(RANK[c] for c in board)
