"""The clock of a tournament: which level is played, and how long it still lasts."""

from msgspec import Struct

from croupier.houses.tournaments import MINUTE, Level, Sheet


class Clock(Struct):
    """It stands until the tournament starts, and whenever the staff stops it."""

    at: int = 0
    """The place in the structure."""
    left: float = 0
    """How long the level lasts, from when the clock last began to run."""
    since: float | None = None
    """When it began to run; nothing: it stands."""

    def start(self, sheet: Sheet, now: float) -> None:
        """The first level begins."""
        self.at, self.left, self.since = 0, sheet.level(0).minutes * MINUTE, now

    def remaining(self, now: float) -> float:
        """How long the level still lasts."""
        return self.left if self.since is None else max(0.0, self.since + self.left - now)

    def due(self) -> float | None:
        """When the level ends."""
        return None if self.since is None else self.since + self.left

    def pause(self, now: float) -> None:
        """It stands still."""
        self.left, self.since = self.remaining(now), None

    def resume(self, now: float) -> None:
        """It runs on."""
        self.since = now

    def set(self, at: int, seconds: float, now: float) -> None:
        """The staff sets it."""
        self.at, self.left = at, seconds
        if self.since is not None:
            self.since = now

    def lost(self, seconds: float) -> None:
        """The room was down for so long: nobody loses blinds by that."""
        if self.since is not None:
            self.since += seconds

    def turn(self, sheet: Sheet, now: float) -> list[Level]:
        """The levels that have begun by now."""
        begun: list[Level] = []
        while self.since is not None and now >= self.since + self.left:
            self.since += self.left
            self.at += 1
            level = sheet.level(self.at)
            self.left = level.minutes * MINUTE
            begun.append(level)
        return begun


def breaks_before(sheet: Sheet, at: int) -> int:
    """How many breaks have begun when the structure has come to this place."""
    return sum(sheet.level(i).is_break for i in range(at + 1))
