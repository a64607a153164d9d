"""The books in memory: what personal accounts hold, true with every posting before it is written.

The house has no balance here. Its accounts are sums over the ledger, made when somebody asks.
"""

from collections.abc import Iterable
from typing import Final

import sqlalchemy as sa

from croupier.felt import Fault
from croupier.room import ledger
from croupier.room.ledger import Posting
from croupier.server import schema
from croupier.server.store import Batch, Store

PERSONAL: Final = ("player:", "consigned:", "orphans:")


class Books:
    """Balances of personal accounts."""

    def __init__(self, balances: dict[str, int] | None = None) -> None:
        self.balances = balances or {}

    @classmethod
    async def load(cls, store: Store) -> "Books":
        """The balances as they were written last."""
        found = await store.rows(sa.select(schema.accounts.c.name, schema.accounts.c.balance))
        return cls({row.name: row.balance for row in found})

    def balance(self, player: str) -> int:
        """What a player has at the cashier's."""
        return self.balances.get(ledger.player(player), 0)

    def held(self, account: str) -> int:
        """What any personal account holds."""
        return self.balances.get(account, 0)

    def post(
        self, batch: Batch, posting: Posting, key: str, at: float, place: str, hand: int
    ) -> None:
        """One line into a batch; a personal account never goes below nothing."""
        for account, change in (posting.src, -posting.amount), (posting.dst, posting.amount):
            if account.startswith(PERSONAL):
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

    def _changed(self, account: str, change: int) -> int:
        left = self.balances.get(account, 0) + change
        if left < 0:
            raise Fault(f"{account} would go below nothing")
        self.balances[account] = left
        return left


def sums(lines: Iterable[tuple[str, str, int]]) -> dict[str, int]:
    """Balances from source, target and amount."""
    found: dict[str, int] = {}
    for src, dst, amount in lines:
        found[src] = found.get(src, 0) - amount
        found[dst] = found.get(dst, 0) + amount
    return found


def flows(store_filter: sa.ColumnElement[bool] | None = None) -> sa.Select[tuple[str, str, int]]:
    """All that went from account to account, summed in the database."""
    c = schema.postings.c
    query = sa.select(c.src, c.dst, sa.func.sum(c.amount)).group_by(c.src, c.dst)
    return query if store_filter is None else query.where(store_filter)
