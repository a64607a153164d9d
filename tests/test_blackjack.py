"""Blackjack, clause by clause. Amounts are in chips, a chip is 100 cents."""

from collections import Counter
from decimal import Decimal
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import laws
import worked
from croupier import houses
from croupier.core import fair, journals, prices
from croupier.core.asks import CLOCK, Decision, Refused
from croupier.core.cards import BACK, JOKER, cards, text
from croupier.core.felt import BANK, DECK, Cards, Chips, Deal, Said
from croupier.core.hand import Hand
from croupier.core.prices import Price
from croupier.games import blackjack as game
from croupier.games.blackjack import Carry, Rules, playing
from croupier.games.blackjack.dealing import DEALER, HOLE
from croupier.room.table import Table
from croupier.speech import plates

CHIP = 100
SHEET = Rules()
PEEK = Rules(hole_card="peek")
EXAMPLES = worked.examples("blackjack")


# Helpers.


def bet(dealt, seat, amount, box=1):
    dealt.decide(seat, Decision("bet", int(amount * CHIP), (seat, f"box {box}")))


def act(dealt, *words, seat=1):
    for word in words:
        dealt.decide(seat, Decision(word))


def insure(dealt, seat, amount, box=1):
    dealt.decide(seat, Decision("insure", int(amount * CHIP), (seat, f"insurance {box}")))


def rule(dealt, ruling, seat=0, box=0):
    spot = (seat, f"box {box}") if box else (0, "")
    dealt.rule(Decision(ruling, spot=spot, by="inspector", why="ruled"))


def refusal(dealt, seat, word, amount=0, spot=(0, "")):
    """Refused, and nothing changed."""
    before = len(dealt.events), dict(dealt.felt.chips), dealt.ask
    with pytest.raises(Refused) as refused:
        dealt.decide(seat, Decision(word, int(amount * CHIP), spot))
    assert (len(dealt.events), dealt.felt.chips, dealt.ask) == before
    return str(refused.value)


def net(dealt, seat=1):
    return (dealt.felt.chips[seat, "stack"] - dealt.opening.chips[seat, "stack"]) / CHIP


def words(dealt, seat=1):
    return [option.act for option in dealt.asked(seat)]


def option(dealt, word, seat=1):
    return next(option for option in dealt.asked(seat) if option.act == word)


def lie(dealt, spot):
    spot = (0, spot) if isinstance(spot, str) else spot
    return text(dealt.felt.cards.get(spot, ()))


def hand_spots(dealt, box=1):
    return game.hands(dealt.felt.cards, box)


def box_hands(dealt, box=1):
    """The cards of a box's hands in playing order."""
    return [lie(dealt, spot) for spot in hand_spots(dealt, box)]


def chips(dealt, why=None):
    found = [event for event in dealt.events if type(event) is Chips]
    return [event for event in found if why in (None, event.why)]


def said(dealt, what):
    return [event for event in dealt.events if type(event) is Said and event.what == what]


def owner(dealt, box=1):
    return next(e.seat for e in said(dealt, "owner") if e.spot[1] == f"box {box}")


def order(dealt):
    """Where the cards of the deck went, one by one."""
    moves = [event for event in dealt.events if type(event) is Cards and event.src == DECK]
    return [(event.dst[1], text(event.cards)) for event in moves]


@pytest.fixture
def table(hand):
    """A round with these cards on top of the shoe, in the window for bets; everybody has 1000."""

    def start(top="", seats=(1, 2, 3), house=SHEET, has=1000, carry=None):
        stacks = {seat: int(has * CHIP) for seat in seats}
        return hand(game, house, stacks, top, carry)

    return start


@pytest.fixture
def alone(table):
    """One stake on box 1, the cards dealt: box, dealer, box, then what is drawn."""

    def start(top, amount=10, house=SHEET, has=1000):
        dealt = table(top, (1,), house, has)
        bet(dealt, 1, amount)
        dealt.expire()
        return dealt

    return start


@pytest.fixture
def backed(table):
    """Box 1 of seat 1, backed by seats 2 and 3."""

    def start(top, stakes=(10, 20, 30), house=SHEET, has=1000):
        dealt = table(top, (1, 2, 3), house, has)
        for seat, amount in enumerate(stakes, 1):
            bet(dealt, seat, amount)
        dealt.expire()
        return dealt

    return start


# The worked examples.


def examples(form):
    return [worked.case(one, one) for one in EXAMPLES if form(one)]


def is_dealt(example):
    return "shoe_in_draw_order" in example["given"]


def is_refused(example):
    return example["expect"].get("accepted") is False


def is_answers(example):
    return "answers" in example["expect"]


def test_every_worked_example_has_a_form():
    for example in EXAMPLES:
        assert sum(form(example) for form in (is_dealt, is_refused, is_answers)) == 1, example["id"]


def seats_of(boxes):
    names = sorted({name for box in boxes for name in box["bets"]})
    return {name: seat for seat, name in enumerate(names, 1)}


def place(dealt, boxes, seats):
    for box in boxes:
        for name, amount in box["bets"].items():
            bet(dealt, seats[name], amount, box["box"])
        if next(iter(box["bets"])) != box["owner"]:
            rule(dealt, "assign_box_owner", seats[box["owner"]], box["box"])
    dealt.expire()


def follow(dealt, action, seats):
    """The owner's act, and the back-bettors' answers."""
    spots = hand_spots(dealt, action["box"])
    (seat,) = dealt.ask.options
    assert dealt.asked(seat)[0].spot[1] == spots[action["hand"]][1]
    dealt.decide(seat, Decision(action["action"]))
    if dealt.ask and dealt.ask.clause in ("BJ-32", "BJ-33"):
        declined = {seats[name] for name in action.get("declined_by", ())}
        for seat in list(dealt.ask.options):
            dealt.decide(seat, Decision("decline" if seat in declined else action["action"]))


def result(dealt, box, spot):
    count = game.twentyone.total(dealt.felt.cards[spot])
    if count > 21:
        return "bust"
    seat = next(e.seat for e in said(dealt, "owner") if e.spot[1] == f"box {box}")
    moves = [e for e in chips(dealt) if (seat, spot[1]) in (e.src, e.dst)]
    if any(event.why == "win" for event in moves):
        natural = count == 21 and len(dealt.felt.cards[spot]) == 2 and len(spots_of(dealt, box)) < 2
        return "blackjack" if natural else "win"
    return "lose" if any(event.why == "lose" for event in moves) else "push"


def spots_of(dealt, box):
    return game.hands(dealt.felt.cards, box)


def staked(dealt, seat):
    down = [e.amount for e in chips(dealt) if e.src == (seat, "stack")]
    up = [e.amount for e in chips(dealt, "withdraw") if e.dst == (seat, "stack")]
    return (sum(down) - sum(up)) / CHIP


def credited(dealt, seat):
    return sum(e.amount for e in chips(dealt, "back") if e.dst == (seat, "stack")) / CHIP


@pytest.mark.parametrize("example", examples(is_dealt))
def test_worked_example(table, example):
    given = example["given"]
    seats = seats_of(given["boxes"])
    house = prices.convert(example["options"], Rules)
    dealt = table(" ".join(given["shoe_in_draw_order"]), seats.values(), house)
    place(dealt, given["boxes"], seats)
    if dealt.ask and dealt.ask.clause == "BJ-25":
        for name, amount in given["insurance"].items():
            insure(dealt, seats[name], amount, given["boxes"][0]["box"])
        if dealt.ask and dealt.ask.clause == "BJ-25":
            dealt.expire()
    for action in given["actions"]:
        follow(dealt, action, seats)
    assert dealt.over
    found = {
        "dealer_cards": lie(dealt, DEALER).split(),
        "dealer_total": game.twentyone.total(dealt.felt.cards[DEALER]),
        "hands": {
            f"{box['box']}.{at}": {
                "cards": lie(dealt, spot).split(),
                "total": game.twentyone.total(dealt.felt.cards[spot]),
                "result": result(dealt, box["box"], spot),
            }
            for box in given["boxes"]
            for at, spot in enumerate(spots_of(dealt, box["box"]))
        },
        "staked": {name: staked(dealt, seat) for name, seat in seats.items()},
        "credited": {name: credited(dealt, seat) for name, seat in seats.items()},
        "net": {name: net(dealt, seat) for name, seat in seats.items()},
    }
    assert {key: found[key] for key in example["expect"]} == example["expect"]


REASONS = {
    "max_bettors_per_box": "the box is full (BJ-28)",
    "not_9_10_11": "total on the plate",
    "blackjack": "the hand is over",
    "split_aces_one_card": "a split ace gets one card and can't be doubled",
    "max_half_stake": "(BJ-24)",
    "insufficient_balance": "your stake once more in your stack",
}


def refused_example(table, given):
    """Lead to the moment of the request, and make it."""
    request = given["request"]
    if isinstance(request, dict) and "stake" in request:
        dealt = table(seats=(1, 2, 3, 4))
        for seat, amount in enumerate(given["box_bets"].values(), 1):
            bet(dealt, seat, amount)
        return refusal(dealt, 4, "bet", request["stake"], (4, "box 1"))
    if isinstance(request, dict):
        dealt = table(f"Ts {given['dealer']} 9s")
        bet(dealt, 1, given["stake"])
        dealt.expire()
        return refusal(dealt, 1, "insure", request["insurance"], (1, "insurance 1"))
    one, other = given["cards"]
    if given.get("split_aces"):
        dealt = table(f"{one} 6c Ad {other} As")
        bet(dealt, 1, 10)
        dealt.expire()
        act(dealt, "split")
        return refusal(dealt, 1, request, 0, (1, "box 1"))
    stakes = given.get("box_bets", {"A": 10})
    dealt = table(f"{one} 6c {other}", seats=range(1, len(stakes) + 1))
    for seat, (name, amount) in enumerate(stakes.items(), 1):
        left = given.get("balances", {}).get(name, 100)
        dealt.felt.chips[seat, "stack"] = (amount + left) * CHIP
        bet(dealt, seat, amount)
    dealt.expire()
    return refusal(dealt, 1, request)


@pytest.mark.parametrize("example", examples(is_refused))
def test_worked_example_of_a_refusal(table, example):
    assert REASONS[example["expect"]["reason"]] in refused_example(table, example["given"])


