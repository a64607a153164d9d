"""Three Card Poker: Ante, Play and Pair Plus against the dealer, three cards each.

Source: the rules that most casinos deal, clauses TC-01 to TC-16.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from croupier.core import cards as pasteboard
from croupier.core.asks import Decision, Option, Play, ask_all, offer, taking, window
from croupier.core.cards import BACK, Card
from croupier.core.catalogue import Layout, Reading
from croupier.core.company import Company
from croupier.core.felt import BANK, HOUSE, Felt, Seat, Spot, View
from croupier.core.prices import Money, Price, Rounding, check_chips
from croupier.core.words import Guest
from croupier.procedure.banking import bet_options, lose, push, put, stake, win, winnings
from croupier.procedure.reading import placed
from three_card_poker import hands
from three_card_poker.hands import ThreePays

TITLE: Final = "Three Card Poker"
SEATS: Final = range(1, 8)
LOTS: Final = ()
SECRET: Final = False
"""Nobody plays against another: when a hand is over its whole deck may be opened."""
LAYOUT: Final = Layout(
    family="house",
    felt="midnight",
    seat_chips=("stack", "pair_plus", "ante", "play"),
    seat_cards=("hole",),
    house_chips=("bank",),
    house_cards=("dealer",),
)
WHY_NOT: Final = {
    ("TC-03", "bet pair_plus"): "Pair Plus needs an Ante (TC-04)",
    ("TC-03", ""): "no bet: the stack does not cover an Ante and a Play (TC-03, TC-08)",
    ("TC-07", ""): "a decision stands once made, and only an Ante gives one (TC-07)",
    ("TC-07", "play"): "PLAY needs one more Ante in the stack (TC-08)",
    ("TC-07", "bet"): "bets are closed (TC-05)",
    ("TC-07", "withdraw"): "bets are closed (TC-05)",
}

PLAY: Final = Guest("play")
DEALER: Final[Spot] = (HOUSE, "dealer")
FOLD: Final = Option("fold", clause="TC-07")

Seconds = Annotated[int, Meta(ge=5, le=60)]


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house may choose."""

    chip: Money = 100
    ante_min: Money = 500
    ante_max: Money = 500_00
    pair_plus_min: Money = 500
    pair_plus_max: Money = 100_00
    player_positions: Annotated[int, Meta(ge=1, le=7)] = 7
    betting_seconds: Seconds = 15
    decision_seconds: Seconds = 15
    dealer_qualifies: Literal["jack_high", "queen_high", "king_high"] = "queen_high"
    ante_bonus_pays: ThreePays = ThreePays(
        {"straight_flush": 5, "three_of_a_kind": 4, "straight": 1}
    )
    pair_plus_pays: ThreePays = ThreePays(
        {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 3, "pair": 1}
    )
    fraction_rounding: Rounding = "down_to_cent"

    def __post_init__(self) -> None:
        """Refuse what no house could deal."""
        for bet in "ante", "pair_plus":
            if getattr(self, f"{bet}_max") < getattr(self, f"{bet}_min"):
                raise ValueError(f"{bet}_max must not be below {bet}_min (TC-05)")
            check_chips(self, (f"{bet}_min", f"{bet}_max"), "TC-05")


class Carry(Struct, frozen=True):
    """Nothing stays on the table between rounds (TC-02)."""


COMPANY: Final = Company()


def pack(rules: Rules) -> tuple[Card, ...]:  # noqa: ARG001 - TC-02 leaves no choice.
    """One pack of 52, fresh for every round (TC-02)."""
    return pasteboard.PACK


def play(rules: Rules, felt: Felt, carry: Carry) -> Play[Carry]:
    """One round, in the order of the clauses."""
    players = yield from place_bets(rules, felt)  # TC-03, TC-04
    if not players:
        return carry
    for _ in range(3):  # TC-06
        for seat in players:
            felt.deal((seat, "hole"))
        felt.deal(DEALER)
    callers = yield from decisions(felt, players)  # TC-07, TC-08
    if not callers:
        return carry
    felt.show(DEALER)  # TC-09
    dealers = hands.value(felt.cards[DEALER])
    if not qualified(rules, dealers):
        felt.say(HOUSE, "unqualified")
    for seat in callers:
        felt.show((seat, "hole"))
        mine = hands.value(felt.cards[seat, "hole"])
        settle(rules, felt, seat, mine, dealers)  # TC-10, TC-11, TC-12
        settle_pair_plus(rules, felt, seat, mine)  # TC-13
    return carry


