"""The floor of a tournament: where everybody is to sit, and which tables may deal.

It says how things should be; the director brings the tables there, one step at a time and only
between hands, so that after a crash the same steps are simply taken again.
"""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from croupier.core.felt import Seat
from croupier.houses.tournaments import Sheet
from croupier.room.seating import Lot
from croupier.room.tournament import draws

SETTLED: Final = 3
"""Who has been moved is not moved again before this many hands, if others can go."""
Round = Literal["", "gathering", "playing"]


class Move(Struct, frozen=True):
    """Somebody is to sit elsewhere."""

    player: str
    table: int
    seat: Seat
    why: Literal["late", "balance", "break", "final", "staff"]


class Floor:
    """The tables of a tournament."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.tables: dict[int, dict[Seat, str]] = {}
        """Who is to sit where."""
        self.opened = 0
        """How many tables there have been."""
        self.playing: set[int] = set()
        """Where a hand is being played."""
        self.marks: dict[int, Seat] = {}
        """Where the big blind was, or the button in a game without blinds."""
        self.heard: dict[int, int] = {}
        """The number of the last hand that a table has told of."""
        self.locked: set[int] = set()
        """Where a pot is carried over: nobody leaves before it is won (PN-49)."""
        self.since: dict[str, int] = {}
        """How many hands players have played since they were moved."""
        self.final = False
        self.round: Round = ""
        """Of hand-for-hand: the tables wait for each other."""
        self.to_play: set[int] = set()
        """Which tables have yet to end their hand of the round."""

    def where(self, player: str) -> tuple[int, Seat]:
        """The table and seat of a player, (0, 0) if there is none."""
        for number, chairs in self.tables.items():
            for seat, who in chairs.items():
                if who == player:
                    return number, seat
        return 0, 0

    @property
    def players(self) -> int:
        """How many have a seat."""
        return sum(map(len, self.tables.values()))

    def idle(self, number: int) -> bool:
        """Whether players may leave a table now."""
        return number not in self.playing and number not in self.locked

    # Drawing seats.

    def open(self, players: list[str], lot: Lot) -> None:
        """The draw for seats at the start."""
        self.tables = draws.first_draw(players, self.sheet.seats, lot)
        self.opened = len(self.tables)
        self.final = len(self.tables) == 1

    def seat_late(self, player: str, lot: Lot) -> Move:
        """A seat for a late entrant, at a new table if there is none."""
        to = draws.late_seat(self.tables, self.sheet.seats, lot)
        if to is None:
            self.opened += 1
            self.tables[self.opened], self.final = {}, False
            to = self.opened, 1 + lot(self.sheet.seats)
        return self._put(player, *to, "late")

    def remove(self, player: str) -> None:
        """A player is out."""
        table, seat = self.where(player)
        if table:
            del self.tables[table][seat]
            if not self.tables[table]:
                self._close(table)

    def _put(
        self,
        player: str,
        table: int,
        seat: Seat,
        why: Literal["late", "balance", "break", "final", "staff"],
    ) -> Move:
        old, chair = self.where(player)
        if old:
            del self.tables[old][chair]
        self.tables[table][seat] = player
        self.since[player] = 0 if old else SETTLED
        return Move(player, table, seat, why)

    def move(self, player: str, table: int, seat: Seat) -> Move:
        """The staff moves a player."""
        return self._put(player, table, seat, "staff")

    def _close(self, number: int) -> None:
        del self.tables[number]
        self.playing.discard(number)
        self.locked.discard(number)
        self.to_play.discard(number)

    # Keeping the tables even.

    def settle(self, lot: Lot) -> list[Move]:
        """The moves that can be made now: to the final table, from a table that breaks, and from
        the fullest to the emptiest.
        """
        if self.ends_soon:
            return self._finale(lot) if all(map(self.idle, self.tables)) else []
        moves: list[Move] = []
        while (number := draws.to_break(self.tables, self.sheet.seats)) and self.idle(number):
            moves += self._break(number, lot)
        while not draws.to_break(self.tables, self.sheet.seats) and (move := self._balance(lot)):
            moves.append(move)
        return moves

    @property
    def ends_soon(self) -> bool:
        """Whether all fit at one table, and there are several."""
        return len(self.tables) > 1 and self.players <= self.sheet.seats

    def _finale(self, lot: Lot) -> list[Move]:
        """Everybody draws a new seat at a new table, and for the button (TDA 11)."""
        players = [who for chairs in self.tables.values() for who in chairs.values()]
        self.opened += 1
        chairs = draws.first_draw(players, self.sheet.seats, lot)[1]
        for number in list(self.tables):
            self._close(number)
        self.tables, self.final = {self.opened: chairs}, True
        return [Move(who, self.opened, seat, "final") for seat, who in chairs.items()]

    def break_table(self, number: int, lot: Lot) -> list[Move]:
        """The staff breaks a table; nobody moves if the others do not all fit elsewhere."""
        free = sum(self.sheet.seats - len(c) for n, c in self.tables.items() if n != number)
        return self._break(number, lot) if free >= len(self.tables[number]) else []

    def _break(self, number: int, lot: Lot) -> list[Move]:
        to = draws.broken(self.tables, number, self.sheet.seats, lot)
        moves = [self._put(player, *place, "break") for player, place in to.items()]
        self._close(number)
        return moves

    def _balance(self, lot: Lot) -> Move | None:
        pair = draws.uneven(self.tables, {n for n in self.tables if self.idle(n)})
        if pair is None:
            return None
        full, empty = pair
        seat = self._who_moves(full, lot)
        mark, seats = self.marks.get(empty, 0), self.sheet.seats
        to = draws.worst_seat(self.tables[empty], mark, seats)
        if self.sheet.balance == "nearest_position":
            place = seat - self.marks.get(full, 0)
            to = draws.nearest_seat(self.tables[empty], mark, seats, place)
        return self._put(self.tables[full][seat], empty, to, "balance")

    def _who_moves(self, full: int, lot: Lot) -> Seat:
        """Who is due for the next big blind, but nobody twice in three hands if others can go."""
        chairs = self.tables[full]
        order = draws.next_to_pay(chairs, self.marks.get(full, 0))
        settled = [seat for seat in order if self.since.get(chairs[seat], SETTLED) >= SETTLED]
        order = settled or order
        return order[lot(len(order))] if self.sheet.balance == "random" else order[0]

    # Which tables deal.

    def waits(self, number: int) -> str:
        """Why a table may not deal now, or nothing."""
        if number in self.locked:
            return ""  # Whatever is to follow, the pot is won first (PN-49).
        if number not in self.tables or self.ends_soon:
            return "seats"
        if draws.to_break(self.tables, self.sheet.seats) == number:
            return "seats"
        if self.locked:
            return "round" if self.round else ""
        if self.round == "gathering" or (self.round and number not in self.to_play):
            return "round"
        short = draws.short(self.tables, self.sheet.halt_when_short)
        return "balance" if number in short else ""

    def hand_for_hand(self, *, wanted: bool) -> None:
        """Begin or end it, and begin the next round when all tables have ended theirs. A round
        that has begun is played to its end, whoever has lost their chips in it.
        """
        able = {n for n, chairs in self.tables.items() if len(chairs) > 1}
        if self.round == "playing" and self.to_play & able:
            return
        if not wanted or len(self.tables) < 2:
            self.round, self.to_play = "", set()
        elif not self.round:
            self.round = "gathering"
        if self.round and all(map(self.idle, self.tables)):
            self.round, self.to_play = "playing", able

    def begin(self, number: int) -> None:
        """A hand is dealt."""
        self.playing.add(number)

    def end(self, number: int, mark: Seat, *, locked: bool) -> None:
        """A hand is over."""
        self.playing.discard(number)
        (self.locked.add if locked else self.locked.discard)(number)
        for player in self.tables.get(number, {}).values():
            self.since[player] = self.since.get(player, SETTLED) + 1
        if mark:
            self.marks[number] = mark
        if not locked:
            self.to_play.discard(number)


def differences(
    wanted: Mapping[int, Mapping[Seat, str]], actual: Mapping[int, Mapping[Seat, str]]
) -> tuple[list[tuple[str, int]], list[tuple[str, int, Seat]]]:
    """Who must leave which table, and who must sit down where."""
    leave = [
        (who, number)
        for number, chairs in actual.items()
        for seat, who in chairs.items()
        if wanted.get(number, {}).get(seat) != who
    ]
    sitting = {who for chairs in actual.values() for who in chairs.values()}
    sit = [
        (who, number, seat)
        for number, chairs in wanted.items()
        for seat, who in chairs.items()
        if who not in sitting and seat not in actual.get(number, {})
    ]
    return leave, sit
