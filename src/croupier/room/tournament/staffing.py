"""What the staff does in a tournament, each by a command that names its author and the reason."""

from croupier.core.asks import Refused
from croupier.core.felt import Seat
from croupier.room.seating import Lot
from croupier.room.tournament.entrants import Bust
from croupier.room.tournament.notices import Notice
from croupier.room.tournament.tournament import Tournament


def move(event: Tournament, player: str, table: int, seat: Seat) -> None:
    """Move a player to a free seat."""
    event.entrant(player)
    chairs = event.floor.tables.get(table)
    if chairs is None or seat in chairs or not 1 <= seat <= event.sheet.seats:
        raise Refused("seat {seat} is not free (CR-14)", seat=seat)
    event.moved([event.floor.move(player, table, seat)])


def break_table(event: Tournament, table: int, lot: Lot) -> None:
    """Break a table."""
    if table not in event.floor.tables or not event.floor.idle(table):
        raise Refused("a table breaks between hands")
    moves = event.floor.break_table(table, lot)
    if not moves:
        raise Refused("the other tables have too few free seats")
    event.moved(moves)


def penalise(event: Tournament, player: str, hands: int) -> None:
    """Send a player away for some hands: dealt in, and folded at once."""
    entrant = event.entrant(player)
    _check_running(event)
    in_play = event.floor.where(player)[0] in event.floor.playing
    entrant.penalty = hands + (in_play and hands > 0)
    event.tell(Notice("penalty", player, amount=hands))


def disqualify(event: Tournament, player: str, lot: Lot) -> None:
    """Put a player out; the chips leave the tournament."""
    entrant = event.entrant(player)
    _check_running(event)
    if event.floor.where(player)[0] in event.floor.playing:
        raise Refused("a hand is in play: disqualify the player when it is over")
    event.till.unmake(player)
    event.put_out([Bust(player, entrant.stack)])
    event.settle(lot)


def _check_running(event: Tournament) -> None:
    if event.state != "running":
        raise Refused("the tournament has not started")


def cancel(event: Tournament) -> None:
    """Before the start everything goes back; later what is left is divided."""
    if event.state not in ("open", "running"):
        raise Refused("the tournament is over")
    if event.state == "running":
        event.standings.divide()
    else:
        for player in list(event.entrants):
            event.standings.withdraw(player)
    event.tell(Notice("cancelled"))
    event.end("cancelled")
