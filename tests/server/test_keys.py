"""How people come in: passwords, tries, second factors, links, sessions that end."""

import asyncio
import json
import secrets
import time
from base64 import b32encode, urlsafe_b64encode
from hashlib import sha256

import httpx
import pytest
from cbor2 import dumps
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from croupier.cli import serve
from croupier.client import Client, Gone, No
from croupier.server.books.store import Store
from croupier.server.live import room as rooms
from croupier.server.people import buckets, passwords, throttle
from croupier.server.people.factors import STEP, code_of
from croupier.server.people.links import to_admin
from croupier.server.people.sessions import fingerprint
from croupier.server.refusals import No as Refused
from server.opening import PASSWORD, opened, run
from server.test_people import LIVE, refusal
from server.test_staff import CASINO, WHY

OTHER = "another long password"


def client_of(room, token=""):
    found = Client(room.address, token)
    room.clients.append(found)
    return found


async def account(room, name="Grace Hopper"):
    client = client_of(room)
    body = {"name": name, "password": PASSWORD}
    return client._entered(await client.call("POST", "/api/accounts", body))


# Passwords.


def test_passwords_that_are_guessed_first():
    passwords.check(PASSWORD, "Grace")
    for bad in "short", "password123", "PassWord123", "aaaaaaaaaaaa", "x" * 201, "Grâce Höpper 42":
        with pytest.raises(Refused, match="password"):
            passwords.check(bad, "Grace Hopper")


def test_a_password_is_changed_and_the_other_sessions_end_with_their_lines(database):
    async def play():
        async with opened(database, **LIVE) as room:
            grace = await account(room)
            there = await client_of(room).log_in("Grace Hopper", PASSWORD)
            await there.connect()
            for body, name in (
                ({"old": OTHER, "new": OTHER}, "forbidden"),
                ({"old": PASSWORD, "new": "short"}, "malformed"),
                ({"old": PASSWORD, "new": "grace hopper"}, "malformed"),
            ):
                with refusal(name):
                    await grace.call("PUT", "/api/me/password", body)
            await grace.call("PUT", "/api/me/password", {"old": PASSWORD, "new": OTHER})
            assert (await grace.call("GET", "/api/me"))["name"] == "Grace Hopper"
            with refusal("no_session"):
                await there.call("GET", "/api/me")
            with pytest.raises(Gone):
                await there.join(CASINO)
            with refusal("no_session"):
                await client_of(room).log_in("Grace Hopper", PASSWORD)
            await client_of(room).log_in("Grace Hopper", OTHER)

    run(play())


def test_a_guest_with_a_password_has_an_account_with_the_same_chips_and_hands(database):
    async def play():
        async with opened(database, **LIVE) as room:
            ada = await room.guest("Ada")
            before = await ada.call("GET", "/api/me")
            table = await ada.join(CASINO)
            await table.sit(buy_in=100_00)
            await ada.call("PUT", "/api/me/password", {"new": OTHER})
            again = await client_of(room).log_in("Ada", OTHER)
            after = await again.call("GET", "/api/me")
            assert after["player"] == before["player"]
            assert [*after["tables"]] == [CASINO]
            assert after["balance"] == before["balance"] - 100_00
            with refusal("forbidden"):
                await ada.call("PUT", "/api/me/password", {"new": PASSWORD})
        async with opened(database, **LIVE) as room:
            again = await client_of(room).log_in("Ada", OTHER)
            assert (await again.call("GET", "/api/me"))["player"] == before["player"]

    run(play())


def test_no_account_where_the_staff_makes_them(database):
    async def play():
        async with opened(database, **LIVE | {"registration": False}) as room:
            ada = await room.guest("Ada")
            with refusal("forbidden"):
                await ada.call("PUT", "/api/me/password", {"new": OTHER})

    run(play())


