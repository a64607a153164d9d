"""What each seat has, as numbers that are kept up with the events of a hand.

Few chips move between two questions: to follow them takes a fraction of the time that it takes to
count the whole felt again.
"""

from collections.abc import Iterable
from struct import Struct as Packer
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.core.felt import Chips, Said, Seat, Spot
from croupier.core.hand import Hand
from croupier.procedure.pots import pot_size

Floats = NDArray[np.float32]

SEAT_NUMBERS: Final = 6
"""Holds cards, stack, chips before it, chips put in this hand, all-in, button."""
ROW: Final = Packer(f"{SEAT_NUMBERS}f")
MARKS: Final = ("button", "bank")
"""Words of the house that name a seat of whom all others are counted."""


class Weights(dict[Spot, int]):
    """Whether chips on a spot are played for, remembered from the first time on."""

    def __missing__(self, spot: Spot) -> int:
        self[spot] = weight = pot_size({spot: 1})
        return weight


IN_POT: Final = Weights()


class Tally:
    """The numbers of every seat and the pot of one hand. Only what all may see is counted."""

    def __init__(self, hand: Hand, seats: int, unit: int) -> None:
        self.hand, self.seats, self.unit = hand, seats, unit
        self.told, self.button, self.moved = 0, 0, {*range(1, seats + 1)}
        self.pot = pot_size(hand.opening.chips)
        self.lies = [0] * (seats + 1)
        """Chips before each seat, besides its stack."""
        for (owner, word), many in hand.opening.chips.items():
            self.lies[owner] += 0 if word == "stack" else many
        self.twice = np.zeros(2 * SEAT_NUMBERS * seats, np.float32)
        """Twice around the table, so that it lies in one piece from every seat."""

    def seen_from(self, seat: Seat) -> Floats:
        """The numbers of all seats, counted from one."""
        first = SEAT_NUMBERS * (seat - 1)
        return self.twice[first : first + SEAT_NUMBERS * self.seats]

    def follow(self) -> None:
        """Take in what has happened since the last time."""
        events, moved = self.hand.felt.events, self.moved
        if self.told == len(events) and not moved:
            return
        for event in events[self.told :]:
            if isinstance(event, Said):
                if event.what in MARKS and event.seat:
                    moved |= {self.button, event.seat}
                    self.button = event.seat
                continue
            src, dst = event.src, event.dst
            moved.add(src[0])
            moved.add(dst[0])
            if isinstance(event, Chips):
                self._pay(src, dst, event.amount)
        self.told = len(events)
        self._write(moved)
        moved.clear()

    def _pay(self, src: Spot, dst: Spot, many: int) -> None:
        lies = self.lies
        if src[1] != "stack":
            lies[src[0]] -= many
        if dst[1] != "stack":
            lies[dst[0]] += many
        self.pot += many * (IN_POT[dst] - IN_POT[src])

    def _write(self, seats: Iterable[Seat]) -> None:
        felt, brought, unit = self.hand.felt, self.hand.opening.chips, self.unit
        chips, holders, data = felt.chips, {owner for owner, _ in felt.cards}, self.twice.data
        for seat in seats:
            if not seat:
                continue
            spot, lies, holds = (seat, "stack"), self.lies[seat], seat in holders
            stack = chips.get(spot, 0)
            put = max(brought.get(spot, 0) - stack, lies)
            out = holds and not stack
            row = holds, stack / unit, lies / unit, put / unit, out, seat == self.button
            ROW.pack_into(data, ROW.size * (seat - 1), *row)
            ROW.pack_into(data, ROW.size * (seat - 1 + self.seats), *row)
