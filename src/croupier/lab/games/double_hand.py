"""Double Hand Poker in numbers: seven cards with the joker, the house way against itself, and the
best setting of any seven cards.

Hands are counted one by one, all C(53, 7) = 154,143,080 of them. What a player wins when both he
and the player-dealer set the house way is found by simulation, with its error.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.core.cards import JOKER, text
from croupier.games.double_hand import Rules
from croupier.lab.charts import Strategy
from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.chance import DRAWS, below
from croupier.lab.kernels.evaluator import (
    SUITED,
    Values,
    run,
    slot_of,
    tables,
    worth,
    worth_of_suit,
)
from croupier.lab.kernels.jit import kernel, wide
from croupier.lab.odds import Odds, Spread, Unanswerable
from croupier.ranks.doublehand import fouled

HANDS: Final = comb(53, 7)
CARDS: Final = 7
"""A question about the strategy may name seven cards."""
SAMPLE: Final = 1_000_000
SETTINGS: Final = 100_000
CLASSES: Final = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
    "five aces",
)


@cache
def spread() -> dict[str, Fraction]:
    """How likely the best five of seven cards are of each class, the joker among them."""
    table = tables(7)
    counts = _count_plain(*table) + _count_joker(*table, _wild_runs())
    found = zip(CLASSES, counts.tolist(), strict=True)
    return {name: Fraction(many, HANDS) for name, many in reversed(list(found))}


@kernel
def class_of(value: int) -> int:
    """The class of a value, royal flushes apart."""
    return 9 if value >> 16 == 0x8C else value >> 20


@kernel
def _count_plain(keys: Ints, moves: NDArray[np.uint16], slots: Values, suited: Values) -> Ints:
    """Hands without the joker."""
    counts = np.zeros(11, np.int64)
    bit = np.array([1 << (13 * (card & 3) + (card >> 2)) for card in range(52)])
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        key5 = 0x3333 + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
                        bits5 = bit[a] | bit[b] | bit[c] | bit[d] | bit[e]
                        for f in range(e):
                            key6, bits6 = key5 + keys[f], bits5 | bit[f]
                            for g in range(f):
                                key = key6 + keys[g]
                                if key & SUITED:
                                    bits = of_suit(bits6 | bit[g], key & SUITED)
                                    counts[class_of(suited[bits])] += 1
                                else:
                                    counts[slots[slot_of(key, moves)] >> 20] += 1
    return counts


@kernel
def of_suit(bits: int, mark: int) -> int:
    """The ranks of the suit whose mark is set."""
    while mark > 8:
        mark >>= 4
        bits >>= 13
    return bits & 8191


@kernel
def _count_joker(
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    suited: Values,  # noqa: ARG001 - the tables come together.
    wild: NDArray[np.uint8],
) -> Ints:
    """Hands with the joker: an ace, or what completes a straight or a flush (DH-04)."""
    counts = np.zeros(11, np.int64)
    ace = keys[48] & ~wide(0xFFFF)
    bit = np.array([1 << (13 * (card & 3) + (card >> 2)) for card in range(52)])
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for f in range(e):
                            if d >= 48:  # The four highest cards are the aces.
                                counts[10] += 1
                                continue
                            # One card more counts in every suit: five suited are four with it.
                            key = 0x4444 + ace + keys[a] + keys[b] + keys[c]
                            key += keys[d] + keys[e] + keys[f]
                            bits = bit[a] | bit[b] | bit[c] | bit[d] | bit[e] | bit[f]
                            best = slots[slot_of(key & ~wide(0xFFFF), moves)] >> 20
                            ranks = (bits | bits >> 13 | bits >> 26 | bits >> 39) & 8191
                            if best < 4 and wild[ranks]:
                                best = 4
                            mark = key & SUITED
                            if mark:
                                top = wild[of_suit(bits, mark)]
                                if top:
                                    best = max(best, 9 if top == 12 else 8)
                                best = max(best, 5)
                            counts[best] += 1
    return counts


@cache
def _wild_runs() -> NDArray[np.uint8]:
    """The top of the best straight that a set of ranks makes with one more rank, 0 for none."""
    return _wild()


@kernel
def _wild() -> NDArray[np.uint8]:
    table = np.zeros(1 << 13, np.uint8)
    for bits in range(1 << 13):
        best = 0
        for rank in range(13):
            best = max(best, run(bits | (1 << rank)))
        table[bits] = best
    return table


# Setting.


@kernel
def rank_of(card: int) -> int:
    """The joker counts as an ace."""
    return 12 if card == 52 else card >> 2


@kernel
def front_value(a: int, b: int) -> int:
    """The value of a front, on the scale of `ranks.doublehand.two`."""
    x, y = rank_of(a), rank_of(b)
    if x == y:
        return (1 << 20) | (x << 16)
    return (max(x, y) << 16) | (min(x, y) << 12)


@kernel
def back_value(cards: Ints, skip: int, also: int, second: bool, counts: Ints) -> int:
    """The value of all but two of seven cards, as `ranks.doublehand.five` has it."""
    counts[:] = 0
    bits, suit, joker, flush, many = 0, -1, False, True, 0
    for at in range(len(cards)):
        if at in (skip, also):
            continue
        if cards[at] == 52:
            joker = True
            continue
        rank = cards[at] >> 2
        many += 1
        counts[rank] += 1
        bits |= 1 << rank
        if suit >= 0 and cards[at] & 3 != suit:
            flush = False
        suit = cards[at] & 3
    if not joker:
        return placed(worth_of_suit(bits) if flush else worth(counts), second)
    if counts[12] == 4:
        return (9 << 20) | (12 << 16)
    best = 0
    distinct = 0
    for rank in range(13):
        distinct += counts[rank] > 0
    for rank in range(13):
        new = counts[rank] == 0 and distinct == 4
        completes = new and (flush or run(bits | (1 << rank)) > 0)
        if rank == 12 or completes:
            counts[rank] += 1
            value = worth_of_suit(bits | (1 << rank)) if flush and new else worth(counts)
            counts[rank] -= 1
            best = max(best, placed(value, second))
    return best


@kernel
def placed(value: int, second: bool) -> int:
    """The wheel may be the second highest straight (DH-02)."""
    if second and value >> 20 in (4, 8) and (value >> 16) & 15 == 3:
        return ((value >> 20) << 20) | (11 << 16) | (1 << 12)
    return value


@kernel
def house_way(cards: Ints, counts: Ints) -> tuple[int, int]:
    """Which two of seven cards the house puts in front, as `houseway` lists it (DH-25).

    The cards fall from the highest; a joker stands first and is used last among the aces.
    """
    joker = cards[0] == 52
    many = np.zeros(13, np.int64)
    for card in cards:
        many[rank_of(card)] += 1
    ranks, sizes, groups = np.zeros(7, np.int64), np.zeros(7, np.int64), 0
    for size in range(5, 0, -1):
        for rank in range(12, -1, -1):
            if many[rank] == size:
                ranks[groups], sizes[groups] = rank, size
                groups += 1
    most, more = sizes[0], sizes[1]
    if most == 5:
        own = 1 if more == 2 and ranks[1] == 11 else 0
        return two_of(cards, ranks[own], joker)
    if most == 4:
        if more > 1:
            return two_of(cards, ranks[1], joker)
        if ranks[0] <= 4 or (ranks[0] < 9 and ranks[1] == 12):
            return one_of(cards, ranks[1], joker), one_of(cards, ranks[2], joker)
        return split_four(cards, ranks[0], counts)
    if most == 3 and more > 1:
        return two_of(cards, ranks[0] if more == 3 else ranks[1], joker)
    if most == 2 and more == 2:
        if sizes[2] == 2:
            return two_of(cards, ranks[0], joker)
        split = ranks[2] != 12
        if ranks[0] <= 4:
            split = False
        elif ranks[0] >= 9 and ranks[1] >= 4:
            split = True
        if split:
            return two_of(cards, ranks[1], joker)
        return one_of(cards, ranks[2], joker), one_of(cards, ranks[3], joker)
    x, y = completed(cards, counts)
    if x >= 0:
        return x, y
    if most == 3 and ranks[0] == 12:
        return one_of(cards, ranks[0], joker), one_of(cards, ranks[1], joker)
    return one_of(cards, ranks[1], joker), one_of(cards, ranks[2], joker)


@kernel
def one_of(cards: Ints, rank: int, joker: bool) -> int:
    """Where a card of a rank stands; the joker only if there is no other ace."""
    for at in range(7):
        if rank_of(cards[at]) == rank and cards[at] != 52:
            return at
    return 0 if joker else -1


@kernel
def two_of(cards: Ints, rank: int, joker: bool) -> tuple[int, int]:
    """Where two cards of a rank stand."""
    first = one_of(cards, rank, joker)
    for at in range(7):
        if at != first and rank_of(cards[at]) == rank and cards[at] != 52:
            return first, at
    return first, 0


@kernel
def split_four(cards: Ints, rank: int, counts: Ints) -> tuple[int, int]:
    """Two and two; the joker goes where the back is best."""
    best, x, y = -1, -1, -1
    for a in range(7):
        for b in range(a + 1, 7):
            if rank_of(cards[a]) == rank and rank_of(cards[b]) == rank:
                value = back_value(cards, a, b, False, counts)
                if value > best:
                    best, x, y = value, a, b
    return x, y


@kernel
def completed(cards: Ints, counts: Ints) -> tuple[int, int]:
    """Of all straights and flushes the one with the highest front, then the highest back."""
    over, under, x, y = -1, -1, -1, -1
    for a in range(7):
        for b in range(a + 1, 7):
            front = front_value(cards[a], cards[b])
            if front < over:
                continue
            back = back_value(cards, a, b, False, counts)
            kind = back >> 20
            if (kind in (4, 5, 8)) and (front > over or back > under):
                over, under, x, y = front, back, a, b
    return x, y


@kernel
def _deal_seven(seed: int, counter: int, taken: int, hand: Ints) -> tuple[int, int]:
    for at in range(7):
        while True:
            card = below(seed, counter, 53)
            counter += 1
            if not (taken >> card) & 1:
                break
        taken |= 1 << card
        place = at
        while place > 0 and hand[place - 1] < card:
            hand[place] = hand[place - 1]
            place -= 1
        hand[place] = card
    return counter, taken


@kernel
def _duels(seed: int, deals: int, second: bool, copy: int) -> Ints:
    """House way against house way: losses, pushes and wins of the player."""
    ends = np.zeros(3, np.int64)
    mine, other, counts = np.zeros(7, np.int64), np.zeros(7, np.int64), np.zeros(13, np.int64)
    for n in range(deals):
        counter, taken = _deal_seven(seed, n * DRAWS, 0, mine)
        _deal_seven(seed, counter, taken, other)
        a, b = house_way(mine, counts)
        c, d = house_way(other, counts)
        over = front_value(mine[a], mine[b]) - front_value(other[c], other[d])
        under = back_value(mine, a, b, second, counts) - back_value(other, c, d, second, counts)
        if over > 0 and under > 0:
            ends[2] += 1
        elif over < copy and under < copy:
            ends[0] += 1
        else:
            ends[1] += 1
    return ends


@kernel
def _against(seed: int, deals: int, mine: Ints, a: int, b: int, second: bool, copy: int) -> Ints:
    """One setting against the house way of random hands."""
    ends = np.zeros(3, np.int64)
    other, counts = np.zeros(7, np.int64), np.zeros(13, np.int64)
    gone = 0
    for card in mine:
        gone |= 1 << card
    my_over = front_value(mine[a], mine[b])
    my_under = back_value(mine, a, b, second, counts)
    for n in range(deals):
        _deal_seven(seed, n * DRAWS, gone, other)
        c, d = house_way(other, counts)
        over = my_over - front_value(other[c], other[d])
        under = my_under - back_value(other, c, d, second, counts)
        if over > 0 and under > 0:
            ends[2] += 1
        elif over < copy and under < copy:
            ends[0] += 1
        else:
            ends[1] += 1
    return ends


class Setting(Struct, frozen=True):
    """One way to set seven cards, and what it gains against the house way."""

    front: tuple[int, ...]
    gain: float
    error: float
    house_way: bool


def settings(rules: Rules, cards: Sequence[int], deals: int = 0, seed: int = 3) -> list[Setting]:
    """Every setting that is not fouled, against a player-dealer who sets the house way."""
    if len(cards) != 7 or len(set(cards)) != 7 or max(cards) > JOKER:
        raise Unanswerable("a setting takes seven different cards, the joker may be among them")
    mine = np.array(sorted(cards, reverse=True))
    chosen = tuple(house_way(mine, np.zeros(13, np.int64)))
    found = []
    for a, b in combinations(range(7), 2):
        front = [int(mine[a]), int(mine[b])]
        back = [int(card) for at, card in enumerate(mine) if at not in (a, b)]
        if fouled(front, back):  # type: ignore[arg-type]
            continue
        ends = _against(seed, deals or SETTINGS, mine, a, b, rules.wheel_second, _copy(rules))
        gain, error = _mean(ends)
        found.append(Setting(tuple(front), gain, error, {a, b} == set(chosen)))
    return sorted(found, key=lambda setting: -setting.gain)


def _copy(rules: Rules) -> int:
    return 1 if rules.copies == "player_dealer" else 0


def _mean(ends: Ints) -> tuple[float, float]:
    lost, pushed, won = (int(many) for many in ends)
    deals = lost + pushed + won
    mean = (won - lost) / deals
    return mean, sqrt(((won + lost) / deals - mean * mean) / deals)


def strategy(rules: Rules, cards: Sequence[int] = ()) -> Strategy:
    """The settings of seven cards, the best first."""
    if not cards:
        ask = "Name seven cards to see how to set them: croupier strategy double-hand --cards …"
        lines = tuple(f"{name}: {float(share):.5%}" for name, share in spread().items())
        return Strategy("double-hand", (), (), (*lines, ask))
    lines = tuple(
        f"{text(setting.front)} in front: {setting.gain:+.4f} ± {1.96 * setting.error:.4f}"
        + ("  (the house way)" if setting.house_way else "")
        for setting in settings(rules, cards)[:8]
    )
    return Strategy("double-hand", (), (), ("Against the house way:", *lines))


def odds(rules: Rules) -> Odds:
    """The hands, and what a wager loses to a player-dealer when both set the house way."""
    ends = _duels(11, SAMPLE, rules.wheel_second, _copy(rules))
    mean, error = _mean(ends)
    fee = Fraction(rules.fee, rules.table_min)
    shares = [Fraction(int(many), SAMPLE) for many in ends]
    hands = spread()
    return Odds(
        game="double-hand",
        house_edge=None,
        house_edge_float=float(fee),
        average_bet=1.0,
        std_dev=error * sqrt(SAMPLE),
        frequencies={
            "player loses": float(shares[0]),
            "push": float(shares[1]),
            "player wins": float(shares[2]),
            **{name: float(share) for name, share in hands.items()},
        },
        bets={
            "fee, by the least wager": fee,
            "player, without fee": -mean,
            "player, with fee": -mean + float(fee),
            "player-dealer, without fee": mean,
            "player-dealer, with fee": mean + float(fee),
        },
        spreads={
            "a wager": Spread({Fraction(at - 1): float(share) for at, share in enumerate(shares)})
        },
        exact=False,
        method="hands counted one by one; house way against house way by simulation",
        notes=(
            "the house keeps the fee only; the rest is between player and player-dealer",
            f"the duel is of {SAMPLE:,} deals: one standard error is {error:.5f} of the wager",
        ),
        error=error,
        details={"hands_exact": {name: str(share) for name, share in hands.items()}},
    )
