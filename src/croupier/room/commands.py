"""What can be done at a table, as data: a table is rebuilt by doing the same again.

Whatever reaches a table is one of these commands, with its time. The room journals each before
anybody hears of it; `do` is pure, so the journal alone rebuilds seats, chips, hand and clocks. Each
act is declared here and nowhere else: what clients and the staff send is made from these fields.
"""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final

from msgspec import Meta
from msgspec.structs import replace

from croupier.core import fair, prices
from croupier.core.asks import Decision, Refused
from croupier.core.felt import Event, Seat
from croupier.room import alone, amending
from croupier.room.acts import Command, Own, Staff
from croupier.room.ledger import Posting
from croupier.room.seating import Leaving, Lot
from croupier.room.table import Table
from croupier.room.tournament import chairs

Digest = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]


class Sit(Own, tag="sit", frozen=True):
    """Take a seat."""

    name: str
    buy_in: int
    seed: bytes
    seat: Seat = 0
    post: bool = False
    bot: bool = False

    def do(self, table: Table, now: float) -> list[Event]:
        table.sit(
            self.player,
            self.buy_in,
            now,
            lot(self.seed),
            seat=self.seat,
            post=self.post,
            name=self.name,
            bot=self.bot,
        )
        return table.driver.news()


class Wait(Own, tag="wait", frozen=True):
    """Put a name on the waiting list."""

    name: str

    def do(self, table: Table, now: float) -> None:
        table.wait(self.player, now, self.name)


class Unwait(Own, tag="unwait", frozen=True):
    """Take a name off the waiting list."""

    def do(self, table: Table, _: float) -> None:
        table.seating.unwait(self.player)


class TopUp(Own, tag="top_up", frozen=True):
    """More chips before the next hand."""

    amount: int

    def do(self, table: Table, _: float) -> None:
        table.top_up(self.player, self.amount)


class SitOut(Own, tag="sit_out", frozen=True):
    """Stay away, at once or when the big blind comes."""

    when: Leaving = "now"

    in_tournaments = True

    def do(self, table: Table, now: float) -> None:
        table.sit_out(self.player, now, self.when)


class SitIn(Own, tag="sit_in", frozen=True):
    """Come back."""

    in_tournaments = True

    post: bool = False

    def do(self, table: Table, _: float) -> list[Event]:
        table.sit_in(self.player, post=self.post)
        return table.driver.news()


class ChangeSeat(Own, tag="change_seat", frozen=True):
    """Move to another seat."""

    seat: Seat
    post: bool = False

    def do(self, table: Table, _: float) -> None:
        table.change_seat(self.player, self.seat, post=self.post)


class Claim(Own, tag="claim", frozen=True):
    """Take consigned chips back."""

    def do(self, table: Table, _: float) -> None:
        table.claim(self.player)


class Leave(Own, tag="leave", frozen=True):
    """Get up."""

    def do(self, table: Table, now: float) -> list[Event]:
        return table.leave(self.player, now)


class Ready(Own, tag="ready", frozen=True):
    """Deal now."""

    in_tournaments = True

    def do(self, table: Table, now: float) -> None:
        table.ready(self.player, now)


class Contribute(Own, tag="entropy", frozen=True):
    """Reveal what was committed to for the hand that is pledged, and commit for the one after it.

    Both are 32 bytes in hexadecimal digits, or nothing.
    """

    in_tournaments = True

    hand: int
    reveal: Digest = ""
    next: Digest = ""

    def do(self, table: Table, _: float) -> None:
        given = bytes.fromhex(self.reveal), bytes.fromhex(self.next)
        table.pledging.contribute(self.player, self.hand, *given)


class Decide(Own, tag="decide", frozen=True):
    """Answer an ask."""

    in_tournaments = True

    decision: Decision

    def do(self, table: Table, now: float) -> list[Event]:
        return table.decide(self.player, self.decision, now)


# The room's own.


class Pledge(Command, tag="pledge", frozen=True):
    """Fix what the next hand is dealt from."""

    master: bytes
    left_out: bool = False
    """List those who are left out, if nobody else contributes."""

    def do(self, table: Table, _: float) -> None:
        table.pledging.pledge(table.rules, self.master, left_out=self.left_out)


class Abandon(Command, tag="abandon", frozen=True):
    """Give up the pledge that stands."""

    why: str

    def do(self, table: Table, _: float) -> None:
        table.pledging.abandon(self.why)


class Begin(Command, tag="begin", frozen=True):
    """Deal the next hand, from a seed or else from the pledge that stands."""

    seed: bytes = b""

    def do(self, table: Table, now: float) -> list[Event]:
        if not self.seed:
            return table.begin(None, now)
        return table.begin(fair.next_deal(self.seed, table.game, table.rules, table.last), now)


class Here(Command, tag="here", frozen=True):
    """A player has lost their last connection, or is back."""

    player: str
    here: bool

    def do(self, table: Table, now: float) -> None:
        table.be_here(self.player, now, here=self.here)


class Tick(Command, tag="tick", frozen=True):
    """Let time act."""

    def do(self, table: Table, now: float) -> list[Event]:
        return table.tick(now)


