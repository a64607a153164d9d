"""Duties apart: which role may call what, who may not act on what, when two persons are needed.

A member of the staff has one duty. Nobody acts on their own account, seat or hand, and nobody
confirms what was asked by an account that they made, or that made theirs.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import msgspec
import sqlalchemy as sa

from croupier.server.books import schema
from croupier.server.people.directory import Person
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.room import Room
    from croupier.server.live.runner import Runner

Duty = Literal["chef", "inspector", "cashier", "auditor", "admin"]
DUTIES: Final = ("chef", "inspector", "cashier", "auditor", "admin")
ROLES: Final = ("player", *DUTIES)
DAY: Final = 24 * 3600.0

PUBLIC: Final = frozenset({"anyone"})
SIGNED_IN: Final = frozenset({"signed in"})
PLAYER: Final = frozenset({"player"})
TABLES: Final = frozenset({"chef", "inspector"})
LOOK_TABLES: Final = TABLES | {"auditor"}
CASHIER: Final = frozenset({"cashier"})
LOOK_CASH: Final = CASHIER | {"auditor"}
BOOKS: Final = frozenset({"inspector", "cashier", "auditor"})
SECOND: Final = frozenset({"chef", "inspector", "cashier"})
ADMIN: Final = frozenset({"admin"})
PLAN: Final = TABLES | ADMIN
MACHINES: Final = frozenset({"admin", "auditor", "a token for machines"})
TABLE: Final = "/{house}/{table}"

ACCESS: Final[dict[str, frozenset[str]]] = {
    # The browser's files, health and machines.
    "GET /": PUBLIC,
    "GET /{file_path}": PUBLIC,
    "HEAD /": PUBLIC,
    "HEAD /{file_path}": PUBLIC,
    "WS /ws": PUBLIC,
    "GET /api/health": PUBLIC,
    "GET /api/schema": PUBLIC,
    "GET /api/schema/openapi.json": PUBLIC,
    "GET /api/schema/{path}": PUBLIC,
    "GET /metrics": MACHINES,
    "GET /status": MACHINES,
    # Coming in.
    "POST /api/guests": PUBLIC,
    "POST /api/accounts": PUBLIC,
    "POST /api/sessions": PUBLIC,
    "POST /api/sessions/factor": PUBLIC,
    "POST /api/sessions/link": PUBLIC,
    "POST /api/sessions/reset": PUBLIC,
    "GET /api/sessions": SIGNED_IN,
    "DELETE /api/sessions/{key}": SIGNED_IN,
    # The lobby and the odds.
    "GET /api/lobby": PUBLIC,
    "GET /api/tournaments": PUBLIC,
    "GET /api/tournaments/{house}/{name}": PUBLIC,
    "GET /api/tournaments/{house}/{name}/hands": SIGNED_IN,
    "GET /api/tournaments/{house}/{name}/hands.zip": SIGNED_IN,
    "GET /api/tournaments/{house}/{name}/hands/{number}/{hand}": SIGNED_IN,
    "GET /api/tournaments/{house}/{name}/summary": SIGNED_IN,
    f"GET /api/tables{TABLE}": PUBLIC,
    f"GET /api/tables{TABLE}/guide": PUBLIC,
    f"GET /api/tables{TABLE}/fair": PUBLIC,
    f"GET /api/tables{TABLE}/fair/{{hand}}": PUBLIC,
    "GET /api/fair": PUBLIC,
    "GET /api/clauses/{clause}": PUBLIC,
    "GET /api/words": PUBLIC,
    "GET /api/odds": PUBLIC,
    "POST /api/odds": PUBLIC,
    "POST /api/odds/curve": PUBLIC,
    "POST /api/odds/spot": PUBLIC,
    "POST /api/odds/equity": PUBLIC,
    "POST /api/odds/pushfold": PUBLIC,
    "POST /api/odds/subgame": PUBLIC,
    "POST /api/practice": SIGNED_IN,
    f"GET /api/coach{TABLE}": SIGNED_IN,
    f"GET /api/coach{TABLE}/{{hand}}": SIGNED_IN,
    # One's own.
    "GET /api/me": SIGNED_IN,
    "GET /api/me/hands": SIGNED_IN,
    f"GET /api/me/hands{TABLE}/{{hand}}": SIGNED_IN,
    f"GET /api/me/hands{TABLE}/{{hand}}/text": SIGNED_IN,
    f"GET /api/me/hands{TABLE}/{{hand}}/fair": SIGNED_IN,
    "GET /api/me/hands.zip": SIGNED_IN,
    "POST /api/me/hands/read": SIGNED_IN,
    "GET /api/me/figures": SIGNED_IN,
    "GET /api/me/figures.csv": SIGNED_IN,
    "GET /api/me/postings": SIGNED_IN,
    "GET /api/me/tastes": SIGNED_IN,
    "PUT /api/me/tastes": SIGNED_IN,
    "GET /api/me/acquaintances": SIGNED_IN,
    "PUT /api/me/acquaintances": SIGNED_IN,
    f"GET /api/tables{TABLE}/faces": SIGNED_IN,
    "GET /api/leaderboard": SIGNED_IN,
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
    f"GET /api/clubs/{{club}}/hands{TABLE}/{{hand}}": SIGNED_IN,
    "GET /api/private": SIGNED_IN,
    "POST /api/private": SIGNED_IN,
    "POST /api/codes": SIGNED_IN,
    f"GET /api/tables{TABLE}/host": SIGNED_IN,
    f"POST /api/tables{TABLE}/host": SIGNED_IN,
    "GET /api/me/limits": SIGNED_IN,
    "PUT /api/me/limits": SIGNED_IN,
    "POST /api/me/exclusion": SIGNED_IN,
    "POST /api/me/chips": PLAYER,
    f"POST /api/tables{TABLE}/consider": SIGNED_IN,
    "GET /api/me/keys": SIGNED_IN,
    "PUT /api/me/password": SIGNED_IN,
    "POST /api/me/factors/app": SIGNED_IN,
    "POST /api/me/factors/app/confirm": SIGNED_IN,
    "POST /api/me/factors/passkey": SIGNED_IN,
    "POST /api/me/factors/passkey/confirm": SIGNED_IN,
    "POST /api/me/factors/{key}/remove": SIGNED_IN,
    "POST /api/me/codes": SIGNED_IN,
    # The tables.
    "GET /api/staff/floor": LOOK_TABLES | {"cashier"},
    f"GET /api/staff/tables{TABLE}": LOOK_TABLES,
    f"POST /api/staff/tables{TABLE}": TABLES,
    "POST /api/staff/tournaments/{house}/{name}": TABLES,
    "POST /api/staff/calls/{number}": TABLES,
    # The sheets.
    "GET /api/staff/sheets": PLAN | {"auditor"},
    f"GET /api/staff/sheets{TABLE}": PLAN | {"auditor"},
    f"POST /api/staff/sheets{TABLE}": PLAN,
    "GET /api/staff/houses/{house}": PLAN | {"auditor"},
    "PUT /api/staff/houses/{house}": PLAN,
    "GET /api/staff/events/{house}/{event}": PLAN | {"auditor"},
    "POST /api/staff/events/{house}/{event}": PLAN,
    "POST /api/staff/incidents": TABLES,
    "GET /api/staff/incidents": LOOK_TABLES,
    "GET /api/staff/incidents/{number}": LOOK_TABLES,
    "GET /api/staff/incidents/{number}/text": LOOK_TABLES,
    "POST /api/staff/incidents/{number}/close": frozenset({"inspector"}),
    "POST /api/staff/mute": TABLES,
    "POST /api/staff/notice": TABLES | ADMIN,
    "GET /api/staff/players/{player}": LOOK_TABLES | BOOKS | ADMIN,
    "POST /api/staff/players/{player}/notes": TABLES | CASHIER | ADMIN,
    "POST /api/staff/players/{player}/lock": frozenset({"inspector", "admin"}),
    "GET /api/staff/chats": LOOK_TABLES,
    "GET /api/staff/exclusions": BOOKS | {"chef"},
    # The books.
    "GET /api/staff/postings": BOOKS,
    "GET /api/staff/journal": BOOKS | {"admin"},
    "GET /api/staff/report": BOOKS,
    "GET /api/staff/report.csv": BOOKS,
    "GET /api/staff/report.pdf": BOOKS,
    "GET /api/staff/journal.csv": BOOKS | {"admin"},
    "GET /api/staff/journal.pdf": BOOKS | {"admin"},
    "GET /api/staff/requests": SECOND | {"auditor"},
    "POST /api/staff/requests/{number}": SECOND,
    "POST /api/staff/corrections": frozenset({"inspector", "cashier"}),
    "GET /api/cashier/players": LOOK_CASH,
    "GET /api/cashier/players/{player}": LOOK_CASH,
    "POST /api/cashier/issue": CASHIER,
    "POST /api/cashier/redeem": CASHIER,
    "POST /api/cashier/orphans": CASHIER,
    # People.
    "GET /api/staff/accounts": LOOK_TABLES | {"admin"},
    "POST /api/staff/accounts": ADMIN,
    "PUT /api/staff/accounts/{player}": ADMIN,
    "DELETE /api/staff/accounts/{player}/sessions": ADMIN,
    "POST /api/staff/accounts/{player}/link": ADMIN,
}
"""Every call and who may make it. A call that is not here is not served."""

TableAct = Literal[
    "pause",
    "resume",
    "rule",
    "call_next",
    "unwait",
    "move_player",
    "remove",
    "consign",
    "adjust_stack",
    "last_hands",
    "close",
    "open",
]
TABLE_ACTS: Final[dict[str, frozenset[str]]] = dict.fromkeys(get_args(TableAct), TABLES) | (
    dict.fromkeys(("adjust_stack", "close", "open"), frozenset({"inspector"}))
)
"""The chef de partie runs the game; what opens, closes or pays beyond it is the inspector's."""

