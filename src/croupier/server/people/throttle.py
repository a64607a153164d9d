"""Tries of passwords and codes: counted before they are looked at, by account, by address and by
device, so that any number at once count. A device that its owner has used goes on when strangers
have used up the tries of an account or of an address.
"""

from typing import Final

from croupier.server.people.buckets import HOUR, Buckets, home
from croupier.server.refusals import No

MINUTE: Final = 60.0


class Tries:
    """Who may try now."""

    def __init__(self) -> None:
        self.accounts, self.devices = Buckets(5, 5 / MINUTE), Buckets(5, 5 / MINUTE)
        self.addresses = Buckets(30, 30 / MINUTE)
        self.codes = Buckets(8, 8 / HOUR)

    def take(self, account: str, host: str, device: str = "") -> None:
        """Count a try before it is looked at; `device` is one that this account is known on."""
        if device:
            left = self.devices.take(f"{device} {account}")
        else:
            left = self.addresses.take(home(host)) and self.accounts.take(account)
        if not left:
            raise No("too_fast", "too many wrong passwords: wait a minute")

    def code(self, player: str) -> None:
        """Count a code of six figures: there are few of them, so few may be tried."""
        if not self.codes.take(player):
            raise No("too_fast", "too many wrong codes: wait some minutes, or use a recovery code")

    def right(self, account: str, device: str = "") -> None:
        """It was the right one. Strangers' tries stay counted when a known device comes in."""
        if device:
            self.devices.forget(f"{device} {account}")
        else:
            self.accounts.forget(account)


class Door:
    """How many guests and new accounts one address may bring in an hour; 0 is any number."""

    def __init__(self, an_hour: int) -> None:
        self.buckets = Buckets(an_hour, an_hour / HOUR)

    def enter(self, host: str) -> None:
        """One more from there."""
        if not self.buckets.take(home(host)):
            raise No("too_fast", "too many people have come in from this address: try again later")
