"""Hold'em and Omaha hands for the tests of formats, and where PokerKit plays by other rules."""

from collections.abc import Iterator
from random import Random

import laws
from croupier.core import catalogue, fair
from croupier.core.asks import Decision
from croupier.core.felt import Cards, Chips
from croupier.core.hand import Hand
from croupier.histories import About, told
from croupier.histories.course import course
from croupier.procedure.blinds import Blinds, Places, Standing
from croupier.procedure.flop import Carry

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hal", "Ida", "Jo"]
ABOUT = About(
    names=dict(enumerate(NAMES, 1)),
    house="casino-club",
    table="holdem-2-4",
    number=118,
    at="2026-11-16T20:14:05Z",
    currency="$",
    seats=9,
)


def hands(name: str, seed: int, **rules) -> Iterator[Hand]:
    """Two hands of a table at which nobody comes or goes; now and then stacks are short."""
    game, rng = catalogue.game(name), Random(seed)
    house = game.Rules(**rules)
    seats = sorted(rng.sample(range(1, 10), rng.randint(2, 9)))
    depth = rng.choice((100_00, 3000_00))
    chips = {(seat, "stack"): depth + rng.randrange(10) * 100 for seat in seats}
    carry = None
    for _ in range(2):
        deal = fair.deal(rng.randbytes(32), game.pack(house), game.LOTS)
        hand = Hand(game, house, chips, deal, carry)
        calm(hand, rng)
        yield hand
        chips = {spot: n for spot, n in hand.felt.chips.items() if n and spot[1] == "stack"}
        carry = hand.carry
        if len(chips) < 2:
            return


def calm(hand: Hand, rng: Random) -> None:
    """Players who seldom raise by much, so that hands reach the river."""
    while hand.ask is not None:
        if not hand.ask.options:
            hand.expire()
            continue
        seat = next(iter(hand.ask.options))
        options = hand.asked(seat)
        quiet = [o for o in options if o.act in ("call", "check", "show", "option")]
        bold = [o for o in options if o.act != "fold" or "check" not in {p.act for p in options}]
        option = rng.choice(quiet if quiet and rng.random() < 0.7 else bold)
        if option.cards:
            hand.decide(seat, laws.choice(option, rng))
            continue
        amount = option.low
        if option.high > option.low and rng.random() < 0.3:
            amount += option.step * rng.randint(0, (option.high - option.low) // option.step)
        hand.decide(seat, Decision(option.act, amount, option.spot))


def table(standings: dict[int, Standing], seats: int = 6, stack: int = 200_00, **rules) -> Hand:
    """A hand of six in which everything moves on by one: the button is in seat 6."""
    game = catalogue.game("holdem")
    house = game.Rules(new_player="post_or_wait", **rules)
    carry = Carry(blinds=Blinds(Places(seats - 1, seats, 1), standings))
    chips = {(seat, "stack"): stack for seat in range(1, seats + 1)}
    return Hand(game, house, chips, fair.deal(bytes(32), game.pack(house), game.LOTS), carry)


def call_down(hand: Hand) -> Hand:
    """Everybody calls or checks to the end."""
    while hand.ask is not None:
        ((seat, options),) = hand.ask.options.items()
        acts = [option.act for option in options]
        choice = next(a for a in ("option", "call", "check", "show") if a in acts)
        hand.decide(seat, Decision(choice))
    return hand


def mucked_by_all(hand: Hand) -> bool:
    """Whether a pot was taken unseen at the showdown, which PHH cannot say."""
    hole_cards = [e for e in hand.events if type(e) is Cards and e.src[1] == "hole"]
    whys = {e.why for e in hole_cards}
    return "muck" in whys and "show" not in whys


def owed_elsewhere(hand: Hand) -> bool:
    """Whether blinds are owed in other places than the first two (CR-06): no other house has it."""
    hand_course = course(told(hand), "test")
    posts = {step.what: step.seat for step in reversed(hand_course.of("post"))}
    blinds = [posts.get("small blind"), posts.get("big blind")]
    order = hand_course.order
    return blinds != (order[:2] if len(order) > 2 else order[::-1])


def differs(hand: Hand) -> str:
    """The rule by which PokerKit may play this hand in another way (docs/decisions.md)."""
    steps = course(told(hand), "test").steps
    rules, bets = hand.opening.rules, 1
    stacks = {spot[0]: n for spot, n in hand.opening.chips.items()}
    live = set(stacks)
    last = rules.big_blind
    for step in steps:
        if step.kind == "board":
            bets, last = 0, rules.big_blind
        if step.kind == "post":
            due = {"small blind": rules.small_blind, "ante": rules.ante, "dead": rules.small_blind}
            if step.what != "option" and step.amount < due.get(step.what, rules.big_blind):
                return "short blind"
        if step.kind == "act" and step.what in ("bet", "raise"):
            bets += 1
            if rules.limit == "limit" and bets > 4:
                return "two players have no cap"
            if step.all_in and step.by < last:
                return "short all-in"
            last = max(last, step.by)
            others = [stacks[seat] for seat in live - {step.seat}]
            if not any(others) or step.amount > max(others) + step.to:
                return "all others are covered"
        if step.kind in ("post", "act"):
            stacks[step.seat] -= step.amount
        if step.kind == "act" and step.what == "fold":
            live.discard(step.seat)
    return split(hand)


def split(hand: Hand) -> str:
    """Pots of several winners: odd chips, and halves without a low."""
    wins = [e for e in hand.events if type(e) is Chips and e.why == "win"]
    for pot in {e.src for e in wins}:
        parts = [e.amount for e in wins if e.src == pot]
        if len(parts) > 1:
            return "several winners"
    return ""
