"""What can be done at a table, as data: a table is rebuilt by doing the same again.

Whatever reaches a table is one of these commands, with its time. The room journals each before
anybody hears of it; `handle` is pure, so the journal alone rebuilds seats, chips, hand and clocks.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.core import fair, prices
from croupier.core.asks import Decision, Refused
from croupier.core.felt import Event, Seat
from croupier.room.ledger import Posting
from croupier.room.seating import Lot
from croupier.room.table import Table


class Command(Struct, frozen=True, tag_field="do", omit_defaults=True):
    """One act at a table."""


class Sit(Command, tag="sit", frozen=True):
    """Take a seat."""

    player: str
    name: str
    buy_in: int
    seed: bytes
    seat: Seat = 0
    post: bool = False
    bot: bool = False


class Wait(Command, tag="wait", frozen=True):
    """On to the waiting list."""

    player: str
    name: str


class Unwait(Command, tag="unwait", frozen=True):
    """Off the waiting list."""

    player: str


class TopUp(Command, tag="top_up", frozen=True):
    """More chips before the next hand."""

    player: str
    amount: int


class SitOut(Command, tag="sit_out", frozen=True):
    """Stay away."""

    player: str


class SitIn(Command, tag="sit_in", frozen=True):
    """Come back."""

    player: str
    post: bool = False


class ChangeSeat(Command, tag="change_seat", frozen=True):
    """Move to another seat."""

    player: str
    seat: Seat
    post: bool = False


class Claim(Command, tag="claim", frozen=True):
    """Take consigned chips back."""

    player: str


class Leave(Command, tag="leave", frozen=True):
    """Get up."""

    player: str


class Decide(Command, tag="decide", frozen=True):
    """Answer an ask."""

    player: str
    decision: Decision


class Begin(Command, tag="begin", frozen=True):
    """Deal the next hand."""

    seed: bytes


class Tick(Command, tag="tick", frozen=True):
    """Let time act."""


class Restart(Command, tag="restart", frozen=True):
    """The room was down; running clocks begin anew."""


# The staff's.


class Pause(Command, tag="pause", frozen=True):
    """Everything stands still."""

    by: str
    why: str


class Resume(Command, tag="resume", frozen=True):
    """The clocks run on."""

    by: str
    why: str


class Rule(Command, tag="rule", frozen=True):
    """A ruling in the hand."""

    ruling: Decision


class CallNext(Command, tag="call_next", frozen=True):
    """The next of the waiting list is called (TH-08)."""

    by: str
    why: str
    seed: bytes


class MovePlayer(Command, tag="move_player", frozen=True):
    """The chef de partie moves a player (TH-09)."""

    by: str
    why: str
    player: str
    seat: Seat


class Remove(Command, tag="remove", frozen=True):
    """Out of the seat, with the chips."""

    by: str
    why: str
    player: str


class Consign(Command, tag="consign", frozen=True):
    """An absent player's chips are kept in his name (TH-11)."""

    by: str
    why: str
    player: str


class AdjustStack(Command, tag="adjust_stack", frozen=True):
    """Management gives or takes chips (CR-35, BJ-36)."""

    by: str
    why: str
    player: str
    amount: int


class Correct(Command, tag="correct", frozen=True):
    """Postings are reversed by new ones."""

    by: str
    why: str
    moves: tuple[Posting, ...]
    sitting: tuple[tuple[Seat, str], ...] = ()
    """Who must still sit where, for the moves to be right."""


class LastHands(Command, tag="last_hands", frozen=True):
    """The last hands are announced (TH-57)."""

    by: str
    why: str


class Close(Command, tag="close", frozen=True):
    """The session ends (TH-12, TH-57)."""

    by: str
    why: str
    emergency: bool = False


class Open(Command, tag="open", frozen=True):
    """A session begins, by a limit version that stands until it ends (TH-04)."""

    by: str
    why: str
    version: str = ""
    rules: Any = None
    """As the sheet prints them; nothing: those of the last session."""


AnyCommand = (
    Sit
    | Wait
    | Unwait
    | TopUp
    | SitOut
    | SitIn
    | ChangeSeat
    | Claim
    | Leave
    | Decide
    | Begin
    | Tick
    | Restart
    | Pause
    | Resume
    | Rule
    | CallNext
    | MovePlayer
    | Remove
    | Consign
    | AdjustStack
    | Correct
    | LastHands
    | Close
    | Open
)
"""Every command there is."""

