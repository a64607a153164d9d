"""The board of a table: which version of its sheet stands, which one comes, and when it closes.

Another version stands between hands. Where it changes the rules, people who sit by the old ones
play on by them until their session is closed (TH-04); bots are sent away for it and come back.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from croupier.core import prices
from croupier.houses import TableSheet
from croupier.room import commands
from croupier.room.acts import Command
from croupier.server.books import faults
from croupier.server.live import programme
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.runner import Runner

ROOM = "room"


class Closing(Struct, frozen=True):
    """Who lets a table close, and why."""

    by: str
    why: str


class Board:
    """What is posted at one table."""

    def __init__(self, runner: "Runner", sheet: TableSheet) -> None:
        self.runner = runner
        self.posted = {sheet.version: sheet}
        self.closing: Closing | None = None
        self.again_at = 0.0
        """Not before this time is something tried that was refused."""
        self.moving = False
        """Whether another node takes the table over when the hand is over."""
        self.ended = False
        """Whether nobody sees to the table any more."""

    @property
    def newest(self) -> TableSheet:
        """The last version that was written."""
        return self.posted[max(self.posted)]

    @property
    def sheet(self) -> TableSheet:
        """The version that stands."""
        return self.posted.get(self.runner.table.version, self.newest)

    @property
    def gone(self) -> bool:
        """Whether the table is closed for good, everybody paid."""
        return self.closing is not None and self.runner.table.closed

    def refusal(self) -> No | None:
        """Why nothing can be done at the table now, if so."""
        if self.ended:
            return No("closed", "the table is closed")
        return faults.away() if self.runner.room.store.stalled else None

    def post(self, sheet: TableSheet) -> None:
        """Another version, to stand as soon as it may."""
        self.posted[sheet.version] = sheet
        self.runner.bell.set()

    def close(self, closing: Closing) -> None:
        """No more hands after the one in play."""
        self.closing = closing
        self.runner.bell.set()

    def refused(self, now: float) -> None:
        """It cannot be done yet."""
        self.again_at = now + self.runner.room.clock.speed

    # What follows by itself.

    def due(self) -> float | None:
        """When there is something to do."""
        now = self.runner.room.clock.now()
        if self._closes() or self._changes() or self._planned(now):
            return self.again_at
        hours = self.sheet.hours
        times = (hours.opens, hours.last_hands) if hours else ()
        return min((programme.next_start(f"daily {at}", now) for at in times), default=None)

    def acts(self, now: float) -> Iterator[Command]:
        """What is done now, between hands."""
        if now < self.again_at:
            return
        if self._closes():
            yield from self._close()
        elif self._changes():
            yield from self._change()
        if (act := self._planned(now)) is not None:
            yield act

    def _planned(self, now: float) -> Command | None:
        """What the plan of the day says, unless a session was opened or closed by hand since."""
        table, hours = self.runner.table, self.sheet.hours
        if hours is None or self.closing is not None or table.paused_since is not None:
            return None
        opened = programme.last_before(hours.opens, now)
        ended = programme.last_before(hours.last_hands, now)
        if max(opened, ended) <= table.session.since:
            return None
        if opened > ended:
            return commands.Open(ROOM, f"plan: opens at {hours.opens}") if table.closed else None
        if table.closed or table.last_hands is not None:
            return None
        count = None if self._people() else 0
        return commands.LastHands(ROOM, f"plan: last hands at {hours.last_hands}", count)

    def _closes(self) -> bool:
        table = self.runner.table
        if self.closing is None or table.closed or table.paused_since is not None:
            return False
        if table.last_hands is None:
            return True
        return table.hand is None and not table.may_begin()

    def _close(self) -> Iterator[Command]:
        table, why = self.runner.table, self.closing or Closing(ROOM, "")
        if table.last_hands is None:
            yield commands.LastHands(why.by, why.why, 0)
        if table.hand is None and not table.closed and not table.may_begin():
            yield commands.Close(why.by, why.why, emergency=True)

    def _changes(self) -> bool:
        table = self.runner.table
        if table.version == self.newest.version or table.hand is not None or table.seating.drawn:
            return False
        idle = table.closed or not (table.paused_since is not None or self._people())
        return idle or not self._other_rules()

    def _people(self) -> bool:
        """Whether anybody but bots sits or waits here."""
        table = self.runner.table
        return bool(table.queue) or any(not one.bot for one in table.sitters.values())

    def _other_rules(self) -> bool:
        """Whether the newest version changes the rules, and not only how the table is run."""
        table = self.runner.table
        old = self.posted.get(table.version)
        return bool((old.rules if old else table.rules) != self.newest.rules)

    def _change(self) -> Iterator[Command]:
        table, new = self.runner.table, self.newest
        said = f"version {new.version} of the sheet"
        if not self._other_rules():
            yield commands.Amend(ROOM, said, new.version)
            return
        was_open = not table.closed
        if was_open:
            yield commands.Close(ROOM, said, emergency=True)
        yield commands.Amend(ROOM, said, new.version, prices.plain(new.rules))
        if was_open:
            yield commands.Open(ROOM, said)
