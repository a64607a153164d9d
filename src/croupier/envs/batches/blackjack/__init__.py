"""Blackjack by the thousand: every rule of the sheet for one box, a fresh shoe to each round.

The order of cards and questions is that of `games.blackjack`. Amounts are cents; a round in which
the player is never asked has one step, which sees the result.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.envs import batch
from croupier.envs.batch import Ints, Masks, Refusal, Round, Rows
from croupier.envs.batches.blackjack.hands import (
    ACE,
    ACES,
    AFTER_SPLIT,
    AT,
    AUTO_21,
    BET,
    BUST,
    BYTES,
    CARDS,
    COMPLETES,
    COUNT,
    DEALER,
    DEALERS,
    DECKS,
    DOUBLE,
    DRAWN,
    FIRST,
    GIVE_UP,
    HALF_BACK,
    HANDS,
    HIT,
    HOLE,
    INSURE,
    INSURED,
    INSURES,
    INSURING,
    LATE,
    LEFT,
    MANY,
    MOST_HANDS,
    NATURAL,
    NET,
    NUMBERS,
    ON_TURN,
    ORIGINAL,
    OVER,
    PAYS,
    PEEK,
    PHASE,
    PLAYING,
    SAME_RANK,
    SECOND,
    SEEN,
    SHOE,
    SOFT_17,
    SOFT_DOUBLES,
    SPLIT,
    STACK,
    STAKE,
    STAND,
    SUM,
    SURRENDERED,
    TOTALS,
    UNITS,
    UP,
    Bytes,
    Row,
    blackjack,
    draw,
    soft,
    split_ace,
    take,
    total,
    worth,
)
from croupier.envs.chance import Bits
from croupier.envs.games.blackjack import SPREAD
from croupier.envs.menu import Menu
from croupier.envs.sight import Sight
from croupier.envs.table import rules_of
from croupier.games.blackjack import Rules, pack
from croupier.games.blackjack.playing import HALF
from croupier.lab.kernels.jit import lean as kernel
from croupier.procedure.banking import winnings

NOT_DONE: Final[dict[str, Refusal]] = {
    "timeout_action": lambda rules: rules.timeout_action != "stand",
}


@kernel
def deal(cards: Bytes, row: Row, rules: Ints, bits: Bits, n: int) -> None:
    """The first cards (BJ-04), and on to the first question."""
    full = 4 * rules[DECKS]
    for rank in range(13):
        cards[SHOE + rank] = full
        cards[HANDS + rank] = cards[DEALER + rank] = 0
    row[AT] = row[INSURED] = row[SURRENDERED] = row[NET] = row[COUNT] = 0
    row[CARDS] = row[BUST] = row[SUM] = row[SUM + DEALERS] = 0
    row[LEFT] = 52 * rules[DECKS]
    row[MANY], row[STAKE], row[STACK] = 1, rules[BET], (UNITS - 1) * rules[BET]
    take(cards, row, 0, draw(cards, row, rules, bits, n))
    row[UP] = draw(cards, row, rules, bits, n)
    take(cards, row, DEALERS, row[UP])
    take(cards, row, 0, draw(cards, row, rules, bits, n))
    row[NATURAL] = total(cards, row, 0) == 21
    if rules[PEEK]:
        row[HOLE] = draw(cards, row, rules, bits, n)
    if rules[INSURES] and row[UP] == ACE:
        row[PHASE] = INSURING
    else:
        look_under(cards, row, rules, bits, n)


@kernel
def look_under(cards: Bytes, row: Row, rules: Ints, bits: Bits, n: int) -> None:
    """A dealer with a hole card looks at it; then the box plays unless it is a blackjack."""
    row[PHASE] = PLAYING
    found = rules[PEEK] and worth(row[UP]) in (1, 10) and blackjack(row[UP], row[HOLE])
    if found or row[NATURAL]:
        finish(cards, row, rules, bits, n)
    else:
        go_on(cards, row, rules, bits, n)


@kernel
def in_doubt(row: Row, rules: Ints) -> bool:
    """Whether the dealer may still turn out to have a blackjack (BJ-05)."""
    return not rules[PEEK] and worth(row[UP]) in (1, 10)


@kernel
def go_on(cards: Bytes, row: Row, rules: Ints, bits: Bits, n: int) -> None:
    """On to the next hand that has a choice, or to the dealer (BJ-07)."""
    while row[AT] < row[MANY]:
        if row[CARDS + row[AT]] == 1:
            take(cards, row, row[AT], draw(cards, row, rules, bits, n))
        if choices(cards, row, rules) > 1:
            return
        leave(row)
    finish(cards, row, rules, bits, n)


@kernel
def leave(row: Row) -> None:
    """A hand is done; a bust loses at once (BJ-14)."""
    hand = row[AT]
    if row[SUM + hand] > 21:
        row[BUST + hand] = 1
        row[NET] -= row[STAKE + hand]
    row[AT] += 1


@kernel
def choices(cards: Bytes, row: Row, rules: Ints) -> int:
    """How many choices the hand in play has (BJ-08)."""
    if total(cards, row, row[AT]) > (20 if rules[AUTO_21] else 21):
        return 0
    many = 1 + (not split_ace(row))
    many += may_double(cards, row, rules)
    many += may_split(row, rules)
    return many + may_give_up(row, rules)


@kernel
def may_double(cards: Bytes, row: Row, rules: Ints) -> bool:
    """Two cards of the totals that the house names (BJ-16, BJ-17, BJ-23)."""
    hand = row[AT]
    if row[CARDS + hand] != 2:
        return False
    if row[MANY] > 1 and (not rules[AFTER_SPLIT] or split_ace(row)):
        return False
    if rules[TOTALS]:
        count = row[SUM + hand]
        if count < rules[TOTALS] or count > 11:
            return False
        if not rules[SOFT_DOUBLES] and soft(cards, row, hand):
            return False
    return total(cards, row, hand) < 21


@kernel
def may_split(row: Row, rules: Ints) -> bool:
    """Two cards of one value, while the box has room (BJ-18, BJ-20, BJ-21)."""
    hand = row[AT]
    if row[CARDS + hand] != 2 or row[MANY] >= rules[MOST_HANDS]:
        return False
    one, other = row[FIRST + hand], row[SECOND + hand]
    if worth(one) != worth(other) or (split_ace(row) and not rules[ACES]):
        return False
    return one == other or not rules[SAME_RANK]


@kernel
def may_give_up(row: Row, rules: Ints) -> bool:
    """The first two cards, unsplit (BJ-08)."""
    return rules[LATE] != 0 and row[MANY] == 1 and row[CARDS] == 2


@kernel
def answer(cards: Bytes, row: Row, rules: Ints, bits: Bits, n: int, slot: int) -> bool:
    """Do what was chosen; what is not legal the clock decides. Whether it was legal."""
    if row[PHASE] == INSURING:
        if slot == INSURE:
            row[INSURED] = rules[BET] // 2
            row[STACK] -= row[INSURED]
        look_under(cards, row, rules, bits, n)
        return slot in (STAND, INSURE)
    legal = slot == STAND
    if slot == HIT and not split_ace(row):
        legal = True
        take(cards, row, row[AT], draw(cards, row, rules, bits, n))
    elif slot == SPLIT and may_split(row, rules):
        legal = True
        split(cards, row, rules, bits, n)
    elif slot == DOUBLE and may_double(cards, row, rules):
        legal = True
        row[STAKE + row[AT]] += rules[BET]
        row[STACK] -= rules[BET]
        take(cards, row, row[AT], draw(cards, row, rules, bits, n))
        leave(row)
    else:
        if slot == GIVE_UP and may_give_up(row, rules):
            legal = True
            row[SURRENDERED] = 1
        leave(row)
    go_on(cards, row, rules, bits, n)
    return legal


@kernel
def split(cards: Bytes, row: Row, rules: Ints, bits: Bits, n: int) -> None:
    """The second card makes a new hand, directly behind (BJ-18 to BJ-20)."""
    hand = row[AT]
    for later in range(row[MANY], hand + 1, -1):
        for part in (STAKE, FIRST, SECOND, CARDS, BUST, SUM):
            row[part + later] = row[part + later - 1]
        for rank in range(13):
            cards[HANDS + 13 * later + rank] = cards[HANDS + 13 * (later - 1) + rank]
    new, rank = hand + 1, row[SECOND + hand]
    row[MANY] += 1
    cards[HANDS + 13 * new : HANDS + 13 * new + 13] = 0
    cards[HANDS + 13 * hand + rank] -= 1
    row[SUM + hand] -= worth(rank)
    row[CARDS + hand] = 1
    row[CARDS + new] = row[SUM + new] = row[BUST + new] = 0
    take(cards, row, new, rank)
    row[STAKE + new] = rules[BET]
    row[STACK] -= rules[BET]
    take(cards, row, hand, draw(cards, row, rules, bits, n))
    if not rules[ON_TURN]:
        take(cards, row, new, draw(cards, row, rules, bits, n))


@kernel
def finish(cards: Bytes, row: Row, rules: Ints, bits: Bits, n: int) -> None:
    """The dealer's cards and the end of the round (BJ-09 to BJ-15, BJ-40)."""
    row[PHASE] = OVER
    standing = False
    for hand in range(row[MANY]):
        standing = standing or not row[BUST + hand]
    doubt = in_doubt(row, rules)
    found = rules[PEEK] and worth(row[UP]) in (1, 10) and blackjack(row[UP], row[HOLE])
    sure = row[NATURAL] and not doubt and not found
    played = rules[COMPLETES] or (standing and not row[SURRENDERED] and not row[NATURAL])
    waits = row[INSURED] > 0 and not (rules[PEEK] and not found)
    waits = waits or (standing and not sure and (not row[SURRENDERED] or doubt))
    second = -1
    if rules[PEEK]:
        second = row[HOLE]
    elif played or waits:
        second = draw(cards, row, rules, bits, n)
    if second >= 0:
        take(cards, row, DEALERS, second)
    natural = second >= 0 and blackjack(row[UP], second)
    while played and must_draw(cards, row, rules):
        take(cards, row, DEALERS, draw(cards, row, rules, bits, n))
    row[NET] += 2 * row[INSURED] if natural else -row[INSURED]
    for hand in range(row[MANY]):
        if not row[BUST + hand]:
            row[NET] += settled(cards, row, rules, hand, natural)


