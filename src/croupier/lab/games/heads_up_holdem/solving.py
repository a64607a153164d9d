"""The exact price of Heads-Up Hold'em: three decisions, each the best with what is then known.

From the end: at the river a player raises once or folds; on the flop, raises twice or waits for
the river; before it, raises three times or waits for the flop. To wait and then raise once is
never worse than to raise once at once, and what a Raise gains grows with its size, so of the sizes
that are allowed only the largest can be best.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.core.cards import PACK
from croupier.games.heads_up_holdem import MOST, Rules, listed
from croupier.lab.kernels import dealers, holdings, showdown, tallies
from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.dealers import ALL, DEALERS, EQUAL, TIERS, UNQUALIFIED, WORSE
from croupier.lab.kernels.showdown import DEALS
from croupier.lab.odds import Odds, Portion, Spread, joined, lines, named, parts, rounded, spread
from croupier.ranks import high
from croupier.ranks.pays import SideBet, pocket

METHOD: Final = (
    "every deal counted, backwards over three decisions: boards of ranks and of one suit, "
    "prefix sums with inclusion and exclusion"
)
PREFLOP, FLOP, RIVER = MOST["HU-06"], MOST["HU-08"], MOST["HU-10"]
LOST: Final = 2
"""Ante and Odds, which a fold loses (HU-12)."""
BY_PREFLOP, BY_FLOP, BY_RIVER = 1, 2, 3
"""The fields of a tally: where a holding is decided."""


class Solved(NamedTuple):
    """What every decision is worth, as sums over all that is still unseen, in parts of an Ante."""

    unit: int
    check_preflop: holdings.Wide
    """By starting hand, the 169 of `holdings`."""
    raise_preflop: holdings.Wide
    bets_preflop: holdings.Wide
    """Ante and Odds alone, when nothing is folded."""
    check_flop: Ints
    """By flop and hole."""
    raise_flop: Ints
    bets_flop: Ints
    held: NDArray[np.bool_]

    @property
    def raises_preflop(self) -> NDArray[np.bool_]:
        """The starting hands that are raised at once."""
        return self.raise_preflop > self.check_preflop


def solve(rules: Rules) -> Solved:
    """Every decision, from the river backwards; no side bet has a part in it."""
    return solve_raises(replace(rules, side_bets=()))


@lru_cache(4)
def solve_raises(rules: Rules) -> Solved:
    """The same, without side bets in the rules."""
    unit = _unit(rules)
    counts = dealers.counts(high.LEAST["pair"])
    sums = showdown.sums(counts, forms_of(rules, unit), RIVER, -LOST * DEALERS * unit)
    bets, raised, check_flop = showdown.of_holdings(sums)
    raise_flop = bets + FLOP * raised
    best = np.maximum(check_flop, raise_flop)
    return Solved(
        unit,
        holdings.by_start(best),
        holdings.by_start(bets + PREFLOP * raised),
        holdings.by_start(bets),
        check_flop,
        raise_flop,
        bets,
        holdings.held(),
    )


def odds(rules: Rules) -> Odds:
    """The price of Ante and Odds with the best Raises, and of each side bet."""
    tally = play_tally(rules)
    main = spread(joined(_results(rules, tally)), DEALS)
    frequencies = _frequencies(tally)
    sizes = dict(zip(("raise preflop", "raise flop", "raise river"), (3, 2, 1), strict=True))
    sides = {f"side {bet.name}": _side(rules, bet, tally) for bet in listed(rules)}
    return Odds(
        game="heads-up-holdem",
        house_edge=-Fraction(main.mean),
        house_edge_float=float(-main.mean),
        average_bet=LOST + sum(size * frequencies[key] for key, size in sizes.items()),
        std_dev=main.std_dev,
        frequencies=frequencies,
        bets={"ante_and_odds": -main.mean / LOST, **{key: -s.mean for key, s in sides.items()}},
        spreads={"ante, odds and raise": main, **sides},
        lines={
            "ante, odds and raise": _lines(rules, tally),
            **{f"side {bet.name}": _side_lines(rules, bet, tally) for bet in listed(rules)},
        },
        exact=True,
        method=METHOD,
        notes=(
            "the edge is per Ante; for ante_and_odds per both stakes",
            "side bets do not change a decision where they live on after a fold",
            rounded(rules.fraction_rounding, rules.chip),
        ),
    )


def edge(rules: Rules, bet: str) -> Fraction:
    """The price of Ante and Odds by the Ante, or of a side bet, without how results are spread."""
    side = next((side for side in listed(rules) if f"side {side.name}" == bet), None)
    if side:
        return -Fraction(_side(rules, side, play_tally(rules)).mean)
    solved = solve(rules)
    best = np.maximum(solved.raise_preflop, solved.check_preflop).tolist()
    return -Fraction(sum(best), DEALS * solved.unit)


def cases(rules: Rules, bet: str) -> int:
    """The deals that are counted for a bet: some side bets look at two cards."""
    pocket_bets = {f"side {one.name}" for one in listed(rules) if one.evaluation == "pocket"}
    return comb(52, 2) if bet in pocket_bets else DEALS


def _unit(rules: Rules) -> int:
    return parts((*rules.odds_pays.rows.values(), *rules.bad_beat_pays.rows.values()))


class Outcome(NamedTuple):
    """What a kind of dealer does to the bets; `raised` is by one Ante of Raise."""

    bets: Fraction
    raised: int
    weights: tuple[int, int, int, int]
    """How to count these dealers from worse, equal, unqualified and all."""
    end: str


LINE: Final = TIERS.index(high.LEAST["pair"])
_ZERO: Final = Fraction(0)


def outcomes(rules: Rules, tier: int) -> list[Outcome]:
    """The dealers that a hand of this tier meets, as HU-15 to HU-26 settle them."""
    least = TIERS[tier]
    won, beaten = rules.odds_pays.price(least), rules.bad_beat_pays.price(least)
    win, lose = won or _ZERO, Fraction(-1) if beaten is None else Fraction(beaten)
    tie = win if rules.odds_pays_on_tie else _ZERO
    if tier >= LINE:
        return [
            Outcome(1 + win, 1, (1, 0, -1, 0), "win"),
            Outcome(_ZERO + win, 1, (0, 0, 1, 0), "win"),
            Outcome(_ZERO + tie, 0, (0, 1, 0, 0), "push"),
            Outcome(lose - 1, -1, (-1, -1, 0, 1), "lose"),
        ]
    unqualified = _ZERO if rules.ante_push_first else Fraction(-1)  # HU-17
    return [
        Outcome(_ZERO + win, 1, (1, 0, 0, 0), "win"),
        Outcome(_ZERO + tie, 0, (0, 1, 0, 0), "push"),
        Outcome(lose + unqualified, -1, (-1, -1, 1, 0), "lose"),
        Outcome(lose - 1, -1, (0, 0, -1, 1), "lose"),
    ]


@lru_cache(4)
def forms_of(rules: Rules, unit: int) -> Ints:
    """Two forms: Ante with Odds, and one Ante of Raise."""
    forms = np.zeros((2, len(TIERS), 4), np.int64)
    for tier in range(len(TIERS)):
        for outcome in outcomes(rules, tier):
            for at, net in enumerate((outcome.bets, Fraction(outcome.raised))):
                forms[at, tier] += int(net * unit) * np.array(outcome.weights)
    return forms


def play_tally(rules: Rules) -> tallies.Tally:
    """All deals with the best play, by where they are decided."""
    return tally_raises(replace(rules, side_bets=()))


@lru_cache(4)
def tally_raises(rules: Rules) -> tallies.Tally:
    """The same, without side bets in the rules."""
    solved = solve(rules)
    unit = solved.unit
    counts, forms = dealers.counts(high.LEAST["pair"]), forms_of(rules, unit)
    fold = -LOST * DEALERS * unit
    return tallies.tally(counts, fields(solved), forms, BY_RIVER, RIVER, fold)


def fields(solved: Solved) -> NDArray[np.uint8]:
    """Where each holding is decided."""
    found = np.where(solved.raise_flop > solved.check_flop, BY_FLOP, BY_RIVER).astype(np.uint8)
    found[:, solved.raises_preflop[holdings.starts()]] = BY_PREFLOP
    found[~solved.held] = 0
    return found


def _results(rules: Rules, tally: tallies.Tally) -> Iterator[tuple[Fraction, int]]:
    return ((net, many) for _, net, many in _ends(rules, tally))


def _ends(rules: Rules, tally: tallies.Tally) -> Iterator[tuple[str, Fraction, int]]:
    """Every result under the row of a table that pays it, the best hands first, or how it ends."""
    for tier in reversed(range(len(TIERS))):
        rows = {
            "win": ("odds_pays", rules.odds_pays.row(TIERS[tier])),
            "lose": ("bad_beat_pays", rules.bad_beat_pays.row(TIERS[tier])),
        }
        for field, size in (BY_PREFLOP, PREFLOP), (BY_FLOP, FLOP), (BY_RIVER, RIVER):
            met = tally.shown[field, tier].tolist()
            for outcome in outcomes(rules, tier):
                many = sum(w * m for w, m in zip(outcome.weights, met, strict=True))
                table, row = rows.get(outcome.end, ("", ""))
                name = f"{table}.{row}" if row else outcome.end
                yield name, outcome.bets + size * outcome.raised, many
    yield "fold", Fraction(-LOST), int(tally.folded[BY_RIVER, :, ALL].sum())


def _lines(rules: Rules, tally: tallies.Tally) -> tuple[Portion, ...]:
    """Where the money of Ante, Odds and Raise goes."""
    pays = {
        f"{name}.{key}": Fraction(price)
        for name in ("odds_pays", "bad_beat_pays")
        for key, price in getattr(rules, name).rows.items()
    }
    counts = named(_ends(rules, tally))
    order = [*pays, "win", "push", "lose", "fold"]
    order.sort(
        key=lambda name: name.startswith("bad_beat") + 2 * (name in ("push", "lose", "fold"))
    )
    return lines({name: counts[name] for name in order if name in counts}, DEALS, pays)


def _frequencies(tally: tallies.Tally) -> dict[str, float]:
    decided = tally.shown[:, :, ALL].sum(1)
    met = tally.shown.sum(0).tolist()
    worse, equal = sum(row[WORSE] for row in met), sum(row[EQUAL] for row in met)
    shown = sum(row[ALL] for row in met)
    often = {
        "raise preflop": decided[BY_PREFLOP],
        "raise flop": decided[BY_FLOP],
        "raise river": decided[BY_RIVER],
        "fold": tally.folded[BY_RIVER, :, ALL].sum(),
        "raise wins": worse,
        "raise pushes": equal,
        "raise loses": shown - worse - equal,
        "dealer does not qualify": sum(row[UNQUALIFIED] for row in met),
    }
    return {key: float(Fraction(int(many), DEALS)) for key, many in often.items()}


def _side(rules: Rules, bet: SideBet, tally: tallies.Tally) -> Spread:
    """A side bet by its own table (HU-04)."""
    ends = _side_ends(rules, bet, tally)
    total = sum(many for _, many in ends)
    return spread(joined((_net(bet.pays.price(value)), many) for value, many in ends), total)


def _side_ends(rules: Rules, bet: SideBet, tally: tallies.Tally) -> list[tuple[int, int]]:
    """The values that a side bet looks at and how often they come; -1 is a bet that was folded."""
    if bet.evaluation == "pocket":
        return [(pocket((a, b)), 1) for a in PACK for b in PACK if b < a]
    ends = tally.shown[:, :, ALL].sum(0).tolist()
    folded = tally.folded[BY_RIVER, :, ALL].tolist()
    lives = rules.side_bets_live_after_fold
    late = [(least if lives else -1, many) for least, many in zip(TIERS, folded, strict=True)]
    return [*zip(TIERS, ends, strict=True), *late]


def _side_lines(rules: Rules, bet: SideBet, tally: tallies.Tally) -> tuple[Portion, ...]:
    ends = _side_ends(rules, bet, tally)
    counts = named(
        (bet.pays.row(value) or "lose", _net(bet.pays.price(value)), many) for value, many in ends
    )
    order = [name for name in (*bet.pays.rows, "lose") if name in counts]
    pays = {key: Fraction(price) for key, price in bet.pays.rows.items()}
    return lines({name: counts[name] for name in order}, sum(many for _, many in ends), pays)


def _net(price: Fraction | None) -> Fraction:
    return Fraction(-1) if price is None else Fraction(price)
