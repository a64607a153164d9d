"""The floor: all tables at a glance, what the staff may do at one, and players who call."""

from collections.abc import Iterable
from typing import Annotated, Any, Final, get_args

import sqlalchemy as sa
from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct, to_builtins

from croupier.core import prices
from croupier.core.felt import BOARD, HOUSE, Chips, Seat, Spot
from croupier.core.hand import Hand
from croupier.core.phrases import Phrase
from croupier.procedure.betting import Limit
from croupier.room import ledger
from croupier.room.ledger import OF_HOUSE, Account
from croupier.room.preview import awaits_floor, public
from croupier.room.table import Table
from croupier.server.api.common import Call, person_of, room_of
from croupier.server.books import schema
from croupier.server.books.store import Batch
from croupier.server.live import sight
from croupier.server.live.calls import LONGEST
from croupier.server.live.room import Room
from croupier.server.live.runner import Runner
from croupier.server.people.notices import Notice
from croupier.server.refusals import No
from croupier.speech import french

EFFECTS: Final[dict[str, str]] = {
    "CR-28": "The cards are out of the hand, the chips stay in the pot (CR-28)",
    "HE-10": "The card is shown, leaves the hand, and the top card replaces it (HE-10)",
    "PN-12": "The card is shown; its player keeps it or takes the top card for it (PN-12, PN-13)",
    "LB-11": "The card is shown. Before the player's draw a five or lower is kept, a higher card "
    "replaced; after it any card is replaced when all have drawn (LB-11, LB-13)",
    "LB-40": "Before the first action the card comes from the top, later with the player's draw; "
    "after the draw the hand is fouled (LB-35, LB-40)",
    "LB-30": "Before the first action one of the six is taken back by lot, after it the hand "
    "is dead; a second hand of six is a misdeal (LB-30)",
    "CR-35": "The pot goes to this player when the pause ends; until then the ruling can change "
    "(CR-35)",
    "PN-30": "The pot goes to this player when the pause ends; until then the ruling can change "
    "(PN-30)",
    "BJ-30": "This bettor owns the box in this round (BJ-30)",
    "BJ-35": "The player keeps the box in this round and gives it up from the next (BJ-35)",
}
"""What becomes of a ruling, by the clause of its option, where the chips that move do not tell."""


class CallLine(Struct):
    """A player who has called the floor."""

    call: int
    at: float
    table: str
    player: str
    name: str
    seat: Seat
    text: str


class Away(Struct):
    """A player away from their seat."""

    seat: Seat
    name: str
    seconds: float
    most_seconds: float


class TableLine(Struct):
    """A table at a glance; beside the lobby's line."""

    table: str
    phase: str
    """`bets`, `decision`, `award` or nothing."""
    board: int
    """Cards on the board; -1 where the game has none."""
    pot: int
    at_risk: int
    chips: int
    """The players' chips on the table, those at risk among them."""
    house: int
    """What the house has taken here since the day began."""
    last_hands: int | None
    free: int
    next: str
    """Who is first on the waiting list and not yet called."""
    away: list[Away]
    calls: list[CallLine]
    paused_since: float = 0
    paused_by: str = ""
    paused_why: str = ""


class Floor(Struct):
    """The whole floor."""

    day: float
    tables: list[TableLine]


@get("/api/staff/floor")
async def overview(request: Call) -> Floor:
    """All tables at a glance."""
    room = room_of(request)
    now = room.clock.now()
    before = await room.takings.since(room.store, now)
    calls = await open_calls(room)
    pauses = await _pauses(room)
    lines = [_line(runner, before, now) for runner in room.runners.values()]
    for line in lines:
        line.calls = [call for call in calls if call.table == line.table]
        if line.paused_since:
            line.paused_by, line.paused_why = pauses.get(line.table, ("", ""))
    return Floor(room.takings.day, lines)


def _line(runner: Runner, before: dict[Account, int], now: float) -> TableLine:
    table = runner.table
    lying = runner.record.lying()
    own = [ledger.spot(runner.name, HOUSE, word) for word in OF_HOUSE]
    taken = sum(lying.get(account, 0) - before.get(account, 0) for account in own)
    theirs = {account: amount for account, amount in lying.items() if not account.of_house}
    stacks = sum(amount for account, amount in theirs.items() if account.word == "stack")
    pot = sum(amount for account, amount in theirs.items() if account.seat == HOUSE)
    chips = sum(theirs.values())
    return TableLine(
        runner.name,
        _phase(table.hand),
        _board(table),
        pot,
        chips - stacks,
        chips,
        taken,
        table.last_hands,
        0 if table.closed else table.free_seats(),
        next((entry.name for entry in table.queue if not entry.seat), ""),
        list(_away(table, now)),
        [],
        table.paused_since or 0,
    )


def _phase(hand: Hand | None) -> str:
    if hand is None or hand.ask is None:
        return ""
    if hand.ask.open:
        return "bets"
    return "award" if awaits_floor(hand) else "decision"


def _board(table: Table) -> int:
    if "board" not in table.game.LAYOUT.house_cards:
        return -1
    return len(table.hand.felt.cards.get(BOARD, ())) if table.hand else 0


