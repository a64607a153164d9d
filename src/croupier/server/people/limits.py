"""Limits that people set themselves: tighter at once, looser after a day; nobody undoes a ban."""

from typing import Final, Literal, get_args

import msgspec
from msgspec import Struct

DAY: Final = 24 * 3600.0
Limit = Literal["deposit_day", "loss_day", "session_minutes", "reality_minutes"]
LIMITS: Final[tuple[Limit, ...]] = get_args(Limit)


class Pending(Struct):
    """A looser limit that waits for its day."""

    value: int
    since: float = msgspec.field(name="from")


class Limits(Struct):
    """0 is no limit."""

    deposit_day: int = 0
    loss_day: int = 0
    session_minutes: int = 0
    reality_minutes: int = 0
    pending: dict[str, Pending] = {}
    excluded_until: float = 0

    def at(self, now: float) -> "Limits":
        """The limits as they stand, pending ones whose day has come among them."""
        for name in [name for name, entry in self.pending.items() if entry.since <= now]:
            setattr(self, name, self.pending.pop(name).value)
        return self

    def change(self, name: Limit, value: int, now: float) -> None:
        """Set one: tighter holds at once, looser in 24 hours."""
        was = getattr(self.at(now), name)
        self.pending.pop(name, None)
        if value == was:
            return
        tighter = bool(value) and (not was or value < was)
        if tighter or name == "reality_minutes":
            setattr(self, name, value)
        else:
            self.pending[name] = Pending(value, now + DAY)

    def exclude(self, days: int, now: float) -> float:
        """No play for `days` days; a ban is never shortened."""
        self.excluded_until = max(self.excluded_until, now + days * DAY)
        return self.excluded_until


def read(text: bytes) -> Limits:
    """The limits of a column."""
    return msgspec.json.decode(text, type=Limits) if text else Limits()


def written(limits: Limits) -> bytes:
    """The limits for a column."""
    return msgspec.json.encode(limits)
