"""Low Ball: five-card draw for the lowest hand, ace to five with the joker, in a limit game.

Source: the Casino Club's rules, clauses LB-01 to LB-42, and the room's common rules (CR).
"""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from croupier.core.asks import Ask, Option, Play, ask_all
from croupier.core.cards import BACK, PACK, PACK_WITH_JOKER, Card
from croupier.core.catalogue import Layout, Reading
from croupier.core.company import Company, Presence
from croupier.core.felt import DROP, HOUSE, POT, Felt, Seat, Spot, View
from croupier.core.prices import Money, MoneyOrNone, check_chips
from croupier.core.words import Word
from croupier.games.low_ball import drawing, sevens, stub
from croupier.games.low_ball.drawing import DECLINE, Course
from croupier.games.low_ball.sevens import SevensRule
from croupier.procedure import blinds as button
from croupier.procedure.betting import (
    Limits,
    Pot,
    Pots,
    Round,
    before_payment,
    betting_round,
    clockwise,
    gather,
    join_pots,
    live,
    obey,
    share,
)
from croupier.procedure.blinds import (
    Blinds,
    Seating,
    Standing,
    Terms,
    arrange,
    draw_high,
    third_blind,
)
from croupier.ranks import lowball

TITLE: Final = "Low Ball"
MOST_SEATS: Final = 9
SEATS: Final = range(2, MOST_SEATS + 1)
LOTS: Final = (*drawing.LOTS, *range(52, 52 - MOST_SEATS, -1))
"""For the draw, and for the button of a new game."""
BUTTON: Final = len(drawing.LOTS)
"""Where those for the button begin."""
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
_TURN: Final = "it is another player's turn (CR-42)"
_OWED: Final = "there is a bet to call (CR-42)"
_RAISE: Final = "the raising is closed to who has checked (LB-07), or by a short all-in (CR-31)"
_BET: Final = "a bet stands already: call it or raise it (CR-42)"
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
    ("LB-03", "ask cut"): "a cut is asked for before the first draw, and once (LB-23)",
    ("LB-25", ""): "a straddle takes a stack that covers it, and two cards (LB-25)",
    ("LB-02", "misdeal"): "two players have acted: the hand plays on (CR-26)",
    (
        "CR-35",
        "dead hand",
    ): "there is no such hand, or it is the last one and takes the pot (CR-28)",
    ("LB-23", ""): "players still in may ask for the cut, who deals may not (LB-23, LB-24)",
}

KILLS: Final = Terms("simple", "post_or_wait")
"""Who comes in out of position posts: that is the kill (LB-41)."""

