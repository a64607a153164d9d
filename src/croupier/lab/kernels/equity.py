"""How often each hand or range wins against the others, over all boards or a sample of them.

Hands that differ only in the names of suits have the same chances, so of all ways to deal a set of
ranges only those that really differ are worked out, each over every board.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb, lcm, prod
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.lab.kernels import dealers, evaluator, jit, plain
from croupier.lab.kernels.boards import Ints, sort_starts
from croupier.lab.kernels.dealers import DEALERS
from croupier.lab.kernels.dealing import met
from croupier.lab.kernels.evaluator import Values
from croupier.lab.kernels.runouts import SHARES, every_board, low_table, two_hands
from croupier.lab.odds import Unanswerable
from croupier.ranks import high

EXACT_WORK: Final = 2 * 10**9
"""Hands that may be ranked before a sample must do."""
MERGED: Final = 20_000
"""Deals that are looked through to see how few of them really differ."""
MOST_WORK: Final = 10**13
MOST_DEALS: Final = 10**6
"""The most hands to rank and deals to tell apart: some hours, and half a gigabyte."""

Hand = tuple[int, ...]
Progress = Callable[[int, int], None]
Ranges = Sequence[Mapping[Hand, Fraction] | Sequence[Hand]]
"""The hands of each player, with weights or each as likely as another."""


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
def tables(game: str) -> Tables:
    """The tables of a game: Hold'em ranks seven cards, Omaha five of nine."""
    size = 7 if game == "holdem" else 5
    return Tables(*evaluator.tables(size), low_table())


HOLE: Final = {"holdem": 2, "omaha": 4, "omaha8": 4}
KIND: Final = {"holdem": 0, "omaha": 1, "omaha8": 2}


def known_as(hole: int, *, hilo: bool) -> str:
    """What a flop game with this many down cards is called here."""
    return next(name for name in HOLE if HOLE[name] == hole and (KIND[name] == 2) == hilo)


def work(game: str, ranges: Ranges, board: Hand, dead: Hand) -> int:
    """About how many hands an exact answer would rank."""
    left = 52 - len(board) - len(dead) - HOLE[game] * len(ranges)
    each = comb(left, 5 - len(board)) * len(ranges) * (1 if game == "holdem" else 60)
    if _anybody(game, ranges, board, dead) is not None:
        return min(map(len, ranges)) * each
    deals = prod(map(len, ranges))
    if deals * each > EXACT_WORK and deals <= MERGED:
        deals = len(_classes([weighted(some) for some in ranges], board, dead))
    return deals * each


def exact(
    game: str,
    ranges: Ranges,
    board: Hand = (),
    dead: Hand = (),
    progress: Progress | None = None,
) -> Equity:
    """Over every deal of the ranges and every board."""
    check(game, ranges, board, dead)
    anybody = _anybody(game, ranges, board, dead)
    if anybody is not None:
        return _against_anybody(ranges, anybody, board, progress)
    needs, deals = work(game, ranges, board, dead), prod(map(len, ranges))
    if needs > MOST_WORK or deals > MOST_DEALS:
        raise Unanswerable(
            f"too many to count: sample them (deals: {deals:,}, hands to rank: {needs:,})"
        )
    return _counted(game, [weighted(some) for some in ranges], board, dead, progress)


def _counted(
    game: str,
    ranges: list[dict[Hand, int]],
    board: Hand,
    dead: Hand,
    progress: Progress | None,
) -> Equity:
    classes = _classes(ranges, board, dead)
    if not classes:
        raise Unanswerable(
            "the ranges leave no deal: they need cards of one another or of the board"
        )
    counts, deals = np.zeros((len(ranges), 3), np.int64).astype(object), 0
    quick = game == "holdem" and plain.is_quicker(len(classes) * len(ranges), 5 - len(board))
    over = _in_plain_numpy if quick and not jit.loaded() else over_boards
    for done, (hands, many) in enumerate(classes.items()):
        found, boards = over(game, hands, board, dead)
        counts, deals = counts + found.astype(object) * many, deals + boards * many
        if progress:
            progress(done + 1, len(classes))
    players = tuple(Player(w, t, Fraction(s, SHARES * deals), 0.0) for w, t, s in counts.tolist())
    return Equity(game, deals, players, exact=True)


def weighted(some: Mapping[Hand, Fraction] | Sequence[Hand]) -> dict[Hand, int]:
    """The hands of a range with whole numbers for weights."""
    if not isinstance(some, Mapping):
        return dict.fromkeys(some, 1)
    whole = lcm(*(weight.denominator for weight in set(some.values())))
    return {hand: int(weight * whole) for hand, weight in some.items()}


# Against two cards of which nothing is known.


