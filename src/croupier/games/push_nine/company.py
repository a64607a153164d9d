"""What Push Nine carries from hand to hand, and what becomes of it when people move."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.core.company import Company
from croupier.core.felt import HOUSE, POT, Seat, Spot
from croupier.games.push_nine.agreements import Entry, EntryPrice, Push, parted, renamed, without
from croupier.games.push_nine.rules import Rules
from croupier.procedure.pots import divided, unclaimed
from croupier.procedure.turns import clockwise


class Carry(Struct, frozen=True, omit_defaults=True):
    """What stays on the table between hands."""

    button: Seat = 0
    """Who had it in the last hand, or has won it; 0 is a new game (PN-04)."""
    pot: int = 0
    """Chips that lie in the main pot."""
    push: Push | None = None
    antes: dict[Seat, int] = {}
    """Whose antes these chips are, after a misdeal (PN-11)."""
    collected: bool = False
    """The coming deal has paid its collection: an earlier one did not count (PN-08, PN-11)."""
    vacant: bool = False
    """The button's holder has left its seat: it goes to the next clockwise (PN-04, PN-45)."""


class Dealt(Struct, frozen=True):
    """A hand as it is dealt."""

    carry: Carry
    entry: Entry
    push: Push | None
    """The pot that it is played for."""
    order: list[Seat]
    """From the left of the button, who is dealt last (PN-04)."""
    anteing: list[Seat]
    """Of whom an ante is due (PN-05)."""

    @property
    def button(self) -> Seat:
        """Who has the button."""
        return self.order[-1]


def carried(carry: Carry) -> dict[Spot, int]:
    """The chips that stay on the layout between hands."""
    return {POT: carry.pot} if carry.pot else {}


def claims(carry: Carry) -> set[Seat]:
    """Who is dealt in while keeping the seat, away or without chips (PN-46, PN-49)."""
    push = carry.push
    if push and push.entry:
        return {*push.entry.hands, *(seat for cow in push.entry.cows for seat in cow.shares)}
    return {*push.tied} if push else {*carry.antes}


def moved(carry: Carry, old: Seat, new: Seat) -> Carry:
    """Rights and claims are the player's (PN-17, PN-49), and so is the button that was won; while a
    pot is pushed it lies where it was, for the nearest of the tied (PN-19).
    """
    push, name = carry.push, {old: new}
    if push:
        push = replace(
            push,
            tied=tuple(name.get(s, s) for s in push.tied),
            may_buy=tuple(sorted(name.get(s, s) for s in push.may_buy)),
            cutter=name.get(push.cutter, push.cutter),
            entry=renamed(push.entry, old, new) if push.entry else None,
        )
    holds = carry.button == old and not carry.vacant
    lies = push is not None and not push.entry
    return replace(
        carry,
        button=new if holds and not lies else carry.button,
        vacant=carry.vacant or (holds and lies),
        push=push,
        antes={name.get(s, s): ante for s, ante in carry.antes.items()},
    )


def left(carry: Carry, seat: Seat, _: int) -> Carry:
    """A seat is given up, and with it every claim to the pot (PN-49)."""
    push, antes = carry.push, {s: ante for s, ante in carry.antes.items() if s != seat}
    if push:
        push = replace(
            push,
            tied=tuple(s for s in push.tied if s != seat),
            may_buy=tuple(s for s in push.may_buy if s != seat),
            cutter=push.cutter if push.cutter != seat else HOUSE,
            entry=without(push.entry, seat) if push.entry else None,
        )
    return replace(carry, vacant=carry.vacant or carry.button == seat, push=push, antes=antes)


def shares(rules: Rules, carry: Carry, seats: Sequence[Seat]) -> dict[Seat, int]:
    """Whose the carried pot is if no hand follows: a push pot is divided as at the last push
    (PN-20), antes go back to those who have put them in, and chips that nobody claims are
    everybody's who is left (PN-46, PN-50).
    """
    push, claimed = carry.push, claims(carry)
    if not push or not claimed:
        left = carry.pot - sum(carry.antes.values())
        rest = unclaimed(left, sorted(claimed) or seats, carry.button, rules.chip)
        return {s: carry.antes.get(s, 0) + rest.get(s, 0) for s in {**carry.antes, **rest}}
    entry = push.entry or Entry(push.tied)
    order = clockwise(sorted(entry.hands), carry.button)
    pot = carry.pot - sum(carry.antes.values())
    found = dict(zip(order, divided(pot, len(order), rules.chip), strict=True))
    for cow in entry.cows:
        found |= parted(cow, found.pop(cow.holder, 0), entry_price(rules, push))  # PN-22
    return {seat: found.get(seat, 0) + carry.antes.get(seat, 0) for seat in found | carry.antes}


COMPANY: Final = Company(
    moved=moved,
    left=left,
    claims=claims,
    carried=carried,
    shares=shares,
    mark=lambda carry: carry.button,
    for_a_pot=True,
)


def entry_price(rules: Rules, push: Push | None) -> EntryPrice:
    """Buy-in and betting-round buy-in (PN-18, PN-41)."""
    price = push.price if push else rules.chip
    behind = {"equal_to_push_buy_in": price, "none": 0, "amount": rules.betting_round_amount}
    return EntryPrice(rules.chip, price, behind[rules.betting_round_buy_in])
