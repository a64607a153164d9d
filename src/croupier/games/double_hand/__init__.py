"""Double Hand Poker: seven cards set in a front of two and a back of five, against a player-dealer.

Source: the Casino Club's sheet, clauses DH-01 to DH-38.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from croupier.core import cards as pasteboard
from croupier.core.asks import Decision, Option, Play, ask, ask_all, offer, taking, window
from croupier.core.cards import BACK, Card
from croupier.core.catalogue import Layout, Reading
from croupier.core.company import Company, Presence
from croupier.core.felt import DROP, HOUSE, MUCK, Felt, Seat, Spot, View
from croupier.core.phrases import Phrase
from croupier.core.prices import MONEY, Money, check_chips
from croupier.games.double_hand.houseway import house_way
from croupier.procedure.banking import bet_options, push, put, stake
from croupier.procedure.reading import placed
from croupier.ranks.doublehand import five, fouled, name, two

TITLE: Final = "Double Hand Poker"
SEATS: Final = range(2, 8)  # DH-05, DH-38
LOTS: Final = (6, 6, 6, 52, 7)
"""Three dice (DH-14), a cut (DH-11), a pile (DH-13)."""
DICE, CUT, PILE = slice(3), 3, 4
"""Where these lie among the lots."""
LAYOUT: Final = Layout(
    family="sets",
    felt="wine",
    seat_chips=("stack", "wager", "bank"),
    seat_cards=("front", "back", "hole"),
    house_chips=("drop",),
    house_cards=("pile",),
)
VOIDS: Final = (Option("misdeal", clause="DH-30"),)
"""What the floor may call a void hand (DH-30)."""
WHY_NOT: Final = {
    ("DH-09", ""): "the player-dealer's place is offered to one seat at a time (DH-09)",
    ("DH-17", ""): "you can't wager: you are the player-dealer, or your stack does not cover the "
    "table minimum and the fee (DH-07, DH-37)",
    ("DH-17", "bank"): "this hand already has a player-dealer (DH-07)",
    ("DH-11", ""): "wagers are closed, and the player-dealer cuts (DH-11, DH-17)",
    ("DH-11", "bank"): "the bank cannot be changed until the hand is settled (DH-32)",
    ("DH-13", ""): "wagers are closed, and the player-dealer chooses the pile (DH-13, DH-17)",
    ("DH-13", "bank"): "the bank cannot be changed until the hand is settled (DH-32)",
    ("DH-23", ""): "you have no hand to set: it is set already, or you have no wager (DH-16)",
    ("DH-23", "bet"): "wagers are closed (DH-17)",
    ("DH-23", "withdraw"): "wagers are closed (DH-17)",
    ("DH-23", "bank"): "the bank cannot be changed until the hand is settled (DH-32)",
}

PILES: Final[tuple[Spot, ...]] = tuple((HOUSE, f"pile {number}") for number in range(1, 8))
PASS: Final = Option("pass", clause="DH-09")
RANDOM: Final = Option("random")
HOUSE_WAY: Final = Option("house way", clause="DH-25")

Setting = tuple[Sequence[Card], Sequence[Card]]
"""A front and a back."""


FEES: Final = "0.25 to 0.50, or 0 for a fee by the limit of the game"


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house may choose; the defaults are the sheet's."""

    chip: Money = 100
    table_min: Money = 5_00
    table_max: Money = 100_00
    hand_fee: Annotated[int, Meta(ge=0, le=50, extra=MONEY, description=FEES)] = 0
    """0 is by the limit of the game: 25 cents up to the threshold, 50 above it (DH-22)."""
    fee_limit_threshold: Money = 25_00
    consecutive_hands_as_dealer: Annotated[int, Meta(ge=1, le=5)] = 2
    bank_coverage: Literal["nominal", "running"] = "nominal"
    wheel_straight: Literal["lowest", "second_highest"] = "lowest"
    copies: Literal["player_dealer", "push"] = "player_dealer"
    player_dealer_foul: Literal["reset_house_way", "lose_all"] = "reset_house_way"
    offer_seconds: Annotated[int, Meta(ge=5, le=60)] = 15
    betting_seconds: Annotated[int, Meta(ge=5, le=120)] = 20
    choice_seconds: Annotated[int, Meta(ge=5, le=60)] = 5
    """For the cut (DH-11) and for the pile (DH-13)."""
    setting_seconds: Annotated[int, Meta(ge=15, le=180)] = 45
    table_language: Literal["en", "any"] = "en"

    @property
    def stake(self) -> int:
        """The least that is bet: buy-ins are measured by it."""
        return self.table_min

    def __post_init__(self) -> None:
        """Refuse what no house could deal."""
        if self.table_max < self.table_min:
            raise ValueError("table_max must not be below table_min (DH-18)")
        check_chips(self, ("table_min", "table_max"), "DH-18")
        if 0 < self.hand_fee < 25:
            raise ValueError(f"hand_fee must be {FEES} (DH-22)")

    @property
    def fee(self) -> int:
        """What each player pays for a hand (DH-22)."""
        return self.hand_fee or (25 if self.table_max <= self.fee_limit_threshold else 50)

    @property
    def wheel_second(self) -> bool:
        """Whether 5-4-3-2-A is the second highest straight (DH-02)."""
        return self.wheel_straight == "second_highest"


