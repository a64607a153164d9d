"""F1 to F4, F14, F15: nodes that are killed, frozen, stopped and replaced by newer code."""

import asyncio
import os
import signal
from contextlib import suppress
from time import monotonic

import pytest

from faults.engine import engine
from faults.house import (
    FROZEN_SECONDS,
    KILLED_SECONDS,
    NODE,
    SLOW,
    TABLES,
    House,
    house,
    joined,
    seen,
)
from server.opening import run, until
from server.test_crash import CROUPIER

pytestmark = pytest.mark.slow  # Real processes by the clock: a machine with other work is no judge.


def red_if(plant: str, found: list[str]) -> None:
    """Without a plant nothing is wrong; with it something must be."""
    assert bool(found) == bool(plant), found


@pytest.mark.parametrize("place", ["live-casino/casino-holdem", "desk"])
def test_f1_a_killed_node_is_taken_over_and_nothing_is_lost(place):
    async def play():
        async with engine() as books, house(books.uri) as found:
            table = place if place != "desk" else TABLES[1]
            was = await found.owner(place)
            process = found.nodes.pop(was).process
            process.kill()
            seconds = await seen(found, table, was) if place != "desk" else 0.0
            await found.owned()
            await process.wait()
            await found.more()
            assert seconds < KILLED_SECONDS * SLOW
            assert await found.audit() == []

    run(play())


async def cards_before_and_after(database: str, plant: str):
    """What a player sees of a hand before its node is killed, and after another has taken it."""
    found = House(database)
    calm = {"CROUPIER_SPEED": "1", "CROUPIER_BOTS": "0"}
    try:
        nodes = await asyncio.gather(*(found.start(plant, **calm) for _ in range(2)))
        await found.owned()
        await found.move(TABLES[1], nodes[0])
        client, table = await joined(nodes[1], TABLES[1])
        await table.sit(max(table.about["terms"]["min_buy_in"], 100_00))
        async for ask in table.asks():
            if not ask.open and table.view.cards:
                break
            option = ask.options[0]
            await table.decide(ask, option.act, option.low, option.spot)
        before = table.seq, table.view.cards
        await found.end(nodes[0])
        await client.close()
        try:
            again, table = await joined(nodes[1], TABLES[1], client.token)
        except TimeoutError:  # Nobody can go on with a journal of other cards.
            return before, (0, {})
        after = table.seq, table.view.cards
        await again.close()
        return before, after
    finally:
        await found.close()


@pytest.mark.parametrize("plant", ["", "deals anew"])
def test_f1_the_same_cards_lie_there(plant):
    async def play():
        async with engine() as books:
            before, after = await cards_before_and_after(books.uri, plant)
            assert before[1], "cards were dealt"
            assert (before[1] == after[1]) == (not plant)
            assert plant or after[0] >= before[0]

    run(play())


@pytest.mark.parametrize("plant", ["", "torn write"])
def test_f2_all_nodes_are_killed_at_once(plant):
    async def play():
        async with engine() as books, house(books.uri, plant=plant) as found:
            for _ in range(3 if plant else 2):
                await found.more(10)
                for address in [*found.nodes]:
                    found.nodes[address].process.kill()
                for address in [*found.nodes]:
                    await found.nodes.pop(address).process.wait()
                if plant and await found.audit():
                    return
                try:
                    await asyncio.gather(*(found.start(plant) for _ in range(2)))
                except AssertionError:
                    assert plant, "the room did not open"
                    return  # Whoever would read on from torn books ends.
                await found.owned()
            assert not plant, "nobody found the torn books"
            await found.more()
            assert await found.audit() == []

    run(play())


