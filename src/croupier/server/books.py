"""The books in memory: what personal accounts hold, true with every posting before it is written.

The house has no balance here. Its accounts are sums over the ledger, made when somebody asks.
"""

from collections.abc import Iterable

import sqlalchemy as sa

from croupier.felt import Fault
from croupier.room import ledger
from croupier.room.ledger import Account, Posting
from croupier.server import schema
from croupier.server.store import Batch, Store


class Books:
    """Balances of personal accounts."""

    def __init__(self, balances: dict[Account, int] | None = None) -> None:
        self.balances = balances or {}

    @classmethod
    async def load(cls, store: Store) -> "Books":
        """The balances as they were written last."""
        found = await store.rows(sa.select(schema.accounts.c.name, schema.accounts.c.balance))
        return cls({ledger.parse(row.name): row.balance for row in found})

    def balance(self, player: str) -> int:
        """What a player has at the cashier's."""
        return self.balances.get(ledger.player(player), 0)

    def held(self, account: Account) -> int:
        """What any personal account holds."""
        return self.balances.get(account, 0)

    def post(
        self, batch: Batch, posting: Posting, key: str, at: float, place: str, hand: int
    ) -> None:
        """One line into a batch; a personal account never goes below nothing."""
        for account, change in posting.sides:
            if account.personal:
                batch.balances[account] = self._changed(account, change)
        batch.add(
            schema.postings,
            id=key,
            at=at,
            src=posting.src,
            dst=posting.dst,
            amount=posting.amount,
            why=posting.why,
            place=place,
            hand=hand,
        )

    def _changed(self, account: Account, change: int) -> int:
        left = self.balances.get(account, 0) + change
        if left < 0:
            raise Fault(f"{account} would go below nothing")
        self.balances[account] = left
        return left


def sums(lines: Iterable[Posting]) -> dict[Account, int]:
    """Balances from lines."""
    found: dict[Account, int] = {}
    for line in lines:
        for account, change in line.sides:
            found[account] = found.get(account, 0) + change
    return found


async def flows(store: Store, *which: sa.ColumnElement[bool]) -> list[Posting]:
    """All that went from account to account, each pair as one line, summed in the database."""
    c = schema.postings.c
    query = sa.select(c.src, c.dst, sa.func.sum(c.amount)).group_by(c.src, c.dst).where(*which)
    return [Posting(src, dst, int(amount), "") for src, dst, amount in await store.rows(query)]


def touching(head: str) -> sa.ColumnElement[bool]:
    """Lines from or to accounts that are written so at their beginning."""
    c = schema.postings.c
    return sa.or_(c.src.startswith(head, autoescape=True), c.dst.startswith(head, autoescape=True))
