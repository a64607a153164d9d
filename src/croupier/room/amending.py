"""Another version of a table's sheet: between hands, and with other rules between sessions."""

from typing import Any

from croupier.core import prices
from croupier.core.asks import Refused
from croupier.room.acts import Staff
from croupier.room.table import Table


class Amend(Staff, tag="amend", frozen=True):
    """From now on this version stands (TH-04)."""

    version: int
    rules: Any = None
    """In the smallest unit; nothing: those that stand."""

    def do(self, table: Table, _: float) -> None:
        """Post it."""
        if table.hand is not None:
            raise Refused("a hand is in play: the sheet changes when it is over (TH-04)")
        if self.rules is not None:
            if not table.closed:
                raise Refused("the rules stand until the session is closed (TH-04)")
            table.play_by(prices.convert(self.rules, table.game.Rules))
        table.version = self.version
