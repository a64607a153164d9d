"""Players who call the floor: kept, and told to the staff who run the tables."""

from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from croupier.core.phrases import Phrase
from croupier.server.books import schema
from croupier.server.books.store import Batch
from croupier.server.people import duties
from croupier.server.people.directory import Person
from croupier.server.people.notices import Notice
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.room import Room
    from croupier.server.live.runner import Runner

LONGEST: Final = 200
"""Characters of a call, and of its answer."""
CALL_SECONDS: Final = 20
"""Between two calls of one person."""


async def call(room: "Room", person: Person, runner: "Runner", text: str) -> None:
    """A player at a table asks for the floor."""
    said = " ".join(text.split())
    if not 0 < len(said) <= LONGEST:
        why = "tell the floor what it is about, in 1 to {number} characters"
        raise No("malformed", why, number=LONGEST)
    if runner.owner:
        raise No("not_allowed", "there is no floor at a practice table")
    if not runner.table.seat_of(person.player):
        raise No("not_seated", "only seated players can call the floor")
    async with room.lock(f"floor {person.player}"):
        await _not_again(room, person, runner.name, said)
        await _keep(room, person, runner.name, said)
    told = {"NAME": person.name, "TABLE": runner.sheet.title, "TEXT": said}
    notice = Notice("call", Phrase("{NAME} calls the floor to {TABLE}: {TEXT}", told), runner.name)
    for member in room.people.known.values():
        if member.roles & duties.TABLES and member.player != person.player:
            room.to(member.player, notice)


async def _not_again(room: "Room", person: Person, place: str, said: str) -> None:
    """Refuse a call while another waits, or soon after one was answered."""
    c = schema.calls.c
    mine = sa.select(c.at, c.text, c.answered_at).where(c.player == person.player, c.place == place)
    last = await room.store.row(mine.order_by(c.no.desc()).limit(1))
    if last is not None and not last.answered_at:
        again = last.text == said
        raise No("doubled" if again else "too_fast", "the floor has your call and will answer")
    if last is not None and room.clock.now() - last.at < CALL_SECONDS * room.clock.speed:
        why = "you can call the floor once every {number} {number|second|seconds}"
        raise No("too_fast", why, number=CALL_SECONDS)


async def _keep(room: "Room", person: Person, place: str, said: str) -> None:
    batch, waits = Batch(), {"answered_at": 0.0, "by": "", "answer": ""}
    now, player = room.clock.now(), person.player
    batch.add(schema.calls, at=now, place=place, player=player, text=said, **waits)
    batch.add(schema.duties, **room.duty(person, "call", place, said, {}))
    await room.store.commit(batch)
