"""How a simple player bets on a pot, knowing the chance that its hand is the best."""

from random import Random

from croupier.bots import Seen, passive, seen, within
from croupier.core import catalogue
from croupier.core.asks import Decision
from croupier.core.felt import Said, Seat
from croupier.core.hand import Hand
from croupier.procedure.pots import pot_size

BLUFFS = 0.06
SLOWPLAYS = 0.15
ROUNDS = 25
"""How often the few deals of a bot are counted for somebody who asks."""


def bet(sight: Seen, strength: float, rivals: int, chance: Random) -> Decision:
    """Fold, call or raise by the chance of winning and the price of the pot."""
    fair_share = 1 / (rivals + 1)
    call, pot = sight.offered("call"), pot_size(sight.view.chips)
    raising = sight.offered("raise") or sight.offered("bet")
    enough = min(0.95, fair_share * 1.7 + 0.15 * raises(sight))
    strong = strength > enough and chance.random() > SLOWPLAYS
    if raising and (strong or (strength < fair_share and chance.random() < BLUFFS)):
        stands = sight.view.chips.get((sight.seat, "bet"), 0) + (call.low if call else 0)
        return within(raising, stands + int(pot * (0.4 + 0.6 * chance.random())))
    if call is None:
        return Decision("check") if sight.offered("check") else passive(sight, chance)
    price = call.low / (pot + call.low)
    return Decision("call") if strength > price * 0.95 else Decision("fold")


def chances(hand: Hand, seat: Seat, chance: Random) -> float | None:
    """The part of the pot that a seat would win against random cards of all who still hold some;
    nothing where no bet is asked, or where the game is not played for a pot.
    """
    sight = seen(hand, seat)
    module = catalogue.face(catalogue.name(sight.game), "croupier.bots", "bot")
    count = getattr(module, "strength", None)
    if count is None or not sight.offered("fold"):
        return None
    rivals = len(opponents(sight))
    return float(sum(count(sight, rivals, chance) for _ in range(ROUNDS)) / ROUNDS)


def raises(sight: Seen) -> int:
    """How often it has bet or raised in this hand; each time it wants more for the next."""
    return sum(
        isinstance(event, Said) and event.seat == sight.seat and event.what in ("bet", "raise")
        for event in sight.feed
    )


def opponents(sight: Seen) -> list[int]:
    """Who else still holds cards."""
    return [s for s, word in sight.view.cards if word == "hole" and s not in (0, sight.seat)]
