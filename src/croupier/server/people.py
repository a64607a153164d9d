"""People: guests, accounts, roles and sessions. A password is kept as argon2, a token as a hash."""

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from time import monotonic
from typing import Final, Literal

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct, field

from croupier.server import schema
from croupier.server.limits import Limits, read, written
from croupier.server.refusals import No
from croupier.server.store import Batch, Store

Role = Literal["player", "screen", "inspector", "cashier", "admin"]
ROLES: Final = ("player", "screen", "inspector", "cashier", "admin")
NAME: Final = range(2, 25)
PASSWORD: Final = range(8, 201)
TRIES: Final = 5
TRIES_SECONDS: Final = 60
"""So many wrong passwords in this time, and the next is not looked at."""


class Person(Struct):
    """Somebody the room knows."""

    player: str
    name: str
    kind: Literal["guest", "account"]
    roles: set[str]
    since: float
    muted_until: float = 0
    limits: Limits = field(default_factory=Limits)
    secret: str = ""


class Session(Struct):
    """A way in, until it is revoked."""

    id: str
    player: str
    opened_at: float


def fingerprint(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class People:
    """Everybody, and their sessions."""

    def __init__(self, store: Store, gone: Callable[[Person], bool] = lambda _: False) -> None:
        self.store, self.gone = store, gone
        """Whether somebody has gone for good, so that his name is free."""
        self.known: dict[str, Person] = {}
        self.keys: dict[str, str] = {}
        self.sessions: dict[str, Session] = {}
        self.seen: dict[str, float] = {}
        """When somebody was last heard of; who is not named was not, since the room opened."""
        self._hasher = PasswordHasher()
        self._tries: dict[str, list[float]] = {}

    async def load(self) -> None:
        """Those of the store."""
        for row in await self.store.rows(sa.select(schema.people)):
            roles = set(row.roles.split()) or {"player"}
            self._know(
                Person(
                    row.player,
                    row.name,
                    row.kind,
                    roles,
                    row.since,
                    row.muted_until,
                    read(row.limits),
                    row.secret,
                )
            )
        open_ones = sa.select(schema.sessions).where(schema.sessions.c.revoked_at == 0)
        for row in await self.store.rows(open_ones):
            self.sessions[row.id] = Session(row.id, row.player, row.opened_at)

    def _know(self, person: Person) -> None:
        self.known[person.player] = person
        self.keys[person.name.casefold()] = person.player

    def _forget(self, person: Person) -> None:
        """He was not written down."""
        self.known.pop(person.player, None)
        if self.keys.get(person.name.casefold()) == person.player:
            del self.keys[person.name.casefold()]

    def person(self, player: str) -> Person:
        """By the id."""
        if player not in self.known:
            raise No("not_found", "nobody is known as {PLAYER}", PLAYER=player)
        return self.known[player]

    def of_token(self, token: str) -> tuple[Person, Session]:
        """Who has this token."""
        session = self.sessions.get(fingerprint(token))
        if session is None:
            raise No("no_session", "this session does not exist, or was revoked: come in again")
        return self.person(session.player), session

    # Coming in.

    async def new(
        self, batch: Batch, name: str, kind: Literal["guest", "account"], now: float, **more: str
    ) -> Person:
        """A new person, in a batch of others' making."""
        name = " ".join(name.split())
        before = self._check_name(name)
        roles = set(more.get("roles", "player").split())
        player = f"{kind[0]}{secrets.token_hex(6)}"
        person = Person(player, name, kind, roles, now, secret=more.get("secret", ""))
        if before is not None:
            before.name = self._free(name)
            self._know(before)
        self._know(person)
        batch.add(schema.people, **self._row(person))
        batch.unless_written(lambda: self._forget(person))
        if before is not None:  # In the books before his name is given to another.
            renamed = Batch()
            self.changed(renamed, before)
            await self.store.commit(renamed)
        return person

    def _check_name(self, name: str) -> Person | None:
        """Refuse a name that is somebody's; who had it, if he has gone."""
        if len(name) not in NAME or not name.isprintable() or ":" in name:
            why = "a name has {low} to {high} characters, no colon"
            raise No("malformed", why, low=NAME.start, high=NAME.stop - 1)
        before = self.known.get(self.keys.get(name.casefold(), ""))
        if before is not None and not self.gone(before):
            why = "{NAME} is somebody else's name; {FREE} is free"
            raise No("taken", why, NAME=name, FREE=self._free(name))
        return before

    def _free(self, name: str) -> str:
        """A name like it that nobody has."""
        names = (f"{name} {number}" for number in range(2, 10**6))
        return next(one for one in names if one.casefold() not in self.keys)

    def _row(self, person: Person) -> dict[str, object]:
        return {
            "player": person.player,
            "name": person.name,
            "key": person.name.casefold(),
            "kind": person.kind,
            "secret": person.secret,
            "roles": " ".join(sorted(person.roles)),
            "since": person.since,
            "muted_until": person.muted_until,
            "limits": written(person.limits),
        }

    def changed(self, batch: Batch, person: Person) -> None:
        """Write a person anew."""
        row = self._row(person)
        batch.updates.append(
            sa.update(schema.people).where(schema.people.c.player == person.player).values(**row)
        )

    async def hashed(self, password: str) -> str:
        """A password as it is kept."""
        if len(password) not in PASSWORD:
            why = "a password has {number} characters or more"
            raise No("malformed", why, number=PASSWORD.start)
        return await asyncio.to_thread(self._hasher.hash, password)

    async def by_password(self, name: str, password: str) -> Person:
        """Who has this name and password; a wrong name takes as long as a wrong password."""
        key = " ".join(name.split()).casefold()
        self._check_tries(key)
        person = self.known.get(self.keys.get(key, ""))
        secret = person.secret if person and person.secret else _NOBODY
        try:
            await asyncio.to_thread(self._hasher.verify, secret, password)
        except (VerificationError, InvalidHashError):
            person = None
        if person is None or not person.secret:
            self._tries.setdefault(key, []).append(monotonic())
            raise No("no_session", "this name and this password do not go together")
        self._tries.pop(key, None)
        return person

    def _check_tries(self, key: str) -> None:
        """Who guesses waits."""
        since = monotonic() - TRIES_SECONDS
        lately = [at for at in self._tries.pop(key, []) if at > since]
        if lately:
            self._tries[key] = lately
        if len(lately) >= TRIES:
            raise No("too_fast", "too many wrong passwords: wait a minute")

    # Sessions.

    def open(self, batch: Batch, player: str, now: float) -> str:
        """A new session; the token is told once and not kept."""
        token = secrets.token_urlsafe(24)
        key = fingerprint(token)
        self.sessions[key] = Session(key, player, now)
        batch.unless_written(lambda: self.sessions.pop(key, None))
        batch.add(schema.sessions, id=key, player=player, opened_at=now, revoked_at=0)
        return token

    def of(self, player: str) -> list[Session]:
        """Somebody's sessions."""
        return [session for session in self.sessions.values() if session.player == player]

    def revoke(self, batch: Batch, key: str, now: float) -> None:
        """End a session."""
        self.sessions.pop(key, None)
        batch.updates.append(
            sa.update(schema.sessions).where(schema.sessions.c.id == key).values(revoked_at=now)
        )


_NOBODY: Final = (
    "$argon2id$v=19$m=65536,t=3,p=4$JeT2iXF5TXlIAxVHeGKWlQ$"
    "6PX4RqLTlwxTtQlGaCR4k6vQVHQTZMeEztHa+lhWcBc"
)
