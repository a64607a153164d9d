"""Flop games: what hold'em and Omaha share, in both card rooms.

One hand by the French casino's leaflet (TH) or the Casino Club's rules (CR, HE, OM): the house
sheet says which. A game of the family gives the number of down cards and the worth of hands.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from croupier.core.asks import Decision, Option, Play, ask, ask_all
from croupier.core.cards import BACK, Card
from croupier.core.catalogue import Layout, Reading
from croupier.core.company import Company, Presence
from croupier.core.felt import (
    BOARD,
    DROP,
    LEVY,
    MUCK,
    POT,
    Cards,
    Chips,
    Fault,
    Felt,
    Seat,
    Spot,
    View,
)
from croupier.core.prices import Money, MoneyOrNone, check_chips
from croupier.core.words import Word
from croupier.procedure import blinds as button
from croupier.procedure import kills
from croupier.procedure.award import pause
from croupier.procedure.betting import (
    FOULED_DECK,
    MISDEAL,
    MISDEAL_BEFORE,
    Limit,
    Limits,
    Redeal,
    Round,
    always,
    betting_round,
    open_round,
)
from croupier.procedure.blinds import (
    BlindRules,
    Blinds,
    ButtonRule,
    HeadsUp,
    NewPlayer,
    Seating,
    arrange,
    draw_high,
    third_blind,
)
from croupier.procedure.kills import HighTrigger, HiloTrigger, Kill, KillRule, Result
from croupier.procedure.pots import (
    Claim,
    Pot,
    Pots,
    best,
    divided,
    drop_of,
    gather,
    join_pots,
    put_up,
    share,
    take_drop,
    unclaimed,
)
from croupier.procedure.turns import clockwise

LAYOUT: Final = Layout(
    seat_chips=("stack", "bet", "ante"),
    seat_cards=("hole",),
    house_chips=("pot", "side", "drop", "levy"),
    house_cards=("board",),
)
MOST_SEATS: Final = 10
LOTS: Final = (*range(13, 13 - MOST_SEATS, -1), *range(52, 52 - MOST_SEATS, -1))
"""For the draw of the button: so many different clubs, or cards of the pack."""
WHY_NOT: Final = {
    ("CR-16", "check"): "you can't check: there is a bet to call (CR-42, TH-38)",
    ("CR-16", "bet"): "there is already a bet: call or raise (CR-42, TH-38)",
    ("CR-16", "raise"): "you can't raise now (CR-22, CR-31, TH-44)",
    ("CR-16", "call"): "there is nothing to call (CR-42)",
    ("CR-16", ""): "it is not your turn (CR-42)",
    ("CR-16", "replace card"): "one exposed card can be replaced, but not the first or second "
    "dealt, and only before two players have acted; otherwise it is a misdeal, or the hand plays "
    "on (HE-10, CR-26)",
    ("CR-16", "misdeal"): "two players have acted: the hand plays on (CR-26, TH-63)",
    ("CR-35", "dead hand"): "there is no such hand, or it is the last one and takes the pot "
    "(CR-28)",
    ("OM-15", ""): "only a new player says whether to kill the next hand (OM-15)",
}

STREETS: Final = (3, 1, 1)
"""How many cards flop, turn and river have."""

Best = Callable[[Sequence[Card], Sequence[Card]], int]


class Family(Struct, frozen=True):
    """What sets a game of the family apart."""

    hole: int
    high: Best
    low: Best | None = None


class Cap(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """From this minimum cave on, the levy on a hand is at most this percentage of it (TH-55)."""

    cave: Money
    percent: Annotated[int, Meta(ge=0, le=100)]


LEGAL_CAPS: Final = (
    Cap(500_00, 15),
    Cap(1000_00, 10),
    Cap(5000_00, 5),
    Cap(10_000_00, 3),
    Cap(50_000_00, 1),
)


CAPS: Final = "a list of [cave, percentage], such as [[500, 15], [1000, 10]]"


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a card room may choose; the defaults are those that both rooms share."""

    chip: Money = 100
    limit: Limit = "no_limit"
    small_blind: MoneyOrNone = 2_00
    """0: the big blind is the only one (CR-04)."""
    big_blind: Money = 4_00
    """In a limit game also the lower limit; the upper is twice as much (CR-21, TH-29)."""
    button_blind: MoneyOrNone = 0
    """A third blind, on the button, with three players or more (CR-04)."""
    ante: MoneyOrNone = 0
    ante_from: Literal["each", "big_blind"] = "each"
    """`big_blind` pays one ante for the whole table."""  # House choice.
    table_minimum: MoneyOrNone = 0
    """The French house's: the small blind is half of it (TH-17)."""
    max_raises: Annotated[int, Meta(ge=0, le=9)] = 3
    """In a limit round, after the bet; 0 is no limit (CR-22, TH-29)."""
    min_raise_rule: Literal["last_raise", "double_bet"] = "last_raise"
    button_draw: Literal["clubs", "high_card"] = "high_card"
    button_rule: ButtonRule = "forward_moving"
    heads_up_blinds: HeadsUp = "button_small"
    allow_buying_button: bool = False
    option_allowed: bool = False
    option_seconds: Annotated[int, Meta(ge=2, le=15)] = 5
    new_player: NewPlayer = "free_after_button"
    missed_blinds_rule: Literal["post_or_wait", "wait_only"] = "post_or_wait"
    burn_cards: bool = True
    all_in_hands_face_up: bool = False
    auto_show_at_showdown: bool = True
    muck_losing_hands: bool = False
    award_pause_seconds: Annotated[int, Meta(ge=0, le=30)] = 0
    """How long the staff may look at a hand before the pots are paid."""
    levy_percent: Annotated[int, Meta(ge=0, le=10)] = 0
    levy_capped: bool = True
    levy_caps: Annotated[tuple[Cap, ...], Meta(description=CAPS)] = LEGAL_CAPS
    levy_rounding: Literal["down_to_chip", "down_to_cent"] = "down_to_chip"
    no_flop_no_drop: bool = False
    drop_five_or_more: MoneyOrNone = 0
    drop_four: MoneyOrNone = 0
    drop_three_or_less: MoneyOrNone = 0
    no_flop_drop: MoneyOrNone = 0
    kill: KillRule = "none"
    kill_trigger_high: HighTrigger = "two_in_a_row"
    kill_pot_size: MoneyOrNone = 0
    """The least pot whose winner kills, with the trigger `pot_size` (OM-10)."""
    kill_trigger_hilo: HiloTrigger = "scoop"
    kill_scoop_multiple: Annotated[int, Meta(ge=1, le=20)] = 5
    killer_acts_last: bool = False
    new_player_in_kill_pot: Literal["wait", "kill_next"] = "wait"
    min_buy_in: Money = 50_00
    max_buy_in: MoneyOrNone = 0
    """0 is no maximum."""
    recave_up_to: Literal["max_buy_in", "unlimited"] = "max_buy_in"
    allow_short_rebuy: bool = False
    """Once in a session, for half of the least buy-in (CR-20)."""
    table_language: Literal["en", "any"] = "any"
    max_seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 9
    decision_seconds: Annotated[int, Meta(ge=10, le=120)] = 25
    time_bank_seconds: Annotated[int, Meta(ge=0, le=300)] = 60
    seat_draw: Literal["random", "choose"] = "choose"
    waiting_list_order: Literal["fifo", "random"] = "fifo"
    seat_changes: bool = True
    max_absence_minutes: Annotated[int, Meta(ge=5, le=120)] = 15
    auto_consign: bool = True
    rathole_minutes: Annotated[int, Meta(ge=0, le=240)] = 60
    last_hands_count: Annotated[int, Meta(ge=3, le=10)] = 3
    redraw_after_break: bool = False
    """A game that stopped for want of players draws for the button anew (TH-73)."""

    def __post_init__(self) -> None:
        """Refuse what no card room could deal."""
        if max(self.small_blind, self.button_blind) > self.big_blind:
            raise ValueError("small_blind and button_blind must not be above big_blind (CR-04)")
        if self.table_minimum and 2 * self.small_blind != self.table_minimum:
            raise ValueError("small_blind must be half of table_minimum (TH-17)")
        if self.table_minimum and self.big_blind > 2 * self.small_blind:
            raise ValueError("big_blind must be small_blind to twice small_blind (TH-18)")
        if self.max_buy_in and self.max_buy_in < self.min_buy_in:
            raise ValueError("max_buy_in must not be below min_buy_in (TH-01)")
        blinds = ("small_blind", "big_blind", "button_blind", "ante")
        check_chips(self, (*blinds, "min_buy_in", "max_buy_in"), "CR-32, TH-53")
        caves = [cap.cave for cap in self.levy_caps]
        if caves != sorted(set(caves)):
            raise ValueError("levy_caps must rise from cave to cave (TH-55)")
        if self.kill != "none" and self.limit != "limit":
            raise ValueError('kill must be "none" unless limit is "limit" (OM-08, OM-09)')
        if (self.kill_trigger_high == "pot_size") != (self.kill_pot_size > 0):
            raise ValueError('kill_pot_size goes with kill_trigger_high = "pot_size" (OM-10)')


