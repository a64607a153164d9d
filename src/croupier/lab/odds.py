"""What the lab answers about a game: its price for the player, and how the result is spread."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import lcm, sqrt
from typing import Any, Final

import msgspec
from msgspec import Struct

from croupier.core.prices import Rounding
from croupier.lab import rows

Number = Fraction | float
Tick = Callable[[int, int], None]
"""Told how much of some work is done, and of how much."""


class Unanswerable(ValueError):
    """A question that the lab cannot answer: why, and what can be asked."""


FINEST: Final = 10**11
"""Prices of more parts of a bet than this would not be counted in 64 bits."""


def parts(prices: Iterable[Fraction]) -> int:
    """The parts of a bet that all these prices are whole numbers of."""
    some = list(prices)
    found = lcm(*(price.denominator for price in some))
    if found * max(some) > FINEST:
        raise Unanswerable(
            f"these prices divide a bet into {found:,} parts, more than the lab can count: "
            "write rounder ones"
        )
    return found


def signed(net: Number) -> str:
    """A result as people read it, whole ones to the last bet: +1,000,001 is not +1e+06."""
    if not net:
        return "0"
    return f"{int(net):+,}" if int(net) == net else f"{float(net):+g}"


def rounded(rounding: Rounding, chip: int) -> str:
    """What it means for the price that a win may not be paid to the last part of a cent."""
    if rounding == "down_to_chip":
        return (
            f"prices are paid exactly; here a win is rounded down to chips of {chip / 100:g}, "
            "which is not counted and may cost a small stake much"
        )
    way = "down" if rounding == "down_to_cent" else "up"
    return f"prices are paid exactly; a win that is rounded {way} to a cent changes by less than it"


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

    def data(self) -> list[rows.Row]:
        """Each result with its chance, exactly where it is exact."""
        return [
            {"net": str(net), "chance": float(p), "chance_exact": rows.exactly(p)}
            for net, p in self.chances.items()
        ]


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
    edge_of: str = ""
    """Of what the house edge is, where it could be of several things."""
    variants: dict[str, float] = {}
    """The house edge under other circumstances, by what they are."""
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
    errors: dict[str, float] = {}
    """One standard error of each of `bets` and `frequencies` that was sampled, by name."""
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

    def __repr__(self) -> str:
        return f"<{self.game}: {self.edge_text}; {self.method}>"

    @property
    def edge_text(self) -> str:
        """The house edge in words: as a share, and exactly where it is exact."""
        if self.house_edge_float is None:
            return "no house edge"
        exact = f" = {self.house_edge}" if self.house_edge is not None else ""
        of = f" {self.edge_of}" if self.edge_of else ""
        return f"house edge {self.house_edge_float:.5%}{exact}{of}"

    def table(self, bet: str = "") -> list[rows.Row]:
        """A row for each bet and each thing that happens; of a named bet one for each result."""
        if bet:
            return [
                {"net": float(net), "chance": float(p), "chance_exact": rows.exactly(p)}
                for net, p in self.spreads[bet].chances.items()
            ]
        shares: list[tuple[str, Mapping[str, Number]]] = [
            ("edge", self.bets),
            ("how often", self.frequencies),
        ]
        return [
            {
                "what": what,
                "of": name,
                "share": float(share),
                "share_exact": rows.exactly(share),
                "standard_error": self.errors.get(name, 0.0),
            }
            for what, some in shares
            for name, share in some.items()
        ]

    def frame(self, bet: str = "") -> Any:
        """The table as a frame of pandas or Polars."""
        return rows.frame(self.table(bet))

    def data(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {
            "game": self.game,
            "house_edge": rows.exactly(self.house_edge),
            "house_edge_float": self.house_edge_float,
            "edge_of": self.edge_of,
            "variants": self.variants,
            "element_of_risk": self.element_of_risk,
            "average_bet": self.average_bet,
            "std_dev": self.std_dev,
            "frequencies": self.frequencies,
            "bets": {name: float(edge) for name, edge in self.bets.items()},
            "exact": self.exact,
            "method": self.method,
            "standard_errors": self.errors,
            "bets_exact": {n: str(e) for n, e in self.bets.items() if isinstance(e, Fraction)},
            "distributions": {name: spread.data() for name, spread in self.spreads.items()},
            "notes": list(self.notes),
            **self.details,
        }

    def json(self) -> str:
        """The answer as JSON."""
        return msgspec.json.encode(self.data()).decode()

    def _repr_html_(self) -> str:
        return rows.html(f"{self.game}: {self.edge_text}", self.table(), self.method)
