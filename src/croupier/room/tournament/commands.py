"""What can be done in a tournament, as data: it is rebuilt by doing the same again."""

from functools import reduce
from operator import or_
from typing import Any, Final

from msgspec import Struct

from croupier.core import fair
from croupier.core.felt import Seat
from croupier.houses.tournaments import Sheet
from croupier.room.seating import Lot
from croupier.room.tournament import coloring, deals, staffing
from croupier.room.tournament.entrants import Bank
from croupier.room.tournament.tournament import Tournament


class Command(Struct, frozen=True, tag_field="do", omit_defaults=True):
    """One act in a tournament."""

    def do(self, tournament: Tournament, now: float) -> None:
        """Do it. `Refused`: nothing has changed."""
        raise NotImplementedError


class Drawn(Command, frozen=True):
    """An act that may lead to a draw for seats."""

    seed: bytes

    @property
    def lot(self) -> Lot:
        """Numbers for seats, from the seed."""
        source = fair.stream(self.seed, "seats")
        return lambda below: fair.below(source, below)


class Register(Drawn, tag="register", frozen=True):
    """Enter."""

    player: str
    name: str
    bot: bool = False

    def do(self, tournament: Tournament, _: float) -> None:
        """Enter."""
        tournament.register(self.player, self.name, self.lot, bot=self.bot)


class Unregister(Command, tag="unregister", frozen=True):
    """Withdraw before the start."""

    player: str

    def do(self, tournament: Tournament, _: float) -> None:
        """Withdraw."""
        tournament.unregister(self.player)


class Start(Drawn, tag="start", frozen=True):
    """Seats are drawn, and the clock runs."""

    def do(self, tournament: Tournament, now: float) -> None:
        """Start."""
        tournament.start(now, self.lot)


class Began(Command, tag="began", frozen=True):
    """A hand is dealt at a table."""

    table: int

    def do(self, tournament: Tournament, _: float) -> None:
        """Note it."""
        tournament.began(self.table)


class HandOver(Drawn, tag="hand_over", frozen=True):
    """A hand is over at a table."""

    table: int
    stacks: dict[str, int]
    lost: dict[str, tuple[str, ...]] = {}
    """Who has no chips left, and who has them."""
    mark: Seat = 0
    """Where the big blind was."""
    locked: bool = False
    """A pot is carried over."""
    hand: int = 0
    """Its number at the table."""

    def do(self, tournament: Tournament, now: float) -> None:
        """Settle what follows."""
        tournament.hand_over(
            self.table,
            self.stacks,
            self.lost,
            now,
            self.lot,
            mark=self.mark,
            locked=self.locked,
            hand=self.hand,
        )


class Departed(Command, tag="departed", frozen=True):
    """A player has left a table, with these chips and what is left of their time bank."""

    player: str
    amount: int
    bank: Bank | None = None

    def do(self, tournament: Tournament, _: float) -> None:
        """Note it."""
        tournament.departed(self.player, self.amount, self.bank)


class Arrived(Command, tag="arrived", frozen=True):
    """A player's chips lie before their seat."""

    player: str

    def do(self, tournament: Tournament, _: float) -> None:
        """Note it."""
        tournament.arrived(self.player)


class Rebuy(Drawn, tag="rebuy", frozen=True):
    """Buy chips again, or do not."""

    player: str
    yes: bool = True

    def do(self, tournament: Tournament, _: float) -> None:
        """Answer the offer."""
        (tournament.rebuy if self.yes else tournament.decline)(self.player, self.lot)


class AddOn(Command, tag="add_on", frozen=True):
    """Buy more chips at the break."""

    player: str

    def do(self, tournament: Tournament, _: float) -> None:
        """Buy."""
        tournament.add_on(self.player)


class Talk(Command, tag="talk", frozen=True):
    """Propose a deal."""

    player: str

    def do(self, tournament: Tournament, now: float) -> None:
        """Propose."""
        deals.talk(tournament, self.player, now)


class Agree(Drawn, tag="agree", frozen=True):
    """Answer to a deal."""

    player: str
    yes: bool = True

    def do(self, tournament: Tournament, _: float) -> None:
        """Answer."""
        deals.agree(tournament, self.player, self.lot, yes=self.yes)


class Tick(Drawn, tag="tick", frozen=True):
    """Let time act."""

    def do(self, tournament: Tournament, now: float) -> None:
        """Let it."""
        tournament.tick(now, self.lot)