@pytest.mark.parametrize("example", examples(is_answers))
def test_worked_example_of_insurance_for_each_stake(table, example):
    given = example["given"]
    seats = seats_of(given["boxes"])
    dealt = table(f"Ts 9s {given['dealer']} 8s 7s", seats.values())
    place(dealt, given["boxes"], seats)
    for request, answer in zip(given["requests"], example["expect"]["answers"], strict=True):
        seat, box = seats[request["player"]], request["box"]
        if answer["accepted"]:
            insure(dealt, seat, request["insurance"], box)
        else:
            why = refusal(dealt, seat, "insure", request["insurance"], (seat, f"insurance {box}"))
            assert REASONS[answer["reason"]] in why


# Cards and their count.


@pytest.mark.clause("BJ-01")
def test_hands_are_compared_with_the_dealers_only(table):
    dealt = table("Th 9h 8c 9d 7s Td", (1, 2))
    bet(dealt, 1, 10, 1)
    bet(dealt, 2, 10, 2)
    dealt.expire()
    act(dealt, "stand", seat=1)  # 19 against 18,
    act(dealt, "stand", seat=2)  # and 16: the better box takes nothing from the other.
    assert lie(dealt, DEALER) == "8c Td"
    assert (net(dealt, 1), net(dealt, 2)) == (10, -10)
    assert all(BANK in (e.src, e.dst) for e in chips(dealt) if e.why in ("win", "lose"))


@pytest.mark.clause("BJ-02")
@pytest.mark.parametrize(
    ("hand_cards", "name"),
    [
        ("2c 9c", "11"),
        ("Tc Jd", "20"),
        ("Qc Kd", "20"),
        ("As 6c", "soft 17"),
        ("As Ac", "soft 12"),
        ("As Kc", "blackjack"),
    ],
)
def test_an_ace_counts_eleven_while_it_can(alone, hand_cards, name):
    one, other = hand_cards.split()
    dealt = alone(f"{one} 2s {other}")
    readings = game.read(dealt.opening.rules, dealt.view(1), "en")
    assert readings[0, "box 1"].name == name
    assert readings[0, "box 1"].cards == cards(hand_cards)


@pytest.mark.clause("BJ-02")
def test_a_soft_hand_turns_hard_before_it_goes_over(alone):
    dealt = alone("As 2s 6c Td 5d")
    act(dealt, "hit")
    assert game.read(dealt.opening.rules, dealt.view(1), "en")[0, "box 1"].name == "17"
    act(dealt, "hit")
    assert game.read(dealt.opening.rules, dealt.view(1), "en")[0, "box 1"].name == "22, bust"
    assert game.read(dealt.opening.rules, dealt.view(1), "fr")[0, "box 1"].name == "22, sauté"


def test_the_dealer_is_named_too_and_a_split_twenty_one_is_no_blackjack(alone):
    dealt = alone("Ah 9c As Kc Td 9d")
    act(dealt, "split")
    names = {
        spot[1]: reading.name
        for spot, reading in game.read(dealt.opening.rules, dealt.view(0), "en").items()
    }
    assert names == {"box 1": "soft 21", "box 1.4": "soft 21", "dealer": "18"}


def test_a_hidden_card_has_no_name(alone):
    dealt = alone("9h 7c 8h Td", house=PEEK)
    assert dealt.view(1).cards[HOLE] == (BACK,)
    assert set(game.read(dealt.opening.rules, dealt.view(1), "en")) == {(0, "box 1"), DEALER}


# The window for bets.


@pytest.mark.clause("BJ-03")
def test_once_cards_are_out_no_stake_changes(alone):
    dealt = alone("9h 7c 8h")
    assert "BJ-03" in refusal(dealt, 1, "bet", 20, (1, "box 1"))
    assert "BJ-03" in refusal(dealt, 1, "bet", 20, (1, "box 2"))
    assert "BJ-03" in refusal(dealt, 1, "withdraw", 0, (1, "box 1"))


@pytest.mark.clause("BJ-03")
def test_no_card_is_dealt_before_the_window_closes(table):
    dealt = table()
    bet(dealt, 1, 10)
    assert dealt.ask.open
    assert dealt.ask.clock == "betting_seconds"
    assert not dealt.felt.cards
    dealt.expire()
    assert dealt.felt.cards


def test_a_round_without_stakes_is_over_without_a_card(table):
    dealt = table()
    dealt.expire()
    assert dealt.over
    assert not dealt.felt.cards
    assert dealt.carry == Carry()


@pytest.mark.clause("BJ-04")
def test_cards_go_to_each_box_the_dealer_and_each_box_again(table):
    dealt = table("2c 3c 4c 5c 6c 7c 8c")
    bet(dealt, 1, 10, 7)
    bet(dealt, 2, 10, 2)
    bet(dealt, 3, 10, 4)
    dealt.expire()
    dealt_to = ["box 2", "box 4", "box 7", "dealer", "box 2", "box 4", "box 7"]
    assert order(dealt) == [(to, f"{at}c") for at, to in enumerate(dealt_to, 2)]
    faces = [event for event in dealt.events if type(event) is Cards]
    assert all(event.eyes == -1 for event in faces)


@pytest.mark.clause("BJ-04")
def test_the_dealer_has_one_card_until_every_box_has_finished(table):
    dealt = table("Th 9h 7c 8d 8s Td 5c 6c")
    bet(dealt, 1, 10, 1)
    bet(dealt, 2, 10, 2)
    dealt.expire()
    act(dealt, "hit", seat=1)
    assert lie(dealt, DEALER) == "7c"
    act(dealt, "stand", seat=2)
    assert lie(dealt, DEALER) == "7c 5c 6c"


@pytest.mark.clause("BJ-28")
def test_the_bettors_of_a_box_are_limited_by_the_house(table):
    for most in 1, 2, 3:
        dealt = table(seats=(1, 2, 3, 4), house=Rules(max_bettors_per_box=most))
        for seat in range(1, most + 1):
            bet(dealt, seat, 10)
        assert "BJ-28" in refusal(dealt, 4, "bet", 10, (4, "box 1"))
        bet(dealt, 4, 10, 2)  # Another box has room.
        bet(dealt, 1, 20)  # Who is on the box may change,
        dealt.decide(1, Decision("withdraw", spot=(1, "box 1")))
        bet(dealt, 4, 10)  # and who withdraws makes room.


@pytest.mark.clause("BJ-29")
def test_the_maximum_is_for_the_box_and_a_stake_is_refused_whole(table):
    dealt = table()
    bet(dealt, 1, 300)
    why = refusal(dealt, 2, "bet", 300, (2, "box 1"))
    assert "allowed: bet 500 to 20000" in why
    assert "BJ-29" in why
    bet(dealt, 2, 197)
    why = refusal(dealt, 3, "bet", 3, (3, "box 1"))  # The room is less than the minimum.
    assert "BJ-29" in why
    assert "box 1" not in {o.spot[1] for o in dealt.asked(3)}
    bet(dealt, 3, 5, 2)


@pytest.mark.clause("BJ-29")
def test_each_bettors_stake_reaches_the_minimum(table):
    dealt = table()
    assert "BJ-29" in refusal(dealt, 1, "bet", 4, (1, "box 1"))
    bet(dealt, 1, 5)
    assert "BJ-29" in refusal(dealt, 2, "bet", 4, (2, "box 1"))


@pytest.mark.clause("BJ-29")
def test_the_maximum_may_be_each_bettors(table):
    dealt = table(house=Rules(maximum_applies_to="each_bettor"))
    for seat in 1, 2, 3:
        bet(dealt, seat, 500)
    assert "BJ-29" in refusal(dealt, 1, "bet", 501, (1, "box 1"))


@pytest.mark.clause("BJ-29", "BJ-16")
def test_doubles_and_splits_may_go_beyond_the_maximum(alone):
    dealt = alone("8h 6c 8d 2h 3d Ts 9s Tc 5d", 500, has=2000)
    act(dealt, "split", "double", "double")
    assert staked(dealt, 1) == 2000
    assert lie(dealt, DEALER) == "6c Tc 5d"


@pytest.mark.clause("BJ-46")
def test_a_player_may_own_several_boxes_and_plays_them_in_box_order(table):
    dealt = table("Th 9h 8h 7c 7d 8s 9s", (1,))
    for box in 5, 2, 7:
        bet(dealt, 1, 10, box)
    dealt.expire()
    turns = []
    while not dealt.over:
        turns.append(dealt.asked(1)[0].spot)
        act(dealt, "stand")
    assert turns == [(1, "box 2"), (1, "box 5"), (1, "box 7")]


@pytest.mark.clause("BJ-46", "BJ-39")
def test_the_clock_stands_for_an_absent_owner_and_nobody_takes_his_place(backed):
    dealt = backed("8h 6c 8d")
    assert list(dealt.ask.options) == [1]
    assert "BJ-31" in refusal(dealt, 2, "hit")
    dealt.expire()
    assert dealt.answers[-1] == (1, Decision("stand", spot=(1, "box 1"), by=CLOCK))
    assert dealt.over


@pytest.mark.clause("BJ-47")
def test_stakes_are_whole_chips_changed_and_withdrawn_until_the_close(table):
    dealt = table()
    assert "BJ-29" in refusal(dealt, 1, "bet", 10.5, (1, "box 1"))
    bet(dealt, 1, 10)
    bet(dealt, 1, 30)
    bet(dealt, 1, 20)
    assert dealt.felt.chips[1, "box 1"] == 20 * CHIP
    dealt.decide(1, Decision("withdraw", spot=(1, "box 1")))
    assert net(dealt, 1) == 0
    assert "BJ-47" in refusal(dealt, 1, "withdraw", 0, (1, "box 1"))


@pytest.mark.clause("BJ-47")
def test_room_is_given_first_come_first_served_even_against_who_sits_there(table):
    sits = Carry(seated=(0, 3, 0, 0, 0, 0, 0, 0))
    dealt = table(carry=sits)
    bet(dealt, 1, 300)
    assert "BJ-29" in refusal(dealt, 3, "bet", 300, (3, "box 1"))
    bet(dealt, 3, 200)
    assert "BJ-29" in refusal(dealt, 1, "bet", 301, (1, "box 1"))


def test_who_cannot_reach_the_minimum_is_not_asked(table):
    dealt = table(has=4)
    assert not dealt.ask.options
    assert "BJ-29" in refusal(dealt, 1, "bet", 4, (1, "box 1"))


# Owners.


