"""A line on its own: frames as people and attackers send them, slow readers, silent ones."""

import asyncio

import pytest
from websockets.frames import Frame, Opcode

from croupier.server.live import lines
from croupier.server.live.lines import Line, Lines
from croupier.server.live.pieces import Pieces
from server.opening import run


class Wire:
    """A transport that keeps what is written; as uvloop's, it takes nothing once it has ended."""

    def __init__(self) -> None:
        self.writes, self.reading, self.ended, self.left = [], True, "", 0

    def write(self, data: bytes) -> None:
        self._alive()
        self.writes.append(data)

    def pause_reading(self) -> None:
        self._alive()
        self.reading = False

    def resume_reading(self) -> None:
        self._alive()
        self.reading = True

    def _alive(self) -> None:
        if self.ended:
            raise RuntimeError("the handler is closed")

    def get_write_buffer_size(self) -> int:
        return self.left

    def is_closing(self) -> bool:
        return bool(self.ended)

    def close(self) -> None:
        self.ended = self.ended or "closed"

    def abort(self) -> None:
        self.ended = "aborted"


class Ear:
    """A listener that keeps what it hears."""

    def __init__(self) -> None:
        self.words, self.gone_times = [], 0

    def heard(self, frame) -> None:
        self.words.append(frame)

    def unfit(self, why) -> None:
        self.words.append(why)

    def gone(self) -> None:
        self.gone_times += 1


def opened() -> tuple[Line, Wire, Ear]:
    ear, wire = Ear(), Wire()
    line = Line(Lines(), ear)
    line.connection_made(wire)
    return line, wire, ear


