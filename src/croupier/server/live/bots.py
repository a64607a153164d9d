"""The minder of a table's bots: seats them, gives them time to think, brings them chips.

A bot sees what its own seat sees and nothing else (`croupier.bots.seen`).
"""

import os
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Final

from croupier import bots
from croupier.core import fair
from croupier.core.asks import Ask, Refused
from croupier.core.felt import Seat
from croupier.core.hand import Hand
from croupier.room import commands, ledger
from croupier.room.commands import Command
from croupier.server.books.store import Batch
from croupier.server.metrics import LATE

if TYPE_CHECKING:
    from croupier.server.live.runner import Runner

FREE: Final = 2
"""Seats that bots leave to people."""

Act = tuple[Command, str]


class Minder:
    """The bots of one table."""

    def __init__(self, runner: "Runner") -> None:
        self.runner = runner
        self.bot = bots.bot(runner.table.game)
        self.chance = Random(os.urandom(16))  # Bots' whims; no card depends on it.
        self.when: dict[Seat, float] = {}
        self.acted: set[Seat] = set()
        self.asks = -1
        self.met: set[str] = set()
        """People who have been asked since they sat down."""

    @property
    def wanted(self) -> int:
        """How many bots the table should have."""
        seats = self.runner.table.terms.seats
        return min(self.runner.room.settings.bots, max(0, seats - FREE), len(bots.REGULARS))

    def players(self) -> list[str]:
        """The bots' names in the books."""
        return [f"bot:{self.runner.name}:{name}" for name in bots.REGULARS[: self.wanted]]

    def look(self, now: float) -> None:
        """Give every bot that is newly asked some time to think."""
        table = self.runner.table
        if table.asks != self.asks:
            self.asks, self.when, self.acted = table.asks, {}, set()
        hand = table.hand
        if hand is None or hand.ask is None:
            self.when = {}
            return
        patience = self._patience(hand, hand.ask)
        for player in self.players():
            seat = table.seat_of(player)
            waits = seat in self.when and patience > 0
            if seat in hand.ask.options and seat not in self.acted and not waits:
                self.when[seat] = now + patience * (0.5 + self.chance.random())

    def forget(self) -> None:
        """What the bots have done was not written: they think again."""
        self.asks = -1

    def _patience(self, hand: Hand, ask: Ask) -> float:
        """How long a bot thinks on average; less where it keeps a person waiting for nothing."""
        table, room = self.runner.table, self.runner.room
        seated = {} if table.audience.crowd else dict(self.runner.human_seats())
        asks = ask.open or table.driver.to_act()  # An offer is no meeting yet.
        asked = {player for seat, player in seated.items() if asks and seat in ask.options}
        self.met = (self.met | asked) & {*seated.values()}
        met = len(self.met) == len(seated)
        return room.settings.bot_seconds * table.tempo.thinking(hand, met=met) * room.clock.speed

    def due(self) -> float | None:
        """When a bot has thought enough."""
        if self.runner.table.paused_since is not None:
            return None
        return min(self.when.values(), default=None)

    def acts(self, batch: Batch, now: float) -> Iterator[Act]:
        """What the bots do now."""
        table = self.runner.table
        if table.hand is None:
            yield from self._between(batch)
            return
        for seat in [seat for seat, at in self.when.items() if at <= now]:
            LATE.observe((now - self.when.pop(seat)) / self.runner.room.clock.speed)
            self.acted.add(seat)
            if self.asks == table.asks and table.hand is not None and table.hand.asked(seat):
                yield self._decision(seat)

    def _decision(self, seat: Seat) -> Act:
        hand, player = self.runner.table.hand, self.runner.table.sitters[seat].player
        if hand is None:
            raise Refused("no hand is in play")
        sight = bots.seen(hand, seat)
        choice = self.bot(sight, self.chance)
        return commands.Decide(player, choice), player

    # Between hands.

    def _between(self, batch: Batch) -> Iterator[Act]:
        table = self.runner.table
        if table.closed or table.last_hands is not None or table.paused_since is not None:
            return
        queue = [entry for entry in table.queue if not entry.seat]
        seated = [player for player in self.players() if table.seat_of(player)]
        if queue and not table.vacant() and seated:
            yield commands.Leave(seated[-1]), seated[-1]  # People before bots.
        elif not table.queue:
            yield from self._seat(batch)
        if queue and table.vacant() and self.runner.room.settings.auto_call:
            seed = os.urandom(fair.SEED_BYTES)
            yield commands.CallNext("room", "a seat is free (TH-08)", seed), ""
        yield from self._bring(batch)

    def _seat(self, batch: Batch) -> Iterator[Act]:
        table, amount = self.runner.table, self.stack()
        for name, player in zip(bots.REGULARS, self.players(), strict=False):
            if table.seat_of(player) or table.free_seats() <= FREE:
                continue
            self._fund(batch, player, amount)
            seed = os.urandom(fair.SEED_BYTES)
            yield commands.Sit(player, name, amount, seed, 0, post=True, bot=True), player

    def _bring(self, batch: Batch) -> Iterator[Act]:
        table, full = self.runner.table, self.stack()
        for player in self.players():
            seat = table.seat_of(player)
            if not seat:
                continue
            if table.sitters[seat].away_since is not None:
                yield commands.SitIn(player, post=True), player
            held = table.chips.get((seat, "stack"), 0)
            if held < full // 4:
                self._fund(batch, player, full - held)
                yield commands.TopUp(player, full - held), player

    def stack(self) -> int:
        """What a bot plays with; one that left richer must come back with as much (TH-74)."""
        return self.runner.table.terms.advised_buy_in

    def _fund(self, batch: Batch, player: str, amount: int) -> None:
        missing = amount - self.runner.room.books.free(ledger.player(player), batch)
        if missing > 0:
            self.runner.room.issue(batch, player, missing, "bot's float", by="room")