@pytest.mark.clause("BJ-30")
def test_who_staked_first_owns_a_box_at_which_nobody_sits(table):
    dealt = table("8h 6c 8d")
    bet(dealt, 2, 10)
    bet(dealt, 1, 20)
    dealt.expire()
    assert owner(dealt) == 2
    assert list(dealt.ask.options) == [2]
    assert dealt.carry == Carry()  # Until the round is over,
    dealt.expire()
    assert dealt.carry.seated[1] == 2  # then they sit there.


@pytest.mark.clause("BJ-30")
def test_who_withdraws_loses_his_place_in_the_row(table):
    dealt = table("8h 6c 8d")
    bet(dealt, 2, 10)
    bet(dealt, 1, 20)
    dealt.decide(2, Decision("withdraw", spot=(2, "box 1")))
    bet(dealt, 2, 10)
    dealt.expire()
    assert owner(dealt) == 1


@pytest.mark.clause("BJ-30")
def test_who_sits_at_the_box_goes_before_who_staked_first(table):
    dealt = table("8h 6c 8d", carry=Carry(seated=(0, 3, 0, 0, 0, 0, 0, 0)))
    bet(dealt, 2, 10)
    bet(dealt, 3, 20)
    dealt.expire()
    assert owner(dealt) == 3


@pytest.mark.clause("BJ-30")
def test_without_a_stake_even_who_sits_there_does_not_own_it(table):
    dealt = table("8h 6c 8d", carry=Carry(seated=(0, 3, 0, 0, 0, 0, 0, 0)))
    bet(dealt, 2, 10)
    dealt.expire()
    assert owner(dealt) == 2
    dealt.expire()
    assert dealt.carry.seated[1] == 3  # For that round only.


def test_a_box_is_free_when_who_sat_there_has_left(table):
    carry = game.left(Carry(seated=(0, 3, 0, 0, 0, 0, 0, 0)), 3, 0)
    dealt = table("8h 6c 8d", (1, 2), carry=carry)
    bet(dealt, 2, 10)
    dealt.expire()
    dealt.expire()
    assert dealt.carry.seated[1] == 2


@pytest.mark.clause("BJ-30")
def test_the_inspector_names_the_owner_while_the_window_is_open(table):
    dealt = table("8h 6c 8d", carry=Carry(seated=(0, 3, 0, 0, 0, 0, 0, 0)))
    bet(dealt, 3, 10)
    bet(dealt, 2, 10)
    rule(dealt, "assign_box_owner", 2, 1)
    dealt.expire()
    assert owner(dealt) == 2
    with pytest.raises(Refused, match="cannot be ruled now"):
        rule(dealt, "assign_box_owner", 3, 1)
    dealt.expire()
    assert dealt.carry.seated[1] == 3


@pytest.mark.clause("BJ-30")
@pytest.mark.parametrize(
    ("seat", "word"), [(1, "box 1"), (99, "box 1"), (2, "box 2"), (2, "box 9"), (2, "x")]
)
def test_only_a_bettor_with_a_stake_on_the_box_can_own_it(table, seat, word):
    dealt = table("8h 6c 8d")
    bet(dealt, 2, 10)
    bet(dealt, 3, 10)
    with pytest.raises(
        Refused, match="allowed: assign_box_owner for seat 2 on box 1, assign_box_o"
    ):
        dealt.rule(Decision("assign_box_owner", spot=(seat, word), by="inspector", why="mistaken"))
    dealt.decide(3, Decision("withdraw", spot=(3, "box 1")))
    assert {o.spot for o in dealt.rulings if o.act == "assign_box_owner"} == {(2, "box 1")}
    dealt.expire()
    assert owner(dealt) == 2


def busy(table, carry, stakes, release=()):
    dealt = table("", range(1, 8), carry=carry)
    for seat, box in stakes:
        bet(dealt, seat, 10, box)
    for seat, box in release:
        rule(dealt, "release_box", seat, box)
    dealt.expire()
    while not dealt.over:
        dealt.expire()
    return dealt


@pytest.mark.clause("BJ-35")
def test_at_a_busy_table_a_box_is_given_up_from_the_next_round_on(table):
    first = busy(table, None, [(1, 1), (1, 2)], [(1, 2)])
    assert (owner(first, 1), owner(first, 2)) == (1, 1)
    assert first.carry.seated[1:3] == (1, 0)
    second = busy(table, first.carry, [(1, 2), (5, 2)])  # Although first to bet,
    assert owner(second, 2) == 5
    assert second.carry.seated[1:3] == (1, 5)
    assert second.carry.released == Carry().released
    third = busy(table, first.carry, [(1, 2)])  # Alone they may play it, but do not sit there,
    assert owner(third, 2) == 1
    assert third.carry.seated[2] == 0
    assert owner(busy(table, third.carry, [(1, 2), (5, 2)]), 2) == 5  # and so for ever.


def releasable(dealt):
    """Who may have to give up which box."""
    return [(o.spot[0], int(o.spot[1][4:])) for o in dealt.rulings if o.act == "release_box"]


@pytest.mark.clause("BJ-35")
@pytest.mark.parametrize("boxes", [2, 7])
def test_a_table_is_busy_with_seven_players_however_many_boxes_it_has(table, boxes):
    for seats in 2, 6, 7:
        dealt = table(seats=range(1, seats + 1), house=Rules(table_boxes=boxes))
        bet(dealt, 1, 10, 1)
        bet(dealt, 1, 10, 2)
        assert releasable(dealt) == ([(1, 1), (1, 2)] if seats == 7 else [])
        if seats < 7:
            with pytest.raises(Refused, match="with seven players at the table"):
                rule(dealt, "release_box", 1, 1)


@pytest.mark.clause("BJ-35")
def test_a_player_gives_up_a_box_of_his_own_and_never_the_last(table):
    dealt = table(seats=range(1, 8), carry=Carry(seated=(0, 2, 2, 0, 0, 0, 0, 0)))
    assert releasable(dealt) == [(2, 1), (2, 2)]  # Where they sit, without a bet too.
    bet(dealt, 1, 10, 3)
    bet(dealt, 2, 10, 4)
    assert releasable(dealt) == []  # Who plays another box leaves those without a bet.
    bet(dealt, 2, 10, 1)
    bet(dealt, 2, 10, 2)
    assert releasable(dealt) == [(2, 1), (2, 2), (2, 4)]
    for seat, box in (1, 3), (1, 1), (2, 3), (99, 1), (2, 9):
        with pytest.raises(Refused, match="release_box for seat 2 on box 1"):
            rule(dealt, "release_box", seat, box)
    rule(dealt, "release_box", 2, 1)
    rule(dealt, "release_box", 2, 4)
    assert releasable(dealt) == []
    with pytest.raises(Refused, match="with seven players at the table"):
        rule(dealt, "release_box", 2, 2)
    dealt.expire()
    while not dealt.over:
        dealt.expire()
    assert dealt.carry.seated[1:5] == (0, 2, 1, 0)


@pytest.mark.clause("BJ-35")
def test_a_house_has_as_many_boxes_as_it_says(table):
    dealt = table(house=Rules(table_boxes=3))
    assert {o.spot[1] for o in dealt.asked(1)} == {"box 1", "box 2", "box 3"}


# Blackjack.


@pytest.mark.clause("BJ-05", "BJ-48")
def test_a_blackjack_is_paid_before_the_other_boxes_play(table):
    dealt = table("9h Ah 9c 8d Kd")
    bet(dealt, 1, 10, 1)
    bet(dealt, 2, 10, 2)
    dealt.expire()
    assert list(dealt.ask.options) == [1]
    assert net(dealt, 2) == 15


@pytest.mark.clause("BJ-05")
@pytest.mark.parametrize("first", ["Tc", "Kc", "Ac"])
def test_a_blackjack_waits_for_the_dealers_second_card(table, first):
    dealt = table(f"9h Ah {first} 8d Kd 5c")
    bet(dealt, 1, 10, 1)
    bet(dealt, 2, 10, 2)
    dealt.expire()
    if first == "Ac":
        dealt.expire()
    assert net(dealt, 2) == -10
    act(dealt, "stand")
    assert net(dealt, 2) == 15


@pytest.mark.clause("BJ-06")
def test_a_blackjack_beats_a_dealers_twenty_one_of_three_cards(table):
    dealt = table("9h Ah Tc 8d Kd 5c 6c")
    bet(dealt, 1, 10, 1)
    bet(dealt, 2, 10, 2)
    dealt.expire()
    act(dealt, "stand")
    assert lie(dealt, DEALER) == "Tc 5c 6c"
    assert net(dealt, 2) == 15


@pytest.mark.clause("BJ-06")
def test_a_dealers_blackjack_beats_a_twenty_one_of_three_cards(alone):
    dealt = alone("9h Tc 7d 5c Ah")
    act(dealt, "hit")
    assert lie(dealt, DEALER) == "Tc Ah"
    assert net(dealt) == -10


@pytest.mark.clause("BJ-05")
def test_a_house_may_pay_another_price_for_blackjack(alone):
    assert net(alone("Ah 9c Kd", house=Rules(blackjack_pays=Price(6, 5)))) == 12


@pytest.mark.clause("BJ-07")
def test_boxes_act_in_turn_and_a_blackjack_is_passed_over(table):
    dealt = table("9h Ah 8h 6c 9d Kd 8d")
    for seat in 1, 2, 3:
        bet(dealt, seat, 10, seat)
    dealt.expire()
    assert list(dealt.ask.options) == [1]
    assert "BJ-07" in refusal(dealt, 3, "stand")
    act(dealt, "stand", seat=1)
    assert list(dealt.ask.options) == [3]


@pytest.mark.clause("BJ-07", "BJ-18")
def test_the_hands_of_a_box_act_from_the_first_to_the_last(alone):
    dealt = alone("8h 6c 8d 2h 3d")
    act(dealt, "split")
    assert dealt.asked(1)[0].spot == (1, "box 1")
    act(dealt, "stand")
    assert dealt.asked(1)[0].spot == (1, "box 1.4")


# Drawing and standing.


@pytest.mark.clause("BJ-08")
def test_a_hand_ends_at_twenty_one_by_itself(alone):
    dealt = alone("9h 6c 2h 5d 5s Td 9s")
    act(dealt, "hit", "hit")
    assert box_hands(dealt) == ["9h 2h 5d 5s"]
    assert dealt.over


@pytest.mark.clause("BJ-08")
def test_a_house_may_ask_at_twenty_one_too(alone):
    dealt = alone("9h 6c 2h 5d 5s", house=Rules(auto_stand_on_21=False))
    act(dealt, "hit", "hit")
    assert words(dealt) == ["stand", "hit"]


