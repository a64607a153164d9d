"""Rebuilding the tables from the store, after a stop of any kind.

A table is what was kept of it between hands and every command since. Done again they give the same
seats, chips, deck and news, and the same postings as are in the books; then all clocks begin anew.
Where that cannot be (another version of the rules in the middle of a hand), the hand is void: what
it moved goes back, and everybody stands up with their chips.
"""

from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa
import structlog

from croupier.core.asks import ROOM, Decision
from croupier.core.pledges import Envelope
from croupier.houses import House, TableSheet
from croupier.room import commands, ledger
from croupier.room.acts import Command
from croupier.room.ledger import CAGE, Account, Posting
from croupier.room.pledging import Pledging
from croupier.room.record import Done, Mark, Record
from croupier.room.table import Table
from croupier.server.books import records, schema, sheets
from croupier.server.books.balances import sums
from croupier.server.books.possession import BadStore
from croupier.server.books.store import Batch, Store
from croupier.server.live import entries
from croupier.server.live.errands import Step
from croupier.server.live.runner import Runner

if TYPE_CHECKING:
    from croupier.server.live.room import Room

NEWEST: Final = 10_000
"""Acts among which the latest is: those of one turn are written in any order."""
NEW_NUMBERS: Final = 10_000
"""News of a table that was begun anew are numbered well above all that was told before."""

log = structlog.get_logger()


async def latest(store: Store) -> float:
    """When something was last done at a table: found at the end of the chain, not by looking
    through years.
    """
    c = schema.acts.c
    newest = sa.select(c.at).where(c.link.is_not(None)).order_by(c.link.desc()).limit(NEWEST)
    row = await store.row(sa.select(sa.func.max(newest.subquery().c.at)))
    if row is None or row[0] is None:  # Nothing is linked in books of the first version.
        row = await store.row(sa.select(sa.func.max(c.at)))
    return float(row[0] or 0) if row else 0.0


async def runner(room: "Room", house: House, sheet: TableSheet, name: str) -> Runner:
    """A table as its journal tells it, ready to go on."""
    record = await records.kept_record(room.store, sheet, name)
    rows = await records.acts_since(room.store, record)
    try:
        await records.go_on(room.store, record, rows)
        found = Runner(room, house, sheet, record)
    except Exception as error:  # noqa: BLE001 - whatever it is, nobody may lose by it.
        log.error("hand void", table=name, fault=type(error).__name__)  # noqa: TRY400
        found = await _void(room, house, sheet, record.table.pledging, rows)
    await _remember(room.store, found)
    await _go_on(room, found)
    return found


async def _remember(store: Store, found: Runner) -> None:
    """Ids of late actions: one sent again after the restart is answered as already taken."""
    c = schema.acts.c
    query = (
        sa.select(c.player, c.action)
        .where(c.place == found.name, c.action != "")
        .order_by(c.no.desc())
        .limit(found.most_ids)
    )
    for player, action in reversed(await store.rows(query)):
        found.ids[player, action] = None


async def _go_on(room: "Room", found: Runner) -> None:
    """Clocks that were running begin anew (the room was down, nobody could answer)."""
    now = room.clock.now()
    if room.restored:
        await _renounce(room, found, now)
    if found.table.hand is not None:
        await _by_itself(room, found, commands.Restart(), now)
    found.begin_at = now + room.settings.pause_seconds * room.clock.speed


async def _renounce(room: "Room", found: Runner, now: float) -> None:
    """In a copy that was put back no pledge is dealt from: what followed may have been seen."""
    pledging, why = found.table.pledging, "the room was restored from a copy"
    if found.table.hand is not None and pledging.newest is not None:
        ruling = Decision("void", by=ROOM, why=why)
        await _by_itself(room, found, commands.Rule(ruling), now)
    if found.table.hand is None and pledging.book.standing is not None:
        await _by_itself(room, found, commands.Abandon(why), now)


async def _by_itself(room: "Room", found: Runner, done: Command, now: float) -> None:
    step = Step(Batch(), found.record.seq + 1)
    found.do(done, step, now)
    await room.store.commit(step.batch)
    found.minder.look(now)


async def _void(
    room: "Room", house: House, sheet: TableSheet, pledging: Pledging, rows: list[Any]
) -> Runner:
    """What the hand moved goes back, everybody stands up, the table begins anew."""
    name = f"{house.name}/{sheet.name}"
    record = await records.kept_record(room.store, sheet, name)
    old, mark = record.table, record.kept.mark
    booked = await records.table_sums(room.store, name)
    lines = await _undone(room.store, name, booked)
    batch, now = Batch(), room.clock.now()
    posted = await _last_posting(room.store, name)
    for line in lines:
        posted += 1
        room.books.post(batch, line, f"{name}#{posted}", now, name, 0)
    log.warning("refunded", table=name, postings=len(lines))
    fresh = Table(name, sheet.game, sheet.rules)
    after = _after(booked, lines, name)
    fresh.chips = {account.spot: amount for account, amount in after.items() if amount}
    fresh.consigned, fresh.orphans = await records.consigned(room.store, name), old.orphans
    fresh.hands, fresh.deals, fresh.carry = old.hands, old.deals + len(rows), old.carry
    fresh.version = sheet.version
    acts = rows[-1].no if rows else mark.acts
    again = Record(fresh, Mark(acts, posted, mark.seq + NEW_NUMBERS))
    given_up = _given_up(pledging, await _last_pledge(room.store, name))
    again.table.pledging.go_on(pledging.book)
    entries.pledges(batch, again, Done([], [], given_up), now)
    found = Runner(room, house, sheet, again)
    entries.keep(batch, found.record)
    await room.store.commit(batch)
    return found


