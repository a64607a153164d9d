"""Houses and their tournaments at run time: founded, renamed, announced otherwise, found again."""

import asyncio

import pytest

from croupier.client import No
from server.opening import opened, run, until

FOUNDED = """title = "Back room"
currency = "€"
about = "A small house"

[tables.quiet]
game = "omaha"
title = "Quiet Omaha"

[tournaments.late]
game = "holdem"
title = "Late night"
levels = [[25, 50, 0, 5], ["break", 2], [50, 100, 100, 5]]
rules = { limit = "no_limit" }
"""
HOUSE = "/api/staff/houses/back-room"
EVENT = "/api/staff/events/back-room/late"
TABLE = "/api/staff/sheets/back-room/quiet"
ROOM = {"houses": ["live-casino"]}


async def founded(room, admin=None):
    chef = await room.member(admin or await room.admin(), "Jeanne", ["chef"])
    await chef.call("PUT", HOUSE, {"text": FOUNDED, "why": "a second house"})
    return chef


def names(room) -> set[str]:
    return {d.name for d in room.room.tournaments.directors.values() if d.live}


def test_a_house_is_founded_while_the_room_runs_and_found_again(database):
    async def story():
        async with opened(database, **ROOM) as room:
            chef = await room.member(await room.admin(), "Jeanne", ["chef"])
            body = {"text": FOUNDED, "why": "a second house", "preview": True}
            told = await chef.call("PUT", HOUSE, body)
            assert (told["founds"], told["opens"]) == (True, ["back-room/quiet"])
            assert "back-room" not in room.room.houses, "nothing is done yet"
            await chef.call("PUT", HOUSE, body | {"preview": False})
            lobby = await chef.call("GET", "/api/lobby")
            assert [h["title"] for h in lobby["houses"]][1:] == ["Back room"]
            assert names(room) == {"back-room/late.1"}
            offers = (await chef.call("GET", "/api/private"))["offers"]
            assert "back-room/quiet" in {one["table"] for one in offers}
            with pytest.raises(No, match="keeps its currency"):
                await chef.call(
                    "PUT", HOUSE, body | {"text": FOUNDED.replace("€", "$"), "preview": False}
                )
            again = FOUNDED.replace("Back room", "The back room")
            told = await chef.call("PUT", HOUSE, {"text": again, "why": "a better name"})
            assert told["head"] == [["title", '"Back room"', '"The back room"']]
            assert room.room.runners["back-room/quiet"].house.title == "The back room"
            printed = await chef.http.get(HOUSE, headers={"Authorization": f"Bearer {chef.token}"})
        async with opened(database, **ROOM) as room:
            house = room.room.houses["back-room"]
            assert (house.title, house.about) == ("The back room", "A small house")
            assert room.room.runners["back-room/quiet"].house is house
            assert names(room) == {"back-room/late.1"}
            chef = await room.client().log_in("Jeanne", "a long password")
            told = await chef.call(
                "PUT", HOUSE, {"text": printed.text, "why": "as it is", "preview": True}
            )
            assert (told["head"], told["opens"], told["changes"]) == ([], [], {})
            assert (await room.books()).wrong == []

    run(story(), 200)


