"""A Push Nine player: bets by the chance of three random cards, buys in when the price is fair, and
agrees with those who ask.
"""

from random import Random

from croupier.bots import Seen, passive, within
from croupier.bots.betting import bet, opponents
from croupier.core.asks import Decision, Option
from croupier.core.cards import PACK
from croupier.core.felt import Said
from croupier.procedure.pots import pot_size
from croupier.ranks import pushnine

SAMPLES = 60
DEEP = 3
"""Plays for a push pot with this many buy-ins in the stack."""
PROPOSES = 0.2
"""How often a player who would stay out looks for a partner."""


def choose(sight: Seen, chance: Random) -> Decision:
    """Agree with whoever has asked, buy in with a deep stack, bet by strength."""
    if sight.offered("fold"):
        rivals = len(opponents(sight))
        return bet(sight, strength(sight, rivals, chance), rivals, chance)
    stake, share, split = (sight.offered(act) for act in ("stake", "share", "split"))
    if stake:
        return within(stake, stake.low * 2)  # The least that all name counts (PN-23).
    if share:
        return agreed(share, pot_size(sight.view.chips) > held(sight))
    if split:
        return agreed(split, strength(sight, 1, chance) < 0.5)
    return enter(sight, chance)


def agreed(option: Option, yes: bool) -> Decision:
    """An answer to whether a pot is divided: the safe part of a large pot, or a poor hand's."""
    return Decision(option.act if yes else "decline")


def enter(sight: Seen, chance: Random) -> Decision:
    """Join whoever has named this seat, else buy in alone, else look for a partner or stay out."""
    buy = sight.offered("buy in")
    price = buy.low if buy else named_price(sight)
    if (held(sight) >= DEEP * price or not buy) and (answer := joined(sight, price)):
        return answer
    if buy and held(sight) >= DEEP * price and pot_size(sight.view.chips) >= price:
        return Decision("buy in")
    partners = [option for option in sight.options if option.act == "partner"]
    if partners and chance.random() < PROPOSES:
        return Decision("partner", 0, chance.choice(partners).spot)
    return passive(sight, chance)


def joined(sight: Seen, price: int) -> Decision | None:
    """The answer that makes an agreement of what another has said, if one has named this seat."""
    said = [e for e in sight.feed if isinstance(e, Said) and e.seat not in (0, sight.seat)]
    for event in said:
        if event.what in ("partner", "backing") and event.spot[0] == sight.seat:
            named = (event.seat, "hole")
            if any(o.act == event.what and o.spot == named for o in sight.options):
                return Decision(event.what, 0, named)
    return cow(sight, [event for event in said if event.what == "cow"], price)


def cow(sight: Seen, said: list[Said], price: int) -> Decision | None:
    """The rest of the buy-in that another's cow lacks: held by this seat, or by one who is in."""
    shares: dict[int, dict[int, int]] = {}
    for event in said:
        shares.setdefault(event.spot[0], {})[event.seat] = event.amount
    for holder, named in shares.items():
        lacks = price - sum(named.values())
        for option in sight.options:
            fits = option.act == "cow" and option.spot[0] == holder
            if fits and holder in (*named, sight.seat) and option.low <= lacks <= option.high:
                return Decision("cow", lacks, option.spot)
    return None


def named_price(sight: Seen) -> int:
    """The buy-in, as the house has called it (PN-43)."""
    called = (e for e in sight.feed if isinstance(e, Said) and not e.seat and e.what == "buy in")
    return next((event.amount for event in called), 0)


def held(sight: Seen) -> int:
    """The stack."""
    return sight.view.chips.get((sight.seat, "stack"), 0)


def strength(sight: Seen, rivals: int, chance: Random) -> float:
    """How often the hand beats this number of random ones; a tie is pushed and counts half."""
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
