"""Two cards against two unseen ones over every board, without going through every deal.

The holder of two cards meets 990 pairs of a dealer on a board. How many of those are worse, equal
and unqualified is counted for all holders at once: sort what the pairs are worth, sweep upwards,
and keep how many pairs were passed in all and how many with each sort of card. Pairs that share a
card with the holder are taken off again by inclusion and exclusion.

That is done for the 6,175 boards of ranks and, where three or more cards are of one suit, for the
36,608 boards of sorts. What two cards and a flop are worth is then the sum over boards of ranks,
plus for each suit of the flop the difference that flushes make. Both sums are exact integers.
"""

from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.boards import (
    BOARDS,
    FLOPS,
    HOLES,
    PAIRS,
    SORT_PAIRS,
    SORTS,
    SUITED_FLOPS,
    Ints,
    board_at,
    flop_at,
    hole_at,
    pair_at,
    real_flops,
    sorts,
    suited_boards,
    suited_flops,
)
from croupier.lab.evaluator import slot_of, tables
from croupier.lab.jit import kernel, wide
from croupier.ranks import high

Bytes = NDArray[np.uint8]
Values = NDArray[np.int32]

DEALERS: Final = 990
"""Pairs that a dealer may hold against two cards and a board of five."""
RUNOUTS: Final = 1081
"""Turns and rivers after two cards and a flop."""
DEALS: Final = 22_100 * 1176 * RUNOUTS * DEALERS
"""Flops, holes, turns with rivers, dealers: all that can happen."""

TIERS: Final = tuple(sorted(high.LEAST.values()))
"""The least value of every row that a pay table may have, lowest first."""
TIER_NAMES: Final = tuple(sorted(high.LEAST, key=high.LEAST.__getitem__))

FIELD_BITS: Final = 12
"""At most 3,240 holdings share a board of sorts: 4 suits, 81 choices of other suits, 10 flops."""
FIELDS: Final = 5

WORSE, EQUAL, UNQUALIFIED, ALL = 0, 1, 2, 3


class Counts(NamedTuple):
    """Worse, equal and unqualified dealers and the holder's tier, packed; 0 cannot be held."""

    ranks: Ints
    """By board and pair of ranks."""
    sorts: Ints
    """By board and pair of sorts."""


@lru_cache(1)
def counts(qualified: int) -> Counts:
    """The showdown of every holder on every board against a dealer who qualifies from a value."""
    least = np.array(TIERS)
    ranks, values, order = _rank_counts(qualified, least, *tables(7)[:3])
    pairs = sorts()
    packed = _sort_counts(
        qualified, least, *suited_boards(), ranks, values, order, tables(7).suited,
        pairs.first, pairs.second, pairs.members,
    )  # fmt: skip
    return Counts(ranks, packed)


class Sums(NamedTuple):
    """What forms of the counts add up to, by flop and pair of ranks, and what flushes change."""

    ranks: Ints
    sorts: Ints


def sums(found: Counts, forms: Ints, raise_at_river: int = 0, fold: int = 0) -> Sums:
    """The sums of linear forms of the counts over all turns and rivers.

    A form has for each tier the weights of worse, equal, unqualified and all dealers. If a last
    decision is taken at the river, one more sum holds the better of the first form with so many
    times the second, and `fold`.
    """
    ranks = _sum_ranks(found.ranks, forms, raise_at_river, fold)
    suited = _sum_sorts(found, forms, raise_at_river, fold)
    return Sums(ranks, suited)


def _sum_sorts(found: Counts, forms: Ints, raise_at_river: int, fold: int) -> Ints:
    sort_pairs = sorts()
    return _scatter(
        *found, *suited_boards(), suited_flops(), sort_pairs.ranks, sort_pairs.off,
        forms, raise_at_river, fold,
    )  # fmt: skip


def of_holdings(total: Sums) -> Ints:
    """The sums for every flop of `real_flops` and two cards, by `hole_at`; 0 where cards clash."""
    return _gather(total.ranks, total.sorts, real_flops().cards, suited_flops())


class Tally(NamedTuple):
    """Dealers by field, tier and kind (worse, equal, unqualified, all), over chosen holdings."""

    shown: Ints
    folded: Ints
    """The same for those that fold at the river."""