def test_tournaments_are_announced_changed_and_held_no_more(file):
    async def story():
        async with opened(file, **ROOM) as room:
            chef = await founded(room)
            form = await chef.call("GET", EVENT)
            shown = {field["key"]: field["value"] for field in form["fields"]}
            assert shown["levels"] == '[[25, 50, 0, 5], ["break", 2], [50, 100, 100, 5]]'
            assert (shown["buy_in"], shown["rules"]) == (10, '{ limit = "no_limit" }')
            text = 'game = "holdem"\ntitle = "Late night"\nbuy_in = 25\n'
            body = {"act": "change", "why": "dearer", "text": text}
            told = await chef.call("POST", EVENT, body | {"preview": True})
            assert ["buy_in", "null", "25"] in told["changes"]
            await chef.call("POST", EVENT, body)
            await until(lambda: names(room) == {"back-room/late.2"})
            ada = await room.guest("Ada")
            await ada.enter("back-room/late.2")
            await chef.call("POST", EVENT, body | {"text": text.replace("25", "50")})
            assert names(room) == {"back-room/late.2"}, "it is played as it was announced"
            late = room.room.tournaments.of("back-room/late.2")
            assert late.event.sheet.buy_in == 25_00
            await ada.enter("back-room/late.2", "withdraw")
            gone = {"act": "remove", "why": "nobody comes"}
            assert (await chef.call("POST", EVENT, gone | {"preview": True}))["entrants"] == 0
            await chef.call("POST", EVENT, gone)
            await until(lambda: names(room) == set())
            with pytest.raises(No, match="announces no tournament"):
                await chef.call("GET", EVENT)
            add = {"act": "add", "why": "again", "text": text}
            await chef.call("POST", EVENT, add)
            await until(lambda: names(room) == {"back-room/late.3"})
            with pytest.raises(No, match="already"):
                await chef.call("POST", EVENT, add)
            assert (await room.books()).wrong == []

    run(story(), 200)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('game = "blackjack"', r"game: blackjack is not played as a tournament"),
        ('game = "holdem"\nlevels = [[50, 25, 0, 5]]', r"levels: must not have a small blind"),
        ('game = "holdem"\nentrants_min = 9\nentrants_max = 5', "entrants_max: must not be below"),
        ('game = "holdem"\nrules = { limit = "spread" }', r"rules.limit: .* is not allowed"),
        ('game = "holdem"\nbuy_in = "much"', "buy_in: .* is not an amount"),
    ],
)
def test_a_tournament_that_cannot_be_held_is_refused_by_its_key(file, text, why):
    async def story():
        async with opened(file, **ROOM) as room:
            chef = await founded(room)
            with pytest.raises(No, match=why):
                await chef.call("POST", EVENT, {"act": "change", "why": "trial", "text": text})

    run(story(), 200)


def test_what_is_wrong_in_a_sheet_is_said_in_french(file):
    async def story():
        async with opened(file, **ROOM) as room:
            chef = await founded(room)
            chef.language = "fr"
            body = {"act": "change", "why": "essai", "preview": True}
            text = 'game = "omaha"\n[rules]\nbig_blind = 2\nsmall_blind = 5\n'
            with pytest.raises(
                No, match=r"rules.small_blind: ne doit pas dépasser big_blind \(CR-04\)"
            ):
                await chef.call("POST", TABLE, body | {"text": text})
            text = 'game = "omaha"\n[rules]\nmax_seats = 99\n'
            with pytest.raises(
                No, match=r"99 n'est pas permis.: écrivez un nombre entier de 2 à 10"
            ):
                await chef.call("POST", TABLE, body | {"text": text})
            form = await chef.call("GET", TABLE)
            names = {field["key"]: field["name"] for field in form["fields"]}
            assert names["big_blind"] == "Grosse blind"

    run(story(), 200)


def test_two_people_do_not_write_over_each_other(file):
    async def story():
        async with opened(file, **ROOM) as room:
            admin = await room.admin()
            chef = await founded(room, admin)
            other = await room.member(admin, "Marc", ["chef"])
            for path, text in {
                TABLE: 'game = "omaha"\nbots = ',
                EVENT: 'game = "holdem"\nfee = ',
            }.items():
                seen = (await chef.call("GET", path))["versions"][0]["version"]
                said = {"act": "change", "why": "mine", "version": seen}
                told = await asyncio.gather(
                    chef.call("POST", path, said | {"text": f"{text}2"}),
                    other.call("POST", path, said | {"text": f"{text}3"}),
                    return_exceptions=True,
                )
                assert [type(one) for one in told].count(No) == 1, told
                refused = next(one for one in told if isinstance(one, No))
                assert refused.name == "stale"
                assert "has written version" in str(refused)

    run(story(), 200)
