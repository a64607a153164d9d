"""Short codes that open a door: to a private table, or into a club.

Eight signs of an alphabet without likenesses are 30^8 codes; with few tries a minute nobody finds
one by trying.
"""

from collections.abc import Container
from typing import Final

from croupier.server import chance
from croupier.server.people.buckets import Buckets, home
from croupier.server.refusals import No

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No 0 and O, no 1, I and L, no U beside V."""
LENGTH: Final = 8
TRIES: Final = 12
"""Wrong codes, by one person and from one address, at once and each minute."""


def new(taken: Container[str]) -> str:
    """A code that nobody has."""
    while (code := chance.letters(ALPHABET, LENGTH)) in taken:
        pass
    return code


def plain(text: str) -> str:
    """A code as it is kept, however somebody wrote it: `k7qm-2xpa`."""
    return "".join(sign for sign in text.upper() if sign.isalnum())


class Guesses:
    """Codes that were wrong, counted: whoever tries many waits."""

    def __init__(self) -> None:
        self.people, self.addresses = Buckets(TRIES, TRIES / 60), Buckets(4 * TRIES, TRIES / 60)

    def take(self, player: str, host: str) -> None:
        """Count a try before it is looked at."""
        if not (self.people.take(player) and self.addresses.take(home(host))):
            raise No("too_fast", "too many wrong codes: wait a minute")

    def right(self, player: str) -> None:
        """It was a right one."""
        self.people.forget(player)
