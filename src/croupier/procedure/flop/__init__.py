"""Flop games: what hold'em and Omaha share, in both card rooms.

One hand by the French casino's leaflet (TH) or the Casino Club's rules (CR, HE, OM): the house
sheet says which. A game of the family gives the number of down cards and the worth of hands.
"""

from collections.abc import Callable, Mapping, Sequence
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
from croupier.procedure.reading import high_hand, placed
from croupier.ranks import high, low8

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
    place=2,
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


Best = Callable[[Sequence[Card], Sequence[Card]], tuple[Card, ...]]
"""The five cards that play, of down cards and board; nothing where no hand qualifies."""


def readings(
    view: View, language: str, down: int, best: Best, low: Best | None = None
) -> dict[Spot, Reading]:
    """What each hand of `down` cards is worth that the view shows, from the flop on (HE-12, HU-14);
    on two boards both.
    """
    holes = {
        spot: hole
        for spot, hole in view.cards.items()
        if spot[1] == "hole" and BACK not in hole and len(hole) == down
    }
    dealt = [board for board in boards(view.cards) if BACK not in board and len(board) >= 3]
    found = [on_board(board, holes, language, best, low) for board in dealt]
    return found[0] if len(found) == 1 else {spot: on_both(found, spot) for spot in holes if found}


def on_board(
    board: Sequence[Card],
    holes: Mapping[Spot, Sequence[Card]],
    language: str,
    best: Best,
    low: Best | None,
) -> dict[Spot, Reading]:
    """The hands of one board, with their places."""
    hands = {spot: high_hand(best(hole, board), language) for spot, hole in holes.items()}
    found = placed(hands, {spot: high.value(hand.cards) for spot, hand in hands.items()})
    lows = low_hands({s: low(hole, board) for s, hole in holes.items()}, language) if low else {}
    return {spot: replace(hand, low=lows.get(spot)) for spot, hand in found.items()}


def on_both(boards: Sequence[Mapping[Spot, Reading]], spot: Spot) -> Reading:
    """A hand that is run twice: what it is called on each board, and all cards that play."""
    both = [readings[spot] for readings in boards]
    cards = tuple(dict.fromkeys(card for reading in both for card in reading.cards))
    return Reading(" · ".join(reading.names for reading in both), cards, made=cards)


def low_hands(fives: Mapping[Spot, tuple[Card, ...]], language: str) -> dict[Spot, Reading]:
    """The low hands, of those that have one (OM-06)."""
    worth = {spot: low8.value(five) for spot, five in fives.items() if five}
    hands = {s: Reading(low8.name(at, language), fives[s]) for s, at in worth.items()}
    return placed(hands, worth)
