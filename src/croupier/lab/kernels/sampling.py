"""Equities over random deals: each seat draws a hand beside the cards that are taken.

A deal must come as often as all its hands together do, each range by its weights. So a seat that
draws from what is left of a narrow range gives the deal a weight, the part of the range that was
left; a wide range is drawn whole, and a clash begins the deal anew; a seat that may hold anything
is dealt to at last. No deal is given up: a seat that finds nothing left has a deal of weight 0.
"""

from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.chance import DRAWS, card_beside, mixed
from croupier.lab.kernels.equity import (
    HOLE,
    KIND,
    Equity,
    Hand,
    Player,
    Progress,
    Ranges,
    bits_of,
    check,
    tables,
    weighted,
)
from croupier.lab.kernels.evaluator import Values
from croupier.lab.kernels.jit import kernel, lean
from croupier.lab.kernels.runouts import (
    SHARES,
    holdem_values,
    low_values,
    omaha_values,
    share_out,
)
from croupier.lab.kernels.twentyone import Floats
from croupier.lab.odds import Unanswerable

SAMPLES: Final = 1_000_000
CHUNK: Final = 50_000
NARROW: Final = 1326
"""Hands of a range that are looked through for each deal."""
WHOLE, LEFT, ANY = 0, 1, 2
"""How a seat draws: from its whole range, from what is left of it, or from all cards left."""


class Seats(NamedTuple):
    """Ranges one behind the other, and the order and way in which their seats draw."""

    hands: NDArray[np.uint8]
    masks: Ints
    weights: Floats
    upto: Floats
    """The sum of the weights of a range up to each hand."""
    starts: Ints
    order: Ints
    ways: Ints


def sampled(
    game: str,
    ranges: Ranges,
    board: Hand = (),
    dead: Hand = (),
    samples: int = SAMPLES,
    seed: int = 0,
    progress: Progress | None = None,
) -> Equity:
    """Over random deals and boards."""
    check(game, ranges, board, dead)
    seats = seated(HOLE[game], [weighted(some) for some in ranges], {*board, *dead})
    counts, squares, totals = np.zeros((len(ranges), 3)), np.zeros((len(ranges), 2)), np.zeros(2)
    fixed, gone = np.array(board, np.int64), bits_of((*board, *dead))
    for done in range(0, samples, CHUNK):
        some = min(CHUNK, samples - done)
        _draw(
            KIND[game], *seats, fixed, gone, seed, done, some, *tables(game),
            counts, squares, totals,
        )  # fmt: skip
        if progress:
            progress(done + some, samples)
    if not totals[0]:
        raise Unanswerable("no deal fits these ranges: they need one another's cards")
    return _estimate(game, counts, squares, totals, samples)


def seated(size: int, ranges: list[dict[Hand, int]], gone: set[int]) -> Seats:
    """The seats in the order in which they draw, the narrowest range first."""
    _part(ranges)
    named = sum(len(some) == 1 for some in ranges)
    free = 52 - len(gone) - size * named
    order = sorted(range(len(ranges)), key=lambda at: len(ranges[at]))
    ways = [_way(some, comb(free, size)) for some in ranges]
    if ways[order[0]] == LEFT:
        ways[order[0]] = WHOLE  # Nothing is taken before the first.
    weights = [np.array(list(some.values()), float) for some in ranges]
    hands = [hand for some in ranges for hand in some]
    return Seats(
        np.array(hands, np.uint8),
        np.array([bits_of(hand) for hand in hands]),
        np.concatenate(weights),
        np.concatenate([some.cumsum() for some in weights]),
        np.cumsum([0, *map(len, ranges)]),
        np.array(order),
        np.array(ways),
    )


def _part(ranges: list[dict[Hand, int]]) -> None:
    """Take the cards of hands that are named card by card from the other ranges."""
    parted: set[int] = set()
    while True:
        found = (at for at, some in enumerate(ranges) if len(some) == 1 and at not in parted)
        at = next(found, None)
        if at is None:
            return
        parted.add(at)
        (named,) = ranges[at]
        for other, some in enumerate(ranges):
            if other != at:
                ranges[other] = {h: w for h, w in some.items() if not {*named} & {*h}}
            if not ranges[other]:
                raise Unanswerable("no deal fits these ranges: they need one another's cards")


def _way(some: dict[Hand, int], every: int) -> int:
    if len(some) == every and len(set(some.values())) == 1:
        return ANY
    return LEFT if len(some) <= NARROW else WHOLE


def _estimate(game: str, counts: Floats, squares: Floats, totals: Floats, deals: int) -> Equity:
    """Wins and ties as parts of all deals, and the error of a mean of weighted deals."""
    players, (weight, square) = [], totals.tolist()
    for (wins, ties, shares), (two, one) in zip(counts.tolist(), squares.tolist(), strict=True):
        mean = shares / weight
        error = np.sqrt(max(two - 2 * mean * one + mean * mean * square, 0.0)) / weight
        won, tied, part = (round(some / weight * deals) for some in (wins, ties, SHARES * shares))
        players.append(Player(won, tied, Fraction(part, SHARES * deals), float(error)))
    return Equity(game, deals, tuple(players), exact=False)