STAFF: Final = (
    Pause,
    Resume,
    CallNext,
    MovePlayer,
    Remove,
    Consign,
    AdjustStack,
    Correct,
    LastHands,
    Close,
    Open,
)


def lot(seed: bytes) -> Lot:
    """Numbers for seats and lists, from a seed."""
    source = fair.stream(seed, "seats")
    return lambda below: fair.below(source, below)


def handle(table: Table, command: Command, now: float) -> list[Event]:
    """Do it; the events of the hand that it leads to. `Refused`: nothing has changed."""
    found = _DO[type(command)](table, command, now)
    return found if isinstance(found, list) else []


def _sit(table: Table, c: Sit, now: float) -> list[Event]:
    table.sit(
        c.player, c.buy_in, now, lot(c.seed), seat=c.seat, post=c.post, name=c.name, bot=c.bot
    )
    return table.driver.news()


def _sit_in(table: Table, c: SitIn, _: float) -> list[Event]:
    table.sit_in(c.player, post=c.post)
    return table.driver.news()


def _begin(table: Table, c: Begin, now: float) -> list[Event]:
    deal = fair.next_deal(c.seed, table.game, table.rules, table.last)
    return table.begin(deal, now)


def _call_next(table: Table, c: CallNext, now: float) -> None:
    if table.call_next(now, lot(c.seed)) is None:
        raise Refused("there is nobody to call: no seat is free, or the list is empty (TH-08)")


def _remove(table: Table, c: Remove, now: float) -> list[Event]:
    return table.leave(c.player, now)


def _open(table: Table, c: Open, now: float) -> None:
    chosen = table.rules if c.rules is None else prices.convert(c.rules, table.game.Rules)
    if c.version:
        if not hasattr(chosen, "limit"):
            raise Refused("this game has one version only (TH-04)")
        try:
            plain = prices.plain(chosen) | {"limit": c.version}
            chosen = prices.convert(plain, table.game.Rules)
        except ValueError as error:
            raise Refused(
                "version {VERSION} is refused: {WHY} (TH-04)", VERSION=c.version, WHY=str(error)
            ) from None
    table.open(chosen, now)


_DO: Final[dict[type, Callable[[Table, Any, float], object]]] = {
    Sit: _sit,
    Wait: lambda table, c, now: table.wait(c.player, now, c.name),
    Unwait: lambda table, c, _: table.unwait(c.player),
    TopUp: lambda table, c, _: table.top_up(c.player, c.amount),
    SitOut: lambda table, c, now: table.sit_out(c.player, now),
    SitIn: _sit_in,
    ChangeSeat: lambda table, c, _: table.change_seat(c.player, c.seat, post=c.post),
    Claim: lambda table, c, _: table.claim(c.player),
    Leave: lambda table, c, now: table.leave(c.player, now),
    Decide: lambda table, c, now: table.decide(c.player, c.decision, now),
    Begin: _begin,
    Tick: lambda table, _, now: table.tick(now),
    Restart: lambda table, _, now: table.rewind_clocks(now),
    Pause: lambda table, _, now: table.pause(now),
    Resume: lambda table, _, now: table.resume(now),
    Rule: lambda table, c, now: table.rule(c.ruling, now),
    CallNext: _call_next,
    MovePlayer: lambda table, c, _: table.move_player(c.player, c.seat),
    Remove: _remove,
    Consign: lambda table, c, now: table.consign(c.player, now),
    AdjustStack: lambda table, c, _: table.adjust_stack(c.player, c.amount, c.why),
    Correct: lambda table, c, _: table.correct(c.moves, c.sitting),
    LastHands: lambda table, _, __: table.announce_last_hands(),
    Close: lambda table, c, now: table.close(now, emergency=c.emergency),
    Open: _open,
}


def named(command: Command) -> str:
    """The word of a command, as it is written."""
    return str(command.__struct_config__.tag)


def without_seed(command: Command) -> Command:
    """The command as it may be shown: a seed tells the cards."""
    return replace(command, seed=b"") if hasattr(command, "seed") else command
