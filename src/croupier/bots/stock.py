"""Stock characters of the card room, to measure other players against.

Fish and honest play as the players of these names in PyPokerEngine do; the 0.1 bot is the house's
own beginner.
"""

from random import Random
from typing import Final

from croupier.bots import Bot, Seen, flop, passive, within
from croupier.bots.betting import opponents
from croupier.core.asks import Decision
from croupier.core.cards import RANK

TEN: Final = 8


def fish(sight: Seen, chance: Random) -> Decision:
    """Calls whatever is bet."""
    return Decision("call") if sight.offered("call") else passive(sight, chance)


def honest(sight: Seen, chance: Random) -> Decision:
    """Stays with an even chance or better against random hands, else gives up; never raises."""
    if not sight.offered("fold"):
        return passive(sight, chance)
    rivals = len(opponents(sight))
    good = flop.equity(sight, rivals, chance) >= 1 / (rivals + 1)
    return fish(sight, chance) if good else passive(sight, chance)


def shove(sight: Seen, chance: Random) -> Decision:
    """Bets as much as it may at every chance."""
    raising = sight.offered("raise") or sight.offered("bet")
    if raising and sight.offered("fold"):
        return Decision(raising.act, raising.high, raising.spot)
    return fish(sight, chance)


def tight(sight: Seen, chance: Random) -> Decision:
    """Raises every time with a pair or two cards from the ten up, else gives up."""
    hole = sight.view.cards.get((sight.seat, "hole"), ())
    if not sight.offered("fold") or not hole:
        return passive(sight, chance)
    ranks = [RANK[card] for card in hole]
    if min(ranks) < TEN and len(set(ranks)) == len(ranks):
        return passive(sight, chance)
    raising = sight.offered("raise") or sight.offered("bet")
    return within(raising, raising.low * 2) if raising else fish(sight, chance)


def anything(sight: Seen, chance: Random) -> Decision:
    """Any act that is offered, of any size."""
    option = chance.choice(sight.options)
    if option.cards:
        chosen = chance.sample(option.cards, chance.randint(option.low, option.high))
        return Decision(option.act, 0, option.spot, tuple(chosen))
    return within(option, chance.randint(option.low, option.high))


STOCK: Final[dict[str, Bot]] = {
    "fish": fish,
    "honest": honest,
    "tight": tight,
    "shove": shove,
    "random": anything,
    "clock": passive,
}
