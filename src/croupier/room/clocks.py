"""The clocks of a table: who must answer by when, time banks, and pauses."""

from collections.abc import Mapping
from heapq import heapify, heappop, heappush
from typing import Final

from msgspec import Struct

from croupier.core.asks import Ask, Refused
from croupier.core.felt import HOUSE, Seat
from croupier.room.seating import Sitter
from croupier.room.terms import MINUTE

FORGOTTEN_SECONDS: Final = 24 * 60 * MINUTE
"""A player back after a day begins a new session, with a new time bank."""  # House choice.


class TimeBank(Struct):
    """What was left of a time bank when its player stood up (TH-64)."""

    seconds: float
    at: float


class Clocks:
    """Deadlines of the question that stands, and what each player has left beside them."""

    def __init__(self) -> None:
        self.deadlines: dict[Seat, float] = {}
        self.asks = 0
        """The number of the current question; an answer says which question it means."""
        self.paused_since: float | None = None
        self.time_banks: dict[str, TimeBank] = {}
        """What is left to those who have used theirs and stood up in this session (TH-64)."""
        self._asked: Ask | None = None
        self._order: list[tuple[float, Seat]] = []
        """The same deadlines, the next one first; some may have been answered or put off."""
        self._ordered: dict[Seat, float] = {}
        """Of which deadlines that is the order."""

    def wind(
        self, ask: Ask, seconds: float, now: float, answered: Seat, sitters: Mapping[Seat, Sitter]
    ) -> None:
        """A seat's clock starts when it is first asked and stops with its own answer."""
        old, before = self.deadlines, self._asked
        if ask is before and answered and answered not in ask.options:
            old.pop(answered, None)  # The others' clocks run on, however many they are.
            return
        same = ask is before or (
            before is not None and ask.open and before.open and ask.clause == before.clause
        )
        self.asks += not same
        until = now + seconds
        timed = (HOUSE,) if ask.open or not ask.options else tuple(ask.options)
        self.deadlines = {
            seat: old[seat] if same and seat in old and seat != answered else until
            for seat in timed
        }
        for seat in timed:  # Nobody waits for a player who is away.
            sitter = sitters.get(seat)
            if sitter and not sitter.awaited:
                self.deadlines[seat] = now
        self._asked = ask

    def stands(self, ask: Ask) -> bool:
        """Whether this question was asked before."""
        return ask is self._asked

    def hasten(self, until: float) -> None:
        """Everything that is asked ends by then."""
        self.deadlines = {seat: min(at, until) for seat, at in self.deadlines.items()}

    def stop(self) -> None:
        """Nothing is asked any more."""
        self.deadlines, self._asked = {}, None

    def due(self, now: float) -> list[Seat]:
        """Whose time is over."""
        return [seat for seat, at in self.deadlines.items() if at <= now]

    def next_deadline(self) -> float | None:
        """When time will act next in the hand. In a crowd everybody's answer asks for it, so the
        deadlines are put in order once and not looked through each time.
        """
        if self._ordered is not self.deadlines:
            self._ordered = self.deadlines
            self._order = [(at, seat) for seat, at in self.deadlines.items()]
            heapify(self._order)
        order = self._order
        while order and self.deadlines.get(order[0][1]) != order[0][0]:
            heappop(order)
        return order[0][0] if order else None

    # Time banks (TH-64).

    def lend(self, seat: Seat, sitter: Sitter) -> bool:
        """Whether a time bank is left to go on with. Nobody thinks without a connection: the others
        do not wait longer for that, and the time bank stays (CR-44).
        """
        if not sitter.reserve_seconds or not sitter.awaited or sitter.gone_since is not None:
            return False
        self.deadlines[seat] += sitter.reserve_seconds
        heappush(self._order, (self.deadlines[seat], seat))
        sitter.reserve_seconds, sitter.on_reserve = 0, True
        return True

    def give_back(self, seat: Seat, sitter: Sitter, now: float) -> None:
        """What an answer has not used of the time bank stays."""
        if sitter.on_reserve:
            sitter.reserve_seconds = max(0.0, self.deadlines.get(seat, now) - now)
            sitter.on_reserve = False

    def reserve(self, player: str, full: float) -> float:
        """The time bank that somebody sits down with."""
        bank = self.time_banks.pop(player, None)
        return bank.seconds if bank else full

    def put_by(self, gone: Sitter, full: float, now: float) -> None:
        """A time bank that was used is no fuller when its player comes back."""
        if gone.reserve_seconds < full:
            self.time_banks[gone.player] = TimeBank(gone.reserve_seconds, now)

    def forget(self, now: float) -> None:
        """Time banks of those who have long gone."""
        self.time_banks = {
            who: bank for who, bank in self.time_banks.items() if now - bank.at < FORGOTTEN_SECONDS
        }

    # Standing still.

    def pause(self, now: float) -> None:
        """Everything stands still until the staff lets it go on."""
        if self.paused_since is not None:
            raise Refused("the table is paused already")
        self.paused_since = now

    def resume(self, now: float) -> None:
        """The clocks run on where they stood."""
        if self.paused_since is None:
            raise Refused("the table is not paused")
        stood = now - self.paused_since
        self.deadlines = {seat: at + stood for seat, at in self.deadlines.items()}
        self.paused_since = None

    def rewind(self, now: float, seconds: float) -> None:
        """Begin every running clock anew: the room was down, and nobody could answer."""
        self.deadlines = dict.fromkeys(self.deadlines, now + seconds)
        self.paused_since = now if self.paused_since is not None else None
