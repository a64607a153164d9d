"""A person's line: WebSocket frames in and out by callbacks, with no task and no queue of its own.

What is sent to a line in one turn of the loop leaves in one write. One beat for all of them asks
who is still there. Nothing here knows what is said.
"""

import asyncio
from typing import Any, Final, Literal, Protocol

from websockets.frames import apply_mask  # type: ignore[attr-defined]  # Compiled if it can be.

from croupier.server.live.pieces import Own, Pieces
from croupier.server.people.buckets import Bucket

LONGEST: Final = 16_384
"""Characters of a message."""
LARGEST: Final = 1 << 16
"""Bytes of a message; a line that sends more ends."""
BEHIND: Final = 2000
BEHIND_BYTES: Final = 4_000_000
"""Limits of what waits to be sent; a client further behind is dropped and must join again."""
STALLED_SECONDS: Final = 30
"""A client that reads nothing for this long is dropped."""
HASTY_SECONDS: Final = 0.25
"""A line that sends too fast is not read for this long."""
RATE: Final = 20
BURST: Final = 60
LAST_SECONDS: Final = 5
"""How long the last words of a line are waited for."""
BEAT_SECONDS: Final = 0.5
PING_SECONDS: Final = 2.0
PONG_SECONDS: Final = 3.0
"""When a silent line is asked, and how long its answer is waited for: a client that has gone is
noticed within six seconds."""
PINGS_A_SECOND: Final = 1000
"""With more lines than are asked in time, each is asked less often."""
CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
LAST, RESERVED, CONTROL, MASKED, SHORT = 0x80, 0x70, 0x08, 0x80, 125

Unfit = Literal["hasty", "long"]


class Listener(Protocol):
    """Who hears what a line says."""

    def heard(self, frame: str | bytes) -> None:
        """One message."""

    def unfit(self, why: Unfit) -> None:
        """A message that is not heard, and why."""

    def gone(self) -> None:
        """Nothing more comes and nothing more is sent; said once."""


class Outlet(Protocol):
    """A line as the room sees it, wherever it is held."""

    def send(self, text: bytes) -> None:
        """Give a message to be sent; nobody waits for a slow reader."""

    def tell(self, pieces: Pieces, own: Own) -> None:
        """Give a message to be sent of which most is the same for many."""

    def close(self, code: int) -> None:
        """End the line when the rest is sent."""