def _away(table: Table, now: float) -> Iterable[Away]:
    most = table.terms.max_absence_minutes * 60
    for seat in table.audience.seats(table.sitters, HOUSE):
        sitter = table.sitters[seat]
        if sitter.away_since is not None:
            yield Away(seat, sitter.name, now - sitter.away_since, most)


async def _pauses(room: Room) -> dict[str, tuple[str, str]]:
    """Who paused the tables that stand still, and why."""
    d = schema.duties.c
    still = [name for name, runner in room.runners.items() if runner.table.paused_since is not None]
    last = sa.select(sa.func.max(d.no)).where(d.place.in_(still), d.act == "pause")
    rows = await room.store.rows(
        sa.select(d.place, d.by, d.why).where(d.no.in_(last.group_by(d.place)))
    )
    return {row.place: (room.people.name_of(row.by), row.why) for row in rows}


# One table.


class Staged(Struct):
    """The hand in play, or the last one, as the public saw it."""

    hand: int
    over: bool
    chips: list[Any]
    events: list[Any]
    names: dict[Seat, str]


def about(room: Room, runner: Runner, language: str) -> dict[str, Any]:
    """What a member of the staff needs in order to rule: nothing that the public does not see."""
    table = runner.table
    return {
        "rulings": to_builtins(table.hand.rulings if table.hand else ()),
        "effects": {clause: french.say(text, language) for clause, text in EFFECTS.items()},
        "pots": pots(table.hand) if table.hand else [],
        "versions": _versions(table),
        "vacant": table.audience.seats(table.vacant(), HOUSE),
        "staged": to_builtins(_staged(room, runner)),
    }


def pots(hand: Hand) -> list[tuple[str, int]]:
    """The pots by their numbers: in the pause before they are paid, as they will be."""
    done, since = hand, len(hand.events)
    if awaits_floor(hand):
        done = public(hand)
        done.expire()
    found = {spot: amount for spot, amount in done.felt.chips.items() if _is_pot(spot)}
    for event in done.events[since:]:
        if type(event) is Chips and _is_pot(event.src) and event.why != "merge":
            found[event.src] = found.get(event.src, 0) + event.amount
    return sorted((word, amount) for (_, word), amount in found.items() if amount)


def _is_pot(spot: Spot) -> bool:
    return spot[0] == HOUSE and spot[1].partition(" ")[0] in ("pot", "side")


def _versions(table: Table) -> list[str]:
    """The limit versions that a session may be opened with (TH-02)."""
    if not hasattr(table.rules, "limit"):
        return []
    return [limit for limit in get_args(Limit) if _stands(table, limit)]


def _stands(table: Table, limit: str) -> bool:
    try:
        prices.convert(prices.plain(table.rules) | {"limit": limit}, table.game.Rules)
    except ValueError:
        return False
    return True


def _staged(room: Room, runner: Runner) -> Staged | None:
    table = runner.table
    hand = table.newest
    if hand is None:
        return None
    audience, owners = table.audience, {seat: who for who, seat in runner.record.owners.items()}
    chips = audience.chips(hand.opening.chips, HOUSE, table.game.LAYOUT)
    return Staged(
        table.deals,
        hand.over,
        list(chips.items()),
        [sight.redacted(event, HOUSE) for event in audience.story(hand.events).told(HOUSE)],
        {seat: room.people.name_of(owners[seat]) for seat in audience.seats(owners, HOUSE)},
    )


# Players who call.


async def open_calls(room: Room) -> list[CallLine]:
    """Those that wait for an answer, the oldest first."""
    c = schema.calls.c
    rows = await room.store.rows(
        sa.select(c.no, c.at, c.place, c.player, c.text)
        .where(c.answered_at == 0)
        .order_by(c.no)
        .limit(200)
    )
    return [
        CallLine(r.no, r.at, r.place, r.player, room.people.name_of(r.player), seat, r.text)
        for r in rows
        if r.place in room.runners
        for seat in [room.runners[r.place].table.seat_of(r.player)]
    ]


class Reply(Struct):
    """What a player is answered."""

    text: Annotated[str, Meta(min_length=2, max_length=LONGEST)]


@post("/api/staff/calls/{number:int}", status_code=200)
async def answer(request: Call, number: FromPath[int], data: JSONBody[Reply]) -> dict[str, bool]:
    """Answer a player who called."""
    room, by = room_of(request), person_of(request)
    c = schema.calls.c
    async with room.lock("calls"):
        row = await room.store.row(sa.select(schema.calls).where(c.no == number))
        if row is None or row.answered_at:
            raise No("not_found", "no call with this number is waiting for an answer")
        now, batch = room.clock.now(), Batch()
        said = {"answered_at": now, "by": by.player, "answer": data.text}
        batch.updates.append(sa.update(schema.calls).where(c.no == number).values(**said))
        body = {"player": row.player, "text": row.text}
        batch.add(schema.duties, **room.duty(by, "answer", row.place, data.text, body))
        await room.store.commit(batch)
    answer = Phrase("{NAME} answers: {TEXT}", {"NAME": by.name, "TEXT": data.text})
    room.to(row.player, Notice("floor", answer, row.place))
    return {"done": True}


HANDLERS = [overview, answer]
