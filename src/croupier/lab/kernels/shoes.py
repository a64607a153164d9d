"""Rounds of blackjack dealt from a shoe: by the million, each from a fresh one or shoe by shoe.

A shoe is a pile of ranks that is shuffled as far as it is dealt. Cards are drawn when the rules
draw them, so that a shoe is used up as at a table.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.chance import DRAWS, below
from croupier.lab.kernels.dealing import Nets
from croupier.lab.kernels.jit import kernel, lean
from croupier.lab.kernels.twentyone import ACE, DOUBLE, STAND, TEN, Floats, Ints

Pile = NDArray[np.int8]
Acts = NDArray[np.int8]

(
    PEEK,
    ORIGINAL_ONLY,
    HITS_SOFT_17,
    COMPLETES,
    RESPLIT_ACES,
    HIT_SPLIT_ACES,
    EARLY,
    CHARLIE,
    MOST,
    NATURAL,
    UNIT,
    BOXES,
) = range(12)
"""Where the house's rules stand in their array; prices are in parts of a stake."""


class Way(NamedTuple):
    """All that a round must know: the house's rules, how boxes are played, what hands are."""

    house: Ints
    starts: Acts
    """The first act by upcard and hand; then `acts`, for split hands by the split card too."""
    acts: Acts
    split_acts: Acts
    split_doubles: NDArray[np.bool_]
    singles: Ints
    totals: Ints
    sizes: Ints
    longer: Ints


GONE, COUNTER, EARLIER, AGAIN, LINE, KNOWN = range(6)
"""Where a shoe keeps: cards gone, draws of chance, cards of earlier rounds, those dealt again,
cards that wait in line and are not shuffled any more, cards at its end whose order is known."""
KEPT: Final = 6
BEHIND: Final = 1 << 40
"""Between the seed of shoes and that of rounds from their other end."""
COUNTS: Final = 41
"""True counts from -20 to 20, the outer ones with all beyond."""


@lean
def draw(seed: int, shoe: Ints, pile: Pile, swaps: Ints) -> int:
    """The next card; when the shoe is empty the cards of earlier rounds are shuffled (BJ-45)."""
    at, size = shoe[GONE], len(pile)
    end = size - shoe[KNOWN]
    if at < shoe[LINE] or end <= at < size:
        shoe[GONE] += 1
        return int(pile[at])
    if at >= size:
        at, end = shoe[AGAIN], max(shoe[EARLIER], 1)
        shoe[AGAIN] = min(shoe[AGAIN] + 1, end - 1)
    else:
        shoe[GONE] += 1
    other = at + below(seed, shoe[COUNTER], end - at)
    shoe[COUNTER] += 1
    swaps[at] = other
    card = pile[other]
    pile[other] = pile[at]
    pile[at] = card
    return int(card)


@lean
def played(
    seed: int,
    shoe: Ints,
    pile: Pile,
    swaps: Ints,
    hand: int,
    charlie: int,
    acts: Acts,
    sizes: Ints,
    longer: Ints,
) -> tuple[int, int]:
    """The hand at its end, -1 for a bust, and the stakes on it."""
    while hand >= 0 and acts[hand] != STAND and sizes[hand] < charlie:
        doubled = acts[hand] == DOUBLE
        hand = longer[hand, draw(seed, shoe, pile, swaps)]
        if doubled:
            return hand, 2
    return hand, 1


@lean
def dealers_total(
    seed: int, shoe: Ints, pile: Pile, swaps: Ints, up: int, hole: int, h17: bool
) -> int:
    """What the dealer ends with (BJ-09, BJ-10)."""
    hard, ace = up + hole + 2, min(up, hole) == ACE
    while True:
        soft = ace and hard <= 11
        total = hard + 10 if soft else hard
        if total > 17 or (total == 17 and not (soft and h17)):
            return total
        rank = draw(seed, shoe, pile, swaps)
        hard += rank + 1
        ace = ace or rank == ACE


