"""Hands of Push Nine by their points alone, many at once: which cards they use, in how many ways.

Aces to nines are nine sorts of four cards each. Tens and faces are a tenth of sixteen, and how many
of them are used follows from the number of hands. So a state is nine numbers from 0 to 4, 1,953,125
of them. Numbers of ways have forty digits: they are counted modulo three primes.
"""

from typing import Final

import numpy as np

from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.jit import kernel, wide

STATES: Final = 5**9
PRIMES: Final = (281474976710597, 281474976710591, 281474976710567)
"""Below 2**48, so that a sum over all hands of three sorts stays below 2**63."""
GUARDS: Final = 0x888888888


@kernel
def spelled() -> tuple[Ints, Ints]:
    """The numbers of each state, four bits each, and their sum."""
    codes, cards = np.zeros(STATES, np.int64), np.zeros(STATES, np.int64)
    for state in range(1, STATES):
        codes[state] = codes[state // 5] << 4 | state % 5
        cards[state] = cards[state // 5] + state % 5
    return codes, cards


@kernel
def add_hand(hands: int, sorts: Ints, lower: int, codes: Ints, cards: Ints, ways: Ints) -> Ints:
    """One hand more: the ways in which none, or one, is of the last sorts and all others lower.

    A row of sorts is a state, its nibbles and in how many orders its cards come. A row of ways
    has none for each prime, then one.
    """
    p, q, r = PRIMES
    more = np.zeros_like(ways)
    for state in range(STATES):
        if cards[state] > 3 * hands or cards[state] < 3 * hands - 16:
            continue
        guarded = codes[state] | GUARDS
        a = b = c = x = y = z = wide(0)
        for at in range(len(sorts)):
            if (guarded - sorts[at, 1]) & GUARDS != GUARDS:
                continue
            before, orders = state - sorts[at, 0], sorts[at, 2]
            if at < lower:
                a += orders * ways[before, 0]
                b += orders * ways[before, 1]
                c += orders * ways[before, 2]
                x += orders * ways[before, 3]
                y += orders * ways[before, 4]
                z += orders * ways[before, 5]
            else:
                x += orders * ways[before, 0]
                y += orders * ways[before, 1]
                z += orders * ways[before, 2]
        more[state, 0], more[state, 1], more[state, 2] = a % p, b % q, c % r
        more[state, 3], more[state, 4], more[state, 5] = x % p, y % q, z % r
    return more


@kernel
def gathered(hands: int, cards: Ints, ways: Ints) -> Ints:
    """Ways by how many aces, eights, nines and tens or faces they use; the cards of other sorts
    are chosen.
    """
    choices = np.array([1, 4, 12, 24, 24])
    primes = np.array(PRIMES)
    found = np.zeros((5, 5, 5, 28, 6), np.int64)
    for state in range(STATES):
        if cards[state] > 3 * hands:
            continue
        for column in range(6):
            many, rest = ways[state, column], state // 5
            if not many:
                continue
            prime = primes[column % 3]
            for _ in range(6):
                many = many * choices[rest % 5] % prime
                rest //= 5
            place = (state % 5, rest % 5, rest // 5, 3 * hands - cards[state], column)
            found[place] = (found[place] + many) % prime
    return found