class Carry(Struct, frozen=True, omit_defaults=True):
    """What stays on the table between hands."""

    blinds: Blinds = Blinds()
    kill: Kill = Kill()
    drawn: Seat = 0
    """Who has drawn the button of a new game whose first deal did not count."""
    pot: int = 0
    """What killers who have left have paid into the coming pot (OM-14)."""


def gathered(carry: Carry, seats: Mapping[Seat, Presence]) -> Carry:
    """Who is new, away, back or moved."""
    return replace(carry, blinds=button.gathered(carry.blinds, seats))


def moved(carry: Carry, old: Seat, new: Seat) -> Carry:
    """Blinds, kill and a drawn button are the player's."""
    return replace(
        carry,
        blinds=button.moved(carry.blinds, old, new),
        kill=kills.moved(carry.kill, old, new),
        drawn=new if carry.drawn == old else carry.drawn,
    )


def left(carry: Carry, seat: Seat, paid: int) -> Carry:
    """What he has paid waits in the pot; nobody inherits the rest."""
    return Carry(
        button.left(carry.blinds, seat),
        kills.left(carry.kill, seat),
        0 if carry.drawn == seat else carry.drawn,
        carry.pot + paid,
    )


def stopped(carry: Carry) -> Carry:
    """Button and blinds are forgotten (TH-73); a kill is the next hand's, whenever (OM-19)."""
    return Carry(kill=carry.kill, pot=carry.pot)


