"""Seats in a tournament: who is drawn where, which table breaks, and who moves to keep them even.

The numbers are those of the rules of the Tournament Directors Association (TDA).
"""

from collections.abc import Collection, Mapping, Sequence

from croupier.core.felt import Seat
from croupier.procedure.turns import clockwise
from croupier.room.seating import Lot

Chairs = Mapping[int, Mapping[Seat, str]]
"""By table, who has which seat."""


def shuffled(items: Sequence[str], lot: Lot) -> list[str]:
    """In an order drawn by lot."""
    left = list(items)
    return [left.pop(lot(len(left))) for _ in range(len(left))]


def first_draw(players: Sequence[str], seats: int, lot: Lot) -> dict[int, dict[Seat, str]]:
    """Everybody draws; tables differ by one player at most (TDA 6)."""
    count = -(-len(players) // seats)
    tables: dict[int, dict[Seat, str]] = {number: {} for number in range(1, count + 1)}
    for i, player in enumerate(shuffled(players, lot)):
        chairs = tables[i % count + 1]
        chairs[free(chairs, seats)[lot(seats - len(chairs))]] = player
    return tables


def free(chairs: Mapping[Seat, str], seats: int) -> list[Seat]:
    """The seats that nobody has."""
    return [seat for seat in range(1, seats + 1) if seat not in chairs]


def late_seat(tables: Chairs, seats: int, lot: Lot) -> tuple[int, Seat] | None:
    """Where a late entrant sits: drawn among the free seats of the emptiest tables (TDA 8)."""
    least = min((len(chairs) for chairs in tables.values()), default=seats)
    open_seats = [
        (number, seat)
        for number, chairs in tables.items()
        if len(chairs) == least
        for seat in free(chairs, seats)
    ]
    return open_seats[lot(len(open_seats))] if open_seats else None


def to_break(tables: Chairs, seats: int) -> int:
    """The table that breaks when all fit at one fewer: the highest number; else 0 (TDA 9)."""
    players = sum(len(chairs) for chairs in tables.values())
    fewer = len(tables) - 1
    return max(tables) if fewer and players <= fewer * seats else 0


def broken(tables: Chairs, table: int, seats: int, lot: Lot) -> dict[str, tuple[int, Seat]]:
    """Where the players of a table that breaks go: table and seat by two lots (TDA 9, 10)."""
    others = {number: dict(chairs) for number, chairs in tables.items() if number != table}
    found: dict[str, tuple[int, Seat]] = {}
    for player in shuffled(list(tables[table].values()), lot):
        to = late_seat(others, seats, lot)
        if to is None:
            break
        found[player] = to
        others[to[0]][to[1]] = player
    return found


def uneven(tables: Chairs, idle: Collection[int]) -> tuple[int, int] | None:
    """The fullest table that is idle and the emptiest, if they differ by two or more (TDA 11)."""
    if not idle or len(tables) < 2:
        return None
    full = max(idle, key=lambda number: (len(tables[number]), -number))
    empty = min(tables, key=lambda number: (len(tables[number]), number))
    return (full, empty) if len(tables[full]) - len(tables[empty]) >= 2 else None


def next_to_pay(chairs: Mapping[Seat, str], mark: Seat) -> list[Seat]:
    """Who is due for the next big blind, counted from the seat that had it, and after them
    (TDA 11).
    """
    return clockwise(sorted(chairs), mark)


def worst_seat(chairs: Mapping[Seat, str], mark: Seat, seats: int) -> Seat:
    """The free seat that posts the big blind soonest: the first after the one that had it."""
    return clockwise(free(chairs, seats), mark)[0]


def nearest_seat(chairs: Mapping[Seat, str], mark: Seat, seats: int, place: int) -> Seat:
    """The free seat whose place behind the big blind is the nearest to this one."""

    def far(seat: Seat) -> int:
        return abs((seat - mark) % seats - place % seats)

    return min(clockwise(free(chairs, seats), mark), key=far)


def short(tables: Chairs, by: int) -> set[int]:
    """The tables that are too short to go on until others have come (TDA 11)."""
    most = max((len(chairs) for chairs in tables.values()), default=0)
    return {number for number, chairs in tables.items() if most - len(chairs) >= by}
