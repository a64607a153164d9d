"""Heads-Up Hold'em, clause by clause. Amounts are in chips, a chip is 100 cents."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import laws
import worked
from conftest import stacks
from croupier import bots, houses
from croupier.core import fair, prices
from croupier.core.asks import CLOCK, Decision, Refused
from croupier.core.cards import BACK, JOKER, PACK, RANK, SUIT, cards, distinct, text
from croupier.core.felt import BANK, BOARD, HOUSE, Cards, Chips, Deal, Said, View
from croupier.core.hand import Hand
from croupier.games import heads_up_holdem as game
from croupier.games.heads_up_holdem import DEALER, READY, Rules
from croupier.ranks import high
from croupier.ranks.pays import SideBet, SidePays, pocket
from croupier.room.terms import SeatingTerms
from croupier.speech import plates

CHIP = 100
SHEET = Rules()
BOTH = Rules(side_bets=("trips_plus", "pocket_bonus"))
EXAMPLES = worked.examples("heads-up-holdem")

# The dealer has queen high on this board; nines beat it, six high does not.
DRY = "2c 5d 9h Jc Ks"
NINES, SIX, ACE_HIGH, KING_HIGH = "9s 4h", "6h 4s", "Ad 8h", "7h 4c"
QUEEN, FIVES = "Qd 8s", "5h 8c"
ROUNDS = {"preflop": 0, "flop": 1, "river": 2}
TRIPS, BONUS = "side trips_plus", "side pocket_bonus"


def deck(holes, dealer, board):
    """The order of HU-05: P1..Pn, D, P1..Pn, D, flop, turn, river."""
    pairs = [*map(distinct, holes), distinct(dealer)]
    return text([pair[0] for pair in pairs] + [pair[1] for pair in pairs] + [*distinct(board)])


@pytest.fixture
def table(hand):
    """A round in the window for bets; `holes` are the cards of the seats that will bet."""

    def start(*holes, dealer=QUEEN, board=DRY, house=SHEET, has=1000, seats=(1, 2, 3, 4, 5)):
        amounts = {seat: int(has * CHIP) for seat in seats}
        return hand(game, house, amounts, deck(holes or [NINES], dealer, board))

    return start


@pytest.fixture
def played(table):
    """A whole round of seat 1 that raises to an amount in one of the three rounds, or folds."""

    def start(hole=NINES, dealer=QUEEN, board=DRY, ante=10, when="river", to=None, **more):
        dealt = table(hole, dealer=dealer, board=board, has=100_000, **more)
        bet(dealt, 1, ante)
        dealt.expire()
        check(dealt, 1, times=ROUNDS[when])
        raise_to(dealt, 1, ante if to is None else to) if to != "fold" else fold(dealt, 1)
        assert dealt.over
        return dealt

    return start


def bet(dealt, seat, ante, **sides):
    dealt.decide(seat, Decision("bet", int(ante * CHIP), (seat, "ante")))
    for name, amount in sides.items():
        dealt.decide(seat, Decision("bet", int(amount * CHIP), (seat, f"side {name}")))


def check(dealt, *seats, times=1):
    for _ in range(times):
        for seat in seats:
            dealt.decide(seat, Decision("check"))


def raise_to(dealt, seat, amount):
    dealt.decide(seat, Decision("raise", int(amount * CHIP)))


def fold(dealt, *seats):
    for seat in seats:
        dealt.decide(seat, Decision("fold"))


def refusal(dealt, seat, act, amount=0, word=""):
    """Refused, and nothing changed."""
    before = len(dealt.events), dict(dealt.felt.chips), dealt.ask
    with pytest.raises(Refused) as refused:
        dealt.decide(seat, Decision(act, int(amount * CHIP), (seat, word) if word else (0, "")))
    assert (len(dealt.events), dealt.felt.chips, dealt.ask) == before
    return str(refused.value)


def acts(dealt, seat):
    return [option.act for option in dealt.asked(seat)]


def raises(dealt, seat):
    """Every amount that a seat may raise to."""
    options = [option for option in dealt.asked(seat) if option.act == "raise"]
    return [n / CHIP for o in options for n in range(o.low, o.high + 1, o.step)]


def lies(dealt, seat, word):
    return dealt.felt.chips.get((seat, word), 0) / CHIP


def net(dealt, seat=1):
    return (dealt.felt.chips[seat, "stack"] - dealt.opening.chips[seat, "stack"]) / CHIP


def chips(dealt):
    return [event for event in dealt.events if type(event) is Chips]


def result(dealt, word, seat=1):
    """How a bet ended: a win is paid just before its stake goes back."""
    for before, event in pairwise(e for e in chips(dealt) if e.why != "withdraw"):
        if event.src == (seat, word):
            paid = before.why == "win" and before.dst == (seat, word)
            return {"lose": "lose", "back": "win" if paid else "push"}[event.why]
    return None


def won(dealt, word, seat=1):
    """What the house paid on a bet, in times of the bet."""
    bets = sum(e.amount for e in chips(dealt) if e.dst == (seat, word) and e.why in BETS)
    return sum(e.amount for e in chips(dealt) if e.dst == (seat, word) and e.why == "win") / bets


BETS = "bet", "raise"


def staked(dealt, seat=1):
    return sum(e.amount for e in chips(dealt) if e.src == (seat, "stack")) / CHIP


def credited(dealt, seat=1):
    return sum(e.amount for e in chips(dealt) if e.dst == (seat, "stack")) / CHIP


def shown(dealt, why="show"):
    """The spots whose cards were turned up, in order."""
    return [event.dst for event in dealt.events if type(event) is Cards and event.why == why]


# The worked examples.


def examples(form):
    return [worked.case(one) for one in EXAMPLES if form(one["given"], one["expect"])]


def is_dealt(given, _expect):
    return "board" in given


def is_refused(_given, expect):
    return expect.get("accepted") is False


def test_every_worked_example_has_a_form():
    for example in EXAMPLES:
        forms = (form(example["given"], example["expect"]) for form in (is_dealt, is_refused))
        assert sum(forms) == 1, example["id"]


@pytest.mark.parametrize(("given", "expect"), examples(is_dealt))
def test_worked_example(played, given, expect):
    assert given["odds"] == given["ante"]
    decision = given["decision"]
    when, to = ("river", "fold")
    if decision != "fold after river":
        when, to = decision["raise_round"], decision["raise_amount"]
    dealt = played(
        *(" ".join(given[who]) for who in ("player", "dealer", "board")), given["ante"], when, to
    )
    lie = dealt.felt.cards
    mine, dealers = (high.value(lie[who] + lie[BOARD]) for who in ((1, "hole"), DEALER))
    found = {word: result(dealt, word) for word in ("ante", "odds", "raise")}
    if found["odds"] == "win" and dealers > mine:
        found["odds"] = "bad_beat"
    found |= {"player": high.kind(mine), "dealer": high.kind(dealers)}
    found |= {"qualifies": dealers >= high.LEAST["pair"]}
    found |= {"staked": staked(dealt), "credited": credited(dealt), "net": net(dealt)}
    assert {key: found[key] for key in expect} == expect


REASONS = {
    "max_3x": "allowed: raise 1000 to 3000 in steps of 1000 (HU-06)",
    "max_2x": "allowed: raise 1000 to 2000 in steps of 1000 (HU-08)",
    "raise_or_fold": "after the river it is Raise or fold (HU-10)",
    "already_raised": "it must be your turn, and a decision stands (HU-27",
    "insufficient_balance": "allowed: raise 1000 (HU-35)",
    "reserve_minimum_raise": "allowed: bet 500 to 800 in steps of 100 on ante (HU-31)",
}


@pytest.mark.parametrize(("given", "expect"), examples(is_refused))
def test_worked_example_of_a_refusal(table, given, expect):
    request, ante = given["request"], given.get("ante", 0)
    dealt = table(NINES, SIX, has=given.get("balance", 1000) + 2 * ante)
    if ante:
        bet(dealt, 1, ante)
        bet(dealt, 2, 5)
        dealt.expire()
        for name in [name for name in ROUNDS if ROUNDS[name] < ROUNDS[given["round"]]]:
            check(dealt, 2)
            if name == given.get("raised_in"):
                raise_to(dealt, 1, ante)
            elif dealt.asked(1):
                check(dealt, 1)
    if "ante" in request:
        why = refusal(dealt, 1, "bet", request["ante"], "ante")
    elif request == "check":
        why = refusal(dealt, 1, "check")
    else:
        why = refusal(dealt, 1, "raise", request["raise_amount"])
    assert REASONS[expect["reason"]] in why


# The house's choices.


@pytest.mark.clause("HU-06", "HU-08", "HU-10")
def test_a_house_may_allow_other_raises(table):
    dealt = table(house=Rules(raise_before_flop=5, raise_on_flop=4))
    bet(dealt, 1, 10)
    dealt.expire()
    for most in (50, 40, 10):
        raising = next(option for option in dealt.asked(1) if option.act == "raise")
        assert (raising.low, raising.high) == (10 * CHIP, most * CHIP)
        dealt.decide(1, Decision("check" if most > 10 else "raise", 0 if most > 10 else 10 * CHIP))


@pytest.mark.clause("HU-15", "HU-17")
@pytest.mark.parametrize(("least", "back"), [("pair", False), ("pair_of_aces", True)])
def test_a_house_may_let_the_dealer_qualify_otherwise(played, least, back):
    dealt = played(
        hole="Ks Kd", dealer="Qs Qd", board="2c 7d 9h 4s 3c", house=Rules(dealer_qualifies=least)
    )
    said = [event.what for event in dealt.events if hasattr(event, "what")]
    assert ("unqualified" in said) is back
    assert won(dealt, "ante") == (0 if back else 1)


ALLOWED = [
    ("HU-01", "player_positions", [1, 5], [0, 6]),
    ("HU-03", "ante_min", [100, 20_000], [0, -100]),
    ("HU-03", "ante_max", [500, 100_000], [0]),
    ("HU-04", "side_bets_live_after_fold", [True, False], [1]),
    ("HU-06", "raise_granularity", ["multiple", "chip"], ["", "any"]),
    ("HU-06", "raise_before_flop", [1, 10], [0, 11]),
    ("HU-08", "raise_on_flop", [1, 10], [0, 11]),
    ("HU-15", "dealer_qualifies", ["pair", "pair_of_aces"], ["flush"]),
    ("HU-06", "decision_order", ["simultaneous", "in_turn"], ["random"]),
    ("HU-17", "ante_push_first", [True, False], [0]),
    ("HU-24", "odds_pays_on_tie", [True, False], [0]),
    ("HU-30", "fraction_rounding", ["down_to_cent", "up_to_cent", "down_to_chip"], ["nearest"]),
    ("HU-31", "reserve_minimum_raise", [True, False], ["no"]),
    ("HU-32", "decision_seconds", [5, 120], [4, 121]),
    ("HU-36", "show_dealer_when_all_fold", [True, False], [0]),
    ("HU-37", "betting_seconds", [5, 120], [4, 121]),
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
    "player_positions": 5,
    "ante_min": 5 * CHIP,
    "ante_max": 200 * CHIP,
    "side_bets": (),
    "side_bets_live_after_fold": True,
    "raise_granularity": "multiple",
    "raise_before_flop": 3,
    "raise_on_flop": 2,
    "dealer_qualifies": "pair",
    "decision_order": "simultaneous",
    "ante_push_first": True,
    "odds_pays_on_tie": False,
    "fraction_rounding": "down_to_cent",
    "reserve_minimum_raise": True,
    "decision_seconds": 25,
    "show_dealer_when_all_fold": False,
    "betting_seconds": 20,
}


def test_the_defaults_are_the_sheets():
    assert {key: getattr(SHEET, key) for key in DEFAULTS} == DEFAULTS
    assert houses.house("casino-du-liban").tables["heads-up-holdem"].rules == SHEET


VARIANTS = {
    "side bets": BOTH,
    "side bets die": Rules(side_bets=("pocket_bonus",), side_bets_live_after_fold=False),
    "chips": Rules(raise_granularity="chip", chip=50, ante_min=50, side_bets=("trips_plus",)),
    "in turn": Rules(decision_order="in_turn", side_bets=("pocket_bonus", "trips_plus")),
    "no reserve": Rules(reserve_minimum_raise=False, ante_min=100, side_bets=("trips_plus",)),
    "few": Rules(player_positions=2, show_dealer_when_all_fold=True, odds_pays_on_tie=True),
    "sizes": Rules(raise_before_flop=5, raise_on_flop=1, dealer_qualifies="pair_of_aces"),
    "rounding": Rules(fraction_rounding="down_to_chip", chip=500),
    "odd": Rules(fraction_rounding="up_to_cent", chip=1, ante_min=3, ante_push_first=False),
}
MANY = pytest.mark.parametrize("house", VARIANTS.values(), ids=VARIANTS)
SEEDS = st.integers(0, 2**32 - 1)


@MANY
@settings(max_examples=10, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_every_variant_keeps_the_laws(house, seed):
    rows = laws.check_evening(game, house, seed)
    golden = Path(__file__).parent / "golden" / "heads-up-holdem.txt"
    assert rows <= set(golden.read_text().splitlines())


@MANY
def test_every_variant_survives_its_sheet(house):
    assert prices.convert(prices.plain(house), Rules) == house
    assert hash(prices.convert(prices.plain(house), Rules)) == hash(house)


# Cards and participants.


@pytest.mark.clause("HU-01")
def test_a_round_has_one_pack_without_joker_and_five_positions():
    pack = game.pack(SHEET)
    assert len(pack) == len(set(pack)) == 52
    assert JOKER not in pack
    assert list(game.SEATS) == [1, 2, 3, 4, 5]


@pytest.mark.clause("HU-01")
def test_the_pack_is_whole_again_for_every_round(played):
    first, second = played("As Ad"), played("Ac Ah")
    assert first.carry == first.opening.carry
    for dealt in first, second:
        lying = [card for lie in dealt.felt.cards.values() for card in lie]
        assert sorted([*dealt.felt.deck, *lying]) == sorted(PACK)


@pytest.mark.clause("HU-01")
def test_a_house_may_have_fewer_positions(table):
    dealt = table(NINES, SIX, house=Rules(player_positions=2))
    assert list(dealt.ask.options) == [1, 2]
    assert "HU-01" in refusal(dealt, 3, "bet", 10, "ante")


@pytest.mark.clause("HU-02", "HU-03")
def test_any_positions_may_bet_and_only_they_get_cards(table):
    dealt = table(NINES, SIX)
    bet(dealt, 4, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    assert sorted(dealt.felt.cards) == [DEALER, (2, "hole"), (4, "hole")]
    raise_to(dealt, 2, 10)
    raise_to(dealt, 4, 10)
    assert [net(dealt, seat) for seat in range(1, 6)] == [0, 10, 0, -20, 0]


def test_a_round_without_bets_is_not_dealt(table):
    dealt = table()
    bet(dealt, 1, 10)
    dealt.decide(1, Decision("withdraw"))
    dealt.expire()
    assert dealt.over
    assert not dealt.felt.cards


# Bets.


@pytest.mark.clause("HU-03", "HU-19")
def test_one_amount_places_ante_and_odds(table):
    dealt = table()
    bet(dealt, 1, 10)
    assert (lies(dealt, 1, "ante"), lies(dealt, 1, "odds"), net(dealt)) == (10, 10, -20)
    bet(dealt, 1, 7)
    assert (lies(dealt, 1, "ante"), lies(dealt, 1, "odds"), net(dealt)) == (7, 7, -14)


@pytest.mark.clause("HU-03")
def test_an_unequal_pair_is_refused(table):
    dealt = table()
    assert "bet on the Ante to place both (HU-03)" in refusal(dealt, 1, "bet", 10, "odds")
    bet(dealt, 1, 10)
    for amount in 5, 10, 20:
        assert "HU-03" in refusal(dealt, 1, "bet", amount, "odds")
    assert "HU-03" in refusal(dealt, 1, "withdraw", word="odds")


@pytest.mark.clause("HU-03")
def test_an_ante_is_within_the_limits(table):
    dealt = table()
    for wrong in 0, 4, 201, -5:
        why = refusal(dealt, 1, "bet", wrong, "ante")
        assert "allowed: bet 500 to 20000" in why
        assert "HU-03" in why
    for right in 5, 200:
        bet(dealt, 1, right)
        assert lies(dealt, 1, "ante") == right


SIDES = {"side_bets": ("trips_plus",), "side_bet_min": 500}


@pytest.mark.clause("HU-03", "HU-37")
@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"ante_min": 500, "ante_max": 400}, "ante_max must not be below ante_min"),
        ({**SIDES, "side_bet_max": 400}, "side_bet_max must not be below side_bet_min"),
        ({"ante_min": 550}, "whole chips"),
        ({"ante_max": 550}, "whole chips"),
        ({**SIDES, "side_bet_min": 150}, "whole chips"),
    ],
)
def test_a_house_cannot_choose_what_nobody_could_deal(wrong, why):
    with pytest.raises(ValueError, match=why):
        Rules(**wrong)


@pytest.mark.clause("HU-22", "HU-23")
@pytest.mark.parametrize("table", ["odds_pays", "bad_beat_pays"])
def test_odds_and_bad_beat_price_hands_of_five_cards(table):
    with pytest.raises(msgspec.ValidationError, match="'pocket_aces' is not a hand"):
        prices.convert({table: {"pocket_aces": 30}}, Rules)


@pytest.mark.clause("HU-03")
def test_side_bets_come_only_together_with_ante_and_odds(table):
    dealt = table(house=BOTH)
    assert "a side bet needs an Ante" in refusal(dealt, 1, "bet", 5, TRIPS)
    bet(dealt, 1, 10, trips_plus=5, pocket_bonus=3)
    assert net(dealt) == -28
    dealt.decide(1, Decision("withdraw", spot=(1, "ante")))
    assert net(dealt) == 0
    assert {option.spot for option in dealt.asked(1)} == {(1, "ante")}


@pytest.mark.clause("HU-37")
def test_bets_are_changed_and_withdrawn_until_the_close(table):
    dealt = table(house=BOTH)
    bet(dealt, 1, 10, trips_plus=5)
    bet(dealt, 1, 30, trips_plus=8)  # An amount is to, not by.
    assert net(dealt) == -68
    dealt.decide(1, Decision("withdraw", spot=(1, TRIPS)))
    assert net(dealt) == -60
    bet(dealt, 1, 20)
    assert net(dealt) == -40
    dealt.decide(1, Decision("withdraw", spot=(1, "ante")))
    assert net(dealt) == 0
    assert dealt.ask.clock == "betting_seconds"


@pytest.mark.clause("HU-37")
def test_after_the_close_bets_are_fixed(table):
    dealt = table(house=BOTH)
    bet(dealt, 1, 10, trips_plus=5)
    dealt.expire()
    for _ in range(3):
        for word in "ante", "odds", TRIPS, BONUS:
            assert "bets are closed (HU-37)" in refusal(dealt, 1, "bet", 10, word)
            assert "bets are closed (HU-37)" in refusal(dealt, 1, "withdraw", word=word)
        assert refusal(dealt, 2, "bet", 10, "ante")
        dealt.expire()
    assert dealt.over


@pytest.mark.clause("HU-37")
def test_bets_are_whole_chips(table):
    dealt = table(house=BOTH)
    assert "in steps of 100" in refusal(dealt, 1, "bet", 10.5, "ante")
    bet(dealt, 1, 10)
    assert "in steps of 100" in refusal(dealt, 1, "bet", 1.5, TRIPS)


# Side bets.


@pytest.mark.clause("HU-04")
def test_no_side_bet_is_offered_unless_the_sheet_lists_it(table):
    dealt = table(house=Rules(side_bets=("trips_plus",)))
    bet(dealt, 1, 10)
    words = [option.spot[1] for option in dealt.asked(1) if option.act == "bet"]
    assert words == ["ante", TRIPS]
    assert "a house that offers it" in refusal(dealt, 1, "bet", 5, BONUS)
    plain = table()
    bet(plain, 1, 10)
    assert {option.spot for option in plain.asked(1)} == {(1, "ante")}


@pytest.mark.clause("HU-04")
def test_a_side_bet_is_within_its_limits(table):
    dealt = table(
        house=msgspec.structs.replace(BOTH, side_bet_min=2 * CHIP, side_bet_max=20 * CHIP)
    )
    bet(dealt, 1, 10)
    for wrong in 0, 1, 21:
        assert "allowed: bet 200 to 2000" in refusal(dealt, 1, "bet", wrong, TRIPS)
    bet(dealt, 1, 10, trips_plus=2, pocket_bonus=20)
    assert net(dealt) == -42


FINALS = [
    ("As Ks", "Qs Js Ts 2d 3c", 100),
    ("9s 8s", "7s 6s 5s 2d 3c", 40),
    ("As Ad", "Ac Ah Ts 2d 3c", 30),
    ("As Ad", "Ac Th Ts 2d 3c", 8),
    ("As Ks", "7s 6s 5s 2d 3c", 7),
    ("9s 8d", "7s 6c 5s 2d 3c", 4),
    ("As 4d", "2h 3c 5s Kd Kc", 4),
    ("As Ad", "Ac Th 8s 2d 3c", 3),
    ("As Ad", "Kc Kh 8s 2d 3c", None),
    ("As Qd", "Kc Th 8s 2d 3c", None),
]


@pytest.mark.clause("HU-04")
@pytest.mark.parametrize(("hole", "board", "times"), FINALS)
@pytest.mark.parametrize("last", ["raise", "fold"])
def test_trips_plus_pays_the_best_five_of_seven_won_lost_or_folded(table, hole, board, times, last):
    dealt = table(hole, dealer="7h 4s", board=board, house=BOTH)
    bet(dealt, 1, 10, trips_plus=5)
    dealt.expire()
    check(dealt, 1, times=2)
    dealt.decide(1, Decision(last))
    assert result(dealt, TRIPS) == ("lose" if times is None else "win")
    assert won(dealt, TRIPS) == (times or 0)


POCKETS = [
    ("As Ad", 30),
    ("As Ks", 20),
    ("Jh Ah", 20),
    ("Qd Ad", 20),
    ("As Kd", 10),
    ("Jc Ah", 10),
    ("Qs Ad", 10),
    ("Ks Kd", 5),
    ("3s 3d", 5),
    ("As Ts", None),
    ("Ks Qs", None),
    ("Ac 2d", None),
]


@pytest.mark.clause("HU-04")
@pytest.mark.parametrize(("hole", "times"), POCKETS)
@pytest.mark.parametrize("last", ["raise", "fold"])
def test_the_pocket_bonus_pays_the_two_cards(table, hole, times, last):
    dealt = table(hole, dealer="7h 4s", board="4c 4d 7s 2h 9c", house=BOTH)
    bet(dealt, 1, 10, pocket_bonus=5)
    dealt.expire()
    check(dealt, 1, times=2)
    dealt.decide(1, Decision(last))
    assert result(dealt, BONUS) == ("lose" if times is None else "win")
    assert won(dealt, BONUS) == (times or 0)
    assert net(dealt) == (-20 if last == "fold" else -30) + 5 * (-1 if times is None else times)


@pytest.mark.clause("HU-04")
def test_a_house_may_let_side_bets_die_with_a_fold(table):
    dealt = table("As Ad", house=msgspec.structs.replace(BOTH, side_bets_live_after_fold=False))
    bet(dealt, 1, 10, pocket_bonus=5, trips_plus=5)
    dealt.expire()
    check(dealt, 1, times=2)
    fold(dealt, 1)
    assert net(dealt) == -30


@pytest.mark.clause("HU-04")
def test_the_edges_of_the_ready_side_bets_are_the_published_ones():
    table = READY["pocket_bonus"].pays
    prices = [table.price(pocket(two)) for two in combinations(PACK, 2)]
    assert -sum(-1 if p is None else p for p in prices) / len(prices) == Fraction(10, 221)
    sevens = {  # Of 133,784,560 hands of seven cards.
        "royal_flush": 4_324,
        "straight_flush": 37_260,
        "four_of_a_kind": 224_848,
        "full_house": 3_473_184,
        "flush": 4_047_644,
        "straight": 6_180_020,
        "three_of_a_kind": 6_461_620,
    }
    table = READY["trips_plus"].pays
    back = sum(count * (1 + table.price(high.LEAST[key])) for key, count in sevens.items())
    assert 1 - back / 133_784_560 == Fraction(223_175, 6_689_228)
    assert table.price(high.LEAST["three_of_a_kind"] - 1) is None


OWN = """
title = "Test"
currency = "$"
[tables.t]
game = "heads-up-holdem"
[tables.t.rules]
"""
PAIRS = """
[[tables.t.rules.side_bets]]
name = "pairs"
evaluation = "pocket"
pays = { pocket_pair = 11 }
"""


@pytest.mark.clause("HU-04")
def test_a_sheet_may_define_a_side_bet_with_its_own_table(table):
    house = houses.read(OWN + "side_bet_max = 50" + PAIRS, "own.toml", "own").tables["t"].rules
    assert house.side_bets == (SideBet("pairs", "pocket", SidePays({"pocket_pair": 11})),)
    for hole, net_result in ("As Ad", 55), ("2s 2d", 55), ("As Kd", -5):
        dealt = table(hole, house=house)
        bet(dealt, 1, 10, pairs=5)
        dealt.expire()
        check(dealt, 1, times=2)
        fold(dealt, 1)
        assert net(dealt) == -20 + net_result
    prices = plates.plate(houses.read(OWN + PAIRS, "", ""), _table(OWN + PAIRS)).prices
    assert (prices[-1].title, prices[-1].rows) == ("Pairs", (plates.Row("any pair", "11 to 1"),))


def _table(sheet):
    return houses.read(sheet, "own.toml", "own").tables["t"]


def side_bet(name="p", evaluation="final", pays="flush = 3"):
    return f'side_bets = [{{ name = "{name}", evaluation = "{evaluation}", pays = {{ {pays} }} }}]'


@pytest.mark.clause("HU-04")
@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ('side_bets = ["lucky_ladies"]', "'lucky_ladies' has no pay table.*HU-04"),
        ('side_bets = ["trips_plus", "trips_plus"]', "twice"),
        (
            'side_bets = [{ name = "pairs", evaluation = "pocket" }]',
            r"side_bets.0..pays: is missing",
        ),
        (side_bet(pays=""), "at least one row"),
        (side_bet(evaluation="pocket"), "pays must price pocket hands"),
        (side_bet(pays="pocket_pair = 3"), "pays must price final hands"),
        (side_bet(evaluation="flop"), "flop"),
        (side_bet("a b"), "side_bets.0..name"),
        (side_bet(pays="flush = 3, pocket_pair = 1"), "'pocket_pair' is not a hand"),
        (side_bet(pays="flush = 3, straight = 4"), "must not pay less"),
        (side_bet("p", "pocket", "pocket_aces = 3, pocket_pair = 5"), "must not pay less"),
    ],
)
def test_a_side_bet_without_a_sound_table_is_refused(sheet, why):
    with pytest.raises(houses.BadSheet, match=why):
        _table(OWN + sheet)


# The deal.


@pytest.mark.clause("HU-05")
def test_cards_go_one_by_one_to_the_players_and_the_dealer_last(table):
    dealt = table(NINES, SIX, "Ah Ac")
    for seat in 5, 1, 3:
        bet(dealt, seat, 10)
    dealt.expire()
    order = [(event.dst, text(event.cards)) for event in dealt.events if type(event) is Cards]
    holes = (1, "hole"), (3, "hole"), (5, "hole")
    spots = (*holes, DEALER)
    faces = ("9s", "6h", "Ah", "Qd", "4h", "4s", "Ac", "8s")
    assert order == list(zip(spots + spots, faces, strict=True))


@pytest.mark.clause("HU-05")
def test_a_player_sees_only_his_own_cards_until_showdown(table):
    dealt = table(NINES, SIX)
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    holes = {1: NINES, 2: SIX}
    for _ in range(3):
        for seat in 0, 1, 2, 3:
            seen = dealt.view(seat).cards
            assert seen[DEALER] == (BACK, BACK)
            for owner, hole in holes.items():
                assert text(seen[owner, "hole"]) == (hole if seat == owner else "?? ??")
        last = Decision("raise") if "fold" in acts(dealt, 1) else Decision("check")
        for seat in 1, 2:
            dealt.decide(seat, last)
    for seat in 0, 1, 2, 3:
        assert text(dealt.view(seat).cards[1, "hole"]) == NINES
        assert text(dealt.view(seat).cards[DEALER]) == QUEEN


@pytest.mark.clause("HU-05")
def test_no_card_is_burned(played):
    dealt = played()
    assert text(dealt.felt.cards[BOARD]) == DRY
    assert (0, "muck") not in dealt.felt.cards
    assert len(dealt.felt.deck) == 52 - 2 - 2 - 5


# The decisions.


@pytest.mark.clause("HU-06", "HU-08", "HU-10", "HU-11")
def test_the_three_decisions(table):
    dealt = table()
    bet(dealt, 1, 10)
    dealt.expire()
    seen = []
    for _ in range(3):
        board = len(dealt.felt.cards.get(BOARD, ()))
        seen.append((board, dealt.ask.clause, acts(dealt, 1), raises(dealt, 1)))
        dealt.decide(1, Decision(acts(dealt, 1)[0]))
    assert seen == [
        (0, "HU-06", ["check", "raise"], [10, 20, 30]),
        (3, "HU-08", ["check", "raise"], [10, 20]),
        (5, "HU-10", ["fold", "raise"], [10]),
    ]
    assert dealt.over


@pytest.mark.clause("HU-06", "HU-08", "HU-10")
@pytest.mark.parametrize(
    ("when", "wrong"),
    [
        ("preflop", [0, 5, 15, 25, 31, 40]),
        ("flop", [0, 5, 15, 21, 30]),
        ("river", [5, 9, 11, 20, 30]),
    ],
)
def test_a_raise_is_a_whole_multiple_within_the_round_s_most(table, when, wrong):
    dealt = table()
    bet(dealt, 1, 10)
    dealt.expire()
    check(dealt, 1, times=ROUNDS[when])
    for amount in wrong:
        assert dealt.ask.clause in refusal(dealt, 1, "raise", amount)
    raise_to(dealt, 1, 10)
    assert dealt.over


@pytest.mark.clause("HU-06")
def test_a_house_may_take_any_chip_amount_in_between(table):
    dealt = table(house=Rules(raise_granularity="chip"))
    bet(dealt, 1, 10)
    dealt.expire()
    assert raises(dealt, 1) == list(range(10, 31))
    refusal(dealt, 1, "raise", 10.5)
    check(dealt, 1)
    assert raises(dealt, 1) == list(range(10, 21))
    check(dealt, 1)
    assert raises(dealt, 1) == [10]
    for wrong in 9, 11:
        assert "HU-10" in refusal(dealt, 1, "raise", wrong)


@pytest.mark.clause("HU-06", "HU-07")
def test_all_decide_at_once_and_the_flop_waits_for_the_last(table):
    dealt = table(NINES, SIX, "Ah Ac")
    for seat in 1, 2, 3:
        bet(dealt, seat, 10)
    dealt.expire()
    assert list(dealt.ask.options) == [1, 2, 3]
    check(dealt, 3, 1)
    assert BOARD not in dealt.felt.cards
    raise_to(dealt, 2, 30)
    assert text(dealt.view(5).cards[BOARD]) == "2c 5d 9h"
    assert list(dealt.ask.options) == [1, 3]


@pytest.mark.clause("HU-06")
def test_a_house_may_ask_in_turn_from_the_dealer_s_left(table):
    dealt = table(NINES, SIX, "Ah Ac", house=Rules(decision_order="in_turn"))
    for seat in 1, 2, 3:
        bet(dealt, seat, 10)
    dealt.expire()
    turns = []
    while not dealt.over:
        (seat,) = dealt.ask.options
        refusal(dealt, seat % 3 + 1, "check")
        turns.append((dealt.ask.clause, seat))
        if turns[-1] == ("HU-08", 1):
            raise_to(dealt, seat, 10)
        else:
            dealt.decide(seat, Decision(acts(dealt, seat)[0]))
    first = [("HU-06", seat) for seat in (1, 2, 3)] + [("HU-08", seat) for seat in (1, 2, 3)]
    assert turns == [*first, ("HU-10", 2), ("HU-10", 3)]


@pytest.mark.clause("HU-06", "HU-08")
def test_nobody_folds_before_the_river(table):
    dealt = table()
    bet(dealt, 1, 10)
    dealt.expire()
    for _ in range(2):
        assert "you can fold only at the end (HU-10)" in refusal(dealt, 1, "fold")
        check(dealt, 1)
    assert "Raise or fold (HU-10)" in refusal(dealt, 1, "check")


@pytest.mark.clause("HU-07", "HU-09")
def test_three_cards_and_then_two_together(played):
    dealt = played(to="fold")
    boards = [e for e in dealt.feed(3) if type(e) is Cards and e.dst == BOARD]
    assert [text(event.cards) for event in boards] == ["2c 5d 9h", "Jc Ks"]


@pytest.mark.clause("HU-08", "HU-11", "HU-27")
def test_who_has_raised_has_no_decision_and_cannot_undo_it(table):
    dealt = table(NINES, SIX)
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    raise_to(dealt, 1, 20)
    for _ in range(3):
        assert dealt.asked(1) == ()
        for act in "raise", "check", "fold", "withdraw", "bet":
            assert "nothing to decide" in refusal(
                dealt, 1, act, 10, "raise" if act == "raise" else ""
            )
        assert lies(dealt, 1, "raise") == 20
        dealt.decide(2, Decision(acts(dealt, 2)[0]))
    assert dealt.over


@pytest.mark.clause("HU-37")
def test_a_check_and_a_fold_stand(table):
    dealt = table(NINES, SIX)
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    check(dealt, 1)
    assert "HU-37" in refusal(dealt, 1, "raise", 10)
    check(dealt, 2)
    check(dealt, 1, 2)
    fold(dealt, 1)
    assert "HU-37" in refusal(dealt, 1, "raise", 10)


@pytest.mark.clause("HU-12")
@pytest.mark.parametrize("board", [DRY, "2h 5h 9h Jc Ks"])
def test_a_fold_loses_ante_and_odds_at_once_whatever_the_cards(table, board):
    dealt = table("Ah Th", SIX, board=board)
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    check(dealt, 1, 2, times=2)
    fold(dealt, 1)
    assert not dealt.over
    assert (net(dealt), dealt.felt.chips[BANK]) == (-20, 20 * CHIP)
    raise_to(dealt, 2, 10)
    assert net(dealt) == -20


@pytest.mark.clause("HU-12", "HU-23")
def test_no_bad_beat_is_paid_to_who_folded(played):
    straight = "8h 7d", "Kh Kd", "9c Ts Jd Kc Ks"
    assert net(played(*straight, to="fold")) == -20
    assert net(played(*straight)) == -10 + 40 - 10


@pytest.mark.clause("HU-32")
@pytest.mark.parametrize("late", [0, 1, 2])
def test_no_decision_in_time_is_a_check_and_at_last_a_fold(table, late):
    dealt = table(NINES, SIX)
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    assert dealt.ask.clock == "decision_seconds"
    check(dealt, 1, times=1)
    check(dealt, 2, times=1)
    for _ in range(late):
        dealt.expire()
    said = [(e.seat, e.what) for e in dealt.events if type(e) is Said and e.by == CLOCK and e.seat]
    assert said == [(1, "check"), (2, "check"), (1, "fold"), (2, "fold")][: 2 * late]
    assert staked(dealt) == 20  # Never bets a player's money without their act.


@pytest.mark.clause("HU-32")
def test_one_may_be_late_while_the_others_think(table):
    dealt = table(NINES, SIX)
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    dealt.expire(1)
    assert list(dealt.ask.options) == [2]
    raise_to(dealt, 2, 10)
    raise_to(dealt, 1, 20)
    assert dealt.over


# The balance.


@pytest.mark.clause("HU-31")
@pytest.mark.parametrize(
    ("has", "reserve", "most"),
    [
        (30, True, 10),
        (29, True, 9),
        (15, True, 5),
        (14, True, None),
        (601, True, 200),
        (20, False, 10),
        (10, False, 5),
        (9, False, None),
        (30.5, False, 15),
    ],
)
def test_an_ante_needs_its_cover(table, has, reserve, most):
    dealt = table(has=has, house=Rules(reserve_minimum_raise=reserve))
    if most is None:
        assert "your stack must cover" in refusal(dealt, 1, "bet", 5, "ante")
        return
    (option,) = dealt.asked(1)
    assert (option.low, option.high) == (5 * CHIP, most * CHIP)
    assert option.clause == ("HU-03" if most == 200 else "HU-31")


@pytest.mark.clause("HU-31")
def test_the_further_ante_is_held_from_side_bets_and_later_changes(table):
    dealt = table(has=40, house=BOTH)
    bet(dealt, 1, 10)
    assert "allowed: bet 100 to 1000 in steps of 100 on side trips_plus (HU-31)" in refusal(
        dealt, 1, "bet", 11, TRIPS
    )
    bet(dealt, 1, 10, trips_plus=7, pocket_bonus=3)
    refusal(dealt, 1, "bet", 11, "ante")  # Side bets are spent: they cover nothing.
    refusal(dealt, 1, "bet", 4, BONUS)
    bet(dealt, 1, 10, pocket_bonus=1, trips_plus=9)  # What lies there may be bet again.
    dealt.expire()
    assert raises(dealt, 1) == [10]


@pytest.mark.clause("HU-31", "HU-35")
@settings(max_examples=60, deadline=None)
@given(has=st.integers(0, 200), data=st.data(), house=st.sampled_from(list(VARIANTS.values())))
def test_with_the_reserve_nobody_is_forced_to_fold(has, data, house):
    dealt = Hand(game, house, {(1, "stack"): has * 50}, fair.arranged("", PACK))
    for _ in range(5):
        if not dealt.asked(1):
            break
        option = data.draw(st.sampled_from(dealt.asked(1)))
        steps = data.draw(st.integers(0, (option.high - option.low) // option.step))
        dealt.decide(1, Decision(option.act, option.low + steps * option.step, option.spot))
    dealt.expire()
    for _ in range(3):
        if dealt.over:
            break
        ante, stack = lies(dealt, 1, "ante"), dealt.felt.chips[1, "stack"] / CHIP
        assert ("raise" in acts(dealt, 1)) == (stack >= ante)
        assert "raise" in acts(dealt, 1) or not house.reserve_minimum_raise
        assert all(amount <= stack for amount in raises(dealt, 1))
        dealt.expire()


@pytest.mark.clause("HU-35")
@pytest.mark.parametrize(
    ("left", "offered"),
    [(10, [10]), (15, [10]), (20, [10, 20]), (29, [10, 20]), (30, [10, 20, 30])],
)
def test_only_the_multiples_that_the_balance_covers_are_offered(table, left, offered):
    dealt = table(has=20 + left)
    bet(dealt, 1, 10)
    dealt.expire()
    assert raises(dealt, 1) == offered
    for wrong in 15, left + 1, 30.5:
        assert ("HU-35" if left < 30 else "HU-06") in refusal(dealt, 1, "raise", wrong)


@pytest.mark.clause("HU-35")
@pytest.mark.parametrize("grain", ["multiple", "chip"])
def test_without_the_reserve_a_poor_player_can_only_fold_at_the_end(table, grain):
    dealt = table(has=29, house=Rules(reserve_minimum_raise=False, raise_granularity=grain))
    bet(dealt, 1, 10)
    dealt.expire()
    for only in "check", "check", "fold":
        assert acts(dealt, 1) == [only]
        assert "needs a whole Ante in your stack (HU-35)" in refusal(dealt, 1, "raise", 9)
        dealt.decide(1, Decision(only))
    assert net(dealt) == -20


# The showdown and the settlement.


@pytest.mark.clause("HU-13")
@pytest.mark.parametrize(
    ("hole", "dealer", "board", "better"),
    [
        ("As Ah", "Kc Kd", DRY.replace("Ks", "Qs"), 1),  # Two cards of one's own,
        ("As 2h", "Kh Kd", "Ac Ah Qd 7h 8c", 1),  # one,
        ("2h 3d", "2s 3c", "Ac Kc Qc Jc Tc", 0),  # or none.
        ("As 2h", "Kd Qd", "3c 4h 5d Ks 9c", 1),  # The ace is low in 5-4-3-2-A,
        ("As 2h", "6d 9d", "3c 4h 5d Ks 9c", 1),
        ("As 2h", "6d 7d", "3c 4h 5d Ks 9c", -1),  # which is the lowest straight.
        ("Ks 2h", "Qd Qs", "3c 4h Ad Jc 9c", -1),  # No straight goes round the corner.
    ],
)
def test_the_best_five_of_seven_cards_decide(played, hole, dealer, board, better):
    outcome = {1: "win", 0: "push", -1: "lose"}[better]
    assert result(played(hole, dealer, board), "raise") == outcome


@pytest.mark.clause("HU-14")
def test_the_dealer_shows_first_then_each_player_and_all_are_named(table):
    dealt = table(NINES, SIX, "Ah Ac")
    for seat in 1, 2, 3:
        bet(dealt, seat, 10)
    dealt.expire()
    for seat in 1, 2, 3:
        raise_to(dealt, seat, 10)
    assert shown(dealt) == [DEALER, (3, "hole"), (2, "hole"), (1, "hole")]
    readings = game.read(dealt.opening.rules, dealt.view(5), "en")
    names = {spot: reading.name for spot, reading in readings.items()}
    assert names == {
        DEALER: "king high",
        (1, "hole"): "pair of nines",
        (2, "hole"): "king high",
        (3, "hole"): "pair of aces",
    }
    assert text(readings[DEALER].cards) == "Ks Qd Jc 9h 8s"
    assert sorted(readings[1, "hole"].cards) == sorted(cards("9s 9h Ks Jc 5d"))
    assert game.read(dealt.opening.rules, dealt.view(5), "fr")[1, "hole"].name == "paire de neuf"


@pytest.mark.clause("HU-14")
def test_before_the_showdown_a_player_reads_only_his_own_hand(table):
    dealt = table(NINES, SIX)
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    assert game.read(dealt.opening.rules, dealt.view(1), "en") == {}
    check(dealt, 1, 2)
    assert {s: r.name for s, r in game.read(dealt.opening.rules, dealt.view(1), "en").items()} == {
        (1, "hole"): "pair of nines"
    }
    assert game.read(dealt.opening.rules, dealt.view(3), "en") == {}


@pytest.mark.clause("HU-15")
@pytest.mark.parametrize(
    ("dealer", "board", "qualifies"),
    [
        ("Qd 8s", DRY, False),
        ("Ad Qs", DRY, False),
        ("2d 8s", DRY, True),
        ("3d 3s", DRY, True),
        ("Qd 8s", "5c 5d 9h Jc 2s", True),  # A pair on the board counts.
    ],
)
def test_the_dealer_qualifies_with_a_pair(played, dealer, board, qualifies):
    dealt = played("As Ah", dealer, board)  # Always the better hand.
    assert result(dealt, "ante") == ("win" if qualifies else "push")
    assert result(dealt, "raise") == "win"
    assert result(dealt, "odds") == "push"
    assert (Said(HOUSE, "unqualified") in dealt.events) == (not qualifies)


STRAIGHT = "8h 7d"
STRAIGHTS = "9c Ts Jd"
OUTCOMES = [
    ("HU-16", SIX, FIVES, DRY, "lose", "lose", "lose"),
    ("HU-17", NINES, QUEEN, DRY, "push", "push", "win"),
    ("HU-17", KING_HIGH, "Ad 8h", DRY, "push", "lose", "lose"),
    ("HU-18", NINES, FIVES, DRY, "win", "push", "win"),
    ("HU-20", SIX, FIVES, DRY, "lose", "lose", "lose"),
    ("HU-20", KING_HIGH, ACE_HIGH, DRY, "push", "lose", "lose"),
    ("HU-21", "Ad Qh", QUEEN, DRY, "push", "push", "win"),
    ("HU-21", "Kd Kh", FIVES, DRY, "win", "push", "win"),
    ("HU-22", "8s 9d", "Ah 2d", "5c 6d 7h Jc Ks", "push", "win", "win"),
    ("HU-22", STRAIGHT, "Ah 2d", f"{STRAIGHTS} 2h 2c", "win", "win", "win"),
    ("HU-23", STRAIGHT, "Kh Qd", f"{STRAIGHTS} 2h 3c", "lose", "win", "lose"),
    ("HU-24", "2h 3d", "4s 3c", "Ac Kc Qc Jc Tc", "push", "push", "push"),
    ("HU-24", "2h 3d", "2s 3c", "Ac Kd 8c 8h 8d", "push", "push", "push"),
    ("HU-24", "2h 3d", "2s 3c", "Ac Kd 9c 8h 6d", "push", "push", "push"),
    ("HU-25", KING_HIGH, ACE_HIGH, DRY, "push", "lose", "lose"),
    ("HU-25", SIX, FIVES, DRY, "lose", "lose", "lose"),
    ("HU-26", NINES, QUEEN, DRY, "push", "push", "win"),
    ("HU-26", NINES, FIVES, DRY, "win", "push", "win"),
]


@pytest.mark.clause("HU-16", "HU-17", "HU-18", "HU-20", "HU-21", "HU-22", "HU-23", "HU-24")
@pytest.mark.clause("HU-25", "HU-26")
@pytest.mark.parametrize(
    ("hole", "dealer", "board", "ante", "odds", "more"),
    [pytest.param(*row[1:], id=row[0]) for row in OUTCOMES],
)
def test_how_ante_odds_and_raise_end(played, hole, dealer, board, ante, odds, more):
    for when, to in ("preflop", 30), ("preflop", 20), ("flop", 20), ("river", 10):
        dealt = played(hole, dealer, board, when=when, to=to)
        assert [result(dealt, word) for word in ("ante", "odds", "raise")] == [ante, odds, more]
        even = {"win": 1, "push": 0, "lose": 0}
        assert (won(dealt, "ante"), won(dealt, "raise")) == (even[ante], even[more])


@pytest.mark.clause("HU-17")
def test_a_house_may_let_the_ante_lose_to_an_unqualified_but_better_dealer(played):
    house = Rules(ante_push_first=False)
    assert result(played(KING_HIGH, ACE_HIGH, house=house), "ante") == "lose"
    assert result(played(NINES, QUEEN, house=house), "ante") == "push"
    tied = "2h 3d", "2s 3c", "Ac Kd 9c 8h 6d"
    assert result(played(*tied, house=house), "ante") == "push"
    assert result(played(NINES, FIVES, house=house), "ante") == "win"


WINS = [
    ("As Ks", "2h 2c", "Qs Js Ts 2d 3c", 500),
    ("5s 6s", "Ks Kd", "7s 8s 9s 2d 3c", 50),
    ("7s 7d", "Kh Kd", "7c 7h Ks 2d 3c", 10),
    ("7s 7d", "6h 6d", "7c 3h 6s 3d Kc", 3),
    ("Ah 9h", "Kd Kc", "Kh 7h 2h 3c 8d", 1.5),
    ("8h 7d", "Ah 2d", "9c Ts Jd 2h 2c", 1),
]
BEATS = [
    ("5s 6s", "Ts Js", "7s 8s 9s 2d 3c", 500),
    ("7s 7d", "8h 8d", "7c 7h 8s 8c 3c", 25),
    ("7d 3h", "Kh 4s", "Kd Kc 7s 7h 2c", 6),
    ("Kh 9h", "As Ad", "Ah 7h 2h 7c 3d", 5),
    ("8h 7d", "Kh Qd", "9c Ts Jd 2h 3c", 4),
]


@pytest.mark.parametrize(
    ("hole", "dealer", "board", "times"),
    [pytest.param(*row, marks=pytest.mark.clause("HU-22")) for row in WINS]
    + [pytest.param(*row, marks=pytest.mark.clause("HU-23")) for row in BEATS],
)
def test_what_odds_pays(played, hole, dealer, board, times):
    dealt = played(hole, dealer, board)
    assert won(dealt, "odds") == times
    sign = 1 if (hole, dealer, board, times) in WINS else -1
    assert net(dealt) == sign * 20 + times * 10


@pytest.mark.clause("HU-22", "HU-23")
def test_the_tables_have_these_rows_and_no_others():
    assert [float(price) for price in SHEET.odds_pays.rows.values()] == [row[3] for row in WINS]
    beaten = SHEET.bad_beat_pays.rows
    assert [float(price) for price in beaten.values()] == [row[3] for row in BEATS]
    for table in SHEET.odds_pays, SHEET.bad_beat_pays:
        assert table.price(high.LEAST["straight"] - 1) is None
    assert "royal_flush" not in beaten


@pytest.mark.clause("HU-24")
@pytest.mark.parametrize(
    ("board", "odds"),
    [("Ac Kc Qc Jc Tc", 500), ("9c Ts Jd Qh Kc", 1), ("Ac Kd 8c 8h 8d", 0)],
)
def test_a_house_may_pay_odds_on_a_tie(played, board, odds):
    dealt = played("2h 3d", "2s 3c", board, house=Rules(odds_pays_on_tie=True))
    assert won(dealt, "odds") == odds
    assert [result(dealt, word) for word in ("ante", "raise")] == ["push", "push"]


@pytest.mark.clause("HU-30")
@pytest.mark.parametrize(
    ("rounding", "ante", "pays"),
    [
        ("down_to_cent", 5, 7.5),
        ("down_to_cent", 5.01, 7.51),
        ("up_to_cent", 5.01, 7.52),
        ("down_to_chip", 5.01, 7.51),
    ],
)
def test_fractions_are_rounded_as_the_house_says(played, rounding, ante, pays):
    house = Rules(fraction_rounding=rounding, chip=1)
    dealt = played(*WINS[4][:3], ante=ante, house=house)
    assert net(dealt) == pytest.approx(2 * ante + pays)


@pytest.mark.clause("HU-30")
def test_a_house_without_half_chips_rounds_down_to_the_chip(played):
    house = Rules(fraction_rounding="down_to_chip")
    assert net(played(*WINS[4][:3], ante=5, house=house)) == 5 + 5 + 7


@pytest.mark.clause("HU-34")
def test_positions_are_settled_from_the_dealer_s_right_raise_ante_odds_side_bets(table):
    dealt = table(NINES, "Ah Ac", SIX, board=DRY, house=BOTH)
    for seat in 1, 3, 5:
        bet(dealt, seat, 10, pocket_bonus=2, trips_plus=3)
    dealt.expire()
    for seat in 1, 3, 5:
        raise_to(dealt, seat, 10)
    ends = [e.src for e in chips(dealt) if e.why in ("back", "lose")]
    words = "raise", "ante", "odds", TRIPS, BONUS
    assert ends == [(seat, word) for seat in (5, 3, 1) for word in words]


@pytest.mark.clause("HU-34")
def test_a_win_is_paid_beside_its_bet_and_both_go_back(played):
    after = chips(played(*WINS[4][:3], ante=5))[3:]
    paid = [(e.src, e.dst, e.amount / CHIP, e.why) for e in after]
    stack = (1, "stack")
    assert paid == [
        (BANK, (1, "raise"), 5, "win"),
        ((1, "raise"), stack, 10, "back"),
        (BANK, (1, "ante"), 5, "win"),
        ((1, "ante"), stack, 10, "back"),
        (BANK, (1, "odds"), 7.5, "win"),
        ((1, "odds"), stack, 12.5, "back"),
    ]


@pytest.mark.clause("HU-36")
def test_nobody_waits_when_nobody_has_a_decision_left(table):
    dealt = table(NINES, SIX)
    bet(dealt, 1, 10)
    bet(dealt, 2, 10)
    dealt.expire()
    raise_to(dealt, 1, 10)
    raise_to(dealt, 2, 10)
    assert dealt.over
    assert text(dealt.felt.cards[BOARD]) == DRY


@pytest.mark.clause("HU-36")
@pytest.mark.parametrize("show", [False, True])
def test_when_all_have_folded_no_card_is_compared(table, show):
    dealt = table("As Ad", SIX, house=msgspec.structs.replace(BOTH, show_dealer_when_all_fold=show))
    bet(dealt, 1, 10, pocket_bonus=5)
    bet(dealt, 2, 10)
    dealt.expire()
    check(dealt, 1, 2, times=2)
    fold(dealt, 1, 2)
    assert shown(dealt) == ([DEALER] if show else [])
    assert (net(dealt, 1), net(dealt, 2)) == (-20 + 150, -20)  # A live side bet is settled.


@pytest.mark.clause("HU-36")
def test_folded_cards_are_never_shown_to_others(table):
    dealt = table(NINES, "As Ad", house=BOTH)
    bet(dealt, 1, 10)
    bet(dealt, 2, 10, pocket_bonus=5, trips_plus=5)
    dealt.expire()
    check(dealt, 1, 2, times=2)
    fold(dealt, 2)
    raise_to(dealt, 1, 10)
    assert shown(dealt) == [DEALER, (1, "hole")]
    for seat in 0, 1, 3:
        assert dealt.view(seat).cards[2, "hole"] == (BACK, BACK)
        assert (2, "hole") not in game.read(dealt.opening.rules, dealt.view(seat), "en")


# The staff.


MOMENTS = ["betting", "first", "raised", "river", "folded"]


@pytest.mark.clause("HU-29", "HU-33")
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_inspector_may_void_the_round_and_all_bets_go_back(table, moment):
    dealt = table(NINES, SIX, house=BOTH)
    bet(dealt, 1, 10, trips_plus=5)
    bet(dealt, 2, 10)
    if moment != "betting":
        dealt.expire()
    if moment == "raised":
        raise_to(dealt, 1, 30)
    if moment in ("river", "folded"):
        check(dealt, 1, 2, times=2)
    if moment == "folded":
        fold(dealt, 1)
    dealt.rule(Decision("void", by="inspector", why="an exposed card"))
    assert dealt.over
    assert [net(dealt, seat) for seat in (1, 2, 3)] == [0, 0, 0]
    assert Said(0, "void", by="inspector", why="an exposed card") in dealt.feed(2)


@pytest.mark.clause("HU-29")
def test_a_ruling_names_who_and_why_and_no_player_gives_it(table, played):
    dealt = table()
    bet(dealt, 1, 10)
    for nameless in Decision("void", why="dispute"), Decision("void", by="inspector"):
        with pytest.raises(Refused, match="a name and a reason"):
            dealt.rule(nameless)
    refusal(dealt, 1, "void")
    with pytest.raises(Refused, match="can only be corrected"):
        played().rule(Decision("void", by="inspector", why="dispute"))


# Properties.


def five(hand):
    """A five-card hand the slow way: class, then ranks."""
    ranks = sorted((RANK[card] for card in hand), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    shape = tuple(count for _, count in groups)
    flush = len({SUIT[card] for card in hand}) == 1
    straight = len(groups) == 5 and ranks[0] - ranks[4] == 4
    classes = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), "", "", (3, 2), (4, 1)]
    kind = 8 if flush and straight else 5 if flush else 4 if straight else classes.index(shape)
    return kind, [rank for rank, _ in groups]


def seven(hand):
    return max(five(some) for some in combinations(hand, 5))


ODDS = {4: Fraction(1), 5: Fraction(3, 2), 6: Fraction(3), 7: Fraction(10), 8: Fraction(50)}
BEAT = {4: 4, 5: 5, 6: 6, 7: 25, 8: 500}


def oracle(hole, dealer, board, ante, to):
    """The net of Ante, Odds and Raise, from the sheet alone."""
    mine, dealers = seven(hole + board), seven(dealer + board)
    if mine == dealers:
        return 0
    raised = to if mine > dealers else -to
    anted = 0 if dealers[0] == 0 else ante if mine > dealers else -ante
    if mine > dealers:
        times = 500 if mine == (8, [12, 11, 10, 9, 8]) else ODDS.get(mine[0], 0)
    else:
        times = BEAT.get(mine[0], -1)
    return raised + anted + times * ante


POOLS = {
    "all": PACK,
    "two suits": tuple(card for card in PACK if SUIT[card] < 2),
    "one suit and a bit": tuple(card for card in PACK if SUIT[card] == 0 or RANK[card] > 10),
    "low": tuple(card for card in PACK if RANK[card] < 5),
    "high": tuple(card for card in PACK if RANK[card] > 7),
}


@pytest.mark.clause("HU-02", "HU-13", "HU-15", "HU-19")
@settings(max_examples=300, deadline=None)
@given(
    pool=st.sampled_from(list(POOLS)),
    seed=SEEDS,
    ante=st.integers(5, 200),
    when=st.integers(0, 2),
    times=st.integers(1, 3),
)
def test_an_oracle_agrees(pool, seed, ante, when, times):
    drawn = Random(seed).sample(POOLS[pool], 9)
    (a, b, c, d), board = drawn[:4], drawn[4:]
    order = [a, c, b, d, *board]
    deal = Deal(tuple(order + [card for card in PACK if card not in order]))
    dealt = Hand(game, SHEET, stacks({1: 1000 * CHIP}), deal)
    bet(dealt, 1, ante)
    dealt.expire()
    check(dealt, 1, times=when)
    to = ante * min(times, 3 - when)
    raise_to(dealt, 1, to)
    assert Fraction(net(dealt)) == oracle([a, b], [c, d], board, ante, to)


@MANY
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_nobody_is_paid_more_than_the_tables_allow(house, seed):
    most = {"ante": 1, "raise": 1, "odds": 500, TRIPS: 100, BONUS: 30}
    for hand in laws.evening(game, house, seed, hands=2):
        laws.finish(hand, Random(seed))
        down, paid = Counter(), Counter()
        for event in chips(hand):
            if event.src[1] == "stack":
                down[event.dst] += event.amount
            elif event.why == "withdraw":
                down[event.src] -= event.amount
            elif event.why == "win":
                paid[event.dst] += event.amount
        for spot, amount in paid.items():
            assert 0 < amount <= most[spot[1]] * down[spot]
        for seat in hand.felt.seats:
            assert down[seat, "odds"] == down[seat, "ante"]
            most_antes = max(house.raise_before_flop, house.raise_on_flop)
            assert down[seat, "raise"] <= most_antes * down[seat, "ante"]


PLANS = st.tuples(
    st.integers(5, 100),
    st.integers(0, 20),
    st.integers(0, 20),
    st.integers(0, 3),
    st.integers(1, 3),
)


def nets(seed, plans, house, shuffler):
    """Everybody's net; a plan is Ante, two side bets, the round of the Raise and its size."""
    dealt = Hand(game, house, stacks(dict.fromkeys(plans, 1000 * CHIP)), fair.deal(seed, PACK))
    order = list(plans)
    shuffler.shuffle(order)
    for seat in order:
        ante, trips, bonus, _, _ = plans[seat]
        sides = {"trips_plus": trips, "pocket_bonus": bonus}
        bet(dealt, seat, ante, **{name: amount for name, amount in sides.items() if amount})
    dealt.expire()
    for now in range(3):
        shuffler.shuffle(order)
        for seat in [seat for seat in order if dealt.asked(seat)]:
            ante, _, _, when, times = plans[seat]
            if when == now:
                raise_to(dealt, seat, ante * min(times, 3 - now))
            else:
                dealt.decide(seat, Decision(acts(dealt, seat)[0]))
    assert dealt.over
    return {seat: net(dealt, seat) for seat in plans}


