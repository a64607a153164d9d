"""Blackjack: seven boxes, up to three bettors on each, and a dealer without a hole card.

Source: the sheet of the Casino du Liban, clauses BJ-01 to BJ-48.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from croupier.core.asks import Decision, Option, Play, ask, ask_all
from croupier.core.cards import RANK, Card, decks
from croupier.core.catalogue import Layout, Reading
from croupier.core.company import Company
from croupier.core.felt import BANK, HOUSE, Felt, Seat, Spot, View
from croupier.core.hand import Void
from croupier.core.prices import Money, Price, Rounding, check_chips
from croupier.core.words import Note, Word
from croupier.games.blackjack.boxes import BOX, FREE, Box, ByBox, Holders, place_bets
from croupier.procedure.banking import lose, push, side_bets, win, winnings
from croupier.ranks import twentyone

TITLE: Final = "Blackjack"
SEATS: Final = range(1, 22)
"""Seven boxes of three bettors; a seat is a person, a box is a place."""
LOTS: Final = ()
LAYOUT: Final = Layout(
    family="boxes",
    seat_chips=("stack", "box", "insurance"),
    house_chips=("bank",),
    house_cards=("dealer", "hole", "box"),
)
CARDS_ARE_OUT: Final = "no stake is changed before the round is settled (BJ-03)"
WHY_NOT: Final = {
    ("BJ-03", ""): "no stake is possible: the stack is too small or every box full (BJ-28, BJ-29)",
    ("BJ-03", "bet"): "the box has all its bettors (BJ-28), or room or stack is too small (BJ-29)",
    ("BJ-03", "withdraw"): "there is no stake of yours on this box (BJ-47)",
    ("BJ-03", "assign_box_owner"): "only a bettor with a stake on the box can own it (BJ-30)",
    (
        "BJ-03",
        "release_box",
    ): "with seven players at the table, those who control more than one box "
    "may have to give one up, but not the last (BJ-35)",
    ("BJ-03", "insure"): "insurance is offered after the second cards (BJ-25)",
    ("BJ-08", ""): "another hand is in turn, and only the owner of its box plays it (BJ-07, BJ-31)",
    ("BJ-08", "bet"): CARDS_ARE_OUT,
    ("BJ-08", "withdraw"): CARDS_ARE_OUT,
    ("BJ-08", "insure"): "insurance is closed (BJ-25)",
    ("BJ-08", "double"): "a double needs two cards of a total that the plate names, no more hands "
    "than it allows, and the stake once more in the stack (BJ-16, BJ-17, BJ-23, BJ-44)",
    ("BJ-08", "split"): "a split needs two cards of one value, fewer hands on the box than the "
    "plate allows, and the stake once more in the stack (BJ-18, BJ-20, BJ-44)",
    ("BJ-08", "surrender"): "only two cards that were not split are surrendered, and only where "
    "the house offers it (BJ-08)",
    ("BJ-21", ""): "another hand is in turn, and only the owner of its box plays it (BJ-07, BJ-31)",
    ("BJ-21", "hit"): "a split ace gets one card and no more (BJ-21)",
    ("BJ-21", "double"): "a split ace gets one card and is not doubled (BJ-21)",
    ("BJ-25", ""): "insurance is answered, or there is no stake to insure (BJ-24, BJ-43)",
    ("BJ-25", "insure"): "there is no stake of yours to insure there, or it is insured (BJ-43)",
    ("BJ-25", "bet"): CARDS_ARE_OUT,
    ("BJ-25", "withdraw"): CARDS_ARE_OUT,
    ("BJ-32", ""): "only a back-bettor who has his stake once more is asked (BJ-32, BJ-44)",
    ("BJ-33", ""): "only a back-bettor who has his stake once more is asked (BJ-33, BJ-44)",
}

DEALER: Final[Spot] = (HOUSE, "dealer")
HOLE: Final[Spot] = (HOUSE, "hole")
INSURANCE: Final = tuple(f"insurance {number}" for number in range(8))
DECLINE: Final = Option("decline", clause="BJ-39")
EVEN, HALF, TWICE = Price(1), Fraction(1, 2), Price(2)

Seconds = Annotated[int, Meta(ge=5, le=120)]


FRACTIONS: Final = "a number from 0.3 to 0.9"
TOTALS: Final = '[9, 10, 11], [10, 11] or "any"'


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house may choose; the defaults are the sheet's."""

    chip: Money = 100
    table_min: Money = 5_00
    table_max: Money = 500_00
    minimum_applies_to: Literal["each_bettor", "box_total"] = "each_bettor"
    maximum_applies_to: Literal["box_total", "each_bettor"] = "box_total"
    table_boxes: Annotated[int, Meta(ge=1, le=7)] = 7
    max_bettors_per_box: Annotated[int, Meta(ge=1, le=3)] = 3
    betting_seconds: Seconds = 20
    decision_seconds: Seconds = 20
    insurance_seconds: Annotated[int, Meta(ge=5, le=60)] = 10
    decks: Literal[1, 2, 4, 6, 8] = 6
    cut_card_fraction: Annotated[Decimal, Meta(description=FRACTIONS)] = Decimal("0.75")
    shuffle_every_round: bool = False
    hole_card: Literal["none", "peek"] = "none"
    """`peek`: a second card face down, at which the dealer looks before the boxes play."""
    dealer_hits_soft_17: bool = False
    dealer_always_completes: bool = False
    dealer_blackjack_takes: Literal["all_bets", "original_bets_only"] = "all_bets"
    blackjack_pays: Price = Price(3, 2)
    insurance: bool = True
    offer_even_money: bool = False
    auto_stand_on_21: bool = True
    surrender: Literal["none", "late"] = "none"
    double_totals: Annotated[tuple[int, ...] | Literal["any"], Meta(description=TOTALS)] = (
        9,
        10,
        11,
    )
    double_soft_9_10_11: bool = True
    double_after_split: bool = True
    double_for_less: bool = False
    max_hands_per_box: Annotated[int, Meta(ge=2, le=4)] = 4
    resplit_aces: bool = True
    split_tens_same_rank_only: bool = False
    split_second_card_timing: Literal["immediate", "on_turn"] = "immediate"
    backer_double: Literal["optional", "compulsory"] = "optional"
    backer_no_split_hand: Literal["first", "choose"] = "first"
    timeout_action: Literal["stand", "basic_strategy"] = "stand"
    fraction_rounding: Rounding = "down_to_cent"

    def __post_init__(self) -> None:
        """Refuse what no house could deal."""
        if self.table_max < self.table_min:
            raise ValueError("table_max must not be below table_min (BJ-29)")
        check_chips(self, ("table_min", "table_max"), "BJ-47")
        cut = self.cut_card_fraction
        if not (cut.is_finite() and Decimal("0.3") <= cut <= Decimal("0.9")):
            raise ValueError(f"cut_card_fraction must be {FRACTIONS} (BJ-37)")
        if self.double_totals != "any":  # In whatever order they were written.
            force_setattr(self, "double_totals", tuple(sorted(self.double_totals)))
        if self.double_totals not in ((9, 10, 11), (10, 11), "any"):
            raise ValueError(f"double_totals must be {TOTALS} (BJ-16)")