Seconds = Annotated[int, Meta(ge=2, le=15)]


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house may choose; the defaults are the Casino Club's."""

    chip: Money = 100
    bet_limit: Money = 4_00
    after_draw_multiplier: Literal[1, 2] = 1
    small_blind: MoneyOrNone = 2_00
    """0: the big blind is the only one."""
    big_blind: Money = 4_00
    button_blind: MoneyOrNone = 0
    """A third blind, on the button, with three players or more (LB-37)."""
    min_open: Literal["big_blind", "double_big_blind"] = "big_blind"
    joker_in_use: bool = True
    check_raise: bool = False
    tournament: bool = False
    sevens_rule_live: SevensRule = "lose_last_action"
    sevens_rule_tournament: SevensRule = "lose_pot"
    timeout_check_exempt_from_sevens: bool = False
    straddle: bool = True
    straddle_tournament: bool = False
    straddle_doubles_limit: bool = False
    straddle_pause_seconds: Seconds = 5
    cut_before_draw: bool = True
    cut_seconds: Seconds = 5
    burn_before_draw: bool = False
    self_dealt: bool = False
    """Where the player on the button deals himself (LB-14, LB-17, LB-24)."""
    button_max_draw: Literal[4, 5] = 5
    hide_draw_counts_after_action: bool = True
    lowball_return: Literal["wait_big_blind", "kill_pot", "free"] = "wait_big_blind"
    lowball_new_player: Literal["wait_big_blind", "kill_pot"] = "wait_big_blind"
    lowball_collection: Literal["none", "by_players"] = "none"
    drop_five_or_more: MoneyOrNone = 3_00
    drop_four: MoneyOrNone = 2_00
    drop_three_or_less: MoneyOrNone = 1_00
    lowball_min_buy_in_bets: Annotated[int, Meta(ge=5, le=50)] = 10
    max_buy_in: MoneyOrNone = 0
    """0 is no maximum."""
    max_seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 8
    decision_seconds: Annotated[int, Meta(ge=10, le=120)] = 25
    time_bank_seconds: Annotated[int, Meta(ge=0, le=300)] = 60
    award_pause_seconds: Annotated[int, Meta(ge=0, le=30)] = 0
    """How long the staff may look at the hands before the pots are paid."""
    rathole_minutes: Annotated[int, Meta(ge=0, le=240)] = 60
    allow_short_rebuy: bool = False
    """Once in a session, for half of the least buy-in (CR-20)."""
    table_language: Literal["en", "any"] = "en"

    def __post_init__(self) -> None:
        """Refuse what no card room could deal."""
        if max(self.small_blind, self.button_blind) > self.big_blind:
            raise ValueError("big_blind must not be below the other blinds (LB-37)")
        if self.big_blind > self.bet_limit:
            raise ValueError("bet_limit must not be below big_blind (LB-37)")
        blinds = ("small_blind", "button_blind", "big_blind")
        check_chips(self, (*blinds, "bet_limit", "max_buy_in"), "CR-32")
        if self.max_buy_in and self.max_buy_in < self.min_buy_in:
            raise ValueError("max_buy_in must not be below the minimum buy-in (LB-37)")

    @property
    def min_buy_in(self) -> int:
        """So many bets (LB-37)."""
        return self.lowball_min_buy_in_bets * self.bet_limit

    @property
    def sevens_rule(self) -> SevensRule:
        """The sevens rule of this table (LB-08, LB-09)."""
        return self.sevens_rule_tournament if self.tournament else self.sevens_rule_live

    @property
    def may_straddle(self) -> bool:
        """Whether there are straddles (LB-25, LB-26)."""
        return self.straddle and (self.straddle_tournament or not self.tournament)


class Carry(Struct, frozen=True, omit_defaults=True):
    """What stays on the table between hands."""

    blinds: Blinds = Blinds()


def gathered(carry: Carry, seats: Mapping[Seat, Presence]) -> Carry:
    """Who is new, away, back or moved (LB-31, LB-32)."""
    return Carry(button.gathered(carry.blinds, seats))


def moved(carry: Carry, old: Seat, new: Seat) -> Carry:
    """What a player has skipped goes along (LB-31)."""
    return Carry(button.moved(carry.blinds, old, new))


def left(carry: Carry, seat: Seat, _: int) -> Carry:
    """Nobody inherits it."""
    return Carry(button.left(carry.blinds, seat))


COMPANY: Final = Company(gathered=gathered, moved=moved, left=left, counts_absent=True)


def pack(rules: Rules) -> tuple[Card, ...]:
    """One pack, with the joker (LB-06)."""
    return PACK_WITH_JOKER if rules.joker_in_use else PACK


def play(rules: Rules, felt: Felt, carry: Carry) -> Play[Carry]:
    """One hand, in the order of the sheet."""
    seating = seat_players(rules, felt, carry)  # LB-31, LB-32
    if seating is None:
        return carry  # CR-46
    course = begin(rules, seating)
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


def seat_players(rules: Rules, felt: Felt, carry: Carry) -> Seating | None:
    """Button, blinds and who is dealt in; nobody if there are fewer than two (CR-46)."""
    blinds = carry.blinds
    away = {seat for seat, standing in blinds.standings.items() if standing.away}
    ready = [s for s in felt.seats if felt.chips[s, "stack"] and s not in away]
    if len(ready) < 2:
        return None
    drawn = 0 if blinds.places.button else draw_button(felt, ready)
    if drawn or not blinds.standings:
        seating = arrange(KILLS, blinds, felt.seats, ready, drawn)
    else:
        seating = admit(rules, blinds, felt.seats, ready)
    felt.say(seating.places.button, "button")
    return seating


def draw_button(felt: Felt, seats: list[Seat]) -> Seat:
    """In a new game each draws a card of a pack without joker, the highest deals (CR-39)."""
    return draw_high(felt, seats, PACK, felt.lots[BUTTON:])


