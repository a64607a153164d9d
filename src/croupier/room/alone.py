"""What a player who sits alone with bots may choose."""

from croupier.houses import Level, Pace
from croupier.room.acts import Own
from croupier.room.table import Table


class Alone(Own, frozen=True):
    """A choice that is gone when another person sits down."""


class ChoosePace(Alone, tag="pace", frozen=True):
    """How fast the table goes, for a player who sits alone with bots."""

    pace: Pace

    def do(self, table: Table, _: float) -> None:
        """Go as fast."""
        table.tempo.choose(self.player, self.pace)


class ChooseLevel(Alone, tag="level", frozen=True):
    """How well the bots play, for a player who sits alone with them."""

    level: Level

    def do(self, table: Table, _: float) -> None:
        """Play as well."""
        table.tempo.oppose(self.player, self.level)
