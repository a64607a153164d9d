"""What a game carries between hands, and how it follows those who sit, move, leave and return."""

from typing import Any

from msgspec.structs import replace

from croupier import blinds as button
from croupier import kills
from croupier.felt import POT, Seat
from croupier.play import Game
from croupier.room.purse import Purse
from croupier.room.seating import Seating


class Carried:
    """The carry of a table's game; the seats and chips it speaks of are the table's."""

    def __init__(self, game: Game, seating: Seating, purse: Purse) -> None:
        self.game, self.seating, self.purse = game, seating, purse
        self.carry: Any = game.Carry()

    # Who is dealt in.

    def claims(self) -> set[Seat]:
        """Who is dealt in whether here or away, with chips or without (PN-46, PN-49)."""
        claims = getattr(self.game, "claims", None)
        return claims(self.carry) & self.seating.sitters.keys() if claims else set()

    def players(self) -> list[Seat]:
        """Who could be dealt in now."""
        return [
            seat
            for seat, sitter in sorted(self.seating.sitters.items())
            if sitter.away_since is None and self.purse.stack(seat)
        ]

    def dealt(self) -> list[Seat]:
        """The seats that the next hand knows of."""
        if hasattr(self.carry, "blinds"):
            return list(self.seating.sitters)
        return sorted({*self.players(), *self.claims()})

    def enough(self) -> bool:
        """Whether there are players for a hand; one alone takes a pot carried over (PN-50)."""
        return bool(self.claims()) or len(self.players()) >= self.seating.terms.min_players

    def pot_waits(self) -> bool:
        """A pot that the last hand has left is played for: it belongs to that hand (PN-49)."""
        return bool(self.purse.pot) and self.enough()

    # Seats that change.

    def tell_button(self) -> None:
        """Note, between hands, who is new, away or back (CR-08, CR-11)."""
        if not hasattr(self.carry, "blinds"):
            return
        for seat, sitter in sorted(self.seating.sitters.items()):
            noted, away = self.carry.blinds, sitter.away_since is not None
            if sitter.fresh:
                noted, sitter.fresh = button.sit_down(noted, seat, post=sitter.post), False
            if away:
                noted = button.sit_out(noted, seat)
            elif seat in noted.standings:
                noted = button.sit_in(noted, seat, post=sitter.post)
            self._note(noted)

    def change_seat(self, seat: Seat, to: Seat, *, post: bool) -> None:
        """Somebody has moved."""
        if hasattr(self.carry, "blinds"):
            self._note(button.change_seat(self.carry.blinds, seat, to, post=post))

    def stand_up(self, seat: Seat) -> None:
        """Somebody has gone."""
        if hasattr(self.carry, "blinds"):
            self._note(button.stand_up(self.carry.blinds, seat))
        if getattr(self.carry, "kill", None) and self.carry.kill.leg == seat:  # OM-10
            self.carry = replace(self.carry, kill=replace(self.carry.kill, leg=0))
        if hasattr(self.game, "stand_up"):
            self.carry = self.game.stand_up(self.carry, seat)

    def _note(self, noted: button.Blinds) -> None:
        self.carry = replace(self.carry, blinds=noted)

    # Kill pots.

    def pay_kill(self, seat: Seat, rules: Any) -> None:
        """A killer who leaves pays the kill blind into the next pot (OM-14)."""
        kill = getattr(self.carry, "kill", None)
        if kill is None or kill.killer != seat:
            return
        purse = self.purse
        due = min(kills.blind(rules), purse.stack(seat))
        purse.move(purse.stack_account(seat), purse.account(POT), due, "kill")
        self.forget_kill()

    def forget_kill(self) -> None:
        """Nobody owes a kill blind."""
        if getattr(self.carry, "kill", None):
            self.carry = replace(self.carry, kill=kills.Kill())

    # The end of a game.

    def note_break(self) -> None:
        """A game that stops for want of players may be a new one when it goes on (TH-73, CR-46)."""
        terms = self.seating.terms
        stopped = len(self.players()) < terms.min_players
        if (stopped and terms.redraw_after_break) or not self.seating.sitters:
            self.new_game()

    def new_game(self) -> None:
        """A new game draws for the button; chips on the layout stay with what they belong to."""
        if not self.purse.pot:
            self.carry = self.game.Carry()

    def divide_pot(self, rules: Any) -> None:
        """No hand follows: a pot that was carried over goes to those whose it is."""
        purse = self.purse
        if not purse.pot or not hasattr(self.game, "shares"):
            return
        for seat, amount in self.game.shares(rules, self.carry).items():
            purse.move(purse.account(POT), purse.stack_account(seat), amount, "share")
        self.new_game()
