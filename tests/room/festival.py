"""Whole tournaments of bots from a seed, with an outsider's books beside them.

The floor's wishes are brought about one step at a time in a random order, as a director does; at
random instants everything is rebuilt from what was done and must be the same.
"""

from collections import Counter
from random import Random
from typing import Any

from croupier import bots
from croupier.core import fair
from croupier.core.asks import Decision, Refused
from croupier.core.hand import Hand
from croupier.room import commands, ledger
from croupier.room.table import Table
from croupier.room.tournament import chairs, dealing
from croupier.room.tournament import commands as do
from croupier.room.tournament.floor import differences
from croupier.room.tournament.sheet import Sheet
from croupier.room.tournament.tournament import Tournament


class Festival:
    """One tournament with its tables and books."""

    def __init__(self, sheet: Sheet, players: int, seed: int) -> None:
        self.sheet, self.rng, self.now = sheet, Random(seed), 0.0
        self.game = dealing.game_of(sheet)
        self.event = Tournament("house/fair.1", sheet)
        self.tables: dict[int, Table] = {}
        self.levels: dict[int, Any] = {}
        self.books: Counter = Counter()
        self.done: list[tuple[do.Command, float]] = []
        self.hands = self.moves = 0
        self.names = [f"p{i}" for i in range(players)]
        for name in self.names:
            self.do(do.Register(self.seed(), name, name.upper(), bot=True))

    def seed(self) -> bytes:
        return self.rng.randbytes(32)

    # Commands and books.

    def do(self, command: do.Command) -> bool:
        try:
            command.do(self.event, self.now)
        except Refused as refused:
            assert str(refused)
            return False
        self.done.append((command, self.now))
        self.book(self.event.postings)
        self.event.postings = []
        return True

    def book(self, postings) -> None:
        for posting in postings:
            assert posting.amount > 0
            assert not posting.mixes, posting
            for account, amount in posting.sides:
                self.books[account] += amount

    def at(self, number: int, command: commands.Command) -> None:
        table = self.tables[number]
        command.do(table, self.now)
        self.book(table.take_postings())

    def check(self) -> None:
        """Every chip is at a table, on its way, or was never made; money is all accounted for."""
        books, event = self.books, self.event
        assert not sum(books.values())
        chips = {a: n for a, n in books.items() if n and a.of_chips and a.kind != "mint"}
        lying = [table.purse.lying(table.hand) for table in self.tables.values()]
        on_way = {ledger.transit(event.name, p): n for p, n in event.transit.items() if n}
        assert chips == {a: n for table in lying for a, n in table.items()} | on_way
        assert -books[ledger.pool("mint", event.name)] == sum(chips.values())
        assert books[ledger.pool("prizes", event.name)] == event.pool
        assert books[ledger.pool("bounties", event.name)] == event.bounties
        assert min(event.pool, event.bounties) >= 0

    # The director's work.

    def reconcile(self) -> None:
        """Bring idle tables to what the floor wishes."""
        event = self.event
        for number in event.floor.tables:
            if number not in self.tables:
                rules = dealing.rules(self.game, self.sheet, event.level)
                self.tables[number] = Table(f"{event.name}-{number}", self.game, rules)
        actual = {
            number: {seat: s.player for seat, s in table.sitters.items()}
            for number, table in self.tables.items()
        }
        leave, _ = differences(event.floor.tables, actual)
        for player, number in self.shuffled(leave):
            if self.tables[number].hand is None:
                amount = self.tables[number].purse.stack(self.tables[number].seat_of(player))
                self.at(number, chairs.Depart(player))
                self.do(do.Departed(player, amount))
                actual[number] = {s: p for s, p in actual[number].items() if p != player}
                self.moves += 1
        _, sit = differences(event.floor.tables, actual)
        for player, number, seat in self.shuffled(sit):
            self.bring(player, number, seat)
        for player in list(event.transit):
            number, seat = event.floor.where(player)
            if number and self.tables[number].seat_of(player) == seat:
                self.bring(player, number, seat)
        for number in [n for n in self.tables if n not in event.floor.tables]:
            if not self.tables[number].sitters:
                assert not self.tables[number].purse.lying(None)
                del self.tables[number]

    def bring(self, player: str, number: int, seat: int) -> None:
        table, amount = self.tables[number], self.event.transit.get(player, 0)
        if table.hand is None and amount:
            self.at(number, chairs.Arrive(player, player.upper(), seat, amount, bot=True))
            self.do(do.Arrived(player))

    def shuffled(self, items):
        return self.rng.sample(list(items), len(items))

    def ready(self, number: int) -> bool:
        table, wanted = self.tables[number], self.event.floor.tables.get(number, {})
        seated = {seat: s.player for seat, s in table.sitters.items()}
        if self.event.held(number) or table.hand is not None:
            return False
        return (seated == wanted or dealing.locked(table)) and table.may_begin()

    def deal(self, number: int) -> None:
        table = self.tables[number]
        if not dealing.locked(table):
            rules = dealing.rules(self.game, self.sheet, self.event.level)
            if rules != table.rules:
                table.play_by(rules)
        self.at(number, commands.Begin(self.seed()))
        self.do(do.Began(number))
        if table.hand is None:
            self.over(number, table.newest)

    def play(self, number: int) -> None:
        """One decision at a table."""
        table = self.tables[number]
        hand = table.hand
        if hand is None:
            return
        asked = [seat for seat in hand.ask.options if hand.asked(seat)]
        if not asked or self.rng.random() < 0.02:
            table.tick(self.now + 600)
        else:
            seat = self.rng.choice(asked)
            table.decide(table.sitters[seat].player, self.choice(hand, seat), self.now)
        self.book(table.take_postings())
        if table.hand is None:
            self.over(number, hand)

    def choice(self, hand: Hand, seat: int) -> Decision:
        """Bold, so that tournaments end."""
        sight = bots.seen(hand, seat)
        options = [o for o in sight.options if o.act in ("raise", "bet", "call", "check")]
        if options and self.rng.random() < 0.6:
            option = self.rng.choice(options)
            high = min(option.high, hand.felt.chips[seat, "stack"] + option.low)
            amount = option.low if self.rng.random() < 0.5 else high
            return bots.within(option, amount)
        return bots.bot(self.game)(sight, self.rng)

    def over(self, number: int, hand: Hand) -> None:
        table = self.tables[number]
        self.hands += 1
        self.do(
            do.HandOver(
                self.seed(),
                number,
                dealing.stacks(table),
                dealing.lost_to(table, hand),
                dealing.mark(table),
                dealing.locked(table),
            )
        )

    # An evening.

    def run(self, most: int = 200_000) -> None:
        assert self.do(do.Start(self.seed()))
        for _ in range(most):
            self.now += self.rng.choice((0.2, 1, 5))
            self.reconcile()
            if self.rng.random() < 0.05:
                self.check()
                self.people()
            busy = [n for n, table in self.tables.items() if table.hand is not None]
            free = [n for n in self.tables if self.ready(n)]
            if self.event.state != "running" and not self.tables:
                break
            if busy or free:
                number = self.rng.choice(busy + free)
                (self.deal if number in free else self.play)(number)
            else:
                due = self.event.next_due()
                self.now = max(self.now, due or self.now)
            if (due := self.event.next_due()) is not None and self.now >= due:
                self.do(do.Tick(self.seed()))
        assert self.event.state != "running", "it never ends"
        self.check()

    def people(self) -> None:
        """People buy again, enter late, add chips, go away and come back."""
        event, rng = self.event, self.rng
        for one in event.alive():
            if one.offer_until:
                self.do(do.Rebuy(self.seed(), one.player, rng.random() < 0.5))
            if event.adding and not one.added and rng.random() < 0.5:
                self.do(do.AddOn(one.player))
        if event.registering and rng.random() < 0.3:
            out = [one.player for one in event.entrants.values() if one.out]
            name = rng.choice(out) if out and rng.random() < 0.5 else f"late{len(event.entrants)}"
            self.do(do.Register(self.seed(), name, name.upper(), bot=True))

    def again(self) -> Tournament:
        """The tournament rebuilt from what was done."""
        other = Tournament(self.event.name, self.sheet)
        for command, at in self.done:
            command.do(other, at)
        return other


def lot(seed: int):
    source = fair.stream(seed.to_bytes(32), "seats")
    return lambda below: fair.below(source, below)
