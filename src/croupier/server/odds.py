"""The odds desk and the coach, over REST: the lab answers from a process of its own."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from typing import Any, Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from croupier import games, houses, journals, rules
from croupier.play import Game
from croupier.server.entry import Call, person_of, room_of
from croupier.server.refusals import No

GAMES: Final = ("casino-holdem", "heads-up-holdem", "blackjack")
"""The house games, whose options the lab can value."""
MOST_WAITING: Final = 8


class Sheet(Struct):
    """A table of a house game, with the rules that may be changed."""

    game: str
    table: str
    title: str
    rules: Any


class Desk(Struct):
    """What the lab of this room can be asked."""

    games: list[Sheet]
    coach: bool


class Question(Struct):
    """A game under changed rules."""

    game: str
    table: str = ""
    rules: dict[str, Any] = {}


class Advice(Struct):
    """The value of each option, in the currency of the house."""

    values: list[dict[str, Any]]
    unit: str


class Lab:
    """One process that computes, so that no table waits for it."""

    def __init__(self) -> None:
        self.waiting = 0

    @property
    def process(self) -> ProcessPoolExecutor:
        """The process, started by the first question."""
        return _process()

    async def ask(self, question: Callable[[], Any]) -> Any:
        """An answer; too many questions at once are refused."""
        if self.waiting >= MOST_WAITING:
            raise No("busy", "the lab has too many questions: ask again in a moment")
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.process, question)
        finally:
            self.waiting -= 1


@cache
def _process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))


LAB: Final = Lab()


def close() -> None:
    """End the process, if one was started."""
    if _process.cache_info().currsize:
        _process().shutdown(wait=False, cancel_futures=True)
        _process.cache_clear()


def _answer(game: str, written: bytes) -> Any:
    from croupier.lab import desk  # noqa: PLC0415 - imported in the process of the lab only.

    return desk.answer(game, written)


def _advice(journal: bytes, seat: int) -> Any:
    from croupier.lab import desk  # noqa: PLC0415

    return desk.advice(journal, seat)


@get("/api/odds")
async def desk() -> Desk:
    """The house games and the rules of their tables."""
    sheets = [
        Sheet(games.name(t.game), f"{house.name}/{t.name}", t.title, rules.plain(t.rules))
        for house in houses.houses()
        for t in house.tables.values()
        if games.name(t.game) in GAMES
    ]
    return Desk(sheets, coach=True)


@post("/api/odds", status_code=200)
async def odds(data: JSONBody[Question]) -> dict[str, Any]:
    """The exact odds of a game under these rules."""
    written = _rules(data)
    try:
        found: dict[str, Any] = await LAB.ask(partial(_answer, data.game, written))
    except ValueError as error:
        raise No("not_allowed", str(error)) from None
    return found


def _rules(question: Question) -> bytes:
    """The rules that are meant, checked and written down."""
    if question.game not in GAMES:
        raise No("not_found", f"the lab prices {', '.join(GAMES)}")
    named, _, table = question.table.partition("/")
    kind = games.game(question.game).Rules
    try:
        plain = rules.plain(houses.house(named).tables[table].rules if table else kind())
        return msgspec.json.encode(rules.plain(rules.convert({**plain, **question.rules}, kind)))
    except (houses.BadSheet, KeyError):
        raise No("no_table", f"there is no table {question.table!r}") from None
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise No("not_allowed", str(error)) from None


@get("/api/coach/{house:str}/{table:str}")
async def coach(request: Call, house: FromPath[str], table: FromPath[str]) -> Advice:
    """What each of one's own options is worth now."""
    person, room = person_of(request), room_of(request)
    found = room.desks.get(f"{house}/{table}")
    if found is None:
        raise No("no_table", f"there is no table {house}/{table}")
    hand, seat = found.table.hand, found.table.seat_of(person.player)
    window = hand is None or hand.ask is None or hand.ask.open
    if hand is None or window or not hand.asked(seat) or not _valued(found.table.game):
        return Advice([], "")
    values = await LAB.ask(partial(_advice, journals.write(hand), seat))
    sums = [{**one, "value": one["value"] / houses.CENTS} for one in values]
    return Advice(sums, houses.house(house).currency)


def _valued(game: Game) -> bool:
    return games.name(game) in GAMES


HANDLERS = [desk, odds, coach]
