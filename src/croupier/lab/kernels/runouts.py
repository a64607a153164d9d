"""Boards dealt out to hands: what the hands are worth on them, and which share the pot."""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.evaluator import FIVE_SUITED, SUITED, Values, slot_of
from croupier.lab.kernels.jit import kernel, lean, wide
from croupier.ranks import low8

SHARES: Final = 5040
"""A pot divides without rest between up to ten winners, halves of it too."""


# Kernels.


@kernel
def every_board(
    kind: int,
    hands: Ints,
    fixed: Ints,
    deck: Ints,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    suited: Values,
    lows: NDArray[np.uint8],
    counts: Ints,
) -> int:
    """Every board: its cards go round like the wheels of a counter."""
    missing = 5 - len(fixed)
    board = np.zeros(5, np.int64)
    board[: len(fixed)] = fixed
    at = np.arange(missing)
    values, low = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    own_keys, own_bits = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    for player in range(len(hands)):
        for card in hands[player]:
            own_keys[player] += keys[card]
            own_bits[player] |= 1 << (13 * (card & 3) + (card >> 2))
    boards, size = 0, len(deck)
    base_key, base_bits = wide(0), 0
    fresh = True
    while True:
        if fresh:  # All but the last card have moved.
            base_key, base_bits = wide(FIVE_SUITED), 0
            for n in range(5 if not missing else 4):
                if n >= len(fixed):
                    board[n] = deck[at[n - len(fixed)]]
                base_key += keys[board[n]]
                base_bits |= 1 << (13 * (board[n] & 3) + (board[n] >> 2))
        key, bits = base_key, base_bits
        if missing:
            last = deck[at[missing - 1]]
            board[4] = last
            key += keys[last]
            bits |= 1 << (13 * (last & 3) + (last >> 2))
        if kind == 0:
            for player in range(len(hands)):
                mine = key + own_keys[player]
                if mine & SUITED:
                    values[player] = suited[_of_suit(bits | own_bits[player], mine & SUITED)]
                else:
                    values[player] = slots[slot_of(mine, moves)]
        else:
            omaha_values(hands, board, keys, moves, slots, suited, values)
        if kind == 2:
            low_values(hands, board, lows, low)
        share_out(values, low, kind == 2, counts)
        boards += 1
        if not missing:
            return boards
        wheel = missing - 1
        while wheel >= 0 and at[wheel] == size - missing + wheel:
            wheel -= 1
        if wheel < 0:
            return boards
        at[wheel] += 1
        for n in range(wheel + 1, missing):
            at[n] = at[n - 1] + 1
        fresh = wheel < missing - 1


