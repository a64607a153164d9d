"""A crowd at one table: nothing that one of them asks for costs as much as all of them."""

import asyncio

import pytest
import sqlalchemy as sa

from croupier import houses
from croupier.client import No
from croupier.core.asks import Decision
from croupier.room import commands
from croupier.room.purse import Purse
from croupier.room.record import Mark, Record
from croupier.room.table import Table
from croupier.server.books import records, schema
from croupier.server.books.store import Batch
from croupier.server.live import crier, entries, wire
from croupier.server.live import room as rooms
from croupier.server.live import runner as running
from croupier.server.live.errands import Errand, unheard
from croupier.server.live.room import Room
from croupier.server.live.runner import Runner
from croupier.server.settings import Settings
from server.opening import opened, run, until

CASINO = "live-casino/casino-holdem"
LIVE = {"houses": ["live-casino"]}
HOUSE = houses.house("live-casino")
SHEET = HOUSE.tables["casino-holdem"]


class Felt(dict):
    """Chips that count how often all of them are looked through."""

    looks = 0

    def items(self):
        self.looks += 1
        return super().items()

    def __iter__(self):
        self.looks += 1
        return super().__iter__()


class Seer:
    """A watcher who keeps what they are sent."""

    def __init__(self, player, send) -> None:
        self.player, self.send = player, send


def playing(players: int) -> Record:
    """A crowd that has bet and is asked."""
    record = Record(Table(CASINO, SHEET.game, SHEET.rules))
    for number in range(1, players + 1):
        record.do(commands.Sit(f"p{number}", f"P {number}", 100_00, bytes(32)), 1.0)
    record.do(commands.Begin(bytes(32)), 1.0)
    for number in range(1, players + 1):
        bet = Decision("bet", 10_00, (number, "ante"))
        record.do(commands.Decide(f"p{number}", bet), 1.0)
    record.do(commands.Tick(), record.table.next_deadline())
    return record


def test_a_whole_view_for_one_of_a_crowd_does_not_look_through_them_all(tmp_path):
    """It did, three times for each: ten thousand who came back cost minutes."""

    async def look():
        room = Room(Settings(database=str(tmp_path / "room.db"), **LIVE))
        runner = Runner(room, HOUSE, SHEET, playing(120))
        hand = runner.table.hand
        hand.felt.chips = chips = Felt(hand.felt.chips)
        first = runner.telling.snapshot("p1")
        looks = chips.looks
        for number in range(2, 100):
            seen = runner.telling.snapshot(f"p{number}")
            assert dict(seen.view.chips) == {(number, "stack"): 90_00, (number, "ante"): 10_00}
            assert seen.totals == first.totals
        assert chips.looks == looks <= 2
        runner.record.do(commands.Decide("p1", Decision("fold")), 2.0)
        assert runner.telling.snapshot("p2").totals.waiting_for == 119
        await room.store.close()

    run(look())


def test_a_pledge_to_a_crowd_does_not_look_at_everybody_for_each_of_them(tmp_path, monkeypatch):
    """It did: the pause between two hands of ten thousand cost minutes."""
    looks, told = [], []
    stack = Purse.stack
    monkeypatch.setattr(Purse, "stack", lambda self, seat: looks.append(seat) or stack(self, seat))

    async def look():
        room = Room(Settings(database=str(tmp_path / "room.db"), **LIVE))
        record = Record(Table(CASINO, SHEET.game, SHEET.rules))
        for number in range(1, 121):
            record.do(commands.Sit(f"p{number}", f"P {number}", 100_00, bytes(32)), 1.0)
        record.do(commands.Pledge(bytes(32), False), 1.0)
        runner = Runner(room, HOUSE, SHEET, record)
        for number in range(1, 121):
            runner.telling.watchers[Seer(f"p{number}", told.append)] = None
        looks.clear()
        runner.telling.pledge()
        assert len(told) == 120
        assert len({id(text) for text in told}) == 1
        assert len(looks) < 10
        await room.store.close()

    run(look())


def test_answers_leave_before_the_next_turn_is_thought_about(file, monkeypatch):
    """They waited for the next two thousand errands, or for a whole crowd's settlement."""
    monkeypatch.setattr(running, "MOST_ERRANDS", 1)
    told = []

    async def play():
        async with opened(file, **LIVE) as room:
            runner, loop = room.room.runners[CASINO], asyncio.get_running_loop()
            fill = runner._fill
            monkeypatch.setattr(runner, "_fill", lambda *given: told.append("turn") or fill(*given))
            for action in "one", "two", "three":
                reply = lambda _: loop.call_soon(told.append, "sent")  # noqa: E731
                runner.put(Errand(commands.SitOut("nobody"), "nobody", action, reply, 0.0))
            await until(lambda: told.count("sent") == 3)
            told[:] = told[told.index("sent") - 1 :]
            assert told[:6] == ["turn", "sent"] * 3

    run(play())


