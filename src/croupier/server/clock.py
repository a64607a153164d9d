"""The room's clock: seconds since 1970, never backwards, faster for training and tests."""

from time import time


class Clock:
    """What time it is."""

    def __init__(self, speed: float = 1.0) -> None:
        self.speed = speed
        self._began = time()
        self._base = self._began

    def not_before(self, at: float) -> None:
        """Go on after this time: the journal must not run backwards."""
        if self.now() < at:
            self._began, self._base = time(), at

    def now(self) -> float:
        """The time."""
        return self._base + max(0.0, time() - self._began) * self.speed

    def wait(self, until: float) -> float:
        """Real seconds until a time."""
        return (until - self.now()) / self.speed
