"""What must hold at a rehearsal, whatever fails: proven from the books and from what was told."""

from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from croupier import houses
from croupier.core.felt import HOUSE
from croupier.rehearsal.people import Act, Heard, Person
from croupier.room import commands, ledger, news
from croupier.room.record import Record
from croupier.room.table import Table
from croupier.server.books import audit, records, schema
from croupier.server.books.store import Store
from croupier.server.live import sight

if TYPE_CHECKING:
    from croupier.rehearsal.stage import Stage

LAWS = {
    "held": "SELECT a.name, a.held, sum(h.amount) FROM accounts a LEFT JOIN holds h"
    " ON h.account = a.name GROUP BY a.name HAVING a.held <> coalesce(sum(h.amount), 0)",
    "twice": "SELECT place, player, action FROM acts WHERE action <> ''"
    " GROUP BY place, player, action HAVING count(*) > 1",
    "epoch": "SELECT a.place, a.no FROM acts a JOIN acts b ON b.place = a.place"
    " AND b.no = a.no + 1 AND b.epoch < a.epoch",
    "owner": "SELECT a.place, a.epoch FROM acts a WHERE a.epoch IS NOT NULL AND NOT EXISTS"
    " (SELECT 1 FROM handovers h WHERE h.epoch = a.epoch AND h.place = a.place)"
    " AND a.place IN (SELECT place FROM leases)",
    "time": "SELECT a.place, a.no FROM acts a JOIN acts b ON b.place = a.place"
    " AND b.no = a.no + 1 AND b.at < a.at",
    "hole": "SELECT place, count(*), max(no) FROM acts GROUP BY place HAVING max(no) <> count(*)",
}
"""Of the books, each with the rows that would break it."""


