"""The cashier: chips issued and redeemed, with who and why; two persons for large sums."""

from typing import Annotated, Any, Final, Literal

import sqlalchemy as sa
from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody
from msgspec import Meta, Struct, to_builtins

from croupier.core.phrases import Amount, Phrase
from croupier.room import ledger
from croupier.room.ledger import CAGE, Posting
from croupier.server.api.entry import Call, person_of, room_of
from croupier.server.books import schema
from croupier.server.books.store import Batch, encoded
from croupier.server.books.texts import Key, Reason
from croupier.server.live import wire
from croupier.server.live.room import Room
from croupier.server.people import duties
from croupier.server.people.directory import Person
from croupier.server.refusals import No

TOLD: Final = {
    "issue": "The cashier has issued {amount}: {WHY}",
    "redeem": "The cashier has redeemed {amount}: {WHY}",
}
Answer = Response[dict[str, Any]]


class Cash(Struct):
    """Chips to or from a player."""

    id: Key
    player: str
    amount: Annotated[int, Meta(ge=1, le=10**12)]
    why: Reason


class Orphaned(Struct):
    """Whose chips of the register are paid out."""

    id: Key
    player: str
    why: Reason


class Client(Struct):
    """A player as the cashier sees him."""

    player: str
    name: str
    balance: int
    consigned: int
    orphans: int


@get("/api/cashier/players")
async def players(request: Call, name: FromQuery[str] = "") -> list[Client]:
    """Players by a part of their name."""
    room = room_of(request)
    part = name.casefold()
    found = [p for p in room.people.known.values() if part in p.name.casefold()][:100]
    return [client(room, person) for person in found]


def client(room: Room, person: Person) -> Client:
    """A player as the cashier sees him."""
    held = room.books.held
    who = person.player
    return Client(
        who,
        person.name,
        room.books.balance(who),
        held(ledger.consigned(who)),
        held(ledger.orphans(who)),
    )


@post("/api/cashier/issue", status_code=200)
async def issue(request: Call, data: JSONBody[Cash]) -> Answer:
    """Chips from the cage to a player's account."""
    return await _cash(request, "issue", data)


@post("/api/cashier/redeem", status_code=200)
async def redeem(request: Call, data: JSONBody[Cash]) -> Answer:
    """Chips from a player's account to the cage."""
    return await _cash(request, "redeem", data)


async def _cash(request: Call, what: Literal["issue", "redeem"], data: Cash) -> Answer:
    room, by = room_of(request), person_of(request)
    room.people.person(data.player)
    check_cage(room)
    duties.not_own(by, data.player)
    async with room.lock("cage"):  # Sums of the day are looked at one matter after the other.
        await not_twice(room, f"{what}:{data.id}")
        if not await _large(room, by, data):
            return Response(await cash(room, by, what, data))
    return await ask_second(room, by, what, to_builtins(data))


def check_cage(room: Room) -> None:
    """Play chips are no money: a demo house has no cage."""
    if room.settings.demo and not room.settings.cage_in_demo:
        raise No("forbidden", "this is a demo house: it has play chips and no cage")


async def _large(room: Room, by: Person, data: Cash) -> bool:
    """Whether it takes two persons: at once, in a day for the player, in a day by the cashier."""
    chosen, acts = room.settings, ("issue", "redeem")
    served = await duties.alone(room, acts, player=data.player)
    done = await duties.alone(room, acts, by=by.player)
    return (
        served + data.amount > chosen.second_person_above
        or done + data.amount > chosen.second_person_above_day
    )


async def cash(room: Room, by: Person, what: str, data: Cash, **more: Any) -> dict[str, Any]:
    """Do it, once for each id."""
    person = room.people.person(data.player)
    key = f"{what}:{data.id}"
    async with room.lock(data.player), room.lock(key):
        await not_twice(room, key)
        account = ledger.player(data.player)
        if what == "issue":
            await room.care.check_deposit(data.player, data.amount)
            line = ledger.line(CAGE, account, data.amount, f"issue: {data.why}")
        else:
            room.check_funds(data.player, data.amount)
            line = ledger.line(account, CAGE, data.amount, f"redeem: {data.why}")
        body = to_builtins(data) | {"moved": data.amount} | more
        await _post(room, by, line, key, what, data.why, body)
    told = Phrase(TOLD[what], {"amount": Amount(data.amount), "WHY": data.why})
    room.to(person.player, wire.Notice("staff", told))
    return {"balance": room.books.balance(person.player)}


async def not_twice(room: Room, *keys: str) -> None:
    """What was posted under these ids is not posted again."""
    c = schema.postings.c
    if await room.store.row(sa.select(c.no).where(c.id.in_(keys)).limit(1)) is not None:
        raise No("doubled", "this was done already")


async def _post(
    room: Room, by: Person, line: Posting, key: str, act: str, why: str, body: Any
) -> None:
    batch = Batch()
    room.books.post(batch, line, key, room.clock.now(), "", 0)
    batch.add(schema.duties, **room.duty(by, act, "", why, body))
    await room.store.commit(batch)
    room.tell_balances(batch)


@post("/api/cashier/orphans", status_code=200)
async def pay_orphans(request: Call, data: JSONBody[Orphaned]) -> dict[str, int]:
    """Chips of the register of orphans go to whom they belong (TH-12)."""
    room, by = room_of(request), person_of(request)
    duties.not_own(by, data.player)
    what, account = "orphans", ledger.orphans(data.player)
    key = f"{what}:{data.id}"
    async with room.lock(data.player), room.lock(key):
        await not_twice(room, key)
        amount = room.books.held(account)
        if not amount:
            raise No("not_found", "nothing is in the register under this name (TH-12)")
        line = ledger.line(account, ledger.player(data.player), amount, f"{what}: {data.why}")
        await _post(room, by, line, key, what, data.why, to_builtins(data))
    return {"balance": room.books.balance(data.player)}


async def ask_second(room: Room, by: Person, what: str, body: Any) -> Answer:
    """Put an act aside until a second person confirms it."""
    batch = Batch()
    batch.add(
        schema.requests,
        at=room.clock.now(),
        by=by.player,
        what=what,
        body=encoded(body),
        state="open",
    )
    why = str(body.get("why", ""))
    batch.add(schema.duties, **room.duty(by, f"{what} requested", "", why, body))
    async with room.lock("requests"):
        await room.store.commit(batch)
        row = await room.store.row(sa.select(sa.func.max(schema.requests.c.no)))
    sentence = "a second, different member of the staff must confirm this"
    said = {"name": "second_person", "sentence": sentence, "request": row[0], "done": False}
    return Response(said, status_code=202)


HANDLERS = [players, issue, redeem, pay_orphans]