class Carry(Struct, frozen=True):
    """What stays on the table between rounds."""

    gone: int = 0
    """How many cards are gone from the shoe; 0 is a shoe that is shuffled before the deal."""
    seated: ByBox = FREE
    """Who sits at which box, by its number; 0 is nobody (BJ-30)."""
    released: ByBox = FREE
    """Who gave up which box: he owns it again only if nobody else bets there (BJ-35)."""


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


def cut_card(rules: Rules) -> int:
    """How many cards lie before the cut card in a full shoe (BJ-37)."""
    return int(rules.cut_card_fraction * (rules.decks * 52))


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
    if rules.insurance and twentyone.value(felt.cards[DEALER][0]) == 1:
        yield from insurance(rules, felt, boxes)  # BJ-24, BJ-25
    if not peek(rules, felt, boxes):
        pay_sure_blackjacks(rules, felt, boxes)  # BJ-05
        for box in boxes:  # BJ-07
            if not box.natural:
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


# The cards.


def draw(felt: Felt, spot: Spot) -> None:
    """A card from the shoe; without any the round is void (BJ-45)."""
    if not felt.deck:
        felt.say(HOUSE, "void")
        raise Void("shoe and discards are used up (BJ-45)")
    felt.deal(spot, up=spot != HOLE)


