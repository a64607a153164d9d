"""Insurance against a dealer's blackjack (BJ-24 to BJ-26, BJ-43)."""

from typing import Final

from croupier.core.asks import Option, Play
from croupier.core.felt import Felt, Seat
from croupier.core.prices import Price
from croupier.core.words import Note
from croupier.games.blackjack.boxes import Box
from croupier.games.blackjack.rules import Rules
from croupier.procedure.banking import lose, side_bets, win

INSURANCE: Final = tuple(f"insurance {number}" for number in range(8))
DECLINE: Final = Option("decline", clause="BJ-39")
TWICE: Final = Price(2)


def offer_insurance(rules: Rules, felt: Felt, boxes: list[Box]) -> Play[None]:
    """Every bettor for each of their stakes, before any further card (BJ-25, BJ-34, BJ-43)."""

    def offer(seat: Seat) -> tuple[Option, ...]:
        found = [may_insure(rules, felt, box, seat) for box in boxes if seat in box.stakes]
        options = [option for option in found if option]
        each = [Option("decline", spot=one.spot, clause="BJ-43") for one in options]
        return (DECLINE, *(each if len(each) > 1 else ()), *options) if options else ()

    yield from side_bets(felt, offer, "BJ-25", "insurance_seconds")


def may_insure(rules: Rules, felt: Felt, box: Box, seat: Seat) -> Option | None:
    """Once, from a cent to half the stake (BJ-24); on a blackjack half is even money (BJ-26)."""
    spot = (seat, INSURANCE[box.number])
    most = min(box.stakes[seat] // 2, felt.chips[seat, "stack"])
    if not most or felt.chips.get(spot):
        return None
    shortcut = rules.offer_even_money and box.natural
    note: Note = "even money" if shortcut else ""
    return Option("insure", 1, most, spot=spot, clause="BJ-24", note=note)


def settle_insurance(felt: Felt, boxes: list[Box], *, wins: bool) -> None:
    """By the dealer's first two cards only, whatever became of the hand (BJ-25, BJ-26)."""
    for box in boxes:
        for seat in box.stakes:
            spot = (seat, INSURANCE[box.number])
            if wins:
                win(felt, spot, TWICE, "down_to_cent", 1)  # What was bet in cents is paid in cents.
            else:
                lose(felt, spot)
