"""Bots: legal by construction, see only their view, and know their game."""

from random import Random

import pytest

import laws
from croupier import bots, houses
from croupier.core import catalogue, fair
from croupier.core.cards import cards
from croupier.core.felt import HOUSE
from croupier.core.hand import Hand
from croupier.core.imagine import imagine

TABLES = [
    pytest.param(table.game, table.rules, id=f"{house.name}:{table.name}")
    for house in houses.houses()
    for table in house.tables.values()
]


def played_by_bots(game, rules, seed, hands=5):
    """An evening of bots; windows are open for one bet each."""
    rng = Random(seed)
    most = min(game.SEATS.stop - 1, 6)
    chips = {(seat, "stack"): 500_00 for seat in range(1, most + 1)}
    last, carry = None, game.Carry()
    for _ in range(hands):
        deal = fair.next_deal(rng.randbytes(32), game, rules, last)
        hand = last = Hand(game, rules, chips, deal, carry)
        bots.play(hand, {}, rng)
        chips = {s: a for s, a in hand.felt.chips.items() if a and s != (HOUSE, "bank")}
        chips |= {(seat, "stack"): chips.get((seat, "stack"), 0) for seat in range(1, most + 1)}
        carry = hand.carry
        yield hand


@pytest.mark.parametrize(("game", "rules"), TABLES)
def test_bots_play_every_table_by_the_rules(game, rules):
    dealt = 0
    for seed in range(3):
        for hand in played_by_bots(game, rules, seed):
            laws.chips_are_kept(hand)
            dealt += bool(hand.felt.cards)
    assert dealt > 5


@pytest.mark.parametrize("name", catalogue.names())
def test_every_game_has_a_bot_of_its_own(name):
    assert bots.bot(catalogue.game(name)) is not bots.passive


@pytest.mark.parametrize(("game", "rules"), TABLES)
def test_a_bot_decides_the_same_whatever_it_cannot_see(game, rules):
    """Change every card it has not seen: the decision from the same chance is the same."""
    rng, bot, compared = Random(5), bots.bot(game), 0
    for seed in range(4):
        for _hand in played_by_bots(game, rules, seed, hands=2):
            for part, _ in Hand.walk(_hand.journal):
                seat = next(iter(part.ask.options), 0)
                if not seat or rng.random() < 0.8:
                    continue
                other = imagine(part.opening, part.feed(seat), rng)
                sights = bots.seen(part, seat), bots.seen(other, seat)
                assert bot(sights[0], Random(1)) == bot(sights[1], Random(1))
                compared += 1
    assert compared > 3


@pytest.mark.parametrize(
    ("held", "thrown"),
    [
        ("As 2s 3s 4s 5s", ""),
        ("As 2s 3s 4s 9s", ""),
        ("As 2s 3s 4s Ts", "Ts"),
        ("As 2s 3s 3d Ks", "Ks 3d"),
        ("Jk 2s 3s 4s 7s", ""),
        ("Jk 2s 2d Qs Ks", "Ks Qs 2d"),
    ],
)
def test_a_low_ball_player_draws_to_his_low_cards(held, thrown):
    from croupier.bots import low_ball  # noqa: PLC0415

    assert set(low_ball.discards(cards(held))) == set(cards(thrown))


def test_a_holdem_player_likes_aces_better_than_rags():
    from croupier.bots import flop  # noqa: PLC0415

    holdem = catalogue.game("holdem")
    strengths = []
    for hole in ("As Ah", "7c 2d"):
        deal = fair.arranged(f"{hole[:2]} Kd {hole[3:]} Qd", holdem.pack(None), (0,) * 20)
        hand = Hand(holdem, holdem.Rules(), {(1, "stack"): 100_00, (2, "stack"): 100_00}, deal)
        seat = next(s for s in (1, 2) if hand.felt.cards[s, "hole"][0] == cards(hole)[0])
        strengths.append(flop.equity(bots.seen(hand, seat), 1, Random(3)))
    assert strengths[0] > 0.7 > strengths[1]


@pytest.mark.parametrize(
    ("hand", "up", "act"),
    [
        ("Ts 7h", "6c", "stand"),
        ("Ts 6h", "Tc", "hit"),
        ("6s 5h", "6c", "double"),
        ("8s 8h", "6c", "split"),
        ("As 6h", "6c", "hit"),
    ],
)
def test_a_blackjack_player_goes_by_the_book(hand, up, act):
    blackjack = catalogue.game("blackjack")
    rules = blackjack.Rules()
    first, second = hand.split()
    deal = fair.arranged(f"{first} {up} {second}", blackjack.pack(rules))
    played = Hand(blackjack, rules, {(1, "stack"): 100_00}, deal)
    rng = Random(1)
    played.decide(1, bots.bot(blackjack)(bots.seen(played, 1), rng))
    played.expire()
    assert bots.bot(blackjack)(bots.seen(played, 1), rng).act == act
