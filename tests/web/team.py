"""The staff of a room, made over REST as an admin makes it."""

import httpx

from web.console import WORD

TEAM = {
    "Jeanne": "inspector",
    "Marc": "inspector",
    "Carla": "cashier",
    "Claire": "cashier",
    "Olga": "auditor",
}


def entered(room, path: str, body: dict) -> dict:
    """A new session, with the token that a browser would have in its cookie."""
    answer = httpx.post(f"{room.url}/api/{path}", json=body, timeout=30)
    assert answer.is_success, answer.text
    return answer.json()


def team(room) -> dict[str, dict]:
    """Everybody's session, by name."""
    found = {"admin": entered(room, "sessions/link", {"code": room.staff})}
    head = {"Authorization": f"Bearer {found['admin']['token']}"}
    for name, role in TEAM.items():
        body = {"name": name, "roles": [role]}
        made = httpx.post(f"{room.url}/api/staff/accounts", json=body, headers=head, timeout=30)
        code = {"code": made.json()["code"], "password": WORD}
        entered(room, "sessions/reset", code)
        found[name] = entered(room, "sessions", {"name": name, "password": WORD})
    return found
