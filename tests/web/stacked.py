"""`croupier serve` with stacked decks, so that what is rare comes about.

STACKED names for a table the first cards, and the first lots, of its hands one after the other; the
last of them stays. All else is the room as it is; its pledges, of course, do not hold.
"""

import json
import os

from croupier.cli import main
from croupier.core import fair
from croupier.room.pledging import Pledging

STACKED = json.loads(os.environ["STACKED"])
pledged = Pledging.deal


def stacked(self, rules, given):
    """The next of the table's decks."""
    deal = pledged(self, rules, given)
    if decks := STACKED.get(self.name):
        top, lots = decks[min(self.driver.deals, len(decks) - 1)]
        deal = fair.arranged(top, self.game.pack(rules), (*lots, *deal.lots[len(lots) :]))
    return deal


if __name__ == "__main__":
    Pledging.deal = stacked
    main()
