"""The pots: how chips go in, which pot is whose, and how it is divided.

Bets of a round lie before the players; at its end they are gathered into the main pot and, where
somebody is all-in, into side pots.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from croupier.core.felt import DROP, HOUSE, POT, Felt, Seat, Spot
from croupier.core.words import Cause
from croupier.procedure.turns import clockwise, live


def put_up(felt: Felt, seat: Seat, dst: Spot, amount: int, why: Cause) -> None:
    """Pay what a seat must put in, or all that it has (CR-40, TH-21, PN-46)."""
    stack = (seat, "stack")
    felt.pay(stack, dst, min(amount, felt.chips.get(stack, 0)), why)


def pot_size(chips: Mapping[Spot, int]) -> int:
    """All chips in the pots and before the players."""
    total = 0
    for (seat, word), amount in chips.items():
        if word == "stack":
            continue
        if word in ("bet", "ante") or (seat == HOUSE and word.split(" ")[0] in ("pot", "side")):
            total += amount
    return total


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


class Drops(Protocol):
    """What the house takes from a hand, by the number of players dealt in (CR-23, LB-33)."""

    @property
    def drop_five_or_more(self) -> int:
        """From five players or more."""

    @property
    def drop_four(self) -> int:
        """From four."""

    @property
    def drop_three_or_less(self) -> int:
        """From three or two."""


def drop_of(rules: Drops, dealt_in: int) -> int:
    """The collection of a hand (CR-23, CR-24, LB-33)."""
    if dealt_in > 4:
        return rules.drop_five_or_more
    return rules.drop_four if dealt_in == 4 else rules.drop_three_or_less


def take_drop(felt: Felt, fee: int) -> None:
    """From the main pot alone, as far as it goes (CR-25, CR-29)."""
    felt.pay(POT, DROP, min(fee, felt.chips.get(POT, 0)), "drop")


def best(seats: Sequence[Seat], values: Mapping[Seat, int]) -> list[Seat]:
    """The seats with the best hands; hands without a value are all alike and worth least."""
    top = max([values.get(seat, 0) for seat in seats], default=0)
    return [seat for seat in seats if values.get(seat, 0) == top]


def share(felt: Felt, pot: Spot, winners: Sequence[Seat], unit: int) -> None:
    """A whole pot in equal parts."""
    give(felt, pot, felt.chips.get(pot, 0), winners, unit)


def give(felt: Felt, pot: Spot, amount: int, winners: Sequence[Seat], unit: int) -> None:
    """Equal parts; odd chips one each in the order given, from the button's left (CR-32, TH-53)."""
    for seat, part in zip(winners, divided(amount, len(winners), unit), strict=True):
        felt.pay(pot, (seat, "stack"), part, "win")


def unclaimed(amount: int, seats: Sequence[Seat], button: Seat, unit: int) -> dict[Seat, int]:
    """Chips to which nobody has a claim, among all who are left (OM-14, PN-50)."""
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
