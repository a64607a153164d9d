"""From a seat to the first decision on the room's own clock: nobody waits more than 8 seconds."""

import asyncio
import contextlib
import json
import shutil

import pytest

from croupier import houses
from croupier.core import catalogue
from croupier.core.asks import Decision
from croupier.room import commands
from croupier.server.books.store import Batch
from croupier.server.clock import Clock
from croupier.server.live.errands import Errand, seed
from croupier.server.live.room import Room
from croupier.server.settings import Settings
from server.opening import FAST, run, until

SOON = 8.0
USUAL = {name: getattr(Settings(), name) for name in ("bots", "bot_seconds", "pause_seconds")}
TABLES = [f"{house.name}/{name}" for house in houses.houses() for name in house.tables]
ONE_OF_EACH = {
    catalogue.name(house.tables[name].game): f"{house.name}/{name}"
    for house in houses.houses()
    for name in house.tables
}


class Jumping(Clock):
    """A clock that stands still while anything is done, and jumps to what comes next; what is
    ten minutes away, as the tournament of the hour, does not.
    """

    def __init__(self) -> None:
        super().__init__()
        self.at = 1_000_000.0

    def now(self) -> float:
        return self.at

    def not_before(self, at: float) -> None:
        self.at = max(self.at, at)

    def wait(self, until: float) -> float:
        if until > self.at + 600:
            return until - self.at
        self.at = max(self.at, until)
        return 0.0


class Person:
    """Somebody at a table, who lets offers pass and notes when they first have to decide."""

    language = "en"

    def __init__(self, runner, player: str) -> None:
        self.runner, self.player = runner, player
        self.asked: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self.offers = 0

    def send(self, text: bytes) -> None:
        told = json.loads(text)
        ask = told.get("ask") or {}
        if self.asked.done() or not ask.get("options"):
            return
        if all(option["act"] != "decline" for option in ask["options"]):
            self.asked.set_result(self.runner.room.clock.now())
            return
        self.offers += 1
        command = commands.Decide(self.player, Decision("decline"))
        now = self.runner.room.clock.now()
        self.runner.put(
            Errand(command, self.player, "", lambda _: None, now, told["hand"], ask["seq"])
        )

    def tell(self, pieces, own) -> None:
        self.send(pieces.spliced(own))

    def fail(self, error: Exception) -> None:
        raise error


@contextlib.asynccontextmanager
async def opened(database: str, name: str):
    """A room whose clock jumps, and one of its tables."""
    chosen = FAST | USUAL | {"houses": [name.partition("/")[0]]}
    room = Room(Settings(database=database, **chosen))
    room.clock = Jumping()
    await room.open()
    try:
        yield room, room.runners[name]
    finally:
        await room.close()


async def sit(room, runner, name="Ada") -> tuple[Person, float]:
    """One press: a seat with what the house advises, posting to be dealt in; and when it was."""
    batch = Batch()
    person = await room.people.new(batch, name, "guest", room.clock.now())
    room.issue(batch, person.player, 10_000_00, "play chips", by="room")
    await room.store.commit(batch)
    ada, terms = Person(runner, person.player), runner.table.terms
    begun = room.clock.now()
    runner.telling.join(ada, 0)
    taken = commands.Sit(ada.player, name, terms.advised_buy_in, seed(), post=True)
    await runner.ask(taken, player=ada.player)
    return ada, begun


@pytest.mark.parametrize("table", TABLES)
def test_a_table_of_bots_asks_a_newcomer_at_once(ready_room, table):
    async def story():
        async with opened(ready_room, table) as (room, runner):
            ada, begun = await sit(room, runner)
            assert await ada.asked - begun <= SOON

    run(story())


@pytest.mark.parametrize("table", ONE_OF_EACH.values())
@pytest.mark.parametrize("after", [3, 11, 24, 50])
def test_whenever_they_come(ready_room, table, after):
    """Somebody has looked on for a while: a hand of bots is in play, or a window closes."""

    async def story():
        async with opened(ready_room, table) as (room, runner):
            runner.telling.join(Person(runner, ""), 0)
            until = room.clock.now() + after
            while room.clock.now() < until:
                await asyncio.sleep(0)
            ada, begun = await sit(room, runner)
            assert await ada.asked - begun <= SOON

    run(story())


def test_a_bot_gives_up_the_last_seat_before_anybody_has_to_wait(ready_room):
    """Five seats, three bots, two people: the third person finds a chair."""

    async def story():
        async with opened(ready_room, "casino-du-liban/heads-up-holdem") as (room, runner):
            for name in "Ada", "Bob", "Cyd", "Dan":
                await until(runner.table.free_seats)
                await sit(room, runner, name)
            people = [one.name for one in runner.table.sitters.values() if not one.bot]
            assert sorted(people) == ["Ada", "Bob", "Cyd", "Dan"]

    run(story())


@pytest.fixture
def ready_room(tmp_path, ready, monkeypatch) -> str:
    monkeypatch.setenv("CROUPIER_KEY_FILE", str(tmp_path / "room.key"))
    shutil.copy(ready, tmp_path / "room.db")
    return str(tmp_path / "room.db")
