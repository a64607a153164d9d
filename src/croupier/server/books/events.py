"""Tournaments as the store has them: their sheets, their journals, and the proof of both."""

from typing import Any, Final

import msgspec
import sqlalchemy as sa

from croupier.core.asks import Refused
from croupier.core.felt import Fault
from croupier.houses import TableSheet, stakes
from croupier.houses.tournaments import Sheet
from croupier.room import ledger
from croupier.room.ledger import Account, Posting
from croupier.room.tournament.commands import AnyCommand
from croupier.room.tournament.record import Record
from croupier.server.books import schema
from croupier.server.books.balances import flows, sums, touching
from croupier.server.books.batch import Batch
from croupier.server.books.store import Store

LIVE: Final = ("open", "running")
"""The states of tournaments that go on."""


def name_of(event: str, number: int) -> str:
    """What a tournament is called in the books."""
    return f"{event}.{number}"


def keep(batch: Batch, event: str, number: int, **row: Any) -> None:
    """A tournament as it is now."""
    batch.add(schema.tournaments, name=name_of(event, number), event=event, number=number, **row)


def sheet_of(row: Any) -> Sheet:
    """What it was announced with."""
    return msgspec.json.decode(row.sheet, type=Sheet)


async def record(store: Store, name: str, sheet: Sheet) -> Record:
    """A tournament as its journal tells it."""
    found = Record(name, sheet)
    for row in await acts(store, name):
        found.do(msgspec.json.decode(row.command, type=AnyCommand), row.at)
    return found


async def acts(store: Store, name: str) -> list[Any]:
    """The journal of a tournament."""
    c = schema.acts.c
    return list(await store.rows(sa.select(schema.acts).where(c.place == name).order_by(c.no)))


async def places(store: Store, name: str) -> list[str]:
    """The tables that a tournament has ever had, by their journals."""
    c = schema.acts.c
    ours = c.place.startswith(f"{name}-", autoescape=True)
    return sorted({row.place for row in await store.rows(sa.select(c.place).where(ours))})


def table_sheet(sheet: Sheet, name: str) -> TableSheet:
    """A table of a tournament as a house would write it, at the first level."""
    game = stakes.game_of(sheet)
    rules = stakes.rules(game, sheet, sheet.level(0))
    return TableSheet(name.rpartition("/")[2], sheet.title, game, rules)


async def on_way(store: Store, name: str) -> dict[str, int]:
    """The chips of a tournament that lie at no table, by player, as the books say."""
    head = f"{ledger.head('transit')}{name}:"
    found = sums(await flows(store, touching(head)))
    mine = {a: n for a, n in found.items() if n and str(a).startswith(head)}
    return {str(account).removeprefix(head): amount for account, amount in mine.items()}


# The proof.


async def wrong(store: Store, row: Any) -> list[str]:
    """What is not as it should be: the journal gives the very postings that were written; chips
    are at its tables, on their way, or were never made; at the end nothing is left but fees.
    """
    found, lines = Record(row.name, sheet_of(row)), list[Posting]()
    try:
        for act in await acts(store, row.name):
            lines += found.do(msgspec.json.decode(act.command, type=AnyCommand), act.at).moves
    except (Fault, Refused, msgspec.ValidationError) as error:
        return [f"{row.name}: the journal does not replay: {type(error).__name__}"]
    c = schema.postings.c
    query = sa.select(c.src, c.dst, c.amount, c.why).where(c.place == row.name).order_by(c.no)
    booked = [Posting(*line) for line in await store.rows(query)]
    told = [line for line in booked if line.src != str(ledger.CAGE) or line.why == "overlay"]
    faults = [] if told == lines else [f"{row.name}: replays to other postings"]
    if found.event.state != row.state:
        faults.append(f"{row.name}: is {found.event.state} by its journal, {row.state} by its row")
    return faults + _accounts(found, await _held(store, row.name)) + _places(found)


async def _held(store: Store, name: str) -> dict[Account, int]:
    """What the accounts of a tournament hold, those of its tables summed."""
    tables = ledger.Account("tables", name)
    heads = [f"{ledger.head(kind)}{name}" for kind in (*ledger.POOLS, *ledger.CHIPS)]
    found: dict[Account, int] = {}
    for head in (*heads, f"{ledger.head(ledger.TABLE)}{name}-"):
        for account, amount in sums(await flows(store, touching(head))).items():
            # The other side of a line has more lines than these: it is summed under its own head.
            if str(account).startswith(head) and _of(account, name):
                key = tables if account.kind == ledger.TABLE else account
                found[key] = found.get(key, 0) + amount
    return found


def _of(account: Account, name: str) -> bool:
    """Whether an account is one of a tournament's own."""
    if account.kind == ledger.TABLE:
        return ledger.tournament_of(account.owner) == name
    return account.owner == name or account.owner.startswith(f"{name}:")


def _accounts(found: Record, held: dict[Account, int]) -> list[str]:
    event, name = found.event, found.event.name
    wanted = {"prizes": event.pool, "bounties": event.bounties}
    faults = [
        f"{name}: {kind} {held.get(ledger.Account(kind, name), 0)}, by the journal {amount}"
        for kind, amount in wanted.items()
        if held.get(ledger.Account(kind, name), 0) != amount
    ]
    chips = {a: n for a, n in held.items() if a.kind in (*ledger.CHIPS, "tables")}
    if sum(chips.values()):
        faults.append(f"{name}: chips were made or lost: {sum(chips.values())}")
    return faults


def _places(found: Record) -> list[str]:
    """Places are a permutation, those who share one counted together."""
    event = found.event
    if event.state != "over":
        return []
    places = sorted(one.place for one in event.entrants.values())
    right = all(place == places.index(place) + 1 for place in places)
    faults = [] if right else [f"{event.name}: places are not a permutation"]
    return faults + ([f"{event.name}: prizes are left over"] if event.pool else [])
