"""Clubs: founded, joined by a code, led and left; to everybody else there is none."""

import pytest

from croupier.client import No
from croupier.server.people import clubs, codes
from server.opening import PASSWORD, opened, run

ROOM = {"houses": ["french-casino"]}


async def account(room, name):
    client = room.client()
    made = {"name": name, "password": PASSWORD}
    return client._entered(await client.call("POST", "/api/accounts", made))


async def founded(room, *names):
    """A club, its founder and these members."""
    founder = await account(room, "Ada")
    club = await founder.call("POST", "/api/clubs", {"name": "Les Mardis"})
    members = [await room.guest(name) for name in names]
    for one in members:
        await one.call("POST", "/api/clubs/join", {"code": club["code"]})
    return club["club"], founder, *members


def at(club):
    return f"/api/clubs/{club}"


def roles(told):
    return {line["name"]: line["role"] for line in told["people"]}


def test_a_club_is_founded_joined_and_found_again(database):
    async def play():
        async with opened(database, **ROOM) as room:
            club, ada, bob = await founded(room, "Bob")
            told = await ada.call("GET", at(club))
            assert roles(told) == {"Ada": "founder", "Bob": "member"}
            assert (told["name"], told["members"]) == ("Les Mardis", 2)
            written = told["code"].lower()
            again = await bob.call(
                "POST", "/api/clubs/join", {"code": f"{written[:4]}-{written[4:]}"}
            )
            assert again["members"] == 2, "whoever is in stays in"
            assert again["code"] == "", "a member invites nobody"
            tokens = ada.token, bob.token
        async with opened(database, **ROOM) as room:
            for token, role in zip(tokens, ("founder", "member"), strict=True):
                client = room.client()
                client.token = token
                [line] = await client.call("GET", "/api/clubs")
                assert (line["name"], line["role"]) == ("Les Mardis", role)

    run(play())


def test_a_stranger_learns_nothing_of_a_club(database):
    async def play():
        async with opened(database, **ROOM) as room:
            club, ada = await founded(room)
            eve = await room.guest("Eve")
            assert await eve.call("GET", "/api/clubs") == []
            for path in "", "/standings", "/hands", "/hands.zip", "/hands/french-casino/no-limit/1":
                with pytest.raises(No) as told:
                    await eve.call("GET", at(club) + path)
                with pytest.raises(No) as nowhere:
                    await eve.call("GET", at("cnowhere") + path)
                assert told.value.name == nowhere.value.name == "not_found"
                assert str(told.value) == str(nowhere.value), "as of a club that never was"
            for wrong in "PUT", "DELETE":
                path = f"/members/{ada.player}" if wrong == "PUT" else "/me"
                with pytest.raises(No, match="not_found"):
                    await eve.call(wrong, at(club) + path, {"role": "out"})
            with pytest.raises(No, match="not_found"):
                await eve.call("POST", at(club) + "/code")

    run(play())


def test_codes_cannot_be_tried_without_end(file):
    async def play():
        async with opened(file, **ROOM) as room:
            club, ada = await founded(room)
            eve = await room.guest("Eve")
            for _ in range(codes.TRIES):
                with pytest.raises(No, match="not_found"):
                    await eve.call("POST", "/api/clubs/join", {"code": "2222-2222"})
            code = (await ada.call("GET", at(club)))["code"]
            with pytest.raises(No, match="too_fast"):
                await eve.call("POST", "/api/clubs/join", {"code": code})

    run(play())


def test_whoever_is_above_another_changes_what_they_are(database):
    async def play():
        async with opened(database, **ROOM) as room:
            club, ada, bob, cyd, dan = await founded(room, "Bob", "Cyd", "Dan")

            async def make(by, whom, role):
                told = await by.call("PUT", f"{at(club)}/members/{whom.player}", {"role": role})
                return roles(told)

            for by, whom, role in (
                (cyd, dan, "out"),  # A member is above nobody.
                (cyd, cyd, "steward"),
                (ada, ada, "member"),  # The founder leaves, or hands over.
            ):
                with pytest.raises(No, match="forbidden"):
                    await make(by, whom, role)
            assert (await make(ada, bob, "steward"))["Bob"] == "steward"
            for whom, role in (ada, "member"), (cyd, "steward"), (bob, "founder"), (cyd, "founder"):
                with pytest.raises(No, match="forbidden"):
                    await make(bob, whom, role)
            before = (await bob.call("GET", at(club)))["code"]
            assert (await make(bob, dan, "out"))["Dan"] == "out"
            assert await dan.call("GET", "/api/clubs") == []
            after = (await bob.call("GET", at(club)))["code"]
            assert after != before, "whoever is put out cannot hand the invitation on"
            with pytest.raises(No, match="forbidden"):
                await dan.call("POST", "/api/clubs/join", {"code": after})
            assert "Dan" not in roles(await cyd.call("GET", at(club)))
            assert (await make(bob, dan, "member"))["Dan"] == "member"
            assert (await make(ada, cyd, "founder"))["Ada"] == "steward"
            rows = await cyd.call("GET", at(club))
            assert roles(rows)["Cyd"] == "founder"

    run(play())