def admit(rules: Rules, blinds: Blinds, seats: list[Seat], ready: list[Seat]) -> Seating:
    """Who skipped the big blind waits for it or kills the pot, one in a hand (LB-31, LB-41)."""
    owing = {seat: forgiven(rules, who) for seat, who in blinds.standings.items()}
    willing = [s for s in clockwise(ready, blinds.places.button) if may_kill(rules, owing.get(s))]
    for killer in (*willing, 0):
        standings = {seat: replace(who, post=seat == killer) for seat, who in owing.items()}
        seating = arrange(KILLS, Blinds(blinds.places, standings), seats, ready)
        if killer_of(seating):
            break
    after = {  # Who waits still wants what he wanted.
        seat: replace(who, post=seat in owing and owing[seat].post)
        for seat, who in seating.blinds.standings.items()
    }
    return replace(seating, blinds=Blinds(seating.places, after))


def forgiven(rules: Rules, standing: Standing) -> Standing:
    """Nobody makes up a blind, and only the big one is waited for (LB-31)."""
    standing = replace(standing, missed_small=False, owes_small=False, owes_big=False)
    if rules.lowball_return == "free":
        standing = replace(standing, missed_big=False, moved=False)
    return standing


def may_kill(rules: Rules, standing: Standing | None) -> bool:
    """Whether one who is not dealt in may kill the pot, and wants to (LB-31, LB-32)."""
    if standing is None or not (standing.post and standing.enters):
        return False
    return (rules.lowball_new_player if standing.new else rules.lowball_return) == "kill_pot"


def killer_of(seating: Seating) -> Seat:
    """Who posts out of position."""
    big = seating.places.big
    return next((post.seat for post in seating.posts if post.live == "big" and post.seat != big), 0)


def begin(rules: Rules, seating: Seating) -> Course:
    """A hand, and what the house has chosen for its draw."""
    terms = drawing.Terms(
        rules.cut_before_draw, rules.burn_before_draw, rules.self_dealt, rules.button_max_draw
    )
    return Course(terms, seating.order, seating.places.button, seating.places.big)


def post_blinds(rules: Rules, felt: Felt, seating: Seating, course: Course) -> None:
    """The blinds, and the kill at twice the big one; who has less is all-in (LB-41, LB-42)."""
    course.killer = killer_of(seating)
    for post in seating.posts:
        if post.seat == course.killer:
            felt.say(post.seat, "kill", 2 * rules.big_blind)
            put(felt, post.seat, 2 * rules.big_blind, "kill")
        elif post.live == "big":
            put(felt, post.seat, rules.big_blind, "big blind")
        else:
            put(felt, post.seat, rules.small_blind, "small blind")
    if rules.button_blind and (seat := third_blind(seating, course.killer)):
        put(felt, seat, rules.button_blind, "button blind")


def put(felt: Felt, seat: Seat, amount: int, why: Word) -> None:
    """What a seat must post, or all it has (CR-40)."""
    felt.pay((seat, "stack"), (seat, "bet"), min(amount, felt.chips[seat, "stack"]), why)


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
    betting = betting_round(
        felt,
        course.order,
        limits(rules, course),
        "LB-02",
        high=rules.big_blind * (2 if double else 1),
        first_turn=clockwise(sorted(course.order), course.big),
        rulings=partial(drawing.before_draw, felt, course),
        waits=course.straddler,
    )
    yield from supervised(rules, felt, course, betting)


def bet_after_draw(rules: Rules, felt: Felt, course: Course) -> Play[int]:
    """From the left of the button (LB-04); returns the bet that stood at the end."""
    bounds = limits(rules, course, rules.after_draw_multiplier)
    betting = betting_round(
        felt, course.order, bounds, "LB-04", rulings=lambda _: drawing.may_rule(felt, course)
    )
    state: Round = yield from supervised(rules, felt, course, betting, drawn=True)
    return state.high if 2 * state.high < bounds.unit else 0


