"""Push Nine: three cards and one betting round; a tie pushes the pot into another hand.

Source: the Casino Club's sheet, clauses PN-01 to PN-51.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from croupier.core.asks import Answer, Ask, Decision, Option, Play, ask, ask_all
from croupier.core.cards import BACK, PACK, Card
from croupier.core.catalogue import Layout, Reading
from croupier.core.company import Company
from croupier.core.felt import DROP, HOUSE, NOBODY, POT, Felt, Seat, Spot, View
from croupier.core.prices import MONEY, Money, MoneyOrNone, check_chips
from croupier.core.words import Word
from croupier.games.push_nine.agreements import (
    DECLINE,
    Entry,
    Push,
    Terms,
    divide_winnings,
    honour,
    interval,
    last_to_fold,
    lay_stake,
    mates,
    parted,
    pay_pot,
    penalties,
    renamed,
    return_stake,
    watch,
    without,
)
from croupier.procedure.betting import (
    FOULED_DECK,
    MISDEAL,
    Limits,
    Pot,
    Pots,
    Redeal,
    Round,
    always,
    before_payment,
    betting_round,
    clockwise,
    divided,
    gather,
    join_pots,
    live,
    obey,
    unclaimed,
)
from croupier.procedure.blinds import draw_high
from croupier.ranks.pushnine import name, value

MOST_SEATS: Final = 15
TITLE: Final = "Push Nine"
SEATS: Final = range(2, MOST_SEATS + 1)  # PN-38
LOTS: Final = (*range(52, 52 - MOST_SEATS, -1), 51)
"""A card for each at the draw of the button (PN-04), and a cut (PN-19)."""
CUT: Final = MOST_SEATS
"""Where the cut lies among the lots."""
LAYOUT: Final = Layout(
    felt="wine",
    plan="offers",
    aim="nine wins",
    seat_chips=("stack", "bet", "cow", "aside"),
    seat_cards=("hole", "folded"),
    house_chips=("pot", "side", "drop"),
)
WHY_NOT: Final = {
    ("PN-37", ""): "it is another player's turn, or you have no cards in this hand (PN-37, PN-49)",
    ("PN-37", "check"): "there is a bet to call (CR-42)",
    ("PN-37", "bet"): "a bet stands already, or nobody is left to bet against (CR-42, CR-43)",
    ("PN-37", "raise"): "the raising is not open: no bet stands, three raises are made, a short "
    "all-in opens nothing, or it would be your partner's bet and you have less than eight "
    "(PN-06, PN-07, PN-26)",
    ("PN-37", "call"): "there is no bet to call (CR-42)",
    ("PN-37", "buy in"): "buy-ins are closed before the deal (PN-18)",
    ("PN-51", ""): "only players who were dealt into the hand that pushed may buy in, with the "
    "chips for it, and an answer once given stands (PN-17, PN-41)",
    ("PN-51", "buy in"): "a buyer needs the buy-in and the betting-round buy-in in his stack; the "
    "tied owe none (PN-16, PN-41)",
    ("PN-51", "partner"): "each partner needs half of the betting-round buy-in behind (PN-24)",
    ("PN-51", "backing"): "each backer must be able to buy in, and one must owe a buy-in (PN-28)",
    ("PN-51", "cow"): "a cow needs the buy-in and half of the betting-round buy-in between members "
    "who were dealt in and are not tied (PN-21, PN-23)",
    ("PN-23", ""): "only the members of a cow agree on its stake (PN-23)",
    ("PN-48", ""): "only those whose agreement is void are asked again (PN-48)",
    ("PN-29", ""): "only the tied may agree to share the pot (PN-29)",
    ("PN-29", "buy in"): "buy-ins are closed (PN-51)",
    ("PN-19", ""): "only the cutter cuts (PN-19)",
    ("PN-12", ""): "only the player whose card was exposed is asked about it (PN-12)",
    ("PN-37", "exposed card"): "players who have acted have looked, and keep an exposed card "
    "(PN-12)",
    ("PN-37", "misdeal"): "the first player has acted: a wrong count is a dead hand (PN-11)",
    (
        "PN-30",
        "dead hand",
    ): "there is no such hand, or it is the last one and takes the pot (CR-28)",
    ("PN-15", ""): "first the last two say whether they split the pot (PN-15)",
}

RAISES: Final = 3
RANDOM: Final = Option("random", clause="PN-19")
KEEP_OR_REPLACE: Final = (
    Option("keep", clause="PN-12"),
    Option("replace card", clause="PN-13"),
)

Seconds = Annotated[int, Meta(ge=10, le=120)]


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house may choose; the defaults are the sheet's."""

    chip: Money = 1_00
    ante: Money = 1_00
    ante_in_push_hand: bool = False
    """Besides the buy-in (PN-05)."""
    min_bet: MoneyOrNone = 0
    """0 is the ante (PN-07)."""
    max_bet: MoneyOrNone = 0
    """The most of a bet, and of what a raise adds; 0 is table stakes (PN-07)."""
    uncap_when_heads_up: Literal["any_time", "only_if_not_capped"] = "any_time"
    first_to_act: Literal["button", "left_of_button"] = "button"
    collection_from_button: Annotated[int, Meta(ge=0, le=10_00, extra=MONEY)] = 2_00
    wrong_count_after_action: Literal["dead_hand", "misdeal"] = "dead_hand"
    allow_agreed_split: bool = True
    push_eligibility: Literal["latest_hand", "original_hand"] = "latest_hand"
    push_buy_in_rule: Literal["pot_divided_by_pushers", "full_pot"] = "pot_divided_by_pushers"
    push_buy_in_rounding: Literal["up", "down"] = "up"
    betting_round_buy_in: Literal["equal_to_push_buy_in", "none", "amount"] = "equal_to_push_buy_in"
    betting_round_amount: MoneyOrNone = 0
    """The betting-round buy-in where it is a fixed amount (PN-41)."""
    max_pushes: Annotated[int, Meta(ge=1, le=5)] = 3
    partner_raise_rule: Literal["penalize", "block"] = "penalize"
    player_cut: bool = True
    min_buy_in_antes: Annotated[int, Meta(ge=1, le=200)] = 20
    max_buy_in: MoneyOrNone = 0
    """0 is no maximum (CR-20)."""
    rathole_minutes: Annotated[int, Meta(ge=0, le=240)] = 60
    allow_short_rebuy: bool = False
    """Once in a session, for half of the least buy-in (CR-20)."""
    table_language: Literal["en", "any"] = "en"
    max_seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 9
    decision_seconds: Seconds = 20
    push_decision_seconds: Seconds = 30
    cut_seconds: Annotated[int, Meta(ge=2, le=30)] = 5
    award_pause_seconds: Annotated[int, Meta(ge=0, le=30)] = 0
    """How long the staff may look at a hand before the pots are paid (PN-30)."""

    def __post_init__(self) -> None:
        """Refuse what no house could deal."""
        if self.max_bet and self.max_bet < self.least_bet:
            raise ValueError("max_bet must not be below min_bet (PN-07)")
        check_chips(self, ("ante", "min_bet", "max_bet", "betting_round_amount"), "PN-18")
        if self.max_buy_in and self.max_buy_in < self.min_buy_in:
            raise ValueError("max_buy_in must not be below the minimum buy-in (PN-44)")
        if (self.betting_round_buy_in == "amount") != (self.betting_round_amount > 0):
            raise ValueError(
                'betting_round_amount goes with betting_round_buy_in = "amount", else 0 (PN-41)'
            )

    @property
    def least_bet(self) -> int:
        """The least bet (PN-07)."""
        return self.min_bet or self.ante

    @property
    def min_buy_in(self) -> int:
        """What one sits down with at least (PN-44)."""
        return self.min_buy_in_antes * self.ante


