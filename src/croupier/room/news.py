"""What everybody at a table is told beside the events of the hand: who sits, waits, comes, goes.

Each notice follows from the commands alone, so a rebuilt table numbers its news as before.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from croupier.core.felt import HOUSE, Event, Seat, Spot
from croupier.core.hand import Hand
from croupier.room import commands
from croupier.room.commands import Command
from croupier.room.driver import was_voided
from croupier.room.ledger import Posting
from croupier.room.seating import Sitter
from croupier.room.table import Table

Chips = list[tuple[Spot, int]]


class HandBegins(Struct, frozen=True, tag="hand", tag_field="type"):
    """A hand begins with these chips on the felt and so many cards in the deck."""

    hand: int
    chips: Chips
    deck: int


class Over(Struct, frozen=True, tag="over", tag_field="type"):
    """A hand has ended, and what each seat won or lost."""

    hand: int
    void: bool
    net: list[tuple[Seat, int]]


class Seated(Struct, frozen=True, tag="seat", tag_field="type"):
    """Who sits in a seat, and how."""

    seat: Seat
    player: str
    name: str
    bot: bool
    away: bool
    stack: int
    leaving: bool = False
    top_up: int = 0


class Freed(Struct, frozen=True, tag="left", tag_field="type"):
    """A seat is free again."""

    seat: Seat
    player: str
    name: str
    amount: int
    why: str


class Queue(Struct, frozen=True, tag="queue", tag_field="type"):
    """The waiting list: player, name, and the seat that he is called to."""

    waiting: list[tuple[str, str, Seat, float]]


class Posted(Struct, frozen=True, tag="table", tag_field="type"):
    """How the table stands."""

    open: bool
    paused: bool
    last_hands: int | None
    version: str


class Act(Struct, frozen=True, tag="act", tag_field="type"):
    """A member of the staff did this."""

    act: str
    by: str
    why: str
    player: str = ""
    amount: int = 0


Notice = HandBegins | Over | Seated | Freed | Queue | Posted | Act
News = Event | Notice


def seated(table: Table, seat: Seat, sitter: Sitter) -> Seated:
    """One seat as all may know it."""
    return Seated(
        seat,
        sitter.player,
        sitter.name,
        sitter.bot,
        sitter.away_since is not None,
        table.purse.stack(seat),
        sitter.leaving,
        sitter.top_up,
    )


def posted(table: Table) -> Posted:
    """How the table stands; the version is posted for the whole session (TH-05)."""
    version = str(getattr(table.rules, "limit", ""))
    return Posted(not table.closed, table.paused_since is not None, table.last_hands, version)


def queue(table: Table) -> Queue:
    """The waiting list."""
    return Queue([(entry.player, entry.name, entry.seat, entry.until) for entry in table.queue])


def net(hand: Hand) -> list[tuple[Seat, int]]:
    """What each seat has more or less than at the beginning, wherever its chips lie."""
    change: dict[Seat, int] = {}
    for chips, sign in (hand.brought, -1), (hand.felt.chips, 1):
        for (seat, _), amount in chips.items():
            if seat != HOUSE:
                change[seat] = change.get(seat, 0) + sign * amount
    return [(seat, amount) for seat, amount in sorted(change.items()) if amount]


def begins(number: int, hand: Hand | None) -> HandBegins:
    """How a hand began."""
    if hand is None:
        return HandBegins(number, [], 0)
    chips = [(spot, amount) for spot, amount in hand.opening.chips.items() if amount]
    return HandBegins(number, chips, len(hand.opening.deal.cards))


def over(number: int, hand: Hand) -> Over:
    """How a hand ended."""
    return Over(number, was_voided(hand), net(hand))


class Teller:
    """Does commands at a table and tells what is new, the events of the hand among it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seats: dict[Seat, Seated] = {}
        self.posted, self.queue = posted(table), queue(table)
        self._look()

    def _look(self) -> None:
        table = self.table
        self.seats = {seat: seated(table, seat, s) for seat, s in table.sitters.items()}

    def do(self, command: Command, now: float) -> list[News]:
        """The news of a command; `Refused`: there is none, nothing has changed."""
        table, before, booked = self.table, self.table.hand, len(self.table.postings)
        news: list[News] = list(commands.handle(table, command, now))
        if type(command) is commands.Begin:
            before = table.newest
            news.insert(0, begins(table.deals, before))
        ended = before is not None and table.hand is None
        if before is not None and ended:
            news.append(over(table.deals, before))
        news += _act(command)
        news += self._changes(table.postings[booked:], self._touched(command, ended=ended), ended)
        return news

    def _touched(self, command: Command, *, ended: bool) -> Iterable[Seat]:
        """Which seats may have changed; of thousands not all are looked at for each bet."""
        table = self.table
        if not table.crowd or ended or isinstance(command, (*commands.STAFF, commands.Tick)):
            return [*self.seats, *(seat for seat in table.sitters if seat not in self.seats)]
        player, was = getattr(command, "player", ""), 0
        if type(command) is commands.Leave:
            was = next((s for s, old in self.seats.items() if old.player == player), 0)
        return [seat for seat in {table.seat_of(player), was} if seat]

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
    if not isinstance(command, commands.STAFF):
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
