"""What the lab answers about a game: its price for the player, and how the result is spread."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import sqrt

from msgspec import Struct

Number = Fraction | float


class Unanswerable(ValueError):
    """A question that the lab cannot answer: why, and what can be asked."""


class Spread(Struct, frozen=True):
    """All results that a bet can have and the chance of each, in units of the first bet."""

    chances: dict[Fraction, Number]

    @property
    def mean(self) -> Number:
        """What the player gains on average."""
        return sum((net * chance for net, chance in self.chances.items()), start=Fraction(0))

    @property
    def std_dev(self) -> float:
        """How far results lie from the mean."""
        mean = float(self.mean)
        squares = (float(p) * (float(net) - mean) ** 2 for net, p in self.chances.items())
        return sqrt(sum(squares))


def spread(counts: Mapping[Fraction, int], total: int) -> Spread:
    """A spread from how often each result comes; the counts must fill the total."""
    if sum(counts.values()) != total:
        raise RuntimeError(f"the results add up to {sum(counts.values())}, not to {total}")
    return Spread({net: Fraction(many, total) for net, many in sorted(counts.items()) if many})


def joined(parts: Iterable[tuple[Fraction, int]]) -> dict[Fraction, int]:
    """Counts by result, equal results together."""
    counts: dict[Fraction, int] = {}
    for net, many in parts:
        if many:
            counts[net] = counts.get(net, 0) + int(many)
    return counts


class Portion(Struct, frozen=True):
    """A part of where the money of a bet goes."""

    name: str
    """A row of a pay table by its path, or what happens: `push`, `lose`, `fold`."""
    chance: Number
    part: Number
    """What it brings the player on average, in first bets; all parts sum to the mean."""
    pays: Fraction | None = None


def lines(
    counts: Mapping[str, Mapping[Fraction, int]], total: int, pays: Mapping[str, Fraction]
) -> tuple[Portion, ...]:
    """Lines from how often each result comes under each name."""
    return tuple(
        Portion(
            name,
            Fraction(sum(nets.values()), total),
            sum((net * many for net, many in nets.items()), start=Fraction(0)) / total,
            pays.get(name),
        )
        for name, nets in counts.items()
        if any(nets.values())
    )


def named(parts: Iterable[tuple[str, Fraction, int]]) -> dict[str, dict[Fraction, int]]:
    """Counts by name and result, in the order of the names."""
    found: dict[str, dict[Fraction, int]] = {}
    for name, net, many in parts:
        nets = found.setdefault(name, {})
        nets[net] = nets.get(net, 0) + int(many)
    return found


class Odds(Struct, frozen=True, kw_only=True):
    """The answer of `croupier edge`."""

    game: str
    house_edge: Fraction | None
    """What the house keeps of each unit of the first bet; None where it is not exact."""
    house_edge_float: float | None
    """None where players play each other and the house only takes a fee."""
    average_bet: float | None
    """All that is staked on average, in units of the first bet."""
    std_dev: float | None
    frequencies: dict[str, float]
    bets: dict[str, Number]
    """The edge of each bet by its own stake."""
    spreads: dict[str, Spread]
    """The distribution of the net result, by what was bet."""
    lines: dict[str, tuple[Portion, ...]] = {}
    """Where the money of a bet goes, by the names of `spreads`."""
    exact: bool
    method: str
    notes: tuple[str, ...] = ()
    error: float = 0.0
    """One standard error of the edge, where it was simulated."""
    rounds: int = 0
    """How many rounds were simulated for what is not counted: bets, deviation, distribution."""
    details: dict[str, object] = {}
    """What a game has to tell besides, as plain data."""

    @property
    def element_of_risk(self) -> float | None:
        """The edge by everything that is staked."""
        if self.house_edge_float is None or not self.average_bet:
            return None
        return self.house_edge_float / self.average_bet
