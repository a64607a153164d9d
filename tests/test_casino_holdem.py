"""Live Casino Hold'em, clause by clause. Amounts are in chips, a chip is 100 cents."""

import re
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import worked
from croupier import houses
from croupier.core import fair, prices
from croupier.core.asks import CLOCK, Decision, Refused
from croupier.core.cards import BACK, JOKER, PACK, cards, distinct, text
from croupier.core.felt import BANK, BOARD, DECK, HOUSE, MUCK, Cards, Chips, Said, View
from croupier.core.hand import Hand
from croupier.games import casino_holdem as game
from croupier.games.casino_holdem import DEALER, PLAYER, Rules
from croupier.ranks import high
from croupier.ranks.pays import HighPays
from croupier.speech import plates

CHIP = 100
SHEET = Rules()
EXAMPLES = worked.examples("casino-holdem")

# Common cards: the player has king high, the dealer what each test deals.
KING_HIGH = "Kh 9d"
DRY = "2c 5s Jd 7h Qc"
FOURS, THREES, NOTHING = "4c 4s", "3c 3s", "8c 3s"


def deck(player, dealer, board=""):
    """The order of CH-08: P1, D1, P2, D2, flop, turn, river."""
    (p1, p2), (d1, d2) = distinct(player), distinct(dealer)
    return text([p1, d1, p2, d2, *distinct(board)])


def bet(dealt, seat, ante, bonus=0):
    dealt.decide(seat, Decision("bet", ante * CHIP, (seat, "ante")))
    if bonus:
        dealt.decide(seat, Decision("bet", bonus * CHIP, (seat, "bonus")))


def refusal(dealt, seat, act, amount=0, word=""):
    """Refused, and nothing changed."""
    before = len(dealt.events), dict(dealt.felt.chips), dealt.ask
    with pytest.raises(Refused) as refused:
        dealt.decide(seat, Decision(act, int(amount * CHIP), (seat, word) if word else (0, "")))
    assert (len(dealt.events), dealt.felt.chips, dealt.ask) == before
    return str(refused.value)


def stack(dealt, seat):
    return dealt.felt.chips[seat, "stack"] / CHIP


def result(dealt, seat, word):
    """How a bet ended: a win is paid beside its stake before both go back."""
    chips = [event for event in dealt.events if type(event) is Chips and event.why != "withdraw"]
    for before, event in pairwise(chips):
        if event.src == (seat, word):
            paid = before.why == "win" and before.dst == (seat, word)
            return {"lose": "lose", "back": "win" if paid else "push"}[event.why]
    return None


def staked(dealt, seat):
    chips = [event for event in dealt.events if type(event) is Chips]
    down = sum(e.amount for e in chips if e.src == (seat, "stack") and e.why in ("bet", "call"))
    up = sum(e.amount for e in chips if e.dst == (seat, "stack") and e.why == "withdraw")
    return (down - up) / CHIP


def credited(dealt, seat):
    whys = "win", "back", "void"
    to_him = [e for e in dealt.events if type(e) is Chips and e.dst == (seat, "stack")]
    return sum(event.amount for event in to_him if event.why in whys) / CHIP


def seen(dealt, why=None):
    """The moves of cards, in order."""
    found = [event for event in dealt.events if type(event) is Cards]
    return [event for event in found if why in (None, event.why)]


@pytest.fixture
def table(hand):
    """A round with these cards in the window for bets; everybody has 1000."""

    def start(player=KING_HIGH, dealer=NOTHING, board=DRY, seats=(1, 2, 3), house=SHEET, has=1000):
        stacks = {seat: int(has * CHIP) for seat in seats}
        return hand(game, house, stacks, deck(player, dealer, board))

    return start


@pytest.fixture
def called(table):
    """A whole round of one caller."""

    def start(player=KING_HIGH, dealer=NOTHING, board=DRY, ante=10, bonus=0, house=SHEET):
        dealt = table(player, dealer, board, (1,), house, 100_000)
        bet(dealt, 1, ante, bonus)
        dealt.expire()
        dealt.decide(1, Decision("call"))
        if not dealt.over:
            dealt.expire()
        return dealt

    return start


def net(dealt, seat=1):
    return (dealt.felt.chips[seat, "stack"] - dealt.opening.chips[seat, "stack"]) / CHIP


# The worked examples.


def examples(form):
    return [worked.case(one) for one in EXAMPLES if form(one["given"], one["expect"])]


def is_dealt(given, _expect):
    return "board" in given


def is_void(_given, expect):
    return expect.get("status") == "void"


def is_refused(_given, expect):
    return expect.get("accepted") is False


def test_every_worked_example_has_a_form():
    forms = is_dealt, is_void, is_refused
    for example in EXAMPLES:
        assert sum(form(example["given"], example["expect"]) for form in forms) == 1, example["id"]


@pytest.mark.parametrize(("given", "expect"), examples(is_dealt))
def test_worked_example(table, given, expect):
    dealt = table(" ".join(given["player"]), " ".join(given["dealer"]), " ".join(given["board"]))
    bet(dealt, 1, given["ante"], given["bonus"])
    dealt.expire()
    dealt.decide(1, Decision(given["decision"]))
    assert dealt.over
    lie = dealt.felt.cards
    values = {
        "bonus_hand": high.value(lie[PLAYER] + lie[BOARD][:3]),
        "player": high.value(lie[PLAYER] + lie[BOARD]),
        "dealer": high.value(lie[DEALER] + lie[BOARD]),
    }
    found = {name: high.kind(value) for name, value in values.items()}
    found["qualifies"] = values["dealer"] >= high.LEAST[SHEET.dealer_qualifies]
    found |= {word: result(dealt, 1, word) for word in ("ante", "call", "bonus")}
    found |= {"staked": staked(dealt, 1), "credited": credited(dealt, 1), "net": net(dealt)}
    assert {key: found[key] for key in expect} == expect


@pytest.mark.parametrize(("given", "expect"), examples(is_void))
def test_worked_example_of_a_void_round(table, given, expect):
    dealt = table(house=Rules(close_decision_early=False))
    bet(dealt, 1, given["ante"], given["bonus"])
    dealt.expire()
    dealt.decide(1, Decision(given["decision"]))
    dealt.rule(Decision("void", by="inspector", why=given["event"]))
    assert dealt.over
    found = {"staked": staked(dealt, 1), "credited": credited(dealt, 1), "net": net(dealt)}
    assert found == {key: expect[key] for key in found}
    assert [event.what for event in dealt.events if type(event) is Said][-1] == expect["status"]


REASONS = {
    "call_is_2x_ante": "CH-14",
    "bonus_needs_ante": "place an Ante first: the Bonus goes with it",
    "already_decided": "you have decided already",
}


