"""A node's connections to the database, as SQLAlchemy has them: questions travel, wait, and are
answered or never are.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import Context
from random import Random
from types import SimpleNamespace
from typing import Any, Literal

from croupier.rehearsal.database import TICK, Backend, Server, lost, reading, run, statement
from croupier.rehearsal.loop import WHERE

Cut = Literal["", "both", "up", "down"]
NOTICED = 4.5
"""After how long a cut is noticed by those who asked for it (`store.KEEP_ALIVE`)."""


class Cable:
    """Between one node and the database."""

    def __init__(self, server: Server, chance: Random, slow: float) -> None:
        self.server, self.chance, self.slow = server, chance, slow
        self.cut: Cut = ""
        self.cut_at = 0.0
        self.full = False
        """Whether nobody else is let in over it; those who read have connections that they keep."""
        self._waiting: list[tuple[str, Callable[[], None]]] = []
        self.wires: dict[Wire, None] = {}
        self.fate: Callable[[], str] = lambda: ""
        """What befalls a commit: nothing, `before` it or `after` it."""

    def commit(self, backend: Backend) -> None:
        """A commit, unless the line breaks just then; it may break just after."""
        fate = self.fate() if backend.writes else ""
        if fate != "before":
            backend.commit()
        if fate:
            backend.end()
            raise lost()

    def carry(
        self, way: Literal["up", "down"], do: Callable[[], None], after: float = 0.0
    ) -> float:
        """A message: later, or when the cable is whole again. When it arrives, in order."""
        at = max(self.server.loop.now + self.chance.expovariate(1 / self.slow), after + TICK)
        self.server.loop.call_at(at, self._arrive, way, do, context=Context())
        return at

    def _arrive(self, way: str, do: Callable[[], None]) -> None:
        if self.cut in ("both", way):
            self._waiting.append((way, do))
        else:
            do()

    def break_off(self, cut: Cut) -> None:
        """From now on."""
        self.cut, self.cut_at = cut, self.server.loop.now
        self.server.loop.call_later(NOTICED, self._notice, self.cut_at, context=Context())

    def _notice(self, cut_at: float) -> None:
        if self.cut and self.cut_at == cut_at:
            for wire in list(self.wires):
                if wire.hurried:
                    wire.break_down()

    def mend(self) -> None:
        """What was on its way arrives."""
        waiting, self._waiting, self.cut = self._waiting, [], ""
        for _, do in waiting:
            do()

    def unplug(self) -> None:
        """The process has ended: the server hears of it, if it can."""
        for wire in list(self.wires):
            wire.hang_up()


class Wire:
    """One connection."""

    def __init__(self, cable: Cable, how: dict[str, Any]) -> None:
        self.cable, self.loop = cable, cable.server.loop
        args = how.get("connect_args", {})
        self.hurried = "command_timeout" in args
        self.patience: float | None = args.get("command_timeout")
        self.settings: dict[str, str] = dict(args.get("server_settings", {}))
        self.backend: Backend | None = None
        self.broken = False
        self.dialect = SimpleNamespace(name="postgresql")
        self._asked: dict[asyncio.Future[Any], None] = {}
        self._up = self._down = 0.0

    # Asking.

    async def _ask(self, do: Callable[[Backend], Any], patience: float | None) -> Any:
        if self.broken:
            raise lost()
        answer: asyncio.Future[Any] = self.loop.create_future()
        self._asked[answer] = None
        self._up = self.cable.carry("up", lambda: self._reached(do, answer), self._up)
        try:
            async with asyncio.timeout(patience):
                return await answer
        except TimeoutError:
            self.break_down()
            raise
        finally:
            self._asked.pop(answer, None)

    def _reached(self, do: Callable[[Backend], Any], answer: asyncio.Future[Any]) -> None:
        run(self.loop, self._answered(do, answer))

    async def _answered(self, do: Callable[[Backend], Any], answer: asyncio.Future[Any]) -> None:
        backend = self.backend
        if backend is None or not backend.alive:
            self._say(lambda: self._tell(answer, error=lost("57P01")))
            return
        backend.heard_at = self.loop.now
        try:
            found = do(backend)
            found = await found if asyncio.iscoroutine(found) else found
        except BaseException as error:  # noqa: BLE001 - the one who asked hears of it.
            told = error
            self._say(lambda: self._tell(answer, error=told))
        else:
            self._say(lambda: self._tell(answer, found))
        backend.heard_at = self.loop.now
        backend.server.expect(backend)

    def _say(self, do: Callable[[], None]) -> None:
        self._down = self.cable.carry("down", do, self._down)

    def _tell(
        self, answer: asyncio.Future[Any], found: Any = None, error: BaseException | None = None
    ) -> None:
        if answer.done():
            return
        if error is not None and getattr(error, "connection_invalidated", False):
            self.broken = True
        if error is None:
            answer.set_result(found)
        else:
            answer.set_exception(error)

    def break_down(self) -> None:
        """The node has given it up: whoever waits is told, and the server when it can be."""
        self.broken = True
        for answer in list(self._asked):
            self._tell(answer, error=lost())
        self.hang_up()

    def hang_up(self) -> None:
        """The server hears that nobody is there."""
        self.cable.wires.pop(self, None)
        backend = self.backend
        if backend is not None:
            self.cable.carry("up", backend.end, self._up)

    # As SQLAlchemy has it.

    async def open(self) -> "Wire":
        """Be let in."""
        server, owner = self.cable.server, WHERE.get()
        self.cable.wires[self] = None

        def let_in() -> None:
            if server.up and not (self.cable.full and self.hurried):
                self.backend = Backend(server, owner, self.settings)
                server.backends[self.backend] = None

        answer: asyncio.Future[Any] = self.loop.create_future()
        self._asked[answer] = None

        def reached() -> None:
            let_in()
            error = None if self.backend else lost("57P03" if not server.up else "53300")
            self._say(lambda: self._tell(answer, error=error))

        self._up = self.cable.carry("up", reached)
        try:
            async with asyncio.timeout(4.0 if self.hurried else 60.0):
                await answer
        except BaseException:
            self.broken = True
            self.hang_up()
            raise
        finally:
            self._asked.pop(answer, None)
        return self

    async def execute(self, query: Any, given: Any = None) -> Any:
        """A statement."""
        if isinstance(given, dict):
            query = query.bindparams(**given)
        return await self._do(query, ())

    async def exec_driver_sql(self, query: str, given: Any = ()) -> Any:
        """A statement in the driver's own words."""
        if query.startswith("NOTIFY "):
            bell = query.partition(" ")[2]
            await self._ask(lambda backend: backend.server.ring(bell), self.patience)
            return _none()
        return await self._do(query, given)

    async def _do(self, query: Any, given: Any) -> Any:
        wanted, act = statement(query, given)
        reads = reading(query)

        def done(backend: Backend) -> Any:
            def inside(link: Any, rows: Any) -> Any:
                return backend.server.speaking(backend, lambda: act(link, rows))

            return backend.do(wanted, inside, reads=reads)

        found = await self._ask(done, self.patience)
        return found if found is not None else _none()

    async def commit(self) -> None:
        """All of it."""
        await self._ask(self.cable.commit, self.patience)

    async def rollback(self) -> None:
        """Nothing of it."""
        await self._ask(lambda backend: backend.rollback(), self.patience)

    async def close(self) -> None:
        """Let go."""
        if not self.broken:
            self.broken = True
            self.hang_up()

    async def invalidate(self) -> None:
        """Let go of what is broken."""
        await self.close()

    async def run_sync(self, do: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Look at the schema."""
        return await self._ask(
            lambda backend: do(backend.server.link, *given, **named), self.patience
        )

    async def execution_options(self, *, isolation_level: str) -> "Wire":
        """Each statement by itself, or all of one instant."""
        if self.backend is not None:
            self.backend.autocommit = isolation_level == "AUTOCOMMIT"
        return self

    async def get_raw_connection(self) -> Any:
        """The driver's own."""
        return SimpleNamespace(driver_connection=self)

    async def add_listener(self, bell: str, hear: Callable[..., None]) -> None:
        """Hear a bell."""
        where = WHERE.get()
        ring = lambda: self._say(lambda: self.loop.inside(where, hear))  # noqa: E731

        def listens(backend: Backend) -> None:
            backend.bells[bell] = ring

        await self._ask(listens, self.patience)


def _none() -> Any:
    return SimpleNamespace(returns_rows=False, all=list, first=lambda: None, scalar=lambda: None)


class _Opening:
    """`await` or `async with`, as it is wanted."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire

    def __await__(self) -> Any:
        return self.wire.open().__await__()

    async def __aenter__(self) -> Wire:
        return await self.wire.open()

    async def __aexit__(self, *_: object) -> None:
        await self.wire.close()


class Engine:
    """What a store takes for its database."""

    def __init__(self, cable: Cable, how: dict[str, Any]) -> None:
        self.cable, self._how = cable, how
        self.dialect = SimpleNamespace(name="postgresql")
        self.sync_engine = cable.server.engine

    def connect(self) -> _Opening:
        """A connection."""
        return _Opening(Wire(self.cable, self._how))

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Wire]:
        """A transaction."""
        wire = await Wire(self.cable, self._how).open()
        try:
            yield wire
            await wire.commit()
        finally:
            await wire.close()

    async def dispose(self) -> None:
        """Nothing is kept."""
