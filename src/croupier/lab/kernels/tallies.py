"""How often each outcome comes, counted over all boards and dealers."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.boards import (
    BOARDS,
    FLOPS,
    PAIRS,
    SORT_PAIRS,
    SUITED_FLOPS,
    Ints,
    SuitedBoards,
    flop_at,
    hole_at,
    pair_at,
    real_flops,
    sorts,
    suited_boards,
    suited_flops,
)
from croupier.lab.kernels.dealers import (
    ALL,
    DEALERS,
    EQUAL,
    TIERS,
    UNQUALIFIED,
    WORSE,
    Bytes,
    Counts,
)
from croupier.lab.kernels.jit import kernel, lean, step, wide
from croupier.lab.kernels.showdown import (
    LEAST,
    add,
    add_with_one,
    add_with_two,
    lines,
    parts_of,
    runouts,
    sort_flop_at,
    sort_of,
    value_of,
)

TIER_SHIFT: Final = 30
"""The bits of packed counts from which on stands the tier."""
BITS: Final = 63
ONE_SUITED: Final = 13 * PAIRS
"""The flops with one card of the suit come first,"""
TWO_SUITED: Final = ONE_SUITED + 78 * 13
"""then those with two."""


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
    """How often everything happens when each holding goes to a field from 1 on, or 0: out.

    The holdings of the river's field decide at the river as in `sums`.
    """
    flops, fields = real_flops(), max(int(chosen.max()), river_field)
    ranks, suited = _spread(chosen, fields, flops.cards, flops.weights, suited_flops())
    river = lines(forms[:1] + raise_at_river * forms[-1:])[0]
    ends = _tally_ranks(found.ranks, ranks, *runouts(), river, river_field, fold)
    for some, shifts, packed in _packed(suited):
        _tally_sorts(
            *found, suited_boards(), suited_flops(), sorts().members,
            packed, _busy(packed), some, shifts, river, river_field, fold, ends,
        )  # fmt: skip
    return Tally(*ends.reshape(2, -1, 16, 4)[:, :, : len(TIERS)])


def _busy(holdings: Ints) -> NDArray[np.bool_]:
    """By ranks in the suit: whether any holding stands behind a flop that has just these."""
    starts, found = suited_flops(), np.zeros(1 << 13, np.bool_)
    bits = np.flatnonzero(starts >= 0)
    bits = bits[np.argsort(starts[bits])]
    found[bits] = np.logical_or.reduceat(holdings.any(axis=1), starts[bits])
    return found


@kernel
def _spread(
    chosen: Bytes, fields: int, cards: Ints, weights: Ints, flops: Ints
) -> tuple[Ints, NDArray[np.uint16]]:
    """How many holdings of each field stand behind a flop by ranks and by sorts."""
    ranks = np.zeros((fields + 1, FLOPS, PAIRS), np.int64)
    suited = np.zeros((fields + 1, SUITED_FLOPS, SORT_PAIRS), np.uint16)
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
                for suit in range(4):
                    if rows[suit] >= 0:
                        pair = pair_at(sort_of(a, suit), sort_of(b, suit))
                        suited[field, rows[suit], pair] += weights[n]
    return ranks, suited


def _packed(suited: NDArray[np.uint16]) -> Iterator[tuple[Ints, Ints, Ints]]:
    """Fields side by side in numbers of 63 bits, each as wide as it needs: which, from which bit on
    (and where the last ends), and the numbers.
    """
    some: list[int] = []
    shifts = [0]
    for field in range(1, len(suited)):
        width = _most(suited[field]).bit_length()
        if shifts[-1] + width > BITS:
            yield _side_by_side(suited, some, shifts)
            some, shifts = [], [0]
        if width:
            some.append(field)
            shifts.append(shifts[-1] + width)
    if some:
        yield _side_by_side(suited, some, shifts)


def _most(holdings: NDArray[np.uint16]) -> int:
    """No more holdings than this share a board: the flops inside it, times turns and rivers."""
    rows = np.split(holdings, (ONE_SUITED, TWO_SUITED))
    one, two, three = (int(part.max()) for part in rows)
    return max(9 * three + 6 * 3 * two + 3 * one, 4 * 3 * three + 6 * two, 10 * three)


def _side_by_side(
    suited: NDArray[np.uint16], some: list[int], shifts: list[int]
) -> tuple[Ints, Ints, Ints]:
    packed = np.zeros(suited.shape[1:], np.int64)
    for field, shift in zip(some, shifts, strict=False):
        packed |= suited[field].astype(np.int64) << shift
    return np.array(some), np.array(shifts), packed


@step
def _end(packed: int, field: int, fields: int, river: Ints, river_field: int, fold: int) -> int:
    """Where the counts of one holder of a field begin; those that fold at the river are apart."""
    gone = field == river_field and value_of(packed, river, LEAST) <= fold
    return ((fields if gone else 0) + field) * 64 + ((packed >> TIER_SHIFT) & 15) * 4


@step
def _count(packed: int, times: int, at: int, ends: Ints) -> None:
    """Add one holder's counts several times."""
    ends[at + WORSE] += times * (packed & 1023)
    ends[at + EQUAL] += times * ((packed >> 10) & 1023)
    ends[at + UNQUALIFIED] += times * ((packed >> 20) & 1023)
    ends[at + ALL] += times * DEALERS


