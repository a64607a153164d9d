"""How players of a tournament come to a table and leave it: between hands, chips on their way."""

from croupier.core.asks import Refused
from croupier.core.felt import Seat
from croupier.room import ledger
from croupier.room.seating import Sitter
from croupier.room.table import Table


def arrive(table: Table, player: str, seat: Seat, amount: int, *, name: str, bot: bool) -> None:
    """A player sits down with their chips, or gets more of them."""
    _check(table)
    if not table.seat_of(player):
        reserve = table.terms.time_bank_seconds
        table.place(seat, Sitter(player, name, bot, reserve_seconds=reserve))
    purse, event = table.purse, ledger.tournament_of(table.name)
    stack = purse.stack_account(table.seat_of(player))
    purse.move(ledger.transit(event, player), stack, amount, "arrive")


def depart(table: Table, player: str) -> int:
    """A player goes to another table, or is out; the chips that they take along."""
    _check(table)
    purse, event = table.purse, ledger.tournament_of(table.name)
    seat = table.seating.seated(player)
    amount = purse.stack(seat)
    purse.move(purse.stack_account(seat), ledger.transit(event, player), amount, "depart")
    table.seating.free(seat)
    table.carried.leave(seat, 0)
    table.carried.note_break()
    return amount


def _check(table: Table) -> None:
    if not table.seating.drawn:
        raise Refused("this is not a table of a tournament")
    if table.hand is not None:
        raise Refused("a hand is in play")
