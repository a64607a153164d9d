"""Double Hand Poker, clause by clause. Amounts are in chips, a chip is 100 cents."""

import re
from collections import Counter
from itertools import permutations
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import laws
import worked
from conftest import stacks
from croupier import houses
from croupier.core import fair, prices
from croupier.core.asks import CLOCK, Decision, Refused
from croupier.core.cards import BACK, JOKER, PACK_WITH_JOKER, cards, distinct, text
from croupier.core.felt import DROP, HOUSE, MUCK, Cards, Chips, Deal, Said, View
from croupier.core.hand import Hand
from croupier.core.imagine import imagine
from croupier.core.prices import convert
from croupier.games import double_hand as game
from croupier.games.double_hand import Carry, Rules, outcome
from croupier.games.double_hand.houseway import house_way
from croupier.ranks.doublehand import fouled
from croupier.room.table import Table
from croupier.speech import plates

CHIP = 100
SHEET = Rules()
EXAMPLES = worked.examples("double-hand-poker")
SEVEN = range(1, 8)

# The player-dealer's pair of twos behind 8-5, and hands that win, lose and push against it.
DEALERS = "8h 5d", "2c 2d 7h 6s 4c"
AGAINST = {
    "win": [
        ("Ac Kc", "3c 3d Qc Jc Th"),
        ("Ad Kd", "3h 3s Qd Jd Ts"),
        ("Ah Kh", "9c 9d Qh Jh Tc"),
        ("As Ks", "9h 9s Qs Js Td"),
    ],
    "lose": [("7c 4d", "8c 6c 5h 4h 2h"), ("7d 4s", "8d 7s 6d 5s 2s")],
    "push": [("6h 5c", "9h 9s Qs Js Td")],
}


def dealt_by(hands, dealer, dice, pile, cut):
    """A deal that, cut there, gives these seats these cards (DH-11 to DH-14)."""
    lies = dict.fromkeys(SEVEN, ())
    for seat, seven in hands.items():
        further = (seat - dealer - (sum(dice) - 1)) % 7
        lies[(pile - 1 + further) % 7 + 1] = distinct(seven)
    rest = [card for card in PACK_WITH_JOKER if not any(card in lie for lie in lies.values())]
    for number, lie in lies.items():
        lies[number] = lie or tuple(rest.pop() for _ in range(7))
    wanted = [lies[number][row] for row in range(7) for number in SEVEN] + rest
    return Deal(tuple(wanted[-cut:] + wanted[:-cut]), (*(die - 1 for die in dice), 0, 0))


def start(hands=(), seats=(1, 2, 3), dealer=1, house=SHEET, has=1000, carry=None, **chance):
    """A hand before the first offer; `dealer` is who will take the bank."""
    chance = {"dice": (4, 5, 3), "pile": 6, "cut": 20} | chance
    deal = dealt_by({seat: " ".join(hand) for seat, hand in dict(hands).items()}, dealer, **chance)
    money = {seat: int((has[seat] if isinstance(has, dict) else has) * CHIP) for seat in seats}
    return Hand(game, house, stacks(money), deal, carry)


def bank(dealt, seat, amount=500):
    """The place goes to this seat; those before it pass."""
    while seat not in dealt.ask.options:
        dealt.expire()
    dealt.decide(seat, Decision("bank", int(amount * CHIP)))


def wager(dealt, wagers):
    for seat, amount in wagers.items():
        dealt.decide(seat, Decision("bet", int(amount * CHIP)))


def to_the_setting(dealt, cut=20, pile=6):
    """The betting closes, the player-dealer cuts and chooses."""
    dealt.expire()
    (dealer,) = dealt.ask.options
    dealt.decide(dealer, Decision("cut", cut))
    dealt.decide(dealer, Decision("choose", spot=(HOUSE, f"pile {pile}")))


def put_down(dealt, hands):
    for seat, (front, _) in hands.items():
        dealt.decide(seat, Decision("set", cards=cards(front)))


def played(hands, wagers, amount=500, dealer=1, house=SHEET, **chance):
    """A whole hand: these settings, these wagers, this bank."""
    dealt = start(hands, sorted(hands), dealer, house, **chance)
    bank(dealt, dealer, amount)
    wager(dealt, wagers)
    to_the_setting(dealt, chance.get("cut", 20), chance.get("pile", 6))
    put_down(dealt, hands)
    assert dealt.over
    return dealt


def results(by_seat, dealer=1):
    """Settings with these results against the player-dealer."""
    left = {result: list(hands) for result, hands in AGAINST.items()}
    return {dealer: DEALERS} | {seat: left[result].pop(0) for seat, result in by_seat.items()}


def net(dealt, seat, *, fee=True):
    """What a seat won, the fee apart."""
    change = dealt.felt.chips[seat, "stack"] - dealt.opening.chips[seat, "stack"]
    return (change + (dealt.opening.rules.fee if fee else 0)) / CHIP


def refusal(dealt, seat, act, amount=0, **more):
    """Refused, and nothing changed."""
    before = len(dealt.events), dict(dealt.felt.chips), dealt.ask
    with pytest.raises(Refused) as refused:
        dealt.decide(seat, Decision(act, int(amount * CHIP), **more))
    assert (len(dealt.events), dealt.felt.chips, dealt.ask) == before
    return str(refused.value)


def said(dealt, *words):
    return [event for event in dealt.events if type(event) is Said and event.what in words]


def paid(dealt, why):
    return [event for event in dealt.events if type(event) is Chips and event.why == why]


def moved(dealt, why):
    return [event for event in dealt.events if type(event) is Cards and event.why == why]


def asked(dealt):
    """The only seat that is asked."""
    (seat,) = dealt.ask.options
    return seat


def after(dealt, seats, **more):
    """The next hand at the same table."""
    return start(seats=seats, carry=dealt.carry, **more)


# The worked examples.


def example(named):
    (found,) = (one for one in EXAMPLES if one["id"] == named)
    return found["given"], found["expect"]


def rows(named):
    return list(zip(*example(named), strict=True))


def examples(key):
    """The examples that say this of the hand."""
    return [worked.case(one, one) for one in EXAMPLES if key in one["given"]]


SHOWDOWNS, COVERAGES = examples("player_dealer"), examples("results")
OTHER_EXAMPLES = {"01", "02", "14", "19", "20", "22", "23"}


def test_every_worked_example_is_played():
    found = [one.id for one in SHOWDOWNS + COVERAGES] + [
        f"DH-EX-{number}" for number in OTHER_EXAMPLES
    ]
    assert sorted(found) == sorted(one["id"] for one in EXAMPLES)


@pytest.mark.parametrize("one", SHOWDOWNS)
def test_worked_example_of_a_showdown(one):
    hands = {
        seat: [" ".join(one["given"][who][word]) for word in ("front", "back")]
        for seat, who in ((1, "player_dealer"), (2, "player"))
    }
    house = convert(one["options"], Rules)
    dealt = played(hands, {2: one["given"]["wager"]}, house=house)
    expect = one["expect"]
    assert (net(dealt, 2), net(dealt, 1)) == (expect["player_net"], expect["player_dealer_net"])
    settings = [(cards(front), cards(back)) for front, back in (hands[2], hands[1])]
    assert {1: "win", 0: "push", -1: "lose"}[outcome(house, *settings)] == expect["result"]


