"""A tournament with its tables: what the floor wishes is done, a step at a time, between hands."""

from collections.abc import Callable, Iterable, Mapping

from croupier.core.asks import Decision
from croupier.core.felt import Seat
from croupier.core.hand import Hand
from croupier.houses import stakes
from croupier.room import acts
from croupier.room import commands as at_table
from croupier.room.ledger import Posting
from croupier.room.table import Table
from croupier.room.tournament import chairs, dealing
from croupier.room.tournament import commands as do
from croupier.room.tournament.floor import differences
from croupier.room.tournament.tournament import Tournament

Seeds = Callable[[], bytes]


class Stage:
    """All tables of a tournament in one place, and what is done at them."""

    def __init__(self, event: Tournament, seeds: Seeds) -> None:
        self.event, self.seeds = event, seeds
        self.game = stakes.game_of(event.sheet)
        self.tables: dict[int, Table] = {}
        self.done: list[tuple[do.Command, float]] = []
        """The journal of the tournament."""
        self.postings: list[Posting] = []

    def do(self, command: do.Command, now: float) -> None:
        """An act in the tournament. `Refused`: nothing has changed."""
        command.do(self.event, now)
        self.done.append((command, now))
        self.postings += self.event.postings
        self.event.postings = []

    def at(self, number: int, command: acts.Command, now: float) -> None:
        """An act at a table."""
        command.do(self.tables[number], now)
        self._book(number)

    def _book(self, number: int) -> None:
        self.postings += self.tables[number].take_postings()

    # Bringing the tables to what the floor wishes.

    def seat_players(self, now: float) -> None:
        """Open tables, move players between those that are idle, bring chips, close tables."""
        self._exchange(now)
        wanted = self.event.floor.tables
        for number in wanted:
            if number not in self.tables:
                rules = stakes.rules(self.game, self.event.sheet, self.event.level)
                self.tables[number] = Table(f"{self.event.name}-{number}", self.game, rules)
        leave, _ = differences(wanted, self.sitting())
        for player, number in leave:
            self._take_away(player, number, now)
        _, sit = differences(wanted, self.sitting())
        for player, number, seat in sit:
            self._bring(player, number, seat, now)
        for player in list(self.event.transit):
            number, seat = self.event.floor.where(player)
            if number and self.tables[number].seat_of(player) == seat:
                self._bring(player, number, seat, now)
        self._color_up(now)
        for number, command in chairs.benches(self.event, self.tables):
            self.at(number, command, now)
        for number in [n for n, table in self.tables.items() if n not in wanted]:
            if not self.tables[number].sitters:
                del self.tables[number]

    def sitting(self) -> dict[int, dict[Seat, str]]:
        """Who really sits where."""
        return {
            number: {seat: sitter.player for seat, sitter in table.sitters.items()}
            for number, table in self.tables.items()
        }

    def _take_away(self, player: str, number: int, now: float) -> None:
        table = self.tables[number]
        if table.hand is None:
            amount, bank = table.purse.stack(table.seat_of(player)), chairs.bank(table, player)
            self.at(number, chairs.Depart(player), now)
            self.do(do.Departed(player, amount, bank), now)

    def _bring(self, player: str, number: int, seat: Seat, now: float) -> None:
        table = self.tables[number]
        if self.event.transit.get(player) and table.hand is None:
            self.at(number, chairs.arrival(self.event, table, player, seat), now)
            self.do(do.Arrived(player), now)

    def _color_up(self, now: float) -> None:
        """Larger chips for the tables that are about to deal and have too small ones."""
        for number, table in self.tables.items():
            if self.ready(number) and dealing.to_color(self.event, number, table):
                self.do(do.ColorUp(self.seeds(), number), now)
        self._exchange(now)

    def _exchange(self, now: float) -> None:
        for number, stacks in list(self.event.exchanges.items()):
            self.at(number, chairs.Exchange(stacks), now)
            self.do(do.Exchanged(number), now)

    # Hands.

    def ready(self, number: int) -> bool:
        """Whether a table may deal: nothing holds it, and everybody is there."""
        table, wanted = self.tables[number], self.event.floor.tables.get(number, {})
        if table.hand is not None or self.event.held(number):
            return False
        return (self.sitting()[number] == wanted or dealing.locked(table)) and table.may_begin()

    def deal(self, number: int, now: float) -> None:
        """The next hand, by the level of now; while a pot is carried over, by that of its deal."""
        table = self.tables[number]
        if not dealing.locked(table) and (level := chairs.new_level(self.event, table)):
            self.at(number, level, now)
        self.at(number, at_table.Begin(self.seeds()), now)
        self.do(do.Began(number), now)
        if table.hand is None and table.newest is not None:
            self.end(number, table.newest, now)

    def decide(self, number: int, seat: Seat, decision: Decision, now: float) -> None:
        """A player's answer."""
        table = self.tables[number]
        self._play(number, lambda: table.decide(table.sitters[seat].player, decision, now), now)

    def tick(self, number: int, now: float) -> None:
        """Let time act at a table."""
        self._play(number, lambda: self.tables[number].tick(now), now)

    def _play(self, number: int, act: Callable[[], Iterable[object]], now: float) -> None:
        hand = self.tables[number].hand
        act()
        self._book(number)
        if hand is not None and self.tables[number].hand is None:
            self.end(number, hand, now)

    def end(self, number: int, hand: Hand, now: float) -> None:
        """A hand is over: the tournament is told."""
        self.do(dealing.hand_over(self.seeds(), number, self.tables[number], hand), now)

    # After a crash.

    def find_again(self, event: Tournament, held: Mapping[str, int], now: float) -> None:
        """The tournament as its journal tells it; what the tables have done since is told to it."""
        self.event = event
        for command in dealing.chips_to_tell(event, held):
            self.do(command, now)
        for began in dealing.begun(event, self.tables):
            self.do(began, now)
        for number, table in self.tables.items():
            if dealing.over(event, number, table) and table.newest is not None:
                self.end(number, table.newest, now)
