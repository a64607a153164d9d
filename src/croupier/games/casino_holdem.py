"""Live Casino Hold'em: one common hand for everybody against the dealer.

Source: the live casino's sheet, clauses CH-01 to CH-50.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from croupier.core import cards as pasteboard
from croupier.core.asks import Decision, Option, Play, ask_all, offer, taking, window
from croupier.core.cards import Card
from croupier.core.catalogue import Layout, Reading
from croupier.core.company import Company
from croupier.core.felt import BOARD, HOUSE, MUCK, Felt, Seat, Spot, View
from croupier.core.prices import Money, Price, Rounding, check_chips
from croupier.core.words import Note
from croupier.procedure.banking import bet_options, lose, push, put, stake, win
from croupier.procedure.reading import against_dealer
from croupier.ranks import high
from croupier.ranks.pays import HighPays

TITLE: Final = "Live Casino Hold'em"
SEATS: Final = range(1, 10_001)
LOTS: Final = ()
SECRET: Final = False
"""Nobody plays against another: when a hand is over its whole deck may be opened."""
LAYOUT: Final = Layout(
    family="house",
    felt="midnight",
    place=3,
    seat_chips=("stack", "ante", "bonus", "call"),
    house_chips=("bank",),
    house_cards=("dealer", "board", "player"),
)
WHY_NOT: Final = {
    ("CH-05", "bet bonus"): "place an Ante first: the Bonus goes with it (CH-06)",
    ("CH-05", ""): "you can't bet: your stack is too small, or the table is full (CH-04, CH-05, "
    "CH-15)",
    ("CH-11", ""): "you have nothing to decide: you have decided already, or you have no Ante in "
    "this round (CH-46, CH-48)",
    ("CH-11", "call"): "your stack does not cover a CALL (CH-15)",
    ("CH-11", "bet"): "bets are closed (CH-47)",
    ("CH-11", "withdraw"): "bets are closed (CH-47)",
}

PLAYER: Final[Spot] = (HOUSE, "player")
DEALER: Final[Spot] = (HOUSE, "dealer")
FOLD: Final = Option("fold", clause="CH-16")

Seconds = Annotated[int, Meta(ge=5, le=60)]


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house may choose; the defaults are the sheet's."""

    chip: Money = 100
    ante_min: Money = 100
    ante_max: Money = 1000_00
    bonus_min: Money = 100
    bonus_max: Money = 100_00
    max_players: Annotated[int, Meta(ge=0, le=1000)] = 0
    """0 is no limit."""
    betting_seconds: Seconds = 15
    decision_seconds: Seconds = 15
    close_decision_early: bool = True
    call_cover_at_ante: Literal["off", "warn", "require"] = "warn"
    deal_without_bets: bool = False
    burn_before_turn_and_river: bool = False
    call_antes: Annotated[int, Meta(ge=1, le=10)] = 2
    """How many Antes a CALL is (CH-14)."""
    dealer_qualifies: Literal["pair_of_aces", "pair_of_fours", "pair", "high_card"] = (
        "pair_of_fours"
    )
    high_card_wins_when_dealer_not_qualified: bool = True
    ante_pays: HighPays = HighPays(
        {
            "royal_flush": 100,
            "straight_flush": 20,
            "four_of_a_kind": 10,
            "full_house": 3,
            "flush": 2,
            "high_card": 1,
        }
    )
    bonus_pays: HighPays = HighPays(
        {
            "royal_flush": 100,
            "straight_flush": 50,
            "four_of_a_kind": 40,
            "full_house": 30,
            "flush": 20,
            "pair_of_aces": 7,
        }
    )
    call_pays: Price = Price(1)
    fraction_rounding: Rounding = "down_to_cent"

    @property
    def stake(self) -> int:
        """The least that is bet: buy-ins are measured by it."""
        return self.ante_min

    def __post_init__(self) -> None:
        """Refuse what no house could deal."""
        if self.ante_max < self.ante_min:
            raise ValueError("ante_max must not be below ante_min (CH-05)")
        if self.bonus_max < self.bonus_min:
            raise ValueError("bonus_max must not be below bonus_min (CH-06)")
        check_chips(self, ("ante_min", "ante_max", "bonus_min", "bonus_max"), "CH-47")
        if "high_card" not in self.ante_pays.rows:
            raise ValueError("ante_pays must price every hand: give high_card a price (CH-26)")


class Carry(Struct, frozen=True):
    """Nothing stays on the table between rounds (CH-03)."""


COMPANY: Final = Company()


def pack(rules: Rules) -> tuple[Card, ...]:  # noqa: ARG001 - CH-03 leaves no choice.
    """One pack of 52, fresh for every round (CH-03)."""
    return pasteboard.PACK


def play(rules: Rules, felt: Felt, carry: Carry) -> Play[Carry]:
    """One round, in the order of the sheet."""
    players = yield from place_bets(rules, felt)  # CH-05, CH-06
    if not players and not rules.deal_without_bets:
        return carry  # CH-49
    for _ in range(2):  # CH-08
        felt.deal(PLAYER, up=True)
        felt.deal(DEALER)
    felt.deal(BOARD, 3, up=True)
    first_five = high.value(felt.cards[PLAYER] + felt.cards[BOARD])
    callers = yield from decisions(rules, felt, players, first_five)  # CH-11 to CH-17
    for _ in range(2):  # CH-19: turn and river
        if rules.burn_before_turn_and_river:
            felt.deal(MUCK, why="burn")
        felt.deal(BOARD, up=True)
    felt.show(DEALER)
    mine, dealers = (high.value(felt.cards[who] + felt.cards[BOARD]) for who in (PLAYER, DEALER))
    if dealers < high.LEAST[rules.dealer_qualifies]:  # CH-21
        felt.say(HOUSE, "unqualified")
    for seat in callers:  # CH-30, CH-50
        settle_main(rules, felt, seat, mine, dealers)
        settle_bonus(rules, felt, seat, first_five)
    return carry


