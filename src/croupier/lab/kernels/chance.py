"""Chance from a counter: any draw of any deal can be had without those before it.

Draw number d of deal number n under a seed is a hash of the three (SplitMix64 by G. Steele, D. Lea
and C. Flood). So a million deals give the same result by one worker or by fifty, in any order.
"""

from typing import Final

import numpy as np

from croupier.lab.kernels.jit import kernel, wide

DRAWS: Final = 1 << 12
"""More than any deal needs; deal n begins at counter n times this."""

_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_ONE: Final = np.uint64(0xBF58476D1CE4E5B9)
_TWO: Final = np.uint64(0x94D049BB133111EB)
_A, _B, _C, _HALF = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@kernel
def mixed(seed: int, counter: int) -> np.uint64:
    """64 bits that are as good as random."""
    z = np.uint64(seed) + (np.uint64(counter) + np.uint64(1)) * _STEP
    z = (z ^ (z >> _A)) * _ONE
    z = (z ^ (z >> _B)) * _TWO
    return z ^ (z >> _C)


@kernel
def below(seed: int, counter: int, bound: int) -> int:
    """A number below a bound; none is likelier than another by more than bound / 2**32."""
    return wide(((mixed(seed, counter) >> _HALF) * np.uint64(bound)) >> _HALF)


@kernel
def card_beside(seed: int, counter: int, taken: int) -> tuple[int, int]:
    """A card of 52 that is not among the taken bits, and the counter behind it."""
    while True:
        card = below(seed, counter, 52)
        counter += 1
        if not (taken >> card) & 1:
            return card, counter
