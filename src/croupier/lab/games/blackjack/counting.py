"""What a player gains by counting cards: effects of removal, true counts, when to change the play.

A count gives each card that is dealt a tag and sums them. The *true count* is the sum by packs
left. At each true count the shoe is taken as what it is on average there, half way to the cut card;
how often each comes is dealt. The play at its best then is that of the very cards (CDZ).
"""

from collections.abc import Iterator
from functools import lru_cache
from math import exp, sqrt
from typing import Any, Final

import numpy as np

from croupier.games.blackjack import Rules
from croupier.games.blackjack.rules import cut_card
from croupier.lab.counts import AtCount, Count, Index
from croupier.lab.games.blackjack.shoes import HI_LO, deal, effects, insured, worth
from croupier.lab.games.blackjack.showing import ROWS
from croupier.lab.games.blackjack.solving import (
    FACES,
    UPCARDS,
    Choice,
    Solved,
    choices,
    full_shoe,
    solve,
    value,
)
from croupier.lab.games.blackjack.spreading import counted
from croupier.lab.kernels.shoes import COUNTS
from croupier.lab.kernels.twentyone import ACE, RANKS, Floats
from croupier.lab.odds import Tick, Unanswerable

TRUE: Final = range(-6, 9)
"""The true counts that are looked at; the outer ones stand for all beyond."""
FULL: Final = 5
"""The true count from which the largest stake is bet."""
ACTS: Final = ("stand", "hit", "double", "split", "surrender")
DEALT: Final = 20_000
METHOD: Final = (
    "combinatorial analysis of the average shoe at each true count; how often each comes is dealt "
    "to the cut card"
)


def count(
    rules: Rules,
    *,
    tags: tuple[float, ...] = HI_LO,
    boxes: int = 1,
    spread: tuple[float, float] = (1.0, 12.0),
    bankroll: float = 1000.0,
    tick: Tick | None = None,
) -> Count:
    """What counting cards gains, and how to play and bet by it."""
    _check(rules, tags, boxes, spread, bankroll)
    shoes = [shoe_at(rules, true, tags) for true in TRUE]
    solved = list(_solved(rules, shoes, tick))
    often, effect = _often(rules, boxes, tags), effects(rules)
    deviation = counted(rules, solve(rules), "total").spread.std_dev
    counts = []
    for true, share, one in zip(TRUE, often, solved, strict=True):
        best, chart = _best(rules, one), worth(rules, one.shoe)
        kelly, bet = max(best, 0.0) / deviation**2, _stake(true, spread)
        counts.append(AtCount(true, float(share), chart, best, kelly, bet))
    return Count(
        game="blackjack",
        method=METHOD,
        tags=dict(zip(FACES, tags, strict=True)),
        effects=dict(zip(FACES, effect, strict=True)),
        correlation=_correlation(rules, tags, effect),
        packs_left=_left(rules) / 52,
        boxes=boxes,
        counts=tuple(counts),
        indices=tuple(_indices(rules, solved)),
        insurance=_crossing([insured(shoe) for shoe in shoes]),
        spread=spread,
        bankroll=bankroll,
        shoes=DEALT,
        **_money(counts, deviation, bankroll),
    )


def _solved(rules: Rules, shoes: list[Floats], tick: Tick | None) -> Iterator[Solved]:
    for done, shoe in enumerate(shoes):
        yield solve(rules, tuple(shoe.tolist()), ("cards",), usual=True)
        if tick:
            tick(done + 1, len(shoes))


def _money(counts: list[AtCount], deviation: float, bankroll: float) -> dict[str, Any]:
    """Gain, deviation, N0, SCORE and the risk of ruin with the stakes of each count."""
    gain = sum(one.often * one.stake * one.best for one in counts)
    apart = deviation * sqrt(sum(one.often * one.stake**2 for one in counts))
    gains = gain > 0
    return {
        "gain": gain,
        "std_dev": apart,
        "n0": (apart / gain) ** 2 if gains else None,
        "score": (1000 * gain / apart) ** 2 if gains else None,
        "ruin": exp(-2 * gain * bankroll / apart**2) if gains else 1.0,
    }


