"""The price of blackjack and how to play it, for any number of packs and any house's options.

Two ways of play are valued from a fresh shoe. *By total*: one act for each total against each
upcard, as charts print it. *By cards*: the best act for every set of cards. What a hand that was
not split is worth is exact.

Split hands are valued as follows. Each is played by its own cards and the upcard alone, and pairs
are split again whenever the house allows. For such play the value of a split is exact too, for a
shoe has no order: what the other hands draw is as unseen as the rest of it, apart from the cards
that are known not to match, which are accounted for. What is left out is what a player could gain
by looking at the other hands of his box; `split_bound` says how little that is. Where only original
bets are lost to a dealer's blackjack, the hand that has the first stake counts as any of the box.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.blackjack import Rules
from croupier.lab.kernels.twentyone import (
    ACE,
    ALL_BETS,
    BLACKJACK,
    FIRST_BET,
    HIT,
    PEEKED,
    PEEKED_SPLIT,
    RANKS,
    RETURNED,
    STAND,
    TEN,
    Flags,
    Floats,
    Ints,
    all_dealer_ends,
    dealers,
    hands,
    reached,
    two_cards,
    values,
)
from croupier.lab.odds import Number

Acts = NDArray[np.int8]

PLAYS: Final = ("total", "cards")
CLASSES: Final = ("stand", "hit", "double", "split", "surrender")
UPCARDS: Final = (*range(1, RANKS), ACE)
"""The columns of a chart, aces last."""
IMPOSSIBLE: Final = -9.0
"""Stands for the value of what cannot be done: less than any loss."""
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


def _taken(rules: Rules) -> int:
    """What a dealer's blackjack takes of a hand that was not split (BJ-27)."""
    if rules.hole_card == "peek":
        return PEEKED
    return ALL_BETS if rules.dealer_blackjack_takes == "all_bets" else FIRST_BET


def _upcard(rules: Rules, full: Ints, up: int) -> tuple[Upcard, Upcard]:
    shoe = full.copy()
    shoe[up] -= 1
    every = hands()
    wanted = every.sizes >= 2
    dealer = _ends(rules, up, shoe, 0, 0, wanted)
    by_cards = np.zeros(len(every.counts), np.int8)
    found = _values(rules, up, shoe, dealer, by_cards, best=True)
    doubled = _allowed(rules, split=False) & (found[:, 2] > np.maximum(found[:, 0], found[:, 1]))
    by_total = _total_acts(rules, up, shoe, dealer, found, by_cards)
    followed = _values(rules, up, shoe, dealer, by_total, best=False)
    total_doubled = _total_doubles(rules, shoe, followed)
    worth, acts, doubles = _splits(rules, up, shoe, by_total, total_doubled)
    natural = dealer[:, BLACKJACK]
    return (
        Upcard(followed, by_total, total_doubled, worth[0], natural, acts[0], doubles[0]),
        Upcard(found, by_cards, doubled, worth[1], natural, acts[1], doubles[1]),
    )


def _ends(rules: Rules, up: int, shoe: Ints, match: int, others: int, wanted: Flags) -> Floats:
    table = dealers(rules.dealer_hits_soft_17)
    return all_dealer_ends(up, shoe, match, others, wanted, hands().counts, *table)


def _values(rules: Rules, up: int, shoe: Ints, dealer: Floats, acts: Acts, *, best: bool) -> Floats:
    every = hands()
    return values(
        up, shoe, 0, 0, _taken(rules), every.sizes >= 2, every.counts, every.totals, every.longer,
        dealer, acts, best,
    )  # fmt: skip


@lru_cache(16)
def _allowed(rules: Rules, *, split: bool) -> Flags:
    """The hands that may be doubled (BJ-16, BJ-17, BJ-23)."""
    every = hands()
    two = every.sizes == 2
    if split and not rules.double_after_split:
        return np.zeros(len(two), np.bool_)
    if rules.double_totals == "any":
        return np.asarray(two & (every.totals < 21))
    soft = np.bool_(rules.double_soft_9_10_11) | ~every.soft
    listed = np.isin(every.hard, rules.double_totals)
    return np.asarray(two & listed & (every.totals != 21) & soft)


# One act for each total.


@cache
def _cells() -> list[Flags]:
    """The hands of each total, hard and soft, of two cards or more."""
    every = hands()
    many = every.sizes >= 2
    cells = [many & (every.totals == total) & ~every.soft for total in range(4, 21)]
    cells += [many & (every.totals == total) & every.soft for total in range(12, 21)]
    return [cell for cell in cells if cell.any()]


