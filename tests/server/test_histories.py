"""Hands as text over REST: one's own, all of them in an archive, files read, figures, incidents."""

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from croupier.core import journals
from croupier.histories import handtext, replayed
from croupier.server.live import laboratory
from server.opening import opened, run, until
from server.test_floor import seated
from server.test_staff import CASINO, FRENCH, LIVE, bet, refusal, team

VECTORS = Path(__file__).parents[1] / "vectors" / "hands"
TABLES = {"houses": ["french-casino"], "bots": 0, "speed": 40.0}


async def raw(client, path):
    headers = {"Authorization": f"Bearer {client.token}"}
    return await client.http.request("GET", path, headers=headers)


async def heads_up(room):
    """Two people at a table of hold'em, where the clock folds for them."""
    people, _ = await seated(room, FRENCH, "Ada", "Bob")
    hands = await until(lambda: people[0].call("GET", "/api/me/hands"))
    return people, hands[-1]


def test_a_hand_is_saved_as_ones_own_seat_saw_it(database):
    async def play():
        async with opened(database, **TABLES) as room:
            (ada, bob), hand = await heads_up(room)
            stranger = await room.guest("Cleo")
            where = f"/api/me/hands/{FRENCH}/{hand['hand']}/text"
            for person in ada, bob:
                answer = await raw(person, where)
                assert "attachment" in answer.headers["content-disposition"]
                (story,) = handtext.read_all(answer.text)
                assert replayed(story).feed(story.seen) == list(story.events)
                assert {*story.about.names.values()} == {"Ada", "Bob"}
                assert answer.text.count("?? ") + answer.text.count("??\n") >= 2
            for form in ("phh", "ohh", "stars"):
                answer = await raw(ada, f"{where}?form={form}")
                assert answer.status_code == 200
                assert "Ada" in answer.text
            with refusal("not_found"):
                await stranger.call("GET", where)
            assert (await raw(ada, f"{where}?form=doc")).status_code == 400

    run(play())


def test_the_archive_has_a_file_to_each_table_and_says_what_it_left_out(database):
    async def play():
        async with opened(database, **LIVE) as room:
            (ada,), (table,) = await seated(room, CASINO, "Ada")
            await bet(table)
            async for ask in table.asks():
                if not ask.open:
                    await table.decide(ask, "fold")
                    break
            await until(lambda: ada.call("GET", "/api/me/hands"))
            own = ZipFile(BytesIO((await raw(ada, "/api/me/hands.zip")).content))
            assert own.namelist() == [f"{CASINO.replace('/', '-')}.hand"]
            (story,) = handtext.read_all(own.read(own.namelist()[0]).decode())
            assert story.seen == 1
            for wanted in ("form=phh", "form=stars&game=casino-holdem"):
                other = ZipFile(BytesIO((await raw(ada, f"/api/me/hands.zip?{wanted}")).content))
                assert other.namelist() == ["left-out.txt"]
                assert b"has no Live Casino Hold'em" in other.read("left-out.txt")
            none = ZipFile(BytesIO((await raw(ada, "/api/me/hands.zip?result=won")).content))
            assert none.namelist() == []

    run(play())


def test_figures_are_ones_own(database):
    async def play():
        async with opened(database, **TABLES) as room:
            (ada, bob), hand = await heads_up(room)
            until_then = f"before={hand['at'] + 0.001}"
            mine, his = [
                await one.call("GET", f"/api/me/figures?{until_then}") for one in (ada, bob)
            ]
            assert mine["total"]["hands"] == his["total"]["hands"] == 1
            assert mine["total"]["net"] == hand["net"] == -his["total"]["net"]
            assert list(mine["tables"]) == [FRENCH]
            assert mine["curve"] == [[1, hand["net"]]]
            table = await raw(ada, f"/api/me/figures.csv?{until_then}")
            assert table.text.splitlines()[0].startswith("by,name,hands,net")
            assert table.text.splitlines()[1].startswith(f"all,,1,{hand['net']}")
            empty = await ada.call("GET", "/api/me/figures?game=blackjack")
            assert empty["total"]["hands"] == 0

    run(play())


def test_a_house_game_is_told_against_its_expectation(database):
    async def play():
        async with opened(database, **LIVE) as room:
            (ada,), (table,) = await seated(room, CASINO, "Ada")
            rules = room.room.runners[CASINO].table.rules
            question = ("answer", "casino-holdem", laboratory.written(rules))
            solved = {"bets": [{"name": "main", "edge": 0.02}, {"name": "bonus", "edge": 0.06}]}
            laboratory.of_room().kept[question] = solved
            await bet(table)
            async for ask in table.asks():
                if not ask.open:
                    await table.decide(ask, "fold")
                    break
            await until(lambda: ada.call("GET", "/api/me/hands"))
            found = await ada.call("GET", "/api/me/figures")
            staked = -found["total"]["net"]
            assert found["games"]["casino-holdem"]["expected"] == -round(0.02 * staked) < 0
            head, whole, *_ = (await raw(ada, "/api/me/figures.csv")).text.splitlines()
            cells = dict(zip(head.split(","), whole.split(","), strict=True))
            assert cells["expected"] == str(found["total"]["expected"])

    run(play())


def test_a_file_is_read_for_the_replay_and_a_bad_one_refused(database):
    async def play():
        async with opened(database, **LIVE) as room:
            ada = await room.guest("Ada")
            text = (VECTORS / "holdem.hand").read_text("utf-8")
            whole, own = await ada.call(
                "POST", "/api/me/hands/read", {"name": "a.hand", "text": text}
            )
            assert (whole["game"], whole["seat"]) == ("holdem", 0)
            assert own["seat"] > 0
            assert len(whole["events"]) == len(own["events"])
            for name, bad in (("a.hand", "hello"), ("a.doc", text), ("a.ohh", text)):
                with refusal("not_allowed"):
                    await ada.call("POST", "/api/me/hands/read", {"name": name, "text": bad})
            with refusal("not_allowed"):
                long = {"name": "a.hand", "text": "x" * 5000}
                await ada.call("POST", "/api/me/hands/read", long)
            hostile = text.replace("$", "€").replace(", 5000", ", 1E999999999")
            with refusal("not_allowed"):
                await ada.call("POST", "/api/me/hands/read", {"name": "a.hand", "text": hostile})

    run(play())


def test_the_staff_has_the_whole_text_of_an_incident(database):
    async def play():
        async with opened(database, **TABLES) as room:
            _, inspector = await team(room)
            (ada, _), hand = await heads_up(room)
            body = {"table": FRENCH, "hand": hand["hand"], "text": "a dispute"}
            filed = await inspector.call("POST", "/api/staff/incidents", body)
            where = f"/api/staff/incidents/{filed['incident']}/text"
            (story,) = handtext.read_all((await raw(inspector, where)).text)
            assert story.seen is None
            assert "??" not in handtext.write(story)
            assert journals.digest(replayed(story).carry)
            with refusal("forbidden"):
                await ada.call("GET", where)
            with refusal("not_found"):
                await inspector.call("GET", "/api/staff/incidents/99/text")

    run(play())
