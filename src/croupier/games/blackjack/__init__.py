"""Blackjack: seven boxes, up to three bettors on each, and a dealer without a hole card.

Source: the sheet of the Casino du Liban, clauses BJ-01 to BJ-48.
"""

from typing import Final

from msgspec import Struct

from croupier.core.asks import Play
from croupier.core.cards import BACK, Card, decks
from croupier.core.catalogue import Layout, Reading
from croupier.core.company import Company
from croupier.core.felt import HOUSE, Felt, Seat, Spot, View
from croupier.games.blackjack.boxes import BOX, FREE, Box, ByBox, Holders, place_bets
from croupier.games.blackjack.dealing import DEALER, HOLE, first_cards, in_doubt, looks
from croupier.games.blackjack.insurance import offer_insurance, settle_insurance
from croupier.games.blackjack.playing import offer_early_surrender, play_box
from croupier.games.blackjack.rules import READY, Rules, cut_card, listed
from croupier.games.blackjack.settling import dealer_draws, settle_box, settle_hand
from croupier.games.blackjack.sides import settle_sides
from croupier.ranks import twentyone

__all__ = [
    "COMPANY",
    "LAYOUT",
    "LOTS",
    "READY",
    "SEATS",
    "SECRET",
    "TITLE",
    "WHY_NOT",
    "Carry",
    "Rules",
    "listed",
    "pack",
    "play",
    "read",
    "shoe",
]

TITLE: Final = "Blackjack"
SEATS: Final = range(1, 22)
"""Seven boxes of three bettors; a seat is a person, a box is a place."""
LOTS: Final = ()
SECRET: Final = False
"""Nobody plays against another: when a shoe is over all of it may be opened."""
LAYOUT: Final = Layout(
    family="boxes",
    place=1,
    seat_chips=("stack", "box", "side", "insurance"),
    house_chips=("bank",),
    house_cards=("dealer", "hole", "box"),
)
CARDS_ARE_OUT: Final = "bets can't change until the round is settled (BJ-03)"
WHY_NOT: Final = {
    ("BJ-03", ""): "you can't bet: your stack is too small, or every box is full (BJ-28, BJ-29)",
    ("BJ-03", "bet"): "you can't bet here: the box is full (BJ-28), its limit is reached, or your "
    "stack is too small (BJ-29)",
    ("BJ-03", "withdraw"): "you have no bet on this box (BJ-47)",
    ("BJ-03", "assign_box_owner"): "only a bettor with a stake on the box can own it (BJ-30)",
    ("BJ-03", "release_box"): "with seven players at the table, a player with several boxes may "
    "have to give one up, but never the last (BJ-35)",
    ("BJ-03", "insure"): "insurance is offered after the second cards (BJ-25)",
    ("BJ-08", ""): "it is another hand's turn, and only the owner of its box plays it (BJ-07, "
    "BJ-31)",
    ("BJ-08", "bet"): CARDS_ARE_OUT,
    ("BJ-08", "withdraw"): CARDS_ARE_OUT,
    ("BJ-08", "insure"): "insurance is closed (BJ-25)",
    ("BJ-08", "double"): "to double you need a total on the plate, no more cards or hands than "
    "it allows, and your stake once more in your stack (BJ-16, BJ-17, BJ-23, BJ-44)",
    ("BJ-08", "split"): "to split you need two cards of equal value, fewer hands on the box than "
    "the plate allows, and your stake once more in your stack (BJ-18, BJ-20, BJ-44)",
    ("BJ-08", "surrender"): "you can surrender only your first two cards, unsplit, and only where "
    "the house offers it (BJ-08)",
    ("BJ-21", ""): "it is another hand's turn, and only the owner of its box plays it (BJ-07, "
    "BJ-31)",
    ("BJ-21", "hit"): "a split ace gets one card only (BJ-21)",
    ("BJ-21", "double"): "a split ace gets one card and can't be doubled (BJ-21)",
    ("BJ-25", ""): "you have answered already, or you have no bet to insure (BJ-24, BJ-43)",
    ("BJ-25", "insure"): "you have no bet to insure there, or it is insured already (BJ-43)",
    ("BJ-25", "bet"): CARDS_ARE_OUT,
    ("BJ-25", "withdraw"): CARDS_ARE_OUT,
    ("BJ-32", ""): "only a back-bettor with the chips for it is asked (BJ-32, BJ-44)",
    ("BJ-33", ""): "only a back-bettor with the chips for it is asked (BJ-33, BJ-44)",
}


class Carry(Struct, frozen=True):
    """What stays on the table between rounds."""

    gone: int = 0
    """How many cards are gone from the shoe; 0 is a shoe that is shuffled before the deal."""
    seated: ByBox = FREE
    """Who sits at which box, by its number; 0 is nobody (BJ-30)."""
    released: ByBox = FREE
    """Who gave up which box: they own it again only if nobody else bets there (BJ-35)."""


