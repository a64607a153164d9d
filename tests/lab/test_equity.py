import sys
from fractions import Fraction
from itertools import combinations
from random import Random
from subprocess import run

import pytest

from croupier.core.cards import cards
from croupier.lab import ranges
from croupier.lab.equities import equities
from croupier.lab.kernels import equity, sampling
from croupier.lab.odds import Unanswerable
from croupier.ranks import high, low8, omaha


def test_ace_king_against_queens_over_every_board():
    # The classic race: 787,966 wins and 6,732 ties of 1,712,304 boards.
    found = equity.exact("holdem", [ranges.holdem("AhKh"), ranges.holdem("QsQd")])
    assert found.deals == 1_712_304
    assert (found.players[0].wins, found.players[0].ties) == (787_966, 6_732)


def test_aces_against_kings_over_every_suit():
    found = equity.exact("holdem", [ranges.holdem("AA"), ranges.holdem("KK")])
    aces, kings = found.players
    assert found.deals == 61_642_944
    assert (aces.wins, kings.wins, aces.ties) == (50_371_344, 10_986_372, 285_228)
    assert aces.equity + kings.equity == 1


def test_three_hands_with_a_flop_and_a_dead_card_by_brute_force():
    hands = [cards("AhKh"), cards("QsQd"), cards("7c6c")]
    board, dead = cards("8c 5d Kc"), cards("2s")
    gone = {*board, *dead, *(card for hand in hands for card in hand)}
    wins, parts, boards = [0, 0, 0], [Fraction(0)] * 3, 0
    for two in combinations([card for card in range(52) if card not in gone], 2):
        values = [high.value((*hand, *board, *two)) for hand in hands]
        best = [at for at, value in enumerate(values) if value == max(values)]
        boards += 1
        for at in best:
            parts[at] += Fraction(1, len(best))
            wins[at] += len(best) == 1
    found = equity.exact("holdem", [[hand] for hand in hands], board, dead)
    assert found.deals == boards
    assert [player.wins for player in found.players] == wins
    assert [player.equity for player in found.players] == [part / boards for part in parts]


SUITED_AND_OTHERS = (
    ("AhKh QsQd", "", ""),
    ("AhKh 5h5c 9h8h", "", "Th"),
    ("AhKh 5h5c 9h8h", "2h7h3c", "Jh"),
    ("AhKh 5h5c", "2h7h3hQh", ""),
    ("AhKh 5h5c", "2h7h3hQhJh", ""),
    ("AsKd AdKs", "QhJhTh", "9h"),
)


@pytest.mark.parametrize(("hands", "board", "dead"), SUITED_AND_OTHERS)
def test_plain_numpy_counts_what_the_kernels_count(hands, board, dead):
    question = [cards(hand) for hand in hands.split()], cards(board), cards(dead)
    plain, boards = equity._in_plain_numpy("holdem", *question)
    counts, many = equity.over_boards("holdem", *question)
    assert plain.tolist() == counts.tolist()
    assert boards == many


def test_a_race_from_the_shell_loads_no_numba():
    code = (
        "import sys; from croupier.lab.equities import equities;"
        "found = equities('holdem', ['AhKh', 'QsQd']);"
        "print(found.players[0].wins, 'numba' in sys.modules)"
    )
    told = run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert told.stdout.split() == ["787966", "False"]


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_omaha_on_a_turn_by_brute_force(game):
    hands, board = [cards("AsAh2d3d"), cards("KsKd4h5h")], cards("6h 7d Kc 2h")
    gone = {*board, *hands[0], *hands[1]}
    parts, boards = [Fraction(0)] * 2, 0
    for river in range(52):
        if river in gone:
            continue
        full, boards = (*board, river), boards + 1
        scores = [[omaha.value(hand, full) for hand in hands]]
        lows = [low8.omaha_value(hand, full) for hand in hands]
        if game == "omaha8" and max(lows):
            scores.append(lows)
        for score in scores:
            best = [at for at in range(2) if score[at] == max(score)]
            for at in best:
                parts[at] += Fraction(1, len(best) * len(scores))
    found = equity.exact(game, [[hand] for hand in hands], board)
    assert [player.equity for player in found.players] == [part / boards for part in parts]


