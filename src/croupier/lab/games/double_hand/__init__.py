"""Double Hand Poker in numbers: seven cards with the joker, the house way against itself, and the
best setting of any seven cards.

Hands are counted one by one, all C(53, 7) = 154,143,080 of them. What either side gains by the
house way and by the best setting was counted over every pair of hands (`counting.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.core.cards import JOKER, text
from croupier.games.double_hand import SEATS, Rules
from croupier.lab.charts import Strategy
from croupier.lab.games.double_hand.counting import Counted, counted
from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.chance import DRAWS
from croupier.lab.kernels.duels import deal_seven
from croupier.lab.kernels.evaluator import FIVE_SUITED, SUITED, Values, slot_of, tables
from croupier.lab.kernels.houseway import back_value, front_value, house_way, of_suit, wild_runs
from croupier.lab.kernels.jit import kernel, lean, wide
from croupier.lab.odds import Number, Odds, Spread, Unanswerable
from croupier.ranks.doublehand import fouled

Bytes = NDArray[np.uint8]

HANDS: Final = comb(53, 7)
ONE_OF_EACH: Final = 0x1111
"""One more card of every suit, in the counters of keys."""
CARDS: Final = 7
"""A question about the strategy may name seven cards."""
SETTINGS: Final = 100_000
BEST: Final = "best setting"
FEE: Final = "fee, by the least wager"
COUNTED: Final = "every hand and every pair of hands, by inclusion and exclusion of shared cards"
DEALT: Final = "hands one by one; house way against house way dealt, each deal from both sides"
UNKNOWN: Final = "what the best setting gains on average is not counted here; ask for seven cards"
ENDS: Final = ("player loses", "push", "player wins")
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
    counts = count_plain(*table) + _count_joker(*table, wild_runs())
    found = zip(CLASSES, counts.tolist(), strict=True)
    return {name: Fraction(many, HANDS) for name, many in reversed(list(found))}


@kernel
def class_of(value: int) -> int:
    """The class of a value, royal flushes apart."""
    return 9 if value >> 16 == 0x8C else value >> 20


@kernel
def count_plain(keys: Ints, moves: NDArray[np.uint16], slots: Values, suited: Values) -> Ints:
    """Hands without the joker."""
    counts = np.zeros(11, np.int64)
    classes = (slots >> 20).astype(np.uint8)
    bit = np.array([1 << (13 * (card & 3) + (card >> 2)) for card in range(52)])
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    key4 = FIVE_SUITED + keys[a] + keys[b] + keys[c] + keys[d]
                    bits4 = bit[a] | bit[b] | bit[c] | bit[d]
                    for e in range(d):
                        for f in range(e):
                            key = key4 + keys[e] + keys[f]
                            if (key + ONE_OF_EACH) & SUITED:  # Four of a suit, or more.
                                six = key, bits4 | bit[e] | bit[f]
                                _count_suited(f, six, keys, bit, moves, classes, suited, counts)
                                continue
                            for rank in range(f >> 2):  # All cards of a rank make one class.
                                counts[classes[slot_of(key + keys[4 * rank], moves)]] += 4
                            if f & 3:
                                counts[classes[slot_of(key + keys[f - 1], moves)]] += f & 3
    return counts


@lean
def _count_suited(
    below: int,
    six: tuple[int, int],
    keys: Ints,
    bit: Ints,
    moves: NDArray[np.uint16],
    classes: Bytes,
    suited: Values,
    counts: Ints,
) -> None:
    """Six cards with each lower seventh, card by card."""
    for last in range(below):
        key = six[0] + keys[last]
        if key & SUITED:
            counts[class_of(suited[of_suit(six[1] | bit[last], key & SUITED)])] += 1
        else:
            counts[classes[slot_of(key, moves)]] += 1


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
        deal_seven(seed, n * DRAWS, gone, other)
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


def _results(rules: Rules, found: Counted) -> Spread:
    """How often a wager loses, pushes and wins when both sides set the house way."""
    won = found.wins
    lost = won - found.house if _copy(rules) else won
    ends = (lost, found.pairs - lost - won, won)
    return Spread({Fraction(at - 1): Fraction(n, found.pairs) for at, n in enumerate(ends)})


def _prices(rules: Rules, found: Counted, fee: Fraction) -> dict[str, Number]:
    """What either side loses to the other, and with the fee; by the best setting too."""
    gained = {
        "player": found.house,
        f"player, {BEST}": found.best,
        "player-dealer": -found.house,
        f"player-dealer, {BEST}": found.dealer,
    }
    if not _copy(rules):  # Neither side has anything before the other.
        gained = {"player": 0, "player-dealer": 0}
    return {
        f"{side}, {how}": more - Fraction(gain, found.pairs)
        for side, gain in gained.items()
        if gain is not None
        for how, more in (("without fee", Fraction(0)), ("with fee", fee))
    }


def _banking(rules: Rules, prices: Mapping[str, Number]) -> Iterator[str]:
    """From which wagers on the bank earns its fee."""
    most = SEATS[-1] - 1
    for name, price in prices.items():
        side, _, fee = name.rpartition(", ")
        if side.startswith("player-dealer") and fee == "without fee" and price < 0:
            least = rules.fee / float(-price) / most / 100
            yield f"{side}: {most} wagers of {least:.2f} each earn the fee of the bank"


def odds(rules: Rules) -> Odds:
    """The hands, and what a wager loses to a player-dealer by the house way and by the best."""
    found = counted(rules.wheel_second)
    fee = Fraction(rules.fee, rules.table_min)
    results, prices, hands = _results(rules, found), _prices(rules, found, fee), spread()
    ends = dict(zip(ENDS, map(float, results.chances.values()), strict=True))
    return Odds(
        game="double-hand",
        house_edge=fee,
        house_edge_float=float(fee),
        edge_of="the fee, by the least wager",
        average_bet=1.0,
        std_dev=results.std_dev,
        frequencies={**ends, **{name: float(share) for name, share in hands.items()}},
        bets={FEE: fee, **prices},
        spreads={"a wager": results},
        exact=not found.error,
        method=DEALT if found.error else COUNTED,
        notes=(
            "the house keeps the fee only, here by the least wager; the rest is between players",
            "the other side always sets the house way, and so does this one where nothing is said",
            *_banking(rules, prices),
            *(() if any("best" in name for name in prices) else (UNKNOWN,)),
        ),
        errors=_errors(rules, found, prices, ends) if found.error else {},
        details={"hands_exact": {name: str(share) for name, share in hands.items()}},
    )


def _errors(
    rules: Rules, found: Counted, prices: Mapping[str, Number], ends: Mapping[str, float]
) -> dict[str, float]:
    """One standard error of each; a deal that is seen from both sides tells as much of an end as
    one side of it at least.
    """
    shares = {name: sqrt(2 * p * (1 - p) / found.pairs) for name, p in ends.items()}
    return {**(dict.fromkeys(prices, found.error) if _copy(rules) else {}), **shares}