@pytest.mark.clause("BJ-08")
def test_one_may_draw_on_any_total_below_twenty_one(alone):
    dealt = alone("Th 6c Kh Ad")
    act(dealt, "hit")
    assert box_hands(dealt) == ["Th Kh Ad"]
    assert dealt.over


@pytest.mark.clause("BJ-08")
def test_surrender_is_not_in_the_sheet(alone):
    dealt = alone("Th 9c 6h")
    assert "BJ-08" in refusal(dealt, 1, "surrender")


LATE = Rules(surrender="late")


@pytest.mark.clause("BJ-08", "BJ-31")
def test_a_late_surrender_loses_half_at_once_for_all_on_the_box(backed):
    dealt = backed("Th 9c 6h Kd", (10, 15, 20), LATE)
    act(dealt, "surrender")
    assert [net(dealt, seat) for seat in (1, 2, 3)] == [-5, -7.5, -10]
    assert lie(dealt, DEALER) == "9c"  # Nothing is left to decide.


@pytest.mark.clause("BJ-08")
@pytest.mark.parametrize(("second", "lost"), [("Ac", -10), ("9c", -5), ("2c", -5)])
def test_all_is_lost_if_the_dealer_then_has_a_blackjack(alone, second, lost):
    dealt = alone(f"Th Kc 6h {second}", house=LATE)
    act(dealt, "surrender")
    assert lie(dealt, DEALER) == f"Kc {second}"
    assert net(dealt) == lost


@pytest.mark.clause("BJ-08", "BJ-38")
def test_what_a_surrender_gives_back_is_rounded_as_the_house_says(alone):
    whole = Rules(surrender="late", fraction_rounding="down_to_chip")
    dealt = alone("Th 9c 6h", 15, whole)
    act(dealt, "surrender")
    assert net(dealt) == -8


@pytest.mark.clause("BJ-08")
def test_surrender_is_the_first_decision_only_and_not_for_split_hands(alone):
    dealt = alone("2h 9c 6h 3c", house=LATE)
    assert "surrender" in words(dealt)
    act(dealt, "hit")
    assert "surrender" not in words(dealt)
    dealt = alone("8h 9c 8d 3c 4c", house=LATE)
    act(dealt, "split")
    assert "BJ-08" in refusal(dealt, 1, "surrender")


@pytest.mark.clause("BJ-09")
@pytest.mark.parametrize(
    ("drawn", "dealers"),
    [("Tc", "6c Tc 2s"), ("Tc 5c", "6c Tc 5c"), ("Ac", "6c Ac"), ("5c 6d", "6c 5c 6d")],
)
def test_the_dealer_draws_to_sixteen_and_stops_at_seventeen(alone, drawn, dealers):
    dealt = alone(f"Th 6c 9h {drawn} 2s")
    act(dealt, "stand")
    assert lie(dealt, DEALER) == dealers


@pytest.mark.clause("BJ-10")
def test_the_dealer_stands_on_soft_seventeen_unless_the_house_says_otherwise(alone):
    for hits, dealers in (False, "6c Ac"), (True, "6c Ac Td"):
        dealt = alone("Th 6c 8h Ac Td", house=Rules(dealer_hits_soft_17=hits))
        act(dealt, "stand")
        assert lie(dealt, DEALER) == dealers


@pytest.mark.clause("BJ-10")
def test_hard_seventeen_is_a_stand_in_any_house(alone):
    dealt = alone("Th 7c 8h Tc", house=Rules(dealer_hits_soft_17=True))
    act(dealt, "stand")
    assert lie(dealt, DEALER) == "7c Tc"


@pytest.mark.clause("BJ-11", "BJ-12", "BJ-13")
@pytest.mark.parametrize(("second", "won"), [("8h", 10), ("7h", 0), ("6h", -10)])
def test_nearer_to_twenty_one_wins_equal_is_a_stand_off(alone, second, won):
    dealt = alone(f"Th 7c {second} Tc")
    act(dealt, "stand")
    assert net(dealt) == won


@pytest.mark.clause("BJ-14")
def test_a_bust_hand_is_taken_at_once(table):
    dealt = table("Th 9h 6c 6h 8h Kd")
    bet(dealt, 1, 10, 1)
    bet(dealt, 2, 10, 2)
    dealt.expire()
    act(dealt, "hit")
    assert not dealt.over
    assert dealt.felt.chips[BANK] == 10 * CHIP


@pytest.mark.clause("BJ-15")
def test_when_the_dealer_busts_all_that_is_left_wins(table):
    dealt = table("2h Ah Tc 3h Kh 6c Td")
    bet(dealt, 1, 10, 1)
    bet(dealt, 2, 10, 2)
    dealt.expire()
    act(dealt, "stand")
    assert lie(dealt, DEALER) == "Tc 6c Td"
    assert (net(dealt, 1), net(dealt, 2)) == (10, 15)


# Doubling.


def in_pairs(some):
    return list(zip(some[::2], some[1::2], strict=True))


@pytest.mark.clause("BJ-16", "BJ-17")
@pytest.mark.parametrize(
    "house", [SHEET, Rules(double_totals=(10, 11)), Rules(double_totals="any")]
)
def test_what_may_be_doubled(alone, house):
    for two in in_pairs(cards("2h6h 4h5h 5h5d 6h5h 7h5d Th9h Ah2h Ah7h Ah8h Ah9h AhAd")):
        dealt = alone(f"{text(two[:1])} 6c {text(two[1:])}", house=house)
        low = game.twentyone.hard(two)
        expected = house.double_totals == "any" or low in house.double_totals
        assert ("double" in words(dealt)) is expected, two


@pytest.mark.clause("BJ-17")
def test_a_house_may_refuse_to_double_soft_hands(alone):
    hard = Rules(double_soft_9_10_11=False)
    for two, expected in ("Ah 8h", False), ("Ah 9h", False), ("4h 5h", True):
        one, other = two.split()
        assert ("double" in words(alone(f"{one} 6c {other}", house=hard))) is expected


@pytest.mark.clause("BJ-16")
def test_a_double_adds_the_stake_and_takes_exactly_one_card(alone):
    dealt = alone("5h 6c 6h 2d Tc 5c")
    assert option(dealt, "double").low == option(dealt, "double").high == 10 * CHIP
    act(dealt, "double")
    assert box_hands(dealt) == ["5h 6h 2d"]
    assert dealt.over
    assert net(dealt) == -20


@pytest.mark.clause("BJ-16")
def test_only_the_first_two_cards_are_doubled(alone):
    dealt = alone("2h 6c 3h 5d")
    act(dealt, "hit")
    assert "BJ-16" in refusal(dealt, 1, "double")


@pytest.mark.clause("BJ-16")
def test_a_house_may_let_double_for_less(alone, backed):
    less = Rules(double_for_less=True)
    dealt = alone("5h 6c 6h 9d Tc 5d", 20, less, has=35.5)
    assert (option(dealt, "double").low, option(dealt, "double").high) == (CHIP, 15 * CHIP)
    dealt.decide(1, Decision("double", 12 * CHIP))
    assert net(dealt) == -32
    two = backed("5h 6c 6h 9d Tc 5c", (10, 20, 30), less)
    two.decide(1, Decision("double", 5 * CHIP))
    two.decide(2, Decision("double", 20 * CHIP))
    two.decide(3, Decision("decline"))
    assert [staked(two, seat) for seat in (1, 2, 3)] == [15, 40, 30]


@pytest.mark.clause("BJ-17")
def test_a_split_ten_with_an_ace_ends_at_once_and_is_not_doubled(alone):
    dealt = alone("Kh 6c Td Ad 9s")
    act(dealt, "split")
    assert dealt.asked(1)[0].spot == (1, "box 1.4")
    dealt = alone("Kh 6c Td Ad 9s", house=Rules(auto_stand_on_21=False))
    act(dealt, "split")
    assert words(dealt) == ["stand", "hit"]


# Splitting.


@pytest.mark.clause("BJ-18")
@pytest.mark.parametrize(
    ("two", "same_rank", "splits"),
    [
        ("Kh Td", False, True),
        ("Qh Jd", False, True),
        ("Kh Td", True, False),
        ("Kh Kd", True, True),
        ("8h 8h", False, True),
        ("8h 9h", False, False),
        ("Ah Ad", False, True),
    ],
)
def test_equal_values_may_be_split(alone, two, same_rank, splits):
    one, other = two.split()
    dealt = alone(f"{one} 6c {other}", house=Rules(split_tens_same_rank_only=same_rank))
    assert ("split" in words(dealt)) is splits


@pytest.mark.clause("BJ-18")
def test_at_a_split_each_hand_gets_its_card_at_once_or_on_its_turn(alone):
    dealt = alone("8h 6c 8d Ts 3c")
    act(dealt, "split")
    assert box_hands(dealt) == ["8h Ts", "8d 3c"]
    dealt = alone("8h 6c 8d Ts 3c", house=Rules(split_second_card_timing="on_turn"))
    act(dealt, "split")
    assert box_hands(dealt) == ["8h Ts", "8d"]
    act(dealt, "stand")
    assert box_hands(dealt) == ["8h Ts", "8d 3c"]
    assert dealt.asked(1)[0].spot == (1, "box 1.4")


@pytest.mark.clause("BJ-18", "BJ-20")
@pytest.mark.parametrize(
    ("acts", "hands"),
    [
        ("split split split", ["8h 2d", "8c 3d", "8s 5h", "8d 4h"]),
        ("split stand", ["8h 8s", "8d 4h"]),
    ],
)
def test_a_new_hand_stands_directly_behind_the_one_it_came_from(alone, acts, hands):
    dealt = alone("8h 6c 8d 8s 4h 8c 5h 2d 3d")
    act(dealt, *acts.split())
    assert box_hands(dealt) == hands


@pytest.mark.clause("BJ-20")
def test_a_box_has_four_hands_at_most(alone):
    dealt = alone("8h 6c 8d 8s 8h 8c 5h 8d 3d", house=SHEET)
    act(dealt, "split", "split", "split")
    assert len(hand_spots(dealt)) == 4
    assert box_hands(dealt)[0] == "8h 8d"
    assert "BJ-20" in refusal(dealt, 1, "split")
    two = alone("8h 6c 8d 8s 4h", house=Rules(max_hands_per_box=2))
    act(two, "split")
    assert "BJ-20" in refusal(two, 1, "split")


