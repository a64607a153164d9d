"""Hold'em by the thousand: 2 to 6 seats, limit, pot limit and no limit, one hand to an episode.

The betting is `procedure.betting`, written for arrays: `offer`, `answer` and `gather` have the same
names there. Whoever is asked is the player of a step, so a learner plays every seat in turn.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.envs import batch
from croupier.envs.batch import Ints, Masks, NotCompiled, Refusal, Round, Rows, stack_bounds
from croupier.envs.chance import Bits, card_beside, drawn
from croupier.envs.flop import SPREAD
from croupier.envs.menu import Fineness, Menu
from croupier.envs.sight import SEAT_NUMBERS, Sight
from croupier.envs.table import Stacks, rules_of
from croupier.lab.kernels.evaluator import FIVE_SUITED, SUITED, Keys, Moves, Values, slot_of, tables
from croupier.lab.kernels.jit import lean as kernel
from croupier.core.cards import PACK
from croupier.procedure.flop import Rules

MOST_SEATS: Final = 6
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


@kernel
def award(
    row: Row, rules: Ints, keys: Keys, moves: Moves, slots: Values, suited: Values, worth: Ints
) -> None:
    """Each pot to its best hands, from the left of the button (CR-32, TH-45, TH-53)."""
    seats, players, below = rules[SEATS], row[PLAYERS], 0
    if count(players) > 1:
        values(row, rules, keys, moves, slots, suited, worth)
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
def values(
    row: Row, rules: Ints, keys: Keys, moves: Moves, slots: Values, suited: Values, worth: Ints
) -> None:
    """What each hand is worth on the board."""
    board = FIVE_SUITED
    for at in range(5):
        board += keys[row[BOARD + at]]
    for seat in range(rules[SEATS]):
        if not (row[PLAYERS] >> seat) & 1:
            continue
        one, two = row[HOLE + 2 * seat], row[HOLE + 2 * seat + 1]
        key = board + keys[one] + keys[two]
        mark = key & SUITED
        if not mark:
            worth[seat] = slots[slot_of(key, moves)]
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
        worth[seat] = suited[ranks]


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
def begin(
    rows: NDArray[np.int32], rules: Ints, sizes: Ints, bits: Bits, which: Masks, x: Rows, masks: Masks
) -> None:
    """Deal to some tables, and show them all. A hand that asks nobody is dealt again."""
    for n in range(len(rows)):
        if which[n]:
            deal(rows[n], rules, bits, n)
            while rows[n, OVER]:
                deal(rows[n], rules, bits, n)
        look(rows[n], rules, sizes, x[n], masks[n])


@kernel
def play(
    rows: NDArray[np.int32],
    rules: Ints,
    sizes: Ints,
    bits: Bits,
    actions: Ints,
    again: bool,
    keys: Keys,
    moves: Moves,
    slots: Values,
    suited: Values,
    x: Rows,
    masks: Masks,
    rewards: NDArray[np.float64],
    ended: Masks,
    illegal: Masks,
    seated: NDArray[np.int8],
    results: Rows,
    last_x: Rows,
    worth: Ints,
) -> None:
    """One answer at each table; `again` deals at once where a hand has ended."""
    big = float(rules[BIG])
    for n in range(len(rows)):
        row, seat = rows[n], rows[n, AT]
        if row[OVER]:  # The hand ended in the step before.
            deal(row, rules, bits, n)
            while row[OVER]:
                deal(row, rules, bits, n)
        else:
            illegal[n] = not answer(row, rules, sizes, actions[n])
            if row[OVER]:
                award(row, rules, keys, moves, slots, suited, worth)
                for other in range(rules[SEATS]):
                    results[n, other] = (row[STACK + other] - row[BROUGHT + other]) / big
                row[AT] = seat
                rewards[n], ended[n] = results[n, seat], 1
                if again:
                    if len(last_x):
                        look(row, rules, sizes, last_x[n], masks[n])
                    deal(row, rules, bits, n)
                    while row[OVER]:
                        deal(row, rules, bits, n)
        look(row, rules, sizes, x[n], masks[n])
        seated[n] = row[AT] + 1


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
        play(
            *(self.rows, self.rules, self.sizes, self.bits, actions, again),
            *self.tables,
            *(step.x, step.masks, step.rewards, step.ended, step.illegal),
            *(step.seated, step.results, step.last_x, self.worth),
        )


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
