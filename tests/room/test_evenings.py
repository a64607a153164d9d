"""Whole evenings at a table, for every game: the company changes, and three laws hold all the same.

(a) Other seats change nothing for any player. (b) Nobody who is away is dealt in, charged or asked.
(c) When the last player has gone nothing lies on the felt that the books do not give to somebody.
"""

import os
from random import Random

import pytest
from msgspec.structs import replace

from croupier import houses
from croupier.core import catalogue
from croupier.core.asks import Decision, Refused
from croupier.core.company import as_it_was
from croupier.core.felt import Cards, Said
from croupier.games import omaha
from croupier.procedure.flop import company, seating, streets
from croupier.room import commands as do
from croupier.room.table import Table
from room.evenings import Evening

TABLES = {
    f"{house.name}:{table.name}": table
    for house in houses.houses()
    for table in house.tables.values()
}
GAMES = {name: catalogue.game(name) for name in catalogue.names()}
HANDS = int(os.environ.get("CROUPIER_FUZZ_HANDS", "20000"))


def evening(game, rules, seed, hands=25) -> Evening:
    found = Evening(game, rules, seed).play(hands)
    found.again()
    return found


@pytest.mark.parametrize("name", TABLES)
def test_an_evening_at_every_table_of_every_house(name):
    table = TABLES[name]
    for seed in range(3):
        evening(table.game, table.rules, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_long_evenings_of_every_game(name):
    """By the rules of every house that has the game, and by those it is written with."""
    game = GAMES[name]
    sheets = [table.rules for table in TABLES.values() if table.game is game]
    hands, seed = 0, 1000
    while hands < HANDS:
        hands += evening(game, [game.Rules(), *sheets][seed % (len(sheets) + 1)], seed, 60).hands
        seed += 1


# Law (a): the same evening in other seats.


class Few(Evening):
    """An evening in the first seats of a table, where nobody draws a seat."""

    def __init__(self, game, rules, seed):
        super().__init__(game, chosen_seats(rules), seed)
        self.chairs = self.table.terms.seats - 2 if self.table.terms.seats < 12 else 9

    def vacant(self):
        return [seat for seat in super().vacant() if seat <= self.chairs]

    def sit(self, name):
        if free := self.vacant():
            seat, post = self.rng.choice(free), self.rng.random() < 0.5
            self.do(do.Sit(name, name, self.buy_in(), bytes(32), seat, post))

    def do(self, command, now=None):
        by_lot = isinstance(command, do.Wait | do.CallNext)
        return False if by_lot else super().do(command, now)


def chosen_seats(rules):
    """The rules where players choose their seats and may change them."""
    wanted = {"seat_draw": "choose", "seat_changes": True}
    known = {name: value for name, value in wanted.items() if hasattr(rules, name)}
    return replace(rules, **known) if known else rules


class Steady(Few):
    """Without newcomers and moves: all sit down before the first hand."""

    def someone(self):
        if not self.table.deals:
            if len(self.table.sitters) < min(self.chairs, 5):
                self.sit(f"p{self.rng.randint(1, 12)}")
            return
        super().someone()

    def do(self, command, now=None):
        banned = do.ChangeSeat | do.MovePlayer | do.Close | do.LastHands | do.Open | do.Consign
        if isinstance(command, banned) or (isinstance(command, do.Sit) and self.table.deals):
            return False
        return super().do(command, now)

    def step(self):
        if len(self.table.players()) < self.table.terms.min_players and self.hands:
            self.hands = 10**6
        else:
            super().step()


def told(hand, names):
    """What happened in a hand, by the names of those who sat there."""
    rows = []
    for event in hand.events:
        spots = (event.spot,) if type(event) is Said else (event.src, event.dst)
        whose = [(names.get(seat, seat), word) for seat, word in spots]
        who = names.get(event.seat, event.seat) if type(event) is Said else ""
        what = event.what if type(event) is Said else event.why
        value = event.amount if type(event) is not Cards else 0
        rows.append((type(event).__name__, who, what, value, whose, getattr(event, "cards", ())))
    return rows


def heard(game, hand, names):
    """Of Double Hand only who is offered the bank, and who bets: dice count empty seats (DH-14), so
    who gets which cards does depend on the seats.
    """
    rows = told(hand, names)
    if game is GAMES["double-hand"]:
        return [row[:4] for row in rows if row[2] in ("bank", "pass", "bet") and row[0] == "Said"]
    return rows


def names_at(table):
    return {seat: sitter.player for seat, sitter in table.sitters.items()}


def moved_spot(decision, name_of, seat_of):
    seat, word = decision.spot
    return replace(decision, spot=(seat_of(name_of[seat]), word)) if seat in name_of else decision


def twin_of(found: Evening, before_deal=lambda *_: None, chair=lambda seat: seat):
    """The same commands again, in other seats; every hand must go the same way for everybody."""
    one, other = (Table("t", found.game, found.rules) for _ in range(2))
    for command, now in found.done:
        if isinstance(command, do.Begin):
            before_deal(other)
        names = names_at(one)
        twin = command
        if isinstance(command, do.Sit | do.ChangeSeat | do.MovePlayer):
            twin = replace(command, seat=chair(command.seat))
        elif isinstance(command, do.Decide):
            decision = moved_spot(command.decision, names, other.seat_of)
            twin = replace(command, decision=decision)
        elif isinstance(command, do.Rule):
            twin = replace(command, ruling=moved_spot(command.ruling, names, other.seat_of))
        command.do(one, now)
        try:
            twin.do(other, now)
        except Refused as refused:
            raise AssertionError(f"other seats, another hand: {refused}") from None
        if isinstance(command, do.Begin):
            names_here = names_at(one), names_at(other)
        elif one.hand:  # Of a seat that was left, as long as nobody else sits there.
            names_here = tuple(
                kept | names_at(table) for kept, table in zip(names_here, (one, other), strict=True)
            )
        if isinstance(command, do.Begin | do.Decide | do.Tick | do.Rule) and one.newest:
            mine, twins = (
                heard(found.game, table.newest, who)
                for table, who in zip((one, other), names_here, strict=True)
            )
            assert mine == twins, f"other seats, another hand: {command}"
    if found.game is not GAMES["double-hand"]:
        stacks = [
            {s.player: table.purse.stack(seat) for seat, s in table.sitters.items()}
            for table in (one, other)
        ]
        assert stacks[0] == stacks[1], "other seats, other stacks"


def plain_evening(kind, game, rules, seed, hands=12):
    """An evening to be played again elsewhere. At Double Hand the cards will be others: nobody sets
    a hand, all have plenty, and bets are the least.
    """
    found = kind(game, rules, seed)
    if game is GAMES["double-hand"]:
        found.buy_in = lambda: 100_000_00
        found.chosen = lambda ask, seat: least(found.rng, ask, seat)
    return found.play(hands)


def least(rng, ask, seat):
    able = [o for o in ask.options[seat] if o.act in ("bank", "pass", "bet", "withdraw", "random")]
    option = rng.choice(able or ask.options[seat][:1])
    return Decision(option.act, option.low, option.spot)


def embedding(rng, few, many):
    """The first few seats at other places of the table, in the same order."""
    places = sorted(rng.sample(range(1, many + 1), few))
    return lambda seat: places[seat - 1] if seat else 0


def in_other_seats(game, rules, seed):
    found = plain_evening(Few, game, rules, seed)
    many = min(found.table.terms.seats, 15)
    twin_of(found, chair=embedding(Random(seed), found.chairs, many))


def places(table):
    """Places on the felt that are nobody's chair: who crosses one comes before or behind it."""
    carry = table.carry
    name = catalogue.name(table.game)
    if name == "double-hand":
        return {carry.first, carry.turn}
    if name == "push-nine":
        return {carry.button} if carry.vacant else set()
    if name in ("blackjack", "casino-holdem", "heads-up-holdem"):
        return set()
    at = carry.blinds.places
    return {at.button, at.small, at.big}


def may_move(table):
    """Moves that pass neither a player nor a place; past the blinds no move is free (CR-14), and
    whose pot is pushed stays where they are (PN-49).
    """
    if catalogue.name(table.game) == "push-nine" and table.carry.push:
        return []
    taken = {*table.sitters, *places(table)}
    with_blinds = table.game.COMPANY.counts_absent
    found = []
    for seat, sitter in table.sitters.items():
        for to in [free for free in table.vacant() if free <= 15]:
            low, high = (to, seat - 1) if to < seat else (seat + 1, to)
            if not taken & {*range(low, high + 1)} and not (with_blinds and to > seat):
                found.append((sitter.player, to))
    return found


def by_moves(game, rules, seed):
    found = plain_evening(Steady, game, rules, seed)
    rng = Random(seed)

    def shuffle_chairs(table):
        for _ in range(rng.randint(0, 3)):
            if moves := may_move(table):
                name, to = rng.choice(moves)
                post = table.sitters[table.seat_of(name)].post
                table.move_player(name, to, post=post)

    many = min(found.table.terms.seats, 15)
    twin_of(found, before_deal=shuffle_chairs, chair=embedding(rng, found.chairs, many))


@pytest.mark.parametrize("name", TABLES)
def test_other_seats_change_nothing_for_anybody(name):
    table = TABLES[name]
    for seed in range(4):
        in_other_seats(table.game, table.rules, seed)


@pytest.mark.parametrize("name", TABLES)
def test_moves_that_pass_nobody_change_nothing_for_anybody(name):
    table = TABLES[name]
    for seed in range(8):
        by_moves(table.game, table.rules, seed)


# Planted faults: each must be caught, or the laws prove nothing.


def plant(monkeypatch, game, **faults):
    monkeypatch.setattr(game, "COMPANY", replace(game.COMPANY, **faults))


def caught(match, law, *args, seeds=60):
    with pytest.raises(AssertionError, match=match):
        for seed in range(seeds):
            law(*args, seed)


@pytest.mark.parametrize("name", ["blackjack", "double-hand", "push-nine", "omaha"])
def test_a_carry_that_stays_in_the_chair_is_caught(monkeypatch, name):
    game = GAMES[name]
    rules = omaha_rules() if game is omaha else game.Rules()
    plant(monkeypatch, game, moved=as_it_was)
    caught("other seats", by_moves, game, rules)


def omaha_rules():
    return TABLES["casino-club:omaha-3-6"].rules


def test_a_rule_that_looks_at_the_number_of_a_seat_is_caught(monkeypatch):
    def unfair(rules, felt, seats):
        return max(seats) if max(seats) % 2 else min(seats)

    monkeypatch.setattr(seating, "draw_button", unfair)
    caught("other seats", in_other_seats, GAMES["holdem"], GAMES["holdem"].Rules())


@pytest.mark.parametrize("name", ["holdem", "low-ball"])
def test_an_absence_that_the_carry_does_not_know_of_is_caught(monkeypatch, name):
    plant(monkeypatch, GAMES[name], gathered=as_it_was)
    caught("though away", evening, GAMES[name], GAMES[name].Rules())


def test_an_absent_player_in_a_hand_is_caught(monkeypatch):
    def everybody(self):
        return sorted(self.seating.sitters)

    monkeypatch.setattr("croupier.room.carry.Carried.dealt", everybody)
    caught("though away", evening, GAMES["casino-holdem"], GAMES["casino-holdem"].Rules())


def test_chips_that_nobody_gets_are_caught(monkeypatch):
    plant(monkeypatch, omaha, shares=lambda *_: {})
    caught("nobody's|left behind", evening, omaha, omaha_rules(), seeds=200)


def test_a_debt_that_is_forgotten_is_caught(monkeypatch):
    """What a leaver has paid must be in the carry, or the felt holds chips that nobody knows of."""

    def forgetful(carry, seat, _):
        return company.left(carry, seat, 0)

    plant(monkeypatch, omaha, left=forgetful)
    caught("nobody's", evening, omaha, omaha_rules(), seeds=200)


def test_a_wrong_payment_is_caught(monkeypatch):
    monkeypatch.setattr(streets, "collection", lambda rules, dealt_in, flop: 1_00)
    caught("by the reference", evening, omaha, omaha_rules())


def test_a_kill_that_is_not_renewed_is_caught(monkeypatch):
    monkeypatch.setattr("croupier.procedure.kills.full_bet_won", lambda *_: False)
    caught("by the reference", evening, omaha, omaha_rules())
