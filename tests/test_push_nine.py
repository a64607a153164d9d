"""Push Nine, clause by clause. Amounts are in chips, a chip is 100 cents; seats are A to E."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import laws
import worked
from croupier import houses
from croupier.core import fair, journals, prices
from croupier.core.asks import Decision, Refused
from croupier.core.cards import BACK, PACK, SUITS, cards, text
from croupier.core.felt import DROP, MUCK, POT, Cards, Chips, Said
from croupier.core.hand import Hand
from croupier.core.imagine import imagine
from croupier.games import push_nine as game
from croupier.games.push_nine import LOTS, Carry, Rules, company, showdown
from croupier.games.push_nine.agreements import Cow, Entry, EntryPrice, Push, most_stake, parted
from croupier.procedure.turns import clockwise
from croupier.speech import plates

CHIP = 100
A, B, C, D, E = 1, 2, 3, 4, 5
SEAT = dict(zip("ABCDE", (A, B, C, D, E), strict=True))
SHEET = Rules(player_cut=False)
ZEROS = (0,) * len(LOTS)
FLOOR = {"by": "floor", "why": "seen"}
EXAMPLES = {one["id"]: one for one in worked.examples("push-nine")}

# One hand of each worth, without a card in common.
NINE, EIGHT, SEVEN, FOUR = "9h Kd Ts", "5c 3d Jh", "7c Kh Td", "2c 2d Qs"
ANOTHER_NINE, THIRD_NINE = "5d 4d Js", "6c 3h Jd"
TRIPS, STRAIGHT, FACES = "7h 7d 7s", "4c 5h 6d", "Kc Ks Qd"


# The table.


def top(hands, order):
    """A deck that deals each their cards; the others get what is left."""
    used = {card for hand in hands.values() for card in cards(hand)}
    rest = [card for card in PACK if card not in used]
    held = {s: [*cards(hands[s])] if s in hands else [rest.pop() for _ in range(3)] for s in order}
    return text([held[seat][turn] for turn in range(3) for seat in order])


def table(amounts, hands=None, button=A, house=SHEET, carry=None, order=None, lots=ZEROS):
    """A hand with these stacks and cards; `order` is that of the deal."""
    carry = Carry(button) if carry is None else carry
    order = order or clockwise(sorted(amounts), button)
    chips = {(seat, "stack"): int(amount * CHIP) for seat, amount in amounts.items()}
    if carry.pot:
        chips[POT] = carry.pot
    deal = fair.arranged(top(hands or {}, order), PACK, lots)
    return Hand(game, house, chips, deal, carry)


def pushed(pot, tied, button=A, dealt=(A, B, C, D), times=1, house=SHEET, cutter=0):
    """A push pot on the table; the button is that of the hand that pushed."""
    price = showdown.price(house, int(pot * CHIP), len(tied))
    push = Push(times, tuple(tied), tuple(dealt), price, cutter or tied[-1])
    return Carry(button, int(pot * CHIP), push)


def push_hand(amounts, hands=None, order=(), *, pot=90, tied=(A, B), button=D, house=SHEET, **more):
    """The start of a push hand, in the time to buy in. A has the button and is dealt last."""
    carry = pushed(pot, tied, button, house=house, **more)
    return table(amounts, hands, house=house, carry=carry, order=order or (B, C, D, A))


def do(hand, *acts):
    """`A bet 5`, `B call`: acts of the betting round."""
    for act in acts:
        who, what, *amount = act.split()
        hand.decide(SEAT[who], Decision(what, int(float(amount[0]) * CHIP) if amount else 0))


def answer(hand, **said):
    """Answers to a question: `C="buy in"`, `C=("cow", 30, C)`; who is not named declines."""
    for seat in list(hand.ask.options):
        given_ = said.pop("ABCDE"[seat - 1], "decline")
        hand.decide(seat, given_ if isinstance(given_, Decision) else decision(given_))
    assert not said, f"not asked: {said}"


def decision(said):
    act, *rest = (said,) if isinstance(said, str) else said
    if act in ("partner", "backing"):
        return Decision(act, spot=(rest[0], "hole"))
    if act == "cow":
        return Decision(act, int(rest[0] * CHIP), (rest[1], "cow"))
    return Decision(act, int(rest[0] * CHIP) if rest else 0)


def check_down(hand):
    """Everybody checks, nobody splits."""
    while not hand.over:
        assert not hand.ask.options or hand.asked(next(iter(hand.ask.options)))[0].act in (
            "check",
            "decline",
        )
        hand.expire()


def stack(hand, seat):
    return hand.felt.chips[seat, "stack"] / CHIP


def stacks_of(hand):
    return {"ABCDE"[seat - 1]: stack(hand, seat) for seat in hand.felt.seats}


def pot(hand):
    return hand.felt.chips.get(POT, 0) / CHIP


def said(hand, what):
    return [(e.seat, e.amount) for e in hand.events if type(e) is Said and e.what == what]


def paid(hand, why):
    """Who got how much for this reason, or gave it to the house or the pot."""
    moved = [e for e in hand.events if type(e) is Chips and e.why == why]
    return [(e.src[0] or e.dst[0], e.amount / CHIP) for e in moved]


def offered(hand, seat):
    return [option.act for option in hand.asked(seat)]


def option(hand, seat, act, spot=None):
    return next(o for o in hand.asked(seat) if o.act == act and (spot is None or o.spot[0] == spot))


def ruled(hand):
    """What the floor may rule now."""
    return {option.act for option in hand.rulings}


def rule(hand, act, spot=(0, ""), named="", amount=0):
    place = 1 + hand.felt.cards[spot].index(*cards(named)) if named else amount
    hand.rule(Decision(act, place, spot, **FLOOR))


def after(hand, hands=None, house=SHEET, order=None, left=()):
    """The next hand at the same table, without those who have left."""
    chips = {s: a for s, a in hand.felt.chips.items() if s[0] not in left}
    seats = [seat for seat, word in chips if word == "stack"]
    deal = fair.arranged(top(hands or {}, order or sorted(seats)), PACK, (0,) * len(LOTS))
    return Hand(game, house, chips, deal, hand.carry)


HUNDRED = {A: 100, B: 100, C: 100, D: 100}


# The sheet: chips, button, ante, collection.


@pytest.mark.clause("PN-02")
def test_only_the_chips_on_the_table_play():
    hand = table({A: 20, B: 100, C: 100})
    assert option(hand, A, "bet").high == 17 * CHIP
    with pytest.raises(Refused, match="bet 1800 is not allowed"):
        do(hand, "A bet 18")


@pytest.mark.clause("PN-04")
def test_the_highest_card_drawn_has_the_first_button():
    lots = (3, 50, 49, *ZEROS[3:])
    hand = table({A: 100, C: 100, D: 100}, carry=Carry(), lots=lots)
    drawn = [(e.seat, text(e.cards)) for e in hand.events if type(e) is Said and e.what == "draw"]
    assert drawn == [(A, "2s"), (C, "As"), (D, "Ah")]
    assert said(hand, "button") == [(C, 0)]
    assert list(hand.ask.options) == [C]


@pytest.mark.clause("PN-04")
def test_equal_ranks_are_drawn_by_suit():
    ace_of_hearts = PACK.index(cards("Ah")[0])
    lots = (ace_of_hearts, ace_of_hearts, *[0] * (len(LOTS) - 2))  # Ah, then As of the rest.
    hand = table({A: 100, B: 100}, carry=Carry(), lots=lots)
    assert said(hand, "button") == [(B, 0)]


@pytest.mark.clause("PN-04")
def test_the_button_is_dealt_last_and_acts_first():
    hand = table(HUNDRED, button=C)
    dealt = [e.dst[0] for e in hand.events if type(e) is Cards]
    assert dealt == [D, A, B, C] * 3
    assert list(hand.ask.options) == [C]


@pytest.mark.clause("PN-04", "PN-45")
def test_the_winner_has_the_next_button():
    hand = table(HUNDRED, {A: FOUR, B: EIGHT, C: NINE, D: SEVEN})
    check_down(hand)
    assert hand.carry == Carry(C)


@pytest.mark.clause("PN-04", "PN-45")
def test_if_the_winner_leaves_the_next_player_has_the_button():
    hand = table({A: 100, C: 100, D: 100}, carry=Carry(B))
    assert said(hand, "button") == [(C, 0)]


@pytest.mark.clause("PN-04")
def test_a_house_may_let_the_player_left_of_the_button_begin():
    hand = table(HUNDRED, house=Rules(first_to_act="left_of_button"))
    assert list(hand.ask.options) == [B]


@pytest.mark.clause("PN-05", "PN-36")
def test_everybody_antes_and_the_button_pays_the_collection_besides():
    hand = table(HUNDRED, button=B)
    assert paid(hand, "ante") == [(C, 1), (D, 1), (A, 1), (B, 1)]
    assert paid(hand, "collection") == [(B, 2)]
    assert hand.felt.chips[DROP] == 2 * CHIP
    assert pot(hand) == 4
    assert stacks_of(hand) == {"A": 99, "B": 97, "C": 99, "D": 99}


@pytest.mark.clause("PN-36")
@pytest.mark.parametrize("amount", [0, 5])
def test_a_house_may_take_another_collection(amount):
    hand = table(HUNDRED, house=Rules(collection_from_button=amount * CHIP))
    assert hand.felt.chips.get(DROP, 0) == amount * CHIP


@pytest.mark.clause("PN-46")
def test_a_short_ante_is_all_in_and_the_rest_is_another_pot():
    hand = table({A: 100, B: 0.5, C: 100}, {A: FOUR, B: NINE, C: SEVEN})
    assert hand.felt.chips[POT] == 150
    assert hand.felt.chips[0, "side 1"] == 100
    assert list(hand.ask.options) == [A]
    check_down(hand)
    assert stacks_of(hand) == {"A": 97, "B": 1.5, "C": 100}
    assert hand.carry.button == B


@pytest.mark.clause("PN-46")
def test_a_player_without_chips_is_not_dealt_in():
    hand = table({A: 100, B: 0, C: 100}, order=(C, A))
    assert (B, "hole") not in hand.felt.cards
    assert not hand.asked(B)


def test_no_hand_is_dealt_to_fewer_than_two():
    hand = table({A: 100, B: 0})
    assert hand.over
    assert not hand.events
    assert hand.carry == Carry(A)


# The betting round.


@pytest.mark.clause("PN-06")
def test_one_bet_and_three_raises():
    hand = table(HUNDRED)
    do(hand, "A bet 1", "B raise 2", "C raise 3", "D raise 4")
    assert offered(hand, A) == ["fold", "call"]
    with pytest.raises(Refused, match="three raises have been made"):
        do(hand, "A raise 5")


@pytest.mark.clause("PN-06")
def test_raises_are_unlimited_as_soon_as_two_remain():
    hand = table({A: 100, B: 100, C: 100})
    do(hand, "A bet 1", "B raise 2", "C raise 3", "A raise 4", "B fold")
    assert "raise" in offered(hand, C)
    do(hand, "C raise 5", "A raise 6", "C raise 7")
    assert "raise" in offered(hand, A)


@pytest.mark.clause("PN-06")
def test_a_house_may_keep_a_capped_round_capped():
    hand = table({A: 100, B: 100, C: 100}, house=Rules(uncap_when_heads_up="only_if_not_capped"))
    do(hand, "A bet 1", "B raise 2", "C raise 3", "A raise 4", "B fold")
    assert offered(hand, C) == ["fold", "call"]


@pytest.mark.clause("PN-06")
def test_all_in_hands_count_as_remaining():
    hand = table({A: 100, B: 100, C: 3})
    do(hand, "A bet 1", "B raise 2", "C call", "A raise 3", "B raise 4")
    assert offered(hand, A) == ["fold", "call"], "three hands are in, one of them all-in"


@pytest.mark.clause("PN-07")
def test_a_raise_is_at_least_the_last_bet_or_raise():
    hand = table(HUNDRED)
    assert option(hand, A, "bet").low == 1 * CHIP
    do(hand, "A bet 5")
    assert option(hand, B, "raise").low == 10 * CHIP
    do(hand, "B raise 20")
    assert option(hand, C, "raise").low == 35 * CHIP
    with pytest.raises(Refused, match="raise 3400 is not allowed"):
        do(hand, "C raise 34")


@pytest.mark.clause("PN-07")
def test_bets_lie_between_the_limits_of_the_house():
    hand = table(HUNDRED, house=Rules(min_bet=2 * CHIP, max_bet=10 * CHIP))
    bet = option(hand, A, "bet")
    assert (bet.low, bet.high) == (2 * CHIP, 10 * CHIP)
    do(hand, "A bet 4")
    to = option(hand, B, "raise")
    assert (to.low, to.high) == (8 * CHIP, 14 * CHIP)


@pytest.mark.clause("PN-07")
def test_an_all_in_for_less_reopens_nothing_and_is_none_of_the_three_raises():
    hand = table({A: 100, B: 14, C: 100, D: 100})
    do(hand, "A bet 10", "B raise 13")
    assert option(hand, C, "raise").low == 23 * CHIP, "ten above the all-in"
    do(hand, "C call", "D call")
    assert offered(hand, A) == ["fold", "call"]

    capped = table({A: 100, B: 14, C: 100, D: 100})
    do(capped, "A bet 10", "B raise 13", "C raise 23", "D raise 33", "A raise 43")
    assert offered(capped, C) == ["fold", "call"], "three full raises, the all-in not counted"


@pytest.mark.clause("PN-37")
def test_there_is_one_round_and_a_check_may_be_raised():
    hand = table({A: 100, B: 100, C: 100}, {A: NINE, B: EIGHT, C: FOUR})
    do(hand, "A check", "B bet 2", "C fold")
    assert "raise" in offered(hand, A)
    do(hand, "A raise 4", "B call")
    assert hand.over
    assert stack(hand, A) == 100 - 2 - 1 - 4 + 11


@pytest.mark.clause("PN-37")
def test_the_round_begins_with_the_next_who_has_chips():
    hand = table({A: 3, B: 100, C: 100})
    assert stack(hand, A) == 0
    assert list(hand.ask.options) == [B]


@pytest.mark.clause("PN-37")
def test_the_last_player_wins_without_showing():
    hand = table({A: 100, B: 100, C: 100})
    do(hand, "A bet 5", "B fold", "C fold")
    assert hand.over
    assert not [e for e in hand.events if type(e) is Cards and e.why == "show"]
    assert stacks_of(hand) == {"A": 100, "B": 99, "C": 99}
    assert paid(hand, "uncalled") == [(A, 5)]


@pytest.mark.clause("PN-42")
def test_who_is_late_checks_or_folds():
    hand = table({A: 100, B: 100, C: 100})
    hand.expire()
    do(hand, "B bet 2")
    hand.expire()
    last = [(e.seat, e.what, e.by) for e in hand.events if type(e) is Said][-3:]
    assert last == [(A, "check", "clock"), (B, "bet", ""), (C, "fold", "clock")]


@pytest.mark.clause("PN-38")
def test_two_to_nine_players_and_a_house_may_seat_fifteen():
    assert Rules().max_seats == 9
    assert [*game.SEATS] == [*range(2, 16)]
    crowd = dict.fromkeys(range(1, 16), 100)
    hand = table(crowd)
    assert len([spot for spot in hand.felt.cards if spot[1] == "hole"]) == 15


@pytest.mark.clause("PN-44")
def test_one_sits_down_with_twenty_antes():
    assert Rules().min_buy_in == 20 * CHIP
    assert Rules(ante=2 * CHIP, min_buy_in_antes=10).min_buy_in == 20 * CHIP


# Hands.


def fights(one, other):
    """How two hands fare against each other: the winner, or a push."""
    used = set(cards(one))
    fair_suits = []
    for card in cards(other):  # Suits never rank: a card that is taken gets another.
        suits = (text([card])[0] + suit for suit in SUITS)
        free = next(face for face in suits if cards(face)[0] not in used)
        if card not in used:
            free = text([card])
        used.add(cards(free)[0])
        fair_suits.append(free)
    hand = table({A: 100, B: 100}, {A: one, B: " ".join(fair_suits)})
    check_down(hand)
    return "push" if hand.carry.push else "AB"[hand.carry.button - 1]


@pytest.mark.clause("PN-31", "PN-32", "PN-33", "PN-34", "PN-35")
def test_the_classes_of_hands_in_their_order():
    ladder = ["Ah Ad Ac", "2h 2d 2c", "Ah Kd Qc", "3h 2d Ac", "Kh Kd Qc", "9h Kd Tc", "Ah Kd 9c"]
    for better, worse in pairwise(ladder):
        assert fights(better, worse) == "A"
        assert fights(worse, better) == "B"


@pytest.mark.clause("PN-31")
def test_pairs_flushes_suits_and_high_cards_count_nothing():
    assert fights("Kh Kd 5c", "2h 3h Ts") == "push"
    assert fights("2h 3h Jh", "4c Ad Ts") == "push"
    assert fights("9s Ks Qs", "9c Td Kh") == "push"


@pytest.mark.clause("PN-32")
def test_three_of_a_kind_by_rank():
    assert fights("Ah Ad Ac", "Kh Kd Kc") == "A"
    assert fights("3h 3d 3c", "2h 2d 2c") == "A"


@pytest.mark.clause("PN-33")
def test_straights_by_their_top_without_wrapping():
    assert fights("Ah Kd Qc", "Kh Qd Jc") == "A"
    assert fights("4h 3d 2c", "3h 2d Ac") == "A"
    assert fights("6h 5d 4c", "6s 5c 4h") == "push"
    assert fights("2h Ad Kc", "3c Td Kh") == "push", "2-A-K is three points"
    assert fights("Kh Qd Jc", "Kd Ks Jd") == "A", "K-Q-J is a straight, not three faces"


@pytest.mark.clause("PN-34")
def test_three_faces_tie_and_tens_are_no_faces():
    assert fights("Kh Kd Qc", "Jh Jd Qd") == "push"
    assert fights("Kh Td Qc", "Ac Td Qd") == "B", "K-10-Q is 0 points"


@pytest.mark.clause("PN-35")
@pytest.mark.parametrize(
    ("hand", "points"),
    [("Ah Kd 9c", 0), ("7h 3d 9c", 9), ("Kh Td 8c", 8), ("5h 5d 6c", 6), ("8h 8d 9c", 5)],
)
def test_points_are_the_last_digit(hand, points):
    assert fights(hand, f"{points}s Jc Kc" if points else "Tc Jc Kc") == "push"


# Splitting without betting.


@pytest.mark.clause("PN-15")
def test_two_who_are_left_without_betting_may_split():
    hand = table({A: 100, B: 100, C: 100})
    do(hand, "A check", "B check", "C fold")
    assert hand.ask.clause == "PN-15"
    answer(hand, A="split", B="split")
    assert hand.over
    assert stacks_of(hand) == {"A": 98, "B": 101, "C": 99}, "the odd chip left of the button"
    assert hand.carry == Carry(B)
    assert not [e for e in hand.events if type(e) is Cards and e.why == "show"]


@pytest.mark.clause("PN-15")
def test_two_players_are_offered_the_split_right_after_the_deal_and_once():
    hand = table({A: 100, B: 100}, {A: NINE, B: FOUR})
    assert sorted(hand.ask.options) == [A, B]
    with pytest.raises(Refused, match="bet is not offered"):
        do(hand, "A bet 2")
    answer(hand, A="split")
    assert offered(hand, A) == ["check", "fold", "bet"]
    do(hand, "A check")
    assert hand.ask.clause == "PN-37"
    check_down(hand)
    assert stack(hand, A) == 99


@pytest.mark.clause("PN-15", "PN-42")
def test_a_time_out_refuses_the_split():
    hand = table({A: 100, B: 100})
    hand.decide(A, Decision("split"))
    hand.expire(B)
    assert hand.ask.clause == "PN-37"


@pytest.mark.clause("PN-15")
def test_no_split_after_a_bet():
    hand = table({A: 100, B: 100, C: 100})
    do(hand, "A bet 1", "B call", "C fold")
    assert hand.over
    assert "split" not in [e.what for e in hand.events if type(e) is Said]


@pytest.mark.clause("PN-15")
def test_a_house_may_forbid_the_split():
    hand = table({A: 100, B: 100}, house=Rules(allow_agreed_split=False))
    assert hand.ask.clause == "PN-37"


@pytest.mark.clause("PN-15")
def test_the_split_is_offered_in_a_push_hand_and_divided_as_agreed():
    hand = push_hand(HUNDRED)
    answer(hand, C=("partner", D), D=("partner", C))
    do(hand, "A fold", "B fold")
    answer(hand, C="split", D="split")
    assert stacks_of(hand) == {"A": 98, "B": 100, "C": 145, "D": 145}


# A push.


def two_nines(**more):
    """A and B tie in a pot of 19; C has folded, D has lost."""
    hands = {A: NINE, B: ANOTHER_NINE, D: EIGHT}
    hand = table(HUNDRED, hands, **more)
    do(hand, "A bet 5", "B call", "C fold", "D call")
    return hand


@pytest.mark.clause("PN-16", "PN-43")
def test_a_tie_pushes_the_whole_pot():
    hand = two_nines()
    assert not paid(hand, "win")
    assert pot(hand) == 19
    assert said(hand, "push") == [(0, 1)]
    assert hand.carry == Carry(A, 19 * CHIP, Push(1, (B, A), (A, B, C, D), 10 * CHIP, B))
    assert company.carried(hand.carry) == {POT: 19 * CHIP}


@pytest.mark.clause("PN-16")
def test_the_tied_do_not_buy_in():
    hand = after(two_nines(), order=(A, B))
    assert "buy in" not in offered(hand, A)
    with pytest.raises(Refused, match="tied players owe nothing"):
        hand.decide(A, Decision("buy in", 10 * CHIP))
    answer(hand)
    answer(hand)
    assert not paid(hand, "buy in")
    assert {(A, "hole"), (B, "hole")} == {*hand.felt.cards}


ANTES = Rules(player_cut=False, ante_in_push_hand=True)


@pytest.mark.clause("PN-05", "PN-18")
def test_a_house_may_ask_the_ante_in_a_push_hand_besides_the_buy_in():
    hand = push_hand({A: 100, B: 100, C: 100, D: 100}, house=ANTES)
    answer(hand, C="buy in")
    assert paid(hand, "ante") == [(seat, 1) for seat in (B, C, A)]
    assert pot(hand) == 90 + 45 + 3
    check_down(hand)
    laws.check_hand(hand)


@pytest.mark.clause("PN-05", "PN-47", "PN-46")
def test_a_tied_player_without_chips_antes_nothing_and_the_antes_are_a_side_pot():
    hands = {A: NINE, B: EIGHT, C: SEVEN}
    hand = push_hand({A: 0, B: 100, C: 100, D: 100}, hands, (B, C, A), house=ANTES)
    answer(hand, C="buy in")
    assert paid(hand, "ante") == [(B, 1), (C, 1)]
    check_down(hand)
    assert stack(hand, A) == 90 + 45
    assert stack(hand, B) == 100 - 1 + 2
    laws.check_hand(hand)


@pytest.mark.clause("PN-05", "PN-11")
def test_after_a_misdeal_of_a_push_hand_its_antes_stay_in_and_are_not_paid_twice():
    amounts = {A: 100, B: 100, C: 100, D: 100}
    hand = push_hand(amounts, house=ANTES)
    answer(hand, C="buy in")
    hand.rule(Decision("misdeal", **FLOOR))
    carry = hand.carry
    assert carry.pot == (90 + 45 + 3) * CHIP
    assert carry.antes == {A: 1_00, B: 1_00, C: 1_00}
    left = {seat: stack(hand, seat) for seat in (A, B, C, D)}
    assert company.shares(ANTES, carry, (A, B, C, D)) == {A: 46_00, B: 46_00, C: 46_00}
    again = table(left, house=ANTES, carry=carry, order=(B, C, A))
    assert stack(again, B) == left[B]
    assert pot(again) == 90 + 45 + 3
    check_down(again)
    laws.check_hand(again)


@pytest.mark.clause("PN-05", "PN-18", "PN-36")
def test_in_a_push_hand_the_buy_in_replaces_the_ante_but_not_the_collection():
    hand = after(two_nines(), order=(D, A, B))
    answer(hand, D="buy in")
    assert paid(hand, "buy in") == [(D, 10)]
    assert not paid(hand, "ante")
    assert paid(hand, "collection") == [(B, 2)]
    assert pot(hand) == 29


@pytest.mark.clause("PN-17")
def test_who_was_not_dealt_in_cannot_buy_in_and_who_folded_can():
    last = two_nines()
    last.felt.chips[E, "stack"] = 100 * CHIP  # A newcomer sits down.
    hand = after(last)
    assert sorted(hand.ask.options) == [A, B, C, D]
    assert "buy in" in offered(hand, C)
    with pytest.raises(Refused, match="dealt into the hand that tied"):
        hand.decide(E, Decision("buy in", 10 * CHIP))


@pytest.mark.clause("PN-17")
@pytest.mark.parametrize(
    ("house", "asked"),
    [(SHEET, [A, B, D]), (Rules(player_cut=False, push_eligibility="original_hand"), [A, B, C, D])],
)
def test_for_a_second_push_those_of_the_second_hand_or_of_the_first(house, asked):
    hand = after(two_nines(), {A: NINE, B: ANOTHER_NINE, D: FOUR}, house, (D, A, B))
    answer(hand, D="buy in")
    check_down(hand)
    assert said(hand, "push")[-1] == (0, 2)
    hand.felt.chips[C, "stack"] = hand.felt.chips[D, "stack"] = 500 * CHIP
    third = after(hand, house=house)
    assert sorted(third.ask.options) == asked


@pytest.mark.clause("PN-18")
@pytest.mark.parametrize(
    ("house", "tied", "buy_in"),
    [
        (SHEET, (A, B), 45),
        (SHEET, (A, B, C), 30),
        (SHEET, (A, B, C, E), 23),
        (Rules(player_cut=False, push_buy_in_rounding="down"), (A, B, C, E), 22),
        (Rules(player_cut=False, push_buy_in_rule="full_pot"), (A, B), 90),
    ],
)
def test_the_buy_in_is_exact(house, tied, buy_in):
    seats = dict.fromkeys((*tied, D), 500)
    hand = push_hand(seats, tied=tied, dealt=(A, B, C, D, E), order=(*tied, D), house=house)
    offer = option(hand, D, "buy in")
    assert (offer.low, offer.high) == (buy_in * CHIP, buy_in * CHIP)
    for wrong in buy_in - 1, buy_in + 1:
        with pytest.raises(Refused, match="is not allowed"):
            hand.decide(D, Decision("buy in", wrong * CHIP))
    answer(hand, D="buy in")
    assert pot(hand) == 90 + buy_in


@pytest.mark.clause("PN-18", "PN-51")
def test_buy_ins_are_taken_together_when_all_have_answered():
    hand = push_hand(HUNDRED)
    hand.decide(C, Decision("buy in"))
    assert pot(hand) == 90
    hand.decide(D, Decision("buy in"))
    assert pot(hand) == 90
    hand.expire()
    assert pot(hand) == 180
    assert hand.ask.clause == "PN-37"
    with pytest.raises(Refused, match="not your turn"):
        hand.decide(B, Decision("buy in"))
    with pytest.raises(Refused, match="close before the deal"):
        hand.decide(A, Decision("buy in"))


@pytest.mark.clause("PN-41", "PN-51")
@pytest.mark.parametrize(("has", "may"), [(90, True), (89, False)])
def test_a_buyer_needs_the_betting_round_buy_in_behind(has, may):
    hand = push_hand(HUNDRED | {D: has})
    assert ("buy in" in offered(hand, D)) == may
    if not may:
        with pytest.raises(Refused, match="betting money in your stack"):
            hand.decide(D, Decision("buy in"))


@pytest.mark.clause("PN-41")
def test_a_house_may_set_the_betting_round_buy_in():
    free = Rules(player_cut=False, betting_round_buy_in="none")
    hand = push_hand(HUNDRED | {D: 45}, house=free)
    assert "buy in" in offered(hand, D)
    fixed = Rules(betting_round_buy_in="amount", betting_round_amount=10 * CHIP)
    hand = push_hand(HUNDRED | {C: 54, D: 55}, house=fixed)
    assert "buy in" not in offered(hand, C)
    assert "buy in" in offered(hand, D)
    assert said(hand, "behind") == [(0, 10 * CHIP)]


@pytest.mark.clause("PN-42")
def test_silence_is_a_no_to_every_question_of_a_push():
    hand = push_hand(HUNDRED)
    hand.expire()
    assert hand.ask.clause == "PN-29"
    hand.expire()
    assert hand.ask.clause == "PN-15"
    hand.expire()
    assert hand.ask.clause == "PN-37"
    assert pot(hand) == 90


@pytest.mark.clause("PN-43", "PN-51")
def test_everything_about_a_push_is_said_aloud():
    hand = push_hand(HUNDRED, times=2)
    assert said(hand, "push") == [(0, 2)]
    assert said(hand, "buy in") == [(0, 45 * CHIP)]
    assert said(hand, "behind") == [(0, 45 * CHIP)]
    assert said(hand, "tied") == [(A, 0), (B, 0)]
    assert said(hand, "eligible") == [(C, 0), (D, 0)]
    assert hand.view(0).chips[POT] == 90 * CHIP
    answer(hand, C=("partner", D), D=("partner", C))
    agreed = [e for e in hand.feed(0) if type(e) is Said and e.what == "partner"]
    assert agreed[-1] == Said(C, "partner", spot=(D, "hole"))


@pytest.mark.clause("PN-43")
def test_cows_and_backings_are_said_aloud():
    hand = push_hand(HUNDRED | {E: 100}, dealt=(A, B, C, D, E))
    answer(hand, C=("cow", 30, C), D=("cow", 15, C), A=("backing", E), E=("backing", A))
    answer(hand, C=("stake", 30), D=("stake", 30))
    told = [(e.seat, e.what, e.amount, e.spot) for e in hand.feed(0) if type(e) is Said]
    assert (C, "cow", 30 * CHIP, (C, "cow")) in told
    assert (D, "cow", 15 * CHIP, (C, "cow")) in told
    assert (C, "stake", 30 * CHIP, (C, "cow")) in told
    assert told.count((A, "backing", 0, (E, "hole"))) == 2


@pytest.mark.clause("PN-19")
def test_the_nearest_of_the_tied_deals_and_the_last_to_show_cuts():
    hands = {A: FOUR, B: NINE, C: SEVEN, D: ANOTHER_NINE}
    hand = table(HUNDRED, hands, button=C)
    do(hand, "C check", "D check", "A check", "B bet 2", "C call", "D call", "A call")
    assert hand.carry.push.cutter == D, "B has bet and shows first"
    deal = fair.arranged("", PACK, (0,) * len(LOTS))
    following = Hand(game, Rules(), hand.felt.chips, deal, hand.carry)
    answer(following)
    answer(following)
    assert following.ask.clause == "PN-19"
    assert list(following.ask.options) == [D]
    assert said(following, "button") == [(D, 0)], "clockwise from C"
    before = list(following.felt.deck)
    following.decide(D, Decision("cut", 10))
    first = following.felt.cards[B, "hole"][0]
    assert first == before[-11], "ten cards went below"
    assert said(following, "cut") == [(D, 10), (0, 10)]


@pytest.mark.clause("PN-19", "PN-40")
def test_the_cutter_depends_on_who_has_bet():
    hand = table(HUNDRED, {A: NINE, B: ANOTHER_NINE, C: FOUR, D: SEVEN})
    do(hand, "A check", "B bet 2", "C call", "D call", "A call")
    assert hand.carry.push.tied == (B, A)
    assert hand.carry.push.cutter == A


@pytest.mark.clause("PN-19", "PN-42")
def test_a_cutter_who_says_nothing_cuts_at_random():
    lots = (*[0] * (len(LOTS) - 1), 19)
    hand = table(HUNDRED, house=Rules(), carry=pushed(90, (A, B), D), lots=lots)
    answer(hand)
    answer(hand)
    hand.expire()
    assert said(hand, "cut") == [(0, 20)]


@pytest.mark.clause("PN-19")
@pytest.mark.parametrize("cut_at", [0, 52])
def test_both_parts_of_a_cut_need_a_card(cut_at):
    hand = push_hand(HUNDRED, house=Rules())
    answer(hand)
    answer(hand)
    with pytest.raises(Refused):
        hand.decide(B, Decision("cut", cut_at))


@pytest.mark.clause("PN-20")
def test_the_third_push_is_divided():
    hands = {A: NINE, B: ANOTHER_NINE, C: FOUR, D: THIRD_NINE}
    carry = pushed(61, (A, B, C, D), B, times=2)
    hand = table(HUNDRED, hands, carry=carry, order=(D, A, B, C))
    answer(hand)  # They do not share before the deal.
    check_down(hand)
    assert said(hand, "button") == [(C, 0)]
    assert said(hand, "push") == [(0, 2), (0, 3)]
    assert paid(hand, "win") == [(D, 21), (A, 20), (B, 20)]
    assert hand.carry == Carry(D), "PN-45: the first sharer left of the old button"


@pytest.mark.clause("PN-20")
@pytest.mark.parametrize("most", [1, 2, 5])
def test_a_house_may_push_more_or_less_often(most):
    house = Rules(player_cut=False, max_pushes=most)
    hand = two_nines(house=house)
    pushes = 0
    while hand.carry.push:
        pushes += 1
        hand = after(hand, {A: NINE, B: ANOTHER_NINE}, house, (B, A) if pushes % 2 == 0 else (A, B))
        answer(hand)
        check_down(hand)
    assert pushes == most - 1
    assert pot(hand) == 0
    assert not company.carried(hand.carry)


@pytest.mark.clause("PN-29")
def test_the_tied_may_share_if_nobody_buys_in():
    hand = after(two_nines())
    answer(hand)
    assert hand.ask.clause == "PN-29"
    assert sorted(hand.ask.options) == [A, B]
    answer(hand, A="share", B="share")
    assert paid(hand, "win") == [(B, 10), (A, 9)]
    assert hand.carry == Carry(B)
    assert not paid(hand, "collection")
    assert not hand.felt.cards


@pytest.mark.clause("PN-29")
def test_if_one_refuses_the_tied_play():
    hand = after(two_nines(), {A: FOUR, B: NINE}, order=(A, B))
    answer(hand)
    answer(hand, A="share")
    check_down(hand)
    assert paid(hand, "win") == [(B, 19)]


@pytest.mark.clause("PN-29")
def test_the_tied_are_asked_at_once_if_nobody_is_able_to_buy_in():
    hand = push_hand(HUNDRED | {C: 0, D: 0})
    assert hand.ask.clause == "PN-29"


@pytest.mark.clause("PN-29")
def test_nobody_shares_when_somebody_has_bought_in():
    hand = push_hand(HUNDRED)
    answer(hand, C="buy in")
    assert hand.ask.clause == "PN-37"


# Cows.


def cow(shares=((C, 30), (D, 15)), stakes=None, hands=None, has=HUNDRED, **more):
    """A push hand for 90 in which C and D hold one hand."""
    hand = push_hand(has, hands, **{"order": (B, C, A)} | more)
    holder = shares[0][0]
    answer(hand, **{"ABCDE"[s - 1]: ("cow", share, holder) for s, share in shares})
    if stakes is not None:
        answer(hand, **{"ABCDE"[s - 1]: ("stake", amount) for s, amount in stakes.items()})
    return hand


@pytest.mark.clause("PN-21", "PN-22")
def test_a_cow_puts_up_the_exact_buy_in_and_has_one_hand():
    hand = cow(stakes={C: 23, D: 23})
    assert paid(hand, "buy in") == [(C, 30), (D, 15)]
    assert pot(hand) == 135
    assert (C, "hole") in hand.felt.cards
    assert (D, "hole") not in hand.felt.cards


@pytest.mark.clause("PN-21", "PN-48")
@pytest.mark.parametrize("shares", [((C, 30), (D, 14)), ((C, 30), (D, 16))])
def test_shares_that_do_not_add_up_are_no_cow(shares):
    hand = cow(shares)
    assert said(hand, "void") == [(C, 0), (D, 0)]
    assert hand.ask.clause == "PN-48"
    answer(hand, C="buy in")
    assert paid(hand, "buy in") == [(C, 45)]


@pytest.mark.clause("PN-21", "PN-22", "PN-48")
def test_a_cow_needs_its_holder():
    hand = push_hand(HUNDRED | {E: 100}, dealt=(A, B, C, D, E))
    answer(hand, C=("cow", 30, E), D=("cow", 15, E), E="buy in")
    assert said(hand, "void") == [(C, 0), (D, 0)]


@pytest.mark.clause("PN-21")
def test_members_of_a_cow_were_dealt_in_and_are_not_tied():
    hand = push_hand(HUNDRED | {E: 100})
    assert [o.spot[0] for o in hand.asked(C) if o.act == "cow"] == [C, D]
    assert "cow" not in offered(hand, A)
    with pytest.raises(Refused, match="who were dealt in and are not tied"):
        hand.decide(A, decision(("cow", 15, C)))
    share = option(hand, C, "cow")
    assert (share.low, share.high, share.step) == (1 * CHIP, 44 * CHIP, CHIP)


@pytest.mark.clause("PN-21")
def test_there_may_be_several_cows():
    seats = dict.fromkeys(range(1, 7), 100)
    carry = pushed(90, (A, B), D, dealt=range(1, 7))
    hand = table(seats, carry=carry, order=(B, C, E, A))
    for seat, holder, share in (C, C, 30), (D, C, 15), (E, E, 20), (6, E, 25):
        hand.decide(seat, decision(("cow", share, holder)))
    hand.expire()
    for seat in C, D, E, 6:
        hand.decide(seat, Decision("stake", 23 * CHIP))
    assert pot(hand) == 180
    assert {seat for seat, word in hand.felt.cards if word == "hole"} == {A, B, C, E}


@pytest.mark.clause("PN-22")
def test_the_holder_acts_and_all_members_see_the_cards():
    hand = cow(stakes={C: 23, D: 23}, hands={C: NINE})
    for seat, seen in (C, True), (D, True), (A, False), (B, False), (0, False):
        assert (BACK not in hand.view(seat).cards[C, "hole"]) == seen
    eyes = {e.eyes for e in hand.events if type(e) is Cards and e.dst == (C, "hole")}
    assert eyes == {1 << C | 1 << D}
    do(hand, "A check", "B check")
    assert not hand.asked(D)
    do(hand, "C fold")
    (folded,) = (e for e in hand.events if type(e) is Cards and e.why == "fold")
    assert folded.eyes == 1 << C | 1 << D


@pytest.mark.clause("PN-22")
def test_winnings_are_divided_by_the_shares_and_the_holder_has_the_rest():
    shares = ((C, 28), (D, 17))
    hands = {A: FOUR, B: SEVEN, C: NINE}
    hand = cow(shares, {C: 23, D: 23}, hands)
    check_down(hand)
    assert paid(hand, "win") == [(C, 135)]
    assert paid(hand, "cow") == [(C, 84), (C, 51)], "135 x 17 / 45 is 51"
    hand = cow(((C, 29), (D, 16)), {C: 23, D: 23}, hands, pot=89)
    check_down(hand)
    won = 134
    assert stack(hand, D) == 100 - 16 + won * 16 // 45
    assert stack(hand, C) + stack(hand, D) == 200 - 45 + won
    assert hand.carry.button == C


@pytest.mark.clause("PN-23")
def test_a_cow_needs_half_of_the_betting_round_buy_in():
    hand = cow()
    assert hand.ask.clause == "PN-23"
    stake = option(hand, C, "stake")
    assert stake.low == 23 * CHIP, "45 / 2 rounded up"
    with pytest.raises(Refused, match="stake 2200 is not allowed"):
        hand.decide(D, Decision("stake", 22 * CHIP))


@pytest.mark.clause("PN-23")
def test_the_stake_is_the_stack_of_the_cow_and_the_rest_goes_back():
    hand = cow(stakes={C: 40, D: 31}, hands={A: FOUR, B: SEVEN, C: NINE})
    assert stack(hand, C) == 31, "the least that all agree to"
    assert stack(hand, D) == 100 - 15 - 10, "31 x 15 / 45 is 10"
    assert hand.felt.chips[C, "aside"] == (100 - 30 - 21) * CHIP
    assert option(hand, A, "bet").high == 98 * CHIP
    do(hand, "A bet 11", "B fold", "C call")
    won = 135 + 22
    assert stack(hand, D) == 75 + 20 * 15 // 45 + won * 15 // 45
    assert stack(hand, C) + stack(hand, D) == 200 - 45 - 11 + won


@pytest.mark.clause("PN-23")
def test_nothing_can_be_added_to_the_stake_in_the_hand():
    hand = cow(stakes={C: 23, D: 23})
    do(hand, "A bet 50", "B fold")
    assert option(hand, C, "call").high == 23 * CHIP
    do(hand, "C call")
    assert hand.over


@pytest.mark.clause("PN-23", "PN-42", "PN-48")
def test_a_member_who_agrees_to_no_stake_makes_the_cow_void():
    hand = cow()
    hand.decide(C, Decision("stake", 23 * CHIP))
    hand.expire()
    assert hand.ask.clause == "PN-48"
    assert sorted(hand.ask.options) == [C, D]
    hand.expire()
    assert hand.ask.clause == "PN-29"
    assert pot(hand) == 90


@pytest.mark.clause("PN-23")
def test_a_cow_whose_members_cannot_put_up_their_parts_is_void():
    hand = cow(has=HUNDRED | {D: 15})
    assert said(hand, "void") == [(C, 0), (D, 0)]
    assert sorted(hand.ask.options) == [C]


def test_a_stake_that_one_member_cannot_cover_is_refused():
    """With three members the rounding can leave the holder a chip short below the top."""
    felt = push_hand({A: 100, B: 100, C: 9, D: 100, E: 100}, pot=16, dealt=range(1, 6)).felt
    terms = EntryPrice(CHIP, 8 * CHIP, 8 * CHIP)
    three = Cow(C, {C: 2 * CHIP, D: 3 * CHIP, E: 3 * CHIP})
    most = most_stake(felt, three, terms)
    assert parted(three, most, terms)[C] <= 7 * CHIP
    assert parted(three, most + CHIP, terms)[C] > 7 * CHIP


@pytest.mark.clause("PN-22", "PN-48")
def test_a_cow_that_ties_ends_and_its_members_may_buy_in_again():
    hand = cow(stakes={C: 23, D: 23}, hands={A: NINE, B: FOUR, C: ANOTHER_NINE})
    check_down(hand)
    assert hand.carry.push.tied == (C, A)
    assert hand.carry.push.may_buy == (A, B, C, D)
    assert stacks_of(hand) == {"A": 98, "B": 100, "C": 70, "D": 85}


# Partners and backing.


def pair(act, hands, *acts, has=HUNDRED, house=SHEET, **more):
    """A push hand for 90: A and B are tied, C and D partners or backers."""
    hand = push_hand(has, hands, house=house, **more)
    answer(hand, C=(act, D), D=(act, C))
    do(hand, *acts)
    return hand


@pytest.mark.clause("PN-24", "PN-25")
def test_partners_pay_a_buy_in_each_and_have_their_own_hands_and_chips():
    hand = pair("partner", {}, "A check", "B check", "C bet 3")
    assert paid(hand, "buy in") == [(C, 45), (D, 45)]
    assert {(C, "hole"), (D, "hole")} <= {*hand.felt.cards}
    assert BACK in hand.view(D).cards[C, "hole"]
    assert stack(hand, C) == 52
    assert stack(hand, D) == 55


@pytest.mark.clause("PN-24", "PN-41")
@pytest.mark.parametrize(("has", "may"), [(68, True), (67, False)])
def test_a_partner_needs_half_of_the_betting_round_buy_in(has, may):
    hand = push_hand(HUNDRED | {D: has})
    assert ("partner" in offered(hand, D)) == may
    assert (D in [o.spot[0] for o in hand.asked(C) if o.act == "partner"]) == may


@pytest.mark.clause("PN-24")
@pytest.mark.parametrize(("has", "may"), [(23, True), (22, False)])
def test_a_tied_partner_pays_nothing_but_needs_his_half(has, may):
    hand = push_hand(HUNDRED | {B: has})
    assert ("partner" in offered(hand, B)) == may
    if may:
        answer(hand, B=("partner", C), C=("partner", B))
        assert paid(hand, "buy in") == [(C, 45)]


@pytest.mark.clause("PN-24", "PN-48")
def test_an_agreement_that_one_does_not_confirm_is_void():
    hand = push_hand(HUNDRED)
    answer(hand, C=("partner", D))
    assert said(hand, "void") == [(C, 0)]
    assert hand.ask.clause == "PN-48"
    assert list(hand.ask.options) == [C]
    answer(hand, C="buy in")
    assert pot(hand) == 135
    crossed = push_hand(HUNDRED)
    answer(crossed, C=("partner", D), D=("backing", C))
    assert said(crossed, "void") == [(C, 0), (D, 0)]


@pytest.mark.clause("PN-27")
@pytest.mark.parametrize(("amount", "halves"), [(90, (90, 90)), (91, (92, 91))])
def test_partners_halve_the_pot_the_odd_chip_to_the_winner(amount, halves):
    hand = pair("partner", {A: FOUR, B: SEVEN, C: NINE, D: EIGHT}, pot=amount)
    check_down(hand)
    buy_in = -(-amount // 2)
    assert stack(hand, C) == 100 - buy_in + halves[0]
    assert stack(hand, D) == 100 - buy_in + halves[1]
    assert hand.carry == Carry(C)


@pytest.mark.clause("PN-27")
def test_two_partners_alone_do_not_push():
    hand = pair("partner", {A: FOUR, B: SEVEN, C: NINE, D: ANOTHER_NINE})
    check_down(hand)
    assert hand.carry == Carry(C)
    assert stacks_of(hand) == {"A": 98, "B": 100, "C": 145, "D": 145}


@pytest.mark.clause("PN-27", "PN-48")
def test_a_partner_who_folds_keeps_his_half():
    hand = pair("partner", {A: FOUR, B: SEVEN, C: NINE}, "A check", "B check", "C check", "D fold")
    check_down(hand)
    assert stacks_of(hand) == {"A": 98, "B": 100, "C": 145, "D": 145}


@pytest.mark.clause("PN-27", "PN-48")
def test_a_partner_who_ties_with_another_pushes_and_the_agreement_ends():
    hand = pair("partner", {A: NINE, B: SEVEN, C: ANOTHER_NINE, D: FOUR})
    check_down(hand)
    assert hand.carry.push.tied == (C, A)
    hand.felt.chips[D, "stack"] = 500 * CHIP
    following = after(hand)
    assert "buy in" in offered(following, D)
    assert hand.carry.push.entry is None


@pytest.mark.clause("PN-48")
def test_partners_halve_a_share_of_the_last_push():
    hands = {A: NINE, B: SEVEN, C: ANOTHER_NINE, D: FOUR}
    hand = pair("partner", hands, times=2)
    check_down(hand)
    assert paid(hand, "win") == [(C, 90), (A, 90)]
    assert paid(hand, "partner") == [(C, 45)]
    assert stacks_of(hand) == {"A": 188, "B": 100, "C": 100, "D": 100}


@pytest.mark.clause("PN-28")
def test_a_backer_who_wins_gives_the_buy_in_back():
    hand = pair("backing", {A: FOUR, B: SEVEN, C: NINE, D: EIGHT})
    check_down(hand)
    assert paid(hand, "backing") == [(C, 45)]
    assert stacks_of(hand) == {"A": 98, "B": 100, "C": 190, "D": 100}
    assert hand.carry == Carry(C)


@pytest.mark.clause("PN-28")
@pytest.mark.parametrize(("best", "given_back"), [(A, [(A, 45)]), (C, [])])
def test_a_tied_backer_paid_nothing_that_could_come_back(best, given_back):
    hands = {A: FOUR, B: SEVEN, C: EIGHT} | {best: NINE}
    hand = push_hand(HUNDRED, hands, (B, C, A))
    answer(hand, A=("backing", C), C=("backing", A))
    check_down(hand)
    assert paid(hand, "backing") == given_back


@pytest.mark.clause("PN-28")
def test_two_tied_players_have_nothing_to_back_each_other_with():
    hand = push_hand(HUNDRED)
    assert [o.spot[0] for o in hand.asked(A) if o.act == "backing"] == [C, D]
    assert [o.spot[0] for o in hand.asked(C) if o.act == "backing"] == [A, B, D]


@pytest.mark.clause("PN-28")
def test_backers_who_tie_push_and_nothing_is_given_back():
    hand = pair("backing", {A: FOUR, B: SEVEN, C: NINE, D: ANOTHER_NINE})
    check_down(hand)
    assert hand.carry.push.tied == (C, D)
    assert not paid(hand, "backing")


@pytest.mark.clause("PN-48")
@pytest.mark.parametrize(("other", "given_back"), [(FOUR, [(C, 45)]), (THIRD_NINE, [])])
def test_a_sharer_gives_back_only_to_one_who_does_not_share(other, given_back):
    hands = {A: NINE, B: SEVEN, C: ANOTHER_NINE, D: other}
    hand = pair("backing", hands, times=2)
    check_down(hand)
    assert paid(hand, "backing") == given_back


@pytest.mark.clause("PN-21", "PN-24", "PN-28")
def test_a_player_is_in_one_agreement():
    """There is one answer for each, and it names one agreement."""
    hand = push_hand(HUNDRED | {E: 100}, dealt=(A, B, C, D, E))
    hand.decide(C, decision(("partner", D)))
    with pytest.raises(Refused, match="an answer stands once given"):
        hand.decide(C, decision(("backing", E)))


# Eight or better.

RAISED = ("A check", "B check", "C bet 10", "D raise 20")


@pytest.mark.clause("PN-26")
def test_who_raises_his_partner_with_less_loses_every_right_for_both():
    hand = pair("partner", {A: FOUR, C: NINE, D: SEVEN}, *RAISED, "A call", "B fold", "C call")
    assert hand.over
    assert said(hand, "violation") == [(D, 0)]
    assert paid(hand, "win") == [(A, 240)]
    assert hand.carry == Carry(A), "PN-45"


@pytest.mark.clause("PN-26", "PN-28")
@pytest.mark.parametrize("act", ["partner", "backing"])
@pytest.mark.parametrize("better", [EIGHT, FACES, STRAIGHT, TRIPS])
def test_with_eight_or_better_he_may(act, better):
    hand = pair(act, {A: FOUR, C: NINE, D: better}, *RAISED, "A call", "B fold", "C call")
    assert not said(hand, "violation")
    assert paid(hand, "win")[0][0] in (C, D)


@pytest.mark.clause("PN-28")
def test_backers_are_bound_too():
    hand = pair("backing", {A: FOUR, C: NINE, D: SEVEN}, *RAISED, "A call", "B fold", "C call")
    assert paid(hand, "win") == [(A, 240)]


@pytest.mark.clause("PN-26")
def test_he_is_warned_and_nobody_else_learns_it():
    hand = pair("partner", {C: NINE, D: SEVEN}, "A check", "B check", "C bet 10")
    assert option(hand, D, "raise").note == "forfeits"
    assert said(hand, "violation") == []
    do(hand, "D raise 20")
    assert said(hand, "violation") == []
    better = pair("partner", {C: NINE, D: EIGHT}, "A check", "B check", "C bet 10")
    assert option(better, D, "raise").note == ""


@pytest.mark.clause("PN-26")
def test_a_house_may_refuse_the_raise():
    house = Rules(player_cut=False, partner_raise_rule="block")
    acts = "A check", "B check", "C bet 10"
    hand = pair("partner", {C: NINE, D: SEVEN}, *acts, house=house)
    assert offered(hand, D) == ["fold", "call"]
    with pytest.raises(Refused, match="the bet is your partner's and you have less than eight"):
        do(hand, "D raise 20")
    better = pair("partner", {C: NINE, D: EIGHT}, *acts, house=house)
    assert "raise" in offered(better, D)


@pytest.mark.clause("PN-26")
def test_a_bet_or_a_raise_of_somebody_elses_bet_is_free():
    acts = "A check", "B bet 5", "C call"
    hand = pair("partner", {A: FOUR, B: EIGHT, C: NINE, D: SEVEN}, *acts)
    assert option(hand, D, "raise").note == ""
    do(hand, "D raise 10", "A call", "B call", "C call")
    assert not said(hand, "violation"), "the partner has only called"
    assert paid(hand, "win")[0][0] == C


@pytest.mark.clause("PN-26")
def test_a_call_in_between_changes_nothing():
    acts = "A check", "B check", "C bet 10", "D call", "A call"
    hands = {A: FOUR, B: SEVEN, C: NINE, D: EIGHT}
    carry = pushed(90, (A, B), D)
    hand = table(HUNDRED, hands, carry=carry, order=(B, C, D, A))
    answer(hand, B=("partner", C), C=("partner", B), D="buy in")
    do(hand, *acts, "B raise 20", "C call", "D fold", "A fold")
    assert said(hand, "violation") == [(B, 0)]
    assert paid(hand, "win") == [(A, 240)], "the last of the others to fold"


@pytest.mark.clause("PN-26")
def test_an_all_in_for_more_than_the_partners_bet_is_a_raise():
    has = HUNDRED | {D: 70}
    acts = "A check", "B check", "C bet 20", "D raise 25", "A call", "B fold", "C call"
    hand = pair("partner", {A: FOUR, C: NINE, D: SEVEN}, *acts, has=has)
    assert said(hand, "violation") == [(D, 0)]


@pytest.mark.clause("PN-26")
def test_if_all_others_fold_the_last_of_them_takes_the_pot():
    acts = (*RAISED, "A fold", "B fold", "C call")
    hand = pair("partner", {C: NINE, D: SEVEN}, *acts)
    assert paid(hand, "win") == [(B, 220)]
    assert hand.carry == Carry(B)


@pytest.mark.clause("PN-26")
def test_the_partner_who_folds_last_is_none_of_the_others():
    hand = pair("partner", {C: NINE, D: SEVEN}, *RAISED, "A fold", "B fold", "C fold")
    assert paid(hand, "win") == [(B, 200)]


@pytest.mark.clause("PN-26")
def test_a_violator_who_folds_drags_his_partner_down_all_the_same():
    acts = (*RAISED, "A raise 30", "B fold", "C call", "D fold")
    hand = pair("partner", {A: FOUR, C: NINE, D: SEVEN}, *acts)
    assert text(hand.view(A).cards[D, "folded"]) == SEVEN, "the hand is shown"
    assert paid(hand, "win") == [(A, 260)]


@pytest.mark.clause("PN-26")
def test_the_best_remaining_hands_may_push():
    acts = (*RAISED, "A call", "B call", "C call")
    hand = pair("partner", {A: EIGHT, B: "8c Kc Th", C: NINE, D: SEVEN}, *acts)
    assert hand.carry.push.tied == (B, A)
    assert hand.carry.push.may_buy == (A, B, C, D)


@pytest.mark.clause("PN-26")
def test_a_side_pot_of_the_dead_goes_to_the_winner_of_the_pot_below():
    has = {A: 12, B: 100, C: 100, D: 100}
    acts = (*RAISED, "A call", "B fold", "C call")
    hand = pair("partner", {A: FOUR, C: NINE, D: SEVEN}, *acts, has=has)
    assert paid(hand, "merge") == [(0, 20)]
    assert paid(hand, "win") == [(A, 180 + 30 + 20)]


def test_who_raised_his_partner_shows_that_he_might():
    """Otherwise the silence of the house would tell what they have."""
    acts = (*RAISED, "A fold", "B fold", "C fold")
    hand = pair("partner", {C: NINE, D: EIGHT}, *acts)
    assert text(hand.view(A).cards[D, "hole"]) == EIGHT
    assert (C, "folded") in hand.felt.cards
    assert BACK in hand.view(A).cards[C, "folded"]


# All-in, side pots, showing.


@pytest.mark.clause("PN-39")
def test_a_tied_side_pot_is_split_at_once():
    hands = {A: TRIPS, B: NINE, C: ANOTHER_NINE}
    hand = table({A: 6, B: 100, C: 100}, hands, button=B)
    do(hand, "B bet 10", "C call", "A call")
    assert not hand.carry.push
    assert paid(hand, "win") == [(C, 5), (B, 5), (A, 18)]
    assert hand.carry == Carry(A), "PN-45: side pots never move the button"


@pytest.mark.clause("PN-39", "PN-46", "PN-47")
def test_a_tied_player_without_chips_plays_and_the_betting_is_a_side_pot():
    hands = {A: NINE, B: EIGHT, C: FOUR}
    hand = push_hand({A: 0, B: 95, C: 89}, hands, (C, A, B), pot=18, button=A)
    answer(hand, C="buy in")
    assert (A, "hole") in hand.felt.cards
    do(hand, "B bet 10", "C call")
    assert paid(hand, "win") == [(B, 20), (A, 27)]


@pytest.mark.clause("PN-47")
def test_bets_that_every_hand_has_matched_join_the_push_pot():
    hands = {A: NINE, B: ANOTHER_NINE, C: FOUR}
    hand = push_hand({A: 8, B: 95, C: 95}, hands, (C, A, B), pot=18, button=A)
    answer(hand, C="buy in")
    do(hand, "B bet 10", "C call", "A call")
    assert pot(hand) == 27 + 24
    assert paid(hand, "win") == [(B, 4)]
    assert hand.carry.push.price == 26 * CHIP


@pytest.mark.clause("PN-47")
def test_only_hands_still_in_limit_what_joins_the_push_pot():
    hands = {A: TRIPS, B: NINE, C: ANOTHER_NINE}
    hand = push_hand({A: 0, B: 95, C: 95}, hands, (C, A, B), pot=18, button=A)
    answer(hand, C="buy in")
    do(hand, "B bet 10")
    rule(hand, "dead hand", (A, "hole"))
    do(hand, "C call")
    assert hand.carry.push.tied == (C, B)
    assert pot(hand) == 27 + 20


@pytest.mark.clause("PN-47")
def test_a_buyer_may_be_all_in_through_the_buy_in():
    house = Rules(player_cut=False, betting_round_buy_in="none")
    hands = {A: FOUR, B: EIGHT, C: NINE}
    hand = push_hand({A: 100, B: 100, C: 45}, hands, (B, C, A), house=house)
    answer(hand, C="buy in")
    do(hand, "A bet 10", "B call")
    assert paid(hand, "win") == [(B, 20), (C, 135)]


@pytest.mark.clause("PN-40")
def test_the_last_to_bet_shows_first_and_without_betting_the_button():
    def shown(hand):
        return [e.dst[0] for e in hand.events if type(e) is Cards and e.why == "show"]

    hand = table(HUNDRED)
    do(hand, "A check", "B bet 2", "C raise 4", "D call", "A call", "B call")
    assert shown(hand) == [C, D, A, B]
    hand = table(HUNDRED, button=B)
    check_down(hand)
    assert shown(hand) == [B, C, D, A]


@pytest.mark.clause("PN-45")
def test_the_button_after_a_cow_goes_to_the_holder():
    hand = cow(stakes={C: 23, D: 23}, hands={A: FOUR, B: SEVEN, C: NINE})
    check_down(hand)
    assert hand.carry == Carry(C)


# Leaving and staying.


@pytest.mark.clause("PN-49")
def test_who_does_not_buy_in_and_newcomers_get_no_cards():
    last = two_nines()
    last.felt.chips[E, "stack"] = 100 * CHIP
    hand = after(last, {A: FOUR, B: NINE, D: SEVEN}, order=(D, A, B))
    answer(hand, D="buy in")
    assert {(A, "hole"), (B, "hole"), (D, "hole")} == {*hand.felt.cards}
    check_down(hand)
    following = after(hand)
    assert len(following.felt.cards) == 5
    assert paid(following, "ante") == [(seat, 1) for seat in (C, D, E, A, B)]


@pytest.mark.clause("PN-46", "PN-49")
def test_a_tied_player_is_dealt_in_without_chips_or_away():
    """The table asks whom the carry names; the time-out acts for one who is away."""
    carry = pushed(90, (A, B), D)
    assert company.claims(carry) == {A, B}
    hand = table({A: 100, B: 0, C: 100}, carry=carry, order=(B, A))
    hand.expire()
    hand.expire()
    assert {*hand.felt.cards} == {(A, "hole"), (B, "hole")}
    assert not company.claims(Carry(A))


@pytest.mark.clause("PN-49")
def test_a_newcomer_in_the_seat_of_one_who_has_left_has_no_claim():
    carry = company.left(pushed(90, (A, B), D), B, 0)
    assert company.claims(carry) == {A}
    assert carry.push.price == 45 * CHIP
    hand = table(HUNDRED, carry=carry, order=(C, A))
    assert B not in hand.ask.options
    answer(hand, C="buy in")
    assert {*hand.felt.cards} == {(A, "hole"), (C, "hole")}


@pytest.mark.clause("PN-49")
def test_claims_and_leaving_while_a_hand_waits_to_be_dealt_again():
    hand = cow(stakes={C: 30, D: 30})
    rule(hand, "fouled deck")
    assert company.claims(hand.carry) == {A, B, C, D}
    left = company.left(company.left(hand.carry, C, 0), D, 0)
    assert company.claims(left) == {A, B}
    misdealt = table(HUNDRED)
    rule(misdealt, "misdeal")
    assert company.claims(misdealt.carry) == {A, B, C, D}
    assert company.claims(company.left(misdealt.carry, B, 0)) == {A, C, D}


@pytest.mark.clause("PN-49")
def test_who_gives_up_his_seat_gives_up_his_claim_and_the_price_stays():
    carry = pushed(90, (A, B, C), D)
    hand = table({A: 100, B: 100, D: 100}, carry=carry, order=(B, D, A))
    assert option(hand, D, "buy in").low == 30 * CHIP
    answer(hand)
    answer(hand, A="share", B="share")
    assert paid(hand, "win") == [(A, 45), (B, 45)]


@pytest.mark.clause("PN-50")
def test_one_hand_alone_takes_the_pot_without_deal_or_collection():
    hand = table({B: 100, E: 100}, carry=pushed(90, (A, B), D))
    assert hand.over
    assert paid(hand, "win") == [(B, 90)]
    assert not paid(hand, "collection")
    assert not hand.felt.cards
    assert hand.carry == Carry(B)


@pytest.mark.clause("PN-50")
def test_a_single_buyer_takes_the_pot_if_all_the_tied_have_left():
    hand = table({C: 100, D: 100}, carry=pushed(90, (A, B), D))
    answer(hand, C="buy in")
    assert hand.over
    assert stack(hand, C) == 190


def test_a_pot_that_nobody_claims_is_played_for_in_the_next_hand():
    hand = table({C: 100, E: 100}, {C: FOUR, E: NINE}, carry=pushed(90, (A, B), D), order=(C, E))
    hand.expire()
    assert paid(hand, "ante") == [(C, 1), (E, 1)]
    check_down(hand)
    assert paid(hand, "win") == [(E, 92)]


def test_a_pot_waits_while_there_are_not_two_to_play_for_it():
    carry = pushed(90, (A, B), D)
    hand = table({E: 100}, carry=carry)
    assert hand.over
    assert hand.carry == carry
    assert pot(hand) == 90


# The floor.


@pytest.mark.clause("PN-08")
def test_a_fouled_deck_gives_bets_and_antes_back_but_takes_no_second_collection():
    hand = table(HUNDRED)
    do(hand, "A bet 5", "B call", "C fold")
    rule(hand, "fouled deck")
    assert hand.over
    assert stacks_of(hand) == {"A": 98, "B": 100, "C": 100, "D": 100}
    assert hand.carry == Carry(A, collected=True)
    following = after(hand)
    assert said(following, "button") == [(A, 0)]
    assert not paid(following, "collection")
    assert len(paid(following, "ante")) == 4


@pytest.mark.clause("PN-08")
def test_in_a_push_hand_only_the_bets_go_back_and_the_agreements_stand():
    hand = cow(stakes={C: 30, D: 30}, hands={A: FOUR, B: SEVEN, C: NINE})
    do(hand, "A bet 5", "B call")
    rule(hand, "fouled deck")
    assert stacks_of(hand) == {"A": 98, "B": 100, "C": 70, "D": 85}
    assert hand.carry.pot == 135 * CHIP == hand.felt.chips[POT]
    shares = {C: 30 * CHIP, D: 15 * CHIP}
    assert hand.carry.push.entry == Entry((A, B, C), cows=(Cow(C, shares, 30 * CHIP),))
    again = after(hand, {A: FOUR, B: SEVEN, C: NINE}, order=(B, C, A))
    assert said(again, "button") == [(A, 0)]
    assert not paid(again, "buy in") + paid(again, "collection")
    assert stack(again, C) == 30
    check_down(again)
    assert stacks_of(again) == {"A": 98, "B": 100, "C": 160, "D": 130}
    assert again.carry == Carry(C), "counted as no push"


@pytest.mark.clause("PN-08")
def test_a_cow_in_a_redeal_bears_that_its_holder_has_left():
    hand = cow(stakes={C: 30, D: 30})
    rule(hand, "fouled deck")
    again = after(hand, {A: FOUR, B: SEVEN, D: NINE}, order=(B, D, A), left=(C,))
    assert (D, "hole") in again.felt.cards
    check_down(again)
    assert stack(again, D) == 85 + 135


@pytest.mark.clause("PN-11", "PN-14")
def test_a_misdeal_before_the_first_act_leaves_the_antes_in():
    hand = table(HUNDRED)
    rule(hand, "misdeal")
    assert stacks_of(hand) == {"A": 97, "B": 99, "C": 99, "D": 99}
    assert hand.carry == Carry(A, 4 * CHIP, antes=dict.fromkeys((B, C, D, A), CHIP), collected=True)
    last = hand
    last.felt.chips[E, "stack"] = 100 * CHIP  # A newcomer waits for the next hand.
    again = after(last, {A: FOUR, C: NINE, D: SEVEN}, order=(C, D, A), left=(B,))
    assert pot(again) == 4, "a leaver leaves the ante"
    assert not paid(again, "collection")
    assert (E, "hole") not in again.felt.cards
    check_down(again)
    assert stack(again, C) == 103


@pytest.mark.clause("PN-11")
def test_after_the_first_act_a_wrong_count_is_a_dead_hand():
    hand = table(HUNDRED, {A: FOUR, B: NINE, C: SEVEN, D: EIGHT})
    assert "misdeal" in ruled(hand)
    do(hand, "A bet 2", "B call")
    with pytest.raises(Refused, match="a wrong count is a dead hand"):
        rule(hand, "misdeal")
    rule(hand, "dead hand", (B, "hole"))
    do(hand, "C call", "D call")
    assert paid(hand, "win") == [(D, 12)]
    assert stack(hand, B) == 97


@pytest.mark.clause("PN-11")
def test_a_house_may_call_it_a_misdeal():
    hand = table(HUNDRED, house=Rules(wrong_count_after_action="misdeal"))
    do(hand, "A bet 2", "B call", "C call")
    rule(hand, "misdeal")
    assert stacks_of(hand) == {"A": 97, "B": 99, "C": 99, "D": 99}
    assert hand.carry.pot == 4 * CHIP


@pytest.mark.clause("PN-11")
def test_after_a_misdeal_of_a_push_hand_the_buy_ins_stay():
    hand = push_hand(HUNDRED)
    answer(hand, C="buy in")
    rule(hand, "misdeal")
    assert hand.carry.push.entry == Entry((A, B, C), {C: 45 * CHIP})
    assert hand.carry.pot == 135 * CHIP
    again = after(hand)
    assert again.ask.clause == "PN-37"
    assert stacks_of(again) == {"A": 98, "B": 100, "C": 55, "D": 100}


@pytest.mark.clause("PN-09", "PN-10")
def test_a_dead_hand_forfeits_its_chips_and_may_end_the_hand():
    hand = table({A: 100, B: 100, C: 100})
    do(hand, "A bet 5")
    rule(hand, "dead hand", (A, "hole"))
    do(hand, "B fold")
    assert hand.over
    assert stack(hand, C) == 99 + 3 + 5, "a bet of a dead hand does not go home"
    assert stack(hand, A) == 100 - 2 - 1 - 5


def exposed(first="", stacks=None):
    """Seat B's nine of hearts was dealt face up."""
    hand = table(stacks or {A: 100, B: 100, C: 100}, {B: NINE})
    do(hand, *filter(None, [first]))
    rule(hand, "exposed card", (B, "hole"), "9h")
    return hand


