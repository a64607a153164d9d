"""How a regular bets: for value with more than a fair part, by the price when it must call, and the
less the more the others have shown.
"""

from random import Random
from typing import Final

from croupier.bots import Seen, within
from croupier.core.asks import Decision
from croupier.core.felt import Said
from croupier.procedure.pots import pot_size

BLUFFS: Final = 0.08
RESPECT: Final = 0.07
"""How much better a hand must be for each bet and raise of the others, of the last round."""


def bet(sight: Seen, strength: float, rivals: int, chance: Random) -> Decision:
    """Fold, call or raise by the chance to win against random hands, less some respect."""
    call, pot = sight.offered("call"), pot_size(sight.view.chips)
    raising = sight.offered("raise") or sight.offered("bet")
    owed, fair = call.low if call else 0, 1 / (rivals + 1)
    real = strength - RESPECT * aggression(sight)
    bluff = not call and strength < fair and chance.random() < BLUFFS
    if raising and (real > fair + (0.1 if call else 0.06) or bluff):
        stands = sight.view.chips.get((sight.seat, "bet"), 0) + owed
        part = 1.0 if real > fair + 0.2 else 0.6
        return within(raising, stands + int(part * (pot + owed)))
    if call is None:
        return Decision("check")
    return Decision("call" if real > owed / (pot + owed) else "fold")


def aggression(sight: Seen) -> int:
    """Bets and raises of the others in this hand, three at most."""
    said = (event for event in sight.feed if isinstance(event, Said))
    made = sum(e.what in ("bet", "raise") and e.seat not in (0, sight.seat) for e in said)
    return min(made, 3)