def test_random_omaha_values_agree_with_the_ranks():
    random = Random(3)
    for _ in range(20):
        deal = random.sample(range(52), 13)
        one, two, board = tuple(deal[:4]), tuple(deal[4:8]), tuple(deal[8:])
        winner = equity.exact("omaha", [[one], [two]], board).players[0].equity
        a, b = omaha.value(one, board), omaha.value(two, board)
        assert winner == (Fraction(1, 2) if a == b else Fraction(int(a > b)))


def test_a_sample_lies_within_its_error_and_is_the_same_again():
    hands = [ranges.holdem("AhKh"), ranges.holdem("QsQd")]
    found = sampling.sampled("holdem", hands, samples=60_000, seed=4)
    exact = equity.exact("holdem", hands)
    off = float(found.players[0].equity - exact.players[0].equity)
    assert abs(off) < 4 * found.players[0].error < 0.01
    assert sampling.sampled("holdem", hands, samples=60_000, seed=4) == found
    assert sampling.sampled("holdem", hands, samples=60_000, seed=5) != found


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("AA", 6), ("AKs", 4), ("AKo", 12), ("AK", 16), ("QQ+", 18), ("QQ+, AKs", 22),
        ("T9s-76s", 16), ("77-TT", 24), ("A5s-A2s", 16), ("ATs+", 16), ("random", 1326),
        ("AhKh", 1), ("AhKh, AKs", 4),
    ],
)  # fmt: skip
def test_ranges_hold_what_players_mean(text, size):
    assert len(set(map(frozenset, ranges.holdem(text)))) == size


@pytest.mark.parametrize("text", ["AKx", "AAs", "T9s-87o", "AhAh", "Ah", "QQ+-TT", "", "A9s-K7s"])
def test_what_is_no_range_is_refused(text):
    with pytest.raises(Unanswerable):
        ranges.holdem(text)


def test_omaha_wildcards():
    assert len(ranges.omaha("AsAhKsKh")) == 1
    assert len(ranges.omaha("AAxx")) == 6 * 1128 + 4 * 48 + 1
    assert all({51, 47} <= set(hand) for hand in ranges.omaha("AsKsxx"))
    with pytest.raises(Unanswerable):
        ranges.omaha("AAx")


def test_cards_that_are_gone_leave_the_range():
    assert len(ranges.holdem("AA", frozenset(cards("As")))) == 3
    with pytest.raises(Unanswerable, match="cards"):
        equity.exact("omaha", [[*ranges.omaha("AAxx")][:1]] * 13)


# Seats that draw beside one another.


@pytest.mark.parametrize("many", [7, 8, 9])
def test_a_full_table_of_random_hands_is_answered(many):
    found = equities("holdem", ["AhKh", *["random"] * many], samples=20_000)
    assert sum(one.equity for one in found.players) == pytest.approx(1)
    others = [float(one.equity) for one in found.players[1:]]
    assert max(others) - min(others) < 0.03
    assert 1 / (many + 1) < found.players[0].equity < 0.36


def test_omaha_is_answered_with_as_many_players_as_there_are_cards():
    found = equities("omaha", ["AsAhKsKh", *["random"] * 9], samples=4_000)
    assert sum(one.equity for one in found.players) == pytest.approx(1)
    assert found.players[0].equity > Fraction(1, 10)


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        ("holdem", ["AK", "AK", "AQ, KQ"], "2c 7d Jh"),  # They take one another's cards.
        ("holdem", ["AKs:0.25, QQ", "AQs, JJ:0.5", "KQs, TT"], "Ah 7d 2h 2c"),
        ("holdem", ["AA", "AA", "KK", "KK"], "2c 7d Jh Js"),
        ("omaha", ["AAQQ:0.5, KKQQ", "AKJJ, AATT"], "2c 7d Jh 3s"),
    ],
)
def test_a_weighted_sample_agrees_with_the_exact_answer(game, hands, board):
    exact = equities(game, hands, board, exact=True)
    found = equities(game, hands, board, samples=40_000, seed=2)
    for one, true in zip(found.players, exact.players, strict=True):
        assert abs(float(one.equity - true.equity)) < 4 * one.error + 1e-9
        assert one.wins / found.deals == pytest.approx(true.wins / exact.deals, abs=0.02)


def test_a_hard_deal_does_not_end_the_question():
    # Ten seats share the twenty cards of five ranks: one deal in 670,000 fits.
    found = equities("holdem", ["TT+"] * 10, samples=2_000)
    assert sum(one.equity for one in found.players) == pytest.approx(1, abs=1e-6)


