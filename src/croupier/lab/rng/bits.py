"""The tests of NIST SP 800-22 over sequences of bits, as its sections 2.1 to 2.13 define them.

Each takes sequences in rows and gives the chance of each row; the sequences are judged together.
"""

from collections.abc import Callable
from math import erfc, log, log2, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.lab.rng.chances import of_counts, of_squares, upper_gamma

Bits = NDArray[np.uint8]
Test = Callable[[Bits], list[float]]

LENGTH: Final = 1 << 17
"""Bits of a sequence."""
BLOCK: Final = 128
RUNS: Final = (0.1174, 0.2430, 0.2493, 0.1752, 0.1027, 0.1124)
"""How often the longest run of ones in 128 bits is 4 or less, 5, 6, 7, 8, 9 or more (3.4)."""
RANKS: Final = (0.2888, 0.5776, 0.1336)
"""How often 32 rows of 32 bits have full rank, one less, still less (3.5)."""
TEMPLATES: Final = (0b000000001, 0b011111111, 0b101010111)
"""Patterns of nine bits that do not overlap themselves (2.7)."""
UNIVERSAL: Final = 7, 6.1962507, 3.125
"""Maurer's test of words of seven bits: the mean and the variance of the logarithm (2.9)."""


def frequency(rows: Bits) -> list[float]:
    """As many ones as zeros (2.1)."""
    size = rows.shape[1]
    return [erfc(abs(2 * ones - size) / sqrt(2 * size)) for ones in rows.sum(1, dtype=int).tolist()]


def blocks(rows: Bits) -> list[float]:
    """As many in every block (2.2)."""
    ones = rows.reshape(len(rows), -1, BLOCK).mean(2)
    squares = 4 * BLOCK * ((ones - 0.5) ** 2).sum(1)
    return [of_squares(float(one), ones.shape[1]) for one in squares]


def runs(rows: Bits) -> list[float]:
    """Ones and zeros change as often as they should (2.3)."""
    size, found = rows.shape[1], []
    for row in rows:
        part = float(row.mean())
        changes = 1 + int((row[1:] != row[:-1]).sum())
        if abs(part - 0.5) >= 2 / sqrt(size):
            found.append(0.0)
            continue
        spread = part * (1 - part)
        found.append(erfc(abs(changes - 2 * size * spread) / (2 * sqrt(2 * size) * spread)))
    return found


def longest_runs(rows: Bits) -> list[float]:
    """The longest run of ones in each block (2.4)."""
    some = rows.reshape(-1, BLOCK).astype(np.int64)
    longest, here = np.zeros(len(some), np.int64), np.zeros(len(some), np.int64)
    for at in range(BLOCK):
        here = (here + 1) * some[:, at]
        longest = np.maximum(longest, here)
    classes = np.clip(longest, 4, 9).reshape(len(rows), -1) - 4
    expected = np.array(RUNS) * classes.shape[1]
    return [of_counts(np.bincount(row, minlength=6), expected) for row in classes]


def ranks(rows: Bits) -> list[float]:
    """The rank of matrices of 32 rows (2.5)."""
    words = np.packbits(rows, axis=1).view(">u4").reshape(len(rows), -1, 32)
    found = []
    for row in words.tolist():
        short = [min(32 - _rank(matrix), 2) for matrix in row]
        found.append(of_counts(np.bincount(short, minlength=3), np.array(RANKS) * len(row)))
    return found


def _rank(matrix: list[int]) -> int:
    """The rank of rows of bits."""
    found = 0
    rows = list(matrix)
    while rows:
        pivot = rows.pop()
        if pivot:
            found += 1
            low = pivot & -pivot
            rows = [row ^ pivot if row & low else row for row in rows]
    return found


