"""Ranges as players write them: `QQ+, AKs, T9s-76s`, `AhKh`, `AAxx`, `random`."""

from functools import cache
from itertools import combinations
from typing import Final

from croupier.core.cards import RANKS, SUITS, BadCards, distinct
from croupier.lab.odds import Unanswerable

Hand = tuple[int, ...]

ANY: Final = {"random", "any", "xx", "xxxx", "**", "****"}


def holdem(text: str, gone: frozenset[int] = frozenset()) -> list[Hand]:
    """The two-card hands of a range, without those that need a card which is gone."""
    found: dict[Hand, None] = {}
    for word in text.replace(";", ",").split(","):
        if not word.strip():
            raise Unanswerable(f"{text!r}: a range is words with commas between, like QQ+, AKs")
        for hand in _words(word.strip()):
            if not gone.intersection(hand):
                found[hand] = None
    return list(found)


@cache
def _words(word: str) -> tuple[Hand, ...]:
    """The hands of one word of a range."""
    if word.lower() in ANY:
        return tuple(combinations(range(52), 2))
    cells = _cells(word)
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
        raise Unanswerable(f"{word!r} has {len(cards)} cards: a hand here has {size}")
    if max(cards) > 51:
        raise Unanswerable(f"{word!r}: there is no joker in this game")
    return tuple(sorted(cards, reverse=True))


Cell = tuple[int, int, str]


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


def omaha(text: str, gone: frozenset[int] = frozenset()) -> list[Hand]:
    """The four-card hands of a word with wildcards: `AAxx`, `AsKsxx`, `random`."""
    wanted = _wanted(text)
    fixed = [card for card in wanted if isinstance(card, int)]
    if len(fixed) == 4:
        return [tuple(fixed)] if not gone.intersection(fixed) else []
    ranks = [one for one in wanted if isinstance(one, str) and one != "x"]
    need = {rank: ranks.count(rank) for rank in ranks}
    others = [card for card in range(52) if card not in gone and card not in fixed]
    return [
        (*fixed, *rest)
        for rest in combinations(others, 4 - len(fixed))
        if all(sum(RANKS[c >> 2] == rank for c in rest) >= many for rank, many in need.items())
    ]


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
