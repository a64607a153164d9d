"""A watchman at the event loop: how much CPU time one callback takes, and how memory grows."""

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

FREEZE = 0.25
"""Seconds of CPU in one callback: the room answers nobody else while it lasts. Time that other
programs of the machine take is not counted."""
PAGE = 4096


class Watch(Struct):
    """The longest callback, and what it was."""

    slowest: float = 0.0
    what: str = ""
    rss: int = 0

    def check(self) -> None:
        assert self.slowest < FREEZE, f"{self.slowest:.3f} s in one callback: {self.what}"


@contextmanager
def watched() -> Iterator[Watch]:
    """Watch all callbacks of asyncio's loops in this process.

    What was there before is frozen, as `croupier serve` does: a collection that walks through the
    heap of a whole test run is not the room's.
    """
    gc.collect()
    gc.freeze()
    found, really = Watch(rss=rss()), asyncio.events.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        really(handle)
        took = time.thread_time() - began
        if took > found.slowest:
            found.slowest, found.what = took, named(handle)

    asyncio.events.Handle._run = timed
    try:
        yield found
    finally:
        asyncio.events.Handle._run = really
        gc.unfreeze()
        found.rss = rss() - found.rss


def named(handle: asyncio.Handle) -> str:
    """What a callback was, the task's own coroutine if it has one."""
    task = getattr(handle._callback, "__self__", None)
    return repr(task if isinstance(task, asyncio.Task) else handle)[:600]


def rss(process: str | int = "self") -> int:
    """Bytes of memory in use; 0 where the system does not tell."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1]) * PAGE
    except OSError:
        return 0