class ColorUp(Drawn, tag="color_up", frozen=True):
    """Chips too small for the level go for larger ones at a table."""

    table: int

    def do(self, tournament: Tournament, _: float) -> None:
        """Race them off."""
        coloring.color_up(tournament, self.table, self.lot)


class Exchanged(Command, tag="exchanged", frozen=True):
    """The larger chips lie before the players of a table."""

    table: int

    def do(self, tournament: Tournament, _: float) -> None:
        """Note it."""
        tournament.exchanges.pop(self.table, None)


class Restart(Command, tag="restart", frozen=True):
    """The room was down for so long."""

    seconds: float

    def do(self, tournament: Tournament, _: float) -> None:
        """Nobody loses blinds by it."""
        tournament.lost_time(self.seconds)


class Shown(Command, tag="shown", frozen=True):
    """A player is there."""

    player: str

    def do(self, tournament: Tournament, _: float) -> None:
        """Note it."""
        tournament.show(self.player)


class Staff(Command, frozen=True):
    """An act of the staff."""

    by: str
    why: str


class PauseClock(Staff, tag="pause_clock", frozen=True):
    """The clock stands; tables end their hands and wait."""

    def do(self, tournament: Tournament, now: float) -> None:
        """Stop it."""
        tournament.clock.pause(now)


class ResumeClock(Staff, tag="resume_clock", frozen=True):
    """The clock runs on."""

    def do(self, tournament: Tournament, now: float) -> None:
        """Start it."""
        tournament.clock.resume(now)


class SetClock(Staff, tag="set_clock", frozen=True):
    """Another level, or more time."""

    level: int
    seconds: float

    def do(self, tournament: Tournament, now: float) -> None:
        """Set it."""
        tournament.clock.set(self.level, self.seconds, now)


class MovePlayer(Staff, tag="move_player", frozen=True):
    """A player is moved to a free seat."""

    player: str
    table: int
    seat: Seat

    def do(self, tournament: Tournament, _: float) -> None:
        """Move them."""
        staffing.move(tournament, self.player, self.table, self.seat)


class BreakTable(Staff, tag="break_table", frozen=True):
    """A table breaks."""

    table: int
    seed: bytes

    def do(self, tournament: Tournament, _: float) -> None:
        """Break it."""
        staffing.break_table(tournament, self.table, Tick(self.seed).lot)


class Penalise(Staff, tag="penalise", frozen=True):
    """A player misses some hands, or levels; none lifts it."""

    player: str
    hands: int = 0
    levels: int = 0

    def do(self, tournament: Tournament, _: float) -> None:
        """Send them away."""
        staffing.penalise(tournament, self.player, self.hands, self.levels)


class Disqualify(Staff, tag="disqualify", frozen=True):
    """A player is put out."""

    player: str
    seed: bytes

    def do(self, tournament: Tournament, _: float) -> None:
        """Put them out."""
        staffing.disqualify(tournament, self.player, Tick(self.seed).lot)


class Award(Staff, tag="award", frozen=True):
    """A player is given a place."""

    player: str
    place: int
    seed: bytes

    def do(self, tournament: Tournament, _: float) -> None:
        """Pay its prize."""
        staffing.award(tournament, self.player, self.place, Tick(self.seed).lot)


class RemoveNoShows(Staff, tag="remove_no_shows", frozen=True):
    """Players who have not come get everything back."""

    seed: bytes

    def do(self, tournament: Tournament, _: float) -> None:
        """Send it."""
        staffing.remove_no_shows(tournament, Tick(self.seed).lot)


class Cancel(Staff, tag="cancel", frozen=True):
    """The tournament is not played, or not played on."""

    def do(self, tournament: Tournament, _: float) -> None:
        """Give the money back."""
        staffing.cancel(tournament)


def price(command: Command, sheet: Sheet) -> int:
    """What a command costs its player, in money."""
    if isinstance(command, Register):
        return sheet.buy_in + sheet.fee + sheet.bounty
    if isinstance(command, Rebuy):
        return sheet.rebuy_cost + sheet.rebuy_fee if command.yes else 0
    return sheet.add_on.price if isinstance(command, AddOn) and sheet.add_on else 0


KINDS: Final[dict[str, type[Command]]] = {
    str(kind.__struct_config__.tag): kind
    for base in (Command, Drawn, Staff)
    for kind in base.__subclasses__()
    if kind not in (Drawn, Staff)
}
"""Every command there is, by its word."""
AnyCommand: Any = reduce(or_, KINDS.values())
