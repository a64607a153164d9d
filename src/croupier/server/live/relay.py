"""A person's line at a node among others: it is carried to the desk, and to whoever runs the tables
that it speaks of.

Each other end is a *leg*: the room of this node, or a WebSocket to another. What comes back is
passed on as it is. When a leg ends, so does the line: its client dials again and comes to the right
place. A relay knows the names of tables and nothing else.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec
import structlog
from msgspec import Struct
from websockets.exceptions import ConnectionClosed, WebSocketException

from croupier.server import outside
from croupier.server.books.fence import DESK
from croupier.server.live import frames, wire
from croupier.server.live.lines import Lines, Listener, Outlet, Unfit
from croupier.server.live.nodes import MOVED
from croupier.server.live.pieces import Own, Pieces
from croupier.server.live.rails import Rails
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.books.leases import Node
    from croupier.server.live.nodes import Nodes
    from croupier.server.live.room import Room

Take = Callable[[Lines, Rails, Listener], Outlet]
WELCOME: Final = b'{"type":"welcome"'
AWAY: Final = 1006

log = structlog.get_logger()


class _Named(Struct):
    """What a relay reads of a message."""

    table: str = ""
    language: str = ""


class Leg:
    """The other end of a line at one node."""

    def __init__(self, relay: "Relay", *, first: bool) -> None:
        self.relay, self.first = relay, first
        self._greeted = first

    def send(self, text: bytes) -> None:
        """To the person; only the desk welcomes them."""
        if not self._greeted and text.startswith(WELCOME):
            self._greeted = True
            return
        self.relay.line.send(text)

    def tell(self, pieces: Pieces, own: Own) -> None:
        """To the person."""
        self.relay.line.tell(pieces, own)

    def close(self, code: int) -> None:
        """The line ends with it."""
        self.relay.line.close(code)


class Here(Leg):
    """The room of this node."""

    def __init__(self, relay: "Relay", listener: Listener, *, first: bool) -> None:
        super().__init__(relay, first=first)
        self._listener = listener
        self._early: list[str | bytes] = []
        self._known = asyncio.create_task(self._know())

    async def _know(self) -> None:
        """Whoever has just come in elsewhere is known here before they speak."""
        with contextlib.suppress(No):
            await self.relay.nodes.mirror.catch_up()
        for frame in self._early:
            self._listener.heard(frame)

    def put(self, frame: str | bytes) -> None:
        """What the person says."""
        if self._known.done():
            self._listener.heard(frame)
        else:
            self._early.append(frame)

    def end(self) -> None:
        """The line has ended."""
        self._known.cancel()
        self._listener.gone()


class There(Leg):
    """Another node."""

    def __init__(self, relay: "Relay", node: "Node", *, first: bool) -> None:
        super().__init__(relay, first=first)
        self._out: asyncio.Queue[str | bytes] = asyncio.Queue()
        self._task = asyncio.create_task(self._carry(node))

    def put(self, frame: str | bytes) -> None:
        """What the person says."""
        self._out.put_nowait(frame)

    def end(self) -> None:
        """The line has ended."""
        self._task.cancel()

    async def _carry(self, node: "Node") -> None:
        code = MOVED
        forward = self.relay.room.forward
        headers = forward.headers(self.relay.host, self.relay.cookies)
        try:
            async with self.relay.room.outside.line(node.address, headers) as line:
                sending = asyncio.create_task(self._say(line))
                try:
                    async for text in line:
                        self.send(text.encode() if isinstance(text, str) else text)
                finally:
                    sending.cancel()
                code = line.close_code or MOVED
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else MOVED
        except (OSError, WebSocketException, TimeoutError) as error:
            log.warning("leg lost", node=node.node, fault=type(error).__name__)
        self.close(MOVED if code in (AWAY, 1000) else code)

    async def _say(self, line: outside.Leg) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                said = await self._out.get()
                await line.send(said if isinstance(said, str) else said.decode())


class Relay:
    """One person at the other end of a line, who may speak of any table."""

    def __init__(
        self,
        room: "Room",
        nodes: "Nodes",
        host: str,
        cookies: str,
        connected: Callable[[], Listener | None],
    ) -> None:
        self.room, self.nodes, self.host, self.cookies = room, nodes, host, cookies
        self._connected = connected
        """Lets the person into the room of this node, if there is space."""
        self.line: Outlet
        self._legs: dict[str, Here | There] = {}
        self._hello: str | bytes = b""
        self._ended = False

    def begin(self, take: Take) -> None:
        """The line is open."""
        self.line = take(self.room.lines, self.room.rails, self)

    def heard(self, frame: str | bytes) -> None:
        """To the desk, or to whoever runs the table that it names."""
        table = self._read(frame).table if self._hello else ""
        self._pass(frame, self.nodes.owner(table or DESK))

    def _read(self, frame: str | bytes) -> _Named:
        with contextlib.suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
            return msgspec.json.decode(frame, type=_Named)
        return _Named()

    def _pass(self, frame: str | bytes, node: "Node | None") -> None:
        if node is None or not self.nodes.fresh:
            self.line.close(MOVED)
            return
        leg = self._legs.get(node.node)
        if leg is None:
            leg = self._open(node)
            if leg is None:
                self.line.close(MOVED)
                return
            if self._hello:
                leg.put(self._hello)
        self._hello = self._hello or frame
        leg.put(frame)

    def _open(self, node: "Node") -> Here | There | None:
        first = not self._legs
        leg: Here | There
        if node.node == self.nodes.node:
            listener = self._connected()
            if listener is None:
                return None
            leg = Here(self, listener, first=first)
            listener.begin(lambda *_: leg)  # type: ignore[attr-defined]
        else:
            leg = There(self, node, first=first)
        self._legs[node.node] = leg
        return leg

    def unfit(self, why: Unfit) -> None:
        """Said too fast or too long, and not heard."""
        said = frames.unfit(why).said(self._read(self._hello).language)
        told = wire.RefusedWire("", "", said.name, said.sentence, said.allowed, said.clause)
        self.line.send(wire.text(told))

    def gone(self) -> None:
        """The line has ended, and all its legs."""
        if not self._ended:
            self._ended = True
            self.room.doorman.leave(self.host)
            for leg in self._legs.values():
                leg.end()
