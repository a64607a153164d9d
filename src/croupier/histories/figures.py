"""Figures of one's own hands: results with their interval, and how one plays.

Everything is counted from stories as one's own seat saw them, so nothing here can know more.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from math import sqrt
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.core import catalogue
from croupier.core.catalogue import Layout
from croupier.core.felt import BOARD, Cards, Chips, Said, Seat
from croupier.histories.course import is_flop
from croupier.histories.story import Story

HUNDRED: Final = 100
SURE: Final = 1.96
"""Standard errors to each side of a mean that hold it 19 times in 20."""
RAISES: Final = frozenset({"bet", "raise"})
ENOUGH: Final = 30
"""Hands below which a rate says nothing."""
_NUMBER: Final = re.compile(r" \d+$")
"""Which box, or which of one's hands."""
POINTS: Final = 200
"""A curve of more hands than this is thinned."""


class Facts(Struct, frozen=True, kw_only=True):
    """What one hand adds to the figures."""

    game: str
    table: str
    at: str
    net: int
    stakes: Mapping[str, int] = {}
    """First bets against a bank, by what they lie on: `ante`, `box`, `side trips_plus`."""
    expected: float | None = None
    """What they bring on average when all is played without a mistake; nothing where it is not
    known."""
    big_blind: int = 0
    """0 where nobody bets for a pot with blinds."""
    position: str = ""
    voluntary: bool = False
    """Put chips in before the flop without having to."""
    raised: bool = False
    """Bet or raised before the flop."""
    bets: int = 0
    calls: int = 0
    showdown: bool = False
    won: bool = False
    """Won chips at the showdown."""


class Line(Struct, frozen=True):
    """Figures of some hands."""

    hands: int
    net: int
    per_hundred: int | None
    """Cents won per hundred hands; nothing while there are too few."""
    plus_minus: int | None
    """Half of the interval about it, which holds the true rate 19 times in 20."""
    expected: int | None
    """What the same bets bring on average; nothing where a hand has no price."""
    big_blinds: float | None
    """Big blinds won per hundred hands, where there are blinds."""
    vpip: float | None
    pfr: float | None
    aggression: float | None
    """Bets and raises for each call; nothing without a call."""
    showdowns: float | None
    won_at_showdown: float | None


class Figures(Struct, frozen=True):
    """All figures of some hands."""

    total: Line
    games: dict[str, Line]
    tables: dict[str, Line]
    positions: dict[str, Line]
    curve: list[tuple[int, int]]
    """After which hand one had won how much, oldest first."""


# One hand.


def facts(story: Story, table: str = "") -> Facts:
    """What a hand was for the seat that tells it."""
    seat = story.seen or 0
    chips = [e for e in story.events if type(e) is Chips]
    net = sum(e.amount * ((e.dst[0] == seat) - (e.src[0] == seat)) for e in chips)
    game, known = catalogue.name(story.game), table or story.about.table
    if not is_flop(story):
        stakes = _stakes(story, seat)
        return Facts(game=game, table=known, at=story.about.at, net=net, stakes=stakes)
    mine = [e.what for e in story.events if type(e) is Said and e.seat == seat]
    early = _before_flop(story, seat)
    showdown = _showdown(story, seat, mine)
    return Facts(
        game=game,
        table=known,
        at=story.about.at,
        net=net,
        big_blind=story.rules.big_blind,
        position=position(story, seat),
        voluntary=bool(RAISES & {*early}) or "call" in early,
        raised=bool(RAISES & {*early}),
        bets=sum(what in RAISES for what in mine),
        calls=mine.count("call"),
        showdown=showdown,
        won=showdown and any(e.why == "win" and e.dst[0] == seat for e in chips),
    )


def _stakes(story: Story, seat: Seat) -> dict[str, int]:
    """What a seat bet against a bank before the deal; a bet that was taken back is none."""
    found: dict[str, int] = {}
    if "bank" not in story.game.LAYOUT.house_chips:
        return found
    for event in takewhile(lambda event: type(event) is not Cards, story.events):
        if type(event) is Chips and event.src[0] == event.dst[0] == seat:
            goes, comes = (_NUMBER.sub("", spot[1]) for spot in (event.src, event.dst))
            found[comes] = found.get(comes, 0) + event.amount
            found[goes] = found.get(goes, 0) - event.amount
    return {word: amount for word, amount in found.items() if amount > 0}


def priced(one: Facts, layout: Layout, edges: Mapping[str, float]) -> Facts:
    """A hand with what its bets bring on average, by the price of the `main` bet and of others.
    What goes down with the main bet is part of its price.
    """
    main = layout.seat_chips[1]
    costs = (
        amount * edges.get("main" if w == main else w, 0.0) for w, amount in one.stakes.items()
    )
    return replace(one, expected=-sum(costs))


def _before_flop(story: Story, seat: Seat) -> list[str]:
    found: list[str] = []
    for event in story.events:
        if type(event) is Cards and event.dst == BOARD:
            break
        if type(event) is Said and event.seat == seat:
            found.append(event.what)
    return found


