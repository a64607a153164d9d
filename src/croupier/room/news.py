"""What everybody at a table is told besides the events of the hand: who sits, waits, comes, goes.

Each notice follows from the commands alone, so a rebuilt table numbers its news as before.
"""

from typing import TYPE_CHECKING

from msgspec import Struct

from croupier.core import pledges
from croupier.core.felt import HOUSE, Event, Seat, Spot
from croupier.core.hand import Hand
from croupier.core.pledges import Envelope
from croupier.room.driver import was_voided

if TYPE_CHECKING:
    from croupier.room.seating import Sitter
    from croupier.room.table import Table

Chips = list[tuple[Spot, int]]


class Chance(Struct, frozen=True):
    """How a hand was dealt from its pledge: the joint chance picked a deck (docs/fairness.md)."""

    pledge: str
    joint: str
    deck: int
    reveals: list[tuple[Seat, str]]


class HandBegins(Struct, frozen=True, tag="hand", tag_field="type"):
    """A hand begins with these chips on the felt and `deck` cards in the deck."""

    hand: int
    chips: Chips
    deck: int
    fair: Chance | None = None
    """Nothing where it was dealt from a seed."""


class Over(Struct, frozen=True, tag="over", tag_field="type"):
    """A hand has ended, and what each seat won or lost."""

    hand: int
    void: bool
    net: list[tuple[Seat, int]]


class Seated(Struct, frozen=True, tag="seat", tag_field="type"):
    """Who sits in a seat, and how."""

    seat: Seat
    player: str
    name: str
    bot: bool
    away: bool
    stack: int
    leaving: bool = False
    top_up: int = 0
    timed_out: bool = False
    """Away because time ran out again and again (CR-37, TH-64)."""


class Freed(Struct, frozen=True, tag="left", tag_field="type"):
    """A seat is free again."""

    seat: Seat
    player: str
    name: str
    amount: int
    why: str


class Queue(Struct, frozen=True, tag="queue", tag_field="type"):
    """The waiting list: player, name, and the seat they are called to."""

    waiting: list[tuple[str, str, Seat, float]]


class Posted(Struct, frozen=True, tag="table", tag_field="type"):
    """How the table stands."""

    open: bool
    paused: bool
    last_hands: int | None
    version: str
    pace: str = "usual"
    level: str = ""
    """How well the bots play, if a player has chosen it."""


class Act(Struct, frozen=True, tag="act", tag_field="type"):
    """A member of the staff did this."""

    act: str
    by: str
    why: str
    player: str = ""
    amount: int = 0


Notice = HandBegins | Over | Seated | Freed | Queue | Posted | Act
News = Event | Notice


def seated(table: "Table", seat: Seat, sitter: "Sitter") -> Seated:
    """One seat as all may know it."""
    return Seated(
        seat,
        sitter.player,
        sitter.name,
        sitter.bot,
        sitter.away_since is not None or sitter.benched,
        table.purse.stack(seat),
        sitter.leaving,
        sitter.top_up,
        sitter.timed_out,
    )


def posted(table: "Table") -> Posted:
    """How the table stands; the version is posted for the whole session (TH-05)."""
    version = str(getattr(table.rules, "limit", ""))
    paused, level = table.paused_since is not None, table.tempo.level or ""
    return Posted(not table.closed, paused, table.last_hands, version, table.pace, level)


def queue(table: "Table") -> Queue:
    """The waiting list."""
    return Queue([(entry.player, entry.name, entry.seat, entry.until) for entry in table.queue])


def net(hand: Hand) -> list[tuple[Seat, int]]:
    """What each seat has more or less than at the beginning, wherever its chips lie."""
    change: dict[Seat, int] = {}
    for chips, sign in (hand.brought, -1), (hand.felt.chips, 1):
        for (seat, _), amount in chips.items():
            if seat != HOUSE:
                change[seat] = change.get(seat, 0) + sign * amount
    return [(seat, amount) for seat, amount in sorted(change.items()) if amount]


def begins(table: "Table", hand: Hand | None) -> HandBegins:
    """How the newest hand of a table began."""
    if hand is None:
        return HandBegins(table.deals, [], 0)
    chips = [(spot, amount) for spot, amount in hand.opening.chips.items() if amount]
    dealt = table.pledging.newest
    return HandBegins(
        table.deals, chips, len(hand.opening.deal.cards), chance(dealt) if dealt else None
    )


def chance(dealt: Envelope) -> Chance:
    """How a hand was dealt from its pledge."""
    reveals = [(seat, entropy.hex()) for seat, entropy in dealt.reveals]
    return Chance(dealt.digest.hex(), dealt.joint.hex(), pledges.picked(dealt.joint), reveals)


def over(number: int, hand: Hand) -> Over:
    """How a hand ended."""
    return Over(number, was_voided(hand), net(hand))
