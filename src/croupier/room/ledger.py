"""The ledger: every chip that moves in the house is one line from account to account."""

from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from croupier.core.felt import HOUSE, Chips, Seat, Spot

PERSONAL: Final = ("player", "consigned", "orphans")
"""The kinds of accounts that belong to a person and never go below zero."""
TABLE: Final = "table"
POOLS: Final = ("prizes", "bounties", "fees")
"""The kinds of accounts that hold the money of a tournament."""
CHIPS: Final = ("mint", "transit")
"""The kinds of accounts that tournament chips come from and wait in; they are not money."""
OF_HOUSE: Final = ("bank", "drop", "levy")
"""Spots of a table whose chips are the house's own."""


class Account(Struct, frozen=True, gc=False):
    """Where chips are: a person's account, a spot of a table, or the cage."""

    kind: str
    owner: str = ""
    """A person, or the name of a table or a tournament."""
    seat: Seat = HOUSE
    word: str = ""

    def __str__(self) -> str:
        """As the books write it."""
        if self.kind == TABLE:
            return f"{head(TABLE, self.owner)}{self.seat}:{self.word}"
        owned = self.kind in PERSONAL or self.kind in POOLS or self.kind in CHIPS
        return f"{head(self.kind)}{self.owner}" if owned else self.kind

    @property
    def personal(self) -> bool:
        """Whether it is a person's."""
        return self.kind in PERSONAL

    @property
    def spot(self) -> Spot:
        """Where on the felt."""
        return self.seat, self.word

    @property
    def of_house(self) -> bool:
        """Whether these are the house's own chips at a table."""
        return self.kind == TABLE and self.seat == HOUSE and self.word in OF_HOUSE

    @property
    def of_chips(self) -> bool:
        """Whether tournament chips lie there, which are not money."""
        return self.kind in CHIPS or (self.kind == TABLE and of_tournament(self.owner))

    def at(self, table: str) -> bool:
        """Whether it is a spot of this table."""
        return self.kind == TABLE and self.owner == table


CAGE: Final = Account("cage")


def of_tournament(table: str) -> bool:
    """Whether a table belongs to a tournament: its name has the tournament's before a hyphen."""
    return "." in table.rpartition("/")[2]


def tournament_of(table: str) -> str:
    """The tournament of one of its tables: `house/evening.7` of `house/evening.7-2`."""
    return table.rpartition("-")[0]


def head(kind: str, table: str = "") -> str:
    """How all accounts of a kind, or of one table, are written at their beginning."""
    return f"{kind}:{table}:" if table else f"{kind}:"


@lru_cache(maxsize=1 << 16)
def parse(text: str) -> Account:
    """The account that the books write so; printed again it is the same text, whatever it is."""
    kind, colon, rest = text.partition(":")
    if (kind in PERSONAL or kind in POOLS or kind in CHIPS) and colon:
        return Account(kind, rest)
    table, seat, word = ("", *rest.rsplit(":", 2))[-3:] if rest.count(":") > 1 else ("", "", "")
    if kind == TABLE and seat.isdecimal():
        found = Account(TABLE, table, int(seat), word)
        return found if str(found) == text else Account(text)
    return Account(text)


def player(name: str) -> Account:
    """A player's account at the cashier's."""
    return Account("player", name)


def consigned(name: str) -> Account:
    """Chips kept in a player's name (TH-11)."""
    return Account("consigned", name)


def orphans(name: str) -> Account:
    """Chips that a player did not claim by the end of the session (TH-12)."""
    return Account("orphans", name)


def own(name: str) -> list[str]:
    """All accounts of a person, as the books write them."""
    return [str(Account(kind, name)) for kind in PERSONAL]


def pool(kind: Literal["prizes", "bounties", "fees", "mint"], tournament: str) -> Account:
    """An account of a tournament."""
    return Account(kind, tournament)


def transit(tournament: str, name: str) -> Account:
    """A player's chips on their way to a seat of a tournament."""
    return Account("transit", f"{tournament}:{name}")


def spot(table: str, seat: Seat, word: str) -> Account:
    """A spot of a table's felt."""
    return Account(TABLE, table, seat, word)


class Posting(Struct, frozen=True, gc=False):
    """One line of the ledger, as the books write it."""

    src: str
    dst: str
    amount: int
    why: str

    @property
    def sides(self) -> tuple[tuple[Account, int], tuple[Account, int]]:
        """What it takes from the one account and gives to the other."""
        return (parse(self.src), -self.amount), (parse(self.dst), self.amount)

    def within(self, table: str) -> bool:
        """Whether it moves chips on this table's felt alone."""
        felt = head(TABLE, table)
        return self.src.startswith(felt) and self.dst.startswith(felt)

    @property
    def mixes(self) -> bool:
        """Whether it would change tournament chips into money or back: no line may."""
        return parse(self.src).of_chips != parse(self.dst).of_chips


def line(src: Account, dst: Account, amount: int, why: str) -> Posting:
    """A line from account to account."""
    return Posting(str(src), str(dst), amount, why)


def posting(table: str, event: Chips) -> Posting:
    """The line of a chip event: exactly one for each."""
    felt, (seat, word), (to, there) = head(TABLE, table), event.src, event.dst
    return Posting(f"{felt}{seat}:{word}", f"{felt}{to}:{there}", event.amount, event.why)
