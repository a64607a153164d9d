"""Rounds of blackjack by the million, and how a player plays them, as tables."""

from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.blackjack import Rules
from croupier.lab.games.blackjack.solving import PLAYS, choices, full_shoe, number, solve
from croupier.lab.games.blackjack.splits import single
from croupier.lab.kernels.dealing import Nets
from croupier.lab.kernels.shoes import Pile, Way, deal_out
from croupier.lab.kernels.twentyone import RANKS, Flags, Ints, hands
from croupier.lab.odds import Unanswerable, parts
from croupier.lab.simulation import Play

FIRST_ACTS: Final = {"stand": 0, "hit": 1, "double": 2, "split": 3, "surrender": 4, "blackjack": 5}


class Tables(NamedTuple):
    """A way of play by upcard and hand."""

    first: NDArray[np.int8]
    acts: NDArray[np.int8]
    split_acts: NDArray[np.int8]
    split_doubles: Flags


@lru_cache(4)
def tables(rules: Rules, play: str) -> Tables:
    """The first act with every two cards, and how hands are played on, split ones too."""
    solved, every = solve(rules), hands()
    first = np.zeros((RANKS, len(every.counts)), np.int8)
    for up in range(RANKS):
        for two, choice in choices(rules, solved, up, play).items():
            first[up, number(two)] = FIRST_ACTS[choice.act]
    ways = solved.ways[play]
    return Tables(
        first,
        np.array([part.acts for part in ways]),
        np.array([part.split_acts for part in ways]),
        np.array([part.split_doubles for part in ways]),
    )


def dealer(rules: Rules, play: str = "total") -> tuple[Play, int]:
    """A kernel that deals rounds with a way of play, and the parts of a stake that it counts in."""
    way, unit = table(rules, play)

    def deal(seed: int, first: int, nets: Nets, bets: Nets) -> None:
        deal_out(seed, first, pile(rules), nets, bets, way)

    return deal, unit


def table(rules: Rules, play: str, boxes: int = 1) -> tuple[Way, int]:
    """What a kernel must know of the house and the player, and the parts that a stake has."""
    if play not in PLAYS:
        raise Unanswerable(f"{play!r} is not a way of play: it is {' or '.join(PLAYS)}")
    unit = parts((Fraction(1, 2), rules.blackjack_pays))
    every = hands()
    singles = np.array([single(rank) for rank in range(RANKS)])
    house, known = _house(rules, unit, boxes), tables(rules, play)
    return Way(house, *known, singles, every.totals, every.sizes, every.longer), unit


def _house(rules: Rules, unit: int, boxes: int) -> Ints:
    """The rules in the order in which the kernel has them."""
    return np.array(
        [
            rules.hole_card == "peek",
            rules.dealer_blackjack_takes == "original_bets_only",
            rules.dealer_hits_soft_17,
            rules.dealer_always_completes,
            rules.resplit_aces,
            rules.hit_split_aces,
            rules.surrender == "early",
            rules.charlie_cards,
            rules.max_hands_per_box,
            int(rules.blackjack_pays * unit),
            unit,
            boxes,
        ],
        np.int64,
    )


def pile(rules: Rules) -> Pile:
    """The ranks of a full shoe."""
    return np.repeat(np.arange(RANKS, dtype=np.int8), full_shoe(rules).astype(np.int64))
