"""Pledged hands at a table without a room: everybody contributes, and plays at random."""

import random
from collections.abc import Iterator

from msgspec import Struct

from croupier import houses
from croupier.core import pledges, proofs
from croupier.core.asks import Decision, Refused
from croupier.core.felt import Seat
from croupier.core.hand import Hand
from croupier.core.pledges import Envelope
from croupier.core.proofs import Proof
from croupier.histories import About, Story, told
from croupier.room import commands as do
from croupier.room.record import Done, Record
from croupier.room.table import Table

SHEETS = {
    f"{house.name}/{sheet.name}": sheet
    for house in houses.houses()
    for sheet in house.tables.values()
}
BY_GAME = {sheet.game.__name__: place for place, sheet in reversed(SHEETS.items())}
"""A table of each game."""


class Played(Struct):
    """A hand, and the envelope that it was dealt from."""

    number: int
    hand: Hand
    envelope: Envelope
    """As it was when the hand was over; a shoe's is closed later."""

    @property
    def secret(self) -> bool:
        return getattr(self.hand.opening.game, "SECRET", True)

    def proof(self, seat: Seat = 0) -> Proof:
        return proofs.proof(self.envelope, self.number, self.hand, seat, secret=self.secret)

    def story(self, seat: Seat | None) -> Story:
        house, _, table = self.envelope.subject.table.partition("/")
        return told(self.hand, seat, About(house=house, table=table, number=self.number))


class Parlour:
    """A table where hands are pledged."""

    def __init__(self, place: str, seed: int, players: int = 4) -> None:
        sheet = SHEETS[place]
        self.rng, self.now = random.Random(seed), 0.0
        self.record = Record(Table(place, sheet.game, sheet.rules))
        self.entropy: dict[tuple[str, int], bytes] = {}
        self.closed: list[Envelope] = []
        self.players = [f"p{number}" for number in range(1, players + 1)]
        for player in self.players:
            terms = self.table.terms
            stack = terms.max_buy_in or max(terms.min_buy_in, 500_00)
            self.do(do.Sit(player, player, stack, self.rng.randbytes(32), 0, post=True))

    @property
    def table(self) -> Table:
        return self.record.table

    def do(self, command: do.Command) -> Done:
        done = self.record.do(command, self.now)
        self.closed += done.pledges
        return done

    def commits(self, *players: str) -> None:
        """Players commit for the next hand that is not pledged yet."""
        waiting = self.table.pledging.waiting
        hand = waiting.subject.hand if waiting else self.table.deals
        for player in players:
            self.entropy[player, hand + 1] = entropy = self.rng.randbytes(32)
            found = pledges.commitment(self.table.name, hand + 1, player, entropy)
            self.do(do.Contribute(player, hand, next=found.hex()))

    def reveals(self, *players: str) -> None:
        hand = self.table.deals + 1
        for player in players:
            reveal = self.entropy[player, hand].hex()
            self.do(do.Contribute(player, hand, reveal=reveal))

    def pledge(self) -> Envelope:
        self.do(do.Pledge(self.rng.randbytes(32)))
        found = self.table.pledging.waiting
        assert found is not None
        return found

    def hand(self, *, void: bool = False) -> Played | None:
        """The next hand, pledged if it must be; nothing if nothing moved in it."""
        if self.table.pledging.due(self.table.rules):
            self.commits(*self.players)
            self.pledge()
            self.reveals(*self.players)
        self.do(do.Begin())
        while self.table.hand is not None:
            self.decide()
            if void and self.table.hand is not None and self.table.driver.cards_out():
                self.do(do.Rule(Decision("void", by="floor", why="a test")))
        hand, envelope = self.record.finished(), self.table.pledging.newest
        assert envelope is not None
        return Played(self.table.deals, hand, envelope) if hand else None

    def decide(self) -> None:
        """Somebody decides, or time passes."""
        table = self.table
        asked = list(table.hand.ask.options)
        if asked and not (table.hand.ask.open and self.rng.random() < 0.3):
            seat = self.rng.choice(asked)
            option = self.rng.choice(table.hand.asked(seat))
            most = min(option.high, len(option.cards))
            count = self.rng.randint(min(option.low, most), most)
            cards = tuple(self.rng.sample(option.cards, count))
            amount = 0 if option.cards else option.low
            made = Decision(option.act, amount, option.spot, cards)
            try:
                self.do(do.Decide(table.sitters[seat].player, made))
            except Refused:
                pass
            else:
                return
        self.now = max(self.now, table.next_deadline() or self.now)
        self.do(do.Tick())

    def hands(self, count: int) -> Iterator[Played]:
        """Hands in which something moved, while there are players for them."""
        for _ in range(count):
            if not self.table.may_begin():
                return
            found = self.hand()
            if found is not None:
                yield found
