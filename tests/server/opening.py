"""A real room for tests: the whole server on a free port, in the test's own loop."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import asynccontextmanager, nullcontext
from inspect import isawaitable
from typing import Any

import uvicorn

from croupier.client import Client
from croupier.server.app import served
from croupier.server.books import audit as proof
from croupier.server.books.store import Store
from croupier.server.live.doorman import Threshold, guarded
from croupier.server.live.room import Room
from croupier.server.settings import Settings

FAST = {
    "bots": 0,
    "pause_seconds": 0.01,
    "bot_seconds": 0.0,
    "drain_seconds": 0.1,
    "speed": 1.0,
    "newcomers_an_hour": 0,
    "staff_second_factor": False,
    "cage_in_demo": True,
    "calls_a_second": 0,
    "connections_from_address": 0,
    "connections_of_person": 0,
}


PASSWORD = "a long password"  # noqa: S105 - of people who are not.


class Quiet(uvicorn.Server):
    def install_signal_handlers(self) -> None: ...

    async def serve_quietly(self, sockets=None):
        with self.capture_signals_off():
            await self._serve(sockets)

    def capture_signals_off(self):
        return nullcontext()


class Opened:
    """An open room, its address, and people who come in."""

    def __init__(self, room: Room, address: str) -> None:
        self.room, self.address = room, address
        self.clients: list[Client] = []

    def client(self) -> Client:
        """A patient one: `run` sets the end."""
        client = Client(self.address, contribute=False)
        client.http.timeout = None
        self.clients.append(client)
        return client

    async def guest(self, name: str, *, listen: bool = False) -> Client:
        client = self.client()
        if listen:
            client.received = []
        return await client.guest(name)

    async def admin(self) -> Client:
        return await self.client().staff_link(self.room.link)

    async def member(self, admin: Client, name: str, roles: list[str]) -> Client:
        body = {"name": name, "roles": roles}
        made = await admin.call("POST", "/api/staff/accounts", body)
        client = self.client()
        code = {"code": made["code"], "password": PASSWORD}
        await client.call("POST", "/api/sessions/reset", code)
        return await client.log_in(name, PASSWORD)

    async def books(self) -> proof.Report:
        """The audit, while the room is open."""
        store = Store(self.room.settings.database)
        await store.open(write=False)
        try:
            return await proof.audit(store, self.room.settings.houses)
        finally:
            await store.close()


@asynccontextmanager
async def opened(database: str, **choices):
    settings = Settings(database=database, **(FAST | choices))
    room = Room(settings)
    doors = None
    if room.nodes is not None:  # Others must know where it listens before it does.
        doors = [door := socket.create_server(("127.0.0.1", 0), backlog=4096)]
        room.nodes.address = f"127.0.0.1:{door.getsockname()[1]}"
    room.lines.ping_seconds = 0  # Both ends are in one loop: when it is busy, neither is gone.
    config = uvicorn.Config(
        served(room),
        http=guarded(room.doorman),
        port=0,
        log_level="error",
        access_log=False,
        ws=Threshold,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        timeout_graceful_shutdown=1,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
    )
    server = Quiet(config)
    task = asyncio.create_task(server.serve_quietly(doors))
    await until(lambda: server.started or task.done())
    if task.done():
        await task
        raise room.failed or RuntimeError("the room did not open")
    port = server.servers[0].sockets[0].getsockname()[1]
    found = Opened(room, f"http://127.0.0.1:{port}")
    try:
        yield found
    finally:
        for client in found.clients:
            await client.close()
        server.should_exit = True
        await task


async def until(holds: Callable[[], Any]) -> Any:
    """Wait for what the room does by itself, however long it takes; `run` sets the end."""
    while True:
        found = holds()
        if found := await found if isawaitable(found) else found:
            return found
        await asyncio.sleep(0.01)


def run(coroutine, seconds: float = 300):
    """Run to the end; a test that hangs fails, a busy machine does not."""

    async def in_time():
        try:
            async with asyncio.timeout(seconds):
                return await coroutine
        finally:
            await hang_up()

    return asyncio.run(in_time())


async def hang_up() -> None:
    """End every line of this loop: one left open would be laid at the door of a later test."""
    for line in list(asyncio.get_running_loop()._transports.values()):
        line.abort()
    await asyncio.sleep(0)
