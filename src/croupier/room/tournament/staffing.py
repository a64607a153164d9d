"""What the staff does in a tournament, each by a command that names its author and the reason."""

from croupier.core.asks import Refused
from croupier.core.felt import Seat
from croupier.room.seating import Lot
from croupier.room.tournament.entrants import Bust, Entrant
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


def penalise(event: Tournament, player: str, hands: int, levels: int = 0) -> None:
    """Send a player away for some hands, or for the rest of this level and those that follow:
    dealt in, and folded at once.
    """
    entrant = event.entrant(player)
    _check_running(event)
    if hands and levels:
        raise Refused("a penalty is counted in hands or in levels, not both")
    in_play = event.floor.where(player)[0] in event.floor.playing
    entrant.penalty = hands + (in_play and hands > 0)
    first = event.level_number + event.on_break
    entrant.penalty_until = first + levels if levels else 0
    event.tell(Notice("penalty", player, amount=hands or levels, why="levels" if levels else ""))


def levels_missed(event: Tournament, entrant: Entrant) -> int:
    """How many levels a penalty still takes from a player, that of now among them."""
    return max(0, entrant.penalty_until - event.level_number - event.on_break)


def disqualify(event: Tournament, player: str, lot: Lot) -> None:
    """Put a player out; the chips leave the tournament."""
    entrant = event.entrant(player)
    _check_idle(event, player)
    event.till.unmake(player)
    event.put_out([Bust(player, entrant.stack)])
    event.settle(lot)


def award(event: Tournament, player: str, place: int, lot: Lot) -> None:
    """Give a player the first place that is still to be won, or the last; their chips leave the
    tournament, and the others play for the other places.
    """
    event.entrant(player)
    _check_idle(event, player)
    best, last = event.standings.best, event.standings.awarded + len(event.alive())
    if not event.prizes:
        raise Refused("a place is given when nobody can enter any more")
    if place not in (best, last):
        why = "of the places {best} to {last} the first or the last can be given"
        raise Refused(why, best=best, last=last)
    if place == last > best:
        disqualify(event, player, lot)
        return
    event.till.unmake(player)
    event.floor.remove(player)
    event.standings.award(player)
    event.settle(lot)


def remove_no_shows(event: Tournament, lot: Lot) -> None:
    """Everything goes back to players who have not come."""
    _check_running(event)
    if event.prizes or not event.unseen():
        raise Refused("everybody has come, or the prizes are fixed")
    event.send_back()
    event.settle(lot)


def _check_idle(event: Tournament, player: str) -> None:
    _check_running(event)
    if event.floor.where(player)[0] in event.floor.playing:
        raise Refused("a hand is in play: do it when it is over")


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
