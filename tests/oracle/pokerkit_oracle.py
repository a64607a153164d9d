"""The same hand in Croupier and in PokerKit, card by card and decision by decision.

`compare(variant, seed)` deals one random hand to both engines. At every decision it asks both who
acts, what it costs to call and what may be raised to; at the end it compares every stack.

The rulebook is the law. Where PokerKit plays by another rule the difference has a name, the clauses
that decide it and a predicate that says exactly when it may occur (`DIFFERENCES`, `OTHERS`,
`HALVES`). Then Croupier must still say what the clause says, worked out here a second time in other
terms (`Book`, `divide`). A difference that no predicate explains fails the comparison.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from pokerkit import (
    Automation,
    BettingStructure,
    Card,
    ChipsPushing,
    Deck,
    HoleCardsShowingOrMucking,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    Opening,
    StandardHighHand,
    State,
    Street,
)

from croupier.core.asks import Decision
from croupier.core.cards import FACES, PACK, text
from croupier.core.felt import BOARD, Cards, Chips, Deal, Spot
from croupier.core.hand import Hand
from croupier.games import holdem, omaha, omaha_hilo
from croupier.procedure.blinds import Blinds, Places

RAISES: Final = 3
"""After the bet of a limit round (CR-22, TH-29)."""
FACE: Final = tuple(next(Card.parse(face)) for face in FACES[:52])
AUTOMATIONS: Final = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


@dataclass(frozen=True)
class Variant:
    game: Any
    limit: str
    structure: BettingStructure
    hole: int
    hands: tuple[Any, ...]


FIXED, POT, NO = (
    BettingStructure.FIXED_LIMIT,
    BettingStructure.POT_LIMIT,
    BettingStructure.NO_LIMIT,
)
HOLDEM, OMAHA = (StandardHighHand,), (OmahaHoldemHand,)
HILO: Final = (OmahaHoldemHand, OmahaEightOrBetterLowHand)
VARIANTS: Final = {
    "no-limit hold'em": Variant(holdem, "no_limit", NO, 2, HOLDEM),
    "pot-limit hold'em": Variant(holdem, "pot_limit", POT, 2, HOLDEM),
    "limit hold'em": Variant(holdem, "limit", FIXED, 2, HOLDEM),
    "pot-limit omaha": Variant(omaha, "pot_limit", POT, 4, OMAHA),
    "limit omaha": Variant(omaha, "limit", FIXED, 4, OMAHA),
    "limit omaha hi-lo": Variant(omaha_hilo, "limit", FIXED, 4, HILO),
}


class Table(State):
    """PokerKit's state. It takes the decision that was compared, also where its own rule refuses
    it, and shows every hand (TH-48).
    """

    call: int | None = None
    """What the next call costs by the rulebook."""

    def __post_init__(self, *args):
        self.worth = {}
        super().__post_init__(*args)

    @property
    def checking_or_calling_amount(self):
        if self.call is not None:
            return self.call
        return State.checking_or_calling_amount.fget(self)

    def verify_folding(self):
        """A player may always fold (CR-42, TH-37)."""

    def verify_completion_betting_or_raising_to(self, amount=None):
        return amount

    def can_win_now(self, player_index):
        """No hand is taken away at the showdown: all are read (TH-48)."""
        return True

    def get_up_hand(self, player_index, board_index, hand_type_index):
        """PokerKit's reading, worked out once."""
        key = player_index, hand_type_index, len(self.board_cards)
        if key not in self.worth:
            self.worth[key] = super().get_up_hand(player_index, board_index, hand_type_index)
        return self.worth[key]