def place_bets(rules: Rules, felt: Felt) -> Play[list[Seat]]:
    """Bets go down, change and come back until the house closes the window (CH-46, CH-47)."""
    offers = {seat: options for seat in felt.seats if (options := bets(rules, felt, seat))}
    players: set[Seat] = set()
    full = False
    betting = window(offers, "CH-05")
    while act := (yield from taking(betting)):
        seat, decision = act
        put(felt, decision.spot, decision.amount)
        if stake(felt, seat, "ante"):
            players.add(seat)
        else:
            put(felt, (seat, "bonus"), 0)  # CH-06: removing the Ante removes the Bonus
            players.discard(seat)
        warn(rules, felt, seat)
        was_full, full = full, 0 < rules.max_players <= len(players)  # CH-04
        for touched in [seat] if full == was_full else felt.seats:
            open_ = touched in players or not full
            offer(offers, touched, bets(rules, felt, touched) if open_ else ())
    return sorted(players)


def bets(rules: Rules, felt: Felt, seat: Seat) -> tuple[Option, ...]:
    """What a seat may bet now."""
    ante, bonus = stake(felt, seat, "ante"), stake(felt, seat, "bonus")
    held = felt.chips[seat, "stack"] + ante
    most_ante, why_ante = rules.ante_max, "CH-05"
    most_bonus, why_bonus = rules.bonus_max, "CH-06"
    if rules.call_cover_at_ante == "require":  # CH-15: a CALL must stay behind
        both = 1 + rules.call_antes
        most_ante, why_ante = min((most_ante, why_ante), (held // both, "CH-15"))
        most_bonus, why_bonus = min((most_bonus, why_bonus), (held + bonus - both * ante, "CH-15"))
    ante_spot, bonus_spot = (seat, "ante"), (seat, "bonus")
    options = bet_options(felt, ante_spot, rules.ante_min, most_ante, rules.chip, why_ante)
    if ante:  # CH-06
        options += bet_options(felt, bonus_spot, rules.bonus_min, most_bonus, rules.chip, why_bonus)
    return options


def warn(rules: Rules, felt: Felt, seat: Seat) -> None:
    """Tell a player whose stack no longer covers the call (CH-15)."""
    call = rules.call_antes * stake(felt, seat, "ante")
    if felt.chips[seat, "stack"] < call and rules.call_cover_at_ante == "warn":
        felt.say(seat, "short", call)


def decisions(rules: Rules, felt: Felt, players: list[Seat], first_five: int) -> Play[list[Seat]]:
    """CALL or FOLD, each player alone; silence folds. Returns the callers."""

    def at_once(seat: Seat, decision: Decision) -> None:
        if decision.act == "call":
            felt.pay((seat, "stack"), (seat, "call"), decision.amount, "call")  # CH-14
        else:
            for word in "ante", "bonus":  # CH-16
                lose(felt, (seat, word))

    bonus_wins = rules.bonus_pays.price(first_five) is not None
    asked = {seat: may_call(rules, felt, seat, bonus_wins=bonus_wins) for seat in players}
    early = rules.close_decision_early  # CH-19
    answers = yield from ask_all(asked, "CH-11", at_once=at_once, early=early)
    return [seat for seat, decision in answers.items() if decision.act == "call"]


def may_call(rules: Rules, felt: Felt, seat: Seat, *, bonus_wins: bool) -> tuple[Option, ...]:
    """A call is exactly twice the Ante, or as the house has it (CH-14); without the chips for it
    there is none (CH-15).
    """
    call = rules.call_antes * stake(felt, seat, "ante")
    if felt.chips[seat, "stack"] < call:
        return (FOLD,)
    note: Note = "bonus wins" if bonus_wins and stake(felt, seat, "bonus") else ""  # CH-12
    return (FOLD, Option("call", call, call, spot=(seat, "call"), clause="CH-14", note=note))


def settle_main(rules: Rules, felt: Felt, seat: Seat, mine: int, dealers: int) -> None:
    """Ante and Call by the outcome (CH-21 to CH-26, CH-28)."""
    ante, call = (seat, "ante"), (seat, "call")
    ante_price = rules.ante_pays.price(mine) or Price(0)
    if dealers < high.LEAST[rules.dealer_qualifies]:  # CH-22
        if mine < high.LEAST["pair"] and not rules.high_card_wins_when_dealer_not_qualified:
            push(felt, ante)  # CH-44
        else:
            win(felt, ante, ante_price, rules.fraction_rounding, rules.chip)
        push(felt, call)
    elif mine > dealers:  # CH-23
        win(felt, ante, ante_price, rules.fraction_rounding, rules.chip)
        win(felt, call, rules.call_pays, rules.fraction_rounding, rules.chip)
    elif mine < dealers:  # CH-24
        lose(felt, ante)
        lose(felt, call)
    else:  # CH-25
        push(felt, ante)
        push(felt, call)


def settle_bonus(rules: Rules, felt: Felt, seat: Seat, first_five: int) -> None:
    """The Bonus by its own table, whatever became of the rest (CH-27, CH-29)."""
    price = rules.bonus_pays.price(first_five)
    if price is None:
        lose(felt, (seat, "bonus"))
    else:
        win(felt, (seat, "bonus"), price, rules.fraction_rounding, rules.chip)


def read(rules: Rules, view: View, language: str) -> dict[Spot, Reading]:  # noqa: ARG001
    """The names of the hands that lie open, from the first five cards on (CH-10, CH-20)."""
    return against_dealer(view, [PLAYER, DEALER], language)