@pytest.mark.parametrize("one", COVERAGES)
def test_worked_example_of_a_limited_bank(one):
    given, expect = one["given"], one["expect"]
    dealer, position = given["player_dealer_seat"], given["action_position"]
    seats = {int(seat): result for seat, result in given["results"].items()}
    dice = (1, 1, 1) if position == dealer + 2 else (1, 1, 2)
    wagers = {int(seat): amount for seat, amount in given["wagers"].items()}
    house = convert(one.get("options", {}), Rules)
    dealt = played(results(seats, dealer), wagers, given["bank"], dealer, house, dice=dice)
    assert said(dealt, "action")[0].seat == position
    assert {
        name: net(dealt, dealer if name == "player_dealer" else int(name)) for name in expect["net"]
    } == expect["net"]
    for seat, covered in expect.get("covered", {}).items():
        partly = {event.seat: event.amount / CHIP for event in said(dealt, "covered")}
        assert partly.get(int(seat), wagers[int(seat)]) == covered


@pytest.mark.clause("DH-14")
@pytest.mark.parametrize(("given", "position"), rows("DH-EX-01"))
def test_worked_example_of_the_dice(given, position):
    dealer, total = given["player_dealer_seat"], given["dice_sum"]
    assert game.action_position(dealer, total) == position
    high, low = min(6, total - 2), max(1, total - 12)
    dice = high, total - high - max(1, total - high - 6), max(1, total - high - 6)
    assert sum(dice) == total, low
    dealt = start(seats=SEVEN, dealer=dealer, dice=dice, carry=Carry(dealer))
    bank(dealt, dealer)
    wager(dealt, {dealer % 7 + 1: 10})
    to_the_setting(dealt)
    assert [event.amount for event in said(dealt, "dice")] == list(dice)
    assert [event.seat for event in said(dealt, "action")] == [position]


@pytest.mark.clause("DH-13", "DH-14", "DH-15")
def test_worked_example_of_the_piles():
    given, expect = example("DH-EX-02")
    dealt = start(seats=SEVEN, dice=given["dice"], pile=given["chosen_pile"])
    bank(dealt, given["player_dealer_seat"])
    wager(dealt, dict.fromkeys(range(2, 8), 10))
    to_the_setting(dealt, pile=given["chosen_pile"])
    piles = {event.src[1].split()[1]: event.dst[0] for event in moved(dealt, "deal")[49:]}
    assert piles == expect["pile_to_seat"]
    assert said(dealt, "action")[0].seat == expect["action_position"]
    assert list(dealt.ask.options)[:-1] == expect["order_of_action"]
    dealt.expire()
    shown = list(dict.fromkeys(event.src[0] for event in moved(dealt, "show")))
    assert shown == [1, *expect["order_of_action"]]


@pytest.mark.clause("DH-23", "DH-24")
@pytest.mark.parametrize(("given", "expect"), rows("DH-EX-14"))
def test_worked_example_of_a_setting(given, expect):
    hand = " ".join(given["front"]), " ".join(given["back"])
    dealt = start({2: hand})
    bank(dealt, 1)
    wager(dealt, {2: 10})
    to_the_setting(dealt)
    if expect == "accepted":
        put_down(dealt, {2: hand})
        assert {text([card]) for card in dealt.felt.cards[2, "front"]} == set(given["front"])
    else:
        why = refusal(dealt, 2, "set", cards=cards(hand[0]))
        assert re.match(r"the front \(.+\) outranks the back \(.+\).*\(DH-23\)", why)


@pytest.mark.clause("DH-21", "DH-22")
@pytest.mark.parametrize(("given", "expect"), rows("DH-EX-19"))
def test_worked_example_of_the_fees(given, expect):
    house = Rules(table_max=given["table_max"] * CHIP)
    dealt = start(seats=SEVEN, house=house)
    bank(dealt, 1)
    wager(dealt, dict.fromkeys(range(2, 2 + given["wager_seats"]), 10))
    dealt.expire()
    assert {event.amount for event in paid(dealt, "fee")} == {expect["per_player_cents"]}
    assert dealt.felt.chips[DROP] == expect["total_cents"]


@pytest.mark.clause("DH-08", "DH-09")
def test_worked_example_of_the_rotation():
    given, expect = example("DH-EX-20")
    willing = {"two hands": 2, "pass": 0, "one hand then pass": 1}
    hands = {int(seat): willing[answer] for seat, answer in given["answers"].items()}
    carry, dealers, in_a_row = None, [], 0
    for _ in expect["player_dealer_by_hand"]:
        dealt = start(seats=given["seated"], carry=carry)
        while not dealt.ask.open:
            seat = asked(dealt)
            in_a_row = in_a_row if dealers[-1:] == [seat] else 0
            if in_a_row < hands[seat]:
                dealt.decide(seat, Decision("bank", 10 * CHIP))
            else:
                dealt.decide(seat, Decision("pass"))
        dealers.append(seat)
        in_a_row += 1
        wager(dealt, {next(s for s in given["seated"] if s != seat): 10})
        while not dealt.over:
            dealt.expire()
        carry = dealt.carry
    assert dealers == expect["player_dealer_by_hand"]


# The rules that a house may choose.

ALLOWED = [
    ("DH-02", "wheel_straight", ["lowest", "second_highest"], ["highest", True]),
    ("DH-09", "consecutive_hands_as_dealer", [1, 2, 5], [0, 6]),
    ("DH-09", "offer_seconds", [5, 15, 60], [4, 61]),
    ("DH-11", "choice_seconds", [5, 60], [4, 61]),
    ("DH-17", "betting_seconds", [5, 20, 120], [4, 121]),
    ("DH-18", "table_min", [100, 10_000], [0, -100]),
    ("DH-18", "table_max", [500, 100_000], [0, -100]),
    ("DH-20", "bank_coverage", ["nominal", "running"], ["full", 1]),
    ("DH-22", "hand_fee", [0, 25, 30, 50], [1, 24, 51, -1]),
    ("DH-22", "fee_limit_threshold", [100, 100_000], [0]),
    ("DH-24", "player_dealer_foul", ["reset_house_way", "lose_all"], ["lose"]),
    ("DH-26", "copies", ["player_dealer", "push"], ["player", False]),
    ("DH-29", "setting_seconds", [15, 45, 180], [14, 181]),
]


@pytest.mark.parametrize(
    ("key", "good", "bad"),
    [pytest.param(*row[1:], id=row[1], marks=pytest.mark.clause(row[0])) for row in ALLOWED],
)
def test_a_house_may_choose_what_the_clause_allows_and_no_more(key, good, bad):
    for value in good:
        assert getattr(convert({key: value}, Rules), key) == value
    for value in bad:
        with pytest.raises(msgspec.ValidationError, match=key):
            convert({key: value}, Rules)


def test_the_defaults_are_the_sheets():
    defaults = {key: good[0] for _, key, good, _ in ALLOWED} | {
        "consecutive_hands_as_dealer": 2,
        "offer_seconds": 15,
        "choice_seconds": 5,
        "betting_seconds": 20,
        "table_min": 5 * CHIP,
        "table_max": 100 * CHIP,
        "hand_fee": 0,
        "fee_limit_threshold": 25 * CHIP,
        "setting_seconds": 45,
    }
    assert {key: getattr(SHEET, key) for key in defaults} == defaults


@pytest.mark.clause("DH-18")
@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"table_min": 600, "table_max": 500}, "table_max must not be below table_min (DH-18)"),
        ({"table_min": 550}, "must be whole chips of 1 (DH-18)"),
        ({"table_max": 10_050}, "must be whole chips of 1 (DH-18)"),
    ],
)
def test_a_house_cannot_cross_or_break_its_limits(wrong, why):
    with pytest.raises(ValueError, match=re.escape(why)):
        Rules(**wrong)


@pytest.mark.clause("DH-18", "DH-33")
def test_the_casino_club_deals_it_with_the_sheets_rules():
    club = houses.house("casino-club")
    table = club.tables["double-hand"]
    assert (table.game, table.rules, club.currency) == (game, SHEET, "$")


