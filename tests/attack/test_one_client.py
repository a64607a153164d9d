"""One client may fail, never the room: hostile words, silent lines, floods."""

import asyncio
import json
import re
from contextlib import suppress

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from attack.watch import watched
from croupier.client import Gone
from croupier.server import clock
from croupier.server.clock import Clock
from croupier.server.live import doorman, lines, sockets, telling
from croupier.server.people.buckets import home
from server.opening import opened, run

CROWD = "live-casino/casino-holdem"
HOUSES = {"houses": ["live-casino", "casino-club"]}


async def line(address: str, token: str = "", language: str = "fr"):
    """A raw connection that has said hello."""
    found = await connect(f"{address.replace('http', 'ws')}/ws", max_size=None)
    hello = {"type": "hello", "version": 1, "token": token, "language": language}
    await found.send(json.dumps(hello))
    return found


async def answer(found, kind: str) -> dict:
    """The next message of a kind."""
    async for frame in found:
        told = json.loads(frame)
        if told["type"] == kind:
            return told
    raise AssertionError("the line was closed")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_wrong_seat_among_thousands_is_refused_in_a_few_words(tmp_path, language):
    async def play():
        async with opened(str(tmp_path / "room.db"), **HOUSES) as room:
            guest = await room.guest("Ada")
            found = await line(room.address, guest.token, language)
            sit = {"type": "sit", "table": CROWD, "id": "1", "buy_in": 100_00, "seat": 20_000}
            await found.send(json.dumps(sit))
            told = await answer(found, "refused")
            assert "20000" in told["sentence"]
            assert len(told["sentence"]) < 300
            assert "9988" in told["sentence"]
            await found.close()

    run(play())


@pytest.mark.parametrize(
    "act", [", " * 400, "bet, " * 300, "{act}", "{0}", "a" * 9000, "one, two or three; " * 80]
)
def test_hostile_words_in_an_act_are_refused_and_the_room_goes_on(tmp_path, act):
    async def play():
        async with opened(str(tmp_path / "room.db"), **HOUSES) as room:
            guest = await room.guest("Ada")
            table = await guest.join(CROWD)
            await table.sit(100_00)
            ask = await anext(table.asks())
            found = await line(room.address, guest.token)
            decide = {"type": "decide", "table": CROWD, "id": "x", "act": act}
            await found.send(json.dumps(decide | {"hand": ask.hand, "seq": ask.seq}))
            told = await answer(found, "refused")
            assert told["name"] == "not_allowed"
            assert len(told["sentence"]) < 1000
            await found.close()
            assert not room.room.stopping.is_set()
            assert (await room.books()).good

    run(play())


@pytest.mark.parametrize(
    "frame", ["[" * 15_000, b"\xff\xfe{", '{"type":"ping","id":"' + "x" * 15_000 + '"}', b"\x00"]
)
def test_what_cannot_be_read_is_refused_on_its_own_line(tmp_path, frame):
    async def play():
        async with opened(str(tmp_path / "room.db"), **HOUSES) as room:
            found = await line(room.address)
            await found.send(frame)
            assert (await answer(found, "refused"))["name"] == "malformed"
            await found.send(json.dumps({"type": "ping", "id": "p"}))
            assert (await answer(found, "pong"))["id"] == "p"
            await found.close()

    run(play())


def test_an_answer_that_cannot_be_made_ends_one_line_and_no_other(tmp_path, monkeypatch):
    """Planted: the answer to one person raises."""
    made = sockets.Connection._answer

    def planted(self, said, runner, outcome):
        if self.person and self.person.name == "Eve":
            raise ZeroDivisionError
        made(self, said, runner, outcome)

    monkeypatch.setattr(sockets.Connection, "_answer", planted)

    async def play():
        async with opened(str(tmp_path / "room.db"), **HOUSES) as room:
            ada, eve = await room.guest("Ada"), await room.guest("Eve")
            found = await line(room.address, eve.token)
            sit = {"type": "sit", "table": CROWD, "id": "1", "buy_in": 100_00}
            await found.send(json.dumps(sit))
            with pytest.raises(ConnectionClosed):
                await answer(found, "done")
            assert found.close_code == sockets.FAULT
            assert await (await ada.join(CROWD)).sit(100_00)
            assert (await room.books()).good

    run(play())


def test_news_that_cannot_be_made_for_one_ends_one_line_and_no_other(tmp_path, monkeypatch):
    """Planted: the news for one seat raises."""
    made = telling.Telling._part

    def planted(self, first, story, through, *rest):
        if through == 1:
            raise ZeroDivisionError
        return made(self, first, story, through, *rest)

    monkeypatch.setattr(telling.Telling, "_part", planted)

    async def play():
        async with opened(str(tmp_path / "room.db"), **HOUSES) as room:
            names = ("Ada", "Eve")
            tables = [
                await (await room.guest(name)).join("casino-club/push-nine") for name in names
            ]
            await tables[0].sit(100_00, 2)
            with suppress(Gone):
                await tables[1].sit(100_00, 1)
            while not tables[1].lost:
                await tables[1].news(1)
            await anext(tables[0].asks())
            assert not room.room.stopping.is_set()

    run(play())


