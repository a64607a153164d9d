"""Private tables: whoever has the code plays, whoever has not learns nothing, the host runs it."""

import io
import json
import zipfile

import pytest

from croupier.client import Client, No
from croupier.core.cards import BACK
from croupier.server.live import hosting
from server.opening import hang_up, opened, run, until
from server.test_clubs import account, at
from server.test_crash import RUSH, Process, books

ROOM = {"houses": ["french-casino"], "speed": 50.0}
WISH = {"table": "french-casino/no-limit", "stakes": "small", "seats": 4}
BUY_IN = 100_00


async def hosted(room, *names, host="Ada", **wish):
    """A private table, its host, and guests who have brought the code."""
    ada = await room.guest(host, listen=True)
    told = await ada.call("POST", "/api/private", WISH | wish)
    guests = [await room.guest(name, listen=True) for name in names]
    for one in guests:
        door = await one.call("POST", "/api/codes", {"code": told["code"].lower()})
        assert door == {"table": told["table"], "club": ""}
    return told, ada, *guests


async def seated(told, *clients):
    return [await (await one.join(told["table"])).sit(BUY_IN) for one in clients]


async def act(client, told, what, player=""):
    body = {"act": what, "player": player}
    return await client.call("POST", f"/api/tables/{told['table']}/host", body)


def tables(lobby):
    return {line["table"] for house in lobby["houses"] for line in house["tables"]}


def test_friends_play_at_a_table_of_their_own(database):
    async def play():
        async with opened(database, **ROOM) as room:
            told, ada, bob = await hosted(room, "Bob")
            assert told["table"] in tables(await bob.call("GET", "/api/lobby"))
            await seated(told, ada, bob)
            runner = room.room.runners[told["table"]]
            assert (runner.table.rules.big_blind, runner.table.terms.seats) == (200, 4)
            await until(lambda: runner.table.hands >= 2)
            for one in ada, bob:
                await one.tables[told["table"]].leave()
            await until(lambda: not runner.table.sitters)
            assert ada_and_bob(room, ada, bob) == 2 * room.room.settings.demo_chips - rake(runner)
            assert (await room.books()).wrong == []
            lines = await bob.call("GET", "/api/me/hands")
            assert lines[0]["table"] == told["table"], "everybody keeps their own hands"

    run(play())


def ada_and_bob(room, *clients):
    return sum(room.room.books.balance(one.player) for one in clients)


def rake(runner):
    return sum(amount for (seat, _), amount in runner.table.chips.items() if seat == 0)


def test_a_stranger_learns_nothing_of_a_private_table(database):
    async def play():
        async with opened(database, **ROOM) as room:
            told, ada, bob = await hosted(room, "Bob")
            await seated(told, ada, bob)
            place = told["table"]
            await until(lambda: room.room.runners[place].table.hands >= 1)
            eve, nobody = await room.guest("Eve", listen=True), room.client()
            await eve.call("PUT", "/api/me/acquaintances", {"player": ada.player, "friend": True})
            for path in (
                f"/api/tables/{place}",
                f"/api/tables/{place}/guide",
                f"/api/tables/{place}/fair",
                f"/api/tables/{place}/fair/1",
                f"/api/tables/{place}/faces",
                f"/api/tables/{place}/host",
                f"/api/me/hands/{place}/1",
            ):
                missing = path.replace(place, "french-casino/private-none")
                assert await answer(eve, path) == await answer(eve, missing), path
                assert await answer(nobody, path) == await answer(nobody, missing), path
            for path in "/api/lobby", "/api/fair", "/api/leaderboard", "/api/me/acquaintances":
                text = json.dumps(await eve.call("GET", path))
                assert place not in text, path
                assert path == "/api/me/acquaintances" or ada.player not in text, path
            await eve.connect()
            await eve._say({"type": "join", "table": place})
            with pytest.raises(No, match="no_table"):
                await eve.act("sit", place, buy_in=BUY_IN)
            with pytest.raises(No, match="no_table"):
                await eve.act("chat", place, text="hello")
            assert not [one for one in eve.received if place in one and "refused" not in one]

    run(play())


async def answer(client, path):
    """What a call is answered, without the name that it asks for."""
    try:
        return await client.call("GET", path)
    except No as no:
        return no.name