def due(rules: Rules, carry: Carry, seat: Seat) -> int:
    """A killer who leaves owes the kill blind (OM-14)."""
    return kills.blind(rules) if seat == kills.due(carry.kill, rules.kill) else 0


def carried(carry: Carry) -> dict[Spot, int]:
    """Dead money in the pot."""
    return {POT: carry.pot} if carry.pot else {}


def shares(rules: Rules, carry: Carry, seats: Sequence[Seat]) -> dict[Seat, int]:
    """Dead money belongs to those who would have played for it."""
    return unclaimed(carry.pot, seats, carry.blinds.places.button, rules.chip)


COMPANY: Final = Company(
    gathered=gathered,
    moved=moved,
    left=left,
    stopped=stopped,
    due=due,
    carried=carried,
    shares=shares,
    counts_absent=True,
)


def play_hand(rules: Rules, felt: Felt, carry: Carry, family: Family) -> Play[Carry]:
    """One hand, in the order of the sheets (CR-47)."""
    if len({*felt.deck}) < len(felt.deck):
        raise Fault("a card is twice in the deck (CR-27)")
    killer = kills.due(carry.kill, rules.kill)
    promised = (yield from kill_next(rules, felt, carry)) if killer else 0  # OM-15
    seating = seat_players(rules, felt, carry, killer, promised)
    if seating is None:
        return carry  # CR-46, TH-73
    order, kill = seating.order, kills.begin(felt, carry.kill, killer, seating.order, rules)
    called = post_blinds(rules, felt, seating, kill)  # CR-04, TH-16
    if rules.ante:
        post_antes(rules, felt, seating)
    try:
        called, option = yield from take_option(rules, felt, seating, called)  # TH-20
        felt.deal_around([(seat, "hole") for seat in order], family.hole)  # CR-03, TH-22
        pots = Pots([Pot(POT, set())])
        players, last = yield from streets(rules, felt, seating, pots, called, option, kill)
        winners = yield from award(rules, felt, order, players, pots, last, family, kill)
    except Redeal:
        if carry.blinds.places.button:
            raise
        felt.take_back()  # A misdeal of a new game keeps the button that was drawn (CR-26, CR-39).
        return replace(carry, drawn=seating.places.button)
    after = kills.after(rules, felt, kill, winners, hilo=family.low is not None)
    return Carry(seating.blinds, replace(after, killer=promised) if promised else after)


