"""How often each outcome comes, counted over all boards and dealers."""

from typing import Final, NamedTuple

import numpy as np

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
    rank_flops,
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
from croupier.lab.kernels.holdings import Flags
from croupier.lab.kernels.jit import kernel
from croupier.lab.kernels.showdown import (
    FIELD_BITS,
    FIELDS,
    add_row,
    rows_of,
    runouts_of,
    sort_flop_at,
    sort_of,
)

TIER_SHIFT: Final = 30
"""The bits of packed counts from which on stands the tier."""


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
    shown, folded = _tally_ranks(found.ranks, ranks, forms, river_field, raise_at_river, fold)
    _tally_sorts(
        *found, suited_boards(), suited_flops(), sorts().ranks,
        suited, np.any(suited, axis=1), forms, river_field, raise_at_river, fold, shown, folded,
    )  # fmt: skip
    return Tally(*(part.reshape(-1, 16, 4)[:, : len(TIERS)] for part in (shown, folded)))


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
    """Add one holder's counts several times."""
    at = (field * 16 + ((packed >> 30) & 15)) * 4
    into[at + WORSE] += times * (packed & 1023)
    into[at + EQUAL] += times * ((packed >> 10) & 1023)
    into[at + UNQUALIFIED] += times * ((packed >> 20) & 1023)
    into[at + ALL] += times * DEALERS


@kernel
def _count_change(packed: int, plain: int, times: int, field: int, into: Ints) -> None:
    """The same for what has changed in counts of one tier."""
    at = (field * 16 + ((packed >> 30) & 15)) * 4
    into[at + WORSE] += times * ((packed & 1023) - (plain & 1023))
    into[at + EQUAL] += times * (((packed >> 10) & 1023) - ((plain >> 10) & 1023))
    into[at + UNQUALIFIED] += times * (((packed >> 20) & 1023) - ((plain >> 20) & 1023))


@kernel
def _tally_ranks(
    packed: Ints, holdings: Ints, forms: Ints, river_field: int, raise_at_river: int, fold: int
) -> tuple[Ints, Ints]:
    shown = np.zeros((FIELDS + 1) * 64, np.int64)
    folded = np.zeros((FIELDS + 1) * 64, np.int64)
    times = np.zeros((BOARDS, PAIRS, FIELDS + 1), np.int64)
    boards, ways = np.zeros(PAIRS, np.int64), np.zeros((PAIRS, PAIRS), np.int64)
    for flop, (a, b, c) in enumerate(rank_flops()):
        for n in range(runouts_of(a, b, c, boards, ways)):
            board = boards[n]
            for pair in range(PAIRS):
                for field in range(1, FIELDS + 1):
                    times[board, pair, field] += ways[n, pair] * holdings[field, flop, pair]
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
    every: SuitedBoards,
    flops: Ints,
    pair_ranks: Ints,
    holdings: Ints,
    chosen: Flags,
    forms: Ints,
    river_field: int,
    raise_at_river: int,
    fold: int,
    shown: Ints,
    folded: Ints,
) -> None:
    """Put the counts with flushes in place of those by ranks alone."""
    times = np.zeros(SORT_PAIRS, np.int64)
    row, kind = np.zeros(16, np.int64), np.zeros(16, np.int64)
    turn, on = np.zeros(16, np.int64), np.zeros(16, np.int64)
    held = np.zeros(13, np.int64)
    mask = (1 << FIELD_BITS) - 1
    suited, other, another = every
    for board in range(len(suited)):
        bits, x, y = suited[board], other[board], another[board]
        ranks = rank_packed[rank_board_of(bits, x, y, held)]
        times[:] = 0
        for n in range(rows_of(bits, x, y, flops, row, kind, turn, on)):
            if chosen[row[n]]:
                add_row(kind[n], turn[n], y, on[n], holdings[row[n]], times)
        for pair in range(SORT_PAIRS):
            mine, left = packed[board, pair], times[pair]
            if not mine or not left:
                continue
            plain, field = ranks[pair_ranks[pair]], 1
            while left:
                many = left & mask
                gone = was_gone = False
                if many and field == river_field:
                    gone = _folds(mine, forms, raise_at_river, fold)
                    was_gone = _folds(plain, forms, raise_at_river, fold)
                if many and (gone != was_gone or (mine ^ plain) >> TIER_SHIFT):
                    _count(mine, many, field, folded if gone else shown)
                    _count(plain, -many, field, folded if was_gone else shown)
                elif many:
                    _count_change(mine, plain, many, field, folded if gone else shown)
                left >>= FIELD_BITS
                field += 1
