"""A betting round, for every game in which players bet on a pot.

The round is a queue of the seats that must still answer: `offer` says what the next of them may do,
`answer` does it, `heed` does what the floor rules meanwhile.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, Literal

from msgspec import Struct

from croupier.core.asks import Ask, Decision, Option, Play
from croupier.core.felt import HOUSE, MUCK, Felt, Seat, Spot
from croupier.core.hand import Void
from croupier.core.words import Deed
from croupier.procedure.pots import pot_size
from croupier.procedure.turns import from_left, live

Limit = Literal["limit", "pot_limit", "no_limit"]

FOLD: Final = Option("fold")
CHECK: Final = Option("check")
FOULED_DECK: Final = Option("fouled deck", clause="CR-27")
MISDEAL: Final = Option("misdeal", clause="CR-26")
MISDEAL_BEFORE: Final = 2
"""Once this many have acted, a fault of the deal is no longer put right (CR-26, TH-63)."""


class Redeal(Void):
    """The floor rules that a deal does not count; a game says what of it stays (CR-26, CR-27)."""


class Limits(Struct, frozen=True):
    """Bounds of the bets and raises of one round."""

    limit: Limit
    unit: int
    """The bet of a limit round; else the least bet and the least raise."""
    chip: int = 1
    raises: int = 0
    """How many raises may follow the bet; 0 is no limit."""
    uncap_any_time: bool = False
    """Two players left lift the cap even after it was reached (PN-06)."""
    double_bet: bool = False
    """A raise is to at least twice the bet (TH-28)."""
    most: int = 0
    """The largest bet or raise, 0 is none (PN-07)."""
    check_raise: bool = True


class Round(Struct, gc=False):
    """What a betting round knows while it runs.

    An example, no limit with a big blind of 4: it stands, so `high`, `full` and `step` are 4 and
    `made` is 1. A raise to 12 gives `high` 12, `step` 8 and `made` 2. An all-in to 15 is short of
    a raise to 20: `high` is 15, but `step` and `made` stay, so the raising is not open again to the
    player who made it 12. With a limit of 4, an all-in to 5 over a bet of 4 makes `high` 5 and
    leaves `full` at 4: the next raise is to 8.
    """

    limits: Limits
    order: Sequence[Seat]
    """In which order the seats have their turns."""
    high: int
    """The bet that stands."""
    full: int
    """In a limit round the last full bet: a short all-in may stand above it (CR-31)."""
    step: int
    """The last full raise (TH-28)."""
    made: int
    """Bets and raises so far that count."""
    players: list[Seat]
    """The seats that hold cards."""
    able: list[Seat]
    """Those of them with chips to bet."""
    queue: list[Seat]
    """The seats that must still answer, the next in turn first."""
    waits: Seat = 0
    """Who is passed over until all others have acted (LB-25)."""
    folded: str = ""
    """The spot on which a folded hand stays with its player, where it does not go to the muck."""
    free: bool = False
    """Whether nothing but a short all-in closes the raising."""
    last: Seat = 0
    """Who bet or raised last."""
    uncapped: bool = False
    acted: set[Seat] = set()
    checked: set[Seat] = set()


def open_round(
    felt: Felt,
    order: Sequence[Seat],
    limits: Limits,
    *,
    high: int = 0,
    made: int | None = None,
    first_turn: Sequence[Seat] = (),
    waits: Seat = 0,
    folded: str = "",
) -> Round:
    """A round before its first question. `high` is the blind bet that stands; `first_turn` who is
    asked in what order before any raise, where it is not simply `order`.
    """
    chips, players = felt.chips, live(felt, order)
    able = [seat for seat in players if chips.get((seat, "stack"))]
    queue = [seat for seat in first_turn if seat in able] if first_turn else able[:]
    queue = passing_over(queue, waits, set()) if waits else queue
    made, step = (high > 0) if made is None else made, max(limits.unit, high)
    free = limits.check_raise and not limits.raises
    return Round(limits, order, high, high, step, made, players, able, queue, waits, folded, free)


def betting_round(
    felt: Felt, state: Round, clause: str, rulings: "MayRule | None" = None
) -> Play[Round]:
    """In turn until everybody has answered the last bet (CR-42, TH-39).

    `rulings` is what the floor may rule, where that is more than a dead hand or a fouled deck. A
    game with rules of its own in the betting writes this loop itself.
    """
    may_rule = partial(rulings or always, state)
    while options := offer(felt, state):
        who, decision = yield Ask(
            {state.queue[0]: options}, clause, "decision_seconds", False, may_rule
        )
        if who == HOUSE:
            heed(felt, state, decision)
        else:
            answer(felt, state, decision)
    return state


def offer(felt: Felt, state: Round) -> tuple[Option, ...]:
    """What the next in turn may do; nothing when the round is over."""
    queue, players = state.queue, state.players
    if not queue or len(players) < 2:
        return ()
    seat, chips = queue[0], felt.chips
    mine, stack = chips.get((seat, "bet"), 0), chips[seat, "stack"]
    alone = len(state.able) < 2
    owed = last_owes(felt, seat, players) if alone else state.high - mine
    first, second = CHECK, FOLD  # A player may always fold (CR-42, TH-37).
    if owed > 0:
        put = min(stack, owed)
        first, second = FOLD, Option("call", put, put)
    if alone:
        return (first, second) if owed > 0 else ()  # CR-43, TH-68: nobody is left to bet against.
    fresh = state.free and seat not in state.acted
    if stack > owed and (fresh or may_raise(seat, mine, players, state)):
        return first, second, raising(felt, mine, stack, state)
    return first, second


def answer(felt: Felt, state: Round, decision: Decision) -> None:
    """Do what the next in turn has decided."""
    seat, act = state.queue.pop(0), decision.act
    state.acted.add(seat)
    if act == "check":
        state.checked.add(seat)
    elif act == "fold":
        dst = (seat, state.folded) if state.folded else MUCK
        felt.move((seat, "hole"), dst, why="fold")
        state.players.remove(seat)
        state.able.remove(seat)
    else:
        chips, stack, bet, to = felt.chips, (seat, "stack"), (seat, "bet"), decision.amount
        felt.pay(stack, bet, to if act == "call" else to - chips.get(bet, 0), act)
        if not chips[stack]:
            state.able.remove(seat)
        if act != "call":
            advance(state, to, seat)
            ask_again(state, seat)


def ask_again(state: Round, seat: Seat) -> None:
    """After a bet or raise everybody else with chips must answer it, from the left."""
    queue = [s for s in from_left(state.order, seat) if s in state.able and s != seat]
    state.queue = passing_over(queue, state.waits, state.acted) if state.waits else queue


def heed(felt: Felt, state: Round, ruling: Decision) -> None:
    """Do what the floor has ruled: a dead hand has no turn any more (CR-28)."""
    obey(felt, ruling.act, ruling.spot, ruling.cards)
    state.players = players = live(felt, state.order)
    state.able = [seat for seat in state.able if seat in players]
    state.queue = [seat for seat in state.queue if seat in players]


def passing_over(queue: list[Seat], waits: Seat, acted: set[Seat]) -> list[Seat]:
    """The straddler acts after everybody else has acted once, then in normal turn (LB-25)."""
    if waits in acted or waits not in queue:
        return queue
    others = [seat for seat in queue if seat != waits]
    at = max((n for n, seat in enumerate(others, 1) if seat not in acted), default=0)
    return [*others[:at], waits, *others[at:]]


def last_owes(felt: Felt, seat: Seat, players: Sequence[Seat]) -> int:
    """The last player with chips need only match the largest all-in (TH-66)."""
    bets = felt.chips
    return max(bets.get((s, "bet"), 0) for s in players if s != seat) - bets.get((seat, "bet"), 0)


def may_raise(seat: Seat, mine: int, players: Sequence[Seat], state: Round) -> bool:
    """Whether the raising is open to a player (CR-22, CR-31, TH-29, TH-44, TH-67, LB-07)."""
    limits = state.limits
    if seat in state.checked and not limits.check_raise:
        return False
    if limits.raises:
        capped = state.made > limits.raises
        if len(players) == 2 and (limits.uncap_any_time or not capped):
            state.uncapped = True
        if capped and not state.uncapped:
            return False
    if seat not in state.acted:
        return True
    if limits.limit == "limit":
        return state.full > mine
    return state.high - mine >= full_raise(state, mine)


def raising(felt: Felt, mine: int, stack: int, state: Round) -> Option:
    """The least and the most that a bet or raise may be made to; all-in for less is allowed."""
    limits, high, most = state.limits, state.high, mine + stack
    act: Deed = "raise" if high else "bet"
    if limits.limit == "limit":
        to = min(state.full + limits.unit, most)
        return Option(act, to, to)
    least = high + (high if high and limits.double_bet else state.step)
    if least >= most:
        return Option(act, most, most)
    if limits.limit == "pot_limit":  # TH-29
        most = min(most, max(least, 2 * high - mine + pot_size(felt.chips)))
    if limits.most:  # PN-07
        most = min(most, max(least, high + limits.most))
    chip = limits.chip
    return Option(act, least, most, 1 if (most - least) % chip else chip)


def advance(state: Round, to: int, seat: Seat) -> None:
    """A bet or raise stands now. One that is too short counts as none (CR-31, TH-44, PN-07)."""
    by, unit = to - state.high, state.limits.unit
    full = full_raise(state, state.high)
    state.high, state.last = to, seat
    if state.limits.limit == "limit":
        if to == state.full + unit or 2 * by >= unit:
            state.full, state.made = to, state.made + 1
    elif by >= full:
        state.step, state.made = by, state.made + 1


def full_raise(state: Round, over: int) -> int:
    """The least full raise over a bet (TH-28)."""
    return max(over, state.limits.unit) if state.limits.double_bet else state.step


MayRule = Callable[[Round], Iterable[Option]]
"""What the floor may rule at a point of a round."""


def always(state: Round) -> Iterator[Option]:
    """What may be ruled as long as there is betting (CR-27, CR-28)."""
    yield from dead_hands(state.players)
    yield FOULED_DECK


def dead_hands(seats: Iterable[Seat]) -> Iterator[Option]:
    """Each of these hands may be ruled dead (CR-28)."""
    return (Option("dead hand", spot=(seat, "hole"), clause="CR-28") for seat in seats)


def obey(felt: Felt, act: Deed, spot: Spot, cards: Sequence[int]) -> None:
    """Do with the cards what the floor has ruled (CR-26 to CR-28, HE-10)."""
    if act in ("misdeal", "fouled deck"):
        raise Redeal(act)
    if act == "dead hand" and spot in felt.cards:
        felt.move(spot, MUCK, why="dead hand")
    exposed = [card for card in felt.cards.get(spot, ()) if card in cards][:1]
    if act == "replace card" and exposed:
        felt.move(spot, MUCK, exposed, why="replace card")
        felt.deal(spot, why="replace card")
