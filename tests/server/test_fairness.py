"""Pledged hands in a real room: contributed to, proven, abandoned, and never dealt twice."""

import asyncio
import random
from contextlib import suppress

import msgspec
import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from croupier.client import Client, Gone, No, Table
from croupier.core import pledges, verify
from croupier.core.proofs import Proof
from croupier.room.pledging import Pledging
from croupier.server.books import schema
from croupier.server.books.copies import copy, put_back
from server.opening import opened, run, until

CLUB = {"houses": ["casino-club"], "pause_seconds": 0.6, "speed": 20.0}
HOLDEM, DOUBLE = "casino-club/holdem-2-4", "casino-club/double-hand"
BLACKJACK = "casino-du-liban/blackjack"


async def play(table: Table, rng: random.Random, hands: int) -> None:
    """Decide at random until so many hands are over."""
    with suppress(Gone):
        async for ask in table.asks():
            if table.hand > hands:
                return
            option = rng.choice(ask.options)
            with suppress(No):
                cards = option.cards[: option.low]
                await table.decide(ask, option.act, 0 if cards else option.low, option.spot, cards)


async def seated(room, names: str, place: str, *, contribute: bool = True) -> list[Table]:
    """People at one table, each of whom contributes."""
    found = []
    for name in names.split():
        person = await room.guest(name, listen=True)
        person.contribute = contribute
        table = await person.join(place)
        found.append(table)
    for table in found:
        await table.sit(200_00)
    return found


async def evening(room, place: str, hands: int, names: str = "Ada Bea") -> list[Table]:
    tables = await seated(room, names, place)
    plays = [play(table, random.Random(n), hands) for n, table in enumerate(tables)]
    await asyncio.wait_for(asyncio.gather(*plays), 200)
    return tables


async def proof(client: Client, place: str, hand: int) -> Proof:
    return msgspec.convert(await client.call("GET", f"/api/me/hands/{place}/{hand}/fair"), Proof)


def test_hands_are_pledged_contributed_to_and_proven(database):
    async def go():
        async with opened(database, **CLUB) as room:
            ada, bea = await evening(room, HOLDEM, 4)
            found = await proof(ada.client, HOLDEM, 3)
            assert [seat for seat, _ in found.reveals] == sorted([ada.seat, bea.seat])
            for table in ada, bea:
                checks = await table.verify(3)
                assert verify.faults(checks) == []
                assert {"own pledge", "own entropy", "rules", "cards"} <= {
                    one.name for one in checks if not one.skipped
                }
            public = await ada.client.call("GET", f"/api/tables/{HOLDEM}/fair/3")
            public = msgspec.convert(public, Proof)
            assert verify.faults(verify.checks(public)) == []
            assert len(public.openings) < len(found.openings)
            assert public.master == ""
            lines = await ada.client.call("GET", f"/api/tables/{HOLDEM}/fair")
            assert [one["prev"] for one in lines[:-1]] == [one["record"] for one in lines[1:]]
            (counts,) = [
                c for c in await ada.client.call("GET", "/api/fair") if c["table"] == HOLDEM
            ]
            assert counts["pledged"] >= counts["contributed"] > 0
            assert (counts["void"], counts["abandoned"]) == (0, 0)
            report = await room.books()
            assert report.wrong == []
            assert report.pledges >= 4

    run(go())


@pytest.mark.parametrize("place", [BLACKJACK, "live-casino/casino-holdem"])
def test_of_a_house_game_the_whole_deck_is_opened(database, place):
    async def go():
        house = place.partition("/")[0]
        async with opened(database, houses=[house], pause_seconds=0.3, speed=20.0) as room:
            (ada,) = await evening(room, place, 3, "Ada")
            rows = await room.room.store.rows(
                sa.select(schema.played.c.hand).where(schema.played.c.place == place)
            )
            hand = max(row.hand for row in rows)
            checks = await ada.verify(hand)
            assert verify.faults(checks) == []
            found = await proof(ada.client, place, hand)
            assert bool(found.master) == (found.outcome >= 0)
            assert (await room.books()).wrong == []

    run(go())


def test_what_does_not_fit_is_refused(database):
    async def go():
        async with opened(database, **CLUB) as room:
            ada, bea = await seated(room, "Ada Bea", HOLDEM)
            mine = {"hand": 10**9, "reveal": "0" * 64, "next": "1" * 64}
            with pytest.raises(No) as refused:
                await ada.client.act("entropy", HOLDEM, **mine)
            assert refused.value.name == "stale"
            now = await until(lambda: bea.hand)
            with pytest.raises(No) as refused:
                await bea.client.act("entropy", HOLDEM, hand=now, reveal="0" * 64)
            assert refused.value.name in ("late", "stale")
            with pytest.raises(No) as refused:
                await bea.client.act("entropy", HOLDEM, hand=now, reveal="abc")
            assert refused.value.name == "malformed"
            eve = await room.guest("Eve", listen=True)
            await eve.connect()
            with pytest.raises(No) as refused:
                await eve.act("entropy", HOLDEM, hand=now, next="1" * 64)
            assert refused.value.name == "not_seated"
            with pytest.raises(No) as refused:
                await eve.call("GET", f"/api/me/hands/{HOLDEM}/1/fair")
            assert refused.value.name == "not_found"

    run(go())


