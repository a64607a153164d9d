"""Heads-Up Hold'em: each player against the dealer, one common board, one Raise.

Source: the sheet of the Casino du Liban, clauses HU-01 to HU-37.
"""

from itertools import product
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from croupier import cards as pasteboard
from croupier.banking import bet_options, lose, push, put, stake, win
from croupier.cards import BACK, Card
from croupier.company import Company
from croupier.felt import BOARD, HOUSE, Felt, Seat, Spot, View
from croupier.play import (
    Decision,
    Layout,
    Option,
    Play,
    Reading,
    ask,
    ask_all,
    offer,
    taking,
    window,
)
from croupier.ranks import high
from croupier.rules import Money, PayTable, Price, Rounding, SideBet, pocket

TITLE: Final = "Heads-Up Hold'em"
SEATS: Final = range(1, 6)
LOTS: Final = ()
LAYOUT: Final = Layout(
    seat_chips=("stack", "ante", "odds", "raise", "side"),
    seat_cards=("hole",),
    house_chips=("bank",),
    house_cards=("dealer", "board"),
)

MOST: Final = {"HU-06": 3, "HU-08": 2, "HU-10": 1}
"""How many Antes a Raise may be: before the flop, after it, after the river (HU-11)."""

_NOT_ASKED = "not your decision: it takes an Ante and your turn, and it stands (HU-27, HU-37)"
WHY_NOT: Final = {
    ("HU-03", ""): "no bet here: the stack must cover Ante, Odds and any reserve (HU-01, HU-31)",
    ("HU-03", "bet"): "a side bet needs an Ante, the house's offer and spare chips (HU-03, HU-04)",
    ("HU-03", "bet odds"): "Odds equals the Ante: one amount on the Ante places both (HU-03)",
    **dict.fromkeys(product(MOST, [""]), _NOT_ASKED),
    **dict.fromkeys(product(MOST, ["bet", "withdraw"]), "bets are closed (HU-37)"),
    **dict.fromkeys(product(MOST, ["raise"]), "a Raise needs a whole Ante in the stack (HU-35)"),
    **dict.fromkeys(product(MOST, ["fold"]), "check or Raise: a fold comes at the end (HU-10)"),
    ("HU-10", "check"): "after the river it is Raise or fold (HU-10)",
}

DEALER: Final[Spot] = (HOUSE, "dealer")

Seconds = Annotated[int, Meta(ge=5, le=120)]


READY: Final = {
    "trips_plus": SideBet(
        "trips_plus",
        "final",
        PayTable(
            {
                "royal_flush": 100,
                "straight_flush": 40,
                "four_of_a_kind": 30,
                "full_house": 8,
                "flush": 7,
                "straight": 4,
                "three_of_a_kind": 3,
            }
        ),
    ),
    "pocket_bonus": SideBet(
        "pocket_bonus",
        "pocket",
        PayTable(
            {"pocket_aces": 30, "ace_face_suited": 20, "ace_face_offsuit": 10, "pocket_pair": 5}
        ),
    ),
}
"""The side bets that need only be named."""


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house may choose; the defaults are the sheet's."""

    chip: Money = 100
    player_positions: Annotated[int, Meta(ge=1, le=5)] = 5
    ante_min: Money = 5_00
    ante_max: Money = 200_00
    side_bets: tuple[SideBet | str, ...] = ()
    """A ready one by its name, or one with its own table."""
    side_bet_min: Money = 1_00  # House choice.
    side_bet_max: Money = 100_00  # House choice.
    side_bets_live_after_fold: bool = True
    betting_seconds: Seconds = 20
    decision_seconds: Seconds = 25
    decision_order: Literal["simultaneous", "in_turn"] = "simultaneous"
    raise_granularity: Literal["multiple", "chip"] = "multiple"
    reserve_minimum_raise: bool = True
    show_dealer_when_all_fold: bool = False
    ante_push_first: bool = True
    odds_pays: PayTable = PayTable(
        {
            "royal_flush": 500,
            "straight_flush": 50,
            "four_of_a_kind": 10,
            "full_house": 3,
            "flush": 1.5,
            "straight": 1,
        }
    )
    bad_beat_pays: PayTable = PayTable(
        {"straight_flush": 500, "four_of_a_kind": 25, "full_house": 6, "flush": 5, "straight": 4}
    )
    odds_pays_on_tie: bool = False
    chat_during_hand: bool = False
    fraction_rounding: Rounding = "down_to_cent"

    def __post_init__(self) -> None:
        """Refuse what no house could deal."""
        for bet in ("ante", "side_bet") if self.side_bets else ("ante",):
            low, most = getattr(self, f"{bet}_min"), getattr(self, f"{bet}_max")
            if most < low:
                raise ValueError(f"{bet}_max must not be below {bet}_min (HU-03)")
            if low % self.chip or most % self.chip:
                raise ValueError("limits must be whole chips (HU-37)")
        for name in self.side_bets:
            if isinstance(name, str) and name not in READY:
                ready = " and ".join(READY)
                raise ValueError(f"side bet {name!r} has no pay table: {ready} come ready (HU-04)")
        if len({bet.name for bet in listed(self)}) < len(self.side_bets):
            raise ValueError("side_bets names a bet twice (HU-04)")
        if {self.odds_pays.kind, self.bad_beat_pays.kind} != {"high"}:
            raise ValueError("Odds is paid by the best five of seven (HU-22, HU-23)")