@pytest.mark.clause("HU-02", "HU-34")
@settings(max_examples=100, deadline=None)
@given(
    seed=st.binary(min_size=32, max_size=32),
    plans=st.dictionaries(st.integers(1, 5), PLANS, min_size=2, max_size=5),
    others=st.lists(PLANS, min_size=5, max_size=5),
    live=st.booleans(),
    shuffler=st.randoms(use_true_random=False),
)
def test_no_result_depends_on_another_player(seed, plans, others, live, shuffler):
    house = msgspec.structs.replace(BOTH, side_bets_live_after_fold=live)
    before = nets(seed, plans, house, shuffler)
    for seat in plans:
        changed = {other: plans[other] if other == seat else others[other - 1] for other in plans}
        assert nets(seed, changed, house, shuffler)[seat] == before[seat]


# The plate.


def said(house):
    table = houses.TableSheet("t", "T", game, house)
    plate = plates.plate(houses.house("casino-du-liban"), table)
    lines = [f"{line.label} {line.text}" for line in (*plate.limits, *plate.rules)]
    tables = {one.title: {row.name: row.pays for row in one.rows} for one in plate.prices}
    return "\n".join(lines), tables


def test_the_plate_says_what_the_rules_say():
    words, prices = said(SHEET)
    assert "Ante $5 to $200" in words
    assert prices["Odds"]["flush"] == "3 to 2"
    assert prices["Bad Beat"]["straight flush"] == "500 to 1"
    assert "Side" not in words
    assert len(prices) == 3


