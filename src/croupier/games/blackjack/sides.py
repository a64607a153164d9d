"""Bets on the first cards of a box, beside a stake on it. House choice.

A back-bettor may make them too. They are settled as soon as the first cards lie, whatever becomes
of the hand.
"""

from croupier.core.felt import HOUSE, Felt
from croupier.games.blackjack.boxes import BOX, Box, side
from croupier.games.blackjack.dealing import DEALER
from croupier.games.blackjack.rules import Rules, listed
from croupier.procedure.banking import lose, win


def settle_sides(rules: Rules, felt: Felt, boxes: list[Box]) -> None:
    """Each by its own table."""
    for box in boxes:
        cards = felt.cards[HOUSE, box.hands[0]] + felt.cards[DEALER][:1]
        for bet in listed(rules):
            price = bet.pays.price(bet.value(cards[: bet.size]))
            for seat in box.stakes:
                spot = side(seat, bet, BOX[box.number])
                if price is None:
                    lose(felt, spot)
                else:
                    win(felt, spot, price, rules.fraction_rounding, rules.chip)