def seat_players(
    rules: Rules, felt: Felt, carry: Carry, killer: Seat, promised: Seat
) -> Seating | None:
    """Button, blinds and who is dealt in; nobody if there are fewer than two."""
    ready = ready_seats(felt, carry)
    if killer in ready and carry.blinds.standings:  # OM-15
        old = [s for s in ready if s == promised or not is_new(carry, s)]
        ready = old if len(old) > 1 else ready
    if len(ready) < 2:
        return None
    drawn = 0
    if not carry.blinds.places.button:
        drawn = carry.drawn if carry.drawn in ready else draw_button(rules, felt, ready)
    seating = arrange(blind_rules(rules), carry.blinds, felt.seats, ready, drawn)
    felt.say(seating.places.button, "button")
    return seating


def ready_seats(felt: Felt, carry: Carry) -> list[Seat]:
    """The seats with chips whose players are here."""
    standings = carry.blinds.standings
    ready = [s for s in felt.seats if felt.chips[s, "stack"]]
    if standings:
        ready = [s for s in ready if s not in standings or not standings[s].away]
    return ready


def is_new(carry: Carry, seat: Seat) -> bool:
    """Whether a player sat down and was not yet dealt in (CR-08)."""
    return seat in carry.blinds.standings and carry.blinds.standings[seat].new


def blind_rules(rules: Rules) -> BlindRules:
    """What the house has chosen for button and blinds."""
    return BlindRules(
        rules.button_rule,
        rules.new_player,
        rules.missed_blinds_rule == "post_or_wait",
        rules.heads_up_blinds,
        rules.small_blind > 0,
        rules.allow_buying_button,
    )


def kill_next(rules: Rules, felt: Felt, carry: Carry) -> Play[Seat]:
    """In a killed hand a newcomer waits, or agrees to kill the next one: of those who agree, the
    first from the left of the button, since there is one kill to a deal (OM-13, OM-15).
    """
    ready = ready_seats(felt, carry)
    if rules.new_player_in_kill_pot == "wait" or carry.kill.killer not in ready:
        return 0
    old = [seat for seat in ready if not is_new(carry, seat)]
    asked = [
        seat
        for seat in clockwise(ready, carry.blinds.places.button)
        if is_new(carry, seat) and len(old) > 1 and comes_in(rules, felt, carry, [*old, seat])
    ]
    options = (Option("decline"), Option("kill next", clause="OM-15"))
    answers = yield from ask_all(dict.fromkeys(asked, options), "OM-15")
    return next((seat for seat, answer in answers.items() if answer.act == "kill next"), 0)


