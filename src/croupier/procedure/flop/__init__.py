"""Flop games: what hold'em and Omaha share, in both card rooms.

One hand by the French casino's leaflet (TH) or the Casino Club's rules (CR, HE, OM): the house
sheet says which. A game of the family gives the number of down cards and the worth of hands.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from croupier.core.asks import Play
from croupier.core.cards import BACK, Card
from croupier.core.catalogue import Layout, Reading
from croupier.core.felt import POT, Fault, Felt, Spot, View
from croupier.procedure import kills
from croupier.procedure.betting import Redeal
from croupier.procedure.flop.company import COMPANY, Carry
from croupier.procedure.flop.rules import MOST_SEATS, Family, Rules
from croupier.procedure.flop.seating import (
    kill_next,
    post_antes,
    post_blinds,
    seat_players,
    take_option,
)
from croupier.procedure.flop.showdown import award, show_some
from croupier.procedure.flop.streets import play_streets
from croupier.procedure.flop.twice import boards
from croupier.procedure.pots import Pot, Pots

__all__ = [
    "COMPANY",
    "LAYOUT",
    "LOTS",
    "MOST_SEATS",
    "WHY_NOT",
    "Carry",
    "Family",
    "Rules",
    "play_hand",
    "readings",
]

LAYOUT: Final = Layout(
    seat_chips=("stack", "bet", "ante"),
    seat_cards=("hole",),
    house_chips=("pot", "side", "drop", "levy"),
    house_cards=("board", "second"),
)
LOTS: Final = (*range(13, 13 - MOST_SEATS, -1), *range(52, 52 - MOST_SEATS, -1))
"""For the draw of the button: a club, or a card of the pack, for each seat."""
WHY_NOT: Final = {
    ("CR-16", "check"): "you can't check: there is a bet to call (CR-42, TH-38)",
    ("CR-16", "bet"): "there is already a bet: call or raise (CR-42, TH-38)",
    ("CR-16", "raise"): "you can't raise now (CR-22, CR-31, TH-44)",
    ("CR-16", "call"): "there is nothing to call (CR-42)",
    ("CR-16", ""): "it is not your turn (CR-42)",
    ("CR-16", "replace card"): "one exposed card can be replaced, but not the first or second "
    "dealt, and only before two players have acted; otherwise it is a misdeal, or the hand plays "
    "on (HE-10, CR-26)",
    ("CR-16", "misdeal"): "two players have acted: the hand plays on (CR-26, TH-63)",
    ("CR-35", "dead hand"): "there is no such hand, or it is the last one and takes the pot "
    "(CR-28)",
    ("OM-15", ""): "only a new player says whether to kill the next hand (OM-15)",
}


def play_hand(rules: Rules, felt: Felt, carry: Carry, family: Family) -> Play[Carry]:
    """One hand, in the order of the sheets (CR-47)."""
    if len({*felt.deck}) < len(felt.deck):
        raise Fault("a card is twice in the deck (CR-27)")
    killer = kills.due(carry.kill, rules.kill)
    promised = (yield from kill_next(rules, felt, carry)) if killer else 0  # OM-15
    seating = seat_players(rules, felt, carry, killer, promised)
    if seating is None:
        return carry  # CR-46, TH-73
    order, kill = seating.order, kills.begin(felt, carry.kill, killer, seating.order, rules)
    called = post_blinds(rules, felt, seating, kill)  # CR-04, TH-16
    if rules.ante:
        post_antes(rules, felt, seating)
    try:
        called, option = yield from take_option(rules, felt, seating, called)  # TH-20
        felt.deal_around([(seat, "hole") for seat in order], family.hole)  # CR-03, TH-22
        pots = Pots([Pot(POT, set())])
        players, last = yield from play_streets(rules, felt, seating, pots, called, option, kill)
        winners = yield from award(rules, felt, order, players, pots, last, family, kill)
        if rules.show_seconds:
            yield from show_some(felt, players)
    except Redeal:
        if carry.blinds.places.button:
            raise
        felt.take_back()  # A misdeal of a new game keeps the button that was drawn (CR-26, CR-39).
        return replace(carry, drawn=seating.places.button)
    after = kills.after(rules, felt, kill, winners, hilo=family.low is not None)
    return Carry(seating.blinds, replace(after, killer=promised) if promised else after)


def readings(
    view: View,
    down: int,
    name: Callable[[Sequence[Card], Sequence[Card]], str],
    best: Callable[[Sequence[Card], Sequence[Card]], tuple[Card, ...]],
) -> dict[Spot, Reading]:
    """What each hand of `down` cards is worth that the view shows, from the flop on (HE-12, HU-14);
    on two boards both.
    """
    dealt = [board for board in boards(view.cards) if BACK not in board and len(board) >= 3]
    return {
        spot: Reading(
            " · ".join(name(hole, board) for board in dealt),
            tuple(dict.fromkeys(card for board in dealt for card in best(hole, board))),
        )
        for spot, hole in view.cards.items()
        if dealt and spot[1] == "hole" and BACK not in hole and len(hole) == down
    }