class Restart(Command, tag="restart", frozen=True):
    """The room was down; running clocks begin anew."""

    def do(self, table: Table, now: float) -> None:
        table.rewind_clocks(now)


# The staff's.


class Pause(Staff, tag="pause", frozen=True):
    """Everything stands still."""

    in_tournaments = True

    def do(self, table: Table, now: float) -> None:
        table.pause(now)


class Resume(Staff, tag="resume", frozen=True):
    """The clocks run on."""

    in_tournaments = True

    def do(self, table: Table, now: float) -> None:
        table.resume(now)


class Rule(Command, tag="rule", frozen=True):
    """A ruling in the hand."""

    ruling: Decision

    def do(self, table: Table, now: float) -> list[Event]:
        return table.rule(self.ruling, now)


class CallNext(Staff, tag="call_next", frozen=True):
    """The next of the waiting list is called (TH-08)."""

    seed: bytes

    def do(self, table: Table, now: float) -> None:
        if table.call_next(now, lot(self.seed)) is None:
            why = "there is nobody to call: no seat is free, or the list is empty (TH-08)"
            raise Refused(why)


class MovePlayer(Staff, tag="move_player", frozen=True):
    """The chef de partie moves a player (TH-09)."""

    player: str
    seat: Seat

    def do(self, table: Table, _: float) -> None:
        table.move_player(self.player, self.seat)


class Remove(Staff, tag="remove", frozen=True):
    """Out of the seat, with the chips."""

    player: str

    def do(self, table: Table, now: float) -> list[Event]:
        return table.leave(self.player, now)


class Consign(Staff, tag="consign", frozen=True):
    """An absent player's chips are kept in their name (TH-11)."""

    player: str

    def do(self, table: Table, now: float) -> None:
        table.consign(self.player, now)


class AdjustStack(Staff, tag="adjust_stack", frozen=True):
    """Management gives or takes chips (CR-35, BJ-36)."""

    player: str
    amount: int

    def do(self, table: Table, _: float) -> None:
        table.adjust_stack(self.player, self.amount, self.why)


class Correct(Staff, tag="correct", frozen=True):
    """Postings are reversed by new ones."""

    moves: tuple[Posting, ...]
    sitting: tuple[tuple[Seat, str], ...] = ()
    """Who must still sit where, for the moves to be right."""

    def do(self, table: Table, _: float) -> None:
        table.correct(self.moves, self.sitting)


class LastHands(Staff, tag="last_hands", frozen=True):
    """The last hands are announced: `count` of them, or as many as the house has (TH-57)."""

    count: Annotated[int, Meta(ge=0, le=100)] | None = None

    def do(self, table: Table, now: float) -> None:
        if not table.announce_last_hands(self.count) and table.hand is None:
            table.tick(now)  # Nothing is left to play.


class Close(Staff, tag="close", frozen=True):
    """The session ends (TH-12, TH-57)."""

    emergency: bool = False

    def do(self, table: Table, now: float) -> None:
        table.close(now, emergency=self.emergency)


class Open(Staff, tag="open", frozen=True):
    """A session begins, by a limit version that stands until it ends (TH-04)."""

    version: str = ""
    rules: Any = None
    """As the sheet prints them; nothing: those of the last session."""

    def do(self, table: Table, now: float) -> None:
        chosen = table.rules
        if self.rules is not None:
            chosen = prices.convert(self.rules, table.game.Rules)
        table.open(_version(table, chosen, self.version) if self.version else chosen, now)


Amend = amending.Amend
FAMILIES: Final = (Own, Staff, alone.Alone, chairs.Drawn)
KINDS: Final[dict[str, type[Command]]] = {
    str(kind.__struct_config__.tag): kind
    for base in (Command, *FAMILIES)
    for kind in base.__subclasses__()
    if kind not in FAMILIES
}
"""Every command there is, by its word."""
AnyCommand: Any = reduce(or_, KINDS.values())
GIVEN: Final = frozenset({"player", "name", "seed", "bot", "by", "decision"})
"""What the room itself puts into a command; nobody who sends one says who they are."""


def made(word: str, given: Mapping[str, Any]) -> Command:
    """The command of this word, of what is given by name."""
    kind = KINDS[word]
    return kind(**{name: given[name] for name in kind.__struct_fields__ if name in given})


def named(command: Command) -> str:
    """The word of a command, as it is written."""
    return str(command.__struct_config__.tag)


def without_seed(command: Command) -> Command:
    """The command as it may be shown: a seed or a master tells the cards."""
    secret = {name: b"" for name in ("seed", "master") if hasattr(command, name)}
    return replace(command, **secret) if secret else command


def lot(seed: bytes) -> Lot:
    """Numbers for seats and lists, from a seed."""
    source = fair.stream(seed, "seats")
    return lambda below: fair.below(source, below)


def _version(table: Table, rules: Any, version: str) -> Any:
    """The rules in another limit version (TH-02)."""
    if not hasattr(rules, "limit"):
        raise Refused("this game has one version only (TH-04)")
    try:
        return prices.convert(prices.plain(rules) | {"limit": version}, table.game.Rules)
    except ValueError as error:
        why = "version {VERSION} is refused: {WHY} (TH-04)"
        raise Refused(why, VERSION=version, WHY=str(error)) from None
