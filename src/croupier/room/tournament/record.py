"""A tournament with the record of what was done in it: how a command is done, again or anew."""

from msgspec import Struct

from croupier.houses.tournaments import Sheet
from croupier.room.ledger import Posting
from croupier.room.tournament.commands import Command, Register, Unregister
from croupier.room.tournament.notices import Notice
from croupier.room.tournament.tournament import Tournament


class Done(Struct):
    """What a command led to."""

    notices: list[Notice]
    moves: list[Posting]


class Record:
    """A tournament, and how far its journal has come."""

    def __init__(self, name: str, sheet: Sheet) -> None:
        self.event = Tournament(name, sheet)
        self.acts = self.posted = 0
        self.person_since: float | None = None
        """Since when somebody who is no bot has waited for the start."""
        self.at = 0.0
        """When the last command was done."""

    def do(self, command: Command, at: float) -> Done:
        """Do a command; `Refused`: nothing has changed."""
        command.do(self.event, at)
        event = self.event
        done = Done(event.notices, event.postings)
        event.notices, event.postings = [], []
        self.acts, self.posted, self.at = self.acts + 1, self.posted + len(done.moves), at
        if isinstance(command, Register | Unregister):
            people = any(not one.bot for one in event.entrants.values())
            self.person_since = (self.person_since or at) if people else None
        return done
