"""Rounds by the million: kernels that deal, decide and settle the house games.

Each writes the net result of every round and what was staked, in parts of the first bet. A round is
given by the seed and its number alone (`chance`), so it does not matter who deals which.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.boards import Ints, board_at, hole_at, pair_at
from croupier.lab.kernels.chance import DRAWS, below, card_beside
from croupier.lab.kernels.dealers import form_of
from croupier.lab.kernels.evaluator import Hands, Values, evaluate_seven, evaluate_some
from croupier.lab.kernels.jit import kernel, wide
from croupier.lab.kernels.twentyone import ACE, HIT, TEN

Nets = NDArray[np.int32]

BATCH: Final = 128
"""Rounds that go through each step together."""


@kernel
def flop_number(a: int, b: int, c: int) -> int:
    """The number of three different cards in any order."""
    if a < b:
        a, b = b, a
    if b < c:
        b, c = c, b
    if a < b:
        a, b = b, a
    return a * (a - 1) * (a - 2) // 6 + b * (b - 1) // 2 + c


@kernel
def deal_rounds(
    seed: int,
    first: int,
    rounds: int,
    flops: NDArray[np.int32],
    swaps: NDArray[np.uint8],
    mine: Hands,
    others: Hands,
    real: Ints,
    holes: Ints,
) -> None:
    """Some rounds of two hands and a board, and where each holding stands in a strategy.

    What is done with them goes through all of them step by step: while one waits for a far table,
    the next is already asked for. That is twice as fast as round by round.
    """
    cards = np.zeros(9, np.int64)
    for n in range(rounds):
        counter, taken = (first + n) * DRAWS, 0
        for at in range(9):
            cards[at], counter = card_beside(seed, counter, taken)
            taken |= 1 << cards[at]
        mine[n, 0], mine[n, 1] = cards[0], cards[1]
        others[n, 0], others[n, 1] = cards[2], cards[3]
        for at in range(5):
            mine[n, 2 + at] = others[n, 2 + at] = cards[4 + at]
    for n in range(rounds):
        x, y, z = wide(mine[n, 2]), wide(mine[n, 3]), wide(mine[n, 4])
        where = flops[flop_number(x, y, z)]
        swap = swaps[where & 31]
        real[n] = where >> 5
        holes[n] = hole_at(wide(swap[mine[n, 0]]), wide(swap[mine[n, 1]]))


@kernel
def casino_holdem(
    seed: int,
    first: int,
    bonus_stake: int,
    calls: NDArray[np.bool_],
    flops: NDArray[np.int32],
    swaps: NDArray[np.uint8],
    tiers: NDArray[np.uint8],
    qualified: int,
    ante_prices: Ints,
    unqualified_prices: Ints,
    call_price: int,
    bonus_prices: Ints,
    unit: int,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    suited: Values,
    five_keys: Ints,
    five_moves: NDArray[np.uint16],
    five_slots: Values,
    nets: Nets,
    bets: Nets,
) -> None:
    """Rounds of Casino Hold'em; a Bonus price below 0 is a lost Bonus."""
    mine, others = np.zeros((BATCH, 7), np.uint8), np.zeros((BATCH, 7), np.uint8)
    real, holes = np.zeros(BATCH, np.int64), np.zeros(BATCH, np.int64)
    value, other = np.zeros(BATCH, np.int32), np.zeros(BATCH, np.int32)
    five, called = np.zeros(BATCH, np.int32), np.zeros(BATCH, np.bool_)
    stake = unit * (1 + bonus_stake)
    for start in range(0, len(nets), BATCH):
        size = min(BATCH, len(nets) - start)
        deal_rounds(seed, first + start, size, flops, swaps, mine, others, real, holes)
        evaluate_seven(mine, keys, moves, slots, suited, value)
        evaluate_seven(others, keys, moves, slots, suited, other)
        if bonus_stake:
            evaluate_some(mine[:, :5], five_keys, five_moves, five_slots, suited, five)
        for n in range(size):
            called[n] = calls[real[n], holes[n]]
        for n in range(size):
            tier = tiers[value[n] >> 16]
            net = -3 * unit if value[n] < other[n] else 0
            if value[n] > other[n]:
                net = ante_prices[tier] + 2 * call_price
            if other[n] < qualified:
                net = unqualified_prices[tier]
            if bonus_stake:
                net += bonus_prices[tiers[five[n] >> 16]]
            nets[start + n] = net if called[n] else -stake
            bets[start + n] = stake + 2 * unit if called[n] else stake