def tally(
    found: Counts,
    chosen: Bytes,
    forms: Ints,
    river_field: int = 0,
    raise_at_river: int = 0,
    fold: int = 0,
) -> Tally:
    """How often everything happens when each holding of a flop goes to a field 1 to 5, or 0: out.

    The holdings of the river's field decide at the river as in `sums`.
    """
    flops = real_flops()
    ranks, suited = _spread(chosen, flops.cards, flops.weights, suited_flops())
    sort_pairs = sorts()
    shown, folded = _tally_ranks(found.ranks, ranks, forms, river_field, raise_at_river, fold)
    _tally_sorts(
        *found, *suited_boards(), suited_flops(), sort_pairs.ranks, sort_pairs.off,
        suited, forms, river_field, raise_at_river, fold, shown, folded,
    )  # fmt: skip
    return Tally(*(part.reshape(-1, 16, 4)[:, : len(TIERS)] for part in (shown, folded)))


@cache
def tier_table() -> Bytes:
    """The tier of a value by its bits above the sixteenth: category and first rank."""
    table = np.zeros(1 << 8, np.uint8)
    for top in range(1 << 8):
        table[top] = sum(least >> 16 <= top for least in TIERS) - 1
    return table


# Counting dealers.


@kernel
def tier_of(value: int, least: Ints) -> int:
    """The best row of a pay table that a value reaches."""
    tier = len(least) - 1
    while value < least[tier]:
        tier -= 1
    return tier


@kernel
def sort_up(numbers: Ints, size: int) -> None:
    """Sort the first numbers by Shell's method: Numba takes ten seconds to compile its own sort."""
    for gap in (132, 57, 23, 10, 4, 1):
        for start in range(gap, size):
            number, at = numbers[start], start
            while at >= gap and numbers[at - gap] > number:
                numbers[at] = numbers[at - gap]
                at -= gap
            numbers[at] = number


@kernel
def pack_counts(worse: int, equal: int, unqualified: int, tier: int) -> int:
    """Four small numbers in one, never 0."""
    return worse | (equal << 10) | (unqualified << 20) | (tier << 30) | (1 << 34)


@kernel
def _rank_counts(
    qualified: int, least: Ints, keys: Ints, moves: NDArray[np.uint16], slots: Values
) -> tuple[Ints, Values, Bytes]:
    packed = np.zeros((BOARDS, PAIRS), np.int64)
    values = np.zeros((BOARDS, PAIRS), np.int32)
    order = np.zeros((BOARDS, PAIRS), np.uint8)
    held = np.zeros(13, np.int64)
    for e in range(13):
        for d in range(e, 13):
            for c in range(d, 13):
                for b in range(c, 13):
                    for a in range(b, 13):
                        if a == e:
                            continue
                        held[:] = 0
                        for rank in (a, b, c, d, e):
                            held[rank] += 1
                        at = board_at(held)
                        base = 0
                        for rank in (a, b, c, d, e):
                            base += keys[4 * rank] & ~wide(0xFFFF)
                        _rank_board(
                            qualified, least, held, base, keys, moves, slots,
                            packed[at], values[at], order[at],
                        )  # fmt: skip
    return packed, values, order


