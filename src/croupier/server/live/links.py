"""What goes between the room and its rails, over a Unix socket: frames in order, each a list of
entries with its length before it. All of one turn of the loop is one frame.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from croupier.server.live.pieces import Own, Pieces

WIDTH: Final = 4
BEHIND_BYTES: Final = 64_000_000
"""A rail that is further behind than this does not read: it is started again."""


class Errand(Struct, array_like=True, tag=1):
    """Rail to room: what somebody has said; what it means is the table's to see."""

    line: int
    said: bytes


class Unfit(Struct, array_like=True, tag=2):
    """Rail to room: something was said too fast, or too long, and was not heard."""

    line: int
    why: Any


class Gone(Struct, array_like=True, tag=3):
    """Rail to room: a line has ended."""

    line: int


class Reply(Struct, array_like=True, tag=1):
    """Room to rail: a message to one line, an answer or its seat's own news."""

    line: int
    text: bytes


class Shared(Struct, array_like=True, tag=2):
    """Room to rail: the same message to several lines."""

    text: bytes
    lines: list[int]


class Bulletin(Struct, array_like=True, tag=3):
    """Room to rail: news of a crowd; the rail puts each reader's own in between."""

    pieces: Pieces
    own: list[tuple[int, Own]]


class End(Struct, array_like=True, tag=4):
    """Room to rail: end a line."""

    line: int
    code: int


ToRoom = Errand | Unfit | Gone
ToRail = Reply | Shared | Bulletin | End
Heard = TypeVar("Heard", ToRoom, ToRail)
_encode: Final = msgspec.msgpack.Encoder().encode


class Link(asyncio.Protocol, Generic[Heard]):
    """One end of the connection between a room and a rail."""

    def __init__(self, kind: Any, heard: Callable[[Heard], None], lost: Callable[[], None]) -> None:
        self._decode = msgspec.msgpack.Decoder(list[kind]).decode
        self._heard: Callable[[Heard], None] = heard
        self._lost = lost
        self.out: list[Any] = []
        self._rest = bytearray()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """It is open."""
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """The other end has gone: nothing that was sent arrives any more."""
        self._lost()

    def put(self, entry: ToRoom | ToRail) -> None:
        """Into the frame that leaves when this turn of the loop is over."""
        if not self.out:
            asyncio.get_running_loop().call_soon(self.flush)
        self.out.append(entry)

    def flush(self) -> None:
        """One frame with all that waits."""
        if not self.out or self.transport.is_closing():
            return
        data = _encode(self.out)
        self.out = []
        self.transport.write(len(data).to_bytes(WIDTH, "big") + data)
        if self.transport.get_write_buffer_size() > BEHIND_BYTES:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Some bytes: frames, or parts of them."""
        self._rest += data
        at, whole = 0, len(self._rest)
        while whole - at >= WIDTH:
            end = at + WIDTH + int.from_bytes(self._rest[at : at + WIDTH], "big")
            if end > whole:
                break
            for entry in self._decode(bytes(self._rest[at + WIDTH : end])):
                self._heard(entry)
            at = end
        del self._rest[:at]