@kernel
def _tally_ranks(
    packed: Ints,
    holdings: Ints,
    boards: Ints,
    ways: Bytes,
    river: Ints,
    river_field: int,
    fold: int,
) -> Ints:
    """Dealers by whether they are met, field, tier and kind."""
    fields = len(holdings)
    ends = np.zeros(2 * fields * 64, np.int64)
    times = np.zeros((BOARDS, PAIRS), np.int64)
    for field in range(1, fields):
        times[:] = 0
        for flop in range(FLOPS):
            mine = holdings[field, flop]
            if mine.any():
                for n in range(PAIRS):
                    board = boards[flop, n]
                    for pair in range(PAIRS):
                        times[board, pair] += ways[flop, n, pair] * mine[pair]
        for board in range(BOARDS):
            for pair in range(PAIRS):
                one, many = packed[board, pair], times[board, pair]
                if one and many:
                    _count(one, many, _end(one, field, fields, river, river_field, fold), ends)
    return ends


@kernel
def _tally_sorts(
    rank_packed: Ints,
    packed: Ints,
    every: SuitedBoards,
    flops: Ints,
    members: Ints,
    holdings: Ints,
    busy: NDArray[np.bool_],
    fields: Ints,
    shifts: Ints,
    river: Ints,
    river_field: int,
    fold: int,
    ends: Ints,
) -> None:
    """Put the counts with flushes in place of those by ranks alone."""
    times, three = np.zeros(SORT_PAIRS, np.int64), np.zeros(SORT_PAIRS, np.int64)
    two = np.zeros((13, SORT_PAIRS), np.int64)
    parts, singles = np.zeros(10, np.int64), np.zeros(5, np.int64)
    suited, other, another, ranks = every
    own, known, some = np.zeros(4, np.int64), -1, False
    for board in range(len(suited)):
        bits, x, y = suited[board], other[board], another[board]
        if bits != known:
            known, some = bits, _any_part(bits, parts, busy)
            if some:
                parts_of(bits, 1, singles)
                _gather_parts(bits, flops, parts, holdings, three, two)
        if not some:
            continue
        _gather_board(x, y, flops, singles, holdings, three, two, times)
        _tally_board(
            rank_packed[ranks[board]], packed[board], members, times, own, fields, shifts,
            river, river_field, fold, ends,
        )  # fmt: skip


@lean
def _any_part(bits: int, parts: Ints, busy: NDArray[np.bool_]) -> bool:
    """Whether a holding stands behind a flop with one to three of these ranks in the suit."""
    some = False
    for size in range(1, 4):
        for n in range(parts_of(bits, size, parts)):
            some |= busy[parts[n]]
    return some


@lean
def _tally_board(
    ranks: Ints,
    packed: Ints,
    members: Ints,
    times: Ints,
    own: Ints,
    fields: Ints,
    shifts: Ints,
    river: Ints,
    river_field: int,
    fold: int,
    ends: Ints,
) -> None:
    for pair in range(PAIRS):
        if not ranks[pair]:
            continue
        some = wide(0)
        for n in range(4):
            own[n] = times[members[pair, n]] if n < 2 or members[pair, n] else 0
            some |= own[n]
        for n in range(len(fields)):
            if not some >> shifts[n]:
                break
            mask = (1 << (shifts[n + 1] - shifts[n])) - 1
            if (some >> shifts[n]) & mask:
                _tally_pair(
                    ranks[pair], packed, members[pair], own, shifts[n], mask,
                    fields[n], river, river_field, fold, ends,
                )  # fmt: skip


@step
def _tally_pair(
    plain: int,
    packed: Ints,
    members: Ints,
    times: Ints,
    shift: int,
    mask: int,
    field: int,
    river: Ints,
    river_field: int,
    fold: int,
    ends: Ints,
) -> None:
    """Count the holders of two ranks by their sorts, and no more by their ranks.

    Most of them come to the same end as by ranks, so their numbers are added up first.
    """
    fields = len(ends) // 128
    end = _end(plain, field, fields, river, river_field, fold)
    worse = equal = unqualified = same = every = wide(0)
    for n in range(4):
        mine, many = packed[members[n]], (times[n] >> shift) & mask
        many = many if mine else 0
        at = _end(mine, field, fields, river, river_field, fold)
        alike = many if at == end else 0
        every += many
        same += alike
        worse += alike * (mine & 1023)
        equal += alike * ((mine >> 10) & 1023)
        unqualified += alike * ((mine >> 20) & 1023)
        if many != alike:
            _count(mine, many, at, ends)
    ends[end + WORSE] += worse - every * (plain & 1023)
    ends[end + EQUAL] += equal - every * ((plain >> 10) & 1023)
    ends[end + UNQUALIFIED] += unqualified - every * ((plain >> 20) & 1023)
    ends[end + ALL] += (same - every) * DEALERS


@lean
def _gather_parts(
    bits: int, flops: Ints, parts: Ints, holdings: Ints, three: Ints, two: Ints
) -> None:
    """What flops with three and two of these ranks in the suit have, for every other card."""
    three[:], two[:] = 0, 0
    for n in range(parts_of(bits, 3, parts)):
        add(1, holdings[flops[parts[n]]], three)
    for n in range(parts_of(bits, 2, parts)):
        for beside in range(13):
            add(1, holdings[flops[parts[n]] + beside], two[beside])


@lean
def _gather_board(
    x: int,
    y: int,
    flops: Ints,
    singles: Ints,
    holdings: Ints,
    three: Ints,
    two: Ints,
    times: Ints,
) -> None:
    """The holdings behind a board: of all flops inside it, times the choices of turn and river."""
    times[:] = 0
    if x < 0:
        add(1, three, times)
    elif y < 0:
        add_with_one(x, 0, three, times)
        add(1, two[x], times)
    else:
        add_with_two(x, y, three, times)
        add_with_one(y, 1 if x == y else 0, two[x], times)
        if x != y:
            add_with_one(x, 0, two[y], times)
        for n in range(3):
            add(1, holdings[flops[singles[n]] + pair_at(x, y)], times)