@kernel
def two_hands(
    hands: Ints,
    fixed: Ints,
    deck: Ints,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    suited: Values,
    counts: Ints,
) -> int:
    """As `every_board`, for the question that is asked most: two hands of Hold'em."""
    missing, size = 5 - len(fixed), len(deck)
    deck_keys, deck_bits = np.empty(size, np.int64), np.empty(size, np.int64)
    for n in range(size):
        deck_keys[n] = keys[deck[n]]
        deck_bits[n] = 1 << (13 * (deck[n] & 3) + (deck[n] >> 2))
    key, bits = np.empty(2, np.int64), np.empty(2, np.int64)
    for player in range(2):
        key[player], bits[player] = FIVE_SUITED, 0
        for card in hands[player]:
            key[player] += keys[card]
            bits[player] |= 1 << (13 * (card & 3) + (card >> 2))
        for card in fixed:
            key[player] += keys[card]
            bits[player] |= 1 << (13 * (card & 3) + (card >> 2))
    at = np.arange(missing)
    won, lost, boards = 0, 0, 0
    while True:
        base, base_bits = 0, 0
        for n in range(missing - 1):
            base += deck_keys[at[n]]
            base_bits |= deck_bits[at[n]]
        one, two = base + key[0], base + key[1]
        first = at[missing - 2] + 1 if missing > 1 else 0
        for last in range(first, size):
            a, b = one + deck_keys[last], two + deck_keys[last]
            if (a | b) & SUITED:
                all_bits = base_bits | deck_bits[last]
                mine = slots[slot_of(a, moves)]
                if a & SUITED:
                    mine = suited[_of_suit(all_bits | bits[0], a & SUITED)]
                other = slots[slot_of(b, moves)]
                if b & SUITED:
                    other = suited[_of_suit(all_bits | bits[1], b & SUITED)]
            else:
                mine, other = slots[slot_of(a, moves)], slots[slot_of(b, moves)]
            won += mine > other
            lost += mine < other
        boards += size - first
        wheel = missing - 2
        while wheel >= 0 and at[wheel] == size - missing + wheel:
            wheel -= 1
        if wheel < 0:
            break
        at[wheel] += 1
        for n in range(wheel + 1, missing - 1):
            at[n] = at[n - 1] + 1
    tied = boards - won - lost
    counts[0] += np.array([won, tied, SHARES * won + SHARES // 2 * tied])
    counts[1] += np.array([lost, tied, SHARES * lost + SHARES // 2 * tied])
    return boards


@kernel
def _of_suit(bits: int, mark: int) -> int:
    """The ranks of the marked suit."""
    if mark & 0x8:
        return bits & 8191
    if mark & 0x80:
        return (bits >> 13) & 8191
    if mark & 0x800:
        return (bits >> 26) & 8191
    return (bits >> 39) & 8191


@kernel
def omaha_values(
    hands: Ints,
    board: Ints,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    suited: Values,
    values: Ints,
) -> None:
    """The best of two from each hand with three of the board."""
    threes, bits = np.empty(10, np.int64), np.empty(10, np.int64)
    n = 0
    for a in range(3):
        for b in range(a + 1, 4):
            for c in range(b + 1, 5):
                threes[n] = FIVE_SUITED + keys[board[a]] + keys[board[b]] + keys[board[c]]
                bits[n] = (1 << (board[a] >> 2)) | (1 << (board[b] >> 2)) | (1 << (board[c] >> 2))
                n += 1
    for player in range(len(hands)):
        best = 0
        for a in range(3):
            for b in range(a + 1, 4):
                x, y = hands[player, a], hands[player, b]
                two, own = keys[x] + keys[y], (1 << (x >> 2)) | (1 << (y >> 2))
                for n in range(10):
                    key = two + threes[n]
                    plain = not key & SUITED
                    value = slots[slot_of(key, moves)] if plain else suited[own | bits[n]]
                    best = max(best, value)
        values[player] = best


@lean
def low_values(hands: Ints, board: Ints, lows: NDArray[np.uint8], values: Ints) -> None:
    """The best low of each hand, 0 for none."""
    shared = 0
    for card in board:
        shared |= low_bit(card)
    for player in range(len(hands)):
        own = 0
        for card in hands[player]:
            own |= low_bit(card)
        values[player] = lows[(own << 8) | shared]


@kernel
def low_bit(card: int) -> int:
    """The bit of a rank in a low, the ace lowest; ranks above the eight have none."""
    return (1 << (((card >> 2) + 1) % 13)) & 255


@lean
def most_of(values: Ints) -> int:
    """The highest; NumPy's own way makes an array, which nobody may in here."""
    most = values[0]
    for value in values:
        most = max(most, value)
    return int(most)


@lean
def share_out(values: Ints, lows: Ints, split: bool, counts: Ints) -> None:
    """Give each player their part of one pot."""
    best, lowest = most_of(values), most_of(lows) if split else 0
    winners, low_winners = 0, 0
    for player in range(len(values)):
        winners += values[player] == best
        low_winners += lowest > 0 and lows[player] == lowest
    high_pot = SHARES // 2 if lowest else SHARES
    for player in range(len(values)):
        part = 0
        if values[player] == best:
            part += high_pot // winners
        if lowest and lows[player] == lowest:
            part += SHARES // 2 // low_winners
        if part == SHARES:
            counts[player, 0] += 1
        elif part:
            counts[player, 1] += 1
        counts[player, 2] += part


@lean
def holdem_values(
    hands: Ints,
    board: Ints,
    values: Ints,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    suited: Values,
) -> None:
    """The best five of each hand with the board."""
    base, base_bits = wide(FIVE_SUITED), 0
    for card in board:
        base += int(keys[card])
        base_bits |= 1 << int(13 * (card & 3) + (card >> 2))
    for player in range(len(hands)):
        key, bits = base, base_bits
        for card in hands[player]:
            key += int(keys[card])
            bits |= 1 << int(13 * (card & 3) + (card >> 2))
        if key & SUITED:
            values[player] = suited[_of_suit(bits, key & SUITED)]
        else:
            values[player] = slots[slot_of(key, moves)]


@cache
def low_table() -> NDArray[np.uint8]:
    """The best low of any ranks of a hand with any ranks of a board."""
    return _lows(low8.WHEEL)


@kernel
def _lows(wheel: int) -> NDArray[np.uint8]:
    table = np.zeros(1 << 16, np.uint8)
    ceiling = wheel + 31
    for own in range(256):
        for shared in range(256):
            best = 0
            for a in range(8):
                for b in range(a):
                    two = (1 << a) | (1 << b)
                    if own & two == two:
                        rest = shared & ~two
                        low = lowest_three(rest)
                        if low:
                            best = max(best, ceiling - (two | low))
            table[(own << 8) | shared] = best
    return table


@kernel
def lowest_three(bits: int) -> int:
    """The three lowest bits, 0 if there are fewer."""
    found, many = 0, 0
    for at in range(8):
        if many < 3 and (bits >> at) & 1:
            found |= 1 << at
            many += 1
    return found if many == 3 else 0
