"""The lobby, the tables as the public sees them, health and the status page, over REST."""

from html import escape
from typing import Final

from litestar import MediaType, Response, get
from litestar.params import FromPath
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

import croupier
from croupier import speech
from croupier.core import catalogue
from croupier.houses import House
from croupier.server.api.common import Call, language_of, reader_of, room_of
from croupier.server.clock import monotonic
from croupier.server.live import wire
from croupier.server.live.room import Room
from croupier.server.live.runner import Runner
from croupier.server.people import browser
from croupier.server.refusals import No
from croupier.speech import clauses, french, guides
from croupier.speech.guides import Guide
from croupier.speech.plates import Line


class TableLine(Struct):
    """A table in the lobby."""

    table: str
    title: str
    game: str
    game_title: str
    felt: str
    crowd: bool
    seats: int
    taken: int
    bots: int
    waiting: int
    watching: int
    hand: int
    hands: int
    pace: int
    """Hands an hour; 0: not known."""
    in_play: bool
    open: bool
    paused: bool
    min_buy_in: int
    max_buy_in: int
    advised_buy_in: int
    called: str
    """The table's own name."""
    place: int
    """Where the lobby shows its game, the best known first."""
    private: bool
    """Whether only those see it who have its code, or are in its club."""
    limits: tuple[Line, ...]


class HouseLine(Struct):
    """A house in the lobby."""

    name: str
    title: str
    currency: str
    about: str
    tables: list[TableLine]


class Lobby(Struct):
    """All houses."""

    houses: list[HouseLine]


STALLED_SECONDS: Final = 5.0
"""A commit that takes longer is a room that is not well."""


class Health(Struct):
    """That the room lives."""

    ok: bool
    version: str
    tables: int
    players: int
    hands: int
    uptime_seconds: float
    commit_seconds: float
    """How long the commit that is being written takes already; long is not well."""


def line(runner: Runner, language: str = "en") -> TableLine:
    """A table in one line."""
    table = runner.table
    shown = runner.telling.plate(language).limits
    return TableLine(
        table=runner.name,
        title=french.say(runner.sheet.title, language),
        game=catalogue.name(table.game),
        game_title=french.say(table.game.TITLE, language),
        felt=table.game.LAYOUT.felt,
        crowd=table.audience.crowd,
        seats=table.terms.seats,
        taken=len(table.sitters),
        bots=sum(sitter.bot for sitter in table.sitters.values()),
        waiting=len(table.queue),
        watching=len(runner.telling.watchers),
        hand=table.deals,
        hands=table.hands,
        pace=runner.pace(runner.room.clock.now()),
        in_play=table.hand is not None,
        open=not table.closed,
        paused=table.paused_since is not None,
        min_buy_in=table.terms.min_buy_in,
        max_buy_in=table.terms.max_buy_in,
        advised_buy_in=table.terms.advised_buy_in,
        called=runner.sheet.called,
        place=table.game.LAYOUT.place,
        private=bool(runner.sheet.access),
        limits=shown,
    )


@get("/api/lobby")
async def lobby(request: Call) -> Lobby:
    """All houses and their tables."""
    room = room_of(request)
    language, reader = language_of(request), reader_of(request)
    return Lobby([_house(room, house, language, reader) for house in room.houses.values()])


def _house(room: Room, house: House, language: str, reader: str) -> HouseLine:
    runners = [one for one in room.runners.values() if one.house.name == house.name]
    admits = room.hosting.admits
    shown = [one for one in runners if one.director is None and admits(one.name, reader)]
    tables = [line(runner, language) for runner in shown]
    about = french.say(house.about, language)
    return HouseLine(house.name, house.title, house.currency, about, tables)


@get("/api/tables/{house:str}/{table:str}")
async def public_table(request: Call, house: FromPath[str], table: FromPath[str]) -> wire.TableWire:
    """A table as a spectator sees it."""
    runner = room_of(request).runner(f"{house}/{table}", reader_of(request))
    async with runner.calm:
        return runner.telling.snapshot("", language_of(request))


