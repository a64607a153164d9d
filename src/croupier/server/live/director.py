"""The director of a tournament, as a task: commands and time in, books, moves and news out.

The tournament itself is pure (`croupier.room.tournament`); here it gets its clock and its chance.
What it says is in the books before anybody hears of it. Its usher sees to its tables.
"""

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, Final

import msgspec
import structlog

from croupier.core.asks import Refused
from croupier.core.felt import Fault
from croupier.houses import House
from croupier.room.tournament import commands as acts
from croupier.room.tournament.record import Done, Record
from croupier.room.tournament.tournament import Tournament
from croupier.server import metrics
from croupier.server.books import events, schema
from croupier.server.books.store import Batch
from croupier.server.live import programme
from croupier.server.live.announcing import Announcing
from croupier.server.live.errands import seed, unwritten
from croupier.server.live.stable import Stable
from croupier.server.live.ushering import Usher
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.room import Room

BACKOFF_SECONDS: Final = 0.1
BACKOFF_MOST: Final = 10.0
LINGER_SECONDS: Final = 90
"""How long the last table can still be looked at when all is over."""

log = structlog.get_logger()


class Wish(msgspec.Struct):
    """Something that somebody wants of a tournament."""

    command: acts.Command
    player: str
    action: str
    done: "asyncio.Future[None]"
    duty: dict[str, Any] | None = None


