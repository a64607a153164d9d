"""Ranges as players write them: `QQ+, AKs:0.5, T9s-76s`, `AhKh`, `15%`, `AAxx`, `random`.

A range is words with commas between. A word may have a weight behind a colon, from 0 to 1: how
often such a hand is played. Of a hand that is written twice the last weight counts.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final

from croupier.core.cards import RANKS, SUITS, BadCards, distinct
from croupier.lab.odds import Unanswerable

Hand = tuple[int, ...]
Range = dict[Hand, Fraction]
"""Hands and how often each is played."""

ANY: Final = {"random", "any", "xx", "xxxx", "**", "****"}
ONE: Final = Fraction(1)
TAKES: Final = {
    2: "{} is not a hand here: it takes two cards",
    4: "{} is not a hand here: it takes four cards",
}
BEST: Final = (
    "AA", "KK", "QQ", "JJ", "TT", "99", "88", "AKs", "77", "AQs", "AJs", "AKo", "ATs", "AQo",
    "AJo", "KQs", "66", "A9s", "ATo", "KJs", "A8s", "KTs", "KQo", "A7s", "A9o", "KJo", "55",
    "QJs", "K9s", "A5s", "A6s", "A8o", "KTo", "QTs", "A4s", "A7o", "K8s", "A3s", "QJo", "K9o",
    "A5o", "A6o", "Q9s", "K7s", "JTs", "A2s", "QTo", "44", "A4o", "K6s", "K8o", "Q8s", "A3o",
    "K5s", "J9s", "Q9o", "JTo", "K7o", "A2o", "K4s", "Q7s", "K6o", "K3s", "T9s", "J8s", "33",
    "Q6s", "Q8o", "K5o", "J9o", "K2s", "Q5s", "T8s", "K4o", "J7s", "Q4s", "Q7o", "T9o", "J8o",
    "K3o", "Q6o", "Q3s", "98s", "T7s", "J6s", "K2o", "22", "Q2s", "Q5o", "J5s", "T8o", "J7o",
    "Q4o", "97s", "J4s", "T6s", "J3s", "Q3o", "98o", "87s", "T7o", "J6o", "96s", "J2s", "Q2o",
    "T5s", "J5o", "T4s", "97o", "86s", "J4o", "T6o", "95s", "T3s", "76s", "J3o", "87o", "T2s",
    "85s", "96o", "J2o", "T5o", "94s", "75s", "T4o", "93s", "86o", "65s", "84s", "95o", "T3o",
    "92s", "76o", "74s", "T2o", "54s", "85o", "64s", "83s", "94o", "75o", "82s", "73s", "93o",
    "65o", "53s", "63s", "84o", "92o", "43s", "74o", "72s", "54o", "64o", "52s", "62s", "83o",
    "42s", "82o", "73o", "53o", "63o", "32s", "43o", "72o", "52o", "62o", "42o", "32o",
)  # fmt: skip
"""The starting hands of Hold'em by what they win against any hand, the best first."""


def holdem(text: str, gone: frozenset[int] = frozenset()) -> Range:
    """The two-card hands of a range, without those that need a card which is gone."""
    return _read(text, _words, gone)


def omaha(text: str, gone: frozenset[int] = frozenset()) -> Range:
    """The four-card hands of a range, of words with wildcards: `AAxx, KsKhQxx`, `random`."""
    return _read(text, _omaha, gone)


def _read(text: str, hands: Callable[[str], Iterable[Hand]], gone: frozenset[int]) -> Range:
    found: Range = {}
    for item in text.replace(";", ",").split(","):
        word, colon, weight = (part.strip() for part in item.partition(":"))
        if not word:
            raise Unanswerable(f"{text!r}: a range is words with commas between, like QQ+, AKs")
        often = _weight(item, weight) if colon else ONE
        found.update((hand, often) for hand in hands(word) if gone.isdisjoint(hand))
    return found