def test_the_last_answer_of_a_crowd_has_a_turn_of_its_own(file):
    """With it the round is settled: the others are answered before."""

    async def play():
        async with opened(file, pause_seconds=1000, **LIVE) as room:
            runner, replies = room.room.runners[CASINO], []
            runner.record, players = playing(3), range(1, 4)
            table = runner.table
            runner.owner = "p1"  # As a practice table, which is not in the books.
            now = room.room.clock.now()
            runner.record.do(commands.Restart(), now)
            for number in players:
                fold = commands.Decide(f"p{number}", Decision("fold"))
                reply = lambda told: replies.append((told.seat, table.hand is None))  # noqa: E731
                which = f"p{number}", f"a{number}", reply, now, table.deals, table.asks
                runner.put(Errand(fold, *which))
            await until(lambda: len(replies) == 3)
            assert replies == [(1, False), (2, False), (3, True)]

    run(play())


def test_ids_of_actions_outlast_a_restart(file):
    """Five thousand did: one sent again by one of a crowd was done again."""
    acts = 5_100

    async def play():
        async with opened(file, **LIVE) as room:
            ada = await room.guest("Ada")
            await (await ada.join(CASINO)).sit(100_00)
            runner, who = room.room.runners[CASINO], ada.player
            for number in range(acts):
                command = commands.SitIn(who) if number % 2 else commands.SitOut(who)
                runner.put(Errand(command, who, f"act {number}", unheard, 0.0))
            await until(lambda: (who, f"act {acts - 1}") in runner.ids)
            assert (who, "act 0") in runner.ids
        async with opened(file, **LIVE) as room:
            assert (who, "act 0") in room.room.runners[CASINO].ids

    run(play())


def test_more_ids_are_remembered_for_a_crowd(tmp_path, monkeypatch):
    monkeypatch.setattr(running, "MOST_IDS", 10)

    async def look():
        room = Room(Settings(database=str(tmp_path / "room.db"), **LIVE))
        assert Runner(room, HOUSE, SHEET, playing(3)).most_ids == 3 * running.IDS_OF_SEAT
        await room.store.close()

    run(look())


def test_a_line_of_chat_costs_as_many_messages_as_there_are_readers(file, monkeypatch):
    """One of five thousand could order a hundred thousand messages a second."""
    monkeypatch.setattr(rooms, "FRAMES_AT_ONCE", 6)
    monkeypatch.setattr(rooms, "FRAMES_RATE", 0.001)

    async def play():
        async with opened(file, **LIVE) as room:
            people = [await room.guest(name) for name in ("Ada", "Bob", "Eve")]
            for person in people:
                await person.join(CASINO)
            await people[0].act("chat", CASINO, text="one")
            await people[1].act("chat", CASINO, text="two")
            with pytest.raises(No, match="many people are talking"):
                await people[2].act("chat", CASINO, text="three")

    run(play())


def test_counters_go_beyond_32_bits(database):
    """A crowd of ten thousand overflows them in a month, and the room stopped for good."""
    many = 3_000_000_000

    async def play():
        async with opened(database, speed=30.0, **LIVE) as room:
            runner, batch = room.room.runners[CASINO], Batch()
            table = Table(CASINO, SHEET.game, SHEET.rules)
            table.deals = many
            runner.record = Record(table, Mark(many, many, many, many))
            entries.keep(batch, runner.record)
            await room.room.store.commit(batch)
            ada = await room.guest("Ada")
            table = await ada.join(CASINO)
            await table.sit(100_00)
            async for ask in table.asks():
                if ask.open:
                    await table.decide(ask, "bet", 10_00, (table.seat, "ante"))
                else:
                    await table.decide(ask, "fold")
                    break
            await until(lambda: runner.record.last_hand > many)
            assert (await ada.call("GET", "/api/me/hands"))[0]["hand"] > many
        async with opened(database, **LIVE) as room:
            found = room.room.runners[CASINO].record
            assert min(found.acts, found.posted, found.seq, found.last_hand) > many
            assert (await room.books()).wrong == []

    run(play())


class Reader:
    """Somebody who looks on and keeps what they are sent."""

    language = "en"

    def __init__(self, player: str) -> None:
        self.player, self.heard = player, []

    def send(self, text: bytes) -> None:
        self.heard.append(text)

    def tell(self, pieces, own) -> None:
        self.heard.append(pieces.spliced(own))

    def fail(self, error: Exception) -> None:
        raise error


