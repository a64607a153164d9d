"""Every pair of seven-card hands from one pack, set the house way against any setting.

C(53, 7) hands against C(46, 7) others are 8.2 · 10^15 pairs. Two facts make them few:

- A wager gains [front higher] + [back higher] - 1, so fronts and backs are counted apart.
- The hands apart from a hand are all hands, less those that share a card with it, and so on:
  inclusion and exclusion over the cards that both would hold. Hands that hold a set of cards are
  few if the set is large, and sets are alike but for the names of suits.

Cards are bits here: 13 for each suit, above them the joker.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernels.boards import Ints
from croupier.lab.kernels.chance import DRAWS, below
from croupier.lab.kernels.houseway import back_value, front_value, house_way, placed
from croupier.lab.kernels.jit import kernel, lean, wide

Words = NDArray[np.uint64]
Places = NDArray[np.int32]

JOKER: Final = 52
SUIT: Final = 8191
BACKS: Final = 13
"""A setting is its front above this many bits, and its back in them; both are ranked from 0."""
FRONTS: Final = 91
BELOW: Final = (1 << BACKS) - 1
SIDES: Final = 2
"""What a setting gains for a player, whose copies lose, and for the player-dealer."""


@kernel
def alike(held: int, bits: int) -> int:
    """How many hands are this one but for the names of suits that are equal in the cards held;
    0 for all of them but one.
    """
    ways = equal = group = 1
    for suit in range(1, 4):
        left, right = (bits >> 13 * (suit - 1)) & SUIT, (bits >> 13 * suit) & SUIT
        if (held >> 13 * (suit - 1)) & SUIT != (held >> 13 * suit) & SUIT:
            equal = group = 1
            continue
        if left < right:
            return 0
        group += 1
        equal = equal + 1 if left == right else 1
        ways = ways * group // equal
    return ways


@kernel
def holding(pack: Ints, held: int, more: int, hands: Ints, ways: Ints) -> int:
    """All hands that hold these cards and some more of the pack, and how many are alike."""
    others = np.array([card for card in pack if not (held >> card) & 1])
    at, bits = np.zeros(9, np.int64), np.zeros(9, np.int64)
    if more == 0:
        hands[0], ways[0] = held, 1
        return 1
    at[0], bits[0], level, found = len(others), held, 0, 0
    while level >= 0:
        if level == more - 1:
            for last in range(at[level]):
                hand = bits[level] | wide(1) << others[last]
                many = alike(held, hand)
                if many:
                    hands[found], ways[found] = hand, many
                    found += 1
            level -= 1
            continue
        at[level] -= 1
        if at[level] < more - 1 - level:
            level -= 1
            continue
        bits[level + 1] = bits[level] | wide(1) << others[at[level]]
        at[level + 1] = at[level]
        level += 1
    return found


@lean
def cards_of(bits: int, hand: Ints) -> None:
    """The cards, the highest first."""
    found = 0
    for card in range(JOKER, -1, -1):
        place = card if card == JOKER else 13 * (card & 3) + (card >> 2)
        if (bits >> place) & 1:
            hand[found] = card
            found += 1


@kernel
def front_rank(value: int) -> int:
    """The 91 values of fronts from 0."""
    high, low = (value >> 16) & 15, (value >> 12) & 15
    return int(78 + high) if value >> 20 else int(high * (high - 1) // 2 + low)


@kernel
def set_all(
    classes: Ints, second: bool, house: NDArray[np.int64], settings: NDArray[np.int64]
) -> Places:
    """The house way of each class of hands, and all settings that could be the best; where the
    settings of each class begin.
    """
    starts = np.zeros(len(classes) + 1, np.int32)
    hand, counts = np.zeros(7, np.int64), np.zeros(13, np.int64)
    best = np.zeros(FRONTS, np.int64)
    total = 0
    for at in range(len(classes)):
        cards_of(classes[at], hand)
        a, b = house_way(hand, counts)
        front = front_rank(front_value(hand[a], hand[b]))
        house[at] = front << 24 | back_value(hand, a, b, second, counts)
        best[:] = -1
        for x in range(7):
            for y in range(x + 1, 7):
                value = front_value(hand[x], hand[y])
                back = back_value(hand, x, y, False, counts)
                if value <= back:  # A front that outranks its back is fouled (DH-23).
                    front = front_rank(value)
                    back = back_value(hand, x, y, second, counts) if second else back
                    best[front] = max(best[front], back)
        top = wide(-1)
        for front in range(FRONTS - 1, -1, -1):
            if best[front] > top:
                top = best[front]
                settings[total] = front << 24 | top
                total += 1
        starts[at + 1] = total
    return starts


@lean
def key_of(bits: int, marks: Words) -> int:
    """A number that no two classes of hands share, whatever the suits are called."""
    key = marks[bits & SUIT] + marks[(bits >> 13) & SUIT]
    key += marks[(bits >> 26) & SUIT] + marks[(bits >> 39) & SUIT]
    if bits >> JOKER:
        key ^= np.uint64(0x9E3779B97F4A7C15)
    return key  # type: ignore[no-any-return]


@lean
def fill(classes: Ints, marks: Words, keys: Words, places: Places) -> bool:
    """Put every class into an open table; False if two share a key."""
    mask = len(keys) - 1
    for at in range(len(classes)):
        key = key_of(classes[at], marks)
        slot = wide(key >> np.uint64(40)) & mask
        while places[slot] >= 0:
            if keys[slot] == key:
                return False
            slot = (slot + 1) & mask
        keys[slot], places[slot] = key, at
    return True


@lean
def place_of(bits: int, marks: Words, keys: Words, places: Places) -> int:
    """Where the class of a hand stands."""
    key = key_of(bits, marks)
    slot = wide(key >> np.uint64(40)) & (len(keys) - 1)
    while keys[slot] != key:
        slot = (slot + 1) & (len(keys) - 1)
    return int(places[slot])


@kernel
def both_lower(house: Places, found: Ints, ways: Ints, many: int, backs: int) -> int:
    """Pairs of hands, each set the house way, of which the second is lower in front and back."""
    by_front = np.zeros(FRONTS + 1, np.int64)
    for n in range(many):
        by_front[(house[found[n]] >> BACKS) + 1] += 1
    for front in range(FRONTS):
        by_front[front + 1] += by_front[front]
    order, free = np.zeros(many, np.int64), by_front.copy()
    for n in range(many):
        front = house[found[n]] >> BACKS
        order[free[front]] = n
        free[front] += 1
    tree, pairs = np.zeros(backs + 1, np.int64), wide(0)
    for front in range(FRONTS):
        for n in order[by_front[front] : by_front[front + 1]]:
            at = house[found[n]] & BELOW
            while at > 0:
                pairs += ways[n] * tree[at]
                at &= at - 1
        for n in order[by_front[front] : by_front[front + 1]]:
            at = (house[found[n]] & BELOW) + 1
            while at <= backs:
                tree[at] += ways[n]
                at += at & -at
    return pairs


@lean
def count_lower(
    house: Places, found: Ints, ways: Ints, many: int, fronts: Ints, backs: Ints
) -> None:
    """How many hands set the house way have a lower front, and back, than each; at the end all."""
    fronts[:] = 0
    backs[:] = 0
    for n in range(many):
        fronts[(house[found[n]] >> BACKS) + 1] += ways[n]
        backs[(house[found[n]] & BELOW) + 1] += ways[n]
    for at in range(1, len(fronts)):
        fronts[at] += fronts[at - 1]
    for at in range(1, len(backs)):
        backs[at] += backs[at - 1]


@kernel
def share(
    pack: Ints,
    sets: Ints,
    set_ways: Ints,
    size: int,
    room: int,
    table: tuple[Words, Words, Places],
    set_hands: tuple[Places, Places, Places],
    back_ranks: int,
    gains: Ints,
) -> tuple[int, int, int]:
    """What both hands holding each of these sets adds: to the gains of every setting, and, of the
    house way against itself, to the pairs, to the lower fronts and backs, and to the wins.
    """
    marks, keys, places = table
    house, settings, starts = set_hands
    hands, ways = np.zeros(room, np.int64), np.zeros(room, np.int64)
    fronts, backs = np.zeros(FRONTS + 1, np.int64), np.zeros(back_ranks + 1, np.int64)
    sign = -1 if size & 1 else 1
    pairs = lower = wins = wide(0)
    for s in range(len(sets)):
        many = holding(pack, sets[s], 7 - size, hands, ways)
        for n in range(many):
            hands[n] = place_of(hands[n], marks, keys, places)
        count_lower(house, hands, ways, many, fronts, backs)
        factor = sign * set_ways[s]
        pairs += factor * fronts[FRONTS] * fronts[FRONTS]
        wins += factor * both_lower(house, hands, ways, many, back_ranks)
        for n in range(many):
            weight = factor * ways[n]
            own = house[hands[n]]
            lower += weight * (fronts[own >> BACKS] + backs[own & BELOW])
            for at in range(starts[hands[n]], starts[hands[n] + 1]):
                front, back = settings[at] >> BACKS, settings[at] & BELOW
                gains[at, 0] += weight * (fronts[front] + backs[back])
                gains[at, 1] += weight * (fronts[front + 1] + backs[back + 1])
    return pairs, lower, wins


# Duels that are dealt.


@lean
def deal_seven(seed: int, counter: int, taken: int, hand: Ints) -> tuple[int, int]:
    """Seven cards beside those taken, the highest first; the draws and the cards taken then."""
    for at in range(7):
        while True:
            card = below(seed, counter, 53)
            counter += 1
            if not (taken >> card) & 1:
                break
        taken |= 1 << card
        place = at
        while place > 0 and hand[place - 1] < card:
            hand[place] = hand[place - 1]
            place -= 1
        hand[place] = card
    return counter, taken


@kernel
def dealt(seed: int, deals: int) -> tuple[Ints, Ints]:
    """House way against house way: how often one side wins both, with the wheel lowest or second,
    and deals by their copies.
    """
    wins, copies = np.zeros(2, np.int64), np.zeros(3, np.int64)
    mine, other, counts = np.zeros(7, np.int64), np.zeros(7, np.int64), np.zeros(13, np.int64)
    for n in range(deals):
        counter, taken = deal_seven(seed, n * DRAWS, 0, mine)
        deal_seven(seed, counter, taken, other)
        a, b = house_way(mine, counts)
        c, d = house_way(other, counts)
        over = front_value(mine[a], mine[b]) - front_value(other[c], other[d])
        my_back = back_value(mine, a, b, False, counts)
        back = back_value(other, c, d, False, counts)
        copies[(over == 0) + (my_back == back)] += 1
        for second in range(2):
            under = placed(my_back, second > 0) - placed(back, second > 0)
            wins[second] += (over > 0 and under > 0) or (over < 0 and under < 0)
    return wins, copies
