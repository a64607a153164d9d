"""The browser: headers, the cookie, pages of other sites, broken requests, closed doors."""

import json

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.server import settings as setup
from croupier.server.settings import BadSettings
from server.opening import opened, run
from server.test_people import LIVE

PAGE = {"X-Croupier": "1"}
HELLO = json.dumps({"type": "hello", "version": 1})


def http_of(room, **more):
    return httpx.AsyncClient(base_url=room.address, timeout=30, **more)


def test_every_answer_has_its_headers(file):
    async def play():
        async with opened(file, **LIVE) as room, http_of(room) as http:
            for path in "/", "/api/lobby", "/api/nothing", "/api/me", "/assets/none", "/status":
                head = (await http.get(path)).headers
                policy = head["Content-Security-Policy"]
                assert "script-src 'self'" in policy, path
                assert "unsafe" not in policy
                assert "frame-ancestors 'none'" in policy
                assert head["X-Content-Type-Options"] == "nosniff"
                assert head["X-Frame-Options"] == "DENY"
                assert head["Referrer-Policy"] == "no-referrer"
                assert "camera=()" in head["Permissions-Policy"]
                assert ("no-store" in head.get("Cache-Control", "")) == (
                    path.startswith(("/api/", "/status"))
                )
                assert "Strict-Transport-Security" not in head, "not without TLS"
            answer = await http.get("/api/schema/openapi.json")
            assert answer.json()["info"]["title"] == "Croupier"
            assert "cdn" not in (await http.get("/api/schema")).text

    run(play())


def test_a_browser_has_its_token_in_a_cookie_that_scripts_cannot_read(file):
    async def play():
        async with opened(file, **LIVE) as room, http_of(room) as http:
            answer = await http.post("/api/guests", json={"nickname": "Ada"}, headers=PAGE)
            assert answer.json()["token"] == ""
            kept = {c.split("=")[0]: c for c in answer.headers.get_list("set-cookie")}
            for name in "croupier", "croupier-device":
                assert "HttpOnly" in kept[name]
                assert "SameSite=strict" in kept[name]
            me = (await http.get("/api/me")).json()
            assert me["name"] == "Ada"
            limits = {"loss_day": 5}
            blind = await http.put("/api/me/limits", json=limits)
            assert blind.status_code == 403, "a form of another site has no such header"
            evil = PAGE | {"Origin": "https://evil.example"}
            assert (await http.put("/api/me/limits", json=limits, headers=evil)).status_code == 403
            own = PAGE | {"Origin": room.address}
            assert (await http.put("/api/me/limits", json=limits, headers=own)).status_code == 200
            gone = await http.delete("/api/sessions/current", headers=PAGE)
            assert 'croupier="";' in gone.headers["set-cookie"]
            assert (await http.get("/api/me")).status_code == 401

    run(play())


def test_a_bot_has_its_token_in_the_answer_and_no_cookie(file):
    async def play():
        async with opened(file, **LIVE) as room, http_of(room) as http:
            answer = await http.post("/api/guests", json={"nickname": "Ada"})
            assert len(answer.json()["token"]) == 32
            assert "croupier" not in http.cookies

    run(play())


def test_a_line_takes_the_cookie_from_pages_of_our_own_only(file):
    async def play():
        async with opened(file, **LIVE) as room, http_of(room) as http:
            await http.post("/api/guests", json={"nickname": "Ada"}, headers=PAGE)
            cookie = {"Cookie": f"croupier={http.cookies['croupier']}"}
            url = room.address.replace("http", "ws") + "/ws"

            async def welcome(origin):
                async with connect(url, additional_headers=cookie, origin=origin) as line:
                    await line.send(HELLO)
                    return json.loads(await line.recv())

            assert (await welcome(room.address))["name"] == "Ada"
            for foreign in "https://evil.example", "null", room.address + ".evil.example":
                with pytest.raises((InvalidStatus, ConnectionClosed)):
                    await welcome(foreign)
            room.room.settings.address = "https://cards.example/"
            assert (await welcome("https://cards.example"))["name"] == "Ada"

    run(play())


