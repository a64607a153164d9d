"""All tournaments of a room: announced by the houses' sheets, directed, and found again."""

import asyncio
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
import structlog
from msgspec import Struct

from croupier.houses import House
from croupier.room import ledger
from croupier.room.tournament import commands as acts
from croupier.room.tournament.record import Record
from croupier.server.books import events, schema
from croupier.server.books.balances import flows, sums, touching
from croupier.server.books.store import Batch
from croupier.server.live import programme
from croupier.server.live.director import Director
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.room import Room

log = structlog.get_logger()


def unknown(name: str) -> No:
    """Nobody knows such a tournament."""
    return No(
        "not_found", "there is no tournament {NAME}: GET /api/tournaments lists them", NAME=name
    )


class Announced(Struct):
    """A tournament as its row has it."""

    event: str
    number: int
    at: float
    starts_at: float


class Tournaments:
    """The directors of a room, by the names of their tournaments."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.directors: dict[str, Director] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._following: set[asyncio.Task[None]] = set()

    def of(self, name: str) -> Director:
        """A tournament by its name."""
        found = self.directors.get(name)
        if found is None:
            raise unknown(name)
        return found

    async def row(self, name: str) -> Any:
        """A tournament as the books have it, also one of long ago."""
        c = schema.tournaments.c
        row = await self.room.store.row(sa.select(schema.tournaments).where(c.name == name))
        if row is None:
            raise unknown(name)
        return row

    async def recalled(self, name: str) -> Director:
        """A tournament by its name; one that is long over as its journal tells it."""
        if name in self.directors:
            return self.directors[name]
        row = await self.row(name)
        house = self.room.houses.get(row.event.partition("/")[0])
        if house is None:
            raise unknown(name)
        record = await events.record(self.room.store, name, events.sheet_of(row))
        return Director(self.room, house, record, row)

    def entered(self, player: str) -> list[str]:
        """The tournaments that somebody is in."""
        return [
            name
            for name, director in self.directors.items()
            if director.live and player in {one.player for one in director.event.alive()}
        ]

    # Opening.

    async def load(self, down: float) -> None:
        """Those of the books that go on, or whose chips still lie about."""
        c = schema.tournaments.c
        left = {a.owner for a, n in (await self._minted()).items() if n}
        wanted = sa.or_(c.state.in_(events.LIVE), c.name.in_(left))
        query = sa.select(schema.tournaments).where(wanted)
        for row in await self.room.store.rows(query.order_by(c.at)):
            house = self.room.houses.get(row.event.partition("/")[0])
            if house is None:
                log.warning("a tournament of the books is in no house", tournament=row.name)
                continue
            record = await events.record(self.room.store, row.name, events.sheet_of(row))
            director = Director(self.room, house, record, row)
            director.ids = {
                (act.player, act.action)
                for act in await events.acts(self.room.store, row.name)
                if act.action
            }
            self.directors[row.name] = director
            await director.usher.find_again(down)
            if not director.live:
                director.over_at = self.room.clock.now()

    async def _minted(self) -> dict[ledger.Account, int]:
        found = sums(await flows(self.room.store, touching(ledger.head("mint"))))
        return {account: n for account, n in found.items() if account.kind == "mint"}

    async def open(self) -> None:
        """Let all run, and announce what the sheets say."""
        for director in list(self.directors.values()):
            self._let_direct(director)
        for house in self.room.houses.values():
            for key in house.tournaments:
                await self._announce(house, key)

    def opened(self, event: str) -> Director | None:
        """The tournament of an event that is open and has not started."""
        found = (d for d in self.directors.values() if d.event_name == event)
        return next((one for one in found if one.event.state == "open"), None)

    async def announce_anew(self, house: House, key: str) -> None:
        """The sheet of an event has changed, or it is held no more. A tournament that somebody has
        entered is played as it was announced; the sheet stands from the next on.
        """
        open_ = self.opened(f"{house.name}/{key}")
        if open_ is not None and not open_.event.entrants:
            await open_.ask(acts.Cancel("room", "the sheet has changed"))
        elif open_ is None and key in house.tournaments:
            await self._announce(house, key)

    async def _announce(self, house: House, key: str) -> None:
        """The next tournament of an event, unless one is open already."""
        room, event, sheet = self.room, f"{house.name}/{key}", house.tournaments[key]
        if self.opened(event) is not None:
            return
        now = room.clock.now()
        starts_at = programme.next_start(sheet.starts, now) if sheet.starts else 0.0
        if sheet.starts and not starts_at:
            return  # Its day is over.
        c = schema.tournaments.c
        last = await room.store.row(sa.select(sa.func.max(c.number)).where(c.event == event))
        row = Announced(event, (last[0] or 0) + 1, now, starts_at)
        record = Record(events.name_of(event, row.number), sheet)
        director, batch = Director(room, house, record, row), Batch()
        director.keep(batch)
        await room.store.commit(batch)
        self.directors[director.name] = director
        self._let_direct(director)

    # Running.

    def _let_direct(self, director: Director) -> None:
        task = asyncio.create_task(self._direct(director), name=director.name)
        self._tasks[director.name] = task

    async def _direct(self, director: Director) -> None:
        """Until it is over; a director who cannot go on stops the room, as a table does."""
        try:
            director.bell.set()
            await director.run()
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # noqa: BLE001 - stop at once, whatever it is.
            fault = type(error).__name__
            log.error("director failed", tournament=director.name, fault=fault)  # noqa: TRY400
            self.room.fail(error)
        else:
            if not self.room.stopping.is_set():
                director.usher.close()
                self.directors.pop(director.name, None)
        finally:
            self._tasks.pop(director.name, None)

    def follow(self, director: Director) -> None:
        """One has started or is over: the next of its event is announced."""
        key = director.event_name.partition("/")[2]
        if key in director.house.tournaments and not self.room.stopping.is_set():
            task = asyncio.create_task(self._announce(director.house, key))
            self._following.add(task)
            task.add_done_callback(self._following.discard)

    async def close(self) -> None:
        """Let go of all; what is in the books is found again."""
        tasks = [*self._tasks.values(), *self._following]
        for name, task in list(self._tasks.items()):
            self.directors[name].refuse_waiting()
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
