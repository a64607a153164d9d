"""The floor: the tables that stand in the room, opened, changed and closed while it runs.

Every table has a sheet, and every version of it is in the books: those that a house's file prints,
and those that the staff writes. A file is read at the start; it is a new version where it is not
what it was when it was last read, and else the last version stands, whoever wrote it.
"""

import asyncio
import re
from typing import TYPE_CHECKING, Any, Final

import structlog
from msgspec.structs import replace

from croupier.houses import NAME, TableSheet
from croupier.room import commands
from croupier.server.books import schema, sheets
from croupier.server.books.fence import DESK, unit
from croupier.server.books.store import Batch
from croupier.server.live import entries, recovery
from croupier.server.live.board import ROOM, Closing
from croupier.server.live.houses import unchanged
from croupier.server.live.runner import Runner
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.room import Room

MOST: Final = 1000
"""Tables in one room."""

log = structlog.get_logger()


class Floor:
    """All tables of a room and their tasks; those of tournaments run here too."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.standing: set[str] = set()
        """The tables that stood when the room was opened."""

    # Opening the room.

    async def load(self) -> None:
        """The tables that stand, by the last version of each sheet."""
        store, batch = self.room.store, Batch()
        newest = await sheets.newest(store)
        filed = await sheets.newest(store, schema.sheets.c.source == "file")
        states = await sheets.states(store)
        printed = {
            f"{house.name}/{sheet.name}": sheet
            for house in self.room.houses.values()
            for sheet in house.tables.values()
        }
        standing = dict[str, TableSheet]()
        for name, sheet in printed.items():
            standing[name] = self._from_file(batch, name, sheet, newest.get(name), filed.get(name))
            if name not in states:
                self._stand(batch, name, "open", ROOM, "printed in the house's file")
        readable = sheets.readable(newest)
        for name in sorted(readable.keys() - filed.keys() - printed.keys()):
            if name.partition("/")[0] in self.room.houses:
                standing[name] = readable[name]
        await store.commit(batch)
        for name, sheet in standing.items():
            row = states.get(name)
            if row is None or row.state in sheets.STANDING:
                self.standing.add(name)
                if self.room.nodes is None or unit(name) == DESK:
                    await self._find(name, sheet, row)

    async def find(self, name: str) -> Runner:
        """One table that stands, by the last version of its sheet, whoever wrote it."""
        await self.room.estate.look()
        row = (await sheets.states(self.room.store)).get(name)
        return await self._find(name, sheets.read(await sheets.last(self.room.store, name)), row)

    def _from_file(
        self, batch: Batch, name: str, sheet: TableSheet, newest: Any, filed: Any
    ) -> TableSheet:
        """A file that is not what it was is a new version; else the last one stands."""
        if filed is not None and sheets.says(filed, sheet):
            stands = sheets.readable({name: newest}).get(name)
            return stands or replace(sheet, version=newest.version)
        sheet = replace(sheet, version=newest.version + 1 if newest else 1)
        said = "read from the house's file" if filed is None else "the house's file has changed"
        self._write(batch, name, sheet, "file", ROOM, said)
        return sheet

    async def _find(self, name: str, sheet: TableSheet, row: Any = None) -> Runner:
        """A table as its journal tells it, by the version that stands there."""
        store, house = self.room.store, self.room.houses[name.partition("/")[0]]
        runner = await recovery.runner(self.room, house, sheet, name)
        if runner.table.version not in (0, sheet.version):
            runner.board.post(sheets.read(await sheets.version(store, name, runner.table.version)))
        if runner.record.acts == 0:  # Another version may come before it is kept otherwise.
            batch = Batch()
            entries.keep(batch, runner.record)
            await store.commit(batch)
        if row is not None and row.state == "closing":
            runner.board.close(Closing(self._named(row.by), row.why))
        self.room.runners[name] = runner
        return runner

    def open(self) -> None:
        """Let all run that were found."""
        for runner in self.room.runners.values():
            self.begin(runner)

    def begin(self, runner: Runner) -> None:
        """Let one run: nobody who sits there has said yet that they are here."""
        for _, player in runner.human_seats():
            runner.note(player, here=player in self.room.connections)
        self.let_run(runner)

    # Running.

    def let_run(self, runner: Runner) -> None:
        """A table that is there from now on."""
        self.room.runners[runner.name] = runner
        self.room.store.stalls.append(runner.refuse_waiting)
        self._tasks[runner.name] = asyncio.create_task(self._run(runner), name=runner.name)

    async def _run(self, runner: Runner) -> None:
        """Until the room stops, or the table is closed for good and the books say so."""
        await self.room.run(runner)
        while runner.board.closing is not None and not self.room.stopping.is_set():
            await self.room.store.here.wait()
            batch, closing = Batch(), runner.board.closing
            self._stand(batch, runner.name, "closed", closing.by, closing.why)
            try:
                await self.room.store.commit(batch)
            except No:
                await asyncio.sleep(1)
            else:
                self._tasks.pop(runner.name)
                self.end(runner)
                return

    def end(self, runner: Runner) -> None:
        """Nobody sits at it any more."""
        self.room.runners.pop(runner.name, None)
        self.room.store.stalls.remove(runner.refuse_waiting)
        runner.board.ended = True
        runner.refuse_waiting()
        if (task := self._tasks.pop(runner.name, None)) is not None:
            task.cancel()

    async def close(self) -> None:
        """The room stops: wait for the last turn of each."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    # While the room runs.

    async def open_table(
        self, house: str, sheet: TableSheet, *, by: str, why: str, batch: Batch | None = None
    ) -> Runner:
        """A table that stands from now on, or again; `batch` is written with it."""
        name = f"{house}/{sheet.name}"
        async with self.room.lock("floor"):
            self._check_new(house, sheet.name)
            batch, last = batch or Batch(), await sheets.last(self.room.store, name)
            sheet = self._next(batch, name, sheet, last, by, why)
            self._stand(batch, name, "open", by, why)
            await self.room.store.commit(batch)
            if self.room.nodes is not None:
                await self.room.nodes.own(name)
            runner = await self._find(name, sheet)
            self.let_run(runner)
        if runner.table.closed:
            await runner.ask(commands.Open(self._named(by), why))
        log.info("table opened", table=name, version=sheet.version)
        return runner

    def _check_new(self, house: str, key: str) -> None:
        room, name = self.room, f"{house}/{key}"
        if house not in room.houses:
            why = "there is no house {HOUSE}: the houses are {HOUSES}"
            raise No("not_found", why, HOUSE=house, HOUSES=", ".join(room.houses))
        if not re.match(NAME, key):
            why = "a table's name has 1 to 40 letters, digits and hyphens"
            raise No("malformed", why)
        if name in room.runners:
            raise No("taken", "table {TABLE} is open already", TABLE=name)
        if len(room.runners) >= MOST:
            raise No("limit", "at most {number} {number|table|tables} in a room", number=MOST)

    def _next(
        self, batch: Batch, name: str, sheet: TableSheet, last: Any, by: str, why: str
    ) -> TableSheet:
        """The sheet as its next version, or as the last where it says the same."""
        sheet = replace(sheet, version=last.version if last else 0)
        if last is not None and sheets.says(last, sheet):
            return sheet
        sheet = replace(sheet, version=sheet.version + 1)
        self._write(batch, name, sheet, "staff", by, why)
        return sheet

    async def change_table(
        self, name: str, sheet: TableSheet, *, by: str, why: str,
        since: int = 0, batch: Batch | None = None,
    ) -> TableSheet:  # fmt: skip
        """Another version of a table's sheet. It stands between hands; where it changes the rules,
        when nobody sits by the old ones any more (TH-04).
        """
        async with self.room.lock("floor"):
            runner = self._own(name)
            if sheet.game is not runner.table.game:
                raise No("not_allowed", "a table keeps its game: open another for a new one")
            last = await sheets.last(self.room.store, name)
            unchanged(self.room, last, since)
            batch, had = batch or Batch(), last.version
            sheet = self._next(batch, name, sheet, last, by, why)
            if sheet.version == had:
                raise No("not_allowed", "nothing would change: the sheet says so already")
            await self.room.store.commit(batch)
            runner.board.post(sheet)
        log.info("sheet changed", table=name, version=sheet.version)
        return sheet

    async def close_table(
        self, name: str, *, by: str, why: str, batch: Batch | None = None
    ) -> Runner:
        """No more hands after the one in play: everybody gets their chips, and the table goes."""
        async with self.room.lock("floor"):
            runner = self._own(name)
            if runner.table.paused_since is not None:
                raise No("paused", "the table is paused: resume it first, then close it")
            batch = batch or Batch()
            self._stand(batch, name, "closing", by, why)
            await self.room.store.commit(batch)
            runner.board.close(Closing(self._named(by), why))
        log.info("table closing", table=name)
        return runner

    def _own(self, name: str) -> Runner:
        """A table of the floor that stays."""
        runner = self.room.runner(name)
        if runner.director is not None:
            raise No("not_allowed", "the director opens and closes the tables of a tournament")
        if runner.board.closing is not None:
            raise No("closed", "table {TABLE} is closing already", TABLE=name)
        return runner

    def _named(self, by: str) -> str:
        """As the table is told who it was."""
        return self.room.people.name_of(by) or by

    # Writing.

    def _write(
        self, batch: Batch, name: str, sheet: TableSheet, source: str, by: str, why: str
    ) -> None:
        at = self.room.clock.now()
        sheets.keep(batch, name, sheet, source=source, at=at, by=by, why=why)

    def _stand(self, batch: Batch, name: str, state: str, by: str, why: str) -> None:
        at = self.room.clock.now()
        batch.add(schema.floor, name=name, state=state, at=at, by=by, why=why)
