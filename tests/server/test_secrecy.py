"""No message carries a card that its reader may not see: everything sent is looked at."""

import asyncio
import json
import re
import sys
from contextlib import suppress
from random import Random

import pytest
import sqlalchemy as sa

from croupier.client import Client, Gone, No
from croupier.core import catalogue, journals
from croupier.core.cards import BACK, card
from croupier.core.felt import ALL, Cards, Said
from croupier.core.imagine import imagine
from croupier.room import commands
from croupier.server.books import schema
from croupier.server.live import lines, wire
from server.opening import opened, run

RUSH = {"bots": 3, "bot_seconds": 0.0, "pause_seconds": 0.0, "speed": 200.0, "demo_chips": 10**12}
FORBIDDEN = ('"seed":', '"deal":', '"journal":', '"answers":', '"lots":', '"eyes":')


async def player(client: Client, name: str, rng: Random, watch=lambda table: None) -> None:
    """Plays at random, comes back with chips when they are gone."""
    with suppress(Gone):
        table, topped = await client.join(name), 0
        while True:
            poor = table.seat and table.view.chips.get((table.seat, "stack"), 0) < 100_00
            if poor and table.hand != topped:  # Too few chips for a bet are no reason to go.
                topped = table.hand
                with suppress(No):
                    await client.act("top_up", name, amount=1000_00)
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
    return {catalogue.name(runner.table.game): name for name, runner in room.room.runners.items()}


class Reader:
    """Somebody at a table, and everything that was sent to them."""

    def __init__(self, client: Client, table: str) -> None:
        self.client, self.table = client, table
        self.hands = self.dealt = self.hidden = 0
        self.at, self.seen = -1, set()
        client.received = []

    def check(self, newest: int, truth, owners) -> None:
        """Every card in every frame was theirs to see; frames of the hand in play wait."""
        frames, self.client.received[:] = list(self.client.received), []
        for place, frame in enumerate(frames):
            assert not any(word in frame for word in FORBIDDEN), frame[:300]
            message = json.loads(frame)
            if message["type"] == "refused":
                self._refused(message)
            elif message["type"] not in ("news", "table"):
                assert '"cards"' not in frame, frame
            elif message["hand"] > newest:
                self.client.received[:0] = frames[place:]
                return
            else:
                seat = owners.get((message["hand"], self.client.player), 0)
                self._message(message, truth.get(message["hand"]), seat)

    def _refused(self, message) -> None:
        """A refusal names one's own cards only, as numbers and in words."""
        named = {number for option in message["allowed"] for number in option.get("cards", ())}
        named |= {card(text) for text in re.findall(r"\b[2-9TJQKA][cdhs]\b", message["sentence"])}
        assert named <= self.seen, (message, self.seen)

    def _message(self, message, told, seat) -> None:
        if told is None:  # Nothing was bet and nothing dealt: such a hand is not kept.
            assert not any(event["type"] == "cards" for event in message.get("events", ()))
            return
        for event in message.get("events", ()):
            if event["type"] == "hand":
                self.seen, self.at = set(), 0
                self.hands += 1
                self.dealt += bool(seat)
            if event["type"] not in ("chips", "cards", "said") or self.at < 0:
                continue
            self.at, real = matching(told.events, self.at, event)
            if isinstance(real, Cards | Said) and real.cards:
                mine = real.eyes == ALL or real.eyes >> seat & 1
                self.hidden += not mine
                expected = list(real.cards) if mine else [BACK] * len(real.cards)
                assert event["cards"] == expected, (event, real)
                self.seen |= set(expected)
        if self.at >= 0:
            for cards in shown(message):
                assert set(cards) <= self.seen | {BACK}, (message["type"], cards, self.seen)


class Scan:
    """One table: its readers, and how far they were compared with the truth."""

    def __init__(self, room, table: str) -> None:
        self.room, self.table, self.newest = room, table, 0
        self.truth, self.owners = {}, {}
        """Of the latest hands: a frame may arrive after its hand was written."""
        self.readers: list[Reader] = []

    async def go_on(self) -> None:
        """Compare what was sent of the hands that are over with what happened in them."""
        h, p, store = schema.hands.c, schema.played.c, self.room.room.store
        query = sa.select(schema.hands).where(h.place == self.table, h.no > self.newest)
        rows = await store.rows(query.order_by(h.no).limit(50))
        if not rows:
            return
        newest = rows[-1].no
        dealt = sa.select(schema.played).where(p.place == self.table, p.hand > self.newest)
        seats = await store.rows(dealt.where(p.hand <= newest))
        self.truth = {no: told for no, told in self.truth.items() if no > self.newest - 200}
        self.truth |= {row.no: journals.read(row.journal) for row in rows}
        self.owners |= {(row.hand, row.player): row.seat for row in seats}
        for reader in self.readers:
            reader.check(newest, self.truth, self.owners)
        self.newest = newest