def first_cards(rules: Rules, felt: Felt, boxes: list[Box]) -> None:
    """A card to every box, one to the dealer, a second to every box (BJ-04)."""
    for box in boxes:
        draw(felt, (HOUSE, box.hands[0]))
    draw(felt, DEALER)
    for box in boxes:
        draw(felt, (HOUSE, box.hands[0]))
        box.natural = twentyone.is_blackjack(felt.cards[HOUSE, box.hands[0]])
    if rules.hole_card == "peek":
        draw(felt, HOLE)


def in_doubt(rules: Rules, felt: Felt) -> bool:
    """Whether the dealer may still turn out to have a blackjack while the boxes play (BJ-05)."""
    return rules.hole_card == "none" and twentyone.value(felt.cards[DEALER][0]) in (1, 10)


def peek(rules: Rules, felt: Felt, boxes: list[Box]) -> bool:
    """With a hole card an ace or a ten looks at it: a blackjack ends the round at once."""
    if rules.hole_card == "none" or twentyone.value(felt.cards[DEALER][0]) not in (1, 10):
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


# Insurance.


def insurance(rules: Rules, felt: Felt, boxes: list[Box]) -> Play[None]:
    """Every bettor for each of his stakes, before any further card (BJ-25, BJ-34, BJ-43)."""

    def offer(seat: Seat) -> tuple[Option, ...]:
        found = [may_insure(rules, felt, box, seat) for box in boxes if seat in box.stakes]
        options = [option for option in found if option]
        each = [Option("decline", spot=one.spot, clause="BJ-43") for one in options]
        return (DECLINE, *(each if len(each) > 1 else ()), *options) if options else ()

    yield from side_bets(felt, offer, "BJ-25", "insurance_seconds")


