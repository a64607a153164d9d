"""What a house may add to blackjack: early surrender, a charlie, later doubles, side bets."""

import pytest

from croupier.core import fair
from croupier.core.asks import Decision, Refused
from croupier.core.hand import Hand
from croupier.games import blackjack as game
from croupier.games.blackjack import Rules


def sit(top, bets=(), players=1, **options):
    """A round with a stake of ten on box 1 by each player, and other bets beside it."""
    house = Rules(**options)
    seats = range(1, players + 1)
    deal = fair.arranged(top, game.pack(house))
    hand = Hand(game, house, {(seat, "stack"): 1000_00 for seat in seats}, deal)
    for seat in seats:
        hand.decide(seat, Decision("bet", 10_00, (seat, "box 1")))
    for word, amount in bets:
        hand.decide(1, Decision("bet", amount * 100, (1, word)))
    hand.expire()
    return hand


def net(hand, seat=1):
    return (hand.felt.chips[seat, "stack"] - 1000_00) / 100


def acts(hand, seat=1):
    return [option.act for option in hand.asked(seat)]


def act(hand, *words):
    for word in words:
        hand.decide(1, Decision(word))


EARLY = {"surrender": "early", "hole_card": "peek"}


@pytest.mark.clause("BJ-08")
@pytest.mark.parametrize(("hole", "goes_on"), [("As", False), ("9s", True)])
def test_an_early_surrender_is_asked_before_the_dealer_looks(hole, goes_on):
    hand = sit(f"Th Kc 6h {hole}", **EARLY)
    assert acts(hand) == ["decline", "surrender"]
    hand.decide(1, Decision("surrender"))
    assert hand.over
    assert net(hand) == -5  # Whatever the hole card is.
    hand = sit(f"Th Kc 6h {hole}", **EARLY)
    hand.decide(1, Decision("decline"))
    assert hand.over != goes_on
    if goes_on:
        assert "surrender" not in acts(hand)  # It was offered before.
    else:
        assert net(hand) == -10


@pytest.mark.clause("BJ-08")
def test_an_early_surrender_is_a_first_decision_where_nobody_looks():
    hand = sit("Th 6c 6h 9s", **EARLY)
    assert "surrender" in acts(hand)
    hand = sit("Th Kc 6h As", surrender="early")
    act(hand, "surrender")
    assert net(hand) == -5  # The dealer's blackjack takes nothing more.


@pytest.mark.clause("BJ-08")
def test_an_early_surrender_gives_up_every_stake_on_the_box():
    hand = sit("Th Kc 6h As", players=2, **EARLY)
    assert not hand.asked(2)
    hand.decide(1, Decision("surrender"))
    assert [net(hand, seat) for seat in (1, 2)] == [-5, -5]


@pytest.mark.clause("BJ-08")
def test_cards_enough_win_at_once_whatever_the_dealer_has():
    top = "2h Kc 3h 2d 4s 3c As"  # Five cards of 14 against a blackjack.
    hand = sit(top, charlie_cards=5)
    act(hand, "hit", "hit", "hit")
    assert hand.over
    assert net(hand) == 10
    hand = sit(top, charlie_cards=6)
    act(hand, "hit", "hit", "hit", "stand")
    assert net(hand) == -10


@pytest.mark.clause("BJ-14")
def test_cards_enough_over_21_lose():
    hand = sit("Th Kc 3h 2d 4s 5c As", charlie_cards=5)
    act(hand, "hit", "hit", "hit")
    assert net(hand) == -10


@pytest.mark.clause("BJ-16")
@pytest.mark.parametrize(("cards", "third", "fourth"), [("two", False, False),
                                                        ("three", True, False),
                                                        ("any", True, True)])  # fmt: skip
def test_a_house_says_how_many_cards_may_be_doubled(cards, third, fourth):
    hand = sit("2h 6c 3h 4d 2s Tc Tc Th", double_cards=cards)  # 5, then 9, then 11.
    act(hand, "hit")
    assert ("double" in acts(hand)) == third
    act(hand, "hit")
    assert ("double" in acts(hand)) == fourth
    if fourth:
        act(hand, "double")
        assert hand.over
        assert net(hand) == 20
    else:
        with pytest.raises(Refused, match="total on the plate"):
            act(hand, "double")


@pytest.mark.clause("BJ-21")
@pytest.mark.parametrize("draw", [False, True])
def test_split_aces_draw_where_the_house_lets_them(draw):
    hand = sit("Ah 6c Ad 5s 4s 3c", hit_split_aces=draw)
    act(hand, "split")
    assert ("hit" in acts(hand)) == draw
    if draw:
        act(hand, "hit")
        assert hand.felt.cards[0, "box 1"][-1] == hand.felt.cards[0, "box 1"][2]


SIDES = {"side_bets": ("perfect_pairs", "plus_three")}
PAIR, THREE = "side perfect_pairs 1", "side plus_three 1"


@pytest.mark.parametrize(
    ("top", "pair", "three"),
    [
        ("8h 7h 8h", 25, 5), ("8h 7c 8d", 12, -1), ("8h 7c 8s", 6, -1), ("8h 8c 8s", 6, 30),
        ("8h 8h 8h", 25, 100), ("8h 7h 9h", -1, 40), ("Ah 3c 2d", -1, 10), ("Qh Ac Kd", -1, 10),
        ("2h 9h 5h", -1, 5),
    ],
)  # fmt: skip
def test_side_bets_are_settled_by_the_first_cards(top, pair, three):
    hand = sit(f"{top} 5c 5d 5s", [(PAIR, 2), (THREE, 4)], **SIDES)
    gained = hand.felt.chips[1, "stack"] + hand.felt.chips[1, "box 1"] - 1000_00
    assert gained == 100 * (2 * pair + 4 * three)
    assert not hand.felt.chips[1, PAIR]
    assert not hand.felt.chips[1, THREE]


@pytest.mark.clause("BJ-47")
def test_a_side_bet_goes_with_a_stake_and_goes_back_with_it():
    house = Rules(**SIDES)
    hand = Hand(game, house, {(1, "stack"): 1000_00}, fair.arranged("8h 7h 8h", game.pack(house)))
    with pytest.raises(Refused):
        hand.decide(1, Decision("bet", 2_00, (1, PAIR)))
    hand.decide(1, Decision("bet", 10_00, (1, "box 1")))
    hand.decide(1, Decision("bet", 2_00, (1, PAIR)))
    with pytest.raises(Refused):
        hand.decide(1, Decision("bet", 200_00, (1, THREE)))
    hand.decide(1, Decision("withdraw", spot=(1, "box 1")))
    assert hand.felt.chips[1, "stack"] == 1000_00
    hand.expire()
    assert hand.over


def test_side_bets_that_no_house_could_offer_are_refused():
    for wrong in ({"side_bets": ("nothing",)}, {"side_bets": ("plus_three", "plus_three")},
                  {**SIDES, "side_bet_min": 5_00, "side_bet_max": 1_00}):  # fmt: skip
        with pytest.raises(ValueError, match="side_bet"):
            Rules(**wrong)
