"""The exact price of Heads-Up Hold'em: three decisions, each the best with what is then known.

From the end: at the river a player raises once or folds; on the flop he raises twice or waits for
the river; before it he raises three times or waits for the flop. To wait and then raise once is
never worse than to raise once at once, and what a Raise gains grows with its size, so of the sizes
that are allowed only the largest can be best.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import PACK
from croupier.games.heads_up_holdem import MOST, Rules, listed
from croupier.lab import dealing, holdings, showdown
from croupier.lab.boards import Ints, suited_boards
from croupier.lab.dealing import Nets
from croupier.lab.evaluator import tables
from croupier.lab.odds import Odds, Spread, Unanswerable, joined, spread
from croupier.lab.showdown import ALL, DEALERS, DEALS, EQUAL, TIERS, UNQUALIFIED, WORSE
from croupier.lab.simulation import Play
from croupier.ranks import high
from croupier.rules import SideBet, pocket

METHOD: Final = (
    "every deal counted, backwards over three decisions: boards of ranks and of one suit, "
    "prefix sums with inclusion and exclusion"
)
FINEST: Final = 10**11
PREFLOP, FLOP, RIVER = MOST["HU-06"], MOST["HU-08"], MOST["HU-10"]
LOST: Final = 2
"""Ante and Odds, which a fold loses (HU-12)."""
BY_PREFLOP, BY_FLOP, BY_RIVER = 1, 2, 3
"""The fields of a tally: where a holding is decided."""


class Solved(NamedTuple):
    """What every decision is worth, as sums over all that is still unseen, in parts of an Ante."""

    unit: int
    check_preflop: Ints
    """By starting hand, the 169 of `holdings`."""
    raise_preflop: Ints
    check_flop: Ints
    """By flop and hole."""
    raise_flop: Ints
    held: NDArray[np.bool_]

    @property
    def raises_preflop(self) -> NDArray[np.bool_]:
        """The starting hands that are raised at once."""
        return self.raise_preflop > self.check_preflop


@lru_cache(4)
def solve(rules: Rules) -> Solved:
    """Every decision, from the river backwards."""
    unit = _unit(rules)
    counts = showdown.counts(high.LEAST["pair"])
    sums = showdown.sums(counts, _forms(rules, unit), RIVER, -LOST * DEALERS * unit)
    bets, raised, check_flop = showdown.of_holdings(sums)
    raise_flop = bets + FLOP * raised
    best = np.maximum(check_flop, raise_flop)
    return Solved(
        unit,
        holdings.by_start(best),
        holdings.by_start(bets + PREFLOP * raised),
        check_flop,
        raise_flop,
        holdings.held(),
    )


def odds(rules: Rules) -> Odds:
    """The price of Ante and Odds with the best Raises, and of each side bet."""
    solved = solve(rules)
    tally = play_tally(rules, solved)
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
        exact=True,
        method=METHOD,
        notes=(
            "the edge is by the Ante; of ante_and_odds by both stakes",
            "side bets do not change a decision where they live on after a fold",
            "prices are paid exactly; a stake that must be rounded costs less than a cent more",
        ),
    )


def _unit(rules: Rules) -> int:
    prices = (*rules.odds_pays.rows.values(), *rules.bad_beat_pays.rows.values())
    unit = lcm(*(price.denominator for price in prices))
    if unit * max(prices) > FINEST:
        raise Unanswerable(f"prices above {FINEST:,} parts are too fine to be counted: round them")
    return unit


class Outcome(NamedTuple):
    """What a kind of dealer does to the bets; `raised` is by one Ante of Raise."""

    bets: Fraction
    raised: int
    weights: tuple[int, int, int, int]
    """How to count these dealers from worse, equal, unqualified and all."""


_LINE: Final = TIERS.index(high.LEAST["pair"])
_ZERO: Final = Fraction(0)


def outcomes(rules: Rules, tier: int) -> list[Outcome]:
    """The dealers that a hand of this tier meets, as HU-15 to HU-26 settle them."""
    least = TIERS[tier]
    won, beaten = rules.odds_pays.price(least), rules.bad_beat_pays.price(least)
    win, lose = won or _ZERO, Fraction(-1) if beaten is None else Fraction(beaten)
    tie = win if rules.odds_pays_on_tie else _ZERO
    if tier >= _LINE:
        return [
            Outcome(1 + win, 1, (1, 0, -1, 0)),
            Outcome(_ZERO + win, 1, (0, 0, 1, 0)),
            Outcome(_ZERO + tie, 0, (0, 1, 0, 0)),
            Outcome(lose - 1, -1, (-1, -1, 0, 1)),
        ]
    unqualified = _ZERO if rules.ante_push_first else Fraction(-1)  # HU-17
    return [
        Outcome(_ZERO + win, 1, (1, 0, 0, 0)),
        Outcome(_ZERO + tie, 0, (0, 1, 0, 0)),
        Outcome(lose + unqualified, -1, (-1, -1, 1, 0)),
        Outcome(lose - 1, -1, (0, 0, -1, 1)),
    ]


def _forms(rules: Rules, unit: int) -> Ints:
    """Two forms: Ante with Odds, and one Ante of Raise."""
    forms = np.zeros((2, len(TIERS), 4), np.int64)
    for tier in range(len(TIERS)):
        for outcome in outcomes(rules, tier):
            for at, net in enumerate((outcome.bets, outcome.raised)):
                forms[at, tier] += int(net * unit) * np.array(outcome.weights)
    return forms


def play_tally(rules: Rules, solved: Solved) -> showdown.Tally:
    """All deals with the best play, by where they are decided."""
    unit = solved.unit
    counts, forms = showdown.counts(high.LEAST["pair"]), _forms(rules, unit)
    fold = -LOST * DEALERS * unit
    return showdown.tally(counts, fields(solved), forms, BY_RIVER, RIVER, fold)


def fields(solved: Solved) -> NDArray[np.uint8]:
    """Where each holding is decided."""
    found = np.where(solved.raise_flop > solved.check_flop, BY_FLOP, BY_RIVER).astype(np.uint8)
    found[:, solved.raises_preflop[holdings.starts()]] = BY_PREFLOP
    found[~solved.held] = 0
    return found


def _results(rules: Rules, tally: showdown.Tally) -> Iterator[tuple[Fraction, int]]:
    for field, size in (BY_PREFLOP, PREFLOP), (BY_FLOP, FLOP), (BY_RIVER, RIVER):
        for tier in range(len(TIERS)):
            met = tally.shown[field, tier].tolist()
            for outcome in outcomes(rules, tier):
                many = sum(w * m for w, m in zip(outcome.weights, met, strict=True))
                yield outcome.bets + size * outcome.raised, many
    yield Fraction(-LOST), int(tally.folded[BY_RIVER, :, ALL].sum())


def _frequencies(tally: showdown.Tally) -> dict[str, float]:
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


def _side(rules: Rules, bet: SideBet, tally: showdown.Tally) -> Spread:
    """A side bet by its own table (HU-04)."""
    if bet.evaluation == "pocket":
        pairs = [(a, b) for a in PACK for b in PACK if b < a]
        paid = (bet.pays.price(pocket(two)) for two in pairs)
        return spread(joined((_net(price), 1) for price in paid), len(pairs))
    ends = tally.shown[:, :, ALL].sum(0).tolist()
    folded = tally.folded[BY_RIVER, :, ALL].tolist()
    lives = rules.side_bets_live_after_fold
    results = [(_net(bet.pays.price(least)), many) for least, many in zip(TIERS, ends, strict=True)]
    for least, many in zip(TIERS, folded, strict=True):
        results.append((_net(bet.pays.price(least) if lives else None), many))
    return spread(joined(results), DEALS)


def _net(price: Fraction | None) -> Fraction:
    return Fraction(-1) if price is None else Fraction(price)


def dealer(rules: Rules) -> tuple[Play, int]:
    """A kernel that deals rounds at their best, and the parts of an Ante that it counts in."""
    solved = solve(rules)
    unit = solved.unit
    counts = showdown.counts(high.LEAST["pair"])
    fixed = (
        fields(solved),
        *holdings.flops(),
        showdown.tier_table(),
        high.LEAST["pair"],
        np.array([0, PREFLOP, FLOP, RIVER]),
        _settled(rules, unit),
        _forms(rules, unit),
        -LOST * DEALERS * unit,
        unit,
        *counts,
        _sort_starts(),
        *tables(7),
    )

    def deal(seed: int, first: int, nets: Nets, bets: Nets) -> None:
        dealing.heads_up_holdem(seed, first, *fixed, nets, bets)

    return deal, unit


def _settled(rules: Rules, unit: int) -> Ints:
    """Ante and Odds by tier, whether the dealer is unqualified, and win, tie or loss."""
    found = np.zeros((len(TIERS), 2, 3), np.int64)
    for tier in range(len(TIERS)):
        nets = [int(outcome.bets * unit) for outcome in outcomes(rules, tier)]
        if tier >= _LINE:
            qualified, unqualified, tie, lose = nets
            found[tier] = [[qualified, tie, lose], [unqualified, tie, lose]]
        else:
            win, tie, unqualified, qualified = nets
            found[tier] = [[win, tie, qualified], [win, tie, unqualified]]
    return found


def _sort_starts() -> Ints:
    """Where the boards begin that have these ranks in a suit."""
    starts = np.zeros(1 << 13, np.int64)
    suited = suited_boards().suited
    starts[suited[::-1]] = np.arange(len(suited))[::-1]
    return starts
