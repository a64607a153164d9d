"""From statistics to chances: how likely a result is at least this far off, if all is well."""

from math import erfc, exp, lgamma, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]

_TINY = 1e-300


def of_normal(deviations: float) -> float:
    """For a result this many standard deviations off, on either side."""
    return erfc(abs(deviations) / sqrt(2))


def of_counts(counts: Any, expected: Any, freedom: int | None = None, factor: float = 1) -> float:
    """Pearson's chi-square of counts against what is expected."""
    seen, wanted = np.asarray(counts, float).ravel(), np.asarray(expected, float)
    squares = float((((seen - wanted) ** 2) / wanted).sum()) * factor
    return of_squares(squares, seen.size - 1 if freedom is None else freedom)


def of_squares(squares: float, freedom: float) -> float:
    """For a sum of squares with its degrees of freedom."""
    return upper_gamma(freedom / 2, squares / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function: a series below a + 1, else a fraction."""
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - scale * total)
    return scale * _fraction(a, x)


def _fraction(a: float, x: float) -> float:
    """Lentz's continued fraction for the upper part."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    found = d
    for i in range(1, 100_000):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b or _TINY)
        c = b + step / c or _TINY
        found *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return found
