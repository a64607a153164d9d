"""What can be said to a player for a pot: how good the cards are, and what a call must win."""

from random import Random

from croupier import bots
from croupier.bots import betting
from croupier.cli.tongue import Tongue
from croupier.core.felt import Seat
from croupier.core.hand import Hand
from croupier.procedure.pots import pot_size


def told(tongue: Tongue, hand: Hand, seat: Seat) -> str:
    """The chance against unknown cards, beside the price of a call; nothing where no bet is asked.
    The same question has the same answer.
    """
    share = betting.chances(hand, seat, Random(len(hand.events)))
    if share is None:
        return ""
    sight = bots.seen(hand, seat)
    call, rivals = sight.offered("call"), len(betting.opponents(sight))
    said = tongue.say(
        "Against {number} unknown {number|hand|hands} you win about {share} % of the pot.",
        number=rivals,
        share=round(100 * share),
    )
    if call is None:
        return said
    need = 100 * call.low / (pot_size(sight.view.chips) + call.low)
    price = tongue.money(call.low)
    pays = tongue.say("A call of {price} pays from {need} % on.", price=price, need=round(need))
    return f"{said} {pays}"
