"""What the shoe does to the price: other cards than a full one's, and the cut card.

A chart that does not look at the shoe gains on average the same in every round that is sure to be
dealt, for a shoe has no order. With a cut card the last rounds are not sure: a shoe that spent its
small cards early, when hands and dealers drew many, ends after fewer rounds. So the rounds that
are dealt are poorer than those of a fresh shoe: the cut-card effect.

How much poorer follows from how shoes end. A round dealt from the other end of the shoe, whose
cards nobody has seen, gains on average what any of its rounds does, whenever one asks: until then
every order of the cards that are left is as likely (a martingale). So what all rounds of a shoe are
worth together is on average how many they were times what the round from the other end gains, and
the effect is the covariance of the two. Both are dealt; the cards left at the end of each shoe are
put into many orders, which costs a few cards each instead of a whole shoe. Nothing is left out but
the rounds that use a shoe up, where discards are dealt again (BJ-45).

A continuous shuffler takes the cards back after every round; some may wait in line that were drawn
before. How likely the next cards are some given ones is a fair game, too, while cards are dealt. So
when a round ends, whatever made it end, on average every order of the line is as likely as in a
fresh shoe; and all cards that are not in line are in the machine. Every round is one from a fresh
shoe, whatever the line: its price is that of a fresh shoe, exactly.
"""

from functools import lru_cache
from math import sqrt
from typing import Final

import numpy as np
from msgspec import Struct

from croupier.games.blackjack import Rules
from croupier.games.blackjack.rules import cut_card
from croupier.lab.games.blackjack.hands import (
    Ends,
    charlies,
    later_doubles,
    sight,
    taken_of_one,
    two_card_weights,
)
from croupier.lab.games.blackjack.rounds import FIRST_ACTS, pile, table, tables
from croupier.lab.games.blackjack.solving import FACES, Shoe, full_shoe, solve, value
from croupier.lab.games.blackjack.splits import Splitter, peeked
from croupier.lab.games.blackjack.totals import given_up, pairs
from croupier.lab.kernels.growing import followed
from croupier.lab.kernels.shoes import COUNTS, Pile, deal_shoes, deal_shuffler
from croupier.lab.kernels.twentyone import ACE, BLACKJACK, RANKS, TEN, Floats, hands, values
from croupier.lab.odds import Tick, Unanswerable

FEWEST: Final = 26
"""Cards that a shoe must have for a round."""
DEALT: Final = 300_000
"""Packs that are dealt for the effect of a cut card."""
AGAIN: Final = 32
"""Rounds from the other end of a shoe, for each of its packs."""
BLOCK: Final = 50_000
MOST: Final = 5_000_000
"""Shoes that may be asked for."""
HI_LO: Final = (-1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, -1.0)
"""The tags of the count that is meant where none is named, aces first."""


INFINITE: Final = 1e12
"""Packs of a shoe that no card changes."""


def named(written: str, rules: Rules) -> Shoe:
    """A shoe as people write it.

    `infinite`; a number of packs; ten counts for A, 2, … 10; or `without` cards that are gone.
    """
    words = written.replace(",", " ").split()
    pack = full_shoe(rules) / rules.decks
    if words == ["infinite"]:
        return _whole(pack * INFINITE, written)
    if words[:1] == ["without"]:
        gone = [FACES.index({"T": "10"}.get(word, word)) for word in words[1:] if _face(word)]
        return _whole(full_shoe(rules) - np.bincount(gone, minlength=RANKS), written)
    if not all(word.isdigit() for word in words) or len(words) not in (1, RANKS):
        raise Unanswerable(f"{written!r} is no shoe: {SHOES}")
    if len(words) == 1:
        return _whole(pack * int(words[0]), written)
    return _whole(np.array([float(word) for word in words]), written)


def told(shoe: Shoe) -> str:
    """From which shoe, card by card, the ace first."""
    if max(shoe) >= INFINITE:
        return "from an infinite shoe"
    some = (f"{face}: {count:g}" for face, count in zip(FACES, shoe, strict=True))
    return f"from a shoe with {', '.join(some)}"


SHOES: Final = (
    'write "infinite", a number of packs, ten counts for A, 2, … 10 such as 24,24,…,96, '
    'or "without" and the cards that are gone'
)


def _face(word: str) -> bool:
    if word not in (*FACES, "T"):
        raise Unanswerable(f"{word!r} is not a card of the shoe: it is one of {', '.join(FACES)}")
    return True


def _whole(shoe: Floats, written: str) -> Shoe:
    if shoe.min() < 0 or shoe.sum() < FEWEST:
        raise Unanswerable(f"{written!r} leaves too few cards for a round: {FEWEST} at least")
    return tuple(shoe.tolist())


def worth(rules: Rules, shoe: Floats, play: str = "total", *, usual: bool = True) -> float:
    """What a round gains from a shoe when it is played by the tables of a full one."""
    total, size = 0.0, float(shoe.sum())
    for up in range(RANKS):
        if shoe[up] > 0:
            left = shoe.copy()
            left[up] -= 1
            total += float(shoe[up]) / size * _against(rules, left, up, play, usual=usual)
    return total