@pytest.mark.parametrize(
    ("house", "line"),
    [
        (BOTH, "Side bets $1 to $100 each"),
        (BOTH, "even if you fold"),
        (VARIANTS["side bets die"], "lost if you fold"),
        (Rules(raise_granularity="chip"), "1 to 3 Antes before the flop, in whole chips"),
        (Rules(decision_order="in_turn"), "one after the other"),
        (Rules(ante_push_first=False), "does not qualify and has no better hand"),
        (Rules(odds_pays_on_tie=True), "from a straight up, Odds is paid"),
        (Rules(show_dealer_when_all_fold=True), "folded, the dealer's cards are shown"),
        (Rules(player_positions=3), "Positions 3"),
    ],
)
def test_the_plate_follows_the_house(house, line):
    words, _ = said(house)
    assert line in words
    assert line not in said(SHEET)[0]


def test_the_plate_prints_the_side_bets():
    _, prices = said(BOTH)
    assert prices["Trips Plus"]["three of a kind"] == "3 to 1"
    assert prices["Pocket Bonus"] == {
        "pair of aces": "30 to 1",
        "ace with K, Q or J, suited": "20 to 1",
        "ace with K, Q or J, offsuit": "10 to 1",
        "any other pair": "5 to 1",
    }


def test_an_empty_table_reads_nothing():
    assert game.read(game.Rules(), View({}, {}, 52), "en") == {}


