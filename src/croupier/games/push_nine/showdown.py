"""The showdown of Push Nine: who takes which pot, and what a tie pushes on."""

from collections.abc import Sequence

from croupier.core.asks import Play
from croupier.core.felt import HOUSE, POT, Felt, Seat
from croupier.games.push_nine.agreements import (
    Entry,
    Push,
    divide_winnings,
    honour,
    mates,
    pay_pot,
    return_stake,
)
from croupier.games.push_nine.company import Carry, Dealt, entry_price
from croupier.games.push_nine.partners import last_to_fold, penalties
from croupier.games.push_nine.rules import Rules
from croupier.procedure.award import awarded, pause
from croupier.procedure.betting import FOULED_DECK, MISDEAL
from croupier.procedure.pots import Pots, best, join_pots
from croupier.procedure.turns import live
from croupier.ranks.pushnine import value


def award(
    rules: Rules, felt: Felt, dealt: Dealt, pots: Pots, last: Seat, *, split: bool
) -> Play[Carry]:
    """Each pot on its own; a tie pushes the main pot, side pots are divided (PN-16, PN-39)."""
    entry, chip = dealt.entry, rules.chip
    shown = [] if split else show_hands(felt, dealt, last)
    given = yield from look(rules, felt, dealt, len(pots.pots))
    players = entitled(rules, felt, dealt)
    values = {s: value(felt.cards[s, "hole"]) for s in players if s in shown}
    joined = enumerate(join_pots(felt, players, pots))
    main, *sides = [(spot, [given[at]] if at in given else seats) for at, (spot, seats) in joined]
    for spot, seats in reversed(sides):
        pay_pot(felt, entry, spot, best(seats, values), chip)
    for cow in entry.cows:
        return_stake(felt, cow, entry_price(rules, dealt.push))
    winners = best(main[1], values)
    if len(winners) > 1 and not split and pushes(rules, felt, dealt, winners):
        divide_cows(rules, felt, dealt.push, entry)
        return push_on(rules, felt, dealt, winners, shown)
    settle_main(rules, felt, dealt.push, entry, winners)
    return Carry(winners[0])  # PN-04, PN-45


def show_hands(felt: Felt, dealt: Dealt, last: Seat) -> list[Seat]:
    """The last to bet shows first, then clockwise; without a bet the button (PN-40). One player
    alone need not show (PN-37).
    """
    turn = [dealt.button, *dealt.order[:-1]]
    at = turn.index(last) if last else 0
    players = live(felt, turn[at:] + turn[:at])
    if len(players) < 2:
        return []
    for seat in players:
        felt.show((seat, "hole"))
    return players


def look(rules: Rules, felt: Felt, dealt: Dealt, pots: int) -> Play[dict[int, Seat]]:
    """The staff may still rule before the pots are paid: who has which of them (PN-30, CR-35)."""
    misdeal = (MISDEAL,) if rules.wrong_count_after_action == "misdeal" else ()
    more = (FOULED_DECK, *misdeal)
    ruled = yield from pause(rules.award_pause_seconds, felt, dealt.order, pots, "PN-30", more)
    return awarded(ruled)


def entitled(rules: Rules, felt: Felt, dealt: Dealt) -> list[Seat]:
    """Who may win: the hands still in but those of partners who broke PN-26; if these are alone,
    the last other to fold.
    """
    players = live(felt, dealt.order)
    if not mates(dealt.entry) or rules.partner_raise_rule == "block":
        return players
    dead = penalties(felt, dealt.entry)
    left = [seat for seat in players if seat not in dead]
    folder = last_to_fold(felt, dead)
    return left or ([folder] if folder else players)


def pushes(rules: Rules, felt: Felt, dealt: Dealt, winners: list[Seat]) -> bool:
    """Whether a tie pushes the pot: not the last push there is, and not two partners (PN-20,
    PN-27).
    """
    if (min(winners), max(winners)) in dealt.entry.partners and len(winners) == 2:
        return False
    times = dealt.push.times + 1 if dealt.push else 1
    felt.say(HOUSE, "push", times, POT)
    return times < rules.max_pushes


def push_on(rules: Rules, felt: Felt, dealt: Dealt, tied: list[Seat], shown: list[Seat]) -> Carry:
    """The pot waits for the next hand, its buy-in fixed now (PN-16 to PN-19)."""
    push, pot = dealt.push, felt.chips[POT]
    members = {seat for cow in dealt.entry.cows for seat in cow.shares}
    may_buy = tuple(sorted({*dealt.order, *members}))
    if push and rules.push_eligibility == "original_hand":
        may_buy = push.may_buy
    times = push.times + 1 if push else 1
    cutter = [seat for seat in shown if seat in tied][-1]
    after = Push(times, tuple(tied), may_buy, price(rules, pot, len(tied)), cutter)
    return Carry(dealt.button, pot, after)


def price(rules: Rules, pot: int, tied: int) -> int:
    """The push-pot buy-in, in whole chips: the pot, or the share of each tied player (PN-18)."""
    unit = rules.chip * (1 if rules.push_buy_in_rule == "full_pot" else tied)
    parts = -(-pot // unit) if rules.push_buy_in_rounding == "up" else max(1, pot // unit)
    return parts * rules.chip


def settle_main(
    rules: Rules, felt: Felt, push: Push | None, entry: Entry, winners: Sequence[Seat]
) -> None:
    """The main pot to its winners, and what they have agreed about it (PN-20, PN-22 to PN-28)."""
    took = pay_pot(felt, entry, POT, winners, rules.chip)
    honour(felt, entry, took, rules.chip)
    divide_cows(rules, felt, push, entry)


def divide_cows(rules: Rules, felt: Felt, push: Push | None, entry: Entry) -> None:
    """What cows have won (PN-22)."""
    for cow in entry.cows:
        divide_winnings(felt, cow, entry_price(rules, push))
