"""The table at which all tests of the flop games sit.

Amounts are in chips, a chip is 100 cents; seats are numbered clockwise.
"""

from collections import Counter
from itertools import chain

import pytest
from msgspec.structs import replace

from croupier import houses
from croupier.core import fair
from croupier.core.asks import Decision, Refused
from croupier.core.cards import distinct, text
from croupier.core.felt import BOARD, Cards, Chips, Said
from croupier.core.hand import Hand
from croupier.games import holdem
from croupier.procedure.blinds import Blinds, Places
from croupier.procedure.flop import Carry
from croupier.procedure.kills import Kill
from croupier.procedure.turns import clockwise

CHIP = 100
FRENCH = {
    name: replace(t.rules, show_seconds=0)  # Hands end with the last fold; see test_twice.py.
    for name, t in houses.house("french-casino").tables.items()
}
CLUB = {
    name: replace(t.rules, show_seconds=0)
    for name, t in houses.house("casino-club").tables.items()
    if name.startswith(("holdem", "omaha"))
}
NO_LIMIT, POT_LIMIT, LIMIT = FRENCH["no-limit"], FRENCH["pot-limit"], FRENCH["limit"]
FLOP, TURN, RIVER = 1, 2, 3
# A board that helps nobody much.
DRY = "2c 7d 9h Js 4c"


def even(seats, has=200):
    """So many seats with the same stack."""
    return dict.fromkeys(range(1, seats + 1), has)


def seated(seats, button, standings=None, kill=None):
    """What is carried from a hand after which the button comes to this seat."""
    seats = sorted(seats)
    if len(seats) == 2:
        (other,) = set(seats) - {button}
        last = Places(other, other, button)
    else:
        order = clockwise(seats, button)
        last = Places(order[-2], button, order[0])
    return Carry(Blinds(last, standings or {}), kill or Kill())


def deck(order, hole, board, down):
    """One card at a time from the left of the button, one burned before flop, turn and river."""
    hands = {seat: distinct(cards) for seat, cards in hole.items()}
    named = {*distinct(" ".join([*hole.values(), board]))}
    rest = (card for card in range(52) if card not in named)
    common = chain(distinct(board), rest)
    top = []
    for at in range(down):
        top += [hands[seat][at] if seat in hands else next(rest) for seat in order]
    for up in (3, 1, 1):
        top += [next(rest), *(next(common) for _ in range(up))]
    return text(top)


def table(rules, stacks, hole=None, board=DRY, button=1, game=holdem, carry=None, order=None):
    """A hand with these cards; by default the button has just come to its seat."""
    order = order or clockwise(sorted(stacks), button)
    top = deck(order, hole or {}, board, game.FAMILY.hole)
    chips = {(seat, "stack"): round(has * CHIP) for seat, has in stacks.items()}
    lots = tuple(0 for _ in game.LOTS)
    deal = fair.arranged(top, game.pack(rules), lots)
    return Hand(game, rules, chips, deal, carry or seated(stacks, button))


def turn(hand):
    """Whose turn it is."""
    (seat,) = hand.ask.options
    return seat


def offers(hand):
    """What the player to act may do, and between which amounts."""
    chips = {o.act: (o.low / CHIP, o.high / CHIP) for o in hand.asked(turn(hand))}
    return {act: low if low == high else (low, high) for act, (low, high) in chips.items()}


def go(hand, script):
    """Acts in turn: `3 call, 1 raise 12, 2 fold`; `allin` is whatever takes the whole stack."""
    for line in script.split(","):
        seat, act, *amount = line.split()
        seat, amount = int(seat), round(float(amount[0]) * CHIP) if amount else 0
        if act == "allin":
            held = hand.felt.chips[seat, "stack"]
            to = held + hand.felt.chips.get((seat, "bet"), 0)
            options = {option.act: option.high for option in hand.asked(seat)}
            act, amount = next(
                (a, high) for a, high in options.items() if high == (held if a == "call" else to)
            )
        hand.decide(seat, Decision(act, amount))
    return hand


def passive(hand, until=None):
    """Everybody checks or calls, to the end or until the board has this many cards."""
    while not hand.over and len(hand.felt.cards.get(BOARD, ())) != until:
        if not hand.ask.options:
            hand.expire()
            continue
        seat = turn(hand)
        acts = [option.act for option in hand.asked(seat)]
        hand.decide(seat, Decision(next(a for a in ("check", "call", "show") if a in acts)))
    return hand


def refusal(hand, seat, act, amount=0):
    """Refused, and nothing changed."""
    before = len(hand.events), dict(hand.felt.chips), hand.ask
    with pytest.raises(Refused) as refused:
        hand.decide(seat, Decision(act, round(amount * CHIP)))
    assert (len(hand.events), hand.felt.chips, hand.ask) == before
    return str(refused.value)


def ruled(hand):
    """What the floor may rule now."""
    return {option.act for option in hand.rulings}


def rule(hand, act, spot=(0, ""), card="", amount=0):
    """A ruling of the floor; the journal and the players hear a name and a reason."""
    shown = distinct(card)
    place = 1 + hand.felt.cards[spot].index(*shown) if card else amount
    ruling = Decision(act, place, spot, by="floor", why="seen by the dealer")
    hand.rule(ruling)
    seat, taken = hand.answers[-1]
    assert (seat, replace(taken, cards=())) == (0, ruling)
    assert not card or taken.cards == shown
    said = [e for e in hand.feed(1) if type(e) is Said and e.what == act]
    assert (said[-1].by, said[-1].why) == ("floor", "seen by the dealer")
    return hand


def net(hand):
    """What everybody won or lost."""
    before, after = hand.opening.chips, hand.felt.chips
    return {seat: (after[seat, "stack"] - before[seat, "stack"]) / CHIP for seat in hand.felt.seats}


def moved(hand, *whys):
    """The moves of chips of these kinds: (from, to, amount)."""
    chips = [e for e in hand.events if type(e) is Chips and e.why in whys]
    return [(e.src, e.dst, e.amount / CHIP) for e in chips]


def posted(hand):
    """What went down before the cards: (seat, kind, amount)."""
    kinds = "small blind", "big blind", "button blind", "post", "dead", "kill", "option"
    chips = [e for e in hand.events if type(e) is Chips and e.why in kinds]
    return [(e.src[0], e.why, e.amount / CHIP) for e in chips]


def uncalled(hand):
    return {dst[0]: amount for _, dst, amount in moved(hand, "uncalled")}


def awards(hand):
    """Who got how much of which pot."""
    found = {}
    for src, dst, amount in moved(hand, "win"):
        found.setdefault(src[1], Counter())[dst[0]] += amount
    return {pot: dict(won) for pot, won in found.items()}


def pots(hand):
    """What lay in each pot when it was paid, before a levy, after a drop."""
    lay = Counter()
    for src, _, amount in moved(hand, "win", "levy"):
        lay[src[1]] += amount
    return dict(lay)


def shown(hand):
    """Who turned their cards up, in order."""
    cards = [e for e in hand.events if type(e) is Cards]
    return [e.dst[0] for e in cards if e.why == "show"]


def spoken(hand):
    """What the players said, in order: (seat, act)."""
    return [(e.seat, e.what) for e in hand.events if type(e) is Said and e.seat and not e.cards]