class Auditor:
    """Who looks."""

    def __init__(self, stage: "Stage") -> None:
        self.stage, self.link = stage, stage.server.link
        self._last = 0

    def rows(self, query: str, *values: Any) -> list[Any]:
        """What is committed now."""
        return list(self.link.exec_driver_sql(query, values or None).all())

    def done(self, person: Person, key: str, act: Act) -> None:
        """Whoever is told that something is done finds it in the books."""
        query = "SELECT 1 FROM acts WHERE place = ? AND player = ? AND action = ?"
        if not self.rows(query, act.place, person.player, key):
            self.stage.wrong("told", f"{person.name} was told that {key} is done; it is not")

    def committed(self) -> None:
        """Every act is written under the epoch that its table's lease has at that instant."""
        query = (
            "SELECT a.rowid, a.place, a.epoch, l.epoch FROM acts a JOIN leases l"
            " ON l.place = a.place WHERE a.rowid > ? ORDER BY a.rowid"
        )
        for number, place, wrote, owns in self.rows(query, self._last):
            self._last = number
            if wrote != owns:
                self.stage.wrong("fence", f"{place}: written under {wrote}, leased under {owns}")

    def laws(self) -> None:
        """What must hold at every instant."""
        for name, query in LAWS.items():
            if found := self.rows(query):
                self.stage.wrong(name, f"{name}: {found[:2]}")
        held = self._held()
        for (place, account), amount in self.stage.promised().items():
            if held.get((place, account), 0) < amount:
                self.stage.wrong("hold", f"{place} will bring {amount} of {account}: not held")

    async def end(self) -> None:
        """At the end: the books are proven, and all that was told follows from them."""
        self.laws()
        store = self.stage.reader()
        await store.open(write=False)
        report = await audit.audit(store, self.stage.houses)
        for line in report.wrong:
            self.stage.wrong("books", line)
        for person in self.stage.people:
            self._answers(person)
        await self._stories(store)
        self._holds()

    def _answers(self, person: Person) -> None:
        query = "SELECT place, action FROM acts WHERE player = ? AND action <> ''"
        taken = {tuple(row) for row in self.rows(query, person.player)}
        for key, act in person.acts.items():
            there = (act.place, key) in taken
            if act.done and not there:
                self.stage.wrong("told", f"{key} was told to be done; it is not in the books")
            if act.refused and not act.done and there and act.times == 1:
                self.stage.wrong("refused", f"{key} was refused ({act.refused}), and was done")

    def balance(self, person: Person, told: int) -> None:
        """What somebody is told to have when all is calm is what the books say."""
        account = str(ledger.player(person.player))
        found = self.rows("SELECT balance FROM accounts WHERE name = ?", account)
        if found and found[0][0] != told:
            why = f"{person.name} is told of {told}, the books say {found[0][0]}"
            self.stage.wrong("balance", why)

    # What was told.

    async def _stories(self, store: Store) -> None:
        by_place: dict[str, list[Heard]] = {}
        for person in self.stage.people:
            for heard in person.heard:
                by_place.setdefault(heard.place, []).append(heard)
        house = houses.house(self.stage.houses[0])
        for sheet in house.tables.values():
            name = f"{house.name}/{sheet.name}"
            query = sa.select(schema.acts, sa.column("epoch")).where(schema.acts.c.place == name)
            rows = await store.rows(query.order_by(schema.acts.c.no))
            table = Table(name, sheet.game, sheet.rules)
            table.version = 1
            self._story(Record(table), rows, by_place.get(name, []))

    def _story(self, record: Record, rows: Any, told: list[Heard]) -> None:
        """The table from its first act on, beside what people heard of it."""
        items: dict[int, tuple[Any, dict[str, int]]] = {}
        views: dict[int, list[Heard]] = {}
        for heard in told:
            if heard.view is not None:
                views.setdefault(heard.seq, []).append(heard)
        epoch = rows[0].epoch if rows else None
        for row in rows:
            before = record.seq
            if row.epoch != epoch and record.table.hand is not None:
                self._anew(record, records.command(row))
            epoch = row.epoch
            record.do(records.command(row), row.at)
            for number, item, owners in list(record.log)[before - record.seq :]:
                items[number] = item, owners
            for heard in views.get(record.seq, ()) if record.seq != before else ():
                self._view(record, heard)
            if record.table.hand is None:
                record.keep()
        if not record.table.audience.crowd:
            for heard in told:
                self._news(items, heard)

    def _anew(self, record: Record, first: Any) -> None:
        """Whoever takes over a hand in play lets its clocks begin anew before anything else."""
        if not isinstance(first, commands.Restart | commands.Rule):
            why = f"{record.table.name}: clocks ran on after act {record.acts}"
            self.stage.wrong("clock", why)

    def _view(self, record: Record, heard: Heard) -> None:
        """A view shows what lies open, and the reader's own cards."""
        if record.table.audience.crowd:
            return
        seats = record.owners.get(heard.player, HOUSE), HOUSE
        may = [_faces(record.table, seat) for seat in seats]
        if record.table.hand is None:
            may.append([])  # Whoever takes a table over between hands does not lay out the last.
        if sorted(map(str, heard.view["cards"])) not in may:
            why = f"{heard.place}: a view at {heard.seq} shows other cards than it may"
            self.stage.wrong("cards", why)

    def _news(self, items: dict[int, tuple[Any, dict[str, int]]], heard: Heard) -> None:
        """Each piece of news is one that the books lead to, as its reader may know it."""
        if heard.view is not None:
            return
        if len(heard.events) != heard.seq - heard.first + 1:
            self.stage.wrong("gap", f"{heard.place}: {heard.first} to {heard.seq} are not all told")
            return
        for number, event in enumerate(heard.events, heard.first):
            if number not in items:
                self.stage.wrong("news", f"{heard.place}: news {number} is not in the books")
                return
            item, owners = items[number]
            if isinstance(item, news.Queue):
                continue
            seats = {owners.get(heard.player, HOUSE), HOUSE}
            may = [_plain(sight.redacted(item, seat)) for seat in sorted(seats)]
            if _plain(event) not in may:
                known = _plain(sight.redacted(item, HOUSE)).keys() == _plain(event).keys()
                name = "cards" if known and "cards" in event else "news"
                self.stage.wrong(name, f"{heard.place}: news {number} is another: {event}")
                return

    def _held(self) -> dict[tuple[str, str], int]:
        return {(p, a): n for p, a, n in self.rows("SELECT place, account, amount FROM holds")}

    def _holds(self) -> None:
        """When all is calm, what is held is what a sitter will bring, and nothing else."""
        held, wanted = self._held(), self.stage.promised()
        for key in sorted(held.keys() | wanted.keys()):
            if held.get(key, 0) != wanted.get(key, 0):
                why = f"{key[0]} holds {held.get(key, 0)} of {key[1]}, not {wanted.get(key, 0)}"
                self.stage.wrong("hold", why)


def _plain(item: Any) -> Any:
    found = msgspec.json.decode(msgspec.json.encode(item))
    if isinstance(found, dict):  # Whether somebody is there now is no part of the books.
        found.pop("here", None)
    return found


def _faces(table: Table, seat: int) -> list[str]:
    hand = table.hand or table.newest
    cards = list(hand.felt.faces(seat).items()) if hand else []
    return sorted(map(str, msgspec.json.decode(msgspec.json.encode(cards))))
