"""The room's side of its rails: it starts them, gives them lines, and hears what is said there.

A rail that ends takes its lines with it: their people dial again and come to another, and it is
started anew. The tables never wait for one.
"""

import asyncio
import contextlib
import os
import socket
import sys
from collections import deque
from typing import Final

import structlog

from croupier.server.live.lines import Listener
from croupier.server.live.links import (
    Bulletin,
    End,
    Errand,
    Gone,
    Link,
    Reply,
    Shared,
    ToRoom,
    Unfit,
)
from croupier.server.live.pieces import Own, Pieces

AGAIN_SECONDS: Final = 0.2
"""How long a rail is not started again that has just ended."""
LAST_SECONDS: Final = 3.0
NUMBER: Final = 8

log = structlog.get_logger()


class Far:
    """A line that a rail holds."""

    __slots__ = ("_ended", "listener", "number", "rail")

    def __init__(self, rail: "Rail", number: int, listener: Listener) -> None:
        self.rail, self.number, self.listener = rail, number, listener
        self._ended = False

    def send(self, text: bytes) -> None:
        """Give a message to be sent; what goes to many lines goes to their rail once."""
        link = self.rail.link
        last = link.out[-1] if link.out else None
        if isinstance(last, Shared) and last.text is text:
            last.lines.append(self.number)
        elif isinstance(last, Reply) and last.text is text:
            link.out[-1] = Shared(text, [last.line, self.number])
        else:
            link.put(Reply(self.number, text))

    def tell(self, pieces: Pieces, own: Own) -> None:
        """Give a message to be sent of which most is the same for many."""
        link = self.rail.link
        last = link.out[-1] if link.out else None
        if isinstance(last, Bulletin) and last.pieces is pieces:
            last.own.append((self.number, own))
        else:
            link.put(Bulletin(pieces, [(self.number, own)]))

    def close(self, code: int) -> None:
        """End the line when the rest is sent."""
        self.rail.link.put(End(self.number, code))
        asyncio.get_running_loop().call_soon(self.end)

    def end(self) -> None:
        """It has gone."""
        self.rail.lines.pop(self.number, None)
        if not self._ended:
            self._ended = True
            self.listener.gone()


class Rail:
    """One process that holds lines."""

    def __init__(self) -> None:
        self.lines: dict[int, Far] = {}
        self.link = Link[ToRoom](ToRoom, self._heard, self._lost)
        self.process: asyncio.subprocess.Process
        self.up = False
        self._door: socket.socket
        self._waiting: deque[tuple[bytes, int]] = deque()

    async def start(self) -> None:
        """A new process, with one end of each pair of sockets."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self._door, door = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ends = theirs.fileno(), door.fileno()
        module = "croupier.server.live.rail"
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, *map(str, ends), pass_fds=ends, start_new_session=True
        )
        theirs.close()
        door.close()
        for one in ours, self._door:
            one.setblocking(False)
        await asyncio.get_running_loop().create_connection(lambda: self.link, sock=ours)
        self.up = True

    def take(self, number: int, listener: Listener) -> Far:
        """One more line, which is given to the process when its handshake has left."""
        found = self.lines[number] = Far(self, number, listener)
        return found

    def give(self, number: int, line: int, early: bytes) -> None:
        """The line itself: a descriptor that is from now on the process's alone."""
        self._waiting.append((number.to_bytes(NUMBER, "big") + early, os.dup(line)))
        self._pass_on()

    def _pass_on(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting and self.up:
            data, line = self._waiting[0]
            try:
                socket.send_fds(self._door, [data], [line])
            except BlockingIOError:
                loop.add_writer(self._door, self._pass_on)
                return
            except OSError:  # It has just ended: `_lost` will see to its lines.
                return
            self._waiting.popleft()
            os.close(line)
        with contextlib.suppress(OSError, ValueError):
            loop.remove_writer(self._door)

    def _heard(self, entry: ToRoom) -> None:
        found = self.lines.get(entry.line)
        if found is None:
            return
        if isinstance(entry, Errand):
            found.listener.heard(entry.said)
        elif isinstance(entry, Unfit):
            found.listener.unfit(entry.why)
        elif isinstance(entry, Gone):
            found.end()

    def _lost(self) -> None:
        """The process has ended, and all its lines with it."""
        self.up = False
        with contextlib.suppress(OSError, ValueError):
            asyncio.get_running_loop().remove_writer(self._door)
        self._door.close()
        while self._waiting:
            os.close(self._waiting.popleft()[1])
        for line in list(self.lines.values()):
            line.end()

    async def close(self) -> None:
        """Let the last words leave, and wait for the process."""
        self.link.flush()
        self.link.transport.close()
        try:
            async with asyncio.timeout(LAST_SECONDS):
                await self.process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


class Rails:
    """All of them; with none the room holds its lines itself."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.all: dict[int, Rail] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._numbers = 0
        self._closing = False

    async def open(self) -> None:
        """Start them, and each again that ends."""
        for at in range(self.count):
            self.all[at] = Rail()
            await self.all[at].start()
            self._tasks.append(asyncio.create_task(self._keep(at), name=f"rail {at + 1}"))

    async def _keep(self, at: int) -> None:
        while True:
            code = await self.all[at].process.wait()
            if self._closing:
                return
            log.warning("a rail has ended and is started again", rail=at + 1, code=code)
            self.all[at].link.transport.abort()
            await asyncio.sleep(AGAIN_SECONDS)
            rail = Rail()
            await rail.start()
            self.all[at] = rail

    def take(self, listener: Listener) -> Far | None:
        """A place for one more line, at the rail that has fewest; nothing if none is there."""
        here = [rail for rail in self.all.values() if rail.up]
        if not here:
            return None
        self._numbers += 1
        return min(here, key=lambda rail: len(rail.lines)).take(self._numbers, listener)

    async def close(self) -> None:
        """All of them end."""
        self._closing = True
        for rail in self.all.values():
            await rail.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
