"""The odds desk and the coach, over REST: the lab answers from a process of its own."""

import asyncio
import resource
import secrets
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache
from multiprocessing import get_context
from typing import Annotated, Any, Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from croupier import houses
from croupier.core import catalogue, fair, journals, prices
from croupier.core.imagine import InOrder, imagine
from croupier.houses import faults
from croupier.lab import form
from croupier.server.api.common import Call, own_hand, person_of, room_of
from croupier.server.live import thinking
from croupier.server.live.room import Room
from croupier.server.refusals import No

MOST_WAITING: Final = 24
SECONDS: Final = 180
MEMORY: Final = 2 << 30
"""What one question may take: the first also compiles the kernels, which takes a minute."""
MOST_KEPT: Final = 400
"""Answers kept: a sheet, some changes of it, and the points of their curves."""

Label = Annotated[str, Meta(max_length=64)]


class TableForm(Struct):
    """A table of a house game: its form, and rules that are in force without a price."""

    game: str
    table: str
    title: str
    house: str
    currency: str
    rules: Any
    fields: list[form.Field]
    free: dict[str, Any]
    left_out: dict[str, Any]


class Desk(Struct):
    """What the lab of this room can be asked."""

    games: list[TableForm]
    coach: bool


class Question(Struct):
    """A game under changed rules."""

    game: str
    table: str = ""
    rules: dict[str, Any] = {}
    desk: Label = ""
    """Who asks: a new question of the same desk takes the place of one that still waits."""
    level: houses.Level | None = None
    """How well the bots of a practice table play."""


class PracticeTable(Struct):
    """A practice table that was opened."""

    table: str


class Matchup(Struct):
    """Hands or ranges against each other."""

    game: Label
    """How hands are ranked, as `croupier equity` names it."""
    hands: Annotated[list[Annotated[str, Meta(max_length=1200)]], Meta(min_length=2, max_length=6)]
    board: Label = ""
    dead: Label = ""
    desk: Label = ""


class CurveQuestion(Question):
    """The price of a bet as a field of the rules changes."""

    field: Label = ""
    bet: Label = form.MAIN


class Advice(Struct):
    """The value of each option, in the currency of the house."""

    values: list[dict[str, Any]]
    unit: str
    exact: bool


class Review(Struct):
    """What one's own decisions in a hand were worth, in the currency of the house."""

    decisions: list[dict[str, Any]]
    cost: float
    unit: str
    exact: bool


class Lab:
    """One process that computes, so that no table waits for it, and what it has answered."""

    def __init__(self) -> None:
        self.waiting = 0
        self.kept: OrderedDict[tuple[object, ...], Any] = OrderedDict()
        self.desks: dict[str, int] = {}
        """The newest question of each desk that asks."""
        self.turn = asyncio.Lock()
        self.study: asyncio.Task[None] | None = None

    @property
    def process(self) -> ProcessPoolExecutor:
        """The process, started by the first question."""
        return _process()

    def newest(self, desk: str) -> int:
        """A number for a question: a later one makes it stale."""
        number = self.desks.pop(desk, 0) + 1
        self.desks[desk] = number
        if len(self.desks) > MOST_KEPT:
            self.desks.pop(next(iter(self.desks)))
        return number

    async def ask(
        self, *question: object, desk: str = "", number: int = 0, keep: bool = False
    ) -> Any:
        """An answer; too many questions at once are refused, and stale ones never asked."""
        if keep and question in self.kept:
            self.kept.move_to_end(question)
            return self.kept[question]
        if self.waiting >= MOST_WAITING:
            raise No("busy", "the lab has too many questions: ask again in a moment")
        self.waiting += 1
        try:
            async with self.turn:
                if keep and question in self.kept:
                    return self.kept[question]
                if desk and self.desks.get(desk) != number:
                    raise No("stale", "a later question has replaced this one")
                loop = asyncio.get_running_loop()
                async with asyncio.timeout(SECONDS):
                    found = await loop.run_in_executor(self.process, _work, *question)
        except TimeoutError:
            stop()
            why = (
                "the lab found no answer in {number} {number|second|seconds}: ask for simpler rules"
            )
            raise No("not_allowed", why, number=SECONDS) from None
        except MemoryError:
            raise No(
                "not_allowed", "the lab does not have enough memory for this: ask for simpler rules"
            ) from None
        except BrokenProcessPool:
            stop()
            raise No("busy", "the lab starts again: ask again in a moment") from None
        finally:
            self.waiting -= 1
        if keep:
            self.kept[question] = found
            if len(self.kept) > MOST_KEPT:
                self.kept.popitem(last=False)
        return found

    def prepare(self, *question: object) -> None:
        """Answer ahead while nobody waits: the first question after a start takes long."""
        if not self.waiting and question not in self.kept:
            self.study = asyncio.create_task(self._answered(*question))

    async def _answered(self, *question: object) -> None:
        with suppress(No, ValueError):
            await self.ask(*question, keep=True)