@kernel
def must_draw(cards: Bytes, row: Row, rules: Ints) -> bool:
    """To 16 a card, from 17 none (BJ-09, BJ-10)."""
    count = total(cards, row, DEALERS)
    return count < 17 or (count == 17 and rules[SOFT_17] != 0 and soft(cards, row, DEALERS))


@kernel
def settled(cards: Bytes, row: Row, rules: Ints, hand: int, natural: bool) -> int:
    """What a hand wins or loses (BJ-05, BJ-06, BJ-11 to BJ-15, BJ-27)."""
    stake = row[STAKE + hand]
    if natural and not row[NATURAL]:
        if row[SURRENDERED] and not in_doubt(row, rules):
            return -rules[HALF_BACK]
        if rules[ORIGINAL]:
            return -min(stake, rules[BET]) if hand == 0 else 0
        return -stake
    if row[NATURAL]:
        return 0 if natural else rules[PAYS]
    if row[SURRENDERED]:
        return -rules[HALF_BACK]
    mine, dealers = total(cards, row, hand), total(cards, row, DEALERS)
    if mine == dealers:
        return 0
    return stake if mine > dealers or dealers > 21 else -stake


@kernel
def lay(cards: Bytes, row: Row, x: NDArray[np.float32], asked: bool) -> None:
    """The hand in play, the dealer's, and the other hands of the box."""
    for hand in range(row[MANY]):
        own = 0 if hand == row[AT] or not asked else 26
        for rank in range(13):
            x[own + rank] += cards[HANDS + 13 * hand + rank]
    for rank in range(13):
        x[13 + rank] = cards[DEALER + rank]


