"""What players bring to a table and take away: buy-ins, recaves, departures, consigned chips."""

from typing import Any

from msgspec import Struct

from croupier.core.asks import Refused
from croupier.core.felt import Seat
from croupier.room import ledger
from croupier.room.carry import Carried
from croupier.room.clocks import Clocks
from croupier.room.ledger import Account
from croupier.room.purse import Purse
from croupier.room.seating import Left, Seating


class Orphan(Struct):
    """An entry of the register of orphans (TH-12)."""

    player: str
    table: str
    amount: int
    at: float


class Caves:
    """Chips between the accounts of people and their stacks."""

    def __init__(self, seating: Seating, purse: Purse, clocks: Clocks, carried: Carried) -> None:
        self.seating, self.purse, self.clocks, self.carried = seating, purse, clocks, carried
        self.orphans: list[Orphan] = []

    def bring(self, seat: Seat, amount: int, why: str) -> None:
        """From the player's own account."""
        account = ledger.player(self.seating.sitters[seat].player)
        self.purse.move(account, self.purse.stack_account(seat), amount, why)

    def recave(self, seat: Seat) -> None:
        """What was asked for, cut down to the maximum (TH-25)."""
        self.bring(seat, self.seating.recave(seat, self.purse.stack(seat)), "recave")

    def take_off(self, seat: Seat, account: Account, why: str, now: float, paid: int) -> int:
        """A player's chips leave with them; what they must bring back is noted (TH-74)."""
        amount = self.purse.stack(seat)
        self.purse.move(self.purse.stack_account(seat), account, amount, why)
        gone = self.seating.free(seat)
        self.clocks.put_by(gone, self.seating.terms.time_bank_seconds, now)
        self.seating.left[gone.player] = Left(amount, now)
        self.carried.leave(seat, paid)
        return amount

    def move(self, seat: Seat, to: Seat, *, post: bool) -> None:
        """A player goes to another seat with all that is theirs (CR-14, TH-09)."""
        if to not in self.seating.vacant():
            raise Refused("seat {seat} is not free (CR-14)", seat=to)
        if seat in self.carried.claims():
            raise Refused("this player has a share in the pot that is carried over (PN-49)")
        purse, sitter = self.purse, self.seating.sitters[seat]
        self.seating.place(to, sitter)
        sitter.post = post
        purse.move(purse.stack_account(seat), purse.stack_account(to), purse.stack(seat), "move")
        self.carried.move(seat, to)

    def settle(self, seat: Seat, rules: Any, *, follows: bool) -> int:
        """What a player who leaves has paid to the next pot, if one can follow (OM-14). The last to
        leave takes what lies there (OM-19, PN-50).
        """
        if self.seating.sitters.keys() == {seat}:
            self.carried.divide_pot(rules)
        return self.carried.pay_due(seat, rules) if follows else 0

    def claim(self, player: str) -> int:
        """Give consigned chips back."""
        if not (amount := self.purse.consigned.get(player, 0)):
            raise Refused("nothing is held in this name (TH-11)")
        self.purse.move(ledger.consigned(player), ledger.player(player), amount, "claim")
        return amount

    def register(self, now: float) -> None:
        """What nobody has claimed goes into the register of orphans (TH-12)."""
        for player, amount in list(self.purse.consigned.items()):
            self.purse.move(ledger.consigned(player), ledger.orphans(player), amount, "orphan")
            self.orphans.append(Orphan(player, self.purse.name, amount, now))