@pytest.mark.clause("DH-33")
def test_limits_and_fee_are_posted_before_wagers():
    club = houses.house("casino-club")
    posted = plates.plate(club, club.tables["double-hand"])
    limits = {line.label: line.text for line in posted.limits}
    assert limits["Wager"] == "$5 to $100"
    assert limits["Bank"].startswith("$5 or more")
    assert limits["Fee"].startswith("$0.50 a hand")
    (way,) = [section for section in posted.sections if section.title == "The house way"]
    assert len(way.lines) >= 10


@pytest.mark.clause("DH-33")
def test_the_plate_says_what_the_house_has_chosen():
    chosen = Rules(
        copies="push",
        bank_coverage="running",
        wheel_straight="second_highest",
        consecutive_hands_as_dealer=1,
        hand_fee=30,
    )
    club = houses.house("casino-club")
    own = msgspec.structs.replace(club.tables["double-hand"], rules=chosen)
    words = str(plates.plate(club, own))
    for said_so in (
        "second highest",
        "what it has won",
        "A copy pushes",
        "one hand at a time",
        "$0.30",
    ):
        assert said_so in words


# Cards and participants.


@pytest.mark.clause("DH-03")
def test_the_deck_is_a_pack_with_one_joker():
    pack = game.pack(SHEET)
    assert len(pack) == len(set(pack)) == 53
    assert pack.count(JOKER) == 1


@pytest.mark.clause("DH-05", "DH-38")
def test_two_to_seven_players():
    assert list(game.SEATS) == [2, 3, 4, 5, 6, 7]
    dealt = start(seats=SEVEN)
    bank(dealt, 1)
    assert list(dealt.ask.options) == [2, 3, 4, 5, 6, 7]


@pytest.mark.clause("DH-06")
def test_the_house_has_no_interest_but_its_fee():
    dealt = played(results({2: "win", 3: "lose"}), {2: 10, 3: 60})
    houses_chips = {spot: a for spot, a in dealt.felt.chips.items() if spot[0] == HOUSE and a}
    assert houses_chips == {DROP: 150}
    assert {spot for spot in dealt.felt.cards if spot[0] == HOUSE} == {MUCK}


@pytest.mark.clause("DH-07")
def test_everybody_plays_against_the_player_dealer_only():
    """The same player wins the same whatever another holds."""
    nets = {
        net(played(results({2: "win", 3: other}), {2: 10, 3: 60}), 2) for other in ("win", "lose")
    }
    assert nets == {10}
    dealt = played(results({2: "win", 3: "lose"}), {2: 10, 3: 60})
    assert (net(dealt, 1), net(dealt, 2), net(dealt, 3)) == (50, 10, -60)


@pytest.mark.clause("DH-01", "DH-27")
@pytest.mark.parametrize(("result", "change"), [("win", 20), ("push", 0), ("lose", -20)])
def test_both_higher_wins_even_money_both_lower_loses_else_push(result, change):
    dealt = played(results({2: result}), {2: 20})
    assert (net(dealt, 2), net(dealt, 1)) == (change, -change)
    assert net(dealt, 2, fee=False) == change - 0.5


# The player-dealer's place.


def order_of_offers(dealt):
    seats = []
    while not dealt.over:
        seats.append(asked(dealt))
        assert dealt.ask.clock == "offer_seconds"
        dealt.expire()
    return seats


@pytest.mark.clause("DH-08", "DH-38")
def test_a_new_game_offers_the_place_from_seat_1_clockwise():
    assert order_of_offers(start(seats=SEVEN)) == [1, 2, 3, 4, 5, 6, 7]
    assert order_of_offers(start(seats=(3, 5, 7))) == [3, 5, 7]


@pytest.mark.clause("DH-38")
def test_the_rotation_goes_on_where_it_stopped():
    assert order_of_offers(start(seats=SEVEN, carry=Carry(5))) == [5, 6, 7, 1, 2, 3, 4]
    assert order_of_offers(start(seats=(1, 2, 6), carry=Carry(5))) == [6, 1, 2]


@pytest.mark.clause("DH-09", "DH-38")
def test_with_one_player_no_hand_is_dealt():
    for carry in Carry(), Carry(4, 1):
        dealt = start(seats=(4,), carry=carry)
        assert dealt.over
        assert (dealt.carry, dealt.events) == (carry, [])


@pytest.mark.clause("DH-09")
def test_no_answer_is_a_pass():
    dealt = start()
    dealt.expire()
    assert [(event.seat, event.what, event.by) for event in said(dealt, "pass")] == [
        (1, "pass", CLOCK)
    ]
    assert asked(dealt) == 2


@pytest.mark.clause("DH-09")
@pytest.mark.parametrize(("has", "offered"), [(5.49, [2, 3]), (5.50, [1, 2, 3])])
def test_a_stack_below_minimum_and_fee_is_a_pass(has, offered):
    assert order_of_offers(start(has={1: has, 2: 1000, 3: 1000})) == offered


@pytest.mark.clause("DH-09")
def test_when_all_pass_no_hand_is_dealt_and_the_offer_starts_again_at_the_same_seat():
    dealt = start(carry=Carry(2))
    assert order_of_offers(dealt) == [2, 3, 1]
    assert not moved(dealt, "deal")
    assert not paid(dealt, "fee")
    assert dealt.carry == Carry(2)


@pytest.mark.clause("DH-09")
def test_only_the_seat_in_turn_may_take_the_place():
    dealt = start()
    assert "one seat at a time" in refusal(dealt, 2, "bank", 10)
    dealt.decide(1, Decision("pass"))
    refusal(dealt, 1, "bank", 10)
    dealt.decide(2, Decision("bank", 10 * CHIP))


def one_turn(carry, dealer, seats=(1, 2, 3), house=SHEET):
    """The carry after a hand with this player-dealer."""
    dealt = start(seats=seats, carry=carry, house=house)
    bank(dealt, dealer, 10)
    wager(dealt, {next(seat for seat in seats if seat != dealer): 10})
    while not dealt.over:
        dealt.expire()
    return dealt.carry


@pytest.mark.clause("DH-09")
def test_up_to_two_hands_in_a_row_then_the_next_seat():
    first = one_turn(Carry(), 1)
    assert first == Carry(1, 1)
    assert one_turn(first, 1) == Carry(2)
    assert one_turn(first, 2) == Carry(2, 1)  # The second hand was passed.
    assert one_turn(Carry(7), 3, (1, 3, 7)) == Carry(3, 1)


@pytest.mark.clause("DH-09")
def test_after_the_turn_of_seat_7_it_is_seat_1():
    assert one_turn(Carry(7, 1), 7, (1, 7)) == Carry(1)


@pytest.mark.clause("DH-09")
def test_the_only_willing_player_gets_the_place_back_when_all_others_have_passed():
    carry = Carry()
    for _ in range(2):
        for hands in 0, 1:
            dealt = start(carry=carry)
            offers = []
            while asked(dealt) != 1:
                offers.append(asked(dealt))
                dealt.expire()
            assert offers == ([] if hands or not carry.turn else [2, 3])
            dealt.decide(1, Decision("bank", 1000))
            dealt.expire()
            carry = dealt.carry
        assert carry == Carry(2)


@pytest.mark.clause("DH-09")
def test_who_passes_his_second_hand_begins_anew_after_all_have_passed():
    dealt = start(carry=Carry(1, 1))
    assert order_of_offers(dealt) == [1, 2, 3]
    assert dealt.carry == Carry(1)


@pytest.mark.clause("DH-09")
@pytest.mark.parametrize("most", [1, 3, 5])
def test_a_house_may_allow_another_number_of_hands_in_a_row(most):
    house = Rules(consecutive_hands_as_dealer=most)
    carry, turns = Carry(), []
    for _ in range(most):
        turns.append(carry.turn)
        carry = one_turn(carry, 1, house=house)
    assert turns == [0] + [1] * (most - 1)
    assert carry == Carry(2)