@kernel
def heads_up_holdem(
    seed: int,
    first: int,
    fields: NDArray[np.uint8],
    flops: NDArray[np.int32],
    swaps: NDArray[np.uint8],
    tiers: NDArray[np.uint8],
    qualified: int,
    sizes: Ints,
    settled: Ints,
    forms: Ints,
    fold: int,
    unit: int,
    rank_packed: Ints,
    sort_packed: Ints,
    sort_starts: Ints,
    keys: Ints,
    moves: NDArray[np.uint16],
    slots: Values,
    suited: Values,
    nets: Nets,
    bets: Nets,
) -> None:
    """Rounds of Heads-Up Hold'em; `settled` has Ante and Odds by tier and outcome."""
    mine, others = np.zeros((BATCH, 7), np.uint8), np.zeros((BATCH, 7), np.uint8)
    real, holes = np.zeros(BATCH, np.int64), np.zeros(BATCH, np.int64)
    value, other = np.zeros(BATCH, np.int32), np.zeros(BATCH, np.int32)
    field, packed = np.zeros(BATCH, np.int64), np.zeros(BATCH, np.int64)
    held, board = np.zeros(13, np.int64), np.zeros(5, np.int64)
    for start in range(0, len(nets), BATCH):
        size = min(BATCH, len(nets) - start)
        deal_rounds(seed, first + start, size, flops, swaps, mine, others, real, holes)
        evaluate_seven(mine, keys, moves, slots, suited, value)
        evaluate_seven(others, keys, moves, slots, suited, other)
        for n in range(size):
            field[n] = fields[real[n], holes[n]]
        for n in range(size):
            if field[n] == 3:
                board[:] = mine[n, 2:]
                a, b = wide(mine[n, 0]), wide(mine[n, 1])
                packed[n] = counted(a, b, board, held, rank_packed, sort_packed, sort_starts)
        for n in range(size):
            if field[n] == 3:
                worth = form_of(packed[n], forms[0]) + sizes[3] * form_of(packed[n], forms[1])
                if worth <= fold:
                    nets[start + n], bets[start + n] = -2 * unit, 2 * unit
                    continue
            tier, low = tiers[value[n] >> 16], 1 if other[n] < qualified else 0
            outcome = 0 if value[n] > other[n] else 1 if value[n] == other[n] else 2
            raised = sizes[field[n]]
            nets[start + n] = settled[tier, low, outcome] + raised * (1 - outcome) * unit
            bets[start + n] = (2 + raised) * unit


@kernel
def counted(
    a: int,
    b: int,
    board: Ints,
    held: Ints,
    rank_packed: Ints,
    sort_packed: Ints,
    sort_starts: Ints,
) -> int:
    """Whom two cards meet on a board, from the counts of `dealers`."""
    suit = -1
    for candidate in range(4):
        many = 0
        for card in board:
            many += card & 3 == candidate
        if many >= 3:
            suit = candidate
    if suit < 0:
        held[:] = 0
        for card in board:
            held[card >> 2] += 1
        return int(rank_packed[board_at(held), pair_at(a >> 2, b >> 2)])
    bits, other, another = 0, -1, -1
    for card in board:
        if card & 3 == suit:
            bits |= 1 << (card >> 2)
        elif other < 0:
            other = card >> 2
        else:
            another = card >> 2
    at = sort_starts[bits]
    if another >= 0:  # In the order of combinations_with_replacement.
        low, high = min(other, another), max(other, another)
        at += low * 13 - low * (low - 1) // 2 + high - low
    elif other >= 0:
        at += other
    first = (a >> 2) + (13 if a & 3 == suit else 0)
    second = (b >> 2) + (13 if b & 3 == suit else 0)
    return int(sort_packed[at, pair_at(first, second)])


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
def blackjack(
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
