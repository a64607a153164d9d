"""Heads-Up Hold'em: each player against the dealer, one common board, one Raise.

Source: the sheet of the Casino du Liban, clauses HU-01 to HU-37.
"""

from functools import cache, partial
from itertools import product, starmap
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from croupier.core import cards as pasteboard
from croupier.core.asks import Decision, Option, Play, ask_all, offer, taking, window
from croupier.core.cards import Card
from croupier.core.catalogue import Layout, Reading
from croupier.core.company import Company
from croupier.core.felt import BOARD, HOUSE, NOWHERE, Felt, Seat, Spot, View
from croupier.core.prices import Money, Price, Rounding, check_chips
from croupier.procedure.banking import bet_options, lose, push, put, win
from croupier.procedure.reading import against_dealer
from croupier.ranks import high
from croupier.ranks.pays import HighPays, SideBet, SidePays, pocket

TITLE: Final = "Heads-Up Hold'em"
SEATS: Final = range(1, 6)
LOTS: Final = ()
SECRET: Final = False
"""Nobody plays against another: when a hand is over its whole deck may be opened."""
LAYOUT: Final = Layout(
    family="house",
    felt="midnight",
    place=4,
    plan="own hand",
    seat_chips=("stack", "ante", "odds", "raise", "side"),
    seat_cards=("hole",),
    house_chips=("bank",),
    house_cards=("dealer", "board"),
)

STREETS: Final = ("HU-06", "HU-08", "HU-10")
"""When a Raise may be made: before the flop, after it, after the river (HU-11)."""

_NOT_ASKED = (
    "you have nothing to decide now: you need an Ante, it must be your turn, and a decision stands "
    "(HU-27, HU-37)"
)
WHY_NOT: Final = {
    ("HU-03", ""): "you can't bet here: your stack must cover Ante, Odds and any reserve (HU-01, "
    "HU-31)",
    ("HU-03", "bet"): "a side bet needs an Ante, chips to spare, and a house that offers it "
    "(HU-03, HU-04)",
    ("HU-03", "bet odds"): "Odds always equals the Ante: bet on the Ante to place both (HU-03)",
    **dict.fromkeys(product(STREETS, [""]), _NOT_ASKED),
    **dict.fromkeys(product(STREETS, ["bet", "withdraw"]), "bets are closed (HU-37)"),
    **dict.fromkeys(
        product(STREETS, ["raise"]), "a Raise needs a whole Ante in your stack (HU-35)"
    ),
    **dict.fromkeys(
        product(STREETS, ["fold"]), "check or Raise: you can fold only at the end (HU-10)"
    ),
    ("HU-10", "check"): "after the river it is Raise or fold (HU-10)",
}

DEALER: Final[Spot] = (HOUSE, "dealer")

Seconds = Annotated[int, Meta(ge=5, le=120)]


class Position(Struct, frozen=True):
    """One of a seat's positions: 1 is its own, the others nobody sits at (HU-01)."""

    seat: Seat
    number: int
    hole: Spot
    ante: Spot
    odds: Spot
    raised: Spot


@cache
def position(seat: Seat, number: int) -> Position:
    """A position and where its cards and bets lie; only the words of further ones are numbered."""
    mark = "" if number == 1 else f" {number}"
    spots = [(seat, word + mark) for word in ("hole", "ante", "odds", "raise")]
    return Position(seat, number, *spots)


def position_of(spot: Spot) -> Position:
    """The position that a spot belongs to."""
    number = spot[1].rpartition(" ")[2]
    return position(spot[0], int(number) if number.isdigit() else 1)