def _total_acts(
    rules: Rules, up: int, shoe: Ints, dealer: Floats, found: Floats, by_cards: Acts
) -> Acts:
    """The best act for each total: by the weight of its hands, then improved cell by cell."""
    every = hands()
    weights = reached(shoe, every.sizes >= 2, every.counts, every.sizes, every.longer, by_cards)
    acts = np.zeros(len(weights), np.int8)
    for cell in _cells():
        gain = (found[:, 1] - found[:, 0])[cell] @ weights[cell]
        acts[cell] = HIT if gain > 0 else STAND
    two = _weights(shoe)
    worth = _values(rules, up, shoe, dealer, acts, best=False)[:, 3] @ two
    for cell in _cells():
        other = acts.copy()
        other[cell] = 1 - acts[cell]
        changed = _values(rules, up, shoe, dealer, other, best=False)[:, 3] @ two
        if changed > worth:
            acts, worth = other, changed
    return acts


def _weights(shoe: Ints) -> Floats:
    """How likely each hand of two cards is."""
    every, size = hands(), int(shoe.sum())
    weights = np.zeros(len(every.counts))
    for at in np.flatnonzero(every.sizes == 2):
        weights[at] = two_cards(shoe, every.counts[at], size)
    return weights


def _total_doubles(rules: Rules, shoe: Ints, found: Floats) -> Flags:
    """The totals that are doubled, by the weight of their two-card hands."""
    allowed, weights = _allowed(rules, split=False), _weights(shoe)
    gains = (found[:, 2] - found[:, 3]) * weights
    doubled = np.zeros(len(weights), np.bool_)
    for cell in _cells():
        some = cell & allowed
        if some.any() and gains[some].sum() > 0:
            doubled |= some
    return doubled


# Pairs.


class Group(NamedTuple):
    """Some hands of a split box that have the same chances."""

    extra: int
    """Matching cards that were split beyond the first two."""
    others: int
    """Cards of other hands that are known not to match."""
    unmatched: bool
    """Whether this hand's own second card does not match either."""


def split_groups(most: int, shoe: Ints, rank: int) -> dict[Group, float]:
    """How many hands of each group a split makes on average; the shoe is without the pair.

    Every second card either matches, and while there is room makes one more hand, or fills a hand.
    """
    groups: dict[Group, float] = {}
    same, size = int(shoe[rank]), int(shoe.sum())
    open_boxes = {(2, 0): 1.0}  # Hands, and how many of them are filled by unmatched cards.
    while open_boxes:
        (box, filled), chance = open_boxes.popitem()
        if box == most:
            _add(groups, Group(box - 2, filled, unmatched=False), chance * (most - filled))
            if filled:
                _add(groups, Group(box - 2, filled - 1, unmatched=True), chance * filled)
        elif filled == box:
            _add(groups, Group(box - 2, box - 1, unmatched=True), chance * box)
        else:
            left, matching = size - (box - 2) - filled, same - (box - 2)
            for nxt, many in ((box + 1, filled), matching), ((box, filled + 1), left - matching):
                if many > 0:
                    open_boxes[nxt] = open_boxes.get(nxt, 0.0) + chance * many / left
    return groups


def _add(groups: dict[Group, float], group: Group, hands_of: float) -> None:
    groups[group] = groups.get(group, 0.0) + hands_of


def _splits(
    rules: Rules, up: int, shoe: Ints, by_total: Acts, total_doubled: Flags
) -> tuple[Floats, NDArray[np.int8], Flags]:
    """The value of splitting each pair and how its hands are played, by total and by cards."""
    size = len(by_total)
    worth = np.full((2, RANKS), IMPOSSIBLE)
    acts = np.zeros((2, RANKS, size), np.int8)
    doubles = np.zeros((2, RANKS, size), np.bool_)
    acts[0], doubles[0] = by_total, total_doubled & _allowed(rules, split=True)
    for rank in range(RANKS):
        if shoe[rank] >= 2:
            left = shoe.copy()
            left[rank] -= 2
            acts[1, rank], doubles[1, rank] = _own_acts(rules, up, left, rank)
            worth[:, rank] = _split(rules, up, left, rank, acts[:, rank], doubles[:, rank])
    return worth, acts, doubles


def _split(
    rules: Rules, up: int, left: Ints, rank: int, acts: NDArray[np.int8], doubles: Flags
) -> Floats:
    """The value of a split for each way of play; the shoe is without the pair."""
    most = 2 if rank == ACE and not rules.resplit_aces else rules.max_hands_per_box
    total = np.full(2, _first_hand(rules, up, left))
    for group, many in split_groups(most, left, rank).items():
        total += many * _group(rules, up, left, rank, group, acts, doubles)
    return total


def _first_hand(rules: Rules, up: int, left: Ints) -> float:
    """What a dealer's blackjack takes of the box as a whole, beside its hands."""
    if rules.hole_card == "none":
        return 0.0
    completes = TEN if up == ACE else ACE if up == TEN else -1
    return 0.0 if completes < 0 else -float(left[completes] / left.sum())