@cache
def _process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, get_context("spawn"), _bound, (MEMORY,))


def _bound(most: int) -> None:
    """The process of the lab may fail for want of memory, never the machine."""
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


@cache
def _lab(_: asyncio.AbstractEventLoop) -> Lab:
    return Lab()


def _of_room() -> Lab:
    return _lab(asyncio.get_running_loop())


def close() -> None:
    """End the process, if one was started, and forget what it answered."""
    _lab.cache_clear()
    stop()
    thinking.stop()


def stop() -> None:
    """End the process, whatever it is at; the next question starts another."""
    if _process.cache_info().currsize:
        process = _process()
        for one in (process._processes or {}).values():  # noqa: SLF001 - it knows no other way.
            one.kill()
        process.shutdown(wait=False, cancel_futures=True)
        _process.cache_clear()


def _work(*question: Any) -> Any:
    from croupier.lab import answers, matchups  # noqa: PLC0415 - in the process of the lab only.

    name, *arguments = question
    return getattr(matchups if name == "matchup" else answers, name)(*arguments)


@get("/api/odds")
async def desk(request: Call) -> Desk:
    """The house games and the rules of their tables."""
    sheets = [
        _sheet(catalogue.name(t.game), house, t)
        for house in houses.houses()
        for t in house.tables.values()
        if catalogue.name(t.game) in form.games()
    ]
    return Desk(sheets, coach=room_of(request).settings.coach)


def _sheet(game: str, house: houses.House, table: houses.TableSheet) -> TableForm:
    return TableForm(
        game,
        f"{house.name}/{table.name}",
        table.title,
        house.title,
        house.currency,
        prices.plain(table.rules),
        form.fields(game, table.rules),
        **form.in_force(game, table.rules),
    )


@post("/api/odds", status_code=200)
async def odds(data: JSONBody[Question]) -> dict[str, Any]:
    """The odds of a game under these rules."""
    _, now = _rules(data)
    lab = _of_room()
    number = lab.newest(data.desk)
    found: dict[str, Any] = await _asked(
        lab, "answer", data.game, _written(now), desk=data.desk, number=number, keep=True
    )
    return found


@post("/api/odds/curve", status_code=200)
async def curve(data: JSONBody[CurveQuestion]) -> dict[str, Any]:
    """The price of a bet at some values of a field, the other rules as they are."""
    sheet, now = _rules(data)
    bet = form.bet_of(data.game, now, data.field.partition(".")[0])
    marks = form.around(data.game, data.field, sheet, now) if bet and bet == data.bet else []
    if not marks:
        raise No("not_allowed", "no curve of {BET} by {FIELD}", BET=data.bet, FIELD=data.field)
    lab, points = _of_room(), []
    number = lab.desks.get(data.desk, 0)
    for at in marks:
        try:
            there = prices.convert(form.put(data.game, now, data.field, at), type(now))
        except (msgspec.ValidationError, ValueError):
            continue  # No house could deal it: a better hand must not pay less.
        point = await _asked(
            lab, "edge", data.game, _written(there), data.bet,
            desk=data.desk, number=number, keep=True,
        )  # fmt: skip
        points.append({"at": at, **point})
    return {"field": data.field, "bet": data.bet, "points": points}


@post("/api/odds/spot", status_code=200)
async def spot(data: JSONBody[Question]) -> dict[str, Any]:
    """A decision dealt at random under these rules, with the value of each option."""
    _, now = _rules(data)
    seed = secrets.token_bytes(fair.SEED_BYTES)
    found: dict[str, Any] = await _asked(_of_room(), "spot", data.game, _written(now), seed)
    return {**found, "exact": _exact(data.game)}


def _exact(game: str) -> bool:
    """Whether values at the table are counted."""
    found = form.of(game)
    return found is not None and found.exact


async def _asked(lab: Lab, *question: object, **how: Any) -> Any:
    try:
        return await lab.ask(*question, **how)
    except No:
        raise
    except ValueError as error:
        raise No("not_allowed", "{WHY}", WHY=str(error)) from None


def _written(now: Any) -> bytes:
    return msgspec.json.encode(prices.plain(now))


