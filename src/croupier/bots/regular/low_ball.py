"""A regular of Low Ball: draws as a beginner, bets for value."""

from random import Random

from croupier.bots import Seen, low_ball
from croupier.bots.betting import opponents
from croupier.bots.regular.betting import bet
from croupier.core.asks import Decision


def choose(sight: Seen, chance: Random) -> Decision:
    """Draw by rule, never check a seven after the draw (LB-08), bet by strength."""
    forced = sight.offered("check") and sight.options[0].note and sight.offered("bet")
    if sight.offered("draw") or not sight.offered("fold") or forced:
        return low_ball.choose(sight, chance)
    rivals = len(opponents(sight))
    return bet(sight, low_ball.strength(sight, rivals, chance), rivals, chance)