def test_the_host_pauses_between_hands(database):
    async def play():
        async with opened(database, **ROOM) as room:
            told, ada, bob = await hosted(room, "Bob")
            await seated(told, ada, bob)
            table = room.room.runners[told["table"]]
            await until(lambda: table.table.hand is not None)
            with pytest.raises(No, match="only the host"):
                await act(bob, told, "pause")
            await act(ada, told, "pause")
            await until(lambda: table.table.paused_since is not None)
            assert table.table.hand is None, "nobody thinks longer for it"
            hands = table.table.hands
            await act(ada, told, "resume")
            await until(lambda: table.table.hands > hands)

    run(play())


def test_what_the_staff_has_paused_no_host_resumes(file):
    async def play():
        async with opened(file, **ROOM) as room:
            told, ada = await hosted(room)
            admin = await room.admin()
            chef = await room.member(admin, "Chantal", ["chef"])
            path = f"/api/staff/tables/{told['table']}"
            await chef.call("POST", path, {"act": "pause", "why": "a dispute"})
            with pytest.raises(No, match="staff has paused"):
                await act(ada, told, "resume")
            with pytest.raises(No, match="paused"):
                await act(ada, told, "close")
            with pytest.raises(No, match="forbidden"):
                await ada.call("POST", path, {"act": "resume", "why": "please"})
            lines = await admin.call("GET", "/api/staff/journal")
            assert ("open", "Ada") in {(line["act"], line["name"]) for line in lines}

    run(play())


def test_whoever_is_put_out_leaves_after_the_hand_with_their_chips(database):
    async def play():
        async with opened(database, **ROOM | {"speed": 1.0}) as room:
            told, ada, bob, cyd = await hosted(room, "Bob", "Cyd")
            runner = room.room.runners[told["table"]]
            await act(ada, told, "pause")
            await until(lambda: runner.table.paused_since is not None)
            await seated(told, ada, bob, cyd)
            await act(ada, told, "resume")
            await until(lambda: runner.table.hand is not None)
            for by, whom in (bob, cyd), (ada, ada):
                with pytest.raises(No, match=r"forbidden|not_allowed"):
                    await act(by, told, "remove", whom.player)
            after = await act(ada, told, "remove", cyd.player)
            assert runner.table.seat_of(cyd.player), "the hand is played to its end"
            assert [one["name"] for one in after["out"]] == ["Cyd"]
            assert after["code"] != told["code"]
            await until(lambda: folds(ada, bob, cyd, told, runner))
            assert cyd.player not in runner.table.seating._places
            await until(lambda: cyd.player not in runner.telling.by_player)
            held = room.room.books.balance(cyd.player)
            assert held >= room.room.settings.demo_chips - BUY_IN // 10
            for code in told["code"], after["code"]:
                with pytest.raises(No, match=r"put you out|not_found"):
                    await cyd.call("POST", "/api/codes", {"code": code})
            again = await room.guest("Cyd again")
            with pytest.raises(No, match="not_found"):
                await again.call("POST", "/api/codes", {"code": told["code"]})
            with pytest.raises(No, match="no_table"):
                await cyd.act("sit", told["table"], buy_in=BUY_IN)
            await act(ada, told, "readmit", cyd.player)
            await cyd.call("POST", "/api/codes", {"code": after["code"]})
            await cyd.join(told["table"])
            assert (await room.books()).wrong == []

    run(play())


async def folds(*people_table_runner):
    """Everybody folds until whoever was put out has left."""
    *clients, out, told, runner = people_table_runner
    for one in (*clients, out):
        ask = one.tables[told["table"]].ask
        if ask is not None and ask.options:
            option = ask.option("fold") or ask.option("check") or ask.options[0]
            try:
                await one.tables[told["table"]].decide(ask, option.act, option.low, option.spot)
            except No:
                continue
    return not runner.table.seat_of(out.player)


def test_the_host_closes_the_table_and_everybody_has_their_chips(database):
    async def play():
        async with opened(database, **ROOM) as room:
            told, ada, bob = await hosted(room, "Bob", bots=2)
            await seated(told, ada, bob)
            runner = room.room.runners[told["table"]]
            await until(lambda: runner.table.hands >= 1)
            await act(ada, told, "pause")
            await until(lambda: runner.table.paused_since is not None)
            await act(ada, told, "close")
            await until(lambda: told["table"] not in room.room.runners)
            await room.room.hosting.look()
            assert room.room.hosting.known == {}
            for one in ada, bob:
                assert room.room.seats(one.player) == {}
                assert room.room.books.balance(one.player) > 0
            with pytest.raises(No, match="not_found"):
                await bob.call("POST", "/api/codes", {"code": told["code"]})
            report = await room.books()
            assert report.wrong == []
            assert await bob.call("GET", "/api/me/hands"), "their hands are still theirs"
        async with opened(database, **ROOM) as room:
            assert told["table"] not in room.room.runners

    run(play())


