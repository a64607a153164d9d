"""F11, F12, F18, F20, F21: lines between nodes and people, and clocks that are set."""

import asyncio
from contextlib import suppress
from pathlib import Path
from time import monotonic

import psutil
import pytest

from faults.cuts import HOLE, OPEN, Cut
from faults.engine import engine
from faults.house import SLOW, TABLES, free_port, house, joined, rails_of
from server.opening import run, until

pytestmark = pytest.mark.slow
CUT_SECONDS = 8.0


@pytest.mark.parametrize("plant", ["", "no pings"])
def test_f11_a_silent_cut_between_two_nodes_ends_the_lines_over_it(plant):
    """A node's line over the cut is closed, so that its person dials again."""

    async def play():
        cut, port = Cut(), free_port()
        async with engine() as books, house(books.uri, 1, plant=plant) as found:
            rail = next(iter(found.nodes))
            await cut.to_port(port)
            environ = {"CROUPIER_PORT": str(port), "CROUPIER_NODE_ADDRESS": f"127.0.0.1:{cut.port}"}
            await found.start(**environ)
            await found.move(TABLES[0], f"http://127.0.0.1:{cut.port}")
            client, table = await joined(rail, TABLES[0])
            cut.state = HOLE
            began = monotonic()
            with suppress(TimeoutError):
                async with asyncio.timeout(3 * CUT_SECONDS):
                    await until(lambda: table.lost)
            seconds = monotonic() - began
            cut.state = OPEN
            cut.reset()
            await client.close()
            assert (seconds < CUT_SECONDS * SLOW / 2) == (not plant)
            if not plant:
                await found.more()
                assert await found.audit() == []
            await cut.close()

    run(play())


@pytest.mark.parametrize("plant", ["", "wall clock"])
def test_f18_a_wall_clock_that_is_set_changes_nothing(plant, tmp_path):
    """By an hour, forward and back: no clock of a table runs out or stands still."""
    wall = Path(tmp_path, "wall")
    wall.write_text("0")

    async def play():
        environ = {"TESTS_WALL": str(wall), "PYTHONPATH": str(Path(__file__).with_name("planted"))}
        async with engine() as books, house(books.uri, 1, plant=plant, **environ) as found:
            for step in "3600", "-3600":
                before = await last(found)
                await asyncio.to_thread(wall.write_text, step)
                began = monotonic()
                with suppress(TimeoutError):
                    async with asyncio.timeout(10):
                        await found.more(5)
                jumped = abs(await last(found) - before) > 60 + 4 * 2 * (monotonic() - began)
                if plant and jumped:
                    return
                assert not jumped
            assert not plant, "nobody noticed"
            assert await found.audit() == []

    async def last(found) -> float:
        return (await found.rows("SELECT at FROM acts ORDER BY link DESC LIMIT 1"))[0][0]

    run(play())


def test_f20_a_killed_rail_is_started_again_and_its_people_are_back():
    async def play():
        async with engine() as books, house(books.uri, 2, CROUPIER_RAILS="1") as found:
            for _ in range(3):
                for process in found.nodes.values():
                    for rail in rails_of(process):
                        rail.kill()
                await found.more()
            assert await found.audit() == []

    run(play())


@pytest.mark.parametrize("plant", ["", "endless lines"])
def test_f21_people_who_read_nothing_are_dropped(plant):
    """They ask and ask and never read; others play on, and memory stays bounded."""

    async def deaf(address: str) -> asyncio.StreamWriter:
        reader, writer = await asyncio.open_connection(
            *address.rpartition("/")[2].split(":"), limit=1
        )
        writer.write(
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        await reader.read(1)
        writer.transport.pause_reading()
        for text in b'{"type":"hello","version":1}', JOIN:
            writer.write(masked(text))
        return writer

    async def play():
        async with engine() as books, house(books.uri, 1, plant=plant) as found:
            address = next(iter(found.nodes))
            node = psutil.Process(found.nodes[address].process.pid)
            before = node.memory_info().rss
            lines = [await deaf(address) for _ in range(40)]
            ends = monotonic() + 60
            while monotonic() < ends and not all(one.is_closing() for one in lines):
                for line in lines:
                    if not line.is_closing() and line.transport.get_write_buffer_size() < 10_000:
                        line.write(masked(JOIN) * 4)
                await asyncio.sleep(0.25)
            open_still = sum(not one.is_closing() for one in lines)
            grown = node.memory_info().rss - before
            for line in lines:
                line.transport.abort()
            assert (open_still == 0) == (not plant), (open_still, grown)
            await found.more()
            assert grown < 400_000_000 or plant
            assert await found.audit() == []

    run(play())


JOIN = b'{"type":"join","table":"live-casino/casino-holdem"}'


def masked(text: bytes) -> bytes:
    return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text
