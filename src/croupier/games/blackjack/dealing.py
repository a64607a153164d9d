"""The shoe, the first cards of a round, and what the dealer may still have."""

from typing import Final

from croupier.core.felt import HOUSE, Felt, Spot
from croupier.core.hand import Void
from croupier.core.prices import Price
from croupier.games.blackjack.boxes import Box
from croupier.games.blackjack.rules import Rules
from croupier.ranks import twentyone

DEALER: Final[Spot] = (HOUSE, "dealer")
HOLE: Final[Spot] = (HOUSE, "hole")
EVEN: Final = Price(1)


def draw(felt: Felt, spot: Spot) -> None:
    """A card from the shoe; without any the round is void (BJ-45)."""
    if not felt.deck:
        felt.say(HOUSE, "void")
        raise Void("shoe and discards are used up (BJ-45)")
    felt.deal(spot, up=spot != HOLE)


def first_cards(rules: Rules, felt: Felt, boxes: list[Box]) -> None:
    """A card to every box, one to the dealer, a second to every box (BJ-04)."""
    for box in boxes:
        draw(felt, (HOUSE, box.hands[0]))
    draw(felt, DEALER)
    for box in boxes:
        draw(felt, (HOUSE, box.hands[0]))
        box.natural = twentyone.is_blackjack(felt.cards[HOUSE, box.hands[0]])
    if rules.hole_card == "peek":
        draw(felt, HOLE)


def in_doubt(rules: Rules, felt: Felt) -> bool:
    """Whether the dealer may still turn out to have a blackjack while the boxes play (BJ-05)."""
    return rules.hole_card == "none" and twentyone.value(felt.cards[DEALER][0]) in (1, 10)


def looks(rules: Rules, felt: Felt) -> bool:
    """Whether the dealer looks at a hole card for a blackjack."""
    return rules.hole_card == "peek" and twentyone.value(felt.cards[DEALER][0]) in (1, 10)