@pytest.mark.clause("DH-36", "DH-38")
def test_a_player_dealer_who_leaves_loses_his_second_hand():
    first = one_turn(Carry(), 1)
    assert order_of_offers(start(seats=(2, 3, 5), carry=first)) == [2, 3, 5]
    assert one_turn(first, 2, (2, 3)) == Carry(2, 1)


# Bank and wagers.


@pytest.mark.clause("DH-10", "DH-19")
def test_the_bank_is_at_least_the_minimum_and_has_no_maximum():
    dealt = start(has=5000)
    for wrong in 0, 4, 5000, -5:
        assert "allowed: bank 500 to 499900 in steps of 100 (DH-10)" in refusal(
            dealt, 1, "bank", wrong
        )
    dealt.decide(1, Decision("bank", 4999 * CHIP))
    assert dealt.felt.chips[1, "bank"] == 4999 * CHIP > SHEET.table_max
    small = start()
    small.decide(1, Decision("bank", 5 * CHIP))
    assert small.felt.chips[1, "bank"] == 5 * CHIP


@pytest.mark.clause("DH-32")
def test_the_bank_is_set_aside_from_the_stack_and_cannot_be_changed():
    dealt = start()
    dealt.decide(1, Decision("bank", 400 * CHIP))
    assert (dealt.felt.chips[1, "stack"], dealt.felt.chips[1, "bank"]) == (600_00, 400_00)
    refusal(dealt, 1, "bank", 300)
    refusal(dealt, 1, "withdraw")
    wager(dealt, {2: 10})
    dealt.expire()
    for _ in range(2):
        assert "the bank cannot be changed" in refusal(dealt, 1, "bank", 300)
        dealt.expire()
    assert "the bank cannot be changed" in refusal(dealt, 1, "bank", 300)
    assert dealt.felt.chips[1, "bank"] == 400_00
    dealt.expire()
    assert not dealt.felt.chips[1, "bank"]


@pytest.mark.clause("DH-32")
def test_the_player_dealer_pays_and_is_paid_from_the_bank():
    dealt = played(results({2: "win", 3: "lose"}), {2: 10, 3: 60})
    assert [(e.src, e.dst) for e in paid(dealt, "win")] == [((1, "bank"), (2, "wager"))]
    assert [(e.src, e.dst) for e in paid(dealt, "lose")] == [((3, "wager"), (1, "bank"))]


@pytest.mark.clause("DH-18")
def test_a_wager_is_within_the_limits_and_in_whole_chips():
    dealt = start()
    bank(dealt, 1)
    for wrong in 0, 4, 101, 5.5, -5:
        assert "allowed: bet 500 to 10000 in steps of 100" in refusal(dealt, 2, "bet", wrong)
    for right in 5, 100:
        wager(dealt, {2: right})
        assert dealt.felt.chips[2, "wager"] == right * CHIP


@pytest.mark.clause("DH-17")
def test_wagers_change_until_the_betting_closes():
    dealt = start()
    bank(dealt, 1)
    assert (dealt.ask.open, dealt.ask.clock) == (True, "betting_seconds")
    wager(dealt, {2: 10, 3: 20})
    wager(dealt, {2: 50})
    wager(dealt, {2: 30})
    assert dealt.felt.chips[2, "stack"] == 970_00
    dealt.decide(3, Decision("withdraw"))
    assert dealt.felt.chips[3, "stack"] == 1000_00
    dealt.expire()
    assert "wagers are closed" in refusal(dealt, 2, "bet", 40)
    assert "wagers are closed" in refusal(dealt, 3, "bet", 40)
    for _ in range(2):
        dealt.expire()
    assert "wagers are closed" in refusal(dealt, 2, "bet", 40)
    assert "wagers are closed" in refusal(dealt, 2, "withdraw")
    assert dealt.felt.chips[2, "wager"] == 30_00


@pytest.mark.clause("DH-17")
def test_play_begins_only_when_the_betting_is_closed():
    dealt = start()
    bank(dealt, 1)
    wager(dealt, {2: 10, 3: 10})
    assert not dealt.felt.cards
    assert not paid(dealt, "fee")
    assert not said(dealt, "dice")


@pytest.mark.clause("DH-07", "DH-17")
def test_the_player_dealer_has_no_wager():
    dealt = start()
    bank(dealt, 1)
    assert "you are the player-dealer" in refusal(dealt, 1, "bet", 10)
    assert "already has a player-dealer" in refusal(dealt, 2, "bank", 10)


@pytest.mark.clause("DH-37")
@pytest.mark.parametrize(("has", "most"), [(5.49, 0), (5.50, 5), (100.49, 99), (100.50, 100)])
def test_wager_and_bank_leave_the_fee_in_the_stack(has, most):
    dealt = start(has={1: 1000, 2: has, 3: 1000})
    bank(dealt, 1)
    if most:
        refusal(dealt, 2, "bet", most + 1)
        wager(dealt, {2: most})
        wager(dealt, {2: most})  # What lies there counts too.
        dealt.expire()
        assert dealt.felt.chips[2, "stack"] == round(has * CHIP) - most * CHIP - 50 >= 0
    else:
        assert "your stack does not cover" in refusal(dealt, 2, "bet", 5)
    banked = start(has={1: has, 2: 1000, 3: 1000})
    if most:
        refusal(banked, 1, "bank", most + 1)
        banked.decide(1, Decision("bank", most * CHIP))


@pytest.mark.clause("DH-37")
def test_a_newcomer_may_wager_in_the_next_hand_and_posts_nothing():
    dealt = start(seats=(1, 2))
    bank(dealt, 1)
    refusal(dealt, 3, "bet", 10)
    wager(dealt, {2: 10})
    while not dealt.over:
        dealt.expire()
    following = after(dealt, (1, 2, 3))
    bank(following, 1)
    assert following.felt.chips[3, "stack"] == 1000_00
    wager(following, {3: 10})


@pytest.mark.clause("DH-34")
@pytest.mark.parametrize("withdrawn", [False, True])
def test_without_a_wager_no_cards_no_fee_and_the_bank_goes_back(withdrawn):
    dealt = start()
    bank(dealt, 1)
    if withdrawn:
        wager(dealt, {2: 10})
        dealt.decide(2, Decision("withdraw"))
    dealt.expire()
    assert dealt.over
    assert not dealt.felt.cards
    assert {seat: net(dealt, seat, fee=False) for seat in (1, 2, 3)} == {1: 0, 2: 0, 3: 0}
    assert dealt.carry == Carry(1, 1)  # It was one of the player-dealer's hands,
    again = after(dealt, (1, 2, 3))
    bank(again, 1)
    again.expire()
    assert again.carry == Carry(2)  # and so was this.


@pytest.mark.clause("DH-34")
def test_where_nobody_can_wager_nobody_is_asked():
    dealt = start(has={1: 1000, 2: 5, 3: 0})
    bank(dealt, 1)
    assert dealt.over
    assert dealt.carry == Carry(1, 1)


# The fee.


@pytest.mark.clause("DH-21", "DH-37")
def test_the_fee_is_taken_from_wagers_and_bank_before_any_card():
    dealt = start(seats=(1, 2, 3, 4))
    bank(dealt, 1)
    wager(dealt, {2: 10, 4: 10})
    dealt.expire()
    fees = paid(dealt, "fee")
    assert [(event.src, event.dst) for event in fees] == [
        ((seat, "stack"), DROP) for seat in (1, 2, 4)
    ]
    assert not dealt.felt.cards
    assert dealt.felt.chips[2, "wager"] == 10_00  # It is no part of the wager.