@settings(deadline=None)
@given(st.lists(st.integers(0, 3), min_size=3, max_size=3))
def test_the_words_of_hands_sort_in_playing_order(path):
    """A hand is split, or one that stands behind it: never one before it."""
    hands, at = ["box 1"], 0
    for step in path:
        at = min(at + step, len(hands) - 1)
        hands.insert(at + 1, playing.behind(hands[at], len(hands)))
        assert sorted(hands) == hands
        assert len(set(hands)) == len(hands)


@pytest.mark.clause("BJ-19")
def test_the_stake_stays_and_an_equal_one_is_placed_on_the_new_hand(alone):
    dealt = alone("8h 6c 8d Ts 3c")
    act(dealt, "split")
    assert dealt.felt.chips[1, "box 1"] == dealt.felt.chips[1, "box 1.4"] == 10 * CHIP


@pytest.mark.clause("BJ-21")
def test_a_split_ace_gets_one_card_and_the_hand_ends(alone):
    dealt = alone("Ah 6c Ad 5s 9c Td")
    act(dealt, "split")
    assert dealt.over
    assert box_hands(dealt) == ["Ah 5s", "Ad 9c"]


@pytest.mark.clause("BJ-21")
def test_aces_are_split_again_to_four_hands_or_stand_at_twelve(alone):
    dealt = alone("Ah 6c Ad As 9c Ac Ah 2d Ad 3d")
    act(dealt, "split")
    assert words(dealt) == ["stand", "split"]
    assert "BJ-21" in refusal(dealt, 1, "hit")
    act(dealt, "split")
    assert box_hands(dealt) == ["Ah Ac", "As Ah", "Ad 9c"]
    act(dealt, "stand")
    assert dealt.asked(1)[0].spot[1] == hand_spots(dealt)[1][1]
    act(dealt, "split")
    assert dealt.over  # Four hands, each with its card.
    assert box_hands(dealt) == ["Ah Ac", "As 2d", "Ah Ad", "Ad 9c"]


@pytest.mark.clause("BJ-21")
def test_a_house_may_forbid_to_split_aces_again(alone):
    dealt = alone("Ah 6c Ad As 9c Td", house=Rules(resplit_aces=False))
    act(dealt, "split")
    assert dealt.over


@pytest.mark.clause("BJ-22")
@pytest.mark.parametrize(
    ("dealers", "won"),
    [("9c Tc", 20), ("9c 5c 7c", 0), ("Tc Ac", -20), ("Tc 5c 6c", 0)],
)
def test_twenty_one_of_a_split_is_no_blackjack(alone, dealers, won):
    first, *later = dealers.split()
    dealt = alone(f"Ah {first} Ad Kc Td {' '.join(later)}")
    act(dealt, "split")
    assert lie(dealt, DEALER) == dealers
    assert net(dealt) == won


@pytest.mark.clause("BJ-23")
def test_a_split_hand_may_be_doubled_if_the_house_says_so(alone):
    for allowed in True, False:
        dealt = alone("8h 6c 8d 3s 2c", house=Rules(double_after_split=allowed))
        act(dealt, "split")
        assert ("double" in words(dealt)) is allowed


@pytest.mark.clause("BJ-44", "BJ-19")
def test_what_the_owner_cannot_pay_is_not_offered_and_he_may_go_on(alone):
    dealt = alone("5h 6c 5d", 10, has=19.99)
    assert words(dealt) == ["stand", "hit"]
    assert "BJ-44" in refusal(dealt, 1, "double")
    assert "BJ-44" in refusal(dealt, 1, "split")
    dealt = alone("5h 6c 5d", 10, has=20)
    assert words(dealt) == ["stand", "hit", "double", "split"]
    act(dealt, "split")
    assert dealt.felt.chips[1, "stack"] == 0


# Insurance.


@pytest.mark.clause("BJ-24")
def test_insurance_is_offered_against_an_ace_only(alone):
    for first in ("2c", "9c", "Tc", "Kc"):
        assert alone(f"9h {first} 8h").ask.clause == "BJ-08"
    dealt = alone("9h Ac 8h", 25)
    assert dealt.ask.clause == "BJ-25"
    assert (option(dealt, "insure").low, option(dealt, "insure").high) == (1, 1250)
    assert alone("9h Ac 8h", house=Rules(insurance=False)).ask.clause == "BJ-08"


@pytest.mark.clause("BJ-24", "BJ-38")
def test_half_of_an_odd_cent_is_rounded_down(alone):
    cents = Rules(chip=1, table_min=1, table_max=1000)
    assert option(alone("9h Ac 8h", 0.05, cents), "insure").high == 2
    assert alone("9h Ac 8h", 0.01, cents).ask.clause == "BJ-08"  # Half a cent is nothing.


@pytest.mark.clause("BJ-24")
def test_insurance_is_bounded_by_the_stack(alone):
    assert option(alone("9h Ac 8h", 20, has=23), "insure").high == 3 * CHIP
    assert alone("9h Ac 8h", 20, has=20).ask.clause == "BJ-08"


@pytest.mark.clause("BJ-25")
def test_no_card_is_dealt_before_all_have_answered(backed):
    dealt = backed("9h Ac 8h 5c")
    assert dealt.ask.clock == "insurance_seconds"
    insure(dealt, 3, 15)
    act(dealt, "decline", seat=1)
    assert "BJ-24" in refusal(dealt, 3, "insure", 1, (3, "insurance 1"))
    assert len(order(dealt)) == 3
    assert list(dealt.ask.options) == [2]
    dealt.expire()
    assert dealt.ask.clause == "BJ-08"


@pytest.mark.clause("BJ-25", "BJ-48")
def test_lost_insurance_is_taken_when_the_second_card_is_drawn(alone):
    dealt = alone("9h Ac 8h 4c 5c")
    insure(dealt, 1, 5)
    act(dealt, "stand")
    second = next(
        at for at, e in enumerate(dealt.events) if type(e) is Cards and "4c" in text(e.cards)
    )
    assert dealt.events[second + 1] == Chips((1, "insurance 1"), BANK, 5 * CHIP, "lose")
    assert lie(dealt, DEALER) == "Ac 4c 5c"


@pytest.mark.clause("BJ-26")
def test_insurance_is_settled_though_the_hand_went_bust(alone):
    for second, won in ("Kc", 0), ("9c", -15):
        dealt = alone(f"Th Ac 6h Kh {second}", 10)
        insure(dealt, 1, 5)
        act(dealt, "hit")
        assert lie(dealt, DEALER) == f"Ac {second}"
        assert net(dealt) == won


@pytest.mark.clause("BJ-26")
def test_full_insurance_on_a_blackjack_is_even_money(alone):
    even = Rules(offer_even_money=True)
    for second in "Kc", "9c":
        dealt = alone(f"Ah Ac Kh {second}", 10, even)
        assert option(dealt, "insure").note == "even money"
        insure(dealt, 1, 5)
        assert net(dealt) == 10
    assert option(alone("9h Ac Kh", 10, even), "insure").note == ""
    assert option(alone("Ah Ac Kh", 10), "insure").note == ""


@pytest.mark.clause("BJ-34")
def test_every_bettor_decides_insurance_for_himself(backed):
    dealt = backed("9h Ac Th Kc", (10, 20, 30))
    insure(dealt, 2, 10)
    act(dealt, "decline", seat=1)
    act(dealt, "decline", seat=3)
    act(dealt, "stand")
    assert [net(dealt, seat) for seat in (1, 2, 3)] == [-10, 0, -30]


@pytest.mark.clause("BJ-43")
def test_each_stake_is_insured_by_itself(table):
    dealt = table("9h 8h Ac 9d 8d Kc", (1, 2))
    bet(dealt, 1, 20, 1)
    bet(dealt, 1, 10, 2)
    bet(dealt, 2, 30, 2)
    dealt.expire()
    assert sorted(dealt.ask.options) == [1, 2]  # All at the same time.
    insure(dealt, 1, 5, 2)
    assert "BJ-43" in refusal(dealt, 1, "insure", 1, (1, "insurance 2"))
    assert "BJ-24" in refusal(dealt, 1, "insure", 11, (1, "insurance 1"))
    act(dealt, "decline", seat=1)  # The rest is not insured.
    insure(dealt, 2, 15, 2)
    act(dealt, "stand")
    act(dealt, "stand")
    assert (net(dealt, 1), net(dealt, 2)) == (-20 - 10 + 10, 0)


@pytest.mark.clause("BJ-43")
def test_one_stack_covers_several_insurances(table):
    dealt = table("9h 8h Ac 9d 8d", (1,), has=46)
    bet(dealt, 1, 20, 1)
    bet(dealt, 1, 20, 2)
    dealt.expire()
    assert {o.high for o in dealt.asked(1) if o.act == "insure"} == {6 * CHIP}
    insure(dealt, 1, 4, 1)
    assert option(dealt, "insure").high == 2 * CHIP


# The dealer's late blackjack.


@pytest.mark.clause("BJ-27")
@pytest.mark.parametrize(("takes", "lost"), [("all_bets", -60), ("original_bets_only", -20)])
def test_a_late_blackjack_takes_all_bets_or_the_original_ones(alone, takes, lost):
    house = Rules(dealer_blackjack_takes=takes)
    dealt = alone("8h Kd 8d 3s 2c 9h Ah", 20, house)
    act(dealt, "split", "double", "stand")
    assert lie(dealt, DEALER) == "Kd Ah"
    assert net(dealt) == lost


@pytest.mark.clause("BJ-27")
@pytest.mark.parametrize(
    ("acts", "lost"),
    [
        ("split hit stand", -20),  # The first hand busts with the original stake,
        ("split stand hit", -40),  # or the other one: both are lost.
    ],
)
def test_what_went_bust_before_stays_lost(alone, acts, lost):
    house = Rules(dealer_blackjack_takes="original_bets_only")
    dealt = alone("8h Kd 8d 7s 7c Th Ah", 20, house)
    act(dealt, *acts.split())
    assert net(dealt) == lost


@pytest.mark.clause("BJ-27", "BJ-33")
def test_original_bets_only_is_for_each_bettor(backed):
    house = Rules(dealer_blackjack_takes="original_bets_only")
    dealt = backed("8h Kd 8d 9s 9c Ah", (10, 20, 30), house)
    act(dealt, "split")
    act(dealt, "split", seat=2)
    act(dealt, "decline", seat=3)
    act(dealt, "stand", "stand")
    assert [net(dealt, seat) for seat in (1, 2, 3)] == [-10, -20, -30]


