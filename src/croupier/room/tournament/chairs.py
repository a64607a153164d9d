"""How players of a tournament come to a table and leave it: between hands, chips on their way."""

from collections.abc import Mapping
from typing import Any

from croupier.core import prices
from croupier.core.asks import Refused
from croupier.core.felt import Seat
from croupier.room import ledger
from croupier.room.acts import Command
from croupier.room.seating import Sitter
from croupier.room.table import Table
from croupier.room.tournament.tournament import Tournament


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


class Drawn(Command, frozen=True):
    """An act of the director of a tournament at one of its tables."""


class Arrive(Drawn, tag="arrive", frozen=True):
    """A player of a tournament comes to their seat, or more chips come to them."""

    player: str
    name: str
    seat: Seat
    amount: int
    bot: bool = False

    def do(self, table: Table, _: float) -> None:
        """Seat them."""
        arrive(table, self.player, self.seat, self.amount, name=self.name, bot=self.bot)


class Depart(Drawn, tag="depart", frozen=True):
    """A player of a tournament leaves a table with their chips."""

    player: str

    def do(self, table: Table, _: float) -> None:
        """Free the seat."""
        depart(table, self.player)


class Exchange(Drawn, tag="exchange", frozen=True):
    """Small chips go for larger ones: these are the stacks then."""

    stacks: dict[str, int]

    def do(self, table: Table, _: float) -> None:
        """Take back what is too much, and give what is missing."""
        _check(table)
        purse, mint = table.purse, ledger.pool("mint", ledger.tournament_of(table.name))
        for player, amount in self.stacks.items():
            stack = purse.stack_account(seat := table.seating.seated(player))
            more = amount - purse.stack(seat)
            src, dst = (mint, stack) if more > 0 else (stack, mint)
            purse.move(src, dst, abs(more), "color up")


class Bench(Drawn, tag="bench", frozen=True):
    """A player with a penalty is dealt in and folded at once, until it is lifted."""

    player: str
    on: bool = True

    def do(self, table: Table, _: float) -> None:
        """Send them away from their seat, or let them back."""
        _check(table)
        table.sitters[table.seating.seated(self.player)].benched = self.on


def benches(event: Tournament, tables: Mapping[int, Table]) -> list[tuple[int, Bench]]:
    """Who is to be sent away from their seat now, or let back, and at which table."""
    due = {one.player: one.penalty > 0 for one in event.alive()}
    return [
        (number, Bench(sitter.player, due.get(sitter.player, False)))
        for number, table in tables.items()
        if table.hand is None
        for sitter in table.sitters.values()
        if sitter.benched != due.get(sitter.player, False)
    ]


class PlayBy(Drawn, tag="play_by", frozen=True):
    """Other rules from the next hand on: a new level."""

    rules: Any

    def do(self, table: Table, _: float) -> None:
        """Play by them."""
        table.play_by(prices.convert(self.rules, table.game.Rules))
