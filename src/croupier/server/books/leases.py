"""Leases: which node owns which table, in PostgreSQL and by its clock alone.

A node renews one row for all its tables. A node that does not is declared gone and its tables are
free; whoever takes one gets the next *epoch*. Clocks decide only how soon a table moves: that a
stale owner writes nothing is the fence's part (`fence`), which knows no clock.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from croupier.server import chance
from croupier.server.clock import awake

TTL: Final = 6.0
"""The longest silence of a node before its tables are free; decision clocks are longer."""
RULES: Final = 2
"""Of the commands and journals that this code can read. It grows whenever they change: a table goes
to code that knows at least what its last owner knew, never back."""
SHAPES: Final = "b5d73601b59b"
"""What these look like: a test compares, so that nobody changes them and forgets the number."""
BEAT: Final = 0.3
QUIET: Final = 0.9
"""A node that has not renewed for this long and holds its bell no more is dead."""
MARGIN: Final = 0.6
"""A node counts its own lease as past before anybody else does."""
PATIENCE: Final = 2.0
"""A free table is taken by the node it falls to; after this long by any."""
PITS: Final = ("both", "pit")
"""The roles of nodes that run tables."""
LAB: Final = "lab"
"""Who answers about odds: the nodes with that role, or each for itself."""
BELL: Final = "croupier_nodes"
CLOSED: Final = "closed"
"""For whom a table is meant that stands no more; its epoch is kept, for it may stand again."""

_JOIN: Final = """INSERT INTO nodes (node, address, roles, version, bell, rules, until)
VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7))"""
_RENEW: Final = """UPDATE nodes SET until = clock_timestamp() + make_interval(secs => $2)
WHERE node = $1 AND NOT gone RETURNING draining"""
_SWEEP: Final = """WITH dead AS (
  SELECT node FROM nodes WHERE NOT gone AND node <> $1
    AND pg_postmaster_start_time() < clock_timestamp() - make_interval(secs => $2)
    AND (until < clock_timestamp()
         OR until > clock_timestamp() + make_interval(secs => 3 * $2)
         OR (until < clock_timestamp() + make_interval(secs => $2 - $3)
             AND pg_try_advisory_xact_lock(bell)))
  FOR UPDATE),
ended AS (UPDATE nodes n SET gone = true FROM dead WHERE n.node = dead.node RETURNING n.node),
freed AS (
  UPDATE leases l SET node = '', epoch = l.epoch + 1, free_since = clock_timestamp()
  FROM nodes n WHERE l.node = n.node AND (n.gone OR n.node IN (SELECT node FROM dead))
  RETURNING l.place)
SELECT (SELECT array_agg(node) FROM ended), (SELECT array_agg(place) FROM freed)"""
_TAKE: Final = """WITH mine AS (
  UPDATE leases SET node = $2, epoch = epoch + 1, wanted = '', rules = $4
  WHERE place = $1 AND node = '' AND rules <= $4
    AND EXISTS (SELECT 1 FROM nodes WHERE node = $2 AND NOT gone)
  RETURNING place, epoch),
noted AS (INSERT INTO handovers (place, epoch, node, why) SELECT place, epoch, $2, $3 FROM mine)
SELECT epoch FROM mine"""
_GIVE: Final = """UPDATE leases
SET node = '', epoch = epoch + 1, free_since = clock_timestamp(), wanted = $4
WHERE place = $1 AND node = $2 AND epoch = $3 RETURNING epoch"""
_WANT: Final = "UPDATE leases SET wanted = $2 WHERE place = $1 AND node <> '' RETURNING 1"
_DRAIN: Final = "UPDATE nodes SET draining = true WHERE node = $1 AND NOT gone RETURNING 1"
_FORGET: Final = """UPDATE leases SET node = '', epoch = epoch + 1, wanted = $3
WHERE place = $1 AND node = $2"""
_ONLY: Final = "UPDATE leases SET wanted = $2 WHERE node = '' AND NOT place = ANY ($1::text[])"
_LEAVE: Final = "UPDATE nodes SET gone = true WHERE node = $1"
_PLACES: Final = """INSERT INTO leases (place) SELECT unnest($1::text[])
ON CONFLICT (place) DO UPDATE SET wanted = '' WHERE leases.wanted = $2"""
_ALL: Final = """SELECT place, node, epoch, wanted, rules,
  extract(epoch FROM clock_timestamp() - free_since)::float8 FROM leases"""
_LIVE: Final = """SELECT node, address, roles, draining, version, rules,
  extract(epoch FROM clock_timestamp() - began)::float8 FROM nodes WHERE NOT gone ORDER BY began"""


class Gone(Exception):
    """The node was declared gone: its tables are others' now, and its name is used up."""


class Node(Struct, frozen=True):
    """A node that is there."""

    node: str
    address: str
    roles: str
    draining: bool
    version: str
    rules: int
    """Of the journals that it can read."""
    seconds: float
    """How long it has been there."""

    def takes(self, lease: "Lease") -> bool:
        """Whether a table may go to it."""
        return self.roles in PITS and not self.draining and lease.rules <= self.rules


class Lease(Struct, frozen=True):
    """Who owns a table."""

    place: str
    node: str
    epoch: int
    wanted: str
    """The node that it is meant for, if somebody has said so."""
    rules: int
    """Which journals its owners could read so far."""
    free_seconds: float
    """How long nobody has owned it, or when it was last free."""

    @property
    def closed(self) -> bool:
        """Whether the table stands no more."""
        return not self.node and self.wanted == CLOSED