def comes_in(rules: Rules, felt: Felt, carry: Carry, ready: list[Seat]) -> bool:
    """Whether the last of these seats would be dealt in with the others (CR-08, CR-09)."""
    seating = arrange(blind_rules(rules), carry.blinds, felt.seats, sorted(ready))
    return ready[-1] in seating.order


def draw_button(rules: Rules, felt: Felt, seats: Sequence[Seat]) -> Seat:
    """Each draws a card, the highest has the button (CR-39, TH-14)."""
    clubs = rules.button_draw == "clubs"
    pack = [Card(rank * 4) for rank in range(13)] if clubs else [Card(c) for c in range(52)]
    return draw_high(felt, seats, pack, felt.lots if clubs else felt.lots[MOST_SEATS:])


def post_blinds(rules: Rules, felt: Felt, seating: Seating, kill: Kill) -> int:
    """Blinds and posts go down; the amount to call stays full when one is short (CR-40)."""
    amounts = {"": 0, "small": rules.small_blind, "big": rules.big_blind}
    for post in seating.posts:
        seat, amount = post.seat, amounts[post.live]
        if seat == kill.killer:
            amount = 0  # OM-09, OM-18: the kill blind replaces his own.
        why: Word = "small blind" if post.live == "small" else "big blind"
        put_up(felt, seat, (seat, "bet"), amount, why if post.by_position else "post")
    if rules.button_blind and (seat := third_blind(seating, kill.killer)):
        put_up(felt, seat, (seat, "bet"), rules.button_blind, "button blind")
    called = kills.post(felt, kill, rules) or rules.big_blind
    for post in seating.posts:
        if post.dead:  # CR-11; the live part is filled first (CR-40, OM-18).
            put_up(felt, post.seat, POT, rules.small_blind, "dead")
    return called


def post_antes(rules: Rules, felt: Felt, seating: Seating) -> None:
    """Antes are dead and come after the blinds: a short stack fills its blind first. Of each
    player, or of who posts the big blind for the whole table, straight into the pot (CR-29, CR-40).
    """
    if rules.ante_from == "each":
        for seat in seating.order:
            put_up(felt, seat, (seat, "ante"), rules.ante, "ante")
    else:
        big = [post.seat for post in seating.posts if post.live == "big" and post.by_position]
        for seat in big[:1]:
            put_up(felt, seat, POT, rules.ante, "ante")


def collect(rules: Rules, felt: Felt, order: Sequence[Seat], pots: Pots) -> None:
    """The bets of a round go to the pots. In the first an ante joins its player's bets: an all-in
    contests what blind and ante together have matched (CR-30).
    """
    for seat in order if rules.ante else ():
        felt.pay((seat, "ante"), (seat, "bet"), felt.chips.get((seat, "ante"), 0), "gather")
    gather(felt, order, pots)


def take_option(rules: Rules, felt: Felt, seating: Seating, called: int) -> Play[tuple[int, Seat]]:
    """The third player left of the button may post twice the big blind (TH-20, TH-72)."""
    order, amount = seating.order, 2 * rules.big_blind
    if not rules.option_allowed or len(order) < 3 or called != rules.big_blind:
        return called, 0
    seat = order[2]
    posted = felt.chips.get((seat, "bet"), 0)
    if felt.chips[seat, "stack"] + posted < amount:
        return called, 0
    options = (Option("decline"), Option("option", amount, amount))
    answer = yield from ask(seat, options, "TH-20", "option_seconds")
    if answer.act == "decline":
        return called, 0
    felt.pay((seat, "stack"), (seat, "bet"), amount - posted, "option")
    return amount, seat


def streets(
    rules: Rules,
    felt: Felt,
    seating: Seating,
    pots: Pots,
    called: int,
    option: Seat,
    kill: Kill,
) -> Play[tuple[list[Seat], Seat]]:
    """The betting rounds and the board; returns who is still in, and who bet last at the end."""
    order = seating.order
    state = first_round(rules, felt, seating, called, option, kill)
    yield from betting_round(felt, state, "CR-16", partial(before_flop, felt, order))
    close_round(rules, felt, order, pots, state)
    flop = len(state.players) > 1
    take_drop(felt, collection(rules, len(order), flop=flop))  # CR-29
    for street, up in enumerate(STREETS, 1):
        if len(state.players) < 2:
            break
        deal_board(rules, felt, up)
        state = open_round(felt, state.players, limits(rules, street, kill))
        yield from betting_round(felt, state, "CR-16")
        close_round(rules, felt, order, pots, state)
    return state.players, state.last