async def everything_sent(database: str, hands: int, seconds: float) -> dict[str, Scan]:
    """At a table of each game two people play with bots and a stranger looks on."""
    rng = Random(7)
    async with opened(database, **RUSH) as room:
        tables = one_table_of_each_game(room)
        scans = {game: Scan(room, name) for game, name in tables.items()}
        tasks = []
        for number, scan in enumerate(scans.values()):
            people = [await room.guest(f"Player {number} {one}") for one in "ab"]
            stranger = Client(room.address)
            room.clients.append(stranger)
            scan.readers = [Reader(client, scan.table) for client in (*people, stranger)]
            await stranger.join(scan.table)
            tasks += [asyncio.create_task(player(one, scan.table, rng)) for one in people]
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                left = list(scans.values())
                while left:
                    for scan in left:
                        await scan.go_on()
                        await asyncio.sleep(0.02)
                    for scan in [scan for scan in left if scan.readers[0].dealt >= hands]:
                        left.remove(scan)
                        await room.room.runners[scan.table].ask(commands.Pause("test", "enough"))
                    assert room.room.failed is None
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (await room.books()).wrong == []
        return scans


def matching(events, at: int, event):
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


def counts(scans: dict[str, Scan]) -> dict[str, tuple[int, int]]:
    """By game: hands in which the first player was dealt in, and cards that readers saw hidden."""
    return {
        game: (scan.readers[0].dealt, sum(reader.hidden for reader in scan.readers))
        for game, scan in scans.items()
    }


def test_nobody_is_sent_a_card_he_may_not_see(database, capfd):
    found = counts(run(everything_sent(database, hands=2, seconds=150)))
    logged = "".join(capfd.readouterr())
    assert "open" in logged
    assert not re.search(r"\b(10|[2-9TJQKA])[cdhs♣♦♥♠]|cards|seed", logged), logged
    assert set(found) == set(catalogue.names())
    assert all(hands >= 2 for hands, _ in found.values()), found
    assert sum(hidden for _, hidden in found.values()) > 50


@pytest.mark.slow
def test_nobody_is_sent_a_card_he_may_not_see_over_thousands_of_hands(database, monkeypatch):
    monkeypatch.setattr(lines, "RATE", 10**6)
    monkeypatch.setattr(lines, "BURST", 10**6)
    found = counts(run(everything_sent(database, hands=2000, seconds=3600), 3900))
    sys.stderr.write(f"hands and hidden cards by game: {found}\n")
    assert set(found) == set(catalogue.names())
    assert all(hands >= 2000 for hands, _ in found.values()), found
    open_games = {"blackjack"}  # Every card lies face up (BJ-04).
    assert {game for game, (_, hidden) in found.items() if not hidden} <= open_games


async def interfered(database: str, looks: int):
    """At each question: change every card that the seat has not seen; its view stays the same."""
    compared: dict[str, int] = {}
    async with opened(database, **RUSH) as room:
        tables = one_table_of_each_game(room)
        chance = Random(3)

        def compare(table) -> None:
            runner = room.room.runners[table.name]
            hand, mine = runner.table.hand, table.client.player
            if hand is None or not runner.hand_seat(mine):
                return
            compared[table.name] = compared.get(table.name, 0) + 1
            clock, now = room.room.clock, room.room.clock.now()
            clock.now = lambda: now
            seat = runner.hand_seat(mine)
            real = texts(runner, mine, hand, seat)
            other = imagine(hand.opening, hand.feed(seat), chance)
            runner.table.hand = runner.table.newest = other
            try:
                assert texts(runner, mine, other, seat) == real
            finally:
                runner.table.hand = runner.table.newest = hand
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


def texts(runner, mine, hand, seat):
    whole = wire.text(runner.telling.snapshot(mine))
    events = [runner.telling.told(event, seat) for event in hand.events]
    return whole, wire.text(runner.telling.news(1, events, seat))


def test_what_a_seat_is_sent_does_not_depend_on_what_it_has_not_seen(database):
    compared = run(interfered(database, looks=3))
    assert len(compared) == len(catalogue.names())
