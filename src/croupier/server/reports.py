"""A shift in numbers: drop, levy, fees and win by table, summed from the ledger."""

from collections.abc import Iterable

import sqlalchemy as sa
from msgspec import Struct, field

from croupier.server import schema
from croupier.server.store import Store

FEES = ("fee", "collection")


class TableShift(Struct):
    """One table's part."""

    table: str
    drop: int = 0
    levy: int = 0
    fees: int = 0
    win: int = 0
    """What the house's bank won from the players, less what it lost."""
    bought_in: int = 0
    cashed_out: int = 0
    hands: int = 0

    def take(self, src: str, dst: str, why: str, amount: int) -> None:
        """Count one kind of line."""
        head = f"table:{self.table}:"
        for account, change in (src, -amount), (dst, amount):
            if account == f"{head}0:bank":
                self.win += change
            elif account == f"{head}0:levy":
                self.levy += change
            elif account == f"{head}0:drop" and why in FEES:
                self.fees += change
            elif account == f"{head}0:drop":
                self.drop += change
        if src.startswith("player:"):
            self.bought_in += amount
        elif dst.startswith(("player:", "consigned:")):
            self.cashed_out += amount


class Cage(Struct):
    """What the cage gave out and took back."""

    issued: int = 0
    redeemed: int = 0


class Shift(Struct):
    """The whole room."""

    since: float
    until: float
    tables: list[TableShift] = field(default_factory=list)
    cage: Cage = field(default_factory=Cage)
    totals: TableShift = field(default_factory=lambda: TableShift("all"))


async def shift(store: Store, since: float, until: float) -> Shift:
    """All that happened between two times."""
    c, h = schema.postings.c, schema.hands.c
    query = sa.select(c.place, c.src, c.dst, c.why, sa.func.sum(c.amount))
    query = query.where(c.at >= since, c.at < until).group_by(c.place, c.src, c.dst, c.why)
    found, tables = Shift(since, until), dict[str, TableShift]()
    for place, src, dst, why, amount in await store.rows(query):
        if place:
            tables.setdefault(place, TableShift(place)).take(src, dst, why, int(amount))
        elif src == "cage":
            found.cage.issued += int(amount)
        elif dst == "cage":
            found.cage.redeemed += int(amount)
    dealt = sa.select(h.place, sa.func.count()).where(h.at >= since, h.at < until)
    for place, count in await store.rows(dealt.group_by(h.place)):
        tables.setdefault(place, TableShift(place)).hands = int(count)
    found.tables = [tables[name] for name in sorted(tables)]
    found.totals = total(found.tables)
    return found


def total(tables: Iterable[TableShift]) -> TableShift:
    """All tables together."""
    found = TableShift("all")
    for table in tables:
        for name in TableShift.__struct_fields__[1:]:
            setattr(found, name, getattr(found, name) + getattr(table, name))
    return found