# Back-bettors.


@pytest.mark.clause("BJ-31")
def test_only_the_owner_plays_the_hand(backed):
    dealt = backed("5h 6c 6h")
    for word in "stand", "hit", "double", "split":
        for seat in 2, 3:
            assert "BJ-31" in refusal(dealt, seat, word)


@pytest.mark.clause("BJ-32")
def test_each_back_bettor_doubles_or_declines_before_the_card(backed):
    dealt = backed("5h 6c 6h 9d Tc 5c", (10, 20, 30))
    act(dealt, "double")
    assert dealt.ask.clause == "BJ-32"
    assert sorted(dealt.ask.options) == [2, 3]
    assert option(dealt, "double", 2).low == option(dealt, "double", 2).high == 20 * CHIP
    act(dealt, "double", seat=3)
    assert len(order(dealt)) == 3
    act(dealt, "decline", seat=2)
    assert box_hands(dealt) == ["5h 6h 9d"]
    assert [staked(dealt, seat) for seat in (1, 2, 3)] == [20, 20, 60]
    assert dealt.over


@pytest.mark.clause("BJ-32", "BJ-33", "BJ-39")
@pytest.mark.parametrize(("top", "word"), [("5h 6c 6h", "double"), ("8h 6c 8d", "split")])
def test_no_answer_of_a_back_bettor_is_declined(backed, top, word):
    dealt = backed(top)
    act(dealt, word)
    dealt.expire()
    assert [a for s, a in dealt.answers if s in (2, 3)][-2:] == [
        Decision("decline", spot=option_spot, by=CLOCK)
        for option_spot in ((2, "box 1"), (3, "box 1"))
    ]
    assert [staked(dealt, seat) for seat in (1, 2, 3)] == [20, 20, 30]


@pytest.mark.clause("BJ-32", "BJ-44")
def test_a_back_bettor_without_the_money_is_not_asked(table):
    dealt = table("5h 6c 6h 9d Tc 5c", (1, 2, 3))
    dealt.felt.chips[2, "stack"] = 39 * CHIP
    for seat, amount in (1, 10), (2, 20), (3, 30):
        bet(dealt, seat, amount)
    dealt.expire()
    act(dealt, "double")
    assert list(dealt.ask.options) == [3]
    assert "BJ-44" in refusal(dealt, 2, "double")


@pytest.mark.clause("BJ-33")
def test_who_declines_a_split_stays_with_the_first_hand(backed):
    dealt = backed("8h 6c 8d Ts 3c Tc 5d", (10, 20, 30))
    act(dealt, "split")
    act(dealt, "decline", seat=2)
    act(dealt, "split", seat=3)
    on_new = {seat for seat in (1, 2, 3) if dealt.felt.chips.get((seat, "box 1.4"))}
    assert on_new == {1, 3}
    assert dealt.felt.chips[2, "box 1"] == 20 * CHIP
    act(dealt, "stand", "double")  # Only who has a stake on the hand is asked.
    assert list(dealt.ask.options) == [3]


# The shoe.


@pytest.mark.clause("BJ-37")
@pytest.mark.parametrize("count", [1, 2, 4, 6, 8])
def test_a_shoe_is_so_many_packs_without_joker(count):
    pack = game.pack(Rules(decks=count))
    assert Counter(pack) == dict.fromkeys(game.pack(Rules(decks=1)), count)
    assert JOKER not in pack


@pytest.mark.clause("BJ-37")
@pytest.mark.parametrize(
    ("count", "fraction", "at"),
    [(6, "0.75", 234), (1, "0.3", 15), (8, "0.9", 374), (6, "0.35", 109), (2, "0.7", 72)],
)
def test_the_cut_card_lies_after_so_many_cards(count, fraction, at):
    assert game.cut_card(Rules(decks=count, cut_card_fraction=Decimal(fraction))) == at


def rounds(house, count, seed=1):
    """Rounds of one shoe after the other, by a player who never draws."""
    rng, last = Random(seed), None
    for _ in range(count):
        deal = fair.next_deal(rng.randbytes(32), game, house, last)
        last = Hand(game, house, {(1, "stack"): 1000_00}, deal, last.carry if last else None)
        bet(last, 1, 10)
        while not last.over:
            last.expire()
        yield last


def drawn(dealt):
    return len(dealt.opening.deal.cards) - len(dealt.felt.deck)


@pytest.mark.clause("BJ-37")
def test_the_shoe_goes_on_until_the_cut_card_is_reached_and_is_then_shuffled():
    gone, shuffles, seen = 0, 0, []
    for dealt in rounds(SHEET, 200):
        assert said(dealt, "shoe")[0].amount == 312 - gone
        seen += dealt.opening.deal.cards[: drawn(dealt)]
        gone += drawn(dealt)
        assert bool(said(dealt, "shuffle")) is (gone >= 234)
        if gone >= 234:
            assert gone - drawn(dealt) < 234  # Between rounds only, and at the first chance.
            assert not Counter(seen) - Counter(game.pack(SHEET))  # No card came twice.
            gone, shuffles, seen = 0, shuffles + 1, []
        assert dealt.carry.gone == gone
        assert game.shoe(SHEET, dealt.carry) == (312 - gone if gone else 0)
    assert shuffles > 2


@pytest.mark.clause("BJ-37")
def test_a_house_may_shuffle_before_every_round():
    every = Rules(shuffle_every_round=True)
    for dealt in rounds(every, 5):
        assert said(dealt, "shoe")[0].amount == 312
        assert game.shoe(every, dealt.carry) == 0


@pytest.mark.clause("BJ-37")
def test_a_shoe_that_is_behind_a_new_cut_card_is_shuffled():
    early = Rules(cut_card_fraction=Decimal("0.3"))
    assert game.shoe(SHEET, Carry(gone=200)) == 112
    assert game.shoe(early, Carry(gone=200)) == 0


@pytest.mark.clause("BJ-45")
def test_behind_the_shoe_the_round_goes_on_with_the_discards():
    one = Rules(decks=1, cut_card_fraction=Decimal("0.9"))
    last = Hand(game, one, {(1, "stack"): 1000_00}, Deal(game.pack(one)), Carry(gone=6))
    shoe = game.pack(one)[:46]
    for box in range(1, 8):
        bet(last, 1, 10, box)
    last.expire()
    while not last.over:
        acts = words(last)
        act(last, "decline" if "decline" in acts else "hit")
    assert drawn(last) > 20
    follow_up = fair.next_deal(bytes(32), game, one, last)
    assert follow_up.cards[: 46 - drawn(last)] == shoe[drawn(last) :]
    late = Hand(game, one, {(1, "stack"): 1000_00}, follow_up, last.carry)
    for box in range(1, 8):
        bet(late, 1, 10, box)
    late.expire()
    while not late.over:
        act(late, "decline" if "decline" in words(late) else "hit")
    assert drawn(late) > 46 - drawn(last)  # Past the end of the shoe.
    assert late.carry.gone == 0  # The next round starts with a fresh shuffle.
    assert said(late, "shuffle")


@pytest.mark.clause("BJ-45")
def test_without_any_card_the_round_is_void():
    one = Rules(decks=1)
    few = Deal(cards("2h 3h 4h 5h"))
    dealt = Hand(game, one, {(1, "stack"): 1000_00}, few)
    bet(dealt, 1, 10)
    dealt.expire()
    act(dealt, "hit")
    act(dealt, "hit")
    assert dealt.over
    assert net(dealt) == 0
    assert said(dealt, "void")
    assert dealt.carry == Carry()


# Money, time, rulings.


@pytest.mark.clause("BJ-38")
@pytest.mark.parametrize(
    ("rounding", "chip", "stake", "won"),
    [
        ("down_to_cent", 1, 0.05, 0.07),
        ("up_to_cent", 1, 0.05, 0.08),
        ("down_to_chip", 100, 5, 7),
        ("down_to_cent", 100, 5, 7.5),
    ],
)
def test_what_is_no_whole_cent_is_rounded_as_the_house_says(alone, rounding, chip, stake, won):
    house = Rules(chip=chip, table_min=chip, table_max=100_00, fraction_rounding=rounding)
    assert net(alone("Ah 9c Kd", stake, house)) == won


@pytest.mark.clause("BJ-39")
@pytest.mark.parametrize("top", ["8h 6c 8d", "5h 6c 6h", "2h 6c 3h"])
def test_when_time_is_over_the_hand_stands(alone, top):
    dealt = alone(top)
    assert dealt.ask.clock == "decision_seconds"
    dealt.expire()
    assert dealt.over
    assert box_hands(dealt) == [f"{top[:2]} {top[-2:]}"]


@pytest.mark.clause("BJ-39")
def test_when_time_is_over_insurance_is_declined(backed):
    dealt = backed("9h Ac 8h 5c")
    dealt.expire()
    assert not [e for e in chips(dealt) if e.why == "insure"]


@pytest.mark.clause("BJ-40")
def test_with_only_a_waiting_blackjack_the_dealer_takes_one_card(alone):
    dealt = alone("Ah Tc Kd 2c")
    assert lie(dealt, DEALER) == "Tc 2c"
    assert net(dealt) == 15


@pytest.mark.clause("BJ-40")
def test_a_house_may_let_the_dealer_complete_his_hand(alone):
    dealt = alone("Th 9c 6d Ks 5c 4c", house=Rules(dealer_always_completes=True))
    act(dealt, "hit")
    assert lie(dealt, DEALER) == "9c 5c 4c"
    assert net(dealt) == -10


@pytest.mark.clause("BJ-36", "BJ-41")
def test_a_void_round_returns_every_amount_and_takes_back_what_was_paid(table):
    dealt = table("Ah 8h 9h 9c Kd 8d 2d 3c 7c Td")
    bet(dealt, 1, 10, 1)
    bet(dealt, 2, 20, 2)
    bet(dealt, 3, 20, 3)
    dealt.expire()
    assert net(dealt, 1) == 15  # A blackjack is paid already,
    act(dealt, "split", "double", seat=2)  # a box split and doubled.
    rule(dealt, "void")
    assert dealt.over
    assert [net(dealt, seat) for seat in (1, 2, 3)] == [0, 0, 0]
    assert dealt.felt.chips[BANK] == 0
    assert said(dealt, "void")[0].by == "inspector"
    with pytest.raises(Refused):
        act(dealt, "stand", seat=2)


