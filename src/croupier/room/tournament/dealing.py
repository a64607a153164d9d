"""A table of a tournament: what a hand at it has led to, and what is to be told of it."""

from collections.abc import Mapping

from croupier.core.felt import HOUSE, Chips, Seat, Spot
from croupier.core.hand import Hand
from croupier.room.table import Table
from croupier.room.tournament import coloring
from croupier.room.tournament import commands as acts
from croupier.room.tournament.tournament import Tournament


def mark(table: Table) -> Seat:
    """The seat from which the next big blind is counted."""
    return table.game.COMPANY.mark(table.carry)


def locked(table: Table) -> bool:
    """Whether nobody may leave a table: a pot is carried over (PN-49)."""
    return bool(table.carried.claims()) or table.carried.pot_waits()


def to_color(event: Tournament, number: int, table: Table) -> bool:
    """Whether chips at a table go for larger ones before it deals; a pot that is carried over is
    won first (PN-49).
    """
    return not locked(table) and coloring.due(event, number)


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


# What the tournament is told.


def hand_over(seed: bytes, number: int, table: Table, hand: Hand | None) -> acts.HandOver:
    """A hand is over; of one that was void nobody has lost anything."""
    lost = lost_to(table, hand) if hand is not None else {}
    return acts.HandOver(seed, number, stacks(table), lost, mark(table), locked(table), table.deals)


def over(event: Tournament, number: int, table: Table) -> bool:
    """Whether a hand is over of which the tournament has not heard."""
    return table.hand is None and table.deals > event.floor.heard.get(number, 0)


def begun(event: Tournament, tables: Mapping[int, Table]) -> list[acts.Began]:
    """Hands of which the tournament has not heard, those that are over already among them. It is
    told of all of them before the first of them ends: what follows from an end, such as a table
    that breaks, must not come over a hand in play.
    """
    floor = event.floor
    return [
        acts.Began(number)
        for number, table in tables.items()
        if number in floor.tables
        and number not in floor.playing
        and (table.hand is not None or table.deals > floor.heard.get(number, 0))
    ]


def chips_to_tell(event: Tournament, held: Mapping[str, int]) -> list[acts.Command]:
    """Steps that only a table has written, seen from the chips that the books have on their way."""
    found: list[acts.Command] = []
    for player in sorted({*held, *event.transit}):
        known, booked = event.transit.get(player, 0), held.get(player, 0)
        if booked > known:
            found.append(acts.Departed(player, booked - known))
        elif known and not booked:
            found.append(acts.Arrived(player))
    return found