@pytest.mark.parametrize(("given", "expect"), examples(is_refused))
def test_worked_example_of_a_refusal(table, given, expect):
    dealt = table()
    bet(dealt, 2, 10)
    request = given["request"]
    if "ante" in given:
        bet(dealt, 1, given["ante"])
        dealt.expire()
    if "decided" in given:
        dealt.decide(1, Decision(given["decided"]))
        why = refusal(dealt, 1, request)
    elif "call" in request:
        why = refusal(dealt, 1, "call", request["call"])
    else:
        why = refusal(dealt, 1, "bet", request["bonus"], "bonus")
    assert REASONS[expect["reason"]] in why


# Cards and participants.


@pytest.mark.clause("CH-02")
@pytest.mark.parametrize(
    ("player", "dealer", "board"),
    [
        ("As Ah", "Kc Kd", "2c 5s Jd 7h Qc"),  # Two cards of their own count,
        ("As 2h", "Ks Kd", "Ac Ah Qd 7h 8c"),  # one,
        ("As 4h", "3s 4d", "Kc Kh Kd Qs 9c"),  # one, as a kicker.
    ],
)
def test_the_best_five_of_two_and_five_beats_the_dealer(called, player, dealer, board):
    assert net(called(player, dealer, board)) == 10 + 20


@pytest.mark.clause("CH-02")
def test_the_five_community_cards_may_be_the_hand_of_both(called):
    assert net(called("2h 3d", "2s 3c", "Ac Kc Qc Jc Tc")) == 0


@pytest.mark.clause("CH-03")
def test_a_deck_is_one_pack_without_joker():
    pack = game.pack(SHEET)
    assert len(pack) == len(set(pack)) == 52
    assert JOKER not in pack


@pytest.mark.clause("CH-03")
def test_a_deck_serves_one_round_only(called):
    first, second = called("As Ad"), called("Ac Ah")
    assert first.carry == first.opening.carry  # Nothing of the first deck goes on.
    for dealt in first, second:
        left = [*dealt.felt.deck, *(card for lie in dealt.felt.cards.values() for card in lie)]
        assert sorted(left) == sorted(PACK)


@pytest.mark.clause("CH-04")
def test_all_players_share_one_hand_of_two_cards(table):
    dealt = table(seats=range(1, 201))
    for seat in range(1, 201):
        bet(dealt, seat, 10)
    dealt.expire()
    assert {spot: len(lie) for spot, lie in dealt.felt.cards.items()} == {
        PLAYER: 2,
        DEALER: 2,
        BOARD: 3,
    }
    for seat in range(1, 201):
        dealt.decide(seat, Decision("call"))
    assert {net(dealt, seat) for seat in range(1, 201)} == {10}


@pytest.mark.clause("CH-04")
def test_one_may_call_while_another_folds(table):
    dealt = table(dealer=NOTHING)
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    dealt.decide(1, Decision("call"))
    dealt.decide(2, Decision("fold"))
    assert (net(dealt, 1), net(dealt, 2)) == (10, -10)


@pytest.mark.clause("CH-04")
def test_max_players_limits_who_may_bet(table):
    dealt = table(house=Rules(max_players=2))
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    assert "CH-04" in refusal(dealt, 3, "bet", 10, "ante")
    bet(dealt, 2, 20, 5)  # Players already in may still change their bets.
    dealt.decide(1, Decision("withdraw", spot=(1, "ante")))
    bet(dealt, 3, 10)  # The place is free again,
    assert "CH-04" in refusal(dealt, 1, "bet", 10, "ante")  # and taken.
    dealt.expire()
    assert sorted(dealt.ask.options) == [2, 3]


@pytest.mark.clause("CH-04")
def test_max_players_of_nothing_is_no_limit(table):
    dealt = table(house=Rules(max_players=0), seats=range(1, 1201))
    for seat in range(1, 1201):
        bet(dealt, seat, 10)
    dealt.expire()
    assert len(dealt.ask.options) == 1200


@pytest.mark.clause("CH-14", "CH-15", "CH-23", "CH-24")
def test_a_house_may_ask_another_call(table):
    dealt = table(house=Rules(call_antes=3, call_cover_at_ante="require"), has=40)
    assert max(option.high for option in dealt.asked(1)) == 10 * CHIP
    bet(dealt, 1, 10)
    dealt.expire()
    assert {option.low for option in dealt.asked(1) if option.act == "call"} == {30 * CHIP}
    dealt.decide(1, Decision("call"))
    assert staked(dealt, 1) == 40


ALLOWED = [
    ("CH-04", "max_players", [0, 1, 1000], [-1, 1001]),
    ("CH-05", "betting_seconds", [5, 15, 60], [4, 61]),
    ("CH-05", "ante_min", [100, 100_000], [0, -100]),
    ("CH-05", "ante_max", [100, 100_000], [0]),
    ("CH-06", "bonus_min", [100, 10_000], [0, -100]),
    ("CH-06", "bonus_max", [100, 100_000], [0]),
    ("CH-08", "burn_before_turn_and_river", [True, False], [1, "no"]),
    ("CH-11", "decision_seconds", [5, 15, 60], [4, 61]),
    ("CH-14", "call_antes", [1, 2, 10], [0, 11]),
    ("CH-15", "call_cover_at_ante", ["off", "warn", "require"], ["", True]),
    ("CH-19", "close_decision_early", [True, False], [0]),
    ("CH-44", "high_card_wins_when_dealer_not_qualified", [True, False], [0]),
    ("CH-49", "deal_without_bets", [True, False], [0]),
]


@pytest.mark.parametrize(
    ("key", "good", "bad"),
    [pytest.param(*row[1:], id=row[1], marks=pytest.mark.clause(row[0])) for row in ALLOWED],
)
def test_a_house_may_choose_what_the_clause_allows_and_no_more(key, good, bad):
    for value in good:
        assert getattr(prices.convert({key: value}, Rules), key) == value
    for value in bad:
        with pytest.raises(msgspec.ValidationError, match=key):
            prices.convert({key: value}, Rules)


DEFAULTS = {
    "max_players": 0,
    "ante_min": 1 * CHIP,
    "ante_max": 1000 * CHIP,
    "bonus_min": 1 * CHIP,
    "bonus_max": 100 * CHIP,
    "betting_seconds": 15,
    "decision_seconds": 15,
    "burn_before_turn_and_river": False,
    "call_antes": 2,
    "dealer_qualifies": "pair_of_fours",
    "call_cover_at_ante": "warn",
    "close_decision_early": True,
    "high_card_wins_when_dealer_not_qualified": True,
    "deal_without_bets": False,
}


def test_the_defaults_are_the_sheets():
    assert {key: getattr(SHEET, key) for key in DEFAULTS} == DEFAULTS


# Bets.


