"""People: guests and accounts, their names and roles. A password is kept as argon2."""

from collections.abc import Callable, Mapping
from typing import Final, Literal

import sqlalchemy as sa
from msgspec import Struct, field

from croupier import bots
from croupier.server import chance
from croupier.server.books import schema
from croupier.server.books.store import Batch, Store
from croupier.server.people import names
from croupier.server.people.limits import Limits, read, written
from croupier.server.refusals import No

Kind = Literal["guest", "account"]
BOTS: Final = frozenset(names.bare(name) for name in bots.REGULARS)


class Person(Struct):
    """Somebody the room knows."""

    player: str
    name: str
    kind: Kind
    roles: set[str]
    since: float
    muted_until: float = 0
    limits: Limits = field(default_factory=Limits)
    secret: str = ""
    made_by: str = ""
    stay_began: float = 0
    stay_seen: float = 0
    key: str = ""

    def __post_init__(self) -> None:
        self.key = self.key or names.key(self.name)


class People:
    """Everybody."""

    def __init__(self, store: Store, gone: Callable[[Person], bool] = lambda _: False) -> None:
        self.store, self.gone = store, gone
        """Whether somebody has gone for good, so that the name is free."""
        self.known: dict[str, Person] = {}
        self.keys: dict[str, str] = {}
        self.seen: dict[str, float] = {}
        """When each person was last seen; absent means not since the room opened."""

    async def load(self, *where: sa.ColumnElement[bool]) -> None:
        """Those of the store; whoever is known already stays the same."""
        for row in await self.store.rows(sa.select(schema.people).where(*where)):
            fields = dict(row._mapping)  # noqa: SLF001 - the public name of it in SQLAlchemy.
            fields["roles"] = set(row.roles.split())
            fields["limits"] = read(row.limits)
            known = self.known.get(row.player)
            if known is not None:
                self._forget(known)
                _set(known, fields)
            self._know(known or Person(**fields))

    def _know(self, person: Person) -> None:
        self.known[person.player] = person
        self.keys[person.key] = person.player

    def _forget(self, person: Person) -> None:
        """They were not written down."""
        self.known.pop(person.player, None)
        if self.keys.get(person.key) == person.player:
            del self.keys[person.key]

    def person(self, player: str) -> Person:
        """By the id."""
        if player not in self.known:
            raise No("not_found", "there is nobody called {PLAYER}", PLAYER=player)
        return self.known[player]

    def name_of(self, player: str) -> str:
        """What somebody is called, bots and those who have left among them."""
        person = self.known.get(player)
        return person.name if person else player.rpartition(":")[2]

    def named(self, name: str) -> Person | None:
        """By the name, as it looks."""
        exact = " ".join(name.split()).casefold()
        second = (p for p in self.known.values() if "#" in p.key and p.name.casefold() == exact)
        return next(second, None) or self.known.get(self.keys.get(names.key(name), ""))

    async def new(
        self,
        batch: Batch,
        name: str,
        kind: Kind,
        now: float,
        *,
        house: bool = False,
        roles: str = "player",
        secret: str = "",
        made_by: str = "",
    ) -> Person:
        """A new person, in a batch of others' making; `house`: under any name the house likes."""
        name = names.named(name, BOTS, house=house)
        before = self._owner(name)
        person = Person(f"{kind[0]}{chance.hexed(6)}", name, kind, set(roles.split()), now)
        person.secret, person.made_by = secret, made_by
        if before is not None:
            before.name = self.free(name)
            before.key = names.key(before.name)
            self._know(before)
        self._know(person)
        batch.add(schema.people, **_row(person))
        batch.unless_written(lambda: self._forget(person))
        if before is not None:  # In the books before the name is given to another.
            renamed = Batch()
            self.change(renamed, before)
            await self.store.commit(renamed)
        return person

    def _owner(self, name: str) -> Person | None:
        """Refuse a name that is somebody's; whose it was, if they have gone."""
        before = self.known.get(self.keys.get(names.key(name), ""))
        if before is not None and not self.gone(before):
            why = "{NAME} is somebody else's name; {FREE} is free"
            raise No("taken", why, NAME=name, FREE=self.free(name))
        return before

    def free(self, name: str) -> str:
        """A name like it that nobody has."""
        tries = (f"{name} {number}" for number in range(2, 10**6))
        return next(one for one in tries if names.key(one) not in self.keys)

    def change(self, batch: Batch, person: Person, **new: object) -> None:
        """Change a person and write it down; what cannot be written is taken back."""
        old = {name: getattr(person, name) for name in new}
        _set(person, new)
        p = schema.people
        batch.updates.append(sa.update(p).where(p.c.player == person.player).values(**_row(person)))
        batch.unless_written(lambda: _set(person, old))


def _set(person: Person, values: Mapping[str, object]) -> None:
    for name, value in values.items():
        setattr(person, name, value)


def _row(person: Person) -> dict[str, object]:
    return {
        "player": person.player,
        "name": person.name,
        "key": person.key,
        "kind": person.kind,
        "secret": person.secret,
        "roles": " ".join(sorted(person.roles)),
        "since": person.since,
        "muted_until": person.muted_until,
        "limits": written(person.limits),
        "made_by": person.made_by,
        "stay_began": person.stay_began,
        "stay_seen": person.stay_seen,
    }
