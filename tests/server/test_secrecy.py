"""No message carries a card that its reader may not see: everything sent is looked at."""

import asyncio
import json
import re
from contextlib import suppress
from random import Random

import pytest
import sqlalchemy as sa

from croupier import games, journals
from croupier.cards import BACK
from croupier.client import Client, Gone, No
from croupier.felt import ALL, Cards, Said
from croupier.imagine import imagine
from croupier.server import schema, wire
from server.opening import opened, run

RUSH = {"bots": 4, "bot_seconds": 0.0, "pause_seconds": 0.0, "speed": 60.0, "demo_chips": 10**9}
FORBIDDEN = ('"seed":', '"deal":', '"journal":', '"answers":', '"lots":', '"eyes":')


async def player(client: Client, name: str, rng: Random, watch=lambda table: None) -> None:
    """Plays at random, comes back with chips when they are gone."""
    with suppress(Gone):
        table = await client.join(name)
        while True:
            with suppress(No):
                if not table.seat:
                    terms = table.about["terms"]
                    await table.sit(terms["max_buy_in"] or max(terms["min_buy_in"], 1000_00))
                elif table.seats[table.seat]["away"]:
                    await client.act("sit_in", name, post=True)
                ask = table.ask
                if ask is not None and ask.options:
                    watch(table)
                    option = rng.choice(ask.options)
                    count = rng.randint(option.low, option.high) if option.cards else 0
                    cards = rng.sample(option.cards, count)
                    amount = 0 if option.cards else option.low
                    await table.decide(ask, option.act, amount, option.spot, cards)
                    continue
            await table.news(0.2)


def one_table_of_each_game(room) -> dict[str, str]:
    return {games.name(desk.table.game): name for name, desk in room.room.desks.items()}


async def played(room, tables: list[str], hands: int) -> None:
    while any(room.room.desks[name].table.hands < hands for name in tables):
        await asyncio.sleep(0.05)
        assert room.room.failed is None


async def everything_sent(database: str, hands: int, seconds: float):
    """Frames by reader and table, and the truth of every hand."""
    heard, rng = [], Random(7)
    async with opened(database, **RUSH) as room:
        tables = one_table_of_each_game(room)
        tasks = []
        for number, name in enumerate(tables.values()):
            ada = await room.guest(f"Player {number}", listen=True)
            stranger = Client(room.address)
            stranger.received = []
            room.clients.append(stranger)
            await stranger.join(name)
            heard += [(name, ada), (name, stranger)]
            tasks.append(asyncio.create_task(player(ada, name, rng)))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await played(room, list(tables.values()), hands)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        rows = await room.room.store.rows(sa.select(schema.hands))
        truth = {(row.place, row.no): journals.read(row.journal) for row in rows}
        seats = await room.room.store.rows(sa.select(schema.played))
        owners = {(row.place, row.hand, row.player): row.seat for row in seats}
        assert (await room.books()).wrong == []
        return heard, truth, owners, tables


def check(frames: list[str], name: str, player: str, truth, owners) -> tuple[int, int]:
    """Every card in every frame was the reader's to see; how many hands and hidden cards."""
    hands, hidden = set(), 0
    seen: set[int] = set()
    at = -1
    for frame in frames:
        assert not any(word in frame for word in FORBIDDEN), frame[:300]
        message = json.loads(frame)
        if message["type"] not in ("news", "table") or message["table"] != name:
            continue
        told = truth.get((name, message["hand"]))
        if told is None:  # Still in play at the end: nothing to compare with.
            continue
        seat = owners.get((name, message["hand"], player), 0)
        for event in message.get("events", ()):
            if event["type"] == "hand":
                seen, at = set(), 0
                hands.add(event["hand"])
            if event["type"] not in ("chips", "cards", "said") or at < 0:
                continue
            at, real = matching(told.events, at, event, seat)
            if isinstance(real, Cards | Said) and real.cards:
                mine = real.eyes == ALL or real.eyes >> seat & 1
                hidden += not mine
                expected = list(real.cards) if mine else [BACK] * len(real.cards)
                assert event["cards"] == expected, (event, real)
                seen |= set(expected)
        if at >= 0:
            for cards in shown(message):
                assert set(cards) <= seen | {BACK}, (message["type"], cards, seen)
    return len(hands), hidden