class Carry(Struct, frozen=True, omit_defaults=True):
    """What stays on the table between hands."""

    button: Seat = 0
    """Who had it in the last hand, or has won it; 0 is a new game (PN-04)."""
    pot: int = 0
    """Chips that lie in the main pot."""
    push: Push | None = None
    antes: dict[Seat, int] = {}
    """Whose antes these chips are, after a misdeal (PN-11)."""
    collected: bool = False
    """The coming deal has paid its collection: an earlier one did not count (PN-08, PN-11)."""
    vacant: bool = False
    """The button's holder has left its seat: it goes to the next clockwise (PN-04, PN-45)."""


class Dealt(Struct, frozen=True):
    """A hand as it is dealt."""

    carry: Carry
    entry: Entry
    push: Push | None
    """The pot that it is played for."""
    order: list[Seat]
    """From the left of the button, who is dealt last (PN-04)."""
    anteing: list[Seat]
    """Of whom an ante is due (PN-05)."""

    @property
    def button(self) -> Seat:
        """Who has the button."""
        return self.order[-1]


def pack(rules: Rules) -> tuple[Card, ...]:  # noqa: ARG001
    """One pack of 52, fresh for every hand (PN-03)."""
    return PACK


def carried(carry: Carry) -> dict[Spot, int]:
    """The chips that stay on the layout between hands."""
    return {POT: carry.pot} if carry.pot else {}