@pytest.mark.clause("PN-12", "PN-13")
@pytest.mark.parametrize("first", ["", "A bet 5"])
def test_a_player_who_has_not_looked_may_have_an_exposed_card_replaced(first):
    hand = exposed(first)
    following, stands = hand.felt.deck[-1], hand.felt.chips.get((A, "bet"))
    assert (hand.ask.clause, list(hand.ask.options)) == ("PN-12", [B])
    assert [option.act for option in hand.asked(B)] == ["keep", "replace card"]
    assert cards("9h") == hand.feed(C)[-1].cards  # All have seen it.
    with pytest.raises(Refused, match="whose card was exposed"):
        do(hand, "A check")
    answer(hand, B="replace card")
    assert hand.felt.cards[B, "hole"] == [*cards("Kd Ts"), following]
    assert hand.felt.cards[MUCK] == [*cards("9h")]
    assert (hand.ask.clause, hand.felt.chips.get((A, "bet"))) == ("PN-37", stands)
    for seat in (0, A, B, C):
        twin = imagine(hand.opening, hand.feed(seat), Random(1))
        assert laws.heard(twin, seat) == laws.heard(hand, seat)


@pytest.mark.clause("PN-12")
@pytest.mark.parametrize("late", [False, True])
def test_a_player_may_keep_the_exposed_card_and_does_if_they_say_nothing(late):
    hand = exposed()
    hand.expire() if late else answer(hand, B="keep")
    assert hand.felt.cards[B, "hole"] == [*cards(NINE)]
    assert hand.ask.clause == "PN-37"