@kernel
def _rank_board(
    qualified: int,
    least: Ints,
    held: Ints,
    base: int,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    packed: Ints,
    values: Values,
    order: Bytes,
) -> None:
    """One board of ranks: what all pairs are worth, in which order, and whom they meet."""
    ways = np.zeros(PAIRS, np.int64)
    firsts = np.zeros(PAIRS, np.int64)
    seconds = np.zeros(PAIRS, np.int64)
    sortable = np.empty(PAIRS, np.int64)
    for a in range(13):
        for b in range(a + 1):
            pair = a * (a + 1) // 2 + b
            firsts[pair], seconds[pair] = a, b
            left, right = 4 - held[a], 4 - held[b]
            ways[pair] = left * right if a != b else left * (left - 1) // 2
            if ways[pair]:
                key = base + (keys[4 * a] & ~wide(0xFFFF)) + (keys[4 * b] & ~wide(0xFFFF))
                values[pair] = slots[slot_of(key, moves)]
            sortable[pair] = (wide(values[pair]) << 8) | pair
    sort_up(sortable, PAIRS)
    passed = 0
    with_card = np.zeros(13, np.int64)
    low_all, low_card = -1, np.zeros(13, np.int64)
    start = 0
    for at in range(PAIRS):
        order[at] = sortable[at] & 255
    while start < PAIRS:
        value = sortable[start] >> 8
        if low_all < 0 and value >= qualified:
            low_all, low_card[:] = passed, with_card
        end = start
        before = passed
        card_before = with_card.copy()
        while end < PAIRS and sortable[end] >> 8 == value:
            pair = sortable[end] & 255
            if ways[pair]:
                a, b = firsts[pair], seconds[pair]
                passed += ways[pair]
                if a == b:
                    with_card[a] += 3 - held[a]
                else:
                    with_card[a] += 4 - held[b]
                    with_card[b] += 4 - held[a]
            end += 1
        for at in range(start, end):
            pair = sortable[at] & 255
            if ways[pair]:
                a, b = firsts[pair], seconds[pair]
                worse = before - card_before[a] - card_before[b]
                up_to = passed - with_card[a] - with_card[b] + 1
                packed[pair] = pack_counts(worse, up_to - worse, 0, tier_of(value, least))
        start = end
    if low_all < 0:
        low_all, low_card[:] = passed, with_card
    for pair in range(PAIRS):
        if packed[pair]:
            a, b = firsts[pair], seconds[pair]
            low = low_all - low_card[a] - low_card[b] + (values[pair] < qualified)
            packed[pair] |= low << 20


@kernel
def _sort_counts(
    qualified: int,
    least: Ints,
    suited: Ints,
    other: Ints,
    another: Ints,
    rank_packed: Ints,
    rank_values: Values,
    rank_order: Bytes,
    of_suit: Values,
    first: Ints,
    second: Ints,
    members: Ints,
) -> Ints:
    """As the boards of ranks, with the flushes put in between; those are ordered once a suit."""
    packed = np.zeros((len(suited), SORT_PAIRS), np.int64)
    flush_order = np.zeros(SORT_PAIRS, np.int64)
    flush_values = np.zeros(SORT_PAIRS, np.int64)
    is_flush = np.zeros(SORT_PAIRS, np.bool_)
    ways = np.zeros(SORT_PAIRS, np.int64)
    group = np.zeros(SORT_PAIRS, np.int64)
    many = np.zeros(SORTS, np.int64)
    with_card, low_card = np.zeros(SORTS, np.int64), np.zeros(SORTS, np.int64)
    held = np.zeros(13, np.int64)
    flushes, known = 0, -1
    for board in range(len(suited)):
        bits = suited[board]
        if bits != known:
            known = bits
            flushes = _flushes(bits, of_suit, first, second, flush_order, flush_values, is_flush)
        for rank in range(13):
            many[rank], many[13 + rank] = 3, 1 - ((bits >> rank) & 1)
        for rank in (other[board], another[board]):
            if rank >= 0:
                many[rank] -= 1
        for pair in range(SORT_PAIRS):
            a, b = first[pair], second[pair]
            ways[pair] = many[a] * many[b] if a != b else many[a] * (many[a] - 1) // 2
        at = rank_board_of(bits, other[board], another[board], held)
        _sort_board(
            qualified, least, many, ways, rank_packed[at], rank_values[at], rank_order[at],
            flushes, flush_order, flush_values, is_flush, first, second, members,
            group, with_card, low_card, packed[board],
        )  # fmt: skip
    return packed


@kernel
def _flushes(
    bits: int,
    of_suit: Values,
    first: Ints,
    second: Ints,
    order: Ints,
    values: Ints,
    is_flush: NDArray[np.bool_],
) -> int:
    """The pairs that make a flush with these ranks of the suit, the lowest first."""
    found = 0
    sortable = np.empty(SORT_PAIRS, np.int64)
    for pair in range(SORT_PAIRS):
        a, b = first[pair], second[pair]
        mine = bits
        clash = False
        if a >= 13:
            clash |= (mine >> (a - 13)) & 1 == 1
            mine |= 1 << (a - 13)
        if b >= 13:
            clash |= (mine >> (b - 13)) & 1 == 1
            mine |= 1 << (b - 13)
        value = wide(of_suit[mine])
        is_flush[pair] = value > 0 and not clash
        if is_flush[pair]:
            sortable[found] = (value << 9) | pair
            found += 1
    sort_up(sortable, found)
    for at in range(found):
        order[at], values[at] = sortable[at] & 511, sortable[at] >> 9
    return found