@dataclass(frozen=True)
class Setup:
    """What is chosen before the first card. Stacks stand in order from the left of the button."""

    variant: Variant
    chip: int
    small: int
    big: int
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    deck: tuple[int, ...]
    nerve: float
    """How often the players raise."""

    def hand(self) -> Hand:
        rules = self.variant.game.Rules(
            chip=self.chip,
            limit=self.variant.limit,
            small_blind=self.small,
            big_blind=self.big,
            min_buy_in=self.chip,
            max_seats=10,
        )
        chips = {(s, "stack"): n for s, n in zip(self.seats, self.stacks, strict=True)}
        carry = self.variant.game.Carry(blinds=Blinds(places=self.last_places()))
        return Hand(self.variant.game, rules, chips, Deal(self.deck), carry)

    def last_places(self) -> Places:
        """Button and blinds of the hand before, so that all move on by one (CR-06, CR-18)."""
        *_, before, button = self.seats
        if len(self.seats) == 2:
            return Places(before, before, button)
        return Places(before, button, self.seats[0])

    def table(self) -> Table:
        """PokerKit's table: its players 0, 1, … sit from the left of the button.

        PokerKit lets four raises follow the big blind; here it is the bet of the round (CR-22).
        Its fixed-limit hi-lo game is pot-limit by mistake, so no game of its own is used.
        """
        fixed = self.variant.structure is FIXED
        streets = []
        for at, up in enumerate((0, 3, 1, 1)):
            down = () if up else (False,) * self.variant.hole
            unit = self.big * (2 if fixed and at > 1 else 1)
            most = RAISES + (at > 0) if fixed else None
            streets.append(Street(bool(up), down, up, False, Opening.POSITION, unit, most))
        return Table(
            AUTOMATIONS,
            Deck.STANDARD,
            self.variant.hands,
            tuple(streets),
            self.variant.structure,
            True,
            0,
            (self.small, self.big),
            0,
            self.stacks,
            len(self.seats),
            divmod=lambda amount, count: whole(amount, count, self.chip),
        )


def whole(amount: int, count: int, chip: int) -> tuple[int, int]:
    """A quotient in whole chips, and the rest."""
    each = amount // (count * chip) * chip
    return each, amount - each * count


def setup(variant: Variant, rng: Random) -> Setup:
    """Two to ten players, many of them with next to nothing."""
    count = rng.choice((2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10))
    chip = rng.choice((1, 1, 1, 25))
    small, big = rng.choice(((1, 2), (1, 3), (2, 4), (3, 5), (5, 10), (10, 15), (4, 4)))
    small -= equal_blinds_heads_up(small, big, count)
    seats = sorted(rng.sample(range(1, 11), count))
    turn = rng.randrange(count)
    depth, least = rng.choice((1, 4, 12, 60)), rng.choice((1, 1, 8 * big))
    tops = [big * rng.choice((1, 2, depth, depth, 3 * depth)) for _ in seats]
    stacks = [rng.randint(1, top) if top > least else least + rng.randint(0, top) for top in tops]
    deck = list(PACK)
    rng.shuffle(deck)
    order = tuple(seats[turn:] + seats[:turn])
    stacks = tuple(stack * chip for stack in stacks)
    return Setup(
        variant,
        chip,
        small * chip,
        big * chip,
        order,
        stacks,
        tuple(deck),
        rng.choice((0.2, 0.4, 0.6)),
    )


def equal_blinds_heads_up(small: int, big: int, count: int) -> bool:
    """PokerKit then lets the big blind speak first, against CR-18 and TH-19: not dealt."""
    return count == 2 and small == big


@dataclass
class Offer:
    """What a player may do: the cost of a call (0 is a check), and the bounds of a raise *to*."""

    call: int
    low: int = 0
    high: int = 0