@pytest.mark.clause("PN-12")
def test_a_player_who_has_acted_has_looked_and_keeps_the_card():
    hand = table({A: 100, B: 100, C: 100}, {A: NINE})
    do(hand, "A bet 5")
    with pytest.raises(Refused, match="keeps an exposed one"):
        rule(hand, "exposed card", (A, "hole"), "9h")
    assert {o.spot[0] for o in hand.rulings if o.act == "exposed card"} == {B, C}
    assert "replace card" not in ruled(hand)


@pytest.mark.clause("PN-13")
def test_no_card_is_replaced_that_the_deck_does_not_have():
    hand = table(dict.fromkeys(range(1, 16), 100))
    seat = next(iter(hand.ask.options))
    while hand.felt.deck:
        rule(hand, "exposed card", (seat, "hole"), amount=1)
        hand.decide(seat, Decision("replace card"))
    assert "exposed card" not in ruled(hand)


@pytest.mark.clause("PN-30")
def test_the_floor_has_the_last_word():
    hand = push_hand(HUNDRED)
    answer(hand, C="buy in")
    opening = {s: a for s, a in hand.opening.chips.items() if a}
    rule(hand, "void")
    assert {s: a for s, a in hand.felt.chips.items() if a} == opening
    assert hand.carry == hand.opening.carry


