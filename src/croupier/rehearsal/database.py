"""A PostgreSQL in virtual time: transactions, locks on rows, bells, restarts and lost answers.

One SQLite in memory holds what is committed. What a transaction writes is kept until its commit and
done then in one piece, under the locks on rows that it has taken before, as PostgreSQL has them; so
readers see what is committed and nothing else. A statement with several rows looks at them when it
begins and, after waiting for locks, once more.
"""

import asyncio
import sqlite3
from collections import namedtuple
from collections.abc import Callable
from contextvars import Context
from functools import cache
from random import Random
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from croupier.rehearsal import statements, template
from croupier.rehearsal.locks import Deadlock, Locks, Strength, Wanted
from croupier.rehearsal.loop import Process, VirtualLoop

TICK = 1e-9
WALL = 1_700_000_000.0
"""When a rehearsal begins."""


class Refusal(Exception):
    """What the server says, with its number."""

    def __init__(self, sqlstate: str) -> None:
        self.sqlstate = sqlstate
        super().__init__(sqlstate)


def lost(sqlstate: str = "08006") -> DBAPIError:
    """The connection is no more."""
    gone = sqlstate.startswith(("08", "57", "25"))
    return DBAPIError("", None, Refusal(sqlstate), connection_invalidated=gone)


class Found:
    """The answer to a statement."""

    def __init__(self, rows: list[Any] | None) -> None:
        self._rows = rows or []
        self.returns_rows = rows is not None

    def all(self) -> list[Any]:
        """All rows."""
        return self._rows

    def first(self) -> Any:
        """The first, or nothing."""
        return self._rows[0] if self._rows else None

    def scalar(self) -> Any:
        """The first column of the first."""
        return self._rows[0][0] if self._rows else None

    def __iter__(self) -> Any:
        return iter(self._rows)


class Backend:
    """The server's end of one connection."""

    def __init__(self, server: "Server", owner: Process | None, settings: dict[str, str]) -> None:
        self.server, self.owner, self.settings = server, owner, settings
        self.autocommit, self.alive = False, True
        self.writes: list[Callable[[sa.Connection], Any]] = []
        self.bells: dict[str, Callable[[], None]] = {}
        self.advisory: dict[int, bool] = {}
        """Its locks on numbers, and whether others may share them."""
        self.heard_at = 0.0
        self.busy = False

    def end(self) -> None:
        """Nobody is there any more: nothing of its transaction is done."""
        if self.alive:
            self.alive = False
            self._rolled_back()
            self.server.backends.pop(self, None)

    def _rolled_back(self) -> None:
        self.writes = []
        self.server.locks.release(self)

    def rollback(self) -> None:
        """The transaction is given up."""
        self._rolled_back()

    def commit(self) -> None:
        """All that the transaction has written, in one piece."""
        writes, self.writes = self.writes, []
        try:
            if writes:
                self.server.apply(self, writes)
        except BaseException:
            self._rolled_back()
            raise
        self.server.locks.release(self)

    async def do(
        self,
        wanted: Callable[[sa.Connection], list[Wanted]],
        act: Callable[..., Any],
        *,
        reads: bool,
    ) -> Any:
        """One statement."""
        self.busy = True
        try:
            rows = wanted(self.server.link)
            await self.server.locks.take(self, rows)
            return self._done(lambda link: act(link, rows), reads=reads)
        except Deadlock:
            self._rolled_back()
            raise lost("40P01") from None
        finally:
            self.busy = False
            if self.autocommit:
                self.server.locks.release(self)

    def _done(self, act: Callable[[Any], Any], *, reads: bool) -> Any:
        """What it locks is its own now."""
        if not self.alive:
            self.server.locks.release(self)
            raise lost("57P01")
        if reads:
            return self.server.foreseen(self, act) if self.writes else act(self.server.link)
        self.writes.append(act)
        return self._at_once() if self.autocommit else None

    def _at_once(self) -> Any:
        (act,) = self.writes
        found: list[Any] = []
        self.writes = [lambda link: found.append(act(link))]
        self.commit()
        return found[0]


