"""How fast a table deals, over the last half hour."""

from collections import deque
from typing import Final

SECONDS: Final = 1800


class Pace:
    """When the hands of the last half hour ended."""

    def __init__(self) -> None:
        self.ends: deque[float] = deque()

    def count(self, now: float, hands: int) -> None:
        """Some hands have ended now."""
        self.ends.extend([now] * hands)

    def an_hour(self, now: float, speed: float) -> int:
        """Hands an hour; 0 where two have not ended in it."""
        while self.ends and self.ends[0] < now - SECONDS:
            self.ends.popleft()
        hours = (now - self.ends[0]) / speed / 3600 if self.ends else 0
        return round((len(self.ends) - 1) / hours) if hours else 0