@pytest.mark.clause("DH-21")
def test_the_fee_is_not_refunded_when_a_wager_gets_no_action():
    dealt = played(results({2: "win", 3: "win"}), {2: 10, 3: 10}, amount=10, dice=(1, 1, 1))
    assert said(dealt, "covered")[0].amount == 0
    without = said(dealt, "covered")[0].seat
    assert net(dealt, without, fee=False) == -0.5
    assert dealt.felt.chips[DROP] == 150


@pytest.mark.clause("DH-22")
@pytest.mark.parametrize(
    ("house", "fee"),
    [
        (Rules(table_max=25_00), 25),
        (Rules(table_max=26_00), 50),
        (Rules(), 50),
        (Rules(fee_limit_threshold=100_00), 25),
        (Rules(hand_fee=30), 30),
        (Rules(table_max=25_00, hand_fee=50), 50),
    ],
)
def test_the_fee_depends_on_the_limit_of_the_game(house, fee):
    assert house.fee == fee
    dealt = start(house=house)
    bank(dealt, 1)
    wager(dealt, {2: 10})
    dealt.expire()
    assert dealt.felt.chips[DROP] == 2 * fee


# Cut, piles and dice.


def at_the_cut(seats=(1, 2, 3), **more):
    dealt = start(seats=seats, **more)
    bank(dealt, 1)
    wager(dealt, {2: 10})
    dealt.expire()
    return dealt


def dealt_order(dealt):
    return [event.cards[0] for event in moved(dealt, "deal")[:49]]


@pytest.mark.clause("DH-11")
@pytest.mark.parametrize("count", [1, 26, 52])
def test_the_player_dealer_cuts_and_the_house_completes_the_cut(count):
    dealt = at_the_cut()
    assert (asked(dealt), dealt.ask.clock, SHEET.choice_seconds) == (1, "choice_seconds", 5)
    assert "the player-dealer cuts" in refusal(dealt, 2, "cut", 0.1)
    for wrong in 0, 53:
        refusal(dealt, 1, "cut", wrong / CHIP)
    dealt.decide(1, Decision("cut", count))
    pack = dealt.opening.deal.cards
    assert dealt_order(dealt) == list(pack[count:] + pack[:count])[:49]
    assert [(e.seat, e.amount) for e in said(dealt, "cut")] == [(1, count), (HOUSE, count)]


@pytest.mark.clause("DH-11")
@pytest.mark.parametrize("late", [True, False])
@pytest.mark.parametrize("lot", [0, 51])
def test_without_a_choice_the_cut_is_random(late, lot):
    dealt = at_the_cut()
    opening = dealt.opening.deal
    deal = Deal(opening.cards, (*opening.lots[:3], lot, 0))
    dealt = Hand(game, SHEET, dealt.opening.chips, deal)
    bank(dealt, 1)
    wager(dealt, {2: 10})
    dealt.expire()
    if late:
        dealt.expire()
    else:
        dealt.decide(1, Decision("random"))
    assert dealt_order(dealt) == list(opening.cards[lot + 1 :] + opening.cards[: lot + 1])[:49]
    assert said(dealt, "cut")[-1].amount == lot + 1
    assert game.LOTS[3] == 52


@pytest.mark.clause("DH-12")
def test_seven_piles_of_seven_face_down_card_by_card():
    dealt = at_the_cut()
    dealt.decide(1, Decision("cut", 20))
    deals = moved(dealt, "deal")
    assert [event.dst for event in deals] == [
        (HOUSE, f"pile {n % 7 + 1}") for n in range(49)
    ]  # Card n goes to pile ((n - 1) mod 7) + 1.
    assert {len(lie) for lie in dealt.felt.cards.values()} == {7}
    assert len(dealt.felt.deck) == 4
    for seat in (HOUSE, 1, 2, 3):
        assert {card for lie in dealt.view(seat).cards.values() for card in lie} == {BACK}
    while not dealt.over:
        dealt.expire()
    assert len(dealt.felt.deck) == 4  # The last four are not used.


@pytest.mark.clause("DH-13")
@pytest.mark.parametrize("pile", SEVEN)
def test_the_player_dealer_chooses_the_pile_that_gets_action_first(pile):
    dealt = at_the_cut(seats=SEVEN, pile=pile)
    dealt.decide(1, Decision("cut", 20))
    assert (asked(dealt), dealt.ask.clock) == (1, "choice_seconds")
    assert "the player-dealer chooses" in refusal(dealt, 2, "choose", spot=(HOUSE, "pile 1"))
    refusal(dealt, 1, "choose", spot=(HOUSE, "pile 8"))
    refusal(dealt, 1, "choose")
    assert not said(dealt, "dice")
    lying = {spot: list(lie) for spot, lie in dealt.felt.cards.items()}
    dealt.decide(1, Decision("choose", spot=(HOUSE, f"pile {pile}")))
    assert [(e.seat, e.spot) for e in said(dealt, "action")] == [(5, (HOUSE, f"pile {pile}"))]
    positions = {5: 0, 1: 3, 2: 4}  # So far clockwise from the action position.
    for seat in 1, 2:
        number = (pile - 1 + positions[seat]) % 7 + 1
        assert dealt.felt.cards[seat, "hole"] == lying[HOUSE, f"pile {number}"]


@pytest.mark.clause("DH-13")
@pytest.mark.parametrize("lot", range(7))
def test_without_a_choice_the_pile_is_random(lot):
    base = at_the_cut().opening
    deal = Deal(base.deal.cards, (*base.deal.lots[:4], lot))
    dealt = Hand(game, SHEET, base.chips, deal)
    bank(dealt, 1)
    wager(dealt, {2: 10})
    for _ in range(3):
        dealt.expire()
    assert said(dealt, "action")[0].spot == (HOUSE, f"pile {lot + 1}")
    assert game.LOTS[4] == 7


@pytest.mark.clause("DH-14")
def test_positions_count_whether_or_not_there_is_a_wager():
    dealt = at_the_cut(seats=(1, 2), dice=(4, 5, 3))  # Position 5 is an empty seat.
    dealt.decide(1, Decision("cut", 20))
    dealt.decide(1, Decision("choose", spot=(HOUSE, "pile 6")))
    assert said(dealt, "action")[0].seat == 5
    piles = {e.dst: e.src[1] for e in (*moved(dealt, "deal")[49:], *moved(dealt, "muck")[:1])}
    assert piles == {(1, "hole"): "pile 2", (2, "hole"): "pile 3", MUCK: "pile 6"}
    assert game.LOTS[:3] == (6, 6, 6)


@pytest.mark.clause("DH-15")
def test_if_the_action_position_is_the_player_dealers_the_next_seat_begins():
    dealt = start(seats=(1, 2, 4, 7), dice=(1, 1, 6))  # Eight is the player-dealer.
    bank(dealt, 1)
    wager(dealt, {2: 10, 4: 10, 7: 10})
    to_the_setting(dealt)
    assert said(dealt, "action")[0].seat == 1
    dealt.expire()
    assert list(dict.fromkeys(e.src[0] for e in moved(dealt, "show"))) == [1, 2, 4, 7]


@pytest.mark.clause("DH-15")
def test_each_wager_gets_action_once_and_seats_without_one_are_passed_over():
    dealt = start(seats=SEVEN, dice=(1, 1, 4))  # Six.
    bank(dealt, 1)
    wager(dealt, {2: 10, 5: 10, 7: 10})
    to_the_setting(dealt)
    dealt.expire()
    assert [e.src[0] for e in moved(dealt, "show")] == [1, 1, 7, 7, 2, 2, 5, 5]


