"""The messages of the protocol, as docs/protocol.md tells them."""

from functools import reduce
from operator import or_
from typing import Any, Final, Literal, cast

import msgspec
from msgspec import Struct

from croupier.core import felt
from croupier.core.asks import Decision, Option, spoken
from croupier.core.cards import Card
from croupier.core.catalogue import Layout
from croupier.core.felt import NOWHERE, Seat, Spot
from croupier.room import commands, news
from croupier.room.acts import Command, Own
from croupier.room.terms import SeatingTerms
from croupier.server.live import bulletins
from croupier.server.live.frames import FromClient, FromServer
from croupier.server.people.notices import Notice
from croupier.server.refusals import amount
from croupier.speech import french
from croupier.speech.plates import Plate

VERSION: Final = 1
Language = Literal["en", "fr"]
Feeling = Literal[
    "well played", "nice hand", "thanks", "good luck", "unlucky", "laugh", "wow", "hurry"
]


class Hello(FromClient, frozen=True, tag="hello"):
    """The first word."""

    version: int
    token: str = ""
    language: Language = "en"


class AtTable(FromClient, frozen=True):
    """About a table."""

    table: str


class Join(AtTable, frozen=True, tag="join"):
    """Look at a table."""

    since: int = 0


class Part(AtTable, frozen=True, tag="part"):
    """Stop looking."""


class Action(AtTable, frozen=True):
    """Something done at a table, with the client's own id."""

    id: str


class Act(Action, frozen=True):
    """A command of a player, as a client sends it: without what the room itself puts in."""

    def command(self, **known: Any) -> Command:
        """The command, when the room has put in what it knows."""
        word = str(self.__struct_config__.tag)
        return commands.made(word, msgspec.structs.asdict(self) | known)


class Decide(Act, frozen=True, tag="decide"):
    """Answer an ask."""

    hand: int
    seq: int
    act: str
    amount: int = 0
    spot: Spot = NOWHERE
    cards: tuple[Card, ...] = ()

    def command(self, **known: Any) -> Command:
        """The decision alone; which hand and which question it means is looked at before."""
        decision = Decision(spoken(self.act), self.amount, self.spot, self.cards)
        return super().command(decision=decision, **known)


def _act(command: type[Command]) -> type[Act]:
    """What a client sends for a command: the fields that are left to it."""
    fields: list[Any] = [
        (field.name, field.type) if field.required else (field.name, field.type, field.default)
        for field in msgspec.structs.fields(command)
        if field.name not in commands.GIVEN
    ]
    word, about = str(command.__struct_config__.tag), {"__doc__": command.__doc__}
    made = msgspec.defstruct(
        command.__name__, fields, bases=(Act,), namespace=about, frozen=True, tag=word
    )
    return cast("type[Act]", made)


ACTS: Final = [
    _act(kind)
    for kind in commands.KINDS.values()
    if issubclass(kind, Own) and kind is not commands.Decide
]
"""Sit, wait, top up and the others: each command of a player has its message."""


class Chat(Action, frozen=True, tag="chat"):
    """Say something."""

    text: str


class Emote(Action, frozen=True, tag="emote"):
    """Show a feeling, one of a few: everybody reads it in their own language."""

    emote: Feeling


class CallFloor(Action, frozen=True, tag="floor"):
    """Call the floor."""

    text: str


class Ping(FromClient, frozen=True, tag="ping"):
    """A question whether the room is there."""

    id: str = ""


SAID: Final = (Hello, Join, Part, *ACTS, Decide, Chat, Emote, CallFloor, Ping, bulletins.SAID)
Said: Any = reduce(or_, SAID)
"""Every message that a client may send."""


class Welcome(FromServer, tag="welcome"):
    """The answer to hello."""

    version: int
    croupier: str
    player: str
    name: str
    roles: list[str]
    balance: int
    tables: dict[str, Seat]
    notice: str


class AskWire(Struct):
    """A question as one seat sees it."""

    seq: int
    clause: str
    open: bool
    asked: list[Seat]
    options: tuple[Option, ...]
    seconds: float
    clocks: list[tuple[Seat, float]]
    reserve: float = 0
    waiting_for: int = 0
    banks: list[Seat] = []
    """Whose clock is their time bank now (TH-64)."""


class ViewWire(Struct):
    """The felt as one seat sees it."""

    chips: list[tuple[Spot, int]]
    cards: list[tuple[Spot, tuple[Card, ...]]]
    deck: int


class LowWire(Struct):
    """The low hand of the same cards."""

    cards: tuple[Card, ...]
    name: dict[Language, str]
    place: int


class ReadingWire(Struct):
    """What cards are worth, in both languages."""

    spot: Spot
    cards: tuple[Card, ...]
    name: dict[Language, str]
    kind: str
    """What it is by key: `flush`, `bust`; nothing where no client needs it."""
    made: tuple[Card, ...] = ()
    """The cards that the name speaks of."""
    place: int = 0
    """Among such hands that lie open: 1 is the best, equal hands share a place."""
    low: LowWire | None = None
    """Where the pot has a half for it."""


