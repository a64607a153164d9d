"""The driver of the hand: what is in play, what is new in it, and how it ended."""

from contextlib import suppress
from typing import Final

from croupier.core.asks import Refused
from croupier.core.felt import Cards, Event, Said, Seat
from croupier.core.hand import Hand

VOIDS: Final = ("void", "misdeal", "fouled deck")


def was_voided(hand: Hand) -> bool:
    """Whether a ruling gave everything back; two hands of six cards are a misdeal (LB-30)."""
    acts = [decision.act for _, decision in hand.answers[-1:]]
    kept = hand.carry is hand.opening.carry
    return any(act in VOIDS or (act == "six cards" and kept) for act in acts)


class Driver:
    """The hand in play and those before it."""

    def __init__(self) -> None:
        self.hand: Hand | None = None
        self.newest: Hand | None = None
        """The hand in play or the one before, whatever became of it."""
        self.last: Hand | None = None
        """The last hand that moved anything; what is left of its shoe is dealt on."""
        self.deals = 0
        """How many hands have begun, those among them in which nothing was dealt."""
        self.hands = 0
        """How many were played."""
        self.version = 0
        """The version of the sheet by which they are dealt."""
        self._told = 0

    def begin(self, hand: Hand) -> None:
        """The next hand."""
        self.hand = self.newest = hand
        self.deals += 1
        self._told = 0

    def playing(self) -> Hand:
        """The hand in play; there must be one."""
        if self.hand is None:
            raise Refused("no hand is in play")
        return self.hand

    def news(self) -> list[Event]:
        """What has happened in the hand since this was last asked."""
        hand = self.hand
        if hand is None:
            return []
        found = hand.events[self._told :]
        self._told = len(hand.events)
        return found

    def dealt(self, seat: Seat) -> bool:
        """Whether a seat takes part in the hand."""
        return self.hand is not None and (seat, "stack") in self.hand.felt.chips

    def join(self, seat: Seat, chips: int) -> None:
        """Whoever comes while bets are open may bet in that window (CH-05, BJ-03, HU-03, DH-17)."""
        hand = self.hand
        if hand is None or hand.ask is None or not hand.ask.open:
            return
        if chips and not self.dealt(seat):
            hand.join(seat, chips)

    def part(self, seat: Seat) -> bool:
        """Let a seat go that has nothing at risk; whether it takes no part in the hand (TH-74)."""
        if self.dealt(seat):
            with suppress(Refused):
                self.playing().part(seat)
        return not self.dealt(seat)

    def undecided(self, seat: Seat) -> bool:
        """Whether a seat has yet to decide about its cards."""
        if self.hand is None or not self.dealt(seat):
            return False
        return self.hand.opening.game.COMPANY.undecided(self.hand.felt, seat)

    def cards_out(self) -> bool:
        """Whether a card of the hand was dealt."""
        return any(type(event) is Cards for event in self.playing().events)

    def to_act(self) -> bool:
        """Whether a player must act; an offer may be let pass (TH-64, TH-72, LB-25)."""
        ask = self.playing().ask
        return ask is not None and ask.clock == "decision_seconds"

    def end(self) -> bool:
        """The hand is over; whether it was played, and not void."""
        hand = self.playing()
        played = self.cards_out() and not was_voided(hand)
        self.hands += played
        if any(type(event) is not Said for event in hand.events):
            self.last = hand
        self.hand = None
        return played