async def _last_pledge(store: Store, name: str) -> Any:
    c = schema.pledges.c
    query = sa.select(c.no, c.record).where(c.place == name).order_by(c.no.desc()).limit(1)
    return await store.row(query)


def _given_up(pledging: Pledging, last: Any) -> list[Envelope]:
    """The pledges of a table that is begun anew end: their records go on, nothing is dealt."""
    book = pledging.book
    if last is not None and last.no >= book.count:  # It has ended, whatever was replayed.
        book.standing, book.count, book.prev = None, last.no, bytes.fromhex(last.record)
        pledging.take_closed()
    pledging.give_up()
    return pledging.take_closed()


async def _last_posting(store: Store, name: str) -> int:
    c = schema.postings.c
    row = await store.row(sa.select(c.id).where(c.place == name).order_by(c.no.desc()).limit(1))
    return int(row.id.rpartition("#")[2]) if row else 0


async def _undone(store: Store, name: str, booked: dict[Account, int]) -> list[Posting]:
    """The lines that give everything back: the hand's moves reversed, then every stack home."""
    c, h = schema.postings.c, schema.hands.c
    finished = sa.select(h.no).where(h.place == name)
    query = sa.select(schema.postings).where(c.place == name, c.hand > 0, c.hand.not_in(finished))
    rows = await store.rows(query.order_by(c.no.desc()))
    back = [Posting(row.dst, row.src, row.amount, "void") for row in rows]
    whose = await owners(store, name)
    for account, amount in _after(booked, back, name).items():
        if account.word == "stack" and amount > 0:
            home, why = _home(name, whose[account.seat])
            back.append(ledger.line(account, home, amount, why))
    return back


def _home(table: str, player: str) -> tuple[Account, str]:
    """Where a stack goes from a table that is begun anew."""
    if ledger.of_tournament(table):
        return ledger.transit(ledger.tournament_of(table), player), "depart"
    return ledger.player(player), "leave"


async def owners(store: Store, name: str, until: int = 0) -> dict[int, str]:
    """Whose each stack is, or was at a line: who bought in there last, or was moved there."""
    c = schema.postings.c
    found: dict[int, str] = {}
    moves = ("buy in", "move", "arrive")
    query = sa.select(c.src, c.dst, c.why).where(c.place == name, c.why.in_(moves)).order_by(c.no)
    for src, dst, why in await store.rows(query.where(c.no <= until) if until else query):
        before, seat = ledger.parse(src), ledger.parse(dst).seat
        found[seat] = found.pop(before.seat) if why == "move" else _owner(before)
    return found


def _owner(account: Account) -> str:
    """Whose an account is; of chips on their way the tournament is named before the player."""
    owner = account.owner
    return owner.partition(":")[2] if account.kind == "transit" else owner


def _after(booked: dict[Account, int], lines: list[Posting], name: str) -> dict[Account, int]:
    found = dict(booked)
    for account, change in sums(lines).items():
        found[account] = found.get(account, 0) + change
    return {account: amount for account, amount in found.items() if account.at(name)}


async def one_money(room: "Room") -> None:
    """Play chips and the cashier's chips are different money: one room has one of them."""
    if room.settings.cage_in_demo:
        return
    c = schema.postings.c
    wrong, other = ("issue:%", "false") if room.settings.demo else ("play chips%", "true")
    line = sa.select(c.no).where(c.src == str(CAGE), c.why.like(wrong)).limit(1)
    if await room.store.row(line) is not None:
        held = "chips of a cashier" if room.settings.demo else "play chips"
        raise BadStore(
            f"this database holds {held}: set demo = {other}, or name another database; for "
            "a room of training set demo = true and cage_in_demo = true"
        )


async def check(room: "Room") -> None:
    """Chips of tables that are in no sheet any more stay in the books; say so."""
    rows = await room.store.rows(sa.select(schema.tables.c.name))
    states = await sheets.states(room.store)
    known = room.floor.standing | {name for name, row in states.items() if row.state == "closed"}
    for (name,) in rows:
        if name not in known and not ledger.of_tournament(name):
            log.warning("a table of the books is in no house sheet", table=name)
