"""Tables opened, changed and closed while the room runs, and killed in the middle of it."""

import asyncio
import os
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from croupier import houses
from croupier.core import journals
from croupier.core.asks import Decision
from croupier.houses import TableSheet
from croupier.room import commands, ledger
from croupier.server.books import audit as proof
from croupier.server.books import schema, sheets
from croupier.server.books.store import Batch, Store
from croupier.server.live.errands import Errand, seed, unheard
from croupier.server.live.room import Room
from croupier.server.live.runner import Runner
from croupier.server.refusals import No
from croupier.server.settings import Settings
from server.opening import FAST, run, until

HOUSE = "casino-club"
PRINTED = houses.house(HOUSE).tables["holdem-2-4"]
NEW = replace(PRINTED, name="late-game", title="The late game", bots=0)
NAME = f"{HOUSE}/late-game"
WHO = {"by": "Jeanne", "why": "a full house"}
BUY_IN = 500_00


def dearer(sheet: TableSheet) -> TableSheet:
    return replace(sheet, rules=houses.varied(sheet.rules, {"min_buy_in": BUY_IN + 100_00}))


@asynccontextmanager
async def room(database: str, **choices):
    found = Room(Settings(database=database, **({"houses": [HOUSE]} | FAST | choices)))
    await found.open()
    try:
        yield found
    finally:
        await found.close()


async def sit(runner: Runner, *players: str) -> None:
    for player in players:
        batch = Batch()
        runner.room.issue(batch, player, BUY_IN, "test", by="test")
        await runner.room.store.commit(batch)
        sits = commands.Sit(player, player, BUY_IN, seed(), post=True)
        await runner.ask(sits, player=player)


async def play_on(runner: Runner, hands: int) -> None:
    """Everybody checks or calls until `hands` more are over, or the table is closed."""
    last = runner.table.hands + hands
    while runner.table.hands < last and not runner.table.closed:
        call(runner)
        await asyncio.sleep(0.01)


def call(runner: Runner) -> None:
    """Whoever is asked checks or calls."""
    table = runner.table
    ask = table.hand.ask if table.hand else None
    for seat, options in (ask.options if ask else {}).items():
        act = next((o for o in options if o.act in ("check", "call")), options[0])
        player, now = table.sitters[seat].player, runner.room.clock.now()
        decides = commands.Decide(player, Decision(act.act, act.low))
        runner.put(Errand(decides, player, "", unheard, now, table.deals, table.asks))


async def books(database: str) -> proof.Report:
    store = Store(database)
    await store.open(write=False)
    try:
        return await proof.audit(store, [HOUSE])
    finally:
        await store.close()


async def dealt(store: Store, place: str = NAME) -> list[tuple[int, int]]:
    """The version of each hand, and what its journal says of the least buy-in."""
    h = schema.hands.c
    query = sa.select(h.version, h.journal).where(h.place == place).order_by(h.no)
    found = [(row.version, journals.read(row.journal)) for row in await store.rows(query)]
    return [(version, hand.opening.rules.min_buy_in) for version, hand in found]


def held(found: Room, *players: str) -> list[int]:
    return [found.books.held(ledger.player(player)) for player in players]


def test_a_table_opens_and_closes_while_the_room_runs(database):
    async def story():
        async with room(database) as found:
            runner = await found.floor.open_table(HOUSE, NEW, **WHO)
            with pytest.raises(No, match="open already"):
                await found.floor.open_table(HOUSE, NEW, **WHO)
            await sit(runner, "a", "b")
            await until(lambda: runner.table.hand is not None)
            await found.floor.close_table(NAME, **WHO)
            with pytest.raises(No, match="closing already"):
                await found.floor.close_table(NAME, **WHO)
            assert runner.table.hand is not None, "the hand in play goes on"
            await play_on(runner, 1)
            await until(lambda: NAME not in found.runners)
            assert await dealt(found.store) == [(1, PRINTED.rules.min_buy_in)]
            taken = found.books.held(ledger.spot(NAME, 0, "drop"))
            assert sum(held(found, "a", "b")) + max(taken, 0) >= 2 * BUY_IN - 100
            assert (await books(database)).wrong == []
        async with room(database) as found:
            assert NAME not in found.runners, "closed for good"
            again = await found.floor.open_table(HOUSE, replace(NEW, title="Again"), **WHO)
            assert not again.table.closed
            assert again.table.version == 2
            assert again.sheet.title == "Again"
        return await books(database)

    report = run(story(), 90)
    assert report.wrong == []
    assert report.hands == 1


def test_other_rules_wait_until_the_session_is_closed_and_a_title_does_not(database):
    async def story():
        async with room(database) as found:
            floor, runner = found.floor, await found.floor.open_table(HOUSE, NEW, **WHO)
            await sit(runner, "a", "b")
            await play_on(runner, 1)
            await floor.change_table(NAME, replace(NEW, title="Early"), **WHO)
            await play_on(runner, 2)
            assert runner.table.version == 2
            assert runner.sheet.title == "Early"
            await floor.change_table(NAME, dearer(NEW), **WHO)
            await play_on(runner, 2)
            assert runner.table.version == 2
            assert runner.table.rules == NEW.rules
            await runner.ask(commands.LastHands("Jeanne", "closing time", 0))
            await play_on(runner, 1)
            await until(lambda: runner.table.closed)
            await until(lambda: runner.table.version == 3)
            assert runner.table.rules.min_buy_in == BUY_IN + 100_00
            with pytest.raises(No, match="nothing would change"):
                await floor.change_table(NAME, dearer(NEW), **WHO)
            other = houses.house(HOUSE).tables["low-ball"]
            with pytest.raises(No, match="keeps its game"):
                await floor.change_table(NAME, other, **WHO)
            return await dealt(found.store)

    versions = run(story(), 90)
    assert {version for version, _ in versions} <= {1, 2}
    assert {least for _, least in versions} == {PRINTED.rules.min_buy_in}
    assert run(books(database)).wrong == []


