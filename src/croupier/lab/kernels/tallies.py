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
    rank_board_of,
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
    form_of,
)
from croupier.lab.kernels.jit import kernel, lean
from croupier.lab.kernels.showdown import (
    add,
    add_with_one,
    add_with_two,
    parts_of,
    runouts,
    sort_flop_at,
    sort_of,
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
    shown, folded = _tally_ranks(
        found.ranks, ranks, *runouts(), forms, river_field, raise_at_river, fold
    )
    for some, shifts, packed in _packed(suited):
        _tally_sorts(
            *found, suited_boards(), suited_flops(), sorts().ranks,
            packed, some, shifts, forms, river_field, raise_at_river, fold, shown, folded,
        )  # fmt: skip
    return Tally(*(part.reshape(-1, 16, 4)[:, : len(TIERS)] for part in (shown, folded)))


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


@lean
def _folds(packed: int, forms: Ints, raise_at_river: int, fold: int) -> bool:
    """Whether a holder gives up at the river."""
    value = form_of(packed, forms[0]) + raise_at_river * form_of(packed, forms[1])
    return bool(value <= fold)


@lean
def _count(packed: int, times: int, field: int, into: Ints) -> None:
    """Add one holder's counts several times."""
    at = (field * 16 + ((packed >> 30) & 15)) * 4
    into[at + WORSE] += times * (packed & 1023)
    into[at + EQUAL] += times * ((packed >> 10) & 1023)
    into[at + UNQUALIFIED] += times * ((packed >> 20) & 1023)
    into[at + ALL] += times * DEALERS


@lean
def _count_change(packed: int, plain: int, times: int, field: int, into: Ints) -> None:
    """The same for what has changed in counts of one tier."""
    at = (field * 16 + ((packed >> 30) & 15)) * 4
    into[at + WORSE] += times * ((packed & 1023) - (plain & 1023))
    into[at + EQUAL] += times * (((packed >> 10) & 1023) - ((plain >> 10) & 1023))
    into[at + UNQUALIFIED] += times * (((packed >> 20) & 1023) - ((plain >> 20) & 1023))


@kernel
def _tally_ranks(
    packed: Ints,
    holdings: Ints,
    boards: Ints,
    ways: Bytes,
    forms: Ints,
    river_field: int,
    raise_at_river: int,
    fold: int,
) -> tuple[Ints, Ints]:
    shown = np.zeros(len(holdings) * 64, np.int64)
    folded = np.zeros(len(holdings) * 64, np.int64)
    times = np.zeros((BOARDS, PAIRS), np.int64)
    for field in range(1, len(holdings)):
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
                    gone = field == river_field and _folds(one, forms, raise_at_river, fold)
                    _count(one, many, field, folded if gone else shown)
    return shown, folded


@kernel
def _tally_sorts(
    rank_packed: Ints,
    packed: Ints,
    every: SuitedBoards,
    flops: Ints,
    pair_ranks: Ints,
    holdings: Ints,
    fields: Ints,
    shifts: Ints,
    forms: Ints,
    river_field: int,
    raise_at_river: int,
    fold: int,
    shown: Ints,
    folded: Ints,
) -> None:
    """Put the counts with flushes in place of those by ranks alone."""
    times, three = np.zeros(SORT_PAIRS, np.int64), np.zeros(SORT_PAIRS, np.int64)
    two = np.zeros((13, SORT_PAIRS), np.int64)
    held, parts = np.zeros(13, np.int64), np.zeros(10, np.int64)
    suited, other, another = every
    known = -1
    for board in range(len(suited)):
        bits, x, y = suited[board], other[board], another[board]
        if bits != known:
            known = bits
            _gather_parts(bits, flops, parts, holdings, three, two)
        _gather_board(bits, x, y, flops, parts, holdings, three, two, times)
        ranks = rank_packed[rank_board_of(bits, x, y, held)]
        for pair in range(SORT_PAIRS):
            mine, left, plain = packed[board, pair], times[pair], ranks[pair_ranks[pair]]
            if not left or not mine or mine == plain:
                continue
            for n in range(len(fields)):
                if not left >> shifts[n]:
                    break
                many = (left >> shifts[n]) & ((1 << (shifts[n + 1] - shifts[n])) - 1)
                field, gone, was_gone = fields[n], False, False
                if field == river_field and many:
                    gone = _folds(mine, forms, raise_at_river, fold)
                    was_gone = _folds(plain, forms, raise_at_river, fold)
                if gone != was_gone or (mine ^ plain) >> TIER_SHIFT:
                    _count(mine, many, field, folded if gone else shown)
                    _count(plain, -many, field, folded if was_gone else shown)
                elif many:
                    _count_change(mine, plain, many, field, folded if gone else shown)


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
    bits: int,
    x: int,
    y: int,
    flops: Ints,
    parts: Ints,
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
        for n in range(parts_of(bits, 1, parts)):
            add(1, holdings[flops[parts[n]] + pair_at(x, y)], times)
