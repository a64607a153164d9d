"""A node among others: it joins, renews, takes what is free, hands over what it is asked for.

Every table of the floor is leased by itself. All else that there is once in a room (people, the
cage, the staff's console, tournaments, private tables) is one more place, the *desk*: whoever
leases it opens it, and follows the journals of the tables that others run.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

import structlog
from sqlalchemy.exc import DBAPIError

import croupier
from croupier.core.felt import Fault
from croupier.room import ledger
from croupier.server import metrics
from croupier.server.books import holds, leases, sheets
from croupier.server.books.fence import DESK, Fence, unit
from croupier.server.books.leases import (
    BEAT,
    LAB,
    PATIENCE,
    TTL,
    Gone,
    Lease,
    Leases,
    Node,
    falls_to,
)
from croupier.server.books.store import Batch
from croupier.server.live import afar, mirror, recovery
from croupier.server.live.afar import Afar
from croupier.server.live.mirror import Mirror
from croupier.server.live.runner import Runner
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.room import Room

MOVED: Final = 1012
"""The code with which a line is closed whose table has moved: its client dials again at once."""
OLD_BEATS: Final = 30
WAIT_SECONDS: Final = 0.05
AWAY: Final = (OSError, DBAPIError, TimeoutError, No)
"""What a node meets when PostgreSQL is out of reach: it tries again."""

log = structlog.get_logger()


class Nodes:
    """What this node owns, and who else is there."""

    def __init__(self, room: "Room") -> None:
        self.room, self.mirror = room, Mirror(room)
        self.fence = Fence(leases.new_name(), self._lost, self._promised)
        self.address = ""
        """Where other nodes reach this one."""
        self.known: dict[str, Lease] = {}
        self.there: dict[str, Node] = {}
        self.desk = False
        """Whether this node is the desk."""
        self.leases: Leases
        self._bell = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._giving: set[str] = set()

    @property
    def node(self) -> str:
        """Its name."""
        return self.fence.node

    @property
    def fresh(self) -> bool:
        """Whether it may count on what it owns."""
        return self.leases.fresh

    @property
    def indoors(self) -> bool:
        """Whether nobody but other nodes comes in here."""
        return self.room.settings.role in ("pit", "lab")

    def owner(self, place: str) -> Node | None:
        """Who runs a table; what nobody has heard of is the desk's."""
        if place == LAB:
            labs = [one for one in self.there.values() if one.roles == "lab" and not one.draining]
            return labs[0] if labs else self.there.get(self.node)
        leased = self.known.get(unit(place))
        if leased is None or leased.closed:
            leased = self.known.get(DESK)
        return self.there.get(leased.node) if leased is not None else None

    # Life.

    async def open(self) -> None:
        """Join, and take what falls to this node, before anybody is let in."""
        room = self.room
        heard = {leases.BELL: self._bell.set, mirror.BELL: self.mirror.bell.set}
        self.leases = Leases(room.store.writer.engine, self.node, heard)
        await self.leases.join(self.address, room.settings.role, croupier.__version__)
        await self.leases.know([DESK])
        self._keep(self._renew, "renewals")
        await self._look()
        await self._settle_down()
        self._keep(self._take, "leases")
        self._keep(self._read, "board")
        log.info("joined", node=self.node, address=self.address, role=room.settings.role)

    async def _settle_down(self) -> None:
        """A node that starts alone has the desk and its tables before it lets anybody in."""
        await self._take_desk()
        await self._look()
        await self._take_tables()

    def _keep(self, task: Callable[[], Awaitable[None]], name: str) -> None:
        self._tasks.add(asyncio.create_task(self._guarded(task), name=name))

    async def _guarded(self, task: Callable[[], Awaitable[None]]) -> None:
        """A part of a node that cannot go on stops it: others take what it has."""
        try:
            await task()
        except Gone:
            log.error("lost its tables", node=self.node)  # noqa: TRY400
            self.room.fail(Fault("other nodes have declared this one gone: start it again"))
        except Exception as error:  # noqa: BLE001 - stop at once, whatever it is.
            log.error("node failed", node=self.node, fault=type(error).__name__)  # noqa: TRY400
            self.room.fail(error)

    async def _renew(self) -> None:
        """Every beat, and what has changed."""
        beats = 0
        while not self.room.stopping.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._bell.wait()
            self._bell.clear()
            try:
                async with asyncio.timeout(TTL / 2):
                    await self.leases.renew()
                    await self.leases.sweep()
                    await self._look()
                    beats += 1
                    if beats % OLD_BEATS == 0:
                        await self.mirror.forget()
            except AWAY as error:
                log.warning("not renewed", node=self.node, fault=type(error).__name__)
                await asyncio.sleep(WAIT_SECONDS)
                self._bell.set()  # Others count: a beat later it might be too late.

    async def _look(self) -> None:
        self.known, self.there = await self.leases.all()
        if self.leases.draining and not self.room.draining:
            self.room.leaving()

    async def _read(self) -> None:
        """What the others write."""
        while not self.room.stopping.is_set():
            self.mirror.bell.clear()
            with contextlib.suppress(*AWAY):
                await self.catch_up()
            with contextlib.suppress(TimeoutError):
                seconds = afar.FOLLOW_SECONDS if self.desk else mirror.POLL_SECONDS
                async with asyncio.timeout(seconds):
                    await self.mirror.bell.wait()

    async def catch_up(self) -> None:
        """Know whatever is in the books by now, as far as this node must know it."""
        await self.mirror.catch_up()
        if self.desk:
            await self._watch()
            await afar.follow(self.room)

    # Taking.

    async def _take(self) -> None:
        while not self.room.stopping.is_set():
            try:
                await self._give_back()
                await self._take_desk()
                await self._take_tables()
                await self._watch()
            except AWAY as error:
                log.warning("not taken", node=self.node, fault=type(error).__name__)
            await asyncio.sleep(WAIT_SECONDS)

    def _falls_here(self, lease: Lease) -> bool:
        if lease.node or lease.closed or self.room.draining:
            return False
        own = self.there.get(self.node)
        if own is None or not own.takes(lease):
            return False
        late = lease.free_seconds > PATIENCE and lease.epoch > 0
        return late or falls_to(lease, self.there.values()) == self.node

    async def own(self, place: str) -> bool:
        """Take a place if nobody has it; what is the desk's is ours with it."""
        if unit(place) == DESK != place:
            return self.desk
        await self.leases.know([place])
        epoch = await self.leases.take(place)
        if epoch:
            self.fence.epochs[place] = epoch
            metrics.HANDOVERS.inc()
            log.info("taken", place=place, epoch=epoch)
        return epoch > 0

    async def _take_desk(self) -> None:
        lease = self.known.get(DESK)
        if self.desk or lease is None or not self._falls_here(lease) or not await self.own(DESK):
            return
        room = self.room
        try:
            await room.load()
            self.desk = True
            await room.open_desk()
        except Exception as error:
            room.fail(error)  # Half a desk is none: another takes it.
            raise
        standing = [name for name in room.floor.standing if unit(name) != DESK]
        await self.leases.know(standing)
        await self.leases.only([DESK, *standing])

    async def _take_tables(self) -> None:
        for place, lease in list(self.known.items()):
            if place != DESK and self._falls_here(lease) and place not in self.fence.epochs:
                if await self.own(place):
                    await self._open_or_give_back(place)
            elif lease.node == self.node and lease.wanted not in ("", self.node):
                self._begin_to_give(place, lease.wanted)

    async def _open_or_give_back(self, place: str) -> None:
        try:
            await self._open(place)
        except Exception:
            epoch = self.fence.epochs.pop(place, 0)  # The fence may have turned us away already.
            self.room.runners.pop(place, None)
            await self.leases.give(place, epoch)
            raise

    async def _give_back(self) -> None:
        """What the books say is ours and we know nothing of: the answer to our taking it was lost,
        or we could not open it. Nobody else would ever take it.
        """
        for place, lease in list(self.known.items()):
            known = place in self.fence.epochs or place in self._giving
            if lease.node == self.node and not known:
                await self.leases.give(place, lease.epoch, lease.wanted)

    async def _open(self, place: str) -> None:
        """A table that is ours from now on, as its journal tells it."""
        room = self.room
        room.clock.not_before(await recovery.latest(room.store))
        room.runners.pop(place, None)
        runner = await room.floor.find(place)
        batch, names = Batch(), set[str]()
        async with room.store.engine.connect() as link:
            names = {*await holds.stale(link, place)}
        for name in names | {str(ledger.player(who)) for _, who in runner.human_seats()}:
            batch.settled[place, name] = self._promised(place, ledger.parse(name).owner)
        await room.store.commit(batch)
        room.floor.begin(runner)

    async def _watch(self) -> None:
        """The desk follows what others run."""
        room = self.room
        for place, lease in list(self.known.items()) if self.desk else ():
            far = place != DESK and place not in self.fence.epochs and not lease.closed
            if far and place not in room.runners:
                row = await sheets.last(room.store, place)
                house = room.houses.get(place.partition("/")[0])
                if row is not None and house is not None:
                    room.runners[place] = await afar.found(room, house, sheets.read(row), place)

    def _promised(self, place: str, player: str) -> int:
        """What a table will bring for a player when the hand is over."""
        runner = self.room.runners.get(place)
        seat = runner.table.seat_of(player) if runner else 0
        sitter = runner.table.sitters[seat] if runner and seat else None
        return sitter.top_up if sitter and not sitter.bot else 0

    # Giving.

    def _lost(self, places: set[str]) -> None:
        """The fence has turned us away: others own these now."""
        log.error("turned away", node=self.node, places=sorted(places)[:3])
        if DESK in places:
            self.room.fail(Fault("other nodes have declared this one gone: start it again"))
        for place in places:
            self.fence.epochs.pop(place, None)
            self._drop(place)

    def _drop(self, place: str) -> None:
        runner = self.room.runners.get(place)
        if runner is not None and not isinstance(runner, Afar):
            watchers = list(runner.telling.watchers)
            self.room.floor.end(runner)
            for watcher in watchers:
                watcher.close(MOVED)

    def _begin_to_give(self, place: str, to: str) -> None:
        taker = self.there.get(to)
        if place not in self._giving and taker is not None and taker.takes(self.known[place]):
            self._giving.add(place)
            self._keep(lambda: self._give_after_hand(place, to), f"give {place}")

    async def _give_after_hand(self, place: str, to: str) -> None:
        runner = self.room.runners.get(place)
        if runner is None:
            self._giving.discard(place)
            return
        runner.board.moving = True
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.room.settings.drain_seconds):
                    while runner.table.hand is not None:  # noqa: ASYNC110
                        await asyncio.sleep(WAIT_SECONDS)
            await self._give(runner, to)
        finally:
            self._giving.discard(place)

    async def _give(self, runner: Runner, to: str = "") -> None:
        """Stop after the last commit was answered, and let another take it."""
        async with runner.calm:
            epoch = self.fence.epochs.pop(runner.name, 0)
            self._drop(runner.name)
            with contextlib.suppress(*AWAY):  # Then it is given back as one that nobody runs.
                if epoch:
                    await self.leases.give(runner.name, epoch, to)
                    log.info("handed over", place=runner.name, epoch=epoch)

    async def closed(self, name: str) -> None:
        """A table is closed for good: nobody owns it any more."""
        runner = self.room.runners.get(name)
        if isinstance(runner, Afar):
            del self.room.runners[name]
        elif runner is None and self.fence.epochs.pop(name, 0):
            await self.leases.forget(name)

    async def drain(self) -> None:
        """Hand over table after table, between hands where that can be."""
        ends = asyncio.get_running_loop().time() + self.room.settings.drain_seconds
        await self.leases.drain(self.node)
        while own := [self.room.runners[p] for p in self.fence.epochs if p in self.room.runners]:
            late = asyncio.get_running_loop().time() > ends
            for runner in own:
                if late or runner.table.hand is None:
                    await self._give(runner)
            await asyncio.sleep(WAIT_SECONDS)

    async def close(self) -> None:
        """Every turn has ended: what is left is free, and this node is there no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*AWAY):
            async with asyncio.timeout(TTL):
                for place, epoch in list(self.fence.epochs.items()):
                    await self.leases.give(place, epoch)
                await self.leases.leave()
        await self.leases.hang_up()
