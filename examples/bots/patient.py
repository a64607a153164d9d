"""A bot for the league: raises with a pair or an ace, calls small bets, else gives up.

cd examples/bots && croupier league holdem --bots patient:choose,fish --pairs 500 --seed 7
"""

from random import Random

from croupier.bots import Seen, passive, within
from croupier.core.asks import Decision
from croupier.core.cards import RANK
from croupier.procedure.pots import pot_size

ACE = 12


def choose(sight: Seen, chance: Random) -> Decision:
    """Answer one question; whatever is not allowed, the rules refuse."""
    hole = sight.view.cards.get((sight.seat, "hole"), ())
    if not sight.offered("fold") or not hole:
        return passive(sight, chance)  # What would happen if time ran out.
    ranks = [RANK[card] for card in hole]
    raising = sight.offered("raise") or sight.offered("bet")
    pot, call = pot_size(sight.view.chips), sight.offered("call")
    if raising and (ACE in ranks or len(set(ranks)) < len(ranks)):
        return within(raising, pot)
    if call and call.low * 4 <= pot:
        return Decision("call")
    return passive(sight, chance)