def supervised(
    rules: Rules, felt: Felt, course: Course, betting: Play[Round], *, drawn: bool = False
) -> Play[Round]:
    """A betting round with this game's rulings; after the draw with the sevens rule too."""
    try:
        question = next(betting)
        while True:
            ((seat, options),) = question.options.items()
            options = warned(rules, felt, seat, options) if drawn else options
            who, answer = yield Ask({seat: options}, question.clause, rulings=question.rulings)
            if who == HOUSE:
                ruled = drawing.rule(felt, course, answer)
                question = betting.send((HOUSE, ruled)) if ruled else question
                continue
            course.acted = True
            if drawn:
                seven = is_seven(felt, seat)
                exempt = rules.timeout_check_exempt_from_sevens
                sevens.note(course.sevens, seat, answer, options, seven=seven, exempt=exempt)
                if rules.hide_draw_counts_after_action:
                    stub.collect(felt)  # LB-22
            question = betting.send((seat, answer))
    except StopIteration as end:
        state: Round = end.value
        return state


def warned(rules: Rules, felt: Felt, seat: Seat, options: tuple[Option, ...]) -> tuple[Option, ...]:
    """A check that would break the sevens rule says so (LB-08)."""
    if rules.sevens_rule == "off" or not sevens.binds(options, seven=is_seven(felt, seat)):
        return options
    return tuple(Option("check", note="sevens") if o.act == "check" else o for o in options)


def is_seven(felt: Felt, seat: Seat) -> bool:
    """Whether he holds a seven or better."""
    cards = felt.cards[seat, "hole"]
    return len(cards) == 5 and lowball.is_seven_or_better(lowball.value(cards))


def take_collection(rules: Rules, felt: Felt, course: Course) -> None:
    """By the number dealt in, from the main pot alone, where the house takes any (LB-33, CR-29)."""
    if rules.lowball_collection == "none":
        return
    dealt = len(course.order)
    small = rules.drop_four if dealt == 4 else rules.drop_three_or_less
    fee = rules.drop_five_or_more if dealt > 4 else small
    felt.pay(POT, DROP, min(fee, felt.chips.get(POT, 0)), "drop")


# The showdown.


def award(rules: Rules, felt: Felt, course: Course, pots: Pots, high: int) -> Play[None]:
    """The lowest hand takes each pot, the last side pot first (LB-05, LB-38). `high` is a bet after
    the draw that was less than half a bet.
    """
    awarded: dict[int, Seat] = {}
    if len(live(felt, course.order)) > 1:
        awarded = yield from show(rules, felt, course, pots)
    players = [s for s in live(felt, course.order) if len(felt.cards[s, "hole"]) == 5]  # LB-35
    values = dict.fromkeys(live(felt, course.order), 0)  # House choice: all fouled, all alike.
    if len(players) > 1:
        values = {seat: lowball.value(felt.cards[seat, "hole"]) for seat in players}
        apply_sevens(rules, felt, course, values, short=high > 0)
    gather(felt, course.order, pots)
    claims = join_pots(felt, players or live(felt, course.order), pots)
    for at, (spot, seats) in reversed([*enumerate(claims)]):
        winners = [awarded[at]] if at in awarded else takers(rules, course, seats, values)
        share(felt, spot, winners, rules.chip)


def show(rules: Rules, felt: Felt, course: Course, pots: Pots) -> Play[dict[int, Seat]]:
    """All hands still in are shown and speak for themselves (LB-27); the staff may look at them
    before the pots are paid (LB-29, CR-35). Returns the pots that it awards.
    """
    for seat in live(felt, course.order):
        felt.show((seat, "hole"))
    awarded: dict[int, Seat] = {}
    rulings = partial(before_payment, felt, course.order, most_pots(felt, course, pots))
    question = Ask({}, "CR-35", "award_pause_seconds", rulings=rulings)
    while rules.award_pause_seconds:
        _, ruling = yield question
        if ruling.act == "close":
            break
        if ruling.act == "award pot":
            awarded[ruling.amount] = ruling.spot[0]
        else:
            obey(felt, ruling.act, (ruling.spot[0], "hole"), ())
    return awarded


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
    the pot from who checked a seven or better, the lowest of the others (LB-05, LB-09).
    """
    if len(seats) < 2:
        return seats
    if rules.sevens_rule == "lose_pot":
        seats = sevens.eligible(course.sevens, seats)
    return sevens.best(seats, values)


def read(view: View, language: str) -> dict[Spot, Reading]:
    """The name of each whole hand that the view shows."""
    return {
        spot: Reading(lowball.name(lowball.value(cards), language), cards)
        for spot, cards in view.cards.items()
        if spot[1] == "hole" and len(cards) == 5 and BACK not in cards
    }
