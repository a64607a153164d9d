"""What a player keeps about others, for their own eyes: a note, friends, people they mute."""

from typing import Annotated, Any, Final

import sqlalchemy as sa
from msgspec import Meta, Struct

from croupier.server.books import schema
from croupier.server.books.store import Batch, Store
from croupier.server.refusals import No

MOST: Final = 500
"""Other players that one person keeps something about."""


class Kept(Struct):
    """What is kept about one of them; with nothing in it the line is struck out."""

    note: Annotated[str, Meta(max_length=400)] = ""
    friend: bool = False
    muted: bool = False


async def of(store: Store, player: str) -> dict[str, Kept]:
    """All that a player keeps, by the other."""
    a = schema.acquaintances.c
    rows = await store.rows(sa.select(schema.acquaintances).where(a.player == player))
    return {row.other: Kept(row.note, bool(row.friend), bool(row.muted)) for row in rows}


async def keep(store: Store, player: str, other: str, kept: Kept) -> None:
    """Keep this about somebody instead of what was kept before."""
    if player == other:
        raise No("not_allowed", "notes are about other players")
    if other not in (known := await of(store, player)) and len(known) >= MOST:
        raise No("not_allowed", "at most {number} {number|note|notes}", number=MOST)
    batch, a = Batch(), schema.acquaintances
    batch.updates.append(sa.delete(a).where(a.c.player == player, a.c.other == other))
    if kept != Kept():
        batch.updates.append(sa.insert(a).values(**_row(player, other, kept)))
    await store.commit(batch)


def _row(player: str, other: str, kept: Kept) -> dict[str, Any]:
    friend, muted = int(kept.friend), int(kept.muted)
    names = {"player": player, "other": other}
    return names | {"note": kept.note, "friend": friend, "muted": muted}