@kernel
def _uniform(seed: int, counter: int) -> float:
    return float(mixed(seed, counter) >> np.uint64(11)) * 2.0**-53


@lean
def _whole(upto: Floats, start: int, stop: int, chance: float) -> int:
    """A hand of a whole range: the first whose sum of weights lies above the chance."""
    wanted = chance * upto[stop - 1]
    while start < stop - 1:
        middle = (start + stop - 1) // 2
        if upto[middle] > wanted:
            stop = middle + 1
        else:
            start = middle + 1
    return start


@lean
def _left(masks: Ints, weights: Floats, start: int, stop: int, taken: int) -> float:
    """The weight of what is left of a range."""
    left = 0.0
    for at in range(start, stop):
        if not masks[at] & taken:
            left += weights[at]
    return left


@lean
def _pick(masks: Ints, weights: Floats, start: int, stop: int, taken: int, wanted: float) -> int:
    """The hand that is left where the weights sum up to what is wanted."""
    found, left = -1, 0.0
    for at in range(start, stop):
        if not masks[at] & taken:
            found = at
            left += weights[at]
            if left > wanted:
                break
    return found


@lean
def _deal(
    hands: NDArray[np.uint8],
    masks: Ints,
    weights: Floats,
    upto: Floats,
    starts: Ints,
    order: Ints,
    ways: Ints,
    gone: int,
    seed: int,
    number: int,
    own: Ints,
) -> tuple[float, int, int, int]:
    """One deal to all seats: its weight, the cards taken, and the seed and counter that follow."""
    tries, at = 0, 0
    taken, weight, counter, chance = gone, 1.0, number * DRAWS, seed
    while at < len(order):
        player = order[at]
        start, stop = starts[player], starts[player + 1]
        at += 1
        if ways[player] == ANY:
            for card in range(own.shape[1]):
                own[player, card], counter = card_beside(chance, counter, taken)
                taken |= 1 << own[player, card]
            continue
        drawn = _uniform(chance, counter)
        counter += 1
        if ways[player] == WHOLE:
            pick = _whole(upto, start, stop, drawn)
            if masks[pick] & taken:  # Anew, by a seed of its own.
                tries += 1
                at, taken, weight = 0, gone, 1.0
                counter, chance = number * DRAWS, seed ^ (tries << 32)
                continue
        else:
            left = _left(masks, weights, start, stop, taken)
            if left == 0.0:
                return 0.0, taken, chance, counter
            weight *= left / upto[stop - 1]
            pick = _pick(masks, weights, start, stop, taken, drawn * left)
        taken |= masks[pick]
        for card in range(own.shape[1]):
            own[player, card] = hands[pick, card]
    return weight, taken, chance, counter


@kernel
def _draw(
    kind: int,
    hands: NDArray[np.uint8],
    masks: Ints,
    weights: Floats,
    upto: Floats,
    starts: Ints,
    order: Ints,
    ways: Ints,
    fixed: Ints,
    gone: int,
    seed: int,
    first: int,
    samples: int,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    suited: Values,
    lows: NDArray[np.uint8],
    counts: Floats,
    squares: Floats,
    totals: Floats,
) -> None:
    """Some deals: wins, ties and shares of each seat, and their squares, all by weight."""
    players = len(order)
    own, board = np.zeros((players, hands.shape[1]), np.int64), np.zeros(5, np.int64)
    board[: len(fixed)] = fixed
    values, low = np.zeros(players, np.int64), np.zeros(players, np.int64)
    ends = np.zeros((players, 3), np.int64)
    for n in range(first, first + samples):
        weight, taken, chance, counter = _deal(
            hands, masks, weights, upto, starts, order, ways, gone, seed, n, own
        )
        if weight == 0.0:
            continue
        for at in range(len(fixed), 5):
            board[at], counter = card_beside(chance, counter, taken)
            taken |= 1 << board[at]
        if kind == 0:
            holdem_values(own, board, values, keys, moves, slots, suited)
        else:
            omaha_values(own, board, keys, moves, slots, suited, values)
        if kind == 2:
            low_values(own, board, lows, low)
        ends[:] = 0
        share_out(values, low, kind == 2, ends)
        totals[0] += weight
        totals[1] += weight * weight
        for player in range(players):
            part = ends[player, 2] / SHARES
            counts[player, 0] += weight * ends[player, 0]
            counts[player, 1] += weight * ends[player, 1]
            counts[player, 2] += weight * part
            squares[player, 0] += weight * weight * part * part
            squares[player, 1] += weight * weight * part
