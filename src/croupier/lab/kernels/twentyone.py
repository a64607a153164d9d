"""Blackjack by combinations: dealers, hands and what drawing, standing and doubling are worth.

A shoe is ten counts: aces, twos, …, tens. What the dealer ends with is a sum over the sets of cards
that can end the hand; the orders in which a set can come are counted once and for all, and the
chance of a set is a product of counts. The value of a hand follows from the hands one card larger.

After a split the others' cards are unseen too, but not quite at random: as long as a further split
is possible they are known not to match. A chance "while k other cards are none of this rank" is the
plain chance times how likely that is afterwards, divided by how likely it was before.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.jit import kernel, lean

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

RANKS: Final = 10
"""Ace is 0, two is 1, …, every ten is 9."""
ACE, TEN = 0, 9

BUST, BLACKJACK = 5, 6
"""What a dealer may end with: 17 to 21 are 0 to 4."""

ALL_BETS, FIRST_BET, RETURNED, PEEKED, PEEKED_SPLIT = 0, 1, 2, 3, 4
"""What a dealer's blackjack takes of a hand: all, the first stake, nothing; or it is found before
the hand is played, and takes the first stake or, of a split hand, nothing more."""

STAND, HIT, DOUBLE = 0, 1, 2


class Dealers(NamedTuple):
    """For each upcard the sets of cards that end a dealer's hand below 22, as a tree.

    A set is a branch of ranks in rising order, so sets share what they begin with. A bust needs no
    branch: it is what is left.
    """

    starts: Ints
    parents: Ints
    """By node, where in the tree the set without its last card stands; -1 for the root."""
    ranks: Ints
    same: Ints
    """How many cards of the same rank are in the set before the last."""
    depths: Ints
    orders: Floats
    """In how many orders the set can come; 0 if it ends nothing."""
    ends: Ints


@cache
def dealers(hits_soft_17: bool) -> Dealers:
    """All of a dealer's hands."""
    nodes: list[tuple[int, int, int, int, int, int]] = []
    starts = [0]
    for up in range(RANKS):
        known: dict[tuple[int, ...], int] = {}
        for drawn, orders, end in sorted(_of_upcard(up, hits_soft_17)):
            for depth in range(1, len(drawn) + 1):
                part = drawn[:depth]
                if part not in known:
                    known[part] = len(nodes)
                    before = part[:-1]
                    nodes.append(
                        (known.get(before, -1), part[-1], before.count(part[-1]), depth, 0, 0)
                    )
            nodes[known[drawn]] = (*nodes[known[drawn]][:4], orders, end)
        starts.append(len(nodes))
    parents, ranks, same, depths, counts, ends = (
        np.array(column) for column in zip(*nodes, strict=True)
    )
    return Dealers(np.array(starts), parents, ranks, same, depths, counts.astype(float), ends)


def _of_upcard(up: int, hits_soft_17: bool) -> list[tuple[tuple[int, ...], int, int]]:
    found: list[tuple[tuple[int, ...], int, int]] = []
    open_hands: dict[tuple[int, ...], int] = {(): 1}
    while open_hands:
        longer: dict[tuple[int, ...], int] = {}
        for drawn, orders in open_hands.items():
            end = _end((up, *drawn), hits_soft_17) if drawn else None
            if end is not None:
                found += [(drawn, orders, end)] if end != BUST else []
                continue
            for rank in range(RANKS):
                key = tuple(sorted((*drawn, rank)))
                longer[key] = longer.get(key, 0) + orders
        open_hands = longer
    return found


def _end(cards: tuple[int, ...], hits_soft_17: bool) -> int | None:
    """What a dealer stops with; None if the dealer must draw (BJ-09, BJ-10)."""
    hard = sum(rank + 1 for rank in cards)
    soft = ACE in cards and hard <= 11
    total = hard + 10 if soft else hard
    if total > 21:
        return BUST
    if total < 17 or (total == 17 and soft and hits_soft_17):
        return None
    return BLACKJACK if total == 21 and len(cards) == 2 else total - 17


class Hands(NamedTuple):
    """Every set of cards that a player can hold without a bust, the highest hard totals first."""

    counts: Ints
    totals: Ints
    """The best total."""
    hard: Ints
    soft: Flags
    sizes: Ints
    longer: Ints
    """The hand with one card of a rank more, -1 for a bust."""
    numbers: dict[tuple[int, ...], int]