@kernel
def _sort_board(
    qualified: int,
    least: Ints,
    many: Ints,
    ways: Ints,
    rank_packed: Ints,
    rank_values: Values,
    rank_order: Bytes,
    flushes: int,
    flush_order: Ints,
    flush_values: Ints,
    is_flush: NDArray[np.bool_],
    first: Ints,
    second: Ints,
    members: Ints,
    group: Ints,
    with_card: Ints,
    low_card: Ints,
    packed: Ints,
) -> None:
    """One board of sorts: two sorted lists are merged, ranks and flushes."""
    with_card[:] = 0
    passed, low_all = 0, -1
    at, flush_at = 0, 0
    while at < PAIRS and not rank_packed[rank_order[at]]:
        at += 1
    while at < PAIRS or flush_at < flushes:
        size = 0
        if flush_at < flushes and (
            at == PAIRS or flush_values[flush_at] < rank_values[rank_order[at]]
        ):
            value = flush_values[flush_at]
            tier = tier_of(value, least)
            while flush_at < flushes and flush_values[flush_at] == value:
                group[size] = flush_order[flush_at]
                size += ways[flush_order[flush_at]] > 0
                flush_at += 1
        else:
            value = wide(rank_values[rank_order[at]])
            tier = (rank_packed[rank_order[at]] >> 30) & 15
            while at < PAIRS and rank_values[rank_order[at]] == value:
                ranks = wide(rank_order[at])
                for n in range(4):
                    pair = members[ranks, n]
                    if pair >= 0 and ways[pair] > 0 and not is_flush[pair]:
                        group[size] = pair
                        size += 1
                at += 1
        if low_all < 0 and value >= qualified:
            low_all = passed
            low_card[:] = with_card
        start = passed
        for one in range(size):
            pair = group[one]
            packed[pair] = passed - with_card[first[pair]] - with_card[second[pair]]
            start += ways[pair]
        for one in range(size):
            a, b = first[group[one]], second[group[one]]
            with_card[a] += many[b]
            with_card[b] += many[a]
            if a == b:
                with_card[a] -= many[a] + 1
        passed = start
        for one in range(size):
            pair = group[one]
            worse = packed[pair]
            equal = passed - with_card[first[pair]] - with_card[second[pair]] + 1 - worse
            own = 1 if value < qualified else 0  # The holder's pair is among the low ones itself.
            packed[pair] = pack_counts(worse, equal, own, tier)
    if low_all < 0:
        low_all = passed
        low_card[:] = with_card
    for pair in range(SORT_PAIRS):
        if packed[pair]:
            packed[pair] += (low_all - low_card[first[pair]] - low_card[second[pair]]) << 20


# Summing up forms.


@kernel
def form_of(packed: int, form: Ints) -> int:
    """A linear form of one holder's counts on one board."""
    weights = form[(packed >> 30) & 15]
    return int(
        weights[WORSE] * (packed & 1023)
        + weights[EQUAL] * ((packed >> 10) & 1023)
        + weights[UNQUALIFIED] * ((packed >> 20) & 1023)
        + weights[ALL] * DEALERS
    )


@kernel
def _forms(packed: int, forms: Ints, raise_at_river: int, fold: int, out: Ints) -> None:
    """All forms of one holder on one board; nothing where it cannot be held."""
    if not packed:
        out[:] = 0
        return
    for at in range(len(forms)):
        out[at] = form_of(packed, forms[at])
    if raise_at_river:
        out[-1] = max(out[0] + raise_at_river * out[1], fold)


