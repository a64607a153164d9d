"""A line between two that can be cut: bytes vanish one way or both, and nobody is told."""

import asyncio
from contextlib import suppress

OPEN, HOLE, UP, DOWN = "open", "hole", "up", "down"


class Cut:
    """Passes on what comes, as long as it is open."""

    def __init__(self) -> None:
        self.state = OPEN
        """`up`: what is asked is lost; `down`: what is answered; `hole`: both."""
        self.port = 0
        self._links: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server

    async def to_socket(self, here: str, there: str) -> None:
        """Between two Unix sockets."""
        self.turn(there)
        self._server = await asyncio.start_unix_server(self._come, here)

    def turn(self, there: str) -> None:
        """Whoever dials from now on comes to another socket."""
        self._dial = lambda: asyncio.open_unix_connection(there)

    async def to_port(self, port: int) -> None:
        """Before a port of this machine, at one of its own."""
        self._dial = lambda: asyncio.open_connection("127.0.0.1", port)
        self._server = await asyncio.start_server(self._come, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await self._dial()
        except OSError:
            writer.close()
            return
        self._links |= {writer, far_writer}
        for way in self._pass(reader, far_writer, UP), self._pass(far_reader, writer, DOWN):
            task = asyncio.create_task(way)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: str):
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                if self.state in (OPEN, DOWN if way == UP else UP):
                    writer.write(data)
                    await writer.drain()
        if self.state == OPEN:
            writer.close()

    def reset(self) -> None:
        """What was cut for long is found to be: both ends learn of it."""
        for link in self._links:
            link.transport.abort()
        self._links.clear()

    async def close(self) -> None:
        self._server.close()
        self.reset()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
