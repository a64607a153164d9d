"""A table of a tournament: what a hand at it has led to."""

from croupier.core.felt import HOUSE, Chips, Seat, Spot
from croupier.core.hand import Hand
from croupier.room.table import Table


def mark(table: Table) -> Seat:
    """The seat from which the next big blind is counted."""
    return table.game.COMPANY.mark(table.carry)


def locked(table: Table) -> bool:
    """Whether nobody may leave a table: a pot is carried over (PN-49)."""
    return bool(table.carried.claims()) or table.carried.pot_waits()


def stacks(table: Table) -> dict[str, int]:
    """What everybody at a table has."""
    return {sitter.player: table.purse.stack(seat) for seat, sitter in table.sitters.items()}


def lost_to(table: Table, hand: Hand) -> dict[str, tuple[str, ...]]:
    """Who has no chips left after a hand, and who has won their last ones; nobody while a pot that
    they have a claim to is carried over.
    """
    if locked(table):
        return {}
    names = {seat: sitter.player for seat, sitter in table.sitters.items()}
    return {
        player: tuple(names[s] for s in takers(hand, seat) if s in names)
        for seat, player in names.items()
        if not table.purse.stack(seat)
    }


def takers(hand: Hand, seat: Seat) -> list[Seat]:
    """Who has won the pot into which a player's last chips went; of a pot that joined another,
    that other's winners.
    """
    pot: Spot | None = None
    winners: dict[Spot, list[Seat]] = {}
    moved: dict[Spot, Spot] = {}
    for event in hand.events:
        if type(event) is not Chips:
            continue
        if event.src[0] == seat and event.dst[0] == HOUSE:
            pot = event.dst
        elif event.src[0] == event.dst[0] == HOUSE:
            moved[event.src] = event.dst
        elif event.src[0] == HOUSE and event.dst[0] != seat:
            winners.setdefault(event.src, []).append(event.dst[0])
    while pot in moved and pot not in winners:
        pot = moved[pot]
    return winners.get(pot, []) if pot else []
