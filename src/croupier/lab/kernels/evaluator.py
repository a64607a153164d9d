"""Seven cards at once by the hundred million: the integers of `ranks.high` from arrays.

A hand is worth what its ranks are worth, unless five are of one suit. Every card has a key, and
the sum of the keys of a hand holds both: four counters of suits below, and above them a sum of
ranks in base five, multiplied by an odd number. A product of a sum is a sum of products, so the
keys carry the multiplication already, and its upper bits are a hash of the ranks. One look into
a small table of displacements makes that hash perfect; one more finds the value.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.jit import kernel, lean, wide

Hands = NDArray[np.uint8]
Keys = NDArray[np.int64]
Moves = NDArray[np.uint16]
Values = NDArray[np.int32]

ROW_BITS: Final = 13
SLOT_BITS: Final = 16
MIXER: Final = 0x9E3779B1  # Any odd number that spreads well: this one is 2**32 / golden ratio.
FIVE_SUITED: Final = 0x3333
SUITED: Final = 0x8888
AT_ONCE: Final = 1 << 10
"""Hands ranked together, so that what is known of them stays in a core's first cache."""


class Tables(NamedTuple):
    """What a kernel looks into; together they stay in a core's second cache."""

    keys: NDArray[np.int64]
    """The key of each card: hashed ranks above bit 32, suits below."""
    moves: NDArray[np.uint16]
    """The displacement of each row of the hash."""
    values: Values
    """The value of each slot, where no five are of one suit."""
    suited: Values
    """The value of each set of ranks of one suit; 0 if there are fewer than five."""


@cache
def tables(size: int) -> Tables:
    """The tables for hands of five, six or seven cards."""
    sums, values = _of_all_ranks(size)
    hashes = (sums * MIXER) & 0xFFFFFFFF
    moves, slots = _displaced(hashes, values)
    ranks, suits = np.divmod(np.arange(52, dtype=np.int64), 4)
    mixed = (5**ranks * MIXER) & 0xFFFFFFFF
    keys = (mixed << 32) | (1 << 4 * suits)
    return Tables(keys, moves, slots, _of_all_suited())


def evaluate(hands: Hands) -> Values:
    """The value of each row of five, six or seven different cards, as `ranks.high.value` has it."""
    if hands.ndim != 2 or not 5 <= hands.shape[1] <= 7:
        raise ValueError(f"an array of {hands.shape}: hands are rows of five, six or seven cards")
    if hands.dtype != np.uint8 or (hands.size and hands.max() > 51):
        raise ValueError("cards are bytes from 0 to 51")
    values = np.empty(len(hands), np.int32)
    if hands.shape[1] == 7:
        evaluate_seven(hands, *tables(7), values)
    else:
        evaluate_some(hands, *tables(hands.shape[1]), values)
    return values


@kernel
def evaluate_seven(
    hands: Hands, keys: Keys, moves: Moves, slots: Values, suited: Values, values: Values
) -> None:
    """The values of rows of seven cards, some at a time: first all as if no suit mattered, then
    those again of which five are of one suit. To choose at every hand costs as much as to rank it.
    """
    sums, flushes = np.empty(AT_ONCE, np.int64), np.empty(AT_ONCE, np.int64)
    for first in range(0, len(hands), AT_ONCE):
        some, found = hands[first : first + AT_ONCE], values[first : first + AT_ONCE]
        _add_seven(some, keys, sums)
        many = _look_up(sums, moves, slots, found, flushes)
        for n in flushes[:many]:
            found[n] = suited[bits_of_suit(some[n], sums[n] & SUITED)]


@lean
def _add_seven(hands: Hands, keys: Keys, sums: Keys) -> None:
    """The sums of keys, written out because the loop over seven costs a third."""
    for n in range(len(hands)):
        sums[n] = (
            keys[hands[n, 0]]
            + keys[hands[n, 1]]
            + keys[hands[n, 2]]
            + keys[hands[n, 3]]
            + keys[hands[n, 4]]
            + keys[hands[n, 5]]
            + keys[hands[n, 6]]
            + FIVE_SUITED
        )


@lean
def _look_up(sums: Keys, moves: Moves, slots: Values, values: Values, flushes: Keys) -> int:
    """The values by ranks alone, and which have five of a suit; returns how many."""
    many = 0
    for n in range(len(values)):
        values[n] = slots[slot_of(sums[n], moves)]
        flushes[many & (AT_ONCE - 1)] = n
        many += 1 if sums[n] & SUITED else 0
    return many


@lean
def evaluate_some(
    hands: Hands, keys: Keys, moves: Moves, slots: Values, suited: Values, values: Values
) -> None:
    """The values of rows of any size."""
    for n in range(len(hands)):
        key = wide(FIVE_SUITED)
        for at in range(hands.shape[1]):
            key += keys[hands[n, at]]
        if key & SUITED:
            values[n] = suited[bits_of_suit(hands[n], key & SUITED)]
        else:
            values[n] = slots[slot_of(key, moves)]


@lean
def slot_of(key: int, moves: NDArray[np.uint16]) -> int:
    """Where the value of a sum of keys lies."""
    row = (key >> (64 - ROW_BITS)) & ((1 << ROW_BITS) - 1)
    return int(((key >> 35) + moves[row]) & ((1 << SLOT_BITS) - 1))