def moved(carry: Carry, old: Seat, new: Seat) -> Carry:
    """A box belongs to the player, not to the chair (BJ-30)."""
    sits = Holders(carry.seated, carry.released).renamed(old, new)
    return Carry(carry.gone, sits.seated, sits.released)


def left(carry: Carry, seat: Seat, _: int) -> Carry:
    """A player who leaves sits at no box: the chair's next player claims nothing (BJ-30, BJ-35)."""
    return moved(carry, seat, HOUSE)


COMPANY: Final = Company(moved=moved, left=left)


def pack(rules: Rules) -> tuple[Card, ...]:
    """The packs of the shoe (BJ-37)."""
    return decks(rules.decks)


def shoe(rules: Rules, carry: Carry) -> int:
    """How many cards are left in the shoe for the next round; 0: it is shuffled anew (BJ-37)."""
    stays = 0 < carry.gone < cut_card(rules) and not rules.shuffle_every_round
    return rules.decks * 52 - carry.gone if stays else 0


def play(rules: Rules, felt: Felt, carry: Carry) -> Play[Carry]:
    """One round, in the order of the sheet."""
    full = len(felt.deck)
    left = shoe(rules, carry) or full
    felt.say(HOUSE, "shoe", left)
    sits = Holders(carry.seated, carry.released)
    boxes, sits = yield from place_bets(rules, felt, sits)  # BJ-03, BJ-28 to BJ-30, BJ-35
    carry = Carry(carry.gone, sits.seated, sits.released)
    if not boxes:
        return carry
    first_cards(rules, felt, boxes)  # BJ-04
    settle_sides(rules, felt, boxes)
    if rules.insurance and twentyone.value(felt.cards[DEALER][0]) == 1:
        yield from offer_insurance(rules, felt, boxes)  # BJ-24, BJ-25
    if rules.surrender == "early" and looks(rules, felt):
        for box in boxes:
            if not box.natural:
                yield from offer_early_surrender(rules, felt, box)  # BJ-08
    if not peek(rules, felt, boxes):
        pay_sure_blackjacks(rules, felt, boxes)  # BJ-05
        for box in boxes:  # BJ-07
            if not (box.natural or box.surrendered):
                yield from play_box(rules, felt, box)
    dealer_draws(rules, felt, boxes)  # BJ-09, BJ-40
    for box in reversed(boxes):  # BJ-48
        settle_box(rules, felt, box)
    drawn = full - len(felt.deck)
    return next_shoe(rules, felt, carry, gone=full - left + drawn)


def next_shoe(rules: Rules, felt: Felt, carry: Carry, gone: int) -> Carry:
    """Behind the cut card the shoe is shuffled, between rounds only (BJ-37, BJ-45)."""
    if gone >= cut_card(rules) or rules.shuffle_every_round:
        felt.say(HOUSE, "shuffle")
        gone = 0
    return Carry(gone, carry.seated, carry.released)


def peek(rules: Rules, felt: Felt, boxes: list[Box]) -> bool:
    """With a hole card an ace or a ten looks at it: a blackjack ends the round at once."""
    if not looks(rules, felt):
        return False
    found = twentyone.is_blackjack(felt.cards[DEALER] + felt.cards[HOLE])
    if not found:
        settle_insurance(felt, boxes, wins=False)
    return found


def pay_sure_blackjacks(rules: Rules, felt: Felt, boxes: list[Box]) -> None:
    """A blackjack that the dealer cannot tie is paid before the boxes play (BJ-05, BJ-48)."""
    if not in_doubt(rules, felt):
        for box in boxes:
            if box.natural:
                settle_hand(rules, felt, box, box.hands[0])


def hands(cards: dict[Spot, tuple[Card, ...]], number: int) -> list[Spot]:
    """The hands of a box in playing order, as they lie in a view."""
    box = BOX[number]
    return sorted(spot for spot in cards if spot[0] == HOUSE and spot[1].partition(".")[0] == box)


def read(rules: Rules, view: View, language: str) -> dict[Spot, Reading]:  # noqa: ARG001
    """The count of each open hand and of the dealer (BJ-02)."""
    readings = {}
    for spot, cards in view.cards.items():
        box, dot, _ = spot[1].partition(".")
        if (box in BOX or spot == DEALER) and BACK not in cards:
            split = bool(dot) or (box in BOX and len(hands(view.cards, BOX.index(box))) > 1)
            name = twentyone.name(cards, language, split=split)
            readings[spot] = Reading(name, cards, twentyone.kind(cards, split=split))
    return readings
