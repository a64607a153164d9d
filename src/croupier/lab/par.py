"""The PAR sheet of a house game: all that a test house asks about its price, on a few pages.

Rules with their clauses, pay tables, the return table of each bet, what comes back by bet and by
all that is staked, how often a bet wins, how far results lie apart, the most the house can lose,
how to play, and how it was found. The figures are those of `croupier edge`.
"""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from hashlib import sha256
from math import sqrt
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier import __version__, lab
from croupier.core import catalogue, fair, prices
from croupier.core.asks import Decision
from croupier.core.hand import Hand
from croupier.houses import House, TableSheet
from croupier.lab import answers, form
from croupier.lab.charts import Strategy
from croupier.lab.odds import Odds, Unanswerable
from croupier.speech import plates
from croupier.speech.plates import Plate

HANDLES: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
"""Rounds after which the return is expected within a band."""
NINETY, NINETY_FIVE = 1.6449, 1.96
"""How many deviations hold 90 and 95 of 100 results."""
DEEP: Final = 10**12
"""A stack that no table limit meets."""


class Portion(Struct, frozen=True):
    """One line of a return table."""

    name: str
    pays: str
    count: int | None
    """How many of the deals counted; none where it was sampled or is no whole number."""
    chance: float
    chance_exact: str | None
    part: float
    """What it brings the player of each unit of the first bet, the stake not counted."""


class Band(Struct, frozen=True):
    """Between what the return lies after a number of rounds, in 95 of 100 cases."""

    rounds: int
    low: float
    high: float


class Bet(Struct, frozen=True):
    """What is to be known of one bet."""

    name: str
    edge: float
    edge_exact: str | None
    deals: int
    """How many deals were counted; 0 where it was sampled."""
    hits: float
    """How often it wins."""
    std_dev: float
    most: str
    """The best result, in first bets."""
    exposure: int | None
    """What the house loses by it at the largest stake, in the smallest unit of money."""
    rows: tuple[Portion, ...]

    @property
    def returned(self) -> float:
        """What comes back of each unit staked first."""
        return 1 - self.edge

    @property
    def volatility(self) -> float:
        """The volatility index: 90 of 100 results lie within it, in first bets."""
        return NINETY * self.std_dev

    def bands(self) -> Iterator[Band]:
        """The return by the number of rounds."""
        for rounds in HANDLES:
            margin = NINETY_FIVE * self.std_dev / sqrt(rounds)
            yield Band(rounds, self.returned - margin, self.returned + margin)


class Variant(Struct, frozen=True):
    """The main bet's edge under other circumstances."""

    of: str
    edge: float
    error: float
    """One standard error; 0 of what is not sampled."""


class Sheet(Struct, frozen=True):
    """The PAR sheet of a table."""

    game: str
    title: str
    house: str
    table: str
    currency: str
    version: str
    day: str
    digest: str
    """SHA-256 of the rules, written as JSON with sorted keys."""
    changed: tuple[str, ...]
    rules: dict[str, Any]
    plate: Plate
    bets: tuple[Bet, ...]
    edge_of: str
    """What the main bet's edge is of, where it could be of something else."""
    variants: tuple[Variant, ...]
    average_bet: float | None
    element_of_risk: float | None
    exact: bool
    rounds: int
    """How many rounds were sampled for what is not counted."""
    method: str
    notes: tuple[str, ...]
    strategy: Strategy | None

    @property
    def returned_of_all(self) -> float | None:
        """What comes back of everything staked."""
        return None if self.element_of_risk is None else 1 - self.element_of_risk

    def data(self) -> dict[str, Any]:
        """The sheet as plain data."""
        written: dict[str, Any] = msgspec.to_builtins(self)
        for bet, plain in zip(self.bets, written["bets"], strict=True):
            plain["rtp"], plain["volatility_index"] = bet.returned, bet.volatility
            plain["bands"] = msgspec.to_builtins(list(bet.bands()))
        return {**written, "rtp_of_all_bets": self.returned_of_all}


