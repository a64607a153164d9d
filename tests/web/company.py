"""Other people at a table, who play by the wire while a browser plays by clicks."""

import asyncio
import contextlib
import itertools
import threading

from croupier.client import Client, Gone, No
from server.opening import hang_up
from web.hands import PATIENCE
from web.team import team

names = itertools.count(1)
PREFERRED = (
    "check",
    "call",
    "bank",
    "random",
    "house way",
    "stand pat",
    "show",
    "stand",
    "decline",
    "pass",
    "fold",
)


def patient(ask):
    """Check, call, and take no risk that can be helped."""
    options = {option.act: option for option in reversed(ask.options)}
    act = next((act for act in PREFERRED if act in options), ask.options[0].act)
    return options[act], options[act].low


class Company:
    """Some people in a room, in a loop of their own."""

    token = ""

    def __init__(self, room) -> None:
        self.room = room
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.clients: list[Client] = []
        self.playing: list[asyncio.Task] = []

    def _wait(self, doing):
        return asyncio.run_coroutine_threadsafe(doing, self.loop).result(PATIENCE)

    def staff(self, table: str, act: str) -> None:
        """What the chef de partie does: `pause` until all have sat down, then `resume`."""
        self._wait(self._staff(table, act))

    async def _staff(self, table: str, act: str) -> None:
        async with Client(self.room.url, getattr(self.room, "token", "")) as chef:
            if not chef.token:
                self.room.token = chef.token = team(self.room)["Jeanne"]["token"]
            await chef.call("POST", f"/api/staff/tables/{table}", {"act": act, "why": "seating"})

    def sit(self, table: str, name: str, buy_in: int, seat: int, answers=patient) -> None:
        """One more sits down and plays; `answers` gives an option and an amount, or nothing."""
        self._wait(self._sit(table, name, buy_in, seat, answers))

    async def _sit(self, table: str, name: str, buy_in: int, seat: int, answers) -> None:
        client = Client(self.room.url)
        self.clients.append(client)
        await client.guest(f"{name} {next(names)}")
        found = await client.join(table)
        await found.sit(buy_in, seat)
        self.playing.append(asyncio.create_task(self._play(found, answers)))

    async def _play(self, table, answers) -> None:
        with contextlib.suppress(Gone):
            async for ask in table.asks():
                if answer := answers(ask):
                    await self._decide(table, ask, *answer)

    async def _decide(self, table, ask, option, amount) -> None:
        with contextlib.suppress(No):  # Time may have run out.
            await table.decide(ask, option.act, amount, option.spot)

    def nudge(self) -> None:
        """Who waits to be told answers now, patiently."""
        self._wait(self._nudge())

    async def _nudge(self) -> None:
        for client in self.clients:
            for table in client.tables.values():
                if table.ask is not None and table.ask.options:
                    await self._decide(table, table.ask, *patient(table.ask))

    def go(self) -> None:
        """All leave."""
        self._wait(self._go())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE)
        self.loop.close()

    async def _go(self) -> None:
        for task in self.playing:
            task.cancel()
        for client in self.clients:
            for table in client.tables.values():
                with contextlib.suppress(No, Gone):
                    await table.leave()
            await client.close()
        await asyncio.gather(*self.playing, return_exceptions=True)
        await hang_up()
