"""Names that can be read and told apart; chat that is kept, and hides nothing."""

import asyncio

import pytest

from croupier.server.books import schema
from croupier.server.people import names
from croupier.server.people.directory import BOTS
from croupier.server.refusals import No
from server.opening import opened, run
from server.test_people import CASINO, LIVE, refusal

HOUSE = (
    "admin|\u0430dmin|\uff41\uff44\uff4d\uff49\uff4e|Ad\u0301min|Croupier|the house|Chef de partie"
    "|cashier|Admin 2|La Maison|inspecteur|A.d.m.i.n|ADMIN|adm1n|the croupier|Aline|chloe|Hug0"
)
HIDDEN = (
    "\u3164\u3164|\u2800\u2800\u2800|Bob\u202e|Bo\u200bb|Bo\x1bb|a\u0301\u0302\u0303b|ab\u2066"
    "|a|a:b|!!!|  |\ue000\ue000|a name that is far too long for anybody"
)


@pytest.mark.parametrize("name", HOUSE.split("|"))
def test_the_house_and_its_bots_have_names_of_their_own(name):
    with pytest.raises(No, match="reserved for the house"):
        names.named(name, BOTS)


@pytest.mark.parametrize("name", HIDDEN.split("|"))
def test_a_name_hides_nothing(name):
    with pytest.raises(No, match=r"a name (has|may have)"):
        names.named(name)


def test_good_names_stay_as_they_are():
    for name in (
        "Ada",
        "Grace  Hopper",
        "Jos\u00e9",
        "\u0418\u0432\u0430\u043d",
        "\u674e\u56db",
        "O'Neil",
        "Anne-Marie 7",
        "Adam",
    ):
        assert names.named(name) == " ".join(name.split())


def test_names_that_look_the_same_are_one_name(database):
    async def play():
        async with opened(database, **LIVE) as room:
            await room.guest("paypal")
            for other in "\u0440\u0430\u0443\u0440\u0430l", "PAYPA1", "\uff50aypal":
                with refusal("taken"):
                    await room.guest(other)
            await room.guest("paypals")
            with refusal("taken: this name is reserved for the house"):
                await room.guest("\u0430dmin")
            admin = await room.admin()
            assert admin.name == "admin"

    run(play())


def test_what_is_said_is_kept_and_hides_nothing(database):
    async def play():
        async with opened(database, **LIVE | {"speed": 1.0}, chat_days=1) as room:
            admin = await room.admin()
            jeanne = await room.member(admin, "Jeanne", ["inspector"])
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            await ada.join(CASINO)
            await bob.join(CASINO)
            await ada.act(
                "chat", CASINO, text="hello\x1b[31m \u202eolleh\u0000 \U0001f468\u200d\U0001f469"
            )
            with refusal("malformed"):
                await ada.act("chat", CASINO, text="\u200b\u202e")
            while not any(notice["type"] == "chat" for notice in bob.notices):
                await asyncio.sleep(0.01)
            said = "hello[31m olleh \U0001f468\u200d\U0001f469"
            (heard,) = [one for one in bob.notices if one["type"] == "chat"]
            assert heard["text"] == said
            (line,) = await jeanne.call("GET", f"/api/staff/chats?table={CASINO}")
            assert (line["name"], line["text"], line["table"]) == ("Ada", said, CASINO)
            assert await jeanne.call("GET", f"/api/staff/chats?player={bob.player}") == []
            room.room.clock.not_before(room.room.clock.now() + 25 * 3600)
            while await room.room.store.rows(schema.chats.select()):
                await asyncio.sleep(0.1)

    run(play())
