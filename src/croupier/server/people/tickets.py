"""Tickets: something begun that its owner ends within minutes, such as signing in by two steps."""

from collections import OrderedDict
from typing import Final

from msgspec import Struct

from croupier.server import chance
from croupier.server.clock import monotonic
from croupier.server.refusals import No

MOST: Final = 5000
SECONDS: Final = 300.0


class Ticket(Struct):
    """What was begun, whose it is, and what must be remembered."""

    player: str
    what: str
    secret: bytes
    until: float


class Tickets:
    """All that are open; they do not outlive the room."""

    def __init__(self) -> None:
        self.held: OrderedDict[str, Ticket] = OrderedDict()

    def give(self, player: str, what: str, secret: bytes = b"") -> str:
        """A new one; its code is sent once."""
        code = chance.token(18)
        self.held[code] = Ticket(player, what, secret, monotonic() + SECONDS)
        while len(self.held) > MOST:
            self.held.popitem(last=False)
        return code

    def look(self, code: str, what: str, player: str = "") -> Ticket:
        """The ticket of a code."""
        found = self.held.get(code)
        if found is None or found.what != what or found.until < monotonic():
            raise No("no_session", "this took too long: start again")
        if player and found.player != player:
            raise No("no_session", "this took too long: start again")
        return found

    def end(self, code: str) -> None:
        """It is done with."""
        self.held.pop(code, None)
