"""Rate limits: token buckets for messages, chat, calls and newcomers."""

from ipaddress import IPv6Address, ip_address, ip_network
from itertools import islice
from typing import Final

from croupier.server.clock import monotonic

HOUR: Final = 3600.0
MOST_KEYS: Final = 10_000


class Bucket:
    """`most` at once, and then `each_second`."""

    def __init__(self, most: float, each_second: float) -> None:
        self.most, self.each_second = most, each_second
        self.tokens, self.filled = float(most), monotonic()

    def take(self, cost: float = 1) -> bool:
        """Whether there is as much left."""
        self._fill()
        if self.tokens < cost:
            return False
        self.tokens -= cost
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


class Buckets:
    """A bucket for each of many keys, the longest unused first."""

    def __init__(self, most: float, each_second: float) -> None:
        self.most, self.each_second = most, each_second
        self.kept: dict[str, Bucket] = {}

    def take(self, key: str, cost: float = 1) -> bool:
        """Whether there is as much left under this key; a most of 0 is any number."""
        if not self.most:
            return True
        if key not in self.kept and len(self.kept) >= MOST_KEYS:
            self._make_room()
        bucket = self.kept.pop(key, None) or Bucket(self.most, self.each_second)
        self.kept[key] = bucket
        return bucket.take(cost)

    def forget(self, key: str) -> None:
        """All is forgiven."""
        self.kept.pop(key, None)

    def _make_room(self) -> None:
        """Forget those that are full again, else the tenth that was longest unused."""
        left = {key: one for key, one in self.kept.items() if not one.full}
        old = max(0, len(left) - MOST_KEYS * 9 // 10)
        self.kept = dict(islice(left.items(), old, None))


def home(host: str) -> str:
    """An address; of the sixth version the network, which one household has to itself."""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if not isinstance(found, IPv6Address):
        return host
    if found.ipv4_mapped:  # Else all of the fourth version were one household.
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), 64), strict=False))