def _split_taken(rules: Rules, many: int) -> tuple[tuple[int, float], ...]:
    """What a dealer's blackjack takes of so many split hands, and of which part of them."""
    if rules.hole_card == "peek":
        return ((PEEKED_SPLIT, 1.0),)
    if rules.dealer_blackjack_takes == "all_bets":
        return ((ALL_BETS, 1.0),)
    return (FIRST_BET, 1 / many), (RETURNED, 1 - 1 / many)  # One hand has the first stake.


def _own(rank: int) -> Flags:
    """The hands that can grow from one card of this rank; a split ace gets one card (BJ-21)."""
    every = hands()
    return (every.counts[:, rank] > 0) & ((every.sizes <= 2) | (rank != ACE))


def _grown(left: Ints, rank: int, group: Group) -> Ints:
    """The shoe beside hands that are counted with their own first card."""
    shoe = left.copy()
    shoe[rank] += 1 - group.extra
    return shoe


def _own_acts(rules: Rules, up: int, left: Ints, rank: int) -> tuple[Acts, Flags]:
    """The best acts of a hand that grows from a split card, by its own cards alone."""
    every, group = hands(), Group(0, 0, unmatched=False)
    shoe, wanted = _grown(left, rank, group), _own(rank)
    dealer = _ends(rules, up, shoe, rank, 0, wanted)
    acts = np.zeros(len(every.counts), np.int8)
    found = values(
        up, shoe, rank, 0, _split_taken(rules, 2)[0][0], wanted, every.counts, every.totals,
        every.longer, dealer, acts, True,
    )  # fmt: skip
    better = found[:, 2] > np.maximum(found[:, 0], found[:, 1])
    return acts, _allowed(rules, split=True) & better


def _group(
    rules: Rules,
    up: int,
    left: Ints,
    rank: int,
    group: Group,
    acts: NDArray[np.int8],
    doubles: Flags,
) -> Floats:
    """The value of one hand of a group, for each way of play."""
    every, shoe, wanted = hands(), _grown(left, rank, group), _own(rank)
    dealer = _ends(rules, up, shoe, rank, group.others, wanted)
    worth = np.zeros(2)
    for play in range(2):
        for taken, share in _split_taken(rules, 2 + group.extra):
            found = values(
                up, shoe, rank, group.others, taken, wanted, every.counts, every.totals,
                every.longer, dealer, acts[play], False,
            )  # fmt: skip
            worth[play] += share * _first_draw(rank, group, shoe, found, doubles[play])
    return worth


def _first_draw(rank: int, group: Group, shoe: Ints, found: Floats, doubled: Flags) -> float:
    """The second card of a split hand, and how the hand is then played."""
    every = hands()
    one = every.numbers[tuple(int(r == rank) for r in range(RANKS))]
    left = shoe - every.counts[one]
    size, same = int(left.sum()), int(left[rank])
    total = weight = 0.0
    for second in range(RANKS):
        if second == rank and group.unmatched:
            continue
        chance = left[second] / size
        for n in range(group.others):
            chance *= (size - 1 - n - (same - (second == rank))) / (size - 1 - n)
        more = every.longer[one, second]
        if rank == ACE:
            value = found[more, 0]  # BJ-21: one card and no more.
        else:
            value = found[more, 2] if doubled[more] else found[more, 3]
        total, weight = total + chance * value, weight + chance
    return float(total / weight)


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
    taken, gain = _split_taken(rules, 2)[0][0], 0.0
    for other in range(RANKS):
        rest = left.copy()
        rest[other] -= 1
        shoe, wanted = _grown(rest, rank, group), _own(rank)
        dealer = _ends(rules, up, shoe, rank, 0, wanted)
        worth = []
        for best in (False, True):
            acts = part.split_acts[rank].copy()
            found = values(
                up, shoe, rank, 0, taken, wanted, every.counts, every.totals, every.longer, dealer,
                acts, best,
            )  # fmt: skip
            better = found[:, 2] > np.maximum(found[:, 0], found[:, 1])
            doubled = _allowed(rules, split=True) & better if best else part.split_doubles[rank]
            worth.append(_first_draw(rank, group, shoe, found, doubled))
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
    may = bool(_allowed(rules, split=False)[at])
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
    taken = _split_taken(rules, 2)[0][0] if split else _taken(rules)
    dealer = _ends(rules, up, shoe, 0, 0, grows)
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
    own, doubled = _own_acts(rules, up, left, rank)
    both = np.array([acts, own]), np.array([doubled, doubled])
    return float(_split(rules, up, left, rank, *both)[1])


def number(ranks: Sequence[int]) -> int:
    """The number of a hand among `hands`."""
    return hands().numbers[tuple(np.bincount(ranks, minlength=RANKS).tolist())]