def test_bots_make_way_for_other_rules(file):
    async def story():
        async with room(file, bots=3, bots_alone=True) as found:
            runner = await found.floor.open_table(HOUSE, replace(NEW, bots=2), **WHO)
            await until(lambda: len(runner.table.sitters) == 2)
            await found.floor.change_table(NAME, replace(dearer(NEW), bots=3), **WHO)
            await until(lambda: runner.table.version == 2 and len(runner.table.sitters) == 3)
            assert not runner.table.closed
            assert runner.table.terms.min_buy_in == BUY_IN + 100_00
            await found.floor.change_table(NAME, replace(dearer(NEW), bots=0), **WHO)
            await until(lambda: not runner.table.sitters)

    run(story(), 90)
    assert run(books(file)).wrong == []


async def in_the_middle(database: str, moment: str) -> None:
    """A room for another process: stands still at a moment, to be killed there."""
    async with room(database) as found:
        runner = await found.floor.open_table(HOUSE, NEW, **WHO)
        if moment == "opened":
            print("now", flush=True)  # noqa: T201 - its parent waits for it.
            await asyncio.sleep(600)
        await sit(runner, "a", "b")
        await until(lambda: runner.table.hand is not None)
        if moment == "changed":
            await found.floor.change_table(NAME, dearer(NEW), **WHO)
        if moment == "closing":
            await found.floor.close_table(NAME, **WHO)
        print("now", flush=True)  # noqa: T201 - its parent waits for it.
        await asyncio.sleep(600)


async def killed(database: str, moment: str) -> None:
    code = (
        "import sys, asyncio; from server.test_tables import in_the_middle;"
        "asyncio.run(in_the_middle(*sys.argv[1:]))"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, database, moment,
        stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[1], env={**os.environ},
    )  # fmt: skip
    while line := (await process.stdout.readline()).decode():
        if line == "now\n":
            break
    assert line, "the room did not get so far"
    process.send_signal(signal.SIGKILL)
    await process.wait()


@pytest.mark.parametrize("moment", ["opened", "in play", "changed", "closing"])
def test_a_table_of_the_floor_outlives_a_kill(database, moment):
    async def story():
        await killed(database, moment)
        assert (await books(database)).wrong == []
        async with room(database) as found:
            runner = found.runners[NAME]
            assert runner.sheet.title == "The late game"
            if moment == "opened":
                return
            assert runner.table.deals == 1
            assert runner.table.rules == NEW.rules, "dealt by the version it was begun with"
            assert runner.table.version == 1
            await play_on(runner, 1)
            first = await until(lambda: dealt(found.store))
            assert first[0] == (1, PRINTED.rules.min_buy_in)
            if moment == "closing":
                await until(lambda: NAME not in found.runners)
                assert all(held(found, "a", "b"))
            if moment == "changed":
                assert runner.board.newest.version == 2
                assert runner.table.version == 1, "people sit by the old rules"

    run(story(), 90)
    assert run(books(database)).wrong == []


def test_a_file_that_changes_is_a_new_version_and_else_the_staff_s_stands(file, tmp_path):
    async def story():
        paper = tmp_path / "small.toml"
        paper.write_text(SMALL.format(title="First"))
        place = "small/one"
        async with a_house(file, paper) as found:
            assert found.runners[place].table.version == 1
            mine = replace(found.runners[place].sheet, title="By the staff")
            await found.floor.change_table(place, mine, **WHO)
        async with a_house(file, paper) as found:
            assert found.runners[place].sheet.title == "By the staff"
        paper.write_text(SMALL.format(title="Printed anew"))
        async with a_house(file, paper) as found:
            await until(lambda: found.runners[place].table.version == 3)
            assert found.runners[place].sheet.title == "Printed anew"
            history = await sheets.history(found.store, place)
            assert [(row.version, row.source) for row in history] == [
                (3, "file"), (2, "staff"), (1, "file"),
            ]  # fmt: skip

    run(story(), 90)


SMALL = """title = "Small"
currency = "$"
[tables.one]
game = "holdem"
title = "{title}"
"""


@asynccontextmanager
async def a_house(database: str, paper: Path):
    async with room(database, houses=[str(paper)]) as found:
        yield found


def test_an_errand_to_a_table_that_has_gone_is_refused(database):
    """Whoever still looks at it waits for nothing."""

    async def play():
        async with room(database) as found:
            runner = await found.floor.open_table(HOUSE, NEW, **WHO)
            await found.floor.close_table(NAME, **WHO)
            await until(lambda: NAME not in found.runners)
            with pytest.raises(No) as no:
                async with asyncio.timeout(5):
                    await sit(runner, "Ada")
            assert no.value.name == "closed"

    run(play())