class Carry(Struct, frozen=True, omit_defaults=True):
    """Where the offer of the player-dealer's place has come to."""

    turn: Seat = 0
    """The seat at which the next offer begins; 0 is a new game, which begins at 1 (DH-38)."""
    hands: int = 0
    """How many hands in a row there has been the same player-dealer."""
    dealer: Seat = 0
    """Where the player-dealer sits, after moving in the meantime."""
    places: dict[Seat, Seat] = {}
    """At which seat the turn comes to players who have changed theirs: the row stays as it was."""
    late: dict[Seat, Seat] = {}
    """Newcomers, and the last seat of the round of offers that they have come into."""

    @property
    def player_dealer(self) -> Seat:
        """Who may have another hand."""
        return (self.dealer or self.turn) if self.hands else HOUSE

    @property
    def first(self) -> Seat:
        """Where the offer goes on when the player-dealer has passed."""
        return seven_from(self.turn)[1] if self.hands else self.turn or 1

    def place(self, seat: Seat) -> Seat:
        """The seat at which a player's turn comes."""
        return self.places.get(seat, seat)


def gathered(carry: Carry, seats: Mapping[Seat, Presence]) -> Carry:
    """A newcomer comes after all who were here, in this round of offers (DH-09)."""
    new = [seat for seat, who in seats.items() if who.new and carry.turn]
    for seat in new:
        carry = replace(carry, places=carry.places | {seat: free_place(carry, seat)})
    *_, last = seven_from(carry.first)
    return replace(carry, late=carry.late | dict.fromkeys(new, last))


def free_place(carry: Carry, seat: Seat) -> Seat:
    """The place in the row that comes with a chair; if it went with a player, that one's chair."""
    went = {place: who for who, place in carry.places.items() if who != seat}
    while seat in went:
        seat = went[seat]
    return seat


def moved(carry: Carry, old: Seat, new: Seat) -> Carry:
    """A player takes along the count and the place in the row (DH-09)."""
    if not carry.turn:
        return carry
    late = {new if seat == old else seat: last for seat, last in carry.late.items()}
    places = _without(carry.places, old) | {new: carry.place(old)}
    dealer = new if carry.player_dealer == old else carry.dealer
    return replace(carry, dealer=dealer, places=places, late=late)


def left(carry: Carry, seat: Seat, _: int) -> Carry:
    """A player-dealer who leaves loses the second hand: the next seat is offered (DH-36)."""
    places, late = _without(carry.places, seat), _without(carry.late, seat)
    if carry.player_dealer == seat:
        return Carry(carry.first, places=places, late=late)
    return replace(carry, places=places, late=late)


def _without(places: dict[Seat, Seat], seat: Seat) -> dict[Seat, Seat]:
    return {who: place for who, place in places.items() if who != seat}


COMPANY: Final = Company(gathered=gathered, moved=moved, left=left)


def pack(rules: Rules) -> tuple[Card, ...]:  # noqa: ARG001 - DH-03 leaves no choice.
    """One pack with the joker (DH-03)."""
    return pasteboard.PACK_WITH_JOKER


def play(rules: Rules, felt: Felt, carry: Carry) -> Play[Carry]:
    """One hand, in the order of the sheet."""
    if len(felt.seats) < 2:
        return carry  # DH-09, DH-38
    dealer = yield from find_player_dealer(rules, felt, carry)  # DH-08 to DH-10
    if not dealer:
        return replace(carry, turn=carry.turn or 1, hands=0, dealer=HOUSE)  # DH-09: all passed
    players = yield from place_wagers(rules, felt, dealer)  # DH-17, DH-18
    if players:  # DH-34
        take_fees(rules, felt, [dealer, *players])  # DH-21
        yield from cut(felt, dealer)  # DH-11
        felt.deal_around(PILES, 7)  # DH-12
        order = yield from hand_out(felt, dealer)  # DH-13 to DH-16
        yield from set_hands(felt, [*order, dealer])  # DH-23, DH-25
        show_player_dealer(rules, felt, dealer)  # DH-28
        settle(rules, felt, order, dealer)  # DH-20, DH-27
    push(felt, (dealer, "bank"))  # DH-34, DH-35
    return next_offer(rules, carry, dealer)