def test_ranges_that_leave_no_deal_are_refused():
    for hands in (["AsAh", "AdAc", "AK"], ["AA"] * 3, ["AKs"] * 5):
        with pytest.raises(Unanswerable, match="need one another"):
            equities("holdem", hands, samples=500)


def test_a_hand_against_any_hand_is_counted_at_once():
    # 85.20 % for aces and 34.58 % for seven-two offsuit, as every table prints.
    for hand, share in {"AsAh": 0.8520, "7c2d": 0.3458}.items():
        found = equities("holdem", [hand, "random"])
        assert found.exact
        assert found.deals == 2_118_760 * 990
        assert float(found.players[0].equity) == pytest.approx(share, abs=5e-5)
    flop = cards("2c 7d Jh Js")
    some = [ranges.holdem(text, frozenset(flop)) for text in ("random", "AhKh, 99:0.5")]
    fast = equity.exact("holdem", some, flop)
    slow = equity._counted("holdem", [equity.weighted(one) for one in some], flop, (), None)
    assert fast.players == slow.players


def test_what_is_too_much_to_count_is_refused_at_once():
    with pytest.raises(Unanswerable, match="sample"):
        equities("holdem", ["AhKh", *["random"] * 5], exact=True)


# Weights, shares of the best hands, lists of Omaha.


def test_weights_are_read_and_counted():
    some = ranges.holdem("AK:0.5, AKs, QQ:25%")
    assert some[tuple(cards("AhKh"))] == 1
    assert some[tuple(cards("AhKs"))] == Fraction(1, 2)
    assert some[tuple(cards("QhQc"))] == Fraction(1, 4)
    half = equities("holdem", ["AA:0.5, KK:0.5", "QsQh"], "2c 7d Jh")
    assert [one.equity for one in half.players] == [
        one.equity for one in equities("holdem", ["AA, KK", "QsQh"], "2c 7d Jh").players
    ]
    aces, kings = (equities("holdem", [hand, "QsQh"], "2c 7d Jh") for hand in ("AA", "KK"))
    mixed = equities("holdem", ["AA, KK:0.5", "QsQh"], "2c 7d Jh").players[0].equity
    assert mixed == (2 * aces.players[0].equity + kings.players[0].equity) / 3


@pytest.mark.parametrize("text", ["AK:0", "AK:2", "AK:x", "AK:", "101%", "0%", "30%-10%", "x%"])
def test_what_is_no_weight_and_no_share_is_refused(text):
    with pytest.raises(Unanswerable, match="written like"):
        ranges.holdem(text)


def test_shares_of_the_best_hands():
    assert len(ranges.holdem("100%")) == 1326
    assert len(set(ranges.BEST)) == 169
    some = ranges.holdem("15%")
    assert 0.15 <= len(some) / 1326 < 0.16
    assert not some.keys() & ranges.holdem("15%-40%").keys()
    assert len(some | ranges.holdem("15%-40%")) == len(ranges.holdem("40%"))


@pytest.mark.slow
def test_the_best_hands_stand_in_the_order_of_what_they_win():
    won = [
        equity.exact("holdem", [ranges.holdem(name), ranges.holdem("random")]).players[0].equity
        for name in ranges.BEST
    ]
    assert won == sorted(won, reverse=True)


def test_lists_of_omaha():
    assert (
        ranges.omaha("AAxx, KKxx").keys()
        == ranges.omaha("AAxx").keys() | ranges.omaha("KKxx").keys()
    )
    assert set(ranges.omaha("KKxx:0.5").values()) == {Fraction(1, 2)}


def test_the_next_cards_are_worth_the_whole_together():
    whole = equities("holdem", ["AhKh", "QsQd"], "2c 7d Jh")
    rows = whole.next_cards()
    assert len(rows) == 52 - 3 - 4
    assert {row["card"] for row in rows}.isdisjoint({"Ah", "Kh", "Qs", "Qd", "2c", "7d", "Jh"})
    mean = sum(row["1 AhKh"] for row in rows) / len(rows)
    assert mean == pytest.approx(float(whole.players[0].equity))
    aces = next(row for row in rows if row["card"] == "As")
    assert aces["1 AhKh"] > 0.9 > aces["2 QsQd"]
    with pytest.raises(Unanswerable, match="on a flop or a turn"):
        equities("holdem", ["AhKh", "QsQd"]).next_cards()