@kernel
def _sum_ranks(packed: Ints, forms: Ints, raise_at_river: int, fold: int) -> Ints:
    """Over all turns and rivers by rank, with as many ways as there are cards left."""
    size = len(forms) + (1 if raise_at_river else 0)
    total = np.zeros((size, FLOPS, PAIRS), np.int64)
    table = np.zeros((BOARDS, PAIRS, size), np.int64)
    for board in range(BOARDS):
        for pair in range(PAIRS):
            _forms(packed[board, pair], forms, raise_at_river, fold, table[board, pair])
    held = np.zeros(13, np.int64)
    for c in range(13):
        for b in range(c, 13):
            for a in range(b, 13):
                flop = flop_at(a, b, c)
                for t in range(13):
                    for r in range(t + 1):
                        held[:] = 0
                        for rank in (a, b, c, t, r):
                            held[rank] += 1
                        if held.max() > 4:
                            continue
                        board = board_at(held)
                        held[t] -= 1
                        held[r] -= 1
                        for x in range(13):
                            for y in range(x + 1):
                                held[x] += 1
                                held[y] += 1
                                left, right = max(4 - held[t], 0), max(4 - held[r], 0)
                                ways = left * right if t != r else left * (left - 1) // 2
                                held[x] -= 1
                                held[y] -= 1
                                pair = x * (x + 1) // 2 + y
                                for at in range(size):
                                    total[at, flop, pair] += ways * table[board, pair, at]
    return total


@kernel
def row_ways(kind: int, turn: int, river: int, on_flop: int, off: Ints, ways: Ints) -> None:
    """How many cards off the suit can be turn and river, for every pair of sorts that is held."""
    if kind == 0:
        ways[:] = 1
    elif kind == 1:
        for pair in range(SORT_PAIRS):
            ways[pair] = 3 - on_flop - off[turn, pair]
    elif turn != river:
        for pair in range(SORT_PAIRS):
            ways[pair] = (3 - off[turn, pair]) * (3 - off[river, pair])
    else:
        for pair in range(SORT_PAIRS):
            ways[pair] = (3 - off[turn, pair]) * (2 - off[turn, pair]) // 2


@kernel
def rows_of(
    bits: int, other: int, another: int, flops: Ints, row: Ints, kind: Ints, turn: Ints, on: Ints
) -> int:
    """The flops inside a board of sorts: where they stand, and what is left for turn and river.

    Kind 0: both are of the suit; 1: one is off it, of the rank `turn`, of which `on` the flop has
    one already; 2: both are off it.
    """
    ranks = np.empty(5, np.int64)
    size = 0
    for rank in range(13):
        if (bits >> rank) & 1:
            ranks[size] = rank
            size += 1
    found = 0
    for three in range(1, 1 << size):
        part, chosen = 0, 0
        for at in range(size):
            if (three >> at) & 1:
                part |= 1 << ranks[at]
                chosen += 1
        if chosen > 3 or size - chosen > 2:
            continue
        if chosen == 3:
            row[found], on[found] = flops[part], 0
            kind[found], turn[found] = 5 - size, other
            found += 1
        elif chosen == 2 and size == 4:
            row[found], kind[found] = flops[part] + other, 0
            found += 1
        elif chosen == 2:
            row[found], kind[found] = flops[part] + other, 1
            turn[found], on[found] = another, 1 if other == another else 0
            found += 1
            if other != another:
                row[found], kind[found], turn[found], on[found] = flops[part] + another, 1, other, 0
                found += 1
        elif chosen == 1:
            row[found], kind[found] = flops[part] + pair_at(other, another), 0
            found += 1
    return found


@kernel
def _scatter(
    rank_packed: Ints,
    packed: Ints,
    suited: Ints,
    other: Ints,
    another: Ints,
    flops: Ints,
    pair_ranks: Ints,
    off: Ints,
    forms: Ints,
    raise_at_river: int,
    fold: int,
) -> Ints:
    """What flushes change, for every flop inside every board of sorts."""
    size = len(forms) + (1 if raise_at_river else 0)
    total = np.zeros((size, SUITED_FLOPS, SORT_PAIRS), np.int64)
    change = np.zeros((size, SORT_PAIRS), np.int64)
    plain = np.zeros((PAIRS, size), np.int64)
    one = np.zeros(size, np.int64)
    ways = np.zeros(SORT_PAIRS, np.int64)
    row, kind = np.zeros(16, np.int64), np.zeros(16, np.int64)
    turn, on = np.zeros(16, np.int64), np.zeros(16, np.int64)
    held = np.zeros(13, np.int64)
    for board in range(len(suited)):
        bits, x, y = suited[board], other[board], another[board]
        ranks = rank_packed[rank_board_of(bits, x, y, held)]
        for pair in range(PAIRS):
            _forms(ranks[pair], forms, raise_at_river, fold, plain[pair])
        for pair in range(SORT_PAIRS):
            mine = packed[board, pair]
            _forms(mine, forms, raise_at_river, fold, one)
            for at in range(size):
                change[at, pair] = one[at] - plain[pair_ranks[pair], at] if mine else 0
        for n in range(rows_of(bits, x, y, flops, row, kind, turn, on)):
            row_ways(kind[n], turn[n], y, on[n], off, ways)
            for at in range(size):
                into, what = total[at, row[n]], change[at]
                for pair in range(SORT_PAIRS):
                    into[pair] += ways[pair] * what[pair]
    return total


