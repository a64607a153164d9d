"""Strategies as charts and sentences, the same for the terminal, a page and a program."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from croupier.core.cards import RANKS

LABELS: Final = tuple(reversed(RANKS))
"""Ranks as charts name their rows and columns, aces first."""


class Cell(Struct, frozen=True):
    """One square of a chart."""

    text: str
    """What is printed: `H`, `82%`."""
    kind: str
    """The act or the shade: `hit`, `stand`, `raise`, `heat`."""
    value: float = 0.0
    """From 0 to 1 where the shade matters, else what the act gains."""
    note: str = ""
    """What pointing at it shows."""


class Chart(Struct, frozen=True):
    """A table of acts."""

    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    key: str = ""
    """How it is to be read."""


class Thumb(Struct, frozen=True):
    """A rule of thumb, and what it costs against the best play, by the first bet."""

    rule: str
    cost: float


class Strategy(Struct, frozen=True):
    """How to play a game."""

    game: str
    charts: tuple[Chart, ...]
    thumbs: tuple[Thumb, ...]
    lines: tuple[str, ...]
    """What else is worth knowing."""


SQUARE: Final = "Suited hands stand above the diagonal, pairs on it, offsuit hands below."


def square(title: str, cells: Sequence[Cell], key: str = "") -> Chart:
    """The chart of the 169 starting hands: suited above the diagonal, offsuit below."""
    rows = tuple(tuple(cells[13 * row : 13 * row + 13]) for row in range(13))
    return Chart(title, "suited →", LABELS, LABELS, rows, f"{SQUARE} {key}".strip())