def test_a_page_of_another_site_brings_no_guests(file):
    async def play():
        async with opened(file, **LIVE) as room, http_of(room) as http:
            head = {"Origin": "https://evil.example", "Content-Type": "text/plain"}
            text = json.dumps({"nickname": "Mallory"})
            answer = await http.post("/api/guests", content=text, headers=head)
            assert answer.status_code == 403

    run(play())


def test_broken_requests_are_refused_and_no_fault(file, capfd):
    async def play():
        async with opened(file, **LIVE) as room, http_of(room) as http:
            deep = "[" * 20_000 + "]" * 20_000
            for body in deep.encode(), b'{"nickname": "\xff\xfe"}', b"\xff", b"{", b"":
                answer = await http.post("/api/guests", content=body)
                assert answer.status_code == 400, (body[:20], answer.text)
                assert answer.json()["name"] == "malformed"
            for path in "/assets/%00", "/%00", "/api/tables/a%00/b", "/assets/%ff%fe", "/%2e%2e/x":
                assert (await http.get(path)).status_code in (400, 404), path
            url = room.address.replace("http", "ws") + "/ws"
            async with connect(url) as line:
                await line.send(HELLO)
                await line.recv()
                for frame in ("[" * 8000, '{"type":' * 2000, b"\xff\xfe", b'{"type": "\xff"}'):
                    await line.send(frame)
                    assert json.loads(await line.recv())["name"] == "malformed"

    run(play())
    assert '"fault"' not in "".join(capfd.readouterr())


def test_machines_need_a_token_and_strangers_see_nothing(file):
    async def play():
        token = "a token of the operator"  # noqa: S105
        async with opened(file, **LIVE, metrics_token=token) as room, http_of(room) as http:
            for path in "/metrics", "/status":
                assert (await http.get(path)).status_code == 401
                wrong = {"Authorization": "Bearer a token of another"}
                assert (await http.get(path, headers=wrong)).status_code == 401
                right = {"Authorization": f"Bearer {token}"}
                answer = await http.get(path, headers=right)
                assert answer.status_code == 200
            assert "croupier_commit_seconds" in (await http.get("/metrics", headers=right)).text
            policy = (await http.get("/status", headers=right)).headers["Content-Security-Policy"]
            assert "style-src 'sha256-" in policy

    run(play())


def test_only_a_proxy_that_is_named_tells_whose_address_it_is(file):
    async def play(trusted):
        choices = {"newcomers_an_hour": 2, "trusted_proxies": trusted}
        async with opened(file, **LIVE, **choices) as room, http_of(room) as http:
            found = []
            for number in range(4):
                head = {"X-Forwarded-For": f"192.0.2.{number}"}
                body = {"nickname": f"Ada {number} of {len(trusted)}"}
                found.append((await http.post("/api/guests", json=body, headers=head)).status_code)
            return found

    assert run(play([])) == [201, 201, 429, 429]
    assert run(play(["127.0.0.1"])) == [201, 201, 201, 201]


def test_behind_tls_cookies_are_bound_to_the_host(file):
    async def play():
        choices = {"trusted_proxies": ["127.0.0.1"]}
        async with opened(file, **LIVE, **choices) as room, http_of(room) as http:
            head = PAGE | {"X-Forwarded-Proto": "https"}
            answer = await http.post("/api/guests", json={"nickname": "Ada"}, headers=head)
            cookies = answer.headers.get_list("set-cookie")
            assert all(c.startswith("__Host-croupier") and "Secure" in c for c in cookies)
            assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"

    run(play())


def test_settings_that_cannot_stand_together():
    for given, why in (
        ({"demo": False}, "a room with a cage"),
        ({"demo": False, "bots": 0, "cage_in_demo": True}, "there is a cage already"),
        ({"tls_cert": "a.pem"}, "name both files"),
        ({"address": "cards.example"}, "write it in full"),
        ({"trusted_proxies": ["proxy"]}, "is not an address"),
        ({"metrics_token": "short"}, "16 characters or more"),
    ):
        with pytest.raises(BadSettings, match=why):
            setup.read("", {}, **given)
    assert setup.read("", {"CROUPIER_TRUSTED_PROXIES": "10.0.0.0/8,::1"}).trusted_proxies
    assert setup.read("", {}, demo=False, bots=0)
    assert setup.read("", {}, demo=False, house_bots=True)
