"""Every call and every role: who may make it, told here once more and tried on a real room."""

import re

import pytest
from litestar import get

from croupier.client import Client
from croupier.core.felt import Fault
from croupier.server import app
from croupier.server.api import lobby
from croupier.server.live.room import Room
from croupier.server.people import duties
from croupier.server.settings import Settings
from server.opening import opened, run

ROLES = ("nobody", "guest", "chef", "inspector", "cashier", "auditor", "admin")
EVERYBODY = "nobody guest chef inspector cashier auditor admin"
SIGNED_IN = "guest chef inspector cashier auditor admin"
TABLE = {
    "GET /": EVERYBODY,
    "GET /{file_path}": EVERYBODY,
    "GET /api/health": EVERYBODY,
    "GET /api/schema": EVERYBODY,
    "GET /api/schema/openapi.json": EVERYBODY,
    "GET /api/schema/{path}": EVERYBODY,
    "GET /metrics": "auditor admin",
    "GET /status": "auditor admin",
    "POST /api/guests": EVERYBODY,
    "POST /api/accounts": EVERYBODY,
    "POST /api/sessions": EVERYBODY,
    "POST /api/sessions/factor": EVERYBODY,
    "POST /api/sessions/link": EVERYBODY,
    "POST /api/sessions/reset": EVERYBODY,
    "GET /api/sessions": SIGNED_IN,
    "DELETE /api/sessions/{key}": SIGNED_IN,
    "GET /api/lobby": EVERYBODY,
    "GET /api/tables/{house}/{table}": EVERYBODY,
    "GET /api/tables/{house}/{table}/guide": EVERYBODY,
    "GET /api/tables/{house}/{table}/fair": EVERYBODY,
    "GET /api/tables/{house}/{table}/fair/{hand}": EVERYBODY,
    "GET /api/fair": EVERYBODY,
    "GET /api/tournaments": EVERYBODY,
    "GET /api/tournaments/{house}/{name}": EVERYBODY,
    "GET /api/tournaments/{house}/{name}/hands": SIGNED_IN,
    "GET /api/tournaments/{house}/{name}/hands.zip": SIGNED_IN,
    "GET /api/tournaments/{house}/{name}/hands/{number}/{hand}": SIGNED_IN,
    "GET /api/tournaments/{house}/{name}/summary": SIGNED_IN,
    "GET /api/clauses/{clause}": EVERYBODY,
    "GET /api/words": EVERYBODY,
    "GET /api/odds": EVERYBODY,
    "POST /api/odds": EVERYBODY,
    "POST /api/odds/curve": EVERYBODY,
    "POST /api/odds/spot": EVERYBODY,
    "POST /api/odds/equity": EVERYBODY,
    "POST /api/odds/pushfold": EVERYBODY,
    "POST /api/odds/subgame": EVERYBODY,
    "POST /api/practice": SIGNED_IN,
    "GET /api/coach/{house}/{table}": SIGNED_IN,
    "GET /api/coach/{house}/{table}/{hand}": SIGNED_IN,
    "GET /api/me": SIGNED_IN,
    "GET /api/me/hands": SIGNED_IN,
    "GET /api/me/hands/{house}/{table}/{hand}": SIGNED_IN,
    "GET /api/me/hands/{house}/{table}/{hand}/text": SIGNED_IN,
    "GET /api/me/hands/{house}/{table}/{hand}/fair": SIGNED_IN,
    "GET /api/me/hands.zip": SIGNED_IN,
    "POST /api/me/hands/read": SIGNED_IN,
    "GET /api/me/figures": SIGNED_IN,
    "GET /api/me/tastes": SIGNED_IN,
    "PUT /api/me/tastes": SIGNED_IN,
    "GET /api/me/acquaintances": SIGNED_IN,
    "PUT /api/me/acquaintances": SIGNED_IN,
    "GET /api/tables/{house}/{table}/faces": SIGNED_IN,
    "GET /api/leaderboard": SIGNED_IN,
    "GET /api/me/figures.csv": SIGNED_IN,
    "GET /api/me/postings": SIGNED_IN,
    "GET /api/me/limits": SIGNED_IN,
    "PUT /api/me/limits": SIGNED_IN,
    "POST /api/me/exclusion": SIGNED_IN,
    "POST /api/me/chips": "guest",
    "POST /api/tables/{house}/{table}/consider": SIGNED_IN,
    "GET /api/me/keys": SIGNED_IN,
    "PUT /api/me/password": SIGNED_IN,
    "POST /api/me/factors/app": SIGNED_IN,
    "POST /api/me/factors/app/confirm": SIGNED_IN,
    "POST /api/me/factors/passkey": SIGNED_IN,
    "POST /api/me/factors/passkey/confirm": SIGNED_IN,
    "POST /api/me/factors/{key}/remove": SIGNED_IN,
    "POST /api/me/codes": SIGNED_IN,
    "GET /api/clubs": SIGNED_IN,
    "POST /api/clubs": SIGNED_IN,
    "POST /api/clubs/join": SIGNED_IN,
    "GET /api/clubs/{club}": SIGNED_IN,
    "PUT /api/clubs/{club}": SIGNED_IN,
    "DELETE /api/clubs/{club}": SIGNED_IN,
    "PUT /api/clubs/{club}/members/{player}": SIGNED_IN,
    "DELETE /api/clubs/{club}/me": SIGNED_IN,
    "POST /api/clubs/{club}/code": SIGNED_IN,
    "GET /api/clubs/{club}/standings": SIGNED_IN,
    "GET /api/clubs/{club}/hands": SIGNED_IN,
    "GET /api/clubs/{club}/hands.zip": SIGNED_IN,
    "GET /api/clubs/{club}/hands/{house}/{table}/{hand}": SIGNED_IN,
    "GET /api/private": SIGNED_IN,
    "POST /api/private": SIGNED_IN,
    "POST /api/codes": SIGNED_IN,
    "GET /api/tables/{house}/{table}/host": SIGNED_IN,
    "POST /api/tables/{house}/{table}/host": SIGNED_IN,
    "GET /api/staff/floor": "chef inspector cashier auditor",
    "GET /api/staff/tables/{house}/{table}": "chef inspector auditor",
    "POST /api/staff/tables/{house}/{table}": "chef inspector",
    "POST /api/staff/tournaments/{house}/{name}": "chef inspector",
    "GET /api/staff/sheets": "chef inspector auditor admin",
    "GET /api/staff/sheets/{house}/{table}": "chef inspector auditor admin",
    "POST /api/staff/sheets/{house}/{table}": "chef inspector admin",
    "GET /api/staff/houses/{house}": "chef inspector auditor admin",
    "PUT /api/staff/houses/{house}": "chef inspector admin",
    "GET /api/staff/events/{house}/{event}": "chef inspector auditor admin",
    "POST /api/staff/events/{house}/{event}": "chef inspector admin",
    "POST /api/staff/calls/{number}": "chef inspector",
    "POST /api/staff/incidents": "chef inspector",
    "GET /api/staff/incidents": "chef inspector auditor",
    "GET /api/staff/incidents/{number}": "chef inspector auditor",
    "GET /api/staff/incidents/{number}/text": "chef inspector auditor",
    "POST /api/staff/incidents/{number}/close": "inspector",
    "POST /api/staff/mute": "chef inspector",
    "POST /api/staff/notice": "chef inspector admin",
    "GET /api/staff/players/{player}": "chef inspector cashier auditor admin",
    "POST /api/staff/players/{player}/notes": "chef inspector cashier admin",
    "POST /api/staff/players/{player}/lock": "inspector admin",
    "GET /api/staff/chats": "chef inspector auditor",
    "GET /api/staff/exclusions": "chef inspector cashier auditor",
    "GET /api/staff/postings": "inspector cashier auditor",
    "GET /api/staff/journal": "inspector cashier auditor admin",
    "GET /api/staff/report": "inspector cashier auditor",
    "GET /api/staff/report.csv": "inspector cashier auditor",
    "GET /api/staff/report.pdf": "inspector cashier auditor",
    "GET /api/staff/journal.csv": "inspector cashier auditor admin",
    "GET /api/staff/journal.pdf": "inspector cashier auditor admin",
    "GET /api/staff/requests": "chef inspector cashier auditor",
    "POST /api/staff/requests/{number}": "chef inspector cashier",
    "POST /api/staff/corrections": "inspector cashier",
    "GET /api/cashier/players": "cashier auditor",
    "GET /api/cashier/players/{player}": "cashier auditor",
    "POST /api/cashier/issue": "cashier",
    "POST /api/cashier/redeem": "cashier",
    "POST /api/cashier/orphans": "cashier",
    "GET /api/staff/accounts": "chef inspector auditor admin",
    "POST /api/staff/accounts": "admin",
    "PUT /api/staff/accounts/{player}": "admin",
    "DELETE /api/staff/accounts/{player}/sessions": "admin",
    "POST /api/staff/accounts/{player}/link": "admin",
}
FILL = {"house": "live-casino", "table": "casino-holdem", "number": "999", "hand": "1"}


