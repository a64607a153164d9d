"""Lines that rails hold, in processes of their own: the same protocol, and nobody else's cards."""

import asyncio
import json
import signal

import pytest
from websockets.asyncio.client import connect

from attack.test_one_client import *  # noqa: F403 - hostile clients over a rail.
from croupier.core.cards import BACK
from croupier.server.live.links import Bulletin, End, Link, Reply, Shared
from server import opening
from server.opening import opened, run, until
from server.test_protocol import *  # noqa: F403 - the same suite over a rail.

CASINO = "live-casino/casino-holdem"
HOLDEM = "casino-club/holdem-no-limit"
TWO = {"rails": 2, "houses": ["live-casino", "casino-club"]}

# What is planted in this process does not reach another's lines.
del test_a_line_that_reads_nothing_is_dropped  # noqa: F821
del test_a_hasty_line_is_told_once_and_then_not_read_for_a_while  # noqa: F821


@pytest.fixture(autouse=True)
def _over_a_rail(monkeypatch):
    monkeypatch.setitem(opening.FAST, "rails", 1)


async def dealt(ask, table) -> None:
    act = ("bet", 10_00, (table.seat, "ante")) if ask.open else ("fold",)
    await table.decide(ask, *act)


def test_a_line_is_held_by_a_rail_and_not_by_the_room(file):
    async def play():
        async with opened(file, **TWO) as room:
            people = [await room.guest(name) for name in ("Ada", "Bob", "Eve")]
            for person in people:
                await person.connect()
            rails = room.room.rails.all.values()
            assert sorted(len(rail.lines) for rail in rails) == [1, 2]
            assert not room.room.lines.open
            table = await people[0].join(CASINO)
            await table.sit(100_00)
            async for ask in table.asks():
                await dealt(ask, table)
                break
            await people[2].close()
            await until(lambda: sorted(len(rail.lines) for rail in rails) == [1, 1])
            assert room.room.doorman.count >= 2
        assert all(rail.process.returncode == 0 for rail in rails)

    run(play())


def test_a_killed_rail_is_started_again_and_its_people_come_back_to_the_same_hand(file):
    async def play():
        async with opened(file, **TWO) as room:
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            mine, other = await ada.join(CASINO), await bob.join(CASINO)
            await mine.sit(100_00)
            await other.sit(100_00)
            await dealt(await anext(mine.asks()), mine)
            runner, rails = room.room.runners[CASINO], room.room.rails
            hers = next(r for r in rails.all.values() for far in r.lines.values()
                        if far.listener.player == ada.player)  # fmt: skip
            killed, hand = hers.process.pid, runner.table.deals
            hers.process.send_signal(signal.SIGKILL)
            await until(lambda: mine.lost)
            assert not other.lost
            await dealt(await anext(other.asks()), other)  # The room has not stopped for it.
            await ada.connect()
            again = await ada.join(CASINO)
            assert (again.hand, again.seat) == (hand, mine.seat)
            assert again.view.chips[mine.seat, "ante"] == 10_00
            await until(lambda: all(rail.up for rail in rails.all.values()))
            assert killed not in [rail.process.pid for rail in rails.all.values()]
            eve = await room.guest("Eve")
            assert await (await eve.join(CASINO)).sit(100_00)
            assert (await room.books()).wrong == []

    run(play())


def test_only_the_rail_of_a_seat_is_given_its_cards(file, monkeypatch):
    sent: dict[int, list] = {}
    flush = Link.flush

    def spied(link):
        sent.setdefault(id(link), []).extend(link.out)
        flush(link)

    monkeypatch.setattr(Link, "flush", spied)

    async def play():
        async with opened(file, **TWO) as room:
            names = "Ada", "Bob"
            people = [await room.guest(name) for name in names]
            tables = [await person.join(HOLDEM) for person in people]
            for table in tables:
                await table.sit(table.about["terms"]["min_buy_in"])
            await until(lambda: all(_hole(table) for table in tables))
            rails = room.room.rails.all.values()
            whose = {far.listener.player: rail for rail in rails for far in rail.lines.values()}
            assert len({id(rail) for rail in whose.values()}) == 2
            for mine, table, other in (people[0], *tables), (people[1], *tables[::-1]):
                texts = _texts(sent[id(whose[mine.player].link)])
                assert _shown(texts, table.seat) == {tuple(_hole(table))}
                assert _shown(texts, other.seat) == {(BACK,) * len(_hole(other))}

    run(play())


def _hole(table) -> tuple:
    """The cards that somebody holds, as they see them."""
    found = [cards for (seat, _), cards in table.view.cards.items() if seat == table.seat]
    return tuple(found[0]) if found else ()


def _texts(entries) -> list[bytes]:
    """All messages that a rail can make of what it was given."""
    found = []
    for entry in entries:
        if isinstance(entry, Reply | Shared):
            found.append(entry.text)
        elif isinstance(entry, Bulletin):
            found += [entry.pieces.spliced(own) for _, own in entry.own]
        else:
            assert isinstance(entry, End)
    return found


def _shown(texts, seat) -> set[tuple]:
    """The cards of a seat in all events of these messages."""
    events = [event for text in texts for event in json.loads(text).get("events", ())]
    dealt = [e for e in events if e["type"] == "cards" and e["dst"][0] == seat]
    hands: dict[int, list] = {}
    for event in dealt:
        hands.setdefault(seat, []).extend(event["cards"])
    return {tuple(cards) for cards in hands.values()}


def test_what_is_said_before_the_handshake_is_over_is_heard(file):
    """A hasty client does not wait for the answer to its handshake."""

    async def play():
        async with opened(file, **TWO) as room:
            found = await connect(f"{room.address.replace('http', 'ws')}/ws")
            await found.send(json.dumps({"type": "hello", "version": 1}))
            assert json.loads(await found.recv())["type"] == "welcome"
            await found.close()
            await until(lambda: not room.room.sockets)
            assert room.room.doorman.count == 0

    run(play())


def test_a_hasty_line_at_a_rail_is_told_and_not_read_for_a_while(file):
    async def play():
        async with opened(file, **TWO) as room:
            found = await connect(f"{room.address.replace('http', 'ws')}/ws")
            await found.send(json.dumps({"type": "hello", "version": 1}))
            for number in range(80):
                await found.send(json.dumps({"type": "ping", "id": str(number)}))
            kinds = [json.loads(await found.recv())["type"] for _ in range(65)]
            assert "refused" in kinds
            await found.close()

    run(play())


def test_without_a_rail_the_room_holds_the_line_itself(file):
    async def play():
        async with opened(file, rails=1, houses=["live-casino"]) as room:
            room.room.rails.all[0].up = False
            ada = await room.guest("Ada")
            await ada.connect()
            assert len(room.room.lines.open) == 1
            assert await (await ada.join(CASINO)).sit(100_00)
            room.room.rails.all[0].up = True
            await asyncio.sleep(0)

    run(play())
