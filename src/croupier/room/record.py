"""A table with the record of what was done at it: the one way a command is done, again or anew.

The runner does commands and writes what they lead to, recovery does the journal's commands again,
the audit does them to compare, a preview does one and throws the record away.
"""

from collections import deque
from typing import Final

import msgspec
from msgspec import Struct

from croupier.core.catalogue import Game
from croupier.core.felt import Said, Seat
from croupier.core.hand import Hand
from croupier.core.pledges import Envelope
from croupier.room import commands
from croupier.room.acts import Command
from croupier.room.ledger import Account, Posting
from croupier.room.news import News, Over
from croupier.room.state import State, kept, rebuilt
from croupier.room.table import Table
from croupier.room.teller import Teller

LOG: Final = 5000
"""News that are kept for those who have missed some."""


class Mark(Struct, frozen=True):
    """How far the journal of a table had come when it was kept."""

    acts: int = 0
    postings: int = 0
    seq: int = 0
    last_hand: int = 0


class Kept(Struct, frozen=True):
    """A table between hands, from which it is rebuilt."""

    mark: Mark
    state: bytes
    last: Hand | None
    """It holds the shoe."""
    seed: bytes
    owners: dict[str, Seat]


class Point(Struct, frozen=True):
    """How far a record had come: what was kept, and how many commands since."""

    kept: Kept
    since: list[tuple[float, Command]]
    count: int


class Done(Struct):
    """What a command led to."""

    news: list[News]
    moves: list[Posting]
    pledges: list[Envelope] = []
    """Those that have ended by it."""

    @property
    def ended(self) -> bool:
        """Whether a hand was over by it."""
        return any(type(item) is Over for item in self.news)


class Record:
    """A table, how far its journal has come, and what was told of it."""

    def __init__(self, table: Table, mark: Mark | None = None) -> None:
        mark = mark or Mark()
        self.table = table
        self.acts, self.posted, self.seq = mark.acts, mark.postings, mark.seq
        self.last_hand = mark.last_hand
        """The last hand that moved anything."""
        self.seed = b""
        self.owners: dict[str, Seat] = {}
        """Who was dealt into which seat of the hand in play, or of the last."""
        self.log: deque[tuple[int, News, dict[str, Seat]]] = deque(maxlen=LOG)
        self.keep()

    def do(self, command: Command, at: float) -> Done:
        """Do a command; `Refused`: nothing has changed."""
        told = self._teller.do(command, at)
        table = self.table
        done = Done(told, list(table.take_postings()), table.pledging.take_closed())
        if isinstance(command, commands.Begin):
            self.seed = command.seed
            self.owners = {s.player: seat for seat, s in self.table.sitters.items()}
        self.acts += 1
        self.posted += len(done.moves)
        self.since.append((at, command))
        for item in told:
            self.seq += 1
            if type(item) is Said and item.what == "join":
                self._joined(item.seat)
            elif type(item) is Said and item.what == "leave":
                self.owners = {who: at for who, at in self.owners.items() if at != item.seat}
            self.log.append((self.seq, item, self.owners))
        if done.ended and self.finished() is not None:
            self.last_hand = self.table.deals
        return done

    def _joined(self, seat: Seat) -> None:
        """A newcomer who may bet in an open window looks through a seat of the hand."""
        if seat in self.table.sitters:
            self.owners[self.table.sitters[seat].player] = seat

    def finished(self) -> Hand | None:
        """The newest hand, if it moved anything."""
        return self.table.newest if self.table.newest is self.table.last else None

    def keep(self) -> None:
        """Between hands: from what the table is now it is rebuilt."""
        mark = Mark(self.acts, self.posted, self.seq, self.last_hand)
        state = msgspec.json.encode(kept(self.table))
        self.kept = Kept(mark, state, self.table.last, self.seed, self.owners)
        self.since: list[tuple[float, Command]] = []
        self._teller = Teller(self.table)

    @property
    def point(self) -> Point:
        """Where it stands now, to come back to."""
        return Point(self.kept, self.since, len(self.since))

    def back(self, point: Point) -> "Record":
        """Another record, as this one was at a point: what was kept, and what was done since."""
        then = point.kept
        found = read(self.table.name, self.table.game, then.state, then.mark, then.last)
        found.kept, found.seed, found.owners = then, then.seed, then.owners
        found.log.extend(entry for entry in self.log if entry[0] <= then.mark.seq)
        for at, command in point.since[: point.count]:
            found.do(command, at)
        return found

    def again(self) -> "Record":
        """Another record of the same."""
        return self.back(self.point)

    def after(self, other: "Record") -> "Record":
        """The record itself, read from the books in the place of another that was ahead of them."""
        earlier = [entry for entry in other.log if entry[0] <= self.kept.mark.seq]
        self.log = deque([*earlier, *self.log], maxlen=LOG)
        if not self.owners and other.table.deals == self.table.deals:
            self.owners = other.owners
        return self

    def lying(self) -> dict[Account, int]:
        """What lies on the table now, by account."""
        return self.table.purse.lying(self.table.hand)


def read(name: str, game: Game, state: bytes, mark: Mark, last: Hand | None) -> Record:
    """The record of a table that was kept; the last hand holds its shoe."""
    return Record(rebuilt(name, game, msgspec.json.decode(state, type=State), last), mark)
