"""Corrections: a line of the ledger is never changed; it is reversed by another one.

Chips go back the way they came: to the stack of their player if seated at the table now, else
to the player's account. Nobody is left with less than zero, and the felt stays what the books say;
what cannot be done now is refused, with what can be done instead.
"""

from itertools import chain
from typing import Any, Final

import sqlalchemy as sa
from litestar import Response, post
from litestar.params import JSONBody
from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from croupier.core.felt import HOUSE
from croupier.core.phrases import Phrase
from croupier.room import commands, ledger
from croupier.room.ledger import Account, Posting
from croupier.server.api.common import (
    Answer,
    Call,
    ask_second,
    not_twice,
    person_of,
    preview_journalled,
    room_of,
)
from croupier.server.books import schema
from croupier.server.books.store import Batch
from croupier.server.books.texts import Key, Reason
from croupier.server.live import recovery
from croupier.server.live.room import Room
from croupier.server.live.runner import Runner
from croupier.server.people import duties
from croupier.server.people.directory import Person
from croupier.server.people.notices import Notice
from croupier.server.refusals import No

MOST: Final = 500
FINAL: Final = {
    "move": "a move of seats is not reversed: move the player back",
    "orphan": "chips in the register of orphans are paid out by the cashier (TH-12)",
}
"""Lines that are not reversed, and what can be done instead."""
TAKEN: Final = ((HOUSE, "drop"), (HOUSE, "levy"))


class Correction(Struct):
    """Postings to be reversed by new ones."""

    id: Key
    postings: list[str]
    why: Reason
    preview: bool = False


@post("/api/staff/corrections", status_code=200)
async def correct(request: Call, data: JSONBody[Correction]) -> Answer:
    """Reverse postings of one table, or of the cashier; first as a preview."""
    room = room_of(request)
    async with room.lock("corrections"):
        rows = await _postings(room, data.postings)
        by = person_of(request)
        duties.must(by, [role(rows[0].place)])
        if data.preview:
            await preview_journalled(room, by, rows[0].place, data.why, data)
        moved = sum(row.amount for row in rows) + await duties.alone(
            room, ["correction"], by=by.player
        )
        large = moved > _most(room, rows[0].place)
        wanted = replace(data, preview=data.preview or large)
        done = await _done(room, by, rows, wanted)
    if large and not data.preview:
        what = "correction" if rows[0].place else "cash correction"
        return await ask_second(room, by, what, to_builtins(data))
    return Response(done)


def _most(room: Room, place: str) -> int:
    """What one person may reverse alone."""
    settings = room.settings
    return settings.second_person_above_ruling if place else settings.second_person_above


def role(place: str) -> str:
    """Who corrects: the inspector at a table, the cashier their own lines."""
    return "inspector" if place else "cashier"


async def confirmed(room: Room, by: Person, body: Any, **more: Any) -> dict[str, Any]:
    """A correction that a second person has confirmed."""
    data = convert(body, Correction)
    async with room.lock("corrections"):
        return await _done(room, by, await _postings(room, data.postings), data, **more)


async def _done(
    room: Room, by: Person, rows: list[Any], data: Correction, **more: Any
) -> dict[str, Any]:
    players = await _players(room, rows)
    duties.not_own(by, *players)
    moved = {"moved": sum(row.amount for row in rows), **more}
    body = to_builtins(data) | moved
    moves = await (_at_table if rows[0].place else _at_cage)(room, by, rows, data, body)
    if not data.preview:
        _tell(room, by, rows, data, players)
    return {"moves": [to_builtins(move) for move in moves], "done": not data.preview}


# Which postings.


async def _postings(room: Room, keys: list[str]) -> list[Any]:
    """The lines that are meant, newest first."""
    c = schema.postings.c
    if not 0 < len(keys) <= MOST:
        raise No("malformed", "name 1 to {number} postings by their id", number=MOST)
    query = sa.select(schema.postings).where(c.id.in_(keys)).order_by(c.no.desc())
    rows = list(await room.store.rows(query))
    if len(rows) != len(set(keys)):
        raise No("not_found", "not all of these postings exist")
    if len({row.place for row in rows}) > 1:
        raise No("not_allowed", "postings of one table, or of the cashier, are reversed together")
    for row in rows:
        if row.why in FINAL:
            raise No("not_allowed", FINAL[row.why])
        if await _reversed(room, row.id):
            raise No("doubled", "{ID} was reversed already", ID=row.id)
    return rows


def _mark(key: str) -> str:
    return f"correction of {key}"


async def _reversed(room: Room, key: str) -> bool:
    """Whether a line was reversed, and that was not reversed in its turn."""
    c = schema.postings.c
    rows = await room.store.rows(sa.select(c.id).where(c.why == _mark(key)))
    return any([not await _reversed(room, row.id) for row in rows])


# The cashier's lines.


async def _at_cage(
    room: Room, by: Person, rows: list[Any], data: Correction, body: Any
) -> list[Posting]:
    moves = [Posting(row.dst, row.src, row.amount, _mark(row.id)) for row in rows]
    room.funds.check_debits(moves)
    if data.preview:
        return moves
    keys = [f"correction:{data.id}:{row.id}" for row in rows]
    await not_twice(room, *keys)
    room.funds.check_debits(moves)
    batch, now = Batch(), room.clock.now()
    for key, move in zip(keys, moves, strict=True):
        room.books.post(batch, move, key, now, "", 0)
    batch.add(schema.duties, **room.duty(by, "correction", "", data.why, body))
    await room.store.commit(batch)
    room.tell_balances(batch)
    return moves


