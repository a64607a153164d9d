"""Hold'em by the thousand: 2 to 6 seats, limit, pot limit and no limit, one hand to an episode.

Whoever is asked is the player of a step, so a learner plays every seat in turn.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.core.cards import PACK
from croupier.envs import batch
from croupier.envs.batch import Ints, Masks, NotCompiled, Refusal, Round, Rows, stack_bounds
from croupier.envs.batches.holdem.awarding import award
from croupier.envs.batches.holdem.betting import (
    ACTS,
    AT,
    BET,
    BIG,
    BOARD,
    BROUGHT,
    BURN,
    BUTTON,
    COLUMNS,
    HOLE,
    LIMITS,
    LOW,
    MOST,
    MOST_SEATS,
    OVER,
    OWED,
    PLAYERS,
    PUT,
    SEATS,
    STACK,
    STREET,
    Row,
    answer,
    deal,
    sized,
)
from croupier.envs.chance import Bits
from croupier.envs.flop import SPREAD
from croupier.envs.menu import Fineness, Menu
from croupier.envs.sight import Sight
from croupier.envs.table import Stacks, rules_of
from croupier.envs.tally import SEAT_NUMBERS
from croupier.lab.kernels.evaluator import Tables, tables
from croupier.lab.kernels.jit import lean as kernel
from croupier.procedure.flop import Rules

NOT_DONE: Final[dict[str, Refusal]] = {
    "ante": lambda rules: rules.ante > 0,
    "button_blind": lambda rules: rules.button_blind > 0,
    "option_allowed": lambda rules: rules.option_allowed,
    "heads_up_blinds": lambda rules: rules.heads_up_blinds == "literal",
    "levy_percent": lambda rules: rules.levy_percent > 0,
    "drop_five_or_more": lambda rules: rules.drop_five_or_more > 0,
    "drop_four": lambda rules: rules.drop_four > 0,
    "drop_three_or_less": lambda rules: rules.drop_three_or_less > 0,
    "kill": lambda rules: rules.kill != "none",
    "run_it_twice": lambda rules: rules.run_it_twice,
    "show_seconds": lambda rules: rules.show_seconds > 0,
    "auto_show_at_showdown": lambda rules: not rules.auto_show_at_showdown,
}
"""What the kernel leaves to the rules themselves, and when a house has chosen it."""


@kernel
def look(row: Row, rules: Ints, sizes: Ints, x: NDArray[np.float32], mask: Masks) -> None:
    """What the player in turn sees, number by number as in `sight`, and the legal slots."""
    seats, seat, big = rules[SEATS], row[AT], float(rules[BIG])
    board = (0, 3, 4, 5)[row[STREET]]
    for at in range(len(x)):
        x[at] = 0
    x[row[HOLE + 2 * seat]] = x[row[HOLE + 2 * seat + 1]] = 1
    for at in range(board):
        x[52 + row[BOARD + at]] = 1
    at, pot = 156, 0
    for further in range(seats):
        other = (seat + further) % seats
        stack, inside = row[STACK + other], (row[PLAYERS] >> other) & 1
        x[at] = inside
        x[at + 1] = stack / big
        x[at + 2] = row[BET + other] / big
        x[at + 3] = max(row[BROUGHT + other] - stack, row[BET + other]) / big
        x[at + 4] = inside and not stack
        x[at + 5] = other == row[BUTTON]
        pot += row[PUT + other]
        at += SEAT_NUMBERS
    x[at] = pot / big
    if not row[OVER]:
        x[at + 1], x[at + 2], x[at + 3] = row[OWED] / big, row[LOW] / big, row[MOST] / big
        x[at + 9] = 1
    x[at + 4] = row[STACK + seat] / pot
    x[at + 5 + row[STREET]] = 1
    burnt = rules[BURN] * row[STREET]
    x[len(x) - 1] = (52 - 2 * seats - board - burnt) / 52
    legal(row, rules, sizes, mask)


@kernel
def legal(row: Row, rules: Ints, sizes: Ints, mask: Masks) -> None:
    """A one for each legal slot."""
    mask[:] = 0
    if row[OVER]:
        return
    mask[0] = mask[1] = 1
    if not row[MOST]:
        return
    mask[ACTS] = 1
    before = row[LOW]
    if before == row[MOST]:
        return
    for at in range(1, len(sizes)):
        to = sized(row, rules, sizes, at)
        if to > before:
            before = to
            mask[ACTS + at] = 1


@kernel
def deal_in(row: Row, rules: Ints, bits: Bits, n: int) -> None:
    """A hand that asks somebody: one that asks nobody is dealt again."""
    deal(row, rules, bits, n)
    while row[OVER]:
        deal(row, rules, bits, n)


@kernel
def begin(
    rows: NDArray[np.int32],
    rules: Ints,
    sizes: Ints,
    bits: Bits,
    which: Masks,
    x: Rows,
    masks: Masks,
) -> None:
    """Deal to some tables, and show them all."""
    for n in range(len(rows)):
        if which[n]:
            deal_in(rows[n], rules, bits, n)
        look(rows[n], rules, sizes, x[n], masks[n])


@kernel
def play(
    rows: NDArray[np.int32],
    rules: Ints,
    sizes: Ints,
    bits: Bits,
    actions: Ints,
    again: bool,
    tables: Tables,
    worth: Ints,
    step: Round,
) -> None:
    """One answer at each table; `again` deals at once where a hand has ended."""
    big = float(rules[BIG])
    for n in range(len(rows)):
        row, seat = rows[n], rows[n, AT]
        if row[OVER]:  # The hand ended in the step before.
            deal_in(row, rules, bits, n)
        else:
            step.illegal[n] = not answer(row, rules, sizes, actions[n])
            if row[OVER]:
                award(row, rules, tables, worth)
                for other in range(rules[SEATS]):
                    step.results[n, other] = (row[STACK + other] - row[BROUGHT + other]) / big
                row[AT] = seat
                step.rewards[n], step.ended[n] = step.results[n, seat], 1
                if again:
                    if len(step.last_x):
                        look(row, rules, sizes, step.last_x[n], step.masks[n])
                    deal_in(row, rules, bits, n)
        look(row, rules, sizes, step.x[n], step.masks[n])
        step.seated[n] = row[AT] + 1


class Dealer:
    """Tables of hold'em under some rules."""

    def __init__(
        self, rules: Rules, num_envs: int, players: int, stacks: Stacks, menu: Fineness
    ) -> None:
        batch.refuse("holdem", rules, NOT_DONE)
        if not 2 <= players <= MOST_SEATS:
            raise NotCompiled(f"holdem: the vectorised environment seats 2 to {MOST_SEATS}")
        if menu == "full":
            raise NotCompiled('holdem: the vectorised environment has no menu = "full"')
        numbered = Menu(SPREAD, players, menu)
        self.sizes = np.array(numbered.sizes, np.int64)
        self.slots, self.players = numbered.size, players
        self.size = Sight(SPREAD, len(PACK), players, rules.big_blind).size
        self.rules = np.array(
            [
                *(players, rules.small_blind, rules.big_blind, rules.chip),
                *(LIMITS.index(rules.limit), rules.max_raises),
                *(rules.min_raise_rule == "double_bet", rules.burn_cards),
                *stack_bounds(stacks, players, rules.big_blind),
            ],
            np.int64,
        )
        self.rows = np.zeros((num_envs, COLUMNS), np.int32)
        self.bits = np.zeros(num_envs, np.uint64)
        self.worth = np.zeros(MOST_SEATS, np.int64)
        self.tables = tables(7)

    def begin(self, which: Masks, x: Rows, masks: Masks) -> None:
        """Deal to some tables, and show all."""
        begin(self.rows, self.rules, self.sizes, self.bits, which, x, masks)

    def play(self, actions: Ints, again: bool, step: Round) -> None:
        """One answer at each table."""
        state = self.rows, self.rules, self.sizes, self.bits
        play(*state, actions, again, self.tables, self.worth, step)


def make(
    num_envs: int = 1,
    *,
    house: str | None = None,
    table: str | None = None,
    rules: Any = None,
    players: int = 6,
    stacks: Stacks = 100,
    menu: Fineness = "pot",
    **arguments: Any,
) -> batch.Batch:
    """Tables of hold'em side by side."""
    found = rules_of("holdem", house, table, rules)
    return batch.Batch(Dealer(found, num_envs, players, stacks, menu), num_envs, **arguments)
