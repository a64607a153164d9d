"""One node of a rehearsal: the real room and application, as a process that can be killed."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from copy import copy
from functools import cache
from typing import Any

import httpx
from litestar import Litestar
from litestar.datastructures import State

from croupier.rehearsal.loop import Process
from croupier.rehearsal.network import Line, Network, Scene, scope
from croupier.rehearsal.wires import Cable
from croupier.server.app import build
from croupier.server.live.room import Room
from croupier.server.settings import Settings


@cache
def _built() -> Litestar:
    return build(Room(Settings(database=":memory:")))


def application(room: Room) -> Any:
    """The application around a room; to build it for every start would take most of the time."""
    app = copy(_built())
    app.state = State({"room": room})
    return app if room.nodes is None else room.forward.around(app)


class Node:
    """A room, its application, and the process that they run in."""

    def __init__(self, net: Network, cable: Cable, address: str, settings: Settings) -> None:
        self.net, self.cable, self.address, self.settings = net, cable, address, settings
        self.process = Process(address)
        self.process.began = net.loop.now
        self.room: Room
        self.up = self.opened = False
        """Whether it answers, and whether it ever did."""
        self.ended: Callable[[BaseException | None], None] = lambda _: None
        self._calls: dict[asyncio.Task[None], Callable[[], None]] = {}
        self._life: asyncio.Task[None] | None = None
        net.nodes[address] = self

    def start(self) -> None:
        """Open the room."""
        self.net.loop.inside(self.process, self._begin)

    def _begin(self) -> None:
        self._life = asyncio.get_running_loop().create_task(self._live())

    async def _live(self) -> None:
        error: BaseException | None = None
        try:
            await self._serve()
            error = self.room.failed
        except Exception as fault:  # noqa: BLE001 - the process ends with it, and is started again.
            error = fault
        self._out(error)

    async def _serve(self) -> None:
        self.room = room = Room(self.settings, Scene(self.net, self))
        if room.nodes is not None:
            room.nodes.address = self.address
        room.leaving = self.leave
        self.app = application(room)
        await room.open()
        self.up = self.opened = True
        await room.stopping.wait()
        self.up = False
        await room.close()

    def leave(self) -> None:
        """As on a signal: hand over, and end."""
        if not self.room.draining:
            self.room.draining = True
            self._leaving = asyncio.get_running_loop().create_task(self._drained())

    async def _drained(self) -> None:
        await self.room.drain()
        self.room.stopping.set()

    def _out(self, error: BaseException | None) -> None:
        """The process has ended by itself."""
        if not self.process.dead:
            self.kill()
            self.net.loop.call_soon(self.ended, error, context=Context())

    def kill(self) -> None:
        """Nothing of it is ever done again; its connections fall."""
        self.process.state, self.up = "dead", False
        self.cable.unplug()
        for line in list(self.net.lines):
            if line.node is self:
                line.cut_off()
            elif line.source == self.address:
                line.hang_up()
        for failed in self._calls.values():
            self.net.loop.call_soon(failed, context=Context())

    # What comes.

    def asked(
        self,
        asked: httpx.Request,
        answered: Callable[[httpx.Response], Any],
        failed: Callable[[], None],
    ) -> None:
        """A call."""

        async def answer() -> None:
            found = await self._answer(asked)
            answered(found)

        def begin() -> None:
            task = asyncio.get_running_loop().create_task(answer())
            self._calls[task] = failed
            task.add_done_callback(lambda done: self._calls.pop(done, None))

        self.net.loop.inside(self.process, begin)

    async def _answer(self, asked: httpx.Request) -> httpx.Response:
        told: dict[str, Any] = {"status": 500, "headers": []}
        body: list[bytes] = []
        sent = False

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if sent:
                await asyncio.get_running_loop().create_future()
            sent = True
            return {"type": "http.request", "body": asked.content, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            told.update({k: message[k] for k in ("status", "headers") if k in message})
            body.append(message.get("body", b""))

        call = scope("http", asked.url.path, asked.headers) | {"method": asked.method}
        await self.app(call, receive, send)
        return httpx.Response(told["status"], headers=told["headers"], content=b"".join(body))

    def dialled(self, line: Line, headers: dict[str, str]) -> None:
        """A line."""

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.close":
                line.refused()

        async def take() -> None:
            await self.app(scope("websocket", "/ws", headers, line), receive, send)

        def begin() -> None:
            self._dialling = asyncio.get_running_loop().create_task(take())

        self.net.loop.inside(self.process, begin)
