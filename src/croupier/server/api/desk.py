"""The odds desk and the coach, over REST: the lab answers from a process of its own."""

from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from croupier import houses
from croupier.core import catalogue, fair, journals, prices
from croupier.core.imagine import InOrder, imagine
from croupier.houses import faults
from croupier.lab import form
from croupier.server import chance
from croupier.server.api.common import Call, language_of, own_hand, person_of, room_of
from croupier.server.live.laboratory import Lab, of_room, written
from croupier.server.live.room import Room
from croupier.server.refusals import No
from croupier.speech import rules

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
    hands: Annotated[list[Annotated[str, Meta(max_length=1200)]], Meta(min_length=2, max_length=10)]
    board: Label = ""
    dead: Label = ""
    desk: Label = ""


class Pushes(Struct):
    """A table that pushes or folds: stacks in big blinds, in the order of acting."""

    stacks: Annotated[list[float], Meta(min_length=2, max_length=6)]
    prizes: Annotated[list[float], Meta(max_length=6)] = []
    """What the places pay, the first one first; none is a cash game."""
    desk: Label = ""


class Subgame(Struct):
    """The end of a hand of hold'em between two players, from the turn or the river on."""

    board: Label
    ranges: Annotated[list[Annotated[str, Meta(max_length=1200)]], Meta(min_length=2, max_length=2)]
    """Who acts first, and who acts last."""
    pot: int
    stack: int
    """What both may still bet."""
    sizes: Annotated[tuple[float, ...], Meta(max_length=4)] = (0.5, 1.0)
    """First bets in parts of the pot; all-in comes beside them."""
    raises: int = 2
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
async def odds(request: Call, data: JSONBody[Question]) -> dict[str, Any]:
    """The odds of a game under these rules."""
    _, now = _rules(request, data)
    return await _answered(request, data.desk, "answer", data.game, written(now))


@post("/api/odds/curve", status_code=200)
async def curve(request: Call, data: JSONBody[CurveQuestion]) -> dict[str, Any]:
    """The price of a bet at some values of a field, the other rules as they are."""
    sheet, now = _rules(request, data)
    bet = form.bet_of(data.game, now, data.field.partition(".")[0])
    marks = form.around(data.game, data.field, sheet, now) if bet and bet == data.bet else []
    if not marks:
        raise No("not_allowed", "no curve of {BET} by {FIELD}", BET=data.bet, FIELD=data.field)
    lab, points = of_room(), []
    number = lab.desks.get(data.desk, 0)
    for at in marks:
        try:
            there = prices.convert(form.put(data.game, now, data.field, at), type(now))
        except (msgspec.ValidationError, ValueError):
            continue  # No house could deal it: a better hand must not pay less.
        point = await _asked(
            request, lab, "edge", data.game, written(there), data.bet,
            desk=data.desk, number=number, keep=True,
        )  # fmt: skip
        points.append({"at": at, **point})
    return {"field": data.field, "bet": data.bet, "points": points}


@post("/api/odds/spot", status_code=200)
async def spot(request: Call, data: JSONBody[Question]) -> dict[str, Any]:
    """A decision dealt at random under these rules, with the value of each option."""
    _, now = _rules(request, data)
    seed = chance.octets(fair.SEED_BYTES)
    found: dict[str, Any] = await _asked(request, of_room(), "spot", data.game, written(now), seed)
    return {**found, "exact": _exact(data.game)}


def _exact(game: str) -> bool:
    """Whether values at the table are counted."""
    found = form.of(game)
    return found is not None and found.exact


async def _asked(request: Call, lab: Lab, *question: object, **how: Any) -> Any:
    try:
        return await lab.ask(*question, **how)
    except No:
        raise
    except ValueError as error:
        raise _refused(request, "", str(error)) from None


def _refused(request: Call, key: str, why: str) -> No:
    """What the lab cannot be asked, in the reader's language."""
    said = rules.why(why, language_of(request))
    return No("not_allowed", "{WHY}", WHY=": ".join(filter(None, (key, said))))


def _rules(request: Call, question: Question) -> tuple[Any, Any]:
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
        raise _refused(request, key, why) from None


def _built_in(named: str) -> houses.House:
    """A house that the desk lists: a stranger names no file of the machine."""
    return next(house for house in houses.houses() if house.name == named)


@post("/api/odds/equity", status_code=200)
async def equity(request: Call, data: JSONBody[Matchup]) -> dict[str, Any]:
    """How often each of several hands or ranges wins, and of a range each class of its hands."""
    hands = tuple(hand.strip() for hand in data.hands)
    return await _answered(request, data.desk, "matchup", data.game, hands, data.board, data.dead)


@post("/api/odds/pushfold", status_code=200)
async def pushfold(request: Call, data: JSONBody[Pushes]) -> dict[str, Any]:
    """Who goes all-in before the flop, and who calls: 2 to 6 players."""
    stacks, prizes = tuple(data.stacks), tuple(data.prizes)
    return await _answered(request, data.desk, "pushes", stacks, prizes)


@post("/api/odds/subgame", status_code=200)
async def subgame(request: Call, data: JSONBody[Subgame]) -> dict[str, Any]:
    """How to play a turn or a river with whole ranges, and what each hand is worth."""
    held = tuple(one.strip() for one in data.ranges)
    sizes = tuple(sorted(data.sizes))
    return await _answered(
        request, data.desk, "subgame", data.board, held, data.pot, data.stack, sizes, data.raises
    )


async def _answered(request: Call, desk: str, *question: object) -> dict[str, Any]:
    lab = of_room()
    number = lab.newest(desk)
    found: dict[str, Any] = await _asked(
        request, lab, *question, desk=desk, number=number, keep=True
    )
    return found


@post("/api/practice")
async def practice(request: Call, data: JSONBody[Question]) -> PracticeTable:
    """A practice table of one's own under the rules of the desk: bots, and chips of no worth."""
    person, room = person_of(request), room_of(request)
    if "player" not in person.roles:
        raise No("forbidden", "only players can act at a table")
    sheet, now = _rules(request, data)
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
    game, lab = catalogue.name(found.table.game), of_room()
    if game not in form.games():
        return Advice([], "", exact=False)
    async with found.calm:
        hand, seat = found.table.hand, found.hand_seat(person.player)
        if hand is None or hand.ask is None or hand.ask.open or not hand.asked(seat):
            lab.prepare("answer", game, written(found.table.rules))
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
    found = await of_room().ask("review", row.journal, seat, keep=True)
    decisions = [_in_units(one) for one in found]
    total = sum(one["cost"] for one in decisions)
    currency = room.houses[house].currency if house in room.houses else ""
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


HANDLERS = [desk, odds, curve, spot, equity, pushfold, subgame, practice, coach, cost]
