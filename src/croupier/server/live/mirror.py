"""What other nodes have changed, as far as this one keeps it in memory.

The database posts every change of people, sessions, accounts, tastes, locks, sheets and the floor
(`board`, by triggers) and rings. What is posted is a name, not a value: the row itself is read, so
that the order in which changes are heard of does not matter. A bell may be lost; the board is also
read by itself. Rows are found by time and not by number: a lower number may be seen later.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

import msgspec
import sqlalchemy as sa

from croupier.room import ledger
from croupier.server.books import schema, sheets
from croupier.server.books.writer import MARK
from croupier.server.live import wire
from croupier.server.live.board import Closing
from croupier.server.people.sessions import Session
from croupier.server.people.tastes import Tastes

if TYPE_CHECKING:
    from croupier.server.live.room import Room

BELL: Final = "croupier_board"
POLL_SECONDS: Final = 1.0
WINDOW_SECONDS: Final = 10
KEPT_SECONDS: Final = 60
MARKS_SECONDS: Final = 3600

_NEW: Final = sa.text(
    "SELECT no, kind, key FROM board WHERE at > clock_timestamp() - make_interval(secs => :window)"
)
_OLD: Final = sa.text(
    "DELETE FROM board WHERE at < clock_timestamp() - make_interval(secs => :kept)"
)
_MARKS: Final = sa.text(
    "DELETE FROM facts f USING nodes n WHERE f.name = CAST(:mark AS text) || n.node AND n.gone"
    " AND n.until < clock_timestamp() - make_interval(secs => :kept)"
)


class Mirror:
    """Keeps a node's memory true."""

    def __init__(self, room: "Room") -> None:
        self.room, self.bell = room, asyncio.Event()
        self._seen: set[int] = set()
        self._one = asyncio.Lock()
        self._kinds: dict[str, Callable[[list[str]], Awaitable[None]]] = {
            "people": self._people,
            "sessions": self._sessions,
            "devices": self._devices,
            "accounts": self._accounts,
            "tastes": self._tastes,
            "facts": self._locks,
            "sheets": self._sheets,
            "floor": self._floor,
        }

    async def catch_up(self) -> None:
        """Read what was posted since; whatever was written before this call is known after it."""
        async with self._one:
            rows = await self.room.store.rows(_NEW.bindparams(window=WINDOW_SECONDS))
            news: dict[str, set[str]] = {}
            for row in rows:
                if row.no not in self._seen:
                    news.setdefault(row.kind, set()).add(row.key)
            for kind, keys in news.items():
                await self._kinds[kind](sorted(keys))
            self._seen = {row.no for row in rows}

    async def forget(self) -> None:
        """What everybody has read is not kept, nor the marks of those who are long gone."""
        async with self.room.store.engine.begin() as link:
            await link.execute(_OLD.bindparams(kept=KEPT_SECONDS))
            await link.execute(_MARKS.bindparams(mark=MARK, kept=MARKS_SECONDS))

    async def _people(self, keys: list[str]) -> None:
        await self.room.people.load(schema.people.c.player.in_(keys))

    async def _sessions(self, keys: list[str]) -> None:
        s, sessions = schema.sessions, self.room.sessions
        for row in await self.room.store.rows(sa.select(s).where(s.c.id.in_(keys))):
            if row.revoked_at:
                sessions.open.pop(row.id, None)
                self.room.hang_up(row.id)
            else:
                found = Session(row.id, row.player, row.opened_at, row.device, row.agent)
                sessions.open[row.id] = found

    async def _devices(self, keys: list[str]) -> None:
        d = schema.devices
        for row in await self.room.store.rows(sa.select(d).where(d.c.id.in_(keys))):
            self.room.sessions.devices.setdefault(row.id, set()).add(row.player)

    async def _accounts(self, keys: list[str]) -> None:
        room, a = self.room, schema.accounts
        for row in await room.store.rows(sa.select(a).where(a.c.name.in_(keys))):
            account = ledger.parse(row.name)
            if room.books.balances.get(account) != row.balance:
                room.books.balances[account] = row.balance
                if account.kind == "player":
                    room.to(account.owner, wire.Balance(row.balance))

    async def _tastes(self, keys: list[str]) -> None:
        t = schema.tastes
        for row in await self.room.store.rows(sa.select(t).where(t.c.player.in_(keys))):
            self.room.tastes.of[row.player] = msgspec.json.decode(row.body, type=Tastes)

    async def _locks(self, _: list[str]) -> None:
        await self.room.locks.load(self.room.store)

    async def _sheets(self, keys: list[str]) -> None:
        """Another version: whoever runs the table lets it stand, whoever watches knows it."""
        for name in keys:
            runner = self.room.runners.get(name)
            last = await sheets.last(self.room.store, name)
            if runner is not None and last.version not in runner.board.posted:
                runner.board.post(sheets.read(last))

    async def _floor(self, keys: list[str]) -> None:
        states = await sheets.states(self.room.store)
        for name in keys:
            runner, row = self.room.runners.get(name), states[name]
            if runner is not None and row.state == "closing" and runner.board.closing is None:
                by = self.room.people.name_of(row.by) or row.by
                runner.board.close(Closing(by, row.why))
            if row.state == "closed" and self.room.nodes is not None:
                await self.room.nodes.closed(name)