def claims(carry: Carry) -> set[Seat]:
    """Who is dealt in as long as he keeps his seat, away or without chips (PN-46, PN-49)."""
    push = carry.push
    if push and push.entry:
        return {*push.entry.hands, *(seat for cow in push.entry.cows for seat in cow.shares)}
    return {*push.tied} if push else {*carry.antes}


def moved(carry: Carry, old: Seat, new: Seat) -> Carry:
    """Rights and claims are the player's (PN-17, PN-49), and so is the button that was won; while a
    pot is pushed it lies where it was, for the nearest of the tied (PN-19).
    """
    push, name = carry.push, {old: new}
    if push:
        push = replace(
            push,
            tied=tuple(name.get(s, s) for s in push.tied),
            may_buy=tuple(sorted(name.get(s, s) for s in push.may_buy)),
            cutter=name.get(push.cutter, push.cutter),
            entry=renamed(push.entry, old, new) if push.entry else None,
        )
    holds = carry.button == old and not carry.vacant
    lies = push is not None and not push.entry
    return replace(
        carry,
        button=new if holds and not lies else carry.button,
        vacant=carry.vacant or (holds and lies),
        push=push,
        antes={name.get(s, s): ante for s, ante in carry.antes.items()},
    )


def left(carry: Carry, seat: Seat, _: int) -> Carry:
    """A seat is given up, and with it every claim to the pot (PN-49)."""
    push, antes = carry.push, {s: ante for s, ante in carry.antes.items() if s != seat}
    if push:
        push = replace(
            push,
            tied=tuple(s for s in push.tied if s != seat),
            may_buy=tuple(s for s in push.may_buy if s != seat),
            cutter=push.cutter if push.cutter != seat else HOUSE,
            entry=without(push.entry, seat) if push.entry else None,
        )
    return replace(carry, vacant=carry.vacant or carry.button == seat, push=push, antes=antes)


def shares(rules: Rules, carry: Carry, seats: Sequence[Seat]) -> dict[Seat, int]:
    """Whose the carried pot is if no hand follows: a push pot is divided as at the last push
    (PN-20), antes go back to those who have put them in, and chips that nobody claims are
    everybody's who is left (PN-46, PN-50).
    """
    push, claimed = carry.push, claims(carry)
    if not push or not claimed:
        left = carry.pot - sum(carry.antes.values())
        rest = unclaimed(left, sorted(claimed) or seats, carry.button, rules.chip)
        return {s: carry.antes.get(s, 0) + rest.get(s, 0) for s in {**carry.antes, **rest}}
    entry = push.entry or Entry(push.tied)
    order = clockwise(sorted(entry.hands), carry.button)
    pot = carry.pot - sum(carry.antes.values())
    found = dict(zip(order, divided(pot, len(order), rules.chip), strict=True))
    for cow in entry.cows:
        found |= parted(cow, found.pop(cow.holder, 0), terms(rules, push))  # PN-22
    return {seat: found.get(seat, 0) + carry.antes.get(seat, 0) for seat in found | carry.antes}


