"""Push pots: who plays for a pot that a tie has pushed, and what players agree about it.

Before a push hand is dealt the players of the last hand may buy in, alone or by an agreement: a
cow plays one hand together, partners share what either wins, backers give a buy-in back. An
agreement stands when all its members have named it alike; it ends with the hand (PN-48).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.core.asks import Decision, Option, Play, ask_all
from croupier.core.felt import HOUSE, POT, Felt, Seat, Spot
from croupier.core.words import Deed
from croupier.procedure.pots import divided

DECLINE: Final = Option("decline", clause="PN-42")

Pair = tuple[Seat, Seat]


class EntryPrice(Struct, frozen=True):
    """What entering costs."""

    chip: int
    price: int
    """The push-pot buy-in (PN-18)."""
    behind: int
    """The betting-round buy-in: chips to bet with, not chips for the pot (PN-41)."""

    @property
    def half(self) -> int:
        """What a cow, or each partner, must have behind (PN-23, PN-24)."""
        return -(-self.behind // (2 * self.chip)) * self.chip


class Cow(Struct, frozen=True):
    """Players with one hand between them (PN-21, PN-22)."""

    holder: Seat
    shares: dict[Seat, int]
    """What each has paid of the buy-in, the holder too."""
    stake: int = 0
    """What they bet with (PN-23)."""


class Entry(Struct, frozen=True, omit_defaults=True):
    """Who is dealt in, and by what agreements."""

    hands: tuple[Seat, ...] = ()
    paid: dict[Seat, int] = {}
    """The buy-in of each player who paid one alone."""
    cows: tuple[Cow, ...] = ()
    partners: tuple[Pair, ...] = ()
    backings: tuple[Pair, ...] = ()


class Push(Struct, frozen=True, omit_defaults=True):
    """A pot that waits on the table to be played for."""

    times: int
    tied: tuple[Seat, ...]
    may_buy: tuple[Seat, ...]
    """Who was dealt in, the tied too (PN-17)."""
    price: int
    """It stays as it was at the tie, whoever leaves (PN-49)."""
    cutter: Seat
    """The last of the tied to show (PN-19)."""
    entry: Entry | None = None
    """Of a deal that did not count: buy-ins and agreements stand (PN-08, PN-11)."""


# Before the deal.


def interval(felt: Felt, push: Push, cost: EntryPrice) -> Play[Entry]:
    """Agreements and buy-ins; these are taken together when all have answered (PN-51)."""
    tied = [s for s in push.tied if s in felt.seats]  # PN-49: leaving gives up the claim.
    others = [s for s in push.may_buy if s in felt.seats and s not in push.tied]
    announce(felt, push, cost, tied, others)
    clock = "push_decision_seconds"  # PN-18
    answers = yield from ask_all(offers(felt, cost, tied, others), "PN-51", clock)
    cows = yield from agree_stakes(felt, cost, cows_named(answers, cost.price))
    agreed = Entry(
        cows=cows,
        partners=mutual(answers, "partner"),
        backings=mutual(answers, "backing"),
    )
    buyers = yield from buyers_alone(felt, cost, answers, agreed, others)
    return enter(felt, cost, agreed, tied, buyers)


def announce(
    felt: Felt, push: Push, cost: EntryPrice, tied: Iterable[Seat], others: Iterable[Seat]
) -> None:
    """Everybody knows count, prices, who tied and who may buy in (PN-43, PN-51)."""
    felt.say(HOUSE, "push", push.times, POT)
    felt.say(HOUSE, "buy in", cost.price)
    felt.say(HOUSE, "behind", cost.behind)
    for seat in tied:
        felt.say(seat, "tied")
    for seat in others:
        felt.say(seat, "eligible")


def offers(
    felt: Felt, cost: EntryPrice, tied: Sequence[Seat], others: Sequence[Seat]
) -> dict[Seat, tuple[Option, ...]]:
    """What each may answer. Nobody is asked where nobody can enter."""
    stack = {seat: felt.chips[seat, "stack"] for seat in (*tied, *others)}
    alone = [s for s in others if stack[s] >= cost.price + cost.behind]  # PN-41
    partners = [s for s in tied if stack[s] >= cost.half]  # PN-24
    partners += [s for s in others if stack[s] >= cost.price + cost.half]
    herd = cow_members(stack, cost, others)
    asked = {}
    for seat in sorted(stack):
        options = [DECLINE]
        if seat in alone:
            options.append(Option("buy in", cost.price, cost.price, spot=POT, clause="PN-18"))
        options += with_others("partner", seat, partners, "PN-24")
        # Two tied players paid no buy-in that either could give back (PN-28).
        backers = [*tied, *alone] if seat in alone else alone if seat in tied else []
        options += with_others("backing", seat, [*backers, seat] if backers else [], "PN-28")
        options += cow_options(seat, stack[seat], herd, cost)
        if len(options) > 1:
            asked[seat] = tuple(options)
    return asked if len(tied) > 2 or any(seat in asked for seat in others) else {}


def with_others(act: Deed, seat: Seat, seats: Sequence[Seat], clause: str) -> list[Option]:
    """An agreement with a player is offered as the spot of their hand."""
    if seat not in seats:
        return []
    return [Option(act, spot=(s, "hole"), clause=clause) for s in sorted({*seats} - {seat})]


def cow_members(stack: Mapping[Seat, int], cost: EntryPrice, others: Sequence[Seat]) -> list[Seat]:
    """Who could go cow: at least two, with the price and half of R between them (PN-21, PN-23)."""
    able = [seat for seat in others if stack[seat] >= cost.chip]
    enough = sum(stack[seat] for seat in able) >= cost.price + cost.half
    return able if len(able) > 1 and enough and cost.price >= 2 * cost.chip else []


def cow_options(seat: Seat, stack: int, herd: Sequence[Seat], cost: EntryPrice) -> list[Option]:
    """A share of whole chips in a cow, by its holder (PN-21, PN-22)."""
    if seat not in herd:
        return []
    chip = cost.chip
    most = min(cost.price - chip, stack // chip * chip)
    return [Option("cow", chip, most, chip, (h, "cow"), clause="PN-21") for h in herd]


def cows_named(answers: Mapping[Seat, Decision], price: int) -> list[Cow]:
    """The cows of which the holder is a member and the shares add up to the price (PN-21)."""
    shares: dict[Seat, dict[Seat, int]] = {}
    for seat, answer in answers.items():
        if answer.act == "cow":
            shares.setdefault(answer.spot[0], {})[seat] = answer.amount
    return [Cow(h, named) for h, named in shares.items() if h in named and whole(named, price)]


def whole(shares: Mapping[Seat, int], price: int) -> bool:
    """Whether shares make the exact buy-in."""
    return sum(shares.values()) == price


def mutual(answers: Mapping[Seat, Decision], act: Deed) -> tuple[Pair, ...]:
    """The pairs of whom each has named the other (PN-48)."""
    named = {seat: answer.spot[0] for seat, answer in answers.items() if answer.act == act}
    return tuple((a, b) for a, b in named.items() if a < b and named.get(b) == a)


def agree_stakes(felt: Felt, cost: EntryPrice, cows: Sequence[Cow]) -> Play[tuple[Cow, ...]]:
    """Each member says how much the cow may bet; the least that all agree to counts (PN-23)."""
    member_of = {seat: cow for cow in cows for seat in cow.shares}

    def uncovered(seat: Seat, answer: Decision) -> str:
        covered = answer.act != "stake" or covers(felt, member_of[seat], answer.amount, cost)
        return (
            "" if covered else "a member of the cow can't cover their share of this stake (PN-23)"
        )

    asked = {}
    for cow in cows:
        most = most_stake(felt, cow, cost)
        if most >= cost.half:
            spot = (cow.holder, "cow")
            option = Option("stake", cost.half, most, cost.chip, spot, clause="PN-23")
            asked.update(dict.fromkeys(cow.shares, (DECLINE, option)))
    answers = yield from ask_all(asked, "PN-23", judge=uncovered)
    agreed = []
    for cow in cows:
        named = [answers[seat] for seat in cow.shares if seat in answers]
        if named and all(answer.act == "stake" for answer in named):
            agreed.append(replace(cow, stake=min(answer.amount for answer in named)))
    return tuple(agreed)


def most_stake(felt: Felt, cow: Cow, cost: EntryPrice) -> int:
    """The largest stake of which every member can put up a share."""
    chip, price = cost.chip, cost.price
    most = min(
        (felt.chips[seat, "stack"] - share + chip) * price // (share * chip) * chip
        for seat, share in cow.shares.items()
    )
    while most > 0 and not covers(felt, cow, most, cost):
        most -= chip
    return most


def covers(felt: Felt, cow: Cow, stake: int, cost: EntryPrice) -> bool:
    """Whether every member has their share of the buy-in and of a stake."""
    parts = parted(cow, stake, cost)
    return all(felt.chips[s, "stack"] >= cow.shares[s] + part for s, part in parts.items())


def parted(cow: Cow, amount: int, cost: EntryPrice) -> dict[Seat, int]:
    """By their shares in the buy-in, rounded down; the holder has the rest (PN-22, PN-23)."""
    unit = cost.price * cost.chip
    parts = {s: amount * share // unit * cost.chip for s, share in cow.shares.items()}
    parts[cow.holder] = 0
    parts[cow.holder] = amount - sum(parts.values())
    return parts


def buyers_alone(
    felt: Felt,
    cost: EntryPrice,
    answers: Mapping[Seat, Decision],
    agreed: Entry,
    others: Sequence[Seat],
) -> Play[list[Seat]]:
    """Who buys in alone; a player whose agreement is void may still do so (PN-48)."""
    bound = {*mates(agreed), *(seat for cow in agreed.cows for seat in cow.shares)}
    buyers = [seat for seat, answer in answers.items() if answer.act == "buy in"]
    buy = Option("buy in", cost.price, cost.price, spot=POT, clause="PN-18")
    asked = {}
    for seat, answer in answers.items():
        if answer.act in ("cow", "partner", "backing") and seat not in bound:
            felt.say(seat, "void", spot=answer.spot)
            if seat in others and felt.chips[seat, "stack"] >= cost.price + cost.behind:
                asked[seat] = (DECLINE, buy)
    late = yield from ask_all(asked, "PN-48")
    return buyers + [seat for seat, answer in late.items() if answer.act == "buy in"]


def enter(
    felt: Felt, cost: EntryPrice, agreed: Entry, tied: Sequence[Seat], buyers: Sequence[Seat]
) -> Entry:
    """The exact buy-ins go to the pot; the tied owe none (PN-16, PN-18, PN-24)."""
    paying = sorted({*buyers, *mates(agreed)} - {*tied})
    for seat in paying:
        felt.pay((seat, "stack"), POT, cost.price, "buy in")
    for cow in agreed.cows:
        for seat, share in cow.shares.items():
            felt.pay((seat, "stack"), POT, share, "buy in")
            felt.say(seat, "cow", share, (cow.holder, "cow"))  # PN-43
        felt.say(cow.holder, "stake", cow.stake, (cow.holder, "cow"))
    for one, other in agreed.partners:
        felt.say(one, "partner", spot=(other, "hole"))
    for one, other in agreed.backings:
        felt.say(one, "backing", spot=(other, "hole"))
    hands = sorted((*tied, *paying, *(cow.holder for cow in agreed.cows)))
    return replace(agreed, hands=tuple(hands), paid=dict.fromkeys(paying, cost.price))


def all_agree(seats: Sequence[Seat], act: Deed, clause: str) -> Play[bool]:
    """One refusal or time-out is enough (PN-42)."""
    offer = (DECLINE, Option(act, clause=clause))
    answers = yield from ask_all(dict.fromkeys(seats, offer), clause)
    return all(answer.act == act for answer in answers.values())


def mates(entry: Entry) -> dict[Seat, Seat]:
    """Each partner's and each backer's other."""
    pairs = (*entry.partners, *entry.backings)
    return {a: b for pair in pairs for a, b in (pair, pair[::-1])}


def without(entry: Entry, seat: Seat) -> Entry:
    """Giving up the seat gives up the claim; a cow then names another holder (PN-49)."""
    cows = []
    for cow in entry.cows:
        shares = {s: share for s, share in cow.shares.items() if s != seat}
        if shares:
            holder = cow.holder if cow.holder in shares else min(shares)
            cows.append(replace(cow, holder=holder, shares=shares))
    held = {cow.holder for cow in entry.cows}
    alone = [s for s in entry.hands if s != seat and s not in held]
    return replace(
        entry,
        hands=tuple(sorted((*alone, *(cow.holder for cow in cows)))),
        cows=tuple(cows),
        partners=tuple(pair for pair in entry.partners if seat not in pair),
        backings=tuple(pair for pair in entry.backings if seat not in pair),
    )


def renamed(entry: Entry, old: Seat, new: Seat) -> Entry:
    """The same entry of a player who sits elsewhere now."""
    name = {old: new}
    cows = tuple(
        replace(
            cow,
            holder=name.get(cow.holder, cow.holder),
            shares={name.get(seat, seat): share for seat, share in cow.shares.items()},
        )
        for cow in entry.cows
    )
    return Entry(
        tuple(sorted(name.get(seat, seat) for seat in entry.hands)),
        {name.get(seat, seat): paid for seat, paid in entry.paid.items()},
        cows,
        *(
            tuple((name.get(a, a), name.get(b, b)) for a, b in pairs)
            for pairs in (entry.partners, entry.backings)
        ),
    )


# A cow's chips.


def lay_stake(felt: Felt, cow: Cow, cost: EntryPrice) -> None:
    """The stake is the holder's stack for the hand; their other chips lie aside (PN-23)."""
    stack = (cow.holder, "stack")
    parts = parted(cow, cow.stake, cost)
    own = min(parts.pop(cow.holder), felt.chips[stack])
    felt.pay(stack, (cow.holder, "aside"), felt.chips[stack] - own, "stake")
    for seat, part in parts.items():
        felt.pay((seat, "stack"), stack, min(part, felt.chips[seat, "stack"]), "stake")


