"""The books in memory: what personal accounts hold by what is written, and what is on its way.

Balances follow the commit: they change when a batch is written, and not when it is not. Chips on
their way to an account cannot be spent yet; those on their way out cannot be spent again.

The house has no balance here. Its accounts are sums over the ledger, made when somebody asks.
"""

from collections.abc import Iterable
from functools import partial
from weakref import WeakSet

import sqlalchemy as sa

from croupier.core.felt import Fault
from croupier.room import ledger
from croupier.room.ledger import Account, Posting
from croupier.server.books import schema
from croupier.server.books.batch import Batch
from croupier.server.books.store import Store


class Books:
    """Balances of personal accounts."""

    def __init__(self, balances: dict[Account, int] | None = None) -> None:
        self.balances = balances or {}
        self._flying: WeakSet[Batch] = WeakSet()
        """Batches of which it is not known yet whether they are written."""

    @classmethod
    async def load(cls, store: Store) -> "Books":
        """The balances as they were written last."""
        found = await store.rows(sa.select(schema.accounts.c.name, schema.accounts.c.balance))
        return cls({ledger.parse(row.name): row.balance for row in found})

    def balance(self, player: str) -> int:
        """What a player has at the cashier's."""
        return self.balances.get(ledger.player(player), 0)

    def held(self, account: Account) -> int:
        """What any personal account holds, by the books."""
        return self.balances.get(account, 0)

    def free(self, account: Account, batch: Batch | None = None) -> int:
        """What can be spent of it, in a batch with what that batch itself brings."""
        others = (other.changes.get(account, 0) for other in self._flying if other is not batch)
        own = batch.changes.get(account, 0) if batch is not None else 0
        return self.held(account) + own + sum(change for change in others if change < 0)

    def coming(self, account: Account) -> int:
        """What it will hold if all that is on its way is written."""
        return self.held(account) + sum(b.changes.get(account, 0) for b in self._flying)

    def post(
        self, batch: Batch, posting: Posting, key: str, at: float, place: str, hand: int
    ) -> None:
        """One line into a batch; a personal account never goes below zero, and no line changes
        tournament chips into money or back.
        """
        if not posting.within(place):
            self._check(batch, posting)
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

    def _check(self, batch: Batch, posting: Posting) -> None:
        if posting.mixes:
            raise Fault(f"{posting.src} to {posting.dst}: tournament chips are not money")
        for account, change in posting.sides:
            if account.personal:
                self._change(batch, account, change)

    def _change(self, batch: Batch, account: Account, change: int) -> None:
        if change < 0 and self.free(account, batch) + change < 0:
            raise Fault(f"{account} would go below zero")
        if batch not in self._flying:
            self._flying.add(batch)
            batch.then.append(partial(self._land, batch))
        batch.changes[account] = batch.changes.get(account, 0) + change

    def _land(self, batch: Batch, written: bool) -> None:
        self._flying.discard(batch)
        if written:
            for account, change in batch.changes.items():
                self.balances[account] = self.held(account) + change


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