COMPANY: Final = Company(moved=moved, left=left, claims=claims, carried=carried, shares=shares)


def play(rules: Rules, felt: Felt, carry: Carry) -> Play[Carry]:
    """One hand, for antes or for a push pot."""
    entry = yield from claimants(rules, felt, carry)  # PN-16 to PN-28
    if sharers := (yield from sharing(carry, entry)):  # PN-29, PN-50
        settle_main(rules, felt, carry.push, entry, sharers)
        return Carry(sharers[0])  # PN-45
    push = carry.push if entry.hands else None
    entry = entry if entry.hands else Entry(ready(felt))
    if len(entry.hands) < 2:
        return carry  # CR-46
    order = seat_players(felt, carry, entry, push)
    dealt = Dealt(carry, entry, push, order, anteing(rules, push, order))
    put_in(rules, felt, dealt)  # PN-05, PN-36
    begun = len(felt.events)
    try:
        pots, last, split = yield from deal_and_bet(rules, felt, dealt)  # PN-11, PN-37
        return (yield from award(rules, felt, dealt, pots, last, split=split))  # PN-16, PN-40
    except Redeal as ruling:
        return redeal(felt, dealt, begun, str(ruling))  # PN-08, PN-11


# Before the deal.


def claimants(rules: Rules, felt: Felt, carry: Carry) -> Play[Entry]:
    """Who plays for the chips in the pot: of a push, or of a deal that did not count."""
    push = carry.push
    if push and not push.entry:
        return (yield from interval(felt, push, terms(rules, push)))
    entry = push.entry if push and push.entry else Entry(tuple(sorted(carry.antes)))
    for seat in claims(carry) - {*felt.seats}:
        entry = without(entry, seat)
    return entry


def terms(rules: Rules, push: Push | None) -> Terms:
    """Buy-in and betting-round buy-in (PN-18, PN-41)."""
    price = push.price if push else rules.chip
    behind = {"equal_to_push_buy_in": price, "none": 0, "amount": rules.betting_round_amount}
    return Terms(rules.chip, price, behind[rules.betting_round_buy_in])


def sharing(carry: Carry, entry: Entry) -> Play[list[Seat]]:
    """Who takes the pot without a deal: one hand alone, or the tied if nobody has bought in and
    all agree (PN-29, PN-50).
    """
    sharers = clockwise(entry.hands, carry.button)
    if len(sharers) == 1:
        return sharers
    push = carry.push
    if not push or push.entry or not {*sharers} <= {*push.tied} or not sharers:
        return []
    agreed = yield from all_agree(sharers, "share", "PN-29")
    return sharers if agreed else []


def all_agree(seats: Sequence[Seat], act: Word, clause: str) -> Play[bool]:
    """One refusal or time-out is enough (PN-42)."""
    offer = (DECLINE, Option(act, clause=clause))
    answers = yield from ask_all(dict.fromkeys(seats, offer), clause)
    return all(answer.act == act for answer in answers.values())


def ready(felt: Felt) -> tuple[Seat, ...]:
    """Who is dealt into an ordinary hand; chips that nobody claims are played for in it (PN-46)."""
    return tuple(seat for seat in felt.seats if felt.chips[seat, "stack"])