def test_joining_again_and_again_tells_the_others_nothing(tmp_path):
    async def play():
        async with opened(str(tmp_path / "room.db"), **HOUSES) as room:
            guest = await room.guest("Ada")
            table = "casino-club/push-nine"
            await (await guest.join(table)).sit(100_00)
            watcher, noisy = await line(room.address), await line(room.address, guest.token)
            for one in watcher, *[noisy] * 20:
                await one.send(json.dumps({"type": "join", "table": table}))
                await answer(one, "table")
            await noisy.send(json.dumps({"type": "part", "table": table}))
            await noisy.send(json.dumps({"type": "ping", "id": "p"}))
            await answer(noisy, "pong")
            await watcher.send(json.dumps({"type": "ping", "id": "p"}))
            kinds = []
            while "pong" not in kinds:
                kinds.append(json.loads(await watcher.recv())["type"])
            assert "presence" not in kinds
            assert not room.room.waiting
            await noisy.close()
            await watcher.close()

    run(play())


def test_a_line_that_reads_nothing_is_dropped(tmp_path, monkeypatch):
    monkeypatch.setattr(lines, "BEHIND_BYTES", 20_000)
    monkeypatch.setattr(lines, "STALLED_SECONDS", 0.5)
    monkeypatch.setattr(lines, "BURST", 10**9)  # Else it is not read so fast.

    async def play():
        async with opened(str(tmp_path / "room.db"), **HOUSES) as room:
            _, writer = await silent_line(room.address)
            ping = frame(json.dumps({"type": "ping", "id": "x" * 60}).encode())
            while not room.room.sockets:
                await asyncio.sleep(0.01)
            while room.room.sockets and not writer.transport.is_closing():
                writer.write(ping * 50)
                await asyncio.sleep(0)
            while room.room.sockets or room.room.doorman.count:
                await asyncio.sleep(0.01)
            await hang_up(writer)

    run(play())


