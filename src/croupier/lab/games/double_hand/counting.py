"""The duels of Double Hand, counted: house way against house way, and the best setting against it.

`scripts/make-counts duels` writes what is kept beside this file.
"""

from collections.abc import Callable, Sequence
from functools import cache
from math import comb, sqrt
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct

from croupier.lab.kernels import duels
from croupier.lab.kernels.boards import Ints

COUNTED: Final = Path(__file__).with_name("counted.json")
PACK: Final = tuple(range(53))
BLOCK: Final = 2_000
DEALS: Final = 10_000_000


class Counted(Struct, frozen=True, omit_defaults=True):
    """Pairs of hands apart from each other, and what they bring a wager, in pairs."""

    pairs: int
    house: int
    """What the house way gains a player against it: wins less losses."""
    wins: int
    """House way against house way: the player's front and back are both higher."""
    best: int | None = None
    """What the best setting gains a player against the house way."""
    dealer: int | None = None
    """What the best setting gains a player-dealer, who wins copies, against the house way."""
    error: float = 0.0
    """One standard error of what the house way gains, if the pairs were dealt and not counted."""


@cache
def counted(second: bool) -> Counted:
    """The whole pack, as `counted.json` has it."""
    found = msgspec.json.decode(COUNTED.read_bytes(), type=dict[str, Counted])
    return found[_rank(second)]


def _rank(second: bool) -> str:
    return "second_highest" if second else "lowest"


def sampled(deals: int = DEALS, seed: int = 11) -> dict[str, Counted]:
    """House way against house way, from both sides of every deal: together they lose the copies.

    So chance has a say in copies only, and a fiftieth of the deals does. Where the wheel ranks is
    no matter to copies.
    """
    wins, copies = duels.dealt(seed, deals)
    lost = float(copies @ [0, 1, 2]) / deals / 2
    error = sqrt((float(copies @ [0, 1, 4]) / deals / 4 - lost**2) / deals)
    return {
        _rank(second): Counted(
            2 * deals, -int(copies @ [0, 1, 2]), int(wins[int(second)]), error=error
        )
        for second in (False, True)
    }


def both(tell: Callable[[str], object] = str) -> dict[str, Counted]:
    """Every pair of hands of the whole pack, with the wheel lowest and second."""
    return {_rank(second): count(PACK, second, tell) for second in (False, True)}


def count(
    pack: Sequence[int] = PACK, second: bool = False, tell: Callable[[str], object] = str
) -> Counted:
    """Every pair of hands of a pack: bits of cards, in all four suits or none of a rank."""
    places = np.array(pack, np.int64)
    classes, orbits = _sets(places, 7)
    tell(f"{len(classes):,} hands that differ by more than the names of suits")
    house, settings, starts, backs = _settled(classes, second)
    table = _table(classes)
    gains = np.zeros((len(settings), duels.SIDES), np.int64)
    sums = [0, 0, 0]
    for size in range(8):
        sets, ways = (classes, orbits) if size == 7 else _sets(places, size)
        room = len(classes) if size == 0 else comb(len(pack) - size, 7 - size)
        for at in range(0, len(sets), BLOCK):
            part = slice(at, at + BLOCK)
            settled = (house, settings, starts)
            some = duels.share(
                places, sets[part], ways[part], size, room, table, settled, backs, gains
            )
            sums = [total + int(more) for total, more in zip(sums, some, strict=True)]
        tell(f"{len(sets):,} sets of {size} cards")
    pairs, lower, wins = sums
    # Settings of a class were added up over all hands of it.
    others = comb(len(pack) - 7, 7)
    player, dealer = (
        int((np.maximum.reduceat(gains[:, side], starts[:-1]) - orbits * others).sum())
        for side in range(duels.SIDES)
    )
    return Counted(pairs, lower - pairs, wins, player, dealer)


def _sets(pack: Ints, size: int) -> tuple[Ints, Ints]:
    """Sets of cards that differ by more than the names of suits, and how many each stands for."""
    room = comb(len(pack), size) // (8 if size == 7 else 1) + 20_000
    sets, ways = np.zeros(room, np.int64), np.zeros(room, np.int64)
    found = duels.holding(pack, 0, size, sets, ways)
    return sets[:found].copy(), ways[:found].copy()


def _settled(classes: Ints, second: bool) -> tuple[duels.Places, duels.Places, duels.Places, int]:
    """The house way and the settings of each class, backs ranked from 0, and how many backs."""
    house, settings = np.zeros(len(classes), np.int64), np.zeros(12 * len(classes), np.int64)
    starts = duels.set_all(classes, second, house, settings)
    settings = settings[: starts[-1]]
    backs = (1 << 24) - 1
    ranked = np.unique(np.concatenate([np.unique(house & backs), np.unique(settings & backs)]))

    def packed(some: Ints) -> duels.Places:
        below = np.searchsorted(ranked, some & backs)
        return ((some >> 24 << duels.BACKS) | below).astype(np.int32)

    return packed(house), packed(settings), starts, len(ranked)


def _table(classes: Ints) -> tuple[duels.Words, duels.Words, duels.Places]:
    size = 1 << max(8, (2 * len(classes)).bit_length())
    for seed in range(9):
        marks = np.random.default_rng(seed).integers(1, 1 << 64, 1 << 13, np.uint64)
        keys, places = np.zeros(size, np.uint64), np.full(size, -1, np.int32)
        if duels.fill(classes, marks, keys, places):
            return marks, keys, places
    raise RuntimeError("no marks tell the hands apart")
