"""A table as a task: it takes what comes from its inbox, books it, and only then tells anybody.

Everything that waits in the inbox is done in one turn and written in one batch: a crowd costs one
commit and not thousands. The table itself is pure (`croupier.room`); here are the clock, the seeds,
the bots' patience and the news.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import structlog

from croupier.core import catalogue
from croupier.core.asks import Decision, Refused
from croupier.core.felt import HOUSE, Fault, Seat
from croupier.houses import House, TableSheet
from croupier.room import commands
from croupier.room.acts import Command
from croupier.room.preview import preview
from croupier.room.record import Record
from croupier.room.table import Table
from croupier.room.tempo import FACTORS
from croupier.server import metrics
from croupier.server.books import faults, records, schema, texts
from croupier.server.books.store import Batch
from croupier.server.live import entries
from croupier.server.live.board import Board
from croupier.server.live.bots import Minder
from croupier.server.live.errands import (
    Errand,
    Outcome,
    Step,
    unheard,
    unless_gone,
    unwritten,
)
from croupier.server.live.pace import Pace
from croupier.server.live.pledger import Pledger
from croupier.server.live.telling import Telling
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.director import Director
    from croupier.server.live.room import Room

MOST_ERRANDS: Final = 2000
"""In one turn."""
MOST_IDS: Final = 50_000
IDS_OF_SEAT: Final = 16
"""Ids of actions that are remembered, also after a restart: as many, or as many for each seat."""
KEEP_AFTER: Final = 200
"""After this many acts without a hand's end, the table is kept again."""
ROOM: Final = "room"
BACKOFF_SECONDS: Final = 0.05
BACKOFF_MOST: Final = 10.0
"""How long a table waits that could not be written again and again."""

log = structlog.get_logger()