@get("/api/tables/{house:str}/{table:str}/guide", sync_to_thread=False)
def table_guide(request: Call, house: FromPath[str], table: FromPath[str]) -> Guide:
    """What a newcomer to the table wants to know, in the reader's language."""
    room, name = room_of(request), f"{house}/{table}"
    runner = room.practice.runners.get(name) or room.runner(name, reader_of(request))
    found = guides.guide(runner.house, runner.sheet, language_of(request))
    if found is None:
        raise No("not_found", "there is no guide to this game")
    return found


class ClauseWire(Struct):
    """What one clause of the rule sheets says."""

    id: str
    sheet: str
    text: str


@get("/api/words", sync_to_thread=False)
def words() -> dict[str, dict[str, str]]:
    """What guests say besides the browser's own words, by language and key."""
    said = speech.guests()
    return {"en": speech.phrases(said, "en"), "fr": speech.phrases(said, "fr")}


@get("/api/clauses/{clause:str}", sync_to_thread=False)
def one_clause(request: Call, clause: FromPath[str]) -> ClauseWire:
    """A clause in the reader's language, as plates and refusals cite it."""
    try:
        return ClauseWire(*clauses.clause(clause, language_of(request)))
    except clauses.UnknownClause:
        raise No("not_found", "there is no clause {CLAUSE}", CLAUSE=clause) from None


@get("/api/health")
async def health(request: Call) -> Response[Health]:
    """Whether the room lives."""
    room = room_of(request)
    runners, waiting = room.runners.values(), room.store.waiting_seconds
    body = Health(
        room.failed is None
        and not room.stopping.is_set()
        and waiting < STALLED_SECONDS
        and (room.nodes is None or room.nodes.fresh),
        croupier.__version__,
        len(runners),
        sum(1 for runner in runners for _ in runner.human_seats()),
        sum(runner.table.hands for runner in runners),
        round(monotonic() - room.began, 1),
        round(waiting, 1),
    )
    return Response(body, status_code=200 if body.ok else 503)


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics() -> Response[bytes]:
    """For Prometheus."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@get("/status", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def status_page(request: Call) -> Response[str]:
    """That the room lives, for people."""
    return page(room_of(request))


@get("/", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def front_page() -> Response[str]:
    """Where no client for the browser is built."""
    return _page("The client for the browser is not built: see CONTRIBUTING.md.", "")


def page(room: Room) -> Response[str]:
    """Tables, players and hands, plainly."""
    rows = "".join(_row(runner) for runner in room.runners.values())
    said = f"The room is open: {len(room.runners)} tables, version {escape(croupier.__version__)}."
    return _page(said, f"<table>{_HEADS}{rows}</table>")


def _page(said: str, body: str) -> Response[str]:
    policy = {"Content-Security-Policy": browser.styled(_STYLE)}
    return Response(_PAGE.format(style=_STYLE, said=said, body=body), headers=policy)


def _row(runner: Runner) -> str:
    found = line(runner)
    people = found.taken - found.bots
    state = "closed" if not found.open else "paused" if found.paused else "open"
    cells = (
        escape(runner.house.title),
        escape(found.title),
        escape(found.table),
        f"{people} + {found.bots} bots",
        str(found.hands),
        "in play" if found.in_play else state,
    )
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


_STYLE = (
    "body{font:16px system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}"
    "table{border-collapse:collapse;width:100%}"
    "td,th{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #ddd}"
)
_HEADS = "<tr><th>House</th><th>Table</th><th>Name</th><th>Players</th><th>Hands</th><th></th></tr>"
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Croupier</title>
<meta name="viewport" content="width=device-width"><style>{style}</style></head><body>
<h1>Croupier</h1><p>{said} <a href="/api/schema/openapi.json">API</a>
· <a href="/api/lobby">lobby</a> · <a href="/api/health">health</a></p>
{body}</body></html>
"""

HANDLERS = [lobby, public_table, table_guide, words, one_clause, health, metrics, status_page]