@pytest.mark.clause("PN-30")
def test_a_pause_before_the_pots_are_paid_is_for_the_floor():
    house = Rules(award_pause_seconds=5)
    hand = table({A: 100, B: 100, C: 100}, {A: NINE, B: EIGHT, C: FOUR}, house=house)
    do(hand, "A check", "B check", "C check")
    assert hand.ask.clause == "PN-30"
    rule(hand, "dead hand", (A, "hole"))
    rule(hand, "dead hand", (C, "hole"))
    with pytest.raises(Refused, match="it is the last one and takes the pot"):
        rule(hand, "dead hand", (B, "hole"))
    hand.expire()
    assert paid(hand, "win") == [(B, 3)]
    hand = table({A: 100, B: 100, C: 100}, {A: NINE, B: EIGHT, C: FOUR}, house=house)
    do(hand, "A check", "B check", "C check")
    for seat, number in (D, 0), (C, 1):
        with pytest.raises(Refused, match="award pot for seat 3"):
            rule(hand, "award pot", (seat, "stack"), amount=number)
    rule(hand, "award pot", (C, "stack"))
    hand.expire()
    assert paid(hand, "win") == [(C, 3)]
    assert hand.carry == Carry(C)


# The worked examples.


def vector(number):
    one = EXAMPLES[f"PN-EX-{number:02}"]
    return one["given"], one["expect"]