@kernel
def look(cards: Bytes, row: Row, rules: Ints, x: NDArray[np.float32], mask: Masks) -> None:
    """What the player sees, number by number as in `sight`, and the legal slots."""
    for at in range(len(x)):
        x[at] = 0
    for slot in range(INSURE + 1):
        mask[slot] = 0
    bet, phase = float(rules[BET]), row[PHASE]
    asked, before = phase < OVER, row[INSURED]
    for hand in range(row[MANY]):
        before += 0 if row[BUST + hand] else row[STAKE + hand]
    if asked and row[MANY] == 1:  # As they were drawn: twice as fast as to count them.
        x[cards[DRAWN]] += 1
        x[cards[DRAWN + 2]] += 1
        for at in range(4 if rules[PEEK] else 3, row[COUNT]):
            x[cards[DRAWN + at]] += 1
        x[13 + row[UP]] = 1
    else:
        lay(cards, row, x, asked)
    if asked:
        kept = 0 if rules[PEEK] and phase == PLAYING else row[INSURED]
        lies = before - row[INSURED] + kept
        x[40], x[41] = row[STACK] / bet, lies / bet
        x[42] = (UNITS * bet - row[STACK]) / bet
    else:
        x[40] = (UNITS * bet + row[NET]) / bet
        x[42] = max(0.0, -row[NET] / bet)
    x[len(x) - 1] = row[LEFT] / (52.0 * rules[DECKS])
    mask[STAND] = 1
    if phase == INSURING:
        mask[INSURE] = x[52] = 1
    elif phase == PLAYING:
        ace = split_ace(row)
        x[51 if ace else 50] = 1
        mask[HIT] = not ace
        mask[SPLIT] = may_split(row, rules)
        mask[GIVE_UP] = may_give_up(row, rules)
        mask[DOUBLE] = may_double(cards, row, rules)


