"""What an act at a table is: data with its time, done again to rebuild the table."""

from typing import ClassVar

from msgspec import Struct

from croupier.core.felt import Event
from croupier.room.table import Table


class Command(Struct, frozen=True, tag_field="do", omit_defaults=True):
    """One act at a table."""

    in_tournaments: ClassVar[bool] = True
    """Whether it is done at a table of a tournament, where seats and chips are the director's."""

    def do(self, table: Table, now: float) -> list[Event] | None:
        """Do it; the events of the hand that it leads to. `Refused`: nothing has changed."""
        raise NotImplementedError


class Own(Command, frozen=True):
    """An act of a player."""

    in_tournaments = False

    player: str


class Staff(Command, frozen=True):
    """An act of the staff, or of the room in its place."""

    in_tournaments = False

    by: str
    why: str
