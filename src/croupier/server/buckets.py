"""Who comes too often waits: token buckets, for messages of a line and newcomers of an address."""

from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Final

from croupier.server.refusals import No

HOUR: Final = 3600.0
MOST_ADDRESSES: Final = 10_000


class Bucket:
    """So many at once, and then as many as flow in."""

    def __init__(self, most: float, each_second: float) -> None:
        self.most, self.each_second = most, each_second
        self.tokens, self.filled = float(most), monotonic()

    def take(self) -> bool:
        """Whether there is one left."""
        self._fill()
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether it remembers nothing any more."""
        self._fill()
        return self.tokens >= self.most

    def _fill(self) -> None:
        now = monotonic()
        self.tokens = min(self.most, self.tokens + (now - self.filled) * self.each_second)
        self.filled = now


class Door:
    """How many guests and new accounts one address may bring in an hour; 0 is any number."""

    def __init__(self, an_hour: int) -> None:
        self.an_hour = an_hour
        self.buckets: dict[str, Bucket] = {}

    def enter(self, host: str) -> None:
        """One more from there."""
        if not self.an_hour:
            return
        if len(self.buckets) >= MOST_ADDRESSES:
            self.buckets = {key: one for key, one in self.buckets.items() if not one.full}
        bucket = self.buckets.setdefault(home(host), Bucket(self.an_hour, self.an_hour / HOUR))
        if not bucket.take():
            raise No("too_fast", "too many have come in from this address: try again later")


def home(host: str) -> str:
    """An address; of the sixth version the network, which one household has to itself."""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if isinstance(found, IPv6Address):
        return str(ip_network(f"{host}/64", strict=False))
    return host
