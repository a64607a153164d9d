"""A shift in numbers: drop, levy, fees and win by table, summed from the ledger."""

from collections.abc import Iterable, Mapping
from typing import Final

import sqlalchemy as sa
from msgspec import Struct, field
from msgspec.structs import replace

from croupier.core.felt import HOUSE
from croupier.room import ledger
from croupier.room.ledger import CAGE, OF_HOUSE, Account, Posting
from croupier.server.books import schema
from croupier.server.books.store import Store

BOT: Final = "bot:"
"""How the players that are bots begin."""
FEES: Final = ("fee", "collection")
DAY: Final = 24 * 3600.0
DAY_HOUR: Final = 6


class Part(Struct):
    """What people, or bots, brought to the tables and took away, and what their hands came to."""

    bought_in: int = 0
    cashed_out: int = 0
    net: int = 0
    """Of finished hands."""
    issued: int = 0
    redeemed: int = 0


class TableShift(Struct):
    """One table's part, or that of all tables in one money."""

    table: str
    currency: str = ""
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
    people: Part = field(default_factory=Part)
    bots: Part = field(default_factory=Part)

    def of(self, player: str) -> Part:
        """People and bots are counted apart."""
        return self.bots if player.startswith(BOT) else self.people

    def take(self, line: Posting) -> None:
        """Count one kind of line."""
        (src, _), (dst, _) = line.sides
        out, into = src.at(self.table), dst.at(self.table)
        if into and not out:
            self.bought_in += line.amount
            self.of(src.owner).bought_in += line.amount
        elif out and not into:
            self.cashed_out += line.amount
            self.of(dst.owner).cashed_out += line.amount
        for account, change in line.sides:
            if account.at(self.table):
                self._count(account, change, line.why)

    def _count(self, account: Account, change: int, why: str) -> None:
        if not account.of_house:
            self.on_table += change
        elif account.word == "bank":
            self.win += change
        elif account.word == "levy":
            self.levy += change
        elif why in FEES:
            self.fees += change
        else:
            self.drop += change


class Balance(Struct):
    """What lies in one kind of accounts at the end, and by how much that has changed."""

    name: str
    change: int = 0
    held: int = 0


class Cage(Struct):
    """What the cage gave out and took back, to people and to bots."""

    issued: int = 0
    redeemed: int = 0
    people: Part = field(default_factory=Part)
    bots: Part = field(default_factory=Part)

    def take(self, src: Account, dst: Account, amount: int) -> None:
        """One line of it."""
        out = src == CAGE
        owner = (dst if out else src).owner
        part = self.bots if owner.startswith(BOT) else self.people
        self.issued += amount if out else 0
        part.issued += amount if out else 0
        self.redeemed += 0 if out else amount
        part.redeemed += 0 if out else amount


class Shift(Struct):
    """The whole room."""

    since: float
    until: float
    tables: list[TableShift] = field(default_factory=list)
    cage: Cage = field(default_factory=Cage)
    totals: TableShift = field(default_factory=lambda: TableShift("all"))
    moneys: list[TableShift] = field(default_factory=list)
    """The totals of each currency: dollars and euros are never added."""
    balance: list[Balance] = field(default_factory=list)
    """Every chip there is; each column sums to nothing."""
    head: str = ""
    """The end of the chain, to be noted outside."""


async def shift(
    store: Store, since: float, until: float, currencies: Mapping[str, str] | None = None
) -> Shift:
    """All that happened between two times; `currencies` by the name of the house."""
    c, h = schema.postings.c, schema.hands.c
    query = sa.select(c.place, c.src, c.dst, c.why, sa.func.sum(c.amount))
    query = query.where(c.at >= since, c.at < until).group_by(c.place, c.src, c.dst, c.why)
    found, tables = Shift(since, until, head=str(store.head)), dict[str, TableShift]()
    for place, src, dst, why, amount in await store.rows(query):
        if place:
            line = Posting(src, dst, int(amount), why)
            tables.setdefault(place, TableShift(place)).take(line)
        elif str(CAGE) in (src, dst):
            found.cage.take(ledger.parse(src), ledger.parse(dst), int(amount))
    dealt = sa.select(h.place, sa.func.count()).where(h.at >= since, h.at < until)
    for place, count in await store.rows(dealt.group_by(h.place)):
        tables.setdefault(place, TableShift(place)).hands = int(count)
    await _nets(store, since, until, tables)
    found.tables = [tables[name] for name in sorted(tables) if not ledger.of_tournament(name)]
    for table in found.tables:
        table.currency = (currencies or {}).get(table.table.partition("/")[0], "")
    found.totals = total(found.tables)
    found.moneys = _by_money(found.tables)
    found.balance = await balance(store, since, until)
    return found


async def _nets(store: Store, since: float, until: float, tables: dict[str, TableShift]) -> None:
    """What the hands of people and of bots came to."""
    p = schema.played.c
    query = sa.select(p.place, p.player, sa.func.sum(p.net)).where(p.at >= since, p.at < until)
    for place, player, net in await store.rows(query.group_by(p.place, p.player)):
        tables.setdefault(place, TableShift(place)).of(player).net += int(net)


def _by_money(tables: Iterable[TableShift]) -> list[TableShift]:
    moneys: dict[str, list[TableShift]] = {}
    for table in tables:
        moneys.setdefault(table.currency, []).append(table)
    return [replace(total(some), currency=money) for money, some in sorted(moneys.items())]


KINDS: Final = (
    ("cage", str(CAGE)),
    ("accounts", str(ledger.player("%"))),
    ("consigned", str(ledger.consigned("%"))),
    ("orphans", str(ledger.orphans("%"))),
    *((word, str(ledger.spot("%", HOUSE, word))) for word in OF_HOUSE),
    *((kind, f"{ledger.head(kind)}%") for kind in ledger.POOLS),
    ("tournament chips", f"{ledger.head(ledger.TABLE)}%/%.%"),
    *(("tournament chips", f"{ledger.head(kind)}%") for kind in ledger.CHIPS),
    ("tables", f"{ledger.head(ledger.TABLE)}%"),
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
        self.before: dict[Account, int] = {}

    async def since(self, store: Store, now: float) -> dict[Account, int]:
        """What the house's accounts held when the day began: asked of the ledger once a day."""
        day = day_begins(now)
        if day != self.day:
            c = schema.postings.c
            before: dict[Account, int] = {}
            for account, sign in (c.src, -1), (c.dst, 1):
                spots = (str(ledger.spot("%", HOUSE, word)) for word in OF_HOUSE)
                of_house = sa.or_(*(account.like(spot) for spot in spots))
                query = sa.select(account, sa.func.sum(c.amount)).where(of_house, c.at < day)
                for name, amount in await store.rows(query.group_by(account)):
                    found = ledger.parse(name)
                    before[found] = before.get(found, 0) + sign * int(amount)
            self.day, self.before = day, before
        return self.before


def day_begins(now: float) -> float:
    """When the day of the house began: at six in the morning, UTC."""  # House choice.
    return (now - DAY_HOUR * 3600) // DAY * DAY + DAY_HOUR * 3600


def total(tables: Iterable[TableShift]) -> TableShift:
    """All tables together."""
    found = TableShift("all")
    for table in tables:
        _add(found, table)
    return found


def _add(to: Struct, one: Struct) -> None:
    """Every figure of one to the other's, those of people and bots apart."""
    for name in to.__struct_fields__:
        now, more = getattr(to, name), getattr(one, name)
        if isinstance(now, Struct):
            _add(now, more)
        elif isinstance(now, int):
            setattr(to, name, now + more)
