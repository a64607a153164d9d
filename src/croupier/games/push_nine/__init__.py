"""Push Nine: three cards and one betting round; a tie pushes the pot into another hand.

Source: the Casino Club's sheet, clauses PN-01 to PN-51.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from croupier.core.asks import Option, Play, ask
from croupier.core.cards import BACK, PACK, Card
from croupier.core.catalogue import Layout, Reading
from croupier.core.felt import DROP, NOBODY, POT, Felt, Seat, Spot, View
from croupier.games.push_nine.agreements import Entry, Push, all_agree, interval, lay_stake, without
from croupier.games.push_nine.betting import bet
from croupier.games.push_nine.company import COMPANY, Carry, Dealt, claims, entry_price
from croupier.games.push_nine.rules import MOST_SEATS, Rules
from croupier.games.push_nine.showdown import award, settle_main
from croupier.procedure.betting import Redeal
from croupier.procedure.blinds import draw_high
from croupier.procedure.pots import Pot, Pots, gather, put_up
from croupier.procedure.reading import placed
from croupier.procedure.turns import clockwise
from croupier.ranks.pushnine import name, value

__all__ = [
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
    ("PN-37", ""): "it is not your turn, or you have no cards in this hand (PN-37, PN-49)",
    ("PN-37", "check"): "you can't check: there is a bet to call (CR-42)",
    ("PN-37", "bet"): "there is already a bet, or nobody is left to bet against (CR-42, CR-43)",
    ("PN-37", "raise"): "you can't raise: there is no bet, three raises have been made, a short "
    "all-in closed the betting, or the bet is your partner's and you have less than eight "
    "(PN-06, PN-07, PN-26)",
    ("PN-37", "call"): "there is nothing to call (CR-42)",
    ("PN-37", "buy in"): "buy-ins close before the deal (PN-18)",
    ("PN-51", ""): "only players dealt into the hand that tied may buy in, if they have the "
    "chips; an answer stands once given (PN-17, PN-41)",
    ("PN-51", "buy in"): "to buy in you need the price and the betting money in your stack; tied "
    "players owe nothing (PN-16, PN-41)",
    ("PN-51", "partner"): "each partner needs half the betting money behind (PN-24)",
    ("PN-51", "backing"): "each backer must be able to buy in, and one must owe a buy-in (PN-28)",
    ("PN-51", "cow"): "a cow needs the price and half the betting money, between players who were "
    "dealt in and are not tied (PN-21, PN-23)",
    ("PN-23", ""): "only the members of a cow agree on its stake (PN-23)",
    ("PN-48", ""): "only those whose agreement is void are asked again (PN-48)",
    ("PN-29", ""): "only the tied may agree to share the pot (PN-29)",
    ("PN-29", "buy in"): "buy-ins are closed (PN-51)",
    ("PN-19", ""): "another player cuts (PN-19)",
    ("PN-12", ""): "only the player whose card was exposed is asked about it (PN-12)",
    ("PN-37", "exposed card"): "a player who has acted has looked at their cards and keeps an "
    "exposed one (PN-12)",
    ("PN-37", "misdeal"): "the first player has acted: a wrong count is a dead hand (PN-11)",
    ("PN-30", "dead hand"): "there is no such hand, or it is the last one and takes the pot "
    "(CR-28)",
    ("PN-15", ""): "first the last two players decide whether to split the pot (PN-15)",
}
RANDOM: Final = Option("random", clause="PN-19")


def pack(rules: Rules) -> tuple[Card, ...]:  # noqa: ARG001
    """One pack of 52, fresh for every hand (PN-03)."""
    return PACK


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
        return (yield from interval(felt, push, entry_price(rules, push)))
    entry = push.entry if push and push.entry else Entry(tuple(sorted(carry.antes)))
    for seat in claims(carry) - {*felt.seats}:
        entry = without(entry, seat)
    return entry


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
    antes = dealt.carry.antes
    for seat in dealt.anteing:
        if seat in antes:  # PN-11: it stayed in.
            felt.pay(POT, (seat, "bet"), antes[seat], "ante")
        else:  # PN-46
            put_up(felt, seat, (seat, "bet"), rules.ante, "ante")
    if not dealt.carry.collected:
        put_up(felt, dealt.button, DROP, rules.collection_from_button, "collection")


# The hand.


def deal_and_bet(rules: Rules, felt: Felt, dealt: Dealt) -> Play[tuple[Pots, Seat, bool]]:
    """Cut, deal and the betting round: the pots, who bet last, whether the last two split."""
    entry, order, push = dealt.entry, dealt.order, dealt.push
    for cow in entry.cows:
        lay_stake(felt, cow, entry_price(rules, push))  # PN-23
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
    """The cutter cuts anywhere, or at random (PN-19)."""
    answer = yield from ask(cutter, (RANDOM, Option("cut", 1, 51)), "PN-19", "cut_seconds")
    felt.cut(answer.amount or felt.lots[CUT] + 1)


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


def read(rules: Rules, view: View, language: str) -> dict[Spot, Reading]:  # noqa: ARG001
    """What each hand is worth that the view shows (PN-31 to PN-35)."""
    worth = {spot: value(lie) for spot, lie in _open(view)}
    hands = {s: Reading(name(at, language), view.cards[s]) for s, at in worth.items()}
    return placed(hands, worth)


def _open(view: View) -> Iterator[tuple[Spot, tuple[Card, ...]]]:
    for spot, lie in view.cards.items():
        if spot[1] in LAYOUT.seat_cards and len(lie) == 3 and BACK not in lie:
            yield spot, lie