@dataclass
class Book:
    """A betting round by the clauses, on PokerKit's chips."""

    setup: Setup
    state: Table
    unit: int
    step: int
    """The last full bet or raise (TH-28)."""
    full: int
    """The last bet of a limit round that counts (CR-31)."""
    made: int
    """Bets and raises that count (CR-22)."""
    acted: set[int] = field(default_factory=set)
    answered: set[int] = field(default_factory=set)
    """Who has acted since the last bet that counts."""
    short: bool = False
    """Somebody has bet or raised all-in for less than the limit."""
    uncapped: bool = False

    @classmethod
    def open(cls, setup: Setup, state: Table) -> "Book":
        unit = state.street.min_completion_betting_or_raising_amount
        first = state.street_index == 0
        book = cls(setup, state, unit, unit, setup.big if first else 0, int(first))
        book.look()
        return book

    @property
    def fixed(self) -> bool:
        return self.setup.variant.structure is FIXED

    def able(self) -> list[int]:
        state = self.state
        return [i for i in state.player_indices if state.statuses[i] and state.stacks[i]]

    def standing(self) -> int:
        """The bet to call. A short big blind counts as whole, but the last player with chips need
        only match the largest all-in (CR-40, TH-66).
        """
        bets = max(self.state.bets)
        blind = self.setup.big if self.state.street_index == 0 and len(self.able()) > 1 else 0
        return max(bets, blind)

    def look(self) -> None:
        """Two players left lift the cap unless it is reached (CR-22)."""
        self.uncapped |= sum(self.state.statuses) == 2 and self.made <= RAISES

    def offer(self) -> Offer:
        state, standing = self.state, self.standing()
        i = state.actor_index
        bet, stack = state.bets[i], state.stacks[i]
        offer = Offer(min(standing - bet, stack))
        if len(self.able()) > 1 and stack > standing - bet and self.may_raise(i, standing - bet):
            offer.low, offer.high = self.bounds(standing, bet, bet + stack)
        return offer

    def may_raise(self, i: int, faced: int) -> bool:
        """CR-22 and CR-31 in limit, TH-44 and TH-67 in the other games."""
        if self.fixed:
            return (self.made <= RAISES or self.uncapped) and i not in self.answered
        return i not in self.acted or faced >= self.step

    def bounds(self, standing: int, bet: int, total: int) -> tuple[int, int]:
        if self.fixed:
            return (min(self.full + self.unit, total),) * 2
        low = min(standing + self.step, total)
        if self.setup.variant.structure is NO:
            return low, total
        pot_after_call = self.state.total_pot_amount + standing - bet  # TH-29
        return low, min(total, max(low, standing + pot_after_call))

    def note(self, i: int, standing: int, to: int) -> None:
        """An act was done: a raise to an amount, or none."""
        self.acted.add(i)
        by = to - standing if to else 0
        if not by:
            self.answered.add(i)
        elif not self.fixed:
            self.step = max(self.step, by)
        else:
            self.short |= to != standing + self.unit
            if 2 * by >= self.unit or to == self.full + self.unit:
                self.full, self.made, self.answered = to, self.made + 1, set()
            self.answered.add(i)
        self.look()


@dataclass(frozen=True)
class Difference:
    """A rule that PokerKit has not: what it changes, and exactly when.

    It may change the cost of a call, the bounds of a raise, or whether there may be one: PokerKit
    refuses what a clause allows, or allows what a clause refuses.
    """

    clauses: tuple[str, ...]
    changes: frozenset[str]
    applies: Callable[[Book, int], bool]


def short_big_blind(book: Book, i: int) -> bool:
    """The big blind is all-in for less, nobody has yet put in a whole one, and two can still bet.
    PokerKit takes the largest blind posted for the bet to call.
    """
    return max(book.state.bets) < book.standing()


def blind_is_a_full_bet(book: Book, i: int) -> bool:
    """All bets and raises of the round together were all-in for less than a big blind each, and the
    player has acted. PokerKit takes the first of them for a full raise, whatever its size.
    """
    largest = book.state.completion_betting_or_raising_amount
    return not book.fixed and 0 < largest < book.setup.big and i in book.acted


def short_all_ins_add_up(book: Book, i: int) -> bool:
    """Short all-ins have come to a full raise for a player who has acted, and another followed.
    PokerKit then counts from nothing again.
    """
    state = book.state
    since = sum(state.consecutive_short_all_in_amounts)
    full = state.completion_betting_or_raising_amount
    faced = max(state.bets) - state.bets[i]
    return not book.fixed and i in book.acted and 0 < since < full <= faced


def short_all_in_in_limit(book: Book, i: int) -> bool:
    """Somebody is all-in for a part of a bet: less than half counts as nothing, more as a bet.
    PokerKit adds a unit to any, counts any, and lets none reopen.
    """
    return book.fixed and book.short


def two_players_have_no_cap(book: Book, i: int) -> bool:
    """PokerKit keeps the cap heads-up."""
    return book.fixed and book.made > RAISES and book.uncapped


def all_others_are_covered(book: Book, i: int) -> bool:
    """Another player still has chips, but none has more than the call. PokerKit refuses a raise
    that nobody could call; no clause does, and what nobody matches goes back.
    """
    state, standing = book.state, book.standing()
    others = [j for j in state.player_indices if state.statuses[j] and j != i]
    return all(state.bets[j] + state.stacks[j] <= standing for j in others)