class Server:
    """The database itself."""

    def __init__(self, loop: VirtualLoop, chance: Random) -> None:
        self.loop, self.chance, self.locks = loop, chance, Locks()
        self.began, self.up = -60.0, True
        self.backends: dict[Backend, None] = {}
        self._speaker: Backend | None = None
        self.engine = template.connected(self._functions())
        self.link = self.engine.connect()
        raw: Any = self.link.connection.driver_connection
        raw.deserialize(template.image())
        self.commits = 0
        self.heard: list[Callable[[], None]] = []
        """What is done after each commit."""

    def _functions(self) -> dict[str, tuple[int, Callable[..., Any]]]:
        return {
            "clock_timestamp": (0, self.time),
            "pg_postmaster_start_time": (0, lambda: WALL + self.began),
            "pg_try_advisory_xact_lock": (1, lambda key: not self._taken(key)),
            "pg_try_advisory_lock": (1, self._advisory),
            "pg_try_advisory_lock_shared": (1, lambda key: self._advisory(key, shared=True)),
            "croupier_node": (0, self._node),
        }

    def time(self) -> float:
        """By the server's clock."""
        return WALL + self.loop.now

    def _node(self) -> str:
        return self._speaker.settings.get("croupier.node", "") if self._speaker else ""

    def _taken(self, key: int, *, shared: bool = False) -> bool:
        """Whether another holds it, and not together with us."""
        others = (one.advisory for one in self.backends if one is not self._speaker)
        return any(key in held and not (shared and held[key]) for held in others)

    def _advisory(self, key: int, *, shared: bool = False) -> bool:
        if self._speaker is None or self._taken(key, shared=shared):
            return False
        self._speaker.advisory[key] = shared
        return True

    def speaking(self, backend: Backend, act: Callable[[], Any]) -> Any:
        """For whom something is done."""
        before, self._speaker = self._speaker, backend
        try:
            return act()
        finally:
            self._speaker = before

    def apply(self, backend: Backend, writes: list[Callable[[sa.Connection], Any]]) -> None:
        """A transaction, all of it or nothing."""
        posted = self._posted()
        self.link.exec_driver_sql("BEGIN")
        try:
            self.speaking(backend, lambda: [write(self.link) for write in writes])
            self.link.exec_driver_sql("COMMIT")
        except BaseException:
            self.link.exec_driver_sql("ROLLBACK")
            raise
        self.commits += 1
        if self._posted() != posted:
            self.ring("croupier_board")
        for hear in self.heard:
            hear()

    def _posted(self) -> int:
        query = "SELECT seq FROM sqlite_sequence WHERE name = 'board'"
        return int(self.link.exec_driver_sql(query).scalar() or 0)

    def foreseen(self, backend: Backend, act: Callable[[sa.Connection], Any]) -> Any:
        """What a transaction sees of its own writes."""
        self.link.exec_driver_sql("BEGIN")
        try:
            self.speaking(backend, lambda: [write(self.link) for write in backend.writes])
            return act(self.link)
        finally:
            self.link.exec_driver_sql("ROLLBACK")

    def ring(self, bell: str) -> None:
        """Everybody who listens hears it, if they can."""
        for backend in list(self.backends):
            if bell in backend.bells:
                backend.bells[bell]()

    def stop(self) -> None:
        """All connections are lost, and what was not committed."""
        self.up = False
        for backend in list(self.backends):
            backend.end()

    def start(self) -> None:
        """Again."""
        self.up, self.began = True, self.loop.now

    def expect(self, backend: Backend) -> None:
        """Whoever stands still within a transaction is ended, if that was asked for."""
        patience = float(backend.settings.get("idle_in_transaction_session_timeout", 0)) / 1000

        def look() -> None:
            still = self.loop.now - backend.heard_at >= patience - TICK and not backend.busy
            if still and (backend.writes or self._holds(backend)):
                backend.end()

        if patience:
            self.loop.call_later(patience, look, context=Context())

    def _holds(self, backend: Backend) -> bool:
        return any(backend in holders for holders in self.locks.held.values())


def run(loop: VirtualLoop, coroutine: Any) -> asyncio.Task[Any]:
    """Something that the server does, in no node's process."""
    return loop.create_task(coroutine, context=Context())


def reading(query: Any) -> bool:
    """Whether a statement changes nothing."""
    if isinstance(query, sa.Select | sa.TextualSelect):
        return True
    text = query.text if isinstance(query, sa.TextClause) else query
    return isinstance(text, str) and text.lstrip().upper().startswith("SELECT")


def statement(query: Any, given: Any) -> tuple[Callable[[Any], list[Wanted]], Callable[..., Any]]:
    """What rows a statement locks, and how it is done."""
    if isinstance(query, str):
        return _written(query, given or ())
    if isinstance(query, sa.Select) and query._for_update_arg is not None:
        strength: Strength = "share" if query._for_update_arg.read else "update"
        name = str(next(iter(query.compile().params.values())))
        rows: list[Wanted] = [(("facts", name), strength)]
        return lambda _: rows, lambda link, _: _result(link.execute(query))
    if isinstance(query, sa.Select) and _named(query) == "pg_advisory_xact_lock":
        return lambda _: [(("advisory", str(query.compile().params)), "update")], lambda *_: Found(
            []
        )
    plain = _plain(query)
    return lambda _: [], lambda link, _: _result(link.execute(plain))


def _named(query: sa.Select[Any]) -> str:
    """The function that is called, if nothing else is asked."""
    (first, *_) = query._raw_columns
    return str(getattr(first, "name", ""))


def _written(query: str, given: Any) -> tuple[Callable[[Any], list[Wanted]], Callable[..., Any]]:
    footprint = statements.LOCKS.get(query)
    twin = statements.TWINS.get(query)

    def wanted(link: Any) -> list[Wanted]:
        return footprint(link, given) if footprint else []

    if twin is not None:
        return wanted, lambda link, rows: Found(twin(link, given, rows))
    words, values = statements.plain(query), statements.values(given)
    return wanted, lambda link, _: _straight(link, words, values)


def _straight(link: sa.Connection, words: str, values: Any) -> Found:
    """Past SQLAlchemy, which would take most of the time."""
    raw: Any = link.connection.driver_connection
    try:
        if values and isinstance(values[0], tuple):
            found = raw.executemany(words, values)
        else:
            found = raw.execute(words, values)
        rows = found.fetchall()
    except sqlite3.IntegrityError as error:
        raise IntegrityError(words, None, error) from None
    if found.description is None:
        return Found(None)
    kind = _kind(tuple(column[0] for column in found.description))
    return Found([kind(*row) for row in rows])


@cache
def _kind(names: tuple[str, ...]) -> Any:
    return namedtuple("Row", names, rename=True)  # noqa: PYI024 - its names come with the answer.


def _plain(query: Any) -> Any:
    """A text in SQLite's words; all else is said by its dialect."""
    body = query.element if isinstance(query, sa.TextualSelect) else query
    if not isinstance(body, sa.TextClause):
        return query
    bound = {name: part.value for name, part in body._bindparams.items()}
    given = dict(zip(bound, statements.values(list(bound.values())), strict=True))
    words = sa.text(statements.plain(body.text)).bindparams(**given)
    return words.columns(*query.column_args) if isinstance(query, sa.TextualSelect) else words


def _result(found: Any) -> Found:
    return Found(list(found.all()) if found.returns_rows else None)
