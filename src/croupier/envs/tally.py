"""What each seat has, as numbers that are kept up with the events of a hand.

Few chips move between two questions: to follow them takes a part of the time that it takes to count
the whole felt again.
"""

from collections.abc import Iterable
from struct import Struct as Packer
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.core.felt import Cards, Chips, Said, Seat, Spot
from croupier.core.hand import Hand
from croupier.procedure.pots import pot_size

Floats = NDArray[np.float32]

SEAT_NUMBERS: Final = 6
"""Holds cards, stack, chips before it, chips put in this hand, all-in, button."""
ROW: Final = Packer(f"{SEAT_NUMBERS}f")
MARKS: Final = ("button", "bank")
"""Words of the house that name the seat from which the others are counted."""


class Weights(dict[Spot, int]):
    """Whether chips on a spot are played for, remembered from the first time on."""

    def __missing__(self, spot: Spot) -> int:
        self[spot] = weight = pot_size({spot: 1})
        return weight


IN_POT: Final = Weights()


class Tally:
    """The numbers of every seat and the pot of one hand. Only what all may see is counted."""

    def __init__(self, hand: Hand, seats: int, unit: int) -> None:
        self.felt, self.brought, self.hand = hand.felt, hand.opening.chips, hand
        self.seats, self.unit, self.button = seats, unit, 0
        self.told, self.pot = len(hand.events), pot_size(hand.felt.chips)
        self.lies = [0] * (seats + 1)
        """Chips before each seat, besides its stack."""
        for (owner, word), many in hand.felt.chips.items():
            if word != "stack":
                self.lies[owner] += many
        for event in hand.events:
            if isinstance(event, Said) and event.what in MARKS:
                self.button = event.seat or self.button
        self.holders = {owner for owner, _ in hand.felt.cards}
        self.twice = np.zeros(2 * SEAT_NUMBERS * seats, np.float32)
        """Twice around the table, so that it lies in one piece from every seat."""
        self._write(range(1, seats + 1))

    def seen_from(self, seat: Seat) -> Floats:
        """The numbers of all seats, counted from one."""
        first = SEAT_NUMBERS * (seat - 1)
        return self.twice[first : first + SEAT_NUMBERS * self.seats]

    def follow(self) -> None:
        """Take in what has happened since the last time."""
        felt, told = self.felt, self.told
        if told == len(felt.events):
            return
        self.told, moved = len(felt.events), set()
        for event in felt.events[told:]:
            if isinstance(event, Chips):
                moved.add(event.src[0])
                moved.add(event.dst[0])
                self._pay(event.src, event.dst, event.amount)
            elif isinstance(event, Cards):
                if event.src[0] or event.dst[0]:
                    moved |= {event.src[0], event.dst[0]}
                    self.holders = {owner for owner, _ in felt.cards}
            elif event.what in MARKS and event.seat:
                moved |= {self.button, event.seat}
                self.button = event.seat
        self._write(moved)

    def _pay(self, src: Spot, dst: Spot, many: int) -> None:
        if src[1] != "stack":
            self.lies[src[0]] -= many
        if dst[1] != "stack":
            self.lies[dst[0]] += many
        self.pot += many * (IN_POT[dst] - IN_POT[src])

    def _write(self, seats: Iterable[Seat]) -> None:
        chips, brought, unit, data = self.felt.chips, self.brought, self.unit, self.twice.data
        for seat in seats:
            if not seat:
                continue
            spot, lies, holds = (seat, "stack"), self.lies[seat], seat in self.holders
            stack = chips.get(spot, 0)
            put = max(brought.get(spot, 0) - stack, lies)
            out = holds and not stack
            row = holds, stack / unit, lies / unit, put / unit, out, seat == self.button
            ROW.pack_into(data, ROW.size * (seat - 1), *row)
            ROW.pack_into(data, ROW.size * (seat - 1 + self.seats), *row)