def seat_players(felt: Felt, carry: Carry, entry: Entry, push: Push | None) -> list[Seat]:
    """The order of the deal, the button last (PN-04, PN-19, PN-45)."""
    hands, button = entry.hands, carry.button
    if not button:
        button = draw_high(felt, hands, PACK, felt.lots)
    elif push and not push.entry:  # PN-19: the nearest of the tied, clockwise.
        button = clockwise(sorted(s for s in push.tied if s in hands) or hands, button)[0]
    elif carry.vacant or button not in hands:
        button = clockwise(hands, button)[0]
    felt.say(button, "button")
    return clockwise(hands, button)


def anteing(rules: Rules, push: Push | None, order: list[Seat]) -> list[Seat]:
    """Who antes: everybody; in a push hand the buy-in stands for it, or comes besides (PN-05)."""
    return order if rules.ante_in_push_hand or not push else []


def put_in(rules: Rules, felt: Felt, dealt: Dealt) -> None:
    """Antes; then the button's collection, as far as it goes (PN-05, PN-36)."""
    chips, antes = felt.chips, dealt.carry.antes
    for seat in dealt.anteing:
        if seat in antes:  # PN-11: it stayed in.
            felt.pay(POT, (seat, "bet"), antes[seat], "ante")
        else:  # PN-46
            amount = min(rules.ante, chips[seat, "stack"])
            felt.pay((seat, "stack"), (seat, "bet"), amount, "ante")
    if not dealt.carry.collected:
        stack = (dealt.button, "stack")
        felt.pay(stack, DROP, min(rules.collection_from_button, chips[stack]), "collection")


# The hand.


def deal_and_bet(rules: Rules, felt: Felt, dealt: Dealt) -> Play[tuple[Pots, Seat, bool]]:
    """Cut, deal and the betting round: the pots, who bet last, whether the last two split."""
    entry, order, push = dealt.entry, dealt.order, dealt.push
    for cow in entry.cows:
        lay_stake(felt, cow, terms(rules, push))  # PN-23
    if push and rules.player_cut and push.cutter in felt.seats:
        yield from cut(felt, push.cutter)
    also = {c.holder: sum(1 << seat for seat in c.shares) for c in entry.cows}  # PN-22
    for _ in range(3):  # PN-11
        for seat in order:
            felt.deal((seat, "hole"), also=also.get(seat, NOBODY))
    all_in = any(not felt.chips[seat, "stack"] for seat in order)
    pots = Pots([Pot(POT, set(order), closed=push is not None and all_in)])  # PN-47
    gather(felt, order, pots)  # The antes.
    last, split = yield from bet(rules, felt, dealt)
    gather(felt, order, pots)
    return pots, last, split


def cut(felt: Felt, cutter: Seat) -> Play[None]:
    """The cutter cuts where he likes, or at random (PN-19)."""
    answer = yield from ask(cutter, (RANDOM, Option("cut", 1, 51)), "PN-19", "cut_seconds")
    felt.cut(answer.amount or felt.lots[CUT] + 1)


def bet(rules: Rules, felt: Felt, dealt: Dealt) -> Play[tuple[Seat, bool]]:
    """One betting round; as soon as two are left without betting they may split (PN-15, PN-37)."""
    may_split, paired = rules.allow_agreed_split, bool(mates(dealt.entry))
    one_round = begin_round(rules, felt, dealt, paired=paired)
    answer: Answer | None = None
    while True:
        question, last = advance(one_round, answer)
        players = live(felt, dealt.order)
        if may_split and len(players) == 2 and not any_bet(felt, dealt.order):
            may_split = False
            if (yield from all_agree(players, "split", "PN-15")):
                return HOUSE, True
        if question is None:
            return last, False
        if paired:
            watch(felt, dealt.entry, question, block=rules.partner_raise_rule == "block")
        answer = yield question
        if answer[1].act == "exposed card":
            yield from expose(felt, answer[1])


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