def test_an_empty_table_closes_by_itself_also_after_a_restart(database, monkeypatch):
    async def play():
        async with opened(database, **ROOM) as room:
            told, _ = await hosted(room, bots=2)
            await room.room.hosting.look()
            assert told["table"] in room.room.runners
        monkeypatch.setattr(hosting, "EMPTY_SECONDS", 0)
        async with opened(database, **ROOM) as room:
            assert told["table"] in room.room.runners
            await room.room.hosting.look()
            await until(lambda: told["table"] not in room.room.runners)
            assert (await room.books()).wrong == []

    run(play())


def test_a_host_who_has_gone_is_followed_by_another(database, monkeypatch):
    async def play():
        async with opened(database, **ROOM) as room:
            told, ada, bob = await hosted(room, "Bob")
            await seated(told, bob)
            await room.room.hosting.look()
            monkeypatch.setattr(hosting, "HOST_SECONDS", 0)
            await room.room.hosting.look()
            assert room.room.hosting.known[told["table"]].host == bob.player
            with pytest.raises(No, match="only the host"):
                await act(ada, told, "close")
            assert (await act(bob, told, "renew"))["yours"]
        async with opened(database, **ROOM) as room:
            assert room.room.hosting.known[told["table"]].host == bob.player

    run(play())


def test_a_hosts_pause_does_not_last_for_ever(file, monkeypatch):
    async def play():
        async with opened(file, **ROOM) as room:
            told, ada, bob = await hosted(room, "Bob")
            await seated(told, ada, bob)
            runner = room.room.runners[told["table"]]
            await act(ada, told, "pause")
            await until(lambda: runner.table.paused_since is not None)
            monkeypatch.setattr(hosting, "PAUSE_SECONDS", 0)
            await room.room.hosting.look()
            assert runner.table.paused_since is None

    run(play())


def test_tables_are_not_opened_without_number(file, monkeypatch):
    async def play():
        async with opened(file, **ROOM | {"private_tables": 4}) as room:
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            for _ in range(hosting.OWN):
                await ada.call("POST", "/api/private", WISH)
            with pytest.raises(No, match="close one first"):
                await ada.call("POST", "/api/private", WISH)
            await bob.call("POST", "/api/private", WISH)
            with pytest.raises(No, match="busy"):
                await bob.call("POST", "/api/private", WISH)
            monkeypatch.setattr(room.room.settings, "private_tables", 50)
            monkeypatch.setattr(hosting, "OWN", 50)
            for _ in range(hosting.OPENINGS - hosting.OWN + 50):
                try:
                    await ada.call("POST", "/api/private", WISH)
                except No as no:
                    assert no.name == "too_fast"
                    return
            raise AssertionError("nobody opens tables without end")

    run(play())


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"table": "french-casino/nothing"}, "no_table"),
        ({"seats": 1}, "max_seats"),
        ({"stakes": "mad"}, "malformed"),
        ({"club": "c123"}, "not_found"),
        ({"bots": 10}, "malformed"),
    ],
)
def test_a_wish_that_cannot_be_is_refused(file, wish, why):
    async def play():
        async with opened(file, **ROOM) as room:
            ada = await room.guest("Ada")
            with pytest.raises(No, match=why):
                await ada.call("POST", "/api/private", WISH | wish)
            assert room.room.hosting.known == {}

    run(play())


def test_a_room_may_have_none(file):
    async def play():
        async with opened(file, **ROOM | {"private_tables": 0}) as room:
            ada = await room.guest("Ada")
            assert (await ada.call("GET", "/api/private"))["offers"] == []
            with pytest.raises(No, match="no private tables"):
                await ada.call("POST", "/api/private", WISH)

    run(play())


