"""What people may bring to a table: what they have, less what is promised elsewhere.

In a room that is alone its memory knows all of it. A node among others asks the account's own row:
what somebody brings is set aside there before the table is asked (`holds`).
"""

import asyncio
import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from croupier.core.phrases import Amount
from croupier.room import ledger
from croupier.room.ledger import Posting
from croupier.room.table import Table
from croupier.server.books import faults, holds
from croupier.server.books.balances import sums
from croupier.server.books.batch import Batch
from croupier.server.books.fence import unit
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.room import Room
    from croupier.server.live.runner import Runner

AGAIN_SECONDS: Final = 1.0


class Funds:
    """The money of everybody, as far as it can be spent."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self._doubts: set[asyncio.Task[None]] = set()

    def pending(self, player: str, besides: Table | None = None) -> int:
        """Chips that are promised to tables and not yet brought."""
        total = 0
        for runner in self.room.runners.values():
            seat = runner.table.seat_of(player)
            if seat and runner.table is not besides:
                total += runner.table.sitters[seat].top_up
        return total

    def check(
        self, player: str, amount: int, besides: Table | None = None, batch: Batch | None = None
    ) -> None:
        """Nobody brings chips they do not have."""
        free = self.room.books.free(ledger.player(player), batch) - self.pending(player, besides)
        if amount > free:
            why = "the account holds {held}, not {amount}"
            raise No("no_funds", why, held=Amount(free), amount=Amount(amount))

    def check_debits(self, moves: Iterable[Posting], batch: Batch | None = None) -> None:
        """Nobody pays back what they no longer have."""
        for account, amount in sums(moves).items():
            held = self.room.books.free(account, batch)
            if account.kind == "player":
                held -= self.pending(account.owner)
            if account.personal and amount < 0 and held + amount < 0:
                why, need = "{ACCOUNT} holds {held}, not {amount}", Amount(-amount)
                raise No("no_funds", why, ACCOUNT=str(account), held=Amount(held), amount=need)

    # Of a node among others.

    def _apart(self, runner: "Runner", amount: int) -> bool:
        """Whether chips are set aside for a table: not for the desk's own, which no other node
        could promise them to while it does not know.
        """
        return self.room.nodes is not None and amount > 0 and unit(runner.name) == runner.name

    async def set_aside(self, runner: "Runner", player: str, amount: int, *, anew: bool) -> None:
        """Before the table is asked; `No` if it is not there or beyond the player's own limit.
        `anew`: in place of what was promised before.
        """
        room = self.room
        if room.nodes is None or not self._apart(runner, amount):
            return
        account = ledger.player(player)
        wanted = holds.Wanted(runner.name, str(account), amount, anew)
        try:
            room.books.balances[account] = await holds.set_aside(
                room.store.writer.engine, room.nodes.fence, wanted, room.care.loss_limit(player)
            )
        except Exception as error:
            if not faults.lost(error):
                raise
            self._doubt(runner, player, amount)
            raise faults.away() from None

    def _doubt(self, runner: "Runner", player: str, amount: int) -> None:
        """An answer was lost, so nobody knows what is set aside: it is settled when it can be."""
        self._doubts.add(doubt := asyncio.create_task(self._release(runner, player, amount)))
        doubt.add_done_callback(self._doubts.discard)

    async def _release(self, runner: "Runner", player: str, amount: int) -> None:
        while not (self.room.stopping.is_set() or runner.board.ended):
            with contextlib.suppress(No):
                async with self.room.lock(player):
                    await self._settle(runner, player, amount)
                return
            await asyncio.sleep(AGAIN_SECONDS)

    async def give_back(self, runner: "Runner", player: str, amount: int) -> None:
        """The table has refused it, or has promised another amount than before."""
        try:
            await self._settle(runner, player, amount)
        except No:
            self._doubt(runner, player, amount)

    async def _settle(self, runner: "Runner", player: str, amount: int) -> None:
        if not self._apart(runner, amount) or runner.board.ended:
            return  # Whoever takes the table over settles what is held for it.
        batch, seat = Batch(), runner.table.seat_of(player)
        promised = runner.table.sitters[seat].top_up if seat else 0
        batch.settled[runner.name, str(ledger.player(player))] = promised
        await self.room.store.commit(batch)
