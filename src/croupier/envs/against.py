"""One player against the dealer by the thousand: two hands, a board, one decision to stay in.

Two games are dealt so: in one the player sees the flop and calls or folds, in the other they may
raise before the flop, after it or at the end. Cards, questions and payments are those of the rules.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.core.cards import PACK
from croupier.core.prices import PayTable, Rounding
from croupier.envs.batch import Batch, Ints, Masks, Round, Rows
from croupier.envs.chance import Bits, card_beside
from croupier.envs.menu import Menu, Spread
from croupier.envs.sight import Sight
from croupier.envs.table import rules_of
from croupier.lab.kernels.evaluator import FIVE_SUITED, SUITED, Tables, slot_of, tables
from croupier.lab.kernels.jit import lean as kernel
from croupier.procedure.banking import winnings
from croupier.ranks import high

UNITS: Final = 1000
"""First bets that the player sits down with."""
PAIR: Final = high.LEAST["pair"]
# A table's row: cards as they are dealt (player, dealer, player, dealer, board), and the rest.
PHASE, RAISED, NET, COLUMNS = 9, 10, 11, 12
LAST, OVER, SEEN = 2, 3, 4
"""Phases: before the flop, after it, after the river; over; seen and to be dealt again."""
# Rules; what follows depends on the game.
RAISES, BET = 0, 1
LEAST, CALL_PAYS, HIGH_WINS = 2, 3, 4
PUSH_FIRST, ON_TIE = 2, 3

Row = NDArray[np.int32]


@kernel
def deal(row: Row, rules: Ints, bits: Bits, n: int) -> None:
    """Two hands and a board."""
    taken = 0
    for at in range(9):
        card = card_beside(bits, n, taken)
        taken |= 1 << card
        row[at] = card
    row[PHASE] = 0 if rules[RAISES] else 1
    row[RAISED] = row[NET] = 0


@kernel
def answer(row: Row, rules: Ints, slot: int) -> bool:
    """Stay in for more, or not; what is not legal the clock decides. Whether it was legal."""
    phase = row[PHASE]
    most = LAST + 1 - phase if rules[RAISES] else 1
    legal = 0 <= slot <= most
    if legal and slot:
        row[RAISED], row[PHASE] = (slot if rules[RAISES] else 2), OVER
    elif rules[RAISES]:
        row[PHASE] += 1
    else:
        row[PHASE] = OVER
    return legal


@kernel
def value_of(row: Row, first: int, tables: Tables) -> int:
    """What two cards are worth on the board."""
    key = FIVE_SUITED + tables.keys[row[first]] + tables.keys[row[first + 2]]
    for at in range(4, 9):
        key += tables.keys[row[at]]
    mark = key & SUITED
    if not mark:
        return int(tables.values[slot_of(key, tables.moves)])
    suit, ranks = 0, 0
    while mark > 8:
        mark >>= 4
        suit += 1
    for at in range(9):
        if row[at] & 3 == suit and (at > 3 or at in (first, first + 2)):
            ranks |= 1 << (row[at] >> 2)
    return int(tables.suited[ranks])


@kernel
def paid(prices: Ints, value: int) -> int:
    """What a pay table pays for a hand; below nothing where the bet loses."""
    for at in range(len(prices)):
        if value >= prices[at, 0]:
            return int(prices[at, 1])
    return -1


@kernel
def settle_call(row: Row, rules: Ints, prices: Ints, mine: int, dealers: int) -> int:
    """Ante and Call by the outcome (CH-21 to CH-26)."""
    if not row[RAISED]:
        return -int(rules[BET])
    won = max(0, paid(prices[0], mine))
    if dealers < rules[LEAST]:
        return 0 if mine < PAIR and not rules[HIGH_WINS] else won
    if mine > dealers:
        return won + int(rules[CALL_PAYS])
    return -3 * int(rules[BET]) if mine < dealers else 0


@kernel
def settle_raise(row: Row, rules: Ints, prices: Ints, mine: int, dealers: int) -> int:
    """Raise, Ante and Odds by the outcome (HU-12 to HU-26)."""
    bet = int(rules[BET])
    if not row[RAISED]:
        return -2 * bet
    ahead = (mine > dealers) - (mine < dealers)
    net = ahead * row[RAISED] * bet
    if dealers >= PAIR or (ahead < 0 and not rules[PUSH_FIRST]):
        net += ahead * bet
    odds = paid(prices[1 if ahead < 0 else 0], mine)
    if odds >= 0 and (ahead or rules[ON_TIE]):
        return net + odds
    return net - bet if ahead < 0 else net


@kernel
def look(row: Row, rules: Ints, x: NDArray[np.float32], mask: Masks) -> None:
    """What the player sees, number by number as in `sight`, and the legal slots."""
    raises, phase, over = rules[RAISES], row[PHASE], row[PHASE] >= OVER
    board = 5 if over else (0, 3, 5)[phase]
    for at in range(len(x)):
        x[at] = 0
    x[row[0]] = x[row[2]] = 1
    for at in range(4, 4 + board):
        x[52 + row[at]] = 1
    shown = over and (row[RAISED] > 0 or not raises)
    if shown:
        x[52 + row[1]] = x[52 + row[3]] = 1
    x[156] = raises != 0
    mask[:] = 0
    mask[0] = 1
    lies = 2.0 if raises else 1.0
    if over:
        net = row[NET] / float(rules[BET])
        x[157], x[159] = UNITS + net, max(0.0, -net)
    else:
        x[157], x[158], x[159] = UNITS - lies, lies, lies
        x[162], x[166] = 1, UNITS - lies
        most = LAST + 1 - phase if raises else 1
        mask[1 : most + 1] = 1
        if raises:
            x[164], x[165] = 1, most
        else:
            x[163] = 2
    if raises:
        x[167 + (3 if shown else (0, 1, 2, 2)[min(phase, 3)])] = 1
        if not over:
            x[171 + phase] = 1
    else:
        x[168 if shown else 167] = 1
        if not over:
            x[169] = 1
    x[len(x) - 1] = (48 - board) / 52


@kernel
def begin(rows: Row, rules: Ints, bits: Bits, which: Masks, x: Rows, masks: Masks) -> None:
    """Deal to some tables, and show them all."""
    for n in range(len(rows)):
        if which[n]:
            deal(rows[n], rules, bits, n)
        look(rows[n], rules, x[n], masks[n])


@kernel
def play(
    rows: Row,
    rules: Ints,
    prices: Ints,
    bits: Bits,
    actions: Ints,
    again: bool,
    tables: Tables,
    step: Round,
) -> None:
    """One answer at each table; `again` deals at once where a round has ended."""
    for n in range(len(rows)):
        row = rows[n]
        if row[PHASE] == SEEN:
            deal(row, rules, bits, n)
        else:
            step.illegal[n] = not answer(row, rules, actions[n])
            if row[PHASE] == OVER:
                row[NET] = settle(row, rules, prices, tables)
                step.rewards[n], step.ended[n] = row[NET] / float(rules[BET]), 1
                row[PHASE] = SEEN
                if again:
                    if len(step.last_x):
                        look(row, rules, step.last_x[n], step.masks[n])
                    deal(row, rules, bits, n)
        look(row, rules, step.x[n], step.masks[n])


@kernel
def settle(row: Row, rules: Ints, prices: Ints, tables: Tables) -> int:
    """What the round has brought, in cents."""
    mine, dealers = value_of(row, 0, tables), value_of(row, 1, tables)
    if rules[RAISES]:
        return settle_raise(row, rules, prices, mine, dealers)
    return settle_call(row, rules, prices, mine, dealers)


def won(pays: PayTable, bet: int, rounding: Rounding, chip: int) -> list[tuple[int, int]]:
    """What a pay table pays for a bet, from each value on, the highest first."""
    found = []
    for least in sorted({0, *high.LEAST.values()}, reverse=True):
        price = pays.price(least)
        found.append((least, -1 if price is None else winnings(bet, price, rounding, chip)))
    return found


class Dealer:
    """Tables against the dealer under some rules."""

    players = 1

    def __init__(
        self, spread: Spread, rules: Iterable[Any], prices: Iterable[Any], num_envs: int
    ) -> None:
        self.rules = np.array(list(rules), np.int64)
        self.prices = np.array(list(prices), np.int64)
        self.slots = Menu(spread, 1).size
        self.size = Sight(spread, len(PACK), 1, int(self.rules[BET])).size
        self.rows = np.zeros((num_envs, COLUMNS), np.int32)
        self.bits = np.zeros(num_envs, np.uint64)
        self.tables = tables(7)

    def begin(self, which: Masks, x: Rows, masks: Masks) -> None:
        """Deal to some tables, and show all."""
        begin(self.rows, self.rules, self.bits, which, x, masks)

    def play(self, actions: Ints, again: bool, step: Round) -> None:
        """One answer at each table."""
        play(self.rows, self.rules, self.prices, self.bits, actions, again, self.tables, step)
        step.seated[:] = 1
        step.results[:, 0] = step.rewards


def make(
    game: str,
    dealer: Callable[[Any, int], Dealer],
    num_envs: int = 1,
    *,
    house: str | None = None,
    table: str | None = None,
    rules: Any = None,
    **arguments: Any,
) -> Batch:
    """Tables of a game side by side."""
    found = rules_of(game, house, table, rules)
    return Batch(dealer(found, num_envs), num_envs, **arguments)