def sheet(
    house: House, table: TableSheet, rules: Any, changed: tuple[str, ...], day: date
) -> Sheet:
    """The PAR sheet of a table under its rules, or under others."""
    game = catalogue.name(table.game)
    if game not in form.games():
        raise Unanswerable(f"no PAR sheet for {game}: there is one of {', '.join(form.games())}")
    known, plain = lab.of(game), prices.plain(rules)
    odds: Odds = known.odds(rules)
    plate = plates.plate(house, replace(table, rules=rules))
    return Sheet(
        game=game,
        title=table.title,
        house=house.title,
        table=table.name,
        currency=house.currency,
        version=__version__,
        day=day.isoformat(),
        digest=sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest(),
        changed=changed,
        rules=plain,
        plate=plate,
        bets=_bets(odds, rules, plate),
        edge_of=odds.edge_of,
        variants=tuple(
            Variant(of, edge, odds.errors.get(of, 0.0)) for of, edge in odds.variants.items()
        ),
        average_bet=odds.average_bet,
        element_of_risk=odds.element_of_risk,
        exact=odds.exact,
        rounds=odds.rounds,
        method=odds.method,
        notes=odds.notes,
        strategy=known.strategy(rules) if hasattr(known, "strategy") else None,
    )


def _bets(odds: Odds, rules: Any, plate: Plate) -> tuple[Bet, ...]:
    largest, names = _largest(odds.game, rules), _names(plate)
    return tuple(_bet(odds, rules, name, largest, names) for name in odds.lines)


def _names(plate: Plate) -> dict[tuple[str, str], str]:
    """What the plate calls a hand at its price: a high card that is paid is `straight or less`."""
    rows = [row for table in plate.prices for row in table.rows]
    rows.sort(key=lambda row: -len(row.hands))  # The row that names the fewest hands is last.
    return {(hand, row.pays): row.name for row in rows for hand in row.hands}


def _bet(
    odds: Odds, rules: Any, name: str, largest: dict[str, int], names: dict[tuple[str, str], str]
) -> Bet:
    """One bet; the first is the main one, at the first spot of the game."""
    main = name == next(iter(odds.lines))
    told = answers.bet(odds, rules, form.MAIN if main else name, name)
    stake = next(iter(largest.values())) if main else largest.get(name)
    most = max(odds.spreads[name].chances)
    return Bet(
        name=name,
        edge=told["edge"],
        edge_exact=told["edge_exact"],
        deals=told["cases"],
        hits=told["wins"],
        std_dev=told["std_dev"],
        most=str(most),
        exposure=None if stake is None else round(Fraction(most) * stake),
        rows=tuple(_portion(row, names, several=_several(told["rows"])) for row in told["rows"]),
    )


def _several(rows: list[dict[str, Any]]) -> bool:
    """Whether a bet is paid by more than one table."""
    return len({row["name"].partition(".")[0] for row in rows if "." in row["name"]}) > 1


def _portion(row: dict[str, Any], names: dict[tuple[str, str], str], *, several: bool) -> Portion:
    table, _, hand = row["name"].rpartition(".")
    pays = _paid(row["pays"])
    name = names.get((hand, pays), hand.replace("_", " "))
    return Portion(
        name=f"{name}, {table.removesuffix('_pays').replace('_', ' ')}"
        if table and several
        else name,
        pays=pays,
        count=row["count"],
        chance=row["chance"],
        chance_exact=row["chance_exact"],
        part=row["part"],
    )


def _paid(price: object) -> str:
    """A price as people say it; one that is no whole number says so already."""
    return "" if price is None else f"{price} to 1" if isinstance(price, int) else str(price)


def _largest(name: str, rules: Any) -> dict[str, int]:
    """The largest stake of each spot, as the rules offer it to one with a deep stack."""
    game, seat = catalogue.game(name), answers.ME
    deal = fair.next_deal(bytes(fair.SEED_BYTES), game, rules, None)
    hand = Hand(game, rules, {(seat, "stack"): DEEP}, deal)
    found = _offered(hand)
    first = next(iter(found))
    hand.decide(seat, Decision("bet", found[first], (seat, first)))
    return found | _offered(hand)


def _offered(hand: Hand) -> dict[str, int]:
    bets = (option for option in hand.asked(answers.ME) if option.act == "bet")
    return {option.spot[1]: option.high for option in bets}