@pytest.mark.clause("BJ-36")
def test_a_void_round_returns_insurance_too(alone):
    dealt = alone("9h Ac 8h")
    insure(dealt, 1, 5)
    rule(dealt, "void")
    assert net(dealt) == 0


@pytest.mark.clause("BJ-48")
def test_boxes_are_settled_from_the_dealers_right_hand_by_hand_bettor_by_bettor(table):
    dealt = table("8h 9h 9d Tc 8d 9s 9c 2h 3h Td", range(1, 5))
    for seat, box in (2, 1), (1, 1), (3, 2), (4, 3):
        bet(dealt, seat, 10, box)
    dealt.expire()
    act(dealt, "split", seat=2)
    act(dealt, "split", seat=1)
    while not dealt.over:
        dealt.expire()
    settled = [e.src for e in chips(dealt) if e.why == "lose"]
    assert settled == [
        (4, "box 3"),
        (3, "box 2"),
        (2, "box 1"),
        (1, "box 1"),
        (2, "box 1.4"),
        (1, "box 1.4"),
    ]


# A peeked hole card.


def test_the_hole_card_is_dealt_last_and_nobody_sees_it(alone):
    dealt = alone("9h 7c 8h Td", house=PEEK)
    assert order(dealt) == [("box 1", "9h"), ("dealer", "7c"), ("box 1", "8h"), ("hole", "Td")]
    for seat in 0, 1:
        assert dealt.view(seat).cards[HOLE] == (BACK,)
        assert "Td" not in [text(e.cards) for e in dealt.feed(seat) if type(e) is Cards]
    act(dealt, "stand")
    assert dealt.view(1).cards[DEALER] == cards("7c Td")
    assert net(dealt) == 0


@pytest.mark.parametrize(("up", "hole"), [("Ac", "Kd"), ("Kc", "Ad")])
def test_a_peeked_blackjack_ends_the_round_before_anybody_plays(table, up, hole):
    dealt = table(f"8h Ah {up} 8d Kh {hole}", house=PEEK)
    bet(dealt, 1, 10, 1)
    bet(dealt, 2, 10, 2)
    dealt.expire()
    if up == "Ac":
        insure(dealt, 1, 5)
        act(dealt, "decline", seat=2)
    assert dealt.over
    assert net(dealt, 1) == (0 if up == "Ac" else -10)
    assert net(dealt, 2) == 0
    assert lie(dealt, DEALER) == f"{up} {hole}"


def test_without_it_insurance_is_lost_and_blackjacks_are_paid_at_once(table):
    dealt = table("8h Ah Ac 9d Kh 7d", house=PEEK)
    bet(dealt, 1, 10, 1)
    bet(dealt, 2, 10, 2)
    dealt.expire()
    insure(dealt, 1, 5)
    act(dealt, "decline", seat=2)
    assert not dealt.over
    assert (net(dealt, 1), net(dealt, 2)) == (-15, 15)
    assert dealt.view(1).cards[HOLE] == (BACK,)


def test_a_surrender_after_the_peek_loses_half_and_no_more(alone):
    dealt = alone("Th Kc 6h 9d", house=Rules(hole_card="peek", surrender="late"))
    act(dealt, "surrender")
    assert net(dealt) == -5


def test_a_small_card_does_not_look_at_the_hole_card(alone):
    dealt = alone("8h 6c 8d Ad 2s 3s", house=PEEK)
    assert words(dealt) == ["stand", "hit", "split"]
    act(dealt, "stand")
    assert lie(dealt, DEALER) == "6c Ad"


@pytest.mark.parametrize("seed", range(40))
def test_a_house_with_a_hole_card_keeps_the_laws_of_chips_cards_and_replay(seed):
    """All but the law of secrecy: that the hole card makes no blackjack is told by going on."""
    rng = Random(seed)
    for dealt in laws.evening(game, PEEK, seed):
        laws.finish(dealt, rng)
        laws.check_hand(dealt)
        hidden = laws.audiences(dealt)
        assert "deal: deck to hole, seen by all" not in hidden


# The house's choices.

ALLOWED = [
    ("BJ-03", "betting_seconds", [5, 20, 120], [4, 121]),
    ("BJ-39", "decision_seconds", [5, 20, 120], [4, 121]),
    ("BJ-25", "insurance_seconds", [5, 10, 60], [4, 61]),
    ("BJ-08", "surrender", ["none", "late", "early"], ["first", True]),
    ("BJ-16", "double_totals", [(9, 10, 11), (10, 11), "any"], [(9,), (), "all", (12,)]),
    ("BJ-20", "max_hands_per_box", [2, 3, 4], [1, 5]),
    ("BJ-28", "max_bettors_per_box", [1, 2, 3], [0, 4]),
    ("BJ-35", "table_boxes", [1, 7], [0, 8]),
    ("BJ-37", "decks", [1, 2, 3, 4, 6, 8], [0, 9, 2.5]),
    ("BJ-37", "cut_card_fraction", [Decimal("0.3"), Decimal("0.9")], [0.29, 0.91, 1]),
    ("BJ-38", "fraction_rounding", ["down_to_cent", "up_to_cent", "down_to_chip"], ["up"]),
    ("BJ-29", "table_min", [100, 500_00], [0, -100, 501_00, 550]),
    ("BJ-29", "table_max", [5_00, 5000_00], [4_00, 1050]),
    ("BJ-27", "dealer_blackjack_takes", ["all_bets", "original_bets_only"], ["none"]),
]


@pytest.mark.parametrize(
    ("key", "good", "bad"),
    [pytest.param(*row[1:], id=row[1], marks=pytest.mark.clause(row[0])) for row in ALLOWED],
)
def test_a_house_may_choose_what_the_clause_allows_and_no_more(key, good, bad):
    for value in good:
        assert getattr(prices.convert({key: value}, Rules), key) == value
    for value in bad:
        with pytest.raises(msgspec.ValidationError):
            prices.convert({key: value}, Rules)


def test_the_defaults_are_the_sheets():
    (table,) = [t for t in houses.house("casino-du-liban").tables.values() if t.game is game]
    assert table.rules == SHEET
    assert SHEET.table_min == 5 * CHIP
    assert SHEET.table_max == 500 * CHIP
    assert (SHEET.decks, SHEET.hole_card, SHEET.surrender) == (6, "none", "none")


def plate_text(house_rules):
    house = houses.house("casino-du-liban")
    plate = plates.plate(house, houses.TableSheet("blackjack", "Blackjack", game, house_rules))
    limits = [f"{line.label}: {line.text}" for line in plate.limits]
    prices = [f"{row.name} {row.pays}" for one in plate.prices for row in one.rows]
    return "\n".join([*limits, *prices, *(line.text for line in plate.rules)])


@pytest.mark.parametrize(
    ("chosen", "words_of_it"),
    [
        ({}, ["$5 to $500", "blackjack 3 to 2", "insurance 2 to 1", "stands on every 17"]),
        ({}, ["up to four hands", "9, 10 or 11", "Six packs", "234 of 312", "splits too"]),
        ({"dealer_hits_soft_17": True}, ["and on soft 17"]),
        ({"double_totals": "any"}, ["Double on any two cards"]),
        (
            {"double_totals": (10, 11), "double_after_split": False},
            ["on 10 or 11", "A split hand is not doubled."],
        ),
        ({"double_soft_9_10_11": False}, ["an ace counted as 11 are not doubled"]),
        ({"double_for_less": True}, ["Double: up to the stake"]),
        ({"max_hands_per_box": 2, "resplit_aces": False}, ["two hands", "one card each."]),
        ({"split_tens_same_rank_only": True}, ["Cards of equal rank"]),
        ({"hole_card": "peek"}, ["one up and one down", "looks for blackjack"]),
        ({"dealer_blackjack_takes": "original_bets_only"}, ["the first stake only"]),
        ({"surrender": "late"}, ["half the stake is lost, and all"]),
        ({"surrender": "late", "hole_card": "peek"}, ["half the stake is lost."]),
        ({"shuffle_every_round": True, "decks": 1}, ["One pack of 52", "Shuffled before every"]),
        ({"blackjack_pays": Price(6, 5)}, ["blackjack 6 to 5"]),
        ({"max_bettors_per_box": 1}, ["One player bets on each box."]),
        ({"maximum_applies_to": "each_bettor"}, ["Maximum for: each bettor"]),
    ],
)
def test_the_plate_says_what_the_house_chose(chosen, words_of_it):
    shown = plate_text(Rules(**chosen))
    for words_ in words_of_it:
        assert words_ in shown


def test_the_plate_of_a_house_without_insurance_does_not_name_it():
    assert "nsur" not in plate_text(Rules(insurance=False))


def test_a_carry_goes_through_a_journal_and_a_short_one_is_refused(table):
    dealt = busy(table, Carry(gone=20, seated=(0, 1, 2, 3, 0, 0, 0, 0)), [(1, 1), (1, 4)], [(1, 1)])
    again = journals.read(journals.write(dealt))
    assert again.carry == dealt.carry
    with pytest.raises(msgspec.ValidationError):
        prices.convert({"seated": [1, 2]}, Carry)


# Properties of random rounds.

HOUSES = st.fixed_dictionaries(
    {},
    optional={
        "decks": st.sampled_from([1, 2, 6]),
        "hole_card": st.sampled_from(["none", "peek"]),
        "dealer_hits_soft_17": st.booleans(),
        "dealer_always_completes": st.booleans(),
        "dealer_blackjack_takes": st.sampled_from(["all_bets", "original_bets_only"]),
        "surrender": st.sampled_from(["none", "late"]),
        "double_totals": st.sampled_from([(9, 10, 11), (10, 11), "any"]),
        "double_for_less": st.booleans(),
        "double_after_split": st.booleans(),
        "resplit_aces": st.booleans(),
        "auto_stand_on_21": st.booleans(),
        "max_hands_per_box": st.integers(2, 4),
        "max_bettors_per_box": st.integers(1, 3),
        "table_boxes": st.integers(1, 7),
        "split_second_card_timing": st.sampled_from(["immediate", "on_turn"]),
        "fraction_rounding": st.sampled_from(["down_to_cent", "up_to_cent", "down_to_chip"]),
    },
).map(lambda chosen: Rules(**chosen))
LIVELY = {"decline": 1, "stand": 2, "hit": 2, "double": 9, "split": 20, "surrender": 1, "insure": 3}