def _rules(question: Question) -> tuple[Any, Any]:
    """The rules of the sheet, and those that are meant, checked."""
    if question.game not in form.games():
        raise No("not_found", "the lab prices {GAMES}", GAMES=tuple(form.games()))
    named, _, table = question.table.partition("/")
    kind = catalogue.game(question.game).Rules
    try:
        sheet = _built_in(named).tables[table].rules if table else kind()
        written = form.opened(question.game, sheet) | question.rules
        written = form.closed(question.game, sheet, written)
        return sheet, prices.convert(written, kind)
    except (StopIteration, KeyError):
        raise No("no_table", "there is no table {TABLE}", TABLE=question.table) from None
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        key, why = faults.fault(error, kind, question.rules, houses.BARE.money)
        raise No("not_allowed", "{WHY}", WHY=": ".join(filter(None, (key, why)))) from None


def _built_in(named: str) -> houses.House:
    """A house that the desk lists: a stranger names no file of the machine."""
    return next(house for house in houses.houses() if house.name == named)


@post("/api/odds/equity", status_code=200)
async def equity(data: JSONBody[Matchup]) -> dict[str, Any]:
    """How often each of several hands or ranges wins, and of a range each class of its hands."""
    lab = _of_room()
    number, hands = lab.newest(data.desk), tuple(hand.strip() for hand in data.hands)
    found: dict[str, Any] = await _asked(
        lab, "matchup", data.game, hands, data.board, data.dead,
        desk=data.desk, number=number, keep=True,
    )  # fmt: skip
    return found


@post("/api/practice")
async def practice(request: Call, data: JSONBody[Question]) -> PracticeTable:
    """A practice table of one's own under the rules of the desk: bots, and chips of no worth."""
    person, room = person_of(request), room_of(request)
    if "player" not in person.roles:
        raise No("forbidden", "only players can act at a table")
    sheet, now = _rules(data)
    known = {field.key for field in form.fields(data.game, sheet)}
    known |= {*(of.sides.field for of in [form.of(data.game)] if of and of.sides)}
    if other := sorted({*data.rules} - known):
        raise No("not_allowed", "the desk does not change {RULES}", RULES=tuple(other))
    if not room.practices.take(person.player):
        raise No("too_fast", "you open tables too fast: wait a moment")
    await room.care.check_play(person.player, 0)
    house, _, table = data.table.partition("/")
    near = _built_in(house) if table else houses.BARE
    game = catalogue.game(data.game)
    title = near.tables[table].title if table else game.TITLE
    opened = await room.practice.open(person, near, game, now, title, data.level)
    return PracticeTable(opened.name)


@get("/api/coach/{house:str}/{table:str}")
async def coach(request: Call, house: FromPath[str], table: FromPath[str]) -> Advice:
    """What each of one's own options is worth now."""
    person, room = person_of(request), _coached(request)
    found = room.runner(f"{house}/{table}", person.player)
    game, lab = catalogue.name(found.table.game), _of_room()
    if game not in form.games():
        return Advice([], "", exact=False)
    async with found.calm:
        hand, seat = found.table.hand, found.hand_seat(person.player)
        if hand is None or hand.ask is None or hand.ask.open or not hand.asked(seat):
            lab.prepare("answer", game, _written(found.table.rules))
            return Advice([], "", exact=False)
        # A hand that the seat cannot tell from its own: no hidden card reaches the lab.
        journal = journals.write(imagine(hand.opening, hand.feed(seat), InOrder()))
    values = await lab.ask("advice", journal, seat)
    sums = [{**one, "value": one["value"] / houses.CENTS} for one in values]
    return Advice(sums, found.house.currency, _exact(game))


@get("/api/coach/{house:str}/{table:str}/{hand:int}")
async def cost(
    request: Call, house: FromPath[str], table: FromPath[str], hand: FromPath[int]
) -> Review:
    """What one's own decisions in a finished hand were worth, and what they cost."""
    person, room = person_of(request), _coached(request)
    row, seat = await own_hand(room, person, f"{house}/{table}", hand)
    if row.game not in form.games() or row.void:
        return Review([], 0, "", exact=False)
    found = await _of_room().ask("review", row.journal, seat, keep=True)
    decisions = [_in_units(one) for one in found]
    total = sum(one["cost"] for one in decisions)
    currency = room.runner(f"{house}/{table}").house.currency
    return Review(decisions, total, currency, _exact(row.game))


def _coached(request: Call) -> Room:
    """The room, if its house allows advice."""
    room = room_of(request)
    if not room.settings.coach:
        raise No("not_allowed", "this house does not allow advice at its tables")
    return room


def _in_units(one: dict[str, Any]) -> dict[str, Any]:
    """A decision in the currency of the house; amounts stay in cents."""
    best = {**one["best"], "value": one["best"]["value"] / houses.CENTS}
    return {
        **one,
        "value": one["value"] / houses.CENTS,
        "best": best,
        "cost": one["cost"] / houses.CENTS,
    }


HANDLERS = [desk, odds, curve, spot, equity, practice, coach, cost]