def seven_from(start: Seat) -> list[Seat]:
    """The seven seats from one of them on."""
    return [(start - 1 + further) % 7 + 1 for further in range(7)]


def find_player_dealer(rules: Rules, felt: Felt, carry: Carry) -> Play[Seat]:
    """Each in turn is offered the place and sets a bank aside, or passes (DH-09, DH-32)."""
    for seat in row(carry):
        free = felt.chips.get((seat, "stack"), 0) - rules.fee
        if free < rules.table_min:  # DH-09, DH-37: an empty seat too
            continue
        bank, most = (seat, "bank"), free // rules.chip * rules.chip  # DH-19
        offer = Option("bank", rules.table_min, most, rules.chip, bank, clause="DH-10")
        decision = yield from ask(seat, (PASS, offer), "DH-09", "offer_seconds")
        if decision.act == "bank":
            felt.pay((seat, "stack"), bank, decision.amount, "bank")
            return seat
    return HOUSE


def row(carry: Carry) -> list[Seat]:
    """In which order the seats are offered the place: who had the last hand, then clockwise."""
    seats, again = seven_from(carry.first), carry.player_dealer
    ahead = {seat: at for at, seat in enumerate(seats)}

    def turn(seat: Seat) -> tuple[int, bool]:
        late = seat in carry.late
        return ahead[carry.late[seat] if late else carry.place(seat)], late

    seats.sort(key=turn)
    return [again, *(seat for seat in seats if seat != again)] if again else seats


def next_offer(rules: Rules, carry: Carry, dealer: Seat) -> Carry:
    """The same player may have another hand, or the turn is over (DH-09)."""
    turn, hands, late = carry.turn, carry.hands + 1, carry.late
    if dealer != carry.player_dealer:
        turn, hands = carry.place(dealer), 1
        ahead = seven_from(carry.first).index
        late = {  # The offer has not gone by them yet.
            seat: last
            for seat, last in late.items()
            if min(ahead(carry.place(seat)), ahead(last)) > ahead(turn)
        }
    if hands < rules.consecutive_hands_as_dealer:
        return Carry(turn, hands, dealer if dealer != turn else HOUSE, carry.places, late)
    return Carry(seven_from(turn)[1], places=carry.places, late=late)


def place_wagers(rules: Rules, felt: Felt, dealer: Seat) -> Play[list[Seat]]:
    """Wagers go down, change and come back until the house closes the window (DH-17)."""
    others = [seat for seat in felt.seats if seat != dealer]
    offers = {seat: options for seat in others if (options := wagers(rules, felt, seat))}
    betting = window(offers, "DH-17")
    while offers and (act := (yield from taking(betting))):
        seat, decision = act
        put(felt, decision.spot, decision.amount)
        offer(offers, seat, wagers(rules, felt, seat))
    return [seat for seat in felt.seats if stake(felt, seat, "wager")]


def wagers(rules: Rules, felt: Felt, seat: Seat) -> tuple[Option, ...]:
    """What a seat may wager: within the limits (DH-18), and the fee stays behind (DH-37)."""
    free = felt.chips[seat, "stack"] + stake(felt, seat, "wager") - rules.fee
    most, clause = min((rules.table_max, "DH-18"), (free, "DH-37"))
    return bet_options(felt, (seat, "wager"), rules.table_min, most, rules.chip, clause)


def take_fees(rules: Rules, felt: Felt, seats: list[Seat]) -> None:
    """Everybody who gets cards pays the fee; it is no part of any wager (DH-21)."""
    for seat in seats:
        felt.pay((seat, "stack"), DROP, rules.fee, "fee")


def cut(felt: Felt, dealer: Seat) -> Play[None]:
    """The player-dealer cuts anywhere, or at random; the house completes it (DH-11)."""
    options = (RANDOM, Option("cut", 1, 52))
    decision = yield from ask(dealer, options, "DH-11", "choice_seconds")
    felt.cut(decision.amount or felt.lots[CUT] + 1)


def hand_out(felt: Felt, dealer: Seat) -> Play[list[Seat]]:
    """Pile and dice decide who gets which cards. Returns the wagers in the order of action."""
    options = (RANDOM, *(Option("choose", spot=pile) for pile in PILES))
    decision = yield from ask(dealer, options, "DH-13", "choice_seconds")
    chosen = felt.lots[PILE] if decision.act == "random" else PILES.index(decision.spot)
    dice = [lot + 1 for lot in felt.lots[DICE]]
    for pips in dice:
        felt.say(HOUSE, "dice", pips)
    order = seven_from(action_position(dealer, sum(dice)))
    felt.say(order[0], "action", spot=PILES[chosen])
    for seat, pile in zip(order, PILES[chosen:] + PILES[:chosen], strict=True):
        if seat == dealer or stake(felt, seat, "wager"):
            felt.move(pile, (seat, "hole"), why="deal")
        else:
            felt.move(pile, MUCK, why="muck")  # DH-16
    return [seat for seat in order if stake(felt, seat, "wager")]  # DH-15


