"""Rounds of blackjack by the million, and how a player plays them, as tables."""

from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.blackjack import Rules
from croupier.lab.games.blackjack.solving import PLAYS, choices, solve
from croupier.lab.kernels.chance import DRAWS, below
from croupier.lab.kernels.dealing import Nets
from croupier.lab.kernels.jit import kernel
from croupier.lab.kernels.twentyone import ACE, HIT, RANKS, TEN, Flags, Ints, hands
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
    parts = solved.by_total if play == "total" else solved.by_cards
    first = np.zeros((RANKS, len(every.counts)), np.int8)
    for up in range(RANKS):
        for (a, b), choice in choices(rules, solved, up, play).items():
            at = every.numbers[tuple(int(r == a) + int(r == b) for r in range(RANKS))]
            first[up, at] = FIRST_ACTS[choice.act]
    return Tables(
        first,
        np.array([part.acts for part in parts]),
        np.array([part.split_acts for part in parts]),
        np.array([part.split_doubles for part in parts]),
    )


def dealer(rules: Rules, play: str = "total") -> tuple[Play, int]:
    """A kernel that deals rounds with a way of play, and the parts of a stake that it counts in."""
    if play not in PLAYS:
        raise Unanswerable(f"{play!r} is not a way of play: it is {' or '.join(PLAYS)}")
    unit = parts((Fraction(1, 2), rules.blackjack_pays))
    every = hands()
    singles = [every.numbers[tuple(int(r == rank) for r in range(RANKS))] for rank in range(RANKS)]
    fixed = (
        52 * rules.decks,
        rules.hole_card == "peek",
        rules.dealer_blackjack_takes == "original_bets_only",
        rules.dealer_hits_soft_17,
        rules.resplit_aces,
        rules.max_hands_per_box,
        int(rules.blackjack_pays * unit),
        unit,
        *tables(rules, play),
        np.array(singles),
        every.totals,
        every.longer,
    )

    def deal(seed: int, first: int, nets: Nets, bets: Nets) -> None:
        deal_out(seed, first, *fixed, nets, bets)

    return deal, unit


@kernel
def draw(seed: int, counter: int, size: int, used: NDArray[np.uint8], drawn: Ints) -> int:
    """A rank from the shoe; `drawn` remembers the cards, its first place how many."""
    while True:
        card = below(seed, counter + drawn[-1], size)
        drawn[-1] += 1
        if not used[card]:
            used[card] = 1
            drawn[drawn[-2]] = card
            drawn[-2] += 1
            face = card % 13
            return min(face, 9)


@kernel
def deal_out(
    seed: int,
    first: int,
    shoe: int,
    peek: bool,
    original_only: bool,
    hits_soft_17: bool,
    resplit_aces: bool,
    most: int,
    natural_price: int,
    unit: int,
    starts: NDArray[np.int8],
    acts: NDArray[np.int8],
    split_acts: NDArray[np.int8],
    split_doubles: NDArray[np.bool_],
    singles: Ints,
    totals: Ints,
    longer: Ints,
    nets: Nets,
    bets: Nets,
) -> None:
    """Rounds of blackjack, each from a fresh shoe, one box."""
    used = np.zeros(shoe, np.uint8)
    drawn = np.zeros(128, np.int64)
    box, stakes = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for n in range(len(nets)):
        for at in range(drawn[-2]):
            used[drawn[at]] = 0
        drawn[-1] = drawn[-2] = 0
        counter = (first + n) * DRAWS
        one = draw(seed, counter, shoe, used, drawn)
        up = draw(seed, counter, shoe, used, drawn)
        two = draw(seed, counter, shoe, used, drawn)
        hole = draw(seed, counter, shoe, used, drawn)
        beaten = (up == ACE and hole == TEN) or (up == TEN and hole == ACE)
        hand = longer[singles[one], two]
        bets[n] = unit
        if totals[hand] == 21:
            nets[n] = 0 if beaten else natural_price
            continue
        act = starts[up, hand]
        if beaten and peek:
            nets[n] = -unit
            continue
        if act == 4:
            nets[n] = -unit if beaten else -unit // 2
            continue
        hands = 1
        box[0], stakes[0] = hand, 1
        if act == 2:
            box[0] = longer[hand, draw(seed, counter, shoe, used, drawn)]
            stakes[0] = 2
        elif act == 1:
            box[0] = played(seed, counter, shoe, hand, acts[up], longer, used, drawn)
        elif act == 3:
            hands = 2
            box[0] = box[1] = singles[one]
            at = 0
            while at < hands:
                second = draw(seed, counter, shoe, used, drawn)
                again = second == one and hands < most and (one != ACE or resplit_aces)
                if again:
                    box[hands] = singles[one]
                    hands += 1
                    continue
                hand = longer[singles[one], second]
                stakes[at] = 1
                if one == ACE:
                    box[at] = hand
                elif split_doubles[up, one, hand]:
                    box[at] = longer[hand, draw(seed, counter, shoe, used, drawn)]
                    stakes[at] = 2
                else:
                    way = split_acts[up, one]
                    box[at] = played(seed, counter, shoe, hand, way, longer, used, drawn)
                at += 1
        staked, alive = 0, False
        for at in range(hands):
            staked += stakes[at]
            alive |= box[at] >= 0
        bets[n] = staked * unit
        dealer = 0
        if alive and not beaten:
            dealer = dealers_total(seed, counter, shoe, up, hole, hits_soft_17, used, drawn)
        net = 0
        for at in range(hands):
            if box[at] < 0:
                net -= stakes[at]
            elif beaten and original_only:
                net -= 1 if at == 0 else 0
            elif beaten:
                net -= stakes[at]
            elif dealer > 21 or totals[box[at]] > dealer:
                net += stakes[at]
            elif totals[box[at]] < dealer:
                net -= stakes[at]
        nets[n] = net * unit


@kernel
def played(
    seed: int,
    counter: int,
    shoe: int,
    hand: int,
    acts: NDArray[np.int8],
    longer: Ints,
    used: NDArray[np.uint8],
    drawn: Ints,
) -> int:
    """The hand at its end, -1 for a bust."""
    while hand >= 0 and acts[hand] == HIT:
        hand = longer[hand, draw(seed, counter, shoe, used, drawn)]
    return hand


@kernel
def dealers_total(
    seed: int,
    counter: int,
    shoe: int,
    up: int,
    hole: int,
    hits_soft_17: bool,
    used: NDArray[np.uint8],
    drawn: Ints,
) -> int:
    """What the dealer ends with (BJ-09, BJ-10)."""
    hard, ace = up + hole + 2, ACE in (up, hole)
    while True:
        soft = ace and hard <= 11
        total = hard + 10 if soft else hard
        if total > 17 or (total == 17 and not (soft and hits_soft_17)):
            return total
        rank = draw(seed, counter, shoe, used, drawn)
        hard += rank + 1
        ace |= rank == ACE
