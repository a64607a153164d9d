"""Whole tournaments of bots from a seed, with an outsider's books beside them."""

from collections import Counter
from random import Random

from croupier import bots
from croupier.core import fair
from croupier.core.asks import Decision, Refused
from croupier.core.hand import Hand
from croupier.houses.tournaments import Sheet
from croupier.room import ledger
from croupier.room.tournament import commands as do
from croupier.room.tournament.stage import Stage
from croupier.room.tournament.tournament import Tournament


class Crash(Exception):
    """The power is gone."""


class Shaky(Stage):
    """A stage that falls now and then, after a step at a table that nobody has heard of."""

    chance = 0.0

    def do(self, command: do.Command, now: float) -> None:
        rare = isinstance(command, do.Departed | do.Arrived | do.Began | do.HandOver | do.Exchanged)
        if rare and self.lots.random() < self.chance:
            raise Crash
        super().do(command, now)


class Festival:
    """One tournament with its tables and books."""

    def __init__(self, sheet: Sheet, players: int, seed: int, crashes: float = 0.0) -> None:
        self.sheet, self.rng, self.now = sheet, Random(seed), 0.0
        self.stage = Shaky(Tournament("house/fair.1", sheet), self.seed)
        self.stage.lots, self.stage.chance = self.rng, crashes
        self.crashes = 0
        self.books: Counter = Counter()
        self.hands = 0
        for name in [f"p{i}" for i in range(players)]:
            self.do(do.Register(self.seed(), name, name.upper(), bot=True))

    @property
    def event(self) -> Tournament:
        return self.stage.event

    def seed(self) -> bytes:
        return self.rng.randbytes(32)

    # Commands and books.

    def do(self, command: do.Command) -> bool:
        try:
            self.stage.do(command, self.now)
        except Refused as refused:
            assert str(refused)
            return False
        return True

    def book(self) -> None:
        for posting in self.stage.postings:
            assert posting.amount > 0
            assert not posting.mixes, posting
            for account, amount in posting.sides:
                self.books[account] += amount
        self.stage.postings = []

    def check(self) -> None:
        """Every chip is at a table, on its way, or was never made; money is all accounted for."""
        self.book()
        books, event = self.books, self.event
        assert not sum(books.values())
        assert len(self.held()) == len(event.transit)
        chips = {a: n for a, n in books.items() if n and a.of_chips and a.kind != "mint"}
        lying = [table.purse.lying(table.hand) for table in self.stage.tables.values()]
        on_way = {ledger.transit(event.name, p): n for p, n in event.transit.items() if n}
        assert chips == {a: n for table in lying for a, n in table.items()} | on_way
        assert -books[ledger.pool("mint", event.name)] == sum(chips.values())
        assert books[ledger.pool("prizes", event.name)] == event.pool
        assert books[ledger.pool("bounties", event.name)] == event.bounties
        assert min(event.pool, event.bounties) >= 0

    # Playing.

    def play(self, number: int) -> None:
        """One decision at a table."""
        hand = self.stage.tables[number].hand
        asked = [seat for seat in hand.ask.options if hand.asked(seat)]
        if not asked or self.rng.random() < 0.02:
            self.stage.tick(number, self.now + 600)
        else:
            seat = self.rng.choice(asked)
            self.stage.decide(number, seat, self.choice(hand, seat), self.now)

    def choice(self, hand: Hand, seat: int) -> Decision:
        """Bold, so that tournaments end."""
        sight = bots.seen(hand, seat)
        options = [o for o in sight.options if o.act in ("raise", "bet", "call", "check")]
        if options and self.rng.random() < 0.6:
            option = self.rng.choice(options)
            high = min(option.high, hand.felt.chips[seat, "stack"] + option.low)
            return bots.within(option, option.low if self.rng.random() < 0.5 else high)
        return bots.bot(hand.opening.game)(sight, self.rng)

    def run(self, most: int = 200_000) -> None:
        assert self.do(do.Start(self.seed()))
        for _ in range(most):
            try:
                self.step()
            except Crash:
                self.fall()
            if self.event.state != "running" and not self.stage.tables:
                break
        assert self.event.state != "running", "it never ends"
        self.check()

    def step(self) -> None:
        """One thing: somebody sits down, a decision, a deal, or time."""
        self.now += self.rng.choice((0.2, 1, 5))
        self.stage.seat_players(self.now)
        if self.rng.random() < 0.05:
            self.check()
            self.people()
        tables = self.stage.tables
        busy = [n for n, table in tables.items() if table.hand is not None]
        free = [n for n in tables if self.stage.ready(n)]
        if busy or free:
            number = self.rng.choice(busy + free)
            if number in busy:
                self.play(number)
            else:
                self.hands += 1
                self.stage.deal(number, self.now)
        else:
            self.now = max(self.now, self.event.next_due() or self.now)
        if (due := self.event.next_due()) is not None and self.now >= due:
            self.do(do.Tick(self.seed()))

    def fall(self) -> None:
        """The room is down for a while; the tournament is its journal done again."""
        self.crashes, down, chance = self.crashes + 1, self.rng.uniform(1, 900), self.stage.chance
        self.now, self.stage.chance = self.now + down, 0.0
        self.book()
        self.stage.find_again(self.again(), self.held(), self.now)
        self.stage.chance = chance
        self.do(do.Restart(down))
        self.check()

    def held(self) -> dict[str, int]:
        """The chips on their way, as the books say."""
        head = str(ledger.transit(self.event.name, ""))
        found = {str(a).removeprefix(head): n for a, n in self.books.items() if n}
        return {
            player: n
            for player, n in found.items()
            if ledger.transit(self.event.name, player) in self.books
        }

    def people(self) -> None:
        """People buy again, enter late, add chips, and are sent away for a while."""
        event, rng = self.event, self.rng
        for one in event.alive():
            if one.offer_until or (0 < one.stack <= self.sheet.rebuy_at_most):
                self.do(do.Rebuy(self.seed(), one.player, rng.random() < 0.5))
            if event.adding and not one.added and rng.random() < 0.5:
                self.do(do.AddOn(one.player))
        if event.state == "running" and rng.random() < 0.1:
            who, much = rng.choice(event.alive()).player, rng.choice(((2, 0), (0, 1), (0, 0)))
            self.do(do.Penalise("chef", "phone", who, *much))
        if event.registering and rng.random() < 0.3:
            out = [one.player for one in event.entrants.values() if one.out]
            name = rng.choice(out) if out and rng.random() < 0.5 else f"late{len(event.entrants)}"
            self.do(do.Register(self.seed(), name, name.upper(), bot=True))

    def again(self) -> Tournament:
        """The tournament rebuilt from what was done."""
        other = Tournament(self.event.name, self.sheet)
        for command, at in self.stage.done:
            command.do(other, at)
        other.postings, other.notices = [], []
        return other


def lot(seed: int):
    source = fair.stream(seed.to_bytes(32), "seats")
    return lambda below: fair.below(source, below)
