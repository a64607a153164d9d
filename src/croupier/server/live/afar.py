"""Tables that other nodes run, as the desk sees them: their journals are followed, act by act.

A table is a pure function of its journal, so whoever reads the journal has the table: the lobby,
the floor, the cashier and the audit of a person's seats look at it like at any other. What somebody
wants of it goes to the node that runs it.
"""

import asyncio
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa
import structlog

from croupier.core.asks import Refused
from croupier.core.felt import Fault
from croupier.houses import House, TableSheet
from croupier.room.acts import Command
from croupier.server.books import records, schema
from croupier.server.live.errands import Errand, Outcome
from croupier.server.live.runner import KEEP_AFTER, Runner

if TYPE_CHECKING:
    from croupier.server.live.room import Room

FOLLOW_SECONDS: Final = 0.5

_NEW: Final = sa.text(
    "SELECT a.place, a.no, a.at, a.command"
    " FROM unnest(CAST(:places AS text[]), CAST(:nos AS bigint[])) AS k(place, no)"
    " JOIN acts a ON a.place = k.place AND a.no > k.no ORDER BY a.place, a.no"
).columns(*(schema.acts.c[name] for name in ("place", "no", "at", "command")))

log = structlog.get_logger()


class Afar(Runner):
    """One table that another node runs."""

    async def run(self) -> None:
        """Another does."""

    def put(self, errand: Errand) -> None:
        """Who is here, its own node sees."""

    async def ask(self, command: Command, **how: Any) -> Outcome:
        """Have the node that runs it do a command."""
        return await self.room.forward.ask(self.name, command, **how)

    def follow(self, rows: list[Any]) -> None:
        """What was done there since."""
        for row in rows:
            if row.no == self.record.acts + 1:
                self.record.do(records.command(row), row.at)
        if self.table.hand is None and len(self.record.since) >= KEEP_AFTER:
            self.record.keep()


async def found(room: "Room", house: House, sheet: TableSheet, name: str) -> Afar:
    """A table as its journal tells it now."""
    record = await records.kept_record(room.store, sheet, name)
    records.replay(record, await records.acts_since(room.store, record))
    return Afar(room, house, sheet, record)


async def follow(room: "Room") -> None:
    """All of them, as far as they have come."""
    watched = {n: one for n, one in room.runners.items() if isinstance(one, Afar)}
    if not watched:
        return
    known = {"places": [*watched], "nos": [one.record.acts for one in watched.values()]}
    new: dict[str, list[Any]] = {}
    for row in await room.store.rows(_NEW.bindparams(**known)):
        new.setdefault(row.place, []).append(row)
    for name, rows in new.items():
        try:
            watched[name].follow(rows)
        except (Fault, Refused) as error:  # Begun anew by another version: read as a whole.
            log.warning("followed anew", table=name, fault=type(error).__name__)
            one = watched[name]
            room.runners[name] = await found(room, one.house, one.sheet, name)
        await asyncio.sleep(0)