@pytest.mark.clause("DH-16")
def test_piles_of_seats_without_a_wager_are_collected_unseen():
    dealt = start(seats=(1, 2, 3))
    bank(dealt, 1)
    wager(dealt, {2: 10})
    to_the_setting(dealt)
    mucked = moved(dealt, "muck")
    assert [(len(e.cards), e.eyes, e.dst) for e in mucked] == [(7, 0, MUCK)] * 5
    while not dealt.over:
        dealt.expire()
    for seat in HOUSE, 1, 2, 3:
        assert set(dealt.view(seat).cards[MUCK]) == {BACK}
    assert not any(spot[0] == 3 for spot in dealt.felt.cards)
    assert "you have no wager" in game.WHY_NOT["DH-23", ""]


# Setting.


def at_the_setting(hands=(), seats=(1, 2, 3), wagers=None, house=SHEET):
    dealt = start(hands, seats, house=house)
    bank(dealt, 1)
    wager(dealt, wagers or dict.fromkeys((s for s in seats if s != 1), 10))
    to_the_setting(dealt)
    return dealt


@pytest.mark.clause("DH-23")
def test_a_player_puts_two_of_his_seven_cards_in_front():
    dealt = at_the_setting(results({2: "win", 3: "lose"}))
    assert dealt.ask.clock == "setting_seconds"
    hole = dealt.felt.cards[2, "hole"]
    house_way_first, choice = dealt.asked(2)
    assert house_way_first.act == "house way"
    assert (choice.act, choice.low, choice.high, choice.cards) == ("set", 2, 2, tuple(hole))
    for wrong in "Ac", "Ac Kc Qc", "Ac Ac", "Ac 8h":
        refusal(dealt, 2, "set", cards=cards(wrong))
    dealt.decide(2, Decision("set", cards=cards("Ac Kc")))
    assert text(dealt.felt.cards[2, "front"]) == "Ac Kc"
    assert sorted(dealt.felt.cards[2, "back"]) == sorted(cards("3c 3d Qc Jc Th"))
    assert "it is set already" in refusal(dealt, 2, "set", cards=cards("Ac Kc"))


@pytest.mark.clause("DH-23")
@pytest.mark.parametrize(
    ("front", "back", "legal"),
    [
        ("Ah Kd", "2c 2d 9s 7h 5c", True),  # A class above.
        ("2c 2d", "Ah Kd Qs 9h 5c", False),  # A class below.
        ("9h 9d", "9c 9s Ah Kd 2c", True),  # Equal pairs.
        ("9h 9d", "8c 8d Ks 7h 2c", False),
        ("9h 9d", "8c 8d 7s 7h 2c", True),  # Two pair beat any pair.
        ("Kh Qd", "Ks Jd 9c 5h 2c", False),  # The second card decides.
        ("Kh Jd", "Ks Qd 9c 5h 2c", True),
        ("Kh Qd", "Ks Qs 9c 5h 2c", True),  # Equal so far.
        ("Kh Qd", "As Jd 9c 5h 2c", True),
        ("Jk Kd", "Ah Qd 9c 5h 2c", False),  # The joker in front is an ace.
        ("Jk Qd", "Ah Kd 9c 5h 2c", True),
        ("Ah Kd", "Jk Qd Jc Th 2c", False),
        ("Ah Kd", "Jk Qd Jc Th 9c", True),  # In the back it completes the straight.
        ("Ah Jk", "Kd Ks Qd Jc Th", False),
    ],
)
def test_the_front_may_not_outrank_the_back(front, back, legal):
    dealt = at_the_setting({2: (front, back)})
    if legal:
        put_down(dealt, {2: (front, back)})
    else:
        assert "outranks" in refusal(dealt, 2, "set", cards=cards(front))


@pytest.mark.clause("DH-24")
def test_a_foul_cannot_be_submitted_by_anybody():
    foul = "9h 9d", "8c 8d Ks 7h 2c"
    for seat in 1, 2:
        dealt = at_the_setting({seat: foul})
        assert "outranks" in refusal(dealt, seat, "set", cards=cards("9h 9d"))


def live(dealt, fronts):
    """Settings of a table dealt elsewhere: told as they were, fouled or not."""
    for seat, front in fronts.items():
        dealt._apply(seat, Decision("set", cards=cards(front)))
    return dealt


@pytest.mark.clause("DH-24")
def test_the_foul_of_a_live_player_loses_his_wager():
    hands = results({2: "win"}) | {2: ("9c 9d", "8c 8d Ks 7c 3c")}
    dealt = live(at_the_setting(hands, wagers={2: 10}), {2: "9c 9d", 1: DEALERS[0]})
    assert dealt.over
    assert (net(dealt, 2), net(dealt, 1)) == (-10, 10)


@pytest.mark.clause("DH-24")
def test_the_foul_of_a_live_player_dealer_is_reset_the_house_way():
    hands = {1: ("9c 9d", "8c 8d Ks 7c 3c"), 2: ("As Kd", "Ah Ad Qh 5s 4s")}
    dealt = live(at_the_setting(hands, wagers={2: 10}), {2: "As Kd", 1: "9c 9d"})
    assert text(dealt.felt.cards[1, "front"]) == "8d 8c"
    assert sorted(dealt.felt.cards[1, "back"]) == sorted(cards("9c 9d Ks 7c 3c"))
    assert net(dealt, 2) == 0  # Aces in the back beat nines, but the front is now a pair.
    for seat in 1, 2, 3:
        twin = imagine(dealt.opening, dealt.feed(seat), Random(1))
        assert twin.feed(seat) == dealt.feed(seat)


@pytest.mark.clause("DH-24")
@pytest.mark.parametrize(("front", "change"), [("As Kd", 10), ("Ad Ah", -10)])
def test_a_house_may_let_a_fouled_player_dealer_lose_to_all(front, change):
    hands = {1: ("9c 9d", "8c 8d Ks 7c 3c"), 2: ("As Kd", "Ah Ad Qh 5s 4s")}
    house = Rules(player_dealer_foul="lose_all")
    dealt = live(at_the_setting(hands, wagers={2: 10}, house=house), {2: front, 1: "9c 9d"})
    assert net(dealt, 2) == change  # A player's own foul loses even then.


@pytest.mark.clause("DH-25", "DH-29", "DH-36")
@pytest.mark.parametrize("late", [True, False])
def test_on_request_or_out_of_time_a_hand_is_set_the_house_way(late):
    dealt = at_the_setting()
    for seat in 1, 2, 3:
        hole = list(dealt.felt.cards[seat, "hole"])
        if late:
            dealt.expire(seat)
        else:
            dealt.decide(seat, Decision("house way"))
        lies = dealt.felt.cards[seat, "front"]
        assert sorted(lies) == sorted(house_way(hole))
    assert dealt.over
    assert {event.by for event in said(dealt, "house way")} == ({CLOCK} if late else {""})


@pytest.mark.clause("DH-36")
def test_who_leaves_during_a_hand_is_settled_as_usual():
    """No more answers: the house cuts, chooses and sets."""
    dealt = start()
    bank(dealt, 1)
    wager(dealt, {2: 10, 3: 10})
    dealt.expire()
    assert "wagers are closed" in refusal(dealt, 2, "withdraw")
    dealt.expire()
    dealt.expire()
    dealt.decide(3, Decision("house way"))
    dealt.expire()
    assert dealt.over
    assert sum(net(dealt, seat) for seat in (1, 2, 3)) == 0
    assert not any(dealt.felt.chips.get((s, w)) for s in (1, 2, 3) for w in ("wager", "bank"))


@pytest.mark.clause("DH-28")
def test_nobody_sees_a_hand_before_the_showdown():
    dealt = at_the_setting(results({2: "win", 3: "lose"}))
    for seat in 1, 2, 3, HOUSE:
        for spot, lie in dealt.view(seat).cards.items():
            assert (BACK in lie) == (spot[0] != seat or spot[0] == HOUSE)
    dealt.decide(2, Decision("set", cards=cards("Ac Kc")))
    dealt.decide(3, Decision("house way"))
    for seat in 1, 3:
        assert set(dealt.view(seat).cards[2, "front"]) == {BACK}
        assert all(c == BACK for e in dealt.feed(seat) if type(e) is Said for c in e.cards)
    assert set(dealt.view(1).cards[3, "front"]) == {BACK}
    assert not moved(dealt, "show")