def named(seats):
    return {SEAT[name]: held for name, held in seats.items()}


def dealt(held):
    return {SEAT[name]: " ".join(faces) for name, faces in held.items()}


def played(hand, actions):
    """The actions of an example; an all-in is a call here."""
    for who, what, *amount in actions:
        word = "call" if what == "allin" else what
        do(hand, f"{who} {word}" + (f" {amount[0]}" if amount else ""))


def test_every_example_is_played():
    tried = [name for name in globals() if name.startswith("test_example_")]
    assert sorted(int(name[13:15]) for name in tried) == sorted(int(i[-2:]) for i in EXAMPLES)


def test_example_01():
    ladder, _ = vector(1)
    for better, worse in pairwise(ladder):
        assert fights(" ".join(better), " ".join(worse)) == "A"


def test_example_02():
    hands, _ = vector(2)
    faces = [" ".join(one) for one in hands["three_faces"]]
    assert {fights(faces[0], one) for one in faces[1:]} == {"push"}
    assert fights(" ".join(hands["straight"]), faces[0]) == "A"
    assert fights(" ".join(hands["points_0"]), "Tc Qd Kc") == "push"


def test_example_04():
    given_, expect = vector(4)
    hand = table(named(given_["stacks"]), dealt(given_["cards"]), button=SEAT[given_["button"]])
    played(hand, given_["actions"])
    assert hand.felt.chips[DROP] == expect["collection"] * CHIP
    assert paid(hand, "win") == [(SEAT[expect["winner"]], expect["pot"])]
    assert stacks_of(hand) == expect["stacks"]
    assert hand.carry == Carry(SEAT[expect["next_button"]])