def return_stake(felt: Felt, cow: Cow, cost: EntryPrice) -> None:
    """What was not bet goes back by the same division (PN-23)."""
    stack, aside = (cow.holder, "stack"), (cow.holder, "aside")
    for seat, part in parted(cow, felt.chips[stack], cost).items():
        if seat != cow.holder:
            felt.pay(stack, (seat, "stack"), part, "stake")
    felt.pay(aside, stack, felt.chips.get(aside, 0), "stake")


def divide_winnings(felt: Felt, cow: Cow, cost: EntryPrice) -> None:
    """All that the hand has won (PN-22)."""
    won = (cow.holder, "cow")
    for seat, part in parted(cow, felt.chips.get(won, 0), cost).items():
        felt.pay(won, (seat, "stack"), part, "cow")


# Paying.


def pay_pot(
    felt: Felt, entry: Entry, pot: Spot, winners: Sequence[Seat], chip: int
) -> dict[Seat, int]:
    """A pot in equal parts, odd chips in the order given; a cow's lie together first."""
    holders = {cow.holder for cow in entry.cows}
    parts = divided(felt.chips.get(pot, 0), len(winners), chip)
    took = dict(zip(winners, parts, strict=True))
    for seat, part in took.items():
        felt.pay(pot, (seat, "cow" if seat in holders else "stack"), part, "win")
    return took


def honour(felt: Felt, entry: Entry, took: Mapping[Seat, int], chip: int) -> None:
    """What partners and backers owe each other of the main pot (PN-27, PN-28, PN-48)."""
    for pair in entry.partners:
        less, more = sorted(pair, key=lambda seat: took.get(seat, 0))
        half = (took.get(more, 0) - took.get(less, 0)) // (2 * chip) * chip
        felt.pay((more, "stack"), (less, "stack"), half, "partner")
    for pair in entry.backings:
        for winner, other in (pair, pair[::-1]):
            if took.get(winner) and not took.get(other):
                back = min(took[winner], entry.paid.get(other, 0))
                felt.pay((winner, "stack"), (other, "stack"), back, "backing")
