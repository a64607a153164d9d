"""Accounts that are locked: nobody comes in by one until the staff opens it again."""

from typing import Final

import sqlalchemy as sa

from croupier.server.books import schema
from croupier.server.books.store import Batch, Store
from croupier.server.refusals import No

FACT: Final = "locked:"
"""How the facts about locked accounts begin."""


class Locks:
    """The locked accounts, each with its reason."""

    def __init__(self) -> None:
        self.why: dict[str, str] = {}

    async def load(self, store: Store) -> None:
        """Those of the store."""
        f = schema.facts.c
        rows = await store.rows(sa.select(f.name, f.value).where(f.name.like(f"{FACT}%")))
        self.why = {row.name.removeprefix(FACT): row.value for row in rows if row.value}

    def check(self, player: str) -> None:
        """Refuse somebody whose account is locked."""
        if player in self.why:
            raise No("forbidden", "this account is locked: ask the staff")

    def turn(self, batch: Batch, player: str, why: str) -> None:
        """Lock an account for a reason; without one it is open again."""
        before = self.why.get(player, "")
        self._set(player, why)
        batch.unless_written(lambda: self._set(player, before))
        batch.add(schema.facts, name=FACT + player, value=why)

    def _set(self, player: str, why: str) -> None:
        self.why.pop(player, None)
        if why:
            self.why[player] = why
