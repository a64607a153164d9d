"""Locks on rows as PostgreSQL has them: four strengths, first come first served, and whoever closes
a circle is the victim.
"""

import asyncio
from collections.abc import Iterable
from typing import Final, Literal

Strength = Literal["key share", "share", "no key update", "update"]
Row = tuple[str, str]
Wanted = tuple[Row, Strength]

_AGAINST: Final[dict[Strength, frozenset[Strength]]] = {
    "key share": frozenset({"update"}),
    "share": frozenset({"no key update", "update"}),
    "no key update": frozenset({"share", "no key update", "update"}),
    "update": frozenset({"key share", "share", "no key update", "update"}),
}


class Deadlock(Exception):
    """Two wait for each other."""


class Locks:
    """Who holds which row, and who waits for it."""

    def __init__(self) -> None:
        self.held: dict[Row, dict[object, set[Strength]]] = {}
        self._queues: dict[Row, list[tuple[object, Strength, asyncio.Future[None]]]] = {}
        self._waits: dict[object, Row] = {}

    async def take(self, owner: object, wanted: Iterable[Wanted]) -> None:
        """One row after the other."""
        for row, strength in wanted:
            if self._free(owner, row, strength) and not self._queued_before(owner, row):
                self._give(owner, row, strength)
            else:
                await self._wait(owner, row, strength)

    def _free(self, owner: object, row: Row, strength: Strength) -> bool:
        against = _AGAINST[strength]
        others = (has for one, has in self.held.get(row, {}).items() if one is not owner)
        return not any(has & against for has in others)

    def _queued_before(self, owner: object, row: Row) -> bool:
        return bool(self._queues.get(row)) and owner not in self.held.get(row, {})

    def _give(self, owner: object, row: Row, strength: Strength) -> None:
        self.held.setdefault(row, {}).setdefault(owner, set()).add(strength)

    async def _wait(self, owner: object, row: Row, strength: Strength) -> None:
        if self._circle(owner, row):
            raise Deadlock(row)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = owner, strength, done
        self._queues.setdefault(row, []).append(entry)
        self._waits[owner] = row
        try:
            await done
        finally:
            self._waits.pop(owner, None)
            if entry in self._queues.get(row, ()):
                self._queues[row].remove(entry)
                self._look(row)

    def _circle(self, owner: object, row: Row) -> bool:
        """Whether somebody who holds the row waits, by whatever way, for this owner."""
        seen: set[Row] = set()
        rows = [row]
        while rows:
            at = rows.pop()
            if at in seen:
                continue
            seen.add(at)
            for holder in self.held.get(at, {}):
                if holder is owner and at != row:
                    return True
                if holder is not owner and holder in self._waits:
                    rows.append(self._waits[holder])
        return False

    def _look(self, row: Row) -> None:
        """Whoever is next may have come to its turn."""
        queue = self._queues.get(row, [])
        while queue and self._free(queue[0][0], row, queue[0][1]):
            owner, strength, done = queue.pop(0)
            if not done.done():
                self._give(owner, row, strength)
                done.set_result(None)
        if not queue:
            self._queues.pop(row, None)

    def release(self, owner: object) -> None:
        """All that somebody held."""
        rows = [row for row, holders in self.held.items() if owner in holders]
        for row in rows:
            del self.held[row][owner]
            if not self.held[row]:
                del self.held[row]
        for row in rows:
            self._look(row)