@pytest.mark.clause("DH-28")
def test_the_player_dealer_shows_first_then_the_others_in_the_order_of_action():
    dealt = played(results({2: "win", 3: "lose"}), {2: 10, 3: 10}, dice=(1, 1, 1))
    shown = [(event.src, text(event.cards)) for event in moved(dealt, "show")]
    assert [spot for spot, _ in shown] == [
        (seat, word) for seat in (1, 3, 2) for word in ("front", "back")
    ]
    assert shown[0][1] == "8h 5d"
    assert dealt.view(HOUSE).cards[2, "front"] == cards("Ac Kc")


def test_the_hands_that_lie_open_have_names():
    dealt = at_the_setting(results({2: "win", 3: "lose"}))
    assert game.read(dealt.opening.rules, dealt.view(2), "en") == {}
    put_down(dealt, {2: ("Ac Kc", "")})
    readings = game.read(dealt.opening.rules, dealt.view(2), "en")
    assert {spot: reading.name for spot, reading in readings.items()} == {
        (2, "front"): "ace-king",
        (2, "back"): "pair of threes",
    }
    assert game.read(dealt.opening.rules, dealt.view(3), "en") == {}
    dealt.expire()
    assert len(game.read(dealt.opening.rules, dealt.view(3), "fr")) == 6


@pytest.mark.clause("DH-02", "DH-27")
def test_fronts_stand_to_fronts_and_backs_to_backs_by_the_rules_of_the_house():
    spots = {(1, "front"): "Ac Kc", (2, "front"): "Ad Kd", (3, "front"): "2c 3c"}
    spots |= {(1, "back"): "5c 4d 3d 2d Ah", (2, "back"): "6c 5d 4c 3h 2h"}
    view = View({}, {spot: tuple(cards(lie)) for spot, lie in spots.items()}, 0)
    for wheel, places in ("lowest", (2, 1)), ("second_highest", (1, 2)):
        found = game.read(game.Rules(wheel_straight=wheel), view, "en")
        assert [found[seat, "front"].place for seat in (1, 2, 3)] == [1, 1, 3]
        assert (found[1, "back"].place, found[2, "back"].place) == places


# Results.


def compare(mine, dealers, **chosen):
    one, other = ((cards(front), cards(back)) for front, back in (mine, dealers))
    return outcome(Rules(**chosen), one, other)


@pytest.mark.clause("DH-26", "DH-27")
@pytest.mark.parametrize(
    ("front", "back", "result", "pushing"),
    [
        ("As Kd", "9s 9d 7h 5s 3c", 1, 1),  # Higher, higher.
        ("As Kd", "8s 8h Tc 6d 2s", 0, 0),  # Higher, copy.
        ("As Kd", "7s 7d 6h 5s 3c", 0, 0),  # Higher, lower.
        ("Ks Qh", "9s 9d 7h 5s 3c", 0, 0),  # Copy, higher.
        ("Ks Qh", "8s 8h Tc 6d 2s", -1, 0),  # Copy, copy.
        ("Ks Qh", "7s 7d 6h 5s 3c", -1, 0),  # Copy, lower.
        ("Qs Js", "9s 9d 7h 5s 3c", 0, 0),  # Lower, higher.
        ("Qs Js", "8s 8h Tc 6d 2s", -1, 0),  # Lower, copy.
        ("Qs Js", "7s 7d 6h 5s 3c", -1, -1),  # Lower, lower.
    ],
)
def test_the_nine_cases_of_a_showdown(front, back, result, pushing):
    dealers = "Kh Qd", "8c 8d Ts 6s 2h"
    assert compare((front, back), dealers) == result
    assert compare((front, back), dealers, copies="push") == pushing


@pytest.mark.clause("DH-02")
def test_the_wheel_is_the_lowest_straight_or_by_choice_the_second_highest():
    wheel, six = ("Kh Qd", "5c 4d 3h 2s Ac"), ("Js Td", "6c 5d 4h 3s 2d")
    assert compare(wheel, six) == 0
    assert compare(wheel, six, wheel_straight="second_highest") == 1
    ace = "Js Td", "Ad Ks Qc Jh Tc"
    assert compare(wheel, ace, wheel_straight="second_highest") == 0


@pytest.mark.clause("DH-04")
def test_the_joker_is_an_ace_or_completes_a_straight_or_a_flush():
    dealers = "3h 2d", "Ac Ad 8d 7c 4h"
    assert compare(("Jk Kd", "Qc Qd Qs 5h 3c"), dealers) == 1  # A-K in front.
    assert compare(("Kh Jd", "Jk Qs 9s 7s 4s"), dealers) == 1  # A flush.
    assert compare(("Kh Qd", "Jk As 8h 7d 4c"), dealers) == 0  # Aces, all copied.
    assert compare(("Kh Qd", "Jk Kc Ks 7d 4c"), dealers) == 0  # Two kings and an ace, not three.


# The limited bank.


def three(*results_in_order, amount, wagers=(50, 40, 30), **chosen):
    """Seats 3, 4 and 6 in this order of action against seat 1."""
    seats = (3, 4, 6)
    hands = results(dict(zip(seats, results_in_order, strict=True)))
    house = Rules(**chosen)
    wagered = dict(zip(seats, wagers, strict=True))
    dealt = played(hands, wagered, amount, house=house, dice=(1, 1, 1))
    return dealt, [net(dealt, seat) for seat in (*seats, 1)]


@pytest.mark.clause("DH-20")
@pytest.mark.parametrize(
    ("outcomes", "nominal", "running"),
    [
        (("win", "win", "win"), [50, 10, 0, -60], [50, 10, 0, -60]),
        (("lose", "win", "win"), [-50, 10, 0, 40], [-50, 40, 30, -20]),
        (("push", "win", "win"), [0, 10, 0, -10], [0, 40, 20, -60]),
        (("win", "lose", "win"), [50, -10, 0, -40], [50, -10, 20, -60]),
        (("lose", "lose", "win"), [-50, -10, 0, 60], [-50, -40, 30, 60]),
    ],
)
def test_a_bank_of_60_meets_wagers_of_50_40_and_30(outcomes, nominal, running):
    assert three(*outcomes, amount=60)[1] == nominal
    assert three(*outcomes, amount=60, bank_coverage="running")[1] == running


@pytest.mark.clause("DH-20")
def test_in_running_form_nothing_has_action_once_the_bank_is_gone():
    dealt, nets = three("win", "lose", "lose", amount=50, bank_coverage="running")
    assert nets == [50, 0, 0, -50]
    assert [(event.seat, event.amount) for event in said(dealt, "covered")] == [(4, 0), (6, 0)]


@pytest.mark.clause("DH-35")
def test_a_wager_covered_in_part_stays_valid_below_the_minimum():
    dealt, nets = three("win", "win", "win", amount=52)
    assert nets == [50, 2, 0, -52]
    assert [(event.seat, event.amount) for event in said(dealt, "covered")] == [(4, 200), (6, 0)]
    assert SHEET.table_min > 200


@pytest.mark.clause("DH-35")
def test_the_bank_left_over_goes_back_after_the_last_wager():
    dealt, nets = three("win", "lose", "win", amount=500)
    assert nets == [50, -40, 30, -40]
    assert not said(dealt, "covered")
    last = dealt.events[-1]
    assert (last.src, last.dst, last.amount) == ((1, "bank"), (1, "stack"), 460_00)


# The staff.


def moments(dealt):
    """The hand as it is at each question."""
    while not dealt.over:
        yield dealt.fork()
        dealt.expire()