def _anybody(game: str, ranges: Ranges, board: Hand, dead: Hand) -> int | None:
    """Which of two ranges of Hold'em is any hand at all, if one is."""
    if game != "holdem" or len(ranges) != 2 or dead:
        return None
    every = comb(52 - len(board), 2)
    for at, some in enumerate(ranges):
        if len(some) == every and len(set(weighted(some).values())) == 1:
            return at
    return None


def _against_anybody(
    ranges: Ranges, anybody: int, board: Hand, progress: Progress | None
) -> Equity:
    """One count of dealers for each board instead of 990 showdowns."""
    classes = _classes([weighted(ranges[1 - anybody])], board, ())
    packed, fixed = dealers.counts(high.LEAST["pair"]), np.array(board, np.int64)
    won = tied = deals = 0
    for done, (((a, b),), many) in enumerate(classes.items()):
        deck = np.array([c for c in range(52) if c not in {a, b, *board}])
        better, even, boards = met(a, b, fixed, deck, *packed, sort_starts())
        won, tied, deals = won + better * many, tied + even * many, deals + boards * many
        if progress:
            progress(done + 1, len(classes))
    deals *= DEALERS
    share = Fraction(2 * won + tied, 2 * deals)
    known = Player(won, tied, share, 0.0), Player(deals - won - tied, tied, 1 - share, 0.0)
    return Equity("holdem", deals, known if anybody else known[::-1], exact=True)


def check(game: str, ranges: Ranges, board: Hand, dead: Hand) -> None:
    """Refuse what the cards cannot serve."""
    fixed = [*board, *dead]
    cards = len(fixed) + HOLE[game] * len(ranges) + 5 - len(board)
    if cards > 52:
        raise Unanswerable(f"these hands and the board need more than the 52 cards: {cards}")
    if any(not some for some in ranges):
        raise Unanswerable("a range is empty: the board or dead cards take every hand of it")


def bits_of(cards: Sequence[int]) -> int:
    """A bit for each card."""
    return sum(1 << card for card in cards)


# Which deals really differ.


def _classes(
    ranges: Sequence[dict[Hand, int]], board: Hand, dead: Hand
) -> Counter[tuple[Hand, ...]]:
    """One deal for each class that suits may be swapped in, and the weight of all of them."""
    swaps = _swaps(board, dead)
    found: Counter[tuple[Hand, ...]] = Counter()
    known: dict[tuple[Hand, ...], tuple[Hand, ...]] = {}
    for deal, weight in _deals(ranges, bits_of((*board, *dead))):
        least = known.get(deal)
        if least is None:
            images = [tuple(tuple(sorted([s[c] for c in h])) for h in deal) for s in swaps]
            least = min(images)
            known.update((image, least) for image in images)
        found[least] += weight
    return found


def _swaps(board: Hand, dead: Hand) -> list[tuple[int, ...]]:
    """The ways to swap suits that leave board and dead cards what they are."""
    swaps = [tuple(c & ~3 | s[c & 3] for c in range(52)) for s in permutations(range(4))]
    fixed = [set(board), set(dead)]
    return [s for s in swaps if all({s[c] for c in some} == some for some in fixed)]


def _deals(ranges: Sequence[dict[Hand, int]], taken: int) -> Iterator[tuple[tuple[Hand, ...], int]]:
    """Every way to give each player a hand of their range, with its weight."""
    if not ranges:
        yield (), 1
        return
    for hand, weight in ranges[0].items():
        bits = bits_of(hand)
        if not bits & taken:
            for rest, many in _deals(ranges[1:], taken | bits):
                yield (tuple(sorted(hand)), *rest), weight * many


def over_boards(game: str, hands: Sequence[Hand], board: Hand, dead: Hand) -> tuple[Ints, int]:
    """Wins, ties and shares of each of these hands over every board, and how many boards."""
    deck = np.array(_deck(hands, board, dead), np.int64)
    counts = np.zeros((len(hands), 3), np.int64)
    cards, fixed = np.array(hands, np.int64), np.array(board, np.int64)
    if game == "holdem" and len(hands) == 2 and len(board) < 5:
        boards = two_hands(cards, fixed, deck, *tables(game)[:4], counts)
    else:
        boards = every_board(KIND[game], cards, fixed, deck, *tables(game), counts)
    return counts, int(boards)


def _in_plain_numpy(_: str, hands: Sequence[Hand], board: Hand, dead: Hand) -> tuple[Ints, int]:
    """The same for Hold'em, without a kernel."""
    deck = _deck(hands, board, dead)
    return plain.over_boards(hands, board, deck, SHARES), comb(len(deck), 5 - len(board))


def _deck(hands: Sequence[Hand], board: Hand, dead: Hand) -> list[int]:
    gone = {*board, *dead, *(card for hand in hands for card in hand)}
    return [card for card in range(52) if card not in gone]