@kernel
def rank_board_of(bits: int, other: int, another: int, held: Ints) -> int:
    """The board of ranks beneath a board of sorts."""
    for rank in range(13):
        held[rank] = (bits >> rank) & 1
    if other >= 0:
        held[other] += 1
    if another >= 0:
        held[another] += 1
    return board_at(held)


# From sums to holdings, and back.


@kernel
def sort_flop_at(flop: Ints, suit: int, flops: Ints) -> int:
    """Where a flop stands as seen from a suit; -1 if it has no card of it."""
    bits, other, another = 0, -1, -1
    for card in flop:
        if card & 3 == suit:
            bits |= 1 << (card >> 2)
        elif other < 0:
            other = card >> 2
        else:
            another = card >> 2
    if not bits:
        return -1
    beside = 0 if other < 0 else other if another < 0 else pair_at(other, another)
    return int(flops[bits]) + beside


@kernel
def sort_of(card: int, suit: int) -> int:
    """A card as seen from a suit."""
    return (card >> 2) + (13 if card & 3 == suit else 0)


@kernel
def _gather(ranks: Ints, suited: Ints, cards: Ints, flops: Ints) -> Ints:
    size = len(ranks)
    total = np.zeros((size, len(cards), HOLES), np.int64)
    rows = np.zeros(4, np.int64)
    for n in range(len(cards)):
        x, y, z = cards[n]
        flop = flop_at(x >> 2, y >> 2, z >> 2)
        for suit in range(4):
            rows[suit] = sort_flop_at(cards[n], suit, flops)
        for a in range(1, 52):
            if a in (x, y, z):
                continue
            for b in range(a):
                if b in (x, y, z):
                    continue
                hole, pair = hole_at(a, b), pair_at(a >> 2, b >> 2)
                for at in range(size):
                    total[at, n, hole] = ranks[at, flop, pair]
                for suit in range(4):
                    if rows[suit] >= 0:
                        sort_pair = pair_at(sort_of(a, suit), sort_of(b, suit))
                        for at in range(size):
                            total[at, n, hole] += suited[at, rows[suit], sort_pair]
    return total


@kernel
def _spread(chosen: Bytes, cards: Ints, weights: Ints, flops: Ints) -> tuple[Ints, Ints]:
    """How many holdings of each field stand behind a flop by ranks and by sorts."""
    ranks = np.zeros((FIELDS + 1, FLOPS, PAIRS), np.int64)
    suited = np.zeros((SUITED_FLOPS, SORT_PAIRS), np.int64)
    rows = np.zeros(4, np.int64)
    for n in range(len(cards)):
        x, y, z = cards[n]
        flop = flop_at(x >> 2, y >> 2, z >> 2)
        for suit in range(4):
            rows[suit] = sort_flop_at(cards[n], suit, flops)
        for a in range(1, 52):
            for b in range(a):
                field = chosen[n, hole_at(a, b)]
                if not field:
                    continue
                ranks[field, flop, pair_at(a >> 2, b >> 2)] += weights[n]
                weight = weights[n] << (FIELD_BITS * (field - 1))
                for suit in range(4):
                    if rows[suit] >= 0:
                        suited[rows[suit], pair_at(sort_of(a, suit), sort_of(b, suit))] += weight
    return ranks, suited


@kernel
def _folds(packed: int, forms: Ints, raise_at_river: int, fold: int) -> bool:
    """Whether a holder gives up at the river."""
    value = form_of(packed, forms[0]) + raise_at_river * form_of(packed, forms[1])
    return bool(value <= fold)


