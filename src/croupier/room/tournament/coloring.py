"""Color-up: chips that no level needs any more go for larger ones (TDA 24)."""

from collections.abc import Mapping
from typing import Literal

from croupier.core.asks import Refused
from croupier.core.felt import Seat
from croupier.houses.tournaments import DENOMINATIONS
from croupier.room.seating import Lot
from croupier.room.tournament.notices import Notice
from croupier.room.tournament.tournament import Tournament


def due(event: Tournament, table: int) -> bool:
    """Whether chips at a table are too small for the level, and all of them lie there."""
    seated = event.floor.tables.get(table, {}).values()
    if event.sheet.color_up == "none" or any(player in event.transit for player in seated):
        return False
    chip = event.sheet.chip(event.level)
    return any(event.entrants[player].stack % chip for player in seated)


def color_up(event: Tournament, table: int, lot: Lot) -> None:
    """Small chips go for larger ones, between hands; the table follows."""
    how = event.sheet.color_up
    if how == "none" or not due(event, table):
        raise Refused("there are no chips to color up")
    chairs, chip = event.floor.tables[table], event.sheet.chip(event.level)
    stacks = {seat: event.entrants[player].stack for seat, player in chairs.items()}
    found = {chairs[seat]: n for seat, n in colored(stacks, chip, how, lot).items()}
    event.exchanges[table] = found
    for player, amount in found.items():
        event.entrants[player].stack = amount
    event.tell(Notice("color up", table=table, amount=chip))


def colored(
    stacks: Mapping[Seat, int], chip: int, how: Literal["race", "round_up"], lot: Lot
) -> dict[Seat, int]:
    """The stacks in whole chips of this size. Nobody is raced out: whose last chips are lost has
    one of them.
    """
    won = _race(stacks, chip, lot) if how == "race" else {s for s, n in stacks.items() if n % chip}
    found = {seat: n - n % chip + chip * (seat in won) for seat, n in stacks.items()}
    return {seat: n or chip * (stacks[seat] > 0) for seat, n in found.items()}


def _race(stacks: Mapping[Seat, int], chip: int, lot: Lot) -> set[Seat]:
    """Who has one of the new chips: a card for each odd chip, dealt from seat 1 on; the highest
    cards win, one chip a player at most. What the odd chips make is rounded to whole new ones.
    """
    odd = {seat: stacks[seat] % chip for seat in sorted(stacks) if stacks[seat] % chip}
    old = max(d for d in DENOMINATIONS if not any(n % d for n in odd.values())) if odd else chip
    cards = [seat for seat, n in odd.items() for _ in range(n // old)]
    won: set[Seat] = set()
    for _ in range((2 * sum(odd.values()) + chip) // (2 * chip)):
        left = [seat for seat in cards if seat not in won]
        if left:
            won.add(left[lot(len(left))])
    return won