EventAct = Literal[
    "pause_clock",
    "resume_clock",
    "set_clock",
    "move_player",
    "break_table",
    "penalise",
    "remove_no_shows",
    "disqualify",
    "award",
    "cancel",
]
EVENT_ACTS: Final[dict[str, frozenset[str]]] = dict.fromkeys(get_args(EventAct), TABLES) | (
    dict.fromkeys(("disqualify", "award", "cancel"), frozenset({"inspector"}))
)
"""The chef de partie runs a tournament; who is put out of it, or paid back, is the inspector's."""

CONFIRMS: Final[dict[str, frozenset[str]]] = {
    "act": TABLES,
    "correction": frozenset({"inspector"}),
    "cash correction": CASHIER,
    "issue": CASHIER,
    "redeem": CASHIER,
}
"""Who may be the second person for what."""


def named(roles: Iterable[str]) -> str:
    """Roles in words."""
    return " or ".join(role for role in ROLES if role in roles)


def must(person: Person, roles: Iterable[str]) -> None:
    """Refuse a member of the staff whose duty it is not."""
    if not person.roles & {*roles}:
        raise No("forbidden", "this needs the role of {ROLES}", ROLES=named(roles))


def allowed(wanted: Iterable[str], *, staff_play: bool) -> set[str]:
    """The roles of one person: one duty, or a player; both only where the house says so."""
    roles = set(wanted)
    if not roles or roles - {*ROLES}:
        raise No("malformed", "roles are {ROLES}", ROLES=ROLES)
    most = {*roles} - ({"player"} if staff_play else set())
    if len(most) > 1:
        raise No("malformed", "these roles exclude each other: one person has one duty")
    return roles