@pytest.mark.clause("DH-30", "DH-31")
def test_a_misdeal_returns_wagers_and_fees_at_any_moment():
    dealt = start(carry=Carry(1, 1))
    bank(dealt, 1)
    wager(dealt, {2: 10, 3: 20})
    count = 0
    for twin in moments(dealt):
        with pytest.raises(Refused, match="a name and a reason"):
            twin.rule(Decision("void", by="floor"))
        twin.rule(Decision("void", by="floor", why="misdeal: pile 3 has six cards"))
        assert twin.over
        assert [net(twin, seat, fee=False) for seat in (1, 2, 3)] == [0, 0, 0]
        assert not twin.felt.chips.get(DROP)
        assert twin.carry == Carry(1, 1)  # It was not one of the player-dealer's hands.
        assert said(twin, "void")[0].why == "misdeal: pile 3 has six cards"
        count += 1
    assert count == 4  # Betting, cut, pile, setting.
    with pytest.raises(Refused, match="over"):
        dealt.rule(Decision("void", by="floor", why="a dispute"))


# Properties.


def random_hand(seed, house=SHEET):
    """A hand with random stacks, wagers and settings, somewhere before its setting."""
    chance = Random(seed)
    seats = chance.sample(SEVEN, chance.randint(2, 7))
    deal = fair.deal(chance.randbytes(32), game.pack(house), game.LOTS)
    money = {seat: chance.randint(106, 400) * 50 for seat in seats}
    dealt = Hand(game, house, stacks(money), deal, Carry(chance.choice(SEVEN)))
    dealer = asked(dealt)
    dealt.decide(dealer, Decision("bank", chance.randint(5, 50) * CHIP))
    for seat in seats:
        if seat != dealer and chance.random() < 0.9:
            dealt.decide(seat, Decision("bet", chance.randint(5, 50) * CHIP))
    for _ in range(3):
        if not dealt.over:
            dealt.expire()
    return dealt, dealer, chance


SEEDS = st.integers(0, 2**32 - 1)
COVERAGE = pytest.mark.parametrize("coverage", ["nominal", "running"])


@COVERAGE
@given(seed=SEEDS)
@settings(deadline=None)
@pytest.mark.clause("DH-20", "DH-32")
def test_the_bank_never_loses_more_than_itself_and_in_nominal_form_wins_no_more(coverage, seed):
    dealt, dealer, chance = random_hand(seed, Rules(bank_coverage=coverage))
    banked = paid(dealt, "bank")[0].amount
    laws.finish(dealt, chance)
    change = dealt.felt.chips[dealer, "stack"] - dealt.opening.chips[dealer, "stack"]
    change += sum(event.amount for event in paid(dealt, "fee") if event.src[0] == dealer)
    assert change >= -banked
    assert coverage == "running" or change <= banked


@COVERAGE
@given(seed=SEEDS)
@settings(deadline=None)
@pytest.mark.clause("DH-20", "DH-27")
def test_the_books_of_a_hand_by_another_reckoning(coverage, seed):
    """Wager by wager in the order of action, from the settings that lie open at the end."""
    dealt, dealer, chance = random_hand(seed, Rules(bank_coverage=coverage))
    wagers = {spot[0]: a for spot, a in dealt.felt.chips.items() if spot[1] == "wager" and a}
    left = dealt.felt.chips[dealer, "bank"]
    laws.finish(dealt, chance)
    if not wagers:
        return
    expected = Counter()
    first = said(dealt, "action")[0].seat
    for seat in sorted(wagers, key=lambda seat: (seat - first) % 7):
        result = outcome(SHEET, *(game.setting(dealt.felt, who) for who in (seat, dealer)))
        covered = min(wagers[seat], left)
        expected[seat] += result * covered
        expected[dealer] -= result * covered
        left -= result * covered if coverage == "running" else covered
    for seat in (*wagers, dealer):
        assert round(net(dealt, seat) * CHIP) == expected[seat]


@given(seed=SEEDS)
@settings(deadline=None, max_examples=40)
@pytest.mark.clause("DH-28")
def test_the_result_does_not_depend_on_the_order_of_the_settings(seed):
    dealt, _, chance = random_hand(seed)
    if dealt.over:
        return
    answers = {seat: laws.legal(dealt.ask, seat, chance) for seat in dealt.ask.options}
    ends = set()
    for order in list(permutations(answers))[:: max(1, len(answers) ** 2)][:20]:
        twin = dealt.fork()
        for seat in order:
            twin.decide(seat, answers[seat])
        shown = [msgspec.json.encode(e) for e in twin.events if type(e) is Chips]
        ends.add((*shown, *map(str, moved(twin, "show"))))
    assert len(ends) == 1


@given(seed=SEEDS)
@settings(deadline=None)
@pytest.mark.clause("DH-23")
def test_no_setting_at_the_end_is_fouled(seed):
    dealt, _, chance = random_hand(seed)
    laws.finish(dealt, chance)
    for spot in dealt.felt.cards:
        if spot[1] == "front":
            assert fouled(*game.setting(dealt.felt, spot[0])) is None


CHOICES = {
    "consecutive_hands_as_dealer": [1, 2, 5],
    "bank_coverage": ["nominal", "running"],
    "wheel_straight": ["lowest", "second_highest"],
    "copies": ["player_dealer", "push"],
    "player_dealer_foul": ["reset_house_way", "lose_all"],
    "hand_fee": [0, 25, 50],
    "chip": [100, 50, 500],
    "table_max": [500, 2500, 10_000],
}


@given(
    chosen=st.fixed_dictionaries({key: st.sampled_from(of) for key, of in CHOICES.items()}),
    seed=SEEDS,
)
@settings(max_examples=40, deadline=None)
def test_every_choice_of_a_house_keeps_the_laws(chosen, seed):
    laws.check_evening(game, Rules(**chosen), seed)


def test_rules_and_carry_go_through_plain_data():
    for value in Rules(copies="push", hand_fee=30), Carry(4, 1):
        assert convert(prices.plain(value), type(value)) == value


# Who is asked, and what is refused in which words.


@pytest.mark.clause("DH-09", "DH-36")
def test_nobody_inherits_the_second_hand_of_a_player_dealer_who_left():
    at = Table("t", game, SHEET)
    for seat, name in enumerate(("Ann", "Bob", "Cid"), 1):
        at.sit(name, 100_00, 0, lambda _: 0, seat=seat)
    at.carry = Carry(1, 1)
    at.leave("Ann", 1)
    at.sit("Dan", 100_00, 2, lambda _: 0, seat=1)
    at.begin(fair.deal(bytes(32), game.pack(SHEET), game.LOTS), 3)
    assert asked(at.hand) == 2


@pytest.mark.clause("DH-11")
def test_a_refused_cut_is_told_in_cards():
    dealt = start()
    bank(dealt, 1)
    wager(dealt, {2: 10})
    dealt.expire()
    with pytest.raises(Refused) as refused:
        dealt.decide(1, Decision("cut", 53))
    assert refused.value.sentence(lambda cents: f"${cents / 100}").startswith("cut 53 ")


@pytest.mark.clause("DH-37")
def test_a_wager_that_leaves_no_fee_is_refused_for_the_fee():
    dealt = start(has=50)
    bank(dealt, 1, 5)
    assert "DH-37" in refusal(dealt, 2, "bet", 50)


@pytest.mark.clause("DH-30")
def test_a_misdeal_is_declared_by_its_name():
    dealt = start()
    bank(dealt, 1)
    wager(dealt, {2: 10})
    to_the_setting(dealt)
    dealt.rule(Decision("misdeal", by="floor", why="a pile of eight"))
    assert dealt.over
    assert net(dealt, 1, fee=False) == net(dealt, 2, fee=False) == 0
