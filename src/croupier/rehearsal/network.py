"""The network: calls and lines from people to nodes and between nodes, late, cut, or lost.

What goes over one line keeps its order. A cut that is mended soon only delays, as TCP does; one
that lasts is noticed by whoever asks the other end whether it is there.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import Context
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
from websockets.exceptions import InvalidHandshake

from croupier.rehearsal.database import TICK
from croupier.rehearsal.loop import WHERE, VirtualLoop
from croupier.rehearsal.wires import Engine
from croupier.server.live.doorman import LINE
from croupier.server.live.lines import Lines, Listener
from croupier.server.live.pieces import Own, Pieces
from croupier.server.live.rails import Rails
from croupier.server.outside import Outside

if TYPE_CHECKING:
    from croupier.rehearsal.node import Node

NOTICED = 5.5
"""When a node that asks its lines finds that one is dead."""
GONE, REFUSED = 1006, 1013
Ended = Callable[[int], None]


class Network:
    """Who reaches whom."""

    def __init__(self, loop: VirtualLoop, chance: Random, slow: float) -> None:
        self.loop, self.chance, self.slow = loop, chance, slow
        self.nodes: dict[str, Node] = {}
        """By address."""
        self.cuts: dict[tuple[str, str], float] = {}
        """From whom to whom nothing comes through, and since when."""
        self._waiting: dict[tuple[str, str], list[Callable[[], None]]] = {}
        self.lines: dict[Line, None] = {}

    def carry(self, way: tuple[str, str], do: Callable[[], None], after: float = 0.0) -> float:
        """Something on its way; when it arrives, not before what left before it."""
        at = max(self.loop.now + self.chance.expovariate(1 / self.slow), after + TICK)
        self.loop.call_at(at, self._arrive, way, do, context=Context())
        return at

    def _arrive(self, way: tuple[str, str], do: Callable[[], None]) -> None:
        if way in self.cuts:
            self._waiting.setdefault(way, []).append(do)
        else:
            do()

    def cut(self, way: tuple[str, str]) -> None:
        """From now on."""
        self.cuts[way] = self.loop.now
        self.loop.call_later(NOTICED, self._notice, way, self.loop.now, context=Context())

    def _notice(self, way: tuple[str, str], since: float) -> None:
        if self.cuts.get(way) == since:
            for line in list(self.lines):
                if {*way} == {line.source, line.node.address}:
                    line.time_out()

    def mend(self, way: tuple[str, str]) -> None:
        """What was on its way arrives."""
        self.cuts.pop(way, None)
        for do in self._waiting.pop(way, []):
            do()

    # Calls.

    async def call(self, source: str, address: str, asked: httpx.Request) -> httpx.Response:
        """A call and its answer; an error of the transport if nobody answers."""
        answer: asyncio.Future[httpx.Response] = self.loop.create_future()
        way, back = (source, address), (address, source)

        def failed() -> None:
            if not answer.done():
                answer.set_exception(httpx.ReadError("the line was lost"))

        def answered(found: httpx.Response) -> None:
            if not answer.done():
                answer.set_result(found)

        def arrive() -> None:
            node = self.nodes.get(address)
            if node is None or not node.up:
                self.carry(back, failed)
            else:
                node.asked(asked, lambda found: self.carry(back, lambda: answered(found)), failed)

        self.carry(way, arrive)
        return await answer


class Line:
    """A WebSocket: one end a person's or another node's, the other in a node."""

    def __init__(
        self, net: Network, source: str, node: "Node", heard: Callable[[bytes], None], ended: Ended
    ) -> None:
        self.net, self.source, self.node = net, source, node
        self._heard, self._ended = heard, ended
        self.asks = True
        """Whether its own end would notice that the other is dead."""
        self.opened: asyncio.Future[bool] = net.loop.create_future()
        self._listener: Listener | None = None
        self._process = node.process
        self._up = self._down = 0.0
        self._over = self._shut = False
        net.lines[self] = None

    # The near end.

    def dial(self, headers: dict[str, str]) -> None:
        """Call the node."""
        self._to(lambda: self._reached(headers))

    def _reached(self, headers: dict[str, str]) -> None:
        if not self.node.up:
            self._from(lambda: self._end(GONE))
        else:
            self.node.dialled(self, headers)

    def say(self, text: bytes | str) -> None:
        """A message to the node."""
        if not self._over:
            said = text if isinstance(text, str) else text.decode()
            self._to(lambda: self._inside(lambda: self._listens(said)))

    def _listens(self, said: str) -> None:
        if self._listener is not None and not self._shut:
            self._listener.heard(said)

    def hang_up(self) -> None:
        """End it; the node hears of it when it can."""
        if not self._over:
            self._over = True
            self.net.lines.pop(self, None)
            self._to(lambda: self._inside(self._gone))

    def time_out(self) -> None:
        """Whoever asks finds nobody."""
        self._inside(self._gone)
        if self.asks:
            self._end(GONE)

    def _end(self, code: int) -> None:
        self._over = True
        self.net.lines.pop(self, None)
        if not self.opened.done():
            self.opened.set_result(False)
        self._ended(code)

    def _to(self, do: Callable[[], None]) -> None:
        self._up = self.net.carry((self.source, self.node.address), do, self._up)

    def _from(self, do: Callable[[], None]) -> None:
        def unless_over() -> None:
            if not self._over:
                do()

        self._down = self.net.carry((self.node.address, self.source), unless_over, self._down)

    # The end in the node.

    def _inside(self, do: Callable[[], None]) -> None:
        self.net.loop.inside(self._process, do)

    def take(self, _: Lines, __: Rails, listener: Listener) -> "Line":
        """The node's listener has it."""
        self._listener = listener

        def opened() -> None:
            if not self.opened.done():
                self.opened.set_result(True)

        self._from(opened)
        return self

    def refused(self) -> None:
        """There is no space."""
        self._from(lambda: self._end(REFUSED))

    def send(self, text: bytes) -> None:
        """A message to the near end."""
        if not self._shut:
            self._from(lambda: self._heard(text))

    def tell(self, pieces: Pieces, own: Own) -> None:
        """The same, of which most is others' too."""
        self.send(pieces.spliced(own))

    def close(self, code: int) -> None:
        """The node ends it."""
        if not self._shut:
            self._from(lambda: self._end(code))
            self._inside(self._gone)

    def _gone(self) -> None:
        if not self._shut:
            self._shut = True
            if self._listener is not None:
                self._listener.gone()

    def cut_off(self) -> None:
        """The node's process has ended."""
        self._shut = True
        self._from(lambda: self._end(GONE))