def action_position(dealer: Seat, dice: int) -> Seat:
    """The player-dealer is 1, 8 and 15; seats count whether or not they wager (DH-14)."""
    return seven_from(dealer)[(dice - 1) % 7]


def set_hands(felt: Felt, seats: list[Seat]) -> Play[None]:
    """Everybody sets without seeing another hand (DH-28); silence sets the house way."""

    def foul(seat: Seat, decision: Decision) -> str | Phrase:
        hole, front = felt.cards[seat, "hole"], decision.cards
        back = [card for card in hole if card not in front]
        return (fouled(front, back) or "") if front else ""

    def at_once(seat: Seat, decision: Decision) -> None:
        lay(felt, seat, decision.cards)

    options = {seat: (HOUSE_WAY, front_of(felt.cards[seat, "hole"])) for seat in seats}
    yield from ask_all(options, "DH-23", "setting_seconds", at_once=at_once, judge=foul)


def front_of(hole: list[Card]) -> Option:
    """Two of the seven cards go in front (DH-23)."""
    return Option("set", 2, 2, cards=tuple(hole), clause="DH-23")


def lay(felt: Felt, seat: Seat, front: Sequence[Card] = ()) -> None:
    """A seat's cards in two hands, the highest first; without a front the house way (DH-25)."""
    hole = felt.cards[seat, "hole"]
    front = front or house_way(hole)
    back = [card for card in hole if card not in front]
    felt.move((seat, "hole"), (seat, "front"), sorted(front, reverse=True), why="set")
    felt.move((seat, "hole"), (seat, "back"), sorted(back, reverse=True), why="set")


def setting(felt: Felt, seat: Seat) -> Setting:
    """How a seat has set."""
    return felt.cards[seat, "front"], felt.cards[seat, "back"]


def show_player_dealer(rules: Rules, felt: Felt, dealer: Seat) -> None:
    """These hands are shown first; a foul, of a hand set elsewhere, is set again (DH-24, DH-28)."""
    show(felt, dealer)
    if rules.player_dealer_foul == "reset_house_way" and fouled(*setting(felt, dealer)):
        for word in "front", "back":
            felt.move((dealer, word), (dealer, "hole"), why="set")
        lay(felt, dealer)


def show(felt: Felt, seat: Seat) -> None:
    """Both hands of a seat face up."""
    for word in "front", "back":
        felt.show((seat, word))


def settle(rules: Rules, felt: Felt, order: list[Seat], dealer: Seat) -> None:
    """The bank meets the wagers in the order of action, each up to what is left (DH-20, DH-35)."""
    bank = (dealer, "bank")
    left = felt.chips[bank]
    for seat in order:
        show(felt, seat)
        wager, covered = (seat, "wager"), min(stake(felt, seat, "wager"), left)
        if covered < felt.chips[wager]:
            felt.say(seat, "covered", covered, wager)
        result = outcome(rules, setting(felt, seat), setting(felt, dealer))
        if result > 0:
            felt.pay(bank, wager, covered, "win")
        elif result < 0:
            felt.pay(wager, bank, covered, "lose")
        push(felt, wager)  # What was not covered goes back too.
        left = felt.chips[bank] if rules.bank_coverage == "running" else left - covered


def outcome(rules: Rules, mine: Setting, dealers: Setting) -> int:
    """1 when both hands are higher, -1 when both are lower or copies, else 0 (DH-26, DH-27)."""
    if fouled(*mine) or fouled(*dealers):  # DH-24
        return -1 if fouled(*mine) else 1
    over, dealers_over = two(mine[0]), two(dealers[0])
    under, dealers_under = (
        five(back, wheel_second=rules.wheel_second) for back in (mine[1], dealers[1])
    )
    if over > dealers_over and under > dealers_under:
        return 1
    copy = 1 if rules.copies == "player_dealer" else 0  # DH-26
    return -1 if over < dealers_over + copy and under < dealers_under + copy else 0


def read(rules: Rules, view: View, language: str) -> dict[Spot, Reading]:
    """The fronts and backs that lie open, each among its own kind (DH-02)."""
    back = partial(five, wheel_second=rules.wheel_second)
    readings: dict[Spot, Reading] = {}
    for word, value in ("front", two), ("back", back):
        spots = [s for s, lie in view.cards.items() if s[1] == word and BACK not in lie]
        worth = {spot: value(view.cards[spot]) for spot in spots}
        hands = {s: Reading(name(worth[s], language), view.cards[s]) for s in spots}
        readings |= placed(hands, worth)
    return readings
