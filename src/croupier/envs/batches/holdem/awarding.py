"""The showdown of hold'em for arrays: `procedure.pots`, a table to a row."""

from croupier.envs.batch import Ints
from croupier.envs.batches.holdem.betting import (
    BOARD,
    BUTTON,
    CHIP,
    HOLE,
    PLAYERS,
    PUT,
    SEATS,
    STACK,
    Row,
    count,
)
from croupier.lab.kernels.evaluator import FIVE_SUITED, SUITED, Tables, slot_of
from croupier.lab.kernels.jit import lean as kernel


@kernel
def award(row: Row, rules: Ints, tables: Tables, worth: Ints) -> None:
    """Each pot to its best hands, from the left of the button (CR-32, TH-45, TH-53)."""
    seats, players, below = rules[SEATS], row[PLAYERS], 0
    if count(players) > 1:
        values(row, rules, tables, worth)
    while True:
        level = 0
        for seat in range(seats):
            held = row[PUT + seat]
            if (players >> seat) & 1 and held > below and (not level or held < level):
                level = held
        if not level:
            return
        pot, best, winners = 0, -1, 0
        for seat in range(seats):
            pot += max(0, min(row[PUT + seat], level) - below)
            if (players >> seat) & 1 and row[PUT + seat] >= level:
                value = worth[seat] if count(players) > 1 else 0
                if value > best:
                    best, winners = value, 0
                if value == best:
                    winners |= 1 << seat
        give(row, rules, pot, winners)
        below = level


@kernel
def give(row: Row, rules: Ints, pot: int, winners: int) -> None:
    """Equal parts; odd chips one each from the left of the button (CR-32, TH-53)."""
    seats, chip = rules[SEATS], rules[CHIP]
    many, whole = count(winners), pot // chip
    each, odd, rest = whole // many, whole % many, pot % chip
    for further in range(1, seats + 1):
        seat = (row[BUTTON] + further) % seats
        if (winners >> seat) & 1:
            row[STACK + seat] += each * chip + rest
            if odd:
                row[STACK + seat] += chip
                odd -= 1
            rest = 0


@kernel
def values(row: Row, rules: Ints, tables: Tables, worth: Ints) -> None:
    """What each hand is worth on the board."""
    board = FIVE_SUITED
    for at in range(5):
        board += tables.keys[row[BOARD + at]]
    for seat in range(rules[SEATS]):
        if not (row[PLAYERS] >> seat) & 1:
            continue
        one, two = row[HOLE + 2 * seat], row[HOLE + 2 * seat + 1]
        key = board + tables.keys[one] + tables.keys[two]
        mark = key & SUITED
        if not mark:
            worth[seat] = tables.values[slot_of(key, tables.moves)]
            continue
        suit, ranks = 0, 0
        while mark > 8:
            mark >>= 4
            suit += 1
        for at in range(5):
            if row[BOARD + at] & 3 == suit:
                ranks |= 1 << (row[BOARD + at] >> 2)
        for card in (one, two):
            if card & 3 == suit:
                ranks |= 1 << (card >> 2)
        worth[seat] = tables.suited[ranks]
