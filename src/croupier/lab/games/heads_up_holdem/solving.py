"""The exact price of Heads-Up Hold'em: three decisions, each the best with what is then known.

From the end: at the river a player raises once or folds; on the flop, raises twice or waits for
the river; before it, raises three times or waits for the flop. A house may allow other sizes. To
wait and then raise once is never worse than to raise once at once, and what a Raise gains grows
with its size, so of the sizes that are allowed only the largest can be best.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.games.heads_up_holdem import Rules
from croupier.lab.kernels import dealers, holdings, showdown, tallies
from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.dealers import ALL, DEALERS, TIERS
from croupier.lab.odds import parts
from croupier.ranks import high
from croupier.ranks.pays import SideBet, pocket

METHOD: Final = (
    "every deal counted, backwards over three decisions: boards of ranks and of one suit, "
    "prefix sums with inclusion and exclusion"
)
RIVER: Final = 1
"""Antes of a Raise after the river (HU-10)."""
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


Beside = tuple[tuple[SideBet, Fraction], ...]
"""Side bets that are lost with a fold, each with its stake in Antes."""


def solve(rules: Rules, beside: Beside = ()) -> Solved:
    """Every decision, from the river backwards.

    A side bet has a part in it only where a fold loses it: then it is more to lose, and more to
    win by a Raise.
    """
    return solve_raises(replace(rules, side_bets=()), _dying(rules, beside))


def _dying(rules: Rules, beside: Beside) -> Beside:
    return () if rules.side_bets_live_after_fold else beside


@lru_cache(8)
def solve_raises(rules: Rules, beside: Beside) -> Solved:
    """The same, without side bets in the rules."""
    unit = unit_of(rules, beside)
    forms, every = forms_of(rules, unit, beside), showdown.RUNOUTS * DEALERS
    counts = dealers.counts(qualified(rules))
    whole = np.zeros((3, 0, 0), np.int64)
    for pocketed in pockets(beside):
        fold = int(pocketed.fold(beside) * DEALERS * unit)
        found = showdown.of_holdings(showdown.sums(counts, forms, RIVER, fold))
        found[0::2] += int(pocketed.net * unit) * every
        whole = whole if whole.size else found
        if whole is not found:
            whole[:, :, pocketed.holes] = found[:, :, pocketed.holes]
    bets, raised, check_flop = whole
    raise_preflop = holdings.by_start(bets + rules.raise_before_flop * raised)
    raised *= rules.raise_on_flop  # In its place: these are large.
    raise_flop = np.add(raised, bets, out=raised)
    return Solved(
        unit,
        holdings.by_start(np.maximum(check_flop, raise_flop)),
        raise_preflop,
        holdings.by_start(bets),
        check_flop,
        raise_flop,
        bets,
        holdings.held(),
    )


class Pocketed(NamedTuple):
    """Holes for which side bets on two cards pay the same."""

    rows: tuple[str, ...]
    """The row of each of them that pays."""
    net: Fraction
    """What they win or lose together, in Antes."""
    holes: Ints | slice

    def fold(self, beside: Beside) -> int | Fraction:
        """What a fold loses beyond what such a hole is sure to win, in Antes."""
        return -LOST - sum(stake for _, stake in beside) - self.net


def pockets(beside: Beside) -> list[Pocketed]:
    """All holes, by what side bets on two cards make of them."""
    bets = [(bet, stake) for bet, stake in beside if bet.evaluation == "pocket"]
    if not bets:
        return [Pocketed((), Fraction(0), slice(None))]
    found: dict[tuple[str, ...], list[int]] = {}
    for at, hole in enumerate(holdings.holes().tolist()):
        value = pocket(hole)
        found.setdefault(tuple(bet.pays.row(value) for bet, _ in bets), []).append(at)
    return [
        Pocketed(
            rows,
            won((bet[1], bet[0].pays.rows.get(row)) for bet, row in zip(bets, rows, strict=True)),
            np.array(holes),
        )
        for rows, holes in found.items()
    ]


def won(bets: Iterable[tuple[Fraction, Fraction | None]]) -> Fraction:
    """What side bets win or lose together, each with its stake and its price."""
    return sum((stake * net_of(price) for stake, price in bets), start=Fraction(0))


def net_of(price: Fraction | None) -> Fraction:
    """What a side bet wins at a price; without one it is lost."""
    return Fraction(-1) if price is None else Fraction(price)


def unit_of(rules: Rules, beside: Beside = ()) -> int:
    """The parts of an Ante that all prices are whole numbers of."""
    sides = [stake * price for bet, stake in beside for price in bet.pays.rows.values()]
    sides += [stake for _, stake in beside]
    return parts((*rules.odds_pays.rows.values(), *rules.bad_beat_pays.rows.values(), *sides))


class Outcome(NamedTuple):
    """What a kind of dealer does to the bets; `raised` is by one Ante of Raise."""

    bets: Fraction
    raised: int
    weights: tuple[int, int, int, int]
    """How to count these dealers from worse, equal, unqualified and all."""
    end: str


_ZERO: Final = Fraction(0)


def qualified(rules: Rules) -> int:
    """The least value with which the dealer qualifies (HU-15)."""
    return high.LEAST[rules.dealer_qualifies]


def line(rules: Rules) -> int:
    """The lowest tier that qualifies the dealer."""
    return TIERS.index(qualified(rules))


def outcomes(rules: Rules, tier: int) -> list[Outcome]:
    """The dealers that a hand of this tier meets, as HU-15 to HU-26 settle them."""
    least = TIERS[tier]
    won, beaten = rules.odds_pays.price(least), rules.bad_beat_pays.price(least)
    win, lose = won or _ZERO, Fraction(-1) if beaten is None else Fraction(beaten)
    tie = win if rules.odds_pays_on_tie else _ZERO
    if tier >= line(rules):
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


def extras(beside: Beside) -> list[Fraction]:
    """What side bets on the final hand win or lose together, by tier."""
    final = [(bet, stake) for bet, stake in beside if bet.evaluation == "final"]
    return [won((stake, bet.pays.price(least)) for bet, stake in final) for least in TIERS]


@lru_cache(8)
def forms_of(rules: Rules, unit: int, beside: Beside = ()) -> Ints:
    """Two forms: Ante with Odds and the side bets on the final hand, and one Ante of Raise."""
    forms = np.zeros((2, len(TIERS), 4), np.int64)
    for tier in range(len(TIERS)):
        for outcome in outcomes(rules, tier):
            for at, net in enumerate((outcome.bets, Fraction(outcome.raised))):
                forms[at, tier] += int(net * unit) * np.array(outcome.weights)
    forms[0, :, ALL] += [int(net * unit) for net in extras(beside)]
    return forms


def play_tally(rules: Rules) -> tallies.Tally:
    """All deals with the best play of Ante and Odds alone, by where they are decided."""
    ((_, tally),) = play_tallies(rules, ())
    return tally


Tallies = list[tuple[Pocketed, tallies.Tally]]


def play_tallies(rules: Rules, beside: Beside) -> Tallies:
    """All deals with the best play, by what side bets on two cards make of the holes."""
    return tally_raises(replace(rules, side_bets=()), _dying(rules, beside))


@lru_cache(4)
def tally_raises(rules: Rules, beside: Beside) -> Tallies:
    """The same, without side bets in the rules."""
    solved = solve_raises(rules, beside)
    counts, forms = dealers.counts(qualified(rules)), forms_of(rules, solved.unit, beside)
    decided, found = fields(solved), []
    for pocketed in pockets(beside):
        some = np.zeros_like(decided)
        some[:, pocketed.holes] = decided[:, pocketed.holes]
        fold = int(pocketed.fold(beside) * DEALERS * solved.unit)
        found.append((pocketed, tallies.tally(counts, some, forms, BY_RIVER, RIVER, fold)))
    return found


def fields(solved: Solved) -> NDArray[np.uint8]:
    """Where each holding is decided."""
    found = np.where(solved.raise_flop > solved.check_flop, BY_FLOP, BY_RIVER).astype(np.uint8)
    found[:, solved.raises_preflop[holdings.starts()]] = BY_PREFLOP
    found[~solved.held] = 0
    return found
