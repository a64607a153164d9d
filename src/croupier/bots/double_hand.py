"""A Double Hand player: banks now and then, wagers small, sets the house way."""

from random import Random

from croupier.bots import Seen, passive, within
from croupier.core.asks import Decision


def choose(sight: Seen, chance: Random) -> Decision:
    """Bank with a deep stack, wager a few units, leave the rest to chance and the house way."""
    least: int = sight.rules.table_min
    stack = sight.view.chips.get((sight.seat, "stack"), 0)
    bank, bet = sight.offered("bank"), sight.offered("bet")
    if bank and stack >= 10 * least and chance.random() < 0.6:
        return within(bank, chance.randint(3, 6) * least * 2)
    if bet:
        return within(bet, chance.randint(1, 3) * least)
    random = sight.offered("random")
    return Decision("random") if random else passive(sight, chance)