def close_round(rules: Rules, felt: Felt, order: Sequence[Seat], pots: Pots, state: Round) -> None:
    """The bets go to the pots; where no more can follow, the house may show the hands (CR-43)."""
    if state.high:
        collect(rules, felt, order, pots)
    if rules.all_in_hands_face_up and len(state.able) < 2 <= len(state.players):
        for seat in state.players if len(felt.cards.get(BOARD, ())) < 5 else ():
            felt.show((seat, "hole"))


def first_round(
    rules: Rules, felt: Felt, seating: Seating, called: int, option: Seat, kill: Kill
) -> Round:
    """The betting before the flop, from the left of the big blind or the option (CR-16, TH-26)."""
    order, first = seating.order, option or seating.places.big
    return open_round(
        felt,
        order,
        limits(rules, 0, kill),
        high=called,
        made=1 + (option > 0 and rules.limit == "limit"),
        first_turn=clockwise(sorted(order), first) if first in order else order,
        waits=kill.killer if rules.killer_acts_last else 0,  # OM-12
    )


def before_flop(felt: Felt, order: Sequence[Seat], state: Round) -> Iterator[Option]:
    """What may be ruled in the first round: until two have acted, about the deal too (CR-26)."""
    yield from always(state)
    if len(state.acted) < MISDEAL_BEFORE:
        yield from replaceable(felt, order)
        yield MISDEAL


def replaceable(felt: Felt, order: Sequence[Seat]) -> Iterator[Option]:
    """One exposed card is replaced, but not the first or second of the deal; these, or two exposed
    cards, are a misdeal (HE-10).
    """
    if exposed(felt):
        return
    for at, seat in enumerate(order):
        first, spot = 2 if at < 2 else 1, (seat, "hole")
        if spot in felt.cards:
            held = len(felt.cards[spot])
            yield Option("replace card", first, held, spot=spot, clause="HE-10")


def limits(rules: Rules, street: int, kill: Kill) -> Limits:
    """The bounds of a round: the upper limit on the last two, a kill's in its hand (CR-21)."""
    if rules.limit == "limit":
        unit = kills.raised(rules.big_blind, kill) * (1 + (street > 1))
        return Limits("limit", unit, unit, raises=rules.max_raises)
    double = rules.min_raise_rule == "double_bet"
    return Limits(rules.limit, rules.big_blind, rules.chip, double_bet=double)


def deal_board(rules: Rules, felt: Felt, up: int) -> None:
    """Burn one, then the board cards (HE-02, HE-03, TH-35, TH-40)."""
    if rules.burn_cards and not (up == 3 and exposed(felt)):
        felt.deal(MUCK, why="burn")
    felt.deal(BOARD, up, up=True)


def exposed(felt: Felt) -> bool:
    """Whether an exposed card was replaced: it is the first burn card (HE-10)."""
    if MUCK not in felt.cards:
        return False
    return any(type(e) is Cards and e.why == "replace card" for e in felt.events)


def collection(rules: Rules, dealt_in: int, *, flop: bool) -> int:
    """What the house takes from a hand (CR-23, CR-24, CR-25)."""
    fee = drop_of(rules, dealt_in)
    return fee if flop else min(fee, rules.no_flop_drop)


def levies(rules: Rules, amounts: Sequence[int], *, flop: bool) -> list[int]:
    """The levy on each pot, the main pot first, within the cap of the hand (TH-56, TH-70)."""
    if not flop and rules.no_flop_no_drop:
        return [0] * len(amounts)
    left, taken = levy_cap(rules), []
    for amount in amounts:
        levy = rounded(rules, amount, rules.levy_percent)
        taken.append(levy if left is None else min(levy, left))
        left = None if left is None else left - taken[-1]
    return taken