def test_a_link_of_the_admin_resets_a_password_once(database):
    async def play():
        async with opened(database, **LIVE) as room:
            admin = await room.admin()
            grace = await account(room)
            link = f"/api/staff/accounts/{grace.player}/link"
            old = (await admin.call("POST", link, WHY))["code"]
            code = (await admin.call("POST", link, WHY))["code"]
            new = client_of(room)
            with refusal("no_session"):
                await new.call("POST", "/api/sessions/reset", {"code": old, "password": OTHER})
            with refusal("malformed"):
                await new.call("POST", "/api/sessions/reset", {"code": code, "password": "short"})
            body = {"code": code, "password": OTHER}
            assert await new.call("POST", "/api/sessions/reset", body) == {"name": "Grace Hopper"}
            with refusal("no_session"):
                await new.call("POST", "/api/sessions/reset", body)
            with refusal("no_session"):
                await grace.call("GET", "/api/me")
            await new.log_in("Grace Hopper", OTHER)
            with refusal("forbidden: staff can't act on their own"):
                await admin.call("POST", f"/api/staff/accounts/{admin.player}/link", WHY)
            lines = await admin.call("GET", "/api/staff/journal?act=reset+link")
            assert [line["body"]["player"] for line in lines] == [grace.player] * 2
            late = (await admin.call("POST", link, WHY))["code"]
            room.room.clock.not_before(room.room.clock.now() + 25 * 3600)
            with refusal("no_session"):
                await new.call("POST", "/api/sessions/reset", {"code": late, "password": OTHER})

    run(play())


# Tries.


def test_guesses_at_once_are_counted_before_they_are_looked_at(file, true_passwords):
    async def play():
        async with opened(file, **LIVE) as room:
            await account(room)
            body = {"name": "grace hopper", "password": "a guess of mine"}
            async with httpx.AsyncClient(base_url=room.address, timeout=30) as http:
                tries = [http.post("/api/sessions", json=body) for _ in range(60)]
                statuses = [answer.status_code for answer in await asyncio.gather(*tries)]
            assert statuses.count(401) <= 5
            assert statuses.count(429) >= 55

    run(play())


def test_names_are_guessed_by_address_and_work_is_bounded(file, true_passwords):
    async def play():
        async with opened(file, **LIVE) as room:
            async with httpx.AsyncClient(base_url=room.address, timeout=60) as http:
                tries = [
                    http.post("/api/sessions", json={"name": f"name {n}", "password": "a guess"})
                    for n in range(60)
                ]
                statuses = [answer.status_code for answer in await asyncio.gather(*tries)]
            assert statuses.count(401) <= passwords.WAITING
            assert {*statuses} == {401, 429, 503}
            assert statuses.count(429) >= 30

    run(play())


def test_the_owner_comes_in_while_a_stranger_guesses(database):
    async def play():
        async with opened(database, **LIVE) as room:
            grace = await account(room)
            stranger = client_of(room)
            for _ in range(6):
                with pytest.raises(No, match=r"^no_session|^too_fast"):
                    await stranger.log_in("Grace Hopper", "a guess of mine")
            with refusal("too_fast"):
                await stranger.log_in("Grace Hopper", PASSWORD)
            await grace.log_in("Grace Hopper", PASSWORD)  # The device is known.
            for _ in range(5):
                with refusal("no_session"):
                    await grace.log_in("Grace Hopper", "a guess of mine")
            with refusal("too_fast"):
                await grace.log_in("Grace Hopper", PASSWORD)

    run(play())


def test_tries_are_forgotten_in_time_and_take_little_memory(monkeypatch):
    monkeypatch.setattr(buckets, "MOST_KEYS", 100)
    tries = throttle.Tries()
    for number in range(1000):
        try:
            tries.take(f"name {number}", f"192.0.2.{number % 250}", "")
        except Refused:
            continue
    assert len(tries.accounts.kept) <= 100
    assert len(tries.addresses.kept) <= 100


# Second factors.