def test_every_call_has_its_row(tmp_path):
    built = app.build(Room(Settings(database=str(tmp_path / "room.db"))))
    served = {call for call in app.calls(built) if call.split()[0] not in ("HEAD", "WS")}
    assert served == {*TABLE}


def test_a_call_without_a_row_is_not_served(tmp_path, monkeypatch):
    @get("/api/new", sync_to_thread=False)
    def new() -> str:
        return "hello"

    monkeypatch.setattr(lobby, "HANDLERS", [*lobby.HANDLERS, new])
    with pytest.raises(Fault, match="no role is named for GET /api/new"):
        app.build(Room(Settings(database=str(tmp_path / "room.db"))))


def test_each_role_may_call_what_its_row_says(tmp_path):
    """The body is `[]`, which no call takes: a call that is let in answers 400 and does nothing."""

    async def play():
        async with opened(str(tmp_path / "room.db"), houses=["live-casino"]) as room:
            admin = await room.admin()
            people = {role: await room.member(admin, f"A {role} B", [role]) for role in ROLES[2:6]}
            people |= {"nobody": Client(room.address), "guest": await room.guest("Ada")}
            people["admin"] = admin
            room.clients.append(people["nobody"])
            for call, may in TABLE.items():
                method, path = call.split()
                where = re.sub(r"\{(\w+)\}", lambda found: FILL.get(found[1], "x"), path)
                for role in ROLES:
                    status = await answer(people[role], method, where)
                    if role in may.split():
                        assert status not in (401, 403), (call, role, status)
                    else:
                        assert status == (401 if role == "nobody" else 403), (call, role, status)

    async def answer(client, method, path):
        head = {"Authorization": f"Bearer {client.token}"} if client.token else {}
        body = None if method in ("GET", "DELETE") else "[]"
        client.http.cookies.clear()
        return (await client.http.request(method, path, content=body, headers=head)).status_code

    run(play())


def test_an_auditor_only_reads():
    may = {call for call, roles in duties.ACCESS.items() if "auditor" in roles}
    assert may
    assert all(call.startswith("GET ") for call in may)
