"""The boxes of a blackjack table: who bets on which, within what limits, and who owns it.

Clauses BJ-28 to BJ-31, BJ-35, BJ-46 and BJ-47.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Annotated, Final

from msgspec import Meta, Struct

from croupier.core.asks import Option, Play, taking, window
from croupier.core.felt import HOUSE, Felt, Seat, Spot
from croupier.games.blackjack.rules import Rules, listed
from croupier.procedure.banking import bet_options, put
from croupier.ranks.pays import FirstBet

BOX: Final = tuple(f"box {number}" for number in range(8))
"""The word of a box: of its first hand, and of the stakes on it. There is no box 0."""
Bettors = dict[str, list[Seat]]
"""Who bets on which box, in the order of coming."""
Ruled = dict[tuple[str, str], Seat]
"""About whom the inspector ruled, by the ruling and the box."""
ByBox = Annotated[tuple[Seat, ...], Meta(min_length=len(BOX), max_length=len(BOX))]
FREE: Final = (HOUSE,) * len(BOX)
"""Nobody at any box."""
BUSY: Final = 7
"""This many players make a table busy (BJ-35)."""


class Holders(Struct, frozen=True):
    """Who sits at which box, and who gave up which, from round to round."""

    seated: ByBox = FREE
    released: ByBox = FREE

    def renamed(self, old: Seat, new: Seat) -> "Holders":
        """The same boxes, held by a player who sits elsewhere now, or by nobody any more."""
        seated, released = (
            tuple(new if who == old else who for who in row) for row in (self.seated, self.released)
        )
        return Holders(seated, released)


class Box(Struct, eq=False):
    """A box of this round."""

    number: int
    owner: Seat
    stakes: dict[Seat, int]
    """The initial stakes, the owner's first."""
    hands: list[str]
    """The words of its hands, in playing order."""
    natural: bool = False
    """A blackjack is the first two cards of a box, never of a split hand (BJ-05, BJ-22)."""
    surrendered: bool = False
    moved: dict[Seat, str] = {}
    """The hands to which back-bettors took their first stakes, else on the first (BJ-33)."""


def place_bets(rules: Rules, felt: Felt, sits: Holders) -> Play[tuple[list[Box], Holders]]:
    """Stakes go down, change and come back until the window closes (BJ-03, BJ-46, BJ-47)."""
    bettors: Bettors = {word: [] for word in BOX[1 : rules.table_boxes + 1]}
    ruled: Ruled = {}
    rulings = partial(may_rule, felt, sits, bettors, ruled)
    betting = window(offers(rules, felt, bettors), "BJ-03", rulings=rulings)
    while act := (yield from taking(betting)):
        seat, decision = act
        if seat == HOUSE:
            ruled[decision.act, decision.spot[1]] = decision.spot[0]
            continue
        put(felt, decision.spot, decision.amount)
        on_box = bettors.get(decision.spot[1])
        if on_box is not None and not decision.amount:
            on_box.remove(seat)
            withdraw_sides(rules, felt, seat, decision.spot[1])
        elif on_box is not None and seat not in on_box:
            on_box.append(seat)
        betting.options = offers(rules, felt, bettors)
    for word, on_box in bettors.items():  # A withdrawal may have left too little on a box (BJ-29).
        if 0 < sum(felt.chips[seat, word] for seat in on_box) < rules.table_min:
            for seat in on_box:
                put(felt, (seat, word), 0)
                withdraw_sides(rules, felt, seat, word)
            on_box.clear()
    boxes = owned(felt, sits, bettors, ruled)
    return boxes, seating(sits, boxes, ruled)


def offers(rules: Rules, felt: Felt, bettors: Bettors) -> dict[Seat, tuple[Option, ...]]:
    """Who may stake where."""
    found = ((seat, may_stake(rules, felt, bettors, seat)) for seat in felt.seats)
    return {seat: options for seat, options in found if options}


def may_stake(rules: Rules, felt: Felt, bettors: Bettors, seat: Seat) -> tuple[Option, ...]:
    """The most bettors on a box, and its maximum for all of them together (BJ-28, BJ-29)."""
    options: list[Option] = []
    low, chip = rules.table_min, rules.chip
    most = min(rules.table_max, felt.chips[seat, "stack"]) // chip * chip
    for word, on_box in bettors.items():
        if not on_box:
            if most >= low:
                options.append(Option("bet", low, most, chip, (seat, word), (), "BJ-29"))
        elif len(on_box) < rules.max_bettors_per_box or seat in on_box:
            others = sum(felt.chips[other, word] for other in on_box if other != seat)
            room = rules.table_max - (others if rules.maximum_applies_to == "box_total" else 0)
            least = low if rules.minimum_applies_to == "each_bettor" else max(chip, low - others)
            options += bet_options(felt, (seat, word), least, room, chip, "BJ-29")
    return (*options, *may_side(rules, felt, bettors, seat))