@kernel
def _count(packed: int, times: int, field: int, into: Ints) -> None:
    """Add one holder's counts so many times."""
    at = (field * 16 + ((packed >> 30) & 15)) * 4
    into[at + WORSE] += times * (packed & 1023)
    into[at + EQUAL] += times * ((packed >> 10) & 1023)
    into[at + UNQUALIFIED] += times * ((packed >> 20) & 1023)
    into[at + ALL] += times * DEALERS


@kernel
def _tally_ranks(
    packed: Ints, holdings: Ints, forms: Ints, river_field: int, raise_at_river: int, fold: int
) -> tuple[Ints, Ints]:
    shown = np.zeros((FIELDS + 1) * 64, np.int64)
    folded = np.zeros((FIELDS + 1) * 64, np.int64)
    times = np.zeros((BOARDS, PAIRS, FIELDS + 1), np.int64)
    held = np.zeros(13, np.int64)
    for c in range(13):
        for b in range(c, 13):
            for a in range(b, 13):
                flop = flop_at(a, b, c)
                for t in range(13):
                    for r in range(t + 1):
                        held[:] = 0
                        for rank in (a, b, c, t, r):
                            held[rank] += 1
                        if held.max() > 4:
                            continue
                        board = board_at(held)
                        held[t] -= 1
                        held[r] -= 1
                        for x in range(13):
                            for y in range(x + 1):
                                held[x] += 1
                                held[y] += 1
                                left, right = max(4 - held[t], 0), max(4 - held[r], 0)
                                ways = left * right if t != r else left * (left - 1) // 2
                                held[x] -= 1
                                held[y] -= 1
                                pair = x * (x + 1) // 2 + y
                                for field in range(1, FIELDS + 1):
                                    times[board, pair, field] += ways * holdings[field, flop, pair]
    for board in range(BOARDS):
        for pair in range(PAIRS):
            if not packed[board, pair]:
                continue
            mine = packed[board, pair]
            gone = river_field > 0 and _folds(mine, forms, raise_at_river, fold)
            for field in range(1, FIELDS + 1):
                into = folded if gone and field == river_field else shown
                _count(mine, times[board, pair, field], field, into)
    return shown, folded


@kernel
def _tally_sorts(
    rank_packed: Ints,
    packed: Ints,
    suited: Ints,
    other: Ints,
    another: Ints,
    flops: Ints,
    pair_ranks: Ints,
    off: Ints,
    holdings: Ints,
    forms: Ints,
    river_field: int,
    raise_at_river: int,
    fold: int,
    shown: Ints,
    folded: Ints,
) -> None:
    """Put the counts with flushes in place of those by ranks alone."""
    times = np.zeros(SORT_PAIRS, np.int64)
    ways = np.zeros(SORT_PAIRS, np.int64)
    row, kind = np.zeros(16, np.int64), np.zeros(16, np.int64)
    turn, on = np.zeros(16, np.int64), np.zeros(16, np.int64)
    held = np.zeros(13, np.int64)
    mask = (1 << FIELD_BITS) - 1
    for board in range(len(suited)):
        bits, x, y = suited[board], other[board], another[board]
        ranks = rank_packed[rank_board_of(bits, x, y, held)]
        times[:] = 0
        for n in range(rows_of(bits, x, y, flops, row, kind, turn, on)):
            row_ways(kind[n], turn[n], y, on[n], off, ways)
            what = holdings[row[n]]
            for pair in range(SORT_PAIRS):
                times[pair] += ways[pair] * what[pair]
        for pair in range(SORT_PAIRS):
            mine, plain = packed[board, pair], ranks[pair_ranks[pair]]
            if not mine or not times[pair]:
                continue
            left, field = times[pair], 1
            while left:
                many = left & mask
                if many and field == river_field:
                    gone = _folds(mine, forms, raise_at_river, fold)
                    _count(mine, many, field, folded if gone else shown)
                    gone = _folds(plain, forms, raise_at_river, fold)
                    _count(plain, -many, field, folded if gone else shown)
                elif many:
                    _count(mine, many, field, shown)
                    _count(plain, -many, field, shown)
                left >>= FIELD_BITS
                field += 1
