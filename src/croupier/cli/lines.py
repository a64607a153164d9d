"""A person at the table: what they read and write, and what they may wish at any prompt."""

import sys
from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from rich.console import Console
from rich.text import Text

from croupier.cli.tongue import Tongue, plain
from croupier.core.asks import Refused
from croupier.core.felt import HOUSE, Seat
from croupier.room.table import Table

LEAVE: Final = frozenset({"q", "quit", "exit", "leave", "partir", "quitter"})

ROOM: Final = 12
"""What a person types beside a prompt takes this much room."""


class Leaving(Exception):
    """The person has had enough."""


class SittingOut(Exception):
    """The person lets this hand pass."""


class Person:
    """Who sits at the keyboard, and at the table."""

    def __init__(self, table: Table, player: str, tongue: Tongue, screen: Console) -> None:
        self.table, self.player, self.tongue, self.screen = table, player, tongue, screen
        self.out = False
        """Wants to sit out once the hand is over."""
        self.betting = False
        """Whether bets are asked for: none lies on the table yet."""
        self.move: Seat = HOUSE
        """The seat that the person wants once the hand is over."""

    @property
    def seat(self) -> Seat:
        """The person's seat."""
        return self.table.seat_of(self.player)

    def line(self, prompt: str) -> str:
        """What the person writes; the end of the input is leaving."""
        if len(prompt) > self.screen.width - ROOM:
            self.listed(prompt.split(), " ", style="")
            prompt = ""
        prompt = prompt + self.tongue.colon if prompt else "> "
        while True:
            self.screen.print(Text(prompt), end="")
            try:
                line = input().strip()
            except (EOFError, KeyboardInterrupt):
                self.screen.print()
                raise Leaving from None
            if not sys.stdin.isatty():
                self.screen.print(Text(line))
            if plain(line) in LEAVE:
                raise Leaving
            if not self.aside(plain(self.tongue.amounts(line)).split()):
                return line

    def aside(self, words: Sequence[str]) -> bool:
        """A wish about the seat, which may be uttered at any prompt; whether it was one."""
        if not words:
            return False
        try:
            if words[0] in ("recave", "rebuy") or words[:2] == ["top", "up"]:
                self.recave(words[-1])
            elif words[0] in ("move", "place") and words[-1].isdecimal():
                self.move = int(words[-1])
                self.tell("You move to seat {seat} when the hand is over.", seat=self.move)
            elif words[0] in ("out", "absent"):
                self.sit_out()
            elif words[0] in ("seats", "places"):
                self.show_seats()
            else:
                return False
        except (Refused, ValueError) as error:
            self.complain(error)
        return True

    def sit_out(self) -> None:
        """Stay away from the next hand on; where bets are asked for, from this one on."""
        self.out = True
        if self.betting:
            raise SittingOut
        self.tell("You sit out when the hand is over; your chips stay on the table.")

    def recave(self, amount: str) -> None:
        """More chips, brought before the next deal (TH-25, CR-19)."""
        self.table.top_up(self.player, self.tongue.amount(amount))
        if self.table.hand is not None:
            self.tell("They arrive before the next deal.")

    def show_seats(self) -> None:
        """Every seat that is taken, with what it held before the hand."""
        held = {seat: self.table.chips.get((seat, "stack"), 0) for seat in self.table.sitters}
        shown = [f"{s} {self.name(s)} {self.tongue.money(held[s])}" for s in sorted(held)]
        self.listed(shown, " · ")

    def name(self, seat: Seat) -> str:
        """Who sits there."""
        if seat == self.seat:
            return self.tongue.say("You")
        sitter = self.table.sitters.get(seat)
        return sitter.player if sitter else self.tongue.say("Seat {seat}", seat=seat)

    def tell(self, sentence: str, **holes: object) -> None:
        """A sentence of the terminal."""
        self.listed(self.tongue.say(sentence, **holes).split(" "), " ")

    def complain(self, error: ValueError) -> None:
        """Say what is wrong; nothing has happened."""
        said = self.tongue.worded(error)
        self.listed((said[:1].upper() + said[1:]).split(" "), " ", "red", margin="")

    def listed(
        self, parts: Sequence[str], between: str = ", ", style: str = "dim", margin: str = "  "
    ) -> None:
        """Parts in lines of the screen's width, none torn apart."""
        kept = [part + between.rstrip() for part in parts[:-1]] + [*parts[-1:]]
        whole = " ".join(part.replace(" ", "\0") for part in kept)
        for line in wrap(whole, max(30, self.screen.width - 3), break_on_hyphens=False):
            self.screen.print(Text(margin + line.replace("\0", " "), style=style))
