"""Who wins how often: hands and ranges against each other, over all boards or a sample of them.

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
from croupier.lab.kernels.chance import DRAWS, below, card_beside
from croupier.lab.kernels.evaluator import FIVE_SUITED, SUITED, Values, slot_of
from croupier.lab.kernels.jit import kernel, wide
from croupier.lab.odds import Unanswerable
from croupier.ranks import low8

SHARES: Final = 5040
"""A pot divides without rest between up to ten winners, halves of it too."""
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
    return Tables(*evaluator.tables(size), _low_table())


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
        good = _sample(
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
    """Every way to give each player a hand of his range."""
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
        boards = _two_hands(cards, fixed, deck, *_tables(game)[:4], counts)
    else:
        boards = _enumerate(_KIND[game], cards, fixed, deck, *_tables(game), counts)
    return counts, int(boards)


# Kernels.


@kernel
def _enumerate(
    kind: int,
    hands: Ints,
    fixed: Ints,
    deck: Ints,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    suited: Values,
    lows: NDArray[np.uint8],
    counts: Ints,
) -> int:
    """Every board: its cards go round like the wheels of a counter."""
    missing = 5 - len(fixed)
    board = np.zeros(5, np.int64)
    board[: len(fixed)] = fixed
    at = np.arange(missing)
    values, low = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    own_keys, own_bits = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    for player in range(len(hands)):
        for card in hands[player]:
            own_keys[player] += keys[card]
            own_bits[player] |= 1 << (13 * (card & 3) + (card >> 2))
    boards, size = 0, len(deck)
    base_key, base_bits = wide(0), 0
    fresh = True
    while True:
        if fresh:  # All but the last card have moved.
            base_key, base_bits = wide(FIVE_SUITED), 0
            for n in range(5 if not missing else 4):
                if n >= len(fixed):
                    board[n] = deck[at[n - len(fixed)]]
                base_key += keys[board[n]]
                base_bits |= 1 << (13 * (board[n] & 3) + (board[n] >> 2))
        key, bits = base_key, base_bits
        if missing:
            last = deck[at[missing - 1]]
            board[4] = last
            key += keys[last]
            bits |= 1 << (13 * (last & 3) + (last >> 2))
        if kind == 0:
            for player in range(len(hands)):
                mine = key + own_keys[player]
                if mine & SUITED:
                    values[player] = suited[_of_suit(bits | own_bits[player], mine & SUITED)]
                else:
                    values[player] = slots[slot_of(mine, moves)]
        else:
            omaha_values(hands, board, keys, moves, slots, suited, values)
        if kind == 2:
            low_values(hands, board, lows, low)
        share_out(values, low, kind == 2, counts)
        boards += 1
        if not missing:
            return boards
        wheel = missing - 1
        while wheel >= 0 and at[wheel] == size - missing + wheel:
            wheel -= 1
        if wheel < 0:
            return boards
        at[wheel] += 1
        for n in range(wheel + 1, missing):
            at[n] = at[n - 1] + 1
        fresh = wheel < missing - 1


@kernel
def _two_hands(
    hands: Ints,
    fixed: Ints,
    deck: Ints,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    suited: Values,
    counts: Ints,
) -> int:
    """As `_enumerate`, for the question that is asked most: two hands of Hold'em."""
    missing, size = 5 - len(fixed), len(deck)
    deck_keys, deck_bits = np.empty(size, np.int64), np.empty(size, np.int64)
    for n in range(size):
        deck_keys[n] = keys[deck[n]]
        deck_bits[n] = 1 << (13 * (deck[n] & 3) + (deck[n] >> 2))
    key, bits = np.empty(2, np.int64), np.empty(2, np.int64)
    for player in range(2):
        key[player], bits[player] = FIVE_SUITED, 0
        for card in hands[player]:
            key[player] += keys[card]
            bits[player] |= 1 << (13 * (card & 3) + (card >> 2))
        for card in fixed:
            key[player] += keys[card]
            bits[player] |= 1 << (13 * (card & 3) + (card >> 2))
    at = np.arange(missing)
    won, lost, boards = 0, 0, 0
    while True:
        base, base_bits = 0, 0
        for n in range(missing - 1):
            base += deck_keys[at[n]]
            base_bits |= deck_bits[at[n]]
        one, two = base + key[0], base + key[1]
        first = at[missing - 2] + 1 if missing > 1 else 0
        for last in range(first, size):
            a, b = one + deck_keys[last], two + deck_keys[last]
            if (a | b) & SUITED:
                all_bits = base_bits | deck_bits[last]
                mine = slots[slot_of(a, moves)]
                if a & SUITED:
                    mine = suited[_of_suit(all_bits | bits[0], a & SUITED)]
                other = slots[slot_of(b, moves)]
                if b & SUITED:
                    other = suited[_of_suit(all_bits | bits[1], b & SUITED)]
            else:
                mine, other = slots[slot_of(a, moves)], slots[slot_of(b, moves)]
            won += mine > other
            lost += mine < other
        boards += size - first
        wheel = missing - 2
        while wheel >= 0 and at[wheel] == size - missing + wheel:
            wheel -= 1
        if wheel < 0:
            break
        at[wheel] += 1
        for n in range(wheel + 1, missing - 1):
            at[n] = at[n - 1] + 1
    tied = boards - won - lost
    counts[0] += np.array([won, tied, SHARES * won + SHARES // 2 * tied])
    counts[1] += np.array([lost, tied, SHARES * lost + SHARES // 2 * tied])
    return boards


@kernel
def _of_suit(bits: int, mark: int) -> int:
    """The ranks of the marked suit."""
    if mark & 0x8:
        return bits & 8191
    if mark & 0x80:
        return (bits >> 13) & 8191
    if mark & 0x800:
        return (bits >> 26) & 8191
    return (bits >> 39) & 8191


@kernel
def omaha_values(
    hands: Ints,
    board: Ints,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    suited: Values,
    values: Ints,
) -> None:
    """The best of two from each hand with three of the board."""
    threes, bits = np.empty(10, np.int64), np.empty(10, np.int64)
    n = 0
    for a in range(3):
        for b in range(a + 1, 4):
            for c in range(b + 1, 5):
                threes[n] = FIVE_SUITED + keys[board[a]] + keys[board[b]] + keys[board[c]]
                bits[n] = (1 << (board[a] >> 2)) | (1 << (board[b] >> 2)) | (1 << (board[c] >> 2))
                n += 1
    for player in range(len(hands)):
        best = 0
        for a in range(3):
            for b in range(a + 1, 4):
                x, y = hands[player, a], hands[player, b]
                two, own = keys[x] + keys[y], (1 << (x >> 2)) | (1 << (y >> 2))
                for n in range(10):
                    key = two + threes[n]
                    plain = not key & SUITED
                    value = slots[slot_of(key, moves)] if plain else suited[own | bits[n]]
                    best = max(best, value)
        values[player] = best


@kernel
def low_values(hands: Ints, board: Ints, lows: NDArray[np.uint8], values: Ints) -> None:
    """The best low of each hand, 0 for none."""
    shared = 0
    for card in board:
        shared |= low_bit(card)
    for player in range(len(hands)):
        own = 0
        for card in hands[player]:
            own |= low_bit(card)
        values[player] = lows[(own << 8) | shared]


@kernel
def low_bit(card: int) -> int:
    """The bit of a rank in a low, the ace lowest; ranks above the eight have none."""
    return (1 << (((card >> 2) + 1) % 13)) & 255


@kernel
def share_out(values: Ints, lows: Ints, split: bool, counts: Ints) -> None:
    """Give each player his part of one pot."""
    best, lowest = values.max(), lows.max() if split else 0
    winners, low_winners = 0, 0
    for player in range(len(values)):
        winners += values[player] == best
        low_winners += lowest > 0 and lows[player] == lowest
    high_pot = SHARES // 2 if lowest else SHARES
    for player in range(len(values)):
        part = 0
        if values[player] == best:
            part += high_pot // winners
        if lowest and lows[player] == lowest:
            part += SHARES // 2 // low_winners
        if part == SHARES:
            counts[player, 0] += 1
        elif part:
            counts[player, 1] += 1
        counts[player, 2] += part


@kernel
def _sample(
    kind: int,
    hands: NDArray[np.uint8],
    starts: Ints,
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
    counts: Ints,
    squares: NDArray[np.float64],
) -> bool:
    """Random hands of the ranges, all drawn again if two share a card, then a random board."""
    players = len(starts) - 1
    own = np.zeros((players, hands.shape[1]), np.int64)
    board = np.zeros(5, np.int64)
    board[: len(fixed)] = fixed
    values, low = np.zeros(players, np.int64), np.zeros(players, np.int64)
    before = np.zeros(players, np.int64)
    for n in range(first, first + samples):
        counter = n * DRAWS
        taken, player, tries = gone, 0, 0
        while player < players:
            many = starts[player + 1] - starts[player]
            pick = hands[starts[player] + below(seed, counter, many)]
            counter += 1
            clash = False
            for at in range(len(pick)):
                own[player, at] = pick[at]
                clash |= (taken >> own[player, at]) & 1 == 1
                taken |= 1 << own[player, at]
            player += 1
            if clash:
                taken, player, tries = gone, 0, tries + 1
                if tries > DRAWS // 32:
                    return False
        for at in range(len(fixed), 5):
            board[at], counter = card_beside(seed, counter, taken)
            taken |= 1 << board[at]
        if kind == 0:
            for player in range(players):
                key, bits = wide(FIVE_SUITED), 0
                for card in board:
                    key += int(keys[card])
                    bits |= 1 << int(13 * (card & 3) + (card >> 2))
                for card in own[player]:
                    key += int(keys[card])
                    bits |= 1 << int(13 * (card & 3) + (card >> 2))
                if key & SUITED:
                    values[player] = suited[_of_suit(bits, key & SUITED)]
                else:
                    values[player] = slots[slot_of(key, moves)]
        else:
            omaha_values(own, board, keys, moves, slots, suited, values)
        if kind == 2:
            low_values(own, board, lows, low)
        before[:] = counts[:, 2]
        share_out(values, low, kind == 2, counts)
        for player in range(players):
            part = (counts[player, 2] - before[player]) / SHARES
            squares[player] += part * part
    return True


@cache
def _low_table() -> NDArray[np.uint8]:
    """The best low of any ranks of a hand with any ranks of a board."""
    return _lows(low8.WHEEL)


@kernel
def _lows(wheel: int) -> NDArray[np.uint8]:
    table = np.zeros(1 << 16, np.uint8)
    ceiling = wheel + 31
    for own in range(256):
        for shared in range(256):
            best = 0
            for a in range(8):
                for b in range(a):
                    two = (1 << a) | (1 << b)
                    if own & two == two:
                        rest = shared & ~two
                        low = lowest_three(rest)
                        if low:
                            best = max(best, ceiling - (two | low))
            table[(own << 8) | shared] = best
    return table


@kernel
def lowest_three(bits: int) -> int:
    """The three lowest bits, 0 if there are fewer."""
    found, many = 0, 0
    for at in range(8):
        if many < 3 and (bits >> at) & 1:
            found |= 1 << at
            many += 1
    return found if many == 3 else 0
