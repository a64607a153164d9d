"""F5 to F12, F16, F17, F19, F22, F23: a database that dies, hangs, fills up or is out of reach."""

import asyncio
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.client import Client
from croupier.server.books import schema
from croupier.server.books.leases import TTL
from croupier.server.books.store import Batch, Store
from faults.cuts import DOWN, HOLE, OPEN
from faults.engine import SOCKET, Engine, engine, followed
from faults.house import LOST, NODE, SLOW, TABLES, House, cut_off, house
from server.opening import run, until
from server.test_crash import Process

pytestmark = pytest.mark.slow


def all_live(found) -> bool:
    return all(one.process.returncode is None for one in found.nodes.values())


@pytest.mark.parametrize("how", ["kill", "stop_at_once"])
def test_f5_f6_a_database_that_dies_ends_no_node(how):
    async def play():
        async with engine() as books, house(books.uri) as found:
            for _ in range(2):
                await getattr(books, how)()
                await asyncio.sleep(3)
                await books.start()
                await found.more()
            assert all_live(found)
            assert await found.gone() == 0, "nobody was declared gone for it"
            assert await found.audit() == []

    run(play())


@pytest.mark.parametrize("plant", ["", "lost is failed", "lost is done"])
def test_f5_f6_f10_commits_whose_answers_are_lost(plant):
    """Every twelfth is made and not answered, every other twelfth not made."""

    async def play():
        given = f"answers are lost,{plant}".strip(",")
        async with engine() as books, house(books.uri, 1, plant=given) as found:
            if not plant:
                await found.more(40)
                assert all_live(found)
                assert await found.audit() == []
                return
            ends = monotonic() + 60
            while monotonic() < ends:
                if await found.audit():
                    return
                await asyncio.sleep(1)
            raise AssertionError("nobody noticed")

    run(play())


def test_f6_a_commit_that_a_crash_has_undone_is_made_again(monkeypatch):
    """PostgreSQL gives the number of a transaction that it forgot in a crash to another one."""
    commit, crashed = AsyncConnection.commit, []

    async def play():
        async with engine() as books:
            store = Store(books.uri)
            await store.open()

            async def crash(link):
                if link is not store.writer.link or crashed:
                    return await commit(link)
                crashed.append(link)
                await books.stop_at_once()
                await books.start()
                for _ in range(50):
                    async with store.engine.begin() as other:
                        await other.exec_driver_sql("SELECT pg_current_xact_id()")
                raise ConnectionResetError("in the middle of a commit")

            monkeypatch.setattr(AsyncConnection, "commit", crash)
            batch = Batch()
            batch.add(schema.facts, name="told", value="yes")
            await store.commit(batch)
            asked = sa.select(schema.facts.c.value).where(schema.facts.c.name == "told")
            assert await store.row(asked) == ("yes",)
            await store.close()

    run(play())


async def health(address: str) -> int:
    async with httpx.AsyncClient(timeout=10) as http:
        return (await http.get(f"{address}/api/health")).status_code


@pytest.mark.parametrize("plant", ["", "never waits,always fresh"])
def test_f7_a_database_that_hangs_is_seen_and_waited_for(plant):
    async def play():
        async with engine() as books, house(books.uri, plant=plant) as found:
            books.send(signal.SIGSTOP)
            await asyncio.sleep(5 * SLOW)
            states = [await health(address) for address in found.nodes]
            books.send(signal.SIGCONT)
            assert states == [200 if plant else 503] * 2
            if plant:
                return
            await found.owned()
            await found.more()
            assert all_live(found)
            assert await found.audit() == []

    run(play())


async def still_answers(address: str) -> bool:
    """Whether a node lets somebody look at a table that another has."""
    try:
        async with asyncio.timeout(3), Client(address, contribute=False) as client:
            await client.join(TABLES[0])
            return True
    except LOST:
        return False


@pytest.mark.parametrize("at_once", [True, False], ids=["synchronous", "asynchronous"])
def test_f8_a_standby_takes_the_place_of_a_database_that_dies(at_once, tmp_path):
    """The plant is a setting: a standby that may be behind has not all that people were told."""

    async def play():
        async with (
            followed(at_once=at_once) as (books, standby, line),
            cut_off(books, tmp_path) as (address, cut),
            house(address) as found,
        ):
            line.state = HOLE
            await asyncio.sleep(1)
            await books.kill()
            await asyncio.to_thread(standby.promote)
            cut.turn(f"{standby.socket}/{SOCKET}")
            cut.reset()
            if at_once:
                await found.more(10)
                assert all_live(found)
            assert (await found.audit() == []) == at_once

    run(play())


@pytest.mark.parametrize("plant", ["", "never waits,always fresh"])
@pytest.mark.parametrize("state", [HOLE, DOWN])
def test_f9_f10_a_node_that_is_cut_off_is_taken_over_and_says_so(state, plant, tmp_path):
    if plant and state == DOWN:
        pytest.skip("one way is enough to show it")

    async def play():
        async with (
            engine() as books,
            cut_off(books, tmp_path) as (address, cut),
            house(books.uri, 1) as found,
        ):
            far = await found.start(plant, address)
            await found.move(TABLES[0], far)
            await found.more()
            process = found.nodes.pop(far).process
            cut.state = state
            await until(lambda: taken(found, far))
            await found.more(10)
            assert await still_answers(far) == bool(plant)
            cut.state = OPEN
            cut.reset()
            if not plant:
                async with asyncio.timeout(60):
                    assert await process.wait() != 0
                await found.more()
                assert await found.audit() == []
            elif process.returncode is None:
                process.kill()
                await process.wait()

    async def taken(found, far) -> bool:
        return await found.owner(TABLES[0]) not in ("", far)

    run(play())


