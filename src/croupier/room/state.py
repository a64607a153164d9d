"""A table between hands as plain data, to be kept and to be rebuilt from."""

from typing import Any

from msgspec import Struct

from croupier.core import prices
from croupier.core.catalogue import Game
from croupier.core.felt import Spot
from croupier.core.hand import Hand
from croupier.houses import Level, Pace
from croupier.room.caves import Orphan
from croupier.room.clocks import TimeBank
from croupier.room.pledging import Book
from croupier.room.seating import Left, Sitter, Waiting
from croupier.room.table import Table


class State(Struct, frozen=True, omit_defaults=True):
    """All that a table is while no hand is in play."""

    rules: Any
    chips: list[tuple[Spot, int]]
    carry: Any
    sitters: list[tuple[int, Sitter]] = []
    queue: list[Waiting] = []
    hands: int = 0
    deals: int = 0
    asks: int = 0
    last_hands: int | None = None
    closed: bool = False
    paused_since: float | None = None
    consigned: dict[str, int] = {}
    orphans: list[Orphan] = []
    left: dict[str, Left] = {}
    time_banks: dict[str, TimeBank] = {}
    short_rebuys: list[str] = []
    pace: Pace = "usual"
    level: Level | None = None
    pledges: Book | None = None
    version: int = 0
    since: float = 0.0


def kept(table: Table) -> State:
    """The state of a table that is between hands."""
    return State(
        rules=prices.plain(table.rules),
        chips=[(spot, amount) for spot, amount in table.chips.items() if amount],
        carry=prices.plain(table.carry),
        sitters=list(table.sitters.items()),
        queue=table.queue,
        hands=table.hands,
        deals=table.deals,
        asks=table.asks,
        last_hands=table.last_hands,
        closed=table.closed,
        paused_since=table.paused_since,
        consigned=table.consigned,
        orphans=table.orphans,
        left=table.left,
        time_banks=table.time_banks,
        short_rebuys=sorted(table.seating.short_rebuys),
        pace=table.pace,
        level=table.tempo.level,
        pledges=None if table.pledging.book == Book() else table.pledging.book,
        version=table.version,
        since=table.session.since,
    )


def rebuilt(name: str, game: Game, state: State, last: Hand | None) -> Table:
    """The table of a state; the last hand holds its shoe."""
    table = Table(name, game, prices.convert(state.rules, game.Rules))
    table.chips = dict(state.chips)
    table.carry = prices.convert(state.carry, game.Carry)
    for seat, sitter in state.sitters:
        table.place(seat, sitter)
    table.queue, table.hands, table.deals = state.queue, state.hands, state.deals
    table.asks, table.last_hands, table.closed = state.asks, state.last_hands, state.closed
    table.paused_since = state.paused_since
    table.consigned, table.orphans = state.consigned, state.orphans
    table.left, table.time_banks, table.last = state.left, state.time_banks, last
    table.seating.short_rebuys, table.pace = set(state.short_rebuys), state.pace
    table.tempo.level, table.version = state.level, state.version
    table.session.since = state.since
    table.pledging.go_on(state.pledges or Book())
    return table