DIFFERENCES: Final = {
    "short big blind": Difference(
        ("CR-40", "TH-66"), frozenset({"call", "bounds", "allows"}), short_big_blind
    ),
    "the blind is a full bet": Difference(
        ("CR-31", "TH-44", "TH-67"), frozenset({"allows"}), blind_is_a_full_bet
    ),
    "short all-ins add up": Difference(
        ("CR-31", "TH-67"), frozenset({"refuses"}), short_all_ins_add_up
    ),
    "short all-in in limit": Difference(
        ("CR-31", "TH-44", "TH-67"),
        frozenset({"bounds", "allows", "refuses"}),
        short_all_in_in_limit,
    ),
    "two players have no cap": Difference(
        ("CR-22", "TH-29"), frozenset({"refuses"}), two_players_have_no_cap
    ),
    "all others are covered": Difference(
        ("CR-41", "CR-42"), frozenset({"refuses"}), all_others_are_covered
    ),
}


def changes(ruled: Offer, raw: Offer) -> set[str]:
    """What PokerKit says otherwise than the clauses."""
    found = {"call"} if ruled.call != raw.call else set()
    if ruled.low and raw.low:
        return found | ({"bounds"} if (ruled.low, ruled.high) != (raw.low, raw.high) else set())
    return found | ({"refuses"} if ruled.low else {"allows"} if raw.low else set())


class Mismatch(AssertionError):
    """The engines differ and no clause says why."""


