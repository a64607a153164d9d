"""Low Ball: five-card draw for the lowest hand, ace to five with the joker, in a limit game.

Source: the Casino Club's rules, clauses LB-01 to LB-42, and the room's common rules (CR).
"""

from functools import partial
from typing import Final

from croupier.core.asks import Ask, Decision, Option, Play, ask_all
from croupier.core.cards import BACK, PACK, PACK_WITH_JOKER, Card
from croupier.core.catalogue import Layout, Reading
from croupier.core.felt import HOUSE, POT, Felt, Seat, Spot, View
from croupier.games.low_ball import drawing, sevens, stub
from croupier.games.low_ball.drawing import DECLINE, Course
from croupier.games.low_ball.rules import MOST_SEATS, Rules
from croupier.games.low_ball.seating import COMPANY, Carry, post_blinds, seat_players
from croupier.procedure.award import awarded, pause
from croupier.procedure.betting import Limits, Round, answer, heed, offer, open_round
from croupier.procedure.pots import Pot, Pots, best, drop_of, gather, join_pots, share, take_drop
from croupier.procedure.reading import placed
from croupier.procedure.turns import clockwise, live
from croupier.ranks import lowball

__all__ = [
    "BY_LOT",
    "COMPANY",
    "LAYOUT",
    "LOTS",
    "SEATS",
    "TITLE",
    "WHY_NOT",
    "Carry",
    "Rules",
    "pack",
    "play",
    "read",
]

TITLE: Final = "Low Ball"
SEATS: Final = range(2, MOST_SEATS + 1)
LOTS: Final = (*drawing.LOTS, *range(52, 52 - MOST_SEATS, -1))
"""For the draw, and for the button of a new game."""
BY_LOT: Final = {"misdeal": drawing.EXTRA}
"""Which of six cards goes back (LB-30): the lot that picks the card, by why it moves."""
LAYOUT: Final = Layout(
    plan="draw",
    aim="lowest wins",
    seat_chips=("stack", "bet"),
    seat_cards=("hole", "discard"),
    house_chips=("pot", "side", "drop"),
    house_cards=("stub", "burn", "exposed"),
)
_TURN: Final = "it is not your turn (CR-42)"
_OWED: Final = "you can't check: there is a bet to call (CR-42)"
_RAISE: Final = (
    "you can't raise: you have checked (LB-07), or a short all-in closed the betting (CR-31)"
)
_BET: Final = "there is already a bet: call or raise (CR-42)"
WHY_NOT: Final = {
    ("LB-02", ""): _TURN,
    ("LB-02", "check"): _OWED,
    ("LB-02", "bet"): _BET,
    ("LB-02", "raise"): _RAISE,
    ("LB-04", ""): _TURN,
    ("LB-04", "check"): _OWED,
    ("LB-04", "bet"): _BET,
    ("LB-04", "raise"): _RAISE,
    ("LB-03", ""): "players draw in turn, and a confirmed draw is final (LB-03, LB-19)",
    ("LB-03", "ask cut"): "you can ask for a cut only before the first draw, and only once (LB-23)",
    ("LB-25", ""): "to straddle you need two cards and a stack that covers it (LB-25)",
    ("LB-02", "misdeal"): "two players have acted: the hand plays on (CR-26)",
    ("CR-35", "dead hand"): "there is no such hand, or it is the last one and takes the pot "
    "(CR-28)",
    ("LB-23", ""): "only players still in may ask for a cut, and never the one who deals (LB-23, "
    "LB-24)",
}


def pack(rules: Rules) -> tuple[Card, ...]:
    """One pack, with the joker (LB-06)."""
    return PACK_WITH_JOKER if rules.joker_in_use else PACK


def play(rules: Rules, felt: Felt, carry: Carry) -> Play[Carry]:
    """One hand, in the order of the sheet."""
    seating = seat_players(rules, felt, carry)  # LB-31, LB-32
    if seating is None:
        return carry  # CR-46
    course = Course(rules, seating.order, seating.places.button, seating.places.big)
    post_blinds(rules, felt, seating, course)  # LB-37, LB-41
    deal(felt, course, 2)
    yield from offer_straddle(rules, felt, course)  # LB-25
    deal(felt, course, 3)  # LB-01
    pots = Pots([Pot(POT, set())])
    yield from bet_before_draw(rules, felt, course)  # LB-02
    gather(felt, course.order, pots)
    take_collection(rules, felt, course)  # LB-33
    high = 0
    if len(live(felt, course.order)) > 1:
        yield from drawing.draw(felt, course)  # LB-03
        high = yield from bet_after_draw(rules, felt, course)  # LB-04
    yield from award(rules, felt, course, pots, high)  # LB-05
    return Carry(seating.blinds)


