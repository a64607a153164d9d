"""One-time links: to a new password, made by an admin; to a new admin, made on the machine."""

from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from croupier.server import chance
from croupier.server.books import schema
from croupier.server.books.possession import BadStore, check_there
from croupier.server.books.store import Batch, Store
from croupier.server.people import passwords
from croupier.server.people.directory import Person
from croupier.server.people.sessions import fingerprint
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.room import Room

ADMIN: Final = "staff link"
HOURS: Final = 24


def made(room: "Room", batch: Batch, person: Person, by: Person) -> str:
    """A link for somebody, in place of those before it; its code is shown once."""
    code, c = chance.token(18), schema.links.c
    batch.updates.append(sa.delete(schema.links).where(c.player == person.player))
    until = room.clock.now() + HOURS * 3600
    row = {"player": person.player, "by": by.player, "until": until, "used_at": 0.0}
    batch.updates.append(sa.insert(schema.links).values(id=fingerprint(code), **row))
    return code


async def used(room: "Room", code: str, password: str) -> Person:
    """A new password for the owner of the link; every session ends."""
    key, c = fingerprint(code), schema.links.c
    async with room.lock("links"):
        row = await room.store.row(sa.select(schema.links).where(c.id == key))
        if row is None or row.used_at or row.until < room.clock.now():
            raise No("no_session", "this link is not valid, or was used already")
        person = room.people.person(row.player)
        passwords.check(password, person.name)
        secret = await room.vault.kept(password)
        batch = Batch()
        used_at = room.clock.now()
        batch.updates.append(sa.update(schema.links).where(c.id == key).values(used_at=used_at))
        await room.new_password(batch, person, secret)
    return person


async def to_admin(store: Store) -> str:
    """A new link that makes its user an admin, also beside an open room; the old one is void."""
    code, f = chance.token(18), schema.facts
    check_there(store.path)
    try:
        async with store.engine.begin() as link:
            await link.execute(sa.delete(f).where(f.c.name == ADMIN))
            await link.execute(sa.insert(f).values(name=ADMIN, value=fingerprint(code)))
    except (OSError, sa.exc.DBAPIError) as error:
        cause = getattr(error, "orig", None) or error
        raise BadStore(f"the database cannot be opened: {cause}") from None
    finally:
        await store.engine.dispose()
    return code