def test_a_club_has_tables_standings_and_hands_of_its_own(database):
    async def play():
        async with opened(database, **ROOM) as room:
            ada = await account(room, "Ada")
            club = await ada.call("POST", "/api/clubs", {"name": "Les Mardis"})
            bob, cyd, eve = [await room.guest(name) for name in ("Bob", "Cyd", "Eve")]
            for one in bob, cyd:
                await one.call("POST", "/api/clubs/join", {"code": club["code"]})
            told = await bob.call("POST", "/api/private", WISH | {"club": club["club"]})
            await seated(told, bob, cyd)
            with pytest.raises(No, match="no_table"):
                await eve.act("sit", told["table"], buy_in=BUY_IN)
            await until(lambda: room.room.runners[told["table"]].table.hands >= 3)
            page = await ada.call("GET", at(club["club"]))
            assert [line["table"] for line in page["tables"]] == [told["table"]]
            await act(ada, told, "close")  # A steward of the club may.
            await until(lambda: told["table"] not in room.room.runners)
            [board] = await ada.call("GET", f"{at(club['club'])}/standings?game=holdem")
            assert {line["name"] for line in board["lines"]} == {"Bob", "Cyd"}
            assert await ada.call("GET", f"{at(club['club'])}/standings?game=omaha") == []
            lines = await ada.call("GET", f"{at(club['club'])}/hands?count=2")
            assert [line["seat"] for line in lines] == [0, 0]
            await secrets_of_a_hand(ada, bob, club["club"], lines[0])
            await archives(ada, bob, club["club"])
            await ada.call("PUT", f"{at(club['club'])}/members/{bob.player}", {"role": "out"})
            with pytest.raises(No, match="not_found"):
                await bob.call("GET", f"{at(club['club'])}/hands")

    run(play())


def hole(story, seat):
    """The cards that were dealt to a seat, as the story tells them."""
    return {
        card
        for event in story["events"]
        if event["type"] == "cards" and event["dst"] == [seat, "hole"] and event["why"] == "deal"
        for card in event["cards"]
    }


async def secrets_of_a_hand(ada, bob, club, line):
    """A spectator's view for who did not play; one's own for who did."""
    path = f"{at(club)}/hands/{line['table']}/{line['hand']}"
    hers, his = await ada.call("GET", path), await bob.call("GET", path)
    assert hers["seat"] == 0 < his["seat"]
    other = next(seat["seat"] for seat in his["names"] if seat["seat"] != his["seat"])
    assert hole(hers, his["seat"]) == {BACK}
    assert BACK not in hole(his, his["seat"]) != set()
    assert hole(his, other) == {BACK}


async def archives(ada, bob, club):
    found = {}
    for one in ada, bob:
        got = await one.http.get(
            f"{at(club)}/hands.zip", headers={"Authorization": f"Bearer {one.token}"}
        )
        with zipfile.ZipFile(io.BytesIO(got.content)) as file:
            found[one.name] = b"".join(file.read(name) for name in file.namelist()).decode()
    assert found["Ada"].count("french-casino") == found["Bob"].count("french-casino") > 0
    assert found["Ada"].count("currency: €") == found["Ada"].count("french-casino")
    assert found["Ada"] != found["Bob"], "each as their own seat saw them"


def test_chips_on_a_private_table_survive_a_kill(database):
    async def play():
        room = Process(database, **RUSH | {"CROUPIER_SPEED": "1", "CROUPIER_BOTS": "0"})
        address = await room.start()
        ada, bob = await Client(address).guest("Ada"), await Client(address).guest("Bob")
        told = await ada.call("POST", "/api/private", WISH)
        await bob.call("POST", "/api/codes", {"code": told["code"]})
        seats = await seated(told, ada, bob)
        await until(lambda: ada.tables[told["table"]].ask or bob.tables[told["table"]].ask)
        await room.end()
        tokens = ada.token, bob.token
        for one in ada, bob:
            await one.close()
        address = await room.start()
        ada, bob = (Client(address, token) for token in tokens)
        eve = await Client(address).guest("Eve")
        with pytest.raises(No, match="no_table"):
            await eve.act("sit", told["table"], buy_in=BUY_IN)
        found = [await one.join(told["table"]) for one in (ada, bob)]
        assert [table.seat for table in found] == seats
        for table in found:
            await table.leave()
        await until(lambda: gone(ada, bob))
        accounts = [(await one.call("GET", "/api/me"))["balance"] for one in (ada, bob)]
        assert abs(sum(accounts) - 2 * 10_000_00) <= 20_00, "all but the fee of one hand"
        for one in ada, bob, eve:
            await one.close()
        await hang_up()
        await room.end()
        assert (await books(database)).wrong == []

    run(play())


async def gone(*clients):
    """Whether everybody has left; whoever is still asked folds."""
    for one in clients:
        for table in one.tables.values():
            if table.ask is not None and table.ask.options:
                option = table.ask.option("fold") or table.ask.options[0]
                try:
                    await table.decide(table.ask, option.act, option.low, option.spot)
                except No:
                    continue
    return not [1 for one in clients if (await one.call("GET", "/api/me"))["tables"]]