@lean
def play_round(
    seed: int,
    shoe: Ints,
    pile: Pile,
    swaps: Ints,
    way: Way,
    firsts: Ints,
    ends: Ints,
    stakes: Ints,
    nets: Nets,
    bets: Nets,
) -> None:
    """One round on all boxes, each by the same tables; nets and bets are by box."""
    house, totals, sizes, longer = way.house, way.totals, way.sizes, way.longer
    boxes, unit, most = house[BOXES], house[UNIT], house[MOST]
    charlie = house[CHARLIE] or 99
    up = draw(seed, shoe, pile, swaps)
    for box in range(boxes):
        one = draw(seed, shoe, pile, swaps)
        firsts[box] = one
        ends[box, 0] = longer[way.singles[one], draw(seed, shoe, pile, swaps)]
        bets[box], nets[box] = unit, 0
    hole = draw(seed, shoe, pile, swaps) if house[PEEK] else -1
    doubtful = up == ACE or up == TEN  # noqa: PLR1714 - Numba finds no type for a tuple's.
    beaten = doubtful and hole >= 0 and up + hole == TEN
    alive, waiting = house[COMPLETES] == 1, False
    for box in range(boxes):
        hand, one = ends[box, 0], firsts[box]
        act = way.starts[up, hand]
        stakes[box] = 0
        ends[box] = -2  # No such hand, or one that is settled.
        if totals[hand] == 21:
            waiting = waiting or doubtful
            stakes[box, 0], ends[box, 0] = -1, hand
            continue
        if act == 4 and (house[EARLY] or not doubtful or (hole >= 0 and not beaten)):
            nets[box] = -unit // 2
            continue
        if beaten:
            nets[box] = -unit
            continue
        if act == 4:
            nets[box] = -unit // 2
            stakes[box, 1] = -2
            waiting = True
            continue
        hands = 1
        ends[box, 0], stakes[box, 0] = hand, 1
        if act == 2:
            ends[box, 0] = longer[hand, draw(seed, shoe, pile, swaps)]
            stakes[box, 0] = 2
        elif act == 1:
            ends[box, 0], stakes[box, 0] = played(
                seed, shoe, pile, swaps, hand, charlie, way.acts[up], sizes, longer
            )
        elif act == 3:
            hands = 2
            at = 0
            while at < hands:
                second = draw(seed, shoe, pile, swaps)
                if second == one and hands < most and (one != ACE or house[RESPLIT_ACES]):
                    hands += 1
                    continue
                hand = longer[way.singles[one], second]
                stakes[box, at] = 1
                if one == ACE and not house[HIT_SPLIT_ACES]:
                    ends[box, at] = hand
                elif way.split_doubles[up, one, hand]:
                    ends[box, at] = longer[hand, draw(seed, shoe, pile, swaps)]
                    stakes[box, at] = 2
                else:
                    ends[box, at], stakes[box, at] = played(
                        seed,
                        shoe,
                        pile,
                        swaps,
                        hand,
                        charlie,
                        way.split_acts[up, one],
                        sizes,
                        longer,
                    )
                at += 1
        staked = 0
        for at in range(hands):
            staked += stakes[box, at]
            if ends[box, at] >= 0 and sizes[ends[box, at]] >= charlie:
                nets[box] += stakes[box, at] * unit
                ends[box, at] = -2
            elif ends[box, at] < 0:
                nets[box] -= stakes[box, at] * unit
            else:
                alive = True
        bets[box] = staked * unit
    if hole < 0 and (alive or waiting):
        hole = draw(seed, shoe, pile, swaps)
        beaten = doubtful and up + hole == TEN
    dealer = 0
    if alive and not beaten:
        dealer = dealers_total(seed, shoe, pile, swaps, up, hole, house[HITS_SOFT_17] == 1)
    for box in range(boxes):
        if stakes[box, 0] < 0:
            nets[box] = 0 if beaten else house[NATURAL]
            continue
        if stakes[box, 1] == -2:
            nets[box] -= unit // 2 if beaten else 0
            continue
        for at in range(most):
            hand = ends[box, at]
            if hand < 0:
                continue
            if beaten and house[ORIGINAL_ONLY]:
                nets[box] -= unit if at == 0 else 0
            elif beaten:
                nets[box] -= stakes[box, at] * unit
            elif dealer > 21 or totals[hand] > dealer:
                nets[box] += stakes[box, at] * unit
            elif totals[hand] < dealer:
                nets[box] -= stakes[box, at] * unit


