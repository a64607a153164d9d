"""A rail: a process that holds people's lines for the room, and knows no cards.

It is started by the room (`croupier serve --rails N`) with two sockets: one for frames, one over
which it is given the lines that have come in. Frames, sizes, pace, pings and slow readers are seen
to here; what is said goes to the room. When the room has gone, so does the rail.
"""

import asyncio
import contextlib
import resource
import socket
import sys
from typing import Final

from croupier.server.live import links
from croupier.server.live.lines import Line, Lines, Unfit

MOST_BYTES: Final = 1 << 17
"""Of what comes with a line: its number, and what a hasty client has said already."""
NUMBER: Final = 8
LAST_SECONDS: Final = 1.0


class Caller:
    """Who is at the other end of a line, known by a number."""

    def __init__(self, rail: "Rail", number: int) -> None:
        self.rail, self.number = rail, number

    def heard(self, frame: str | bytes) -> None:
        """For the room."""
        said = frame if isinstance(frame, bytes) else frame.encode()
        self.rail.link.put(links.Errand(self.number, said))

    def unfit(self, why: Unfit) -> None:
        """The room says so."""
        self.rail.link.put(links.Unfit(self.number, why))

    def gone(self) -> None:
        """The room hears of it."""
        self.rail.here.pop(self.number, None)
        self.rail.link.put(links.Gone(self.number))


class Rail:
    """The lines of this process, and the link to the room."""

    def __init__(self) -> None:
        self.lines = Lines()
        self.here: dict[int, Line] = {}
        self.over = asyncio.Event()
        self.link = links.Link[links.ToRail](links.ToRail, self.told, self.over.set)
        self._coming: set[asyncio.Task[None]] = set()

    async def stay(self, frames: socket.socket, door: socket.socket) -> None:
        """Until the room has gone."""
        loop = asyncio.get_running_loop()
        door.setblocking(False)
        await loop.create_connection(lambda: self.link, sock=frames)
        loop.add_reader(door, self._come_in, door)
        await self.over.wait()
        for line in list(self.here.values()):
            line.close(1012)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_SECONDS):
                while self.lines.open:  # noqa: ASYNC110 - people read the last word, or do not.
                    await asyncio.sleep(0.05)

    def _come_in(self, door: socket.socket) -> None:
        data, found, _, _ = socket.recv_fds(door, MOST_BYTES, 1)
        if not data:  # The room has gone.
            asyncio.get_running_loop().remove_reader(door)
            return
        number, early = int.from_bytes(data[:NUMBER], "big"), data[NUMBER:]
        task = asyncio.create_task(self._take(number, socket.socket(fileno=found[0]), early))
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)

    async def _take(self, number: int, came: socket.socket, early: bytes) -> None:
        caller = Caller(self, number)
        line = self.here[number] = Line(self.lines, caller)
        try:
            came.setblocking(False)
            await asyncio.get_running_loop().connect_accepted_socket(lambda: line, came)
        except OSError:
            caller.gone()
        else:
            line.data_received(early)

    def told(self, entry: links.ToRail) -> None:
        """What the room has for some of the lines."""
        here = self.here
        if isinstance(entry, links.Reply):
            if entry.line in here:
                here[entry.line].send(entry.text)
        elif isinstance(entry, links.Shared):
            for number in entry.lines:
                if number in here:
                    here[number].send(entry.text)
        elif isinstance(entry, links.Bulletin):
            for number, own in entry.own:
                if number in here:
                    here[number].tell(entry.pieces, own)
        elif isinstance(entry, links.End) and entry.line in here:
            here[entry.line].close(entry.code)


def main(frames: int, door: int) -> None:
    """With the two sockets that the room has left open for it."""
    import uvloop  # noqa: PLC0415 - only a process of lines needs it.

    many = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (many, many))

    async def stay() -> None:
        await Rail().stay(socket.socket(fileno=frames), socket.socket(fileno=door))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(stay())


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
