"""Previews leave a trace in the journal of the staff, and nobody has more than some a minute."""

from typing import Any

from croupier.server.books import schema
from croupier.server.books.store import Batch
from croupier.server.live.room import PREVIEWS_A_MINUTE, Room
from croupier.server.people.directory import Person
from croupier.server.refusals import No


async def journalled(room: Room, by: Person, place: str, why: str, body: Any) -> None:
    """Write down that somebody looks at what an act would do; `No` if it is too often."""
    if not room.previews.take(by.player):
        raise No("too_fast", "at most {number} previews a minute", number=PREVIEWS_A_MINUTE)
    batch = Batch()
    batch.add(schema.duties, **room.duty(by, "preview", place, why, body))
    await room.store.commit(batch)