def begin_round(rules: Rules, felt: Felt, dealt: Dealt, *, paired: bool) -> Play[Seat]:
    """From the button, one bet and three raises; without a cap between two (PN-04, PN-06, PN-07).

    Partners' folded hands stay before them: it may have to be shown that one was eight or better.
    """
    turn = dealt.order
    if rules.first_to_act == "button":
        turn = [dealt.button, *turn[:-1]]
    state = yield from betting_round(
        felt,
        turn,
        limits(rules),
        "PN-37",
        rulings=partial(may_rule, rules, felt),
        folded="folded" if paired else "",
    )
    return state.last


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


def advance(one_round: Play[Seat], answer: Answer | None) -> tuple[Ask | None, Seat]:
    """The next question of the round; none when it is over, then who bet last."""
    try:
        return (next(one_round) if answer is None else one_round.send(answer)), HOUSE
    except StopIteration as end:
        return None, end.value


def redeal(felt: Felt, dealt: Dealt, begun: int, why: str) -> Carry:
    """Bets go back, a push pot and its buy-ins stay; antes stay after a misdeal, and go back from
    a fouled deck. The same button; no second collection (PN-08, PN-11).
    """
    felt.take_back(begun)
    antes: dict[Seat, int] = {}
    for seat in dealt.anteing:
        amount = felt.chips.get((seat, "bet"), 0)
        if why == "misdeal":
            antes[seat] = amount
            felt.pay((seat, "bet"), POT, amount, "gather")
        else:
            felt.pay((seat, "bet"), (seat, "stack"), amount, "void")
    push = replace(dealt.push, entry=dealt.entry) if dealt.push else None
    pot = felt.chips.get(POT, 0)
    return Carry(dealt.button, pot, push, antes, collected=True)


# The showdown.


def award(
    rules: Rules, felt: Felt, dealt: Dealt, pots: Pots, last: Seat, *, split: bool
) -> Play[Carry]:
    """Each pot on its own; a tie pushes the main pot, side pots are divided (PN-16, PN-39)."""
    entry, chip = dealt.entry, rules.chip
    shown = [] if split else show_hands(felt, dealt, last)
    ruled = yield from pause(rules, felt, dealt.order, len(pots.pots))
    players = entitled(rules, felt, dealt)
    values = {s: value(felt.cards[s, "hole"]) for s in players if s in shown}
    joined = enumerate(join_pots(felt, players, pots))
    main, *sides = [(spot, ruled.get(at, seats)) for at, (spot, seats) in joined]
    for spot, seats in reversed(sides):
        pay_pot(felt, entry, spot, best(seats, values), chip)
    for cow in entry.cows:
        return_stake(felt, cow, terms(rules, dealt.push))
    winners = best(main[1], values)
    if len(winners) > 1 and not split and pushes(rules, felt, dealt, winners):
        divide_cows(rules, felt, dealt.push, entry)
        return push_on(rules, felt, dealt, winners, shown)
    settle_main(rules, felt, dealt.push, entry, winners)
    return Carry(winners[0])  # PN-04, PN-45


def show_hands(felt: Felt, dealt: Dealt, last: Seat) -> list[Seat]:
    """The last to bet shows first, then clockwise; without a bet the button (PN-40). One player
    alone need not show (PN-37).
    """
    turn = [dealt.button, *dealt.order[:-1]]
    at = turn.index(last) if last else 0
    players = live(felt, turn[at:] + turn[:at])
    if len(players) < 2:
        return []
    for seat in players:
        felt.show((seat, "hole"))
    return players


def pause(
    rules: Rules, felt: Felt, order: Sequence[Seat], pots: int
) -> Play[dict[int, list[Seat]]]:
    """The staff may still rule before the pots are paid: who has which of them (PN-30, CR-35)."""

    def rulings() -> Iterator[Option]:
        yield from before_payment(felt, order, pots, "PN-30")
        yield FOULED_DECK
        if rules.wrong_count_after_action == "misdeal":
            yield MISDEAL

    ruled: dict[int, list[Seat]] = {}
    question = Ask({}, "PN-30", "award_pause_seconds", rulings=rulings)
    while rules.award_pause_seconds:
        _, ruling = yield question
        if ruling.act == "close":
            break
        if ruling.act == "award pot":
            ruled[ruling.amount] = [ruling.spot[0]]
        obey(felt, ruling.act, ruling.spot, ruling.cards)
    return ruled


