"""A database of version 0.1 opens: its people, passwords and sessions are still good."""

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from argon2 import PasswordHasher

from croupier.client import Client
from croupier.server.books import possession
from croupier.server.books.store import Store
from croupier.server.people.sessions import fingerprint
from server.opening import opened, run
from server.test_people import LIVE

PEOPLE = (
    ("a1", "admin", "admin cashier inspector player screen"),
    ("a2", "\u0430dmin", "player"),
    ("a3", "Jeanne", "inspector player"),
    ("a4", "Carla", "cashier"),
    ("a5", "the house", "player"),
)


def old(database: str) -> None:
    """As version 0.1 left it."""

    def fill(link):
        config = Config()
        config.set_main_option("script_location", str(possession.VERSIONS.parent))
        config.attributes["connection"] = link
        command.upgrade(config, "0002")
        secret = PasswordHasher().hash("8 chars!")
        for player, name, roles in PEOPLE:
            row = {"player": player, "name": name, "key": name.casefold(), "roles": roles}
            row |= {"kind": "account", "secret": secret, "since": 1.0, "muted_until": 0.0}
            link.execute(
                sa.text(
                    "INSERT INTO people (player, name, key, kind, secret, roles, since,"
                    " muted_until, limits) VALUES (:player, :name, :key, :kind, :secret, :roles,"
                    " :since, :muted_until, :limits)"
                ),
                row | {"limits": b""},
            )
        token = {"id": fingerprint("an old token"), "player": "a4", "at": 4e9}
        link.execute(
            sa.text(
                "INSERT INTO sessions (id, player, opened_at, revoked_at)"
                " VALUES (:id, :player, :at, 0)"
            ),
            token,
        )
        link.execute(sa.text("INSERT INTO facts (name, value) VALUES ('staff link', 'used')"))

    async def write():
        store = Store(database)
        async with store.engine.begin() as link:
            await link.run_sync(fill)
        await store.engine.dispose()

    run(write())


def test_people_of_the_first_version_come_in(empty):
    old(empty)

    async def play():
        async with opened(empty, **LIVE) as room:
            found = {}
            for player, name, _ in PEOPLE:
                client = Client(room.address)
                room.clients.append(client)
                await client.log_in(name, "8 chars!")
                assert client.player == player, "names that look the same stay two people"
                found[name] = client.roles
            assert [*found.values()] == [
                ["admin"],
                ["player"],
                ["inspector"],
                ["cashier"],
                ["player"],
            ]
            carla = Client(room.address, "an old token")
            room.clients.append(carla)
            assert (await carla.call("GET", "/api/me"))["name"] == "Carla"
            assert room.room.link == ""

    run(play())

    async def again():
        async with opened(empty, **LIVE) as room:
            people = room.room.people
            assert people.named("\u0430dmin").player == "a2"
            assert people.named("ADMIN").player == "a1"

    run(again())