class Runner:
    """One table and its task."""

    def __init__(
        self, room: "Room", house: House, sheet: TableSheet, record: Record, owner: str = ""
    ) -> None:
        self.room, self.house, self.record = room, house, record
        self.name, self.owner = record.table.name, owner
        """The owner of a practice table, which is in no books; any other table has none."""
        self.director: Director | None = None
        """Of a table of a tournament: who says when it deals."""
        self.pledger = Pledger(self)
        self.ids: OrderedDict[tuple[str, str], None] = OrderedDict()
        self.begin_at = 0.0
        self.failures = 0
        """Turns in a row that could not be written."""
        self.outages = room.store.outages
        self.hands_ended = Pace()
        self.inbox: deque[Errand] = deque()
        self.bell = asyncio.Event()
        self.calm = asyncio.Lock()
        """Whoever looks holds it: all that the table shows then is in the books."""
        self.board, self.minder = Board(self, sheet), Minder(self)
        self.telling = Telling(self)

    @property
    def table(self) -> Table:
        """The table as all commands have left it."""
        return self.record.table

    @property
    def sheet(self) -> TableSheet:
        """The sheet that stands."""
        return self.board.sheet

    # The task.

    async def run(self) -> None:
        """Turn after turn, until the room stops or the table is closed for good."""
        while not (self.room.stopping.is_set() or self.board.gone):
            await self._rest()
            await self.room.store.here.wait()
            self.bell.clear()
            await self.turn()
            await asyncio.sleep(0)  # What was told leaves before the next turn is thought about.
            if self.failures:
                await asyncio.sleep(min(BACKOFF_MOST, BACKOFF_SECONDS * 2**self.failures))

    async def _rest(self) -> None:
        """Until somebody rings or time has something to do."""
        if not self.inbox:
            await self.room.clock.rest(self.bell, self.due())

    def due(self) -> float | None:
        """When this table has something to do by itself."""
        parts = self.minder, self.telling.crier, self.pledger, self.board
        times = [self.table.next_due(), *(part.due() for part in parts)]
        if self._wants_to_begin():
            times.append(self.begin_at)
        return min((at for at in times if at is not None), default=None)

    def put(self, errand: Errand) -> None:
        """Into the inbox, unless nobody could write it down."""
        if (no := self.board.refusal()) is not None:
            errand.reply(no)
            return
        self.inbox.append(errand)
        self.bell.set()

    def note(self, player: str, *, here: bool) -> None:
        """Somebody who sits here has lost their last connection, or is back."""
        self.put(Errand(commands.Here(player, here), "", "", unheard, self.room.clock.now()))

    def refuse_waiting(self) -> None:
        """The books have been out of reach for too long, or the table has gone."""
        while self.inbox:
            self.inbox.popleft().reply(self.board.refusal() or faults.away())

    async def ask(
        self,
        command: Command,
        *,
        player: str = "",
        action: str = "",
        preview: bool = False,
        duty: dict[str, Any] | None = None,
    ) -> Outcome:
        """Have a command done, and wait until it is in the books; `No` if it is refused."""
        if self.room.stopping.is_set():
            raise No("busy", "the room is closing")
        done: asyncio.Future[Outcome | No] = asyncio.get_running_loop().create_future()
        now, reply = self.room.clock.now(), unless_gone(done)
        self.put(Errand(command, player, action, reply, now, preview=preview, duty=duty))
        found = await done
        if isinstance(found, No):
            raise found
        return found

    async def turn(self) -> None:
        """Do what waits, write it, tell it."""
        async with self.calm:
            await self._turn()

    async def _turn(self) -> None:
        now = self.room.clock.now()
        step, before = Step(Batch(), self.record.seq + 1), self.record.point
        try:
            self._fill(step, now)
            await self._write(step.batch)
        except (No, Fault) as error:
            self.record = self.record.back(before)
            await self._undo(step, error)
        else:
            self.failures = 0
            self._publish(step)

    async def _write(self, batch: Batch) -> None:
        if self.owner:
            batch.end()  # Nothing of a practice table is kept.
        else:
            await self.room.store.commit(batch)

    def _fill(self, step: Step, now: float) -> None:
        """All that is to be done now, and what follows from it."""
        self._let_clocks_begin_anew(step, now)
        for _ in range(min(MOST_ERRANDS, len(self.inbox))):
            if step.replies and self._one_left():
                break  # A crowd's answers do not wait for its settlement.
            self._errand(self.inbox.popleft(), step, now)
        self._let_time_act(step, now)
        for act in () if step.ended else self.board.acts(now):
            if not self._quietly(act, step, now):
                self.board.refused(now)
        for command, player in self.minder.acts(step.batch, now):
            self._quietly(command, step, now, player)
        self._let_hand_begin(step, now)
        self._let_pledge(step, now)
        if step.ended or (self.table.hand is None and len(self.record.since) >= KEEP_AFTER):
            entries.keep(step.batch, self.record)

    def _one_left(self) -> bool:
        """Whether of a crowd a single seat has yet to answer: with that the hand may end."""
        ask = self.table.hand.ask if self.table.hand and self.table.audience.crowd else None
        return ask is not None and not ask.open and len(ask.options) == 1

    async def _undo(self, step: Step, error: No | Fault) -> None:
        """Nothing of a step is in the books: nobody hears of it, and the table is what they say."""
        log.error("not written", table=self.name, fault=getattr(error, "name", "fault"))
        self.failures += 1
        for key in step.taken:
            self.ids.pop(key, None)
        one = len(step.replies) == 1
        told = error if isinstance(error, No) and one else unwritten()
        for reply, outcome in step.replies:
            reply(outcome if isinstance(outcome, No) else told)
        step.batch.end(error)
        await self._read_again()
        self.minder.forget()

    async def _read_again(self) -> None:
        """The table as the books have it, as soon as they can be read."""
        while not self.room.stopping.is_set():
            await self.room.store.here.wait()
            try:
                found = await records.present(self.room.store, self.sheet, self.name)
            except No:
                await asyncio.sleep(BACKOFF_SECONDS)
            else:
                self.record = found.after(self.record)
                return

    # One command.

    def _errand(self, errand: Errand, step: Step, now: float) -> None:
        try:
            self._check(errand, step.batch)
            done = self._preview(errand.command, now) if errand.preview else None
            done = done or self.do(errand.command, step, now, errand.player, errand.action)
            if errand.duty is not None and not errand.preview:
                step.batch.add(schema.duties, **errand.duty)
            step.replies.append((errand.reply, done))
        except No as no:
            step.replies.append((errand.reply, no))
        except Refused as refused:
            step.replies.append((errand.reply, No.to(refused, self.house.money)))
        except Fault:  # The books cannot take it: the whole step is undone.
            step.replies.append((errand.reply, unwritten()))
            raise

    def _check(self, errand: Errand, batch: Batch) -> None:
        """Doubled, stale, late and unpaid things are refused by name."""
        key = errand.player, errand.action
        texts.check((errand.action, *(errand.duty or {}).values()))
        if errand.action and key in self.ids:
            raise No("doubled", "this action was taken already")
        table, command = self.table, errand.command
        if isinstance(command, commands.Decide):
            self._check_decision(errand)
        elif isinstance(command, commands.Sit) and not self.owner:
            self.room.funds.check(errand.player, command.buy_in, batch=batch)
        elif isinstance(command, commands.TopUp) and not self.owner:
            self.room.funds.check(errand.player, command.amount, besides=table, batch=batch)
        elif isinstance(command, commands.Correct):
            self.room.funds.check_debits(command.moves, batch)
        elif isinstance(command, commands.Contribute) and self.pledger.off:
            raise No("not_allowed", "hands are not pledged at this table")

    def _check_decision(self, errand: Errand) -> None:
        """Whether the question still stands; all else is the table's and the hand's to refuse."""
        table = self.table
        table.seating.seated(errand.player)
        if table.hand is None or errand.hand != table.deals:
            raise No("stale", "hand {number} is not in play", number=errand.hand)
        if errand.asks != table.asks:
            raise No("late", "the time for this decision is over")

    def _quietly(self, command: Command, step: Step, now: float, player: str = "") -> bool:
        """Something the room does by itself; a refusal is nobody's news."""
        try:
            self.do(command, step, now, player)
        except (No, Refused) as refused:  # Not in its own words: they may name a bot's cards.
            log.info("refused", table=self.name, act=commands.named(command), clause=refused.clause)
            return False
        return True

    def do(
        self, command: Command, step: Step, now: float, player: str = "", action: str = ""
    ) -> Outcome:
        """Do a command and put all that follows from it into the step."""
        try:
            done = self.record.do(command, now)
        except Refused:
            raise
        except Exception as error:  # noqa: BLE001 - our own fault, whatever it is.
            self._mend(command, step, now, error)
            raise No("not_allowed", "something went wrong: your action was not taken") from None
        if not self.owner:
            entries.book(self.room.books, step.batch, self.record, done, now)
        entries.journal(step.batch, self.record, command, now, player, action)
        entries.pledges(step.batch, self.record, done, now)
        if action:
            self._remember(player, action)
            step.taken.append((player, action))
        if self.table.tempo.all_ready and self.table.may_begin():
            self.begin_at = now
        step.news += done.news
        step.begun |= isinstance(command, commands.Begin)
        if done.ended:
            step.ended = True
            step.hands += entries.hand(step.batch, self.record, now)
            self.begin_at = now + self._pause()
        return Outcome(self.record.seq, self.table.seat_of(player), done.moves, done.news)

    def _pause(self) -> float:
        """Between hands; a person who waits for the bots' hand to end does not wait for it."""
        hand, room = self.table.newest, self.room
        part = self.table.tempo.pause(hand) if hand else 1.0
        return room.settings.pause_seconds * part * self.dealt_at * room.clock.speed

    @property
    def dealt_at(self) -> float:
        """The pace of its dealer, as a part of what is usual."""
        return FACTORS[self.sheet.pace]

    def _remember(self, player: str, action: str) -> None:
        self.ids[player, action] = None
        if len(self.ids) > self.most_ids:
            self.ids.popitem(last=False)

    @property
    def most_ids(self) -> int:
        """How many actions are remembered: a crowd's burst must not push out its own beginning."""
        return max(MOST_IDS, IDS_OF_SEAT * len(self.table.sitters))

    # Time.

    def _let_clocks_begin_anew(self, step: Step, now: float) -> None:
        """The books were out of reach for a while: nobody could answer."""
        if self.outages != self.room.store.outages:
            self.outages = self.room.store.outages
            if self.table.hand is not None:
                self._quietly(commands.Restart(), step, now)

    def _let_time_act(self, step: Step, now: float) -> None:
        due = self.table.next_due()
        if due is not None and due <= now:
            metrics.LATE.observe((now - due) / self.room.clock.speed)
            self._quietly(commands.Tick(), step, now)
            step.timed = self.table.hand is not None

    def _let_hand_begin(self, step: Step, now: float) -> None:
        """After the bots have seen to their chips and to people who wait."""
        due = self._wants_to_begin() and self.begin_at <= now and not step.ended
        if due and not self._begun(commands.Begin(self.pledger.seed()), step, now):
            self.begin_at = now + self.room.clock.speed

    def _let_pledge(self, step: Step, now: float) -> None:
        """Not in the turn of a hand's end, whose news must not wait for it."""
        act = None if step.ended else self.pledger.act()
        if act is not None and self._quietly(act, step, now):
            step.pledged = isinstance(act, commands.Pledge)
            self.begin_at = max(self.begin_at, now + self.pledger.patience())

    def _begun(self, command: Command, step: Step, now: float) -> bool:
        try:
            self.do(command, step, now)
        except (Refused, No):
            return False
        return True

    def _wants_to_begin(self) -> bool:
        return self.table.may_begin() and self.pledger.ready() and self.attended()

    def attended(self) -> bool:
        """Whether hands are dealt here: the room is open, and somebody is there for it."""
        room = self.room
        if room.stopping.is_set() or room.draining or self.board.moving:
            return False
        if self.director is not None:
            return self.director.usher.grants(self)
        return room.settings.bots_alone or self.board.closing is not None or self._company()

    def _company(self) -> bool:
        """Whether anybody but bots is here."""
        if self.telling.watchers:
            return True
        sitters = self.table.sitters.values()
        return any(not sitter.bot and sitter.away_since is None for sitter in sitters)

    # Mending.

    def _mend(self, command: Command, step: Step, now: float, error: Exception) -> None:
        """Undo a step that failed by our own fault: the hand is void, or the table pauses.

        It pauses where there is no hand, and where the hand cannot even be voided. Nothing of the
        failed step is told; the fault is logged without its words, which may name cards.
        """
        metrics.FAULTS.labels(catalogue.name(self.table.game)).inc()
        kind, act = type(error).__name__, commands.named(command)
        log.error("fault", table=self.name, act=act, fault=kind, hand=self.table.deals)
        self.record = self.record.again()
        if isinstance(command, commands.Pause):
            raise error
        why = "malfunction of the room (CH-33, BJ-36, CR-35)"
        if self.table.hand is not None and not isinstance(command, commands.Rule):
            ruling: Command = commands.Rule(Decision("void", by=ROOM, why=why))
        else:
            ruling = commands.Pause(ROOM, why)
        self._quietly(ruling, step, now)

    def _preview(self, command: Command, now: float) -> Outcome:
        """What a command would move; nothing is done."""
        seen = preview(self.record, command, now)
        return Outcome(self.record.seq, 0, seen.moves, [], seen.cut)

    # Telling.

    def _publish(self, step: Step) -> None:
        """Books first, then news."""
        now = self.room.clock.now()
        self.hands_ended.count(now, step.hands)
        metrics.HANDS.labels(catalogue.name(self.table.game)).inc(step.hands)
        if step.news or step.timed:
            self.telling.tell(step.first, step.news, now)
        else:
            self.telling.crier.totals(now)
        if step.pledged:
            self.telling.pledge()
        for reply, outcome in step.replies:
            if isinstance(outcome, No):
                metrics.REFUSALS.labels(outcome.name).inc()
            reply(outcome)
        self.minder.look(now)
        self.room.heard(self, step)

    def hand_seat(self, player: str) -> Seat:
        """Through which seat of the hand somebody looks; 0 is the public."""
        return self.record.owners.get(player, HOUSE)

    def pace(self, now: float) -> int:
        """Hands an hour."""
        return self.hands_ended.an_hour(now, self.room.clock.speed)

    def human_seats(self) -> Iterator[tuple[Seat, str]]:
        """The people who sit here, without the bots."""
        for seat, sitter in self.table.sitters.items():
            if not sitter.bot:
                yield seat, sitter.player
