"""The betting of hold'em for arrays: `procedure.betting`, a table to a row.

`offer`, `answer`, `advance` and `gather` have the names that they have there.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.envs.batch import Ints
from croupier.envs.chance import Bits, card_beside, drawn
from croupier.envs.flop import SPREAD
from croupier.lab.kernels.jit import lean as kernel

MOST_SEATS: Final = 6
# Where a table's row holds what; six seats have room.
STACK, BET, PUT, BROUGHT, HOLE, BOARD = 0, 6, 12, 18, 24, 36
PLAYERS, ABLE, PENDING, ACTED, STREET, AT = 41, 42, 43, 44, 45, 46
HIGH, FULL, STEP, MADE, UNCAPPED, BUTTON = 47, 48, 49, 50, 51, 52
OWED, LOW, MOST, GRAIN, OVER, COLUMNS = 53, 54, 55, 56, 57, 58
# The rules of a table.
SEATS, SMALL, BIG, CHIP, LIMIT, RAISES, DOUBLE, BURN, LEAST_STACK, MOST_STACK = range(10)
FIXED, BY_POT = 0, 1
LIMITS: Final = ("limit", "pot_limit", "no_limit")
ACTS: Final = len(SPREAD.acts)
"""The first slots fold, and check or call."""

Row = NDArray[np.int32]


@kernel
def deal(row: Row, rules: Ints, bits: Bits, n: int) -> None:
    """Stacks, the button, the cards and the blinds; then on to the first question."""
    seats, taken = rules[SEATS], 0
    row[BET : PUT + MOST_SEATS] = 0
    for seat in range(seats):
        low, high = rules[LEAST_STACK + 2 * seat], rules[LEAST_STACK + 2 * seat + 1]
        row[STACK + seat] = low if low == high else low + drawn(bits, n, high - low + 1)
        row[BROUGHT + seat] = row[STACK + seat]
    for at in range(HOLE, HOLE + 2 * seats):
        card = card_beside(bits, n, taken)
        taken |= 1 << card
        row[at] = card
    for at in range(BOARD, BOARD + 5):
        card = card_beside(bits, n, taken)
        taken |= 1 << card
        row[at] = card
    row[BUTTON] = drawn(bits, n, seats)
    post(row, rules)


@kernel
def post(row: Row, rules: Ints) -> None:
    """The blinds, as far as stacks go; the bet to call stays full (CR-18, CR-40)."""
    seats, button = rules[SEATS], row[BUTTON]
    small = button if seats == 2 else (button + 1) % seats
    big = (small + 1) % seats
    put(row, small, min(row[STACK + small], rules[SMALL]))
    put(row, big, min(row[STACK + big], rules[BIG]))
    row[PLAYERS] = (1 << seats) - 1
    row[STREET] = 0
    row[OVER] = 0
    open_round(row, rules, rules[BIG], 1, big)
    go_on(row, rules)


@kernel
def put(row: Row, seat: int, amount: int) -> None:
    """Chips go from a stack to a bet."""
    row[STACK + seat] -= amount
    row[BET + seat] += amount
    row[PUT + seat] += amount


@kernel
def open_round(row: Row, rules: Ints, high: int, made: int, behind: int) -> None:
    """A round before its first question, from the left of a seat."""
    able = 0
    for seat in range(rules[SEATS]):
        if (row[PLAYERS] >> seat) & 1 and row[STACK + seat] > 0:
            able |= 1 << seat
    row[ABLE] = row[PENDING] = able
    row[ACTED] = row[UNCAPPED] = 0
    row[HIGH] = row[FULL] = high
    row[STEP] = max(unit_of(row, rules), high)
    row[MADE], row[AT] = made, behind


@kernel
def unit_of(row: Row, rules: Ints) -> int:
    """The bet of a limit round, else the least bet (CR-21)."""
    if rules[LIMIT] == FIXED and row[STREET] > 1:
        return 2 * rules[BIG]
    return int(rules[BIG])


@kernel
def count(bits: int) -> int:
    """How many seats a set has."""
    many = 0
    while bits:
        bits &= bits - 1
        many += 1
    return many


@kernel
def go_on(row: Row, rules: Ints) -> None:
    """On to the next question, or to the end of the hand."""
    while not offer(row, rules):
        gather(row, rules)
        if count(row[PLAYERS]) < 2 or row[STREET] == 3:
            row[OVER] = 1
            return
        row[STREET] += 1
        open_round(row, rules, 0, 0, row[BUTTON])


@kernel
def offer(row: Row, rules: Ints) -> bool:
    """What the next in turn may do; nothing when the round is over."""
    if not row[PENDING] or count(row[PLAYERS]) < 2:
        return False
    seats, seat = rules[SEATS], row[AT]
    while True:
        seat = (seat + 1) % seats
        if (row[PENDING] >> seat) & 1:
            break
    mine, stack = row[BET + seat], row[STACK + seat]
    owed, alone = row[HIGH] - mine, count(row[ABLE]) < 2
    if alone:
        owed = -mine
        for other in range(seats):
            if other != seat and (row[PLAYERS] >> other) & 1:
                owed = max(owed, row[BET + other] - mine)
        if owed <= 0:
            return False
    row[AT], row[OWED] = seat, min(stack, max(owed, 0))
    row[LOW] = row[MOST] = 0
    row[GRAIN] = 1
    if not alone and stack > owed and may_raise(row, rules, seat, mine):
        raising(row, rules, mine, stack)
    return True


@kernel
def full_raise(row: Row, rules: Ints, over: int) -> int:
    """The least full raise over a bet (TH-28)."""
    return max(over, rules[BIG]) if rules[DOUBLE] else row[STEP]


@kernel
def may_raise(row: Row, rules: Ints, seat: int, mine: int) -> bool:
    """Whether the raising is open to a player (CR-22, CR-31, TH-29, TH-44, TH-67)."""
    if rules[LIMIT] == FIXED and rules[RAISES]:
        capped = row[MADE] > rules[RAISES]
        if count(row[PLAYERS]) == 2 and not capped:
            row[UNCAPPED] = 1
        if capped and not row[UNCAPPED]:
            return False
    if not (row[ACTED] >> seat) & 1:
        return True
    if rules[LIMIT] == FIXED:
        return bool(row[FULL] > mine)
    return bool(row[HIGH] - mine >= full_raise(row, rules, mine))


@kernel
def raising(row: Row, rules: Ints, mine: int, stack: int) -> None:
    """The least and the most that a bet or raise may be made to."""
    high, most = row[HIGH], mine + stack
    if rules[LIMIT] == FIXED:
        row[LOW] = row[MOST] = min(row[FULL] + unit_of(row, rules), most)
        return
    least = high + (high if high and rules[DOUBLE] else row[STEP])
    if least >= most:
        row[LOW] = row[MOST] = most
        return
    if rules[LIMIT] == BY_POT:
        most = min(most, max(least, 2 * high - mine + pot_of(row, rules)))
    row[LOW], row[MOST] = least, most
    row[GRAIN] = 1 if (most - least) % rules[CHIP] else rules[CHIP]


@kernel
def pot_of(row: Row, rules: Ints) -> int:
    """All chips in the pots and before the players."""
    total = 0
    for seat in range(rules[SEATS]):
        total += row[PUT + seat]
    return total


@kernel
def answer(row: Row, rules: Ints, sizes: Ints, slot: int) -> bool:
    """Do what the next in turn has decided; what is not legal the clock decides. Whether it was."""
    seat, to, legal = row[AT], 0, 0 <= slot < ACTS
    if not legal and slot >= ACTS:
        to = size_of(row, rules, sizes, slot - ACTS)
        legal = to > 0
    if not legal:
        slot = 0 if row[OWED] else 1
    row[PENDING] &= ~(1 << seat)
    row[ACTED] |= 1 << seat
    if slot == 0:
        row[PLAYERS] &= ~(1 << seat)
        row[ABLE] &= ~(1 << seat)
    else:
        put(row, seat, to - row[BET + seat] if to else row[OWED])
        if not row[STACK + seat]:
            row[ABLE] &= ~(1 << seat)
        if to:
            advance(row, rules, to)
            row[PENDING] = row[ABLE] & ~(1 << seat)
    go_on(row, rules)
    return legal


@kernel
def advance(row: Row, rules: Ints, to: int) -> None:
    """A bet or raise stands now; one that is too short counts as none (CR-31, TH-44)."""
    by, unit = to - row[HIGH], unit_of(row, rules)
    full = full_raise(row, rules, row[HIGH])
    row[HIGH] = to
    if rules[LIMIT] == FIXED:
        if to == row[FULL] + unit or 2 * by >= unit:
            row[FULL] = to
            row[MADE] += 1
    elif by >= full:
        row[STEP] = by
        row[MADE] += 1


@kernel
def sized(row: Row, rules: Ints, sizes: Ints, at: int) -> int:
    """What a size comes to."""
    low, most, over = row[LOW], row[MOST], sizes[at, 0]
    to = low
    if over < 0:
        to = most
    elif over > 0:
        stands = row[BET + row[AT]] + row[OWED]
        to = stands + (pot_of(row, rules) + row[OWED]) * over // sizes[at, 1]
    return int(low + (min(max(to, low), most) - low) // row[GRAIN] * row[GRAIN])


@kernel
def size_of(row: Row, rules: Ints, sizes: Ints, at: int) -> int:
    """What a size comes to, 0 if it is not legal: the first of equal sizes keeps the chips."""
    if at >= len(sizes) or not row[MOST] or (at and row[LOW] == row[MOST]):
        return 0
    to = sized(row, rules, sizes, at)
    for before in range(at):
        if sized(row, rules, sizes, before) >= to:
            return 0
    return to


@kernel
def gather(row: Row, rules: Ints) -> None:
    """Uncalled chips go home before the bets are gathered (CR-41, TH-43)."""
    first = second = 0
    lead = -1
    for seat in range(rules[SEATS]):
        bet = row[BET + seat]
        if bet > first:
            first, second, lead = bet, first, seat
        elif bet > second:
            second = bet
    if lead >= 0 and first > second and (row[PLAYERS] >> lead) & 1:
        row[STACK + lead] += first - second
        row[PUT + lead] -= first - second
    for seat in range(rules[SEATS]):
        row[BET + seat] = 0