def rounded(rules: Rules, amount: int, percent: int) -> int:
    """A share of an amount, rounded down as the house rounds its levy (TH-56)."""
    unit = rules.chip if rules.levy_rounding == "down_to_chip" else 1
    return amount * percent // (100 * unit) * unit


def levy_cap(rules: Rules) -> int | None:
    """The most that is levied on a hand; nothing: no cap (TH-55)."""
    percents = [cap.percent for cap in rules.levy_caps if rules.min_buy_in >= cap.cave]
    if not percents or not rules.levy_capped:
        return None
    return rounded(rules, rules.min_buy_in, percents[-1])


def award(
    rules: Rules,
    felt: Felt,
    order: Sequence[Seat],
    players: Sequence[Seat],
    pots: Pots,
    last: Seat,
    family: Family,
    kill: Kill,
) -> Play[Result]:
    """The showdown and the payment of each pot, the last side pot first (TH-69)."""
    claims = join_pots(felt, players, pots)
    dropped = dropped_in(felt) if felt.chips.get(DROP) else 0
    values = Worth({}, {})
    if len(players) > 1:
        values = worth(felt, players, family)
        claims = yield from show_hands(rules, felt, players, last, values, claims)
    if seconds := rules.award_pause_seconds:
        ruled = yield from pause(seconds, felt, order, len(claims), more=(FOULED_DECK,))
        claims = claims_ruled(claims, ruled)
    amounts = [felt.chips.get(spot, 0) for spot, _ in claims]
    taken = levies(rules, amounts, flop=BOARD in felt.cards)
    for (spot, _), levy in zip(claims, taken, strict=True):
        felt.pay(spot, LEVY, levy, "levy")
    unit = rules.chip // 2 if kill.size == "half" and kill.killer else rules.chip
    takers = [pay_pot(felt, spot, seats, values, unit) for spot, seats in reversed(claims)]
    amounts[:1] = [amounts[0] + dropped] if amounts else []
    return Result(takers[::-1], amounts, [spot for spot, _ in claims])


def dropped_in(felt: Felt) -> int:
    """What the house took from this hand; the drop of earlier ones may lie there too."""
    return sum(e.amount for e in felt.events if type(e) is Chips and e.why == "drop")


class Worth(Struct, frozen=True):
    """What each hand is worth."""

    high: dict[Seat, int]
    low: dict[Seat, int]
    """Only hands that qualify."""

    def highs(self, seats: Sequence[Seat]) -> list[Seat]:
        """The best high hands."""
        return best(seats, self.high)

    def lows(self, seats: Sequence[Seat]) -> list[Seat]:
        """The best low hands; nobody if none qualifies."""
        return best([seat for seat in seats if seat in self.low], self.low) if self.low else []

    def winners(self, seats: Sequence[Seat]) -> list[Seat]:
        """Who takes part in a pot."""
        highs = self.highs(seats)
        return highs + [seat for seat in self.lows(seats) if seat not in highs]


def worth(felt: Felt, players: Sequence[Seat], family: Family) -> Worth:
    """The high and the low hand of each player (HE-04, OM-02, OM-04)."""
    board, cards, low = felt.cards[BOARD], felt.cards, family.low
    high = {seat: family.high(cards[seat, "hole"], board) for seat in players}
    if not low:
        return Worth(high, {})
    lows = {seat: low(cards[seat, "hole"], board) for seat in players}
    return Worth(high, {seat: value for seat, value in lows.items() if value})