# The table and its refusals.


@pytest.mark.clause("HU-31")
def test_without_the_reserve_no_refusal_asks_for_it(table):
    dealt = table(house=Rules(reserve_minimum_raise=False), has=9)
    assert "and a Raise" not in refusal(dealt, 1, "bet", 5, "ante")


@pytest.mark.clause("HU-01")
def test_a_table_has_as_many_seats_as_positions():
    assert SeatingTerms.of(game, Rules(player_positions=3)).seats == 3


# Several positions of one player.


MANY = Rules(positions_per_player=3)


def bet_on(dealt, seat, number, ante, word="ante"):
    dealt.decide(seat, Decision("bet", int(ante * CHIP), spot(seat, number, word)))


def spot(seat, number, word="ante"):
    return seat, word if number == 1 else f"{word} {number}"


def antes_offered(dealt, seat):
    offered = [o.spot[1] for o in dealt.asked(seat) if o.act == "bet"]
    return [word for word in offered if word.startswith("ante")]


@pytest.mark.clause("HU-01")
def test_by_default_a_player_has_one_position(table):
    dealt = table()
    bet(dealt, 1, 10)
    assert antes_offered(dealt, 1) == ["ante"]


@pytest.mark.clause("HU-01", "HU-03", "HU-05")
def test_a_player_may_play_positions_that_nobody_sits_at(table):
    dealt = table(NINES, SIX, FIVES, house=MANY, seats=(1, 4))
    assert antes_offered(dealt, 1) == ["ante", "ante 2"]
    bet_on(dealt, 1, 1, 10)
    bet_on(dealt, 1, 2, 20)
    bet_on(dealt, 4, 1, 5)
    assert antes_offered(dealt, 1) == ["ante", "ante 2", "ante 3"]
    assert lies(dealt, 1, "odds 2") == 20  # One amount places both.
    dealt.expire()
    assert tuple(dealt.felt.cards[1, "hole"]) == cards(NINES)
    assert tuple(dealt.felt.cards[1, "hole 2"]) == cards(SIX)
    assert tuple(dealt.felt.cards[4, "hole"]) == cards(FIVES)
    assert dealt.view(4).cards[1, "hole 2"] == (BACK, BACK)
    assert dealt.view(1).cards[1, "hole 2"] == cards(SIX)