def may_side(rules: Rules, felt: Felt, bettors: Bettors, seat: Seat) -> Iterator[Option]:
    """A side bet goes with a stake of one's own on the box. House choice."""
    low, most, chip = rules.side_bet_min, rules.side_bet_max, rules.chip
    for word, on_box in bettors.items():
        for bet in listed(rules) if seat in on_box else ():
            yield from bet_options(felt, side(seat, bet, word), low, most, chip, "BJ-03")


def withdraw_sides(rules: Rules, felt: Felt, seat: Seat, word: str) -> None:
    """Without a stake on the box its side bets go back."""
    for bet in listed(rules):
        put(felt, side(seat, bet, word), 0)


def side(seat: Seat, bet: FirstBet, word: str) -> Spot:
    """Where a side bet on a box lies."""
    return seat, f"side {bet.name} {BOX.index(word)}"


def may_rule(felt: Felt, sits: Holders, bettors: Bettors, ruled: Ruled) -> Iterator[Option]:
    """The inspector names the owner of a box among those with a stake on it, and at a busy table
    takes boxes from a player who controls more than one, as long as one is left (BJ-30, BJ-35).
    """
    for word, on_box in bettors.items():
        for seat in on_box:
            yield Option("assign_box_owner", spot=(seat, word), clause="BJ-30")
    if len(felt.seats) < BUSY:
        return
    played = {BOX.index(word): by_claim(sits, bettors, ruled, word) for word in bettors}
    owners = {number: claims[0] for number, claims in played.items() if claims}
    staked = {(seat, number) for number, claims in played.items() for seat in claims}
    held, _ = seated_at(sits, owners, staked)
    kept = [HOUSE if ruled.get(("release_box", BOX[n])) == s else s for n, s in enumerate(held)]
    for number, seat in enumerate(kept):
        if seat in felt.seats and kept.count(seat) > 1:
            yield Option("release_box", spot=(seat, BOX[number]), clause="BJ-35")


def owned(felt: Felt, sits: Holders, bettors: Bettors, ruled: Ruled) -> list[Box]:
    """Each box that is played, with its owner (BJ-30)."""
    boxes: list[Box] = []
    for word, on_box in bettors.items():
        if on_box:
            owner, *others = by_claim(sits, bettors, ruled, word)
            stakes = {seat: felt.chips[seat, word] for seat in (owner, *others)}
            boxes.append(Box(BOX.index(word), owner, stakes, [word]))
            felt.say(owner, "owner", 0, (owner, word))
    return boxes


def by_claim(sits: Holders, bettors: Bettors, ruled: Ruled, word: str) -> list[Seat]:
    """The bettors of a box, its owner first: whom the inspector names, who sits there, who came
    first (BJ-30).
    """
    number = BOX.index(word)
    named = ruled.get(("assign_box_owner", word), HOUSE)
    sitter, gave_up = sits.seated[number], sits.released[number]
    return sorted(bettors[word], key=lambda s: (s != named, s != sitter, s == gave_up))


def seated_at(
    sits: Holders, owners: Mapping[int, Seat], staked: Collection[tuple[Seat, int]]
) -> tuple[list[Seat], list[Seat]]:
    """Who sits at which box and who gave up which, when the owners of this round have left boxes
    without a stake of theirs and sat down at those that are free.
    """
    playing = {*owners.values()}
    seated = [
        HOUSE if seat in playing and (seat, number) not in staked else seat
        for number, seat in enumerate(sits.seated)
    ]
    released = list(sits.released)
    for number, owner in owners.items():
        if not seated[number] and owner != released[number]:
            seated[number], released[number] = owner, HOUSE
    return seated, released


def seating(sits: Holders, boxes: list[Box], ruled: Ruled) -> Holders:
    """Who sits where next: an owner sits down at a free box until they play others without it,
    leaves or must give it up (BJ-30). What the inspector takes away is free from the next round on
    (BJ-35).
    """
    staked = {(seat, box.number) for box in boxes for seat in box.stakes}
    seated, released = seated_at(sits, {box.number: box.owner for box in boxes}, staked)
    for (act, word), seat in ruled.items():
        if act == "release_box" and word in BOX and seat == seated[number := BOX.index(word)]:
            seated[number], released[number] = HOUSE, seat
    return Holders(tuple(seated), tuple(released))