@dataclass
class Run:
    """One hand in both engines."""

    setup: Setup
    rng: Random
    hand: Hand
    state: Table
    seen: Counter[str]
    deck: list[Card]
    book: Book | None = None
    river: bool = False
    """Somebody was asked on the river."""
    log: list[str] = field(default_factory=list)

    def play(self) -> None:
        state = self.state
        while state.status:
            if state.actor_index is None:
                self.book = None
                self.deal()
                continue
            self.book = self.book or Book.open(self.setup, state)
            if nothing_to_answer(self.book):
                self.seen["nothing to answer"] += 1
                state.check_or_call()
            else:
                self.decide()
        self.check("over", self.hand.over, True)
        self.check("shown in order", self.our_shows(), self.shows())
        pots = pushed(state)
        if sum(state.statuses) > 1:
            amounts = [sum(sum(part.amounts) for part in parts) for parts in pots.values()]
            self.check("pots", self.our_pots(), amounts)
        ruled = fair_stacks(state, pots, self.setup.chip, self.seen)
        self.check("stacks at the end", self.our_chips("stack"), ruled)

    def deal(self) -> None:
        """PokerKit waits for a card or for a hand to be shown. Deck order: TH-22."""
        state = self.state
        if any(state.hole_dealing_statuses):
            count = len(self.setup.seats)
            top, self.deck = (
                self.deck[: count * self.setup.variant.hole],
                self.deck[count * self.setup.variant.hole :],
            )
            for i in range(count):
                state.deal_hole(top[i::count], i)
        elif state.card_burning_status:
            state.burn_card(self.deck.pop(0))
        elif any(state.board_dealing_counts):
            count = state.board_dealing_counts[0]
            state.deal_board(self.deck[:count])
            del self.deck[:count]
        else:
            state.show_or_muck_hole_cards(True)

    def decide(self) -> None:
        hand, state = self.hand, self.state
        i = state.actor_index
        self.check("asked", list(hand.ask.options) if hand.ask else [], [self.setup.seats[i]])
        self.check("stacks", self.our_chips("stack"), state.stacks)
        self.check("bets", self.our_chips("bet"), state.bets)
        self.check(
            "board", self.our_board(), [card for cards in state.board_cards for card in cards]
        )
        self.check("hole", self.our_hole(i), state.hole_cards[i])
        if state.street_index == 3 and not self.river:
            self.river = True
            self.seen["rivers"] += 1
        ruled = self.book.offer()
        self.explain(ruled, theirs(state))
        self.check("offer", self.ours(), ruled)
        self.act(i, ruled)

    def ours(self) -> Offer:
        (options,) = self.hand.ask.options.values()
        by_act = {option.act: option for option in options}
        self.check("a fold", "fold" in by_act, True)
        self.check("check or call", ("check" in by_act) + ("call" in by_act), 1)
        up = by_act.get("raise") or by_act.get("bet")
        if up:
            self.check("name of a raise", up.act, "raise" if self.book.standing() else "bet")
            self.check("step", up.step, self.setup.chip if up.low < up.high else 1)
        call = by_act["call"].low if "call" in by_act else 0
        return Offer(call, up.low, up.high) if up else Offer(call)

    def explain(self, ruled: Offer, raw: Offer) -> None:
        """Each thing that PokerKit says otherwise than the clauses must have a name."""
        i = self.state.actor_index
        left = changes(ruled, raw)
        for name, difference in DIFFERENCES.items():
            if left & difference.changes and difference.applies(self.book, i):
                self.seen[name] += 1
                left = left - difference.changes
        if left:
            self.fail(f"no clause for what PokerKit {left}", ruled, raw)

    def act(self, i: int, offer: Offer) -> None:
        """The same random decision in both."""
        state, seat, standing = self.state, self.setup.seats[i], self.book.standing()
        act, to = choose(self.rng, offer, self.setup)
        self.seen[act] += 1
        self.log.append(f"{seat} {act} {to}" if to else f"{seat} {act}")
        if act == "fold":
            self.seen["fold without a bet"] += not offer.call
            self.hand.decide(seat, Decision("fold"))
            state.fold()
        elif act == "call":
            self.hand.decide(seat, Decision("call" if offer.call else "check"))
            state.call = offer.call
            state.check_or_call()
            state.call = None
        else:
            self.hand.decide(seat, Decision("raise" if standing else "bet", to))
            blind_was_short = max(state.bets) < standing
            state.complete_bet_or_raise_to(to)
            if blind_was_short:  # CR-40: the raise counts from the whole blind.
                state.completion_betting_or_raising_amount = to - standing
        self.seen["all-in"] += act != "fold" and not state.stacks[i]
        self.book.note(i, standing, to)

    def our_chips(self, word: str) -> list[int]:
        return [self.hand.felt.chips.get((seat, word), 0) for seat in self.setup.seats]

    def our_board(self) -> list[Card]:
        return [FACE[card] for card in self.hand.felt.cards.get(BOARD, ())]

    def our_hole(self, i: int) -> list[Card]:
        return [FACE[card] for card in self.hand.felt.cards[self.setup.seats[i], "hole"]]

    def our_pots(self) -> list[int]:
        """What was paid from each pot, the main pot first: the last side pot is paid first."""
        paid: dict[Spot, int] = {}
        for event in self.hand.events:
            if isinstance(event, Chips) and event.why == "win":
                paid[event.src] = paid.get(event.src, 0) + event.amount
        return list(paid.values())[::-1]

    def our_shows(self) -> list[int]:
        shown = [e.src[0] for e in self.hand.events if isinstance(e, Cards) and e.why == "show"]
        return [self.setup.seats.index(seat) for seat in shown]

    def shows(self) -> list[int]:
        """The last to bet on the river shows first. PokerKit shows as soon as all are all-in, from
        the last bettor of that round; here it is at the end, from the left of the button, if there
        was no bet on the river (HE-12, TH-68, TH-69).
        """
        shown = {
            operation.player_index: None
            for operation in self.state.operations
            if isinstance(operation, HoleCardsShowingOrMucking)
        }
        if self.river:
            return list(shown)
        self.seen["all-in before the river"] += list(shown) != sorted(shown)
        return sorted(shown)

    def check(self, what: str, ours: object, expected: object) -> None:
        if ours != expected:
            self.fail(what, ours, expected)

    def fail(self, what: str, ours: object, expected: object) -> None:
        start = self.setup
        stacks = dict(zip(start.seats, start.stacks, strict=True))
        raise Mismatch(
            f"{what}: {ours}, not {expected}\n"
            f"blinds {start.small}/{start.big}, from the left of the button {stacks}\n"
            f"deck {text(start.deck)}\n"
            f"{'; '.join(self.log)}"
        )


def nothing_to_answer(book: Book) -> bool:
    """PokerKit asks the last player with chips though they owe nothing and nobody can call
    (CR-43, TH-68).
    """
    state = book.state
    owes_nothing = state.bets[state.actor_index] >= max(state.bets)
    return owes_nothing and book.able() == [state.actor_index]


def theirs(state: Table) -> Offer:
    """What PokerKit offers by its own rules."""
    low = state.min_completion_betting_or_raising_to_amount
    high = state.max_completion_betting_or_raising_to_amount
    return Offer(state.checking_or_calling_amount, low or 0, high or 0)