def test_a_room_may_switch_it_off_and_on(database):
    async def go(fairness, names):
        async with opened(database, **CLUB, fairness=fairness) as room:
            before = room.room.runners[HOLDEM].table.deals  # The last may still be in play.
            ada, _ = await evening(room, HOLDEM, before + 2, names)
            later = [known for hand, known in ada.witness.hands.items() if hand > before]
            fair = [known.chance for known in later if known.chance]
            assert bool(fair) == (fairness != "off")
            assert (await room.books()).wrong == []
            return await ada.client.call("GET", f"/api/tables/{HOLDEM}/fair")

    assert run(go("offer", "Ada Bea"))
    lines = run(go("off", "Cat Dan"))
    assert lines[0]["outcome"] in (pledges.ABANDONED, pledges.FINISHED)
    assert len(run(go("require", "Eve Flo"))) > len(lines)


def test_a_room_that_requires_it_deals_nothing_without(database):
    async def go():
        async with opened(database, **CLUB, fairness="require") as room:
            tables = await seated(room, "Ada Bea", HOLDEM, contribute=False)
            runner = room.room.runners[HOLDEM]
            await asyncio.sleep(0.5)
            assert runner.table.pledging.waiting is None
            assert runner.table.deals == 0
            tables[0].contributes, tables[0].tried = True, -1
            tables[0]._commit()
            await until(lambda: runner.table.deals)
            assert [one.player for one in runner.table.pledging.newest.entropy] == [
                tables[0].client.player
            ]

    run(go())


def test_a_room_that_drops_a_reveal_is_named_by_its_owner(database, monkeypatch):
    honest = Pledging.deal

    def dropping(pledging, rules, given):
        pledging.book.reveals.pop(min(pledging.book.reveals, default=0), None)
        return honest(pledging, rules, given)

    async def go():
        async with opened(database, **CLUB) as room:
            tables = await evening(room, HOLDEM, 3)
            found = [verify.faults(await table.verify(2)) for table in tables]
            assert {one.name for faults in found for one in faults} == {"own entropy"}
            assert sum(map(bool, found)) == 1

    monkeypatch.setattr(Pledging, "deal", dropping)
    run(go())


def test_a_copy_that_is_put_back_deals_no_old_pledge(tmp_path):
    database, target = str(tmp_path / "room.db"), str(tmp_path / "copy.db")

    async def play_on():
        async with opened(database, **CLUB) as room:
            await evening(room, HOLDEM, 2)
            standing = room.room.runners[HOLDEM].table.pledging.book.standing
            await asyncio.to_thread(copy, database, target)
            return standing

    async def again():
        async with opened(database, **CLUB) as room:
            table = room.room.runners[HOLDEM].table
            assert table.hand is None
            rows = await room.room.store.rows(
                sa.select(schema.pledges).order_by(schema.pledges.c.no.desc())
            )
            ada, _ = await evening(room, HOLDEM, table.deals + 2, "Cat Dan")
            checks = await ada.verify(table.deals - 1)
            assert verify.faults(checks) == []
            assert (await room.books()).wrong == []
            return [(row.no, row.outcome, row.pledge) for row in rows]

    standing = run(play_on())
    assert standing is not None
    put_back(target, database)
    no, outcome, pledge = run(again())[0]
    assert (no, pledge) == (standing.no, standing.digest.hex())
    assert outcome == (pledges.VOID if standing.last else pledges.ABANDONED)


def test_a_changed_envelope_is_found_by_the_audit(tmp_path):
    database = str(tmp_path / "room.db")

    async def go():
        async with opened(database, **CLUB) as room:
            await evening(room, HOLDEM, 3)
            row = (await room.room.store.rows(sa.select(schema.pledges)))[1]
            found = msgspec.json.decode(row.envelope, type=pledges.Envelope)
            other = msgspec.json.encode(replace(found, master=bytes(32)))
            change = sa.update(schema.pledges).where(schema.pledges.c.no == row.no)
            sealed = room.room.store.seal.close(other)
            async with room.room.store.engine.begin() as link:
                await link.execute(change.values(envelope=sealed))
            wrong = (await room.books()).wrong
            assert any(f"pledge {row.no}: its record is another" in one for one in wrong)
            assert any(f"hand {row.hand}: its pledge deals another deck" in one for one in wrong)
            assert any("was changed" in one for one in wrong)

    run(go())