def _check(
    rules: Rules,
    tags: tuple[float, ...],
    boxes: int,
    spread: tuple[float, float],
    bankroll: float,
) -> None:
    if len(tags) != RANKS or not any(tags):
        raise Unanswerable("a count has ten tags, for A, 2, … 10, and not all of them 0")
    if rules.shuffle_every_round:
        raise Unanswerable("nothing to count: this shoe is shuffled before every round (BJ-37)")
    if not 1 <= boxes <= rules.table_boxes:
        raise Unanswerable(f"{boxes} boxes: this table has {rules.table_boxes} (BJ-35)")
    if not 0 <= spread[0] <= spread[1] or not spread[1] or bankroll <= 0:
        raise Unanswerable("stakes go from a smaller to a larger, and the bankroll is above 0")


def _left(rules: Rules) -> float:
    """Cards left half way to the cut card."""
    return 52 * rules.decks - cut_card(rules) / 2


def shoe_at(rules: Rules, true: float, tags: tuple[float, ...] = HI_LO) -> Floats:
    """What is left on average at a true count, half way to the cut card."""
    full, size = full_shoe(rules), _left(rules)
    shares = full / full.sum()
    apart = np.array(tags) - float(shares @ np.array(tags))
    shift = true * size / 52 / float(shares @ apart**2)
    return np.asarray(shares * (size - shift * apart))


@lru_cache(4)
def _often(rules: Rules, boxes: int, tags: tuple[float, ...]) -> Floats:
    """How often each true count comes."""
    by_count = deal(rules, cut_card(rules), boxes, DEALT, tags=tags).by_count[:, 0]
    zero = COUNTS // 2
    found = by_count[zero + TRUE.start : zero + TRUE.stop].copy()
    found[0] += by_count[: zero + TRUE.start].sum()
    found[-1] += by_count[zero + TRUE.stop :].sum()
    return np.asarray(found / found.sum())


def _best(rules: Rules, solved: Solved) -> float:
    """What a stake gains at its best, with insurance where it pays."""
    insurance = max(insured(solved.shoe), 0.0) / 2 if rules.insurance else 0.0
    aces = float(solved.shoe[ACE] / solved.shoe.sum())
    return value(rules, solved, "cards") + aces * insurance


def _stake(true: int, spread: tuple[float, float]) -> float:
    """The smallest stake up to a true count of 0, the largest from 5 on, evenly in between."""
    low, high = spread
    return low + (high - low) * min(max(true / FULL, 0.0), 1.0)


def _correlation(rules: Rules, tags: tuple[float, ...], effect: tuple[float, ...]) -> float:
    shares = full_shoe(rules) / full_shoe(rules).sum()
    apart = np.array(tags) - float(shares @ np.array(tags))
    both = float(shares @ (apart * np.array(effect)))
    return both / sqrt(float(shares @ apart**2) * float(shares @ np.square(effect)))


def _crossing(gains: list[float]) -> float:
    """The true count at which something starts to gain, between two that were looked at."""
    for at in range(1, len(gains)):
        if gains[at - 1] < 0 <= gains[at]:
            return TRUE[at - 1] + gains[at - 1] / (gains[at - 1] - gains[at])
    return float("inf") if gains[0] < 0 else float("-inf")


# Index numbers.


def _indices(rules: Rules, solved: list[Solved]) -> list[Index]:
    """Every cell of the chart whose best act changes with the true count."""
    found: list[Index] = []
    for up in UPCARDS:
        every = [choices(rules, one, up, "cards") for one in solved]
        for hand, pairs in ROWS.items():
            worths = [_worths([some[two] for two in pairs if two in some]) for some in every]
            found += _changes(hand, FACES[up], worths)
    return found


def _worths(some: list[Choice]) -> dict[str, float]:
    """What each act is worth on average with the hands of a cell."""
    total = sum(choice.weight for choice in some)
    worths: dict[str, float] = {}
    for act in ACTS:
        gains = [(choice.weight, getattr(choice, act)) for choice in some]
        if all(gain is not None for _, gain in gains):
            worths[act] = sum(weight * gain for weight, gain in gains) / total
    return worths


def _changes(hand: str, up: str, worths: list[dict[str, float]]) -> list[Index]:
    best = [max(acts, key=acts.__getitem__) for acts in worths]
    found = []
    for at in range(1, len(best)):
        below, above = best[at - 1], best[at]
        if below != above:
            lost = worths[at - 1][above] - worths[at - 1][below]
            won = worths[at][above] - worths[at][below]
            found.append(Index(hand, up, below, above, TRUE[at - 1] + lost / (lost - won)))
    return found