@cache
def hands() -> Hands:
    """All hands of one to twenty-one cards."""
    sets = sorted(_sets((0,) * RANKS, 0, 0), key=_hard, reverse=True)
    index = {counts: at for at, counts in enumerate(sets)}
    longer = [
        [index.get((*counts[:r], counts[r] + 1, *counts[r + 1 :]), -1) for r in range(RANKS)]
        for counts in sets
    ]
    counts = np.array(sets)
    hard = counts @ np.arange(1, RANKS + 1)
    soft = (counts[:, ACE] > 0) & (hard <= 11)
    return Hands(counts, hard + 10 * soft, hard, soft, counts.sum(1), np.array(longer), index)


def _hard(counts: tuple[int, ...]) -> int:
    return sum(many * (rank + 1) for rank, many in enumerate(counts))


def _sets(counts: tuple[int, ...], rank: int, hard: int) -> list[tuple[int, ...]]:
    """The hands with further cards of this rank and higher ones."""
    found = [counts] if hard else []
    for higher in range(rank, RANKS):
        if hard + higher + 1 <= 21:
            more = (*counts[:higher], counts[higher] + 1, *counts[higher + 1 :])
            found += _sets(more, higher, hard + higher + 1)
    return found


@kernel
def unmatched(left: float, same: float, others: int) -> float:
    """How likely some cards are all of other ranks than one of which `same` are left."""
    chance = 1.0
    for n in range(others):
        chance *= (left - same - n) / (left - n)
    return chance


LANES: Final = 16
"""Hands that go through a tree side by side."""


@kernel
def all_dealer_ends(
    up: int,
    shoe: Floats,
    match: int,
    others: int,
    which: Ints,
    found: Floats,
    counts: Ints,
    starts: Ints,
    parents: Ints,
    ranks: Ints,
    same: Ints,
    depths: Ints,
    orders: Floats,
    ends: Ints,
) -> None:
    """Write the dealer's ends beside some hands, while `others` cards do not match a rank.

    The shoe is what is left without the hand. A node's weight is its parent's times one count.
    """
    first, last = starts[up], starts[up + 1]
    weights = np.zeros((last - first + 1, LANES))
    weights[0] = 1.0  # The root, to which parent -1 leads.
    matched = np.zeros(last - first, np.int64)
    for node in range(first, last):
        parent = parents[node] - first
        matched[node - first] = (matched[parent] if parent >= 0 else 0) + (ranks[node] == match)
    if not others:
        matched[:] = 0
    deepest, most = depths[first:last].max(), matched.max()
    scale = np.zeros((deepest + 1, most + 1, LANES))
    left, lanes = np.zeros((RANKS, LANES)), np.zeros(LANES, np.int64)
    outs = np.zeros((7, LANES))
    next_hand, size = 0, len(which)
    while next_hand < size:
        used = 0
        while next_hand < size and used < LANES:
            at = which[next_hand]
            total, least = 0.0, 0.0
            for rank in range(RANKS):
                left[rank, used] = shoe[rank] - counts[at, rank]
                total += left[rank, used]
                least = min(least, left[rank, used])
            if least >= 0:
                _fill_scale(total, left[match, used], others, scale[:, :, used])
                lanes[used] = at
                used += 1
            next_hand += 1
        if not used:
            break
        outs[:] = 0
        for node in range(first, last):
            parent = parents[node] - first + 1 if parents[node] >= 0 else 0
            taken, rank, here = same[node], left[ranks[node]], weights[node - first + 1]
            above = weights[parent]
            for lane in range(LANES):
                here[lane] = above[lane] * (rank[lane] - taken)
            if orders[node] > 0:
                out, times = outs[ends[node]], scale[depths[node], matched[node - first]]
                for lane in range(LANES):
                    out[lane] += orders[node] * here[lane] * times[lane]
        for lane in range(used):
            total = 0.0
            for end in range(7):
                found[lanes[lane], end] = outs[end, lane]
                total += outs[end, lane]
            found[lanes[lane], BUST] = 1 - total


@lean
def _fill_scale(size: float, same: float, others: int, scale: Floats) -> None:
    """By cards drawn and matching ones among them: one by the ways to draw, times the condition."""
    before, ways = unmatched(size, same, others), 1.0
    for depth in range(1, len(scale)):
        ways *= size - depth + 1
        scale[depth, 0] = 1 / ways
        if others:
            for matched in range(min(depth, scale.shape[1] - 1) + 1):
                after = unmatched(size - depth, same - matched, others)
                scale[depth, matched] = after / before / ways