def deal(felt: Felt, course: Course, count: int) -> None:
    """One card at a time from the left of the button (CR-03)."""
    felt.deal_around([(seat, "hole") for seat in course.order], count)


def offer_straddle(rules: Rules, felt: Felt, course: Course) -> Play[None]:
    """Twice the big blind after two cards: of those who accept, the first from the left of the big
    blind (LB-25, LB-26). There is none in a killed hand (LB-41).
    """
    if not rules.may_straddle or course.killer:
        return
    amount, chips = 2 * rules.big_blind, felt.chips
    options = (DECLINE, Option("straddle", amount, amount))
    offers = {
        seat: options
        for seat in clockwise(sorted(course.order), course.big)
        if chips[seat, "stack"] + chips.get((seat, "bet"), 0) >= amount
    }
    answers = yield from ask_all(offers, "LB-25", "straddle_pause_seconds")
    accepted = [seat for seat, answer in answers.items() if answer.act == "straddle"]
    for seat in accepted[:1]:
        add = amount - chips.get((seat, "bet"), 0)
        felt.pay((seat, "stack"), (seat, "bet"), add, "straddle")
        course.straddler = seat


def limits(rules: Rules, course: Course, times: int = 1) -> Limits:
    """Bets and raises are the limit, in any number (LB-04, LB-20, LB-21); a kill doubles it."""
    doubled = course.killer or (course.straddler and rules.straddle_doubles_limit)
    unit = rules.bet_limit * times * (2 if doubled else 1)
    return Limits("limit", unit, rules.chip, check_raise=rules.check_raise)


def bet_before_draw(rules: Rules, felt: Felt, course: Course) -> Play[None]:
    """From the left of the big blind; a straddler waits for all others (LB-02, LB-25)."""
    double = course.killer or course.straddler or rules.min_open == "double_big_blind"
    state = open_round(
        felt,
        course.order,
        limits(rules, course),
        high=rules.big_blind * (2 if double else 1),
        first_turn=clockwise(sorted(course.order), course.big),
        waits=course.straddler,
    )
    rulings = partial(drawing.before_draw, felt, course, state)
    while options := offer(felt, state):
        who, decision = yield Ask({state.queue[0]: options}, "LB-02", rulings=rulings)
        if who == HOUSE:
            heed_floor(felt, course, state, decision)
            continue
        course.acted = True
        answer(felt, state, decision)


def bet_after_draw(rules: Rules, felt: Felt, course: Course) -> Play[int]:
    """From the left of the button, with the sevens rule (LB-04, LB-08); returns the bet that stood
    at the end, if it is less than half a bet.
    """
    bounds = limits(rules, course, rules.after_draw_multiplier)
    state = open_round(felt, course.order, bounds)
    rulings = partial(drawing.may_rule, felt, course)
    while options := offer(felt, state):
        seat = state.queue[0]
        options = warned(rules, felt, seat, options)
        who, decision = yield Ask({seat: options}, "LB-04", rulings=rulings)
        if who == HOUSE:
            heed_floor(felt, course, state, decision)
            continue
        course.acted = True
        note(rules, felt, course, seat, decision, options)
        if rules.hide_draw_counts_after_action:
            stub.collect(felt)  # LB-22
        answer(felt, state, decision)
    return state.high if 2 * state.high < bounds.unit else 0


def heed_floor(felt: Felt, course: Course, state: Round, ruling: Decision) -> None:
    """What the floor rules while the players bet: of this game's own, or of any betting."""
    left = drawing.rule(felt, course, ruling)
    if left:
        heed(felt, state, left)


def note(
    rules: Rules,
    felt: Felt,
    course: Course,
    seat: Seat,
    decision: Decision,
    options: tuple[Option, ...],
) -> None:
    """Take down what the sevens rule must know of an answer (LB-08, LB-36)."""
    exempt = rules.timeout_check_exempt_from_sevens
    seven = is_seven(felt, seat)
    sevens.note(course.sevens, seat, decision, options, seven=seven, exempt=exempt)


