"""A Push Nine player: bets by the chance of three random cards, buys in when the price is fair."""

from random import Random

from croupier.betting import pot_size
from croupier.bots import Seen, passive
from croupier.bots.betting import bet, opponents
from croupier.cards import PACK
from croupier.play import Decision
from croupier.ranks import pushnine

SAMPLES = 60


def choose(sight: Seen, chance: Random) -> Decision:
    """Buy in with a deep stack, share no pot that others may still buy into, bet by strength."""
    if sight.offered("fold"):
        rivals = len(opponents(sight))
        return bet(sight, strength(sight, rivals, chance), rivals, chance)
    buy = sight.offered("buy in")
    stack = sight.view.chips.get((sight.seat, "stack"), 0)
    if buy and stack >= 3 * buy.low and pot_size(sight.view.chips) >= buy.low:
        return Decision("buy in")
    return passive(sight, chance)


def strength(sight: Seen, rivals: int, chance: Random) -> float:
    """How often the hand beats so many random ones; a tie is pushed and counts half."""
    hole = sight.view.cards[sight.seat, "hole"]
    mine = pushnine.value(hole)
    unseen = [card for card in PACK if card not in hole]
    won = 0.0
    for _ in range(SAMPLES):
        drawn = chance.sample(unseen, 3 * rivals)
        best = max(
            (pushnine.value(drawn[at : at + 3]) for at in range(0, 3 * rivals, 3)), default=-1
        )
        won += 1 if mine > best else 0.5 if mine == best else 0
    return won / SAMPLES
