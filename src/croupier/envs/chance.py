"""Chance for kernels: a row of bits for each table, so that no table moves another's cards."""

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.chance import mixed
from croupier.lab.kernels.jit import lean as kernel
from croupier.lab.kernels.jit import wide

Bits = NDArray[np.uint64]

_A, _B, _C, _HALF = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32)
_RANKS, _LOW = np.uint64(13), np.uint64(0xFFFFFFFF)
_STAR = np.uint64(2685821657736338717)


@kernel
def sown(bits: Bits, seed: int) -> None:
    """Begin every row anew."""
    for n in range(len(bits)):
        bits[n] = mixed(seed, n) | np.uint64(1)


@kernel
def stirred(bits: Bits, n: int) -> np.uint64:
    """The next 64 bits of a row (xorshift64* by S. Vigna)."""
    x = bits[n]
    x ^= x >> _A
    x ^= x << _B
    x ^= x >> _C
    bits[n] = x
    return np.uint64(x * _STAR)


@kernel
def drawn(bits: Bits, n: int, bound: int) -> int:
    """A number below a bound."""
    return wide(((stirred(bits, n) >> _HALF) * np.uint64(bound)) >> _HALF)


@kernel
def rank_of(bits: Bits, n: int, shoe: NDArray[np.uint8], full: int) -> int:
    """The rank of a card of a shoe that had `full` of each: any card of a full shoe, taken again as
    long as it is gone.
    """
    while True:
        x = stirred(bits, n)
        rank = wide(((x >> _HALF) * _RANKS) >> _HALF)
        if wide(((x & _LOW) * np.uint64(full)) >> _HALF) < shoe[rank]:
            return rank


@kernel
def card_beside(bits: Bits, n: int, taken: int) -> int:
    """A card of 52 that is not among the taken bits."""
    while True:
        card = drawn(bits, n, 52)
        if not (taken >> card) & 1:
            return card
