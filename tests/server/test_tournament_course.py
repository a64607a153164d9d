"""What a sheet may offer, each in a real room by people over the wire: start, entries, chips bought
again, breaks, hand for hand, bounties, guarantees and deals.
"""

import asyncio
from contextlib import suppress
from random import Random

import msgspec
import pytest

from croupier.client import No
from croupier.server.live.stable import Stable
from server.opening import opened, run, until
from server.test_tournaments import QUICK, bold, event, house


class Evening:
    """People in one tournament, who play boldly from the moment they are let."""

    def __init__(self, room, director) -> None:
        self.room, self.director, self.name = room, director, director.name
        self.people: dict = {}
        self.began: dict[str, int] = {}
        self.playing: list[asyncio.Task] = []

    @property
    def event(self):
        return self.director.event

    def entrant(self, name):
        return self.event.entrants[self.people[name].player]

    def named(self, player: str) -> str:
        return next(name for name, one in self.people.items() if one.player == player)

    async def come(self, *names: str) -> None:
        """They follow the tournament and enter it; again, if they have been in it."""
        for name in names:
            if name not in self.people:
                self.people[name] = await self.room.guest(name, listen=True)
                self.began[name] = self.people[name].balance
                await self.people[name].follow(self.name)
            await self.people[name].enter(self.name)

    async def say(self, name: str, kind: str, **fields) -> None:
        await self.people[name].enter(self.name, kind, **fields)

    def play(self, how=bold) -> None:
        """Everybody pushes their chips in, or plays otherwise, until the tournament is over."""
        self.playing = [
            asyncio.create_task(self._play(client, Random(at), how))
            for at, client in enumerate(self.people.values())
        ]

    async def _play(self, client, rng: Random, how) -> None:
        while self.director.live:
            if number := self.event.floor.where(client.player)[0]:
                await how(client, f"{self.name}-{number}", rng)
            await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Nobody plays any more."""
        for task in self.playing:
            task.cancel()
        await asyncio.gather(*self.playing, return_exceptions=True)

    def heard(self, name: str, what: str) -> list[dict]:
        """What somebody was told of the tournament."""
        texts = (text for text in self.people[name].received if what in text)  # Asked often.
        told = (msgspec.json.decode(text) for text in texts)
        news = (one for one in told if one["type"] == "tournament_news")
        return [one for news in news for one in news["notices"] if one["what"] == what]

    async def first_out(self) -> str:
        """Play until somebody is out; who it is."""
        self.play()
        await until(lambda: any(one.out for one in self.event.entrants.values()))
        return self.named(next(one.player for one in self.event.entrants.values() if one.out))

    async def over(self) -> None:
        """To the end: everybody is paid what they won, and no chip is left."""
        await until(lambda: not self.director.live)
        await self.stop()
        await until(lambda: not any(self.director.usher.sitting().values()))
        for name, one in self.people.items():
            entrant, sheet = self.entrant(name), self.event.sheet
            paid = entrant.entries * (sheet.buy_in + sheet.fee + sheet.bounty)
            paid += self.bought(name) * (sheet.rebuy_price or sheet.buy_in)
            paid += sheet.add_on.price if entrant.added else 0
            due = self.began[name] - paid + entrant.prize + entrant.bounties
            assert self.room.room.books.balance(one.player) == due

    def bought(self, name: str) -> int:
        """How many times somebody has bought again, in all their entries."""
        one = self.people[name]
        return len({repr(n) for n in self.heard(name, "rebuy") if n["player"] == one.player})


def evening(file, tmp_path, then, *, more="", **fields):
    """Play `then` in a room with one such tournament; its books are proved afterwards."""

    async def played():
        sheet = house(tmp_path, more=more, **({"most": 9, "bots": 0, "seconds": 120} | fields))
        async with opened(file, **(QUICK | {"houses": [sheet], "bots": 0})) as room:
            one = Evening(room, event(room.room))
            try:
                await then(one)
            finally:
                await one.stop()
            assert (await room.books()).wrong == []

    run(played())


def test_a_table_that_is_not_there_yet_refuses_instead_of_keeping_a_client_waiting(file, tmp_path):
    async def then(one):
        client = await one.room.guest("Ada")
        with pytest.raises(No, match="no_table"):
            await client.join(f"{one.name}-1")
        with pytest.raises(No, match="no_table"):
            await client.join(f"{one.name}-1")

    evening(file, tmp_path, then)


# The start.

DAILY = 'kind = "scheduled"\nstarts = "hourly"'


def test_a_scheduled_tournament_starts_at_its_time_and_the_next_is_announced(file, tmp_path):
    async def then(one):
        await one.come("Ada", "Bob", "Cleo")
        assert one.event.state == "open"
        line = (await one.people["Ada"].call("GET", "/api/tournaments"))[0]
        assert 0 < line["starts_in"] <= 3600 / 20
        one.room.room.clock.not_before(one.director.starts_at)
        one.director.bell.set()
        await until(lambda: one.event.state == "running")
        await until(lambda: event(one.room.room).name.endswith(".2"))
        assert event(one.room.room).starts_at == one.director.starts_at + 3600
        one.play()
        await one.over()

    evening(file, tmp_path, then, more=DAILY)


def test_a_scheduled_tournament_with_too_few_players_gives_their_money_back(file, tmp_path):
    async def then(one):
        await one.come("Ada", "Bob")
        one.room.room.clock.not_before(one.director.starts_at)
        one.director.bell.set()
        await until(lambda: one.event.state == "cancelled")
        for name, client in one.people.items():
            await until(lambda c=client, n=name: c.balance == one.began[n])
        await until(lambda: event(one.room.room).name.endswith(".2"))

    evening(file, tmp_path, then, more=DAILY)


def test_bots_come_though_the_hour_strikes_after_they_looked(file, tmp_path, monkeypatch):
    act, looks = Stable.act, []

    async def too_early(self):
        due = self.due()
        if due is not None and due <= self.director.room.clock.now() and not looks:
            looks.append(due)  # A moment before, they would have found it too early.
        else:
            await act(self)

    async def played():
        sheet = house(tmp_path, more=DAILY, most=9, bots=5, seconds=120)
        async with opened(file, **(QUICK | {"houses": [sheet]})) as room:
            one = Evening(room, event(room.room))
            await one.come("Ada")
            room.room.clock.not_before(one.director.starts_at)
            one.director.bell.set()
            await until(lambda: one.event.state != "open")
            assert (one.event.state, looks) == ("running", [one.director.starts_at])

    monkeypatch.setattr(Stable, "act", too_early)
    run(played())


# Entries and chips.

HOURS = "[[100, 200, 0, 120]]"
"""A level that outlasts the evening."""


def test_a_late_entrant_sits_with_a_full_stack_and_plays(file, tmp_path):
    async def then(one):
        await one.come("Ada", "Bob", "Cleo")
        await until(lambda: one.event.state == "running")
        await one.come("Dan")
        await until(lambda: one.director.usher.sitting() == one.event.floor.tables)
        assert one.entrant("Dan").stack == 300_00
        assert len(one.event.floor.tables) == 2, "the table of three was full"
        assert one.heard("Ada", "moved")[-1]["why"] in ("late", "balance")
        one.play()
        await one.over()
        assert sum(e.prize for e in one.event.entrants.values()) == 4 * 10_00

    evening(file, tmp_path, then, levels=HOURS, more="late_levels = 1")


def test_nobody_enters_when_the_late_levels_are_over(file, tmp_path):
    async def then(one):
        await one.come("Ada", "Bob", "Cleo")
        await until(lambda: one.event.prizes)
        with pytest.raises(No, match="closed"):
            await one.come("Dan")

    evening(file, tmp_path, then, stack=30_000, more="late_levels = 1")


def test_a_player_who_is_out_enters_again_once(file, tmp_path):
    async def then(one):
        await one.come("Ada", "Bob", "Cleo", "Dan")
        name = await one.first_out()
        await one.come(name)
        assert not one.entrant(name).out
        assert one.entrant(name).entries == 2
        await one.over()
        assert sum(e.prize for e in one.event.entrants.values()) == 5 * 10_00
        places = sorted(e.place for e in one.event.entrants.values())
        assert len(places) == 4
        assert places[0] == 1

    evening(file, tmp_path, then, least=4, levels=HOURS, more="late_levels = 1\nre_entries = 1")


REBUYS = "late_levels = 1\nrebuys = 1\nrebuy_price = 7\nrebuy_chips = 500\nrebuy_seconds = 120"


async def offered(one) -> str:
    one.play()
    await until(lambda: any(e.offer_until for e in one.event.entrants.values()))
    return one.named(next(e.player for e in one.event.entrants.values() if e.offer_until))


def test_chips_are_bought_again_and_the_table_waits_for_the_answer(file, tmp_path):
    async def then(one):
        await one.come("Ada", "Bob", "Cleo")
        name = await offered(one)
        number = one.event.floor.where(one.people[name].player)[0]
        assert one.event.held(number) == "offer"
        await until(lambda: one.heard(name, "offer"))
        assert one.heard(name, "offer")[-1]["amount"] == 7_00
        await one.say(name, "rebuy")
        assert one.entrant(name).stack == 500_00
        with pytest.raises(No):
            await one.say(name, "rebuy")
        await until(lambda: one.event.held(number) != "offer" or not one.director.live)
        while one.director.live:  # Others may be asked too: nobody else buys.
            for e in [e for e in one.event.alive() if e.offer_until]:
                with suppress(No):  # It may lapse meanwhile.
                    await one.say(one.named(e.player), "rebuy", yes=False)
            await asyncio.sleep(0.01)
        await one.over()
        assert sum(e.prize for e in one.event.entrants.values()) == 3 * 10_00 + 7_00

    evening(file, tmp_path, then, levels=HOURS, more=REBUYS)


def test_an_offer_that_is_refused_or_lapses_puts_a_player_out(file, tmp_path):
    async def then(one):
        await one.come("Ada", "Bob", "Cleo", "Dan")
        first = await offered(one)
        await one.say(first, "rebuy", yes=False)
        assert one.entrant(first).out
        await one.over()  # All other offers lapse.
        assert all(e.rebuys == 0 for e in one.event.entrants.values())

    evening(file, tmp_path, then, least=4, levels=HOURS, more=REBUYS.replace("120", "5"))


PAUSED = '[[25, 50, 0, 1], ["break", 1], [50, 100, 100, 1], [300, 600, 600, 1]]'


def test_at_a_break_nobody_is_dealt_in_and_the_add_on_is_sold_once(file, tmp_path):
    async def then(one):
        await one.come("Ada", "Bob", "Cleo")
        await until(lambda: one.event.state == "running")
        with pytest.raises(No):
            await one.say("Ada", "add_on")
        one.play()
        await until(lambda: one.event.on_break or not one.director.live)
        name = one.named(one.event.alive()[0].player)
        before = one.entrant(name).stack
        await one.say(name, "add_on")
        await until(lambda: one.heard(name, "break"))
        with pytest.raises(No):
            await one.say(name, "add_on")
        tables = one.director.usher.runners
        await until(lambda: all(r.table.hand is None for r in tables.values()))
        assert {one.event.held(n) for n in tables} == {"break"}
        dealt = {n: r.table.deals for n, r in tables.items()}
        assert one.entrant(name).stack >= before + 1000_00 or one.event.on_break
        await until(lambda: not one.event.on_break)
        await until(lambda: any(r.table.deals > dealt.get(n, 0) for n, r in tables.items()))
        await one.over()
        assert sum(e.prize for e in one.event.entrants.values()) == 3 * 10_00 + 5_00

    add_on = "add_on = { price = 5, chips = 1000, at_break = 1 }"
    evening(file, tmp_path, then, stack=3000, levels=PAUSED, more=add_on)


def test_everything_goes_back_to_a_player_who_never_comes(file, tmp_path):
    async def then(one):
        await one.come("Cleo")
        cleo, balance = one.people.pop("Cleo"), one.began.pop("Cleo")
        cleo.hang_up()
        await until(lambda: cleo.player not in one.room.room.connections)
        await one.come("Ada", "Bob")
        await until(lambda: cleo.player not in one.event.entrants)
        await until(lambda: one.room.room.books.balance(cleo.player) == balance)
        assert one.event.state == "running"
        one.play()
        await one.over()
        assert sum(e.prize for e in one.event.entrants.values()) == 2 * 10_00

    more = "late_levels = 1\nno_show_minutes = 1"
    evening(file, tmp_path, then, stack=3000, levels=HOURS, more=more)


# Prizes.


async def timid(client, name, _rng) -> None:
    """Nobody calls anything: a hand goes to the big blind, and nobody loses their chips in it."""
    with suppress(No):
        table = client.tables.get(name)
        table = table if table and table.about else await client.join(name)
        if table.ask is not None and table.ask.options:
            acts = {option.act: option for option in table.ask.options}
            option = acts.get("check") or acts["fold"]
            await table.decide(table.ask, option.act, option.low, option.spot)


def test_tables_play_hand_for_hand_before_the_money(file, tmp_path):
    async def then(one):
        await one.come("Ada", "Bob", "Cleo", "Dan", "Eve", "Fay")
        await until(lambda: one.event.floor.round == "playing")
        tables, dealt = one.director.usher.runners, list[tuple[int, int]]()
        await until(lambda: len(tables) == 2)

        def watch():
            """No table begins a hand before the other has ended its own of that round."""
            first, second = (runner.table for runner in tables.values())
            dealt.append((first.deals, second.deals))
            if first.deals != second.deals:
                behind = min(first, second, key=lambda table: table.deals)
                assert behind.hand is None, "it has yet to begin: its last hand is over"
            return min(dealt[-1]) >= 4

        one.play(timid)
        await until(watch)
        assert {first - second for first, second in dealt} <= {-1, 0, 1}
        assert one.event.floor.round == "playing"
        assert len(one.heard("Ada", "hand for hand")) == 1
        await one.stop()
        one.play()
        await one.over()
        assert min(e.place for e in one.event.entrants.values()) == 1

    # Five of six are paid: they are one from the money from the first hand on.
    fields = {"least": 6, "most": 6, "stack": 15_000, "levels": HOURS}
    evening(file, tmp_path, then, more="payouts = [30, 25, 20, 15, 10]", **fields)


def test_a_bounty_goes_to_the_player_who_takes_the_last_chips(file, tmp_path):
    async def then(one):
        await one.come("Ada", "Bob", "Cleo")
        one.play()
        await one.over()
        bounties = [e.bounties for e in one.event.entrants.values()]
        assert sum(bounties) == 3 * 3_00
        winner = next(e for e in one.event.entrants.values() if e.place == 1)
        assert winner.bounties >= 3_00, "the winner keeps their own"
        assert sum(n["amount"] for n in one.heard("Ada", "bounty")) == 9_00

    evening(file, tmp_path, then, more="bounty = 3")


def test_the_house_makes_a_guarantee_good(file, tmp_path):
    async def then(one):
        await one.come("Ada", "Bob", "Cleo")
        line = (await one.people["Ada"].call("GET", "/api/tournaments"))[0]
        assert line["pool"] == 100_00
        one.play()
        await one.over()
        assert sum(e.prize for e in one.event.entrants.values()) == 100_00

    evening(file, tmp_path, then, more="guarantee = 100")


@pytest.mark.parametrize("deal", ["icm", "chip_chop"])
def test_a_deal_that_all_agree_to_is_paid_and_ends_the_tournament(file, tmp_path, deal):
    async def then(one):
        await one.come("Ada", "Bob", "Cleo")
        await until(lambda: one.event.prizes)
        await one.say("Ada", "talk")
        with pytest.raises(No, match="already"):
            await one.say("Bob", "talk")
        await until(lambda: not one.event.floor.playing)
        await one.say("Ada", "agree", yes=False)
        assert not one.event.talk_until
        await one.say("Bob", "talk")
        await until(lambda: not one.event.floor.playing)
        told = one.people["Cleo"].tournaments[one.name]
        await until(lambda: one.people["Cleo"].tournaments[one.name]["talk"])
        told = one.people["Cleo"].tournaments[one.name]["talk"]
        for name in ("Ada", "Bob", "Cleo"):
            await one.say(name, "agree")
        await one.over()
        prizes = {e.player: e.prize for e in one.event.entrants.values()}
        assert prizes == told["shares"]
        assert sum(prizes.values()) == 30_00

    more = f'deal = "{deal}"\npayouts = [50, 30, 20]'
    evening(file, tmp_path, then, stack=30_000, more=more)


RISING = "[[25, 50, 0, 1], [100, 200, 0, 1], [500, 1000, 0, 1]]"


@pytest.mark.parametrize("how", ["race", "round_up"])
def test_chips_too_small_for_the_level_go_for_larger_ones(file, tmp_path, how):
    async def then(one):
        await one.come("Ada", "Bob", "Cleo", "Dan")
        one.play(timid)  # Blinds of 25 leave odd chips before somebody, whoever has paid them.
        await until(lambda: one.event.clock.at >= 1 or not one.director.live)
        await until(lambda: one.heard("Ada", "color up"))
        tables = one.director.usher.runners
        await until(lambda: any(r.table.rules.chip > 1_00 for r in tables.values()))
        smallest = one.heard("Ada", "color up")[0]["amount"]
        assert smallest % 100_00 == 0, "a slow machine may be past the second level"
        await one.stop()
        one.play()
        await one.over()
        assert sum(e.prize for e in one.event.entrants.values()) == 4 * 10_00

    more = f'color_up = "{how}"'
    evening(file, tmp_path, then, least=4, stack=3025, levels=RISING, more=more)


def test_chips_are_bought_before_all_are_lost_where_the_sheet_says_so(file, tmp_path):
    async def then(one):
        await one.come("Ada", "Bob", "Cleo")
        await until(lambda: one.event.state == "running")
        before = one.people["Ada"].balance
        await one.say("Ada", "rebuy")
        await until(lambda: one.people["Ada"].balance == before - 9_00)
        with pytest.raises(No, match="with 300 or fewer"):
            await one.say("Ada", "rebuy")
        one.play(timid)
        number, seat = one.event.floor.where(one.people["Ada"].player)
        table = one.director.usher.runners[number].table
        await until(lambda: table.purse.stack(seat) > 600_00)

    more = "rebuys = 1\nlate_levels = 1\nrebuy_at_most = 300\nrebuy_price = 7\nrebuy_fee = 2"
    evening(file, tmp_path, then, levels=HOURS, more=more)
