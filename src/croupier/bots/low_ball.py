"""A Low Ball player: stands pat on a nine or better, else draws to its low cards."""

from random import Random

from croupier.bots import Seen, passive
from croupier.bots.betting import bet, opponents
from croupier.core.asks import Decision
from croupier.core.cards import JOKER, PACK_WITH_JOKER, RANK, Card
from croupier.ranks import lowball

SAMPLES = 50
PAT = 8
"""The highest card of a hand that is not drawn to, aces counting 0: a nine."""


def choose(sight: Seen, chance: Random) -> Decision:
    """Bet by strength, draw by rule, decline the rest."""
    if sight.offered("draw"):
        return draw(sight)
    if not sight.offered("fold"):
        return passive(sight, chance)
    rivals = len(opponents(sight))
    chances = strength(sight, rivals, chance)
    if sight.offered("check") and sight.options[0].note and sight.offered("bet"):
        return Decision("bet")  # A seven or better is not checked after the draw (LB-08).
    return bet(sight, chances, rivals, chance)


def draw(sight: Seen) -> Decision:
    """Throw away pairs and cards above an eight."""
    option = sight.offered("draw")
    hole = sight.view.cards[sight.seat, "hole"]
    worst = discards(hole)
    if option is None or not worst:
        return Decision("stand pat")
    return Decision("draw", 0, option.spot, tuple(worst[: option.high]))


def discards(hole: tuple[Card, ...]) -> list[Card]:
    """What a hand is better without, the worst card first."""
    if JOKER not in hole and len({low(card) for card in hole}) == 5 and max(map(low, hole)) <= PAT:
        return []
    kept: set[int] = set()
    gone: list[Card] = []
    for card in sorted(hole, key=low):
        if card == JOKER:
            continue
        if low(card) in kept or low(card) > 7:
            gone.append(card)
        else:
            kept.add(low(card))
    return gone[::-1]


def low(card: Card) -> int:
    """The rank for low: an ace is 0."""
    return -1 if card == JOKER else (RANK[card] + 1) % 13


def strength(sight: Seen, rivals: int, chance: Random) -> float:
    """How often the hand, drawn to by rule, beats `rivals` hands that draw alike."""
    hole = sight.view.cards[sight.seat, "hole"]
    unseen = [card for card in PACK_WITH_JOKER if card not in hole]
    counted = min(rivals, 4)  # More hands than the pack has cards for count by the power.
    drawn_already = sight.clause == "LB-04"
    won = 0.0
    for _ in range(SAMPLES):
        deck = chance.sample(unseen, 10 * counted + 5)
        mine = hole if drawn_already else finished(hole, deck[-5:])
        hands = [deck[at : at + 10] for at in range(0, 10 * counted, 10)]
        others = [lowball.value(finished(tuple(ten[:5]), ten[5:])) for ten in hands]
        best, value = max(others, default=-1), lowball.value(mine)
        won += 1 if value > best else 0.5 if value == best else 0
    return (won / SAMPLES) ** (rivals / counted if counted else 1)


def finished(hole: tuple[Card, ...], stub: list[Card]) -> tuple[Card, ...]:
    """A hand after its draw."""
    gone = discards(hole)
    kept = tuple(card for card in hole if card not in gone)
    return kept + tuple(stub[: len(gone)])
