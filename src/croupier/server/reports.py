"""A shift in numbers: drop, levy, fees and win by table, summed from the ledger."""

from collections.abc import Iterable
from typing import Final

import sqlalchemy as sa
from msgspec import Struct, field

from croupier.server import schema
from croupier.server.store import Store

FEES: Final = ("fee", "collection")
CAGE: Final = "cage"
HOUSE_WORDS: Final = ("bank", "drop", "levy")
"""Spots of the house whose chips are its own."""
DAY: Final = 24 * 3600.0
DAY_HOUR: Final = 6


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
    on_table: int = 0
    """What the players' chips and the pots on the table have grown by."""
    hands: int = 0

    def take(self, src: str, dst: str, why: str, amount: int) -> None:
        """Count one kind of line."""
        head = f"table:{self.table}:"
        out, into = src.startswith(head), dst.startswith(head)
        self.bought_in += amount if into and not out else 0
        self.cashed_out += amount if out and not into else 0
        for account, change in (src, -amount), (dst, amount):
            if account == f"{head}0:bank":
                self.win += change
            elif account == f"{head}0:levy":
                self.levy += change
            elif account == f"{head}0:drop" and why in FEES:
                self.fees += change
            elif account == f"{head}0:drop":
                self.drop += change
            elif account.startswith(head):
                self.on_table += change


class Balance(Struct):
    """What lies in one kind of accounts at the end, and by how much that has changed."""

    name: str
    change: int = 0
    held: int = 0


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
    balance: list[Balance] = field(default_factory=list)
    """Every chip there is; each column sums to nothing."""


async def shift(store: Store, since: float, until: float) -> Shift:
    """All that happened between two times."""
    c, h = schema.postings.c, schema.hands.c
    query = sa.select(c.place, c.src, c.dst, c.why, sa.func.sum(c.amount))
    query = query.where(c.at >= since, c.at < until).group_by(c.place, c.src, c.dst, c.why)
    found, tables = Shift(since, until), dict[str, TableShift]()
    for place, src, dst, why, amount in await store.rows(query):
        if place:
            tables.setdefault(place, TableShift(place)).take(src, dst, why, int(amount))
        elif src == CAGE:
            found.cage.issued += int(amount)
        elif dst == CAGE:
            found.cage.redeemed += int(amount)
    dealt = sa.select(h.place, sa.func.count()).where(h.at >= since, h.at < until)
    for place, count in await store.rows(dealt.group_by(h.place)):
        tables.setdefault(place, TableShift(place)).hands = int(count)
    found.tables = [tables[name] for name in sorted(tables)]
    found.totals = total(found.tables)
    found.balance = await balance(store, since, until)
    return found


KINDS: Final = (
    ("cage", CAGE),
    ("accounts", "player:%"),
    ("consigned", "consigned:%"),
    ("orphans", "orphans:%"),
    ("bank", "table:%:0:bank"),
    ("drop", "table:%:0:drop"),
    ("levy", "table:%:0:levy"),
    ("tables", "table:%"),
)
"""The kinds of accounts, each with those not named before it."""


async def balance(store: Store, since: float, until: float) -> list[Balance]:
    """What all accounts hold, kind by kind: the proof that no chip was made or lost."""
    c = schema.postings.c
    found = {name: Balance(name) for name, _ in KINDS}
    for account, sign in (c.src, -1), (c.dst, 1):
        kind = sa.case(*((account.like(like), name) for name, like in KINDS), else_="other")
        late = sa.func.sum(sa.case((c.at >= since, c.amount), else_=0))
        query = sa.select(kind, late, sa.func.sum(c.amount)).where(c.at < until).group_by(kind)
        for name, change, held in await store.rows(query):
            line = found.setdefault(name, Balance(name))
            line.change += sign * int(change)
            line.held += sign * int(held)
    return list(found.values())


class Takings:
    """What the house has taken at each table since the day began."""

    def __init__(self) -> None:
        self.day = 0.0
        self.before: dict[str, int] = {}

    async def since(self, store: Store, now: float) -> dict[str, int]:
        """What the house's accounts held when the day began: asked of the ledger once a day."""
        day = day_begins(now)
        if day != self.day:
            c = schema.postings.c
            before: dict[str, int] = {}
            for account, sign in (c.src, -1), (c.dst, 1):
                of_house = sa.or_(*(account.like(f"table:%:0:{word}") for word in HOUSE_WORDS))
                query = sa.select(account, sa.func.sum(c.amount)).where(of_house, c.at < day)
                for name, amount in await store.rows(query.group_by(account)):
                    before[name] = before.get(name, 0) + sign * int(amount)
            self.day, self.before = day, before
        return self.before


def day_begins(now: float) -> float:
    """When the day of the house began: at six in the morning, UTC."""  # House choice.
    return (now - DAY_HOUR * 3600) // DAY * DAY + DAY_HOUR * 3600


def total(tables: Iterable[TableShift]) -> TableShift:
    """All tables together."""
    found = TableShift("all")
    for table in tables:
        for name in TableShift.__struct_fields__[1:]:
            setattr(found, name, getattr(found, name) + getattr(table, name))
    return found
