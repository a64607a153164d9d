"""A simple player of hold'em and Omaha: counts its chances, calls when the price is right, and
now and then bets without a hand.
"""

from collections.abc import Sequence
from random import Random

from croupier.betting import pot_size
from croupier.bots import Seen, passive, within
from croupier.cards import PACK, Card
from croupier.felt import BOARD
from croupier.flop import Family
from croupier.play import Decision

SAMPLES = 40
BLUFFS = 0.06
SLOWPLAYS = 0.15


def choose(sight: Seen, chance: Random) -> Decision:
    """Fold, call or raise by the chance of winning and the price of the pot."""
    if sight.clause != "CR-16":
        return passive(sight, chance)
    rivals = opponents(sight)
    strength = equity(sight, len(rivals), chance)
    fair_share = 1 / (len(rivals) + 1)
    call = sight.offered("call")
    pot = pot_in(sight)
    raising = sight.offered("raise") or sight.offered("bet")
    strong = strength > fair_share * 1.7 and chance.random() > SLOWPLAYS
    if raising and (strong or (strength < fair_share and chance.random() < BLUFFS)):
        stands = sight.view.chips.get((sight.seat, "bet"), 0) + (call.low if call else 0)
        return within(raising, stands + int(pot * (0.4 + 0.6 * chance.random())))
    if call is None:
        return Decision("check")
    price = call.low / (pot + call.low)
    return Decision("call") if strength > price * 0.95 else Decision("fold")


def opponents(sight: Seen) -> list[int]:
    """Who else still holds cards."""
    return [s for s, word in sight.view.cards if word == "hole" and s != sight.seat]


def pot_in(sight: Seen) -> int:
    """All chips that are bet."""
    return pot_size(sight.view.chips)


def equity(sight: Seen, rivals: int, chance: Random) -> float:
    """The share of the pot that random hands and boards would leave us."""
    family: Family = sight.game.FAMILY  # type: ignore[attr-defined]
    hole = sight.view.cards[sight.seat, "hole"]
    board = sight.view.cards.get(BOARD, ())
    unseen = [card for card in PACK if card not in hole and card not in board]
    need = 5 - len(board) + rivals * family.hole
    won = 0.0
    for _ in range(SAMPLES):
        drawn = chance.sample(unseen, need)
        full = (*board, *drawn[: 5 - len(board)])
        others = drawn[5 - len(board) :]
        hands = [others[at : at + family.hole] for at in range(0, len(others), family.hole)]
        won += share(family, hole, hands, full)
    return won / SAMPLES


def share(
    family: Family, hole: Sequence[Card], hands: list[list[Card]], board: Sequence[Card]
) -> float:
    """What part of one pot a hand would take."""
    highs = [family.high(held, board) for held in (hole, *hands)]
    high = (highs[0] == max(highs)) / highs.count(max(highs))
    if family.low is None:
        return high
    lows = [family.low(held, board) for held in (hole, *hands)]
    if not max(lows):
        return high
    return (high + (lows[0] == max(lows)) / lows.count(max(lows))) / 2