def spectrum(rows: Bits) -> list[float]:
    """No period stands out (2.6)."""
    size = rows.shape[1]
    most, expected = sqrt(log(20) * size), 0.95 * size / 2
    found = []
    for row in rows:
        peaks = np.abs(np.fft.rfft(2.0 * row - 1))[: size // 2]
        far = (int((peaks < most).sum()) - expected) / sqrt(size * 0.95 * 0.05 / 4)
        found.append(erfc(abs(far) / sqrt(2)))
    return found


def templates(rows: Bits) -> list[float]:
    """Patterns come as often as they should, in eight parts of a sequence (2.7)."""
    size, parts = 9, 8
    words = _words(rows, size, wrap=False)
    length = rows.shape[1] // parts
    mean = (length - size + 1) / 2**size
    spread = length * (1 / 2**size - (2 * size - 1) / 2 ** (2 * size))
    starts = np.arange(parts) * length
    found = []
    for pattern in TEMPLATES:
        for row in words:
            hits = np.flatnonzero(row == pattern)
            inside = hits[(hits % length) <= length - size]
            counts = np.bincount(inside // length, minlength=len(starts))
            found.append(of_squares(float(((counts - mean) ** 2).sum() / spread), parts))
    return found


def serial(rows: Bits) -> list[float]:
    """All patterns of a length are equally likely (2.11)."""
    squares = [[_pattern_squares(rows, size)[at] for size in (5, 4, 3)] for at in range(len(rows))]
    found = []
    for long, middle, short in squares:
        found.append(upper_gamma(2**3, (long - middle) / 2))
        found.append(upper_gamma(2**2, (long - 2 * middle + short) / 2))
    return found


def _pattern_squares(rows: Bits, size: int) -> list[float]:
    length = rows.shape[1]
    return [
        float((np.bincount(row, minlength=2**size) ** 2).sum()) * 2**size / length - length
        for row in _words(rows, size, wrap=True)
    ]


def entropy(rows: Bits) -> list[float]:
    """Patterns of eight bits say nothing about the ninth (2.12)."""
    length, size = rows.shape[1], 8
    found = []
    for short, long in zip(
        _words(rows, size, wrap=True), _words(rows, size + 1, wrap=True), strict=True
    ):
        told = _information(short, size) - _information(long, size + 1)
        found.append(of_squares(2 * length * (log(2) - told), 2**size))
    return found


def _information(words: Any, size: int) -> float:
    shares = np.bincount(words, minlength=2**size) / len(words)
    shares = shares[shares > 0]
    return float((shares * np.log(shares)).sum())


def sums(rows: Bits) -> list[float]:
    """A walk of ones and zeros does not go too far, from either end (2.13)."""
    found = []
    for row in rows:
        steps = 2 * row.astype(np.int64) - 1
        found += [_walk(steps), _walk(steps[::-1])]
    return found


def _walk(steps: Any) -> float:
    size, far = len(steps), int(np.abs(np.cumsum(steps)).max())
    scale = far / sqrt(size)

    def below(times: int) -> float:
        return 0.5 * erfc(-times * scale / sqrt(2))

    first = range((-size // far + 1) // 4, (size // far - 1) // 4 + 1)
    second = range((-size // far - 3) // 4, (size // far - 1) // 4 + 1)
    chance = 1 - sum(below(4 * k + 1) - below(4 * k - 1) for k in first)
    return min(1.0, max(0.0, chance + sum(below(4 * k + 3) - below(4 * k + 1) for k in second)))


def universal(rows: Bits) -> list[float]:
    """Nothing can be packed tighter: how far back each word was seen last (2.9), over all bits."""
    size, mean, variance = UNIVERSAL
    every = rows.reshape(-1)
    words = _plain_words(every, size)
    start = 10 * 2**size
    last = dict.fromkeys(range(2**size), 0) | {word: at for at, word in enumerate(words[:start])}
    total = 0.0
    for at, word in enumerate(words[start:], start):
        total += log2(at - last[word])
        last[word] = at
    tested = len(words) - start
    factor = 0.7 - 0.8 / size + (4 + 32 / size) * tested ** (-3 / size) / 15
    return [erfc(abs(total / tested - mean) / (sqrt(2) * factor * sqrt(variance / tested)))]


def _plain_words(row: Bits, size: int) -> list[int]:
    whole = row[: len(row) // size * size].reshape(-1, size)
    words: list[int] = (whole @ (1 << np.arange(size - 1, -1, -1))).tolist()
    return words


def _words(rows: Bits, size: int, *, wrap: bool) -> NDArray[np.int64]:
    """The pattern that begins at each bit; at the end it may go on at the beginning."""
    wide = np.concatenate([rows, rows[:, : size - 1]], axis=1) if wrap else rows
    length = wide.shape[1] - size + 1
    words = np.zeros((len(rows), length), np.int64)
    for at in range(size):
        words = words << 1 | wide[:, at : at + length]
    return words


TESTS: Final[dict[str, Test]] = {
    "frequency": frequency,
    "frequency in blocks": blocks,
    "runs": runs,
    "longest runs": longest_runs,
    "ranks of matrices": ranks,
    "spectrum": spectrum,
    "templates": templates,
    "serial": serial,
    "approximate entropy": entropy,
    "cumulative sums": sums,
    "universal": universal,
}
