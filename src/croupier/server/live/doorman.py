"""The doorman: connections that say nothing, say too much, or are too many from one address."""

import asyncio
from collections import Counter
from http import HTTPStatus
from typing import Any, Final

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from croupier.server.live.lines import LARGEST, Line, Lines, Listener, Outlet
from croupier.server.live.rails import Far, Rails
from croupier.server.people.buckets import home

HEADER_SECONDS: Final = 10
BODY_SECONDS: Final = 30
HEADER_BYTES: Final = 64 * 1024
MOST_AHEAD: Final = 8
"""Requests of one connection that wait for the answer to the one before."""
LEAVING_SECONDS: Final = 0.001
LINE: Final = "croupier.line"
"""By what name the application finds the line in its scope."""
TOO_LARGE: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\r\n"

log = structlog.get_logger()


class Doorman:
    """How many connections there are, in all and from each address; 0 is any number."""

    def __init__(self, in_all: int, from_address: int) -> None:
        self.in_all, self.from_address = in_all, from_address
        self.here: Counter[str] = Counter()
        self.count = 0

    def enter(self, host: str) -> bool:
        """Let one more in, if there is room."""
        key = home(host)
        full = self.in_all and self.count >= self.in_all
        if full or (self.from_address and self.here[key] >= self.from_address):
            return False
        self.here[key] += 1
        self.count += 1
        return True

    def leave(self, host: str) -> None:
        """One has gone."""
        key = home(host)
        self.here[key] -= 1
        self.count -= 1
        if not self.here[key]:
            del self.here[key]


class Guarded(HttpToolsProtocol):
    """A connection that has some seconds and some bytes for each request."""

    doorman: Doorman

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, or hang up."""
        super().connection_made(transport)
        self._host = self.client[0] if self.client else ""
        self._counted = self.doorman.enter(self._host)
        self._heading, self._unread, self._headed = True, 0, 0
        self._patience: asyncio.TimerHandle | None = None
        if self._counted:
            self._wait(HEADER_SECONDS)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._wait(0)
        self._uncount()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A header that does not end is not waited for."""
        heading = self._heading
        super().data_received(data)
        if heading and self._heading:
            self._unread += len(data)
            if self._unread > HEADER_BYTES:
                self._refuse()

    def on_message_begin(self) -> None:
        """The headers of a request follow."""
        self._heading, self._unread, self._headed = True, 0, 0
        self._wait(HEADER_SECONDS)
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """All headers together have a length that nobody needs more of."""
        self._headed += len(name) + len(value) + len(b": \r\n")
        if self._headed > HEADER_BYTES:
            self._refuse()
        else:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The body follows, if there is one."""
        if len(self.pipeline) >= MOST_AHEAD:
            raise ValueError("too many requests are sent ahead")  # The parser refuses it.
        self._heading = False
        self._wait(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All is said; what takes time now is ours."""
        self._wait(0)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on the connection is a line, which is counted as one."""
        self._wait(0)
        self._uncount()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # It knows us: neither would go first.

    def _wait(self, seconds: float) -> None:
        if self._patience is not None:
            self._patience.cancel()
        self._patience = self.loop.call_later(seconds, self.transport.abort) if seconds else None

    def _refuse(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(TOO_LARGE)
            self.transport.close()

    def _uncount(self) -> None:
        if self._counted:
            self._counted = False
            self.doorman.leave(self._host)


class Threshold(WebSocketsSansIOProtocol):
    """The handshake of a line: the application looks at it and accepts it, then the line goes on
    by itself and the application has ended.
    """

    early = b""
    """What a hasty client said before it was accepted."""
    taken = False

    def handle_connect(self, event: Request) -> None:
        """Let the application take the line."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][LINE] = {"take": self.take}

    def data_received(self, data: bytes) -> None:
        """The request; what follows is for the line."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self.early += data
        if len(self.early) > LARGEST:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone before it was a line, or the line is a rail's."""
        if not self.taken:
            super().connection_lost(exc)

    def take(self, lines: Lines, rails: Rails, listener: Listener) -> Outlet:
        """From now on the line is this listener's, held by a rail or here: what is under TLS cannot
        be given away.
        """
        self.taken = True
        self.connections.discard(self)
        far = rails.take(listener) if self.scheme == "ws" else None
        if far is not None:
            self._give(far)
            return far
        line = Line(lines, listener, self.connections)
        line.connection_made(self.transport, self.early)
        self.transport.set_protocol(line)
        self.loop.call_soon(line.data_received, b"")  # When the listener knows its line.
        return line

    def _give(self, far: Far) -> None:
        """To the rail, as soon as the last word of the handshake has left."""
        if self.transport.is_closing():
            far.end()
        elif self.transport.get_write_buffer_size():
            self.loop.call_later(LEAVING_SECONDS, self._give, far)
        else:
            self.transport.pause_reading()
            line = self.transport.get_extra_info("socket").fileno()
            far.rail.give(far.number, line, self.early)
            self.transport.abort()  # Only our own descriptor of it is closed.

    async def run_asgi(self) -> None:
        """Ask the application."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception as error:  # noqa: BLE001 - one client may fail, never the room.
            log.error("handshake failed", fault=type(error).__name__)  # noqa: TRY400
            self.send_500_response()
        if not self.taken:
            self.transport.close()
        self.scope["extensions"] = {}  # `take` knows us: thousands would wait to be collected.


def guarded(doorman: Doorman) -> Any:
    """The kind of connection that this doorman lets in."""
    return type("Connection", (Guarded,), {"doorman": doorman})
