"""`croupier serve` with stacked decks, so that what is rare comes about.

STACKED names for a table the first cards, and the first lots, of its hands one after the other; the
last of them stays. All else is the room as it is.
"""

import json
import os

from croupier.cli import main
from croupier.core import fair
from croupier.room.table import Table

STACKED = json.loads(os.environ["STACKED"])
begin = Table.begin


def stacked(self, deal, now):
    """The next of the table's decks."""
    if decks := STACKED.get(self.name):
        top, lots = decks[min(self.deals, len(decks) - 1)]
        lots = (*lots, *deal.lots[len(lots) :])
        deal = fair.arranged(top, self.game.pack(self.rules), lots)
    return begin(self, deal, now)


if __name__ == "__main__":
    Table.begin = stacked
    main()
