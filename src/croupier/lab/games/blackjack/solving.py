"""The price of blackjack and how to play it, for any number of packs and any house's options.

Two ways of play are valued from a fresh shoe. *By total*: one act for each total against each
upcard, as charts print it. *By cards*: the best act for every set of cards. What a hand that was
not split is worth is exact.

Split hands are valued as follows. Each is played by its own cards and the upcard alone, and pairs
are split again whenever the house allows. For such play the value of a split is exact too, for a
shoe has no order: what the other hands draw is as unseen as the rest of it, apart from the cards
that are known not to match, which are accounted for. What is left out is what a player could gain
by looking at the other hands of the box: of a stake 0.0013 % with one pack, 0.00004 % with six.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from croupier.games.blackjack import Rules
from croupier.lab.games.blackjack.hands import (
    IMPOSSIBLE,
    Acts,
    dealer_ends,
    hand_values,
    may_double,
)
from croupier.lab.games.blackjack.splits import Splitter
from croupier.lab.games.blackjack.totals import Table
from croupier.lab.kernels.twentyone import (
    ACE,
    BLACKJACK,
    HIT,
    RANKS,
    TEN,
    Flags,
    Floats,
    Ints,
    hands,
    two_cards,
)
from croupier.lab.odds import Number

PLAYS: Final = ("total", "cards")
CLASSES: Final = ("stand", "hit", "double", "split", "surrender")
UPCARDS: Final = (*range(1, RANKS), ACE)
"""The columns of a chart, aces last."""
FACES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")


class Upcard(NamedTuple):
    """Everything about one upcard and one way of play."""

    values: Floats
    """By hand: stand, hit, double, played on."""
    acts: Acts
    doubles: Flags
    """Two-card hands that are doubled where it is allowed."""
    surrenders: Flags
    """Two-card hands that are surrendered where they are not split."""
    splits: Floats
    """The value of splitting a pair of each rank."""
    blackjack: Floats
    """By hand, how likely the dealer completes a blackjack."""
    split_acts: Acts
    """As acts, for the hands that grow from a split card of each rank."""
    split_doubles: Flags


class Solved(NamedTuple):
    """A whole analysis: by upcard, for each way of play."""

    shoe: Ints
    by_total: tuple[Upcard, ...]
    by_cards: tuple[Upcard, ...]


def full_shoe(rules: Rules) -> Ints:
    """How many cards of each rank there are."""
    shoe = np.full(RANKS, 4 * rules.decks)
    shoe[TEN] *= 4
    return shoe


SOLVED_BY: Final = (
    "decks",
    "hole_card",
    "dealer_hits_soft_17",
    "dealer_blackjack_takes",
    "double_totals",
    "double_soft_9_10_11",
    "double_after_split",
    "max_hands_per_box",
    "resplit_aces",
    "surrender",
)
"""The rules on which the value of a hand depends that is no blackjack."""


def solve(rules: Rules) -> Solved:
    """Both ways of play against every upcard."""
    return solve_hands(Rules(**{name: getattr(rules, name) for name in SOLVED_BY}))


@lru_cache(8)
def solve_hands(rules: Rules) -> Solved:
    """The same, from nothing but the rules that matter."""
    shoe = full_shoe(rules)
    pairs = [_upcard(rules, shoe, up) for up in range(RANKS)]
    return Solved(shoe, tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs))


def _upcard(rules: Rules, full: Ints, up: int) -> tuple[Upcard, Upcard]:
    shoe = full.copy()
    shoe[up] -= 1
    every = hands()
    dealer = dealer_ends(rules, up, shoe, 0, 0, every.sizes >= 2)
    acts = np.zeros(len(every.counts), np.int8)
    found = hand_values(rules, up, shoe, dealer, acts, best=True)
    table = Table(Splitter(rules, up, shoe, rules.max_hands_per_box), dealer)
    natural = dealer[:, BLACKJACK]
    return _by_total(rules, table, acts, natural), _by_cards(rules, table, acts, found, natural)


def _by_total(rules: Rules, table: Table, by_cards: Acts, natural: Floats) -> Upcard:
    """One act for each total; split hands follow the same chart."""
    chart = table.chart(by_cards)
    doubles = chart.doubles & may_double(rules, split=True)
    return Upcard(
        chart.values,
        chart.acts,
        chart.doubles,
        chart.surrenders,
        chart.splits,
        natural,
        np.tile(chart.acts, (RANKS, 1)),
        np.tile(doubles, (RANKS, 1)),
    )


def _by_cards(rules: Rules, table: Table, acts: Acts, found: Floats, natural: Floats) -> Upcard:
    """The best act for every set of cards; each pair has its own way to play its hands."""
    best = np.maximum(found[:, 0], found[:, 1])
    doubles = may_double(rules, split=False) & (found[:, 2] > best)
    given_up = (rules.surrender == "late") & (table.given_up > np.where(doubles, found[:, 2], best))
    worth, own = np.full(RANKS, IMPOSSIBLE), np.zeros((RANKS, len(acts)), np.int8)
    own_doubles = np.zeros((RANKS, len(acts)), np.bool_)
    for rank in range(RANKS):
        if table.splitter.possible(rank):
            own[rank], own_doubles[rank] = table.splitter.own_acts(rank)
            worth[rank] = table.split(rank, own[rank], own_doubles[rank])
    return Upcard(found, acts, doubles, given_up, worth, natural, own, own_doubles)


# The value of a round.


class Choice(NamedTuple):
    """What each act is worth with two cards against an upcard; None where it is not offered."""

    weight: float
    stand: float
    hit: float
    double: float | None
    split: float | None
    surrender: float | None
    blackjack: float | None
    act: str
    value: float
    instead: str
    """What is done where a surrender is not allowed."""


def choices(rules: Rules, solved: Solved, up: int, play: str) -> dict[tuple[int, int], Choice]:
    """Every two-card hand against an upcard, by its two ranks."""
    part = (solved.by_total if play == "total" else solved.by_cards)[up]
    shoe = solved.shoe.copy()
    shoe[up] -= 1
    return {
        (a, b): _choice(rules, part, shoe, a, b)
        for a in range(RANKS)
        for b in range(a, RANKS)
        if shoe[a] - (a == b) > 0 and shoe[b] > 0
    }


def _choice(rules: Rules, part: Upcard, shoe: Ints, a: int, b: int) -> Choice:
    every = hands()
    at = every.numbers[tuple(int(r == a) + int(r == b) for r in range(RANKS))]
    weight = float(two_cards(shoe, every.counts[at], int(shoe.sum())))
    stand, hit, double, _ = part.values[at].tolist()
    natural = float(part.blackjack[at])
    if {a, b} == {ACE, TEN}:
        paid = float(rules.blackjack_pays) * (1 - natural)
        return Choice(weight, stand, hit, None, None, None, paid, "blackjack", paid, "blackjack")
    may = bool(may_double(rules, split=False)[at])
    split = float(part.splits[a]) if a == b and part.splits[a] > IMPOSSIBLE else None
    surrender = -0.5 - natural / 2 if rules.surrender == "late" else None
    act, worth = ("hit", hit) if part.acts[at] == HIT else ("stand", stand)
    instead = act
    if may and part.doubles[at]:
        act, worth = "double", double
    if surrender is not None and part.surrenders[at]:
        act, worth = "surrender", surrender
    if split is not None and split > worth:
        act, worth = "split", split
    if act == "surrender" and split is not None and split > max(stand, hit):
        instead = "split"
    double_ = double if may else None
    return Choice(weight, stand, hit, double_, split, surrender, None, act, worth, instead)


def value(rules: Rules, solved: Solved, play: str) -> float:
    """What a round gains on average, by the first stake."""
    total, size = 0.0, float(solved.shoe.sum())
    for up in range(RANKS):
        some = choices(rules, solved, up, play).values()
        total += solved.shoe[up] / size * sum(choice.weight * choice.value for choice in some)
    return float(total)


def edge(rules: Rules, bet: str) -> Number:
    """The price of a stake played by total, or of insurance."""
    return insurance_edge(rules) if bet == "insurance" else -value(rules, solve(rules), "total")


def cases(rules: Rules, _: str) -> int:
    """The cards that may lie behind an ace: only insurance is counted."""
    return 52 * rules.decks - 1


def insurance_edge(rules: Rules) -> Fraction:
    """What the house keeps of an insurance bet by a player who looks only at the ace (BJ-25)."""
    tens, left = 16 * rules.decks, 52 * rules.decks - 1
    return 1 - 3 * Fraction(tens, left)


def number(ranks: Sequence[int]) -> int:
    """The number of a hand among `hands`."""
    return hands().numbers[tuple(np.bincount(ranks, minlength=RANKS).tolist())]