def test_example_05():
    given_, expect = vector(5)
    first, second = given_["hand_1"], given_["hand_2"]
    hand = table(named(given_["stacks"]), dealt(first["cards"]), button=A)
    played(hand, first["actions"])
    told, push = expect["push_1"], hand.carry.push
    assert hand.carry.pot == told["pot"] * CHIP
    assert sorted(push.tied) == [SEAT[name] for name in told["tied"]]
    assert push.price == told["buy_in"] * CHIP
    assert push.cutter == SEAT[told["cutter"]]
    again = after(hand, dealt(second["cards"]), order=(D, A, B))
    assert [seat for seat, _ in said(again, "eligible")] == [SEAT[s] for s in told["eligible"]]
    answer(again, D="buy in")
    assert said(again, "button") == [(SEAT[told["new_button"]], 0)]
    assert pot(again) == expect["push_pot"]
    assert paid(again, "collection") == [(SEAT[expect["hand_2"]["collection_from"]], 2)]
    played(again, second["actions"])
    assert paid(again, "win") == [(SEAT[expect["hand_2"]["winner"]], expect["hand_2"]["pot"])]
    assert stacks_of(again) == expect["stacks"]
    assert again.felt.chips[DROP] == expect["collections"] * CHIP


def test_example_07():
    given_, expect = vector(7)
    hands = dict(zip((A, B, D), (NINE, ANOTHER_NINE, THIRD_NINE), strict=True)) | {C: FOUR}
    times = given_["push_number"] - 1
    carry = pushed(given_["push_pot"], (C, D, A, B), B, times=times)
    hand = table(HUNDRED, hands, carry=carry, order=(D, A, B, C))
    answer(hand)
    check_down(hand)
    assert dict(paid(hand, "win")) == named(expect["awarded"])
    assert not hand.carry.push


