"""Bets against the house: placing them within limits, and how they win, lose or push."""

from collections.abc import Callable
from fractions import Fraction

from croupier.core.asks import Ask, Option, Play
from croupier.core.felt import BANK, NOWHERE, Felt, Seat, Spot
from croupier.core.prices import Rounding


def stake(felt: Felt, seat: Seat, word: str) -> int:
    """What lies on a seat's betting spot."""
    return felt.chips.get((seat, word), 0)


def bet_options(
    felt: Felt, spot: Spot, low: int, high: int, chip: int, clause: str
) -> tuple[Option, ...]:
    """How a seat may bet on a spot of its own: whole chips, changed or withdrawn until the close.

    `high` is the most that the limits allow; what the seat has may be less (CH-47, BJ-47, HU-37).
    """
    lies = felt.chips.get(spot, 0)
    most = min(high, felt.chips[spot[0], "stack"] + lies) // chip * chip
    options: tuple[Option, ...] = ()
    if most >= low:
        options = (Option("bet", low, most, chip, spot, clause=clause),)
    return (*options, Option("withdraw", spot=spot, clause=clause)) if lies else options


def put(felt: Felt, spot: Spot, amount: int) -> None:
    """A bet is changed to this amount; what is too much goes back to the stack."""
    more = amount - felt.chips.get(spot, 0)
    stack = (spot[0], "stack")
    if more > 0:
        felt.pay(stack, spot, more, "bet")
    else:
        felt.pay(spot, stack, -more, "withdraw")


def side_bets(
    felt: Felt, offer: Callable[[Seat], tuple[Option, ...]], clause: str, clock: str
) -> Play[None]:
    """Every seat bets on each of its spots, or declines what is left; once placed a bet stands.

    `offer` says what a seat may still do, to decline first; all are asked at once (BJ-25, BJ-43).
    """
    waiting = {seat: options for seat in felt.seats if (options := offer(seat))}
    question = Ask(waiting, clause, clock)
    declined: set[Spot] = set()
    while waiting:
        seat, decision = yield question
        left: tuple[Option, ...] = ()
        if decision.act != "decline":
            felt.pay((seat, "stack"), decision.spot, decision.amount, decision.act)
        if decision.spot != NOWHERE:  # To decline without a spot declines all that is left.
            declined |= {decision.spot} if decision.act == "decline" else set()
            left = tuple(option for option in offer(seat) if option.spot not in declined)
        if len(left) > 1:
            waiting[seat] = left
        else:
            del waiting[seat]


def win(felt: Felt, spot: Spot, to_one: Fraction, rounding: Rounding, chip: int) -> None:
    """The house pays beside the bet, and both go back: so each bet's result can be checked."""
    felt.pay(BANK, spot, winnings(felt.chips.get(spot, 0), to_one, rounding, chip), "win")
    push(felt, spot)


def push(felt: Felt, spot: Spot) -> None:
    """The bet goes back, with what it won if it has."""
    felt.pay(spot, (spot[0], "stack"), felt.chips.get(spot, 0), "back")


def lose(felt: Felt, spot: Spot) -> None:
    """The house takes the bet."""
    felt.pay(spot, BANK, felt.chips.get(spot, 0), "lose")


def winnings(bet: int, to_one: Fraction, rounding: Rounding, chip: int) -> int:
    """What a bet wins; what cannot be paid exactly is rounded as the house says (BJ-38, HU-30)."""
    exact = bet * to_one.numerator
    if rounding == "up_to_cent":
        return -(-exact // to_one.denominator)
    unit = chip if rounding == "down_to_chip" else 1
    return exact // (to_one.denominator * unit) * unit