def _showdown(story: Story, seat: Seat, mine: Sequence[str]) -> bool:
    """Whether a seat was still in when hands were shown or mucked on a whole board; a player who
    shows a card without need, after the pots are paid, has had no showdown.
    """
    board = sum(len(e.cards) for e in story.events if type(e) is Cards and e.dst == BOARD)
    unpaid = takewhile(lambda e: type(e) is not Chips or e.why != "win", story.events)
    ends = [e for e in unpaid if type(e) is Cards and e.why in ("show", "muck")]
    held = any(type(e) is Cards and e.dst == (seat, "hole") for e in story.events)
    return held and "fold" not in mine and board == 5 and bool(ends)


def position(story: Story, seat: Seat) -> str:
    """Where a seat was: in a blind, on the button, one before it, or elsewhere."""
    order: list[Seat] = []
    for event in story.events:
        if type(event) is Cards and event.dst[1] == "hole" and event.dst[0] not in order:
            order.append(event.dst[0])
    if seat not in order:
        return ""
    posted = [e.why for e in story.events if type(e) is Chips and e.src[0] == seat]
    for blind in ("small blind", "big blind"):
        if blind in posted:
            return blind
    behind = len(order) - 1 - order.index(seat)
    return ("button", "cutoff")[behind] if behind < 2 else "early"


# Many hands.


def figures(hands: Sequence[Facts]) -> Figures:
    """The figures of hands, oldest first."""
    return Figures(
        line(hands),
        by(hands, lambda one: one.game),
        by(hands, lambda one: one.table),
        by(hands, lambda one: one.position),
        curve(hands),
    )


def by(hands: Sequence[Facts], key: Callable[[Facts], str]) -> dict[str, Line]:
    """A line for each kind of hand, the most played first; hands of no kind are left out."""
    groups: dict[str, list[Facts]] = {}
    for one in hands:
        if name := key(one):
            groups.setdefault(name, []).append(one)
    ranked = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return {name: line(group) for name, group in ranked}


def line(hands: Sequence[Facts]) -> Line:
    """The figures of some hands."""
    nets = [one.net for one in hands]
    expected = [one.expected for one in hands if one.expected is not None]
    blinds = [one for one in hands if one.big_blind]
    showdowns = [one for one in blinds if one.showdown]
    calls = sum(one.calls for one in blinds)
    won = [one.net / one.big_blind for one in blinds]
    return Line(
        len(hands),
        sum(nets),
        round(HUNDRED * sum(nets) / len(nets)) if len(nets) >= ENOUGH else None,
        round(HUNDRED * interval(nets)) if len(nets) >= ENOUGH else None,
        round(sum(expected)) if expected and len(expected) == len(hands) else None,
        round(HUNDRED * sum(won) / len(won), 2) if len(won) >= ENOUGH else None,
        share(one.voluntary for one in blinds),
        share(one.raised for one in blinds),
        round(sum(one.bets for one in blinds) / calls, 2) if calls else None,
        share(one.showdown for one in blinds),
        share(one.won for one in showdowns),
    )


def share(hits: Iterable[bool]) -> float | None:
    """A percentage with one decimal; nothing of nothing."""
    found = [*hits]
    return round(HUNDRED * sum(found) / len(found), 1) if found else None


def interval(values: Sequence[int]) -> float:
    """Half the width of the interval that holds the true mean 19 times in 20; of two or more."""
    count = len(values)
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values) / (count - 1)
    return SURE * sqrt(spread / count)


def curve(hands: Sequence[Facts]) -> list[tuple[int, int]]:
    """What one had won after some of the hands, the last among them."""
    total, points = 0, []
    step = max(1, len(hands) // POINTS)
    for number, one in enumerate(hands, 1):
        total += one.net
        if number % step == 0 or number == len(hands):
            points.append((number, total))
    return points


def table_of(found: Figures) -> str:
    """The figures as CSV: a row for all hands, then for each game, table and position."""
    rows = [("all", "", found.total)]
    rows += [("game", name, row) for name, row in found.games.items()]
    rows += [("table", name, row) for name, row in found.tables.items()]
    rows += [("position", name, row) for name, row in found.positions.items()]
    head = ("by", "name", *Line.__struct_fields__)
    cells = [
        (kind, name, *(getattr(row, field) for field in Line.__struct_fields__))
        for kind, name, row in rows
    ]
    return "".join(",".join(map(_cell, row)) + "\n" for row in (head, *cells))


def _cell(value: object) -> str:
    """A cell that no spreadsheet takes for a formula."""
    text = "" if value is None else str(value)
    if isinstance(value, str) and text[:1] in ("=", "+", "-", "@", "\t"):
        text = f"'{text}"
    return f'"{text.replace(chr(34), chr(34) * 2)}"' if set(text) & {",", '"', "\n", "\r"} else text