def show_hands(
    rules: Rules,
    felt: Felt,
    players: Sequence[Seat],
    last: Seat,
    values: Worth,
    claims: list[Claim],
) -> Play[list[Claim]]:
    """The last to bet shows first, then clockwise (HE-12, TH-48, TH-69)."""
    at = players.index(last) if last in players else 0
    shown: list[Seat] = []
    for seat in (*players[at:], *players[:at]):
        if not rules.auto_show_at_showdown:
            if all(seats == [seat] for _, seats in claims if seat in seats):
                continue  # TH-36: all others have given up, and he need not show.
            if (yield from throws_away(felt, seat, shown, values, claims)):  # HE-06
                claims = [(spot, [s for s in seats if s != seat]) for spot, seats in claims]
                continue
        elif rules.muck_losing_hands and beaten(felt, seat, shown, values, claims):
            felt.move((seat, "hole"), MUCK, why="muck")
            continue
        felt.show((seat, "hole"))
        shown.append(seat)
    return [claim for claim in claims if claim[1]]


def throws_away(
    felt: Felt,
    seat: Seat,
    shown: Sequence[Seat],
    values: Worth,
    claims: list[Claim],
) -> Play[bool]:
    """Whether a player mucks at the showdown, which gives up every pot (HE-06). The last holder of
    cards in a pot is not asked.
    """
    if any(seats == [seat] for _, seats in claims):
        return False
    seen = {seat, *shown}  # The warning tells nothing of hands that are still closed.
    wins = any(
        seat in values.winners([s for s in seats if s in seen])
        for _, seats in claims
        if seat in seats
    )
    options = (Option("show"), Option("muck", note="would win" if wins else ""))
    answer: Decision = yield from ask(seat, options, "HE-06")
    if answer.act == "muck":
        felt.move((seat, "hole"), MUCK, why="muck")
    return answer.act == "muck"


def beaten(
    felt: Felt,
    seat: Seat,
    shown: Sequence[Seat],
    values: Worth,
    claims: list[Claim],
) -> bool:
    """Whether a hand already shown beats this one in every pot; an all-in hand is always shown."""
    if not felt.chips[seat, "stack"]:
        return False
    return all(
        any(s in shown and seat not in values.winners([s, seat]) for s in seats)
        for _, seats in claims
        if seat in seats
    )


def claims_ruled(claims: list[Claim], ruled: Sequence[Decision]) -> list[Claim]:
    """Who may win which pot, after what the staff has ruled (CR-28, CR-35)."""
    for ruling in ruled:
        seat, at = ruling.spot[0], ruling.amount
        if ruling.act == "award pot":
            claims = [(spot, [seat] if n == at else s) for n, (spot, s) in enumerate(claims)]
        else:
            claims = [(spot, [s for s in seats if s != seat] or seats) for spot, seats in claims]
    return claims


def pay_pot(
    felt: Felt,
    spot: Spot,
    seats: Sequence[Seat],
    values: Worth,
    unit: int,
) -> set[Seat]:
    """A pot to its winners; with a low hand in halves, the odd chip to high (CR-32, OM-04)."""
    if len(seats) == 1:
        share(felt, spot, seats, unit)
        return set(seats)
    highs, lows = values.highs(seats), values.lows(seats)
    if not lows or highs == lows:
        share(felt, spot, highs, unit)
        return set(highs)
    high_half, low_half = divided(felt.chips.get(spot, 0), 2, unit)
    for half, takers in (high_half, highs), (low_half, lows):
        for seat, part in zip(takers, divided(half, len(takers), unit), strict=True):
            felt.pay(spot, (seat, "stack"), part, "win")
    return {*highs, *lows}


def readings(
    view: View,
    name: Callable[[Sequence[Card], Sequence[Card]], str],
    best: Callable[[Sequence[Card], Sequence[Card]], tuple[Card, ...]],
) -> dict[Spot, Reading]:
    """What each hand is worth that the view shows, from the flop on (HE-12, HU-14)."""
    board = view.cards.get(BOARD, ())
    return {
        spot: Reading(name(hole, board), best(hole, board))
        for spot, hole in view.cards.items()
        if spot[1] == "hole" and BACK not in (*hole, *board) and len(board) >= 3
    }