@kernel
def begin(
    cards: Bytes, rows: Row, rules: Ints, bits: Bits, which: Masks, x: Rows, masks: Masks
) -> None:
    """Deal to some tables, and show them all."""
    for n in range(len(rows)):
        if which[n]:
            deal(cards[n], rows[n], rules, bits, n)
        look(cards[n], rows[n], rules, x[n], masks[n])


@kernel
def play(
    cards: Bytes, rows: Row, rules: Ints, bits: Bits, actions: Ints, again: bool, step: Round
) -> None:
    """One answer at each table; `again` deals at once where a round has ended."""
    for n in range(len(rows)):
        some, row = cards[n], rows[n]
        if row[PHASE] == SEEN:
            deal(some, row, rules, bits, n)
        else:
            if row[PHASE] < OVER:
                step.illegal[n] = not answer(some, row, rules, bits, n, actions[n])
            if row[PHASE] == OVER:
                step.rewards[n], step.ended[n] = row[NET] / float(rules[BET]), 1
                row[PHASE] = SEEN
                if again:
                    if len(step.last_x):
                        look(some, row, rules, step.last_x[n], step.masks[n])
                    deal(some, row, rules, bits, n)
        look(some, row, rules, step.x[n], step.masks[n])


class Dealer:
    """Boxes of blackjack under some rules."""

    players = 1

    def __init__(self, rules: Rules, num_envs: int) -> None:
        batch.refuse("blackjack", rules, NOT_DONE)
        bet, chip, rounding = rules.table_min, rules.chip, rules.fraction_rounding
        totals = 0 if rules.double_totals == "any" else rules.double_totals[0]
        pays = winnings(bet, rules.blackjack_pays, rounding, chip)
        half = bet - winnings(bet, HALF, rounding, chip)
        self.rules = np.array(
            [
                *(rules.decks, bet, rules.hole_card == "peek", rules.dealer_hits_soft_17),
                *(rules.dealer_always_completes, rules.dealer_blackjack_takes != "all_bets"),
                *(pays, rules.insurance, rules.auto_stand_on_21, rules.surrender == "late"),
                *(half, totals, rules.double_soft_9_10_11, rules.double_after_split),
                *(rules.max_hands_per_box, rules.resplit_aces, rules.split_tens_same_rank_only),
                rules.split_second_card_timing == "on_turn",
            ],
            np.int64,
        )
        self.slots = Menu(SPREAD, 1).size
        self.size = Sight(SPREAD, len(pack(rules)), 1, bet).size
        self.cards = np.zeros((num_envs, BYTES), np.uint8)
        self.rows = np.zeros((num_envs, NUMBERS), np.int32)
        self.bits = np.zeros(num_envs, np.uint64)

    def begin(self, which: Masks, x: Rows, masks: Masks) -> None:
        """Deal to some tables, and show all."""
        begin(self.cards, self.rows, self.rules, self.bits, which, x, masks)

    def play(self, actions: Ints, again: bool, step: Round) -> None:
        """One answer at each table."""
        play(self.cards, self.rows, self.rules, self.bits, actions, again, step)
        step.seated[:] = 1
        step.results[:, 0] = step.rewards


def make(
    num_envs: int = 1,
    *,
    house: str | None = None,
    table: str | None = None,
    rules: Any = None,
    **arguments: Any,
) -> batch.Batch:
    """Boxes of blackjack side by side."""
    found = rules_of("blackjack", house, table, rules)
    return batch.Batch(Dealer(found, num_envs), num_envs, **arguments)