READY: Final = {
    "trips_plus": SideBet(
        "trips_plus",
        "final",
        SidePays(
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
        SidePays(
            {"pocket_aces": 30, "ace_face_suited": 20, "ace_face_offsuit": 10, "pocket_pair": 5}
        ),
    ),
}
"""The side bets that need only be named."""


SIDE_BETS: Final = 'names such as ["trips_plus"], or bets with name, evaluation and pays'


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house may choose; the defaults are the sheet's."""

    chip: Money = 100
    player_positions: Annotated[int, Meta(ge=1, le=5)] = 5
    positions_per_player: Annotated[int, Meta(ge=1, le=5)] = 1
    ante_min: Money = 5_00
    ante_max: Money = 200_00
    side_bets: Annotated[tuple[SideBet | str, ...], Meta(description=SIDE_BETS)] = ()
    """A ready one by its name, or one with its own table."""
    side_bet_min: Money = 1_00  # House choice.
    side_bet_max: Money = 100_00  # House choice.
    side_bets_live_after_fold: bool = True
    betting_seconds: Seconds = 20
    decision_seconds: Seconds = 25
    decision_order: Literal["simultaneous", "in_turn"] = "simultaneous"
    raise_before_flop: Annotated[int, Meta(ge=1, le=10)] = 3
    """How many Antes a Raise may be (HU-06)."""
    raise_on_flop: Annotated[int, Meta(ge=1, le=10)] = 2
    """The same after the flop (HU-08); after the river it is one Ante (HU-10)."""
    raise_granularity: Literal["multiple", "chip"] = "multiple"
    reserve_minimum_raise: bool = True
    show_dealer_when_all_fold: bool = False
    dealer_qualifies: Literal["pair_of_aces", "pair_of_fours", "pair", "high_card"] = "pair"
    ante_push_first: bool = True
    odds_pays: HighPays = HighPays(
        {
            "royal_flush": 500,
            "straight_flush": 50,
            "four_of_a_kind": 10,
            "full_house": 3,
            "flush": 1.5,
            "straight": 1,
        }
    )
    bad_beat_pays: HighPays = HighPays(
        {"straight_flush": 500, "four_of_a_kind": 25, "full_house": 6, "flush": 5, "straight": 4}
    )
    odds_pays_on_tie: bool = False
    chat_during_hand: bool = False
    fraction_rounding: Rounding = "down_to_cent"

    @property
    def stake(self) -> int:
        """The least that is bet: buy-ins are measured by it."""
        return self.ante_min

    def __post_init__(self) -> None:
        """Refuse what no house could deal."""
        for bet in ("ante", "side_bet") if self.side_bets else ("ante",):
            low, most = getattr(self, f"{bet}_min"), getattr(self, f"{bet}_max")
            if most < low:
                raise ValueError(f"{bet}_max must not be below {bet}_min (HU-03)")
            check_chips(self, (f"{bet}_min", f"{bet}_max"), "HU-37")
        for name in self.side_bets:
            if isinstance(name, str) and name not in READY:
                ready = " and ".join(READY)
                raise ValueError(
                    f"side_bets: {name!r} has no pay table: {ready} come ready (HU-04)"
                )
        if len({bet.name for bet in listed(self)}) < len(self.side_bets):
            raise ValueError("side_bets names a bet twice (HU-04)")


class Carry(Struct, frozen=True):
    """Nothing stays on the table between rounds (HU-01)."""


def undecided(felt: Felt, seat: Seat) -> bool:
    """Players with cards who have neither raised nor folded: no chat for them (HU-28)."""
    holes = [spot for spot in felt.cards if spot[0] == seat and spot[1].startswith("hole")]
    mine = map(position_of, holes)
    return any(felt.chips.get(one.ante) and not felt.chips.get(one.raised) for one in mine)


COMPANY: Final = Company(undecided=undecided)


def listed(rules: Rules) -> list[SideBet]:
    """The side bets that the house offers, in its order (HU-04)."""
    return [READY[bet] if isinstance(bet, str) else bet for bet in rules.side_bets]


def pack(rules: Rules) -> tuple[Card, ...]:  # noqa: ARG001 - HU-01 leaves no choice.
    """One pack of 52, fresh for every round (HU-01)."""
    return pasteboard.PACK


def play(rules: Rules, felt: Felt, carry: Carry) -> Play[Carry]:
    """One round, in the order of the sheet."""
    positions = yield from place_bets(rules, felt)  # HU-03, HU-04
    if not positions:
        return carry
    felt.deal_around([*(one.hole for one in positions), DEALER], 2)  # HU-05
    yield from decisions(rules, felt, positions, "HU-06")
    felt.deal(BOARD, 3, up=True)  # HU-07
    yield from decisions(rules, felt, positions, "HU-08")
    felt.deal(BOARD, 2, up=True)  # HU-09
    yield from decisions(rules, felt, positions, "HU-10")
    if rules.show_dealer_when_all_fold or any(felt.chips.get(one.raised) for one in positions):
        felt.show(DEALER)  # HU-14, HU-36
        if (
            high.value(felt.cards[DEALER] + felt.cards[BOARD]) < high.LEAST[rules.dealer_qualifies]
        ):  # HU-15
            felt.say(HOUSE, "unqualified")
    for one in reversed(positions):  # HU-34: from the dealer's right to the left
        settle(rules, felt, one)
    return carry


def place_bets(rules: Rules, felt: Felt) -> Play[list[Position]]:
    """Bets go down, change and come back until the house closes the window (HU-37)."""
    seats = here = seated(rules, felt)
    offers = {seat: options for seat in seats if (options := bets(rules, felt, seat, seats))}
    betting = window(offers, "HU-03")
    while act := (yield from taking(betting)):
        seat, decision = act
        put(felt, decision.spot, decision.amount)
        mine = position_of(decision.spot)
        if decision.spot == mine.ante:
            put(felt, mine.odds, decision.amount)  # HU-03: one amount places both
        if not felt.chips.get(mine.ante):
            for bet in listed(rules):  # HU-03: a side bet only together with them
                put(felt, side(mine, bet), 0)
        here = seated(rules, felt)
        for one in here if rules.positions_per_player > 1 else {*here} & {seat}:
            full = one not in seats and not room_for(rules, felt, one, here)
            offer(offers, one, () if full else bets(rules, felt, one, here))
    return taken(rules, felt, here)


def seated(rules: Rules, felt: Felt) -> list[Seat]:
    """Who sits at a position (HU-01)."""
    return [seat for seat in felt.seats if seat <= rules.player_positions]


def room_for(rules: Rules, felt: Felt, seat: Seat, seats: list[Seat]) -> bool:
    """Whether a newcomer finds a position that no other player has taken besides (HU-01)."""
    extra = sum(one.number > 1 for one in taken(rules, felt, seats))
    return bool(taken(rules, felt, [seat])) or extra + len(seats) <= rules.player_positions


def taken(rules: Rules, felt: Felt, seats: list[Seat]) -> list[Position]:
    """The positions with an Ante."""
    numbers = range(1, rules.positions_per_player + 1)
    return [one for one in starmap(position, product(seats, numbers)) if felt.chips.get(one.ante)]


def bets(rules: Rules, felt: Felt, seat: Seat, seats: list[Seat]) -> tuple[Option, ...]:
    """What a seat may bet now: on its own position, on others that it has taken, and on one more
    as long as there is one that nobody sits at (HU-01).
    """
    own = position(seat, 1)
    if rules.positions_per_player == 1:
        return position_bets(rules, felt, own)
    mine = [one for one in taken(rules, felt, [seat]) if one is not own]
    extra = sum(one.number > 1 for one in taken(rules, felt, seats))
    if extra < rules.player_positions - len(seats):
        others = [position(seat, n) for n in range(2, rules.positions_per_player + 1)]
        mine += [one for one in others if one not in mine][:1]
    return tuple(option for one in (own, *mine) for option in position_bets(rules, felt, one))


def position_bets(rules: Rules, felt: Felt, mine: Position) -> tuple[Option, ...]:
    """What may be bet on a position: one Ante more stays in the stack for its Raise (HU-31)."""
    ante, stack = felt.chips.get(mine.ante, 0), free_stack(rules, felt, mine)
    reserve = 1 if rules.reserve_minimum_raise else 0
    cover = (stack + 2 * ante) // (2 + reserve)
    most, clause = min((rules.ante_max, "HU-03"), (cover, "HU-31"))
    options = bet_options(felt, mine.ante, rules.ante_min, most, rules.chip, clause)
    for bet in listed(rules) if ante else ():
        spot = side(mine, bet)
        free = stack - reserve * ante + felt.chips.get(spot, 0)
        most, clause = min((rules.side_bet_max, "HU-04"), (free, "HU-31"))
        options += bet_options(felt, spot, rules.side_bet_min, most, rules.chip, clause)
    return options


def free_stack(rules: Rules, felt: Felt, mine: Position) -> int:
    """The stack, less what it keeps for the Raises of the same player's other positions (HU-31)."""
    stack = felt.chips[mine.seat, "stack"]
    if rules.positions_per_player == 1 or not rules.reserve_minimum_raise:
        return stack
    others = [one for one in taken(rules, felt, [mine.seat]) if one is not mine]
    return stack - sum(felt.chips[one.ante] for one in others if not felt.chips.get(one.raised))


def side(mine: Position, bet: SideBet) -> Spot:
    """Where a position's side bet lies."""
    return mine.seat, f"side {bet.name}" + ("" if mine.number == 1 else f" {mine.number}")


def decisions(rules: Rules, felt: Felt, positions: list[Position], clause: str) -> Play[None]:
    """Players who have not raised decide alone, a player's positions one after the other; with
    nobody to ask nobody waits (HU-06, HU-36).
    """
    if rules.decision_order == "simultaneous":
        for number in range(1, rules.positions_per_player + 1):
            yield from decide(rules, felt, positions, number, clause)
    else:
        for one in positions:
            yield from decide(rules, felt, [one], one.number, clause)


def decide(
    rules: Rules, felt: Felt, positions: list[Position], number: int, clause: str
) -> Play[None]:
    """The decisions of one of each seat's positions."""
    asked = {
        one.seat: may(rules, felt, one, clause)
        for one in positions
        if one.number == number and not felt.chips.get(one.raised)
    }
    yield from ask_all(asked, clause, at_once=partial(act, rules, felt, number))


def act(rules: Rules, felt: Felt, number: int, seat: Seat, decision: Decision) -> None:
    """What a decision does at once: it touches only the position's own spots."""
    if decision.act == "raise":
        felt.pay((seat, "stack"), position(seat, number).raised, decision.amount, "raise")
    elif decision.act == "fold":
        fold(rules, felt, position(seat, number))


def may(rules: Rules, felt: Felt, mine: Position, clause: str) -> tuple[Option, ...]:
    """Check, at last fold, which is also what no answer means (HU-32); or a Raise.

    It is never made for less: what the stack does not cover is not offered (HU-35).
    """
    where = mine.hole if mine.number > 1 else NOWHERE
    first = Option("fold" if clause == "HU-10" else "check", spot=where, clause=clause)
    ante, stack = felt.chips[mine.ante], free_stack(rules, felt, mine)
    step = ante if rules.raise_granularity == "multiple" else rules.chip  # HU-06
    most, why = min((most_antes(rules, clause) * ante, clause), (stack // step * step, "HU-35"))
    if most < ante:
        return (first,)
    step = step if most > ante else 1
    return (first, Option("raise", ante, most, step, mine.raised, clause=why))


def most_antes(rules: Rules, clause: str) -> int:
    """How many Antes a Raise may be on a street."""
    return {"HU-06": rules.raise_before_flop, "HU-08": rules.raise_on_flop}.get(clause, 1)


def fold(rules: Rules, felt: Felt, mine: Position) -> None:
    """Ante and Odds are lost at once (HU-12); side bets stand unless the house says so (HU-04)."""
    lose(felt, mine.ante)
    lose(felt, mine.odds)
    if not rules.side_bets_live_after_fold:
        for bet in listed(rules):
            lose(felt, side(mine, bet))


def settle(rules: Rules, felt: Felt, one: Position) -> None:
    """One position: Raise, Ante, Odds, then the side bets (HU-34). Who folded shows nothing."""
    hole, board = felt.cards[one.hole], felt.cards[BOARD]
    mine = high.value(hole + board)  # HU-13
    if felt.chips.get(one.raised):
        felt.show(one.hole)  # HU-14
        dealers = high.value(felt.cards[DEALER] + board)
        one_to_one(rules, felt, one.raised, mine - dealers)  # HU-24 to HU-26
        settle_ante(rules, felt, one.ante, mine, dealers)
        settle_odds(rules, felt, one.odds, mine, dealers)
    for bet in listed(rules):
        value = mine if bet.evaluation == "final" else pocket(hole)
        settle_side(rules, felt, side(one, bet), bet.pays.price(value))


def settle_ante(rules: Rules, felt: Felt, spot: Spot, mine: int, dealers: int) -> None:
    """The Ante plays only against a dealer who qualifies (HU-15 to HU-18, HU-24)."""
    plays = dealers >= high.LEAST[rules.dealer_qualifies] or (
        mine < dealers and not rules.ante_push_first
    )
    one_to_one(rules, felt, spot, mine - dealers if plays else 0)


def one_to_one(rules: Rules, felt: Felt, spot: Spot, ahead: int) -> None:
    """A bet on the better hand: by how much it is ahead, if at all."""
    if ahead > 0:
        win(felt, spot, Price(1), rules.fraction_rounding, rules.chip)
    elif ahead < 0:
        lose(felt, spot)
    else:
        push(felt, spot)


def settle_odds(rules: Rules, felt: Felt, spot: Spot, mine: int, dealers: int) -> None:
    """Odds is paid for a great hand, won or beaten; the dealer need not qualify (HU-19)."""
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


def read(rules: Rules, view: View, language: str) -> dict[Spot, Reading]:  # noqa: ARG001
    """The hands that this seat sees, from the flop on: their names and five cards (HU-14)."""
    hands = [spot for spot in view.cards if spot[1].split()[0] in ("hole", "dealer")]
    return against_dealer(view, hands, language)