class Leg:
    """A line from one node to another, as a relay has it."""

    def __init__(self) -> None:
        self.close_code: int | None = None
        self.came: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.line: Line

    def ended(self, code: int) -> None:
        """By the other node, or by the network."""
        self.close_code = code
        self.came.put_nowait(None)

    async def send(self, message: str) -> None:
        """To the other node."""
        self.line.say(message)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (text := await self.came.get()) is not None:
            yield text


class Scene(Outside):
    """What lies outside one node."""

    def __init__(self, net: Network, node: "Node") -> None:
        self.net, self.node = net, node

    def engine(self, url: str, **how: Any) -> Any:  # noqa: ARG002
        """The one database."""
        return Engine(self.node.cable, how)

    def way(self) -> httpx.AsyncBaseTransport:
        """Calls to other nodes."""
        return _Way(self.net, self.node.address)

    @asynccontextmanager
    async def line(self, address: str, headers: dict[str, str], _beat: float) -> AsyncIterator[Any]:
        """A line to another node."""
        leg, where, inside = Leg(), WHERE.get(), self.net.loop.inside
        other = self.net.nodes.get(address)
        if other is None:
            raise InvalidHandshake
        heard: Any = lambda text: inside(where, leg.came.put_nowait, text)  # noqa: E731
        ended: Any = lambda code: inside(where, leg.ended, code)  # noqa: E731
        leg.line = Line(self.net, self.node.address, other, heard, ended)
        leg.line.asks = False
        leg.line.dial(headers)
        try:
            if not await leg.line.opened:
                raise InvalidHandshake
            yield leg
        finally:
            leg.line.hang_up()


class _Way(httpx.AsyncBaseTransport):
    def __init__(self, net: Network, source: str) -> None:
        self.net, self.source = net, source

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answered by another node."""
        address = request.url.netloc.decode()
        patience = request.extensions["timeout"]["read"]
        try:
            async with asyncio.timeout(patience):
                return await self.net.call(self.source, address, request)
        except TimeoutError:
            raise httpx.ReadTimeout("no answer") from None


def scope(kind: str, path: str, headers: Any, line: Line | None = None) -> dict[str, Any]:
    """A call as an application takes it."""
    raw = [(k.lower().encode(), v.encode()) for k, v in headers.items()]
    found: dict[str, Any] = {
        "type": kind,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "scheme": "ws" if kind == "websocket" else "http",
        "query_string": b"",
        "headers": raw,
        "client": ("10.0.0.1", 1),
        "server": ("room", 80),
        "http_version": "1.1",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "subprotocols": [],
        "extensions": {},
        "state": {},
    }
    if line is not None:
        found["extensions"][LINE] = {"take": line.take}
    return found