@pytest.mark.clause("CH-05")
def test_without_an_ante_nobody_takes_part(table):
    dealt = table()
    bet(dealt, 1, 10)
    assert dealt.ask.clock == "betting_seconds"
    dealt.expire()
    assert list(dealt.ask.options) == [1]
    dealt.decide(1, Decision("call"))
    assert (net(dealt, 2), net(dealt, 3)) == (0, 0)


@pytest.mark.clause("CH-05")
def test_an_ante_is_within_the_limits(table):
    dealt = table(house=Rules(ante_min=5 * CHIP, ante_max=50 * CHIP))
    for wrong in 0, 4, 51, -5:
        assert "allowed: bet 500 to 5000" in refusal(dealt, 1, "bet", wrong, "ante")
    assert "CH-05" in refusal(dealt, 1, "bet", 4, "ante")
    for right in 5, 50:
        bet(dealt, 1, right)
        assert stack(dealt, 1) == 1000 - right


@pytest.mark.clause("CH-05")
def test_an_ante_is_not_more_than_the_stack(table):
    dealt = table(has=30)
    refusal(dealt, 1, "bet", 31, "ante")
    bet(dealt, 1, 30)
    assert stack(dealt, 1) == 0


@pytest.mark.clause("CH-05", "CH-06")
@pytest.mark.parametrize("word", ["ante", "bonus"])
def test_a_house_cannot_cross_its_limits(word):
    with pytest.raises(ValueError, match=f"{word}_max must not be below {word}_min"):
        Rules(**{f"{word}_min": 500, f"{word}_max": 400})


@pytest.mark.clause("CH-06")
def test_the_bonus_is_closed_until_an_ante_lies(table):
    dealt = table()
    assert {option.spot for option in dealt.asked(1)} == {(1, "ante")}
    assert "place an Ante first: the Bonus goes with it (CH-06)" in refusal(
        dealt, 1, "bet", 5, "bonus"
    )
    bet(dealt, 1, 10, 5)
    assert "place an Ante first: the Bonus goes with it (CH-06)" in refusal(
        dealt, 2, "bet", 5, "bonus"
    )


@pytest.mark.clause("CH-06")
def test_removing_the_ante_removes_the_bonus(table):
    dealt = table()
    bet(dealt, 1, 10, 5)
    dealt.decide(1, Decision("withdraw", spot=(1, "ante")))
    assert net(dealt) == 0
    assert {option.spot for option in dealt.asked(1)} == {(1, "ante")}


@pytest.mark.clause("CH-06")
def test_the_bonus_is_an_option_within_its_limits(table):
    dealt = table(house=Rules(bonus_min=2 * CHIP, bonus_max=20 * CHIP))
    bet(dealt, 1, 100)
    for wrong in 0, 1, 21:
        assert "CH-06" in refusal(dealt, 1, "bet", wrong, "bonus")
    for right in 2, 20:
        dealt.decide(1, Decision("bet", right * CHIP, (1, "bonus")))
        assert stack(dealt, 1) == 900 - right


@pytest.mark.clause("CH-06")
def test_the_bonus_counts_the_first_five_cards_only(called):
    assert result(called("Ah 9d", FOURS, "2c 5s Jd As Ac", bonus=5), 1, "bonus") == "lose"
    assert result(called("Ah 9d", FOURS, "2c 5s Ac 8s Jc", bonus=5), 1, "bonus") == "win"


@pytest.mark.clause("CH-46")
def test_nobody_can_bet_after_betting_time(table):
    dealt = table()
    bet(dealt, 1, 10)
    bet(dealt, 3, 10)
    dealt.expire()
    assert "CH-46" in refusal(dealt, 2, "bet", 10, "ante")
    assert "CH-46" in refusal(dealt, 2, "call")
    dealt.decide(1, Decision("fold"))
    dealt.decide(3, Decision("fold"))
    refusal(dealt, 2, "bet", 10, "ante")
    assert net(dealt, 2) == 0


@pytest.mark.clause("CH-46")
def test_who_joins_during_a_round_watches_and_may_bet_in_the_next(table):
    dealt = table(seats=(1, 2))
    bet(dealt, 1, 10)
    dealt.expire()
    assert "CH-46" in refusal(dealt, 3, "bet", 10, "ante")
    assert len(dealt.view(3).cards[BOARD]) == 3
    dealt.decide(1, Decision("call"))
    assert dealt.view(3) == dealt.view(1)
    following = table(seats=(1, 2, 3))
    bet(following, 3, 10)
    following.expire()
    assert list(following.ask.options) == [3]


@pytest.mark.clause("CH-47")
def test_bets_are_raised_lowered_and_withdrawn_until_the_close(table):
    dealt = table()
    bet(dealt, 1, 10, 5)
    bet(dealt, 1, 30, 8)  # One Ante and one Bonus: an amount is to, not by.
    assert stack(dealt, 1) == 1000 - 38
    bet(dealt, 1, 20, 3)
    assert stack(dealt, 1) == 1000 - 23
    dealt.decide(1, Decision("withdraw", spot=(1, "bonus")))
    assert stack(dealt, 1) == 1000 - 20
    dealt.decide(1, Decision("withdraw", spot=(1, "ante")))
    assert stack(dealt, 1) == 1000
    bet(dealt, 1, 15)
    dealt.expire()
    assert dealt.felt.chips[1, "ante"] == 15 * CHIP


@pytest.mark.clause("CH-47")
def test_after_the_close_bets_are_fixed(table):
    dealt = table()
    bet(dealt, 1, 10, 5)
    dealt.expire()
    assert "bets are closed (CH-47)" in refusal(dealt, 1, "bet", 20, "ante")
    assert "bets are closed (CH-47)" in refusal(dealt, 1, "bet", 6, "bonus")
    assert "bets are closed (CH-47)" in refusal(dealt, 1, "withdraw", word="ante")


@pytest.mark.clause("CH-47")
def test_amounts_are_whole_chips(table):
    dealt = table(has=12.5)
    assert "in steps of 100" in refusal(dealt, 1, "bet", 10.5, "ante")
    refusal(dealt, 1, "bet", 12.5, "ante")
    bet(dealt, 1, 10)
    refusal(dealt, 1, "bet", 1.01, "bonus")
    bet(dealt, 1, 12)
    with pytest.raises(ValueError, match=re.escape("whole chips of 1 (CH-47)")):
        Rules(ante_min=150)


@pytest.mark.clause("CH-47")
def test_an_amount_outside_the_limits_is_refused_not_adjusted(table):
    dealt = table(has=10_000)
    bet(dealt, 1, 10)
    refusal(dealt, 1, "bet", 1001, "ante")
    refusal(dealt, 1, "bet", 101, "bonus")
    assert dealt.felt.chips[1, "ante"] == 10 * CHIP


@pytest.mark.clause("CH-49")
@pytest.mark.parametrize("withdrawn", [False, True])
def test_a_round_without_bets_is_not_dealt(table, withdrawn):
    dealt = table()
    if withdrawn:
        bet(dealt, 1, 10, 5)
        dealt.decide(1, Decision("withdraw", spot=(1, "ante")))
    dealt.expire()
    assert dealt.over
    assert not seen(dealt)