def shows(secret: str) -> str:
    """What an app shows now."""
    return code_of(secret, int(time.time()) // STEP)


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (20000000000, "353130")],
)
def test_codes_are_those_of_the_standard(seconds, code):
    """The test vectors of RFC 6238, last six digits."""
    secret = b32encode(b"12345678901234567890").decode()
    assert code_of(secret, seconds // STEP) == code


async def with_app(client, password=PASSWORD):
    begun = await client.call("POST", "/api/me/factors/app", {"password": password})
    assert begun["picture"].startswith("data:image/svg+xml")
    assert begun["secret"] in begun["uri"]
    secret = begun["secret"]
    with refusal("not_allowed"):
        await client.call(
            "POST", "/api/me/factors/app/confirm", {"ticket": begun["ticket"], "code": "000"}
        )
    body = {"ticket": begun["ticket"], "code": shows(secret), "name": "phone"}
    added = await client.call("POST", "/api/me/factors/app/confirm", body)
    return secret, added["codes"]


async def first_half(room, name="Grace Hopper", password=PASSWORD):
    client = client_of(room)
    half = await client.call("POST", "/api/sessions", {"name": name, "password": password})
    assert half["name"] == "second_factor"
    assert "token" not in half
    return client, half


def test_a_code_of_the_app_is_asked_for_and_good_once(database, monkeypatch):
    async def play():
        async with opened(database, **LIVE) as room:
            grace = await account(room)
            with refusal("forbidden"):
                await grace.call("POST", "/api/me/factors/app", {"password": OTHER})
            secret, codes = await with_app(grace)
            assert len(codes) == 10
            client, half = await first_half(room)
            assert half["kinds"] == ["app"]
            used = {"ticket": half["ticket"], "code": shows(secret)}
            with refusal("no_session: this code is wrong"):
                await client.call("POST", "/api/sessions/factor", used)
            real = time.time
            monkeypatch.setattr(time, "time", lambda: real() + 30)
            good = used | {"code": shows(secret)}
            session = await client.call("POST", "/api/sessions/factor", good)
            assert session["player"] == grace.player
            with refusal("no_session: this took too long"):
                await client.call("POST", "/api/sessions/factor", good)
            client, half = await first_half(room)
            with refusal("no_session"):
                await client.call("POST", "/api/sessions/factor", good | {"ticket": half["ticket"]})
            assert (await client_of(room).log_in("Grace Hopper", PASSWORD, codes[9])).token
            paper = {"ticket": half["ticket"], "code": codes[3].upper().replace("-", " ")}
            await client.call("POST", "/api/sessions/factor", paper)
            keys = await grace.call("GET", "/api/me/keys")
            assert (keys["codes"], [one["name"] for one in keys["factors"]]) == (8, ["phone"])
            client, half = await first_half(room)
            with refusal("no_session"):
                await client.call(
                    "POST", "/api/sessions/factor", paper | {"ticket": half["ticket"]}
                )
            statuses = []
            for code in range(12):
                try:
                    body = {"ticket": half["ticket"], "code": f"{code:06}"}
                    await client.call("POST", "/api/sessions/factor", body)
                except No as no:
                    statuses.append(no.name)
            assert statuses[-1] == "too_fast"
            new = await grace.call("POST", "/api/me/codes", {"password": PASSWORD})
            assert not {*new["codes"]} & {*codes}
            (line,) = keys["factors"]
            gone = f"/api/me/factors/{line['id']}/remove"
            with refusal("forbidden"):
                await grace.call("POST", gone, {"password": OTHER})
            await grace.call("POST", gone, {"password": PASSWORD})
            assert (await grace.call("GET", "/api/me/keys"))["codes"] == 0
            await client_of(room).log_in("Grace Hopper", PASSWORD)

    run(play())

    async def again():
        async with opened(database, **LIVE) as room:
            await client_of(room).log_in("Grace Hopper", PASSWORD)

    run(again())


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """A passkey in software: what a browser and its device do."""

    def __init__(self, origin: str) -> None:
        self.origin, self.key, self.id, self.count = (
            origin,
            ec.generate_private_key(ec.SECP256R1()),
            secrets.token_bytes(16),
            0,
        )

    def _data(self, kind: str, challenge: str, rp: str, more: bytes = b"") -> tuple[bytes, bytes]:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        self.count += 1
        flags = 0x45 if more else 0x05
        head = sha256(rp.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")
        return json.dumps(said).encode(), head + more

    def make(self, options):
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public = dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        body = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        said, data = self._data("webauthn.create", options["challenge"], options["rp"]["id"], body)
        attested = dumps({"fmt": "none", "attStmt": {}, "authData": data})
        answer = {"clientDataJSON": b64(said), "attestationObject": b64(attested)}
        return self._named(answer)

    def show(self, options):
        said, data = self._data("webauthn.get", options["challenge"], options["rpId"])
        signed = self.key.sign(data + sha256(said).digest(), ec.ECDSA(SHA256()))
        parts = {"clientDataJSON": said, "authenticatorData": data, "signature": signed}
        return self._named({name: b64(part) for name, part in parts.items()})

    def _named(self, answer):
        return {"id": b64(self.id), "rawId": b64(self.id), "type": "public-key", "response": answer}


def test_a_passkey_is_made_and_shown(database):
    async def play():
        async with opened(database, **LIVE) as room:
            address = room.address.replace("127.0.0.1", "localhost")
            room.room.settings.address = address
            grace = await account(room)
            device, foreign = Authenticator(address), Authenticator("https://evil.example")
            begun = await grace.call("POST", "/api/me/factors/passkey", {"password": PASSWORD})
            body = {"ticket": begun["ticket"], "passkey": foreign.make(begun["options"])}
            with refusal("not_allowed: this passkey was not accepted"):
                await grace.call("POST", "/api/me/factors/passkey/confirm", body)
            begun = await grace.call("POST", "/api/me/factors/passkey", {"password": PASSWORD})
            body = {"ticket": begun["ticket"], "passkey": device.make(begun["options"])}
            added = await grace.call("POST", "/api/me/factors/passkey/confirm", body)
            assert len(added["codes"]) == 10
            client, half = await first_half(room)
            proof = {"ticket": half["ticket"], "passkey": device.show(half["passkey"])}
            assert (await client.call("POST", "/api/sessions/factor", proof))["player"]
            client, half = await first_half(room)
            with refusal("no_session"):
                await client.call(
                    "POST", "/api/sessions/factor", proof | {"ticket": half["ticket"]}
                )
            client, half = await first_half(room)
            device.key = foreign.key
            bad = {"ticket": half["ticket"], "passkey": device.show(half["passkey"])}
            with refusal("no_session: this passkey was not accepted"):
                await client.call("POST", "/api/sessions/factor", bad)
            for rubbish in ({}, [], "x", {"id": b64(device.id)}, {"id": 5, "response": None}):
                client, half = await first_half(room)
                with refusal("no_session"):
                    body = {"ticket": half["ticket"], "passkey": rubbish}
                    await client.call("POST", "/api/sessions/factor", body)

    run(play())


def test_the_staff_sets_a_password_and_a_second_factor_before_it_serves(database):
    async def play():
        async with opened(database, **LIVE, staff_second_factor=True) as room:
            admin = await room.admin()
            assert (await admin.call("GET", "/api/me/keys"))["lacks"] == ["password", "factor"]
            body = {"name": "Carla", "roles": ["cashier"]}
            with refusal("second_factor"):
                await admin.call("POST", "/api/staff/accounts", body)
            with refusal("not_allowed: set a password first"):
                await admin.call("POST", "/api/me/factors/app", {})
            await admin.call("PUT", "/api/me/password", {"new": PASSWORD})
            await with_app(admin)
            made = await admin.call("POST", "/api/staff/accounts", body)
            carla = client_of(room)
            code = {"code": made["code"], "password": OTHER}
            await carla.call("POST", "/api/sessions/reset", code)
            await carla.log_in("Carla", OTHER)
            with refusal("second_factor"):
                await carla.call("GET", "/api/cashier/players")
            await with_app(carla, OTHER)
            assert await carla.call("GET", "/api/cashier/players")
            lost = {"factors": True, "why": "the phone fell into the sea"}
            link = f"/api/staff/accounts/{made['player']}/link"
            await admin.call("POST", link, lost)
            with refusal("second_factor"):
                await carla.call("GET", "/api/cashier/players")

    run(play())


# Sessions.


def test_sessions_are_listed_and_ended(database):
    async def play():
        async with opened(database, **LIVE) as room:
            grace = await account(room)
            others = [await client_of(room).log_in("Grace Hopper", PASSWORD) for _ in range(3)]
            for other in others:
                await other.connect()
            lines = await grace.call("GET", "/api/sessions")
            assert [line["current"] for line in lines].count(True) == 1
            assert len(lines) == 4
            assert all(line["agent"].startswith("python-httpx") for line in lines)
            await grace.call("DELETE", f"/api/sessions/{fingerprint(others[0].token)}")
            with refusal("no_session"):
                await others[0].call("GET", "/api/me")
            await others[1].call("GET", "/api/me")
            await grace.call("DELETE", "/api/sessions/others")
            for other in others:
                with pytest.raises(Gone):
                    await other.join(CASINO)
            assert len(await grace.call("GET", "/api/sessions")) == 1
            ada = await room.guest("Ada")
            with refusal("not_found"):
                await ada.call("DELETE", f"/api/sessions/{fingerprint(grace.token)}")

    run(play())


def test_a_session_that_is_too_old_ends_on_its_line_too(database, monkeypatch):
    monkeypatch.setattr(rooms, "CARE_SECONDS", 0.2)

    async def play():
        async with opened(database, **LIVE | {"speed": 1.0}, session_hours=1) as room:
            ada, bob = await room.guest("Ada"), await room.guest("Bob")
            table = await ada.join(CASINO)
            await bob.connect()
            room.room.clock.not_before(room.room.clock.now() + 2 * 3600)
            with refusal("no_session"):
                await ada.call("GET", "/api/me")
            with pytest.raises(Gone):
                await table.sit(100_00)
            assert not table.seat
            while room.room.sockets:  # Nobody needs to speak for it to end.
                await asyncio.sleep(0.02)

    run(play())


def test_a_member_of_the_staff_comes_in_anew_each_day(database):
    async def play():
        async with opened(database, **LIVE, staff_session_hours=12) as room:
            admin, ada = await room.admin(), await room.guest("Ada")
            room.room.clock.not_before(room.room.clock.now() + 13 * 3600)
            with refusal("no_session: this session has expired"):
                await admin.call("GET", "/api/me")
            await ada.call("GET", "/api/me")

    run(play())


def test_a_new_admin_is_made_on_the_machine_while_the_room_is_open(database):
    async def play():
        async with opened(database, **LIVE) as room:
            first = await room.admin()
            code = await to_admin(Store(database))
            second = await client_of(room).staff_link(code)
            assert second.roles == ["admin"]
            assert second.player != first.player
            with refusal("no_session"):
                await client_of(room).staff_link(code)

    run(play())


def test_the_command_prints_the_link(tmp_path, capsys):
    database = str(tmp_path / "room.db")

    async def play():
        async with opened(database, **LIVE) as room:
            await room.admin()

    run(play())
    serve.admin("", database=database)
    assert "http://127.0.0.1:8000/#staff=" in capsys.readouterr().out
    with pytest.raises(serve.Mistake, match="there is no database"):
        serve.admin("", database=str(tmp_path / "none.db"))