def warned(rules: Rules, felt: Felt, seat: Seat, options: tuple[Option, ...]) -> tuple[Option, ...]:
    """A check that would break the sevens rule says so (LB-08)."""
    if rules.sevens_rule == "off" or not sevens.binds(options, seven=is_seven(felt, seat)):
        return options
    return tuple(Option("check", note="sevens") if o.act == "check" else o for o in options)


def is_seven(felt: Felt, seat: Seat) -> bool:
    """Whether the seat holds a seven or better."""
    cards = felt.cards[seat, "hole"]
    return len(cards) == 5 and lowball.is_seven_or_better(lowball.value(cards))


def take_collection(rules: Rules, felt: Felt, course: Course) -> None:
    """By the number dealt in, where the house takes any (LB-33, CR-29)."""
    if rules.lowball_collection == "by_players":
        take_drop(felt, drop_of(rules, len(course.order)))


# The showdown.


def award(rules: Rules, felt: Felt, course: Course, pots: Pots, high: int) -> Play[None]:
    """The lowest hand takes each pot, the last side pot first (LB-05, LB-38). `high` is a bet after
    the draw that was less than half a bet.
    """
    ruled: list[Decision] = []
    if len(live(felt, course.order)) > 1:
        for seat in live(felt, course.order):
            felt.show((seat, "hole"))  # LB-27: cards speak for themselves.
        seconds, most = rules.award_pause_seconds, most_pots(felt, course, pots)
        ruled = yield from pause(seconds, felt, course.order, most)  # LB-29
    players = [s for s in live(felt, course.order) if len(felt.cards[s, "hole"]) == 5]  # LB-35
    values = dict.fromkeys(live(felt, course.order), 0)  # House choice: all fouled, all alike.
    if len(players) > 1:
        values = {seat: lowball.value(felt.cards[seat, "hole"]) for seat in players}
        apply_sevens(rules, felt, course, values, short=high > 0)
    gather(felt, course.order, pots)
    claims = join_pots(felt, players or live(felt, course.order), pots)
    given = awarded(ruled)
    for at, (spot, seats) in reversed([*enumerate(claims)]):
        winners = [given[at]] if at in given else takers(rules, course, seats, values)
        share(felt, spot, winners, rules.chip)


def most_pots(felt: Felt, course: Course, pots: Pots) -> int:
    """How many pots there are, each of the bets that lie open perhaps in one of its own."""
    return len(pots.pots) + len({felt.chips.get((seat, "bet"), 0) for seat in course.order} - {0})


def apply_sevens(
    rules: Rules, felt: Felt, course: Course, values: dict[Seat, int], *, short: bool
) -> None:
    """Bets after the draw that do not stand go back (LB-08, LB-10, LB-38)."""
    betting = [seat for seat in values if felt.chips.get((seat, "bet"))]
    back: list[Seat] = []
    if rules.sevens_rule == "lose_last_action" and sevens.voids(course.sevens, betting, values):
        back = course.order
    elif rules.sevens_rule != "off" and short:
        back = sevens.over_callers(course.sevens, betting, values)
    for seat in back:
        felt.pay((seat, "bet"), (seat, "stack"), felt.chips.get((seat, "bet"), 0), "back")


def takers(rules: Rules, course: Course, seats: list[Seat], values: dict[Seat, int]) -> list[Seat]:
    """Who shares a pot, from the left of the button: the lowest hands, and where the house takes
    the pot from a checked seven or better, the lowest of the others (LB-05, LB-09).
    """
    if len(seats) < 2:
        return seats
    if rules.sevens_rule == "lose_pot":
        seats = sevens.eligible(course.sevens, seats)
    return best(seats, values)


def read(rules: Rules, view: View, language: str) -> dict[Spot, Reading]:  # noqa: ARG001
    """Each whole hand that the view shows."""
    worth = {
        spot: lowball.value(cards)
        for spot, cards in view.cards.items()
        if spot[1] == "hole" and len(cards) == 5 and BACK not in cards
    }
    hands = {s: Reading(lowball.name(at, language), view.cards[s]) for s, at in worth.items()}
    return placed(hands, worth)
