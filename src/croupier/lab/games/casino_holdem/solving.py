"""The exact price of Casino Hold'em: every deal counted, CALL or FOLD decided at its best.

A player who sees two cards and the flop calls when that gains more, on average over all turns,
rivers and dealers, than the loss of the Ante. A Bonus that has won is collected only by a call, so
with a Bonus on the felt a hand may be called that is folded without one (CH-29).
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil, comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.core.prices import PayTable
from croupier.games.casino_holdem import Rules
from croupier.lab.kernels import dealers, showdown, tallies
from croupier.lab.kernels.boards import HOLES, Ints, real_flops
from croupier.lab.kernels.dealers import ALL, DEALERS, EQUAL, TIERS, UNQUALIFIED, WORSE
from croupier.lab.kernels.holdings import by_start, first_tiers, held
from croupier.lab.kernels.jit import kernel
from croupier.lab.kernels.showdown import DEALS, RUNOUTS
from croupier.lab.odds import Odds, Portion, Spread, joined, lines, named, parts, rounded, spread
from croupier.ranks import high

METHOD: Final = (
    "every flop, holding, turn, river and dealer counted: boards of ranks and of one suit, "
    "prefix sums with inclusion and exclusion"
)
NO_BONUS: Final = Fraction(-1)
LEAST: Final = -(1 << 63)
"""No call is worth less."""

Holdings = NDArray[np.bool_]


class Solved(NamedTuple):
    """The value of CALL in every holding, and what is done."""

    unit: int
    """How many parts of an Ante the values count."""
    call: Ints
    """By flop and hole: the sum over all turns, rivers and dealers."""
    held: Holdings
    bonus: NDArray[np.int8]
    """The row of the Bonus table that the first five cards reach, -1 if it loses."""


@lru_cache(4)
def solve(rules: Rules) -> Solved:
    """The value of CALL for every two cards and flop."""
    unit = unit_of(rules)
    table = rules.dealer_qualifies, rules.high_card_wins_when_dealer_not_qualified
    main = Rules(
        dealer_qualifies=table[0],
        high_card_wins_when_dealer_not_qualified=table[1],
        ante_pays=rules.ante_pays,
        call_antes=rules.call_antes,
        call_pays=rules.call_pays,
    )
    return Solved(unit, solve_call(main, unit), held(), _bonus_rows(rules))


@lru_cache(4)
def solve_call(main: Rules, unit: int) -> Ints:
    """What a CALL is worth has nothing to do with the Bonus."""
    counts = dealers.counts(high.LEAST[main.dealer_qualifies])
    sums = showdown.sums(counts, _form(main, unit)[None])
    call: Ints = showdown.of_holdings(sums)[0]
    return call


def edge(rules: Rules, bet: str) -> Fraction:
    """The price of the Ante or of the Bonus, without how its results are spread."""
    if bet == "bonus":
        won = _by_row(held(), _bonus_rows(rules), len(rules.bonus_pays.rows) + 1)
        return -Fraction(_bonus_alone(rules, won).mean)
    solved = solve(rules)
    fold = -RUNOUTS * DEALERS * solved.unit
    best = np.maximum(solved.call, fold)
    return -Fraction(sum(by_start(best).tolist()), DEALS * solved.unit)


def odds(rules: Rules) -> Odds:
    """The price of the Ante, of the Bonus, and of both together."""
    solved = solve(rules)
    plain, with_bonus = _calls(rules, solved, bonus=False), _calls(rules, solved, bonus=True)
    parts = dict(_parts(rules, solved, plain, with_bonus))
    ante = spread(joined(_results(rules, {-1: _plain(parts)}, bonus=False)), DEALS)
    both = spread(joined(_results(rules, _all_called(parts), bonus=True)), DEALS)
    won = _by_row(solved.held, solved.bonus, len(rules.bonus_pays.rows) + 1)
    alone = _bonus_alone(rules, won)
    often = float(_share(plain))
    return Odds(
        game="casino-holdem",
        house_edge=-Fraction(ante.mean),
        house_edge_float=float(-ante.mean),
        average_bet=1 + rules.call_antes * often,
        std_dev=ante.std_dev,
        frequencies=_frequencies(plain, with_bonus, _plain(parts)[0], rules),
        bets={"ante": -ante.mean, "bonus": -alone.mean, "ante_and_bonus": -both.mean / 2},
        spreads={"ante": ante, "bonus": alone, "ante and bonus": both},
        lines={"ante": _ante_lines(rules, *_plain(parts)), "bonus": _bonus_lines(rules, won)},
        exact=True,
        method=METHOD,
        notes=(
            "the edge is per Ante; for ante_and_bonus per both stakes, which are equal",
            "a lone Bonus is played for its own sake: called whenever it wins",
            rounded(rules.fraction_rounding, rules.chip),
        ),
    )


def cases(_: Rules, bet: str) -> int:
    """The deals that are counted for a bet: the Bonus looks at five cards."""
    return comb(52, 5) if bet == "bonus" else DEALS


def unit_of(rules: Rules) -> int:
    """The parts of an Ante that all prices are whole numbers of."""
    return parts((*rules.ante_pays.rows.values(), rules.call_pays))


def ante_prices(rules: Rules) -> list[Fraction]:
    """What the Ante wins, by tier."""
    return [Fraction(rules.ante_pays.price(least) or 0) for least in TIERS]


def _qualifying(rules: Rules) -> int:
    """The lowest tier that qualifies the dealer."""
    return TIERS.index(high.LEAST[rules.dealer_qualifies])


def unqualified_prices(rules: Rules) -> list[Fraction]:
    """What the Ante wins against a dealer who does not qualify (CH-22, CH-44)."""
    prices = ante_prices(rules)
    if not rules.high_card_wins_when_dealer_not_qualified:
        prices[0] = Fraction(0)
    return prices


def _form(rules: Rules, unit: int) -> Ints:
    """The net of a call as weights of worse, equal, unqualified and all dealers, by tier."""
    form = np.zeros((len(TIERS), 4), np.int64)
    call, lost = rules.call_antes * rules.call_pays, Fraction(1 + rules.call_antes)
    rows = zip(ante_prices(rules), unqualified_prices(rules), strict=True)
    for tier, (ante, unqualified) in enumerate(rows):
        if tier >= _qualifying(rules):  # All unqualified dealers are worse.
            weights = (ante + call + lost, lost, unqualified - ante - call, -lost)
        else:  # Below the line a holding beats only the unqualified, better or worse.
            weights = (Fraction(0), Fraction(0), unqualified + lost, -lost)
        form[tier] = [int(weight * unit) for weight in weights]
    return form


def _bonus_rows(rules: Rules) -> NDArray[np.int8]:
    least = sorted(high.LEAST[key] for key in rules.bonus_pays.rows)
    rows = np.searchsorted(np.array(least), np.array(TIERS), side="right") - 1
    found: NDArray[np.int8] = rows.astype(np.int8)[first_tiers()]
    return found


def _bonus_prices(rules: Rules) -> list[Fraction]:
    """By row, the lowest first; a lost Bonus is the last, at index -1."""
    return [*sorted(map(Fraction, rules.bonus_pays.rows.values())), NO_BONUS]


def _calls(rules: Rules, solved: Solved, *, bonus: bool) -> Holdings:
    """Where CALL is better than FOLD."""
    every, fold = RUNOUTS * DEALERS, -RUNOUTS * DEALERS * solved.unit
    if not bonus:
        return solved.held & (solved.call > fold)
    # Against the loss of the Bonus a call gains its price and the stake itself.
    gains = [price + 1 for price in _bonus_prices(rules)]
    limits = np.array([max(fold - ceil(gain * every * solved.unit), LEAST) for gain in gains])
    return solved.held & (solved.call > limits[solved.bonus])


def _share(chosen: Holdings) -> Fraction:
    """How often a holding is among the chosen."""
    weights = real_flops().weights
    return Fraction(int(chosen.sum(1) @ weights), 22_100 * 1176)


class Part(NamedTuple):
    """Those with one row of the Bonus."""

    called: Ints
    """The dealers met by callers who would call without the Bonus too."""
    forced: Ints
    """The dealers that those meet who call only to collect it."""
    folded: int


def _parts(
    rules: Rules, solved: Solved, plain: Holdings, with_bonus: Holdings
) -> Iterator[tuple[int, Part]]:
    """By row of the Bonus, in as few tallies as their fields allow."""
    counts = dealers.counts(high.LEAST[rules.dealer_qualifies])
    form = _form(rules, solved.unit)[None]
    rows = range(-1, len(rules.bonus_pays.rows))
    of_row = 2 * (solved.bonus + 1) + np.where(plain, np.int8(1), np.int8(2))
    fields = np.where(plain | with_bonus, of_row, 0).astype(np.uint8)
    shown = tallies.tally(counts, fields, form).shown
    met = [*shown, *np.zeros((2 * len(rows) + 1 - len(shown), len(TIERS), 4), np.int64)]
    folded = _by_row(solved.held & ~with_bonus, solved.bonus, len(rows))
    for at, row in enumerate(rows):
        yield row, Part(met[2 * at + 1], met[2 * at + 2], folded[at])


def _by_row(chosen: Holdings, bonus: NDArray[np.int8], rows: int) -> list[int]:
    """The deals of the chosen holdings by row of the Bonus, those that lose it first."""
    many = _weighed(chosen, bonus, real_flops().weights, rows)
    return [RUNOUTS * DEALERS * one for one in many.tolist()]


@kernel
def _weighed(chosen: Holdings, bonus: NDArray[np.int8], weights: Ints, rows: int) -> Ints:
    found = np.zeros(rows, np.int64)
    for flop in range(len(chosen)):
        for hole in range(HOLES):
            if chosen[flop, hole]:
                found[bonus[flop, hole] + 1] += weights[flop]
    return found


def _plain(parts: dict[int, Part]) -> tuple[Ints, int]:
    """Who calls and who folds when there is no Bonus."""
    called = np.sum([part.called for part in parts.values()], axis=0)
    return called, DEALS - int(called[:, ALL].sum())


def _all_called(parts: dict[int, Part]) -> dict[int, tuple[Ints, int]]:
    return {row: (part.called + part.forced, part.folded) for row, part in parts.items()}


def _results(
    rules: Rules, parts: dict[int, tuple[Ints, int]], *, bonus: bool
) -> Iterator[tuple[Fraction, int]]:
    prices = _bonus_prices(rules)
    for row, (shown, folded) in parts.items():
        extra = prices[row] if bonus else Fraction(0)
        yield Fraction(-2 if bonus else -1), folded
        for tier in range(len(TIERS)):
            for net, many in _called(rules, tier, shown[tier].tolist()):
                yield net + extra, many


def _called(rules: Rules, tier: int, met: list[int]) -> list[tuple[Fraction, int]]:
    """The results of calls with hands of one tier, as CH-22 to CH-26 settle them."""
    ante, unqualified = ante_prices(rules)[tier], unqualified_prices(rules)[tier]
    low, lost = met[UNQUALIFIED], Fraction(-1 - rules.call_antes)
    if tier < _qualifying(rules):
        return [(unqualified, low), (lost, met[ALL] - low)]
    return [
        (unqualified, low),
        (ante + rules.call_antes * rules.call_pays, met[WORSE] - low),
        (Fraction(0), met[EQUAL]),
        (lost, met[ALL] - met[WORSE] - met[EQUAL]),
    ]


def _ante_lines(rules: Rules, shown: Ints, folded: int) -> tuple[Portion, ...]:
    """Where the money of Ante and Call goes, by the row that pays the Ante."""

    def ends() -> Iterator[tuple[str, Fraction, int]]:
        for tier in reversed(range(len(TIERS))):
            for net, many in _called(rules, tier, shown[tier].tolist()):
                if net > 0:
                    yield f"ante_pays.{rules.ante_pays.row(TIERS[tier])}", net, many

    def others() -> Iterator[tuple[str, Fraction, int]]:
        for tier in range(len(TIERS)):
            for net, many in _called(rules, tier, shown[tier].tolist()):
                if net <= 0:
                    yield "lose" if net else "push", net, many
        yield "fold", Fraction(-1), folded

    rest = named(others())
    counts = named(ends()) | {name: rest[name] for name in ("push", "lose", "fold") if name in rest}
    return lines(counts, DEALS, _paths("ante_pays", rules.ante_pays))


def _bonus_lines(rules: Rules, won: list[int]) -> tuple[Portion, ...]:
    """Where the money of the Bonus goes; rows of one price are told apart by their hands."""
    keys = sorted(rules.bonus_pays.rows, key=high.LEAST.__getitem__)
    counts = {
        f"bonus_pays.{key}": {Fraction(rules.bonus_pays.rows[key]): many}
        for key, many in zip(reversed(keys), reversed(won[1:]), strict=True)
    }
    return lines(
        counts | {"lose": {NO_BONUS: won[0]}}, DEALS, _paths("bonus_pays", rules.bonus_pays)
    )


def _paths(name: str, table: PayTable) -> dict[str, Fraction]:
    return {f"{name}.{key}": Fraction(price) for key, price in table.rows.items()}


def _bonus_alone(rules: Rules, won: list[int]) -> Spread:
    """The results of the Bonus from the deals by row, those that lose it first."""
    prices = _bonus_prices(rules)
    return spread(joined(zip((NO_BONUS, *prices[:-1]), won, strict=True)), DEALS)


def _frequencies(
    plain: Holdings, with_bonus: Holdings, met: Ints, rules: Rules
) -> dict[str, float]:
    """How often a player folds and calls, and how calls end."""
    line, ends = _qualifying(rules), met.tolist()
    unqualified = sum(row[UNQUALIFIED] for row in ends)
    worse = sum(row[WORSE] - row[UNQUALIFIED] for row in ends[line:])
    equal = sum(row[EQUAL] for row in ends[line:])
    called = sum(row[ALL] for row in ends)
    often = {
        "fold": 1 - _share(plain),
        "call": _share(plain),
        "call with a bonus": _share(with_bonus),
        "dealer does not qualify": Fraction(unqualified, DEALS),
        "call wins": Fraction(worse, DEALS),
        "call pushes": Fraction(equal, DEALS),
        "call loses": Fraction(called - unqualified - worse - equal, DEALS),
    }
    return {key: float(share) for key, share in often.items()}


@lru_cache(8)
def calls(rules: Rules, *, bonus: bool = False) -> Holdings:
    """The holdings that are called, with or without a Bonus of the Ante's size beside it."""
    return _calls(rules, solve(rules), bonus=bonus)
