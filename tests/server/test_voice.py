"""What a reader is told besides the play: his old hands, and what his cards would be."""

import json

import pytest
from websockets.asyncio.client import connect

from croupier.client import No
from croupier.core.cards import BACK
from server.opening import opened, run, until

DOUBLE = "casino-club/double-hand"
HOLDEM = "casino-club/holdem-2-4"
LOWBALL = "casino-club/low-ball"
HAND = ("hand", "chips", "cards", "said", "over")
CLUB = {"houses": ["casino-club"], "bots": 3, "bot_seconds": 0.02}


async def asked(table, act):
    """The next question in which this act is offered; every other is answered first."""
    async for ask in table.asks():
        if any(option.act == act for option in ask.options):
            return ask
        for option in ask.options[-1:] if ask.open else ask.options[:1]:
            await table.decide(ask, option.act, option.low, option.spot)
    raise AssertionError(act)


def test_a_hand_of_the_past_names_its_players_and_their_hands(database):
    async def play():
        async with opened(database, **CLUB) as room:
            ada = await room.guest("Ada")
            table = await ada.join(HOLDEM)
            await table.sit(100_00)
            while not (hands := await ada.call("GET", "/api/me/hands")):
                if table.ask is not None and table.ask.options:
                    acts = {option.act: option for option in table.ask.options}
                    option = acts.get("check") or acts.get("call") or table.ask.options[0]
                    await table.decide(table.ask, option.act, option.low)
                await table.news(0.05)
            story = await ada.call("GET", f"/api/me/hands/{HOLDEM}/{hands[0]['hand']}")
            names = {line["seat"]: (line["name"], line["bot"]) for line in story["names"]}
            assert names[story["seat"]] == ("Ada", False)
            assert ("Aline", True) in names.values()
            assert len(names) == 4
            mine = [r for r in story["readings"] if r["spot"] == [story["seat"], "hole"]]
            assert set(mine[0]["name"]) == {"en", "fr"}
            assert all(BACK not in reading["cards"] for reading in story["readings"])

    run(play())


@pytest.mark.clause("DH-23")
def test_two_hands_are_named_and_judged_before_they_are_set(database):
    async def play():
        async with opened(database, **CLUB, speed=20.0) as room:
            ada, eve = await room.guest("Ada"), await room.guest("Eve")
            table = await ada.join(DOUBLE)
            await table.sit(500_00)
            ask = await asked(table, "set")
            path = f"/api/tables/{DOUBLE}/consider"
            cards = next(option.cards for option in ask.options if option.act == "set")
            found = set()
            for first in range(7):
                for second in range(first):
                    body = {"act": "set", "cards": [cards[first], cards[second]]}
                    told = await ada.call("POST", path, body)
                    if told["refusal"]:
                        assert told["readings"] == []
                        assert "DH-23" in told["refusal"]["sentence"]
                    else:
                        lie = {r["spot"][1]: r["cards"] for r in told["readings"]}
                        assert set(lie["front"]) == set(body["cards"])
                        assert set(lie["front"] + lie["back"]) == set(cards)
                        assert all({"en", "fr"} == set(r["name"]) for r in told["readings"])
                    found.add(bool(told["refusal"]))
            assert False in found
            house = await ada.call("POST", path, {"act": "house way"})
            assert {r["spot"][1] for r in house["readings"]} == {"front", "back"}
            wrong = await ada.call("POST", path, {"act": "set", "cards": list(cards[:3])})
            assert wrong["refusal"]["name"] == "not_allowed"
            hand = room.room.runners[DOUBLE].table.hand
            assert hand.asked(table.seat) == tuple(ask.options), "nothing was done"
            with pytest.raises(No) as stranger:
                await eve.call("POST", path, {"act": "house way"})
            assert stranger.value.name == "not_seated"

    run(play())


@pytest.mark.clause("LB-03")
def test_what_one_would_draw_is_not_told(database):
    async def play():
        async with opened(database, **CLUB, speed=5.0) as room:
            ada = await room.guest("Ada")
            table = await ada.join(LOWBALL)
            await table.sit(100_00)
            while True:
                ask = table.ask
                acts = {option.act: option for option in ask.options} if ask else {}
                if "draw" in acts:
                    break
                option = acts.get("check") or acts.get("call") or acts.get("decline")
                if option or acts:
                    option = option or ask.options[0]
                    await table.decide(ask, option.act, option.low, option.spot)
                await table.news(0.05)
            path = f"/api/tables/{LOWBALL}/consider"
            cards = list(acts["draw"].cards)
            told = await ada.call("POST", path, {"act": "draw", "cards": cards[:2]})
            assert told == {"readings": [], "refusal": None}
            pat = await ada.call("POST", path, {"act": "stand pat"})
            assert set(pat["readings"][0]["cards"]) == set(cards)

    run(play())


