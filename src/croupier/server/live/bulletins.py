"""The messages of the protocol about tournaments, as docs/protocol.md tells them."""

from typing import Literal

from msgspec import Struct

from croupier.core.felt import Seat
from croupier.houses.tournaments import AddOn
from croupier.room.tournament.notices import What
from croupier.room.tournament.tournament import State
from croupier.server.live.frames import FromClient, FromServer


class AboutTournament(FromClient, frozen=True):
    """About a tournament."""

    tournament: str


class Follow(AboutTournament, frozen=True, tag="follow"):
    """Hear of a tournament."""


class Unfollow(AboutTournament, frozen=True, tag="unfollow"):
    """Hear of it no more."""


class Entry(AboutTournament, frozen=True):
    """Something that a player does in a tournament, with the client's own id."""

    id: str


class Enter(Entry, frozen=True, tag="enter"):
    """Buy in; or again after being out."""


class Withdraw(Entry, frozen=True, tag="withdraw"):
    """Take the buy-in back before the start."""


class Rebuy(Entry, frozen=True, tag="rebuy"):
    """Answer the offer of new chips."""

    yes: bool = True


class AddOnTaken(Entry, frozen=True, tag="add_on"):
    """Buy the add-on at its break."""


class Talk(Entry, frozen=True, tag="talk"):
    """Propose a deal at the final table."""


class Agree(Entry, frozen=True, tag="agree"):
    """Answer to a deal."""

    yes: bool = True


SAID = Follow | Unfollow | Enter | Withdraw | Rebuy | AddOnTaken | Talk | Agree


class EntrantWire(Struct):
    """A player of a tournament."""

    player: str
    name: str
    bot: bool
    stack: int
    table: str
    """Where they sit; nothing: nowhere."""
    seat: Seat
    place: int
    """0 as long as they are in, or until the places are fixed."""
    prize: int
    bounties: int
    out: bool
    entries: int
    rebuys: int
    added: bool
    penalty: int
    """How many hands they still have to miss."""
    penalty_levels: int
    """How many levels, that of now among them."""
    offer: float
    """Seconds left to buy chips again; 0 is no offer."""


class EventTable(Struct):
    """A table of a tournament."""

    table: str
    number: int
    players: int
    waits: str
    """Why it does not deal, or nothing: `break`, `clock`, `talk`, `offer`, `seats`, `round`,
    `balance`, `chips`, `over`."""
    playing: bool


class LevelWire(Struct):
    """What is bet, in the words of the game, and for how long."""

    small: int
    big: int
    """0 in a game without blinds."""
    ante: int
    minutes: int
    pause: bool


class TalkWire(Struct):
    """A deal that the players of the final table talk about."""

    seconds: float
    shares: dict[str, int]
    agreed: list[str]
    open: bool
    """Whether it can be answered now: between hands."""


class TournamentLine(Struct):
    """A tournament in the lobby."""

    tournament: str
    title: str
    house: str
    currency: str
    game: str
    game_title: str
    kind: Literal["sit-and-go", "scheduled"]
    state: State
    registering: bool
    starts_in: float | None
    """Seconds; nothing: when enough have entered."""
    price: int
    """Buy-in, fee and bounty together."""
    buy_in: int
    fee: int
    bounty: int
    guarantee: int
    stack: int
    seats: int
    entrants: int
    entrants_min: int
    entrants_max: int
    bots: int
    """How many bots will enter, if nobody else does."""
    left: int
    """How many are still in."""
    pool: int
    level: int
    mine: Literal["", "in", "out"]
    """Whether the reader has entered."""


class TournamentWire(FromServer, tag="tournament"):
    """All about a tournament, the same for everybody."""

    line: TournamentLine
    levels: list[LevelWire]
    current: LevelWire
    """What is bet now."""
    at: int
    """The place in the levels."""
    level_left: float
    """Seconds until the next."""
    running: bool
    """Whether the clock runs."""
    on_break: bool
    hand_for_hand: bool
    final: bool
    prizes: list[int]
    fixed: bool
    """Whether nobody can change the prizes any more by entering."""
    entries: int
    late_until: int
    re_entries: int
    rebuys: int
    rebuy_price: int
    rebuy_chips: int
    rebuy_at_most: int
    """The stack at which chips may be bought again before all are lost; 0: not before."""
    add_on: AddOn | None
    adding: bool
    deal: str
    entrants: list[EntrantWire]
    tables: list[EventTable]
    talk: TalkWire | None


class NoticeLine(Struct):
    """One thing that has happened in a tournament."""

    what: What
    player: str = ""
    name: str = ""
    table: str = ""
    seat: Seat = 0
    amount: int = 0
    place: int = 0
    why: str = ""


class TournamentNews(FromServer, tag="tournament_news"):
    """What has happened in a tournament."""

    tournament: str
    notices: list[NoticeLine]


class TournamentDone(FromServer, tag="tournament_done"):
    """An entry is in the books."""

    id: str
    tournament: str
    balance: int


HEARD = TournamentWire | TournamentNews | TournamentDone