@lean
def stood(total: int, stake: int, taken: int, ends: Floats) -> float:
    """The value of standing on a total."""
    value = ends[BUST] * stake
    for end in range(5):
        if total > 17 + end:
            value += ends[end] * stake
        elif total < 17 + end:
            value -= ends[end] * stake
    if taken == ALL_BETS:
        value -= ends[BLACKJACK] * stake
    elif taken in (FIRST_BET, PEEKED):
        value -= ends[BLACKJACK]
    return float(value)


@kernel
def busted(stake: int, taken: int, blackjack: float) -> float:
    """The value of a bust: a dealer who has looked would have ended the round before it."""
    if taken == PEEKED:
        return -stake * (1 - blackjack) - blackjack
    if taken == PEEKED_SPLIT:
        return -stake * (1 - blackjack)
    return -float(stake)


@kernel
def won(stake: int, taken: int, blackjack: float) -> float:
    """The value of a hand that wins at once; a blackjack that was seen before took its stake."""
    if taken == PEEKED:
        return stake * (1 - blackjack) - blackjack
    if taken == PEEKED_SPLIT:
        return stake * (1 - blackjack)
    return float(stake)


@lean
def drawn_chance(left: Floats, size: float, match: int, others: int, rank: int) -> float:
    """How likely the next card has a rank, while `others` cards do not match another."""
    chance = left[rank] / size
    if others:
        after = unmatched(size - 1, left[match] - (rank == match), others)
        chance *= after / unmatched(size, left[match], others)
    return float(chance)


@kernel
def values(
    up: int,
    shoe: Floats,
    match: int,
    others: int,
    taken: int,
    which: Ints,
    counts: Ints,
    totals: Ints,
    longer: Ints,
    wins: Flags,
    later: Flags,
    open_hands: Flags,
    dealer: Floats,
    acts: NDArray[np.int8],
    best: bool,
) -> Floats:
    """By hand: standing, drawing and playing on, doubling, and the best or the set one of them.

    `wins` are hands that win at once, `later` hands of more than two cards that may be doubled,
    `open_hands` those that could want a card. With `best` the best act is chosen and written into
    `acts`, else `acts` are followed.
    """
    found = np.zeros((len(counts), 4))
    completes = TEN if up == ACE else ACE if up == TEN else -1
    left = np.zeros(RANKS)
    for at in which:
        size, least = 0.0, 0.0
        for rank in range(RANKS):
            left[rank] = shoe[rank] - counts[at, rank]
            size += left[rank]
            least = min(least, left[rank])
        if least < 0:
            continue
        if wins[at]:
            found[at] = won(1, taken, dealer[at, BLACKJACK])
            acts[at] = STAND
            continue
        same, before = left[match], 1.0
        after, after_match = 1.0, 1.0
        if others:
            before = unmatched(size, same, others)
            after = unmatched(size - 1, same, others)
            after_match = unmatched(size - 1, same - 1, others)
        found[at, 0] = stood(totals[at], 1, taken, dealer[at])
        drawn = doubled = 0.0
        for rank in range(RANKS):
            if left[rank] <= 0:
                continue
            known = after_match if rank == match else after
            chance = left[rank] / size * known / before
            more = longer[at, rank]
            if more >= 0:
                drawn += chance * found[more, 3]
                if wins[more]:
                    doubled += chance * won(2, taken, dealer[more, BLACKJACK])
                else:
                    doubled += chance * stood(totals[more], 2, taken, dealer[more])
            else:
                natural = 0.0
                if completes >= 0 and taken >= PEEKED:
                    natural = (left[completes] - (rank == completes)) / (size - 1)
                    if others:
                        rest = same - (rank == match) - (completes == match)
                        natural *= unmatched(size - 2, rest, others) / known
                drawn += chance * busted(1, taken, natural)
                doubled += chance * busted(2, taken, natural)
        found[at, 1], found[at, 2] = drawn, doubled
        if best:
            acts[at] = HIT if drawn > found[at, 0] and open_hands[at] else STAND
            if later[at] and open_hands[at] and doubled > max(drawn, found[at, 0]):
                acts[at] = DOUBLE
        if acts[at] == DOUBLE:
            found[at, 3] = doubled
        else:
            found[at, 3] = drawn if acts[at] == HIT else found[at, 0]
    return found