def new_name() -> str:
    """A name that no node has ever had."""
    return f"n{chance.hexed(8)}"


def bell_of(node: str) -> int:
    """The advisory lock that a node holds as long as its process lives."""
    return int.from_bytes(hashlib.sha256(node.encode()).digest()[:8], "big", signed=True)


def falls_to(lease: Lease, nodes: Iterable[Node]) -> str:
    """To whom a free table goes: to whom it is meant for, else by rendezvous hashing; every node
    finds the same answer by itself.
    """
    takers = {node.node for node in nodes if node.takes(lease)}
    if lease.wanted in takers:
        return lease.wanted

    def weight(node: str) -> bytes:
        return hashlib.sha256(f"{lease.place} {node}".encode()).digest()

    return max(takers, key=weight, default="")


class Leases:
    """What one node says and asks about leases, on a connection of its own."""

    def __init__(
        self, engine: AsyncEngine, node: str, heard: Mapping[str, Callable[[], None]] | None = None
    ) -> None:
        self.engine, self.node = engine, node
        self.heard = heard or {}
        """What is done when a bell rings, by its name."""
        self.link: AsyncConnection | None = None
        self.draining = False
        self._renewed = 0.0
        self._called = False
        self._back = -TTL
        """When it had a connection again after it had lost one."""
        self._one = asyncio.Lock()

    @property
    def fresh(self) -> bool:
        """Whether the node may still count on its tables; a machine that slept counts its sleep."""
        return awake() - self._renewed < TTL - MARGIN

    async def join(self, address: str, roles: str, version: str) -> None:
        """From now on this node is there."""
        self._renewed = awake()
        bell = bell_of(self.node)
        await self._do(_JOIN, self.node, address, roles, version, bell, RULES, TTL)
        await self.ring()

    async def renew(self) -> None:
        """Still there; `Gone` if others have said otherwise meanwhile."""
        began = awake()
        rows = await self._do(_RENEW, self.node, TTL)
        if not rows:
            raise Gone(self.node)
        self._renewed, self.draining = began, rows[0][0]

    async def sweep(self) -> list[str]:
        """Declare gone whoever is; the tables that are free now. Who has just come back declares
        nobody gone: with PostgreSQL, or the standby in its place, the others come back too.
        """
        if awake() - self._back < TTL:
            return []
        dead, freed = (await self._do(_SWEEP, self.node, TTL, QUIET))[0]
        if dead or freed:
            await self.ring()
        return list(freed or ())

    async def know(self, places: Iterable[str]) -> None:
        """These are tables that somebody must own."""
        await self._do(_PLACES, sorted(places), CLOSED)

    async def only(self, places: Iterable[str]) -> None:
        """Nobody takes any other: they are closed, or in no sheet."""
        await self._do(_ONLY, sorted(places), CLOSED)

    async def take(self, place: str, why: str = "free") -> int:
        """A free table: its new epoch, or 0 if somebody else was first."""
        rows = await self._do(_TAKE, place, self.node, why, RULES)
        return int(rows[0][0]) if rows else 0

    async def give(self, place: str, epoch: int, to: str = "") -> bool:
        """Hand a table over; its last commit has been answered."""
        given = bool(await self._do(_GIVE, place, self.node, epoch, to))
        await self.ring()
        return given

    async def want(self, place: str, node: str) -> bool:
        """Ask the owner of a table to hand it over to a node."""
        done = bool(await self._do(_WANT, place, node))
        await self.ring()
        return done

    async def drain(self, node: str) -> bool:
        """Ask a node to hand over all that it has, and to go."""
        done = bool(await self._do(_DRAIN, node))
        await self.ring()
        return done

    async def forget(self, place: str) -> None:
        """The table is closed for good."""
        await self._do(_FORGET, place, self.node, CLOSED)

    async def leave(self) -> None:
        """The node is there no more; it owns nothing."""
        await self._do(_LEAVE, self.node)
        await self.ring()

    async def all(self) -> tuple[dict[str, Lease], dict[str, Node]]:
        """Every lease, and every node that is there."""
        leases = [Lease(*row) for row in await self._do(_ALL)]
        nodes = [Node(*row) for row in await self._do(_LIVE)]
        return {one.place: one for one in leases}, {one.node: one for one in nodes}

    async def ring(self) -> None:
        """Let everybody look."""
        await self._do(f"NOTIFY {BELL}")

    async def _connect(self) -> AsyncConnection:
        link = await self.engine.connect()
        self._called, self._back = True, awake() if self._called else self._back
        self.link = await link.execution_options(isolation_level="AUTOCOMMIT")
        await self.link.exec_driver_sql("SELECT pg_try_advisory_lock($1)", (bell_of(self.node),))
        driver: Any = (await self.link.get_raw_connection()).driver_connection
        for bell, hear in self.heard.items():
            await driver.add_listener(bell, lambda *_, hear=hear: hear())
        return self.link

    async def _do(self, query: str, *values: Any) -> list[Any]:
        async with self._one:
            try:
                link = self.link or await self._connect()
                found = await link.exec_driver_sql(query, values)
                return list(found.all()) if found.returns_rows else []
            except BaseException:
                await self.hang_up()
                raise

    async def hang_up(self) -> None:
        """Let go of the connection; the next question takes a new one."""
        link, self.link = self.link, None
        if link is not None:
            for end in link.invalidate, link.close:
                with contextlib.suppress(Exception):
                    await end()
