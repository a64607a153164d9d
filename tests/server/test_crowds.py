"""A crowd at one table: nothing that one of them asks for costs as much as all of them."""

import asyncio

import pytest

from croupier import houses
from croupier.client import No
from croupier.core.asks import Decision
from croupier.room import commands
from croupier.room.record import Mark, Record
from croupier.room.table import Table
from croupier.server.books.store import Batch
from croupier.server.live import entries
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