@pytest.mark.clause("HU-01")
def test_there_are_no_more_positions_than_the_table_has(table):
    dealt = table(house=MANY, seats=(1, 2, 3))  # Five positions, three of them taken.
    bet_on(dealt, 1, 2, 10)
    bet_on(dealt, 2, 2, 10)
    assert antes_offered(dealt, 1) == ["ante", "ante 2"]
    assert antes_offered(dealt, 3) == ["ante"]
    with pytest.raises(Refused):
        bet_on(dealt, 3, 2, 10)
    dealt.decide(1, Decision("withdraw", 0, spot(1, 2)))
    assert antes_offered(dealt, 3) == ["ante", "ante 2"]
    assert antes_offered(table(house=MANY), 1) == ["ante"]  # All five sit there.


@pytest.mark.clause("HU-01", "HU-06", "HU-34")
def test_each_position_is_decided_and_settled_by_itself(table):
    dealt = table(NINES, SIX, house=MANY, seats=(1,))
    bet_on(dealt, 1, 1, 10)
    bet_on(dealt, 1, 2, 20)
    dealt.expire()
    assert {o.spot for o in dealt.asked(1)} == {(0, ""), (1, "raise")}
    dealt.decide(1, Decision("raise", 30 * CHIP, spot(1, 1, "raise")))
    assert {o.spot for o in dealt.asked(1)} == {(1, "hole 2"), (1, "raise 2")}
    for _ in range(2):
        dealt.decide(1, Decision("check", 0, spot(1, 2, "hole")))
    dealt.decide(1, Decision("raise", 20 * CHIP, spot(1, 2, "raise")))
    assert dealt.over
    assert result(dealt, "raise") == "win"
    assert result(dealt, "raise 2") == "lose"
    assert result(dealt, "ante 2") == "push"  # The dealer has no pair.
    assert net(dealt) == 30 - 20 - 20
    laws.check_hand(dealt)


