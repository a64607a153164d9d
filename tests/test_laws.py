"""Every game in the catalogue under the laws; and planted faults that the laws must catch."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import laws
from croupier import houses
from croupier.core import catalogue
from croupier.core import felt as felt_module
from croupier.core import hand as hand_module
from croupier.core.asks import Ask, Option, Refused
from croupier.core.felt import BANK, Chips, Felt, View
from croupier.core.hand import Hand
from croupier.games import casino_holdem as game
from croupier.games import holdem, low_ball
from croupier.games.low_ball import drawing
from croupier.procedure import betting
from croupier.procedure.flop import streets

HERE = Path(__file__).parent
GAMES = catalogue.names()
TABLES = [
    pytest.param(table.game, table.rules, id=f"{house.name}:{table.name}")
    for house in houses.houses()
    for table in house.tables.values()
]
SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_every_game_keeps_the_laws(name, seed):
    one = catalogue.game(name)
    laws.check_evening(one, one.Rules(), seed)


@pytest.mark.parametrize(("one", "rules"), TABLES)
@settings(max_examples=15, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_every_table_of_every_house_keeps_the_laws(one, rules, seed):
    laws.check_evening(one, rules, seed)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_every_game_keeps_the_laws_whatever_the_house_chooses(name, seed):
    one = catalogue.game(name)
    laws.check_evening(one, laws.any_rules(one, Random(seed)), seed, hands=4)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_the_laws_for_long_whatever_the_house_chooses(name):
    one = catalogue.game(name)
    for seed in range(1000):
        laws.check_evening(one, laws.any_rules(one, Random(seed)), seed, hands=4)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_the_laws_for_long(name):
    one = catalogue.game(name)
    for seed in range(2000):
        laws.check_evening(one, one.Rules(), seed)


@pytest.mark.parametrize("name", GAMES)
def test_who_sees_what_is_as_written(name):
    """Beside each game lies a golden table of who sees which cards go where."""
    one = catalogue.game(name)
    rows = set().union(*(laws.check_evening(one, one.Rules(), seed) for seed in range(30)))
    golden = HERE / "golden" / f"{name}.txt"
    assert golden.read_text().splitlines() == sorted(rows)


@pytest.mark.parametrize("name", GAMES)
def test_replay_does_not_depend_on_the_hash_seed(name):
    code = f"import laws; print(laws.digest_of_evenings({name!r}))"
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(HERE)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


# Planted faults: each must be caught, or the laws prove nothing.


def caught(match, one=game):
    """Some evening breaks a law for this reason."""
    with pytest.raises(AssertionError, match=match):
        for seed in range(40):
            laws.check_evening(one, one.Rules(), seed)


def golden_differs():
    rows = set().union(*(laws.check_evening(game, game.Rules(), seed) for seed in range(10)))
    return sorted(rows) != (HERE / "golden" / "casino-holdem.txt").read_text().splitlines()


def plant(monkeypatch, owner, name, fault):
    monkeypatch.setattr(owner, name, fault(getattr(owner, name)))


def test_a_face_that_is_not_redacted_is_caught(monkeypatch):
    for module in felt_module, hand_module:
        plant(monkeypatch, module, "redact", lambda _: lambda event, _: event)
    caught("follows another felt|a leak")


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
        def knowing(felt, seat, *, bonus_wins):
            options = may_call(felt, seat, bonus_wins=bonus_wins)
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
    caught("moved without an event|follows another felt|void moved")


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
    caught("cards changed|follows another felt")


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
    caught("follows another felt")


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
