"""The price of blackjack and how to play it, for any shoe and any house's options.

Three ways of play are valued, by the names that the literature gives them. *By total* (TD): one act
for each total against each upcard, as charts print it. *By cards* (CDZ): the best act for every
set of cards, of split hands the same as of others. *By cards and pairs* (CDP): the hands of each
split pair are played at their best too. What a hand that was not split is worth is exact.

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
from croupier.lab.games.blackjack.hands import IMPOSSIBLE, Acts, may_double
from croupier.lab.games.blackjack.splits import Splitter
from croupier.lab.games.blackjack.totals import Table, of_split_hands
from croupier.lab.kernels.growing import two_cards
from croupier.lab.kernels.twentyone import ACE, HIT, RANKS, TEN, Flags, Floats, hands
from croupier.lab.odds import Number

PLAYS: Final = {"total": "TD", "cards": "CDZ", "pairs": "CDP"}
"""Ways of play, and what the literature calls them."""
CLASSES: Final = ("stand", "hit", "double", "split", "surrender")
UPCARDS: Final = (*range(1, RANKS), ACE)
"""The columns of a chart, aces last."""
FACES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
Shoe = tuple[float, ...]
"""How many cards of each rank there are, aces first and tens last."""


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
    table: Table
    split_acts: Acts
    """As acts, for the hands that grow from a split card of each rank."""
    split_doubles: Flags


class Solved(NamedTuple):
    """A whole analysis: by way of play and upcard."""

    shoe: Floats
    ways: dict[str, tuple[Upcard, ...]]


def full_shoe(rules: Rules) -> Floats:
    """How many cards of each rank there are."""
    shoe = np.full(RANKS, 4.0 * rules.decks)
    shoe[TEN] *= 4
    return shoe


SOLVED_BY: Final = (
    "decks",
    "hole_card",
    "dealer_hits_soft_17",
    "dealer_blackjack_takes",
    "double_totals",
    "double_soft_9_10_11",
    "double_cards",
    "double_after_split",
    "max_hands_per_box",
    "resplit_aces",
    "hit_split_aces",
    "surrender",
    "charlie_cards",
)
"""The rules on which the value of a hand depends that is no blackjack."""


def solve(
    rules: Rules,
    shoe: Shoe | None = None,
    plays: tuple[str, ...] = tuple(PLAYS),
    *,
    usual: bool = False,
) -> Solved:
    """All ways of play against every upcard, from a full shoe or from another.

    From a `usual` shoe no hand above hard 16 or soft 18 could want a card.
    """
    matter = Rules(**{name: getattr(rules, name) for name in SOLVED_BY})
    return solve_hands(matter, shoe, plays, usual=usual or not shoe)


@lru_cache(8)
def solve_hands(
    rules: Rules, shoe: Shoe | None, plays: tuple[str, ...], *, usual: bool = True
) -> Solved:
    """The same, from nothing but the rules that matter."""
    full = np.array(shoe) if shoe else full_shoe(rules)
    every = [_upcard(rules, full, up, plays, usual=usual) for up in range(RANKS)]
    return Solved(full, {play: tuple(ways[play] for ways in every) for play in plays})


def _upcard(
    rules: Rules, full: Floats, up: int, plays: tuple[str, ...], *, usual: bool
) -> dict[str, Upcard]:
    table = table_of(rules, full, up, usual=usual)
    acts, found = table.best()
    ways = {"total": _by_total, "cards": _by_cards, "pairs": _by_pairs}
    solved = {play: ways[play](rules, table, acts, found) for play in plays}
    table.splitter.ends.clear()  # They are large, and counted again where they are needed.
    return solved


def table_of(rules: Rules, full: Floats, up: int, *, usual: bool = True) -> Table:
    """An upcard against a shoe."""
    shoe = full.copy()
    shoe[up] -= full[up] >= 1
    return Table(Splitter(rules, up, shoe, rules.max_hands_per_box, usual=usual))


def _by_total(rules: Rules, table: Table, acts: Acts, _: Floats) -> Upcard:
    """One act for each total; split hands follow the same chart."""
    chart = table.chart(acts)
    doubles = chart.doubles & may_double(rules, split=True)
    return Upcard(
        chart.values,
        chart.acts,
        chart.doubles,
        chart.surrenders,
        chart.splits,
        table,
        np.tile(of_split_hands(rules, chart.acts), (RANKS, 1)),
        np.tile(doubles, (RANKS, 1)),
    )


def _by_cards(rules: Rules, table: Table, acts: Acts, found: Floats) -> Upcard:
    """The best act for every set of cards; split hands are played the same."""
    doubles = _best_doubles(rules, found)
    own = np.tile(of_split_hands(rules, acts), (RANKS, 1))
    own_doubles = np.tile(doubles & may_double(rules, split=True), (RANKS, 1))
    return _by_hands(rules, table, acts, found, own, own_doubles)


def _by_pairs(rules: Rules, table: Table, acts: Acts, found: Floats) -> Upcard:
    """The best act for every set of cards; each pair has its own way to play its hands."""
    own, own_doubles = np.zeros((RANKS, len(acts)), np.int8), np.zeros((RANKS, len(acts)), np.bool_)
    for rank in range(RANKS):
        if table.splitter.possible(rank):
            own[rank], own_doubles[rank] = table.splitter.own_acts(rank)
    return _by_hands(rules, table, acts, found, own, own_doubles)


def _best_doubles(rules: Rules, found: Floats) -> Flags:
    best = np.maximum(found[:, 0], found[:, 1])
    two = hands().sizes == 2
    return np.asarray(may_double(rules, split=False) & two & (found[:, 2] > best))


def _by_hands(
    rules: Rules, table: Table, acts: Acts, found: Floats, own: Acts, own_doubles: Flags
) -> Upcard:
    doubles = _best_doubles(rules, found)
    played = np.where(doubles, found[:, 2], np.maximum(found[:, 0], found[:, 1]))
    given_up = (rules.surrender != "none") & (table.given_up > played)
    worth = np.array([table.split(rank, own[rank], own_doubles[rank]) for rank in range(RANKS)])
    return Upcard(found, acts, doubles, given_up, worth, table, own, own_doubles)


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
    part = solved.ways[play][up]
    shoe = part.table.shoe
    return {
        (a, b): _choice(rules, part, shoe, a, b)
        for a in range(RANKS)
        for b in range(a, RANKS)
        if shoe[a] - (a == b) > 0 and shoe[b] > 0
    }


def _choice(rules: Rules, part: Upcard, shoe: Floats, a: int, b: int) -> Choice:
    every = hands()
    at = number((a, b))
    weight = float(two_cards(shoe, every.counts[at], float(shoe.sum())))
    stand, hit, double, _ = part.values[at].tolist()
    natural = float(part.table.natural[at])
    if {a, b} == {ACE, TEN}:
        paid = float(rules.blackjack_pays) * (1 - natural)
        return Choice(weight, stand, hit, None, None, None, paid, "blackjack", paid, "blackjack")
    may = bool(may_double(rules, split=False)[at])
    split = float(part.splits[a]) if a == b and part.splits[a] > IMPOSSIBLE else None
    surrender = float(part.table.given_up[at]) if rules.surrender != "none" else None
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


def insurance_edge(rules: Rules, shoe: Floats | None = None) -> Number:
    """What the house keeps of an insurance bet by a player who looks only at the ace (BJ-25)."""
    full = full_shoe(rules) if shoe is None else shoe
    tens, left = float(full[TEN]), float(full.sum()) - 1
    if tens.is_integer() and left.is_integer():
        return 1 - 3 * Fraction(int(tens), int(left))
    return 1 - 3 * tens / left


def number(ranks: Sequence[int]) -> int:
    """The number of a hand among `hands`."""
    return hands().numbers[tuple(np.bincount(ranks, minlength=RANKS).tolist())]