def place_bets(rules: Rules, felt: Felt) -> Play[list[Seat]]:
    """Bets go down, change and come back until the house closes the window (TC-05)."""
    seats = [seat for seat in felt.seats if seat <= rules.player_positions]
    offers = {seat: options for seat in seats if (options := bets(rules, felt, seat))}
    betting = window(offers, "TC-03")
    while act := (yield from taking(betting)):
        seat, decision = act
        put(felt, decision.spot, decision.amount)
        if not stake(felt, seat, "ante"):
            put(felt, (seat, "pair_plus"), 0)  # TC-04: no Ante, no Pair Plus
        if seat <= rules.player_positions:
            offer(offers, seat, bets(rules, felt, seat))
    return [seat for seat in felt.seats if stake(felt, seat, "ante")]


def bets(rules: Rules, felt: Felt, seat: Seat) -> tuple[Option, ...]:
    """What a seat may bet now; one more Ante stays in the stack for its Play (TC-08)."""
    ante, pair_plus = stake(felt, seat, "ante"), stake(felt, seat, "pair_plus")
    held = felt.chips[seat, "stack"] + ante
    most, clause = min((rules.ante_max, "TC-03"), (held // 2, "TC-08"))
    options = bet_options(felt, (seat, "ante"), rules.ante_min, most, rules.chip, clause)
    if ante:
        free = held - 2 * ante + pair_plus
        most, clause = min((rules.pair_plus_max, "TC-04"), (free, "TC-08"))
        spot, least = (seat, "pair_plus"), rules.pair_plus_min
        options += bet_options(felt, spot, least, most, rules.chip, clause)
    return options


def decisions(felt: Felt, players: list[Seat]) -> Play[list[Seat]]:
    """PLAY or FOLD, all at once; no answer in time is a FOLD (TC-07). Returns those who play."""

    def at_once(seat: Seat, decision: Decision) -> None:
        if decision.act == PLAY:
            felt.pay((seat, "stack"), (seat, "play"), decision.amount, PLAY)
        else:
            for word in "ante", "pair_plus":
                lose(felt, (seat, word))

    asked = {seat: may(felt, seat) for seat in players}
    answers = yield from ask_all(asked, "TC-07", at_once=at_once)
    return [seat for seat, decision in answers.items() if decision.act == PLAY]


def may(felt: Felt, seat: Seat) -> tuple[Option, ...]:
    """A Play is exactly one Ante (TC-07); without the chips for it there is none (TC-08)."""
    ante = stake(felt, seat, "ante")
    if felt.chips[seat, "stack"] < ante:
        return (FOLD,)
    return (FOLD, Option(PLAY, ante, ante, spot=(seat, "play"), clause="TC-07"))


def qualified(rules: Rules, dealers: int) -> bool:
    """Whether the dealer's hand plays (TC-09)."""
    return dealers >= hands.high(hands.TOPS[rules.dealer_qualifies])


def settle(rules: Rules, felt: Felt, seat: Seat, mine: int, dealers: int) -> None:
    """The Ante Bonus, then Ante and Play by the outcome (TC-10 to TC-12)."""
    ante, played, even = (seat, "ante"), (seat, "play"), Price(1)
    pay_bonus(rules, felt, seat, mine)
    if not qualified(rules, dealers):  # TC-10
        win(felt, ante, even, rules.fraction_rounding, rules.chip)
        push(felt, played)
        return
    for spot in ante, played:  # TC-11
        if mine > dealers:
            win(felt, spot, even, rules.fraction_rounding, rules.chip)
        elif mine < dealers:
            lose(felt, spot)
        else:
            push(felt, spot)


def pay_bonus(rules: Rules, felt: Felt, seat: Seat, mine: int) -> None:
    """A straight or better is paid by the Ante, even if the dealer beats it (TC-12)."""
    ante, price = (seat, "ante"), rules.ante_bonus_pays.price(mine)
    if price is not None:
        won = winnings(felt.chips[ante], price, rules.fraction_rounding, rules.chip)
        felt.pay(BANK, ante, won, "win")
        felt.pay(ante, (seat, "stack"), won, "back")


def settle_pair_plus(rules: Rules, felt: Felt, seat: Seat, mine: int) -> None:
    """Pair Plus by its own table, whatever the dealer has (TC-13)."""
    price = rules.pair_plus_pays.price(mine)
    if price is None:
        lose(felt, (seat, "pair_plus"))
    else:
        win(felt, (seat, "pair_plus"), price, rules.fraction_rounding, rules.chip)


def read(rules: Rules, view: View, language: str) -> dict[Spot, Reading]:  # noqa: ARG001
    """The names of the hands that this seat sees (TC-14)."""
    worth = {
        spot: hands.value(lie)
        for spot, lie in view.cards.items()
        if spot[1] in ("hole", "dealer") and len(lie) == 3 and BACK not in lie
    }
    found = {s: Reading(hands.name(at, language), tuple(view.cards[s])) for s, at in worth.items()}
    return placed(found, worth)
