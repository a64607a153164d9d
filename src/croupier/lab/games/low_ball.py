"""Low Ball in numbers: the pat hands with the joker, and what to draw to."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.core.cards import JOKER, Card, text
from croupier.lab.charts import Strategy
from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.chance import DRAWS, below
from croupier.lab.kernels.jit import kernel, lean
from croupier.lab.odds import Odds, Unanswerable
from croupier.ranks import lowball

CARDS: Final = 5
"""A question about the strategy may name five cards."""
SAMPLE: Final = 200_000
JOKER_RANK: Final = 13


@cache
def spread(joker: bool) -> dict[str, Fraction]:
    """How likely each pat hand is, by its highest card or its pairs, the best first."""
    counts: dict[str, tuple[int, int]] = {}
    for ranks, ways in _fives(joker):
        cards = _cards(ranks)
        value = lowball.value(cards)
        name = _class(value)
        best, many = counts.get(name, (value, 0))
        counts[name] = max(best, value), many + ways
    total = comb(53 if joker else 52, 5)
    ordered = sorted(counts, key=lambda name: -counts[name][0])
    return {name: Fraction(counts[name][1], total) for name in ordered}


def _fives(joker: bool) -> list[tuple[tuple[int, ...], int]]:
    """Every five ranks with how many hands have them, those with the joker behind."""
    found = []
    for size, last in ((5, ()), (4, (JOKER_RANK,)))[: 2 if joker else 1]:
        for ranks in combinations_with_replacement(range(13), size):
            ways = prod(comb(4, ranks.count(rank)) for rank in set(ranks))
            if ways:
                found.append(((*ranks, *last), ways))
    return found


def _cards(ranks: Sequence[int]) -> list[Card]:
    return [
        JOKER if r == JOKER_RANK else Card(4 * r + ranks[:at].count(r))
        for at, r in enumerate(ranks)
    ]


def _class(value: int) -> str:
    """Hands without a pair by their highest card, others by their kind."""
    name = lowball.name(value)
    if name == "wheel":
        return "five high (wheel)"
    words = name.replace(",", "").split()
    if "-" in words[0]:
        return f"{words[0].partition('-')[0]} high"
    return {"three": "three of a kind", "full": "full house", "four": "four of a kind"}.get(
        words[0], "two pair" if words[0] == "two" else "pair"
    )


# What to draw to.


class Draw(Struct, frozen=True):
    """One way to draw and what it wins of a pot against one player."""

    keep: tuple[int, ...]
    draws: int
    share: float
    error: float


def draws(
    cards: Sequence[int], samples: int = SAMPLE, seed: int = 5, *, joker: bool = True
) -> list[Draw]:
    """Every draw to five cards against a player with a random hand who draws to their low cards.

    The other keeps different ranks of eight or lower and draws the rest. The best draw comes first.
    """
    pack = 53 if joker else 52
    if len(cards) != 5 or len(set(cards)) != 5 or max(cards) >= pack:
        raise Unanswerable("a draw is made with five different cards of the pack")
    found = []
    for size in range(6):
        for keep in combinations(cards, size):
            won = _draw(np.array(keep, np.int64), np.array(cards), samples, seed, pack)
            share = won[0] / samples
            error = float(np.sqrt(max(won[1] / samples - share * share, 0) / samples))
            found.append(Draw(keep, 5 - size, share, error))
    return sorted(found, key=lambda draw: -draw.share)


@lean
def height(hand: Ints, counts: Ints) -> int:
    """How high five cards stand, the lowest is best; the joker is the lowest rank not there."""
    counts[:] = 0
    joker = False
    for card in hand:
        if card == 52:
            joker = True
        else:
            counts[((card >> 2) + 1) % 13] += 1
    if joker:
        for rank in range(13):
            if not counts[rank]:
                counts[rank] = 1
                break
    most, pairs, value = 0, 0, 0
    for many in range(4, 0, -1):
        for rank in range(12, -1, -1):
            if counts[rank] == many:
                value = value * 16 + rank
                most = max(most, many)
                pairs += many == 2
    kind = 5 if most == 4 else 4 if most == 3 and pairs else 3 if most == 3 else pairs
    shift = 0
    for rank in range(13):
        shift += counts[rank] > 0
    return (kind << 20) | (value << (4 * (5 - shift)))


@kernel
def _draw(keep: Ints, mine: Ints, samples: int, seed: int, pack: int) -> NDArray[np.float64]:
    """What a draw wins of the pots, and the sum of squares."""
    won = np.zeros(2)
    hand, other, counts = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(13, np.int64)
    gone = 0
    for card in mine:
        gone |= 1 << card
    for n in range(samples):
        counter, taken = n * DRAWS, gone
        for at in range(5):
            if at < len(keep):
                hand[at] = keep[at]
            else:
                hand[at], counter = _fresh(seed, counter, taken, pack)
                taken |= 1 << hand[at]
        for at in range(5):
            other[at], counter = _fresh(seed, counter, taken, pack)
            taken |= 1 << other[at]
        seen = 0
        for at in range(5):
            low = ((other[at] >> 2) + 1) % 13
            if other[at] == 52:
                continue
            if low <= 7 and not (seen >> low) & 1:
                seen |= 1 << low
                continue
            other[at], counter = _fresh(seed, counter, taken, pack)
            taken |= 1 << other[at]
        a, b = height(hand, counts), height(other, counts)
        part = 1.0 if a < b else 0.5 if a == b else 0.0
        won[0] += part
        won[1] += part * part
    return won


@kernel
def _fresh(seed: int, counter: int, taken: int, pack: int) -> tuple[int, int]:
    while True:
        card = below(seed, counter, pack)
        counter += 1
        if not (taken >> card) & 1:
            return card, counter


def odds(rules: Any = None) -> Odds:
    """The pat hands; players play each other and the house has no edge."""
    joker = True if rules is None else bool(rules.joker_in_use)
    hands = spread(joker)
    return Odds(
        game="low-ball",
        house_edge=None,
        house_edge_float=None,
        average_bet=None,
        std_dev=None,
        frequencies={name: float(share) for name, share in hands.items()},
        bets={},
        spreads={},
        exact=True,
        method="all hands of five by ranks, the joker as the lowest rank not there",
        notes=("players play each other: there is no house edge, only the collection",),
        details={"hands_exact": {name: str(share) for name, share in hands.items()}},
    )


def strategy(rules: Any, cards: Sequence[int] = ()) -> Strategy:
    """The best draws to five cards, and how often each pat hand is dealt."""
    joker = True if rules is None else bool(rules.joker_in_use)
    if not cards:
        lines = tuple(f"{name}: {float(share):.4%}" for name, share in spread(joker).items())
        ask = "Name five cards to see the best draw: croupier strategy low-ball --cards 2h4s7dKcKd"
        return Strategy("low-ball", (), (), (*lines, ask))
    found = draws(cards, joker=joker)
    lines = tuple(
        f"keep {text(draw.keep) or 'nothing'}, draw {draw.draws}: wins {draw.share:.3%} of the pot "
        f"± {1.96 * draw.error:.3%}"
        for draw in found[:8]
    )
    return Strategy(
        "low-ball", (), (), ("Against one player who draws to their low cards:", *lines)
    )