def random_round(house, seed, seats=6, few_ranks=False):
    """A round in which much is doubled and split; with few ranks there are many pairs."""
    rng = Random(seed)
    pack = list(game.pack(house))
    rng.shuffle(pack)
    if few_ranks:
        pack.sort(key=lambda card: card >> 2 not in (6, 8, 11, 12) and rng.random() < 0.8)
    stacks = {(seat, "stack"): rng.choice([60_00, 999_99]) for seat in range(1, seats)}
    dealt = Hand(game, house, stacks, Deal(tuple(pack)))
    for _ in range(rng.randint(1, 12)):
        seat = rng.choice(list(dealt.ask.options))
        dealt.decide(seat, laws.choice(rng.choice(dealt.asked(seat)), rng))
    dealt.expire()
    while not dealt.over:
        seat = rng.choice(list(dealt.ask.options))
        options = dealt.asked(seat)
        weights = [LIVELY[option.act] for option in options]
        dealt.decide(seat, laws.choice(rng.choices(options, weights)[0], rng))
    return dealt


def oracle(dealt):
    """What each seat should have won, from the cards that lie there and the chips put down."""
    house, lay = dealt.opening.rules, dealt.felt.cards
    put = Counter()
    first = {}
    for event in chips(dealt):
        if event.src[1] == "stack":
            put[event.dst] += event.amount
        elif event.why == "withdraw":
            put[event.src] -= event.amount
        if event.why in ("bet", "withdraw"):
            first = {spot: amount for spot, amount in put.items() if amount}
    won = Counter()
    if DEALER not in lay:
        return won
    dealers, dealer_bj = count(lay[DEALER]), pair_21(lay[DEALER])
    for (seat, word), amount in put.items():
        if not amount:
            continue
        if word.startswith("insurance"):
            won[seat] += 2 * amount if dealer_bj else -amount
            continue
        box = word.split(".")[0]
        hand_cards = lay[0, word]
        siblings = sum(spot[1].split(".")[0] == box for spot in lay)
        natural = siblings == 1 and pair_21(hand_cards)
        mine = count(hand_cards)
        gave_up = any(e.spot[1] == word for e in said(dealt, "surrender"))
        if mine > 21:
            won[seat] -= amount
        elif dealer_bj and not natural:
            only = house.dealer_blackjack_takes == "original_bets_only"
            won[seat] -= (first[seat, word] if word == box else 0) if only else amount
        elif gave_up:
            won[seat] -= amount - rounded(house, amount, 1, 2)
        elif natural:
            won[seat] += 0 if dealer_bj else rounded(house, amount, 3, 2)
        elif dealers > 21 or mine > dealers:
            won[seat] += rounded(house, amount, 1, 1)
        elif mine < dealers:
            won[seat] -= amount
    return won


def count(some):
    ranks = [text([card])[0] for card in some]
    number = sum(1 if r == "A" else 10 if r in "TJQK" else int(r) for r in ranks)
    return number + 10 if "A" in ranks and number <= 11 else number


def pair_21(some):
    return len(some) == 2 and count(some) == 21


def rounded(house, amount, numerator, denominator):
    exact = Decimal(amount * numerator) / denominator
    if house.fraction_rounding == "up_to_cent":
        return int(-(-exact // 1))
    grain = house.chip if house.fraction_rounding == "down_to_chip" else 1
    return int(exact // grain * grain)


@settings(max_examples=250, deadline=None, derandomize=True)
@given(HOUSES, st.integers(0, 2**32), st.booleans())
def test_settlement_is_that_of_the_oracle(house, seed, few_ranks):
    dealt = random_round(house, seed, few_ranks=few_ranks)
    if said(dealt, "void"):
        assert all(net(dealt, seat) == 0 for seat in dealt.felt.seats)
        return
    expected = oracle(dealt)
    for seat in dealt.felt.seats:
        assert net(dealt, seat) * CHIP == pytest.approx(expected[seat], abs=0.001), seat


@settings(max_examples=150, deadline=None, derandomize=True)
@given(HOUSES, st.integers(0, 2**32))
def test_nobody_is_paid_more_than_the_table_allows(house, seed):
    dealt = random_round(house, seed, few_ranks=True)
    wins = Counter()
    for event in chips(dealt, "win"):
        wins[event.dst[1].split(".")[0]] += event.amount
    for word, amount in wins.items():
        most = (
            house.table_max
            if word.startswith("insurance")
            else (2 * house.max_hands_per_box * house.table_max)
        )
        assert amount <= most
    for box in {e.dst[1] for e in chips(dealt, "bet")}:
        assert len(game.hands(dealt.felt.cards, int(box[-1]))) <= house.max_hands_per_box


@settings(max_examples=150, deadline=None, derandomize=True)
@given(HOUSES, st.integers(0, 2**32))
def test_a_box_never_has_too_many_bettors_or_too_much_on_it(house, seed):
    rng = Random(seed)
    stacks = {(seat, "stack"): 700_00 for seat in range(1, 8)}
    dealt = Hand(game, house, stacks, Deal(game.pack(house)))
    for _ in range(40):
        seat = rng.choice(list(dealt.ask.options))
        dealt.decide(seat, laws.choice(rng.choice(dealt.asked(seat)), rng))
        for box in range(1, house.table_boxes + 1):
            on_box = [n for (s, w), n in dealt.felt.chips.items() if n and w == f"box {box}"]
            assert len(on_box) <= house.max_bettors_per_box
            assert sum(on_box) <= house.table_max
            assert all(amount >= house.table_min for amount in on_box)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.integers(5, 100), st.integers(5, 100))
def test_following_in_everything_gives_the_owners_result_share_by_share(seed, mine, theirs):
    rng = Random(seed)
    pack = list(game.pack(SHEET))
    rng.shuffle(pack)
    pack.sort(key=lambda card: card >> 2 not in (6, 8, 11, 12) and rng.random() < 0.8)
    dealt = Hand(game, SHEET, {(1, "stack"): 5000_00, (2, "stack"): 5000_00}, Deal(tuple(pack)))
    bet(dealt, 1, mine)
    bet(dealt, 2, theirs)
    dealt.expire()
    while not dealt.over:
        if dealt.ask.clause == "BJ-25":
            for seat, amount in (1, mine), (2, theirs):
                insure(dealt, seat, amount / 2)
        elif dealt.ask.clause in ("BJ-32", "BJ-33"):
            dealt.decide(2, Decision(dealt.asked(2)[1].act))
        else:
            options = dealt.asked(1)
            weights = [LIVELY[option.act] for option in options]
            dealt.decide(1, laws.choice(rng.choices(options, weights)[0], rng))
    assert net(dealt, 1) * theirs == net(dealt, 2) * mine


# Seats that change hands, plates and insurance stake by stake.


@pytest.mark.clause("BJ-30")
def test_a_newcomer_in_the_seat_of_who_left_does_not_sit_at_his_box():
    at = Table("t", game, SHEET)
    for name, seat in ("Ann", 1), ("Bob", 2):
        at.sit(name, 1000_00, 0, lambda _: 0, seat=seat)
    at.carry = Carry(seated=(0, 0, 0, 1, 0, 0, 0, 0))
    at.leave("Ann", 1)
    at.sit("Cid", 1000_00, 2, lambda _: 0, seat=1)
    at.begin(fair.arranged("", game.pack(SHEET)), 3)
    at.decide("Bob", Decision("bet", 1000, (2, "box 3")), 4)
    at.decide("Cid", Decision("bet", 1000, (1, "box 3")), 5)
    at.hand.expire()
    assert owner(at.hand, 3) == 2


@pytest.mark.clause("BJ-20", "BJ-21")
def test_the_plate_of_two_hands_does_not_split_aces_again():
    assert "split again" not in plate_text(Rules(max_hands_per_box=2))


@pytest.mark.clause("BJ-43")
def test_insurance_is_declined_for_one_stake_and_taken_for_the_next(table):
    dealt = table("Ts 9s Ad 9c 8c", (1,))
    bet(dealt, 1, 20, box=1)
    bet(dealt, 1, 10, box=2)
    dealt.expire()
    dealt.decide(1, Decision("decline", spot=(1, "insurance 1")))
    insure(dealt, 1, 5, box=2)
    assert dealt.felt.chips[1, "insurance 2"] == 5 * CHIP


# Choices of a house about those who bet from behind, and about the clock.


@pytest.mark.clause("BJ-32")
def test_where_doubling_is_compulsory_back_bettors_double_unasked(backed):
    dealt = backed("5h 6c 6h 9d Tc 5c", (10, 20, 30), Rules(backer_double="compulsory"))
    act(dealt, "double")
    assert dealt.over
    assert [staked(dealt, seat) for seat in (1, 2, 3)] == [20, 40, 60]


@pytest.mark.clause("BJ-33")
def test_where_he_may_choose_an_unsplit_stake_goes_to_either_hand(backed):
    house = Rules(backer_no_split_hand="choose")
    dealt = backed("8h 6c 8d Ts 3c Tc 5d", (10, 20, 30), house)
    act(dealt, "split")
    dealt.decide(2, Decision("decline", spot=(2, "box 1.4")))
    dealt.decide(3, Decision("decline", spot=(3, "box 1")))
    assert dealt.felt.chips[2, "box 1.4"] == 20 * CHIP
    assert not dealt.felt.chips.get((2, "box 1"))
    assert dealt.felt.chips[3, "box 1"] == 30 * CHIP


@pytest.mark.clause("BJ-29")
def test_where_the_minimum_is_the_boxs_back_bettors_may_bet_less(table):
    dealt = table("Ts 9s 9c", (1, 2), Rules(minimum_applies_to="box_total"))
    bet(dealt, 1, 5)
    bet(dealt, 2, 1)
    assert dealt.felt.chips[2, "box 1"] == 1 * CHIP
    dealt.decide(1, Decision("withdraw", spot=(1, "box 1")))
    dealt.expire()
    assert dealt.over  # A box below the minimum is not dealt to, and its stakes go back.
    assert [net(dealt, seat) for seat in (1, 2)] == [0, 0]


@pytest.mark.clause("BJ-39")
@pytest.mark.parametrize(
    ("top", "said"),
    [("Th 6c 6h", "stand"), ("Th Kc 6h", "hit"), ("8h 6c 8d", "stand"), ("Ah 6c 6h", "hit")],
)
def test_the_clock_may_play_by_the_book_but_never_adds_to_a_stake(alone, top, said):
    dealt = alone(top, 10, Rules(timeout_action="basic_strategy"))
    dealt.expire()
    assert dealt.answers[-1][1].act == said
    assert staked(dealt, 1) == 10