def choose(rng: Random, offer: Offer, start: Setup) -> tuple[str, int]:
    """A random legal decision: a fold, a call or check, or a raise to an amount."""
    low, high, chip = offer.low, offer.high, start.chip
    if rng.random() < (0.15 if offer.call else 0.02):
        return "fold", 0
    if rng.random() > start.nerve or not low:
        return "call", 0
    any_more = rng.randint(0, (high - low) // chip) * chip
    some_more = min(high - low, rng.randint(0, low // chip) * chip)
    return "raise", rng.choice((low, low, low + some_more, low + any_more, high))


# The division of the pots.


Pushes = dict[int, list[ChipsPushing]]


def pushed(state: Table) -> Pushes:
    """What PokerKit has paid, pot by pot."""
    pots: Pushes = {}
    for operation in state.operations:
        if isinstance(operation, ChipsPushing):
            pots.setdefault(operation.pot_index, []).append(operation)
    return pots


def fair_stacks(state: Table, pots: Pushes, chip: int, seen: Counter[str]) -> list[int]:
    """PokerKit's stacks, put right where a clause divides a pot otherwise."""
    stacks = list(state.stacks)
    if sum(state.statuses) == 1:
        return stacks
    for at, parts in pots.items():
        amount = sum(sum(part.amounts) for part in parts)
        players = state._pots[at].player_indices
        ruled, why = divide(state, players, amount // chip, len(parts) > 1)
        paid = {i: sum(part.amounts[i] for part in parts) for i in players}
        if any(paid[i] != ruled[i] * chip for i in players):
            if not why:
                raise Mismatch(f"PokerKit divides {amount} as {paid}, the clauses as {ruled}")
            seen.update(set(why))
        for i in players:
            stacks[i] += ruled[i] * chip - paid[i]
    return stacks


def divide(
    state: Table, players: tuple[int, ...], amount: int, halves: bool
) -> tuple[dict[int, int], list[str]]:
    """A pot by the clauses, and which of them PokerKit does not keep here."""
    highs, lows = best(state, players, 0), best(state, players, 1) if halves else []
    why = []
    if halves and not lows:
        why.append("no low in this pot")  # OM-04, CR-30
    if lows and highs == lows and len(highs) > 1:
        why.append("both halves as one")  # CR-32
    shares = [(amount, highs)]
    if lows and highs != lows:
        shares = [(amount - amount // 2, highs), (amount // 2, lows)]
    ruled = dict.fromkeys(players, 0)
    for part, takers in shares:
        each, odd = divmod(part, len(takers))
        if odd > 1:
            why.append("odd chips one each")  # CR-32, TH-53
        for turn, i in enumerate(takers):
            ruled[i] += each + (turn < odd)
    return ruled, why


OTHERS: Final = {
    "fold without a bet": ("CR-42", "TH-37"),
    "nothing to answer": ("CR-43", "TH-68"),
    "all-in before the river": ("HE-12", "TH-68", "TH-69"),
    "odd chips one each": ("CR-32", "TH-53"),
}
HALVES: Final = {
    "both halves as one": ("CR-32",),
    "no low in this pot": ("CR-30", "OM-04"),
}


def best(state: Table, players: tuple[int, ...], kind: int) -> list[int]:
    """The best hands among the players of a pot, as PokerKit reads them."""
    hands = {i: hand for i in players if (hand := state.get_up_hand(i, 0, kind)) is not None}
    top = max(hands.values(), default=None)
    return [i for i, hand in hands.items() if hand == top]


def compare(name: str, seed: int, seen: Counter[str] | None = None) -> Run:
    """One random hand in both engines; `Mismatch` if they part without a clause."""
    rng = Random(f"{name} {seed}")
    start = setup(VARIANTS[name], rng)
    seen = Counter() if seen is None else seen
    run = Run(start, rng, start.hand(), start.table(), seen, [FACE[card] for card in start.deck])
    try:
        run.play()
    except Exception as fault:
        fault.add_note(f"compare({name!r}, {seed})")
        raise
    return run


def compare_many(name: str, seeds: range) -> Counter[str]:
    """What was seen in the hands."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        compare(name, seed, seen)
        seen["hands"] += 1
    return seen
