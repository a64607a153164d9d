"""Imagined hands: what they keep of a feed, and what of chance is drawn anew."""

from random import Random

import pytest

import laws
from croupier.core import catalogue, fair
from croupier.core.asks import Decision
from croupier.core.cards import BACK, FACES
from croupier.core.catalogue import game
from croupier.core.felt import DECK, Cards, Chips, Deal, Fault, Felt
from croupier.core.following import shown_places
from croupier.core.hand import Hand
from croupier.core.imagine import InOrder, imagine
from croupier.core.phrases import MOST, Amount, Phrase

BLACKJACK, HOLDEM, DOUBLE = game("blackjack"), game("holdem"), game("double-hand")
STACKS = {(seat, "stack"): 100_00 for seat in (1, 2, 3)}


def begun(of, seed: int = 1) -> Hand:
    rules = of.Rules()
    return Hand(of, rules, STACKS, fair.deal(bytes([seed]) * 32, of.pack(rules), of.LOTS), None)


def played(hand: Hand) -> Hand:
    """The hand to its end, where nobody says anything."""
    while not hand.over:
        hand.expire()
    return hand


def test_a_hand_in_order_shows_a_seat_what_it_has_seen():
    hand = begun(HOLDEM)
    twin = imagine(hand.opening, hand.feed(2), InOrder())
    assert twin.view(2) == hand.view(2)
    assert twin.view(1).cards[1, "hole"] != hand.view(1).cards[1, "hole"]


def test_a_feed_of_another_hand_does_not_follow_from_its_opening():
    hand = begun(HOLDEM)
    strange = Chips((1, "stack"), (1, "bet"), 1, "bet")
    with pytest.raises(Fault, match="does not follow"):
        imagine(hand.opening, [*hand.feed(1), strange], Random(1))


def test_each_player_has_drawn_a_lot_for_the_button_and_others_are_still_to_come():
    drawn = begun(HOLDEM).felt.lots.drawn
    assert len(drawn) == len(STACKS)
    assert drawn < set(range(len(HOLDEM.LOTS)))


def test_of_lots_that_nobody_has_drawn_none_is_told():
    assert begun(DOUBLE).felt.lots.drawn == set()
    assert begun(game("casino-holdem")).felt.lots.drawn == set()


def test_a_walk_comes_to_the_hand_before_each_of_its_answers():
    hand = played(begun(HOLDEM))
    seen = [(len(part.answers), answer) for part, answer in Hand.walk(hand.journal)]
    assert seen == list(enumerate(hand.answers))


def test_nothing_can_be_ruled_when_the_hand_is_over():
    assert played(begun(HOLDEM)).rulings == ()


def test_a_view_is_written_spot_by_spot_chips_first():
    hand = begun(HOLDEM)
    lines = str(hand.view(1)).splitlines()
    own = " ".join(FACES[card] for card in hand.view(1).cards[1, "hole"])
    assert f"seat 1 hole: {own}" in lines
    assert "seat 2 hole: ?? ??" in lines
    chips = [f"seat {seat} stack: {hand.felt.chips[seat, 'stack']}" for seat in (1, 2, 3)]
    assert lines.index(chips[2]) < lines.index(f"seat 1 hole: {own}")


def test_no_more_cards_are_dealt_around_than_the_deck_has():
    felt = Felt({}, Deal(HOLDEM.pack(HOLDEM.Rules())[:3]))
    with pytest.raises(Fault, match="the deck has 3 cards, not 4"):
        felt.deal_around([(1, "hole"), (2, "hole")], 2)
    assert len(felt.deck) == 3


def test_a_phrase_is_said_with_its_values_and_not_all_of_a_long_list():
    inner = Phrase("seat {seat}", {"seat": 3})
    said = str(Phrase("{who} has {amount}", {"who": inner, "amount": Amount(5)}))
    assert said == "seat 3 has 5"
    assert str(Phrase("{all}", {"all": range(MOST + 2)})).endswith(", and 2 more")


@pytest.mark.parametrize("top", ["6c Td 5h 2c", "6c Ad 5h 9c", "6c Ad 5h 2c 3c"])
@pytest.mark.parametrize("chance", [InOrder(), Random(1), Random(2), Random(3)])
def test_a_dealer_who_has_looked_has_no_blackjack(top, chance):
    rules = BLACKJACK.Rules(hole_card="peek", insurance=False)
    deal = fair.arranged(top, BLACKJACK.pack(rules))
    hand = Hand(BLACKJACK, rules, {(1, "stack"): 100_00}, deal)
    hand.decide(1, Decision("bet", 10_00, (1, "box 1")))
    hand.expire()
    if top.endswith("3c"):
        hand.decide(1, Decision("hit", 0, (1, "box 1")))
    for _ in range(20):
        twin = imagine(hand.opening, hand.feed(1), chance)
        assert not twin.over
        assert twin.feed(1) == hand.feed(1)


def ruled_and_played(hand: Hand, rng: Random) -> Hand:
    """The hand to its end, at random, with a ruling now and then."""
    while not hand.over:
        rulings = hand.rulings[len(hand.voids) :]
        if rulings and rng.random() < 0.06:
            hand.rule(laws.ruling(rng.choice(rulings), rng))
        else:
            laws.answer(hand, rng)
    return hand


@pytest.mark.parametrize("name", catalogue.names())
def test_places_that_are_known_hold_the_cards_that_were_seen(name):
    """A proof opens these places: one that held another card would tell a secret."""
    found = game(name)
    for seed in range(12 if found.LOTS else 4):
        rng = Random(seed)
        for hand in laws.evening(found, laws.any_rules(found, rng), seed):
            deal = ruled_and_played(hand, rng).opening.deal
            for seat in (0, *hand.felt.seats):
                known = shown_places(hand, seat)
                assert {place: deal.cards[place] for place in known} == known
                dealt = [e for e in hand.feed(seat) if type(e) is Cards and e.src == DECK]
                faces = [card for event in dealt for card in event.cards if card != BACK]
                assert {*faces} <= {*known.values()}, "a card that was dealt open has no place"