@pytest.mark.clause("HU-01", "HU-12")
def test_a_fold_gives_up_one_position_only(table):
    dealt = table(SIX, NINES, house=MANY, seats=(1,))
    bet_on(dealt, 1, 1, 10)
    bet_on(dealt, 1, 2, 20)
    dealt.expire()
    for _ in range(2):
        for number in (1, 2):
            dealt.decide(1, Decision("check", 0, (1, "hole 2") if number == 2 else (0, "")))
    dealt.decide(1, Decision("fold"))
    assert lies(dealt, 1, "ante") == 0
    assert lies(dealt, 1, "ante 2") == 20
    assert game.undecided(dealt.felt, 1)  # HU-28
    dealt.decide(1, Decision("raise", 20 * CHIP, spot(1, 2, "raise")))
    assert net(dealt) == -20 + 20
    laws.check_hand(dealt)


@pytest.mark.clause("HU-31", "HU-35")
def test_a_stack_covers_one_ante_more_for_every_position(table):
    dealt = table(NINES, SIX, house=MANY, has=60, seats=(1,))
    bet_on(dealt, 1, 1, 10)
    most = {o.spot[1]: o.high / CHIP for o in dealt.asked(1) if o.act == "bet"}
    assert most == {"ante": 20, "ante 2": 10}  # 40 are left, of which 10 are held.
    bet_on(dealt, 1, 2, 10)
    dealt.expire()
    assert raises(dealt, 1) == [10]  # 20 are left: the other position's Raise is held.
    dealt.decide(1, Decision("raise", 10 * CHIP, spot(1, 1, "raise")))
    assert raises(dealt, 1) == [10]


