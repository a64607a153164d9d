"""The room's clock: seconds since 1970, never backwards, faster for training and tests.

The wall clock is read once. From then on a monotonic clock counts, so that a clock set back stops
nobody and one set forward ends nobody's time. No other module of the server asks what time it is:
a rehearsal of the room (`croupier sim`) has hours of its own.
"""

import asyncio
import contextlib
import time as real


class Hours:
    """Where time comes from: the machine."""

    def time(self) -> float:
        """What the clock on the wall says, which people set."""
        return real.time()

    def monotonic(self) -> float:
        """Seconds that nobody sets."""
        return real.monotonic()

    def awake(self) -> float:
        """The same, with the time that the machine has slept."""
        return real.clock_gettime(real.CLOCK_BOOTTIME)


hours = Hours()


def time() -> float:
    """What the clock on the wall says."""
    return hours.time()


def monotonic() -> float:
    """Seconds that nobody sets."""
    return hours.monotonic()


def awake() -> float:
    """Seconds that nobody sets, those asleep among them."""
    return hours.awake()


class Clock:
    """What time it is."""

    def __init__(self, speed: float = 1.0) -> None:
        self.speed = speed
        self._base, self._began = time(), monotonic()

    def not_before(self, at: float) -> None:
        """Go on after this time: the journal must not run backwards."""
        if self.now() < at:
            self._base, self._began = at, monotonic()

    def now(self) -> float:
        """The time."""
        return self._base + (monotonic() - self._began) * self.speed

    def wait(self, until: float) -> float:
        """Real seconds until a time."""
        return (until - self.now()) / self.speed

    async def rest(self, bell: asyncio.Event, until: float | None) -> None:
        """Until somebody rings, or that time has come."""
        wait = None if until is None else max(0.0, self.wait(until))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await bell.wait()
