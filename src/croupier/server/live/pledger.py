"""When a table pledges its next hand, and whether the hand may be dealt from it."""

from typing import TYPE_CHECKING, Final

from croupier.core import fair, pledges
from croupier.room import commands
from croupier.room.acts import Command
from croupier.server import chance

if TYPE_CHECKING:
    from croupier.server.live.runner import Runner

REVEAL_SECONDS: Final = 2.0
"""What contributors have at least to reveal, where the pause between hands is as long."""


class Pledger:
    """The pledges of one table: made in the pause between hands, once."""

    def __init__(self, runner: "Runner") -> None:
        self.runner = runner
        told = runner.house.fairness or runner.room.settings.fairness
        self.fairness = "off" if runner.owner else told

    @property
    def off(self) -> bool:
        """Whether hands are dealt from plain seeds."""
        return self.fairness == "off"

    def ready(self) -> bool:
        """Whether the next hand can be dealt: from what is pledged, or from a seed without."""
        table = self.runner.table
        if self.off:
            return table.pledging.book.standing is None
        return not table.pledging.due(table.rules)

    def seed(self) -> bytes:
        """What the next hand is dealt from besides a pledge: nothing."""
        return chance.octets(fair.SEED_BYTES) if self.off else b""

    def act(self) -> Command | None:
        """What is to be done about the next hand's pledge now."""
        runner, table = self.runner, self.runner.table
        if table.hand is not None or self.ready():
            return None
        if self.off:
            return commands.Abandon("pledges are switched off")
        require = self.fairness == "require"
        waits = require and not table.pledging.contributors(left_out=True)
        if waits or table.closed or not table.sitters or not runner.attended():
            return None
        return commands.Pledge(chance.octets(pledges.SIZE), require)

    def due(self) -> float | None:
        """When there is something to do: at once, or not now."""
        return None if self.act() is None else self.runner.room.clock.now()

    def patience(self) -> float:
        """How long a hand waits at least after its pledge: no longer than the usual pause."""
        waiting, room = self.runner.table.pledging.waiting, self.runner.room
        if waiting is None or not waiting.entropy:
            return 0.0
        return min(REVEAL_SECONDS, room.settings.pause_seconds) * room.clock.speed