def may_insure(rules: Rules, felt: Felt, box: Box, seat: Seat) -> Option | None:
    """Once, from a cent to half the stake (BJ-24); on a blackjack half is even money (BJ-26)."""
    spot = (seat, INSURANCE[box.number])
    most = min(box.stakes[seat] // 2, felt.chips[seat, "stack"])
    if not most or felt.chips.get(spot):
        return None
    shortcut = rules.offer_even_money and box.natural
    note: Note = "even money" if shortcut else ""
    return Option("insure", 1, most, spot=spot, clause="BJ-24", note=note)


def settle_insurance(felt: Felt, boxes: list[Box], *, wins: bool) -> None:
    """By the dealer's first two cards only, whatever became of the hand (BJ-25, BJ-26)."""
    for box in boxes:
        for seat in box.stakes:
            spot = (seat, INSURANCE[box.number])
            if wins:
                win(felt, spot, TWICE, "down_to_cent", 1)  # What was bet in cents is paid in cents.
            else:
                lose(felt, spot)


# The boxes.


def play_box(rules: Rules, felt: Felt, box: Box) -> Play[None]:
    """The hands of a box, from the first to the last (BJ-07)."""
    for word in box.hands:  # A split puts its new hand right behind this one.
        if len(felt.cards[HOUSE, word]) == 1:
            draw(felt, (HOUSE, word))  # BJ-18, on_turn
        yield from play_hand(rules, felt, box, word)
        if twentyone.is_bust(felt.cards[HOUSE, word]):  # BJ-14
            for seat in box.stakes:
                lose(felt, (seat, word))


def play_hand(rules: Rules, felt: Felt, box: Box, word: str) -> Play[None]:
    """The owner draws, doubles or splits until he stands or cannot go on (BJ-08, BJ-31)."""
    while len(options := choices(rules, felt, box, word)) > 1:
        clause = "BJ-21" if is_split_ace(felt, box, word) else "BJ-08"
        decision = yield from ask(box.owner, options, clause)
        if decision.act == "hit":
            draw(felt, (HOUSE, word))
        elif decision.act == "split":
            yield from split(rules, felt, box, word, decision)
        elif decision.act == "double":
            yield from double(rules, felt, box, word, decision)
            return
        else:
            if decision.act == "surrender":
                surrender(rules, felt, box)
            return


def choices(rules: Rules, felt: Felt, box: Box, word: str) -> tuple[Option, ...]:
    """What the owner may do with a hand; its first choice is the clock's (BJ-39)."""
    cards, spot = felt.cards[HOUSE, word], (box.owner, word)
    if twentyone.total(cards) > (20 if rules.auto_stand_on_21 else 21):  # BJ-08, BJ-14
        return ()
    options = [Option("stand", spot=spot, clause="BJ-08")]
    if not is_split_ace(felt, box, word):  # BJ-21
        options.append(Option("hit", spot=spot, clause="BJ-08"))
    if rules.timeout_action == "basic_strategy" and len(options) > 1 and draws(felt, cards):
        options.reverse()  # BJ-39: the clock draws, but never adds to a stake.
    if len(cards) > 2:
        return tuple(options)
    if may_double(rules, felt, box, word):
        options += addition(rules, felt, box.owner, word, "double")
    if may_split(rules, felt, box, word):
        options += addition(rules, felt, box.owner, word, "split")
    if rules.surrender == "late" and len(box.hands) == 1:  # BJ-08
        options.append(Option("surrender", spot=spot, clause="BJ-08"))
    return tuple(options)


def draws(felt: Felt, cards: list[Card]) -> bool:
    """Whether basic strategy draws a card to a hand that is neither doubled nor split (BJ-39)."""
    total, up = twentyone.total(cards), twentyone.value(felt.cards[DEALER][0])
    if twentyone.is_soft(cards):
        return total < (19 if up in (1, 9, 10) else 18)
    return total < (17 if not 2 <= up <= 6 else 13 if up < 4 else 12)


def is_split_ace(felt: Felt, box: Box, word: str) -> bool:
    """A split ace gets one card only (BJ-21)."""
    return len(box.hands) > 1 and twentyone.value(felt.cards[HOUSE, word][0]) == 1


def may_double(rules: Rules, felt: Felt, box: Box, word: str) -> bool:
    """Two cards of the totals that the house names; an ace counts 1 (BJ-16, BJ-17, BJ-23)."""
    cards = felt.cards[HOUSE, word]
    if len(box.hands) > 1 and (not rules.double_after_split or is_split_ace(felt, box, word)):
        return False
    if rules.double_totals != "any":
        if twentyone.hard(cards) not in rules.double_totals:
            return False
        if not rules.double_soft_9_10_11 and twentyone.is_soft(cards):
            return False
    return twentyone.total(cards) < 21


def may_split(rules: Rules, felt: Felt, box: Box, word: str) -> bool:
    """Two cards of one value, while the box has room for one more hand (BJ-18, BJ-20, BJ-21)."""
    one, other = felt.cards[HOUSE, word]
    if len(box.hands) >= rules.max_hands_per_box or twentyone.value(one) != twentyone.value(other):
        return False
    if is_split_ace(felt, box, word) and not rules.resplit_aces:
        return False
    return RANK[one] == RANK[other] or not rules.split_tens_same_rank_only


def addition(rules: Rules, felt: Felt, seat: Seat, word: str, act: Word) -> tuple[Option, ...]:
    """A double or split adds a bettor's own stake, if he has it (BJ-16, BJ-19, BJ-44)."""
    low = high = felt.chips.get((seat, word), 0)
    if act == "double" and rules.double_for_less:
        low, high = rules.chip, min(high, felt.chips[seat, "stack"]) // rules.chip * rules.chip
    if not 0 < low <= high or felt.chips[seat, "stack"] < low:
        return ()
    step = rules.chip if low < high else 1
    clause = "BJ-16" if act == "double" else "BJ-18"
    return (Option(act, low, high, step, (seat, word), clause=clause),)


def double(rules: Rules, felt: Felt, box: Box, word: str, decision: Decision) -> Play[None]:
    """One more stake from each who takes part, exactly one more card (BJ-16, BJ-32)."""
    felt.pay((box.owner, "stack"), (box.owner, word), decision.amount, "double")
    yield from follow(rules, felt, box, word, word, "double", "BJ-32")
    draw(felt, (HOUSE, word))


def split(rules: Rules, felt: Felt, box: Box, word: str, decision: Decision) -> Play[None]:
    """The second card and an equal stake make a new hand, directly behind (BJ-18 to BJ-20)."""
    new = behind(word, len(box.hands))
    box.hands.insert(box.hands.index(word) + 1, new)
    felt.pay((box.owner, "stack"), (box.owner, new), decision.amount, "split")
    felt.move((HOUSE, word), (HOUSE, new), felt.cards[HOUSE, word][1:], why="split")
    yield from follow(rules, felt, box, word, new, "split", "BJ-33")
    draw(felt, (HOUSE, word))
    if rules.split_second_card_timing == "immediate":
        draw(felt, (HOUSE, new))


def behind(word: str, hands: int) -> str:
    """The word of a new hand: half way to the next, so that words sort in playing order (BJ-18).

    The hand itself keeps its word. From `box 3` come `box 3.4`, then `box 3.2`, then `box 3.1`.
    """
    box, _, number = word.partition(".")
    return f"{box}.{int(number or 0) + (8 >> hands)}"


def follow(
    rules: Rules, felt: Felt, box: Box, word: str, to: str, act: Word, clause: str
) -> Play[None]:
    """Each back-bettor on the hand adds his own stake or declines, for himself (BJ-32, BJ-33)."""

    def at_once(seat: Seat, decision: Decision) -> None:
        felt.pay((seat, "stack"), (seat, to), decision.amount, act)  # To decline adds nothing.
        if decision.act == "decline" and decision.spot[1] != word:  # BJ-33, choose
            felt.pay((seat, word), (seat, to), felt.chips[seat, word], act)
            if box.moved.get(seat, box.hands[0]) == word:
                box.moved[seat] = to

    may = {
        seat: option
        for seat in box.stakes
        if seat != box.owner
        for option in addition(rules, felt, seat, word, act)
    }
    if act == "double" and rules.backer_double == "compulsory":  # BJ-32
        for seat, option in may.items():
            at_once(seat, Decision(act, option.high, option.spot))
        return
    places = (word, to) if act == "split" and rules.backer_no_split_hand == "choose" else (word,)
    asked = {
        seat: (*(Option("decline", spot=(seat, at), clause=clause) for at in places), option)
        for seat, option in may.items()
    }
    yield from ask_all(asked, clause, at_once=at_once)


def surrender(rules: Rules, felt: Felt, box: Box) -> None:
    """Half of each stake is lost at once, the rest only to a dealer's blackjack (BJ-08)."""
    box.surrendered = True
    for seat, stake in box.stakes.items():
        spot = (seat, box.hands[0])
        rest = winnings(stake, HALF, rules.fraction_rounding, rules.chip)
        felt.pay(spot, BANK, stake - rest, "lose")
        if not in_doubt(rules, felt):
            push(felt, spot)


# The dealer and the end.


def dealer_draws(rules: Rules, felt: Felt, boxes: list[Box]) -> None:
    """No card when nothing is open, one when only a blackjack matters, else to 17 (BJ-40)."""
    played = rules.dealer_always_completes or any(is_open(felt, box) for box in boxes)
    if HOLE in felt.cards:
        felt.move(HOLE, DEALER, why="show")
    elif played or is_waiting(felt):
        draw(felt, DEALER)
    settle_insurance(felt, boxes, wins=twentyone.is_blackjack(felt.cards[DEALER]))
    while played and must_draw(rules, felt.cards[DEALER]):
        draw(felt, DEALER)


def is_waiting(felt: Felt) -> bool:
    """Whether any bet is undecided."""
    return any(amount for spot, amount in felt.chips.items() if spot[1] not in ("stack", "bank"))


def is_open(felt: Felt, box: Box) -> bool:
    """Whether a hand of the box depends on the dealer's total."""
    if box.surrendered or box.natural:
        return False
    return any(felt.chips.get((seat, word)) for word in box.hands for seat in box.stakes)


def must_draw(rules: Rules, cards: list[Card]) -> bool:
    """To 16 a card, from 17 none; the first ace counts 11 while it can (BJ-09, BJ-10)."""
    total = twentyone.total(cards)
    return total < 17 or (total == 17 and rules.dealer_hits_soft_17 and twentyone.is_soft(cards))


def settle_box(rules: Rules, felt: Felt, box: Box) -> None:
    """Hand by hand (BJ-48)."""
    for word in box.hands:
        settle_hand(rules, felt, box, word)


def settle_hand(rules: Rules, felt: Felt, box: Box, word: str) -> None:
    """Each bettor on the hand for himself: nobody competes but with the dealer (BJ-01)."""
    mine, dealers = twentyone.total(felt.cards[HOUSE, word]), twentyone.total(felt.cards[DEALER])
    blackjack = twentyone.is_blackjack(felt.cards[DEALER])
    for seat in box.stakes:
        spot = (seat, word)
        if not felt.chips.get(spot):
            continue
        if blackjack and not box.natural:
            lose_to_blackjack(rules, felt, box, spot)  # BJ-06, BJ-27
        elif box.natural and not blackjack:  # BJ-05, BJ-06
            win(felt, spot, rules.blackjack_pays, rules.fraction_rounding, rules.chip)
        elif box.surrendered or mine == dealers:  # BJ-08, BJ-13
            push(felt, spot)
        elif mine > dealers or dealers > 21:  # BJ-11, BJ-15
            win(felt, spot, EVEN, rules.fraction_rounding, rules.chip)
        else:
            lose(felt, spot)  # BJ-12


def lose_to_blackjack(rules: Rules, felt: Felt, box: Box, spot: Spot) -> None:
    """All is lost; where only original bets are, additions still on the table go back (BJ-27)."""
    kept = felt.chips[spot]
    if rules.dealer_blackjack_takes == "original_bets_only":
        first = box.moved.get(spot[0], box.hands[0])
        kept = min(kept, box.stakes[spot[0]]) if spot[1] == first else 0
    felt.pay(spot, BANK, kept, "lose")
    push(felt, spot)


def hands(cards: dict[Spot, tuple[Card, ...]], number: int) -> list[Spot]:
    """The hands of a box in playing order, as they lie in a view."""
    box = BOX[number]
    return sorted(spot for spot in cards if spot[0] == HOUSE and spot[1].partition(".")[0] == box)


def read(view: View, language: str) -> dict[Spot, Reading]:
    """The count of each open hand and of the dealer (BJ-02)."""
    readings = {}
    for spot, cards in view.cards.items():
        box, dot, _ = spot[1].partition(".")
        if box in BOX or spot == DEALER:
            split = bool(dot) or (box in BOX and len(hands(view.cards, BOX.index(box))) > 1)
            readings[spot] = Reading(twentyone.name(cards, language, split=split), cards)
    return readings
