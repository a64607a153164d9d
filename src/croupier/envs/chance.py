"""Chance for kernels: a row of bits for each table, so that no table moves another's cards."""

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.chance import mixed
from croupier.lab.kernels.jit import kernel, wide

Bits = NDArray[np.uint64]

_A, _B, _C, _HALF = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32)
_STAR = np.uint64(2685821657736338717)


@kernel
def sown(bits: Bits, seed: int) -> None:
    """Begin every row anew."""
    for n in range(len(bits)):
        bits[n] = mixed(seed, n) | np.uint64(1)


@kernel
def drawn(bits: Bits, n: int, bound: int) -> int:
    """A number below a bound (xorshift64* by S. Vigna)."""
    x = bits[n]
    x ^= x >> _A
    x ^= x << _B
    x ^= x >> _C
    bits[n] = x
    return wide((((x * _STAR) >> _HALF) * np.uint64(bound)) >> _HALF)


@kernel
def card_beside(bits: Bits, n: int, taken: int) -> int:
    """A card of 52 that is not among the taken bits."""
    while True:
        card = drawn(bits, n, 52)
        if not (taken >> card) & 1:
            return card
