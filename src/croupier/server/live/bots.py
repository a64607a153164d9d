"""The minder of a table's bots: seats them, gives them time to think, brings them chips.

A bot sees what its own seat sees and nothing else (`croupier.bots.seen`).
"""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Final

from croupier import bots
from croupier.core import fair
from croupier.core.asks import Ask, Decision, Refused
from croupier.core.felt import Seat
from croupier.core.hand import Hand
from croupier.houses import Level
from croupier.room import commands, ledger
from croupier.room.acts import Command
from croupier.server import chance
from croupier.server.books.store import Batch
from croupier.server.live import thinking
from croupier.server.metrics import LATE

if TYPE_CHECKING:
    from croupier.server.live.runner import Runner

FREE: Final = 2
"""Seats that bots leave to people."""

MOST_SECONDS: Final = 4.0
"""How long a bot may think; then it answers as a beginner."""

Act = tuple[Command, str]


class Minder:
    """The bots of one table."""

    def __init__(self, runner: "Runner") -> None:
        self.runner = runner
        self.bot = bots.bot(runner.table.game)
        self.thoughts: dict[Seat, Future[Decision] | None] = {}
        self.limit: dict[Seat, float] = {}
        """When a bot that still thinks answers as a beginner."""
        self.chance = Random(chance.octets(16))  # Bots' whims; no card depends on it.
        self.when: dict[Seat, float] = {}
        self.acted: set[Seat] = set()
        self.asks = -1
        self.met: set[str] = set()
        """People who have been asked since they sat down."""

    @property
    def house_level(self) -> Level:
        """How well they play unless somebody chooses otherwise."""
        return self.runner.sheet.level or self.runner.room.settings.bot_level

    @property
    def level(self) -> Level:
        """How well the bots play now."""
        return self.runner.table.tempo.level or self.house_level

    @property
    def wanted(self) -> int:
        """How many bots the table should have."""
        seats, named = self.runner.table.terms.seats, self.runner.sheet.bots
        wished = self.runner.room.settings.bots if named is None else named
        return min(wished, max(0, seats - FREE), len(bots.REGULARS))

    def players(self) -> list[str]:
        """The bots' names in the books; at a table of a tournament, those that are drawn there."""
        if self.runner.director is not None:
            return [s.player for s in self.runner.table.sitters.values() if s.bot]
        return [f"bot:{self.runner.name}:{name}" for name in bots.REGULARS[: self.wanted]]

    def look(self, now: float) -> None:
        """Give every bot that is newly asked some time to think."""
        table = self.runner.table
        if table.asks != self.asks:
            self.asks, self.when, self.acted = table.asks, {}, set()
            self.thoughts, self.limit = {}, {}
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
                self._think(hand, seat, now)

    def _think(self, hand: Hand, seat: Seat, now: float) -> None:
        """Begin to think elsewhere, where that takes long."""
        if self.level == "beginner" or hand.ask is None or hand.ask.open or seat in self.limit:
            return
        loop, bell = asyncio.get_running_loop(), self.runner.bell
        speed = self.runner.room.clock.speed
        clock = self.runner.table.deadlines.get(seat, now + MOST_SECONDS * speed)
        self.limit[seat] = min(now + MOST_SECONDS * speed, clock - speed)  # Never past the clock.
        self.thoughts[seat] = thinking.think(
            bots.seen(hand, seat),
            self.level,
            self.chance.getrandbits(63),
            lambda: _ring(loop, bell),
        )

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
        part = table.tempo.thinking(hand, met=met) * self.runner.dealt_at
        return room.settings.bot_seconds * part * room.clock.speed

    def due(self) -> float | None:
        """When a bot has thought enough."""
        if self.runner.table.paused_since is not None:
            return None
        return min(map(self._at, self.when), default=None)

    def _at(self, seat: Seat) -> float:
        """When a bot answers: after some patience, and when it has thought or may no longer."""
        thought = self.thoughts.get(seat)
        thinks = thought is not None and not thought.done()
        return max(self.when[seat], self.limit[seat]) if thinks else self.when[seat]

    def acts(self, batch: Batch, now: float) -> Iterator[Act]:
        """What the bots do now."""
        table = self.runner.table
        if table.hand is None:
            yield from self._between(batch)
            return
        for seat in [seat for seat in self.when if self._at(seat) <= now]:
            LATE.observe((now - self.when.pop(seat)) / self.runner.room.clock.speed)
            self.acted.add(seat)
            if self.asks == table.asks and table.hand is not None and table.hand.asked(seat):
                yield self._decision(seat)

    def _decision(self, seat: Seat) -> Act:
        hand, player = self.runner.table.hand, self.runner.table.sitters[seat].player
        if hand is None:
            raise Refused("no hand is in play")
        sight = bots.seen(hand, seat)
        choice = self._thought(seat) or self.bot(sight, self.chance)
        return commands.Decide(player, choice), player

    def _thought(self, seat: Seat) -> Decision | None:
        """What a bot has come to; nothing if it is not ready, or its process failed."""
        thought = self.thoughts.pop(seat, None)
        if thought is None or not thought.done() or thought.cancelled() or thought.exception():
            return None
        return thought.result()

    # Between hands.

    def _between(self, batch: Batch) -> Iterator[Act]:
        table = self.runner.table
        if self.runner.director is not None:
            return
        if table.closed or table.last_hands is not None or table.paused_since is not None:
            return
        for sitter in list(table.sitters.values()):
            if sitter.bot and sitter.player not in self.players():
                yield commands.Leave(sitter.player), sitter.player  # One too many.
        queue = [entry for entry in table.queue if not entry.seat]
        seated = [player for player in self.players() if table.seat_of(player)]
        if seated and not table.vacant():
            yield commands.Leave(seated[-1]), seated[-1]  # The last seat is for people.
        elif not table.queue:
            yield from self._seat(batch)
        if queue and table.vacant() and self.runner.room.settings.auto_call:
            seed = chance.octets(fair.SEED_BYTES)
            yield commands.CallNext("room", "a seat is free (TH-08)", seed), ""
        yield from self._bring(batch)

    def _seat(self, batch: Batch) -> Iterator[Act]:
        table, amount = self.runner.table, self.stack()
        for name, player in zip(bots.REGULARS, self.players(), strict=False):
            if table.seat_of(player) or table.free_seats() <= FREE:
                continue
            self._fund(batch, player, amount)
            seed = chance.octets(fair.SEED_BYTES)
            yield commands.Sit(player, name, amount, seed, 0, post=True, bot=True), player

    def _bring(self, batch: Batch) -> Iterator[Act]:
        table, full = self.runner.table, self.stack()
        for player in self.players():
            seat = table.seat_of(player)
            if not seat:
                continue
            if table.sitters[seat].away_since is not None:
                yield commands.SitIn(player, post=True), player
            held, chip = table.chips.get((seat, "stack"), 0), table.terms.chip
            if held < full // 4:
                wanted = (full - held) // chip * chip  # TH-53
                self._fund(batch, player, wanted)
                yield commands.TopUp(player, wanted), player

    def stack(self) -> int:
        """What a bot plays with; one that left richer must come back with as much (TH-74)."""
        return self.runner.table.terms.advised_buy_in

    def _fund(self, batch: Batch, player: str, amount: int) -> None:
        if self.runner.owner:
            return
        missing = amount - self.runner.room.books.free(ledger.player(player), batch)
        if missing > 0:
            self.runner.room.issue(batch, player, missing, "bot's float", by="room")


def _ring(loop: asyncio.AbstractEventLoop, bell: asyncio.Event) -> None:
    """Wake a table from another thread; it may be gone."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(bell.set)