@pytest.mark.clause("CH-49")
def test_a_house_may_deal_without_bets(table):
    dealt = table(house=Rules(deal_without_bets=True))
    dealt.expire()
    assert dealt.over
    assert [len(dealt.view(1).cards[spot]) for spot in (PLAYER, DEALER, BOARD)] == [2, 2, 5]
    assert BACK not in dealt.view(1).cards[DEALER]


# The deal.


@pytest.mark.clause("CH-08")
def test_the_initial_deal_goes_player_dealer_player_dealer_and_three(table):
    dealt = table("Kh 9d", "8c 3s", "2c 5s Jd 7h Qc")
    bet(dealt, 1, 10)
    dealt.expire()
    order = [(event.dst, text(event.cards)) for event in dealt.feed(1) if type(event) is Cards]
    assert order == [
        (PLAYER, "Kh"),
        (DEALER, "??"),
        (PLAYER, "9d"),
        (DEALER, "??"),
        (BOARD, "2c 5s Jd"),
    ]
    assert dealt.felt.cards[DEALER] == list(cards("8c 3s"))
    for seat in 0, 1, 2, 99:
        assert dealt.view(seat).cards[DEALER] == (BACK, BACK)


@pytest.mark.clause("CH-08")
def test_no_card_is_burned(called):
    dealt = called(board="2c 5s Jd 7h Qc")
    assert text(dealt.felt.cards[BOARD]) == "2c 5s Jd 7h Qc"
    assert MUCK not in dealt.felt.cards


@pytest.mark.clause("CH-08")
def test_a_house_may_burn_before_turn_and_river(called):
    house = Rules(burn_before_turn_and_river=True)
    dealt = called(board="2c 5s Jd 6h 7h 6d Qc", house=house)
    assert text(dealt.felt.cards[BOARD]) == "2c 5s Jd 7h Qc"
    assert text(dealt.felt.cards[MUCK]) == "6h 6d"
    assert dealt.view(1).cards[MUCK] == (BACK, BACK)
    whys = [event.why for event in seen(dealt)]
    assert whys == ["deal"] * 5 + ["burn", "deal", "burn", "deal", "show"]
    assert {
        event.cards for event in dealt.feed(1) if type(event) is Cards and event.why == "burn"
    } == {(BACK,)}


@pytest.mark.clause("CH-10")
@pytest.mark.parametrize("seat", [1, 99], ids=["bettor", "spectator"])
def test_the_combination_is_named_after_the_flop_the_turn_and_the_river(called, seat):
    dealt = called("Kh 9d", "Ac 3h", "Kc 5s Jd 9s 9h")
    view = View(dict(dealt.opening.chips), {}, 52)
    names = []
    for event in dealt.feed(seat):
        view.take(event)
        if type(event) is Cards and event.dst == BOARD:
            found = game.read(dealt.opening.rules, view, "en")
            names.append(found[PLAYER].name)
            assert DEALER not in found
    assert names == ["pair of kings", "two pair, kings and nines", "full house, nines over kings"]
    assert game.read(dealt.opening.rules, dealt.view(seat), "en")[DEALER].name == "pair of nines"


@pytest.mark.clause("CH-10")
def test_fewer_than_five_cards_have_no_name(table):
    dealt = table()
    assert game.read(dealt.opening.rules, dealt.view(1), "en") == {}


# The decision.


@pytest.mark.clause("CH-11")
def test_each_participant_chooses_call_or_fold(table):
    dealt = table()
    bet(dealt, 1, 10)
    bet(dealt, 2, 20)
    dealt.expire()
    assert dealt.ask.clock == "decision_seconds"
    for seat in 1, 2:
        assert {option.act for option in dealt.asked(seat)} == {"call", "fold"}
    dealt.decide(2, Decision("fold"))
    assert not dealt.over
    dealt.decide(1, Decision("call"))
    assert dealt.over


@pytest.mark.clause("CH-12")
@pytest.mark.parametrize(
    ("flop", "bonus", "note"),
    [("Ac 5s Jd", 5, "bonus wins"), ("Ac 5s Jd", 0, ""), ("Kc 5s Jd", 5, ""), ("2c 5s Jd", 5, "")],
)
def test_only_who_has_a_winning_bonus_is_reminded_to_call(table, flop, bonus, note):
    dealt = table("Ah 9d", FOURS, flop)
    bet(dealt, 1, 10, bonus)
    bet(dealt, 2, 10)
    dealt.expire()
    notes = {option.act: option.note for option in dealt.asked(1)}
    assert notes == {"fold": "", "call": note}
    assert {option.note for option in dealt.asked(2)} == {""}
    dealt.decide(1, Decision("call"))  # Only until they decide.
    assert dealt.asked(1) == ()


@pytest.mark.clause("CH-14")
def test_a_call_debits_exactly_twice_the_ante(table):
    dealt = table(house=Rules(close_decision_early=False))
    bet(dealt, 1, 15, 5)
    dealt.expire()
    for wrong in 15, 29, 31, 45:
        why = refusal(dealt, 1, "call", wrong)
        assert "allowed: call 3000" in why
        assert "CH-14" in why
    dealt.decide(1, Decision("call"))  # The amount is filled in.
    assert dealt.events[-1] == Chips((1, "stack"), (1, "call"), 30 * CHIP, "call")
    assert stack(dealt, 1) == 1000 - 15 - 5 - 30


@pytest.mark.clause("CH-15")
@pytest.mark.parametrize(("has", "can_call"), [(30, True), (29, False)])
def test_a_call_needs_twice_the_ante(table, has, can_call):
    dealt = table(has=has)
    bet(dealt, 1, 10)
    bet(dealt, 2, 1)
    dealt.expire()
    assert ("call" in {option.act for option in dealt.asked(1)}) == can_call
    if not can_call:
        assert "your stack does not cover a CALL (CH-15)" in refusal(dealt, 1, "call")


@pytest.mark.clause("CH-15")
def test_what_the_bonus_took_is_missing_for_the_call(table):
    dealt = table(has=30)
    bet(dealt, 1, 10, 1)
    dealt.expire()
    assert {option.act for option in dealt.asked(1)} == {"fold"}


def warnings(dealt):
    said = [event for event in dealt.feed(1) if type(event) is Said]
    return [event.amount / CHIP for event in said if event.what == "short"]


@pytest.mark.clause("CH-15")
@pytest.mark.parametrize(("cover", "warned"), [("off", []), ("warn", [40])])
def test_an_ante_without_its_cover_is_taken_with_a_warning_if_the_house_warns(table, cover, warned):
    dealt = table(house=Rules(call_cover_at_ante=cover), has=59)
    bet(dealt, 1, 10)
    assert warnings(dealt) == []
    bet(dealt, 1, 20)
    assert warnings(dealt) == warned
    assert dealt.felt.chips[1, "ante"] == 20 * CHIP


