"""Clubs: named groups of players, who invite each other and have tables of their own.

A club has one founder, any number of stewards and members. Whoever is above another may change
what the other is, to anything below themselves; the founder may hand the club over. A player who
was put out stays out, whatever code they bring, until somebody above lets them in again.
"""

import asyncio
from typing import Any, Final, Literal

import sqlalchemy as sa
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from croupier.server import chance
from croupier.server.books import schema
from croupier.server.books.store import Batch, Store
from croupier.server.people import codes, names
from croupier.server.people.buckets import HOUR, Buckets
from croupier.server.people.directory import BOTS, Person
from croupier.server.refusals import No

Role = Literal["founder", "steward", "member", "out"]
RANKS: Final[dict[Role, int]] = {"out": 0, "member": 1, "steward": 2, "founder": 3}
MOST_MEMBERS: Final = 200
MOST_CLUBS: Final = 20
"""Clubs that one person may be in."""
FOUNDINGS: Final = 3
"""Clubs that one person may found, at once and each hour."""


class Member(Struct, frozen=True):
    """Somebody in a club, or put out of it."""

    role: Role
    since: float


class Club(Struct, frozen=True):
    """A club; its members in the order in which they came."""

    id: str
    name: str
    code: str
    """Whoever brings it may join."""
    since: float
    members: dict[str, Member]

    def rank(self, player: str) -> int:
        """0 is nobody here."""
        found = self.members.get(player)
        return RANKS[found.role] if found else 0

    @property
    def inside(self) -> dict[str, Member]:
        """The members without those who were put out."""
        return {who: one for who, one in self.members.items() if one.role != "out"}


