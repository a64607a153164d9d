"""The betting rounds of a flop game, and the board between them."""

from collections.abc import Iterator, Sequence
from functools import partial

from croupier.core.asks import Option, Play
from croupier.core.felt import BOARD, Felt, Seat
from croupier.procedure import kills
from croupier.procedure.betting import (
    MISDEAL,
    MISDEAL_BEFORE,
    Limits,
    Round,
    always,
    betting_round,
    open_round,
)
from croupier.procedure.blinds import Seating
from croupier.procedure.flop.dealing import STREETS, deal_board, exposed
from croupier.procedure.flop.fees import collection
from croupier.procedure.flop.rules import Rules
from croupier.procedure.flop.twice import run_twice
from croupier.procedure.kills import Kill
from croupier.procedure.pots import Pots, gather, take_drop
from croupier.procedure.turns import clockwise


def collect(rules: Rules, felt: Felt, order: Sequence[Seat], pots: Pots) -> None:
    """The bets of a round go to the pots. In the first an ante joins its player's bets: an all-in
    contests what blind and ante together have matched (CR-30).
    """
    for seat in order if rules.ante else ():
        felt.pay((seat, "ante"), (seat, "bet"), felt.chips.get((seat, "ante"), 0), "gather")
    gather(felt, order, pots)


def play_streets(
    rules: Rules,
    felt: Felt,
    seating: Seating,
    pots: Pots,
    called: int,
    option: Seat,
    kill: Kill,
) -> Play[tuple[list[Seat], Seat]]:
    """The betting rounds and the board; returns who is still in, and who bet last at the end."""
    order = seating.order
    state = first_round(rules, felt, seating, called, option, kill)
    yield from betting_round(felt, state, "CR-16", partial(before_flop, felt, order))
    close_round(rules, felt, order, pots, state)
    flop = len(state.players) > 1
    take_drop(felt, collection(rules, len(order), flop=flop))  # CR-29
    twice_offered = not rules.run_it_twice
    for street, up in enumerate(STREETS, 1):
        if len(state.players) < 2:
            break
        if not twice_offered and len(state.able) < 2:
            twice_offered = True
            if (yield from run_twice(rules, felt, state.players)):
                break
        deal_board(rules, felt, up)
        state = open_round(felt, state.players, limits(rules, street, kill))
        yield from betting_round(felt, state, "CR-16")
        close_round(rules, felt, order, pots, state)
    return state.players, state.last


def close_round(rules: Rules, felt: Felt, order: Sequence[Seat], pots: Pots, state: Round) -> None:
    """The bets go to the pots; where no more can follow, the house may show the hands (CR-43)."""
    if state.high:
        collect(rules, felt, order, pots)
    if rules.all_in_hands_face_up and len(state.able) < 2 <= len(state.players):
        for seat in state.players if len(felt.cards.get(BOARD, ())) < 5 else ():
            felt.show((seat, "hole"))


def first_round(
    rules: Rules, felt: Felt, seating: Seating, called: int, option: Seat, kill: Kill
) -> Round:
    """The betting before the flop, from the left of the big blind or the option (CR-16, TH-26)."""
    order, first = seating.order, option or seating.places.big
    return open_round(
        felt,
        order,
        limits(rules, 0, kill),
        high=called,
        made=1 + (option > 0 and rules.limit == "limit"),
        first_turn=clockwise(sorted(order), first) if first in order else order,
        waits=kill.killer if rules.killer_acts_last else 0,  # OM-12
    )


def before_flop(felt: Felt, order: Sequence[Seat], state: Round) -> Iterator[Option]:
    """What may be ruled in the first round: until two have acted, about the deal too (CR-26)."""
    yield from always(state)
    if len(state.acted) < MISDEAL_BEFORE:
        yield from replaceable(felt, order)
        yield MISDEAL


def replaceable(felt: Felt, order: Sequence[Seat]) -> Iterator[Option]:
    """One exposed card is replaced, but not the first or second of the deal; these, or two exposed
    cards, are a misdeal (HE-10).
    """
    if exposed(felt):
        return
    for at, seat in enumerate(order):
        first, spot = 2 if at < 2 else 1, (seat, "hole")
        if spot in felt.cards:
            held = len(felt.cards[spot])
            yield Option("replace card", first, held, spot=spot, clause="HE-10")


def limits(rules: Rules, street: int, kill: Kill) -> Limits:
    """The bounds of a round: the upper limit on the last two, a kill's in its hand (CR-21)."""
    if rules.limit == "limit":
        unit = kills.raised(rules.big_blind, kill) * (1 + (street > 1))
        return Limits("limit", unit, unit, raises=rules.max_raises)
    double = rules.min_raise_rule == "double_bet"
    return Limits(rules.limit, rules.big_blind, rules.chip, double_bet=double)