def matching(events, at: int, event, seat):
    """The real event that a sent one tells of: the next of its kind (a crowd skips others')."""
    for place in range(at, len(events)):
        real = events[place]
        same = type(real).__name__.lower() == event["type"]
        if same and alike(real, event):
            return place + 1, real
    raise AssertionError(f"never happened: {event}")


def alike(real, event) -> bool:
    if isinstance(real, Said):
        return (real.seat, real.what) == (event["seat"], event["what"])
    return (list(real.src), list(real.dst)) == (event["src"], event["dst"])


def shown(message):
    """Every list of cards in a message beside its events."""
    if message["type"] == "table":
        yield from (cards for spot, cards in message["view"]["cards"])
    yield from (reading["cards"] for reading in message["readings"])
    ask = message["ask"] or {}
    yield from (option["cards"] for option in ask.get("options", ()) if "cards" in option)


def look(database: str, hands: int, seconds: float):
    heard, truth, owners, tables = asyncio.run(everything_sent(database, hands, seconds))
    counts = {}
    for name, client in heard:
        number, hidden = check(client.received, name, client.player, truth, owners)
        counts[name] = (counts.get(name, (0, 0))[0] + number, counts.get(name, (0, 0))[1] + hidden)
    return counts, tables


def test_nobody_is_sent_a_card_he_may_not_see(database, capfd):
    counts, tables = look(database, hands=2, seconds=25)
    logged = "".join(capfd.readouterr())
    assert "open" in logged
    assert not re.search(r"\b(10|[2-9TJQKA])[cdhs♣♦♥♠]|cards|seed", logged), logged
    assert set(counts) == set(tables.values())
    assert all(hands for hands, _ in counts.values()), counts
    assert sum(hidden for _, hidden in counts.values()) > 50


@pytest.mark.slow
def test_nobody_is_sent_a_card_he_may_not_see_over_thousands_of_hands(database):
    counts, _ = look(database, hands=1000, seconds=1500)
    assert all(hands for hands, _ in counts.values()), counts


async def interfered(database: str, looks: int):
    """At each question: change every card that the seat has not seen; its view stays the same."""
    compared: dict[str, int] = {}
    async with opened(database, **RUSH) as room:
        tables = one_table_of_each_game(room)
        chance = Random(3)

        def compare(table) -> None:
            desk = room.room.desks[table.name]
            hand, mine = desk.table.hand, table.client.player
            if hand is None or not desk.hand_seat(mine):
                return
            compared[table.name] = compared.get(table.name, 0) + 1
            clock, now = room.room.clock, room.room.clock.now()
            clock.now = lambda: now
            seat = desk.hand_seat(mine)
            real = texts(desk, mine, hand, seat)
            other = imagine(hand.opening, hand.feed(seat), chance)
            desk.table.hand = desk.table.newest = other
            try:
                assert texts(desk, mine, other, seat) == real
            finally:
                desk.table.hand = desk.table.newest = hand
                del clock.now

        clients = [(await room.guest(f"P {n}"), name) for n, name in enumerate(tables.values())]
        tasks = [asyncio.create_task(player(c, name, chance, compare)) for c, name in clients]
        while min(compared.get(name, 0) for name in tables.values()) < looks:
            await asyncio.sleep(0.05)
            for task in tasks:
                if task.done():
                    task.result()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return compared


def texts(desk, mine, hand, seat):
    whole = wire.text(desk.telling.snapshot(mine))
    events = [desk.telling.told(event, seat) for event in hand.events]
    return whole, wire.text(desk.telling._news(1, events, seat))


def test_what_a_seat_is_sent_does_not_depend_on_what_it_has_not_seen(database):
    compared = run(interfered(database, looks=3))
    assert len(compared) == len(games.names())
