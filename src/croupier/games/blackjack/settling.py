"""The dealer's cards and the end of a round (BJ-09 to BJ-15, BJ-40, BJ-48)."""

from croupier.core.cards import Card
from croupier.core.felt import BANK, HOUSE, Felt, Spot
from croupier.games.blackjack.boxes import Box
from croupier.games.blackjack.dealing import DEALER, EVEN, HOLE, draw
from croupier.games.blackjack.insurance import settle_insurance
from croupier.games.blackjack.rules import Rules
from croupier.procedure.banking import lose, push, win
from croupier.ranks import twentyone


def dealer_draws(rules: Rules, felt: Felt, boxes: list[Box]) -> None:
    """No card when nothing is open, one when only a blackjack matters, else to 17 (BJ-40)."""
    played = rules.dealer_always_completes or any(is_open(felt, box) for box in boxes)
    if HOLE in felt.cards:
        felt.move(HOLE, DEALER, why="show")
    elif played or is_waiting(felt):
        draw(felt, DEALER)
    settle_insurance(felt, boxes, wins=twentyone.is_blackjack(felt.cards[DEALER]))
    while played and must_draw(rules, felt.cards[DEALER]):
        draw(felt, DEALER)


def is_waiting(felt: Felt) -> bool:
    """Whether any bet is undecided."""
    return any(amount for spot, amount in felt.chips.items() if spot[1] not in ("stack", "bank"))


def is_open(felt: Felt, box: Box) -> bool:
    """Whether a hand of the box depends on the dealer's total."""
    if box.surrendered or box.natural:
        return False
    return any(felt.chips.get((seat, word)) for word in box.hands for seat in box.stakes)


def must_draw(rules: Rules, cards: list[Card]) -> bool:
    """To 16 a card, from 17 none; the first ace counts 11 while it can (BJ-09, BJ-10)."""
    total = twentyone.total(cards)
    return total < 17 or (total == 17 and rules.dealer_hits_soft_17 and twentyone.is_soft(cards))


def settle_box(rules: Rules, felt: Felt, box: Box) -> None:
    """Hand by hand (BJ-48)."""
    for word in box.hands:
        settle_hand(rules, felt, box, word)


def settle_hand(rules: Rules, felt: Felt, box: Box, word: str) -> None:
    """Each bettor on the hand alone: everybody competes only with the dealer (BJ-01)."""
    mine, dealers = twentyone.total(felt.cards[HOUSE, word]), twentyone.total(felt.cards[DEALER])
    blackjack = twentyone.is_blackjack(felt.cards[DEALER])
    for seat in box.stakes:
        spot = (seat, word)
        if not felt.chips.get(spot):
            continue
        if blackjack and not box.natural:
            lose_to_blackjack(rules, felt, box, spot)  # BJ-06, BJ-27
        elif box.natural and not blackjack:  # BJ-05, BJ-06
            win(felt, spot, rules.blackjack_pays, rules.fraction_rounding, rules.chip)
        elif box.surrendered or mine == dealers:  # BJ-08, BJ-13
            push(felt, spot)
        elif mine > dealers or dealers > 21:  # BJ-11, BJ-15
            win(felt, spot, EVEN, rules.fraction_rounding, rules.chip)
        else:
            lose(felt, spot)  # BJ-12


def lose_to_blackjack(rules: Rules, felt: Felt, box: Box, spot: Spot) -> None:
    """All is lost; where only original bets are, additions still on the table go back (BJ-27)."""
    kept = felt.chips[spot]
    if rules.dealer_blackjack_takes == "original_bets_only":
        first = box.moved.get(spot[0], box.hands[0])
        kept = min(kept, box.stakes[spot[0]]) if spot[1] == first else 0
    felt.pay(spot, BANK, kept, "lose")
    push(felt, spot)
