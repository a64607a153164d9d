"""How players of a tournament come to a table and leave it: between hands, chips on their way."""

from collections.abc import Mapping
from typing import Any

from croupier.core import prices
from croupier.core.asks import Refused
from croupier.core.felt import Seat
from croupier.houses import stakes
from croupier.room import ledger
from croupier.room.acts import Command
from croupier.room.seating import Sitter
from croupier.room.table import Table
from croupier.room.tournament import staffing
from croupier.room.tournament.entrants import Bank
from croupier.room.tournament.tournament import Tournament


def arrive(
    table: Table,
    player: str,
    seat: Seat,
    amount: int,
    *,
    name: str,
    bot: bool,
    bank: Bank | None = None,
) -> None:
    """A player sits down with their chips and their time bank, or gets more chips."""
    _check(table)
    if not table.seat_of(player):
        bank = bank or Bank(table.terms.time_bank_seconds, 0)
        sitter = Sitter(player, name, bot, reserve_seconds=bank.seconds, level=bank.level)
        table.place(seat, sitter)
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
    bank: Bank | None = None

    def do(self, table: Table, _: float) -> None:
        """Seat them."""
        arrive(
            table,
            self.player,
            self.seat,
            self.amount,
            name=self.name,
            bot=self.bot,
            bank=self.bank,
        )


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
    alive = event.alive()
    due = {one.player: one.penalty > 0 or staffing.levels_missed(event, one) > 0 for one in alive}
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
    level: int = 0
    refill: int = 0
    """The seconds that each level adds to the time banks, up to a whole one."""

    def do(self, table: Table, _: float) -> None:
        """Play by them."""
        table.play_by(prices.convert(self.rules, table.game.Rules))
        for sitter in table.sitters.values():
            more = self.refill * max(0, self.level - sitter.level)
            full = max(sitter.reserve_seconds, table.terms.time_bank_seconds)
            sitter.reserve_seconds = min(full, sitter.reserve_seconds + more)
            sitter.level = max(sitter.level, self.level)


def new_level(event: Tournament, table: Table) -> PlayBy | None:
    """What a table plays by from now on, if anything is new: the rules, or the time bank of
    somebody who sits there.
    """
    rules = stakes.rules(table.game, event.sheet, event.level)
    number, refill = event.level_number, event.sheet.time_bank_per_level
    due = refill and any(sitter.level < number for sitter in table.sitters.values())
    return PlayBy(prices.plain(rules), number, refill) if due or rules != table.rules else None


def bank(table: Table, player: str) -> Bank:
    """The time bank that a player takes along."""
    sitter = table.sitters[table.seating.seated(player)]
    return Bank(sitter.reserve_seconds, sitter.level)


def arrival(event: Tournament, table: Table, player: str, seat: Seat) -> Arrive:
    """A player comes to their seat with what is on its way; a new one has a whole time bank."""
    one = event.entrants[player]
    whole = Bank(table.terms.time_bank_seconds, event.level_number)
    return Arrive(player, one.name, seat, event.transit[player], one.bot, one.bank or whole)