class Clubs:
    """All clubs: written first, then known."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: dict[str, Club] = {}
        self.writing = asyncio.Lock()
        self.foundings = Buckets(FOUNDINGS, FOUNDINGS / HOUR)

    async def load(self) -> None:
        """Those of the store."""
        m = schema.members.c
        members: dict[str, dict[str, Member]] = {}
        for row in await self.store.rows(sa.select(schema.members).order_by(m.since, m.player)):
            members.setdefault(row.club, {})[row.player] = Member(row.role, row.since)
        for row in await self.store.rows(sa.select(schema.clubs)):
            held = members.get(row.id, {})
            self.known[row.id] = Club(row.id, row.name, row.code, row.since, held)

    # Finding.

    def of(self, player: str) -> list[Club]:
        """The clubs that somebody is in, by name."""
        return sorted((c for c in self.known.values() if c.rank(player)), key=lambda c: c.name)

    def has(self, club: str, player: str) -> bool:
        """Whether somebody is in a club."""
        return club in self.known and self.known[club].rank(player) > 0

    def club(self, club: str, player: str) -> Club:
        """A club, for those who are in it: to all others there is none."""
        if not self.has(club, player):
            raise No("not_found", "there is no such club, or you are not a member")
        return self.known[club]

    def behind(self, code: str) -> Club | None:
        """The club that a code opens."""
        return next((club for club in self.known.values() if club.code == code), None)

    # Changing.

    async def found(self, name: str, by: Person, now: float, reserved: frozenset[str]) -> Club:
        """A new club; `reserved` are names that only the house bears."""
        if by.kind == "guest":
            raise No("forbidden", "a club needs a founder with an account: create one first")
        shown = names.named(name, BOTS | reserved)
        if not self.foundings.take(by.player):
            raise No("too_fast", "you found clubs too fast: wait a while")
        async with self.writing:
            self._room_for(by.player)
            self._check_free(shown)
            code, first = self._code(), {by.player: Member("founder", now)}
            club = Club(f"c{chance.hexed(6)}", shown, code, now, {})
            batch = Batch()
            row = {"key": names.key(shown), "code": code, "since": now}
            batch.add(schema.clubs, id=club.id, name=shown, **row)
            return await self._keep(club, replace(club, members=first), batch)

    async def join(self, code: str, player: str, now: float) -> Club:
        """One more member, who brought the code."""
        async with self.writing:
            club = self.behind(code)
            if club is None:
                raise No("not_found", "no club has this code")
            if club.rank(player):
                return club
            if player in club.members:
                raise No("forbidden", "a steward of the club must let you in again")
            self._room_for(player)
            if len(club.inside) >= MOST_MEMBERS:
                why = "a club has at most {number} {number|member|members}"
                raise No("not_allowed", why, number=MOST_MEMBERS)
            members = {**club.members, player: Member("member", now)}
            return await self._keep(club, replace(club, members=members), Batch())

    async def leave(self, club: str, player: str) -> None:
        """Go; a club without its founder goes on under the next, without anybody it ends."""
        async with self.writing:
            before = self.club(club, player)
            left = {who: one for who, one in before.members.items() if who != player}
            after = replace(before, members=left)
            if before.members[player].role == "founder" and after.inside:
                heir = max(after.inside, key=lambda who: (after.rank(who), -left[who].since))
                left[heir] = replace(left[heir], role="founder")
            await self._keep(before, after, Batch())

    async def appoint(
        self, club: str, by: str, player: str, role: Role, duty: dict[str, Any]
    ) -> Club:
        """Make somebody something else, or put them out, with a line in the journal."""
        async with self.writing:
            before = self.club(club, by)
            if player not in before.members:
                raise No("not_found", "there is nobody called {PLAYER}", PLAYER=player)
            mine, whole = before.rank(by), RANKS["founder"]
            below = max(before.rank(player), RANKS[role]) < mine > RANKS["member"]
            if player == by or not (below or mine == whole):
                raise No("forbidden", "only somebody above them in the club can do this")
            members = {**before.members}
            members[player] = replace(members[player], role=role)
            if role == "founder":
                members[by] = replace(members[by], role="steward")
            # Whoever is put out knows the old code, and might hand it on.
            code = self._code() if role == "out" else before.code
            batch = Batch()
            batch.add(schema.duties, **duty)
            return await self._keep(before, replace(before, members=members, code=code), batch)

    async def renew(self, club: str, by: str) -> Club:
        """Another code; the old one opens nothing."""
        async with self.writing:
            before = self.club(club, by)
            if before.rank(by) < RANKS["steward"]:
                raise No("forbidden", "only the founder and the stewards invite people")
            return await self._keep(before, replace(before, code=self._code()), Batch())

    async def rename(
        self, club: str, by: str, name: str, reserved: frozenset[str], duty: dict[str, Any]
    ) -> Club:
        """Another name, with a line in the journal."""
        async with self.writing:
            before = self._led(club, by)
            shown = names.named(name, BOTS | reserved)
            self._check_free(shown, club)
            batch = Batch()
            batch.add(schema.duties, **duty)
            return await self._keep(before, replace(before, name=shown), batch)

    async def dissolve(self, club: str, by: str, duty: dict[str, Any]) -> None:
        """The end of a club; whoever sits at one of its tables plays on."""
        async with self.writing:
            before = self._led(club, by)
            batch = Batch()
            batch.add(schema.duties, **duty)
            await self._keep(before, replace(before, members={}), batch)

    def _led(self, club: str, by: str) -> Club:
        found = self.club(club, by)
        if found.rank(by) < RANKS["founder"]:
            raise No("forbidden", "only the founder of the club can do this")
        return found

    def _check_free(self, name: str, club: str = "") -> None:
        others = (one for one in self.known.values() if one.id != club)
        if any(names.key(one.name) == names.key(name) for one in others):
            raise No("taken", "{NAME} is another club's name: choose another", NAME=name)

    def _room_for(self, player: str) -> None:
        if len(self.of(player)) >= MOST_CLUBS:
            why = "one person can be in at most {number} {number|club|clubs}: leave one first"
            raise No("not_allowed", why, number=MOST_CLUBS)

    def _code(self) -> str:
        return codes.new({club.code for club in self.known.values()})

    async def _keep(self, before: Club, after: Club, batch: Batch) -> Club:
        """Write the difference, then know it; a club that nobody is in any more is struck out."""
        c, m = schema.clubs, schema.members
        ended = not after.inside
        for who in {*before.members, *after.members}:
            new = None if ended else after.members.get(who)
            if new == before.members.get(who):
                continue
            batch.updates.append(sa.delete(m).where(m.c.club == after.id, m.c.player == who))
            if new is not None:
                row = {"club": after.id, "player": who, **to_builtins(new)}
                batch.updates.append(sa.insert(m).values(**row))
        if ended:
            batch.updates.append(sa.delete(c).where(c.c.id == after.id))
        elif (before.name, before.code) != (after.name, after.code):
            new_row = {"name": after.name, "key": names.key(after.name), "code": after.code}
            batch.updates.append(sa.update(c).where(c.c.id == after.id).values(**new_row))
        await self.store.commit(batch)
        if ended:
            del self.known[after.id]
        else:
            self.known[after.id] = after
        return after
