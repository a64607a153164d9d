"""The one betting round of Push Nine, and the split of the last two (PN-15, PN-37)."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from croupier.core.asks import Ask, Decision, Option, Play, ask
from croupier.core.felt import HOUSE, Felt, Seat
from croupier.games.push_nine.agreements import all_agree, mates
from croupier.games.push_nine.company import Dealt
from croupier.games.push_nine.partners import watched
from croupier.games.push_nine.rules import RAISES, Rules
from croupier.procedure.betting import (
    MISDEAL,
    Limits,
    Round,
    always,
    answer,
    heed,
    obey,
    offer,
    open_round,
)
from croupier.procedure.turns import live

KEEP_OR_REPLACE: Final = (
    Option("keep", clause="PN-12"),
    Option("replace card", clause="PN-13"),
)


def bet(rules: Rules, felt: Felt, dealt: Dealt) -> Play[tuple[Seat, bool]]:
    """One betting round; as soon as two are left without betting they may split (PN-15, PN-37).
    Returns who bet last, and whether the last two split.
    """
    entry, block = dealt.entry, rules.partner_raise_rule == "block"
    state, may_split = begin_round(rules, felt, dealt), rules.allow_agreed_split
    rulings = partial(may_rule, rules, felt, state)
    while True:
        options = offer(felt, state)
        if may_split and len(state.players) == 2 and not any_bet(felt, dealt.order):
            may_split = False
            if (yield from all_agree(live(felt, dealt.order), "split", "PN-15")):
                return HOUSE, True
        if not options:
            return state.last, False
        options = watched(felt, entry, state, options, block=block)
        who, decision = yield Ask({state.queue[0]: options}, "PN-37", rulings=rulings)
        if who != HOUSE:
            answer(felt, state, decision)
            continue
        if decision.act == "exposed card":
            yield from expose(felt, decision)
        heed(felt, state, decision)


def may_rule(rules: Rules, felt: Felt, state: Round) -> Iterator[Option]:
    """What the floor may rule in the betting: a wrong count is a misdeal, as a rule before the
    first act (PN-11); a card is exposed to a player who has not looked, that is, not acted (PN-12).
    """
    yield from always(state)
    for seat in state.players:
        if seat not in state.acted and felt.deck:
            held = len(felt.cards[seat, "hole"])
            yield Option("exposed card", 1, held, spot=(seat, "hole"), clause="PN-12")
    if not state.acted or rules.wrong_count_after_action == "misdeal":
        yield MISDEAL


def expose(felt: Felt, ruling: Decision) -> Play[None]:
    """A player keeps an exposed card or has it replaced from the top (PN-12, PN-13)."""
    answer = yield from ask(ruling.spot[0], KEEP_OR_REPLACE, "PN-12")
    obey(felt, answer.act, ruling.spot, ruling.cards)


def any_bet(felt: Felt, order: Sequence[Seat]) -> bool:
    """Whether there has been betting, by a hand that is dead now too (PN-15)."""
    return any(felt.chips.get((seat, "bet")) for seat in order)


def begin_round(rules: Rules, felt: Felt, dealt: Dealt) -> Round:
    """From the button, one bet and three raises; without a cap between two (PN-04, PN-06, PN-07).

    Partners' folded hands stay before them: it may have to be shown that one was eight or better.
    """
    turn, folded = dealt.order, "folded" if mates(dealt.entry) else ""
    if rules.first_to_act == "button":
        turn = [dealt.button, *turn[:-1]]
    return open_round(felt, turn, limits(rules), folded=folded)


def limits(rules: Rules) -> Limits:
    """The bounds of bets and raises (PN-06, PN-07)."""
    any_time = rules.uncap_when_heads_up == "any_time"
    return Limits(
        "no_limit",
        rules.least_bet,
        rules.chip,
        raises=RAISES,
        uncap_any_time=any_time,
        most=rules.max_bet,
    )
