"""Doing a command at a table, and what is new by it: events of the hand, who came and went."""

from collections import ChainMap
from collections.abc import Iterable, Iterator
from typing import Any

from croupier.core.asks import Refused
from croupier.core.felt import Seat
from croupier.room import commands
from croupier.room.acts import Command, Staff
from croupier.room.ledger import Posting
from croupier.room.news import Act, Freed, News, Seated, begins, over, posted, queue, seated
from croupier.room.table import Table


class Teller:
    """Does commands at a table and tells what is new, the events of the hand among it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seats = {seat: seated(table, seat, s) for seat, s in table.sitters.items()}
        self.posted, self.queue = posted(table), queue(table)

    def do(self, command: Command, now: float) -> list[News]:
        """The news of a command; `Refused`: there is none, nothing has changed."""
        if self.table.seating.drawn and not command.in_tournaments:
            raise Refused("seats and chips of a tournament are drawn and bought there, not here")
        table, before, booked = self.table, self.table.hand, len(self.table.postings)
        player: str = getattr(command, "player", "")
        was = table.seat_of(player)
        news: list[News] = list(command.do(table, now) or ())
        if type(command) is commands.Begin:
            before = table.newest
            news.insert(0, begins(table, before))
        ended = before is not None and table.hand is None
        if before is not None and ended:
            news.append(over(table.deals, before))
        elif type(command) is commands.Decide and table.audience.crowd:
            return news  # Of its stack the events tell; nothing else changes by it.
        news += _act(command)
        every = ended or isinstance(command, Staff | commands.Tick)
        touched = self._touched() if every else self._touched(was, table.seat_of(player))
        news += self._changes(table.postings[booked:], touched, ended)
        return news

    def _touched(self, *own: Seat) -> Iterable[Seat]:
        """Which seats may have changed; of thousands not all are looked at for each bet."""
        every = ChainMap[Seat, Any](self.table.sitters, self.seats)
        return self.table.audience.seats(every, *own) if own else every

    def _changes(self, moved: list[Posting], seats: Iterable[Seat], ended: bool) -> Iterator[News]:
        quiet = ended or self.table.hand is not None
        for seat in seats:
            yield from self._change(seat, moved, quiet)
        if (now := posted(self.table)) != self.posted:
            self.posted = now
            yield now
        if (waiting := queue(self.table)) != self.queue:
            self.queue = waiting
            yield waiting

    def _change(self, seat: Seat, moved: list[Posting], quiet: bool) -> Iterator[News]:
        """Of a stack alone the events of the hand tell: nobody is told twice."""
        old, sitter = self.seats.get(seat), self.table.sitters.get(seat)
        new = seated(self.table, seat, sitter) if sitter else None
        if old and (new is None or new.player != old.player):
            yield Freed(seat, old.player, old.name, *_taken(self.table, seat, moved))
            del self.seats[seat]
        if new is None or new == old:
            return
        self.seats[seat] = new
        if old is None or not quiet or _plain(old) != _plain(new):
            yield new


def _act(command: Command) -> list[News]:
    if not isinstance(command, Staff):
        return []
    player, amount = getattr(command, "player", ""), getattr(command, "amount", 0)
    return [Act(commands.named(command), command.by, command.why, player, amount)]


def _plain(seat: Seated) -> tuple[Any, ...]:
    return (seat.player, seat.name, seat.away, seat.leaving, seat.top_up)


def _taken(table: Table, seat: Seat, moved: list[Posting]) -> tuple[int, str]:
    """What went off a seat with its player, and why."""
    stack = str(table.purse.stack_account(seat))
    found = [p for p in moved if p.src == stack and p.why in ("leave", "consign", "move")]
    return (found[-1].amount, found[-1].why) if found else (0, "leave")