@pytest.mark.parametrize("plant", ["", "always fresh"])
def test_f12_a_rail_that_is_cut_off_sends_people_elsewhere(plant, tmp_path):
    """It runs no tables, and it cannot know any more who does."""

    async def play():
        async with (
            engine() as books,
            cut_off(books, tmp_path) as (address, cut),
            house(books.uri, 1) as found,
        ):
            rail = await found.start(plant, address, CROUPIER_ROLE="rail")
            await until(lambda: still_answers(rail))
            cut.state = HOLE
            await asyncio.sleep(TTL * 1.5)
            assert await still_answers(rail) == bool(plant)
            await found.end(rail)
            await found.more()
            assert await found.audit() == []

    run(play())


@contextmanager
def small_disk(size: str):
    """A file system of its own; only who may mount can have one."""
    with TemporaryDirectory(prefix="croupier-disk-", ignore_cleanup_errors=True) as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=777", "none", folder]
        if subprocess.run(mount, check=False).returncode:
            pytest.skip("only root can mount a small disk")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "-l", folder], check=False)  # noqa: S607


async def filled_up(folder: str) -> None:
    """For a while: who could not write for its own sake has ended meanwhile."""
    ballast = Path(folder, "ballast")
    await asyncio.to_thread(fill, ballast)
    await asyncio.sleep(8)
    await asyncio.to_thread(ballast.unlink)


@pytest.mark.parametrize("plant", ["", "errors are nothing"])
def test_f17_a_full_disk_under_a_room_that_is_alone_loses_nothing(plant, monkeypatch):
    async def play(folder: str):
        monkeypatch.setenv("CROUPIER_KEY_FILE", f"{folder}/room.key")
        found = House(f"{folder}/room.db")
        alone = {"CROUPIER_JOIN": "false"}
        try:
            await found.start(plant, **alone)
            for number in range(3):
                found.comes(f"guest {number}", TABLES[number % 2])
            await found.more()
            await filled_up(folder)
            await found.replace(plant, **alone)
            await found.more()
            await found.leave()
            assert bool(await found.audit(laws={})) == bool(plant)
        finally:
            await found.close()

    with small_disk("24m") as folder:
        run(play(folder))


def test_f16_a_full_disk_under_postgresql_loses_nothing(monkeypatch):
    async def play(folder: str):
        monkeypatch.setenv("CROUPIER_KEY_FILE", f"{folder}/room.key")
        books = await asyncio.to_thread(Engine, folder)
        try:
            async with house(books.uri) as found:
                await filled_up(folder)
                await books.start()
                await found.replace()
                await found.owned()
                await found.more()
                assert await found.audit() == []
        finally:
            await asyncio.to_thread(books.close)

    with small_disk("220m") as folder:
        run(play(folder))


def fill(file: Path) -> None:
    """To the last block."""
    with file.open("wb") as out:
        try:
            while True:
                out.write(bytes(1 << 16))
                out.flush()
        except OSError:
            pass


@contextmanager
def stepped_clock(folder: Path):
    """What is started within takes its time from a clock that is set by what is yielded."""
    if shutil.which("gcc") is None:
        pytest.skip("a clock that can be set must be compiled")
    folder.chmod(0o777)
    step, library = folder / "step", folder / "stepped.so"
    source = str(Path(__file__).with_name("stepped.c"))
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)  # noqa: S607
    step.write_bytes(bytes(8))
    with pytest.MonkeyPatch.context() as environ:
        environ.setenv("TESTS_STEP", str(step))
        environ.setenv("LD_PRELOAD", str(library))
        yield lambda seconds: step.write_bytes(seconds.to_bytes(8, sys.byteorder, signed=True))


@pytest.mark.parametrize("hour", [3600, -3600])
def test_f19_a_database_whose_clock_is_set_loses_nothing(hour, monkeypatch):
    """Forward all leases are over at once; back they are from the future."""

    async def again(found: House) -> None:
        while True:  # Nodes that were declared gone end, and are started again.
            await found.replace()
            with suppress(TimeoutError):
                async with asyncio.timeout(3):
                    return await found.more()

    async def play(folder: Path):
        monkeypatch.setenv("CROUPIER_KEY_FILE", f"{folder}/room.key")
        with stepped_clock(folder) as step:
            books = await asyncio.to_thread(Engine, str(folder))
        try:
            async with house(books.uri) as found:
                await asyncio.to_thread(step, hour)
                async with asyncio.timeout(10 * SLOW):
                    await again(found)
                assert await found.audit() == []
        finally:
            await asyncio.to_thread(books.close)

    with TemporaryDirectory(prefix="croupier-pg-", ignore_cleanup_errors=True) as folder:
        run(play(Path(folder)))


def test_f22_cut_connections_to_the_database_lose_nothing():
    async def play():
        async with engine() as books, house(books.uri) as found:
            for _ in range(3):
                await found.rows(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
                await found.more()
            assert all_live(found)
            assert await found.audit() == []

    run(play())


@pytest.mark.parametrize("joined", ["false", "true"])
def test_f23_a_room_that_is_alone_and_another_never_share_the_books(joined):
    async def opens(database: str, joined: str) -> Process | None:
        process = Process(database, **(NODE | {"CROUPIER_JOIN": joined}))
        try:
            await process.start()
        except AssertionError:
            return None
        return process

    async def play():
        async with engine() as books:
            found = await asyncio.gather(opens(books.uri, "false"), opens(books.uri, joined))
            rooms = [one for one in found if one is not None]
            for room in rooms:
                await room.end()
            assert len(rooms) == 1

    run(play())
