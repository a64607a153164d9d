"""The fence: what a node writes is written only if its tables are still its own.

Every commit of a node locks its own row and the leases of its tables in the same transaction, and
compares node and epoch. A takeover changes these rows: if it is first, the commit finds other
values and writes nothing; if the commit is first, the takeover waits and then reads what was
written. The head of the chain is one for all nodes, so it is read and moved on within the commit.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.houses.hosting import PREFIX
from croupier.room import ledger
from croupier.server.books import chain, schema
from croupier.server.books.chain import Head
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.books.batch import Batch

DESK: Final = "desk"
"""What belongs to no table of the floor is one place: the cage, people, tournaments and private
tables."""
HEAD: Final = "head"
TABLES: Final = (
    schema.acts, schema.tables, schema.hands, schema.played, schema.pledges, schema.postings,
)  # fmt: skip

_HERE: Final = "SELECT 1 FROM nodes WHERE node = $1 AND NOT gone FOR KEY SHARE"
_OURS: Final = """SELECT l.place, l.epoch FROM leases l
WHERE l.place = ANY ($1::text[]) AND l.node = $2 ORDER BY l.place FOR SHARE"""
_NOTE: Final = """INSERT INTO facts (name, value) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
_NOTED: Final = """INSERT INTO facts (name, value) VALUES ($1, '')
ON CONFLICT (name) DO UPDATE SET value = facts.value RETURNING value"""


class Moving(No):
    """Nobody can say now who owns a table."""

    def __init__(self) -> None:
        super().__init__("busy", "the table is being moved: nothing was done, try again")


class Lost(Moving):
    """Tables that another node owns now, or all of them: nothing was written."""

    def __init__(self, places: set[str], *, all: bool = False) -> None:  # noqa: A002
        self.places, self.all = places, all
        super().__init__()


class Fence:
    """What one node may write."""

    def __init__(
        self,
        node: str,
        lost: Callable[[set[str]], None],
        promised: Callable[[str, str], int] = lambda *_: 0,
    ) -> None:
        self.node, self.lost, self.promised = node, lost, promised
        """Whom to tell, and what a table has promised to bring for a player: that stays held."""
        self.epochs: dict[str, int] = {}
        """Of the places that it owns."""

    async def hold(self, link: AsyncConnection, group: "list[Batch]") -> Head:
        """Within a commit: everything in it is ours, and nobody takes it before it is written.
        The head of the chain, for this commit alone.
        """
        if (await link.exec_driver_sql(_HERE, (self.node,))).first() is None:
            raise Lost({DESK, *self.epochs}, all=True)
        wanted = {place for batch in group for place in places(batch)}
        if wanted:
            rows = await link.exec_driver_sql(_OURS, (sorted(wanted), self.node))
            held = {(str(row.place), int(row.epoch)) for row in rows.all()}
            lost = {one for one in wanted if (one, self.epochs.get(one, 0)) not in held}
            if lost:
                raise Lost(lost)
        for row in (row for batch in group for row in batch.rows.get(schema.acts, ())):
            row["epoch"] = self.epochs[unit(row["place"])]  # Who wrote it, for the auditor.
        return await head(link)

    def settle(self, batch: "Batch") -> None:
        """What a table books from or to a player settles what was set aside for it."""
        for row in batch.rows.get(schema.postings, ()):
            place, own = row["place"], ledger.head("player")
            for side in (row["src"], row["dst"]) if place and unit(place) == place else ():
                if side.startswith(own):
                    promised = self.promised(place, side.removeprefix(own))
                    batch.settled[place, side] = promised


def unit(place: str) -> str:
    """What is leased with a place: itself, or the desk."""
    private = place.partition("/")[2].startswith(PREFIX)
    return DESK if private or ledger.of_tournament(place) else place


def places(batch: "Batch") -> set[str]:
    """What a batch must own."""
    rows = (row for table in TABLES for row in batch.rows.get(table, ()))
    named = (str(row.get("place") or row.get("name") or "") for row in rows)
    held = (place for place, _ in batch.settled)
    return {unit(name) for name in (*named, *held) if name}


async def head(link: AsyncConnection) -> Head:
    """The head of the chain, ours until the commit."""
    found = sa.select(schema.facts.c.value).where(schema.facts.c.name == HEAD).with_for_update()
    row = (await link.execute(found)).first()
    if row is None:
        return await chain.head(link)
    number, _, last = str(row.value).partition(":")
    return Head(int(number), bytes.fromhex(last))


async def note(link: AsyncConnection, found: dict[str, str]) -> None:
    """Within a commit: where the head is now, and whose commit it is."""
    await link.exec_driver_sql(_NOTE, list(found.items()))


async def noted(link: AsyncConnection, name: str) -> str:
    """What was noted last, also by a commit that is still under way: that is waited for."""
    return str((await link.exec_driver_sql(_NOTED, (name,))).scalar())
