"""A regular of Push Nine: bets for value, and leaves the rest to the beginner's ways."""

from random import Random

from croupier.bots import Seen, push_nine
from croupier.bots.betting import opponents
from croupier.bots.regular.betting import bet
from croupier.core.asks import Decision


def choose(sight: Seen, chance: Random) -> Decision:
    """Agreements and buy-ins as a beginner, bets as a regular."""
    if not sight.offered("fold"):
        return push_nine.choose(sight, chance)
    rivals = len(opponents(sight))
    return bet(sight, push_nine.strength(sight, rivals, chance), rivals, chance)