def _against(rules: Rules, left: Floats, up: int, play: str, *, usual: bool) -> float:
    """The same against one upcard."""
    ways, every = tables(rules, play), hands()
    twos, acts = np.flatnonzero(every.sizes == 2), ways.acts[up].copy()
    which = followed(twos, acts, every.sizes, every.longer)
    dealer = Ends(rules, up, left).beside(which)
    found = values(
        up, left, 0, 0, taken_of_one(rules), which, every.counts, every.totals, every.longer,
        charlies(rules), later_doubles(rules, split=False), sight(usual).open_hands, dealer,
        acts, False,
    )  # fmt: skip
    first, natural = ways.first[up], dealer[:, BLACKJACK]
    gains = np.where(first == FIRST_ACTS["surrender"], given_up(rules, natural), found[:, 0])
    gains = np.where(first == FIRST_ACTS["hit"], found[:, 1], gains)
    gains = np.where(first == FIRST_ACTS["double"], found[:, 2], gains)
    paid = float(rules.blackjack_pays) * (1 - natural)
    gains = np.where(first == FIRST_ACTS["blackjack"], paid, gains)
    splitter = Splitter(rules, up, left, rules.max_hands_per_box, usual=usual)
    for rank, at in enumerate(pairs()):
        if first[at] == FIRST_ACTS["split"] and splitter.possible(rank):
            lost = peeked(rules, up, splitter.left(rank))
            own = ways.split_acts[up, rank].copy(), ways.split_doubles[up, rank]
            gains[at] = splitter.worth(rank, *own) - lost
    return float(gains @ two_card_weights(left))


@lru_cache(8)
def effects(rules: Rules) -> tuple[float, ...]:
    """What it changes for the player to take one card of a rank out of a full shoe."""
    full = full_shoe(rules)
    base = value(rules, solve(rules), "total")
    return tuple(worth(rules, full - np.eye(RANKS)[rank]) - base for rank in range(RANKS))


class Cut(Struct, frozen=True):
    """The price of a shoe that is dealt to a cut card."""

    cards: int
    """How many lie before it."""
    boxes: int
    edge: float
    error: float
    """One standard error."""
    fresh: float
    """The edge of a fresh shoe."""
    shoes: int
    again: int
    """Rounds from the other end of each."""
    rounds: float
    """Rounds of a shoe on average."""
    dealt: float
    """What the hands of those shoes happened to cost a stake,"""
    dealt_error: float
    """and its standard error."""


class Dealt(Struct, frozen=True):
    """Shoes that were dealt: what is kept of each, and of each true count."""

    by_shoe: Floats
    by_count: Floats


def deal(
    rules: Rules, cards: int, boxes: int, shoes: int, seed: int = 1, first: int = 0,
    tags: tuple[float, ...] = HI_LO, again: int = 0,
) -> Dealt:  # fmt: skip
    """Deal shoes to a cut card behind some cards, every box by the chart.

    Then some rounds from the other end of each.
    """
    way, _ = table(rules, "total", boxes)
    by_shoe, by_count = np.zeros((shoes, 4)), np.zeros((COUNTS, 3))
    deal_shoes(
        seed, first, shoes, pile(rules), cards, again, np.array(tags), by_shoe, by_count, way
    )
    return Dealt(by_shoe, by_count)


@lru_cache(16)
def to_the_cut(rules: Rules, boxes: int = 1, shoes: int = 0, tick: Tick | None = None) -> Cut:
    """What the chart costs when rounds are dealt until the cut card."""
    cards, again = cut_card(rules), AGAIN * rules.decks
    if not 1 <= boxes <= rules.table_boxes:
        raise Unanswerable(f"{boxes} boxes: this table has {rules.table_boxes} (BJ-35)")
    if not 0 <= shoes <= MOST:
        raise Unanswerable(f"{shoes:,} shoes: deal 1 to {MOST:,}")
    many = shoes or DEALT // rules.decks
    found = []
    for first in range(0, many, BLOCK):
        some = min(BLOCK, many - first)
        found.append(deal(rules, cards, boxes, some, first=first, again=again).by_shoe)
        if tick:
            tick(first + some, many)
    rounds, behind, gained, _ = np.concatenate(found).T
    fresh, mean = -value(rules, solve(rules), "total"), float(rounds.mean())
    effect, error = _by_round((rounds - mean) * behind, mean)
    dealt, dealt_error = _by_round(gained, mean, rounds)
    return Cut(cards, boxes, fresh - effect, error, fresh, many, again, mean, -dealt, dealt_error)


def _by_round(gains: Floats, mean: float, rounds: Floats | float = 0.0) -> tuple[float, float]:
    """What shoes gained by round, and its standard error; with rounds, beside their number."""
    found = float(gains.mean()) / mean
    return found, float((gains - found * rounds).std()) / mean / sqrt(len(gains))


class Shuffled(Struct, frozen=True):
    """Rounds from a continuous shuffler: what each gained, and the cards in their order after."""

    gains: Floats
    pile: Pile


def shuffled(rules: Rules, line: int, rounds: int, seed: int = 1, first: int = 0) -> Shuffled:
    """Deal rounds by the chart from a continuous shuffler with some cards in line."""
    way, unit = table(rules, "total")
    cards, nets = pile(rules), np.zeros(rounds, np.int64)
    if not 0 <= line <= len(cards) - FEWEST:
        raise Unanswerable(f"{line} cards in line: at most {len(cards) - FEWEST} of this shoe")
    deal_shuffler(seed, first, cards, line, nets, way)
    return Shuffled(nets / unit, cards)


def insured(shoe: Floats) -> float:
    """What insurance gains of its stake against an ace from a shoe."""
    left = shoe.copy()
    left[ACE] -= 1
    return 3 * float(left[TEN] / left.sum()) - 1