class Director:
    """One tournament and its task."""

    def __init__(self, room: "Room", house: House, record: Record, row: Any) -> None:
        self.room, self.house, self.record = room, house, record
        self.event_name, self.number = row.event, row.number
        self.announced_at, self.starts_at = row.at, row.starts_at
        self.failures = 0
        """Turns in a row that could not be written."""
        self.inbox: deque[Wish] = deque()
        self.bell = asyncio.Event()
        self.ids: set[tuple[str, str]] = set()
        self.over_at: float | None = None
        self.usher, self.stable = Usher(self), Stable(self)
        self.announcing = Announcing(self)

    @property
    def event(self) -> Tournament:
        """The tournament as all commands have left it."""
        return self.record.event

    @property
    def name(self) -> str:
        """As the books call it."""
        return self.event.name

    @property
    def live(self) -> bool:
        """Whether it is still open or running."""
        return self.event.state in events.LIVE

    # The task.

    async def run(self) -> None:
        """Turn after turn, until it is over and nobody needs to look any more."""
        while not self.room.stopping.is_set() and not self._forgotten():
            await self._rest()
            await self.room.store.here.wait()
            self.bell.clear()
            try:
                await self._turn()
            except (No, Fault) as error:
                self.failures += 1
                log.error("not written", tournament=self.name, fault=type(error).__name__)  # noqa: TRY400
                await asyncio.sleep(min(BACKOFF_MOST, BACKOFF_SECONDS * 2**self.failures))
            else:
                self.failures = 0
        self.refuse_waiting()

    def refuse_waiting(self) -> None:
        """Nobody is left to see to them."""
        while self.inbox:
            wish = self.inbox.popleft()
            if not wish.done.done():
                wish.done.set_exception(No("busy", "the room is closing"))

    async def _rest(self) -> None:
        """Until somebody wishes something or time has something to do."""
        if not self.inbox:
            await self.room.clock.rest(self.bell, self.due())

    def due(self) -> float | None:
        """When there is something to do without anybody's asking."""
        parts = self.usher, self.stable, self.announcing
        times = [self.event.next_due(), *(part.due() for part in parts)]
        if self.event.state == "open" and self.starts_at:
            times.append(self.starts_at)
        if self.over_at is not None:
            times.append(self.over_at + LINGER_SECONDS * self.room.clock.speed)
        return min((at for at in times if at is not None), default=None)

    def _forgotten(self) -> bool:
        if self.over_at is None:
            return False
        return self.room.clock.now() >= self.over_at + LINGER_SECONDS * self.room.clock.speed

    async def _turn(self) -> None:
        await self.usher.hear()
        await self.usher.look_around()
        while self.inbox:
            await self._grant_wish(self.inbox.popleft())
        await self._let_time_act()
        await self.stable.act()
        await self._start_if_due()
        await self.usher.seat()
        await self.usher.let_deal()
        self.announcing.tell()

    # Commands.

    async def ask(
        self, command: acts.Command, player: str = "", action: str = "",
        duty: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        """Have a command done, and wait until it is in the books; `No` if it is refused."""
        if self.room.stopping.is_set() or self._forgotten():
            raise No("busy", "the room is closing")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.inbox.append(Wish(command, player, action, done, duty))
        self.bell.set()
        await done

    async def _grant_wish(self, wish: Wish) -> None:
        key, error = (wish.player, wish.action), None
        try:
            if wish.action and key in self.ids:
                raise No("doubled", "this action was taken already")
            self._check_funds(wish.command)
            await self.do(wish.command, wish.player, wish.action, wish.duty)
        except Refused as refused:
            error = No.to(refused, self.house.money)
        except No as no:
            error = no
        except Fault:
            error = unwritten()
            raise
        finally:
            if not wish.done.done():
                wish.done.set_exception(error) if error else wish.done.set_result(None)

    def _check_funds(self, command: acts.Command) -> None:
        """Nobody buys what they cannot pay."""
        price = acts.price(command, self.event.sheet)
        if price:
            self.room.funds.check(str(getattr(command, "player", "")), price)

    async def do(
        self, command: acts.Command, player: str = "", action: str = "",
        duty: dict[str, Any] | None = None, batch: Batch | None = None,
    ) -> None:  # fmt: skip
        """Do a command and write what follows from it; then it is told. `Refused`: nothing."""
        room, now, state = self.room, self.room.clock.now(), self.event.state
        batch = batch or Batch()
        done = await self._done(command, now)
        first = self.record.posted - len(done.moves) + 1
        try:
            for at, move in enumerate(done.moves):
                room.books.post(batch, move, f"{self.name}#{first + at}", now, self.name, 0)
            said = msgspec.json.encode(command)
            who = {"player": player, "action": action}
            no = self.record.acts
            batch.add(schema.acts, place=self.name, no=no, at=now, command=said, **who)
            if duty is not None:
                batch.add(schema.duties, **duty)
            if self.event.state != state:
                self.keep(batch)
            await room.store.commit(batch)
        except BaseException as error:
            batch.end(error)
            await self._read_again()
            raise
        metrics.count(str(command.__struct_config__.tag))
        if action:
            self.ids.add((player, action))
        room.tell_balances(batch)
        self.announcing.heard(done.notices)
        if self.event.state != state:
            self._changed(now)

    async def _done(self, command: acts.Command, now: float) -> Done:
        try:
            return self.record.do(command, now)
        except Refused:
            raise
        except Exception as error:  # noqa: BLE001 - our own fault, whatever it is.
            word = str(command.__struct_config__.tag)
            log.error("fault", tournament=self.name, act=word, fault=type(error).__name__)  # noqa: TRY400
            await self._read_again()
            raise No("not_allowed", "something went wrong: your action was not taken") from None

    def keep(self, batch: Batch) -> None:
        """The row of the tournament as it is now."""
        events.keep(
            batch,
            self.event_name,
            self.number,
            at=self.announced_at,
            starts_at=self.starts_at,
            state=self.event.state,
            sheet=msgspec.json.encode(self.event.sheet),
        )

    def _changed(self, now: float) -> None:
        log.info("tournament", name=self.name, state=self.event.state)
        if not self.live:
            self.over_at = now
        self.room.tournaments.follow(self)

    async def _read_again(self) -> None:
        """The tournament as the books have it, as soon as they can be read."""
        while not self.room.stopping.is_set():
            await self.room.store.here.wait()
            try:
                sheet = self.event.sheet
                self.record = await events.record(self.room.store, self.name, sheet)
            except No:
                await asyncio.sleep(BACKOFF_SECONDS)
            else:
                return

    # Time.

    async def _let_time_act(self) -> None:
        due = self.event.next_due()
        if due is not None and due <= self.room.clock.now():
            await self.do(acts.Tick(seed()))

    async def _start_if_due(self) -> None:
        """A sit-and-go starts when enough have entered; a scheduled one when its time has come."""
        event, now = self.event, self.room.clock.now()
        if event.state != "open" or (self.starts_at and now < self.starts_at):
            return
        await self.stable.act()  # It may have struck since they looked.
        if len(event.entrants) >= event.sheet.entrants_min:
            await self.do(acts.Start(seed()))
        elif self.starts_at and (event.entrants or not self._later(now)):
            await self.do(acts.Cancel("room", "too few players have entered"))
        elif self.starts_at:
            self.starts_at, batch = self._later(now), Batch()  # Nobody has entered: another time.
            self.keep(batch)
            await self.room.store.commit(batch)

    def _later(self, now: float) -> float:
        return programme.next_start(self.event.sheet.starts, now)