async def silent_line(address: str):
    """A WebSocket that has said hello and never reads."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
    upgrade = (
        f"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    writer.write(upgrade.encode())
    await reader.readuntil(b"\r\n\r\n")
    writer.transport.pause_reading()
    writer.write(frame(json.dumps({"type": "hello", "version": 1}).encode()))
    return reader, writer


async def hang_up(writer) -> None:
    writer.transport.abort()
    with suppress(ConnectionError):
        await writer.wait_closed()


def frame(data: bytes) -> bytes:
    """One masked text frame, the mask all zero."""
    return bytes([0x81, 0x80 | len(data)]) + b"\0\0\0\0" + data


def test_half_a_request_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(doorman, "HEADER_SECONDS", 0.2)

    async def play():
        async with opened(str(tmp_path / "room.db"), **HOUSES) as room:
            host, port = room.address.removeprefix("http://").split(":")
            for said in (b"", b"GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: "):
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(said)
                with suppress(ConnectionError):
                    assert await reader.read() == b""
                await hang_up(writer)
            async with httpx.AsyncClient(base_url=room.address) as http:
                assert (await http.get("/api/health")).status_code == 200

    run(play())


def test_headers_are_bounded(tmp_path):
    async def play():
        large = {"X-Long": "x" * 100_000}, {f"X-{n}": "y" * 900 for n in range(100)}
        async with (
            opened(str(tmp_path / "room.db"), **HOUSES) as room,
            httpx.AsyncClient(base_url=room.address) as http,
        ):
            for headers in large:
                with suppress(httpx.HTTPError):
                    assert (await http.get("/api/health", headers=headers)).status_code == 431
                assert (await http.get("/api/health")).status_code == 200

    run(play())


def test_many_small_headers_cost_no_more_than_their_length(tmp_path):
    async def play():
        async with opened(str(tmp_path / "room.db"), **HOUSES) as room:
            host, port = room.address.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            with watched() as watch:
                for times in 10_000, 15_000, 60_000:  # The same connection, until it is cut.
                    small = b"a:\r\n" * times
                    writer.write(b"GET /api/lobby HTTP/1.1\r\nHost: x\r\n" + small + b"\r\n")
                    with suppress(ConnectionError, asyncio.IncompleteReadError):
                        head = await reader.readuntil(b"\r\n\r\n")
                        length = re.search(rb"content-length: (\d+)", head)
                        await reader.readexactly(int(length[1]) if length else 0)
            await hang_up(writer)
            watch.check()

    run(play())


def test_requests_that_are_sent_ahead_are_few(tmp_path):
    async def play():
        async with opened(str(tmp_path / "room.db"), **HOUSES) as room:
            host, port = room.address.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n" * 5000)
            answers = 0
            with suppress(ConnectionError):  # It is cut.
                while found := await reader.read(1 << 20):
                    answers += found.count(b"HTTP/1.1 ")
            assert answers <= doorman.MOST_AHEAD + 2
            await hang_up(writer)

    run(play())


def test_a_long_body_in_one_piece_is_no_long_header(tmp_path):
    async def play():
        async with opened(str(tmp_path / "room.db"), **HOUSES) as room:
            body = json.dumps({"nickname": "Ada", "more": "x" * 900_000}).encode()
            host, port = room.address.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            head = f"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n"
            kind = "Content-Type: application/json\r\n\r\n"
            writer.write((head + kind).encode() + body)
            assert b" 201 " in await reader.readline()
            await hang_up(writer)

    run(play())


def test_addresses_of_both_versions_are_households():
    assert home("1.2.3.4") == home("::ffff:1.2.3.4") != home("::ffff:1.2.3.5")
    assert home("2001:db8::1") == home("2001:db8::2") != home("2001:db8:0:1::1")
    assert home("2001:db8::1%eth0") == home("2001:db8::1")


def test_connections_are_bounded_by_address_and_by_person(tmp_path):
    async def play():
        few = {"connections_from_address": 6, "connections_of_person": 2}
        async with opened(str(tmp_path / "room.db"), **HOUSES, **few) as room:
            guest = await room.guest("Ada")
            await guest.close()
            lines = [await line(room.address, guest.token) for _ in range(2)]
            for one in lines:
                await answer(one, "welcome")
            third = await line(room.address, guest.token)
            assert (await answer(third, "refused"))["name"] == "too_fast"
            lines += [await line(room.address) for _ in range(4)]
            with pytest.raises(Exception):  # noqa: B017 - refused in whatever way, never served.
                await answer(await line(room.address), "welcome")
            for one in (third, *lines):
                await one.close()

    run(play())


def test_calls_are_bounded_by_address_and_dear_ones_cost_more(tmp_path):
    async def play():
        async with (
            opened(str(tmp_path / "room.db"), **HOUSES, calls_a_second=2) as room,
            httpx.AsyncClient(base_url=room.address) as http,
        ):
            found = [(await http.get("/api/lobby")).status_code for _ in range(25)]
            assert found.count(200) >= 20
            assert 429 in found
            assert (await http.post("/api/odds", json={})).status_code == 429

    run(play())


def test_chat_is_bounded_by_person_on_however_many_lines(tmp_path):
    async def play():
        async with opened(str(tmp_path / "room.db"), **HOUSES) as room:
            guest = await room.guest("Ada")
            lines = [await line(room.address, guest.token) for _ in range(5)]
            told = []
            for one in lines:
                await one.send(json.dumps({"type": "join", "table": CROWD}))
                await answer(one, "table")
            for number in range(20):
                chat = {"type": "chat", "table": CROWD, "id": str(number), "text": "hello"}
                one = lines[number % 5]
                await one.send(json.dumps(chat))
            for number in range(20):
                one = lines[number % 5]
                async for text in one:
                    data = json.loads(text)
                    if data["type"] in ("done", "refused"):
                        told.append(data.get("name", "done"))
                        break
            assert 6 <= told.count("done") <= 10
            assert told.count("too_fast") == 20 - told.count("done")
            for one in lines:
                await one.close()

    run(play())


@pytest.mark.parametrize("shift", [-3600, 7200])
def test_a_wall_clock_set_back_or_forward_changes_no_deadline(monkeypatch, shift):
    real = clock.time
    found = Clock()
    before = found.now()
    monkeypatch.setattr(clock, "time", lambda: real() + shift)
    assert 0 <= found.now() - before < 60


def test_a_hasty_line_is_told_once_and_then_not_read_for_a_while(tmp_path, monkeypatch):
    monkeypatch.setattr(lines, "BURST", 5)
    monkeypatch.setattr(lines, "HASTY_SECONDS", 3600)

    async def play():
        async with opened(str(tmp_path / "room.db"), **HOUSES) as room:
            found, other = await line(room.address), await line(room.address)
            for number in range(300):
                await found.send(json.dumps({"type": "ping", "id": str(number)}))
            assert (await answer(found, "refused"))["name"] == "too_fast"
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(answer(found, "refused"), 0.5)
            await other.send(json.dumps({"type": "ping", "id": "p"}))
            assert (await answer(other, "pong"))["id"] == "p"
            found.transport.abort()  # Nobody reads its farewell.
            await found.wait_closed()
            await other.close()

    run(play())


def test_a_refusal_of_a_form_repeats_no_long_word(tmp_path):
    async def play():
        async with opened(str(tmp_path / "room.db"), **HOUSES) as room:
            chef = await room.member(await room.admin(), "Jeanne", ["chef"])
            head = {"Authorization": f"Bearer {chef.token}"}
            async with httpx.AsyncClient(base_url=room.address, headers=head) as http:
                act = {"act": " or " * 2000, "why": "x"}
                told = await http.post("/api/staff/tables/casino-club/push-nine", json=act)
            assert told.status_code == 400
            assert len(told.text) < 1000

    run(play())