@kernel
def deal_out(
    seed: int,
    first: int,
    pile: Pile,
    nets: Nets,
    bets: Nets,
    way: Way,
) -> None:
    """Rounds each from a fresh shoe, one box."""
    shoe, swaps = np.zeros(KEPT, np.int64), np.zeros(len(pile), np.int64)
    firsts, ends, stakes = (
        np.zeros(1, np.int64),
        np.zeros((1, 4), np.int64),
        np.zeros((1, 4), np.int64),
    )
    for n in range(len(nets)):
        shoe[GONE], shoe[COUNTER] = 0, (first + n) * DRAWS
        play_round(
            seed, shoe, pile, swaps, way, firsts, ends, stakes, nets[n : n + 1], bets[n : n + 1]
        )
        for at in range(shoe[GONE] - 1, -1, -1):  # As it was: a round depends on its number alone.
            card = pile[at]
            pile[at] = pile[swaps[at]]
            pile[swaps[at]] = card


@kernel
def deal_shuffler(seed: int, first: int, pile: Pile, line: int, nets: Nets, way: Way) -> None:
    """Rounds one after another from a continuous shuffler, one box.

    After a round the cards that wait in line are drawn from those that were not dealt; then the
    dealt ones go back into the machine.
    """
    shoe, swaps = np.zeros(KEPT, np.int64), np.zeros(len(pile), np.int64)
    firsts, bets = np.zeros(1, np.int64), np.zeros(1, np.int64)
    ends, stakes = np.zeros((1, 4), np.int64), np.zeros((1, 4), np.int64)
    for n in range(len(nets)):
        shoe[GONE], shoe[COUNTER] = 0, (first + n) * DRAWS
        play_round(seed, shoe, pile, swaps, way, firsts, ends, stakes, nets[n : n + 1], bets)
        dealt = shoe[GONE]
        while shoe[GONE] < min(dealt + line, len(pile)):
            draw(seed, shoe, pile, swaps)
        for at in range(shoe[GONE] - dealt):
            card = pile[at]
            pile[at] = pile[dealt + at]
            pile[dealt + at] = card
        shoe[LINE] = shoe[GONE] - dealt


@kernel
def deal_shoes(
    seed: int,
    first: int,
    shoes: int,
    pile: Pile,
    cut: int,
    again: int,
    tags: Floats,
    by_shoe: Floats,
    by_count: Floats,
    way: Way,
) -> None:
    """Shoes dealt to the cut card.

    By shoe: rounds, what a round from its other end gained by box, the mean of `again` orders of
    the cards left, what its own rounds gained by box, cards dealt. By true count: rounds, gains and
    their squares, box by box.
    """
    shoe, swaps = np.zeros(KEPT, np.int64), np.zeros(len(pile), np.int64)
    boxes, behind = way.house[BOXES], pile.copy()
    firsts, ends = np.zeros(boxes, np.int64), np.zeros((boxes, 4), np.int64)
    stakes = np.zeros((boxes, 4), np.int64)
    nets, bets = np.zeros(boxes, np.int64), np.zeros(boxes, np.int64)
    size, unit = len(pile), float(way.house[UNIT])
    for n in range(shoes):
        shoe[:] = 0
        shoe[COUNTER] = (first + n) * DRAWS
        running = 0.0
        while shoe[GONE] < cut:
            before = shoe[GONE]
            true = running / ((size - before) / 52)
            at = int(min(max(np.floor(true + 0.5) + COUNTS // 2, 0), COUNTS - 1))
            shoe[EARLIER], shoe[AGAIN] = before, 0
            play_round(seed, shoe, pile, swaps, way, firsts, ends, stakes, nets, bets)
            by_shoe[n, 0] += 1
            for box in range(boxes):
                gain = nets[box] / unit
                by_shoe[n, 2] += gain / boxes
                by_count[at, 0] += 1
                by_count[at, 1] += gain
                by_count[at, 2] += gain * gain
            for card in pile[before : shoe[GONE]]:
                running += tags[card]
        gone = shoe[GONE]
        by_shoe[n, 3] = gone
        shoe[:] = 0
        shoe[KNOWN], shoe[COUNTER] = gone, (first + n) * again * DRAWS
        behind[:] = pile[::-1]
        for _ in range(again):
            shoe[GONE] = 0
            play_round(seed + BEHIND, shoe, behind, swaps, way, firsts, ends, stakes, nets, bets)
            by_shoe[n, 1] += nets.sum() / unit / boxes / again
