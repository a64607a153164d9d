"""A betting round, the pots and their division, for every game in which players bet on a pot.

The round is a queue of who must still answer. Bets of a round lie before the players; at its end
they are gathered into the main pot and, where somebody is all-in, into side pots.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, Literal

from msgspec import Struct

from croupier.core.asks import Ask, Option, Play
from croupier.core.felt import HOUSE, MUCK, POT, Felt, Seat, Spot
from croupier.core.hand import Void
from croupier.core.words import Word

Limit = Literal["limit", "pot_limit", "no_limit"]

FOLD: Final = Option("fold")
CHECK: Final = Option("check")
CHECK_OR_FOLD: Final = (CHECK, FOLD)
"""He may always fold (CR-42, TH-37)."""
FOULED_DECK: Final = Option("fouled deck", clause="CR-27")
MISDEAL: Final = Option("misdeal", clause="CR-26")
MISDEAL_BEFORE: Final = 2
"""So many have acted, and a fault of the deal is put right no more (CR-26, TH-63)."""


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
    """What a betting round knows while it runs."""

    limits: Limits
    high: int
    """The bet that stands."""
    full: int
    """The last full bet: a short all-in may stand above it (CR-31)."""
    step: int
    """The last full raise (TH-28)."""
    made: int
    """Bets and raises so far that count."""
    players: list[Seat]
    """Who holds cards."""
    able: list[Seat]
    """Who of them has chips to bet."""
    last: Seat = 0
    """Who bet or raised last."""
    uncapped: bool = False
    acted: set[Seat] = set()
    checked: set[Seat] = set()


def clockwise(seats: Sequence[Seat], behind: Seat) -> list[Seat]:
    """The seats in turn from the left of one, who comes last himself; he may have left."""
    return [s for s in seats if s > behind] + [s for s in seats if s <= behind]


def from_left(order: Sequence[Seat], seat: Seat) -> list[Seat]:
    """An order of turns begun at the left of one of its seats."""
    at = order.index(seat) + 1
    return [*order[at:], *order[:at]]


def live(felt: Felt, order: Sequence[Seat]) -> list[Seat]:
    """Who still holds cards."""
    cards = felt.cards
    return [seat for seat in order if (seat, "hole") in cards]


def betting_round(
    felt: Felt,
    order: Sequence[Seat],
    limits: Limits,
    clause: str,
    *,
    high: int = 0,
    made: int | None = None,
    first_turn: Sequence[Seat] | None = None,
    rulings: "MayRule | None" = None,
    folded: str = "",
    waits: Seat = 0,
) -> Play[Round]:
    """In turn until everybody has answered the last bet (CR-42, TH-39).

    `high` is the blind bet that stands; `first_turn` who is asked in what order before any raise,
    where it is not simply `order`; `rulings` what the floor may rule in it, where that is more than
    a dead hand or a fouled deck; `folded` the word of the spot on which a folded hand stays with
    its player, where it does not go to the muck; `waits` who is passed over until all others acted.
    """
    chips, players = felt.chips, live(felt, order)
    able = [seat for seat in players if chips.get((seat, "stack"))]
    made = (high > 0) if made is None else made
    state = Round(limits, high, high, max(limits.unit, high), made, players, able)
    queue = [seat for seat in first_turn if seat in able] if first_turn else able[:]
    queue = passing_over(queue, waits, state.acted) if waits else queue
    acted, free = state.acted, limits.check_raise and not limits.raises
    may_rule = partial(rulings or always, state)
    while queue and len(players) > 1:
        seat = queue[0]
        mine, stack = chips.get((seat, "bet"), 0), chips[seat, "stack"]
        alone = len(able) < 2
        owed = last_owes(felt, seat, players) if alone else state.high - mine
        if owed <= 0 and alone:
            break  # CR-43, TH-68: nobody is left to bet against.
        options: tuple[Option, ...] = CHECK_OR_FOLD
        if owed > 0:
            put = min(stack, owed)
            options = (FOLD, Option("call", put, put))
        if (
            stack > owed
            and not alone
            and ((free and seat not in acted) or may_raise(seat, mine, players, state))
        ):
            options = (*options, raising(felt, mine, stack, state))
        who, decision = yield Ask({seat: options}, clause, "decision_seconds", False, may_rule)
        if who == HOUSE:
            obey(felt, decision.act, decision.spot, decision.cards)
            state.players = players = live(felt, order)
            state.able = able = [s for s in able if s in players]
            queue = [s for s in queue if s in players]
            continue
        del queue[0]
        acted.add(seat)
        act = decision.act
        if act == "check":
            state.checked.add(seat)
        elif act == "fold":
            felt.move((seat, "hole"), (seat, folded) if folded else MUCK, why="fold")
            players.remove(seat)
            able.remove(seat)
        else:
            put = decision.amount if act == "call" else decision.amount - mine
            felt.pay((seat, "stack"), (seat, "bet"), put, act)
            if put == stack:
                able.remove(seat)
            if act != "call":
                advance(state, decision.amount, seat)
                queue = [s for s in from_left(order, seat) if s in able and s != seat]
                queue = passing_over(queue, waits, state.acted) if waits else queue
    return state


def passing_over(queue: list[Seat], waits: Seat, acted: set[Seat]) -> list[Seat]:
    """He who waits acts when every other has acted once, thereafter in his turn (LB-25)."""
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
    act: Word = "raise" if high else "bet"
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


def pot_size(chips: Mapping[Spot, int]) -> int:
    """All chips in the pots and before the players."""
    return sum(
        amount
        for (seat, word), amount in chips.items()
        if word in ("bet", "ante") or (seat == HOUSE and word.split(" ")[0] in ("pot", "side"))
    )


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


def before_payment(
    felt: Felt, order: Sequence[Seat], pots: int, clause: str = "CR-35"
) -> Iterator[Option]:
    """What may be ruled before the pots are paid: any of them goes to anybody who was dealt in, and
    a hand is dead, but not the last one (CR-28, CR-35).
    """
    for seat in order:
        yield Option("award pot", 0, pots - 1, spot=(seat, "stack"), clause=clause)
    players = live(felt, order)
    yield from dead_hands(players if len(players) > 1 else ())


def obey(felt: Felt, act: Word, spot: Spot, cards: Sequence[int]) -> None:
    """Do with the cards what the floor has ruled (CR-26 to CR-28, HE-10)."""
    if act in ("misdeal", "fouled deck"):
        raise Redeal(act)
    if act == "dead hand" and spot in felt.cards:
        felt.move(spot, MUCK, why="dead hand")
    exposed = [card for card in felt.cards.get(spot, ()) if card in cards][:1]
    if act == "replace card" and exposed:
        felt.move(spot, MUCK, exposed, why="replace card")
        felt.deal(spot, why="replace card")


class Pots(Struct):
    """The main pot and the side pots, the main pot first."""

    pots: list["Pot"] = []

    def open(self) -> "Pot":
        """The pot that takes the next chips."""
        if not self.pots or self.pots[-1].closed:
            spot = (HOUSE, f"side {len(self.pots)}") if self.pots else POT
            self.pots.append(Pot(spot, set()))
        return self.pots[-1]


class Pot(Struct):
    """A pot, whose chips are in it, and whether an all-in has closed it."""

    spot: Spot
    seats: set[Seat]
    closed: bool = False


def gather(felt: Felt, order: Sequence[Seat], pots: Pots) -> None:
    """Uncalled chips go home; bets go to the pots, each closed by the all-ins in it.

    (CR-30, CR-41, TH-34, TH-43, TH-45.)
    """
    chips = felt.chips
    bets = {seat: bet for seat in order if (bet := chips.get((seat, "bet"), 0))}
    if not bets:
        return
    players = live(felt, order)
    return_uncalled(felt, bets, players)
    while bets:
        pot = pots.open()
        all_in = [bets[s] for s in bets if s in players and not chips[s, "stack"]]
        level = min(all_in, default=max(bets.values()))
        for seat, bet in bets.items():
            felt.pay((seat, "bet"), pot.spot, min(bet, level), "gather")
        pot.seats.update(bets)
        pot.closed = bool(all_in)
        bets = {seat: bet - level for seat, bet in bets.items() if bet > level}


def return_uncalled(felt: Felt, bets: dict[Seat, int], players: Sequence[Seat]) -> None:
    """What nobody has matched goes back before the pots are counted (CR-41, TH-43). The bet of a
    hand that was ruled dead stays in (CR-28).
    """
    *_, second, first = 0, *sorted(bets.values())
    lead = max(bets, key=bets.__getitem__)
    if first == second or lead not in players:
        return
    felt.pay((lead, "bet"), (lead, "stack"), first - second, "uncalled")
    bets[lead] = second
    if not second:
        del bets[lead]


Claim = tuple[Spot, list[Seat]]
"""A pot and who may win it."""


def join_pots(felt: Felt, players: Sequence[Seat], pots: Pots) -> list[Claim]:
    """Who may win which pot. A pot without a claimant, or with those of the pot below it, joins
    that pot (TH-45, PN-26, PN-47).
    """
    claims: list[Claim] = []
    for pot in pots.pots:
        seats = [s for s in players if s in pot.seats] if claims or pot.seats else list(players)
        if claims and (not seats or seats == claims[-1][1]):
            felt.pay(pot.spot, claims[-1][0], felt.chips.get(pot.spot, 0), "merge")
        else:
            claims.append((pot.spot, seats or list(players)))
    return claims


def share(felt: Felt, pot: Spot, winners: Sequence[Seat], unit: int) -> None:
    """Equal parts; odd chips one each in the order given, from the button's left (CR-32, TH-53)."""
    parts = divided(felt.chips.get(pot, 0), len(winners), unit)
    for seat, part in zip(winners, parts, strict=True):
        felt.pay(pot, (seat, "stack"), part, "win")


def unclaimed(amount: int, seats: Sequence[Seat], button: Seat, unit: int) -> dict[Seat, int]:
    """Chips to which nobody has a claim of his own, among all who are left (OM-14, PN-50)."""
    order = clockwise(sorted(seats), button)
    if not amount or not order:
        return {}
    return dict(zip(order, divided(amount, len(order), unit), strict=True))


def divided(amount: int, count: int, unit: int) -> list[int]:
    """An amount in equal parts of whole units; odd units go to the first, a last rest too."""
    each, odd = divmod(amount // unit, count)
    parts = [(each + (at < odd)) * unit for at in range(count)]
    parts[0] += amount % unit
    return parts
