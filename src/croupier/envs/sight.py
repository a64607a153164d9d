"""What a seat sees, as numbers: all of it comes from its view and its feed, so nothing can leak.

`features` is a row of floats, chips counted in the unit of the game:

- own cards, house cards, other players' open cards: how often each card lies there
- for each seat, counted from one's own: holds cards, stack, chips before it, chips put in this
  hand, all-in, button
- pot, to call, least and most of a raise, stack to pot
- the street, the question asked, and the share of the pack that is left

`feed` has a row for each of the last events: what kind, whose, the word, the amount, the cards.
"""

from functools import cache
from math import log1p
from struct import Struct as Packer
from typing import Final, Literal, cast

import numpy as np

from croupier.core.asks import Option
from croupier.core.cards import BACK
from croupier.core.felt import DECK, MUCK, Cards, Chips, Event, Felt, Said, Seat, Spot
from croupier.core.hand import Hand
from croupier.core.words import COUNTED, WORDS
from croupier.envs.menu import Spread
from croupier.envs.tally import SEAT_NUMBERS, Floats, Tally

Looks = Literal["features", "feed", "both"]

TABLE_NUMBERS: Final = 5
TABLE: Final = Packer(f"{TABLE_NUMBERS}f")
FEED_ROWS: Final = 64
FEED_CARDS: Final = 7
FEED_COLUMNS: Final = 6 + FEED_CARDS
BETS: Final = ("bet", "raise")
FAR: Final = 1e6
"""No number of an observation is larger: a stack of a million units."""


class Sight:
    """How a seat's view of a game becomes numbers."""

    def __init__(self, spread: Spread, pack: int, seats: int, unit: int) -> None:
        self.spread, self.seats, self.unit = spread, seats, unit
        self.whole = pack
        self.faces = 13 if spread.by_rank else 53 if pack % 52 else 52
        self.by_seat = 3 * self.faces
        self.by_table = self.by_seat + SEAT_NUMBERS * seats
        self.by_street = self.by_table + TABLE_NUMBERS
        self.by_ask = self.by_street + len(spread.streets)
        self.size = self.by_ask + len(spread.asks) + 1
        self.streets = {many: at for at, many in enumerate(spread.streets, self.by_street)}
        self.asks = {clause: at for at, clause in enumerate(spread.asks, self.by_ask)}

    def features(self, hand: Hand, seat: Seat, tally: Tally) -> Floats:
        """What a seat knows now."""
        felt, ask, options = hand.felt, hand.ask, hand.asked(seat)
        x = np.zeros(self.size, np.float32)
        data = cast("memoryview[float]", x.data)
        house = self._lay(data, felt, seat, options)
        x[self.by_seat : self.by_table] = tally.seen_from(seat)
        stack = felt.chips.get((seat, "stack"), 0)
        TABLE.pack_into(data, x.itemsize * self.by_table, *self._table(tally.pot, stack, options))
        if house in self.streets:
            data[self.streets[house]] = 1
        if options and ask and ask.clause in self.asks:
            data[self.asks[ask.clause]] = 1
        data[self.size - 1] = len(felt.deck) / self.whole
        return x

    def _lay(
        self, x: "memoryview[float]", felt: Felt, seat: Seat, options: tuple[Option, ...]
    ) -> int:
        """Count the faces that are seen; returns how many lie open before the house."""
        house, faces, by_rank = 0, self.faces, self.spread.by_rank
        played = options[0].spot[1] if options else ""
        for spot, lie in felt.seen(seat):
            block = self._block(spot, seat, played)
            for card in lie:
                x[block * faces + (card >> 2 if by_rank else card)] += 1
            house += len(lie) if block == 1 else 0
        return house

    def _block(self, spot: Spot, seat: Seat, played: str) -> int:
        """0 is one's own, 1 the house's, 2 another's; of several own hands the one in play."""
        mine = self.spread.mine
        if spot[0]:
            return 0 if spot[0] == seat else 2
        if not mine or not spot[1].startswith(mine):
            return 1
        return 2 if played.startswith(mine) and spot[1] != played else 0

    def _table(self, pot: int, stack: int, options: tuple[Option, ...]) -> tuple[float, ...]:
        """Pot, to call, least and most of a raise, stack to pot."""
        unit, call, least, most = self.unit, 0, 0, 0
        for option in options:
            if option.act == "call":
                call = option.low
            elif option.act in BETS:
                least, most = option.low, option.high
        return pot / unit, call / unit, least / unit, most / unit, stack / pot if pot else 0.0

    def feed(self, hand: Hand, seat: Seat) -> Floats:
        """The last events, the newest last, as this seat may know them."""
        x = np.zeros((FEED_ROWS, FEED_COLUMNS), np.float32)
        told = hand.feed(seat, max(0, len(hand.events) - FEED_ROWS))
        for at, event in enumerate(told, FEED_ROWS - len(told)):
            row = self.row(event, seat)
            x[at, : len(row)] = row
        return x

    def row(self, event: Event, seat: Seat) -> list[float]:
        """Kind, from and to whom, the word, the amount, how many cards and which (from 1)."""
        if isinstance(event, Chips):
            src, dst = self._whose(event.src[0], seat), self._whose(event.dst[0], seat)
            return [1, src, dst, numbers()[event.why], log1p(event.amount / self.unit)]
        cards = [card + 1 if card != BACK else 0 for card in event.cards]
        if isinstance(event, Cards):
            src = -1 if event.src == DECK else self._whose(event.src[0], seat)
            dst = -1 if event.dst == MUCK else self._whose(event.dst[0], seat)
            word = numbers().get(event.why, 0)
            return [2, src, dst, word, 0, len(cards), *cards[:FEED_CARDS]]
        return self._said(event, seat, cards)

    def _said(self, event: Said, seat: Seat, cards: list[int]) -> list[float]:
        amount = event.amount if event.what in COUNTED else event.amount / self.unit
        named, word = self._whose(event.spot[0], seat), numbers().get(event.what, 0)
        who = self._whose(event.seat, seat)
        return [3, who, named, word, log1p(amount), len(cards), *cards[:FEED_CARDS]]

    def _whose(self, owner: Seat, seat: Seat) -> int:
        """0 is the house, 1 oneself, 2 the next on the left."""
        return (owner - seat) % self.seats + 1 if owner else 0


@cache
def numbers() -> dict[str, int]:
    """A number for each of the house's words, from 1."""
    return {word: at for at, word in enumerate(sorted(WORDS), 1)}