def entitled(rules: Rules, felt: Felt, dealt: Dealt) -> list[Seat]:
    """Who may win: the hands still in but those of partners who broke PN-26; if these are alone,
    the last other to fold.
    """
    players = live(felt, dealt.order)
    if not mates(dealt.entry) or rules.partner_raise_rule == "block":
        return players
    dead = penalties(felt, dealt.entry)
    left = [seat for seat in players if seat not in dead]
    folder = last_to_fold(felt, dead)
    return left or ([folder] if folder else players)


def best(seats: list[Seat], values: Mapping[Seat, int]) -> list[Seat]:
    """The highest hands; hands that are not shown are all alike (PN-31 to PN-35)."""
    top = max(values.get(seat, 0) for seat in seats)
    return [seat for seat in seats if values.get(seat, 0) == top]


def pushes(rules: Rules, felt: Felt, dealt: Dealt, winners: list[Seat]) -> bool:
    """Whether a tie pushes the pot: not the last push there is, and not two partners (PN-20,
    PN-27).
    """
    if (min(winners), max(winners)) in dealt.entry.partners and len(winners) == 2:
        return False
    times = dealt.push.times + 1 if dealt.push else 1
    felt.say(HOUSE, "push", times, POT)
    return times < rules.max_pushes


def push_on(rules: Rules, felt: Felt, dealt: Dealt, tied: list[Seat], shown: list[Seat]) -> Carry:
    """The pot waits for the next hand, its buy-in fixed now (PN-16 to PN-19)."""
    push, pot = dealt.push, felt.chips[POT]
    members = {seat for cow in dealt.entry.cows for seat in cow.shares}
    may_buy = tuple(sorted({*dealt.order, *members}))
    if push and rules.push_eligibility == "original_hand":
        may_buy = push.may_buy
    times = push.times + 1 if push else 1
    cutter = [seat for seat in shown if seat in tied][-1]
    after = Push(times, tuple(tied), may_buy, price(rules, pot, len(tied)), cutter)
    return Carry(dealt.button, pot, after)


def price(rules: Rules, pot: int, tied: int) -> int:
    """The push-pot buy-in, in whole chips: the pot, or the share of each tied player (PN-18)."""
    unit = rules.chip * (1 if rules.push_buy_in_rule == "full_pot" else tied)
    parts = -(-pot // unit) if rules.push_buy_in_rounding == "up" else max(1, pot // unit)
    return parts * rules.chip


def settle_main(
    rules: Rules, felt: Felt, push: Push | None, entry: Entry, winners: Sequence[Seat]
) -> None:
    """The main pot to its winners, and what they have agreed about it (PN-20, PN-22 to PN-28)."""
    took = pay_pot(felt, entry, POT, winners, rules.chip)
    honour(felt, entry, took, rules.chip)
    divide_cows(rules, felt, push, entry)


def divide_cows(rules: Rules, felt: Felt, push: Push | None, entry: Entry) -> None:
    """What cows have won (PN-22)."""
    for cow in entry.cows:
        divide_winnings(felt, cow, terms(rules, push))


def read(view: View, language: str) -> dict[Spot, Reading]:
    """What each hand is worth that the view shows (PN-31 to PN-35)."""
    return {spot: Reading(name(value(lie), language), lie) for spot, lie in _open(view)}


def _open(view: View) -> Iterator[tuple[Spot, tuple[Card, ...]]]:
    for spot, lie in view.cards.items():
        if spot[1] in LAYOUT.seat_cards and len(lie) == 3 and BACK not in lie:
            yield spot, lie
