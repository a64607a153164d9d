"""What a game carries between hands, kept true to the company by what the game itself declares."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from croupier.core.catalogue import Game
from croupier.core.company import Presence
from croupier.core.felt import POT, Seat
from croupier.room.purse import Purse
from croupier.room.seating import Seating, Sitter


class Carried:
    """The carry of a table's game; the seats and chips it speaks of are the table's."""

    def __init__(self, game: Game, seating: Seating, purse: Purse) -> None:
        self.game, self.seating, self.purse = game, seating, purse
        self.carry: Any = game.Carry()
        self._changes: list[tuple[Callable[..., Any], tuple[int, ...]]] = []
        """Of the company, since the last deal."""

    # Who is dealt in.

    def claims(self) -> set[Seat]:
        """Who is dealt in whether here or away, with chips or without (PN-46, PN-49)."""
        return self.game.COMPANY.claims(self.carry) & self.seating.sitters.keys()

    def players(self) -> list[Seat]:
        """Who could be dealt in now."""
        return sorted(self._able())

    def _able(self) -> Iterator[Seat]:
        for seat, sitter in self.seating.sitters.items():
            if self.purse.stack(seat) and not self._away(sitter):
                yield seat

    def _away(self, sitter: Sitter) -> bool:
        """Whether a player is not dealt in; in a tournament the absent pay their blinds."""
        return sitter.away_since is not None and not self.seating.drawn

    def dealt(self) -> list[Seat]:
        """The seats that the next hand knows of."""
        if self.game.COMPANY.counts_absent:
            return list(self.seating.sitters)
        return sorted({*self.players(), *self.claims()})

    def enough(self) -> bool:
        """Whether there are players for a hand; one alone takes a pot carried over (PN-50)."""
        least = self.seating.terms.min_players
        # Of a crowd no more is looked at than must be: this is asked turn after turn.
        return bool(self.claims()) or sum(1 for _ in islice(self._able(), least)) >= least

    def pot_waits(self) -> bool:
        """A pot that the last hand has left is played for: it belongs to that hand (PN-49)."""
        return bool(self.purse.pot) and self.enough()

    # Hands.

    def gather(self) -> None:
        """Before a deal: who sits where, who is new and who is away (CR-47)."""
        self.carry, self._changes = self._gathered(), []
        for sitter in self.seating.sitters.values():
            sitter.fresh = False

    def _gathered(self) -> Any:
        company = {
            seat: Presence(sitter.fresh, self._away(sitter), sitter.post)
            for seat, sitter in sorted(self.seating.sitters.items())
        }
        return self.game.COMPANY.gathered(self.carry, company)

    def spare(self, rules: Any, now: float) -> None:
        """Players who asked for it sit out rather than pay the big blind (TH-10)."""
        sitters = self.seating.sitters
        while any(sitter.out_at_blind for sitter in sitters.values()):
            ready = self.players()
            seat = self.game.COMPANY.next_blind(rules, self._gathered(), sorted(sitters), ready)
            if not seat or not sitters[seat].out_at_blind:
                return
            sitters[seat].out_at_blind, sitters[seat].away_since = False, now

    def after(self, carry: Any) -> None:
        """What a hand leaves knows nothing of those who moved or left while it was played."""
        self.carry = carry
        for change, seats in self._changes:
            self.carry = change(self.carry, *seats)

    # Seats that change.

    def move(self, seat: Seat, to: Seat) -> None:
        """Somebody has moved."""
        self._change(self.game.COMPANY.moved, seat, to)

    def leave(self, seat: Seat, paid: int) -> None:
        """Somebody has gone, and has left this much in the pot."""
        self._change(self.game.COMPANY.left, seat, paid)

    def _change(self, change: Callable[..., Any], *seats: int) -> None:
        self.carry = change(self.carry, *seats)
        self._changes.append((change, seats))

    def pay_due(self, seat: Seat, rules: Any) -> int:
        """A player who leaves pays what they owe to the next pot (OM-14)."""
        purse = self.purse
        due = min(self.game.COMPANY.due(rules, self.carry, seat), purse.stack(seat))
        purse.move(purse.stack_account(seat), purse.account(POT), due, "kill")
        return due

    # The end of a game.

    def note_break(self) -> None:
        """A game that stops for want of players may be a new one when it goes on (TH-73, CR-46)."""
        terms = self.seating.terms
        if not self.seating.sitters:
            self.new_game()
        elif terms.redraw_after_break and len(self.players()) < terms.min_players:
            self.carry = self.game.COMPANY.stopped(self.carry)

    def new_game(self) -> None:
        """Nothing is carried any more."""
        self.carry = self.game.Carry()

    def divide_pot(self, rules: Any) -> None:
        """No hand follows: chips on the layout go to those whose they are (PN-20, OM-14)."""
        purse, seats = self.purse, sorted(self.seating.sitters)
        for seat, amount in self.game.COMPANY.shares(rules, self.carry, seats).items():
            purse.move(purse.account(POT), purse.stack_account(seat), amount, "share")
        self.new_game()