@pytest.mark.parametrize("plant", ["", "no fence,never gone,always fresh"])
def test_f3_a_frozen_node_is_taken_over_and_writes_nothing_when_it_wakes(plant):
    async def play():
        async with engine() as books, house(books.uri, plant=plant) as found:
            place = TABLES[0]
            was = await found.owner(place)
            frozen = found.nodes.pop(was).process
            frozen.send_signal(signal.SIGSTOP)
            seconds = await seen(found, place, was)
            await found.more(10)
            frozen.send_signal(signal.SIGCONT)
            try:
                if plant:
                    await asyncio.sleep(5)
                else:
                    assert await frozen.wait() != 0, "it was declared gone: it ends"
                    await found.more()
                    assert seconds < FROZEN_SECONDS * SLOW
                red_if(plant, await found.audit())
            finally:
                with suppress(ProcessLookupError):
                    frozen.kill()

    run(play())


@pytest.mark.parametrize("plant", ["", "lease is short"])
def test_f4_a_node_that_is_frozen_for_a_moment_keeps_its_tables(plant):
    async def play():
        async with engine() as books, house(books.uri, plant=plant) as found:
            process = found.nodes[await found.owner(TABLES[0])].process
            before = await found.handovers()
            process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(4)
            process.send_signal(signal.SIGCONT)
            if not plant:
                await found.more()
                assert await found.audit() == []
            assert (await found.handovers() == before) == (not plant)

    run(play())


@pytest.mark.parametrize("plant", ["", "given early,no fence"])
def test_f14_nodes_are_replaced_one_after_the_other_under_play(plant):
    async def play():
        async with engine() as books, house(books.uri, plant=plant) as found:
            for address in [*found.nodes]:
                await found.start(plant)
                if plant and found.nodes[address].process.returncode is not None:
                    return  # Somebody wrote between its acts: it has noticed by itself.
                assert await found.end(address, signal.SIGTERM) == 0 or plant
                await found.owned()
                if not plant:
                    await found.more()
            red_if(plant, await found.audit())

    run(play())


@pytest.mark.parametrize("plant", ["", "any rules"])
def test_f15_a_table_of_newer_code_does_not_go_back(plant):
    """A node with the next number of rules has run it; only an old one is left."""

    async def play():
        async with engine() as books, house(books.uri, 1, plant=plant) as found:
            old = next(iter(found.nodes))
            new = await found.start(",".join(filter(None, (plant, "newer rules"))))
            await found.move(TABLES[0], new)
            await found.end(new)
            if plant:
                await until(lambda: is_back(found, old))
                return
            ends = monotonic() + 8
            while monotonic() < ends:
                assert await found.owner(TABLES[0]) != old
                await asyncio.sleep(0.2)
            await found.start("newer rules")
            await found.owned(TABLES[0])
            assert await found.audit() == []

    async def is_back(found, old) -> bool:
        return await found.owner(TABLES[0]) == old

    run(play())


def test_a_table_is_moved_and_a_node_drained_by_the_command():
    """`croupier nodes --move` and `--drain`, on real processes in play."""

    async def nodes(database: str, *given: str) -> str:
        process = await asyncio.create_subprocess_exec(
            str(CROUPIER), "nodes", "--database", database, *given,
            stdout=asyncio.subprocess.PIPE, env={**os.environ, **NODE},
        )  # fmt: skip
        out, _ = await process.communicate()
        assert process.returncode == 0
        return out.decode()

    async def play():
        async with engine() as books, house(books.uri) as found:
            page = await nodes(books.uri)
            names = {line.split()[1]: line.split()[0] for line in page.splitlines()[1:3]}
            was = await found.owner(TABLES[0])
            other = next(one for one in found.nodes if one != was)
            to = names[other.removeprefix("http://")]
            await nodes(books.uri, "--move", TABLES[0], "--to", to)
            await until(lambda: moved(found, other))
            await found.more()
            await nodes(books.uri, "--drain", to)
            assert await found.nodes.pop(other).process.wait() == 0
            await found.owned()
            await found.more()
            assert to not in await nodes(books.uri)
            assert await found.audit() == []

    async def moved(found, other) -> bool:
        return await found.owner(TABLES[0]) == other

    run(play())