def test_what_is_put_together_for_one_of_a_crowd_is_what_would_be_written_for_them(tmp_path):
    """House news are encoded once and the reader's own put in between: the bytes are the same."""

    async def play():
        room = Room(Settings(database=str(tmp_path / "room.db"), **LIVE))
        now = room.clock.now()
        room.clock.now = lambda: now  # A second later the clocks of a question say another time.
        runner = Runner(room, HOUSE, SHEET, Record(Table(CASINO, SHEET.game, SHEET.rules)))
        telling, readers = runner.telling, [Reader(f"p{n}") for n in range(1, 5)] + [Reader("")]
        for reader in readers:
            telling.join(reader, 0)
        for command, at in evening(runner, now):
            first, done = runner.record.seq + 1, runner.record.do(command, at)
            before = [len(reader.heard) for reader in readers]
            telling.tell(first, done.news, now)
            story = telling.audience.story(done.news)
            for reader, known in zip(readers, before, strict=True):
                through = runner.hand_seat(reader.player)
                seat = through or runner.table.seat_of(reader.player)
                if story.common or seat in story.own:
                    events = [telling.told(item, through) for item in story.told(seat)]
                    totals = telling.counted() if story.common else None
                    whole = telling.news(first, events, through, totals)
                    assert reader.heard[known] == wire.text(whole)
                snapshot = wire.text(telling.snapshot(reader.player, "fr"))
                assert telling.whole(reader.player, "fr") == snapshot
        assert all(len(reader.heard) > 3 for reader in readers)
        await room.store.close()

    run(play())


def evening(runner: Runner, now: float):
    """Three play a round, one of them goes."""
    for number in range(1, 5):
        yield commands.Sit(f"p{number}", f"P {number}", 100_00, bytes(32)), now
    yield commands.Begin(bytes(32)), now
    for number in range(1, 4):
        bet = Decision("bet", 10_00, (number, "ante"))
        yield commands.Decide(f"p{number}", bet), now
    yield commands.Tick(), runner.table.next_deadline()
    yield commands.Decide("p1", Decision("fold")), now
    yield commands.Leave("p1"), now
    for number in 2, 3:
        last = runner.table.hand.asked(number)[-1]
        yield commands.Decide(f"p{number}", Decision(last.act, last.low)), now
    yield commands.Leave("p2"), now
    yield commands.Pause("Jeanne", "a card is on the floor"), now


def test_totals_are_told_to_some_after_the_others(tmp_path, monkeypatch):
    """Nobody's answer waits behind ten thousand writes."""
    monkeypatch.setattr(crier, "SLICE", 2)

    async def play():
        room = Room(Settings(database=str(tmp_path / "room.db"), **LIVE))
        runner = Runner(room, HOUSE, SHEET, playing(5))
        readers = [Reader(f"p{n}") for n in range(1, 6)]
        for reader in readers:
            runner.telling.join(reader, 0)
        found, now = runner.telling.crier, 100.0
        found.totals_due, told = True, []
        while found.due() is not None:
            now = max(now, found.due())
            found.totals(now)
            told.append(sum(b'"totals"' in reader.heard[-1][:20] for reader in readers))
        assert told == [1, 3, 5]
        assert now > 100.0
        await room.store.close()

    run(play())


def test_a_start_reads_the_lines_since_a_table_was_kept_and_proves_them(database, monkeypatch):
    """It summed every line since the table was founded: after a month of a crowd, hours."""
    summed = []
    agree = records.agree
    monkeypatch.setattr(records, "agree", lambda *given: summed.append(1) or agree(*given))

    async def play():
        async with opened(database, speed=30.0, **LIVE) as room:
            runner = room.room.runners[CASINO]
            ada = await room.guest("Ada")
            table = await ada.join(CASINO)
            await table.sit(100_00)
            async for ask in table.asks():
                act = ("bet", 10_00, (table.seat, "ante")) if ask.open else ("fold",)
                await table.decide(ask, *act)
                if runner.table.deals == 2 and ask.open:
                    break
            found = await records.kept_record(room.room.store, SHEET, CASINO)
            since = await records.lines_since(room.room.store, found)
            assert 0 < len(since) < runner.record.posted
        async with opened(database, **LIVE) as room:
            assert room.room.runners[CASINO].table.hand is not None
            assert (await room.books()).wrong == []
            changed = sa.update(schema.postings).where(schema.postings.c.hand == 2)
            async with room.room.store.engine.begin() as link:
                await link.execute(changed.values(amount=11_00))
        async with opened(database, **LIVE) as room:  # Others' lines: the hand is void.
            assert room.room.runners[CASINO].table.hand is None
        assert summed == []

    run(play())