# A table's lines.


async def _at_table(
    room: Room, by: Person, rows: list[Any], data: Correction, body: Any
) -> list[Posting]:
    runner = room.runner(rows[0].place)
    payouts = await _payouts(room, rows)
    who = await _owners(room, [*rows, *chain(*payouts.values())])
    seats = {player: seat for player in who.values() if (seat := runner.table.seat_of(player))}
    moves = []
    for row in rows:
        wins = payouts.get(row.no, [])
        for win, part in zip(wins, _parts(row.amount, [w.amount for w in wins]), strict=True):
            to = _now(runner, who, seats, win, ledger.parse(win.dst))
            moves.append(Posting(row.dst, str(to), part, _mark(row.id)))
        dst, src = (_now(runner, who, seats, row, account) for account in _accounts(row))
        if src != dst and not wins:
            moves.append(ledger.line(src, dst, row.amount, _mark(row.id)))
    if not moves:
        raise No(
            "not_allowed",
            "the chips are in the player's account already: nothing is left to move at the table",
        )
    sitting = tuple(sorted((seat, player) for player, seat in seats.items()))
    command = commands.Correct(by.name, data.why, tuple(moves), sitting)
    duty = room.duty(by, "correction", runner.name, data.why, body)
    done = await runner.ask(
        command, player=by.player, action=data.id, preview=data.preview, duty=duty
    )
    return done.moves


async def _payouts(room: Room, rows: list[Any]) -> dict[int, list[Any]]:
    """Of each line that the house took from a pot, the lines that paid the rest of it: chips that
    were taken wrongly are their players', unless the payment is reversed too.
    """
    c = schema.postings.c
    found: dict[int, list[Any]] = {}
    for row in rows:
        src, dst = ledger.parse(row.src), ledger.parse(row.dst)
        if row.hand and dst.spot in TAKEN and src.word != "stack":
            query = sa.select(schema.postings).where(
                c.place == row.place, c.hand == row.hand, c.src == row.src
            )
            paid = await room.store.rows(query.order_by(c.no))
            wins = [win for win in paid if ledger.parse(win.dst).word == "stack"]
            if not {win.id for win in wins} & {other.id for other in rows}:
                found[row.no] = [win for win in wins if not await _reversed(room, win.id)]
    return found


def _parts(amount: int, shares: list[int]) -> list[int]:
    """An amount in the proportion of the shares, the odd cents to the first (CR-32)."""
    parts = [amount * share // sum(shares) for share in shares]
    return [part + (amount - sum(parts) if not at else 0) for at, part in enumerate(parts)]


Owners = dict[tuple[int, int], str]
"""Whose a seat was when a line was written: by the number of the line and the seat."""


async def _owners(room: Room, rows: list[Any]) -> Owners:
    """The players of a hand, else who is named in the line, else who had bought in there."""
    p, place = schema.played.c, rows[0].place
    hands = {row.hand for row in rows if row.hand}
    query = sa.select(p.hand, p.seat, p.player).where(p.place == place, p.hand.in_(hands))
    dealt = {(hand, seat): player for hand, seat, player in await room.store.rows(query)}
    found: Owners = {}
    for row in rows:
        named = next((account.owner for account in _accounts(row) if account.personal), "")
        for seat in _seats(place, row):
            if row.hand:
                player = dealt.get((row.hand, seat), "")
            elif named:
                player = named
            else:
                player = (await recovery.owners(room.store, place, row.no)).get(seat, "")
            if not player:
                raise No("not_allowed", "the hand is not over: void it, or correct it afterwards")
            found[row.no, seat] = player
    return found


def _accounts(row: Any) -> tuple[Account, Account]:
    return ledger.parse(row.src), ledger.parse(row.dst)


def _seats(place: str, row: Any) -> set[int]:
    """The players' seats of a line."""
    return {account.seat for account in _accounts(row) if account.at(place)} - {HOUSE}


def _now(runner: Runner, who: Owners, seats: dict[str, int], row: Any, account: Account) -> Account:
    """Where chips that lay there are to be found now."""
    if not account.at(runner.name) or account.seat == HOUSE:
        return account
    player = who[row.no, account.seat]
    seat = seats.get(player, 0)
    return ledger.spot(runner.name, seat, "stack") if seat else ledger.player(player)


# Whom it concerns.


async def _players(room: Room, rows: list[Any]) -> set[str]:
    players = {account.owner for row in rows for account in _accounts(row) if account.personal}
    if rows[0].place:
        lines = [*rows, *chain(*(await _payouts(room, rows)).values())]
        players |= set((await _owners(room, lines)).values())
    return players


def _tell(room: Room, by: Person, rows: list[Any], data: Correction, players: set[str]) -> None:
    said = {"BY": by.name, "act": "correction", "WHY": data.why}
    for player in players:
        room.to(player, Notice("staff", Phrase("{BY}: {act}: {WHY}", said), rows[0].place))


HANDLERS = [correct]