def said(kind: Opcode, data: bytes, *, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(kind, data, fin=fin).serialize(mask=mask)


LONG = b"x" * 5000
WORDS = [
    (said(Opcode.TEXT, b"hello"), [b"hello"]),
    (said(Opcode.TEXT, b"a") + said(Opcode.BINARY, b"b"), [b"a", b"b"]),
    (said(Opcode.TEXT, LONG), [LONG]),
    (said(Opcode.TEXT, "élan".encode()), ["élan"]),
    (said(Opcode.TEXT, b"he", fin=False) + said(Opcode.CONT, b"llo"), [b"hello"]),
    (
        said(Opcode.TEXT, b"he", fin=False) + said(Opcode.PING, b"") + said(Opcode.CONT, b"llo"),
        [b"hello"],
    ),
    (said(Opcode.TEXT, b"x" * 20_000), ["long"]),
    (said(Opcode.PONG, b"") + said(Opcode.TEXT, b""), [b""]),
]


def test_messages_are_heard_however_they_are_cut():
    async def play():
        for data, words in WORDS:
            for step in (len(data), 1, 7):
                line, wire, ear = opened()
                for at in range(0, len(data), step):
                    line.data_received(data[at : at + step])
                assert ear.words == words
                assert not wire.ended

    run(play())


BROKEN = [
    (said(Opcode.TEXT, b"bare", mask=False), 1002),
    (b"\xc1" + said(Opcode.TEXT, b"reserved")[1:], 1002),
    (b"\x83" + said(Opcode.TEXT, b"unknown")[1:], 1002),
    (said(Opcode.CONT, b"of nothing"), 1002),
    (said(Opcode.TEXT, b"a", fin=False) + said(Opcode.TEXT, b"b"), 1002),
    (b"\x09" + said(Opcode.PING, b"in parts")[1:], 1002),
    (b"\x89\xfe\x00\x7e" + bytes(4) + bytes(126), 1002),
    (said(Opcode.TEXT, b"\xff\xfe"), 1007),
    (b"\x81\xff" + (1 << 40).to_bytes(8, "big") + bytes(4), 1009),
    (said(Opcode.TEXT, b"x" * 40_000, fin=False) + said(Opcode.CONT, b"x" * 40_000), 1009),
]


@pytest.mark.parametrize("which", range(len(BROKEN)))
def test_what_is_no_websocket_ends_the_line(which):
    data, code = BROKEN[which]

    async def play():
        line, wire, ear = opened()
        line.data_received(data)
        assert wire.writes[-1] == b"\x88\x02" + code.to_bytes(2, "big")
        assert wire.ended
        await asyncio.sleep(0)
        line.data_received(said(Opcode.TEXT, b"more"))
        assert (ear.words, ear.gone_times) == ([], 1)
        line.connection_lost(None)
        assert ear.gone_times == 1

    run(play())


def test_news_and_answer_leave_in_one_write_and_pings_are_answered():
    async def play():
        line, wire, _ = opened()
        line.tell(Pieces([b"a", b"c"]), [(0, b"b")])
        line.send(b"x" * 200)
        line.data_received(said(Opcode.PING, b"still there?"))
        assert wire.writes == []
        await asyncio.sleep(0)
        one = b"\x81\x03abc" + b"\x81\x7e\x00\xc8" + b"x" * 200 + b"\x8a\x0cstill there?"
        assert wire.writes == [one]

    run(play())


def test_a_slow_reader_is_waited_for_and_then_dropped(monkeypatch):
    monkeypatch.setattr(lines, "BEHIND", 3)

    async def play():
        line, wire, ear = opened()
        line.pause_writing()
        for _ in range(3):
            line.send(b"a")
        await asyncio.sleep(0)
        assert wire.writes == []
        line.resume_writing()
        assert wire.writes == [b"\x81\x01a" * 3]
        line.pause_writing()
        for _ in range(4):
            line.send(b"a")
        await asyncio.sleep(0)
        assert wire.writes[1:] == [b"\x88\x02" + (4409).to_bytes(2, "big")]
        assert ear.gone_times == 1

    run(play())


def test_nothing_is_written_to_a_line_that_has_broken():
    """It is told so a turn of the loop later, and words may be on their way until then."""

    async def play():
        line, wire, ear = opened()
        line.send(b"on its way")
        wire.abort()
        line.lines._flush()
        line.resume_writing()
        line.send(b"later")
        line.close(1012)
        await asyncio.sleep(0)
        assert (wire.writes, ear.gone_times) == ([], 1)

    run(play())


def test_a_real_line_that_breaks_between_two_words_is_no_fault_of_the_room():
    uvloop = pytest.importorskip("uvloop")
    faults = []

    async def play():
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: faults.append(context))
        made = []
        server = await loop.create_server(
            lambda: made.append(Line(Lines(), Ear())) or made[-1], "127.0.0.1", 0
        )
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        while not made or not made[0].lines.open:
            await asyncio.sleep(0.001)
        made[0].send(b"on its way")
        made[0].transport.abort()
        made[0].send(b"later")
        loop.call_soon(made[0].close, 1012)
        await asyncio.sleep(0.01)
        writer.close()
        server.close()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(play())
    assert faults == []


def test_a_silent_line_is_asked_and_then_ended_and_one_that_reads_nothing_too():
    async def play():
        line, wire, ear = opened()
        began = line.heard_at
        line.look(began + 1.5, 2.0)
        await asyncio.sleep(0)
        assert wire.writes == []
        line.look(began + 2, 2.0)
        await asyncio.sleep(0)
        assert wire.writes == [b"\x89\x00"]
        line.data_received(said(Opcode.PONG, b""))
        line.look(began + 2, 2.0)
        line.look(began + 4.9, 2.0)
        assert ear.gone_times == 0
        line.look(began + 5, 2.0)
        await asyncio.sleep(0)
        assert ear.gone_times == 1
        line, wire, ear = opened()
        line.pause_writing()
        wire.left = 70_000
        line.look(began + 10, 0)
        line.look(began + 39, 0)
        assert not wire.ended
        wire.left = 60_000
        line.look(began + 45, 0)
        assert not wire.ended
        line.look(began + 75, 0)
        assert wire.ended == "aborted"

    run(play())


def test_with_many_lines_each_is_asked_less_often(monkeypatch):
    """A thousand pings a second are enough for one process."""
    asked = []

    async def play():
        line, _, _ = opened()
        monkeypatch.setattr(lines, "PINGS_A_SECOND", 0.1)
        monkeypatch.setattr(Line, "look", lambda _, now, often: asked.append(often))
        line.lines.beat()
        assert asked == [10.0]

    run(play())