@pytest.mark.parametrize("name", [HOLDEM, "live-casino/casino-holdem"])
def test_who_comes_back_in_mid_hand_is_told_the_hand_so_far(database, name):
    async def play():
        async with opened(database, **CLUB | {"houses": [], "speed": 4.0}) as room:
            ada, eve = await room.guest("Ada"), await room.guest("Eve")
            table = await ada.join(name)
            await table.sit(100_00)
            while not (table.ask and table.ask.options):
                await table.news()
            ask = table.ask
            option = ask.options[-1]
            await table.decide(ask, option.act, option.low, option.spot)
            while table.seq < room.room.runners[name].record.seq:
                await table.news(0.05)
            lived = [e for e in table.events if e["type"] in HAND]
            again = await ada.join(name)
            told = [e for e in again.about["events"] if e["type"] in HAND]
            assert told[0]["type"] == "hand"
            assert told[: len(lived)] == lived
            assert any(e["type"] == "said" and e["seat"] == table.seat for e in told)
            other = (await eve.join(name)).about["events"]
            deals = [e for e in other if e["type"] == "cards" and e["dst"][1] == "hole"]
            assert all(set(e["cards"]) == {BACK} for e in deals if e["dst"][0] == table.seat)
            if again.about["crowd"]:
                spots = [tuple(e["src"]) for e in other if e["type"] == "chips"]
                assert all(seat == 0 for seat, _ in spots), "nobody's bets but one's own"

    run(play())


def test_the_lobby_tells_the_pace_of_a_table(database):
    async def play():
        async with opened(database, **CLUB, bots_alone=True) as room:
            eve = await room.guest("Eve")
            runner = room.room.runners[HOLDEM]
            await until(lambda: runner.table.hands >= 3)
            lines = (await eve.call("GET", "/api/lobby"))["houses"][0]["tables"]
            pace = {line["table"]: line["pace"] for line in lines}
            assert pace[HOLDEM] > 100
            now = room.room.clock.now()
            runner.hands_ended.ends.clear()
            assert runner.pace(now) == 0
            runner.hands_ended.ends.append(now - 600)
            assert runner.pace(now) == 0, "one hand tells no pace"
            runner.hands_ended.ends.extend([now - 300, now - 1])
            assert runner.pace(now) == 12
            assert runner.pace(now + 1800) == 0, "an idle table has none"

    run(play())


def test_the_room_speaks_the_language_of_its_reader(database):
    async def play():
        async with opened(database, **CLUB) as room:
            ada = await room.guest("Ada")
            answers = {}
            for language in ("en", "fr"):
                found = []
                async with connect(room.address.replace("http", "ws") + "/ws") as line:
                    sit = {"type": "sit", "table": HOLDEM, "id": language, "buy_in": 1}
                    hello = {"type": "hello", "version": 1, "token": ada.token}
                    for said in (
                        hello | {"language": language},
                        {"type": "join", "table": HOLDEM},
                        sit,
                    ):
                        await line.send(json.dumps(said))
                    while not found or found[-1]["type"] != "refused":
                        found.append(json.loads(await line.recv()))
                answers[language] = {message["type"]: message for message in found}
            english, french = answers["en"], answers["fr"]
            assert "Play is for pleasure" in english["welcome"]["notice"]
            assert "pour le plaisir" in french["welcome"]["notice"]
            labels = [[m["table"]["plate"]["limits"][3]["label"]] for m in (english, french)]
            assert labels == [["Buy-in"], ["Cave"]]
            assert english["refused"]["sentence"].startswith(
                "a buy-in of $0.01 is not accepted; all"
            )
            assert french["refused"]["sentence"].startswith(
                "une cave de 0,01\u202f$ n'est pas acceptée\u202f; "
                "permis\u202f: entrer pour 20\u202f$ ou"
            )
            assert english["refused"]["clause"] == french["refused"]["clause"]

    run(play())


@pytest.mark.parametrize(
    ("wanted", "limit", "refusal"),
    [
        (
            "fr-FR,fr;q=0.9,en;q=0.5",
            "Limit",
            "vous n'avez pas joué ce coup, ou il n'est pas fini",
        ),
        (
            "de, en;q=0.8, fr;q=0.7",
            "limit",
            "you have not played this hand, or it is not over",
        ),
        ("", "limit", "you have not played this hand, or it is not over"),
    ],
)
def test_a_call_is_answered_in_the_language_it_accepts(database, wanted, limit, refusal):
    async def play():
        async with opened(database, **CLUB) as room:
            ada = await room.guest("Ada")
            ada.language = wanted
            tables = (await ada.call("GET", "/api/lobby"))["houses"][0]["tables"]
            limits = {line["table"]: line["limits"] for line in tables}[HOLDEM]
            assert limits[0]["text"] == limit
            with pytest.raises(No) as no:
                await ada.call("GET", f"/api/me/hands/{HOLDEM}/999")
            assert no.value.sentence == refusal

    run(play())


def test_a_guide_is_told_in_the_readers_language(database):
    async def ask():
        async with opened(database, **CLUB) as room:
            ada = await room.guest("Ada")
            told = await ada.call("GET", f"/api/tables/{HOLDEM}/guide")
            ada.language = "fr"
            said = await ada.call("GET", f"/api/tables/{HOLDEM}/guide")
            assert told["goal"].startswith("Win the pot")
            assert said["goal"].startswith("Gagner le pot")
            assert said["ladders"][0]["rungs"][0]["name"] == "quinte flush royale"
            with pytest.raises(No):
                await ada.call("GET", "/api/tables/nowhere/nothing/guide")

    run(ask())


def test_a_clause_is_said_in_the_readers_language(database):
    async def ask():
        async with opened(database, **CLUB) as room:
            stranger = await room.guest("Ada")
            said = await stranger.call("GET", "/api/clauses/BJ-16")
            assert said["id"] == "BJ-16"
            assert "doubled" in said["text"]
            with pytest.raises(No, match="no clause XX-99"):
                await stranger.call("GET", "/api/clauses/XX-99")

    run(ask())
