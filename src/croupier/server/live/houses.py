"""The houses of a room: those of its files, and those that the staff has founded while it ran.

What a house says of itself and its tournaments is a sheet like that of a table, and every version
of it is in the books under the name of the house. A file that has changed is a new version; else
the last one stands, whoever wrote it.
"""

import re
from typing import TYPE_CHECKING, Any, Final

import structlog
from msgspec.structs import replace

from croupier import houses
from croupier.houses import NAME, House, TableSheet
from croupier.houses.tournaments import Sheet
from croupier.server.books import schema, sheets
from croupier.server.books.store import Batch
from croupier.server.live.board import ROOM
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.director import Director
    from croupier.server.live.room import Room
    from croupier.server.live.runner import Runner

MOST: Final = 50
"""Houses in one room."""
EVENTS: Final = 100
"""Tournaments that one house may announce."""

OF_HOUSES: Final = schema.sheets.c.place.not_like("%/%")

log = structlog.get_logger()


class Houses:
    """The sheets of the houses themselves."""

    def __init__(self, room: "Room") -> None:
        self.room = room

    async def load(self) -> None:
        """The houses as their last versions have them."""
        store, batch, found = self.room.store, Batch(), dict[str, House]()
        newest = await sheets.newest(store, OF_HOUSES)
        filed = await sheets.newest(store, OF_HOUSES, schema.sheets.c.source == "file")
        for house in self.room.houses.values():
            last = newest.get(house.name)
            if house.name in filed and sheets.is_head(filed[house.name], house):
                found[house.name] = sheets.headed(house, last)
            else:
                found[house.name] = house
                self._write(batch, house, last, "file", ROOM, "read from the house's file")
        for name in sorted(newest.keys() - filed.keys() - found.keys()):
            found[name] = sheets.headed(House(name, "", "", "", {}), newest[name])
        await store.commit(batch)
        self.room.houses = found

    async def look(self) -> None:
        """The houses as the books have them: another node may have founded or changed them."""
        known = self.room.houses
        for name, row in (await sheets.newest(self.room.store, OF_HOUSES)).items():
            known[name] = sheets.headed(known.get(name) or House(name, "", "", "", {}), row)

    def patterns(self, name: str) -> dict[str, TableSheet]:
        """The tables of a house that a host's may begin as: of its file, and those that stand."""
        own = [
            runner.board.newest
            for runner in self.room.runners.values()
            if runner.house.name == name and runner.director is None
        ]
        return self.room.houses[name].tables | {one.name: one for one in own if not one.host}

    # While the room runs.

    async def take(
        self, house: House, *, by: str, why: str, since: int = 0, batch: Batch | None = None
    ) -> House:
        """A house as it is from now on: founded, or with another title or other tournaments."""
        room, batch = self.room, batch or Batch()
        async with room.lock("floor"):
            last = await sheets.last(room.store, house.name)
            unchanged(room, last, since)
            old = room.houses.get(house.name)
            self._check(house, old)
            self._write(batch, house, last, "staff", by, why)
            await room.store.commit(batch)
            room.houses[house.name] = house = replace(house, tables=old.tables if old else {})
        held: list[Runner | Director] = [*room.runners.values()]
        for one in (*held, *room.tournaments.directors.values()):
            if one.house.name == house.name:
                one.house = house
        for key in sorted({*house.tournaments, *(old.tournaments if old else ())}):
            if old is None or old.tournaments.get(key) != house.tournaments.get(key):
                await room.tournaments.announce_anew(house, key)
        log.info("house changed", house=house.name)
        return house

    def _check(self, house: House, old: House | None) -> None:
        if old is not None and old.currency != house.currency:
            raise No("not_allowed", "a house keeps its currency: open another for a new one")
        if old is None and not re.match(NAME, house.name):
            raise No("malformed", "a house's name has 1 to 40 letters, digits and hyphens")
        if old is None and len(self.room.houses) >= MOST:
            raise No("limit", "at most {number} {number|house|houses} in a room", number=MOST)
        if len(house.tournaments) > EVENTS:
            why = "at most {number} {number|tournament|tournaments} in a house"
            raise No("limit", why, number=EVENTS)

    async def set_event(self, name: str, key: str, sheet: Sheet | None, **given: Any) -> None:
        """A tournament that the house announces from now on, otherwise, or no more."""
        house = self.room.houses[name]
        kept = {at: one for at, one in house.tournaments.items() if at != key or sheet is not None}
        await self.take(replace(house, tournaments=kept | ({key: sheet} if sheet else {})), **given)

    def _write(self, batch: Batch, house: House, last: Any, source: str, by: str, why: str) -> None:
        version = last.version + 1 if last else 1
        row = {"at": self.room.clock.now(), "by": by, "why": why, "source": source}
        sheets.keep_head(batch, house, version=version, **row)


def unchanged(room: "Room", last: Any, since: int) -> None:
    """Refuse to write over another's change; 0: whatever the last version is."""
    if since and last is not None and last.version != since:
        why = "{NAME} has written version {number} meanwhile: look at it, then change it"
        raise No("stale", why, NAME=room.people.name_of(last.by) or last.by, number=last.version)


def printed(names: list[str]) -> list[House]:
    """The houses whose files a room reads."""
    return [houses.house(name) for name in names] if names else list(houses.houses())
