"""A regular of hold'em and Omaha: bets for value what a beginner checks down."""

from random import Random

from croupier.bots import Seen, flop
from croupier.bots.betting import opponents
from croupier.bots.regular.betting import bet
from croupier.core.asks import Decision


def choose(sight: Seen, chance: Random) -> Decision:
    """As a beginner where no bet is asked for."""
    if sight.offered("run twice") or not sight.offered("fold"):
        return flop.choose(sight, chance)
    rivals = len(opponents(sight))
    return bet(sight, flop.equity(sight, rivals, chance, 2 * flop.BOARDS), rivals, chance)