def test_example_08():
    given_, expect = vector(8)
    shares = tuple(named(given_["cow"]["shares"]).items())
    hand = cow(shares, hands={A: FOUR, B: SEVEN, C: NINE}, pot=given_["pot"])
    assert option(hand, C, "stake").low == expect["minimum_behind_together"] * CHIP
    least = expect["minimum_behind_together"]
    answer(hand, C=("stake", least), D=("stake", least))
    assert hand.carry.push.price == expect["buy_in"] * CHIP
    assert pot(hand) == expect["push_pot"]
    check_down(hand)
    won = expect["awarded"]
    assert stacks_of(hand) == {"A": 98, "B": 100, "C": 70 + won["C"], "D": 85 + won["D"]}


def test_example_10():
    _, expect = vector(10)
    hand = pair("partner", {A: FOUR, B: SEVEN, C: NINE, D: EIGHT})
    assert pot(hand) == expect["push_pot"]
    assert {amount for _, amount in paid(hand, "buy in")} == {expect["each_partner_pays"]}
    check_down(hand)
    net = {name: amount - 100 for name, amount in stacks_of(hand).items()}
    net["A"] += 2  # The collection.
    assert net == expect["net"]


def test_example_11():
    given_, expect = vector(11)
    hand = pair("partner", dealt(given_["cards"]))
    assert pot(hand) == given_["push_pot"]
    before = stacks_of(hand)
    played(hand, given_["actions"])
    assert said(hand, "violation") == [(SEAT[expect["violation"]], 0)]
    assert dict(paid(hand, "win")) == named(expect["awarded"])
    net = {name: amount - before[name] for name, amount in stacks_of(hand).items()}
    assert net == expect["net_in_this_hand"]


def test_example_13():
    hands, expect = vector(13)
    for faces, may in zip(hands, expect, strict=True):
        hand = pair("partner", {D: " ".join(faces)}, "A check", "B check", "C bet 10")
        assert (option(hand, D, "raise").note == "") == may


def test_example_14():
    _, expect = vector(14)
    hand = pair("backing", {A: FOUR, B: SEVEN, C: NINE, D: EIGHT})
    assert pot(hand) == expect["push_pot"]
    check_down(hand)
    net = {name: amount - 100 for name, amount in stacks_of(hand).items()}
    net["A"] += 2
    assert net == expect["net"]


def test_example_16():
    given_, expect = vector(16)
    carry = pushed(given_["pot"], (A, B), SEAT[given_["button"]])
    hand = table(HUNDRED, carry=carry)
    answer(hand)
    answer(hand, A="share", B="share")
    assert dict(paid(hand, "win")) == named(expect["awarded"])


def test_example_17():
    cases, expect = vector(17)
    raises = "B raise 2", "C raise 3", "A raise 4"
    for case, may in zip(cases, expect, strict=True):
        hand = table({A: 100, B: 100, C: 100})
        do(hand, "A bet 1", *raises[: case["raises"]])
        if case["players_in"] == 2:
            do(hand, "B fold")
        (seat,) = hand.ask.options
        assert ("raise" in offered(hand, seat)) == may


def test_example_19():
    _, expect = vector(19)
    hand = push_hand(HUNDRED | {E: 100})
    with pytest.raises(Refused, match="dealt into the hand that tied"):
        hand.decide(E, Decision("buy in", 45 * CHIP))
    assert not expect["accepted"]


def test_example_20():
    given_, expect = vector(20)
    hand = table(HUNDRED, house=Rules(award_pause_seconds=5, collection_from_button=0))
    do(hand, "A bet 5", "B call", "C fold", "D call")
    assert {name: 100 - amount for name, amount in stacks_of(hand).items()} == given_["put_in"]
    rule(hand, "fouled deck")
    back = {
        name: amount - (100 - given_["put_in"][name]) for name, amount in stacks_of(hand).items()
    }
    assert back == expect["refunded"]


def test_example_22():
    given_, expect = vector(22)
    hand = table(named(given_["stacks"]), dealt(given_["cards"]), button=SEAT[given_["button"]])
    played(hand, given_["actions"])
    assert pot(hand) == expect["main_pot"]
    assert dict(paid(hand, "win")) == named(expect["side_pot_awarded"])
    assert sorted(hand.carry.push.tied) == [SEAT[name] for name in expect["push"]["tied"]]
    assert hand.carry.push.price == expect["push"]["buy_in"] * CHIP
    assert stacks_of(hand) == expect["stacks_before_push_hand"]
    again = after(hand)
    assert [seat for seat, _ in said(again, "eligible")] == [C]


def test_example_23():
    cases, expect = vector(23)
    for case, told in zip(cases, expect, strict=True):
        hand = table({A: case["stack"], B: 100, C: 100})
        assert dict(paid(hand, "ante"))[A] == told["ante"]
        assert dict(paid(hand, "collection")).get(A, 0) == told["collection"]
        assert stack(hand, A) == told["left"]


def test_example_24():
    given_, expect = vector(24)
    has = named(given_["stacks_behind"])
    carry = pushed(given_["push_pot"], (A, B, C), A)
    hand = table(has | {B: has[B] + 2}, dealt(given_["cards"]), carry=carry, order=(C, A, B))
    answer(hand)  # No partnership,
    answer(hand)  # and no sharing.
    assert stacks_of(hand) == {name: float(a) for name, a in given_["stacks_behind"].items()}
    played(hand, given_["actions"])
    assert dict(paid(hand, "win")) == named(expect["awarded"])
    assert hand.carry == Carry(SEAT[expect["next_button"]])


# What holds always.