class Totals(Struct):
    """A crowd in numbers."""

    players: int
    waiting_for: int
    chips: list[tuple[str, int]]


class SeatWire(Struct):
    """A seat in a snapshot."""

    seat: Seat
    player: str
    name: str
    bot: bool
    away: bool
    here: bool
    stack: int
    leaving: bool
    top_up: int
    timed_out: bool = False


class WaitingWire(Struct):
    """An entry of the waiting list."""

    player: str
    name: str
    seat: Seat
    seconds: float


class QueueWire(Struct, tag="queue", tag_field="type"):
    """The waiting list has changed."""

    waiting: list[WaitingWire]


Told = (
    felt.Event
    | news.HandBegins
    | news.Over
    | news.Seated
    | news.Freed
    | QueueWire
    | news.Posted
    | news.Act
)
"""What happens at a table, as a seat is told it."""


class You(Struct):
    """The reader."""

    seat: Seat
    balance: int
    consigned: int = 0
    """Chips that the table keeps in their name (TH-11)."""
    out_at_blind: bool = False
    """Sits out as soon as the big blind comes (TH-10)."""


class TableWire(FromServer, tag="table"):
    """The whole view."""

    table: str
    title: str
    house: str
    currency: str
    game: str
    seq: int
    hand: int
    in_play: bool
    open: bool
    paused: bool
    crowd: bool
    last_hands: int | None
    version: str
    rules: dict[str, Any]
    layout: Layout
    plate: Plate
    terms: SeatingTerms
    seats: list[SeatWire]
    waiting: list[WaitingWire]
    you: You
    view: ViewWire
    ask: AskWire | None
    readings: list[ReadingWire]
    totals: Totals | None
    events: list[Told]
    pace: str = "usual"
    level: str = ""
    """How well the bots play, if a player has chosen it; else as the house says."""
    house_level: str = "beginner"
    private: bool = False


class News(FromServer, tag="news"):
    """What has happened."""

    table: str
    hand: int
    first: int
    seq: int
    events: list[Told]
    ask: AskWire | None
    readings: list[ReadingWire]
    totals: Totals | None = None


class TotalsWire(FromServer, tag="totals"):
    """A crowd in numbers, between other news."""

    table: str
    totals: Totals


class PledgeWire(FromServer, tag="pledge"):
    """What the next hand is dealt from; contributors reveal when they hold it."""

    table: str
    hand: int
    fair: int
    context: str
    decks: list[str]
    entropy: list[tuple[Seat, str]]
    prev: str
    pledge: str
    seconds: float


class Done(FromServer, tag="done"):
    """An action is in the books."""

    id: str
    table: str
    seq: int
    balance: int
    seat: Seat


class RefusedWire(FromServer, tag="refused"):
    """Nothing has changed."""

    id: str
    table: str
    name: str
    sentence: str
    allowed: tuple[Option, ...] = ()
    clause: str = ""


class Called(FromServer, tag="called"):
    """A seat is free for you."""

    table: str
    seat: Seat
    seconds: float


class Balance(FromServer, tag="balance"):
    """An account has changed."""

    balance: int


class Presence(FromServer, tag="presence"):
    """Somebody's connection was lost, or is back."""

    table: str
    seat: Seat
    here: bool


class NoticeWire(FromServer, tag="notice"):
    """A word to one person."""

    kind: str
    text: str
    table: str = ""


class ChatWire(FromServer, tag="chat"):
    """Somebody said something."""

    table: str
    player: str
    name: str
    text: str
    at: float


class EmoteWire(FromServer, tag="emote"):
    """Somebody shows a feeling."""

    table: str
    player: str
    seat: Seat
    emote: Feeling


class Pong(FromServer, tag="pong"):
    """Here."""

    id: str
    at: float


ToClient = (
    Welcome
    | TableWire
    | News
    | TotalsWire
    | PledgeWire
    | Done
    | RefusedWire
    | Called
    | Balance
    | Presence
    | NoticeWire
    | ChatWire
    | EmoteWire
    | Pong
    | bulletins.HEARD
)

_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Said)


def text(message: FromServer) -> bytes:
    """A message as it is sent."""
    return _encoder.encode(message)


def worded(message: FromServer | Notice, language: str) -> bytes:
    """A message as it is sent to a reader of this language."""
    if isinstance(message, Notice):
        said = french.said(message.text, language, amount)
        message = NoticeWire(message.kind, said, message.table)
    return text(message)


def read(frame: str | bytes) -> FromClient:
    """What a client sent; `msgspec.ValidationError` or `DecodeError` if it is no message."""
    found: FromClient = _decoder.decode(frame)
    return found
