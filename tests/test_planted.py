"""Planted faults, in every game: each must be caught by a law, or the laws prove nothing."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

import laws
from croupier.core import catalogue
from croupier.core import felt as felt_module
from croupier.core import hand as hand_module
from croupier.core.asks import Ask, Option, Refused
from croupier.core.felt import BANK, BOARD, HOUSE, NOBODY, Chips, Felt, View
from croupier.core.hand import Hand
from croupier.games import (
    blackjack,
    double_hand,
    heads_up_holdem,
    holdem,
    low_ball,
    omaha,
    omaha_hilo,
    push_nine,
)
from croupier.games import casino_holdem as game
from croupier.games.blackjack import boxes, playing
from croupier.games.blackjack import settling as blackjacks
from croupier.games.low_ball import drawing
from croupier.games.push_nine import showdown as pushing
from croupier.procedure import betting, kills
from croupier.procedure.flop import showdown, streets
from test_push_nine import C, D, cow

HERE = Path(__file__).parent
GAMES = catalogue.names()
KILLED = omaha.Rules(limit="limit", kill="full", kill_trigger_high="pot_size", kill_pot_size=1_00)
"""Whoever wins a pot alone kills the next hand."""


def caught(match, one=game, rules=None):
    """Some evening breaks a law for this reason."""
    with pytest.raises(AssertionError, match=match):
        for seed in range(40):
            laws.check_evening(one, rules or one.Rules(), seed)


def golden_differs():
    rows = set().union(*(laws.check_evening(game, game.Rules(), seed) for seed in range(10)))
    return sorted(rows) != (HERE / "golden" / "casino-holdem.txt").read_text().splitlines()


def plant(monkeypatch, owner, name, fault):
    monkeypatch.setattr(owner, name, fault(getattr(owner, name)))


def test_a_face_that_is_not_redacted_is_caught(monkeypatch):
    for module in felt_module, hand_module:
        plant(monkeypatch, module, "redact", lambda _: lambda event, _: event)
    caught("another felt|a leak")


def test_a_card_told_in_an_amount_is_caught(monkeypatch):
    def fault(deal):
        def leaking(self, spot, count=1, *, up=False, why="deal"):
            deal(self, spot, count, up=up, why=why)
            if spot[1] == "dealer":
                self.say(0, "short", self.cards[spot][0] + 1)

        return leaking

    plant(monkeypatch, Felt, "deal", fault)
    caught("a leak")


def test_the_next_card_of_the_deck_told_by_a_word_is_caught(monkeypatch):
    def fault(say):
        return lambda self, seat, what, *_: say(self, seat, what, self.deck[-1] + 1)

    plant(monkeypatch, Felt, "say", fault)
    caught("a leak")


def test_an_option_that_knows_a_hidden_card_is_caught(monkeypatch):
    def fault(may_call):
        def knowing(rules, felt, seat, *, bonus_wins):
            options = may_call(rules, felt, seat, bonus_wins=bonus_wins)
            return options if felt.cards[game.DEALER][0] % 2 else options[:1]

        return knowing

    plant(monkeypatch, game, "may_call", fault)
    caught("a leak")


def test_a_ruling_that_is_offered_by_a_hidden_card_is_caught(monkeypatch):
    def fault(replaceable):
        def knowing(felt, order):
            return (o for o in replaceable(felt, order) if felt.cards[o.spot][0] % 2)

        return knowing

    plant(monkeypatch, streets, "replaceable", fault)
    caught("options know a hidden card", holdem)


def test_a_ruling_on_a_guessed_card_is_caught(monkeypatch):
    """As it was once: the ruling was accepted when the seat held the card that was named."""

    def fault(rule):
        def guessing(self, ruling):
            held = self.felt.cards.get(ruling.spot, ())
            if ruling.cards and not {*ruling.cards} <= {*held}:
                raise Refused("name the one card of this hand that was exposed")
            return rule(self, ruling)

        return guessing

    plant(monkeypatch, Hand, "rule", fault)
    caught("a refusal tells of a hidden card", holdem)


def test_a_ruling_about_nobody_is_caught(monkeypatch):
    def fault(dead_hands):
        return lambda seats: dead_hands((*seats, 10))

    plant(monkeypatch, betting, "dead_hands", fault)
    caught("about nobody", holdem)


def test_a_ruling_that_the_hand_cannot_bear_is_caught(monkeypatch):
    def fault(may_rule):
        def wide(felt, course):
            for option in may_rule(felt, course):
                yield replace(option, high=6) if option.act == "exposed card" else option

        return wide

    plant(monkeypatch, drawing, "may_rule", fault)
    with pytest.raises(IndexError):
        caught("a law is broken", low_ball)


def test_a_hidden_card_dealt_face_up_is_caught_by_the_golden_table(monkeypatch):
    def fault(deal):
        return lambda self, spot, count=1, *, up=False, why="deal": deal(
            self, spot, count, up=True, why=why
        )

    plant(monkeypatch, Felt, "deal", fault)
    assert golden_differs()


def test_a_minted_chip_is_caught(monkeypatch):
    def fault(pay):
        def minting(self, src, dst, amount, why):
            pay(self, src, dst, amount, why)
            if why == "win":
                self.chips[dst] += 1

        return minting

    plant(monkeypatch, Felt, "pay", fault)
    caught("chips became")


def test_a_chip_moved_in_secret_is_caught(monkeypatch):
    def fault(pay):
        def moving(self, src, dst, amount, why):
            pay(self, src, dst, amount, why)
            if why == "lose":
                self.events.pop()

        return moving

    plant(monkeypatch, Felt, "pay", fault)
    caught("moved without an event|another felt|void moved")


def test_a_stranded_stake_is_caught(monkeypatch):
    plant(monkeypatch, game, "settle_bonus", lambda _: lambda *_: None)
    caught("left on the layout")


def test_a_lost_card_is_caught(monkeypatch):
    def fault(deal):
        def losing(self, spot, count=1, *, up=False, why="deal"):
            deal(self, spot, count, up=up, why=why)
            if spot[1] == "board" and len(self.deck) > 40:
                self.deck.pop()

        return losing

    plant(monkeypatch, Felt, "deal", fault)
    caught("cards changed|another felt")


def test_an_act_that_is_not_offered_is_caught(monkeypatch):
    plant(monkeypatch, hand_module, "_fitted", lambda _: lambda option, decision, clause: decision)
    caught("accepted from seat")


def test_a_refusal_that_moves_chips_is_caught(monkeypatch):
    def fault(decide):
        def paying(self, seat, decision):
            self.felt.pay(BANK, (self.felt.seats[0], "stack"), 1, "win")
            return decide(self, seat, decision)

        return paying

    plant(monkeypatch, Hand, "decide", fault)
    caught("a refusal changed something")


def test_an_offer_with_crossed_bounds_is_caught(monkeypatch):
    plant(
        monkeypatch,
        game,
        "bets",
        lambda _: lambda rules, felt, seat: (Option("bet", 9, 1),),
    )
    caught("crossed bounds")


def test_answers_that_do_not_commute_are_caught(monkeypatch):
    def fault(_lose):
        def first_loses(felt, spot):
            taken = any(type(e) is Chips and e.why == "lose" for e in felt.events)
            back = (spot[0], "stack") if taken else BANK
            felt.pay(spot, back, felt.chips.get(spot, 0), "lose")

        return first_loses

    plant(monkeypatch, game, "lose", fault)
    caught("the order of answers")


def test_a_hand_that_remembers_another_is_caught(monkeypatch):
    seen = []

    def fault(warn):
        def remembering(rules, felt, seat):
            seen.append(seat)
            warn(rules, felt, seat)
            felt.say(0, "short", len(seen))

        return remembering

    plant(monkeypatch, game, "warn", fault)
    caught("the replay|a leak|journal|the order of answers")


def test_an_unknown_word_is_caught(monkeypatch):
    plant(
        monkeypatch,
        Felt,
        "show",
        lambda show: lambda self, spot: show(self, spot, "flash"),
    )
    caught("unknown word")


def test_a_spot_outside_the_layout_is_caught(monkeypatch):
    monkeypatch.setattr(game, "DEALER", (0, "sleeve"))
    caught("not in the layout")


def test_a_view_that_shows_too_much_is_caught(monkeypatch):
    def fault(_view):
        def open_view(self, _seat):
            cards = {spot: tuple(lie) for spot, lie in self.cards.items()}
            chips = {spot: amount for spot, amount in self.chips.items() if amount}
            return View(chips, cards, len(self.deck))

        return open_view

    plant(monkeypatch, Felt, "view", fault)
    caught("another felt")


def test_a_void_that_keeps_something_is_caught(monkeypatch):
    def fault(take_back):
        return lambda self, since=0: take_back(self, since + 4)

    plant(monkeypatch, Felt, "take_back", fault)
    caught("a void moved chips")


def test_an_endless_hand_is_caught(monkeypatch):
    def endless(rules, felt, carry):
        while True:
            yield Ask({1: (Option("fold"),)}, "CH-11")

    monkeypatch.setattr(game, "play", endless)
    with pytest.raises(AssertionError, match="does not end"):
        for hand in laws.evening(game, game.Rules(), 1):
            assert hand


# The same faults in every game.


def tell(felt, card):
    """A card told as a number: what no seat has seen must not be in any word."""
    felt.say(HOUSE, "short", card + 1)


def then(extra: Callable[..., Any]):
    """The real thing, and something more after it."""

    def fault(real):
        def both(*args, **kwargs):
            found = real(*args, **kwargs)
            extra(*args)
            return found

        return both

    return fault


def skipped(real):
    return lambda *args, **kwargs: None


def mint(felt, src, dst, *_):
    if dst[1] == "stack":
        felt.chips[dst] += 1


def in_silence(felt, src, dst, amount, why):
    if amount and dst[1] == "stack":
        felt.events.pop()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("extra", "match"),
    [
        (lambda felt, *_: felt.deck and tell(felt, felt.deck[-1]), "a leak"),
        (mint, "chips became|another felt|void moved chips"),
        (in_silence, "another felt|without an event|void moved|a leak"),
    ],
    ids=["the next card told", "a minted chip", "a payment in silence"],
)
def test_a_payment_that_does_more_is_caught_in_every_game(name, extra, match, monkeypatch):
    plant(monkeypatch, Felt, "pay", then(extra))
    caught(match, catalogue.game(name))


@pytest.mark.parametrize("name", GAMES)
def test_a_lost_card_is_caught_in_every_game(name, monkeypatch):
    for act in "deal", "deal_around":
        plant(monkeypatch, Felt, act, then(lambda felt, *_: felt.deck.pop()))
    caught("cards changed|another felt|a leak", catalogue.game(name))


@pytest.mark.parametrize("name", GAMES)
def test_a_clock_that_the_rules_do_not_have_is_caught_in_every_game(name, monkeypatch):
    def fault(init):
        def stopped(self, *args, **kwargs):
            init(self, *args, **kwargs)
            self.ask = self.ask and replace(self.ask, clock="siesta_seconds")

        return stopped

    plant(monkeypatch, Hand, "__init__", fault)
    caught("no clock siesta_seconds", catalogue.game(name))


@pytest.mark.parametrize("name", GAMES)
def test_a_reading_that_needs_certain_cards_is_caught_in_every_game(name, monkeypatch):
    one = catalogue.game(name)
    monkeypatch.setattr(one, "read", lambda view, language: {BOARD: view.cards[1, "hole"][4]})
    caught("cannot read", one)


# Faults of one game's own.


class Fault(NamedTuple):
    """Where a fault is planted, and how a law says it."""

    game: Any
    owner: Any
    name: str
    fault: Callable[[Any], Any]
    match: str
    rules: Any = None


def odd(card) -> bool:
    return bool(card % 2)


def by_the_shoe(choices):
    def knowing(rules, felt, box, word):
        options = choices(rules, felt, box, word)
        return options if odd(felt.deck[-1]) else options[:2]

    return knowing


def by_the_dealer(may):
    def knowing(rules, felt, mine, clause):
        options = may(rules, felt, mine, clause)
        return options if odd(felt.cards[heads_up_holdem.DEALER][0]) else options[:1]

    return knowing


def without_the_last_backer(owned):
    def forgetting(*args):
        found = owned(*args)
        for box in found:
            if len(box.stakes) > 1:
                box.stakes.popitem()
        return found

    return forgetting


def but_the_bank(push):
    return lambda felt, spot: None if spot[1] == "bank" else push(felt, spot)


def say_in_which_order(felt, seat, *_):
    felt.say(seat, "short", sum(spot[1] == "front" for spot in felt.cards))


def one_short(divided):
    def dividing(amount, count, unit):
        return [*divided(amount, count, unit)[:-1], max(0, divided(amount, count, unit)[-1] - 1)]

    return dividing


def from_nowhere(put_up):
    def minting(felt, seat, dst, amount, why):
        felt.chips[dst] = felt.chips.get(dst, 0) + amount

    return minting


def poorer(push_on):
    def counting(rules, *args):
        carry = push_on(rules, *args)
        return replace(carry, pot=carry.pot - rules.chip)

    return counting


def shuffled_away(felt, src, dst, *_):
    felt.cards[dst].pop()


def shown(felt, src, dst, cards=None):
    if dst[1] == "discard":
        felt.show(dst)


OWN = {
    "blackjack: an option by the next card of the shoe": Fault(
        blackjack, playing, "choices", by_the_shoe, "a leak"
    ),
    "blackjack: a backer of a box is forgotten": Fault(
        blackjack, boxes, "owned", without_the_last_backer, "left on the layout"
    ),
    "blackjack: an insurance is left lying": Fault(
        blackjack, blackjacks, "settle_insurance", skipped, "left on the layout"
    ),
    "double hand: the bank of the player-dealer is left lying": Fault(
        double_hand, double_hand, "push", but_the_bank, "left on the layout"
    ),
    "double hand: a cut loses a card": Fault(
        double_hand, Felt, "cut", then(lambda felt, _: felt.deck.pop()), "cards changed|a leak"
    ),
    "double hand: a cut tells the card below": Fault(
        double_hand, Felt, "cut", then(lambda felt, _: tell(felt, felt.deck[0])), "a leak"
    ),
    "double hand: a set hand is told": Fault(
        double_hand,
        double_hand,
        "lay",
        then(lambda felt, seat, *_: tell(felt, felt.cards[seat, "back"][0])),
        "a leak",
    ),
    "double hand: who sets first is told": Fault(
        double_hand, double_hand, "lay", then(say_in_which_order), "order of answers changed what"
    ),
    "heads-up: an option by a card of the dealer": Fault(
        heads_up_holdem, heads_up_holdem, "may", by_the_dealer, "a leak"
    ),
    "heads-up: the Odds are left lying": Fault(
        heads_up_holdem, heads_up_holdem, "settle_odds", skipped, "left on the layout"
    ),
    "hold'em: the turn is told with the flop": Fault(
        holdem,
        streets,
        "deal_board",
        then(lambda rules, felt, up: felt.deck and tell(felt, felt.deck[-1])),
        "a leak",
    ),
    "omaha: a pot is not paid": Fault(
        omaha, showdown, "pay_pot", lambda _: lambda *args: set(), "left on the layout"
    ),
    "omaha: a kill out of nothing": Fault(
        omaha, kills, "put_up", from_nowhere, "another felt|chips became", KILLED
    ),
    "omaha hi-lo: a chip of the low half stays": Fault(
        omaha_hilo, showdown, "divided", one_short, "left on the layout"
    ),
    "low ball: a new stub loses a card": Fault(
        low_ball, Felt, "shuffle", then(shuffled_away), "cards changed|another felt|a leak"
    ),
    "low ball: the first card of a new stub is told": Fault(
        low_ball,
        Felt,
        "shuffle",
        then(lambda felt, src, dst, *_: tell(felt, felt.cards[dst][0])),
        "a leak",
    ),
    "low ball: a discard is shown": Fault(low_ball, Felt, "move", then(shown), "a leak"),
    "low ball: a seven is told": Fault(
        low_ball,
        low_ball,
        "is_seven",
        then(lambda felt, seat: tell(felt, felt.cards[seat, "hole"][0])),
        "a leak",
    ),
    "push nine: a pushed pot is one chip short": Fault(
        push_nine, pushing, "push_on", poorer, "left on the layout"
    ),
}


@pytest.mark.parametrize("named", OWN)
def test_a_fault_of_a_games_own_is_caught(named, monkeypatch):
    one = OWN[named]
    plant(monkeypatch, one.owner, one.name, one.fault)
    caught(one.match, one.game, one.rules)


def test_every_game_has_a_fault_of_its_own():
    own = {catalogue.name(one.game) for one in OWN.values()} | {"casino-holdem"}
    assert own == {*GAMES}


# A cow: two players with one hand, whose cards both see and nobody else (PN-22).


def check_cow(seed):
    laws.check_play(cow(stakes={C: 23, D: 23}), Random(seed))


def test_a_cow_keeps_the_laws():
    for seed in range(20):
        check_cow(seed)


def too_many_eyes(deal):
    def showing(self, spot, count=1, *, up=False, why="deal", also=NOBODY):
        more = 1 << self.seats[0] if also else NOBODY
        deal(self, spot, count, up=up, why=why, also=also | more)

    return showing


@pytest.mark.parametrize(
    ("owner", "name", "fault", "match"),
    [
        (Felt, "deal", too_many_eyes, r"a leak to seats \[1\]"),
        (pushing, "return_stake", skipped, "left on the layout"),
        (pushing, "divide_cows", skipped, "left on the layout"),
    ],
    ids=["its cards shown to another", "its stake stays", "its winnings stay"],
)
def test_a_fault_with_a_cow_is_caught(owner, name, fault, match, monkeypatch):
    plant(monkeypatch, owner, name, fault)
    with pytest.raises(AssertionError, match=match):
        for seed in range(20):
            check_cow(seed)