def sociable(hand, rng):
    """A player who likes agreements, raises and showdowns: a random answer to each question."""
    ask = hand.ask
    if not ask.options:
        hand.expire()
    elif ask.clause == "PN-51" and not hand.answers:
        for seat, decided in agreements(ask.options, rng).items():
            hand.decide(seat, decided)
    else:
        seat = rng.choice(list(ask.options))
        options = ask.options[seat]
        liked = [o for o in options if o.act in ("stake", "call", "check")]
        raising = [o for o in options if o.act in ("bet", "raise")]
        some = raising if raising and rng.random() < 0.3 else liked
        decided = laws.choice(rng.choice(some if some and rng.random() < 0.7 else options), rng)
        refused = ask.judge and ask.judge(seat, decided)
        hand.decide(seat, laws.choice(options[0], rng) if refused else decided)


def agreements(asked, rng):
    """Answers that fit together, most of the time."""
    answers = {}
    for seat in rng.sample(list(asked), len(asked)):
        if seat not in answers:
            act = rng.choice(sorted({o.act for o in asked[seat]}))
            chosen = rng.choice([o for o in asked[seat] if o.act == act])
            answers[seat] = laws.choice(chosen, rng)
            confirm(asked, answers, seat, chosen)
    return {seat: legal_or_decline(asked[seat], decided) for seat, decided in answers.items()}


def confirm(asked, answers, seat, chosen):
    """Another who has not answered yet says the same."""
    other = chosen.spot[0]
    if chosen.act in ("partner", "backing") and other not in answers:
        answers[other] = Decision(chosen.act, spot=(seat, "hole"))
    elif chosen.act == "cow":
        free = [s for s in asked if s not in answers and any(o.act == "cow" for o in asked[s])]
        member = other if other in free else free[0] if free and other == seat else 0
        if member:
            rest = chosen.high + chosen.step - answers[seat].amount
            answers[member] = Decision("cow", rest, chosen.spot)


def legal_or_decline(options, decided):
    for one in options:
        if (one.act, one.spot) == (
            decided.act,
            decided.spot,
        ) and one.low <= decided.amount <= one.high:
            return decided
    return Decision("decline")


def sociable_evening(seed, house=Rules(), hands=12):  # noqa: B008
    """Push hands in a row; players come with enough to enter them, and seldom leave."""
    rng = Random(seed)
    seats = list(range(1, rng.randint(3, 6) + 1))
    chips, carry = {}, Carry()
    for _ in range(hands):
        if not carry.pot and rng.random() < 0.9:
            tied = rng.sample(seats, 2 + (rng.random() < 0.2))
            carry = pushed(rng.randint(2, 99), tied, rng.choice(seats), tuple(seats), house=house)
            chips[POT] = carry.pot
        for seat in seats:
            has = chips.get((seat, "stack"), 0)
            enough = max(has, 3 * carry.pot, 300_00)
            chips[seat, "stack"] = rng.choice((enough, enough, enough, has, carry.pot // 2, 2_50))
        if rng.random() < 0.05:
            chips.pop((rng.choice(seats), "stack"))
        hand = Hand(game, house, chips, fair.deal(rng.randbytes(32), PACK, LOTS), carry)
        yield hand, rng
        chips = {s: a for s, a in hand.felt.chips.items() if a or s[1] == "stack"}
        carry = hand.carry


def check_push_pot(hand):
    """What is not paid is carried, and a buy-in is exact."""
    assert hand.felt.chips.get(POT, 0) == hand.carry.pot
    assert bool(hand.carry.push or hand.carry.antes) <= bool(hand.carry.pot)
    push = hand.opening.carry.push
    if push and not push.entry and hand.carry.push != push:
        bought = sum(e.amount for e in hand.events if type(e) is Chips and e.why == "buy in")
        assert bought % push.price == 0, "every hand that enters has paid the whole price"
    for word in "cow", "aside", "bet":
        assert not any(a for s, a in hand.felt.chips.items() if s[1] == word)


HOUSES = st.sampled_from(
    [
        Rules(),
        Rules(partner_raise_rule="block", betting_round_buy_in="none", max_pushes=5),
        Rules(chip=25, push_buy_in_rule="full_pot", push_eligibility="original_hand"),
        Rules(award_pause_seconds=3, first_to_act="left_of_button", player_cut=False),
    ]
)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1), house=HOUSES)
def test_with_agreements_too_every_law_is_kept(seed, house):
    for hand, rng in sociable_evening(seed, house, 8):
        for _ in range(laws.MOST_ANSWERS):
            if hand.over:
                break
            laws.offers_are_sound(hand)
            if rng.random() < 0.3:
                laws.check_moment(hand, rng)
            sociable(hand, rng)
        laws.check_hand(hand)
        check_push_pot(hand)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1), house=HOUSES)
def test_a_deal_that_does_not_count_loses_no_chip(seed, house):
    """Misdeals and fouled decks at any time, and seats that leave between the deals."""
    for hand, rng in sociable_evening(seed, house, 8):
        while not hand.over:
            redeals = [o.act for o in hand.rulings if o.act in ("misdeal", "fouled deck")]
            if redeals and rng.random() < 0.2:
                rule(hand, rng.choice(redeals))
            else:
                sociable(hand, rng)
        laws.check_hand(hand)
        check_push_pot(hand)


def test_the_random_players_do_make_agreements():
    seen = set()
    for seed in range(150):
        for hand, rng in sociable_evening(seed):
            while not hand.over:
                sociable(hand, rng)
            moved = {e.why for e in hand.events if type(e) is Chips}
            seen |= moved | {e.what for e in hand.events if type(e) is Said}
            seen |= laws.audiences(hand)
    assert {"cow", "stake", "partner", "backing", "violation", "share", "split"} <= seen
    assert {row for row in seen if "seen by" in row} == {
        "deal: deck to hole, seen by owner",
        "deal: deck to hole, seen by some",
        "fold: hole to folded, seen by owner",
        "fold: hole to folded, seen by some",
        "fold: hole to muck, seen by owner",
        "fold: hole to muck, seen by some",
        "show: folded to folded, seen by all",
        "show: hole to hole, seen by all",
    }


@given(
    price=st.integers(2, 60),
    amount=st.integers(0, 10_000),
    cuts=st.lists(st.integers(1, 59), min_size=1, max_size=4, unique=True),
)
def test_the_parts_of_a_cow_add_up_and_nobody_gets_more_than_his_share(price, amount, cuts):
    edges = [0, *sorted(cut for cut in cuts if cut < price), price]
    shares = {s: (b - a) * CHIP for s, (a, b) in enumerate(pairwise(edges), 1)}
    parts = parted(Cow(1, shares), amount, EntryPrice(CHIP, price * CHIP, 0))
    assert sum(parts.values()) == amount
    for seat, part in parts.items():
        exact = amount * shares[seat] / (price * CHIP)
        assert part >= 0
        assert part % CHIP == 0 or seat == 1
        assert part <= exact or seat == 1


# Rules, sheet, plate, journal.


def test_the_defaults_are_the_sheet():
    club = houses.house("casino-club").tables["push-nine"]
    assert club.rules == Rules()
    assert club.rules.chip == club.rules.ante == CHIP


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"max_bet": 50}, "max_bet must not be below"),
        ({"ante": 150}, "whole chips"),
        ({"max_buy_in": 1900}, "max_buy_in must not be below"),
        ({"betting_round_buy_in": "amount"}, "betting_round_amount goes with"),
        ({"betting_round_amount": 100}, "betting_round_amount goes with"),
    ],
)
def test_rules_that_no_house_could_deal_are_refused(wrong, why):
    with pytest.raises(ValueError, match=why):
        Rules(**wrong)


def test_a_carry_survives_as_text():
    hand = cow(stakes={C: 30, D: 30})
    rule(hand, "fouled deck")
    assert prices.convert(prices.plain(hand.carry), Carry) == hand.carry
    again = after(hand, order=(B, C, A))
    check_down(again)
    assert journals.read(journals.write(again)).carry == again.carry


@pytest.mark.parametrize(
    ("house", "line"),
    [
        (Rules(), "Push number 3 is the last: the tied divide the pot."),
        (Rules(max_pushes=1), "A tie for the best hand is divided at once."),
        (Rules(max_bet=500), "$1 to $5"),
        (Rules(betting_round_buy_in="none"), "No more chips are needed than that."),
        (
            Rules(partner_raise_rule="block"),
            "To raise a partner or backer with less than eight is refused.",
        ),
    ],
)
def test_the_plate_says_what_the_house_chose(house, line):
    club = houses.house("casino-club")
    one = houses.TableSheet("x", "x", game, house)
    plate = plates.plate(club, one)
    assert line in [found.text for found in (*plate.limits, *plate.rules)]


def test_hands_that_lie_open_are_read():
    hand = table({A: 100, B: 100, C: 100}, {A: NINE, B: FACES, C: TRIPS})
    assert {s: r.name for s, r in game.read(hand.opening.rules, hand.view(A), "en").items()} == {
        (A, "hole"): "9 points"
    }
    check_down(hand)
    names = [reading.name for reading in game.read(hand.opening.rules, hand.view(0), "en").values()]
    assert sorted(names) == ["9 points", "three faces", "three sevens"]


# Faults found on review.

from croupier.room.table import Table  # noqa: E402


@pytest.mark.clause("PN-24", "PN-51")
@pytest.mark.parametrize("others", [{}, {D: 5}])
def test_of_three_tied_two_may_be_partners_though_nobody_can_buy_in(others):
    hands = {A: NINE, B: EIGHT, C: FOUR}
    carry = pushed(90, (A, B, C), C, dealt=(A, B, C, *others))
    hand = table({A: 100, B: 100, C: 100} | others, hands, carry=carry, order=(B, C, A))
    assert hand.ask.clause == "PN-51"
    answer(hand, A=("partner", B), B=("partner", A))
    assert hand.ask.clause == "PN-29"
    answer(hand)
    check_down(hand)
    assert (stack(hand, A), stack(hand, B)) == (98 + 45, 145)


def in_the_room(now=1.0):
    """A table of the room, on which seats 1 and 2 have pushed a pot of ten."""
    which = next(t for t in houses.house("casino-club").tables.values() if t.game is game)
    found = Table("t", which.game, which.rules)
    for at, name in enumerate("abc"):
        found.sit(name, 100 * CHIP, now, lambda _: 0, seat=at + 1)
    found.carry = Carry(A, 10 * CHIP, Push(1, (A, B), (A, B, C), 5 * CHIP, B))
    found.chips[POT] = 10 * CHIP
    return found


@pytest.mark.clause("PN-49", "PN-50")
def test_who_leaves_in_the_time_to_buy_in_gives_up_his_claim():
    found = in_the_room()
    found.begin(fair.deal(bytes(32), PACK, LOTS), 2)
    assert found.hand.ask.clause == "PN-51"
    found.leave("a", 3)
    for _ in range(20):  # Nobody says a word, and the room begins again if it has called it off.
        if found.hand:
            found.tick(found.next_deadline())
        elif found.carry.push:
            found.begin(fair.deal(bytes(32), PACK, LOTS), 4)
    assert found.chips[B, "stack"] == 110 * CHIP, "the pot, without a deal and a collection"


@pytest.mark.clause("PN-46", "PN-49")
def test_a_tied_player_without_chips_keeps_his_seat_until_the_pot_is_decided():
    found = in_the_room()
    found.chips[A, "stack"] = 0
    found.tick(2)
    found.tick(400)
    assert found.carry.push.tied == (A, B)


@pytest.mark.clause("PN-49")
def test_a_tied_player_who_is_away_keeps_his_seat_until_the_pot_is_decided():
    found = in_the_room()
    found.sit_out("a", 2)
    found.tick(2 + 16 * 60)
    assert found.carry.push.tied == (A, B)