def test_the_founder_alone_renames_a_club_and_dissolves_it(database):
    async def play():
        async with opened(database, **ROOM) as room:
            club, ada, bob = await founded(room, "Bob")
            await ada.call("POST", "/api/clubs", {"name": "Les Jeudis"})
            for wrong in "PUT", "DELETE":
                with pytest.raises(No, match="founder"):
                    await bob.call(wrong, at(club), {"name": "Bob's"})
            for name, why in ("Les Jeudis", "taken"), ("Casino français", "name"), ("", "name"):
                with pytest.raises(No, match=why):
                    await ada.call("PUT", at(club), {"name": name})
            told = await ada.call("PUT", at(club), {"name": "Les Lundis"})
            assert (told["name"], told["members"]) == ("Les Lundis", 2)
            code = told["code"]
            tokens = ada.token, bob.token
        async with opened(database, **ROOM) as room:
            ada, bob = room.client(), room.client()
            ada.token, bob.token = tokens
            assert (await bob.call("GET", at(club)))["name"] == "Les Lundis"
            again = await ada.call("POST", "/api/clubs", {"name": "Les Mardis"})
            assert again["club"] != club, "the old name is free"
            left = await ada.call("DELETE", at(club))
            assert [line["name"] for line in left] == ["Les Jeudis", "Les Mardis"]
            assert await bob.call("GET", "/api/clubs") == []
            with pytest.raises(No, match="not_found"):
                await bob.call("POST", "/api/clubs/join", {"code": code})

    run(play())


def test_a_club_outlives_its_founder_and_ends_with_its_last_member(database):
    async def play():
        async with opened(database, **ROOM) as room:
            club, ada, bob, cyd = await founded(room, "Bob", "Cyd")
            await ada.call("PUT", f"{at(club)}/members/{cyd.player}", {"role": "steward"})
            assert await ada.call("DELETE", f"{at(club)}/me") == []
            assert roles(await bob.call("GET", at(club))) == {"Cyd": "founder", "Bob": "member"}
            await cyd.call("DELETE", f"{at(club)}/me")
            assert roles(await bob.call("GET", at(club))) == {"Bob": "founder"}
            await bob.call("DELETE", f"{at(club)}/me")
            assert room.room.clubs.known == {}
            again = await ada.call("POST", "/api/clubs", {"name": "les mardis"})
            assert again["club"] != club

    run(play())


def test_a_club_bears_no_name_of_the_house_or_of_another(file):
    async def play():
        async with opened(file, **ROOM) as room:
            _, ada = await founded(room)
            for name in "LES MARDIS", "L\u0435s M\u0430rdis":  # The second in Cyrillic letters.
                with pytest.raises(No, match="taken"):
                    await ada.call("POST", "/api/clubs", {"name": name})
            title = room.room.houses["french-casino"].title
            for name in title, "The House", "Croupier staff", "x":
                with pytest.raises(No, match=r"taken|malformed"):
                    await ada.call("POST", "/api/clubs", {"name": name})
            guest = await room.guest("Eve")
            with pytest.raises(No, match="account"):
                await guest.call("POST", "/api/clubs", {"name": "Eves"})

    run(play())


def test_clubs_and_their_members_are_not_without_number(file, monkeypatch):
    monkeypatch.setattr(clubs, "MOST_MEMBERS", 2)
    monkeypatch.setattr(clubs, "MOST_CLUBS", 2)

    async def play():
        async with opened(file, **ROOM) as room:
            club, ada, _ = await founded(room, "Bob")
            code = (await ada.call("GET", at(club)))["code"]
            with pytest.raises(No, match="at most 2 members"):
                await (await room.guest("Cyd")).call("POST", "/api/clubs/join", {"code": code})
            await ada.call("POST", "/api/clubs", {"name": "Second"})
            with pytest.raises(No, match="leave one"):
                await ada.call("POST", "/api/clubs", {"name": "Third"})
            with pytest.raises(No, match="too_fast"):
                await ada.call("POST", "/api/clubs", {"name": "Fourth"})

    run(play())
