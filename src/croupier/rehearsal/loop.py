"""Virtual time: nobody waits, the clock jumps to whatever comes next.

Each callback belongs to a process (or to nobody, the world): what a process has to do is done in
its own order, and the processes are mixed as the seed says. A frozen process does nothing until it
thaws, one whose machine is asleep does not even know how long it was, a dead one does nothing ever
again.
"""

import asyncio
import heapq
import selectors
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any, Literal

State = Literal["runs", "frozen", "asleep", "dead"]


class Process:
    """Something that runs, stands still, or has ended."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.state: State = "runs"
        self.step = 0.0
        """By how much its clock on the wall was set."""
        self.rate = 1.0
        """How fast its own clock runs."""
        self.began = 0.0
        self.slept = 0.0
        """For how long its machine was paused with all its clocks."""
        self.asleep_since = 0.0
        self.held: list[Any] = []
        """What it has to do when it thaws, and what a dead one never did."""
        self.context = copy_context()
        self.context.run(WHERE.set, self)

    @property
    def dead(self) -> bool:
        """Whether it has ended."""
        return self.state == "dead"


WHERE: ContextVar[Process | None] = ContextVar("where", default=None)
"""In which process something is done."""


class Stuck(Exception):
    """Everybody waits for ever."""


class _Silence(selectors.BaseSelector):
    """Nothing ever comes from outside."""

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return selectors.SelectorKey(fileobj, 0, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return selectors.SelectorKey(fileobj, 0, 0, None)

    def select(self, timeout: float | None = None) -> list[Any]:  # noqa: ARG002
        return []

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return {}


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock never waits."""

    _ready: deque[Any]
    _scheduled: list[Any]
    _timer_cancelled_count: int

    def __init__(self, chance: Random) -> None:
        self.now, self.chance, self.steps = 0.0, chance, 0
        super().__init__(_Silence())

    def time(self) -> float:
        """Virtual seconds since the beginning."""
        return self.now

    def _make_self_pipe(self) -> None: ...

    def _close_self_pipe(self) -> None: ...

    def _write_to_self(self) -> None: ...

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override] # noqa: ARG002
        """At once: a thread of its own would know no virtual time."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - whoever waits hears of it.
            done.set_exception(error)
        return done

    def _run_once(self) -> None:
        """One round: what is due and what is ready."""
        self.steps += 1
        waiting = self._forgotten()
        while waiting and waiting[0]._cancelled:
            heapq.heappop(waiting)._scheduled = False
            self._timer_cancelled_count = max(0, self._timer_cancelled_count - 1)
        if not self._ready:
            if not waiting:
                raise Stuck("everybody waits for ever")
            self.now = max(self.now, waiting[0].when())
        while waiting and waiting[0].when() <= self.now:
            due = heapq.heappop(waiting)
            due._scheduled = False
            self._ready.append(due)
        for handle in self._mixed():
            if not handle._cancelled and not self._kept(handle):
                handle._run()

    def _forgotten(self) -> list[Any]:
        """What is scheduled, without most of what was called off."""
        waiting = self._scheduled
        if self._timer_cancelled_count > max(100, len(waiting) // 2):
            kept = [handle for handle in waiting if not handle._cancelled]
            for handle in waiting:
                handle._scheduled = not handle._cancelled
            waiting[:] = kept
            heapq.heapify(waiting)
            self._timer_cancelled_count = 0
        return waiting

    def _mixed(self) -> Iterator[Any]:
        """What is ready, each process in its own order, between them in any."""
        queues: dict[Process | None, deque[Any]] = {}
        for handle in self._ready:
            where = handle._context.get(WHERE)
            queues.setdefault(where, deque()).append(handle)
        self._ready.clear()
        left = list(queues.values())
        while len(left) > 1:
            at = self.chance.randrange(len(left))
            yield left[at].popleft()
            if not left[at]:
                left.pop(at)
        for queue in left:
            yield from queue

    def _kept(self, handle: Any) -> bool:
        """Whether nothing is done now, for its process stands still or has ended."""
        where = handle._context.get(WHERE)
        if where is None or where.state == "runs":
            return False
        where.held.append(handle)
        return True

    def thaw(self, process: Process) -> None:
        """It goes on where it stood."""
        process.state = "runs"
        held, process.held = process.held, []
        self._ready.extend(handle for handle in held if not handle._cancelled)

    def wake(self, process: Process, slept: float) -> None:
        """Its machine was paused: no clock of it has gone on, so whatever it waits for comes later
        by as much.
        """
        process.slept += slept
        timers = [one for one in process.held if isinstance(one, asyncio.TimerHandle)]
        process.held = [one for one in process.held if one not in timers]
        self._scheduled.extend(one for one in timers if not one._cancelled)
        for one in self._scheduled:
            if one._context.get(WHERE) is process:
                one._when, one._scheduled = one._when + slept, True
        heapq.heapify(self._scheduled)
        self.thaw(process)

    def inside(self, process: Process | None, do: Callable[..., Any], *args: Any) -> None:
        """Have something done in a process, when it comes to it."""
        context = process.context.copy() if process is not None else Context()
        self.call_soon(do, *args, context=context)
