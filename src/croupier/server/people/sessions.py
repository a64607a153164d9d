"""Sessions and devices. What is kept of a token is a fingerprint, which opens nothing."""

import hashlib
from collections.abc import Callable
from typing import Final

import sqlalchemy as sa
from msgspec import Struct

from croupier.server import chance
from croupier.server.books import schema
from croupier.server.books.store import Batch, Store
from croupier.server.people.directory import Person
from croupier.server.people.names import seen
from croupier.server.refusals import No
from croupier.server.settings import Settings

HOUR: Final = 3600.0
AGENT: Final = 120


class Session(Struct):
    """A way in, until it ends."""

    id: str
    player: str
    opened_at: float
    device: str = ""
    agent: str = ""


def fingerprint(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Sessions:
    """All that are open, and the devices that people have come in with."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        now: Callable[[], float],
        staff: Callable[[str], bool],
    ) -> None:
        self.store, self.settings, self.now, self.staff = store, settings, now, staff
        self.open: dict[str, Session] = {}
        self.devices: dict[str, set[str]] = {}
        """Who has come in with each device."""

    async def load(self) -> None:
        """Those of the store."""
        s = schema.sessions
        for row in await self.store.rows(sa.select(s).where(s.c.revoked_at == 0)):
            found = Session(row.id, row.player, row.opened_at, row.device, row.agent)
            self.open[row.id] = found
        for row in await self.store.rows(sa.select(schema.devices)):
            self.devices.setdefault(row.id, set()).add(row.player)

    # Sessions.

    def of_token(self, token: str) -> Session:
        """The session of a token."""
        found = self.open.get(fingerprint(token))
        if found is None:
            raise No("no_session", "this session has ended or does not exist: sign in again")
        if not self.lives(found.id):
            raise No("no_session", "this session has expired: sign in again")
        return found

    def lives(self, key: str) -> bool:
        """Whether a session has neither been ended nor grown too old."""
        found = self.open.get(key)
        return found is not None and self.now() < self.ends_at(found)

    def ends_at(self, session: Session) -> float:
        """When it will be too old; a member of the staff comes in anew each day."""
        chosen = self.settings
        staff = self.staff(session.player)
        hours = (
            min(chosen.staff_session_hours, chosen.session_hours) if staff else chosen.session_hours
        )
        return session.opened_at + hours * HOUR

    def of(self, player: str) -> list[Session]:
        """Somebody's open sessions, the newest first."""
        mine = [one for one in self.open.values() if one.player == player and self.lives(one.id)]
        return sorted(mine, key=lambda one: -one.opened_at)

    async def begin(self, batch: Batch, person: Person, device: str, agent: str) -> str:
        """Write a batch with a new session; its token is sent once and not kept."""
        token = chance.token(24)
        kept = Session(fingerprint(token), person.player, self.now(), device, seen(agent)[:AGENT])
        batch.add(
            schema.sessions,
            id=kept.id,
            player=kept.player,
            opened_at=kept.opened_at,
            revoked_at=0.0,
            device=device,
            agent=kept.agent,
        )
        if person.player not in self.devices.get(device, ()):
            batch.add(schema.devices, id=device, player=person.player, since=kept.opened_at)
        await self.store.commit(batch)
        self.open[kept.id] = kept
        self.devices.setdefault(device, set()).add(person.player)
        return token

    def end(self, batch: Batch, key: str) -> None:
        """End a session."""
        self.open.pop(key, None)
        s = schema.sessions
        batch.updates.append(sa.update(s).where(s.c.id == key).values(revoked_at=self.now()))

    # Devices.

    def knows(self, device: str, player: str) -> bool:
        """Whether somebody has come in with this device before."""
        return player in self.devices.get(device, ())

    def sharing(self, player: str) -> set[str]:
        """Others who have come in with a device of this player."""
        met = (who for who in self.devices.values() if player in who)
        return set().union(*met) - {player}
