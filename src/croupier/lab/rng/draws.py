"""Deals to be tested: of the room's own making, and of makers with a planted weakness."""

from collections.abc import Callable, Iterator
from hashlib import blake2b
from itertools import count, islice
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.core import fair
from croupier.core.cards import PACK

Orders = NDArray[np.uint8]
Numbers = NDArray[np.int64]

DICE: Final = (6, 6, 6)
"""Three dice, as Push Nine throws them to find who begins."""
LOTS: Final = (2, 10, 52, 1000)
"""Bounds of lots: a coin, a seat, a card, and one above a byte."""
BITS: Final = 192
"""The order of a pack is a number below 52!, about 2**226: its low 192 bits are fair."""
PLACES: Final = len(PACK)


class Draws(Struct, frozen=True):
    """Deals of one maker."""

    name: str
    orders: Orders
    """A shuffled pack to a row, before the cut."""
    cuts: Numbers
    dice: Numbers
    """The dice of a deal to a row."""
    lots: Numbers


Below = Callable[[int], int]
"""A number below a bound."""


def dealt(seed: str, deals: int, told: Callable[[int], None] = lambda _: None) -> Draws:
    """Deals by the shuffle of a live table, each from a seed of its own."""

    def each() -> Iterator[tuple[tuple[int, ...], int, tuple[int, ...]]]:
        for number in range(deals):
            own = blake2b(f"{seed}/{number}".encode(), digest_size=fair.SEED_BYTES).digest()
            lots = fair.lots(own, (*DICE, *LOTS))
            yield fair.shuffle(own, PACK), fair.cut_position(own, PLACES), lots
            told(number + 1)

    return _gathered("the room's shuffle, cut and lots", each())


def stream(seed: str) -> Iterator[bytes]:
    """The room's bytes without end, as other programs test them: 64 kB of each seed."""
    for number in count():
        own = blake2b(f"{seed}/{number}".encode(), digest_size=fair.SEED_BYTES).digest()
        source = fair.stream(own, "cards")
        yield bytes(islice(source, 1 << 16))


def weak(deals: int) -> list[Draws]:
    """Deals by makers with a weakness that is known from real card rooms."""
    return [_gathered(name, _by(maker(), deals, swaps)) for name, maker, swaps in WEAK]


def _by(
    below: Below, deals: int, swaps: Callable[[Below], list[int]]
) -> Iterator[tuple[tuple[int, ...], int, tuple[int, ...]]]:
    for _ in range(deals):
        order = tuple(swaps(below))
        yield order, 1 + below(PLACES - 1), tuple(below(bound) for bound in (*DICE, *LOTS))


def _gathered(name: str, deals: Iterator[tuple[tuple[int, ...], int, tuple[int, ...]]]) -> Draws:
    orders, cuts, lots = zip(*deals, strict=True)
    drawn = np.array(lots, np.int64)
    return Draws(
        name,
        np.array(orders, np.uint8),
        np.array(cuts, np.int64),
        drawn[:, : len(DICE)],
        drawn[:, len(DICE) :],
    )


def _fair_swaps(below: Below) -> list[int]:
    cards = list(PACK)
    for last in range(PLACES - 1, 0, -1):
        at = below(last + 1)
        cards[last], cards[at] = cards[at], cards[last]
    return [int(card) for card in cards]


def _swaps_with_any(below: Below) -> list[int]:
    """Each card is swapped with any other: 52**52 ways, which 52! does not divide."""
    cards = list(PACK)
    for place in range(PLACES):
        at = below(PLACES)
        cards[place], cards[at] = cards[at], cards[place]
    return [int(card) for card in cards]


def _fair_numbers() -> Below:
    source = fair.stream(fair.seed_of("planted"), "cards")
    return lambda bound: fair.below(source, bound)


def _remainders() -> Below:
    """The remainder of a byte, none thrown away: low numbers come more often."""
    source = fair.stream(fair.seed_of("planted"), "cards")
    return lambda bound: (
        (next(source) if bound <= 256 else next(source) << 8 | next(source)) % bound
    )


def _low_bits() -> Below:
    """The remainder of `rand` as old C libraries have it: its low bits repeat at once."""
    state = 8439

    def below(bound: int) -> int:
        nonlocal state
        state = (1103515245 * state + 12345) & 0x7FFFFFFF
        return state % bound

    return below


def _few_seeds(below: Below) -> list[int]:
    """One of 65,536 orders, as by a clock that counts the milliseconds of a minute."""
    source = fair.stream(fair.seed_of(str(below(1 << 16))), "cards")
    return _fair_swaps(lambda bound: fair.below(source, bound))


WEAK: Final[tuple[tuple[str, Callable[[], Below], Callable[[Below], list[int]]], ...]] = (
    ("every card swapped with any other", _fair_numbers, _swaps_with_any),
    ("remainders of bytes", _remainders, _fair_swaps),
    ("remainders of a linear congruence", _low_bits, _fair_swaps),
    ("one of 65,536 seeds", _fair_numbers, _few_seeds),
)


def bits(orders: Orders) -> NDArray[np.uint8]:
    """The orders as one row of bits: each is a number below 52!, of which the low bits are fair."""
    found = bytearray()
    for order in orders.tolist():
        found += (number_of(order) & ((1 << BITS) - 1)).to_bytes(BITS // 8, "big")
    return np.unpackbits(np.frombuffer(bytes(found), np.uint8))


def number_of(order: list[int]) -> int:
    """Which of all orders this is, from 0: the place of each card among those not yet seen."""
    left, number = (1 << len(order)) - 1, 0
    for at, card in enumerate(order):
        lower = (left & ((1 << card) - 1)).bit_count()
        number = number * (len(order) - at) + lower
        left &= ~(1 << card)
    return number