@pytest.mark.clause("CH-15")
def test_a_bonus_that_eats_the_cover_is_warned_too(table):
    dealt = table(has=30)
    bet(dealt, 1, 10)
    assert warnings(dealt) == []
    bet(dealt, 1, 10, 1)
    assert warnings(dealt) == [20]


@pytest.mark.clause("CH-15")
def test_a_house_may_require_the_cover(table):
    dealt = table(house=Rules(call_cover_at_ante="require"), has=59)
    refusal(dealt, 1, "bet", 20, "ante")
    bet(dealt, 1, 19)
    assert "allowed: bet 100 to 200" in refusal(dealt, 1, "bet", 3, "bonus")
    dealt.decide(1, Decision("bet", 2 * CHIP, (1, "bonus")))
    refusal(dealt, 1, "bet", 20, "ante")  # The Bonus is spent: it covers nothing.
    assert "allowed: bet 100 to 200" in refusal(dealt, 1, "bet", 3, "bonus")
    dealt.expire()
    dealt.decide(1, Decision("call"))
    assert dealt.over


@pytest.mark.clause("CH-15")
@settings(max_examples=60, deadline=None)
@given(has=st.integers(0, 400), data=st.data())
def test_with_required_cover_a_call_is_always_possible(has, data):
    house = Rules(call_cover_at_ante="require", ante_max=100 * CHIP)
    dealt = Hand(game, house, {(1, "stack"): has * 50}, fair.arranged("", PACK))
    for _ in range(4):
        if not dealt.asked(1):
            break
        option = data.draw(st.sampled_from(dealt.asked(1)))
        steps = data.draw(st.integers(0, (option.high - option.low) // option.step))
        dealt.decide(1, Decision(option.act, option.low + steps * option.step, option.spot))
    dealt.expire()
    assert dealt.over or "call" in {option.act for option in dealt.asked(1)}


@pytest.mark.clause("CH-16")
def test_a_fold_loses_ante_and_bonus_at_once(table):
    dealt = table("As Ah", NOTHING)  # Even the better hand, and a winning Bonus.
    bet(dealt, 1, 10, 5)
    bet(dealt, 2, 10)
    dealt.expire()
    dealt.decide(1, Decision("fold"))
    assert not dealt.over
    assert dealt.felt.chips[BANK] == 15 * CHIP
    assert net(dealt) == -15
    dealt.expire()
    assert net(dealt) == -15


@pytest.mark.clause("CH-16")
def test_who_folded_sees_the_rest_and_cannot_bet_again(table):
    dealt = table()
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    dealt.decide(1, Decision("fold"))
    refusal(dealt, 1, "bet", 10, "ante")
    refusal(dealt, 1, "call")
    dealt.decide(2, Decision("call"))
    assert dealt.view(1) == dealt.view(2)
    assert text(dealt.view(1).cards[DEALER]) == NOTHING
    assert text(dealt.view(1).cards[BOARD]) == DRY


@pytest.mark.clause("CH-16")
def test_the_round_is_dealt_to_the_end_even_if_all_have_folded(table):
    dealt = table()
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    dealt.decide(1, Decision("fold"))
    dealt.decide(2, Decision("fold"))
    assert dealt.over
    assert text(dealt.view(3).cards[BOARD]) == DRY
    assert text(dealt.view(3).cards[DEALER]) == NOTHING


@pytest.mark.clause("CH-17")
def test_who_does_not_decide_in_time_is_folded(table):
    dealt = table("As Ah", NOTHING)
    bet(dealt, 1, 10, 5)
    bet(dealt, 2, 10)
    bet(dealt, 3, 10)
    dealt.expire()
    dealt.decide(2, Decision("call"))
    dealt.expire()
    assert dealt.over
    folded = [e for e in dealt.events if type(e) is Said and e.what == "fold"]
    assert [(said.seat, said.by) for said in folded] == [(1, CLOCK), (3, CLOCK)]
    assert [net(dealt, seat) for seat in (1, 2, 3)] == [-15, 10, -10]


@pytest.mark.clause("CH-17")
def test_one_participant_may_be_folded_while_the_others_think(table):
    dealt = table()
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    dealt.expire(2)
    assert net(dealt, 2) == -10
    assert list(dealt.ask.options) == [1]


@pytest.mark.clause("CH-48")
@pytest.mark.parametrize(("first", "second"), [("call", "fold"), ("fold", "call")])
def test_a_decision_stands(table, first, second):
    dealt = table()
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    dealt.decide(1, Decision(first))
    for again in first, second:
        assert "you have decided already" in refusal(dealt, 1, again)


@pytest.mark.clause("CH-48")
def test_a_decision_after_the_end_of_time_is_refused_and_the_fold_stands(table):
    dealt = table()
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    dealt.expire(1)
    refusal(dealt, 1, "call")
    dealt.expire()
    refusal(dealt, 2, "call")
    assert (net(dealt, 1), net(dealt, 2)) == (-10, -10)


@pytest.mark.clause("CH-19")
def test_when_all_have_decided_turn_and_river_come_and_the_dealer_turns_his_cards_up(table):
    dealt = table(NOTHING, "Kh 9d", "2c 5s Jd 7h Qc")
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    dealt.decide(1, Decision("call"))
    assert len(dealt.felt.cards[BOARD]) == 3
    dealt.decide(2, Decision("call"))
    after = [(e.src, e.dst, text(e.cards)) for e in dealt.feed(3) if type(e) is Cards][5:]
    assert after == [(DECK, BOARD, "7h"), (DECK, BOARD, "Qc"), (DEALER, DEALER, "Kh 9d")]


@pytest.mark.clause("CH-19")
def test_a_house_may_keep_the_decision_time_to_its_end(table):
    dealt = table(house=Rules(close_decision_early=False))
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    question = dealt.ask
    dealt.decide(1, Decision("call"))
    dealt.decide(2, Decision("fold"))
    assert dealt.ask is question  # The same clock runs on.
    assert len(dealt.felt.cards[BOARD]) == 3
    refusal(dealt, 2, "call")
    dealt.expire()
    assert dealt.over
    assert len(dealt.felt.cards[BOARD]) == 5
    assert (net(dealt, 1), net(dealt, 2)) == (10, -10)


@pytest.mark.clause("CH-19")
def test_a_late_one_ends_the_decision_time_that_the_house_keeps(table):
    dealt = table(house=Rules(close_decision_early=False))
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    dealt.decide(1, Decision("call"))
    dealt.expire()
    assert dealt.over
    assert (net(dealt, 1), net(dealt, 2)) == (10, -10)


# The settlement.


@pytest.mark.clause("CH-20")
def test_the_system_forms_the_best_five_of_seven(called):
    dealt = called("Kh 9d", "Ac 3h", "Kc 5s Jd 9s 9h")
    assert [seat for seat, _ in dealt.answers] == [1, 0, 1]  # Bet, close, call: no more is asked.
    readings = game.read(dealt.opening.rules, dealt.view(1), "en")
    assert sorted(readings[PLAYER].cards) == sorted(cards("9d 9s 9h Kh Kc"))
    assert sorted(readings[DEALER].cards) == sorted(cards("9s 9h Ac Kc Jd"))
    assert net(dealt) == 3 * 10 + 20


@pytest.mark.clause("CH-21")
@pytest.mark.parametrize(
    ("dealer", "board", "qualifies"),
    [
        ("8c 3s", DRY, False),
        ("Ac 3s", DRY, False),
        ("3c 3s", DRY, False),
        ("4c 4s", DRY, True),
        ("5c 3s", DRY, True),
        ("Ac 8s", "4c 4s Jd 7h Qc", True),  # Pairs on the board count,
        ("Ac 8s", "3c 3s Jd 7h Qc", False),  # high enough.
        ("3c 2s", "3d 2h Jd 7h Qc", True),
        ("3c 3s", "3d 5s Jd 7h Qc", True),
        ("6c 4s", "3d 5s 7d Jh Qc", True),
    ],
)
def test_the_dealer_qualifies_with_a_pair_of_fours_or_higher(called, dealer, board, qualifies):
    dealt = called(KING_HIGH, dealer, board)
    # A call comes back without win or loss only when the dealer does not qualify.
    assert (result(dealt, 1, "call") == "push") == (not qualifies)
    assert (Said(HOUSE, "unqualified") in dealt.events) == (not qualifies)


@pytest.mark.clause("CH-22")
@pytest.mark.parametrize(
    ("player", "dealer", "board"),
    [
        ("Kh 9d", "8c 3s", DRY),  # The player is better,
        ("Kh 9d", "Ac 3s", DRY),  # the dealer is,
        ("Kh 9d", "3c 3s", DRY),
        ("3h 4d", "3c 4s", "8c 9s Jd Kh Ac"),  # neither is.
    ],
)
def test_every_caller_wins_when_the_dealer_does_not_qualify(called, player, dealer, board):
    dealt = called(player, dealer, board)
    assert (result(dealt, 1, "ante"), result(dealt, 1, "call")) == ("win", "push")
    assert net(dealt) == 10


@pytest.mark.clause("CH-22", "CH-26")
def test_the_ante_table_pays_when_the_dealer_does_not_qualify(called):
    assert net(called("As 9s", "8c 3d", "2s 5s Js 7h Qc")) == 2 * 10


@pytest.mark.clause("CH-23", "CH-28")
def test_a_better_player_wins_ante_by_the_table_and_call_one_to_one(called):
    dealt = called("As 9s", "4c 4d", "2s 5s Js 7h Qc", ante=15)
    assert (result(dealt, 1, "ante"), result(dealt, 1, "call")) == ("win", "win")
    assert net(dealt) == 2 * 15 + 30


@pytest.mark.clause("CH-24")
def test_a_better_dealer_takes_ante_and_call(called):
    dealt = called(KING_HIGH, FOURS, ante=15)
    assert (result(dealt, 1, "ante"), result(dealt, 1, "call")) == ("lose", "lose")
    assert net(dealt) == -45
    assert dealt.felt.chips[BANK] == 45 * CHIP


@pytest.mark.clause("CH-25")
@pytest.mark.parametrize(
    ("player", "dealer", "board"),
    [
        ("2h 3d", "2s 3c", "5c 6d 7h 8s 9c"),
        ("Ah 9d", "Ac 9s", "9c 5s Jd 7h Qc"),
        ("Ah 3d", "Ac 4s", "Kc Ks Jd Jh Qc"),  # The ace is the fifth card of both.
        ("2h 3d", "2s 3c", "As Ks Qs Js Ts"),  # No price for a royal flush that is common.
    ],
)
def test_equal_hands_push_when_the_dealer_qualifies(called, player, dealer, board):
    dealt = called(player, dealer, board)
    assert (result(dealt, 1, "ante"), result(dealt, 1, "call")) == ("push", "push")
    assert (staked(dealt, 1), credited(dealt, 1)) == (30, 30)


@pytest.mark.clause("CH-26")
@pytest.mark.parametrize(
    ("player", "board", "kind", "to_one"),
    [
        ("As Ks", "Qs Js Ts 2d 3c", "royal flush", 100),
        ("5s 6s", "7s 8s Kd 9s 2c", "straight flush", 20),
        ("As 2s", "3s 4s 5s Kd Qc", "straight flush", 20),
        ("7h 7d", "7c 7s 2d 3h Kc", "four of a kind", 10),
        ("Kh 9d", "Kc 9s 2d 9h Ah", "full house", 3),
        ("As 9s", "2s 5s Js 7h Qc", "flush", 2),
        ("8h 9d", "7c 6s Td Kh 2c", "straight", 1),
        ("Kh Kd", "Kc 6s Td 8h 2c", "three of a kind", 1),
        ("Kh 9d", "Kc 9s 2d 7h 3c", "two pair", 1),
        ("Kh 9d", "Kc 8s 2d 7h 3c", "pair", 1),
    ],
)
def test_the_ante_table(called, player, board, kind, to_one):
    dealt = called(player, "4c 4d", board)
    assert high.kind(high.value(dealt.felt.cards[PLAYER] + dealt.felt.cards[BOARD])) == kind
    assert net(dealt) == to_one * 10 + 20


@pytest.mark.clause("CH-26")
def test_high_card_is_paid_as_straight_or_less(called):
    assert net(called(KING_HIGH, NOTHING)) == 10


@pytest.mark.clause("CH-27")
@pytest.mark.parametrize(
    ("player", "flop", "to_one"),
    [
        ("As Ks", "Qs Js Ts", 100),
        ("5s 6s", "7s 8s 9s", 50),
        ("As 2s", "3s 4s 5s", 50),
        ("7h 7d", "7c 7s 2d", 40),
        ("Kh Kd", "Kc 9s 9d", 30),
        ("As 9s", "2s 5s Js", 20),
        ("8h 9d", "7c 6s Td", 7),
        ("Ah 2d", "3c 5s 4d", 7),
        ("2h 2d", "2c 6s Td", 7),
        ("2h 3d", "2c 3s Td", 7),
        ("Ah 9d", "Ac 5s Jd", 7),
        ("Kh Kd", "Ac 5s Jd", -1),
        ("2h 2d", "3c 5s Jd", -1),
        ("Ah Kd", "Qc Js 9d", -1),
    ],
)
def test_the_bonus_table(called, player, flop, to_one):
    # Whatever the main bets do is taken out of the net.
    same = player, "4c 4h", f"{flop} 8c Qh"
    assert net(called(*same, bonus=5)) - net(called(*same)) == to_one * 5


@pytest.mark.clause("CH-28")
def test_a_winning_call_is_paid_one_to_one_whatever_the_hand(called):
    # Called with the ante table emptied, all that is won is the call's.
    house = Rules(ante_pays=HighPays({"high_card": 0}))
    for player, board in ("As Ks", "Qs Js Ts 2d 3c"), ("Kh 9d", "Kc 8s 2d 7h 3c"):
        assert net(called(player, "4c 4d", board, house=house)) == 20


@pytest.mark.clause("CH-29")
@pytest.mark.parametrize(
    ("dealer", "board", "main"),
    [
        ("5c 5h", "Ac 5s Jd Kh Ks", -30),
        ("4c 4h", "Ac 5s Jd Kh 2s", 30),
        ("8c 3h", "Ac 5s Jd Kh 2s", 10),
        ("As 7c", "Ac 5s Jd Kh 2s", 0),
    ],
    ids=["loss", "win", "no qualification", "push"],
)
def test_after_a_call_the_bonus_is_settled_whatever_the_outcome(called, dealer, board, main):
    assert net(called("Ah 7d", dealer, board, bonus=5)) == main + 35


@pytest.mark.clause("CH-29")
@pytest.mark.parametrize("by_clock", [False, True])
def test_a_winning_bonus_is_lost_without_a_call(table, by_clock):
    dealt = table("Ah 7d", NOTHING, "Ac 5s Jd Kh 2s", seats=(1,))
    bet(dealt, 1, 10, 5)
    dealt.expire()
    if by_clock:
        dealt.expire()
    else:
        dealt.decide(1, Decision("fold"))
    assert result(dealt, 1, "bonus") == "lose"
    assert net(dealt) == -15


@pytest.mark.clause("CH-30")
def test_all_winnings_come_at_the_end_in_one_step_per_player(table):
    dealt = table("As Ks", FOURS, "Qs Js Ts 2d 3c")
    for seat in 1, 2, 3:
        bet(dealt, seat, 10, 5)
    dealt.expire()
    for seat in 3, 1, 2:
        assert not [e for e in dealt.events if type(e) is Chips and e.why in ("win", "back")]
        dealt.decide(seat, Decision("call"))
    shown = max(at for at, event in enumerate(dealt.events) if type(event) is Cards)
    paid = [e for e in dealt.events if type(e) is Chips and e.why in ("win", "back")]
    assert paid == dealt.events[shown + 1 :]  # Nothing but pay follows the cards,
    order = [max(event.src[0], event.dst[0]) for event in paid]
    assert order == sorted(order)  # one player after the other.
    assert {credited(dealt, seat) for seat in (1, 2, 3)} == {1555}


COMPARED = [
    # clause, player, dealer, board, and who is better
    ("CH-31", "Kh Kd", "Qc Qd", "Ks Qs 2d 7h 3c", "player"),
    ("CH-31", "Qs Js", "7s 6s", "Ts 9s 8s 2d 3c", "player"),
    ("CH-31", "9h 2d", "Ks Kd", "9s 8s 3d 5h Jc", "dealer"),
    ("CH-32", "Kh Qd", "Kc Jd", "Ks 8s 2d 7h 3c", "player"),
    ("CH-32", "Kh Jd", "Kc Qd", "Ks 8s 2d 7h 3c", "dealer"),
    ("CH-32", "Kh 9d", "Kc 5d", "Ks As Qd 8h 3c", "player"),
    ("CH-32", "Kh 6d", "Kc 5d", "Ks As Qd 8h 7c", "nobody"),
    ("CH-35", "Ah 2d", "6c 7d", "3s 4s 5d Kh Kc", "dealer"),
    ("CH-35", "Ah Kd", "4c 4d", "2s 3s Qd 7h 9c", "dealer"),
    ("CH-37", "9s 2d", "4s 3s", "5s 6s 7s 8s Kc", "player"),
    ("CH-38", "Kh 2d", "Qc Jd", "9s 9h 9d 9c 3c", "player"),
    ("CH-38", "2h 2c", "3h 3d", "2s 2d 3s 3c Kc", "dealer"),
    ("CH-39", "Kh 2d", "Qc Jd", "Ks Kd Qs Qh 2c", "player"),
    ("CH-39", "Ah 4c", "Qc 3d", "Ks Kd Kc Ac Qh", "player"),
    ("CH-40", "As 2s", "Ks Qs", "Js 9s 3s 2d 4c", "player"),
    ("CH-40", "As 5s", "6s 8d", "Ks Qs 9s 3s 2c", "player"),
    ("CH-40", "As 2s", "Ah Kh", "Js 9s 3s Qd Tc", "player"),
    ("CH-41", "9h 2d", "4c 3d", "5s 6h 7d 8c Kc", "player"),
    ("CH-41", "9h 2d", "9s 3d", "5s 6h 7d 8c Kc", "nobody"),
    ("CH-42", "Kh Ad", "Kc Qd", "Ks Kd 2d 7h 9c", "player"),
    ("CH-43", "Ah 2d", "Kc Qd", "As 2s Kh Qs 9c", "player"),
    ("CH-43", "Ah Qd", "Ac Jd", "As Qs Jh 7s 9c", "player"),
    ("CH-43", "Qh 3d", "Jh 4d", "As Ac Ks Kc 9d", "player"),
    ("CH-44", "Ah 2d", "Kc 3d", "As Kh Qs 8s 9c", "player"),
    ("CH-44", "Ah 7d", "Ac 6d", "As Kh 5s 3s 2c", "player"),
]


@pytest.mark.parametrize(
    ("player", "dealer", "board", "better"),
    [pytest.param(*row[1:], marks=pytest.mark.clause(row[0])) for row in COMPARED],
)
def test_hands_are_compared(called, player, dealer, board, better):
    dealt = called(player, dealer, board)
    assert result(dealt, 1, "call") == {"player": "win", "dealer": "lose", "nobody": "push"}[better]


@pytest.mark.clause("CH-45")
def test_high_cards_are_compared_where_a_house_lets_the_dealer_play_any_hand(called):
    house = Rules(dealer_qualifies="high_card")
    for player, dealer, to in ("Kh 9d", "Kc 8s", "win"), ("Kh 8d", "Kc 9s", "lose"):
        assert result(called(player, dealer, DRY, house=house), 1, "call") == to
    assert result(called("Kh 4d", "Kc 3s", DRY, house=house), 1, "call") == "push"


@pytest.mark.clause("CH-44")
def test_a_caller_with_a_high_card_is_paid_when_the_dealer_does_not_qualify(called):
    assert net(called(KING_HIGH, NOTHING)) == 10


@pytest.mark.clause("CH-44")
def test_a_house_may_return_the_ante_of_a_high_card(called):
    house = Rules(high_card_wins_when_dealer_not_qualified=False)
    dealt = called(KING_HIGH, THREES, house=house)
    assert (result(dealt, 1, "ante"), result(dealt, 1, "call")) == ("push", "push")
    assert net(dealt) == 0
    # All else is unchanged: a pair is paid, a qualified dealer wins, the Bonus has its own table.
    assert net(called("2h 9d", "8c 3s", house=house)) == 10
    assert net(called(KING_HIGH, FOURS, house=house)) == -30
    assert net(called(KING_HIGH, NOTHING, bonus=5, house=house)) == -5


# The staff, and independence.


VOID = Decision("void", by="inspector", why="malfunction")


@pytest.mark.clause("CH-33")
@pytest.mark.parametrize("moment", ["betting", "deciding", "folded", "called"])
def test_a_malfunction_voids_all_pays_and_plays(table, moment):
    dealt = table("As Ks", FOURS, "Qs Js Ts 2d 3c")
    for seat in 1, 2:
        bet(dealt, seat, 10, 5)
    if moment != "betting":
        dealt.expire()
    if moment == "folded":
        dealt.decide(1, Decision("fold"))
    if moment == "called":
        dealt.decide(1, Decision("call"))
    dealt.rule(VOID)
    assert dealt.over
    assert {seat: net(dealt, seat) for seat in (1, 2, 3)} == {1: 0, 2: 0, 3: 0}
    assert not [e for e in dealt.events if type(e) is Chips and e.why == "win"]
    assert Said(0, "void", by="inspector", why="malfunction") in dealt.feed(1)


@pytest.mark.clause("CH-33")
def test_a_settled_round_cannot_be_voided(called):
    dealt = called()
    with pytest.raises(Refused, match="the hand is over"):
        dealt.rule(VOID)
    assert net(dealt) == 10


BETS = st.tuples(
    st.integers(1, 300), st.integers(0, 100), st.sampled_from(["call", "fold", "late"])
)


@pytest.mark.clause("CH-50")
@settings(max_examples=60, deadline=None)
@given(
    seed=st.binary(min_size=32, max_size=32),
    bets=st.dictionaries(st.integers(1, 9), BETS, min_size=1, max_size=6),
    shuffle=st.randoms(use_true_random=False),
)
def test_no_result_depends_on_another_participant(seed, bets, shuffle):
    def nets(players):
        stacks = {(seat, "stack"): 1000 * CHIP for seat in players}
        dealt = Hand(game, SHEET, stacks, fair.deal(seed, PACK))
        order = list(players)
        shuffle.shuffle(order)
        for seat in order:
            bet(dealt, seat, *bets[seat][:2])
        dealt.expire()
        shuffle.shuffle(order)
        for seat in order:
            if bets[seat][2] != "late":
                dealt.decide(seat, Decision(bets[seat][2]))
        if not dealt.over:
            dealt.expire()
        return {seat: net(dealt, seat) for seat in players}

    alone = {seat: nets([seat])[seat] for seat in bets}
    assert nets(sorted(bets)) == alone


@pytest.mark.clause("CH-01")
def test_the_plate_says_what_the_game_is_and_whose():
    live = houses.house("live-casino")
    plate = plates.plate(live, live.tables["casino-holdem"])
    (about,) = [line.text for line in plate.rules if line.clause == "CH-01"]
    assert "against the house" in about
    assert "2000 by Stephen Au-Yeung" in about
    assert "Caribbean Hold'em" in about


@pytest.mark.clause("CH-09")
def test_the_community_cards_belong_to_both_and_the_first_cards_appear_one_by_one(called):
    dealt = called("Ah 7d", "5c 5h", "Ac 5s Jd Kh Ks")
    first = [(e.dst, len(e.cards)) for e in dealt.events if type(e) is Cards][:5]
    assert first == [(PLAYER, 1), (DEALER, 1), (PLAYER, 1), (DEALER, 1), (BOARD, 3)]
    readings = game.read(dealt.opening.rules, dealt.view(1), "en")
    board = {*dealt.felt.cards[BOARD]}
    assert board & {*readings[PLAYER].cards}
    assert board & {*readings[DEALER].cards}


@pytest.mark.clause("CH-20", "CH-25")
def test_a_reading_tells_what_makes_the_hand_and_how_it_stands(called):
    def read(*dealt):
        found = called(*dealt)
        readings = game.read(found.opening.rules, found.view(1), "en")
        return readings[PLAYER], readings[DEALER]

    mine, dealers = read("Qh 7d", "5c 5h", "3c 9s Jd 8h 2s")
    assert (mine.name, mine.made, mine.place) == ("queen high", tuple(cards("Qh")), 2)
    assert (dealers.made, dealers.place) == (tuple(cards("5c 5h")), 1)
    assert {*mine.made} < {*mine.cards}
    board = "Ac Kc Qd Js Tc"
    assert [one.place for one in read("2h 3d", "4c 5h", board)] == [1, 1]


@pytest.mark.clause("CH-37")
def test_straight_flushes_are_compared_by_their_highest_card(called):
    assert result(called("Ts 2d", "5s 2c", "9s 8s 7s 6s Kd"), 1, "call") == "win"
    assert result(called("5s 2c", "Ts 2d", "9s 8s 7s 6s Kd"), 1, "call") == "lose"


@pytest.mark.clause("CH-40")
def test_flushes_are_compared_card_by_card(called):
    assert result(called("Ks 3s", "Qs Js", "As 9s 5s 2d 2c"), 1, "call") == "win"
    assert result(called("Js 3s", "Ts 4s", "As Ks 5s 2d 2c"), 1, "call") == "win"
    assert result(called("6s 2h", "4s 2d", "As Ks 9s 7s 3c"), 1, "call") == "win"


@pytest.mark.clause("CH-42")
def test_threes_of_a_kind_are_compared_by_rank_then_kickers(called):
    assert result(called("9s 9h", "8s 8h", "9d 8d Kc 3h 2s"), 1, "call") == "win"
    assert result(called("8c Ah", "8h Qs", "8s 8d Kc 3h 2s"), 1, "call") == "win"


# Refusals and plates under options.


@pytest.mark.clause("CH-15")
def test_an_ante_without_the_required_cover_is_refused_for_the_cover(table):
    dealt = table(house=Rules(call_cover_at_ante="require"), has=25)
    assert "CH-15" in refusal(dealt, 1, "bet", 10, "ante")


@pytest.mark.clause("CH-22", "CH-44")
def test_where_the_dealer_always_qualifies_the_plate_returns_no_ante():
    chosen = Rules(dealer_qualifies="high_card", high_card_wins_when_dealer_not_qualified=False)
    table = houses.TableSheet("t", "T", game, chosen)
    plate = plates.plate(houses.house("live-casino"), table)
    assert not any("unpaid" in line.text for line in plate.rules)
