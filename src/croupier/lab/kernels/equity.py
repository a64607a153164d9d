"""How often each hand or range wins against the others, over all boards or a sample of them.

Hands that differ only in the names of suits have the same chances, so of all ways to deal a set of
ranges only those that really differ are worked out, each over every board.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.lab.kernels import evaluator
from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.evaluator import Values
from croupier.lab.kernels.runouts import SHARES, drawn_boards, every_board, low_table, two_hands
from croupier.lab.odds import Unanswerable

EXACT_WORK: Final = 2 * 10**9
"""Hands that may be ranked before a sample must do."""
SAMPLES: Final = 1_000_000
CHUNK: Final = 50_000

Hand = tuple[int, ...]
Progress = Callable[[int, int], None]


class Player(Struct, frozen=True):
    """How one hand or range fares."""

    wins: int
    """Deals in which it takes the whole pot."""
    ties: int
    """Deals in which it takes a part."""
    equity: Fraction
    """Its part of all pots."""
    error: float
    """One standard error of the equity; 0 if it is exact."""


class Equity(Struct, frozen=True):
    """The answer of `croupier equity`."""

    game: str
    deals: int
    players: tuple[Player, ...]
    exact: bool


class Tables(NamedTuple):
    """What the kernels look into."""

    keys: Ints
    moves: NDArray[np.uint16]
    slots: Values
    suited: Values
    lows: NDArray[np.uint8]


@cache
def _tables(game: str) -> Tables:
    size = 7 if game == "holdem" else 5
    return Tables(*evaluator.tables(size), low_table())


HOLE: Final = {"holdem": 2, "omaha": 4, "omaha8": 4}
_KIND: Final = {"holdem": 0, "omaha": 1, "omaha8": 2}


def work(game: str, ranges: Sequence[Sequence[Hand]], board: Hand, dead: Hand) -> int:
    """About how many hands an exact answer would rank."""
    left = 52 - len(board) - len(dead) - HOLE[game] * len(ranges)
    each = 1 if game == "holdem" else 60
    return prod(map(len, ranges)) * comb(left, 5 - len(board)) * len(ranges) * each


def exact(
    game: str,
    ranges: Sequence[Sequence[Hand]],
    board: Hand = (),
    dead: Hand = (),
    progress: Progress | None = None,
) -> Equity:
    """Over every deal of the ranges and every board."""
    _check(game, ranges, board, dead)
    classes = _classes(ranges, board, dead)
    if not classes:
        raise Unanswerable(
            "the ranges leave no deal: they need cards of one another or of the board"
        )
    counts, deals = np.zeros((len(ranges), 3), np.int64).astype(object), 0
    for done, (hands, many) in enumerate(classes.items()):
        found, boards = _every_board(game, hands, board, dead)
        counts, deals = counts + found.astype(object) * many, deals + boards * many
        if progress:
            progress(done + 1, len(classes))
    players = tuple(Player(w, t, Fraction(s, SHARES * deals), 0.0) for w, t, s in counts.tolist())
    return Equity(game, deals, players, exact=True)


def sampled(
    game: str,
    ranges: Sequence[Sequence[Hand]],
    board: Hand = (),
    dead: Hand = (),
    samples: int = SAMPLES,
    seed: int = 0,
    progress: Progress | None = None,
) -> Equity:
    """Over random deals and boards."""
    _check(game, ranges, board, dead)
    hands = np.array([hand for some in ranges for hand in some], np.uint8)
    starts = np.cumsum([0, *map(len, ranges)])
    counts, squares, done = np.zeros((len(ranges), 3), np.int64), np.zeros(len(ranges)), 0
    fixed = np.array(board, np.int64), _bits((*board, *dead))
    while done < samples:
        some = min(CHUNK, samples - done)
        keys, moves, slots, suited, lows = _tables(game)
        good = drawn_boards(
            _KIND[game], hands, starts, *fixed, seed, done, some,
            keys, moves, slots, suited, lows, counts, squares,
        )  # fmt: skip
        if not good:
            raise Unanswerable("hardly a deal fits these ranges: they need one another's cards")
        done += some
        if progress:
            progress(done, samples)
    return _estimate(game, counts, squares, done)


def _estimate(game: str, counts: Ints, squares: NDArray[np.float64], deals: int) -> Equity:
    players = []
    for (wins, ties, shares), square in zip(counts.tolist(), squares.tolist(), strict=True):
        mean = shares / SHARES / deals
        error = float(np.sqrt(max(square / deals - mean * mean, 0.0) / deals))
        players.append(Player(wins, ties, Fraction(shares, SHARES * deals), error))
    return Equity(game, deals, tuple(players), exact=False)


def _check(game: str, ranges: Sequence[Sequence[Hand]], board: Hand, dead: Hand) -> None:
    fixed = [*board, *dead]
    cards = len(fixed) + HOLE[game] * len(ranges) + 5 - len(board)
    if cards > 52:
        raise Unanswerable(f"{len(ranges)} players and the board need {cards} cards of 52")
    if any(not some for some in ranges):
        raise Unanswerable("a range is empty: the board or dead cards take every hand of it")


def _bits(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)


# Which deals really differ.


def _classes(
    ranges: Sequence[Sequence[Hand]], board: Hand, dead: Hand
) -> Counter[tuple[Hand, ...]]:
    """One deal for each class that suits may be swapped in, and how many it stands for."""
    swaps = _swaps(board, dead)
    found: Counter[tuple[Hand, ...]] = Counter()
    known: dict[tuple[Hand, ...], tuple[Hand, ...]] = {}
    for deal in _deals(ranges, _bits((*board, *dead))):
        least = known.get(deal)
        if least is None:
            images = [tuple(tuple(sorted([s[c] for c in h])) for h in deal) for s in swaps]
            least = min(images)
            known.update((image, least) for image in images)
        found[least] += 1
    return found


def _swaps(board: Hand, dead: Hand) -> list[tuple[int, ...]]:
    """The ways to swap suits that leave board and dead cards what they are."""
    swaps = [tuple(c & ~3 | s[c & 3] for c in range(52)) for s in permutations(range(4))]
    fixed = [set(board), set(dead)]
    return [s for s in swaps if all({s[c] for c in some} == some for some in fixed)]


def _deals(ranges: Sequence[Sequence[Hand]], taken: int) -> Iterator[tuple[Hand, ...]]:
    """Every way to give each player a hand of their range."""
    if not ranges:
        yield ()
        return
    for hand in ranges[0]:
        bits = _bits(hand)
        if not bits & taken:
            for rest in _deals(ranges[1:], taken | bits):
                yield (tuple(sorted(hand)), *rest)


def _every_board(game: str, hands: Sequence[Hand], board: Hand, dead: Hand) -> tuple[Ints, int]:
    gone = {*board, *dead, *(card for hand in hands for card in hand)}
    deck = np.array([card for card in range(52) if card not in gone], np.int64)
    counts = np.zeros((len(hands), 3), np.int64)
    cards, fixed = np.array(hands, np.int64), np.array(board, np.int64)
    if game == "holdem" and len(hands) == 2 and len(board) < 5:
        boards = two_hands(cards, fixed, deck, *_tables(game)[:4], counts)
    else:
        boards = every_board(_KIND[game], cards, fixed, deck, *_tables(game), counts)
    return counts, int(boards)