def parted(roles: set[str], *, staff_play: bool) -> set[str]:
    """What is left of roles that exclude each other: the first duty in this order."""
    order = ("admin", "inspector", "cashier", "chef", "auditor")
    duty = {role for role in order if role in roles}
    found = {next(role for role in order if role in duty)} if duty else {"player"}
    return found | ({"player"} if staff_play and "player" in roles else set())


# Nobody acts on their own.


def not_own(by: Person, *players: str) -> None:
    """Refuse an act on one's own account or hand."""
    if by.player in players:
        raise No("forbidden", "staff can't act on their own account, seat or hand: ask a colleague")


def not_at(by: Person, runner: "Runner") -> None:
    """Refuse an act at a table where one sits, waits or was dealt in."""
    table = runner.table
    waits = any(entry.player == by.player for entry in table.queue)
    if waits or table.seat_of(by.player) or by.player in runner.record.owners:
        raise No("forbidden", "staff can't act on their own account, seat or hand: ask a colleague")


def second(room: "Room", by: Person, row: Any) -> None:
    """Refuse a second person that is the first, or whose account the first has made."""
    if row.by == by.player:
        raise No("second_person", "someone other than the person who asked must confirm")
    first = room.people.person(row.by)
    if first.made_by == by.player or by.made_by == first.player:
        raise No("second_person", "one of you made the account of the other: a third must confirm")
    must(by, CONFIRMS[row.what])


# Sums of a day.


async def alone(room: "Room", acts: Iterable[str], *, by: str = "", player: str = "") -> int:
    """What was moved in 24 hours without a second person: by somebody, or for a player."""
    d = schema.duties.c
    query = sa.select(d.body).where(d.act.in_([*acts]), d.at >= room.clock.now() - DAY)
    query = query.where(d.by == by) if by else query
    bodies = [msgspec.json.decode(row.body) for row in await room.store.rows(query)]
    return sum(
        abs(int(body.get("moved", body.get("amount", 0))))
        for body in bodies
        if not body.get("asked_by") and player in ("", body.get("player"))
    )