def _weight(item: str, written: str) -> Fraction:
    """How often, as a number from 0 to 1 or in per cent."""
    try:
        part = Fraction(written.removesuffix("%")) / (100 if written.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        part = Fraction(0)
    if not 0 < part <= 1 or part.denominator > 10**6:
        raise Unanswerable(f"{item.strip()!r}: a weight is written like AKs:0.5 or AKs:50%")
    return part


@cache
def _words(word: str) -> tuple[Hand, ...]:
    """The hands of one word of a range."""
    if word.lower() in ANY:
        return tuple(combinations(range(52), 2))
    cells = _top(word) if word.endswith("%") else _cells(word)
    if cells is not None:
        return tuple(hand for cell in cells for hand in _of_cell(*cell))
    return (_named(word, 2),)


def _named(word: str, size: int) -> Hand:
    """Cards by their names."""
    try:
        cards = distinct(word)
    except BadCards as error:
        raise Unanswerable(
            f"{word!r} is not a hand: {error}; a range is written like QQ+, AKs, T9s-76s or AhKh"
        ) from None
    if len(cards) != size:
        raise Unanswerable(TAKES[size].format(repr(word)))
    if max(cards) > 51:
        raise Unanswerable(f"{word!r}: there is no joker in this game")
    return tuple(sorted(cards, reverse=True))


Cell = tuple[int, int, str]


def _top(word: str) -> list[Cell]:
    """`15%` is the best starting hands up to that share of all, `10%-30%` those between."""
    first, dash, last = word.rpartition("-")
    try:
        low = Fraction(first.strip().removesuffix("%")) if dash else Fraction(0)
        high = Fraction(last.strip().removesuffix("%"))
    except (ValueError, ZeroDivisionError):
        low = high = Fraction(0)
    if not 0 <= low < high <= 100:
        raise Unanswerable(f"{word!r}: a share of the best hands is written like 15% or 10%-30%")
    cells = []
    passed = 0
    for name in BEST:
        cell = _cell(name)
        if cell and low * 1326 <= 100 * passed < high * 1326:
            cells.append(cell)
        passed += 6 if name[0] == name[1] else 4 if name[2] == "s" else 12
    return cells


def _cells(word: str) -> list[Cell] | None:
    """The cells of the chart that a word covers; None if it names cards."""
    first, dash, last = (part.strip() for part in word.partition("-"))
    begin = _cell(first.removesuffix("+"))
    if begin is None:
        return None
    if dash:
        end = _cell(last)
        if end is None or first.endswith("+"):
            raise Unanswerable(f"{word!r}: write both ends of a run alike, such as T9s-76s")
        return _run(word, begin, end)
    return _upward(begin) if first.endswith("+") else [begin]


def _cell(word: str) -> Cell | None:
    """`AKs`, `AKo`, `AK`, `QQ` as ranks and kind."""
    kind = word[2:].lower()
    ranks = [RANKS.find(rank) for rank in word[:2].upper()]
    if len(ranks) != 2 or min(ranks) < 0 or kind not in ("", "s", "o"):
        return None
    if ranks[0] == ranks[1] and kind:
        raise Unanswerable(f"{word!r}: a pair is neither suited nor offsuit")
    return max(ranks), min(ranks), kind


def _upward(cell: Cell) -> list[Cell]:
    """`QQ+` is every pair from queens, `A9s+` the same ace with a nine or better beside it."""
    high, low, kind = cell
    if high == low:
        return [(rank, rank, kind) for rank in range(low, 13)]
    return [(high, rank, kind) for rank in range(low, high)]


def _run(word: str, one: Cell, other: Cell) -> list[Cell]:
    """`T9s-76s` step by step down both ranks, `A9s-A5s` down the lower one."""
    top, bottom = max(one, other), min(one, other)
    if top[2] == bottom[2]:
        if top[0] - top[1] == bottom[0] - bottom[1]:
            steps = range(top[0] - bottom[0] + 1)
            return [(top[0] - step, top[1] - step, top[2]) for step in steps]
        if top[0] == bottom[0] and bottom[1] < top[1] < top[0]:
            return [(top[0], low, top[2]) for low in range(bottom[1], top[1] + 1)]
    raise Unanswerable(f"{word!r} is not a run: both ends need the same gap or the same high card")


def _of_cell(high: int, low: int, kind: str) -> list[Hand]:
    if high == low:
        return [(4 * high + a, 4 * high + b) for a in range(4) for b in range(a)]
    suits = [(a, b) for a in range(4) for b in range(4)]
    return [(4 * high + a, 4 * low + b) for a, b in suits if not kind or (a == b) == (kind == "s")]


@cache
def _omaha(word: str) -> tuple[Hand, ...]:
    """The hands of one word with wildcards."""
    wanted = _wanted(word)
    fixed = [card for card in wanted if isinstance(card, int)]
    if len(fixed) == 4:
        return (tuple(sorted(fixed, reverse=True)),)
    ranks = [one for one in wanted if isinstance(one, str) and one != "x"]
    need = {rank: ranks.count(rank) for rank in ranks}
    others = [card for card in range(51, -1, -1) if card not in fixed]
    return tuple(
        tuple(sorted((*fixed, *rest), reverse=True))
        for rest in combinations(others, 4 - len(fixed))
        if all(sum(RANKS[c >> 2] == rank for c in rest) >= many for rank, many in need.items())
    )


def _wanted(text: str) -> list[int | str]:
    """Cards, ranks and `x` for anything, four of them."""
    if text.strip().lower() in ANY:
        return ["x"] * 4
    wanted: list[int | str] = []
    rest = "".join(text.split()).replace("10", "T")
    while rest:
        if rest[0] in "xX*":
            wanted.append("x")
            rest = rest[1:]
        elif rest[1:2].lower() in SUITS and rest[1:2]:
            wanted.append(_named(rest[:2], 1)[0])
            rest = rest[2:]
        elif rest[0].upper() in RANKS:
            wanted.append(rest[0].upper())
            rest = rest[1:]
        else:
            raise Unanswerable(f"{text!r} is not an Omaha hand: write AsAhKsQh, AAxx or AsKsxx")
    cards = [card for card in wanted if isinstance(card, int)]
    if len(wanted) != 4 or len(set(cards)) < len(cards):
        raise Unanswerable(f"{text!r} is not an Omaha hand: it takes four different cards")
    return wanted