class Broken(Exception):
    """What came is no WebSocket."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(code)


class Lines:
    """All lines of a process: what they send together, and one beat for them."""

    def __init__(self) -> None:
        self.ping_seconds = PING_SECONDS
        """How often a silent line is asked; 0 is never."""
        self.now = 0.0
        self.open: dict[Line, None] = {}
        self._full: list[Line] = []
        self._beats = False

    def enter(self, line: "Line") -> None:
        """One more."""
        self.open[line] = None
        if not self._beats:
            self._rest()

    def _rest(self) -> None:
        loop = asyncio.get_running_loop()
        self.now, self._beats = loop.time(), bool(self.open)
        if self._beats:
            loop.call_later(BEAT_SECONDS, self.beat)

    def beat(self) -> None:
        """Look at every line."""
        self._rest()
        often = self.ping_seconds and max(self.ping_seconds, len(self.open) / PINGS_A_SECOND)
        for line in list(self.open):
            line.look(self.now, often)

    def later(self, line: "Line") -> None:
        """A line has something to send when this turn of the loop is over."""
        if not self._full:
            asyncio.get_running_loop().call_soon(self._flush)
        self._full.append(line)

    def _flush(self) -> None:
        full, self._full = self._full, []
        for line in full:
            line.flush()


class Line(asyncio.Protocol):
    """One line, from the end of its handshake."""

    __slots__ = (
        "_bucket",
        "_close_sent",
        "_hasty",
        "_kind",
        "_listener",
        "_out",
        "_parts",
        "_paused",
        "_pinged",
        "_rest",
        "_size",
        "_stuck",
        "heard_at",
        "lines",
        "peers",
        "transport",
    )

    def __init__(self, lines: Lines, listener: Listener, peers: set[Any] | None = None) -> None:
        self.lines, self.peers = lines, peers
        """Among which connections the server counts it."""
        self._listener: Listener | None = listener
        self._bucket = Bucket(BURST, RATE)
        self._out: list[bytes] = []
        self._size = 0
        self._rest, self._parts, self._kind = b"", b"", CONTINUED
        self._hasty = self._paused = self._close_sent = False
        self.heard_at = 0.0
        self._stuck = 0, 0.0
        self._pinged = 0.0

    def connection_made(self, transport: asyncio.Transport, early: bytes = b"") -> None:  # type: ignore[override]
        """The handshake is over; `early` came before its end, and is read first."""
        self.transport, self._rest = transport, early
        self.lines.enter(self)
        self.heard_at = self.lines.now
        if self.peers is not None:
            self.peers.add(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """It has gone."""
        self.lines.open.pop(self, None)
        if self.peers is not None:
            self.peers.discard(self)
        self._end()

    def shutdown(self) -> None:
        """The server closes."""
        self.close(1012)

    def _end(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.gone()

    # Sending.

    def send(self, text: bytes) -> None:
        """Give a message to be sent; nobody waits for a slow reader."""
        if not self._close_sent:
            self._put(framed(text))

    def tell(self, pieces: Pieces, own: Own) -> None:
        """Give a message to be sent of which most is the same for many."""
        self.send(pieces.spliced(own))

    def _put(self, frame: bytes) -> None:
        if not self._out:
            self.lines.later(self)
        self._out.append(frame)
        self._size += len(frame)
        if len(self._out) > BEHIND or self._size > BEHIND_BYTES:
            self._out.clear()
            self.close(4409)

    def flush(self) -> None:
        """All that waits, in one write."""
        if self._paused or not self._out:
            return
        if self.transport.is_closing():  # It has broken, and is told so in a moment.
            self._out.clear()
            return
        data = b"".join(self._out) if len(self._out) > 1 else self._out[0]
        self._out.clear()
        self._size = 0
        self.transport.write(data)

    def pause_writing(self) -> None:
        """The reader is slow: from now on messages wait here."""
        self._paused, self._stuck = True, (0, self.lines.now)

    def resume_writing(self) -> None:
        """The reader has caught up."""
        self._paused = False
        self.flush()

    def close(self, code: int) -> None:
        """End the line when the rest is sent."""
        if self._close_sent:
            return
        self._close_sent, self._paused = True, False
        self._out.append(bytes((LAST | CLOSE, 2)) + code.to_bytes(2, "big"))
        self.flush()
        loop = asyncio.get_running_loop()
        loop.call_soon(self._end)
        loop.call_later(LAST_SECONDS, self.transport.abort)

    def look(self, now: float, often: float) -> None:
        """Ask whether a silent client is there; end what is not, and what reads nothing."""
        if self._paused and self._stalled(now):
            self.transport.abort()
        elif self._pinged:
            if now - self._pinged >= PONG_SECONDS:
                self.close(1011)
        elif often and now - self.heard_at >= often and not self._close_sent:
            self._pinged = now
            self._put(bytes((LAST | PING, 0)))

    def _stalled(self, now: float) -> bool:
        left, since = self.transport.get_write_buffer_size(), self._stuck[1]
        if left != self._stuck[0]:
            self._stuck = left, now
            return False
        return now - since >= STALLED_SECONDS

    # Receiving.

    def data_received(self, data: bytes) -> None:
        """Some bytes: frames, or parts of them."""
        self.heard_at, self._pinged = self.lines.now, 0.0
        self._rest = self._rest + data if self._rest else data
        if not self._hasty:
            self._read()

    def _read(self) -> None:
        data, at = self._rest, 0
        try:
            while not self._hasty and (found := _frame(data, at)) is not None:
                first, payload, at = found
                self._take(first, payload)
        except Broken as broken:
            self.close(broken.code)
            self.transport.close()
            at = len(data)
        self._rest = data[at:]

    def _take(self, first: int, payload: bytes) -> None:
        kind = first & 0x0F
        if kind == CLOSE:
            code = int.from_bytes(payload[:2], "big") if len(payload) > 1 else 1000
            self.close(code if 1000 <= code < 5000 and code not in (1005, 1006) else 1002)
            self.transport.close()
        elif kind == PING:
            if not self._close_sent:
                self._put(bytes((LAST | PONG, len(payload))) + payload)
        elif kind <= BINARY:
            self._part(kind, payload, last=bool(first & LAST))
        elif kind != PONG:
            raise Broken(1002)

    def _part(self, kind: int, payload: bytes, *, last: bool) -> None:
        """A message, or a part of one that was begun."""
        if (kind == CONTINUED) != (self._kind != CONTINUED):
            raise Broken(1002)
        kind = kind or self._kind
        if self._parts:
            payload = self._parts + payload
        if len(payload) > LARGEST:
            raise Broken(1009)
        self._kind, self._parts = (CONTINUED, b"") if last else (kind, payload)
        if last and not self._close_sent:
            self._message(kind, payload)

    def _message(self, kind: int, payload: bytes) -> None:
        listener = self._listener
        if listener is None:
            return
        if not self._bucket.take():
            self._wait()
            listener.unfit("hasty")
            return
        text: str | bytes = payload
        if kind == TEXT and not payload.isascii():
            try:
                text = payload.decode()
            except UnicodeDecodeError:
                raise Broken(1007) from None
        if len(text) > LONGEST:
            listener.unfit("long")
        else:
            listener.heard(text)

    def _wait(self) -> None:
        """What it sends meanwhile waits on its own side of the line."""
        self._hasty = True
        self.transport.pause_reading()
        asyncio.get_running_loop().call_later(HASTY_SECONDS, self._read_on)

    def _read_on(self) -> None:
        self._hasty = False
        if not self.transport.is_closing():
            self.transport.resume_reading()
            self.heard_at = self.lines.now
            self._read()


def framed(payload: bytes) -> bytes:
    """A message as one frame of text."""
    size = len(payload)
    if size <= SHORT:
        return bytes((LAST | TEXT, size)) + payload
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


def _frame(data: bytes, at: int) -> tuple[int, bytes, int] | None:
    """The frame that begins here and where the next one does; nothing if it is not all there."""
    if len(data) < at + 2:
        return None
    first, second = data[at], data[at + 1]
    size, head = second & 0x7F, at + 6
    if size > SHORT:
        wide = 2 if size == SHORT + 1 else 8
        head += wide
        size = int.from_bytes(data[at + 2 : at + 2 + wide], "big")
    if first & RESERVED or not second & MASKED:
        raise Broken(1002)
    if first & CONTROL and (head != at + 6 or not first & LAST):
        raise Broken(1002)
    if len(data) < head:
        return None
    if size > LARGEST:
        raise Broken(1009)
    if len(data) < head + size:
        return None
    return first, apply_mask(data[head : head + size], data[head - 4 : head]), head + size
