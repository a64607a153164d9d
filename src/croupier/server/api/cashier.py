"""The cashier: chips issued and redeemed, with name and reason; two persons for large sums."""

from typing import Annotated, Any, Final, Literal

import sqlalchemy as sa
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct, to_builtins

from croupier.core.phrases import Amount, Phrase
from croupier.room import ledger
from croupier.room.ledger import CAGE, Posting
from croupier.server.api.common import Answer, Call, ask_second, not_twice, person_of, room_of
from croupier.server.api.lines import LedgerLine, lines
from croupier.server.books import schema
from croupier.server.books.store import Batch
from croupier.server.books.texts import Key, Reason
from croupier.server.live.room import Room
from croupier.server.people import duties
from croupier.server.people.directory import Person
from croupier.server.people.notices import Notice
from croupier.server.refusals import No

TOLD: Final = {
    "issue": "The cashier has issued {amount}: {WHY}",
    "redeem": "The cashier has redeemed {amount}: {WHY}",
}


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
    """A player as the cashier sees them."""

    player: str
    name: str
    balance: int
    consigned: int
    orphans: int


class AtTable(Struct):
    """What somebody has on a table."""

    table: str
    seat: int
    stack: int


class OneClient(Struct):
    """A player at the cashier's window."""

    client: Client
    tables: list[AtTable]
    postings: list[LedgerLine]


@get("/api/cashier/players")
async def players(request: Call, name: FromQuery[str] = "") -> list[Client]:
    """Players by a part of their name."""
    room = room_of(request)
    part = name.casefold()
    found = [p for p in room.people.known.values() if part in p.name.casefold()][:100]
    return [client(room, person) for person in found]


def client(room: Room, person: Person) -> Client:
    """A player as the cashier sees them."""
    held = room.books.held
    who = person.player
    return Client(
        who,
        person.name,
        room.books.balance(who),
        held(ledger.consigned(who)),
        held(ledger.orphans(who)),
    )


@get("/api/cashier/players/{player:str}")
async def one_client(request: Call, player: FromPath[str]) -> OneClient:
    """One player: account, tables and the last postings."""
    room = room_of(request)
    person = room.people.person(player)
    c, own = schema.postings.c, str(ledger.player(player))
    query = sa.select(schema.postings).where(sa.or_(c.src == own, c.dst == own))
    tables = [
        AtTable(name, seat, room.runners[name].table.chips.get((seat, "stack"), 0))
        for name, seat in room.seats(player).items()
    ]
    return OneClient(
        client(room, person), tables, await lines(room, query.order_by(c.no.desc()).limit(20))
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
            room.funds.check(data.player, data.amount)
            line = ledger.line(account, CAGE, data.amount, f"redeem: {data.why}")
        body = to_builtins(data) | {"moved": data.amount} | more
        await _post(room, by, line, key, what, data.why, body)
    told = Phrase(TOLD[what], {"amount": Amount(data.amount), "WHY": data.why})
    room.to(person.player, Notice("staff", told))
    return {"balance": room.books.balance(person.player)}


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


HANDLERS = [players, one_client, issue, redeem, pay_orphans]
