"""What somebody wants of a table, and what became of it."""

import asyncio
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from croupier.core import fair
from croupier.core.felt import Seat
from croupier.room.acts import Command
from croupier.room.ledger import Posting
from croupier.room.news import News
from croupier.server import chance
from croupier.server.books.store import Batch
from croupier.server.refusals import No


class Outcome(Struct):
    """What became of an errand."""

    seq: int
    seat: Seat
    moves: list[Posting]
    news: list[News]
    cut: bool = False
    """Whether a preview ends where cards come that nobody has seen."""


Reply = Callable[[Outcome | No], None]


class Errand(Struct):
    """Something that somebody wants of a table."""

    command: Command
    player: str
    action: str
    reply: Reply
    arrived: float
    hand: int = 0
    asks: int = 0
    """Which hand and which question a decision means."""
    preview: bool = False
    duty: dict[str, Any] | None = None
    """The line of the staff's journal that belongs to it."""


class Step(Struct):
    """One turn: what is to be written, and who is to be told what."""

    batch: Batch
    first: int
    news: list[News] = []
    replies: list[tuple[Reply, Outcome | No]] = []
    taken: list[tuple[str, str]] = []
    """The actions that it has taken, by player and id."""
    begun: bool = False
    ended: bool = False
    hands: int = 0
    """Hands that have ended and moved anything."""
    timed: bool = False
    """Time has acted in a hand: a clock may go on with a time bank, though nothing was said."""
    late_seconds: float = 0
    pledged: bool = False
    """Whether the next hand was pledged in it: it is dealt in a later turn, when that is told."""


def seed() -> bytes:
    """Fresh chance."""
    return chance.octets(fair.SEED_BYTES)


def unheard(_: Outcome | No) -> None:
    """Nobody waits for an answer."""


def unwritten() -> No:
    """Nothing is in the books."""
    return No("busy", "the books could not be written: nothing was done, try again")


def unless_gone(done: "asyncio.Future[Outcome | No]") -> Reply:
    """The answer to somebody who may wait no more."""

    def reply(outcome: Outcome | No) -> None:
        if not done.done():
            done.set_result(outcome)

    return reply
