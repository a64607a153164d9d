"""The draw of Low Ball, the cut before it, and what the staff may rule about cards.

LB-03, LB-11 to LB-19, LB-23, LB-24, LB-30, LB-35 and LB-40.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final, Literal

from msgspec import Struct, field

from croupier.core.asks import Ask, Decision, Option, Play, ask, ask_all
from croupier.core.cards import JOKER, RANK, Card
from croupier.core.felt import HOUSE, MUCK, Felt, Seat
from croupier.core.words import Deed
from croupier.games.low_ball import stub
from croupier.games.low_ball.rules import Rules
from croupier.games.low_ball.sevens import Record
from croupier.games.low_ball.stub import DISCARD, EXPOSED
from croupier.procedure.betting import (
    FOULED_DECK,
    MISDEAL,
    MISDEAL_BEFORE,
    Round,
    dead_hands,
    obey,
)
from croupier.procedure.turns import live

LOTS: Final = (65536, 6, *stub.ROWS)
"""A random cut (any point will do: the stub is in random order), which of six cards is taken back,
and the orders of new stubs."""
CUT, EXTRA, ROWS = 0, 1, 2
"""Where these begin among the lots of a hand."""

DECLINE: Final = Option("decline")


class Course(Struct):
    """What the hand and the staff must remember of its course."""

    rules: Rules
    order: list[Seat]
    button: Seat
    big: Seat
    killer: Seat = 0
    straddler: Seat = 0
    acted: bool = False
    six: set[Seat] = set()
    """Who was dealt six cards (LB-30)."""
    asked_cut: bool = False
    served: set[Seat] = set()
    exposed: list[tuple[Seat, Card]] = []
    """Cards exposed in the draw that are still to be replaced (LB-13)."""
    sevens: Record = field(default_factory=Record)


def draw(felt: Felt, course: Course) -> Play[None]:
    """In turn from the left of the button, all-in players too (LB-03). Of five cards the last
    waits until all others are served, and a card is burned before the last drawer's (LB-16).
    """
    waiting: list[Seat] = []
    last = 0
    yield from offer_cut(felt, course)
    for seat in live(felt, course.order):
        count = yield from exchange(felt, course, seat)
        last = seat if count else last
        waiting += [seat] if count == 5 else []
    for seat in waiting:
        if (seat, "hole") in felt.cards:
            if seat == last:
                stub.burn(felt, ROWS, (seat, DISCARD))
            stub.serve(felt, (seat, "hole"), 1, ROWS, (seat, DISCARD))
    for seat, card in course.exposed:  # LB-13
        replace_card(felt, seat, card)


def exchange(felt: Felt, course: Course, seat: Seat) -> Play[int]:
    """One player's discards and new cards, four of them at most at once (LB-15, LB-16); what
    was missing comes too (LB-40). Returns how many cards are taken.
    """
    hole, pile = (seat, "hole"), (seat, DISCARD)
    discards = yield from ask_discards(felt, course, seat)
    if hole not in felt.cards:
        return 0
    if course.rules.burn_before_draw and not course.served:
        stub.burn(felt, ROWS, pile)
    course.served.add(seat)
    if discards:
        felt.move(hole, pile, discards, why="discard")
    count = 5 - len(felt.cards.get(hole, ()))
    stub.serve(felt, hole, min(count, 4), ROWS, pile)
    return count


def ask_discards(felt: Felt, course: Course, seat: Seat) -> Play[tuple[Card, ...]]:
    """Which cards the player exchanges; silence stands pat (LB-03, LB-36)."""
    hole = (seat, "hole")
    while hole in felt.cards and len(live(felt, course.order)) > 1:
        options = draw_options(felt, course, seat)
        who, answer = yield Ask({seat: options}, "LB-03", rulings=partial(may_rule, felt, course))
        if who == HOUSE:
            ruled = rule(felt, course, answer)
            if ruled:
                obey(felt, ruled.act, ruled.spot, ruled.cards)
        elif answer.act == "ask cut":
            yield from cut(felt, course)
        else:
            return answer.cards
    return ()


def draw_options(felt: Felt, course: Course, seat: Seat) -> tuple[Option, ...]:
    """Any number of cards, but a dealing player draws four at most (LB-15, LB-17)."""
    cards = tuple(felt.cards[seat, "hole"])
    four = seat == course.button and (course.rules.self_dealt or course.rules.button_max_draw == 4)
    most = min(len(cards), 4 if four else 5)
    options: tuple[Option, ...] = (
        Option("stand pat", clause="LB-03"),
        Option("draw", 1, most, cards=cards, clause="LB-17" if four else "LB-15"),
    )
    if not course.served and may_ask_cut(felt, course, seat):
        options = (*options, Option("ask cut", clause="LB-23"))
    return options


def may_ask_cut(felt: Felt, course: Course, seat: Seat) -> bool:
    """Once before the draw, but not by the dealing player (LB-23, LB-24)."""
    rules = course.rules
    deals = rules.self_dealt and seat == course.button
    return rules.cut_before_draw and not course.asked_cut and len(felt.deck) > 1 and not deals


def offer_cut(felt: Felt, course: Course) -> Play[None]:
    """All others still in may ask for the cut before the first to draw is asked; that player may
    ask until they have drawn (LB-23).
    """
    options = (DECLINE, Option("ask cut", clause="LB-23"))
    others = live(felt, course.order)[1:]
    offers = {seat: options for seat in others if may_ask_cut(felt, course, seat)}
    answers = yield from ask_all(offers, "LB-23", "cut_seconds")
    if any(answer.act == "ask cut" for answer in answers.values()):
        yield from cut(felt, course)


def cut(felt: Felt, course: Course) -> Play[None]:
    """The player on the right of the button cuts, in good time, else chance does (LB-23)."""
    course.asked_cut = True
    most = len(felt.deck) - 1
    options = (Option("random"), Option("cut", 1, most))
    answer = yield from ask(course.order[-2], options, "LB-23", "cut_seconds")
    felt.cut(answer.amount or 1 + felt.lots[CUT] % most)


# What the staff rules.


def before_draw(felt: Felt, course: Course, state: Round) -> Iterator[Option]:
    """What may be ruled in the first betting round: of a deal that can still be put right, whether
    it had one card too many (LB-30), and until two have acted a misdeal (CR-26, LB-40).
    """
    yield from may_rule(felt, course)
    for seat in live(felt, course.order):
        if seat not in course.six and (felt.deck or course.acted):
            yield Option("six cards", spot=(seat, "hole"), clause="LB-30")
    if len(state.acted) < MISDEAL_BEFORE:
        yield MISDEAL


def may_rule(felt: Felt, course: Course) -> Iterator[Option]:
    """What may be ruled of each hand at any time (LB-11, LB-29, LB-40). A hand of one card that
    misses that one too is dead.
    """
    players = live(felt, course.order)
    for seat in players:
        held, spot = len(felt.cards[seat, "hole"]), (seat, "hole")
        yield Option("exposed card", 1, held, spot=spot, clause="LB-11")
        if held > 1:
            yield Option("missing card", spot=spot, clause="LB-40")
    yield from dead_hands(players)
    yield FOULED_DECK


def rule(felt: Felt, course: Course, ruling: Decision) -> Decision | None:
    """Do what this game has of its own; returns a ruling that is left for the betting."""
    seat, hole = ruling.spot[0], (ruling.spot[0], "hole")
    if ruling.act == "exposed card":
        expose(felt, course, seat, ruling.cards[0])
    elif ruling.act == "missing card":
        miss_card(felt, course, seat)
    elif ruling.act == "six cards":
        course.six.add(seat)
        fault = six_cards(len(course.six), acted=course.acted)
        if fault != "extra card taken back":
            act: Deed = "misdeal" if fault == "misdeal" else "dead hand"
            return Decision(act, 0, hole, (), ruling.by, ruling.why)
        take_extra_card(felt, seat)
    else:
        return ruling
    return None


def expose(felt: Felt, course: Course, seat: Seat, card: Card) -> None:
    """Keep or replace an exposed card; the player has no choice (LB-11 to LB-14)."""
    if course.rules.self_dealt and seat == course.button:
        return
    fate = exposed_card(card, drawn=seat in course.served)
    still_drawing = live(felt, course.order)[-1] not in course.served
    if fate == "replaced":
        replace_card(felt, seat, card)
    elif fate == "replaced after all draws" and still_drawing:
        course.exposed.append((seat, card))
    elif fate == "replaced after all draws":
        replace_card(felt, seat, card)


def exposed_card(
    card: Card, *, drawn: bool
) -> Literal["kept", "replaced", "replaced after all draws"]:
    """Before the draw five or lower stays, ace and joker are low; after it none (LB-11, LB-13)."""
    if drawn:
        return "replaced after all draws"
    low = card == JOKER or (RANK[card] + 1) % 13 < 5
    return "kept" if low else "replaced"


def replace_card(felt: Felt, seat: Seat, card: Card) -> None:
    """An exposed card lies open, and one from the middle of the stub takes its place (LB-12)."""
    hole = (seat, "hole")
    if card not in felt.cards.get(hole, ()):
        return
    felt.move(hole, EXPOSED, (card,), why="exposed card")
    felt.show(EXPOSED)
    if len(felt.deck) > 1:
        felt.cut(len(felt.deck) // 2)
    stub.serve(felt, hole, 1, ROWS, (seat, DISCARD), why="replace card")


def six_cards(
    hands: int, *, acted: bool
) -> Literal["misdeal", "extra card taken back", "hand dead"]:
    """Two hands of six are a misdeal; one is put right before any action, else dead (LB-30)."""
    if hands > 1:
        return "misdeal"
    return "hand dead" if acted else "extra card taken back"


def take_extra_card(felt: Felt, seat: Seat) -> None:
    """The sixth card, which the deal did not know of, and one of the six taken back (LB-30)."""
    hole = (seat, "hole")
    felt.deal(hole)
    card = felt.cards[hole][felt.lots[EXTRA]]
    felt.move(hole, MUCK, (card,), why="misdeal")
    felt.move(MUCK, stub.BURN, (card,), why="burn")  # Out of play: no new stub takes it.


def miss_card(felt: Felt, course: Course, seat: Seat) -> None:
    """The last card was never dealt: it comes from the top before the first action, and at the
    draw after it (LB-40). After the player's draw the hand is fouled (LB-35).
    """
    hole = (seat, "hole")
    felt.move(hole, MUCK, felt.cards[hole][-1:], why="missing card")
    if not course.acted:
        stub.serve(felt, hole, 1, ROWS, why="deal")
