"""The price of blackjack and how to play it, for any number of packs and any house's options.

Two ways of play are valued from a fresh shoe. *By total*: one act for each total against each
upcard, as charts print it. *By cards*: the best act for every set of cards. What a hand that was
not split is worth is exact.

Split hands are valued as follows. Each is played by its own cards and the upcard alone, and pairs
are split again whenever the house allows. For such play the value of a split is exact too, for a
shoe has no order: what the other hands draw is as unseen as the rest of it, apart from the cards
that are known not to match, which are accounted for. What is left out is what a player could gain
by looking at the other hands of the box; `split_bound` says how little that is. Where only original
bets are lost to a dealer's blackjack, the hand that has the first stake counts as any of the box.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from croupier.games.blackjack import Rules
from croupier.lab.games.blackjack.splits import (
    Group,
    first_draw,
    grown,
    own,
    own_acts,
    split_pairs,
    split_taken,
    split_worth,
)
from croupier.lab.games.blackjack.totals import (
    IMPOSSIBLE,
    Acts,
    dealer_ends,
    hand_values,
    may_double,
    taken_of_one,
    total_acts,
    total_doubles,
)
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
    values,
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
)
"""The rules on which the value of a hand depends that is neither a blackjack nor surrendered."""


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
    wanted = every.sizes >= 2
    dealer = dealer_ends(rules, up, shoe, 0, 0, wanted)
    by_cards = np.zeros(len(every.counts), np.int8)
    found = hand_values(rules, up, shoe, dealer, by_cards, best=True)
    doubled = may_double(rules, split=False) & (found[:, 2] > np.maximum(found[:, 0], found[:, 1]))
    by_total = total_acts(rules, up, shoe, dealer, found, by_cards)
    followed = hand_values(rules, up, shoe, dealer, by_total, best=False)
    total_doubled = total_doubles(rules, shoe, followed)
    worth, acts, doubles = split_pairs(rules, up, shoe, by_total, total_doubled)
    natural = dealer[:, BLACKJACK]
    return (
        Upcard(followed, by_total, total_doubled, worth[0], natural, acts[0], doubles[0]),
        Upcard(found, by_cards, doubled, worth[1], natural, acts[1], doubles[1]),
    )


def split_bound(rules: Rules) -> float:
    """What it is worth, by the stake of a round, to see one card of the other split hand.

    Split hands are valued without looking at each other. This is what the best play gains that
    knows one card of the other hand in every box that is split: the order of what is left out.
    """
    solved, total = solve(rules), 0.0
    size = float(solved.shoe.sum())
    for up in range(RANKS):
        for (rank, _), choice in choices(rules, solved, up, "cards").items():
            if choice.act == "split":
                gain = _gain_of_one_card(rules, solved, up, rank)
                total += float(solved.shoe[up]) / size * choice.weight * 2 * gain
    return total


def _gain_of_one_card(rules: Rules, solved: Solved, up: int, rank: int) -> float:
    left = solved.shoe.copy()
    left[up] -= 1
    left[rank] -= 2
    part, every, group = solved.by_cards[up], hands(), Group(0, 0, unmatched=False)
    taken, gain = split_taken(rules, 2)[0][0], 0.0
    for other in range(RANKS):
        rest = left.copy()
        rest[other] -= 1
        shoe, wanted = grown(rest, rank, group), own(rank)
        dealer = dealer_ends(rules, up, shoe, rank, 0, wanted)
        worth = []
        for best in (False, True):
            acts = part.split_acts[rank].copy()
            found = values(
                up, shoe, rank, 0, taken, wanted, every.counts, every.totals, every.longer, dealer,
                acts, best,
            )  # fmt: skip
            better = found[:, 2] > np.maximum(found[:, 0], found[:, 1])
            doubled = may_double(rules, split=True) & better if best else part.split_doubles[rank]
            worth.append(first_draw(rank, group, shoe, found, doubled))
        gain += float(left[other] / left.sum()) * (worth[1] - worth[0])
    return gain


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
        return Choice(weight, stand, hit, None, None, None, paid, "blackjack", paid)
    may = bool(may_double(rules, split=False)[at])
    split = float(part.splits[a]) if a == b and part.splits[a] > IMPOSSIBLE else None
    surrender = -0.5 - natural / 2 if rules.surrender == "late" else None
    acts: dict[str, float] = {"hit": hit} if part.acts[at] == HIT else {"stand": stand}
    if may and part.doubles[at]:
        acts = {"double": double}
    if split is not None:
        acts["split"] = split
    if surrender is not None:
        acts["surrender"] = surrender
    act = max(acts, key=acts.__getitem__)
    return Choice(
        weight, stand, hit, double if may else None, split, surrender, None, act, acts[act]
    )


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


# A hand at a table.


def now(
    rules: Rules, up: int, mine: Sequence[int], others: Sequence[int], *, split: bool
) -> dict[str, float]:
    """What each act is worth with these ranks, when the others (the upcard too) are seen as well.

    Cards of earlier rounds count as unseen: the shoe is a full one without what lies open.
    """
    shoe = full_shoe(rules)
    for rank in others:
        shoe[rank] -= 1
    every, counts = hands(), np.bincount(mine, minlength=RANKS)
    at = every.numbers[tuple(counts.tolist())]
    grows = np.asarray((every.counts >= counts).all(1))
    taken = split_taken(rules, 2)[0][0] if split else taken_of_one(rules)
    dealer = dealer_ends(rules, up, shoe, 0, 0, grows)
    acts = np.zeros(len(every.counts), np.int8)
    found = values(
        up, shoe, 0, 0, taken, grows, every.counts, every.totals, every.longer, dealer, acts, True
    )
    worth = dict(zip(("stand", "hit", "double"), found[at].tolist()[:3], strict=True))
    natural = float(dealer[at, BLACKJACK])
    worth["surrender"] = -0.5 - natural / 2
    if len(mine) == 2 and mine[0] == mine[1]:
        worth["split"] = _split_now(rules, up, shoe, mine[0], acts)
    return worth


def _split_now(rules: Rules, up: int, shoe: Ints, rank: int, acts: Acts) -> float:
    left = shoe.copy()
    left[rank] -= 2
    own, doubled = own_acts(rules, up, left, rank)
    both = np.array([acts, own]), np.array([doubled, doubled])
    return float(split_worth(rules, up, left, rank, *both)[1])


def number(ranks: Sequence[int]) -> int:
    """The number of a hand among `hands`."""
    return hands().numbers[tuple(np.bincount(ranks, minlength=RANKS).tolist())]
