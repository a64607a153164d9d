"""Chat, kept for the staff: who said what at which table, for as long as the house keeps it."""

from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from croupier.server.books import schema
from croupier.server.books.store import Batch
from croupier.server.people.directory import Person

if TYPE_CHECKING:
    from croupier.server.live.room import Room

DAY: Final = 24 * 3600.0


async def keep(room: "Room", person: Person, place: str, text: str) -> float:
    """Write a line down; when it was said."""
    now = room.clock.now()
    if room.settings.chat_days:
        batch = Batch()
        batch.add(schema.chats, at=now, place=place, player=person.player, text=text)
        await room.store.commit(batch)
    return now


async def forget(room: "Room") -> None:
    """What is older than the house keeps is gone."""
    c, before = schema.chats.c, room.clock.now() - room.settings.chat_days * DAY
    oldest = await room.store.row(sa.select(c.at).order_by(c.no).limit(1))
    if oldest is not None and oldest.at < before:
        batch = Batch()
        batch.updates.append(sa.delete(schema.chats).where(c.at < before))
        await room.store.commit(batch)
