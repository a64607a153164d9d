"""Previews: what a command would move, tried on a record that is thrown away.

The hand in play is replaced by one that the public cannot tell from it, so nothing that a preview
says depends on a card that is hidden.
"""

from msgspec import Struct

from croupier.core.felt import DECK, HOUSE, Cards, Chips
from croupier.core.hand import Hand
from croupier.core.imagine import InOrder, imagine
from croupier.room import commands
from croupier.room.acts import Command
from croupier.room.ledger import Posting
from croupier.room.news import News
from croupier.room.record import Done, Record
from croupier.room.table import Table


class Preview(Struct, frozen=True):
    """What would move."""

    moves: list[Posting]
    cut: bool
    """Whether it ends where cards come that nobody has seen."""


def preview(record: Record, command: Command, now: float) -> Preview:
    """What a command would move: in the pause before the pots are paid up to their payment, but
    never past a card that nobody has seen.
    """
    trial = record.again()
    table = trial.table
    hide(table)
    done = trial.do(command, now)
    if isinstance(command, commands.Rule) and awaits_floor(table.hand):
        if table.paused_since is not None:
            table.resume(now)
        paid = trial.do(commands.Tick(), table.next_deadline() or now)
        done = Done(done.news + paid.news, done.moves + paid.moves)
    known = _before_new_cards(done.news)
    cut = known < sum(type(item) is Chips for item in done.news)
    return Preview(done.moves[:known] if cut else done.moves, cut)


def hide(table: Table) -> None:
    """Put a hand in the place of the one in play that has the same public feed."""
    if table.hand is not None:
        table.driver.hand = table.driver.newest = public(table.hand)


def public(hand: Hand) -> Hand:
    """A hand that the public cannot tell from this one; the same for all of which that is true."""
    return imagine(hand.opening, hand.feed(HOUSE), InOrder())


def awaits_floor(hand: Hand | None) -> bool:
    """Whether a hand is in the pause before its pots are paid (CR-35)."""
    return hand is not None and hand.ask is not None and not (hand.ask.open or hand.ask.options)


def _before_new_cards(told: list[News]) -> int:
    """How many moves of chips come before cards are dealt or shown."""
    count = 0
    for item in told:
        if type(item) is Cards and item.src in (DECK, item.dst):
            break
        count += type(item) is Chips
    return count
