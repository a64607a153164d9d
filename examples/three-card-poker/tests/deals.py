"""Hands from stacked cards."""

import three_card_poker as game
from croupier.core.asks import Decision
from croupier.core.cards import PACK, cards
from croupier.core.felt import Deal
from croupier.core.hand import Hand
from three_card_poker import Rules

STACK = 1000_00


def dealt(text: str, rules: Rules | None = None, seats: int = 1, stack: int = STACK) -> Hand:
    """A hand from stacked cards: to each player, then to the dealer, three times around."""
    chips = {(seat, "stack"): stack for seat in range(1, seats + 1)}
    first = cards(text)
    rest = tuple(card for card in PACK if card not in first)
    return Hand(game, rules or Rules(), chips, Deal((*first, *rest)))


def bet(hand: Hand, amount: int, pair_plus: int = 0, seat: int = 1) -> None:
    hand.decide(seat, Decision("bet", amount, (seat, "ante")))
    if pair_plus:
        hand.decide(seat, Decision("bet", pair_plus, (seat, "pair_plus")))