@lean
def bits_of_suit(hand: Hands, mark: int) -> int:
    """The ranks of the cards that are of the marked suit, one bit each."""
    suit = ((mark >> 7) & 1) + 2 * ((mark >> 11) & 1) + 3 * (mark >> 15)
    bits = 0
    for card in hand:
        bits |= int(card & 3 == suit) << (card >> 2)
    return bits


@lean
def worth(counts: NDArray[np.int64]) -> int:
    """The value of counts of cards by rank, flushes apart, as `ranks.high.unsuited` has it."""
    bits = 0
    four = three = pair = second = -1
    for rank in range(12, -1, -1):
        count = counts[rank]
        if count:
            bits |= 1 << rank
        if count == 4 and four < 0:
            four = rank
        elif count == 3 and three < 0:
            three = rank
        elif count >= 2 and pair < 0:
            pair = rank
        elif count >= 2 and second < 0:
            second = rank
    top = run(bits)
    if four >= 0:
        return (7 << 20) | (four << 16) | kickers(bits & ~(1 << four), 1, 12)
    if three >= 0 and pair >= 0:
        return (6 << 20) | (three << 16) | (pair << 12)
    if top:
        return (4 << 20) | (top << 16)
    if three >= 0:
        return (3 << 20) | (three << 16) | kickers(bits & ~(1 << three), 2, 12)
    if second >= 0:
        rest = bits & ~(1 << pair) & ~(1 << second)
        return (2 << 20) | (pair << 16) | (second << 12) | kickers(rest, 1, 8)
    if pair >= 0:
        return (1 << 20) | (pair << 16) | kickers(bits & ~(1 << pair), 3, 12)
    return kickers(bits, 5, 16)


@kernel
def worth_of_suit(bits: int) -> int:
    """The value of a set of ranks of one suit, 0 for fewer than five."""
    count = 0
    for rank in range(13):
        count += (bits >> rank) & 1
    if count < 5:
        return 0
    top = run(bits)
    return (8 << 20) | (top << 16) if top else (5 << 20) | kickers(bits, 5, 16)


@kernel
def kickers(bits: int, count: int, shift: int) -> int:
    """The highest ranks of a set, four bits each, the first at this shift."""
    value = 0
    for rank in range(12, -1, -1):
        if count and (bits >> rank) & 1:
            value |= rank << shift
            shift -= 4
            count -= 1
    return value


@kernel
def run(bits: int) -> int:
    """The top of the best straight in a set of ranks, 0 if there is none."""
    wide = (bits << 1) | (bits >> 12)
    for top in range(12, 2, -1):
        if (wide >> (top - 3)) & 31 == 31:
            return top
    return 0


@kernel
def _of_all_ranks(size: int) -> tuple[NDArray[np.int64], Values]:
    """Every multiset of `size` ranks as its sum in base five, and its value."""
    sums = np.empty(60_000, np.int64)
    values = np.empty(60_000, np.int32)
    counts = np.zeros(13, np.int64)
    hand = np.zeros(size, np.int64)
    found = 0
    while True:
        counts[:] = 0
        for rank in hand:
            counts[rank] += 1
        if counts.max() < 5:
            total = wide(0)
            for digit in range(12, -1, -1):
                total = total * 5 + int(counts[digit])
            sums[found], values[found] = total, worth(counts)
            found += 1
        at = size - 1
        while at >= 0 and hand[at] == 12:
            at -= 1
        if at < 0:
            return sums[:found], values[:found]
        hand[at:] = hand[at] + 1


def _displaced(hashes: NDArray[np.int64], values: Values) -> tuple[NDArray[np.uint16], Values]:
    """Moves of the rows that put every hash into a slot of its own, the fullest rows first."""
    rows = hashes >> (32 - ROW_BITS)
    sizes = np.bincount(rows, minlength=1 << ROW_BITS)
    order = np.argsort(rows, kind="stable")  # Out here: Numba takes seconds to compile a sort.
    by_size = np.argsort(-sizes, kind="stable")
    return _moved(hashes, values, sizes, order, np.cumsum(sizes) - sizes, by_size)


@kernel
def _moved(
    hashes: NDArray[np.int64],
    values: Values,
    sizes: NDArray[np.int64],
    order: NDArray[np.int64],
    starts: NDArray[np.int64],
    by_size: NDArray[np.int64],
) -> tuple[NDArray[np.uint16], Values]:
    moves = np.zeros(1 << ROW_BITS, np.uint16)
    slots = np.full(1 << SLOT_BITS, -1, np.int32)
    mask = (1 << SLOT_BITS) - 1
    for row in by_size:
        members = order[starts[row] : starts[row] + sizes[row]]
        for move in range(1 << SLOT_BITS):
            free = True
            for at, member in enumerate(members):
                slot = ((hashes[member] >> 3) + move) & mask
                if slots[slot] >= 0:
                    free = False
                    for done in members[:at]:
                        slots[((hashes[done] >> 3) + move) & mask] = -1
                    break
                slots[slot] = values[member]
            if free:
                moves[row] = move
                break
        else:
            raise ValueError("no perfect hash: choose another mixer")
    return moves, slots


@kernel
def _of_all_suited() -> Values:
    suited = np.empty(1 << 13, np.int32)
    for bits in range(1 << 13):
        suited[bits] = worth_of_suit(bits)
    return suited