@pytest.mark.clause("HU-04", "HU-01")
def test_every_position_has_its_own_side_bets(table):
    house = Rules(positions_per_player=2, side_bets=("pocket_bonus",))
    dealt = table("Ad Kd", "3h 3s", house=house, seats=(1,), board="2c 5d 9h Jc Qs", dealer="8s 7s")
    bet_on(dealt, 1, 1, 10)
    bet_on(dealt, 1, 2, 10)
    bet_on(dealt, 1, 1, 5, BONUS)
    bet_on(dealt, 1, 2, 2, BONUS)
    assert lies(dealt, 1, f"{BONUS} 2") == 2
    dealt.expire()
    while not dealt.over:
        dealt.expire()
    assert net(dealt) == 5 * 20 + 2 * 5 - 4 * 10
    laws.check_hand(dealt)


@pytest.mark.clause("HU-01", "HU-06")
def test_where_players_decide_in_turn_positions_follow_one_another(table):
    house = Rules(positions_per_player=2, decision_order="in_turn")
    dealt = table(NINES, SIX, FIVES, house=house, seats=(1, 3))
    bet_on(dealt, 1, 1, 10)
    bet_on(dealt, 1, 2, 10)
    bet_on(dealt, 3, 1, 10)
    dealt.expire()
    asked = []
    while len(asked) < 3:
        ((seat, options),) = dealt.ask.options.items()
        asked.append(options[1].spot)
        dealt.decide(seat, Decision("check", 0, options[0].spot))
    assert asked == [(1, "raise"), (1, "raise 2"), (3, "raise")]


@pytest.mark.clause("HU-01")
def test_a_bot_looks_at_the_hand_of_the_position_it_is_asked_about(table):
    dealt = table("As Ad", SIX, house=MANY, seats=(1,))
    bet_on(dealt, 1, 1, 10)
    bet_on(dealt, 1, 2, 10)
    dealt.expire()
    while not dealt.over:
        dealt.decide(1, bots.bot(game)(bots.seen(dealt, 1), Random(1)))
    raised = {e.dst[1]: e.amount / CHIP for e in chips(dealt) if e.why == "raise"}
    assert raised["raise"] == 30
    assert raised.get("raise 2", 0) < 30