class Carry(Struct, frozen=True):
    """Nothing stays on the table between rounds (HU-01)."""


def undecided(felt: Felt, seat: Seat) -> bool:
    """Who holds cards and has neither raised nor folded: he does not talk about them (HU-28)."""
    live = bool(felt.cards.get((seat, "hole"))) and stake(felt, seat, "ante") > 0
    return live and not stake(felt, seat, "raise")


COMPANY: Final = Company(undecided=undecided)


def listed(rules: Rules) -> list[SideBet]:
    """The side bets that the house offers, in its order (HU-04)."""
    return [READY[bet] if isinstance(bet, str) else bet for bet in rules.side_bets]


def pack(rules: Rules) -> tuple[Card, ...]:  # noqa: ARG001 - HU-01 leaves no choice.
    """One pack of 52, fresh for every round (HU-01)."""
    return pasteboard.PACK


def play(rules: Rules, felt: Felt, carry: Carry) -> Play[Carry]:
    """One round, in the order of the sheet."""
    players = yield from place_bets(rules, felt)  # HU-03, HU-04
    if not players:
        return carry
    felt.deal_around([*((seat, "hole") for seat in players), DEALER], 2)  # HU-05
    yield from decisions(rules, felt, players, "HU-06")
    felt.deal(BOARD, 3, up=True)  # HU-07
    yield from decisions(rules, felt, players, "HU-08")
    felt.deal(BOARD, 2, up=True)  # HU-09
    yield from decisions(rules, felt, players, "HU-10")
    if rules.show_dealer_when_all_fold or any(stake(felt, seat, "raise") for seat in players):
        felt.show(DEALER)  # HU-14, HU-36
        if high.value(felt.cards[DEALER] + felt.cards[BOARD]) < high.LEAST["pair"]:  # HU-15
            felt.say(HOUSE, "unqualified")
    for seat in reversed(players):  # HU-34: from the dealer's right to his left
        settle(rules, felt, seat)
    return carry


def place_bets(rules: Rules, felt: Felt) -> Play[list[Seat]]:
    """Bets go down, change and come back until the house closes the window (HU-37)."""
    offers = {s: options for s in positions(rules, felt) if (options := bets(rules, felt, s))}
    betting = window(offers, "HU-03")
    while act := (yield from taking(betting)):
        seat, decision = act
        put(felt, decision.spot, decision.amount)
        if decision.spot == (seat, "ante"):
            put(felt, (seat, "odds"), decision.amount)  # HU-03: one amount places both
        if not stake(felt, seat, "ante"):
            for bet in listed(rules):  # HU-03: a side bet only together with them
                put(felt, side(seat, bet), 0)
        offer(offers, seat, bets(rules, felt, seat))
    return [seat for seat in positions(rules, felt) if stake(felt, seat, "ante")]


def positions(rules: Rules, felt: Felt) -> list[Seat]:
    """The seats with a betting place (HU-01)."""
    return [seat for seat in felt.seats if seat <= rules.player_positions]


def bets(rules: Rules, felt: Felt, seat: Seat) -> tuple[Option, ...]:
    """What a seat may bet now: one Ante more stays in the stack for the Raise (HU-31)."""
    ante, stack = stake(felt, seat, "ante"), felt.chips[seat, "stack"]
    reserve = 1 if rules.reserve_minimum_raise else 0
    cover = (stack + 2 * ante) // (2 + reserve)
    most, clause = min((rules.ante_max, "HU-03"), (cover, "HU-31"))
    options = bet_options(felt, (seat, "ante"), rules.ante_min, most, rules.chip, clause)
    for bet in listed(rules) if ante else ():
        spot = side(seat, bet)
        free = stack - reserve * ante + felt.chips.get(spot, 0)
        most, clause = min((rules.side_bet_max, "HU-04"), (free, "HU-31"))
        options += bet_options(felt, spot, rules.side_bet_min, most, rules.chip, clause)
    return options


def side(seat: Seat, bet: SideBet) -> Spot:
    """Where a seat's side bet lies."""
    return seat, f"side {bet.name}"


