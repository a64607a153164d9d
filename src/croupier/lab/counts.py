"""What the lab answers about counting cards."""

from typing import Any

import msgspec
from msgspec import Struct

from croupier.lab import rows


class AtCount(Struct, frozen=True):
    """One true count."""

    true: int
    often: float
    """Of all rounds."""
    chart: float
    """What a stake gains by the chart of a full shoe."""
    best: float
    """What it gains at its best, with insurance where it pays."""
    kelly: float
    """The part of a bankroll that Kelly stakes."""
    stake: float
    """What is staked here, in units."""


class Index(Struct, frozen=True):
    """A hand that is played otherwise from a true count on."""

    hand: str
    up: str
    below: str
    above: str
    true: float


class Count(Struct, frozen=True, kw_only=True):
    """The answer of `croupier count`."""

    game: str
    tags: dict[str, float]
    effects: dict[str, float]
    """What it changes for the player to take one card of a rank out of a full shoe."""
    correlation: float
    """Of the tags with the effects: how well the count tells when to bet more."""
    packs_left: float
    boxes: int
    counts: tuple[AtCount, ...]
    indices: tuple[Index, ...]
    insurance: float
    """The true count from which insurance pays."""
    spread: tuple[float, float]
    bankroll: float
    gain: float
    """What a round gains on average, in units, with these stakes and the best play."""
    std_dev: float
    n0: float | None
    """Rounds after which the gain is as large as its deviation."""
    score: float | None
    """A million times the square of gain by deviation."""
    ruin: float
    """How likely the bankroll is ever lost."""
    shoes: int
    method: str

    def data(self) -> dict[str, Any]:
        """The answer as plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    def __repr__(self) -> str:
        return f"<{self.game}: gains {self.gain:+.5f} units a round, risk of ruin {self.ruin:.3%}>"

    def table(self) -> list[rows.Row]:
        """A row for each true count."""
        return [msgspec.to_builtins(one) for one in self.counts]

    def frame(self) -> Any:
        """The table as a frame of pandas or Polars."""
        return rows.frame(self.table())

    def json(self) -> str:
        """The answer as JSON."""
        return msgspec.json.encode(self.data()).decode()

    def _repr_html_(self) -> str:
        return rows.html(f"{self.game}: true counts", self.table(), self.method)
