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
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from croupier.core.asks import Option
from croupier.core.cards import BACK, Card
from croupier.core.felt import DECK, MUCK, Cards, Chips, Event, Said, Seat, Spot
from croupier.core.hand import Hand
from croupier.core.words import COUNTED, WORDS
from croupier.envs.menu import Spread
from croupier.procedure.pots import pot_size

Looks = Literal["features", "feed", "both"]
Floats = NDArray[np.float32]
Faces = dict[Spot, tuple[Card, ...]]

SEAT_NUMBERS: Final = 6
TABLE_NUMBERS: Final = 5
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
        self.numbers = Packer(f"{self.by_street - self.by_seat}f")
        order = list(range(1, seats + 1)) * 2
        self.around = {
            seat: [(other, (other, "stack")) for other in order[seat - 1 : seat - 1 + seats]]
            for seat in range(1, seats + 1)
        }

    def features(self, hand: Hand, seat: Seat, button: Seat) -> Floats:
        """What a seat knows now."""
        x = np.zeros(self.size, np.float32)
        felt, options, ask = hand.felt, hand.asked(seat), hand.ask
        faces = felt.faces(seat)
        seen, house = self._cards(faces, seat, options)
        for at in seen:
            x[at] += 1
        row = self._seats(hand, faces, seat, button)
        row += self._table(felt.chips, seat, options)
        self.numbers.pack_into(x.data, x.itemsize * self.by_seat, *row)
        if house in self.streets:
            x[self.streets[house]] = 1
        if options and ask and ask.clause in self.asks:
            x[self.asks[ask.clause]] = 1
        x[-1] = len(felt.deck) / self.whole
        return x

    def _cards(
        self, faces: Faces, seat: Seat, options: tuple[Option, ...]
    ) -> tuple[list[int], int]:
        """Where the faces stand that are seen, and how many lie open before the house."""
        house, played, seen = 0, options[0].spot[1] if options else "", []
        for spot, lie in faces.items():
            if lie[0] == BACK or spot == MUCK:
                continue
            block = self._block(spot, seat, played)
            first = block * self.faces
            seen += [first + (card >> 2 if self.spread.by_rank else card) for card in lie]
            house += len(lie) if block == 1 else 0
        return seen, house

    def _block(self, spot: Spot, seat: Seat, played: str) -> int:
        """0 is one's own, 1 the house's, 2 another's; of several own hands the one in play."""
        mine = self.spread.mine
        if spot[0]:
            return 0 if spot[0] == seat else 2
        if not mine or not spot[1].startswith(mine):
            return 1
        return 2 if played.startswith(mine) and spot[1] != played else 0

    def _seats(self, hand: Hand, faces: Faces, seat: Seat, button: Seat) -> list[float]:
        """Six numbers for each seat, in the order of the docstring above."""
        unit, brought, many = self.unit, hand.opening.chips, self.seats + 1
        stacks, before, inside = [0] * many, [0] * many, [0] * many
        for (owner, word), chips in hand.felt.chips.items():
            if word == "stack":
                stacks[owner] = chips
            elif owner:
                before[owner] += chips
        for owner, _ in faces:
            inside[owner] = 1
        row: list[float] = []
        for other, spot in self.around[seat]:
            stack, lies, holds = stacks[other], before[other], inside[other]
            put = brought.get(spot, 0) - stack
            put = max(put, lies)
            out = 0 if stack else holds
            row += holds, stack / unit, lies / unit, put / unit, out, other == button
        return row

    def _table(
        self, chips: dict[Spot, int], seat: Seat, options: tuple[Option, ...]
    ) -> list[float]:
        unit, pot, call, least, most = self.unit, pot_size(chips), 0, 0, 0
        for option in options:
            if option.act == "call":
                call = option.low
            elif option.act in BETS:
                least, most = option.low, option.high
        deep = chips.get((seat, "stack"), 0) / pot if pot else 0.0
        return [pot / unit, call / unit, least / unit, most / unit, deep]

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