def decisions(rules: Rules, felt: Felt, players: list[Seat], clause: str) -> Play[None]:
    """Who has not raised decides, each for himself; with nobody to ask nobody waits (HU-36)."""
    asked = {
        seat: may(rules, felt, seat, clause) for seat in players if not stake(felt, seat, "raise")
    }

    def at_once(seat: Seat, decision: Decision) -> None:
        if decision.act == "raise":
            felt.pay((seat, "stack"), (seat, "raise"), decision.amount, "raise")
        elif decision.act == "fold":
            fold(rules, felt, seat)

    if rules.decision_order == "simultaneous":
        yield from ask_all(asked, clause, at_once=at_once)
    else:
        for seat, options in asked.items():
            at_once(seat, (yield from ask(seat, options, clause)))


def may(rules: Rules, felt: Felt, seat: Seat, clause: str) -> tuple[Option, ...]:
    """Check, at last fold, which is also what no answer means (HU-32); or a Raise.

    It is never made for less: what the stack does not cover is not offered (HU-35).
    """
    first = Option("fold" if clause == "HU-10" else "check", clause=clause)
    ante, stack = stake(felt, seat, "ante"), felt.chips[seat, "stack"]
    step = ante if rules.raise_granularity == "multiple" else rules.chip  # HU-06
    most, why = min((MOST[clause] * ante, clause), (stack // step * step, "HU-35"))
    if most < ante:
        return (first,)
    step = step if most > ante else 1
    return (first, Option("raise", ante, most, step, (seat, "raise"), clause=why))


def fold(rules: Rules, felt: Felt, seat: Seat) -> None:
    """Ante and Odds are lost at once (HU-12); side bets stand unless the house says so (HU-04)."""
    lose(felt, (seat, "ante"))
    lose(felt, (seat, "odds"))
    if not rules.side_bets_live_after_fold:
        for bet in listed(rules):
            lose(felt, side(seat, bet))


def settle(rules: Rules, felt: Felt, seat: Seat) -> None:
    """One position: Raise, Ante, Odds, then the side bets (HU-34). Who folded shows nothing."""
    hole, board = felt.cards[seat, "hole"], felt.cards[BOARD]
    mine = high.value(hole + board)  # HU-13
    if stake(felt, seat, "raise"):
        felt.show((seat, "hole"))  # HU-14
        dealers = high.value(felt.cards[DEALER] + board)
        one_to_one(rules, felt, (seat, "raise"), mine - dealers)  # HU-24 to HU-26
        settle_ante(rules, felt, seat, mine, dealers)
        settle_odds(rules, felt, seat, mine, dealers)
    for bet in listed(rules):
        value = mine if bet.evaluation == "final" else pocket(hole)
        settle_side(rules, felt, side(seat, bet), bet.pays.price(value))


def settle_ante(rules: Rules, felt: Felt, seat: Seat, mine: int, dealers: int) -> None:
    """The Ante plays only against a dealer with a pair or better (HU-15 to HU-18, HU-24)."""
    plays = dealers >= high.LEAST["pair"] or (mine < dealers and not rules.ante_push_first)
    one_to_one(rules, felt, (seat, "ante"), mine - dealers if plays else 0)


def one_to_one(rules: Rules, felt: Felt, spot: Spot, ahead: int) -> None:
    """A bet on the better hand: by how much it is ahead, if at all."""
    if ahead > 0:
        win(felt, spot, Price(1), rules.fraction_rounding, rules.chip)
    elif ahead < 0:
        lose(felt, spot)
    else:
        push(felt, spot)


def settle_odds(rules: Rules, felt: Felt, seat: Seat, mine: int, dealers: int) -> None:
    """Odds is paid for a great hand, won or beaten; the dealer need not qualify (HU-19)."""
    spot = (seat, "odds")
    price = (rules.bad_beat_pays if mine < dealers else rules.odds_pays).price(mine)
    if price is not None and (mine != dealers or rules.odds_pays_on_tie):  # HU-22, HU-23
        win(felt, spot, price, rules.fraction_rounding, rules.chip)
    elif mine < dealers:  # HU-20
        lose(felt, spot)
    else:  # HU-21, HU-24
        push(felt, spot)


def settle_side(rules: Rules, felt: Felt, spot: Spot, price: Price | None) -> None:
    """A side bet by its own table, whatever became of the rest (HU-04)."""
    if price is None:
        lose(felt, spot)
    else:
        win(felt, spot, price, rules.fraction_rounding, rules.chip)


def read(view: View, language: str) -> dict[Spot, Reading]:
    """The hands that this seat sees, from the flop on: their names and five cards (HU-14)."""
    board = view.cards.get(BOARD, ())
    readings = {}
    for spot, lie in view.cards.items():
        seven = (*lie, *board)
        if spot[1] in ("hole", "dealer") and len(seven) >= 5 and BACK not in seven:
            readings[spot] = Reading(high.name(high.value(seven), language), high.best(seven))
    return readings
